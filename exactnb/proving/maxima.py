"""Where a formula is largest: by an inequality, by its slope or curvature, or at an end.

What varies may lie in a set with its ends. There formulas are what they tend to (0⁰ is 1 and 0 · log 0
is 0), so that what is largest inside is so everywhere; slopes are taken inside.

How to read: `maximum_problem` finds what was defined as a maximum, tries each kind of proof (the
functions `_by_…` and `_at_an_end`), and then asks whether the place lies in the set that varies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactnb.derivation.lines import Line
from exactnb.expression.nodes import (
    Derivative,
    Expression,
    Extremum,
    Function,
    Index,
    Integer,
    Negative,
    Product,
    Series,
    Sum,
    Symbol,
)
from exactnb.expression.reasons import Rule
from exactnb.proving.comparing import alike, depends, is_falling_in, is_free_of, ratio_sign, sign_of
from exactnb.proving.declared import Declared, Equation, inside
from exactnb.proving.determinants import compared
from exactnb.proving.patterns import free_letters, match, rewritten
from exactnb.proving.solving import is_inside
from exactnb.proving.theorem import DEFINITE, GIBBS

_ZERO, _ONE = Integer(0), Integer(1)


def maximum_problem(declared: Declared, accepted: Sequence[Equation], line: Line) -> str:
    """Return what is wrong with the claim that a formula is largest there, nothing if it is right.

    The letter on the left was defined as the place where a formula is largest, for one number of some
    domain, or for all numbers of a distribution at once.
    """
    lines = [e.line for e in accepted if not e.conditional or e.line.reason.rule is Rule.ASSUME]
    found = _sought(lines, line.left)
    if found is None:
        return "the left side was not defined as where something is largest"
    variable, body, is_one_of_many = found
    own = declared.domain(variable) is None  # a sign is then all that it may be
    known = (*declared.positive, *declared.natural)
    facts = (e for e in known if not own or match(e, variable) is None)
    if any(depends(declared, e, variable) for e in facts):
        return "more is assumed of what varies than its domain"
    if declared.matrix(variable) is not None:
        held = _by_determinants(declared, lines, variable, body, line.right)
    elif is_one_of_many:
        held = _by_gibbs(declared, lines, variable, body, line.right, together=True)
    else:
        proofs = (_by_gibbs, _by_curvature, _by_turning, _at_an_end)
        held = any(proof(declared, lines, variable, body, line.right) for proof in proofs)
    held = held and not depends(declared, line.right, variable)  # it is one place
    if not held:
        return "nothing shows that this is the maximum"
    return "" if _is_allowed(declared, variable, line.right) else "this place is not allowed"


def _is_allowed(declared: Declared, variable: Symbol, at: Expression) -> bool:
    """Say whether a place lies in the set that varies: what was said of the letter first, ends and all.

    What later lines say, that it lies inside, is where slopes are taken.
    """
    domain = declared.introduced(variable)
    if domain is None:
        weak = any(declared.fitting(fact, variable) is not None for fact in declared.natural)
        return sign_of(declared, at) in ("+", "0+" if weak else "+")
    if domain.kind == "definite":
        return declared.matrix(at) == domain
    if domain.kind not in ("open", "closed"):
        return domain.kind == "reals"
    low, high = domain.parts
    allowed = ("+", "0+") if domain.kind == "closed" else ("+",)
    gaps = (Sum((at, Negative(low))), Sum((high, Negative(at))))
    return all(sign_of(declared, gap) in allowed for gap in gaps)


def _by_determinants(
    declared: Declared, lines: Sequence[Line], variable: Symbol, body: Expression, at: Expression
) -> bool:
    """Say whether an inequality of log-determinants compares the formula anywhere with the place."""
    for line in lines:
        if line.reason.rule is Rule.CITED and line.reason.words == DEFINITE:
            pair = compared(line)
            free = not any(True for _ in _conditions(declared, lines, variable))
            if pair == (variable, at) and free and is_falling_in(declared, body, line.left, variable):
                return True
    return False


def _sought(lines: Sequence[Line], left: Expression) -> tuple[Symbol, Expression, bool] | None:
    """Return the variable of a maximum and the formula, and whether it is one of several that vary."""
    for line in reversed(lines):
        right = line.right
        if line.reason.rule is not Rule.DEFINE or not isinstance(right, Extremum):
            continue
        variable = right.variable
        if not isinstance(variable, Symbol) or not isinstance(left, Symbol):
            continue
        if line.left == left:
            return variable, right.body, False
        whole = line.left
        if isinstance(whole, Symbol) and _is_component(left, whole):
            one = Symbol(variable.letter, left.lower, variable.raised, role=variable.role)
            return one, right.body, True
    return None


def _is_component(part: Symbol, whole: Symbol) -> bool:
    """Say whether a letter is one number of another: the same letter, with one index more."""
    if (part.letter, part.raised, part.hat) != (whole.letter, whole.raised, whole.hat):
        return False
    places = range(len(part.lower))
    return any(part.lower[:at] + part.lower[at + 1 :] == whole.lower for at in places)


def _by_gibbs(
    declared: Declared,
    lines: Sequence[Line],
    variable: Symbol,
    body: Expression,
    at: Expression,
    *,
    together: bool = False,
) -> bool:
    """Say whether an inequality compares the formula anywhere with itself at the place.

    One number varies, or all numbers of a distribution `together`.
    """
    for line in lines:
        if line.reason.rule is Rule.CITED and line.reason.words == GIBBS:
            there: Expression | None = None
            if together:
                there = rewritten(line.left, variable, at)
            elif free_letters(variable) <= free_letters(line.left):  # else it is of several
                there = rewritten(line.left, variable, at, _own_index)
            same = line.right == there
            conditions = _conditions(declared, lines, variable)
            same = same and all(_is_whole(c, line.left) for c in conditions)
            if same and is_free_of(inside(declared, variable), body, line.left, variable):
                return True
    return False


def _by_curvature(
    declared: Declared, lines: Sequence[Line], variable: Symbol, body: Expression, at: Expression
) -> bool:
    """Say whether the slope is zero there, inside of what is allowed, and falls everywhere."""
    falls = Derivative(body, variable, 2)
    if not any(falls == left and relation == "<" for left, relation in _signs(lines)):
        return False
    if not is_inside(declared, variable, at):
        return False
    slopes = _free_slopes(declared, lines, variable, body)
    there = (_there(declared, slope, variable, at) for slope in slopes)
    return any(slope is not None and alike(declared, slope, _ZERO) for slope in there)


def _by_turning(
    declared: Declared, lines: Sequence[Line], variable: Symbol, body: Expression, at: Expression
) -> bool:
    """Say whether the slope is something positive times the way to the place: up to it, then down."""
    if not is_inside(declared, variable, at):
        return False
    slopes = _free_slopes(declared, lines, variable, body)
    return any(ratio_sign(declared, (slope, _ZERO), (at, variable)) == "+" for slope in slopes)


def _free_slopes(
    declared: Declared, lines: Sequence[Line], variable: Symbol, body: Expression
) -> list[Expression]:
    """Return what the slope is, if nothing is assumed of what varies but that it is zero."""
    slopes = list(_right_of(lines, Derivative(body, variable)))
    assumed = _conditions(declared, lines, variable)
    return slopes if all(c.left in slopes and c.right == _ZERO for c in assumed) else []


def _at_an_end(
    declared: Declared, lines: Sequence[Line], variable: Symbol, body: Expression, at: Expression
) -> bool:
    """Say whether the formula falls all the way from the place, or rises to it, and is finite there."""
    ends = _ends(declared, variable)
    if at not in ends:
        return False
    wanted = "<" if at == ends[0] else ">"
    slope = Derivative(body, variable)
    if any(True for _ in _conditions(declared, lines, variable)):
        return False
    if not any(slope == left and relation == wanted for left, relation in _signs(lines)):
        return False
    formulas = _right_of(lines, body)
    return any(_there(declared, formula, variable, at) is not None for formula in formulas)


def _ends(declared: Declared, variable: Symbol) -> tuple[Expression, ...]:
    """Return the ends that a letter may be at: both of an interval, or zero."""
    domain = declared.introduced(variable)
    if domain is not None:
        return domain.parts if domain.kind == "closed" else ()
    weak = any(declared.fitting(fact, variable) is not None for fact in declared.natural)
    return (_ZERO,) if weak else ()


def _there(
    declared: Declared, formula: Expression, variable: Symbol, at: Expression
) -> Expression | None:
    """Return what a formula is at a place, None if it has no value there or still varies.

    Where the formula holds the letter with other indices or by a name, these are left.
    """
    there = rewritten(formula, variable, at, _own_index)
    return None if depends(declared, there, variable) else there


def _own_index(letter: str, place: Expression) -> bool:
    return place == Index(letter)


def _conditions(declared: Declared, lines: Sequence[Line], variable: Symbol) -> Iterator[Line]:
    """Yield the equations that are assumed of what varies."""
    assumed = (e for e in lines if e.reason.rule is Rule.ASSUME and e.relation == "=")
    for line in assumed:
        if any(depends(declared, side, variable) for side in (line.left, line.right)):
            yield line


def _is_whole(condition: Line, compared: Expression) -> bool:
    """Say whether a condition says that the numbers add up to 1 whose logarithms are compared."""
    if not isinstance(compared, Series) or not isinstance(compared.body, Product):
        return False
    last = compared.body.factors[-1]
    if not isinstance(last, Function):
        return False
    whole = Series("sum", compared.index, compared.domain, last.argument)
    return condition.left == whole and condition.right == _ONE


def _signs(lines: Sequence[Line]) -> Iterator[tuple[Expression, str]]:
    for line in lines:
        if line.reason.rule is Rule.MAXIMUM and line.right == _ZERO:
            yield line.left, line.relation


def _right_of(lines: Sequence[Line], left: Expression) -> Iterator[Expression]:
    return (line.right for line in lines if line.left == left and line.relation == "=")
