"""A question whose form is "derivation": its points, what is open, and every way out of the package.

How to read: points come first, then what a person accepts, what is refused, and the doors.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from commands import ran
from thoroughness import all_of, choose, in_both_runs

from exactnb import Grader, Problem, Question, solve
from exactnb.core.families.declared.family import Family
from exactnb.core.problem.questions import read_policy
from exactnb.core.problem.toml import read_toml
from exactnb.errors import InputError
from exactnb.explain.proving.theorems import names, theorem
from exactnb.explain.rendering import formats
from exactnb.interfaces.cli import main
from exactnb.teach.grading.derivations.grader import DerivationGrader
from exactnb.teach.grading.derivations.questions import BY_THEOREM
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports.text_report import class_text
from exactnb.teach.variants.searching import Search
from exactnb.teach.variants.template import Template

DATA = """
[data]
table = '''
wind    rain
calm    no
strong  yes
strong  yes
calm    yes
'''
[query]
x = { wind = "strong" }
"""
PRIOR = '[[question]]\nid = "prior"\nquantity = "P(yes)"\n'
MLE = """
[[question]]
id = "mle"
form = "derivation"
theorem = "bernoulli-mle"
points = 6
"""
RIGHT = r"""L(p) = p^s (1-p)^{n-s}, where s = \sum_i x_i
\ell(p) = s \log p + (n-s) \log(1-p)
\ell'(p) = s/p - (n-s)/(1-p) = 0
\hat p = s/n"""
WRONG = RIGHT.replace("s/p - ", "s/p + ")


def problem(more: str = PRIOR + MLE) -> Problem:
    return Problem.from_document(read_toml(DATA + more))


@cache
def grader(more: str = PRIOR + MLE) -> Grader:
    return Grader(problem(more))


@all_of(
    "text, verdict, score",
    [
        (RIGHT, Verdict.CORRECT, 6),
        (RIGHT.replace("\n", "\n\n") + "\nas we wanted.", Verdict.CORRECT, 6),
        (WRONG, Verdict.WRONG, Fraction(18, 5)),  # three of five claims come before it
        (r"\hat p = n/s", Verdict.WRONG, 0),
        (RIGHT.splitlines()[-1], Verdict.INCOMPLETE, None),  # may be copied
        (RIGHT.rpartition("\n")[0], Verdict.INCOMPLETE, None),  # does not get to the estimate
        ("I asked my sister.", Verdict.UNREADABLE, None),
        (" \n ", Verdict.UNREADABLE, 0),
        ("p = 1\n" * 20_000, Verdict.UNGRADED, None),
    ],
)
def test_a_derivation_earns_the_share_that_is_right_before_its_first_wrong_line(
    text: str, verdict: Verdict, score: Fraction | None
) -> None:
    graded = grader().grade({"mle": text})["mle"]
    assert (graded.verdict, graded.score) == (verdict, score)
    assert graded.score is not None or graded.look


def test_feedback_has_the_counterexample_and_not_the_right_line() -> None:
    graded = grader().grade({"mle": WRONG})["mle"]
    assert graded.feedback.startswith("Line 3 is the first that is wrong, at column 1: ")
    assert "the left side is" in graded.feedback
    assert "- (n" not in graded.feedback
    assert "Right would be" not in graded.feedback
    first = graded.working.first_blamed
    assert first.slip == "log-one-minus"


@pytest.mark.exhaustive
def test_the_report_of_a_class_names_the_slip_and_quotes_the_wrong_line() -> None:
    """Slips of derivations stand among the mistakes to teach, wherever the wrong line stands."""
    grader = Grader(problem())
    texts = {"ada": WRONG, "ben": f"The likelihood:\n{WRONG}", "eve": RIGHT}
    reports = [grader.grade({"prior": "1/4", "mle": text}, name) for name, text in texts.items()]
    text = " ".join(class_text(grader, reports).split())
    assert "What to teach next" in text
    assert "2 the derivative of log(1 − θ) has a minus: 4.8 points lost (log-one-minus: mle 2)" in text
    assert r"""2 "\\ell'(p) = s/p + (n-s)/(1-p) = 0" """.strip() in text
    assert "The likelihood:" not in text


def test_other_questions_are_graded_as_without_it() -> None:
    """A derivation neither follows from other answers nor leads to any."""
    answers = {"prior": "3/4", "mle": RIGHT}
    both, alone = grader().grade(answers), grader(PRIOR).grade({"prior": "3/4"})
    assert both["prior"] == alone["prior"]
    assert (both.score, both.points, both.is_right) == (7, 7, True)


@pytest.mark.exhaustive
@all_of(
    "text, points, score",
    [
        (r"\ell'(p) = s/p + (n-s)/(1-p) = 0", "", 6),
        (r" \ell'(p)  = s/p + (n-s)/(1-p) = 0 ", "points = 1", 6),  # right now, and so is the rest
        ("anything else", "", Fraction(18, 5)),
    ],
)
def test_the_word_of_a_marker_wins(text: str, points: str, score: Fraction) -> None:
    accept = f"\n[[accept]]\nquestion = \"mle\"\ntext = '''{text}'''\n{points}"
    assert grader(PRIOR + MLE + accept).grade({"mle": WRONG})["mle"].score == score


STATED = """
[families.half-line]
density = "theta x^(theta-1)"
support = "0 < x < 1"
parameters = { theta = "theta > 0" }
[[question]]
id = "own"
form = "derivation"
theorem = "half-line"
"""


def test_a_family_that_the_file_states_may_be_derived() -> None:
    text = (
        "ℓ(θ) = n log θ + (θ-1) sum_i log x_i\nℓ'(θ) = n/θ + sum_i log x_i = 0\nθ̂ = -n / sum_i log x_i"
    )
    graded = grader(STATED).grade({"own": text})["own"]
    assert (graded.verdict, graded.score) == (Verdict.CORRECT, 1)
    sheet = solve(problem(STATED)).sheet().text()
    assert "Derive the estimate of Half-line: theta x^(theta-1)" in " ".join(sheet.split())
    wrong = grader(STATED).grade({"own": text.replace("= -n", "= n")})["own"]
    assert (wrong.verdict, wrong.working.first_wrong) == (Verdict.WRONG, 3)


def test_in_python_a_family_takes_the_place_of_the_name() -> None:
    family = Family.of(density="s exp(-s x)", support="x > 0", parameters={"s": "s > 0"}, name="wait")
    asked = Question("q", policy=read_policy("rounded", "derivation"), theorem=family)
    sheet = Problem(problem("").data, questions=[asked])
    answer = "ℓ(s) = n log s - s sum_i x_i\nn/s - sum_i x_i = 0\ns = n / sum_i x_i"
    assert Grader(sheet).grade({"q": answer})["q"].is_right


@all_of(
    "more, message",
    [
        (MLE.replace('theorem = "bernoulli-mle"\n', ""), r"question\[1\]: needs a key theorem"),
        (MLE + 'quantity = "P(yes)"', r'question\[1\].quantity: cannot be used with form = "deriv'),
        (MLE + 'policy = "exact"', r'question\[1\].policy: cannot be used with form = "derivation"'),
        (MLE + "credit = { mistake = 1 }", r"question\[1\].credit: cannot be used with form"),

        (PRIOR + 'theorem = "bernoulli-mle"', r'question\[1\].theorem: requires form = "derivation"'),
        (MLE.replace('"bernoulli-mle"', '""'), r"question\[1\].theorem: expected text"),
        (
            MLE + '[[milestone]]\nquantity = "P(yes)"',
            r'milestone\[1\]: needs a question with form = "working"',
        ),
        (
            MLE.replace("bernoulli-mle", "bernouli-mle"),
            r"question\[1\].theorem: .*did you mean 'bernoulli-mle'",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_in_a_line(more: str, message: str) -> None:
    with pytest.raises(Exception, match=message) as error:
        Grader(problem(more))
    assert "\n" not in str(error.value)


TABLE = """
[families.coin]
probabilities = { a = "t", b = "1 - t" }
parameters = { t = "0 < t < 1" }
[[question]]
id = "own"
form = "derivation"
theorem = "coin"
"""


def test_what_is_not_judged_is_left_to_a_person_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything else of the sheet is graded, and both the sheet and the report say so."""
    files = {
        "sheet.toml": DATA + PRIOR + TABLE,
        "ann.toml": "[answers]\nprior = '3/4'\nown = 't = 1'\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    report = grader(PRIOR + TABLE).grade({"prior": "3/4", "own": "t = a/n"})
    assert (report["prior"].verdict, report["own"].verdict) == (Verdict.CORRECT, Verdict.UNGRADED)
    assert (report["own"].score, report.is_settled) == (None, False)
    why = (
        "question 'own': derivations about a table of outcomes are not judged, only densities; a person"
    )
    main(["solve", str(tmp_path / "sheet.toml"), "--sheet"])
    assert f"note: {why}" in capsys.readouterr().err
    main(["check", str(tmp_path / "sheet.toml"), str(tmp_path / "ann.toml")])
    assert why in capsys.readouterr().err
    theorem = grader(MLE.replace("bernoulli-mle", "two-columns")).grade({"mle": RIGHT})["mle"]
    assert (theorem.verdict, theorem.score) == (Verdict.UNGRADED, None)
    accepted = PRIOR + TABLE + "\n[[accept]]\nquestion = 'own'\ntext = 't = a/n'\n"
    assert grader(accepted).grade({"own": "t = a/n"})["own"].score == 1


def test_a_misspelt_theorem_is_refused_on_the_sheet_too() -> None:
    with pytest.raises(InputError, match=r"question\[1\].theorem: .*did you mean 'bernoulli-mle'"):
        solve(problem(MLE.replace("bernoulli-mle", "bernouli-mle"))).sheet()


JUDGED = sorted(BY_THEOREM)


def test_only_theorems_are_judged() -> None:
    """Each name whose derivations are judged is one of `exactnb derive`, with a title for reports."""
    assert set(BY_THEOREM) <= set(names())
    assert all(DerivationGrader(name).title for name in BY_THEOREM)


@in_both_runs
def test_every_theorem_is_asked_in_every_format() -> None:
    """A sheet names the theorem, in each format, and its answers can be graded."""
    asked = JUDGED[:: choose(quick=6, exhaustive=1)]
    more = "".join(MLE.replace("bernoulli-mle", name).replace('"mle"', f'"{name}"') for name in asked)
    of = problem(more)
    sheet = solve(of).sheet()
    for to in formats.names():
        text = "" if to == "pdf" else sheet.render(to)
        for name in asked if text else ():
            words = [word for word in theorem(name).title.split() if word.isalpha()]
            assert [word for word in words if word not in text] == [], (to, name)
    graded = Grader(of).grade(dict.fromkeys(asked, "")).graded
    assert [each.score for each in graded] == [0] * len(asked)
    assert solve(of).answers().toml().count("'''\n'''") == len(asked)


@pytest.mark.exhaustive
def test_variants_ask_it_unchanged(tmp_path: Path) -> None:
    """Other numbers, other names: the derivation and a stated family stay as they are."""
    path = tmp_path / "sheet.toml"
    path.write_text(DATA + STATED.replace("[[question]]", PRIOR + "[[question]]") + MLE)
    (draw,) = Search(Template.read(path), 1).variants(1)
    made = Problem.from_document(draw.document)
    assert [question.task for question in made.questions][1:] == ["half-line", "bernoulli-mle"]
    assert Grader(made).grade({"mle": RIGHT})["mle"].is_right


@all_of(
    "name, content",
    [
        ("a.json", json.dumps({"student": "Bo", "answers": {"prior": "1", "mle": WRONG}})),
        ("a.toml", f"student = \"Bo\"\n[answers]\nprior = '1'\nmle = '''\n{WRONG}'''"),
        ("a.csv", f'student,prior,mle\nBo,1,"{WRONG}"\nCy,3/4,\n'),
    ],
)
def test_every_file_of_answers_takes_it(
    name: str, content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet, answers = tmp_path / "sheet.toml", tmp_path / name
    sheet.write_text(DATA + PRIOR + MLE)
    answers.write_text(content)
    code, out, error = ran(
        capsys, "check", sheet, answers, "--to", "json", "--feedback", tmp_path / "back"
    )
    assert (code, error) == (1, "")
    graded = json.loads(out)["students"][0]["answers"][1]
    assert (graded["score"], graded["derivation"]) == ("18/5", "bernoulli-mle")
    assert graded["working"]["first_wrong"] == 3
    feedback = (tmp_path / "back" / "Bo.md").read_text()
    assert "the left side is" in feedback
    assert r"\ell'(p) = s/p + (n-s)/(1-p) = 0" in feedback


def test_a_text_answers_the_only_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of several questions, a derivation is not looked for in a whole solution: that is refused."""
    sheet, answer = tmp_path / "sheet.toml", tmp_path / "bo.tex"
    sheet.write_text(DATA + MLE)
    answer.write_text(WRONG)
    code, out, error = ran(capsys, "check", sheet, answer)
    assert (code, error) == (1, "")
    assert "3.6 of 6 points." in out
    sheet.write_text(DATA + PRIOR + MLE)
    code, out, error = ran(capsys, "check", sheet, answer)
    assert (code, out) == (2, "")
    place = "question[2].theorem: a derivation is not looked for in a whole solution"
    assert error.endswith(f"{place}; use a file of answers\n")
