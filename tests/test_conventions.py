from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactnb.arithmetic.ratio import Ratio
from exactnb.conventions import Conventions
from exactnb.errors import InputError

PRIOR = "prior: expected one of mle, uniform, smoothed, or { class = number, ... };"
REFUSED: list[tuple[dict[str, object], str]] = [
    ({"prior": {"+": "1/2", "-": "1/3"}}, "prior: the given probabilities add up to 5/6, not to 1"),
    ({"prior": {"+": "2/3", "-": "2/3"}}, "prior: the given probabilities add up to 4/3, not to 1"),
    ({"prior": {"+": "0.333", "-": "0.666"}},
     "prior: the given probabilities add up to 999/1000, not to 1"),
    ({"prior": {}}, "prior: the given probabilities add up to 0, not to 1"),
    ({"prior": {"+": "3/2", "-": "-1/2"}},
     "prior.+: a probability lies between 0 and 1; got 3/2"),
    ({"prior": {"+": 1, "-": "-0.1"}}, "prior.-: a probability lies between 0 and 1; got -1/10"),
    ({"prior": {"+": 0.5, "-": 0.5}},
     'prior.+: 0.5 is a binary float; write "0.5" or Fraction(1, 2)'),
    ({"prior": {"+": "half", "-": "1/2"}},
     'prior.+: expected a number such as 3, 0.15, "5/11", "1e-3" or "45%"; got \'half\''),
    ({"prior": "unifrom"},
     PRIOR + " got 'unifrom' (did you mean 'uniform'?)"),
    ({"prior": "MLE"},
     PRIOR + " got 'MLE' (did you mean 'mle'?)"),
    ({"prior": "given"}, PRIOR + " got 'given'"),
    ({"prior": None}, PRIOR + " got 'None'"),
    ({"smoothing": -1}, "smoothing: λ must not be negative; got -1"),
    ({"smoothing": "-1/2"}, "smoothing: λ must not be negative; got -1/2"),
    ({"smoothing": 0.1}, 'smoothing: 0.1 is a binary float; write "0.1" or Fraction(1, 10)'),
    ({"smoothing": 1.0}, 'smoothing: 1.0 is a binary float; write "1.0" or Fraction(1, 1)'),
    ({"smoothing": float("nan")}, "smoothing: expected a finite number; got nan"),
    ({"smoothing": True}, "smoothing: expected a number; got True"),
    ({"smoothing": "1/0"}, "smoothing: the denominator of '1/0' is 0"),
    ({"smoothings": {"Sky": "-0.5"}}, "smoothings.Sky: λ must not be negative; got -1/2"),
    ({"smoothings": {"Sky": 0.5}},
     'smoothings.Sky: 0.5 is a binary float; write "0.5" or Fraction(1, 2)'),
    ({"prior": "smoothed", "prior_smoothing": -2}, "prior_smoothing: λ must not be negative; got -2"),
    ({"prior_smoothing": 1}, 'prior_smoothing: needs prior = "smoothed"'),
    ({"prior": "uniform", "prior_smoothing": 0}, 'prior_smoothing: needs prior = "smoothed"'),
    ({"tie": "fist"}, "tie: expected one of report, first; got 'fist' (did you mean 'first'?)"),
    ({"tie": 1}, "tie: expected one of report, first; got '1'"),
]  # fmt: skip


def test_nothing_said_is_relative_frequencies() -> None:
    """The defaults are: MLE prior, no smoothing, ties reported."""
    plain = Conventions()
    assert (plain.prior, plain.smoothing, plain.tie) == ("mle", 0, "report")
    assert plain.smoothing_of("any column") == 0
    assert plain.spelled() == {"prior": "mle", "smoothing": "0"}


@pytest.mark.parametrize(("options", "told"), REFUSED)
def test_what_is_no_choice_is_refused(options: dict[str, object], told: str) -> None:
    """A refusal is the path, what was given, and the fix or the near match."""
    with pytest.raises(InputError) as refusal:
        Conventions(**options)  # type: ignore[arg-type]
    assert str(refusal.value) == told


