"""Shared covariances and variances: their estimates, boundaries, and the linear classifiers they give.

How to read: first how the pooled and the total covariance are related, then where their boundaries are
the same and where not (an example in numbers), then the maximum, which rests on an inequality of
log-determinants. Last the log-odds with shared variances, or a shared covariance, which are linear.
"""

from __future__ import annotations

from exactnb.explain.proving.theorems.numbers import gaussian_density
from exactnb.explain.proving.writing.common_steps import *

J, L, K, TWO = COLUMN, index("l", span("d")), CLASS, index("k", BITS)
BIAS, WEIGHT, OBSERVATION = letter("b"), letter("w"), letter("x")
PRIOR_ODDS = log(PRIOR[1] / PRIOR[0])
ODDS = log_odds(OBSERVATION, 1, 0)


@theorem("total-covariance", "The total covariance is the pooled one and more")
def total_covariance(proof: Proof) -> None:
    """Write into `proof` the total covariance as the pooled one and what lies between the means."""
    x, n = letter("x"), COUNT
    mean, overall_mean, pooled, total = letter("μ"), letter("m"), letter("W")[J, L], letter("T")[J, L]
    proof.begin(
        "Rows {}, {}, columns {} and {}, classes {}; cells {}, labels {}.",
        runs(ROW),
        is_positive(n),
        runs(J),
        runs(L),
        runs(K),
        is_in(CELL, reals()),
        labels(),
    )
    count_rows(proof)
    proof.say("There are rows of every class, {}.", is_positive(n[K]))
    proof.chain(mean[J, K], define(class_sum(CELL) / n[K], "its mean"))
    proof.chain(overall_mean[J], define(sum_over(ROW, CELL) / n, "mean of all rows"))
    within = [x[column].above(ROW) - mean[column, K] for column in (J, L)]
    deviations = [x[column].above(ROW) - overall_mean[column] for column in (J, L)]
    proof.chain(pooled, define(sum_over(K, class_sum(within[0] * within[1])) / n, "pooled"))
    proof.chain(total, define(sum_over(ROW, deviations[0] * deviations[1]) / n, "total"))
    proof.step("What lies between")
    between = [mean[column, K] - overall_mean[column] for column in (J, L)]
    proof.chain(
        total, same(pooled + sum_over(K, n[K] * between[0] * between[1]) / n, "row by row"), boxed=True
    )


@theorem("same-boundary", "The total and the pooled covariance at equal priors")
def same_boundary(proof: Proof) -> None:
    """Write the boundary of two classes with the total covariance beside that with the pooled one."""
    x, difference, u, half = letter("x"), letter("δ"), letter("u"), letter("h")
    pooled, total, c, q = letter("W")[J, L], letter("T")[J, L], letter("c"), letter("q")
    prior = letter("r")
    f, g = function("f")(x), function("g")(x)

    proof.begin(
        "Columns {} and {}; a row {}, two classes whose means are {} apart, with {} halfway "
        "between them, and {} for the logarithm of their prior odds. The pooled covariance is "
        "positive definite, {}; to the total one the distance of the means adds, with {}:",
        runs(J),
        runs(L),
        is_in(x[J], reals()),
        is_in(difference[J], reals()),
        is_in(half[J], reals()),
        is_in(prior, reals()),
        is_in(letter("W"), positive_definite("d")),
        is_positive(c),
    )
    proof.chain(total, given(pooled + c * difference[J] * difference[L], "between the means"))
    proof.say(
        "The direction of the boundary is the one solution of a system of equations, {}:",
        is_in(u[J], reals()),
    )
    proof.chain(sum_over(L, pooled * u[L]), assume(difference[J], "pooled"))
    # Sherman and Morrison: with W·u = δ and q = δ·u, T·u = δ + c·q·δ, so T⁻¹·δ = u / (1 + c·q).
    factor = 1 + c * q
    proof.chain(q, define(sum_over(L, difference[L] * u[L])))
    proof.say(
        "As the pooled covariance is positive definite, so is the total one, and {}.",
        is_positive(factor),
    )
    scores = sum_over(J, u[J] * (x[J] - half[J]))
    proof.chain(f, define(scores + prior, "pooled"))

    proof.step("The same direction")
    proof.chain(
        sum_over(L, total * (u[L] / factor)),
        same((sum_over(L, pooled * u[L]) + c * difference[J] * q) / factor, "between the means"),
        put_in(
            (difference[J] + c * difference[J] * q) / factor,
            sum_over(L, pooled * u[L]),
            difference[J],
            "pooled",
        ),
        same(difference[J], "cancelled"),
        boxed=True,
    )
    proof.say("So the total covariance has the same direction, only shorter:")
    proof.chain(g, define(sum_over(J, u[J] / factor * (x[J] - half[J])) + prior, "total"))

    proof.step("The same boundary or not")
    proof.chain(
        factor * g,
        same(scores + factor * prior, "times what is positive"),
        same(f + c * q * prior, "the pooled score"),
        boxed=True,
    )
    proof.say("At equal priors, ")
    proof.chain(prior, assume(0, "equal priors"))
    proof.chain(factor * g, same(f, "the same sign everywhere"), boxed=True)


