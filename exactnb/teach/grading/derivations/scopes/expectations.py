"""Expectations over data, given the parameter, and over the parameter: E, Var, bias, squared error.

How to read: `expectation` works a call out; `_over_data` and `_over_parameter` let letters vary, and
return a formula in them with what averages it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.teach.grading.derivations.numbers import NoValue, Number
from exactnb.teach.grading.derivations.polynomials import (
    ROW,
    SumOfPowers,
    has_varying_data,
    letter,
    product_of,
    summed,
)
from exactnb.teach.grading.derivations.scopes.examples import ExampleScope
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, Unknown

Averaged = tuple[Number, Callable[[Number], Number]]
Powers = Mapping[Key, Fraction]


class ExpectationScope(ExampleScope):
    """Observations that vary around what the parameter says, and a parameter that has a prior."""

    has_rate = False  # whether powers of e may stand in the mean of a formula of the parameter

    def stands_for_data(self, part: Expression) -> bool:
        """Say whether `part`, behind a bar, stands for all of the data."""
        raise NotImplementedError

    def moment(self, ev: Evaluation, order: int) -> Number:
        """Return the mean of an observation to the power of `order`, by the parameters of `ev`."""
        raise NoValue

    def moment_of_row(self, ev: Evaluation, powers: Mapping[tuple[int, ...], Fraction]) -> Number:
        """Return the mean of the `powers` of one observation, (), and of whether it is v, (v,)."""
        [[value, order]] = powers.items()
        if value or order.denominator > 1 or order < 0:
            raise NoValue
        return self.moment(ev, int(order))

    def moment_of_parameter(self, ev: Evaluation, powers: Powers, *, is_after: bool) -> Number:
        """Return the mean of `powers` of parameters by the prior, by the posterior if `is_after`."""
        raise NoValue

    def expectation(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return E, Var, Bias or MSE of one formula in `ev` at `env`; None where nothing in it varies.

        It is over the posterior behind a bar with data, else over data, else over the prior, or over
        the posterior where Beta(a, b) is that one ("E-after").
        """
        if len(call.left) != 1:
            return None
        [body], conditions = call.left, (*call.right, *call.lower)
        symbols = [part for part in body.walk() if isinstance(part, Symbol)]
        indices = {str(index) for symbol in symbols for index in symbol.lower}
        places = indices.intersection(env)
        if len({env[place] for place in places}) < len(places):
            raise NoValue  # x_i and x_j are two observations
        plain = nodes.replace(body, _without_hat)
        if call.head in ("Bias", "MSE"):
            body = body - plain
        is_after = any(map(self.stands_for_data, conditions)) or (
            not conditions and "E-after" in self.flags
        )
        averaged = None if is_after else self._over_data(ev, body, env, conditions)
        averaged = averaged or self._over_parameter(ev, body, env, is_after=is_after)
        if averaged is None:
            return None
        value, average = averaged
        mean = average(value)
        match call.head:
            case "MSE":
                return average(value * value)
            case "Var":
                return average(value * value) - mean * mean
        return mean

    def _over_data(
        self, ev: Evaluation, body: Expression, env: Env, conditions: tuple[Expression, ...]
    ) -> Averaged | None:
        """Return `body` with data that vary, and what averages it; None where no data are in it.

        The parameter varies too if the flags say so, and it is none of the `conditions`.
        """
        rows: list[Any] = [letter((ROW, (row,))) for row in range(1, len(ev.world.data) + 1)]
        world = replace(ev.world, data=rows, labelled={}, truth={})
        inner = ev.in_world(world)
        is_marginal = "marginal" in self.flags and not any(
            isinstance(part, Symbol) and self.is_parameter(part) for part in conditions
        )
        own = {key: letter(key) if is_marginal else self.get(ev, key) for key in ev.world.draws[0]}
        inner.overrides = {**ev.overrides, **own}
        try:
            world.truth = self.estimates(world)
        except ArithmeticError:
            world.labelled = {}  # estimates that are no sums of powers of the data
        bare = {part.letter for part in body.walk() if isinstance(part, Symbol)
                and not (part.lower or part.upper) and self.is_datum(part.letter)
                and self.names.get(part.letter, "data") == "data"
                and f"{part.letter}[]" not in ev.definitions}  # fmt: skip
        value = inner.value(body, {**env, **dict.fromkeys(bare, letter((ROW, (0,))))})
        if not has_varying_data(value):
            return None

        def worth(powers: Powers) -> Number:
            by_row: dict[int, dict[tuple[int, ...], Fraction]] = {}
            for (name, places), order in powers.items():
                if name == ROW:
                    by_row.setdefault(places[0], {})[places[1:]] = order
            result = product_of({key: each for key, each in powers.items() if key[0] != ROW})
            for orders in by_row.values():
                result = result * self.moment_of_row(inner, orders)
            return result

        def average(each: Number) -> Number:
            mean = summed(each, worth)
            return self.averaged(ev, mean, is_after=False) if is_marginal else mean

        return value, average

    def _over_parameter(
        self, ev: Evaluation, body: Expression, env: Env, *, is_after: bool
    ) -> Averaged | None:
        """Return `body` with parameters that vary, and what averages it; None where none are in it."""
        value = self.draws_as_letters(ev, lambda: ev.value(body, env))
        if not self.has_prior or not isinstance(value, SumOfPowers):
            return None
        return value, lambda each: self.averaged(ev, each, is_after=is_after)

    def draws_as_letters(self, ev: Evaluation, formula: Callable[[], Number]) -> Number:
        """Return a formula in the parameters of `ev` as letters that vary."""
        before = ev.overrides
        ev.overrides = {**before, **{key: letter(key) for key in ev.world.draws[0]}}
        try:
            return formula()
        finally:
            ev.overrides = before

    def averaged(self, ev: Evaluation, value: Number, *, is_after: bool) -> Number:
        """Return the mean of a `value` in the letters of parameters, by the prior or the posterior."""

        def worth(powers: Powers) -> Number:
            if not self.has_rate and not powers.keys() <= ev.world.draws[0].keys():
                raise Unknown("such a mean")
            return self.moment_of_parameter(ev, powers, is_after=is_after)

        return summed(value, worth)


def _without_hat(part: Expression) -> Expression | None:
    if isinstance(part, Symbol) and part.is_estimate:
        return replace(part, is_estimate=False, role="")
    return None
