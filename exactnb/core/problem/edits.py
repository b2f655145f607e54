"""Problems with edited data, and the formulas of a graph that an edit changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import Documents
from exactnb.core.data.edits import Edit, edited, with_cells
from exactnb.core.data.schema import Case
from exactnb.core.data.table import Table
from exactnb.core.expression.nodes import Expression
from exactnb.core.model.data_quantities import DataQuantities, changed_estimates, redefined_formulas
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.quantities import QUANTITIES


def with_edit(problem: Problem, edit: Edit) -> Problem:
    """Return `problem` with an `edit` of its data."""
    assert isinstance(problem.data, Table | Documents)
    return replace(problem, data=edited(problem.data, edit))


def edit_formulas(
    problem: Problem, graph: Quantities, cases: Sequence[Case], edit: Edit
) -> dict[QuantityName, Expression]:
    """Return the formulas in `graph` that an `edit` of the rows `cases` of `problem` changes.

    Raises an ExactnbError if the edit cannot be made.
    """
    if edit.is_new:  # the column has a value more, so that estimates have other formulas too
        return redefined_formulas(graph, with_edit(problem, edit).define)
    return formulas_with(problem, graph, cases, (edit,))


def formulas_with(
    problem: Problem, graph: Quantities, cases: Sequence[Case], edits: Sequence[Edit]
) -> dict[QuantityName, Expression]:
    """Return the formulas in `graph` that `edits` of different rows of `cases` of `problem` change."""
    counts, together = problem.counts, problem.counts.together
    instead: list[tuple[Case, ...]] = [(case,) for case in cases]
    for edit in edits:
        more = Counts.of(with_cells(problem.schema, edit.after), edit.after, together)
        counts = counts + more - Counts.of(problem.schema, [edit.before], together)
        instead[edit.row - 1] = edit.after
    rows = tuple(chain.from_iterable(instead))
    data = DataQuantities(counts, QUANTITIES, problem.bag, lambda: rows, problem.measured)
    used = {name.model for name in graph}  # others may cost much: covariances of many columns
    models = {s: p.model.with_counts(counts) for s, p in problem.predictions.items() if s in used}
    changed = [case for edit in edits for case in edit.changed]
    return dict(changed_estimates(graph, data, models, changed))
