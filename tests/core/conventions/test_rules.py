"""Rules of smoothing as a problem file says them: what they are, how they are told, what is refused."""

import sys
from fractions import Fraction

import pytest
from any_text import CHARACTERS
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core.conventions import (
    Add,
    Clip,
    Frequency,
    Gamma,
    Limit,
    MEstimate,
    PseudoCounts,
    read_rule,
)
from exactnb.core.conventions.rules import NONE
from exactnb.errors import ExactnbError, InputError

ONE = PseudoCounts((("", "", Fraction(1)),))
LONG, DIGITS = Fraction(10**999), "1" + "0" * 999
HALF = PseudoCounts((("", "", Fraction(1, 2)),))
TABLE = Table.from_rows(
    [("u", "1", "k"), ("v", "0", "k"), ("u", "1", "l")], ["a", "b", "y"], values={"a": ["u", "v", "w"]}
)

READ = [
    (0, NONE, "0"),
    ("0", NONE, "0"),
    (1, Add(ONE), "1"),
    ("50%", Add(HALF), "1/2"),
    ("laplace", Add(ONE, name="laplace"), "laplace"),
    ("jeffreys", Add(HALF, name="jeffreys"), "jeffreys"),
    ("perks", Add(None, name="perks"), "perks"),
    ("0+", Limit(), "0+"),
    ({"add": 1}, Add(ONE), "1"),
    ({"add": "1/2", "cells": 7}, Add(HALF, Fraction(7)), "1/2 over 7 cells"),
    ({"add": 1, "cells": "class"}, Add(ONE, "class"), "1 over class cells"),
    ({"add": 1, "cells": "slot"}, Add(ONE, "slot"), "1 over slot cells"),
    ({"m": 2}, MEstimate(Fraction(2)), "m = 2, p = uniform"),
    ({"m": "1/2", "p": "1/2"}, MEstimate(Fraction(1, 2), HALF), "m = 1/2, p = 1/2"),
    ({"frequency": "0.01"}, Frequency(Fraction(1, 100)), "frequency + 1/100"),
    ({"clip": "1e-3"}, Clip(Fraction(1, 1000)), "clip 1/1000"),
    ({"clip": 0}, Clip(Fraction(0)), "clip 0"),
    ({"clip": "1/2"}, Clip(Fraction(1, 2)), "clip 1/2"),
    ({"dirichlet": "1/2", "take": "mean"}, Add(HALF, name="dirichlet 1/2, mean"),
     "dirichlet 1/2, mean"),
    ({"dirichlet": 2, "take": "mode"}, Add(ONE, name="dirichlet 2, mode"), "dirichlet 2, mode"),
]  # fmt: skip


@all_of(("said", "rule", "told"), READ)
def test_a_rule_is_what_is_said(said: object, rule: object, told: str) -> None:
    """A number, a name or a table of parts is one rule, and its text says it again."""
    assert read_rule(said, "smoothing") == rule  # type: ignore[arg-type]
    assert str(rule) == told
    assert read_rule(rule, "smoothing") is rule  # type: ignore[arg-type]


