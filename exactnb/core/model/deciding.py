"""Decide many observations by one model, exactly and without a derivation; the accuracy on its rows.

The log-odds of each class against one are enclosed in balls, from coefficients that are computed
once per set of columns. If the balls of two classes overlap, the exact scores are compared.

How to read: a `Decider` decides observations; `define_accuracy` counts the rows that are decided
rightly, by the model or, leave-one-out, each by a model of all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import prod

from exactnb.core.arithmetic.enclosure import Ball, ball_of, weighted_sums
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.arithmetic.values import enclose as enclose_value
from exactnb.core.conventions.reading import prior_if_empty_class
from exactnb.core.data.counts import Counts
from exactnb.core.data.moments import Moments, MomentsWithout
from exactnb.core.data.schema import Number
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression, Function, references
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.results import Decision, Value, decided_labels
from exactnb.core.expression.tree import factors_of, terms_of
from exactnb.core.expression.written import literal, written
from exactnb.core.families.base import Observation, count_reference, probability
from exactnb.core.families.block import Pair
from exactnb.core.lazy import once_each
from exactnb.core.model.model import PARAMETERS, Model
from exactnb.core.model.probabilities import Prediction, Training, definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Define, Effort, InlineForm, Quantity
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, Unsupported

_BITS = 128
_MOST = 2_000  # different rows that are decided at most
_SUBTRACTED = 10  # counts that are subtracted in the time of a part of a formula
_SHOWN = 40  # rows whose joints fit into a table
_FACTORS = 2_000  # of numbers in all rows; beyond, decisions are made by intervals

Monomial = tuple[str, ...]
"""Columns whose numbers are multiplied; the empty one is 1."""


@frozen
class Decider:
    """Decide observations by a `model`; `define` gives its quantities, each evaluated once.

    One `effort` pays for all decisions. Where a row of the class `without` is left out, `complete`
    decides by all rows: the parameters of other classes are taken from it.
    """

    model: Model
    define: Define
    effort: Effort
    complete: Decider | None = None
    without: str = ""

    def decide(self, observation: Observation, items: tuple[Item, ...]) -> Value:
        """Return the decision about `observation`, whose name has `items`.

        Only a close decision costs effort: it is made from the exact joints. Raises TooMuch then.
        """
        scores = self._log_odds(observation)
        for position, score in enumerate(scores or ()):
            assert scores is not None
            if all(score.is_above(rival) for rival in scores[:position] + scores[position + 1 :]):
                return Decision((self.model.classes[position],))
        name = self.model.names.decision(items)
        return Quantities([name], self.define, self.effort).value(name)

    def _log_odds(self, observation: Observation) -> list[Ball] | None:
        """Return the log-odds of each class against one, or None if they are not all finite."""
        model = self.model
        if observation.words() or set(observation.cells) & set(model.covariate_names):
            return None
        columns = tuple(column for column in model.numeric_blocks if column in observation.cells)
        numbers = {column: number_in(observation.cells[column]) for column in columns}
        lowest = (
            (model.numeric_blocks[column].family.first_integer, number)
            for column, number in numbers.items()
        )
        if any(least is not None and number < least for least, number in lowest):
            return None  # below a support densities are 0
        rows = self._coefficients(columns)
        offsets = [self._listed_score(observation, label) for label in model.class_items()]
        if rows is None or any(offset is None for offset in offsets):
            return None
        unit = Fraction(1)
        weights = [unit, *(prod((numbers[c] for c in monomial), start=unit) for monomial in rows[0])]
        pairs = zip(offsets, rows[1], strict=True)
        balls = ([offset, *row] for offset, row in pairs if offset is not None)
        return weighted_sums(weights, balls, _BITS)

    def _listed_score(self, observation: Observation, label: Item) -> Ball | None:
        """Return the logarithm of the prior times the factors of columns with finitely many values."""
        model = self.model
        factors: list[Expression] = [probability((label,), (), model.name)]
        for block in model.blocks:
            if block.is_finite:
                factors += (factor for _, factor in block.factors(observation, label))
        logarithms = [self._logarithm(factor) for factor in factors]
        balls = [ball for ball in logarithms if ball is not None]
        if len(balls) < len(logarithms):
            return None
        return weighted_sums([Fraction(1)] * len(balls), [balls], _BITS)[0]

    @once_each
    def _coefficients(self, columns: tuple[str, ...]) -> tuple[list[Monomial], list[list[Ball]]] | None:
        """Return the monomials of the log-ratios against one class, and a row for each class."""
        labels = self.model.class_items()
        # All log-ratios but one stay, if they are not against the class that a row is left out of.
        reference = next((label for label in labels if label.value != self.without), labels[0])
        tables = [self._log_ratio(columns, (k, reference)) for k in labels if k != reference]
        if any(ball is None for table in tables for ball in table.values()):
            return None
        # One family writes the log-ratios of all classes, so that they have the same monomials.
        monomials = list(tables[0]) if tables else []
        rows = [[ball for ball in table.values() if ball is not None] for table in tables]
        rows.insert(labels.index(reference), [ball_of(0)] * len(monomials))
        return monomials, rows

    @once_each
    def _log_ratio(self, columns: tuple[str, ...], pair: Pair) -> Mapping[Monomial, Ball | None]:
        """Return the coefficients of the log-ratio of two classes; a constant None if it has none."""
        # The data stand in no formula, only in the parameters that it names.
        formulas = (self.complete or self)._log_ratio_terms(columns, pair)
        used = (name for _, formula in formulas or () for name in references(formula))
        if (complete := self._complete_if_unchanged(used)) is not None:
            return complete._log_ratio(columns, pair)
        if formulas is None:
            return {(): None}
        balls = [(monomial, self._ball(formula)) for monomial, formula in formulas]
        constants = [ball for monomial, ball in balls if not monomial]
        finite_constants = [ball for ball in constants if ball is not None]
        constant = weighted_sums([Fraction(1)] * len(finite_constants), [finite_constants], _BITS)[0]
        last = constant if len(finite_constants) == len(constants) else None
        return {**{monomial: ball for monomial, ball in balls if monomial}, (): last}

    @once_each
    def _log_ratio_terms(
        self, columns: tuple[str, ...], pair: Pair
    ) -> list[tuple[Monomial, Expression]] | None:
        """Return the terms of the log-ratio of two classes, None if it is no polynomial."""
        terms: list[tuple[Monomial, Expression]] = []
        for block in dict.fromkeys(self.model.numeric_blocks[column] for column in columns):
            for group in block.factor_groups(columns):
                ratio = block.log_ratio(group, pair)
                if ratio is None:
                    return None
                terms += ratio.items()
        return terms

    def _complete_if_unchanged(self, names: Iterable[QuantityName]) -> Decider | None:
        """Return the decider by all rows, if these are parameters that a row left out leaves alone."""
        # With a relative ε, a part of the largest variance of all rows is added to each.
        if self.complete is None or self.model.conventions.epsilon.relative:
            return None
        labels = [name.label if name.head in PARAMETERS else None for name in names]
        stay = all(label is not None and label.value != self.without for label in labels)
        return self.complete if stay else None

    @once_each
    def _logarithm(self, factor: Expression) -> Ball | None:
        """Return the logarithm of a factor, None where it is 0 or undefined."""
        return self._ball(Function("log", factor))

    def _ball(self, expression: Expression) -> Ball | None:
        """Return a ball around the value of an expression, None where it is not finite."""
        value = evaluate(expression, self._value)
        return enclose_value(value, _BITS) if isinstance(value, Finite) else None

    @once_each
    def _value(self, name: QuantityName) -> Value:
        if (complete := self._complete_if_unchanged((name,))) is not None:
            return complete._value(name)
        return evaluate(self.define(name, self.effort).formula, self._value)


Kinds = dict[tuple[tuple[Item, ...], str, Number], tuple[Training, Number]]

Decided = tuple[str, str, tuple[str, ...]]
"""A row's id, or else its number; its class; the labels of the decision, () if undefined."""

