"""The probability of more than a number, where a density has an antiderivative: a candidate.

An antiderivative is a power of a factor of the density, or an exponential function in it, up to a
constant. Its limits are guessed; the theorem proves its slope and what it is at an end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy

from exactnb.core.expression import nodes
from exactnb.core.families.declared.specification import Interval
from exactnb.core.families.deriving.algebra import FAULTS, Algebra
from exactnb.core.families.deriving.inverting import limit
from exactnb.errors import ExactnbError


def tail_of(algebra: Algebra) -> nodes.Expression | None:
    """Return the probability of more than x by the density of `algebra`, in its letters.

    None if no antiderivative of the density is found.
    """
    support = algebra.specification.support
    if not isinstance(support, Interval):
        return None
    ends = [algebra.at(end, side) for side, end in zip((-1, 1), support.ends, strict=True)]
    try:
        for base, exponent in _candidates(algebra):
            tail = _tail(algebra, base, exponent, ends)
            if tail is not None:
                return tail
    except ExactnbError:
        raise
    except FAULTS:  # no sign of it is known
        pass
    return None


def _candidates(algebra: Algebra) -> Iterator[tuple[Any, Any]]:
    """Yield bases and exponents of powers; where the base is e, the exponent has x."""
    bases: dict[Any, Any] = {}
    rest: list[Any] = []
    for term in sympy.Add.make_args(algebra.density):
        times, function = term.as_independent(algebra.x, as_Add=False)
        if isinstance(function, sympy.log):
            bases[function.args[0]] = bases.get(function.args[0], 0) + times
        elif function != 1:
            rest.append(term)
    yield from ((base, times + 1) for base, times in bases.items())
    yield from ((sympy.E, sympy.Add(*(rest[:left] + rest[left + 1 :]))) for left in range(len(rest)))
    yield sympy.E, sympy.Add(*rest)
    yield algebra.x, sympy.Integer(1)


def _tail(algebra: Algebra, base: Any, exponent: Any, ends: list[Any]) -> nodes.Expression | None:
    """Return the probability of more than x by a power: it is 0 at an end, or known at both."""
    density = algebra.density
    is_of_e = base == sympy.E
    inside = exponent if is_of_e else base
    if not inside.has(algebra.x) or exponent == 0:
        return None
    sides = zip(ends, (1, -1), strict=True)
    reached = [limit(inside, algebra.x, end, side, algebra.place) for end, side in sides]
    known = [end is not None and end.is_finite and (is_of_e or end != 0) for end in reached]
    for start, is_known, is_more in zip(reached, known, (True, False), strict=True):
        if not is_known:
            continue
        ratio, power = (base, exponent - start) if is_of_e else (base / start, exponent)
        if not _is_slope(density, power if is_of_e else power * sympy.log(ratio), algebra.x):
            continue
        if not is_of_e and algebra.is_negative(power):
            ratio, power = 1 / ratio, -power
        written = algebra.expression(sympy.factor(power) if is_of_e else ratio)
        if is_of_e:
            written = nodes.exp(written)
        elif power != 1:
            written = nodes.Power(written, algebra.expression(power))
        return written if is_more else 1 - written
    if not all(end is not None and end.is_finite for end in reached):
        return None
    low, high = (sympy.exp(end) if is_of_e else end**exponent for end in reached)
    logarithm = exponent if is_of_e else exponent * sympy.log(base)
    if low == high or not _is_slope(density, logarithm, algebra.x, high - low):
        return None
    return algebra.expression(high - base**exponent) / algebra.expression(high - low)


def _is_slope(density: Any, logarithm: Any, x: Any, divisor: Any = 1) -> bool:
    """Say whether the slope of a power, by its logarithm, is a density times a divisor, or minus it."""
    slope = sympy.diff(logarithm, x)
    if slope == 0:
        return False
    gap = _log_size(slope) + logarithm - density - _log_size(divisor)
    gap = sympy.expand(gap.replace(sympy.log, _log_size), log=False)
    return bool(sympy.expand(sympy.logcombine(gap, force=True).replace(sympy.log, _log_size)) == 0)


def _log_size(formula: Any) -> Any:
    """Return the logarithm of the size of a product, a term for each factor."""
    total = sympy.Integer(0)
    for part in sympy.Mul.make_args(sympy.factor(sympy.together(formula))):
        base, exponent = part.as_base_exp()
        if isinstance(part, sympy.exp):
            total += part.args[0]
        elif base != -1:
            base = -base if base.is_Number and base < 0 else base
            total += exponent * sympy.log(-base if base.could_extract_minus_sign() else base)
    return total
