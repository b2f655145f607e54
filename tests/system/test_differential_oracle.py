"""The oracle of the differential test against numbers by hand, and what the generator reaches."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from differential import answers
from differential.compare import agrees, differences
from differential.draw import draw
from differential.exact import ONE, UNDEFINED, Irrational, Term, logarithm, ratio
from differential.spec import Ask, Column, Model, Row, Rule, Spec
from tried_problems import problem, smallest, tried

from exactnb.core import families

F = Fraction
YES, NO = ("class", "yes"), ("class", "no")


def dough() -> Spec:
    """Return the five loaves of the description of the format."""
    header = ("flour", "yeast", "place")
    lines = (
        "wheat fresh warm yes", "wheat dry warm yes", "rye fresh ? yes", "wheat fresh cold no",
        "rye dry cold no",
    )  # fmt: skip
    rows = []
    for line in lines:
        *cells, label = line.split()
        rows.append(Row(label, {c: v for c, v in zip(header, cells, strict=True) if v != "?"}))
    values = (("wheat", "rye", "spelt", "oat"), ("fresh", "dry"), ("warm", "cold"))
    columns = tuple(Column(c, "nominal", v) for c, v in zip(header, values, strict=True))
    categorical = dict.fromkeys(header, "categorical")
    laplace = Model(categorical, prior="smoothed", smoothing=Rule("bare", F(1)))
    queries = {"x": {"flour": "rye", "place": "warm"}}
    return Spec(
        "table",
        ("yes", "no"),
        columns,
        tuple(rows),
        {"": Model(categorical), "laplace": laplace},
        queries,
    )


def seeds() -> Spec:
    """Return the six grains of the description of the format."""
    lines = ("oat 6 rough", "oat 8 rough", "oat 10 smooth", "rye 6 smooth", "rye 7 rough", "rye 8 ?")
    rows = []
    for line in lines:
        label, length, coat = line.split()
        rows.append(Row(label, {"length": length} | ({"coat": coat} if coat != "?" else {})))
    columns = (Column("length", "real"), Column("coat", "nominal", ("rough", "smooth")))
    apart = Model({"length": "gaussian", "coat": "categorical"}, divisor="N-1")
    shared = Model(apart.families, divisor="N-K", share="classes")
    return Spec("table", ("oat", "rye"), columns, tuple(rows), {"": apart, "shared": shared}, {})


def test_the_dough_is_worked_out_as_by_hand() -> None:
    """P(yes,x) is 1/5, and with Laplace's rule P(yes|x) is 24/31."""
    query = (("query", "x"),)
    assert answers.answer(dough(), Ask("P", (YES, *query))) == F(1, 5)
    assert answers.answer(dough(), Ask("P", (YES,), query, model="laplace")) == F(24, 31)
    assert answers.answer(dough(), Ask("P", (("cell", "place", "warm"),), (YES,))) == 1
    assert answers.answer(dough(), Ask("odds", (), query, ("yes", "no"))) == "infinite"


def test_the_seeds_are_worked_out_as_by_hand() -> None:
    """Length 7.5 has density 0.352 among rye, and rough grains tie at a length of 6.78."""
    found = answers.answer(seeds(), Ask("P", (("cell", "length", "7.5"),), (("class", "rye"),)))
    assert isinstance(found, Irrational)
    assert mpmath.nstr(found.number, 3) == "0.352"
    rough = (("cell", "coat", "rough"),)
    (tie,) = answers.answer(seeds(), Ask("boundary", (), rough, ("oat", "rye"), model="shared"))
    assert mpmath.nstr(tie, 3) == "6.78"
    oat = (("class", "oat"),)
    assert answers.answer(seeds(), Ask("variance", (("column", "length"),), oat)) == 4


def test_sums_are_rational_exactly_where_they_are() -> None:
    """(√2 + √8)/√18 is 1, (e + √2·e)/e is irrational, and 0/0 is undefined."""
    root = lambda n: Term(root=F(n))  # noqa: E731
    assert ratio([root(2), root(8)], [root(18)]) == 1
    e = Term(power=F(1))
    assert isinstance(ratio([e, e * root(2)], [e]), Irrational)
    assert ratio([e, Term(F(-1), F(1))], [Term(F(0))]) == UNDEFINED
    assert ratio([ONE, ONE], [Term(F(3), F(2), F(1, 4))]) != F(4, 3)


def test_logarithms_are_rational_exactly_where_they_are() -> None:
    """log e³ is 3, log₂ √(1/8) is −3/2, log 2 is irrational, log 0 is −∞."""
    assert logarithm(ratio([Term(power=F(3))])) == 3
    assert logarithm(ratio([Term(root=F(1, 8))]), 2) == F(-3, 2)
    assert isinstance(logarithm(F(2)), Irrational)
    assert logarithm(F(0)) == "-infinite"


