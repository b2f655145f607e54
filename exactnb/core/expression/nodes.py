"""The nodes of the display tree. They hold what is written, in the order it is written.

How to read: a class for each node, functions that have a name and no sign, then what is the same for
all: replacement, size, the names inside. What a node is, and Python's signs, stand in `tree.py`. Last
are the nodes of formulas that somebody states: printers and checks know them as the nodes that they are
kinds of; `evaluate` alone asks whether a node `is_stated`, and lets what has no exact form stay a
number that is known by enclosures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.general_nodes import Call as Call
from exactnb.core.expression.general_nodes import Crossings as Crossings
from exactnb.core.expression.general_nodes import Derivative as Derivative
from exactnb.core.expression.general_nodes import Domain as Domain
from exactnb.core.expression.general_nodes import Entry as Entry
from exactnb.core.expression.general_nodes import Extremum as Extremum
from exactnb.core.expression.general_nodes import Index as Index
from exactnb.core.expression.general_nodes import Integral as Integral
from exactnb.core.expression.general_nodes import Inverse as Inverse
from exactnb.core.expression.general_nodes import Iverson as Iverson
from exactnb.core.expression.general_nodes import MatrixNode as MatrixNode
from exactnb.core.expression.general_nodes import PointsNode as PointsNode
from exactnb.core.expression.general_nodes import QuadraticForm as QuadraticForm
from exactnb.core.expression.general_nodes import Root as Root
from exactnb.core.expression.general_nodes import Series as Series
from exactnb.core.expression.general_nodes import Symbol as Symbol
from exactnb.core.expression.general_nodes import VectorNode as VectorNode
from exactnb.core.expression.general_nodes import Within as Within
from exactnb.core.expression.general_nodes import Zeros as Zeros
from exactnb.core.expression.tree import Expression as Expression
from exactnb.core.expression.tree import Fixed, Nested, Operand, Several, node
from exactnb.core.expression.tree import Integer as Integer
from exactnb.core.expression.tree import Negative as Negative
from exactnb.core.expression.tree import Power as Power
from exactnb.core.expression.tree import Product as Product
from exactnb.core.expression.tree import Quotient as Quotient
from exactnb.core.expression.tree import Sum as Sum
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen


@frozen(slots=True)
class Numeral(Expression):
    """A rounded decimal, as after ≈."""

    decimal: Decimal


@frozen(slots=True)
class Reference(Expression):
    """Another quantity, by its name."""

    name: QuantityName


@frozen(slots=True)
class Function(Fixed):
    """log, log2, log10, exp, sqrt, abs, det, Gamma, digamma, or Phi, the normal distribution."""

    name: str
    argument: Expression


@frozen(slots=True)
class Percent(Fixed):
    """A number of hundredths, as it was given: 85%."""

    hundredths: Expression


@frozen(slots=True)
class Factorial(Fixed):
    """The product of the whole numbers up to an argument: 4!."""

    argument: Expression


@frozen(slots=True)
class Rising(Fixed):
    """The product of the numbers from a first to a last one, in steps of 1: 3 × … × 9."""

    first: Expression
    last: Expression


@frozen(slots=True)
class Clipped(Fixed):
    """A term moved into [floor, 1 − floor]."""

    term: Expression
    floor: Expression


@frozen(slots=True)
class AtMost(Fixed):
    """1 if one side is no greater than the other, else 0: whether a number lies in a support."""

    left: Expression
    right: Expression


@frozen(slots=True)
class Vanishing(Expression):
    """The letter that tends to 0⁺: the λ of smoothing, the ε of variances."""

    letter: str = "λ"


@frozen(slots=True)
class Pi(Expression):
    """The number π."""


@frozen(slots=True)
class IndexedProduct(Several):
    """A product over an index, written with ∏; `terms` are what it stands for, in order.

    `role` names the notation of the general factor, `fields` what it is filled with.
    """

    role: str
    fields: tuple[tuple[str, str], ...]
    terms: tuple[Expression, ...]


# what is no number: decisions and labels, questions, words


@frozen(slots=True)
class Indicator(Fixed):
    """1 if a decision is for one class alone, the label, else 0."""

    decision: Expression
    label: str


@frozen(slots=True)
class Equal(Several):
    """Whether each pair of sides is equal: true or false."""

    pairs: tuple[Expression, ...]  # left, right, left, right ...


@frozen(slots=True)
class OverCells(Nested):
    """A question about all cells of some columns: the rank of one of them, or the Bayes error.

    `priors` has an expression for each class, `factors` one for each column, value and class; `at`
    is which value of each column the cell in question has, and `subject` its name.
    """

    question: str  # "rank" or "bayes_error"
    subject: str
    priors: tuple[Expression, ...]
    factors: tuple[tuple[tuple[Expression, ...], ...], ...]
    at: tuple[int, ...] = ()


@frozen(slots=True)
class Truth(Expression):
    """The words true and false."""

    value: bool


@frozen(slots=True)
class ArgMax(Nested):
    """The labels whose score is largest; `first` keeps only the first of a tie."""

    scores: tuple[tuple[str, Expression], ...]
    first: bool = False


@frozen(slots=True)
class Labels(Expression):
    """A class label, or the labels of a tie."""

    labels: tuple[str, ...]


@frozen(slots=True)
class Listing(Several):
    """A set of things in words, each as `Labels`, or of sets of them: edits, queries, observations."""

    parts: tuple[Expression, ...]


@frozen(slots=True)
class Special(Expression):
    """The words for what is no number: "undefined", "everywhere", "∞", "−∞"."""

    word: str


@frozen(slots=True)
class Phrase(Expression):
    """A phrase inside a rule, such as "documents of class k"; `role` says what it stands for."""

    text: str
    role: str


def log(argument: Operand) -> Function:
    """Return the natural logarithm of `argument`.

    >>> n = Reference(QuantityName("vocabulary"))
    >>> print(n * log(n / 2) - exp(-n))
    vocabulary * log(vocabulary / 2) - exp(-vocabulary)
    """
    return Function("log", node(argument))


def exp(argument: Operand) -> Function:
    """Return e to the power of `argument`."""
    return Function("exp", node(argument))


def sqrt(argument: Operand) -> Function:
    """Return the square root of `argument`."""
    return Function("sqrt", node(argument))


def absolute(argument: Operand) -> Function:
    """Return the absolute value of `argument`.

    >>> print(absolute(Reference(QuantityName("vocabulary")) - 2))
    abs(vocabulary - 2)
    """
    return Function("abs", node(argument))


def factorial(argument: Operand) -> Factorial:
    """Return the product of the whole numbers from 1 to `argument`."""
    return Factorial(node(argument))


def replace(expression: Expression, change: Callable[[Expression], Expression | None]) -> Expression:
    """Return the expression with every outermost part that `change` answers for put in its place.

    >>> half = Quotient(Integer(1), Integer(2))
    >>> replace(half, lambda part: Integer(4) if part == Integer(2) else None)
    Quotient(numerator=Integer(value=1), denominator=Integer(value=4))
    """
    changed = change(expression)
    if changed is not None:  # what is put in is not looked at again: it may hold what was replaced
        return changed
    parts = expression.children
    if not parts:
        return expression
    changed_parts = tuple([replace(part, change) for part in parts])
    if all(map(is_, changed_parts, parts)):  # most of a formula stays as it is
        return expression
    return expression.with_children(changed_parts)


def is_general(expression: Expression) -> bool:
    """Say whether `expression` holds letters, so that its factors stand side by side."""
    letters = Symbol | Call | Index | Series | Iverson | Derivative | Extremum | Root | Integral
    return any(isinstance(part, letters) for part in expression.walk())


def size(expression: Expression) -> int:
    """Return how many parts an expression has, it itself among them.

    >>> size(Quotient(Integer(2), Integer(4)))
    3
    """
    return sum(1 for _ in expression.walk())


def references(expression: Expression) -> Iterator[QuantityName]:
    """Return the names that an expression refers to, in order, repeated ones again."""
    return (part.name for part in expression.walk() if isinstance(part, Reference))


def has_names(expression: Expression) -> bool:
    """Say whether an expression refers to any quantity."""
    return any(True for _ in references(expression))


class Stated:
    """A node whose value may be known by enclosures alone."""

    __slots__ = ()
    is_stated = True


class StatedZeros(Stated, Zeros):
    """Where the log-ratio of a stated family is 0, or positive."""

    __slots__ = ()


_STATED_KINDS: dict[type[Expression], type[Expression]] = {
    kind: type(f"Stated{kind.__name__}", (Stated, kind), {"__slots__": (), "__doc__": kind.__doc__})
    for kind in (
        Sum, Product, Quotient, Power, Negative, Function,
        Factorial,
    )
}  # fmt: skip
"""The kind of a stated formula for each that has a value of its own."""
globals().update({kind.__name__: kind for kind in _STATED_KINDS.values()})  # where copies look for them


def stated(formula: Expression) -> Expression:
    """Return a formula as somebody's own: printed alike, with a value at every step.

    >>> half = Integer(1) / 2
    >>> print(stated(Integer(2) ** sqrt(2)), stated(half) == stated(half))
    2^sqrt(2) True
    """
    parts = formula.children
    inner = formula.with_children(tuple(map(stated, parts))) if parts else formula
    kind = _STATED_KINDS.get(type(inner))
    if kind is None:
        return inner
    fields = {name: getattr(inner, name) for name in ("name", *inner.holds) if hasattr(inner, name)}
    return kind(**fields)
