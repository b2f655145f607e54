"""The theorem of a family with one parameter and the sums of x and x²."""

from __future__ import annotations

from exactnb.core.families.deriving.two_sums import PLACE, SQUARES, TwoSums
from exactnb.errors import Unsupported
from exactnb.explain.proving.declared_openings import Opening
from exactnb.explain.proving.shares import no_estimate
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.writing import *


class CurvedWriter(Opening):
    """Write the theorem of an estimate from a sum and a sum of squares."""

    def __init__(self, estimator: TwoSums) -> None:
        super().__init__(estimator.specification, estimator.tail, estimator.log_base)
        self.estimator = estimator
        free = next((each for each in "QTUVWZ" if each not in self.letters.values()), None)
        if free is None:
            raise Unsupported("no letter is left to write the sum of squares")
        self.squares = letter(free)[self.column, self.class_]
        self._written |= {SQUARES: self.squares, PLACE: self.root}

    def write(self, proof: Proof) -> None:
        self.opening(proof)
        self.normalisation(proof)
        self.counts(proof)
        self.log_likelihood(proof)
        self.inner(proof)
        self.zero(proof)
        no_estimate(proof, formula="says zero over zero")

    def counts(self, proof: Proof) -> None:
        """Write what is counted: the rows, the sum, the sum of squares."""
        proof.say("Of the numbers of a class, only their count and two sums matter:")
        self.rows(proof)
        for sign, statistic in zip((self.sum, self.squares), self.estimator.statistics, strict=True):
            summed = self.counted_sum(self.formula(statistic.of))
            proof.chain(sign, count(summed, "their sum" if sign == self.sum else ""))
        self.constant(proof)

    def counted(self, proof: Proof, *claims: ChainStep) -> None:
        whole = self.with_rest(self.formula(self.estimator.log_likelihood))
        proof.chain(self.ell, *claims, same(whole, "counted"))

    def inner(self, proof: Proof) -> None:
        """Write why the positive zero of the slope is the maximum."""
        estimator = self.estimator
        proof.step("Where it is largest")
        proof.say("Let {} and {}.", is_positive(self.count), is_positive(self.squares))
        proof.say("The slope is zero at one positive place:")
        proof.chain(self.root, define(self.formula(estimator.place)))
        # The slope is a quadratic with a positive and a negative zero: divided by the way to the first,
        # the rest is positive where the parameter is.
        self.turning(proof, estimator.slope, estimator.weight)

    def zero(self, proof: Proof) -> None:
        """Write that there is no estimate if all numbers are zero."""
        proof.step("If all numbers are zero")
        proof.chain(self.sum, assume(0))
        proof.chain(self.squares, assume(0))
        proof.say("Still {}.", is_positive(self.count))
        proof.chain(self.ell, same(self.with_rest(self.formula(self.estimator.at_zero))))
        slope = differentiate(self.formula(self.estimator.falling))
        proof.chain(derivative(self.ell, self.theta), slope, falls("it falls all the way"))
        proof.say(
            "The nearer the parameter is to zero, the larger this is, and zero is none of its values: "
            "there is no estimate."
        )
