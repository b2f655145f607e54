"""The scopes of the m-estimate: a guess of each share, and a weight m as of so many observations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.teach.grading.derivations.meanings import parts_in
from exactnb.teach.grading.derivations.numbers import Number
from exactnb.teach.grading.derivations.scope import DerivationScope, stated_sides
from exactnb.teach.grading.derivations.scopes.dirichlet import DirichletScope
from exactnb.teach.grading.derivations.scopes.ones import BetaBernoulli
from exactnb.teach.grading.derivations.scopes.sample import SampleScope
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, World

_WEIGHT, _GUESS = "hyper weight", "hyper guess"


def guesses_in(formulas: Sequence[Expression]) -> list[tuple[str, Symbol]]:
    """Return the letters of a weight and a guess in `formulas`: m and p of (n_v + m p)/(n + m).

    Or they are those of two exponents, m p and m (1 − p). f is no guess where f = n_v/n stands.
    """
    shares = {(letter, getattr(side, "denominator", None)) for letter, side in stated_sides(formulas)}
    pairs = dict[tuple[str, Symbol], None]()
    parts = list(parts_in(formulas))
    all_factors = {part.factors for part in parts if isinstance(part, nodes.Product)}
    for part in parts:
        match part:
            case nodes.Quotient(nodes.Sum(terms), nodes.Sum(below)):
                products = [term.factors for term in terms if isinstance(term, nodes.Product)]
            case nodes.Product((Symbol() as weight, Symbol() as guess)) if (
                weight,
                nodes.Integer(1) - guess,
            ) in all_factors:
                products, below = [part.factors], (weight,)
            case _:
                continue
        for factors in products:
            match factors:
                case (Symbol(lower=()) as one, Symbol() as other):
                    for weight, guess in ((one, other), (other, one)):
                        is_share = (guess.letter, weight) in shares or weight.letter in "nN"
                        if weight in below and not is_share:
                            pairs[weight.letter, Symbol(guess.letter, guess.lower)] = None
    return list(pairs)


class _Guessed(SampleScope):
    """What both scopes have: letters of `formulas` for the guess and its weight."""

    weight = guess = ""
    is_of_values = is_mode = False  # the prior may be such that its mode is the guess, not its mean

    def _guesses_in(self, formulas: Sequence[Expression]) -> list[tuple[str, Symbol]]:
        return [each for each in guesses_in(formulas) if bool(each[1].lower) == self.is_of_values]

    def is_evident_in(self, formulas: Sequence[Expression]) -> bool:
        return bool(self._guesses_in(formulas))

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope with each guess, which is the mean of the prior or its mode."""
        for weight, guess in self._guesses_in(formulas):
            for is_mode in (False, True):
                other = copy(self)
                other.weight, other.guess, other.is_mode = weight, guess.letter, is_mode
                other._worlds = []
                yield from super(_Guessed, other).variants(formulas)

    def candidates(self, formulas: Sequence[Expression]) -> Sequence[str]:
        """Return the letters that may be the parameter: none of the guess, of which p̂ may be one."""
        return [each for each in super().candidates(formulas) if each not in (self.weight, self.guess)]

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return what each letter stands for, those of the guess and its weight too."""
        names = super().bound(formulas)
        named = {} if self.canonical in names.values() else {"θ": self.canonical}
        return {**named, **names, self.weight: _WEIGHT, self.guess: _GUESS}

    def parameter_key(self, ev: Evaluation, symbol: Symbol, env: Env) -> Key | None:
        """Return also the key of p̂ beside a guess p."""
        if symbol.is_estimate and symbol.letter == self.guess:
            symbol = Symbol("θ", symbol.lower)
            return ("θ", ev.indices(symbol.lower[:1], env) if self.is_of_values else ())
        return super().parameter_key(ev, symbol, env)

    def is_parameter(self, symbol: Symbol) -> bool:
        return (symbol.is_estimate and symbol.letter == self.guess) or super().is_parameter(symbol)


class GuessedShare(_Guessed, BetaBernoulli):
    """0 and 1 with a guess p of the probability of a 1: the prior is Beta(m p, m (1 − p))."""

    hyper_letters: Mapping[str, str] = {_WEIGHT: _WEIGHT, _GUESS: _GUESS}
    role_of_counts = "sum"

    def hyper(self, rng: Random, world: World) -> None:
        """Draw the guess and its weight, where lines do not say them."""
        of, times = rng.choice((3, 5)), rng.randint(2, 4)
        weight = self.example.get(_WEIGHT, Fraction(of * times))
        guess = self.example.get(_GUESS, Fraction(rng.randint(1, of - 1), of))
        world.other[_WEIGHT, ()], world.other[_GUESS, ()] = weight, guess
        world.other["hyper a", ()] = weight * guess + self.is_mode
        world.other["hyper b", ()] = weight * (1 - guess) + self.is_mode

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return (k + m p)/(n + m): the mean of the posterior, or its mode."""
        mode = super().estimates(world)
        return mode if self.is_mode else world.labelled["MEAN"]

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return also the ones of a class or value: n_c beside n."""
        return super().quantity(ev, symbol, "sum" if role == "n" and symbol.lower else role, env)


class GuessedShares(_Guessed, DirichletScope):
    """Values with a guess p_v of each probability: the prior is a Dirichlet of all m p_v."""

    is_of_values = True

    def hyper(self, rng: Random, world: World) -> None:
        """Draw the guesses and their weight."""
        weights = [rng.randint(1, 4) for _ in range(world.sizes["V"])]
        times = rng.randint(2, 3)
        weight = self.example.get(_WEIGHT, Fraction(times * sum(weights)))
        world.other[_WEIGHT, ()] = weight
        for v, each in enumerate(weights, 1):
            guess = world.other[_GUESS, (v,)] = Fraction(each, sum(weights))
            world.other["hyper α", (v,)] = weight * guess + self.is_mode

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return (n_v + m p_v)/(n + m): the mean of the posterior, or its mode."""
        mode = super().estimates(world)
        return mode if self.is_mode else world.labelled["MEAN"]

    def axis(self, symbol: Symbol, place: int) -> str:
        """Return the size of an index, that of guesses too."""
        return "V" if symbol.letter == self.guess else super().axis(symbol, place)

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return also the weight, and the guess of a value."""
        if role == _GUESS and symbol.lower:
            return ev.world.other.get((_GUESS, (self.value_of(ev, symbol, env),)))
        return super().quantity(ev, symbol, role, env)
