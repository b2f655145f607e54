"""The names of quantities: the types that a name is made of, and its canonical spelling.

How to read: `Item` is a class, cell, word or query; `QuantityName` a head with items before and
behind the bar; `Names` makes the usual ones of a model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from exactnb.core.naming.roles import Role
from exactnb.core.naming.spelling import is_numeral, quote
from exactnb.core.record import frozen
from exactnb.errors import HERE, Place

Kind = Literal["class", "general", "column", "cell", "word", "query"]
KINDS = ("class", "cell", "word", "query")
"""The kinds of items in canonical order; a column stands where its cells do."""

LAMBDA = "λ"
_IN_PARENTHESES = ("count", "argmax")
"""The heads whose parentheses stand even where nothing is in them: of all rows, of nothing observed."""


@frozen(slots=True)
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


LAMBDA_ITEM = Item("general", "", LAMBDA)
"""The λ of flips(λ|x), which is of no class and no column."""


@frozen(slots=True)
class Pair:
    """A pair of classes, as in odds(+:-|x)."""

    first: Item
    second: Item

    def spell(self) -> str:
        """Return the canonical spelling; labels in pairs are always bare."""
        return f"{quote(self.first.value)}:{quote(self.second.value)}"


@frozen(slots=True)
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
        text = (
            self.head if not inside and self.head not in _IN_PARENTHESES else f"{self.head}({inside})"
        )
        if self.index is not None:
            text += f"[{self.index}]"
        for wrapper in reversed(self.wrappers):
            text = f"-{text}" if wrapper == "-" else f"{wrapper}({text})"
        return text

    __str__ = spell

    @property
    def place(self) -> Place:
        """Return where a fault of this quantity is told."""
        return HERE.named(self.spell())

    def bare(self) -> QuantityName:
        """Return the name without the functions around it."""
        return replace(self, wrappers=())

    def wrapped(self, function: str) -> QuantityName:
        """Return the name with one more function around it: log2(P(x)), -P(x).

        >>> Names().evidence([Item("query", "", "e*")]).wrapped("log2").wrapped("-").spell()
        '-log2(P(e*))'
        """
        return replace(self, wrappers=(function, *self.wrappers))

    def unwrapped(self) -> QuantityName:
        """Return the name without the outermost function around it."""
        return replace(self, wrappers=self.wrappers[1:])

    def whole(self) -> QuantityName:
        """Return the name of all points of which this is one: boundary(k:l) for boundary(k:l)[1]."""
        return replace(self, index=None)

    def with_head(self, head: str) -> QuantityName:
        """Return the name of another quantity of the same things: odds(k:l|x) for lr(k:l|x)."""
        return replace(self, head=head)

    def given(self, seen: Iterable[Item]) -> QuantityName:
        """Return the name with other things behind the bar."""
        return replace(self, right=tuple(seen))

    def exchanged(self, item: Item, other: Item) -> QuantityName:
        """Return the name with one thing in the place of another, wherever it stands.

        >>> spam, ham = Item("class", "y", "+"), Item("class", "y", "-")
        >>> Names().posterior(spam, [Item("query", "", "e*")]).exchanged(spam, ham).spell()
        'P(-|e*)'
        """
        left = tuple(other if mentioned == item else mentioned for mentioned in self.left)
        right = tuple(other if mentioned == item else mentioned for mentioned in self.right)
        return replace(self, left=left, right=right)

    def of_class(self, label: Item) -> QuantityName:
        """Return what a name for a general class is for one of them: P(x|+) for P(x|k)."""
        general = next((item for item in self.items if item.kind == "general"), label)
        return self.exchanged(general, label)

    def in_general(self, general: Item) -> QuantityName:
        """Return the name for a general class, as it heads a row: P(x|k) for P(x|+)."""
        return self if self.label is None else self.exchanged(self.label, general)

    @property
    def before(self) -> tuple[Item, ...]:
        """Return what stands before the bar; a pair of classes is left out."""
        return tuple(item for item in self.left if isinstance(item, Item))

    @property
    def cells(self) -> dict[str, str]:
        """Return the value of each column that it mentions with one."""
        return {item.variable: item.value for item in self.items if item.kind == "cell"}

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns that it mentions as such, of no value."""
        return tuple(item.variable for item in self.items if item.kind == "column")

    @property
    def pair(self) -> Pair | None:
        """Return the pair of classes that it compares, if it compares two."""
        return next((pair for pair in self.left if isinstance(pair, Pair)), None)

    @property
    def is_probability(self) -> bool:
        """Say whether it is a probability itself, and no function of one."""
        return self.head == "P" and not self.wrappers

    @property
    def items(self) -> tuple[Item, ...]:
        """Return what it mentions, before the bar and behind it; pairs of classes are left out."""
        return (*self.before, *self.right)

    @property
    def label(self) -> Item | None:
        """Return the class that it mentions first, if it mentions one."""
        return class_among(self.items)

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
        if not self.is_probability:
            return Role.OTHER
        before, behind = (
            any(isinstance(item, Item) and item.kind == "class" for item in side)
            for side in (self.left, self.right)
        )
        # By where classes stand alone: what else is mentioned is what was seen, or is asked about.
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


