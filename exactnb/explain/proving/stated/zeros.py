"""The theorems of one parameter by zeros of its slope.

How to read: `CurvedWriter` is for a slope with one positive zero, `ZerosWriter` for one with several,
`OutcomesWriter` for a table of named outcomes whose probabilities share the parameter.
"""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.families.declared.specification import Interval, OutcomeTable
from exactnb.core.families.deriving.likelihood_zeros import PLACE, SQUARES, SeveralZeros, TwoSums
from exactnb.core.families.deriving.outcomes import OTHER, SQUARE, FactoredTable, TableEdge
from exactnb.errors import Unsupported
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.stated.openings import Opening
from exactnb.explain.proving.stated.tables import TheoremTable
from exactnb.explain.proving.writing.common_steps import write_case_without_estimate
from exactnb.explain.proving.writing.theorem import *

_ZERO = nodes.Integer(0)
_COUNTS = "abcdefghilmotuvwxyzABCDFGHIJLMNOQRSTUVWXYZ"
_BOTH = "one term is not negative, the other is positive"


class CurvedWriter(Opening):
    """Write the theorem of an estimate from a sum and a sum of squares."""

    def __init__(self, estimator: TwoSums) -> None:
        super().__init__(estimator.specification, estimator.tail, estimator.log_base)
        self.estimator = estimator
        free = next((choice for choice in "QTUVWZ" if choice not in self.letters.values()), None)
        if free is None:
            raise Unsupported("no letter is left to write the sum of squares")
        self.squares = letter(free)[self.column, self.class_]
        self._written |= {SQUARES: self.squares, PLACE: self.root}

    def write(self, proof: Proof) -> None:
        self.write_opening(proof)
        self.write_normalisation(proof)
        self.write_counts(proof)
        self.write_log_likelihood(proof)
        self.write_inner_maximum(proof)
        self.write_case_of_zeros(proof)
        write_case_without_estimate(proof)

    def write_counts(self, proof: Proof) -> None:
        """Write into `proof` what is counted: the rows, the sum, the sum of squares."""
        proof.say("Of the numbers of a class, only their count and two sums matter:")
        self.write_row_count(proof)
        for sign, statistic in zip((self.sum, self.squares), self.estimator.statistics, strict=True):
            summed = self.counted_sum(self.formula(statistic.of))
            proof.chain(sign, count(summed, "their sum" if sign == self.sum else ""))
        self.write_constant(proof)

    def write_counted_log_likelihood(self, proof: Proof, *claims: ChainStep) -> None:
        log_likelihood = self.with_constant(self.formula(self.estimator.log_likelihood))
        proof.chain(self.ell, *claims, same(log_likelihood, "counted"))

    def write_inner_maximum(self, proof: Proof) -> None:
        """Write into `proof` why the positive zero of the slope is the maximum."""
        estimator = self.estimator
        proof.step("Where it is largest")
        proof.say("Let {} and {}.", is_positive(self.count), is_positive(self.squares))
        proof.say("The slope is zero at one positive place:")
        proof.chain(self.root, define(self.formula(estimator.place)))
        # The slope is a quadratic with a positive and a negative zero: divided by the way to the first,
        # the rest is positive where the parameter is.
        self.write_turning_point(proof, estimator.slope, estimator.weight)

    def write_case_of_zeros(self, proof: Proof) -> None:
        """Write into `proof` that there is no estimate if all numbers are zero."""
        proof.step("If all numbers are zero")
        proof.chain(self.sum, assume(0))
        proof.chain(self.squares, assume(0))
        proof.say("Still {}.", is_positive(self.count))
        proof.chain(self.ell, same(self.with_constant(self.formula(self.estimator.at_zero))))
        slope = differentiate(self.formula(self.estimator.falling))
        proof.chain(derivative(self.ell, self.theta), slope, below_zero("it falls all the way"))
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
        self.write_opening(proof)
        self.write_normalisation(proof)
        self.write_row_count(proof)
        self.write_log_likelihood(proof)
        self.write_maximum_step(proof)
        proof.step("If the class has no rows")
        proof.say(
            "Then the log-likelihood is a sum without terms, the same for every parameter: there is no "
            "estimate."
        )

    def write_counted_log_likelihood(self, proof: Proof, *claims: ChainStep) -> None:
        self.write_constant(proof)
        moving = self.class_sum(self.formula(self.estimator.log_density))
        proof.chain(self.ell, *claims, same(self.with_constant(moving), "taken apart"))

    def write_maximum_step(self, proof: Proof) -> None:
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


