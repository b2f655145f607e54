"""What the checker refuses of the slopes of determinants."""

from __future__ import annotations

import pytest
from proofs import REALS, UNIT, Cases, a, j, k, refusal, said, theta, verdict, written

from exactnb.derivation.theorem import (
    JACOBI,
    Proof,
    assume,
    cite,
    define,
    differentiate,
    is_in,
    is_natural,
    is_positive,
)
from exactnb.derivation.writing import (
    Formula,
    derivative,
    function,
    index,
    letter,
    log,
    span,
    value,
)

CASES = Cases()
A, B = letter("A"), letter("B")
R, S = index("r", span("d")), index("s", span("d"))
DET, INV = function("det"), function("inv")
ENTRY, ACROSS, OTHER, LOG = A[R, S], INV(A)[S, R], B[R, S], log(DET(A))


def matrix(p: Proof, *, positive: bool = True) -> None:
    """Say that A is a matrix with an inverse and a positive determinant, and B another one."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(ENTRY, REALS), is_in(OTHER, REALS))
    said(p, is_in(INV(A)[R, S], REALS), *([is_positive(DET(A))] if positive else []))


def jacobi(p: Proof, entry: Formula = ENTRY, of: Formula = ACROSS) -> None:
    """Cite Jacobi's formula."""
    p.chain(derivative(LOG, entry), cite(of, JACOBI))


@CASES.false(
    "d/dA_rs (log det(A)) = inv_rs(A): on the right stands the entry of the inverse, row and column "
    "exchanged"
)
def not_transposed(p: Proof, right: bool) -> None:
    """The slope is that of the inverse on the other side of the diagonal."""
    matrix(p)
    p.step("s")
    jacobi(p, of=ACROSS if right else INV(A)[R, S])


@CASES.false(
    "d/dA_rs (log(det(A)^2)) = inv_sr(A): the slope is that of the logarithm of its determinant"
)
def of_a_square(p: Proof, right: bool) -> None:
    """The slope of twice the logarithm is twice as large."""
    matrix(p)
    p.step("s")
    of = LOG if right else log(DET(A) ** 2)
    p.chain(derivative(of, ENTRY), cite(ACROSS, JACOBI))


@CASES.false("d/dB_rs (log det(A)) = inv_sr(A): the slope is that of the logarithm of its determinant")
def by_another_matrix(p: Proof, right: bool) -> None:
    """The determinant of A does not change with the entries of B."""
    matrix(p)
    p.step("s")
    jacobi(p, ENTRY if right else OTHER)


@CASES.false("d/dA_rr (log det(A)) = inv_rr(A): rows and columns do not have one range")
def on_the_diagonal(p: Proof, right: bool) -> None:
    """One index for both is not what the formula is about."""
    matrix(p)
    p.step("s")
    jacobi(p, *(() if right else (A[R, R], INV(A)[R, R])))


@CASES.false("d/dA_jk (log det(A)) = inv_kj(A): the entries are not free")
def at_other_indices(p: Proof, right: bool) -> None:
    """A matrix with d rows does not have one for each class."""
    matrix(p)
    p.step("s")
    jacobi(p, *((A[S, R], INV(A)[R, S]) if right else (A[j, k], INV(A)[k, j])))


@CASES.false("d/dA_{+,-} (log det(A)) = inv_{-,+}(A): rows and columns do not have one range")
def at_named_places(p: Proof, right: bool) -> None:
    """Names need not be those of rows and columns."""
    matrix(p)
    p.step("s")
    plus, minus = value("+"), value("-")
    jacobi(p, *(() if right else (A[plus, minus], INV(A)[minus, plus])))


@CASES.false("d/dC_jr (log det(C)) = inv_rj(C): rows and columns do not have one range")
def of_what_is_no_square(p: Proof, right: bool) -> None:
    """Only a matrix with as many rows as columns has a determinant."""
    matrix(p)
    of, row = letter("C"), S if right else j
    said(p, is_in(of[row, R], REALS), is_positive(DET(of)), is_in(INV(of)[R, row], REALS))
    p.step("s")
    p.chain(derivative(log(DET(of)), of[row, R]), cite(INV(of)[R, row], JACOBI))


@CASES.false("d/dA_rs (log det(A)) = inv_sr(A): the entries are not free")
def a_symmetric_matrix(p: Proof, right: bool) -> None:
    """Where two entries are one number, both change at once."""
    matrix(p)
    of = B if right else A
    p.chain(of[1, 2], assume(of[2, 1]))
    p.step("s")
    jacobi(p)


@CASES.false("d/dA_rs (log det(A)) = inv_sr(A): the entries are not free")
def a_matrix_under_a_condition(p: Proof, right: bool) -> None:
    """Nor are they free if their differences are zero."""
    matrix(p)
    of = B if right else A
    p.chain(of[R, S] - of[S, R], assume(0))
    p.step("s")
    jacobi(p)


