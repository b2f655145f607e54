from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.conventions import Add, Clip, Conventions, PseudoCounts, Smoothing
from exactnb.core.conventions.reading import PRESETS, preset_with_name
from exactnb.core.conventions.rules import NONE
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
    ({"prior": {"+": 1, "-": "-0.1"}}, "prior.-: a probability lies between 0 and 1; got -0.1"),
    ({"prior": {"+": 0.5, "-": 0.5}},
     'prior.+: 0.5 is a binary float; write "0.5" or Fraction(1, 2)'),
    ({"prior": {"+": "half", "-": "1/2"}},
     'prior.+: expected a number such as 3, 0.15, "5/11", "1e-3" or "45%"; got \'half\''),
    ({"prior": "unifrom"},
     PRIOR + " got 'unifrom' (did you mean 'uniform'?)"),
    ({"prior": "MLE"},
     PRIOR + " got 'MLE' (did you mean 'mle'?)"),
    ({"prior": "given"}, PRIOR + " got 'given'"),
    ({"prior": 1}, PRIOR + " got '1'"),
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
    ({"unseen": "eror"},
     "unseen: expected one of error, drop, zero; got 'eror' (did you mean 'error'?)"),
    ({"absent": "ignored"},
     "absent: expected one of count, ignore; got 'ignored' (did you mean 'ignore'?)"),
    ({"coefficient": "yes"}, "coefficient: expected true or false; got 'yes'"),
    ({"coefficient": 1}, "coefficient: expected true or false; got '1'"),
    ({"preset": "scikit"},
     "conventions: expected one of scikit-learn-1.9, nltk-3.10; got 'scikit' "
     "(did you mean 'scikit-learn'?)"),
    ({"preset": "scikit-learn-0.1"},
     "conventions: expected one of scikit-learn-1.9, nltk-3.10; got 'scikit-learn-0.1' "
     "(did you mean 'scikit-learn-1.9'?)"),
    ({"preset": 3}, "conventions: expected one of scikit-learn-1.9, nltk-3.10; got '3'"),
    ({"smoothing": "Laplace"},
     "smoothing: expected a number λ or one of laplace, jeffreys, perks, 0+; got 'Laplace' "
     "(did you mean 'laplace'?)"),
]  # fmt: skip


def added(number: int | str | Fraction) -> Smoothing:
    """Return the rule that adds one λ to every count."""
    return Add(PseudoCounts((("", "", Fraction(number)),)))


def test_nothing_said_is_relative_frequencies() -> None:
    """The defaults are: MLE prior, no smoothing, ties reported."""
    plain = Conventions()
    assert (plain.prior, plain.smoothing, plain.tie) == ("mle", NONE, "report")
    assert plain.smoothing_of("any column") == plain.rule_of_prior() == NONE
    assert (plain.unseen_value, plain.unseen_word) == ("error", "drop")
    assert (plain.absent, plain.coefficient, plain.preset) == ("count", False, "")
    assert plain.spelled() == {"prior": "mle", "smoothing": "0"}
    assert Conventions(prior=None) == plain
    assert Conventions(prior="mle").prior_is_explicit
    assert not plain.prior_is_explicit


@all_of(("options", "told"), REFUSED)
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


