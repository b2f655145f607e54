"""The theorem of a family that somebody stated, written line by line from what was found for it.

What was found is a candidate: the prover says whether the lines hold. Each kind of record has a class
that writes its theorem; several ways to write it may be tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module

from exactnb.core.families.declared.specification import Specification
from exactnb.core.families.deriving.estimator import Estimator
from exactnb.errors import Unsupported
from exactnb.explain.derivation.lines import Step
from exactnb.explain.proving.facts.antiderivatives import INFINITE_INTEGRAL
from exactnb.explain.proving.proof_digests import remember_proved
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.stated.openings import closed_end_hint
from exactnb.explain.proving.stated.tables import TheoremTable
from exactnb.explain.proving.writing.theorem import Proof, Theorem

_WRITERS: Mapping[str, str] = {
    "OneSum": "sums.SumWriter",
    "InTurn": "several.InTurnWriter",
    "Profile": "several.ProfileWriter",
    "MovingEnd": "orders.MovingWriter",
    "Median": "orders.MedianWriter",
    "TwoSums": "zeros.CurvedWriter",
    "SeveralZeros": "zeros.ZerosWriter",
    "FactoredTable": "zeros.OutcomesWriter",
}
"""The kinds of record, each with its module here and the class that writes its theorem."""


def theorem_of_specification(estimator: Estimator) -> Theorem:
    """Return the theorem of `estimator`, every line of it accepted.

    It is proved each time. Raises Unsupported with the line that nothing shows: then the family counts
    for nothing, whatever was found.
    """
    file, name = _WRITERS[type(estimator).__name__].split(".")
    writer: type[TheoremTable] = getattr(import_module(f"{__package__}.{file}"), name)
    problem = ""
    for theorem in writer.theorems(estimator):
        steps = theorem.steps()
        prover = Prover()
        checked = (pair for step in steps for pair in prover.step_problems(step))
        line, problem = next((pair for pair in checked if pair[1]), (None, ""))
        if line is None:
            remember_proved(steps)  # or whatever prints them would prove them once more
            return replace(theorem, write=partial(_add, steps))
        if line.reason.words == "prior":
            raise Unsupported(_prior_problem(estimator.specification, problem))
        problem = f"{line.left} {line.relation} {line.right}: {problem}"
    hint = closed_end_hint(estimator.specification, problem)
    raise Unsupported(f"the estimate is not proved: {problem}{hint}")


def _add(steps: Sequence[Step], proof: Proof) -> None:
    """Write what was proved, which takes long to find again."""
    proof.steps.extend(steps)


def _prior_problem(specification: Specification, problem: str) -> str:
    """Return what is wrong with a prior: its integral is infinite, or not known."""
    prior = f"the prior {specification.prior_text or specification.prior}"
    if problem == INFINITE_INTEGRAL:
        advice = "give one with a finite integral, or leave it out for the MLE"
        return f"{prior} is improper: {problem}, so it is no density; {advice}"
    return f"{prior} is not known to be proper: {problem}"
