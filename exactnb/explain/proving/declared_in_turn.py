"""The theorem of several parameters that are estimated in turn, each by the steps of one parameter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as every

from exactnb.core.families.deriving.in_turn import InTurn
from exactnb.core.families.deriving.moving_end import MovingEnd
from exactnb.core.families.deriving.one_sum import OneSum
from exactnb.errors import listing
from exactnb.explain.proving.declared_medians import MedianWriter
from exactnb.explain.proving.declared_moving import MovingWriter, without_rows
from exactnb.explain.proving.declared_openings import Opening
from exactnb.explain.proving.declared_sums import SumWriter
from exactnb.explain.proving.shares import no_estimate
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.writing import *


class InTurnWriter(Opening):
    """Write the steps of each parameter, with the estimates of those before it put in."""

    def __init__(self, estimator: InTurn, solved: tuple[bool, ...]) -> None:
        super().__init__(estimator.specification, estimator.tail)
        self.counts_follow = not self.of_one_class
        whole = estimator.specification
        self.stages = [
            SumWriter(
                stage,
                solved=is_solved,
                specification=whole,
                number=number,
                is_pooled=estimator.is_pooled(stage),
            )
            if isinstance(stage, OneSum)
            else (MovingWriter if isinstance(stage, MovingEnd) else MedianWriter)(stage, whole, number)
            for number, (stage, is_solved) in enumerate(zip(estimator.stages, solved, strict=True), 1)
        ]
        names = [self.letters[stage.parameter] for stage in estimator.stages]
        for number, stage in enumerate(self.stages[: estimator.standing + 1]):
            if number and isinstance(stage, SumWriter):
                best, rest = listing(names[:number]), listing(names[number:])
                what, verb = ("that", "stands") if number == 1 else ("those", "stand")
                stage.standing = f" of {names[number]}; {what} of {best} {verb} whatever {rest} is"

    @classmethod
    def theorems(cls, estimator: InTurn) -> Iterator[Theorem]:
        parameters = [stage.parameter for stage in estimator.stages]
        for solved in every((True, False), repeat=len(parameters)):
            yield cls(estimator, solved).theorem(*parameters)

    def write(self, proof: Proof) -> None:
        self.opening(proof)
        self.normalisation(proof)
        if not self.of_one_class:
            proof.say("A class has so many rows:")
        self.rows(proof)
        self.log_likelihood(proof)
        names = [stage.letters[stage.parameter] for stage in self.stages]
        is_added_up = False
        for stage in self.stages:
            stage.declared = self.declared
            if stage.is_pooled and not is_added_up:
                self.add_up(proof, stage)
                is_added_up = True
            write_stage(proof, stage, names)
        if self.of_one_class:
            without_rows(proof)
        else:
            no_estimate(proof, formula="has no value")
        if is_added_up:
            proof.say(
                "Parameters that all classes share are estimated from the rows of the other classes."
            )

    def add_up(self, proof: Proof, stage: Opening) -> None:
        """Write the log-likelihood of all classes: with what they share, those of each add up."""
        shared = listing([self.letters[name] for name in self.specification.shared])
        proof.step(f"The log-likelihood of a column in all classes, by {shared}")
        rows = define(stage.class_sum(log(stage.probability)))
        proof.chain(stage.ell, rows, same(sum_over(self.class_, self.ell), "class by class"))


def write_stage(
    proof: Proof, own: SumWriter | MovingWriter | MedianWriter, names: Sequence[str]
) -> None:
    """Write into `proof` one parameter's counts, log-likelihood and maximum, by its writer `own`.

    `names` are the letters of all parameters in their order: at the last one all are best together.
    """
    name = own.letters[own.parameter]
    *before, last = names
    others = listing([each for each in names if each != name])
    if name != names[0] and not own.is_pooled:
        proof.step(f"The log-likelihood by {name}")
    own.statistic(proof)
    own.counted(proof)
    proof.step(f"Where it is largest in {name}, whatever {others} is")
    own.maximum(proof)
    if name == last:
        best = listing(before) + " of each class" * own.is_pooled
        proof.say(
            f"With the best {best} put in, this is the best of all: whatever the parameters are, "
            f"the best {best} makes the log-likelihood no smaller, and then the best {last} does."
        )
    own.edges(proof)
