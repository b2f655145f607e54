"""The scope of values 1, …, V with a probability of each, and the multiplier of their constraint.

How to read: `CategoricalScope` has counts for data; `multiplier` solves for that of the constraint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Self, TypeGuard

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import PRIME
from exactnb.teach.grading.derivations.lagrangians import (
    is_averaged,
    left_over,
    logits_in,
    multipliers_in,
)
from exactnb.teach.grading.derivations.meanings import (
    counts_and_shares,
    one_hot,
    parts_in,
    stated_counts,
    symbols_in,
)
from exactnb.teach.grading.derivations.numbers import Jet, NoValue, Number, jet, logarithm
from exactnb.teach.grading.derivations.polynomials import indicated
from exactnb.teach.grading.derivations.scope import (
    DerivationScope,
    Ends,
    chosen_parameters,
    constants_in,
    letters_of,
    observed_words,
    stated_sides,
)
from exactnb.teach.grading.derivations.scopes.documents import (
    NUMBER,
    document_roles,
    has_priors,
    is_of_documents,
    number_in_documents,
    value_indices,
    weights_in,
)
from exactnb.teach.grading.derivations.scopes.events import outcome_roles
from exactnb.teach.grading.derivations.scopes.sample import SampleScope
from exactnb.teach.grading.derivations.substituting import letters_with_logs, varied_in
from exactnb.teach.grading.derivations.worlds import SIZES, Env, Evaluation, Key, World

_MOST_VALUES = 8  # that a derivation writes out
_MOST_TOKENS = 250  # of the counts that words state
_LOGIT: Key = ("logit", ())
_LEVEL = Fraction(1, 3)  # of logits, which is free
_LAST = frozenset(map(Symbol, "VKM"))


class CategoricalScope(SampleScope):
    """Values 1, …, V, with a probability of each."""

    parameter_letters: tuple[str, ...] = ("θ", "p", "π", "φ", "q", "t", "ρ", "μ", "ψ", "τ")
    sum_letters = ""
    statistics, counts = ("n", "V", "multiplier"), ("count", "share")
    is_constrained = counts_are_data = True
    takes_a_list = False  # they are counts of values
    lagrangian: Expression = nodes.Integer(0)  # where the constraint stands, if no line names that
    left_over = 0  # the value whose probability lines say to be what the others leave

    def is_possible(self, stated: Sequence[Fraction]) -> bool:
        """Say whether numbers may be the counts of values."""
        are_counts = all(each >= 0 and each.denominator == 1 for each in stated)
        return are_counts and len(stated) <= _MOST_VALUES and 0 < sum(stated) <= _MOST_TOKENS

    def new_world(self, rng: Random, n: int, size: int) -> World:
        """Return a world in which every value occurs."""
        drawn = [rng.randint(1, n + 1) for _ in range(size)]
        counts = [int(each) for each in self.stated_data] or drawn
        if len(set(counts)) == 1 and not self.stated_data:
            counts[0] += 1
        data = [Fraction(v) for v, c in enumerate(counts, 1) for _ in range(c)]
        rng.shuffle(data)
        world = World({"n": len(data), "V": size, "docs": NUMBER}, data)
        self.hyper(rng, world)
        return world

    def random_parameters(self, rng: Random, world: World) -> dict[Key, Fraction]:
        """Return a distribution over the values."""
        weights = [rng.randint(1, 6) for _ in range(world.sizes["V"])]
        return {("θ", (v,)): Fraction(w, sum(weights)) for v, w in enumerate(weights, 1)}

    def candidates(self, formulas: Sequence[Expression]) -> Sequence[str]:
        """Return the letters that may be probabilities: of those varied, the ones with an index.

        Where none is usual, they are those of log ω_r and ω_r^n_r; μ in φ_j = −c_j/μ is none.
        """
        indexed = {part.letter for part in symbols_in(formulas) if part.lower}
        varied = {part.letter for part in varied_in(formulas) if part.lower}
        usual = {*self.parameter_letters, *varied}
        known = [each for each in super().candidates(formulas) if each in usual]
        if letters_of(formulas).isdisjoint(known):
            known += dict.fromkeys(letters_with_logs(formulas))
        return [each for each in known if each in indexed] or known

    def is_data(self, part: Expression) -> bool:
        """Say whether `part` is all of the data, which the letter of counts is without an index."""
        role = self.names.get(part.letter) if isinstance(part, Symbol) and not part.lower else None
        return role in ("count", "n") or super().is_data(part)

    vector_size = "V"

    def is_vector(self, symbol: Symbol) -> bool:
        """Say whether `symbol` has a coordinate for each value: 1ᵀθ."""
        return not symbol.lower and self.names.get(symbol.letter) in ("θ", "count", "share", "n")

    def domain(self, key: Key) -> Ends | None:
        """Return 0 and 1, both of which a probability may be; a multiplier is any number."""
        return (Fraction(0), Fraction(1), True) if key[0] == "θ" else (None, None, False)

    def count(self, world: World, v: int) -> Fraction:
        """Return how often the value `v` occurs in the data of `world`."""
        return sum((indicated(x, v) for x in world.data), Fraction(0))

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the share of each value."""
        n = world.sizes["n"]
        return {("θ", (v,)): self.count(world, v) / n for v in range(1, world.sizes["V"] + 1)}

    def density(self, ev: Evaluation, x: Number) -> Number:
        if not isinstance(x, Fraction) or x.denominator != 1 or not 1 <= x <= ev.world.sizes["V"]:
            raise NoValue  # of a number that is no value
        return self.get(ev, ("θ", (int(x),)))

    def moment_of_row(self, ev: Evaluation, powers: Mapping[tuple[int, ...], Fraction]) -> Number:
        """Return the probability of the one value that is counted, 0 of two at once."""
        if () in powers:
            raise NoValue
        return self.get(ev, ("θ", next(iter(powers)))) if len(powers) == 1 else Fraction(0)

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return also x_ik, which is 1 where x_i has the value k, and n_dv, the count in a document."""
        places = (*symbol.lower, *symbol.upper)
        if (number := number_in_documents(ev, self.names, symbol, env)) is not None:
            return number
        if f"{symbol.letter} hot" in self.names and len(places) == 2:
            hot = Symbol(self.names[f"{symbol.letter} hot"])
            i, k = ev.indices(tuple(sorted(places, key=lambda place: place == hot)), env)
            if not (1 <= i <= len(ev.world.data) and 1 <= k <= ev.world.sizes["V"]):
                return None
            return indicated(ev.world.data[i - 1], k)
        if f"{symbol.letter} hot" in self.names and len(places) == 1 and symbol.letter in env:
            return indicated(env[symbol.letter], *ev.indices(places, env))  # beside p(x | θ)
        return super().symbol(ev, symbol, env)

    def parameter_key(self, ev: Evaluation, symbol: Symbol, env: Env) -> Key | None:
        is_only = symbol.letter == PRIME.letter  # MAP_j
        if not (is_only or self.names.get(symbol.letter) == "θ") or not symbol.lower:
            return None
        if any(self.names.get(getattr(part, "letter", "")) == "θ" for part in symbol.lower):
            return None
        value = self.value_of(ev, symbol, env)
        return ("θ", (value,)) if value >= 1 else None

    def value_of(self, ev: Evaluation, symbol: Symbol, env: Env) -> int:
        """Return which value an index of `symbol` says in `ev` at `env`."""
        named = [part for part in symbol.lower if self.names.get(f"{part} runs") == "V"]
        drawn = [part for part in symbol.lower if self.is_datum(getattr(part, "letter", ""))]
        [value] = ev.indices((*drawn, *named, symbol.lower[0])[:1], env)
        if value > ev.world.sizes["V"]:
            raise NoValue  # in a world of fewer values
        return value

    def is_of_class(self, symbol: Symbol, role: str) -> bool:
        """Say whether `symbol`, n_k, is the total of a class: where n_vk has one more index."""
        axes = {axis for name, axis in self.names.items() if name.endswith(" runs")}
        if f"{symbol.letter} docs" in self.names:  # n_c beside n_cv and n_dv
            axes.discard("docs")
        elif role != "n":
            return False
        return axes == {"V"} and f"{symbol.lower[0]} runs" not in self.names

    def axis(self, symbol: Symbol, place: int) -> str:
        """Return the size of an index: of the data, or of the values."""
        role = self.names.get(symbol.letter, "")
        index = (*symbol.lower, *symbol.upper)[place]
        if is_of_documents(self.names, symbol, place):
            return "docs"
        is_hot = Symbol(self.names.get(f"{symbol.letter} hot", "")) == index
        if role in ("θ", "logit", "count", "share", "hyper α", "n") or is_hot:
            return "V"
        return "n" if self.is_datum(symbol.letter) else ""

    def default_axis(self, letter: str) -> str:
        """Return n for i, V for any other index."""
        known = self.names.get(f"{letter} runs", "V")
        return "n" if letter in ("i", "m", "t", "n") and known == "V" else known

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return counts of values, their total, their number, and the multiplier."""
        world = ev.world
        if len(symbol.lower) == 1 and self.is_of_class(symbol, role):
            return Fraction(world.sizes["n"])
        if role == "logit" and symbol.lower:
            share = self.get(ev, ("θ", (self.value_of(ev, symbol, env),)))
            return logarithm(share) + ev.overrides.get(_LOGIT, _LEVEL)
        if role in ("n", "count", "share") and symbol.lower:
            value = self.value_of(ev, symbol, env)
            times = world.sizes["n"] if role == "share" else 1
            return self.count(world, value) / times if value >= 1 else None
        if role == "n":
            return Fraction(world.sizes["n"])
        if role in ("V", "docs") and not symbol.lower:
            return Fraction(world.sizes[role])
        if role == "multiplier":
            key: Key = ("multiplier", ())
            if key in ev.overrides:
                return ev.overrides[key]
            if not (ev.truth or symbol.is_estimate):
                return world.other[key] + ev.draw
            if (place := (key, id(world))) not in ev.kept:
                ev.kept[place] = self.multiplier(ev)
            return ev.kept[place]
        return super().quantity(ev, symbol, role, env)

    def multiplier(self, ev: Evaluation) -> Number:
        """Return the multiplier at the true estimate of `ev`: where the slope of Λ is 0."""
        definition = ev.definitions.get("Λ()")
        body = self.lagrangian if definition is None else definition.body
        if not any(self.names.get(each.letter) == "multiplier" for each in symbols_in([body])):
            rows = ev.world.sizes["n"] if "averaged" in self.flags else 1
            total = self.denominator(ev.world) / rows
            return -total if "minus" in self.flags else total
        slopes = []
        for value in (Fraction(0), Fraction(1)):
            at_truth = ev.at_truth()
            at_truth.overrides["multiplier", ()] = value
            theta = next((name for name, role in self.names.items() if role == "θ"), "θ")
            variable = Symbol(theta, (nodes.Integer(1),))
            slopes.append(at_truth.slope(body, variable, 1, {}))
        return slopes[0] / (slopes[0] - slopes[1])

    def denominator(self, world: World) -> Fraction:
        """Return the sum of the counts of `world`, those of the prior too."""
        return Fraction(world.sizes["n"])

    def seed(self, ev: Evaluation, variable: Symbol, env: Env) -> dict[Key, Number] | None:
        """Return one probability as it varies, the others held; or the multiplier."""
        if self.names.get(variable.letter) == "multiplier":
            key: Key = ("multiplier", ())
            value = ev.value(variable, env)
            return {key: Jet(jet(value).value, Fraction(1), Fraction(0))}
        if self.names.get(variable.letter) == "logit":
            return self._seed_by_logit(ev, self.value_of(ev, variable, env))
        seed = super().seed(ev, variable, env)
        last: Key = ("θ", (self.left_over or ev.world.sizes["V"],))
        if seed is not None and "last" in self.flags:  # the last one is what the others leave
            if last in seed:
                raise NoValue
            seed[last] = Jet(jet(self.get(ev, last)).value, Fraction(-1), Fraction(0))
        return seed

    def _seed_by_logit(self, ev: Evaluation, value: int) -> dict[Key, Number]:
        """Return all probabilities as they vary with η of one `value`, the others held.

        η_v is log θ_v and a number that does not depend on v: it varies so that the others stay.
        """
        share = jet(self.get(ev, ("θ", (value,)))).value
        seed: dict[Key, Number] = {_LOGIT: Jet(_LEVEL, share, share * (1 - share))}
        for v in range(1, ev.world.sizes["V"] + 1):
            theta, slope = jet(self.get(ev, ("θ", (v,)))).value, (v == value) - share
            second = theta * (slope * slope - share * (1 - share))
            seed["θ", (v,)] = Jet(theta, theta * slope, second)
        return seed

    def is_parameter(self, symbol: Symbol) -> bool:
        """Say whether a letter is a probability, its logarithm up to a constant, or the multiplier."""
        return self.names.get(symbol.letter) in ("θ", "logit", "multiplier")

    def is_hyper(self, symbol: Symbol) -> bool:
        return self.names.get(symbol.letter) == "multiplier" or super().is_hyper(symbol)

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return what each letter stands for: the probabilities, counts, the multiplier."""
        guessed = {left.letter for left, right in pairwise(formulas) if _is_uniform(left, right)}
        logits = set(logits_in(formulas))
        candidates = [each for each in self.candidates(formulas) if each not in guessed | logits]
        pairs = counts_and_shares(formulas)
        shares = [share.letter for _, share in pairs if isinstance(share, Symbol)]
        parameters = shares or chosen_parameters(formulas, candidates)
        names = {count.letter: "count" for count, _ in pairs if isinstance(count, Symbol)}
        names |= dict.fromkeys(logits, "logit") | dict.fromkeys(parameters, "θ")
        names |= dict.fromkeys(multipliers_in(formulas) - names.keys(), "multiplier")
        letters = letters_of(formulas)
        indexed = {part.letter for part in symbols_in(formulas) if part.lower}
        derived = _derived_letters(formulas, self.hyper_letters) - names.keys()
        names |= dict.fromkeys(derived, "derived")
        for letter, role in self.hyper_letters.items():
            is_new = letter in letters and letter not in names and role not in names.values()
            if is_new and (role == "hyper α") == (letter in indexed):
                names[letter] = role
        names = observed_words(formulas) | names | one_hot(formulas, names) | outcome_roles(formulas)
        if "x" in letters or "w" in names:  # then y_i is the class of a row
            names.setdefault("x" if has_priors(formulas) else "y", "other")
        summed = {n.index.letter for n in parts_in(formulas) if isinstance(n, nodes.Series)}
        stated = stated_sides(formulas)
        totals = {n for n, side in stated if isinstance(side, nodes.Series | nodes.Product)}
        for letter in "nNmT":
            if letter in "mT" and ((letter in indexed and "n" in indexed) or letter in summed):
                names.setdefault(letter, "other")  # than the counts of the data
            elif letter == "m" and letters & {"n", "N"} and letter not in indexed:
                continue  # it is how many values there are, or what a line says
            elif letter in letters or (letter in "nN" and letter not in summed):
                names.setdefault(letter, "n")
        counts = indexed.intersection("cksKh") | weights_in(formulas, names)
        names = dict.fromkeys(counts, "count") | names
        names = {letter: f"free {letter}" for letter in constants_in(formulas) - {"K"}} | names
        sizes = (letters - summed - totals - indexed).intersection("VKkMJLCdm")
        multipliers = (letters - indexed).intersection("λαμγνηβκξωζρτδ")
        names = {**dict.fromkeys(multipliers, "multiplier"), **dict.fromkeys(sizes, "V"), **names}
        names |= document_roles(formulas, names)
        return names | value_indices(formulas, names)

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield each reading: with a last value, a multiplier of either sign, of ℓ or of ℓ/n."""
        with_constraint = (part for part in parts_in(formulas) if multipliers_in([part]))
        self.lagrangian = next(with_constraint, nodes.Integer(0))
        known = {side.value for _, side in self.words.equations if isinstance(side, nodes.Integer)}
        counts = () if self.stated_data else stated_counts(formulas, known.union(self.words.numbers))
        if counts and self.is_possible(counts):
            yield from self._of_size(len(counts), counts).variants(formulas)
        outcomes = outcome_roles(formulas)
        if len(outcomes) > 1 and not self.stated_size:  # they may be all that there are
            yield from self._of_size(len(outcomes)).variants(formulas)
        size = 0 if self.stated_size else _largest_place(formulas, self.bound(formulas))
        if size > max(values for _, values in SIZES):  # with θ_6 there are at least six values
            yield from self._of_size(size).variants(formulas)
        orders = set[str]()
        for variant in super().variants(formulas):
            orders |= variant.flags & {"orders"}
            if (rest := left_over(formulas, variant.names)) is not None:
                other = self._of_size(rest[0]).with_names(variant.names, variant.flags | {"last"})
                other.left_over = rest[1]
                yield other
            yield variant
            if _has_last(formulas, variant.names):
                yield variant.with_names(variant.names, (*variant.flags, "last"))
        names = self.bound(formulas)
        if "multiplier" in names.values():
            averaged = ("averaged", "averaged minus") if is_averaged(formulas, names) else ()
            for more in ("minus", "minus log-posterior", *averaged):
                yield self.with_names(names, (*self.flags, *orders, *more.split()))

    def _of_size(self, size: int, counts: tuple[Fraction, ...] = ()) -> Self:
        """Return this scope with `size` values, and how often each occurs where `counts` say so."""
        other = copy(self)
        other.stated_size, other._worlds, other.stated_data = size, [], counts or self.stated_data
        return other


