"""The one fact about expectations that may be cited: that they are linear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.forms.patterns import Refused, mentions
from exactnb.explain.proving.scope.comparing import depends
from exactnb.explain.proving.scope.resting import is_expectation, names_in
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared


def linearity_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` is no instance of the linearity of the expectation in `declared`, or "".

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
    assumed = (side for equation in accepted for side in sides_tied(equation.line))
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


def sides_tied(line: Line) -> tuple[nodes.Expression, ...]:
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
    return not depends(declared, expression, *declared.random)


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
        if len(moving) == 1:
            inner = self.expand(moving[0])
        elif all(isinstance(factor, nodes.Symbol) for factor in moving):
            inner = nodes.Call("E", (nodes.Product(moving),))
        else:
            raise Refused("the expectation of a product of sums")
        return nodes.Product((*fixed, inner)) if fixed else inner

    def is_fixed(self, expression: nodes.Expression) -> bool:
        return is_fixed(self.declared, expression)
