"""A model: a prior, a family for every column and for the words, and the conventions.

How to read: `prior` and `parameter` define what is estimated; `rule_of`, `inputs_of` and `roles_of` are
the rule of an estimate, its counts, and what stands in the roles of the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from exactnb.core.arithmetic.ratio import Ratio
from exactnb.core.conventions import Add, Clip, Conventions, Frequency, Limit, MEstimate, Smoothing
from exactnb.core.data.counts import Counts, Source
from exactnb.core.data.moments import Moments
from exactnb.core.expression.nodes import Expression, Function, Integer
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.written import as_written, number
from exactnb.core.families.base import Observation, count_reference, rule_phrases
from exactnb.core.families.block import SharesBlock
from exactnb.core.families.smoothing import EstimateInputs, estimate, roles
from exactnb.core.lazy import once
from exactnb.core.model.checks import check_model
from exactnb.core.model.parts import CountWord, ModelParts, grouped_factors, is_grouped
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import Place, Unsupported

_LISTED = 100  # words whose families are listed one by one
_GIVEN = Reason(Rule.GIVEN, "given")


@frozen
class Model(ModelParts):
    """Define the prior, the parameters and the factors of an observation.

    Raises InputError if a family does not suit its column, if a rule names an unknown value or class,
    if a given prior does not cover the classes, or if a class has no rows and its prior would have to
    be estimated from them.
    """

    def __post_init__(self) -> None:
        for block in self.blocks:
            block.check()
        check_model(self)

    def with_counts(self, counts: Counts, source: Source | None = None) -> Model:
        """Return this model estimated from other `counts`; `source` has their sums."""
        source = source or Moments(counts)
        blocks = tuple(block.with_source(source) for block in self.blocks)
        return replace(self, counts=counts, blocks=blocks)

    def with_conventions(self, conventions: Conventions) -> Model:
        """Return this model with other `conventions`."""
        blocks = tuple(replace(block, conventions=conventions) for block in self.blocks)  # type: ignore[type-var]
        return replace(self, conventions=conventions, blocks=blocks)

    def refuse_limit_of_variances(self, place: Place | str) -> None:
        """Raise Unsupported at `place`, that of regions, if ε → 0⁺ makes densities infinite."""
        if isinstance(self.conventions.epsilon.amount, Limit):
            raise Unsupported("not worked out where ε vanishes; give epsilon a number", at=place)

    def families(self) -> Iterator[tuple[str, str]]:
        """Yield each column, and each word of texts, with its family; many words share one entry."""
        words = self.schema.words
        are_summarized = len(words) > _LISTED
        for column, block in self.by_column.items():
            if not are_summarized or column in self.schema.columns:
                yield column, block.family.spelled()
        if are_summarized:
            assert self.text_block is not None
            yield f"{len(words)} words", self.text_block.family.spelled()
        elif self.word_block is not None:
            yield from ((word, self.word_block.family.spelled()) for word in self.vocabulary)

    def prior(self, name: QuantityName, label: Item) -> Quantity:
        """Return the quantity `name` = P(k), the prior of the class `label`."""
        kind, parameters = self.conventions.prior, self.given
        if kind == "given":
            share = self.conventions.prior_of(label.value)
            return Quantity(name, as_written(share), _GIVEN, InlineForm.EXPANDED)
        row = None if parameters is None else parameters.prior
        if row is not None and not self.conventions.prior_is_explicit:
            return Quantity(name, self._share_formula(row[label.value]), _GIVEN, InlineForm.EXPANDED)
        if kind == "uniform":
            same = Integer(1) / len(self.classes)
            return Quantity(name, same, Reason(Rule.DEFINE, "uniform prior"), InlineForm.COUNTED)
        return self.estimated(name)

    def parameter(self, name: QuantityName, item: Item, label: Item) -> Quantity:
        """Return the quantity `name` = P(a|k), of a cell or word `item` and the class `label`."""
        block = self._share_block(item)
        if not block.is_parameter(item):
            formula = block.complement(item, label)
            reason = Reason(Rule.DEFINE, "complement")
            return Quantity(name, formula, reason, InlineForm.EXPANDED)
        if self.given is not None:
            # A word that no row of the given parameters mentions has the probability 0.
            share = block.supplied_share(item, label)
            formula = Integer(0) if share is None else self._share_formula(share)
            return Quantity(name, formula, _GIVEN, InlineForm.EXPANDED)
        return self.estimated(name)

    def estimated(self, name: QuantityName) -> Quantity:
        """Return the estimate `name`, a prior or a parameter, by its rule."""
        rule, inputs = self.rule_of(name.subjects[0]), self.inputs_of(name)
        reason = Reason(Rule.DEFINE, rule_text(rule))
        return Quantity(name, estimate(rule, inputs), reason, InlineForm.COUNTED)

    def rule_of(self, item: Item) -> Smoothing:
        """Return the rule by which the parameters of `item` are estimated, or the prior of a class."""
        if item.kind == "class":
            return self.conventions.rule_of_prior()
        return self._share_block(item).rule(item)

    def rule_phrases(self, item: Item, noun: str) -> dict[str, str]:
        """Return the phrase of each role in `rule_of(item)`; `noun` names the observations."""
        family = None if item.kind == "class" else self._share_block(item).family
        partial, word = item.variable in self.partial, item.variable not in self.schema.columns
        return rule_phrases(family, noun, self.rule_of(item), partial=partial, word=word)

    def _share_block(self, item: Item) -> SharesBlock:
        block = self.share_block(item)
        assert block is not None
        return block

    def inputs_of(self, name: QuantityName) -> EstimateInputs:
        """Return the counts behind the estimate `name`, P(k) or P(a|k)."""
        item, label = name.subjects[0], name.label
        assert label is not None
        if item == label:
            rows = count_reference(label), count_reference()
            return EstimateInputs(*rows, self.classes, label.value, "", self._with_rows)
        partial = item.variable in self.partial
        return self._share_block(item).inputs(item, label, self.counts, partial=partial)

    @once
    def _with_rows(self) -> int:
        """Return how many classes have rows: the cells of a prior smoothed by observed values."""
        return sum(size > 0 for size in self.counts.sizes.values())

    def roles_of(self, name: QuantityName) -> tuple[tuple[str, Expression], ...]:
        """Return what stands in each role of the rule of the estimate `name`, in their order."""
        return tuple(roles(self.rule_of(name.subjects[0]), self.inputs_of(name)).items())

    def relevant(self, observation: Observation) -> Observation:
        """Return `observation` without the zeros that the convention absent = "ignore" leaves out.

        Only queries and rows are reduced so: a 0 that a quantity names, as P(a=0|k), keeps its meaning.
        """
        if self.conventions.absent == "count":
            return observation
        absent = frozenset().union(*(block.uninformative(observation.cells) for block in self.blocks))
        cells = {column: value for column, value in observation.cells.items() if column not in absent}
        ignored = (*observation.ignored, *(column for column in observation.cells if column in absent))
        return replace(observation, cells=cells, ignored=ignored)

    def factors(
        self, observation: Observation, label: Item, count_word: CountWord | None = None
    ) -> tuple[Expression, ...]:
        """Return the factors of P(x|k), of an `observation` x and the class `label`.

        They are in the order of the columns, then words. `count_word` replaces the counts of the words
        of a long text, so that a verifier can put in its own.
        """
        if is_grouped(self, observation):
            cells = {c: value for c, value in observation.cells.items() if c in self.schema.columns}
            word_factors = grouped_factors(self, observation, label, count_word or self.count_word)
            return (*self._factors(Observation(cells), label), *word_factors)
        return self._factors(observation, label)

    def _factors(self, observation: Observation, label: Item) -> tuple[Expression, ...]:
        return self.in_order(chain.from_iterable(b.factors(observation, label) for b in self.blocks))

    def in_order(self, factors: Iterable[tuple[str, Expression]]) -> tuple[Expression, ...]:
        """Return the factors of pairs (column, factor) in column order; words (column "") are last."""
        last = len(self._places)
        pairs = sorted(factors, key=lambda pair: self._places.get(pair[0], last) if pair[0] else last)
        return tuple(factor for _, factor in pairs)

    @once
    def _places(self) -> Mapping[str, int]:
        return {column: index for index, column in enumerate(self.by_column)}

    def _share_formula(self, share: Ratio) -> Expression:
        """Return the formula of a given probability, or of a given logarithm of one: exp(share)."""
        assert self.given is not None
        return Function("exp", number(share.value)) if self.given.logarithms else as_written(share)


def rule_text(rule: Smoothing) -> str:
    """Return the name of an estimate by `rule`, as a reason beside its formula.

    >>> rule_text(MEstimate(weight=2))
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
