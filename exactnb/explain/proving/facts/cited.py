"""Facts that a normal form cannot show: a closed list, each with a check that a line is an instance.

How to read: `CITATIONS`, at the end, has the check of each fact by its words. Those about expectations
stand in `expectations.py`, those about densities that add up to 1 in `totals.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Derivative, Expression, Extremum, Symbol
from exactnb.core.expression.reasons import Rule
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
from exactnb.explain.proving.facts.expectations import linearity_problem, slope_by_variance_problem
from exactnb.explain.proving.facts.totals import SOURCES, total_problem
from exactnb.explain.proving.forms.algebra import mentions_any
from exactnb.explain.proving.forms.atoms import Indexed, Log
from exactnb.explain.proving.forms.patterns import component_places, instance, rewritten
from exactnb.explain.proving.forms.rational import ZERO, Form
from exactnb.explain.proving.scope.comparing import (
    differ_by_constant,
    is_product,
    is_value_of_integral,
    may_depend,
    same_form,
    sign_of,
)
from exactnb.explain.proving.scope.reading import Reader, reader_for
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared

_MOST = 24  # the degree of a polynomial under a logarithm
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
    left, right = _weighted_logarithms(line.left), _weighted_logarithms(line.right)
    # The weights are compared as they are written, in their order: a theorem is printed so, and a line
    # that needs more than that to be checked has a line missing.
    if left is None or right is None or [a for a, _ in left] != [a for a, _ in right]:
        return "both sides add up the same weights times logarithms"
    if isinstance(line.left, nodes.Series) and not _are_sums_over_all(declared, line.left, line.right):
        return "both sides add up over one range"
    weights = [weight for weight, _ in left]
    # A negative weight turns the inequality round for its term.
    if any(sign_of(declared, weight) not in ("+", "0+") for weight in weights):
        return "a weight is not known to be 0 or more"
    all_weights = _sum_over_same_index(line.left, weights)
    if sign_of(declared, all_weights) != "+":
        return "the sum of the weights is not known to be positive"
    for weight, share in right:
        if not is_product(declared, weight, share, all_weights):
            return "on the right stand the shares of the weights"
    if any(sign_of(declared, q) not in ("+", "0+") for _, q in left):
        return "on the left stand the numbers of a distribution"
    shares_total = _sum_over_same_index(line.left, [q for _, q in left])
    sums_to_one = [e.line.left for e in accepted if e.line.right == _ONE and e.line.relation == "="]
    if not any(same_form(declared, shares_total, sum_to_one) for sum_to_one in (_ONE, *sums_to_one)):
        return "on the left stand numbers that add up to 1"
    return ""


def _are_sums_over_all(declared: Declared, left: nodes.Series, right: nodes.Expression) -> bool:
    """Say whether two formulas are sums over the same index, all of its range."""
    if not isinstance(right, nodes.Series) or left.sign != "sum" or right.sign != "sum":
        return False
    same = (left.index, left.domain) == (right.index, right.domain)
    return same and declared.ranges.get(left.index.letter) == left.domain


def _weighted_logarithms(expression: nodes.Expression) -> _Weighted | None:
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


def _sum_over_same_index(like: nodes.Expression, parts: list[nodes.Expression]) -> nodes.Expression:
    """Return the sum of what stands in each term, over the same index if there is one."""
    if isinstance(like, nodes.Series):
        return nodes.Series("sum", like.index, like.domain, parts[0])
    return nodes.Sum(tuple(parts))


def telescoping_product_problem(
    declared: Declared, accepted: Sequence[AcceptedLine], line: Line
) -> str:
    """Return why `line`, after `accepted`, is no telescoping product in `declared`, or "".

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


def beta_integral_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
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
    if not has_ends and not any(_says_sum_is_one(e.line, left.variable) for e in accepted):
        return "it is not known that the numbers add up to 1"
    is_value = is_value_of_integral(declared, left, line.right)
    return "" if is_value else "on the right stands the quotient of Γ that the exponents give"


def _says_sum_is_one(line: Line, vector: nodes.Symbol) -> bool:
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
    """Return why `line`, after `accepted`, does not say in `declared` that ψ(a) − log a rises.

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


def stationary_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` does not say that a slope is zero where a log-likelihood is largest, or "".

    The log-likelihood is defined in the scope `declared`, and its slope among the lines `accepted`. A
    continuous function on all numbers that tends to −∞ on both sides has a largest value, by the
    extreme value theorem on an interval outside of which it is smaller (Rudin, Principles of
    Mathematical Analysis, 3rd ed., theorem 4.16), and a slope of zero there (theorem 5.8).
    """
    if line.relation != "=" or line.right != nodes.Integer(0):
        return "the slope is equal to zero"
    # What holds only under the conditions of a step is no slope of the formula itself.
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
    if any(may_depend(declared, fact, variable) for fact in facts):
        return "more is assumed of what varies than that it is a number"
    definition = declared.definition(body, counts=True)
    match None if definition is None else definition[0].right:
        case nodes.Series("sum", _, domain, summand, where):
            # A sum of no terms is 0 everywhere: nowhere is it largest.
            size = domain.parts[1] if where is None else _count_letter(declared, where)
            if size is None or sign_of(declared, size) != "+":
                return "there may be no rows"
            return "" if _is_minus_log(declared, summand, variable) else "it may not fall on both sides"
    return "what is largest is no sum over the rows of a class"


