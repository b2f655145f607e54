"""Judge the claims of a working: is the arithmetic right, the quantity, or what follows from the line before?

Each claim about a quantity is graded as an answer to it would be, with the student's own earlier values
carried on; only then is the line itself looked at: which of its sides is the first that does not hold,
and which factor of a product is not the one that belongs there. A decimal stands for all numbers that
round to it, so that nobody loses marks by rounding.

How to read: `Judge.lines` grades all claims together, `_value` judges one of them, `_why` says why it is
wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise, product

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Numeral,
    Percent,
    Product,
    Quotient,
    Reference,
)
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.cursor import Interpretation
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import Decision, NoNumber, Value, settled
from exactnb.core.naming.forms import OF_DATA
from exactnb.core.naming.names import Item, Names as Spelling, QuantityName
from exactnb.core.naming.roles import Role
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.explain.solution.typed import kind_of_answer
from exactnb.teach.answers.chain import Reading, formulas, read_formula
from exactnb.teach.answers.intervals import interval
from exactnb.teach.answers.guard import admit, plain
from exactnb.teach.answers.spelling import in_text
from exactnb.teach.answers.wording import noted
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.targets import Target
from exactnb.teach.working.claims import Claim, Side
from exactnb.teach.working.names import Names

Stated = Mapping[Fraction, Sequence[Expression]]
"""The numbers that a student came to before, each with the exact values of what it was claimed for."""

_MOST_READINGS = 200  # ways to take the numbers of a formula for those that were stated before
_FIGURES = 15  # of an irrational value that is put in the place of its name
_OPERATORS = tuple("+-*/^·×=(")
_IS_FORMULA = re.compile(r"[-+*/^·×!%\d]|\\(?!q?quad|text)[a-z]")
_IS_FORMULA_SIGN = re.compile(r"[+*/^·×!%]|-\s")
_MOST_WORDS = 12  # of prose around a formula that are left out one by one
_RIGHT = (Verdict.CORRECT, Verdict.ROUNDED, Verdict.FORM, Verdict.TOO_FEW, Verdict.ACCEPTED)
_OPEN = (Verdict.UNREADABLE, Verdict.AMBIGUOUS, Verdict.UNGRADED)


@frozen(slots=True)
class Judged:
    """One claim, judged: its verdict, why, and the column where what is wrong begins.

    `verdict` is right, wrong, does_not_follow, unread or unused. `mistakes` are the ids of the
    misconceptions that explain it, `follows` says that it is right by wrong values before it.
    """

    claim: Claim
    verdict: str
    message: str = ""
    place: tuple[int, int] | None = None
    mistakes: tuple[str, ...] = ()
    follows: bool = False
    read_as: str = ""


class Judge:
    """Judge the claims of one working by one model.

    `grader` is open, so that any quantity may be claimed; `model` is what names mean that name none.
    """

    def __init__(self, grader: Grader, names: Names, model: str = "") -> None:
        self.grader = grader
        self.names = names
        self.model = model
        self.problem = grader.problem
        self._worth: dict[QuantityName, Value | None] = {}

    def lines(self, claims: Sequence[Claim]) -> list[Judged]:
        """Return every claim with its verdict, in their order."""
        answers = self._answers(claims)
        graded = self._graded({name: raw for name, (_, raw) in answers.items()})
        judged = []
        for number, claim in enumerate(claims):
            try:
                judged.append(self._judged(number, claim, answers, graded))
            except ExactnbError as error:
                judged.append(Judged(claim, "unused", f"not judged: {error.message}"))
        return judged

    # -------------------------------------------------------------- grading

    def _answers(self, claims: Sequence[Claim]) -> dict[QuantityName, tuple[int, str]]:
        """Return what is answered for each quantity, with the number of the claim: the first time."""
        answers: dict[QuantityName, tuple[int, str]] = {}
        for number, claim in enumerate(claims):
            name, raw = self._quantity(claim), self._typed(claim)
            if name is not None and raw:
                answers.setdefault(name, (number, raw))
        return answers

    def _graded(self, answers: Mapping[QuantityName, str]) -> dict[QuantityName, Graded]:
        texts = {str(name): raw for name, raw in answers.items()}
        report = self.grader.grade(texts)
        return {name: report[str(name)] for name in answers}

    def _quantity(self, claim: Claim) -> QuantityName | None:
        """Return the quantity that a claim gives a value for; P(k|x) ∝ … is about the joint."""
        if claim.kind == "decision":
            return self._decision()
        if claim.name is None or claim.kind != "value":
            return None
        name = self._here(claim.name)
        if claim.sides[0].relation == "∝" and name.role is Role.POSTERIOR:
            (label,) = name.left
            assert isinstance(label, Item)
            name = Spelling(name.model).joint(label, name.right)
        value = self._value_of(name)
        return name if value is not None and kind_of_answer(name, settled(value)) else None

    def _here(self, name: QuantityName) -> QuantityName:
        """Return the quantity of the model that the working is judged by, where its name names none."""
        of_data = name.head in OF_DATA or name.model
        return name if of_data or not self.model else replace(name, model=self.model)

    def _decision(self) -> QuantityName | None:
        """Return the decision that a working without a name for it is about: that of the one query."""
        if len(self.problem.query) != 1:
            return None
        (query,) = map(str, self.problem.query)
        return Spelling(self.model).decision((Item("query", "", query),))

    def _typed(self, claim: Claim) -> str:
        """Return the sides without names as an answer is typed: a chain."""
        if claim.kind == "decision":
            return claim.label
        parts = []
        for side in claim.sides:
            text = self._formula(side)
            if text and not self.names.in_formula(text) and not (side.relation == "∝" and parts):
                parts.append((side.relation, text))
        signs = ["≈" if relation == "≈" else "=" for relation, _ in parts]
        return "".join(f" {s} {t}" if n else t for n, (s, (_, t)) in enumerate(zip(signs, parts, strict=True)))

    def _formula(self, side: Side) -> str:
        """Return the part of a side that is a formula: prose behind it is left out, word by word."""
        words = side.text.split(" ")
        for end in range(len(words), max(0, len(words) - _MOST_WORDS), -1):
            text = " ".join(words[:end]).rstrip(" ,.;:")
            if end < len(words) and (_IS_FORMULA.match(words[end]) or text.endswith(_OPERATORS)):
                return ""  # what is not read is part of the formula
            if text and self._read(text) is not None:
                return text
        return ""

    def _read(self, text: str) -> Reading | None:
        """Return a formula with its value, the names in it standing for theirs; None if it is none."""
        for start, stop, name in reversed(self.names.in_formula(text)):
            numeral = None if name is None else self._numeral(self._here(name))
            if numeral is None:
                return None
            text = f"{text[:start]}({numeral}){text[stop:]}"
        try:
            admitted, _ = admit(text)
            tokens, _ = noted(plain(admitted))
            chain = formulas(tokens)
            if len(chain) != 1:
                return None
            reading = Interpretation(self.problem.log or "e", decimal=self.problem.answer_decimal)
            return read_formula(chain[0], reading, {}, Budget(), undefined=False)
        except (Refusal, ExactnbError):
            return None

    def _numeral(self, name: QuantityName) -> str | None:
        value = self._value_of(name)
        if isinstance(value, Fraction):
            return exact_text(value)
        number = Target(value).number if value is not None else None
        return None if number is None else str(rounded(number, Rounding(figures=_FIGURES)))

    def _value_of(self, name: QuantityName) -> Value | None:
        if name not in self._worth:
            self._worth[name] = None
            with suppress(ExactnbError):
                self._worth[name] = self.names.graph.of((name,)).value(name)
        return self._worth[name]

    # -------------------------------------------------------------- one claim

    def _judged(
        self,
        number: int,
        claim: Claim,
        answers: Mapping[QuantityName, tuple[int, str]],
        graded: Mapping[QuantityName, Graded],
    ) -> Judged:
        if claim.kind == "prose":
            return Judged(claim, "unread")
        if claim.kind == "comparison":
            return self._comparison(claim)
        name = self._quantity(claim)
        if name is None:
            return self._arithmetic(claim) if claim.kind == "value" else Judged(claim, "unused")
        raw = self._typed(claim)
        if not raw:
            return self._identity(claim, name)
        each = graded[name]
        if answers[name][0] != number and answers[name][1] != raw:
            others = {of: text for of, (_, text) in answers.items() if of != name}
            each = self._graded({**others, name: raw})[name]
        judged = self._value(claim, name, raw, each, self._stated(number, answers))
        if judged.verdict == "right" and claim.kind == "value":
            named = self._identity(claim, name)
            return named if named.verdict == "wrong" else judged
        return judged

    def _value(
        self, claim: Claim, name: QuantityName, raw: str, each: Graded, stated: Stated
    ) -> Judged:
        """Return the verdict on a claim that gives a value."""
        read_as = f"{name} = {raw}"
        if each.verdict in _RIGHT or each.is_right:
            told = "by your earlier values" if each.follows else ""
            if each.verdict is Verdict.TOO_FEW:
                told = "right, to few figures"
            return Judged(claim, "right", told, follows=bool(each.follows), read_as=read_as)
        if each.verdict is Verdict.UNGRADED:
            return Judged(claim, "unused", each.look, read_as=read_as)
        sides = [(side, self._read(self._formula(side))) for side in claim.sides]
        readings = [(side, read) for side, read in sides if read is not None]
        right = self._value_of(name)
        if claim.kind == "value" and readings and right is not None:
            place = self._first_apart(readings, right)
            drifted = place is None and len(readings) > 1  # rounding, from numbers that are right
            if drifted or self._is_by_own(readings, right, stated):
                return Judged(claim, "right", "rounded from the numbers shown", read_as=read_as)
            if place is not None and place > 0 and each.verdict in (*_OPEN, Verdict.SLIP):
                return self._does_not_follow(claim, name, readings, place, right, read_as)
        if each.verdict in _OPEN:
            return Judged(claim, "unread", each.feedback, read_as=read_as)
        at = claim.statement.place(readings[0][0].offset) if readings else claim.place
        return Judged(
            claim, "wrong", self._why(name, raw, readings, each), at, each.mistakes, read_as=read_as
        )

    def _first_apart(self, readings: Sequence[tuple[Side, Reading]], right: Value) -> int | None:
        """Return the first side that is not what stands before it, or the right value; None if all are."""
        target = Target(right)
        low, high = self._bounds(readings[0][1])
        if low is None or high is None or not target.is_between(low, high):
            return 0
        for at, ((_, before), (_, read)) in enumerate(pairwise(readings), start=1):
            if not self._agree(before, read):
                return at
        return None

    def _stated(self, number: int, answers: Mapping[QuantityName, tuple[int, str]]) -> Stated:
        """Return the numbers that claims before one came to, with what each stands for exactly."""
        stated: dict[Fraction, list[Expression]] = {}
        for name, (of, raw) in answers.items():
            numeral = self._numeral(name) if of < number else None
            exact = None if numeral is None else self._read(numeral)
            for text in raw.replace("≈", "=").split("=") if exact is not None else ():
                read = self._read(text.strip())
                if read is not None and read.is_number and isinstance(read.value, Fraction):
                    stated.setdefault(read.value, []).append(exact.tree)  # type: ignore[union-attr]
        return stated

    def _is_by_own(
        self, readings: Sequence[tuple[Side, Reading]], right: Value, stated: Stated
    ) -> bool:
        """Say whether a formula is right once each of its numbers is what the student took it for.

        0.64 · 0.0079 is the joint if 0.64 was the prior before, and 0.0079 the likelihood: rounded or
        wrong, they are not blamed again. The sides behind it have to follow from the numbers as written.
        """
        (_, first), *_ = readings
        if len(readings) < 2 or self._first_apart(readings, first.value) is not None:
            return False
        target = Target(right)
        for tree in islice(_with_own(first.tree, stated), 1, _MOST_READINGS):
            with suppress(Refusal, ExactnbError):
                low, high = interval(tree, Budget())
                if target.is_between(low, high):
                    return True
        return False

    def _agree(self, one: Reading, other: Reading) -> bool:
        low, high = self._bounds(one)
        lower, upper = self._bounds(other)
        if low is None or high is None or lower is None or upper is None:
            return True  # without bounds it is not known
        return low <= upper and lower <= high

    def _bounds(self, read: Reading) -> tuple[Fraction, Fraction] | tuple[None, None]:
        try:
            return read.interval(Budget())
        except (Refusal, ExactnbError):
            return None, None

    def _does_not_follow(
        self,
        claim: Claim,
        name: QuantityName,
        readings: Sequence[tuple[Side, Reading]],
        place: int,
        right: Value,
        read_as: str,
    ) -> Judged:
        """Return the verdict on a chain that is right up to a side which its numbers do not give."""
        (_, before), (side, read) = readings[place - 1], readings[place]
        low, high = self._bounds(read)
        is_right = low is not None and high is not None and Target(right).is_between(low, high)
        value = self._shown(before.value)
        told = f"{in_text(before.tree)} is {value}, not {in_text(read.tree)}"
        verdict = "does_not_follow" if is_right else "wrong"
        return Judged(claim, verdict, told, claim.statement.place(side.offset), read_as=read_as)

    def _identity(self, claim: Claim, name: QuantityName) -> Judged:
        """Return the verdict on the sides that hold names: they have to be worth the quantity."""
        read_as, unread = str(name), True
        right = self._value_of(name)
        for side in claim.sides:
            text = self._formula(side)
            if not text or not self.names.in_formula(text) or right is None:
                continue
            read = self._read(text)
            low, high = self._bounds(read) if read is not None else (None, None)
            if low is None or high is None:
                continue
            unread, read_as = False, f"{read_as} = {text}"
            if not Target(right).is_between(low, high):
                told = f"{name} is {self._shown(right)}, {text} is {self._shown(read.value)}"  # type: ignore[union-attr]
                return Judged(claim, "wrong", told, claim.statement.place(side.offset), read_as=read_as)
        return Judged(claim, "unread" if unread else "right", read_as=read_as)

    def _arithmetic(self, claim: Claim) -> Judged:
        """Return the verdict on a chain of numbers that names no quantity: does it agree?"""
        first, *rest = claim.sides
        opening = self._read(first.text)
        sides = [(first, opening) if opening is not None else self._ending(first) or (first, None)]
        sides += [(side, self._read(self._formula(side))) for side in rest]
        if sum(read is not None for _, read in sides) < 2:
            return Judged(claim, "unread")
        for (_, before), (side, read) in pairwise(sides):
            is_condition = side.text == "0"  # log odds = 0 holds at the boundary alone
            if before is None or read is None or is_condition:
                continue
            if not self._agree(before, read):
                told = f"{in_text(before.tree)} is {self._shown(before.value)}, not {in_text(read.tree)}"
                return Judged(claim, "wrong", told, claim.statement.place(side.offset))
        return Judged(claim, "unused", "the arithmetic holds; no quantity is named")

    def _ending(self, side: Side) -> tuple[Side, Reading] | None:
        """Return the formula that a side ends with, prose before it left out word by word."""
        words = side.text.split(" ")
        for start in range(1, len(words)):
            before, text = words[start - 1], " ".join(words[start:])
            if len(words) - start > _MOST_WORDS or any(word.endswith(":") for word in words[start:-1]):
                continue
            if not any(map(str.isdigit, text)) or before.endswith(_OPERATORS) or _IS_FORMULA.match(before) or _IS_FORMULA_SIGN.match(text):
                continue  # what is not read is part of the formula
            if text and (read := self._read(text)) is not None:
                offset = side.offset + len(side.text) - len(text)
                return replace(side, text=text, offset=offset), read
        return None

    def _comparison(self, claim: Claim) -> Judged:
        """Return the verdict on a < b: the numbers as they are written have to be in that order."""
        first, *rest = claim.sides
        read = self._read(self._formula(first))
        if read is None and (ending := self._ending(first)) is not None:
            _, read = ending
        unread = True
        for side in rest:
            following = self._read(self._formula(side))
            if read is not None and following is not None and side.relation in "<>≤≥=≈":
                unread = False
                if not self._ordered(read, side.relation, following):
                    told = f"{in_text(read.tree)} {side.relation} {in_text(following.tree)} is not so"
                    return Judged(claim, "wrong", told, claim.statement.place(side.offset))
            read = following
        return Judged(claim, "unread" if unread else "right")

    def _ordered(self, one: Reading, relation: str, other: Reading) -> bool:
        if relation in "=≈":
            return self._agree(one, other)
        if isinstance(one.value, NoNumber) or isinstance(other.value, NoNumber):
            return True
        low, high = self._bounds(one)
        lower, upper = self._bounds(other)
        if low is None or high is None or lower is None or upper is None:
            return True
        return low < upper if relation in "<≤" else high > lower

    # -------------------------------------------------------------- why

    def _why(
        self, name: QuantityName, raw: str, readings: Sequence[tuple[Side, Reading]], each: Graded
    ) -> str:
        """Return what is wrong: the factor, the misconception, and both values."""
        right = self._value_of(name)
        typed = " = ".join(in_text(read.tree) for _, read in readings) or raw
        message = f"{name} is {self._shown(right)}, not {typed}"
        if readings and (factor := self._factor(name, readings[0][1].tree)):
            message = f"{message}; {factor}"
        return f"{message}. {each.feedback}" if each.mistakes else message

    def _factor(self, name: QuantityName, tree: Expression) -> str:
        """Return which factor of a product is not one of the quantity's, where it is one alone."""
        graph = self.names.graph.of((name,))
        formula = graph[name].formula
        if not isinstance(formula, Product) or not isinstance(tree, Product):
            return ""
        wanted = [f.name for f in formula.factors if isinstance(f, Reference)]
        if len(wanted) < len(formula.factors):
            return ""
        written = list(tree.factors)
        missing: list[QuantityName] = []
        for each in wanted:
            value = graph.value(each)
            same = next((w for w in written if self._stands_for(w, value)), None)
            if same is None:
                missing.append(each)
            else:
                written.remove(same)
        if len(missing) == 1 and len(written) == 1:
            counted = in_text(graph.as_counted(missing[0]))
            return f"{in_text(written[0])} should be {missing[0]} = {counted}"
        if len(missing) == 1 and not written:
            return f"the factor {missing[0]} = {in_text(graph.as_counted(missing[0]))} is missing"
        if len(written) == 1 and not missing:
            return f"the factor {in_text(written[0])} is one too many"
        return ""

    def _stands_for(self, tree: Expression, value: Value) -> bool:
        read = self._read(in_text(tree))
        low, high = self._bounds(read) if read is not None else (None, None)
        return low is not None and high is not None and Target(value).is_between(low, high)

    def _shown(self, value: Value | None) -> str:
        if isinstance(value, Fraction):
            short = exact_text(value)
            return short if len(short) <= 12 else str(rounded(value, Rounding(figures=4)))
        if isinstance(value, Decision):
            return ", ".join(value.labels) or "undefined"
        number = Target(value).number if value is not None else None
        if number is None or not values.is_finite(number):
            return str(value)
        return str(rounded(number, Rounding(figures=4)))


def _with_own(tree: Expression, stated: Stated) -> Iterator[Expression]:
    """Yield a formula with each of its numbers as it is, or as a quantity that it was stated for."""
    if _is_number(tree):
        yield tree
        value = evaluate(tree)
        yield from dict.fromkeys(stated.get(value, ())) if isinstance(value, Fraction) else ()
        return
    parts = tree.children
    for chosen in product(*(tuple(_with_own(part, stated)) for part in parts)):
        yield tree.with_children(chosen) if parts else tree


def _is_number(tree: Expression) -> bool:
    """Say whether a tree is one number as it is written: 0.64, 64 %, 9/14."""
    match tree:
        case Quotient(Integer(), Integer()):
            return True
        case Integer() | Numeral() | Percent(Integer() | Numeral()):
            return True
    return False