@CASES.false("d/dA_rs (log det(A)) = inv_sr(A): the entries are not free")
def a_matrix_with_bounds(p: Proof, right: bool) -> None:
    """No entry is less than its mirror image: then they are equal."""
    matrix(p)
    of = B if right else A
    said(p, is_natural(of[R, S] - of[S, R]))
    p.step("s")
    jacobi(p)


@CASES.false("d/dA_rs (log det(A)) = inv_sr(A): the entries are not free")
def a_matrix_that_is_given(p: Proof, right: bool) -> None:
    """Entries that stand for something else do not change on their own."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(B[R, S], REALS))
    if right:
        said(p, is_in(ENTRY, REALS))
    else:
        p.chain(ENTRY, define(B[R, S] + B[S, R]))
    said(p, is_positive(DET(A)), is_in(INV(A)[R, S], REALS))
    p.step("s")
    jacobi(p)


@CASES.false("d/dA_rs (log det(A)) = inv_sr(A): the entries are not free")
def entries_between_bounds(p: Proof, right: bool) -> None:
    """Entries between 0 and 1 are not any numbers."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(ENTRY, REALS if right else UNIT))
    said(p, is_positive(DET(A)), is_in(INV(A)[R, S], REALS))
    p.step("s")
    jacobi(p)


@CASES.false(
    "d/dA_rs (log det(A)) = inv_sr(A): the determinant or the inverse stands for something else"
)
def a_determinant_that_is_given(p: Proof, right: bool) -> None:
    """A function that is 2 everywhere has no slope, by whatever name."""
    matrix(p, positive=right)
    if not right:
        p.chain(DET(A), define(2))
    p.step("s")
    jacobi(p)


@CASES.false("det(A) = 2: a derivative was taken before this function was given")
def a_determinant_that_is_given_later(p: Proof, right: bool) -> None:
    """Nor is it given once its slope was written."""
    matrix(p)
    p.step("s")
    if not right:
        jacobi(p)
    p.chain(DET(A), assume(2))


@CASES.false("d/dA_rs (log det(A)) = inv_sr(A): the inverse was not introduced")
def an_inverse_that_is_new(p: Proof, right: bool) -> None:
    """What was not introduced could still be given as something else."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(ENTRY, REALS), is_positive(DET(A)))
    if right:
        said(p, is_in(INV(A)[R, S], REALS))
    p.step("s")
    jacobi(p)


@CASES.false("d/dA_rs (log det(A)) = inv_sr(A): the logarithm of what is not known to be positive")
def a_determinant_of_unknown_sign(p: Proof, right: bool) -> None:
    """What is negative has no logarithm."""
    matrix(p, positive=right)
    if not right:
        said(p, is_in(DET(A), REALS))
    p.step("s")
    jacobi(p)


@CASES.false("d/dθ (log det(A)) = 0: a derivative of a function that was not given")
def a_determinant_of_a_name(p: Proof, right: bool) -> None:
    """If an entry is θ, the determinant changes with it."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(theta, REALS), is_in(a, REALS))
    p.chain(A[1, 2], define(a if right else theta))
    said(p, is_positive(DET(A)))
    p.step("s")
    p.chain(derivative(LOG, theta), differentiate(0))


@CASES.false("d^2/dA_rs^2 (log det(A)) = 0: a second derivative of a determinant")
def a_second_slope(p: Proof, right: bool) -> None:
    """The slope of a determinant changes with the entries, in a way that is not written."""
    matrix(p)
    p.step("s")
    slope = derivative(LOG, ENTRY)
    if right:
        p.chain(derivative(2 * LOG, ENTRY), differentiate(2 * slope))
    else:
        p.chain(derivative(LOG, ENTRY, 2), differentiate(0))


@CASES.false("dinv_rs/dA_rs = 0: a derivative of a function that was not given")
def slope_of_the_inverse(p: Proof, right: bool) -> None:
    """The inverse changes with the entries."""
    matrix(p)
    p.step("s")
    p.chain(derivative(INV(A)[R, S], OTHER if right else ENTRY), differentiate(0))


@pytest.mark.parametrize("name", CASES)
def test_a_false_slope_of_a_determinant_is_refused(name: str) -> None:
    """The message names the step, the line, the reason and the rule."""
    case, refused = CASES[name]
    assert refusal(written(case, *CASES.wrong(name))) == refused


@pytest.mark.parametrize("name", CASES.with_a_right_version())
def test_its_right_version_is_accepted(name: str) -> None:
    """With the one thing put right, the same proof is accepted."""
    assert verdict(written(CASES[name][0], True)) == ""
