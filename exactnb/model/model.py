"""A model: a prior, a family for every column and for the words, and the conventions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
from exactnb.data.parameters import Parameters
from exactnb.data.power_sums import Moments, Source
from exactnb.data.schema import Number, Schema
from exactnb.expression.nodes import Expression, Function, Integer, Quotient
from exactnb.expression.reasons import Reason, Rule
from exactnb.expression.written import number, ratio
from exactnb.families.base import count_of
from exactnb.families.block import Block, SharesBlock
from exactnb.families.observation import Observation
from exactnb.families.protocol import Covariate
from exactnb.families.sample import Brought
from exactnb.families.smoothing import EstimateInputs, asks_what_is_seen, estimate
from exactnb.model.checks import check_model
from exactnb.model.grouping import CountWord, grouped_factors, is_grouped
from exactnb.model.quantities import Quantity, Shown
from exactnb.naming.names import Item, Names, QuantityName

_LISTED = 100  # words whose family is told one by one
_GIVEN = Reason(Rule.GIVEN, "given")


@dataclass(frozen=True)
class Model:
    """Put a prior and blocks together. `name` is "" for the model meant by default.

    The numbers come from `counts`, or are `given`. `brought` is what rows bring along
    for the numbers of columns.

    Raises InputError if a family does not suit its column, if a rule names what is not there, if a
    given prior does not cover the classes, or if a class has no rows and its prior would have to be
    estimated from them.
    """

    name: str
    schema: Schema
    blocks: tuple[Block, ...]
    conventions: Conventions
    counts: Counts
    given: Parameters | None = None
    brought: Mapping[str, Brought] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for block in self.blocks:
            block.check()
        check_model(self)

    def with_counts(self, counts: Counts, source: Source | None = None) -> Model:
        """Return the model that rests on other counts; a `source` adds up the numbers in them."""
        source = source or Moments(counts)
        blocks = tuple(block.with_source(source) for block in self.blocks)
        return replace(self, counts=counts, blocks=blocks)

    @cached_property
    def by_column(self) -> Mapping[str, Block]:
        """Return the block of each column whose cells are looked at, in the order of the data.

        Words that only queries show stand last.
        """
        of = {column: block for block in self.blocks for column in block.cells}
        known = [column for column in self.schema.variables() if column in of]
        return {column: of[column] for column in dict.fromkeys((*known, *of))}

    @cached_property
    def listed(self) -> Mapping[str, Block]:
        """Return the block of each column that has finitely many values, in their order."""
        return {column: block for column, block in self.by_column.items() if block.is_finite}

    @cached_property
    def endless(self) -> Mapping[str, Block]:
        """Return the block of each column of whose values there is no end, in their order."""
        return {column: block for column, block in self.by_column.items() if not block.is_finite}

    @cached_property
    def shared(self) -> Mapping[str, tuple[str, ...]]:
        """Return the values of each column whose probabilities share a 1, and "" the words drawn."""
        of = {column: values for block in self.blocks for column, values in block.shared()}
        return {c: of[c] for c in (*self.by_column, "") if c in of}

    @cached_property
    def drawn(self) -> Block | None:
        """Return the block of the words that are drawn, if there are texts to draw them from."""
        return next((block for block in self.blocks if block.is_drawn), None)

    @cached_property
    def word_block(self) -> SharesBlock | None:
        """Return the block of the words of texts, as they are drawn or as they are there or not."""
        known = (block.of_word(word) for word in self.schema.words[:1] for block in self.blocks)
        return next(filter(None, known), None)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Return the words that are drawn."""
        return () if self.drawn is None else self.drawn.words

    @property
    def names(self) -> Names:
        """Return what makes the names of its quantities."""
        return Names(self.name)

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
        for column, block in self.by_column.items():
            if not together or column in self.schema.columns:
                yield column, block.family.spelled()
        if together:
            block = self.drawn or self.by_column[words[0]]
            yield f"{len(words)} words", block.family.spelled()
        elif self.drawn is not None:
            yield from ((word, self.drawn.family.spelled()) for word in self.vocabulary)

    def columns(self) -> Iterator[str]:
        """Yield the columns that are features, numeric or not, in the order of the data."""
        yield from self.by_column

    @cached_property
    def behind(self) -> tuple[str, ...]:
        """Return the names of what is brought along for numbers, and given with them: no features."""
        return tuple(dict.fromkeys(each.name for each in self.brought.values()))

    def kind_behind(self, name: str) -> Covariate:
        """Return what kind of number one is that is brought along."""
        return next(each.kind for each in self.brought.values() if each.name == name)

    @cached_property
    def known(self) -> Mapping[str, Block]:
        """Return the columns of values that the data show: the absence of other words tells nothing."""
        return {column: self.listed[column] for column in self.features if column in self.listed}

    @cached_property
    def features(self) -> tuple[str, ...]:
        """Return the columns that the data show, in their order: not words that only queries show."""
        known = frozenset(self.schema.variables())
        return tuple(column for column in self.by_column if column in known)

    @property
    def draws_words(self) -> bool:
        """Say whether words are drawn from texts, as often as they stand there."""
        return self.drawn is not None

    def share_block(self, item: Item) -> SharesBlock | None:
        """Return the block in which P(item | class) is a share of counts."""
        return next(filter(None, (block.share_of(item) for block in self.blocks)), None)

    def has_line(self, columns: tuple[str, ...]) -> bool:
        """Say whether P(columns | class) is one factor with a line of its own, as of numbers."""
        return any(block.has_line(columns) for block in self.blocks)

    def is_parameter(self, item: Item) -> bool:
        """Say whether P(item | class) is a parameter of its own."""
        block = self.share_block(item)
        return block is not None and block.is_parameter(item)

    def parameters(self) -> Iterator[Item]:
        """Yield the items that have a parameter in each class, in order."""
        of: dict[str, list[Item]] = {}
        for block in self.blocks:
            for item in block.items():
                of.setdefault(item.variable if block.cells else "", []).append(item)
        for column in (*self.by_column, ""):
            yield from of.get(column, ())

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
        block = self._share_block(item)
        if not block.is_parameter(item):
            formula = block.complement(item, label)
            reason = Reason(Rule.DEFINE, "complement")
            return Quantity(name, formula, reason, Shown.EXPANDED)
        if self.given is not None:
            share = block.given_share(item, label)
            assert share is not None
            return Quantity(name, self._given(share), _GIVEN, Shown.EXPANDED)
        rule = self.rule_of(item)
        formula = estimate(rule, self.trial(item, label))
        return Quantity(name, formula, Reason(Rule.DEFINE, words_of_rule(rule)), Shown.COUNTED)

    def rule_of(self, item: Item) -> Smoothing:
        """Return the rule by which a parameter is estimated."""
        return self._share_block(item).rule(item)

    def _share_block(self, item: Item) -> SharesBlock:
        block = self.share_block(item)
        assert block is not None
        return block

    def trial_of_prior(self, label: Item) -> EstimateInputs:
        """Return what the estimate of a prior rests on."""
        asks = asks_what_is_seen(self.conventions.rule_of_prior())
        seen = sum(size > 0 for size in self.counts.sizes.values()) if asks else 0
        return EstimateInputs(count_of(label), count_of(), self.classes, label.value, "", seen)

    def trial(self, item: Item, label: Item) -> EstimateInputs:
        """Return what the estimate of a parameter rests on."""
        partial = item.variable in self.partial
        return self._share_block(item).inputs(item, label, self.counts, partial=partial)

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
        absent = frozenset().union(*(block.forgotten(shown.cells) for block in self.blocks))
        cells = {column: value for column, value in shown.cells.items() if column not in absent}
        ignored = (*shown.ignored, *(column for column in shown.cells if column in absent))
        return replace(shown, cells=cells, ignored=ignored)

    def factors(
        self, seen: Observation, label: Item, count_word: CountWord | None = None
    ) -> tuple[Expression, ...]:
        """Return the factors of P(what is seen | class), in the order of the columns, then words.

        `count_word` takes the counts of the words of a long text from elsewhere: to check them.
        """
        if is_grouped(self, seen):
            cells = {c: value for c, value in seen.cells.items() if c in self.schema.columns}
            known = self._factors(Observation(cells), label)
            return (*known, *grouped_factors(self, seen, label, count_word or self.count_word))
        return self._factors(seen, label)

    def _factors(self, seen: Observation, label: Item) -> tuple[Expression, ...]:
        return self.in_order(pair for block in self.blocks for pair in block.factors(seen, label))

    def in_order(self, factors: Iterable[tuple[str, Expression]]) -> tuple[Expression, ...]:
        """Return factors in the order of their columns; those of words stand last."""
        last = len(self._places)
        pairs = sorted(factors, key=lambda pair: self._places.get(pair[0], last) if pair[0] else last)
        return tuple(factor for _, factor in pairs)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {column: at for at, column in enumerate(self.columns())}

    def _given(self, share: Ratio) -> Expression:
        """Return a given probability, or the exponential of a given logarithm of one."""
        assert self.given is not None
        return Function("exp", number(share.value)) if self.given.logarithms else ratio(share)

    def count_of_value(self, column: str, value: str, label: str) -> Number:
        """Return how often a class shows a value of a column, or a word under ""."""
        return self.counts.cell(column, value, label) if column else self.counts.word(value, label)

    def count_of_values(self, column: str, values: tuple[str, ...], label: str) -> Number:
        """Return how often a class shows any of some values."""
        if not column:
            return self.counts.tokens(values, label)
        return sum(self.counts.cell(column, value, label) for value in values)

    def count_word(self, word: str, label: str) -> Number:
        """Return how often a word stands in a class, or in how many of its texts."""
        if self.drawn is None:
            return self.counts.cell(word, "1", label)
        return self.counts.word(word, label)

    def seen_words(self, label: str) -> int:
        """Return how many words of the vocabulary a class shows; 0 where no rule asks for it."""
        if self.drawn is None or not asks_what_is_seen(self.conventions.smoothing):
            return 0
        return sum(self.counts.word(word, label) > 0 for word in self.vocabulary)


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
