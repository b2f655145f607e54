"""The MLE of a Bernoulli parameter: the share of the rows of a class that show the column."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *


@theorem("bernoulli-mle", "The MLE of a Bernoulli parameter", "bernoulli", "mle")
def bernoulli_mle(proof: Proof) -> None:
    """Write the MLE of P(x_j = 1 | y = k), with its boundary cases."""
    j, k, x, n = COLUMN, CLASS, CELL, COUNT
    theta = parameter("bernoulli", "θ")[j, k]
    loglik = function("ℓ")[j, k](theta)
    p, slope = P(x, given=k), derivative(loglik, theta)
    successes, failures = n[j, k], n[k] - n[j, k]
    shares = TwoShares(theta, successes, failures, n[k], loglik)

    open_probability(proof, theta)
    proof.chain(p, given(theta**x * (1 - theta) ** (1 - x), "Bernoulli"))
    count_ones(proof)

    proof.step("The log-likelihood of one column in one class")
    proof.say(*shares.inside)
    proof.chain(
        loglik,
        define(class_sum(log(p))),
        same(class_sum(x * log(theta) + (1 - x) * log(1 - theta)), "log of a power"),
        same(successes * log(theta) + failures * log(1 - theta), "counted"),
    )
    shares.by_slope(proof, "Where it is largest, if both values occur")

    proof.step("If no row of the class shows the column")
    proof.chain(n[j, k], assume(0))
    proof.say("Still {}. {}", is_positive(n[k]), shares.inside)
    proof.chain(loglik, same(n[k] * log(1 - theta)))
    proof.chain(slope, differentiate(-(n[k] / (1 - theta))), falls("it falls from the left end on"))
    proof.chain(theta.hat, define(argmax(theta, loglik)), maximum(0, "the same formula"))

    proof.step("If every row of the class shows it")
    proof.chain(n[j, k], assume(n[k]))
    proof.say("Still {}. {}", is_positive(n[k]), shares.inside)
    proof.chain(loglik, same(n[k] * log(theta)))
    proof.chain(slope, differentiate(n[k] / theta), rises("it rises up to the right end"))
    proof.chain(theta.hat, define(argmax(theta, loglik)), maximum(1, "the same formula"))
    shares.by_gibbs(proof)
    no_estimate(proof)
