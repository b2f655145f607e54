"""The scopes of counts and waiting times, with their rate.

How to read: each class says what an observation is, how probable it is, and the true estimate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from math import comb
from random import Random
from typing import Self

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.teach.grading.derivations.meanings import parts_in
from exactnb.teach.grading.derivations.numbers import (
    NoValue,
    Number,
    exponential,
    factorial,
    gamma,
    power,
)
from exactnb.teach.grading.derivations.polynomials import rising_factorial
from exactnb.teach.grading.derivations.prose import DerivationProse
from exactnb.teach.grading.derivations.scope import DerivationScope, Ends, states_prior
from exactnb.teach.grading.derivations.scopes.expectations import Powers
from exactnb.teach.grading.derivations.scopes.sample import SampleScope
from exactnb.teach.grading.derivations.substituting import exposures_in
from exactnb.teach.grading.derivations.worlds import (
    Env,
    Evaluation,
    Key,
    World,
    fraction,
)


class PoissonScope(SampleScope):
    """Whole numbers, with the rate λ.

    Where x_i ~ Poisson(λ t_i), each has an exposure, t_i; the one of x ~ Poisson(λ t) has all of it.
    """

    time: Symbol | None = None
    has_time = True  # where the argument of the distribution says so
    parameter_letters: tuple[str, ...] = ("λ", "r", "μ", "θ", "m", "ν")
    canonical = "λ"
    counts: tuple[str, ...] = ("data", "tally")

    def observation(self, rng: Random) -> Fraction:
        """Return a small whole number."""
        return Fraction(rng.randint(0, 4))

    def with_priors(self, prose: DerivationProse) -> Iterator[Self]:
        """Yield this scope, with the exposure that `prose` states."""
        scope = copy(self)
        if self.has_time:
            times = exposures_in(prose.arguments, self.parameter_letters)
            scope.time, scope._worlds = next(times, None), []
        yield from super(PoissonScope, scope).with_priors(prose)

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return what each letter stands for: there is no n beside one count."""
        names = super().bound(formulas)
        if self.time is None:
            return names
        if not self.time.lower:
            names = {name: "sum" if role == "n" else role for name, role in names.items()}
        return {**names, self.time.letter: "time"}

    def new_world(self, rng: Random, n: int, size: int) -> World:
        """Return a world with its data and their exposures, each 1 where none is stated."""
        world = super().new_world(rng, n if self.time is None or self.time.lower else 1, size)
        for row in range(1, world.sizes["n"] + 1):
            world.other["time", (row,)] = fraction(rng) if self.time else Fraction(1)
        return world

    def row_exposures(self, world: World) -> list[Fraction]:
        """Return the exposure of each observation of `world`."""
        return [world.other["time", (row,)] for row in range(1, world.sizes["n"] + 1)]

    def total_exposure(self, world: World) -> Fraction:
        """Return how many observations there are, or all of their exposures."""
        return sum(self.row_exposures(world), Fraction(0))

    def is_datum(self, letter: str) -> bool:
        """Say whether `letter` may be an observation: t is none where it is the exposure."""
        return self.names.get(letter) != "time" and super().is_datum(letter)

    def axis(self, symbol: Symbol, place: int) -> str:
        """Return the size of the index of data and of exposures."""
        is_time = self.names.get(symbol.letter) == "time"
        return "n" if is_time else super().axis(symbol, place)

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return also an exposure, and all of them for its letter without an index."""
        if role != "time":
            return super().quantity(ev, symbol, role, env)
        if not symbol.lower:
            return self.total_exposure(ev.world)
        return ev.world.other.get(("time", ev.indices(symbol.lower, env)))

    def factors(self, ev: Evaluation) -> Iterator[Number]:
        """Yield the density of each observation, by its exposure."""
        if self.time is None:
            yield from super().factors(ev)
            return
        rate = self.get(ev, (self.canonical, ()))
        for x, time in zip(ev.world.data, self.row_exposures(ev.world), strict=True):
            yield self._of_row(rate, x, time)

    def is_generic(self, world: World) -> bool:
        """Say whether the sum is positive and no accident makes things equal."""
        return sum(world.data) > 1 and sum(world.data) != world.sizes["n"] and max(world.data) > 1

    def domain(self, key: Key) -> Ends | None:
        """Return 0, which a rate is above."""
        return Fraction(0), None, False

    def random_parameters(self, rng: Random, world: World) -> dict[Key, Fraction]:
        """Return a positive fraction."""
        return {(self.canonical, ()): fraction(rng)}

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the sum of the data over all exposures: without exposures, the mean."""
        return {(self.canonical, ()): sum(world.data, Fraction(0)) / self.total_exposure(world)}

    def probability(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return also the probability of one x_i that has an exposure of its own."""
        match call.left:
            case (Symbol(_, (_,)) as part,) if self.time and self.is_datum(part.letter):
                place = self.place(ev, part, env)
                if place is not None and 1 <= place <= len(ev.world.data):
                    rate = self.get(ev, (self.canonical, ()))
                    return self._of_row(
                        rate, ev.world.data[place - 1], ev.world.other["time", (place,)]
                    )
        return super().probability(ev, call, env)

    @staticmethod
    def _of_row(rate: Number, x: Fraction, time: Number) -> Number:
        """Return the probability of one observation in an exposure, `time`."""
        return power(rate * time, x) * exponential(-(rate * time)) / factorial(x)

    def density(self, ev: Evaluation, x: Number) -> Number:
        """Return λ^x e^(−λ) / x!; NoValue is raised where each x has an exposure of its own."""
        if self.time is not None:
            raise NoValue
        rate = self.get(ev, (self.canonical, ()))
        return power(rate, x) * exponential(-rate) / factorial(x)

    def moment(self, ev: Evaluation, order: int) -> Number:
        """Return E[x^(k + 1)] = λ E[(x + 1)^k], as far as `order`."""
        if self.time is not None:
            raise NoValue
        rate, moments = self.get(ev, (self.canonical, ())), [Fraction(1)]
        for k in range(order):
            moments.append(
                rate * sum((comb(k, j) * each for j, each in enumerate(moments)), Fraction(0))
            )
        return moments[order]

    def hides_a_constant(self) -> bool:
        return "sum" in self.example and not self.stated_data  # the product of all x_i!

    def data_of(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return what the counts add up to, and how many there are."""
        return {"sum": powers["θ"], "n": powers["e"]} if powers.keys() <= {"θ", "e", "1"} else {}


class GammaPoisson(PoissonScope):
    """Whole numbers, with a Gamma prior on λ: its shape a and rate b."""

    prior_families = frozenset(("Gamma",))
    has_prior = has_rate = True
    hyper_letters: Mapping[str, str] = {
        "α": "hyper a", "a": "hyper a", "β": "hyper b", "b": "hyper b",
        "k": "hyper a", "θ": "hyper scale",
    }  # fmt: skip

    def hyper(self, rng: Random, world: World) -> None:
        """Draw a shape above 1 and a rate, where words do not say them."""
        drawn = Fraction(rng.randint(2, 5)), fraction(rng)
        world.other["hyper a", ()], world.other["hyper b", ()] = (
            self.fixed if len(self.fixed) == 2 else drawn
        )

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield this scope; with a prior of shape 1, too, where the stated one has no letter of it."""
        yield from super().variants(formulas)
        names = self.bound(formulas)
        is_known = self.fixed or self.example or "hyper a" in names.values()
        if states_prior(formulas, names) and not is_known:
            one = copy(self)
            one.example, one._worlds = {"hyper a": Fraction(1)}, []
            yield from one.variants(formulas)

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return what each letter stands for; one that divides the rate is a scale: e^(−λ/b)."""
        names = super().bound(formulas)
        for node in parts_in(formulas):
            match node:
                case nodes.Quotient(Symbol(rate), Symbol(letter, ())):
                    is_free = names.get(letter) in ("hyper b", "sum", None)
                    if names.get(rate) == self.canonical and is_free:
                        names[letter] = "hyper scale"
        return names

    def prior_of(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return the shape and the rate."""
        is_gamma = "e" in powers and powers.keys() <= {"θ", "e", "1"}
        return {"hyper a": 1 + powers.get("θ", Fraction(0)), "hyper b": powers["e"]} if is_gamma else {}

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return also the scale, one over the rate."""
        if role == "hyper scale":
            return 1 / ev.world.other["hyper b", ()]
        return super().quantity(ev, symbol, role, env)

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the mode of the posterior; the mean and the MLE by their labels."""
        a, b = world.other["hyper a", ()], world.other["hyper b", ()]
        key: Key = (self.canonical, ())
        total, n = sum(world.data, Fraction(0)), self.total_exposure(world)
        world.labelled["MLE"] = world.labelled["ML"] = {key: self.mle(world)}
        shape, rate = self.posterior(a, b, total, n)
        world.labelled["MEAN"] = {key: shape / rate}
        return {key: (shape - 1) / rate}

    def mle(self, world: World) -> Fraction:
        """Return the estimate without the prior, by the data of `world`."""
        return sum(world.data, Fraction(0)) / self.total_exposure(world)

    def posterior(
        self, a: Fraction, b: Fraction, total: Fraction, n: Fraction
    ) -> tuple[Fraction, Fraction]:
        """Return the shape and the rate of the posterior of Gamma(a, b).

        `a` is the shape and `b` the rate of the prior, `total` the sum of observations of size `n`.
        """
        return a + total, b + n

    def prior_mode(self, world: World) -> Number | None:
        """Return (a − 1)/b."""
        a = world.other["hyper a", ()]
        return (a - 1) / world.other["hyper b", ()] if a > 1 else None

    def prior(self, ev: Evaluation) -> Number:
        """Return the density of Gamma(a, b)."""
        rate = self.get(ev, (self.canonical, ()))
        a, b = ev.world.other["hyper a", ()], ev.world.other["hyper b", ()]
        return power(b, a) / gamma(a) * power(rate, a - 1) * exponential(-b * rate)

    def moment_of_parameter(self, ev: Evaluation, powers: Powers, *, is_after: bool) -> Number:
        """Return the mean of a power of the rate by a Gamma distribution."""
        world = ev.world
        shape, rate = world.other["hyper a", ()], world.other["hyper b", ()]
        if is_after:
            shape, rate = self.posterior(shape, rate, self.total(ev), self.total_exposure(world))
        key: Key = (self.canonical, ())
        order, more = powers.get(key, Fraction(0)), powers.get((f"e {key[0]}", ()), Fraction(0))
        return power(rate, shape) * rising_factorial(shape, order) / power(rate - more, shape + order)


class ExponentialScope(PoissonScope):
    """Positive numbers, with the rate λ."""

    has_time = False
    parameter_letters: tuple[str, ...] = ("λ", "θ", "r", "β", "μ", "ν", "η")
    counts = ("data",)

    def observation(self, rng: Random) -> Fraction:
        """Return a positive fraction."""
        return fraction(rng, high=4, under=4)

    def is_generic(self, world: World) -> bool:
        """Say whether the data differ."""
        return len(set(world.data)) > 1

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return one over the mean."""
        return {(self.canonical, ()): world.sizes["n"] / sum(world.data, Fraction(0))}

    def density(self, ev: Evaluation, x: Number) -> Number:
        """Return λ e^(−λx)."""
        rate = self.get(ev, (self.canonical, ()))
        return rate * exponential(-rate * x)

    def moment(self, ev: Evaluation, order: int) -> Number:
        """Return k!/λ^k."""
        return factorial(Fraction(order)) / power(self.get(ev, (self.canonical, ())), Fraction(order))

    def hides_a_constant(self) -> bool:
        return False

    def data_of(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return how many waits there are, and what they add up to."""
        return {"n": powers["θ"], "sum": powers["e"]} if powers.keys() <= {"θ", "e"} else {}


class ExponentialMean(ExponentialScope):
    """Positive numbers, with the mean as parameter."""

    parameter_letters: tuple[str, ...] = ("θ", "β", "μ", "τ", "λ", "m", "s", "b", "η")

    def may_be_meant(self) -> bool:
        """Say whether the letter of an estimate alone is there, and not that of a rate."""
        return self.canonical in self.names.values() and self.names.get("λ") != self.canonical

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the mean."""
        return {(self.canonical, ()): sum(world.data, Fraction(0)) / world.sizes["n"]}

    def density(self, ev: Evaluation, x: Number) -> Number:
        """Return e^(−x/μ) / μ."""
        mean = self.get(ev, (self.canonical, ()))
        return exponential(-(x / mean)) / mean

    def moment(self, ev: Evaluation, order: int) -> Number:
        """Return k! μ^k."""
        return factorial(Fraction(order)) * power(self.get(ev, (self.canonical, ())), Fraction(order))
