"""Answers with their workings: right if their number is, a slip if the two disagree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction as F
from pathlib import Path

from answering import grader_of
from students.sheets import FAMILIES, sheet
from students.work import to_figures
from students.workings import ended, workings
from thoroughness import all_of, choose, in_both_runs

from exactnb import Grader, check
from exactnb.teach.answers.guard import LONGEST
from exactnb.teach.grading.judging import RIGHT, Verdict

EXAMPLES = {
    "0.333*0.5=0.167": "1/6", "0.167 = 0.333*0.5": "1/6", "0.00529/0.02586 = 0.2046": "125/611",
    "0.0053+0.0206=0.0259": "611/23625", "1 - 78125/89789 = 0.13": "11664/89789", "0.8 (4/5)": "4/5",
    "0.643 (64.3 %)": "9/14", "4/5, i.e. 80 %": "4/5", "80% = 0.8": "4/5", "0.333*0.500": "1/6",
    "0.00529/0.02586": "125/611",
}  # fmt: skip


@all_of("typed", EXAMPLES)
def test_a_right_answer_with_its_working_is_right(typed: str) -> None:
    """The number is judged as if it stood alone; a working alone has the figures of its decimals."""
    assert check(typed, EXAMPLES[typed]).verdict in RIGHT


@all_of("result", ["0.167", "0.1667", "0.17", "0.166", "0.168", "0.16667", "16.7", "1.67"])
@all_of("policy", ["rounded", "exact", {"figures": 4}, {"places": 3}, {"within": "1/1000"}])
def test_a_working_widens_no_tolerance(result: str, policy: object) -> None:
    """The verdict is that on the number alone, by every policy, if the working agrees with it."""
    working = "0.333*0.5" if result < "1" else "3.33*5" if result > "1.9" else "0.333*5"
    alone = check(result, "1/6", policy=policy)
    assert check(f"{working} = {result}", "1/6", policy=policy).verdict is alone.verdict


@all_of(
    ("typed", "verdict"),
    [("0.333*0.5", Verdict.ROUNDED), ("0.34*0.5", Verdict.TOO_FEW),
     ("0.334*0.500", Verdict.CORRECT), ("0.330*0.500", Verdict.WRONG),
     ("0.3336*0.500", Verdict.ROUNDED), ("0.33*0.50", Verdict.TOO_FEW),
     ("exp(-1.79)", Verdict.ROUNDED)],
)  # fmt: skip
def test_a_working_alone_is_judged_with_its_figures(typed: str, verdict: Verdict) -> None:
    """It is rounded to the figures asked for, or else to those of its coarsest decimal."""
    assert check(typed, "0.167").verdict is verdict


def test_a_slip_is_named() -> None:
    """The product that was written is worked out; a number of the chain that is right is asked back."""
    slip = check("9/14*2/9*3/9*3/9*3/9 = 0.0159", "1/189")
    assert str(slip) == "arithmetic slip: your product is 0.00529, not 0.0159"
    assert not slip
    assert check("0.333*0.4 = 0.167", "1/6").verdict is Verdict.AMBIGUOUS
    assert check("1/2*1/3 = 1/6 = 0.18", "1/6").verdict is Verdict.AMBIGUOUS
    assert check("1/2*1/3 = 0.166", "1/6").verdict is Verdict.TRUNCATED


def test_a_slip_on_a_sheet_has_its_verdict_and_hint() -> None:
    """It earns nothing unless credit is given for it; the number goes on to what follows."""
    report = grader_of("play_tennis").grade({"P(Yes,x')": "9/14*2/9*3/9*3/9*3/9 = 0.0159"})
    (graded,) = report.graded
    assert (graded.verdict, graded.score) == (Verdict.SLIP, 0)
    assert graded.feedback.endswith("your product is 0.00529, not 0.0159.")
    assert graded.answer is not None
    assert graded.answer.value == F("0.0159")
    (asked_back,) = grader_of("play_tennis").grade({"P(Yes)": "9/14 = 0.463"}).graded
    assert asked_back.score is None
    assert "Your quotient is 0.643, not 0.463" in asked_back.feedback


def test_mistakes_and_follow_through_come_from_the_last_number() -> None:
    """A misconception is named behind its working, and own values are carried on through one."""
    grader = grader_of("play_tennis")
    plain, worked = (
        grader.grade({"P(Yes|x')": text})["P(Yes|x')"]
        for text in ("0.00529", "0.643*0.00823 = 0.00529")
    )
    assert worked.verdict is plain.verdict is Verdict.MISCONCEPTION
    assert worked.mistakes == plain.mistakes
    own = {
        "P(Yes,x')": "0.643*0.0123 = 0.00791",
        "P(No,x')": "0.0206",
        "P(x')": "0.00791 + 0.0206 = 0.0285",
    }
    report = grader.grade(own)
    assert report["P(x')"].follows == ("P(Yes,x')",)  # the other one is right


def drawn(
    problems: int, seed: int, folder: Path
) -> Iterator[tuple[Grader, str, F, str, int, random.Random]]:
    """Yield a grader, a quantity of a random problem, its value and a working for it."""
    for number in range(problems):
        chance = random.Random(f"{seed} {number}")
        given = sheet(FAMILIES[number % len(FAMILIES)], 2 + number % 3, chance)
        file = folder / "problem.toml"
        file.write_text(given.text())
        every = [(figures, *of) for figures in (3, 4) for of in workings(given, figures, chance)]
        if problems < len(FAMILIES) * 2:
            every = chance.sample(every, min(len(every), 30))
        grader = Grader(file, asked=dict.fromkeys(name for _, name, *_ in every))
        for figures, name, value, working in every:
            if abs(value) < 10**figures:
                yield grader, name, value, working, figures, chance


@in_both_runs
def test_workings_of_random_problems(tmp_path: Path) -> None:
    """A right number with its rounded working is right, a wrong one with any working never is."""
    outcomes: Counter[Verdict] = Counter()
    for grader, name, value, working, figures, chance in drawn(
        choose(quick=4, exhaustive=8), 1, tmp_path
    ):
        asked = grader.answer_key.asked[grader.key(name)]
        result = to_figures(value, figures)
        typed = ended(working, result, chance)
        verdict = grader.judge(asked, typed).verdict
        if len(typed) > LONGEST:  # what no answer may be, rounded or not
            assert verdict is Verdict.UNREADABLE
            continue
        outcomes[verdict] += 1
        assert verdict in (*RIGHT, Verdict.UNREADABLE, Verdict.AMBIGUOUS), (name, typed)
        wrong = to_figures(value * F(chance.choice((*range(5, 96), *range(106, 300))), 100), figures)
        if F(wrong) != value and abs(F(wrong)) < 10**figures:
            typed = ended(working, wrong, chance)
            assert not grader.judge(asked, typed).is_right, (name, typed)
    right = sum(outcomes[verdict] for verdict in RIGHT)
    assert 100 * right >= 99 * outcomes.total()
