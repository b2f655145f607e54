"""The names of quantities: the types that a name is made of, and its canonical spelling.

How to read: `Item` is a class, cell, word or query; `QuantityName` is a head with items on both sides
of the bar; `Names` makes the common names of one model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Literal

from exactnb.core.naming.grammar import is_numeral, quote
from exactnb.core.record import HashedOnce, frozen
from exactnb.errors import HERE, Place

Kind = Literal["letter", "class", "general", "column", "cell", "word", "query"]

KINDS = ("class", "cell", "word", "query")
"""The kinds of items in canonical order; a column has the place of its cells."""

LAMBDA = "λ"
ESTIMATE = "estimate"
"""The head of a parameter that has a letter: estimate(s,speed|k)."""

_IN_PARENTHESES = ("count", "argmax")
"""The heads that keep empty parentheses: count() of all rows, argmax() without an observation."""


class Role(Enum):
    """The role of a probability in Bayes' rule."""

    PRIOR = "prior"
    WITHIN = "within a class"  # P(a|k), an estimate, or P(x|k), a likelihood
    JOINT = "joint"
    EVIDENCE = "evidence"
    POSTERIOR = "posterior"
    OTHER = "other"


@frozen(slots=True)
class Item(HashedOnce):
    """One thing that a name mentions: a class, a cell `column=value`, a column, a word or a query.

    The letter of a parameter that a family of one's own has is one too, in estimate(s,speed|k).

    `variable` is the class variable or the column; `value` is the label, the cell's value, the word or
    the query's id. The `variable` of a word is "word" if its spelling must say so: word=spam.

    >>> Item("cell", "Sky", "Blue").spell(), Item("class", "y", "+").spell()
    ('Sky=Blue', '+')
    >>> Item("class", "y", "0").spell()
    'y=0'
    """

    kind: Kind
    variable: str
    value: str
    __hash__ = HashedOnce.__hash__

    def spell(self) -> str:
        """Return the canonical spelling."""
        if self.kind == "cell" or (self.kind == "class" and is_numeral(self.value)):
            return f"{quote(self.variable)}={quote(self.value)}"
        if self.kind == "column":
            return quote(self.variable)
        value = quote(self.value)
        return f"word={value}" if self.kind == "word" and self.variable else value


LAMBDA_ITEM = Item("general", "", LAMBDA)
"""The λ of flips(λ|x), which belongs to no class and no column."""


@frozen(slots=True)
class Pair:
    """A pair of classes, as in odds(+:-|x)."""

    first: Item
    second: Item

    def spell(self) -> str:
        """Return the canonical spelling; labels in pairs are always bare."""
        return f"{quote(self.first.value)}:{quote(self.second.value)}"


