"""Posterior means, where a parameter is averaged over, and smoothing by pseudo-counts.

How to read: one probability first, with the Beta integral; then all of a distribution, with that of
Dirichlet, where `predict` writes what is expected of a document, of one word and of two; last what
smoothing does to estimates.
"""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *

RECURSION = "Γ of one more"
"""Says Γ(x + 1) = x·Γ(x) in words, which hold no number."""


@theorem("posterior-mean", "Laplace smoothing is a posterior mean")
def posterior_mean(proof: Proof) -> None:
    """Write into `proof` the mean of a Bernoulli parameter given the data, under a Beta prior."""
    x, theta, n, s = letter("x").above(ROW), letter("θ"), letter("n"), letter("s")
    a, b, c, mean = letter("a"), letter("b"), letter("C"), letter("m")
    alpha, beta, update = letter("α"), letter("β"), UpdatedByData(theta)

    def integrate(body: Expression) -> Expression:
        return integral(body, theta, (0, 1))

    proof.begin(
        "The rows of a class, {}, have a column with cells {}, a one with the probability {}:",
        runs(ROW),
        is_in(x, BITS),
        is_inside(theta),
    )
    proof.chain(s, count(sum_over(ROW, x), "rows that show the column"))
    proof.chain(update.likelihood, given(theta**s * (1 - theta) ** (n - s), "the data D"))
    proof.say(
        "The prior of the parameter is a Beta distribution, with {}, {} and a constant {}:",
        is_positive(a),
        is_positive(b),
        is_positive(c),
    )
    proof.chain(update.density, given(c * theta ** (a - 1) * (1 - theta) ** (b - 1), "Beta"))
    update.write_evidence_and_posterior(proof, integrate, "parameter")

    proof.step("The posterior is a Beta distribution")
    proof.chain(alpha, define(s + a))
    proof.chain(beta, define(n - s + b))
    powers = theta ** (alpha - 1) * (1 - theta) ** (beta - 1)
    beta_integral = gamma(alpha) * gamma(beta) / gamma(alpha + beta)
    density = gamma(alpha + beta) / (gamma(alpha) * gamma(beta)) * powers
    update.write_posterior_by_integral(proof, integrate, (c, powers), beta_integral, density, BETA)

    proof.step("Its mean")
    proof.say("The next row has a one with a probability that is averaged over all parameters:")
    next_power = theta**alpha * (1 - theta) ** (beta - 1)
    larger = gamma(alpha + 1) * gamma(beta) / gamma(alpha + beta + 1)
    # In pairs with arguments one apart, which is what Γ(x + 1) = x·Γ(x) can cancel.
    quotients = gamma(alpha + 1) / gamma(alpha) * (gamma(alpha + beta) / gamma(alpha + beta + 1))
    proof.chain(integrate(next_power), cite(larger, BETA))
    proof.say("Γ of one more is the number times its Γ:")
    proof.chain(gamma(alpha + 1), same(alpha * gamma(alpha), RECURSION))
    proof.chain(
        mean,
        define(integrate(theta * update.posterior), "the posterior mean"),
        same(integrate(next_power) / integrate(powers), "what is constant, drawn out"),
        detail(put_in(larger / integrate(powers), integrate(next_power), larger, "the integral")),
        put_in(quotients, integrate(powers), beta_integral, "both integrals"),
        same(alpha / (alpha + beta), RECURSION),
        same((s + a) / (n + a + b), "as counted"),
        boxed=True,
    )
    proof.say(
        "So a and b are added to the counts. They are the parameters of the prior themselves, where "
        "for the same estimate by MAP the parameters are greater by one."
    )

    proof.step("Laplace’s rule")
    proof.say("If the prior is the same for all parameters:")
    proof.chain(a, assume(1))
    proof.chain(b, assume(1))
    proof.chain(update.density, same(c, "uniform"))
    proof.chain(
        mean,
        detail(put_in((s + 1) / (n + 1 + b), a, 1)),
        put_in((s + 1) / (n + 2), b, 1, "a one and a zero more"),
        boxed=True,
    )


