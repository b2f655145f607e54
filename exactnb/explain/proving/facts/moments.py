"""What is expected of a statistic moves with the parameter as its variance says: one way only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactnb.core.expression import nodes
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts.totals import SOURCES
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.algebra import rests_on
from exactnb.explain.proving.forms.slopes import derivative
from exactnb.explain.proving.scope.comparing import depends
from exactnb.explain.proving.scope.reading import reader_for
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared, inside, may_be_at_an_end

_ZERO, _ONE = nodes.Integer(0), nodes.Integer(1)


def variance_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
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
    for whole in _totals(accepted):
        for statistic in _statistics(declared):
            sign = _sign(declared, parameter, whole, statistic, expected)
            if sign:
                return "" if line.relation == {"+": ">", "-": "<"}[sign] else "it moves the other way"
    return "it is not what is expected of the statistic of a density"


def _totals(accepted: Sequence[AcceptedLine]) -> Iterator[nodes.Integral | nodes.Series]:
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


def _sign(
    declared: Declared,
    parameter: nodes.Symbol,
    whole: nodes.Integral | nodes.Series,
    statistic: nodes.Expression,
    expected: nodes.Expression,
) -> str:
    """Return the sign of w, "" for a density of another kind and a statistic that may be constant."""
    is_integral = isinstance(whole, nodes.Integral)
    variable = whole.variable if isinstance(whole, nodes.Integral) else whole.index
    ends = whole.ends if isinstance(whole, nodes.Integral) else whole.domain.parts
    assert isinstance(variable, nodes.Symbol)
    declared = inside(declared, variable)
    # ∫ f = 1 is differentiated under the integral: with an end that moves, that end adds a term.
    if any(depends(declared, end, parameter) for end in ends if not isinstance(end, nodes.Special)):
        return ""
    if depends(declared, statistic, parameter) or depends(declared, expected, variable):
        return ""
    # The theorem is about the inside of the natural parameters: at an end a variance may be 0.
    if may_be_at_an_end(declared, parameter):
        return ""
    reader = reader_for(declared, counts=False)
    forms, moving = reader.forms, reader.read(statistic)
    by, x = reader.varying(parameter, {}), reader.letter(variable, {}).atom
    if not isinstance(x, atoms.Indexed):
        return ""
    if is_integral:
        # A statistic that rises or falls throughout is not constant, so its variance is positive.
        if forms.sign(derivative(forms, moving, x, reader.names(variable))) not in ("+", "-"):
            return ""
    elif statistic != variable:
        return ""
    log = reader.read(nodes.Function("log", whole.body))
    gap = forms.tidy(moving - reader.read(expected))
    if gap == 0:
        return ""
    weight = forms.tidy(derivative(forms, log, by, reader.names(parameter)) / gap)
    if rests_on(weight, reader.names(variable)) or forms.sign(weight) not in ("+", "-"):
        return ""
    return forms.sign(weight)
