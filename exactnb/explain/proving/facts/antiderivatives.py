"""Integrals by an antiderivative, and limits: of a positive letter, and at an end of a support.

An antiderivative is a power or an exponential function, times the slope of its inside. That its slope
is the integrand is worked out; what it tends to at both ends follows from a closed list of limits: of
sums, products, powers, logarithms and exponential functions.

How to read: `antiderivative_total` is the door, `_antiderivative_candidates` proposes, `Limits` has a
case for each kind of formula; `limit_problem` checks a line of a theorem that states a limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product as combinations

from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    exp,
    log,
)
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts import AT_ENDS, GOES_TO, End
from exactnb.explain.proving.forms.algebra import mentions_any
from exactnb.explain.proving.forms.calculus import derivative
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.forms.rational import HALF, ONE, ZERO, Form, FormPart, product
from exactnb.explain.proving.forms.roots import merged_roots
from exactnb.explain.proving.scope.alphabet import INFINITE, INTERVALS
from exactnb.explain.proving.scope.comparing import may_depend, support_of
from exactnb.explain.proving.scope.reading import Reader, reader_for
from exactnb.explain.proving.scope.scope import Declared, inside

_MOST = 60  # terms of a product of sums, multiplied out
_ONE = Integer(1)
_UP, _DOWN = INFINITE
INFINITE_INTEGRAL = "its integral is infinite"
Limit = Form | Expression
"""A limit that is finite, or an infinity."""


def antiderivative_total(declared: Declared, variable: Symbol, body: Expression) -> Form | None:
    """Return the integral in `declared` of `body` over all values of `variable`.

    It is nowhere negative. None if neither it nor each of its terms has an antiderivative of such a
    form, with known limits. Raises Refused where the integral is infinite.
    """
    ends = support_of(declared, variable).ends
    limits = Limits(declared, variable)
    integral = _integral(limits, body, ends)
    if isinstance(integral, Form):
        return integral
    if integral is not None or any(_diverges_at(limits, body, end) for end in ends):
        raise Refused(INFINITE_INTEGRAL)
    added = ZERO
    for number, term in enumerate(_terms(body)):
        # The whole may have no antiderivative in the list though each of its terms has one.
        value = _integral(limits, term, ends) if number < _MOST else None
        if not isinstance(value, Form):  # infinite ones may cancel
            return None
        added += value
    return added


def _diverges_at(limits: Limits, body: Expression, end: Expression) -> bool:
    """Say whether a formula times the way to an end stays above some positive number, as 1/way does."""
    way: Expression = limits.variable
    if end not in INFINITE and limits.reader.read(end) != 0:
        way = Sum.of((end, Negative(way)))  # its sign is that of one side throughout
    powers = _powers_by_base((*_varying_factors(limits, body, _ONE), (way, _ONE)))
    left = (
        _ONE if limits.reader.read(power) == 0 else Power(base, power) for base, power in powers.items()
    )
    try:
        there = limits.limit_at(Product.of(left), end)
    except Refused:
        return False
    return not isinstance(there, Form) or bool(limits.sign(there))


def _terms(body: Expression) -> Iterator[Expression]:
    """Yield the terms of a formula, multiplied out."""
    match body:
        case Sum(terms):
            for term in terms:
                yield from _terms(term)
        case Negative(term):
            yield from map(Negative, _terms(term))
        case Quotient(above, below):
            yield from (Quotient(term, below) for term in _terms(above))
        case Product(factors):
            yield from (Product.of(chosen) for chosen in combinations(*map(_terms, factors)))
        case _:
            yield body


def _integral(limits: Limits, term: Expression, ends: tuple[Expression, ...]) -> Limit | None:
    """Return the integral of a term from end to end, by the first candidate that has its slope."""
    forms = limits.reader.forms
    # What varies itself comes first: what does not depend on it has a length as its integral.
    for candidate in (limits.variable, *_antiderivative_candidates(limits, term)):
        try:
            form = limits.reader.read(term)
            # Nothing is integrated: a candidate is differentiated, and is an antiderivative up to a
            # factor if the quotient of the term and its slope does not vary. So a wrong candidate costs
            # time, and no truth.
            slope = derivative(forms, limits.reader.read(candidate), limits.atom, limits.names)
            times = ZERO if slope == 0 else merged_roots(forms.tidy(form / slope))
            if slope == 0 or mentions_any(times, limits.names):
                continue
            low, high = (limits.limit_at(candidate, end) for end in ends)
        except Refused:
            continue
        # The value of what is nowhere negative; of a single term the caller takes it as unknown.
        if not isinstance(low, Form) or not isinstance(high, Form):
            return _UP
        return forms.tidy(times * (high - low))
    return None


def _antiderivative_candidates(limits: Limits, term: Expression) -> Iterator[Expression]:
    """Yield u^(c+1) for each factor u^c of a term, log u for 1/u, and its exponential functions."""
    for base, power in _powers_by_base(_varying_factors(limits, term, _ONE)).items():
        more = Sum.of((power, _ONE))
        match base:
            case Function("exp", argument):
                terms = argument.terms if isinstance(argument, Sum) else ()
                yield base
                # exp(b·x − exp(b·x)): a term may be the logarithm of a slope
                yield from (
                    exp(Sum.of(term_ for term_ in terms if term_ is not left)) for left in terms
                )
                yield _ONE / base
            case Power():
                yield base
                yield _ONE / base
            case _:
                yield log(base) if limits.reader.read(more) == 0 else Power(base, more)


def _powers_by_base(
    factors: Iterable[tuple[Expression, Expression]],
) -> dict[Expression, Expression]:
    """Return the sum of the powers that each base has."""
    powers: dict[Expression, Expression] = {}
    for base, power in factors:
        powers[base] = Sum.of((powers[base], power)) if base in powers else power
    return powers


def _varying_factors(
    limits: Limits, term: Expression, power: Expression
) -> Iterator[tuple[Expression, Expression]]:
    """Yield the factors of a term that depend on what varies, each with its power."""
    if not may_depend(limits.declared, term, limits.variable):
        return
    match term:
        case Product(factors):
            for factor in factors:
                yield from _varying_factors(limits, factor, power)
        case Quotient(above, below):
            yield from _varying_factors(limits, above, power)
            yield from _varying_factors(limits, below, Negative(power))
        case Negative(inner) if not isinstance(inner, Symbol) or power in (_ONE, Negative(_ONE)):
            yield from _varying_factors(limits, inner, power)
        case Function("sqrt", inner):
            yield from _varying_factors(limits, inner, power / 2)
        case Power(inner, exponent) if not may_depend(limits.declared, exponent, limits.variable):
            yield from _varying_factors(limits, inner, Product.of((power, exponent)))
        case _:
            yield term, power


class Limits:
    """What formulas tend to as one letter goes to an end of where it lies."""

    def __init__(self, declared: Declared, variable: Symbol) -> None:
        # An end that belongs to the support changes no limit.
        self.declared, self.variable = inside(declared, variable), variable
        self.reader: Reader = reader_for(self.declared, counts=False)
        self.names, self.atom = self.reader.names(variable), self.reader.variable_atom(variable, {})

    def sign(self, form: Form) -> str:
        """Return the sign of `form`, "" for zero and where none is known."""
        sign = self.reader.forms.sign(form)
        return sign if sign in ("+", "-") else ""

    def limit_at(self, formula: Expression, end: Expression) -> Limit:
        """Return the limit of `formula` at `end`, or an infinity; raise Refused if it is not known."""
        if formula == self.variable:
            return end if end in INFINITE else self.reader.read(end)
        if not may_depend(self.declared, formula, self.variable):
            return self.reader.read(formula)
        match formula:
            case Negative(term):
                return self.product([-ONE, self.limit_at(term, end)])
            case Sum(terms):
                return self.sum([self.limit_at(term, end) for term in terms])
            case Product(factors):
                return self.product([self.limit_at(factor, end) for factor in factors])
            case Quotient(above, below):
                return self.product([self.limit_at(above, end), self.power(below, -ONE, end)])
            case Function("sqrt", base):
                return self.power(base, HALF, end)
            case Power(base, exponent) if not may_depend(self.declared, exponent, self.variable):
                return self.power(base, self.reader.read(exponent), end)
            case Power(base, exponent):
                # u^v is e^(v·log u): its limit is that of the exponent.
                return self.limit_at(exp(Product.of((exponent, log(base)))), end)
            case Function("exp", argument):
                there = self.limit_at(argument, end)
                if isinstance(there, Form):
                    return self.reader.forms.exponential(there)
                return _UP if there == _UP else ZERO
            case Function("log", argument):
                there = self.limit_at(argument, end)
                if isinstance(there, Form) and self.sign(there) == "+":
                    return self.reader.forms.logarithm(there)
                if there == _UP or there == 0:  # of what is positive
                    return _UP if there == _UP else _DOWN
        raise Refused("a limit of it is not known")

    def sum(self, terms: list[Limit]) -> Limit:
        """Return the limit of the sum of `terms`; raise Refused for infinite ones of both signs."""
        infinite = {term for term in terms if not isinstance(term, Form)}
        if len(infinite) > 1:
            raise Refused("a limit of infinity less infinity")
        if infinite:
            return infinite.pop()
        return self.reader.forms.tidy(sum((term for term in terms if isinstance(term, Form)), ZERO))

    def product(self, factors: list[Limit]) -> Limit:
        """Return the limit of the product of `factors`; raise Refused for zero times infinity."""
        if all(isinstance(factor, Form) for factor in factors):
            limit = ONE
            for factor in factors:
                limit *= factor  # type: ignore[operator]
            return self.reader.forms.tidy(limit)
        signs = [
            self.sign(factor) if isinstance(factor, Form) else "+" if factor == _UP else "-"
            for factor in factors
        ]
        # A factor that may tend to 0 leaves open what infinity becomes.
        if "" in signs:
            raise Refused("a limit of zero times infinity")
        return _DOWN if signs.count("-") % 2 else _UP

    def power(self, base: Expression, exponent: Form, end: Expression) -> Limit:
        """Return the limit at `end` of `base` to an `exponent` that is free of what varies.

        Raise Refused if it is not known.
        """
        there, forms = self.limit_at(base, end), self.reader.forms
        sign = self.sign(exponent)
        if there == _DOWN and exponent.integer is not None:
            if exponent.integer < 0:
                return ZERO
            return _DOWN if exponent.integer % 2 else _UP
        if isinstance(there, Form) and self.sign(there):
            return forms.power(there, exponent)
        if there in (_UP, ZERO) and sign:
            # ∞⁻ᵃ and 0ᵃ vanish; 0⁻ᵃ is +∞ only if the base comes to 0 from above.
            if (there == _UP) == (sign == "-"):
                return ZERO
            if there == _UP or forms.sign(self.reader.read(base)) == "+":
                return _UP
        raise Refused("a limit of a power is not known")


def limit_problem(declared: Declared, conditions: Sequence[Line], line: Line) -> str:
    """Return why `line` is no limit in `declared`, or ""; no `conditions` may be on its letter.

    It is a quotient of polynomials in a letter of which nothing is known but that it is positive, whose
    limit is told by the terms of highest degree, or of lowest; or of a cell, at an end of its support.
    """
    if line.relation != "→" or len(line.reason.by) != 2:
        return "a limit is written with →, as one letter goes to an end"
    letter, point = line.reason.by
    if line.reason.words in AT_ENDS and isinstance(letter, Symbol):
        return _end_problem(declared, line, letter, point)
    end = next((name for name, limit_point in GOES_TO.items() if limit_point == point), None)
    if (
        end is None
        or not isinstance(letter, Symbol)
        or letter.lower
        or letter.upper
        or letter.is_estimate
    ):
        return "a letter without indices goes to zero, or beyond all bounds"
    if line.reason.words != f"as {letter.letter} {end}":
        return "the words say that something else tends"
    # A letter that is at most 1 does not grow, and one that is tied to another by an equation takes
    # that along: then the terms of the highest degree decide nothing.
    if problem := _restriction_problem(declared, conditions, letter):
        return problem
    if may_depend(declared, line.right, letter):
        return "the limit depends on what tends"
    reader = reader_for(declared, counts=False)
    limit = _limit(reader, reader.read(line.left), letter, end)
    return "" if reader.forms.tidy(limit - reader.read(line.right)) == 0 else "it tends elsewhere"


def _end_problem(declared: Declared, line: Line, letter: Symbol, point: Expression) -> str:
    """Return why a formula does not tend to the right side at an end of a letter's support, or ""."""
    if support_of(declared, letter).ends[AT_ENDS.index(line.reason.words)] != point:
        return "the support ends elsewhere"
    if may_depend(declared, line.right, letter):
        return "the limit depends on what tends"
    limits = Limits(declared, letter)
    limit = limits.limit_at(line.left, point)
    is_so = isinstance(limit, Form) and limit == limits.reader.read(line.right)
    return "" if is_so else "it tends elsewhere"


