"""Read the sides of claims as formulas, in which names of quantities stand for their values.

A name is read as its exact value, or as fifteen figures of it where it is irrational; a decimal stands
for all numbers that round to it. What is not read as a formula is None, and costs nothing.

How to read: `Formulas.read` reads a formula, `of_side` and `at_end_of` the one in a text. The functions
behind it compare readings: `wrong_factor` finds what does not belong in a product, `with_notes` says
what was not read, and which words were read as others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.nodes import Expression, Product, Quotient, Reference
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.cursor import Interpretation
from exactnb.core.expression.results import Decision, NoNumber, Value
from exactnb.core.naming.names import QuantityName
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import ExactnbError
from exactnb.teach.answers.answer import Answer, as_one_line
from exactnb.teach.answers.chain import formulas_in_chain, read_formula
from exactnb.teach.answers.guard import admissible_text_and_notes, with_plain_signs
from exactnb.teach.answers.wording import tokens_and_notes
from exactnb.teach.grading.targets import Target
from exactnb.teach.grading.working.claims import Claim, Side
from exactnb.teach.grading.working.names import WorkingNames
from exactnb.teach.grading.working.working import Judged

_FIGURES = 15
_MOST_WORDS = 12  # of prose around a formula that are left out one by one
_OPERATORS = tuple("+-*/^·×=(")
_IS_FORMULA = re.compile(r"[-+*/^·×!%\d]|\\(?!q?quad|text)[a-z]")
_IS_OPERATOR = re.compile(r"[+*/^·×!%]|-\s")
_PARTS = ("of", "out", "in")  # behind a count
_ORDINAL = re.compile(r"(?:[a-z]ths|thirds|halves|quarters)\b")
# values that a student came to, which names of a formula may stand for instead
Own = Mapping[QuantityName, Value]
_NONE: Own = {}
_SHORT = 12  # characters of a fraction that a message writes out


class Formulas:
    """Read formulas of one problem; `model` is the one that names mean which name none."""

    def __init__(self, names: WorkingNames, model: str) -> None:
        self.names = names
        self.problem = names.problem
        self.model = model
        self._values: dict[QuantityName, Value | None] = {}

    def leading_formula(self, side: Side) -> str:
        """Return the formula that a side begins with: prose behind it is left out, word by word."""
        words = side.text.split(" ")
        for end in range(len(words), max(0, len(words) - _MOST_WORDS), -1):
            phrase = " ".join(words[:end])
            text = phrase.rstrip(" ,.;:")
            text += "..." * phrase.startswith("...", len(text))  # 0.333..., and no end of a sentence
            if end < len(words) and (_IS_FORMULA.match(words[end]) or text.endswith(_OPERATORS)):
                return ""  # what is not read belongs to the formula
            if text and self.read(text) is not None:
                return "" if _words_belong_to_number(text, words[end:]) else text
        return ""

    def trailing_formula(self, side: Side, own: Own = _NONE) -> tuple[Side, Answer] | tuple[Side, None]:
        """Return the formula that a side ends with: prose before it is left out, word by word.

        `own` is that of `read`.
        """
        words = side.text.split(" ")
        for start in range(len(words)):
            text = " ".join(words[start:])
            if start:
                if len(words) - start > _MOST_WORDS or any(w.endswith(":") for w in words[start:-1]):
                    continue
                word = words[start - 1]
                if word.endswith(_OPERATORS) or _IS_FORMULA.match(word) or _IS_OPERATOR.match(text):
                    continue  # what is not read belongs to the formula
                if not any(map(str.isdigit, text)):
                    continue  # "two" in a sentence is hardly a number
            if text and (reading := self.read(text, own)) is not None:
                offset = side.offset + len(side.text) - len(text)
                return replace(side, text=text, offset=offset), reading
        return side, None

    def read(self, text: str, own: Own = _NONE) -> Answer | None:
        """Return the formula `text` with its value; names in `own` stand for the values there.

        None for what is none, or names what has no number.
        """
        for mention in reversed(self.names.mentions_in(text)):
            numeral = (
                None
                if mention.name is None
                else self.numeral(self.name_in_this_model(mention.name), own)
            )
            if numeral is None:
                return None
            number = f"(1-({numeral}))" if mention.is_complement else f"({numeral})"
            text = f"{text[: mention.start]}{number}{text[mention.stop :]}"
        try:
            admitted, _ = admissible_text_and_notes(text)
            tokens, _ = tokens_and_notes(with_plain_signs(admitted))
            chain = formulas_in_chain(tokens)
            if len(chain) != 1:
                return None
            usual = Interpretation(self.problem.log or "e", decimal=self.problem.answer_decimal)
            return read_formula(chain[0], usual, {}, Budget(), undefined=False)
        except ExactnbError:
            return None

    def name_in_this_model(self, name: QuantityName) -> QuantityName:
        """Return the quantity of this model, where its name names none."""
        of_none = self.model and not name.model and not QUANTITIES[name.head].of_data
        return replace(name, model=self.model) if of_none else name

    def right_value(self, name: QuantityName) -> Value | None:
        """Return the right value of `name`, None where it has none that can be worked out."""
        if name not in self._values:
            self._values[name] = None
            with suppress(ExactnbError):
                self._values[name] = self.names.graph.with_targets((name,)).value(name)
        return self._values[name]

    def numeral(self, name: QuantityName, own: Own = _NONE) -> str | None:
        """Return the number that is put in the place of a name: its `own` value, or the right one."""
        value = own[name] if name in own else self.right_value(name)
        if isinstance(value, Fraction):
            return exact_text(value)
        number = Target(value).number if value is not None else None
        return None if number is None else str(rounded(number, Rounding(figures=_FIGURES)))

    def source_numbers(self, name: QuantityName) -> list[Fraction]:
        """Return the rational numbers that go into `name`: a decimal may be rounded from one.

        They are the values that it is worked out from, in two steps at most, and the numbers observed.
        """
        graph = self.names.graph.with_targets((name,))
        uses = dict.fromkeys(graph[name].uses)
        uses |= dict.fromkeys(deeper for use in graph[name].uses for deeper in graph[use].uses)
        values = [self.right_value(use) for use in uses]
        cells = self.names.observed_numbers(name)
        return [*cells, *(number for number in values if isinstance(number, Fraction))]


def _words_belong_to_number(text: str, following: Sequence[str]) -> bool:
    """Say whether words belong to a number: 3 times as large, 9 of the days, nine tenths."""
    word = following[0].strip(",.;:") if following else ""
    is_count = text.isdigit() and word in _PARTS
    return word == "times" or is_count or _ORDINAL.search(text) is not None


def may_be(reading: Answer | None, value: Value) -> bool:
    """Say whether `reading`, a formula, may stand for `value`: for certain, with bounds."""
    between = None if reading is None else reading.interval_or_none()
    return between is not None and Target(value).is_between(*between)


def may_be_ordered(first: Answer, relation: str, second: Answer) -> bool:
    """Say whether `first` and `second`, formulas, may stand for numbers in a `relation`: <, ≥ or ≈."""
    if relation in "=≈":
        return first.may_equal(second)
    mine, theirs = first.interval_or_none(), second.interval_or_none()
    if isinstance(first.value, NoNumber) or isinstance(second.value, NoNumber) or not (mine and theirs):
        return True
    return mine[0] < theirs[1] if relation in "<≤" else mine[1] > theirs[0]


def value_text(value: Value | None, *, in_decimals: bool = False) -> str:
    """Return `value` as a message writes it: a short fraction, or four figures.

    Beside decimals (`in_decimals`) a fraction has its own figures too, 1/189 ≈ 0.005291.
    """
    if isinstance(value, Decision):
        return ", ".join(value.labels) or "undefined"
    if isinstance(value, bool):
        return str(value).lower()
    number = Target(value).number if value is not None else None
    if isinstance(number, Fraction):
        exact, decimal = exact_text(number), rounded(number, Rounding(figures=4))
        if number.denominator == 1 and len(exact) <= _SHORT:
            return exact
        if len(exact) > _SHORT or (in_decimals and decimal.value == number):
            return str(decimal)
        return f"{exact} ≈ {decimal}" if in_decimals else exact
    if number is None or not values.is_finite(number):
        return str(value)
    return str(rounded(number, Rounding(figures=4)))


def wrong_factor(
    formulas: Formulas, name: QuantityName, tree: Expression
) -> tuple[Expression | None, str]:
    """Return the one factor of `tree`, a product, that is not among those of `name`, and what is wrong.

    `formulas` has the right ones. The factor is None where one is missing; the text is empty where more
    than one differs, or where the quantity is no product.
    """
    graph = formulas.names.graph.with_targets((name,))
    formula = graph[name].formula
    if not isinstance(formula, Product) or not isinstance(tree, Product):
        return None, ""
    wanted = [factor.name for factor in formula.factors if isinstance(factor, Reference)]
    if len(wanted) < len(formula.factors):
        return None, ""
    written = list(tree.factors)
    missing: list[QuantityName] = []
    for factor in wanted:
        value = graph.value(factor)
        same = next(
            (formula for formula in written if may_be(formulas.read(as_one_line(formula)), value)), None
        )
        if same is None:
            missing.append(factor)
        else:
            written.remove(same)
    if len(missing) == 1 and len(written) <= 1:
        right = f"{missing[0]} = {as_one_line(graph.as_counted(missing[0]))}"
        if not written:
            return None, f"the factor {right} is missing"
        return written[0], f"{as_one_line(written[0])} should be {right}"
    if len(written) == 1 and not missing:
        return written[0], f"the factor {as_one_line(written[0])} is one too many"
    return None, ""


def offset_of(factor: Expression, text: str) -> int:
    """Return where a factor stands in a text; 0 if it stands there twice, or in another spelling."""
    spelled = re.escape(as_one_line(factor))
    if isinstance(factor, Quotient):
        sides = [re.escape(as_one_line(part)) for part in factor.children]
        braced = "".join(rf"\s*\{{?\s*{side}\s*\}}?" for side in sides)
        divided = r"\s*/\s*".join(sides)
        spelled = rf"(?:{divided}|\\[dt]?frac{braced})"
    places = [match.start() for match in re.finditer(rf"(?<![\w.]){spelled}(?![\w.])", text)]
    return places[0] if len(places) == 1 else 0


def with_notes(line: Judged, formulas: Formulas) -> Judged:
    """Return a judged `line` with notes on its reading; `formulas` are what read it.

    A guess never blames anybody: a line that is wrong as it was guessed is not read.
    """
    claim = line.claim
    if claim.kind == "prose" or line.is_accepted:
        return line
    mentions = formulas.names.mentions_in(claim.statement.text)
    guessed = next((mention for mention in mentions if mention.note), None)
    if guessed is not None and line.verdict == "right":
        return replace(line, message="; ".join(filter(None, (line.message, guessed.note))))
    if guessed is not None and line.is_to_blame:
        place = claim.statement.place(guessed.start)
        return Judged(claim, "unread", f"not judged: {guessed.note}, it would be wrong", place)
    if line.verdict != "unread":
        return line
    unread = next(_unread_parts(claim, formulas), None)
    if unread is None:
        return line
    text, offset = unread
    return replace(
        line, message=line.message or f"not read: `{text}`", place=claim.statement.place(offset)
    )


def _unread_parts(claim: Claim, formulas: Formulas) -> Iterator[tuple[str, int]]:
    """Yield what was not read, with its offset: names of nothing, and sides that are no formulas."""
    text = claim.statement.text
    for mention in formulas.names.mentions_in(text):
        if mention.name is None:
            yield text[mention.start : mention.stop], mention.start
    if claim.name is not None:
        yield from (
            (side.text, side.offset) for side in claim.sides if not formulas.leading_formula(side)
        )
