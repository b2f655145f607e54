"""The nodes of the display tree. They hold what is written, in the order it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from exactnb.arithmetic.rounding import Decimal
from exactnb.expression.arrays import (
    ArrayNode,
    Crossings,
    Entry,
    Form,
    Inverse,
    Matrix,
    Points,
    Vector,
    Within,
    Zeros,
    array_parts,
    with_array_parts,
)
from exactnb.expression.symbols import (
    Call,
    Derivative,
    Domain,
    Extremum,
    Index,
    Iverson,
    Series,
    Symbol,
)
from exactnb.naming.names import QuantityName

__all__ = [
    "ArgMax", "Call", "Clip", "Crossings", "Derivative", "Domain", "Entry", "Equal", "Expression",
    "Extremum", "Factorial", "Form", "Function", "Index", "Indexed", "Indicator", "Integer",
    "Inverse", "Iverson", "Labels", "Lambda", "Matrix", "Negative", "Numeral", "OverCells", "Pi",
    "Points", "Power", "Product", "Quotient", "Reference", "Rising", "Series", "Special", "Sum",
    "Symbol", "Truth", "Vector", "Within", "Words", "Zeros", "children", "is_general", "references",
    "replace", "size", "with_children",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer; a negative one is written in parentheses inside products and powers."""

    value: int


@dataclass(frozen=True, slots=True)
class Numeral:
    """A rounded decimal, as after ≈."""

    decimal: Decimal


