"""Shared covariances: the pooled estimate, the total one, and the boundaries of both."""

from __future__ import annotations

from exactnb.derivation.lines import Line
from exactnb.derivation.theorem import (
    JACOBI,
    Proof,
    Theorem,
    assume,
    cite,
    count,
    define,
    differentiate,
    given,
    is_in,
    is_positive,
    put_in,
    rises,
    runs,
    same,
    scale,
)
from exactnb.derivation.writing import (
    Formula,
    IndexLetter,
    circle,
    derivative,
    equal,
    exp,
    function,
    index,
    label,
    letter,
    log,
    reals,
    span,
    sqrt,
    sum_over,
)
from exactnb.expression.nodes import Integer

__all__ = ["THEOREMS"]

ROW, K = index("i", span("n")), index("k", span("K"))
J, L = index("j", span("d")), index("l", span("d"))
A, B = index("a", span("d")), index("b", span("d"))
P, DENSITY = function("P"), function("p")


def total_covariance(proof: Proof) -> None:
    """Write the total covariance as the pooled one and what lies between the means."""
    x, y, n = letter("x"), label("y").at(ROW), letter("n")
    mean, whole, pooled, total = letter("μ"), letter("m"), letter("W")[J, L], letter("T")[J, L]
    proof.step("What is given")
    proof.say(
        "Rows ", runs(ROW), ", columns ", runs(J), " and ", runs(L),
        ", classes ", runs(K), "; cells ", is_in(x[J].at(ROW), reals()), ", labels ",
        is_in(y, K.domain), ".",
    )  # fmt: skip
    proof.chain(n[K], count(sum_over(ROW, equal(y, K)), "rows of the class"))
    proof.say("There are rows of every class, ", is_positive(n[K]), ".")
    proof.chain(mean[J, K], define(sum_over(ROW, x[J].at(ROW), where=equal(y, K)) / n[K], "its mean"))
    proof.chain(whole[J], define(sum_over(ROW, x[J].at(ROW)) / n, "mean of all rows"))
    own = equal(y, K)
    within = [x[of].at(ROW) - mean[of, K] for of in (J, L)]
    apart = [x[of].at(ROW) - whole[of] for of in (J, L)]
    proof.chain(
        pooled,
        define(sum_over(K, sum_over(ROW, within[0] * within[1], where=own)) / n, "pooled"),
    )
    proof.chain(total, define(sum_over(ROW, apart[0] * apart[1]) / n, "total"))
    proof.step("What lies between")
    between = [mean[of, K] - whole[of] for of in (J, L)]
    proof.chain(
        total,
        same(pooled + sum_over(K, n[K] * between[0] * between[1]) / n, "row by row"),
        boxed=True,
    )


def same_boundary(proof: Proof) -> None:
    """Write the boundary of two classes with the total covariance beside that with the pooled one."""
    x, apart, u, half = letter("x"), letter("δ"), letter("u"), letter("h")
    pooled, total, c, q = letter("W")[J, L], letter("T")[J, L], letter("c"), letter("q")
    prior = letter("r")
    f, g = function("f")(x), function("g")(x)

    proof.step("What is given")
    proof.say(
        "Columns ", runs(J), " and ", runs(L), "; a row ", is_in(x[J], reals()),
        ", two classes whose means are ", is_in(apart[J], reals()), " apart, with ",
        is_in(half[J], reals()), " halfway between them, and ", is_in(prior, reals()),
        " for the logarithm of their prior odds. A pooled covariance is ", is_in(pooled, reals()),
        "; to the total one the distance of the means adds, with ", is_positive(c), ":",
    )  # fmt: skip
    proof.chain(total, given(pooled + c * apart[J] * apart[L], "between the means"))
    proof.say("The direction of the boundary solves a system of equations, ", is_in(u[J], reals()), ":")
    proof.chain(sum_over(L, pooled * u[L]), assume(apart[J], "pooled"))
    whole = 1 + c * q
    proof.chain(q, define(sum_over(L, apart[L] * u[L])))
    proof.say("A covariance is positive definite, and so ", is_positive(whole), ".")
    scores = sum_over(J, u[J] * (x[J] - half[J]))
    proof.chain(f, define(scores + prior, "pooled"))

    proof.step("The same direction")
    proof.chain(
        sum_over(L, total * (u[L] / whole)),
        same((sum_over(L, pooled * u[L]) + c * apart[J] * q) / whole, "between the means"),
        put_in((apart[J] + c * apart[J] * q) / whole, sum_over(L, pooled * u[L]), apart[J], "pooled"),
        same(apart[J], "cancelled"),
        boxed=True,
    )
    proof.say("So the total covariance has the same direction, only shorter:")
    proof.chain(g, define(sum_over(J, u[J] / whole * (x[J] - half[J])) + prior, "total"))

    proof.step("The same boundary or not")
    proof.chain(
        whole * g,
        same(scores + whole * prior, "times what is positive"),
        same(f + c * q * prior, "the pooled score"),
        boxed=True,
    )
    proof.say("At equal priors, ")
    proof.chain(prior, assume(0, "equal priors"))
    proof.chain(whole * g, same(f, "the same sign everywhere"), boxed=True)


