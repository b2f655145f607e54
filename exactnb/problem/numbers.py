"""Numeric columns of a problem: that their cells are numbers, and a model's blocks of them.

How to read: `number_blocks` makes the blocks of a model; what comes after it checks sums, cells and
exposures before anything is estimated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from exactnb.arithmetic.numerals import number_in, read_number, with_point
from exactnb.arithmetic.rounding import number_text
from exactnb.conventions import Conventions
from exactnb.data.counts import Counts
from exactnb.data.documents import Documents
from exactnb.data.moments import Moments
from exactnb.data.parameters import Parameters
from exactnb.data.places import COUNTS, DATA, in_class, in_row
from exactnb.data.schema import Case, Schema
from exactnb.data.table import Table
from exactnb.errors import InputError, Place, near, quoted
from exactnb.families import chosen
from exactnb.families.numbers import NumberBlock, NumberFamily
from exactnb.families.sample import Exposure, Sample
from exactnb.model.model import Model
from exactnb.naming.names import Item
from exactnb.problem.choice import ModelChoice

Data = Table | Documents | Counts | Parameters
Exposures = Mapping[str, Exposure]
"""What stands behind the counts in some columns."""


_EXPOSURE = DATA / "exposure"


def number_blocks(
    columns: Mapping[NumberFamily, tuple[str, ...]],
    *,
    name: str,
    conventions: Conventions,
    counts: Counts,
    given: Parameters | None,
    exposures: Exposures,
) -> dict[str, NumberBlock]:
    """Return the numeric columns of a model, those of one family together."""
    schema = counts.schema
    classes = tuple(Item("class", schema.class_variable, label) for label in schema.classes)
    sample = None
    if given is None:
        listed = [column for of in columns.values() for column in of]
        partial = frozenset(column for column in listed if counts.has_missing(column))
        sample = Sample(Moments(counts), partial, exposures)
        _check_shown(counts, exposures)
        for own, of in columns.items():
            if counts.moments and not counts.cells:
                _check_sums(counts, own, of, exposures)
            elif not own.is_naive:
                _check_products(counts, own, of)
    found: dict[str, NumberBlock] = {}
    for own, of in columns.items():
        block = NumberBlock(
            own,
            of,
            classes,
            name,
            conventions,
            sample,
            None if given is None else given.numbers,
            {} if given is None else given.points,
            exposures=exposures,
        )
        found |= dict.fromkeys(of, block)
    heads = {own: own.heads_of_all(found[of[0]]) for own, of in columns.items()}
    shared = Counter(head for of in heads.values() for head in of)
    for own, of in columns.items():
        if any(shared[head] > 1 for head in heads[own]):
            found |= dict.fromkeys(of, replace(found[of[0]], is_alone=False))
    return found


def _check_sums(
    counts: Counts, family: NumberFamily, columns: tuple[str, ...], exposures: Exposures
) -> None:
    """Refuse sums that are missing, or that no numbers of a family add up to."""
    needed = [((column,) * power, column) for column in columns for power in family.powers]
    needed += [(pair, pair[0]) for pair in combinations(columns, 2) if not family.is_naive]
    behind = ((exposures[c], c) for c in columns if c in exposures)
    needed += [((other.name,), column) for other, column in behind if not other.constant]
    for of, column in needed:
        head = "sum" if len(of) == 1 else "squares" if of[0] == of[1] else "products"
        row = f"{head}({','.join(dict.fromkeys(of))})"
        for label, size in counts.sizes.items():
            total = counts.moments.get((of, label), counts.moments.get((of[::-1], label)))
            at = in_class(in_row(COUNTS, row), label)
            if total is None:
                raise InputError(f"{family.name} needs a row {row}", at=COUNTS)
            if of == (column,) and (why := family.impossible(Fraction(total), Fraction(size))):
                raise InputError(f"{why}; got {number_text(total)}", at=at)
            if of[0] != column and total <= 0 < size and len(of) == 1:
                raise InputError(f"an exposure is positive; got {number_text(total)}", at=at)


def _check_products(counts: Counts, family: NumberFamily, columns: tuple[str, ...]) -> None:
    """Refuse counts of rows that were taken without the products of two columns."""
    known = {frozenset(of) for of, _ in counts.moments}
    for pair in combinations(columns, 2):
        if frozenset(pair) not in known and any(counts.sizes.values()):
            message = f"{family.name} needs the products of {quoted(pair[0])} and {quoted(pair[1])}"
            raise InputError(f"{message}: count(table, together=[{columns}])", at=DATA)


def _check_shown(counts: Counts, exposures: Exposures) -> None:
    """Refuse counts of rows of which some show a count without its exposure, or the other way round."""
    moments = Moments(counts)
    for column, behind in exposures.items():
        if not behind.constant and counts.cells:
            for label in counts.sizes:
                if moments.size(column, label) != moments.size(behind.name, label):
                    message = (
                        f"some rows of class {quoted(label)} show it without {quoted(behind.name)}"
                    )
                    raise InputError(f"{message}, or the other way round", at=_EXPOSURE / column)


def columns_together(
    data: Table | Documents, choices: Iterable[ModelChoice]
) -> tuple[tuple[str, ...], ...]:
    """Return the columns that some model has a covariance of; their cells are numbers."""
    schema = data.schema
    found: dict[tuple[str, ...], None] = {}
    for choice in choices:
        groups: dict[NumberFamily, list[str]] = {}
        for column in schema.columns:
            own = None
            if (said := choice.of(column)) is not None:
                with suppress(InputError):  # what is no family is refused with its place
                    own = chosen(said)
            if isinstance(own, NumberFamily):
                groups.setdefault(own, []).append(column)
        for own, columns in groups.items():
            if not own.is_naive:
                found[tuple(columns)] = None
                for column in columns:
                    check_cells(data, schema.columns[column], column, own)
    return tuple(found)


def check_cells(data: Data, values: Collection[str], column: str, family: NumberFamily) -> None:
    """Raise InputError, with row and column, for a cell that is no number the family can have.

    `values` are all that the column shows.
    """
    if not family.is_joint and all(_is_fit(value, family) for value in values):
        return
    for number, case in _rows(data):
        if column not in case.cells:
            if family.is_joint:
                message = f"{family.name} needs a number in every row of its columns"
                raise InputError(message, at=_cell(data, number, column))
            continue
        read = _number(data, case, number, column, family.name)
        if why := family.problem(read):
            raise InputError(f"{why}; got {case.cells[column]}", at=_cell(data, number, column))
    for value in values:  # listed, but in no row; a column of ones has a 0 beside them
        if value != "0" and not _is_fit(value, family):
            message = f"expected numbers, as {family.name} needs; got {quoted(value)}"
            raise InputError(message, at=DATA / "values" / column)


def _is_fit(value: str, family: NumberFamily) -> bool:
    try:
        return not family.problem(number_in(value))
    except InputError:
        return False


def check_exposures(data: Data, exposures: Exposures) -> None:
    """Raise InputError, with row and column, where a count has no exposure, or one that is none."""
    columns = ((column, of.name) for column, of in exposures.items() if not of.constant)
    for column, behind in columns:
        for number, case in _rows(data):
            if (column in case.cells) != (behind in case.cells):
                lacks = behind if column in case.cells else column
                other = column if lacks == behind else behind
                message = f"is missing, where {quoted(other)} is given"
                raise InputError(message, at=_cell(data, number, lacks))
            if behind in case.cells:
                value = _number(data, case, number, behind, "an exposure")
                if value <= 0:
                    raise InputError(
                        f"an exposure is positive; got {case.cells[behind]}",
                        at=_cell(data, number, behind),
                    )


def check_timed(exposures: Exposures, models: Iterable[Model]) -> None:
    """Raise InputError for an exposure that no model has a use for: it stands behind counts."""
    blocks = [model.numbers for model in models]
    for column in exposures:
        if not any(column in of and of[column].family.is_timed for of in blocks):
            message = f"column {quoted(column)} is poisson in no model, and an exposure is behind such"
            raise InputError(message, at=_EXPOSURE / column)


def read_exposures(given: Mapping[str, object], schema: Schema, *, free: bool = False) -> Exposures:
    """Return the exposures that a problem names.

    Where the numbers are given, only queries show an exposure, and its name is `free`. One that is
    the same in all rows is called `exposure` in a query that has another, `exposure of c` where
    several columns have one.

    Raises InputError for a column that is none, and for an exposure that is not positive.
    """
    found: dict[str, Exposure] = {}
    numbers = [column for column, behind in given.items() if _is_number(behind)]
    for column, behind in given.items():
        if column not in schema.columns:
            hint = near(column, schema.columns)
            raise InputError(f"unknown column {quoted(column)}{hint}", at=_EXPOSURE)
        at = _EXPOSURE / column
        if column in numbers:
            if (value := read_number(behind)) <= 0:
                raise InputError(f"an exposure is positive; got {behind}", at=at)
            wanted = "exposure" if len(numbers) == 1 else f"exposure of {column}"
            taken = schema.free_name(wanted) != wanted
            name = schema.free_name(f"exposure of {column}" if taken else wanted)
            found[column] = Exposure(name, value, constant=True)
        else:
            found[column] = Exposure(_exposing_column(behind, column, schema, at, free=free))
    return found


def _is_number(behind: object) -> bool:
    try:
        read_number(behind)
    except InputError:
        return False
    return True


def _exposing_column(behind: object, column: str, schema: Schema, at: Place, *, free: bool) -> str:
    """Return the name of the column that holds an exposure; InputError for what is none."""
    if isinstance(behind, bool) or not isinstance(behind, str | float):
        raise InputError(f"expected a number or a column; got {quoted(behind)}", at=at)
    if isinstance(behind, float) or not behind.strip():
        at.read(read_number, behind)  # says what is wrong with it
    name = str(behind).strip()
    if not free and name not in schema.columns:
        raise InputError(f"unknown column {quoted(name)}{near(name, schema.columns)}", at=at)
    if name == column:
        raise InputError("a count is not its own exposure", at=at)
    return name


def _number(data: Data, case: Case, row: int, column: str, what: str) -> Fraction:
    cell = case.cells[column]
    try:
        return number_in(cell)
    except InputError as error:
        message = f"{what} needs a number; got {quoted(cell)}"
        if "digits" in error.message:
            message = error.message
        elif with_point(cell):
            message += '; say decimal = "," in data if that is a decimal comma'
        elif cell.isalpha():  # such as NA
            message += "; data.missing lists what marks a missing cell"
        raise InputError(message, at=_cell(data, row, column)) from None


def _rows(data: Data) -> Iterator[tuple[int, Case]]:
    if isinstance(data, Table | Documents):
        yield from enumerate(data.cases(), start=1)


def _cell(data: Data, row: int, column: str) -> Place:
    """Return where a cell of the rows stands."""
    assert isinstance(data, Table | Documents)
    return (DATA / data.at).row(row).column(column)
