"""Smoothing: what pseudo-counts make of the estimates."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *


@theorem("map-is-a-mean", "MAP is a weighted mean of the MLE and the prior")
def weighted_mean(proof: Proof) -> None:
    """Write the MAP estimate as a mean of the MLE and of what the prior says alone."""
    w, n, lam = index("w", vocabulary()), letter("n"), letter("λ")
    size, total, smoothed = letter("N"), letter("Λ"), letter("θ")[w]

    proof.begin("Words {}, counts {}, pseudo-counts {}.", runs(w), is_natural(n[w]), is_natural(lam[w]))
    proof.chain(size, define(sum_over(w, n[w]), "all words"))
    proof.chain(total, define(sum_over(w, lam[w]), "all pseudo-counts"))
    proof.say("There are words, {}, and something is added, {}.", is_positive(size), is_positive(total))
    proof.say(
        "The MLE, without pseudo-counts, is shown in multinomial-mle, the MAP estimate, with them, in "
        "multinomial-map:"
    )
    proof.chain(smoothed, given((n[w] + lam[w]) / (size + total), "smoothed"))

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
    lam, r, summed_class = letter("λ"), index("r", span("λ")), index("l", span("K"))
    theta, pi = parameter("bernoulli", "θ")[j, k], parameter("prior", "π")
    cells = [letter(name)[j].at(r) for name in "ab"]
    ones, zeros = sum_over(r, 1), sum_over(r, 0)
    column_likelihood, label_likelihood = function("ℓ")[j, k](theta), function("ℓ")(pi)
    shares = TwoShares(theta, m[j, k], m[k] - m[j, k], m[k], column_likelihood, filled=True)
    simplex = Simplex(
        k, m[k], sum_over(summed_class, m[summed_class]), pi[k], pi, label_likelihood, filled=True
    )

    open_probability(proof, theta)
    proof.chain(P(CELL, given=k), given(theta**CELL * (1 - theta) ** (1 - CELL), "Bernoulli"))
    proof.say("The priors are a distribution, {}:", is_natural(pi[k]))
    proof.chain(sum_over(k, pi[k]), assume(1, "they add up to one"))
    proof.chain(P(k), given(pi[k]))
    count_ones(proof)
    proof.say(
        "There are classes, {}. For a whole number {}, every class, {} as well, gets pseudo-documents, "
        "{}, with the cells {}, a one in every column, and as many with the cells {}, a zero in every "
        "column:",
        is_positive(letter("K")),
        is_positive(lam),
        runs(summed_class),
        runs(r),
        *(is_in(cell, BITS) for cell in cells),
    )
    for cell, bit in zip(cells, (1, 0), strict=True):
        proof.chain(cell, assume(bit))
        proof.chain(P(cell, given=k), given(theta**cell * (1 - theta) ** (1 - cell), "Bernoulli"))

    proof.step("The table with pseudo-documents")
    proof.chain(m[k], count(sum_over(i, IN_CLASS) + ones + ones), same(n[k] + 2 * lam))
    proof.chain(m[j, k], count(sum_over(i, CELL * IN_CLASS) + ones + zeros), same(n[j, k] + lam))

    proof.step("The log-likelihood of one column in one class")
    proof.say(*shares.inside)
    pseudo = [sum_over(r, log(P(cell, given=k))) for cell in cells]
    proof.chain(
        column_likelihood,
        define(class_sum(log(P(CELL, given=k))) + pseudo[0] + pseudo[1]),
        same(m[j, k] * log(theta) + (m[k] - m[j, k]) * log(1 - theta), "counted"),
    )
    shares.by_gibbs(proof)
    smoothed = (n[j, k] + lam) / (n[k] + 2 * lam)
    proof.chain(theta.hat, same(smoothed, "smoothed by λ"), boxed=True)

    proof.step("The log-likelihood of the labels")
    proof.say("Unless it is given, the prior is smoothed as well. {}", simplex.inside)
    labelled = sum_over(i, log(P(LABEL))) + sum_over(k, sum_over(r, 2 * log(P(k))))
    proof.chain(label_likelihood, define(labelled), same(sum_over(k, m[k] * log(pi[k])), "counted"))
    simplex.by_gibbs(proof)
    proof.chain(pi[k].hat, same((n[k] + 2 * lam) / (n + 2 * letter("K") * lam)), boxed=True)


@theorem("smoothing-is-consistent", "Smoothing is consistent where relative frequencies are")
def consistency(proof: Proof) -> None:
    """Write how far smoothing moves an estimate, and that it moves none where words are many."""
    w, r, size, m = index("w", vocabulary()), letter("r"), letter("N"), letter("m")
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
    proof.chain(total, define(r * size))
    proof.chain(n, define(share * size, "how often it was counted"))
    proof.chain(lam, define(prior * total, "its pseudo-counts"))
    proof.chain(smoothed, given((n + lam) / (size + total), "smoothed"))

    proof.step("How far smoothing moves an estimate")
    proof.chain(smoothed, same((share + r * prior) / (1 + r), "divided by all counted words"))
    proof.say("Two shares differ by one at most, and so the estimate is moved by this much at most:")
    distance = share - smoothed
    proof.chain(distance, same(moved * (share - prior)))
    proof.chain(distance, at_most(moved, "one is all"), boxed=True)
    proof.chain(distance, at_least(-moved, "the other is all"), boxed=True)

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
        "So if relative frequencies tend to probabilities, as the law of large numbers says, and r "
        "vanishes, smoothed estimates tend to them too."
    )
