"""Gaussian columns with shared variances, or a shared covariance, as linear classifiers."""

from __future__ import annotations

from exactnb.explain.proving.theorems.gaussian import density
from exactnb.explain.proving.writing.common_steps import *
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *

J, L, TWO = COLUMN, index("l", span("d")), index("k", BITS)
BIAS, WEIGHT, OBSERVATION = letter("b"), letter("w"), letter("x")
PRIOR_ODDS = log(PRIOR[1] / PRIOR[0])
ODDS = log_odds(OBSERVATION, 1, 0)


def _posterior(proof: Proof) -> None:
    """Write the priors and the posteriors."""
    proof.chain(P(TWO), given(PRIOR[TWO]))
    binary_posterior(proof, TWO, OBSERVATION, DENSITY, 0, 1)


def _columns(proof: Proof, variance: Expression, sharing: str) -> None:
    """Write what is given of Gaussian columns, whose variances are those of a class or shared."""
    x, mean = letter("x")[J], letter("μ")[J, TWO]
    text = f"columns {{}} with cells {{}}, means {{}} and variances{sharing}, {{}}."
    reals_ = (is_in(number, reals()) for number in (x, mean))
    open_two(proof, TWO, text, runs(J), *reals_, is_positive(variance))
    proof.chain(DENSITY(x, given=TWO), given(density(x, mean, variance), "Gaussian"))
    proof.chain(
        DENSITY(OBSERVATION, given=TWO), given(product(J, DENSITY(x, given=TWO)), "naive Bayes")
    )
    _posterior(proof)


@theorem("gaussian-linear", "The log-odds of Gaussian columns with shared variances are linear")
def gaussian_linear(proof: Proof) -> None:
    """Write the log-odds of two classes that share the variance of every column."""
    x, mean, v = letter("x")[J], letter("μ"), letter("v")[J]
    _columns(proof, v, " that both classes share")

    proof.step("One column")
    ratio = log(DENSITY(x, given=1) / DENSITY(x, given=0))
    half = (mean[J, 1] ** 2 - mean[J, 0] ** 2) / (2 * v)
    proof.chain(WEIGHT[J], define((mean[J, 1] - mean[J, 0]) / v, "weight of a column"))
    proof.chain(
        ratio,
        same(((x - mean[J, 0]) ** 2 - (x - mean[J, 1]) ** 2) / (2 * v), "the rest cancels"),
        same(WEIGHT[J] * x - half, "the squares cancel"),
    )

    proof.step("All columns and the priors")
    proof.chain(BIAS, define(PRIOR_ODDS - sum_over(J, half), "bias"))
    _linear(proof, ratio_sum=sum_over(J, ratio), score=BIAS + sum_over(J, WEIGHT[J] * x))


