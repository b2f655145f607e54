"""Quantities of a model: P(A|B) for any A and B, odds, likelihood ratios, the decision.

How to read: `define` passes a name to the function that the registry's row of its head refers to, here
or in `questions/`. P(A|B) is `probability`, which distinguishes by the items on both sides of the bar a
prior, a joint, evidence, a likelihood and a quotient of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Any, TypeVar

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.counts import Source
from exactnb.core.data.schema import Case
from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.families.base import Observation
from exactnb.core.lazy import once
from exactnb.core.model.data_quantities import DataQuantities
from exactnb.core.model.model import Model, define_factor, define_parameter
from exactnb.core.model.parts import CountWord, is_grouped
from exactnb.core.model.quantity import Define, Effort, InlineForm, Quantity
from exactnb.core.naming.kinds import QuantityKind
from exactnb.core.naming.names import Item, QuantityName, class_among, in_order
from exactnb.core.record import frozen
from exactnb.errors import InputError

T = TypeVar("T")

NAIVE_BAYES = Reason(Rule.ASSUME, "naive Bayes")
PRODUCT_RULE = Reason(Rule.ASSUME, "product rule")
GROUPED = Reason(Rule.GROUP, "equal factors together")
_BAYES = Reason(Rule.DEFINE, "Bayes' rule")
_TOTAL = Reason(Rule.DEFINE, "total probability")
_CONDITIONAL = Reason(Rule.DEFINE, "conditional probability")
_ODDS = Reason(Rule.DEFINE, "odds")
_NOT_COUNTED = Reason(Rule.DEFINE, "nothing was counted")
_SHORT_SUM = 8  # joints that are expanded in the denominator of a posterior at most


@frozen(slots=True)
class Training:
    """A training row: the counted case, and the items that a model observes of it."""

    case: Case
    items: tuple[Item, ...]


@frozen
class Prediction:
    """Define the quantities of a `model`: of observations, and of the model as a whole.

    `kinds` is the registry of quantities; `queries` maps an id to its observation; `training` gives
    the rows that the model was estimated from.
    """

    model: Model
    kinds: Mapping[str, QuantityKind]
    queries: Mapping[str, Observation]
    training: Callable[[], Iterable[Training]] = tuple
    _searched: dict[tuple[object, ...], tuple[Any, int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def define(self, name: QuantityName, effort: Effort) -> Quantity:
        """Return the quantity that `name` stands for; `effort` pays for the search of its formula.

        Raises InputError if the model has no such quantity, TooMuch if `effort` does not suffice.
        """
        for item in self._covariates(name.items):
            if why := self.model.covariate(item.variable).problem(number_in(item.value)):
                raise InputError(f"{item.variable}: {why}; got {item.value}", at=name.place)
        kind = self.kinds[name.head]
        quantity: Quantity = self.cached_search(
            (name,), effort, lambda: kind.define(self, name, effort)
        )
        return quantity

    def cached_search(self, key: tuple[object, ...], effort: Effort, search: Callable[[], T]) -> T:
        """Return the result of a `search`, which is kept by its `key` if it takes `effort`.

        Raises TooMuch, which names the first of the key, if `effort` does not suffice.
        """
        # A result that cost effort is stored with its cost and charged again each time: otherwise the
        # order of questions would decide which of them is refused.
        if key in self._searched:
            effort.spend(self._searched[key][1], key[0])
            stored: T = self._searched[key][0]
            return stored
        start = effort.spent
        result = search()
        if effort.spent > start:
            self._searched[key] = result, effort.spent - start
        return result

    def without_cache(self) -> Prediction:
        """Return the same prediction without stored quantities, so that each is defined again."""
        return replace(self)

    def observe(self, items: Iterable[Item]) -> Observation:
        """Return the observation that `items` (cells, words, queries) make up together."""
        items = tuple(items)
        if len(items) == 1 and items[0].kind == "query":
            return self.queries[items[0].value]
        cells: dict[str, str] = {}
        bags: list[Mapping[str, int]] = []
        draws: list[str] = []
        for item in items:
            if item.kind == "query":
                observation = self.queries[item.value]
                cells |= observation.cells
                bags += observation.bags
            elif item.kind == "cell":
                cells[item.variable] = item.value
            elif item.kind == "word":
                draws.append(item.value)
        return Observation(cells, tuple(bags), tuple(draws))

    def define_decision(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`, argmax(x), over the joints of all classes."""
        first = self.model.conventions.tie == "first"
        scores = ((k.value, self._joint(k, name.subjects)) for k in self.model.class_items())
        return Quantity(name, nodes.ArgMax(tuple(scores), first), Reason(Rule.DECIDE, "largest joint"))

    def define_probability(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`, P(A|B): which formula depends on both sides of the bar."""
        left, right = name.subjects, name.right
        self._refuse_covariates_alone(name, left)
        covariates = self._covariates(right)
        if covariates and covariates == right:
            return self._define_with_covariates(name, left, covariates)
        class_condition = class_among(right)
        if class_condition is not None:
            return self._define_likelihood(name, left, class_condition, covariates)
        label = class_among(left)
        if right:
            joint = self._probability(self._ordered((*left, *right)))
            reason = _BAYES if label and len(left) == 1 else _CONDITIONAL
            return Quantity(name, joint / self._probability(right), reason)
        if label is None:
            return self._define_evidence(name, left)
        if len(left) == 1:
            return self.model.define_prior(name, label)
        factors = (self._probability((label,)), *self._factors(left, label))
        return Quantity(name, nodes.Product.of(factors), self._reason(left))

    def _refuse_covariates_alone(self, name: QuantityName, left: tuple[Item, ...]) -> None:
        """Refuse covariates alone before the bar: they have no probability."""
        label = class_among(left)
        features = tuple(item for item in left if item is not label)
        if features and self._covariates(features) == features:
            kind = self.model.covariate(features[0].variable)
            what = f"is {kind.noun}, which stands beside {kind.response} or behind the bar"
            raise InputError(f"{features[0].variable} {what}", at=name.place)

    def _define_with_covariates(
        self, name: QuantityName, left: tuple[Item, ...], covariates: tuple[Item, ...]
    ) -> Quantity:
        """Return P(A | covariates), which is P(A) if no number of A has one of these covariates."""
        if not self._has_number_with(left, covariates):
            return Quantity(name, self._probability(left), _NOT_COUNTED)
        joint = self._probability(self._ordered((*left, *covariates)))
        kind = self.model.covariate(covariates[0].variable)
        return Quantity(name, joint, Reason(Rule.DEFINE, f"over this {kind.key}"))

    def _define_evidence(self, name: QuantityName, left: tuple[Item, ...]) -> Quantity:
        """Return P(x), the sum of the joints of all classes."""
        terms = tuple(self._probability((k, *left)) for k in self.model.class_items())
        inline = InlineForm.EXPANDED if len(terms) <= _SHORT_SUM else InlineForm.VALUE
        return Quantity(name, nodes.Sum(terms), _TOTAL, inline)

    def _define_likelihood(
        self, name: QuantityName, left: tuple[Item, ...], label: Item, covariates: tuple[Item, ...]
    ) -> Quantity:
        """Return P(x | class): one factor, a parameter, or a product of factors."""
        model = self.model
        columns = tuple(item.variable for item in left)
        rest = tuple(item for item in name.right if item is not label and item not in covariates)
        if model.has_factor_line(columns) and not rest:
            return define_factor(model, name, columns, name.cells, label)
        # Given the class, columns that belong to different blocks do not change each other; those of
        # one density do, and only the quotient of two densities says how.
        if rest:
            joint = self._probability(self._ordered((*left, *rest)), (label, *covariates))
            return Quantity(name, joint / self._probability(rest, (label, *covariates)), _CONDITIONAL)
        if covariates and not self._has_number_with(left, covariates):
            return Quantity(name, self._probability(left, (label,)), _NOT_COUNTED)
        if len(left) == 1 and left[0].kind in ("cell", "word"):
            return model.define_share(name, left[0], label)
        likelihood = nodes.Product.of(self._factors((*left, *covariates), label))
        return Quantity(name, likelihood, self._reason(left))

    def _covariates(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return the covariates among `items`."""
        names = self.model.covariate_names
        return tuple(item for item in items if item.kind == "cell" and item.variable in names)

    def _has_number_with(self, items: Iterable[Item], covariates: tuple[Item, ...]) -> bool:
        """Say whether `items` have a number with one of the `covariates`, which it is counted over."""
        names = {item.variable for item in covariates}
        columns = {
            column for column, covariate in self.model.covariates.items() if covariate.name in names
        }
        return any(column in columns for column in self.observe(items).cells)

    def _joint(self, label: Item, items: tuple[Item, ...]) -> nodes.Reference:
        """Return P(class, x), which is the prior if x has no feature."""
        covariates = self._covariates(items)
        return self._probability((label,) if covariates == items else (label, *items))

    def _reason(self, items: tuple[Item, ...]) -> Reason:
        """Return the assumption that makes a likelihood a product; words may have their own."""
        observation = self.observe(items)
        if is_grouped(self.model, observation):
            return GROUPED
        columns = tuple(observation.cells)
        if self.model.has_factor_line(columns) and not observation.words():
            return PRODUCT_RULE
        block = self.model.word_block
        if block is None or not observation.words():
            return NAIVE_BAYES
        return Reason(Rule.ASSUME, block.reason)

    def define_number_parameter(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`, a parameter of numeric columns such as mean(c|k)."""
        return define_parameter(self.model, name)

    def define_log_odds(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`, the logarithm of odds(k:l|x) or of odds(k|x)."""
        odds = nodes.Reference(name.with_head("odds"))
        return Quantity(name, nodes.Function("log", odds), Reason(Rule.DEFINE, "log-odds"))

    def define_odds(self, name: QuantityName, _: Effort) -> Quantity:
        """Return the quantity of `name`: odds of two classes, of one against all others, or lr(k:l|x).

        Raises InputError if there is only one class.
        """
        if name.pair is not None:
            pair = name.pair.first, name.pair.second
            if name.head == "lr" and self._covariates(name.right) == name.right:
                return Quantity(name, nodes.Integer(1) / 1, _NOT_COUNTED)
            if name.head == "lr":
                first, second = (self._probability(name.right, (k,)) for k in pair)
                reason = Reason(Rule.DEFINE, "likelihood ratio")
                return Quantity(name, first / second, reason)
            first, second = (self._joint(k, name.right) for k in pair)
            return Quantity(name, first / second, _ODDS)
        (subject,) = name.subjects
        alternatives = tuple(k for k in self.model.class_items() if k != subject)
        if not alternatives:
            raise InputError("odds need at least two classes", at=name.place)
        rest = (self._joint(k, name.right) for k in alternatives)
        return Quantity(name, self._joint(subject, name.right) / nodes.Sum.of(rest), _ODDS)

    def grouped_factors(
        self, name: QuantityName, count_word: CountWord
    ) -> tuple[nodes.Expression, ...]:
        """Return the factors of the joint or likelihood `name` of a long text.

        `count_word` gives the counts, so that a verifier can put in its own.
        """
        items, label = name.items, name.label
        assert label is not None
        rest = tuple(item for item in items if item is not label)
        factors = self.model.factors(self.observe(rest), label, count_word)
        return factors if name.right else (self._probability((label,)), *factors)

    def _factors(self, items: Iterable[Item], label: Item) -> tuple[nodes.Expression, ...]:
        return self.model.factors(self.observe(items), label)

    def _ordered(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return items in canonical order: class, cells in column order, queries."""
        return in_order(items, self._positions)

    @once
    def _positions(self) -> Mapping[str, int]:
        model = self.model
        names = (*model.by_column, *model.covariate_names, *model.vocabulary, *self.queries)
        return {name: index for index, name in enumerate(names)}

    def _probability(self, left: tuple[Item, ...], right: tuple[Item, ...] = ()) -> nodes.Reference:
        return nodes.Reference(self.model.names.probability(left, right))


def define_wrapped(name: QuantityName, define: Callable[[QuantityName], Quantity]) -> Quantity:
    """Return the quantity of `name`, which has functions around it, such as -log2(P(x)).

    The logarithm of a product of naive Bayes is a sum of logarithms; `define` gives the formula of the
    argument, to see whether it is one.
    """
    outer, argument = name.wrappers[0], nodes.Reference(name.unwrapped())
    if outer.startswith("log"):
        within = define(argument.name)
        if isinstance(within.formula, nodes.Product) and within.reason.rule is Rule.ASSUME:
            terms = tuple(_logarithm(outer, factor) for factor in within.formula.factors)
            return Quantity(name, nodes.Sum(terms), Reason(Rule.DEFINE, "logarithm of a product"))
    formula = -argument if outer == "-" else nodes.Function(outer, argument)
    return Quantity(name, formula, Reason(Rule.DEFINE, ""))


def _logarithm(function: str, factor: nodes.Expression) -> nodes.Expression:
    """Return the logarithm of a factor; for a power, its exponent times the logarithm of the base."""
    if isinstance(factor, nodes.Power):
        return nodes.Product((factor.exponent, nodes.Function(function, factor.base)))
    return nodes.Function(function, factor)


def definitions(prediction: Prediction, source: Source | None = None) -> Define:
    """Return the definitions of the quantities of a model and of its counts; `source` has the sums."""
    model, kinds = prediction.model, prediction.kinds
    data = DataQuantities(model.counts, kinds, model.vocabulary, source=source)

    def define(name: QuantityName, effort: Effort) -> Quantity:
        of_data = kinds[name.head].of_data
        return data.define(name, effort) if of_data else prediction.define(name, effort)

    return define
