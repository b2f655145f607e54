"""Worlds of exact numbers, in which every letter of a derivation has a value.

How to read: `World` holds numbers; `Evaluation` is what a scope may ask of the evaluator.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.record import frozen
from exactnb.teach.grading.derivations.numbers import Number

Env = Mapping[str, Number]
"""The values of indices and of letters that run over data."""


Key = tuple[str, tuple[int, ...]]
SIZES = ((4, 2), (3, 3), (2, 3), (3, 2), (4, 3), (2, 2))
"""Numbers of rows and of values, or columns, of the worlds in which every line is tried."""


DRAWS = 4
"""Parameters that are drawn in each world."""


@dataclass
class World:
    """Exact numbers for every letter: sizes, data, parameters, and the true estimates."""

    sizes: dict[str, int]
    data: list[Fraction] = field(default_factory=list)
    draws: list[dict[Key, Fraction]] = field(default_factory=list)
    truth: dict[Key, Fraction] = field(default_factory=dict)
    other: dict[Key, Fraction] = field(default_factory=dict)
    labelled: dict[str, dict[Key, Fraction]] = field(default_factory=dict)


def spelled(formula: Expression) -> str:
    """Return a `formula` as text; people write letters that no notation of ours has."""
    try:
        return str(formula)
    except (TypeError, ValueError, RecursionError):
        return "such a formula"


class Unknown(Exception):
    """A letter or a function of a formula is not known here; `name` says which."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NotLargest(Exception):
    """A formula is not largest at the true estimate: its slope is not 0 there."""


@dataclass
class DerivationBudget:
    """Formulas that are still worked out, for all lines of a derivation together."""

    left: int = 300_000

    def spend(self) -> None:
        """Count one formula; raise Unknown where none is left."""
        self.left -= 1
        if self.left < 0:
            raise Unknown("so long a derivation")


@frozen(slots=True)
class Introduced:
    """What a letter or function stands for: the names of its indices and arguments, and a formula."""

    letters: tuple[str, ...]
    body: Expression
    line: int = 0


class Evaluation(ABC):
    """The evaluator of one world, as scopes know it: its parameters may vary (`overrides`)."""

    world: World
    definitions: Mapping[str, Introduced]
    truth: bool
    draw: int
    overrides: dict[Key, Number]
    varying: frozenset[str] | None  # the parameters that are drawn anew; None for all
    kept: dict[object, Any]  # values that scopes keep, as long as no other letters are introduced

    @abstractmethod
    def value(self, formula: Expression, env: Env) -> Number:
        """Return the value of `formula` at `env`, values of indices and of letters of data.

        Raise Unknown of a letter that is not known, NoValue of 1/0 or log 0, TooLarge of a huge power.
        """

    @abstractmethod
    def index(self, part: Expression, env: Env) -> Number:
        """Return the index `part`, a number, a letter that runs or a class, as a number at `env`."""

    @abstractmethod
    def indices(self, parts: tuple[Expression, ...], env: Env) -> tuple[int, ...]:
        """Return the indices `parts` of a letter at `env`.

        Raise Unknown of one that is no whole number.
        """

    @abstractmethod
    def slope(self, body: Expression, variable: Expression, order: int, env: Env) -> Number:
        """Return the derivative of `body` by the parameter `variable` at `env`; the `order` is 1 or 2.

        Raise Unknown of another order, or where `variable` is no parameter.
        """

    @abstractmethod
    def in_world(self, world: World) -> Evaluation:
        """Return an evaluator of another world, with the same letters introduced."""

    @abstractmethod
    def at_truth(self) -> Evaluation:
        """Return an evaluator of the same world at the true estimate."""


def fraction(rng: Random, low: int = 1, high: int = 9, under: int = 7) -> Fraction:
    """Return a positive fraction that `rng` draws.

    Its numerator is from `low` to 2·`high`, its denominator from 2 to `under`.
    """
    return Fraction(rng.randint(low, high * 2), rng.randint(2, under))


def share(rng: Random) -> Fraction:
    """Return a fraction between 0 and 1 by `rng`, which is neither a half nor an end."""
    under = rng.choice((5, 7, 9, 11))
    return Fraction(rng.randint(1, under - 1), under)


def in_coordinates(
    side: Expression, index: Expression, is_vector: Callable[[Symbol], bool]
) -> Expression:
    """Return a formula with the `index` of a coordinate at its vectors; a scalar product has none."""

    def change(part: Expression) -> Expression | None:
        match part:
            case Call("dot"):
                return part
            case Symbol(lower=lower) if is_vector(part):
                return replace(part, lower=(*lower, index))
        return None

    return nodes.replace(side, change)


def scalar_product(
    ev: Evaluation, call: Call, env: Env, size: str, is_vector: Callable[[Symbol], bool]
) -> Number:
    """Return the scalar product of two vectors with as many coordinates as `size` says: 1ᵀy.

    `is_vector` says whether a letter has them. The rest of both sides is worked out at `env`. Where no
    letter has them, there is one coordinate; numbers alone have all, as in 1ᵀ1 = n.
    """
    places = [nodes.Integer(place) for place in range(1, ev.world.sizes[size] + 1)]
    rows = [tuple(in_coordinates(side, place, is_vector) for side in call.left) for place in places]
    total: Number = Fraction(0)
    is_one = rows[0] == call.left and any(isinstance(part, Symbol) for part in call.walk())
    for one, other in rows[:1] if is_one else rows:
        total = total + ev.value(one, env) * ev.value(other, env)
    return total
