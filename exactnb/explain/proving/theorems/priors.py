"""The prior of the classes: how often each of them was seen."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *


@theorem("prior-mle-two", "The MLE of the prior, two classes")
def two_classes(proof: Proof) -> None:
    """Write the MLE of the prior of one of two classes, by one derivative."""
    i, y, n, c = ROW, letter("y").at(ROW), COUNT, letter("c")
    pi = parameter("prior", "π")
    p, ell = P(y), function("ℓ")(pi)
    shares = TwoShares(pi, c, n - c, n, ell, filled=True)

    proof.begin("Rows {} of two classes, {}; {}.", runs(i), is_in(y, among(0, 1)), is_positive(n))
    proof.say("The prior of the second class is a probability, {}. {}", is_probability(pi), ENDS)
    proof.chain(p, given(pi**y * (1 - pi) ** (1 - y)))
    proof.chain(c, count(sum_over(i, y), "rows of that class"))

    proof.step("The log-likelihood of the labels")
    proof.say(*shares.inside)
    proof.chain(
        ell,
        define(sum_over(i, log(p))),
        detail(same(sum_over(i, y * log(pi) + (1 - y) * log(1 - pi)), "log of a power")),
        same(c * log(pi) + (n - c) * log(1 - pi), "counted"),
    )
    shares.by_slope(proof, "Where it is largest, if both classes occur")
    shares.by_gibbs(proof)


@theorem("prior-mle", "The MLE of the prior", "prior", "mle")
def all_classes(proof: Proof) -> None:
    """Write the MLE of the prior of any number of classes."""
    i, k, y, n = ROW, CLASS, LABEL, COUNT
    pi = parameter("prior", "π")
    p, ell = P(y), function("ℓ")(pi)
    simplex = Simplex(k, n[k], n, pi[k], pi, ell, filled=True)

    proof.begin("Rows {}, {}, classes {}, labels {}.", runs(i), is_positive(n), runs(k), labels())
    simplex.constraint(proof)
    proof.chain(p, given(pi[y]))
    count_rows(proof)

    simplex.by_likelihood(
        proof,
        "The log-likelihood of the labels",
        lambda term: sum_over(i, term),
        p,
        (IN_CLASS, "one class each"),
    )
