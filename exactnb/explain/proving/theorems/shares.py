"""The MLE of shares: of rows that show a column or a value, and of the words of documents."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *


@theorem("bernoulli-mle", "The MLE of a Bernoulli parameter", "bernoulli", "mle")
def bernoulli_mle(proof: Proof) -> None:
    """Write into `proof` the MLE of P(x_j = 1 | y = k), with its boundary cases."""
    j, k, x, n = COLUMN, CLASS, CELL, COUNT
    theta = parameter("bernoulli", "θ")[j, k]
    loglik = function("ℓ")[j, k](theta)
    p, slope = P(x, given=k), derivative(loglik, theta)
    successes, failures = n[j, k], n[k] - n[j, k]
    shares = TwoShares(theta, successes, failures, n[k], loglik)

    open_probability(proof, theta)
    proof.chain(p, given(theta**x * (1 - theta) ** (1 - x), "Bernoulli"))
    count_ones(proof)

    proof.step("The log-likelihood of one column in one class")
    proof.say(*shares.inside)
    proof.chain(
        loglik,
        define(class_sum(log(p))),
        same(class_sum(x * log(theta) + (1 - x) * log(1 - theta)), "log of a power"),
        same(successes * log(theta) + failures * log(1 - theta), "counted"),
    )
    shares.prove_by_slope(proof, "Where it is largest, if both values occur")

    proof.step("If no row of the class shows the column")
    proof.chain(n[j, k], assume(0))
    proof.say("Still {}. {}", is_positive(n[k]), shares.inside)
    proof.chain(loglik, same(n[k] * log(1 - theta)))
    proof.chain(
        slope, differentiate(-(n[k] / (1 - theta))), below_zero("it falls from the left end on")
    )
    proof.chain(theta.hat, define(argmax(theta, loglik)), maximum(0, "the same formula"))

    proof.step("If every row of the class shows it")
    proof.chain(n[j, k], assume(n[k]))
    proof.say("Still {}. {}", is_positive(n[k]), shares.inside)
    proof.chain(loglik, same(n[k] * log(theta)))
    proof.chain(slope, differentiate(n[k] / theta), above_zero("it rises up to the right end"))
    proof.chain(theta.hat, define(argmax(theta, loglik)), maximum(1, "the same formula"))
    shares.prove_by_gibbs(proof)
    write_case_without_estimate(proof)


@theorem("categorical-mle", "The MLE of a categorical column", "categorical", "mle")
def categorical_mle(proof: Proof) -> None:
    """Write into `proof` the MLE of P(x_j = v | y = k) for all values v of a column."""
    i, j, k, n = ROW, COLUMN, CLASS, COUNT
    v, x = index("v", span(letter("M")[j])), label("x")[j].above(i)
    theta = parameter("categorical", "θ")
    p, ell = P(x, given=k), function("ℓ")[j, k](theta[j, k])
    simplex = Simplex(v, n[j, v, k], n[k], theta[j, v, k], theta[j, k], ell)

    cells = "; the values of column j are {}, {}, so cells {}, labels {}"
    missing = ". A row without a cell is no row of that column."
    open_table(
        proof, cells + missing, runs(v), is_positive(letter("M")[j]), is_in(x, v.domain), labels()
    )
    simplex.write_constraint(proof)
    proof.chain(p, given(theta[j, x, k]))
    count_rows(proof)
    proof.chain(n[j, v, k], count(sum_over(i, equal(x, v) * IN_CLASS), "those with the value"))

    title = "The log-likelihood of one column in one class"
    simplex.prove_by_likelihood(proof, title, class_sum, p, (equal(x, v), "one value each"))
    write_case_without_estimate(proof)


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
    shares.prove_by_slope(proof, "Where it is largest, if both words occur")
    shares.prove_by_gibbs(proof)


@theorem("multinomial-mle", "The MLE of word probabilities", "multinomial", "mle")
def multinomial_mle(proof: Proof) -> None:
    """Write into `proof` the MLE of P(w | y = k) for all words of a vocabulary."""
    m, k, w = index("m", span("N")), index("k", span("K")), index("w", vocabulary())
    word, y, n = label("w").above(m), label("y").above(m), letter("n")
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
    simplex.write_constraint(proof)
    proof.chain(p, given(theta[word, k]))
    proof.chain(n[k], count(sum_over(m, equal(y, k)), "words of the class"))
    proof.chain(n[w, k], count(sum_over(m, equal(word, w) * equal(y, k)), "those that are w"))

    simplex.prove_by_likelihood(
        proof,
        "The log-likelihood of the words of one class",
        lambda term: sum_over(m, term, where=equal(y, k)),
        p,
        (equal(word, w), "one word each"),
    )
    write_case_without_estimate(proof, "words")


@theorem("one-bag", "Many documents are one bag of words")
def one_bag(proof: Proof) -> None:
    """Write into `proof` the probability of one document, and of many, by the counts of their words."""
    w, t = index("w", vocabulary()), index("t", span("T"))
    m = index("m", span(letter("N")[t]))
    p, document, theta, token = function("P"), letter("D"), letter("θ"), label("w")[m].above(t)
    document_count, total_count = function("n")[t](w), function("n")(w)

    proof.begin(
        "Words {} with probabilities {}; documents {} with places {} for the words {}.",
        runs(w),
        is_positive(theta[w]),
        runs(t),
        runs(m),
        is_in(token, w.domain),
    )
    proof.say("All words are drawn on their own, from the same probabilities.")
    proof.chain(p(document[t]), given(product(m, theta[token]), "word by word"))
    data = p(document)
    proof.chain(data, given(product(t, p(document[t])), "all documents"))
    proof.chain(document_count, count(sum_over(m, equal(token, w)), "in one document"))
    proof.chain(total_count, define(sum_over(t, document_count), "in all of them"))

    proof.step("One document")
    proof.chain(
        p(document[t]),
        same(product(m, product(w, theta[w] ** equal(token, w))), "one factor is left"),
        detail(same(product(w, product(m, theta[w] ** equal(token, w))), "word by word")),
        detail(same(product(w, theta[w] ** sum_over(m, equal(token, w))), "equal factors")),
        same(product(w, theta[w] ** document_count), "counted"),
        boxed=True,
    )

    proof.step("All documents")
    proof.chain(
        data,
        same(product(t, product(w, theta[w] ** document_count)), "one by one"),
        same(product(w, theta[w] ** sum_over(t, document_count)), "equal factors"),
        same(product(w, theta[w] ** total_count), "one bag"),
        boxed=True,
    )
    proof.chain(log(data), same(sum_over(w, total_count * log(theta[w])), "log of a power"))
    proof.say("So the order of the words does not matter, nor which document a word stands in.")
