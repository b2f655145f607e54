"""Whether a line follows from the one before it: it has the same zeros, and rests on nothing wrong.

A line that is true may still not follow: it was copied, or two slips cancel. Zeros are compared at
exact places, so that each refutation is a proof.

How to read: `wrong_definition` finds what a wrong line rests on; `may_follow` and `other_zero` compare
a line with one before it, the rest finds the zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.teach.grading.derivations.introduced import key_of
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine
from exactnb.teach.grading.derivations.meanings import Parsed, symbols_in
from exactnb.teach.grading.derivations.numbers import NoValue, TooLarge, differ
from exactnb.teach.grading.derivations.trials import Trials
from exactnb.teach.grading.derivations.worlds import Env, Key, NotLargest, Unknown, World

_USUAL = (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(-1), Fraction(2))
_WORLDS = 3

Equation = tuple[Expression, Expression]


def wrong_definition(
    trials: Trials, lines: Sequence[Parsed], line: DerivationLine
) -> tuple[int, Counterexample] | None:
    """Return the definition among `lines` that a wrong `line` rests on, if another is expected."""
    chain = line.chain
    if chain is None:
        return None
    left = chain.sides[0]
    used = {key_of(symbol): symbol for symbol in symbols_in(chain.sides)}
    for key, symbol in used.items():
        definition = trials.definitions.get(key)
        if definition is None or (isinstance(left, Symbol) and key_of(left) == key):
            continue
        for world in trials.scope.worlds():
            for env in trials.places(world, (symbol,)):
                ev = trials.evaluator(world)
                try:
                    expected = trials.scope.required(ev, symbol, env)
                    value = None if expected is None else ev.value(symbol, env)
                except (Unknown, ArithmeticError):
                    continue
                if expected is not None and differ(expected, value):
                    letters = trials.letters(ev, (symbol,), env)
                    failed = Counterexample(letters, expected, value, False, "=")
                    stated = (
                        index
                        for index, (_, chains, _) in enumerate(lines)
                        if chains and definition.body in chains[0].sides
                    )
                    return next(((index, failed) for index in stated), None)
    return None


def may_follow(trials: Trials, wrong: DerivationChain, chain: DerivationChain) -> bool:
    """Say whether a right `chain` may follow from `wrong`: False only if numbers show that it cannot.

    An equation cannot where the wrong one does not hold at the estimate, a derivative where that of the
    wrong line is another. The numbers are those of `trials`.
    """
    try:
        left, right = chain.sides[0], chain.sides[-1]
        if isinstance(left, nodes.Derivative) and wrong.sides[0] == left.body:
            derived = nodes.Derivative(wrong.sides[-1], left.variable, left.order)
            return not isinstance(trials.trial(derived, chain.sides[1], "identity"), Counterexample)
        is_estimate = any(getattr(part, "is_estimate", False) for part in left.walk())
        is_everywhere = not isinstance(trials.trial(left, right, "identity"), Counterexample)
        if trials.has_function(left) or (is_everywhere and not is_estimate):
            return True
        equations = [pair for pair in wrong.equations() if not any(map(trials.has_function, pair))]
        letters = _parameters(trials, (left,)) or _parameters(trials, (right,))
        about = _parameters(trials, (side for pair in equations for side in pair))
        if equations and not letters & about and not trials.scope.is_constrained:
            return True  # it is about the mean, this about the variance
        if not equations:
            if trials.scope.is_constrained or not isinstance(wrong.sides[0], Call):
                return True
            slope = nodes.Derivative(wrong.sides[-1], trials.scope.only_parameter(), 1)
            equations = [(slope, Integer(0))]
        return not all(
            isinstance(trials.trial(*pair, "condition"), Counterexample) for pair in equations
        )
    except (Unknown, ArithmeticError, NotLargest):
        return True


def _parameters(trials: Trials, sides: Iterable[Expression]) -> set[str]:
    """Return the letters of the parameters in some formulas; σ² is σ."""
    letters = (part for side in sides for part in side.walk() if isinstance(part, Symbol))
    return {n.letter.removesuffix("²") for n in letters if trials.scope.is_parameter(n)}


def other_zero(
    trials: Trials, before: DerivationChain, after: DerivationChain
) -> Counterexample | None:
    """Return a place in the domain where one of the equations `before` and `after` holds alone.

    `trials` tries the places. At an end of the domain only a zero that is new counts: an equation that
    was divided may hold there.
    """
    try:
        earlier, later = (_last_conditional_equation(trials, chain) for chain in (before, after))
        if earlier is None or later is None:
            return None
        letters = {letter for side in (*earlier, *later) for letter in side.walk()
                   if isinstance(letter, Symbol) and trials.scope.is_parameter(letter)}  # fmt: skip
        if len(letters) != 1 or any(map(trials.is_defined, letters)):
            return None
        [letter] = letters
        if any(letter not in [*left.walk(), *right.walk()] for left, right in (earlier, later)):
            return None  # what is left once the parameter is gone says nothing of its zeros
        for world in trials.scope.worlds()[:_WORLDS]:
            for env in trials.places(world, (*earlier, *later)):
                failed = _lost_or_gained(trials, world, env, letter, earlier, later)
                if failed is not None:
                    return failed
    except (Unknown, TooLarge, NotLargest):
        pass
    return None


def _last_conditional_equation(trials: Trials, chain: DerivationChain) -> Equation | None:
    """Return the last equation of a chain about a parameter that does not hold everywhere."""
    for left, right in reversed(list(chain.equations())):
        parts = (*left.walk(), *right.walk())
        if any(isinstance(part, Symbol) and part.is_estimate for part in parts):
            return None
        if not _parameters(trials, (left, right)):
            continue  # v = S/n = (Σ_i x_i²)/n − x̄² goes on about the data
        if not (trials.has_function(left) or trials.has_function(right)) and isinstance(
            trials.trial(left, right, "identity"), Counterexample
        ):
            return left, right
    return None


def _lost_or_gained(
    trials: Trials, world: World, env: Env, letter: Symbol, earlier: Equation, later: Equation
) -> Counterexample | None:
    ev = trials.evaluator(world, truth=True)
    key = trials.scope.parameter_key(ev, letter, env)
    if key is None or key not in world.truth:
        return None
    domain = trials.scope.domain(key)
    if domain is None:
        return None
    low, high, is_closed = domain
    for place in dict.fromkeys(_candidates(trials, world, env, key, later)):
        is_end = place in (low, high)
        if (low is not None and place < low) or (high is not None and place > high):
            continue
        if is_end and not is_closed:
            continue
        was, now = (_holds(trials, world, env, {key: place}, pair) for pair in (earlier, later))
        is_gained = now is True and (was is False or (is_end and was is None))
        if is_gained or (was is True and now is False and not is_end):
            shown = {**env, str(letter): place}
            others = trials.letters(ev, later, env)
            numbers = [(name, value) for name, value in others if name not in shown]
            return Counterexample(
                ((str(letter), place), *numbers), place, place, False, "gained" if is_gained else "lost"
            )
    return None


def _candidates(
    trials: Trials, world: World, env: Env, key: Key, equation: Equation
) -> Iterator[Fraction]:
    """Yield where a factor may be 0: places that are usual, those of the estimate, linear factors."""
    truth = world.truth[key]
    yield from (*_USUAL, -truth, 1 - truth, 2 * truth, truth / 2)
    for part in dict.fromkeys(part for side in equation for part in _factors(side)):
        ends = []
        for place in (Fraction(0), Fraction(1)):
            ev = trials.evaluator(world, truth=True)
            ev.overrides[key] = place
            try:
                ends.append(ev.value(part, env))
            except (NoValue, ZeroDivisionError, Unknown):
                break
        if len(ends) == 2 and all(isinstance(end, Fraction) for end in ends) and ends[0] != ends[1]:
            yield ends[0] / (ends[0] - ends[1])


def _factors(side: Expression) -> Iterable[Expression]:
    return (part for part in side.walk() if isinstance(part, nodes.Sum | nodes.Negative))


def _holds(
    trials: Trials, world: World, env: Env, substituted: dict[Key, Fraction], equation: Equation
) -> bool | None:
    """Say whether an equation holds at a place; None where it has no value, or nothing is known."""
    values = []
    for side in equation:
        ev = trials.evaluator(world, truth=True)
        ev.overrides |= substituted
        try:
            values.append(ev.value(side, env))
        except (NoValue, ZeroDivisionError):
            return None
    unequal = differ(*values)
    return None if unequal is None else not unequal
