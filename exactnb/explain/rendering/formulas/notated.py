"""What every printer of formulas does with a notation: names, letters and labels come from it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from exactnb.core.expression.letters import is_raised_symbol, symbol_marks
from exactnb.core.expression.nodes import Call, Expression, Indexed, Reference, Symbol
from exactnb.core.expression.precedence import POWER, PRODUCT, is_scientific, precedence
from exactnb.core.expression.spell import Inline
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.notation import Notation
from exactnb.core.naming.templates import Field, Mark


class Notated(Inline):
    """Write expressions with the names of one notation; parentheses come from the precedence table."""

    equals = " = "  # between a column and its value

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    @abstractmethod
    def marks(self, marks: Iterable[Mark]) -> str:
        """Return the marks of a name."""

    @abstractmethod
    def label(self, text: str) -> str:
        """Return a user's label."""

    @abstractmethod
    def product_over(self, index: str, factor: str) -> str:
        """Return a product over an index."""

    def name(self, name: QuantityName) -> str:
        """Return a quantity's name in the notation."""
        return self.marks(self.notation.marks(name))

    def general(self, role: str, value: str) -> str:
        """Return a role for a general class, column and value."""
        return self.marks(self.notation.general(role, value))

    def class_label(self, label: str) -> str:
        """Return a decided class as the style writes it."""
        return self.marks(self.notation.class_marks(Item("class", "", label)))

    def labels(self, labels: tuple[str, ...]) -> str:
        """Return a decision: a class, or the classes of a tie."""
        shown = [self.class_label(label) for label in labels]
        return shown[0] if len(shown) == 1 else self.braced(self.listed(shown))

    def item(self, item: Item) -> str:
        """Return a class label, a query's id or a cell, as it stands in a sentence or heading."""
        shown = self.label(item.value)
        return f"{self.label(item.variable)}{self.equals}{shown}" if item.kind == "cell" else shown

    def variable(self, name: str) -> str:
        """Return a column as a variable."""
        return self.label(name)

    def symbol(self, symbol: Symbol) -> str:
        """Return a letter with its indices, as the notation writes it."""
        return self.marks(symbol_marks(symbol, self.notation))

    def head(self, call: Call) -> str:
        """Return the name of a function; that of a probability is the notation's."""
        if call.head == "P" and not call.lower:
            return self.marks(self.notation.role("probability", {}))
        return super().head(call)

    def indexed(self, product: Indexed) -> str:
        """Return a product over an index, by its general factor."""
        index = self.marks(self.notation.index_of(product.role))
        fields = {key: (Field(value),) for key, value in product.fields}
        return self.product_over(index, self.marks(self.notation.role(product.role, fields)))

    def precedence(self, part: Expression) -> int:
        """Return how tightly a part holds together; a name may be written as a product."""
        if isinstance(part, Reference) and self.notation.is_product(part.name):
            return PRODUCT
        if isinstance(part, Reference) and self.notation.is_raised(part.name):
            return POWER
        if isinstance(part, Symbol) and is_raised_symbol(part, self.notation):
            return POWER
        if is_scientific(part):
            return PRODUCT
        return precedence(part, stacked=self.draws_fractions)
