"""An exact model of many rows: each of them can be decided, and explained as a solved problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactnb.core.conventions.reading import prior_if_empty_class
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.expression.results import decided_labels
from exactnb.core.families.base import Observation
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, Effort
from exactnb.core.naming.names import Item, Names
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import Place
from exactnb.explain.solution.explained import explain
from exactnb.explain.solution.solution import Solution
from exactnb.scale.classify.labelling import Labelling


@frozen
class ExactModel:
    """Solve one row or document at a time, by `data`, counts or parameters, and a `choice` of families.

    `show` turns a document into the observation that the model sees. `basis` is a text that says for
    which data the answers are exact.
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
        """Return the problem, with `title`, whose query d is `document`; `solve` solves all of it."""
        name = self.data.schema.free_name("d")
        models = {"model": self.choice}
        return Problem(self.data, {name: self.show(document)}, models, title=title, source=self.basis)

    def decide(self, document: Any, *, effort: int = EFFORT) -> tuple[str, ...]:
        """Return the exact classes of `document`: one, all of a tie, or none for 0/0.

        `effort` limits the work. Raises TooMuch beyond it.
        """
        problem = self.problem(document)
        (identity,) = problem.query
        name = Names().decision([Item("query", "", identity)])
        return decided_labels(Quantities([name], problem.define, Effort(effort)).value(name))

    def explain(
        self, document: Any, *, leading: int = 10, title: str = "", effort: int = EFFORT
    ) -> Solution:
        """Return the solution that explains the decision on `document`, under `title`.

        It has the `leading` factors one by one, and the product of all others. Raises TooMuch where it
        takes more than `effort`.
        """
        problem = self.problem(document, title=title)
        (identity,) = problem.query
        return explain(problem, identity, leading=leading, effort=effort)


def explain_record(
    labelling: Labelling, identity: str, *, leading: int = 10, effort: int = EFFORT
) -> Solution:
    """Return the solution that explains the label of the record with the id `identity` in `labelling`.

    It has the `leading` factors one by one, and the product of all others. Raises InputError if there
    is no such record, TooMuch where it takes more than `effort`.
    """
    record = labelling.record(identity)
    with Place.file(labelling.source_to_label.path):
        counted, conventions = labelling.classifier_without(record), labelling.conventions
        # the record may leave a class empty
        shares = prior_if_empty_class(dict(zip(counted.classes, counted.sizes, strict=True)))
        if conventions.prior == "mle" and shares is not None:
            conventions = conventions.with_prior(shares)
        encoding = labelling.encoding
        model = ExactModel(
            encoding.exact_counts(counted), encoding.model_choice(conventions), encoding.observation
        )
        (label,) = record.labels
        title = f"Record {identity}" + (f", which is {label}" if label else "")
        return model.explain(record, leading=leading, title=title, effort=effort)
