"""The theorem of a family that somebody stated, written line by line from what was found for it.

What was found is a candidate: only the prover says whether the lines hold.

How to read: `theorem_of_specification` is the door; `_Writer` has a method for each step, in their
order; what they are written about stands in `declared_tables.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.families.deriving.estimator import Edge, Estimator
from exactnb.errors import Unsupported
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.declared_tables import Table
from exactnb.explain.proving.form_text import form_text
from exactnb.explain.proving.patterns import Refused
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.shares import no_estimate
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.totals import total
from exactnb.explain.proving.writing import *

_ZERO, _ONE = nodes.Integer(0), nodes.Integer(1)


def theorem_of_specification(estimator: Estimator) -> Theorem:
    """Return the theorem of an estimate, every line of it accepted.

    It is proved each time. Raises Unsupported with the line that nothing shows: then the family counts
    for nothing, whatever was found.
    """
    name = estimator.specification.name or "family"
    problem = ""
    for solved in (True, False):  # whether "slope = 0" is seen to have one solution
        writer = _Writer(estimator, solved=solved)
        rule = f"{estimator.parameter} j|k MLE"
        title = f"The MLE of {writer.letters[estimator.parameter]}, by its density"
        theorem = Theorem(f"{name}-mle", title, writer.write, name, rule)
        problem = first_problem(theorem)
        if not problem:
            return theorem
    raise Unsupported(f"the estimate is not proved: {problem}")


def first_problem(theorem: Theorem) -> str:
    """Return the first line of a theorem that the prover refuses, and why; "" if it accepts all."""
    prover = Prover()
    for step in theorem.steps():
        for line, problem in prover.step(step):
            if problem:
                return f"{line.left} {line.relation} {line.right}: {problem}"
    return ""


class _Writer(Table):
    """Write the theorem of an estimate; if `solved`, "slope = 0" is solved in a line of its own."""

    def __init__(self, estimator: Estimator, *, solved: bool) -> None:
        super().__init__(estimator)
        self.solved = solved

    def write(self, proof: Proof) -> None:
        """Write all steps."""
        self.opening(proof)
        self.normalisation(proof)
        self.counts(proof)
        self.log_likelihood(proof)
        self.largest(proof)
        for edge in self.estimator.edges:
            self.edge(proof, edge)
        no_estimate(proof)

    # what is given

    def opening(self, proof: Proof) -> None:
        """Write the table, the letters of the family, and its density."""
        specification = self.specification
        constants = [
            self.said(letter(self.letters[name]), range_)
            for name, range_ in specification.constants.items()
        ]
        support = self.said(self.cell, specification.support)
        parameter_ = self.said(self.theta, specification.parameters[self.estimator.parameter])
        known = ", ".join("{}" for lines in constants for _ in lines)
        text = (
            "Rows {}, columns {}, classes {}, labels {}; "
            + (
                f"known numbers {known}; "
                if len(constants) > 1
                else f"a known number {known}; " * bool(known)
            )
            + f"cells {', '.join('{}' for _ in support)}, and for each column and class a parameter "
            + f"{', '.join('{}' for _ in parameter_)}. A row without a number is no row of that column."
        )
        table = (runs(self.row), runs(self.column), runs(self.class_))
        lines = (line for lines in (*constants, support, parameter_) for line in lines)
        proof.begin(text, *table, is_in(self.label, self.class_.domain), *lines)
        if self.inside:
            proof.say(
                "At the ends a formula is what it tends to: zero to the power of zero is one, and zero "
                "times the logarithm of zero is zero."
            )
        name = "density" if specification.is_density else "probabilities"
        proof.chain(self.probability, given(self.formula(specification.formula), name))

    def normalisation(self, proof: Proof) -> None:
        """Write that the density, or the probabilities, add up to 1."""
        proof.say(
            "This is a density: it is nowhere negative, and its integral is one."
            if self.specification.is_density
            else "These are probabilities: none is negative, and they add up to one."
        )
        proof.chain(self.everything, cite(_ONE, self.fact(proof)))

    def fact(self, proof: Proof) -> str:
        """Return the fact by which it adds up to 1; raise Unsupported for what is no density."""
        prover = Prover()
        for line, problem in (pair for step in proof.steps for pair in prover.step(step)):
            if problem and line.left != self.probability:
                raise Unsupported(
                    f"the estimate is not proved: {line.left} {line.relation} {line.right}: {problem}"
                )
            if problem:
                raise Unsupported(self.no_density(prover, problem))
        facts, _ = total(prover.declared, self.cell, self.probability)
        return sorted(facts)[0]

    def no_density(self, prover: Prover, problem: str) -> str:
        """Return what is wrong with a formula that was refused as a density."""
        specification = self.specification
        what = "density" if specification.is_density else "mass function"
        formula = specification.text or str(specification.formula)
        try:
            _, value = total(prover.declared, self.cell, self.formula(specification.formula))
        except Refused as error:
            return f"{formula} is not known to be a {what}: {error.message}"
        if "form of" not in problem:
            return f"{formula} is not known to be a {what}: {problem}"
        return f"{formula} is no {what}: it adds up to {form_text(value)}, not to 1"

    def counts(self, proof: Proof) -> None:
        """Write what is counted: the rows, and the sum of the statistic; and what is left as it is."""
        proof.say("The numbers of a class count by how many they are, and by one sum:")
        proof.chain(self.count, count(sum_over(self.row, self.in_class), "rows of the class"))
        statistic = self.formula(self.estimator.statistic)
        words = "their sum" if statistic == self.cell else ""
        proof.chain(self.sum, count(sum_over(self.row, statistic * self.in_class), words))
        if self.estimator.log_base is not None:
            proof.say("What does not depend on the parameter is a constant:")
            proof.chain(self.rest, define(self.class_sum(self.formula(self.estimator.log_base))))

    # the log-likelihood

    def log_likelihood(self, proof: Proof) -> None:
        """Write the log-likelihood as a sum over the rows, taken apart, and counted."""
        proof.step("The log-likelihood of a column in a class")
        if self.inside:
            proof.say("{}", self.inside)
        base = self.estimator.log_base
        terms = (*_terms(self.estimator.log_density), *(() if base is None else _terms(base)))
        proof.chain(
            self.ell,
            define(self.class_sum(log(self.probability))),
            detail(same(self.class_sum(self.formula(nodes.Sum.of(terms))), "taken apart")),
            same(self.with_rest(self.estimator.log_likelihood), "counted"),
        )

    def with_rest(self, formula: Expression) -> Expression:
        """Return a log-likelihood with the constant that belongs to it."""
        rest = () if self.estimator.log_base is None else (self.rest,)
        return nodes.Sum.of((*_terms(self.formula(formula)), *rest))

    # the maximum

    def largest(self, proof: Proof) -> None:
        """Write why the log-likelihood is largest where as much is seen as is expected."""
        estimator, theta = self.estimator, self.theta
        expected, slope = self.formula(estimator.expected), self.formula(estimator.slope)
        weight, mean = self.formula(estimator.weight), self.sum / self.count
        best = self.formula(estimator.estimate)
        proof.step("Where it is largest")
        facts = (is_positive(self.count), *self.conditions())
        said = ", ".join("{}" for _ in facts[1:])
        let = f"Let {{}} and {said}. {{}}" if said else "Let there be rows of the class, {}. {}"
        proof.say(let, *facts, self.inside or "")
        gap = mean - expected if estimator.rises else expected - mean
        factored = same(nodes.Product((*_factors(weight), gap)), "factored")
        proof.chain(derivative(self.ell, theta), differentiate(slope), factored)
        if expected != theta:
            self.moving(proof, expected)
        proof.chain(slope, assume(0, "set to zero"))
        if expected != theta:
            by = _ONE / weight
            proof.chain(expected, scale(mean, -by if estimator.rises else by, "both are equal"))
        if estimator.isolated is not None:
            power, worth, factor = map(self.formula, estimator.isolated)
            proof.chain(power, detail(scale(worth, factor)))
        if self.solved:
            proof.chain(theta, solution(best))
        largest(proof, theta, self.ell, best, "the MLE", "up to there, then down")

    def moving(self, proof: Proof, expected: Expression) -> None:
        """Write that what is expected moves one way only, and what follows for the slope."""
        rises_ = self.estimator.rises
        sentence = (
            "In parentheses stands the mean that is seen less the one that is expected, and the latter "
            "rises with the parameter:"
            if rises_
            else "In parentheses stands the mean that is expected less the one that is seen, and the "
            "former falls with the parameter:"
        )
        change = differentiate(self.formula(self.estimator.expected_slope))
        proof.say(sentence)
        proof.chain(derivative(expected, self.theta), change, rises() if rises_ else falls())
        proof.say("So the slope turns from plus to minus where the two are equal, and nowhere else.")

    def conditions(self) -> Iterator[Line]:
        """Yield what is assumed of the sum: that as much can be expected as is seen."""
        for greater, less in self.estimator.conditions:
            greater, less = self.formula(greater), self.formula(less)
            is_less = greater == _ZERO
            yield (
                Line(less, "<", greater, is_more(greater, less).reason)
                if is_less
                else is_more(greater, less)
            )

    def edge(self, proof: Proof, edge: Edge) -> None:
        """Write what there is to estimate where the sum is at an end, or beyond it."""
        total_ = self.formula(edge.total)
        rising = not edge.is_low
        turned = rises if rising else falls
        at_end = (
            "zero"
            if total_ == _ZERO
            else "as small as it can be"
            if self.is_least(edge)
            else "as large as it can be"
        )
        if edge.relation != "=":
            self.beyond(proof, edge)
            return
        proof.step(f"If the sum is {at_end}")
        proof.chain(self.sum, assume(total_))
        proof.say("Still {}. {}", is_positive(self.count), self.inside or "")
        proof.chain(self.ell, same(self.with_rest(edge.log_likelihood)))
        words = "it rises all the way" if rising else "it falls all the way"
        slope = differentiate(self.formula(edge.slope))
        proof.chain(derivative(self.ell, self.theta), slope, turned(words))
        self.at_end(proof, edge)

    def is_least(self, edge: Edge) -> bool:
        """Say whether a sum at an end is the least that there is, not the greatest."""
        return edge.is_low == self.estimator.rises

    def at_end(self, proof: Proof, edge: Edge) -> None:
        """Write the estimate at an end of the parameter's domain, or that there is none."""
        if edge.place is not None:
            largest(proof, self.theta, self.ell, self.formula(edge.place), "the MLE", "at this end")
            return
        proof.say(
            "The nearer the parameter is to that end, the larger this is, and the end is none of its "
            "values: there is no estimate."
        )

    def beyond(self, proof: Proof, edge: Edge) -> None:
        """Write that beyond an end of what can be expected the slope has one sign throughout."""
        total_, expected = self.formula(edge.total), self.formula(edge.total)
        limit = nodes.Quotient(total_, self.count)
        proof.step(
            "If less is seen than can be expected"
            if self.is_least(edge)
            else "If more is seen than can be expected"
        )
        expected = self.formula(self.estimator.expected)
        out = total_ - self.sum if self.is_least(edge) else self.sum - total_
        inside = expected - limit if self.is_least(edge) else limit - expected
        fact = is_more(total_, self.sum) if self.is_least(edge) else is_more(self.sum, total_)
        proof.say("Let {} and {}. {}", is_positive(self.count), fact, self.inside or "")
        weight = self.formula(self.estimator.weight)
        product = nodes.Product((*_factors(weight), out / self.count + inside))
        both = nodes.Negative(product) if edge.is_low else product
        words = "it falls all the way" if edge.is_low else "it rises all the way"
        turned = falls if edge.is_low else rises
        slope = differentiate(self.formula(self.estimator.slope))
        proof.chain(derivative(self.ell, self.theta), slope, same(both), turned(words))
        self.at_end(proof, edge)


def _terms(formula: Expression) -> tuple[Expression, ...]:
    return formula.terms if isinstance(formula, nodes.Sum) else (formula,)


def _factors(formula: Expression) -> tuple[Expression, ...]:
    return formula.factors if isinstance(formula, nodes.Product) else (formula,)
