from fractions import Fraction

import pytest
from poisoned import problem_of
from thoroughness import all_of
from valued import value

from exactnb import Conventions, Documents, ModelChoice, Problem, Table
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite
from exactnb.core.expression.results import Decision
from exactnb.core.families import every_family, family
from exactnb.errors import InputError

FIRST = ModelChoice(Conventions(tie="first"))
ROWS = [("u", "z"), ("u", "b"), ("v", "b"), ("v", "z"), ("w", "a"), ("u", "a")]
TABLE = Table.from_rows(ROWS, ["s", "y"], values={"s": ["u", "v", "w", "never"]})
TIES = Problem(TABLE, {"x": {"s": "u"}}, {"model": ModelChoice(), "first": FIRST})


@all_of(
    ("event", "labels", "first"),
    [
        ("s=u", ("z", "b", "a"), ("z",)),
        ("s=v", ("z", "b"), ("z",)),
        ("s=w", ("a",), ("a",)),
        ("x", ("z", "b", "a"), ("z",)),
        ("", ("z", "b", "a"), ("z",)),
    ],
)
def test_ties_are_reported_or_told_by_class_order(
    event: str, labels: tuple[str, ...], first: tuple[str, ...]
) -> None:
    """All winners are named, in the order of the classes and not of the alphabet, or the first."""
    assert value(TIES, f"argmax({event})") == Decision(labels)
    assert value(TIES, f"argmax({event}; first)") == Decision(first)


def test_nothing_is_decided_where_every_joint_is_zero() -> None:
    """A value that no class has shown has evidence 0: no posterior, no odds, no decision."""
    for text in ("argmax(s=never)", "argmax(s=never; first)", "P(a|s=never)", "odds(a:b|s=never)",
                 "log_odds(a:b|s=never)", "lr(a:b|s=never)", "odds(a|s=never)"):  # fmt: skip
        assert value(TIES, text) == UNDEFINED
    assert value(TIES, "P(s=never)") == 0
    assert value(TIES, "P(a,s=never)") == 0


def test_odds_over_nothing_are_infinite() -> None:
    """w was seen in class a only: its odds against b are ∞, those of b against it 0."""
    assert value(TIES, "odds(a:b|s=w)") == value(TIES, "odds(a|s=w)") == INFINITY
    assert value(TIES, "odds(b:a|s=w)") == value(TIES, "odds(b|s=w)") == 0
    assert value(TIES, "log_odds(a:b|s=w)") == INFINITY
    assert value(TIES, "-log2(odds(b:a|s=w))") == INFINITY
    assert value(TIES, "log_odds(b:a|s=w)") == Infinite(-1)
    assert value(TIES, "P(a|s=w)") == 1


def test_spam_or_ham_by_hand() -> None:
    """The lecture's ninth e-mail: 9/64 and 9/128, odds 2, posterior 2/3."""
    mails = Documents.of(
        [("+", "b d e b b d e"), ("+", "b c e b b d d e c"), ("+", "a d a d e a e e"),
         ("+", "b a d b e d a b"), ("-", "a b a b a b a e d"), ("-", "a c a c a c a e d"),
         ("-", "e a e d a e a"), ("-", "d e d e d")],
        stop_words=["d", "e"],
    )  # fmt: skip
    uniform = ModelChoice(Conventions(prior="uniform"), family="bernoulli")
    problem = Problem(mails, {"e*": "a b b d e b b"}, {"model": uniform})
    for text, worth in [
        ("P(a=1|+)", "1/2"),
        ("P(b=1|+)", "3/4"),
        ("P(c=0|+)", "3/4"),
        ("P(e*|+)", "9/32"),
        ("P(+,e*)", "9/64"),
        ("P(-,e*)", "9/128"),
        ("P(e*)", "27/128"),
        ("P(+|e*)", "2/3"),
        ("odds(+:-|e*)", "2"),
        ("lr(+:-|e*)", "2"),
        ("odds(+:-)", "1"),
        ("log2(odds(+:-|e*))", "1"),
        ("P(b=1|a=1)", "9/20"),
    ]:
        assert value(problem, text) == Fraction(worth)
    assert value(problem, "argmax(e*)") == Decision(("+",))
    assert value(problem, "exp(log(odds(-:+|e*)))") == Fraction(1, 2)


