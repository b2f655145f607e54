"""Every key of a problem file: how its value is read, what holds without it, what it means.

The page of the problem file and the comments of `exactnb new` are made of the same rows: a key is said
in one place. The keys of a row belong together; the words of each follow those before it.

How to read: the rows are the content, in the order of a file; `TABLES` has them by section.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.arithmetic.rounding import MAX_PRINTED_DIGITS
from exactnb.core.data.documents import SPLITS
from exactnb.core.data.rows import UNLABELLED
from exactnb.core.problem.choice import NUMBERS, ROUNDINGS, read_logarithm
from exactnb.core.problem.reading import (
    Key,
    Row,
    as_it_is,
    by_column,
    choice,
    filled,
    flag,
    integer,
    labels,
    marks,
    misconception_ids,
    names,
    natural_numbers,
    numbers,
    points,
    table,
    text,
    text_or_table,
    word_list,
)

_AS_TEXT = ("encoding", "delimiter", "strip", "rest", "worksheet")
_GENERAL: tuple[Row, ...] = (
    (Key("title", "shown in the solution", text, ""), Key("source", "", text, "")),
    Key(
        "ask",
        "list of quantities to work out, instead of joints, evidence, posteriors and decision",
        names,
        (),
    ),
    (
        Key(
            "data.table",
            "one row per observation or document, between `'''` or in a file (`.csv .tsv .txt .jsonl "
            ".json .arff .xlsx .md .html .sql .tex`) below that of the problem; cells stand between "
            "`|`, tabs, commas, semicolons, blanks, as in the header; what stands in quotes or round "
            'brackets there does not count; `""` in quotes is a quote',
            text,
        ),
        Key("data.file", read=text),
    ),
    Key(
        "data.decimal",
        '`","`: numbers in the table have decimal commas (default `"."`); texts stay as they are',
        choice(".", ","),
        ".",
    ),
    (
        Key(
            "data.header",
            "`false`, or the names, where the first line has none (`false`: `c1`, `c2` ...); encoding "
            "(default: by a byte order mark, else `utf-8`); the sign between cells (default: as in the "
            'header); what is not read of £ 21,500, `"£,"`; the column that may hold that sign; the '
            'sheet of a workbook; lines to skip, `"1, 3-5"`; columns where an empty cell is as above; '
            "columns left out",
            as_it_is,
            True,
        ),
        *(Key(f"data.{key}", read=text, default="") for key in _AS_TEXT),
        Key("data.skip", read=filled, default=""),
        *(Key(f"data.{key}", default=()) for key in ("fill_down", "omit")),
    ),
    Key(
        "data.counts",
        "counts without rows: a column for each class; rows `total`, `column=value`, a word, sums of "
        "numbers, or `total(column)`, in how many rows a column is not missing",
        text,
    ),
    Key(
        "data.parameters",
        "given numbers without data: rows `prior`, `column=value`, a word, or parameters of numbers",
        text,
    ),
    (
        Key("data.class", "the class column (default: `class`, else the last)", text),
        Key("data.classes", "its labels, in order", names),
    ),
    (
        Key(
            "data.text",
            "columns of documents (default `text`), of row names (default `id`), of rational weights",
            text,
            "text",
        ),
        Key("data.id", read=text),
        Key("data.weight", read=text),
    ),
    (
        Key("data.features", "columns used, in order (an exposure need not be listed)", names),
        Key("data.values", "`{ column = [its values] }`, so that unseen ones exist", by_column(names)),
    ),
    (
        Key(
            "data.unlabelled",
            'rows without a class: refused (`"error"`, default), each a `"query"` named by its id, or '
            '`r4` in row 4, or left out (`"drop"`, with which one without a weight counts 0 times); '
            "`true`: 1 in the place of numbers above 0, in columns of nothing else than numbers from 0 "
            "on; `true`: classes, values and marks of missing cells in lower case: Yes and yes are one",
            choice(*UNLABELLED),
            "error",
        ),
        Key("data.binarize", read=flag, default=False),
        Key("data.fold_case", read=flag, default=False),
    ),
    Key(
        "data.missing",
        'marks of a missing cell (default `["", "?"]`); it is skipped for its column only',
        marks,
    ),
    (
        Key(
            "data.split",
            'text is cut at `"spaces"`, into `"letters"`, lower-case `"words"`, or `"items"` of lists',
            choice(*SPLITS),
            "spaces",
        ),
        Key("data.stop_words", "words left out", names, ()),
        Key("data.vocabulary", "the words that count, in order", names),
    ),
    (
        Key("model.family", "of all columns", text_or_table),
        Key(
            "model.families",
            '`{ column = family }` where it differs, `"*"` for all others, or '
            '`{ family = { number = ... } }`: `"categorical"`, `"bernoulli"` (does it occur?), '
            '`"multinomial"` (how often?), `"dirichlet-multinomial"` (θ integrated out). Texts are '
            "multinomial unless it is said otherwise",
            by_column(text_or_table),
        ),
    ),
    (
        Key(
            "model.prior",
            '`"mle"`, `"uniform"`, `"smoothed"` (by its own rule, if there is one), or `{ class = '
            "number }` adding up to exactly 1",
        ),
        Key("model.prior_smoothing"),
    ),
    (
        Key(
            "model.smoothing",
            "of all columns, of single ones: λ, or a [rule of smoothing](smoothing.md)",
        ),
        Key("model.smoothings", read=table),
    ),
    (
        Key(
            "model.unseen",
            "a value or word outside those listed, or else outside those of the data: "
            '`"error"`, `"drop"`, `"zero"`',
        ),
        Key(
            "model.absent",
            'what is 0 in a Bernoulli model: `"count"` 1 − p, or `"ignore"` it in queries and rows; a '
            "0 that a quantity names, as in `P(k|fog=0)`, counts all the same",
        ),
    ),
    Key("model.coefficient", "true: a text is a count vector, with n!/∏x! before it"),
    Key("model.other_words", "true: words without a row in `parameters` are one, `other`", flag, False),
    Key("model.tie", '`"report"` all winners, or the `"first"` in the order of the classes'),
    Key(
        "model.missing_cells",
        '`"skip"` (default) a missing cell of a row for its column only, or count it as a `"value"` '
        "of its own, None; then only values that rows have count",
    ),
    Key(
        "model.conventions", 'as another tool: `"scikit-learn-1.9"`, `"nltk-3.10"`; keys beside it win'
    ),
    Key(
        "[families.NAME]",
        "[a family of your own](own-families.md): its `density` or `mass` and its "
        "`support`, or the `probabilities` of named outcomes, "
        '`parameters = { s = "s > 0" }`, `constants` and a `prior`; a model names it, with '
        "numbers for its constants",
        table,
    ),
    Key(
        "[models.NAME]",
        "a further model: what differs from `[model]`; several are compared side by side",
        table,
    ),
    Key("[[question]]", "a question of a sheet, for [checking answers](checking.md)"),
    Key(
        "credit",
        'the part of its points that a nearly right answer earns: `{ too_few_digits = "1/2", '
        'wrong_form = "1/2" }`, of all questions',
    ),
    Key(
        "[query]",
        '`id = { column = value, ... }`, a column left out is summed out; or `id = "some text"`',
        table,
    ),
    Key(
        "[printed]",
        '`"quantity" = "as printed"`, for [an audit](audit.md): a list of several editions, or `{ '
        'value = "...", where = "p. 3" }`',
    ),
    Key(
        "notation.style",
        '`"plain"`, `"pjk"` (p_j^k), `"pi-theta"` (π_k, θ_ijk), `"pi-tau"` (π_k, τ_jk), `"phi-psi"` '
        '(φ_k, ψ_jk), `"theta-w"` (θ_w^+), or a table of your own: `{ prior = "π_{{class}}" }`',
        text_or_table,
        "plain",
    ),
    (
        Key("notation.digits", "significant digits of decimals", integer(1, MAX_PRINTED_DIGITS), 4),
        Key("notation.rounding", '`"half-up"` or `"half-even"`', choice(*ROUNDINGS), "half-up"),
        Key(
            "notation.numbers",
            'how numbers are worked with: `"decimal"` (columns of numbers), `"exact"` (all others)',
            choice(*NUMBERS),
            "",
        ),
        Key("notation.log", 'compare in logarithms too: `"e"`, `2`, `10`', read_logarithm, ""),
    ),
)

_NUMBERS: tuple[Row, ...] = (
    Key("model.divisor", 'of variances: `"N"`, `"N-1"`, or `"N-K"` where classes share one'),
    (
        Key(
            "model.share",
            'one variance for all `"classes"`, all `"features"`, `"all"` (of `spherical`, '
            '`"classes"` and `"all"` are one variance of all its columns and classes)',
        ),
        Key(
            "model.epsilon",
            "a number added to each variance of `gaussian` and `spherical`, or `{ relative = ε }` of "
            'the largest; `"0+"`, the limit of every answer as ε tends to 0 from above',
        ),
    ),
    Key("model.covariance", 'of `lda`: `"pooled"`, or `"total"` about the mean of all rows'),
    Key(
        "data.exposure",
        "`{ count = number or column }`: the time or length behind a Poisson count. A number holds "
        "for all rows and queries; a query names another as `exposure` (`exposure of c` where "
        "several columns have one), one in a column by that column, also behind the bar: "
        "`P(k|flaws=2,metres=5)`",
        table,
        {},
    ),
    Key(
        'smoothing = { gamma = [a, b], take = "mean" }',
        'of Poisson rates: (Σx + a)/(exposure + b); `"mode"` has a − 1',
    ),
    Key("rows of `data.counts`", "`sum(c)`, `squares(c)`, `products(a,b)`"),
    Key(
        "rows of `data.parameters`",
        "`mean(c)`, `variance(c)` or `sd(c)`, `rate(c)`, `success(c)`, `covariance(a,b)`, `points(c)`",
    ),
)

_QUESTION: tuple[Row, ...] = (
    (
        Key("question.id", "what answers are called", filled),
        Key("question.quantity", "what is asked, by name", filled, ""),
        Key("question.points", "1 unless it is said", points, Fraction(1)),
        Key("question.theorem", "", filled, ""),
        Key("question.text", "the question in your own words, printed wherever it is asked", filled),
    ),
    Key(
        "question.policy",
        '`"rounded"`: exact, or correctly rounded to at least 3 significant figures; `{ figures = n '
        '}`, `{ places = n }` other digits; `"exact"`; `{ within = d }`, `{ relative = d }` a '
        "tolerance",
    ),
    Key(
        "question.form",
        'of a fraction: `"any"`, `"lowest"` terms, or as `"counted"`; of a text, judged line by line: '
        '`"working"`, a whole [working](workings.md), or `"derivation"`, the [derivation]'
        "(check-derivations.md) of `theorem`, a name of `exactnb derive` or of a family in the file",
    ),
    (
        Key(
            "[[milestone]]",
            "a quantity that earns points (default 1) in a working, once a right line gives its value; "
            'the question has those of all; `question` is its id, if several have `form = "working"`',
        ),
        Key("milestone.quantity", "", filled),
        Key("milestone.points", "", points, Fraction(1)),
        Key("milestone.question", "", filled),
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
            "an answer that a person marks: the id of its question, the text as it was typed (blanks "
            "do not count), and its points, all by default; these stand, whatever it earns; in a "
            "working the text is a line, and `question` may be the quantity of a milestone",
        ),
        Key("accept.question", "", filled),
        Key("accept.text", "", filled),
        Key("accept.points"),
    ),
    (
        Key(
            "[[mistake]]",
            "a mistake that you have seen: who makes it answers `value`, a number or a formula over "
            'names such as `"P(Yes) P(Sunny|Yes)"`, where `quantity` is asked for; reports call it by '
            "its `id` and `words`, and `hint` is what students read",
        ),
        Key("mistake.id", "", filled),
        Key("mistake.quantity", "", filled),
        Key("mistake.value", "", filled),
        Key("mistake.words", "", text, ""),
        Key("mistake.hint", "", text, ""),
    ),
)

_PRINTED: tuple[Row, ...] = (
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

_VARIANTS: tuple[Row, ...] = (
    (
        Key(
            "variants.rows",
            'how many rows a table may have, such as `"12..16"` (without it as many as it has, and '
            "classes as large as each other if they are so)",
            natural_numbers,
        ),
        Key(
            "variants.counts",
            "what a count may be, in `data.counts` and in columns that count words",
            natural_numbers,
        ),
        Key(
            "variants.numbers",
            'what a number may be, in all columns of numbers or in some: `{ height = "150..200" }`',
            numbers,
        ),
    ),
    (
        Key("variants.words", "words that those of the texts are drawn from", word_list),
        Key(
            "variants.labels",
            "labels that the classes are drawn from, or the values of columns: `{ column = [...] }`",
            labels,
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
            misconception_ids,
        ),
    ),
)

_NAMES = ("general", "numbers", "question", "printed", "variants")
TABLES: Mapping[str, tuple[tuple[Key, ...], ...]] = {  # a key by itself is a row of one
    name: tuple(row if isinstance(row, tuple) else (row,) for row in rows)
    for name, rows in zip(_NAMES, (_GENERAL, _NUMBERS, _QUESTION, _PRINTED, _VARIANTS), strict=True)
}
"""The tables, by what they are about."""
