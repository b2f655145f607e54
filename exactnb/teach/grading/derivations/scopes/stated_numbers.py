"""Worlds in which probabilities and parameters have the numbers that lines state for them.

A number that a working states is one of its instance. What other lines fix already is none: it is
judged like any claim.

How to read: `stated_in` collects the numbers, `world_of` draws a world that has them, and `FreeNumbers`
chooses its numbers one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ExactValue
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.teach.grading.derivations.numbers import NoValue, Number
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.scopes.events import NamedEvents, Stated
from exactnb.teach.grading.derivations.trials import Trials, has_letters
from exactnb.teach.grading.derivations.worlds import DerivationBudget, Env, Key, Unknown, World

_TRIES = 20  # to draw numbers for what no line states


def stated_in(
    scope: DerivationScope, equations: Sequence[tuple[Expression, Expression]]
) -> tuple[Stated, Stated, Stated]:
    """Return what `equations` say to be a number, to be computed of numbers, and what is in a formula.

    For these numbers are put in: P(a) P(b | a) = 0.4 · 0.3.
    """
    ev = Trials(scope, DerivationBudget()).evaluator(World({}))

    def worth(pairs: Sequence[tuple[Expression, Expression]]) -> Stated:
        done = list[tuple[Expression, Fraction]]()
        for formula, number in pairs:
            try:
                value = ev.value(number, {})
            except (Unknown, ArithmeticError):
                continue
            done += [(formula, value)] if isinstance(value, Fraction) else []
        return done

    values: dict[Expression, Expression] = {}
    numbers = list[tuple[Expression, Expression]]()
    for left, right in reversed(equations):  # P(a) = P(b) = 1/2
        number = values.get(right) if has_letters(right) else right
        if number is not None and has_letters(left):
            numbers.insert(0, (left, number))
            values |= {left: number} if isinstance(left, Symbol | Call) else {}
    alone = [pair for pair in numbers if isinstance(pair[0], Symbol | Call)]
    plain = [pair for pair in alone if all(isinstance(part, Integer) for part in pair[1].children)]
    inside = [each for pair in numbers if pair not in alone for each in put_in(*pair)]
    computed = [pair for pair in alone if pair not in plain]
    return worth(_of_one_context(plain)), worth(computed), worth(inside)


def _of_one_context(
    pairs: Sequence[tuple[Expression, Expression]],
) -> list[tuple[Expression, Expression]]:
    """Return what is stated without the several formulas that have two numbers each.

    Words say where each holds: "Spam: P(a) = 0.8, P(b) = 0.2. Ham: P(a) = 0.4, P(b) = 0.6".
    """
    numbers: dict[Expression, set[Expression]] = {}
    for formula, number in pairs:
        numbers.setdefault(formula, set()).add(number)
    several = [formula for formula, each in numbers.items() if len(each) > 1]
    return [pair for pair in pairs if len(several) < 2 or pair[0] not in several]


def world_of(scope: NamedEvents, draw: Callable[[], World]) -> World:
    """Return a world that `draw` draws, with the numbers that lines state, if there is one.

    What they compute may be a slip, and is taken last. What they put in for a formula may stand in
    another order there: all of it holds, or none is taken.
    """
    first = draw()
    moving: dict[object, set[Key]] = {}
    for put_in in (scope.put_in, ()) if scope.put_in else ((),):
        for _ in range(_TRIES if scope.stated or scope.computed or put_in else 0):
            world = draw()
            world.data = list(first.data)
            free = FreeNumbers(scope, world, moving)
            if free.impose((*scope.stated, *put_in)):
                free.impose(scope.computed)
                if free.holds(put_in):
                    return world
                break
    return first


def put_in(left: Expression, right: Expression) -> Iterator[tuple[Expression, Expression]]:
    """Yield what stands in a formula `left` with the numbers that `right` has in its place."""
    if isinstance(left, Call | Symbol):
        yield left, right
        return
    is_alike = type(left) is type(right) and len(left.children) == len(right.children)
    if is_alike and not isinstance(right.children[0], Integer):  # 3/4 is a number
        for pair in zip(left.children, right.children, strict=True):
            yield from put_in(*pair)


class FreeNumbers:
    """The numbers of a world that no line has stated yet: alone, or in groups that add up to 1."""

    def __init__(
        self, scope: NamedEvents, world: World, moving: dict[object, set[Key]] | None = None
    ) -> None:
        """Begin with all numbers of `world` free; the formulas are those of `scope`.

        In other worlds with these data the same numbers move a formula: `moving` keeps which.
        """
        self.kept = {} if moving is None else moving
        self.trials, self.world = Trials(scope, DerivationBudget()), world
        self.settle = partial(scope.settle, world)
        self.groups = {key: group for group in scope.groups(world) for key in group}
        self.fixed: set[Key] = set()

    def impose(self, stated: Stated) -> bool:
        """Choose numbers such that what is `stated` holds, as far as they are free; False if none do.

        What fewest numbers say comes first: P(w | c) before P(w). The others that it rests on keep the
        values that were drawn, and are free no more.
        """
        waiting = [(residual, keys) for formula, value in stated if 0 <= value <= 1
                   for place, (number, residual) in enumerate(self._residuals(formula, value))
                   if (keys := self._moving((formula, place), number))
                   if not (len(keys) > 1 and value.denominator > 100 <= value.numerator
                           and 10**6 % value.denominator == 0)]  # fmt: skip # it may be rounded
        is_met = True
        while waiting:
            waiting.sort(key=lambda each: len(each[1] - self.fixed))
            residual, keys = waiting.pop(0)
            if free := [key for key in self.groups if key in keys - self.fixed]:  # else it is a claim
                is_met &= any(self._solve(residual, key) for key in free)
                self.fixed |= keys
        return is_met

    def holds(self, stated: Stated) -> bool:
        """Say whether all that is `stated` holds, as far as it is known."""
        return not any(residual() for pair in stated for _, residual in self._residuals(*pair))

    def _residuals(
        self, formula: Expression, value: Fraction
    ) -> Iterator[tuple[Callable[[], Number], Callable[[], Number]]]:
        """Yield `formula`, and what is 0 where it has a `value`, at each place of its free indices.

        That is affine in every number: P(a, b) − v P(b) for P(a | b) = v.
        """
        ev, residual = self.trials.evaluator(self.world), formula - ExactValue(value)
        match formula:
            case Call(head, left, (_, *_) as right, lower):
                joint = Call(head, (*left, *right), (), lower)
                residual = joint - nodes.Product((ExactValue(value), Call(head, right, (), lower)))

        def number(of: Expression, env: Env) -> Number:
            ev.kept.clear()  # the numbers of the world have moved
            return ev.value(of, env)

        try:
            for env in self.trials.places(self.world, (formula,)):
                ev.value(formula, env)
                yield partial(number, formula, env), partial(number, residual, env)
        except (Unknown, NoValue):
            return

    def _moving(self, place: object, number: Callable[[], Number]) -> set[Key]:
        """Return the numbers that move another one, that of a formula at a `place`."""
        if place not in self.kept:
            values, before = self.world.other, number()
            keys = self.kept[place] = set()
            for key in self.groups:
                own, values[key] = values[key], values[key] / 2
                self.settle()
                if number() != before:
                    keys.add(key)
                values[key] = own
            self.settle()
        return self.kept[place]

    def _solve(self, residual: Callable[[], Number], key: Key) -> bool:
        """Choose the number of `key` such that a residual is 0, and the free ones of its group."""
        values, group = self.world.other, [other for other in self.groups[key] if other != key]
        own, ends = values[key], list[Number]()
        try:
            for end in (Fraction(0), Fraction(1)):
                values[key] = end
                self.settle()
                ends.append(residual())
            low, high = ends
        except NoValue:  # log 0 is none
            low = high = Fraction(1)
        others = [other for other in group if other not in self.fixed]
        room = 1 - sum((values[other] for other in group if other in self.fixed), Fraction(0))
        are_exact = isinstance(low, Fraction) and isinstance(high, Fraction)
        place = low / (low - high) if are_exact and low != high else Fraction(-1)
        has_room = not group or bool(others) or place == room
        if 0 <= place <= room and has_room:
            own = place
            total = sum((values[other] for other in others), Fraction(0))
            for other in others:
                values[other] = (room - own) * (
                    values[other] / total if total else Fraction(1, len(others))
                )
            self.fixed |= {key, *(others if len(others) == 1 else ())}
        values[key] = own
        self.settle()
        return key in self.fixed
