"""What is reported of a line of a derivation: where it fails, and what it should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic.enclosure import ball_of
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.teach.grading.derivations.introduced import function_key, key_of, keys_in
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine
from exactnb.teach.grading.derivations.numbers import BITS, Near, Number
from exactnb.teach.grading.derivations.trials import has_letters

FREE = "nothing that is stated fixes this number"
RESTS = "rests on an earlier line"
BEGINS = "begins with “{}”, and what stands before it was not read"
TORN = "it may go on with a line that was not read"
NEW = "introduces %s, which no right line uses"

_MOST_LETTERS = 8
_LONGEST = 24


def with_bases(lines: Sequence[DerivationLine]) -> list[DerivationLine]:
    """Return `lines` where what introduces a letter is right if a right line uses it.

    Nothing else compares a definition: w = Σ(μ_1 − μ_0) may be anything until w is used, in more than
    another formula for w.
    """
    used, done = set[str](), list[DerivationLine]()
    new = {key for line in lines if line.verdict == "definition" and line.chain is not None
           for key in _name(line.chain.sides[0])}  # fmt: skip
    for line in lines:
        if line.verdict == "right" and line.chain is not None:
            used.update({*_names(line)} - (new & _name(line.chain.sides[0])))
    for line in reversed(lines):
        if line.verdict == "definition" and line.chain is not None:
            first = [side for side in line.chain.sides[:2] if isinstance(side, Symbol | Call)]
            is_compared = len(line.chain.sides) > 2  # S = Σ x_i = 12: one link is no definition
            is_compared |= bool(first) and not used.isdisjoint(_name(first[0]))
            used.update(_names(line) if is_compared else ())
            letter = getattr(first[0], "letter", getattr(first[0], "head", "")) if first else ""
            message = NEW % letter if letter and not is_compared else ""
            line = replace(line, verdict="right" if is_compared else line.verdict, message=message)
        done.append(line)
    return done[::-1]


def _name(side: Expression) -> set[str]:
    """Return the name under which a letter or a function is kept, none of another formula."""
    match side:
        case Symbol():
            return {key_of(side)}
        case Call():
            return {function_key(side)}
    return set()


def _names(line: DerivationLine) -> Iterator[str]:
    """Yield the names of letters and functions in all formulas of a line."""
    sides = line.chain.sides if line.chain is not None else ()
    yield from keys_in(sides)
    yield from (function_key(part) for side in sides for part in side.walk() if isinstance(part, Call))


def message_of(line: DerivationLine) -> tuple[str, str, str]:
    """Return the message on a line, a hint for the student, and the slip by its name."""
    if line.counterexample is not None and line.is_to_blame:
        fails = counterexample_text(line.counterexample)
        if line.slip is None:
            return fails, _hint(line), ""
        right = f" Right would be {line.slip.right}." if line.slip.right else ""
        return f"{line.slip.text}. {fails}{right}", line.slip.hint, line.slip.name
    if line.verdict == "open" and not line.message:
        return "neither shown nor refuted", "", ""
    if line.verdict == "unread":
        return f"not read: {line.message}", "", ""
    if line.verdict == "right" and not line.message:
        return proof_text(line), "", ""
    return line.message, "", ""


def proof_text(line: DerivationLine) -> str:
    """Return by what a right line is proved, or in how many instances it was tried.

    Numbers alone say nothing of what they are of: 9/(9 + 5) = 9/14 may stand for the wrong estimate.
    """
    if line.chain is not None and not any(map(has_letters, line.chain.sides)):
        return "its arithmetic holds"
    if line.basis:
        return f"proved {line.basis}"
    return f"tried on {line.tried} instance{'s' * (line.tried != 1)}" if line.tried else ""


def _hint(line: DerivationLine) -> str:
    if line.verdict == "not_equivalent":
        return "Does this have the same solutions as the line before?"
    if line.kind == "condition":
        return "This does not hold at the estimate."
    if line.kind == "proportion":
        return "The ratio of both sides still depends on the parameter."
    return "Both sides differ for some numbers."


def counterexample_text(failed: Counterexample) -> str:
    """Return the numbers at which a line fails, those of `failed`, in a sentence."""
    where = ", ".join(
        f"{name} = {value_text(value)}" if not name.startswith("data") else name
        for name, value in failed.letters[:_MOST_LETTERS]
        if "′" not in name
    )
    opening = f"At {where}" if where else "There"
    left, right = value_text(failed.left), value_text(failed.right)
    if failed.relation == "argmax":
        return "The formula is not largest at the estimate: its slope is not 0 there."
    if failed.relation == "gained":
        return f"{opening}, this holds, but the line before does not: it has another solution."
    if failed.relation == "lost":
        return f"{opening}, the line before holds, but this does not: a solution is lost."
    if failed.relation == "ratio":
        return f"{opening}, the ratio of both sides depends on the parameter."
    if failed.relation == "difference":
        return f"{opening}, the difference of both sides depends on the parameter."
    return f"{opening}, the left side is {left}, the right side {right}."


def value_text(value: Number) -> str:
    """Return `value` as it is read: a fraction, or a decimal behind "about"."""
    if isinstance(value, Fraction):
        text = str(value).replace("-", "−")
        if len(text) <= _LONGEST:
            return text
        value = Near(ball_of(value, BITS))
    if isinstance(value, Near):
        return f"about {value.ball.nearest_double():.6g}".replace("-", "−")
    return str(value)
