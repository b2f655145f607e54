"""The scope of a class y and features x_1, …, x_d with any joint distribution.

How to read: `Joint` reads P(A | B) as events and divides their masses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Self

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import COVARIANCE, REST
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in
from exactnb.teach.grading.derivations.numbers import NoValue, Number, exact_zero, sign
from exactnb.teach.grading.derivations.prose import DerivationProse
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.scopes.events import CALLS, NamedEvents, name_of
from exactnb.teach.grading.derivations.scopes.stated_numbers import stated_in, world_of
from exactnb.teach.grading.derivations.worlds import (
    Env,
    Evaluation,
    Introduced,
    Key,
    World,
    in_coordinates,
    scalar_product,
    share,
)

_CLASSES = "yYcCk"
_EVENTS = {"a": 1, "b": 2, "A": 1, "B": 2, "D": 3, "E": 3, "z": 3}
Events = tuple[Number | None, dict[int, Number]]
"""The class, None for any, and the values of features."""


class Joint(NamedEvents):
    """A class and features with any joint distribution: the chain rule, Bayes' rule."""

    states_numbers = True
    sizes: tuple[tuple[int, int], ...] = ((2, 2), (3, 2), (2, 3), (3, 3))  # features and classes
    is_counted = False  # whether an event is a word of a text, which may occur twice
    spare = 0  # features besides those that lines name
    has_label = True  # whether lines have a letter of classes

    def classes(self, world: World) -> list[int]:
        """Return the numbers of the classes of `world`: 1 and 0, or 1, …, K."""
        return [1, 0] if self.two else list(range(1, world.sizes["K"] + 1))

    def worlds(self) -> Sequence[World]:
        if not self._worlds:
            rng = Random(4345)
            roles = [role.split()[0] for role in self.names.values()]
            named, least = roles.count("class"), roles.count("event") + self.spare
            for features, classes in self.sizes:
                if self.two and classes != 2:
                    continue
                d = least if "event" in roles and "feature" not in roles else max(features, least)
                classes = classes if self.has_label or not self.has_example() else 1
                classes = max(2, named) if named else classes
                draw = partial(self.drawn, {"d": d, "K": classes, "n": d, "V": 2}, rng)
                self._worlds.append(world_of(self, draw))
        return self._worlds

    def groups(self, world: World) -> Sequence[Sequence[Key]]:
        """Return the numbers of `world`, each alone or with those with which it adds up to 1."""
        classes = [("π", (k,)) for k in self.classes(world)]
        alone = [(key,) for key in world.other if key[0] in ("step", "θ")]
        return [*alone, classes] if len(classes) > 1 else alone

    def drawn(self, sizes: Mapping[str, int], rng: Random) -> World:
        """Return a world of some `sizes` that `rng` draws."""
        self.fill(world := World(dict(sizes)), rng)
        return world

    def fill(self, world: World, rng: Random) -> None:
        """Draw a distribution over classes and features, and one observation, into `world` by `rng`.

        A feature has a probability for each class with what the features before it are.
        """
        d, classes = world.sizes["d"], self.classes(world)
        world.data = [Fraction(rng.randint(0, 1)) for _ in range(d)]
        weights = [rng.randint(1, 9) for _ in classes]
        for k, weight in zip(classes, weights, strict=True):
            world.other["π", (k,)] = Fraction(weight, sum(weights))
            for size in range(d):
                for xs in product((0, 1), repeat=size):
                    world.other["step", (k, *xs)] = share(rng)
        self.settle(world)

    def settle(self, world: World) -> None:
        """Work the cells of `world` out: the probabilities of a class with all features."""
        cells: dict[tuple[int, ...], Fraction] = {
            (k,): world.other["π", (k,)] for k in self.classes(world)
        }
        for _ in range(world.sizes["d"]):
            steps = ((cell, weight, world.other["step", cell]) for cell, weight in cells.items())
            cells = {(*cell, x): weight * (one if x else 1 - one)
                     for cell, weight, one in steps for x in (0, 1)}  # fmt: skip
        world.other |= {("cell", cell): weight for cell, weight in cells.items()}

    def mass(self, ev: Evaluation, events: Events) -> Number:
        """Return the probability, in the world of `ev`, that all `events` occur."""
        label, values = events
        features = [(values[j],) if j in values else (0, 1) for j in range(1, ev.world.sizes["d"] + 1)]
        cells = (
            (k, *xs) for k in self.classes(ev.world) if label in (None, k) for xs in product(*features)
        )
        return sum((ev.world.other.get(("cell", cell), 0) for cell in cells), Fraction(0))

    # letters

    def is_size(self, letter: str) -> bool:
        role = self.names.get(letter, "")
        return letter in "dDnNpMK" or role == "size" or role.startswith("class ")

    def default_axis(self, letter: str) -> str:
        """Return K for k, c and y, the number of features for any other index."""
        is_class = letter.rstrip("'") in ("k", "c", "y", "l", "ℓ", "m", "C", "Y")
        return "K" if is_class or self.names.get(letter.rstrip("'")) == "label" else "d"

    def index_values(
        self, ev: Evaluation, letter: str, parts: Iterable[Expression | None], env: Env
    ) -> Iterator[Fraction]:
        """Yield the classes, the features, or the values of a feature."""
        inside = symbols_in(part for part in parts if part is not None)
        of_index = {each.letter for each in inside if Symbol(letter) in each.lower}
        is_place = any(self.is_feature(n) or self.names.get(n) in ("p", "q") for n in of_index)
        if self.axis_of(letter, parts) == "K":
            yield from map(Fraction, self.classes(ev.world))
        elif letter in ("x", "v", "u") and not is_place:  # Σ_v x_v is over the features
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
        if name in "CcyY" and len(symbol.lower) == 1 and self.names.get(name) != "other":
            return self.class_of(ev, symbol, env)
        return Fraction(name == "+") if self.two and name in ("+", "-") else None

    def is_feature(self, letter: str) -> bool:
        """Say whether `letter` is that of features: x, or f where P(f_j | c) stands."""
        return letter in self.features or self.names.get(letter, "").startswith(("feature", "event "))

    def with_priors(self, prose: DerivationProse) -> Iterator[Self]:
        """Yield the scope with the probabilities that equations state, and with any."""
        other = copy(self)
        other.stated, other.computed, other.put_in = stated_in(self, prose.equations)
        if other.has_example():
            yield other
        yield self

    def has_example(self) -> bool:
        return bool(self.stated or self.computed or self.put_in)

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Return this scope with `names`, whose events its worlds have."""
        other = copy(self)
        other.names, other._worlds = dict(names), []
        return other

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope with the letters of features and classes."""
        scope = self.renamed(self.event_names(formulas))
        calls = (part for part in parts_in(formulas) if isinstance(part, Call) and part.head in CALLS)
        letters = {part.letter.lower() for part in symbols_in(calls)}
        scope.has_label = "label" in scope.names.values() or not letters.isdisjoint(_CLASSES)
        yield scope

    def label(self, ev: Evaluation, symbol: Symbol) -> int | None:
        """Return the class that a sign or a letter below a letter is."""
        role, _, number = self.names.get(symbol.letter, "").partition(" ")
        if role == "class":
            return self.classes(ev.world)[int(number) - 1]
        if role == "event":
            return int(number)
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
                return Fraction(0) if self.two and env[part.letter] == 2 else env[part.letter]
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
            name = name_of(part)[0]
            is_usual = name in _EVENTS and name not in env and not self.is_feature(name)
            usual = f"event {_EVENTS[name]}" if is_usual else ""
            role, _, number = self.names.get(name, usual).partition(" ")
            is_negated = isinstance(part, Call) or nodes.Integer(0) in part.children  # free = 0
            if role == "class":
                classes = list(self.classes(ev.world))
                own = classes.pop(int(number) - 1)
                if is_negated and len(classes) > 1:
                    return None
                label = Fraction(classes[0] if is_negated else own)
                continue
            if role == "event" and not getattr(part, "lower", ()):  # A beside A_1
                if (j := int(number)) > ev.world.sizes["d"]:
                    raise NoValue
                outcome = Fraction(1) if "bits" in self.flags else ev.world.data[j - 1]
                if self.is_counted:
                    values[j] = values.get(j, Fraction(0)) + 1
                else:
                    values[j] = 1 - outcome if is_negated else outcome
                continue
            if isinstance(part, nodes.Equal):
                inner, right = part.pairs
                letter = inner.letter if isinstance(inner, Symbol) and not inner.lower else ""
                if self.names.get(letter.lower()) == "label" or letter in ("y", "Y", "c", "C"):
                    if (label := self.class_of(ev, right, env)) is None:
                        return None
                    continue
                value = right
            if (word := self.word(ev, inner, env)) is not None:
                values[word] = values.get(word, Fraction(0)) + 1
                continue
            if isinstance(inner, Symbol) and self.is_feature(inner.letter):
                if not inner.lower and self.has_events and "event 1" in self.names.values():
                    return None  # whether these are among x is not said
                if not inner.lower:
                    is_only = value is not None and ev.world.sizes["d"] == 1  # x = 1
                    xs = [ev.value(value, env)] if is_only and value is not None else ev.world.data
                    values.update(dict(enumerate(xs, 1)))
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

    def argmax(self, ev: Evaluation, variable: Symbol, body: Expression, env: Env) -> Number | None:
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
