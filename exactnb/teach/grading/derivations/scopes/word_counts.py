"""The scope of naive Bayes with two classes and counts of words, or the tokens that are counted.

How to read: `TwoWords.factor` is the probability of a count, `_roles_of_tokens` finds those of tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod
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
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.scopes.joint import Events
from exactnb.teach.grading.derivations.scopes.naive import TwoNaive
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, World


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
        if len(events[1]) == ev.world.sizes["d"]:
            total = total * self.coefficient(ev)
        return total

    def coefficient(self, ev: Evaluation) -> Number:
        """Return in how many orders the words of the text of `ev` may stand; 1 where they have one."""
        if "coefficient" not in self.flags:
            return Fraction(1)
        return factorial(sum(ev.world.data, Fraction(0))) / prod(map(factorial, ev.world.data))

    def call(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return also the coefficient of a text, M(d), or its logarithm, m(d)."""
        role = self.names.get(f"{call.head}()")
        if role is None:
            return super().call(ev, call, env)
        return logarithm(self.coefficient(ev)) if role == "log coefficient" else self.coefficient(ev)

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return also n as the letter of counts in P(n | c), and M of a factor M(d)."""
        names = super().bound(formulas)
        indexed = {part.letter for part in symbols_in(formulas) if part.lower}
        for part in parts_in(formulas):
            match part:
                case Call("P" | "p", (Symbol(letter, ()),), (_,)) if letter in indexed & {*"nkmft"}:
                    names[letter] = "feature"
                case nodes.Sum(parts) | nodes.Product(parts):
                    role = "log coefficient" if isinstance(part, nodes.Sum) else "coefficient"
                    for each in parts:
                        match each:
                            case Call(head, (Symbol("x" | "d", ()),), ()) if head in "MmKCh":
                                names[f"{head}()"] = role
        return names

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