@theorem("dirichlet-multinomial", "The Dirichlet-multinomial, and why it is not the plug-in")
def dirichlet_multinomial(proof: Proof) -> None:
    """Write the probability of a new document, averaged over all parameters, and of two words."""
    w, u, v = (index(name, vocabulary()) for name in "wuv")
    theta, vector, n, lam, m = letter("θ"), letter("θ"), letter("n"), letter("λ"), letter("m")
    c, alpha, total, size = letter("C"), letter("α"), letter("A"), letter("M")
    update, new, data, error = UpdatedByData(vector), letter("x"), letter("D"), letter("δ")[u, v]

    def integrate(body: Expression) -> Expression:
        return integral(body, vector)

    proof.begin(
        "Words {}, {}, {}, {}, with probabilities {} that are a distribution. Integrals are over all "
        "of these.",
        runs(w),
        runs(u),
        runs(v),
        is_positive(letter("|V|")),
        is_positive(theta[w]),
    )
    proof.chain(sum_over(w, theta[w]), assume(1, "they add up to one"))
    proof.say(
        "The data D have each word so many times, {}, a new document has it {} times; words are "
        "drawn from the same probabilities, one after the other, and a document is its words in their "
        "order.",
        is_in(n[w], integers_from(0)),
        is_in(m[w], integers_from(0)),
    )
    proof.chain(update.likelihood, given(product(w, theta[w] ** n[w])))
    proof.chain(P(new, given=vector), given(product(w, theta[w] ** m[w])))
    proof.say(
        "The prior is a Dirichlet distribution, with {} and a constant {}:",
        is_positive(lam[w]),
        is_positive(c),
    )
    proof.chain(update.density, given(c * product(w, theta[w] ** (lam[w] - 1)), "Dirichlet"))
    update.write_evidence_and_posterior(proof, integrate, "parameters")

    proof.step("The posterior is a Dirichlet distribution")
    proof.chain(alpha[w], define(n[w] + lam[w], "counts and pseudo-counts"))
    proof.chain(total, define(sum_over(w, alpha[w]), "all of them"))
    powers = product(w, theta[w] ** (alpha[w] - 1))
    gammas = product(w, gamma(alpha[w]))
    value = gammas / gamma(total)
    density = gamma(total) / gammas * powers
    update.write_posterior_by_integral(proof, integrate, (c, powers), value, density, DIRICHLET)

    def predict(
        predicted: Expression,
        likelihood: Expression,
        integrand: Expression,
        result: Expression,
        *ends: ChainStep,
    ) -> None:
        """Write what is predicted of words whose probability, once θ is known, is `likelihood`."""
        proof.chain(integrate(integrand), cite(result, DIRICHLET))
        proof.chain(
            predicted,
            given(integrate(likelihood * update.posterior), "whatever the parameters"),
            detail(same(integrate(integrand) / integrate(powers), "what is constant, drawn out")),
            detail(put_in(result / integrate(powers), integrate(integrand), result, "the integral")),
            *ends,
            boxed=True,
        )

    proof.step("A new document")
    proof.chain(size, define(sum_over(w, m[w]), "its words"))
    quotients = product(w, gamma(alpha[w] + m[w]) / gamma(alpha[w]))
    predict(
        P(new, given=data),
        P(new, given=vector),
        product(w, theta[w] ** (alpha[w] + m[w] - 1)),
        product(w, gamma(alpha[w] + m[w])) / gamma(total + size),
        put_in(
            gamma(total) / gamma(total + size) * quotients, integrate(powers), value, "both integrals"
        ),
    )

    proof.step("One word")
    # A word more is an exponent greater by one, that of this word: an indicator says it for all words.
    shapes = alpha[w] + equal(w, v)
    integral_value = product(w, gamma(shapes)) / gamma(total + 1)
    predict(
        P(v, given=data),
        theta[v],
        theta[v] * powers,
        integral_value,
        detail(put_in(integral_value / value, integrate(powers), value, "both integrals")),
        same(alpha[v] / total, RECURSION),
    )
    proof.chain(theta[v].hat, define(alpha[v] / total, "the smoothed estimate"))
    proof.say("For one word, the average over all parameters is the smoothed estimate.")

    proof.step("Two words, and why the estimate cannot stand for the parameters")
    integral_value = product(w, gamma(shapes + equal(w, u))) / gamma(total + 2)
    predict(
        P(u, v, given=data),
        theta[u] * theta[v],
        theta[u] * theta[v] * powers,
        integral_value,
        detail(put_in(integral_value / value, integrate(powers), value, "both integrals")),
        same((alpha[u] + equal(u, v)) * alpha[v] / (total * (total + 1)), RECURSION),
    )
    both, second = P(u, v, given=data), (alpha[u] + equal(u, v)) / (total + 1)
    pair = (alpha[u] + equal(u, v)) * alpha[v] / (total * (total + 1))
    proof.say("The second word is drawn as if the first one had been counted:")
    proof.chain(
        P(u, given=(v, data)),
        given(both / P(v, given=data), "conditional"),
        detail(put_in(pair / P(v, given=data), both, pair)),
        put_in(second, P(v, given=data), alpha[v] / total),
    )
    proof.say("With estimates in the place of parameters it would be drawn as the first one was:")
    plugged = theta[u].hat * theta[v].hat
    proof.chain(
        error,
        define(both - plugged, "what that misses"),
        detail(put_in(pair - plugged, both, pair)),
        same(theta[v].hat * (equal(u, v) - theta[u].hat) / (total + 1), "collected"),
        boxed=True,
    )
    proof.say(
        "So a word that was seen is likelier to come again, by the variance of its parameter, and "
        "others are less likely. The more is counted, the less this is."
    )


