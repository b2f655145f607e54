"""Numeric columns of a problem: that their cells are numbers, and a model's blocks of them.

How to read: `sample_of` gives what parameters are estimated from; what comes after it checks sums and
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
from exactnb.core.problem.covariates import AllBrought, Data, check_shown, number_at, place_of, rows_of
from exactnb.errors import InputError, quoted


def sample_of(
    families: Mapping[Family, tuple[str, ...]], counts: Counts, brought: AllBrought
) -> Sample:
    """Return what the parameters of numeric columns are estimated from, of one family together."""
    numeric = {own: columns for own, columns in families.items() if not own.is_of_shares}
    listed = [column for of in numeric.values() for column in of]
    partial = frozenset(column for column in listed if counts.has_missing(column))
    check_shown(counts, brought)
    for own, of in numeric.items():
        if counts.moments and not counts.cells:
            _check_sums(counts, own, of, brought)
        elif not own.is_naive:
            _check_products(counts, own, of)
    return Sample(Moments(counts), partial, brought)


def _check_sums(counts: Counts, family: Family, columns: tuple[str, ...], brought: AllBrought) -> None:
    """Refuse sums that are missing, or that no numbers of a family add up to."""
    needed = [((column,) * power, column) for column in columns for power in family.powers]
    needed += [(pair, pair[0]) for pair in combinations(columns, 2) if not family.is_naive]
    behind = {brought[c].name: brought[c] for c in columns if c in brought}
    needed += [((brought[c].name,), c) for c in columns if c in brought and not brought[c].constant]
    for of, column in needed:
        head = "sum" if len(of) == 1 else "squares" if of[0] == of[1] else "products"
        row = f"{head}({','.join(dict.fromkeys(of))})"
        for label in counts.sizes:
            size = counts.shows(column, label)
            total = counts.moments.get((of, label), counts.moments.get((of[::-1], label)))
            at = in_class(in_row(COUNTS, row), label)
            if total is None:
                raise InputError(f"{family.name} needs a row {row}", at=COUNTS)
            if of == (column,) and (why := family.impossible(Fraction(total), Fraction(size))):
                raise InputError(f"{why}; got {number_text(total)}", at=at)
            if of[0] != column and size > 0 and len(of) == 1:
                behind[of[0]].kind.check(Fraction(total), number_text(total), at)


def _check_products(counts: Counts, family: Family, columns: tuple[str, ...]) -> None:
    """Refuse counts of rows that were taken without the products of two columns."""
    known = {frozenset(of) for of, _ in counts.moments}
    for pair in combinations(columns, 2):
        if frozenset(pair) not in known and any(counts.sizes.values()):
            message = f"{family.name} needs the products of {quoted(pair[0])} and {quoted(pair[1])}"
            raise InputError(f"{message}: count(table, together=[{columns}])", at=DATA)


def columns_together(
    data: Table | Documents, choices: Iterable[ModelChoice]
) -> tuple[tuple[str, ...], ...]:
    """Return the columns that some model has a covariance of; their cells are numbers."""
    schema = data.schema
    found: dict[tuple[str, ...], None] = {}
    for choice in choices:
        groups: dict[Family, list[str]] = {}
        for column in schema.columns:
            own = None
            if (said := choice.of(column)) is not None:
                with suppress(InputError):  # what is no family is refused with its place
                    own = chosen(said)
            if own is not None and not own.is_of_shares:
                groups.setdefault(own, []).append(column)
        for own, columns in groups.items():
            if not own.is_naive:
                found[tuple(columns)] = None
                for column in columns:
                    check_cells(data, schema.columns[column], column, own)
    return tuple(found)


def check_cells(data: Data, values: Collection[str], column: str, family: Family) -> None:
    """Raise InputError, with row and column, for a cell that is no number the family can have.

    `values` are all that the column shows.
    """
    if not family.is_joint and all(_is_fit(value, family) for value in values):
        return
    for number, case in rows_of(data):
        if column not in case.cells:
            if family.is_joint:
                message = f"{family.name} needs a number in every row of its columns"
                raise InputError(message, at=place_of(data, number, column))
            continue
        read = number_at(data, case, number, column, family.name)
        if why := family.problem(read):
            raise InputError(f"{why}; got {case.cells[column]}", at=place_of(data, number, column))
    for value in values:  # listed, but in no row; a column of ones has a 0 beside them
        if value != "0" and not _is_fit(value, family):
            message = f"expected numbers, as {family.name} needs; got {quoted(value)}"
            raise InputError(message, at=DATA / "values" / column)


def _is_fit(value: str, family: Family) -> bool:
    try:
        return not family.problem(number_in(value))
    except InputError:
        return False
