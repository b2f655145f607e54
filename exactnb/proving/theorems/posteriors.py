"""MAP: the parameters that are most probable given the data, under a prior over parameters."""

from __future__ import annotations

from dataclasses import dataclass

from exactnb.proving.lagrange import Simplex
from exactnb.proving.shares import ENDS, TwoShares
from exactnb.proving.theorem import (
    Proof,
    Theorem,
    assume,
    count,
    define,
    given,
    is_in,
    is_natural,
    is_positive,
    is_probability,
    runs,
    same,
)
from exactnb.proving.writing import (
    Formula,
    IndexLetter,
    among,
    equal,
    function,
    index,
    label,
    letter,
    log,
    parameter,
    product,
    span,
    sum_over,
    whole_from,
    words,
)

__all__ = ["THEOREMS"]


def bernoulli_map(proof: Proof) -> None:
    """Write the MAP estimate of a Bernoulli parameter under a Beta prior."""
    i, j, k = index("i", span("n")), index("j", span("d")), index("k", span("K"))
    x, y, n = letter("x")[j].at(i), label("y").at(i), letter("n")
    theta = parameter("bernoulli", "θ")[j, k]
    a, b, c, lam = letter("a"), letter("b"), letter("C"), letter("λ")
    alpha, beta, data = letter("α"), letter("β"), letter("D")
    likelihood, density = function("P")(data, given=theta), function("p")(theta)
    evidence, posterior = function("P")(data), function("p")(theta, given=data)
    f = function("f")[j, k](theta)
    ones, zeros = n[j, k], n[k] - n[j, k]
    shares = TwoShares(theta, ones + a, zeros + b, n[k] + a + b, f, name="the MAP", filled=True)

    proof.step("What is given")
    proof.say(
        "Rows ", runs(i), ", columns ", runs(j), ", classes ", runs(k),
        "; cells ", is_in(x, among(0, 1)), ", labels ", is_in(y, k.domain),
        ". A row without a cell is no row of that column.",
    )  # fmt: skip
    proof.say("The parameter is a probability, ", is_probability(theta), ". ", ENDS)
    proof.chain(n[k], count(sum_over(i, equal(y, k)), "rows of the class"))
    proof.chain(n[j, k], count(sum_over(i, x * equal(y, k)), "those that show the column"))
    proof.chain(likelihood, given(theta**ones * (1 - theta) ** zeros, "the data D"))
    proof.say(
        "The prior of the parameter has pseudo-counts, ", is_natural(a), " for a one and ",
        is_natural(b), " for a zero, and a constant ", is_positive(c), "; the data are possible, ",
        is_positive(evidence), ". Let there be something to count, ", is_positive(n[k] + a + b),
        "; where there is nothing, the formula says zero over zero, and there is no estimate.",
    )  # fmt: skip
    proof.chain(alpha, define(a + 1))
    proof.chain(beta, define(b + 1))
    proof.chain(
        density,
        given(c * theta**a * (1 - theta) ** b),
        same(c * theta ** (alpha - 1) * (1 - theta) ** (beta - 1), "Beta of α and β"),
    )
    proof.say("So pseudo-counts are a Beta prior whose parameters are greater by one.")

    proof.step("The posterior of the parameter")
    proof.say(*shares.inside)
    proof.chain(
        posterior,
        given(likelihood * density / evidence, "Bayes’ rule"),
        same(c / evidence * theta ** (ones + a) * (1 - theta) ** (zeros + b), "powers together"),
    )
    proof.chain(
        f,
        define(log(posterior), "its logarithm"),
        same((ones + a) * log(theta) + (zeros + b) * log(1 - theta) + log(c) - log(evidence)),
    )
    shares.by_slope(proof, "Where it is largest, if neither count is zero")
    shares.by_gibbs(proof)

    proof.step("One pseudo-count for both")
    proof.say("If both get the same ", is_positive(lam), ":")
    proof.chain(a, assume(lam))
    proof.chain(b, assume(lam))
    proof.chain(theta.hat, same((ones + lam) / (n[k] + 2 * lam)), boxed=True)