DECIDED_WRONGLY = "those decided wrongly"


def define_accuracy(prediction: Prediction, name: QuantityName, effort: Effort) -> Quantity:
    """Return the quantity of `name`, the share of training rows that `prediction` decides correctly.

    A tie is not correct. Raises InputError without training rows, Unsupported for more than 2,000
    different ones; `effort` pays for the decisions.
    """
    rows = distinct_rows(prediction, name)
    terms: list[nodes.Expression] = []
    model = prediction.model
    factors = len(rows) * len(model.classes) * len(model.numeric_blocks)
    many = len(rows) > _SHOWN and factors > _FACTORS
    moments = Moments(model.counts)
    # beside its graph, a row takes the counts without it, and its log-odds
    counted = sum(map(len, model.schema.columns.values())) + len(model.schema.words)
    counted_per_row = counted // _SUBTRACTED if name.head == "accuracy_left_out" else 0
    log_odds = len(model.numeric_blocks) if many else 0
    effort.spend(len(rows) * len(model.classes) * (counted_per_row + log_odds), name)
    decider = Decider(model, definitions(prediction, moments), effort) if many else None
    for (items, label, _), (training, weight) in rows.items():
        decision: nodes.Expression
        if name.head == "accuracy_left_out":
            decision = _leave_one_out_decision(prediction, training, moments, effort, decider)
        elif decider is not None:
            decision = _decision_formula(decider, prediction, items)
        else:
            decision = nodes.Reference(model.names.decision(items))
        right = nodes.Indicator(decision, label)
        terms.append(right if weight == 1 else nodes.Product((literal(weight), right)))
    if not terms:
        raise InputError("there are no training rows", at=name.place)
    description = "rows decided rightly" if name.head == "accuracy" else "each decided without itself"
    share = nodes.Sum.of(terms) / count_reference()
    return Quantity(name, share, Reason(Rule.DEFINE, description), InlineForm.COUNTED)


