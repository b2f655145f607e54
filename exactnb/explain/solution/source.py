"""The source that a solution is verified against: the data of its problem, for a second reader."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Case, Schema
from exactnb.core.families.observation import Observation
from exactnb.core.model.model import Model
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.explain.derivation.line_checks import ProblemSource
from exactnb.explain.derivation.lines import Data
from exactnb.explain.derivation.second_reader.counting import (
    ChosenModel,
    ColumnGroup,
    ExposureColumn,
    ObservedCase,
    ProblemAsRead,
)
from exactnb.explain.derivation.second_reader.reader import SecondReader
from exactnb.explain.solution.displays import data_table, displays
from exactnb.explain.solution.levels import STANDARD, Level
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
        partial(_unproved, problem),
    )


def _unproved(problem: Problem, name: QuantityName) -> str:
    """Return why a quantity rests on a family that nothing proves, "" where it does not."""
    if not problem.scope.letters:
        return ""
    from exactnb.explain.solution.own_families import unproved

    return unproved(problem, name)


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
            typed = None
            if family.letter:
                from exactnb.explain.solution.own_families import as_typed

                typed = as_typed(family)
            columns.append(ColumnGroup(family.name, block.cells, family.numbers, typed))
    covariates = {c: ExposureColumn(b.name, b.usual, b.constant) for c, b in model.covariates.items()}
    accepts = partial(_accepts, model)
    return ChosenModel(model.conventions, tuple(columns), word_family, covariates, accepts)


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
