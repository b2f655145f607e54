"""The maximum behind estimates of one probability: a·log θ + b·log(1 − θ) is largest at a/(a + b)."""

from __future__ import annotations

from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.theorem import *


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

    def by_slope(self, proof: Proof, title: str) -> None:
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
        proof.chain(derivative(objective, theta, 2), differentiate(curve), falls("so a maximum"))
        self._claim(proof)

    def by_gibbs(self, proof: Proof) -> None:
        """Write the proof that this is the maximum, where a or b may be zero."""
        first, second, share = self.first, self.second, self.first / self.total
        proof.step("All cases at once")
        let = "" if self.filled else ("Let {}. ", is_positive(self.total))
        proof.say("{}Where a count is zero, its term is zero too. For all parameters,", let)
        proof.chain(
            first * log(self.theta) + second * log(1 - self.theta),
            cite(first * log(share) + second * log(1 - share), GIBBS, "≤"),
        )
        self._claim(proof)

    def _claim(self, proof: Proof) -> None:
        largest(proof, self.theta, self.objective, self.first / self.total, self.name)


def by_curvature(
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
    proof.chain(derivative(objective, variable, 2), differentiate(curve), falls("so a maximum"))
    largest(proof, variable, objective, best, name)


def no_estimate(proof: Proof, what: str = "rows", formula: str = "says zero over zero") -> None:
    """Write into `proof` that without `what`, rows or words, `formula` is no estimate."""
    proof.step(f"If the class has no {what}")
    proof.say(
        "Then the log-likelihood is a sum without terms, the same for every parameter, and the formula "
        f"{formula}: there is no estimate."
    )
