"""The MLE of a Bernoulli parameter: the share of the rows of a class that show the column."""

from __future__ import annotations

from exactnb.derivation.theorem import (
    GIBBS,
    Proof,
    Theorem,
    assume,
    cite,
    count,
    define,
    detail,
    differentiate,
    falls,
    given,
    is_in,
    is_positive,
    maximum,
    rises,
    runs,
    same,
    scale,
)
from exactnb.derivation.writing import (
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
from exactnb.expression.nodes import Domain, Integer

__all__ = ["THEOREMS"]

UNIT = Domain("open", (Integer(0), Integer(1)))


def bernoulli_mle(proof: Proof) -> None:
    """Write the MLE of P(x_j = 1 | y = k), with its boundary cases."""
    i, j, k = index("i", span("n")), index("j", span("d")), index("k", span("K"))
    x, y, n = letter("x")[j].at(i), label("y").at(i), letter("n")
    theta = parameter("bernoulli", "θ")[j, k]
    ell = function("ℓ")[j, k]
    loglik = ell(theta)
    p = function("P")(x, given=k)

    proof.step("What is given")
    proof.say(
        "Rows ", runs(i), ", columns ", runs(j), ", classes ", runs(k),
        "; cells ", is_in(x, among(0, 1)), ", labels ", is_in(y, k.domain), ".",
    )  # fmt: skip
    proof.say("The parameter is a probability: ", is_in(theta, UNIT), ".")
    proof.chain(p, given(theta**x * (1 - theta) ** (1 - x), "Bernoulli"))
    proof.chain(n[k], count(sum_over(i, equal(y, k)), "rows of the class"))
    proof.chain(n[j, k], count(sum_over(i, x * equal(y, k)), "those that show the column"))

    proof.step("The log-likelihood of one column in one class")
    successes, failures = n[j, k], n[k] - n[j, k]
    proof.chain(
        loglik,
        define(sum_over(i, log(p), where=equal(y, k))),
        same(
            sum_over(i, x * log(theta) + (1 - x) * log(1 - theta), where=equal(y, k)), "log of a power"
        ),
        same(successes * log(theta) + failures * log(1 - theta), "counted"),
    )

    proof.step("Where it is largest, if both values occur")
    slope, curve = derivative(loglik, theta), derivative(loglik, theta, 2)
    proof.say("Let ", is_positive(successes), " and ", is_positive(failures), ".")
    proof.chain(slope, differentiate(successes / theta - failures / (1 - theta)))
    proof.chain(successes / theta - failures / (1 - theta), assume(0, "set to zero"))
    proof.chain(
        successes * (1 - theta) - failures * theta,
        scale(0, theta * (1 - theta), "times both denominators"),
    )
    proof.chain(n[k] * theta, detail(scale(successes, -1, "collected")))
    proof.chain(theta, scale(successes / n[k], 1 / n[k], "divided by the rows of the class"))
    proof.chain(
        curve,
        differentiate(-(successes / theta**2) - failures / (1 - theta) ** 2),
        falls("so a maximum"),
    )
    proof.chain(
        theta.hat,
        define(argmax(theta, loglik), "the MLE"),
        maximum(successes / n[k]),
        boxed=True,
    )

    proof.step("If no row of the class shows the column")
    proof.chain(n[j, k], assume(0))
    proof.say("Still ", is_positive(n[k]), ".")
    proof.chain(loglik, same(n[k] * log(1 - theta)))
    proof.chain(slope, differentiate(-(n[k] / (1 - theta))), falls("it falls from the left end on"))
    proof.chain(theta.hat, define(argmax(theta, loglik)), maximum(0, "the same formula"))

    proof.step("If every row of the class shows it")
    proof.chain(n[j, k], assume(n[k]))
    proof.say("Still ", is_positive(n[k]), ".")
    proof.chain(loglik, same(n[k] * log(theta)))
    proof.chain(slope, differentiate(n[k] / theta), rises("it rises up to the right end"))
    proof.chain(theta.hat, define(argmax(theta, loglik)), maximum(1, "the same formula"))

    proof.step("All cases at once")
    proof.say("Let ", is_positive(n[k]), ". Where a count is zero, its term is zero too, and")
    share = successes / n[k]
    proof.chain(
        successes * log(theta) + failures * log(1 - theta),
        cite(successes * log(share) + failures * log(1 - share), GIBBS, "≤"),
    )
    proof.chain(theta.hat, define(argmax(theta, loglik)), maximum(share), boxed=True)


THEOREMS = (
    Theorem(
        "bernoulli-mle",
        "The MLE of a Bernoulli parameter",
        bernoulli_mle,
        family="bernoulli",
        rule="mle",
    ),
)
