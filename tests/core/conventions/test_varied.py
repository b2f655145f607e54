"""Choices about numeric columns, and conventions made of others: varied, inherited, with a limit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from thoroughness import all_of

from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.conventions import Conventions, Limit, read_rule
from exactnb.core.conventions.rules import depends_on_observed_values, pseudocount_of, rule_for_unnamed
from exactnb.errors import InputError, Unsupported

USUAL = {"share": "none", "epsilon": "0", "divisor": "N", "covariance": "pooled"}
EPSILON = 'epsilon: expected a number, "0+" or { relative = number }'
OTHER = {"share": "all", "epsilon": "1/2", "divisor": "N-1", "covariance": "total"}


def of_numbers(chosen: Conventions) -> dict[str, str]:
    """Return the four choices about numeric columns, as they are written."""
    return {key: str(getattr(chosen, key)) for key in USUAL}


@all_of("key", list(USUAL))
def test_each_choice_about_numbers_is_kept_spelled_and_known_to_be_chosen(key: str) -> None:
    """One that is said is spelled where there are numbers; a usual one, said or not, is not."""
    said = Conventions(**{key: OTHER[key]})
    assert of_numbers(said) == {**USUAL, key: OTHER[key]}
    assert said.spelled(numbers=True) == {"prior": "mle", "smoothing": "0", key: OTHER[key]}
    assert said.spelled() == {"prior": "mle", "smoothing": "0"}
    assert said.explicit == (key,)
    for usual in (Conventions(), Conventions(**{key: USUAL[key]})):
        assert (of_numbers(usual), usual.explicit) == (USUAL, ())
        assert usual.spelled(numbers=True) == {"prior": "mle", "smoothing": "0"}


def test_choices_about_numbers_are_told_in_one_order() -> None:
    """All four are spelled; those that are chosen are known, or so many of them as a model says."""
    said = Conventions(**OTHER)
    assert list(said.spelled(numbers=True))[2:] == ["divisor", "share", "epsilon", "covariance"]
    assert set(said.explicit) == set(USUAL)
    inherited = said.explicit_among(["divisor", "share"])
    assert set(inherited.explicit) == {"divisor", "share"}
    assert (of_numbers(inherited), said.explicit_among([]).explicit) == (OTHER, ())


def test_what_is_added_to_variances_may_be_a_part_of_the_largest() -> None:
    """A preset chooses it without making it explicit; what is said beside it wins."""
    part = Conventions(epsilon={"relative": "1e-9"})
    assert (part.epsilon.amount, part.epsilon.relative) == (Fraction(1, 10**9), True)
    assert str(part.epsilon) == "1/1000000000 of the largest variance"
    learned = Conventions(preset="scikit-learn")
    assert (learned.epsilon, learned.explicit) == (part.epsilon, ())
    assert Conventions(preset="scikit-learn", epsilon=2).epsilon == Conventions(epsilon=2).epsilon


@all_of(
    ("said", "told"),
    [
        ({"epsilon": -1}, "epsilon: must not be negative; got -1"),
        ({"epsilon": {"relative": -1}}, "epsilon: must not be negative; got -1"),
        ({"epsilon": {"absolute": 1}}, EPSILON),
        ({"epsilon": {"relative": 1, "x": 1}}, EPSILON),
        ({"divisor": "n"}, "divisor: expected one of N, N-1, N-K; got 'n' (did you mean 'N'?)"),
        ({"share": "al"}, "share: expected one of none, classes, features, all; got 'al' "
         "(did you mean 'all'?)"),
        ({"covariance": "pool"}, "covariance: expected one of pooled, total; got 'pool' "
         "(did you mean 'pooled'?)"),
    ],
)  # fmt: skip
def test_what_is_no_choice_about_numbers_is_refused(said: dict[str, object], told: str) -> None:
    """A refusal is the key, what was given, and what may stand there."""
    with pytest.raises(InputError) as refusal:
        Conventions(**said)  # type: ignore[arg-type]
    assert str(refusal.value) == told


FULL: dict[str, object] = {
    "prior": "smoothed", "smoothing": 1, "unseen": "zero", "absent": "ignore", "coefficient": True,
    "tie": "first", **OTHER,
}  # fmt: skip


@all_of("key", [key for key in FULL if key != "smoothing"])
def test_a_varied_choice_is_one_that_was_made_so(key: str) -> None:
    """To vary the usual choices by one, or all others by it, is to make them so at first."""
    rest = {name: value for name, value in FULL.items() if name != key}
    wanted = Conventions(**FULL)  # type: ignore[arg-type]
    varied = Conventions(**rest).varied(**{key: FULL[key]})  # type: ignore[arg-type]
    assert set(varied.explicit) == set(wanted.explicit)
    assert varied.spelled(numbers=True) == wanted.spelled(numbers=True)
    assert (varied.unseen_word, varied.prior_is_explicit) == ("zero", True)


def test_a_varied_preset_is_none_unless_it_is_the_one_that_is_said() -> None:
    """What differs from a preset is no longer called so; a preset is called so where it is chosen."""
    learned = Conventions(preset="scikit-learn")
    assert learned.varied(smoothing=2).spelled() == {"prior": "mle", "smoothing": "2", "tie": "first"}
    assert Conventions().varied(preset="scikit-learn").preset == "scikit-learn-1.9"


def test_a_smoothed_prior_follows_the_features_unless_it_has_its_own_rule() -> None:
    """Another λ of the features is the prior's too, but where one was given for the prior."""
    alike = Conventions(prior="smoothed", smoothing=1)
    assert alike.varied(smoothing=2) == Conventions(prior="smoothed", smoothing=2).varied()
    own = Conventions(prior="smoothed", smoothing=1, prior_smoothing=3)
    assert str(own.varied(smoothing=2).prior_smoothing) == "3"
    again = own.varied(prior="smoothed", smoothing=2)
    assert str(again.prior_smoothing) == "2"
    assert str(alike.varied(smoothing={"*": 5, "u": 2}).rule_of_prior()) == "5"
    with pytest.raises(InputError, match="no number for the classes"):
        alike.varied(smoothing={"add": {"u": 2}})


