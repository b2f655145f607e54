"""The scopes of columns of 0 and 1, with the probability of a 1 and a Beta prior on it.

How to read: each class has its data first, then its letters, then its density or prior.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.teach.grading.derivations.meanings import parts_in
from exactnb.teach.grading.derivations.numbers import Number, power
from exactnb.teach.grading.derivations.polynomials import beta, rising_factorial
from exactnb.teach.grading.derivations.scope import DerivationScope, Ends, letters_of, powers_in
from exactnb.teach.grading.derivations.scopes.events import outcome_roles
from exactnb.teach.grading.derivations.scopes.expectations import Powers
from exactnb.teach.grading.derivations.scopes.sample import SampleScope
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, World, share

_OTHER = ((nodes.Integer(2),), (nodes.Integer(0),))
_GREEK_FIRST = ("θ", "p", "t", "φ", "π", "q", "μ", "ρ", "λ", "r", "ψ", "τ")


class BernoulliScope(SampleScope):
    """0 and 1, with the probability θ of a 1."""

    parameter_letters = _GREEK_FIRST
    statistics = ("sum", "n", "rest")
    highest = 1
    counts_are_data = True

    def observation(self, rng: Random) -> Fraction:
        """Return 0 or 1."""
        return Fraction(rng.randint(0, 1))

    def is_generic(self, world: World) -> bool:
        """Say whether both values occur, unequally often where possible; in one world few 1s."""
        total, n = sum(world.data), world.sizes["n"]
        if (n, world.sizes["V"]) == (4, 3):
            return total == 1  # else n less the ones would be 1 everywhere
        return 0 < total < n and (2 * total != n or n == 2)

    def random_parameters(self, rng: Random, world: World) -> dict[Key, Fraction]:
        """Return a share."""
        return {("θ", ()): share(rng)}

    def domain(self, key: Key) -> Ends | None:
        """Return 0 and 1, both of which θ may be."""
        return Fraction(0), Fraction(1), True

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the share of ones."""
        return {("θ", ()): sum(world.data, Fraction(0)) / world.sizes["n"]}

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return the roles of letters, and the two names of a 1 and a 0: heads and tails."""
        outcomes = outcome_roles(formulas)
        named = {name: role.replace("2", "0") for name, role in outcomes.items()} | {"#": "n"}
        is_pair = bool(outcomes) and {*outcomes.values()} <= {"value 1", "value 2"}
        names, letters = super().bound(formulas), letters_of(formulas)
        for heads, tails in ("HT", "ht"):
            if {heads, tails} <= letters and {names.get(heads, "sum"), names.get(tails)} == {"sum"}:
                names |= {heads: "sum", tails: "rest"}
        letters_of_values = {
            letter: "sum" if named[word] == "value 1" else "rest"
            for letter, word in self.words.counted_words
            if is_pair and word in named
        }
        names |= {letter: role for letter, role in letters_of_values.items()
                  if names.get(letter, "sum") in ("sum", "data", "free c")}  # fmt: skip
        return names | (named if is_pair else {})

    def data_of(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return the ones and the zeros."""
        is_possible = powers.keys() <= {"θ", "1 − θ", "1"}  # in so many orders
        return {"sum": powers["θ"], "rest": powers["1 − θ"]} if is_possible else {}

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return also the probability of the other value, θ_2 or θ_0, and how often it occurs."""
        if self.names.get(symbol.letter) == self.canonical and symbol.lower in _OTHER:
            first = replace(symbol, lower=())
            value = super().symbol(ev, first, env)
            return None if value is None else 1 - value
        return super().symbol(ev, symbol, env)

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return also the failures."""
        if role == "rest" and not symbol.lower:
            return ev.world.sizes["n"] - self.total(ev)
        return super().quantity(ev, symbol, role, env)

    def shares(self, ev: Evaluation, part: Expression, env: Env) -> list[Number] | None:
        """Return the probabilities of a 1 and a 0."""
        share = ev.value(part, env)
        return [share, 1 - share]

    def count_of(self, ev: Evaluation, value: int) -> Number | None:
        """Return how often the first or the other value occurs: n_1, and n_0 or n_2."""
        return self.total(ev) if value == 1 else ev.world.sizes["n"] - self.total(ev)

    def density(self, ev: Evaluation, x: Number) -> Number:
        """Return θ^x (1 − θ)^(1 − x)."""
        theta = self.get(ev, ("θ", ()))
        return power(theta, x) * power(1 - theta, 1 - x)

    def moment(self, ev: Evaluation, order: int) -> Number:
        """Return θ: a power of 0 or 1 is the number itself."""
        return self.get(ev, ("θ", ()))


