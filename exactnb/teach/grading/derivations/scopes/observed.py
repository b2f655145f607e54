"""Independent observations x_1, …, x_n in worlds of exact numbers, and the letters of theirs.

How to read: worlds come first, then letters; `sample.py` has the functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Self

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import PRIME
from exactnb.core.expression.reading.tokens import split_words
from exactnb.teach.grading.derivations.numbers import (
    Jet,
    NoValue,
    Number,
    exact_zero,
    inverse,
    jet,
    logarithm,
)
from exactnb.teach.grading.derivations.prose import NO_WORDS, DerivationProse
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import DRAWS, SIZES, Env, Evaluation, Key, Unknown, World

DATA = frozenset("xyzXYt")
_EXPONENT = "exponent of "  # before the role of a number of the prior that is 1 more than its letter
_MEANS = frozenset(map(Symbol, "mMaf"))  # what may be the mean of the data
_USUAL = frozenset("nNSksV")  # letters of sizes and sums that nobody takes for another number
WHOLE_DATA = frozenset("DXS𝒟𝐱") | split_words(
    "data Data doc docs document documents labels counts observations obs sample mail mails email "
    "emails text texts message corpus"
)
"""Letters and words that stand for all of the data behind a bar: p(θ | docs)."""


class ObservedScope(DerivationScope):
    """Independent observations x_1, …, x_n with a density, and a prior where there is one."""

    parameter_letters: tuple[str, ...] = ("θ",)
    hyper_letters: Mapping[str, str] = {}
    count_letters: Mapping[str, str] = {"n": "n", "N": "n", "m": "n", "T": "n"}
    sum_letters = "kSsKTtrmhyczdMRA"
    has_prior = False
    is_symmetric = False  # whether both numbers of the prior are one
    canonical = "θ"
    highest: int | None = None  # value, where there is one
    role_of_counts = ""  # of n_v, where an equation says what it is
    takes_a_list = True  # whether numbers that words say may be the observations
    stated_data: tuple[Fraction, ...] = ()  # those that they say
    is_said = False  # whether words say all of them
    words: DerivationProse = NO_WORDS

    # worlds

    def observation(self, rng: Random) -> Fraction:
        """Return one observation that `rng` draws."""
        raise NotImplementedError

    def random_parameters(self, rng: Random, world: World) -> dict[Key, Fraction]:
        """Return parameters in their domain that `rng` draws for `world`, by their keys."""
        raise NotImplementedError

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the true estimates of the data of `world`, by the keys of their parameters."""
        raise NotImplementedError

    def density(self, ev: Evaluation, x: Number) -> Number:
        """Return the density of the observation `x` by the parameters of `ev`, or its probability."""
        raise NotImplementedError

    def prior(self, ev: Evaluation) -> Number:
        """Return the prior density of the parameters of `ev`."""
        raise NotImplementedError

    stated_size = 0  # how many values there are, where lines say so

    def hyper(self, rng: Random, world: World) -> None:
        """Put the numbers of the prior, drawn by `rng`, into `world`."""

    def is_generic(self, world: World) -> bool:
        """Say whether the estimates of `world` are inside of the domain, where slopes are 0."""
        return True

    def worlds(self) -> Sequence[World]:
        if not self._worlds:
            rng = Random(4343)  # the same worlds in every run: a verdict never depends on chance
            for n, size in SIZES:
                world = self.new_world(rng, n, self.stated_size or size)
                world.draws = [self.random_parameters(rng, world) for _ in range(DRAWS)]
                world.truth = self.estimates(world)
                for index, letter in enumerate("cCKαλμγνηβωδκ"):
                    world.other["free " + letter, ()] = Fraction(7 + 2 * index, 3 + index)
                world.other["multiplier", ()] = Fraction(rng.randint(5, 9), 4)
                self._worlds.append(world)
        return self._worlds

    def with_priors(self, prose: DerivationProse) -> Iterator[Self]:
        """Yield also this scope with the letters of its prior, and the data, that words say.

        Beta(u, v) may be the posterior as well: the scope with its usual letters is tried, too.
        """
        for scope in super().with_priors(prose):
            scope.words = prose
            for each in (*self._with_letters(scope, prose.prior_letters), scope):
                each.is_said = bool(prose.data) and self.is_possible(prose.data)
                yield each
                if each.is_said:
                    other = copy(each)
                    other.stated_data, other._worlds = prose.data, []
                    other.stated_size = len(prose.data) if self.is_constrained else 0
                    yield other

    def _with_letters(self, scope: Self, letters: Sequence[str]) -> Iterator[Self]:
        """Yield `scope` with the `letters` of a prior, where they are not those that it has."""
        last = "hyper α" if len(letters) == 1 else "hyper b"
        if not letters or last not in self.hyper_letters.values():
            return
        is_scale = self.hyper_letters.get(letters[-1]) == "hyper scale" or scope.words.has_scale
        own = {letters[-1]: "hyper scale" if is_scale else last}
        own |= {letters[0]: "hyper a"} if len(letters) > 1 else {}
        is_symmetric = len(letters) > len(own)  # of Beta(g, g)
        if is_symmetric or not own.items() <= self.hyper_letters.items():
            other = copy(scope)
            usual = {letter: role for letter, role in self.hyper_letters.items()
                     if letter not in own and role != "hyper α"}  # fmt: skip
            other.hyper_letters, other._worlds = {**own, **usual}, []
            other.is_symmetric = is_symmetric
            yield other

    def supposing(self, letter: str, value: Fraction) -> Self | None:
        role, other = self.names.get(letter, ""), copy(self)
        roles = ("hyper a", "hyper b") if self.is_symmetric else (role,)
        other.fixed, other._worlds = (value,) if role == "hyper α" else self.fixed, []
        other.example = {**self.example, **dict.fromkeys(roles, value)}
        return other if role.startswith("hyper ") and value > 0 else None

    def add_up(self, world: World, total: Fraction, rng: Random) -> None:
        """Change the data of `world` by `rng` until their sum is `total`: whole numbers one by one."""
        raise NotImplementedError

    def is_possible(self, stated: Sequence[Fraction]) -> bool:
        """Say whether the numbers that words list, `stated`, may be the observations."""
        return self.takes_a_list

    def new_world(self, rng: Random, n: int, size: int) -> World:
        """Return a world with its data, by words or `n` drawn by `rng`, and the numbers of its prior.

        `size` is the number of values, where a column has values.
        """
        ones, zeros = (self.example.get(role) for role in ("sum", "rest"))
        if ones is not None and zeros is not None:
            n = int(ones + zeros)
        n = len(self.stated_data) or int(self.example.get("n", n))
        for _ in range(60):
            world = World({"n": n, "V": size}, list(self.stated_data))
            world.data = world.data or [self.observation(rng) for _ in range(n)]
            self.hyper(rng, world)
            if ones is not None and not self.stated_data:
                self.add_up(world, ones, rng)
            world.other |= {(role, ()): value for role, value in self.example.items() if " " in role}
            if self.is_generic(world):
                break
        return world

    # letters

    statistics: tuple[str, ...] = ("sum", "n")  # the roles of a letter of the data without an index
    counts: tuple[str, ...] = ("data",)  # those of one with an index

    def is_tally(self, ev: Evaluation, part: Expression, index: str) -> bool:
        """Say whether `part` is how often the value `index` occurs: m_j = #{i: x_i = j}."""
        match part:
            case Symbol(letter, (Symbol(each, ()),), ()) if each == index:
                body = ev.definitions.get(f"{letter}[·]")
                inner = () if body is None else body.body.walk()
                return self.names.get(letter) == "tally" or any(
                    isinstance(node, nodes.Iverson) and node.right == part.lower[0] for node in inner
                )
        return False

    def index_values(
        self, ev: Evaluation, letter: str, parts: Iterable[Expression | None], env: Env
    ) -> Iterator[Fraction]:
        """Yield the places of an index, or the values up to the largest one that are counted by it."""
        inside = [part for part in parts if part is not None]
        if any(self.is_tally(ev, node, letter) for part in inside for node in part.walk()):
            yield from map(Fraction, range(int(max(ev.world.data)) + 1))
        elif letter in "xyz" and not self.is_constrained:  # Σ_x x p(x) is over all that x may be
            if self.highest is None:
                raise Unknown(f"the range of {letter}")
            yield from map(Fraction, range(self.highest + 1))
        else:
            yield from super().index_values(ev, letter, inside, env)

    def roles(self, symbol: Symbol) -> Sequence[str]:
        """Return what is counted of the data, and what else the lines have no letter for."""
        others = (role for letter, role in self.names.items() if letter != symbol.letter)
        taken = {role.replace(_EXPONENT, "hyper ") for role in others}
        hyper = [role for role in dict.fromkeys(self.hyper_letters.values()) if role not in taken]
        hyper += [role.replace("hyper ", _EXPONENT) for role in hyper if role not in self.example]
        usual = self.counts if symbol.lower or symbol.upper else self.statistics
        may_be_mean = symbol in _MEANS and "sum" in usual and self.canonical != "μ"
        usual = (*usual, "mean") if may_be_mean else usual
        return (*usual, *hyper, *([] if self.canonical in taken else [self.canonical]))

    def may_be_parameter(self, symbol: Symbol) -> bool:
        return not self.is_constrained and self.canonical in self.roles(symbol)

    def weak_roles(self, letter: str) -> Sequence[str]:
        """Return those of statistics, but of no usual letter; and a constant's, which may be none.

        A number of the prior may be an exponent of it where a line states the prior, and where it is
        the only one, and not the theorem's own α.
        """
        usual = [role for role in (*self.statistics, *self.counts) if role != "multiplier"]
        is_count = letter in DATA and "count" in self.counts  # y_k of values, which are no data there
        hyper = {name: role for name, role in self.names.items() if role.startswith("hyper ")}
        is_exponent = "states-prior" in self.flags or (hyper.keys() == {letter} and letter != "α")
        return [
            *(usual if letter not in _USUAL else ()),
            f"free {letter}",
            "hyper scale",
            *(["hyper b"] if "hyper scale" in self.hyper_letters.values() else ()),
            *([""] if is_count else ()),
            *(hyper.values() if is_exponent else ()),
        ]

    def is_label(self, formula: Expression) -> bool:
        """Say whether a letter is the class of a row: y_i, where x_i is what is observed."""
        return isinstance(formula, Symbol) and self.names.get(formula.letter) == "other"

    def get(self, ev: Evaluation, key: Key) -> Number:
        """Return the parameter of `key` in `ev`, as it varies, at the true estimate, or as drawn."""
        if key in ev.overrides:
            return ev.overrides[key]
        draw = ev.draw if ev.varying is None or key[0] in ev.varying else 0
        values = ev.world.truth if ev.truth else ev.world.draws[draw]
        if key not in values:
            raise NoValue  # an estimate without a closed form
        return values[key]

    def parameter_key(self, ev: Evaluation, symbol: Symbol, env: Env) -> Key | None:
        return (self.canonical, ()) if self.names.get(symbol.letter) == self.canonical else None

    def only_parameter(self) -> Symbol:
        return next((Symbol(name) for name, to in self.names.items() if to == self.canonical), PRIME)

    def is_parameter(self, symbol: Symbol) -> bool:
        return self.names.get(symbol.letter) == self.canonical

    def is_datum(self, letter: str) -> bool:
        """Say whether `letter` may be an observation: x, and w where it has an index."""
        role = self.names.get(letter)
        return role == "data" or (letter in DATA and role != self.canonical)

    def axis(self, symbol: Symbol, place: int) -> str:
        """Return the size of the index of data."""
        return "n" if self.is_datum(symbol.letter) else ""

    def total(self, ev: Evaluation) -> Fraction:
        """Return the sum of the data of `ev`."""
        return sum(ev.world.data, Fraction(0))

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return data, counts, parameters and numbers of the prior."""
        name, world = symbol.letter, ev.world
        role = self.names.get(name, "")
        is_only = symbol.letter == PRIME.letter  # θ of ℓ′, and of "MLE = k/n"
        is_only &= not symbol.lower
        key = (self.canonical, ()) if is_only else self.parameter_key(ev, symbol, env)
        if key is not None:
            if symbol.is_estimate:
                return self.estimate_of(ev, symbol, key)
            return self.get(ev, key)
        if name == "π" and not symbol.lower:
            return self.pi()
        indices = (*symbol.lower, *symbol.upper)
        if self.is_datum(name) and len(indices) >= 1 and role in ("", "data", "sum"):
            place = self.place(ev, symbol, env)
            if place is not None and 0 <= place <= len(world.data):
                return world.data[place - 1]  # x_0 is x_n: from 0 to n − 1 each counts once
            return None
        if symbol.is_estimate:
            return None
        return self.quantity(ev, symbol, role, env)

    def place(self, ev: Evaluation, symbol: Symbol, env: Env) -> int | None:
        """Return the number, from 1, of the observation by the index of `symbol` in `ev` at `env`."""
        index = (*symbol.upper, *reversed(symbol.lower))[0]
        match index:
            case Call("rank", (part,)):
                rank, data = ev.value(part, env), ev.world.data
                if not isinstance(rank, Fraction) or rank not in range(1, len(data) + 1):
                    return None
                return 1 + sorted(range(len(data)), key=data.__getitem__)[int(rank) - 1]
        [place] = ev.indices((index,), env)
        return place

    def estimate_of(self, ev: Evaluation, symbol: Symbol, key: Key) -> Number | None:
        """Return the estimate `symbol` of the parameter of `key` in `ev`, by its label if any."""
        truth = {} if symbol.role == "MEAN" else ev.world.truth
        return ev.world.labelled.get(symbol.role, truth).get(key)

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return the count, sum, mean or number of the prior that `symbol` is by its `role`.

        None for no such. `ev` and `env` are the world and the indices, as for `symbol`.
        """
        name, world = symbol.letter, ev.world
        n = Fraction(world.sizes["n"])
        if name.endswith("\u0304") and self.is_datum(name[0]):
            return self.total(ev) / n
        if role == "n":
            if len(symbol.lower) == 2:  # n_jk: the ones of a column in a class
                return self.total(ev)
            value = next(iter(symbol.lower), None)
            if isinstance(value, nodes.Integer):
                return self.count_of(ev, value.value)
            if isinstance(value, Symbol) and (number := self.label(ev, value)) is not None:
                return self.count_of(ev, number)
            return n
        if role in ("sum", "mean"):
            return self.total(ev) / (n if role == "mean" else 1)
        if role == "tally" and len(symbol.lower) == 1:
            return self.count_of(ev, *ev.indices(symbol.lower, env))
        if role.startswith("hyper "):
            return world.other.get((role, ()))
        if role.startswith(_EXPONENT):
            number = self.quantity(ev, symbol, role.replace(_EXPONENT, "hyper "), env)
            return None if number is None or symbol.lower == (nodes.Integer(0),) else number - 1
        if role.startswith("free "):
            return world.other.get((role, ()))
        return None

    def count_of(self, ev: Evaluation, value: int) -> Number | None:
        """Return how many observations of `ev` have the `value`: n_1, n_0."""
        return Fraction(sum(x == value for x in ev.world.data))

    def free_values(self, ev_world: World, letter: str) -> list[Fraction] | None:
        """Return the values of a bare x."""
        if self.names.get(letter, "data" if letter in ("x", "X", "y", "t") else "") == "data":
            return list(dict.fromkeys(ev_world.data))[:3]
        return None

    def seed(self, ev: Evaluation, variable: Symbol, env: Env) -> dict[Key, Number] | None:
        if variable == PRIME:
            only = self.only_parameter()
            if only == PRIME:
                return None
            variable = only
        key = self.parameter_key(ev, variable, env)
        if key is not None:
            return {key: Jet(jet(self.get(ev, key)).value, Fraction(1), Fraction(0))}
        definition = ev.definitions.get(f"{variable.letter}[]")
        keys = [key for key in ev.world.draws[0] if not key[1]]
        seeds = [self._seed_by(ev, definition.body, env, key) for key in keys] if definition else []
        return next(filter(None, seeds), None) if seeds.count(None) == len(seeds) - 1 else None

    def _seed_by(self, ev: Evaluation, of: Expression, env: Env, key: Key) -> dict[Key, Number] | None:
        """Return the parameter as it varies with a formula `of` it: its slope is 1 over that."""
        value = jet(self.get(ev, key)).value
        before = dict(ev.overrides)
        ev.overrides[key] = Jet(value, Fraction(1), Fraction(0))
        try:
            of_parameter = jet(ev.value(of, env))
        finally:
            ev.overrides = before
        if exact_zero(of_parameter.first):
            return None
        slope = inverse(of_parameter.first)
        return {key: Jet(value, slope, -(of_parameter.second * slope * slope * slope))}

    # functions of data and shares

    def entropy(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return H(p), H(p, q) or KL(p ‖ q) of `call`, in nats; None of anything else than shares."""
        shares = [self.shares(ev, part, env) for part in (*call.left, *call.right)]
        if not 1 + (call.head == "KL") <= len(shares) <= 2:
            return None
        first, last = shares[0], shares[-1]
        if first is None or last is None:
            return None
        total: Number = Fraction(0)
        for p, q in zip(first, last, strict=True):
            total = total - p * (logarithm(q) - (logarithm(p) if call.head == "KL" else 0))
        return total

    def shares(self, ev: Evaluation, part: Expression, env: Env) -> list[Number] | None:
        """Return the probabilities of the values by an argument, `part`; None where there are none."""
        if not self.is_constrained or not isinstance(part, Symbol):
            return None
        values = range(1, ev.world.sizes["V"] + 1)
        return [ev.value(replace(part, lower=(nodes.Integer(v),)), env) for v in values]
