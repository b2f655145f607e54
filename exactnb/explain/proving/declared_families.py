"""The theorem of a family that somebody stated, written line by line from what was found for it.

What was found is a candidate: the prover says whether the lines hold. How to read:
`theorem_of_specification` is the door; `_Writer` has a method for each step, in their order; what they
are written about stands in `declared_tables.py`.
"""

from __future__ import annotations

from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.families.declared.specification import Interval
from exactnb.core.families.deriving.estimator import ROWS, TOTAL, Estimator
from exactnb.errors import Unsupported
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.comparing import sign_of
from exactnb.explain.proving.declared_ends import Ends, factors_of, terms_of
from exactnb.explain.proving.form_text import form_text
from exactnb.explain.proving.patterns import Refused
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.reading import reader_for
from exactnb.explain.proving.roots import vanishes
from exactnb.explain.proving.shares import no_estimate
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.totals import total
from exactnb.explain.proving.writing import *

_ZERO, _ONE = nodes.Integer(0), nodes.Integer(1)
_SHORT = 4  # the most terms of a sum over the rows that fit into a line


def theorem_of_specification(estimator: Estimator) -> Theorem:
    """Return the theorem of an estimate, every line of it accepted.

    It is proved each time. Raises Unsupported with the line that nothing shows: then the family counts
    for nothing, whatever was found.
    """
    name = estimator.specification.name or "family"
    kind, by = ("MLE", "its density") if estimator.specification.prior is None else ("MAP", "its prior")
    problem = ""
    for solved in (True, False):  # whether "slope = 0" is seen to have one solution
        writer = (_Writer if kind == "MLE" else _Posterior)(estimator, solved=solved)
        title = f"The {kind} of {writer.letters[estimator.parameter]}, by {by}"
        rule = f"{estimator.parameter} j|k {kind}"
        theorem = Theorem(f"{name}-{kind.lower()}", title, writer.write, name, rule)
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


class _Writer(Ends):
    """Write the theorem of an estimate; if `solved`, "slope = 0" is solved in a line of its own."""

    sought, seen = "the MLE", "the mean that is seen"

    def __init__(self, estimator: Estimator, *, solved: bool) -> None:
        super().__init__(estimator)
        self.solved = solved
        self.objective: Expression = self.ell

    def write(self, proof: Proof) -> None:
        """Write all steps."""
        self.opening(proof)
        self.normalisation(proof)
        self.counts(proof)
        self.log_likelihood(proof)
        self.largest(proof)
        for edge in self.estimator.edges:
            self.edge(proof, edge)
        no_estimate(proof, formula="says zero over zero" if self.is_zero_over_zero else "has no value")

    @property
    def is_zero_over_zero(self) -> bool:
        """Say whether a quotient of the estimate is 0/0 without rows."""
        read = reader_for(self.declared, counts=False).read

        def is_zero(formula: Expression) -> bool:
            zeros = nodes.replace(formula, lambda part: _ZERO if part in (TOTAL, ROWS) else None)
            try:
                return vanishes(read(self.formula(zeros)))
            except Refused:
                return False

        quotients = (
            part for part in self.estimator.estimate.walk() if isinstance(part, nodes.Quotient)
        )
        return any(is_zero(part.numerator) and is_zero(part.denominator) for part in quotients)

    # what is given

    def opening(self, proof: Proof) -> None:
        """Write the table, the letters of the family, and its density."""
        specification = self.specification
        constants = [
            self.domain_lines(letter(self.letters[name]), range_)
            for name, range_ in specification.constants.items()
        ]
        support = self.domain_lines(self.cell, specification.support)
        parameter_ = self.domain_lines(self.theta, specification.parameters[self.estimator.parameter])
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
            + self.renamed
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
        tail, support = self.estimator.tail, self.specification.support
        if tail is None or not isinstance(support, Interval) or support.low is None:
            return
        more, low = self.formula(tail), self.formula(support.low)
        proof.say("More than a number has a probability whose slope is minus the density:")
        proof.chain(derivative(more, self.cell), differentiate(-self.probability))
        proof.say("At the least number it is one:")
        there = nodes.replace(more, lambda part: low if part == self.cell else None)
        proof.chain(there, same(_ONE))

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
        self.declared = prover.declared
        facts, _ = total(self.declared, self.cell, self.probability)
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
        terms = (*terms_of(self.estimator.log_density), *(() if base is None else terms_of(base)))
        apart = detail(same(self.class_sum(self.formula(nodes.Sum.of(terms))), "taken apart"))
        proof.chain(
            self.ell,
            define(self.class_sum(log(self.probability))),
            *((apart,) if len(terms) <= _SHORT else ()),
            same(self.with_rest(self.estimator.log_likelihood), "counted"),
        )

    # the maximum

    def largest(self, proof: Proof) -> None:
        """Write why the log-likelihood is largest where as much is seen as is expected."""
        estimator, theta = self.estimator, self.theta
        expected, slope = self.formula(estimator.expected), self.formula(estimator.slope)
        weight, mean = self.formula(estimator.weight), self.formula(estimator.mean)
        best = self.formula(estimator.estimate)
        proof.step("Where it is largest")
        facts = self.conditions()
        proof.say(f"Let {_listed(facts)}. {{}}", *facts, self.inside or "")
        gap = mean - expected if estimator.rises else expected - mean
        factored = same(nodes.Product((*factors_of(weight), gap)), "factored")
        proof.chain(derivative(self.objective, theta), differentiate(slope), factored)
        if expected != theta:
            self.moving(proof, expected)
        if estimator.expected_slope is None:
            self.enclosed(proof, expected, mean)
            return
        proof.chain(slope, assume(0, "set to zero"))
        if expected != theta:
            by = _ONE / weight
            proof.chain(expected, scale(mean, -by if estimator.rises else by, "both are equal"))
        if estimator.isolated is not None:
            power, worth, factor = map(self.formula, estimator.isolated)
            proof.chain(power, detail(scale(worth, factor)))
        if self.solved:
            proof.chain(theta, solution(best))
        largest(proof, theta, self.objective, best, self.sought, "up to there, then down")

    def moving(self, proof: Proof, expected: Expression) -> None:
        """Write that what is expected moves one way only, and what follows for the slope."""
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
        sign = rises() if rises_ else falls()
        claims = (
            (cite(_ZERO, VARIANCE, ">" if rises_ else "<"),)
            if change is None
            else (differentiate(self.formula(change)), sign)
        )
        proof.chain(derivative(expected, self.theta), *claims)
        proof.say("So the slope turns from plus to minus where the two are equal, and nowhere else.")

    def enclosed(self, proof: Proof, expected: Expression, mean: Expression) -> None:
        """Write that the place where both means are equal, which has no closed form, is the maximum."""
        range_ = self.specification.parameters[self.estimator.parameter]
        assert isinstance(range_, Interval)
        lines = self.domain_lines(self.root, replace(range_, low_closed=False, high_closed=False))
        proof.say(
            f"No closed form is known for that place. Let {', '.join('{}' for _ in lines)} be it: two "
            "numbers between which the slope changes its sign show that it exists, and enclose it.",
            *lines,
        )
        there = nodes.replace(expected, lambda part: self.root if part == self.theta else None)
        proof.chain(there, assume(mean))
        largest(proof, self.theta, self.objective, self.root, self.sought, "up to there, then down")

    def conditions(self) -> list[Line]:
        """Return what is assumed: rows, and a sum that can be expected."""
        some = [] if self.specification.prior is not None else [is_positive(self.count)]
        return [*some, *(self.more(*map(self.formula, pair)) for pair in self.estimator.conditions)]

    def more(self, greater: Expression, less: Expression) -> Line:
        """Return the assumption that something is greater; what is negative is less than zero."""
        line = is_more(greater, less)
        return Line(less, "<", greater, line.reason) if greater == _ZERO else line


