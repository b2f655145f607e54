"""Weights are the nearest integers, and what they decide is what fractions say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import polars as pl
import pytest
from counting_by_hand import ByHand
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp
from thoroughness import all_of, law

from exactnb.errors import InputError
from exactnb.scale.counting.frame_scores import label_frame, score_frame
from exactnb.scale.counting.frames import count_frame
from exactnb.scale.counting.integer_scores import IntegerModel, Observed, scaled_log2s
from exactnb.scale.counting.tally import Tally

POWERS = st.dictionaries(st.integers(1, 10**40), st.integers(-50, 50), max_size=4)


@law(30, 90)
@given(st.lists(POWERS, max_size=6), st.integers(1, 60))
def test_logs_are_the_nearest_integers(products: list[dict[int, int]], bits: int) -> None:
    """Of any product of powers, also where it is very near to 1."""
    with mp.workprec(1_000):
        logs = (mp.fsum(e * mp.log(n, 2) for n, e in powers.items()) for powers in products)
        assert scaled_log2s(products, bits) == [int(mp.nint(mp.ldexp(log, bits))) for log in logs]


@all_of("bits", [1, 32, 52])
def test_powers_of_two_have_whole_logs(bits: int) -> None:
    """They are met exactly, and every other one is told from the middle of two integers."""
    large = 10**60
    products = [{2: 5}, {8: 1, 2: -3}, {large: 2, large**2: -1}, {large + 1: 1, large: -1}, {}, {1: 9}]
    assert scaled_log2s(products, bits) == [5 << bits, 0, 0, 0, 0, 0]


def test_a_log_near_the_middle_of_two_integers_takes_more_bits() -> None:
    """The square root of 2, to 60 places, lies above or below the half by what 64 bits do not show."""
    below = 10**60
    with mp.workprec(1_000):
        root = int(mp.floor(mp.sqrt(2) * below))
    assert scaled_log2s([{root: 2 * 3, below: -6}, {root: 1, below: -1}], 1) == [6, 1]
    assert scaled_log2s([{root: 1, below: -1}, {root + 1: 1, below: -1}], 0) == [0, 1]


ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "y": st.sampled_from(["a", "b", "c"]),
            "v": st.sampled_from(["p", "q", "r", None]),
            "t": st.one_of(st.none(), st.text("ab #é", max_size=8)),
            "u": st.one_of(st.none(), st.text("cd -", max_size=6)),
        }
    ),
    min_size=1,
    max_size=8,
)
SMOOTHING = st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(10**9, 7)])


@law(6, 18)
@given(ROWS, SMOOTHING, st.sampled_from([1, 4, 32]))
def test_labels_are_those_of_fractions(rows: list[Any], smoothing: Fraction, bits: int) -> None:
    """With many bits or few, with zero factors and 0/0, every label is what the joints say."""
    rows = [{"id": at, **row} for at, row in enumerate(rows)]
    by_hand = ByHand(rows, "y", columns=["v"], texts=["t"], presence=["u"], smoothing=smoothing)
    frame = pl.DataFrame(rows, schema={"id": pl.Int64} | dict.fromkeys("yvtu", pl.String))
    model = IntegerModel(count_frame(frame, "y", **by_hand.asked), smoothing, bits=bits)
    scores = score_frame(model, frame, "id").sort("row")
    for row, label, scored in zip(
        rows, label_frame(model, frame, "id")["label"], scores.rows(named=True), strict=True
    ):
        winners = by_hand.winners(row)
        assert label == (winners[0] if winners else None)
        assert scored["label"] in (-2, by_hand.classes.index(label) if winners else -1)
        if smoothing:
            found = [scored[f"score_{k}"] for k in range(len(by_hand.classes))]
            assert found == by_hand.scores(row, bits)


def test_a_lead_as_large_as_the_terms_proves_nothing() -> None:
    """A lead is proved where it is larger than the number of terms, each of which is half off."""
    rows: list[Any] = [("class", "y", "a", None, 3), ("class", "y", "b", None, 3)]
    rows += [("value", "x", "a", "u", 2), ("value", "x", "a", "v", 1)]
    rows += [("value", "x", "b", "u", 1), ("value", "x", "b", "v", 2)]
    frame = pl.DataFrame({"id": [1], "x": ["u"]})
    found = {}
    for bits in (1, 2, 3):
        scores = score_frame(IntegerModel(Tally.from_rows(rows), bits=bits), frame, "id")
        found[bits] = scores.rows()[0]
    assert found[1] == (1, 2, -3, -5, -2)
    assert found[2] == (1, 2, -7, -9, -2)
    assert found[3] == (1, 2, -14, -19, 0)


@all_of(
    ("more", "how", "message"),
    [
        ([], {"pseudocount": -1}, "pseudocount: is not negative; got -1"),
        ([], {"bits": 53}, "bits: expected 1 to 52; got 53"),
        ([], {"prior": {"a": 1}}, "prior: needs a number for every class, adding up to 1"),
        ([], {"prior": "mean"}, "prior: expected one of mle, uniform; got 'mean'"),
        ([("number", "n", "a", None, 1, 2, 4)], {}, "feature 'n': numbers have no weights"),
        (
            [("split", "t", None, "unicode", 1), ("presence", "t", "a", "x", 1)],
            {},
            "feature 't': texts are cut as 'unicode'; engines cut them as 'ascii'",
        ),
    ],
)
def test_refusals_of_models(more: list[Any], how: dict[str, Any], message: str) -> None:
    """What has no weights is refused when the model is made, before a frame is read."""
    rows = [("class", "y", "a", None, 1), ("class", "y", "b", None, 0), *more]
    with pytest.raises(InputError) as error:
        IntegerModel(Tally.from_rows(rows), **how)
    assert str(error.value).startswith(message)


def test_priors() -> None:
    """They are relative frequencies, uniform, or given; a class of prior 0 never wins."""
    rows = [("class", "y", "a", None, 3), ("class", "y", "b", None, 1)]
    tally, anything = Tally.from_rows(rows), Observed()
    assert IntegerModel(tally).decide(anything) == (("a",), "exact")
    assert IntegerModel(tally, prior="uniform").decide(anything) == (("a", "b"), "tie")
    given_prior = IntegerModel(tally, prior={"a": 0, "b": 1})
    assert given_prior.decide(anything) == (("b",), "exact")
    assert label_frame(given_prior, pl.DataFrame({"id": [7]}), "id").rows() == [(7, "b", "integers")]
