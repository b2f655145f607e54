"""The theorem of several parameters that are estimated in turn, each by the steps of one parameter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as every

from exactnb.core.families.deriving.in_turn import InTurn
from exactnb.core.families.deriving.one_sum import OneSum
from exactnb.errors import listing
from exactnb.explain.proving.declared_openings import Opening
from exactnb.explain.proving.declared_sums import SumWriter
from exactnb.explain.proving.shares import no_estimate
from exactnb.explain.proving.theorem import *
from exactnb.explain.proving.writing import *


def theorems(estimator: InTurn) -> Iterator[Theorem]:
    """Yield the theorem, in the ways in which it may be proved."""
    name = estimator.specification.name or "family"
    for solved in every((True, False), repeat=len(estimator.stages)):
        writer = _Writer(estimator, solved)
        letters = [writer.letters[stage.parameter] for stage in estimator.stages]
        title = f"The MLEs of {' and '.join(letters)}, by their density"
        yield Theorem(f"{name}-mle", title, writer.write, name, f"{' '.join(letters)} j|k MLE")


class _Writer(Opening):
    """Write the steps of each parameter, with the estimates of those before it put in."""

    def __init__(self, estimator: InTurn, solved: tuple[bool, ...]) -> None:
        super().__init__(estimator)
        self.stages = [
            _Stage(estimator, stage, number, solved=is_solved)
            for number, (stage, is_solved) in enumerate(zip(estimator.stages, solved, strict=True), 1)
        ]

    def write(self, proof: Proof) -> None:
        """Write all steps."""
        self.opening(proof)
        self.normalisation(proof)
        if not self.of_one_class:
            proof.say("A class has so many rows:")
        self.rows(proof)
        proof.step("The log-likelihood of a column in a class")
        if self.inside:
            proof.say("{}", self.inside)
        proof.chain(self.ell, define(self.class_sum(log(self.probability))))
        for stage in self.stages:
            stage.declared = self.declared
            stage.write_stage(proof, self.stages)
        no_estimate(proof, formula="has no value")


class _Stage(SumWriter):
    """Write the steps of one parameter, in the letters of them all."""

    def __init__(self, whole: InTurn, stage: OneSum, number: int, *, solved: bool) -> None:
        super().__init__(stage, solved=solved, specification=whole.specification, number=number)
        self.name = self.letters[self.parameter]

    def write_stage(self, proof: Proof, stages: Sequence[_Stage]) -> None:
        """Write what is counted, the log-likelihood in it, and where that is largest."""
        *before, last = (stage.name for stage in stages)
        others = listing([name for name in (*before, last) if name != self.name])
        if self is not stages[0]:
            proof.step(f"The log-likelihood by {self.name}")
        self.statistic(proof)
        self.counted(proof)
        proof.step(f"Where it is largest in {self.name}, whatever {others} is")
        self.maximum(proof)
        if self is stages[-1]:
            best = listing(before)
            proof.say(
                f"With the best {best} put in, this is the best of all: whatever the parameters are, "
                f"the best {best} makes the log-likelihood no smaller, and then the best {last} does."
            )
        for edge in self.estimator.edges:
            self.edge(proof, edge)
