"""The scope of naive Bayes with two classes and Gaussian features.

How to read: `TwoGaussian.factor` is the density of a feature, `square_of` the variance of a letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Self

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.teach.grading.derivations.lines import parsed
from exactnb.teach.grading.derivations.meanings import symbols_in
from exactnb.teach.grading.derivations.numbers import Number, normal_density, power
from exactnb.teach.grading.derivations.prose import DerivationProse
from exactnb.teach.grading.derivations.scope import DerivationScope, letters_of
from exactnb.teach.grading.derivations.scopes.naive import ONE_FEATURE, TwoNaive
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, World, fraction

_OF_CLASSES = "variances of classes"
"""Flag of a reading in which each class has a variance of its own."""


class TwoGaussian(TwoNaive):
    """Naive Bayes with two classes and Gaussian features, whose variances the classes share.

    They do not where a formula has two for one feature: then the log-odds are no linear function of x.
    """

    double_letters = "μm"
    indexed = (*TwoNaive.indexed, "v", "σ")
    means: tuple[Expression, ...] = ()  # of the classes 1 and 0, where words say them
    variance: Expression | None = None  # that both have then

    def with_priors(self, prose: DerivationProse) -> Iterator[Self]:
        """Yield also this scope with the two normal distributions that `prose` states.

        Which class is which, and whether N(3, 2) has the variance 2, lines show where words do not.
        """
        for scope in super().with_priors(prose):
            for label, one, other, spread in _stated(prose.normals):
                stated = copy(scope)
                stated.means = (one, other) if label == "1" else (other, one)
                stated.variance, stated._worlds, stated.sizes = spread, [], ONE_FEATURE
                yield stated
            yield scope

    def fixes(self, letter: str = "") -> bool:
        return bool(self.means) or super().fixes(letter)

    def draw(self, rng: Random) -> Fraction:
        return Fraction(rng.randint(-4, 7), 2)

    def draw_factor(self, world: World, rng: Random, j: int) -> None:
        """Draw two means, and variances that are squares: one of the feature, and one of each class."""
        root = fraction(rng, high=3, under=3)
        for k in (1, 0):
            world.other["θ", (j, k)] = Fraction(rng.randint(-5, 7) * 2 + k, 3)
            world.other["v", (j, k)] = root * root * (k + 1) ** 2
        world.other["v", (j,)] = _number(self.variance) or root * root
        letters: dict[Expression, Number] = {}
        for k, mean in zip((1, 0), self.means, strict=False):
            base, sign = (mean.term, -1) if isinstance(mean, nodes.Negative) else (mean, 1)
            drawn = letters.setdefault(base, world.other["θ", (j, k)])
            number = _number(base)
            world.other["θ", (j, k)] = sign * (drawn if number is None else number)

    def groups(self, world: World) -> Sequence[Sequence[Key]]:
        return [[("π", (k,)) for k in self.classes(world)]]

    def factor(self, ev: Evaluation, j: int, k: int, x: Number) -> Number:
        mean, variance = ev.world.other["θ", (j, k)], ev.world.other["v", self.variance_index(j, k)]
        return normal_density(x, mean, variance, self.pi())

    def variance_index(self, j: int, k: int) -> tuple[int, ...]:
        """Return the place of the variance of feature `j` in class `k`."""
        return (j, k) if _OF_CLASSES in self.flags else (j,)

    def required(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return no weight where each class has a variance of its own: x² does not cancel."""
        is_odds = symbol.letter not in "wβb"
        return super().required(ev, symbol, env) if is_odds or _OF_CLASSES not in self.flags else None

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return the roles of letters: v is a variance, and s is one too if `formulas` have v."""
        letters = letters_of(formulas) | {"v"}
        spreads = "vsΣ" if "v" in letters_of(formulas) else "vΣ"
        stated = letters_of([self.variance]) if self.variance is not None else ()
        return super().bound(formulas) | {
            s: "v" for s in (*spreads, *stated) if s in letters and s != "σ"
        }

    def square_of(self, ev: Evaluation, base: Symbol, env: Env) -> Number | None:
        """Return the variance of a feature."""
        is_root = self.names.get(base.letter, "σ" if base.letter in "σs" else "") == "σ"
        if is_root and self.is_single:
            [k] = ev.indices(base.lower, env) if _OF_CLASSES in self.flags else [0]
            return ev.world.other.get(("v", self.variance_index(1, 0 if k == 2 else k)))
        if not is_root or not 1 <= len(base.lower) <= 2:
            return None
        if len(base.lower) == 2 and _OF_CLASSES in self.flags:
            return ev.world.other.get(("v", self.feature_and_class(ev, base, env)))
        [j] = ev.indices((base.lower[-1 if "swapped" in self.flags else 0],), env)
        return None if _OF_CLASSES in self.flags else ev.world.other.get(("v", (j,)))

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return also σ_j, and the letters of means and variances without an index."""
        for k, mean in zip((1, 0), self.means, strict=False):
            base, sign = (mean.term, -1) if isinstance(mean, nodes.Negative) else (mean, 1)
            if symbol == Symbol("f", (nodes.Integer(k),)):  # f_1/f_0, of the one x
                return self.factor(ev, 1, k, ev.world.data[0])
            if base == symbol:
                return sign * ev.world.other["θ", (1, k)]
        is_v = self.names.get(symbol.letter) == "v" and not symbol.is_estimate
        if is_v and (symbol.lower or self.is_single):
            return self.square_of(ev, replace(symbol, letter="σ"), env)
        if (square := self.square_of(ev, symbol, env)) is not None:
            return power(square, Fraction(1, 2))
        return super().symbol(ev, symbol, env)

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope, with a variance for each class where lines have these."""
        for variant in super().variants(formulas):
            own = (_OF_CLASSES,) if self._have_own_spreads(formulas) else ()
            yield variant.with_names(variant.names, (*variant.flags, *own))

    def _have_own_spreads(self, formulas: Sequence[Expression]) -> bool:
        """Say whether a formula has the variances of two classes: ln σ_{i0}/σ_{i1}, or σ_0/σ_1."""
        size = 1 if self.is_single else 2
        for formula in formulas:
            spreads = {part for part in symbols_in([formula]) if part.letter.rstrip("²") in "σv"}
            for one, other in combinations(spreads, 2):
                differ = [
                    pair for pair in zip(one.lower, other.lower, strict=False) if len({*pair}) > 1
                ]
                are_classes = all(isinstance(each, nodes.Integer) for pair in differ for each in pair)
                if len(one.lower) == len(other.lower) == size and len(differ) == 1 and are_classes:
                    return True
        return False


def _stated(
    normals: Sequence[tuple[str, str, str]],
) -> Iterator[tuple[str, Expression, Expression, Expression]]:
    """Yield the class of the first of two normal distributions, their means, and the variance of both.

    The second number may be the standard deviation. Where it differs, or a mean has an index, nothing
    is stated of an only feature with one variance.
    """
    sides = [chains[0].sides[-1] for _, *numbers in normals for number in numbers
             for _, chains, _ in parsed(f"θ = {number}")[:1] if chains]  # fmt: skip
    if len(sides) != 4 or sides[1] != sides[3] or any(n.lower for n in symbols_in(sides[::2])):
        return
    labels = [label for label, *_ in normals]
    firsts = [first for first, second in ("10", "01") if {first, labels[0] or first} == {first}
              and {second, labels[1] or second} == {second}]  # fmt: skip
    for first in firsts:
        yield first, sides[0], sides[2], sides[1]
        if isinstance(sides[1], nodes.Integer):
            yield first, sides[0], sides[2], sides[1] ** 2


def _number(formula: Expression | None) -> Fraction | None:
    """Return the number that a formula of numbers is, as 2^2 or 1/2; None of any other."""
    match formula:
        case nodes.Integer(value):
            return Fraction(value)
        case nodes.Quotient(above, below) if (one := _number(above)) and (other := _number(below)):
            return one / other
        case nodes.Power(base, nodes.Integer(2)) if (root := _number(base)) is not None:
            return root * root
    return None
