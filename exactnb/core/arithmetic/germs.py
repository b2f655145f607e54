"""Functions of a letter that tends to 0⁺: what every number is in a model with such a limit.

Only small arguments count, so such a function is called a germ. The letter is the λ of smoothing, of
which all numbers are quotients of polynomials, or the ε that is added to variances, which stands under
roots and in exponents too. Coefficients are exact numbers: rational ones, and closed forms.

How to read: `Germ` does the arithmetic on sums of a `Kernel` (roots, a power of e) times a polynomial.
`_leading_term` finds what such a sum is near 0, from which signs and limits follow. Functions of
polynomials come last.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any

from exactnb.core.arithmetic import irrational, reals
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.core.record import frozen
from exactnb.core.shown import Written
from exactnb.errors import Undecidable, Unsupported

_HIGHEST = 2_000  # degree
_FIRST_TERMS, _LAST_TERMS = 4, 64  # terms of a series that are tried, where leading ones cancel
_ONE = (Fraction(1),)
Polynomial = tuple[irrational.Finite, ...]
"""Coefficients, the constant first."""


@frozen(slots=True)
class Kernel:
    """Stand for c · ∏ √(s + t) · exp(Σ q/(s + t)), with rational s ≥ 0; c is the `scale`.

    `roots` are the numbers s, ascending, `exponents` the pairs (s, q) with q ≠ 0. The quotient of two
    that differ in these is no rational function. So no sum of such, each times a rational function, is
    0: a shortest one, divided by one of its terms and differentiated, would lead to a shorter.
    """

    roots: tuple[Fraction, ...] = ()
    exponents: tuple[tuple[Fraction, Fraction], ...] = ()
    scale: PowerProduct = ONE

    def product_and_common_roots(self, factor: Kernel) -> tuple[Kernel, Polynomial]:
        """Return the product with `factor`, and the polynomial that equal roots multiply to."""
        if factor == PLAIN or self == PLAIN:
            return (self if factor == PLAIN else factor), _ONE
        powers: dict[Fraction, Fraction] = defaultdict(Fraction)
        for place, size in (*self.exponents, *factor.exponents):
            powers[place] += size
        exponents = tuple(sorted((s, q) for s, q in powers.items() if q))
        # √p·√p is p: roots of both become a polynomial, the others stay.
        first, second = set(self.roots), set(factor.roots)
        product = Kernel(tuple(sorted(first ^ second)), exponents, self.scale * factor.scale)
        return product, _from_negated_roots(first & second)

    def inverse_and_divisor(self) -> tuple[Kernel, Polynomial]:
        """Return a kernel and the polynomial that it is divided by: 1/√p is √p/p."""
        inverted = Kernel(self.roots, tuple((s, -q) for s, q in self.exponents), self.scale**-1)
        return inverted, _from_negated_roots(self.roots)

    @property
    def is_constant(self) -> bool:
        """Say whether it is its scale."""
        return not self.roots and not self.exponents

    def scaled(self, polynomial: Polynomial) -> Polynomial:
        """Return a polynomial times the scale."""
        if self.scale == ONE:
            return polynomial
        return tuple(irrational.multiply_finite([c, self.scale]) for c in polynomial)

    @property
    def exponent_over_t(self) -> Fraction:
        """Return the number q of exp(q/t)."""
        return dict(self.exponents).get(Fraction(0), Fraction(0))

    def power_series(self, term_count: int) -> tuple[Fraction, irrational.Finite, list[Fraction]]:
        """Return a, c and `term_count` terms of a power series f: this is exp(q/t) · t^a · c · f(t)."""
        order = Fraction(int(Fraction(0) in self.roots), 2)
        roots = [s for s in self.roots if s]
        exponents = [(s, q) for s, q in self.exponents if s]
        scale = self.scale * PowerProduct.exp(sum((q / s for s, q in exponents), Fraction(0)))
        scale *= PowerProduct.product(PowerProduct.of(s) for s in roots) ** Fraction(1, 2)
        # The logarithm of f has the terms of log√(1 + t/s) and of q/(s + t) − q/s; f' = f·(log f)'.
        log = [Fraction(0)] * term_count
        for k in range(1, term_count):
            log[k] -= sum((Fraction(-1, s) ** k / (2 * k) for s in roots), Fraction(0))
            log[k] += sum((q / s * Fraction(-1, s) ** k for s, q in exponents), Fraction(0))
        series = [Fraction(1)]
        for n in range(1, term_count):
            series.append(sum((k * log[k] * series[n - k] for k in range(1, n + 1)), Fraction(0)) / n)
        exact = reals.as_rational(scale)
        return order, scale if exact is None else exact, series


PLAIN = Kernel()
"""The kernel 1, which is that of all functions of λ."""
Terms = tuple[tuple[Kernel, Polynomial], ...]
"""A sum of kernels, each once, with their polynomials, none of which is zero."""
_UNIT: Terms = ((PLAIN, _ONE),)


@frozen(slots=True)
class Germ(Written):
    """Hold a quotient of two sums of kernels with polynomials in a letter, "λ" or "ε".

    The denominator is never zero. A function can be written in several ways: what is equal has a
    difference of sign 0. A number has no letter, and two letters do not meet.

    >>> third = LAMBDA.divided_by(LAMBDA.plus(Germ.constant(Fraction(3))))
    >>> third.finite_limit(), third.sign(), third.divided_by(LAMBDA).finite_limit()
    (Fraction(0, 1), 1, Fraction(1, 3))
    >>> small = Germ.constant(Fraction(-1)).divided_by(EPSILON).exp()  # exp(−1/ε)
    >>> root = EPSILON.square_root()
    >>> small.divided_by(root).finite_limit(), root.divided_by(small).finite_limit()
    (Fraction(0, 1), None)
    """

    numerator: Terms
    denominator: Terms = _UNIT
    letter: str = ""

    @classmethod
    def constant(cls, number: irrational.Finite) -> Germ:
        """Return a number that does not depend on any letter."""
        return cls.quotient([number])

    @classmethod
    def quotient(
        cls,
        numerator: Sequence[irrational.Finite],
        denominator: Sequence[irrational.Finite] = _ONE,
        letter: str = "",
    ) -> Germ:
        """Return the quotient of two polynomials in `letter`, by their coefficients."""
        upper, lower = (_like_terms_added([_as_term(PLAIN, side)]) for side in (numerator, denominator))
        return cls(upper, lower, letter)

    def numerator_and_denominator(self) -> tuple[Polynomial, Polynomial]:
        """Return numerator and denominator, of polynomials alone; Unsupported for roots or e."""
        sides = [dict(side) for side in (self.numerator, self.denominator)]
        if not all(kernel.is_constant for side in sides for kernel in side):
            raise Unsupported(f"no quotient of polynomials in {self.letter}")
        scaled = ([kernel.scaled(polynomial) for kernel, polynomial in side.items()] for side in sides)
        numerator, denominator = (polynomials[0] if polynomials else () for polynomials in scaled)
        return numerator, denominator

    def plus(self, addend: Germ) -> Germ:
        """Return the sum with `addend`."""
        if self.denominator == addend.denominator:
            summed = _like_terms_added((*self.numerator, *addend.numerator))
            return _cancelled(summed, self.denominator, self._common_letter(addend))
        crossed = (
            *_product(self.numerator, addend.denominator),
            *_product(addend.numerator, self.denominator),
        )
        denominator = _product(self.denominator, addend.denominator)
        return _cancelled(_like_terms_added(crossed), denominator, self._common_letter(addend))

    def times(self, factor: Germ) -> Germ:
        """Return the product with `factor`."""
        numerator = _product(self.numerator, factor.numerator)
        return _cancelled(
            numerator, _product(self.denominator, factor.denominator), self._common_letter(factor)
        )

    def divided_by(self, divisor: Germ) -> Germ:
        """Return the quotient by `divisor`, a function that is not zero."""
        numerator = _product(self.numerator, divisor.denominator)
        return _cancelled(
            numerator, _product(self.denominator, divisor.numerator), self._common_letter(divisor)
        )

    def square_root(self) -> Germ:
        """Return the square root of a quotient of c or c·(s + t), as a variance is, with s ≥ 0."""
        upper, lower = (_square_root_of(side, self.letter) for side in self.numerator_and_denominator())
        return upper.divided_by(lower)

    def exp(self) -> Germ | None:
        """Return e to the power of c/(s + t), with rational c and s ≥ 0; None for other functions."""
        if any(not kernel.is_constant for kernel, _ in (*self.numerator, *self.denominator)):
            return None
        upper, lower = self.numerator_and_denominator()
        if len(upper) == 1 and len(lower) == 2:
            quotients = (irrational.divide_finite(c, lower[1]) for c in (lower[0], upper[0]))
            place, size = map(reals.as_rational, quotients)
            if place is not None and size is not None and place >= 0:
                return Germ(((Kernel((), ((place, size),)), _ONE),), letter=self.letter)
        return None

    def sign(self) -> int:
        """Return the sign for all small values of the letter; raise Undecidable where that is open."""
        if not self.numerator:
            return 0
        return _sign(_leading_term(self.numerator)[2]) * _sign(_leading_term(self.denominator)[2])

    def finite_limit(self) -> irrational.Finite | None:
        """Return the limit; None if there is none, and the sign says which infinity."""
        leading = self.leading_term()
        if leading is None:
            return Fraction(0)
        growth, order, coefficient = leading
        if growth or order:
            return Fraction(0) if (growth or -order) < 0 else None
        return coefficient

    def leading_term(self) -> tuple[Fraction, Fraction, irrational.Finite] | None:
        """Return q, a and c such that this over exp(q/t)·t^a tends to c ≠ 0; None for 0."""
        if not self.numerator:
            return None
        growth, order, upper = _leading_term(self.numerator)
        lost, lost_order, lower = _leading_term(self.denominator)
        return growth - lost, order - lost_order, irrational.divide_finite(upper, lower)

    def _common_letter(self, germ: Germ) -> str:
        """Return the letter of this and another, of which one may be a number."""
        if self.letter and germ.letter and self.letter != germ.letter:
            raise Unsupported(f"{self.letter} and {germ.letter} cannot both vanish")
        return self.letter or germ.letter


LAMBDA, EPSILON = (Germ(((PLAIN, (Fraction(0), Fraction(1))),), letter=letter) for letter in "λε")


def _leading_term(side: Terms) -> tuple[Fraction, Fraction, irrational.Finite]:
    """Return q, a and c such that a sum over exp(q/t)·t^a tends to c ≠ 0.

    Raises Undecidable if more leading terms cancel than are tried.
    """
    growth = max(kernel.exponent_over_t for kernel, _ in side)
    # Beside exp(q/t) with the largest q, any other is less than every power of t.
    largest = [(kernel, polynomial) for kernel, polynomial in side if kernel.exponent_over_t == growth]
    if len(largest) == 1:
        ((kernel, polynomial),) = largest
        lowest, coefficient = _lowest_term(polynomial)
        order, scale, _ = kernel.power_series(1)
        return growth, order + lowest, irrational.multiply_finite([coefficient, scale])
    terms = _FIRST_TERMS
    while terms <= _LAST_TERMS:
        # Kernels are linearly independent, so that some coefficient of the series is not zero.
        coefficients: dict[Fraction, list[irrational.Finite]] = defaultdict(list)
        for kernel, polynomial in largest:
            start, scale, series = kernel.power_series(terms)
            for power, coefficient in enumerate(_times(polynomial[:terms], tuple(series))[:terms]):
                coefficients[start + power].append(irrational.multiply_finite([coefficient, scale]))
        for place, parts in sorted(coefficients.items(), key=itemgetter(0)):
            total = irrational.add_finite(parts)
            if _sign(total):
                return growth, place, total
        terms *= 2
    raise Undecidable("the leading terms of a sum cancel, and so do many more")


def _like_terms_added(terms: Iterable[tuple[Kernel, Polynomial]]) -> Terms:
    """Return a sum with each kernel once, whatever its scale."""
    totals: dict[object, tuple[Kernel, Polynomial]] = {}
    for kernel, polynomial in terms:
        key = kernel.roots, kernel.exponents
        kernel_of_key, total = totals.get(key, (kernel, ()))
        if kernel.scale != kernel_of_key.scale:  # neither is kept, and coefficients have them
            total, polynomial = kernel_of_key.scaled(total), kernel.scaled(polynomial)
            kernel = Kernel(*key)
        totals[key] = kernel, _add(total, polynomial)
    return tuple((kernel, polynomial) for kernel, polynomial in totals.values() if polynomial)


def _as_term(kernel: Kernel, polynomial: Sequence[irrational.Finite]) -> tuple[Kernel, Polynomial]:
    """Return a kernel with a polynomial; an irrational number alone becomes its scale, as √π does."""
    match _trimmed(polynomial):
        case (PowerProduct() as scale,):
            return Kernel(kernel.roots, kernel.exponents, scale), _ONE
        case trimmed:
            return kernel, trimmed


def _product(first: Terms, second: Terms) -> Terms:
    products = []
    for (kernel, left), (second_kernel, right) in ((a, b) for a in first for b in second):
        combined, extra = kernel.product_and_common_roots(second_kernel)
        product = _times(left, right)
        products.append((combined, product if extra is _ONE else _times(product, extra)))
    return _like_terms_added(products)


def _cancelled(numerator: Terms, denominator: Terms, letter: str) -> Germ:
    """Return a quotient without the powers of the letter that both sides have."""
    if not numerator:
        return Germ(())
    # A single kernel below the bar goes above it, so that most denominators are polynomials.
    if len(denominator) == 1 and denominator[0][0] != PLAIN:
        inverse, extra = denominator[0][0].inverse_and_divisor()
        numerator = _product(numerator, ((inverse, _ONE),))
        denominator = ((PLAIN, _times(denominator[0][1], extra)),)
    polynomials = [polynomial for _, polynomial in (*numerator, *denominator)]
    shared = min(_lowest_term(polynomial)[0] for polynomial in polynomials)
    if max(map(len, polynomials)) - shared > _HIGHEST:
        raise Unsupported(f"the limit of a polynomial of more than {_HIGHEST:,} powers of {letter}")
    # Equal functions should look alike, so that denominators meet: the highest coefficient below is 1.
    # Over a sum, each coefficient would become a quotient.
    scale = denominator[0][1][-1]
    if len(denominator) > 1 or not isinstance(scale, Fraction):
        scale = Fraction(1)

    def tidied(side: Terms) -> Terms:
        reduced = ((kernel, polynomial[shared:]) for kernel, polynomial in side)
        if scale == 1:
            return tuple(reduced)
        return tuple((k, tuple(irrational.divide_finite(c, scale) for c in p)) for k, p in reduced)

    return Germ(tidied(numerator), tidied(denominator), letter)


def _square_root_of(polynomial: Polynomial, letter: str) -> Germ:
    highest = polynomial[-1] if polynomial else Fraction(0)
    place = None
    if len(polynomial) == 2:
        place = reals.as_rational(irrational.divide_finite(polynomial[0], highest))
    is_wrong = isinstance(highest, irrational.Irrational | irrational.Logarithm) or _sign(highest) < 0
    if is_wrong or len(polynomial) > 2 or (len(polynomial) == 2 and (place is None or place < 0)):
        raise Unsupported(f"this root has no limit as {letter} tends to 0")
    scale = reals.raise_real(highest, Fraction(1, 2))  # type: ignore[arg-type]
    kernel = PLAIN if place is None else Kernel((place,))
    return Germ(_like_terms_added([_as_term(kernel, [scale])]), letter=letter)


def _from_negated_roots(places: Iterable[Fraction]) -> Polynomial:
    """Return ∏ (s + t) over some places s."""
    product: Polynomial = _ONE
    for place in places:
        product = _times(product, (place, Fraction(1)))
    return product


def _lowest_term(polynomial: Polynomial) -> tuple[int, irrational.Finite]:
    return next((order, c) for order, c in enumerate(polynomial) if _sign(c))


def _add(first: Polynomial, second: Polynomial) -> Polynomial:
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    plus, _ = _add_and_multiply(first, second)
    added = [plus(c, shorter[index]) if index < len(shorter) else c for index, c in enumerate(longer)]
    return _trimmed(added)


def _times(first: Polynomial, second: Polynomial) -> Polynomial:
    plus, times = _add_and_multiply(first, second)
    product: list[irrational.Finite] = [Fraction(0)] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        if a != 0:
            for j, b in enumerate(second):
                product[i + j] = plus(product[i + j], times(a, b))
    return _trimmed(product)


def _trimmed(coefficients: Sequence[irrational.Finite]) -> Polynomial:
    trimmed = list(coefficients)
    while trimmed and _sign(trimmed[-1]) == 0:
        trimmed.pop()
    return tuple(trimmed)


Operator = Callable[[Any, Any], Any]


def _add_and_multiply(first: Polynomial, second: Polynomial) -> tuple[Operator, Operator]:
    """Return what adds and multiplies coefficients; those of Fractions, the usual case, are quicker."""
    if all(isinstance(c, Fraction) for c in (*first, *second)):
        return operator.add, operator.mul
    return lambda a, b: irrational.add_finite([a, b]), lambda a, b: irrational.multiply_finite([a, b])


def _sign(number: irrational.Finite) -> int:
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    return irrational.sign_of_finite(number)
