"""Counts and waiting times: Poisson, exponential, geometric and negative binomial columns.

Those of Poisson have an exposure of each row, or a prior; the others follow from their densities.
"""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *

J, K, X, S = COLUMN, CLASS, CELL, letter("s")[COLUMN, CLASS]
RATE, TIME = letter("λ")[J, K], letter("t").at(ROW)
ELL = function("ℓ")[J, K]
INSIDE = ("Where the rate is positive, {},", is_positive(RATE))


@theorem("poisson-mle", "The MLE of a Poisson rate", "poisson", "rate j|k MLE")
def poisson_mle(proof: Proof) -> None:
    """Write the MLE of a Poisson rate, where every count has an exposure of its own."""
    total, rest = letter("T")[J, K], letter("c")[J, K]
    assumptions = (is_in(X, integers_from(0)), is_positive(TIME), is_natural(RATE))
    numbers = "whole counts {} seen in times {} at the rates {}. {}"
    missing = " A row without a number is no row of that column."
    open_table(proof, f", labels {{}}; {numbers}{missing}", labels(), *assumptions, ENDS)
    expected = RATE * TIME
    proof.chain(P(X, given=K), given(expected**X * exp(-expected) / factorial(X), "Poisson"))
    proof.chain(S, count(sum_over(ROW, X * IN_CLASS), "counts of the class"))
    proof.chain(total, count(sum_over(ROW, TIME * IN_CLASS), "times of the class"))
    proof.say("What does not depend on the rate is a constant:")
    proof.chain(rest, define(class_sum(X * log(TIME) - log(factorial(X)))))
    proof.step("The log-likelihood of a column in a class")
    proof.say("{}", INSIDE)
    counted = S * log(RATE) - RATE * total + rest
    proof.chain(ELL(RATE), define(class_sum(log(P(X, given=K)))), same(counted, "counted"))

    proof.step("Where it is largest, if something was counted")
    proof.say("Let {} and {}. {}", is_positive(S), is_positive(total), INSIDE)
    by_curvature(proof, RATE, ELL(RATE), S / RATE - total, -(S / RATE**2), S / total, "the MLE")

    proof.step("If nothing was counted")
    proof.chain(S, assume(0))
    proof.say("Still {}. {}", is_positive(total), INSIDE)
    proof.chain(ELL(RATE), same(rest - RATE * total))
    proof.chain(derivative(ELL(RATE), RATE), differentiate(-total), falls("from zero on"))
    largest(proof, RATE, ELL(RATE), 0, "the MLE", "the same formula")
    no_estimate(proof)


@theorem(
    "poisson-map",
    "The MAP of a Poisson rate, with a Gamma prior",
    "poisson",
    "rate j|k Gamma prior, mode",
)
def poisson_map(proof: Proof) -> None:
    """Write the MAP estimate of a Poisson rate under a Gamma prior."""
    a, b, c, h = letter("a"), letter("b"), letter("C"), letter("h")
    total, rest = letter("T")[J, K], letter("c")
    update = UpdatedByData(RATE)
    f = function("f")[J, K](RATE)
    constants = log(c) + log(rest) - log(update.evidence)

    proof.begin(
        "Columns {}, classes {}; a rate {}, whole counts that add up to {} in a time {}, and "
        "what does not depend on the rate, {}. {}",
        runs(J),
        runs(K),
        is_natural(RATE),
        is_in(S, integers_from(0)),
        is_natural(total),
        is_positive(rest),
        ENDS,
    )
    proof.chain(update.likelihood, given(rest * RATE**S * exp(-(RATE * total)), "the data D"))
    proof.say(
        "The prior of the rate is the Gamma distribution with a shape a that is one or more, so "
        "greater than one by {}, with a rate {} and a constant {}; the data are possible, {}.",
        is_natural(h),
        is_positive(b),
        is_positive(c),
        is_positive(update.evidence),
    )
    proof.chain(a, define(h + 1, "the shape"))
    proof.chain(update.density, given(c * RATE ** (a - 1) * exp(-(b * RATE)), "Gamma"))

    proof.step("The posterior of the rate")
    proof.say(*INSIDE)
    scale = c * rest / update.evidence
    update.by_bayes(proof, scale * RATE ** (S + a - 1) * exp(-((total + b) * RATE)))
    proof.say("This is a Gamma distribution again, with the counts and the times added.")
    update.logarithm(proof, f, (S + a - 1) * log(RATE) - (total + b) * RATE + constants)

    proof.step("Where it is largest")
    best = (S + a - 1) / (total + b)
    slope = (S + a - 1) / RATE - (total + b)
    proof.say("Let {}. {}", is_positive(S + a - 1), INSIDE)
    by_curvature(proof, RATE, f, slope, -((S + a - 1) / RATE**2), best, "the MAP")

    proof.step("If nothing was counted and the shape is one")
    proof.chain(S, assume(0))
    proof.chain(h, assume(0))
    proof.say(*INSIDE)
    proof.chain(f, same(constants - (total + b) * RATE))
    proof.chain(derivative(f, RATE), differentiate(-(total + b)), falls("from zero on"))
    largest(proof, RATE, f, 0, "the MAP", "the same formula")


def theorem_by_density(name: str, title: str, family_name: str, rule: str, cells: str) -> Theorem:
    """Return the theorem of the estimate of a family, from its density and the record kept of it.

    `rule` is the estimate of the family that it explains, and `cells` what the numbers of a column are
    called.
    """

    def write(proof: Proof) -> None:  # what writes one theorem is not loaded to list them
        from exactnb.core.families import family
        from exactnb.core.families.deriving.one_sum import recorded
        from exactnb.explain.proving.stated.sums import SumWriter

        ((stated, _),) = family(family_name).densities
        writer = SumWriter(recorded(family_name, stated), solved=True)
        writer.cells = cells
        writer.write(proof)

    return Theorem(name, title, write, family_name, rule)


EXPONENTIAL = theorem_by_density(
    "exponential-mle",
    "The MLE of an exponential distribution",
    "exponential",
    "rate j|k MLE",
    "waiting times",
)
GEOMETRIC = theorem_by_density(
    "geometric-mle",
    "The MLE of a geometric distribution of trials",
    "geometric",
    "success j|k MLE",
    "whole numbers of trials up to the first success",
)
GEOMETRIC_FAILURES = theorem_by_density(
    "geometric-failures-mle",
    "The MLE of a geometric distribution of failures",
    "geometric0",
    "success j|k MLE",
    "whole numbers of failures before the first success",
)
NEGATIVE_BINOMIAL = theorem_by_density(
    "negative-binomial-mle",
    "The MLE of a negative binomial distribution",
    "negative-binomial",
    "success j|k MLE",
    "whole numbers of failures before the last success of a row",
)