class BetaBernoulli(BernoulliScope):
    """0 and 1, with a Beta prior on θ."""

    prior_families = frozenset(("Beta",))
    has_prior = True
    hyper_letters: Mapping[str, str] = {
        "α": "hyper a", "a": "hyper a", "β": "hyper b", "b": "hyper b",
    }  # fmt: skip

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return what each letter stands for, the numbers of the prior by their indices too."""
        names = super().bound(formulas)
        return names | self._pairs(formulas, names) | _of_prior_alone(formulas, names)

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return nothing for θ_0 where lines introduce it by numbers of the prior."""
        is_other = self.names.get(f"{symbol.letter}_0") == "other" and symbol.lower == _OTHER[1]
        return None if is_other else super().symbol(ev, symbol, env)

    def may_be_parameter(self, symbol: Symbol) -> bool:
        is_other = self.names.get(f"{symbol.letter}_0") == "other" and symbol.lower == _OTHER[1]
        return not is_other and super().may_be_parameter(symbol)

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield also the scope of a symmetric prior, where θ and 1 − θ have one exponent in it."""
        yield from super().variants(formulas)
        names = self.bound(formulas)
        for formula in formulas:
            powers = dict(powers_in([formula], [name for name in names if names[name] == "θ"]))
            letters = letters_of(powers.values())
            is_prior = any(names.get(letter) == "hyper a" for letter in letters)
            if is_prior and len(powers) == 2 and len({*powers.values()}) == 1:
                other = copy(self)
                other.is_symmetric, other._worlds = True, []
                yield other.with_names(names, self.flags)
                return

    @staticmethod
    def _pairs(formulas: Sequence[Expression], names: Mapping[str, str]) -> dict[str, str]:
        """Return the two numbers that one letter stands for by its index: β_H and β_T, α_1 and α_0."""
        indices: dict[str, list[Expression]] = {}
        for node in parts_in(formulas):
            match node:
                case Symbol(letter, (index,)) if names.get(letter, "").startswith("hyper "):
                    of_letter = indices.setdefault(letter, [])
                    of_letter += [index] if index not in of_letter else []
        roles: dict[str, str] = {}
        for letter, pair in indices.items():
            if len(pair) == 2:
                first, second = sorted(pair, key=lambda index: index == nodes.Integer(0))
                roles |= {f"{letter}_{first}": "hyper a", f"{letter}_{second}": "hyper b"}
        return roles

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return also the number of the prior that the index of its letter says."""
        if role.startswith("hyper ") and symbol.lower:
            role = self.names.get(f"{symbol.letter}_{symbol.lower[0]}", role)
        number = super().quantity(ev, symbol, role, env)
        is_less = self.words.is_shifted and role in ("hyper a", "hyper b")  # of Beta(1 + a, 1 + b)
        return number - 1 if is_less and number is not None else number

    def hyper(self, rng: Random, world: World) -> None:
        """Draw a and b above 1, where words do not say them."""
        drawn = Fraction(rng.randint(2, 5)), Fraction(rng.randint(2, 4))
        a, *b = self.fixed if 0 < len(self.fixed) < 3 else drawn[: 2 - self.is_symmetric]
        world.other["hyper a", ()], world.other["hyper b", ()] = a, (b or [a])[0]

    def prior_of(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return a and b."""
        numbers = {"hyper a": powers.get("θ", 0), "hyper b": powers.get("1 − θ", 0)}
        is_beta = powers.keys() <= {"θ", "1 − θ", "1"}
        return {role: Fraction(1 + number) for role, number in numbers.items() if is_beta}

    def _shapes(self, world: World) -> tuple[Fraction, Fraction]:
        a, b = world.other["hyper a", ()], world.other["hyper b", ()]
        total = sum(world.data, Fraction(0))
        return a + total, b + world.sizes["n"] - total

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the mode of the posterior; the mean and the MLE by their labels."""
        a, b = self._shapes(world)
        key: Key = ("θ", ())
        world.labelled["MLE"] = world.labelled["ML"] = BernoulliScope.estimates(self, world)
        world.labelled["MEAN"] = {key: a / (a + b)}
        return {key: (a - 1) / (a + b - 2)}

    def prior_mode(self, world: World) -> Number | None:
        """Return (a − 1)/(a + b − 2)."""
        a, b = world.other["hyper a", ()], world.other["hyper b", ()]
        return (a - 1) / (a + b - 2) if a > 1 and b > 1 else None

    def prior(self, ev: Evaluation) -> Number:
        """Return the density of Beta(a, b)."""
        theta = self.get(ev, ("θ", ()))
        a, b = ev.world.other["hyper a", ()], ev.world.other["hyper b", ()]
        return power(theta, a - 1) * power(1 - theta, b - 1) / beta((a, b))

    def moment_of_parameter(self, ev: Evaluation, powers: Powers, *, is_after: bool) -> Number:
        """Return the mean of a power of θ by a Beta distribution."""
        other = ev.world.other
        a, b = self._shapes(ev.world) if is_after else (other["hyper a", ()], other["hyper b", ()])
        order = sum(powers.values(), Fraction(0))
        return rising_factorial(a, order) / rising_factorial(a + b, order)


class MeanOfBeta(BetaBernoulli):
    """0 and 1 with a Beta prior, where the estimate is the posterior mean."""

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the posterior mean; the mode and the MLE by their labels."""
        mode = super().estimates(world)
        world.labelled["MAP"] = mode
        return world.labelled["MEAN"]


def _of_prior_alone(formulas: Sequence[Expression], names: Mapping[str, str]) -> dict[str, str]:
    """Return θ_0 as another number than 1 − θ where it is one of the prior: (a − 1)/(a + b − 2)."""
    for left, right in pairwise(formulas):
        match left:
            case Symbol(letter, (nodes.Integer(0),), is_estimate=False) if names.get(letter) == "θ":
                roles = [names.get(part, "") for part in letters_of([right])]
                if roles and all(role.startswith("hyper ") for role in roles):
                    return {f"{letter}_0": "other"}
    return {}
