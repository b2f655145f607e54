"""The scope of values with a Dirichlet prior on their probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.teach.grading.derivations.meanings import parts_in
from exactnb.teach.grading.derivations.numbers import Number, inverse, power
from exactnb.teach.grading.derivations.polynomials import beta, rising_factorial
from exactnb.teach.grading.derivations.scope import DerivationScope, letters_of
from exactnb.teach.grading.derivations.scopes.expectations import Powers
from exactnb.teach.grading.derivations.scopes.smoothed import beside_counts
from exactnb.teach.grading.derivations.scopes.values import CategoricalScope
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, World

_MINUS_ONE = nodes.Negative(nodes.Integer(1))


class DirichletScope(CategoricalScope):
    """Values 1, …, V, with a Dirichlet prior on their probabilities."""

    prior_families = frozenset(("Beta", "Dir"))
    has_prior = True
    letter_of_all = ""  # the one that stands for each number of the prior
    hyper_letters: Mapping[str, str] = {
        "α": "hyper α", "a": "hyper α", "β": "hyper α", "b": "hyper α", "γ": "hyper α",
        "A": "hyper total",
    }  # fmt: skip

    def hyper(self, rng: Random, world: World) -> None:
        """Draw numbers above 1, one for each value; or one for all of them."""
        size = world.sizes["V"]
        numbers = [Fraction(rng.randint(2, 5)) for _ in range(size)]
        if len(set(self.fixed)) == 1 or "one" in self.flags:
            numbers = [self.fixed[0] if self.fixed else Fraction(rng.randint(2, 4))] * size
        for v, number in enumerate(self.fixed if len(self.fixed) == size else numbers, 1):
            world.other["hyper α", (v,)] = number

    def _after(self, world: World, v: int) -> Fraction:
        return self.count(world, v) + world.other["hyper α", (v,)]

    def denominator(self, world: World) -> Fraction:
        """Return N + Σ α_v − V."""
        return sum((self._after(world, v) - 1 for v in range(1, world.sizes["V"] + 1)), Fraction(0))

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the mode of the posterior; the mean and the MLE by their labels."""
        values = range(1, world.sizes["V"] + 1)
        total = sum((self._after(world, v) for v in values), Fraction(0))
        world.labelled["MLE"] = world.labelled["ML"] = CategoricalScope.estimates(self, world)
        world.labelled["MEAN"] = {("θ", (v,)): self._after(world, v) / total for v in values}
        below = self.denominator(world)
        return {("θ", (v,)): (self._after(world, v) - 1) / below for v in values}

    def prior(self, ev: Evaluation) -> Number:
        """Return the density of the Dirichlet distribution."""
        values = range(1, ev.world.sizes["V"] + 1)
        result = inverse(beta([ev.world.other["hyper α", (v,)] for v in values]))
        for v in values:
            result = result * power(self.get(ev, ("θ", (v,))), ev.world.other["hyper α", (v,)] - 1)
        return result

    def probability(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return also the density of one probability alone, a Beta's, where lines speak of that."""
        match call.left:
            case (Symbol(_, (_,)) as part,) if "marginal" in self.flags and self.is_parameter(part):
                is_after = any(map(self.stands_for_data, call.right))
                numbers = self.numbers_of_prior(ev.world, is_after=is_after)
                own = numbers[self.value_of(ev, part, env) - 1]
                others, share = sum(numbers, Fraction(0)) - own, ev.value(part, env)
                return power(share, own - 1) * power(1 - share, others - 1) / beta([own, others])
        return super().probability(ev, call, env)

    def numbers_of_prior(self, world: World, *, is_after: bool) -> list[Fraction]:
        """Return the numbers of the prior for each value; those of the posterior if it `is_after`."""
        values = range(1, world.sizes["V"] + 1)
        return [self._after(world, v) if is_after else world.other["hyper α", (v,)] for v in values]

    def moment_of_parameter(self, ev: Evaluation, powers: Powers, *, is_after: bool) -> Number:
        """Return the mean of a product of powers by a Dirichlet distribution."""
        numbers = self.numbers_of_prior(ev.world, is_after=is_after)
        result = inverse(rising_factorial(sum(numbers, Fraction(0)), sum(powers.values(), Fraction(0))))
        for (_, (v,)), order in powers.items():
            result = result * rising_factorial(numbers[v - 1], order)
        return result

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return also the numbers of the prior; α_0 is their sum."""
        if role == "hyper α":
            values = range(1, ev.world.sizes["V"] + 1)
            less = int(self.words.is_shifted)  # of Dir(1 + α, …, 1 + α)
            if not symbol.lower:
                return ev.world.other["hyper α", (1,)] - less if "one" in self.flags else None
            [index] = ev.indices(symbol.lower[:1], env)
            if index == 0:
                return sum((ev.world.other["hyper α", (v,)] - less for v in values), Fraction(0))
            number = ev.world.other.get(("hyper α", (index,)))
            return None if number is None else number - less
        if role == "hyper total":
            values = range(1, ev.world.sizes["V"] + 1)
            return sum((ev.world.other["hyper α", (v,)] for v in values), Fraction(0))
        return super().quantity(ev, symbol, role, env)

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return what each letter stands for; without an index, one number is that of all values."""
        names = super().bound(formulas)
        if self.letter_of_all:
            names[self.letter_of_all] = "hyper α"
        return names

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield this scope, and that of a symmetric prior where a letter of the prior has no index.

        A letter with an index that 1 is taken from is one of the prior: n_w + η_w − 1.
        """
        sums = (part.terms for part in parts_in(formulas) if isinstance(part, nodes.Sum))
        less = (part for terms in sums if _MINUS_ONE in terms for part in terms)
        own = {part.letter for part in less if isinstance(part, Symbol) and part.lower} - {*"nNcmkM"}
        if len(own) == 1 and own.isdisjoint(self.hyper_letters):
            other = copy(self)
            other.hyper_letters, other._worlds = dict.fromkeys(own, "hyper α"), []
            other.parameter_letters = (*self.parameter_letters, *{"β"} - own)
            yield from other.variants(formulas)
        names = self.bound(formulas)
        if "hyper α" not in names.values():
            series = (part for part in parts_in(formulas) if isinstance(part, nodes.Series))
            running = {part.index.letter for part in series}
            free = [each for each in letters_of(formulas) - running
                    if names.get(each, "V") in ("V", "multiplier")]  # fmt: skip
            usual = [each for each in "αaβλγδ" if each in free]
            for letter in sorted(beside_counts(formulas, names) & set(free)) or usual:
                one = copy(self)
                one.flags, one.letter_of_all, one._worlds = frozenset(("one",)), letter, []
                yield from super(DirichletScope, one).variants(formulas)
        for variant in super().variants(formulas):
            yield variant
            if any(isinstance(part, Call) and part.head == "Beta" for part in parts_in(formulas)):
                yield variant.with_names(variant.names, (*variant.flags, "marginal"))


class MeanOfDirichlet(DirichletScope):
    """Values with a Dirichlet prior, where the estimate is the posterior mean."""

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the posterior mean; the mode and the MLE by their labels."""
        mode = super().estimates(world)
        world.labelled["MAP"] = mode
        return world.labelled["MEAN"]
