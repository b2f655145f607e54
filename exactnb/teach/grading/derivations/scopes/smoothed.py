"""The scope of smoothed shares, and what tells a number of a prior from a multiplier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.teach.grading.derivations.meanings import parts_in
from exactnb.teach.grading.derivations.scope import DerivationScope, letters_of, powers_in
from exactnb.teach.grading.derivations.scopes.values import CategoricalScope
from exactnb.teach.grading.derivations.worlds import Key, World, fraction


class Smoothed(CategoricalScope):
    """Values whose shares are smoothed by pseudo-counts λ, α or m of each."""

    prior_families = frozenset(("Beta", "Dir"))
    pseudo_letters = ("λ", "α", "m", "a", "β", "δ", "c", "k", "l", "γ")

    def hyper(self, rng: Random, world: World) -> None:
        """Draw the pseudo-count."""
        world.other["hyper λ", ()] = self.fixed[0] if self.fixed else fraction(rng)

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope; with the pseudo-count 1 too, where no letter stands for it."""
        yield from super().variants(formulas)
        if "hyper λ" not in self.bound(formulas).values() and not self.fixed:
            one = type(self)()
            one.fixed = (Fraction(1),)
            yield from one.variants(formulas)

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return (n_v + λ) / (N + λV); the MLE by its label."""
        pseudo, size = world.other["hyper λ", ()], world.sizes["V"]
        world.labelled["MLE"] = world.labelled["ML"] = CategoricalScope.estimates(self, world)
        total = world.sizes["n"] + pseudo * size
        return {("θ", (v,)): (self.count(world, v) + pseudo) / total for v in range(1, size + 1)}

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return what each letter stands for; one is the pseudo-count."""
        names = super().bound(formulas)
        letters = letters_of(formulas)
        free = [each for each in self.pseudo_letters if each in letters
                and names.get(each, "multiplier") in ("multiplier", "free c")]  # fmt: skip
        added = beside_counts(formulas, names)
        if pseudo := [each for each in free if each in added] or free:
            names[pseudo[0]] = "hyper λ"
        return names


def beside_counts(formulas: Sequence[Expression], names: Mapping[str, str]) -> AbstractSet[str]:
    """Return the letters of `formulas` that are added to a count, or are exponents.

    So one tells a number of the prior from a multiplier: α in (n_v + α)/θ_v = λ. `names` has the role
    of each letter.
    """
    powers = powers_in(formulas, [letter for letter, role in names.items() if role == "θ"])
    of_prior = letters_of(exponent for role, exponent in powers if role == "sum")
    for node in parts_in(formulas):
        if isinstance(node, nodes.Sum):
            parts = [part for part in node.terms if isinstance(part, Symbol)]
            if any(part.lower and names.get(part.letter) in ("n", "count") for part in parts):
                of_prior |= {part.letter for part in parts if not part.lower}
    return of_prior
