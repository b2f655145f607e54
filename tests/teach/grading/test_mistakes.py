"""Mistakes of PlayTennis and of spam or ham, worked out by hand with fractions, and their names."""

from __future__ import annotations

from fractions import Fraction as F
from math import prod

import pytest
from answering import blamed, example, given
from students.work import to_figures
from thoroughness import all_of, one_in

from exactnb.teach.grading.reports.text_report import discrimination_text, tried_values

YES, NO = F(9, 14), F(5, 14)
AS_YES = [F(2, 9), F(3, 9), F(3, 9), F(3, 9)]  # sunny, cool, high, strong
AS_NO = [F(3, 5), F(1, 5), F(4, 5), F(3, 5)]
MARGINALS = [F(5, 14), F(4, 14), F(7, 14), F(6, 14)]
J_YES, J_NO = YES * prod(AS_YES), NO * prod(AS_NO)


def share(one: F, other: F) -> F:
    return one / (one + other)


def by_lambda(above: F, below) -> F:
    """Return P(Yes|x') from counts with something added above, and for m values something below."""
    values = (3, 3, 2, 2)
    yes = YES * prod((c + above) / (9 + below(m)) for c, m in zip((2, 3, 3, 3), values, strict=True))
    no = NO * prod((c + above) / (5 + below(m)) for c, m in zip((3, 1, 4, 3), values, strict=True))
    return share(yes, no)


def all_typed(name: str, question: str, value: F) -> list[set[str]]:
    """Return the mistakes found behind a value typed as a fraction, and as a decimal of 6 figures."""
    typed = [str(value)] if value.denominator > 20 else []  # small ones are guessed
    digits = 5
    while abs(value) * 10 ** (digits - 5) < 1:
        digits += 1
    typed.append(f"{float(round(value, digits)):.{digits}f}")
    return [blamed(example(name, question, raw)) for raw in typed]


def test_the_right_values_are_those_of_the_note() -> None:
    """By hand the joints are 1/189 and 18/875, the posterior 125/611."""
    assert (J_YES, J_NO, share(J_YES, J_NO)) == (F(1, 189), F(18, 875), F(125, 611))


@all_of(
    ("question", "value", "mistake"),
    [
        ("P(Yes)", F(1, 2), "prior-taken-uniform"),
        ("P(Yes)", F(10, 16), "prior-smoothed"),
        ("P(Outlook=Sunny|Yes)", F(2, 14), "divided-by-all-rows"),
        ("P(Outlook=Sunny|Yes)", F(2, 5), "conditional-swapped"),
        ("P(Outlook=Sunny|Yes)", F(3, 12), "smoothing-added"),
        ("P(Wind=Strong|Yes)", F(4, 11), "smoothing-added"),
        ("P(Yes,x')", prod(AS_YES), "prior-forgotten"),
        ("P(Yes,x')", prod(AS_YES) / 2, "prior-taken-uniform"),
        ("P(Yes,x')", F(10, 16) * prod(AS_YES), "prior-smoothed"),
        ("P(Yes,x')", YES * F(2, 14) * F(3, 14) ** 3, "divided-by-all-rows"),
        ("P(Yes,x')", YES * F(2, 5) * F(3, 4) * F(3, 7) * F(3, 6), "conditional-swapped"),
        ("P(Yes,x')", YES * F(3, 12) * F(4, 12) * F(4, 11) ** 2, "smoothing-added"),
        ("P(Yes,x')", YES + sum(AS_YES), "probabilities-added"),
        ("P(Yes,x')", YES * prod(AS_YES[1:]), "column-left-out"),
        ("P(Yes,x')", YES * prod(AS_YES[:3]), "column-left-out"),
        ("P(Yes,x')", F(125, 611), "posterior-for-joint"),
        ("P(x')", prod(AS_YES) + prod(AS_NO), "evidence-without-prior"),
        ("P(x')", J_YES * J_NO, "evidence-as-product-of-joints"),
        ("P(x')", prod(MARGINALS), "evidence-as-product-of-marginals"),
        ("P(Yes|x')", share(prod(AS_YES), prod(AS_NO)), "prior-forgotten"),
        ("P(Yes|x')", share(prod(AS_YES), prod(AS_NO)), "prior-taken-uniform"),
        ("P(Yes|x')", share(prod(AS_YES), prod(AS_NO)), "normalised-without-prior"),
        ("P(Yes|x')", share(F(10, 16) * prod(AS_YES), F(6, 16) * prod(AS_NO)), "prior-smoothed"),
        ("P(Yes|x')", share(YES + sum(AS_YES), NO + sum(AS_NO)), "probabilities-added"),
        ("P(Yes|x')", share(J_YES / AS_YES[0], J_NO / AS_NO[0]), "column-left-out"),
        ("P(Yes|x')", J_YES, "joint-for-posterior"),
        ("P(Yes|x')", prod(AS_YES), "likelihood-for-posterior"),
        ("P(Yes|x')", J_YES / J_NO, "odds-for-posterior"),
        ("P(Yes|x')", F(486, 611), "other-class"),
        ("P(Yes|x')", J_YES / prod(MARGINALS), "evidence-as-product-of-marginals"),
        ("P(Yes|x')", J_YES / (J_YES * J_NO), "evidence-as-product-of-joints"),
        ("P(Yes|x')", J_YES / (prod(AS_YES) + prod(AS_NO)), "evidence-without-prior"),
        ("odds(No:Yes|x')", F(125, 486), "odds-inverted"),
        ("odds(No:Yes|x')", F(486, 611), "posterior-for-odds"),
    ],
)
def test_mistakes_of_play_tennis_are_named(question: str, value: F, mistake: str) -> None:
    """The value that a mistake leads to by hand is recognised by its id, exact and rounded."""
    for found in all_typed("play_tennis", question, value):
        assert mistake in found


