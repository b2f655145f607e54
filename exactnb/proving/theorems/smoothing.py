"""Smoothing: what pseudo-counts make of the estimates."""

from __future__ import annotations

from exactnb.proving.openings import *
from exactnb.proving.theorem import *
from exactnb.proving.writing import *


@theorem("map-is-a-mean", "MAP is a weighted mean of the MLE and the prior")
def weighted_mean(proof: Proof) -> None:
    """Write the MAP estimate as a mean of the MLE and of what the prior says alone."""
    w, n, lam = index("w", words()), letter("n"), letter("λ")
    size, total, smoothed = letter("N"), letter("Λ"), letter("θ")[w]

    proof.begin("Words {}, counts {}, pseudo-counts {}.", runs(w), is_natural(n[w]), is_natural(lam[w]))
    proof.chain(size, define(sum_over(w, n[w]), "all words"))
    proof.chain(total, define(sum_over(w, lam[w]), "all pseudo-counts"))
    proof.say("There are words, {}, and something is added, {}.", is_positive(size), is_positive(total))
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


@theorem("pseudo-documents", "Smoothing is the MLE of a table with pseudo-documents")
def pseudo_documents(proof: Proof) -> None:
    """Write smoothing of 0/1 columns as the MLE of a larger table (after COMP9417)."""
    i, j, k, n, m = ROW, COLUMN, CLASS, COUNT, letter("m")
    lam, r, other = letter("λ"), index("r", span("λ")), index("l", span("K"))
    theta, pi = parameter("bernoulli", "θ")[j, k].hat, parameter("prior", "π")[k].hat
    one, zero = sum_over(r, 1), sum_over(r, 0)

    open_bits(
        proof,
        ". For a whole number {}, every class gets pseudo-documents, {}, with a one in every column, "
        "and as many with a zero in every column.",
        is_positive(lam),
        runs(r),
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
    proof.say("Unless it is given, the prior is smoothed as well, {}:", runs(other))
    proof.chain(
        pi,
        given(m[k] / sum_over(other, m[other]), "the MLE"),
        same((n[k] + 2 * lam) / (n + 2 * letter("K") * lam)),
    )


@theorem("smoothing-is-consistent", "Smoothing is consistent")
def consistency(proof: Proof) -> None:
    """Write how far smoothing moves an estimate, and that it moves none where words are many."""
    w, r, size, m = index("w", words()), letter("r"), letter("N"), letter("m")
    share, prior, truth = letter("f")[w], letter("g")[w], letter("p")[w]
    n, lam, total, smoothed = letter("n")[w], letter("λ")[w], letter("Λ"), letter("θ")[w]
    moved = r / (1 + r)

    proof.begin(
        "Words {}. Many are counted, {}, and a word is a share of them, {}. For each of these "
        "there are pseudo-counts, {}, of which a word gets a share, {}:",
        runs(w),
        is_positive(size),
        is_probability(share),
        is_positive(r),
        is_probability(prior),
    )
    proof.chain(total, define(r * size, "all pseudo-counts"))
    proof.chain(n, define(share * size, "how often it was counted"))
    proof.chain(lam, define(prior * total, "its pseudo-counts"))
    proof.chain(smoothed, given((n + lam) / (size + total), "smoothed"))

    proof.step("How far smoothing moves an estimate")
    proof.chain(smoothed, same((share + r * prior) / (1 + r), "divided by all counted words"))
    proof.say("Two shares differ by one at most, and so the estimate is moved by this much at most:")
    away = share - smoothed
    proof.chain(away, same(moved * (share - prior)))
    proof.chain(away, at_most(moved, "one is all"), boxed=True)
    proof.chain(away, at_least(-moved, "the other is all"), boxed=True)

    proof.step("Few pseudo-counts for many words")
    proof.chain(moved, tends(0, r, "vanishes"))
    proof.chain(smoothed, tends(share, r, "vanishes"), boxed=True)
    proof.say(
        "Let the number of all pseudo-counts stay the same, {}, while more words are counted. "
        "Then r is m divided by N, and the bound above vanishes too:",
        is_positive(m),
    )
    proof.chain(m / size / (1 + m / size), same(m / (size + m)), tends(0, size, "grows"))
    proof.say("If pseudo-counts grow in step with the words, r stays as it is, and so does the bound.")

    proof.step("How far an estimate is from the truth")
    proof.say("Let a word have the probability {}:", is_probability(truth))
    proof.chain(
        smoothed - truth,
        same((share - truth) / (1 + r) + moved * (prior - truth), "a weighted mean"),
        boxed=True,
    )
    proof.say(
        "By the law of large numbers relative frequencies tend to probabilities. As r vanishes, so do "
        "smoothed estimates: smoothing is consistent."
    )
