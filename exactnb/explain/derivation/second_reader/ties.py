"""Boundaries and regions, checked where they lie: a tie at each point, one class likelier between.

What the graph says is tried: the second reader works out how much likelier one class is at single
places, and looks whether that fits.

How to read: `Comparison` says which class is likelier at a place; a function for boundaries, regions
and curves each tries what it is handed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation.second_reader.problem import Observed
from exactnb.explain.derivation.second_reader.reals import (
    NotRead,
    Real,
    add,
    log,
    negative,
    over,
    sign,
    times,
)
from exactnb.explain.derivation.second_reader.view import OF_VALUES, View

Place = Fraction | tuple[Fraction, Fraction] | Infinite
"""A rational number, two rational numbers around an irrational one, or an end of the line."""

_STRAIGHT = ("poisson", "geometric", "geometric0", "negative-binomial", "exponential")
_WIDE = Fraction(1_000)


class Comparison:
    """How much likelier one class is than another, as the columns vary that a name leaves free."""

    def __init__(self, view: View, name: QuantityName) -> None:
        assert name.pair is not None
        self.view, self.pair = view, (name.pair.first.value, name.pair.second.value)
        self.shown = view.observed(name.right)
        self.free = [
            c
            for c, follows in view.by_column.items()
            if follows.family not in OF_VALUES and c not in self.shown.cells
        ]
        families = {view.by_column[c].family for c in self.free}
        self.is_straight = bool(families & set(_STRAIGHT))
        self.has_corners = "piecewise" in families
        if len(self.free) > 1 and (self.is_straight or self.has_corners):
            raise NotRead("counts or corners beside other columns that vary")
        self.start = 1 if "geometric" in families else 0
        self.corners = sorted({x for k in self.pair for c in self.free for x in self._corners(c, k)})

    def _corners(self, column: str, label: str) -> list[Fraction]:
        """Return the points of a density that is a line between them."""
        given = self.view.estimates.given
        known = given.points.get((column, label), ()) if given is not None and self.has_corners else ()
        return [x for x, _ in known]

    @property
    def least(self) -> Fraction | None:
        """Return the least number that the column can show, if there is one."""
        return Fraction(self.start) if self.is_straight else None

    def joints(self, at: Mapping[str, Fraction]) -> list[Real]:
        """Return the joints of both classes at a place."""
        cells = {**self.shown.cells, **at}
        here = Observed(cells, self.shown.bags, self.shown.draws)
        of = self.view
        return [times(of.estimates.prior(k), of.likelihood_of(k, here)) for k in self.pair]

    def log_odds(self, x: Fraction) -> Real:
        """Return the log-odds at a place; those of counts go on as a line between whole numbers."""
        (column,) = self.free
        if not self.is_straight:
            return log(over(*self.joints({column: x})))
        first, second = (
            log(over(*self.joints({column: Fraction(self.start + step)}))) for step in (0, 1)
        )
        slope = add(second, negative(first))
        return first if x == self.start else add(first, times(x - self.start, slope))

    def leans(self, x: Fraction) -> int | None:
        """Return the sign of the log-odds at a place: 0 at a tie, None where nothing can be seen."""
        (column,) = self.free
        if self.has_corners:
            first, second = self.joints({column: x})
            if isinstance(first, Undefined) or isinstance(second, Undefined):
                raise NotRead("undefined joints")
            return sign(add(first, negative(second))) or (0 if sign(first) > 0 else None)
        return _sign_of(self.log_odds(x))


def _between(places: Sequence[Place], least: Fraction | None) -> Iterator[list[Fraction]]:
    """Yield some numbers of each gap between places."""
    ends = [(p, p) if isinstance(p, Fraction) else p for p in places if not isinstance(p, Infinite)]
    for at in range(len(ends) + 1):
        left = ends[at - 1][1] if at else None
        right = ends[at][0] if at < len(ends) else None
        low = left if left is not None else least
        if low is None and right is None:
            yield [-_WIDE, Fraction(0), Fraction(1, 3), _WIDE]
        elif low is None:
            assert right is not None
            yield [right - _WIDE, right - 1, right - Fraction(1, 1000)]
        elif right is None:
            inner = [low + Fraction(1, 1000), low + 1, low + _WIDE]
            yield inner if left is not None else [low, *inner]
        elif low < right:
            yield [low + (right - low) * Fraction(part, 4) for part in (1, 2, 3)]


def _gaps(of: Comparison, places: Sequence[Place]) -> Iterator[list[Fraction]]:
    """Yield some numbers of each gap; corners end one too, since densities may jump there."""
    known = [place for place in places if isinstance(place, Fraction)]
    if of.corners and len(known) == len(places):
        places = sorted({*known, *of.corners})
    return _between(places, of.least)


def boundary_problem(view: View, name: QuantityName, places: Sequence[Place] | None) -> str:
    """Return what is wrong with the points at which two classes are said to tie, "" if nothing is.

    None stands for all points.
    """
    of = Comparison(view, name)
    if len(of.free) > 1:
        return _everywhere(of, (0,) if places is None else (1, -1))
    if places is None:
        apart = any(of.leans(x) for samples in _gaps(of, ()) for x in samples)
        return "the classes do not tie everywhere" if apart else ""
    if problem := _not_tied(of, places):
        return problem
    if name.index is not None:
        return ""
    for samples in _gaps(of, places):
        leans = {lean for x in samples if (lean := of.leans(x)) is not None} - {0}
        if len(leans) > 1:
            return f"the classes tie between {samples[0]} and {samples[-1]} too"
    return ""


def _not_tied(of: Comparison, places: Sequence[Place]) -> str:
    for place in places:
        if isinstance(place, Infinite):
            return "a boundary lies at a number"
        if isinstance(place, Fraction):
            if of.leans(place) != 0:
                return f"the classes do not tie at {place}"
        elif of.leans(place[0]) == of.leans(place[1]) != 0:
            return f"the classes do not tie between {place[0]} and {place[1]}"
    return ""


def region_problem(view: View, name: QuantityName, intervals: Sequence[tuple[Place, Place]]) -> str:
    """Return what is wrong with the intervals in which a class is said to be likelier."""
    of = Comparison(view, name)
    if len(of.free) > 1:
        return _everywhere(of, (1,) if intervals else (0, -1))
    ends = [end for interval in intervals for end in interval]
    tied = [end for end in ends if not isinstance(end, Infinite) and end != of.least]
    if not of.has_corners and (problem := _not_tied(of, tied)):
        return problem
    places = list(dict.fromkeys(end for end in ends if not isinstance(end, Infinite)))
    for samples in _gaps(of, places):
        for x in samples:
            inside = any(_is_below(low, x) and _is_above(high, x) for low, high in intervals)
            lean = of.leans(x)
            if (lean == 1) != inside and lean != 0:
                where = "likelier" if lean == 1 else "not likelier"
                return f"the class is {where} at {x}"
    return ""


def _everywhere(of: Comparison, signs: Sequence[int]) -> str:
    """Return what is wrong if the log-odds have one of some signs, the same at all places."""
    found = {_sign_of(log(over(*of.joints(at)))) for at in _some_places(of.free)}
    held = len(found) == 1 and found <= set(signs)
    return "" if held else "which class is likelier differs from place to place"


def _sign_of(of: Real) -> int:
    """Return the sign of log-odds, 0 where they are too close to 0 to tell: a tie, as far as seen."""
    if isinstance(of, Undefined):
        raise NotRead("undefined log-odds")
    try:
        return sign(of)
    except NotRead:
        return 0


def _is_below(place: Place, x: Fraction) -> bool:
    if isinstance(place, Infinite):
        return place.sign < 0
    return (place if isinstance(place, Fraction) else place[1]) <= x


def _is_above(place: Place, x: Fraction) -> bool:
    if isinstance(place, Infinite):
        return place.sign > 0
    return x <= (place if isinstance(place, Fraction) else place[0])


def curve_problem(
    view: View,
    name: QuantityName,
    variables: Sequence[str],
    curve: Callable[[Mapping[str, Fraction]], Real],
) -> str:
    """Return what is wrong with a curve: its polynomial is the log-odds times a positive number."""
    of = Comparison(view, name)
    if list(variables) != of.free:
        return f"the columns that vary are {', '.join(of.free)}"
    known: tuple[Real, Real] | None = None
    for at in _some_places(variables):
        own, other = curve(at), log(over(*of.joints(at)))
        if isinstance(other, Undefined):
            raise NotRead("undefined log-odds")
        if known is None:
            if isinstance(other, Infinite) or sign(own) != sign(other):
                return "the curve has another sign than the log-odds"
            known = own, other
            continue
        crossed = add(times(own, known[1]), negative(times(other, known[0])))
        if isinstance(crossed, Fraction) and crossed:
            return "the curve is not the log-odds"
        try:
            if sign(crossed):
                return "the curve is not the log-odds"
        except NotRead:
            continue
    return ""


def _some_places(variables: Sequence[str]) -> Iterator[dict[str, Fraction]]:
    """Yield places that no curve of the second degree has in common: more than its coefficients."""
    size = len(variables)
    for step in range((size + 1) * (size + 2) // 2 + 1):
        yield {c: Fraction((step + 2) ** (at + 1) % 11 - 5, at + 2) for at, c in enumerate(variables)}
