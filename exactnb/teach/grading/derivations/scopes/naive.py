"""The scopes of naive Bayes: a prior and a factor for each feature, with two classes also as logistic.

How to read: `Naive` is the product; the classes behind it say what a factor is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from fractions import Fraction
from itertools import starmap
from random import Random
from typing import Self

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in
from exactnb.teach.grading.derivations.numbers import (
    Number,
    logarithm,
    power,
)
from exactnb.teach.grading.derivations.prose import DerivationProse
from exactnb.teach.grading.derivations.scope import DerivationScope, letters_of, stated_sides
from exactnb.teach.grading.derivations.scopes.events import are_priors
from exactnb.teach.grading.derivations.scopes.joint import Events, Joint
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, World, share

_SWAPPED = {"class 1": "class 2", "class 2": "class 1", "p": "q", "q": "p"}
ONE_FEATURE = ((1, 2), (1, 2), (1, 2))
"""Sizes of worlds in which x has no index."""


class Naive(Joint):
    """A class and 0/1 features that are independent in each class."""

    is_even = False  # whether words say that all classes have one prior

    def with_priors(self, prose: DerivationProse) -> Iterator[Self]:
        """Yield also this scope with one prior for all classes, where words say so."""
        for scope in super().with_priors(prose):
            if prose.prior == (Fraction(1),) or any(starmap(are_priors, prose.equations)):
                even = copy(scope)
                even.is_even, even._worlds = True, []
                yield even
            yield scope

    @property
    def is_single(self) -> bool:
        """Say whether there is but one feature, without an index."""
        return self.sizes == ONE_FEATURE

    def fill(self, world: World, rng: Random) -> None:
        """Draw a prior, factors, and one observation."""
        classes = self.classes(world)
        weights = [1 if self.is_even else rng.randint(1, 6) for _ in classes]
        if len(set(weights)) == 1 and not self.is_even:
            weights[0] += 2
        for k, weight in zip(classes, weights, strict=True):
            world.other["π", (k,)] = Fraction(weight, sum(weights))
        for j in range(1, world.sizes["d"] + 1):
            world.data.append(self.draw(rng))
            self.draw_factor(world, rng, j)

    def settle(self, world: World) -> None:
        """Change nothing: what is drawn is all that there is."""

    def draw(self, rng: Random) -> Fraction:
        """Return the value of a feature that `rng` draws."""
        return Fraction(rng.randint(0, 1))

    def draw_factor(self, world: World, rng: Random, j: int) -> None:
        """Draw by `rng` the parameters of feature `j` in each class of `world`."""
        for k in self.classes(world):
            world.other["θ", (j, k)] = share(rng)

    def factor(self, ev: Evaluation, j: int, k: int, x: Number) -> Number:
        """Return P(x_j = `x` | class `k`) of feature `j` in the world of `ev`, or the density."""
        theta = ev.world.other["θ", (j, k)]
        return power(theta, x) * power(1 - theta, 1 - x)

    def mass(self, ev: Evaluation, events: Events) -> Number:
        """Return Σ_k π_k ∏_j P(x_j | k) over the classes in question."""
        label, values = events
        total: Number = Fraction(0)
        for k in self.classes(ev.world):
            if label is not None and label != k:
                continue
            part: Number = ev.world.other["π", (k,)]
            for j, value in values.items():
                part = part * self.factor(ev, j, k, value)
            total = total + part
        return total

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return also the prior and the parameters of features."""
        role, world = self.names.get(symbol.letter, ""), ev.world
        if role == "θ" and self.two and not symbol.lower and "π" not in self.names.values():
            role = "π"  # φ beside φ_{jk}
        if role == "π":
            if len(symbol.lower) != 1:
                return world.other["π", (1,)] if self.two and not symbol.lower else None
            [k] = ev.indices(symbol.lower, env)
            return world.other.get(("π", (0 if self.two and k == 2 else k,)))
        if symbol == Symbol("K") and not role:
            return Fraction(len(self.classes(world)))
        if role in ("p", "q") and len(symbol.lower) == 1 - (self.is_single and not symbol.lower):
            [j] = ev.indices(symbol.lower, env) or [1]
            return world.other.get(("θ", (j, 1 if role == "p" else 0)))
        if role == "θ" and len(_two_indices(symbol)) == 2:
            return world.other.get(("θ", self.feature_and_class(ev, symbol, env)))
        return super().symbol(ev, symbol, env)

    indexed: tuple[str, ...] = ("π", "p", "q", "feature")  # the roles of a letter with one index

    def roles(self, symbol: Symbol) -> Sequence[str]:
        """Return the roles of parameters and features, by how many indices the letter has."""
        one = self.indexed if symbol.lower or self.is_single else ()
        return (("π",) if self.two else (), one, ("θ",))[min(len(symbol.lower), 2)]

    def weak_roles(self, letter: str) -> Sequence[str]:
        """Return the role of no list for letters of sizes that may be parameters."""
        return [""] if letter in "pm" else ()

    def feature_and_class(self, ev: Evaluation, symbol: Symbol, env: Env) -> tuple[int, int]:
        """Return the feature and the class that the two indices of `symbol` are in `ev` at `env`.

        They stand in either order: `flags` has "swapped" where the class comes first.
        """
        first, second = ev.indices(_two_indices(symbol), env)
        swapped = "swapped" in self.flags
        j, k = (second, first) if swapped else (first, second)
        return j, 0 if self.two and k == 2 else k

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope with the letters of the parameters, in either order of their indices.

        An event is that a feature has its value in the data; or is 1, where x_1 says whether it occurs.
        """
        scope = self.renamed(self.bound(formulas))
        has_bits = any(symbol.letter in "xX" and symbol.lower for symbol in symbols_in(formulas))
        scope.flags = frozenset(("bits",) if has_bits and "event 1" in scope.names.values() else ())
        for order in ((), ("swapped",)):
            yield scope.with_names(scope.names, (*scope.flags, *order))

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return the role of each letter of `formulas`: a prior, a feature's parameter, a class."""
        symbols, letters = list(symbols_in(formulas)), letters_of(formulas)
        single, double = (
            {each.letter for each in symbols if len(_two_indices(each)) == n} for n in (1, 2)
        )
        names: dict[str, str] = {}
        double = double or (single if self.is_single else double)
        for usual, inside, role in (("πρ", letters, "π"), (self.double_letters, double, "θ")):
            if letter := next((each for each in usual if each in inside), ""):
                names.setdefault(letter, role)
        one = letters if self.is_single else single
        pair = next((pair for pair in ("pq", "θφ", "φψ", "ab") if one.issuperset(pair)), "")
        events = self.event_names(formulas)
        classes = [name.lower() for name, role in events.items() if role.startswith("class ")]
        pair = (
            "".join(classes) if {*classes} == {*pair} else pair
        )  # a_w of the class A, whichever is first
        names |= dict(zip(pair, "pq", strict=False))
        return _introduced(formulas) | events | names

    double_letters = "θpφqμπρ"


