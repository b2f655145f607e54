"""The scope of a class y and features x_1, …, x_d with any joint distribution.

How to read: `Joint` reads P(A | B) as events and divides their masses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import COVARIANCE, REST
from exactnb.teach.grading.derivations.numbers import (
    NoValue,
    Number,
    exact_zero,
    sign,
)
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import (
    Env,
    Evaluation,
    Introduced,
    World,
    in_coordinates,
    scalar_product,
)

_CLASSES = "yYcCk"
_CALLS = ("P", "p", "Pr")
_NO_EVENTS = frozenset("xXwWyYcCklij+-")  # letters with a usual meaning, or that run
_EVENTS = {"a": 1, "b": 2, "A": 1, "B": 2, "D": 3, "E": 3, "z": 3}
Events = tuple[Number | None, dict[int, Number]]
"""The class, None for any, and the values of features."""


class Joint(DerivationScope):
    """A class and features with any joint distribution: the chain rule, Bayes' rule."""

    two = False
    has_events = False  # whether the letters of P(a, b, c) may be any events
    features = "xX"
    sizes: tuple[tuple[int, int], ...] = ((2, 2), (3, 2), (2, 3), (3, 3))  # features and classes

    def classes(self, world: World) -> list[int]:
        """Return the numbers of the classes of `world`: 1 and 0, or 1, …, K."""
        return [1, 0] if self.two else list(range(1, world.sizes["K"] + 1))

    def worlds(self) -> Sequence[World]:
        if not self._worlds:
            rng = Random(4345)
            for features, classes in self.sizes:
                if self.two and classes != 2:
                    continue
                world = World({"d": features, "K": classes, "n": features, "V": 2})
                self.fill(world, rng)
                self._worlds.append(world)
        return self._worlds

    def fill(self, world: World, rng: Random) -> None:
        """Draw a distribution over classes and features, and one observation, into `world` by `rng`."""
        d = world.sizes["d"]
        world.data = [Fraction(rng.randint(0, 1)) for _ in range(d)]
        cells = [(k, *xs) for k in self.classes(world) for xs in product((0, 1), repeat=d)]
        weights = [rng.randint(1, 9) for _ in cells]
        for cell, weight in zip(cells, weights, strict=True):
            world.other["cell", cell] = Fraction(weight, sum(weights))

    def mass(self, ev: Evaluation, events: Events) -> Number:
        """Return the probability, in the world of `ev`, that all `events` occur."""
        label, values = events
        total: Number = Fraction(0)
        for (name, cell), weight in ev.world.other.items():
            if name != "cell" or (label is not None and cell[0] != label):
                continue
            if all(cell[j] == value for j, value in values.items()):
                total = total + weight
        return total

    # letters

    def is_size(self, letter: str) -> bool:
        role = self.names.get(letter, "")
        return letter in "dDnNpMK" or role == "size" or role.startswith("class ")

    def default_axis(self, letter: str) -> str:
        """Return K for k, c and y, the number of features for any other index."""
        is_class = letter.rstrip("'") in ("k", "c", "y", "l", "ℓ", "m", "C", "Y")
        return "K" if is_class or self.names.get(letter.rstrip("'")) == "label" else "d"

    def places(
        self, ev: Evaluation, letter: str, parts: Iterable[Expression | None], env: Env
    ) -> Iterator[Fraction]:
        """Yield the classes, the features, or the values of a feature."""
        if self.axis_of(letter, parts) == "K":
            yield from map(Fraction, self.classes(ev.world))
        elif letter in ("x", "v", "u"):
            yield from (Fraction(0), Fraction(1))
        else:
            yield from map(Fraction, range(1, ev.world.sizes["d"] + 1))

    def axis_of(self, letter: str, parts: Iterable[Expression | None]) -> str:
        return self.default_axis(letter)

    def free_values(self, ev_world: World, letter: str) -> list[Fraction] | None:
        """Return the classes that a bare letter may be."""
        bare = letter.rstrip("'")
        if (bare in "yYcCk" and letter not in self.names) or self.names.get(bare) == "label":
            return [Fraction(k) for k in self.classes(ev_world)]
        return None

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return the value of a feature, sizes, and numbers of classes."""
        name, world = symbol.letter, ev.world
        if self.is_feature(name) and len(symbol.lower) == 1 and name != "w":
            [place] = ev.indices(symbol.lower, env)
            return world.data[place - 1] if 1 <= place <= world.sizes["d"] else None
        if name in ("d", "D", "m", "p", "n", "M") and not symbol.lower and name not in self.names:
            return Fraction(world.sizes["d"])
        if self.names.get(name) in ("size", "one less") and not symbol.lower:
            return Fraction(world.sizes["d"] - (self.names[name] == "one less"))
        if name in ("K",) and not symbol.lower:
            return Fraction(world.sizes["K"])
        if name in "CcyY" and len(symbol.lower) == 1 and self.names.get(name) != "other":
            return self.class_of(ev, symbol, env)
        if name in ("+", "-"):
            return Fraction(1 if name == "+" else 0) if self.two else None
        return None

    def is_feature(self, letter: str) -> bool:
        """Say whether `letter` is that of features: x, or f where P(f_j | c) stands."""
        return letter in self.features or self.names.get(letter, "").startswith(("feature", "event "))

    def event_names(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return the letters of features in `formulas`, f in P(f_j | c), and those of two classes.

        Two letters that never stand in one P are the classes: P(x | A), P(x | B).
        """
        calls = [node for formula in formulas for node in formula.walk()
                 if isinstance(node, Call) and node.head in _CALLS]  # fmt: skip
        features: dict[str, str] = {}
        alone: dict[str, set[int]] = {}
        bare: dict[str, None] = {}
        for before, last in (pair for call in calls for pair in pairwise((*call.left, *call.right))):
            match before, last:
                case Symbol("…"), Symbol(_, (Symbol(size, ()),)):  # x_1, …, x_q
                    features[size] = "size"
        for number, call in enumerate(calls):
            for part in (*call.left, *call.right):
                match part:  # in a step from n to n + 1 there is one feature more than n
                    case Symbol(_, (nodes.Sum((Symbol(size), nodes.Integer(1))),)) if self.is_size(
                        size
                    ):
                        features[size] = "one less"
                match part.pairs[0] if isinstance(part, nodes.Equal) else part:
                    case Symbol(letter, (Symbol() | nodes.Integer() | nodes.Sum(),)) if (
                        letter not in _NO_EVENTS
                    ):
                        features[letter] = "feature"
                    case Symbol(letter, ()) if letter.isalpha() and len(letter) == 1:
                        bare[letter] = None
                        if letter not in _NO_EVENTS:
                            alone.setdefault(letter, set()).add(number)
        indexed = {letter for letter, role in features.items() if role == "feature"}
        if self.has_events and len(bare) > 2 and indexed <= bare.keys():  # A, B, C, then A_1, …, A_n
            return {**features, **{each: f"event {place}" for place, each in enumerate(bare, 1)}}
        letters = [letter for letter in alone if letter not in features]
        if self.two and len(letters) == 2 and alone[letters[0]].isdisjoint(alone[letters[1]]):
            features |= dict(zip(letters, ("class 1", "class 0"), strict=True))
        elif len(letters) == 1 and "feature" in features.values():
            features[letters[0]] = "label"  # P(d | s_1, …, s_m)
        return features

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope with the letters of features and classes."""
        yield self.with_names(self.event_names(formulas), self.flags)

    def label(self, ev: Evaluation, symbol: Symbol) -> int | None:
        """Return the class that a sign or a letter below a letter is."""
        if (role := self.names.get(symbol.letter, "")).startswith("class "):
            return int(role[-1])
        if symbol.letter in ("+", "-") and self.two:
            return 1 if symbol.letter == "+" else 0
        return None

    def class_of(self, ev: Evaluation, part: Expression, env: Env) -> Number | None:
        """Return the class that the argument `part` is in `ev` at `env`, None if it is none."""
        if isinstance(part, nodes.Integer):
            return (
                Fraction(part.value)
                if part.value in self.classes(ev.world)
                else (Fraction(0) if self.two and part.value == 2 else None)
            )
        if isinstance(part, Symbol):
            if part.letter in ("+", "-"):
                return self.symbol(ev, part, env)
            bare = part.letter.rstrip("'")
            is_class = bare in "yYcCklj" or self.names.get(bare) == "label"
            if not part.lower and part.letter in env and is_class:
                return env[part.letter]
            if part.letter in ("C", "c", "y", "Y") and len(part.lower) == 1:
                [k] = ev.indices(part.lower, env)
                if self.two and k == 2:
                    return Fraction(0)
                return Fraction(k) if k in self.classes(ev.world) else None
        return None

    def class_below(self, ev: Evaluation, call: Call, env: Env) -> tuple[Expression, ...]:
        """Return the class below the head of `call` in `ev` at `env`: f_k(x) is f(x|k); else ()."""
        below = [
            index for index in call.lower if str(index).islower() or isinstance(index, nodes.Integer)
        ]
        return tuple(index for index in below[:1] if self.class_of(ev, index, env) is not None)

    # probabilities

    def events(self, ev: Evaluation, parts: Sequence[Expression], env: Env) -> Events | None:
        """Return the events that the arguments `parts` are in `ev` at `env`.

        None if one is not understood. Raise NoValue where they say more features than this world has.
        """
        label: Number | None = None
        values: dict[int, Number] = {}
        listed = list(parts)
        for index, part in enumerate(listed):
            if part == REST:
                before, after = listed[index - 1 : index], listed[index + 1 : index + 2]
                if not before or not after:
                    return None
                ends = [self.feature(ev, end, env) for end in (before[0], after[0])]
                if ends[0] is None or ends[1] is None:
                    return None
                if not 0 < ends[0] <= ev.world.sizes["d"] or ends[1] > ev.world.sizes["d"]:
                    return None
                for j in range(ends[0], ends[1] + 1):
                    values[j] = ev.world.data[j - 1]
                if ends[1] < ends[0]:  # x_1, …, x_0 are none
                    values.pop(ends[0], None)
                continue
            inner, value = part, None
            match ev.definitions.get(f"{getattr(part, 'letter', '')}[]"):
                case Introduced(body=Call("∩", several)):  # B = A_1 ∩ … ∩ A_n
                    if (events := self.events(ev, several, env)) is None:
                        return None
                    label, values = events[0] if label is None else label, {**values, **events[1]}
                    continue
            if self.names.get(getattr(part, "letter", ""), "").startswith("class "):
                label = Fraction(self.names[getattr(part, "letter", "")][-1])
                continue
            if isinstance(part, nodes.Equal):
                inner, right = part.pairs
                is_label = self.names.get(getattr(inner, "letter", "").lower()) == "label"
                if (
                    isinstance(inner, Symbol)
                    and (is_label or inner.letter in "yYcC")
                    and not inner.lower
                ):
                    role = self.names.get(getattr(right, "letter", ""), "")
                    is_named = role.startswith("class ")
                    label = Fraction(role[-1]) if is_named else self.class_of(ev, right, env)
                    if label is None:
                        return None
                    continue
                value = right
            if (word := self.word(ev, inner, env)) is not None:
                values[word] = values.get(word, Fraction(0)) + 1
                continue
            role = self.names.get(getattr(inner, "letter", ""), "")
            is_event = role.startswith("event ") and not getattr(inner, "lower", ())  # A beside A_1
            if isinstance(inner, Symbol) and self.is_feature(inner.letter) and not is_event:
                if not inner.lower:
                    values.update({j + 1: x for j, x in enumerate(ev.world.data)})
                    continue
                spread = inner.lower[0]
                if isinstance(spread, Call) and spread.head in ("below", "range"):
                    first = 1 if spread.head == "below" else int(ev.value(spread.left[0], env))
                    last = int(ev.index(spread.left[-1], env)) - (spread.head == "below")
                    if first < 1 or last > ev.world.sizes["d"]:
                        return None
                    for j in range(first, last + 1):
                        values[j] = ev.world.data[j - 1]
                    continue
                place = self.feature(ev, inner, env)
                if place is None:
                    return None
                if place <= 0 and index and listed[index - 1] == REST:
                    continue
                if not 1 <= place <= ev.world.sizes["d"]:
                    raise NoValue  # a world with more features tells
                values[place] = ev.world.data[place - 1] if value is None else ev.value(value, env)
                continue
            if (
                isinstance(inner, Symbol)
                and (inner.letter in _EVENTS or is_event)
                and (inner.letter not in env)
            ):
                place = int(role.split()[1]) if is_event else _EVENTS[inner.letter]
                if place > ev.world.sizes["d"]:
                    raise NoValue
                values[place] = ev.world.data[place - 1]
                continue
            if inner == nodes.Integer(0) and label is not None:  # of P(c, 0), where all features are 0
                values.update(dict.fromkeys(range(1, ev.world.sizes["d"] + 1), Fraction(0)))
                continue
            known = self.class_of(ev, inner, env)
            if known is None:
                return None
            label = known
        return label, values

    def word(self, ev: Evaluation, part: Expression, env: Env) -> int | None:
        """Return the number of the word that the argument `part` is in `ev` at `env`; None if none."""
        return None

    def feature(self, ev: Evaluation, part: Expression, env: Env) -> int | None:
        """Return the number, from 1, of the feature that the argument `part` is in `ev` at `env`.

        None if it is no feature.
        """
        if isinstance(part, nodes.Equal):
            part = part.pairs[0]
        if not isinstance(part, Symbol) or not self.is_feature(part.letter) or len(part.lower) != 1:
            return None
        [place] = ev.indices(part.lower, env)
        return place

    def call(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return P(A | B), and what two letters have in common: wᵀx."""
        head = call.head.removeprefix("^")
        if head == "∩" and (together := self.events(ev, call.left, env)) is not None:
            return self.mass(ev, together)
        if head == "dot":
            return scalar_product(ev, call, env, "d", lambda symbol: True)
        if head not in ("P", "p", "Pr", "f", "q"):
            return None
        condition = call.right or self.class_below(ev, call, env)
        upper, lower = self.events(ev, call.left, env), self.events(ev, condition, env)
        if upper is None or lower is None:
            return None
        if upper[0] is not None and lower[0] is not None and upper[0] != lower[0]:
            return Fraction(0)
        both = (lower[0] if upper[0] is None else upper[0], {**lower[1], **upper[1]})
        if not condition:
            return self.mass(ev, both)
        under = self.mass(ev, lower)
        if exact_zero(under):
            raise NoValue
        return self.mass(ev, both) / under

    def in_coordinates(self, sides: tuple[Expression, ...]) -> tuple[Expression, ...]:
        if not any(map(_is_vector, sides)):
            return sides
        return tuple(in_coordinates(side, Symbol("j"), lambda symbol: True) for side in sides)

    def largest(self, ev: Evaluation, variable: Symbol, body: Expression, env: Env) -> Number | None:
        """Return the class for which a formula is largest."""
        if variable.lower or self.default_axis(variable.letter) != "K":
            return None
        values = {k: ev.value(body, {**env, variable.letter: Fraction(k)})
                  for k in self.classes(ev.world)}  # fmt: skip
        best = next(iter(values))
        for k, value in values.items():
            which = sign(value - values[best])
            if k != best and which in (0, None):
                raise NoValue
            best = k if which == 1 else best
        return Fraction(best)

    def is_objective(self, call: Call) -> bool:
        """Say that no function is an objective: nothing is estimated here."""
        return False


def _is_vector(side: Expression) -> bool:
    """Say whether a covariance stands in no scalar product of a formula: Σ⁻¹(μ_1 − μ_0)."""
    if isinstance(side, Call) and side.head == "dot":
        return False
    return side == COVARIANCE or any(map(_is_vector, side.children))
