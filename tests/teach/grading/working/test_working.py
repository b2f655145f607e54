"""The first wrong line of a working is named, and nothing else: truth is worked out by hand here."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import prod
from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, verify_working
from exactnb.errors import InputError
from exactnb.teach.grading.working.grader import WorkingGrader
from exactnb.teach.grading.working.report import as_text
from exactnb.teach.grading.working.working import Working

EXAMPLES = Path(__file__).parents[4] / "worked_examples"


@cache
def grader(path: str = "play_tennis/play_tennis.toml") -> WorkingGrader:
    return WorkingGrader(EXAMPLES / path)


def verdicts(text: str, path: str = "play_tennis/play_tennis.toml") -> list[str]:
    """Return the verdicts of all claims: 9/14 and 5/14 are the priors, 1/189 and 18/875 the joints."""
    return [line.verdict for line in grader(path).verify(text).lines if line.claim.kind != "prose"]


RIGHT = (
    "P(Yes) = 9/14",
    "P(Yes) = 9/14 = 0.643",
    "P(Yes) = 9/14 ≈ .6429",
    "P(Yes) = 64.3 %",
    "p(yes) = 9/14",
    "the prior of Yes is P(Yes) = 9/14 (from the table)",
    "P(Yes): 9/14",
    "P(Yes) is 9/14",
    "P(PlayTennis = Yes) = 9/14",
    "P(Sunny|Yes) = 2/9",
    "P( Outlook = sunny | PlayTennis = yes ) = 2/9",
    r"\hat{P}(\text{Sunny} \mid \text{Yes}) = \frac{2}{9}",
    r"$P(\mathrm{Sunny}|\mathrm{Yes}) = \tfrac29 \approx 0.222$",
    "π_Yes = 9/14",
    r"\pi_{Yes} = \frac{9}{14}",
    "P(Yes,x) = 9/14 * 2/9 * 3/9 * 3/9 * 3/9 = 0.00529",
    "P(Yes,x) = 9/14 × 2/9 × 3/9 × 3/9 × 3/9 = 1/189",
    "P(x|Yes) = 2/9*3/9*3/9*3/9 = 0.0082",
    "P(Yes|x) ∝ 9/14 * 2/9 * 3/9 * 3/9 * 3/9 = 0.0053",
    "P(Yes,x) = P(Yes) P(Sunny|Yes) P(Cool|Yes) P(High|Yes) P(Strong|Yes)",
    "P(x) = 1/189 + 18/875 = 0.0259",
    "P(Yes|x) = 0.00529/0.02586 = 0.2046",
    "P(Yes|Sunny, Cool, High, Strong) = 125/611",
    "P(Yes|x) = P(Yes) P(x|Yes) / P(x) = 0.205",
    "P(No|x) = 1 - P(Yes|x) = 0.795",
    "0.0206 > 0.0053",
    "P(No,x) > P(Yes,x)",
    "so No",
    "⇒ No",
    "The class is No.",
    r"\hat{y} = \text{No}",
    "y = No",
    "We predict No",
    "so I take the No",
    "so we decide for No",
    "We decide for No",
)
WRONG = (
    "P(Yes) = 9/13",
    "P(Yes) = 9/14 = 0.63",
    "P(Sunny|Yes) = 2/14",
    "P(Yes,x) = 9/14 * 2/9 * 3/9 * 3/9 * 3/5 = 0.00952",
    "P(Yes,x) = P(Sunny|Yes) P(Cool|Yes) P(High|Yes) P(Strong|Yes)",
    "P(x) = 0.0053 + 0.0206 = 0.0295",
    "9/14 * 2/9 = 0.134",
    "0.0206 < 0.0053",
    "so Yes",
)
COSTS_NOTHING = (
    "# P(Yes) = 1",
    "For class Yes:",
    "We count the rows of class Yes.",
    "P(Mars|Yes) = 1/2",
    "Q = 17",
    "P(Yes",
    "= = =",
    "P(Yes) = __import__('os')",
    "If Yes",
    "We take the Yes rows",
    "so I take the Yes rows",
)


@all_of("text", RIGHT, apart=3)
def test_a_right_line_is_right(text: str) -> None:
    assert verdicts(text) == ["right"]


@all_of("text", WRONG, apart=3)
def test_a_wrong_line_is_wrong(text: str) -> None:
    assert verdicts(text) == ["wrong"]


@all_of("text", COSTS_NOTHING)
def test_what_is_not_read_costs_nothing(text: str) -> None:
    working = grader().verify(text)
    assert working.first_wrong is None
    assert {line.verdict for line in working.lines} <= {"unread", "unused"}


def test_a_wrong_value_is_blamed_once() -> None:
    """One factor of the other class: line 2. Evidence, posterior and decision follow from it."""
    text = (
        "P(Yes,x) = 9/14 * 2/9 * 3/9 * 3/9 * 3/9 = 0.00529\n"
        "P(No,x) = 5/14 * 3/5 * 1/5 * 4/5 * 3/9 = 0.0114\n"
        "P(x) = 0.00529 + 0.0114 = 0.0167\n"
        "P(Yes|x) = 0.00529/0.0167 = 0.317\n"
        "so No"
    )
    working = grader().verify(text)
    assert [line.verdict for line in working.lines] == ["right", "wrong", "right", "right", "right"]
    assert working.first_wrong == 2
    wrong = working.lines[1]
    assert wrong.place == (2, 36)  # where 3/9 stands
    assert "3/9 should be P(Wind=Strong|No) = 3/5" in wrong.message
    assert [line.follows for line in working.lines] == [False, False, True, True, False]


@pytest.mark.exhaustive
def test_an_impossible_value_earns_nothing_and_is_not_blamed_again() -> None:
    """P(Yes) = -9/14 is blamed; -1/189 follows from it, and no joint is negative."""
    text = "P(Yes) = -9/14\nP(Yes,x) = -1/189"
    working = grader().verify(text)
    assert [line.verdict for line in working.lines] == ["wrong", "impossible"]
    assert (working.first_wrong, working.summary.split(". ")[1]) == (1, "0 of 2 claims are right.")
    follows = working.lines[1]
    assert follows.message == "follows from line 1, but a probability is at least 0"
    assert not follows.is_to_blame
    sheet = grader("homework/sheet.toml").verify(text)
    assert sheet.earned == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("value", ["-2/9", "11/9", "4", "-0.5"])
def test_no_impossible_value_is_right_by_an_impossible_one(value: str) -> None:
    """A wrong factor, or a wrong prior: whichever way a product of it is written, none is right."""
    cells = ("P(Sunny|Yes)", "P(Cool|Yes)", "P(High|Yes)", "P(Strong|Yes)")
    numbers = dict(zip(cells, ("2/9", "3/9", "3/9", "3/9"), strict=True))
    for wrong in ("P(Yes)", *cells):
        factors = {"P(Yes)": "9/14", **numbers, wrong: value}
        product = prod(Fraction(factor) for factor in factors.values())
        prior = Fraction(factors["P(Yes)"])
        for written in (f"{product}", f"{' * '.join(factors.values())} = {product}"):
            _, joint = grader().verify(f"{wrong} = {value}\nP(Yes,x) = {written}").lines
            is_possible = 0 <= product <= min(prior, 1)
            assert (joint.verdict == "right") == is_possible, (wrong, written, joint.message)
            assert not joint.is_to_blame


@pytest.mark.exhaustive
def test_a_line_from_which_nothing_follows_is_not_judged_and_says_so() -> None:
    """No density has a negative variance; a negative standard deviation is wrong whatever was done."""
    text = "variance(temp|Yes) = -4.925\nsd(temp|Yes) = -2.2\np(temp=22|Yes) = 2.5"
    working = grader("temperature/note_004_temperature.toml").verify(text)
    assert [line.verdict for line in working.lines] == ["wrong", "wrong", "unread"]
    assert working.lines[2].message == "not judged: no value follows from line 1"
    assert "(column 1: not judged: no value follows from line 1)" in as_text(working)


def test_rounding_that_drifts_is_not_blamed() -> None:
    """Two figures each: 0.64 · 0.0079 is 0.0051, and the joint 0.00529."""
    text = "P(Yes) = 0.64\nP(x|Yes) = 0.22*0.33*.33*.33 = 0.0079\nP(Yes,x) = 0.64 * 0.0079 = 0.0051"
    assert verdicts(text) == ["right", "right", "right"]
    assert verdicts("P(Yes,x) = 0.64 * 0.0079 = 0.0051") == ["wrong"]  # of nowhere


@pytest.mark.exhaustive
def test_a_formula_of_many_decimals_is_judged_within_its_budget() -> None:
    """Each of 30 decimals may be one of two factors: 2³⁰ readings, of which few are tried."""
    text = f"P(Yes,x) = ({' * '.join(['0.3'] * 30)})/2 = 0.5"
    assert verdicts(text) == ["wrong"]


def test_a_right_number_that_its_formula_does_not_give_does_not_follow() -> None:
    for text in (
        "P(Yes,x) = 9/14 * 2/9 * 3/9 * 3/9 * 3/9 = 0.529 = 0.00529",
        "P(Yes,x) = 9/14 * 2/9 = 0.00529",
        "P(x) = 0.0053 + 0.206 = 0.0259",
    ):
        (line,) = grader().verify(text).lines
        assert line.verdict == "does_not_follow"
        assert line.place == (1, text.index(" = 0.", 10) + 4)


@all_of(
    "factors, reason",
    [
        ("9/14 * 2/9 * 3/9 * 3/9", "the factor P(Wind=Strong|Yes) = 3/9 is missing"),
        ("9/14 * 2/9 * 3/9 * 3/9 * 3/9 * 1/5", "the factor 1/5 is one too many"),
        ("9/14 * 4/9 * 3/9 * 3/9 * 3/9", "4/9 should be P(Outlook=Sunny|Yes) = 2/9"),
        (r"\frac{9}{14}\cdot\frac{4}{9}\cdot\frac39\cdot\frac39\cdot\frac39", "4/9 should be P("),
    ],
)
def test_the_factor_is_named(factors: str, reason: str) -> None:
    (line,) = grader().verify(f"P(Yes,x) = {factors}").lines
    assert line.verdict == "wrong"
    assert reason in line.message


def test_workings_of_texts_and_numbers_are_read() -> None:
    """A Gaussian density, and words of a Bernoulli model: 0.1775 at 22, 9/64 and 9/128."""
    temperature = "temperature/note_004_temperature.toml"
    density = (
        r"p(temp=22|Yes) = \frac{1}{\sqrt{2\pi \cdot 4.925}} e^{-(22-21.64)^2/(2 \cdot 4.925)} = 0.177"
    )
    assert verdicts(density, temperature) == ["right"]
    assert verdicts(density.replace("2\\pi", "\\pi"), temperature) == ["does_not_follow"]
    spam = "P(+,e*) = 1/2 * 2/4 * 3/4 * (1 - 1/4) = 9/64\nP(-,e*) = 9/128\n9/64 > 9/128, so it is +"
    assert verdicts(spam, "spam_or_ham/spam_or_ham.toml") == ["right"] * 4


def test_with_several_models_a_line_is_right_if_it_is_right_for_one() -> None:
    """4.925 is the variance over N, 5.54 that over N − 1; 6 is neither."""
    temperature = "temperature/note_004_temperature.toml"
    text = "variance(temp|Yes) = 4.925\nvariance(temp|Yes) = 5.54\nvariance(temp|Yes) = 6.00"
    assert verdicts(text, temperature) == ["right", "right", "wrong"]


def test_a_question_earns_its_points_from_the_best_claim() -> None:
    """The sheet has seven questions of 8 points; two claims about the prior, one of them wrong."""
    working = grader("homework/sheet.toml").verify("P(Yes) = 9/13\nP(Yes) = 9/14\nP(Yes|x) = 0.205")
    marks = {mark.question: (mark.earned, mark.line) for mark in working.marks}
    assert marks["prior"] == (1, 2)
    assert marks["posterior"] == (2, 3)
    assert marks["decision"] == (0, None)
    assert (working.earned, working.points) == (3, 8)


@pytest.mark.exhaustive
def test_half_of_the_points_may_be_given_for_what_follows() -> None:
    half = WorkingGrader(EXAMPLES / "homework/sheet.toml", follow_through="1/2")
    text = "P(Yes,x) = 0.01\nP(No,x) = 0.0206\nP(x) = 0.0306"
    assert [mark.earned for mark in half.verify(text).marks if mark.line == 3] == [
        half.verify(text).marks[4].points / 2
    ]


def test_a_working_of_a_problem_in_python_is_verified() -> None:
    mails = Documents.of([("spam", "win win cash"), ("ham", "lunch cash")])
    choice = ModelChoice(Conventions(smoothing=1), "multinomial")
    problem = Problem(mails, {"x": "win lunch"}, {"m": choice})
    text = "P(win|spam) = (2+1)/(3+3) = 1/2\nP(lunch|ham) = (1+1)/(2+3)\nP(cash|ham) = 1/2"
    assert verify_working(problem, text).first_wrong == 3


def test_the_only_column_of_a_query_keeps_its_name() -> None:
    """P(u|yes) is an estimate where x is u alone: P(x|yes) would be a name that nobody wrote."""
    document = {"data": {"table": "a,k\nu,yes\nv,yes\nv,no\n"}, "query": {"x": {"a": "u"}}}
    (line,) = WorkingGrader(Problem.from_document(document)).verify("P(u|yes) = 1/3").lines
    assert line.message.startswith("P(a=u|yes) is 1/2, not 1/3")


def test_only_a_difference_of_logarithms_is_0_at_a_boundary() -> None:
    """The joints are 1/189 and 18/875: their sum is not 0, and log odds = 0 is a condition."""
    assert verdicts("P(Yes,x) + P(No,x) = 0") == ["wrong"]
    assert verdicts("ln P(Yes,x) - ln P(No,x) = 0") == ["right"]


def test_no_is_a_truth_value_before_it_is_a_class() -> None:
    """Over both classes P(u, u) = 3/4 · 4/9 is not (3/4 · 2/3)²; and `= no` decides for no class."""
    document = {"data": {"table": "a,b,k\nu,u,no\nu,v,no\nv,u,no\nv,v,yes\n"}}
    document |= {"query": {"x": {"a": "u", "b": "u"}}}
    of = WorkingGrader(Problem.from_document(document))
    text = "independent(a,b) = no\nindependent(a,b) = true\nindependent(a,b|k) = yes"
    assert [line.verdict for line in of.verify(text).lines] == ["right", "wrong", "unread"]


def test_what_is_no_working_is_refused() -> None:
    table = Table.from_rows([("1", "+"), ("0", "-")], ["a", "k"])
    with pytest.raises(InputError, match="expected the text of a working; got '3'"):
        verify_working(Problem(table), 3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected a Problem or the path of a file; got '3'"):
        verify_working(3, "P(+) = 1/2")  # type: ignore[arg-type]


def test_the_working_says_what_it_is() -> None:
    working = grader().verify("P(Yes) = 9/14\nP(No) = 1/2")
    assert repr(working) == "<Working: 2 claims, line 2 wrong>"
    assert str(working).startswith(
        "The first line that is wrong is line 2. 1 of 2 claims is right.\nline 2: "
    )
    assert isinstance(working, Working)
    assert not working.is_right
    assert grader().verify("so No").is_right
    assert grader().verify("Hello").summary == "No claim was read."


@pytest.mark.exhaustive
def test_a_zero_is_blamed_once() -> None:
    """Unsmoothed, 0/2 makes the joint and the posterior 0: they follow, and other numbers do not."""
    data = {"table": "a,k\nu,yes\nu,yes\nv,no\nu,no\n"}
    document = {"data": data, "model": {"smoothing": 1}, "query": {"x": {"a": "v"}}}
    of = WorkingGrader(Problem.from_document(document))
    start = "P(v|yes) = 0/2\nP(yes,x) = 1/2 * 0/2 = 0\nP(no,x) = 1/4\n"
    right = ["wrong", *["right"] * 5]
    text = f"{start}P(x) = 1/4\nP(yes|x) = 0\nP(no|x) = 1"
    assert [line.verdict for line in of.verify(text).lines] == right
    text = f"{start}P(x) = 1/3\nP(yes|x) = 1/5\nP(no|x) = 5/8"
    assert [line.verdict for line in of.verify(text).lines] == [*right[:3], *["wrong"] * 3]
    again = of.verify("P(v|yes) = 0/2\nP(v|yes) = 0/2 = 0").lines
    assert [line.verdict for line in again] == ["wrong"] * 2  # nothing follows from itself
    assert [line.verdict for line in of.verify("P(yes|x) = 0\nP(no|x) = 1").lines] == ["wrong"] * 2
