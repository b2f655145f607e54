"""Lines of theorems by SymPy: the same, scaled, put in, solved, tended to, greatest, cited.

It shares no code with the checker. A line is "true", "false", "open" where SymPy finds neither, or "not
judged" if it cannot be read.

How to read: `verdict` draws small data; `judged` dispatches on the rule of a line. Two sides are alike
if SymPy brings what lies between them to zero; a place is the highest if the slope has the sign of what
is left to go, everywhere, or if the function is concave and flat there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import sympy
from by_sympy import Unfolded, compared
from drawn import Unlucky, draw
from evaluating import At
from exact_numbers import Unjudged
from theorem_scopes import Claim, claims, free, renamed

from exactnb.core.expression.nodes import Expression, Extremum, Index, Symbol
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation import Step

__all__ = ["judges", "verdict", "verdicts"]

LARGEST = 3  # of every size: what is larger takes SymPy too long
OF_WHOLES = (Rule.SAME, Rule.CITED)
SIGNS = {"<": "is_negative", ">": "is_positive", "≤": "is_nonpositive", "≥": "is_nonnegative"}


def judges(claim: Claim) -> bool:
    """Say whether a line claims something: it introduces no name and assumes nothing."""
    return claim.line.reason.rule not in (Rule.GIVEN, Rule.COUNT, Rule.DEFINE, Rule.ASSUME)


def verdicts(steps: tuple[Step, ...], dice: Random) -> Counter[str]:
    """Return how many lines of a theorem are true, false, open and not judged."""
    return Counter(verdict(claim, dice) for claim in claims(steps) if judges(claim))


def verdict(claim: Claim, dice: Random, attempts: int = 40) -> str:
    """Return what SymPy says of a line at small data."""
    line = claim.line
    for _ in range(attempts):
        try:
            here = draw(claim.scope, dice, attempts)
            at = here.place(free(claim.left, line.left, line.right, *line.reason.by))
            if any(size > LARGEST for size in here.letters.sizes.values()):
                continue
            return judged(claim, Unfolded(here, whole=line.reason.rule in OF_WHOLES), at)
        except (Unjudged, Unlucky):
            continue
    return "not judged"


def judged(claim: Claim, unfolded: Unfolded, at: At) -> str:
    """Return "true", "false" or "open" for a line at small data."""
    line = claim.line
    sides = Sides(claim, unfolded, at)
    match line.reason.rule, line.relation:
        case (Rule.SAME | Rule.DIFFERENTIATE, "="):
            return compared(*sides.both())
        case Rule.SCALE, "=":
            return sides.scaled()
        case Rule.PUT_IN, "=":
            return sides.put_in()
        case Rule.SOLUTION, "=":
            return sides.solves()
        case Rule.LIMIT, "→":
            return sides.tends()
        case Rule.MAXIMUM, "=" if sides.place is not None:
            return sides.is_place()
        case Rule.CITED, "=":
            return compared(*sides.both())
        case ((Rule.MAXIMUM | Rule.CITED | Rule.COMPARE), relation) if relation in SIGNS:
            return sides.related()
    raise Unjudged(f"{line.reason.rule.value} {line.relation}")


class Sides:
    """A line at an instance, unfolded."""

    def __init__(self, claim: Claim, unfolded: Unfolded, at: At) -> None:
        self.claim, self.line, self.at = claim, claim.line, at
        self.unfolded, self.here = unfolded, unfolded.here

    def both(self) -> tuple[Any, Any]:
        """Return the two sides."""
        return self._of(self.claim.left), self._of(self.line.right)

    def _of(self, expression: Expression) -> Any:
        return self.unfolded.of(expression, self.at)

    def _gaps_before(self) -> Iterator[Any]:
        """Yield left less right of each equation of the scope that can be read, the last one first."""
        for source in reversed(self.claim.scope.equations):
            try:
                at = {**self.here.place(free(source.left, source.right)), **self.at}
                yield self.unfolded.of(source.left, at) - self.unfolded.of(source.right, at)
            except Unjudged:
                continue

    def _signed_gaps(self) -> Iterator[tuple[int, Any]]:
        for gap in self._gaps_before():
            yield from ((1, gap), (-1, gap))

    # equations made from others

    def scaled(self) -> str:
        """Judge an equation that is an earlier one times a number other than 0."""
        left, right = self.both()
        factor = self._of(self.line.reason.by[0])
        if sympy.simplify(factor) == 0:
            return "false"
        return _best(compared(gap * factor, left - right) for gap in self._gaps_before())

    def put_in(self) -> str:
        """Judge a line in which something stands for what an equation says that it is."""
        old, new = self.line.reason.by
        outside = {letter: of for letter, of in self.at.items() if letter not in free(old)}
        ties = [
            self.unfolded.of(old, place) - self.unfolded.of(new, place)
            for place in self.here.places(free(old), outside)
        ]
        tie = self._of(old) - self._of(new)
        known = (compared(tie, sign * gap) for sign, gap in self._signed_gaps())
        if any(compared(tie, 0) != "true" for tie in ties) and (told := _best(known)) != "true":
            return told
        values = _eliminating(ties)
        left, right = (side.subs(values) for side in self.both())
        if self.claim.before is not None:
            return compared(left, right)
        return _best(
            compared(gap.subs(values), sign * (left - right)) for sign, gap in self._signed_gaps()
        )

    def solves(self) -> str:
        """Judge values that are to satisfy the conditions of the step."""
        scope, left = self.claim.scope, self.line.left
        conditions = (*scope.conditions, *scope.wholes)
        if not conditions or not isinstance(left, Symbol):
            raise Unjudged("a solution needs conditions")
        found = [
            (e.left, e.right) for e in scope.found if not scope.is_defined(e.left) and e.left != left
        ]
        here = self.here.within(scope, (*found, (left, self.line.right)))
        there = Unfolded(here, whole=False)
        told = [
            compared(there.of(one, place), there.of(other, place))
            for one, other in conditions
            for place in here.places(free(one, other), self.at)
        ]
        return "true" if set(told) == {"true"} else min(told)

    def tends(self) -> str:
        """Judge what a formula tends to as a letter does."""
        letter, end = map(self._of, self.line.reason.by)
        left, right = self.both()
        return compared(sympy.limit(left, letter, end), right)

    # signs

    def related(self) -> str:
        """Judge which of two sides is greater, wherever the letters are."""
        left, right = self.both()
        relation = self.line.relation
        apart = left - right
        if apart.has(sympy.log):
            # A difference of logarithms keeps its sign if it is 0 at the one place where it is flat.
            highest = apart if relation == "≤" else -apart
            letters = apart.free_symbols & self.unfolded.shares
            if relation not in "≤≥" or len(letters) != 1:
                raise Unjudged("logarithms of several letters, or that are not to be 0 anywhere")
            (letter,) = letters
            places = sympy.solve(highest.diff(letter), letter)
            if len(places) != 1:
                raise Unjudged("logarithms that are flat at no one place")
            told = self._highest(highest, {letter: places[0]})
            return compared(highest.subs(letter, places[0]), 0) if told == "true" else told
        held = getattr(self._wide(apart), SIGNS[relation])
        return "open" if held is None else "true" if held else "false"

    def _wide(self, expression: Any) -> Any:
        """Return an expression, factored, with positive letters for those between 0 and 1."""
        wide = {of: sympy.Symbol(f"{of}'", positive=True) for of in self.unfolded.shares}
        return sympy.factor(sympy.together(expression.subs({s: t / (1 + t) for s, t in wide.items()})))

    # the greatest

    @property
    def place(self) -> tuple[Symbol, Extremum] | None:
        """Return what is sought and what is greatest there, if the line is of such a place."""
        left, scope = self.line.left, self.claim.scope
        if not isinstance(left, Symbol) or scope.is_defined(left):
            return None
        found = [by for of, by in scope.places if _is_of(of, left)]
        if not found or not isinstance(found[-1], Extremum):
            return None
        return replace(left, is_estimate=False), found[-1]

    def is_place(self) -> str:
        """Judge the place at which a formula is greatest."""
        assert self.place is not None
        sought, extremum = self.place
        for whole, _ in self.claim.scope.wholes:
            letters = renamed(whole.body, sought)
            if letters is not None:
                index = letters[whole.index.letter]
                if not isinstance(index, Index):
                    raise Unjudged("one number of a distribution alone")
                *members, _last = self.here.members(whole.domain, self.at)
                places = [{**self.at, index.letter: member} for member in members]
                break
        else:
            places = [dict(self.at)]
        there = Unfolded(self.here, whole=True)
        formula = there.of(extremum.body, self.at)
        claimed = {there.of(sought, p): there.of(self.line.right, p) for p in places}
        if not claimed or not all(of.is_Symbol for of in claimed):
            raise Unjudged("what is sought is no letter here")
        self.unfolded = there
        return self._highest(formula, claimed)

    def _highest(self, formula: Any, place: dict[Any, Any]) -> str:
        """Judge whether a formula is greatest at a place, inside of where its letters lie."""
        formula = sympy.expand_log(formula, force=True)
        if len(place) == 1:
            ((letter, value),) = place.items()
            below = letter.is_positive and self._wide(value).is_negative
            if below or (letter in self.unfolded.shares and self._wide(1 - value).is_negative):
                return "false"
            rises = self._wide(sympy.cancel(sympy.together(formula.diff(letter) / (value - letter))))
            return "open" if rises.is_positive is None else "true" if rises.is_positive else "false"
        rest = 1 - sympy.Add(*place.values())
        if any(sympy.cancel(sympy.together(share)) == 0 for share in (rest, *place.values())):
            raise Unjudged("a place at an end, where slopes need not be 0")
        # Factoring second slopes with many letters has no end: those that are not sought are numbers.
        others = {of: value for of, value in self.unfolded.values.items() if of not in place}
        formula, place = formula.subs(others), {of: value.subs(others) for of, value in place.items()}
        slopes = (sympy.together(formula.diff(of).subs(place)) for of in place)
        if any(sympy.cancel(slope) for slope in slopes):
            return "false"
        return "true" if _is_concave(formula, list(place)) else "open"


def _is_of(estimate: Expression, left: Symbol) -> bool:
    """Say whether an estimate is the one on the left, or all numbers of which that is one."""
    if renamed(estimate, left) is not None:
        return True
    rest = iter(left.lower)
    same = isinstance(estimate, Symbol) and estimate.letter == left.letter
    return same and estimate.is_estimate and all(index in rest for index in estimate.lower)


def _is_concave(formula: Any, letters: list[Any]) -> bool:
    """Say whether the matrix of second slopes, turned round, has minors that are all positive.

    The letters are shares that leave something over: each is a positive number of one whole.
    """
    parts = {of: sympy.Symbol(f"{of}'", positive=True) for of in letters}
    whole = 1 + sum(parts.values())
    shares = {of: part / whole for of, part in parts.items()}
    curved = -sympy.hessian(formula, letters)
    minors = (
        curved.extract(list(rows), list(rows)).det()
        for size in range(1, len(letters) + 1)
        for rows in combinations(range(len(letters)), size)
    )
    return all(sympy.factor(sympy.together(minor.subs(shares))).is_positive for minor in minors)


def _eliminating(ties: list[Any]) -> list[tuple[Any, Any]]:
    """Return what letters are where all of `ties` are 0, to be put in one after the other."""
    values: list[tuple[Any, Any]] = []
    for number, tie in enumerate(ties):
        above, _ = sympy.fraction(sympy.together(tie.subs(values)))
        if sympy.expand(above) == 0:
            continue
        others = set[Any]().union(*(other.free_symbols for other in ties[number + 1 :]))
        for letter in sorted(above.free_symbols - others, key=str):
            is_linear = above.is_polynomial(letter) and sympy.degree(above, letter) == 1
            if is_linear and (solutions := sympy.solve(above, letter)):
                values.append((letter, solutions[0]))
                break
        else:
            raise Unjudged("no letter stands alone in what is put in")
    return values


def _best(told: Iterable[str]) -> str:
    """Return "true" if one is, else "open" if one is, else "false"."""
    worst = "not judged"
    order = ["not judged", "false", "open", "true"]
    for word in told:
        if order.index(word) > order.index(worst):
            worst = word
        if worst == "true":
            break
    return worst
