"""Mistakes that are no other formula: a row overlooked or counted twice, rounding too early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from exactnb.alternatives.alternative import Alternative
from exactnb.arithmetic.rounding import Rounding
from exactnb.data.counts import Counts
from exactnb.data.documents import Documents
from exactnb.data.schema import Case
from exactnb.data.table import Table
from exactnb.derivation.line_checks import COUNTED
from exactnb.errors import ExactnbError
from exactnb.expression.nodes import Expression
from exactnb.families.misconceptions import Misconception
from exactnb.model.data_quantities import DataQuantities
from exactnb.model.numbers import PARAMETERS, define_parameter
from exactnb.model.quantities import Quantities
from exactnb.model.quantity import InlineForm
from exactnb.naming.names import QuantityName
from exactnb.problem.numbers import columns_together
from exactnb.problem.problem import Problem

Row = TypeVar("Row")

DROPPED = Misconception(
    "row-dropped",
    "a row of the data overlooked",
    "Count once more, row by row.",
)
TWICE = Misconception(
    "row-counted-twice",
    "a row of the data counted twice",
    "Count once more, row by row.",
)
ROUNDED = Misconception(
    "rounded-early",
    "rounded before the end",
    "Did you round before the last step? Keep fractions, or more digits, until the end.",
)
TRUNCATED = Misconception(
    "truncated-early",
    "digits cut off before the end",
    "Did you cut digits off before the last step? Keep fractions, or more digits, until the end.",
)
_MOST_ROWS = 40  # of a table that is read again without each of its rows, and with each twice
_WORDS = ("one", "two", "three", "four")  # digits that are kept


def misread_rows(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield what follows if one row is overlooked, or counted twice."""
    if not isinstance(problem.data, Table | Documents):
        return
    cases = list(problem.data.cases())
    if len(cases) > _MOST_ROWS:
        return
    for at, case in enumerate(cases):
        for misconception, sign in ((DROPPED, -1), (TWICE, 1)):
            counts = _edited(problem, case, sign)
            try:
                formulas = dict(
                    _changed(problem, graph, counts, _without_or_twice(cases, sign * (at + 1)))
                )
            except ExactnbError:  # what is left cannot be estimated from
                continue
            if formulas:
                said = f"row {at + 1}" + (f", {case.id}" if case.id else "")
                yield Alternative((misconception,), formulas, said, row=sign * (at + 1))


def edited(problem: Problem, row: int) -> Problem:
    """Return the problem without a row, -3 for the third; 3 for the third row twice."""
    data = problem.data
    if isinstance(data, Documents):
        changed: Table | Documents = replace(data, documents=_without_or_twice(data.documents, row))
    else:
        assert isinstance(data, Table)
        changed = replace(data, rows=_without_or_twice(data.rows, row))
    return replace(problem, data=changed)


def _without_or_twice(rows: Sequence[Row], row: int) -> tuple[Row, ...]:
    at = abs(row) - 1
    return (*rows[:at], *([rows[at]] * (2 if row > 0 else 0)), *rows[at + 1 :])


def rounded_early(graph: Quantities) -> Iterator[Alternative]:
    """Yield what follows if estimates, or all values, are rounded or cut off before they are used."""
    estimates = frozenset(
        name
        for name, quantity in graph.items()
        if quantity.inline in (InlineForm.COUNTED, InlineForm.MEASURED) and name.head not in COUNTED
    )
    for misconception, rule in ((ROUNDED, "half-up"), (TRUNCATED, "down")):
        for digits, word in enumerate(_WORDS, start=1):
            more = "s" if digits > 1 else ""
            roundings = {
                f"to {word} decimal{more}": Rounding(places=digits, rule=rule),  # type: ignore[arg-type]
                f"to {word} figure{more}": Rounding(figures=digits, rule=rule),  # type: ignore[arg-type]
            }
            for said, rounding in roundings.items():
                yield Alternative((misconception,), {}, f"estimates {said}", rounding, estimates)
                yield Alternative((misconception,), {}, f"every value {said}", rounding)
                before = f"every value before it {said}"
                yield Alternative((misconception,), {}, before, rounding, is_left_long=True)


def _edited(problem: Problem, case: Case, sign: int) -> Counts:
    assert isinstance(problem.data, Table | Documents)
    together = columns_together(problem.data, problem.models.values())
    one = Counts.of(problem.schema, [case], together)
    return problem.counts + one if sign > 0 else problem.counts - one


def _changed(
    problem: Problem, graph: Quantities, counts: Counts, cases: Sequence[Case]
) -> Iterator[tuple[QuantityName, Expression]]:
    """Yield the counts, sums and estimates from numbers that are others if the rows are."""
    measured = problem.measured
    data = DataQuantities(counts, problem.bag, _Rows(cases), measured)
    models = {short: p.model.with_counts(counts) for short, p in problem.predictions.items()}
    for name, quantity in graph.items():
        if name.wrappers:
            continue
        if name.head in COUNTED:
            formula = data.define(name, graph.effort()).formula
        elif name.head in PARAMETERS and quantity.inline is InlineForm.MEASURED:
            formula = define_parameter(models[name.model], name).formula
        else:
            continue
        if formula != quantity.formula:
            yield name, formula


class _Rows:
    """Hold rows that may be looked through again."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self._cases = cases

    def cases(self) -> Sequence[Case]:
        return self._cases
