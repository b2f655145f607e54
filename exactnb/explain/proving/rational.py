"""Forms: fractions of polynomials in atoms, in lowest terms, so that equal ones are alike.

An atom is a variable of which the algebra of fractions knows nothing. What it is made of it knows
itself (`FormPart`): from that, a form knows which indices and names it mentions, however deep inside.

How to read: `FormPart` is what an atom knows of itself, `Form` a fraction of polynomials in atoms; the
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
class FormPart:
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
        return self is other or (isinstance(other, FormPart) and self.spelled == other.spelled)

    def __hash__(self) -> int:
        return hash(self.spelled)

    def __lt__(self, other: FormPart) -> bool:
        return self.spelled < other.spelled


def _spelled(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_spelled, value))})"
    return value.spelled if isinstance(value, FormPart | Form) else repr(value)


def inside(value: Any, what: str) -> frozenset[Any]:
    """Return the indices "mentioned" in the parts and forms of `value`, or the "names": `what`."""
    if isinstance(value, FormPart | Form):
        mentions: frozenset[Any] = getattr(value, what)
        return mentions
    if isinstance(value, tuple):
        return frozenset[Any]().union(*(inside(inner, what) for inner in value))
    return frozenset()


_UNIT: Polynomial[FormPart] = Polynomial.constant(1)


class Form:
    """Hold a fraction in lowest terms, whose denominator has a positive leading coefficient.

    >>> number(Fraction(2, 4)) + number(1)
    3/2
    """

    def __init__(self, dividend: Polynomial[FormPart], divisor: Polynomial[FormPart]) -> None:
        self.dividend = dividend
        self.divisor = divisor

    # what it is

    def __repr__(self) -> str:
        return f"{self.dividend}" if self.divisor == _UNIT else f"{self.dividend}/{self.divisor}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.divisor == _UNIT and self.dividend.number == other
        same = isinstance(other, Form) and self.dividend == other.dividend
        return same and isinstance(other, Form) and self.divisor == other.divisor

    def __hash__(self) -> int:
        return hash((self.dividend, self.divisor))

    @once
    def number(self) -> Fraction | None:
        """Return the value of a form without atoms, None for any other."""
        dividend, divisor = self.dividend.number, self.divisor.number
        return None if dividend is None or divisor is None else Fraction(dividend, divisor)

    @property
    def integer(self) -> int | None:
        """Return the value of a form that is an integer, None for any other."""
        return self.dividend.number if self.divisor == _UNIT else None

    @once
    def atom(self) -> FormPart | None:
        """Return the atom that the form is, None for any other."""
        if self.divisor != _UNIT or len(self.dividend.coefficients) != 1:
            return None
        (((powers, times),)) = self.dividend.coefficients.items()
        return powers[0][0] if times == len(powers) == 1 and powers[0][1] == 1 else None

    @once
    def atoms(self) -> tuple[FormPart, ...]:
        """Return the atoms in it, in their order."""
        return tuple(sorted(self.dividend.variables() | self.divisor.variables()))

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
        dividend, divisor = (
            " + ".join(sorted(_terms_spelled(p))) for p in (self.dividend, self.divisor)
        )
        return f"[{dividend} / {divisor}]"

    def terms(self) -> Iterable[tuple[int, Factors]]:
        """Return the terms of the numerator, each as a number and powers of atoms."""
        for powers, times in self.dividend.coefficients.items():
            yield times, [(atom.form, power) for atom, power in powers]

    @once
    def factors(self) -> tuple[int, tuple[tuple[Form, int], ...]]:
        """Return the numerator as a number and powers of what is irreducible; it is not zero."""
        return _factors(self.dividend)

    @once
    def divisors(self) -> tuple[int, tuple[tuple[Form, int], ...]]:
        """Return the denominator as a number and powers of what is irreducible."""
        return _factors(self.divisor)

    @property
    def numerator(self) -> Form:
        """Return the numerator as a form."""
        return Form(self.dividend, _UNIT)

    @property
    def denominator(self) -> Form:
        """Return the denominator as a form."""
        return Form(self.divisor, _UNIT)

    # what it makes

    def __neg__(self) -> Form:
        return Form(-self.dividend, self.divisor)

    def __add__(self, other: Form | int) -> Form:
        other = other if isinstance(other, Form) else number(other)
        if self.divisor == other.divisor:
            return _reduced(self.dividend + other.dividend, self.divisor)
        # The least common denominator keeps polynomials small; a product of both would have to be
        # reduced at far greater cost.
        shared, cofactor, other_cofactor = common(self.divisor, other.divisor)
        return _reduced(
            self.dividend * other_cofactor + other.dividend * cofactor,
            cofactor * other_cofactor * shared,
        )

    def __sub__(self, other: Form | int) -> Form:
        return self + -other

    def __mul__(self, other: Form | int) -> Form:
        other = other if isinstance(other, Form) else number(other)
        if self.divisor == other.divisor == _UNIT:
            return Form(self.dividend * other.dividend, _UNIT)
        # Both fractions are in lowest terms, so only factors across them can cancel.
        first, second = _reduced(self.dividend, other.divisor), _reduced(other.dividend, self.divisor)
        return Form(first.dividend * second.dividend, first.divisor * second.divisor)

    def __truediv__(self, other: Form | int) -> Form:
        return self * (other if isinstance(other, Form) else number(other)) ** -1

    def __pow__(self, exponent: int) -> Form:
        if exponent >= 0:
            return Form(self.dividend**exponent, self.divisor**exponent)
        if not self.dividend.coefficients:
            raise ZeroDivisionError("division by zero")
        # The new denominator has to lead with a positive coefficient, or equal forms would differ.
        sign = -1 if self.dividend.leading < 0 else 1
        return Form(self.divisor.times(sign), self.dividend.times(sign)) ** -exponent

    def derivative(self, by: FormPart) -> Form:
        """Return the partial derivative by the atom `by`."""
        dividend = self.dividend.derivative(
            by
        ) * self.divisor - self.dividend * self.divisor.derivative(by)
        return _reduced(dividend, self.divisor**2)

    def replaced(self, changes: Mapping[FormPart, Form]) -> Form:
        """Return the form with atoms replaced by the forms of `changes`, all at once."""
        return _at(self.dividend, changes) / _at(self.divisor, changes)


def number(value: int | Fraction) -> Form:
    """Return the rational number `value` as a form."""
    fraction = Fraction(value)
    return Form(Polynomial.constant(fraction.numerator), Polynomial.constant(fraction.denominator))


ZERO, ONE, HALF = number(0), number(1), number(Fraction(1, 2))


def product(factors: Iterable[tuple[Form, int]]) -> Form:
    """Return the product of `factors`, pairs of a base and a power."""
    result = ONE
    for base, power in factors:
        result *= base**power
    return result


def _reduced(dividend: Polynomial[FormPart], divisor: Polynomial[FormPart]) -> Form:
    """Return a fraction in lowest terms, its sign above."""
    if divisor == _UNIT:
        return Form(dividend, divisor)
    if not dividend.coefficients:
        return ZERO
    _, dividend, divisor = common(dividend, divisor)
    sign = -1 if divisor.leading < 0 else 1
    return Form(dividend.times(sign), divisor.times(sign))


def _factors(polynomial: Polynomial[FormPart]) -> tuple[int, tuple[tuple[Form, int], ...]]:
    times, powers = factored(polynomial)
    return times, tuple((Form(base, _UNIT), power) for base, power in powers)


def _at(polynomial: Polynomial[FormPart], changes: Mapping[FormPart, Form]) -> Form:
    """Return a polynomial in which other forms stand for some of its variables."""
    result = ZERO
    for powers, times in polynomial.coefficients.items():
        unchanged = Polynomial({tuple((v, e) for v, e in powers if v not in changes): times})
        moved = product((changes[v], e) for v, e in powers if v in changes)
        result += Form(unchanged, _UNIT) * moved
    return result


def _terms_spelled(polynomial: Polynomial[FormPart]) -> Iterable[str]:
    for powers, times in polynomial.coefficients.items():
        yield " ".join((str(times), *(f"{atom.spelled}^{power}" for atom, power in powers)))
