"""Solutions of an equation in one letter, and limits of a formula in it, by polynomials alone.

How to read: a formula is a quotient of polynomials in a letter, or in one power, logarithm or
exponential function of it (`generator`); `inverted` and `limit` look at that first, then inside of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy


def inverted(formula: Any, letter: Any, value: Any) -> Iterator[Any]:
    """Yield what a letter may be where a formula has a value; none without a closed form.

    >>> t, v = sympy.symbols("t v", positive=True)
    >>> list(inverted(2 * t**2, t, v))
    [sqrt(2)*sqrt(v)/2, -sqrt(2)*sqrt(v)/2]
    """
    inner = generator(formula, letter)
    if inner is None:
        return
    unknown = sympy.Dummy("u", positive=True)
    for root in _roots(formula.subs(inner, unknown) - value, unknown):
        if inner == letter:
            yield root
        elif not isinstance(inner, sympy.polygamma):
            yield from inverted(*_undone(inner, letter, root))


def limit(formula: Any, letter: Any, end: Any, side: int, place: dict[Any, Any]) -> Any:
    """Return what a formula tends to as a letter goes to an end, from its side; None if not known.

    >>> t = sympy.Symbol("t", positive=True)
    >>> limit((1 - t) / t, t, sympy.Integer(0), 1, {}), limit((1 - t) / t, t, sympy.oo, -1, {})
    (oo, -1)
    """
    inner = generator(formula, letter)
    if inner is None:
        return None if formula.has(letter) else formula
    if isinstance(inner, sympy.polygamma):
        return None
    if inner != letter:
        unknown = sympy.Dummy("u", positive=True)
        there = _at_end(inner, letter, end, side, place)
        outer = formula.subs(inner, unknown)
        return None if there is None else limit(outer, unknown, there, 1 if there == 0 else -1, place)
    above, below = sympy.fraction(sympy.cancel(sympy.together(formula)))
    degrees = []
    near = sympy.Dummy("w", positive=True)
    moved = -near if end == -sympy.oo else near if end == sympy.oo else end + side * near
    for part in (above, below):
        terms = sympy.Poly(sympy.expand(part.subs(letter, moved)), near).terms()
        degrees.append(max(terms) if end in (sympy.oo, -sympy.oo) else min(terms))
    ((top,), first), ((bottom,), second) = degrees
    order = (top - bottom) * (1 if end in (sympy.oo, -sympy.oo) else -1)
    ratio = sympy.factor(first / second)
    return sympy.Integer(0) if order < 0 else ratio if order == 0 else sign(ratio, place) * sympy.oo


def sign(number: Any, place: dict[Any, Any]) -> int:
    """Return the sign that a formula has at a place: a guess, which a theorem has to prove."""
    value = sympy.re(sympy.N(number.subs(place), 30))
    return 0 if abs(value) < sympy.Float("1e-20") else 1 if value > 0 else -1


def generator(formula: Any, letter: Any) -> Any:
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


def _roots(formula: Any, unknown: Any) -> Iterator[Any]:
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


def _undone(inner: Any, letter: Any, value: Any) -> tuple[Any, Any, Any]:
    """Return what a logarithm, an exponential function or a power is of, and its value."""
    if isinstance(inner, sympy.log):
        return inner.args[0], letter, sympy.exp(value)
    if isinstance(inner, sympy.exp):
        return inner.args[0], letter, sympy.log(value)
    base, exponent = inner.args
    if exponent.has(letter):
        return exponent, letter, sympy.log(value) / sympy.log(base)
    return base, letter, value ** (1 / exponent)


def _at_end(inner: Any, letter: Any, end: Any, side: int, place: dict[Any, Any]) -> Any:
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
        return there if sign(exponent, place) > 0 else sympy.oo if there == 0 else sympy.Integer(0)
    return there**exponent
