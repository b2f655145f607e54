"""What a solution is checked against: the data of its problem, read once more."""

from __future__ import annotations

from exactnb.data.counts import Counts
from exactnb.data.documents import Documents
from exactnb.data.table import Table
from exactnb.derivation.line_checks import Source
from exactnb.derivation.recount import Recount
from exactnb.derivation.stated import Data
from exactnb.problem.problem import Problem
from exactnb.solution.displays import display_of, displays
from exactnb.solution.levels import STANDARD, Level
from exactnb.solution.pseudo import augmented
from exactnb.solution.setting import model_table, noun_of, setting_of


def source_of(problem: Problem, level: Level = STANDARD) -> Source:
    """Return the rows, the models, and what is said and shown of a problem before its first line."""
    given = problem.data if isinstance(problem.data, Counts) else None
    cases = tuple(problem.data.cases()) if isinstance(problem.data, Table | Documents) else ()
    return Source(
        Recount(problem.schema, cases, given, problem.bag, problem.measured),
        problem.predictions,
        (*(stated for _, stated in displays(problem, level)), *_pseudo_displays(problem, level)),
        noun_of(problem),
        setting_of(problem),
        model_table(problem),
    )


def _pseudo_displays(problem: Problem, level: Level) -> tuple[Data, ...]:
    """Return the table with pseudo-documents, if they are shown."""
    if not problem.pseudo_documents:
        return ()
    times = next(iter(problem.predictions.values())).model.draws_words
    shown = display_of(problem, augmented(problem), level, times=times)
    return () if shown is None else (shown,)
