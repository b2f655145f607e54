"""What a model is made of beside its prior: blocks, each of which follows one family."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping
from fractions import Fraction

from exactnb.conventions import Conventions
from exactnb.expression.nodes import Expression
from exactnb.families.misconceptions import Misconception
from exactnb.families.observation import Observation
from exactnb.families.protocol import Family
from exactnb.families.sample import Source
from exactnb.naming.names import Item, QuantityName

Factors = tuple[tuple[str, Expression], ...]
"""Factors of a likelihood, each with the first column that it is of: "" for words."""


class Block(ABC):
    """Columns, or the words of texts, that follow one family: what they show, and what that is worth.

    `cells` are the columns whose cells it looks at, `words` those that it draws from texts. A model
    asks its blocks, whatever they hold; how that is written is said by the family.
    """

    is_of_shares = True  # whether its parameters are shares of counts, by a rule of smoothing
    family: Family
    classes: tuple[Item, ...]
    model: str
    conventions: Conventions

    @property
    @abstractmethod
    def cells(self) -> tuple[str, ...]:
        """Return the columns whose cells it looks at."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words that are drawn."""
        return ()

    def values(self, column: str) -> tuple[str, ...]:
        """Return the values that a column can have, none where there is no end of them."""
        return ()

    @abstractmethod
    def check(self) -> None:
        """Raise InputError, with its key, if the family does not suit what the block holds."""

    @abstractmethod
    def parameters(self) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the names of each parameter: one for every class, or a single one that they share."""

    def needs(self, known: Container[str]) -> Iterator[int]:
        """Yield how many shares a class needs, for each column that is known and has such."""
        return iter(())

    @abstractmethod
    def factors(self, seen: Observation, label: Item) -> Factors:
        """Return the factors of P(what is seen | class) that are its own."""

    def factor_misconceptions(
        self, seen: Observation, label: Item
    ) -> Iterator[tuple[Misconception, Factors]]:
        """Yield what people take for these factors by mistake."""
        return iter(())

    @abstractmethod
    def single_factors(self, seen: Observation) -> Iterator[tuple[Item, int]]:
        """Yield what is seen that has a factor of its own, with how often it is seen."""

    @abstractmethod
    def linear_terms(self, seen: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield what is there, and is multiplied with a weight in a linear form."""

    def with_source(self, source: Source) -> Block:
        """Return the block whose numbers are added up by another source."""
        return self

    def uninformative(self, cells: Mapping[str, str]) -> frozenset[str]:
        """Return the columns that tell nothing where what is absent is ignored."""
        return frozenset()

    @property
    def is_apart(self) -> bool:
        """Say whether, given the class, what was seen says nothing about what comes."""
        return True

    @abstractmethod
    def read(self, column: str, value: object) -> Mapping[str, str]:
        """Return the cell of a query as it is seen: in one spelling, or not at all.

        Raises InputError for what the column cannot show.
        """

    def shown(self, column: str, cell: str) -> str:
        """Return the cell of a row as it is seen."""
        return cell

    @property
    def reason(self) -> str:
        """Return why the factors stand beside each other."""
        return "naive Bayes"

    def choices_in_words(self) -> tuple[str, ...]:
        """Return the choices that the head of a solution tells."""
        return ()

    @abstractmethod
    def outcomes(
        self, column: str, label: Item, before: tuple[str, ...] = ()
    ) -> Iterator[tuple[str, Factors, Factors]]:
        """Yield what may be drawn next, with its probability: the first factors over the second.

        Words are drawn from the column "", each given those that were drawn `before` it.
        """