def test_a_given_prior_keeps_its_terms() -> None:
    """3/6 stays 3 out of 6, 50% is 1/2, and together they are exactly 1."""
    given_prior = Conventions(prior={"+": "3/6", "-": "50%"})
    assert given_prior.prior == "given"
    assert given_prior.prior_of("+") == Ratio(3, 6)
    assert given_prior.prior_of("-") == Ratio(1, 2)
    assert given_prior.spelled()["prior"] == "+: 1/2, -: 1/2"


@pytest.mark.parametrize(
    "prior",
    [
        {"a": "0.1", "b": "0.2", "c": "0.7"},
        {"a": Fraction(1, 3), "b": Fraction(2, 3)},
        {"a": Decimal("0.1"), "b": Decimal("0.9")},
        {"a": 1, "b": 0},
        {"a": "33%", "b": "67%"},
        {"only": 1},
    ],
)
def test_given_priors_of_one_are_taken(prior: dict[str, int | str | Fraction | Decimal]) -> None:
    """Shares that add up to exactly 1 are taken in any exact spelling, zeros too."""
    given_prior = Conventions(prior=prior)
    assert sum(given_prior.prior_of(label).value for label in prior) == 1


def test_smoothing_may_differ_by_column() -> None:
    """A column's own λ wins over that of all columns, also when it is 0."""
    mixed = Conventions(smoothing="1/2", smoothings={"Sky": 2, "Wind": 0})
    assert [mixed.smoothing_of(c) for c in ("Sky", "Wind", "Sea")] == [2, 0, Fraction(1, 2)]
    told = {"prior": "mle", "smoothing": "1/2", "smoothing of Sky": "2", "smoothing of Wind": "0"}
    assert mixed.spelled() == told


def test_the_prior_is_smoothed_like_the_features_unless_said() -> None:
    """`prior_smoothing` is λ of the features if it is left out, and spelled only if it differs."""
    same = Conventions(prior="smoothed", smoothing=1)
    assert same.prior_smoothing == 1
    assert "prior_smoothing" not in same.spelled()
    other = Conventions(prior="smoothed", smoothing=1, prior_smoothing=0, tie="first")
    assert other.prior_smoothing == 0
    told = {"prior": "smoothed", "smoothing": "1", "prior_smoothing": "0", "tie": "first"}
    assert other.spelled() == told


def test_conventions_are_values() -> None:
    """Equal choices are equal, whatever their spelling, and do not change."""
    assert Conventions(smoothing="0.5") == Conventions(smoothing=Fraction(1, 2))
    assert hash(Conventions(smoothing="50%")) == hash(Conventions(smoothing="1/2"))
    with pytest.raises(FrozenInstanceError):
        Conventions().tie = "first"  # type: ignore[misc]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5).filter(any))
@settings(max_examples=60, deadline=None)
def test_a_prior_is_taken_if_it_is_one(parts: list[int]) -> None:
    """Shares n/N are taken; with one share changed the message tells the new sum."""
    total = sum(parts)
    shares = {str(at): Fraction(part, total) for at, part in enumerate(parts)}
    assert Conventions(prior=shares).prior == "given"
    changed = {**shares, "0": shares["0"] / 2 if shares["0"] else Fraction(1, 7)}
    wrong = sum(changed.values())
    with pytest.raises(InputError) as refusal:
        Conventions(prior=changed)
    assert str(refusal.value) == f"prior: the given probabilities add up to {wrong}, not to 1"


@given(st.fractions(max_denominator=1000))
@settings(max_examples=60, deadline=None)
def test_lambda_is_any_rational_that_is_not_negative(number: Fraction) -> None:
    """λ ≥ 0 is kept exactly, λ < 0 is refused."""
    if number >= 0:
        assert Conventions(smoothing=str(number)).smoothing == number
    else:
        with pytest.raises(InputError, match="λ must not be negative"):
            Conventions(smoothing=number)
