"""Forms: fractions of polynomials in atoms, in lowest terms, so that equal ones are alike.

An atom is a variable of which the algebra of fractions knows nothing. What it is made of it knows
itself (`FormPart`): from that, a form knows which indices and names it mentions, however deep inside.

How to read: `FormPart` is what an atom knows of itself, `Form` a fraction of polynomials in atoms; the
functions after it keep forms in lowest terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from threading import Lock
from typing import Any, dataclass_transform
from weakref import WeakValueDictionary

from exactnb.core.arithmetic.polynomials import Monomial, Polynomial, factored, gcd_and_quotients
from exactnb.core.lazy import once
from exactnb.core.record import frozen

Factors = list[tuple["Form", int]]
"""Bases and powers."""


_parts: WeakValueDictionary[str, FormPart] = WeakValueDictionary()
"""What some object refers to, by its spelling."""
_parts_by_call: WeakValueDictionary[tuple[Any, ...], FormPart] = WeakValueDictionary()
"""The same by class and arguments, which are compared sooner than they are spelled."""
_parts_lock = Lock()


class _Interned(type):
    """Make one object for each spelling.

    Proofs look up atoms in dictionaries a hundred thousand times: Python compares objects by itself,
    and would have to call a method to compare spellings.
    """

    def __call__(cls, *values: Any, **fields: Any) -> Any:
        key = cls, values, tuple(fields.items())
        if (existing := _parts_by_call.get(key)) is not None:
            return existing
        part = super().__call__(*values, **fields)
        # Two threads must not make two objects of one atom: these would be unlike.
        with _parts_lock:
            _parts_by_call[key] = part = _parts.setdefault(part.spelled, part)
        return part


@dataclass_transform(eq_default=False, frozen_default=True)
class FormPart(metaclass=_Interned):
    """Know what one is made of: the fields of a frozen class, among them other parts and forms.

    A class that derives from it is such a dataclass. Two parts that are spelled alike are one object.
    A spelling names the class and quotes all words, so that no two that differ share it, and it sorts
    them.
    """

    def __init_subclass__(cls) -> None:
        frozen(eq=False, repr=False)(cls)

    spelled: str
    """The part written out, kept from the first, for each is compared with others."""

    def __post_init__(self) -> None:
        spelled = f"{type(self).__name__}({', '.join(map(_spelling, self.values))})"
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

    def __reduce__(self) -> tuple[type[FormPart], tuple[Any, ...]]:
        return type(self), self.values

    def __lt__(self, other: FormPart) -> bool:
        return self.spelled < other.spelled


def _spelling(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_spelling, value))})"
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
        # The denominator 1 is always `_UNIT` itself: most forms have it, and `is` costs nothing.
        self.divisor = _UNIT if divisor is _UNIT or divisor.number == 1 else divisor

    # what it is

    def __repr__(self) -> str:
        return f"{self.dividend}" if self.divisor is _UNIT else f"{self.dividend}/{self.divisor}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Form):
            # Python compares the keys by `is` first: these are atoms, of which there is one of each.
            return self.dividend.coefficients == other.dividend.coefficients and (
                self.divisor is other.divisor or self.divisor.coefficients == other.divisor.coefficients
            )
        return isinstance(other, int) and self.integer == other

    def __hash__(self) -> int:
        return self._hash

    @once
    def _hash(self) -> int:
        return hash(frozenset(self.dividend.coefficients.items()))  # forms with one dividend are few

    @once
    def number(self) -> Fraction | None:
        """Return the value of a form without atoms, None for any other."""
        dividend, divisor = self.dividend.number, self.divisor.number
        return None if dividend is None or divisor is None else Fraction(dividend, divisor)

    @property
    def integer(self) -> int | None:
        """Return the value of a form that is an integer, None for any other."""
        return self.dividend.number if self.divisor is _UNIT else None

    @once
    def atom(self) -> FormPart | None:
        """Return the atom that the form is, None for any other."""
        if self.divisor is not _UNIT or len(self.dividend.coefficients) != 1:
            return None
        (((powers, times),)) = self.dividend.coefficients.items()
        return powers[0][0] if times == len(powers) == 1 and powers[0][1] == 1 else None

    @once
    def atoms(self) -> tuple[FormPart, ...]:
        """Return the atoms in it, in their order."""
        sides = (self.dividend,) if self.divisor is _UNIT else (self.dividend, self.divisor)
        powers = [powers for side in sides for powers in side.coefficients]
        if len(powers) == 1:  # they are in order
            return tuple([atom for atom, _ in powers[0]])
        return tuple(sorted({atom for monomial in powers for atom, _ in monomial}))

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

    def __add__(self, addend: Form | int) -> Form:
        addend = addend if isinstance(addend, Form) else number(addend)
        if not self.dividend.coefficients or not addend.dividend.coefficients:
            return addend if addend.dividend.coefficients else self
        if self.divisor is addend.divisor or self.divisor == addend.divisor:
            return _reduced(self.dividend + addend.dividend, self.divisor)
        # The least common denominator keeps polynomials small; a product of both would have to be
        # reduced at far greater cost.
        shared, cofactor, other_cofactor = gcd_and_quotients(self.divisor, addend.divisor)
        return _reduced(
            self.dividend * other_cofactor + addend.dividend * cofactor,
            cofactor * other_cofactor * shared,
        )

    def __sub__(self, subtrahend: Form | int) -> Form:
        if isinstance(subtrahend, Form) and self.divisor is subtrahend.divisor is _UNIT:
            return Form(self.dividend - subtrahend.dividend, _UNIT)
        return self + -subtrahend

    def __mul__(self, factor: Form | int) -> Form:
        factor = factor if isinstance(factor, Form) else number(factor)
        if self.divisor is _UNIT and self.dividend.number == 1:  # as products begin
            return factor
        if factor.divisor is _UNIT and factor.dividend.number == 1:
            return self
        if self.divisor is _UNIT is factor.divisor:
            return Form(self.dividend * factor.dividend, _UNIT)
        # Both fractions are in lowest terms, so only factors across them can cancel.
        first, second = _reduced(self.dividend, factor.divisor), _reduced(factor.dividend, self.divisor)
        return Form(first.dividend * second.dividend, first.divisor * second.divisor)

    def __truediv__(self, divisor: Form | int) -> Form:
        return self * (divisor if isinstance(divisor, Form) else number(divisor)) ** -1

    def __pow__(self, exponent: int) -> Form:
        if exponent == 1:
            return self
        if exponent >= 0:
            divisor = self.divisor if self.divisor is _UNIT else self.divisor**exponent
            return Form(self.dividend**exponent, divisor)
        if not self.dividend.coefficients:
            raise ZeroDivisionError("division by zero")
        return _signed(self.divisor, self.dividend) ** -exponent

    def derivative(self, by: FormPart) -> Form:
        """Return the partial derivative by the atom `by`."""
        slope = self.dividend.derivative(by)
        if self.divisor is _UNIT:
            return Form(slope, _UNIT)
        dividend = slope * self.divisor - self.dividend * self.divisor.derivative(by)
        return _reduced(dividend, self.divisor**2)

    def replaced(self, changes: Mapping[FormPart, Form]) -> Form:
        """Return the form with atoms replaced by the forms of `changes`, all at once."""
        dividend = _substituted(self.dividend, changes)
        return dividend if self.divisor is _UNIT else dividend / _substituted(self.divisor, changes)


def number(value: int | Fraction) -> Form:
    """Return the rational number `value` as a form."""
    if value in (0, 1):
        return ONE if value else ZERO
    dividend: Polynomial[FormPart] = Polynomial.constant(value.numerator)
    return Form(dividend, _UNIT if value.denominator == 1 else Polynomial.constant(value.denominator))


ZERO, ONE = Form(Polynomial({}), _UNIT), Form(_UNIT, _UNIT)
HALF = number(Fraction(1, 2))


def product(factors: Iterable[tuple[Form, int]]) -> Form:
    """Return the product of `factors`, pairs of a base and a power."""
    result = ONE
    for base, power in factors:
        result *= base**power
    return result


def monomials(form: Form) -> Iterator[tuple[Fraction, Factors]]:
    """Yield the terms of a form, each as a number and the powers of what it is made of."""
    divisor, divisors = form.divisors
    for times, factors in form.terms():
        powers = dict(factors)
        for base, power in divisors:
            powers[base] = powers.get(base, 0) - power
        yield Fraction(times, divisor), [(b, p) for b, p in powers.items() if p != 0]


def _reduced(dividend: Polynomial[FormPart], divisor: Polynomial[FormPart]) -> Form:
    """Return a fraction in lowest terms, its sign above."""
    if divisor is _UNIT:
        return Form(dividend, divisor)
    if not dividend.coefficients:
        return ZERO
    _, dividend, divisor = gcd_and_quotients(dividend, divisor)
    return _signed(dividend, divisor)


def _signed(dividend: Polynomial[FormPart], divisor: Polynomial[FormPart]) -> Form:
    """Return a fraction whose denominator leads with a positive coefficient, or equal ones differ."""
    return Form(-dividend, -divisor) if divisor.leading_coefficient < 0 else Form(dividend, divisor)


def _factors(polynomial: Polynomial[FormPart]) -> tuple[int, tuple[tuple[Form, int], ...]]:
    times, powers = factored(polynomial)
    return times, tuple((Form(base, _UNIT), power) for base, power in powers)


def _substituted(polynomial: Polynomial[FormPart], changes: Mapping[FormPart, Form]) -> Form:
    """Return a polynomial in which other forms stand for some of its variables."""
    unchanged: dict[Monomial[FormPart], int] = {}
    changed = ZERO
    for powers, times in polynomial.coefficients.items():
        moved = [(changes[v], e) for v, e in powers if v in changes]
        if not moved:
            unchanged[powers] = times
            continue
        rest = tuple([(v, e) for v, e in powers if v not in changes])
        changed += Form(Polynomial({rest: times}), _UNIT) * product(moved)
    return changed + Form(Polynomial(unchanged), _UNIT)


def _terms_spelled(polynomial: Polynomial[FormPart]) -> Iterable[str]:
    for powers, times in polynomial.coefficients.items():
        yield " ".join((str(times), *(f"{atom.spelled}^{power}" for atom, power in powers)))
