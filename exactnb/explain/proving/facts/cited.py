"""Facts that a normal form cannot show: a closed list, each with a check that a line is an instance.

How to read: `CITATIONS`, at the end, has the check of each fact by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.tree import factors_of, terms_of
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts import (
    BETA,
    DEFINITE,
    DIRICHLET,
    GIBBS,
    LINEAR,
    STATIONARY,
    TELESCOPE,
    TRIGAMMA,
    VARIANCE,
)
from exactnb.explain.proving.facts.determinants import determinants_problem
from exactnb.explain.proving.facts.expectation import linearity_problem
from exactnb.explain.proving.facts.moments import variance_problem
from exactnb.explain.proving.facts.stationary import stationary_problem
from exactnb.explain.proving.facts.totals import SOURCES, total_problem
from exactnb.explain.proving.forms.patterns import component_places, instance
from exactnb.explain.proving.scope.comparing import (
    differ_by_constant,
    is_integral,
    is_product,
    same_form,
    sign_of,
)
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared

_ONE = nodes.Integer(1)
_Weighted = list[tuple[nodes.Expression, nodes.Expression]]
"""Weights, and what they weigh the logarithms of."""


def gibbs_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` is no instance of Gibbs' inequality in the scope `declared`, or "".

    For weights a ≥ 0 with a sum A > 0 and any distribution q, Σ a·log q ≤ Σ a·log(a/A), where terms
    with a = 0 count as 0 (Cover and Thomas, Elements of Information Theory, theorem 2.6.3). Among the
    lines `accepted` before it one has to say that q adds up to 1.
    """
    if line.relation != "≤":
        return "the inequality is written with ≤"
    left, right = _weighted(line.left), _weighted(line.right)
    # The weights are compared as they are written, in their order: a theorem is printed so, and a line
    # that needs more than that to be checked has a line missing.
    if left is None or right is None or [a for a, _ in left] != [a for a, _ in right]:
        return "both sides add up the same weights times logarithms"
    if isinstance(line.left, nodes.Series) and not _same_range(declared, line.left, line.right):
        return "both sides add up over one range"
    weights = [weight for weight, _ in left]
    # A negative weight turns the inequality round for its term.
    if any(sign_of(declared, weight) not in ("+", "0+") for weight in weights):
        return "a weight is not known to be 0 or more"
    all_weights = _added(line.left, weights)
    if sign_of(declared, all_weights) != "+":
        return "the sum of the weights is not known to be positive"
    for weight, share in right:
        if not is_product(declared, weight, share, all_weights):
            return "on the right stand the shares of the weights"
    if any(sign_of(declared, q) not in ("+", "0+") for _, q in left):
        return "on the left stand the numbers of a distribution"
    shares_total = _added(line.left, [q for _, q in left])
    sums_to_one = [e.line.left for e in accepted if e.line.right == _ONE and e.line.relation == "="]
    if not any(same_form(declared, shares_total, sum_to_one) for sum_to_one in (_ONE, *sums_to_one)):
        return "on the left stand numbers that add up to 1"
    return ""


def _same_range(declared: Declared, left: nodes.Series, right: nodes.Expression) -> bool:
    """Say whether two formulas are sums over the same index, all of its range."""
    if not isinstance(right, nodes.Series) or left.sign != "sum" or right.sign != "sum":
        return False
    same = (left.index, left.domain) == (right.index, right.domain)
    return same and declared.ranges.get(left.index.letter) == left.domain


def _weighted(expression: nodes.Expression) -> _Weighted | None:
    """Return the weights and arguments of a sum of weighted logarithms."""
    if isinstance(expression, nodes.Series):
        parts: tuple[nodes.Expression, ...] = (expression.body,) if expression.where is None else ()
    else:
        parts = terms_of(expression)
    pairs: _Weighted = []
    for part in parts:
        *weights, logarithm = factors_of(part)
        if not isinstance(logarithm, nodes.Function) or logarithm.name != "log" or not weights:
            return None
        pairs.append((nodes.Product.of(weights), logarithm.argument))
    return pairs or None


def _added(like: nodes.Expression, parts: list[nodes.Expression]) -> nodes.Expression:
    """Return the sum of what stands in each term, over the same index if there is one."""
    if isinstance(like, nodes.Series):
        return nodes.Series("sum", like.index, like.domain, parts[0])
    return nodes.Sum(tuple(parts))