def _derived_letters(formulas: Sequence[Expression], letters: Mapping[str, str]) -> set[str]:
    """Return those of `letters` that `formulas` state as a formula of others of them: α = β − 1."""
    of_prior = {*letters}
    return {
        letter
        for letter, side in stated_sides(formulas)
        if letter in of_prior and letters_of([side]) & of_prior - {letter}
        if not isinstance(side, Symbol) and letter not in letters_of([side])
    }


def _is_uniform(left: Expression, right: Expression) -> TypeGuard[Symbol]:
    """Say whether a line states a guess that is the same for all values: q_v = 1/k."""
    is_share = isinstance(right, nodes.Quotient) and right.numerator == nodes.Integer(1)
    are_any = isinstance(left, Symbol) and any(isinstance(each, Symbol) for each in left.lower)
    return is_share and are_any and not getattr(left, "is_estimate", False)


def _largest_place(formulas: Sequence[Expression], names: Mapping[str, str]) -> int:
    """Return the largest number that an index of a probability is or runs to, a few at most."""
    places = [0]
    for part in parts_in(formulas):
        match part:
            case Symbol(letter, (nodes.Integer(place), *_)) if names.get(letter) == "θ":
                places.append(place)
            case nodes.Series(domain=nodes.Domain("span", (_, nodes.Integer(place)))):
                places.append(place)
    return min(max(places), _MOST_VALUES)


def _has_last(formulas: Sequence[Expression], names: Mapping[str, str]) -> bool:
    """Say whether the last value is written out: θ_V, or n_V."""
    letters = (n for n in symbols_in(formulas) if len(n.lower) == 1)
    sizes = _LAST | {Symbol(name) for name, role in names.items() if role == "V"}
    return any(n.lower[0] in sizes and names.get(n.letter) in ("θ", "n", "count") for n in letters)
