"""Checks of boundaries and regions by sampling: a tie at each point, one class likelier in between.

The second reader works out the log-odds at single places, and compares them with the claim of the
graph.

How to read: `Comparison` says which class is likelier at a place; there is one function for each of
boundaries, regions and curves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import prod

from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation.second_reader.counting import SHARE_FAMILIES, ObservedCase
from exactnb.explain.derivation.second_reader.reals import *
from exactnb.explain.derivation.second_reader.view import ModelView

Place = Fraction | tuple[Fraction, Fraction] | Infinite
"""A rational number, two rational numbers around an irrational one, or an end of the line."""

_STRAIGHT = ("poisson", "geometric", "geometric0", "negative-binomial", "exponential")
_WIDE = Fraction(1_000)


class Comparison:
    """The log-odds of the two classes of `name`, as functions of the columns that it leaves free."""

    def __init__(self, view: ModelView, name: QuantityName) -> None:
        assert name.pair is not None
        self.view, self.pair = view, (name.pair.first.value, name.pair.second.value)
        self.shown = view.observed(name.right)
        numeric = {c: g.family for c, g in view.by_column.items() if g.family not in SHARE_FAMILIES}
        self.free = [column for column in numeric if column not in self.shown.cells]
        families = {numeric[column] for column in self.free}
        self.is_straight = bool(families & set(_STRAIGHT))
        self.has_corners = "piecewise" in families
        if len(self.free) > 1 and (self.is_straight or self.has_corners):
            raise NotRead("counts or corners beside other columns that vary")
        self.start = Fraction("geometric" in families)
        self.together = 2  # numbers from the least one on, through which counts are continued
        densities = [group.stated for c in self.free if (group := view.by_column[c]).stated is not None]
        self.support = densities[0].support if len(self.free) == 1 and densities else None
        if self.support is not None and self.support.is_whole:
            assert self.support.low is not None
            self.start, high = self.support.low, self.support.high
            self.is_straight = True
            self.together = 3 if high is None else min(3, int(high - self.start) + 1)
        self.corners = sorted({x for k in self.pair for c in self.free for x in self._corners(c, k)})

    def _corners(self, column: str, label: str) -> list[Fraction]:
        """Return the corners of a piecewise linear density."""
        parameters = self.view.estimates.given
        if parameters is None or not self.has_corners:
            return []
        return [x for x, _ in parameters.points.get((column, label), ())]

    @property
    def least(self) -> Fraction | None:
        """Return the smallest number of the column, if there is one."""
        if self.is_straight:
            return self.start
        return None if self.support is None else self.support.low

    def joints(self, values: Mapping[str, Fraction]) -> list[Real]:
        """Return the joints of both classes at a place, `values`: a number for each free column."""
        cells = {**self.shown.cells, **values}
        here = ObservedCase(cells, self.shown.bags, self.shown.draws)
        view = self.view
        return [times(view.estimates.prior(k), view.case_likelihood(k, here)) for k in self.pair]

    def log_odds(self, x: Fraction) -> Real:
        """Return the log-odds at `x`; those of counts are continued as a line between integers.

        Those of whole numbers of a stated family are continued as the polynomial through three.
        """
        (column,) = self.free
        if not self.is_straight:
            return log(divide(*self.joints({column: x})))
        places = [self.start + step for step in range(self.together)]
        unit = Fraction(1)
        shares = {
            place: prod(((x - b) / (place - b) for b in places if b != place), start=unit)
            for place in places
        }
        odds = {
            place: divide(*self.joints({column: place})) for place, share in shares.items() if share
        }
        return add(*(times(shares[place], log(ratio)) for place, ratio in odds.items()))

    def log_odds_sign(self, x: Fraction) -> int | None:
        """Return the sign of the log-odds at `x`: 0 at a tie, None where both joints are 0.

        Raises NotRead for undefined joints.
        """
        (column,) = self.free
        if self.has_corners:
            first, second = self.joints({column: x})
            if isinstance(first, Undefined) or isinstance(second, Undefined):
                raise NotRead("undefined joints")
            return sign(subtract(first, second)) or (0 if sign(first) > 0 else None)
        return _known_sign_or_zero(self.log_odds(x))


def _sample_points(places: Sequence[Place], least: Fraction | None) -> Iterator[list[Fraction]]:
    """Yield sample points in each gap between places."""
    ends = [(p, p) if isinstance(p, Fraction) else p for p in places if not isinstance(p, Infinite)]
    for index in range(len(ends) + 1):
        left_end = ends[index - 1][1] if index else None
        right_end = ends[index][0] if index < len(ends) else None
        low = left_end if left_end is not None else least
        if low is None and right_end is None:
            yield [-_WIDE, Fraction(0), Fraction(1, 3), _WIDE]
        elif low is None:
            assert right_end is not None
            yield [right_end - _WIDE, right_end - 1, right_end - Fraction(1, 1000)]
        elif right_end is None:
            inner = [low + Fraction(1, 1000), low + 1, low + _WIDE]
            yield inner if left_end is not None else [low, *inner]
        elif low < right_end:
            yield [low + (right_end - low) * Fraction(part, 4) for part in (1, 2, 3)]


def _samples_of_gaps(comparison: Comparison, places: Sequence[Place]) -> Iterator[list[Fraction]]:
    """Yield sample points in each gap; corners end a gap too, since densities may jump there."""
    exact = [place for place in places if isinstance(place, Fraction)]
    if comparison.corners and len(exact) == len(places):
        places = sorted({*exact, *comparison.corners})
    support = None if comparison.is_straight else comparison.support
    for samples in _sample_points(places, comparison.least):
        yield [x for x in samples if support is None or support.contains(x)]


def boundary_problem(view: ModelView, name: QuantityName, places: Sequence[Place] | None) -> str:
    """Return what is wrong with `places` as the boundary `name` in `view`, "" if nothing is.

    At each of them two classes have to tie, and nowhere else; None stands for all points.
    """
    comparison = Comparison(view, name)
    if len(comparison.free) > 1:
        return _other_sign_problem(comparison, (0,) if places is None else (1, -1))
    if places is None:
        is_decided = any(
            comparison.log_odds_sign(x) for samples in _samples_of_gaps(comparison, ()) for x in samples
        )
        return "the classes do not tie everywhere" if is_decided else ""
    if problem := _untied_problem(comparison, places):
        return problem
    if name.index is not None:
        return ""
    for samples in _samples_of_gaps(comparison, places):
        log_odds_sign = {lean for x in samples if (lean := comparison.log_odds_sign(x)) is not None} - {
            0
        }
        if len(log_odds_sign) > 1:
            return f"the classes tie between {samples[0]} and {samples[-1]} too"
    return ""


def _untied_problem(comparison: Comparison, places: Sequence[Place]) -> str:
    for place in places:
        if isinstance(place, Infinite):
            return "a boundary lies at a number"
        if isinstance(place, Fraction):
            if comparison.log_odds_sign(place) != 0:
                return f"the classes do not tie at {place}"
        elif comparison.log_odds_sign(place[0]) == comparison.log_odds_sign(place[1]) != 0:
            return f"the classes do not tie between {place[0]} and {place[1]}"
    return ""


def region_problem(
    view: ModelView, name: QuantityName, intervals: Sequence[tuple[Place, Place]]
) -> str:
    """Return what is wrong with `intervals` as the region `name` in `view`, "" if nothing is.

    In them the first class has to be likelier, and nowhere else.
    """
    comparison = Comparison(view, name)
    if len(comparison.free) > 1:
        return _other_sign_problem(comparison, (1,) if intervals else (0, -1))
    ends = [end for interval in intervals for end in interval]
    outer = {comparison.least, comparison.support.high if comparison.support else None}
    tied = [end for end in ends if not isinstance(end, Infinite) and end not in outer]
    if not comparison.has_corners and (problem := _untied_problem(comparison, tied)):
        return problem
    places = list(dict.fromkeys(end for end in ends if not isinstance(end, Infinite)))
    for samples in _samples_of_gaps(comparison, places):
        for x in samples:
            inside = any(_is_at_most(low, x) and _is_at_least(high, x) for low, high in intervals)
            lean = comparison.log_odds_sign(x)
            if (lean == 1) != inside and lean != 0:
                where = "likelier" if lean == 1 else "not likelier"
                return f"the class is {where} at {x}"
    return ""


def _other_sign_problem(comparison: Comparison, signs: Sequence[int]) -> str:
    """Return what is wrong unless the log-odds have the same sign, one of `signs`, at all places."""
    joints = map(comparison.joints, _some_places(comparison.free))
    distinct_signs = {_known_sign_or_zero(log(divide(*both))) for both in joints}
    is_constant = len(distinct_signs) == 1 and distinct_signs <= set(signs)
    return "" if is_constant else "which class is likelier differs from place to place"


def _known_sign_or_zero(log_odds: Real) -> int:
    """Return the sign of log-odds, 0 where they are too close to 0 to decide: perhaps a tie."""
    if isinstance(log_odds, Undefined):
        raise NotRead("undefined log-odds")
    return known_sign(log_odds) or 0


def _is_at_most(place: Place, x: Fraction) -> bool:
    if isinstance(place, Infinite):
        return place.sign < 0
    return (place if isinstance(place, Fraction) else place[1]) <= x


def _is_at_least(place: Place, x: Fraction) -> bool:
    if isinstance(place, Infinite):
        return place.sign > 0
    return x <= (place if isinstance(place, Fraction) else place[0])


def curve_problem(
    view: ModelView,
    name: QuantityName,
    variables: Sequence[str],
    curve: Callable[[Mapping[str, Fraction]], Real],
) -> str:
    """Return what is wrong with `curve` as the boundary `name` in `view`, "" if nothing is.

    It is a function of `variables`, and has to be the log-odds times a positive number.
    """
    comparison = Comparison(view, name)
    if list(variables) != comparison.free:
        return f"the columns that vary are {', '.join(comparison.free)}"
    reference: tuple[Real, Real] | None = None
    for values in _some_places(variables):
        curve_value, log_odds = curve(values), log(divide(*comparison.joints(values)))
        if isinstance(log_odds, Undefined):
            raise NotRead("undefined log-odds")
        if reference is None:
            if isinstance(log_odds, Infinite) or sign(curve_value) != sign(log_odds):
                return "the curve has another sign than the log-odds"
            reference = curve_value, log_odds
            continue
        crossed = subtract(times(curve_value, reference[1]), times(log_odds, reference[0]))
        with suppress(NotRead):
            if sign(crossed):
                return "the curve is not the log-odds"
    return ""


def _some_places(variables: Sequence[str]) -> Iterator[dict[str, Fraction]]:
    """Yield more places than a curve of degree two has coefficients, so that no two agree on all."""
    size = len(variables)
    for step in range((size + 1) * (size + 2) // 2 + 1):
        yield {
            c: Fraction((step + 2) ** (index + 1) % 11 - 5, index + 2)
            for index, c in enumerate(variables)
        }
