"""What a derivation needs of its problem: the assumptions, and the source that it is verified against.

How to read: `problem_setting` puts the head of a solution together; each function after it words one
choice; doubts about the data end it. `problem_source` is what `verify` gets, with the problem for the
second reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.conventions.choices import prior_text, smoothing_text
from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import Documents
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Case, Schema
from exactnb.core.families.base import Observation
from exactnb.core.model.model import Model
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError, enumerated
from exactnb.explain.derivation.line_checks import ProblemSource
from exactnb.explain.derivation.lines import Data, Derivation, ModelTable, Step
from exactnb.explain.derivation.second_reader.counting import (
    ChosenModel,
    ColumnGroup,
    ExposureColumn,
    ObservedCase,
    ProblemAsRead,
)
from exactnb.explain.derivation.second_reader.reader import SecondReader
from exactnb.explain.solution.displays import problem_displays
from exactnb.explain.solution.printed import STANDARD, DetailLevel

_MAX_DROPPED = 4  # unseen words, or values without rows, in one sentence
_MAX_WORDS = 12  # words of a vocabulary in one sentence


def new_derivation(
    problem: Problem, steps: Iterable[Step], *, title: str | None = None, source: str | None = None
) -> Derivation:
    """Return `steps` as the derivation of `problem`, not verified yet.

    A theorem with the numbers of the problem has a `title` and `source` of its own.
    """
    return Derivation(
        problem.title if title is None else title,
        problem.source if source is None else source,
        problem_setting(problem),
        tuple(steps),
        model_table(problem),
        problem.doubts,
    )


def problem_rounding(problem: Problem) -> Rounding:
    """Return the rounding of decimals that `problem` asks for."""
    return Rounding(figures=problem.digits, rule=problem.rounding)


def observation_noun(problem: Problem) -> str:
    """Return the noun for the observations of `problem`: "rows", "documents", "weighted rows" ..."""
    noun = "documents" if isinstance(problem.data, Documents) else "rows"
    weights = (case.weight for case in problem.cases())
    return f"weighted {noun}" if any(weight != 1 for weight in weights) else noun


def problem_setting(problem: Problem) -> tuple[str, ...]:
    """Return the assumptions of the model of `problem`, or the families and names of several models."""
    models = [prediction.model for prediction in problem.predictions.values()]
    if len(models) == 1:
        chosen = (*_conventions(models[0]), *_dropped_from_queries(problem, models[0]))
    else:
        chosen = ("models " + ", ".join(problem.models),)
    about_data = (*_values_without_rows(problem, models), *problem.doubts)
    return (_families_text(models), *_vocabulary_sentences(problem), *chosen, *about_data)


def _values_without_rows(problem: Problem, models: list[Model]) -> tuple[str, ...]:
    """Return the declared values that no row has, as a sentence: they count in every denominator."""
    columns = dict.fromkeys(c for model in models if model.given is None for c in model.finite_blocks)
    counted = {(column, value) for (column, value, _), n in problem.counts.cells.items() if n}
    absent = [
        f"{column}={value}"
        for column in columns
        for value in problem.schema.columns.get(column, ())
        if (column, value) not in counted and set(problem.schema.columns[column]) != {"0", "1"}
    ]
    if not absent:
        return ()
    more = f" and {len(absent) - _MAX_DROPPED} more" if len(absent) > _MAX_DROPPED else ""
    return (f"values that no row has count too: {', '.join(absent[:_MAX_DROPPED])}{more}",)


def model_table(problem: Problem) -> ModelTable:
    """Return the models of `problem`: name, families by column, conventions, assumptions in words."""
    models = [prediction.model for prediction in problem.predictions.values()]
    return tuple(
        (
            name,
            tuple(model.column_families()),
            tuple(
                model.conventions.spelled(
                    numbers=not all(b.family.estimates_shares for b in model.blocks)
                ).items()
            ),
            (_families_text([model]), *_conventions(model), *_dropped_from_queries(problem, model)),
        )
        for name, model in zip(problem.models, models, strict=True)
    )


def _dropped_from_queries(problem: Problem, model: Model) -> tuple[str, ...]:
    """Return sentences about the words and values of queries that a model drops, and why."""
    conventions, encoder = model.conventions, problem.encoder
    sentences = []
    for identity, raw in problem.query.items():
        names: dict[str, list[str]] = {}  # by the column that lists its values, or "never seen"
        for column, value in encoder.unseen(model, raw):
            if (conventions.unseen_value if column else conventions.unseen_word) == "drop":
                reason = column if column in encoder.listed else "never seen"
                names.setdefault(reason, []).append(f"{column}={value}" if column else f"“{value}”")
        for reason, unknown in names.items():
            dropped = ", ".join(unknown[:_MAX_DROPPED] + ["..."] * (len(unknown) > _MAX_DROPPED))
            why = encoder.unknown_reason(reason, several=len(unknown) > 1)
            sentences.append(f"{dropped} in {identity} {why} and left out")
    return tuple(sentences)


def _families_text(models: list[Model]) -> str:
    naive: dict[str, None] = {}
    joint: dict[str, None] = {}  # families of all columns together, without independence
    for model in models:
        for block in dict.fromkeys((*model.by_column.values(), *model.blocks)):
            (naive if block.family.is_naive else joint)[block.family.full_title()] = None
    if not naive:
        return enumerated(joint) or "Prior only"
    return enumerated((*naive, *joint)) + " naive Bayes"


def _vocabulary_sentences(problem: Problem) -> tuple[str, ...]:
    vocabulary = problem.schema.words
    if isinstance(problem.data, Parameters) and problem.data.other:
        return (f"each further word is the word “{problem.data.other}”",)
    listed = isinstance(problem.data, Documents) and 0 < len(vocabulary) <= _MAX_WORDS
    return ("words " + ", ".join(f"“{word}”" for word in vocabulary),) if listed else ()


def _conventions(model: Model) -> tuple[str, ...]:
    conventions = model.conventions
    preset = [f"conventions of {conventions.preset}"] if conventions.preset else []
    if model.given is not None:
        prior = [] if conventions.prior in ("mle", "given") else [f"{conventions.prior} prior"]
        return (*preset, *prior, "given numbers", *_counting_choices(model))
    shares = any(block.family.estimates_shares for block in model.blocks)
    general = [smoothing_text(conventions.smoothing)] if shares else []
    by_column = [f"{smoothing_text(x)} for “{column}”" for column, x in conventions.smoothings]
    parts = (part for block in model.blocks for part in block.family.choices_text(block))
    choices = (*dict.fromkeys(parts), *_counting_choices(model))  # two families may say the same
    return (*preset, prior_text(conventions), *general, *by_column, *choices)


def _counting_choices(model: Model) -> list[str]:
    """Return the choices that change counts, factors or decisions, in words."""
    conventions = model.conventions
    choices = []
    if conventions.coefficient and model.draws_words:
        choices.append("a text is a count vector")
    if conventions.absent == "ignore":
        choices.append("what is absent is ignored")
    if conventions.unseen_word == "zero" and model.schema.words:
        choices.append("words outside the vocabulary count zero")
    if conventions.unseen_value != "error" and model.finite_blocks and not model.schema.words:
        texts = {"zero": "unknown values count zero", "drop": "unknown values are left out"}
        choices.append(texts[conventions.unseen_value])
    if absent := model.schema.absent:
        choices.append(f"a missing cell of a row is a value, {absent}")
    if conventions.tie == "first":
        choices.append("a tie goes to the first class")
    return choices


def problem_source(problem: Problem, level: DetailLevel = STANDARD) -> ProblemSource:
    """Return the rows and models of `problem`, and the tables and assumptions that a `level` prints."""
    return ProblemSource(
        SecondReader(problem_as_read(problem)),
        problem.predictions,
        (
            *(stated for _, stated in problem_displays(problem, level)),
            *_pseudo_displays(problem, level),
        ),
        observation_noun(problem),
        problem_setting(problem),
        model_table(problem),
        partial(_unproved_reason, problem),
        problem.doubts,
    )


def _unproved_reason(problem: Problem, name: QuantityName) -> str:
    """Return why a quantity rests on a family that nothing proves, "" where it does not."""
    if not problem.scope.letters:
        return ""
    from exactnb.explain.solution.own_families import unproved_reason

    return unproved_reason(problem, name)


def problem_as_read(problem: Problem) -> ProblemAsRead:
    """Return `problem` in the form that the second reader takes: the input, and no formula."""
    data, encoder = problem.data, problem.encoder
    queries = {
        identity: ObservedCase(raw.cells, raw.bags, raw.draws) if isinstance(raw, Observation) else raw
        for identity, raw in problem.query.items()
    }
    return ProblemAsRead(
        problem.schema,
        tuple(problem.cases()),
        data if isinstance(data, Counts) else None,
        data if isinstance(data, Parameters) else None,
        queries,
        {short: _chosen_model(p.model, problem.schema) for short, p in problem.predictions.items()},
        encoder.cut,
        encoder.text,
    )


def _chosen_model(model: Model, schema: Schema) -> ChosenModel:
    """Return the choices of a model: conventions, families with their numbers, exposures."""
    columns, word_family = [], None
    for block in model.blocks:
        family = block.family
        if block.draws_words:
            word_family = ColumnGroup(family.name, schema.words or block.words, family.numbers)
        else:
            stated = None
            if family.letters:
                from exactnb.explain.solution.own_families import stated_family

                stated = stated_family(family)
            columns.append(ColumnGroup(family.name, block.cells, family.numbers, stated))
    covariates = {c: ExposureColumn(b.name, b.usual, b.constant) for c, b in model.covariates.items()}
    accepts = partial(_can_be_estimated_from, model)
    return ChosenModel(model.conventions, tuple(columns), word_family, covariates, accepts)


def _can_be_estimated_from(model: Model, cases: Sequence[Case]) -> bool:
    """Say whether a model can be built on other rows: an estimate may need some of each class."""
    try:
        model.with_counts(Counts.of(model.schema, cases, model.product_groups))
    except ExactnbError:
        return False
    return True


def _pseudo_displays(problem: Problem, level: DetailLevel) -> tuple[Data, ...]:
    """Return the table with pseudo-documents, if the problem asks for it."""
    if not problem.pseudo_documents:
        return ()
    from exactnb.explain.solution.pseudo import pseudo_table

    table = pseudo_table(problem, level)
    return () if table is None else (table,)
