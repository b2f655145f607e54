"""Changes of one part of a formula: what a logarithm, a sum or a bracket is of, what is divided.

How to read: each yields what may have stood in the place of a part; `edits.py` puts it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Function, Integer, Symbol


def changed_logs(part: Expression) -> Iterator[Expression]:
    """Yield what a logarithm or power of e, `part`, is of, and the logarithm of anything else."""
    if isinstance(part, Function) and part.name in ("log", "exp"):
        yield part.argument
    elif isinstance(part, Symbol | nodes.Factorial | nodes.Quotient | nodes.Sum | nodes.Power):
        yield Function("log", part)


def changed_log_sums(part: Expression) -> Iterator[Expression]:
    """Yield a sum for a product, `part`, and a product for a sum, as logarithms make them."""
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
                    case Function("log", first), second if isinstance(bare(second), Function):
                        inner = signed_like(second, bare(second).children[0])
                        logarithm = Function("log", nodes.Sum((first, inner)))
                        yield nodes.Sum.of((*before, logarithm, *after))
        case nodes.Series(sign=sign, body=body):
            yield replace(part, sign="product" if sign == "sum" else "sum")
            if sign == "sum" and isinstance(body, Function) and body.name == "log":
                yield Function("log", replace(part, body=body.argument))
            elif sign == "sum":
                yield Function("log", replace(part, body=Function("exp", body)))


def changed_brackets(part: Expression) -> Iterator[Expression]:
    """Yield `part` with a bracket of one term less, or of one more: (a − b)² for a² − b²."""
    match part:
        case nodes.Power(nodes.Sum(terms), exponent):
            yield nodes.Sum(tuple(signed_like(t, nodes.Power(bare(t), exponent)) for t in terms))
        case Function(name, nodes.Sum((first, *rest))):
            yield nodes.Sum((Function(name, first), *rest))
        case nodes.Product((*factors, nodes.Sum((first, *rest)))):
            yield nodes.Sum((nodes.Product.of((*factors, first)), *rest))
        case nodes.Series(body=nodes.Sum(terms)):
            for end in range(1, len(terms)):
                inner = replace(part, body=nodes.Sum.of(terms[:end]))
                yield nodes.Sum((inner, *terms[end:]))
        case nodes.Sum((nodes.Power(base, exponent), other)) if (
            isinstance(bare(other), nodes.Power) and bare(other).children[1] == exponent
        ):
            yield nodes.Power(nodes.Sum((base, signed_like(other, bare(other).children[0]))), exponent)
        case nodes.Sum((first, *rest)):
            match bare(rest[-1]):
                case Function(name, argument) if len(rest) == 1:
                    yield Function(name, nodes.Sum((first, signed_like(rest[-1], argument))))
            match first:
                case nodes.Product((*factors, last)):
                    yield nodes.Product.of((*factors, nodes.Sum((last, *rest))))


def without_power_rule(part: Expression) -> Iterator[Expression]:
    """Yield e^η where `part` is η e^(η − 1)."""
    match part:
        case nodes.Product((*factors, Function("exp", nodes.Sum((base, nodes.Negative(Integer(1))))))):
            if base in factors:
                factors.remove(base)
                yield nodes.Product.of((*factors, Function("exp", base)))


def shares_for_odds(part: Expression) -> Iterator[Expression]:
    """Yield a / (a + b) where `part` is a / b."""
    if isinstance(part, nodes.Quotient):
        yield part.numerator / (part.numerator + part.denominator)


def divided(part: Expression) -> Iterator[Expression]:
    """Yield a / b where `part` is a b, and a b where it is a / b."""
    match part:
        case nodes.Quotient(numerator, denominator):
            yield numerator * denominator
        case nodes.Product(factors):
            for index, factor in enumerate(factors):
                rest = nodes.Product.of((*factors[:index], *factors[index + 1 :]))
                yield rest / factor


def exchanged(part: Expression) -> Iterator[Expression]:
    """Yield b x + a y where `part` is a x + b y."""
    match part:
        case nodes.Sum((nodes.Product((one, *first)), nodes.Product((other, *second)))):
            terms = nodes.Product((other, *first)), nodes.Product((one, *second))
            yield nodes.Sum(terms)


def widened(part: Expression) -> Iterator[Expression]:
    """Yield Σ (x_i − a) where `part` is Σ x_i − a, which adds a up once."""
    match part:
        case nodes.Sum((nodes.Series() as series, *rest)):
            yield replace(series, body=nodes.Sum((series.body, *rest)))
        case nodes.Sum((nodes.Product((*factors, nodes.Series() as series)), *rest)):
            yield nodes.Product.of((*factors, replace(series, body=nodes.Sum((series.body, *rest)))))


def bare(term: Expression) -> Expression:
    """Return a `term` without its minus."""
    return term.term if isinstance(term, nodes.Negative) else term


def signed_like(term: Expression, other: Expression) -> Expression:
    """Return `other` with the sign of `term`, a term of a sum."""
    return nodes.Negative(other) if isinstance(term, nodes.Negative) else other