def telescope_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` is no telescoping product in the scope `declared`, or "".

    For numbers a that are not zero, the product of a_j/a_(j−1) over j = 1, …, d is a_d/a_0.
    """
    series, quotient = line.left, line.right
    if not isinstance(series, nodes.Series):
        series, quotient = quotient, series
    if line.relation != "=" or not isinstance(series, nodes.Series) or series.sign != "product":
        return "one side is a product over an index"
    body, index, domain = series.body, series.index, series.domain
    if not isinstance(body, nodes.Quotient) or series.where is not None or domain.kind != "span":
        return "each factor is a quotient, from the first to the last"
    last = domain.parts[1]
    if not isinstance(last, nodes.Symbol) or last.lower or domain.parts[0] != _ONE:
        return "the last index is a letter"
    numerator, denominator = body.numerator, body.denominator
    if denominator != instance(numerator, {index.letter: nodes.Sum((index, nodes.Negative(_ONE)))}):
        return "each denominator is the numerator before"
    # As an index, the last place is written by the name of the size: a value, and no number.
    ends = (nodes.Symbol(last.letter, role="value"), nodes.Integer(0))
    if quotient != nodes.Quotient(*(instance(numerator, {index.letter: end}) for end in ends)):
        return "what is left is the last numerator over the first denominator"
    parts = (numerator, *(instance(numerator, {index.letter: end}) for end in ends))
    # A factor of zero would cancel against itself: 0/0 is no 1.
    positive = all(sign_of(declared, part) == "+" for part in parts)
    return "" if positive else "a factor is not known to be positive"


def powers_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` is no instance of the Beta or Dirichlet's integral in `declared`, or "".

    ∫ θ^(a−1) (1 − θ)^(b−1) dθ from 0 to 1 is Γ(a)·Γ(b)/Γ(a + b), for positive a and b (DeGroot, Optimal
    Statistical Decisions, 1970, section 4.9). Over all distributions θ, the integral of ∏ θ_w^(a_w − 1)
    is ∏ Γ(a_w)/Γ(∑ a_w), for positive a (section 5.4); that θ is a distribution is one of the lines
    `accepted` before it.
    """
    has_ends, left = line.reason.words == BETA, line.left
    if not isinstance(left, nodes.Integral) or (line.relation, bool(left.ends)) != ("=", has_ends):
        return (
            f"on the left stands an integral {'from 0 to 1' if has_ends else 'over all distributions'}"
        )
    # Over all vectors the integral is another, mostly infinite: the constraint is part of the fact.
    if not has_ends and not any(_is_distribution(e.line, left.variable) for e in accepted):
        return "it is not known that the numbers add up to 1"
    is_value = is_integral(declared, left, line.right)
    return "" if is_value else "on the right stands the quotient of Γ that the exponents give"


def _is_distribution(line: Line, vector: nodes.Symbol) -> bool:
    """Say whether a line says that the numbers of a distribution add up to 1."""
    match line.left:
        case nodes.Series(sign="sum", index=index, body=nodes.Symbol() as component, where=None):
            places = [
                position
                for position, subscript in enumerate(component.lower)
                if subscript == nodes.Index(index.letter)
            ]
            is_number = len(places) == 1 and places[0] in component_places(component, vector)
            return is_number and (line.relation, line.right) == ("=", _ONE)
    return False


def trigamma_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` does not say in the scope `declared` that ψ(a) − log a rises, or "".

    For a > 0, ψ′(a) is the integral of t·e^(−at)/(1 − e^(−t)) over all t > 0 (Abramowitz and Stegun,
    6.4.1), and t/(1 − e^(−t)) is above 1: so it is above the integral of e^(−at), which is 1/a.
    """
    match line.left:
        case nodes.Derivative(body, nodes.Symbol() as a, 1):
            gap = nodes.Function("digamma", a) - nodes.Function("log", a)
        case _:
            return "on the left stands a slope"
    if (line.relation, line.right) != (">", nodes.Integer(0)):
        return "the slope is more than zero"
    if sign_of(declared, a) != "+":
        return "what varies is not known to be positive"
    return "" if differ_by_constant(declared, body, gap, a) else "it is not the slope of ψ less log"


_Check = Callable[[Declared, Sequence[AcceptedLine], Line], str]
CITATIONS: Mapping[str, _Check] = {
    GIBBS: gibbs_problem,
    TELESCOPE: telescope_problem,
    LINEAR: linearity_problem,
    DEFINITE: determinants_problem,
    BETA: powers_problem,
    DIRICHLET: powers_problem,
    VARIANCE: variance_problem,
    TRIGAMMA: trigamma_problem,
    STATIONARY: stationary_problem,
    **dict.fromkeys(SOURCES, total_problem),
}
"""What may be cited, by the words that a reader sees."""
