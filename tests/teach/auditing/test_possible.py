"""Which counts lead to a number in print: by hand, and against all counts tried one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.errors import InputError
from exactnb.teach.auditing.possible import RULES, possible_counts, read_possible_counts


def spread(ranges: tuple[tuple[int, int], ...]) -> list[int]:
    return sorted({count for one, end in ranges for count in range(one, end + 1)})


@given(
    st.integers(1, 60), st.integers(0, 1100), st.integers(1, 3), st.sampled_from(["share", "variance"])
)
@law(30, exhaustive=180)
def test_counts_are_those_that_round_to_the_number(n: int, units: int, places: int, of: str) -> None:
    """Every count is tried: those that round to the number by a rule are the ranges, and no others."""
    value = Fraction(units, 10**places)
    if value > 1:
        value -= int(value)
    text = f"{float(value):.{places}f}"
    found = possible_counts(text, n, of=of)  # type: ignore[arg-type]
    for (divisor, rule), ranges in found.counts.items():
        below = n * (n if divisor == "n" else n - 1)
        worth = {
            c: Fraction(c, n) if of == "share" else Fraction(c * (n - c), below) for c in range(n + 1)
        }
        rounding = Rounding(places=places, rule=rule)  # type: ignore[arg-type]
        assert spread(ranges) == [c for c in worth if rounding.apply(worth[c]) == Fraction(text)]


@given(st.integers(1, 40), st.integers(-300, 300), st.sampled_from(["1", "1/2", "0.1"]))
@law(12, exhaustive=120)
def test_sums_are_those_whose_means_round_to_the_number(n: int, units: int, step: str) -> None:
    """Means of n multiples of a step: every sum near the number is tried."""
    printed = Fraction(units, 100)
    text = f"{'-' * (units < 0)}{abs(units) // 100}.{abs(units) % 100:02}"
    found = possible_counts(text, n, of="mean", step=step)
    middle, away = int(printed * n / Fraction(step)), int(n / Fraction(step) / 50) + 2
    near = range(middle - away, middle + away + 1)  # all means less than two hundredths away, and more
    for (_, rule), ranges in found.counts.items():
        rounding = Rounding(places=2, rule=rule)  # type: ignore[arg-type]
        sums = [c for c in near if rounding.apply(Fraction(step) * c / n) == printed]
        assert spread(ranges) == sums


def test_no_count_of_seven_gives_two_thirds() -> None:
    """4/7 = 0.571… and 5/7 = 0.714…: 0.67 is no share of 7, by any rule."""
    found = read_possible_counts("0.67 of 7")
    assert not found
    assert [count for count, _ in found.nearest] == [4, 5]
    assert set(found.counts) == {("n", rule) for rule in RULES}


def test_a_half_goes_up_or_to_even() -> None:
    """1/8 = 0.125 is 0.13 half up, 0.12 half to even and cut off."""
    assert read_possible_counts("0.13 of 8").counts["n", "half-up"] == ((1, 1),)
    assert read_possible_counts("0.13 of 8").counts["n", "half-even"] == ()
    assert read_possible_counts("0.12 of 8").counts["n", "half-even"] == ((1, 1),)
    assert read_possible_counts("0.12 of 8").counts["n", "half-up"] == ()
    assert read_possible_counts("0.12 of 8").counts["n", "down"] == ((1, 1),)


def test_what_is_only_cut_off_is_not_possible() -> None:
    """2/3 cut off is 0.66: no rounding leads to it, and the claim is false."""
    found = read_possible_counts("0.66 of 3")
    assert not found
    assert found.counts["n", "down"] == ((2, 2),)


def test_machine_numbers_and_fractions() -> None:
    """Sixteen digits of 1962/2257 are that count; a fraction is compared as it is."""
    assert read_possible_counts("0.8692955250332299 of 2257").counts == {
        ("n", "machine"): ((1962, 1962),)
    }
    assert not read_possible_counts("2/3 of 7")
    assert read_possible_counts("2/3 of 6").counts == {("n", "exact"): ((4, 4),)}
    assert read_possible_counts("50% out of 8").counts["n", "half-up"] == ((4, 4),)


def test_deviations_of_zeros_and_ones() -> None:
    """Of 7, 2 or 5 ones have the deviation √(10/42) = 0.488 over n − 1; over n it is that of 3 or 4."""
    found = read_possible_counts("sd 0.49 of 7")
    assert spread(found.counts["n", "half-up"]) == [3, 4]
    assert spread(found.counts["n − 1", "half-up"]) == [2, 5]


@all_of(
    "claim",
    ["", "0.67", "0.67 of", "of 7", "0.67 of 0", "0.67 of 99999999999999", "x of 7", "0,67 of 7",
     "median 3 of 7", "0.5 of 8 by 2", "mean 3 of 7 by 0", "mean 3 of 7 by x", "log 2 of 7",
     "9^9^9^9 of 7", "1e1001 of 7", "0.5 of -3", "0.5 of 3.5"],
)  # fmt: skip
def test_other_claims_are_refused_in_one_line(claim: str) -> None:
    """A claim is a number, and how many there were."""
    with pytest.raises(InputError) as refused:
        read_possible_counts(claim)
    assert "\n" not in str(refused.value)
