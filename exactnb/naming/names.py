"""The names of quantities: the types that a name is made of, and its canonical spelling."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from exactnb.naming.heads import HEADS

__all__ = [
    "BARE", "KINDS", "Item", "Pair", "QuantityName", "has_commas", "in_order", "is_numeral", "quote",
    "word_item",
]  # fmt: skip

Kind = Literal["class", "general", "column", "cell", "word", "query"]
_NUMERAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:/[0-9]+)?%?")
KINDS = ("class", "cell", "word", "query")
"""The kinds of items in canonical order; a column stands where its cells do."""

BARE = (
    "vocabulary", "accuracy", "accuracy_left_out", "free_parameters", "bayes_error",
    *(head.name for head in HEADS.values() if head.is_bare),
)  # fmt: skip
"""The heads that are spelled without parentheses."""

_SPECIAL = frozenset(',|=:;()"')


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a name mentions: a class, a cell `column=value`, a column, a word or a query.

    `variable` is the class variable or the column; `value` the label, the value, the word, the id. Of
    a word, `variable` is "word" if it has to be said that it is one.

    >>> Item("cell", "Sky", "Blue").spell(), Item("class", "y", "+").spell()
    ('Sky=Blue', '+')
    >>> Item("class", "y", "0").spell()
    'y=0'
    """

    kind: Kind
    variable: str
    value: str

    def spell(self) -> str:
        """Return the canonical spelling."""
        if self.kind == "cell" or (self.kind == "class" and is_numeral(self.value)):
            return f"{quote(self.variable)}={quote(self.value)}"
        if self.kind == "column":
            return quote(self.variable)
        return (
            f"word={quote(self.value)}" if self.kind == "word" and self.variable else quote(self.value)
        )


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of classes, as in odds(+:-|x)."""

    first: Item
    second: Item

    def spell(self) -> str:
        """Return the canonical spelling; labels in pairs are always bare."""
        return f"{quote(self.first.value)}:{quote(self.second.value)}"


@dataclass(frozen=True, slots=True)
class QuantityName:
    """The name of a quantity, resolved: what `P(+|e*)` means in one problem.

    `wrappers` are the functions around it, outermost first: ("-", "log2") is -log2(...).

    >>> spam = Item("class", "class", "+")
    >>> QuantityName("P", (spam,), (Item("query", "", "e*"),)).spell()
    'P(+|e*)'
    """

    head: str
    left: tuple[Item | Pair, ...] = ()
    right: tuple[Item, ...] = ()
    model: str = ""
    index: int | None = None
    wrappers: tuple[str, ...] = ()

    def spell(self) -> str:
        """Return the canonical spelling, unique in its problem."""
        inside = ",".join(item.spell() for item in self.left)
        if self.right:
            inside += "|" + ",".join(item.spell() for item in self.right)
        if self.model:
            inside += "; " + quote(self.model)
        text = self.head if self.head in BARE and not inside else f"{self.head}({inside})"
        if self.index is not None:
            text += f"[{self.index}]"
        for wrapper in reversed(self.wrappers):
            text = f"-{text}" if wrapper == "-" else f"{wrapper}({text})"
        return text

    __str__ = spell

    def bare(self) -> QuantityName:
        """Return the name without the functions around it."""
        return replace(self, wrappers=())


def in_order(
    items: Iterable[Item], places: Mapping[str, int], kinds: Sequence[str] = KINDS
) -> tuple[Item, ...]:
    """Return items in canonical order: by kind, and within one as `places` says of their names.

    >>> spam, word = Item("class", "class", "+"), Item("cell", "a", "1")
    >>> [item.spell() for item in in_order([word, spam], {"a": 0})]
    ['+', 'a=1']
    """

    def place(item: Item) -> tuple[int, int]:
        name = item.value if item.kind in ("query", "word") else item.variable
        kind = "cell" if item.kind == "column" else item.kind
        return kinds.index(kind), places.get(name, 0)

    return tuple(sorted(items, key=place))


def word_item(word: str, classes: Collection[str]) -> Item:
    """Return the item of a word; a class or a numeral has to be called a word.

    >>> word_item("dog", ["spam"]).spell(), word_item("spam", ["spam"]).spell()
    ('dog', 'word=spam')
    """
    return Item("word", "word" if word in classes or is_numeral(word) else "", word)


def is_numeral(text: str) -> bool:
    """Say whether a name looks like a number; then it is never a short form.

    >>> is_numeral("0"), is_numeral("-1.5"), is_numeral("+")
    (True, True, False)
    """
    return _NUMERAL.fullmatch(text) is not None


def has_commas(text: str) -> bool:
    """Say whether a name would look like a number without its commas, decimal or between thousands.

    >>> has_commas("3,9"), has_commas("1,234.5"), has_commas("3.9"), has_commas("a,b")
    (True, True, False, False)
    """
    return "," in text and is_numeral(text.replace(",", ""))


def quote(name: str) -> str:
    """Return a name as the grammar needs it: in quotes only where it must be.

    >>> print(quote("sea level"), quote("a,b"), quote("5"))
    sea level "a,b" 5
    """
    plain = not (_SPECIAL & set(name)) and not name.startswith("not ")
    if plain and name and name == " ".join(name.split()):
        return name
    return '"' + name.replace('"', '""') + '"'