def _count_letter(declared: Declared, where: Expression) -> Expression | None:
    """Return the letter of how many rows a condition holds for, if it was counted."""
    counts = (d for d in declared.definitions if d.counts)
    for definition in counts:
        match definition.right:
            case nodes.Series("sum", body=body, where=None) if body == where:
                return definition.left
    return None


def _is_minus_log(declared: Declared, summand: Expression, variable: Symbol) -> bool:
    """Say whether a formula is −w·log q and constants, w > 0, with a q > 0 that rises on both sides."""
    reader = reader_for(declared, counts=False)
    forms, names = reader.forms, reader.names(variable)
    form, varying = forms.tidy(reader.read(summand)), reader.letter(variable, {}).atom
    if not isinstance(varying, Indexed):
        return False
    # Each term that varies has to be −w·log q with w > 0: were one +w·log q, it could outweigh the
    # others, and the sum rise beyond all bounds.
    moving = [atom for atom in form.atoms if mentions_any(atom.form, names)]
    rest = form
    for atom in moving:
        times = form.derivative(atom)
        if not isinstance(atom, Log) or mentions_any(times, names) or forms.sign(times) != "-":
            return False
        if forms.sign(atom.argument) != "+" or not _leads_up(reader, atom.argument, varying, names):
            return False
        rest -= times * atom.form
    return bool(moving) and not mentions_any(forms.tidy(rest), names)


def _leads_up(reader: Reader, argument: Form, varying: Indexed, names: frozenset[object]) -> bool:
    """Say whether a polynomial in a letter has a positive first coefficient, which is free of it."""
    # The highest derivative that is not 0 is n! times the first coefficient. If that is positive and
    # the polynomial is too, its degree is even, and it grows on both sides.
    last = argument
    for _ in range(_MOST):
        slope = last.derivative(varying)
        if slope == ZERO:
            break
        last = slope
    is_polynomial = last is not argument and not mentions_any(last, names)
    return is_polynomial and reader.forms.sign(last) == "+"


def determinants_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` in `declared`, after `accepted`, is no inequality of log-determinants.

    For symmetric positive definite matrices A and W with d rows, log det A + tr(A⁻¹ W) ≥ log det W + d,
    and equal only where A is W (T. Anderson, An Introduction to Multivariate Statistical Analysis, 3rd
    ed., lemma 3.2.2). The trace is written as a sum over the entries of both.
    """
    pair = compared_matrices(line)
    if line.relation != "≥" or pair is None:
        return "the inequality is log det(A) + the sum of inv_jl(A) W_jl ≥ log det(W) + d"
    domain, constant_domain = (declared.matrix_domain(letter) for letter in pair)
    if domain is None or domain != constant_domain:
        return "two matrices are not known to be positive definite, with as many rows"
    assert isinstance(line.left, nodes.Sum)
    assert isinstance(line.right, nodes.Sum)
    (size,) = domain.parts
    rows = nodes.Domain("span", (nodes.Integer(1), size))
    sums = _double_sum(line.left.terms[1])
    if any(series.domain != rows for series in sums) or line.right.terms[1] != size:
        return "the sum is over all rows and columns, and as many are added on the right"
    if any(declared.ranges.get(series.index.letter) != rows for series in sums):
        return "an index does not run over the rows"
    return ""


def compared_matrices(line: Line) -> tuple[nodes.Symbol, nodes.Symbol] | None:
    """Return the two matrices of the inequality `line`, the one that varies first; None for others."""
    match line.left, line.right:
        case (
            nodes.Sum(
                (nodes.Function("log", nodes.Call("det", (nodes.Symbol() as variable,), (), ())), trace)
            ),
            nodes.Sum(
                (nodes.Function("log", nodes.Call("det", (nodes.Symbol() as constant,), (), ())), _)
            ),
        ) if _is_trace(trace, variable, constant):
            return variable, constant
    return None


def _is_trace(trace: nodes.Expression, inverted: nodes.Symbol, factor: nodes.Symbol) -> bool:
    """Say whether a formula adds up the entries of the inverse of a matrix times those of another."""
    sums = _double_sum(trace)
    if len(sums) != 2 or sums[0].index == sums[1].index:
        return False
    indices = tuple(series.index for series in sums)
    # The matrix is symmetric, so its indices may stand in either order.
    inverse = nodes.Call("inv", (inverted,), (), indices)
    entries = (
        nodes.Symbol(factor.letter, lower, role=factor.role) for lower in (indices, indices[::-1])
    )
    return any(sums[1].body == nodes.Product((inverse, entry)) for entry in entries)


def _double_sum(trace: nodes.Expression) -> tuple[nodes.Series, ...]:
    """Return the two sums of a double sum, the outer one first."""
    match trace:
        case nodes.Series("sum", body=nodes.Series("sum", where=None) as inner, where=None):
            return trace, inner
    return ()


_Check = Callable[[Declared, Sequence[AcceptedLine], Line], str]
CITATIONS: Mapping[str, _Check] = {
    GIBBS: gibbs_problem,
    TELESCOPE: telescoping_product_problem,
    LINEAR: linearity_problem,
    DEFINITE: determinants_problem,
    BETA: beta_integral_problem,
    DIRICHLET: beta_integral_problem,
    VARIANCE: slope_by_variance_problem,
    TRIGAMMA: trigamma_problem,
    STATIONARY: stationary_problem,
    **dict.fromkeys(SOURCES, total_problem),
}
"""What may be cited, by the words that a reader sees."""
