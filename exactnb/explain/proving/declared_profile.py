"""The theorem of two parameters of which one has a closed form, and the other one root."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.families.deriving.estimator import TOTAL
from exactnb.core.families.deriving.profile import SECOND, Profile
from exactnb.explain.proving.declared_in_turn import write_stage
from exactnb.explain.proving.declared_openings import Opening
from exactnb.explain.proving.declared_sums import SumWriter
from exactnb.explain.proving.shares import no_estimate
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.writing import *

_ZERO = nodes.Integer(0)


class ProfileWriter(Opening):
    """Write where one parameter is best for each value of the other, and then the best of these."""

    def __init__(self, estimator: Profile, *, solved: bool) -> None:
        super().__init__(estimator.specification, estimator.tail, estimator.log_base)
        self.estimator = estimator
        whole = estimator.specification
        self.first = SumWriter(estimator.first, solved=solved, specification=whole)
        total = self.first.sum
        self.use(estimator.other, 2)
        self._written |= {SECOND: self.sum, TOTAL: total}
        self.profile = function(self.letters["posterior"])[self.places](self.theta)

    @classmethod
    def theorems(cls, estimator: Profile) -> Iterator[Theorem]:
        for solved in (True, False):
            yield cls(estimator, solved=solved).theorem(*estimator.specification.parameters)

    def write(self, proof: Proof) -> None:
        first, estimator = self.first, self.estimator
        self.opening(proof)
        self.normalisation(proof)
        proof.say("A class has so many rows:")
        self.rows(proof)
        self.log_likelihood(proof)
        first.declared = self.declared
        names = (estimator.first.parameter, estimator.other)
        write_stage(proof, first, [self.letters[name] for name in names])
        self.put_in(proof)
        self.largest(proof)
        self.equal(proof)
        no_estimate(proof, formula="has no value")

    def put_in(self, proof: Proof) -> None:
        """Write the log-likelihood with the best of the first parameter put in."""
        estimator, own = self.estimator, self.letters[self.estimator.first.parameter]
        proof.step(f"The log-likelihood with the best {own} put in")
        proof.chain(self.sum, count(self.counted_sum(self.formula(estimator.statistic))))
        self.constant(proof, "the parameters")
        proof.say(f"Let {{}}. For the best {own}, as above,", is_positive(self.count))
        proof.chain(self.first.sum, assume(self.formula(estimator.total)))
        proof.chain(self.ell, same(self.put_together))

    @property
    def put_together(self) -> Expression:
        """Return the log-likelihood with the best of the first parameter, and its constant."""
        return self.with_rest(self.formula(self.estimator.profile))

    def largest(self, proof: Proof) -> None:
        """Write where that is largest: at the one root of an equation."""
        estimator, theta = self.estimator, self.theta
        observed, bound = self.formula(estimator.observed), self.formula(estimator.bound)
        level, expected = observed - bound, self.formula(estimator.expected)
        proof.step(f"Where that is largest in {self.letters[estimator.other]}")
        proof.say(
            "Let {}, {} and {}. By Jensen’s inequality the last is so unless all numbers are equal.",
            is_positive(self.count),
            is_positive(self.first.sum),
            is_more(bound, observed),
        )
        proof.chain(self.profile, define(self.put_together))
        # ψ(a) − log a has no inverse in closed form; that it rises, which is cited, is enough to show
        # that the slope n·(level − expected) turns once, from plus to minus.
        gap = nodes.Product((self.count, nodes.Sum((level, nodes.Negative(expected)))))
        slope = differentiate(self.formula(estimator.slope))
        proof.chain(derivative(self.profile, theta), slope, same(gap, "factored"))
        proof.say("What is taken away rises with the parameter:")
        proof.chain(derivative(expected, theta), cite(_ZERO, TRIGAMMA, ">"))
        proof.say(
            "It rises from minus infinity to zero (Abramowitz and Stegun, on the psi function), so the "
            "slope is zero at one place. No closed form is known for it. Let {} be that place: two "
            "numbers between which the slope changes its sign enclose it.",
            is_positive(self.root),
        )
        proof.chain(self.at(self.root, expected), assume(level))
        largest(proof, theta, self.profile, self.root, "", "up to there, then down")
        own, other = self.letters[estimator.first.parameter], self.letters[estimator.other]
        proof.say(
            f"With the best {own} for it, this is the best of all: whatever the parameters are, the "
            f"best {own} makes the log-likelihood no smaller, and then the best {other} does."
        )

    def equal(self, proof: Proof) -> None:
        """Write that equal numbers have no estimate."""
        proof.step("If all numbers are equal")
        proof.say(
            "Then both sides of that inequality are equal, and what is taken away in the slope is "
            "negative everywhere: the slope is positive, the likelihood rises without end, and there "
            "is no estimate."
        )
