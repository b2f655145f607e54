"""A step of a solution that may be done differently: what the formulas of rows are made of.

How to read: a `GraphStep` is a quantity of a graph, with its neighbours in Bayes' rule by name; the
last properties are those of a product. `NormalDensity` has the parts of a bell curve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Power,
    Product,
    Quotient,
    Reference,
    Sum,
    sqrt,
)
from exactnb.core.expression.written import number
from exactnb.core.families.base import Observation, probability
from exactnb.core.families.estimates import EstimateContext
from exactnb.core.families.observed import ObservedNumbers
from exactnb.core.lazy import once, once_each
from exactnb.core.model.model import Model, is_factor
from exactnb.core.model.parts import is_grouped
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import Item, QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen

_MOST_ITEMS = 40  # observed cells and words of which each is looked at alone


@frozen(eq=False)
class StepContext:
    """A `problem` and its `graph`, with the counts that wrong estimates are made of, counted once."""

    problem: Problem
    graph: Quantities

    @once_each
    def estimate_context(self, model: str) -> EstimateContext:
        """Return the counts that mistakes with the estimates of a `model` may use."""
        chosen = self.problem.predictions[model].model
        values = {column: block.values(column) for column, block in chosen.finite_blocks.items()}

        @cache
        def observed_words(label: str) -> int:
            return sum(chosen.counts.word(word, label) > 0 for word in chosen.vocabulary)

        holding = cache(lambda label: self._texts_with_word(model, label))
        return EstimateContext(
            chosen.counts, chosen.incomplete_columns, values, observed_words, holding
        )

    def _texts_with_word(self, model: str, label: str) -> dict[str, int]:
        """Return the number of texts of a class with each word; {} without texts, or with weights."""
        texts = self.weighted_texts(model, label)
        if any(weight != 1 for _, weight in texts):
            return {}
        return dict(Counter(word for bag, _ in texts for word in bag))

    @once_each
    def weighted_texts(
        self, model: str, label: str
    ) -> tuple[tuple[Mapping[str, int], int | Fraction], ...]:
        """Return the words of each text of class `label`, with its weight; () where no rows are known.

        `model` is the name of the model that says which words count.
        """
        chosen, row = self.problem.predictions[model].model, self.problem.encoder.observed_row
        cases = self.problem.cases() if chosen.counts.sized else ()
        of_class = (case for case in cases if case.label == label)
        return tuple((row(chosen, case).words(), case.weight) for case in of_class)

    @once
    def zero_count_shares(self) -> frozenset[QuantityName]:
        """Return the smoothed shares of the graph whose count is zero."""
        zeros = set()
        for name, quantity in self.graph.items():
            if quantity.inline is InlineForm.COUNTED and name.role is Role.WITHIN:
                match quantity.formula:
                    case Quotient(Sum((hits, *_)), Sum()) if evaluate(hits, self.graph.value) == 0:
                        zeros.add(name)
        return frozenset(zeros)


@frozen(eq=False)
class GraphStep:
    """A quantity by its `name`, its `right` formula, and all that a wrong one may be made of."""

    context: StepContext
    name: QuantityName
    right: Expression
    inline: InlineForm

    @property
    def model(self) -> Model:
        """Return the model that it is a quantity of."""
        return self.context.problem.predictions[self.name.model].model

    @property
    def pseudocount(self) -> Fraction:
        """Return the λ that is added to the counts of features; 0 without a single one."""
        return pseudocount_of(self.model.conventions.smoothing) or Fraction(0)

    @once
    def label(self) -> Item:
        """Return the class that it is of."""
        label = self.name.label
        assert label is not None
        return label

    @once
    def classes(self) -> tuple[Item, ...]:
        """Return all classes."""
        return self.model.class_items()

    @once
    def compared_classes(self) -> tuple[Item, ...]:
        """Return the two classes that are compared for something observed; () of other comparisons."""
        pair = self.name.pair if self.name.right else None
        return (pair.first, pair.second) if pair is not None else ()

    @once
    def wrong_classes(self) -> dict[str, Item]:
        """Return the other classes, by the details that distinguish them: "" if there is only one."""
        classes = [k for k in self.classes if k != self.label]
        return {f"class {k.value}" if len(classes) > 1 else "": k for k in classes}

    def by_other_class(self, formula: Callable[[Item], Expression]) -> list[tuple[str, Expression]]:
        """Return what a `formula` makes of each other class, with the detail that distinguishes it."""
        return [(detail, formula(k)) for detail, k in self.wrong_classes.items()]

    @once
    def items(self) -> tuple[Item, ...]:
        """Return the observed items: texts, cells, words."""
        return self.name.observed

    def right_formula_of_class(self, label: Item) -> Expression:
        """Return the right formula of the same quantity, of the class `label` instead."""
        return self.context.graph.quantity(self.name.exchanged(self.label, label)).formula

    def share(self, item: Item) -> Expression:
        """Return the right formula of P(`item`|k)."""
        return self.context.graph.quantity(replace(self.name, left=(item,))).formula

    def prior(self, label: Item) -> Reference:
        """Return P(k) of k = `label`."""
        return probability((label,), (), self.name.model)

    def joint(self, label: Item) -> Reference:
        """Return P(k,x) of k = `label`."""
        return probability((label, *self.items), (), self.name.model)

    def posterior(self, label: Item, items: Iterable[Item] | None = None) -> Reference:
        """Return P(k|x) of k = `label`, or that of some observed `items` alone."""
        return probability((label,), self.items if items is None else tuple(items), self.name.model)

    def likelihood(self, label: Item) -> Expression:
        """Return the product of the factors of the joint of class `label`, without its prior."""
        formula = self.context.graph.quantity(self.joint(label).name).formula
        return Product.of(formula.factors[1:] if isinstance(formula, Product) else ())

    @once
    def evidence(self) -> Reference:
        """Return P(x)."""
        return probability(self.items, (), self.name.model)

    @once
    def single_items(self) -> tuple[Item, ...]:
        """Return the observed cells and words one by one, as the model reads them.

        None are returned for a text of many words, or with covariates.
        """
        observed = self.context.problem.encoder.observed_items(self.model, self.observation)
        covariates = self.model.covariate_names
        if len(observed) > _MOST_ITEMS or any(item.variable in covariates for item in observed):
            return ()
        return observed

    @once
    def observation(self) -> Observation:
        """Return the observed items as one observation."""
        return self.context.problem.predictions[self.name.model].observe(self.items)

    # Of a product: P(k,x) or P(x|k).

    @once
    def is_product(self) -> bool:
        """Say whether it is a joint, or a probability within a class that is no parameter or factor."""
        if self.name.role is not Role.WITHIN:
            return self.name.role is Role.JOINT
        is_single = len(self.items) == 1 and self.items[0].kind in ("cell", "word")
        return not is_single and not is_factor(self.model, self.name)

    @once
    def is_grouped(self) -> bool:
        """Say whether equal factors of many words are written as powers."""
        return is_grouped(self.model, self.observation)

    @once
    def prior_if_any(self) -> tuple[Expression, ...]:
        """Return the prior as a tuple; an empty one for P(x|k)."""
        return (self.prior(self.label),) if self.name.role is Role.JOINT else ()

    @once
    def factors(self) -> tuple[Expression, ...]:
        """Return the factors of the product without the prior."""
        return self.factors_of(self.label)

    def factors_of(self, label: Item, observation: Observation | None = None) -> tuple[Expression, ...]:
        """Return the factors of class `label`, of another `observation` if there is one."""
        return self.model.factors(observation or self.observation, label)

    def single_factors_of(self, label: Item) -> tuple[Expression, ...]:
        """Return the factors of class `label` one by one: a power as often as it says."""
        single: list[Expression] = []
        for factor in self.factors_of(label):
            match factor:
                case Power(base, Integer(times)):
                    single += [base] * times
                case _:
                    single.append(factor)
        return tuple(single)

    def product(self, factors: Iterable[Expression]) -> Expression:
        """Return the product of the prior, if any, and other `factors`; a factor 1 is left out."""
        return Product.without_ones((*self.prior_if_any, *factors))

    @once
    def unknown_words(self) -> tuple[str, ...]:
        """Return the words of a typed text that are outside the vocabulary, as often as they occur."""
        ids = [item.value for item in self.items if item.kind == "query"]
        queries = self.context.problem.query
        if not self.model.draws_words or len(ids) != 1 or ids[0] not in queries:
            return ()
        query = queries[ids[0]]
        if isinstance(query, Observation):  # it was not typed, so no word of it is unknown
            return ()
        encoder = self.context.problem.encoder
        unknown = {word for column, word in encoder.unseen(self.model, query) if not column}
        return tuple(word for word in encoder.words_and_cells(query)[0] or () if word in unknown)


def reciprocal_fraction(step: GraphStep) -> Expression | None:
    """Return the fraction of `step` upside down; None where it is no fraction."""
    return step.right.denominator / step.right.numerator if isinstance(step.right, Quotient) else None


def over_one_plus(number: Expression) -> Expression:
    """Return n/(1 + n) of n = `number`."""
    return number / Sum((Integer(1), number))


@frozen(eq=False)
class NormalDensity:
    """The parts of exp(−`exponent`)/`root`, a density of numbers in a class; then of one number."""

    observed: ObservedNumbers
    bell: Expression
    exponent: Expression
    root: Expression

    @once
    def difference(self) -> Expression:
        """Return x − μ."""
        return number(self.observed.x) - self.observed.parameters[0]

    @once
    def x(self) -> Expression:
        """Return x."""
        return number(self.observed.x)

    @once
    def variance(self) -> Expression:
        """Return σ²."""
        return self.observed.parameters[1]

    @once
    def standard_deviation(self) -> Expression:
        """Return σ, as a root."""
        return sqrt(self.variance)
