"""The parts of a model beside its prior: blocks, each of which follows one family.

How to read: the abstract methods are what every kind of block answers, the others what only some do,
with the answer of the rest. The kinds are in `values.py`, `words.py` and `numbers.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.conventions import Conventions, Gamma, Smoothing
from exactnb.core.data.counts import Counts, Source
from exactnb.core.expression.general_nodes import Distribution
from exactnb.core.expression.nodes import Expression
from exactnb.core.families import every_family
from exactnb.core.families.base import Observation, count_reference, probability
from exactnb.core.families.estimates import Estimate, EstimateContext, EstimatedShare, EstimateInputs
from exactnb.core.families.protocol import BaseFamily, Misconception
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError, listing, quoted

Factors = tuple[tuple[str, Expression], ...]
"""Factors of a likelihood, each with the first column that it is of: "" for words."""

Outcomes = Iterator[tuple[str, Factors, Factors]]
"""What may be drawn, each with factors whose product is divided by that of the others."""

Distributed = tuple[Distribution, tuple[Expression, ...]]
"""A distribution and its parameters."""

Columns = tuple[str, ...]
Polynomial = Mapping[Columns, Expression]
"""A log-ratio: coefficients by the columns they stand before; x² is ("x", "x"), the constant ()."""

CONSTANT: Columns = ()

Pair = tuple[Item, Item]
"""Two classes that are compared."""


class Block(ABC):
    """Columns, or the words of texts, that follow one family, with their parameters and factors.

    `cells` are the columns whose cells it reads, `words` the vocabulary that it draws from. A model
    asks its blocks without knowing their kind; formulas come from the family. A question that does not
    apply to a block gets an empty answer or None.
    """

    is_finite = True  # whether its columns have finitely many values, which are listed
    states_values = False  # whether somebody stated its values, so that none of them is a slip
    draws_words = False  # whether it holds words drawn from texts
    reason = "naive Bayes"  # why its factors are multiplied
    family: BaseFamily
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
        """Return the values that `column` can have; none if they are infinitely many."""
        return ()

    @abstractmethod
    def check(self) -> None:
        """Raise InputError, with its key, if the family does not suit what the block holds."""

    @abstractmethod
    def parameters_across_classes(self) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the names of each parameter: one for every class, or a single one that they share."""

    def free_parameter_counts(self, visible_columns: Container[str]) -> Iterator[int]:
        """Yield how many free shares a class has, for each of its columns in `visible_columns`."""
        return iter(())

    def free_parameter_count(self) -> int:
        """Return how many other free parameters it has, counting a shared one once."""
        return 0

    @abstractmethod
    def factors(self, observation: Observation, label: Item) -> Factors:
        """Return the factors of P(`observation` | class `label`) that belong to the block."""

    def factor(self, column: str, value: str, label: Item) -> Expression:
        """Return the factor P(`column` = `value` | class `label`)."""
        ((_, factor),) = self.factors(Observation({column: value}), label)
        return factor

    def mistaken_factors(
        self, misconception: Misconception, observation: Observation, label: Item
    ) -> Factors | None:
        """Return the factors of `observation` in class `label` with a `misconception`, or None."""
        return None

    @abstractmethod
    def items_with_own_factor(self, observation: Observation) -> Iterator[tuple[Item, int]]:
        """Yield each item of `observation` that has a factor of its own, with its count."""

    @abstractmethod
    def linear_terms(self, observation: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield each item of `observation` that has a weight in a linear form, with its coefficient."""

    def with_words(self, words: tuple[str, ...]) -> Block:
        """Return the block with a 0/1 column for each of `words`, which occur only in queries."""
        return self

    def with_source(self, source: Source) -> Block:
        """Return the block with its sums of numbers taken from `source`."""
        return self

    def check_rule(self, column: str, rule: Smoothing, *, is_explicit: bool) -> None:
        """Raise InputError if `rule` cannot smooth `column`, or the words.

        `is_explicit` says that the rule names this column; one for all columns skips those that it
        does not fit.
        """
        if isinstance(rule, Gamma) and not self.family.takes_gamma:
            able = listing(family.name for family in every_family() if family.takes_gamma)
            kind = f"column {quoted(column)} is {self.family.name}"
            raise InputError(f"gamma is for the rates of {able} columns; {kind}")

    def uninformative_columns(self, cells: Mapping[str, str]) -> frozenset[str]:
        """Return the columns of `cells` whose value says nothing when absent features are ignored."""
        return frozenset()

    @abstractmethod
    def read(self, column: str, value: object) -> Mapping[str, str]:
        """Return the cell of a query in its one spelling; an empty mapping if it is dropped.

        Raises InputError for a `value` that `column` cannot have.
        """

    def spelled_cell(self, column: str, cell: str) -> str:
        """Return the `cell` of a row in the one spelling that `column` has for it."""
        return cell

    @abstractmethod
    def outcomes(self, column: str, label: Item, previous: tuple[str, ...] = ()) -> Outcomes:
        """Yield each possible outcome of `column`, with its probability in class `label`.

        The probability is the product of the first factors over that of the second. Words are drawn
        from the column "", each conditional on the `previous` words.
        """

    # Parameters that have a name of their own, such as mean(c|k), and the factors written with them.

    def has(self, name: QuantityName) -> bool:
        """Say whether `name` would name such a parameter if the model had no other block."""
        return False

    def with_column_names(self) -> Block:
        """Return the block for a model with another of the same joint heads: names include a column."""
        return self

    def canonical(self, name: QuantityName) -> QuantityName:
        """Return the parameter that `name` means: if it is shared, the one name that all share.

        Raises InputError for a name that is no parameter of the block.
        """
        return name

    def short_name(self, name: QuantityName) -> QuantityName:
        """Return the name that parameter `name` would have if the model had no other block."""
        return name

    def array_names(self) -> Iterator[QuantityName]:
        """Yield the names of its vectors and matrices."""
        return iter(())

    def derived_formula(self, name: QuantityName) -> tuple[Expression, str] | None:
        """Return the formula of `name` from parameters, with its reason; None if it is a parameter."""
        return None

    def supplied_value(self, name: QuantityName) -> Expression | None:
        """Return the parameter `name` as it was supplied; None if it is estimated."""
        return None

    def estimate(self, name: QuantityName) -> Estimate | None:
        """Return how the parameter `name` is estimated; None if the block has no such parameters."""
        return None

    def numbers_about_mean(self, name: QuantityName) -> tuple[QuantityName, list[Fraction]] | None:
        """Return the mean and the numbers whose squared deviations make up the variance `name`.

        None if the numbers are too many to be listed.
        """
        return None

    def has_factor_line(self, columns: tuple[str, ...]) -> bool:
        """Say whether P(`columns` | class) is one factor with a line of its own, and no parameter."""
        return False

    def factor_line(self, cells: Mapping[str, str], label: Item) -> tuple[Expression, str]:
        """Return P(`cells` | class `label`) written with parameters, and its reason, "" if supplied.

        Raises InputError for a cell that the family has no probability for.
        """
        raise LookupError(f"{self.family.name} has no lines for factors")

    # What varies, where a column has no end.

    def factor_groups(self, columns: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """Yield those of `columns` that share a factor: one by one, or all together."""
        observed = frozenset(columns)
        yield from ((column,) for column in self.cells if column in observed)

    def log_ratio(
        self, columns: Columns, pair: Pair, cells: Mapping[str, str] | None = None
    ) -> Polynomial | None:
        """Return log P(columns | k)/P(columns | l) as a polynomial in `columns`; None if it is none.

        `pair` has the two classes, `cells` the observed cells, which may hold a covariate.
        """
        return None

    def distribution_with_regions(self, column: str, label: Item) -> Distributed | None:
        """Return the distribution of `column` in class `label`; None if it has no region formulas."""
        return None

    def measurement_distribution(self, column: str, label: Item) -> Distributed | None:
        """Return the distribution of `column` in class `label` if it holds measurements, else None."""
        return None

    def corners(self, column: str, label: Item) -> tuple[Fraction, ...]:
        """Return where the density of `column` in class `label` has corners; none if it is smooth."""
        return ()

    def score(
        self, columns: tuple[str, ...], cells: Mapping[str, str], label: Item
    ) -> tuple[Expression, ...]:
        """Return the terms of the log density of `cells` in class `label` that differ between classes.

        `columns` are those of the block that are observed, in their order.
        """
        return ()

    # Shares of counts.

    def shares_block(self, item: Item) -> SharesBlock | None:
        """Return itself if P(`item` | class) is one of its shares, else None."""
        return None

    def tokens(self, observation: Observation) -> Iterator[Item]:
        """Yield the drawn words of `observation`, one by one."""
        return iter(())

    def word_block(self, word: str) -> SharesBlock | None:
        """Return itself if it has a factor for `word` of texts, else None."""
        return None

    def items(self) -> Iterator[Item]:
        """Yield the items that have a share in each class."""
        return iter(())

    def share_columns(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each column ("" for words) with the values whose probabilities sum to 1."""
        return iter(())


class SharesBlock(Block):
    """A block whose parameters are shares of counts, estimated by a rule of smoothing, or given."""

    def shares_block(self, item: Item) -> SharesBlock | None:
        return self if self.has_item(item) else None

    def parameters_across_classes(self) -> Iterator[tuple[QuantityName, ...]]:
        for item in self.items():
            yield tuple(probability((item,), (k,), self.model).name for k in self.classes)

    @property
    @abstractmethod
    def is_tallied(self) -> bool:
        """Say whether words with equal counts have equal factors."""

    @abstractmethod
    def word_occurrences(
        self, observation: Observation, columns: Container[str]
    ) -> Iterator[tuple[str, bool, int]]:
        """Yield each word of texts in `observation`, whether it is present, and how often.

        `columns` names the table columns of the model, which are no words.
        """

    @abstractmethod
    def word_item(self, word: str) -> Item:
        """Return the item of the present `word`."""

    @abstractmethod
    def has_item(self, item: Item) -> bool:
        """Say whether `item` is one of its cells or words."""

    def is_parameter(self, item: Item) -> bool:
        """Say whether P(`item` | class) is a parameter, not derived from others."""
        return True

    def share_from_others(self, item: Item, label: Item) -> Expression:
        """Return P(`item` | class `label`), 1 minus the other shares where it is no parameter."""
        return probability((item,), (label,), self.model)

    @abstractmethod
    def supplied_share(self, item: Item, label: Item) -> Ratio | None:
        """Return the supplied P(`item` | class `label`); None if none was supplied."""

    @abstractmethod
    def rule(self, item: Item) -> Smoothing:
        """Return the smoothing rule of the parameter of `item`."""

    @abstractmethod
    def estimate_inputs(
        self, item: Item, label: Item, counts: Counts, *, partial: bool = False
    ) -> EstimateInputs:
        """Return the inputs of the estimate of P(`item` | class `label`) from `counts`.

        `partial` says that some rows leave the column empty.
        """

    @abstractmethod
    def estimated_share(self, name: QuantityName, context: EstimateContext) -> EstimatedShare:
        """Return the estimate of `name` with the other counts in `context`."""

    def share(self, item: Item, label: Item, inputs: EstimateInputs, **counts: Any) -> EstimatedShare:
        """Return the estimate of `item` in `label` from `inputs`; other `counts` are named."""
        hits = tuple(count_reference(item, k) for k in self.classes)
        counts |= {"class_rows": count_reference(label), "hits_by_class": hits}
        return EstimatedShare(self.rule(item), inputs, classes=len(self.classes), **counts)

    @abstractmethod
    def notation_key(self, item: Item) -> tuple[str, str]:
        """Return the column and value under which notations look up the family of `item`."""
