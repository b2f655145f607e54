"""Read an answer exactly: an `Answer`, or a `Refusal` that says why it could not be read.

How to read: `read_answer` is the entry. `_Attempts` reads a text in the usual interpretation and in
each alternative; if their values differ, the answer is returned for clarification. `answer_text` writes
a value as it is read back.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic.numerals import without_separators
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.nodes import Labels, Special, Truth
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.cursor import Interpretation
from exactnb.core.expression.reading.evaluation import are_known_equal, exact_value
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import Decision, Listed, Value, are_equal
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import listing, written
from exactnb.errors import Undecidable, Unsupported, quoted
from exactnb.teach.answers.answer import Ambiguous, Answer, Expects, Slip
from exactnb.teach.answers.chain import (
    Formula,
    agreed_or_contradictory_readings,
    find_slip,
    formulas_in_chain,
    read_formula,
    split_restatement,
)
from exactnb.teach.answers.choices import (
    TRUTHS,
    is_empty_set,
    read_labels,
    read_set,
    read_truth,
    with_one_separator,
)
from exactnb.teach.answers.guard import LONGEST, admissible_text_and_notes, with_plain_signs
from exactnb.teach.answers.sentences import mentions_in
from exactnb.teach.answers.wording import tokens_and_notes

_NUMBER = Expects()
_MOST_READINGS = 4
_THREE_FIGURES = 100
_UNDEFINED = ("undefined", "not defined", "0/0", "undefined (0/0)")
_FIXES = {
    "again": "write the number once",
    "argument": "put the argument in brackets",
    "bar": "put brackets around each fraction",
    "blank": "leave the blank out, or write + between the numbers",
    "comma": "write a point in a decimal",
    "dash": "write one number",
    "dot": "write 0.5 or 0*5",
    "factorial": "write no blank before !, or no !",
    "log": "write ln, log2 or log10",
    "mixed": "write + or * between the numbers",
    "percent": "put brackets around what is a percentage",
    "point": "leave the point out, or write a comma",
    "power": "write 10^-5 for a power of ten",
    "ratio": "write a fraction",
    "recurring": "put the digits that repeat in brackets, as in 0.1(6)",
    "slash": "put brackets around what is divided, or write a fraction with *",
    "thousands": "leave the comma out, or write a point",
}


# 0.145 +- 0.001: hardly a sum, as -0.47 + -0.69 is, since what is behind is so much smaller
_TOLERANCE = re.compile(r"(-?[0-9]{0,20}\.[0-9]{1,20})\s*(?:±|\+/?-|\\pm)\s*([0-9]{0,20}\.[0-9]{1,20})")
_NO_ANSWER = string.whitespace + "-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}?"
_IN_ORDER = (
    "january/januar february/februar march/märz/mrz april may/mai june/juni july/juli august "
    "september/sept october/oktober november december/dezember"
)
_MONTHS = [names.split("/") for names in _IN_ORDER.split()]
_NAME = r"([A-Za-zä]{3,9})\.?"
_TIME = r"(?:[T ]+\d{1,2}:\d{2}(?::\d{2}(?:\.0+)?)?)?"
_SHAPES = tuple(
    re.compile(shape + _TIME)
    for shape in (
        rf"(?P<day>\d{{1,2}})[-. /]+{_NAME}(?:[-. /]+\d{{2,4}})?",
        rf"{_NAME}[-. /]+(?P<day>\d{{1,2}})(?:,? +\d{{4}})?",
        r"(?:19|20)\d\d-(?P<month>\d\d)-(?P<day>\d\d)",
        r"(?P<day>\d{1,2})([/.])(?P<month>\d{1,2})\2(?:19|20)\d\d",
        r"(?P<day>\d{2})-(?P<month>\d{2})-(?:19|20)\d\d",
    )
)


def read_answer(text: str, expects: Expects = _NUMBER) -> Answer:
    """Return the answer in a `text` that a student typed, with its exact value.

    `expects` is the kind of answer (by default a number; or a label, a truth value, several numbers),
    and the meaning of signs that the author settled, such as a bare log.

    >>> read_answer("3/6").value, read_answer("50 %").decimal
    (Fraction(1, 2), Decimal(units=50, places=2))
    >>> read_answer("tie", Expects("label", labels=("spam", "ham"))).value
    Decision(labels=('spam', 'ham'))

    Raises Refusal, and nothing else, for what is not read. What people read in two ways is not guessed.

    >>> read_answer("0,5")
    Traceback (most recent call last):
        ...
    exactnb.teach.answers.answer.Ambiguous: '0,5' can be read as 0.5 or [0, 5]; write ...
    """
    admitted, notes = admissible_text_and_notes(text)
    of_classes = expects.kind in ("label", "set", "sets")
    labels = {label.replace("\N{MINUS SIGN}", "-") for label in expects.labels if of_classes}
    # A class may be called "-": then that is an answer.
    if is_blank(admitted) and admitted.strip().replace("\N{MINUS SIGN}", "-") not in labels:
        raise Refusal("no answer is given; write a number such as 3/6 or 0.5", "empty")
    if expects.kind in ("set", "sets"):
        groups = read_set(admitted, expects.labels, together=expects.kind == "sets")
        return Answer(listing(groups), Listed(groups), raw=text, notes=notes)
    if expects.kind in ("label", "truth"):
        return replace(_worded_answer(admitted, expects), raw=text, notes=notes)
    if expects.kind == "numbers":
        if is_empty_set(admitted):
            return Answer(listing(()), Points(()), raw=text, notes=notes)
        admitted = with_one_separator(admitted)
    if (match := _TOLERANCE.search(admitted)) and 10 * Fraction(match[2]) <= abs(Fraction(match[1])):
        message = f"{quoted(text.strip())} has a tolerance, or is a sum; write the number alone"
        raise Refusal(message, "ambiguous")
    try:
        answer = _numeric_answer(admitted, expects)
        return replace(answer, raw=text, notes=(*notes, *answer.notes))
    except Refusal as refusal:
        # Only after the grammar has failed: 1,200 alone has two readings, and is asked about there.
        plain = without_separators(admitted.strip()) if refusal.kind == "malformed" else ""
        if plain:
            message = f"{quoted(text.strip())} has separators between thousands; write {plain}"
            raise Refusal(message) from None
        if not isinstance(refusal, Ambiguous):
            raise
        readings, slip = _with_typed_text(refusal.readings, text, notes), refusal.slip
        if slip is not None:
            slip = replace(slip, numbers=_with_typed_text(slip.numbers, text, notes))
        raise Ambiguous(refusal.message, readings, slip) from None


def _with_typed_text(
    readings: Sequence[Answer], raw: str, notes: tuple[str, ...]
) -> tuple[Answer, ...]:
    return tuple(replace(reading, raw=raw, notes=notes) for reading in readings)


def is_blank(text: str) -> bool:
    """Say whether a `text` gives no answer: nothing, or the dash or question mark that stands for it.

    >>> is_blank(" "), is_blank("-"), is_blank("??"), is_blank("-1")
    (True, True, True, False)
    """
    return not text.strip(_NO_ANSWER)


def may_be_typed_again(refusal: Refusal, text: str, expects: Expects = _NUMBER) -> bool:
    """Say whether a `text` with a `refusal` may hold the answer, so that it may be typed again.

    `expects` is that of `read_answer`.

    >>> for text in ("0,5", "3/6 or maybe 4/6", "no idea"):
    ...     try:
    ...         read_answer(text)
    ...     except Refusal as refusal:
    ...         print(may_be_typed_again(refusal, text))
    True
    True
    False
    """
    if refusal.kind in ("empty", "zero_div"):  # a division by 0 is understood, and no number
        return refusal.kind == "zero_div" and expects.undefined
    start = text[:LONGEST]
    names = (*expects.labels, *(TRUTHS if expects.kind == "truth" else ()))
    return any(map(str.isnumeric, start)) or bool(mentions_in(start, names))


def _worded_answer(text: str, expects: Expects) -> Answer:
    try:
        if expects.kind == "truth":
            truth = read_truth(text)
            return Answer(Truth(truth), truth)
        labels = read_labels(text, expects.labels)
    except Refusal:
        if text.strip().casefold() not in _UNDEFINED:
            raise
        return Answer(Special("undefined"), exact_value(Special("undefined")))
    return Answer(Labels(labels), Decision(labels))


def _numeric_answer(text: str, expects: Expects) -> Answer:
    """Return the one answer that all readings of a formula agree on; refuse it if they differ.

    It is read in the usual interpretation, then once more for each ambiguity met.
    """
    # Before the grammar, which would read 2026-03-09 as a difference.
    if dated := fractions_from_date(text):
        # The text before a spreadsheet changed it is not known.
        readings = [_numeric_answer(fraction, expects) for fraction in dated]
        made = f"if a spreadsheet made it of {' or '.join(dated)}, write that as text"
        message = f"{quoted(text.strip())} is a date; {made}"
        raise Ambiguous(message, readings) if len(readings) > 1 else Refusal(message)
    tokens, notes = tokens_and_notes(with_plain_signs(text), expects.labels)
    chain = formulas_in_chain(tokens)
    attempts = _Attempts(text, expects)
    # Any formula may restate its number. From the end, so that the places before it stay the same.
    for end in range(len(chain), 0, -1):
        again = split_restatement(chain[:end])
        if again is not None and attempts.is_restatement(again[-2:]):
            chain = [*again, *chain[end:]]  # 2/3 (0.667) is hardly a product
    usual = attempts.read(chain)
    if isinstance(usual, Refusal) and usual.kind in ("too_big", "zero_div"):
        raise usual  # it is understood, and may be intended
    readings = [usual] if isinstance(usual, Answer) else []
    questions = []
    alternatives = attempts.other_readings(chain, usual)
    for question, alternative in alternatives.items():
        if isinstance(alternative, Refusal):
            if alternative.kind == "too_big" and (len(chain) == 1 or isinstance(usual, Refusal)):
                raise alternative  # a chain that agrees shows the reading intended
        # A reading that agrees with one before is no second answer, however it was read.
        elif not any(
            are_known_equal(alternative.value, reading.value, attempts.budget) for reading in readings
        ):
            readings.append(alternative)
            questions.append(question)
    if len(readings) > 1:
        raise _ambiguity(text, readings[:_MOST_READINGS], _FIXES[questions[-1]])
    if isinstance(usual, Refusal) and not readings:
        slips = (isinstance(reading, Ambiguous) for reading in alternatives.values())
        if isinstance(usual, Ambiguous) and any(slips):  # which of them has a slip is not known
            raise Ambiguous(usual.message, usual.readings)
        raise usual
    return replace(readings[0], notes=tuple(f"{quoted(note)} was passed over" for note in notes))


def fractions_from_date(text: str) -> tuple[str, ...]:
    """Return the fractions that a spreadsheet may have turned into the date in `text`, if it is one.

    >>> fractions_from_date("3-Sep"), fractions_from_date("2026-03-09"), fractions_from_date("3/9")
    (('3/9', '9/3'), ('9/3', '3/9'), ())
    """
    text = text.strip().strip("\"'")
    for shape in _SHAPES:
        if match := shape.fullmatch(text):
            return tuple(dict.fromkeys(_fractions_of_date(match)))
    return ()


def _fractions_of_date(match: re.Match[str]) -> Iterator[str]:
    groups = match.groupdict()
    name = next((word for word in match.groups() if word and word.isalpha()), "?").casefold()
    months = (n for n, names in enumerate(_MONTHS, start=1) if any(m.startswith(name) for m in names))
    month = int(groups["month"]) if "month" in groups else next(months, 0)
    day = int(groups["day"])
    # Which of the two is the month depends on the country: both go up to 31, in either order.
    if day and 1 <= month <= 31:
        yield f"{day}/{month}"
        yield f"{month}/{day}"


class _Attempts:
    """Read a text repeatedly, on one budget; `met` are the ambiguities met so far."""

    def __init__(self, text: str, expects: Expects) -> None:
        self.text = text
        self.undefined = expects.undefined
        several = expects.kind == "numbers"
        self.interpretation = Interpretation(expects.log, expects.odds, several, expects.decimal)
        self.met: dict[str, None] = {}
        self.budget = Budget()

    def read(self, chain: Sequence[Formula], question: str = "") -> Answer | Refusal:
        """Return the answer of a chain, one ambiguity resolved the second way, or why there is none."""
        interpretation = replace(self.interpretation, flipped=frozenset({question} - {""}))
        try:
            read = [self._read_formula(part, interpretation) for part in chain]
            agreed = agreed_or_contradictory_readings(read, self.budget)
        except Refusal as refusal:
            return refusal
        if len(agreed) > 1:
            return _ambiguity(self.text, agreed, "write one of them", find_slip(read, self.budget))
        # A question may ask for a form of its number: 3/6 = 1/2 has both, whichever is the answer.
        exact = (reading.tree for reading in read if reading.is_exact)
        return replace(agreed[0], equivalents=tuple(tree for tree in exact if tree != agreed[0].tree))

    def _read_formula(self, part: Formula, interpretation: Interpretation) -> Answer:
        return read_formula(part, interpretation, self.met, self.budget, undefined=self.undefined)

    def is_restatement(self, chain: Sequence[Formula]) -> bool:
        """Say whether one of two formulas is the other written in another way: 4/5 (80%).

        A percentage may be rounded; another decimal must be equal, or have at least three digits.
        """
        try:
            first, second = (self._read_formula(part, self.interpretation) for part in chain)
            if len(agreed_or_contradictory_readings((first, second), self.budget)) > 1:
                return False
        except Refusal:
            return False
        kinds = first.numeral_style, second.numeral_style
        if kinds[0] == kinds[1] or "percent" not in kinds:
            decimals = [reading.decimal for reading in (first, second) if reading.decimal is not None]
            if first.value != second.value:
                return bool(decimals) and abs(decimals[0].units) >= _THREE_FIGURES
        return kinds[0] != kinds[1]

    def other_readings(
        self, chain: Sequence[Formula], usual_reading: Answer | Refusal
    ) -> dict[str, Answer | Refusal]:
        """Return the other readings, by the ambiguity that is resolved otherwise in each."""
        questions = [*self.met]
        if isinstance(usual_reading, Refusal) and "comma" in questions:
            questions.remove("comma")  # a list answers no question but another reading of one
        readings = {question: self.read(chain, question) for question in questions}
        if (again := split_restatement(chain)) is not None:
            readings["again"] = self.read(again)
        dashed = split_restatement(chain, dash=True)
        if dashed != again and dashed is not None and self.is_restatement(dashed[-2:]):
            readings["dash"] = self.read(dashed)  # 2/3 - 0.667 is hardly a difference
        return readings


def _ambiguity(text: str, readings: Sequence[Answer], fix: str, slip: Slip | None = None) -> Ambiguous:
    choices = " or ".join(reading.text() for reading in readings)
    why = f" ({slip.text})" if slip is not None else ""
    return Ambiguous(f"{quoted(text.strip())} can be read as {choices}{why}; {fix}", readings, slip)


def answer_text(value: Value, expects: Expects) -> str:
    """Return `value` as an answer that is read back as it, under `expects`; "" if there is none.

    It is the inverse of `read_answer`. Labels may hold whatever a file can, commas and the word tie, so
    that each spelling is read back. A tie of all classes is the word alone, a tie of some names them.

    >>> three = Expects("label", labels=("spam", "ham", "news"))
    >>> [answer_text(Decision(labels), three) for labels in (("ham",), ("spam", "ham"), three.labels)]
    ['ham', 'tie: spam, ham', 'tie']
    """
    # Of an interval only the ends are read, whatever its brackets are.
    ends = replace(value, kind="points") if isinstance(value, Points) else value
    for text in _spellings(value, expects):
        try:
            if are_equal(read_answer(text, expects).value, ends):
                return text
        except (Refusal, Undecidable, Unsupported):
            continue
    return ""


def _spellings(value: Value, expects: Expects) -> Iterator[str]:
    """Yield the ways to write a value, the one that reads best first."""
    match value:
        case bool():
            yield "yes" if value else "no"
        case Decision((label,)):
            yield label
        case Decision(labels):
            if labels == expects.labels:
                yield "tie"
            yield f"tie: {', '.join(labels)}"
            yield "tie: " + ", ".join('"{}"'.format(label.replace('"', '""')) for label in labels)
        case Undefined() if expects.kind in ("label", "truth"):
            yield from ("undefined", "not defined", "0/0")
        case _:
            text = spell(written(value))
            yield text
            yield text.replace("log(", "ln(")  # a bare log is asked back where its base is open
