"""What a model is made of beside its prior: blocks, each of which follows one family.

How to read: the abstract methods are what every kind of block answers, the others what only some do,
with the answer of the rest. The kinds are in `values.py`, `words.py` and `numbers.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from exactnb.core.arithmetic.ratio import Ratio
from exactnb.core.conventions import Conventions, Gamma, Smoothing
from exactnb.core.data.counts import Counts
from exactnb.core.data.power_sums import Source
from exactnb.core.expression.arrays import Distribution
from exactnb.core.expression.nodes import Expression
from exactnb.core.families import every_family
from exactnb.core.families.estimates import Estimate
from exactnb.core.families.misconceptions import (
    EstimateContext,
    EstimatedShare,
    Misconception,
    MisconceptionFormula,
)
from exactnb.core.families.observation import Observation
from exactnb.core.families.protocol import Family
from exactnb.core.families.smoothing import EstimateInputs
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError, listing, quoted

if TYPE_CHECKING:
    from exactnb.core.families.polynomials import Polynomial

Factors = tuple[tuple[str, Expression], ...]
"""Factors of a likelihood, each with the first column that it is of: "" for words."""

Distributed = tuple[Distribution, tuple[Expression, ...]]
"""A distribution and its parameters."""


class Block(ABC):
    """Columns, or the words of texts, that follow one family: what they show, and what that is worth.

    `cells` are the columns whose cells it looks at, `words` those that it draws from texts. A model
    asks its blocks, whatever they hold; how that is written is said by the family. What a block cannot
    be asked it answers so: there is none.
    """

    is_finite = True  # whether what its columns can show has an end, and is listed
    draws_words = False  # whether it is of words that are drawn from texts
    reason = "naive Bayes"  # why its factors stand beside each other
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

    def needs(self, visible_columns: Container[str]) -> Iterator[int]:
        """Yield how many shares a class needs, for each column that is known and has such."""
        return iter(())

    def free_parameter_count(self) -> int:
        """Return how many parameters it needs beside these, a shared one once."""
        return 0

    @abstractmethod
    def factors(self, observation: Observation, label: Item) -> Factors:
        """Return the factors of P(what is seen | class) that are its own."""

    def factor(self, column: str, value: str, label: Item) -> Expression:
        """Return the factor P(column = value | class)."""
        ((_, factor),) = self.factors(Observation({column: value}), label)
        return factor

    def factor_misconceptions(
        self, observation: Observation, label: Item
    ) -> Iterator[tuple[Misconception, Factors]]:
        """Yield what people take for these factors by mistake."""
        return iter(())

    @abstractmethod
    def single_factors(self, observation: Observation) -> Iterator[tuple[Item, int]]:
        """Yield what is seen that has a factor of its own, with how often it is seen."""

    @abstractmethod
    def linear_terms(self, observation: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield what is there, and is multiplied with a weight in a linear form."""

    def with_words(self, words: tuple[str, ...]) -> Block:
        """Return the block with a 0/1 column for each word that only queries show."""
        return self

    def with_source(self, source: Source) -> Block:
        """Return the block whose numbers are added up by another source."""
        return self

    @property
    def estimates_shares(self) -> bool:
        """Say whether its parameters are shares of counts, by a rule of smoothing."""
        return self.family.estimates_shares

    def check_rule(self, column: str, rule: Smoothing, *, is_explicit: bool) -> None:
        """Raise InputError for a rule by which a column, or the words, cannot be estimated.

        It is `is_explicit` of this column, or else of all that it fits.
        """
        if isinstance(rule, Gamma) and not self.family.takes_gamma:
            able = listing(family.name for family in every_family() if family.takes_gamma)
            kind = f"column {quoted(column)} is {self.family.name}"
            raise InputError(f"gamma is for the rates of {able} columns; {kind}")

    def uninformative(self, cells: Mapping[str, str]) -> frozenset[str]:
        """Return the columns that tell nothing where what is absent is ignored."""
        return frozenset()

    @property
    def has_independent_draws(self) -> bool:
        """Say whether, given the class, what was seen says nothing about what comes."""
        return True

    @abstractmethod
    def read(self, column: str, value: object) -> Mapping[str, str]:
        """Return the cell of a query as it is seen: in one spelling, or not at all.

        Raises InputError for what the column cannot show.
        """

    def spelled_cell(self, column: str, cell: str) -> str:
        """Return the cell of a row as it is seen."""
        return cell

    def choices_text(self) -> tuple[str, ...]:
        """Return the choices that the head of a solution tells."""
        return ()

    @abstractmethod
    def outcomes(
        self, column: str, label: Item, previous: tuple[str, ...] = ()
    ) -> Iterator[tuple[str, Factors, Factors]]:
        """Yield what may be drawn next, with its probability: the first factors over the second.

        Words are drawn from the column "", each given those that were drawn `previous` it.
        """

    # Parameters that have a name of their own, such as mean(c|k), and the factors written with them.

    def has(self, name: QuantityName) -> bool:
        """Say whether a name would be that of such a parameter if the model had no other block."""
        return False

    def joint_heads(self) -> frozenset[str]:
        """Return the heads of what all columns have together, as in variance(k), mean(k)."""
        return frozenset()

    def with_column_names(self) -> Block:
        """Return the block in a model in which another has such heads: names say a column."""
        return self

    def canonical(self, name: QuantityName) -> QuantityName:
        """Return the parameter that a name means: where it is shared, the one that all share.

        Raises InputError for a name that is no parameter of the block.
        """
        return name

    def short_name(self, name: QuantityName) -> QuantityName:
        """Return a parameter by the name that it would have if the model had no other block."""
        return name

    def arrays(self) -> Iterator[QuantityName]:
        """Yield the names of its vectors and matrices."""
        return iter(())

    def derived(self, name: QuantityName) -> tuple[Expression, str] | None:
        """Return the formula of a quantity made of parameters, and what it is; None for a parameter."""
        return None

    def supplied_value(self, name: QuantityName) -> Expression | None:
        """Return a parameter as it is given, None where it is estimated."""
        return None

    def estimate(self, name: QuantityName) -> Estimate | None:
        """Return how a parameter is estimated, None for what has no such parameters."""
        return None

    def deviating(self, name: QuantityName) -> tuple[QuantityName, list[Fraction]] | None:
        """Return the mean, and the numbers, whose deviations from it are behind a variance.

        None where they are too many to be listed.
        """
        return None

    @abstractmethod
    def misconceptions(
        self, name: QuantityName, context: EstimateContext
    ) -> Iterator[MisconceptionFormula]:
        """Yield what people take for an estimate by mistake, as its family does."""

    def has_line(self, columns: tuple[str, ...]) -> bool:
        """Say whether P(columns | class) is one factor that is no parameter, with a line of its own."""
        return False

    def line(self, cells: Mapping[str, str], label: Item) -> tuple[Expression, str]:
        """Return such a factor, written with parameters, and the words for it: "" where it is given.

        Raises InputError for a cell that cannot be asked about.
        """
        raise LookupError(f"{self.family.name} has no lines for factors")

    def line_misconceptions(
        self, cells: Mapping[str, str], label: Item
    ) -> Iterator[MisconceptionFormula]:
        """Yield what people take for such a factor by mistake."""
        return iter(())

    # What varies, where a column has no end.

    def together(self, columns: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """Yield the columns among some that have a factor: each its own, or all of them one."""
        observed = frozenset(columns)
        yield from ((column,) for column in self.cells if column in observed)

    def log_ratio(
        self, columns: tuple[str, ...], pair: tuple[Item, Item], cells: Mapping[str, str] | None = None
    ) -> Polynomial | None:
        """Return log P(columns | k)/P(columns | l) beside some cells, as a polynomial of the columns.

        None where it is none.
        """
        return None

    def distributed(self, column: str, label: Item) -> Distributed | None:
        """Return the distribution of a column in a class, None if it states no regions."""
        return None

    def corners(self, column: str, label: Item) -> tuple[Fraction, ...]:
        """Return the places between which the density of a column is a line; none if it is smooth."""
        return ()

    def score(
        self, columns: tuple[str, ...], cells: Mapping[str, str], label: Item
    ) -> tuple[Expression, ...]:
        """Return the terms of the log density without what all classes share, if it has such."""
        return ()

    # Shares of counts.

    def shares_block(self, item: Item) -> SharesBlock | None:
        """Return itself, if P(item | class) is one of the shares that it gives to what it shows."""
        return None

    def tokens(self, observation: Observation) -> Iterator[Item]:
        """Yield the words that are seen and drawn, one by one."""
        return iter(())

    def word_block(self, word: str) -> SharesBlock | None:
        """Return itself, if it looks at a word of texts."""
        return None

    def items(self) -> Iterator[Item]:
        """Yield what has such a parameter in each class."""
        return iter(())

    def shared(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each column, "" for words, with the values whose probabilities share a 1."""
        return iter(())


class SharesBlock(Block):
    """A block whose parameters are shares of counts, estimated by a rule of smoothing, or given."""

    def shares_block(self, item: Item) -> SharesBlock | None:
        """Return itself for what it shows."""
        return self if self.shows(item) else None

    @property
    @abstractmethod
    def is_tallied(self) -> bool:
        """Say whether words that were counted alike have factors that are alike."""

    @abstractmethod
    def tally(
        self, observation: Observation, columns: Container[str]
    ) -> Iterator[tuple[str, bool, int]]:
        """Yield the words of texts that are seen, whether each is there, and how often it is.

        `columns` are the names of what stands beside the texts.
        """

    @abstractmethod
    def word_item(self, word: str) -> Item:
        """Return the item of a word that is there."""

    @abstractmethod
    def shows(self, item: Item) -> bool:
        """Say whether an item is one of its cells or words."""

    @abstractmethod
    def is_parameter(self, item: Item) -> bool:
        """Say whether P(item | class) is a parameter of its own."""

    @abstractmethod
    def complement(self, item: Item, label: Item) -> Expression:
        """Return what P(item | class) is, where it is no parameter: what the others leave."""

    @abstractmethod
    def supplied_share(self, item: Item, label: Item) -> Ratio | None:
        """Return P(item | class) where it is given."""

    @abstractmethod
    def rule(self, item: Item) -> Smoothing:
        """Return the rule by which a parameter is estimated."""

    @abstractmethod
    def inputs(
        self, item: Item, label: Item, counts: Counts, *, partial: bool = False
    ) -> EstimateInputs:
        """Return what the estimate of a parameter rests on; `partial` columns some rows do not show."""

    @abstractmethod
    def estimated(self, name: QuantityName, context: EstimateContext) -> EstimatedShare:
        """Return an estimate with all that was counted beside it."""

    @abstractmethod
    def place(self, item: Item) -> tuple[str, str]:
        """Return where notations look up the family of a parameter: column and value."""
