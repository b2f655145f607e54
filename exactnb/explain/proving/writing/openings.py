"""How theorems open: the letters of a table, what is given of them, what is counted, Bayes’ rule.

A theorem about a table says with these which rows, columns and classes there are, and holds its own
steps only.
"""

from __future__ import annotations

from collections.abc import Callable

from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *

ROW, COLUMN, CLASS = index("i", span("n")), index("j", span("d")), index("k", span("K"))
CELL, LABEL, COUNT = letter("x")[COLUMN].at(ROW), label("y").at(ROW), letter("n")
IN_CLASS = equal(LABEL, CLASS)  # one for the rows of the class
P, DENSITY = function("P"), function("p")
BITS, PRIOR = among(0, 1), parameter("prior", "π")

ENDS = (
    "At the ends a formula is what it tends to: zero to the power of zero is one, and zero times the "
    "logarithm of zero is zero."
)


def open_table(proof: Proof, more: str, *parts: SentencePart) -> None:
    """Write the first step of `proof`: rows, columns, classes, and the text `more` of `parts`."""
    text = "Rows {}, columns {}, classes {}" + more
    proof.begin(text, runs(ROW), runs(COLUMN), runs(CLASS), *parts)


def open_probability(proof: Proof, parameter: Expression) -> None:
    """Write the first step of `proof` for zeros and ones whose parameter is a probability."""
    more = "; cells {}, labels {}. A row without a cell is no row of that column."
    open_table(proof, more, is_in(CELL, BITS), labels())
    proof.say("The parameter is a probability, {}. {}", is_probability(parameter), ENDS)


def open_two(proof: Proof, classes: IndexLetter, more: str, *parts: SentencePart) -> None:
    """Write the first step of `proof`: two `classes` with priors, and the text `more` of `parts`."""
    text = "Two classes {} with priors {}; " + more
    proof.begin(text, runs(classes), is_in(PRIOR[classes], unit()), *parts)


def labels() -> Line:
    """Return what the labels may be."""
    return is_in(LABEL, CLASS.domain)


def count_rows(proof: Proof) -> None:
    """Write into `proof` how many rows a class has."""
    proof.chain(COUNT[CLASS], count(sum_over(ROW, IN_CLASS), "rows of the class"))


def count_ones(proof: Proof) -> None:
    """Write into `proof` how many rows a class has, and how many of them have a one in a column."""
    count_rows(proof)
    ones = sum_over(ROW, CELL * IN_CLASS)
    proof.chain(COUNT[COLUMN, CLASS], count(ones, "those that show the column"))


def class_sum(body: Expression) -> Expression:
    """Return the sum of `body` over the rows of the class, which are named under its sign."""
    return sum_over(ROW, body, where=IN_CLASS)


def log_odds(observation: Expression, first: Operand, second: Operand) -> Expression:
    """Return the log of the posterior odds of the classes `first` and `second` for `observation`."""
    return log(P(first, given=observation) / P(second, given=observation))


def binary_posterior(
    proof: Proof, classes: Expression, observation: Expression, likelihood: Call, *both: Operand
) -> None:
    """Write into `proof` P(`classes` given `observation`), by the `likelihood` in `both` classes."""
    first, second = (P(label) * likelihood(observation, given=label) for label in both)
    posterior = P(classes) * likelihood(observation, given=classes) / (first + second)
    proof.chain(P(classes, given=observation), given(posterior, "Bayes’ rule"))


Averaging = Callable[[Expression], Expression]
"""Writes the integral of a formula over all that a parameter may be."""


@frozen
class UpdatedByData:
    """Name what a parameter is known by: its prior density, the data D, and the posterior density."""

    parameter: Expression
    data: Expression = letter("D")

    @property
    def likelihood(self) -> Expression:
        """Return the probability of the data, by the parameter."""
        return P(self.data, given=self.parameter)

    @property
    def density(self) -> Expression:
        """Return the prior density."""
        return DENSITY(self.parameter)

    @property
    def evidence(self) -> Expression:
        """Return the probability of the data, whatever the parameter."""
        return P(self.data)

    @property
    def posterior(self) -> Expression:
        """Return the density of the parameter once the data are known."""
        return DENSITY(self.parameter, given=self.data)

    def averaged(self, proof: Proof, integrate: Averaging, parameters: str) -> None:
        """Write into `proof` the evidence as an integral over all `parameters`, then Bayes’ rule."""
        together = self.likelihood * self.density
        proof.chain(self.evidence, given(integrate(together), f"whatever the {parameters}"))
        proof.chain(self.posterior, given(together / self.evidence, "Bayes’ rule"))

    def by_integral(
        self,
        proof: Proof,
        integrate: Averaging,
        factors: tuple[Expression, Expression],
        value: Expression,
        density: Expression,
        law: str,
    ) -> None:
        """Write into `proof` the posterior as a `density`: the integral of its powers has a `value`.

        `factors` are the constant of the prior and these powers; a `law` says the value.
        """
        constant, powers = factors
        proof.chain(self.evidence, same(constant * integrate(powers), "powers together"))
        proof.chain(integrate(powers), cite(value, law))
        proof.chain(
            self.posterior,
            same(powers / integrate(powers), "the constant cancels"),
            put_in(density, integrate(powers), value, "the integral"),
        )

    def by_bayes(self, proof: Proof, together: Expression) -> None:
        """Write into `proof` the posterior by Bayes’ rule, then with all powers together."""
        rule = self.likelihood * self.density / self.evidence
        proof.chain(self.posterior, given(rule, "Bayes’ rule"), same(together, "powers together"))

    def logarithm(self, proof: Proof, objective: Expression, terms: Expression) -> None:
        """Write into `proof` the log posterior as `terms`; `objective` is largest where it is."""
        proof.chain(objective, define(log(self.posterior), "its logarithm"), same(terms))
