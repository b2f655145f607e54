"""Variances plus ε → 0⁺: a class of equal numbers wins at its number, and loses elsewhere."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Conventions, ModelChoice, Problem, Solution, Table, sample, solve
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import INFINITY, add, compare, divide, enclose, negate
from exactnb.core.expression.results import Decision
from exactnb.errors import ExactnbError, InputError, Unsupported

LAW = law(4, exhaustive=8)
Rows = list[tuple[str, ...]]


def problem(rows: Rows, epsilon: object = "0+", family: str = "gaussian", **query: str) -> Problem:
    """Return a problem of numeric columns x, then w, then z, and the class, with a query q."""
    columns = ["x", "w", "z"][: len(rows[0]) - 1]
    table = Table.from_rows(rows, [*columns, "y"])
    choice = ModelChoice(Conventions(epsilon=epsilon), families=dict.fromkeys(columns, family))  # type: ignore[arg-type]
    return Problem(table, {"q": query}, {"model": choice})


def decided(rows: Rows, **query: str) -> Decision:
    """Return the decision about a query as ε → 0⁺."""
    decision = solve(problem(rows, **query))["argmax(q)"]
    assert isinstance(decision, Decision)
    return decision


ONE: Rows = [("1", "a"), ("1", "a"), ("3", "b"), ("5", "b")]
BOTH: Rows = [("1", "a"), ("1", "a"), ("4", "b"), ("4", "b")]


def test_a_constant_class_wins_at_its_number_alone() -> None:
    """At 1 the density of a grows like 1/√(2πε); at 2 it falls like exp(−1/(2ε)), and b has its own."""
    at_one, at_two = solve(problem(ONE, x="1")), solve(problem(ONE, x="2"))
    assert (at_one["argmax(q)"], at_two["argmax(q)"]) == (Decision(("a",)), Decision(("b",)))
    assert [at_one["P(a|q)"], at_one["P(b|q)"], at_one["P(q)"]] == [1, 0, INFINITY]
    assert [at_two["P(a|q)"], at_two["P(b|q)"], at_two["p(x=2|a)"]] == [0, 1, 0]
    # b has the mean 4 and the variance 1: exp(−(2 − 4)²/2)/√(2π)
    assert compare(at_two["p(x=2|b)"], PowerProduct(((2, F(-1, 2)),), F(-2), -1)) == 0  # type: ignore[arg-type]
    assert [at_one["variance(x|a)"], at_one["variance(x|b)"], at_one["mean(x|a)"]] == [0, 1, 1]


def test_the_leading_terms_say_how_fast() -> None:
    """2/4 · 1/√(2πε) is the joint at 1, and at 2 the odds of b grow like exp(1/(2ε) − 2)·√ε."""
    at_one = solve(problem(ONE, x="1"))
    at_two = solve(problem(ONE, x="2"), only=["odds(b:a|q)"])
    joint = at_one.quantities.value(at_one.problem.scope.resolve("P(a,q)"))
    odds = at_two.quantities.value(at_two.problem.scope.resolve("odds(b:a|q)"))
    assert isinstance(joint, Germ)
    assert isinstance(odds, Germ)
    growth, order, size = joint.leading_term() or pytest.fail("it is not 0")
    assert (growth, order) == (0, F(-1, 2))
    assert compare(size, PowerProduct(((2, F(-3, 2)),), F(0), -1)) == 0  # 1/2 · 1/√(2π)
    growth, order, size = odds.leading_term() or pytest.fail("it is not 0")
    assert (growth, order) == (F(1, 2), F(1, 2))
    assert compare(size, PowerProduct.exp(-2)) == 0
    text = at_one.text()
    assert "∼ 1 / (2 × √(2π) × √ε)" in text
    assert "as ε → 0⁺" in text
    assert "For every ε that is small enough p(a, q) > p(b, q), so q is a." in text
    assert "ε added to each variance · the limit ε → 0⁺" in text


def test_of_two_constant_classes_the_nearer_wins() -> None:
    """1 and 4: 2 is nearer to a, 3 to b, and in the middle the priors decide."""
    assert decided(BOTH, x="2") == Decision(("a",))
    assert decided(BOTH, x="3") == Decision(("b",))
    assert decided(BOTH, x="5/2") == Decision(("a", "b"))
    middle = solve(problem([*BOTH, ("4", "b")], x="5/2"))
    assert (middle["P(a|q)"], middle["odds(b:a|q)"]) == (F(2, 5), F(3, 2))
    assert middle["argmax(q)"] == Decision(("b",))


@pytest.mark.exhaustive
def test_distances_in_all_constant_columns_add_up() -> None:
    """From (0, 0) and (3, 1), (1, 2) has the squares 1 + 4 and 4 + 1: a tie; (1, 3/2) is a."""
    rows: Rows = [("0", "0", "a"), ("0", "0", "a"), ("3", "1", "b"), ("3", "1", "b")]
    assert decided(rows, x="1", w="2") == Decision(("a", "b"))
    assert decided(rows, x="1", w="3/2") == Decision(("a",))
    assert decided(rows, x="1", w="5/2") == Decision(("b",))


@pytest.mark.exhaustive
def test_more_constant_columns_grow_faster() -> None:
    """At (0, 0) both densities grow: that of a like 1/ε, that of b, constant in x alone, like 1/√ε."""
    rows: Rows = [("0", "0", "a"), ("0", "0", "a"), ("0", "-1", "b"), ("0", "1", "b")]
    solution = solve(problem(rows, x="0", w="0"))
    assert solution["argmax(q)"] == Decision(("a",))
    assert solution["odds(a:b|q)"] == INFINITY
    # at w = 1 the density of a vanishes like exp(−1/(2ε))
    assert decided(rows, x="0", w="1") == Decision(("b",))
    # off x both vanish alike in x, and w decides: at 0 the growth of a, elsewhere its distance
    assert decided(rows, x="1", w="0") == Decision(("a",))
    assert decided(rows, x="1", w="2") == Decision(("b",))


def test_a_part_of_the_largest_variance_moves_sizes_and_no_winner() -> None:
    """Over all rows the variance is 11/4: the density at 1 grows like 1/√(2π·11/4·ε)."""
    absolute, relative = (solve(problem(ONE, e, x="1")) for e in ("0+", {"relative": "0+"}))
    sizes = []
    for solution in (absolute, relative):
        joint = solution.quantities.value(solution.problem.scope.resolve("P(a,q)"))
        assert isinstance(joint, Germ)
        sizes.append((joint.leading_term() or pytest.fail("it is not 0"))[2])
    assert compare(divide(sizes[0], sizes[1]), PowerProduct.of(F(11, 4)) ** F(1, 2)) == 0
    assert "ε of the largest variance added to each variance" in relative.text()


def test_ordinary_variances_have_their_ordinary_answers() -> None:
    """Where no variance is 0 every answer is that without ε."""
    rows: Rows = [("0", "a"), ("2", "a"), ("3", "b"), ("7", "b")]
    limit, plain = (solve(problem(rows, epsilon, x="4")) for epsilon in ("0+", 0))
    for name in (
        "P(a|q)",
        "P(b|q)",
        "odds(a:b|q)",
        "log_odds(a:b|q)",
        "variance(x|b)",
        "sd(x|b)",
        "P(q)",
    ):
        assert compare(limit[name], plain[name]) == 0, name  # type: ignore[arg-type]
    assert limit["argmax(q)"] == plain["argmax(q)"] == Decision(("b",))


SMALL = st.tuples(
    st.sampled_from(["0", "1", "2"]), st.sampled_from(["0", "1", "3"]), st.sampled_from("abc")
)


@LAW
@given(rows=st.lists(SMALL, min_size=2, max_size=6), x=st.sampled_from(["0", "1", "1/2", "2"]),
       w=st.sampled_from(["0", "1", "2"]), relative=st.booleans())  # fmt: skip
def test_the_label_is_that_of_tiny_numbers(rows: Rows, x: str, w: str, relative: bool) -> None:
    """At ε = 10⁻⁶⁰ and 10⁻⁶¹ random tables have the label of the limit, and posteriors near its own."""

    def solved(epsilon: str) -> Solution:
        chosen = {"relative": epsilon} if relative else epsilon
        return solve(problem(rows, chosen, x=x, w=w))

    limit, near, nearer = map(solved, ("0+", "1e-60", "1e-61"))
    assert limit["argmax(q)"] == near["argmax(q)"] == nearer["argmax(q)"]
    if not isinstance(limit["argmax(q)"], Decision):  # of the variance 0 no part is more than 0
        return
    for label in limit.problem.schema.classes:
        away = add([limit[f"P({label}|q)"], negate(nearer[f"P({label}|q)"])])  # type: ignore[arg-type, list-item]
        assert abs(enclose(away, 600).nearest_double()) < 1e-3  # type: ignore[arg-type]


REFUSED = [
    ("boundary(a:b)", "boundary(a:b): not worked out where ε vanishes; give epsilon a number"),
    ("region(a:b)", "region(a:b): not worked out where ε vanishes; give epsilon a number"),
    ("bayes_error", "bayes_error: not worked out where ε vanishes; give epsilon a number"),
    ("bias(a:b)", "bias(a:b): not worked out where ε vanishes; give epsilon a number"),
]


@all_of("name, message", REFUSED)
def test_regions_are_refused_by_name(name: str, message: str) -> None:
    """Boundaries, regions, the Bayes error and weights have no limit that is worked out."""
    with pytest.raises(Unsupported) as refused:
        solve(problem(ONE, x="1"), only=[name])
    assert message in str(refused.value)


def test_no_rows_are_drawn_from_a_limit() -> None:
    """A column with ε → 0⁺ has no distribution to draw from."""
    with pytest.raises(Unsupported, match="epsilon: not worked out where ε vanishes"):
        sample(problem(ONE, x="1"), 3, 7)


CHOICES: list[tuple[dict[str, object], str]] = [
    ({"epsilon": "0+", "smoothing": "0+"}, "epsilon: ε and the λ of smoothing cannot both tend to 0"),
    ({"epsilon": "0+", "smoothings": {"c": "0+"}}, "epsilon: ε and the λ of smoothing cannot both"),
    ({"epsilon": "0-"}, "epsilon: expected a number"),
    ({"epsilon": {"share": "0+"}}, 'epsilon: expected a number, "0+" or { relative = number }'),
]


@all_of("chosen, message", CHOICES)
def test_choices_without_a_meaning_are_refused(chosen: dict[str, object], message: str) -> None:
    """Two limits at once and other words for one are refused."""
    with pytest.raises(InputError) as refused:
        Conventions(**chosen)  # type: ignore[arg-type]
    assert message in str(refused.value)


def test_the_limit_is_spelled_as_it_is_written() -> None:
    """What a model chose is read again, with and without `relative`."""
    for epsilon, text in (("0+", "0+"), ({"relative": "0+"}, "0+ of the largest variance")):
        conventions = Conventions(epsilon=epsilon)  # type: ignore[arg-type]
        assert conventions.spelled(numbers=True)["epsilon"] == text
        assert conventions.explicit == ("epsilon",)
    assert issubclass(Unsupported, ExactnbError)
