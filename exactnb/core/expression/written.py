"""Write a value as an expression: the last line of a chain.

How to read: `written` has a case for each kind of value, and the functions below write those that are
sums, products or roots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.algebraic import AlgebraicRoot
from exactnb.core.arithmetic.closed_form import ClosedForm, Term
from exactnb.core.arithmetic.germs import Germ, Terms
from exactnb.core.arithmetic.integers import Ratio, least_base, over_coprime_base
from exactnb.core.arithmetic.irrational import Finite, Irrational, Logarithm, LogQuotient, Surd
from exactnb.core.arithmetic.normal import NormalSum
from exactnb.core.arithmetic.numerals import decimal_places, read_decimal
from exactnb.core.arithmetic.power_product import PowerProduct, RadicalForm, radical_form
from exactnb.core.arithmetic.rounding import Decimal, is_printable
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression import nodes
from exactnb.core.expression.results import Decision, Listed, Value
from exactnb.core.naming.names import LAMBDA
from exactnb.errors import Unsupported

_LONGEST = 3_300  # bits: fewer are never 1,000 digits
_PAGE = 70_000  # bits of all numbers together that are written in one line
_PLACES = 12  # digits behind the point of a measured number that is written as a decimal


def written(value: Value) -> nodes.Expression:
    """Return a value in its shortest exact form; rationals of over 1,000 digits stay factored.

    >>> written(Fraction(9, 64))
    Quotient(numerator=Integer(value=9), denominator=Integer(value=64))
    """
    match value:
        case Fraction():
            return literal(value) if is_printable(value) else _signed(value, PowerProduct())
        case PowerProduct():
            return _power_product(value)
        case ClosedForm(upper, lower):
            return nodes.Quotient.of(_sum(upper), _sum(lower))
        case Logarithm(PowerProduct() as argument, base) if not argument.has_integer_exponents():
            return _logarithm(argument, base)
        case Logarithm(argument, base):
            return nodes.Function("log" if base is None else f"log{base}", written(argument))
        case Germ(upper, lower, letter):
            return nodes.Quotient.of(_sum_of_kernels(upper, letter), _sum_of_kernels(lower, letter))
        case Infinite() | Undefined():
            return nodes.Special(str(value))
        case Decision(labels):
            return nodes.Labels(labels)
        case Listed(groups):
            return listing(groups)
        case AlgebraicRoot(polynomial, place):
            powers = [((n,), nodes.Integer(c)) for n, c in enumerate(polynomial) if c]
            return nodes.Entry(nodes.Zeros((LAMBDA,), tuple(reversed(powers))), place)
        case Surd():
            return _surd(value)
        case NormalSum():
            return _normal_sum(value)
        case LogQuotient(upper, lower):
            turned = values.sign(lower) < 0  # 4/log(7/3), not −4/log(3/7)
            sides = (values.negate(side) if turned else side for side in (upper, lower))
            return nodes.Quotient(*map(written, sides))
        case Irrational() if value.operations:
            return _enclosed(value)
        case roots.Points(parts, kind):
            return nodes.PointsNode(tuple(map(written, parts)), kind)
        case roots.Everywhere():
            return nodes.Special("everywhere")
        case roots.Equation():
            return _equation(value)
        case matrices.Vector(parts):
            return nodes.VectorNode(tuple(map(number, parts)))
        case matrices.Matrix(rows):
            return nodes.MatrixNode(tuple(tuple(map(number, row)) for row in rows))
        case bool():
            return nodes.Truth(value)
    raise TypeError(f"no expression for {value!r}")


def listing(groups: Iterable[tuple[str, ...]]) -> nodes.Listing:
    """Return a set of things in words; `groups` hold one each, or several that belong together.

    >>> listing([("a",), ("b", "c")]).parts[0]
    Labels(labels=('a',))
    """
    labelled = [tuple(nodes.Labels((thing,)) for thing in group) for group in groups]
    return nodes.Listing(
        tuple(entry[0] if len(entry) == 1 else nodes.Listing(entry) for entry in labelled)
    )


def is_long(expression: nodes.Expression) -> bool:
    """Say whether `expression` has a number of more than 1,000 digits, or more digits than a page.

    >>> is_long(written(Fraction(1, 7**1_100))), is_long(written(Fraction(1, 7**1_300)))
    (False, True)
    """
    # The first long number ends the walk: what is asked about may have millions of digits.
    total = 0
    for part in expression.walk():
        if isinstance(part, nodes.Integer):
            bits = part.value.bit_length()
            total += bits
            if (bits > _LONGEST and not is_printable(Fraction(part.value))) or total > _PAGE:
                return True
    return False


def _surd(value: Surd) -> nodes.Expression:
    """Return p/q ± √D as (p ± √(q²D))/q, its radicand a rational number and one logarithm."""
    try:
        rational, times, argument = roots.rational_and_logarithm(value.radicand)
    except Unsupported:  # no square root that boundaries have, but one that can be typed: p + a·√D
        general = _times(value.factor, nodes.Function("sqrt", written(value.radicand)))
        return nodes.Sum((literal(value.rational), general)) if value.rational else general
    denominator = lcm(value.rational.denominator, value.factor.denominator)
    scale = (value.factor * denominator) ** 2
    inside: list[nodes.Expression] = [literal(rational * scale)] if rational else []
    if argument is not None:
        log: nodes.Expression = nodes.Function("log", written(argument))
        inside.append(log if times * scale == 1 else nodes.Product((literal(times * scale), log)))
    root: nodes.Expression = nodes.Function("sqrt", nodes.Sum.of(inside))
    signed = nodes.Negative(root) if value.factor < 0 else root
    middle = value.rational * denominator
    numerator = nodes.Sum((literal(middle), signed)) if middle else signed
    return nodes.Quotient.of(numerator, nodes.Integer(denominator))


def _normal_sum(value: NormalSum) -> nodes.Expression:
    """Return a sum of values of Φ, the number beside them first."""
    terms: list[nodes.Expression] = [literal(value.constant)] if value.constant else []
    for coefficient, place in value.terms:
        distance = written(place.distance)
        if place.variance != 1:
            distance = nodes.Quotient(distance, nodes.Function("sqrt", literal(place.variance)))
        terms.append(_times(coefficient, nodes.Function("Phi", nodes.Negative(distance))))
    return nodes.Sum.of(terms)


def _enclosed(value: Irrational) -> nodes.Expression:
    """Return the formula that a number is which is known by enclosures."""
    from exactnb.core.arithmetic.enclosed import Enclosed
    from exactnb.core.expression.nodes import stated

    assert isinstance(value, Enclosed)
    parts = tuple(map(written, value.parts))
    formula: nodes.Expression
    match value.operation:
        case "add":
            formula = nodes.Sum(parts)
        case "multiply":
            formula = nodes.Product(parts)
        case "over":
            formula = nodes.Quotient(nodes.Integer(1), parts[0])
        case "gamma":
            formula = nodes.Function("Gamma", parts[0])
        case str(function):
            formula = nodes.Function(function, parts[0])
        case inverse:
            letter, body, level, ends = inverse.root_parts
            formula = nodes.Root(nodes.Symbol(letter), body, written(level), ends)
    return stated(_times(value.factor, formula))


def _equation(value: roots.Equation) -> nodes.Expression:
    """Return a curve; its logarithm stands behind the number in its constant."""
    none = (0,) * len(value.variables)
    terms: dict[tuple[int, ...], nodes.Expression] = {
        powers: nodes.Integer(c) for powers, c in value.terms
    }
    if value.argument is not None and value.times:
        log = _times(Fraction(value.times), nodes.Function("log", written(value.argument)))
        terms[none] = nodes.Sum((terms[none], log)) if none in terms else log
    return nodes.Zeros(value.variables, tuple(terms.items()), is_inequality=value.is_inequality)


def number(value: int | Fraction) -> nodes.Expression:
    """Return a measured `value` as people write it: a decimal if it has an end, else p/q.

    >>> from exactnb.core.expression.spell import spell
    >>> spell(number(Fraction(252, 10))), spell(number(Fraction(1, 3)))
    ('25.2', '1/3')
    """
    value = Fraction(value)
    places = decimal_places(value)
    if not places or places > _PLACES:
        return literal(value)
    return nodes.Numeral(Decimal(int(value * 10**places), places))


def literal(value: int | Fraction) -> nodes.Expression:
    """Return the rational number `value` in lowest terms.

    >>> literal(Fraction(-1, 2))
    Negative(term=Quotient(numerator=Integer(value=1), denominator=Integer(value=2)))
    """
    value = Fraction(value)
    if value.denominator == 1:
        return nodes.Integer(value.numerator)
    if value < 0:
        return nodes.Negative(literal(-value))
    return nodes.Quotient(nodes.Integer(value.numerator), nodes.Integer(value.denominator))


def ratio(counted: Ratio) -> nodes.Expression:
    """Return a ratio as counted: Ratio((2, 1), (4, 2)) is written (2 + 1)/(4 + 2)."""
    numbers = counted.numerator, counted.denominator
    return nodes.Quotient.of(*(nodes.Sum.of(map(literal, side)) for side in numbers))


def as_written(share: Ratio) -> nodes.Expression:
    """Return `share` as it was typed: 85%, 0.250, 3/6.

    >>> from exactnb.core.arithmetic.numerals import read_ratio
    >>> as_written(read_ratio("85%"))
    Percent(hundredths=Integer(value=85))
    """
    text = share.text.removesuffix("%").rstrip()
    if not text or share.numerator[0] < 0:
        return ratio(share)
    decimal = read_decimal(text)
    if decimal.places > _PLACES:
        return ratio(share)
    number = nodes.Numeral(decimal) if decimal.places > 0 else nodes.Integer(int(decimal.value))
    return nodes.Percent(number) if share.text.endswith("%") else number


def _sum_of_kernels(side: Terms, letter: str) -> nodes.Expression:
    """Return a sum of kernels in `letter`, each behind its polynomial."""
    terms = []
    for kernel, coefficients in side:
        factors = [_polynomial(kernel.scaled(coefficients), letter)]
        factors += (nodes.Function("sqrt", _shifted(place, letter)) for place in kernel.roots)
        factors += (_exponential(size, _shifted(place, letter)) for place, size in kernel.exponents)
        terms.append(nodes.Product.without_ones(factors))
    return nodes.Sum.of(terms)


def leading_term(germ: Germ) -> nodes.Expression:
    """Return c·t^a·exp(q/t), to which the quotient of a `germ`, which is not 0, tends to 1.

    >>> from exactnb.core.arithmetic.germs import EPSILON, Germ
    >>> from exactnb.core.expression.spell import spell
    >>> spell(leading_term(Germ.constant(Fraction(3)).divided_by(EPSILON.square_root())))
    '3 / sqrt(epsilon)'
    """
    leading = germ.leading_term()
    if leading is None:
        return nodes.Integer(0)
    growth, order, coefficient = leading
    vanishing = nodes.Vanishing(germ.letter)
    size = written(coefficient)
    upper, lower = size.children if isinstance(size, nodes.Quotient) else (size, nodes.Integer(1))
    sides = [[upper], [lower]]
    if order:
        sides[order < 0].append(_power(vanishing, abs(order)))
    if growth:
        sides[0].append(_exponential(growth, vanishing))
    return nodes.Quotient.of(*map(nodes.Product.without_ones, sides))


def _exponential(size: Fraction, denominator: nodes.Expression) -> nodes.Expression:
    """Return e to the power of a number over a function: exp(−1/(2ε))."""
    divisor = nodes.Product.without_ones((nodes.Integer(size.denominator), denominator))
    power: nodes.Expression = nodes.Quotient(nodes.Integer(abs(size.numerator)), divisor)
    return nodes.Function("exp", nodes.Negative(power) if size < 0 else power)


def _shifted(place: Fraction, letter: str) -> nodes.Expression:
    vanishing = nodes.Vanishing(letter)
    return nodes.Sum((literal(place), vanishing)) if place else vanishing


def _polynomial(coefficients: Sequence[Finite], letter: str) -> nodes.Expression:
    """Return a polynomial in `letter`, the constant first."""
    terms: list[nodes.Expression] = []
    for order, coefficient in enumerate(coefficients):
        sign = values.sign(coefficient)
        if not sign:
            continue
        size = written(coefficient if sign > 0 else values.negate(coefficient))
        if order:
            power = _power(nodes.Vanishing(letter), Fraction(order))
            size = nodes.Product.without_ones((size, power))
        terms.append(nodes.Negative(size) if sign < 0 else size)
    return nodes.Sum.of(terms)


def _signed(coefficient: Fraction, product: PowerProduct) -> nodes.Expression:
    size = _power_product(PowerProduct.of(abs(coefficient)) * product)
    return nodes.Negative(size) if coefficient < 0 else size


def _power_product(product: PowerProduct) -> nodes.Expression:
    if product.zeros:
        return nodes.Integer(0)
    tidy = None if product.has_integer_exponents() else radical_form(product)
    return _factored(product) if tidy is None else _with_roots(tidy)


def _with_roots(tidy: RadicalForm) -> nodes.Expression:
    """Return one rational number, then square roots, other roots and the power of e."""
    upper: list[nodes.Expression] = []
    lower: list[nodes.Expression] = []
    for side, number, radicand, pi in (
        (upper, tidy.rational.numerator, tidy.upper_radicand, tidy.upper_pi),
        (lower, tidy.rational.denominator, tidy.lower_radicand, tidy.lower_pi),
    ):
        if number != 1:
            side.append(nodes.Integer(number))
        integer_power, half = divmod(pi, 2)
        if integer_power:
            side.append(_power(nodes.Pi(), Fraction(integer_power)))
        under: list[nodes.Expression] = [nodes.Integer(radicand)] if radicand != 1 else []
        under += [nodes.Pi()] * half
        if under:
            side.append(nodes.Function("sqrt", nodes.Product.of(under)))
    for number, exponent in tidy.other_powers:
        (upper if exponent > 0 else lower).append(_power(nodes.Integer(number), abs(exponent)))
    if tidy.exponential:
        upper.append(nodes.Function("exp", literal(tidy.exponential)))
    if len(lower) == 1 and isinstance(lower[0], nodes.Integer) and tidy.rational.numerator != 1:
        return nodes.Product.of([literal(tidy.rational), *upper[1:]])  # 3/2 × exp(2), but exp(2) / 2
    return nodes.Quotient.of(nodes.Product.of(upper), nodes.Product.of(lower))


def _factored(product: PowerProduct) -> nodes.Expression:
    """Return a product with its factors as they are: it may be too long to be multiplied out."""
    upper: list[nodes.Expression] = []
    lower: list[nodes.Expression] = []
    for number, exponent in product.factors:
        (upper if exponent > 0 else lower).append(_power(nodes.Integer(number), abs(exponent)))
    if product.root_pi:
        size = Fraction(abs(product.root_pi), 2)
        (upper if product.root_pi > 0 else lower).append(_power(nodes.Pi(), size))
    if product.exponential:
        upper.append(nodes.Function("exp", literal(product.exponential)))
    return nodes.Quotient.of(nodes.Product.of(upper), nodes.Product.of(lower))


def _logarithm(argument: PowerProduct, base: int | None) -> nodes.Expression:
    """Return the logarithm of a product as q + Σ e·log n, over integers that share no divisor."""
    log = "log" if base is None else f"log{base}"
    powers: list[tuple[nodes.Expression, Fraction]] = []
    if argument.exponential:
        unit = nodes.Integer(1)  # what the logarithm of e is worth
        body = unit if base is None else nodes.Function(log, nodes.Function("exp", unit))
        powers.append((body, argument.exponential))
    if argument.root_pi:
        powers.append((nodes.Function(log, nodes.Pi()), Fraction(argument.root_pi, 2)))
    coprime = sorted(least_base(*pair) for pair in over_coprime_base(argument.factors).items())
    powers += [(nodes.Function(log, nodes.Integer(number)), exponent) for number, exponent in coprime]
    return nodes.Sum.of(_times(exponent, body) for body, exponent in powers)


def _times(coefficient: Fraction, body: nodes.Expression) -> nodes.Expression:
    """Return a multiple of something, in which no factor is 1, with its minus sign outermost."""
    size = nodes.Product.without_ones((literal(abs(coefficient)), body))
    return nodes.Negative(size) if coefficient < 0 else size


def _power(base: nodes.Expression, exponent: Fraction) -> nodes.Expression:
    if exponent == Fraction(1, 2):
        return nodes.Function("sqrt", base)
    return base if exponent == 1 else nodes.Power(base, literal(exponent))


def _sum(terms: tuple[Term, ...]) -> nodes.Expression:
    return nodes.Sum.of(_signed(coefficient, product) for coefficient, product in terms)
