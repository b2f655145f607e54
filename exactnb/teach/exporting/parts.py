"""The questions of a sheet as parts of an item: each with its key and the wrong values that are known.

How to read: `parts_of` goes through the questions; `_numbers` and `_of_words` find wrong values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.results import Decision, Value
from exactnb.core.expression.spell import spell
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, quoted
from exactnb.explain.solution.answer_kinds import answer_kind
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.exporting.called import right
from exactnb.teach.exporting.items import (
    LABEL,
    NUMBER,
    TRUTH,
    UNDEFINED,
    Number,
    Part,
    Response,
    WrongValue,
)
from exactnb.teach.exporting.separating import Accuracy, Placed, key_number, placed, separated
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.diagnosis import Match, causes
from exactnb.teach.grading.discrimination import RIGHT, answer_and_relation, discrimination_by
from exactnb.teach.grading.hints import on_matches
from exactnb.teach.grading.program_names import make_slugs
from exactnb.teach.grading.question_grader import QuestionGrader
from exactnb.teach.grading.targets import Target

MOST = 12  # wrong values of a part
_WORDS = {
    NUMBER: "a number",
    UNDEFINED: "undefined",
    "numbers": "several numbers",
    "set": "a set",
    "sets": "sets",
    LABEL: "a class",
    TRUTH: "yes or no",
}
Leads = tuple[Target, tuple[Alternative, ...]]
"""A wrong value, and the misconceptions that lead to it."""


class Merged(ExactnbError):
    """A right value that cannot be told from a wrong one, as answers are rounded."""


@frozen(slots=True)
class Choices:
    """How parts are made: figures of answers, the share that a known mistake earns, what is taken.

    A class, yes or no is chosen, unless they are not `offered`: then it is typed.
    """

    figures: int = 3
    credit: Fraction = Fraction(0)
    kinds: tuple[str, ...] = (NUMBER, LABEL, TRUTH)
    offered: bool = True

    @property
    def are_read(self) -> bool:
        """Say whether exactnb grades the answers, in the system or once they are typed off paper."""
        return not self.offered or UNDEFINED in self.kinds


def parts_of(key: AnswerKey, choices: Choices) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """Return the parts that the questions of a key are, and what is left out, a line each.

    Raises Merged where a right number cannot be told from a wrong one.
    """
    matrix = discrimination_by(key)
    leads: dict[str, list[Leads]] = {}
    for identity, values in matrix.values.items():
        by_place: dict[int, list[Alternative]] = {}
        for row in matrix.rows:
            if row.place(identity) != RIGHT:
                by_place.setdefault(row.place(identity), []).append(row.alternative)
        leads[identity] = [(values[place], tuple(of)) for place, of in by_place.items()]
    slugs = make_slugs(question.id for question in key.questions)
    parts, left_out = [], []
    for question in key.questions:
        asked = key.asked.get(question.id)
        if asked is None:
            left_out.append(f"question {quoted(question.id)}: {key.unsolved[question.id]}")
            continue
        kind = _kind(asked)
        if kind not in choices.kinds:
            left_out.append(f"question {quoted(question.id)}: its answer is {_WORDS[kind]}")
            continue
        part = _part(asked, kind, slugs[question.id], leads[question.id], choices)
        if kind != NUMBER and choices.are_read and not asked.graded(right(part)).is_right:
            why = "its answer is too long to be typed, or holds signs that cannot be"
            left_out.append(f"question {quoted(question.id)}: {why}")
            continue
        parts.append(part)
    return tuple(parts), tuple(left_out)


def _kind(asked: QuestionGrader) -> str:
    """Return the kind of a question."""
    kind = answer_kind(asked.name, asked.right.value)
    if kind == NUMBER and asked.right.number is None:
        return UNDEFINED
    return UNDEFINED if kind == TRUTH and not isinstance(asked.right.value, bool) else kind


def _part(
    asked: QuestionGrader,
    kind: str,
    slug: str,
    leads: Sequence[Leads],
    choices: Choices,
) -> Part:
    question, name, expects = asked.question, asked.name, asked.expects
    if kind == NUMBER:
        accuracy = Accuracy.of(question.policy, choices.figures)
        number, wrong = _numbers(asked, leads, accuracy, choices)
        is_counted = question.policy.form == "counted"
        exact = (
            spell(asked.counted) if is_counted else answer_and_relation(asked.right.value, expects)[0]
        )
        key = Response(exact, number)
        return Part(question, name, slug, kind, key, how=str(accuracy), wrong=wrong)
    if kind not in (LABEL, TRUTH):
        return Part(
            question, name, slug, kind, Response(answer_and_relation(asked.right.value, expects)[0])
        )
    return _of_words(asked, kind, slug, leads, choices)


def _of_words(
    asked: QuestionGrader, kind: str, slug: str, leads: Sequence[Leads], choices: Choices
) -> Part:
    """Return a part whose answer is a class, or yes or no: one of some choices, or typed."""
    expects, right_one = asked.expects, asked.right.value
    known = _choices(kind, expects.labels) if choices.offered else {}

    def typed(value: Value) -> str:
        return answer_and_relation(value, expects)[0]

    def shown(value: Value) -> str:
        return _chosen(value, known) if known else typed(value)

    possible = _possible(kind, expects.labels)
    by_value = [(target.value, of) for target, of in leads]
    words = [(value, of) for value, of in by_value if isinstance(value, bool | Decision | Undefined)]
    led: dict[str, list[tuple[Value, Alternative]]] = {}
    for value, of in words:
        led.setdefault(shown(value), []).extend((value, each) for each in of)
    key, wrong = shown(right_one), []
    for text in dict.fromkeys([*map(shown, possible), *led]):
        if text != key and text in led:
            alternatives = [alternative for _, alternative in led[text]]
            wrong.append(_wrong(led[text][0][0], alternatives, Response(text), choices))
    answers: dict[str, str] = {}
    for of_choice in (right_one, *(value for value, _ in words), *possible) if known else ():
        answers.setdefault(shown(of_choice), typed(of_choice))
    offered = tuple(known.values())
    how = "" if known else f"one of {', '.join(map(typed, possible))}"
    if not known and len(expects.labels) > 2 and kind == LABEL:
        how += f"; a tie of some is typed as {typed(Decision(expects.labels[:2]))}"
    return Part(
        asked.question,
        asked.name,
        slug,
        kind,
        Response(key),
        how,
        offered,
        tuple(wrong),
        tuple(answers[choice] for choice in offered),
    )


def _numbers(
    asked: QuestionGrader, leads: Sequence[Leads], accuracy: Accuracy, choices: Choices
) -> tuple[Number, tuple[WrongValue, ...]]:
    """Return the key as a number, and the wrong values that are best separated."""
    assert asked.right.number is not None
    finite = [(target.number, target, of) for target, of in leads if target.number is not None]
    places = placed([number for number, *_ in finite], accuracy)
    others = [(at, target, of) for at, (_, target, of) in zip(places, finite, strict=True) if at]
    mine = Placed.of(asked.right.number, accuracy, is_key=True)
    key = key_number(mine, [at for at, *_ in others])
    if key is None:
        raise Merged(_merged(asked, mine, [(at, of) for at, _, of in others], accuracy))
    ranked = []
    apart = separated(key, [at for at, *_ in others])
    for order, ((share, number), (_, target, of)) in enumerate(zip(apart, others, strict=True)):
        if number is not None:
            exact = answer_and_relation(target.value, asked.expects)[0]
            made = _wrong(target.value, of, Response(exact, number), choices)
            ranked.append((-share, len(made.ids), order, made))
    ranked.sort(key=lambda each: each[:3])
    return key, tuple(made for *_, made in ranked[:MOST])


def _wrong(value: Value, of: Sequence[Alternative], response: Response, choices: Choices) -> WrongValue:
    matches = [Match(each, value, exact=True) for each in of]
    return WrongValue(response, causes(matches), on_matches(matches), choices.credit)


def _merged(
    asked: QuestionGrader,
    key: Placed,
    others: Sequence[tuple[Placed, Sequence[Alternative]]],
    accuracy: Accuracy,
) -> str:
    """Return why a right value has no tolerance: the nearest wrong value."""
    if not others:
        return f"question {quoted(asked.question.id)}: {key.typed} is too far from the value"
    near, of = min(others, key=lambda each: abs(each[0].value - key.value))
    told = f"{of[0].id} leads to {near.text}, right is {key.text}"
    return f"question {quoted(asked.question.id)} {accuracy}: {told}; more figures tell them apart"


def _possible(kind: str, classes: tuple[str, ...]) -> Sequence[Value]:
    """Return what can be right: classes, a tie of all and what is undefined; or yes and no."""
    if kind == TRUTH:
        return (True, False)
    ties = [Decision(classes)] if len(classes) > 1 else []
    return (*(Decision((label,)) for label in classes), *ties, Undefined())


def _choices(kind: str, classes: Sequence[str]) -> Mapping[str, str]:
    """Return what can be chosen: classes, a tie and what is undefined, whatever is right."""
    if kind == TRUTH:
        return {"yes": "yes", "no": "no"}
    known = {label: label for label in classes}
    for key, words in (("tie", "a tie"), ("undefined", "undefined (0/0)")):
        while words in known.values():
            words = f"({words})"
        known[f" {key}"] = words  # no label begins with a blank
    if len(classes) < 2:
        del known[" tie"]
    return known


def _chosen(value: Value, known: Mapping[str, str]) -> str:
    """Return the choice that a value is."""
    if isinstance(value, bool):
        return known["yes" if value else "no"]
    if isinstance(value, Decision):
        return known[value.labels[0] if len(value.labels) == 1 else " tie"]
    assert isinstance(value, Undefined)
    return known[" undefined"]
