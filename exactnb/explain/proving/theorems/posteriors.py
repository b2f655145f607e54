"""MAP: the parameters that are most probable given the data, under a prior over parameters.

How to read: of `Dirichlet`, `map` is the derivation for any pseudo-counts, its other methods say what
comes out for some; the theorems use it, but for that of one parameter, with a Beta prior.
"""

from __future__ import annotations

from exactnb.core.record import frozen
from exactnb.explain.proving.writing.common_steps import *


@frozen
class Dirichlet:
    """Say what is counted in a MAP estimate: values over an index, and how its letters are written.

    `theta` is the parameter of one value and `vector` all of them, `n` a count and `total` their sum,
    `pseudo` the sum of all λ, `cells` the number of values. If the λ differ by `column`, they say so.
    """

    index: IndexLetter
    theta: Symbol
    vector: Symbol
    n: Expression
    total: Expression
    pseudo: Expression
    cells: Expression
    column: tuple[Expression, ...] = ()

    @property
    def place(self) -> tuple[Expression, ...]:
        """Return the indices of one pseudo-count."""
        return (*self.column, self.index)

    def write_map_estimate(self, proof: Proof, reason: str) -> None:
        """Write the MAP estimate under a Dirichlet prior, with its parameters said aloud."""
        w, theta, n, size = self.index, self.theta, self.n, self.total
        lam, alpha = letter("λ")[self.place], letter("α")[self.place]
        c, pseudo = letter("C"), self.pseudo
        update = UpdatedByData(self.vector)
        f = function("f")(self.vector)
        simplex = Simplex(w, n + lam, size + pseudo, theta, self.vector, f, filled=True)

        simplex.write_constraint(proof)
        proof.say("The data D show each of them so many times, {}:", is_in(n, integers_from(0)))
        proof.chain(size, count(sum_over(w, n), reason))
        proof.chain(update.likelihood, given(product(w, theta**n)))
        proof.say(
            "The prior over the parameters has a pseudo-count {} for each of them and a constant "
            "{}; the data are possible, {}.",
            not_negative(lam),
            is_positive(c),
            is_positive(update.evidence),
        )
        proof.chain(pseudo, define(sum_over(w, lam), "all pseudo-counts"))
        proof.say(
            "Let there be something to count, {}; where there is nothing, the formula says zero "
            "over zero, and there is no estimate.",
            is_positive(size + pseudo),
        )
        proof.chain(alpha, define(lam + 1))
        proof.chain(
            update.density,
            given(c * product(w, theta**lam)),
            same(c * product(w, theta ** (alpha - 1)), "Dirichlet of the α"),
        )
        proof.say("So pseudo-counts are a Dirichlet prior whose parameters are greater by one.")

        proof.step("The posterior of the parameters")
        proof.say(*simplex.inside)
        update.write_posterior(proof, c / update.evidence * product(w, theta ** (n + lam)))
        weighted = sum_over(w, (n + lam) * log(theta))
        update.write_log_posterior(proof, f, weighted + log(c) - log(update.evidence))
        simplex.prove_by_multiplier(proof)
        simplex.prove_by_gibbs(proof)

    def write_single_pseudocount(self, proof: Proof) -> None:
        """Write into `proof` what the estimate is if all pseudo-counts are the same."""
        proof.step("One pseudo-count for all")
        proof.say("If every count gets the same {}:", is_positive(letter("λ")))
        proof.chain(letter("λ")[self.place], assume(letter("λ")))
        smoothed = (self.n + letter("λ")) / (self.total + self.cells * letter("λ"))
        proof.chain(self.theta.hat, same(smoothed), boxed=True)

    def write_m_estimate(self, proof: Proof) -> None:
        """Write what the estimate is if each pseudo-count is a share of m (Cestnik 1990)."""
        m, share, lam = letter("m"), letter("q")[self.place], letter("λ")[self.place]
        n, total, added = self.n, self.total, sum_over(self.index, share)
        proof.step("The m-estimate")
        proof.say(
            "Let the prior be worth m rows, {}, of which every value gets its share, {}:",
            is_positive(m),
            not_negative(share),
        )
        proof.chain(added, assume(1, "they add up to one"))
        proof.chain(lam, assume(m * share))
        proof.chain(self.pseudo, detail(same(m * added)), put_in(m, added, 1, "all pseudo-counts"))
        proof.chain(
            self.theta.hat,
            detail(same((n + m * share) / (total + self.pseudo))),
            put_in((n + m * share) / (total + m), self.pseudo, m, "the m-estimate"),
            boxed=True,
        )
        proof.say("Where there are rows, {}, it is a mean of two shares:", is_positive(total))
        both = total + m
        proof.chain((n + m * share) / both, same(total / both * (n / total) + m / both * share))
        proof.say(
            "So the prior weighs as much as m rows do. If all values have the same share, they all get "
            "the same pseudo-count."
        )


