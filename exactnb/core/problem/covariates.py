"""What rows bring along for the numbers of other columns: read, and checked against the rows.

Which kinds there are is said by families; a problem names the column, or one number for all rows.
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
from exactnb.core.families.sample import Brought
from exactnb.core.model.model import Model
from exactnb.errors import InputError, Place, listing, near, quoted

Data = Table | Documents | Counts | Parameters
AllBrought = Mapping[str, Brought]
"""What rows bring along for the numbers of some columns."""


def read_brought(
    key: str, given: Mapping[str, object], schema: Schema, *, free: bool = False
) -> AllBrought:
    """Return what rows bring along, as a problem names it under a key.

    Where the numbers are given, only queries show it, and its name is `free`. What is the same in all
    rows is called by its key in a query that has another, `KEY of c` where several columns have one.

    Raises InputError for a column that is none, and for a number that cannot be one.
    """
    if not given:
        return {}
    kind = families.covariate(key)
    found: dict[str, Brought] = {}
    numbers = [column for column, behind in given.items() if _is_number(behind)]
    for column, behind in given.items():
        if column not in schema.columns:
            hint = near(column, schema.columns)
            raise InputError(f"unknown column {quoted(column)}{hint}", at=DATA / key)
        at = DATA / key / column
        if column in numbers:
            value = read_number(behind)
            kind.check(value, behind, at)
            wanted = key if len(numbers) == 1 else f"{key} of {column}"
            taken = schema.free_name(wanted) != wanted
            name = schema.free_name(f"{key} of {column}" if taken else wanted)
            found[column] = Brought(name, kind, value, constant=True)
        else:
            found[column] = Brought(_column(behind, column, schema, kind, at, free=free), kind)
    return found


def _is_number(behind: object) -> bool:
    try:
        read_number(behind)
    except InputError:
        return False
    return True


def _column(
    behind: object, column: str, schema: Schema, kind: Covariate, at: Place, *, free: bool
) -> str:
    """Return the name of the column that holds what is brought along; InputError for what is none."""
    if isinstance(behind, bool) or not isinstance(behind, str | float):
        raise InputError(f"expected a number or a column; got {quoted(behind)}", at=at)
    if isinstance(behind, float) or not behind.strip():
        at.read(read_number, behind)  # says what is wrong with it
    name = str(behind).strip()
    if not free and name not in schema.columns:
        raise InputError(f"unknown column {quoted(name)}{near(name, schema.columns)}", at=at)
    if name == column:
        raise InputError(f"{kind.of} is not its own {kind.key}", at=at)
    return name


def check_brought(data: Data, brought: AllBrought) -> None:
    """Raise InputError, with row and column, where a row brings nothing along, or what cannot be."""
    columns = ((column, of.name, of.kind) for column, of in brought.items() if not of.constant)
    for column, behind, kind in columns:
        for number, case in rows_of(data):
            if (column in case.cells) != (behind in case.cells):
                lacks = behind if column in case.cells else column
                other = column if lacks == behind else behind
                message = f"is missing, where {quoted(other)} is given"
                raise InputError(message, at=place_of(data, number, lacks))
            if behind in case.cells:
                value = number_at(data, case, number, behind, kind.noun)
                if kind.problem(value):  # the place is made only where it is told: there are many rows
                    kind.check(value, case.cells[behind], place_of(data, number, behind))


def check_used(brought: AllBrought, models: Iterable[Model]) -> None:
    """Raise InputError for what is brought along and no model has a use for."""
    blocks = [model.by_column for model in models]
    for column, kind in ((column, of.kind) for column, of in brought.items()):
        if not any(column in of and of[column].family.covariate is kind for of in blocks):
            able = listing(own.name for own in families.every_family() if own.covariate is kind)
            message = f"column {quoted(column)} is {able} in no model, and {kind.noun} is behind such"
            raise InputError(message, at=DATA / kind.key / column)


def check_shown(counts: Counts, brought: AllBrought) -> None:
    """Refuse counts of rows of which some show a number without what goes with it, or the other way."""
    moments = Moments(counts)
    for column, behind in brought.items():
        if not behind.constant and counts.cells:
            for label in counts.sizes:
                if moments.size(column, label) != moments.size(behind.name, label):
                    message = (
                        f"some rows of class {quoted(label)} show it without {quoted(behind.name)}"
                    )
                    at = DATA / behind.kind.key / column
                    raise InputError(f"{message}, or the other way round", at=at)


def number_at(data: Data, case: Case, row: int, column: str, what: str) -> Fraction:
    """Return the number in a cell of a row; raise InputError, with its place, for what is none."""
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
        raise InputError(message, at=place_of(data, row, column)) from None


def rows_of(data: Data) -> Iterator[tuple[int, Case]]:
    """Yield the rows with their numbers, if there are any."""
    if isinstance(data, Table | Documents):
        yield from enumerate(data.cases(), start=1)


def place_of(data: Data, row: int, column: str) -> Place:
    """Return where a cell of the rows stands."""
    assert isinstance(data, Table | Documents)
    return (DATA / data.at).row(row).column(column)
