"""The theorem of a location with distances from it in the exponent: the median of the numbers."""

from __future__ import annotations

from exactnb.core.families.deriving.medians import Median
from exactnb.explain.proving.declared_moving import OrderWriter, without_rows
from exactnb.explain.proving.declared_tables import places_for
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.writing import *


class MedianWriter(OrderWriter):
    """Write the theorem of an estimate that is the median of the numbers."""

    estimator: Median

    def write(self, proof: Proof) -> None:
        self.opening(proof)
        self.normalisation(proof)
        self.statistic(proof)
        proof.step("The log-likelihood of a column in a class")
        self.counted(proof, define(self.class_sum(log(self.probability))))
        proof.step("Where it is largest")
        self.maximum(proof)
        self.edges(proof)
        without_rows(proof)

    def counted(self, proof: Proof, *claims: ChainStep) -> None:
        distances = self.class_sum(self.formula(self.estimator.log_density))
        proof.chain(self.ell, *claims, same(self.with_rest(distances), "taken apart"))

    def maximum(self, proof: Proof) -> None:
        """Write into `proof` why the sum of distances is least at the median."""
        if facts := self.facts():
            proof.say(f"Let {places_for(facts)}.", *facts)
        proof.say(
            "When the parameter moves to the right, its distance grows from each number on its left, "
            "and falls from each on its right, as much for one as for another. So the sum of all "
            "distances is least where as many numbers lie on either side: at the median. With an even "
            "number of rows every place between the two middle numbers is as good, and the median is "
            "the one halfway between them."
        )
        largest(proof, self.theta, self.ell, self.extreme, "the MLE", "least sum of distances")

    def edges(self, proof: Proof) -> None:
        """Write into `proof` the estimate where the median is beyond an end of the range."""
        estimator = self.estimator
        for order, end in estimator.at_ends:
            way = self.within(self.extreme, "≥" if order == ">" else "≤", self.formula(end))
            where = "above the upper" if order == ">" else "below the lower"
            proof.step(f"If the median is {where} end of the range")
            proof.say(
                "Let {}. Up to the median the sum of distances never grows, and beyond the median it "
                "never falls.",
                way,
            )
            self.at_end(proof, end)
        if len(estimator.at_ends) < len(estimator.conditions):
            proof.say(
                "If the median is no value of the parameter, and the end next to it is none either, no "
                "estimate is named."
            )
