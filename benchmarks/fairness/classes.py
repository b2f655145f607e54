"""A class of simulated students of fifteen kinds, and those of their wrong answers left unexplained.

Each student answers eight questions of one of five problems. Another kind is a row of `KINDS`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction as F

from students.answers import Honest, as_displayed, slipped
from students.sheets import FAMILIES, Sheet, sheet
from students.slip import slips
from students.work import Question, Work, questions, to_figures, worked

from exactnb import Grader, Problem
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict

Sheets = Mapping[str, str]
"""What a student typed, by question."""
STUDENTS = 200
MOST_UNEXPLAINED = 5


def asked(given: Sheet, chance: random.Random) -> dict[str, Question]:
    """Return eight questions: a prior, two estimates, two joints, evidence, a posterior, the class."""
    every = questions(given)
    one, other = given.labels[:2]
    parts = [q for q, of in every.items() if of[0] in ("share", "mean", "variance", "density")]
    parts = chance.sample([q for q in parts if every[q][-1] in (one, other)], 2)
    names = [f"P({one})", *parts, f"P({one},x)", f"P({other},x)", "P(x)", f"P({one}|x)", "argmax(x)"]
    return {name: every[name] for name in every if name in names}


def typed(work: Work, every: Mapping[str, Question], number: Callable[[F], str]) -> dict[str, str]:
    """Return a student's answers; a quotient by 0, or the root of a negative number, is left blank."""
    answers = {}
    for name, question in every.items():
        try:
            value = worked(work, question)
        except ArithmeticError:
            continue
        answers[name] = value if isinstance(value, str) else number(value)
    return answers


def _figures(figures: int) -> Callable[[F], str]:
    return lambda value: to_figures(value, figures)


def _fraction(value: F) -> str:
    return str(value) if value.denominator < 10**12 else to_figures(value, 6)


def _per_cent(value: F) -> str:
    return f"{to_figures(100 * value, 4)} %" if 0 <= value <= 1 else to_figures(value, 4)


def _spelled(number: Callable[[F], str]) -> Callable[..., Sheets]:
    """Return a student who is right throughout."""
    return lambda given, every, chance: typed(Work(given), every, number)


STAGES = ("prior", "share", "mean", "variance", "density", "joint", "evidence", "posterior", "decision")
"""The methods of a `Work` that are asked, in the order in which they are worked out."""


def _believing(*names: str) -> Callable[..., Sheets]:
    """Return a student who makes one mistake from its step on: one of those named, else any."""

    def answers(given: Sheet, every: Mapping[str, Question], chance: random.Random) -> Sheets:
        possible = slips(given.family, len(given.labels))
        slip = chance.choice([s for s in possible if s.name in names] or possible)
        number = chance.choice((_figures(4), _fraction))
        start = min((STAGES.index(method) for method in slip.at if method in STAGES), default=0)
        later = {name: q for name, q in every.items() if STAGES.index(q[0]) >= start}
        return typed(Work(given), every, number) | typed(slip.work(given), later, number)

    return answers


def _rounding(given: Sheet, every: Mapping[str, Question], chance: random.Random) -> Sheets:
    """Return the answers of a student who goes on with numbers of three figures."""
    return typed(Honest(given), every, _figures(3))


def _careless(given: Sheet, every: Mapping[str, Question], chance: random.Random) -> Sheets:
    """Return right answers but one, in which a mistake is made."""
    possible = [each for each in slipped(given, chance) if each.question in every]
    wrong = chance.choice(possible)
    return typed(Work(given), every, _figures(4)) | {wrong.question: wrong.text}


def _going_on(given: Sheet, every: Mapping[str, Question], chance: random.Random) -> Sheets:
    """Return the answers of a student who makes one mistake in one estimate, and goes on with it."""
    asked_of = {name: q for name, q in every.items() if STAGES.index(q[0]) < STAGES.index("joint")}
    numbers = typed(Work(given), asked_of, _figures(4))
    values = []
    for slip in slips(given.family, len(given.labels)):
        own = {name: q for name, q in asked_of.items() if q[0] in slip.at}
        for name, text in typed(slip.work(given), own, _figures(4)).items():
            if text not in ("0", numbers[name]):
                values.append((own[name], F(text)))
    return _with_value(given, every, *chance.choice(values))


def _miscopying(given: Sheet, every: Mapping[str, Question], chance: random.Random) -> Sheets:
    """Return the answers of a student who exchanges two digits of a joint, and goes on with it."""
    question = ("joint", given.labels[0])
    text = to_figures(worked(Work(given), question), 4)
    return _with_value(given, every, question, F(text[:-2] + text[:-3:-1]))


