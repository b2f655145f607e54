"""Alternatives: the graph of a problem with one step done differently, or two.

A misconception replaces a right formula by another: `teach/misconceptions/` tries its rows wherever a
graph has room for them.
Misread rows and values rounded early are alternatives too, though nobody believes in them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import field, replace

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.data.edits import Edit
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import Value, with_limits
from exactnb.core.expression.written import written
from exactnb.core.families.protocol import Misconception
from exactnb.core.lazy import once
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.teach.misconceptions.trying import WrongFormula


@frozen(eq=False)
class Alternative:
    """A step done differently: formulas that replace the right ones, or rounding too early.

    `detail` distinguishes several ways to do it, such as the column or the row. With a `rounding`, the
    quantities in `rounded` (default: all) are rounded before they are used; with `is_result_unrounded`
    the quantity asked for is not. `edits` are those of the data, one or two; another `problem` is one
    whose right answers these are: with another convention or query. Two alternatives combined are its
    `parts`. Each is unique: two that happen to be written alike are not equal.
    """

    misconceptions: tuple[Misconception, ...]
    formulas: Mapping[QuantityName, Expression] = field(default_factory=dict)
    detail: str = ""
    rounding: Rounding | None = None
    rounded: frozenset[QuantityName] | None = None
    is_result_unrounded: bool = False
    edits: tuple[Edit, ...] = ()
    problem: Problem | None = None
    parts: tuple[Alternative, ...] = ()

    @once
    def id(self) -> str:
        """Return the id; of two misconceptions both: "prior-forgotten+smoothing-forgotten"."""
        return "+".join(misconception.id for misconception in self.misconceptions)

    @once
    def changed_quantities(self) -> frozenset[QuantityName]:
        """Return the quantities with other formulas, as a set: each question is compared with it."""
        return frozenset(self.formulas)

    @property
    def first_edit(self) -> Edit | None:
        """Return the edit of the data, the first of two; None if the data stay as they are."""
        return self.edits[0] if self.edits else None

    @property
    def switch_count(self) -> int:
        """Return the number of steps done differently."""
        return len(self.misconceptions)

    def count_unsupported(self, supported: frozenset[str]) -> int:
        """Return how many of the steps are none of the `supported` misconceptions."""
        return sum(misconception.id not in supported for misconception in self.misconceptions)

    def is_one_of(self, alternatives: frozenset[Alternative]) -> bool:
        """Say whether it, or one of two combined in it, is among `alternatives`."""
        return not alternatives.isdisjoint((self, *self.parts))

    @once
    def is_misconception(self) -> bool:
        """Say whether it is a belief in another formula: nothing is misread or rounded early."""
        return self.rounding is None and not self.edits and self.problem is None

    @once
    def is_rare(self) -> bool:
        """Say whether one of the steps needs more evidence than others before it is named."""
        return any(misconception.is_rare for misconception in self.misconceptions)

    @property
    def is_stated_on_sheet(self) -> bool:
        """Say whether the sheet states one of the steps itself."""
        return any(misconception.is_stated for misconception in self.misconceptions)

    @property
    def is_convention(self) -> bool:
        """Say whether nothing is wrong, only done as in other courses."""
        return all(misconception.is_convention for misconception in self.misconceptions)

    @property
    def name(self) -> str:
        """Return the id and the detail, such as the column, which identify it."""
        return f"{self.id} ({self.detail})" if self.detail else self.id

    @property
    def description(self) -> str:
        """Return what is done differently, for readers who may know the answer."""
        return "; ".join(misconception.description for misconception in self.misconceptions)

    @property
    def words(self) -> str:
        """Return the description with the detail, such as the column."""
        return f"{self.description} ({self.detail})" if self.detail else self.description

    @once
    def is_only_in_result(self) -> bool:
        """Say whether it concerns only the statement of a result, so that no other quantity changes."""
        return any(misconception.is_in_result for misconception in self.misconceptions)

    @property
    def equivalence_key(self) -> Hashable:
        """Return a key that alternatives with the same formulas share."""
        rounded = self.rounding, self.rounded, self.is_result_unrounded
        return frozenset(self.formulas.items()), self.is_only_in_result, *rounded

    def changes_for(self, name: QuantityName) -> Mapping[QuantityName, Expression]:
        """Return the formulas that change if the quantity `name` is asked for.

        A misconception about the statement of a result changes that quantity alone.
        """
        if self.parts:
            return {k: change for part in self.parts for k, change in part.changes_for(name).items()}
        if not self.is_only_in_result:
            return self.formulas
        return {name: self.formulas[name]} if name in self.formulas else {}

    def propagated(self, graph: Quantities, names: Iterable[QuantityName]) -> Alternative:
        """Return it made in the results `names` of a `graph`, which others rest on as they are then.

        A result may change to one that rests on it, so values are carried on, and no formulas.
        """
        made = (name for name in names if name in self.formulas)
        values = {
            name: written(with_limits(graph.varied(self.changes_for(name))(name))) for name in made
        }
        steps = tuple(replace(step, is_in_result=False) for step in self.misconceptions)
        return replace(self, misconceptions=steps, formulas=values)

    def value_function(self, graph: Quantities) -> Callable[[QuantityName], Value]:
        """Return a function from the quantities of a `graph` to their values by this alternative."""
        if self.is_only_in_result:
            return lambda name: graph.varied(self.changes_for(name))(name)
        if self.rounding is None:
            return graph.varied(self.formulas)
        graph = graph.with_formulas(self.formulas) if self.formulas else graph
        values = graph.rounded_values(self.rounding, self.rounded)
        if not self.is_result_unrounded:
            return values
        return lambda name: evaluate(graph[name].formula, values)


def alternatives_of_changes(changes: Iterable[WrongFormula]) -> Iterator[Alternative]:
    """Yield one alternative for each misconception and detail in `changes`, with all its formulas."""
    by_misconception: dict[tuple[Misconception, str], dict[QuantityName, Expression]] = {}
    for misconception, detail, name, formula in changes:
        by_misconception.setdefault((misconception, detail), {})[name] = formula
    for (misconception, detail), formulas in by_misconception.items():
        yield Alternative((misconception,), formulas, detail)


def combined(first: Alternative, second: Alternative) -> Alternative | None:
    """Return the alternatives `first` and `second` together, None if both change one step."""
    if first.rounding or second.rounding or first.formulas.keys() & second.formulas.keys():
        return None
    return second_after_first(first, second)


def second_after_first(first: Alternative, second: Alternative) -> Alternative:
    """Return `second`, an alternative to the problem that `first` leads to, made after it."""
    return replace(
        second,
        misconceptions=(*first.misconceptions, *second.misconceptions),
        formulas={**first.formulas, **second.formulas},
        detail=", ".join(filter(None, (first.detail, second.detail))),
        edits=second.edits or first.edits,
        problem=second.problem or first.problem,
        parts=(first, second),
    )


def column_by_column(alternative: Alternative) -> Iterator[Alternative]:
    """Yield an `alternative` that changes several columns in each of them alone."""
    columns: dict[str, dict[QuantityName, Expression]] = {}
    for name, formula in alternative.formulas.items():
        for column in dict.fromkeys((*name.cells, *name.columns)):
            columns.setdefault(column, {})[name] = formula
    for column, formulas in columns.items() if len(columns) > 1 else ():
        detail = ", ".join(filter(None, (alternative.detail, f"in column {column} alone")))
        yield replace(alternative, formulas=formulas, detail=detail)
