"""What a sheet asks: the questions of a problem, or else what its queries come to."""

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
from exactnb.explain.solution.typed import kind_of_answer
from exactnb.explain.solution.wanted import asked_by_default, of_query


def sheet_questions(problem: Problem, quantities: Quantities) -> Iterator[Question]:
    """Yield the questions of a problem; where it has none, a question for all that it asks for.

    That is what `ask` names, else joints, evidence, posteriors and decision of each query, and where
    there is no query all estimates. What has no answer in a line is left out, and points that are no
    rational numbers are asked for one by one.
    """
    if problem.questions:
        yield from problem.questions
        return
    models = [prediction.model for prediction in problem.predictions.values()]
    names = [problem.scope.resolve(text) for text in problem.ask]
    names = names or [name for m in models for of in problem.query for name in of_query(m, name_of(of))]
    names = names or list(quantities.asked or asked_by_default(problem))
    graph = quantities if all(name in quantities for name in names) else quantities.of(names)
    for name in dict.fromkeys(names):
        for each in _typable(name, settled(graph.value(name))):
            yield Question(str(each), str(each))


def _typable(name: QuantityName, value: Value) -> Iterator[QuantityName]:
    """Yield what can be asked for in a line: a quantity itself, or each of its points."""
    parts = value.parts if isinstance(value, matrices.Vector | roots.Points) else ()
    if all(isinstance(part, Fraction) for part in parts):
        yield from (name,) if kind_of_answer(name, value) else ()
    elif name.head == "boundary":
        yield from (replace(name, index=at) for at in range(1, len(parts) + 1))
