"""Solutions are checked, not found: a value is put into the conditions, and is the only one."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Expression, Negative, Sum, Symbol
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.comparing import alike, depends, ratio_sign, sign_of
from exactnb.explain.proving.declared import Declared
from exactnb.explain.proving.patterns import Refused, match, mentions, rewritten


def solution_problem(
    declared: Declared, conditions: Sequence[Line], found: Sequence[Line], line: Line
) -> str:
    """Return what is wrong with a line that says which value of a letter satisfies the conditions.

    `found` are the equations that hold under these; values of multipliers among them are put in too.
    """
    letter, value = line.left, line.right
    if line.relation != "=" or not isinstance(letter, Symbol) or not conditions:
        return "a solution is what a letter is, under conditions"
    if declared.definition(letter, counts=True) is not None:
        return "what is solved for stands for something already"
    known = [e for e in found if e.relation == "=" and _is_multiplier(declared, e.left)]
    if any(mentions(e.right, letter) for e in (*known, line)):
        return "a value that was found holds what is solved for"
    if any(mentions(value, e.left) for e in known):
        return "a value that was found is not put in"
    if not any(letter in side.walk() for c in conditions for side in (c.left, c.right)):
        return "no condition is about what is solved for"
    if not is_inside(declared, letter, value):
        return "the solution is not known to be allowed"
    if not any(_is_same_claim(declared, equation, line) for equation in found):
        return "it is not known that there is no other solution"
    for condition in conditions:
        sides = [condition.left, condition.right]
        for equation in (*known, line):
            sides = [rewritten(side, equation.left, equation.right) for side in sides]
        if not alike(declared, *sides):
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
    """Say whether a value is one that a letter may have, by all that was said of it."""
    found = declared.domain(letter)
    said: list[tuple[Expression, tuple[str, ...]]] = [(fact, ("+",)) for fact in declared.positive]
    said += [(fact, ("+", "0+")) for fact in declared.natural]
    if found is None:
        if not any(declared.fitting(fact, letter) is not None for fact in declared.positive):
            return False
    elif found[0].kind == "open":
        low, high = found[0].parts
        said += [(Sum((letter, Negative(low))), ("+",)), (Sum((high, Negative(letter))), ("+",))]
    elif found[0].kind != "reals":
        return False
    for fact, signs in said:
        if depends(declared, fact, letter):
            of_letter = match(fact, letter) is not None
            there = value if of_letter else rewritten(fact, letter, value)
            if depends(declared, there, letter) or sign_of(declared, there) not in signs:
                return False
    return True