@theorem("gaussian-is-logistic", "Gaussian naive Bayes as logistic regression")
def gaussian_logistic(proof: Proof) -> None:
    """Write the posterior of Gaussian naive Bayes in the form of logistic regression."""
    x, mean, v, square, rest = letter("x")[J], letter("μ"), letter("v"), letter("u"), letter("c")
    variance_0, variance_1 = v[J, 0], v[J, 1]
    _columns(proof, v[J, TWO], "")

    proof.step("One column")
    proof.chain(square[J], define((1 / variance_0 - 1 / variance_1) / 2, "weight of a square"))
    proof.chain(
        WEIGHT[J], define(mean[J, 1] / variance_1 - mean[J, 0] / variance_0, "weight of a column")
    )
    constant = (
        mean[J, 0] ** 2 / variance_0 - mean[J, 1] ** 2 / variance_1 + log(variance_0 / variance_1)
    )
    proof.chain(rest[J], define(constant / 2, "what does not depend on the cell"))
    ratio = log(DENSITY(x, given=1) / DENSITY(x, given=0))
    exponents = [(x - mean[J, class_]) ** 2 / (2 * v[J, class_]) for class_ in (0, 1)]
    proof.chain(
        ratio,
        same(
            log(sqrt(variance_0) / sqrt(variance_1)) + exponents[0] - exponents[1], "log of a quotient"
        ),
        same(square[J] * x**2 + WEIGHT[J] * x + rest[J], "by powers of the cell"),
    )

    proof.step("All columns and the priors")
    proof.chain(BIAS, define(PRIOR_ODDS + sum_over(J, rest[J]), "bias"))
    squares, line = square[J] * x**2 + WEIGHT[J] * x, BIAS + sum_over(J, WEIGHT[J] * x)
    _linear(proof, ratio_sum=sum_over(J, ratio), score=BIAS + sum_over(J, squares))
    proof.say("This is logistic regression on the columns and their squares.")

    proof.step("If both classes have the same variances")
    shared = letter("s")[J]
    proof.say("Let the variances of a column be the same, {}:", is_positive(shared))
    proof.chain(v[J, TWO], assume(shared))
    proof.chain(square[J], same(0, "no squares are left"))
    proof.chain(WEIGHT[J], same((mean[J, 1] - mean[J, 0]) / shared))
    proof.chain(P(1, given=OBSERVATION), same(1 / (1 + exp(-line)), "logistic"), boxed=True)
    proof.say(
        "Logistic regression has the same form, with a bias. It chooses the weights for which the "
        "labels are likeliest given the rows; naive Bayes works them out from means and variances."
    )


def _linear(proof: Proof, ratio_sum: Expression, score: Expression) -> None:
    """Write that the log-odds are linear, and the posterior as that of logistic regression."""
    proof.chain(
        ODDS,
        same(PRIOR_ODDS + ratio_sum, "the evidence cancels"),
        same(score, "the bias and the weights"),
        boxed=True,
    )
    proof.chain(
        P(1, given=OBSERVATION), same(1 / (1 + exp(-ODDS))), same(1 / (1 + exp(-score))), boxed=True
    )


@theorem("lda-linear", "The log-odds of linear discriminant analysis are linear")
def lda_linear(proof: Proof) -> None:
    """Write the log-odds of two classes that share a covariance."""
    x, mean, inverse = letter("x")[J], letter("μ"), letter("Λ")[J, L]
    det = function("det")(letter("Λ"))
    open_two(
        proof,
        TWO,
        "columns {} and {} with cells {}, means {}, and the inverse of a covariance that both classes "
        "share, {}, a symmetric positive definite matrix.",
        runs(J),
        runs(L),
        is_in(x, reals()),
        is_in(mean[J, TWO], reals()),
        is_in(letter("Λ"), definite("d")),
    )

    deviations = [letter("x")[column] - mean[column, TWO] for column in (J, L)]
    distance, constant = letter("D"), sqrt(det / (2 * circle()) ** letter("d"))
    products = sum_over(J, sum_over(L, inverse * deviations[0] * deviations[1]))
    proof.chain(distance[TWO], define(products, "distance, squared"))
    proof.chain(
        DENSITY(OBSERVATION, given=TWO), given(constant * exp(-(distance[TWO] / 2)), "Gaussian")
    )
    _posterior(proof)

    proof.step("The squares cancel")
    gap = mean[L, 1] - mean[L, 0]
    both = inverse + letter("Λ")[L, J]
    proof.chain(WEIGHT[J], define(sum_over(L, both * gap) / 2, "weight of a column"))
    products_0, products_1 = (mean[J, column] * mean[L, column] for column in (0, 1))
    halves = sum_over(J, sum_over(L, inverse * (products_0 - products_1))) / 2
    proof.chain(BIAS, define(PRIOR_ODDS + halves, "bias"))
    ratio = log(DENSITY(OBSERVATION, given=1) / DENSITY(OBSERVATION, given=0))
    proof.chain(ratio, same((distance[0] - distance[1]) / 2, "the same factor before both"))
    _linear(proof, ratio, BIAS + sum_over(J, WEIGHT[J] * x))
