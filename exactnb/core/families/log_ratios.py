"""The log-ratio of two classes, from the density that both have: what does not differ cancels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    log,
)
from exactnb.core.families.block import Polynomial
from exactnb.core.families.declared.specification import VARIABLE, put_in

_Terms = Iterable[tuple[int, tuple[Expression, ...], Expression]]
"""The terms of a logarithm: a sign, factors without the parameter, and a part with it."""
_POWERS = {Symbol(VARIABLE): 1, Power(Symbol(VARIABLE), Integer(2)): 2}


def log_ratio(
    formula: Expression, letter: str, column: str, first: Expression, second: Expression
) -> Polynomial:
    """Return log f(x|`first`)/f(x|`second`) of the density `formula` of `column` in a `letter`.

    >>> from exactnb.core.expression.nodes import exp
    >>> a, b, c, x = map(Symbol, "abcx")
    >>> {of: str(factor) for of, factor in log_ratio(a * exp(-(a * x)), "a", "t", b, c).items()}
    {('t',): 'c - b', (): 'log(b / c)'}
    """
    sums: dict[int, list[Expression]] = {}
    for sign, factors, part in _logarithm(formula, Symbol(letter)):
        power = sum(_POWERS.get(factor, 0) for factor in factors)
        kept = [factor for factor in factors if factor not in _POWERS]
        is_log = isinstance(part, Function)
        own = (first, second) if sign > 0 or is_log else (second, first)
        one, other = (put_in(part, {letter: parameter}) for parameter in own)
        gap = log(one.children[0] / other.children[0]) if is_log else one - other
        term = Product.of([*kept, gap])
        sums.setdefault(power, []).append(-term if is_log and sign < 0 else term)
    return {
        (column,) * power: Sum.of(sorted(terms, key=lambda term: isinstance(term, Negative)))
        for power, terms in sorted(sums.items(), reverse=True)
    }


def _times(factor: Expression, terms: _Terms) -> _Terms:
    """Yield terms with another factor, or with its sign alone where it is 1."""
    turned = -1 if isinstance(factor, Negative) else 1
    inner = factor.term if isinstance(factor, Negative) else factor
    more = () if inner == Integer(1) else (inner,)
    return ((sign * turned, (*more, *factors), part) for sign, factors, part in terms)


def _logarithm(
    formula: Expression, letter: Symbol
) -> Iterator[tuple[int, tuple[Expression, ...], Expression]]:
    """Yield the terms of the logarithm of a density that have the parameter in them."""
    match formula:
        case Product(factors):
            for factor in factors:
                yield from _logarithm(factor, letter)
        case Quotient(above, below):
            yield from _logarithm(above, letter)
            yield from _times(Negative(Integer(1)), _logarithm(below, letter))
        case Power(base, exponent):
            for times in exponent.terms if isinstance(exponent, Sum) else (exponent,):
                yield from _times(times, _logarithm(base, letter))
        case Function("exp", Negative(exponent)):
            yield from _times(Negative(Integer(1)), _logarithm(Function("exp", exponent), letter))
        case Function("exp", Quotient(above, below)) if letter not in above.walk():
            yield from _times(above, ((1, (), 1 / below),))
        case Function("exp", exponent):
            factors = exponent.factors if isinstance(exponent, Product) else (exponent,)
            own = Product.of(factor for factor in factors if letter in factor.walk())
            yield 1, tuple(factor for factor in factors if letter not in factor.walk()), own
        case _ if letter in formula.walk():
            yield 1, (), log(formula)
