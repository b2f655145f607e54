"""Documents as bags of words, of which only the counts matter."""

from __future__ import annotations

from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *


@theorem("one-bag", "Many documents are one bag of words")
def one_bag(proof: Proof) -> None:
    """Write the probability of one document, and of many, by the counts of their words."""
    w, t = index("w", vocabulary()), index("t", span("T"))
    m = index("m", span(letter("N")[t]))
    p, document, theta, token = function("P"), letter("D"), letter("θ"), label("w")[m].at(t)
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
