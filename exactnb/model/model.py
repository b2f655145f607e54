"""A model: a prior, a family for every column and for the words, and the conventions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from exactnb.arithmetic.ratio import Ratio
from exactnb.conventions import (
    Add,
    Clip,
    Conventions,
    Frequency,
    Gamma,
    Limit,
    MEstimate,
    Smoothing,
)
from exactnb.data.counts import Counts
from exactnb.data.moments import Moments
from exactnb.data.parameters import Parameters
from exactnb.data.schema import Number, Schema
from exactnb.expression.nodes import Expression, Function, Integer, Negative, Quotient, Sum
from exactnb.expression.reasons import Reason, Rule
from exactnb.expression.written import number, ratio
from exactnb.families.base import (
    Bag,
    Column,
    Observation,
    ValueFamily,
    WordFamily,
    count_of,
    probability,
    tokens_of,
)
from exactnb.families.numbers import NumberBlock
from exactnb.families.sample import Exposure, Source
from exactnb.families.smoothing import Trial, estimate
from exactnb.model.checks import asks_what_is_seen, check_model
from exactnb.model.grouping import CountWord, grouped_factors, is_grouped
from exactnb.model.numbers import number_factors
from exactnb.model.quantities import Quantity, Shown
from exactnb.naming.names import Item, QuantityName

__all__ = ["BagBlock", "Block", "Model", "words_of_rule"]

_LISTED = 100  # words whose family is told one by one
_GIVEN = Reason(Rule.GIVEN, "given")


@dataclass(frozen=True, slots=True)
class Block:
    """A column and the family that it follows."""

    column: Column
    family: ValueFamily


@dataclass(frozen=True, slots=True)
class BagBlock:
    """The words of texts and the family that they follow."""

    bag: Bag
    family: WordFamily


@dataclass(frozen=True)
class Model:
    """Put a prior and blocks together. `name` is "" for the model meant by default.

    The numbers come from `counts`, or are `given`. `numbers` are the numeric columns, `exposures` what
    stands behind the counts in them. Raises InputError if a
    family does not suit its column, if a rule names what is not there, if a given prior does not cover
    the classes, or if a class has no rows and its prior would have to be estimated from them.
    """

    name: str
    schema: Schema
    blocks: Mapping[str, Block]
    bag: BagBlock | None
    conventions: Conventions
    counts: Counts
    given: Parameters | None = None
    numbers: Mapping[str, NumberBlock] = field(default_factory=dict)
    exposures: Mapping[str, Exposure] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for block in self.blocks.values():
            block.family.check(block.column)
        if self.bag is not None:
            self.bag.family.check(self.bag.bag, self.conventions)
        for numbers in dict.fromkeys(self.numbers.values()):
            numbers.family.check(numbers)
        check_model(self)

    def with_counts(self, counts: Counts, source: Source | None = None) -> Model:
        """Return the model that rests on other counts; a `source` adds up the numbers in them."""
        source = source or Moments(counts)
        blocks: dict[int, NumberBlock] = {}
        for block in self.numbers.values():
            if id(block) not in blocks and block.sample is not None:
                blocks[id(block)] = replace(block, sample=replace(block.sample, source=source))
        numbers = {c: blocks.get(id(block), block) for c, block in self.numbers.items()}
        return replace(self, counts=counts, numbers=numbers)

    @property
    def classes(self) -> tuple[str, ...]:
        """Return the labels of the classes, in order."""
        return self.schema.classes

    def class_item(self, label: str) -> Item:
        """Return the item of a class."""
        return Item("class", self.schema.class_variable, label)

    def class_items(self) -> tuple[Item, ...]:
        """Return the items of all classes, in order."""
        return tuple(self.class_item(label) for label in self.classes)

    def families(self) -> Iterator[tuple[str, str]]:
        """Yield each column, and each word of a text, with the name of its family."""
        words = self.schema.words
        together = len(words) > _LISTED
        for column in self.columns():
            if not together or column in self.schema.columns:
                in_numbers = column in self.numbers
                yield column, (self.numbers if in_numbers else self.blocks)[column].family.spelled()
        if together:
            family = self.bag.family if self.bag is not None else self.blocks[words[0]].family
            yield f"{len(words)} words", family.spelled()
        elif self.bag is not None:
            yield from ((word, self.bag.family.spelled()) for word in self.bag.bag.words)

    def columns(self) -> Iterator[str]:
        """Yield the columns that are features, numeric or not, in the order of the data."""
        if not self.numbers:
            yield from self.blocks
            return
        yield from (c for c in self.schema.columns if c in self.blocks or c in self.numbers)
        yield from (c for c in self.blocks if c not in self.schema.columns)

    @cached_property
    def behind(self) -> tuple[str, ...]:
        """Return the names of what stands behind counts, and is given with them: no features."""
        return tuple(dict.fromkeys(exposure.name for exposure in self.exposures.values()))

    @cached_property
    def known_blocks(self) -> Mapping[str, Block]:
        """Return the blocks without words that only queries show: their absence tells nothing."""
        known = frozenset(self.schema.variables())
        return {column: block for column, block in self.blocks.items() if column in known}

    def is_parameter(self, item: Item) -> bool:
        """Say whether P(item | class) is a parameter of its own."""
        if item.kind == "word":
            return self.bag is not None
        block = self.blocks.get(item.variable)
        if item.kind != "cell" or block is None:
            return False
        if self.given is not None:
            return self._share(item, self.classes[0]) is not None
        known = block.family.parameters(block.column)
        return item.value in known or item.value not in block.column.values

    def parameters(self) -> Iterator[Item]:
        """Yield the items that have a parameter in each class, in order."""
        for block in self.blocks.values():
            values = map(block.column.cell, block.column.values)
            yield from (item for item in values if self.is_parameter(item))
        if self.bag is not None:
            yield from map(self.bag.bag.item, self.bag.bag.words)

    def prior(self, name: QuantityName, label: Item) -> Quantity:
        """Return the quantity P(class)."""
        kind = self.conventions.prior
        if kind == "given":
            share = self.conventions.prior_of(label.value)
            return Quantity(name, ratio(share), _GIVEN, Shown.EXPANDED)
        if self.given is not None and self.given.prior is not None and not self.conventions.prior_said:
            return Quantity(name, self._given(self.given.prior[label.value]), _GIVEN, Shown.EXPANDED)
        if kind == "uniform":
            formula: Expression = Quotient(Integer(1), Integer(len(self.classes)))
            return Quantity(name, formula, Reason(Rule.DEFINE, "uniform prior"), Shown.COUNTED)
        rule = self.conventions.rule_of_prior()
        words = words_of_rule(rule)
        formula = estimate(rule, self.trial_of_prior(label))
        return Quantity(name, formula, Reason(Rule.DEFINE, words), Shown.COUNTED)

    def parameter(self, name: QuantityName, item: Item, label: Item) -> Quantity:
        """Return the quantity P(column = value | class), or P(word | class)."""
        if not self.is_parameter(item):
            formula, reason = self._complement(item, label), Reason(Rule.DEFINE, "complement")
            return Quantity(name, formula, reason, Shown.EXPANDED)
        if self.given is not None:
            share = self._share(item, label.value)
            assert share is not None
            return Quantity(name, self._given(share), _GIVEN, Shown.EXPANDED)
        rule = self.rule_of(item)
        formula = estimate(rule, self.trial(item, label))
        return Quantity(name, formula, Reason(Rule.DEFINE, words_of_rule(rule)), Shown.COUNTED)

    def rule_of(self, item: Item) -> Smoothing:
        """Return the rule by which a parameter is estimated."""
        if item.kind == "word":
            return self.conventions.smoothing
        return self.conventions.smoothing_of(item.variable)

    def trial_of_prior(self, label: Item) -> Trial:
        """Return what the estimate of a prior rests on."""
        asks = asks_what_is_seen(self.conventions.rule_of_prior())
        seen = sum(size > 0 for size in self.counts.sizes.values()) if asks else 0
        return Trial(count_of(label), count_of(), self.classes, label.value, "", seen)

    def trial(self, item: Item, label: Item) -> Trial:
        """Return what the estimate of a parameter rests on."""
        counts, k = self.counts, label.value
        if item.kind == "word":
            assert self.bag is not None
            words = self.bag.bag.words
            return Trial(
                count_of(item, label), tokens_of(label), words, item.value, k, self.seen_words(k)
            )
        column = self.blocks[item.variable].column
        asks = asks_what_is_seen(self.rule_of(item))  # a walk through all values, for each of them
        seen = sum(counts.cell(column.name, v, k) > 0 for v in column.values) if asks else 0
        trials: Expression = count_of(label)
        if column.name in self.partial:
            shown = tuple(count_of(column.cell(value), label) for value in column.values)
            trials = Sum(shown) if len(shown) > 1 else shown[0]
        return Trial(count_of(item, label), trials, column.values, item.value, k, seen)

    @cached_property
    def partial(self) -> frozenset[str]:
        """Return the columns that some observations do not show."""
        return frozenset(column for column in self.columns() if self.counts.has_missing(column))

    def looked_at(self, shown: Observation) -> Observation:
        """Return what counts of all that a query or row shows: no 0, where what is absent is ignored.

        It is forgotten here, once: whatever else is asked has its meaning in the model, zeros too.
        """
        if self.conventions.absent == "count":
            return shown
        zeros = [c for c, v in shown.cells.items() if v == "0" and c in self.blocks]
        absent = {c for c in zeros if self.blocks[c].family.domain == "binary"}
        cells = {column: value for column, value in shown.cells.items() if column not in absent}
        ignored = (*shown.ignored, *(column for column in zeros if column in absent))
        return replace(shown, cells=cells, ignored=ignored)

    def factors(
        self, seen: Observation, label: Item, count_word: CountWord | None = None
    ) -> tuple[Expression, ...]:
        """Return the factors of P(what is seen | class), in the order of the columns, then words.

        `count_word` takes the counts of the words of a long text from elsewhere: to check them.
        """
        out: list[Expression] = []
        cells = seen.cells
        grouped = is_grouped(self, seen)
        if grouped:
            cells = {c: cells[c] for c in self.schema.columns if c in cells}
        numbers = number_factors(self, cells, label) if self.numbers else {}
        if self.numbers:
            cells = {c: value for c, value in cells.items() if c in self.blocks or c in numbers}
        order = cells if len(cells) < 2 else sorted(cells, key=self._places.__getitem__)
        for column in order:
            if column in numbers:
                out.append(numbers[column])
            else:
                out.append(self.cell_factor(self.blocks[column], cells[column], label))
        if grouped:
            return (*out, *grouped_factors(self, seen, label, count_word or self.count_word))
        if self.bag is not None:
            bag, family = self.bag.bag, self.bag.family
            out += family.factors(bag, seen, label, self.name, self.conventions)
        return tuple(out)

    def cell_factor(self, block: Block, value: str, label: Item) -> Expression:
        """Return the factor P(column = value | class)."""
        if self.given is None and value in block.column.values:
            return block.family.factor(block.column, value, label, self.name)
        item = block.column.cell(value)
        if self.is_parameter(item):
            return probability((item,), (label,), self.name)
        return self._complement(item, label)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {column: at for at, column in enumerate(self.columns())}

    def _complement(self, item: Item, label: Item) -> Expression:
        """Return 1 minus what the other values have."""
        block = self.blocks[item.variable]
        if self.given is None:
            return block.family.factor(block.column, item.value, label, self.name)
        others = (block.column.cell(v) for v in block.column.values if v != item.value)
        parts = (Negative(probability((other,), (label,), self.name)) for other in others)
        return Sum((Integer(1), *parts))

    def _given(self, share: Ratio) -> Expression:
        """Return a given probability, or the exponential of a given logarithm of one."""
        assert self.given is not None
        return Function("exp", number(share.value)) if self.given.logarithms else ratio(share)

    def _share(self, item: Item, label: str) -> Ratio | None:
        assert self.given is not None
        if item.kind == "word":
            return self.given.words.get((item.value, label))
        if item.variable in self.given.schema.columns:
            return self.given.cells.get((item.variable, item.value, label))
        return self.given.words.get((item.variable, label)) if item.value == "1" else None

    def count_word(self, word: str, label: str) -> Number:
        """Return how often a word stands in a class, or in how many of its texts."""
        if self.bag is None:
            return self.counts.cell(word, "1", label)
        return self.counts.word(word, label)

    def seen_words(self, label: str) -> int:
        """Return how many words of the vocabulary a class shows; 0 where no rule asks for it."""
        if self.bag is None or not asks_what_is_seen(self.conventions.smoothing):
            return 0
        return sum(self.counts.word(word, label) > 0 for word in self.bag.bag.words)


def words_of_rule(rule: Smoothing) -> str:
    """Return what an estimate by a rule is called.

    >>> words_of_rule(MEstimate(weight=2))
    'm-estimate'
    """
    match rule:
        case Add(amount) if amount is not None and amount.single == 0:
            return "MLE"
        case Add() | Limit():
            return "smoothed"
        case MEstimate():
            return "m-estimate"
        case Frequency():
            return "frequency, added to"
        case Clip():
            return "clipped"
        case Gamma():
            return "Gamma prior"
    raise TypeError(f"no words for {rule!r}")