@dataclass(frozen=True, slots=True)
class Reference:
    """Another quantity, by its name."""

    name: QuantityName


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms in order; a `Negative` term is written with a minus sign."""

    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """Factors in order."""

    factors: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Quotient:
    """A fraction as written: 2/4 is not 1/2."""

    numerator: Expression
    denominator: Expression


@dataclass(frozen=True, slots=True)
class Power:
    """A base with an exponent; 0⁰ = 1."""

    base: Expression
    exponent: Expression


@dataclass(frozen=True, slots=True)
class Negative:
    """A term with a minus sign."""

    term: Expression


@dataclass(frozen=True, slots=True)
class Function:
    """log, log2, log10, exp, sqrt, det or Phi, the normal distribution function, of an argument."""

    name: str
    argument: Expression


@dataclass(frozen=True, slots=True)
class Factorial:
    """The product of the whole numbers up to an argument: 4!."""

    argument: Expression


@dataclass(frozen=True, slots=True)
class Rising:
    """The product of the numbers from a first to a last one, in steps of 1: 3 × … × 9."""

    first: Expression
    last: Expression


@dataclass(frozen=True, slots=True)
class Clip:
    """A term moved into [floor, 1 − floor]."""

    term: Expression
    floor: Expression


@dataclass(frozen=True, slots=True)
class Indicator:
    """1 if a decision is for one class alone, the label, else 0."""

    decision: Expression
    label: str


@dataclass(frozen=True, slots=True)
class Equal:
    """Whether each pair of sides is equal: true or false."""

    pairs: tuple[Expression, ...]  # left, right, left, right ...


@dataclass(frozen=True, slots=True)
class OverCells:
    """A question about all cells of some columns: the rank of one of them, or the Bayes error.

    `priors` has an expression for each class, `factors` one for each column, value and class; `at`
    is which value of each column the cell in question has, and `subject` its name.
    """

    question: str  # "rank" or "bayes_error"
    subject: str
    priors: tuple[Expression, ...]
    factors: tuple[tuple[tuple[Expression, ...], ...], ...]
    at: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Truth:
    """The words true and false."""

    value: bool


@dataclass(frozen=True, slots=True)
class Lambda:
    """The λ that tends to 0⁺."""


@dataclass(frozen=True, slots=True)
class Pi:
    """The number π."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """A product over an index, written with ∏; `terms` are what it stands for, in order.

    `role` names the notation of the general factor, `fields` what it is filled with.
    """

    role: str
    fields: tuple[tuple[str, str], ...]
    terms: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ArgMax:
    """The labels whose score is largest; `first` keeps only the first of a tie."""

    scores: tuple[tuple[str, Expression], ...]
    first: bool = False


@dataclass(frozen=True, slots=True)
class Labels:
    """A class label, or the labels of a tie."""

    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Special:
    """The words for what is no number: "undefined", "everywhere", "∞", "−∞"."""

    word: str


@dataclass(frozen=True, slots=True)
class Words:
    """A phrase inside a rule, such as "documents of class k"; `role` says what it stands for."""

    text: str
    role: str


Expression = (
    Integer | Numeral | Reference | Sum | Product | Quotient | Power | Negative | Function | Pi
    | Indexed | ArgMax | Labels | Special | Words | Factorial | Rising | Clip | Indicator | Equal
    | Truth | Lambda | OverCells | Index | Symbol | Call | Domain | Series | Iverson | Derivative
    | Extremum | ArrayNode
)  # fmt: skip


_WHOLE = frozenset((Integer, Numeral, Reference, Pi, Labels, Special, Words, Truth, Lambda))
"""The nodes without parts that are met most."""


def children(expression: Expression) -> tuple[Expression, ...]:
    """Return the direct parts of an expression, in order.

    >>> children(Quotient(Integer(2), Integer(4)))
    (Integer(value=2), Integer(value=4))
    """
    if type(expression) in _WHOLE:  # most nodes; a match would try all kinds before
        return ()
    match expression:
        case Sum(parts) | Product(parts) | Equal(parts):
            return parts
        case Indexed():
            return expression.terms
        case (
            Quotient(first, second) | Power(first, second) | Rising(first, second) | Clip(first, second)
        ):
            return (first, second)
        case Negative(part) | Function(_, part) | Factorial(part) | Indicator(part):
            return (part,)
        case Symbol(_, lower, raised):
            return (*lower, *raised)
        case Call(_, left, right, lower):
            return (*left, *right, *lower)
        case Series(_, index, domain, body, where):
            return (index, domain, body) if where is None else (index, domain, body, where)
        case Domain():
            return expression.parts
        case Iverson(first, second) | Derivative(first, second) | Extremum(first, second):
            return (first, second)
        case ArgMax(scores):
            return tuple(score for _, score in scores)
        case expression if isinstance(expression, ArrayNode):
            return array_parts(expression)
        case OverCells(_, _, priors, factors):
            return (*priors, *(part for column in factors for value in column for part in value))
        case _:
            return ()


def with_children(expression: Expression, parts: tuple[Expression, ...]) -> Expression:
    """Return the same node around other parts."""
    match expression:
        case Sum():
            return Sum(parts)
        case Product():
            return Product(parts)
        case Quotient():
            return Quotient(*parts)
        case Power():
            return Power(*parts)
        case Negative():
            return Negative(*parts)
        case Factorial():
            return Factorial(*parts)
        case Rising():
            return Rising(*parts)
        case Clip():
            return Clip(*parts)
        case Indicator(_, label):
            return Indicator(parts[0], label)
        case Equal():
            return Equal(parts)
        case Function(name):
            return Function(name, *parts)
        case Indexed(role, fields):
            return Indexed(role, fields, parts)
        case OverCells(question, subject, priors, factors, at):
            rest = iter(parts)
            first_parts = tuple(next(rest) for _ in priors)
            others = tuple(tuple(tuple(next(rest) for _ in v) for v in column) for column in factors)
            return OverCells(question, subject, first_parts, others, at)
        case Symbol() | Call() | Series() | Domain() | Iverson() | Derivative() | Extremum():
            return _general(expression, parts)
        case expression if isinstance(expression, ArrayNode):
            return with_array_parts(expression, parts)
        case ArgMax(scores, first):
            labels = (label for label, _ in scores)
            return ArgMax(tuple(zip(labels, parts, strict=True)), first)
        case _:
            return expression


def _general(expression: Expression, parts: tuple[Expression, ...]) -> Expression:
    """Return a node of a general formula around other parts, which are what they have to be."""
    match expression:
        case Symbol(letter, lower, _, hat, role):
            return Symbol(letter, parts[: len(lower)], parts[len(lower) :], hat, role)
        case Call(head, left, right):
            ends = len(left), len(left) + len(right)
            return Call(head, parts[: ends[0]], parts[ends[0] : ends[1]], parts[ends[1] :])
        case Series(sign):
            index, domain, body, where = (*parts, None)[:4]
            assert isinstance(index, Index)
            assert isinstance(domain, Domain)
            assert where is None or isinstance(where, Iverson)
            return Series(sign, index, domain, body, where)  # type: ignore[arg-type]
        case Domain(kind):
            return Domain(kind, parts)
        case Iverson():
            return Iverson(*parts)
        case Derivative(_, _, order):
            assert isinstance(parts[1], Symbol)
            return Derivative(parts[0], parts[1], order)
    return Extremum(*parts)


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
    general = isinstance(expression, Symbol | Call | Series | Index | Iverson | Derivative | Extremum)
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
