"""What systems share that call exactnb to grade: fractions are read, and any kind of answer is.

`check` names a mistake only where an answer is evidence of it, an export all that it has told apart.
These systems carry what the others do, so that each variant has the same hints everywhere.

How to read: `how` says in which form an answer is given, `right` and `typed` what a student types,
`variables` the names of answers in a program, `literal` a text as Python; `hints_of` has what is said
of each wrong value, `outcome_of` finds the hint about an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.data.escaping import safe_json
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.explain.rendering.printer import points_text
from exactnb.teach.exporting.items import (
    DERIVATION,
    LABEL,
    NUMBER,
    NUMBERS,
    SET,
    SETS,
    TRUTH,
    UNDEFINED,
    WHOLE,
    WORKING,
    ItemPart,
    Pool,
)
from exactnb.teach.exporting.numerals import LONG
from exactnb.teach.grading.diagnosis import causes
from exactnb.teach.grading.graded import CERTAIN, Graded
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.submissions.program_names import make_variable
from exactnb.teach.grading.targets import Target
from exactnb.teach.grading.variants_folder import MANIFEST, STUDENTS

KINDS = (NUMBER, LABEL, TRUTH, UNDEFINED, NUMBERS, SET, SETS, WORKING, DERIVATION)
_FORMS = {
    "counted": "a fraction as it was counted, such as 3/6",
    "lowest": "a fraction in lowest terms",
}
_OTHER_FORMS = {
    UNDEFINED: "a number, or undefined",
    NUMBERS: "numbers, such as [1/2, 3/4]",
    SET: "a set, such as {a, b}",
    SETS: "sets, such as {a}, {b, c}",
}
_LONGEST = 100  # signs of a right answer that are shown; a longer one is shown rounded
Hint = Mapping[str, Any]
"""What stands in a file of one wrong value."""

_SETTLED = (*CERTAIN, Verdict.ACCEPTED, Verdict.UNGRADED)


def answer_form(part: ItemPart) -> str:
    """Return the form in which the answer of a `part` is given, where fractions are read.

    >>> from exactnb import Problem
    >>> from exactnb.exporting import pool_of
    >>> item = pool_of(Problem.read("worked_examples/homework/sheet.toml")).items[0]
    >>> [answer_form(part) for part in item.parts[:2]]
    ['a fraction, or a decimal with 3 significant figures', 'a fraction as it was counted, such as 3/6']
    """
    policy = part.question.policy
    if part.kind in (LABEL, TRUTH) or part.is_text:
        return part.how
    if part.kind != NUMBER:
        return _OTHER_FORMS[part.kind]
    if policy.form != "any":
        return _FORMS[policy.form]
    if policy.kind == "exact":
        return "exactly, as a fraction"
    return part.how if part.how == WHOLE else f"a fraction, or {part.how.removeprefix('as ')}"


def points_and_form(part: ItemPart, form: str | None = None) -> str:
    """Return the points of a `part`, where a system shows none, and the form of its answer.

    The form is the part's own unless a system reads another.
    """
    return ", ".join(filter(None, (points_text(part.points), part.how if form is None else form)))


def typed_for_choice(part: ItemPart, choice: str) -> str:
    """Return what `check` reads for a `choice` of a `part`; a typed answer stays as it is."""
    return dict(zip(part.choices, part.answers, strict=True)).get(choice, choice)


def right_answer_as_typed(part: ItemPart) -> str:
    """Return the right answer of a `part` as a student types it: exactly, unless that is too long."""
    exact = part.key.exact
    if part.is_text:
        return exact
    return typed_for_choice(part, exact if len(exact) <= _LONGEST else part.key.typed)


def blank_answer(part: ItemPart) -> str:
    """Return an empty answer to a `part` as Python; in a text nothing is escaped."""
    if part.is_text:
        return f'r"""\n\n"""  # write your {part.kind} between the quotes'
    return f"{python_literal('')}  # type your answer between the quotes"


def variable_by_question(pool: Pool) -> Mapping[str, str]:
    """Return the program variables of the answers to a `pool`, by the ids of their questions.

    >>> from exactnb import Problem
    >>> from exactnb.exporting import pool_of
    >>>
    list(variable_by_question(pool_of(Problem.read("worked_examples/homework/sheet.toml"))).values())[:3]
    ['prior', 'wind', 'joint_yes']
    """
    return {identity: make_variable(slug) for slug, identity in pool.question_by_slug.items()}


def problem_files(pool: Pool) -> Mapping[str, bytes]:
    """Return the folder that `check` takes for a `pool`: a file per item, and who has which."""
    names = variable_by_question(pool)
    choices = {
        item.id: {part.id: dict(zip(part.choices, part.answers, strict=True)) for part in item.parts}
        for item in pool.items
    }
    manifest = {
        "title": pool.title,
        "slugs": dict(pool.question_by_slug),
        "variables": {names[identity]: identity for identity in pool.question_by_slug.values()},
        "choices": choices,
    }
    made = {f"{item.id}.toml": item.file.encode() for item in pool.items}
    if pool.students:
        made[STUDENTS] = pool.students_csv()
    return made | {MANIFEST: safe_json(manifest).encode()}


def multiline_literal(text: str) -> str:
    r"""Return `text` as Python in ASCII, each of its lines on a line of its own, indented.

    >>> print(multiline_literal("a\n'''λ"))
    (
        'a\n'
        "'''\u03bb"
    )
    """
    rows = "\n".join(f"    {python_literal(line)}" for line in text.splitlines(keepends=True) or [""])
    return f"(\n{rows}\n)"


def python_literal(text: str) -> str:
    r"""Return a text as Python in ASCII, without signs that begin a comment: systems look for these.

    >>> python_literal("# λ")
    "'\\x23 \\u03bb'"
    """
    return ascii(text).replace("#", r"\x23")


def python_dictionary(texts: Mapping[str, str]) -> str:
    """Return texts by their keys as Python.

    >>> python_dictionary({"prior": "p"})
    "{'prior': 'p'}"
    """
    entries = (f"{python_literal(key)}: {python_literal(text)}" for key, text in texts.items())
    return f"{{{', '.join(entries)}}}"


def hints_of(part: ItemPart) -> list[Hint]:
    """Return the wrong values of a `part` as plain data."""
    hints: list[Hint] = []
    for wrong in part.wrong:
        if (number := wrong.response.number) is None:
            condition = {"typed": typed_for_choice(part, wrong.response.exact)}
        else:
            condition = {"value": number.text, "within": str(number.tolerance)}
        effect = {"ids": list(wrong.ids), "feedback": wrong.feedback, "share": str(wrong.share)}
        hints.append({**condition, **effect})
    return hints


@frozen
class Outcome:
    """What comes of an answer: the share of its points, what is said, and the mistakes behind it."""

    share: Fraction
    feedback: str
    ids: tuple[str, ...] = ()


def outcome_of(grader: Grader, graded: Graded, hints: Sequence[Hint]) -> Outcome:
    """Return the outcome of an answer `graded` by a `grader`, with the one of `hints` that is about it.

    What was typed may say more than the hint, as a fraction does that one mistake counts so. Where the
    other answers of the sheet speak against what it shows alone, there is no hint.
    """
    points = graded.question.points
    share = (graded.score or Fraction(0)) / points if points else Fraction(graded.is_right)
    ids = causes(graded.matches)
    hint = None if graded.follows or graded.verdict in _SETTLED else _hint(graded, hints)
    if graded.verdict is Verdict.UNGRADED:
        return Outcome(share, "This answer could not be graded: please tell your instructor.")
    if (
        hint is not None
        and not ids
        and grader.judge(grader.asked[graded.question.id], graded.raw).matches
    ):
        hint = None
    if hint is None or (ids and set(ids) <= set(hint["ids"])):
        return Outcome(share, graded.feedback, ids)
    return Outcome(max(share, Fraction(hint["share"])), hint["feedback"], tuple(hint["ids"]))


def _hint(graded: Graded, hints: Sequence[Hint]) -> Hint | None:
    """Return the first hint that is about an answer."""
    if graded.answer is None:
        return None
    number = _number(graded)
    for hint in hints:
        if "typed" in hint:
            if graded.raw.strip() == hint["typed"]:
                return hint
        elif number is not None and abs(number - Fraction(hint["value"])) <= Fraction(hint["within"]):
            return hint
    return None


def _number(graded: Graded) -> Fraction | None:
    """Return the number that was typed, one that is no fraction as a decimal of many figures."""
    assert graded.answer is not None
    value = Target(graded.answer.value).number
    if value is None or isinstance(value, Fraction):
        return value
    try:
        return rounded(value, Rounding(figures=LONG)).value
    except ExactnbError:
        return None