def _introduced(formulas: Sequence[Expression]) -> dict[str, str]:
    """Return c as no class where a line says what number it is: c = log(P(1)/P(0)) + Σ_j b_j."""
    inside = {part.letter for call in parts_in(formulas) if isinstance(call, Call)
              for part in symbols_in([call])}  # fmt: skip
    return {
        letter: "other"
        for letter, side in stated_sides(formulas)
        if letter in "cCkyY" and letter not in inside and isinstance(side, nodes.Sum | nodes.Function)
    }


def _two_indices(symbol: Symbol) -> tuple[Expression, ...]:
    """Return the indices of `symbol`, a number of two digits as two: θ_10 is θ_{1,0}."""
    match symbol.lower:
        case (nodes.Integer(number),) if 9 < number < 100:
            return tuple(map(nodes.Integer, divmod(number, 10)))
    return symbol.lower


class AnyJoint(Joint):
    """A class and features with any joint distribution, until they are assumed to be independent."""

    has_events, has_classes = True, False
    sizes = ((2, 2), (3, 2), (2, 3), (4, 2))

    def independent(self) -> DerivationScope:
        other = Naive()
        other.stated, other.computed, other.put_in = self.stated, self.computed, self.put_in
        return other.renamed(self.names)


class TwoNaive(Naive):
    """Naive Bayes with two classes, 1 and 0, and 0/1 features."""

    two = True

    def required(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return a weight or the intercept: the log-odds are affine in the features."""
        name, indices = symbol.letter, symbol.lower
        if name in ("a", "z", "η", "LO") and not indices and name not in self.names:
            return self.log_odds(ev, ev.world.data)
        if symbol.is_estimate or name not in "wβb" or len(indices) > 1 or (name == "b" and indices):
            return None
        if not indices and name != "b" and not self.is_single:
            return None
        origin = self.log_odds(ev, zero := [Fraction(0) for _ in ev.world.data])
        if name == "b" or indices == (nodes.Integer(0),):
            return origin
        [j] = ev.indices(indices, env) or [1]
        if not 1 <= j <= len(zero):
            return None
        return self.log_odds(ev, [*zero[: j - 1], Fraction(1), *zero[j:]]) - origin

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope; before it that of one feature, if x has no index anywhere."""
        xs = [symbol for symbol in symbols_in(formulas) if symbol.letter in "xX"]
        if xs and not any(x.lower for x in xs) and not (self.is_single or self.is_counted):
            single = copy(self)
            single.sizes, single._worlds = ONE_FEATURE, []
            yield from single.variants(formulas)
        variants = list(super().variants(formulas))
        yield from variants
        # Weights are of the log-odds of either class, A over B or B over A.
        has_both = {"class 1", "class 2"} <= {*self.event_names(formulas).values()}
        for each in variants if has_both and letters_of(formulas) & {*"wβb"} else ():
            swapped = {name: _SWAPPED.get(role, role) for name, role in each.names.items()}
            yield self.renamed(swapped).with_names(swapped, each.flags)

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return also A and B, the joint probabilities of what is observed with either class.

        Of an only feature, letters have no index, or that of the class.
        """
        if self.is_single and symbol.letter in "xX" and not symbol.lower:
            return ev.world.data[0]
        if self.is_single and self.names.get(symbol.letter) == "θ" and len(symbol.lower) == 1:
            [k] = ev.indices(symbol.lower, env)
            return ev.world.other.get(("θ", (1, 0 if k == 2 else k)))
        value = super().symbol(ev, symbol, env)
        if value is None and symbol in (Symbol("A"), Symbol("B")) and symbol.letter not in self.names:
            label = Fraction(1 if symbol.letter == "A" else 0)
            return self.mass(ev, (label, dict(enumerate(ev.world.data, 1))))
        return value

    def log_odds(self, ev: Evaluation, xs: Sequence[Fraction]) -> Number:
        """Return log P(1, x) − log P(0, x) in the world of `ev`, for features with the values `xs`."""
        values: dict[int, Number] = dict(enumerate(xs, 1))
        one, other = (self.mass(ev, (Fraction(k), values)) for k in (1, 0))
        return logarithm(one) - logarithm(other)
