"""Counts and waiting times: Poisson, exponential and geometric columns."""

from __future__ import annotations

from exactnb.derivation.lines import Line
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
    is_natural,
    is_positive,
    is_probability,
    maximum,
    rises,
    runs,
    same,
    solution,
)
from exactnb.proving.writing import (
    Formula,
    argmax,
    derivative,
    equal,
    exp,
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

__all__ = ["THEOREMS"]

ROW, J, K = index("i", span("n")), index("j", span("d")), index("k", span("K"))
X, Y, N, S = letter("x")[J].at(ROW), label("y").at(ROW), letter("n")[K], letter("s")[J, K]
RATE, SUCCESS, TIME = letter("λ")[J, K], letter("θ")[J, K], letter("t").at(ROW)
OWN = equal(Y, K)
P, DENSITY, ELL = function("P"), function("p"), function("ℓ")[J, K]


def _opening(proof: Proof, what: str, *more: str | Line) -> None:
    """Write the rows, columns and classes, and the numbers with what they may be."""
    proof.step("What is given")
    proof.say(
        "Rows ", runs(ROW), ", columns ", runs(J), ", classes ", runs(K),
        ", labels ", is_in(Y, K.domain), f"; {what} ", *more, " A row without a number is no row of "
        "that column.",
    )  # fmt: skip


def _likelihood(
    proof: Proof, by: Formula, probability: Formula, counted: Formula, *inside: str | Line
) -> None:
    """Write the log-likelihood of a column in a class, as a sum and as it is counted."""
    proof.step("The log-likelihood of a column in a class")
    if inside:
        proof.say(*inside)
    logs = sum_over(ROW, log(probability), where=OWN)
    proof.chain(ELL(by), define(logs), same(counted, "counted"))


def _maximum(
    proof: Proof, by: Formula, of: Formula, slope: Formula, curve: Formula, best: Formula, name: str
) -> None:
    """Write where a formula is largest, by its slope and its curvature."""
    proof.chain(derivative(of, by), differentiate(slope))
    proof.chain(slope, assume(0, "set to zero"))
    proof.chain(by, solution(best))
    proof.chain(derivative(of, by, 2), differentiate(curve), falls("so a maximum"))
    proof.chain(by.hat, define(argmax(by, of), f"the {name}"), maximum(best), boxed=True)


def poisson_mle(proof: Proof) -> None:
    """Write the MLE of a Poisson rate, where every count has an exposure of its own."""
    total, rest = letter("T")[J, K], letter("c")[J, K]
    inside = ("Where the rate is positive, ", is_positive(RATE), ",")
    _opening(
        proof, "whole counts", is_in(X, whole_from(0)), " seen in times ", is_positive(TIME),
        " at the rates ", is_natural(RATE), ". ", ENDS,
    )  # fmt: skip
    expected = RATE * TIME
    proof.chain(P(X, given=K), given(expected**X * exp(-expected) / factorial(X), "Poisson"))
    proof.chain(S, count(sum_over(ROW, X * OWN), "counts of the class"))
    proof.chain(total, count(sum_over(ROW, TIME * OWN), "times of the class"))
    proof.say("What does not depend on the rate is a constant:")
    proof.chain(rest, define(sum_over(ROW, X * log(TIME) - log(factorial(X)), where=OWN)))
    _likelihood(proof, RATE, P(X, given=K), S * log(RATE) - RATE * total + rest, *inside)

    proof.step("Where it is largest, if something was counted")
    proof.say("Let ", is_positive(S), " and ", is_positive(total), ". ", *inside)
    _maximum(proof, RATE, ELL(RATE), S / RATE - total, -(S / RATE**2), S / total, "MLE")

    proof.step("If nothing was counted")
    proof.chain(S, assume(0))
    proof.say("Still ", is_positive(total), ". ", *inside)
    proof.chain(ELL(RATE), same(rest - RATE * total))
    proof.chain(derivative(ELL(RATE), RATE), differentiate(-total), falls("from zero on"))
    proof.chain(
        RATE.hat, define(argmax(RATE, ELL(RATE)), "the MLE"), maximum(0, "the same formula"), boxed=True
    )
    of_nothing(proof)


def exponential_mle(proof: Proof) -> None:
    """Write the MLE of the rate of an exponential distribution."""
    _opening(proof, "waiting times", is_natural(X), " at the rates ", is_positive(RATE), ".")
    proof.chain(DENSITY(X, given=K), given(RATE * exp(-(RATE * X)), "exponential"))
    proof.chain(N, count(sum_over(ROW, OWN), "rows of the class"))
    proof.chain(S, count(sum_over(ROW, X * OWN), "their sum"))
    _likelihood(proof, RATE, DENSITY(X, given=K), N * log(RATE) - RATE * S)

    proof.step("Where it is largest, if someone waited")
    proof.say("Let ", is_positive(N), " and ", is_positive(S), ".")
    _maximum(proof, RATE, ELL(RATE), N / RATE - S, -(N / RATE**2), N / S, "MLE")

    proof.step("If all waiting times are zero")
    proof.chain(S, assume(0))
    proof.say("Still ", is_positive(N), ".")
    proof.chain(ELL(RATE), same(N * log(RATE)))
    proof.chain(derivative(ELL(RATE), RATE), differentiate(N / RATE), rises("without an end"))
    proof.say("So no rate is the best: the formula divides by zero, and there is no estimate.")
    of_nothing(proof)


def geometric_mle(proof: Proof) -> None:
    """Write the MLE of the probability of a success, from the trials that it took."""
    _opening(
        proof, "whole numbers of trials up to the first success", is_in(X, whole_from(1)),
        " with the probabilities ", is_probability(SUCCESS), ". ", ENDS,
    )  # fmt: skip
    shares = TwoShares(SUCCESS, N, S - N, S, ELL(SUCCESS))
    proof.chain(P(X, given=K), given(SUCCESS * (1 - SUCCESS) ** (X - 1), "geometric"))
    proof.chain(N, count(sum_over(ROW, OWN), "rows of the class"))
    proof.chain(S, count(sum_over(ROW, X * OWN), "all their trials"))
    counted = N * log(SUCCESS) + (S - N) * log(1 - SUCCESS)
    _likelihood(proof, SUCCESS, P(X, given=K), counted, *shares.inside)
    shares.by_slope(proof, "Where it is largest, if some trial failed")
    shares.by_gibbs(proof)
    of_nothing(proof)


def geometric_from_zero_mle(proof: Proof) -> None:
    """Write the MLE of the probability of a success, from the failures before it."""
    _opening(
        proof, "whole numbers of failures before the first success", is_in(X, whole_from(0)),
        " with the probabilities ", is_probability(SUCCESS), ". ", ENDS,
    )  # fmt: skip
    shares = TwoShares(SUCCESS, N, S, N + S, ELL(SUCCESS))
    proof.chain(P(X, given=K), given(SUCCESS * (1 - SUCCESS) ** X, "geometric"))
    proof.chain(N, count(sum_over(ROW, OWN), "rows of the class"))
    proof.chain(S, count(sum_over(ROW, X * OWN), "all their failures"))
    counted = N * log(SUCCESS) + S * log(1 - SUCCESS)
    _likelihood(proof, SUCCESS, P(X, given=K), counted, *shares.inside)
    shares.by_slope(proof, "Where it is largest, if there was a failure")
    shares.by_gibbs(proof)
    of_nothing(proof)


def poisson_map(proof: Proof) -> None:
    """Write the MAP estimate of a Poisson rate under a Gamma prior."""
    a, b, c, h, data = letter("a"), letter("b"), letter("C"), letter("h"), letter("D")
    total, rest = letter("T")[J, K], letter("c")
    likelihood, density = P(data, given=RATE), DENSITY(RATE)
    evidence, posterior = P(data), DENSITY(RATE, given=data)
    f = function("f")[J, K](RATE)
    inside = ("Where the rate is positive, ", is_positive(RATE), ",")
    constants = log(c) + log(rest) - log(evidence)

    proof.step("What is given")
    proof.say(
        "Columns ", runs(J), ", classes ", runs(K), "; a rate ",
        is_natural(RATE), ", whole counts that add up to ", is_in(S, whole_from(0)), " in a time ",
        is_natural(total), ", and what does not depend on the rate, ", is_positive(rest), ". ", ENDS,
    )  # fmt: skip
    proof.chain(likelihood, given(rest * RATE**S * exp(-(RATE * total)), "the data D"))
    proof.say(
        "The prior of the rate is the Gamma distribution with a shape a that is one or more, so "
        "greater than one by ", is_natural(h), ", with a rate ", is_positive(b), " and a constant ",
        is_positive(c), "; the data are possible, ", is_positive(evidence), ".",
    )  # fmt: skip
    proof.chain(a, define(h + 1, "the shape"))
    proof.chain(density, given(c * RATE ** (a - 1) * exp(-(b * RATE)), "Gamma"))

    proof.step("The posterior of the rate")
    proof.say(*inside)
    proof.chain(
        posterior,
        given(likelihood * density / evidence, "Bayes’ rule"),
        same(c * rest / evidence * RATE ** (S + a - 1) * exp(-((total + b) * RATE)), "powers together"),
    )
    proof.say("This is a Gamma distribution again, with the counts and the times added.")
    proof.chain(
        f,
        define(log(posterior), "its logarithm"),
        same((S + a - 1) * log(RATE) - (total + b) * RATE + constants),
    )

    proof.step("Where it is largest")
    best = (S + a - 1) / (total + b)
    slope = (S + a - 1) / RATE - (total + b)
    proof.say("Let ", is_positive(S + a - 1), ". ", *inside)
    _maximum(proof, RATE, f, slope, -((S + a - 1) / RATE**2), best, "MAP")

    proof.step("If nothing was counted and the shape is one")
    proof.chain(S, assume(0))
    proof.chain(h, assume(0))
    proof.say(*inside)
    proof.chain(f, same(constants - (total + b) * RATE))
    proof.chain(derivative(f, RATE), differentiate(-(total + b)), falls("from zero on"))
    proof.chain(
        RATE.hat, define(argmax(RATE, f), "the MAP"), maximum(0, "the same formula"), boxed=True
    )


THEOREMS = (
    Theorem(
        "poisson-mle", "The MLE of a Poisson rate", poisson_mle, family="poisson", rule="rate j|k MLE"
    ),
    Theorem(
        "poisson-map",
        "The MAP of a Poisson rate, with a Gamma prior",
        poisson_map,
        family="poisson",
        rule="rate j|k Gamma prior, mode",
    ),
    Theorem(
        "exponential-mle",
        "The MLE of an exponential distribution",
        exponential_mle,
        family="exponential",
        rule="rate j|k MLE",
    ),
    Theorem(
        "geometric-mle",
        "The MLE of a geometric distribution of trials",
        geometric_mle,
        family="geometric",
        rule="success j|k MLE",
    ),
    Theorem(
        "geometric-failures-mle",
        "The MLE of a geometric distribution of failures",
        geometric_from_zero_mle,
        family="geometric0",
        rule="success j|k MLE",
    ),
)
