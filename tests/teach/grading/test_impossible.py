"""What is impossible is said first: out of range, a joint above its prior, a sum that is not 1."""

from __future__ import annotations

from fractions import Fraction

from answering import grader_of
from own_families import PROBLEMS
from thoroughness import all_of, one_in

from exactnb import Grader, Problem, verify_working
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.quantities import QUANTITIES
from exactnb.teach.grading.impossible import side_out_of_range

BOUNDED = [head for head, kind in QUANTITIES.items() if kind.bounds is not None]
TABLE = """[data]
table = '''
a b y
1 0 p
0 1 p
1 1 p
1 1 q
0 1 q
1 1 q
0 0 q
'''
[query]
x = { a = 1, b = 1 }
"""
TEXTS = """[data]
text = "text"
class = "y"
table = '''
y | text
p | u v
q | u
q | v w
'''
[model]
family = "multinomial"
smoothing = 1
[query]
x = "u"
"""
NUMBERS = """[data]
table = '''
c n y
1 2 p
3 4 p
4 1 q
7 2 q
'''
[model]
families = { c = "gaussian", n = "poisson" }
[query]
x = { c = 2 }
"""
TRIALS = NUMBERS.replace('n = "poisson"', 'n = "geometric"')
ASKED = {
    "P": (TABLE, "P(p|x)"), "odds": (TABLE, "odds(p:q|x)"), "lr": (TABLE, "lr(p:q|x)"),
    "count": (TABLE, "count(a=1,p)"), "freq": (TABLE, "freq(a=1|p)"), "tokens": (TEXTS, "tokens(p)"),
    "vocabulary": (TEXTS, "vocabulary"), "squares": (NUMBERS, "squares(c,p)"),
    "variance": (NUMBERS, "variance(c|p)"), "sd": (NUMBERS, "sd(c|p)"), "rate": (NUMBERS, "rate(n|p)"),
    "success": (TRIALS, "success(n|p)"), "threshold": (TABLE, "threshold(p:q|x)"),
    "rank": (TABLE, "rank(x)"), "bayes_error": (TABLE, "bayes_error"),
    "free_parameters": (TABLE, "free_parameters"), "accuracy": (TABLE, "accuracy"),
    "accuracy_left_out": (TABLE, "accuracy_left_out"),
}  # fmt: skip


def test_every_bounded_quantity_is_asked_for_here() -> None:
    """A row that gets bounds gets a name among these too."""
    assert sorted(ASKED) == sorted(BOUNDED)


@one_in(3, "head", BOUNDED)
def test_a_value_beyond_the_range_of_its_row_is_impossible(head: str) -> None:
    """Of every bounded kind: below the least, above the largest, and not at either or the right one."""
    text, asked = ASKED[head]
    grader = Grader(Problem.from_text(text), asked=[asked])
    noun, least, most = QUANTITIES[head].bounds or ("", 0, None)
    question = grader.asked[grader.key(asked)]
    graded = grader.judge(question, str(least - 1))
    assert graded.impossible == f"{noun} is at least {least}."
    assert graded.feedback.startswith(f"Not right. {noun} is at least {least}.")
    above = grader.judge(question, f"{(least if most is None else most) + 1}")
    assert above.impossible == ("" if most is None else f"{noun} is at most {most}.")
    for value in (Fraction(least), Fraction(least if most is None else most), question.right.value):
        assert not side_out_of_range(grader.problem, question.name, value)


@all_of("name", ["play_tennis", "note_001_multinomial", "note_004_temperature"])
def test_no_right_value_is_impossible(name: str) -> None:
    """Whatever is asked of a worked example."""
    for question in grader_of(name).asked.values():
        assert question.reason_impossible(question.right.value) == ""


@one_in(3, ("asked", "raw", "told"),
    [
        ("P(p)", "14/9", "Not right. A probability is at most 1."),
        ("P(p)", "-0.25", "Not right. A probability is at least 0."),
        ("P(p,x)", "1/2", "Not right. A joint probability is at most the prior of its class."),
        ("P(p,x)", "3/7", "Not right."), ("P(p|x)", "1", "Not right."),
        ("P(p|x)", "8/9", "Not right. Odds compare"),
        ("odds(p:q|x)", "-2", "Not right. A ratio of probabilities is at least 0."),
        ("P(p|x)", "47.1", "Not right. A probability is at most 1. Off by a factor of a hundred"),
        ("P(p|x)", "1/0", "This cannot be read"),
        ("P(p|x)", "4.71", "Not right. A probability is at most 1."),
    ],
)  # fmt: skip
def test_it_is_said_before_what_was_done(asked: str, raw: str, told: str) -> None:
    """The range comes first, the hint of a mistake, if any, after it."""
    grader = Grader(Problem.from_text(TABLE), asked=[asked])
    graded = grader.grade({asked: raw})[asked]
    assert graded.feedback.startswith(told)
    assert graded.feedback.count("is at") == told.count("is at")


