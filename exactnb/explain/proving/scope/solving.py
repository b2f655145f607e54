"""Solutions are checked, not found: a value is put into the conditions, and is the only one."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.forms.patterns import Refused, match, mentions, rewritten
from exactnb.explain.proving.scope.comparing import depends, ratio_sign, same_form, sign_of
from exactnb.explain.proving.scope.scope import Declared, ways_inside


def solution_problem(
    declared: Declared, conditions: Sequence[Line], equations: Sequence[Line], line: Line
) -> str:
    """Return why `line` is no value of a letter of `declared` that satisfies `conditions`, or ""."""
    letter, value = line.left, line.right
    if line.relation != "=" or not isinstance(letter, Symbol) or not conditions:
        return "a solution is what a letter is, under conditions"
    if declared.definition(letter, counts=True) is not None:
        return "what is solved for stands for something already"
    multipliers = [e for e in equations if e.relation == "=" and _is_multiplier(declared, e.left)]
    # θ = θ satisfies every condition: a value has to be free of what it is the value of.
    if any(mentions(e.right, letter) for e in (*multipliers, line)):
        return "a value that was found holds what is solved for"
    # A multiplier is found by the same conditions: left in the value, it would be an unknown more.
    if any(mentions(value, e.left) for e in multipliers):
        return "a value that was found is not put in"
    if not any(letter in side.walk() for c in conditions for side in (c.left, c.right)):
        return "no condition is about what is solved for"
    if not is_inside(declared, letter, value):
        return "the solution is not known to be allowed"
    # A value that satisfies the conditions may be one of several: uniqueness has to be known too.
    if not any(_is_same_claim(declared, equation, line) for equation in equations):
        return "it is not known that there is no other solution"
    for condition in conditions:
        sides = [condition.left, condition.right]
        for equation in (*multipliers, line):
            sides = [rewritten(side, equation.left, equation.right) for side in sides]
        if not same_form(declared, *sides):
            return "a condition is not satisfied"
    return ""


def _is_multiplier(declared: Declared, expression: Expression) -> bool:
    """Say whether a letter may be any number, and nothing else is known of it."""
    domain = declared.domain(expression)
    free = declared.definition(expression, counts=True) is None
    return free and domain is not None and domain[0].kind == "reals"


def _is_same_claim(declared: Declared, equation: Line, claim: Line) -> bool:
    """Say whether an equation holds just where a claim does."""
    if equation.relation != "=":
        return False
    sides, claimed = (equation.left, equation.right), (claim.left, claim.right)
    try:
        return ratio_sign(declared, sides, claimed) in ("+", "-")
    except Refused:
        return False


def is_inside(declared: Declared, letter: Symbol, value: Expression) -> bool:
    """Say whether `value` satisfies all that `declared` assumes of `letter`: its domain, and facts."""
    lookup = declared.domain(letter)
    requirements: list[tuple[Expression, tuple[str, ...]]] = [
        (fact, ("+",)) for fact in declared.positive
    ]
    requirements += [(fact, ("+", "0+")) for fact in declared.natural]
    if lookup is None:
        if not any(declared.fitting(fact, letter) is not None for fact in declared.positive):
            return False
    elif lookup[0].kind == "open":
        requirements += [(way, ("+",)) for _, way in ways_inside(lookup[0], letter)]
    # Of other sets it is not known whether a formula lies in them: a whole number may come out as a
    # half.
    elif lookup[0].kind != "reals":
        return False
    for fact, signs in requirements:
        if depends(declared, fact, letter):
            # θ_j > 0 for all j is asked of the value for j; in any other fact, as 1 − θ > 0, it is put
            # in.
            about_letter = match(fact, letter) is not None
            there = value if about_letter else rewritten(fact, letter, value)
            if depends(declared, there, letter) or sign_of(declared, there) not in signs:
                return False
    return True
