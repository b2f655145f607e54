"""Definite integrals of a derivation that are sums of powers, over a parameter or another letter."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import INFINITY
from exactnb.teach.grading.derivations.numbers import Number
from exactnb.teach.grading.derivations.polynomials import integral, letter, over_simplex
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
    every = [each for each in sorted(ev.world.draws[0]) if each[0] == role and not variable.lower]
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
