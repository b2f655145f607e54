"""Failures before the r-th success, worked by hand, with what people do wrong and what is refused."""

from fractions import Fraction as F
from math import comb
from pathlib import Path

import pytest
from answering import blamed, given
from thoroughness import all_of, one_in

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core import families
from exactnb.errors import InputError, TooMuch
from exactnb.explain.solution.sampling import sample

TEXT = """[data]
table = '''
fails  class
2      a
4      a
1      b
0      b
2      b
'''
[model]
families = { fails = { negative-binomial = { r = 3 } } }
[query]
x = { fails = 4 }
"""
HALF, MOST = F(6, 12), F(9, 12)  # 2 · 3 successes and 6 failures; 3 · 3 and 3


def pmf(x: int, r: int, p: F) -> F:
    return comb(x + r - 1, x) * p**r * (1 - p) ** x


def test_by_hand() -> None:
    """With r = 3 the estimates are 6/12 and 9/12, the chances of 4 failures 15/128 and 405/16384."""
    solution = solve(Problem.from_text(TEXT))
    assert (solution["success(fails|a)"], solution["success(fails|b)"]) == (HALF, MOST)
    assert solution["P(fails=4|a)"] == pmf(4, 3, HALF) == F(15, 128)
    assert solution["P(fails=4|b)"] == pmf(4, 3, MOST) == F(405, 16384)
    assert solution["P(a|x)"] == F(256, 337)
    text = solution.text()
    assert "Negative binomial (r = 3) naive Bayes" in text
    assert "(3 × rows of class k) / (3 × rows of class k + sum in class k)" in text
    factor = "6! / (4! × 2!) × θ_a³ × (1 − θ_a)⁴ Negative binomial, r = 3"
    assert factor in " ".join(text.split())  # it goes on below, so that its reason stands beside it


def test_one_success_is_a_geometric_column_of_failures() -> None:
    """With r = 1 everything is as it is for geometric0."""
    rows = [("2", "a"), ("4", "a"), ("1", "b"), ("0", "b")]
    table = Table.from_rows(rows, ["fails", "class"])

    def found(family: families.Choice) -> list[object]:
        models = {"model": ModelChoice(families={"fails": family})}
        solution = solve(Problem(table, query={"x": {"fails": "3"}}, models=models))
        return [solution[q] for q in ("success(fails|a)", "P(fails=3|b)", "P(a|x)", "boundary(a:b)")]

    assert found({"negative-binomial": {"r": 1}}) == found("geometric0")


def test_columns_may_wait_for_different_successes() -> None:
    """Each column has the r that is said for it, in the head, the rules and the factors."""
    table = Table.from_rows([("2", "4", "a"), ("1", "0", "b")], ["s", "t", "class"])
    chosen = {"s": {"negative-binomial": {"r": 2}}, "t": {"negative-binomial": {"r": "5"}}}
    models = {"model": ModelChoice(Conventions(), families=chosen)}
    solution = solve(Problem(table, query={"x": {"s": "1", "t": "1"}}, models=models))
    assert solution["success(s|a)"] == F(2, 4)
    assert solution["success(t|a)"] == F(5, 9)
    assert solution["P(s=1,t=1|a)"] == pmf(1, 2, F(1, 2)) * pmf(1, 5, F(5, 9))
    assert "Negative binomial (r = 2) and Negative binomial (r = 5) naive Bayes" in solution.text()


def test_given_parameters_and_sums_say_as_much_as_rows() -> None:
    """Rows of success(...) and of sums give the same posterior as the rows they are of."""
    _, rest = TEXT.split("[model]")
    told = "[data]\n{}\n[model]" + rest
    given_rows = "parameters = '''\nclass | a | b\nprior | 2/5 | 3/5\nsuccess(fails) | 1/2 | 3/4\n'''"
    sums = "counts = '''\nclass | a | b\ntotal | 2 | 3\nsum(fails) | 6 | 3\n'''"
    for source in (given_rows, sums):
        problem = Problem.from_text(told.replace("{}", source, 1))
        assert solve(problem)["P(a|x)"] == F(256, 337)


