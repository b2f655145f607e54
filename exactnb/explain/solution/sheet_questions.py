"""The questions of a sheet: those of its problem, or else one for each quantity that it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic import matrices, roots
from exactnb.core.data.rows import name_of
from exactnb.core.expression.results import Value, settled
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.explain.solution.answer_kinds import answer_kind
from exactnb.explain.solution.solved_quantities import default_quantities, query_quantities


def sheet_questions(problem: Problem, quantities: Quantities) -> Iterator[Question]:
    """Yield the questions of `problem`; without any, one for each quantity that it asks for.

    These are the names in `ask`, else joints, evidence, posteriors and decision of each query, else all
    estimates. `quantities` is the graph of its solution. A quantity that cannot be typed in a line is
    skipped, and irrational points are asked for one by one.
    """
    if problem.questions:
        yield from problem.questions
        return
    models = [prediction.model for prediction in problem.predictions.values()]
    names = [problem.scope.resolve(text) for text in problem.ask]
    names = names or [
        name
        for m in models
        for identity in problem.query
        for name in query_quantities(m, name_of(identity))
    ]
    names = names or list(quantities.targets or default_quantities(problem))
    graph = quantities if all(name in quantities for name in names) else quantities.with_targets(names)
    for name in dict.fromkeys(names):
        for part in _typable(name, settled(graph.value(name))):
            yield Question(str(part), str(part))


def _typable(name: QuantityName, value: Value) -> Iterator[QuantityName]:
    """Yield the names whose values fit into a line: the quantity itself, or each of its points."""
    parts = value.parts if isinstance(value, matrices.Vector | roots.Points) else ()
    if all(isinstance(part, Fraction) for part in parts):
        yield from (name,) if answer_kind(name, value) else ()
    elif name.head == "boundary":
        yield from (replace(name, index=index) for index in range(1, len(parts) + 1))
