"""What queries and rows lack: columns that no query names, and cells that are missing.

Within a class features are independent: one that no query shows is summed out, as if it were not there.
So nobody is asked how a number is distributed on which nothing depends, or whether a name is an id. A
missing cell is a value of its own by a convention of some tools; then values are those of rows.

How to read: `without_unnamed_columns` and `with_absences` are the doors, for the data of a problem.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat
from math import prod
from typing import Any

from exactnb.core.arithmetic.numerals import without_separators
from exactnb.core.data.counts import Counts, count
from exactnb.core.data.documents import Documents
from exactnb.core.data.doubts import MANY, is_count, is_ticked
from exactnb.core.data.findings import Doubt, RowsOutcome
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.rows import LABELS, RowCells
from exactnb.core.data.schema import DATA, Number, Schema, seems_missing
from exactnb.core.data.table import Table
from exactnb.core.families.base import Observation
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.problem.choice import ModelChoice, family_of_column
from exactnb.core.problem.observing import RawQuery
from exactnb.core.problem.queries import queries_of
from exactnb.core.problem.types import Data
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import InputError, Place, enumerated, printable, quoted

_NAMED = 6  # of the columns that are left out


class Omission(Doubt):
    """That columns are left out which no query names; `data` are those with all columns."""

    __slots__ = ("data",)
    data: Any


def texts_in(entries: Iterable[object]) -> Iterator[str]:
    """Yield the texts of a problem's `entries` that may name columns: quantities, values, keys."""
    for entry in entries:
        match entry:
            case str():
                yield entry
            case Mapping():
                yield from texts_in((*entry, *entry.values()))
            case _:
                yield from (str(getattr(entry, key, "")) for key in ("quantity", "value"))
                yield from texts_in(getattr(entry, "milestones", ()))


def without_unnamed_columns(
    make: Callable[..., Any], data: Data, models: Mapping[str, ModelChoice], raw: object, stated: str
) -> Data:
    """Return `data` without the columns that no query in `raw` names, if one alone makes no problem.

    `make` refuses or doubts those; where there is one, all go that no query names, and an `Omission`
    says which. A row that is asked for names its filled cells, but for names and whole numbers that are
    all different. Columns stay that the models or the text `stated` name, that may be the class or
    weights, and on which others depend. Where a query cannot be read nothing is left out: it is refused
    later. A word of draws counts 0 times instead, unless its column holds no counts, or numbers rows,
    or a query says 0 of a word, as it says all then.
    """
    if not isinstance(data, Table | Documents):
        return data
    if 2 * len(data.classes) > len(_rows(data)) and all(map(str.isdigit, data.classes)):
        return data  # counts by class, perhaps, which the refusal of their columns tells
    conventions = [choice.conventions for choice in models.values()]
    try:
        queries = queries_of(raw, data, conventions).values()
    except InputError:  # values alone, perhaps, with none for an id
        ids = [column for column, of in data.schema.columns.items() if _is_id(of, data, ordered=True)]
        try:
            queries = queries_of(raw, fewer := _without_columns(data, ids), conventions).values()
        except InputError:
            return data
        data = fewer
    rows = [query for query in queries if isinstance(query, RowCells)]
    names = [_named_columns(query, data) for query in queries if not isinstance(query, RowCells)]
    named, in_rows = {*chain(*names)}, {column for row in rows for column, cell in row.items() if cell}
    if not queries or not all(names) or not named <= {*data.columns, data.schema.text}:
        return data
    named |= {c for of in models.values() for c in (*of.families, *dict(of.conventions.smoothings))}
    is_weighted = bool(getattr(data, "weight", ""))
    sums = {column for doubt in data.doubts for column in doubt.remedy.get("omit", ())}
    drawn = {column for column in data.columns if _is_drawn(column, models.values())}
    stated_cells = [query for query in queries if isinstance(query, Mapping)]
    says_all = any(str(cells.get(column)) == "0" for cells in stated_cells for column in drawn)
    free = {
        column: values
        for column, values in data.schema.columns.items()
        if not (column in named or column.casefold() in LABELS or is_numeral(column))
        and (is_weighted or column in sums or (says_all and column in drawn) or not is_count(column))
        and not is_named(column, stated)
        and (column not in in_rows or _is_id(values, data))
        and not (rows and column in drawn)
        and all(map(_is_naive, repeat(column), models.values()))
    }
    if not free or is_of_model(stated):
        return data
    counts, alone = count(data), dict[str, ModelChoice]()
    for name, choice in models.items():
        plain = choice.conventions.varied(smoothings={}).explicit_among(())
        alone[name] = replace(choice, families={}, conventions=plain)

    def doubts(*columns: str) -> set[Doubt]:
        """Return the doubts about a problem of these `columns` alone."""
        alone_doubts = make(_counts_of_columns(counts, columns), models=alone).doubts
        return {doubt for doubt in alone_doubts if not isinstance(doubt, RowsOutcome)}

    of_class = doubts()

    def is_doubtful(column: str, values: Sequence[str]) -> bool:
        """Say whether something would have to be said about a `column`, or refused."""
        if column in drawn:
            are_counts = all(value.isdigit() or seems_missing(value) for value in values)
            return says_all or not are_counts or _numbers_rows(column, data)
        # a doubt is certain, and costs the sum of as many values as there are rows
        if len(values) >= MANY and column not in data.listed and _is_id(values, data):
            return True
        if any(row.get(column, "") not in ("", *values) for row in rows):
            return True
        try:
            return bool(doubts(column) - of_class) and column not in data.listed
        except InputError:
            return True

    noted = sums | {doubt.column for doubt in data.doubts if doubt.column not in drawn}
    omitted = [column for column, of in free.items() if column in noted or is_doubtful(column, of)]
    others = [column for column in data.columns if column not in omitted]
    counted = [column for column in omitted if column not in sums | drawn and not is_weighted]
    weights = [*map(_check_possible_counts, counted, repeat(data), repeat(others))]
    left = [column for column in free if column in omitted or column not in drawn]
    kept = _without_columns(data, left) if omitted else data
    return replace(kept, doubts=(*kept.doubts, *chain(*weights)))