def test_a_prior_is_put_in_the_place_of_another() -> None:
    """Numbers for the classes are the prior, explicitly, and all else stays."""
    before = Conventions(smoothing=1, tie="first")
    after = before.with_prior({"a": "1/4", "b": "3/4"})
    assert (after.prior, after.prior_is_explicit) == ("given", True)
    assert after.given_prior == (("a", Ratio(1, 4)), ("b", Ratio(3, 4)))
    assert (after.smoothing, after.tie, before.prior) == (before.smoothing, "first", "mle")
    varied = before.varied(prior={"a": "1/4", "b": "3/4"})
    assert (varied.prior, varied.given_prior) == ("given", after.given_prior)


def test_a_limit_takes_the_place_of_one_number_that_is_added_everywhere() -> None:
    """A column and a prior with their own rules keep them; other rules have no such λ."""
    said = {"prior": "smoothed", "smoothing": 1, "smoothings": {"a": 2}}
    limit = Conventions(**said).with_limit()  # type: ignore[arg-type]
    assert limit.smoothing == limit.rule_of_prior() == limit.smoothing_of("b") == Limit()
    assert str(limit.smoothing_of("a")) == "2"
    assert str(Conventions(**said, prior_smoothing=3).with_limit().rule_of_prior()) == "3"
    assert Conventions(smoothing="0+").with_limit().smoothing == Limit()
    assert Conventions(smoothing="laplace").with_limit().smoothing == Limit()
    assert Conventions(smoothing=1).with_limit().prior_smoothing != Limit()
    for other in ("perks", {"m": 1}, {"clip": "1/9"}, {"add": 1, "cells": 9}, {"*": 1, "u": 2}):
        with pytest.raises(Unsupported, match="smoothed by no single λ"):
            Conventions(smoothing=other).with_limit()


@all_of(
    ("said", "everywhere", "seen", "added"),
    [
        (1, "1", False, 1), ("perks", "perks", False, None), ("0+", "0+", False, None),
        ({"add": 2, "cells": "class"}, "2 over class cells", True, 2),
        ({"add": 0, "cells": "class"}, "0 over class cells", False, 0),
        ({"add": 2, "cells": "slot"}, "2 over slot cells", False, 2),
        ({"*": 3, "u": 2}, "3", False, None), ({"u": 2, "|k": 2}, None, False, None),
        ({"m": 2}, "m = 2, p = uniform", False, None),
        ({"m": 2, "p": "1/2"}, "m = 2, p = 1/2", False, None),
        ({"m": 2, "p": {"*": "1/3", "u": 1}}, "m = 2, p = 1/3", False, None),
        ({"m": 2, "p": {"u": 1}}, None, False, None),
        ({"clip": 0}, "clip 0", False, None), ({"frequency": 1}, "frequency + 1", False, None),
        ({"gamma": [2, "1/2"], "take": "mode"}, "gamma 2, 1/2, mode", False, None),
    ],
)  # fmt: skip
def test_what_is_asked_of_a_rule(said: object, everywhere: str | None, seen: bool, added) -> None:
    """What it is where no place is named, whether it looks at what a class shows, and its one λ."""
    rule = read_rule(said, "smoothing")  # type: ignore[arg-type]
    left = rule_for_unnamed(rule)
    assert (None if left is None else str(left)) == everywhere
    assert depends_on_observed_values(rule) is seen
    assert pseudocount_of(rule) == added


@all_of(
    ("said", "told"),
    [
        ({"clip": "1/2"}, "clip 1/2"), ({"dirichlet": 1, "take": "mode"}, "dirichlet 1, mode"),
        ({"gamma": [1, 0], "take": "mode"}, "gamma 1, 0, mode"),
        ({"gamma": ["1/2", 0], "take": "mean"}, "gamma 1/2, 0, mean"),
        ({"add": 1, "cells": 1}, "1 over 1 cells"), ({"m": 0, "p": 1}, "m = 0, p = 1"),
        ({"m": 0, "p": 0}, "m = 0, p = 0"),
    ],
)  # fmt: skip
def test_numbers_on_the_border_are_taken(said: object, told: str) -> None:
    """The least and the largest numbers that a rule may have are taken."""
    assert str(read_rule(said, "smoothing")) == told  # type: ignore[arg-type]
