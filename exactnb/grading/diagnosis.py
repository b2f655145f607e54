"""Find what leads to a wrong answer: what every known alternative makes of a question.

`Alternatives` are those of a whole graph, and share what it takes to work them out. A `Diagnosis` is
about one question: what each leads to there, grouped by value, and which of them an answer matches.

How to read: `Alternatives` list every known mistake once, with its values; `Diagnosis.matches` looks
an answer up among them: singles first, then pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from exactnb.answers.answer import Answer
from exactnb.errors import ExactnbError
from exactnb.expression.nodes import Integer, size
from exactnb.expression.results import Decision, Value, settled
from exactnb.grading.alternatives import Alternative, both, collected
from exactnb.grading.enclosing import Enclosed, enclosed
from exactnb.grading.judging import typed
from exactnb.grading.misconceptions_of_estimates import misconceptions_of_estimates
from exactnb.grading.misconceptions_of_joints import misconceptions_of_joints
from exactnb.grading.misconceptions_of_results import misconceptions_of_results
from exactnb.grading.misreadings import misread_rows, rounded_early
from exactnb.grading.targets import Target
from exactnb.lazy import once
from exactnb.model.quantities import Quantities
from exactnb.naming.names import QuantityName
from exactnb.problem.problem import Problem

_OF_ONE, _OF_TWO = 3, 4  # significant figures that tell one mistake, and two together
_MOST_STEPS = 1_000_000  # parts of formulas that are evaluated to search for two mistakes at once
_SMALL = 100  # numerators and denominators up to this are met by chance


class Alternatives:
    """Hold every known mistake that can be made in a graph."""

    def __init__(self, problem: Problem, graph: Quantities) -> None:
        self.problem = problem
        self.graph = graph
        self._values: dict[Alternative, Callable[[QuantityName], Value]] = {}

    def value(self, alternative: Alternative, name: QuantityName) -> Value:
        """Return what one of the mistakes makes of a quantity; all questions share what it takes."""
        if alternative not in self._values:
            self._values[alternative] = alternative.values(self.graph)
        return settled(self._values[alternative](name))

    @once
    def single(self) -> tuple[Alternative, ...]:
        """Return what is done in one step: misconceptions, then rows misread, then early rounding."""
        parts = misconceptions_of_estimates, misconceptions_of_joints, misconceptions_of_results
        misconceptions = (change for part in parts for change in part(self.problem, self.graph))
        misread = misread_rows(self.problem, self.graph)
        return (*collected(misconceptions), *misread, *rounded_early(self.graph))

    @once
    def pairs(self) -> tuple[Alternative, ...]:
        """Return two misconceptions together, where they are different steps; none in a huge graph."""
        misconceptions = [each for each in self.single if each.is_misconception]
        parts = sum(size(quantity.formula) for quantity in self.graph.values())
        if len(misconceptions) ** 2 // 2 * parts > _MOST_STEPS:
            return ()
        made = (both(one, other) for one, other in combinations(misconceptions, 2))
        return tuple(alternative for alternative in made if alternative is not None)


@dataclass(frozen=True)
class Candidate:
    """A value that mistakes lead to, and all of those that do."""

    target: Target
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True)
class Match:
    """An alternative that leads to what was typed: to just that, or to the value it is rounded from."""

    alternative: Alternative
    value: Value
    exact: bool

    @property
    def mistake(self) -> Alternative:
        """Return the alternative by the name that reports have for it."""
        return self.alternative


class Diagnosis:
    """Say which mistakes lead to an answer to one question."""

    def __init__(self, alternatives: Alternatives, name: QuantityName) -> None:
        self.alternatives = alternatives
        self.name = name
        self.right = Target(settled(alternatives.graph.value(name)))

    @once
    def reaching(self) -> frozenset[QuantityName]:
        """Return what the question rests on, and it itself."""
        return frozenset(self.alternatives.graph.ancestors(self.name))

    @once
    def hidden(self) -> tuple[Alternative, ...]:
        """Return the mistakes that still lead to the right value: they are nobody's fault here."""
        found = self._values(self.alternatives.single)
        return tuple(alternative for alternative, target in found if _may_equal(target, self.right))

    @once
    def candidates(self) -> tuple[Candidate, ...]:
        """Return the wrong values that one mistake leads to, each with all mistakes that do."""
        return self._grouped(self.alternatives.single)

    @once
    def of_pairs(self) -> tuple[Candidate, ...]:
        """Return the wrong values that only two mistakes together lead to."""
        return self._grouped(self.alternatives.pairs)

    def matches(self, answer: Answer) -> tuple[Match, ...]:
        """Return the mistakes that lead to an answer: single ones, or else two together.

        A rounded answer matches one mistake with at least 3 significant figures; with fewer it has to
        be what the mistake leads to. Two mistakes lead to hundreds of values, so that it takes 4
        figures or a fraction that is not small. What is matched exactly comes first, and among labels
        the choice itself.
        """
        found = [match for of in self.candidates for match in _matched(of, answer, _OF_ONE)]
        if not found and _tells_two(answer):
            found = [match for of in self.of_pairs for match in _matched(of, answer, _OF_TWO)]
        return tuple(sorted(found, key=_rank))

    def _values(self, alternatives: Iterable[Alternative]) -> Iterator[tuple[Alternative, Target]]:
        """Yield the mistakes that concern the question, and what they lead to."""
        for alternative in alternatives:
            touched = alternative.rounding is not None or alternative.formulas.keys() & self.reaching
            left_out = alternative.formulas.get(self.name) == Integer(1)  # but it is what is asked for
            of_result = any(misconception.of_result for misconception in alternative.misconceptions)
            elsewhere = of_result and self.name not in alternative.formulas
            if not touched or left_out or elsewhere:
                continue
            if (target := self._target(alternative)) is not None:
                yield alternative, target

    def _target(self, alternative: Alternative) -> Target | None:
        """Return what a mistake leads to, its bounds if it has no exact form; None for nothing."""
        try:
            return Target(self.alternatives.value(alternative, self.name))
        except (
            ExactnbError
        ):  # such as e to a power with a root in it: a ball still tells it from others
            pass
        try:
            return enclosed(self.alternatives.graph, alternative.formulas, self.name)
        except ExactnbError:
            return None

    def _grouped(self, alternatives: Iterable[Alternative]) -> tuple[Candidate, ...]:
        found: list[tuple[Target, list[Alternative]]] = []
        by_value: dict[object, list[Alternative]] = {}
        for alternative, target in self._values(alternatives):
            if _may_equal(target, self.right):
                continue
            # Hundreds of alternatives lead to a few values. Fractions are grouped by hashing them; only
            # what has no unique form is compared with what was found before, one by one.
            key = _key(target)
            if key is not None:
                if key not in by_value:
                    by_value[key] = []
                    found.append((target, by_value[key]))
                by_value[key].append(alternative)
                continue
            same = next((of for other, of in found if _equal(other, target)), None)
            if same is None:
                found.append((target, [alternative]))
            else:
                same.append(alternative)
        return tuple(Candidate(target, tuple(of)) for target, of in found)