@theorem("other-boundary", "The total and the pooled covariance at unequal priors")
def different_boundary(proof: Proof) -> None:
    """Write into `proof` two boundaries at unequal priors, in numbers: a counterexample."""
    x, mean, pooled, total = letter("x"), letter("μ"), letter("W"), letter("T")
    f, g = function("f")(x), function("g")(x)

    proof.begin("One column, {}, two classes and a pooled variance:", is_in(x, reals()))
    for k, share, mean_value in ((0, node(1) / 4, 0), (1, node(3) / 4, 2)):
        proof.chain(P(k), given(share))
        proof.chain(mean[k], given(mean_value))
    proof.chain(pooled, given(1))
    difference, middle = mean[1] - mean[0], (mean[0] + mean[1]) / 2
    proof.chain(
        total, given(pooled + P(0) * P(1) * difference**2, "between the means"), same(node(7) / 4)
    )

    proof.step("The scores")
    slopes = (node(2), node(8) / 7)
    names = ((f, pooled, "pooled"), (g, total, "total"))
    for (score, variance, name), slope in zip(names, slopes, strict=True):
        proof.chain(
            score,
            define(difference / variance * (x - middle) + log(P(1) / P(0)), name),
            same(slope * (x - 1) + log(3)),
        )

    proof.step("Where the pooled score is zero")
    proof.chain(x, assume(1 - log(3) / 2))
    proof.chain(f, same(0, "undecided"))
    proof.chain(g, same(node(3) / 7 * log(3)), above_zero("decided"), boxed=True)


@theorem("lda-mle", "The MLE of a covariance that all classes share", "lda", "covariance i,j MLE")
def lda_pooled(proof: Proof) -> None:
    """Write into `proof` the MLE of a covariance that all classes share."""
    x, y, n, d = letter("x"), LABEL, COUNT, letter("d")
    mean, shared, pooled = letter("μ"), letter("C"), letter("W")
    det, inverse, ell = function("det"), function("inv"), function("ℓ")(shared)

    proof.begin(
        "Rows {}, {}, classes {}, labels {}; columns {} and {} with cells {} and means {}.",
        runs(ROW),
        is_positive(n),
        runs(K),
        labels(),
        runs(J),
        runs(L),
        is_in(CELL, reals()),
        is_in(mean[J, K], reals()),
    )
    proof.say(
        "All classes share a covariance, a symmetric positive definite matrix, {}.",
        is_in(shared, positive_definite("d")),
    )
    deviations = [x[column].above(ROW) - mean[column, y] for column in (J, L)]
    form = sum_over(J, sum_over(L, inverse(shared)[J, L] * deviations[0] * deviations[1]))
    distance = letter("q").above(ROW)
    density = exp(-(distance / 2)) / sqrt((2 * pi_constant()) ** d * det(shared))
    proof.chain(distance, define(form, "distance, squared"))
    proof.chain(DENSITY(x.above(ROW), given=y), given(density, "Gaussian"))
    count_rows(proof)
    proof.chain(pooled[J, L], define(sum_over(ROW, deviations[0] * deviations[1]) / n, "pooled"))

    proof.step("The log-likelihood")
    logs = sum_over(ROW, log(DENSITY(x.above(ROW), given=y)))
    trace = sum_over(J, sum_over(L, inverse(shared)[J, L] * pooled[J, L]))
    deviance = log(det(shared)) + trace
    counted = -(n / 2 * deviance) - n * d / 2 * log(2 * pi_constant())
    proof.chain(ell, define(logs), same(counted, "row by row"))

    proof.step("Where it is largest")
    proof.say(
        "Let the pooled covariance be positive definite, {}. For all symmetric positive definite "
        "matrices,",
        is_in(pooled, positive_definite("d")),
    )
    # An eigenvalue λ of C⁻¹·W adds λ − log λ ≥ 1, and adds 1 only if it is 1: equal only at C = W.
    proof.chain(deviance, cite(log(det(pooled)) + d, DEFINITE, "≥"))
    proof.say("Both sides are equal where both matrices are, and nowhere else.")
    largest(proof, shared, ell, pooled, "the MLE")
    proof.say(
        "If the pooled covariance has no inverse, because some combination of the columns is that of "
        "the means in every row, the log-likelihood has no largest value: there is no estimate."
    )

    proof.step("Why the means of the classes may be put in")
    proof.say("Let there be rows of every class, {}.", is_positive(n[K]))
    class_mean, gaps = letter("m"), [letter("m")[column, K] - mean[column, K] for column in (J, L)]
    proof.chain(class_mean[J, K], define(class_sum(CELL) / n[K], "its mean"))
    around = [x[column].above(ROW) - class_mean[column, K] for column in (J, L)]
    squares = [inverse(shared)[J, L] * pair[0] * pair[1] for pair in (around, gaps)]
    proof.chain(
        n * trace,
        same(
            sum_over(K, class_sum(sum_over(J, sum_over(L, squares[0]))))
            + sum_over(K, n[K] * sum_over(J, sum_over(L, squares[1]))),
            "row by row",
        ),
    )
    proof.say(
        "The inverse of a positive definite matrix is positive definite. So the last sum is zero where "
        "all means are those of their classes, and positive elsewhere: whatever the covariance, these "
        "means are the best, and with them the pooled covariance is the MLE of all parameters at once."
    )


