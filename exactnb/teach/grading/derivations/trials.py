"""Compare two sides of a line in every world: equal, free of the parameter, larger.

How to read: `trial` compares, `moves` whether a difference or ratio moves with the parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise, product
from typing import Any

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.signs import CONSTANT, PRIME
from exactnb.teach.grading.derivations.evaluation import Evaluator
from exactnb.teach.grading.derivations.introduced import key_of
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in
from exactnb.teach.grading.derivations.numbers import NoValue, Number, differ, exact_zero, jet
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.substituting import free_letters
from exactnb.teach.grading.derivations.worlds import (
    DRAWS,
    DerivationBudget,
    Env,
    Introduced,
    NotLargest,
    Unknown,
    World,
    spelled,
)

_CONSTANT = {"difference": {"const": Fraction(0)}, "ratio": {"const": Fraction(1)}}
"""What "const" is, which is whatever makes both sides equal: as a term it counts 0, as a factor 1."""

_MOST_PLACES = 12  # values of free indices that are tried in one world


class Trials:
    """Try formulas in every world of a scope, with the letters that were introduced."""

    def __init__(self, scope: DerivationScope, budget: DerivationBudget) -> None:
        self.scope, self.budget = scope, budget
        self.definitions: dict[str, Introduced] = {}
        self.objectives = set[str]()  # introduced functions that are ℓ or Λ, by their keys
        self.tried = 0  # instances in which the line at hand holds
        self._kept: tuple[DerivationScope, dict[str, Introduced], dict[object, Any]] = scope, {}, {}

    def kept(self) -> dict[object, Any]:
        """Return what is known as long as no other letters are introduced, and none means another."""
        if self._kept[:2] != (self.scope, self.definitions):
            self._kept = self.scope, dict(self.definitions), {}
        return self._kept[2]

    def evaluator(self, world: World, *, truth: bool = False, draw: int = 0) -> Evaluator:
        """Return what works formulas out in `world`.

        At `truth` the parameters are the true estimates, else those of the `draw` of that number.
        """
        return Evaluator(
            self.scope, world, self.definitions, self.budget, self.kept(), truth=truth, draw=draw
        )

    def trial(self, left: Expression, right: Expression, kind: str) -> Counterexample | str | None:
        """Return a counterexample to `left` = `right`; None if it holds in all worlds.

        "" if nothing is known. A `kind` of "condition" holds at the estimate alone, any other for all
        parameters.
        """
        truth, undecided, tried = kind == "condition", False, 0
        has_hat = any(symbol.is_estimate for symbol in symbols_in((left, right)))
        everywhere = not truth and all(map(self._says_where, (left, right)))
        draws = 1 if truth else 2
        try:
            for ev, env, a, b in self.instances(left, right, truth, draws, everywhere=everywhere):
                tried += 1
                unequal = differ(a, b)
                if unequal:
                    letters = self.letters(ev, (left, right), env)
                    return Counterexample(letters, a, b, truth or has_hat, "=")
                undecided |= unequal is None
        except NotLargest:
            return Counterexample((), Fraction(0), Fraction(0), True, "argmax")
        self.tried += tried
        return "" if undecided or not tried else None

    def instances(
        self,
        left: Expression,
        right: Expression,
        truth: bool,
        draws: int = 1,
        *,
        everywhere: bool = False,
        more: Env | None = None,
        varying: frozenset[str] | None = None,
    ) -> Iterator[tuple[Evaluator, Env, Number, Number]]:
        """Yield the values of two sides in every world, with the evaluator and the indices there.

        Parameters are the true estimates at `truth`, else as in so many `draws`; `everywhere` they are
        also such that the data are impossible. `more` are values of other letters, and only the
        parameters in `varying` are drawn.
        """
        for world in self.scope.worlds():
            beyond = range(DRAWS, len(world.draws)) if everywhere else ()
            for env in self.places(world, (left, right)):
                for draw in (*range(draws), *beyond):
                    # Each side has an evaluator of its own: arguments of one side, as in ℓ(θ̂),
                    # override parameters in it.
                    ev, other = (self.evaluator(world, truth=truth, draw=draw) for _ in range(2))
                    ev.varying = other.varying = varying
                    inner = {**env, **(more or {})}
                    # A side may have no value in a world, as log 0: that world says nothing, another
                    # one does.
                    try:
                        yield ev, env, ev.value(left, inner), other.value(right, inner)
                    except (NoValue, ZeroDivisionError):
                        continue

    def has_values_of(self, side: Expression, edited: Expression) -> bool:
        """Say whether an `edited` side has a value in each world in which `side` has one."""
        try:
            values = [
                sum(1 for _ in self.instances(side, other, truth=False)) for other in (side, edited)
            ]
        except (Unknown, NotLargest):  # of a constant, which has no number
            return True
        return values[0] == values[1]

    def _says_where(self, side: Expression) -> bool:
        """Say whether a side is 0 where the data are impossible: by indicators, or as a likelihood."""
        return any(
            isinstance(part, nodes.AtMost) and self.has_parameter(part)
            if not isinstance(part, Call)
            else self.scope.is_objective(part)
            for part in side.walk()
        )

    def _varying(self, side: Expression) -> frozenset[str] | None:
        """Return the parameters that a function is said to be of: ℓ(μ) is one of μ alone."""
        for part in side.walk():
            if isinstance(part, Call) and part.left and self.scope.is_objective(part):
                roles = set()
                for argument in (*part.left, *part.right):
                    inner = argument.base if isinstance(argument, nodes.Power) else argument
                    roles |= self._role(inner)
                return frozenset(roles) or None
        return None

    def _role(self, part: Expression) -> set[str]:
        """Return the parameter that a letter stands for, in a set; none for anything else."""
        if not isinstance(part, Symbol) or not self.scope.is_parameter(part):
            return set()
        role = self.scope.names.get(part.letter.removesuffix("²"), "").removeprefix("own ")
        return {{"σ": "v", "precision": "v", "logit": "θ"}.get(role, role)}

    def sought(self, formulas: Iterable[Expression]) -> frozenset[str]:
        """Return the parameters that some formulas differentiate by, or give an estimate of."""
        roles = set[str]()
        for part in parts_in(formulas):
            match part:
                case nodes.Derivative(_, variable) | nodes.Extremum(variable):
                    roles |= self._role(variable)
                case Symbol(is_estimate=True):
                    roles |= self._role(part)
        return frozenset(roles)

    def over_places(
        self, left: Expression, right: Expression, mode: str = "ratio"
    ) -> Counterexample | str | None:
        """Return where the ratio, or by `mode` the "difference", of `left` and `right` moves.

        What varies are the free indices, at the estimate: so one checks θ̂_v ∝ n_v. None if it stays, ""
        if nothing is known.
        """
        undecided, tried = False, 0
        values: dict[tuple[object, ...], tuple[Number, Number]] = {}
        for ev, env, a, b in self.instances(left, right, truth=True, more=_CONSTANT[mode]):
            rest = tuple((k, v) for k, v in env.items()
                         if self.scope.free_values(ev.world, k) is None
                         and not isinstance(left, Symbol))  # fmt: skip
            key = id(ev.world), rest
            if key in values:
                tried += 1
                c, d = values[key]
                unequal = differ(a - b, c - d) if mode == "difference" else differ(a * d, c * b)
                if unequal:
                    return Counterexample(self.letters(ev, (left, right), env), a, b, True, mode)
                undecided |= unequal is None
            values[key] = a, b
        self.tried += tried
        return "" if undecided or not tried else None

    def is_worth(
        self, left: Symbol, right: Expression, known: Callable[[Evaluator, Env], Number | None]
    ) -> bool:
        """Say whether `right` is what is `known` of the letter `left`, in every world."""
        for world in self.scope.worlds():
            for env in self.places(world, (left, right)):
                ev = self.evaluator(world)
                value = known(ev, env)
                if value is None or differ(value, ev.value(right, env)) is not False:
                    return False
        return True

    def moves(
        self, left: Expression, right: Expression, mode: str, varying: frozenset[str] | None = None
    ) -> Counterexample | str | None:
        """Return where the difference, or the ratio, of `left` and `right` moves with `varying`.

        Without these parameters they are those that `left` is said to be of. `mode` is "difference" or
        "ratio". None if it stays, "" if nothing is known.
        """
        undecided, has_moved, tried = False, False, 0
        varying = varying or self._varying(left)
        instances = self.instances(left, right, False, DRAWS, more=_CONSTANT[mode], varying=varying)
        for _, group in groupby(instances, lambda each: (id(each[0].world), each[1])):
            for (ev, env, a, b), (_, _, c, d) in pairwise(group):
                a, b, c, d = (jet(value).value for value in (a, b, c, d))
                tried += 1
                has_moved = has_moved or differ(a, c) is not False or differ(b, d) is not False
                if mode == "difference":
                    unequal = differ(a - b, c - d)
                elif exact_zero(b) and exact_zero(a):
                    continue
                else:
                    # a/b = c/d without a division: b may be 0 where the ratio is still the same.
                    unequal = differ(a * d, c * b)
                    if not unequal and (exact_zero(a) != exact_zero(b)):
                        unequal = True
                if unequal:
                    letters = self.letters(self.evaluator(ev.world), (left, right), env)
                    return Counterexample(letters, a, b, False, mode)
                undecided |= unequal is None
        if tried and not has_moved:  # P(k|x) ∝ P(k) P(x|k): the class varies, and no parameter
            return self.over_places(left, right, mode)
        self.tried += tried
        return "" if undecided or not tried else None

    def places(self, world: World, sides: Sequence[Expression]) -> Iterator[Env]:
        """Yield values in `world` for free indices, and for bare letters of data, in `sides`."""
        ranges: dict[str, list[Fraction]] = {}
        for side in sides:
            for letter, is_index in free_letters(side):
                if letter in ranges:
                    continue
                if is_index:
                    if self.scope.is_size(letter):
                        continue
                    if letter.rstrip("'").isalpha() and len(letter.rstrip("'")) == 1:
                        places = self.scope.index_values(self.evaluator(world), letter, sides, {})
                        ranges[letter] = list(places)
                else:
                    values = self.scope.free_values(world, letter)
                    if values is not None and f"{letter}[]" not in self.definitions:
                        ranges[letter] = values
        for count, choice in enumerate(product(*ranges.values())):
            if count >= _MOST_PLACES:
                return
            yield dict(zip(ranges, choice, strict=True))

    def letters(
        self, ev: Evaluator, sides: Sequence[Expression], env: Env
    ) -> tuple[tuple[str, Number], ...]:
        """Return the values by `ev` at `env` of the letters in `sides`, for a counterexample."""
        values: dict[str, Number] = {}
        world = ev.world
        for side in sides:
            for part in side.walk():
                if isinstance(part, Symbol) and part != CONSTANT:
                    try:
                        value = ev.value(part, env)
                    except (Unknown, ArithmeticError):
                        continue
                    values.setdefault(spelled(part), jet(value).value)
                if isinstance(part, nodes.Series | Call | nodes.Derivative) and world.data:
                    listed = ", ".join(map(str, world.data))
                    values.setdefault(f"data ({listed})", Fraction(len(world.data)))
        return tuple(values.items())

    def has_function(self, side: Expression) -> bool:
        """Say whether `side` has a likelihood, a density or a derivative in it, not at an estimate."""
        if isinstance(side, nodes.Extremum):
            return False
        if isinstance(side, nodes.Derivative):
            return True
        if isinstance(side, Call) and (places := (*side.left, *side.right)):
            if self.scope.is_objective(side):
                return not all(getattr(part, "is_estimate", False) for part in places)
            if f"{side.head}()" in self.definitions:
                return any(map(self.has_parameter, places))  # Q(x̄) is a number of the data
        elif isinstance(side, Call):
            return self.scope.is_objective(side) or f"{side.head}()" in self.definitions
        return any(self.has_function(part) for part in side.children)

    def has_parameter(self, side: Expression) -> bool:
        """Say whether `side` depends on a parameter that is no estimate."""
        return any(
            isinstance(part, Symbol)
            and not part.is_estimate
            and (self.scope.is_parameter(part) or self._defined_with_parameter(part))
            for part in side.walk()
        ) or self.has_function(side)

    def has_parameter_line(self, judged: Sequence[DerivationLine]) -> bool:
        """Say whether one of the lines about a parameter, or its estimate, was read."""
        chains = (line.chain for line in judged if line.verdict not in ("unread", "definition"))
        sides = (side for chain in chains if chain is not None for side in chain.sides)
        return any(map(self.scope.is_parameter, symbols_in(sides)))

    def is_constant_lost(self, left: Expression, right: Expression, *, is_said: bool = True) -> bool:
        """Say whether `left` and `right` differ but by a constant, free of the parameter, that may go.

        It may where words say so (`is_said`), and in a prior, which is written normalised or not.
        """
        is_said |= self.scope.hides_a_constant()
        if isinstance(left, nodes.Derivative) or not (is_said or self.scope.is_prior(left)):
            return False
        if not self.has_function(left) or not self.has_parameter(right):
            return False
        if not is_said and self.scope.is_normalised and self.has_normaliser(right):
            return False
        is_product = isinstance(left, Call) and left.head in ("L", "P", "p", "f", "Pr", "π")
        try:
            return self.moves(left, right, "ratio" if is_product else "difference") is None
        except (Unknown, ArithmeticError):
            return False

    def has_normaliser(self, density: Expression) -> bool:
        """Say whether a factor of `density`, or a term of its logarithm, is free of the parameter."""
        match density:
            case nodes.Quotient(above, below):
                parts = [*_factors(above), *_factors(below)]
            case nodes.Sum(terms):
                parts = list(terms)
            case _:
                parts = _factors(density)
        return any(part != nodes.Integer(1) and not self.has_parameter(part) for part in parts)

    def is_defined(self, symbol: Symbol) -> bool:
        """Say whether the derivation introduced the letter `symbol`."""
        return key_of(symbol) in self.definitions

    def _defined_with_parameter(self, symbol: Symbol) -> bool:
        definition = self.definitions.get(key_of(symbol))
        return (
            definition is not None
            and symbol not in definition.body.walk()
            and any(
                isinstance(part, Symbol) and (part == PRIME or self.scope.is_parameter(part))
                for part in definition.body.walk()
            )
        )

    def constant_mode(self, left: Expression, right: Expression) -> str:
        """Return "difference" if `left` = `right` has a free constant as a term, "ratio" if a factor.

        "" where there is none.
        """
        for side in (left, right):
            terms = side.terms if isinstance(side, nodes.Sum) else (side,)
            for term in terms:
                inner = term.term if isinstance(term, nodes.Negative) else term
                if isinstance(inner, nodes.Function) and inner.name == "log":
                    inner = inner.argument
                if self.is_constant(inner):
                    return "difference"
            if any(self.is_constant(part) for part in side.walk()):
                return "ratio"
        return ""

    def is_constant(self, part: Expression) -> bool:
        """Say whether `part` is any constant, "const" or a letter that nothing else says."""
        if part == CONSTANT:
            return True
        return (
            isinstance(part, Symbol)
            and self.scope.names.get(part.letter, "") == f"free {part.letter}"
            and key_of(part) not in self.definitions
        )


def has_letters(side: Expression) -> bool:
    """Say whether `side` is about more than numbers."""
    return any(isinstance(part, Symbol | Call) for part in side.walk())


def _factors(formula: Expression) -> list[Expression]:
    """Return the factors of a formula, those of fractions among them too."""
    match formula:
        case nodes.Product(factors):
            return [inner for factor in factors for inner in _factors(factor)]
        case nodes.Quotient(above, below):
            return [*_factors(above), *_factors(below)]
    return [formula]