@all_of(
    ("rule", "told"),
    [
        (Add(ONE, LONG), f"1 over {DIGITS} cells"),
        (Add(PseudoCounts((("", "", LONG),))), DIGITS),
        (MEstimate(LONG), f"m = {DIGITS}, p = uniform"),
        (Frequency(LONG), f"frequency + {DIGITS}"),
        (Clip(1 / LONG), f"clip 1/{DIGITS}"),
        (Gamma(LONG, LONG, "mean"), f"gamma {DIGITS}, {DIGITS}, mean"),
    ],
)
def test_long_numbers_are_told_whatever_python_converts_at_once(rule: object, told: str) -> None:
    """A number of 1,000 digits is told in full where the process has a limit of 640."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert str(rule) == told
    finally:
        sys.set_int_max_str_digits(before)


def test_rules_by_place_are_told_with_their_places() -> None:
    """λ, p and a may differ by place, and the mode of a Dirichlet takes 1 from each a."""
    read = read_rule({"add": {"*": 1, "rye|yes": 2}}, "smoothing")
    assert isinstance(read, Add)
    assert str(read) == "{*: 1, rye|yes: 2}"
    mode = read_rule({"dirichlet": {"*": 1, "rye": "5/2"}, "take": "mode"}, "smoothing")
    assert isinstance(mode, Add)
    assert mode.pseudocounts is not None
    assert (mode.pseudocounts.number_for("oat", "k"), mode.pseudocounts.number_for("rye", "k")) == (
        0,
        Fraction(3, 2),
    )
    default = read_rule({"m": 2, "p": {"1": "0.1", "0": "0.9"}}, "smoothing")
    assert isinstance(default, MEstimate)
    assert str(default) == "m = 2, p = {1: 1/10, 0: 9/10}"


EXPECTED = "expected a number λ, a name such as laplace, or a rule such as { add = 1 }"
REFUSED = [
    ({}, f"smoothing: {EXPECTED}; got ''"),
    ({"ad": 1}, f"smoothing: {EXPECTED}; got 'ad' (did you mean 'add'?)"),
    ({"cells": 3}, f"smoothing: {EXPECTED}; got 'cells'"),
    ({"add": 1, "take": "mean"}, "smoothing: 'take' cannot be used with 'add'"),
    ({"add": 1, "cell": 3}, "smoothing: 'cell' cannot be used with 'add' (did you mean 'cells'?)"),
    ({"add": 1, "m": 3}, "smoothing: 'm' cannot be used with 'add'"),
    ({"m": 1, "cells": 3}, "smoothing: 'cells' cannot be used with 'm'"),
    ({"clip": "0.1", "frequency": 1}, "smoothing: 'clip' cannot be used with 'frequency'"),
    ({"add": -1}, "smoothing.add: must not be negative; got -1"),
    ({"add": 0.5}, 'smoothing.add: 0.5 is a binary float; write "0.5" or Fraction(1, 2)'),
    ({"add": 1, "cells": "values"},
     "smoothing.cells: expected a number, \"class\" or \"slot\"; got 'values'"),
    ({"add": 1, "cells": -1}, "smoothing.cells: expected a number, \"class\" or \"slot\"; got '-1'"),
    ({"add": 1, "cells": 0},
     "smoothing.cells: a λ over 0 cells lets an estimate be more than 1; expected at least 1"),
    ({"add": {"*": 1, "u": 2}, "cells": 7}, "smoothing: cells needs one λ for all values"),
    ({"m": -1}, "smoothing.m: must not be negative; got -1"),
    ({"m": "many"}, "smoothing.m: expected a number such as 3, 0.15, \"5/11\", \"1e-3\" or \"45%\"; "
     "got 'many'"),
    ({"m": 1, "p": 2}, "smoothing.p: a probability lies between 0 and 1; got 2"),
    ({"m": 1, "p": {"*": "1/2", "u": "3/2"}},
     "smoothing.p: a probability lies between 0 and 1; got 3/2"),
    ({"dirichlet": 1}, 'smoothing: needs take = "mean" or "mode"'),
    ({"dirichlet": 1, "take": "median"},
     "smoothing.take: expected one of mean, mode; got 'median' (did you mean 'mean'?)"),
    ({"dirichlet": "1/2", "take": "mode"},
     "smoothing.dirichlet: the mode needs numbers of at least 1"),
    ({"frequency": "-1/2"}, "smoothing.frequency: must not be negative; got -1/2"),
    ({"clip": "0.6"}, "smoothing.clip: lies between 0 and 1/2; got 3/5"),
    ("jefreys", "smoothing: expected a number λ or one of laplace, jeffreys, perks, 0+; "
     "got 'jefreys' (did you mean 'jeffreys'?)"),
    ("-1", "smoothing: λ must not be negative; got -1"),
]  # fmt: skip


@all_of(("said", "told"), REFUSED)
def test_what_is_no_rule_is_refused(said: object, told: str) -> None:
    """A rule with missing or foreign parts is refused with the path and a near match."""
    with pytest.raises(InputError) as refusal:
        read_rule(said, "smoothing")  # type: ignore[arg-type]
    assert str(refusal.value) == told


def test_a_gamma_prior_adds_to_the_sum_and_to_the_exposure() -> None:
    """The mean adds a, the mode a − 1, and both need to say which they are."""
    mean, mode = (read_rule({"gamma": ["3/2", 2], "take": take}, "s") for take in ("mean", "mode"))
    assert (mean.added, mode.added, mean.rate) == (Fraction(3, 2), Fraction(1, 2), 2)
    for rule, told in (
        ({"gamma": [1, 2]}, 's: needs take = "mean" or "mode"'),
        ({"gamma": 1, "take": "mean"}, "s.gamma: expected [a, b], two numbers; got '1'"),
        ({"gamma": [1, -2], "take": "mean"}, "s.gamma: must not be negative; got -2"),
        ({"gamma": ["1/2", 2], "take": "mode"}, "s.gamma: the mode needs an a of at least 1"),
        ({"gamma": [1, 2], "take": "mean", "p": 1}, "s: 'p' cannot be used with 'gamma'"),
    ):
        with pytest.raises(InputError) as refusal:
            read_rule(rule, "s")
        assert str(refusal.value) == told


def model(said: object, **more: object) -> Problem:
    """Return a problem whose columns are smoothed by a rule."""
    families = {"a": "categorical", "b": "bernoulli"}
    choice = ModelChoice(Conventions(smoothing=said, **more), families=families)  # type: ignore[arg-type]
    return Problem(TABLE, models={"model": choice})


@all_of(
    "said, told",
    [
        ({"add": {"*": 1, "z": 2}}, "model.smoothing: unknown value 'z'"),
        ({"add": {"*": 1, "u|K": 2}}, "model.smoothing: unknown class 'K' (did you mean 'k'?)"),
        ({"add": {"u": 2}}, "model.smoothing: no number for 'v' in class 'k'; give \"*\""),
        ({"m": 1, "p": {"u": "1/2"}}, "model.smoothing: no number for 'v' in class 'k'; give \"*\""),
    ],
)
def test_places_are_values_and_classes_of_the_data(said: object, told: str) -> None:
    """A rule that speaks of what is not there, or not of all that is there, is refused."""
    with pytest.raises(InputError) as refusal:
        model(said)
    assert str(refusal.value) == told


def test_places_stand_where_a_rule_does() -> None:
    """`{ "*" = 1, rye = 2 }` is λ by place, as `{ add = ... }` says it; its prior has the λ of "*"."""
    short, long = ({"*": 1, "u": 2, "|k": 3}, {"add": {"*": 1, "u": 2, "|k": 3}})
    assert read_rule(short, "s") == read_rule(long, "s")
    assert read_rule({"u": 1, "v|k": 2}, "s") == read_rule({"add": {"u": 1, "v|k": 2}}, "s")
    for said, told in (
        ({"*": 1, "m": 2}, "s: '*' cannot be used with 'm'"),
        ({"*": 1, "u": -2}, "s.u: must not be negative; got -2"),
        ({"u=1": 1, "*": 2}, 's: expected "value", "|class", "value|class" or "*"; got \'u=1\''),
    ):
        with pytest.raises(InputError) as refusal:
            read_rule(said, "s")
        assert str(refusal.value) == told


@all_of(
    "said",
    [
        {"add": {"u": 1, "v": 2, "0": 1, "1": 1}},
        {"m": 1, "p": {"u": "1/2", "v|k": 1}},
        {"|k": 1, "|l": 2},
    ],
)
def test_a_smoothed_prior_needs_a_number_for_the_classes(said: dict[str, object]) -> None:
    """Places are of values; a smoothed prior is refused with the key, unless "*" or its rule speaks."""
    with pytest.raises(InputError) as refusal:
        Conventions(smoothing=said, prior="smoothed")
    told = 'smoothing: no number for the classes, and prior = "smoothed"; give "*", or prior_smoothing'
    assert str(refusal.value) == told
    assert Conventions(smoothing=said, prior="smoothed", prior_smoothing=1).rule_of_prior().pseudocounts
    assert Conventions(smoothing=said, prior="uniform").rule_of_prior() == NONE


def test_a_class_named_like_a_value_is_not_its_place() -> None:
    """The λ of the value `yes` is none of the class `yes`: the prior has that of "*"."""
    rows = [("yes", "yes"), ("no", "no"), ("no", "no")]
    table = Table.from_rows(rows, ["salted", "eaten"])
    chosen = Conventions(prior="smoothed", smoothing={"*": 1, "yes": 7})
    solution = solve(Problem(table, models={"model": ModelChoice(chosen)}))
    assert solution["P(eaten=yes)"] == Fraction(1 + 1, 3 + 2)
    assert solution["P(salted=yes|eaten=yes)"] == Fraction(1 + 7, 1 + 8)


def test_places_of_a_column_with_its_own_rule_are_known() -> None:
    """The general rule may name a value of any column; only columns that it smooths need a number."""
    own = {"a": 1}
    assert model({"add": {"*": 1, "u": 2}}, smoothings=own).predictions
    assert model({"add": {"0": 1, "1": 2}}, smoothings=own).predictions
    with pytest.raises(InputError, match=r"model\.smoothing: unknown value 'z'"):
        model({"add": {"*": 1, "z": 2}}, smoothings=own)


def test_places_of_a_column_are_its_own_values() -> None:
    """A rule of one column speaks of that column's values alone."""
    good = {"a": {"add": {"u": 1, "v": 2, "w": 3}}}
    assert model(0, smoothings=good).predictions
    with pytest.raises(InputError, match=r"model\.smoothings\.b: unknown value 'u'"):
        model(0, smoothings={"b": {"add": {"*": 1, "u": 1}}})


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | st.text(CHARACTERS, max_size=5),
        lambda inner: (
            st.lists(inner, max_size=2)
            | st.dictionaries(
                st.sampled_from(
                    ["add", "cells", "m", "p", "take", "dirichlet", "frequency", "clip", "*"]
                ),
                inner | st.sampled_from(["mean", "mode", "1/2", "slot"]),
                max_size=3,
            )
        ),
        max_leaves=4,
    )
)
@law(12, exhaustive=30)
def test_anything_else_is_refused_in_one_line(said: object) -> None:
    """Whatever is given as a rule is read, or refused with an error of the library."""
    told = ""
    try:
        told = str(read_rule(said, "smoothing"))  # type: ignore[arg-type]
    except ExactnbError as error:
        assert str(error).startswith("smoothing")  # noqa: PT017 - it is read, or refused
        told = str(error)
    assert told
    assert "\n" not in told