def test_sums_without_the_prior_are_named() -> None:
    """Who adds the factors may leave the prior out of the sum: 2/9 + 3/9 + 3/9 + 3/9 = 11/9."""
    graded = example("play_tennis", "P(Yes,x')", "11/9")
    assert any("probabilities-added" in mistake for mistake in blamed(graded))


@all_of(
    ("value", "mistake"),
    [
        (F(125, 611), "smoothing-forgotten"),
        (by_lambda(F(1), lambda m: 0), "lambda-in-numerator-only"),
        (by_lambda(F(0), lambda m: m), "lambda-in-denominator-only"),
        (by_lambda(F(1), lambda m: 1), "lambda-once-in-denominator"),
        (by_lambda(F(1), lambda m: 2), "classes-for-values"),
        (by_lambda(F(1), lambda m: m + 1), "slot-for-what-is-unseen"),
        (by_lambda(F(2), lambda m: 2 * m), "dirichlet-mean"),
        (by_lambda(F(0), lambda m: 0), "smoothing-forgotten"),  # the mode of a Dirichlet with λ = 1
        (1 - by_lambda(F(1), lambda m: m), "other-class"),
    ],
)
def test_mistakes_with_smoothing_are_named(value: F, mistake: str) -> None:
    """With λ = 1 on the features, what is added to the wrong count or too often is recognised."""
    for found in all_typed("play_tennis_smoothed", "P(Yes|x')", value):
        assert mistake in found


HALF = """[data]
table = '''
a b class
u 1 +
u 0 +
v 1 +
w 1 -
u 0 -
'''
[model]
smoothing = "1/2"
[query]
x = { a = "u", b = 1 }
"""


