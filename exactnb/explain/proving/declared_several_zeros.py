"""The theorem of a location whose likelihood may have several maxima: which of them, the data say."""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.families.deriving.several_zeros import SeveralZeros
from exactnb.explain.proving.declared_openings import Opening
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.writing import *


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
