"""The theorems of one parameter by zeros of its slope: one of a quadratic, or several."""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.families.deriving.likelihood_zeros import PLACE, SQUARES, SeveralZeros, TwoSums
from exactnb.errors import Unsupported
from exactnb.explain.proving.stated.openings import Opening
from exactnb.explain.proving.writing.formulas import *
from exactnb.explain.proving.writing.shares import no_estimate
from exactnb.explain.proving.writing.theorem import *


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


class ZerosWriter(Opening):
    """Write why the likelihood has a largest value, and that its slope is zero there."""

    def __init__(self, estimator: SeveralZeros) -> None:
        super().__init__(estimator.specification, estimator.tail, estimator.log_base)
        self.estimator = estimator

    def write(self, proof: Proof) -> None:
        self.opening(proof)
        self.normalisation(proof)
        self.rows(proof)
        self.log_likelihood(proof)
        self.largest(proof)
        proof.step("If the class has no rows")
        proof.say(
            "Then the log-likelihood is a sum without terms, the same for every parameter: there is no "
            "estimate."
        )

    def counted(self, proof: Proof, *claims: ChainStep) -> None:
        self.constant(proof)
        moving = self.class_sum(self.formula(self.estimator.log_density))
        proof.chain(self.ell, *claims, same(self.with_rest(moving), "taken apart"))

    def largest(self, proof: Proof) -> None:
        """Write that the largest likelihood is at a zero of the slope, and how it is found."""
        theta, slope = self.theta, self.class_sum(self.formula(self.estimator.slope))
        best = theta.hat
        proof.step("Where it is largest")
        proof.say("Let {}.", is_positive(self.count))
        proof.chain(derivative(self.ell, theta), differentiate(slope))
        proof.chain(best, define(argmax(theta, self.ell), "the MLE"))
        proof.say(
            "Each density is continuous in the parameter, and tends to zero as that grows beyond all "
            "bounds on either side. So the likelihood has a largest value, and no slope there (Rudin, "
            "Principles of Mathematical Analysis, on continuous and differentiable functions):"
        )
        proof.chain(self.at(best, slope), cite(nodes.Integer(0), STATIONARY))
        proof.say(
            "Times all denominators this is a polynomial in the estimate, which may have several "
            "zeros: of the numbers of a class, all of them are isolated, and their likelihoods "
            "compared. If several are largest, it is a tie, and no estimate is named."
        )
