"""The sentences of a worked solution. They hold no number of their own: each is a line or a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key

from exactnb.arithmetic.values import Undefined, compare
from exactnb.derivation import Line, Remark
from exactnb.derivation.lines import Inline
from exactnb.expression.evaluate import Decision
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import ArgMax, Integer, Reference
from exactnb.expression.reasons import Reason, Rule
from exactnb.expression.written import written
from exactnb.solution.chains import Chains

__all__ = ["Sentences", "listed"]


class Sentences:
    """Say in words what the chains of a solution show."""

    def __init__(self, chains: Chains, class_variable: str) -> None:
        self.chains = chains
        self.quantities = chains.quantities
        self.class_variable = class_variable

    def zero_product(self, name: QuantityName) -> Remark:
        """Say which factors make a joint probability zero."""
        culprits = self.chains.zero_factors(name)
        words = "One zero factor makes" if len(culprits) == 1 else "Zero factors make"
        return Remark((f"{words} the product ", Integer(0), ": ", *listed(culprits), "."))

    def verdict(
        self, name: QuantityName, what: Sequence[Item], joints: Iterable[QuantityName]
    ) -> Remark:
        """Say who wins, and by which comparison."""
        value, formula = self.quantities.value(name), self.quantities[name].formula
        assert isinstance(formula, ArgMax)
        if not isinstance(value, Decision):
            return self.no_decision(joints)
        subject = listed(what)
        winners = [Item("class", self.class_variable, label) for label in value.labels]
        scores = [score.name for _, score in formula.scores if isinstance(score, Reference)]
        if len(scores) == 1:
            return Remark(("There is one class only, so ", *subject, " is ", winners[0], "."))
        ordered = [self.quantities.value(score) for score in scores]
        ordered.sort(key=cmp_to_key(compare), reverse=True)  # type: ignore[arg-type]
        best, second = ordered[:2]
        tied = compare(best, second) == 0  # type: ignore[arg-type]
        line = Line(written(best), "=" if tied else ">", written(second), Reason(Rule.COMPARE))
        if not tied:
            return Remark((line, ", so ", *subject, " is ", winners[0], "."))
        if len(winners) == 1:
            words = (": a tie, and ", *subject, " is ", winners[0], ", the first in order.")
            return Remark((line, *words))
        *others, last = winners
        return Remark((line, ": a tie between ", *listed(others), " and ", last, "."))

    def no_decision(self, joints: Iterable[QuantityName]) -> Remark:
        """Say why there is no decision: every joint is zero, or one is undefined."""
        joints = tuple(joints)
        undefined = [n for n in joints if isinstance(self.quantities.value(n), Undefined)]
        lines = [line for n in undefined or joints for line in self.chains.zero_factors(n)]
        if undefined:
            return Remark(("No class is decided, for a joint is undefined: ", *listed(lines), "."))
        start = ("No class is decided, for every joint is ", Integer(0), ": ")
        return Remark((*start, *listed(lines), "."))

    def no_evidence(self, evidence: QuantityName) -> Remark:
        """Say that the posterior is undefined, for the evidence is zero."""
        zero = Line(Reference(evidence), "=", Integer(0), Reason(Rule.VALUE))
        return Remark(("The posterior is undefined, for ", zero, "."))


def listed(parts: Iterable[Inline]) -> tuple[Inline, ...]:
    """Return parts of a sentence with commas between them."""
    out: list[Inline] = []
    for part in parts:
        out += [", "] * bool(out) + [part]
    return tuple(out)