def distinct_rows(prediction: Prediction, name: QuantityName) -> Kinds:
    """Return the different training rows of `prediction`, each with its total weight.

    Raises Unsupported, at the place of `name`, for more than 2,000.
    """
    rows: Kinds = {}
    for training in prediction.training():
        key = training.items, training.case.label, training.case.weight
        weight = rows[key][1] if key in rows else 0
        rows[key] = training, weight + training.case.weight
        if len(rows) > _MOST:
            raise Unsupported(f"more than {_MOST:,} different rows to decide one by one", at=name.place)
    return rows


def _decision_formula(
    decider: Decider, prediction: Prediction, items: tuple[Item, ...]
) -> nodes.Expression:
    """Return a decision by intervals around the scores, and by exact scores if these overlap."""
    value = decider.decide(prediction.observe(items), items)
    return nodes.Labels(value.labels) if isinstance(value, Decision) else nodes.Special("undefined")


def _leave_one_out_decision(
    prediction: Prediction,
    training: Training,
    moments: Moments,
    effort: Effort,
    complete: Decider | None,
) -> nodes.Expression:
    """Return the decision about a row by the model estimated from all others.

    The model keeps its classes, values and words, even those that only this row has. The sums of the
    others are the sums of all, minus the row. Where `complete` does not decide by all, as few rows
    are, the scores are numbers.
    """
    model = prediction.model
    counts = model.counts - Counts.of(model.schema, [training.case], model.product_groups)
    rest = MomentsWithout(moments, training.case)
    try:
        # A class that the row leaves empty has the prior 0, and is no error.
        shares = prior_if_empty_class(counts.sizes) if model.conventions.prior == "mle" else None
        if shares is not None:
            model = replace(model, conventions=model.conventions.with_prior(shares))
        reduced = replace(prediction, model=model.with_counts(counts, rest))
    except InputError:  # a matrix without an inverse, a class without values
        return nodes.ArgMax(tuple((k, nodes.Integer(0) / 0) for k in model.classes))
    define = definitions(reduced, rest)
    if complete is not None:
        decider = Decider(reduced.model, define, effort, complete, training.case.label)
        return _decision_formula(decider, reduced, training.items)
    joints = [model.names.joint(label, training.items) for label in model.class_items()]
    graph = Quantities(joints, define, effort)
    scores = zip(model.classes, (written(graph.value(joint)) for joint in joints), strict=True)
    return nodes.ArgMax(tuple(scores), model.conventions.tie == "first")


def wrong_decisions(rows: tuple[Decided, ...]) -> tuple[Decided, ...]:
    """Return the `rows` whose decision is not exactly their class.

    >>> wrong_decisions((("1", "+", ("+",)), ("2", "+", ("+", "-"))))
    (('2', '+', ('+', '-')),)
    """
    return tuple(row for row in rows if row[2] != (row[1],))


def row_decisions(prediction: Prediction, name: QuantityName, graph: Quantities) -> tuple[Decided, ...]:
    """Return all training rows of `prediction` in order, as the formula of an accuracy decides them.

    `name` is that accuracy, which is in `graph`.
    """
    formula = graph[name].formula
    assert isinstance(formula, nodes.Quotient)
    kinds = distinct_rows(prediction, name)
    decided = {}
    for kind, term in zip(kinds, terms_of(formula.numerator), strict=True):
        *_, indicator = factors_of(term)
        assert isinstance(indicator, nodes.Indicator)
        decided[kind] = decided_labels(evaluate(indicator.decision, graph.value))
    rows = []
    for number, training in enumerate(prediction.training(), start=1):
        case = training.case
        labels = decided[training.items, case.label, case.weight]
        rows.append((case.id or str(number), case.label, labels))
    return tuple(rows)
