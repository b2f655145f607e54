"""The theorems of several parameters: estimated in turn, or one of them by a root.

How to read: `InTurnWriter` writes of one parameter after another, `ProfileWriter` of two parameters
of which one has a closed form; both write a parameter's own steps by `write_stage`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as every

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.families.deriving.estimator import TOTAL, OneSum
from exactnb.core.families.deriving.order_statistics import MovingEnd
from exactnb.core.families.deriving.several_parameters import SECOND, InTurn, Profile
from exactnb.errors import listing
from exactnb.explain.proving.stated.openings import Opening
from exactnb.explain.proving.stated.orders import MedianWriter, MovingWriter, write_case_without_rows
from exactnb.explain.proving.stated.sums import SumWriter
from exactnb.explain.proving.writing.common_steps import write_case_without_estimate
from exactnb.explain.proving.writing.theorem import *


class InTurnWriter(Opening):
    """Write the steps of each parameter, with the estimates of those before it put in."""

    def __init__(self, estimator: InTurn, solved: tuple[bool, ...]) -> None:
        super().__init__(estimator.specification, estimator.tail)
        self.counts_follow = not self.of_one_class
        stated = estimator.specification
        self.stages = [
            SumWriter(
                stage,
                solved=is_solved,
                specification=stated,
                number=number,
                is_pooled=estimator.is_pooled(stage),
            )
            if isinstance(stage, OneSum)
            else (MovingWriter if isinstance(stage, MovingEnd) else MedianWriter)(stage, stated, number)
            for number, (stage, is_solved) in enumerate(zip(estimator.stages, solved, strict=True), 1)
        ]
        names = [self.letters[stage.parameter] for stage in estimator.stages]
        for number, stage in enumerate(self.stages[: estimator.settled_count + 1]):
            if number and isinstance(stage, SumWriter):
                best, rest = listing(names[:number]), listing(names[number:])
                what, verb = ("that", "stands") if number == 1 else ("those", "stand")
                stage.standing = f" of {names[number]}; {what} of {best} {verb} whatever {rest} is"

    @classmethod
    def theorems(cls, estimator: InTurn) -> Iterator[Theorem]:
        parameters = [stage.parameter for stage in estimator.stages]
        # Each parameter may need the line that solves, or be refused with it.
        for solved in every((True, False), repeat=len(parameters)):
            yield cls(estimator, solved).theorem(*parameters)

    def write(self, proof: Proof) -> None:
        self.write_opening(proof)
        self.write_normalisation(proof)
        if not self.of_one_class:
            proof.say("A class has so many rows:")
        self.write_row_count(proof)
        self.write_log_likelihood(proof)
        names = [stage.letters[stage.parameter] for stage in self.stages]
        is_added_up = False
        for stage in self.stages:
            stage.declared = self.declared
            if stage.is_pooled and not is_added_up:
                self.write_joint_log_likelihood(proof, stage)
                is_added_up = True
            write_stage(proof, stage, names)
        if self.of_one_class:
            write_case_without_rows(proof)
        else:
            write_case_without_estimate(proof, formula="has no value")
        if is_added_up:
            proof.say(
                "Parameters that all classes share are estimated from the rows of the other classes."
            )

    def write_joint_log_likelihood(self, proof: Proof, stage: Opening) -> None:
        """Write the log-likelihood of all classes: with what they share, those of each add up."""
        shared = listing([self.letters[name] for name in self.specification.shared])
        proof.step(f"The log-likelihood of a column in all classes, by {shared}")
        rows = define(stage.class_sum(log(stage.probability)))
        proof.chain(stage.ell, rows, same(sum_over(self.class_, self.ell), "class by class"))


class ProfileWriter(Opening):
    """Write where one parameter is best for each value of the other, and then the best of these."""

    def __init__(self, estimator: Profile, *, solved: bool) -> None:
        super().__init__(estimator.specification, estimator.tail, estimator.log_base)
        self.estimator = estimator
        stated = estimator.specification
        self.first = SumWriter(estimator.first, solved=solved, specification=stated)
        total = self.first.sum
        self.use_letters_of(estimator.other, 2)
        self._written |= {SECOND: self.sum, TOTAL: total}
        self.profile = function(self.letters["posterior"])[self.places](self.theta)

    @classmethod
    def theorems(cls, estimator: Profile) -> Iterator[Theorem]:
        for solved in (True, False):
            yield cls(estimator, solved=solved).theorem(*estimator.specification.parameters)

    def write(self, proof: Proof) -> None:
        first, estimator = self.first, self.estimator
        self.write_opening(proof)
        self.write_normalisation(proof)
        proof.say("A class has so many rows:")
        self.write_row_count(proof)
        self.write_log_likelihood(proof)
        first.declared = self.declared
        names = (estimator.first.parameter, estimator.other)
        write_stage(proof, first, [self.letters[name] for name in names])
        self.write_substitution(proof)
        self.write_maximum_step(proof)
        self.write_case_of_equal_numbers(proof)
        write_case_without_estimate(proof, formula="has no value")

    def write_substitution(self, proof: Proof) -> None:
        """Write into `proof` the log-likelihood with the best of the first parameter put in."""
        estimator, first = self.estimator, self.letters[self.estimator.first.parameter]
        proof.step(f"The log-likelihood with the best {first} put in")
        proof.chain(self.sum, count(self.counted_sum(self.formula(estimator.statistic))))
        self.write_constant(proof, "the parameters")
        proof.say(f"Let {{}}. For the best {first}, as above,", is_positive(self.count))
        proof.chain(self.first.sum, assume(self.formula(estimator.total)))
        proof.chain(self.ell, same(self.profile_formula))

    @property
    def profile_formula(self) -> Expression:
        """Return the log-likelihood with the best of the first parameter, and its constant."""
        return self.with_constant(self.formula(self.estimator.profile))

    def write_maximum_step(self, proof: Proof) -> None:
        """Write into `proof` where that is largest: at the one root of an equation."""
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
        proof.chain(self.profile, define(self.profile_formula))
        # ψ(a) − log a has no inverse in closed form; that it rises, which is cited, is enough to show
        # that the slope n·(level − expected) turns once, from plus to minus.
        gap = nodes.Product((self.count, nodes.Sum((level, nodes.Negative(expected)))))
        slope = differentiate(self.formula(estimator.slope))
        proof.chain(derivative(self.profile, theta), slope, same(gap, "factored"))
        proof.say("What is taken away rises with the parameter:")
        proof.chain(derivative(expected, theta), cite(nodes.Integer(0), TRIGAMMA, ">"))
        proof.say(
            "It rises from minus infinity to zero (Abramowitz and Stegun, on the psi function), so the "
            "slope is zero at one place. No closed form is known for it. Let {} be that place: two "
            "numbers between which the slope changes its sign enclose it.",
            is_positive(self.root),
        )
        proof.chain(self.at(self.root, expected), assume(level))
        largest(proof, theta, self.profile, self.root, "", "up to there, then down")
        first, second = self.letters[estimator.first.parameter], self.letters[estimator.other]
        proof.say(
            f"With the best {first} for it, this is the best of all: whatever the parameters are, the "
            f"best {first} makes the log-likelihood no smaller, and then the best {second} does."
        )

    def write_case_of_equal_numbers(self, proof: Proof) -> None:
        """Write into `proof` that equal numbers have no estimate."""
        proof.step("If all numbers are equal")
        proof.say(
            "Then both sides of that inequality are equal, and what is taken away in the slope is "
            "negative everywhere: the slope is positive, the likelihood rises without end, and there "
            "is no estimate."
        )


def write_stage(
    proof: Proof, writer: SumWriter | MovingWriter | MedianWriter, names: Sequence[str]
) -> None:
    """Write into `proof` one parameter's counts, log-likelihood and maximum, by its writer `writer`.

    `names` are the letters of all parameters in their order: at the last one all are best together.
    """
    name = writer.letters[writer.parameter]
    *earlier, last = names
    rivals = listing([rival for rival in names if rival != name])
    if name != names[0] and not writer.is_pooled:
        proof.step(f"The log-likelihood by {name}")
    writer.write_statistic(proof)
    writer.write_counted_log_likelihood(proof)
    proof.step(f"Where it is largest in {name}, whatever {rivals} is")
    writer.write_maximum(proof)
    if name == last:
        best = listing(earlier) + " of each class" * writer.is_pooled
        proof.say(
            f"With the best {best} put in, this is the best of all: whatever the parameters are, "
            f"the best {best} makes the log-likelihood no smaller, and then the best {last} does."
        )
    writer.write_edges(proof)
