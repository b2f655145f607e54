"""The log-likelihood of naive Bayes, in which each parameter stands in terms of its own."""

from __future__ import annotations

from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *


@theorem("joint-log-likelihood", "The log-likelihood, part by part")
def joint_log_likelihood(proof: Proof) -> None:
    """Write the log-likelihood as sums that have no parameter in common."""
    i, j, k, p, n, prior = ROW, COLUMN, CLASS, P, COUNT, parameter("prior", "π")
    label_, row, cell = LABEL, letter("x").at(i), CELL
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
    proof.say("Let {}, {} and", is_in(cell, among(0, 1)), is_in(theta, unit()))
    proof.chain(p(cell, given=k), assume(theta**cell * (1 - theta) ** (1 - cell), "Bernoulli"))
    proof.say("The priors stand in the first sum only, every other parameter in one part:")
    proof.chain(derivative(ell, prior[k]), differentiate(n[k] / prior[k]))
    slope = differentiate(derivative(part, theta), "no other term has it")
    proof.chain(derivative(ell, theta), slope)
