"""What the checker refuses of matrices: their entries, the inequality of log-determinants, maxima."""

from __future__ import annotations

from proofs import REALS, Cases, a, f, i, j, k, said

from exactnb.explain.proving.writing.formulas import (
    Expression,
    argmax,
    derivative,
    equal,
    function,
    index,
    letter,
    log,
    positive_definite,
    span,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    DEFINITE,
    Proof,
    assume,
    cite,
    define,
    differentiate,
    is_in,
    is_positive,
    maximum,
    same,
)

CASES = Cases()
A, B, W, d, x = (letter(name) for name in "ABWdx")
R, S = index("r", span("d")), index("s", span("d"))
DET, INV = function("det"), function("inv")
TRACE = sum_over(R, sum_over(S, INV(A)[R, S] * W[R, S]))
LEFT, RIGHT = log(DET(A)) + TRACE, log(DET(W)) + d
AT = "log det(A) + sum_r sum_s inv_rs(A) W_rs ≥ log det(W) + d: "
SHAPE = "the inequality is log det(A) + the sum of inv_jl(A) W_jl ≥ log det(W) + d"


def matrices(p: Proof, *letters: Expression) -> None:
    """Say that A, W and more are symmetric positive definite, with d rows."""
    said(p, is_in(R, R.domain), is_in(S, S.domain))
    said(p, *(is_in(of, positive_definite("d")) for of in (*letters, A, W)))


def cited(p: Proof, left: Expression = LEFT, right: Expression = RIGHT) -> None:
    p.chain(left, cite(right, DEFINITE, "≥"))


def largest(p: Proof, of: Expression, at: Expression = W) -> None:
    """Write where a formula of A is largest."""
    p.chain(f(A), define(of))
    p.chain(A.hat, define(argmax(A, f(A))), maximum(at))


@CASES.false("dA_rs/dA_rs = 1: A_rs does not change alone: its matrix is symmetric")
def one_entry_of_a_symmetric_matrix(p: Proof, right: bool) -> None:
    """In a symmetric matrix two entries are one number, so none has a slope of its own."""
    said(p, is_in(R, R.domain), is_in(S, S.domain))
    said(p, is_in(A[R, S], REALS) if right else is_in(A, positive_definite("d")))
    p.step("s")
    p.chain(derivative(A[R, S], A[R, S]), differentiate(1))


@CASES.false("d/dA_rs (log det(A)) = inv_sr(A): A_rs does not change alone: its matrix is symmetric")
def jacobi_in_a_symmetric_matrix(p: Proof) -> None:
    """Off the diagonal the slope of log det A is twice the entry of the inverse."""
    matrices(p)
    p.step("s")
    p.chain(derivative(log(DET(A)), A[R, S]), differentiate(INV(A)[S, R]))


@CASES.false("d/dA_rs (log det(A)) = 0: det(A) was not introduced")
def determinant_of_any_matrix(p: Proof) -> None:
    """Nothing is known of the determinant of a matrix that was not said to be definite."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(A[R, S], REALS))
    p.step("s")
    p.chain(derivative(log(DET(A)), A[R, S]), differentiate(0))


@CASES.false(AT + "two matrices are not known to be positive definite, with as many rows")
def not_definite(p: Proof, right: bool) -> None:
    """With W of one negative number the left side has no lower bound."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(A, positive_definite("d")))
    said(p, is_in(W, positive_definite("d")) if right else is_in(W[R, S], REALS))
    p.step("s")
    cited(p)


