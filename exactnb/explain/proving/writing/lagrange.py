"""The one maximum behind most estimators: Σ a·log θ over all distributions θ is largest at θ = a/A."""

from __future__ import annotations

from collections.abc import Callable

from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.openings import ENDS
from exactnb.explain.proving.writing.theorem import *


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

    def constraint(self, proof: Proof) -> None:
        """Write into `proof` that θ is a distribution."""
        proof.say("The parameters are a distribution: {}. {}", is_natural(self.theta), ENDS)
        proof.chain(sum_over(self.index, self.theta), assume(1, "they add up to one"))

    def by_likelihood(
        self,
        proof: Proof,
        title: str,
        added: Callable[[Expression], Expression],
        probability: Expression,
        one: tuple[Expression, str],
    ) -> None:
        """Write into `proof`, below `title`, the log-likelihood of a `probability`, and its maximum.

        `added` adds a term up over what is counted. `one` is the indicator of a value in such a term,
        and the reason why one value is left of all.
        """
        indicator, reason = one
        proof.step(title)
        proof.say(*self.inside)
        proof.chain(
            self.objective,
            define(added(log(probability))),
            detail(same(added(sum_over(self.index, indicator * log(self.theta))), reason)),
            same(sum_over(self.index, self.weight * log(self.theta)), "counted"),
        )
        self.by_multiplier(proof)
        self.by_gibbs(proof)

    def by_multiplier(self, proof: Proof) -> None:
        """Write into `proof` how a Lagrange multiplier maximises the formula, all weights positive."""
        index, theta, weight, total = self.index, self.theta, self.weight, self.total
        mu = letter("μ")
        lagrangian = function("L")(self.vector, mu)
        added = sum_over(index, theta)
        proof.step("Where it is largest, by a Lagrange multiplier")
        proof.say(
            "Let {} for all of them, and {}. {}", is_positive(weight), is_in(mu, reals()), self.inside
        )
        if not self.filled:
            proof.chain(total, same(sum_over(index, weight)), rises("so there is a total"))
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

    def by_gibbs(self, proof: Proof) -> None:
        """Write the proof that this is the maximum, where weights may be zero too."""
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
