"""Read a statement as a claim: about a quantity, a comparison of numbers, or a decision.

`A = B = C` is one claim about A with two sides; what stands before the name of A is prose. A statement
without a relation is a decision if it names a class and says that it is chosen, and else it is prose.

How to read: `claim_in`, `named` and `parted` are the doors; `_sides` cuts at relations, and
`decided_label` finds a decision. `Acceptance` knows the claims that a person has accepted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from exactnb.core.naming.names import QuantityName
from exactnb.core.naming.scope import Scope
from exactnb.core.problem.questions import Question
from exactnb.core.quantities import QUANTITIES
from exactnb.core.record import frozen
from exactnb.teach.grading.working.names import WorkingNames
from exactnb.teach.grading.working.statements import (
    LONGEST_STATEMENT,
    VERB,
    Statement,
    matches_outside_brackets,
    part_of_statement,
)

_RELATIONS = re.compile(r":=|==|\\leq?(?![A-Za-z])|\\geq?(?![A-Za-z])|<=|>=|[=≈<>≤≥∝]")
_SAME = {
    **dict.fromkeys((":=", "=="), "="),
    **dict.fromkeys(("\\le", "\\leq", "<="), "≤"),
    **dict.fromkeys(("\\ge", "\\geq", ">="), "≥"),
}
_RATIO = re.compile(r"(?<=\d)(?:\s*:|\s+to\b)(?=\s*\d)")
_ORDERED = frozenset("<>≤≥")
_DECIDES = re.compile(
    r"\b(?:predict(?:s|ed|ion)?|classif(?:y|ies|ied)(?: \w+)? as|classification|decision|decide[sd]?"
    r"|choose|chosen|answer|argmax|arg max|label|output|result|wins?|likelier|larger|higher|class|is|as"
    r"|it'?s)\b"
    r"|ŷ|\\arg\\max|\\argmax|y(?:\^|_|\s*\()",
    re.IGNORECASE,
)
_DOUBTS = re.compile(r"\b(?:not|never|might|may|could|would|perhaps|closer|nor)\b|n['’]t\b", re.I)
_OF_QUERY = re.compile(r"(?<!\w)(?!P\b|p\b)\w+\s*\([^()|]*\)\s*=\s*$")  # y(x) = No, not P(No) =
_CONCLUDES = frozenset(("so", "therefore", "thus", "hence", "then", "⇒", "=>", ">"))
_SYMBOL = re.compile(r"(?<=\s)(?:[^\W\d_]\w*|\\[a-z]+(?:_\w+)?)$")
_OPERATOR = re.compile(r"(?:[-+*/^·×(=]|\\(?:cdot|times))\s*$")
_TAKES = re.compile(r"\s*(?:I|we)\s+(?:take|pick|decide\s+for)\s+(?:the\s+)?(?:class\s+)?", re.I)
_LISTED = re.compile(
    r"\b(?:for|given|if|when|under|of|in)\s+(?:the\s+)?(?:class\s+)?\S*\W*$", re.IGNORECASE
)
Kind = Literal[
    "value", "comparison", "decision", "prose",
    "identity", "condition", "multiplier", "difference", "ratio",
    "proportion", "inequality", "definition", "",
]  # fmt: skip
"""What a statement claims; the second row is of derivations."""


@frozen(slots=True)
class Side:
    """One side of a claim: the relation before it ("" for the first), its text, its offset."""

    relation: str
    text: str
    offset: int


@frozen(slots=True)
class Claim:
    """What a statement claims: of a `name`, if it names a quantity, or a `label` that is decided."""

    statement: Statement
    kind: Kind
    name: QuantityName | None = None
    sides: tuple[Side, ...] = ()
    label: str = ""

    @property
    def place(self) -> tuple[int, int]:
        """Return the line and the column where the claim begins."""
        text = self.statement.text
        indent = len(text) - len(text.lstrip())
        return self.statement.place(self.sides[0].offset if self.sides and not self.name else indent)


def claim_in(statement: Statement, names: WorkingNames, classes: Sequence[str]) -> Claim:
    """Return what a statement claims; prose claims nothing.

    `names` finds the quantities of the problem, `classes` are the labels that may be decided.
    """
    if len(statement.text) > LONGEST_STATEMENT:
        return Claim(statement, "prose")
    first, *rest = _sides(statement.text)
    if not rest:
        for verb in VERB.finditer(statement.text):
            if (mention := names.name_at_end(statement.text[: verb.start()])) is not None:
                value = _side("=", statement.text, verb.end(), len(statement.text))
                return Claim(statement, "value", mention[0], (_odds_as_quotient(value, mention[0]),))
        label = decided_label(statement, classes)
        return Claim(statement, "decision" if label else "prose", label=label)
    mention = names.name_at_end(first.text)
    is_truth = mention is not None and QUANTITIES[mention[0].head].value == "truth"  # = no, of no class
    is_single = len(rest) == 1 and rest[0].relation == "=" and not is_truth
    label = decided_label(statement, classes) if is_single else ""
    if label and not any(map(str.isdigit, rest[0].text)):
        return Claim(statement, "decision", label=label)
    if any(side.relation in _ORDERED for side in rest):
        return Claim(statement, "comparison", sides=(first, *rest))
    if mention is None:
        return Claim(statement, "value", sides=(first, *rest))
    return Claim(
        statement, "value", mention[0], tuple(_odds_as_quotient(side, mention[0]) for side in rest)
    )


def claims_meant_by_words(claim: Claim, names: WorkingNames) -> list[Claim]:
    """Return a claim about no quantity as claims about those that its words may mean.

    The likelihood of yes may be P(x|yes), or the joint.
    """
    if claim.name is not None or claim.kind != "value":
        return []
    first, *rest = claim.sides
    return [
        replace(claim, name=name, sides=tuple(_odds_as_quotient(side, name) for side in rest))
        for name in names.quantities_meant_by(first.text)
    ]


def statements_claimed_instead(claim: Claim, names: WorkingNames) -> tuple[Statement, ...]:
    """Return the statements that a claim may be instead: P(a) = 1/2 P(b) = 1/3 may be no product.

    Each begins with a name before a relation that only a blank separates from a value.
    """
    starts = [0]
    # the sides of a named claim are those behind its name
    for side in claim.sides[claim.name is None : -1]:
        mention = names.mention_at_end(side.text)
        symbol = _SYMBOL.search(side.text)
        start = mention.start if mention is not None else symbol.start() if symbol is not None else 0
        # a ratio of names begins with the first of them: P(a,x)/P(x)
        while (sign := _OPERATOR.search(side.text[:start])) and (
            mention := names.mention_at_end(side.text[: sign.start()])
        ):
            start = mention.start
        if start and not _OPERATOR.search(side.text[:start]):
            starts.append(side.offset + start)
    if len(starts) == 1:
        return ()
    ends = [*starts[1:], len(claim.statement.text)]
    return tuple(part_of_statement(claim.statement, *place) for place in zip(starts, ends, strict=True))


def _odds_as_quotient(side: Side, name: QuantityName) -> Side:
    """Return a side in which 3:1, or 3 to 1, is a quotient, where it is the value of odds."""
    if name.head not in ("odds", "lr"):
        return side
    return replace(side, text=_RATIO.sub(lambda colon: "/".rjust(len(colon[0])), side.text))


def _sides(text: str) -> list[Side]:
    """Cut a text at the relations outside of its brackets."""
    sides: list[Side] = []
    start, sign = 0, ""
    for relation in matches_outside_brackets(_RELATIONS, text):
        sides.append(_side(sign, text, start, relation.start()))
        start, sign = relation.end(), _SAME.get(relation[0], relation[0])
    return [*sides, _side(sign, text, start, len(text))]


def _side(sign: str, text: str, start: int, end: int) -> Side:
    part = text[start:end]
    return Side(sign, part.strip().rstrip(",").rstrip(), start + len(part) - len(part.lstrip()))


def decided_label(statement: Statement, classes: Sequence[str]) -> str:
    """Return the one of `classes` that a statement says is chosen, or "".

    It names one class, and either concludes (so No) or has a word or sign of deciding before it. A
    heading ("For class No:") and a condition decide nothing.
    """
    text = statement.text.strip().rstrip(".!, ")
    if text.endswith(":") or "?" in text:
        return ""
    labels = [
        (mention, k)
        for k in classes
        for mention in re.finditer(rf"(?<![\w|]){re.escape(k)}(?!\w)", text, re.I)
    ]
    if len({k for _, k in labels}) != 1:
        return ""
    mention, label = labels[0]
    prefix, suffix = text[: mention.start()], text[mention.end() :]
    clause = re.split(r"[:,]", prefix)[-1]
    if _DOUBTS.search(clause + suffix) or any(map(str.isdigit, clause)):
        return ""
    if (
        ("(" in prefix and not _OF_QUERY.search(prefix))
        or (_LISTED.search(prefix) and not _TAKES.fullmatch(prefix))
        or len(suffix.split()) > 4
    ):
        return ""
    concludes = statement.opener.casefold().lstrip("-") in _CONCLUDES
    if concludes and (not prefix.strip() or (not suffix.strip() and _TAKES.fullmatch(prefix))):
        return label
    return label if _DECIDES.search(prefix) or prefix.rstrip().endswith(("=", "⇒")) else ""


@frozen(slots=True)
class Acceptance:
    """Know which `lines` were accepted for one of some questions, or for a milestone.

    `names` are the questions that accept something, each with its quantity: its value is accepted too.
    """

    lines: tuple[str, ...]
    names: Mapping[Question, QuantityName]

    @classmethod
    def of(cls, text: str, questions: Sequence[Question], scope: Scope) -> Acceptance:
        """Return what `questions` accept of a `text`; their quantities are looked up in a `scope`."""
        every = [mark for question in questions for mark in (question, *question.marks)]
        names = {mark: scope.resolve(mark.quantity) for mark in every if mark.accepted}
        return cls(tuple(text.splitlines()), names)

    def is_accepted(self, claim: Claim, name: QuantityName | None = None, typed: str = "") -> bool:
        """Say whether a `claim`, the value `typed` in it, or a line that it stands in, was accepted."""
        return any(self.points(mark, claim, name, typed) is not None for mark in self.names)

    def points(
        self, question: Question, claim: Claim, name: QuantityName | None = None, typed: str = ""
    ) -> Fraction | None:
        """Return the points for which a `claim` was accepted as an answer to `question`, if it was.

        `name` is its quantity, and `typed` its value.
        """
        if question not in self.names:
            return None
        lines = dict.fromkeys(self.lines[number - 1] for _, number, _ in claim.statement.places)
        texts = [claim.statement.text, *lines, " ".join(lines)]
        if typed and self.names[question] == name:
            texts.append(typed)
        points = [earned for text in texts if (earned := question.accepts(text)) is not None]
        return max(points, default=None)