@frozen(slots=True)
class Names:
    """Make the names of one model; "" is the model meant by default.

    >>> spam, email = Item("class", "class", "+"), Item("query", "", "e*")
    >>> names = Names()
    >>> [name.spell() for name in (names.joint(spam, [email]), names.decision([email]))]
    ['P(+,e*)', 'argmax(e*)']
    """

    model: str = ""

    def probability(self, items: Iterable[Item], given: Iterable[Item] = ()) -> QuantityName:
        """Return P(A|B), whatever it is to Bayes' rule."""
        return QuantityName("P", tuple(items), tuple(given), self.model)

    def prior(self, label: Item) -> QuantityName:
        """Return P(k)."""
        return self.probability((label,))

    def within(self, items: Iterable[Item], label: Item) -> QuantityName:
        """Return P(x|k): a parameter, or the likelihood of all that is seen."""
        return self.probability(items, (label,))

    def joint(self, label: Item, seen: Iterable[Item]) -> QuantityName:
        """Return P(k,x)."""
        return self.probability((label, *seen))

    def evidence(self, seen: Iterable[Item]) -> QuantityName:
        """Return P(x)."""
        return self.probability(seen)

    def posterior(self, label: Item, seen: Iterable[Item]) -> QuantityName:
        """Return P(k|x)."""
        return self.probability((label,), seen)

    def decision(self, seen: Iterable[Item]) -> QuantityName:
        """Return argmax(x)."""
        return QuantityName("argmax", tuple(seen), (), self.model)

    def accuracy(self) -> QuantityName:
        """Return accuracy, the share of training rows that are decided rightly."""
        return QuantityName("accuracy", (), (), self.model)

    def of_pair(self, head: str, pair: Pair, seen: Iterable[Item] = ()) -> QuantityName:
        """Return odds(k:l|x), lr(k:l|x), bias(k:l), weight(k:l|a), region(k:l), ..., by its head."""
        return QuantityName(head, (pair,), tuple(seen), self.model)

    def parameter(
        self, head: str, columns: Iterable[str] = (), label: Item | None = None
    ) -> QuantityName:
        """Return a parameter of columns of numbers: of some columns, of a class, of both or of all.

        >>> oat = Item("class", "kind", "oat")
        >>> rows = ("mean", ["length"], oat), ("variance", ["length"]), ("variance", [], oat)
        >>> [Names().parameter(*row).spell() for row in rows]
        ['mean(length|oat)', 'variance(length)', 'variance(oat)']
        """
        of_class = () if label is None else (label,)
        if items := tuple(map(column_item, columns)):
            return QuantityName(head, items, of_class, self.model)
        return QuantityName(head, of_class, (), self.model)


def count_name(*items: Item) -> QuantityName:
    """Return count(A,k): how many observations show all of some items; count, of all of them.

    >>> count_name(Item("cell", "a", "1"), Item("class", "y", "+")).spell()
    'count(a=1,+)'
    """
    return QuantityName("count", items)


def tokens_name(label: Item) -> QuantityName:
    """Return tokens(k), how many words the texts of a class have."""
    return QuantityName("tokens", (label,))


def frequency_name(items: Iterable[Item], given: Iterable[Item] = ()) -> QuantityName:
    """Return freq(A|B), a relative frequency in the data."""
    return QuantityName("freq", tuple(items), tuple(given))


def sum_name(head: str, columns: Iterable[str], label: Item) -> QuantityName:
    """Return sum(c,k), squares(c,k) or products(a,b,k): what the numbers of a class add up to.

    >>> sum_name("products", ["a", "b"], Item("class", "y", "+")).spell()
    'products(a,b,+)'
    """
    return QuantityName(head, (*map(column_item, columns), label))


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


def class_among(items: Iterable[Item]) -> Item | None:
    """Return the first class among some items, None where there is none."""
    return next((item for item in items if item.kind == "class"), None)


def column_item(column: str) -> Item:
    """Return the item of a column."""
    return Item("column", column, "")


def word_item(word: str, classes: Collection[str]) -> Item:
    """Return the item of a word; a class or a numeral has to be called a word.

    >>> word_item("dog", ["spam"]).spell(), word_item("spam", ["spam"]).spell()
    ('dog', 'word=spam')
    """
    return Item("word", "word" if word in classes or is_numeral(word) else "", word)