def test_a_density_may_exceed_one_and_a_count_of_poisson_may_not() -> None:
    """A density is no probability; P(n=2|p) is one, and so is a posterior of measurements."""
    problem = Problem.from_text(NUMBERS)
    names = [problem.scope.resolve(of) for of in ("P(c=2|p)", "P(x|p)", "P(p,x)", "P(n=2|p)", "P(p|x)")]
    assert [bool(side_out_of_range(problem, name, Fraction(3, 2))) for name in names] == [
        False, False, False, True, True,
    ]  # fmt: skip
    assert all(side_out_of_range(problem, name, Fraction(-1, 2)) for name in names)


@all_of(
    "answers, notes",
    [
        ({"P(p)": "5/9", "P(q)": "4/7"}, [True, False]), ({"P(p)": "3/7", "P(q)": "4/7"}, [False] * 2),
        ({"P(p)": "0.42", "P(q)": "0.57"}, [False] * 2), ({"P(p)": "1/2", "P(q)": "1/2"}, [False] * 2),
        ({"P(p|x)": "4/21", "P(q|x)": "3/14"}, [True] * 2), ({"P(p|x)": "4/21"}, [False]),
        ({"P(p|x)": "8/17", "P(q|x)": "3/14"}, [False, True]),
        ({"P(p|x)": "0.5", "P(q|x)": "0.7"}, [False, True]),  # 0.5 has too few digits of 8/17
    ], apart=2)  # fmt: skip
def test_probabilities_of_all_classes_sum_to_one(answers: dict[str, str], notes: list[bool]) -> None:
    """Wrong priors and posteriors that do not are told so; decimals may be off by their rounding."""
    report = Grader(Problem.from_text(TABLE)).grade(answers)
    assert ["of all classes sum to 1; these" in each.feedback for each in report.graded] == notes


def test_a_sum_is_printed_exactly() -> None:
    """4/21 + 3/14 = 17/42."""
    report = Grader(Problem.from_text(TABLE)).grade({"P(p|x)": "4/21", "P(q|x)": "3/14"})
    told = "Not right. The posteriors of all classes sum to 1; these sum to 17/42. Do your answers"
    assert report["P(p|x)"].feedback.startswith(told)


def test_an_impossible_value_of_a_working_is_blamed_once() -> None:
    """What follows from a joint of 3/2 is impossible by it, or right; what does not is wrong."""
    lines = ("P(p,x) = 3/2", "P(q,x) = 3/14", "P(x) = 12/7", "P(p|x) = 7/8")
    judged = verify_working(Problem.from_text(TABLE), "\n".join(lines)).lines
    assert [line.verdict for line in judged] == ["wrong", "right", "impossible", "right"]
    assert "A probability is at most 1." in judged[0].message
    other = verify_working(Problem.from_text(TABLE), "\n".join((*lines[:3], "P(p|x) = 1/8"))).lines
    assert [line.verdict for line in other] == ["wrong", "right", "impossible", "wrong"]


OWN = (
    ("power", "estimate(θ,share|a)", "θ"),
    ("rayleigh", "s(speed|ship)", "s"),
    ("erlang", "b(wait|day)", "b"),
)


@all_of("family, asked, letter", OWN)
def test_a_stated_family_says_what_its_parameter_may_be(family: str, asked: str, letter: str) -> None:
    """A parameter that a stated family cannot have is impossible; so is a density below 0."""
    problem = Problem.from_text(PROBLEMS[family])
    joint = f"P({problem.schema.classes[0]},x)"
    grader = Grader(problem, asked=[asked, joint])
    judged = {name: grader.judge(grader.asked[grader.key(name)], "-1/4") for name in (asked, joint)}
    assert judged[asked].impossible == f"{family.title()} needs {letter} > 0."
    assert judged[joint].impossible == "A density is at least 0."
    question = grader.asked[grader.key(asked)]
    assert not question.reason_impossible(question.right.value)
    assert grader.judge(question, "0").impossible
    root = PowerProduct.of(2) ** Fraction(1, 2)
    assert side_out_of_range(problem, question.name, root) == ""