def _write_posterior(proof: Proof) -> None:
    """Write the priors and the posteriors."""
    proof.chain(P(TWO), given(PRIOR[TWO]))
    write_binary_posterior(proof, TWO, OBSERVATION, DENSITY, 0, 1)


def _write_columns(proof: Proof, variance: Expression, sharing: str) -> None:
    """Write what is given of Gaussian columns, whose variances are those of a class or shared."""
    x, mean = letter("x")[J], letter("μ")[J, TWO]
    text = f"columns {{}} with cells {{}}, means {{}} and variances{sharing}, {{}}."
    reals_ = (is_in(number, reals()) for number in (x, mean))
    open_two(proof, TWO, text, runs(J), *reals_, is_positive(variance))
    proof.chain(DENSITY(x, given=TWO), given(gaussian_density(x, mean, variance), "Gaussian"))
    proof.chain(
        DENSITY(OBSERVATION, given=TWO), given(product(J, DENSITY(x, given=TWO)), "naive Bayes")
    )
    _write_posterior(proof)


@theorem("gaussian-linear", "The log-odds of Gaussian columns with shared variances are linear")
def gaussian_linear(proof: Proof) -> None:
    """Write into `proof` the log-odds of two classes that share the variance of every column."""
    x, mean, v = letter("x")[J], letter("μ"), letter("v")[J]
    _write_columns(proof, v, " that both classes share")

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
    _write_linear_log_odds(proof, ratio_sum=sum_over(J, ratio), score=BIAS + sum_over(J, WEIGHT[J] * x))


@theorem("gaussian-is-logistic", "Gaussian naive Bayes as logistic regression")
def gaussian_logistic(proof: Proof) -> None:
    """Write into `proof` the posterior of Gaussian naive Bayes in the form of logistic regression."""
    x, mean, v, square, rest = letter("x")[J], letter("μ"), letter("v"), letter("u"), letter("c")
    variance_0, variance_1 = v[J, 0], v[J, 1]
    _write_columns(proof, v[J, TWO], "")

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
    _write_linear_log_odds(proof, ratio_sum=sum_over(J, ratio), score=BIAS + sum_over(J, squares))
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


def _write_linear_log_odds(proof: Proof, ratio_sum: Expression, score: Expression) -> None:
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
    """Write into `proof` the log-odds of two classes that share a covariance."""
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
        is_in(letter("Λ"), positive_definite("d")),
    )

    deviations = [letter("x")[column] - mean[column, TWO] for column in (J, L)]
    distance, constant = letter("D"), sqrt(det / (2 * pi_constant()) ** letter("d"))
    products = sum_over(J, sum_over(L, inverse * deviations[0] * deviations[1]))
    proof.chain(distance[TWO], define(products, "distance, squared"))
    proof.chain(
        DENSITY(OBSERVATION, given=TWO), given(constant * exp(-(distance[TWO] / 2)), "Gaussian")
    )
    _write_posterior(proof)

    proof.step("The squares cancel")
    gap = mean[L, 1] - mean[L, 0]
    # Both orders of the indices, halved: so the claim is algebra, and needs no symmetry of Λ.
    both = inverse + letter("Λ")[L, J]
    proof.chain(WEIGHT[J], define(sum_over(L, both * gap) / 2, "weight of a column"))
    products_0, products_1 = (mean[J, column] * mean[L, column] for column in (0, 1))
    halves = sum_over(J, sum_over(L, inverse * (products_0 - products_1))) / 2
    proof.chain(BIAS, define(PRIOR_ODDS + halves, "bias"))
    ratio = log(DENSITY(OBSERVATION, given=1) / DENSITY(OBSERVATION, given=0))
    proof.chain(ratio, same((distance[0] - distance[1]) / 2, "the same factor before both"))
    _write_linear_log_odds(proof, ratio, BIAS + sum_over(J, WEIGHT[J] * x))
