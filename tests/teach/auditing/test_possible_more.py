"""Which counts lead to a number in print: borders by hand, neighbours by trying all counts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic import values
from exactnb.errors import InputError
from exactnb.teach.auditing.possible import KINDS, Kind, Possible, possible_counts, read_possible_counts


def worth(count: int, n: int, below: int, of: Kind) -> Fraction:
    """Return what a count of ones among n leads to; of a deviation its square."""
    return Fraction(count, n) if of == "share" else Fraction(count * (n - count), n * below)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 30), st.sampled_from(KINDS[:3]))
@law(12, exhaustive=120)
def test_of_a_fraction_each_count_is_tried(n: int, below: int, above: int, of: Kind) -> None:
    """Exactly the counts that equal it, and beside it the values next below and above."""
    of = "share" if of == "mean" else of
    number = Fraction(above, below)
    found = possible_counts(f"{above}/{below}", n, of=of)
    assert {rule for _, rule in found.counts} == {"exact"}
    near = set()
    for (divisor, _), ranges in found.counts.items():
        less = n if divisor == "n" else n - 1
        worths = {count: worth(count, n, less, of) for count in range(n + 1)}
        spread = {count for first, last in ranges for count in range(first, last + 1)}
        assert spread == {count for count, value in worths.items() if value == number}
        rising = worths if of == "share" else {c: worths[c] for c in range(n // 2 + 1)}
        below_it = [count for count, value in rising.items() if value < number]
        near |= {(max(below_it), worths[max(below_it)])} if below_it else set()
        if len(below_it) < len(rising):
            first = min(rising.keys() - set(below_it))
            near |= {(first, worths[first])}
    assert {count for count, _ in found.nearest} == {count for count, _ in near}
    assert set(found.nearest) <= near
    assert bool(found) == any(found.counts.values())


@given(st.integers(1, 12), st.integers(-40, 40), st.sampled_from(["1", "1/2", "3"]))
@law(8, exhaustive=60)
def test_means_next_to_a_number_are_told(n: int, above: int, step: str) -> None:
    """Of a mean that is a fraction: the sum that equals it, and the sums next below and above."""
    number = Fraction(above, 7)
    found = possible_counts(f"{'-' * (above < 0)}{abs(above)}/7", n, of="mean", step=step)
    sums = {count: Fraction(step) * count / n for count in range(-150, 150)}
    equal = [count for count, value in sums.items() if value == number]
    assert found.counts == {("n", "exact"): tuple((count, count) for count in equal)}
    above_it = min(count for count, value in sums.items() if value >= number)
    assert found.nearest == ((above_it - 1, sums[above_it - 1]), (above_it, sums[above_it]))


def test_a_mean_in_small_steps_has_many_sums() -> None:
    """Of 20 numbers in tenths the mean is c/200: 0 is |c| < 100, to even 100 too, cut off 199."""
    assert possible_counts("0", 20, of="mean", step="0.1").counts == {
        ("n", "half-up"): ((-99, 99),),
        ("n", "half-even"): ((-100, 100),),
        ("n", "down"): ((-199, 199),),
    }
    fives = possible_counts("-3", 4, of="mean", step=5).counts  # −2.5 is a half
    assert (fives["n", "half-up"], fives["n", "half-even"]) == (((-2, -2),), ())
    assert possible_counts("-3", 4, of="mean", step=6).counts["n", "half-up"] == ((-2, -2),)


def test_a_deviation_is_the_root_of_a_variance() -> None:
    """Of 9, 3 ones have the variance 18/81 over n, 18/72 = (1/2)² over n − 1; so have 6."""
    found = possible_counts("1/2", 9, of="sd")
    assert found.counts == {("n", "exact"): (), ("n − 1", "exact"): ((3, 3), (6, 6))}
    assert [count for count, _ in found.nearest] == [2, 3, 4]
    # what is next to it over n and over n − 1 stands once: 3 and 4 of the deviation over n − 1, 2
    shown = dict(found.nearest)
    assert values.power(shown[2], Fraction(2)) == Fraction(14, 72)
    assert shown[3] == Fraction(1, 2)


def test_counts_of_ones_and_of_zeros_meet_in_the_middle() -> None:
    """0.25 over n is reached by 2 of 4; 0.24 by 2 and 3 of 5, and 0.19 by 1 and 3 of 4."""
    half_up = "n", "half-up"
    assert possible_counts("0.25", 4, of="variance").counts[half_up] == ((2, 2),)
    assert possible_counts("0.24", 5, of="variance").counts[half_up] == ((2, 3),)
    assert possible_counts("0.19", 4, of="variance").counts[half_up] == ((1, 1), (3, 3))
    assert possible_counts("0.2", 5, of="variance").counts[half_up] == ((1, 4),)
    assert possible_counts("0.2", 6, of="variance").counts[half_up] == ((2, 2), (4, 4))
    assert possible_counts("0.0", 3, of="variance").counts[half_up] == ((0, 0), (3, 3))
    assert possible_counts("0", 3, of="variance").counts[half_up] == ((0, 3),)


def test_one_that_was_counted_has_no_divisor_n_minus_1() -> None:
    """Of a single one or zero the variance over n is 0, and over n − 1 it is none."""
    assert possible_counts("0.0", 1, of="variance").counts == {
        ("n", "half-up"): ((0, 1),), ("n", "half-even"): ((0, 1),), ("n", "down"): ((0, 1),),
    }  # fmt: skip
    assert {of for of, _ in possible_counts("0.0", 2, of="variance").counts} == {"n", "n − 1"}


def test_the_ends_of_what_a_machine_prints_are_within() -> None:
    """1/3 in nine figures and more is 1 of 3; a tenth figure off is noise, a ninth is not."""
    count = "n", "machine"
    assert possible_counts("0.3333333333", 3).counts == {count: ((1, 1),)}
    assert possible_counts("0.3333333336", 3).counts == {count: ((1, 1),)}
    assert possible_counts("0.3333333343", 3).counts == {count: ()}
    assert possible_counts("0.3333333323", 3).counts == {count: ()}
    assert {rule for _, rule in possible_counts("0.333333333", 3).counts} != {"machine"}
    half = 10**9  # of twice as many: half a unit of the ninth figure is one count, and belongs to it
    assert possible_counts("0.5000000000", 2 * half).counts == {count: ((half - 1, half + 1),)}


def test_a_number_that_is_not_to_be_had_has_one_neighbour() -> None:
    """Above 1 there is no share, below 0 none: the nearest is 7 of 7, or 0 of 7."""
    assert possible_counts("1.5", 7).nearest == ((7, Fraction(1)),)
    assert possible_counts("-0.5", 7).nearest == ((0, Fraction(0)),)
    assert possible_counts("1.0", 7).nearest == ((6, Fraction(6, 7)), (7, Fraction(1)))


@all_of(
    ("claim", "expected"),
    [
        ("0.67 of 7", ("0.67", 7, "share", Fraction(1))),
        ("share 0.67 out of 7", ("0.67", 7, "share", Fraction(1))),
        ("  mean  3.45  of 20 ", ("3.45", 20, "mean", Fraction(1))),
        ("mean 2.25 of 8 by 0.5", ("2.25", 8, "mean", Fraction(1, 2))),
        ("mean 2.25 of 8 by 1", ("2.25", 8, "mean", Fraction(1))),
        ("sd 0.49 of 7", ("0.49", 7, "sd", Fraction(1))),
        ("variance 2 / 9 of 3", ("2 / 9", 3, "variance", Fraction(1))),
    ],
)
def test_a_claim_is_read_as_it_is_typed(claim: str, expected: tuple[object, ...]) -> None:
    """The kind, the number, how many and the step; and `claim` is read as the same again."""
    found = read_possible_counts(claim)
    assert (found.printed, found.n, found.of, found.step) == expected
    again = read_possible_counts(found.claim)
    assert (again.printed, again.n, again.of, again.step) == expected
    assert again.claim == found.claim


def test_a_claim_is_typed_without_what_goes_without_saying() -> None:
    """A share is not named, and no step of 1."""
    claims = ("0.67 of 7", "mean 3 of 4", "mean 3 of 4 by 1/2", "sd 0.49 of 7")
    assert tuple(read_possible_counts(claim).claim for claim in claims) == claims
    assert read_possible_counts("share  0.67 of 7").claim == "0.67 of 7"
    assert read_possible_counts("mean 3 of 4 by 0.5").claim == "mean 3 of 4 by 1/2"


@all_of(
    ("more", "message"),
    [
        ({"n": 0}, r"n: expected a whole number from 1 to 1,000,000,000,000; got '0'"),
        ({"n": True}, "n: expected a whole number"),
        ({"n": 10**12 + 1}, "n: expected a whole number"),
        ({"n": 2.0}, "n: expected a whole number"),
        ({"of": "median"}, "of: "),
        ({"step": 2}, "step: expected a positive number, and of means alone"),
        ({"of": "mean", "step": 0}, "step: expected a positive number"),
        ({"of": "mean", "step": "-1"}, "step: expected a positive number"),
        ({"printed": "sqrt(2)"}, r"printed: expected a decimal or a fraction; got 'sqrt\(2\)'"),
        ({"printed": "no idea"}, "printed: "),
    ],
)
def test_other_counts_are_refused(more: dict[str, object], message: str) -> None:
    """The argument is named, and what was expected of it."""
    arguments: dict[str, object] = {"printed": "0.5", "n": 4} | more
    with pytest.raises(InputError, match=message):
        possible_counts(**arguments)  # type: ignore[arg-type]


def test_the_largest_count_is_read() -> None:
    """10¹² people are counted by halving; a step that is not 1 goes with means."""
    found = possible_counts("0.5", 10**12)
    assert found.counts["n", "half-up"] == ((45 * 10**10, 55 * 10**10 - 1),)
    assert isinstance(possible_counts("1/2", 1, of="mean", step="1/2"), Possible)
    assert bool(possible_counts("1/2", 1, of="mean", step="1/2"))
