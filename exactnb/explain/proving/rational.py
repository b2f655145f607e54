"""Forms: fractions of polynomials in atoms, in lowest terms, so that equal ones are alike.

An atom is a variable of which the algebra of fractions knows nothing. What it is made of it knows
itself (`Part`): from that, a form knows which indices and names it mentions, however deep inside.

How to read: `Part` is what an atom knows of itself, `Form` a fraction of polynomials in atoms; the
functions after it keep forms in lowest terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, dataclass_transform

from exactnb.core.arithmetic.polynomials import Polynomial, common, factored
from exactnb.core.lazy import once
from exactnb.core.record import frozen

Factors = list[tuple["Form", int]]
"""Bases and powers."""


@dataclass_transform(eq_default=False, frozen_default=True)
class Part:
    """Know what one is made of: the fields of a frozen class, among them other parts and forms.

    A class that derives from it is such a dataclass. Two parts are the same if they are spelled alike.
    A spelling names the class and quotes all words, so that no two that differ share it, and it sorts
    them.
    """

    def __init_subclass__(cls) -> None:
        frozen(eq=False, repr=False)(cls)

    spelled: str
    """The part written out, kept from the first, for each is compared with others."""

    def __post_init__(self) -> None:
        spelled = f"{type(self).__name__}({', '.join(map(_spelled, self.values))})"
        object.__setattr__(self, "spelled", spelled)

    @property
    def values(self) -> tuple[Any, ...]:
        """Return what the part is made of."""
        return tuple([getattr(self, name) for name in self.__match_args__])  # type: ignore[attr-defined]

    @once
    def mentioned(self) -> frozenset[Any]:
        """Return the indices that stand somewhere in it."""
        return inside(self.values, "mentioned")

    @once
    def names(self) -> frozenset[Any]:
        """Return the names of letters and functions that stand somewhere in it."""
        return inside(self.values, "names")

    @once
    def form(self) -> Form:
        """Return the part as an atom by itself."""
        return Form(Polynomial.variable(self), _UNIT)

    def __repr__(self) -> str:
        return self.spelled

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Part) and self.spelled == other.spelled)

    def __hash__(self) -> int:
        return hash(self.spelled)

    def __lt__(self, other: Part) -> bool:
        return self.spelled < other.spelled


def _spelled(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_spelled, value))})"
    return value.spelled if isinstance(value, Part | Form) else repr(value)


def inside(value: Any, what: str) -> frozenset[Any]:
    """Return what is mentioned, or named, in a part or a form, or in several of them."""
    if isinstance(value, Part | Form):
        found: frozenset[Any] = getattr(value, what)
        return found
    if isinstance(value, tuple):
        return frozenset[Any]().union(*(inside(inner, what) for inner in value))
    return frozenset()


_UNIT: Polynomial[Part] = Polynomial.constant(1)


class Form:
    """Hold a fraction in lowest terms, whose denominator has a positive leading coefficient.

    >>> number(Fraction(2, 4)) + number(1)
    3/2
    """

    def __init__(self, above: Polynomial[Part], below: Polynomial[Part]) -> None:
        self.above = above
        self.below = below

    # what it is

    def __repr__(self) -> str:
        return f"{self.above}" if self.below == _UNIT else f"{self.above}/{self.below}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.below == _UNIT and self.above.number == other
        same = isinstance(other, Form) and self.above == other.above
        return same and isinstance(other, Form) and self.below == other.below

    def __hash__(self) -> int:
        return hash((self.above, self.below))

    @once
    def number(self) -> Fraction | None:
        """Return the value of a form without atoms, None for any other."""
        above, below = self.above.number, self.below.number
        return None if above is None or below is None else Fraction(above, below)

    @property
    def whole(self) -> int | None:
        """Return the value of a form that is an integer, None for any other."""
        return self.above.number if self.below == _UNIT else None

    @once
    def atom(self) -> Part | None:
        """Return the atom that the form is, None for any other."""
        if self.below != _UNIT or len(self.above.coefficients) != 1:
            return None
        (((powers, times),)) = self.above.coefficients.items()
        return powers[0][0] if times == len(powers) == 1 and powers[0][1] == 1 else None

    @once
    def atoms(self) -> tuple[Part, ...]:
        """Return the atoms in it, in their order."""
        return tuple(sorted(self.above.variables() | self.below.variables()))

    @once
    def mentioned(self) -> frozenset[Any]:
        """Return the indices that stand somewhere in it."""
        return inside(self.atoms, "mentioned")

    @once
    def names(self) -> frozenset[Any]:
        """Return the names of letters and functions that stand somewhere in it."""
        return inside(self.atoms, "names")

    @once
    def spelled(self) -> str:
        """Return the form written out, its terms in order."""
        above, below = (" + ".join(sorted(_terms_spelled(p))) for p in (self.above, self.below))
        return f"[{above} / {below}]"

    def terms(self) -> Iterable[tuple[int, Factors]]:
        """Return the terms of the numerator, each as a number and powers of atoms."""
        for powers, times in self.above.coefficients.items():
            yield times, [(atom.form, power) for atom, power in powers]

    @once
    def factors(self) -> tuple[int, tuple[tuple[Form, int], ...]]:
        """Return the numerator as a number and powers of what is irreducible; it is not zero."""
        return _factors(self.above)

    @once
    def divisors(self) -> tuple[int, tuple[tuple[Form, int], ...]]:
        """Return the denominator as a number and powers of what is irreducible."""
        return _factors(self.below)

    @property
    def numerator(self) -> Form:
        """Return what stands above."""
        return Form(self.above, _UNIT)

    @property
    def denominator(self) -> Form:
        """Return what stands below."""
        return Form(self.below, _UNIT)

    # what it makes

    def __neg__(self) -> Form:
        return Form(-self.above, self.below)

    def __add__(self, other: Form | int) -> Form:
        other = other if isinstance(other, Form) else number(other)
        if self.below == other.below:
            return _reduced(self.above + other.above, self.below)
        shared, own, others = common(self.below, other.below)
        return _reduced(self.above * others + other.above * own, own * others * shared)

    def __sub__(self, other: Form | int) -> Form:
        return self + -other

    def __mul__(self, other: Form | int) -> Form:
        other = other if isinstance(other, Form) else number(other)
        if self.below == other.below == _UNIT:
            return Form(self.above * other.above, _UNIT)
        one, two = _reduced(self.above, other.below), _reduced(other.above, self.below)
        return Form(one.above * two.above, one.below * two.below)

    def __truediv__(self, other: Form | int) -> Form:
        return self * (other if isinstance(other, Form) else number(other)) ** -1

    def __pow__(self, exponent: int) -> Form:
        if exponent >= 0:
            return Form(self.above**exponent, self.below**exponent)
        if not self.above.coefficients:
            raise ZeroDivisionError("division by zero")
        sign = -1 if self.above.leading < 0 else 1
        return Form(self.below.times(sign), self.above.times(sign)) ** -exponent

    def derivative(self, by: Part) -> Form:
        """Return the derivative by an atom, all others held fast."""
        above = self.above.derivative(by) * self.below - self.above * self.below.derivative(by)
        return _reduced(above, self.below**2)

    def replaced(self, changes: Mapping[Part, Form]) -> Form:
        """Return the form with other forms in the place of some atoms, all at once."""
        return _at(self.above, changes) / _at(self.below, changes)


def number(value: int | Fraction) -> Form:
    """Return a number as a form."""
    whole = Fraction(value)
    return Form(Polynomial.constant(whole.numerator), Polynomial.constant(whole.denominator))


ZERO, ONE, HALF = number(0), number(1), number(Fraction(1, 2))


def product(factors: Iterable[tuple[Form, int]]) -> Form:
    """Return the product of some powers."""
    out = ONE
    for base, power in factors:
        out *= base**power
    return out


def _reduced(above: Polynomial[Part], below: Polynomial[Part]) -> Form:
    """Return a fraction in lowest terms, its sign above."""
    if below == _UNIT:
        return Form(above, below)
    if not above.coefficients:
        return ZERO
    _, above, below = common(above, below)
    sign = -1 if below.leading < 0 else 1
    return Form(above.times(sign), below.times(sign))


def _factors(polynomial: Polynomial[Part]) -> tuple[int, tuple[tuple[Form, int], ...]]:
    times, powers = factored(polynomial)
    return times, tuple((Form(base, _UNIT), power) for base, power in powers)


def _at(polynomial: Polynomial[Part], changes: Mapping[Part, Form]) -> Form:
    """Return a polynomial in which other forms stand for some of its variables."""
    out = ZERO
    for powers, times in polynomial.coefficients.items():
        kept = Polynomial({tuple((v, e) for v, e in powers if v not in changes): times})
        moved = product((changes[v], e) for v, e in powers if v in changes)
        out += Form(kept, _UNIT) * moved
    return out


def _terms_spelled(polynomial: Polynomial[Part]) -> Iterable[str]:
    for powers, times in polynomial.coefficients.items():
        yield " ".join((str(times), *(f"{atom.spelled}^{power}" for atom, power in powers)))
