"""An exact model of many rows: any one of them is decided and explained as a problem is solved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.expression.results import Decision
from exactnb.core.families.observation import Observation
from exactnb.core.model.effort import EFFORT, Effort
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, Names
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.explain.solution.explained import explain
from exactnb.explain.solution.solution import Solution


@frozen
class ExactModel:
    """Solve one row or document at a time, by counts or given parameters and what is chosen.

    `show` says what a document shows to the model. `basis` says what the answers are exact for.
    """

    data: Counts | Parameters
    choice: ModelChoice
    show: Callable[[Any], Observation]
    basis: str = ""

    @property
    def classes(self) -> tuple[str, ...]:
        """Return the labels of the classes, in order."""
        return self.data.schema.classes

    def problem(self, document: Any, *, title: str = "") -> Problem:
        """Return the problem of one document, which is called d in it: `solve` works all of it out."""
        name = self.data.schema.free_name("d")
        models = {"model": self.choice}
        return Problem(self.data, {name: self.show(document)}, models, title=title, source=self.basis)

    def decide(self, document: Any, *, effort: int = EFFORT) -> tuple[str, ...]:
        """Return the class of a document, exactly: all of a tie, none where it is 0/0."""
        problem = self.problem(document)
        (identity,) = problem.query
        name = Names().decision([Item("query", "", identity)])
        value = Quantities([name], problem.define, Effort(effort)).value(name)
        return value.labels if isinstance(value, Decision) else ()

    def explain(
        self, document: Any, *, leading: int = 10, title: str = "", effort: int = EFFORT
    ) -> Solution:
        """Return why a document is decided as it is: the leading factors, and the rest as one."""
        problem = self.problem(document, title=title)
        (identity,) = problem.query
        return explain(problem, identity, leading=leading, effort=effort)
