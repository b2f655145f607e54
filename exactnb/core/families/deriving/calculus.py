"""Solutions of an equation in one letter, limits, and tails of a density, by polynomials alone.

An antiderivative is guessed: a power of a factor of the density, or an exponential function in it, up
to a constant, and so are its limits; the theorem proves its slope and what it is at an end.

How to read: a formula is a quotient of polynomials in a letter, or in one power, logarithm or
exponential function of it (`rational_generator`); `solutions` and `limit` look at that first, then
inside of it. `tail_of` returns the probability of more than x.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy

from exactnb.core.expression import nodes
from exactnb.core.families.declared.specification import Interval
from exactnb.core.families.deriving.algebra import FAULTS, Algebra
from exactnb.errors import ExactnbError


def solutions(formula: Any, letter: Any, value: Any) -> Iterator[Any]:
    """Yield what a letter may be where a formula has a value; none without a closed form.

    >>> t, v = sympy.symbols("t v", positive=True)
    >>> list(solutions(2 * t**2, t, v))
    [sqrt(2)*sqrt(v)/2, -sqrt(2)*sqrt(v)/2]
    """
    inner = rational_generator(formula, letter)
    if inner is None:
        return
    unknown = sympy.Dummy("u", positive=True)
    for root in _rational_zeros(formula.subs(inner, unknown) - value, unknown):
        if inner == letter:
            yield root
        elif not isinstance(inner, sympy.polygamma):
            yield from solutions(*_inverse_step(inner, letter, root))


def limit(formula: Any, letter: Any, end: Any, side: int, place: dict[Any, Any]) -> Any:
    """Return what a formula tends to as a letter goes to an end, from its side; None if not known.

    >>> t = sympy.Symbol("t", positive=True)
    >>> limit((1 - t) / t, t, sympy.Integer(0), 1, {}), limit((1 - t) / t, t, sympy.oo, -1, {})
    (oo, -1)
    """
    inner = rational_generator(formula, letter)
    if inner is None:
        return None if formula.has(letter) else formula
    if isinstance(inner, sympy.polygamma):
        return None
    if inner != letter:
        unknown = sympy.Dummy("u", positive=True)
        there = _limit_at_end(inner, letter, end, side, place)
        outer = formula.subs(inner, unknown)
        return None if there is None else limit(outer, unknown, there, 1 if there == 0 else -1, place)
    numerator, denominator = sympy.fraction(sympy.cancel(sympy.together(formula)))
    degrees = []
    near = sympy.Dummy("w", positive=True)
    moved = -near if end == -sympy.oo else near if end == sympy.oo else end + side * near
    for part in (numerator, denominator):
        terms = sympy.Poly(sympy.expand(part.subs(letter, moved)), near).terms()
        degrees.append(max(terms) if end in (sympy.oo, -sympy.oo) else min(terms))
    ((top,), first), ((bottom,), second) = degrees
    order = (top - bottom) * (1 if end in (sympy.oo, -sympy.oo) else -1)
    ratio = sympy.factor(first / second)
    return sympy.Integer(0) if order < 0 else ratio if order == 0 else sign_at(ratio, place) * sympy.oo


def sign_at(number: Any, place: dict[Any, Any]) -> int:
    """Return the sign that a formula has at a place: a guess, which a theorem has to prove."""
    value = sympy.re(sympy.N(number.subs(place), 30))
    return 0 if abs(value) < sympy.Float("1e-20") else 1 if value > 0 else -1


def rational_generator(formula: Any, letter: Any) -> Any:
    """Return the part of `formula` with `letter` in which it is a quotient of polynomials.

    None if there is none. In (e^2θ − 1)/e^θ it is e^θ.
    """
    if formula.has(letter) and formula.is_rational_function(letter):
        return letter
    for part in sorted(formula.atoms(sympy.Function, sympy.Pow), key=lambda part: str(part)):
        unknown = sympy.Dummy("u", positive=True)
        if part.has(letter) and not (part.is_Pow and part.exp.is_Integer):
            outer = formula.subs(part, unknown)
            if not outer.has(letter) and outer.is_rational_function(unknown):
                return part
    return None


def _rational_zeros(formula: Any, unknown: Any) -> Iterator[Any]:
    """Yield the zeros of a quotient of polynomials: of degree 1 or 2, or of two terms."""
    polynomial = sympy.Poly(sympy.numer(sympy.together(formula)), unknown)
    terms = polynomial.terms()
    degree = polynomial.degree()
    if len(terms) == 2 and terms[-1][0] == (0,):
        root = sympy.factor(sympy.cancel(-terms[-1][1] / terms[0][1])) ** sympy.Rational(1, degree)
        yield root
        if degree % 2 == 0:
            yield -root
    elif degree == 2 and len(terms) == 3:
        (_, a), (_, b), (_, c) = terms
        root = sympy.sqrt(sympy.factor(sympy.expand(b**2 - 4 * a * c)))
        for sided in (root, -root):
            yield sympy.cancel(sympy.together((-b + sided) / (2 * a)))


def _inverse_step(inner: Any, letter: Any, value: Any) -> tuple[Any, Any, Any]:
    """Return what a logarithm, an exponential function or a power is of, and its value."""
    if isinstance(inner, sympy.log):
        return inner.args[0], letter, sympy.exp(value)
    if isinstance(inner, sympy.exp):
        return inner.args[0], letter, sympy.log(value)
    base, exponent = inner.args
    if exponent.has(letter):
        return exponent, letter, sympy.log(value) / sympy.log(base)
    return base, letter, value ** (1 / exponent)


def _limit_at_end(inner: Any, letter: Any, end: Any, side: int, place: dict[Any, Any]) -> Any:
    """Return what a logarithm, an exponential function or a power tends to."""
    base, exponent = inner.as_base_exp() if inner.is_Pow else (inner.args[0], sympy.Integer(1))
    there = limit(base, letter, end, side, place) if not exponent.has(letter) else None
    if there is None:
        return None
    if isinstance(inner, sympy.Abs):
        return abs(there)
    if isinstance(inner, sympy.log):
        return -sympy.oo if there == 0 else sympy.log(there)
    if isinstance(inner, sympy.exp):
        return sympy.exp(there)
    if there in (0, sympy.oo):
        return there if sign_at(exponent, place) > 0 else sympy.oo if there == 0 else sympy.Integer(0)
    return there**exponent


def tail_of(algebra: Algebra) -> nodes.Expression | None:
    """Return the probability of more than x by the density of `algebra`, in its letters.

    None if no antiderivative of the density is found.
    """
    support = algebra.specification.support
    if not isinstance(support, Interval):
        return None
    ends = [algebra.end(end, side) for side, end in zip((-1, 1), support.ends, strict=True)]
    try:
        for base, exponent in _tail_powers(algebra):
            tail = _tail(algebra, base, exponent, ends)
            if tail is not None:
                return tail
    except ExactnbError:
        raise
    except FAULTS:  # no sign of it is known
        pass
    return None


def _tail_powers(algebra: Algebra) -> Iterator[tuple[Any, Any]]:
    """Yield bases and exponents of powers; where the base is e, the exponent has x."""
    bases: dict[Any, Any] = {}
    rest: list[Any] = []
    for term in sympy.Add.make_args(algebra.log_density):
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
    density = algebra.log_density
    is_of_e = base == sympy.E
    inside = exponent if is_of_e else base
    if not inside.has(algebra.x) or exponent == 0:
        return None
    sides = zip(ends, (1, -1), strict=True)
    reached = [limit(inside, algebra.x, end, side, algebra.place) for end, side in sides]
    is_finite = [end is not None and end.is_finite and (is_of_e or end != 0) for end in reached]
    for start, is_end_finite, is_more in zip(reached, is_finite, (True, False), strict=True):
        if not is_end_finite:
            continue
        ratio, power = (base, exponent - start) if is_of_e else (base / start, exponent)
        if not _is_slope(density, power if is_of_e else power * sympy.log(ratio), algebra.x):
            continue
        if not is_of_e and algebra.is_negative(power):
            ratio, power = 1 / ratio, -power
        written = algebra.from_sympy(sympy.factor(power) if is_of_e else ratio)
        if is_of_e:
            written = nodes.exp(written)
        elif power != 1:
            written = nodes.Power(written, algebra.from_sympy(power))
        return written if is_more else 1 - written
    if not all(end is not None and end.is_finite for end in reached):
        return None
    low, high = (sympy.exp(end) if is_of_e else end**exponent for end in reached)
    logarithm = exponent if is_of_e else exponent * sympy.log(base)
    if low == high or not _is_slope(density, logarithm, algebra.x, high - low):
        return None
    return algebra.from_sympy(high - base**exponent) / algebra.from_sympy(high - low)


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
