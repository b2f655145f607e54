"""Exposures behind counts: constant or in a column, in rows and queries, alone behind the bar."""

from __future__ import annotations

import pytest
from thoroughness import all_of
from valued import value

from exactnb import Problem, solve
from exactnb.core.arithmetic.values import compare
from exactnb.core.expression.results import Decision
from exactnb.errors import InputError
from exactnb.explain.solution.explained import explain

ROWS = (("0", "u", "A"), ("2", "v", "A"), ("4", "u", "B"), ("6", "u", "B"))


def problem(
    time: str = "",
    queries: str = "",
    more: str = "",
    families: str = "d = 'poisson'",
) -> Problem:
    """Return counts d beside words c; behind each of them two hours, as one number or in a column."""
    column = time == "m"
    rows = (" ".join((d, c, *(["2"] if column else []), k)) for d, c, k in ROWS)
    table = "\n".join([f"d c {'m ' if column else ''}k", *rows])
    exposure = f"exposure = {{ d = {time!r} }}\n" if time else ""
    return Problem.from_text(
        f"[data]\n{exposure}table = '''\n{table}\n'''\n[model]\nsmoothing = 1\n"
        f"smoothings = {{ d = 0 }}\nfamilies = {{ {families} }}\n{more}[query]\n{queries}"
    )


def same(one: Problem, text: str, other: Problem, spelled: str) -> bool:
    """Say whether two names are worth the same, exactly."""
    values = value(one, text), value(other, spelled)
    if isinstance(values[0], Decision):
        return bool(values[0] == values[1])
    return compare(*values) == 0


@all_of(
    ("constant", "column"),
    [
        ("rate(d|A)", "rate(d|A)"), ("P(d=2|A)", "P(d=2|A,m=2)"), ("P(d=2)", "P(d=2,m=2)"),
        ("P(B|d=3)", "P(B|d=3,m=2)"), ("odds(A:B|d=3,c=u)", "odds(A:B|d=3,c=u,m=2)"),
        ("lr(A:B|d=3)", "lr(A:B|d=3,m=2)"), ("argmax(d=3)", "argmax(d=3,m=2)"),
        ("accuracy", "accuracy"), ("accuracy_left_out", "accuracy_left_out"),
        ("boundary(A:B)[1]", "boundary(A:B|m=2)[1]"),
        ("boundary(A:B|c=u)[1]", "boundary(A:B|c=u,m=2)[1]"),
        ("P(A|d=3,exposure=5)", "P(A|d=3,m=5)"), ("P(d=3|A,exposure=1/2)", "P(d=3|A,m=1/2)"),
        ("boundary(A:B|exposure=5)[1]", "boundary(A:B|m=5)[1]"), ("P(A|q)", "P(A|d=3,m=2)"),
        ("P(A|r)", "P(A|d=3,m=5)"), ("argmax(q,exposure=5)", "argmax(d=3,m=5)"),
    ],
)  # fmt: skip
def test_a_constant_exposure_is_a_column_of_it(constant: str, column: str) -> None:
    """Two hours behind every count are a column of 2s, in rows and queries; a query may have others."""
    of_all = problem("2", "q = { d = 3 }\nr = { d = 3, exposure = 5 }\n")
    assert same(of_all, constant, problem("m"), column)


def test_the_weights_are_those_of_the_usual_exposure() -> None:
    """log odds(A:B) = bias + 3·weight of three calls, with the two hours in the bias."""
    rows = "d k\n0 A\n2 A\n4 B\n6 B"
    alone = Problem.from_text(
        f"[data]\nexposure = {{ d = 2 }}\ntable = '''\n{rows}\n'''\n"
        "[model]\nfamilies = { d = 'poisson' }\n[query]\nq = { d = 3 }\n"
    )
    text = solve(alone, only=["log_odds(A:B|q)", "bias(A:B)", "weight(A:B|d)"]).text()
    assert value(alone, "bias(A:B)") == 4
    assert "log odds(A:B|q) = bias(A:B) + 3 × weight(A:B|d)." in text


def test_deciding_many_is_deciding_each() -> None:
    """Decided in intervals, d = 3 in two hours is B, d = 3 in five is A, as it is exactly."""
    of_all = problem("2")
    assert of_all.decide({"d": "3"}) == ("B",)
    assert of_all.decide({"d": "3", "exposure": "5"}) == ("A",)
    assert problem().decide({"d": "2"}) == ("A",)
    assert of_all.decide({"d": "2"}) == value(of_all, "argmax(d=2)").labels


