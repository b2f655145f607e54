"""The scopes of naive Bayes: a prior and a factor for each feature, with two classes also as logistic.

How to read: `Naive` is the product; the classes behind it say what a factor is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from fractions import Fraction
from itertools import starmap
from random import Random
from typing import Self

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in
from exactnb.teach.grading.derivations.numbers import (
    NoValue,
    Number,
    factorial,
    logarithm,
    power,
)
from exactnb.teach.grading.derivations.occurrences import binary_in
from exactnb.teach.grading.derivations.prose import DerivationProse
from exactnb.teach.grading.derivations.scope import DerivationScope, letters_of
from exactnb.teach.grading.derivations.scopes.events import are_priors
from exactnb.teach.grading.derivations.scopes.joint import Events, Joint
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, World, share

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
        if role in ("p", "q") and len(symbol.lower) == 1:
            [j] = ev.indices(symbol.lower, env)
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
        pair = next((pair for pair in ("pq", "θφ", "φψ", "ab") if single.issuperset(pair)), "")
        names |= dict(zip(pair, "pq", strict=False))
        return self.event_names(formulas) | names

    double_letters = "θpφqμπρ"


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

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return also A and B, the joint probabilities of what is observed with either class."""
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


class TwoWords(TwoNaive):
    """Naive Bayes with two classes and counts of words, or the tokens that are counted."""

    features = "xXdDw"
    is_counted, spare, usual = True, 1, frozenset("xXwWyYcCklij+-")

    def with_priors(self, prose: DerivationProse) -> Iterator[Self]:
        """Yield this scope, unless a feature is 1 or 0 in an event: words that occur or not."""
        if not any(binary_in(side) & {*"xX"} for pair in prose.equations for side in pair):
            yield from super().with_priors(prose)

    def draw(self, rng: Random) -> Fraction:
        """Return how often a word occurs."""
        return Fraction(rng.randint(0, 3))

    def fill(self, world: World, rng: Random) -> None:
        """Draw word probabilities that add up to 1 in each class."""
        super().fill(world, rng)
        for k in (1, 0):
            places = range(1, world.sizes["d"] + 1)
            weights = [rng.randint(1, 6) for _ in places]
            for j, weight in zip(places, weights, strict=True):
                world.other["θ", (j, k)] = Fraction(weight, sum(weights))

    def groups(self, world: World) -> Sequence[Sequence[Key]]:
        words = range(1, world.sizes["d"] + 1)
        return [*([("θ", (j, k)) for j in words] for k in (1, 0)), [("π", (1,)), ("π", (0,))]]

    def factor(self, ev: Evaluation, j: int, k: int, x: Number) -> Number:
        """Return θ to the power of the count."""
        return power(ev.world.other["θ", (j, k)], x)

    def mass(self, ev: Evaluation, events: Events) -> Number:
        """Return the joint probability, with or without the coefficient that the classes share."""
        total = super().mass(ev, events)
        if "coefficient" in self.flags and len(events[1]) == ev.world.sizes["d"]:
            total = total * factorial(sum(ev.world.data, Fraction(0)))
            for x in ev.world.data:
                total = total / factorial(x)
        return total

    def index_values(
        self, ev: Evaluation, letter: str, parts: Iterable[Expression | None], env: Env
    ) -> Iterator[Fraction]:
        """Yield also the places of tokens."""
        if self.names.get(letter) == "of text":
            yield from map(Fraction, _tokens(ev.world))
        elif self.names.get(letter) == "token":
            yield from map(Fraction, range(1, len(_tokens(ev.world)) + 1))
        else:
            yield from super().index_values(ev, letter, parts, env)

    def word(self, ev: Evaluation, part: Expression, env: Env) -> int | None:
        """Return the word w that a sum runs over, w_j of the vocabulary, or that of a token x_i."""
        words, index = list(range(1, ev.world.sizes["d"] + 1)), part
        match part:
            case Symbol("w" | "t" as letter, ()) if letter in env:
                pass
            case Symbol("x" | "w", (index,)) if "tokens" in self.flags:
                words = _tokens(ev.world)
            case Symbol("w", (index,)) if not isinstance(index, Call):
                pass
            case _:
                return None
        [place] = ev.indices((index,), env)
        if not 1 <= place <= len(words):
            raise NoValue  # a longer text, or a world of more words, tells
        return words[place - 1]

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return also the counts of words, their total, the words of tokens, and how many words."""
        if "tokens" in self.flags and symbol.letter in "xw" and symbol.lower:
            word = self.word(ev, symbol, env)
            return None if word is None else Fraction(word)
        role = self.names.get(symbol.letter, "")
        if role == "length" and not symbol.lower:
            return sum(ev.world.data, Fraction(0))
        if symbol == Symbol("V"):
            return Fraction(ev.world.sizes["d"])
        if symbol.letter in ("n", "x", "c", "f", "N", "t") and role in ("", "length"):
            if len(symbol.lower) == 1:
                [j] = ev.indices(symbol.lower, env)
                return ev.world.data[j - 1] if 1 <= j <= ev.world.sizes["d"] else None
            if symbol.letter in "nN":
                return sum(ev.world.data, Fraction(0))
        return super().symbol(ev, symbol, env)

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope with the coefficient of the classes and without it, and with tokens x_i."""
        roles = _roles_of_tokens(formulas)
        variants = list(super().variants(formulas))
        tokens = [each.with_names({**each.names, **roles}, (*each.flags, "tokens"))
                  for each in variants if roles]  # fmt: skip
        is_likely = any(
            role == "of text" or (role == "length" and letter != "d") for letter, role in roles.items()
        )
        yield from tokens if is_likely else ()  # then a slip is explained with tokens
        for variant in variants:
            yield variant
            yield variant.with_names(variant.names, (*variant.flags, "coefficient"))
        yield from () if is_likely else tokens


def _tokens(world: World) -> list[int]:
    """Return the words of a text with the counts of `world`, one after the other."""
    return [j for j, count in enumerate(world.data, 1) for _ in range(int(count))]


def _roles_of_tokens(formulas: Sequence[Expression]) -> dict[str, str]:
    """Return the index i of x_i in P(x_i | k) or θ_{x_i} as that of a token, and n in Σ_{i=1}^n."""
    roles: dict[str, str] = {}
    parts = list(parts_in(formulas))
    for node in parts:
        places = node.left if isinstance(node, Call) else node.lower if isinstance(node, Symbol) else ()
        for part in places:
            match part:
                case Symbol("x" | "w", (Symbol(index, ()),)):
                    roles[index] = "token"
    for node in parts:
        match node:
            case nodes.Series(index=over, domain=nodes.Domain("named", (_,))):
                roles[over.letter] = "of text"
            case nodes.Series(index=over, domain=nodes.Domain("span", (_, Symbol(letter, ())))):
                if roles.get(over.letter) == "token":
                    roles[letter] = "length"
    return roles
