"""Columns with several values: the share of the rows of a class that show a value."""

from __future__ import annotations

from exactnb.proving.lagrange import Simplex
from exactnb.proving.shares import of_nothing
from exactnb.proving.theorem import Proof, Theorem, count, define, detail, given, is_in, runs, same
from exactnb.proving.writing import (
    equal,
    function,
    index,
    label,
    letter,
    log,
    parameter,
    span,
    sum_over,
)

__all__ = ["THEOREMS"]


def categorical_mle(proof: Proof) -> None:
    """Write the MLE of P(x_j = v | y = k) for all values v of a column."""
    i, j, k = index("i", span("n")), index("j", span("d")), index("k", span("K"))
    v = index("v", span(letter("M")[j]))
    x, y, n = label("x")[j].at(i), label("y").at(i), letter("n")
    theta = parameter("categorical", "θ")
    p, ell = function("P")(x, given=k), function("ℓ")[j, k](theta[j, k])
    simplex = Simplex(v, n[j, v, k], n[k], theta[j, v, k], theta[j, k], ell)

    proof.step("What is given")
    proof.say(
        "Rows ", runs(i), ", columns ", runs(j), ", classes ", runs(k),
        "; the values of column j are ", runs(v), ", so cells ", is_in(x, v.domain),
        ", labels ", is_in(y, k.domain), ". A row without a cell is no row of that column.",
    )  # fmt: skip
    simplex.constraint(proof)
    proof.chain(p, given(theta[j, x, k]))
    proof.chain(n[k], count(sum_over(i, equal(y, k)), "rows of the class"))
    proof.chain(n[j, v, k], count(sum_over(i, equal(x, v) * equal(y, k)), "those with the value"))

    proof.step("The log-likelihood of one column in one class")
    proof.say(*simplex.inside)
    proof.chain(
        ell,
        define(sum_over(i, log(p), where=equal(y, k))),
        detail(
            same(
                sum_over(i, sum_over(v, equal(x, v) * log(theta[j, v, k])), where=equal(y, k)),
                "one value each",
            )
        ),
        same(sum_over(v, n[j, v, k] * log(theta[j, v, k])), "counted"),
    )
    simplex.by_multiplier(proof, ell)
    simplex.by_gibbs(proof)
    of_nothing(proof)


THEOREMS = (
    Theorem(
        "categorical-mle", "The MLE of a categorical column", categorical_mle,
        family="categorical", rule="mle",
    ),
)  # fmt: skip
