"""Documents as bags of words, of which only the counts matter."""

from __future__ import annotations

from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.writing import *


@theorem("one-bag", "Many documents are one bag of words")
def one_bag(proof: Proof) -> None:
    """Write the probability of one document, and of many, by the counts of their words."""
    w, t = index("w", words()), index("t", span("T"))
    m = index("m", span(letter("N")[t]))
    p, document, theta, drawn = function("P"), letter("D"), letter("θ"), label("w")[m].at(t)
    in_one, in_all = function("n")[t](w), function("n")(w)

    proof.begin(
        "Words {} with probabilities {}; documents {} with places {} for the words {}.",
        runs(w),
        is_positive(theta[w]),
        runs(t),
        runs(m),
        is_in(drawn, w.domain),
    )
    proof.say("All words are drawn on their own, from the same probabilities.")
    proof.chain(p(document[t]), given(product(m, theta[drawn]), "word by word"))
    whole = p(document)
    proof.chain(whole, given(product(t, p(document[t])), "all documents"))
    proof.chain(in_one, count(sum_over(m, equal(drawn, w)), "in one document"))
    proof.chain(in_all, define(sum_over(t, in_one), "in all of them"))

    proof.step("One document")
    proof.chain(
        p(document[t]),
        same(product(m, product(w, theta[w] ** equal(drawn, w))), "one factor is left"),
        detail(same(product(w, product(m, theta[w] ** equal(drawn, w))), "word by word")),
        detail(same(product(w, theta[w] ** sum_over(m, equal(drawn, w))), "equal factors")),
        same(product(w, theta[w] ** in_one), "counted"),
        boxed=True,
    )

    proof.step("All documents")
    proof.chain(
        whole,
        same(product(t, product(w, theta[w] ** in_one)), "one by one"),
        same(product(w, theta[w] ** sum_over(t, in_one)), "equal factors"),
        same(product(w, theta[w] ** in_all), "one bag"),
        boxed=True,
    )
    proof.chain(log(whole), same(sum_over(w, in_all * log(theta[w])), "log of a power"))
    proof.say("So the order of the words does not matter, nor which document a word stands in.")
