"""Replace the queries of a problem by others, typed at a command or in the browser, or in a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from exactnb.core.data.documents import Documents
from exactnb.core.data.rows import RowCells, as_cells, name_of
from exactnb.core.data.table import Table
from exactnb.core.problem.absences import is_named, is_of_model, whole
from exactnb.core.problem.observing import RawQuery
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.queries import QUERY, query_reader
from exactnb.core.problem.types import Data
from exactnb.errors import HERE, InputError, Place, near, quoted


def with_query(problem: Problem, text: str) -> Problem:
    r"""Return `problem` with the query `text` instead of its own, under the id of the first of them.

    Quantities of other queries are omitted, and numbers in print, which belong to the file's queries.

    >>> problem = Problem.from_text("data.table = '''\nspoon,soup\nsilver,leek\n'''")
    >>> dict(with_query(problem, "silver").query)
    {'x': {'spoon': 'silver'}}
    """
    name = next(iter(problem.query), "") or problem.schema.free_name(QUERY)
    read = query_reader(
        problem.schema, problem.encoder.text, (c.conventions for c in problem.models.values())
    )
    return with_queries(problem, {name: Place.root("query").read(read, text)})


def row_of(data: Data, row: str) -> dict[str, RawQuery]:
    r"""Return the `row` with an id, or with a number, counted from 1, as a query that is called by it.

    >>> problem = Problem.from_text("data.table = '''\nspoon,soup\nsilver,leek\n'''")
    >>> row_of(problem.data, "1")
    {'r1': {'spoon': 'silver'}}

    Raises InputError for what no row has, and for data without rows.
    """
    unlabelled: Mapping[str, RawQuery] = dict(getattr(data, "unlabelled", ()))
    if name := next((name for name in (row, f"r{row}") if name in unlabelled), ""):
        return {name: unlabelled[name]}
    if isinstance(data, Table):
        ids = [each.id for each in data.rows]
        queries: list[RawQuery] = [as_cells(data.columns, each.cells) for each in data.rows]
    elif isinstance(data, Documents):
        ids = [each.id for each in data.documents]
        cells = (as_cells(data.columns, d.cells) for d in data.documents)
        queries = [
            RowCells({**of, data.text: d.text}) for of, d in zip(cells, data.documents, strict=True)
        ]
    else:
        raise InputError("the data have no rows")
    number = (
        ids.index(row) + 1 if row in filter(None, ids) else int(f"0{row}") if row.isdecimal() else 0
    )
    if not 1 <= number <= len(queries):
        what = f"expected a row from 1 to {len(queries)}{', or an id' * any(ids)}"
        raise InputError(f"{what}; got {quoted(row)}{near(row, ids)}")
    return {data.schema.free_name(f"r{number}"): queries[number - 1]}


def queries_in(
    data: Data, header: Sequence[str], rows: Sequence[Sequence[object]]
) -> dict[str, RawQuery]:
    r"""Return the `rows` of a table as queries without the class, called by its column id, or r1 ...

    >>> problem = Problem.from_text("data.table = '''\nspoon,soup\nsilver,leek\n'''")
    >>> queries_in(problem.data, ["spoon", "soup"], [["silver", "?"], ["", ""]])
    {'r1': {'spoon': 'silver'}, 'r2': {'spoon': ''}}

    Raises InputError for a table without rows, and for an id that is there twice.
    """
    if not rows:
        raise InputError("the table has a header and no rows")
    schema, queries = data.schema, dict[str, RawQuery]()
    for number, row in enumerate(rows, start=1):
        cells = dict(zip(header, row, strict=True))
        identity = name_of(cells.pop("id", "")) if "id" not in schema.columns else ""
        name = identity or schema.free_name(f"r{number}")
        if name in queries:
            raise InputError(f"the id {quoted(name)} is there twice", at=HERE.row(number))
        cells.pop(schema.class_variable, None)
        queries[name] = RowCells(cells)
    return queries


def with_columns_in(problem: Problem, quantities: Iterable[object]) -> Problem:
    """Return `problem` with the columns that were left out of it and that some `quantities` are of."""
    text, data = " ".join(map(str, quantities)), whole(problem.data)
    columns = () if data is problem.data else data.columns
    is_of_all = bool(columns) and is_of_model(text)
    omitted = (c for c in columns if c not in problem.schema.columns)
    names = [column for column in omitted if is_of_all or is_named(column, text)]
    if not names:
        return problem
    pairs = problem.query.items()
    cells = {i: of if isinstance(of, Mapping) else {data.schema.text: of} for i, of in pairs}
    return with_queries(problem, {i: {**of, **dict.fromkeys(names, "")} for i, of in cells.items()})


def with_queries(problem: Problem, queries: Any) -> Problem:
    """Return `problem` with `queries`, as a Problem takes them, instead of its own."""
    data = whole(problem.data)
    if isinstance(data, Table | Documents):
        data = replace(data, unlabelled=())
    bare = replace(problem, data=data, query=queries, ask=(), questions=(), printed=())

    def is_there(quantity: str) -> bool:
        try:
            bare.scope.resolve(quantity)
        except InputError:
            return False
        return True

    ask = [quantity for quantity in problem.ask if is_there(quantity)]
    questions = [q for q in problem.questions if q.is_derivation or is_there(q.quantity)]
    return replace(bare, ask=ask, questions=questions)
