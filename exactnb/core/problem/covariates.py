"""Covariates: numbers of a row that belong to another column, such as the exposure of a count.

Families define the kinds; a problem names the column, or one number for all rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from exactnb.core import families
from exactnb.core.arithmetic.numerals import explain_commas, number_in, read_number
from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import Documents
from exactnb.core.data.moments import Moments
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.places import DATA
from exactnb.core.data.schema import Case, Schema
from exactnb.core.data.table import Table
from exactnb.core.families.protocol import Covariate
from exactnb.core.families.sample import CovariateColumn
from exactnb.core.model.model import Model
from exactnb.errors import InputError, Place, listing, near, quoted

Data = Table | Documents | Counts | Parameters
Covariates = Mapping[str, CovariateColumn]
"""The covariates of columns, by the names of these columns."""


def read_covariates(
    key: str, raw_by_column: Mapping[str, object], schema: Schema, *, free: bool = False
) -> Covariates:
    """Return the covariates in `raw_by_column`, the table of a problem under `key`.

    Where parameters are given, only queries have them, and their names are `free`: they need no column
    of `schema`. In a query, a covariate that is the same in all rows is named after its key, or
    `KEY of c` where several columns have one.

    Raises InputError for an unknown column, and for a number that cannot be a covariate.
    """
    if not raw_by_column:
        return {}
    kind = families.covariate(key)
    covariates: dict[str, CovariateColumn] = {}
    numbers = [column for column, raw in raw_by_column.items() if _is_number(raw)]
    for column, raw in raw_by_column.items():
        if column not in schema.columns:
            hint = near(column, schema.columns)
            raise InputError(f"unknown column {quoted(column)}{hint}", at=DATA / key)
        at = DATA / key / column
        if column in numbers:
            value = read_number(raw)
            kind.check(value, raw, at)
            wanted = key if len(numbers) == 1 else f"{key} of {column}"
            is_used = schema.free_name(wanted) != wanted
            name = schema.free_name(f"{key} of {column}" if is_used else wanted)
            covariates[column] = CovariateColumn(name, kind, value, constant=True)
        else:
            covariates[column] = CovariateColumn(
                _column(raw, column, schema, kind, at, free=free), kind
            )
    return covariates


def _is_number(raw: object) -> bool:
    try:
        read_number(raw)
    except InputError:
        return False
    return True


def _column(raw: object, column: str, schema: Schema, kind: Covariate, at: Place, *, free: bool) -> str:
    """Return the name of the column that holds a covariate; InputError for any other name."""
    if isinstance(raw, bool) or not isinstance(raw, str | float):
        raise InputError(f"expected a number or a column; got {quoted(raw)}", at=at)
    if isinstance(raw, float) or not raw.strip():
        at.read(read_number, raw)  # says what is wrong with it
    name = str(raw).strip()
    if not free and name not in schema.columns:
        raise InputError(f"unknown column {quoted(name)}{near(name, schema.columns)}", at=at)
    if name == column:
        raise InputError(f"{kind.response} is not its own {kind.key}", at=at)
    return name


def check_covariates(data: Data, covariates: Covariates) -> None:
    """Raise InputError for a row of `data` that lacks one of its `covariates`, or has a bad one."""
    columns = (
        (column, covariate.name, covariate.kind)
        for column, covariate in covariates.items()
        if not covariate.constant
    )
    for column, covariate_column, kind in columns:
        for number, case in numbered_rows(data):
            if (column in case.cells) != (covariate_column in case.cells):
                lacks = covariate_column if column in case.cells else column
                present = column if lacks == covariate_column else covariate_column
                message = f"is missing, where {quoted(present)} is given"
                raise InputError(message, at=cell_place(data, number, lacks))
            if covariate_column in case.cells:
                value = number_at(data, case, number, covariate_column, kind.noun)
                if kind.problem(value):  # the place is made only for an error: there are many rows
                    kind.check(
                        value, case.cells[covariate_column], cell_place(data, number, covariate_column)
                    )


def check_used(covariates: Covariates, models: Iterable[Model]) -> None:
    """Raise InputError for one of the `covariates` that no family in `models` uses."""
    blocks = [model.by_column for model in models]
    for column, kind in (
        (column, blocks_by_column.kind) for column, blocks_by_column in covariates.items()
    ):
        if not any(
            column in blocks_by_column and blocks_by_column[column].family.covariate is kind
            for blocks_by_column in blocks
        ):
            able = listing(
                family.name for family in families.every_family() if family.covariate is kind
            )
            message = f"column {quoted(column)} is {able} in no model, and {kind.noun} is behind such"
            raise InputError(message, at=DATA / kind.key / column)


def check_exposed_rows(counts: Counts, covariates: Covariates) -> None:
    """Raise InputError if rows in `counts` have a number without its `covariates`, or reversed."""
    moments = Moments(counts)
    for column, covariate in covariates.items():
        if not covariate.constant and counts.cells:
            for label in counts.sizes:
                if moments.size(column, label) != moments.size(covariate.name, label):
                    message = (
                        f"some rows of class {quoted(label)} show it without {quoted(covariate.name)}"
                    )
                    at = DATA / covariate.kind.key / column
                    raise InputError(f"{message}, or the other way round", at=at)


def number_at(data: Data, case: Case, row: int, column: str, what: str) -> Fraction:
    """Return the number in a `column` of `case`; raise InputError, with its place, for any other text.

    `row` is its number in `data`, and `what` says in the message who needs it.
    """
    cell = case.cells[column]
    try:
        return number_in(cell)
    except InputError as error:
        message = f"{what} needs a number; got {quoted(cell)}"
        if "digits" in error.message:
            message = error.message
        elif hint := explain_commas(cell, 'say decimal = "," in data'):
            message += hint
        elif cell.isalpha():  # such as NA
            message += "; data.missing lists what marks a missing cell"
        raise InputError(message, at=cell_place(data, row, column)) from None


def numbered_rows(data: Data) -> Iterator[tuple[int, Case]]:
    """Yield the rows of `data` with their numbers, from 1; none for counts and parameters."""
    if isinstance(data, Table | Documents):
        yield from enumerate(data.cases(), start=1)


def cell_place(data: Data, row: int, column: str) -> Place:
    """Return the place of a cell of `data`, by the number of its `row` and its `column`."""
    assert isinstance(data, Table | Documents)
    return (DATA / data.at).row(row).column(column)
