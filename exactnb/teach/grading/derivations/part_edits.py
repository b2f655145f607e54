"""The edits of one part of a formula: what may stand in its place if a slip is mended.

How to read: each function yields the parts that one kind of slip has made of a part; signs come first,
then divisors and powers, logarithms and brackets, terms and factors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Function, Integer, Symbol
from exactnb.core.expression.reading.derivations.signs import WHOLE

ONE = Integer(1)
_USUAL_SIZES = (Symbol("n"), Symbol("N"))
Rebuild = Callable[[Expression], Expression]
"""What puts another part into the place of one."""


def parts_of(side: Expression) -> Iterator[tuple[Expression, Rebuild]]:
    """Yield every part of a formula, with what puts another into its place."""
    yield side, lambda other: other
    if isinstance(side, Symbol):
        return  # an index is no part of a formula
    for index, child in enumerate(side.children):
        if isinstance(side, nodes.Series | nodes.Integral) and child != side.body:
            continue
        if isinstance(side, nodes.Derivative | Call) and child == side.children[-1]:
            continue
        for part, rebuild in parts_of(child):

            def put(other: Expression, index: int = index, rebuild: Rebuild = rebuild) -> Expression:
                children = list(side.children)
                children[index] = rebuild(other)
                return side.with_children(tuple(children))

            yield part, put


def whole_turned(side: Expression) -> Iterator[Expression]:
    """Yield n / Σ x_i for what is read as Σ (x_i / n)."""
    if isinstance(side, nodes.Series) and isinstance(side.body, nodes.Quotient):
        yield side.body.denominator / replace(side, body=side.body.numerator)


def signs(part: Expression) -> Iterator[Expression]:
    """Yield `part` with another sign, but no sum: −ℓ has all of them so."""
    if not isinstance(part, nodes.Sum):
        yield part.term if isinstance(part, nodes.Negative) else nodes.Negative(part)


def divisors(part: Expression, sizes: Sequence[Symbol]) -> Iterator[Expression]:
    """Yield n for n − 1, where n is one of the `sizes` or has their usual letter."""
    match part:
        case nodes.Sum((Symbol() as n, nodes.Negative(Integer(1)))) if n in (*sizes, *_USUAL_SIZES):
            yield n


def turned(part: Expression) -> Iterator[Expression]:
    """Yield a fraction upside down."""
    if isinstance(part, nodes.Quotient):
        yield nodes.Quotient(part.denominator, part.numerator)
    elif isinstance(part, Symbol) and not part.lower:
        yield nodes.Quotient(Integer(1), part)


def powers(part: Expression, others: Sequence[Expression]) -> Iterator[Expression]:
    """Yield a power with another exponent; `others` may be lost there: (1 − p)^n for ^(n − s)."""
    match part:
        case nodes.Power(base, exponent):
            yield nodes.Power(base, exponent + 1)
            yield nodes.Power(base, exponent - 1)
            yield base
            if isinstance(exponent, Integer):
                yield nodes.Power(base, Integer(2 * exponent.value))
            yield from (nodes.Power(base, term) for term in sum_terms(exponent))
            for other in (each for each in others if each != exponent):
                yield nodes.Power(base, exponent - other)
                yield nodes.Power(base, exponent + other)
        case Symbol() | nodes.Sum():
            yield nodes.Power(part, Integer(2))


def exponents(part: Expression) -> Iterator[Expression]:
    """Yield powers whose exponent has a product where a sum stands, or the other way round."""
    if isinstance(part, nodes.Power):
        for inner, rebuild in parts_of(part.exponent):
            if isinstance(inner, nodes.Product | nodes.Sum):
                other = nodes.Sum if isinstance(inner, nodes.Product) else nodes.Product
                yield nodes.Power(part.base, rebuild(other(inner.children)))


def all_powers(side: Expression) -> Iterator[Expression]:
    """Yield `side` with every exponent 1 less, or 1 more: a prior has two that are off alike."""
    for step in (-1, 1):

        def moved(part: Expression, step: int = step) -> Expression | None:
            match part:
                case nodes.Power(base, exponent) if not isinstance(exponent, Integer):
                    return nodes.Power(base, exponent + step)
            return None

        yield nodes.replace(side, moved)


def sum_terms(part: Expression) -> tuple[Expression, ...]:
    """Return the terms of a sum, none of anything else."""
    return part.terms if isinstance(part, nodes.Sum) else ()


def logarithms(part: Expression) -> Iterator[Expression]:
    """Yield what a logarithm is of, or the logarithm of what has none."""
    if isinstance(part, Function) and part.name in ("log", "exp"):
        yield part.argument
    elif isinstance(part, Symbol | nodes.Factorial | nodes.Quotient | nodes.Sum | nodes.Power):
        yield Function("log", part)


def log_sums(part: Expression) -> Iterator[Expression]:
    """Yield sums of logarithms for those of products, and the other way round."""
    match part:
        case Function("log", nodes.Product((first, *rest) as factors)):
            yield nodes.Sum(tuple(Function("log", factor) for factor in factors))
            yield first * Function("log", nodes.Product.of(tuple(rest)))  # log(n θ) for log θ^n
        case nodes.Product(factors):
            halves = ((factors[:index], factors[index:]) for index in range(1, len(factors)))
            yield from (nodes.Sum(tuple(map(nodes.Product.of, pair))) for pair in halves)
            yield nodes.Sum(factors)
        case nodes.Power(Function("log") as logarithm, exponent):
            yield nodes.Product((exponent, logarithm))
        case nodes.Sum(terms):
            yield nodes.Product(terms)
            for index, pair in enumerate(pairwise(terms)):
                before, after = terms[:index], terms[index + 2 :]
                yield nodes.Sum.of((*before, nodes.Product(pair), *after))
                match pair:
                    case Function("log", first), second if isinstance(without_sign(second), Function):
                        inner = _like(second, without_sign(second).children[0])
                        logarithm = Function("log", nodes.Sum((first, inner)))
                        yield nodes.Sum.of((*before, logarithm, *after))
                        yield nodes.Sum.of(
                            (*before, first * second, *after)
                        )  # log n + log θ for n log θ
        case nodes.Series(sign=sign, body=body):
            yield replace(part, sign="product" if sign == "sum" else "sum")
            if sign == "sum" and isinstance(body, Function) and body.name == "log":
                yield Function("log", replace(part, body=body.argument))
            elif sign == "sum" and not any(getattr(p, "name", "") == "log" for p in body.walk()):
                yield Function("log", replace(part, body=Function("exp", body)))


def brackets(part: Expression) -> Iterator[Expression]:
    """Yield what a bracket is of as one term less, or as one more: (a − b)² is read for a² − b²."""
    match part:
        case nodes.Power(nodes.Sum(terms), exponent):
            yield nodes.Sum(tuple(_like(t, nodes.Power(without_sign(t), exponent)) for t in terms))
        case Function(name, nodes.Sum((first, *rest))):
            yield nodes.Sum((Function(name, first), *rest))
        case nodes.Product((*factors, nodes.Sum((first, *rest)))):
            yield nodes.Sum((nodes.Product.of((*factors, first)), *rest))
        case nodes.Series(body=nodes.Sum(terms)):
            for end in range(1, len(terms)):
                inner = replace(part, body=nodes.Sum.of(terms[:end]))
                yield nodes.Sum((inner, *terms[end:]))
        case nodes.Sum((nodes.Power(base, exponent), other)) if (
            isinstance(without_sign(other), nodes.Power) and without_sign(other).children[1] == exponent
        ):
            yield nodes.Power(
                nodes.Sum((base, _like(other, without_sign(other).children[0]))), exponent
            )
        case nodes.Sum((first, *rest)):
            match without_sign(rest[-1]):
                case Function(name, argument) if len(rest) == 1:
                    yield Function(name, nodes.Sum((first, _like(rest[-1], argument))))
            match first:
                case nodes.Product((*factors, last)):
                    yield nodes.Product.of((*factors, nodes.Sum((last, *rest))))


def without_power_rule(part: Expression) -> Iterator[Expression]:
    """Yield e^η for η e^(η − 1)."""
    match part:
        case nodes.Product((*factors, Function("exp", nodes.Sum((base, nodes.Negative(Integer(1))))))):
            if base in factors:
                factors.remove(base)
                yield nodes.Product.of((*factors, Function("exp", base)))


def shares(part: Expression) -> Iterator[Expression]:
    """Yield a / (a + b) for a / b."""
    if isinstance(part, nodes.Quotient):
        yield part.numerator / (part.numerator + part.denominator)


def divided(part: Expression) -> Iterator[Expression]:
    """Yield a / b for a b, where b is no power: that would be its sign."""
    factors = part.factors if isinstance(part, nodes.Product) else ()
    for index, factor in enumerate(factors):
        if not isinstance(factor, nodes.Power):
            yield nodes.Product.of((*factors[:index], *factors[index + 1 :])) / factor


def exchanged(part: Expression) -> Iterator[Expression]:
    """Yield b x + a y for a x + b y, and what has a letter in the place of another, and that in its."""
    letters = dict.fromkeys(inner for inner, _ in parts_of(part) if isinstance(inner, Symbol))
    for one, other in combinations(letters, 2) if part.children else ():
        if len(one.lower) == len(other.lower) and one.letter != other.letter:
            places: dict[Expression, Expression] = {one: other, other: one}
            yield nodes.replace(part, places.get)
    match part:
        case nodes.Sum((nodes.Product((weight, *first)), nodes.Product((another, *second)))):
            yield nodes.Sum((nodes.Product((another, *first)), nodes.Product((weight, *second))))


def turned_condition(part: Expression) -> Iterator[Expression]:
    """Yield P(b | a) for P(a | b)."""
    if isinstance(part, Call) and part.right:
        yield replace(part, left=part.right, right=part.left)


def widened(part: Expression) -> Iterator[Expression]:
    """Yield Σ (x_i − a) for Σ x_i − a, which adds a up once."""
    match part:
        case nodes.Sum((nodes.Series() as series, *rest)):
            yield replace(series, body=nodes.Sum((series.body, *rest)))
        case nodes.Sum((nodes.Product((*factors, nodes.Series() as series)), *rest)):
            yield nodes.Product.of((*factors, replace(series, body=nodes.Sum((series.body, *rest)))))


def without_sign(term: Expression) -> Expression:
    """Return a term without its minus."""
    return term.term if isinstance(term, nodes.Negative) else term


def _like(term: Expression, other: Expression) -> Expression:
    """Return `other` with the sign of `term`."""
    return nodes.Negative(other) if isinstance(term, nodes.Negative) else other


def numbers(part: Expression) -> Iterator[Expression]:
    """Yield other small numbers."""
    if isinstance(part, Integer):
        for value in (part.value - 1, part.value + 1, 0, 1, 2):
            if value >= 0 and value != part.value:
                yield Integer(value)


def without_term(part: Expression) -> Iterator[Expression]:
    """Yield a sum without one of its terms."""
    if isinstance(part, nodes.Sum):
        for index in range(len(part.terms)):
            yield nodes.Sum.of((*part.terms[:index], *part.terms[index + 1 :]))
        yield from (part - 1, part + 1)
    elif not part.children or isinstance(part, nodes.Series | nodes.Product):
        yield part - 1
        yield part + 1
        yield 1 - part


def without_factor(part: Expression) -> Iterator[Expression]:
    """Yield a product without one of its factors."""
    if isinstance(part, nodes.Product):
        for index in range(len(part.factors)):
            yield nodes.Product.of((*part.factors[:index], *part.factors[index + 1 :]))
    if isinstance(part, nodes.Quotient):
        yield part.numerator
        yield nodes.Quotient(Integer(1), part.denominator)


def summed(part: Expression) -> Iterator[Expression]:
    """Yield the sum over the index of a letter."""
    if isinstance(part, Symbol | nodes.Product | nodes.Power | nodes.Function):
        indices = {index.letter for letter in part.walk() if isinstance(letter, Symbol)
                   for index in (*letter.lower, *letter.upper)
                   if isinstance(index, Symbol)}  # fmt: skip
        for index in sorted(indices):
            yield nodes.Series("sum", nodes.Index(index), WHOLE, part)


def times(part: Expression, factors: Sequence[Expression]) -> Iterator[Expression]:
    """Yield `part` times one of the `factors`."""
    if not isinstance(part, nodes.Negative | Integer):
        yield from (factor * part for factor in factors)


def multiplied(part: Expression, factors: Sequence[Expression]) -> Iterator[Expression]:
    """Yield `part` times one of the `factors`, and divided by it."""
    for product, factor in zip(times(part, factors), factors, strict=False):
        yield product
        yield Integer(1) if part == factor else nodes.Quotient(part, factor)


def letters_in_place_of(part: Expression, letters: list[Symbol]) -> Iterator[Expression]:
    """Yield other `letters`."""
    if isinstance(part, Integer) or (isinstance(part, Symbol) and not (part.lower or part.upper)):
        yield from (letter for letter in letters if letter != part)
