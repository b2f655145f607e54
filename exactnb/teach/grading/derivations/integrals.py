"""Definite integrals of a derivation that are sums of powers, over a parameter or another letter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import INFINITY
from exactnb.teach.grading.derivations.numbers import NoValue, Number, gamma, power
from exactnb.teach.grading.derivations.polynomials import beta, letter, product_of, summed
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, Unknown


def integrated(ev: Evaluation, scope: DerivationScope, formula: nodes.Integral, env: Env) -> Number:
    """Return the value of an integral in the world of `ev` at `env`.

    Without ends it is over all that its letter may be: the domain of a parameter, or all distributions.
    Raise Unknown, or NoValue, where that is no sum of powers.
    """
    variable, before = formula.variable, ev.overrides
    if not isinstance(variable, Symbol):  # a formula was put in for the letter
        raise Unknown("the letter of an integral")
    key = scope.parameter_key(ev, variable, env)
    role = scope.names.get(variable.letter)
    drawn = sorted(next(iter(ev.world.draws), ()))
    every = [each for each in drawn if each[0] == role and not variable.lower]
    keys = [key] if key else every if scope.is_constrained and not formula.ends else []
    if variable.lower and not keys:
        raise Unknown("the letter of an integral")
    free: Key = (f"∫{variable.letter}", ())
    ev.overrides = {**before, **{each: letter(each) for each in keys}}
    try:
        inner = env if keys else {**env, variable.letter: letter(free)}
        value = ev.value(formula.body, inner)
    finally:
        ev.overrides = before
    if len(keys) > 1:
        return over_simplex(value, keys)
    ends = tuple(_end(ev, each, env) for each in formula.ends)
    if not ends:
        ends = ((keys and scope.domain(keys[0])) or (None, None))[:2]
    low, high = ends
    if low is None:
        raise Unknown("an integral without ends")
    return integral(value, keys[0] if keys else free, low, high)


def _end(ev: Evaluation, end: Expression, env: Env) -> Fraction | None:
    """Return an end of an integral, None for an infinite one."""
    if end in (INFINITY, nodes.Negative(INFINITY)):
        return None
    value = ev.value(end, env)
    if not isinstance(value, Fraction):
        raise Unknown("the end of an integral")
    return value


def integral(value: Number, key: Key, low: Fraction, high: Fraction | None) -> Number:
    """Return the integral of `value` by the letter `key`, up to `high`, None for no end.

    Raise NoValue of another one than of sums of powers, or without an end of powers times e^(−cx).

    >>> x = letter(("x", ()))
    >>> str(integral(x * (1 - x), ("x", ()), Fraction(0), Fraction(1)))
    '1/6'
    """

    def worth(powers: dict[Key, Fraction]) -> Number:
        exponent = powers.pop(key, Fraction(0)) + 1
        rate = -powers.pop(("e " + key[0], key[1]), Fraction(0))
        left = product_of(powers)
        if high is None and low == 0 and rate > 0 and exponent > 0:
            return left * gamma(exponent) * power(rate, -exponent)
        if high is None or rate or exponent <= 0 or not 0 <= low <= high:
            raise NoValue
        return left * (power(high, exponent) - power(low, exponent)) / exponent

    return summed(value, worth)


def over_simplex(value: Number, keys: Sequence[Key]) -> Number:
    """Return the integral of `value` by all of `keys`, probabilities that add up to 1: Dirichlet's."""

    def worth(powers: dict[Key, Fraction]) -> Number:
        numbers = [powers.pop(key, Fraction(0)) + 1 for key in keys]
        if powers:
            raise NoValue
        return beta(numbers)

    return summed(value, worth)
