"""Smoothing: what pseudo-counts make of the estimates."""

from __future__ import annotations

from exactnb.proving.openings import *
from exactnb.proving.theorem import *
from exactnb.proving.writing import *


def weighted_mean(proof: Proof) -> None:
    """Write the MAP estimate as a mean of the MLE and of what the prior says alone."""
    w, n, lam = index("w", words()), letter("n"), letter("λ")
    size, total, smoothed = letter("N"), letter("Λ"), letter("θ")[w]

    proof.step("What is given")
    proof.say(
        "Words ", runs(w), ", counts ", is_natural(n[w]), ", pseudo-counts ", is_natural(lam[w]), "."
    )
    proof.chain(size, define(sum_over(w, n[w]), "all words"))
    proof.chain(total, define(sum_over(w, lam[w]), "all pseudo-counts"))
    proof.say(
        "There are words, ", is_positive(size), ", and something is added, ", is_positive(total), "."
    )
    proof.chain(smoothed, given((n[w] + lam[w]) / (size + total), "the MAP estimate"))

    proof.step("A mean of two estimates")
    shared = size + total
    proof.chain(
        smoothed,
        detail(same(n[w] / shared + lam[w] / shared)),
        same(size / shared * (n[w] / size) + total / shared * (lam[w] / total)),
        boxed=True,
    )
    proof.say("The weights add up to one,")
    proof.chain(size / shared + total / shared, same(1))
    proof.say("and what the prior changes grows small as words are added:")
    proof.chain(n[w] / size - smoothed, same(total / shared * (n[w] / size - lam[w] / total)))


def pseudo_documents(proof: Proof) -> None:
    """Write smoothing of 0/1 columns as the MLE of a larger table (after COMP9417)."""
    i, j, k, n, m = ROW, COLUMN, CLASS, COUNT, letter("m")
    lam, r, other = letter("λ"), index("r", span("λ")), index("l", span("K"))
    theta, pi = parameter("bernoulli", "θ")[j, k].hat, parameter("prior", "π")[k].hat
    one, zero = sum_over(r, 1), sum_over(r, 0)

    open_bits(
        proof,
        ". For a whole number ",
        is_positive(lam),
        ", every class gets pseudo-documents, ",
        runs(r),
        ", with a one in every column, and as many with a zero in every column.",
    )
    count_ones(proof)

    proof.step("The table with pseudo-documents")
    proof.chain(m[k], count(sum_over(i, OWN) + one + one), same(n[k] + 2 * lam))
    proof.chain(m[j, k], count(sum_over(i, CELL * OWN) + one + zero), same(n[j, k] + lam))

    proof.step("Its maximum likelihood estimates")
    proof.chain(
        theta,
        given(m[j, k] / m[k], "the MLE"),
        same((n[j, k] + lam) / (n[k] + 2 * lam), "smoothed by λ"),
        boxed=True,
    )
    proof.say("Unless it is given, the prior is smoothed as well, ", runs(other), ":")
    proof.chain(
        pi,
        given(m[k] / sum_over(other, m[other]), "the MLE"),
        same((n[k] + 2 * lam) / (n + 2 * letter("K") * lam)),
    )


THEOREMS = (
    Theorem("map-is-a-mean", "MAP is a weighted mean of the MLE and the prior", weighted_mean),
    Theorem(
        "pseudo-documents", "Smoothing is the MLE of a table with pseudo-documents", pseudo_documents
    ),
)
