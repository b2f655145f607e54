"""Waiting for several successes: negative binomial columns."""

from __future__ import annotations

from exactnb.proving.openings import ENDS
from exactnb.proving.shares import TwoShares, of_nothing
from exactnb.proving.theorem import (
    Proof,
    Theorem,
    count,
    define,
    given,
    is_in,
    is_probability,
    runs,
    same,
)
from exactnb.proving.writing import (
    equal,
    factorial,
    function,
    index,
    label,
    letter,
    log,
    span,
    sum_over,
    whole_from,
)


def negative_binomial_mle(proof: Proof) -> None:
    """Write the MLE of the probability of a success, from the failures before the r-th one."""
    i, j, k = index("i", span("n")), index("j", span("d")), index("k", span("K"))
    x, y, n, s = letter("x")[j].at(i), label("y").at(i), letter("n")[k], letter("s")[j, k]
    success, rest = letter("θ")[j, k], letter("c")[j, k]
    before, r = letter("h"), letter("r")  # r − 1 is a letter, for a factorial is of a whole number
    p, ell, own = function("P"), function("ℓ")[j, k], equal(y, k)
    orders = factorial(x + before) / (factorial(x) * factorial(before))
    shares = TwoShares(success, r * n, s, r * n + s, ell(success))

    proof.step("What is given")
    proof.say(
        "Rows {}, columns {}, classes {}, labels {}; whole numbers of failures {}, with the "
        "probabilities of a success {}. A row ends with its last success, before which it has {} "
        "others. {} A row without a number is no row of that column.",
        runs(i),
        runs(j),
        runs(k),
        is_in(y, k.domain),
        is_in(x, whole_from(0)),
        is_probability(success),
        is_in(before, whole_from(0)),
        ENDS,
    )
    proof.chain(r, define(before + 1, "all successes of a row"))
    proof.chain(p(x, given=k), given(orders * success**r * (1 - success) ** x, "negative binomial"))
    proof.chain(n, count(sum_over(i, own), "rows of the class"))
    proof.chain(s, count(sum_over(i, x * own), "all their failures"))
    proof.say("What does not depend on the probability is a constant:")
    proof.chain(rest, define(sum_over(i, log(orders), where=own)))

    proof.step("The log-likelihood of a column in a class")
    proof.say(*shares.inside)
    logs = sum_over(i, log(p(x, given=k)), where=own)
    counted = r * n * log(success) + s * log(1 - success) + rest
    proof.chain(ell(success), define(logs), same(counted, "counted"))

    shares.by_slope(proof, "Where it is largest, if there was a failure")
    shares.by_gibbs(proof)
    of_nothing(proof)


THEOREMS = (
    Theorem(
        "negative-binomial-mle",
        "The MLE of a negative binomial distribution",
        negative_binomial_mle,
        family="negative-binomial",
        rule="success j|k MLE",
    ),
)
