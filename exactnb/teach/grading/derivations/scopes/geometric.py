"""The scopes of trials up to a success, and of the failures before one.

Each class says what an observation is, how probable it is, and the true estimate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from random import Random
from typing import Self

from exactnb.teach.grading.derivations.numbers import Number, power
from exactnb.teach.grading.derivations.prose import DerivationProse
from exactnb.teach.grading.derivations.scopes.ones import BernoulliScope
from exactnb.teach.grading.derivations.scopes.sample import SampleScope
from exactnb.teach.grading.derivations.worlds import Evaluation, Key, World, share


class GeometricScope(SampleScope):
    """Trials up to the first success, with the probability p of success."""

    parameter_letters: tuple[str, ...] = ("p", "θ", "q", "π", "t", "φ", "ρ")
    canonical = "p"
    counts = ("data", "tally")
    first = 1

    def observation(self, rng: Random) -> Fraction:
        """Return a whole number from 1."""
        return Fraction(rng.randint(self.first, self.first + 4))

    domain = BernoulliScope.domain

    def with_priors(self, prose: DerivationProse) -> Iterator[Self]:
        """Yield this scope, unless `prose` says that the smallest number is another."""
        if prose.first in (None, self.first):
            yield from super().with_priors(prose)

    def may_be_meant(self) -> bool:
        """Say that trials and failures are both meant by an estimate alone."""
        return True

    def is_generic(self, world: World) -> bool:
        """Say whether the data differ."""
        return len(set(world.data)) > 1

    def random_parameters(self, rng: Random, world: World) -> dict[Key, Fraction]:
        """Return a share."""
        return {(self.canonical, ()): share(rng)}

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return n over the trials."""
        n = world.sizes["n"]
        return {(self.canonical, ()): n / (sum(world.data, Fraction(0)) + n * (1 - self.first))}

    def density(self, ev: Evaluation, x: Number) -> Number:
        """Return (1 − p)^(x − 1) p."""
        p = self.get(ev, (self.canonical, ()))
        return power(1 - p, x - self.first) * p

    def moment(self, ev: Evaluation, order: int) -> Number:
        """Return E[x^k] = p first^k + (1 − p) E[(x + 1)^k]: the first trial, or all after a failure."""
        p = self.success(ev)
        moments: list[Number] = [Fraction(1)]
        for k in range(1, order + 1):
            later = sum((comb(k, j) * each for j, each in enumerate(moments)), Fraction(0))
            moments.append((p * self.first + (1 - p) * later) / p)
        return moments[order]

    def success(self, ev: Evaluation) -> Number:
        """Return the probability of a success."""
        return self.get(ev, (self.canonical, ()))

    def data_of(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return how many successes there are, and the numbers up to them."""
        return self.of_ends(powers, "θ", "1 − θ")

    def of_ends(self, powers: Mapping[str, Fraction], end: str, other: str) -> dict[str, Fraction]:
        """Return n and Σ x_i by the powers of what is at the `end` of a row, and before it: `other`."""
        n = powers[end]
        return {"n": n, "sum": powers[other] + n * self.first} if powers.keys() <= {end, other} else {}


class Failures(GeometricScope):
    """Failures before the first success."""

    first = 0


class OfFailure(GeometricScope):
    """Trials up to the first success, with the probability q of a failure."""

    def may_be_meant(self) -> bool:
        """Say that an estimate alone is of the probability of success."""
        return False

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return 1 less the share of successes."""
        return {key: 1 - value for key, value in super().estimates(world).items()}

    def success(self, ev: Evaluation) -> Number:
        return 1 - super().success(ev)

    def density(self, ev: Evaluation, x: Number) -> Number:
        """Return q^(x − 1) (1 − q)."""
        q = self.get(ev, (self.canonical, ()))
        return power(q, x - self.first) * (1 - q)

    def data_of(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        return self.of_ends(powers, "1 − θ", "θ")


class FailuresOfFailure(OfFailure):
    """Failures before the first success, with the probability q of one."""

    first = 0