def whole(data: Any) -> Any:
    """Return `data` with the columns that were left out of them, for other queries."""
    omissions = [doubt for doubt in getattr(data, "doubts", ()) if isinstance(doubt, Omission)]
    return omissions[0].data if omissions else data


def open_columns(problem: Any) -> Iterator[Doubt]:
    """Yield a doubt about each query of a `problem` that names columns of marks, x or nothing, not all.

    Those that it does not name are summed out: it does not ask for empty cells. A word of draws counts
    0 times, which is said of all queries at once. So is what becomes of cells that rows lack.
    """
    data, queries, schema = problem.data, problem.query, problem.data.schema
    columns = {**whole(data).schema.columns, **schema.columns}
    marked = [column for column, of in columns.items() if is_ticked({*of} - {schema.absent})]
    for cells in queries.values():
        named = _named_columns(cells, data)
        left = [column for column in marked if column not in named]
        if left and isinstance(cells, Mapping) and any(column in cells for column in marked):
            typed = [f"{column}={cell}" for column, cell in cells.items()]
            listed = enumerated(f"“{printable(column)}”" for column in left)
            sentence = f"{listed} {'are' if left[1:] else 'is'} summed out, not asked for as empty"
            yield Doubt(sentence, query=", ".join([*typed, *(f"{column}=" for column in left)]))
    by_column = [cells for cells in queries.values() if isinstance(cells, Mapping)]
    mentioned = [_named_columns(cells, data) for cells in by_column]
    unnamed = [c for c in getattr(data, "columns", ()) if any(c not in of for of in mentioned)]
    if words := [f"“{printable(c)}”" for c in unnamed if _is_drawn(c, problem.models.values())]:
        are = "count" if words[1:] else "counts"
        yield RowsOutcome(f"{_listed(words)} {are} 0 times where a query does not say how often")
    rows = [case.cells for case in problem.cases()]
    lacking: dict[str, Number] = {c: sum(c not in cells for cells in rows) for c in schema.columns}
    if isinstance(data, Counts) and data.sized:
        rows_in_all, filled = sum(data.sizes.values()), Counter[str]()
        for (column, _, _), n in data.cells.items():
            filled[column] += n  # type: ignore[assignment]
        lacking = {column: rows_in_all - filled[column] for column, of in schema.columns.items() if of}
    may_be_values = any(n and column not in problem.measured for column, n in lacking.items())
    yield from missing_cells(lacking, **({"missing_cells": "value"} if may_be_values else {}))


def missing_cells(lacking: Mapping[str, Number], **remedy: str) -> Iterator[RowsOutcome]:
    """Yield what becomes of the cells that columns lack, so many each; a `remedy` counts them.

    Columns stand in the order of their names, which every door knows.

    >>> [*missing_cells({"sky": 1, "wind": 0})]
    ['1 cell of “sky” is missing: only its column leaves it out, unless missing cells are values']
    """
    counted = ((c, f"{int(n):,}" if n == int(n) else str(n)) for c, n in sorted(lacking.items()) if n)
    names = [f"{n} cell{'s' * (n != '1')} of “{printable(c)}”" for c, n in counted]
    are = "is missing: only its" if sum(lacking.values()) == 1 else "are missing: only their"
    column = "column leaves it" if sum(lacking.values()) == 1 else "columns leave them"
    if names:
        sentence = f"{_listed(names)} {are} {column} out, unless missing cells are values"
        yield RowsOutcome(sentence, **remedy)