def test_an_empty_query_leaves_the_prior() -> None:
    """With nothing observed the posterior is the prior and the evidence is 1."""
    problem = Problem(TABLE, {"nothing": {}})
    assert value(problem, "P(nothing)") == value(problem, "P(nothing|z)") == 1
    assert value(problem, "P(z|nothing)") == value(problem, "P(z,nothing)") == Fraction(1, 3)
    assert value(problem, "lr(z:b|nothing)") == 1


def test_one_class_alone_is_certain() -> None:
    """With one class the posterior is 1, the decision that class, and odds have no other side."""
    problem = Problem(Table.from_rows([("u", "k"), ("v", "k")], ["s", "y"]), {"x": {"s": "u"}})
    assert value(problem, "P(k|x)") == 1
    assert value(problem, "argmax(x)") == Decision(("k",))
    for text in ("odds(k|x)", "log_odds(k)"):
        with pytest.raises(InputError, match="odds need at least two classes"):
            value(problem, text)


def test_row_ids_are_asked_like_queries() -> None:
    """A training row that has an id stands for its own cells; numerals and taken names do not."""
    rows = [("d1", "u", "z"), ("2", "v", "b"), ("u", "v", "z")]
    problem = Problem(Table.from_rows(rows, ["id", "s", "y"]))
    assert value(problem, "P(d1|z)") == value(problem, "P(s=u|z)") == Fraction(1, 2)
    assert value(problem, "argmax(d1)") == Decision(("z",))
    assert value(problem, "P(u|z)") == Fraction(1, 2)
    with pytest.raises(InputError, match="'2' is no class, query, value, word or 0/1 column here"):
        value(problem, "P(z|2)")


def test_models_answer_for_themselves() -> None:
    """The same question in two models: u within a is 1/2, and smoothed (1+1)/(2+4) = 1/3."""
    smoothed = ModelChoice(Conventions(smoothing=1))
    problem = Problem(TABLE, {"x": {"s": "u"}}, {"plain": ModelChoice(), "laplace": smoothed})
    assert value(problem, "P(s=u|a)") == value(problem, "P(x|a; plain)") == Fraction(1, 2)
    assert value(problem, "P(s=u|a; laplace)") == value(problem, "P_laplace(x|a)") == Fraction(1, 3)
    assert value(problem, "P(s=never|a; laplace)") == Fraction(1, 6)


def test_a_zero_beside_an_undefined_factor_saves_nothing() -> None:
    """A class without rows keeps its joint undefined though its given prior is 0."""
    table = Table.from_rows([("u", "k"), ("v", "l")], ["s", "y"], classes=["k", "l", "m"])
    shares = Conventions(prior={"k": "1/2", "l": "1/2", "m": 0})
    problem = Problem(table, {"x": {"s": "u"}}, {"model": ModelChoice(shares)})
    assert value(problem, "P(m)") == 0
    for text in ("P(s=u|m)", "P(m,x)", "P(x)", "P(k|x)", "argmax(x)", "odds(k|x)", "odds(k:m|x)"):
        assert value(problem, text) == UNDEFINED
    assert value(problem, "P(k,x)") == Fraction(1, 2)
    assert value(problem, "odds(k:l|x)") == INFINITY


@all_of("name", [own.name for own in every_family() if own.first_integer is not None])
def test_a_number_that_no_class_can_have_is_decided_for_none(name: str) -> None:
    """Below the least number every joint is 0; at it one class is the likeliest."""
    problem, least = problem_of(name), family(name).first_integer
    assert least is not None
    assert problem.decide({"p": least - 1, "q": 2}) == ()
    assert problem.decide({"p": 2, "q": least - 1}) == ()
    assert len(problem.decide({"p": least, "q": least})) == 1
