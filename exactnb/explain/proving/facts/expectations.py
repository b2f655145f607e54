"""Facts about expectations: they are linear, and that of a statistic moves as its variance says.

How to read: `linearity_problem` and `slope_by_variance_problem` are the checks of `cited.py`; what
is random in a scope is found by `random_in`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts.totals import SOURCES
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.algebra import mentions_any
from exactnb.explain.proving.forms.calculus import derivative
from exactnb.explain.proving.forms.patterns import Refused, mentions
from exactnb.explain.proving.scope.comparing import may_depend
from exactnb.explain.proving.scope.reading import reader_for
from exactnb.explain.proving.scope.scope import (
    AcceptedLine,
    Declared,
    inside,
    is_expectation,
    may_be_at_an_end,
    names_in,
)

_ZERO, _ONE = nodes.Integer(0), nodes.Integer(1)


def linearity_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` after `accepted` is no linearity of the expectation in `declared`, or "".

    On the left stands the expectation of a letter that was shown to be a sum; on the right its terms,
    each with its own expectation (Casella and Berger, Statistical Inference, theorem 4.6.6).
    """
    # Only a letter: its sum was accepted as an equation, of which the expectation is then taken.
    match line.left:
        case nodes.Call("E", (nodes.Symbol() as letter,), (), ()) if line.relation == "=":
            pass
        case _:
            return "on the left stands the expectation of a letter"
    expected = _Expected(declared)
    # An equation that is assumed of what is drawn is an event: expectations would be under a condition.
    assumed = (side for equation in accepted for side in tied_sides(equation.line))
    if not all(map(expected.is_fixed, assumed)):
        return "something is assumed of what is drawn"
    equations = (e.line for e in accepted if not e.conditional and e.line.relation == "=")
    for formula in (e.right for e in equations if e.left == letter):
        try:
            if not expected.is_fixed(formula) and expected.expand(formula) == line.right:
                return ""
        except Refused:
            continue
    return "the right side is not that of a sum, term by term"


def tied_sides(line: Line) -> tuple[nodes.Expression, ...]:
    """Return both sides of a line if it assumes what ties letters, but for an expectation's value.

    What is 0 or more may be an equation: its opposite may be 0 or more too.
    """
    ties = line.relation == "=" or (
        line.relation == "≥" and not isinstance(line.left, nodes.Symbol | nodes.Call)
    )
    ties = ties and line.reason.rule is Rule.ASSUME and not is_expectation(line.left)
    return (line.left, line.right) if ties else ()


def is_fixed(declared: Declared, expression: nodes.Expression) -> bool:
    """Say whether `expression` does not depend on anything that is random in `declared`."""
    return not may_depend(declared, expression, *declared.random)


def random_in(declared: Declared, line: Line) -> frozenset[nodes.Symbol | nodes.Call]:
    """Return the letters and functions that a line makes random in `declared`, by an expectation."""
    parts = (part for side in (line.left, line.right) for part in side.walk())
    random = {letter for part in parts if is_expectation(part) for letter in names_in(part)}
    waiting = list(random)
    while waiting:  # what something drawn is made of is drawn too
        letter = waiting.pop()
        stands_for = (
            definition.right for definition in declared.definitions if mentions(definition.left, letter)
        )
        made = {part for right in stands_for for part in names_in(right)} - random
        random |= made
        waiting += made
    return frozenset(random)


