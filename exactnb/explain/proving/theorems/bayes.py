"""The chain rule, the assumption of naive Bayes, and Bayes’ rule.

How to read: each theorem stands by itself; what it takes from the one before is among what is given.
"""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *

PROBABILITY = probability()
X, FIRST = letter("x"), letter("h")


@theorem("chain-rule", "The chain rule of probability")
def chain_rule(proof: Proof) -> None:
    """Write a joint as a product of conditionals: for three columns, then for any number."""
    k, j = CLASS, COLUMN
    second, third = index("l", span("d")), index("m", span("d"))

    proof.begin("Classes {}, columns {}, {} and {}.", runs(k), runs(j), runs(second), runs(third))
    joint_2, joint_3 = P(k, X[j], X[second]), P(k, X[j], X[second], X[third])
    proof.say(
        "All probabilities are positive: {}, {}, {}, {} and so on. A conditional one is a quotient.",
        is_positive(P(k)),
        is_positive(P(k, X[j])),
        is_positive(joint_2),
        is_positive(joint_3),
    )
    proof.chain(P(X[j], given=k), given(P(k, X[j]) / P(k)))
    proof.chain(P(X[second], given=(k, X[j])), given(joint_2 / P(k, X[j])))
    proof.chain(P(X[third], given=(k, X[j], X[second])), given(joint_3 / joint_2))

    proof.step("Three columns")
    joint_1, joint_2, joint_3 = P(k, X[1]), P(k, X[1], X[2]), P(k, X[1], X[2], X[3])
    proof.say("Let there be three of them at least, {}.", is_more(letter("d"), 2))
    proof.chain(
        joint_3,
        same(P(k) * (joint_1 / P(k)) * (joint_2 / joint_1) * (joint_3 / joint_2), "neighbours cancel"),
        same(
            P(k) * P(X[1], given=k) * P(X[2], given=(k, X[1])) * P(X[3], given=(k, X[1], X[2])),
            "conditional",
        ),
    )

    proof.step("Any number of columns")
    so_far, joint = P(k, FIRST[j]), P(k, FIRST[value("d")])
    proof.say(
        "Let {} be the probability of the class with the first columns, up to column j, and {} "
        "that of the class alone:",
        is_positive(so_far),
        is_positive(P(k, FIRST[0])),
    )
    proof.chain(P(k, FIRST[0]), assume(P(k)))
    proof.chain(P(k, X), given(joint, "all columns"))
    factor = P(X[j], given=(k, FIRST[j - 1]))
    proof.chain(factor, given(so_far / P(k, FIRST[j - 1]), "conditional"))
    proof.chain(
        P(X, given=k),
        given(P(k, X) / P(k), "conditional"),
        put_in(joint / P(k, FIRST[0]), P(k), P(k, FIRST[0])),
        cite(product(j, so_far / P(k, FIRST[j - 1])), TELESCOPE),
        same(product(j, factor), "conditional"),
        boxed=True,
    )


@theorem("naive-factorisation", "The naive Bayes assumption")
def naive_factorisation(proof: Proof) -> None:
    """Write what the assumption makes of the chain rule."""
    k, j = CLASS, COLUMN
    factor, simple = P(X[j], given=(k, FIRST[j - 1])), P(X[j], given=k)

    proof.begin(
        "Classes {} with {}, columns {} with {}. The letter h with an index stands for the first "
        "columns, up to that one.",
        runs(k),
        is_positive(P(k)),
        runs(j),
        is_probability(simple),
    )
    proof.say(
        "In a class, the columns before say nothing about a column. Where they show what is "
        "impossible, a factor is zero, and so is the product, whatever stands behind it:"
    )
    proof.chain(factor, assume(simple, "naive Bayes"))

    proof.step("One factor for each column")
    proof.chain(
        P(X, given=k),
        given(product(j, factor), "chain rule"),
        same(product(j, simple), "naive Bayes"),
        boxed=True,
    )
    proof.chain(P(k, X), given(P(k) * P(X, given=k), "product rule"), same(P(k) * product(j, simple)))
    proof.say("Without the class, the columns are a mixture, in which they may well be dependent:")
    proof.chain(
        P(X),
        given(sum_over(k, P(k, X)), "whatever the class"),
        same(sum_over(k, P(k) * product(j, simple))),
    )


