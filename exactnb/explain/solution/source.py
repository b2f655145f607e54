"""The source that a solution is verified against: the data of its problem, for a second reader."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Case, Schema
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression
from exactnb.core.families.declared.specification import Range, Whole
from exactnb.core.families.observation import Observation
from exactnb.core.families.protocol import Family
from exactnb.core.model.model import Model
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.explain.derivation.line_checks import ProblemSource
from exactnb.explain.derivation.second_reader.problem import (
    ChosenModel,
    ColumnGroup,
    Ends,
    ExposureColumn,
    ObservedCase,
    ProblemAsRead,
    Typed,
)
from exactnb.explain.derivation.second_reader.reader import SecondReader
from exactnb.explain.derivation.stated import Data
from exactnb.explain.solution.displays import data_table, displays
from exactnb.explain.solution.levels import STANDARD, Level
from exactnb.explain.solution.own_families import unproved
from exactnb.explain.solution.setting import model_table, observation_noun, problem_setting


def problem_source(problem: Problem, level: Level = STANDARD) -> ProblemSource:
    """Return the rows and models of `problem`, and the tables and assumptions that a `level` prints."""
    return ProblemSource(
        SecondReader(as_read(problem)),
        problem.predictions,
        (*(stated for _, stated in displays(problem, level)), *_pseudo_displays(problem, level)),
        observation_noun(problem),
        problem_setting(problem),
        model_table(problem),
        partial(unproved, problem),
    )


def as_read(problem: Problem) -> ProblemAsRead:
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
            group = ColumnGroup(family.name, block.cells, family.numbers, typed_family(family))
            columns.append(group)
    covariates = {c: ExposureColumn(b.name, b.usual, b.constant) for c, b in model.covariates.items()}
    accepts = partial(_accepts, model)
    return ChosenModel(model.conventions, tuple(columns), word_family, covariates, accepts)


def typed_family(family: Family) -> Typed | None:
    """Return a family as the problem states it, None for one of ours."""
    if not family.letter:
        return None
    from exactnb.core.families.declared.family import DeclaredFamily

    assert isinstance(family, DeclaredFamily)
    stated = family.stated
    ends = (_ends(within) for within in (stated.parameters[family.letter], family.support))
    return Typed(stated.text, family.letter, *ends, stated.prior_text)


def _ends(within: Range) -> Ends:
    """Return the ends of a range as numbers."""
    if isinstance(within, Whole):
        return Ends(*map(_end, (within.first, within.last)), True, True, is_whole=True)
    return Ends(_end(within.low), _end(within.high), within.low_closed, within.high_closed)


def _end(end: Expression | None) -> Fraction | None:
    value = None if end is None else evaluate(end)
    assert value is None or isinstance(value, Fraction)
    return value


def _accepts(model: Model, cases: Sequence[Case]) -> bool:
    """Say whether a model can be built on other rows: an estimate may need some of each class."""
    try:
        model.with_counts(Counts.of(model.schema, cases, model.together))
    except ExactnbError:
        return False
    return True


def _pseudo_displays(problem: Problem, level: Level) -> tuple[Data, ...]:
    """Return the table with pseudo-documents, if the problem asks for it."""
    if not problem.pseudo_documents:
        return ()
    from exactnb.explain.solution.pseudo import augmented

    times = next(iter(problem.predictions.values())).model.draws_words
    table = data_table(problem, augmented(problem), level, times=times)
    return () if table is None else (table,)
