"""The joints of the classes of one query in order, and the factors that move their odds most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.values import Infinite, Undefined, compare, sign, sorted_descending
from exactnb.core.data.rows import in_list, name_of
from exactnb.core.expression.results import Decision
from exactnb.core.families.base import Observation
from exactnb.core.model.model import Model
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import Item, Pair, QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import InputError, near, quoted

MAX_CLASSES = 6
"""The largest number of classes in an explanation."""


@frozen(slots=True)
class Factor:
    """A cell or word of an observation that has a likelihood ratio, and how often it occurs there."""

    item: Item
    times: int


def first_model(problem: object, queries: Iterable[str]) -> tuple[Problem, tuple[str, ...]]:
    """Return `problem` with its first model alone and no questions, and the ids of the `queries`.

    Raises InputError for what is no Problem, and for an id that no query has.
    """
    if not isinstance(problem, Problem):
        raise InputError.expected("a Problem", problem)
    ids, wanted = list(map(name_of, problem.query)), tuple(map(name_of, in_list(queries, "queries")))
    for name in wanted:
        if name not in ids:
            raise InputError(f"there is no query {quoted(name)}{near(name, ids)}")
    models = dict([next(iter(problem.models.items()))])
    return replace(problem, models=models, ask=(), questions=()), wanted


class LeadingFactors:
    """The joints of the classes of one query, from the largest down, and the factors of their odds.

    `problem` has one model (`first_model`), `identity` is the id of the query, and `effort` limits
    the graph. `labels` are the classes in the order of their joints, if a class is decided.
    """

    def __init__(self, problem: Problem, identity: str, effort: Effort) -> None:
        self.problem = problem
        (self.prediction,) = problem.predictions.values()
        self.case = (Item("query", "", identity),)
        self.decision = self.model.names.decision(self.case)
        self.quantities = graph = Quantities((self.decision,), problem.define, effort)
        labels = self.model.class_items()
        self.joints: dict[Item, Any] = {k: graph.value(self.joint_name(k)) for k in labels}
        self.is_decided = isinstance(graph.value(self.decision), Decision)
        ordered = sorted_descending(labels, self.joints.__getitem__) if self.is_decided else labels
        self.labels = tuple(ordered)

    @property
    def model(self) -> Model:
        """Return the only model of the problem."""
        return self.prediction.model

    @property
    def has_rival(self) -> bool:
        """Say whether a second class has a joint above zero: then there are odds to explain."""
        return self.is_decided and len(self.labels) > 1 and sign(self.joints[self.labels[1]]) > 0

    @property
    def impossible_classes(self) -> tuple[Item, ...]:
        """Return the classes whose joint is zero or undefined."""
        joints = self.joints.items()
        return tuple(k for k, joint in joints if isinstance(joint, Undefined) or sign(joint) == 0)

    @property
    def likeliest_pair(self) -> Pair:
        """Return the two likeliest classes."""
        return Pair(self.labels[0], self.labels[1])

    def joint_name(self, label: Item) -> QuantityName:
        """Return the name of the joint of the class `label`."""
        return self.model.names.joint(label, self.case)

    def posterior_name(self, label: Item) -> QuantityName:
        """Return the name of the posterior of the class `label`."""
        return self.model.names.posterior(label, self.case)

    def odds_name(self, *observed: Item) -> QuantityName:
        """Return the name of the odds of the two likeliest classes: prior odds, or odds given items."""
        return self.model.names.of_pair("odds", self.likeliest_pair, observed)

    def ratio_name(self, item: Item) -> QuantityName:
        """Return the name of the likelihood ratio of `item`, the factor by which it moves the odds."""
        return self.model.names.of_pair("lr", self.likeliest_pair, (item,))

    def factors(self) -> list[Factor]:
        """Return the observed words, and the cells, that have a factor; absent words have none."""
        observation = self.prediction.observe(self.case)
        model, schema = self.model, self.problem.schema
        zeros = (column for column, value in observation.cells.items() if value == "0")
        absent = {column for column in zeros if column not in schema.columns}
        pairs = (pair for block in model.blocks for pair in block.items_with_own_factor(observation))
        factors = [Factor(*pair) for pair in pairs]
        places = {column: place for place, column in enumerate(observation.cells)}
        factors.sort(key=lambda factor: places.get(factor.item.variable, len(places)))
        return [f for f in factors if f.item.kind == "word" or f.item.variable not in absent]

    def strongest_factors(self, number: int) -> tuple[Factor, ...]:
        """Return the `number` factors that move the odds most, in either direction, largest first."""
        factors = self.factors()
        names = {factor.item: self.ratio_name(factor.item) for factor in factors}
        graph = self.quantities.with_targets(names.values())
        sizes: dict[Factor, Any] = {}
        for factor in factors:
            ratio: Any = graph.value(names[factor.item])
            if compare(ratio, Fraction(1)) < 0:
                ratio = values.divide(Fraction(1), ratio)
            sizes[factor] = values.power(ratio, Fraction(factor.times))
        return tuple(sorted_descending(factors, sizes.__getitem__)[:number])

    def culprits(self) -> dict[Item, tuple[QuantityName, ...]]:
        """Return the estimates that make a joint zero or undefined, by the classes of these joints."""
        observation = self.prediction.observe(self.case)
        cells = (Item("cell", column, value) for column, value in observation.cells.items())
        items = [item for item in cells if self.model.share_block(item) is not None]
        items = list(dict.fromkeys((*(factor.item for factor in self.factors()), *items)))
        culprits = {}
        for label in self.impossible_classes[:MAX_CLASSES]:
            joint = self.joints[label]
            factors = (self.model.names.given((item,), label) for item in items)
            names = [self.model.names.prior(label), *factors]
            graph = self.quantities.with_targets(names)
            broken = (graph.causes_of_zero(n) for n in names if _is_culprit(graph.value(n), joint))
            culprits[label] = tuple(dict.fromkeys(name for group in broken for name in group))
        return culprits

    def problem_without_factors(self, chosen: Sequence[Factor]) -> Problem:
        """Return the problem with one more query: the observation without the `chosen` factors."""
        observation = self.prediction.observe(self.case)
        items = (factor.item for factor in chosen)
        used = {item.value if item.kind == "word" else item.variable for item in items}
        cells = {c: v for c, v in observation.cells.items() if c not in used}
        bag = {word: n for word, n in observation.words().items() if word not in used}
        if not cells and not bag:
            return self.problem
        identity = self.problem.schema.free_name("the rest", taken=self.problem.query)
        rest = Observation(cells, (bag,) if observation.bags else ())
        return replace(self.problem, query={**self.problem.query, identity: rest})


def _is_culprit(value: Any, joint: Any) -> bool:
    """Say whether a factor is the reason why a joint is undefined, or else zero."""
    if isinstance(joint, Undefined):
        return isinstance(value, Undefined)
    return not isinstance(value, Undefined | Infinite) and sign(value) == 0
