"""The MLE of a Bernoulli parameter: the share of the rows of a class that show the column."""

from __future__ import annotations

from exactnb.proving.shares import ENDS, TwoShares, of_nothing
from exactnb.proving.theorem import (
    Proof,
    Theorem,
    assume,
    count,
    define,
    differentiate,
    falls,
    given,
    is_in,
    is_positive,
    is_probability,
    maximum,
    rises,
    runs,
    same,
)
from exactnb.proving.writing import (
    among,
    argmax,
    derivative,
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


def bernoulli_mle(proof: Proof) -> None:
    """Write the MLE of P(x_j = 1 | y = k), with its boundary cases."""
    i, j, k = index("i", span("n")), index("j", span("d")), index("k", span("K"))
    x, y, n = letter("x")[j].at(i), label("y").at(i), letter("n")
    theta = parameter("bernoulli", "θ")[j, k]
    loglik = function("ℓ")[j, k](theta)
    p, slope = function("P")(x, given=k), derivative(loglik, theta)
    successes, failures = n[j, k], n[k] - n[j, k]
    shares = TwoShares(theta, successes, failures, n[k], loglik)

    proof.step("What is given")
    proof.say(
        "Rows ", runs(i), ", columns ", runs(j), ", classes ", runs(k),
        "; cells ", is_in(x, among(0, 1)), ", labels ", is_in(y, k.domain),
        ". A row without a cell is no row of that column.",
    )  # fmt: skip
    proof.say("The parameter is a probability, ", is_probability(theta), ". ", ENDS)
    proof.chain(p, given(theta**x * (1 - theta) ** (1 - x), "Bernoulli"))
    proof.chain(n[k], count(sum_over(i, equal(y, k)), "rows of the class"))
    proof.chain(n[j, k], count(sum_over(i, x * equal(y, k)), "those that show the column"))

    proof.step("The log-likelihood of one column in one class")
    proof.say(*shares.inside)
    proof.chain(
        loglik,
        define(sum_over(i, log(p), where=equal(y, k))),
        same(
            sum_over(i, x * log(theta) + (1 - x) * log(1 - theta), where=equal(y, k)), "log of a power"
        ),
        same(successes * log(theta) + failures * log(1 - theta), "counted"),
    )
    shares.by_slope(proof, "Where it is largest, if both values occur")

    proof.step("If no row of the class shows the column")
    proof.chain(n[j, k], assume(0))
    proof.say("Still ", is_positive(n[k]), ". ", *shares.inside)
    proof.chain(loglik, same(n[k] * log(1 - theta)))
    proof.chain(slope, differentiate(-(n[k] / (1 - theta))), falls("it falls from the left end on"))
    proof.chain(theta.hat, define(argmax(theta, loglik)), maximum(0, "the same formula"))

    proof.step("If every row of the class shows it")
    proof.chain(n[j, k], assume(n[k]))
    proof.say("Still ", is_positive(n[k]), ". ", *shares.inside)
    proof.chain(loglik, same(n[k] * log(theta)))
    proof.chain(slope, differentiate(n[k] / theta), rises("it rises up to the right end"))
    proof.chain(theta.hat, define(argmax(theta, loglik)), maximum(1, "the same formula"))
    shares.by_gibbs(proof)
    of_nothing(proof)


THEOREMS = (
    Theorem(
        "bernoulli-mle",
        "The MLE of a Bernoulli parameter",
        bernoulli_mle,
        family="bernoulli",
        rule="mle",
    ),
)