@theorem("prior-map", "MAP of the prior of the classes under a Dirichlet prior", "prior", "map")
def prior_map(proof: Proof) -> None:
    """Write into `proof` the MAP estimate of the prior of the classes."""
    k, n, pi = CLASS, COUNT, parameter("prior", "π")
    proof.begin("Classes {}.", runs(k))
    estimate = Dirichlet(k, pi[k], pi, n[k], n, letter("Λ"), letter("K"))
    estimate.write_map_estimate(proof, "rows")
    estimate.write_single_pseudocount(proof)


@theorem("bernoulli-map", "MAP of a Bernoulli parameter under a Beta prior", "bernoulli", "map")
def bernoulli_map(proof: Proof) -> None:
    """Write into `proof` the MAP estimate of a Bernoulli parameter under a Beta prior."""
    j, k, n = COLUMN, CLASS, COUNT
    theta = parameter("bernoulli", "θ")[j, k]
    a, b, c, lam = letter("a"), letter("b"), letter("C"), letter("λ")
    alpha, beta, update = letter("α"), letter("β"), UpdatedByData(theta)
    f = function("f")[j, k](theta)
    ones, zeros = n[j, k], n[k] - n[j, k]
    # By α = a + 1 and β = b + 1 the density of the posterior has the shape of a likelihood, of a and b
    # rows more: what is largest there is known.
    shares = TwoShares(theta, ones + a, zeros + b, n[k] + a + b, f, name="the MAP", filled=True)

    open_probability(proof, theta)
    count_ones(proof)
    proof.chain(update.likelihood, given(theta**ones * (1 - theta) ** zeros, "the data D"))
    proof.say(
        "The prior of the parameter has pseudo-counts, {} for a one and {} for a zero, and a "
        "constant {}; the data are possible, {}. Let there be something to count, {}; where "
        "there is nothing, the formula says zero over zero, and there is no estimate.",
        not_negative(a),
        not_negative(b),
        is_positive(c),
        is_positive(update.evidence),
        is_positive(n[k] + a + b),
    )
    proof.chain(alpha, define(a + 1))
    proof.chain(beta, define(b + 1))
    proof.chain(
        update.density,
        given(c * theta**a * (1 - theta) ** b),
        same(c * theta ** (alpha - 1) * (1 - theta) ** (beta - 1), "Beta of α and β"),
    )
    proof.say("So pseudo-counts are a Beta prior whose parameters are greater by one.")

    proof.step("The posterior of the parameter")
    proof.say(*shares.inside)
    update.write_posterior(
        proof, c / update.evidence * theta ** (ones + a) * (1 - theta) ** (zeros + b)
    )
    logs = (ones + a) * log(theta) + (zeros + b) * log(1 - theta)
    update.write_log_posterior(proof, f, logs + log(c) - log(update.evidence))
    shares.prove_by_slope(proof, "Where it is largest, if neither count is zero")
    shares.prove_by_gibbs(proof)

    proof.step("One pseudo-count for both")
    proof.say("If both get the same {}:", is_positive(lam))
    proof.chain(a, assume(lam))
    proof.chain(b, assume(lam))
    proof.chain(theta.hat, same((ones + lam) / (n[k] + 2 * lam)), boxed=True)


def _values_map(proof: Proof, *column: Expression) -> Dirichlet:
    """Write the MAP estimate of the values of a column, for any pseudo-counts."""
    j, k, n, size = COLUMN, CLASS, COUNT, letter("M")[COLUMN]
    v, theta = index("v", span(size)), parameter("categorical", "θ")
    proof.begin("Classes {}, columns {}, the values of a column {}.", runs(k), runs(j), runs(v))
    counts, totals = n[j, v, k], n[j, k]
    pseudo = letter("Λ")[j]
    estimate = Dirichlet(v, theta[j, v, k], theta[j, k], counts, totals, pseudo, size, column)
    estimate.write_map_estimate(proof, "rows of the class")
    return estimate


@theorem("categorical-map", "MAP of a categorical column under a Dirichlet prior", "categorical", "map")
def categorical_map(proof: Proof) -> None:
    """Write into `proof` the MAP estimate of the values of a column."""
    _values_map(proof).write_single_pseudocount(proof)


@theorem("multinomial-map", "MAP of word probabilities under a Dirichlet prior", "multinomial", "map")
def multinomial_map(proof: Proof) -> None:
    """Write into `proof` the MAP estimate of word probabilities (after notes for 50.007)."""
    k, n, w = CLASS, COUNT, index("w", vocabulary())
    theta, size = parameter("multinomial", "θ"), letter("|V|")
    proof.begin("Classes {}, words {}.", runs(k), runs(w))
    estimate = Dirichlet(w, theta[w, k], theta[k], n[w, k], n[k], letter("Λ"), size)
    estimate.write_map_estimate(proof, "words of the class")
    estimate.write_single_pseudocount(proof)


@theorem("m-estimate", "The m-estimate is a MAP estimate")
def m_estimate(proof: Proof) -> None:
    """Write into `proof` the m-estimate of the values of a column."""
    _values_map(proof, COLUMN).write_m_estimate(proof)
