"""Numbers of the form Σ cᵢ·exp(qᵢ)·√rᵢ·√πᵐ with rational c, q, r: equal, compared and divided exactly.

Nothing of the package is needed: terms with different q, or with roots whose quotient is no square,
are linearly independent over the rationals, so such sums are alike only if their terms are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import mpmath

__all__ = [
    "INFINITE",
    "ONE",
    "UNDEFINED",
    "Irrational",
    "Term",
    "Untold",
    "Worth",
    "add",
    "is_less",
    "logarithm",
    "ratio",
]

mpmath.mp.dps = 80
UNDEFINED, INFINITE = "undefined", "infinite"


class Untold(Exception):
    """Say that the oracle has no opinion: a density vanishes where it looks."""


@dataclass(frozen=True)
class Term:
    """Stand for coefficient · exp(power) · √root · √π^pis, with root > 0."""

    coefficient: Fraction = Fraction(1)
    power: Fraction = Fraction(0)
    root: Fraction = Fraction(1)
    pis: int = 0

    def __mul__(self, other: Term) -> Term:
        return Term(
            self.coefficient * other.coefficient,
            self.power + other.power,
            self.root * other.root,
            self.pis + other.pis,
        )

    @property
    def number(self) -> mpmath.mpf:
        """Return the value to 80 digits."""
        found = mpmath.exp(real(self.power)) * mpmath.sqrt(real(self.root))
        return real(self.coefficient) * found * mpmath.sqrt(mpmath.pi) ** self.pis


ONE = Term()


@dataclass(frozen=True)
class Irrational:
    """Hold an irrational number to 80 digits, and the single term that it is, if it is one.

    What is summed or integrated without end is not `exact`: it may be rational after all.
    """

    number: mpmath.mpf
    term: Term | None = None
    exact: bool = True


Worth = Fraction | Irrational | str
"""A rational, an irrational, or one of UNDEFINED, INFINITE and -INFINITE as text."""


def real(value: Fraction | int) -> mpmath.mpf:
    """Return a rational to 80 digits."""
    value = Fraction(value)
    return mpmath.mpf(value.numerator) / value.denominator


def rational_root(value: Fraction) -> Fraction | None:
    """Return the square root of a rational if it is one."""
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    if above**2 == value.numerator and below**2 == value.denominator:
        return Fraction(above, below)
    return None


def add(terms: Iterable[Term]) -> list[Term]:
    """Return a sum with one term for each kind of irrational number, none of them zero."""
    found: list[Term] = []
    for term in terms:
        for at, other in enumerate(found):
            if (term.power, term.pis) == (other.power, other.pis):
                root = rational_root(term.root / other.root)
                if root is not None:
                    total = other.coefficient + term.coefficient * root
                    found[at] = Term(total, other.power, other.root, other.pis)
                    break
        else:
            found.append(term)
    return [term for term in found if term.coefficient]


def ratio(above: Iterable[Term], below: Iterable[Term] = (ONE,)) -> Worth:
    """Return a quotient of two sums: a rational exactly where it is one."""
    top, bottom = add(above), add(below)
    if not bottom:
        return INFINITE if top else UNDEFINED
    if not top:
        return Fraction(0)
    quotient = _alike(top, bottom)
    if quotient is not None:
        return quotient
    number = mpmath.fsum(t.number for t in top) / mpmath.fsum(t.number for t in bottom)
    if len(top) > 1 or len(bottom) > 1:
        return Irrational(number)
    a, b = top[0], bottom[0]
    quotient = a.coefficient / b.coefficient
    return Irrational(number, Term(quotient, a.power - b.power, a.root / b.root, a.pis - b.pis))


def _alike(top: list[Term], bottom: list[Term]) -> Fraction | None:
    """Return c with top = c·bottom, term by term."""
    if len(top) != len(bottom):
        return None
    first = bottom[0]
    for term in top:
        same = (term.power, term.pis) == (first.power, first.pis)
        root = rational_root(term.root / first.root) if same else None
        if root is not None:
            factor = term.coefficient * root / first.coefficient
            rest = [Term(-factor * t.coefficient, t.power, t.root, t.pis) for t in bottom]
            return None if add([*top, *rest]) else factor
    return None


def is_less(left: Iterable[Term], right: Iterable[Term]) -> bool:
    """Say whether a sum is less than another: exactly not, if they are alike."""
    difference = add([*right, *(Term(-t.coefficient, t.power, t.root, t.pis) for t in left)])
    if not difference:
        return False
    total = mpmath.fsum(term.number for term in difference)
    largest = max(abs(term.number) for term in difference)
    assert abs(total) > largest * mpmath.mpf(10) ** -60, "80 digits do not tell these apart"
    return bool(total > 0)


def logarithm(value: Worth, base: int | None = None) -> Worth:
    """Return a logarithm: a rational exactly where it is one."""
    if isinstance(value, str):
        return value
    term = Term(value) if isinstance(value, Fraction) else value.term
    number = real(value) if isinstance(value, Fraction) else value.number
    if number == 0:
        return "-" + INFINITE
    if number < 0:
        return UNDEFINED
    if term is not None and not term.pis:
        square = term.coefficient**2 * term.root
        if square == 1 and (base is None or not term.power):
            return term.power
        exponent = _exponent(square, base) if base and not term.power else None
        if exponent is not None:
            return exponent / 2
    return Irrational(mpmath.log(number) / (mpmath.log(base) if base else 1))


def _exponent(value: Fraction, base: int) -> Fraction | None:
    """Return e with value = baseᵉ, if it is whole."""
    sign, size = (1, value) if value > 1 else (-1, 1 / value)
    power = 0
    while size > 1:
        size /= base
        power += 1
    return Fraction(sign * power) if size == 1 else None