@theorem("map-is-a-mean", "MAP is a weighted mean of the MLE and the prior")
def weighted_mean(proof: Proof) -> None:
    """Write into `proof` the MAP estimate as a mean of the MLE and of what the prior says alone."""
    w, n, lam = index("w", vocabulary()), letter("n"), letter("λ")
    size, total, smoothed = letter("N"), letter("Λ"), letter("θ")[w]

    proof.begin(
        "Words {}, counts {}, pseudo-counts {}.", runs(w), not_negative(n[w]), not_negative(lam[w])
    )
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
    """Write into `proof` smoothing of 0/1 columns as the MLE of a larger table (after COMP9417)."""
    i, j, k, n, m = ROW, COLUMN, CLASS, COUNT, letter("m")
    lam, r, summed_class = letter("λ"), index("r", span("λ")), index("l", span("K"))
    theta, pi = parameter("bernoulli", "θ")[j, k], parameter("prior", "π")
    cells = [letter(name)[j].above(r) for name in "ab"]
    ones, zeros = sum_over(r, 1), sum_over(r, 0)
    column_likelihood, label_likelihood = function("ℓ")[j, k](theta), function("ℓ")(pi)
    shares = TwoShares(theta, m[j, k], m[k] - m[j, k], m[k], column_likelihood, filled=True)
    simplex = Simplex(
        k, m[k], sum_over(summed_class, m[summed_class]), pi[k], pi, label_likelihood, filled=True
    )

    open_probability(proof, theta)
    proof.chain(P(CELL, given=k), given(theta**CELL * (1 - theta) ** (1 - CELL), "Bernoulli"))
    proof.say("The priors are a distribution, {}:", not_negative(pi[k]))
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
    # A pseudo-document of either kind is a row of the class, but only one kind shows the column.
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
    shares.prove_by_gibbs(proof)
    smoothed = (n[j, k] + lam) / (n[k] + 2 * lam)
    proof.chain(theta.hat, same(smoothed, "smoothed by λ"), boxed=True)

    proof.step("The log-likelihood of the labels")
    proof.say("Unless it is given, the prior is smoothed as well. {}", simplex.inside)
    # Twice for each r, as both kinds of pseudo-documents bear the label.
    labelled = sum_over(i, log(P(LABEL))) + sum_over(k, sum_over(r, 2 * log(P(k))))
    proof.chain(label_likelihood, define(labelled), same(sum_over(k, m[k] * log(pi[k])), "counted"))
    simplex.prove_by_gibbs(proof)
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
    # All in shares of N and of Λ: so one number decides how much is smoothed, r = Λ / N.
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