@pytest.mark.parametrize(
    ("decimal", "right"), [("0.33333333333333333333", True), ("0.33333333333333333334", False)]
)
def test_the_last_digit_counts(decimal: str, right: bool) -> None:
    """A decimal of 20 digits is right to half a unit of the last one, or it is a difference."""
    assert agrees({"kind": "rational", "exact": "1/3", "decimal": decimal}, F(1, 3)) is right


def test_a_kind_counts() -> None:
    """1/3 is not a closed form, undefined is not 0, and a tie is not one of its winners."""
    assert not agrees({"kind": "closed", "exact": "1/3", "decimal": "0.33333333333333333333"}, F(1, 3))
    assert not agrees({"kind": "rational", "exact": "0", "decimal": "0"}, UNDEFINED)
    assert not agrees({"kind": "labels", "exact": ["A", "B"]}, ("A",))


def test_every_family_rule_and_form_is_drawn() -> None:
    """Among 400 problems all families are drawn, all rules, kinds of data and forms of questions."""
    specs = [problem(seed) for seed in range(1, 401)]
    models = [model for spec in specs for model in spec.models.values()]
    drawn = {family for model in models for family in model.families.values()}
    assert drawn >= set(families.family_names())
    rules = [rule for m in models for rule in (m.smoothing, *m.smoothings.values())]
    kinds = {"bare", "add", "cells", "m", "dirichlet", "frequency", "clip", "0+", "gamma", "perks"}
    assert {rule.kind for rule in rules} >= kinds
    assert {spec.form for spec in specs} == {"table", "counts", "parameters"}
    forms = {ask.form for spec in specs for ask in spec.asks}
    assert forms >= {*answers.FORMS, *answers.SHAPES} - {"p"}


def test_a_wrong_estimate_is_seen_and_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle whose prior is off by a row differs, and the file that shows it is a few rows."""
    size = answers.Oracle(draw(1), draw(1).models[""]).data.__class__.size
    monkeypatch.setattr(
        "differential.estimates.Data.size", lambda self, label: size(self, label) + (label == "yes")
    )
    spec = dough()
    spec = Spec(**{**vars_of(spec), "asks": (Ask("P", (YES,)), Ask("P", (NO,), (("query", "x"),)))})
    found = tried(spec)
    assert found
    less, difference = smallest(spec, found[0])
    assert difference.quantity == "P(yes)"
    assert (len(less.rows), len(less.columns), len(less.models)) == (2, 1, 1)


def vars_of(spec: Spec) -> dict[str, object]:
    return {name: getattr(spec, name) for name in spec.__dataclass_fields__}


@pytest.mark.exhaustive
def test_nothing_differs_in_the_dough_and_the_seeds() -> None:
    """The package and the oracle agree on the examples of the format."""
    for spec in (dough(), seeds()):
        assert not differences(spec)


def test_the_bayes_error_of_two_rectangles() -> None:
    """Uniform densities on [0, 1] and [1/2, 3/2], equally likely, are told apart but for a quarter."""
    given = {("prior", "A"): "1/2", ("prior", "B"): "1/2"}
    given |= {("points(x)", "A"): "0:1 1:1", ("points(x)", "B"): "1/2:1 3/2:1"}
    model = Model({"x": "piecewise"})
    spec = Spec("parameters", ("A", "B"), (Column("x", "real"),), (), {"": model}, {}, given=given)
    assert answers.answer(spec, Ask("bayes_error")) == F(1, 4)


@pytest.mark.parametrize(
    ("family", "means"), [("gaussian", ("mean", "-1", "1")), ("exponential", ("rate", "1", "2"))]
)
def test_the_bayes_error_of_two_curves(family: str, means: tuple[str, str, str]) -> None:
    """Normal densities at ±1 overlap in Φ(−1); rates 1 and 2 tie at ln 2 and overlap in 3/8."""
    head, left, right = means
    given = {("prior", "A"): "1/2", ("prior", "B"): "1/2"}
    given |= {(f"{head}(x)", "A"): left, (f"{head}(x)", "B"): right}
    given |= {("variance(x)", k): "1" for k in "AB" if family == "gaussian"}
    model = Model({"x": family})
    spec = Spec("parameters", ("A", "B"), (Column("x", "real"),), (), {"": model}, {}, given=given)
    found = answers.answer(spec, Ask("bayes_error"))
    expected = mpmath.ncdf(-1) if family == "gaussian" else mpmath.mpf(3) / 8
    assert isinstance(found, Irrational)
    assert abs(found.number - expected) < mpmath.mpf(10) ** -25