def is_named(column: str, text: str) -> bool:
    """Say whether a `text`, such as a quantity, may name a `column`, or a head."""
    return re.search(rf"(?<!\w){re.escape(column)}(?!\w)", text) is not None


def is_of_model(text: str) -> bool:
    """Say whether a `text` may name a quantity of all columns of a model, such as its accuracy."""
    return any(
        kind.shapes == ("",) and not kind.of_data and is_named(head, text)
        for head, kind in QUANTITIES.items()
    )


def _named_columns(query: RawQuery, data: Data) -> Collection[str]:
    if isinstance(query, Mapping):
        return {str(name).strip() for name in (*query, *getattr(query, "names", ()))}
    return query.cells if isinstance(query, Observation) else [data.schema.text]


def _rows(data: Table | Documents) -> Sequence[Any]:
    return data.rows if isinstance(data, Table) else data.documents


def _is_id(values: Sequence[str], data: Table | Documents, *, ordered: bool = False) -> bool:
    """Say whether each row has another of the `values`: names, or whole numbers, `ordered` as the rows.

    Texts are no names.
    """
    size, whole_numbers = len(_rows(data)), [value for value in values if value.isdigit()]
    if not len(values) == size > 2 or sum(len(value.split()) for value in values) > 2 * size:
        return False
    if whole_numbers == [*values]:
        return not ordered or int(values[-1]) - int(values[0]) == size - 1
    return not whole_numbers and not any(map(is_numeral, values))


def _is_naive(column: str, choice: ModelChoice) -> bool:
    """Say whether the factors of other columns do not depend on this one."""
    family = family_of_column(column, choice)
    return family is None or family.is_naive


def _is_drawn(column: str, choices: Iterable[ModelChoice]) -> bool:
    families = (family_of_column(column, choice) for choice in choices)
    return any(family is not None and family.draws_words for family in families)


def _numbers_rows(column: str, data: Table | Documents) -> bool:
    """Say whether each row has another whole number, in rising order or without a gap between them."""
    place, rows = data.columns.index(column), _rows(data)
    numbers = [int(row.cells[place]) for row in rows if str(row.cells[place]).isdigit()] or [0]
    is_run = numbers == sorted(numbers) or max(numbers) - min(numbers) < len(rows)
    is_usual = numbers == [*range(min(numbers), min(numbers) + len(rows))]
    least = 2 if is_usual else 3  # three may be in order by chance
    return least < len({*numbers}) == len(rows) and is_run


def _counts_of_columns(counts: Counts, columns: Collection[str]) -> Counts:
    """Return the counts of some columns alone."""
    schema = replace(counts.schema, columns={c: counts.schema.columns[c] for c in columns}, words=())
    cells = {cell: number for cell, number in counts.cells.items() if cell[0] in columns}
    return replace(counts, schema=schema, cells=cells, words={}, presence={})


def _check_possible_counts(
    column: str, data: Table | Documents, others: Collection[str]
) -> list[Doubt]:
    """Refuse whole numbers beside each combination of the `others`, once: they may be its counts.

    Where some combinations lack, a name that says how many there are is doubted.
    """
    values = [without_separators(value) or value for value in data.schema.columns[column]]
    rows = _rows(data)
    places = [data.columns.index(other) for other in others]
    combined = {(row.label, *(row.cells[place] for place in places)) for row in rows}
    possible = prod(len(data.values[place]) for place in places) * len(data.classes)
    is_counted = all(map(str.isdecimal, values)) and not _is_id(values, data, ordered=True)
    if not (is_counted and 3 < len(rows) == len(combined)):
        return []
    if 4 * len(rows) >= 3 * possible:
        way = f'say weight = "{column}", or omit = ["{column}"]'
        message = f"column {quoted(column)} has a whole number for each combination of the others"
        raise InputError(f"{message}; if it says how often a row counts, {way}", at=DATA)
    doubt = Doubt(f"“{printable(column)}” may say how often each row counts", weight=column)
    return [doubt] * is_count(column, perhaps=True)


def _listed(columns: Sequence[str]) -> str:
    """Return `columns` in a sentence, the first few of many."""
    more = len(columns) - _NAMED if len(columns) > _NAMED + 1 else 0
    return enumerated([*columns[: len(columns) - more], *[f"{more} others"] * bool(more)])


