"""An exact model of many rows: any one of them is decided and explained as a problem is solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Number, Schema, as_number
from exactnb.core.expression.results import Decision
from exactnb.core.families.observation import Observation
from exactnb.core.model.effort import EFFORT, Effort
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, Names
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.problem import Problem
from exactnb.explain.solution.explained import explain
from exactnb.explain.solution.solution import Solution
from exactnb.scale.logspace.sums import Sums
from exactnb.scale.logspace.tables import Integers, Tables


@dataclass(frozen=True)
class Named:
    """What the features of a block are called: words, or columns with the names of their values.

    Columns of numbers have no values.
    """

    words: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True)
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


def counts_of(
    classes: Sequence[str], sizes: Sequence[Fraction], blocks: Sequence[tuple[Named, Tables | Sums]]
) -> Counts:
    """Return what was counted of blocks of features as the counts of a problem.

    >>> tables = Tables(np.array([2, 1]), np.array([[3, 0], [1, 2]]))
    >>> counts = counts_of(["+", "-"], [Fraction(2), Fraction(1)], [(Named(("a", "b")), tables)])
    >>> counts.word("a", "+"), counts.tokens(["a", "b"], "-"), counts.sizes["+"]
    (3, 2, 2)
    """
    words: dict[tuple[str, str], Number] = {}
    cells: dict[tuple[str, str, str], Number] = {}
    moments: dict[tuple[tuple[str, ...], str], Number] = {}
    shown: dict[tuple[str, str], Number] = {}
    columns: dict[str, tuple[str, ...]] = {}
    named_words: tuple[str, ...] = ()
    for named, counted in blocks:
        columns |= named.columns or {}
        if isinstance(counted, Sums):
            of_classes = list(
                zip(classes, sizes, counted.sizes, counted.totals, counted.squares, strict=True)
            )
            for at, column in enumerate(named.columns or ()):
                for label, size, own, totals, squares in of_classes:
                    moments[(column,), label] = as_number(totals[at])
                    moments[(column, column), label] = as_number(squares[at])
                    if own != size:
                        shown[column, label] = as_number(own)
            continue
        below = counted.denominator
        if named.words:
            named_words += named.words
            found = _cells(counted.cells, below)
            words |= {(named.words[row], classes[k]): number for row, k, number in found}
            continue
        values = [(c, value) for c, values in (named.columns or {}).items() for value in values]
        found = _cells(counted.cells, below)
        cells |= {(*values[row], classes[k]): number for row, k, number in found}
    variable = Schema("", tuple(classes), columns, named_words).free_name("class")
    schema = Schema(variable, tuple(classes), columns, named_words)
    of_class = {label: as_number(size) for label, size in zip(classes, sizes, strict=True)}
    return Counts(schema, of_class, cells, words, words, moments=moments, shown=shown)


def _cells(table: Integers, below: int) -> list[tuple[int, int, Number]]:
    """Return the row, the class and the number of every cell that is not zero."""
    rows, labels = np.nonzero(table)
    numbers: list[Number] = table[rows, labels].tolist()
    if below != 1:
        numbers = [as_number(Fraction(number, below)) for number in numbers]
    return list(zip(rows.tolist(), labels.tolist(), numbers, strict=True))