class _Expected:
    """Push an expectation inwards, up to letters and products of letters that are drawn."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared

    def expand(self, expression: nodes.Expression) -> nodes.Expression:
        """Return the expectation of a formula; raise Refused if it is not that of a sum."""
        if self.is_fixed(expression):
            return expression
        match expression:
            case nodes.Sum(terms):
                return nodes.Sum(tuple(map(self.expand, terms)))
            case nodes.Negative(term):
                return nodes.Negative(self.expand(term))
            # It is not drawn how many terms there are.
            case nodes.Series("sum", _, domain, body, None) if domain.kind == "set" or self.is_fixed(
                domain.parts[1]
            ):
                return replace(expression, body=self.expand(body))
            case nodes.Quotient(numerator, denominator) if self.is_fixed(denominator):
                return nodes.Quotient(self.expand(numerator), denominator)
            case nodes.Product(factors):
                return self._expand_product(factors)
            case nodes.Symbol():
                return nodes.Call("E", (expression,))
        raise Refused("the expectation of what is no sum of products")

    def _expand_product(self, factors: tuple[nodes.Expression, ...]) -> nodes.Expression:
        moving = tuple(factor for factor in factors if not self.is_fixed(factor))
        fixed = tuple(factor for factor in factors if factor not in moving)
        # E(x·y) stays whole: what is drawn need not be independent.
        if len(moving) == 1:
            inner = self.expand(moving[0])
        elif all(isinstance(factor, nodes.Symbol) for factor in moving):
            inner = nodes.Call("E", (nodes.Product(moving),))
        else:
            raise Refused("the expectation of a product of sums")
        return nodes.Product((*fixed, inner)) if fixed else inner

    def is_fixed(self, expression: nodes.Expression) -> bool:
        return is_fixed(self.declared, expression)


def slope_by_variance_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line`, the sign of a slope, is not that of a variance in the scope `declared`, or "".

    Where ∂ log f(x)/∂θ is w(θ)·(T(x) − μ(θ)) for a density f that adds up to 1 for every θ of an open
    interval, and w has one sign, f is an exponential family, T is expected to be μ, and ∂μ/∂θ is w
    times the variance of T. That is positive unless T is constant. That f adds up to 1 is one of the
    lines `accepted` before.

    Source: L. Brown, Fundamentals of Statistical Exponential Families (1986), theorem 2.2 and corollary
    2.3.
    """
    match line.left:
        case nodes.Derivative(expected, parameter, 1) if line.right == _ZERO:
            pass
        case _:
            return "the slope of what is expected is compared with zero"
    for total in _normalised_totals(accepted):
        for statistic in _statistics(declared):
            sign = _weight_sign(declared, parameter, total, statistic, expected)
            if sign:
                return "" if line.relation == {"+": ">", "-": "<"}[sign] else "it moves the other way"
    return "it is not what is expected of the statistic of a density"


def _normalised_totals(accepted: Sequence[AcceptedLine]) -> Iterator[nodes.Integral | nodes.Series]:
    """Yield the integral, or the sum, of each density that was shown to add up to 1."""
    for equation in accepted:
        line = equation.line
        is_total = line.right == _ONE and line.reason.words in SOURCES and not equation.conditional
        if is_total and isinstance(line.left, nodes.Integral | nodes.Series):
            yield line.left


def _statistics(declared: Declared) -> Iterator[nodes.Expression]:
    """Yield what was said to be added up over the rows of a class."""
    for definition in declared.definitions:
        match definition.right:
            case nodes.Series("sum", body=nodes.Product((*parts, nodes.Iverson()))) if (
                definition.counts
            ):
                yield nodes.Product.of(parts)


def _weight_sign(
    declared: Declared,
    parameter: nodes.Symbol,
    total: nodes.Integral | nodes.Series,
    statistic: nodes.Expression,
    expected: nodes.Expression,
) -> str:
    """Return the sign of w, "" for a density of another kind and a statistic that may be constant."""
    is_integral = isinstance(total, nodes.Integral)
    variable = total.variable if isinstance(total, nodes.Integral) else total.index
    ends = total.ends if isinstance(total, nodes.Integral) else total.domain.parts
    assert isinstance(variable, nodes.Symbol)
    declared = inside(declared, variable)
    # ∫ f = 1 is differentiated under the integral: with an end that moves, that end adds a term.
    if any(may_depend(declared, end, parameter) for end in ends if not isinstance(end, nodes.Special)):
        return ""
    if may_depend(declared, statistic, parameter) or may_depend(declared, expected, variable):
        return ""
    # The theorem is about the inside of the natural parameters: at an end a variance may be 0.
    if may_be_at_an_end(declared, parameter):
        return ""
    reader = reader_for(declared, counts=False)
    forms, moving = reader.forms, reader.read(statistic)
    by, x = reader.variable_atom(parameter, {}), reader.letter(variable, {}).atom
    if not isinstance(x, atoms.Indexed):
        return ""
    if is_integral:
        # A statistic that rises or falls throughout is not constant, so its variance is positive.
        if forms.sign(derivative(forms, moving, x, reader.names(variable))) not in ("+", "-"):
            return ""
    elif statistic != variable:
        return ""
    log = reader.read(nodes.Function("log", total.body))
    gap = forms.tidy(moving - reader.read(expected))
    if gap == 0:
        return ""
    weight = forms.tidy(derivative(forms, log, by, reader.names(parameter)) / gap)
    if mentions_any(weight, reader.names(variable)) or forms.sign(weight) not in ("+", "-"):
        return ""
    return forms.sign(weight)
