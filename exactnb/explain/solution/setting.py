"""What a problem assumes, in a few words and as a table: the head of its solution.

How to read: `setting_of` puts the head together; what follows says one choice each, in words.
"""

from __future__ import annotations

from collections.abc import Iterable

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.conventions.in_words import prior_in_words, smoothing_in_words
from exactnb.core.data.documents import Documents
from exactnb.core.model.model import Model
from exactnb.core.problem.problem import Problem
from exactnb.explain.derivation.lines import Derivation, ModelTable, Step
from exactnb.explain.solution.doubts import doubts

_DROPPED = 4  # unseen words that are named
_LISTED = 12  # words of a vocabulary that are named


def derivation_of(
    problem: Problem, steps: Iterable[Step], *, title: str | None = None, source: str | None = None
) -> Derivation:
    """Return steps as the derivation of a problem, not verified yet; a theorem has its own source."""
    return Derivation(
        problem.title if title is None else title,
        problem.source if source is None else source,
        setting_of(problem),
        tuple(steps),
        model_table(problem),
    )


def rounding_of(problem: Problem) -> Rounding:
    """Return how decimals are rounded."""
    return Rounding(figures=problem.digits, rule=problem.rounding)


def noun_of(problem: Problem) -> str:
    """Return what one observation is called."""
    noun = "documents" if isinstance(problem.data, Documents) else "rows"
    weights = (case.weight for case in problem.cases())
    return f"weighted {noun}" if any(weight != 1 for weight in weights) else noun


def setting_of(problem: Problem) -> tuple[str, ...]:
    """Return what the one model assumes, or the families and names of several."""
    models = [prediction.model for prediction in problem.predictions.values()]
    doubted = doubts(problem.schema)
    if len(models) == 1:
        unseen = _dropped(problem, models[0])
        chosen = (*_conventions(models[0]), *unseen)
    else:
        chosen = ("models " + ", ".join(problem.models),)
    return (_families(models), *_words(problem), *chosen, *_without_rows(problem, models), *doubted)


def _without_rows(problem: Problem, models: list[Model]) -> tuple[str, ...]:
    """Return which values count as values although no row has them: they were declared."""
    columns = dict.fromkeys(c for model in models if model.given is None for c in model.listed)
    counted = {(column, value) for (column, value, _), n in problem.counts.cells.items() if n}
    absent = [
        f"{column}={value}"
        for column in columns
        for value in problem.schema.columns.get(column, ())
        if (column, value) not in counted and set(problem.schema.columns[column]) != {"0", "1"}
    ]
    if not absent:
        return ()
    more = f" and {len(absent) - _DROPPED} more" if len(absent) > _DROPPED else ""
    return (f"values that no row has count too: {', '.join(absent[:_DROPPED])}{more}",)


def model_table(problem: Problem) -> ModelTable:
    """Return every model's name, the families of its columns, its conventions, its setting."""
    models = [prediction.model for prediction in problem.predictions.values()]
    return tuple(
        (
            name,
            tuple(model.families()),
            tuple(
                model.conventions.spelled(numbers=not all(b.is_of_shares for b in model.blocks)).items()
            ),
            (_families([model]), *_conventions(model), *_dropped(problem, model)),
        )
        for name, model in zip(problem.models, models, strict=True)
    )


def _dropped(problem: Problem, model: Model) -> tuple[str, ...]:
    """Return which words and values of queries are unknown, why, and that a model leaves them out."""
    conventions, encoder = model.conventions, problem.encoder
    out = []
    for identity, given in problem.query.items():
        names: dict[str, list[str]] = {}  # those that are unknown for one reason, by a column of them
        for column, value in encoder.unseen(model, given):
            if (conventions.unseen_value if column else conventions.unseen_word) == "drop":
                of = column if column in encoder.listed else "never seen"
                names.setdefault(of, []).append(f"{column}={value}" if column else f"“{value}”")
        for of, some in names.items():
            more = ", ..." if len(some) > _DROPPED else ""
            why = encoder.why_unknown(of, several=len(some) > 1)
            out.append(f"{', '.join(some[:_DROPPED])}{more} in {identity} {why} and left out")
    return tuple(out)


def _families(models: list[Model]) -> str:
    naive: dict[str, None] = {}
    whole: dict[str, None] = {}  # the columns together, with no assumption of independence
    for model in models:
        for block in dict.fromkeys((*model.by_column.values(), *model.blocks)):
            (naive if block.family.is_naive else whole)[block.family.titled()] = None
    if not naive:
        return " and ".join(whole) or "Prior only"
    return " and ".join((*naive, *whole)) + " naive Bayes"


def _words(problem: Problem) -> tuple[str, ...]:
    vocabulary = problem.schema.words
    listed = isinstance(problem.data, Documents) and 0 < len(vocabulary) <= _LISTED
    return ("words " + ", ".join(f"“{word}”" for word in vocabulary),) if listed else ()


def _conventions(model: Model) -> tuple[str, ...]:
    conventions = model.conventions
    preset = [f"conventions of {conventions.preset}"] if conventions.preset else []
    if model.given is not None:
        return (*preset, *_given(model), *_ways(model))
    shares = any(block.is_of_shares for block in model.blocks)
    general = [smoothing_in_words(conventions.smoothing)] if shares else []
    by_column = [f"{smoothing_in_words(x)} for “{column}”" for column, x in conventions.smoothings]
    parts = (part for block in model.blocks for part in block.choices_in_words())
    said = dict.fromkeys(parts)  # two families may say the same
    return (*preset, prior_in_words(conventions), *general, *by_column, *said, *_ways(model))


def _given(model: Model) -> list[str]:
    prior = model.conventions.prior
    return ["given numbers"] if prior in ("mle", "given") else [f"{prior} prior", "given numbers"]


def _ways(model: Model) -> list[str]:
    """Return the choices that change what is counted or told."""
    conventions = model.conventions
    out = []
    if conventions.coefficient and model.draws_words:
        out.append("a text is a count vector")
    if conventions.absent == "ignore":
        out.append("what is absent is ignored")
    if conventions.unseen_word == "zero" and model.schema.words:
        out.append("words outside the vocabulary count zero")
    if conventions.unseen_value != "error" and model.listed and not model.schema.words:
        told = {"zero": "unknown values count zero", "drop": "unknown values are left out"}
        out.append(told[conventions.unseen_value])
    if absent := model.schema.absent:
        out.append(f"a missing cell of a row is a value, {absent}")
    if conventions.tie == "first":
        out.append("a tie goes to the first class")
    return out
