"""An exact oracle for theorems: whether a line holds at random instances, without the checker."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from drawn import ATTEMPTS, Instance, draw
from evaluating import At, Key
from exact_numbers import Number, Unjudged, Value, compare, divide, part, small
from special_functions import entries_of
from theorem_scopes import Claim, Definitions, Scope, claims, free, put, renamed

from exactnb.core.expression.nodes import (
    Domain,
    Expression,
    Extremum,
    Index,
    Series,
    Symbol,
)
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.spell import spell
from exactnb.explain.derivation import Line, Step
from exactnb.explain.proving.scope.alphabet import INFINITE
from exactnb.explain.proving.writing.theorem import AT_ENDS

__all__ = ["Judge", "Verdict", "Word", "holds", "says_something"]

Word = Literal["true", "false", "says nothing", "not judged"]

INSTANCES = 10
TRIES = 16 * INSTANCES
POINTS = 20
IDENTITIES = (Rule.SAME, Rule.DIFFERENTIATE, Rule.CITED)
CLAIMING = (*IDENTITIES, Rule.COMPARE, Rule.LIMIT, Rule.SCALE, Rule.PUT_IN, Rule.SOLUTION, Rule.MAXIMUM)


@dataclass(frozen=True)
class Verdict:
    """What became of a line: at how many instances it was judged, and one where it is false."""

    claim: Claim
    word: Word
    instances: int = 0
    witness: str = ""

    def __str__(self) -> str:
        line = self.claim.line
        shown = f"{spell(line.left)} {line.relation} {spell(line.right)}"
        rule = line.reason.rule.value
        return f"step {self.claim.step + 1}: {shown} [{rule}]: {self.word} {self.witness}"


def holds(steps: tuple[Step, ...], dice: random.Random, instances: int = INSTANCES) -> list[Verdict]:
    """Return a verdict on every line of a theorem."""
    judge = Judge(dice, instances)
    return [judge.verdict(claim) for claim in claims(steps)]


def says_something(line: Line) -> bool:
    """Say whether a line can be true or false: it introduces no name and assumes nothing."""
    return line.reason.rule in CLAIMING


@dataclass
class Judge:
    """Judge lines at the instances that their scopes demand, which are drawn once."""

    dice: random.Random
    instances: int = INSTANCES
    attempts: int = ATTEMPTS
    points: int = POINTS
    drawn: dict[tuple[object, ...], list[Instance]] = field(default_factory=dict)

    def verdict(self, claim: Claim) -> Verdict:
        """Judge a line at some instances; one at which it is false is enough to say so."""
        if not says_something(claim.line):
            return Verdict(claim, "says nothing")
        judged = 0
        sources = _sources(claim)
        for number in range(TRIES * self.instances // INSTANCES):
            instance = self._instance(claim.scope, number)
            try:
                at = instance.place(_letters(claim))
                case = _Case(claim, instance, at, self.points)
                true = case.is_true()  # which is less work than to follow equations
                if true:
                    sources = [source for source in sources if case.follows(source)]
                    true = bool(sources)
            except Unjudged:
                continue
            judged += 1
            if not true:
                return Verdict(claim, "false", judged, _told(instance, at))
            if judged == self.instances:
                return Verdict(claim, "true", judged)
        return Verdict(claim, "not judged", judged)

    def _instance(self, scope: Scope, number: int) -> Instance:
        drawn = self.drawn.setdefault(scope.demands, [])
        while len(drawn) <= number:
            drawn.append(draw(scope, self.dice, self.attempts))
        return drawn[number].within(scope)


def _sources(claim: Claim) -> list[Line | None]:
    """Return the equations that a line may have been made from, the last one first."""
    before = claim.before is None and claim.line.reason.rule in (Rule.SCALE, Rule.PUT_IN)
    return list(reversed(claim.scope.equations)) if before else [None]


def _letters(claim: Claim) -> frozenset[str]:
    line = claim.line
    return free(claim.left, line.left, line.right, *line.reason.by)


def _told(instance: Instance, at: At) -> str:
    return f"at {dict(at)}, {instance.letters.values}"


@dataclass
class _Case:
    """A line at an instance, for some values of its indices."""

    claim: Claim
    instance: Instance
    at: At
    points: int

    def is_true(self) -> bool:
        """Say whether the line is true here, apart from the equation that it may be made from."""
        line, at = self.claim.line, self.at
        match line.reason.rule:
            case Rule.SOLUTION:
                return self._solves()
            case Rule.PUT_IN:
                return self._is_known() and (self.claim.before is None or self._is_put_in())
            case Rule.SCALE:
                (factor,) = line.reason.by
                return line.relation == "=" and self.instance.value(factor, at) != 0
            case Rule.MAXIMUM if self._is_estimate():
                return self._is_largest()
            case Rule.LIMIT if line.relation == "→":
                return self._is_approached()
        left, right = self.instance.value(self.claim.left, at), self.instance.value(line.right, at)
        return _related(left, line.relation, right)

    def follows(self, source: Line | None) -> bool:
        """Say whether an equation is the source one, scaled or with something put in, here."""
        line = self.claim.line
        if source is None:
            return True
        here, left, right = self.instance, source.left, source.right
        factor: Number = Fraction(1)
        if line.reason.rule is Rule.SCALE:
            factor = here.number(line.reason.by[0], self.at)
        elif (equal := self._where_equal()) is not None:
            here = equal
        else:
            left, right = put(left, *line.reason.by), put(right, *line.reason.by)
        at = {**here.place(free(left, right)), **self.at}
        try:
            old = _gap(here, left, right, at) * factor
        except Unjudged:  # says nothing against it
            return True
        return compare(old, _gap(here, line.left, line.right, at)) == 0

    # what is put in

    def _is_known(self) -> bool:
        """Say whether what is put in is an equation of the scope, or true anyway."""
        old, new = self.claim.line.reason.by
        for line in self.claim.scope.equations:
            for left, right in ((line.left, line.right), (line.right, line.left)):
                letters = renamed(left, old)
                if letters is not None and put(right, old, old) == right and _fits(right, new, letters):
                    return True
        gap = _gap(self.instance, old, new, self.at)
        if compare(gap, Fraction(0)) == 0:
            return True
        for line in self.claim.scope.equations:
            at = {**self.instance.place(free(line.left, line.right)), **self.at}
            try:
                other = _gap(self.instance, line.left, line.right, at)
            except Unjudged:
                continue
            if not compare(gap, other) or not compare(gap, -other):
                return True
        return False

    def _is_put_in(self) -> bool:
        """Say whether both sides are equal once what is put in is equal."""
        line, at = self.claim.line, self.at
        if line.relation != "=":
            return False
        here, left = self._where_equal(), self.claim.left
        if here is None:
            here, left = self.instance, put(left, *line.reason.by)
        return compare(here.value(left, at), here.value(line.right, at)) == 0

    def _where_equal(self) -> Instance | None:
        """Return the instance with letters changed so that what is put in is equal, if one is found."""
        old, new = self.claim.line.reason.by
        outside = {a: b for a, b in self.at.items() if a not in free(old)}
        places = list(self.instance.places(free(old), outside))
        probe = self.instance.changed({})
        if all(compare(_gap(probe, old, new, at), Fraction(0)) == 0 for at in places):
            return probe
        heads = dict.fromkeys(key[:1] for key in probe.seen if probe.is_real(key))
        for head in heads:
            here = self.instance.changed({})
            if all(_solve(here, old, new, at, head) for at in places) and all(
                compare(_gap(here, old, new, at), Fraction(0)) == 0 for at in places
            ):
                return here
        return None

    # solutions

    def _solves(self) -> bool:
        """Say whether the conditions of the step hold once the values that were found are put in."""
        line, scope = self.claim.line, self.claim.scope
        if line.relation != "=" or not isinstance(line.left, Symbol):
            return False
        found: Definitions = tuple(
            (e.left, e.right)
            for e in scope.found
            if not scope.is_defined(e.left) and e.left != line.left
        )
        here = self.instance.within(scope, (*found, (line.left, line.right)))
        conditions = (*scope.conditions, *scope.wholes)
        if not conditions:
            raise Unjudged("a solution needs conditions")
        return all(
            compare(here.value(left, at), here.value(right, at)) == 0
            for left, right in conditions
            for at in here.places(free(left, right), self.at)
        )

    # limits

    def _is_approached(self) -> bool:
        """Say whether a formula comes nearer by far to what it tends to as a letter does."""
        line, at, here = self.claim.line, self.at, self.instance
        letter, end = line.reason.by
        if not isinstance(letter, Symbol):
            raise Unjudged("a limit by what is no letter")
        _gap(here, self.claim.left, line.right, at)  # draws every letter that it has
        found = []
        for distance in (Fraction(1, 10**9), Fraction(1, 10**18)):
            if end in INFINITE:
                value = (1 if end == INFINITE[0] else -1) / distance
            else:
                side = -1 if line.reason.words == AT_ENDS[1] else 1
                value = here.number(end, at) + side * distance
            there = here.changed({here.key(letter, at): value})
            found.append(_gap(there, self.claim.left, line.right, at))
        far_off, near = (gap * gap for gap in found)
        return compare(near * 100, far_off) <= 0

    # extrema

    def _is_estimate(self) -> bool:
        scope, left = self.claim.scope, self.claim.line.left
        of_place = isinstance(left, Symbol) and any(_is_of(of, left) for of, _ in scope.places)
        return of_place and not scope.is_defined(left)

    def _is_largest(self) -> bool:
        """Say whether a formula is as large at the place as at random other points, and at the ends."""
        line, scope = self.claim.line, self.claim.scope
        extremum = [by for of, by in scope.places if _is_of(of, line.left)][-1]
        assert isinstance(extremum, Extremum)
        assert isinstance(line.left, Symbol)
        sought = replace(line.left, is_estimate=False)
        wholes = [(*whole, renamed(whole[0].body, sought)) for whole in scope.wholes]
        of_wholes = [(whole, right, letters) for whole, right, letters in wholes if letters is not None]
        if any(d.kind == "definite" and of == sought for of, d in scope.domains):
            held = self._is_best_of_matrices(extremum.body, sought)
        elif of_wholes:
            held = self._is_best_of_whole(extremum.body, sought, *of_wholes[0])
        else:
            held = self._is_best(extremum.body, sought)
        if line.relation != "=" and not held:
            raise Unjudged("how two places compare that are not known")
        return held and _related(Fraction(0), line.relation, Fraction(0))

    def _is_best(self, body: Expression, sought: Symbol) -> bool:
        here, at = self.instance, self.at
        key = here.key(sought, at)
        claimed = here.number(self.claim.line.right, at)
        domain = next(
            (d for of, d in here.scope.domains if here.matched(of, sought, at) is not None), None
        )
        if domain is not None and not here.lies_in(claimed, domain, at):
            return False
        signs = [
            relation for of, relation, _ in here.scope.facts if here.matched(of, sought, at) is not None
        ]
        order = compare(claimed, Fraction(0))
        if signs and order < (0 if "≥" in signs else 1):  # inside is where slopes are, not all there is
            return False
        others: list[Number] = []
        for _ in range(self.points):
            others.append(_point(here, domain, at))
        if domain is not None and domain.kind in ("open", "closed", "left-open"):
            others += [here.number(end, at) for end in domain.parts]
        near = [claimed + (other - claimed) * Fraction(1, 1000) for other in others]
        return self._is_best_value(body, {key: claimed}, [{key: other} for other in (*others, *near)])

    def _is_best_of_whole(
        self,
        body: Expression,
        sought: Symbol,
        whole: Series,
        right: Expression,
        letters: dict[str, Expression],
    ) -> bool:
        here, at = self.instance, self.at
        letter = letters[whole.index.letter]
        if not isinstance(letter, Index):
            raise Unjudged("one number of a distribution alone")
        outer = {name: here.whole(of, at) for name, of in letters.items() if name != whole.index.letter}
        members = here.members(whole.domain, outer)
        sum_of_all = here.number(right, outer)
        places = [{**at, letter.letter: member} for member in members]
        keys = [here.key(sought, place) for place in places]
        claimed = [here.number(self.claim.line.right, place) for place in places]
        added: Number = Fraction(0)
        for share in claimed:
            added = added + share
        if compare(added, sum_of_all) or any(compare(share, Fraction(0)) < 0 for share in claimed):
            return False
        signs = [
            relation for of, relation, _ in here.scope.facts if renamed(of, whole.body) is not None
        ]
        if "≥" not in signs and any(compare(share, Fraction(0)) == 0 for share in claimed):
            return False
        corners = [[sum_of_all * Fraction(m == n) for m in members] for n in members]
        others = [*corners, *(_shares(here, len(members), sum_of_all) for _ in range(self.points))]
        near = [
            [c + (o - c) * Fraction(1, 1000) for c, o in zip(claimed, other, strict=True)]
            for other in others
        ]
        points = [dict(zip(keys, other, strict=True)) for other in (*others, *near)]
        return self._is_best_value(body, dict(zip(keys, claimed, strict=True)), points)

    def _is_best_of_matrices(self, body: Expression, sought: Symbol) -> bool:
        here, place = self.instance, self.claim.line.right
        if not isinstance(place, Symbol):
            raise Unjudged("a matrix that is no letter")
        claimed = entries_of(here, place)
        size = len(claimed)
        keys = [
            (sought.letter, False, (r, c), ()) for r in range(1, size + 1) for c in range(1, size + 1)
        ]
        best = [of for row in claimed for of in row]
        others = [[of for row in here.definite(size) for of in row] for _ in range(self.points)]
        near = [
            [b + (o - b) * Fraction(1, 1000) for b, o in zip(best, other, strict=True)]
            for other in others
        ]
        points: list[dict[Key, Number]] = [dict(zip(keys, of, strict=True)) for of in (*others, *near)]
        return self._is_best_value(body, dict(zip(keys, best, strict=True)), points)

    def _is_best_value(
        self, body: Expression, claimed: dict[Key, Number], others: list[dict[Key, Number]]
    ) -> bool:
        here, at = self.instance, self.at
        here.value(body, at)  # draws every letter that it has
        best = here.changed(claimed).value(body, at)
        for point in others:
            try:
                value = here.changed(point).value(body, at)
            except Unjudged:  # at an end, where the formula has no value
                continue
            if compare(value, best) > 0:
                return False
        return True


def _gap(here: Instance, left: Expression, right: Expression, at: At) -> Number:
    return here.number(left, at) - here.number(right, at)


def _related(left: Value, relation: str, right: Value) -> bool:
    order = compare(left, right)
    held = {"=": order == 0, "<": order < 0, ">": order > 0, "≤": order <= 0, "≥": order >= 0}
    if relation not in held:
        raise Unjudged(f"{relation} is no relation of theorems")
    return held[relation]


def _fits(pattern: Expression, expression: Expression, letters: dict[str, Expression]) -> bool:
    found = renamed(pattern, expression)
    return found is not None and all(letters.get(letter, of) == of for letter, of in found.items())


def _is_of(estimate: Expression, left: Expression) -> bool:
    """Say whether an estimate is the one on the left, or all numbers of which that is one."""
    if renamed(estimate, left) is not None:
        return True
    if not isinstance(estimate, Symbol) or not isinstance(left, Symbol):
        return False
    rest = iter(left.lower)
    same = (estimate.letter, estimate.is_estimate) == (left.letter, left.is_estimate)
    return same and all(index in rest for index in estimate.lower)


def _solve(here: Instance, old: Expression, new: Expression, at: At, head: Key) -> bool:
    """Change one letter with a head so that two formulas are equal, if it stands in them linearly."""
    if compare(_gap(here, old, new, at), Fraction(0)) == 0:
        return True
    here.seen.clear()
    _gap(here, old, new, at)
    for key in dict.fromkeys(here.seen):
        if key[:1] != head or not here.is_real(key):
            continue
        here.moving = {key: small(1)}
        gap = _gap(here, old, new, at)
        here.moving = {}
        slope = part(gap, 1, 1)
        if part(gap, 1, 2) == 0 and slope != 0:
            here.letters.values[key] = here.letters.values[key] - divide(part(gap, 1, 0), slope)
            return True
    return False


def _point(here: Instance, domain: Domain | None, at: At) -> Number:
    if domain is not None and domain.kind in ("open", "closed", "left-open"):
        low, high = (here.number(end, at) for end in domain.parts)
        return low + (high - low) * Fraction(here.dice.randint(1, 99), 100)
    positive = Fraction(here.dice.randint(1, 40), here.dice.randint(1, 9))
    return positive if domain is None else positive * here.dice.choice((-1, 1))


def _shares(here: Instance, size: int, sum_of_all: Number) -> list[Number]:
    weights = [here.dice.randint(0, 9) for _ in range(size)]
    weights[here.dice.randrange(size)] += 1
    return [sum_of_all * Fraction(weight, sum(weights)) for weight in weights]