def _key(target: Target) -> object:
    """Return what two equal values have in common, None where that takes a comparison."""
    known = isinstance(target.value, Fraction | Decision | bool) and not isinstance(target, Enclosed)
    return target.value if known else None


def _equal(one: Target, other: Target) -> bool:
    try:
        return one.equals(other)
    except ExactnbError:  # not known to be equal, so not taken to be
        return False


def _may_equal(target: Target, right: Target) -> bool:
    """Say whether a mistake may lead to the right value: then nobody is blamed for it."""
    try:
        return target.equals(right)
    except ExactnbError:
        return True


def _tells_two(answer: Answer) -> bool:
    """Say whether an answer is so particular that it can be two mistakes and no chance."""
    if answer.decimal is not None:
        return _figures(answer) >= _OF_TWO
    value = answer.value
    return not isinstance(value, Fraction) or max(abs(value.numerator), value.denominator) > _SMALL


def _rank(match: Match) -> tuple[bool, bool]:
    chosen = any(misconception.of_result for misconception in match.alternative.misconceptions)
    return not match.exact, isinstance(match.value, Decision) and not chosen


def _matched(candidate: Candidate, answer: Answer, figures: int) -> Iterator[Match]:
    exact = _equal(candidate.target, Target(answer.value))
    if not exact:
        digits = typed(answer)
        if digits is None or digits.figures < figures:
            return
        if not candidate.target.is_within(digits.value, digits.half):
            return
    value = candidate.target.value
    yield from (Match(alternative, value, exact) for alternative in candidate.alternatives)


def _figures(answer: Answer) -> int:
    digits = typed(answer)
    return digits.figures if digits is not None else 0
