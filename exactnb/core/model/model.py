"""A model: a prior, a family for every column and for the words, and the conventions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from exactnb.core.arithmetic.ratio import Ratio
from exactnb.core.conventions import Add, Clip, Conventions, Frequency, Limit, MEstimate, Smoothing
from exactnb.core.data.counts import Counts
from exactnb.core.data.moments import Moments
from exactnb.core.data.power_sums import Source
from exactnb.core.expression.nodes import Expression, Function, Integer
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.written import as_written, number
from exactnb.core.families.base import count_reference
from exactnb.core.families.block import SharesBlock
from exactnb.core.families.observation import Observation
from exactnb.core.families.smoothing import EstimateInputs, estimate
from exactnb.core.lazy import once
from exactnb.core.model.checks import check_model
from exactnb.core.model.grouping import CountWord, grouped_factors, is_grouped
from exactnb.core.model.parts import ModelParts
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen

_LISTED = 100  # words whose family is told one by one
_GIVEN = Reason(Rule.GIVEN, "given")


@frozen
class Model(ModelParts):
    """Define the prior, the parameters and the factors of what is seen.

    Raises InputError if a family does not suit its column, if a rule names what is not there, if a
    given prior does not cover the classes, or if a class has no rows and its prior would have to be
    estimated from them.
    """

    def __post_init__(self) -> None:
        for block in self.blocks:
            block.check()
        check_model(self)

    def with_counts(self, counts: Counts, source: Source | None = None) -> Model:
        """Return the model that rests on other counts; a `source` adds up the numbers in them."""
        source = source or Moments(counts)
        blocks = tuple(block.with_source(source) for block in self.blocks)
        return replace(self, counts=counts, blocks=blocks)

    def with_conventions(self, conventions: Conventions) -> Model:
        """Return the model that estimates by other conventions."""
        blocks = tuple(replace(block, conventions=conventions) for block in self.blocks)  # type: ignore[type-var]
        return replace(self, conventions=conventions, blocks=blocks)

    def families(self) -> Iterator[tuple[str, str]]:
        """Yield each column, and each word of a text, with the name of its family."""
        words = self.schema.words
        together = len(words) > _LISTED
        for column, block in self.by_column.items():
            if not together or column in self.schema.columns:
                yield column, block.family.spelled()
        if together:
            assert self.text_block is not None
            yield f"{len(words)} words", self.text_block.family.spelled()
        elif self.word_block is not None:
            yield from ((word, self.word_block.family.spelled()) for word in self.vocabulary)

    def prior(self, name: QuantityName, label: Item) -> Quantity:
        """Return the quantity P(class)."""
        kind, given = self.conventions.prior, self.given
        if kind == "given":
            share = self.conventions.prior_of(label.value)
            return Quantity(name, as_written(share), _GIVEN, InlineForm.EXPANDED)
        if given is not None and given.prior is not None and not self.conventions.prior_is_explicit:
            formula = self._given(given.prior[label.value])
            return Quantity(name, formula, _GIVEN, InlineForm.EXPANDED)
        if kind == "uniform":
            formula = Integer(1) / len(self.classes)
            return Quantity(name, formula, Reason(Rule.DEFINE, "uniform prior"), InlineForm.COUNTED)
        rule = self.conventions.rule_of_prior()
        words = words_of_rule(rule)
        formula = estimate(rule, self.prior_inputs(label))
        return Quantity(name, formula, Reason(Rule.DEFINE, words), InlineForm.COUNTED)

    def parameter(self, name: QuantityName, item: Item, label: Item) -> Quantity:
        """Return the quantity P(column = value | class), or P(word | class)."""
        block = self._share_block(item)
        if not block.is_parameter(item):
            formula = block.complement(item, label)
            reason = Reason(Rule.DEFINE, "complement")
            return Quantity(name, formula, reason, InlineForm.EXPANDED)
        if self.given is not None:
            share = block.supplied_share(item, label)  # a word that no row gives was never seen
            formula = Integer(0) if share is None else self._given(share)
            return Quantity(name, formula, _GIVEN, InlineForm.EXPANDED)
        rule = self.rule_of(item)
        formula = estimate(rule, self.estimate_inputs(item, label))
        return Quantity(name, formula, Reason(Rule.DEFINE, words_of_rule(rule)), InlineForm.COUNTED)

    def rule_of(self, item: Item) -> Smoothing:
        """Return the rule by which a parameter is estimated."""
        return self._share_block(item).rule(item)

    def _share_block(self, item: Item) -> SharesBlock:
        block = self.share_block(item)
        assert block is not None
        return block

    def prior_inputs(self, label: Item) -> EstimateInputs:
        """Return what the estimate of a prior rests on."""
        own, whole = count_reference(label), count_reference()
        return EstimateInputs(own, whole, self.classes, label.value, "", self._with_rows)

    @once
    def _with_rows(self) -> int:
        """Return how many classes have rows."""
        return sum(size > 0 for size in self.counts.sizes.values())

    def estimate_inputs(self, item: Item, label: Item) -> EstimateInputs:
        """Return what the estimate of a parameter rests on."""
        partial = item.variable in self.partial
        return self._share_block(item).inputs(item, label, self.counts, partial=partial)

    def relevant(self, shown: Observation) -> Observation:
        """Return what counts of all that a query or row shows: no 0, where what is absent is ignored.

        It is forgotten here, once: whatever else is asked has its meaning in the model, zeros too.
        """
        if self.conventions.absent == "count":
            return shown
        absent = frozenset().union(*(block.uninformative(shown.cells) for block in self.blocks))
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

    @once
    def _places(self) -> Mapping[str, int]:
        return {column: at for at, column in enumerate(self.columns())}

    def _given(self, share: Ratio) -> Expression:
        """Return a given probability, or the exponential of a given logarithm of one."""
        assert self.given is not None
        return Function("exp", number(share.value)) if self.given.logarithms else as_written(share)


def words_of_rule(rule: Smoothing) -> str:
    """Return what an estimate by a rule is called.

    >>> words_of_rule(MEstimate(weight=2))
    'm-estimate'
    """
    match rule:
        case Add(added) if added is not None and added.single == 0:
            return "MLE"
        case Add() | Limit():
            return "smoothed"
        case MEstimate():
            return "m-estimate"
        case Frequency():
            return "frequency, added to"
        case Clip():
            return "clipped"
    raise AssertionError(f"no share is estimated by {rule!r}")