def _restriction_problem(declared: Declared, conditions: Sequence[Line], letter: Symbol) -> str:
    """Return why a letter may not take all positive values, or nothing."""
    if declared.domain(letter) is not None or letter not in declared.positive:
        return "what tends is known to be positive, and nothing else"
    facts = (f for f in (*declared.positive, *declared.natural) if f != letter)
    intervals = (domain for _, domain in declared.domains if domain.kind in INTERVALS)
    ends = (end for domain in intervals for end in domain.parts if end not in INFINITE)
    sides = (side for line in conditions for side in (line.left, line.right))
    if any(may_depend(declared, formula, letter) for formula in (*facts, *ends, *sides)):
        return "more is assumed of what tends than that it is positive"
    return ""


def _limit(reader: Reader, form: Form, letter: Symbol, end: End) -> Form:
    """Return what a form tends to, by degrees."""
    # A limit of a quotient of polynomials needs no analysis: the terms of the highest degree decide at
    # infinity, those of the lowest at zero.
    by = reader.variable_atom(letter, {})
    if any(mentions_any(atom, reader.names(letter)) for atom in form.atoms if atom != by):
        raise Refused("a limit of what is no quotient of polynomials")
    numerator, denominator = (
        _coefficients_by_degree(form.numerator, by),
        _coefficients_by_degree(form.denominator, by),
    )
    leading = (max if end == "grows" else min)(denominator)
    if any(degree > leading if end == "grows" else degree < leading for degree in numerator):
        raise Refused("it grows beyond all bounds")
    return numerator.get(leading, ZERO) / reader.forms.require_nonzero(denominator[leading])


def _coefficients_by_degree(polynomial: Form, by: FormPart) -> dict[int, Form]:
    """Return the coefficients of a polynomial in one of its atoms; zero has none."""
    coefficients: dict[int, Form] = {}
    for times, factors in polynomial.terms():
        degree = sum(power for base, power in factors if base.atom == by)
        rest = product(factor for factor in factors if factor[0].atom != by) * times
        coefficients[degree] = coefficients.get(degree, ZERO) + rest
    return coefficients
