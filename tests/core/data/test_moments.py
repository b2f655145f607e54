"""Sums of numbers: of all rows, and of all but one."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactnb.core.data.counts import count
from exactnb.core.data.moments import Moments, MomentsWithout
from exactnb.core.data.table import Table

NUMERALS = st.sampled_from(["0", "1", "1.0", "-2", "1/3", "0.25", "2/8", "?"])
WEIGHTS = st.sampled_from(["1", "2", "1/3"])
ROWS = st.lists(st.tuples(NUMERALS, NUMERALS, WEIGHTS, st.sampled_from("pq")), min_size=2, max_size=7)


def moments(rows: list[tuple[str, ...]], like: Table | None = None) -> tuple[Table, Moments]:
    """Return a table of two columns, a weight and a class, and what adds it up."""
    table = Table.from_rows(
        rows, ["a", "b", "w", "k"], weight="w", classes=["p", "q"],
        values={} if like is None else like.schema.columns,
    )  # fmt: skip
    return table, Moments(count(table))


@given(rows=ROWS, data=st.data())
def test_what_is_subtracted_was_never_added(rows: list[tuple[str, ...]], data: st.DataObject) -> None:
    """All rows less one are the other rows: numbers, how many, their sums and squares."""
    at = data.draw(st.integers(0, len(rows) - 1))
    table, whole = moments(rows)
    rest = MomentsWithout(whole, list(table.cases())[at])
    _, others = moments(rows[:at] + rows[at + 1 :], table)
    for column in ("a", "b"):
        for label in "pq":
            assert rest.size(column, label) == others.size(column, label)
            for columns in ((column,), (column, column)):
                assert rest.of(columns, label) == others.of(columns, label)
            assert _added(rest.numbers_with_times(column, label)) == _added(
                others.numbers_with_times(column, label)
            )


def _added(listed: tuple[tuple[Fraction, Fraction | int], ...]) -> dict[Fraction, Fraction]:
    """Return how often each number stands there, however it is spelled."""
    found: dict[Fraction, Fraction] = {}
    for number, times in listed:
        found[number] = found.get(number, Fraction(0)) + times
    return found
