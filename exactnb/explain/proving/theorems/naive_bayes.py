"""The model: priors, the chain rule, the assumption of naive Bayes, Bayes’ rule, the log-likelihood.

How to read: each theorem stands by itself; what it takes from the one before is among what is given.
First come the MLE of the prior, for two classes and for any number; after Bayes’ rule, how many
parameters the assumption saves, and the log-likelihood, in which each parameter stands in terms of its
own.
"""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *

PROBABILITY = probability()
X, FIRST = letter("x"), letter("h")


@theorem("prior-mle-two", "The MLE of the prior, two classes")
def prior_of_two_classes(proof: Proof) -> None:
    """Write into `proof` the MLE of the prior of one of two classes, by one derivative."""
    i, y, n, c = ROW, letter("y").above(ROW), COUNT, letter("c")
    pi = parameter("prior", "π")
    p, ell = P(y), function("ℓ")(pi)
    shares = TwoShares(pi, c, n - c, n, ell, filled=True)

    proof.begin("Rows {} of two classes, {}; {}.", runs(i), is_in(y, among(0, 1)), is_positive(n))
    proof.say("The prior of the second class is a probability, {}. {}", is_probability(pi), ENDS)
    proof.chain(p, given(pi**y * (1 - pi) ** (1 - y)))
    proof.chain(c, count(sum_over(i, y), "rows of that class"))

    proof.step("The log-likelihood of the labels")
    proof.say(*shares.inside)
    proof.chain(
        ell,
        define(sum_over(i, log(p))),
        detail(same(sum_over(i, y * log(pi) + (1 - y) * log(1 - pi)), "log of a power")),
        same(c * log(pi) + (n - c) * log(1 - pi), "counted"),
    )
    shares.prove_by_slope(proof, "Where it is largest, if both classes occur")
    shares.prove_by_gibbs(proof)


@theorem("prior-mle", "The MLE of the prior", "prior", "mle")
def prior_of_all_classes(proof: Proof) -> None:
    """Write into `proof` the MLE of the prior of any number of classes."""
    i, k, y, n = ROW, CLASS, LABEL, COUNT
    pi = parameter("prior", "π")
    p, ell = P(y), function("ℓ")(pi)
    simplex = Simplex(k, n[k], n, pi[k], pi, ell, filled=True)

    proof.begin("Rows {}, {}, classes {}, labels {}.", runs(i), is_positive(n), runs(k), labels())
    simplex.write_constraint(proof)
    proof.chain(p, given(pi[y]))
    count_rows(proof)

    simplex.prove_by_likelihood(
        proof,
        "The log-likelihood of the labels",
        lambda term: sum_over(i, term),
        p,
        (IN_CLASS, "one class each"),
    )


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
    # One letter with an index for the joints of the first 0 … d columns: their quotients telescope.
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
    """Write into `proof` what the assumption makes of the chain rule."""
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
    # Not of P(X, given=k) itself: the product then follows from the chain rule, factor by factor.
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
def dependent_columns(proof: Proof) -> None:
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
    """Write into `proof` the posterior, first for any likelihood and then for naive Bayes."""
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


@theorem("parameter-counts", "How many parameters naive Bayes saves")
def parameter_counts(proof: Proof) -> None:
    """Write into `proof` the free parameters of both, for any numbers of values and for two."""
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


@theorem("joint-log-likelihood", "The log-likelihood, part by part")
def joint_log_likelihood(proof: Proof) -> None:
    """Write into `proof` the log-likelihood as sums that have no parameter in common."""
    i, j, k, p, n, prior = ROW, COLUMN, CLASS, P, COUNT, parameter("prior", "π")
    label_, row, cell = LABEL, letter("x").above(i), CELL
    ell, part = function("ℓ"), function("ℓ")[j, k]

    text = "; labels {}; priors {} and factors {}."
    open_table(proof, text, labels(), is_positive(prior[k]), is_positive(p(cell, given=k)))
    proof.chain(p(k), given(prior[k]))
    proof.chain(p(row, given=k), given(product(j, p(cell, given=k)), "naive Bayes"))
    proof.chain(p(row, k), given(p(k) * p(row, given=k), "product rule"))
    count_rows(proof)
    proof.chain(part, define(class_sum(log(p(cell, given=k)))))

    proof.step("A part for the labels and one for the rows")
    labels_part, rows = sum_over(i, log(p(label_))), sum_over(i, log(p(row, given=label_)))
    proof.chain(
        ell,
        define(sum_over(i, log(p(row, label_))), "log-likelihood"),
        detail(same(sum_over(i, log(p(label_) * p(row, given=label_))), "product rule")),
        same(labels_part + rows, "log of a product"),
    )

    proof.step("The part for the labels")
    proof.chain(
        labels_part,
        same(sum_over(i, log(prior[label_]))),
        same(sum_over(i, sum_over(k, IN_CLASS * log(prior[k]))), "one term is left"),
        detail(same(sum_over(k, sum_over(i, IN_CLASS) * log(prior[k])), "class by class")),
        same(sum_over(k, n[k] * log(prior[k])), "counted"),
    )

    proof.step("The part for the rows")
    proof.chain(
        rows,
        same(sum_over(i, sum_over(j, log(p(cell, given=label_)))), "log of a product"),
        detail(
            same(
                sum_over(i, sum_over(j, sum_over(k, IN_CLASS * log(p(cell, given=k))))),
                "one term is left",
            )
        ),
        same(sum_over(k, sum_over(j, class_sum(log(p(cell, given=k))))), "class by class"),
        same(sum_over(k, sum_over(j, part))),
    )

    proof.step("Each parameter in terms of its own")
    proof.chain(
        ell,
        same(sum_over(k, n[k] * log(prior[k])) + sum_over(k, sum_over(j, part)), "both parts"),
        boxed=True,
    )

    proof.step("For example, with Bernoulli columns")
    theta = parameter("bernoulli", "θ")[j, k]
    proof.say("Let {}, {} and", is_in(cell, among(0, 1)), is_in(theta, open_unit()))
    proof.chain(p(cell, given=k), assume(theta**cell * (1 - theta) ** (1 - cell), "Bernoulli"))
    proof.say("The priors stand in the first sum only, every other parameter in one part:")
    proof.chain(derivative(ell, prior[k]), differentiate(n[k] / prior[k]))
    slope = differentiate(derivative(part, theta), "no other term has it")
    proof.chain(derivative(ell, theta), slope)