class _Posterior(_Writer):
    """Write where the posterior of the parameter is largest."""

    sought, seen = "the MAP", "the mean of what is seen and what the prior adds"

    def __init__(self, estimator: Estimator, *, solved: bool) -> None:
        super().__init__(estimator, solved=solved)
        letters, theta = self.letters, self.theta
        self.objective = function(letters["posterior"])[self.column, self.class_](theta)
        self.data, self.factor = letter(letters["data"]), letter(letters["factor"])
        head = function(self.probability.head)
        self.likelihood, self.evidence = head(self.data, given=theta), head(self.data)

    def write(self, proof: Proof) -> None:
        """Write all steps."""
        self.opening(proof)
        self.normalisation(proof)
        self.counts(proof)
        self.prior(proof)
        self.posterior(proof)
        self.largest(proof)
        self.without_rows(proof)

    def without_rows(self, proof: Proof) -> None:
        """Write where the formula says, without rows, where the prior is largest, if anywhere."""
        alone = {size: sign_of(self.declared, size) for size in map(self.formula, self.estimator.alone)}
        if any(size == _ZERO or sign in ("-", "0-") for size, sign in alone.items()):
            return
        open_ = [self.more(size, _ZERO) for size, sign in alone.items() if sign != "+"]
        proof.say(
            f"Let {_listed(open_)}. " * bool(open_)
            + "Without rows, the same formula says where the prior is largest.",
            *open_,
        )

    def prior(self, proof: Proof) -> None:
        """Write the prior up to a factor, and how probable the rows of the class are."""
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

    def posterior(self, proof: Proof) -> None:
        """Write the posterior, and its logarithm in what is counted."""
        proof.step("The posterior of the parameter")
        if self.inside:
            proof.say("{}", self.inside)
        posterior = function("p")(self.theta, given=self.data)
        rule = self.likelihood * function("p")(self.theta) / self.evidence
        proof.chain(posterior, given(rule, "Bayes’ rule"))
        proof.say("The prior adds to what is counted, as if more had been seen:")
        logarithm = self.formula(self.estimator.log_likelihood)
        constants = log(self.factor) - log(self.evidence)
        rest = () if self.estimator.log_base is None else (self.rest,)
        base = self.estimator.prior_base
        more = () if base is None else terms_of(self.formula(base))
        whole = nodes.Sum.of((*terms_of(logarithm), *rest, *more, *constants.terms))
        proof.chain(self.objective, define(log(posterior), "its logarithm"), same(whole, "counted"))


def _listed(facts: list[Line]) -> str:
    """Return the places of some facts in a sentence."""
    return " and ".join(filter(None, (", ".join(["{}"] * (len(facts) - 1)), "{}" * bool(facts))))
