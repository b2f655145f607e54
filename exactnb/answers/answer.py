"""What a student typed, read exactly: an `Answer`, or a `Refusal` that says why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from exactnb.answers.budget import Budget
from exactnb.answers.chain import Formula, Reading, formulas, read_formula, said_again, settled
from exactnb.answers.choices import read_labels, read_truth
from exactnb.answers.cursor import Manner
from exactnb.answers.guard import admit, plain
from exactnb.answers.refusal import Refusal
from exactnb.answers.spelling import in_text
from exactnb.answers.tokens import tokenise
from exactnb.answers.worth import agree, worth
from exactnb.arithmetic.rounding import Decimal
from exactnb.errors import quoted
from exactnb.expression.evaluate import Decision, Value
from exactnb.expression.nodes import Expression, Labels, Special, Truth

__all__ = ["Answer", "Expects", "read_answer"]

_MOST_READINGS = 4
_FIXES = {
    "again": "write the number once",
    "argument": "put the argument in brackets",
    "comma": "write a point in a decimal",
    "dot": "write 0.5 or 0*5",
    "log": "write ln, log2 or log10",
    "mixed": "write + or * between the numbers",
    "percent": "put brackets around what is a percentage",
    "power": "write 10^-5 for a power of ten",
    "ratio": "write a fraction",
    "slash": "put brackets around what is divided, or write a fraction with *",
    "thousands": "leave the comma out, or write a point",
}


@dataclass(frozen=True, slots=True)
class Expects:
    """What a question can be answered with.

    `labels` are the classes; `log` is the base of a bare log ("e", "2" or "10"); `odds` makes 3:4 the
    ratio 3/4; `undefined` says that the right value is no number, so that 0/0 and 1/0 are answers.
    """

    kind: Literal["number", "label", "truth", "numbers"] = "number"
    labels: tuple[str, ...] = ()
    log: str = ""
    odds: bool = False
    undefined: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was read: what is typed as a tree, and what it is worth, exactly.

    `decimal` holds the digits of an answer that is one decimal numeral; `approximate` says that it is
    marked as rounded, `percent` that it is typed with a percent sign; `notes` are what was passed over.
    `others` are the other exact ways in which a chain says the same: 1/2 in "3/6 = 1/2".
    """

    raw: str
    tree: Expression
    value: Value
    decimal: Decimal | None = None
    approximate: bool = False
    percent: bool = False
    notes: tuple[str, ...] = ()
    others: tuple[Expression, ...] = ()

    def latex(self) -> str:
        r"""Return LaTeX of what was read, never of what was typed.

        >>> read_answer("3 over 6").latex()
        '\\frac{3}{6}'
        """
        from exactnb.answers.typesetting import in_latex

        return in_latex(self.tree)

    def text(self) -> str:
        """Return what was read on one line.

        >>> read_answer("P(+|x) = e^-1").text()
        'exp(-1)'
        """
        return in_text(self.tree)


def read_answer(text: str, expects: Expects = Expects()) -> Answer:
    """Return what a student typed, with its exact value.

    >>> read_answer("3/6").value, read_answer("50 %").decimal
    (Fraction(1, 2), Decimal(units=50, places=2))
    >>> read_answer("tie", Expects("label", labels=("spam", "ham"))).value
    Decision(labels=('spam', 'ham'))

    Raises Refusal, and nothing else, for what is not read. What people read in two ways is not guessed.

    >>> read_answer("0,5")
    Traceback (most recent call last):
        ...
    exactnb.answers.refusal.Refusal: '0,5' can be read as 0.5 or [0, 5]; write a point in a decimal
    """
    admitted, notes = admit(text)
    if not admitted.strip():
        raise Refusal("no answer is given; write a number such as 3/6 or 0.5", "empty")
    if expects.kind in ("label", "truth"):
        return replace(_words(admitted, expects), raw=text, notes=notes)
    try:
        return replace(_number(admitted, expects), raw=text, notes=notes)
    except Refusal as refusal:
        readings = tuple(replace(reading, raw=text, notes=notes) for reading in refusal.readings)
        raise Refusal(refusal.message, refusal.kind, readings) from None


def _words(text: str, expects: Expects) -> Answer:
    try:
        if expects.kind == "truth":
            truth = read_truth(text)
            return Answer(text, Truth(truth), truth)
        labels = read_labels(text, expects.labels)
    except Refusal:
        if text.strip().casefold() not in ("undefined", "not defined"):
            raise
        return Answer(text, Special("undefined"), worth(Special("undefined")))
    return Answer(text, Labels(labels), Decision(labels))


def _number(text: str, expects: Expects) -> Answer:
    """Read a formula in the usual manner, then once more for each question that it left open."""
    chain = formulas(tokenise(plain(text)))
    manner = Manner(expects.log, expects.odds, lists=expects.kind == "numbers")
    met: dict[str, None] = {}
    budget = Budget()

    def attempt(chain: Sequence[Formula], question: str = "") -> Answer | Refusal:
        flipped = replace(manner, flipped=frozenset({question} - {""}))
        try:
            read = [
                read_formula(part, flipped, met, budget, undefined=expects.undefined) for part in chain
            ]
            agreed = [_answer(text, reading) for reading in settled(read, budget)]
        except Refusal as refusal:
            return refusal
        if len(agreed) > 1:
            return _ambiguous(text, agreed, "write one of them")
        exact = (reading.tree for reading in read if reading.decimal is None)
        return replace(agreed[0], others=tuple(tree for tree in exact if tree != agreed[0].tree))

    usual = attempt(chain)
    if isinstance(usual, Refusal) and usual.kind in ("too_big", "zero_div"):
        raise usual  # it is understood, and may be what is meant
    questions = [*met]
    if isinstance(usual, Refusal) and "comma" in met:
        questions.remove("comma")  # a list is an answer to no question but another reading of one
    others = {question: attempt(chain, question) for question in questions}
    if (again := said_again(chain)) is not None:
        others["again"] = attempt(again)
    found = [usual] if isinstance(usual, Answer) else []
    asked = []
    for question, other in others.items():
        if isinstance(other, Refusal):
            if other.kind == "too_big":
                raise other
            continue
        if not any(agree(other.value, known.value, budget) for known in found):
            found.append(other)
            asked.append(question)
    if len(found) > 1:
        raise _ambiguous(text, found[:_MOST_READINGS], _FIXES[asked[-1]])
    if isinstance(usual, Refusal) and not found:
        raise usual
    return found[0]


def _answer(text: str, reading: Reading) -> Answer:
    return Answer(
        text, reading.tree, reading.value, reading.decimal, reading.approximate, reading.percent
    )


def _ambiguous(text: str, readings: Sequence[Answer], fix: str) -> Refusal:
    shown = " or ".join(reading.text() for reading in readings)
    return Refusal(
        f"{quoted(text.strip())} can be read as {shown}; {fix}", "ambiguous", tuple(readings)
    )
