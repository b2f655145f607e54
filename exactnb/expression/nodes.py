"""The nodes of the display tree. They hold what is written, in the order it is written.

How to read: a class for each node, then what is the same for all: children, replacement, size, the
names inside. What a node is, is said in `tree.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from exactnb.arithmetic.rounding import Decimal
from exactnb.expression.arrays import (
    Crossings,
    Entry,
    Form,
    Inverse,
    Matrix,
    Points,
    Vector,
    Within,
    Zeros,
)
from exactnb.expression.statements import (
    ArgMax,
    Equal,
    Indicator,
    Labels,
    Listing,
    OverCells,
    Special,
    Truth,
    Words,
)
from exactnb.expression.symbols import (
    Call,
    Derivative,
    Domain,
    Extremum,
    Index,
    Integral,
    Iverson,
    Series,
    Symbol,
)
from exactnb.expression.tree import Expression, Fixed, Several
from exactnb.naming.names import QuantityName

__all__ = [
    "ArgMax",
    "Call",
    "Clip",
    "Crossings",
    "Derivative",
    "Domain",
    "Entry",
    "Equal",
    "Expression",
    "Extremum",
    "Factorial",
    "Form",
    "Function",
    "Index",
    "Indexed",
    "Indicator",
    "Integer",
    "Integral",
    "Inverse",
    "Iverson",
    "Labels",
    "Lambda",
    "Listing",
    "Matrix",
    "Negative",
    "Numeral",
    "OverCells",
    "Percent",
    "Pi",
    "Points",
    "Power",
    "Product",
    "Quotient",
    "Reference",
    "Rising",
    "Series",
    "Special",
    "Sum",
    "Symbol",
    "Truth",
    "Vector",
    "Within",
    "Words",
    "Zeros",
    "children",
    "is_general",
    "references",
    "replace",
    "size",
    "with_children",
]


@dataclass(frozen=True, slots=True)
class Integer(Expression):
    """An integer; a negative one is written in parentheses inside products and powers."""

    value: int


@dataclass(frozen=True, slots=True)
class Numeral(Expression):
    """A rounded decimal, as after ≈."""

    decimal: Decimal


@dataclass(frozen=True, slots=True)
class Reference(Expression):
    """Another quantity, by its name."""

    name: QuantityName


@dataclass(frozen=True, slots=True)
class Sum(Several):
    """Terms in order; a `Negative` term is written with a minus sign."""

    holds = ("terms",)
    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Product(Several):
    """Factors in order."""

    holds = ("factors",)
    factors: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Quotient(Fixed):
    """A fraction as written: 2/4 is not 1/2."""

    holds = ("numerator", "denominator")
    numerator: Expression
    denominator: Expression


@dataclass(frozen=True, slots=True)
class Power(Fixed):
    """A base with an exponent; 0⁰ = 1."""

    holds = ("base", "exponent")
    base: Expression
    exponent: Expression


@dataclass(frozen=True, slots=True)
class Negative(Fixed):
    """A term with a minus sign."""

    holds = ("term",)
    term: Expression


@dataclass(frozen=True, slots=True)
class Function(Fixed):
    """log, log2, log10, exp, sqrt, det, Gamma or Phi, the normal distribution function."""

    holds = ("argument",)
    name: str
    argument: Expression


@dataclass(frozen=True, slots=True)
class Percent(Fixed):
    """A number of hundredths, as it was given: 85%."""

    holds = ("hundredths",)
    hundredths: Expression


@dataclass(frozen=True, slots=True)
class Factorial(Fixed):
    """The product of the whole numbers up to an argument: 4!."""

    holds = ("argument",)
    argument: Expression


@dataclass(frozen=True, slots=True)
class Rising(Fixed):
    """The product of the numbers from a first to a last one, in steps of 1: 3 × … × 9."""

    holds = ("first", "last")
    first: Expression
    last: Expression


@dataclass(frozen=True, slots=True)
class Clip(Fixed):
    """A term moved into [floor, 1 − floor]."""

    holds = ("term", "floor")
    term: Expression
    floor: Expression


@dataclass(frozen=True, slots=True)
class Lambda(Expression):
    """The λ that tends to 0⁺."""


@dataclass(frozen=True, slots=True)
class Pi(Expression):
    """The number π."""


@dataclass(frozen=True, slots=True)
class Indexed(Several):
    """A product over an index, written with ∏; `terms` are what it stands for, in order.

    `role` names the notation of the general factor, `fields` what it is filled with.
    """

    holds = ("terms",)
    role: str
    fields: tuple[tuple[str, str], ...]
    terms: tuple[Expression, ...]


def children(expression: Expression) -> tuple[Expression, ...]:
    """Return the direct parts of an expression, in order.

    >>> children(Quotient(Integer(2), Integer(4)))
    (Integer(value=2), Integer(value=4))
    """
    return expression.children


def with_children(expression: Expression, parts: tuple[Expression, ...]) -> Expression:
    """Return the same node around other parts.

    Raises TypeError for a node that cannot hold so many.

    >>> with_children(Sum((Integer(2), Integer(4))), (Integer(1),))
    Sum(terms=(Integer(value=1),))
    """
    return expression.with_children(parts)


def replace(expression: Expression, change: Callable[[Expression], Expression | None]) -> Expression:
    """Return the expression with every outermost part that `change` answers for put in its place.

    >>> half = Quotient(Integer(1), Integer(2))
    >>> replace(half, lambda part: Integer(4) if part == Integer(2) else None)
    Quotient(numerator=Integer(value=1), denominator=Integer(value=4))
    """
    changed = change(expression)
    if changed is not None:
        return changed
    parts = children(expression)
    if not parts:
        return expression
    return with_children(expression, tuple(replace(part, change) for part in parts))


def is_general(expression: Expression) -> bool:
    """Say whether a formula holds letters, so that its factors stand side by side."""
    letters = isinstance(expression, Symbol | Call | Index)
    general = letters or isinstance(expression, Series | Iverson | Derivative | Extremum | Integral)
    return general or any(map(is_general, children(expression)))


def size(expression: Expression) -> int:
    """Return how many parts an expression has, it itself among them.

    >>> size(Quotient(Integer(2), Integer(4)))
    3
    """
    found, waiting = 0, [expression]
    while waiting:
        found += 1
        waiting.extend(children(waiting.pop()))
    return found


def references(expression: Expression) -> Iterator[QuantityName]:
    """Yield the names that an expression refers to, in order, repeated ones again."""
    waiting = [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Reference):
            yield part.name
        else:
            waiting.extend(reversed(children(part)))
