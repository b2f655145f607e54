"""Leading terms of the second reader: c·ε^a·exp(−d/ε), with which it reads limits as ε → 0⁺."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F

import pytest

from exactnb.core.arithmetic.values import INFINITY, Infinite
from exactnb.explain.derivation.second_reader.reals import (
    LeadingTerm,
    NotRead,
    Real,
    add,
    divide,
    exceeds,
    exp,
    log,
    negate,
    power,
    sign,
    subtract,
    times,
)

EPSILON = LeadingTerm(F(1), F(1))


def density(distance: int, variance: int = 0) -> Real:
    """Return exp(−d²/2v)/√v with v = a variance + ε."""
    spread = add(F(variance), EPSILON)
    exponent = negate(divide(F(distance) ** 2, times(F(2), spread)))
    return divide(exp(exponent), power(spread, F(1, 2)))


def exponents(x: Real) -> tuple[F, F]:
    """Return a and d of a term."""
    assert isinstance(x, LeadingTerm)
    return x.order, x.rate


def test_a_term_tends_to_what_its_exponents_say() -> None:
    """3/√ε grows, −3/√ε falls without end, ε and exp(−1/ε)/ε vanish, and 5 stays."""
    assert LeadingTerm(F(3), F(-1, 2)).limit() == INFINITY
    assert LeadingTerm(F(-3), F(-1, 2)).limit() == Infinite(-1)
    assert EPSILON.limit() == LeadingTerm(F(1), F(-1), F(1)).limit() == 0
    assert LeadingTerm(F(5), is_exact=False).limit() == 5
    assert (log(EPSILON), log(LeadingTerm(F(1), F(-1)))) == (Infinite(-1), INFINITY)


def test_sums_keep_what_vanishes_least() -> None:
    """2 + ε is 2 but for a factor near 1, ε + ε is 2ε, and exp(−1/ε) is less than any power."""
    assert add(F(2), EPSILON) == LeadingTerm(F(2), is_exact=False)
    assert add(EPSILON, EPSILON) == LeadingTerm(F(2), F(1))
    tiny = LeadingTerm(F(10**9), F(-5), F(1))
    assert add(tiny, times(EPSILON, EPSILON)) == LeadingTerm(F(1), F(2), is_exact=False)
    assert add(tiny, F(0)) == tiny


def test_what_cancels_is_not_guessed() -> None:
    """ε − ε is 0; (2 + ε) − 2 is open, for its next term was dropped."""
    assert subtract(EPSILON, EPSILON) == 0
    with pytest.raises(NotRead, match="the leading terms cancel"):
        subtract(add(F(2), EPSILON), F(2))


def test_densities_at_and_off_a_constant() -> None:
    """Without a variance exp(−d²/2ε)/√ε: at 0 it is 1/√ε; of two distances the nearer is more."""
    assert exponents(density(0)) == (F(-1, 2), 0)
    assert exponents(density(3)) == (F(-1, 2), F(9, 2))
    assert exceeds(density(0), density(0, 1))
    assert exceeds(density(0, 1), density(1))
    assert exceeds(density(1), density(2))
    assert not exceeds(density(1), density(1))
    assert exponents(divide(density(1), density(2))) == (0, F(-3, 2))
    assert divide(F(0), density(0)) == 0
    assert sign(negate(density(0))) == -1


REFUSED: list[Callable[[], Real]] = [
    lambda: exp(divide(add(F(1), EPSILON), EPSILON)),
    lambda: exp(divide(F(1), times(EPSILON, EPSILON))),
]


@pytest.mark.parametrize("worked_out", REFUSED)
def test_a_power_of_e_needs_its_whole_exponent(worked_out: Callable[[], Real]) -> None:
    """e to (1 + …)/ε and to 1/ε² is no such term."""
    with pytest.raises(NotRead, match="more than the leading term matters"):
        worked_out()