def _without_columns(data: Table | Documents, columns: Collection[str]) -> Table | Documents:
    """Return `data` without some `columns`, and the doubt that says so."""
    omitted = [c for c in whole(data).columns if c in columns or c not in data.columns]
    data = whole(data)
    places = [place for place, column in enumerate(data.columns) if column not in omitted]

    def kept(cells: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(cells[place] for place in places)

    listed = _listed([f"“{printable(column)}”" for column in omitted])
    are, them = ("are", "them") if omitted[1:] else ("is", "it")
    doubt = Omission(f"{listed} {are} left out: no query names {them}", omit=omitted)
    doubt.data = data
    rows = tuple(replace(row, cells=kept(row.cells)) for row in _rows(data))
    changes: dict[str, Any] = {"columns": kept(data.columns), "values": kept(data.values)}
    changes["rows" if isinstance(data, Table) else "documents"] = rows
    others = (other for other in data.doubts if other.column not in omitted)
    return replace(data, **changes, doubts=(doubt, *others))


def with_absences(data: Data, models: Mapping[str, ModelChoice]) -> Data:
    """Return the data as the conventions of all models take them: unchanged, or with absences.

    With absences, the values of a column are those that rows have, and None where some have no value;
    values that are only declared do not count. Raises InputError for a class without rows and a column
    without values, of which such a tool knows nothing, for a family that has no place for such a value,
    and for models that differ in this on data where it matters.
    """
    value_models = [
        name for name, choice in models.items() if choice.conventions.missing_cells == "value"
    ]
    if not value_models or isinstance(data, Parameters):
        return data
    preset = models[value_models[0]].conventions.preset or 'missing_cells = "value"'
    counts = data if isinstance(data, Counts) else count(data)
    if counts.sized:
        for label, size in counts.sizes.items():
            if not size:
                message = f"class {quoted(label)} has no rows; under {preset} a class needs one"
                raise InputError(message, at=DATA / "classes")
    columns, absent = _observed_columns(counts, [models[name] for name in value_models], preset)
    rewritten = _with_absent_values(data, counts, columns, absent)
    untouched = next((name for name in models if name not in value_models), None)
    if untouched is not None and rewritten != data:
        message = "takes a missing cell for a value, and counts only values that rows have"
        raise InputError(
            f"{message}; {quoted(untouched)} does not: solve them one by one",
            at=Place.of("models") / value_models[0],
        )
    return rewritten


def _observed_columns(
    counts: Counts, choices: list[ModelChoice], preset: str
) -> tuple[dict[str, tuple[str, ...]], str]:
    """Return the values of columns as rows have them, and the name of the one for a missing cell."""
    schema = counts.schema
    absent = schema.absent or schema.free_name("None")
    observed = {(column, value) for (column, value, _), n in counts.cells.items() if n}
    columns = dict(schema.columns)
    for column, listed in schema.columns.items():
        values = tuple(value for value in listed if (column, value) in observed)
        missing = counts.sized and counts.has_missing(column)
        families = filter(None, (family_of_column(column, choice) for choice in choices))
        if (column,) in counts.together or any(family.domain != "nominal" for family in families):
            if missing:
                message = f"has missing cells, values under {preset}; of such only categorical knows"
                raise InputError(message, at=DATA.column(column))
        elif not set(values) - {absent}:
            message = f"no row has a value; under {preset} a column needs one: leave it out"
            raise InputError(message, at=DATA.column(column))
        else:
            columns[column] = (*values, absent) if missing and absent not in values else values
    return columns, absent


def _with_absent_values(
    data: Table | Documents | Counts, counts: Counts, columns: dict[str, tuple[str, ...]], absent: str
) -> Table | Documents | Counts:
    """Return the data with such values, and the one for missing cells in these."""
    gapped = {column for column, values in columns.items() if absent in values}
    name = absent if gapped else ""
    if isinstance(data, Counts):
        schema: Schema = replace(data.schema, columns=columns, absent=name)
        cells: dict[Any, Number] = {key: n for key, n in data.cells.items() if n}
        for column in gapped:
            for label, size in data.sizes.items():
                counted = (cells.get((column, v, label), 0) for v in columns[column] if v != absent)
                cells[column, absent, label] = size - sum(counted)
        return replace(data, schema=schema, cells=cells)
    values = tuple(columns.values())

    def filled(cells: tuple[str, ...]) -> tuple[str, ...]:
        pairs = zip(columns, cells, strict=True)
        return tuple(absent if not cell and column in gapped else cell for column, cell in pairs)

    if isinstance(data, Table):
        rows = tuple(replace(row, cells=filled(row.cells)) for row in data.rows)
        return replace(data, values=values, rows=rows, absent=name)
    documents = tuple(replace(document, cells=filled(document.cells)) for document in data.documents)
    return replace(data, values=values, documents=documents, absent=name)
