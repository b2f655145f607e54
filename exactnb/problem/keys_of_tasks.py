"""The keys of what is done with a problem: questions, answers, numbers in print, variants."""

from __future__ import annotations

from exactnb.problem import ranges
from exactnb.problem.key import Key
from exactnb.problem.reading import as_it_is, choice, text, whole

OF_QUESTIONS: tuple[tuple[Key, ...], ...] = (
    (
        Key("question.id", as_it_is, "what answers are called"),
        Key("question.quantity", as_it_is, "what is asked, by name"),
        Key("question.points", as_it_is, "1 unless it is said"),
    ),
    (
        Key(
            "question.policy",
            as_it_is,
            '`"rounded"`: exact, or correctly rounded to at least 3 significant figures; `{ '
            'figures = n }`, `{ places = n }` other digits; `"exact"`; `{ within = d }`, `{ '
            "relative = d }` a tolerance",
        ),
    ),
    (Key("question.form", as_it_is, 'of a fraction: `"any"`, `"lowest"` terms, or as `"counted"`'),),
    (
        Key(
            "answers.decimal",
            choice(".", ","),
            'of a section `[answers]`: `","` where answers have decimal commas, which are asked back '
            "otherwise",
            ".",
        ),
    ),
    (Key("question.credit", as_it_is, "as `credit` of the whole sheet, for this question"),),
    (
        Key(
            "[[accept]]",
            as_it_is,
            "an answer that a person has accepted: the id of its question, the text as it was typed "
            "(blanks do not count), and its points, all of the question's unless it is said; it never "
            "earns less than without",
        ),
        Key("accept.question", as_it_is),
        Key("accept.text", as_it_is),
        Key("accept.points", as_it_is),
    ),
)

OF_PRINTED: tuple[tuple[Key, ...], ...] = (
    (
        Key("printed.value", as_it_is, "the number as it is printed, or a list of several editions"),
        Key("printed.where", text, "its place in print: numbers with one place are a block", ""),
    ),
    (
        Key(
            "printed.times",
            as_it_is,
            "what is printed is so many times the quantity, to a power: `times = 2, power = 2` of a "
            "standard deviation is 2σ²",
            1,
        ),
        Key("printed.power", as_it_is, "", 1),
    ),
)

OF_VARIANTS: tuple[tuple[Key, ...], ...] = (
    (
        Key(
            "variants.rows",
            ranges.whole_numbers,
            'how many rows a table may have, such as `"12..16"` (without it as many as it has, and '
            "classes as large as each other if they are so)",
        ),
        Key(
            "variants.counts",
            ranges.whole_numbers,
            "what a count may be, in `data.counts` and in columns that count words",
        ),
        Key(
            "variants.numbers",
            ranges.numbers,
            'what a number may be, in all columns of numbers or in some: `{ height = "150..200" }`',
        ),
    ),
    (
        Key("variants.words", ranges.words, "words that those of the texts are drawn from"),
        Key(
            "variants.labels",
            ranges.labels,
            "labels that the classes are drawn from, or the values of columns: `{ column = [...] }`",
            {},
        ),
    ),
    (
        Key(
            "variants.denominators",
            whole(1, 10**9),
            "the largest denominator of an answer that is a fraction",
        ),
        Key(
            "variants.must",
            ranges.known_ids,
            "the misconceptions that each variant has to tell apart (default: all that can be)",
        ),
    ),
)
