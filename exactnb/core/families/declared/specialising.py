"""Formulas with numbers for their constants: what these lead to is worked out, x^(2-1) is x."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Factorial,
    Integer,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    replace,
)
from exactnb.core.expression.stated import stated
from exactnb.core.expression.written import literal


def put_in(formula: Expression, parts: Mapping[str, Expression]) -> Expression:
    """Return a formula with other parts for some of its letters.

    >>> print(put_in(Symbol("x") / Symbol("s"), {"s": Integer(2)}))
    x / 2
    """
    return replace(formula, lambda part: parts.get(part.letter) if isinstance(part, Symbol) else None)


def specialised(
    formula: Expression, constants: Mapping[str, Fraction], *, keeps_factorials: bool = False
) -> Expression:
    """Return a formula with numbers for its constants, and what they lead to worked out: x^(2-1) is x.

    With `keeps_factorials` 4! stays as it is.

    >>> from exactnb.core.expression.reading.formulas import read_formula
    >>> print(specialised(read_formula("b^a/(a-1)! x^(a-1) exp(-b x)", "xab"), {"a": Fraction(2)}))
    b^2 x exp(-b x)
    """
    if isinstance(formula, Symbol):
        return literal(constants[formula.letter]) if formula.letter in constants else formula
    parts = tuple(
        specialised(part, constants, keeps_factorials=keeps_factorials) for part in formula.children
    )
    if parts == formula.children:
        return formula
    changed = formula.with_children(parts)
    if not any(isinstance(part, Symbol) for part in changed.walk()):
        value = evaluate(stated(changed))
        is_kept = keeps_factorials and isinstance(changed, Factorial) and value != 1
        return changed if is_kept or not isinstance(value, Fraction) else literal(value)
    match changed:
        case Power(base, Integer(1)) | Quotient(base, Integer(1)):
            return base
        case Power(_, Integer(0)):
            return Integer(1)
        case Product(factors):
            return Product.of(factor for factor in factors if factor != Integer(1))
        case Sum(terms):
            return Sum.of(term for term in terms if term != Integer(0))
    return changed