@frozen(slots=True)
class QuantityName(HashedOnce):
    """The name of a quantity, resolved: the meaning of `P(+|e*)` in one problem.

    `head` is the word before the parentheses; `left` and `right` are the items on both sides of the
    bar. `model` is "" for the default model; `index` selects one of several points, as in
    boundary(k:l)[1]. `wrappers` are the functions around it, outermost first: ("-", "log2") is
    -log2(...).

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
    __hash__ = HashedOnce.__hash__

    def spell(self) -> str:
        """Return the canonical spelling, which is unique in its problem."""
        inside = ",".join(item.spell() for item in self.left)
        if self.right:
            inside += "|" + ",".join(item.spell() for item in self.right)
        if self.model:
            inside += "; " + quote(self.model)
        has_parentheses = inside or self.head in _IN_PARENTHESES
        text = f"{self.head}({inside})" if has_parentheses else self.head
        if self.index is not None:
            text += f"[{self.index}]"
        for wrapper in reversed(self.wrappers):
            text = f"-{text}" if wrapper == "-" else f"{wrapper}({text})"
        return text

    __str__ = spell

    @property
    def place(self) -> Place:
        """Return the place that errors about this quantity name."""
        return HERE.named(self.spell())

    def bare(self) -> QuantityName:
        """Return the name without the functions around it."""
        return replace(self, wrappers=()) if self.wrappers else self

    def wrapped(self, function: str) -> QuantityName:
        """Return the name with one more `function` around it: log2(P(x)), -P(x).

        >>> Names().evidence([Item("query", "", "e*")]).wrapped("log2").wrapped("-").spell()
        '-log2(P(e*))'
        """
        return replace(self, wrappers=(function, *self.wrappers))

    def unwrapped(self) -> QuantityName:
        """Return the name without the outermost function around it."""
        return replace(self, wrappers=self.wrappers[1:])

    def without_index(self) -> QuantityName:
        """Return the name of all points instead of one: boundary(k:l) for boundary(k:l)[1]."""
        return replace(self, index=None)

    def with_head(self, head: str) -> QuantityName:
        """Return the name of another quantity, `head`, of the same items: odds(k:l|x) for lr(k:l|x)."""
        return replace(self, head=head)

    def with_condition(self, condition: Iterable[Item]) -> QuantityName:
        """Return the name with `condition` behind the bar."""
        return replace(self, right=tuple(condition))

    def exchanged(self, item: Item, replacement: Item) -> QuantityName:
        """Return the name with `replacement` for `item` on both sides of the bar.

        >>> spam, ham = Item("class", "y", "+"), Item("class", "y", "-")
        >>> Names().posterior(spam, [Item("query", "", "e*")]).exchanged(spam, ham).spell()
        'P(-|e*)'
        """
        left = tuple(replacement if mentioned == item else mentioned for mentioned in self.left)
        right = tuple(replacement if mentioned == item else mentioned for mentioned in self.right)
        return replace(self, left=left, right=right)

    def with_class(self, label: Item) -> QuantityName:
        """Return the name with `label` for its general class: P(x|+) for P(x|k)."""
        general = next((item for item in self.items if item.kind == "general"), label)
        return self.exchanged(general, label)

    def with_general_class(self, general: Item) -> QuantityName:
        """Return the name with a `general` class for its class, to head a row: P(x|k) for P(x|+)."""
        return self if self.label is None else self.exchanged(self.label, general)

    @property
    def subjects(self) -> tuple[Item, ...]:
        """Return the items before the bar, without a pair of classes."""
        return tuple([item for item in self.left if isinstance(item, Item)])  # asked of every name

    @property
    def cells(self) -> dict[str, str]:
        """Return the value of each column that is mentioned with a value."""
        return {item.variable: item.value for item in self.items if item.kind == "cell"}

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns that are mentioned without a value."""
        return tuple(item.variable for item in self.items if item.kind == "column")

    @property
    def parameter(self) -> str:
        """Return what a parameter is called: its head, or the letter of an estimate of one's own."""
        first = self.left[0] if self.left else None
        return first.value if isinstance(first, Item) and first.kind == "letter" else self.head

    @property
    def pair(self) -> Pair | None:
        """Return the pair of classes that is compared, or None."""
        return next((pair for pair in self.left if isinstance(pair, Pair)), None)

    @property
    def is_probability(self) -> bool:
        """Say whether the name is that of a probability, not of a function of one."""
        return self.head == "P" and not self.wrappers

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the items on both sides of the bar, without a pair of classes."""
        return (*self.subjects, *self.right)

    @property
    def label(self) -> Item | None:
        """Return the first class among the items, or None."""
        sides = (*self.left, *self.right)  # asked of every name, by every edit: no tuple more
        return next((item for item in sides if isinstance(item, Item) and item.kind == "class"), None)

    @property
    def observed(self) -> tuple[Item, ...]:
        """Return the items that are not classes, in order."""
        return tuple(item for item in self.items if item.kind not in ("class", "general"))

    @property
    def role(self) -> Role:
        """Return the role of a probability in Bayes' rule.

        >>> spam, email = Item("class", "class", "+"), Item("query", "", "e*")
        >>> Names().posterior(spam, [email]).role, Names().prior(spam).role
        (<Role.POSTERIOR: 'posterior'>, <Role.PRIOR: 'prior'>)
        """
        if not self.is_probability:
            return Role.OTHER
        class_in_event, class_in_condition = (
            any(isinstance(item, Item) and item.kind == "class" for item in side)
            for side in (self.left, self.right)
        )
        # Only a class that is alone on its side has a role: P(+,a|x) is neither posterior nor joint.
        alone = len(self.left) == 1
        match class_in_event, class_in_condition, bool(self.right):
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
    """Make the names of the quantities of one `model`; "" is the default model.

    >>> spam, email = Item("class", "class", "+"), Item("query", "", "e*")
    >>> names = Names()
    >>> [name.spell() for name in (names.joint(spam, [email]), names.decision([email]))]
    ['P(+,e*)', 'argmax(e*)']
    """

    model: str = ""

    def probability(self, items: Iterable[Item], condition: Iterable[Item] = ()) -> QuantityName:
        """Return P(A|B), of `items` A and a `condition` B, whatever its role."""
        return QuantityName("P", tuple(items), tuple(condition), self.model)

    def prior(self, label: Item) -> QuantityName:
        """Return P(k), the prior of the class `label`."""
        return self.probability((label,))

    def given(self, items: Iterable[Item], label: Item) -> QuantityName:
        """Return P(x|k) of `items` x and the class `label`: a parameter or a likelihood."""
        return self.probability(items, (label,))

    def joint(self, label: Item, observed: Iterable[Item]) -> QuantityName:
        """Return P(k,x), the joint of the class `label` and the `observed` items."""
        return self.probability((label, *observed))

    def evidence(self, observed: Iterable[Item]) -> QuantityName:
        """Return P(x), the evidence of the `observed` items."""
        return self.probability(observed)

    def posterior(self, label: Item, observed: Iterable[Item]) -> QuantityName:
        """Return P(k|x), the posterior of the class `label` given the `observed` items."""
        return self.probability((label,), observed)

    def decision(self, observed: Iterable[Item]) -> QuantityName:
        """Return argmax(x), the decision about the `observed` items."""
        return QuantityName("argmax", tuple(observed), (), self.model)

    def accuracy(self) -> QuantityName:
        """Return accuracy, the share of training rows that are decided correctly."""
        return QuantityName("accuracy", (), (), self.model)

    def of_pair(self, head: str, pair: Pair, observed: Iterable[Item] = ()) -> QuantityName:
        """Return a comparison of a `pair` of classes, by its `head`: odds(k:l|x), bias(k:l).

        `observed` are the items behind the bar.
        """
        return QuantityName(head, (pair,), tuple(observed), self.model)

    def parameter(
        self, head: str, columns: Iterable[str] = (), label: Item | None = None
    ) -> QuantityName:
        """Return the parameter `head` of numeric `columns` (() for all) and class `label` (None: all).

        >>> oat = Item("class", "kind", "oat")
        >>> rows = ("mean", ["length"], oat), ("variance", ["length"]), ("variance", [], oat)
        >>> [Names().parameter(*row).spell() for row in rows]
        ['mean(length|oat)', 'variance(length)', 'variance(oat)']
        >>> Names().parameter("s", ["length"], oat).spell()
        'estimate(s,length|oat)'
        """
        condition = () if label is None else (label,)
        if len(head) == 1:  # the letter of a family of one's own
            items = (Item("letter", "", head), *map(column_item, columns))
            return QuantityName(ESTIMATE, items, condition, self.model)
        if items := tuple(map(column_item, columns)):
            return QuantityName(head, items, condition, self.model)
        return QuantityName(head, condition, (), self.model)


def count_name(*items: Item) -> QuantityName:
    """Return count(A,k), the number of rows with all `items`; without items, that of all rows.

    >>> count_name(Item("cell", "a", "1"), Item("class", "y", "+")).spell()
    'count(a=1,+)'
    """
    return QuantityName("count", items)


def tokens_name(label: Item) -> QuantityName:
    """Return tokens(k), the number of words in the texts of the class `label`."""
    return QuantityName("tokens", (label,))


def frequency_name(items: Iterable[Item], condition: Iterable[Item] = ()) -> QuantityName:
    """Return freq(A|B), the relative frequency of `items` among the rows with `condition`."""
    return QuantityName("freq", tuple(items), tuple(condition))


def sum_name(head: str, columns: Iterable[str], label: Item) -> QuantityName:
    """Return sum(c,k), squares(c,k) or products(a,b,k) by `head`, of `columns` and class `label`.

    >>> sum_name("products", ["a", "b"], Item("class", "y", "+")).spell()
    'products(a,b,+)'
    """
    return QuantityName(head, (*map(column_item, columns), label))


def in_order(
    items: Iterable[Item], places: Mapping[str, int], kinds: Sequence[str] = KINDS
) -> tuple[Item, ...]:
    """Return `items` in canonical order: by kind, in the order of `kinds`, then by their `places`.

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
    """Return the first class among `items`, or None."""
    return next((item for item in items if item.kind == "class"), None)


def column_item(column: str) -> Item:
    """Return the item of the column named `column`."""
    return Item("column", column, "")


def word_item(word: str, classes: Collection[str]) -> Item:
    """Return the item of `word`; one spelled like one of `classes` or a number is word=....

    >>> word_item("dog", ["spam"]).spell(), word_item("spam", ["spam"]).spell()
    ('dog', 'word=spam')
    """
    return Item("word", "word" if word in classes or is_numeral(word) else "", word)