@theorem("two-columns", "Two columns without the class")
def two_columns(proof: Proof) -> None:
    """Write how far two columns are from being independent, if they are so in either class."""
    k, first, second, dependence = index("k", among(0, 1)), letter("a"), letter("b"), letter("δ")

    proof.begin(
        "Two classes {} with {}; a value a of one column with {} and a value b of another with {}.",
        runs(k),
        is_in(P(1), PROBABILITY),
        is_in(P(first, given=k), PROBABILITY),
        is_in(P(second, given=k), PROBABILITY),
    )
    proof.chain(P(0), given(1 - P(1), "the other class"))
    proof.chain(P(first, second, given=k), given(P(first, given=k) * P(second, given=k), "naive Bayes"))
    for observation in ((first,), (second,), (first, second)):
        whatever = P(0) * P(*observation, given=0) + P(1) * P(*observation, given=1)
        proof.chain(P(*observation), given(whatever, "either class"))

    proof.step("How far they are from being independent")
    p, q = [P(first, given=label) for label in (0, 1)], [P(second, given=label) for label in (0, 1)]
    proof.chain(
        dependence,
        define(P(first, second) - P(first) * P(second)),
        same(P(0) * p[0] * q[0] + P(1) * p[1] * q[1] - P(first) * P(second), "naive Bayes"),
        same(P(0) * P(1) * (p[1] - p[0]) * (q[1] - q[0]), "collected"),
        boxed=True,
    )
    proof.say(
        "So without the class the two values depend on each other, unless one of them is as likely in "
        "both classes or only one class occurs."
    )


@theorem("bayes-rule", "Bayes’ rule, and the posterior of naive Bayes")
def bayes_rule(proof: Proof) -> None:
    """Write the posterior, first for any likelihood and then for naive Bayes."""
    k, j, summed_class = CLASS, COLUMN, index("l", span("K"))
    posterior = P(k, given=X)

    proof.begin(
        "Classes {} and {}, columns {}; priors {} and likelihoods {}.",
        runs(k),
        runs(summed_class),
        runs(j),
        is_in(P(k), PROBABILITY),
        is_in(P(X, given=k), PROBABILITY),
    )
    proof.chain(P(k, X), given(P(k) * P(X, given=k), "product rule"))
    proof.chain(P(X), given(sum_over(summed_class, P(summed_class, X)), "whatever the class"))
    proof.say("There is a posterior if the evidence is positive: {}.", is_positive(P(X)))
    proof.chain(posterior, given(P(k, X) / P(X), "conditional"))

    proof.step("Bayes’ rule")
    proof.chain(
        posterior,
        same(P(k) * P(X, given=k) / P(X), "product rule"),
        same(
            P(k) * P(X, given=k) / sum_over(summed_class, P(summed_class) * P(X, given=summed_class)),
            "whatever the class",
        ),
        boxed=True,
    )

    proof.step("The posteriors add up to one")
    proof.chain(
        sum_over(k, posterior),
        same(sum_over(k, P(k, X)) / P(X), "one denominator"),
        same(1, "the evidence"),
    )

    proof.step("With the assumption of naive Bayes")
    proof.say("Let {} and", is_positive(P(X[j], given=k)))
    proof.chain(P(X, given=k), assume(product(j, P(X[j], given=k)), "naive Bayes"))
    proof.chain(
        posterior,
        same(
            P(k)
            * product(j, P(X[j], given=k))
            / sum_over(summed_class, P(summed_class) * product(j, P(X[j], given=summed_class)))
        ),
        boxed=True,
    )
