"""Judge the claims of a working: their arithmetic, the quantity, what follows from earlier lines.

Each claim about a quantity is graded as an answer to it would be, with the student's own earlier values
carried on; only then is the line itself looked at: which of its sides is the first that does not hold,
and which factor of a product does not belong there. A decimal stands for all numbers that round to it,
so that nobody loses marks by rounding.

How to read: `Judge.lines` grades all claims together, `_judged` judges one of them by its kind, and
`_value` one that gives a value.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from exactnb.core.expression.nodes import Integer, Quotient
from exactnb.core.expression.results import Value, with_limits
from exactnb.core.naming.names import Item, QuantityName, Role
from exactnb.core.naming.names import Names as Spelling
from exactnb.core.problem.questions import Policy
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import ExactnbError
from exactnb.explain.solution.solved_quantities import answer_kind
from exactnb.teach.answers.answer import Answer, as_one_line
from exactnb.teach.grading.answer_grading import AnswerGrader
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.impossible import reason_impossible
from exactnb.teach.grading.judging import RIGHT, Verdict, judge
from exactnb.teach.grading.targets import Target
from exactnb.teach.grading.working.claims import Acceptance, Claim, Side
from exactnb.teach.grading.working.formulas import (
    Formulas,
    may_be,
    may_be_ordered,
    offset_of,
    value_text,
    with_notes,
    wrong_factor,
)
from exactnb.teach.grading.working.names import WorkingNames
from exactnb.teach.grading.working.own_numbers import (
    Stated,
    is_close,
    is_exact,
    is_right_by,
    stated_numbers,
    with_exact,
)
from exactnb.teach.grading.working.working import Judged

_RIGHT = (Verdict.CORRECT, Verdict.ROUNDED, Verdict.FORM, Verdict.TOO_FEW, Verdict.ACCEPTED)
_OPEN = (Verdict.UNREADABLE, Verdict.AMBIGUOUS, Verdict.UNGRADED)
_IS_DIFFERENCE = re.compile(r"[-−]|log|ln")
Readings = Sequence[tuple[Side, Answer]]
"""Sides of a claim that were read, each with its formula."""


class Judge:
    """Judge the claims of one working by one model.

    `grader` is open, so that any quantity may be claimed; `model` is the one that names mean which
    name none; `accepted` knows the lines that a person accepted.
    """

    def __init__(
        self, grader: AnswerGrader, names: WorkingNames, model: str, accepted: Acceptance
    ) -> None:
        self.grader = grader
        self.accepted = accepted
        self._accepted_names: frozenset[str] = frozenset()
        self._wrong_names: set[QuantityName] = set()
        self._lines: Mapping[QuantityName, int] = {}
        self.formulas = Formulas(names, model)

    def judge_all(self, claims: Sequence[Claim]) -> list[Judged]:
        """Return every one of `claims` with its verdict, in their order."""
        answers = self._first_claimed_values(claims)
        self._lines = {name: claims[number].place[0] for name, (number, _) in answers.items()}
        self._accepted_names = frozenset(
            str(name)
            for name, (number, typed) in answers.items()
            if self.accepted.is_accepted(claims[number], name, typed)
        )
        graded = self._graded_by_name({name: typed for name, (_, typed) in answers.items()})
        judged = []
        for number, claim in enumerate(claims):
            try:
                line = self._judge_claim(number, claim, answers, graded)
            except ExactnbError as error:  # one claim that cannot be judged costs no other
                line = Judged(claim, "unread", f"not judged: {error.message}", claim.place)
            if line.verdict != "right" and self.accepted.is_accepted(claim, line.name, line.typed):
                line = Judged(
                    claim, "right", "accepted", name=line.name, typed=line.typed, is_accepted=True
                )
            if line.name is not None and (line.is_to_blame or line.follows):
                self._wrong_names.add(line.name)
            judged.append(with_notes(line, self.formulas))
        return judged

    def _first_claimed_values(self, claims: Sequence[Claim]) -> dict[QuantityName, tuple[int, str]]:
        """Return the first value that is claimed for each quantity, with the number of the claim."""
        answers: dict[QuantityName, tuple[int, str]] = {}
        for number, claim in enumerate(claims):
            name, typed = self._claimed_quantity(claim), self._typed_chain(claim)
            if name is not None and typed:
                answers.setdefault(name, (number, typed))
        return answers

    def _graded_by_name(self, answers: Mapping[QuantityName, str]) -> dict[QuantityName, Graded]:
        graded = self.grader.graded_answers({str(name): typed for name, typed in answers.items()})
        return {name: graded[str(name)] for name in answers}

    def _claimed_quantity(self, claim: Claim) -> QuantityName | None:
        """Return the quantity that a claim gives a value for; P(k|x) ∝ … is about the joint."""
        if claim.kind == "decision":
            queries = list(map(str, self.grader.problem.query))
            item = Item("query", "", queries[0]) if len(queries) == 1 else None
            return None if item is None else Spelling(self.formulas.model).decision((item,))
        if claim.name is None or claim.kind != "value":
            return None
        name = self.formulas.name_in_this_model(claim.name)
        if claim.sides[0].relation == "∝" and name.role is Role.POSTERIOR:
            (label,) = name.left
            assert isinstance(label, Item)
            name = Spelling(name.model).joint(label, name.right)
        right_value = self.formulas.right_value(name)
        return name if right_value is not None and answer_kind(name, with_limits(right_value)) else None

    def _typed_chain(self, claim: Claim) -> str:
        """Return the sides without names as an answer is typed: a chain."""
        if claim.kind == "decision":
            return claim.label
        if claim.name is not None and QUANTITIES[claim.name.head].value == "truth":
            return claim.sides[-1].text
        typed = ""
        for side in claim.sides:
            text = self.formulas.leading_formula(side)
            if not text or self.formulas.names.mentions_in(text) or (side.relation == "∝" and typed):
                continue
            sign = "≈" if side.relation == "≈" else "="
            typed += f" {sign} {text}" if typed else text
        return typed

    def _judge_claim(
        self,
        number: int,
        claim: Claim,
        answers: Mapping[QuantityName, tuple[int, str]],
        graded: Mapping[QuantityName, Graded],
    ) -> Judged:
        if claim.kind == "prose":
            return Judged(claim, "unread")
        if claim.kind == "comparison":
            return self._judge_comparison(claim)
        name = self._claimed_quantity(claim)
        if name is None:
            if claim.kind != "value":
                return Judged(claim, "unused")
            stated = ((key, graded[key].answer) for key, (line, _) in answers.items() if line < number)
            return self._judge_arithmetic(claim, {key: a.value for key, a in stated if a is not None})
        typed = self._typed_chain(claim)
        if not typed:
            return replace(self._judge_identity(claim, name), name=name)
        answer = graded[name]
        if answers[name][0] != number and answers[name][1] != typed:
            others = {key: text for key, (_, text) in answers.items() if key != name}
            answer = self._graded_by_name({**others, name: typed})[name]
        earlier = ((key, text) for key, (line, text) in answers.items() if line < number)
        before = {key: text for key, text in earlier if key != name}  # nothing follows from itself
        judged = self._judge_value(claim, name, answer, stated_numbers(self.formulas, before))
        if judged.is_rounded and self._wrong_names & before.keys():
            sound = {key: text for key, text in before.items() if key not in self._wrong_names}
            if not self._judge_value(
                claim, name, answer, stated_numbers(self.formulas, sound)
            ).is_rounded:
                judged = Judged(claim, "right", "by your earlier values", follows=True)
        if judged.verdict == "right" and claim.kind == "value":
            identity = self._judge_identity(claim, name)
            judged = identity if identity.verdict == "wrong" else judged
        if answer.answer is not None and (judged.follows or judged.verdict == "wrong"):
            judged = self._judge_by_own_values(
                judged, name, answer, {key: graded[key] for key in before}
            )
        return replace(judged, name=name, typed=typed)

    def _judge_by_own_values(
        self, judged: Judged, name: QuantityName, graded: Graded, earlier: Mapping[QuantityName, Graded]
    ) -> Judged:
        """Return the verdict on a value that is wrong, or follows, by the values of `earlier` lines.

        A wrong value may follow from an impossible one or a zero, or be impossible itself: it is not
        blamed a second time, and no value that is impossible is right.
        """
        assert graded.answer is not None
        values = {key: other.answer.value for key, other in earlier.items() if other.answer is not None}
        graph = self.formulas.names.graph.with_targets((name,))
        sources = [key for key in earlier if key in self._wrong_names and key in graph]
        origin = f"line {self._lines[sources[0]]}" if sources else "an earlier line"
        why = self._reason_impossible(name, graded.answer.value, values)
        if not judged.follows:
            wrong = self._wrong_names & values.keys()
            zeros = any(key.role is Role.WITHIN and values[key] == 0 for key in wrong)
            if not (why or zeros or any(key.impossible for key in earlier.values())):
                return judged
            try:
                value = with_limits(graph.varied({}, values)(name))
            except ExactnbError:
                if why or not sources:
                    return judged
                message = f"not judged: no value follows from {origin}"
                return Judged(judged.claim, "unread", message, judged.claim.place)
            if judge(graded.answer, Target(value), graded.question.policy) not in RIGHT:
                return judged
        if why:
            message = f"follows from {origin}, but {why[0].lower()}{why[1:].rstrip('.')}"
            return Judged(judged.claim, "impossible", message, follows=True)
        return Judged(judged.claim, "right", "by your earlier values", follows=True)

    def _reason_impossible(
        self, name: QuantityName, value: Value, values: Mapping[QuantityName, Value]
    ) -> str:
        """Return why a quantity cannot have a value; the prior of a joint is the student's own."""
        graph = self.formulas.names.graph.with_targets((name,))
        priors = {
            quantity: Quotient(Integer(number.numerator), Integer(number.denominator))
            for quantity, number in values.items()
            if quantity.role is Role.PRIOR and isinstance(number, Fraction)
        }
        graph = graph.with_formulas(priors) if priors else graph
        return reason_impossible(self.grader.problem, graph, name, value)

    def _judge_value(self, claim: Claim, name: QuantityName, graded: Graded, stated: Stated) -> Judged:
        """Return the verdict on a claim that gives a value."""
        if graded.verdict in _RIGHT or graded.is_right:
            follows = bool(set(graded.follows) - self._accepted_names)
            message = "by your earlier values" if follows else ""
            if graded.verdict is Verdict.TOO_FEW:
                message = "right, to few figures"
            return Judged(claim, "right", message, follows=follows)
        if graded.verdict is Verdict.UNGRADED:
            return Judged(claim, "unread", f"not judged: {graded.look}", claim.place)
        right = self.formulas.right_value(name)
        factors = self.formulas.source_numbers(name)
        readings = self._readings(claim, {*factors, *(n for n in stated if is_exact(n, stated))})
        if claim.kind == "value" and readings and right is not None:
            (_, first), *following = readings
            is_right = is_close(first, right) or is_right_by(first.tree, right, stated, factors)
            broken = _first_unequal_side(readings)
            ends_right = may_be(readings[-1][1], right)
            if is_right and following and broken is None:
                return Judged(claim, "right", "rounded from the numbers shown", is_rounded=True)
            if broken is not None and (is_right or ends_right):
                previous, (side, reading) = readings[broken - 1], readings[broken]
                verdict = "does_not_follow" if ends_right else "wrong"
                place = claim.statement.place(side.offset)
                message = self._not_equal_message(previous, (side, reading))
                return Judged(claim, verdict, message, place, graded.matches, hint=message)
        if graded.verdict in _OPEN and (len(readings) < 2 or _first_unequal_side(readings) is None):
            return Judged(claim, "unread", graded.feedback)
        offset, message, hint = self._place_reason_and_hint(name, readings, graded)
        value_place = claim.place if offset is None else claim.statement.place(offset)
        error = self._relative_error(name, graded)
        return Judged(claim, "wrong", message, value_place, graded.matches, error=error, hint=hint)

    def _relative_error(self, name: QuantityName, graded: Graded) -> Fraction:
        """Return the distance of a value from the right one, as a share of both; 1 if not known."""
        right = self.formulas.numeral(name)
        between = None if graded.answer is None else graded.answer.interval_or_none()
        if right is None or between is None or not any(between):
            return Fraction(1)
        return abs(between[0] - Fraction(right)) / (abs(between[0]) + abs(Fraction(right)))

    def _readings(self, claim: Claim, exact: Collection[Fraction]) -> list[tuple[Side, Answer]]:
        """Return the sides without names that were read; their decimals that are exact as fractions."""
        readings = []
        for side in claim.sides:
            text = self.formulas.leading_formula(side)
            reading = None if self.formulas.names.mentions_in(text) else self.formulas.read(text)
            if reading is not None:
                readings.append((side, with_exact(reading, exact)))
        return readings

    def _judge_identity(self, claim: Claim, name: QuantityName) -> Judged:
        """Return the verdict on the sides that hold names: they have to be worth the quantity."""
        unread = True
        right = self.formulas.right_value(name)
        for side in claim.sides:
            text = self.formulas.leading_formula(side)
            if not text or not self.formulas.names.mentions_in(text) or right is None:
                continue
            reading = self.formulas.read(text)
            if reading is None or reading.interval_or_none() is None:
                continue
            unread = False
            if not may_be(reading, right):
                message = f"{name} is {value_text(right)}, {text} is {value_text(reading.value)}"
                place, hint = claim.statement.place(side.offset), f"{text} is not {name}"
                return Judged(claim, "wrong", message, place, hint=hint)
        return Judged(claim, "unread" if unread else "right")

    def _judge_arithmetic(self, claim: Claim, student_values: Mapping[QuantityName, Value]) -> Judged:
        """Return the verdict on a chain of numbers that names no quantity: its sides have to agree.

        Names stand for their right values, or else for `student_values`, as they were written.
        """
        judged = self._judge_chain(claim, {})
        mentions = (mention.name for mention in self.formulas.names.mentions_in(claim.statement.text))
        names = {self.formulas.name_in_this_model(name) for name in mentions if name is not None}
        is_wrong = judged.verdict == "wrong" and names & student_values.keys()
        if not is_wrong or self._judge_chain(claim, student_values).verdict != "right":
            return judged
        follows = bool(names & self._wrong_names)
        return Judged(claim, "right", "by your earlier values" if follows else "", follows=follows)

    def _judge_chain(self, claim: Claim, student_values: Mapping[QuantityName, Value]) -> Judged:
        """Return whether the sides of a chain agree, names standing for those of `student_values`."""
        first, *rest = claim.sides
        sides = [self.formulas.trailing_formula(first, student_values)]
        formulas = [
            self.formulas.read(self.formulas.leading_formula(side), student_values) for side in rest
        ]
        sides += zip(rest, formulas, strict=True)  # type: ignore[arg-type]
        read = [reading for _, reading in sides if reading is not None]
        if len(read) < 2 or all(reading.is_number for reading in read):
            return Judged(claim, "unread")  # exercise 3.1 = 2 points
        for (former, previous), (side, reading) in pairwise(sides):
            # log odds = 0 holds at the boundary alone; of a sum of probabilities it is no condition
            is_condition = side.text == "0" and _IS_DIFFERENCE.search(former.text) is not None
            if previous is None or reading is None or is_condition or previous.may_equal(reading):
                continue
            is_named = bool(self.formulas.names.mentions_in(former.text))
            if is_named and judge(reading, Target(previous.value), Policy()) in _RIGHT:
                continue  # as of a quantity: few figures are right
            message = self._not_equal_message((former, previous), (side, reading))
            is_named = is_named or bool(self.formulas.names.mentions_in(side.text))
            hint = f"{former.text} is not {side.text}" if is_named else message
            return Judged(claim, "wrong", message, claim.statement.place(side.offset), hint=hint)
        if any(self.formulas.names.mentions_in(side.text) for side in claim.sides):
            return Judged(claim, "right")
        return Judged(claim, "unused", "the arithmetic holds; no quantity is named")

    def _judge_comparison(self, claim: Claim) -> Judged:
        """Return the verdict on a < b: the numbers as they are written have to be in that order."""
        first, *rest = claim.sides
        former, previous = self.formulas.trailing_formula(first)
        unread = True
        for side in rest:
            reading = self.formulas.read(self.formulas.leading_formula(side))
            if previous is not None and reading is not None and side.relation in "<>≤≥=≈":
                unread = False
                if not may_be_ordered(previous, side.relation, reading):
                    order = f"{as_one_line(previous.tree)} {side.relation} {as_one_line(reading.tree)}"
                    hint = f"{former.text} {side.relation} {side.text} is not so"
                    place = claim.statement.place(side.offset)
                    return Judged(claim, "wrong", f"{order} is not so", place, hint=hint)
            former, previous = side, reading
        return Judged(claim, "unread" if unread else "right")

    def _not_equal_message(self, previous: tuple[Side, Answer], following: tuple[Side, Answer]) -> str:
        value = value_text(previous[1].value, in_decimals=not following[1].is_exact)
        return f"{self._as_typed(*previous)} is {value}, not {self._as_typed(*following)}"

    def _as_typed(self, side: Side, reading: Answer) -> str:
        """Return a side on one line, its decimals as they were typed."""
        return as_one_line((self.formulas.read(self.formulas.leading_formula(side)) or reading).tree)

    def _place_reason_and_hint(
        self, name: QuantityName, readings: Readings, graded: Graded
    ) -> tuple[int | None, str, str]:
        """Return where in the statement it is wrong, why, and a hint without the right value.

        The instructor gets both values, the factor and the mistake.
        """
        typed = " = ".join(self._as_typed(*reading) for reading in readings) or graded.raw
        in_decimals = any(not reading.is_exact for _, reading in readings)
        value = value_text(self.formulas.right_value(name), in_decimals=in_decimals)
        message = f"{name} is {value}, not {typed}"
        offset = None
        if readings:
            side, reading = readings[0]
            factor, reason = wrong_factor(self.formulas, name, reading.tree)
            offset = side.offset + (offset_of(factor, side.text) if factor is not None else 0)
            message += f"; {reason}" if reason else ""
        blamed = f"{name} is not {typed}"
        if not graded.mistakes and not graded.impossible:
            return offset, message, blamed
        hint = graded.feedback.removeprefix("Not right. ")
        return offset, f"{message}. {hint}", f"{blamed}. {hint}"


def _first_unequal_side(readings: Readings) -> int | None:
    """Return the first side that is not the side before it; None if all agree."""
    for number, ((_, previous), (_, reading)) in enumerate(pairwise(readings), start=1):
        if not previous.may_equal(reading):
            return number
    return None
