"""The numbers of an example, which equations and words state: n = 10, 18 events in 5 days.

How to read: `examples` yields what lines and words state, `of_likelihood` what a likelihood of numbers
does; `add_up` changes data until they have a stated sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import CONSTANT
from exactnb.teach.grading.derivations.meanings import parts_in
from exactnb.teach.grading.derivations.scope import states_prior
from exactnb.teach.grading.derivations.scopes.observed import DATA, ObservedScope
from exactnb.teach.grading.derivations.worlds import World

_MOST_ROWS, _MOST_TOLD = 250, 60  # that are put into a world, by equations and by words
_MOST_SPOKEN = 4  # numbers among words that are tried as those of data
_MOST_IN_ALL = 10_000  # that data add up to
_CONSTANTS = frozenset((CONSTANT.letter, *"cCKA"))
_LIKELIHOODS = ("L", "ℓ", "LL")
_MOST_STEPS = 400  # by which data are changed


class ExampleScope(ObservedScope):
    """Observations of which lines or words may state how many there are, and what they add up to."""

    def has_example(self) -> bool:
        return bool(self.stated_data) or "sum" in self.example

    def fixes(self, letter: str = "") -> bool:
        return bool(self.stated_data) or self.names.get(letter, "") in self.example

    def examples(
        self, formulas: Sequence[Expression], names: Mapping[str, str]
    ) -> Iterator[Mapping[str, Fraction]]:
        """Yield the numbers of examples: those that equations state, with two of words for n and Σ x_i.

        Which of the words' numbers is which, lines show: they are tried, if both stand in `formulas`.
        """
        if stated := self.stated_numbers(names):
            yield stated
        inside = {part.value for part in parts_in(formulas) if isinstance(part, nodes.Integer)}
        spoken = [each for each in self.words.numbers if each in inside and each > 0][:_MOST_SPOKEN]
        rows = [Fraction(each) for each in spoken if 1 < each <= _MOST_TOLD]  # of one, too much holds
        if self.is_said or self.stated_data or {"n", "sum"} <= stated.keys() or "rest" in stated:
            return
        counted = self.words.counted
        if counted is not None and self.highest == 1 and sum(counted) <= _MOST_ROWS:
            ones, zeros = map(Fraction, counted)
            yield {**stated, "sum": ones, "rest": zeros, "n": ones + zeros}
            return
        for n in [stated["n"]] if "n" in stated else rows:
            for total in [stated["sum"]] if "sum" in stated else map(Fraction, spoken):
                if n != total and total <= n * (self.highest or total):
                    yield {**stated, "n": n, "sum": total}

    def stated_numbers(self, names: Mapping[str, str]) -> dict[str, Fraction]:
        """Return the numbers of data and prior that equations state, by their roles in `names`.

        They are those of an example, n = 10 or Σ_i x_i = 7: lines below it hold for these.
        """
        stated: dict[str, Fraction] = {}
        numbers: dict[Expression, Fraction] = {}
        for left, right in reversed(self.words.equations):
            match right:
                case nodes.Integer(value):
                    numbers[left] = Fraction(value)
                case nodes.Quotient(nodes.Integer(above), nodes.Integer(below)) if below:
                    numbers[left] = Fraction(above, below)
                case Symbol() if right in numbers:
                    numbers[left] = numbers[right]  # a = b = 2
        for left, number in numbers.items():
            match left:
                case Symbol(letter, ()):
                    role = names.get(letter, "")
                case Symbol("N" | "n" | "#", (Symbol(name, ()),)):
                    roles = {"value 1": "sum", "value 0": "rest"}
                    role = roles.get(names.get(name, ""), self.role_of_counts)
                case nodes.Series("sum", body=Symbol(letter, (_,))):
                    is_data = names.get(letter, "data" if letter in DATA else "") == "data"
                    role = "sum" if is_data else ""
                case _:
                    continue
            is_known = role in ("n", "sum", "rest") or role.startswith("hyper ")
            is_size = number.denominator == 1 and 0 < number <= _MOST_ROWS
            if is_known and number > 0 and (is_size or role != "n"):
                stated[role] = number
        rows = stated.get("n", stated.get("sum", 0) + stated.get("rest", 0))
        most = _MOST_IN_ALL if self.highest is None else rows * self.highest
        stated = stated if stated.get("sum", 0) <= most else {}
        if self.is_said or (self.words.counted is not None and self.highest == 1):
            return stated
        of_likelihood = self.of_proportions(names) if self.has_prior else self.of_likelihood(names)
        is_same = all(of_likelihood.get(role, number) == number for role, number in stated.items())
        return {**of_likelihood, **stated} if is_same else stated

    def of_likelihood(self, names: Mapping[str, str]) -> dict[str, Fraction]:
        """Return the numbers of data that a likelihood of numbers states: θ⁹ (1 − θ)³ has nine ones."""
        letters = frozenset(name for name in names if names[name] == self.canonical)
        for left, right in self.words.equations:
            is_log = isinstance(left, nodes.Function) and left.name == "log"
            head = getattr(left.argument if isinstance(left, nodes.Function) else left, "head", "")
            if head not in _LIKELIHOODS or (is_log and head != "L"):
                continue
            powers = _powers_in(right, letters, is_log=is_log or head != "L")
            if numbers := self._possible_data(powers):
                return numbers
        return {}

    def of_proportions(self, names: Mapping[str, str]) -> dict[str, Fraction]:
        """Return the numbers that "prior ∝ θ² (1 − θ)⁴" and "likelihood ∝ θ⁹ (1 − θ)³" state."""
        letters = frozenset(name for name in names if names[name] == self.canonical)
        stated: dict[str, Fraction] = {}
        for left, right in self.words.proportions:
            powers = _powers_in(right, letters, is_log=False)
            head = getattr(left, "head", "")
            if head == "L":
                stated |= self._possible_data(powers)
            elif powers and not self.fixed and (head == "prior" or states_prior([left], names)):
                stated |= self.prior_of(powers)
        return stated

    def _possible_data(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return the numbers of data whose likelihood is one of `powers`; none of impossible data."""
        numbers = self.data_of(powers) if powers else {}
        rows = numbers.get("n", numbers.get("sum", Fraction(0)) + numbers.get("rest", Fraction(0)))
        is_whole = all(each.denominator == 1 for each in (rows, *numbers.values()))
        is_possible = numbers and is_whole and 0 < rows <= _MOST_ROWS and min(numbers.values()) >= 0
        return numbers if is_possible else {}

    def prior_of(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return the numbers of the prior that is a product of `powers`, as those of `data_of`."""
        return {}

    def data_of(self, powers: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return the numbers of data, by their roles, whose likelihood is one of `powers`.

        These are those of θ, 1 − θ and e^(−θ), by "θ", "1 − θ" and "e"; "1" is there if it has factors
        without θ. None are returned where it cannot be that of data.
        """
        return {}

    def add_up(self, world: World, total: Fraction, rng: Random) -> None:
        """Change the data of `world` by `rng` until their sum is `total`: whole numbers one by one."""
        if not all(x.denominator == 1 for x in world.data):
            scale = total / (sum(world.data) or 1)
            world.data = [x * scale for x in world.data]
            return
        low, high = min(self.observation(rng) for _ in range(60)), self.highest
        size, gap = len(world.data), total - sum(world.data)
        for _ in range(_MOST_STEPS if size * low <= total <= size * (high or total) else 0):
            place, step = rng.randrange(size), (gap > 0) - (gap < 0)
            if high is None and abs(gap) > size:
                step = int(gap / size)
            if low <= world.data[place] + step <= (high or total):
                world.data[place] += step
                gap -= step
            if not gap:
                break


def _powers_in(formula: Expression, letters: frozenset[str], *, is_log: bool) -> Mapping[str, Fraction]:
    """Return the powers in a product of powers of θ, 1 − θ and e^(−θ); none of any other formula."""
    powers = defaultdict[str, Fraction](Fraction)
    try:
        for base, exponent in _powers(formula, letters, is_log=is_log):
            powers[base] += exponent
    except _OtherError:
        return {}
    return powers


class _OtherError(Exception):
    """A formula is no product of powers of θ, 1 − θ and e^(−θ), and no logarithm of one."""


def _powers(
    formula: Expression, letters: frozenset[str], times: Fraction = Fraction(1), *, is_log: bool
) -> Iterator[tuple[str, Fraction]]:
    """Yield the powers of θ, 1 − θ, e^(−θ) and 1 in a `formula`, or in what it is the log of.

    `letters` are those of θ, and 1 stands for all factors without it, but for "+ const". Raises
    _OtherError for any other formula.
    """
    if not any(isinstance(part, Symbol) and part.letter in letters for part in formula.walk()):
        if isinstance(formula, nodes.Sum) or (
            isinstance(formula, Symbol) and formula.letter not in _CONSTANTS
        ):
            raise _OtherError  # (n − k) (1 − θ), of a power that was lost
        if formula != CONSTANT:
            yield "1", times
        return
    match formula:
        case nodes.Sum(parts) if is_log:
            pass
        case nodes.Negative(part) if is_log:
            parts, times = (part,), -times
        case nodes.Product(parts) if is_log:
            numbers = [_whole(part) for part in parts]
            parts = tuple(part for part, number in zip(parts, numbers, strict=True) if number is None)
            if len(parts) > 1:
                raise _OtherError
            times *= prod(number for number in numbers if number is not None)
        case nodes.Product(parts):
            pass
        case nodes.Quotient(above, below) if not is_log:
            parts = (above, below**-1)
        case nodes.Power(base, exponent) if not is_log and (number := _whole(exponent)) is not None:
            parts, times = (base,), times * number
        case nodes.Function("log", inner) if is_log:
            parts, is_log = (inner,), False
        case nodes.Function("exp", inner) if not is_log:
            parts, is_log = (inner,), True
        case Symbol(_, ()):
            yield ("e", -times) if is_log else ("θ", times)
            return
        case nodes.Sum((nodes.Integer(1), nodes.Negative(Symbol(_, ())))) if not is_log:
            yield "1 − θ", times
            return
        case _:
            raise _OtherError
    for part in parts:
        yield from _powers(part, letters, times, is_log=is_log)


def _whole(formula: Expression) -> int | None:
    """Return the whole number that a `formula` of numbers is, as 12 − 9; None for any other."""
    match formula:
        case nodes.Integer(value):
            return value
        case nodes.Negative(part):
            return None if (number := _whole(part)) is None else -number
        case nodes.Sum(parts) | nodes.Product(parts):
            numbers = [number for part in parts if (number := _whole(part)) is not None]
            whole = sum(numbers) if isinstance(formula, nodes.Sum) else prod(numbers)
            return whole if len(numbers) == len(parts) else None
    return None