def other_boundary(proof: Proof) -> None:
    """Write two boundaries at unequal priors, in numbers: a counterexample."""
    x, mean, pooled, total = letter("x"), letter("μ"), letter("W"), letter("T")
    f, g = function("f")(x), function("g")(x)

    proof.step("What is given")
    proof.say("One column, ", is_in(x, reals()), ", two classes and a pooled variance:")
    for k, share, of in ((0, _ratio(1, 4), 0), (1, _ratio(3, 4), 2)):
        proof.chain(P(k), given(share))
        proof.chain(mean[k], given(of))
    proof.chain(pooled, given(1))
    apart, middle = mean[1] - mean[0], (mean[0] + mean[1]) / 2
    proof.chain(
        total,
        given(pooled + P(0) * P(1) * apart**2, "between the means"),
        same(_ratio(7, 4)),
    )

    proof.step("The scores")
    slopes = (Formula(Integer(2)), _ratio(8, 7))
    names = ((f, pooled, "pooled"), (g, total, "total"))
    for (score, variance, name), slope in zip(names, slopes, strict=True):
        proof.chain(
            score,
            define(apart / variance * (x - middle) + log(P(1) / P(0)), name),
            same(slope * (x - 1) + log(3)),
        )

    proof.step("Where the pooled score is zero")
    proof.chain(x, assume(1 - log(3) / 2, "a row on the boundary"))
    proof.chain(f, same(0, "undecided"))
    proof.chain(g, same(_ratio(3, 7) * log(3)), rises("decided"), boxed=True)


def lda_pooled(proof: Proof) -> None:
    """Write the MLE of a covariance that all classes share."""
    x, y, n, d = letter("x"), label("y").at(ROW), letter("n"), letter("d")
    mean, precise = letter("μ"), letter("Λ")
    det, inverse = function("det"), function("inv")
    ell = function("ℓ")
    spread = letter("S")

    proof.step("What is given")
    proof.say(
        "Rows ", runs(ROW), ", classes ", runs(K), ", labels ", is_in(y, K.domain),
        "; columns ", *_named(J, L, A, B), " with cells ", is_in(x[J].at(ROW), reals()), " and means ",
        is_in(mean[J, K], reals()), ".",
    )  # fmt: skip
    proof.say(
        "All classes share a covariance, the inverse of a matrix ", is_in(precise[J, L], reals()),
        " that is positive definite, ", is_positive(det(precise)), "; the covariance itself is ",
        is_in(inverse(precise)[J, L], reals()), ".",
    )  # fmt: skip
    away = [x[of].at(ROW) - mean[of, y] for of in (J, L)]
    form = sum_over(J, sum_over(L, precise[J, L] * away[0] * away[1]))
    density = sqrt(det(precise) / (2 * circle()) ** d) * exp(-(form / 2))
    proof.chain(DENSITY(x.at(ROW), given=y), given(density, "Gaussian"))
    proof.chain(spread[J, L], define(sum_over(ROW, away[0] * away[1]), "deviations"))

    proof.step("The log-likelihood")
    logs = sum_over(ROW, log(DENSITY(x.at(ROW), given=y)))
    added = sum_over(J, sum_over(L, precise[J, L] * spread[J, L]))
    counted = n / 2 * log(det(precise)) - added / 2 - n * d / 2 * log(2 * circle())
    proof.chain(ell(precise), define(logs), same(counted, "row by row"))

    proof.step("Where its slope is zero")
    by = precise[A, B]
    slope = derivative(log(det(precise)), by)
    proof.chain(slope, cite(inverse(precise)[B, A], JACOBI))
    half = n / 2
    proof.chain(
        derivative(ell(precise), by),
        differentiate(half * slope - spread[A, B] / 2),
        put_in(half * inverse(precise)[B, A] - spread[A, B] / 2, slope, inverse(precise)[B, A]),
    )
    proof.chain(half * inverse(precise)[B, A] - spread[A, B] / 2, assume(0, "set to zero"))
    proof.chain(inverse(precise)[B, A], scale(spread[A, B] / n, 2 / n, "pooled"), boxed=True)
    proof.say(
        "Nowhere else is the slope zero. That the log-likelihood is concave in the inverse, so that it "
        "is largest here, is not shown."
    )


def _ratio(above: int, below: int) -> Formula:
    """Return a fraction of two numbers."""
    return Formula(Integer(above)) / below


def _named(*indices: IndexLetter) -> tuple[str | Line, ...]:
    """Return the ranges of some indices, with commas between."""
    return tuple(part for of in indices for part in (", ", runs(of)))[1:]


THEOREMS = (
    Theorem("total-covariance", "The total covariance is the pooled one and more", total_covariance),
    Theorem("same-boundary", "The total and the pooled covariance at equal priors", same_boundary),
    Theorem("other-boundary", "The total and the pooled covariance at unequal priors", other_boundary),
    Theorem(
        "lda-mle",
        "The MLE of a covariance that all classes share",
        lda_pooled,
        family="lda",
        rule="covariance i,j MLE",
    ),
)
