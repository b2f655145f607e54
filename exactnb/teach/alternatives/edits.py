"""Other data: a row overlooked, counted twice or misread, a cell or a word misread.

How to read: `misread_rows` yields edits of whole rows, `misread_data` every single edit,
`misread_twice` two at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.edits import Edit, both_in_a_row, single_edits
from exactnb.core.data.schema import Case
from exactnb.core.model.quantities import Quantities
from exactnb.core.problem.edits import edit_formulas, formulas_with
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.misconceptions.misreadings import EDITS

_MOST_ROWS = 40  # of a table whose rows are dropped, and whose numbers are misread, one by one


def misread_rows(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield the values of the `graph` of a `problem` if one row is overlooked, or counted twice.

    Nothing is yielded for more than 40 rows.
    """
    cases = list(problem.cases())
    for number, case in enumerate(cases if len(cases) <= _MOST_ROWS else (), start=1):
        for edit in (Edit("dropped", number, case, ()), Edit("repeated", number, case, (case, case))):
            yield from _alternative(problem, graph, cases, edit)


def misread_data(
    problem: Problem,
    graph: Quantities,
    should_stop: Callable[[], bool] = lambda: False,
    *,
    numbers: bool = True,
) -> Iterator[Alternative]:
    """Yield an alternative to the `graph` of a `problem` for each edit of the data, simplest first.

    `should_stop` is asked before each edit, since most may change nothing. Misread `numbers`, which are
    many, can be left out, and are if the problem `has_many_numbers`.
    """
    cases = list(problem.cases())
    for edit in _edits(problem, cases, numbers=numbers):
        if should_stop():
            return
        yield from _alternative(problem, graph, cases, edit)


def misread_twice(
    problem: Problem, graph: Quantities, should_stop: Callable[[], bool] = lambda: False
) -> Iterator[Alternative]:
    """Yield an alternative to the `graph` of a `problem` for each two edits: half the square of one.

    They change two rows, or two places of one, and insert nothing that the data do not have.
    `should_stop` is asked before each.
    """
    cases = list(problem.cases())
    earlier: list[Edit] = []
    for second in (edit for edit in _edits(problem, cases) if not edit.is_new):
        for first in earlier:
            if should_stop():
                return
            yield from _alternative(problem, graph, cases, first, second)
        earlier.append(second)


def has_many_numbers(problem: Problem) -> bool:
    """Say whether a `problem` has numbers in so many rows that they are not misread one by one."""
    return bool(problem.measured) and len([*problem.cases()]) > _MOST_ROWS


def _edits(problem: Problem, cases: Sequence[Case], *, numbers: bool = True) -> Iterator[Edit]:
    """Yield every single edit, with numbers that are legal for the families."""
    models = [prediction.model for prediction in problem.predictions.values()]
    numbers = numbers and not has_many_numbers(problem)
    endless = problem.measured | {covariate.name for covariate in problem.brought.values()}
    times = {c for model in models for c in model.vocabulary if c in problem.schema.columns}
    for edit in single_edits(cases, problem.schema, numbers=endless, times=times, unseen=True):
        if edit.column not in endless or (numbers and _is_fit(problem, edit.column, edit.new)):
            yield edit


def _is_fit(problem: Problem, column: str, numeral: str) -> bool:
    """Say whether a number is legal for the families of a column: no count is 1.4."""
    number = number_in(numeral)
    models = (prediction.model for prediction in problem.predictions.values())
    families = (model.endless[column].family for model in models if column in model.endless)
    kinds = (covariate.kind for covariate in problem.brought.values() if covariate.name == column)
    if any(family.problem(number) for family in families):
        return False
    return not any(kind.problem(number) for kind in kinds)


def describe_edit(edit: Edit) -> str:
    """Return the row of an `edit`, and its change, in words.

    >>> describe_edit(Edit("cell", 6, Case("D6", "No", {}), (), "Temperature", "Cool", "Hot"))
    'row 6, D6: Temperature Hot for Cool'
    """
    where = f"row {edit.row}" + (f", {edit.before.id}" if edit.before.id else "")
    match edit.kind:
        case "dropped" | "repeated":
            return where
        case "word left out":
            return f"{where}: without {edit.old}"
        case "word put in":
            return f"{where}: with {edit.new}"
    return f"{where}: {edit.column}{' ' * bool(edit.column)}{edit.new} for {edit.old}"


def _alternative(
    problem: Problem, graph: Quantities, cases: Sequence[Case], first: Edit, *others: Edit
) -> Iterator[Alternative]:
    """Yield the alternative with one edit, or two, if it changes anything and all can be estimated."""
    edits = (first, *others)
    in_rows = edits
    if others and first.row == others[0].row:
        row = both_in_a_row(*edits)
        in_rows = () if row is None else (replace(first, after=(row,)),)  # they cannot be combined
    try:
        if others:
            formulas = formulas_with(problem, graph, cases, in_rows)
        else:
            formulas = edit_formulas(problem, graph, cases, first)
    except ExactnbError:  # a class without rows
        return
    if formulas:
        made, details = (EDITS[edit.kind] for edit in edits), map(describe_edit, edits)
        yield Alternative(tuple(made), formulas, " and ".join(details), edits=edits)
