"""How a parameter is estimated: a rule in words with roles, and what stands in them."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.arithmetic.numerals import spell_number
from exactnb.core.expression.nodes import Expression, Phrase, replace
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen


def number_cell(column: str, value: Fraction) -> Item:
    """Return the item of the number `value` in a column, spelled in the one way there is."""
    return Item("cell", column, spell_number(value))


def columns_and_class(name: QuantityName) -> tuple[tuple[str, ...], Item | None]:
    """Return the columns that the parameter `name` is of, and its class, if it has one.

    >>> from exactnb.core.naming.names import Names
    >>> label = Item("class", "kind", "oat")
    >>> columns_and_class(Names().parameter("mean", ["length"], label))[0]
    ('length',)
    """
    return name.columns, next((item for item in name.items if item.kind in ("class", "general")), None)


def parameter_shape(name: QuantityName) -> str:
    """Return the shape of the parameter `name` as rules for all such say it: "j|k", "k", "".

    >>> from exactnb.core.naming.names import Names
    >>> parameter_shape(Names().parameter("variance", ["length"]))
    'j'
    """
    columns, label = columns_and_class(name)
    indices = ("j", "i,j")[len(columns) - 1] if columns else ""
    shape = f"{indices}|k" if indices and label else indices or ("k" if label else "")
    return shape if name.parameter == name.head else f"{name.parameter} {shape}"


def phrase(role: str, text: str) -> Phrase:
    """Return the phrase `text` of a `role` in a rule; `{noun}` in it is replaced: row, document."""
    return Phrase(text, role)


@frozen(slots=True)
class Estimate:
    """A rule in words, and what stands for each of its phrases in one estimate.

    >>> from exactnb.core.expression.nodes import Integer, Quotient
    >>> rule = Quotient(phrase("total", "sum"), phrase("trials", "rows"))
    >>> Estimate(rule, (("total", Integer(24)), ("trials", Integer(3)))).formula()
    Quotient(numerator=Integer(value=24), denominator=Integer(value=3))
    """

    rule: Expression
    roles: tuple[tuple[str, Expression], ...]
    name: str = "MLE"

    def formula(self) -> Expression:
        """Return the rule with its phrases replaced."""
        values = dict(self.roles)
        return replace(self.rule, lambda part: values[part.role] if isinstance(part, Phrase) else None)

    def with_noun(self, noun: str) -> Expression:
        """Return the rule with observations called by a noun: rows, documents."""

        def renamed(part: Expression) -> Expression | None:
            if not isinstance(part, Phrase):
                return None
            return Phrase(part.text.replace("rows", noun), part.role)

        return replace(self.rule, renamed)
