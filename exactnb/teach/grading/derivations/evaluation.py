"""Work the formulas of a derivation out in one world: exact data, parameters and sizes.

How to read: `Evaluator.value` has a case for each kind of formula; `symbol` looks letters up:
among indices, among the letters that were introduced, in the scope; `slope` differentiates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import Any

from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ExactValue
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import PRIME
from exactnb.teach.grading.derivations.integrals import integrated
from exactnb.teach.grading.derivations.introduced import (
    function_key,
    indices_replaced_by,
    is_place,
    key_of,
    letter_of,
    with_coordinates,
)
from exactnb.teach.grading.derivations.numbers import (
    Jet,
    NoValue,
    Number,
    differ,
    exact_zero,
    exponential,
    factorial,
    gamma,
    jet,
    logarithm,
    order_statistics,
    power,
    sign,
)
from exactnb.teach.grading.derivations.polynomials import beta
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import (
    DerivationBudget,
    Env,
    Evaluation,
    Introduced,
    Key,
    NotLargest,
    Unknown,
    World,
    spelled,
)

_DEEPEST = 40  # definitions in each other
_MOST_PLACES = 60  # the last place of an index
_FUNCTIONS = {"log": logarithm, "exp": exponential, "Gamma": gamma}


class Evaluator(Evaluation):
    """Work formulas out in one world, with the letters that were introduced."""

    def __init__(
        self,
        scope: DerivationScope,
        world: World,
        definitions: Mapping[str, Introduced],
        budget: DerivationBudget,
        kept: dict[object, Any] | None = None,
        *,
        truth: bool,
        draw: int = 0,
    ) -> None:
        self.draw = draw
        self.kept = {} if kept is None else kept
        self.varying: frozenset[str] | None = None
        self.scope, self.world, self.definitions, self.truth = scope, world, definitions, truth
        self.overrides: dict[tuple[str, tuple[int, ...]], Number] = {}
        self.depth = 0
        self.budget = budget

    def at_truth(self) -> Evaluator:
        return Evaluator(self.scope, self.world, self.definitions, self.budget, self.kept, truth=True)

    def in_world(self, world: World) -> Evaluator:
        return Evaluator(self.scope, world, self.definitions, self.budget, truth=False)

    def value(self, formula: Expression, env: Env) -> Number:
        self.budget.spend()
        is_function = isinstance(formula, Call | nodes.Derivative | nodes.Extremum)
        if not is_function or self.overrides or not {*map(type, env.values())} <= {Fraction}:
            return self._worked_out(formula, env)
        # A slope is compared with hundreds of right sides, of which one may be what is meant.
        place = formula, id(self.world), self.truth, self.draw, self.varying, frozenset(env.items())
        if place not in self.kept:
            self.kept[place] = self._worked_out(formula, env)
        return self.kept[place]

    def _worked_out(self, formula: Expression, env: Env) -> Number:
        match formula:
            case Symbol():
                return self.symbol(formula, env)
            case nodes.Integer(value):
                return Fraction(value)
            case nodes.Sum(terms):
                return reduce(add, [self.value(term, env) for term in terms] or [Fraction(0)])
            case nodes.Product(factors):
                return reduce(mul, [self.value(factor, env) for factor in factors] or [Fraction(1)])
            case nodes.Negative(term):
                return -self.value(term, env)
            case nodes.Quotient(numerator, denominator):
                divisor = self.value(denominator, env)
                if exact_zero(divisor):
                    raise NoValue
                return self.value(numerator, env) / divisor
            case nodes.Power(base, exponent):
                return self.power(base, exponent, env)
            case nodes.Function(name, argument) if name in _FUNCTIONS:
                return _FUNCTIONS[name](self.value(argument, env))
            case nodes.Function("sqrt", argument):
                return power(self.value(argument, env), Fraction(1, 2))
            case nodes.Function("abs", argument):
                inner = self.value(argument, env)
                match sign(inner):
                    case 1 | -1 as side:
                        return side * inner
                    case 0 if not isinstance(inner, Jet):
                        return Fraction(0)
                raise NoValue  # at 0 it has no slope
            case nodes.AtMost(left, right):
                gap = sign(self.value(right, env) - self.value(left, env))
                if gap is None:
                    raise NoValue
                return Fraction(int(gap >= 0))
            case nodes.Factorial(argument):
                return factorial(self.value(argument, env))
            case nodes.Iverson(left) if self.scope.is_label(left):
                return Fraction(1)
            case nodes.Iverson(left, right):
                unequal = differ(self.value(left, env), self.value(right, env))
                return Fraction(0 if unequal else 1)
            case nodes.Series():
                return self.series(formula, env)
            case nodes.Integral():
                return integrated(self, self.scope, formula, env)
            case nodes.Derivative(body, variable, order):
                return self.slope(body, variable, order, env)
            case nodes.Extremum(variable, body):
                return self.extremum(variable, body, env)
            case Call():
                return self.call(formula, env)
            case ExactValue(value):
                return value
            case nodes.Pi():
                return self.scope.pi()
        raise Unknown(spelled(formula))

    def power(self, base: Expression, exponent: Expression, env: Env) -> Number:
        """Return `base` to the power of `exponent` at `env`.

        An even power of a standard deviation is one of the variance, which has no root to be taken.
        """
        if isinstance(base, Symbol) and isinstance(exponent, nodes.Integer):
            square = self.scope.square_of(self, base, env)
            if square is not None and exponent.value % 2 == 0:
                return power(square, Fraction(exponent.value // 2))
        return power(self.value(base, env), self.value(exponent, env))

    def series(self, series: nodes.Series, env: Env) -> Number:
        """Return a `series` over its index, a sum or another, the rest of the letters as in `env`."""
        if series.is_order_statistic:
            return self.order_statistic(series, env)
        if series.domain.kind == "whole":
            return self.endless(series, env)
        total: Number = Fraction(0 if series.sign == "sum" else 1)
        for place in self.range(series, env):
            inner = {**env, series.index.letter: place}
            if series.where is None or not exact_zero(self.value(series.where, inner)):
                part = self.value(series.body, inner)
                total = total + part if series.sign == "sum" else total * part
        return total

    def endless(self, series: nodes.Series, env: Env) -> Number:
        """Return a `series` over j ≥ a whose terms beyond the data add nothing, as in Σ_j j m_j.

        Raise Unknown of another one: it has no last term.
        """
        [start] = (self.value(part, env) for part in series.domain.parts)
        beyond = int(max((*self.world.data, Fraction(0)))) + 1
        ends = (series.domain.parts[0], nodes.Integer(beyond))
        finite = replace(series, domain=nodes.Domain("span", ends))
        rest = (self.value(series.body, {**env, series.index.letter: Fraction(beyond + step)})
                for step in range(2))  # fmt: skip
        neutral = Fraction(0 if series.sign == "sum" else 1)
        if not isinstance(start, Fraction) or any(differ(part, neutral) is not False for part in rest):
            raise Unknown(f"the range of {series.index.letter}")
        return self.series(finite, env)

    def order_statistic(self, series: nodes.Series, env: Env) -> Number:
        """Return the largest, the smallest or the middle one of some numbers."""
        letter = series.index.letter
        values = [self.value(series.body, {**env, letter: place}) for place in self.range(series, env)]
        if (in_order := order_statistics(values)) is None:
            raise Unknown(spelled(series))
        return in_order[("min", "median", "max").index(series.sign)]

    def range(self, series: nodes.Series, env: Env) -> Iterator[Fraction]:
        """Yield the values of the index of `series`, whose ends are worked out at `env`."""
        letter, domain = series.index.letter, series.domain
        if domain.kind == "set":
            yield from (self.value(part, env) for part in domain.parts)
            return
        if domain.kind != "named":
            ends = [self.value(part, env) for part in domain.parts]
            if any(not isinstance(end, Fraction) or end.denominator != 1 for end in ends):
                raise Unknown(f"the range of {letter}")
            if ends[1] > _MOST_PLACES:  # no world has as many rows; it would only cost time
                raise Unknown(f"a place of {letter} beyond {_MOST_PLACES}")
            yield from map(Fraction, range(int(ends[0]), int(ends[1]) + 1))
            return
        names = indices_replaced_by(self.definitions, series.body, letter)
        letter = names.pop() if len(names) == 1 else letter
        yield from self.scope.index_values(self, letter, (series.body, series.where), env)

    def indices(self, parts: tuple[Expression, ...], env: Env) -> tuple[int, ...]:
        done = []
        for part in parts:
            value = self.index(part, env)
            if not isinstance(value, Fraction) or value.denominator != 1:
                raise Unknown(spelled(part))
            done.append(int(value))
        return tuple(done)

    def index(self, part: Expression, env: Env) -> Number:
        if isinstance(part, nodes.Integer):
            return Fraction(part.value)
        if isinstance(part, Symbol) and not part.lower and not part.upper and part.letter in env:
            return env[part.letter]
        if isinstance(part, Symbol):
            known = self.scope.label(self, part)
            if known is not None:
                return Fraction(known)
        return self.value(part, env)

    def symbol(self, symbol: Symbol, env: Env) -> Number:
        """Return a letter by `env`, its introduction or the scope; raise Unknown of any other."""
        name = symbol.letter
        if not symbol.lower and not symbol.upper and not symbol.is_estimate and name in env:
            return env[name]
        # A definition of w_0 goes before one of w_j: the first is about that place alone.
        for is_general in (False, True) if self.definitions else ():
            definition = self.definitions.get(key_of(symbol, is_general=is_general))
            if definition is not None:
                indices = (*symbol.lower, *symbol.upper)
                arguments = [i for i in indices if is_general or not is_place(i)]
                return self.defined(definition, tuple(arguments), env)
        value = self.scope.symbol(self, symbol, env)
        if value is None and symbol.is_estimate:
            plain = replace(symbol, is_estimate=False, role="")
            if key_of(plain) in self.definitions:
                return self.at_truth().symbol(plain, env)  # the estimate is put in
        if value is None and not symbol.lower and (head := f"{name}()") in self.definitions:
            value = self.value(self.definitions[head].body, env)  # log P, below P(c | β) = …
        if value is None:
            value = self.scope.required(self, symbol, env)
        if value is None:
            raise Unknown(spelled(symbol))
        return value

    def defined(self, definition: Introduced, arguments: tuple[Expression, ...], env: Env) -> Number:
        """Return the value of a `definition` with `arguments` put in for its letters.

        They are worked out at `env`. Raise Unknown of a definition by itself, or without an index.
        """
        if len(arguments) < len(definition.letters):
            raise Unknown("an index")
        inner = dict(env)
        for letter, argument in zip(definition.letters, arguments, strict=False):
            inner[letter] = self.index(argument, env)
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Unknown("a definition by itself")
        try:
            return self.value(definition.body, inner)
        finally:
            self.depth -= 1

    def call(self, call: Call, env: Env) -> Number:
        """Return the value of `call` at `env`; raise Unknown of a function that nobody defines."""
        definition = self.definitions.get(function_key(call)) or self.definitions.get(f"{call.head}()")
        # f(x | t) is no value of the f that f(t) = … introduces, a density with fewer arguments.
        if definition is not None and not (call.right and len(definition.letters) < 2):
            if not (call.left or call.lower):
                return self.value(definition.body, env)
            renamed, body = {}, definition.body
            overrides = dict(self.overrides)
            for letter, argument in zip(definition.letters, (*call.lower, *call.left), strict=False):
                key = self.scope.parameter_key(self, Symbol(letter), env)
                if key is not None and not isinstance(argument, nodes.Equal):
                    if not (isinstance(argument, Symbol) and argument.letter == letter):
                        # ℓ(θ̂): a parameter is put in for all letters that are made of it, no other is.
                        self.overrides[key] = self.value(argument, env)
                elif argument != Symbol(letter):
                    events = (part.left for part in body.walk() if isinstance(part, Call))
                    if isinstance(argument, nodes.Integer) and any(Symbol(letter) in e for e in events):
                        raise Unknown(call.head)  # of log P(x | 1) at x = 0 nothing says which x it is
                    renamed[letter] = self.index(argument, env)
                    body = with_coordinates(body, letter, argument)
            self.depth += 1
            if self.depth > _DEEPEST:
                raise Unknown("a definition by itself")
            try:
                return self.value(body, {**env, **renamed})
            finally:
                self.depth -= 1
                self.overrides = overrides
        if call.head in ("B", "Beta") and len(call.left) > 1:
            return beta([self.value(argument, env) for argument in call.left])
        name = Symbol(call.head, call.lower)
        if not (call.left or call.right) and key_of(name) in self.definitions:
            return self.symbol(name, env)  # dF/dt, below F = …
        value = self.scope.call(self, call, env)
        if value is None and len(call.left) == 1 and not call.right:
            number = Symbol(call.head, call.lower)  # P (1 + e^z), where P is no function
            is_number = key_of(number) in self.definitions or self.scope.is_parameter(number)
            if is_number and not isinstance(call.left[0], Symbol | nodes.Equal):
                return self.symbol(number, env) * self.value(call.left[0], env)
        if value is None:
            raise Unknown(spelled(call))
        return value

    def slope(self, body: Expression, variable: Expression, order: int, env: Env) -> Number:
        while isinstance(body, nodes.Derivative) and body.variable == variable:
            order, body = order + body.order, body.body
        if order not in (1, 2):
            raise Unknown("a derivative of such an order")
        if not isinstance(variable, Symbol):
            raise Unknown(spelled(variable))
        match body:
            case Call(left=(at,)) if variable == PRIME and (argument := letter_of(at)) is not None:
                plain = replace(argument, is_estimate=False, role="")
                # ℓ′(η) where η = f(θ), and ℓ′(v̂) where v is not the only parameter
                is_other = argument.role in ("", "HAT") and self.scope.is_parameter(plain)
                is_other &= plain != self.scope.only_parameter()
                variable = plain if is_other or key_of(plain) in self.definitions else PRIME
                if variable == plain != argument:
                    return self.at_truth().slope(replace(body, left=(plain,)), plain, order, env)
        if variable == PRIME and isinstance(body, Call) and len(body.left) == 1:  # at a point: ℓ′(θ̂)
            key = self.scope.parameter_key(self, self.scope.only_parameter(), env)
            if key is None:
                raise Unknown(spelled(body))
            point = jet(self.value(body.left[0], env)).value
            body = Call(body.head, (), body.right, body.lower)
            # The parameter as a jet with slope 1: the formula, worked out with it, has the derivative
            # as its slope.
            jets: dict[Key, Number] | None = {key: Jet(point, Fraction(1), Fraction(0))}
        else:
            jets = self.scope.seed(self, variable, env)
        if jets is None:
            raise Unknown(spelled(variable))
        before = dict(self.overrides)
        inner_env = {"const": Fraction(0), **env}  # it does not vary
        # A jet has two derivatives by one letter: a jet of jets would take one letter for the other.
        if any(isinstance(value, Jet) for value in (*before.values(), *env.values())):
            raise Unknown("a derivative of a derivative")
        self.overrides |= jets
        try:
            result = jet(self.value(body, inner_env))
        finally:
            self.overrides = before
        return result.first if order == 1 else result.second

    def extremum(self, variable: Expression, body: Expression, env: Env) -> Number:
        """Return the true estimate of `variable`, if `body` has a slope of 0 there at `env`.

        Raise NotLargest where it has not, Unknown where `variable` has no estimate.
        """
        if variable == PRIME:
            variable = self.scope.only_parameter()
        if not isinstance(variable, Symbol):
            raise Unknown(spelled(variable))
        if (place := self.scope.argmax(self, variable, body, env)) is not None:
            return place
        if self.scope.is_constrained:
            raise Unknown(spelled(variable))
        at_truth = self.at_truth()
        # A likelihood or posterior of these scopes is stationary at its maximum alone: a slope of 0
        # shows it.
        slope = at_truth.slope(body, variable, 1, env)
        if differ(slope, Fraction(0)):
            raise NotLargest
        value = at_truth.value(variable, env)
        if not isinstance(value, Fraction):
            raise Unknown(spelled(variable))
        return value