def _with_value(given: Sheet, every: Mapping[str, Question], question: Question, value: F) -> Sheets:
    """Return the answers of a student who takes another value for one quantity, and goes on with it."""
    method, *of = question
    arguments = (
        tuple(of) if method in ("prior", "joint", "mean", "variance") else ((of[0], of[1]), of[2])
    )

    def instead(work: Work, *given_to: object) -> F:
        return value if given_to == arguments else getattr(Work, method)(work, *given_to)

    return typed(type("Own", (Work,), {method: instead})(given), every, _figures(4))


def _guessing(given: Sheet, every: Mapping[str, Question], chance: random.Random) -> Sheets:
    """Return right answers but one, a number of three figures from nowhere."""
    answers = typed(Work(given), every, _figures(4))
    return answers | {chance.choice([*every][:-1]): f"0.{chance.randint(100, 999)}"}


def _leaving_blanks(given: Sheet, every: Mapping[str, Question], chance: random.Random) -> Sheets:
    answers = typed(Work(given), every, _figures(3))
    return {name: "" if chance.random() < 0.4 else text for name, text in answers.items()}


KINDS: Mapping[str, Callable[[Sheet, Mapping[str, Question], random.Random], Sheets]] = {
    "fractions": _spelled(_fraction),
    "per cent": _spelled(_per_cent),
    "four figures": _spelled(_figures(4)),
    "two figures": _spelled(_figures(2)),
    "calculator": _spelled(as_displayed),
    "decimal comma": _spelled(lambda value: to_figures(value, 4).replace(".", ",")),
    "rounds on the way": _rounding,
    "forgets the prior": _believing("prior-forgotten"),
    "estimates otherwise": _believing(
        "smoothing-forgotten", "variance-with-another-divisor", "factorial-forgotten"
    ),
    "stops at the joint": _believing("joint-for-posterior"),
    "any one mistake": _believing(),
    "careless once": _careless,
    "goes on with a mistake": _going_on,
    "miscopies digits": _miscopying,
    "guesses once, or leaves blanks": lambda *of: of[-1].choice((_guessing, _leaving_blanks))(*of),
}


FROM_NOWHERE = "guesses once, or leaves blanks"
"""The kind whose wrong numbers are random: nobody could explain them, and they are counted apart."""


class SimulatedClass:
    """A class, graded: answers by kind of student and outcome, and those left unexplained."""

    def __init__(self, seed: int, students: int = STUDENTS) -> None:
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.unexplained: list[str] = []
        chance = random.Random(f"class {seed}")
        rooms = []
        for number, family in enumerate(FAMILIES):
            given = sheet(family, 2 + number % 3, chance)
            every = asked(given, chance)
            rooms.append((given, every, Grader(Problem.from_text(given.text()), asked=[*every])))
        for number in range(students):
            kind = list(KINDS)[number % len(KINDS)]
            given, every, grader = chance.choice(rooms)
            answers = KINDS[kind](given, every, chance)
            for graded in grader.grade(answers).graded:
                outcome = _outcome(graded)
                self.outcomes[kind, outcome] += 1
                if outcome == "unexplained":
                    name = graded.question.id
                    self.unexplained.append(f"{kind} ({given.family}): {name} = {graded.raw}")

    def figures(self) -> list[tuple[str, bool]]:
        """Return the shares of answers that nothing explains, and whether few wrong ones are."""
        total, rest = Counter[str](), Counter[str]()
        for (kind, outcome), count in self.outcomes.items():
            total[outcome] += count
            rest[outcome] += count * (kind != FROM_NOWHERE)
        wanted = f"of wrong ones, no guesses (<= {MOST_UNEXPLAINED} %)"
        shares = (
            ("of all answers unexplained", total["unexplained"] / total.total()),
            ("of wrong answers, guesses too", _unexplained(total)),
            (wanted, _unexplained(rest)),
        )
        return [
            (f"{name:<36} {100 * share:6.2f} %", name != wanted or 100 * share <= MOST_UNEXPLAINED)
            for name, share in shares
        ]

    def table(self) -> str:
        """Return what became of the answers of each kind of student."""
        names = ("right", "explained", "unexplained", "asked back", "blank")
        rows = ["students of the class".ljust(32) + "".join(f"{name:>13}" for name in names)]
        rows += [f"{k:<32}" + "".join(f"{self.outcomes[k, n]:13}" for n in names) for k in KINDS]
        return "\n".join(rows)


def _unexplained(outcomes: Counter[str]) -> float:
    """Return which part of the wrong answers nothing explains."""
    unexplained = outcomes["unexplained"]
    return unexplained / max(unexplained + outcomes["explained"], 1)


def _outcome(graded: Graded) -> str:
    if graded.is_blank:
        return "blank"
    if graded.is_right:
        return "right"
    if graded.score is None:
        return "asked back"
    is_explained = graded.verdict is not Verdict.WRONG or graded.impossible
    return "explained" if is_explained else "unexplained"