@all_of(
    ("alone", "meaning"),
    [
        ("P(A|m=3)", "P(A)"), ("P(d=2|m=3)", "P(d=2,m=3)"), ("P(c=u|m=3)", "P(c=u)"),
        ("P(c=u|A,m=3)", "P(c=u|A)"), ("odds(A:B|m=3)", "odds(A:B)"), ("odds(B|m=3)", "odds(B)"),
        ("log_odds(A:B|c=u,m=3)", "log_odds(A:B|c=u)"), ("argmax(m=3)", "argmax(c=u,c=v)"),
        ("P(A,d=2|m=3)", "P(A,d=2,m=3)"), ("P(A,c=u|m=3)", "P(A,c=u)"),
        ("P(c=u,d=2|A,m=3)", "P(c=u,d=2,m=3|A)"), ("P(d=2|A,c=u,m=3)", "P(d=2|A,m=3)"),
        ("P(x|m=3)", "P(d=2,m=3)"), ("P(x|A,m=3)", "P(d=2|A,m=3)"), ("P(A|x,m=3)", "P(A|d=2,m=3)"),
    ], apart=3)  # fmt: skip
def test_an_exposure_alone_says_nothing_of_the_class(alone: str, meaning: str) -> None:
    """Behind the bar it is given with what is counted, and where nothing is, it changes nothing."""
    of_column = problem("m", "x = { d = 2 }\n")
    if meaning.startswith("argmax"):
        assert value(of_column, alone) == Decision(("A", "B"))
        return
    assert same(of_column, alone, of_column, meaning)
    assert "=" in solve(of_column, only=[alone]).text()


def test_a_likelihood_ratio_of_an_exposure_alone_is_1() -> None:
    """odds(A:B|m=3) = odds(A:B)·lr(A:B|m=3)."""
    assert value(problem("m"), "lr(A:B|m=3)") == 1


@all_of(
    ("asked", "message"),
    [
        ("P(m=3)", "stands beside a count or behind the bar"),
        ("P(A,m=3)", "stands beside a count or behind the bar"),
        ("P(m=3|d=2)", "stands beside a count or behind the bar"),
        ("P(d=2|m=0)", "an exposure is positive; got 0"),
        ("boundary(A:B|m=-1)", "an exposure is positive; got -1"),
        ("argmax(m=0)", "an exposure is positive; got 0"),
        ("rank(m=3)", "names no column"),
    ],
)  # fmt: skip
def test_what_is_no_exposure(asked: str, message: str) -> None:
    """An exposure is no event of its own, and it is positive."""
    with pytest.raises(InputError, match=message):
        value(problem("m"), asked)


def test_a_row_may_be_asked_with_another_exposure() -> None:
    """A row has the exposure of all rows; what it would say in five hours may be asked."""
    rows = "id d k\nr1 0 A\nr2 2 A\nr3 4 B\nr4 6 B"
    chosen = "[model]\nfamilies = { d = 'poisson' }\n"
    of = Problem.from_text(f"[data]\nexposure = {{ d = 2 }}\ntable = '''\n{rows}\n'''\n{chosen}")
    assert same(of, "P(A|r2)", of, "P(A|d=2,exposure=2)")
    assert same(of, "P(A|r2,exposure=5)", of, "P(A|d=2,exposure=5)")


def test_two_constant_exposures_have_names_of_their_own() -> None:
    """Of several, each is called by its count."""
    table = "[data]\nexposure = { d = 2, e = 3 }\ntable = '''\nd e k\n1 1 A\n4 2 B\n'''\n"
    of_two = Problem.from_text(f"{table}[model]\nfamilies = {{ d = 'poisson', e = 'poisson' }}\n")
    assert same(of_two, "P(d=2|A,exposure of d=2)", of_two, "P(d=2|A)")
    with pytest.raises(InputError, match="'exposure'"):
        value(of_two, "P(d=2|A,exposure=2)")


def test_an_exposure_of_no_count_is_told() -> None:
    """Behind a column that is poisson in no model there is nothing to expose."""
    with pytest.raises(InputError, match=r"data\.exposure\.d: column 'd' is poisson in no model"):
        problem("2", families="d = 'gaussian'")


def test_an_explanation_tells_counts_one_by_one() -> None:
    """A count over the usual exposure has a factor of its own, one over another stands with it."""
    of_all = problem("2", "q = { d = 3, c = 'u' }\nr = { d = 3, c = 'u', exposure = 5 }\n")
    assert "LR(B:A|d=3)" in explain(of_all, "q").text()
    told = explain(of_all, "r").text()
    assert "the rest" in told
    assert "LR(A:B|d=3)" not in told


def test_the_data_show_the_exposure_that_a_query_changes() -> None:
    """Where a query names another exposure, the table has a column for it."""
    text = solve(problem("2", "r = { d = 3, exposure = 5 }\n")).text()
    assert "│ d │ c │ exposure │ k │" in text
    assert "exposure │" not in solve(problem("2", "r = { d = 3 }\n")).text()


@all_of("time, words", [("2", "exposure"), ("m", "exposure"), ("", "rows")])
def test_the_rule_of_a_rate_says_what_stands_below(time: str, words: str) -> None:
    """Below the sum of the counts stands the exposure in class k, or the rows where there is none."""
    of = problem(time)
    text = solve(of, only=["P(A, d=3)"] if time != "m" else ["P(A|d=3, m=2)"]).text()
    assert ("exposure in class k" in text) == (words == "exposure")
    assert ("sum in class k / rows of class k" in " ".join(text.split())) == (words == "rows")
