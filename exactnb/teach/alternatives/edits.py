"""Other data: a row overlooked, counted twice or misread, a cell or a word of it misread.

How to read: `misread_rows` are whole rows, `misread_data` every single edit, `misread_twice` two at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.documents import Documents
from exactnb.core.data.edits import Edit, both_in_a_row, single_edits
from exactnb.core.data.schema import Case
from exactnb.core.data.table import Table
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.model.quantities import Quantities
from exactnb.core.problem.edits import edit_formulas, formulas_with
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative

_AGAIN = "Count once more, row by row."
DROPPED = Misconception("row-dropped", "a row of the data overlooked", _AGAIN)
TWICE = Misconception("row-counted-twice", "a row of the data counted twice", _AGAIN)
RELABELLED = Misconception(
    "row-relabelled", "the class of a row misread", "Look at the class of each row once more."
)
CELL = Misconception("cell-misread", "a cell of the data misread", "Look at each cell once more.")
LEFT_OUT = Misconception(
    "word-left-out", "a word of a text overlooked", "Count the words once more, text by text."
)
PUT_IN = Misconception(
    "word-put-in", "a word counted that is not there", "Count the words once more, text by text."
)
WORD = Misconception("word-misread", "a word of a text misread", "Read the texts once more.")
_OF_KINDS = {
    "dropped": DROPPED,
    "repeated": TWICE,
    "relabelled": RELABELLED,
    "cell": CELL,
    "word left out": LEFT_OUT,
    "word put in": PUT_IN,
    "word": WORD,
}
_MOST_ROWS = 40  # of a table whose rows are left out one by one, and whose numbers are misread


def misread_rows(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield what follows if one row is overlooked, or counted twice."""
    if not isinstance(problem.data, Table | Documents):
        return
    cases = list(problem.data.cases())
    if len(cases) > _MOST_ROWS:
        return
    for number, case in enumerate(cases, start=1):
        for edit in (Edit("dropped", number, case, ()), Edit("repeated", number, case, (case, case))):
            if (found := _alternative(problem, graph, cases, edit)) is not None:
                yield found


def misread_data(
    problem: Problem,
    graph: Quantities,
    is_over: Callable[[], bool] = lambda: False,
    *,
    numbers: bool = True,
) -> Iterator[Alternative]:
    """Yield what follows from every single edit of the data, the simplest kinds first.

    Before each edit, of which most may lead to nothing, it is asked whether the search `is_over`.
    Misread `numbers`, of which there are many, may be left out, and are where `has_many_numbers`.
    """
    if not isinstance(problem.data, Table | Documents):
        return
    cases = list(problem.data.cases())
    for edit in _edits(problem, cases, numbers=numbers):
        if is_over():
            return
        if (found := _alternative(problem, graph, cases, edit)) is not None:
            yield found


def misread_twice(
    problem: Problem, graph: Quantities, is_over: Callable[[], bool] = lambda: False
) -> Iterator[Alternative]:
    """Yield what follows from two edits of the data at once, of which there are half the square.

    They are made in two rows, or in two places of one, and put in nothing that the data do not have.
    """
    if not isinstance(problem.data, Table | Documents):
        return
    cases = list(problem.data.cases())
    before: list[Edit] = []
    for second in (edit for edit in _edits(problem, cases) if not edit.is_new):
        for first in before:
            if is_over():
                return
            if (found := _together(problem, graph, cases, first, second)) is not None:
                yield found
        before.append(second)


def _together(
    problem: Problem, graph: Quantities, cases: Sequence[Case], first: Edit, second: Edit
) -> Alternative | None:
    """Return what follows from two edits; None where nothing does, or they do not go together."""
    edits = [first, second]
    if first.row == second.row:
        row = both_in_a_row(first, second)
        edits = [] if row is None else [replace(first, after=(row,))]
    try:
        formulas = formulas_with(problem, graph, cases, edits)
    except ExactnbError:  # a class without rows
        return None
    made = _OF_KINDS[first.kind], _OF_KINDS[second.kind]
    detail = f"{edit_words(first)} and {edit_words(second)}"
    return Alternative(made, formulas, detail, edits=(first, second)) if formulas else None


def has_many_numbers(problem: Problem) -> bool:
    """Say whether there are numbers in so many rows that they are not misread one by one."""
    data = problem.data
    rows = len([*data.cases()]) if isinstance(data, Table | Documents) else 0
    return bool(problem.measured) and rows > _MOST_ROWS


def _edits(problem: Problem, cases: Sequence[Case], *, numbers: bool = True) -> Iterator[Edit]:
    """Yield every single edit, with numbers that the families can have."""
    models = [prediction.model for prediction in problem.predictions.values()]
    numbers = numbers and not has_many_numbers(problem)
    endless = problem.measured | {of.name for of in problem.brought.values()}
    times = {c for model in models for c in model.vocabulary if c in problem.schema.columns}
    for edit in single_edits(cases, problem.schema, numbers=endless, times=times, unseen=True):
        if edit.column not in endless or (numbers and _is_fit(problem, edit.column, edit.new)):
            yield edit


def _is_fit(problem: Problem, column: str, numeral: str) -> bool:
    """Say whether a number is one that the families of a column can have: no count is 1.4."""
    number = number_in(numeral)
    models = (prediction.model for prediction in problem.predictions.values())
    families = (model.endless[column].family for model in models if column in model.endless)
    kinds = (of.kind for of in problem.brought.values() if of.name == column)
    return not any(of.problem(number) for of in families) and not any(k.problem(number) for k in kinds)


def edit_words(edit: Edit) -> str:
    """Return where an edit is made, and what it changes.

    >>> edit_words(Edit("cell", 6, Case("D6", "No", {}), (), "Temperature", "Cool", "Hot"))
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
    problem: Problem, graph: Quantities, cases: list[Case], edit: Edit
) -> Alternative | None:
    """Return what follows from an edit; None where nothing does, or nothing can be estimated."""
    try:
        formulas = edit_formulas(problem, graph, cases, edit)
    except ExactnbError:
        return None
    if not formulas:
        return None
    return Alternative((_OF_KINDS[edit.kind],), formulas, edit_words(edit), edits=(edit,))
