"""The names of quantities: the types that a name is made of, and its canonical spelling.

How to read: `Item` is a class, cell, word or query; `QuantityName` a head with items before and
behind the bar; `Names` makes the usual ones of a model.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from exactnb.naming.heads import HEADS
from exactnb.naming.roles import Role

Kind = Literal["class", "general", "column", "cell", "word", "query"]
_NUMERAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:/[0-9]+)?%?")
KINDS = ("class", "cell", "word", "query")
"""The kinds of items in canonical order; a column stands where its cells do."""

BARE = (
    "vocabulary",
    "accuracy",
    "accuracy_left_out",
    "free_parameters",
    "bayes_error",
    *(head.name for head in HEADS.values() if head.is_bare),
)
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

    @property
    def items(self) -> tuple[Item, ...]:
        """Return what it mentions, before the bar and behind it; pairs of classes are left out."""
        return tuple(item for item in (*self.left, *self.right) if isinstance(item, Item))

    @property
    def label(self) -> Item | None:
        """Return the class that it mentions first, if it mentions one."""
        return next((item for item in self.items if item.kind == "class"), None)

    @property
    def observed(self) -> tuple[Item, ...]:
        """Return what it mentions beside classes, in order."""
        return tuple(item for item in self.items if item.kind not in ("class", "general"))

    @property
    def role(self) -> Role:
        """Return what a probability is to Bayes' rule.

        >>> spam, email = Item("class", "class", "+"), Item("query", "", "e*")
        >>> Names().posterior(spam, [email]).role, Names().prior(spam).role
        (<Role.POSTERIOR: 'posterior'>, <Role.PRIOR: 'prior'>)
        """
        if self.head != "P" or self.wrappers:
            return Role.OTHER
        before, behind = (
            any(isinstance(item, Item) and item.kind == "class" for item in side)
            for side in (self.left, self.right)
        )
        alone = len(self.left) == 1
        match before, behind, bool(self.right):
            case True, False, True if alone:
                return Role.POSTERIOR
            case True, False, False:
                return Role.PRIOR if alone else Role.JOINT
            case False, True, _ if len(self.right) == 1:
                return Role.WITHIN
            case False, False, False:
                return Role.EVIDENCE
        return Role.OTHER


@dataclass(frozen=True, slots=True)
class Names:
    """Make the names of one model; "" is the model meant by default.

    >>> spam, email = Item("class", "class", "+"), Item("query", "", "e*")
    >>> names = Names()
    >>> [name.spell() for name in (names.joint(spam, [email]), names.decision([email]))]
    ['P(+,e*)', 'argmax(e*)']
    """

    model: str = ""

    def prior(self, label: Item) -> QuantityName:
        """Return P(k)."""
        return QuantityName("P", (label,), (), self.model)

    def within(self, items: Iterable[Item], label: Item) -> QuantityName:
        """Return P(x|k): a parameter, or the likelihood of all that is seen."""
        return QuantityName("P", tuple(items), (label,), self.model)

    def joint(self, label: Item, seen: Iterable[Item]) -> QuantityName:
        """Return P(k,x)."""
        return QuantityName("P", (label, *seen), (), self.model)

    def evidence(self, seen: Iterable[Item]) -> QuantityName:
        """Return P(x)."""
        return QuantityName("P", tuple(seen), (), self.model)

    def posterior(self, label: Item, seen: Iterable[Item]) -> QuantityName:
        """Return P(k|x)."""
        return QuantityName("P", (label,), tuple(seen), self.model)

    def decision(self, seen: Iterable[Item]) -> QuantityName:
        """Return argmax(x)."""
        return QuantityName("argmax", tuple(seen), (), self.model)

    def of_pair(self, head: str, pair: Pair, seen: Iterable[Item] = ()) -> QuantityName:
        """Return odds(k:l|x), lr(k:l|x), weight(k:l|a), ..., by its head."""
        return QuantityName(head, (pair,), tuple(seen), self.model)


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
