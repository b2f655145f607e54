"""One certificate per rule: what a line under that rule has to be, besides true.

A certificate returns what is wrong, in words, or "" for a line that it accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from exactnb.arithmetic import values
from exactnb.arithmetic.values import Infinite, Undefined
from exactnb.data.table import Row, Table
from exactnb.derivation.lines import Line, ModelTable
from exactnb.expression.evaluate import Decision, Value, evaluate, same
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import (
    ArgMax,
    Expression,
    Indexed,
    Integer,
    Labels,
    Numeral,
    Product,
    Reference,
    children,
    references,
    with_children,
)
from exactnb.expression.reasons import (
    AS_COUNTED,
    COMPARED,
    DECIDED,
    ROUNDED,
    VALUE,
    WRITTEN_OUT,
    Rule,
)
from exactnb.expression.spell import spell
from exactnb.model.data_quantities import counted_parts
from exactnb.model.quantities import Quantities

__all__ = ["CERTIFICATES", "Context", "Source", "indexed", "rounds", "subject"]


@dataclass(frozen=True)
class Source:
    """What a derivation is checked against, taken from the problem and not from the solution.

    The rows as given, encoded anew; the queries; what a row is called; of each model the family of
    every column; the setting in words; and the models as they are summed up.
    """

    table: Table
    queries: tuple[Row, ...] = ()
    noun: str = "rows"
    families: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    setting: tuple[str, ...] = ()
    models: ModelTable = ()

    def recount(self, name: QuantityName) -> int:
        """Return a count taken anew, as the number of rows that the sets of its items share."""
        label, cells = counted_parts(name.left)
        wanted = [("cell", column, value) for column, value in cells.items()]
        if label is not None:
            wanted.append(("class", "", label))
        sets = sorted((self._rows.get(item, frozenset()) for item in wanted), key=len)
        return len(frozenset.intersection(*sets)) if sets else len(self.table.rows)

    @cached_property
    def _rows(self) -> dict[tuple[str, str, str], frozenset[int]]:
        """Return the rows that show each cell, and those of each class."""
        found: dict[tuple[str, str, str], set[int]] = {}
        for number, row in enumerate(self.table.rows):
            found.setdefault(("class", "", row.label), set()).add(number)
            for column, value in zip(self.table.columns, row.cells, strict=True):
                found.setdefault(("cell", column, value), set()).add(number)
        return {item: frozenset(rows) for item, rows in found.items()}


@dataclass(frozen=True, slots=True)
class Context:
    """What a certificate may ask: the graph, and the source."""

    quantities: Quantities
    source: Source

    def value(self, expression: Expression) -> Value:
        """Return the value of an expression, evaluated from its own tree."""
        return evaluate(expression, self.quantities.value)


def subject(line: Line) -> QuantityName | None:
    """Return the quantity that a line is about, if its left side is a name."""
    return line.left.name if isinstance(line.left, Reference) else None


def rounds(value: Value, shown: Expression) -> bool:
    """Say whether a decimal is within half a unit of its last digit of the value, decided exactly."""
    if not isinstance(shown, Numeral) or isinstance(value, Decision | Undefined | Infinite):
        return False
    middle, half = shown.decimal.value, shown.decimal.visible_half_unit
    above = values.compare(value, Fraction(middle - half)) >= 0
    return above and values.compare(value, Fraction(middle + half)) <= 0


def _by_formula(context: Context, line: Line, previous: Line | None) -> str:
    name = subject(line)
    if name is None or previous is not None:
        return "a formula opens the chain of a named quantity"
    quantity = context.quantities[name]
    if quantity.reason != line.reason:
        return f"the reason is {quantity.reason.words!r}"
    if not all(_speaks_of(name, part, quantity.formula) for part in indexed(line.right)):
        return "the general factor is not one of this quantity"
    return "" if _flat(line.right) == _flat(quantity.formula) else "not the formula of this quantity"


def _by_counting(context: Context, line: Line, previous: Line | None) -> str:
    name = subject(line)
    if name is None or name.head != "count":
        return "only a count is counted"
    if line.reason != context.quantities[name].reason or previous is not None:
        return f"the reason is {context.quantities[name].reason.words!r}"
    counted = context.source.recount(name)
    return "" if line.right == Integer(counted) else f"counting the rows gives {counted}"


def _by_expansion(context: Context, line: Line, previous: Line | None) -> str:
    if previous is None:
        return "nothing stands before it to be written out"
    if line.reason != WRITTEN_OUT:
        return "a product written out has no reason of its own"
    return "" if _flat(line.right) == _flat(previous.right) else "not the same product written out"


def _by_substitution(context: Context, line: Line, previous: Line | None) -> str:
    if previous is None:
        return "nothing stands before it to put numbers into"
    if line.reason != AS_COUNTED:
        return f"the reason is {AS_COUNTED.words!r}"
    return _walk(context, previous.right, line.right)


def _walk(context: Context, pattern: Expression, shown: Expression) -> str:
    """Return what is wrong if `shown` is not `pattern` with numbers for its names, else ""."""
    if isinstance(pattern, Reference):
        if any(True for _ in references(shown)):
            return "a name is left where a number belongs"
        if not same(context.value(shown), context.value(pattern)):
            return f"{spell(shown)} is not {pattern.name}"
        counted = context.quantities.operand(pattern.name)
        return "" if shown == counted else f"{pattern.name} was counted as {spell(counted)}"
    if isinstance(pattern, Indexed):
        pattern = Product(pattern.terms)
    parts, others = children(pattern), children(shown)
    if type(pattern) is not type(shown) or len(parts) != len(others):
        return "the form changes where only numbers are put in"
    if with_children(pattern, others) != shown:
        return f"{spell(shown)} stands for {spell(pattern)}"
    problems = (_walk(context, a, b) for a, b in zip(parts, others, strict=True))
    return next((problem for problem in problems if problem), "")


def _by_value(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != VALUE:
        return "a value has no reason of its own"
    if isinstance(line.right, ArgMax):
        return "a decision has no scores of its own"
    return "a name is left in a value" if any(True for _ in references(line.right)) else ""


def _by_rounding(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != ROUNDED:
        return "a rounded value has no reason of its own"
    return "" if isinstance(line.right, Numeral) else "a rounded value is a decimal"


def _by_comparison(context: Context, line: Line, previous: Line | None) -> str:
    if line.reason != COMPARED or previous is not None:
        return "a comparison stands alone, without a reason of its own"
    return ""  # its relation was decided exactly


def _by_decision(context: Context, line: Line, previous: Line | None) -> str:
    if previous is None:
        return _by_formula(context, line, previous)
    if line.reason != DECIDED:
        return "a decision has no reason of its own"
    return "" if isinstance(line.right, Labels) else "a decision is a class"


CERTIFICATES: dict[Rule, Callable[[Context, Line, Line | None], str]] = {
    Rule.GIVEN: _by_formula,
    Rule.DEFINE: _by_formula,
    Rule.ASSUME: _by_formula,
    Rule.COUNT: _by_counting,
    Rule.EXPAND: _by_expansion,
    Rule.SUBSTITUTE: _by_substitution,
    Rule.VALUE: _by_value,
    Rule.ROUND: _by_rounding,
    Rule.COMPARE: _by_comparison,
    Rule.DECIDE: _by_decision,
}


def indexed(expression: Expression) -> Iterator[Indexed]:
    """Yield every product over an index in an expression."""
    if isinstance(expression, Indexed):
        yield expression
    for part in children(expression):
        yield from indexed(part)


def _speaks_of(name: QuantityName, product: Indexed, formula: Expression) -> bool:
    """Say whether a product over an index is written with the class and query of a joint."""
    items = [item for item in (*name.left, *name.right) if isinstance(item, Item)]
    labels = [item.value for item in items if item.kind == "class"]
    observed = ", ".join(item.spell() for item in items if item.kind != "class")
    expected = (("class", labels[0] if labels else ""), ("x", observed))
    whole = isinstance(formula, Product) and product.terms == formula.factors[1:]
    return product.role == "factor" and product.fields == expected and whole


def _flat(expression: Expression) -> Expression:
    """Return the expression with products over an index written out in the product around them."""
    if isinstance(expression, Indexed):
        return _flat(Product(expression.terms))
    if isinstance(expression, Product):
        factors: list[Expression] = []
        for factor in expression.factors:
            factors.extend(factor.terms if isinstance(factor, Indexed) else (factor,))
        return factors[0] if len(factors) == 1 else Product(tuple(factors))
    return expression
