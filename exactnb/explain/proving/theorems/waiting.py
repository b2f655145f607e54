"""Waiting for several successes: negative binomial columns."""

from __future__ import annotations

from exactnb.explain.proving.openings import *
from exactnb.explain.proving.shares import *
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.writing import *


@theorem(
    "negative-binomial-mle",
    "The MLE of a negative binomial distribution",
    "negative-binomial",
    "success j|k MLE",
)
def negative_binomial_mle(proof: Proof) -> None:
    """Write the MLE of the probability of a success, from the failures before the r-th one."""
    k, x, n, s = CLASS, CELL, COUNT[CLASS], letter("s")[COLUMN, CLASS]
    success, rest, ell = (letter("θ")[COLUMN, k], letter("c")[COLUMN, k], function("ℓ")[COLUMN, k])
    earlier, r = letter("h"), letter("r")  # r − 1 is a letter, for a factorial is of a whole number
    orders = factorial(x + earlier) / (factorial(x) * factorial(earlier))
    shares = TwoShares(success, r * n, s, r * n + s, ell(success), some=n)

    text = (
        ", labels {}; whole numbers of failures {}, with the probabilities of a success {}. A row ends "
        "with its last success, before which it has {} others. {} A row without a number is no row of "
        "that column."
    )
    numbers = (
        is_in(x, integers_from(0)),
        is_positive_probability(success),
        is_in(earlier, integers_from(0)),
    )
    open_table(proof, text, labels(), *numbers, ENDS)
    proof.chain(r, define(earlier + 1, "all successes of a row"))
    proof.chain(P(x, given=k), given(orders * success**r * (1 - success) ** x, "negative binomial"))
    count_rows(proof)
    proof.chain(s, count(sum_over(ROW, x * IN_CLASS), "all their failures"))
    proof.say("What does not depend on the probability is a constant:")
    proof.chain(rest, define(class_sum(log(orders))))

    proof.step("The log-likelihood of a column in a class")
    proof.say(*shares.inside)
    counted = r * n * log(success) + s * log(1 - success) + rest
    proof.chain(ell(success), define(class_sum(log(P(x, given=k)))), same(counted, "counted"))

    shares.by_slope(proof, "Where it is largest, if there was a failure")
    shares.by_gibbs(proof)
    no_estimate(proof)
