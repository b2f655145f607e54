"""The scope of numbers of parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from random import Random
from typing import Self

from exactnb.core.expression.nodes import Symbol
from exactnb.teach.grading.derivations.numbers import Number
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, World

_LETTERS = {"K": "KCkcL", "d": "dDnmpf", "V": "VMvSr"}
_MOST = 60  # of a size that a line supposes


class CountedScope(DerivationScope):
    """Numbers of parameters: classes K, columns d, values V or V_j."""

    supposed: Mapping[str, Fraction] = {}  # sizes that lines suppose: d = 10

    def supposing(self, letter: str, value: Fraction) -> Self | None:
        size, other = self.size_of(letter), copy(self)
        other.supposed, other._worlds = {**self.supposed, size: value}, []
        return other if size and 0 < value <= _MOST else None

    def worlds(self) -> Sequence[World]:
        if not self._worlds:
            rng = Random(4346)
            for drawn in ((3, 2, 2), (2, 3, 4), (4, 3, 3), (5, 4, 2)):
                sizes = zip("dKV", drawn, strict=True)
                d, classes, values = (int(self.supposed.get(name, size)) for name, size in sizes)
                world = World({"d": d, "K": classes, "V": values, "n": d})
                for j in range(1, d + 1):
                    value = values if "same" in self.flags else rng.randint(2, 5)
                    world.other["V", (j,)] = Fraction(value)
                self._worlds.append(world)
        return self._worlds

    def default_axis(self, letter: str) -> str:
        """Return K for a class, d for a column."""
        return "K" if letter in ("k", "c", "y") else "d"

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return the sizes."""
        name = symbol.letter
        if symbol.lower:
            if name in "VMKSmnLrkvd" and len(symbol.lower) == 1:
                [j] = ev.indices(symbol.lower, env)
                key: Key = ("V", (j,))
                return ev.world.other.get(key)
            return None
        size = self.size_of(name)
        return Fraction(ev.world.sizes[size]) if size else None

    @staticmethod
    def size_of(letter: str) -> str:
        """Return the size that a `letter` stands for, "" for none."""
        return next((size for size, letters in _LETTERS.items() if letter in letters), "")