@one_in(
    6,
    ("question", "value", "mistake"),
    [
        ("P(a=u|+)", F(2 + 1, 3 + 3), "one-for-lambda"),
        ("P(a=u|+)", F(5, 2) / 6, "lambda-not-multiplied"),
        ("P(a=u|+)", F(5, 2) / F(7, 2), "lambda-once-in-denominator"),
        ("P(a=u|+)", F(5, 2) / 3, "lambda-in-numerator-only"),
        ("P(a=u|+)", 2 / F(9, 2), "lambda-in-denominator-only"),
        ("P(a=u|+)", F(5, 2) / 4, "classes-for-values"),
        ("P(a=u|+)", F(5, 2) / 5, "slot-for-what-is-unseen"),
        ("P(a=u|+)", F(3, 2) / F(3, 2), "dirichlet-mode"),
        ("P(a=u|+)", F(7, 2) / F(15, 2), "dirichlet-mean"),
        ("P(a=u|+)", F(2, 3), "smoothing-forgotten"),
        ("P(+)", F(7, 2) / 6, "prior-smoothed"),
        ("P(+)", F(4, 7), "prior-with-pseudo-documents"),
        ("P(+,x)", F(3, 5) * F(5, 2) / 6 * F(5, 2) / 5, "lambda-not-multiplied"),
    ],
)
def test_other_lambdas_have_mistakes_of_their_own(tmp_path, question, value, mistake) -> None:
    """With λ = 1/2 and 3 values, (c + 1/2)/(n + 3/2) is mistaken for (c + 1)/(n + 3) and others."""
    grader = given(tmp_path, HALF)
    assert grader.asked["P(a=u|+)"].right.value == F(5, 2) / F(9, 2)
    assert mistake in blamed(grader.judge(grader.asked[question], to_figures(value, 6)))


def test_the_values_of_another_column_are_named() -> None:
    """Outlook has 3 values and Wind 2; with λ = 1, P(Sunny given Yes) is 3/12, not 3/11."""
    found = blamed(example("play_tennis_smoothed", "P(Outlook=Sunny|Yes)", "3/11"))
    assert found == {"classes-for-values", "row-dropped"}  # 2 is the number of classes as well


def by_values(values: tuple[int, int, int, int]) -> F:
    """Return P(No|x') with λ = 1 from so many values of Outlook, Temperature, Humidity and Wind."""
    yes = YES * prod(F(c + 1, 9 + m) for c, m in zip((2, 3, 3, 3), values, strict=True))
    no = NO * prod(F(c + 1, 5 + m) for c, m in zip((3, 1, 4, 3), values, strict=True))
    return share(no, yes)


@all_of(
    "values, columns",
    [
        ((2, 3, 2, 2), {"column Outlook", "column Temperature"}),
        ((3, 2, 2, 2), {"column Outlook", "column Temperature"}),
        ((3, 3, 3, 2), {"column Humidity", "column Wind"}),
        ((3, 3, 2, 3), {"column Humidity", "column Wind"}),
    ],
)
def test_the_values_of_another_column_are_mixed_up_in_one(values, columns: set[str]) -> None:
    """A wrong m in one column is recognised, with that column, and its hint names neither."""
    for typed in (str(by_values(values)), f"{float(by_values(values)):.6f}"):
        graded = example("play_tennis_smoothed", "P(No|x')", typed)
        made = [match.alternative for match in graded.matches]
        found = [each for each in made if each.id == "values-of-another-column"]
        assert {mistake.detail for mistake in found} == columns
        told = graded.feedback
        assert "How many values has each column?" in told
        assert not any(name in told for name in ("Outlook", "Temperature", "Humidity", "Wind", "3"))


@pytest.mark.exhaustive
def test_two_columns_mixed_up_are_two_mistakes() -> None:
    """Who takes 3 for Humidity and 3 for Wind is told both; it is no way to the right answer."""
    graded = example("play_tennis_smoothed", "P(No|x')", str(by_values((3, 3, 3, 3))))
    assert "values-of-another-column+values-of-another-column" in blamed(graded)
    assert by_values((2, 2, 3, 3)) == by_values((3, 3, 2, 2))  # all at once: the products are the same


@pytest.mark.exhaustive
def test_a_table_of_what_is_told_is_short(tmp_path) -> None:
    """Six columns mixed up each have a value of their own, and one line together."""
    names = "abcdef"
    rows = [[[f"{i % (j + 2)}v" for j in range(6)], "+-"[i % 3 > 0]] for i in range(9)]
    table = "\n".join(" ".join([*cells, label]) for cells, label in [(list(names), "class"), *rows])
    query = ", ".join(f'{name} = "0v"' for name in names)
    text = f"[data]\ntable = '''\n{table}\n'''\n[model]\nsmoothing = 1\n[query]\nx = {{ {query} }}\n"
    question = '[[question]]\nid = "q"\nquantity = "P(+|x)"\n'
    grader = given(tmp_path, text + question)
    lines = [
        line for line in discrimination_text(grader).splitlines() if "values-of-another-column" in line
    ]
    (asked,) = grader.asked.values()
    mixed = [
        m
        for told in tried_values(asked)
        for m in told.alternatives
        if m.id == "values-of-another-column"
    ]
    assert len({m.detail.partition(",")[0] for m in mixed}) == 6
    assert len(lines) < len(mixed) // 2
    assert any("places, each told apart" in line for line in lines)


