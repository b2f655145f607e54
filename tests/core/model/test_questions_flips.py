"""Where decisions flip as λ varies: the places between flips, and how flips are written."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from spelled_well import spelled
from thoroughness import all_of

from exactnb import Problem, solve
from exactnb.core.arithmetic.algebraic import IntegerCoefficients
from exactnb.core.arithmetic.roots import multiply_polynomials
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import Decision
from exactnb.core.expression.written import written
from exactnb.core.model.quantity import Effort
from exactnb.core.model.questions.flips import (
    Flip,
    _flips_formula,
    _positive_zeros,
    _sample_points,
    joints_in_lambda,
    labels_at,
)
from exactnb.errors import Unsupported

QUADRATIC: IntegerCoefficients = (1, -4, 1)  # of 2 − √3 and 2 + √3
LINEAR: IntegerCoefficients = (-3, 1)


def at(polynomial: IntegerCoefficients, place: int) -> Flip:
    """Return the positive zero of a polynomial that has some place."""
    return next(flip for flip in _positive_zeros(polynomial) if flip.place == place)


def test_a_sample_lies_between_any_two_places() -> None:
    """Before the first, between two that are near each other, and behind the last."""
    places = [F(1, 10**12), F(1), 1 + F(1, 10**12), F(7)]
    samples = _sample_points(places)
    assert len(samples) == 5
    assert 0 < samples[0] < places[0]
    assert all(places[n] < samples[n + 1] < places[n + 1] for n in range(3))
    assert samples[-1] > places[-1]
    assert _sample_points([]) == [1]


@all_of(
    ("flips", "formula"),
    [
        ([], "{}"),
        ([at(LINEAR, 1)], "{λ : λ - 3 = 0}"),
        ([at(QUADRATIC, 1), at(QUADRATIC, 2)], "{λ : λ^2 - 4 * λ + 1 = 0}"),
        ([at(QUADRATIC, 2)], "{{λ : λ^2 - 4 * λ + 1 = 0}[2]}"),
        ([at(QUADRATIC, 1), at(LINEAR, 1)],
         "{{λ : λ^2 - 4 * λ + 1 = 0}[1], {λ : λ - 3 = 0}[1]}"),
        ([at(QUADRATIC, 1), at(LINEAR, 1), at(QUADRATIC, 2)],
         "{λ : λ^3 - 7 * λ^2 + 13 * λ - 3 = 0}"),
    ],
)  # fmt: skip
def test_flips_are_all_zeros_of_a_polynomial_or_each_is_one(flips: list[Flip], formula: str) -> None:
    """Where a zero is no flip, the others are told by their places; what is written is worth them."""
    found = _flips_formula(flips)
    assert spelled(found) == formula
    values = sorted(str(written(flip.at)) for flip in flips)
    assert sorted(map(str, map(written, evaluate(found, {}.__getitem__).parts))) == values


def test_polynomials_are_multiplied_term_by_term() -> None:
    """(1 + 2λ)(3 + λ²) is 3 + 6λ + λ² + 2λ³."""
    assert multiply_polynomials([F(1), F(2)], [F(3), F(0), F(1)])[:4] == [3, 6, 1, 2]


OWN_RULES = (1, 3, "0+", "perks", {"m": 2}, {"dirichlet": 2, "take": "mean"}, {"frequency": "1/9"})


@pytest.mark.exhaustive
@all_of("own", OWN_RULES)
@all_of("features", [1, "0+"])
@all_of("place", ["prior", "column"])
def test_a_rule_of_its_own_stays_while_lambda_varies(place: str, features: object, own: object) -> None:
    """At every λ the decision is that of the model with λ for smoothing; a λ of its own is refused."""
    table = "a b class\nu v k\nu w k\nv v l\nv w l\nu w l\nv w m"
    of_prior = {"prior": "smoothed", "prior_smoothing": own}
    ruled = of_prior if place == "prior" else {"smoothings": {"a": own}}

    def smoothed_by(rule: object, **prior: object) -> Problem:
        model = {"smoothing": rule, **ruled, **prior}
        return Problem.from_document(
            {"data": {"table": table}, "model": model, "query": {"x": {"a": "u", "b": "v"}}}
        )

    problem = smoothed_by(features)
    alike = place == "prior" and own == features
    (prediction,), items = problem.predictions.values(), problem.scope.resolve("flips(λ|x)").right
    if own == "0+" and not alike:
        with pytest.raises(Unsupported, match=r"'0\+' of its own"):
            joints_in_lambda(prediction, items, Effort())
        return
    scores = joints_in_lambda(prediction, items, Effort())
    for number in ("1/100", "1/3", "2", "40"):
        other = smoothed_by(number, **({"prior_smoothing": number} if alike else {}))
        decision = solve(other, only=["argmax(x)"])["argmax(x)"]
        assert isinstance(decision, Decision)
        assert labels_at(scores, F(number), first=False) == decision.labels
