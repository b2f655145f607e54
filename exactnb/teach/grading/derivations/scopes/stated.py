"""The scope of a density that somebody states, with the estimate that is derived of it.

How to read: data and parameters are drawn first, then come the estimates, functions and letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations
from random import Random

from exactnb.core.arithmetic.enclosure import ball_between
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ExactValue
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.families.declared.family import DeclaredFamily
from exactnb.core.families.declared.specification import Range, Specification, Whole
from exactnb.core.families.deriving.estimator import ROWS
from exactnb.errors import Unsupported
from exactnb.teach.grading.derivations.evaluation import Evaluator
from exactnb.teach.grading.derivations.meanings import symbols_in
from exactnb.teach.grading.derivations.numbers import (
    BITS,
    Jet,
    Near,
    NoValue,
    Number,
    TooLarge,
    jet,
    order_statistics,
    sign,
)
from exactnb.teach.grading.derivations.scope import DerivationScope, chosen_parameters, letters_of
from exactnb.teach.grading.derivations.scopes.sample import SampleScope
from exactnb.teach.grading.derivations.worlds import (
    DerivationBudget,
    Env,
    Evaluation,
    Key,
    Unknown,
    World,
    fraction,
)

_BEYOND = 8  # parameters with which some of the data are impossible
_MOST_TRIES = 60  # of parameters with which all data are possible
_MOST_NAMES = 6  # ways to tell which letters are the constants
_WIDEST = 5  # what is drawn of a range without an end
_BITS_OF_PLACES = 160  # of an estimate without a closed form: more than are compared


class StatedScope(SampleScope):
    """Observations with a density of somebody's own, and a prior up to a factor where there is one."""

    is_normalised = False
    is_renamed = False  # whether letters of a derivation stand for those of the density

    def __init__(
        self, family: DeclaredFamily, names: Mapping[str, str] | None = None, flags: Iterable[str] = ()
    ) -> None:
        super().__init__(names, flags)
        self.family, self.stated = family, family.stated
        self.canonical = next(iter(self.stated.parameters))
        self.has_prior = self.stated.prior is not None
        self.is_moving = self.stated.moving != (None, None)
        self.has_kinks = self.stated.has_kinks

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return what each letter stands for: those of the density are what it says they are."""
        own = (*self.stated.parameters, *self.stated.constants)
        names = {letter: f"own {letter}" for letter in own}
        letters = letters_of(formulas)
        has_index = {part.letter for part in symbols_in(formulas) if part.lower or part.upper}
        others = "tyz" if letters & {"x", "X"} else "t" if "t" not in has_index else ""
        for letter in letters.intersection(others):  # of the parameter, say; they are no data
            names.setdefault(letter, "other")
        for letter in letters & {"N"} | {"n"}:  # n is known even where it is not used
            names.setdefault(letter, "n")
        for letter in ("S", "s", "k", "T"):
            if letter in letters:
                names.setdefault(letter, "sum")
        for letter in "cC":
            if letter in letters:
                names.setdefault(letter, f"free {letter}")
        return names | self.labels_in(letters - names.keys() - {"w"})

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield this scope, and of several parameters those in which the best of one is put in.

        A derivation in which the one parameter does not stand is read in its own letters, too.
        """
        for variant in super().variants(formulas):
            yield variant
            for letter in self.stated.parameters if len(self.stated.parameters) > 1 else ():
                yield variant.with_names(variant.names, (*variant.flags, f"best {letter}"))
        for family in self._in_letters_of(formulas):
            renamed = StatedScope(family)
            renamed.is_renamed = True
            yield from renamed.variants(formulas)

    def is_stated(self, letter: str) -> bool:
        return not self.is_renamed and (letter == "x" or self.names.get(letter) == f"own {letter}")

    def _in_letters_of(self, formulas: Sequence[Expression]) -> Iterator[DeclaredFamily]:
        """Yield the family with letters of `formulas` for its parameter and constants."""
        stated = self.stated
        letters = letters_of(formulas)
        ends = letters_of(end for end in stated.support.ends if end is not None)
        stands = not letters.isdisjoint({self.canonical, f"{self.canonical}²"})
        if len(stated.parameters) > 1 or stands or ends:
            return
        places = [part for part in symbols_in(formulas) if part.lower or part.upper]
        taken = {part.letter for part in places} | set("nNxXcCSD")
        taken |= {
            getattr(subscript, "letter", "")
            for part in places
            for subscript in (*part.lower, *part.upper)
        }
        candidates = sorted(letter for letter in letters - taken if len(letter) == 1)
        if len(candidates) <= len(stated.constants):
            candidates += letters & {"c"}  # which else may be a free constant
        for chosen in chosen_parameters(formulas, candidates):
            others = [letter for letter in candidates if letter != chosen]
            for constants in islice(permutations(others, len(stated.constants)), _MOST_NAMES):
                own = (*stated.parameters, *stated.constants)
                names = dict(zip(own, (chosen, *constants), strict=True))
                yield DeclaredFamily(_in_letters(stated, names), self.family.constants)

    def substitute_arguments(self, ev: Evaluation, parts: Sequence[Expression], env: Env) -> bool:
        """Let parameters be what stands in parentheses: ℓ(m, v) at any m, ∂ℓ(m, v)/∂v also at m̂."""
        is_slope = bool(ev.overrides)
        for part in parts:
            key = self.parameter_key(ev, part, env) if isinstance(part, Symbol) else None
            if key is None or not isinstance(part, Symbol):
                continue
            if part.is_estimate and key in ev.world.truth:
                ev.overrides[key] = ev.world.truth[key]
            elif not is_slope:
                ev.overrides[key] = self.get(ev, key)
        return super().substitute_arguments(ev, parts, env)

    def observation(self, rng: Random) -> Fraction:
        """Return a number of the support, whose ends may be constants: these are put in later."""
        return Fraction(rng.randint(1, 9), 10)

    def hyper(self, rng: Random, world: World) -> None:
        """Draw the constants, then the data anew, within the support that some parameters have."""
        for letter, within in self.stated.constants.items():
            world.other["own", (ord(letter),)] = self._drawn(within, rng, world, {})
        own = self._some_parameters(rng, world)
        world.draws = [own]  # the first of them, until all are drawn
        support = self.stated.support
        world.data = list(self.stated_data) or [
            self._drawn(support, rng, world, own) for _ in range(world.sizes["n"])
        ]

    def is_generic(self, world: World) -> bool:
        """Say whether the data differ."""
        return len(set(world.data)) > 1

    def random_parameters(self, rng: Random, world: World) -> dict[Key, Fraction]:
        """Return numbers that the parameters may be, with all of the data in the support."""
        own = self._some_parameters(rng, world)
        if not self.is_moving:
            return own
        (first,) = world.draws
        for _ in range(_MOST_TRIES):
            near = {key: value + rng.choice((-1, 1)) * fraction(rng) for key, value in first.items()}
            near |= {key: own[key] for key in first if rng.randint(0, 1)}
            if self._holds_data(world, near):
                return near
        return first

    def worlds(self) -> Sequence[World]:
        """Return worlds of six sizes; where the support moves, each has parameters beyond the data too.

        These come last. Only a line with indicators says what there is at them.
        """
        is_new = not self._worlds
        worlds = super().worlds()
        if is_new and self.is_moving and len(self.stated.parameters) == 1:
            rng = Random(4344)
            for world in worlds:
                tried = (self._some_parameters(rng, world) for _ in range(_MOST_TRIES))
                world.draws += [own for own in tried if not self._holds_data(world, own)][:_BEYOND]
        return worlds

    def _some_parameters(self, rng: Random, world: World) -> dict[Key, Fraction]:
        own: dict[Key, Fraction] = {}
        for letter, range_ in self.stated.parameters.items():
            own[letter, ()] = self._drawn(range_, rng, world, own)
        return own

    def _holds_data(self, world: World, own: Mapping[Key, Fraction]) -> bool:
        """Say whether parameters are in their ranges, and all data between the ends of the support."""
        others = {letter: value for (letter, _), value in own.items()}
        if any(self.family.range_problem(letter, value, others) for letter, value in others.items()):
            return False
        low, high = self.stated.moving
        return (low is None or self._end(low, world, own) <= min(world.data)) and (
            high is None or max(world.data) <= self._end(high, world, own)
        )

    def _drawn(self, within: Range, rng: Random, world: World, own: Mapping[Key, Fraction]) -> Fraction:
        if isinstance(within, Whole):
            first = self._end(within.first, world, own)
            last = first + _WIDEST if within.last is None else self._end(within.last, world, own)
            return Fraction(rng.randint(int(first), int(last)))
        low = None if within.low is None else self._end(within.low, world, own)
        high = None if within.high is None else self._end(within.high, world, own)
        if low is not None and high is not None:
            return low + (high - low) * Fraction(rng.randint(1, 8), 9)
        if low is None and high is None:
            return Fraction(rng.randint(-7, 9), rng.randint(1, 3))
        return low + fraction(rng) if low is not None else (high or Fraction(0)) - fraction(rng)

    def _end(self, end: Expression, world: World, own: Mapping[Key, Fraction]) -> Fraction:
        letters = {**self._constants(world), **{letter: value for (letter, _), value in own.items()}}
        return Fraction(self._evaluator(world).value(end, letters))

    def _constants(self, world: World) -> dict[str, Number]:
        return {
            chr(subscripts[0]): value
            for (name, subscripts), value in world.other.items()
            if name == "own"
        }

    def _evaluator(self, world: World) -> Evaluator:
        return Evaluator(self, world, {}, DerivationBudget(), truth=False)

    def estimates(self, world: World) -> dict[Key, Number]:
        """Return what was derived for the parameters; none where nothing can be derived."""
        try:
            estimator = self.family.estimator
        except Unsupported:
            return {}
        env, ev = self._constants(world), self._evaluator(world)
        known: dict[Expression, Number] = {ROWS: Fraction(world.sizes["n"])}
        estimates: dict[Key, Number] = {}

        def put(formula: Expression) -> Expression:
            return nodes.replace(
                formula, lambda part: ExactValue(known[part]) if part in known else None
            )

        waiting = dict(estimator.cases[0].estimates or {})
        try:
            for statistic in estimator.statistics:
                numbers = [ev.value(put(statistic.of), {**env, "x": x}) for x in world.data]
                value = _worked_out(statistic.kind, numbers)
                if value is None:
                    return {}
                known[statistic.sign] = value
                for letter, formula in list(waiting.items()):  # its sum may have those before it
                    own = {part for part in formula.walk() if isinstance(part, Symbol)}
                    if own <= known.keys() | set(map(Symbol, self.stated.constants)):
                        estimate = ev.value(put(waiting.pop(letter)), env)
                        known[Symbol(letter)] = estimates[letter, ()] = estimate
        except (Unknown, NoValue):
            return {}
        return estimates or self._enclosed(world)  # of a place that has no closed form

    def _enclosed(self, world: World) -> dict[Key, Number]:
        """Return an enclosure of the place without slope, which is proved to be the only one."""
        if len(self.stated.parameters) > 1:
            return {}
        slopes = {place: self._slope(world, place) for place in self._spread(world)}
        low = max((place for place, slope in slopes.items() if slope == 1), default=None)
        high = min((place for place, slope in slopes.items() if slope == -1), default=None)
        if low is None or high is None or low >= high:
            return {}
        while (high - low) * (1 << _BITS_OF_PLACES) > abs(high):
            middle = (low + high) / 2
            slope = self._slope(world, middle)
            if slope is None:
                return {}
            low, high = (low if slope < 0 else middle), (high if slope > 0 else middle)
        return {(self.canonical, ()): Near(ball_between(low, high, BITS))}

    def _spread(self, world: World) -> Sequence[Fraction]:
        """Return numbers all over the range of the parameter, near to its ends and far from them."""
        ends = self.stated.parameters[self.canonical].ends
        low, high = (None if end is None else self._end(end, world, {}) for end in ends)
        powers = [Fraction(2) ** power for power in range(-12, 13)]
        if low is not None and high is not None:
            return [low + (high - low) * power / (1 + power) for power in powers]
        if low is not None:
            return [low + power for power in powers]
        return [(high or Fraction(0)) + way * power for way in (-1, 1)[: 1 + (high is None)]
                for power in powers]  # fmt: skip

    def _slope(self, world: World, place: Fraction) -> int | None:
        """Return the sign of the slope of the log-posterior at a place; None where it is not known."""
        ev = self._evaluator(world)
        ev.overrides[self.canonical, ()] = Jet(place, Fraction(1), Fraction(0))
        try:
            return sign(jet(self.log_posterior(ev)).first)
        except (NoValue, TooLarge):
            return None

    def density(self, ev: Evaluation, x: Number) -> Number:
        """Return the density at `x`, 0 beyond an end that moves."""
        own = {letter: self.get(ev, (letter, ())) for letter in self.stated.parameters}
        env = {**self._constants(ev.world), **own, "x": x}
        low, high = self.stated.moving
        ways = [x - ev.value(low, env)] if low is not None else []
        ways += [ev.value(high, env) - x] if high is not None else []
        return Fraction(0) if -1 in map(sign, ways) else ev.value(self.stated.formula, env)

    def prior(self, ev: Evaluation) -> Number:
        own = {letter: self.get(ev, (letter, ())) for letter in self.stated.parameters}
        assert self.stated.prior is not None
        return ev.value(self.stated.prior, {**self._constants(ev.world), **own})

    def normaliser(self, ev: Evaluation) -> Number:
        """Return 1: the posterior is known up to a factor."""
        return Fraction(1)

    def is_parameter(self, symbol: Symbol) -> bool:
        return symbol.letter.removesuffix("²") in self.stated.parameters

    def parameter_key(self, ev: Evaluation, symbol: Symbol, env: Mapping[str, Number]) -> Key | None:
        return (symbol.letter, ()) if symbol.letter in self.stated.parameters else None

    def argmax(self, ev: Evaluation, variable: Symbol, body: Expression, env: Env) -> Number | None:
        """Return the estimate as the place where a likelihood is largest that has no slope of 0."""
        if not self.is_moving:
            return None
        if not (isinstance(body, Call) and self.is_objective(body) and self.is_parameter(variable)):
            raise Unknown(variable.letter)
        return ev.world.truth.get((variable.letter, ()))

    def only_parameter(self) -> Symbol:
        """Return the parameter, the first of several."""
        return Symbol(self.canonical)

    def quantity(
        self, ev: Evaluation, symbol: Symbol, role: str, env: Mapping[str, Number]
    ) -> Number | None:
        """Return also the constants of the density, and the square of a parameter."""
        if symbol.letter not in self.stated.constants and self.is_parameter(symbol):
            root = self.get(ev, (symbol.letter.removesuffix("²"), ()))
            return root * root
        if symbol.letter in self.stated.constants:
            return ev.world.other["own", (ord(symbol.letter),)]
        return super().quantity(ev, symbol, role, env)


def _in_letters(stated: Specification, names: Mapping[str, str]) -> Specification:
    """Return a density with other `names` for its letters, all at once."""

    def put(formula: Expression) -> Expression:
        return nodes.replace(
            formula,
            lambda part: (
                Symbol(names[part.letter])
                if isinstance(part, Symbol) and part.letter in names
                else None
            ),
        )

    return replace(
        stated,
        formula=put(stated.formula),
        prior=None if stated.prior is None else put(stated.prior),
        parameters={names[letter]: within for letter, within in stated.parameters.items()},
        constants={names[letter]: within for letter, within in stated.constants.items()},
    )


def _worked_out(kind: str, numbers: Sequence[Number]) -> Number | None:
    """Return a sum of numbers, or one of them by its order; None where that is not known."""
    if kind == "sum":
        return sum(numbers, Fraction(0))
    orders = ("least", "median", "greatest")
    in_order = order_statistics(numbers)
    return in_order[orders.index(kind)] if in_order is not None and kind in orders else None
