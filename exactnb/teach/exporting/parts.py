"""The questions of a sheet as parts of an item: each with its key and the wrong values that are known.

How to read: `parts_of` takes questions; `_key_and_wrong_values` and `_choice_part` find wrong values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache

from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.results import Decision, Value
from exactnb.core.expression.spell import spell
from exactnb.core.problem.questions import FIGURES, FORMS, Policy, Question
from exactnb.core.quantities import QUANTITIES
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, quoted
from exactnb.explain.solution.derived import derive
from exactnb.explain.solution.sheet import derivation_task
from exactnb.explain.solution.solved_quantities import answer_kind
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.exporting.external_grader import right_answer_as_typed
from exactnb.teach.exporting.items import (
    DERIVATION,
    LABEL,
    NUMBER,
    TRUTH,
    UNDEFINED,
    WHOLE,
    WORKING,
    ItemPart,
    Number,
    Response,
    WrongValue,
)
from exactnb.teach.exporting.separating import Accuracy, Placed, key_number, separations
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.derivations.marking import left_to_a_person
from exactnb.teach.grading.diagnosis import Match, causes
from exactnb.teach.grading.discrimination import answer_and_relation, discrimination_by
from exactnb.teach.grading.evidence import is_clear, specificity
from exactnb.teach.grading.question_grader import QuestionGrader
from exactnb.teach.grading.student_feedback import on_impossible, on_matches
from exactnb.teach.grading.submissions.program_names import make_slugs
from exactnb.teach.grading.targets import Target
from exactnb.teach.grading.working.grader import WorkingGrader

_HOW = "your working, each step on a line of its own"
MOST = 12  # wrong values of a part
_KIND_NAMES = {
    NUMBER: "a number",
    UNDEFINED: "undefined",
    "numbers": "several numbers",
    "set": "a set",
    "sets": "sets",
    LABEL: "a class",
    WORKING: "a whole working",
    DERIVATION: "a derivation",
    TRUTH: "yes or no",
}
Leads = tuple[Target, tuple[Alternative, ...]]
"""A wrong value, and the misconceptions that lead to it."""


class Merged(ExactnbError):
    """A right value that cannot be told from a wrong one, as answers are rounded."""


@frozen(slots=True)
class Choices:
    """How parts are made: figures of answers, the share that a known mistake earns, what is taken.

    A class, yes or no is chosen, unless they are not `offered`: then it is typed. `forms` are those of
    fractions that the system tells apart by itself.
    """

    figures: int = 3
    credit: Fraction = Fraction(0)
    kinds: tuple[str, ...] = (NUMBER, LABEL, TRUTH)
    offered: bool = True
    forms: tuple[str, ...] = FORMS

    @property
    def are_answers_read(self) -> bool:
        """Say whether exactnb grades the answers, in the system or once they are typed off paper."""
        return not self.offered or self.are_answers_graded

    @property
    def are_answers_graded(self) -> bool:
        """Say whether the system has exactnb grade the answers."""
        return UNDEFINED in self.kinds

    def policy_to_ask(self, policy: Policy, value: Value) -> Policy:
        """Return the `policy` of a question with the right `value` as the system can ask for it.

        Answers that are typed as the system says must be right for `check` too.
        """
        is_read = self.are_answers_read or policy.form in (WORKING, DERIVATION)
        forms = FORMS if is_read else self.forms if isinstance(value, Fraction) else ()
        if {"rounded": self.figures != FIGURES, "exact": not forms}.get(policy.kind):
            policy = replace(policy, kind="figures", amount=Fraction(self.figures))
        return policy if policy.form in forms else replace(policy, form="any")


def parts_of(key: AnswerKey, choices: Choices) -> tuple[tuple[ItemPart, ...], tuple[str, ...]]:
    """Return the parts that `choices` make of the questions of a `key`, and a line per omitted one.

    Raises Merged, with each question, where right numbers cannot be told from wrong ones.
    """
    matrix = discrimination_by(key)
    workings = cache(lambda: WorkingGrader(key.problem))
    slugs = make_slugs(question.id for question in key.questions)
    unjudged = left_to_a_person(key.questions) if choices.are_answers_graded else {}

    def made(number: int, question: Question) -> ItemPart | str:
        """Return the part that a question becomes, or why it becomes none."""
        slug = slugs[question.id]
        if question.is_derivation:
            if DERIVATION not in choices.kinds:
                return f"its answer is {_KIND_NAMES[DERIVATION]}"
            if why := unjudged.get(question.id):
                return why
            task = derivation_task(question, number)
            theorem = Response(derive(question.theorem).latex(fragment=True))
            how = _HOW.replace("working", DERIVATION)
            return ItemPart(question, task, slug, DERIVATION, theorem, how)
        if (grader := key.asked.get(question.id)) is None:
            return key.unsolved[question.id]
        question = replace(question, policy=choices.policy_to_ask(question.policy, grader.right.value))
        kind = _question_kind(grader)
        if kind not in choices.kinds:
            is_infinite = isinstance(grader.right.value, Infinite)
            return f"its answer is {'infinite' if is_infinite else _KIND_NAMES[kind]}"
        if kind == WORKING:
            working = Response(workings().right(grader.question))
            if workings().graded(grader.question, working.exact).is_right:
                return ItemPart(question, grader.name, slug, WORKING, working, _HOW)
            return "no working can be written that is read: a name in it holds signs that cannot be"
        part = _part(question, grader, kind, slug, matrix.wrong_values(question.id), choices)
        if (
            kind != NUMBER
            and choices.are_answers_read
            and not grader.graded(right_answer_as_typed(part)).is_right
        ):
            return "its answer is too long to be typed, or holds signs that cannot be"
        # that a value is undefined would be told by reading it
        return replace(part, expects=replace(grader.expects, undefined=True))

    parts, omitted, merged = [], [], []
    for number, question in enumerate(key.questions, start=1):
        try:
            part = made(number, question)
        except Merged as error:
            merged.append(error.message)
            continue
        if isinstance(part, str):
            omitted.append(f"question {quoted(question.id)}: {part}")
        else:
            parts.append(part)
    if merged:
        raise Merged("; ".join(merged))
    return tuple(parts), tuple(omitted)


def _question_kind(grader: QuestionGrader) -> str:
    """Return the kind of a question."""
    if grader.question.is_working:
        return WORKING
    kind = answer_kind(grader.name, grader.right.value)
    if kind == NUMBER and grader.right.number is None:
        return UNDEFINED
    return UNDEFINED if kind == TRUTH and not isinstance(grader.right.value, bool) else kind


def _part(
    question: Question,
    grader: QuestionGrader,
    kind: str,
    slug: str,
    leads: Sequence[Leads],
    choices: Choices,
) -> ItemPart:
    name, expects = grader.name, grader.expects
    if kind == NUMBER:
        accuracy = Accuracy.of(question.policy, choices.figures)
        number, wrong = _key_and_wrong_values(grader, leads, accuracy, choices)
        is_counted = question.policy.form == "counted"
        exact = (
            spell(grader.counted) if is_counted else answer_and_relation(grader.right.value, expects)[0]
        )
        key = Response(exact, number)
        is_whole = QUANTITIES[name.head].is_number_of and exact.isdecimal() and not name.wrappers
        how = WHOLE if is_whole else str(accuracy)
        return ItemPart(question, name, slug, kind, key, how=how, wrong=wrong)
    if kind not in (LABEL, TRUTH):
        return ItemPart(
            question, name, slug, kind, Response(answer_and_relation(grader.right.value, expects)[0])
        )
    return _choice_part(grader, kind, slug, leads, choices)


def _choice_part(
    grader: QuestionGrader, kind: str, slug: str, leads: Sequence[Leads], choices: Choices
) -> ItemPart:
    """Return a part whose answer is a class, or yes or no: one of some choices, or typed."""
    expects, right_value = grader.expects, grader.right.value
    choice_texts = _choice_texts(kind, expects.labels) if choices.offered else {}

    def typed_value(value: Value) -> str:
        return answer_and_relation(value, expects)[0]

    def displayed(value: Value) -> str:
        return _choice_of_value(value, choice_texts) if choice_texts else typed_value(value)

    ties = [Decision(expects.labels)] if len(expects.labels) > 1 else []
    possible: Sequence[Value] = (True, False)
    if kind == LABEL:
        possible = (*(Decision((label,)) for label in expects.labels), *ties, Undefined())
    choice_values = [
        (target.value, misconceptions)
        for target, misconceptions in leads
        if isinstance(target.value, bool | Decision | Undefined)
    ]
    led: dict[str, list[tuple[Value, Alternative]]] = {}
    for value, misconceptions in choice_values:
        led.setdefault(displayed(value), []).extend((value, m) for m in misconceptions)
    key, wrong = displayed(right_value), []
    for text in dict.fromkeys([*map(displayed, possible), *led]):
        if text != key and text in led:
            alternatives = [alternative for _, alternative in led[text]]
            wrong.append(_wrong_value(grader, led[text][0][0], alternatives, Response(text), choices))
    answers: dict[str, str] = {}
    for of_choice in (
        (right_value, *(value for value, _ in choice_values), *possible) if choice_texts else ()
    ):
        answers.setdefault(displayed(of_choice), typed_value(of_choice))
    offered = tuple(choice_texts.values())
    how = "" if choice_texts else f"one of {', '.join(map(typed_value, possible))}"
    if not choice_texts and len(expects.labels) > 2 and kind == LABEL:
        how += f"; a tie of some is typed as {typed_value(Decision(expects.labels[:2]))}"
    return ItemPart(
        grader.question,
        grader.name,
        slug,
        kind,
        Response(key),
        how,
        offered,
        tuple(wrong),
        tuple(answers[choice] for choice in offered),
    )


def _key_and_wrong_values(
    grader: QuestionGrader, leads: Sequence[Leads], accuracy: Accuracy, choices: Choices
) -> tuple[Number, tuple[WrongValue, ...]]:
    """Return the key as a number, and the wrong values that are best separated."""
    assert grader.right.number is not None
    wrong_values = []
    for target, alternatives in leads:
        with suppress(ExactnbError):  # what cannot be rounded is no number in a file
            if target.number is not None:
                wrong_values.append((Placed.of(target.number, accuracy), target, alternatives))
    places = [place for place, *_ in wrong_values]
    mine = Placed.of(grader.right.number, accuracy, is_key=True)
    key = key_number(mine, places)
    if key is None:
        raise Merged(_why_merged(grader, mine, wrong_values, accuracy))
    ranked = []
    for order, ((share, number), (_, target, alternatives)) in enumerate(
        zip(separations(key, places), wrong_values, strict=True)
    ):
        if number is not None:
            exact = answer_and_relation(target.value, grader.expects)[0]
            made = _wrong_value(grader, target.value, alternatives, Response(exact, number), choices)
            ranked.append((-share, len(made.ids), order, made))
    ranked.sort(key=lambda each: each[:3])
    return key, tuple(made for *_, made in ranked[:MOST])


def _wrong_value(
    grader: QuestionGrader,
    value: Value,
    alternatives: Sequence[Alternative],
    response: Response,
    choices: Choices,
) -> WrongValue:
    number = response.number
    size = 1 if number is None else specificity(number.value, number.tolerance)
    is_certain = is_clear(size, len(grader.diagnosis.unrounded_candidates))
    matches = grader.diagnosis.ranked(
        Match(alternative, value, exact=True, is_certain=is_certain) for alternative in alternatives
    )
    feedback = on_impossible(grader.reason_impossible(value), on_matches(matches, can_explain=False))
    return WrongValue(response, causes(matches), feedback, choices.credit)


def _why_merged(
    grader: QuestionGrader,
    key: Placed,
    wrong_values: Sequence[tuple[Placed, Target, Sequence[Alternative]]],
    accuracy: Accuracy,
) -> str:
    """Return why a right value has no tolerance: the nearest wrong value."""
    if not wrong_values:
        return f"question {quoted(grader.question.id)}: {key.typed} is too far from the value"
    near, _, alternatives = min(wrong_values, key=lambda each: abs(each[0].value - key.value))
    reason = f"{alternatives[0].id} leads to {near.text}, right is {key.text}"
    return f"question {quoted(grader.question.id)} {accuracy}: {reason}"


def _choice_texts(kind: str, classes: Sequence[str]) -> Mapping[str, str]:
    """Return what can be chosen: classes, a tie and what is undefined, whatever is right."""
    if kind == TRUTH:
        return {"yes": "yes", "no": "no"}
    texts = {label: label for label in classes}
    for key, text in (("tie", "a tie"), ("undefined", "undefined (0/0)")):
        while text in texts.values():
            text = f"({text})"
        texts[f" {key}"] = text  # no label begins with a blank
    if len(classes) < 2:
        del texts[" tie"]
    return texts


def _choice_of_value(value: Value, texts: Mapping[str, str]) -> str:
    """Return the choice that a value is."""
    if isinstance(value, bool):
        return texts["yes" if value else "no"]
    if isinstance(value, Decision):
        return texts[value.labels[0] if len(value.labels) == 1 else " tie"]
    assert isinstance(value, Undefined)
    return texts[" undefined"]
