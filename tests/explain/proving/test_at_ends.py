"""Where a support ends at a parameter, the maximum is the last place for all numbers, and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from thoroughness import all_of

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Domain, Expression, Integer, Series, Symbol
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.writing.formulas import (
    Operand,
    argmax,
    derivative,
    exp,
    function,
    index,
    letter,
    log,
    reals,
    span,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    above_zero,
    below_zero,
    count,
    define,
    differentiate,
    given,
    is_in,
    is_positive,
    maximum,
    not_negative,
    runs,
    same,
)

ROW, OTHER = index("i", span("n")), index("l", span("n"))
N, T, M, A, X = letter("n"), letter("t"), letter("M"), letter("a"), letter("x").above(ROW)
P, ELL = function("p")(X), function("ℓ")(T)
LARGEST = Series("max", ROW.index, ROW.domain, X)
START = (runs(ROW), is_positive(N), is_positive(T))
UNIFORM = (is_in(X, Domain("left-open", (Integer(0), T))), given(1 / T, "density").of(P))
COUNTED = count(LARGEST, "the largest number").of(M)
LIKELIHOOD = define(sum_over(ROW, log(P))).of(ELL)
SLOPE = differentiate(-N / T).of(derivative(ELL, T))
FALLS = below_zero().of(derivative(ELL, T))
SOUGHT = define(argmax(T, ELL), "the MLE").of(T.hat)
LINES = (*START, *UNIFORM, COUNTED, LIKELIHOOD, is_positive(M), SLOPE, FALLS, SOUGHT)


def problem(*lines: Line) -> str:
    """Return the first problem of some lines, each with a chain of its own."""
    prover = Prover()
    previous: Line | None = None
    for line in lines:
        previous = previous if previous is not None and previous.left == line.left else None
        if found := prover.line_problem(line, previous):
            return found
        previous = line
    return ""


def claimed(place: Operand, lines: tuple[Line, ...] = LINES) -> str:
    """Return the problem of the claim that the likelihood is largest at a place."""
    return problem(*lines, maximum(place).of(T.hat))


def put(old: Line | None, *new: Line) -> tuple[Line, ...]:
    """Return the lines with others in the place of one."""
    return tuple(part for line in LINES for part in (new if line == old else (line,)))


def test_the_largest_number_is_accepted() -> None:
    """The likelihood of a uniform density is largest at the largest number."""
    assert claimed(M) == ""


@all_of("place", [2 * M, M / 2, M + 1, Integer(1), N * M, M / N, M * (N + 1) / N])
def test_any_other_place_is_refused(place: Expression) -> None:
    """Other multiples of the largest number, and numbers, are not the maximum."""
    assert "the support moves with it" in claimed(place)


def moved(sign: str, words: str, body: Expression = X) -> Line:
    """Return another number of the rows by the name of the largest."""
    return count(Series(sign, ROW.index, ROW.domain, body), words).of(M)  # type: ignore[arg-type]


CHANGED: dict[str, tuple[Line, ...]] = {
    "smallest": put(COUNTED, moved("min", "the smallest number")),
    "distance": put(COUNTED, moved("max", "the largest distance", nodes.absolute(X))),
    "middle": put(COUNTED, moved("median", "a middle number")),
    "no slope": put(FALLS),
    "assumed slope": put(FALLS, Line(derivative(ELL, T), "<", Integer(0), is_positive(T).reason)),
    "of one row": put(LIKELIHOOD, define(N * log(P)).of(ELL)),
    "less": put(LIKELIHOOD, define(-sum_over(ROW, log(P))).of(ELL)),
    "twice": put(LIKELIHOOD, define(2 * sum_over(ROW, log(P))).of(ELL)),
    "open": put(UNIFORM[0], is_in(X, Domain("open", (Integer(0), T)))),
    "any": put(COUNTED, is_positive(M)),
    "shifted": put(UNIFORM[0], is_in(X, Domain("left-open", (Integer(-1), T - 1)))),
}


@all_of("name", CHANGED)
def test_other_lines_show_nothing(name: str) -> None:
    """With another number, another sum, an end left out or no slope, the claim is refused."""
    assert claimed(M, CHANGED[name]) != ""


def test_a_largest_number_is_of_data_and_there_are_some() -> None:
    """Neither a parameter nor a sum has a largest one, and of no rows none is."""
    assert problem(*START, *UNIFORM, COUNTED) == ""
    for body in (T, X - T, X + 1, X * X):
        assert problem(*START, *UNIFORM, moved("max", "the largest number", body)) != ""
    assert "of no numbers" in problem(runs(ROW), is_positive(T), *UNIFORM, COUNTED)
    assert problem(*START, *UNIFORM, replace(COUNTED, left=letter("M")[ROW])) != ""
    other = count(Series("max", OTHER.index, OTHER.domain, X), "the largest number").of(M)
    assert problem(*START, *UNIFORM, runs(OTHER), other) != ""
    assert problem(*START, *UNIFORM, replace(COUNTED, reason=given(X, "").of(M).reason)) != ""


def test_a_largest_number_is_known_by_its_name_alone() -> None:
    """Nothing is read into it: it is neither a sum nor a number of which more is known."""
    assert problem(*START, *UNIFORM, same(1).of(LARGEST)) != ""
    assert problem(*START, *UNIFORM, COUNTED, same(X).of(M)) != ""


DECAY = (is_in(A, reals()), is_in(X, Domain("right-open", (A, nodes.Special("∞")))))


@pytest.mark.parametrize(("sign", "words", "is_right"), [
    ("min", "the smallest number", True), ("max", "the largest number", False),
])  # fmt: skip
def test_a_low_end_asks_for_the_smallest_number(sign: str, words: str, is_right: bool) -> None:
    """A density from a on is most likely at the smallest number, and not at the largest."""
    ell = function("ℓ")(A)
    lines = (
        *(runs(ROW), is_positive(N), *DECAY, given(exp(A - X), "density").of(P), moved(sign, words)),
        *(define(sum_over(ROW, log(P))).of(ell), differentiate(N).of(derivative(ell, A))),
        *(above_zero().of(derivative(ell, A)), define(argmax(A, ell), "the MLE").of(A.hat)),
    )
    assert (problem(*lines, maximum(M).of(A.hat)) == "") == is_right


B = letter("b")


@all_of("fact, is_right", [(B - M, True), (A - M, False), (M - B, False), (None, False)], apart=4)
def test_another_letter_that_ends_at_the_parameter_stays_inside(
    fact: Expression | None, is_right: bool
) -> None:
    """With b > a, the smallest number is the best a where b is known to be above it, and only there."""
    ell = function("ℓ")(A, B)
    lines = (
        *(runs(ROW), is_positive(N), is_in(A, reals())),
        is_in(B, Domain("open", (A, nodes.Special("∞")))),
        is_in(X, Domain("closed", (A, B))),
        given(1 / (B - A), "density").of(P),
        moved("min", "the smallest number"),
        *(() if fact is None else (is_positive(fact),)),
        *(define(sum_over(ROW, log(P))).of(ell), differentiate(N / (B - A)).of(derivative(ell, A))),
        *(above_zero().of(derivative(ell, A)), define(argmax(A, ell), "the MLE").of(A.hat)),
    )
    assert (problem(*lines, maximum(M).of(A.hat)) == "") == is_right
    assert problem(*lines, maximum(B).of(A.hat)) != ""


LOCATION = letter("m")
DISTANCES = sum_over(ROW, log(P))


def laplace(
    middle: Line, place: Operand, domain: Domain | None = None, rate: int = 1, *facts: Line
) -> str:
    """Return the problem of the claim that a density of distances is most likely at a place."""
    ell = function("ℓ")(LOCATION)
    density = rate * exp(-rate * nodes.absolute(X - LOCATION)) / 2
    lines = (
        *(runs(ROW), is_positive(N), is_in(LOCATION, domain or reals()), is_in(X, reals())),
        *(given(density, "density").of(P), middle, define(DISTANCES).of(ell), *facts),
        define(argmax(LOCATION, ell), "the MLE").of(LOCATION.hat),
    )
    return problem(*lines, maximum(place).of(LOCATION.hat))


def test_a_sum_of_distances_is_least_at_the_median() -> None:
    """The median is accepted; the largest number, the mean and another place are not."""
    middle = moved("median", "a middle number")
    assert laplace(middle, M) == ""
    assert laplace(middle, M, rate=3) == ""
    for place in (2 * M, Integer(0), M + 1, sum_over(ROW, X) / N):
        assert laplace(middle, place) != ""
    assert laplace(moved("max", "the largest number"), M) != ""
    assert laplace(middle, M, Domain("open", (Integer(0), nodes.Special("∞")))) != ""


BOUNDED = Domain("closed", (Integer(0), Integer(2)))


@pytest.mark.exhaustive
@all_of("place, fact, domain, is_right", [
    (Integer(2), M - 2, BOUNDED, True), (Integer(0), -M, BOUNDED, True),
    (Integer(1), M - 2, BOUNDED, False), (Integer(0), M - 2, BOUNDED, False),
    (Integer(2), 2 - M, BOUNDED, False), (M, M - 2, BOUNDED, False),
    (Integer(2), M - 1, BOUNDED, False), (Integer(2), M - 2, None, False),
    (Integer(2), M - 2, Domain("open", BOUNDED.parts), False),
    (Integer(2), M - 2, Domain("right-open", BOUNDED.parts), False),
])  # fmt: skip
def test_beyond_an_end_the_end_is_best(
    place: Operand, fact: Expression, domain: Domain | None, is_right: bool
) -> None:
    """An end of the range is accepted where the median is beyond it, and no other place."""
    middle = moved("median", "a middle number")
    assert (laplace(middle, place, domain, 1, not_negative(fact)) == "") == is_right


def test_names_print_alike_in_no_notation() -> None:
    """The largest of the numbers is written with its index under it."""
    assert str(LARGEST) == "max_i x^(i)"
    assert isinstance(M, Symbol)
