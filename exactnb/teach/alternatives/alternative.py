"""Alternatives: the graph of a problem with one step done otherwise, or two.

A misconception says by which formula a right one is replaced. The families state theirs, the files
`misconceptions_of_*` those about Bayes' rule; here each is made wherever a whole graph has room for it.
Rows misread and values rounded early are alternatives too, though nobody believes in them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import partial

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.data.edits import Edit
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import Value
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen

in_result = partial(Misconception, of_result=True)
"""Name a misconception that is made in giving a result: nothing else rests on it."""

Changes = Iterable[tuple[Misconception, str, QuantityName, Expression]]
"""A misconception, a detail such as the column it is about, a quantity, and the formula it gets."""


@frozen(eq=False)
class Alternative:
    """A step done otherwise: formulas that take the place of the right ones, or rounding too early.

    `detail` says more about what is possible in several ways: the column, the row. With a `rounding`,
    the quantities in `rounded` are rounded before they are used; what is asked for may be left long,
    though all before it is rounded (`is_left_long`). `edits` are those of the data, one or two; another
    `problem` is one whose right answers these are: of another convention, of another query. Two
    alternatives made together are its `parts`.
    Each is one of its kind: two that happen to be written alike are not equal.
    """

    misconceptions: tuple[Misconception, ...]
    formulas: Mapping[QuantityName, Expression] = field(default_factory=dict)
    detail: str = ""
    rounding: Rounding | None = None
    rounded: frozenset[QuantityName] | None = None
    is_left_long: bool = False
    edits: tuple[Edit, ...] = ()
    problem: Problem | None = None
    parts: tuple[Alternative, ...] = ()

    @property
    def id(self) -> str:
        """Return the id, of two misconceptions both: "prior-forgotten+smoothing-forgotten"."""
        return "+".join(misconception.id for misconception in self.misconceptions)

    @property
    def edit(self) -> Edit | None:
        """Return the edit of the data, the first of two; None if the data stay as they are."""
        return self.edits[0] if self.edits else None

    @property
    def switches(self) -> int:
        """Return how many steps are done otherwise."""
        return len(self.misconceptions)

    @property
    def is_misconception(self) -> bool:
        """Say whether another formula is believed in: nothing is misread, and nothing rounded early."""
        return self.rounding is None and not self.edits and self.problem is None

    @property
    def is_rare(self) -> bool:
        """Say whether one of the steps takes more evidence than others before it is named."""
        return any(misconception.is_rare for misconception in self.misconceptions)

    @property
    def is_convention(self) -> bool:
        """Say whether nothing is wrong, only done as other courses do it."""
        return all(misconception.is_convention for misconception in self.misconceptions)

    @property
    def name(self) -> str:
        """Return the id and the detail, such as the column, which tell it from all others."""
        return f"{self.id} ({self.detail})" if self.detail else self.id

    @property
    def words(self) -> str:
        """Return what was done, for someone who may know the answer."""
        detail = f" ({self.detail})" if self.detail else ""
        return "; ".join(misconception.words for misconception in self.misconceptions) + detail

    @property
    def is_of_result(self) -> bool:
        """Say whether it is made in giving a result, so that nothing else rests on it."""
        return any(misconception.of_result for misconception in self.misconceptions)

    @property
    def key(self) -> Hashable:
        """Return what two alternatives have in common that are the same formulas."""
        rounded = self.rounding, self.rounded, self.is_left_long
        return frozenset(self.formulas.items()), self.is_of_result, *rounded

    def at(self, name: QuantityName) -> Mapping[QuantityName, Expression]:
        """Return the formulas that are other ones where a quantity is asked for.

        What is made in giving a result is made with that quantity alone.
        """
        if self.parts:
            return {each: of for part in self.parts for each, of in part.at(name).items()}
        if not self.is_of_result:
            return self.formulas
        return {name: self.formulas[name]} if name in self.formulas else {}

    def values(self, graph: Quantities) -> Callable[[QuantityName], Value]:
        """Return what gives the value that every quantity has by this alternative."""
        if self.is_of_result:
            return lambda name: graph.varied(self.at(name))(name)
        if self.rounding is None:
            return graph.varied(self.formulas)
        graph = graph.with_formulas(self.formulas) if self.formulas else graph
        values = graph.evaluate(rounding=self.rounding, round_only=self.rounded)
        if not self.is_left_long:
            return values.__getitem__
        return lambda name: evaluate(graph[name].formula, values.__getitem__)


def collected(changes: Changes) -> Iterator[Alternative]:
    """Yield one alternative for each misconception and detail, made wherever it can be made."""
    found: dict[tuple[Misconception, str], dict[QuantityName, Expression]] = {}
    for misconception, detail, name, formula in changes:
        found.setdefault((misconception, detail), {})[name] = formula
    for (misconception, detail), formulas in found.items():
        yield Alternative((misconception,), formulas, detail)


def both(one: Alternative, other: Alternative) -> Alternative | None:
    """Return two alternatives made together, None where both change the same step."""
    if one.rounding or other.rounding or one.formulas.keys() & other.formulas.keys():
        return None
    details = ", ".join(filter(None, (one.detail, other.detail)))
    made = (*one.misconceptions, *other.misconceptions)
    return Alternative(made, {**one.formulas, **other.formulas}, details, parts=(one, other))


def after(first: Alternative, then: Alternative) -> Alternative:
    """Return an alternative to another problem, made after the one that leads to that problem."""
    details = ", ".join(filter(None, (first.detail, then.detail)))
    return replace(
        then,
        misconceptions=(*first.misconceptions, *then.misconceptions),
        formulas={**first.formulas, **then.formulas},
        detail=details,
        edits=then.edits or first.edits,
        problem=then.problem or first.problem,
        parts=(first, then),
    )


def in_one_column(alternative: Alternative) -> Iterator[Alternative]:
    """Yield what follows if something is done in one column alone, where it may be done in several."""
    columns: dict[str, dict[QuantityName, Expression]] = {}
    for name, formula in alternative.formulas.items():
        for column in dict.fromkeys((*name.cells, *name.columns)):
            columns.setdefault(column, {})[name] = formula
    for column, formulas in columns.items() if len(columns) > 1 else ():
        detail = ", ".join(filter(None, (alternative.detail, f"in column {column} alone")))
        yield replace(alternative, formulas=formulas, detail=detail)
