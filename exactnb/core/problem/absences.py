"""Missing cells as a value of their own, a convention of some tools; values are those of rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from exactnb.core.data.counts import Counts, count
from exactnb.core.data.documents import Documents
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import DATA, Number, Schema
from exactnb.core.data.table import Table
from exactnb.core.problem.choice import ModelChoice, family_of_column
from exactnb.core.problem.types import Data
from exactnb.errors import InputError, Place, quoted


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
    rewritten = _rewritten(data, counts, columns, absent)
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


def _rewritten(
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
