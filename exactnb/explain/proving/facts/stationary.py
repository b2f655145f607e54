"""A likelihood that tends to zero on both sides has a largest value, and no slope there."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Derivative, Expression, Extremum, Symbol
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.forms.algebra import rests_on
from exactnb.explain.proving.forms.atoms import Indexed, Log
from exactnb.explain.proving.forms.patterns import rewritten
from exactnb.explain.proving.forms.rational import ZERO, Form
from exactnb.explain.proving.scope.comparing import depends, sign_of
from exactnb.explain.proving.scope.reading import Reader, reader_for
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared

_MOST = 24  # the degree of a polynomial under a logarithm


def stationary_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` does not say that a slope is zero where a log-likelihood is largest, or "".

    The log-likelihood is defined in the scope `declared`, and its slope among the lines `accepted`. A
    continuous function on all numbers that tends to −∞ on both sides has a largest value, by the
    extreme value theorem on an interval outside of which it is smaller (Rudin, Principles of
    Mathematical Analysis, 3rd ed., theorem 4.16), and a slope of zero there (theorem 5.8).
    """
    if line.relation != "=" or line.right != nodes.Integer(0):
        return "the slope is equal to zero"
    lines = [equation.line for equation in accepted if not equation.conditional]
    for sought in reversed(lines):
        match sought.reason.rule, sought.right:
            case Rule.DEFINE, Extremum(Symbol() as variable, Call() as body):
                slopes = (e.right for e in lines if e.left == Derivative(body, variable))
                if any(rewritten(slope, variable, sought.left) == line.left for slope in slopes):
                    return _unbounded_problem(declared, variable, body)
    return "it is no slope at a place that was defined as where something is largest"


def _unbounded_problem(declared: Declared, variable: Symbol, body: Call) -> str:
    """Return why a sum over some rows does not fall beyond all bounds as `variable` grows, or ""."""
    lookup = declared.domain(variable)
    if lookup is None or lookup[0].kind != "reals":
        return "what varies may not be any number"
    facts = (*declared.positive, *declared.natural)
    if any(depends(declared, fact, variable) for fact in facts):
        return "more is assumed of what varies than that it is a number"
    definition = declared.definition(body, counts=True)
    match None if definition is None else definition[0].right:
        case nodes.Series("sum", _, domain, summand, where):
            size = domain.parts[1] if where is None else _count(declared, where)
            if size is None or sign_of(declared, size) != "+":
                return "there may be no rows"
            return "" if _falls(declared, summand, variable) else "it may not fall on both sides"
    return "what is largest is no sum over the rows of a class"


def _count(declared: Declared, where: Expression) -> Expression | None:
    """Return the letter of how many rows a condition holds for, if it was counted."""
    counts = (d for d in declared.definitions if d.counts)
    for definition in counts:
        match definition.right:
            case nodes.Series("sum", body=body, where=None) if body == where:
                return definition.left
    return None


def _falls(declared: Declared, summand: Expression, variable: Symbol) -> bool:
    """Say whether a formula is −w·log q and constants, w > 0, with a q > 0 that rises on both sides."""
    reader = reader_for(declared, counts=False)
    forms, names = reader.forms, reader.names(variable)
    form, own = forms.tidy(reader.read(summand)), reader.letter(variable, {}).atom
    if not isinstance(own, Indexed):
        return False
    # Each term that varies has to be −w·log q with w > 0: were one +w·log q, it could outweigh the
    # others, and the sum rise beyond all bounds.
    moving = [atom for atom in form.atoms if rests_on(atom.form, names)]
    rest = form
    for atom in moving:
        times = form.derivative(atom)
        if not isinstance(atom, Log) or rests_on(times, names) or forms.sign(times) != "-":
            return False
        if forms.sign(atom.argument) != "+" or not _rises(reader, atom.argument, own, names):
            return False
        rest -= times * atom.form
    return bool(moving) and not rests_on(forms.tidy(rest), names)


def _rises(reader: Reader, argument: Form, own: Indexed, names: frozenset[object]) -> bool:
    """Say whether a polynomial in a letter has a positive first coefficient, which is free of it."""
    # The highest derivative that is not 0 is n! times the first coefficient. If that is positive and
    # the polynomial is too, its degree is even, and it grows on both sides.
    last = argument
    for _ in range(_MOST):
        slope = last.derivative(own)
        if slope == ZERO:
            break
        last = slope
    is_polynomial = last is not argument and not rests_on(last, names)
    return is_polynomial and reader.forms.sign(last) == "+"
