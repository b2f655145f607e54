"""Every key of a problem file: how its value is read, what holds without it, what it means.

The page of the problem file and the comments that `exactnb new` writes are made of the same rows, so
that a key is said in one place. A row holds keys that belong together; the words of a key follow those
before it.

How to read: the rows are the content, in the order of a file; those of questions, numbers in print and
variants stand in `keys_of_tasks.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.arithmetic.rounding import MAX_PRINTED_DIGITS
from exactnb.data.documents import SPLITS
from exactnb.problem.appearance import NUMBERS, ROUNDINGS, read_logarithm
from exactnb.problem.key import Key
from exactnb.problem.keys_of_tasks import OF_PRINTED, OF_QUESTIONS, OF_VARIANTS
from exactnb.problem.reading import (
    as_it_is,
    choice,
    families_by_column,
    marks,
    names,
    names_by_column,
    table,
    text,
    text_or_table,
    whole,
)

_GENERAL: tuple[tuple[Key, ...], ...] = (
    (Key("title", text, "shown in the solution", ""), Key("source", text, "", "")),
    (
        Key(
            "ask",
            names,
            "list of quantities to work out, instead of joints, evidence, posteriors and decision",
            (),
        ),
    ),
    (
        Key(
            "data.table",
            text,
            "one row per observation or document, between `'''` or in a `.csv .tsv .txt .jsonl`"
            " file below the folder of the problem; cells stand between `|`, tabs, commas, "
            "semicolons or blanks, as in the header; what stands in quotes or round brackets "
            'there does not count; `""` in quotes is a quote',
        ),
        Key("data.file", text),
    ),
    (
        Key(
            "data.decimal",
            choice(".", ","),
            '`","`: numbers in the table have decimal commas (default `"."`); texts stay as they are',
            ".",
        ),
    ),
    (
        Key(
            "data.counts",
            text,
            "counts without rows: a column for each class; rows `total`, `column=value`, a "
            "word, or sums of numbers",
        ),
    ),
    (
        Key(
            "data.parameters",
            text,
            "given numbers without data: rows `prior`, `column=value`, a word, or parameters of"
            " numbers",
        ),
    ),
    (
        Key("data.class", text, "the class column (default: `class`, else the last)"),
        Key("data.classes", names, "its labels, in order"),
    ),
    (
        Key(
            "data.text",
            text,
            "columns that hold documents (default `text`), row names (default `id`), rational "
            "row weights",
            "text",
        ),
        Key("data.id", text),
        Key("data.weight", text),
    ),
    (
        Key("data.features", names, "columns used, in order (an exposure need not be listed)"),
        Key(
            "data.values", names_by_column, "`{ column = [all its values] }`, so that unseen ones exist"
        ),
    ),
    (
        Key(
            "data.missing",
            marks,
            'marks of a missing cell (default `["", "?"]`); it is skipped for its column only',
        ),
    ),
    (
        Key(
            "data.split",
            choice(*SPLITS),
            'text is cut at `"spaces"`, into `"letters"`, or into `"words"` (lower-cased)',
            "spaces",
        ),
        Key("data.stop_words", names, "words left out", ()),
        Key("data.vocabulary", names, "the words that count, in order"),
    ),
    (
        Key("model.family", text_or_table, "of all columns"),
        Key(
            "model.families",
            families_by_column,
            "`{ column = family }` where it differs, or `{ family = { number = ... } }`: "
            '`"categorical"`, `"bernoulli"` (does it occur?), `"multinomial"` (how often?), '
            '`"dirichlet-multinomial"` (θ integrated out). Texts are multinomial unless it is '
            "said otherwise",
        ),
    ),
    (
        Key(
            "model.prior",
            as_it_is,
            '`"mle"`, `"uniform"`, `"smoothed"` (by its own rule, if there is one), or `{ class'
            " = number }` adding up to exactly 1",
        ),
        Key("model.prior_smoothing", as_it_is),
    ),
    (
        Key(
            "model.smoothing",
            as_it_is,
            "of all columns, of single ones: λ, or a [rule of smoothing](smoothing.md)",
        ),
        Key("model.smoothings", table),
    ),
    (
        Key(
            "model.unseen",
            as_it_is,
            'a value or word that the data never showed: `"error"`, `"drop"`, `"zero"`',
        ),
        Key("model.absent", as_it_is, 'what is 0 in a Bernoulli model: `"count"` 1 − p, or `"ignore"`'),
    ),
    (Key("model.coefficient", as_it_is, "true: a text is a count vector, with n!/∏x! before it"),),
    (
        Key(
            "model.tie",
            as_it_is,
            '`"report"` all winners, or the `"first"` in the order of the classes',
        ),
    ),
    (
        Key(
            "model.conventions",
            as_it_is,
            'what another tool does: `"scikit-learn-1.9"`, `"nltk-3.10"`; keys beside it win',
        ),
    ),
    (
        Key(
            "[models.NAME]",
            table,
            "a further model: what differs from `[model]`; several are compared side by side",
        ),
    ),
    (Key("[[question]]", as_it_is, "a question of a sheet, for [checking answers](checking.md)"),),
    (
        Key(
            "credit",
            as_it_is,
            "the part of its points that a nearly right answer earns: "
            '`{ too_few_digits = "1/2", wrong_form = "1/2" }`, of all questions',
        ),
    ),
    (
        Key(
            "[query]",
            table,
            '`id = { column = value, ... }`, a column left out is summed out; or `id = "some text"`',
        ),
    ),
    (
        Key(
            "[printed]",
            as_it_is,
            '`"quantity" = "as printed"`, for [an audit](audit.md): a list of several editions, or '
            '`{ value = "...", where = "p. 3" }`',
        ),
    ),
    (
        Key(
            "notation.style",
            text_or_table,
            '`"plain"`, `"pjk"` (p_j^k), `"pi-theta"` (π_k, θ_ijk), `"pi-tau"` (π_k, τ_jk), '
            '`"phi-psi"` (φ_k, ψ_jk), `"theta-w"` (θ_w^+), or a table of your own: `{ prior = '
            '"π_{{class}}" }`',
            "plain",
        ),
    ),
    (
        Key("notation.digits", whole(1, MAX_PRINTED_DIGITS), "significant digits of decimals", 4),
        Key("notation.rounding", choice(*ROUNDINGS), '`"half-up"` or `"half-even"`', "half-up"),
        Key(
            "notation.numbers",
            choice(*NUMBERS),
            'how numbers are worked with: `"decimal"` (columns of numbers), `"exact"` (all others)',
            "",
        ),
        Key("notation.log", read_logarithm, 'compare in logarithms too: `"e"`, `2`, `10`', ""),
    ),
)

_OF_NUMBERS: tuple[tuple[Key, ...], ...] = (
    (
        Key(
            "model.divisor",
            as_it_is,
            'of variances: `"N"`, `"N-1"`, or `"N-K"` where classes share one',
        ),
    ),
    (
        Key(
            "model.share",
            as_it_is,
            'one variance for all `"classes"`, all `"features"`, `"all"` (of `spherical`, '
            '`"classes"` and `"all"` are one variance of all its columns and classes)',
        ),
        Key(
            "model.epsilon",
            as_it_is,
            "a number added to each variance of `gaussian` and `spherical`, or `{ relative = ε "
            "}` of the largest",
        ),
    ),
    (
        Key(
            "model.covariance",
            as_it_is,
            'of `lda`: `"pooled"`, or `"total"` about the mean of all rows',
        ),
    ),
    (
        Key(
            "data.exposure",
            table,
            "`{ count = number or column }`: the time or length behind a Poisson count. A "
            "number holds for all rows and queries; a query names another as `exposure` "
            "(`exposure of c` where several columns have one), one in a column by that column, "
            "also behind the bar: `P(k|flaws=2,metres=5)`",
            {},
        ),
    ),
    (
        Key(
            'smoothing = { gamma = [a, b], take = "mean" }',
            as_it_is,
            'of Poisson rates: (Σx + a)/(exposure + b); `"mode"` has a − 1',
        ),
    ),
    (Key("rows of `data.counts`", as_it_is, "`sum(c)`, `squares(c)`, `products(a,b)`"),),
    (
        Key(
            "rows of `data.parameters`",
            as_it_is,
            "`mean(c)`, `variance(c)` or `sd(c)`, `rate(c)`, `success(c)`, `covariance(a,b)`, "
            "`points(c)`",
        ),
    ),
)


TABLES: Mapping[str, tuple[tuple[Key, ...], ...]] = {
    "general": _GENERAL,
    "numbers": _OF_NUMBERS,
    "question": OF_QUESTIONS,
    "printed": OF_PRINTED,
    "variants": OF_VARIANTS,
}
"""The tables, by what they are about."""