@one_in(
    3,
    ("question", "value", "mistake"),
    [
        ("P(fails=4|a)", HALF**3 * HALF**4, "arrangements-forgotten"),
        ("P(fails=4|a)", comb(7, 4) * HALF**7, "last-success-arranged-too"),
        ("success(fails|a)", F(2, 8), "successes-counted-as-one"),
        ("success(fails|b)", F(9, 3), "failures-for-trials"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, question: str, value: F, mistake: str) -> None:
    """What people do wrong with a negative binomial is told by its name."""
    grader = given(tmp_path, TEXT, question)
    assert mistake in blamed(grader.judge(grader.asked[question], str(value)))


@pytest.mark.exhaustive
def test_why_it_is_estimated_so() -> None:
    """The rule is explained by the theorem of its own file."""
    assert (
        "“The MLE of a negative binomial distribution”"
        in solve(Problem.from_text(TEXT), why=True).text()
    )


@all_of(
    ("said", "told"),
    [
        ("{ negative-binomial = { r = 0 } }", r"fails\.negative-binomial\.r: expected a whole.*'0'"),
        ("{ negative-binomial = { r = 1.5 } }", r"fails\.negative-binomial\.r: .*got '1\.5'"),
        ("{ negative-binomial = { r = true } }", r"fails\.negative-binomial\.r: .*got 'true'"),
        ("{ negative-binomial = { R = 3 } }", r"families\.fails: .*no number 'R'.*it has r"),
        ("{ negative-binomial = {} }", r"families\.fails: negative-binomial needs r, .*r = 3"),
        ('"negative-binomial"', r"families\.fails: negative-binomial needs r, .*r = 3"),
        ("{ negative-binomial = 3 }", r"families\.fails: expected \{ negative-binomial = \{"),
        ("{ negative-binomal = { r = 3 } }", r"fails: expected one of .*did you mean 'negative-bin"),
        ("{ poisson = { r = 3 } }", r"families\.fails: poisson has no number 'r', it has none"),
        ("{ poisson = {}, gaussian = {} }", r"families\.fails: expected a family or \{"),
        ("{}", r"families\.fails: expected a family or \{"),
        ("3", r"families\.fails: expected text in quotes; got '3'"),
    ],
)  # fmt: skip
def test_numbers_that_are_chosen_with_a_family_are_checked(said: str, told: str) -> None:
    """A number chosen with a family is one that it has, all of them are there, each in its range."""
    text = TEXT.replace("{ negative-binomial = { r = 3 } }", said)
    with pytest.raises(InputError, match=told):
        Problem.from_text(text).predictions  # noqa: B018


def test_a_family_for_all_columns_may_have_numbers_too() -> None:
    """The key family takes what families take, and names without numbers may be said as tables."""
    text = TEXT.replace("families = { fails = { negative-binomial = { r = 3 } } }",
                        "family = { negative-binomial = { r = 3 } }")  # fmt: skip
    assert solve(Problem.from_text(text))["P(a|x)"] == F(256, 337)
    plain = TEXT.replace("{ negative-binomial = { r = 3 } }", "{ geometric0 = {} }")
    assert solve(Problem.from_text(plain))["success(fails|a)"] == F(2, 8)


@pytest.mark.exhaustive
def test_counts_are_drawn_with_their_probabilities() -> None:
    """Of 3,000 draws with p = 1/2 a count is as frequent as it is likely, to 5 deviations."""
    drawn = sample(Problem.from_text(TEXT), 3_000, "successes", given="a")
    assert drawn.header == ("fails", "class")
    for x in range(6):
        expected = 3_000 * pmf(x, 3, HALF)
        found = sum(row[0] == str(x) for row in drawn.rows)
        assert (found - expected) ** 2 < 25 * expected


def test_other_columns_are_drawn_beside_counts() -> None:
    """Columns come in the order of the data, whatever they hold, and the same seed gives the same."""
    rows = [("1", "2", "u", "a"), ("0", "4", "v", "a"), ("1", "0", "u", "b")]
    table = Table.from_rows(rows, ["bit", "fails", "word", "class"])
    chosen = {"fails": {"negative-binomial": {"r": 2}}}
    problem = Problem(table, models={"model": ModelChoice(families=chosen)})
    drawn = sample(problem, 40, 7)
    assert drawn == sample(problem, 40, 7)
    assert drawn.header == ("bit", "fails", "word", "class")
    assert {row[1] for row in drawn.rows if row[3] == "b"} == {"0"}  # no failure was ever seen there
    assert all(row[0] in "01" and row[1].isdigit() and row[2] in "uv" for row in drawn.rows)


def test_what_cannot_be_drawn_is_refused() -> None:
    """Numbers of a class without a variance are not drawn; work is bounded."""
    text = TEXT.replace("{ negative-binomial = { r = 3 } }", '"gaussian"').replace(
        "4      a", "2      a"
    )
    with pytest.raises(InputError, match="a probability of column 'fails' is undefined"):
        sample(Problem.from_text(text), 1, 1, given="a")
    with pytest.raises(TooMuch):
        sample(Problem.from_text(TEXT), 1_000, 1, effort=2_000)


def test_the_bayes_error_adds_up_what_is_missed() -> None:
    """Past 2 failures a is likelier: missed are b's counts from 3 on, and a's up to 2, by hand."""
    problem = Problem.from_text(TEXT)
    solution = solve(problem)
    joints = [(F(2, 5) * pmf(x, 3, HALF), F(3, 5) * pmf(x, 3, MOST)) for x in range(4)]
    assert [a > b for a, b in joints] == [False, False, False, True]
    missed_of_a = sum(a for a, _ in joints[:3])
    missed_of_b = F(3, 5) - sum(b for _, b in joints[:3])
    assert solution["bayes_error"] == missed_of_a + missed_of_b
    assert solve(problem, only=["bayes_error"]).text()
