"""The theorem of a family that somebody stated, written line by line from what was found for it.

What was found is a candidate: the prover says whether the lines hold. Each kind of record has a module
that writes its theorem; several ways to write it may be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from exactnb.core.families.deriving.estimator import Estimator
from exactnb.errors import Unsupported
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.theorem import Theorem

_WRITERS: Mapping[str, str] = {
    "OneSum": "declared_sums",
    "InTurn": "declared_in_turn",
    "Profile": "declared_profile",
    "MovingEnd": "declared_moving",
    "Median": "declared_medians",
    "TwoSums": "declared_two_sums",
    "SeveralZeros": "declared_several_zeros",
    "FactoredTable": "declared_outcomes",
}
"""The kinds of record, each with the module that has `theorems` of it."""


def theorem_of_specification(estimator: Estimator) -> Theorem:
    """Return the theorem of `estimator`, every line of it accepted.

    It is proved each time. Raises Unsupported with the line that nothing shows: then the family counts
    for nothing, whatever was found.
    """
    writer = import_module(f"exactnb.explain.proving.{_WRITERS[type(estimator).__name__]}")
    candidates: Iterator[Theorem] = writer.theorems(estimator)
    problem = ""
    for theorem in candidates:
        problem = first_problem(theorem)
        if not problem:
            return theorem
    raise Unsupported(f"the estimate is not proved: {problem}")


def first_problem(theorem: Theorem) -> str:
    """Return the first line of a theorem that the prover refuses, and why; "" if it accepts all."""
    prover = Prover()
    for step in theorem.steps():
        for line, problem in prover.step(step):
            if problem and line.reason.words == "prior":
                return f"the prior {line.right} is improper, or not known to be proper: {problem}"
            if problem:
                return f"{line.left} {line.relation} {line.right}: {problem}"
    return ""
