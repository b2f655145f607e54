"""Roots and least values of polynomials: where two scores are equal, one is larger, or a sum is least.

Roots come from the quadratic formula, with logarithms in them; those of a polynomial of a higher degree
are isolated. No solver is called.

How to read: `zeros` solves, `positive_intervals` says where a polynomial is positive, `equation` scales
a curve to integer coefficients; `rational_and_logarithm` splits what may stand in a constant into a
rational number and one logarithm. `minimizers` compares values at the zeros of a slope: by balls at
rising precision and, where these do not separate, each as the zero of a polynomial of its own, found by
linear algebra, so that a tie is decided too.

Source: H. Cohen, A Course in Computational Algebraic Number Theory (1993), section 4.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key, reduce
from heapq import merge
from itertools import pairwise
from math import gcd, lcm

from exactnb.core.arithmetic import enclosure, values
from exactnb.core.arithmetic.algebraic import (
    IntegerCoefficients,
    irreducible_factors,
    primitive_part,
    quotient_and_remainder,
    real_zeros,
    value_at,
)
from exactnb.core.arithmetic.irrational import Finite, Logarithm, exponent_of_power
from exactnb.core.arithmetic.matrices import Matrix, null_vector
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import Infinite, Number, Undefined
from exactnb.core.record import frozen
from exactnb.core.shown import Written
from exactnb.errors import Undecidable, Unsupported


@frozen(slots=True)
class Points(Written):
    """Real numbers in ascending order: where two scores are equal.

    As "open" they are ends of open intervals, two by two, −∞ and ∞ among them; as "closed" the first
    interval has its left end. Any other `kind` is the brackets of all intervals, such as "[](]".
    """

    parts: tuple[Number, ...]
    kind: str = "points"

    def intervals(self) -> Iterator[tuple[Number, Number, tuple[str, str]]]:
        """Yield the ends of each interval, and its brackets.

        >>> list(Points((Fraction(0), Fraction(1)), "closed").intervals())
        [(Fraction(0, 1), Fraction(1, 1), ('[', ')'))]
        """
        brackets = brackets_of(self.kind, len(self.parts) // 2)
        yield from zip(self.parts[::2], self.parts[1::2], brackets, strict=True)


@frozen(slots=True)
class Everywhere(Written):
    """All places: where two scores are equal that are one function."""


EVERYWHERE = Everywhere()
NOWHERE = Points((), "open")


@frozen(slots=True)
class Equation(Written):
    """A polynomial with whole coefficients that share no divisor, and a logarithm, equal to 0 or above.

    `terms` are the exponents of the variables with their coefficient, from the highest degree down;
    `times` and `argument` are the whole number before a logarithm and what it is of.
    """

    variables: tuple[str, ...]
    terms: tuple[tuple[tuple[int, ...], int], ...]
    times: int
    argument: Fraction | None
    is_inequality: bool


def brackets_of(kind: str, count: int) -> list[tuple[str, str]]:
    """Return the brackets of `count` intervals whose ends are of a `kind`.

    >>> brackets_of("closed", 2), brackets_of("[](]", 2)
    ([('[', ')'), ('(', ')')], [('[', ']'), ('(', ']')])
    """
    if kind in ("open", "closed"):
        return [("[" if place == 0 and kind == "closed" else "(", ")") for place in range(count)]
    return list(zip(kind[::2], kind[1::2], strict=True))


def kind_from_brackets(brackets: str) -> str:
    """Return the kind of intervals with these brackets.

    >>> kind_from_brackets("[)()"), kind_from_brackets("[]")
    ('closed', '[]')
    """
    if set(brackets[2:]) <= set("()") and brackets[:2] in ("", "()", "[)"):
        return "open" if "[" not in brackets else "closed"
    return brackets


def zeros(coefficients: Sequence[Number]) -> Points | Everywhere | Undefined:
    """Return the real zeros of a polynomial, the constant first.

    Logarithms may stand in the constant, and in the slope of a line; a constant that is infinite leaves
    no zero. From the third degree on all coefficients are rational.

    >>> zeros([Fraction(-6), Fraction(-1), Fraction(1)]).parts
    (Fraction(-2, 1), Fraction(3, 1))
    """
    if _is_undefined(coefficients[:1], coefficients[1:]):
        return values.UNDEFINED
    if isinstance(coefficients[0], Infinite):
        return Points(())
    trimmed = list(coefficients)
    while trimmed and values.sign(trimmed[-1]) == 0:
        trimmed.pop()
    if not trimmed:
        return EVERYWHERE
    if len(trimmed) == 1:
        return Points(())
    if len(trimmed) == 2:
        return Points((values.divide(values.negate(trimmed[0]), trimmed[1]),))
    if len(trimmed) > 3:
        return _zeros_of_high_degree(trimmed)
    c, b, a = trimmed[0], values.rational(trimmed[1]), values.rational(trimmed[2])
    if a is None or b is None:
        raise Unsupported("a quadratic equation has rational coefficients but for its constant")
    # b² − 4ac over 4a², so that the roots are −b/2a ± the root of it
    inside = values.add([(b / (2 * a)) ** 2, values.multiply([-1 / a, c])])
    sign = values.sign(inside)
    if sign < 0:
        return Points(())
    middle = -b / (2 * a)
    if sign == 0:
        return Points((middle,))
    root = values.power(inside, Fraction(1, 2))
    sides = (values.negate(root), root)
    return Points(tuple(values.add([middle, side]) for side in sides))


def positive_intervals(coefficients: Sequence[Number], lower: int | None = None) -> Points | Undefined:
    """Return the intervals where a polynomial is above 0, from `lower` on unless that is None.

    Its `coefficients` are given from the constant up.

    >>> positive_intervals([Fraction(-6), Fraction(-1), Fraction(1)]).parts
    (Infinite(sign=-1), Fraction(-2, 1), Fraction(3, 1), Infinite(sign=1))
    """
    roots = zeros(coefficients)
    if isinstance(roots, Undefined):
        return roots
    if isinstance(roots, Everywhere):
        return NOWHERE
    if isinstance(coefficients[0], Infinite):
        coefficients = coefficients[:1]  # whatever is added to it
    # From the right end, where the leading term decides, the sign changes at each simple zero.
    nonzero = [c for c in coefficients if values.sign(c)]
    degree = max(power for power, c in enumerate(coefficients) if values.sign(c))
    turns = degree == len(roots.parts)  # else it touches 0 in one point, or nowhere
    sign = values.sign(nonzero[-1])
    ends: list[Number] = [Infinite(-1), *roots.parts, Infinite(1)]
    intervals: list[tuple[Number, Number]] = []
    for left, right in reversed(list(pairwise(ends))):
        if sign > 0:
            intervals.insert(0, (left, right))
        sign = -sign if turns else sign
    kind = "open"
    if lower is not None:
        first = Fraction(lower)
        intervals = [interval for interval in intervals if values.compare(interval[1], first) > 0]
        if intervals and values.compare(intervals[0][0], first) < 0:
            intervals[0], kind = (first, intervals[0][1]), "closed"
    return Points(tuple(end for interval in intervals for end in interval), kind)


def _zeros_of_high_degree(coefficients: Sequence[Number]) -> Points:
    """Return the real zeros of a polynomial in order: those of its irreducible factors."""
    rationals = [rational for c in coefficients if (rational := values.rational(c)) is not None]
    if len(rationals) < len(coefficients):
        raise Unsupported("the zeros of a polynomial of more than the second degree with logarithms")
    # Those of one factor stand in order, so that they are not compared again.
    roots = (_real_zeros_of(factor) for factor, _ in irreducible_factors(primitive_part(rationals)))
    return Points(tuple(merge(*roots, key=cmp_to_key(values.compare))))


def equation(
    variables: tuple[str, ...], terms: Mapping[tuple[int, ...], Number], *, is_inequality: bool = False
) -> Equation | Everywhere | Points | Undefined:
    """Return Σ `terms` = 0, or > 0 for `is_inequality`, in integers, with a logarithm in its constant.

    `terms` are coefficients by the exponents of the `variables`.

    It is scaled by a positive number, so that its sign stays what it was. One that is constant is so
    everywhere or nowhere.

    >>> equation(("x", "y"), {(1, 0): Fraction(1, 2), (0, 0): Fraction(-3)}).terms
    (((1, 0), 1), ((0, 0), -6))
    """
    constant_powers = (0,) * len(variables)
    rest = {powers: c for powers, c in terms.items() if powers != constant_powers}
    constant_term = terms.get(constant_powers, Fraction(0))
    if _is_undefined([constant_term], list(rest.values())):
        return values.UNDEFINED
    if isinstance(constant_term, Infinite) or not any(map(values.sign, rest.values())):
        holds = values.sign(constant_term) > 0 if is_inequality else values.sign(constant_term) == 0
        return EVERYWHERE if holds else NOWHERE
    constant, times, argument = rational_and_logarithm(constant_term)
    rationals: dict[tuple[int, ...], Fraction] = {constant_powers: constant}
    for powers, coefficient in rest.items():
        rational = values.rational(coefficient)
        if rational is None:
            raise Unsupported("a curve whose coefficients hold logarithms")
        rationals[powers] = rational
    numbers = [*rationals.values(), times]
    common = lcm(*(number.denominator for number in numbers))
    shared = gcd(*(int(number * common) for number in numbers)) or 1
    # Whole numbers without a common divisor: the same curve is printed the same for any units.
    scale = Fraction(common, shared)
    order = sorted(rationals, key=lambda powers: (sum(powers), powers), reverse=True)
    scaled = tuple((powers, int(rationals[powers] * scale)) for powers in order if rationals[powers])
    return Equation(variables, scaled, int(times * scale), argument, is_inequality)


def _is_undefined(constant: Sequence[Number], leading: Sequence[Number]) -> bool:
    """Say whether something is undefined, or what stands before a variable infinite."""
    undefined = any(isinstance(c, Undefined) for c in (*constant, *leading))
    return undefined or any(isinstance(c, Infinite) for c in leading)


def rational_and_logarithm(constant: Number) -> tuple[Fraction, Fraction, Fraction | None]:
    """Return a constant as a rational number and a multiple of log of one, or raise Unsupported.

    >>> rational_and_logarithm(values.logarithm(Fraction(4, 9)))
    (Fraction(0, 1), Fraction(2, 1), Fraction(2, 3))
    """
    if (rational := values.rational(constant)) is not None:
        return rational, Fraction(0), None
    if not isinstance(constant, Logarithm) or constant.base is not None:
        raise Unsupported("a curve with such a constant in it")
    argument = constant.argument
    if isinstance(argument, Fraction):
        argument = PowerProduct.of(argument)
    if not isinstance(argument, PowerProduct) or argument.root_pi:
        raise Unsupported("a curve with such a logarithm in it")
    # log(4/9) is 2·log(2/3): the exponents' divisor goes before it, so that equal curves look equal.
    product = PowerProduct(argument.factors).over_coprime_base()
    times = exponent_of_power(product)
    return argument.exponential, times, (product ** (1 / times)).rational()


_BITS = (64, 128, 256, 512)
_MOST_BITS = 4_096  # where a value is looked for among a few numbers
_MOST = 48  # the degree of a zero whose value is sought exactly

Place = tuple[IntegerCoefficients, Finite]
"""A zero of an irreducible polynomial, with that."""


def minimizers(polynomial: Sequence[Fraction]) -> tuple[Finite, ...]:
    """Return all real numbers at which a `polynomial`, the constant first, is least, in order.

    It rises beyond all bounds on both sides. Raises Undecidable where two values are not told apart.

    >>> minimizers([Fraction(1), Fraction(0), Fraction(-2), Fraction(0), Fraction(1)])  # (x² − 1)²
    (Fraction(-1, 1), Fraction(1, 1))
    """
    slope = primitive_part([power * c for power, c in enumerate(polynomial)][1:])
    places = [
        (factor, place) for factor, _ in irreducible_factors(slope) for place in _real_zeros_of(factor)
    ]
    # One that is surely above another is not the least; those of a tie remain.
    for bits in _BITS:
        balls = [_ball_of_value(polynomial, place, bits) for _, place in places]
        places = [
            place
            for place, ball in zip(places, balls, strict=True)
            if not any(ball.is_above(rival) for rival in balls)
        ]
        if len(places) == 1:
            break
    if len(places) > 1:
        exact = [_value_at(polynomial, place) for place in places]
        least = min(exact, key=cmp_to_key(values.compare))
        places = [
            place
            for place, value in zip(places, exact, strict=True)
            if values.compare(value, least) == 0
        ]
    return tuple(sorted((place for _, place in places), key=cmp_to_key(values.compare)))


def _real_zeros_of(factor: IntegerCoefficients) -> Sequence[Finite]:
    """Return the real zeros of an irreducible polynomial: in closed form up to the second degree."""
    if len(factor) > 3:
        return real_zeros(factor)
    return zeros([Fraction(c) for c in factor]).parts  # type: ignore[union-attr, return-value]


def _ball_of_value(polynomial: Sequence[Fraction], place: Finite, bits: int) -> enclosure.Ball:
    """Return a ball around the value of a polynomial at a place."""
    argument = values.enclose(place, bits)
    return reduce(
        lambda total, c: total.times(argument, bits).plus(enclosure.ball_of(c, bits), bits),
        reversed(polynomial),
        enclosure.ball_of(0, bits),
    )


def _value_at(polynomial: Sequence[Fraction], place: Place) -> Finite:
    """Return the value of a polynomial at a zero of another one, as a zero of its own polynomial."""
    factor, argument = place
    if isinstance(argument, Fraction):
        return value_at(polynomial, argument)
    degree = len(factor) - 1
    if degree > _MOST:
        raise Undecidable(f"values at zeros of a polynomial of degree {degree} could not be compared")
    # At a zero of `factor` a polynomial has the value of its remainder.
    rest = quotient_and_remainder(polynomial, factor)[1]
    powers = [[Fraction(1)] + [Fraction(0)] * (degree - 1)]
    for _ in range(degree):
        power = quotient_and_remainder(multiply_polynomials(powers[-1], rest), factor)[1]
        powers.append(power + [Fraction(0)] * (degree - len(power)))
    # 1, v, v², … depend on each other from the degree of v on: the first relation is its polynomial.
    rows = (*zip(*powers, strict=True), (Fraction(0),) * (degree + 1))
    relation = null_vector(Matrix(rows))
    assert relation is not None
    minimal_polynomial = primitive_part([Fraction(c) for c in relation])
    candidates = list(_real_zeros_of(minimal_polynomial))
    # The value is one of a few zeros: its ball need only keep clear of the others.
    for bits in (*_BITS, 2 * _BITS[-1], _MOST_BITS):
        ball = _ball_of_value(polynomial, argument, bits)
        around = [values.enclose(candidate, bits) for candidate in candidates]
        candidates = [
            candidate
            for candidate, neighbour in zip(candidates, around, strict=True)
            if not (ball.is_above(neighbour) or neighbour.is_above(ball))
        ]
        if len(candidates) == 1:
            return candidates[0]
    raise Undecidable("two values of a polynomial could not be told apart")


def multiply_polynomials(first: Sequence[Fraction], second: Sequence[Fraction]) -> list[Fraction]:
    """Return the coefficients of the product of the polynomials `first` and `second`."""
    multiplied = [Fraction(0)] * (len(first) + len(second) - 1)
    for index, a in enumerate(first):
        for power, b in enumerate(second, start=index):
            multiplied[power] += a * b
    return multiplied
