"""Numeric columns of a problem: that their cells are numbers, and a model's blocks of them.

How to read: `numeric_sample` returns the sums of an estimate; the functions after it check sums and
cells before anything is estimated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import combinations

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import Documents
from exactnb.core.data.moments import Moments
from exactnb.core.data.places import COUNTS, DATA, in_class, in_row
from exactnb.core.data.table import Table
from exactnb.core.families import chosen
from exactnb.core.families.protocol import Family
from exactnb.core.families.sample import Sample
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.covariates import (
    Covariates,
    Data,
    cell_place,
    check_exposed_rows,
    number_at,
    numbered_rows,
)
from exactnb.errors import InputError, quoted


def numeric_sample(
    families: Mapping[Family, tuple[str, ...]], counts: Counts, covariates: Covariates
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
    counts: Counts, family: Family, columns: tuple[str, ...], covariates: Covariates
) -> None:
    """Refuse sums that are missing, or that no numbers of a family can have."""
    needed = [((column,) * power, column) for column in columns for power in family.powers]
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
            at = in_class(in_row(COUNTS, row), label)
            if total is None:
                raise InputError(f"{family.name} needs a row {row}", at=COUNTS)
            if summed == (column,) and (why := family.impossible(Fraction(total), Fraction(size))):
                raise InputError(f"{why}; got {number_text(total)}", at=at)
            if summed[0] != column and size > 0 and len(summed) == 1:
                by_name[summed[0]].kind.check(Fraction(total), number_text(total), at)


def _check_products(counts: Counts, family: Family, columns: tuple[str, ...]) -> None:
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
        groups: dict[Family, list[str]] = {}
        for column in schema.columns:
            family = None
            if (family_choice := choice.of(column)) is not None:
                with suppress(InputError):  # what is no family is refused with its place
                    family = chosen(family_choice)
            if family is not None and not family.estimates_shares:
                groups.setdefault(family, []).append(column)
        for family, columns in groups.items():
            if not family.is_naive:
                groups_together[tuple(columns)] = None
                for column in columns:
                    check_cells(data, schema.columns[column], column, family)
    return tuple(groups_together)


def check_cells(data: Data, values: Collection[str], column: str, family: Family) -> None:
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
        read = number_at(data, case, number, column, family.name)
        if why := family.problem(read):
            raise InputError(f"{why}; got {case.cells[column]}", at=cell_place(data, number, column))
    for value in values:  # listed, but in no row; a column of ones has a 0 beside them
        if value != "0" and not _is_fit(value, family):
            message = f"expected numbers, as {family.name} needs; got {quoted(value)}"
            raise InputError(message, at=DATA / "values" / column)


def _is_fit(value: str, family: Family) -> bool:
    try:
        return not family.problem(number_in(value))
    except InputError:
        return False