@all_of(
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
    assert [mixed.smoothing_of(c) for c in ("Sky", "Wind", "Sea")] == [
        added(2), NONE, added("1/2"),
    ]  # fmt: skip
    told = {"prior": "mle", "smoothing": "1/2", "smoothing of Sky": "2", "smoothing of Wind": "0"}
    assert mixed.spelled() == told


def test_the_prior_is_smoothed_like_the_features_unless_said() -> None:
    """`prior_smoothing` is λ of the features if it is left out, and spelled only if it differs."""
    same = Conventions(prior="smoothed", smoothing=1)
    assert same.prior_smoothing == same.rule_of_prior() == added(1)
    assert "prior_smoothing" not in same.spelled()
    other = Conventions(prior="smoothed", smoothing=1, prior_smoothing=0, tie="first")
    assert other.prior_smoothing == other.rule_of_prior() == NONE
    told = {"prior": "smoothed", "smoothing": "1", "prior_smoothing": "0", "tie": "first"}
    assert other.spelled() == told


def test_a_prior_that_is_not_smoothed_has_no_rule() -> None:
    """Only the smoothed prior is smoothed: the MLE prior is c/n, whatever the features' rule is."""
    assert Conventions(smoothing="laplace").rule_of_prior() == NONE
    assert Conventions(prior="uniform", smoothing=1).rule_of_prior() == NONE
    clipped = Conventions(prior="smoothed", prior_smoothing={"clip": "1/10"})
    assert clipped.rule_of_prior() == Clip(Fraction(1, 10))
    assert clipped.spelled()["prior_smoothing"] == "clip 1/10"


def test_what_is_unseen_may_be_said_for_values_and_words_together() -> None:
    """Values are an error and words are dropped, unless one rule is said for both."""
    for rule in ("error", "drop", "zero"):
        said = Conventions(unseen=rule)
        assert (said.unseen_value, said.unseen_word) == (rule, rule)
    assert Conventions(unseen="zero").spelled()["unseen"] == "zero"
    assert Conventions(unseen="drop").spelled()["unseen"] == "drop"
    assert Conventions(unseen="error").spelled()["unseen"] == "error"


def test_every_choice_but_the_defaults_is_spelled() -> None:
    """The choices are listed as a problem file writes them, defaults left out but two."""
    told = {"prior": "uniform", "smoothing": "laplace", "absent": "ignore", "coefficient": "true"}
    chosen = Conventions(prior="uniform", smoothing="laplace", absent="ignore", coefficient=True)
    assert chosen.spelled() == told


@pytest.mark.parametrize(
    ("name", "full", "told"),
    [
        ("scikit-learn", "scikit-learn-1.9",
         {"prior": "mle", "smoothing": "1", "tie": "first"}),
        ("nltk", "nltk-3.10", {"prior": "smoothed", "smoothing": "1/2", "unseen": "zero",
          "missing_cells": "value"}),
    ],
)  # fmt: skip
def test_a_preset_is_what_another_tool_does(name: str, full: str, told: dict[str, str]) -> None:
    """A preset without a version is the newest, which the spelling names."""
    assert preset_with_name(name) == preset_with_name(full) == (full, PRESETS[full])
    assert Conventions(preset=name).spelled() == {"conventions": full, **told}


def test_what_is_said_beside_a_preset_wins() -> None:
    """Keys written beside a preset take the place of its own."""
    mixed = Conventions(preset="nltk", smoothing=2, unseen="drop", prior="uniform")
    assert (mixed.prior, mixed.smoothing, mixed.unseen_value) == ("uniform", added(2), "drop")
    assert Conventions(preset="scikit-learn", tie="report").tie == "report"


def test_conventions_are_values() -> None:
    """Equal choices are equal, whatever their spelling, and do not change."""
    assert Conventions(smoothing="0.5") == Conventions(smoothing=Fraction(1, 2))
    assert hash(Conventions(smoothing="50%")) == hash(Conventions(smoothing="1/2"))
    with pytest.raises(FrozenInstanceError):
        Conventions().tie = "first"  # type: ignore[misc]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5).filter(any))
@law(12)
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
@law(12)
def test_lambda_is_any_rational_that_is_not_negative(number: Fraction) -> None:
    """λ ≥ 0 is kept exactly, λ < 0 is refused."""
    if number >= 0:
        assert Conventions(smoothing=str(number)).smoothing == added(number)
    else:
        with pytest.raises(InputError, match="λ must not be negative"):
            Conventions(smoothing=number)


def test_a_prior_smoothed_by_its_own_rule_is_varied_so() -> None:
    """What is chosen for the prior holds, though the features are smoothed by another λ."""
    varied = Conventions(smoothing=2).varied(prior="smoothed", prior_smoothing="1/2")
    assert varied == Conventions(smoothing=2, prior="smoothed", prior_smoothing="1/2").varied()
    assert varied.spelled()["prior_smoothing"] == "1/2"
