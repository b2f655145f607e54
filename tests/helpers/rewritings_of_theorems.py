"""Ways to write a part of a formula otherwise, with the same value: other orders, expanded, taken out.

Each yields formulas that are equal by the rules of arithmetic alone, whatever their letters are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from mutations_of_theorems import Change
from theorem_scopes import Scope

from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Series,
    Sum,
)

__all__ = ["REWRITINGS"]

ONE, TWO = Integer(1), Integer(2)


def _reordered(part: Expression, scope: Scope) -> Iterator[Expression]:
    if isinstance(part, Sum | Product):
        parts = part.children
        yield part.with_children(parts[::-1])
        yield part.with_children((*parts[1:], parts[0]))


def _expanded(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Multiply a sum out: a (b + c) is a b + a c."""
    if not isinstance(part, Product):
        return
    for number, factor in enumerate(part.factors):
        if isinstance(factor, Sum):
            before, after = part.factors[:number], part.factors[number + 1 :]
            yield Sum(
                tuple(
                    Negative(Product((*before, term.term, *after)))
                    if isinstance(term, Negative)
                    else Product((*before, term, *after))
                    for term in factor.terms
                )
            )


def _taken_out(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Take a minus, or a 2 that is divided by again, out of a sum."""
    if isinstance(part, Sum):
        turned = (term.term if isinstance(term, Negative) else Negative(term) for term in part.terms)
        yield Negative(Sum(tuple(turned)))
        doubled = (
            Negative(Product((TWO, term.term))) if isinstance(term, Negative) else Product((TWO, term))
            for term in part.terms
        )
        yield Quotient(Sum(tuple(doubled)), TWO)


def _as_other_fraction(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Expand a fraction by 2 or split it; write its denominator as a factor or as a power."""
    if isinstance(part, Quotient):
        above, below = part.numerator, part.denominator
        yield Quotient(Product((TWO, above)), Product((TWO, below)))
        yield Product((Quotient(ONE, below), above))
        yield Product((above, Power(below, Negative(ONE))))
        if isinstance(above, Sum):
            yield Sum(
                tuple(
                    Negative(Quotient(term.term, below))
                    if isinstance(term, Negative)
                    else Quotient(term, below)
                    for term in above.terms
                )
            )


def _as_other_power(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Write a square as a product, and a power of a difference as powers."""
    match part:
        case Power(base, Integer(2)):
            yield Product((base, base))
        case Power(base, Sum((first, Negative(rest)))):
            yield Quotient(Power(base, first), Power(base, rest))
        case Power(base, Sum((first, *rest))) if not any(isinstance(n, Negative) for n in rest):
            yield Product(tuple(Power(base, term) for term in (first, *rest)))


def _as_other_logarithm(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Turn a fraction in a logarithm upside down, and take exponents out."""
    match part:
        case Function("log", Quotient(above, below)):
            yield Negative(Function("log", Quotient(below, above)))
        case Function("log", Power(base, exponent)):
            yield Product((exponent, Function("log", base)))


def _as_other_series(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Add sums up term by term: Σ (a + b) is Σ a + Σ b."""
    if isinstance(part, Series) and part.sign == "sum" and isinstance(part.body, Sum):
        yield Sum(
            tuple(
                Negative(replace(part, body=term.term))
                if isinstance(term, Negative)
                else replace(part, body=term)
                for term in part.body.terms
            )
        )


def _with_nothing_added(part: Expression, scope: Scope) -> Iterable[Expression]:
    """Add 1 and take it away again, or multiply by 1."""
    if isinstance(part, Sum):
        yield Sum((*part.terms, ONE, Negative(ONE)))
    elif isinstance(part, Product):
        yield Product((ONE, *part.factors))


REWRITINGS: dict[str, Change] = {
    "order": _reordered,
    "expanded": _expanded,
    "taken out": _taken_out,
    "fraction": _as_other_fraction,
    "power": _as_other_power,
    "logarithm": _as_other_logarithm,
    "series": _as_other_series,
    "nothing added": _with_nothing_added,
}
"""The ways, by their names."""
