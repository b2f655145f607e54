"""A model: a prior, a family for every column and for the words, and the conventions.

How to read: `prior` and `parameter` define what is estimated; `rule_of`, `inputs_of` and `roles_of` are
the rule of an estimate, its counts, and what stands in the roles of the rule. The functions after the
class define the parameters of numeric columns, such as mean(c|k), and the factors that depend on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.conventions import Add, Clip, Conventions, Frequency, Limit, MEstimate, Smoothing
from exactnb.core.data.counts import Counts, Source
from exactnb.core.data.moments import Moments
from exactnb.core.expression.nodes import Expression, Function, Integer, Reference
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.written import as_written, number
from exactnb.core.families.base import Observation, count_reference, rule_phrases
from exactnb.core.families.block import Block
from exactnb.core.families.estimates import Estimate, EstimateInputs, columns_and_class, estimate, roles
from exactnb.core.lazy import once
from exactnb.core.model.checks import check_model
from exactnb.core.model.parts import CountWord, ModelParts, grouped_factors, is_grouped
from exactnb.core.model.quantity import InlineForm, Quantity
from exactnb.core.naming.kinds import HEADS
from exactnb.core.naming.names import Item, Names, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, Unsupported, listing

_LISTED = 100  # words whose families are listed one by one
_GIVEN = Reason(Rule.GIVEN, "given")
_SHARED = Reason(Rule.DEFINE, "shared")

PARAMETERS = tuple(HEADS)
"""The heads of the parameters of numeric columns."""


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

    def column_families(self) -> Iterator[tuple[str, str]]:
        """Yield each column, and each word of texts, with its family; many words share one entry."""
        words = self.schema.words
        are_summarized = len(words) > _LISTED
        for column, block in self.by_column.items():
            if not are_summarized or column in self.schema.columns:
                yield column, block.family.full_name()
        if are_summarized:
            assert self.text_block is not None
            yield f"{len(words)} words", self.text_block.family.full_name()
        elif self.word_block is not None:
            yield from ((word, self.word_block.family.full_name()) for word in self.vocabulary)

    def define_prior(self, name: QuantityName, label: Item) -> Quantity:
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
        return self.estimate_quantity(name)

    def define_share(self, name: QuantityName, item: Item, label: Item) -> Quantity:
        """Return the quantity `name` = P(a|k), of a cell or word `item` and the class `label`."""
        block = self.share_block_of_counts(item)
        if not block.is_parameter(item):
            formula = block.share_from_others(item, label)
            reason = Reason(Rule.DEFINE, "complement")
            return Quantity(name, formula, reason, InlineForm.EXPANDED)
        if self.given is not None:
            # A word that no row of the given parameters mentions has the probability 0.
            share = block.supplied_share(item, label)
            formula = Integer(0) if share is None else self._share_formula(share)
            return Quantity(name, formula, _GIVEN, InlineForm.EXPANDED)
        return self.estimate_quantity(name)

    def estimate_quantity(self, name: QuantityName) -> Quantity:
        """Return the estimate `name`, a prior or a parameter, by its rule."""
        rule, inputs = self.rule_of(name.subjects[0]), self.inputs_of(name)
        reason = Reason(Rule.DEFINE, rule_text(rule))
        return Quantity(name, estimate(rule, inputs), reason, InlineForm.COUNTED)

    def rule_of(self, item: Item) -> Smoothing:
        """Return the rule by which the parameters of `item` are estimated, or the prior of a class."""
        if item.kind == "class":
            return self.conventions.rule_of_prior()
        return self.share_block_of_counts(item).rule(item)

    def rule_phrases(self, item: Item, noun: str) -> dict[str, str]:
        """Return the phrase of each role in `rule_of(item)`; `noun` names the observations."""
        family = None if item.kind == "class" else self.share_block_of_counts(item).family
        partial, word = (
            item.variable in self.incomplete_columns,
            item.variable not in self.schema.columns,
        )
        return rule_phrases(family, noun, self.rule_of(item), partial=partial, word=word)

    def inputs_of(self, name: QuantityName) -> EstimateInputs:
        """Return the counts behind the estimate `name`, P(k) or P(a|k)."""
        item, label = name.subjects[0], name.label
        assert label is not None
        if item == label:
            rows = count_reference(label), count_reference()
            return EstimateInputs(*rows, self.classes, label.value, "", self._nonempty_class_count)
        partial = item.variable in self.incomplete_columns
        return self.share_block_of_counts(item).estimate_inputs(
            item, label, self.counts, partial=partial
        )

    @once
    def _nonempty_class_count(self) -> int:
        """Return how many classes have rows: the cells of a prior smoothed by observed values."""
        return sum(size > 0 for size in self.counts.sizes.values())

    def roles_of(self, name: QuantityName) -> tuple[tuple[str, Expression], ...]:
        """Return what stands in each role of the rule of the estimate `name`, in their order."""
        return tuple(roles(self.rule_of(name.subjects[0]), self.inputs_of(name)).items())

    def without_ignored(self, observation: Observation) -> Observation:
        """Return `observation` without the zeros that the convention absent = "ignore" leaves out.

        Only queries and rows are reduced so: a 0 that a quantity names, as P(a=0|k), keeps its meaning.
        """
        if self.conventions.absent == "count":
            return observation
        absent = frozenset().union(
            *(block.uninformative_columns(observation.cells) for block in self.blocks)
        )
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
        last = len(self._positions)
        pairs = sorted(
            factors, key=lambda pair: self._positions.get(pair[0], last) if pair[0] else last
        )
        return tuple(factor for _, factor in pairs)

    @once
    def _positions(self) -> Mapping[str, int]:
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
        case Add(added) if added is not None and added.common_number == 0:
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


def parameters(model: Model) -> Iterator[tuple[QuantityName, ...]]:
    """Yield the names of all parameters of numeric columns of `model`, each across its classes."""
    for block in model.blocks:
        if not block.family.estimates_shares:
            yield from block.parameters_across_classes()


def define_parameter(model: Model, name: QuantityName) -> Quantity:
    """Return the quantity of the parameter `name`, such as mean(length|oat).

    Raises InputError if the family of the column has no such parameter in `model`.
    """
    block = parameter_block(model, name)
    try:
        if name.head == "sd":
            variance = block.canonical(name.with_head("variance"))
            formula = Function("sqrt", Reference(variance))
            return Quantity(name, formula, Reason(Rule.DEFINE, "root of the variance"))
        canonical = block.canonical(name)
    except InputError as error:
        message = error.message.replace("variance", "sd") if name.head == "sd" else error.message
        raise error.saying(message).under(name.place) from None
    if canonical != name:
        return Quantity(name, Reference(canonical), _SHARED)
    if (derived := block.derived_formula(name)) is not None:
        return Quantity(name, derived[0], Reason(Rule.DEFINE, derived[1]))
    if (given_formula := block.supplied_value(name)) is not None:
        return Quantity(name, given_formula, _GIVEN, InlineForm.EXPANDED)
    estimate = parameter_estimate(model, name)
    return Quantity(name, estimate.formula(), Reason(Rule.DEFINE, estimate.name), InlineForm.MEASURED)


def parameter_estimate(model: Model, name: QuantityName, source: Source | None = None) -> Estimate:
    """Return the estimate of the parameter `name`; `source` replaces the sums of `model`."""
    block = parameter_block(model, name)
    estimate = (block if source is None else block.with_source(source)).estimate(name)
    assert estimate is not None
    return estimate


def define_factor(
    model: Model, name: QuantityName, columns: tuple[str, ...], cells: Mapping[str, str], label: Item
) -> Quantity:
    """Return the quantity `name` = P(columns | class) of `model`, one factor.

    `cells` are the observed columns, with covariates; `label` is the class.
    """
    with name.place:
        formula, description = model.by_column[columns[0]].factor_line(cells, label)
    return Quantity(name, formula, Reason(Rule.DEFINE, description) if description else _GIVEN)


def is_factor(model: Model, name: QuantityName) -> bool:
    """Say whether `name` is one factor of `model` with a line of its own: P(length=7.5|oat).

    Its condition is the class, and covariates such as an exposure; no feature.
    """
    condition = [item for item in name.right if item.variable not in model.covariate_names]
    if name.head != "P" or [item.kind for item in condition] != ["class"]:
        return False
    cells = [item.variable for item in name.subjects if item.kind == "cell"]
    return len(cells) == len(name.left) and model.has_factor_line(tuple(cells))


def parameter_block(model: Model, name: QuantityName) -> Block:
    """Return the block of `model` whose parameter `name` is; raise InputError for none or several."""
    columns, _ = columns_and_class(name)
    if not columns:
        candidates = [block for block in model.blocks if not block.family.estimates_shares]
        blocks = (
            candidates if len(candidates) == 1 else [block for block in candidates if block.has(name)]
        )
        if len(blocks) > 1:
            raise InputError(f"{_ambiguity_message(blocks, name)}", at=name.place)
        if not blocks:
            raise InputError("no family here has it", at=name.place)
        return blocks[0]  # the block's own error says why it lacks the parameter
    for column in columns:
        if column not in model.by_column or model.by_column[column].family.estimates_shares:
            raise InputError(f"column {column} is no numbers here", at=name.place)
    first, *rest = (model.by_column[column] for column in columns)
    if any(block is not first for block in rest):
        raise InputError(f"column {columns[0]} is in another family than {columns[1]}", at=name.place)
    return first


def _ambiguity_message(blocks: list[Block], name: QuantityName) -> str:
    """Return the error for a parameter that blocks of several families have, with an example."""
    owners = " and ".join(f"the {b.family.name} columns {listing(b.cells)}" for b in blocks)
    _, label = columns_and_class(name)
    columns = max((block.cells for block in blocks), key=len)[:2]
    head = "covariance" if name.head == "precision" else name.head
    if head != "covariance" or len(columns) < 2:
        head, columns = "variance" if head == "covariance" else head, columns[:1]
    example = Names(name.model).parameter(head, columns, label)
    return f"{owners} have one each; ask by column, as in {example}"
