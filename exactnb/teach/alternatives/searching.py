"""All alternatives to a problem, the simplest first, and the search among them.

How to read: `Alternatives.every` yields what is one switch away, `every_pair` what is two away; both
are lazy. `single` and `pairs` are what wrong answers are compared with: what people do by mistake.
`search` tries alternatives until a limit is reached, and keeps what was found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain, combinations
from typing import Generic, TypeVar

from exactnb.core.expression.nodes import size
from exactnb.core.expression.results import Value, settled
from exactnb.core.lazy import once
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.edits import with_edit
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative, after, both, collected, in_one_column
from exactnb.teach.alternatives.conventions import other_conventions
from exactnb.teach.alternatives.edits import misread_data, misread_rows, misread_twice
from exactnb.teach.alternatives.misconceptions_of_cells import misconceptions_of_cells
from exactnb.teach.alternatives.misconceptions_of_estimates import misconceptions_of_estimates
from exactnb.teach.alternatives.misconceptions_of_joints import misconceptions_of_joints
from exactnb.teach.alternatives.misconceptions_of_posteriors import misconceptions_of_posteriors
from exactnb.teach.alternatives.misconceptions_of_results import misconceptions_of_results
from exactnb.teach.alternatives.queries import other_queries
from exactnb.teach.alternatives.roundings import rounded_by_kind, rounded_early

T = TypeVar("T")
_MOST_STEPS = 1_000_000  # parts of formulas that are evaluated to search for two mistakes at once


Over = Callable[[], bool]
"""Says whether a search is over."""


def _never() -> bool:
    return False


class Alternatives:
    """Hold what could have been done otherwise in a graph, and the values that follow.

    >>> from exactnb.core.model.effort import Effort
    >>> problem = Problem.read("worked_examples/homework/sheet.toml")
    >>> graph = Quantities([problem.scope.resolve("P(Yes)")], problem.define, Effort())
    >>> first = next(Alternatives(problem, graph).every())
    >>> first.id, first.detail, first.values(graph)(graph.asked[0])
    ('other-prior', 'uniform', Fraction(1, 2))
    """

    def __init__(self, problem: Problem, graph: Quantities) -> None:
        self.problem = problem
        self.graph = graph
        self._values: dict[Alternative, Callable[[QuantityName], Value]] = {}
        self._alike: dict[Hashable, list[Alternative]] = {}

    def value(self, alternative: Alternative, name: QuantityName) -> Value:
        """Return what one of the alternatives makes of a quantity, and keep what it takes."""
        if alternative not in self._values:
            self._values[alternative] = alternative.values(self.graph)
        return settled(self._values[alternative](name))

    def alike(self, alternative: Alternative) -> tuple[Alternative, ...]:
        """Return what has the same formulas as an alternative, as far as it was met."""
        return tuple(self._alike.get(alternative.key, (alternative,)))

    def _different(self, alternatives: Iterable[Alternative]) -> Iterator[Alternative]:
        """Yield alternatives of different formulas; the first of those alike stands for all."""
        met: dict[Hashable, int] = {}
        for alternative in alternatives:
            key = alternative.key
            known = self._alike.setdefault(key, [])
            met[key] = met.get(key, 0) + 1
            if met[key] > len(known):
                known.append(alternative)
            if met[key] == 1:
                yield known[0]

    @once
    def misconceptions(self) -> tuple[Alternative, ...]:
        """Return what people believe, or mix up, each in all its places at once."""
        parts = (
            misconceptions_of_estimates,
            misconceptions_of_cells,
            misconceptions_of_joints,
            misconceptions_of_results,
            misconceptions_of_posteriors,
        )
        return tuple(collected(change for part in parts for change in part(self.problem, self.graph)))

    @once
    def single(self) -> tuple[Alternative, ...]:
        """Return what is done in one step: misconceptions, then rows misread, then early rounding."""
        misread = misread_rows(self.problem, self.graph)
        return (*self.misconceptions, *misread, *rounded_early(self.graph))

    @once
    def pairs(self) -> tuple[Alternative, ...]:
        """Return two misconceptions together, where they are different steps; none in a huge graph."""
        misconceptions = [each for each in self.single if each.is_misconception and not each.is_rare]
        parts = sum(size(quantity.formula) for quantity in self.graph.values())
        if len(misconceptions) ** 2 // 2 * parts > _MOST_STEPS:
            return ()
        made = (both(one, other) for one, other in combinations(misconceptions, 2))
        return tuple(alternative for alternative in made if alternative is not None)

    def every(self, is_over: Over = _never) -> Iterator[Alternative]:
        """Yield all that is one switch away, the simplest first; what has the same formulas once.

        These are other conventions, misconceptions, in all columns and then in one, edits of the data
        and of queries, numbers rounded too early, and last what is rare. It ends where the search
        `is_over`, which is asked for each edit, as most may lead to nothing that is new.
        """
        problem, graph = self.problem, self.graph
        usual = [each for each in self.misconceptions if not each.is_rare]
        rare = [each for each in self.misconceptions if each.is_rare]
        yield from self._different(
            chain(
                other_conventions(problem, graph),
                usual,
                (part for each in usual for part in in_one_column(each)),
                misread_data(problem, graph, is_over),
                other_queries(problem, graph),
                rounded_early(graph),
                rounded_by_kind(graph),
                rare,
            )
        )

    def every_pair(
        self, is_over: Over = _never, *, two_edits: bool = False, others: bool = True
    ) -> Iterator[Alternative]:
        """Yield what is two switches away.

        That is two misconceptions, or one of all after another problem, unless there are to be no
        `others`; and with `two_edits` what two edits of the data lead to, of which there are many.
        """
        made: list[Iterable[Alternative]] = []
        if others:
            made += [self.pairs, self._after_conventions(is_over), self._after_edits(is_over)]
        if two_edits:
            made.append(misread_twice(self.problem, self.graph, is_over))
        yield from self._different(chain.from_iterable(made))

    def _after_conventions(self, is_over: Over) -> Iterator[Alternative]:
        for convention in other_conventions(self.problem, self.graph):
            if (inside := self._inside(convention)) is not None:
                yield from (after(convention, each) for each in inside.every(is_over))

    def _after_edits(self, is_over: Over) -> Iterator[Alternative]:
        data = misread_data(self.problem, self.graph, is_over, numbers=False)
        for edit in chain(data, other_queries(self.problem, self.graph)):
            if (inside := self._inside(edit)) is not None:
                usual = (each for each in inside.misconceptions if not each.is_rare)
                yield from (after(edit, each) for each in chain(usual, rounded_early(inside.graph)))

    def _inside(self, alternative: Alternative) -> Alternatives | None:
        """Return the alternatives to another problem; None where that is the same, or cannot be."""
        problem = alternative.problem
        try:
            if alternative.edit is not None:
                problem = with_edit(self.problem, alternative.edit)
            if problem is None:
                return None
            graph = Quantities(self.graph.asked, problem.define, self.graph.effort())
            return Alternatives(problem, graph)
        except ExactnbError:
            return None


@frozen
class Searched(Generic[T]):
    """What was found among alternatives, how many were tried, and whether that was all of them."""

    found: tuple[tuple[Alternative, T], ...]
    tried: int
    is_whole: bool


def search(
    alternatives: Iterable[Alternative],
    test: Callable[[Alternative], T | None],
    *,
    most: int | None = None,
    seconds: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> Searched[T]:
    """Return what a test finds among alternatives: each that it does not answer with None.

    At most so many are tried, or for so many seconds; what was found until then is kept. `progress` is
    told after each how many were tried.

    >>> search([Alternative(()), Alternative(())], lambda each: each.switches, most=1)
    Searched(found=((Alternative(...), 0),), tried=1, is_whole=False)
    """
    end = None if seconds is None else time.monotonic() + seconds
    found: list[tuple[Alternative, T]] = []
    tried = 0
    for alternative in alternatives:
        if (most is not None and tried >= most) or (end is not None and time.monotonic() > end):
            return Searched(tuple(found), tried, is_whole=False)
        try:
            told = test(alternative)
        except ExactnbError:  # it leads to nothing that can be worked out
            told = None
        if told is not None:
            found.append((alternative, told))
        tried += 1
        if progress is not None:
            progress(tried)
    return Searched(tuple(found), tried, is_whole=True)
