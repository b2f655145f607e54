"""Why a line may be written: a closed set of rules, each with words of its own."""

from __future__ import annotations

from enum import Enum

from exactnb.core.expression.nodes import Expression
from exactnb.core.record import frozen


class Rule(Enum):
    """The rules that a line can be written under."""

    GIVEN = "given"
    COUNT = "counting"
    DEFINE = "definition"
    ASSUME = "assumption"
    GROUP = "equal factors together"
    EXPAND = "written out"
    SUBSTITUTE = "substitution"
    VALUE = "value"
    ROUND = "rounding"
    DECIMALS = "decimals"
    LIMIT = "limit"
    COMPARE = "comparison"
    DECIDE = "decision"
    SAME = "the same"
    DIFFERENTIATE = "differentiated"
    SCALE = "both sides scaled"
    PUT_IN = "put in"
    SOLUTION = "solution"
    MAXIMUM = "maximum"
    CITED = "cited"

    @property
    def acceptance_label(self) -> str:
        """Return how a line under this rule is accepted, as a reader is told."""
        if self in (Rule.SUBSTITUTE, Rule.EXPAND):
            return "value"
        if self is Rule.DECIMALS:
            return Rule.ROUND.value
        formal = (Rule.SAME, Rule.DIFFERENTIATE, Rule.SCALE, Rule.PUT_IN, Rule.SOLUTION)
        return "normal form" if self in formal else self.value


@frozen(slots=True)
class Reason:
    """A rule and the words that a reader sees for it, which may be none.

    `by` is what a rule is applied with: the factor of a scaled equation, what is put in for what.

    >>> Reason(Rule.ASSUME, "naive Bayes").rule.value
    'assumption'
    """

    rule: Rule
    words: str = ""
    by: tuple[Expression, ...] = ()


AS_COUNTED = Reason(Rule.SUBSTITUTE, "as counted")
AS_GIVEN = Reason(Rule.SUBSTITUTE, "as given")
SUBSTITUTED = Reason(Rule.SUBSTITUTE, "substitute")
EXPANDED = Reason(Rule.EXPAND)
VALUE = Reason(Rule.VALUE)
ROUNDED = Reason(Rule.ROUND)
IN_DECIMALS = Reason(Rule.DECIMALS, "in decimals")
TENDS = {letter: Reason(Rule.LIMIT, f"as {letter} → 0⁺") for letter in "λε"}
COMPARED = Reason(Rule.COMPARE)
DECIDED = Reason(Rule.DECIDE)
