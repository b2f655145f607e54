"""Other data: a row overlooked, counted twice or misread, a cell or a word of it misread.

How to read: `misread_rows` are whole rows, `misread_data` every single edit; `_alternative` says which
numbers of a graph are others then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from exactnb.alternatives.alternative import Alternative
from exactnb.alternatives.others import other_formulas
from exactnb.data.counts import Counts
from exactnb.data.documents import Documents
from exactnb.data.edits import Edit, edited, single_edits
from exactnb.data.schema import Case
from exactnb.data.table import Table
from exactnb.errors import ExactnbError
from exactnb.expression.nodes import Expression
from exactnb.families.misconceptions import Misconception
from exactnb.model.data_quantities import DataQuantities
from exactnb.model.quantities import Quantities
from exactnb.model.recounted import recounted
from exactnb.naming.names import QuantityName
from exactnb.problem.numbers import columns_together
from exactnb.problem.problem import Problem

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
_MOST_ROWS = 40  # of a table that is read again without each of its rows, and with each twice


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
    problem: Problem, graph: Quantities, is_over: Callable[[], bool] = lambda: False
) -> Iterator[Alternative]:
    """Yield what follows from every single edit of the data, the simplest kinds first.

    Before each edit, of which most may lead to nothing, it is asked whether the search `is_over`.
    """
    if not isinstance(problem.data, Table | Documents):
        return
    cases = list(problem.data.cases())
    models = [prediction.model for prediction in problem.predictions.values()]
    numbers = {c for model in models for c in (*model.endless, *model.covariate_names)}
    times = {c for model in models for c in model.vocabulary if c in problem.schema.columns}
    for edit in single_edits(cases, problem.schema, numbers=numbers, times=times, unseen=True):
        if is_over():
            return
        if (found := _alternative(problem, graph, cases, edit)) is not None:
            yield found


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
    return Alternative((_OF_KINDS[edit.kind],), formulas, edit_words(edit), edit=edit)


def with_edit(problem: Problem, edit: Edit) -> Problem:
    """Return the problem whose data has an edit."""
    assert isinstance(problem.data, Table | Documents)
    return replace(problem, data=edited(problem.data, edit))


def edit_formulas(
    problem: Problem, graph: Quantities, cases: Sequence[Case], edit: Edit
) -> dict[QuantityName, Expression]:
    """Return the formulas that are others after an edit; an ExactnbError if it cannot be made."""
    if edit.is_new:  # the column has a value more, so that estimates have other formulas too
        return other_formulas(graph, with_edit(problem, edit).define)
    assert isinstance(problem.data, Table | Documents)
    together = columns_together(problem.data, problem.models.values())
    more, less = (Counts.of(problem.schema, of, together) for of in (edit.after, [edit.before]))
    counts = problem.counts + more - less
    rows = (*cases[: edit.row - 1], *edit.after, *cases[edit.row :])
    data = DataQuantities(counts, problem.bag, _Rows(rows), problem.measured)
    models = {short: p.model.with_counts(counts) for short, p in problem.predictions.items()}
    return dict(recounted(graph, data, models))


class _Rows:
    """Hold rows that may be looked through again."""

    def __init__(self, cases: tuple[Case, ...]) -> None:
        self._cases = cases

    def cases(self) -> tuple[Case, ...]:
        return self._cases
