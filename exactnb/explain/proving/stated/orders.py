"""The theorems of estimates by one number of the rows, which stands at a place in their order.

How to read: `MovingWriter` writes of a parameter at which the support ends, of which the last place at
which all numbers fit is the best, `MedianWriter` of a location with distances from it in the exponent.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Literal

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.order_statistics import Median, MovingEnd
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.stated.openings import Opening
from exactnb.explain.proving.stated.tables import difference, placeholders
from exactnb.explain.proving.writing.theorem import *

_ORDERS: Mapping[str, tuple[Literal["max", "min", "median"], str]] = {
    "greatest": ("max", "the largest number"),
    "least": ("min", "the smallest number"),
    "median": ("median", "a middle number"),
}
"""The sign and the words of each order."""


class OrderWriter(Opening):
    """Write of an estimate by one number of the rows, which stands at a place in their order."""

    estimator: MovingEnd | Median

    def __init__(
        self,
        estimator: MovingEnd | Median,
        specification: Specification | None = None,
        number: int = 1,
    ) -> None:
        stated = specification or estimator.specification
        super().__init__(stated, estimator.tail, estimator.log_base)
        self.use_letters_of(estimator.parameter, number)
        self.number = number
        self.estimator = estimator
        self.extreme = self.formula(estimator.extreme.sign)

    def write(self, proof: Proof) -> None:
        self.write_opening(proof)
        self.write_normalisation(proof)
        self.write_statistic(proof)
        self.write_log_likelihood(proof)
        proof.step("Where it is largest")
        self.write_maximum(proof)
        self.write_edges(proof)
        write_case_without_rows(proof)

    @abstractmethod
    def write_maximum(self, proof: Proof) -> None:
        """Write into `proof` why the likelihood is largest at the number."""

    @abstractmethod
    def write_edges(self, proof: Proof) -> None:
        """Write into `proof` the estimate where the number is beyond an end of the range."""

    def write_statistic(self, proof: Proof) -> None:
        """Write into `proof` which number of the rows decides, and the constant."""
        statistic = self.estimator.extreme
        compared, (sign, description) = self.formula(statistic.of), _ORDERS[statistic.kind]
        distance = ""
        if compared != self.cell:
            description, distance = "the largest distance", ", by its distance from zero"
        proof.say(f"Of the numbers of the class, one matters{distance}:")
        extreme = nodes.Series(sign, self.row.index, self.row.domain, compared)
        proof.chain(self.extreme, count(extreme, description))
        self.write_constant(proof)

    def range_assumptions(self) -> list[Line]:
        """Return the assumptions that the number that decides lies in the range of the parameter."""
        return [
            self.order_line(self.formula(point), order, self.formula(end))
            for point, order, end in self.estimator.conditions
        ]

    def order_line(self, point: Expression, order: str, end: Expression) -> Line:
        """Return the assumption that `point` is on the side `order` of `end`, an end of the range.

        `order` is one of >, <, ≥, ≤.
        """
        if order in (">", "<"):
            return is_more(point, end) if order == ">" else is_more(end, point)
        # An assumption has > of any two sides but ≥ of zero only: so a difference is said to be ≥ 0.
        return not_negative(difference(point, end) if order == "≥" else difference(end, point))


class MovingWriter(OrderWriter):
    """Write the theorem of an estimate that is a number of the rows, the largest or the smallest."""

    estimator: MovingEnd

    def write_counted_log_likelihood(self, proof: Proof, *claims: ChainStep) -> None:
        self.write_terms(proof, claims, self.estimator)

    def write_maximum(self, proof: Proof) -> None:
        """Write into `proof` the sign of the slope, and the last place possible for all numbers."""
        rises_, best = self.estimator.rises, self.formula(self.estimator.estimate)
        facts = self.range_assumptions()
        let = f"Let {placeholders(facts)}. " * bool(facts)
        if facts or self.inside:
            proof.say(f"{let}{{}}", *facts, self.inside or "")
        if self.other_end_parameter is not None and self.number == 1:
            proof.say(
                "The last is so where the likelihood is positive, unless all numbers are equal: then "
                "the ends of the support may come as near to each other as one likes, and there is no "
                "estimate."
            )
        self.write_slope(proof)
        best_word, beyond = ("largest", "larger") if rises_ else ("smallest", "smaller")
        proof.say(
            f"So the best parameter is the {best_word} one that leaves no number outside: with "
            f"{beyond} ones the likelihood is zero, and with {'smaller' if rises_ else 'larger'} ones "
            "it is less."
        )
        largest(proof, self.theta, self.ell, best, "the MLE", f"the {best_word} that is possible")

    def write_slope(self, proof: Proof) -> None:
        """Write the slope of the log-likelihood, and its sign, into `proof`."""
        turned = (
            above_zero("it rises all the way")
            if self.estimator.rises
            else below_zero("it falls all the way")
        )
        slope = differentiate(self.formula(self.estimator.slope))
        proof.chain(derivative(self.ell, self.theta), slope, turned)

    def write_edges(self, proof: Proof) -> None:
        estimator = self.estimator
        range_ = estimator.domain
        end = range_.high if estimator.rises else range_.low
        opposite = range_.low if estimator.rises else range_.high
        if end is not None and estimator.ends_as_estimates:
            position, edge = self.formula(estimator.estimate), self.formula(end)
            way = difference(position, edge) if estimator.rises else difference(edge, position)
            proof.step("If all numbers are possible at an end of the range already")
            proof.say("Let {}. {}", not_negative(way), self.inside or "")
            self.write_slope(proof)
            self.write_estimate_at_end(proof, end)
        elif end is not None and end != self.other_end_parameter and not self.is_always_inside(end):
            proof.say(
                "If all numbers are possible at an end of the range already, which is none of its "
                "values, then the nearer the parameter is to that end, the larger the likelihood is: "
                "there is no estimate."
            )
        if opposite not in (None, self.other_end_parameter):
            proof.say("If no parameter of the range makes all numbers possible, there is no estimate.")

    @property
    def other_end_parameter(self) -> Expression | None:
        """Return the other end of the support, if this range ends at it and it is a parameter too."""
        ends = (self.estimator.domain.low, self.estimator.domain.high)
        parameters = (nodes.Symbol(name) for name in self.specification.parameters)
        return next((parameter for parameter in parameters if parameter in ends), None)

    def is_always_inside(self, end: Expression) -> bool:
        """Say whether all numbers lie inside of `end` of the range, as positive ones do of zero."""
        support = self.specification.support
        assert isinstance(support, Interval)
        plain = self.estimator.estimate == self.estimator.extreme.sign
        return plain and not self.estimator.rises and end == support.low


class MedianWriter(OrderWriter):
    """Write the theorem of an estimate that is the median of the numbers."""

    estimator: Median

    def write_counted_log_likelihood(self, proof: Proof, *claims: ChainStep) -> None:
        distances = self.class_sum(self.formula(self.estimator.log_density))
        proof.chain(self.ell, *claims, same(self.with_constant(distances), "taken apart"))

    def write_maximum(self, proof: Proof) -> None:
        """Write into `proof` why the sum of distances is least at the median."""
        if facts := self.range_assumptions():
            proof.say(f"Let {placeholders(facts)}.", *facts)
        proof.say(
            "When the parameter moves to the right, its distance grows from each number on its left, "
            "and falls from each on its right, as much for one as for another. So the sum of all "
            "distances is least where as many numbers lie on either side: at the median. With an even "
            "number of rows every place between the two middle numbers is as good, and the median is "
            "the one halfway between them."
        )
        largest(proof, self.theta, self.ell, self.extreme, "the MLE", "least sum of distances")

    def write_edges(self, proof: Proof) -> None:
        estimator = self.estimator
        for order, end in estimator.ends_as_estimates:
            way = self.order_line(self.extreme, "≥" if order == ">" else "≤", self.formula(end))
            where = "above the upper" if order == ">" else "below the lower"
            proof.step(f"If the median is {where} end of the range")
            proof.say(
                "Let {}. Up to the median the sum of distances never grows, and beyond the median it "
                "never falls.",
                way,
            )
            self.write_estimate_at_end(proof, end)
        if len(estimator.ends_as_estimates) < len(estimator.conditions):
            proof.say(
                "If the median is no value of the parameter, and the end next to it is none either, no "
                "estimate is named."
            )


def write_case_without_rows(proof: Proof) -> None:
    """Write into `proof` that without rows there is no estimate."""
    proof.step("If the class has no rows")
    proof.say(
        "Then there is no number that decides, and the likelihood is the same for every parameter: "
        "there is no estimate."
    )
