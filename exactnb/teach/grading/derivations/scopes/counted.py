"""The scope of numbers of parameters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from exactnb.core.expression.nodes import Symbol
from exactnb.teach.grading.derivations.numbers import Number
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, World


class CountedScope(DerivationScope):
    """Numbers of parameters: classes K, columns d, values V or V_j."""

    def worlds(self) -> Sequence[World]:
        if not self._worlds:
            rng = Random(4346)
            for d, classes, values in ((3, 2, 2), (2, 3, 4), (4, 3, 3), (5, 4, 2)):
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
        letters_of_size = {"K": "KCkcL", "d": "dDnmp", "V": "VMvSr"}
        role = next((size for size, letters in letters_of_size.items() if name in letters), None)
        return None if role is None else Fraction(ev.world.sizes[role])