@dataclass(frozen=True)
class Dirichlet:
    """Say what is counted in a MAP estimate: values over an index, and how its letters are written.

    `theta` is the parameter of one value and `whole` all of them, `n` a count and `total` their sum,
    `pseudo` the sum of all λ, `cells` the number of values.
    """

    over: IndexLetter
    theta: Formula
    whole: Formula
    n: Formula
    total: Formula
    pseudo: Formula
    cells: Formula

    def map(self, proof: Proof, words: str) -> None:
        """Write the MAP estimate under a Dirichlet prior, with its parameters said aloud."""
        w, own, n, size = self.over, self.theta, self.n, self.total
        lam, alpha, c, pseudo = letter("λ")[w], letter("α")[w], letter("C"), self.pseudo
        data = letter("D")
        likelihood, density = function("P")(data, given=self.whole), function("p")(self.whole)
        evidence, posterior = function("P")(data), function("p")(self.whole, given=data)
        f = function("f")(self.whole)
        simplex = Simplex(w, n + lam, size + pseudo, own, self.whole, f, filled=True)

        simplex.constraint(proof)
        proof.say("The data D show each of them so many times, ", is_in(n, whole_from(0)), ":")
        proof.chain(size, count(sum_over(w, n), words))
        proof.chain(likelihood, given(product(w, own**n)))
        proof.say(
            "The prior over the parameters has a pseudo-count ", is_natural(lam),
            " for each of them and a constant ", is_positive(c), "; the data are possible, ",
            is_positive(evidence), ".",
        )  # fmt: skip
        proof.chain(pseudo, define(sum_over(w, lam), "all pseudo-counts"))
        proof.say(
            "Let there be something to count, ", is_positive(size + pseudo), "; where there is "
            "nothing, the formula says zero over zero, and there is no estimate.",
        )  # fmt: skip
        proof.chain(alpha, define(lam + 1))
        proof.chain(
            density,
            given(c * product(w, own**lam)),
            same(c * product(w, own ** (alpha - 1)), "Dirichlet of the α"),
        )
        proof.say("So pseudo-counts are a Dirichlet prior whose parameters are greater by one.")

        proof.step("The posterior of the parameters")
        proof.say(*simplex.inside)
        proof.chain(
            posterior,
            given(likelihood * density / evidence, "Bayes’ rule"),
            same(c / evidence * product(w, own ** (n + lam)), "powers together"),
        )
        weighted = sum_over(w, (n + lam) * log(own))
        proof.chain(
            f,
            define(log(posterior), "its logarithm"),
            same(weighted + log(c) - log(evidence)),
        )
        simplex.by_multiplier(proof, f)
        simplex.by_gibbs(proof)

        proof.step("One pseudo-count for all")
        proof.say("If every count gets the same ", is_positive(letter("λ")), ":")
        proof.chain(lam, assume(letter("λ")))
        smoothed = (n + letter("λ")) / (size + self.cells * letter("λ"))
        proof.chain(own.hat, same(smoothed), boxed=True)


def multinomial_map(proof: Proof) -> None:
    """Write the MAP estimate of word probabilities (after notes for 50.007)."""
    k, w = index("k", span("K")), index("w", words())
    theta, n, size = parameter("multinomial", "θ"), letter("n"), letter("|V|")
    proof.step("What is given")
    proof.say("Classes ", runs(k), ", words ", runs(w), ".")
    of_words = Dirichlet(w, theta[w, k], theta[k], n[w, k], n[k], letter("Λ"), size)
    of_words.map(proof, "words of the class")


def categorical_map(proof: Proof) -> None:
    """Write the MAP estimate of the values of a column."""
    j, k = index("j", span("d")), index("k", span("K"))
    v = index("v", span(letter("M")[j]))
    theta, n, size = parameter("categorical", "θ"), letter("n"), letter("M")[j]
    proof.step("What is given")
    proof.say("Classes ", runs(k), ", columns ", runs(j),
              ", the values of a column ", runs(v), ".")  # fmt: skip
    counts, totals = n[j, v, k], n[j, k]
    of_values = Dirichlet(v, theta[j, v, k], theta[j, k], counts, totals, letter("Λ")[j], size)
    of_values.map(proof, "rows of the class")


def prior_map(proof: Proof) -> None:
    """Write the MAP estimate of the prior of the classes."""
    k, pi, n = index("k", span("K")), parameter("prior", "π"), letter("n")
    proof.step("What is given")
    proof.say("Classes ", runs(k), ".")
    Dirichlet(k, pi[k], pi, n[k], n, letter("Λ"), letter("K")).map(proof, "rows")


THEOREMS = (
    Theorem("bernoulli-map", "MAP of a Bernoulli parameter under a Beta prior", bernoulli_map,
            family="bernoulli", rule="map"),
    Theorem("multinomial-map", "MAP of word probabilities under a Dirichlet prior", multinomial_map,
            family="multinomial", rule="map"),
    Theorem("categorical-map", "MAP of a categorical column under a Dirichlet prior", categorical_map,
            family="categorical", rule="map"),
    Theorem("prior-map", "MAP of the prior of the classes under a Dirichlet prior", prior_map,
            family="prior", rule="map"),
)  # fmt: skip
