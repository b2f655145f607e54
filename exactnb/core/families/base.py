"""The hooks of a family of distributions, what a case shows to it, what its formulas are made of."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from exactnb.core.conventions import Add, Conventions, Smoothing
from exactnb.core.expression.nodes import Expression, Integer, Product, Reference, factorial
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.naming.names import Item, Names, count_name, tokens_name, word_item
from exactnb.core.record import frozen


@frozen(slots=True)
class Column:
    """A column and its values, in order."""

    name: str
    values: tuple[str, ...]

    def cell(self, value: str) -> Item:
        """Return the item `column=value`."""
        return Item("cell", self.name, value)


@frozen(slots=True)
class Bag:
    """The words of texts: each text is a bag of them. A word that is a class is called a word."""

    words: tuple[str, ...]
    classes: tuple[str, ...] = ()

    def item(self, word: str) -> Item:
        """Return the item of a word."""
        return word_item(word, self.classes)


@frozen(slots=True)
class Observation:
    """What is seen in one case: cells, bags of words (whole texts), and words drawn one by one.

    `ignored` are the columns that a query or row names and a model does not look at.
    """

    cells: Mapping[str, str] = field(default_factory=dict)
    bags: tuple[Mapping[str, int], ...] = ()
    draws: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    def words(self) -> dict[str, int]:
        """Return how often each word is seen in all of it.

        >>> Observation(bags=({"a": 2}, {"b": 1}), draws=("a",)).words()
        {'a': 3, 'b': 1}
        """
        counts: Counter[str] = Counter()
        for words in (*self.bags, self.draws):
            counts.update(words)
        return dict(counts)

    def has_text(self) -> bool:
        """Say whether a text or a word is seen; a text may be without any word that counts.

        >>> Observation(bags=({},)).has_text(), Observation(cells={"a": "1"}).has_text()
        (True, False)
        """
        return bool(self.bags or self.draws)


class ValueFamily(BaseFamily):
    """State how one column is distributed within a class, by formulas over counts."""

    hits: tuple[str, str]  # phrases for what an estimate counts: in rows of a table, in documents

    def check_values(self, column: str, values: tuple[str, ...]) -> None:
        self.check(Column(column, values))

    def phrases(self, noun: str, *, partial: bool, word: bool) -> dict[str, str]:
        hits = self.hits[word].replace("documents", noun).replace("rows", noun)
        trials = f"{noun} of class k" + (" that show the column" if partial else "")
        return {"hits": hits, "trials": trials, "cells": "number of values"}

    @abstractmethod
    def check(self, column: Column) -> None:
        """Raise InputError, with no path, if the values of `column` do not suit the family."""

    @abstractmethod
    def parameters(self, column: Column) -> tuple[str, ...]:
        """Return the values of `column` that have a parameter of their own, in order."""

    @abstractmethod
    def factor(self, column: Column, value: str, label: Item, model: str) -> Expression:
        """Return P(`column` = `value` | class `label`), written with the parameters of `model`."""


class WordFamily(BaseFamily):
    """State how the words of a text are distributed within a class, by formulas over counts."""

    domain = "words"
    draws_words = True
    rule_value = "w"
    reason: str  # why the factors of a text are these

    def phrases(self, noun: str, *, partial: bool, word: bool) -> dict[str, str]:
        hits, trials = "count of w in class k", "tokens of class k"
        phrases = {"hits": hits, "trials": trials, "cells": "size of the vocabulary"}
        return phrases | {"pseudocount": "λ of the word", "default": "p of the word"}

    @abstractmethod
    def check(self, bag: Bag, conventions: Conventions) -> None:
        """Raise InputError, with its path, if `conventions` do not suit the family for `bag`."""

    @abstractmethod
    def factors(
        self, bag: Bag, observation: Observation, label: Item, model: str, conventions: Conventions
    ) -> tuple[Expression, ...]:
        """Return the factors of P(`observation` | class `label`): of texts, then of single words.

        `bag` has the words with their counts, `model` the name of the model, "" if there is one, and
        `conventions` say what is done about unknown words.
        """


PRIOR = "prior"
"""The role of the prior's rule; the other roles are names of families."""


def rule_phrases(
    family: BaseFamily | None, noun: str, rule: Smoothing, *, partial: bool = False, word: bool = False
) -> dict[str, str]:
    """Return the phrase of each role in a smoothing `rule`, for `family` or, if None, for the prior.

    `noun` names the observations: rows, documents. `partial` says that some of them leave the column
    empty, `word` that the column is a word of texts.
    """
    phrases = {"pseudocount": "λ of the value", "total": "sum of all λ", "default": "p of the value"}
    value_noun = "values"
    if family is None:
        phrases |= {"hits": f"{noun} of class k", "trials": noun, "cells": "number of classes"}
    else:
        phrases |= family.phrases(noun, partial=partial, word=word)
        value_noun = "words" if family.draws_words else value_noun
    if isinstance(rule, Add) and rule.cells == "class":
        phrases["cells"] = f"number of {value_noun} seen in class k"
    elif isinstance(rule, Add) and rule.cells == "slot":
        phrases["cells"] = "number of cells, one more for what is unseen"
    return phrases


def count_reference(*items: Item) -> Reference:
    """Return a reference to the count of the observations with all of `items`."""
    return Reference(count_name(*items))


def tokens_reference(label: Item) -> Reference:
    """Return a reference to the number of words in class `label`, repeats included."""
    return Reference(tokens_name(label))


def probability(left: tuple[Item, ...], right: tuple[Item, ...] = (), model: str = "") -> Reference:
    """Return a reference to P(`left` | `right`) in `model`."""
    return Reference(Names(model).probability(left, right))


def coefficient(bag: Mapping[str, int]) -> list[Expression]:
    """Return n!/∏x! of the words in `bag`: one factor, or none for a text without words.

    >>> from exactnb.core.expression.spell import spell
    >>> [spell(factor) for factor in coefficient({"a": 4, "b": 3, "c": 1})]
    ['8! / (4! * 3! * 1!)']
    """
    counts = [times for times in bag.values() if times]
    if not counts:
        return []
    return [factorial(sum(counts)) / Product.of(map(factorial, counts))]


def binomial(total: int, chosen: int) -> tuple[Expression, ...]:
    """Return n!/(k!·(n − k)!), n = `total` and k = `chosen`: one factor, or none where it is 1.

    >>> from exactnb.core.expression.spell import spell
    >>> [spell(factor) for factor in binomial(6, 4)]
    ['6! / (4! * 2!)']
    """
    if chosen in (0, total):
        return ()
    return (factorial(total) / (factorial(chosen) * factorial(total - chosen)),)


def power(base: Expression, exponent: int) -> Expression:
    """Return a power as people write it: 1 for an `exponent` of 0, the base alone for 1."""
    if exponent < 2:
        return base if exponent else Integer(1)
    return base**exponent
