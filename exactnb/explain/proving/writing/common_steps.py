"""What many theorems begin or end with: the letters of a table, what is counted, Bayes’ rule, maxima.

How to read: first the letters and the openings of a theorem about a table; then `UpdatedByData`, a
parameter with a prior; then the maximum of a·log θ + b·log(1 − θ), `TwoShares`, and over all
distributions θ that of Σ a·log θ, `Simplex`, the one maximum behind most estimators.
"""

from __future__ import annotations

from collections.abc import Callable

from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.writing.theorem import *

ROW, COLUMN, CLASS = index("i", span("n")), index("j", span("d")), index("k", span("K"))
CELL, LABEL, COUNT = letter("x")[COLUMN].above(ROW), label("y").above(ROW), letter("n")
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
    proof.begin(text, runs(classes), is_in(PRIOR[classes], open_unit()), *parts)


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


def write_binary_posterior(
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

    def write_evidence_and_posterior(self, proof: Proof, integrate: Averaging, parameters: str) -> None:
        """Write into `proof` the evidence, `integrate` over all `parameters`, then Bayes’ rule."""
        together = self.likelihood * self.density
        proof.chain(self.evidence, given(integrate(together), f"whatever the {parameters}"))
        proof.chain(self.posterior, given(together / self.evidence, "Bayes’ rule"))

    def write_posterior_by_integral(
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

    def write_posterior(self, proof: Proof, together: Expression) -> None:
        """Write into `proof` the posterior by Bayes’ rule, then with all powers together."""
        rule = self.likelihood * self.density / self.evidence
        proof.chain(self.posterior, given(rule, "Bayes’ rule"), same(together, "powers together"))

    def write_log_posterior(self, proof: Proof, objective: Expression, terms: Expression) -> None:
        """Write into `proof` the log posterior as `terms`; `objective` is largest where it is."""
        proof.chain(objective, define(log(self.posterior), "its logarithm"), same(terms))


@frozen
class TwoShares:
    """State the maximum of a·log θ + b·log(1 − θ) + constant over all θ from 0 to 1.

    `first` and `second` are a and b, which may be zero, `total` is their sum, and `objective` the
    formula as a function of θ. `filled` says that the total is never zero, `name` what is estimated.
    """

    theta: Symbol
    first: Expression
    second: Expression
    total: Expression
    objective: Expression
    name: str = "the MLE"
    filled: bool = False

    @property
    def inside(self) -> tuple[str, Line]:
        """Return the opening of a step whose lines have logarithms, or slopes."""
        return ("Inside, {},", is_inside(self.theta))

    def prove_by_slope(self, proof: Proof, title: str) -> None:
        """Write into `proof`, below `title`, where the slope is zero, if a and b are positive."""
        theta, first, second, objective = self.theta, self.first, self.second, self.objective
        slope = first / theta - second / (1 - theta)
        proof.step(title)
        proof.say("Let {} and {}. {}", is_positive(first), is_positive(second), self.inside)
        proof.chain(derivative(objective, theta), differentiate(slope))
        proof.chain(slope, assume(0, "set to zero"))
        proof.chain(
            first * (1 - theta) - second * theta,
            scale(0, theta * (1 - theta), "times both denominators"),
        )
        proof.chain(self.total * theta, detail(scale(first, -1, "collected")))
        proof.chain(theta, solution(first / self.total))
        curve = -(first / theta**2) - second / (1 - theta) ** 2
        proof.chain(derivative(objective, theta, 2), differentiate(curve), below_zero("so a maximum"))
        self._write_maximum(proof)

    def prove_by_gibbs(self, proof: Proof) -> None:
        """Write into `proof` the proof that this is the maximum, where a or b may be zero."""
        first, second, share = self.first, self.second, self.first / self.total
        proof.step("All cases at once")
        let = "" if self.filled else ("Let {}. ", is_positive(self.total))
        proof.say("{}Where a count is zero, its term is zero too. For all parameters,", let)
        proof.chain(
            first * log(self.theta) + second * log(1 - self.theta),
            cite(first * log(share) + second * log(1 - share), GIBBS, "≤"),
        )
        self._write_maximum(proof)

    def _write_maximum(self, proof: Proof) -> None:
        largest(proof, self.theta, self.objective, self.first / self.total, self.name)


def prove_by_curvature(
    proof: Proof,
    variable: Symbol,
    objective: Expression,
    slope: Expression,
    curve: Expression,
    best: Expression,
    name: str,
) -> None:
    """Write into `proof` that `best` maximises `objective`, by its `slope` and `curve`, the second."""
    proof.chain(derivative(objective, variable), differentiate(slope))
    proof.chain(slope, assume(0, "set to zero"))
    proof.chain(variable, solution(best))
    proof.chain(derivative(objective, variable, 2), differentiate(curve), below_zero("so a maximum"))
    largest(proof, variable, objective, best, name)


def write_case_without_estimate(
    proof: Proof, what: str = "rows", formula: str = "says zero over zero"
) -> None:
    """Write into `proof` that without `what`, rows or words, `formula` is no estimate."""
    proof.step(f"If the class has no {what}")
    proof.say(
        "Then the log-likelihood is a sum without terms, the same for every parameter, and the formula "
        f"{formula}: there is no estimate."
    )


@frozen
class Simplex:
    """The maximum of Σ a·log θ + constant over all distributions θ.

    `weight` is a and `theta` is θ in the sum over `index`, `total` is the sum of the weights, `vector`
    is θ without its index, and `objective` is the formula as a function of it. If `filled`, the total
    is never zero.
    """

    index: IndexLetter
    weight: Expression
    total: Expression
    theta: Symbol
    vector: Symbol
    objective: Expression
    filled: bool = False

    @property
    def inside(self) -> tuple[str, Line]:
        """Return the opening of a step whose lines have logarithms, or slopes."""
        return ("Where all parameters are positive, {},", is_positive(self.theta))

    def write_constraint(self, proof: Proof) -> None:
        """Write into `proof` that θ is a distribution."""
        proof.say("The parameters are a distribution: {}. {}", not_negative(self.theta), ENDS)
        proof.chain(sum_over(self.index, self.theta), assume(1, "they add up to one"))

    def prove_by_likelihood(
        self,
        proof: Proof,
        title: str,
        added: Callable[[Expression], Expression],
        probability: Expression,
        value_indicator: tuple[Expression, str],
    ) -> None:
        """Write into `proof`, below `title`, the log-likelihood of a `probability`, and its maximum.

        `added` adds a term up over what is counted. `value_indicator` is the indicator of a value in
        such a term, and the reason why one value is left of all.
        """
        indicator, reason = value_indicator
        proof.step(title)
        proof.say(*self.inside)
        proof.chain(
            self.objective,
            define(added(log(probability))),
            detail(same(added(sum_over(self.index, indicator * log(self.theta))), reason)),
            same(sum_over(self.index, self.weight * log(self.theta)), "counted"),
        )
        self.prove_by_multiplier(proof)
        self.prove_by_gibbs(proof)

    def prove_by_multiplier(self, proof: Proof) -> None:
        """Write into `proof` how a Lagrange multiplier maximises the formula, all weights positive."""
        index, theta, weight, total = self.index, self.theta, self.weight, self.total
        mu = letter("μ")
        # Added up over all of them, the equations of the slopes say what the multiplier is.
        lagrangian = function("L")(self.vector, mu)
        added = sum_over(index, theta)
        proof.step("Where it is largest, by a Lagrange multiplier")
        proof.say(
            "Let {} for all of them, and {}. {}", is_positive(weight), is_in(mu, reals()), self.inside
        )
        if not self.filled:
            proof.chain(total, same(sum_over(index, weight)), above_zero("so there is a total"))
        proof.chain(lagrangian, define(self.objective + mu * (1 - added)))
        proof.chain(derivative(lagrangian, theta), differentiate(weight / theta - mu))
        proof.chain(weight / theta - mu, assume(0, "set to zero"))
        proof.chain(weight, scale(mu * theta, theta, "times the parameter"))
        proof.say("Added up over all of them,")
        proof.chain(
            mu * added,
            detail(same(sum_over(index, mu * theta))),
            put_in(sum_over(index, weight), mu * theta, weight, "by the equation above"),
            same(total),
        )
        proof.chain(mu, put_in(total, added, 1, "they add up to one"))
        proof.chain(weight, detail(put_in(total * theta, mu, total)))
        proof.chain(theta, solution(weight / total))

    def prove_by_gibbs(self, proof: Proof) -> None:
        """Write into `proof` the proof that this is the maximum, where weights may be zero too."""
        # A multiplier finds the place, for positive weights; the inequality shows it for all of them.
        index, share = self.index, self.weight / self.total
        proof.step("Why this is the maximum, zero counts or not")
        let = "" if self.filled else ("Let {}. ", is_positive(self.total))
        proof.say("{}Where a count is zero, its term is zero too. For all distributions,", let)
        proof.chain(
            sum_over(index, self.weight * log(self.theta)),
            cite(sum_over(index, self.weight * log(share)), GIBBS, "≤"),
        )
        proof.chain(self.vector.hat, define(argmax(self.vector, self.objective)))
        proof.chain(self.theta.hat, maximum(share), boxed=True)
