"""All alternatives to a problem, the simplest first.

How to read: `Alternatives.every_single_switch` yields those one switch away, `every_pair` those two
away; both are lazy. `common_single` and `pairs`, the common mistakes, are compared with wrong answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain, combinations

from exactnb.core.expression.nodes import size
from exactnb.core.expression.results import Value, with_limits
from exactnb.core.lazy import once
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.edits import with_edit
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import (
    Alternative,
    alternatives_of_changes,
    column_by_column,
    combined,
    second_after_first,
)
from exactnb.teach.alternatives.changes import (
    convention_alternatives,
    misread_data,
    misread_twice,
    query_alternatives,
    rounded_by_kind,
    rounded_early,
    rows_dropped_or_repeated,
)
from exactnb.teach.misconceptions.trying import wrong_formulas

_MOST_STEPS = 1_000_000  # parts of formulas evaluated in a search for two mistakes at once


StopTest = Callable[[], bool]
"""Says whether a search is over."""


class Alternatives:
    """The alternatives to the `graph` of a `problem`, and the values that they lead to.

    >>> from exactnb.core.model.quantity import Effort
    >>> problem = Problem.read("worked_examples/homework/sheet.toml")
    >>> graph = Quantities([problem.scope.resolve("P(Yes)")], problem.define, Effort())
    >>> first = next(Alternatives(problem, graph).every_single_switch())
    >>> first.id, first.detail, first.value_function(graph)(graph.targets[0])
    ('other-prior', 'uniform', Fraction(1, 2))
    """

    def __init__(self, problem: Problem, graph: Quantities) -> None:
        self.problem = problem
        self.graph = graph
        self._values: dict[Alternative, Callable[[QuantityName], Value]] = {}
        self._equivalents: dict[Hashable, list[Alternative]] = {}

    def value(self, alternative: Alternative, name: QuantityName) -> Value:
        """Return the value of the quantity `name` by an `alternative`, which is cached."""
        if alternative not in self._values:
            self._values[alternative] = alternative.value_function(self.graph)
        return with_limits(self._values[alternative](name))

    def equivalents(self, alternative: Alternative) -> tuple[Alternative, ...]:
        """Return the alternatives met so far that have the same formulas as an `alternative`."""
        return tuple(self._equivalents.get(alternative.equivalence_key, (alternative,)))

    def _first_of_equivalents(self, alternatives: Iterable[Alternative]) -> Iterator[Alternative]:
        """Yield alternatives with different formulas; the first equivalent one represents them."""
        met: dict[Hashable, int] = {}
        for alternative in alternatives:
            key = alternative.equivalence_key
            equivalents = self._equivalents.setdefault(key, [])
            met[key] = met.get(key, 0) + 1
            if met[key] > len(equivalents):
                equivalents.append(alternative)
            if met[key] == 1:
                yield equivalents[0]

    @once
    def misconceptions(self) -> tuple[Alternative, ...]:
        """Return the misconceptions, each in all its places at once."""
        return tuple(alternatives_of_changes(wrong_formulas(self.problem, self.graph)))

    @once
    def common_single(self) -> tuple[Alternative, ...]:
        """Return the common single mistakes: misconceptions, then misread rows, then early rounding."""
        misread = rows_dropped_or_repeated(self.problem, self.graph)
        return (*self.misconceptions, *misread, *rounded_early(self.graph))

    @once
    def misconception_pairs(self) -> tuple[Alternative, ...]:
        """Return two misconceptions combined, if they change different steps; none in a huge graph."""
        misconceptions = [x for x in self.common_single if x.is_misconception and not x.is_rare]
        parts = sum(size(quantity.formula) for quantity in self.graph.values())
        if len(misconceptions) ** 2 // 2 * parts > _MOST_STEPS:
            return ()
        made = (combined(first, second) for first, second in combinations(misconceptions, 2))
        return tuple(alternative for alternative in made if alternative is not None)

    def every_single_switch(self, should_stop: StopTest = bool) -> Iterator[Alternative]:
        """Yield all alternatives one switch away, the simplest first; equivalent ones once.

        They are other conventions, misconceptions, in all columns and then in one, edits of the data
        and of queries, early rounding, and last rare misconceptions. `should_stop` ends the search; it
        is asked for each edit, since most may lead to nothing new.
        """
        problem, graph = self.problem, self.graph
        usual = [alternative for alternative in self.misconceptions if not alternative.is_rare]
        yield from self._first_of_equivalents(
            chain(
                convention_alternatives(problem, graph),
                usual,
                (part for alternative in usual for part in column_by_column(alternative)),
                misread_data(problem, graph, should_stop),
                query_alternatives(problem, graph),
                rounded_early(graph),
                rounded_by_kind(graph),
                [alternative for alternative in self.misconceptions if alternative.is_rare],
            )
        )

    def every_pair(
        self, should_stop: StopTest = bool, *, two_edits: bool = False, usual_pairs: bool = True
    ) -> Iterator[Alternative]:
        """Yield alternatives two switches away, until `should_stop`.

        The `usual_pairs` are two misconceptions, or any alternative after a change of convention, data
        or query. With `two_edits` there are two edits of the data as well, which are many.
        """
        made: list[Iterable[Alternative]] = []
        if usual_pairs:
            made += [
                self.misconception_pairs,
                self._convention_pairs(should_stop),
                self._edit_pairs(should_stop),
            ]
        if two_edits:
            made.append(misread_twice(self.problem, self.graph, should_stop))
        yield from self._first_of_equivalents(chain.from_iterable(made))

    def _convention_pairs(self, should_stop: StopTest) -> Iterator[Alternative]:
        for convention in convention_alternatives(self.problem, self.graph):
            if (inside := self._alternatives_after(convention)) is not None:
                yield from (
                    second_after_first(convention, alternative)
                    for alternative in inside.every_single_switch(should_stop)
                )

    def _edit_pairs(self, should_stop: StopTest) -> Iterator[Alternative]:
        data = misread_data(self.problem, self.graph, should_stop, numbers=False)
        for edit in chain(data, query_alternatives(self.problem, self.graph)):
            if (inside := self._alternatives_after(edit)) is not None:
                usual = (step for step in inside.misconceptions if not step.is_rare)
                yield from (
                    second_after_first(edit, step) for step in chain(usual, rounded_early(inside.graph))
                )

    def _alternatives_after(self, alternative: Alternative) -> Alternatives | None:
        """Return the alternatives to another problem; None if it is the same, or impossible."""
        problem = alternative.problem
        try:
            if alternative.first_edit is not None:
                problem = with_edit(self.problem, alternative.first_edit)
            if problem is None:
                return None
            graph = Quantities(self.graph.targets, problem.define, self.graph.new_effort())
            return Alternatives(problem, graph)
        except ExactnbError:
            return None