@pytest.mark.parametrize(("take", "other"), [("mean", "mode"), ("mode", "mean")])
def test_mean_and_mode_are_taken_for_each_other(tmp_path, take: str, other: str) -> None:
    """For 3 of 4 and parameters 3 and 3 the mean is 6/10, the mode 5/8."""
    text = "[data]\ntable = '''\na class\nu +\nu +\nu +\nv +\nv -\n'''\n[query]\nx = { a = 'u' }\n"
    rule = f"[model]\nsmoothing = {{ dirichlet = 3, take = '{take}' }}\n"
    asked = given(tmp_path, text + rule).asked["P(a=u|+)"]
    worth = {"mean": F(6, 10), "mode": F(5, 8)}
    assert asked.right.value == worth[take]
    graded = given(tmp_path, text + rule).judge(asked, {"mean": "6/10", "mode": "5/8"}[other])
    assert f"dirichlet-{other}" in blamed(graded)


@one_in(
    3,
    ("name", "question", "raw", "mistake"),
    [
        ("play_tennis_smoothed", "P(Yes,x')", "6/1183", "slot-for-what-is-unseen"),
        ("play_tennis_smoothed", "P(Outlook=Sunny|Yes)", "4/15", "dirichlet-mean"),
        ("note_004_temperature", "variance(temp|Yes)", "3989/720", "variance-with-another-divisor"),
        ("note_001_multinomial_smoothed", "P(+,x*)", "81/800000", "coefficient-missing"),
    ],
)
def test_conventions_are_no_mistakes(name: str, question: str, raw: str, mistake: str) -> None:
    """Where only another convention leads to an answer, that is said, and not that it is wrong."""
    graded = example(name, question, raw)
    assert [match.alternative.id for match in graded.matches] == [mistake]
    assert all(match.alternative.is_convention for match in graded.matches)
    assert graded.feedback.startswith("Not what is asked for here.")


@one_in(
    2,
    ("question", "raw", "mistake"),
    [
        ("sd(temp|Yes)", "2.35", "variance-with-another-divisor"),
        ("sd(temp|No)", "7.09", "variance-with-another-divisor"),
    ],
)
def test_the_deviations_that_note_004_prints_divide_by_one_less(question, raw, mistake) -> None:
    """The slide's 2.35 and 7.09 stand under a formula with N; over N - 1 they are 2.3538 and 7.0896."""
    assert mistake in blamed(example("note_004_temperature", question, raw))


@pytest.mark.parametrize("raw", ["1/189", "0.00529"])
def test_the_posterior_that_note_004_prints_is_a_joint(raw: str) -> None:
    """The slide writes P(Yes given x') = 0.0053, which is the joint 1/189; the posterior is 0.2046.

    Its two figures are too few to blame anybody by them: three are enough.
    """
    assert not blamed(example("play_tennis", "P(Yes|x')", "0.0053"))
    assert blamed(example("play_tennis", "P(Yes|x')", raw)) == {"joint-for-posterior"}


@pytest.mark.exhaustive
def test_the_exponent_that_note_004_prints_lost_a_factor() -> None:
    """The slide divides by 50.25, about σ² over N - 1, and not by 2σ² over N: two misconceptions."""
    graded = example("note_004_temperature", "P(temp=22|No)", "0.052451")
    pairs = {frozenset(i.split("+")) for i in blamed(graded)}
    assert frozenset(("variance-with-another-divisor", "two-dropped-in-exponent")) in pairs


def test_a_mistake_is_named_whatever_machine_worked_it_out() -> None:
    """The joint 1/189 for the posterior, as Python and a calculator print it: nine figures count."""
    for raw in ("0.005291005291005291", "0.0052910052910052915", "0.005291005291", "5.291005291e-03"):
        assert "joint-for-posterior" in blamed(example("play_tennis", "P(Yes|x')", raw))
