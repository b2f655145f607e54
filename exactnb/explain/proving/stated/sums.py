"""The theorem of a family with one parameter and one sum: its MLE, or the MAP with a prior.

How to read: `theorems` is the door; `SumWriter` has a method for each step, in their order; what they
are written about stands in `tables.py`, and how they begin in `openings.py`. A prior
is written by `_Posterior`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.tree import factors_of, terms_of
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.estimator import ROWS, TOTAL, Edge, OneSum
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.forms.roots import is_known_zero
from exactnb.explain.proving.scope.comparing import sign_of
from exactnb.explain.proving.scope.reading import reader_for
from exactnb.explain.proving.scope.scope import inside
from exactnb.explain.proving.stated.openings import Opening
from exactnb.explain.proving.stated.tables import difference, placeholders
from exactnb.explain.proving.writing.common_steps import write_case_without_estimate
from exactnb.explain.proving.writing.theorem import *

_ZERO, _ONE = nodes.Integer(0), nodes.Integer(1)
_BOTH = "one term is not negative, the other is positive"


class SumWriter(Opening):
    """Write the theorem of an estimate; if `solved`, "slope = 0" is solved in a line of its own."""

    sought, seen = "the MLE", "the mean that is seen"
    standing = ""  # what is estimated nevertheless where this parameter has no estimate

    def __init__(
        self,
        estimator: OneSum,
        *,
        solved: bool,
        specification: Specification | None = None,
        number: int = 1,
        is_pooled: bool = False,
    ) -> None:
        stated = specification or estimator.specification
        super().__init__(stated, estimator.tail, estimator.log_base, is_pooled)
        self.use_letters_of(estimator.parameter, number)
        self.estimator = estimator
        self.solved = solved
        self.objective: Expression = self.ell

    @classmethod
    def theorems(cls, estimator: OneSum) -> Iterator[Theorem]:
        writer = cls if estimator.specification.prior is None else _Posterior
        # Where the prover sees no single solution of "slope = 0", signs alone have to show the maximum.
        for solved in (True, False):
            yield writer(estimator, solved=solved).theorem(estimator.parameter)

    def write(self, proof: Proof) -> None:
        self.write_opening(proof)
        self.write_normalisation(proof)
        self.write_counts(proof)
        self.write_log_likelihood(proof)
        self.write_maximum_step(proof)
        self.write_edges(proof)
        write_case_without_estimate(
            proof, formula="says zero over zero" if self.is_zero_over_zero else "has no value"
        )

    @property
    def is_zero_over_zero(self) -> bool:
        """Say whether a quotient of the estimate is 0/0 without rows."""
        read = reader_for(self.declared, counts=False).read

        def is_zero(formula: Expression) -> bool:
            zeros = nodes.replace(formula, lambda part: _ZERO if part in (TOTAL, ROWS) else None)
            try:
                return is_known_zero(read(self.formula(zeros)))
            except Refused:
                return False

        quotients = (
            part for part in self.estimator.estimate.walk() if isinstance(part, nodes.Quotient)
        )
        return any(is_zero(part.numerator) and is_zero(part.denominator) for part in quotients)

    def write_counts(self, proof: Proof) -> None:
        """Write the counts into `proof`: the rows, the sum of the statistic; and the constant."""
        proof.say("Of the numbers of a class, only their count and one sum matter:")
        self.write_row_count(proof)
        self.write_statistic(proof)

    def write_statistic(self, proof: Proof) -> None:
        """Write the sum of the statistic, and the constant without parameters, into `proof`."""
        statistic = self.formula(self.estimator.statistic)
        description = "their sum" if statistic == self.cell else ""
        proof.chain(self.sum, count(self.counted_sum(statistic), description))
        self.write_constant(proof)

    def write_counted_log_likelihood(self, proof: Proof, *claims: ChainStep) -> None:
        self.write_terms(proof, claims, self.estimator)

    # the maximum

    def write_maximum_step(self, proof: Proof) -> None:
        """Write a step into `proof`: the maximum is where the mean of the data is the expected one."""
        proof.step("Where it is largest")
        self.write_maximum(proof)

    def write_maximum(self, proof: Proof) -> None:
        """Write the slope, its sign, and the place of the maximum into `proof`."""
        estimator, theta = self.estimator, self.theta
        expected, slope = self.formula(estimator.expected), self.formula(estimator.slope)
        weight, mean = self.formula(estimator.weight), self.formula(estimator.mean)
        best = self.formula(estimator.estimate)
        facts = self.conditions()
        proof.say(f"Let {placeholders(facts)}. {{}}", *facts, self.inside or "")
        gap = mean - expected if estimator.rises else expected - mean
        factored = same(nodes.Product((*factors_of(weight), gap)), "factored")
        # Where the slope does not fall everywhere, it is written as weight·(mean − expected mean): its
        # sign is seen then, up to the maximum and behind it.
        is_concave = self.is_concave
        slopes = (differentiate(slope), *(() if is_concave else (factored,)))
        proof.chain(derivative(self.objective, theta), *slopes)
        if expected != theta and not is_concave:
            self.write_monotone_mean(proof, expected)
        if estimator.expected_slope is None:
            self.write_maximum_without_formula(proof, expected, mean)
            return
        proof.chain(slope, assume(0, "set to zero"))
        if expected != theta:
            by = _ONE / weight
            reason = "expected and seen mean" if is_concave else "both are equal"
            proof.chain(expected, scale(mean, -by if estimator.rises else by, reason))
        if estimator.isolated is not None:
            power, solved_power, factor = map(self.formula, estimator.isolated)
            proof.chain(power, detail(scale(solved_power, factor)))
        if self.solved:
            proof.chain(theta, solution(best))
        if is_concave:
            curve = differentiate(self.formula(estimator.curve))
            proof.chain(derivative(self.objective, theta, 2), curve, below_zero("so a maximum"))
        reason = "" if is_concave else "up to there, then down"
        largest(proof, theta, self.objective, best, self.sought, reason)

    @property
    def is_concave(self) -> bool:
        """Say whether the slope falls everywhere, which is shown in one line."""
        # Asked before the lines are written, which depend on it: with the letters that they will have.
        within, conditions = inside(self.declared, self.theta), self.estimator.conditions
        gaps = (
            self.formula(more) if less == _ZERO else self.formula(more) - self.formula(less)
            for more, less in conditions
        )
        within = replace(
            within,
            domains=(*within.domains, (self.sum, reals())),
            positive=(*within.positive, self.count, *gaps),
        )
        try:
            return sign_of(within, self.formula(self.estimator.curve)) == "-"
        except Refused:
            return False

    def write_monotone_mean(self, proof: Proof, expected: Expression) -> None:
        """Write into `proof` that the `expected` mean moves one way only, and the sign of the slope."""
        rises_ = self.estimator.rises
        sentence = (
            f"In parentheses stands {self.seen} less the one that is expected, and the latter rises "
            "with the parameter:"
            if rises_
            else f"In parentheses stands the mean that is expected less {self.seen}, and the former "
            "falls with the parameter:"
        )
        proof.say(sentence)
        change = self.estimator.expected_slope
        if change is None:
            claims = [cite(_ZERO, VARIANCE, ">" if rises_ else "<")]
        else:
            claims = [differentiate(self.formula(change)), above_zero() if rises_ else below_zero()]
        proof.chain(derivative(expected, self.theta), *claims)
        proof.say("So the slope turns from plus to minus where the two are equal, and nowhere else.")

    def write_maximum_without_formula(
        self, proof: Proof, expected: Expression, mean: Expression
    ) -> None:
        """Write into `proof` that the maximum is where `expected` is `mean`, without a closed form."""
        range_ = self.specification.parameters[self.estimator.parameter]
        assert isinstance(range_, Interval)
        lines = self.domain_lines(self.root, replace(range_, low_closed=False, high_closed=False))
        proof.say(
            f"No closed form is known for that place. Let {', '.join('{}' for _ in lines)} be it: two "
            "numbers between which the slope changes its sign show that it exists, and enclose it.",
            *lines,
        )
        # The root has no closed form: it is a letter of which the theorem assumes the equation alone.
        proof.chain(self.at(self.root, expected), assume(mean))
        largest(proof, self.theta, self.objective, self.root, self.sought, "up to there, then down")

    def conditions(self) -> list[Line]:
        """Return what is assumed: rows, and a sum that can be expected."""
        # A posterior is largest somewhere without rows too: where its prior is.
        has_rows = self.of_one_class or self.specification.prior is not None
        some = [] if has_rows else [is_positive(self.count)]
        return [
            *some,
            *(self.inequality_line(*map(self.formula, pair)) for pair in self.estimator.conditions),
        ]

    def inequality_line(self, greater: Expression, less: Expression) -> Line:
        """Return the assumption that something is greater; what is negative is less than zero."""
        line = is_more(greater, less)
        return Line(less, "<", greater, line.reason) if greater == _ZERO else line

    def write_edges(self, proof: Proof) -> None:
        """Write into `proof` the estimate, or that there is none, at each end of the expected mean."""
        for edge in self.estimator.edges:
            self.write_edge(proof, edge)

    def write_edge(self, proof: Proof, edge: Edge) -> None:
        """Write into `proof` the estimate where the sum is at the end `edge`, or beyond it."""
        total_ = self.formula(edge.total)
        rising = not edge.is_low
        turned = above_zero if rising else below_zero
        size = "small" if self.is_least(edge) else "large"
        extreme_text = "zero" if total_ == _ZERO else f"as {size} as it can be"
        if edge.relation != "=":
            self.write_beyond_edge(proof, edge)
            return
        proof.step(f"If the sum is {extreme_text}")
        proof.chain(self.sum, assume(total_))
        proof.say("Still {}. {}", is_positive(self.count), self.inside or "")
        proof.chain(self.ell, same(self.with_constant(self.formula(edge.log_likelihood))))
        reason = "it rises all the way" if rising else "it falls all the way"
        slope = differentiate(self.formula(edge.slope))
        proof.chain(derivative(self.ell, self.theta), slope, turned(reason))
        self.write_estimate_at_end(proof, edge.place, is_low=edge.is_low, standing=self.standing)

    def is_least(self, edge: Edge) -> bool:
        """Say whether the sum at `edge` is the least that there is, not the greatest."""
        return edge.is_low == self.estimator.rises

    def write_beyond_edge(self, proof: Proof, edge: Edge) -> None:
        """Write into `proof` that beyond the `edge` of the expected mean the slope has one sign."""
        estimator, least = self.estimator, self.is_least(edge)
        end, expected = self.formula(edge.total), self.formula(estimator.expected)
        proof.step(f"If {'less' if least else 'more'} is seen than can be expected")
        limit = self.formula(_per_row(edge.total))
        excess = difference(end, self.sum) if least else difference(self.sum, end)
        inside = difference(expected, limit) if least else difference(limit, expected)
        proof.say("Let {} and {}. {}", is_positive(self.count), not_negative(excess), self.inside or "")
        proof.chain(self.ell, same(self.with_constant(self.formula(estimator.log_likelihood))))
        weight = self.formula(estimator.weight)
        # The slope as a product whose sum has one term ≥ 0, how far the sum is beyond its end, and one
        # > 0, how far the expected mean is inside of that: no cancellation hides the sign.
        product = nodes.Product((*factors_of(weight), excess / self.count + inside))
        proof.chain(
            derivative(self.ell, self.theta),
            differentiate(self.formula(estimator.slope)),
            same(nodes.Negative(product) if edge.is_low else product, _BOTH),
            below_zero("it falls all the way") if edge.is_low else above_zero("it rises all the way"),
        )
        self.write_estimate_at_end(proof, edge.place, is_low=edge.is_low, standing=self.standing)


class _Posterior(SumWriter):
    """Write where the posterior of the parameter is largest."""

    kind, source = "MAP", "prior"
    sought, seen = "the MAP", "the mean of what is seen and what the prior adds"

    def __init__(self, estimator: OneSum, *, solved: bool) -> None:
        super().__init__(estimator, solved=solved)
        letters, theta = self.letters, self.theta
        self.objective = function(letters["posterior"])[self.column, self.class_](theta)
        self.data, self.factor = letter(letters["data"]), letter(letters["factor"])
        head = function(self.probability.head)
        self.likelihood, self.evidence = head(self.data, given=theta), head(self.data)

    def write(self, proof: Proof) -> None:
        self.write_opening(proof)
        self.write_normalisation(proof)
        self.write_counts(proof)
        self.write_prior(proof)
        self.write_posterior(proof)
        self.write_maximum_step(proof)
        self.write_case_without_rows(proof)

    def write_case_without_rows(self, proof: Proof) -> None:
        """Write where the formula says, without rows, where the prior is largest, if anywhere."""
        alone = {size: sign_of(self.declared, size) for size in map(self.formula, self.estimator.alone)}
        if any(size == _ZERO or sign in ("-", "0-") for size, sign in alone.items()):
            return
        open_ = [self.inequality_line(size, _ZERO) for size, sign in alone.items() if sign != "+"]
        proof.say(
            f"Let {placeholders(open_)}. " * bool(open_)
            + "Without rows, the same formula says where the prior is largest.",
            *open_,
        )

    def write_prior(self, proof: Proof) -> None:
        """Write into `proof` the prior up to a factor, and how probable the rows of the class are."""
        assert self.specification.prior is not None
        proof.say(
            "The prior of the parameter is known up to a factor {}, and the rows D of the class are "
            "possible, {}:".replace(" D ", f" {self.data.letter} "),
            is_positive(self.factor),
            is_positive(self.evidence),
        )
        prior = nodes.Product((self.factor, *factors_of(self.formula(self.specification.prior))))
        proof.chain(function("p")(self.theta), given(prior, "prior"))
        rows = product(self.row, self.probability, where=self.in_class)
        proof.chain(self.likelihood, given(rows, "the data D"))

    def write_posterior(self, proof: Proof) -> None:
        """Write into `proof` the posterior, and its logarithm in what is counted."""
        proof.step("The posterior of the parameter")
        if self.inside:
            proof.say("{}", self.inside)
        posterior = function("p")(self.theta, given=self.data)
        rule = self.likelihood * function("p")(self.theta) / self.evidence
        proof.chain(posterior, given(rule, "Bayes’ rule"))
        proof.say("The prior adds to what is counted, as if more had been seen:")
        logarithm = self.with_constant(self.formula(self.estimator.log_likelihood))
        constants = log(self.factor) - log(self.evidence)
        base = self.estimator.prior_base
        more = () if base is None else terms_of(self.formula(base))
        log_posterior = nodes.Sum.of((*terms_of(logarithm), *more, *constants.terms))
        proof.chain(
            self.objective, define(log(posterior), "its logarithm"), same(log_posterior, "counted")
        )


def _per_row(total: Expression) -> Expression:
    """Return a total that is proportional to the number of rows, divided by that."""
    match total:
        case nodes.Negative(term):
            return nodes.Negative(_per_row(term))
        case nodes.Quotient(numerator, denominator):
            return nodes.Quotient(_per_row(numerator), denominator)
        case nodes.Product(factors) if ROWS in factors:
            return nodes.Product.of(factor for factor in factors if factor != ROWS)
    return _ONE if total == ROWS else _ZERO if total == _ZERO else nodes.Quotient(total, ROWS)
