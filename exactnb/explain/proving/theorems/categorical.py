"""Columns with several values: the share of the rows of a class that show a value."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *


@theorem("categorical-mle", "The MLE of a categorical column", "categorical", "mle")
def categorical_mle(proof: Proof) -> None:
    """Write the MLE of P(x_j = v | y = k) for all values v of a column."""
    i, j, k, n = ROW, COLUMN, CLASS, COUNT
    v, x = index("v", span(letter("M")[j])), label("x")[j].at(i)
    theta = parameter("categorical", "θ")
    p, ell = P(x, given=k), function("ℓ")[j, k](theta[j, k])
    simplex = Simplex(v, n[j, v, k], n[k], theta[j, v, k], theta[j, k], ell)

    cells = "; the values of column j are {}, {}, so cells {}, labels {}"
    missing = ". A row without a cell is no row of that column."
    open_table(
        proof, cells + missing, runs(v), is_positive(letter("M")[j]), is_in(x, v.domain), labels()
    )
    simplex.constraint(proof)
    proof.chain(p, given(theta[j, x, k]))
    count_rows(proof)
    proof.chain(n[j, v, k], count(sum_over(i, equal(x, v) * IN_CLASS), "those with the value"))

    title = "The log-likelihood of one column in one class"
    simplex.by_likelihood(proof, title, class_sum, p, (equal(x, v), "one value each"))
    no_estimate(proof)
