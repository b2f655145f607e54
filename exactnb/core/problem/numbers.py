"""Numeric columns of a problem: that their cells are numbers, their covariates, and a model's blocks.

A covariate is a number of a row that belongs to another column, such as the exposure of a count.
Families define the kinds; a problem names the column, or one number for all rows.

How to read: covariates come first; `numeric_sample` returns the sums of an estimate; those after it
check sums and cells before anything is estimated.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from exactnb.core import families
from exactnb.core.arguments import require
from exactnb.core.arithmetic.numerals import number_in, numeral_hint, read_number, without_separators
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import Documents
from exactnb.core.data.moments import Moments
from exactnb.core.data.rows import require_columns
from exactnb.core.data.schema import COUNTS, DATA, Case, Schema, in_class, in_row, seems_missing
from exactnb.core.data.table import Table
from exactnb.core.families import default
from exactnb.core.families.estimates import CovariateColumn, Sample
from exactnb.core.families.protocol import BaseFamily, Covariate
from exactnb.core.model.model import Model
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.problem.choice import ModelChoice, family_of_column
from exactnb.core.problem.types import Data
from exactnb.errors import InputError, Place, listing, quoted

_DIGIT = re.compile("[0-9]")

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
    if not require(raw_by_column, Mapping, "{ column = exposure }", DATA / key):
        return {}
    kind = families.covariate(key)
    covariates: dict[str, CovariateColumn] = {}
    numbers = [column for column, raw in raw_by_column.items() if _is_number(raw)]
    for column, raw in raw_by_column.items():
        require_columns([column], schema.columns, DATA / key)
        place = DATA / key / column
        if column in numbers:
            value = read_number(raw)
            kind.check(value, raw, place)
            wanted = key if len(numbers) == 1 else f"{key} of {column}"
            is_used = schema.free_name(wanted) != wanted
            name = schema.free_name(f"{key} of {column}" if is_used else wanted)
            covariates[column] = CovariateColumn(name, kind, value, constant=True)
        else:
            covariates[column] = CovariateColumn(
                _column(raw, column, schema, kind, place, free=free), kind
            )
    return covariates


def _is_number(raw: object) -> bool:
    try:
        read_number(raw)
    except InputError:
        return False
    return True


def _column(
    raw: object, column: str, schema: Schema, kind: Covariate, place: Place, *, free: bool
) -> str:
    """Return the name of the column that holds a covariate; InputError for any other name."""
    if isinstance(raw, bool) or not isinstance(raw, str | float):
        raise InputError.expected("a number or a column", raw, at=place)
    if isinstance(raw, float) or not raw.strip():
        place.read(read_number, raw)  # says what is wrong with it
    name = str(raw).strip()
    require_columns([] if free else [name], schema.columns, place)
    if name == column:
        raise InputError(f"{kind.response} is not its own {kind.key}", at=place)
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
            able = listing(f.name for f in families.every_family() if f.covariate is kind)
            message = f"column {quoted(column)} is {able} in no model, and {kind.noun} is behind such"
            raise InputError(message, at=DATA / kind.key / column)


def check_exposed_rows(counts: Counts, covariates: Covariates) -> None:
    """Raise InputError if rows in `counts` have a number without its `covariates`, or reversed."""
    moments = Moments(counts)
    for column, covariate in covariates.items():
        if not covariate.constant and counts.cells:
            for label in counts.sizes:
                if moments.size(column, label) != moments.size(covariate.name, label):
                    lack = f"without {quoted(covariate.name)}"
                    message = f"some rows of class {quoted(label)} show it {lack}"
                    place = DATA / covariate.kind.key / column
                    raise InputError(f"{message}, or the other way round", at=place)


def number_at(
    data: Data, case: Case, row: int, column: str, what: str, values: Collection[str] = ()
) -> Fraction:
    """Return the number in a `column` of `case`; raise InputError, with its place, for any other text.

    `row` is its number in `data`, and `what` says in the message who needs it, which has those of the
    `values` too that are no numbers either.
    """
    cell = case.cells[column]
    try:
        return number_in(cell)
    except InputError as error:
        hint = numeral_hint(cell, in_table=True)
        others = {value: numeral_hint(value, in_table=True) for value in values if value != cell}
        others = {of: way for of, way in others.items() if not (hint == way != "" or _is_number(of))}
        message = f"{what} needs a number; got {quoted(cell)}"
        message += f", elsewhere {listing(map(quoted, others), most=3)}" * bool(others)
        if "digits" in error.message:
            message = error.message
        elif "decimal comma" in hint and any(points := [*filter(_has_point, values)]):
            message += f", and {quoted(points[0])} with a point; write one sign of decimals in all"
        elif hint:
            message += hint
        # the only word among numbers, unless it is the name of the column
        elif seems_missing(cell) or (
            row > 1 and len(values) > 2 and not (others or _DIGIT.search(cell))
        ):
            marks = [f'"{mark}"' for mark in (*data.schema.missing, cell) if mark]
            message += f"; missing = [{', '.join(marks)}] takes it for a missing cell"
        raise InputError(message, at=cell_place(data, row, column)) from None


def numbered_rows(data: Data) -> Iterator[tuple[int, Case]]:
    """Yield the rows of `data` with their numbers, from 1; none for counts and parameters."""
    if isinstance(data, Table | Documents):
        yield from enumerate(data.cases(), start=1)


def cell_place(data: Data, row: int, column: str) -> Place:
    """Return the place of a cell of `data`, by the number of its `row` and its `column`."""
    assert isinstance(data, Table | Documents)
    return (DATA / data.at).row(row).column(column)


def numeric_sample(
    families: Mapping[BaseFamily, tuple[str, ...]], counts: Counts, covariates: Covariates
) -> Sample:
    """Return the sums from which the parameters of numeric columns are estimated.

    `families` maps families to columns, `counts` has the sums, `covariates` are those of the columns.
    Raises InputError for sums that are missing or impossible.
    """
    numeric = {family: columns for family, columns in families.items() if not family.estimates_shares}
    listed = [column for family_columns in numeric.values() for column in family_columns]
    partial = frozenset(column for column in listed if counts.has_missing(column))
    check_exposed_rows(counts, covariates)
    for family, family_columns in numeric.items():
        if counts.moments and not counts.cells:
            _check_sums(counts, family, family_columns, covariates)
        elif not family.is_naive:
            _check_products(counts, family, family_columns)
    return Sample(Moments(counts), partial, covariates)


def _check_sums(
    counts: Counts, family: BaseFamily, columns: tuple[str, ...], covariates: Covariates
) -> None:
    """Refuse sums that are missing, or that no numbers of a family can have."""
    needed = [((column,) * power, column) for column in columns for power in family.summed_powers]
    needed += [(pair, pair[0]) for pair in combinations(columns, 2) if not family.is_naive]
    by_name = {covariates[c].name: covariates[c] for c in columns if c in covariates}
    needed += [
        ((covariates[c].name,), c) for c in columns if c in covariates and not covariates[c].constant
    ]
    for summed, column in needed:
        head = "sum" if len(summed) == 1 else "squares" if summed[0] == summed[1] else "products"
        row = f"{head}({','.join(dict.fromkeys(summed))})"
        for label in counts.sizes:
            size = counts.shows(column, label)
            total = counts.moments.get((summed, label), counts.moments.get((summed[::-1], label)))
            place = in_class(in_row(COUNTS, row), label)
            if total is None:
                raise InputError(f"{family.name} needs a row {row}", at=COUNTS)
            if summed == (column,) and (why := family.sum_problem(Fraction(total), Fraction(size))):
                raise InputError(f"{why}; got {number_text(total)}", at=place)
            if summed[0] != column and size > 0 and len(summed) == 1:
                by_name[summed[0]].kind.check(Fraction(total), number_text(total), place)


def _check_products(counts: Counts, family: BaseFamily, columns: tuple[str, ...]) -> None:
    """Refuse counts of rows that were taken without the products of two columns."""
    counted = {frozenset(pair_columns) for pair_columns, _ in counts.moments}
    for pair in combinations(columns, 2):
        if frozenset(pair) not in counted and any(counts.sizes.values()):
            message = f"{family.name} needs the products of {quoted(pair[0])} and {quoted(pair[1])}"
            raise InputError(f"{message}: count(table, together=[{columns}])", at=DATA)


def columns_together(
    data: Table | Documents, choices: Iterable[ModelChoice]
) -> tuple[tuple[str, ...], ...]:
    """Return the groups of columns of `data` that a model in `choices` has a covariance of."""
    schema = data.schema
    groups_together: dict[tuple[str, ...], None] = {}
    for choice in choices:
        groups: dict[BaseFamily, list[str]] = {}
        for column in schema.columns:
            family = family_of_column(column, choice)
            if family is not None and not family.estimates_shares:
                groups.setdefault(family, []).append(column)
        for family, columns in groups.items():
            if not family.is_naive:
                groups_together[tuple(columns)] = None
                for column in columns:
                    check_cells(data, schema.columns[column], column, family)
    return tuple(groups_together)


def check_numbers(data: Data, schema: Schema, choice: ModelChoice) -> None:
    """Raise InputError for a cell of `data` that the family chosen for its column cannot have."""
    for column, values in schema.columns.items():
        family = family_of_column(column, choice)
        if family is not None and family.domain == "numbers":
            check_cells(data, values, column, family)


def check_cells(data: Data, values: Collection[str], column: str, family: BaseFamily) -> None:
    """Raise InputError, with row and column, for a cell of `data` that the `family` cannot have.

    `values` are all values of the `column`.
    """
    if not family.is_joint and all(_is_fit(value, family) for value in values):
        return
    for number, case in numbered_rows(data):
        if column not in case.cells:
            if family.is_joint:
                message = f"{family.name} needs a number in every row of its columns"
                raise InputError(message, at=cell_place(data, number, column))
            continue
        if not any(map(_DIGIT.search, values)):  # names all through: none marks what is missing
            names = f'families = {{ "{column}" = "{default("nominal")}" }} says that they are names'
            if len(data.schema.classes) > 2 and all(map(is_numeral, data.schema.classes)):
                names = f'if it is the class, say class = "{column}"; else {names}'
            message = f"{family.name} needs numbers; got {quoted(case.cells[column])}; {names}"
            raise InputError(message, at=cell_place(data, number, column))
        read = number_at(data, case, number, column, family.name, values)
        if why := family.data_problem(read):
            raise InputError(f"{why}; got {case.cells[column]}", at=cell_place(data, number, column))
    for value in values:  # listed, but in no row; a column of ones has a 0 beside them
        if value != "0" and not _is_fit(value, family):
            raise InputError.expected(
                f"numbers, as {family.name} needs", value, at=DATA / "values" / column
            )


def _has_point(value: str) -> bool:
    """Say whether a number has a decimal point, which separates no thousands."""
    return "." in value and _is_number(value) and not without_separators(value, ".")


def _is_fit(value: str, family: BaseFamily) -> bool:
    try:
        return not family.data_problem(number_in(value))
    except InputError:
        return False