class OutcomesWriter(TheoremTable):
    """Write the theorem of an estimate from the counts of outcomes."""

    source = "table"

    def __init__(self, estimator: FactoredTable) -> None:
        super().__init__(estimator.specification)
        self.estimator = estimator
        used = {self.letters[what] for what in (estimator.parameter, "count", "root")}
        used |= {name for name, _ in estimator.counts}
        free = [choice for choice in _COUNTS if choice not in used]
        if len(free) < len(estimator.counts) + 2:
            raise Unsupported(f"a table has at most {len(free) - 2} outcomes")
        self.counts = [letter(choice) for choice, _ in zip(free, estimator.counts, strict=False)]
        self.other, self.square = map(letter, free[len(self.counts) :][:2])
        self.count, self.root = letter(self.letters["count"]), letter(self.letters["root"])
        self.theta = letter(self.letters[estimator.parameter])
        self.ell = function("ℓ")(self.theta)
        self._written[nodes.Symbol(estimator.parameter)] = self.theta
        self._written |= {
            sign: count for (_, sign), count in zip(estimator.counts, self.counts, strict=True)
        }
        self._written |= {
            nodes.Symbol("n", role="rows"): self.count,
            OTHER: self.other,
            SQUARE: self.square,
        }

    def write(self, proof: Proof) -> None:
        self.write_opening(proof)
        self.write_log_likelihood(proof)
        self.write_inner_maximum(proof)
        for edge in self.estimator.edges:
            self.write_edge(proof, edge)
        write_case_without_estimate(proof)

    def write_opening(self, proof: Proof) -> None:
        """Write into `proof` the table of probabilities, and that they add up to one."""
        specification = self.specification
        assert isinstance(specification, OutcomeTable)
        domain = self.domain_lines(self.theta, specification.parameters[self.estimator.parameter])
        counted = ", ".join("{}" for _ in self.counts)
        proof.begin(
            "For one column in one class, a parameter {}. Of the rows of the class, "
            f"{counted} show the outcomes, in the order below. A row without an outcome does not "
            f"count.{self.renaming_sentence}",
            *domain,
            *(is_in(count_, integers_from(0)) for count_ in self.counts),
        )
        chance_of = function("P")
        self.chances = [chance_of(value(name)) for name, _ in specification.outcomes]
        for chance, (_, formula) in zip(self.chances, specification.outcomes, strict=True):
            proof.chain(chance, given(self.formula(formula), "by the table"))
        proof.say("They add up to one, whatever the parameter is:")
        proof.chain(nodes.Sum.of(self.chances), same(1))
        proof.say("All rows of the class that show the column:")
        proof.chain(self.count, define(nodes.Sum.of(self.counts)))

    def write_log_likelihood(self, proof: Proof) -> None:
        """Write into `proof` the log-likelihood, a term for each outcome."""
        proof.step("The log-likelihood of a column in a class")
        proof.say("Each row adds the logarithm of the probability of its outcome.")
        if self.inside:
            proof.say("{}", self.inside)
        terms = (times * log(chance) for times, chance in zip(self.counts, self.chances, strict=True))
        counted = same(self.formula(self.estimator.logs), "counted")
        proof.chain(self.ell, define(nodes.Sum.of(terms)), counted)

    def write_inner_maximum(self, proof: Proof) -> None:
        """Write into `proof` why a zero of the slope that lies inside is the maximum."""
        estimator = self.estimator
        proof.step("Where it is largest")
        range_ = self.specification.parameters[estimator.parameter]
        assert isinstance(range_, Interval)
        assert range_.low is not None
        assert range_.high is not None
        low, high = self.formula(range_.low), self.formula(range_.high)
        proof.say("Let {}.", is_positive(self.count))
        if estimator.square is not None:
            proof.chain(self.square, define(self.formula(estimator.square)))
            proof.say("Let {}.", is_positive(self.square))
        proof.chain(self.root, define(self.formula(estimator.place)))
        facts: list[Line] = [is_more(self.root, low), is_more(high, self.root)]
        if estimator.other is not None:
            proof.chain(self.other, define(self.formula(estimator.other)))
            facts.append(not_negative(low - self.other if low != _ZERO else -self.other))
        proof.say(f"Let {', '.join('{}' for _ in facts)}. {{}}", *facts, self.inside or "")
        self.write_turning_point(proof, estimator.slope, estimator.weight)

    def write_edge(self, proof: Proof, edge: TableEdge) -> None:
        """Write that the slope has one sign where its zero is an end of the domain, or beyond it."""
        is_low = edge.order == "≤"
        absent, side = tuple(map(self.formula, edge.absent)), "lower" if is_low else "upper"
        proof.step(f"If that place is at the {side} end" + ", or beyond it" * (not absent))
        turned = below_zero("it falls all the way") if is_low else above_zero("it rises all the way")
        slope = differentiate(self.formula(edge.slope))
        if absent:
            proof.say("Then some outcomes are in no row:")
            for times in absent:
                proof.chain(times, assume(0))
            proof.say("Still {}. {}", is_positive(self.count), self.inside or "")
            proof.chain(self.ell, same(self.formula(edge.logs)))
            proof.chain(derivative(self.ell, self.theta), slope, turned)
        else:
            excess, end = self.formula(edge.excess), self.formula(edge.end)
            inside = self.theta - end if is_low else end - self.theta
            divisor = self.formula(edge.divisor)
            counted = same(self.formula(edge.logs))
            proof.say(
                "Let {} and {}. {}", is_positive(self.count), not_negative(excess), self.inside or ""
            )
            proof.chain(self.ell, counted)
            # excess ≥ 0 is how far the zero of the slope is beyond the end, inside > 0 how far the
            # parameter is from it: their sum is positive without a case for either.
            both = nodes.Sum((excess, divisor * inside))
            product = nodes.Product((self.formula(self.estimator.weight) / divisor, both))
            signed = same(nodes.Negative(product) if is_low else product, _BOTH)
            proof.chain(derivative(self.ell, self.theta), slope, signed, turned)
        self.write_estimate_at_end(proof, edge.place, is_low=is_low)
