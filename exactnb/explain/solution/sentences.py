"""The sentences of a worked solution. Each number in them is part of a line, so that it is verified."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.values import Undefined, compare, sorted_descending
from exactnb.core.expression.nodes import ArgMax, Expression, Integer, Reference
from exactnb.core.expression.reasons import COMPARED, VALUE
from exactnb.core.expression.results import Decision
from exactnb.core.expression.written import is_long, written
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import DecisionClaim, Line, Remark
from exactnb.explain.derivation.lines import Inline, Relation
from exactnb.explain.solution.chains import Chains


class Sentences:
    """Write the sentences about the quantities that `chains` works out."""

    def __init__(self, chains: Chains) -> None:
        self.chains = chains
        self.quantities = chains.quantities

    def broken_product(self, name: QuantityName) -> Remark:
        """Say which estimates make the joint probability `name` zero, or undefined: they are 0/0."""
        culprits = self.chains.zero_factor_lines(name)
        opening = "One zero factor makes" if len(culprits) == 1 else "Zero factors make"
        if isinstance(self.quantities.value(name), Undefined):
            return Remark(("The product is undefined: ", *with_commas(culprits), "."))
        return Remark((f"{opening} the product zero: ", *with_commas(culprits), "."))

    def verdict(self, name: QuantityName, joints: Iterable[QuantityName]) -> Remark:
        """Say which class the decision `name` is, by a comparison of the two largest `joints`."""
        value, formula = self.quantities.value(name), self.quantities[name].formula
        assert isinstance(formula, ArgMax)
        if not isinstance(value, Decision):
            return self.no_decision(joints)
        verdict = DecisionClaim(name, value.labels)
        scores = [score.name for _, score in formula.scores if isinstance(score, Reference)]
        if len(scores) == 1:
            return only_class(verdict)
        scores = sorted_descending(scores, self.quantities.value)
        best, second = map(self.quantities.value, scores[:2])
        tied = compare(best, second) == 0  # type: ignore[arg-type]
        letter = next((value.letter for value in (best, second) if isinstance(value, Germ)), "")
        joints_written = tuple(map(written, (best, second)))
        by_name = bool(letter) or any(map(is_long, joints_written))
        left, right = map(Reference, scores[:2]) if by_name else joints_written
        line = Line(left, "=" if tied else ">", right, COMPARED)
        if letter:
            return Remark((f"For every {letter} that is small enough ", line, ", so ", verdict, "."))
        return Remark((line, ", so ", verdict, sentence_end(verdict, tied=tied)))

    def decision_by_sign(self, name: QuantityName, odds: QuantityName) -> Remark:
        """Say which class the decision `name` is by the sign of the log-odds `odds`, and its proof."""
        value = self.quantities.value(name)
        assert isinstance(value, Decision)
        verdict = DecisionClaim(name, value.labels)
        zero = compare(self.quantities.value(odds), Fraction(0)) == 0  # type: ignore[arg-type]
        line = Line(Reference(odds), "=" if zero else ">", Integer(0), COMPARED)
        if not zero:
            return Remark((line, " (an interval around it holds no zero), so ", verdict, "."))
        end = sentence_end(verdict, tied=True)
        return Remark((line, " (all powers of e and of integers cancel), so ", verdict, end))

    def decision_by_decimals(
        self, name: QuantityName, best: tuple[tuple[QuantityName, Expression], ...]
    ) -> Remark:
        """Say which class the decision `name` is by decimals, and that exact values agree.

        `best` are the two largest joints with their decimals.
        """
        value = self.quantities.value(name)
        assert isinstance(value, Decision)
        verdict = DecisionClaim(name, value.labels)
        if len(best) == 1:
            return only_class(verdict)
        (first, left), (second, right) = best
        order = compare(*map(self.quantities.value, (first, second)))  # type: ignore[arg-type]
        relation: Relation = ">" if order else "="
        rounded = Line(left, relation, right, COMPARED)
        exact = Line(Reference(first), relation, Reference(second), COMPARED)
        bridge = ", and the exact values stand the same way, "
        return Remark((rounded, bridge, exact, ", so ", verdict, sentence_end(verdict, tied=not order)))

    def no_decision(self, joints: Iterable[QuantityName]) -> Remark:
        """Say why there is no decision: all `joints` are zero, or one is undefined."""
        joints = tuple(joints)
        undefined = [n for n in joints if isinstance(self.quantities.value(n), Undefined)]
        factors = (line for n in undefined or joints for line in self.chains.zero_factor_lines(n))
        lines = list(dict.fromkeys(factors))
        reason = "a joint is undefined" if undefined else "every joint is zero"
        return Remark((f"No class is decided, for {reason}: ", *with_commas(lines), "."))

    def no_posterior(self, evidence: QuantityName) -> Remark:
        """Say why a posterior is undefined: the `evidence` is zero or undefined."""
        if isinstance(self.quantities.value(evidence), Undefined):
            return Remark(("The posterior is undefined, for a joint is undefined.",))
        zero = Line(Reference(evidence), "=", Integer(0), VALUE)
        return Remark(("The posterior is undefined, for ", zero, "."))


def only_class(verdict: DecisionClaim) -> Remark:
    """Say that the class of `verdict` is the only one."""
    return Remark(("There is no other class, so ", verdict, "."))


def sentence_end(verdict: DecisionClaim, *, tied: bool) -> str:
    """Return the end of a sentence with a `verdict`: one class of a `tied` decision is the first."""
    return ", the first in order." if tied and len(verdict.labels) == 1 else "."


def with_commas(parts: Iterable[Inline]) -> tuple[Inline, ...]:
    """Return the `parts` of a sentence with commas between them."""
    separated: list[Inline] = []
    for part in parts:
        separated += [", "] * bool(separated) + [part]
    return tuple(separated)
