"""Real zeros of polynomials with rational coefficients: found, told apart, enclosed, counted.

A polynomial is its whole coefficients, the constant first. How to read: `irreducible_factors` splits
it, `real_zeros` gives the zeros of one factor in order; `isolating_intervals` hold one zero each, by
Descartes' rule of signs; an `AlgebraicRoot` is a zero of an irreducible polynomial that has no root
written for it. `Sturm` counts in another way, by Sturm's theorem.

Sources: A. Akritas, Elements of Computer Algebra (1989), chapters 7 and 8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from math import gcd, lcm

from exactnb.core.arithmetic import enclosure
from exactnb.core.arithmetic.integers import is_known_prime
from exactnb.core.arithmetic.irrational import COMBINED, Finite, Irrational
from exactnb.core.arithmetic.polynomials import Polynomial, factored
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

IntegerCoefficients = tuple[int, ...]
Interval = tuple[Fraction, Fraction]

_HIGHEST = 200  # degree
_SMALL = [(n, d) for n in range(-12, 13) for d in range(1, 13) if gcd(n, d) == 1]
_TRIED = 100  # values among which a prime is looked for: of small polynomials, one in twenty is


@frozen(slots=True)
class AlgebraicRoot(Irrational):
    """Stand for a real zero of an irreducible polynomial: the only one between two rational numbers.

    `place` says which of all its real zeros it is, the first being 1.

    >>> (root,) = real_zeros((-1, -1, 0, 1))  # x³ = x + 1
    >>> root.compare(Fraction("1.324717")), root.compare(Fraction("1.324718"))
    (1, -1)
    """

    polynomial: IntegerCoefficients
    place: int
    between: Interval

    def enclose(self, bits: int) -> enclosure.Ball:
        low, high = self.between
        width, sign_at_high = Fraction(1, 1 << bits), sign_at(self.polynomial, high)
        # To so many bits of its size; where `low` is 0 and has no size, to twice as many places.
        while high - low > width * max(abs(low), width):
            middle = (low + high) / 2
            if sign_at(self.polynomial, middle) == sign_at_high:
                high = middle
            else:
                low = middle
        return enclosure.ball_between(low, high, bits)

    def compare(self, rational: Fraction) -> int:
        """Return -1 or 1 as this is less or greater than a rational number, which it never is."""
        low, high = self.between
        if rational <= low or rational >= high:
            return 1 if rational <= low else -1
        # An irreducible polynomial has simple zeros, and one alone lies here: the sign tells the side.
        return -1 if sign_at(self.polynomial, rational) == sign_at(self.polynomial, high) else 1

    def plus(self, addend: Fraction) -> Finite:
        """Return the sum if `addend` is 0; raise Unsupported for any other."""
        if addend:
            raise Unsupported(COMBINED)
        return self

    def times(self, factor: Fraction) -> Finite:
        """Return the product if `factor` is 1; raise Unsupported for any other."""
        if factor != 1:
            raise Unsupported(COMBINED)
        return self

    def is_recognised_as(self, candidate: Finite) -> bool:
        """Say whether `candidate` is the same zero of the same polynomial."""
        if not isinstance(candidate, AlgebraicRoot):
            return False
        return (self.polynomial, self.place) == (candidate.polynomial, candidate.place)


def primitive_part(coefficients: Sequence[Fraction]) -> IntegerCoefficients:
    """Return rational coefficients as whole ones that share no divisor, the last one positive.

    >>> primitive_part([Fraction(1, 2), Fraction(0), Fraction(-1, 3), Fraction(0)])
    (-3, 0, 2)
    """
    trimmed = list(coefficients)
    while trimmed and not trimmed[-1]:
        trimmed.pop()
    if not trimmed:
        return ()
    common = lcm(*(c.denominator for c in trimmed))
    numbers = [int(c * common) for c in trimmed]
    scale = gcd(*numbers) * (1 if numbers[-1] > 0 else -1)
    return tuple(number // scale for number in numbers)


def value_at(polynomial: Sequence[int | Fraction], place: Fraction) -> Fraction:
    """Return the value of a `polynomial`, the constant first, at the number `place`.

    >>> value_at((1, 0, 2), Fraction(1, 2))
    Fraction(3, 2)
    """
    value = Fraction(0)
    for coefficient in reversed(polynomial):
        value = value * place + coefficient
    return value


def sign_at(polynomial: IntegerCoefficients, place: Fraction) -> int:
    """Return the sign of a `polynomial` at the number `place`: -1, 0 or 1."""
    value, (numerator, denominator) = 0, place.as_integer_ratio()
    power = 1
    for coefficient in reversed(polynomial):  # times a power of the denominator, which is positive
        value = value * numerator + coefficient * power
        power *= denominator
    return (value > 0) - (value < 0)


def irreducible_factors(polynomial: IntegerCoefficients) -> list[tuple[IntegerCoefficients, int]]:
    """Return the irreducible factors of a polynomial ≠ 0, with powers; Unsupported for very high ones.

    >>> irreducible_factors((0, -2, 0, 1))
    [((0, 1), 1), ((-2, 0, 1), 1)]
    """
    if len(polynomial) - 1 > _HIGHEST:
        raise Unsupported(f"the zeros of a polynomial of more than {_HIGHEST} powers")
    rest, powers = primitive_part([Fraction(c) for c in polynomial]), Counter[IntegerCoefficients]()
    for n, d in _SMALL:  # what two scores share is mostly zero at an x = −n/d
        while len(rest) > 1 and gcd(rest[0], n) == abs(n) and not sign_at(rest, Fraction(-n, d)):
            powers[n, d] += 1
            rest = primitive_part(quotient_and_remainder(rest, (n, d))[0])
    if len(rest) > 1 and _is_shown_irreducible(rest):
        powers[rest] += 1
    elif len(rest) > 1:
        in_x = Polynomial({(("x", n),) if n else (): c for n, c in enumerate(rest) if c})
        for base, power in factored(in_x)[1]:
            by_degree = {v[0][1] if v else 0: c for v, c in base.coefficients.items()}
            rationals = [Fraction(by_degree.get(n, 0)) for n in range(max(by_degree) + 1)]
            powers[primitive_part(rationals)] += power
    # FLINT promises no order, and nothing that is printed may depend on one.
    return sorted(
        powers.items(), key=lambda factor: (len(factor[0]), [abs(c) for c in factor[0]], factor[0])
    )


def _is_shown_irreducible(polynomial: IntegerCoefficients) -> bool:
    """Say whether a value is prime at a whole number beyond all zeros, so that no two factors make it.

    Each would be more than 1 there: its leading coefficient times its distances from its zeros. No
    library is loaded for a polynomial where a prime is found, as one is for most.

    Source: R. Murty, Prime numbers and irreducible polynomials, Amer. Math. Monthly 109 (2002).
    """
    start = zero_bound(polynomial) + 1
    values = (
        reduce(lambda value, c: value * place + c, reversed(polynomial))
        for place in range(start, start + _TRIED)
    )
    return len(polynomial) == 2 or any(is_known_prime(abs(value)) for value in values)


def isolating_intervals(polynomial: IntegerCoefficients) -> list[Interval]:
    """Return intervals with rational ends, in order, that hold one real zero each, and all of them.

    No two zeros of the polynomial are equal, and none is rational.

    >>> isolating_intervals((-2, 0, 1))
    [(Fraction(-4, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(4, 1))]
    """
    bound = Fraction(zero_bound(polynomial))
    return list(_isolated(polynomial, -bound, bound))


def _isolated(polynomial: IntegerCoefficients, low: Fraction, high: Fraction) -> Iterator[Interval]:
    # One change of signs means exactly one zero, none means none; more say nothing yet, so halve.
    variations = _descartes_bound(polynomial, low, high)
    if variations == 1:
        yield low, high
    elif variations:
        middle = (low + high) / 2
        yield from _isolated(polynomial, low, middle)
        yield from _isolated(polynomial, middle, high)


def _descartes_bound(polynomial: IntegerCoefficients, low: Fraction, high: Fraction) -> int:
    """Return how often signs change in the polynomial whose positive zeros are those in between.

    Where they never do, or once, there are as many zeros: Descartes' rule for x = (l + h·y)/(1 + y).
    """
    # In whole numbers, as fractions would be reduced at every step: d·x takes the place of x.
    denominator = lcm(low.denominator, high.denominator)
    start, width = int(low * denominator), int((high - low) * denominator)
    degree = len(polynomial) - 1
    stretched = [c * denominator ** (degree - power) for power, c in enumerate(polynomial)]
    scaled = [c * width**power for power, c in enumerate(_shifted(stretched, start))]
    # x = l + w·t has 0 < t < 1 in the interval; turned round and shifted, t = 1/(1 + y) has y > 0.
    signs = [c > 0 for c in _shifted(scaled[::-1], 1) if c]
    return sum(sign != next_sign for sign, next_sign in pairwise(signs))


def _shifted(polynomial: list[int], by: int) -> list[int]:
    """Return the coefficients of p(x + by)."""
    coefficients = list(polynomial)
    for start in range(len(coefficients) - 1):
        for index in range(len(coefficients) - 2, start - 1, -1):
            coefficients[index] += by * coefficients[index + 1]
    return coefficients


def zero_bound(polynomial: IntegerCoefficients) -> int:
    """Return a power of two above the size of every zero of `polynomial` (Fujiwara's bound).

    >>> zero_bound((-100, 0, 1))
    32
    """
    # Bit lengths bound the quotients of coefficients without dividing: -(-a // b) rounds up.
    *sizes, leading_size = (abs(c).bit_length() for c in polynomial)
    orders = range(len(sizes), 0, -1)
    steps = [-(-(size - leading_size + 1) // order) for order, size in zip(orders, sizes, strict=True)]
    return 1 << max(1, 1 + max(steps, default=0))


def real_zeros(polynomial: IntegerCoefficients) -> list[AlgebraicRoot]:
    """Return the real zeros of an irreducible polynomial of the second degree or more, in order."""
    return [
        AlgebraicRoot(polynomial, place, interval)
        for place, interval in enumerate(isolating_intervals(polynomial), start=1)
    ]


class Sturm:
    """Count the different real zeros of a polynomial between any two numbers, by Sturm's theorem.

    >>> zeros = Sturm((0, -2, 0, 1))
    >>> zeros.count_zeros(Fraction(0)), zeros.count_zeros(Fraction(-2), Fraction(0))
    (1, 2)
    """

    def __init__(self, polynomial: IntegerCoefficients) -> None:
        self.polynomial = polynomial
        self._chain = _sturm_chain(polynomial) if len(polynomial) > 1 else []

    def count_zeros(self, low: Fraction, high: Fraction | None = None) -> int:
        """Return the number of real zeros above `low` and not above `high`; None is infinity."""
        # No zero lies above the bound, so all are counted up to it.
        end = Fraction(zero_bound(self.polynomial)) if high is None else high
        return _sign_changes_at(self._chain, low) - _sign_changes_at(self._chain, end)


def quotient_and_remainder(
    dividend: Sequence[int | Fraction], divisor: IntegerCoefficients
) -> tuple[list[Fraction], list[Fraction]]:
    """Return quotient and remainder of two polynomials, the constant first.

    The remainder has a coefficient for each power below those of `divisor`, or the few of `dividend`.

    >>> quotient_and_remainder((0, 0, 2), (1, 1))
    ([Fraction(-2, 1), Fraction(2, 1)], [Fraction(2, 1)])
    """
    rest, factors = [Fraction(c) for c in dividend], []
    while len(rest) >= len(divisor):
        factors.append(rest[-1] / divisor[-1])
        for index, c in enumerate(divisor, start=len(rest) - len(divisor)):
            rest[index] -= factors[-1] * c
        rest.pop()
    return factors[::-1], rest


def _sturm_chain(polynomial: IntegerCoefficients) -> list[IntegerCoefficients]:
    """Return Sturm's chain of a polynomial without its multiple zeros, each of which it keeps once."""
    chain = [polynomial, tuple(n * c for n, c in enumerate(polynomial))[1:]]
    # Sturm's remainders have the opposite sign. Positive factors change no sign, so they are dropped.
    while len(chain[-1]) > 1:
        rest = _smallest_multiple(quotient_and_remainder(chain[-2], chain[-1])[1])
        if not rest:  # what the polynomial shares with its derivative
            return [
                _smallest_multiple(quotient_and_remainder(member, chain[-1])[0]) for member in chain
            ]
        chain.append(tuple(-c for c in rest))
    return chain


def _smallest_multiple(coefficients: list[Fraction]) -> IntegerCoefficients:
    """Return a positive multiple of a polynomial in the least whole coefficients."""
    shared = primitive_part(coefficients)
    leading = next((c for c in reversed(coefficients) if c), Fraction(0))
    return shared if leading > 0 else tuple(-c for c in shared)


def _sign_changes_at(chain: list[IntegerCoefficients], place: Fraction) -> int:
    """Return how often the signs of a chain change at a number."""
    # A zero in the chain counts as no sign: Sturm's theorem leaves it out.
    signs = [sign for member in chain if (sign := sign_at(member, place))]
    return sum(earlier != later for earlier, later in pairwise(signs))
