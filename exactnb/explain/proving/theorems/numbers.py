"""Columns of numbers: Gaussian means and variances, and the rates of counts and waiting times.

How to read: `gaussian_mean` holds for any variance; `Sharing` writes the four theorems about variances,
which differ in what one variance is shared by; `unbiased` is about expectations. Of the rates, Poisson
columns have theorems written here; `theorem_by_density` states those of families with a density.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from exactnb.core.record import frozen
from exactnb.explain.proving.writing.common_steps import *

J, K, X, Y, N = COLUMN, CLASS, CELL, LABEL, COUNT
MU = letter("μ")[J, K]
CELL_DENSITY = DENSITY(X, given=K)
RATE, TIME, S = letter("λ")[J, K], letter("t").above(ROW), letter("s")[J, K]
ELL = function("ℓ")[J, K]
INSIDE = ("Where the rate is positive, {},", is_positive(RATE))
Head = TypeVar("Head", Symbol, Call)


def gaussian_density(x: Expression, mean: Expression, variance: Expression) -> Expression:
    """Return the density at `x` of a Gaussian distribution with this `mean` and `variance`."""
    return exp(-((x - mean) ** 2 / (2 * variance))) / sqrt(2 * pi_constant() * variance)


def write_opening(proof: Proof, variance: Expression, shared: str, *, complete: bool = False) -> None:
    """Write into `proof` rows, columns and classes, and a density with a `variance`, `shared` as told.

    In a `complete` table no cell is missing.
    """
    missing = (
        "Every row has all cells." if complete else "A row without a cell is no row of that column."
    )
    text = f"; cells {{}}, labels {{}}, means {{}}, and variances, {shared}: {{}}. {missing}"
    open_table(proof, text, is_in(X, reals()), labels(), is_in(MU, reals()), is_positive(variance))
    proof.chain(CELL_DENSITY, given(gaussian_density(X, MU, variance), "Gaussian"))
    count_rows(proof)


@theorem("gaussian-mean", "The MLE of the mean of a Gaussian column", "gaussian", "mean j|k MLE")
def gaussian_mean(proof: Proof) -> None:
    """Write into `proof` the MLE of a mean, whatever the variance."""
    v, s = letter("v")[J, K], letter("s")[J, K]
    ell = function("ℓ")[J, K](MU)
    write_opening(proof, v, "of any size")
    proof.chain(s, define(sum_over(ROW, X * IN_CLASS), "their sum"))

    proof.step("The log-likelihood of a column in a class")
    squares = class_sum((X - MU) ** 2)
    proof.chain(
        ell,
        define(class_sum(log(CELL_DENSITY))),
        same(-(N[K] / 2 * log(2 * pi_constant() * v)) - squares / (2 * v), "term by term"),
    )

    proof.step("Where it is largest")
    proof.say("Let there be rows of the class, {}.", is_positive(N[K]))
    prove_by_curvature(proof, MU, ell, (s - N[K] * MU) / v, -(N[K] / v), s / N[K], "the MLE")
    proof.say("The variance is not in it: however variances are shared, the means are the same.")
    write_case_without_estimate(proof)


@frozen
class Sharing:
    """Which columns and classes have one variance."""

    columns: bool
    classes: bool

    @property
    def description(self) -> str:
        """Say whose variance it is."""
        return {
            (False, False): "one for each column and class",
            (False, True): "one for each column",
            (True, False): "one for each class",
            (True, True): "one and the same everywhere",
        }[self.columns, self.classes]

    def indexed(self, head: Head) -> Head:
        """Return the letter or function `head` with the indices that are left."""
        places = (*(() if self.columns else (J,)), *(() if self.classes else (K,)))
        return head[places] if places else head

    def sum_over_sharing(self, term: Callable[[Expression], Expression]) -> Expression:
        """Return the sum of a term of a class, over all rows and columns that have the variance."""
        indicator = None if self.classes else IN_CLASS
        rows = sum_over(ROW, term(Y if self.classes else K), where=indicator)
        return sum_over(J, rows) if self.columns else rows

    def prove(self, proof: Proof) -> None:
        """Write into `proof` the MLE of the variance, about the means of the classes."""
        v, deviations = self.indexed(letter("v")), self.indexed(letter("D"))
        ell = self.indexed(function("ℓ"))(v)
        cells: Expression = N if self.classes else N[K]
        cells = letter("d") * cells if self.columns else cells
        write_opening(proof, v, self.description, complete=self.columns)
        if self.columns:
            proof.say("There are columns, {}.", is_positive(letter("d")))
        if self.classes:
            proof.say("There are rows, {}.", is_positive(N))
        # The means are letters, no estimates: what is shown holds about any means, so about the best.
        squares = self.sum_over_sharing(lambda label_: (X - letter("μ")[J, label_]) ** 2)
        proof.chain(deviations, count(squares, "squared deviations"))

        proof.step("The log-likelihood")
        logs = self.sum_over_sharing(lambda label_: log(DENSITY(X, given=label_)))
        proof.chain(
            ell,
            define(logs),
            same(-(cells / 2 * log(2 * pi_constant() * v)) - deviations / (2 * v), "term by term"),
        )

        proof.step("Where it is largest")
        some = "" if self.classes else ("Let there be rows of the class, {}. ", is_positive(N[K]))
        proof.say("{}Let the cells not all be equal to their means, {}.", some, is_positive(deviations))
        slope = (deviations - cells * v) / (2 * v**2)
        proof.chain(derivative(ell, v), differentiate(slope))
        proof.chain(slope, assume(0, "set to zero"))
        proof.chain(v, solution(deviations / cells))
        largest(proof, v, ell, deviations / cells, "the MLE", "up to there, then down")
        proof.say(
            "The means that fit best do not depend on it: with them in the squared deviations, this is "
            "the MLE of all parameters at once."
        )

        proof.step("If all cells are equal to their means")
        proof.chain(deviations, assume(0))
        if not self.classes:
            proof.say("Still {}.", is_positive(N[K]))
        proof.chain(ell, same(-(cells / 2 * log(2 * pi_constant() * v))))
        proof.chain(
            derivative(ell, v), differentiate(-(cells / (2 * v))), below_zero("at every variance")
        )
        proof.say(
            "The nearer the variance is to zero, the larger this is, without bound. So no variance is "
            "the best: the formula says zero, with which there is no density."
        )
        if not self.classes:
            write_case_without_estimate(proof)


def variance_theorem(name: str, title: str, shape: str) -> Theorem:
    """Return the theorem `name`, by its `title`, of the variance of a `shape`: its indices."""
    sharing = Sharing("j" not in shape, "k" not in shape)
    rule = " ".join(filter(None, ("variance", shape, "MLE")))
    return theorem(name, title, "gaussian", rule)(sharing.prove)


_SHARED = "The MLE of a variance that {} share"
OF_CELLS = variance_theorem("gaussian-variance", "The MLE of the variance of a Gaussian column", "j|k")
OF_COLUMN = variance_theorem("gaussian-variance-of-column", _SHARED.format("the classes"), "j")
OF_CLASS = variance_theorem("gaussian-variance-of-class", _SHARED.format("the columns"), "k")
OF_ALL = variance_theorem("gaussian-variance-of-all", _SHARED.format("all columns and classes"), "")


@theorem(
    "variance-unbiased",
    "Why a variance may be divided by one less",
    "gaussian",
    "variance j|k divisor N-1",
)
def unbiased(proof: Proof) -> None:
    """Write the expectation of the squared deviations from the mean of the same numbers."""
    i, m = index("i", span("n")), index("m", span("n"))
    x, second = letter("x").above(i), letter("x").above(m)
    mean, v, average, total = letter("μ"), letter("v"), letter("a"), letter("D")
    n, expected = letter("n"), function("E")

    proof.begin(
        "Rows {} and {}, {}, numbers {} that are drawn independently of each other, all with the "
        "mean {} and the variance {}:",
        runs(i),
        runs(m),
        is_positive(n),
        is_in(x, reals()),
        is_in(mean, reals()),
        is_positive(v),
    )
    proof.chain(expected(x), given(mean, "the mean of each"))
    # One formula for both: a number with itself has E(x²) = μ² + v, two numbers have μ · μ.
    proof.chain(expected(x * second), given(mean**2 + v * equal(i, m), "independent"))
    proof.chain(average, define(sum_over(i, x) / n, "the mean that is seen"))
    proof.chain(
        total,
        define(sum_over(i, (x - average) ** 2), "squared deviations"),
        detail(same(sum_over(i, x**2) - n * average**2, "multiplied out")),
        same(sum_over(i, x * x) - sum_over(i, sum_over(m, x * second)) / n, "the mean put in"),
    )

    proof.step("What is expected of them")
    proof.chain(
        expected(total),
        cite(sum_over(i, expected(x * x)) - sum_over(i, sum_over(m, expected(x * second))) / n, LINEAR),
        same(n * (mean**2 + v) - (n**2 * mean**2 + n * v) / n, "independent"),
        same((n - 1) * v, "collected"),
        boxed=True,
    )

    proof.step("Divided by n, and by one less")
    for name, divisor, expectation in (("s", n, (n - 1) / n * v), ("u", n - 1, v)):
        estimate = letter(name)
        if name == "u":
            proof.say("Let there be two rows at least, {}.", is_more(n, 1))
        proof.chain(estimate, define(total / divisor))
        proof.chain(
            expected(estimate),
            cite(expected(total) / divisor, LINEAR),
            put_in((n - 1) * v / divisor, expected(total), (n - 1) * v),
            same(expectation),
            boxed=True,
        )
    proof.say(
        "So the MLE is too small on average, and the divisor that is one less makes up for it. With a "
        "single row the formula says zero over zero: no estimate."
    )


@theorem("poisson-mle", "The MLE of a Poisson rate", "poisson", "rate j|k MLE")
def poisson_mle(proof: Proof) -> None:
    """Write into `proof` the MLE of a Poisson rate, where every count has an exposure of its own."""
    total, rest = letter("T")[J, K], letter("c")[J, K]
    assumptions = (is_in(X, integers_from(0)), is_positive(TIME), not_negative(RATE))
    numbers = "whole counts {} seen in times {} at the rates {}. {}"
    missing = " A row without a number is no row of that column."
    open_table(proof, f", labels {{}}; {numbers}{missing}", labels(), *assumptions, ENDS)
    expected = RATE * TIME
    proof.chain(P(X, given=K), given(expected**X * exp(-expected) / factorial(X), "Poisson"))
    proof.chain(S, count(sum_over(ROW, X * IN_CLASS), "counts of the class"))
    proof.chain(total, count(sum_over(ROW, TIME * IN_CLASS), "times of the class"))
    proof.say("What does not depend on the rate is a constant:")
    proof.chain(rest, define(class_sum(X * log(TIME) - log(factorial(X)))))
    proof.step("The log-likelihood of a column in a class")
    proof.say("{}", INSIDE)
    counted = S * log(RATE) - RATE * total + rest
    proof.chain(ELL(RATE), define(class_sum(log(P(X, given=K)))), same(counted, "counted"))

    proof.step("Where it is largest, if something was counted")
    proof.say("Let {} and {}. {}", is_positive(S), is_positive(total), INSIDE)
    prove_by_curvature(proof, RATE, ELL(RATE), S / RATE - total, -(S / RATE**2), S / total, "the MLE")

    proof.step("If nothing was counted")
    proof.chain(S, assume(0))
    # Without counts the slope is −T and has no zero: the best rate is the end of the range.
    proof.say("Still {}. {}", is_positive(total), INSIDE)
    proof.chain(ELL(RATE), same(rest - RATE * total))
    proof.chain(derivative(ELL(RATE), RATE), differentiate(-total), below_zero("from zero on"))
    largest(proof, RATE, ELL(RATE), 0, "the MLE", "the same formula")
    write_case_without_estimate(proof)


@theorem(
    "poisson-map",
    "The MAP of a Poisson rate, with a Gamma prior",
    "poisson",
    "rate j|k Gamma prior, mode",
)
def poisson_map(proof: Proof) -> None:
    """Write into `proof` the MAP estimate of a Poisson rate under a Gamma prior."""
    a, b, c, h = letter("a"), letter("b"), letter("C"), letter("h")
    total, rest = letter("T")[J, K], letter("c")
    update = UpdatedByData(RATE)
    f = function("f")[J, K](RATE)
    constants = log(c) + log(rest) - log(update.evidence)

    proof.begin(
        "Columns {}, classes {}; a rate {}, whole counts that add up to {} in a time {}, and "
        "what does not depend on the rate, {}. {}",
        runs(J),
        runs(K),
        not_negative(RATE),
        is_in(S, integers_from(0)),
        not_negative(total),
        is_positive(rest),
        ENDS,
    )
    proof.chain(update.likelihood, given(rest * RATE**S * exp(-(RATE * total)), "the data D"))
    proof.say(
        "The prior of the rate is the Gamma distribution with a shape a that is one or more, so "
        "greater than one by {}, with a rate {} and a constant {}; the data are possible, {}.",
        not_negative(h),
        is_positive(b),
        is_positive(c),
        is_positive(update.evidence),
    )
    # With a shape below one and nothing counted, the density at zero has no bound: no MAP.
    proof.chain(a, define(h + 1, "the shape"))
    proof.chain(update.density, given(c * RATE ** (a - 1) * exp(-(b * RATE)), "Gamma"))

    proof.step("The posterior of the rate")
    proof.say(*INSIDE)
    scale = c * rest / update.evidence
    update.write_posterior(proof, scale * RATE ** (S + a - 1) * exp(-((total + b) * RATE)))
    proof.say("This is a Gamma distribution again, with the counts and the times added.")
    update.write_log_posterior(proof, f, (S + a - 1) * log(RATE) - (total + b) * RATE + constants)

    proof.step("Where it is largest")
    best = (S + a - 1) / (total + b)
    slope = (S + a - 1) / RATE - (total + b)
    proof.say("Let {}. {}", is_positive(S + a - 1), INSIDE)
    prove_by_curvature(proof, RATE, f, slope, -((S + a - 1) / RATE**2), best, "the MAP")

    proof.step("If nothing was counted and the shape is one")
    proof.chain(S, assume(0))
    proof.chain(h, assume(0))
    proof.say(*INSIDE)
    proof.chain(f, same(constants - (total + b) * RATE))
    proof.chain(derivative(f, RATE), differentiate(-(total + b)), below_zero("from zero on"))
    largest(proof, RATE, f, 0, "the MAP", "the same formula")


def theorem_by_density(name: str, title: str, family_name: str, rule: str, cells: str) -> Theorem:
    """Return the theorem `name` (its `title`) of the density of `family_name`, by its record.

    `rule` is the estimate of the family that it explains, and `cells` what the numbers of a column are
    called.
    """

    def write(proof: Proof) -> None:  # what writes one theorem is not loaded to list them
        from exactnb.core.families import family
        from exactnb.core.families.deriving.estimator import recorded_estimator
        from exactnb.explain.proving.stated.sums import SumWriter

        ((stated, _),) = family(family_name).densities
        writer = SumWriter(recorded_estimator(family_name, stated), solved=True)
        writer.cells = cells
        writer.write(proof)

    return Theorem(name, title, write, family_name, rule)


EXPONENTIAL = theorem_by_density(
    "exponential-mle",
    "The MLE of an exponential distribution",
    "exponential",
    "rate j|k MLE",
    "waiting times",
)
GEOMETRIC = theorem_by_density(
    "geometric-mle",
    "The MLE of a geometric distribution of trials",
    "geometric",
    "success j|k MLE",
    "whole numbers of trials up to the first success",
)
GEOMETRIC_FAILURES = theorem_by_density(
    "geometric-failures-mle",
    "The MLE of a geometric distribution of failures",
    "geometric0",
    "success j|k MLE",
    "whole numbers of failures before the first success",
)
NEGATIVE_BINOMIAL = theorem_by_density(
    "negative-binomial-mle",
    "The MLE of a negative binomial distribution",
    "negative-binomial",
    "success j|k MLE",
    "whole numbers of failures before the last success of a row",
)
