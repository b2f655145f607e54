"""The tables of data that a solution may show: rows as they are, texts as they are encoded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from exactnb.arithmetic.numerals import spell_number
from exactnb.arithmetic.rounding import number_text
from exactnb.data.documents import Documents
from exactnb.data.rows import name_of
from exactnb.data.schema import Case
from exactnb.data.table import Row, Table
from exactnb.derivation.lines import Data
from exactnb.families.observation import Observation

if TYPE_CHECKING:
    from exactnb.problem.problem import Problem

_WEIGHT = "weight"  # the head of the weights of documents
_ROWS, _COLUMNS = 40, 12  # of a data table that is shown whole


def displays(problem: Problem) -> tuple[tuple[str, Data], ...]:
    """Return each table with its title; a table that is too large for a page is left out."""
    data = problem.data
    if isinstance(data, Table):
        return _fitting("Data", _of_table(problem, data))
    if not isinstance(data, Documents):
        return ()
    if len(data.documents) > _ROWS or len(data.columns) + len(data.vocabulary) > _COLUMNS:
        return ()
    out: tuple[tuple[str, Data], ...] = ()
    models = [prediction.model for prediction in problem.predictions.values()]
    if any(not model.draws_words for model in models) and data.vocabulary:
        out += _fitting("Encode: does the word occur?", _of_documents(problem, data, times=False))
    if any(model.draws_words for model in models) or not data.vocabulary:
        title = "Encode: how often does the word occur?"
        out += _fitting(title, _of_documents(problem, data, times=True))
    return out


def display_of(problem: Problem, data: Table | Documents, *, times: bool) -> Data | None:
    """Return rows without the queries, as a table; None if it is too large for a page."""
    if isinstance(data, Table):
        shown = _of_table(problem, data)
    else:
        if len(data.columns) + len(data.vocabulary) > _COLUMNS:
            return None
        shown = _of_documents(problem, data, times=times)
    without = Data(shown.class_variable, shown.columns, shown.rows, ())
    return without if _fitting("", without) else None


def _fitting(title: str, data: Data) -> tuple[tuple[str, Data], ...]:
    fits = 0 < len(data.rows) <= _ROWS and len(data.columns) <= _COLUMNS
    return ((title, data),) if fits else ()


def _of_table(problem: Problem, table: Table) -> Data:
    named = {column for _, given in _written(problem) for column in problem.encoder.parts(given)[1]}
    behind = dict.fromkeys(e for e in problem.brought.values() if e.constant and e.name in named)
    usual = {each.name: spell_number(each.usual) for each in behind}
    columns = (*table.columns, *usual, *([table.weight] if table.weight else []))
    rows = []
    for row in table.rows:
        cells = (*(cell or "?" for cell in row.cells), *usual.values())
        extra = (str(row.weight),) if table.weight else ()
        rows.append(Row(row.id, row.label, (*cells, *extra)))
    queries = []
    counted = () if table.schema.words else problem.bag
    for identity, given in _written(problem):
        _, cells_given = problem.encoder.parts(given)
        shown = tuple(
            name_of(cells_given.get(column, "0" if column in counted else usual.get(column, "")))
            for column in columns
        )
        queries.append(Row(name_of(identity), "?", shown))
    return Data(table.class_variable, columns, tuple(rows), tuple(queries))


def _of_documents(problem: Problem, data: Documents, *, times: bool) -> Data:
    columns = (*data.columns, *data.vocabulary)
    rows = [_encoded(case, columns, data.vocabulary, times=times) for case in data.cases()]
    queries = []
    for identity, given in _written(problem):
        words, cells = problem.encoder.parts(given)
        found: dict[str, int] = {}
        for word in words or ():
            found[word] = found.get(word, 0) + 1
        named = {column: name_of(value) for column, value in cells.items()}
        case = Case(name_of(identity), "?", named, found)
        queries.append(_encoded(case, columns, data.vocabulary, times=times, text=words is not None))
    if any(document.weight != 1 for document in data.documents):
        weights = (str(document.weight) for document in data.documents)
        rows = [
            replace(row, cells=(*row.cells, weight)) for row, weight in zip(rows, weights, strict=True)
        ]
        queries = [replace(row, cells=(*row.cells, "")) for row in queries]
        columns = (*columns, _WEIGHT)
    return Data(data.class_variable, columns, tuple(rows), tuple(queries))


def _written(problem: Problem) -> Iterator[tuple[str, str | Mapping[str, object]]]:
    """Yield the queries that somebody wrote."""
    for identity, given in problem.query.items():
        if not isinstance(given, Observation):
            yield identity, given


def _encoded(
    case: Case, columns: tuple[str, ...], words: tuple[str, ...], *, times: bool, text: bool = True
) -> Row:
    cells = []
    for column in columns:
        if column not in words:
            cells.append(case.cells.get(column, "?" if case.label != "?" else ""))
        elif not text:
            cells.append("")
        else:
            number = case.words.get(column, 0)
            cells.append(number_text(number) if times else str(min(number, 1)))
    return Row(case.id, case.label, tuple(cells))