@CASES.false(AT + "two matrices are not known to be positive definite, with as many rows")
def with_fewer_rows(p: Proof, right: bool) -> None:
    """Matrices of different sizes have no product."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(A, positive_definite("d")))
    said(p, is_in(W, positive_definite("d" if right else "n")))
    p.step("s")
    cited(p)


@CASES.false("log det(A) + sum_r sum_s inv_rs(A) W_rs ≥ log det(W) + K: the sum is over all rows and "
             "columns, and as many are added on the right")  # fmt: skip
def another_number_of_rows(p: Proof, right: bool) -> None:
    """The trace of A⁻¹ A is the number of rows, no other one."""
    matrices(p)
    p.step("s")
    cited(p, right=log(DET(W)) + (d if right else letter("K")))


@CASES.false("log det(A) + sum_k sum_j inv_kj(A) W_kj ≥ log det(W) + d: the sum is over all rows and "
             "columns, and as many are added on the right")  # fmt: skip
def over_the_classes(p: Proof, right: bool) -> None:
    """As many classes as there are, are no rows of the matrix."""
    matrices(p)
    p.step("s")
    one, two = (R, S) if right else (k, j)
    cited(p, log(DET(A)) + sum_over(one, sum_over(two, INV(A)[one, two] * W[one, two])))


@CASES.false("log det(A) - sum_r sum_s inv_rs(A) W_rs ≥ log det(W) + d: " + SHAPE)
def of_another_sign(p: Proof, right: bool) -> None:
    """Without the trace added, the left side has no lower bound."""
    matrices(p)
    p.step("s")
    cited(p, LEFT if right else log(DET(A)) - TRACE)


@CASES.false("log det(A) + sum_r sum_s A_rs W_rs ≥ log det(W) + d: " + SHAPE)
def without_the_inverse(p: Proof, right: bool) -> None:
    """In the trace stands the inverse of the matrix that varies."""
    matrices(p)
    p.step("s")
    cited(p, LEFT if right else log(DET(A)) + sum_over(R, sum_over(S, A[R, S] * W[R, S])))


@CASES.false("log det(A) + sum_r inv_rr(A) W_rr ≥ log det(W) + d: " + SHAPE)
def of_the_diagonals(p: Proof, right: bool) -> None:
    """The trace of a product takes more than the diagonals of both."""
    matrices(p)
    p.step("s")
    cited(p, LEFT if right else log(DET(A)) + sum_over(R, INV(A)[R, R] * W[R, R]))


@CASES.false("log det(A) + sum_r sum_s inv_rs(A) W_rr ≥ log det(W) + d: " + SHAPE)
def of_another_entry(p: Proof, right: bool) -> None:
    """An entry may stand the other way round, and no other one in its place."""
    matrices(p)
    p.step("s")
    entry = W[S, R] if right else W[R, R]
    cited(p, log(DET(A)) + sum_over(R, sum_over(S, INV(A)[R, S] * entry)))


@CASES.false("log det(A) + sum_r sum_r inv_rr(A) W_rr ≥ log det(W) + d: " + SHAPE)
def over_one_index_twice(p: Proof, right: bool) -> None:
    """Rows and columns are added up by letters of their own."""
    matrices(p)
    p.step("s")
    two = S if right else R
    cited(p, log(DET(A)) + sum_over(R, sum_over(two, INV(A)[R, two] * W[R, two])))


@CASES.false("log det(A) + sum_r sum_t inv_rt(A) W_rt ≥ log det(W) + d: "
             "an index does not run over the rows")  # fmt: skip
def over_a_letter_that_has_no_range(p: Proof, right: bool) -> None:
    """A letter of which nothing was said runs over nothing."""
    matrices(p)
    p.step("s")
    two = S if right else index("t", span("d"))
    cited(p, log(DET(A)) + sum_over(R, sum_over(two, INV(A)[R, two] * W[R, two])))


@CASES.false("log det(A) + sum[r: r=1] sum_s inv_rs(A) W_rs ≥ log det(W) + d: " + SHAPE)
def of_some_rows(p: Proof, right: bool) -> None:
    """All rows are added up."""
    matrices(p)
    p.step("s")
    inner = sum_over(S, INV(A)[R, S] * W[R, S])
    cited(p, log(DET(A)) + sum_over(R, inner, where=None if right else equal(R, 1)))


@CASES.false("log det(A) + sum_r sum[s: s=1] inv_rs(A) W_rs ≥ log det(W) + d: " + SHAPE)
def of_some_columns(p: Proof, right: bool) -> None:
    """And all columns."""
    matrices(p)
    p.step("s")
    where = None if right else equal(S, 1)
    cited(p, log(DET(A)) + sum_over(R, sum_over(S, INV(A)[R, S] * W[R, S], where=where)))


@CASES.false("A\u0302 = W: nothing shows that this is the maximum")
def largest_instead_of_smallest(p: Proof, right: bool) -> None:
    """Where the sum is smallest, its opposite is largest."""
    matrices(p)
    p.step("s")
    cited(p)
    largest(p, -(3 * LEFT) if right else 3 * LEFT)


@CASES.false("A\u0302 = W: nothing shows that this is the maximum")
def with_more_of_the_matrix(p: Proof, right: bool) -> None:
    """What else rests on the matrix may move the place; what does not, does not."""
    matrices(p, B)
    p.step("s")
    cited(p)
    largest(p, log(DET(B if right else A)) - 3 * LEFT)


@CASES.false("A\u0302 = B: nothing shows that this is the maximum")
def another_matrix(p: Proof, right: bool) -> None:
    """The place is the matrix of the inequality."""
    matrices(p, B)
    p.step("s")
    cited(p)
    largest(p, -LEFT, W if right else B)


@CASES.false("A\u0302 = W: nothing shows that this is the maximum")
def under_a_condition(p: Proof, right: bool) -> None:
    """If the determinant has to be 2, W may not be allowed."""
    matrices(p, B)
    p.step("s")
    cited(p)
    p.chain(DET(B if right else A), assume(2))
    largest(p, -LEFT)


@CASES.false("A\u0302 = W: more is assumed of what varies than its domain")
def with_a_sign_of_an_entry(p: Proof, right: bool) -> None:
    """If an entry has to be positive, W may not be allowed."""
    matrices(p, B)
    p.step("s")
    said(p, is_positive((B if right else A)[R, S]))
    cited(p)
    largest(p, -LEFT)


@CASES.false("A ∈ PD(d): something is known of it already")
def a_domain_of_the_entries_before(p: Proof, right: bool) -> None:
    """Entries that are free are not those of a symmetric matrix as well."""
    said(p, is_in(R, R.domain), is_in(S, S.domain))
    said(p, *([] if right else [is_in(A[R, S], REALS)]))
    p.step("s")
    said(p, is_in(A, positive_definite("d")))


@CASES.false("A ∈ PD(d): something is known of it already")
def a_determinant_before(p: Proof, right: bool) -> None:
    """A determinant that was given is not that of any matrix."""
    said(p, is_positive(a))
    p.chain((DET(B) if right else DET(A)), define(a))
    p.step("s")
    said(p, is_in(A, positive_definite("d")))


@CASES.false("A ∈ PD(d): something is known of it already")
def a_function_before(p: Proof, right: bool) -> None:
    """A function that was said to be positive for any of it is not of a matrix alone."""
    said(p, is_positive(f(B) if right else f(A)), is_positive(a))
    p.step("s")
    said(p, is_in(A, positive_definite("d")))


@CASES.false("det(A) = a: what is defined is known already")
def a_determinant_after(p: Proof, right: bool) -> None:
    """The determinant of a matrix is known, and stands for nothing else."""
    matrices(p)
    said(p, is_positive(a))
    p.step("s")
    p.chain(DET(B) if right else DET(A), define(a))


@CASES.false("A ∈ PD(d): it has not as many rows and columns")
def not_square(p: Proof, right: bool) -> None:
    """A matrix with a row for each class and a column for each column is not symmetric."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(x[R].above(i), REALS))
    p.chain(A[R, S if right else k], define(sum_over(i, x[R].above(i))))
    p.step("s")
    said(p, is_in(A, positive_definite("d")))


