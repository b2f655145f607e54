"""Cases that a derivation tells apart, and what it supposes: its lines hold there alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.expression.reading.derivations.statements import DerivationStatement
from exactnb.teach.grading.derivations.evaluation import key_of
from exactnb.teach.grading.derivations.introducing import Introductions
from exactnb.teach.grading.derivations.lines import Parsed
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import DerivationBudget, Unknown

_ASSUMING = ("if ", "let", "for", "when", "suppose", "assume", "taking", "case", "special", "setting",
             "choose", "put", "with a", "given")  # fmt: skip
CASE = re.compile(
    r"\b(?:case|if|for|when|suppose|assume|let|with)\b[^:]*="
    r"|\b(?:case|if|when|suppose)\b.*\b(?:all|every|each|no|none|only)\b",
    re.IGNORECASE,
)
"""Prose that tells a case apart: "Case S = 0:", "if all are zero"."""


class Cases(Introductions):
    """Know what is assumed where a statement stands."""

    def __init__(
        self, scope: DerivationScope, lines: Sequence[Parsed], budget: DerivationBudget
    ) -> None:
        super().__init__(scope, lines, budget)
        self.assumed = False
        self.case = 0  # the line of which a case alone is assumed
        self.verbatim = 0
        self.at = 0

    def is_in_case(self, statement: DerivationStatement) -> bool:
        """Say whether a case is assumed where a statement stands."""
        return self.assumed or self.case == statement.line or self.at < self.verbatim

    def is_boundary(self, left: Expression, right: Expression) -> bool:
        """Say whether `left` = `right` has a count of none or all, or a number of the prior."""
        if not isinstance(left, Symbol) or left.is_estimate:
            return False
        role = self.scope.names.get(left.letter, "")
        if isinstance(right, nodes.Integer) and not self.scope.is_parameter(left):
            return self.is_a_case(left, right)
        if role.startswith("hyper"):
            return key_of(left) not in self.used and self.is_a_case(left, nodes.Integer(0))
        if right == nodes.Integer(0) and key_of(left) in self.definitions:
            return True
        is_end = right == nodes.Integer(0) or (
            isinstance(right, Symbol)
            and self.scope.names.get(right.letter) == "n"
            and bool(right.lower)
        )
        return role in ("n", "sum", "count") and is_end and self.is_a_case(left, right)

    def assume(self, statement: DerivationStatement) -> None:
        """Suppose the case of `statement`: for its line, or from here on if it stands alone."""
        self.case = statement.line
        same = [each for each, chains, _ in self.lines if each.line == statement.line and chains]
        self.assumed |= len(same) == 1

    def is_a_case(self, left: Expression, right: Expression) -> bool:
        """Say whether `left` = `right` is a case: a count that is a number, or another count."""
        try:
            return (
                isinstance(right, nodes.Integer | Symbol)
                and self.trial(left, right, "identity") is not None
            )
        except Unknown:
            return False

    def is_assumption(self, statement: DerivationStatement, left: Expression) -> bool:
        """Say whether `statement` supposes `left`, a size or of the prior, to be such: "with a = 1"."""
        lead = f"{statement.lead.lower()} "
        return (
            isinstance(left, Symbol)
            and not left.is_estimate
            and any(lead.startswith(word) or f" {word}" in lead for word in _ASSUMING)
        )
