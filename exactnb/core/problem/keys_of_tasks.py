"""The keys of what is done with a problem: questions, answers, numbers in print, variants."""

from __future__ import annotations

from exactnb.core.problem import ranges
from exactnb.core.problem.reading import Key, Row, choice, integer, text

QUESTION_KEYS: tuple[Row, ...] = (
    (
        Key("question.id", "what answers are called"),
        Key("question.quantity", "what is asked, by name"),
        Key("question.points", "1 unless it is said"),
    ),
    Key(
        "question.policy",
        '`"rounded"`: exact, or correctly rounded to at least 3 significant figures; `{ figures = n '
        '}`, `{ places = n }` other digits; `"exact"`; `{ within = d }`, `{ relative = d }` a '
        "tolerance",
    ),
    Key(
        "question.form",
        'of a fraction: `"any"`, `"lowest"` terms, or as `"counted"`; `"working"` where a whole '
        "[working](workings.md) is the answer, which is judged line by line",
    ),
    (
        Key(
            "[[milestone]]",
            "a quantity that earns points in a working, once a right line gives its value; `points` "
            "are 1 by default, and the question has those of all its milestones; `question` is the id "
            'of the question, if several have `form = "working"`',
        ),
        Key("milestone.quantity"),
        Key("milestone.points"),
        Key("milestone.question"),
    ),
    Key(
        "answers.decimal",
        'of a section `[answers]`: `","` where answers have decimal commas, which are asked back '
        "otherwise",
        choice(".", ","),
        ".",
    ),
    Key("question.credit", "as `credit` of the whole sheet, for this question"),
    (
        Key(
            "[[accept]]",
            "an answer that a person has accepted: the id of its question, the text as it was typed "
            "(blanks do not count), and its points, all of the question's unless it is said; it "
            "never earns less than without; in a working the text is a line, and `question` may be "
            "the quantity of a milestone",
        ),
        Key("accept.question"),
        Key("accept.text"),
        Key("accept.points"),
    ),
)

PRINTED_KEYS: tuple[Row, ...] = (
    (
        Key("printed.value", "the number as it is printed, or a list of several editions"),
        Key("printed.where", "its place in print: numbers with one place are a block", text, ""),
    ),
    (
        Key(
            "printed.times",
            "what is printed is so many times the quantity, to a power: `times = 2, power = 2` of a "
            "standard deviation is 2σ²",
            default=1,
        ),
        Key("printed.power", "", default=1),
    ),
)

VARIANT_KEYS: tuple[Row, ...] = (
    (
        Key(
            "variants.rows",
            'how many rows a table may have, such as `"12..16"` (without it as many as it has, and '
            "classes as large as each other if they are so)",
            ranges.natural_numbers,
        ),
        Key(
            "variants.counts",
            "what a count may be, in `data.counts` and in columns that count words",
            ranges.natural_numbers,
        ),
        Key(
            "variants.numbers",
            'what a number may be, in all columns of numbers or in some: `{ height = "150..200" }`',
            ranges.numbers,
        ),
    ),
    (
        Key("variants.words", "words that those of the texts are drawn from", ranges.word_list),
        Key(
            "variants.labels",
            "labels that the classes are drawn from, or the values of columns: `{ column = [...] }`",
            ranges.labels,
            {},
        ),
    ),
    (
        Key(
            "variants.denominators",
            "the largest denominator of an answer that is a fraction",
            integer(1, 10**9),
        ),
        Key(
            "variants.must",
            "the misconceptions that each variant has to tell apart (default: all that can be)",
            ranges.misconception_ids,
        ),
    ),
)
