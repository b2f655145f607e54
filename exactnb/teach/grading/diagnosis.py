"""Find the mistake behind a wrong answer: the value that every known alternative leads to.

A `Diagnosis` is about one question: it groups the alternatives by value, and matches answers with them.

How to read: `Diagnosis.matches` looks an answer up among the alternatives: single ones first, then
pairs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress

from exactnb.core.expression.nodes import Integer, Quotient, has_names
from exactnb.core.expression.results import Decision, Value, with_limits
from exactnb.core.lazy import once, once_each
from exactnb.core.model.quantity import InlineForm
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.searching import Alternatives
from exactnb.teach.answers.answer import Answer
from exactnb.teach.grading.evidence import Counted, Evidence, sides
from exactnb.teach.grading.judging import decimal_answer
from exactnb.teach.grading.targets import ByBounds, DecimalAnswer, Target, enclosed_target

_LEFT_OUT = Integer(1)  # instead of the very quantity asked for


def counted(alternatives: Alternatives, alternative: Alternative, name: QuantityName) -> Counted | None:
    """Return the unreduced fraction that a mistake makes of the quantity `name`; None if it makes none.

    `alternatives` hold the graph; `alternative` is the mistake. Only shares of counts have such a
    fraction.
    """
    graph = alternatives.graph
    if graph[name].inline is not InlineForm.COUNTED or alternative.rounding is not None:
        return None
    changed = alternative.changes_for(name)
    formula = changed.get(name, graph[name].formula)
    if sum(isinstance(part, Quotient) and has_names(part) for part in formula.walk()) > 1:
        return None  # such as a share over a sum of shares, which nobody writes as one fraction
    return sides(formula, graph.varied(changed))


@frozen
class Candidate:
    """A value that mistakes lead to, and all of those that do."""

    target: Target
    alternatives: tuple[Alternative, ...]


class WrongValues(tuple[Candidate, ...]):
    """The wrong values that mistakes lead to, found by their bounds."""

    @once
    def _by_bounds(self) -> ByBounds:
        return ByBounds(candidate.target.bounds for candidate in self)

    def near(self, target: Target, digits: DecimalAnswer | None) -> Iterator[Candidate]:
        """Yield those that may equal a `target`, or round to its `digits`: no other can."""
        ends = target.bounds
        if digits is not None and ends is not None:
            value, half = digits.value, digits.half
            ends = min(ends[0], value - half), max(ends[1], value + half)
        return (self[index] for index in self._by_bounds.places_meeting(ends))


@frozen
class Match:
    """An alternative that leads to the answer: exactly, or to a value that rounds to it.

    It is not certain if many mistakes lead to numbers as simple: there may be other causes.
    """

    alternative: Alternative
    value: Value
    exact: bool
    is_certain: bool = True

    @property
    def mistake(self) -> Alternative:
        """Return the alternative by the name that reports have for it."""
        return self.alternative

    @property
    def description(self) -> str:
        """Return the mistake in words, for readers who may know the answer; "may be" if not certain."""
        may = "" if self.is_certain else "may be "
        return f"{may}{self.alternative.id}: {self.alternative.words}"


def causes(matches: Iterable[Match]) -> tuple[str, ...]:
    """Return the ids of the mistakes in `matches`, each once; conventions only without mistakes."""
    listed = tuple(matches)
    wrong = [match.alternative.id for match in listed if not match.alternative.is_convention]
    return tuple(dict.fromkeys(wrong or [match.alternative.id for match in listed]))


def phrase(names: Sequence[str], joint: str = " or ", such: str = "one of several, such as ") -> str:
    """Return one phrase for the `names` of mistakes behind an answer: of more than two only the first.

    >>> phrase(["prior-forgotten", "other-class"]), phrase("abc")
    ('prior-forgotten or other-class', 'one of several, such as a')
    """
    return joint.join(names) if len(names) <= 2 else such + names[0]


class Diagnosis:
    """The mistakes that lead to each answer to one question."""

    def __init__(self, alternatives: Alternatives, name: QuantityName) -> None:
        self.alternatives = alternatives
        self.name = name
        self.right = Target(with_limits(alternatives.graph.value(name)))

    @once
    def ancestors(self) -> frozenset[QuantityName]:
        """Return the quantities that the question rests on, itself included."""
        return frozenset(self.alternatives.graph.ancestors(self.name))

    @once
    def mistakes_without_effect(self) -> tuple[Alternative, ...]:
        """Return the mistakes that lead to the right value nevertheless."""
        effects = self.values_of_mistakes(self.alternatives.common_single)
        return tuple(alternative for alternative, target in effects if may_equal(target, self.right))

    def mistakes_spoiling(self, answer: Answer, *, is_own: bool) -> frozenset[Alternative]:
        """Return the mistakes that lead to another value than a right `answer`.

        With `is_own` only those about the quantity itself are: what it rests on may be wrong, or does
        not show in a label.
        """
        return frozenset(
            alternative
            for candidate in self.unrounded_candidates
            for alternative in candidate.alternatives
            if not alternative.is_only_in_result
            and (self.name in alternative.formulas or (alternative.is_misconception and not is_own))
        ) - self.mistakes_leading_to(answer)

    def mistakes_leading_to(self, answer: Answer) -> frozenset[Alternative]:
        """Return the single mistakes that lead to an `answer`, a decimal of one figure only exactly."""
        target, digits = Target(answer.value), decimal_answer(answer)
        return frozenset(
            alternative
            for candidate in self.unrounded_candidates.near(target, digits)
            if _equal(candidate.target, target)
            or (
                digits is not None
                and digits.figures > 1
                and candidate.target.is_within(digits.value, digits.half)
            )
            for alternative in candidate.alternatives
        )

    @once
    def candidates(self) -> WrongValues:
        """Return the wrong values that one mistake leads to, each with all mistakes that do."""
        return self._grouped(self.alternatives.common_single)

    @once
    def unrounded_candidates(self) -> WrongValues:
        """Return `candidates` without early rounding, which few answers are evidence of."""
        return self._grouped(step for step in self.alternatives.common_single if step.rounding is None)

    @once
    def pair_candidates(self) -> WrongValues:
        """Return the wrong values that only two mistakes together lead to."""
        return self._grouped(self.alternatives.misconception_pairs)

    def matches(
        self,
        answer: Answer,
        supported: frozenset[str] = frozenset(),
        refuted: frozenset[Alternative] = frozenset(),
        *,
        is_impossible: bool = False,
    ) -> tuple[Match, ...]:
        """Return the mistakes that lead to an `answer`, likely ones first: single ones, or else pairs.

        The answer has to be evidence of each (see `Evidence`), more of it unless it `is_impossible`,
        less of those whose ids are `supported` by other answers; then it is one of these, and none of
        those that they have `refuted`. A fraction typed with the numerator and denominator that a
        mistake counts is that mistake and no other, unless other answers support some; so is one that
        the sheet states. Of several with the same formulas the first is returned.
        """
        rivals = len(self.unrounded_candidates)
        evidence = Evidence(answer, supported, is_impossible=is_impossible, rivals=rivals)
        candidates = self.candidates if evidence.may_be_rounded_early() else self.unrounded_candidates
        matched = list(self._matched(candidates, evidence, refuted))
        if not matched and evidence.may_be_two:
            matched = list(self._matched(self.pair_candidates, evidence, refuted))
        stated = [match for match in matched if match.alternative.is_stated_on_sheet]
        least = min((match.alternative.count_unsupported(supported) for match in matched), default=0)
        likely = [match for match in matched if match.alternative.count_unsupported(supported) == least]
        return self.ranked(stated or (likely if supported else matched))

    def matches_carried_on(self, answer: Answer, mistakes: Iterable[Alternative]) -> tuple[Match, ...]:
        """Return those of the `mistakes`, each shown by other answers, that lead to an `answer`."""
        candidates = []
        for mistake in mistakes:
            with suppress(ExactnbError):
                value = with_limits(mistake.value_function(self.alternatives.graph)(self.name))
                candidates.append(Candidate(Target(value), (mistake,)))
        evidence = Evidence(answer, frozenset(mistake.id for mistake in mistakes))
        return self.ranked(self._matched(WrongValues(candidates), evidence, frozenset()))

    def ranked(self, matches: Iterable[Match]) -> tuple[Match, ...]:
        """Return the `matches`, likely ones first; of several with the same formulas the first."""
        first: dict[Hashable, Match] = {}
        for match in sorted(matches, key=self._rank):
            first.setdefault(self._formulas(match.alternative), match)
        return tuple(first.values())

    def _formulas(self, alternative: Alternative) -> Hashable:
        """Return the formulas that an alternative changes for the question; itself if it has none."""
        formulas = alternative.changes_for(self.name).items()
        relevant = frozenset(formula for formula in formulas if formula[0] in self.ancestors)
        return relevant if alternative.is_misconception and relevant else alternative

    def _rank(self, match: Match) -> tuple[bool, bool, bool, bool, int, int]:
        """Return how likely a mistake is, a likely one first: by how common it is, then by its steps.

        Labels are the choice itself before they follow from other numbers.
        """
        alternative = match.alternative
        return (
            not match.exact,
            isinstance(match.value, Decision) and not alternative.is_only_in_result,
            alternative.is_convention,
            alternative.is_rare,
            alternative.switch_count,
            sum(name in self.ancestors for name in alternative.changes_for(self.name)),
        )

    def _matched(
        self, candidates: WrongValues, evidence: Evidence, refuted: frozenset[Alternative]
    ) -> Iterator[Match]:
        """Yield the alternatives that lead to the answer, if it is evidence of them."""
        written_as_counted = False
        waiting: list[Match] = []
        rivals: list[Match] = []
        for candidate in candidates.near(evidence.target, evidence.digits):
            exact = _equal(candidate.target, evidence.target)
            if not exact and not evidence.is_rounded_from(candidate.target):
                continue
            for alternative in candidate.alternatives:
                if alternative.is_one_of(refuted):
                    continue
                fraction = counted(self.alternatives, alternative, self.name)
                value = candidate.target.value
                is_doubtful = alternative.first_edit is not None
                if exact and evidence.is_counted(fraction, is_doubtful=is_doubtful):
                    written_as_counted = True
                    certain = evidence.is_certain(alternative, is_counted=True)
                    yield Match(alternative, value, exact, certain)
                elif evidence.supports(
                    alternative, value, exact=exact, counted=fraction, is_doubtful=is_doubtful
                ):
                    certain = evidence.is_certain(alternative)
                    waiting.append(Match(alternative, value, exact, certain))
                elif evidence.allows_single_mistake(alternative, fraction):
                    rivals.append(Match(alternative, value, exact, is_certain=False))
        # What is said of an answer at all is no more likely than others that lead to it.
        waiting += rivals if waiting else []
        if not written_as_counted or evidence.supported:
            yield from (match for match in waiting if self._may_explain_label(match.alternative))

    def choice_matches(self, answer: Answer) -> tuple[Match, ...]:
        """Return the ways to choose that lead to the label in `answer`: by the smallest score or prior.

        Whether the student chose the smallest score is for their own scores to show.
        """
        target = Target(answer.value)
        return tuple(
            Match(alternative, candidate.target.value, exact=True)
            for candidate in self.candidates.near(target, None)
            if _equal(candidate.target, target)
            for alternative in candidate.alternatives
            if alternative.is_only_in_result
        )

    def _may_explain_label(self, alternative: Alternative) -> bool:
        """Say whether choosing the smallest score explains a label: of two, it always would."""
        ids = [misconception.id for misconception in alternative.misconceptions]
        return "smallest-chosen" not in ids or len(self.alternatives.problem.schema.classes) > 2

    def values_of_mistakes(
        self, alternatives: Iterable[Alternative]
    ) -> Iterator[tuple[Alternative, Target]]:
        """Yield the `alternatives` that concern the question, each with the value it leads to."""
        for alternative in alternatives:
            if alternative.rounding is None and self.ancestors.isdisjoint(
                alternative.changed_quantities
            ):
                continue
            formula = alternative.formulas.get(self.name)
            if formula == _LEFT_OUT or (formula is None and alternative.is_only_in_result):
                continue
            is_single = alternative.rounding is None and not alternative.parts
            if (target := (self._kept_target if is_single else self._target)(alternative)) is not None:
                yield alternative, target

    def _target(self, alternative: Alternative) -> Target | None:
        """Return the value that a mistake leads to, or its bounds; None if it leads to none."""
        with suppress(ExactnbError):
            return Target(self.alternatives.value(alternative, self.name))
        with suppress(ExactnbError):  # e to a power with a root in it has no exact form
            return enclosed_target(
                self.alternatives.graph, alternative.changes_for(self.name), self.name
            )
        return None

    # A matrix asks for the values that are grouped later, with early rounding and without.
    _kept_target = once_each(_target)

    def _grouped(self, alternatives: Iterable[Alternative]) -> WrongValues:
        groups: list[tuple[Target, list[Alternative]]] = []
        by_value: dict[object, list[Alternative]] = {}
        by_bounds = ByBounds()
        for alternative, target in self.values_of_mistakes(alternatives):
            if may_equal(target, self.right):
                continue
            # Hundreds of alternatives lead to a few values. Fractions are grouped by their hash; only
            # values without a unique form are compared with the groups whose bounds theirs meet.
            same = None
            key = target.equality_key
            if key is not None:
                same = by_value.get(key)
            elif not alternative.parts:  # pairs are hundreds, and hardly two of them are equal
                near = (groups[index] for index in by_bounds.places_meeting(target.bounds))
                same = next((group for grouped, group in near if _equal(grouped, target)), None)
            if same is None:
                same = by_value[key] = []  # the entry of None is never looked up
                groups.append((target, same))
                by_bounds.add(target.bounds)
            same.append(alternative)
        return WrongValues(Candidate(target, tuple(group)) for target, group in groups)


def may_equal(target: Target, right: Target, *, if_unknown: bool = True) -> bool:
    """Say whether `target`, which a mistake leads to, may equal the `right` value: no fault then.

    `if_unknown` is the answer where nothing decides it.
    """
    try:
        return target.equals(right)
    except ExactnbError:
        return if_unknown


def _equal(first: Target, second: Target) -> bool:
    return may_equal(first, second, if_unknown=False)
