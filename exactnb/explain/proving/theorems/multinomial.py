"""Words: the share of the words of a class that are a certain word."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *


@theorem("two-word-mle", "The MLE for a vocabulary of two words")
def two_word_mle(proof: Proof) -> None:
    """Write the MLE for a vocabulary of two words, by one derivative (after notes for 50.007)."""
    m, n = index("m", span("N")), letter("n")
    w, theta = letter("w")[m], letter("θ")[1]
    p, ell = P(w), function("ℓ")(theta)
    shares = TwoShares(theta, n[1], n[0], n[0] + n[1], ell)

    proof.begin(
        "The words of a text, {}, from a vocabulary of two, {}.", runs(m), is_in(w, among(0, 1))
    )
    proof.say("The parameter is the probability of the second one, {}. {}", is_probability(theta), ENDS)
    proof.chain(p, given(theta**w * (1 - theta) ** (1 - w)))
    proof.chain(n[1], count(sum_over(m, w)))
    proof.chain(n[0], count(sum_over(m, 1 - w)))

    proof.step("The log-likelihood of the text")
    proof.say(*shares.inside)
    proof.chain(
        ell,
        define(sum_over(m, log(p))),
        detail(same(sum_over(m, w * log(theta) + (1 - w) * log(1 - theta)), "log of a power")),
        same(n[0] * log(1 - theta) + n[1] * log(theta), "counted"),
    )
    shares.by_slope(proof, "Where it is largest, if both words occur")
    shares.by_gibbs(proof)


@theorem("multinomial-mle", "The MLE of word probabilities", "multinomial", "mle")
def multinomial_mle(proof: Proof) -> None:
    """Write the MLE of P(w | y = k) for all words of a vocabulary."""
    m, k, w = index("m", span("N")), index("k", span("K")), index("w", vocabulary())
    word, y, n = label("w").at(m), label("y").at(m), letter("n")
    theta = parameter("multinomial", "θ")
    p, ell = P(word, given=k), function("ℓ")[k](theta[k])
    simplex = Simplex(w, n[w, k], n[k], theta[w, k], theta[k], ell)

    proof.begin(
        "All texts are one row of words, {}, from a vocabulary, {}, {}, {}; each stands in a text of "
        "a class, {}, {}.",
        runs(m),
        runs(w),
        is_positive(letter("|V|")),
        is_in(word, w.domain),
        runs(k),
        is_in(y, k.domain),
    )
    simplex.constraint(proof)
    proof.chain(p, given(theta[word, k]))
    proof.chain(n[k], count(sum_over(m, equal(y, k)), "words of the class"))
    proof.chain(n[w, k], count(sum_over(m, equal(word, w) * equal(y, k)), "those that are w"))

    simplex.by_likelihood(
        proof,
        "The log-likelihood of the words of one class",
        lambda term: sum_over(m, term, where=equal(y, k)),
        p,
        (equal(word, w), "one word each"),
    )
    no_estimate(proof, "words")
