"""How the classes of one query stand to each other, and which factors move their odds most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.deciding import descending
from exactnb.core.arithmetic.values import Infinite, Undefined, compare, sign
from exactnb.core.data.rows import name_of
from exactnb.core.expression.results import Decision
from exactnb.core.families.observation import Observation
from exactnb.core.model.effort import Effort
from exactnb.core.model.model import Model
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, Pair, QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import InputError, near, quoted

CLASSES = 6
"""How many classes are told of at most."""


@frozen(slots=True)
class Factor:
    """What one thing that is seen does to the odds: to a cell or word, how often it is seen."""

    item: Item
    times: int


def one_model(problem: object, queries: Iterable[str]) -> tuple[Problem, tuple[str, ...]]:
    """Return a problem with its first model alone and no question, and the ids of some queries.

    Raises InputError for what is no problem, and for an id that no query has.
    """
    if not isinstance(problem, Problem):
        raise InputError(f"expected a Problem; got {quoted(problem)}")
    known, wanted = list(map(name_of, problem.query)), tuple(map(name_of, queries))
    for name in wanted:
        if name not in known:
            raise InputError(f"there is no query {quoted(name)}{near(name, known)}")
    first = dict([next(iter(problem.models.items()))])
    return replace(problem, models=first, ask=(), questions=()), wanted


class LeadingFactors:
    """Hold how the classes of a query stand to each other: their joints, from the largest down."""

    def __init__(self, problem: Problem, identity: str, effort: Effort) -> None:
        self.problem = problem
        (self.prediction,) = problem.predictions.values()
        self.case = (Item("query", "", identity),)
        self.decision = self.model.names.decision(self.case)
        self.quantities = graph = Quantities((self.decision,), problem.define, effort)
        labels = self.model.class_items()
        self.joints: dict[Item, Any] = {k: graph.value(self.joint(k)) for k in labels}
        self.is_decided = isinstance(graph.value(self.decision), Decision)
        self.labels = labels
        if self.is_decided:
            self.labels = tuple(descending(labels, self.joints.__getitem__))

    @property
    def model(self) -> Model:
        """Return the model that decides."""
        return self.prediction.model

    @property
    def has_rival(self) -> bool:
        """Say whether a second class is possible at all, so that there are odds to explain."""
        return self.is_decided and len(self.labels) > 1 and sign(self.joints[self.labels[1]]) > 0

    @property
    def has_evidence(self) -> bool:
        """Say whether the query shows any cell or word."""
        seen = self.prediction.observed(self.case)
        return bool(seen.cells or seen.words())

    @property
    def impossible(self) -> tuple[Item, ...]:
        """Return the classes whose joint is zero or undefined."""
        worths = self.joints.items()
        return tuple(k for k, worth in worths if isinstance(worth, Undefined) or sign(worth) == 0)

    @property
    def pair(self) -> Pair:
        """Return the two likeliest classes."""
        return Pair(self.labels[0], self.labels[1])

    def joint(self, label: Item) -> QuantityName:
        """Return the name of a class's joint."""
        return self.model.names.joint(label, self.case)

    def posterior(self, label: Item) -> QuantityName:
        """Return the name of a class's posterior."""
        return self.model.names.posterior(label, self.case)

    def odds(self, *seen: Item) -> QuantityName:
        """Return the name of the odds of the two, before or after something is seen."""
        return self.model.names.of_pair("odds", self.pair, seen)

    def ratio(self, item: Item) -> QuantityName:
        """Return the name of the factor by which something that is seen moves these odds."""
        return self.model.names.of_pair("lr", self.pair, (item,))

    def factors(self) -> list[Factor]:
        """Return what is seen that has a factor of its own: words that are there, and other cells."""
        seen = self.prediction.observed(self.case)
        model, schema = self.model, self.problem.schema
        absent = {c for c, value in seen.cells.items() if c not in schema.columns and value == "0"}
        found = [Factor(*of) for block in model.blocks for of in block.single_factors(seen)]
        places = {column: at for at, column in enumerate(seen.cells)}
        found.sort(key=lambda factor: places.get(factor.item.variable, len(places)))
        return [f for f in found if f.item.kind == "word" or f.item.variable not in absent]

    def leading(self, number: int) -> tuple[Factor, ...]:
        """Return the factors that move the odds most, the strongest first."""
        factors = self.factors()
        names = {factor.item: self.ratio(factor.item) for factor in factors}
        graph = self.quantities.of(names.values())
        sizes: dict[Factor, Any] = {}
        for factor in factors:
            ratio: Any = graph.value(names[factor.item])
            if compare(ratio, Fraction(1)) < 0:
                ratio = values.divide(Fraction(1), ratio)
            sizes[factor] = values.power(ratio, Fraction(factor.times))
        return tuple(descending(factors, sizes.__getitem__)[:number])

    def culprits(self) -> dict[Item, tuple[QuantityName, ...]]:
        """Return the estimates that make a joint zero or undefined, for each class that has such."""
        seen = self.prediction.observed(self.case)
        cells = (Item("cell", column, value) for column, value in seen.cells.items())
        items = [item for item in cells if self.model.share_block(item) is not None]
        items = list(dict.fromkeys((*(factor.item for factor in self.factors()), *items)))
        found = {}
        for label in self.impossible[:CLASSES]:
            worth = self.joints[label]
            names = [
                self.model.names.prior(label),
                *(self.model.names.within((item,), label) for item in items),
            ]
            graph = self.quantities.of(names)
            broken = (graph.culprits(n) for n in names if _is_nothing(graph.value(n), worth))
            found[label] = tuple(dict.fromkeys(name for of in broken for name in of))
        return found

    def without(self, chosen: Sequence[Factor]) -> Problem:
        """Return the problem with one more query: what is seen beside the chosen factors."""
        seen = self.prediction.observed(self.case)
        taken = {
            factor.item.value if factor.item.kind == "word" else factor.item.variable
            for factor in chosen
        }
        cells = {c: v for c, v in seen.cells.items() if c not in taken}
        words = {word: n for word, n in seen.words().items() if word not in taken}
        if not cells and not words:
            return self.problem
        identity = self.problem.schema.free_name("the rest", taken=self.problem.query)
        rest = Observation(cells, (words,) if seen.bags else ())
        return replace(self.problem, query={**self.problem.query, identity: rest})


def _is_nothing(value: Any, worth: Any) -> bool:
    """Say whether a factor makes a joint what it is: undefined, or else zero."""
    if isinstance(worth, Undefined):
        return isinstance(value, Undefined)
    return not isinstance(value, Undefined | Infinite) and sign(value) == 0
