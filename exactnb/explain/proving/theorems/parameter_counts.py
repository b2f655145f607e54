"""How many numbers a model has to estimate: a full table against naive Bayes."""

from __future__ import annotations

from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *


@theorem("parameter-counts", "How many parameters naive Bayes saves")
def parameter_counts(proof: Proof) -> None:
    """Write the free parameters of both, for any numbers of values and for two."""
    k, j = index("k", span("K")), index("j", span("d"))
    classes, columns, values = letter("K"), letter("d"), letter("M")[j]
    full, naive = letter("F"), letter("N")

    proof.begin(
        "Classes {} and columns {}, each with a number of values, {}. Probabilities that add up "
        "to one leave one of them to be worked out from the others.",
        runs(k),
        runs(j),
        is_in(values, integers_from(1)),
    )

    proof.step("A full table")
    proof.say("In a class, there is a probability for every combination of values:")
    proof.chain(full[k], define(product(j, values) - 1, "all but one"))
    proof.say("There is a table for each class, and all priors but one:")
    proof.chain(
        full,
        define(sum_over(k, full[k]) + (classes - 1), "tables and priors"),
        same(classes * (product(j, values) - 1) + classes - 1, "as many for each class"),
        same(classes * product(j, values) - 1, "collected"),
        boxed=True,
    )

    proof.step("Naive Bayes")
    proof.say("In a class, there is a probability for every value of every column:")
    proof.chain(naive[k], define(sum_over(j, values - 1), "all but one of each"))
    proof.chain(
        naive,
        define(sum_over(k, naive[k]) + (classes - 1), "columns and priors"),
        same(classes * sum_over(j, values - 1) + classes - 1, "as many for each class"),
        boxed=True,
    )

    proof.step("If every column has two values")
    proof.chain(values, assume(2))
    proof.chain(product(j, values), same(product(j, 2)), same(2**columns, "equal factors"))
    proof.chain(full[k], same(2**columns - 1))
    proof.chain(
        full,
        same(classes * (2**columns - 1) + classes - 1),
        same(classes * 2**columns - 1, "collected"),
        boxed=True,
    )
    proof.chain(naive[k], same(sum_over(j, node(2) - 1)), same(columns))
    proof.chain(naive, same(classes * columns + classes - 1), boxed=True)
    proof.say(
        "With one column more, a full table has twice as many cells, and naive Bayes one number more "
        "in each class:"
    )
    proof.chain(classes * 2 ** (columns + 1), same(2 * (classes * 2**columns), "the cells double"))
    more = classes * (columns + 1) + classes - 1
    proof.chain(more, same(classes * columns + classes - 1 + classes, "one for each class"))