@CASES.false("A ∈ PD(d): it has not as many rows and columns")
def a_column(p: Proof, right: bool) -> None:
    """One number for each row is no matrix."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(x[R].above(i), REALS))
    p.chain(A[R, S] if right else A[R], define(sum_over(i, x[R].above(i))))
    p.step("s")
    said(p, is_in(A, positive_definite("d")))


@CASES.false("A ∈ PD(d): it has not as many rows and columns")
def a_matrix_for_each_row_of_the_data(p: Proof, right: bool) -> None:
    """Nor are several matrices one."""
    said(p, is_in(R, R.domain), is_in(S, S.domain), is_in(x[R].above(i), REALS))
    square = x[R].above(i) * x[S].above(i)
    p.chain(A[R, S] if right else A[R, S].above(i), define(sum_over(i, square) if right else square))
    p.step("s")
    said(p, is_in(A, positive_definite("d")))


@CASES.false("A^(i) ∈ PD(d): a matrix is a letter without indices")
def a_letter_of_a_row_is_no_matrix(p: Proof, right: bool) -> None:
    """A letter with an index above it has others below."""
    p.step("s")
    said(p, is_in(A if right else A.above(i), positive_definite("d")))


@CASES.false("f(a) ∈ PD(d): a matrix is a letter without indices")
def a_function_is_no_matrix(p: Proof, right: bool) -> None:
    """A function is of something."""
    said(p, is_positive(a))
    p.step("s")
    said(p, is_in(A if right else f(a), positive_definite("d")))


@CASES.false("A_rs ∈ PD(d): a matrix is a letter without indices")
def an_entry_is_no_matrix(p: Proof, right: bool) -> None:
    """A number is not positive definite."""
    said(p, is_in(R, R.domain), is_in(S, S.domain))
    p.step("s")
    said(p, is_in(A if right else A[R, S], positive_definite("d")))


@CASES.false("inv_rk(A) = inv_rk(A): inv_rk(A) was not introduced")
def an_entry_beyond(p: Proof, right: bool) -> None:
    """A matrix with d rows has no row for each class."""
    matrices(p)
    p.step("s")
    entry = INV(A)[R, S if right else k]
    p.chain(entry, same(entry))


test_a_false_line_about_matrices_is_refused, test_its_right_version_is_accepted = CASES.tests()
