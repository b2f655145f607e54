"""What every node of the display tree is: a frozen value that knows its parts, and Python's signs.

The fields of a node whose types speak of nodes have its parts in them, in the order in which they are
read; what else it has, labels and signs, is the node's own. Three kinds differ in how parts are held:
each in a field, all in one tuple, or in tuples of tuples with labels between.

How to read: `Expression` has the signs, behind it stand the three kinds, then the nodes that signs
write, and `node`, which makes a literal of a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from inspect import get_annotations
from typing import Any, ClassVar

from exactnb.core.record import frozen
from exactnb.core.shown import Symbolic

_SPELL = "exactnb.core.expression.spell"  # loaded where a formula is printed by itself
_NAME = re.compile(r"\w+")
_NODES = {"Expression"}  # by name; each stands behind those that its types speak of


class Expression(Symbolic):
    """A node without parts; those that have some derive from one of the classes below.

    Python's signs write larger formulas, and nothing is simplified: 2/4 stays 2/4. The terms of a sum
    on the left go on, as do factors, so that a + b − c is one sum; on the right they stay together. An
    int or a Fraction becomes the literal that is written for it, `==` compares trees, and a float is
    refused.

    >>> n, rows = Integer(2), Integer(4)
    >>> n / rows
    Quotient(numerator=Integer(value=2), denominator=Integer(value=4))
    >>> print(1 - n / (n + rows + 1), "and", -(2 * n * rows) ** 2)
    1 - 2 / (2 + 4 + 1) and -(2 * 2 * 4)^2
    >>> print(n - (rows - n) + Fraction(1, 3))
    2 - (4 - 2) + 1/3
    """

    __slots__ = ()
    holds: ClassVar[tuple[str, ...]] = ()  # the fields with parts in them
    is_stated: ClassVar[bool] = False  # whether it may be worth a number known by enclosures alone

    def __init_subclass__(cls) -> None:
        _NODES.add(cls.__name__)
        if types := get_annotations(cls):  # a kind of another node has the parts of that one
            parts = (name for name, kind in types.items() if _NODES.intersection(_NAME.findall(kind)))
            cls.holds = tuple(parts)

    @property
    def children(self) -> tuple[Expression, ...]:
        """Return the direct parts, in order.

        >>> Quotient(Integer(2), Integer(4)).children
        (Integer(value=2), Integer(value=4))
        """
        return ()

    def with_children(self, parts: tuple[Expression, ...]) -> Expression:
        """Return the same node around other parts; raise TypeError if it cannot hold so many."""
        return self

    def paired(self, counterpart: Expression) -> list[tuple[Expression, Expression]] | None:
        """Return the parts of this and `counterpart`, two by two; None if all else is not the same.

        >>> Quotient(Integer(2), Integer(4)).paired(Quotient(Integer(1), Integer(4)))
        [(Integer(value=2), Integer(value=1)), (Integer(value=4), Integer(value=4))]
        """
        if type(self) is not type(counterpart):
            return None
        # Equal once the parts are exchanged means equal apart from the parts, whatever the fields.
        parts, other_parts = self.children, counterpart.children
        is_like = len(parts) == len(other_parts) and counterpart.with_children(parts) == self
        return list(zip(parts, other_parts, strict=True)) if is_like else None

    def in_formula(self) -> Expression:
        """Return what is written for it in a formula: itself, unless it only stands for a node."""
        return self

    def __str__(self) -> str:
        return str(import_module(_SPELL).spell(self.in_formula()))

    def __neg__(self) -> Negative:
        return Negative(self.in_formula())

    def __add__(self, addend: Operand) -> Sum:
        return Sum((*terms_of(self), node(addend))) if isinstance(addend, Operand) else NotImplemented

    def __radd__(self, addend: int | Fraction) -> Sum:
        return node(addend) + self if isinstance(addend, Operand) else NotImplemented

    def __sub__(self, subtrahend: Operand) -> Sum:
        return self + -node(subtrahend) if isinstance(subtrahend, Operand) else NotImplemented

    def __rsub__(self, minuend: int | Fraction) -> Sum:
        return node(minuend) - self if isinstance(minuend, Operand) else NotImplemented

    def __mul__(self, factor: Operand) -> Product:
        if not isinstance(factor, Operand):
            return NotImplemented
        return Product((*factors_of(self), node(factor)))

    def __rmul__(self, factor: int | Fraction) -> Product:
        return node(factor) * self if isinstance(factor, Operand) else NotImplemented

    def __truediv__(self, divisor: Operand) -> Quotient:
        if not isinstance(divisor, Operand):
            return NotImplemented
        return Quotient(self.in_formula(), node(divisor))

    def __rtruediv__(self, dividend: int | Fraction) -> Quotient:
        return node(dividend) / self if isinstance(dividend, Operand) else NotImplemented

    def __pow__(self, exponent: Operand) -> Power:
        if not isinstance(exponent, Operand):
            return NotImplemented
        return Power(self.in_formula(), node(exponent))

    def __rpow__(self, base: int | Fraction) -> Power:
        return node(base) ** self if isinstance(base, Operand) else NotImplemented

    def walk(self) -> list[Expression]:
        """Return the expression and all of its parts, in the order in which they are read."""
        walked, waiting = [], [self]
        while waiting:
            part = waiting.pop()
            walked.append(part)
            if part.holds:  # half of all nodes hold none
                waiting.extend(part.children[::-1])
        return walked


class Fixed(Expression):
    """A node with a part in each field that it names."""

    __slots__ = ()

    @property
    def children(self) -> tuple[Expression, ...]:
        return tuple([getattr(self, name) for name in self.holds])

    def with_children(self, parts: tuple[Expression, ...]) -> Expression:
        """Return the same node around other parts; raise TypeError for another number of them."""
        if len(parts) != len(self.holds):
            raise TypeError(f"{type(self).__name__} has {len(self.holds)} parts; got {len(parts)}")
        return _with_fields(self, dict(zip(self.holds, parts, strict=True)))


class Several(Expression):
    """A node with any number of parts in one tuple."""

    __slots__ = ()

    @property
    def children(self) -> tuple[Expression, ...]:
        parts: tuple[Expression, ...] = getattr(self, self.holds[0])
        return parts

    def with_children(self, parts: tuple[Expression, ...]) -> Expression:
        """Return the same node around other parts, which may be more or fewer."""
        return _with_fields(self, {self.holds[0]: parts})


class Nested(Expression):
    """A node with parts anywhere inside of its fields, beside labels and numbers."""

    __slots__ = ("_children",)
    _children: Any  # no field: it is not compared, and no node is taken for one that holds it

    @property
    def children(self) -> tuple[Expression, ...]:
        try:
            parts: tuple[Expression, ...] = self._children
        except AttributeError:
            parts = tuple(part for name in self.holds for part in _parts_in(getattr(self, name)))
            object.__setattr__(self, "_children", parts)
        return parts

    def with_children(self, parts: tuple[Expression, ...]) -> Expression:
        size = len(self.children)
        if len(parts) != size:
            raise TypeError(f"{type(self).__name__} has {size} parts; got {len(parts)}")
        rest = iter(parts)
        return _with_fields(self, {name: _refilled(getattr(self, name), rest) for name in self.holds})


@frozen(slots=True)
class Integer(Expression):
    """An integer; a negative one is written in parentheses inside products and powers."""

    value: int


@frozen(slots=True)
class Sum(Several):
    """Terms in order; a `Negative` term is written with a minus sign."""

    terms: tuple[Expression, ...]

    @staticmethod
    def of(terms: Iterable[Expression]) -> Expression:
        """Return the sum of `terms`, one term by itself, and 0 for none.

        >>> Sum.of([Integer(1)])
        Integer(value=1)
        """
        listed = tuple(terms)
        return Sum(listed) if len(listed) > 1 else listed[0] if listed else Integer(0)


@frozen(slots=True)
class Product(Several):
    """Factors in order."""

    factors: tuple[Expression, ...]

    @staticmethod
    def of(factors: Iterable[Expression]) -> Expression:
        """Return the product of `factors`, one factor by itself, and 1 for none."""
        listed = tuple(factors)
        return Product(listed) if len(listed) > 1 else listed[0] if listed else Integer(1)

    @staticmethod
    def without_ones(factors: Iterable[Expression]) -> Expression:
        """Return the product of those of `factors` that are not 1."""
        return Product.of(factor for factor in factors if factor != Integer(1))


@frozen(slots=True)
class Quotient(Fixed):
    """A fraction as written: 2/4 is not 1/2."""

    numerator: Expression
    denominator: Expression

    @staticmethod
    def of(numerator: Expression, denominator: Expression) -> Expression:
        """Return the fraction, or the `numerator` by itself where the `denominator` is 1."""
        return numerator if denominator == Integer(1) else Quotient(numerator, denominator)


@frozen(slots=True)
class Power(Fixed):
    """A base with an exponent; 0⁰ = 1."""

    base: Expression
    exponent: Expression


@frozen(slots=True)
class Negative(Fixed):
    """A term with a minus sign."""

    term: Expression


Operand = Expression | int | Fraction
"""What a sign may stand beside."""


def node(operand: Operand) -> Expression:
    """Return what an operand is in a formula: of a number, the literal that is written for it.

    >>> node(3), node(Fraction(-1, 3))  # doctest: +ELLIPSIS
    (Integer(value=3), Negative(term=...))
    """
    if isinstance(operand, Expression):
        return operand.in_formula()
    if operand < 0:
        return Negative(node(-operand))
    numerator, denominator = map(Integer, operand.as_integer_ratio())
    return Quotient.of(numerator, denominator)


def _with_fields(node: Any, changed: Mapping[str, object]) -> Expression:
    """Do what `dataclasses.replace` does, three times as fast: formulas are rewritten all the time."""
    values = [changed[n] if n in changed else getattr(node, n) for n in node.__match_args__]
    rebuilt: Expression = type(node)(*values)
    return rebuilt


def _parts_in(value: object) -> Iterator[Expression]:
    """Yield the parts inside of a field."""
    if isinstance(value, Expression):
        yield value
    elif isinstance(value, tuple):
        for entry in value:
            yield from _parts_in(entry)


def _refilled(value: object, rest: Iterator[Expression]) -> object:
    """Return a field with the next of the parts in the place of each that it has."""
    if isinstance(value, Expression):
        return next(rest)
    return tuple(_refilled(entry, rest) for entry in value) if isinstance(value, tuple) else value


def terms_of(expression: Expression) -> tuple[Expression, ...]:
    """Return the terms of `expression` if it is a sum, else itself as the only one."""
    formula = expression.in_formula()
    return formula.terms if isinstance(formula, Sum) else (formula,)


def factors_of(expression: Expression) -> tuple[Expression, ...]:
    """Return the factors of `expression` if it is a product, else itself as the only one."""
    formula = expression.in_formula()
    return formula.factors if isinstance(formula, Product) else (formula,)
