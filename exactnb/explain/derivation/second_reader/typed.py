"""A density as somebody typed it, read naively: its value, its slope, and where the slope is 0.

Nothing is derived. The text is read by a small grammar of its own, every step is worked out together
with its derivative by the parameter, and the estimate is the place where the slope of the
log-likelihood changes its sign, enclosed between two places of known signs; where the support moves
with it, the last place at which all rows are possible.

How to read: `density` and `estimates` are the doors, `estimates_together` where classes share a letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from operator import is_

from exactnb.core.arithmetic.enclosure import ball_between
from exactnb.core.data.schema import Number
from exactnb.explain.derivation.second_reader.counting import Ends, StatedFamily
from exactnb.explain.derivation.second_reader.reals import *
from exactnb.explain.derivation.second_reader.typed_formulas import (
    STEPS,
    Dual,
    FormulaReader,
    Tree,
    partly_evaluated,
    sign_change_between,
    turning_place,
    typical_place,
    usual_places,
    value_and_slope,
)

Rows = Sequence[tuple[Fraction | str, Number]]
"""Numbers, or outcomes by their names, each with how often it is there."""

_ZERO, _ONE = Fraction(0), Fraction(1)
_FEW = 40  # different numbers around which places are tried
_MOST = 400  # different numbers of a class


def density(
    family: StatedFamily,
    numbers: Mapping[str, Fraction | int],
    x: Fraction,
    parameters: Mapping[str, Real],
) -> Real:
    """Return the `family`'s density, with `numbers`, of x at parameters: 0 out of range."""
    letters: dict[str, Dual] = {name: (Fraction(value), _ZERO) for name, value in numbers.items()}
    letters |= {name: (value, _ZERO) for name, value in parameters.items()}
    ends = [FormulaReader(end).tree() if end else None for end in family.moving]
    if not family.support.contains(x) or not all(slack >= 0 for slack in _end_signs(ends, letters, x)):
        return _ZERO
    return value_and_slope(FormulaReader(family.text).tree(), {**letters, "x": (x, _ZERO)})[0]


def estimates(
    family: StatedFamily, numbers: Mapping[str, Fraction | int], rows: Rows
) -> Mapping[str, Real | NotRead]:
    """Return the parameters at which the log-likelihood of `rows` is largest, enclosed, by letters.

    `rows` are numbers, or outcomes by their names, each with how often it is there. Several parameters
    are found in turn, each with the others as they are, as often as there are parameters. Where the
    slope has one sign all the way, that is an end of the domain. Where it changes its sign nowhere
    else, or at several places, a letter has that as an error. Raises NotRead for no rows, or too many.
    """
    if len(rows) > _MOST or not rows:
        raise NotRead("no rows, or too many to read the slope naively")
    fixed: dict[str, Dual] = {name: (Fraction(value), _ZERO) for name, value in numbers.items()}
    fixed |= {parameter: (typical_place(domain), _ZERO) for parameter, domain in family.parameters}
    if len(family.parameters) > 1:  # an end that is a parameter begins where all rows are possible
        numbers_ = [x for x, _ in rows if isinstance(x, Fraction)]
        outside = {family.moving[0]: min(numbers_) - 1, family.moving[1]: max(numbers_) + 1}
        for parameter, domain in family.parameters:
            if parameter in outside and domain.contains(outside[parameter]):
                fixed[parameter] = outside[parameter], _ZERO
    rounds = len(family.parameters)
    refused: dict[str, NotRead] = {}
    searched: dict[str, list[Dual]] = {}  # the others, as they were in the last search for each
    for round_ in range(rounds + (rounds > 1)):
        for parameter, domain in family.parameters:
            rest = [value for letter, value in fixed.items() if letter != parameter]
            if parameter in searched and all(map(is_, searched[parameter], rest)):
                continue  # the same slope again
            try:
                best = _maximum_in_letter(family, fixed, rows, parameter, domain)
            except NotRead as why:  # with the others as they are: these are not found yet
                if round_ + 1 >= rounds:
                    refused.setdefault(parameter, why)
                continue
            # A place that is not told from the last one is that one: then nothing changes any more.
            if parameter not in searched or _are_seen_to_differ(best, fixed[parameter][0]):
                if round_ == rounds:
                    return {**_maximum_of_two(family, fixed, rows), **refused}
                fixed[parameter] = best, _ZERO
            searched[parameter] = rest
    return {**{parameter: fixed[parameter][0] for parameter, _ in family.parameters}, **refused}


def estimates_together(
    family: StatedFamily,
    numbers: Mapping[str, Fraction | int],
    samples: Mapping[str, Sequence[tuple[Fraction, Number]]],
) -> Mapping[str, Mapping[str, Real]]:
    """Return the parameters, by their letters, of each class with rows; the classes share some of them.

    `samples` are the rows of each class. A shared letter is best where the slopes of all classes add up
    to 0. Raises NotRead where one of the classes, or of the parameters, has no such place.
    """
    observed = {k: rows for k, rows in samples.items() if rows}
    if sum(map(len, observed.values())) > _MOST or not observed:
        raise NotRead("no rows, or too many to read the slope naively")
    start: dict[str, Dual] = {name: (Fraction(value), _ZERO) for name, value in numbers.items()}
    start |= {parameter: (typical_place(domain), _ZERO) for parameter, domain in family.parameters}
    fixed = {k: dict(start) for k in observed}
    for _ in family.parameters:  # once more, after those that the others rest on
        previous = {k: dict(letters) for k, letters in fixed.items()}
        for parameter, domain in family.parameters:
            if parameter not in family.shared:
                for k, rows in observed.items():
                    best = _maximum_in_letter(family, fixed[k], rows, parameter, domain)
                    fixed[k][parameter] = best, _ZERO
        for parameter, domain in family.parameters:
            if parameter in family.shared:
                slopes = [_slope(family, fixed[k], rows, parameter) for k, rows in observed.items()]
                best = turning_place(partial(_sum_of_slopes, slopes), domain, 997)
                for k in observed:
                    fixed[k][parameter] = best, _ZERO
    if any(
        _are_seen_to_differ(old[0], fixed[k][name][0])
        for k in fixed
        for name, old in previous[k].items()
    ):
        raise NotRead("parameters that change with each other are not found in turn")
    return {k: {parameter: fixed[k][parameter][0] for parameter, _ in family.parameters} for k in fixed}


def _sum_of_slopes(slopes: Sequence[Callable[[Fraction], Real]], parameter: Fraction) -> Real:
    return add(*(slope(parameter) for slope in slopes))


def _maximum_of_two(family: StatedFamily, fixed: Mapping[str, Dual], rows: Rows) -> Mapping[str, Real]:
    """Return two parameters that change with each other, by their letters.

    The slope by the one turns there, with the best of the other put in.
    """
    if len(family.parameters) != 2:
        raise NotRead("parameters that change with each other are not found in turn")
    (outer, domain), (inner, within) = family.parameters

    def best(parameter: Real) -> Real:
        there = {**fixed, outer: (parameter, _ZERO)}
        return turning_place(_slope(family, there, rows, inner), within, 991)

    def slope(parameter: Fraction) -> Real:
        there = {**fixed, inner: (best(parameter), _ZERO)}
        return _slope(family, there, rows, outer)(parameter)

    place = turning_place(slope, domain, 997)
    return {outer: place, inner: best(place)}


def _are_seen_to_differ(first: Real, second: Real) -> bool:
    """Say whether two places are seen to be two."""
    with suppress(NotRead):
        return sign(subtract(first, second)) != 0
    return False


def outcome_probability(family: StatedFamily, outcome: str, parameter: Real) -> Real:
    """Return the probability of an outcome of `family` at the only parameter."""
    ((letter, _),) = family.parameters
    tree = FormulaReader(family.outcomes[outcome]).tree()
    return value_and_slope(tree, {letter: (parameter, _ZERO)})[0]


def _maximum_in_letter(
    family: StatedFamily, fixed: Mapping[str, Dual], rows: Rows, letter: str, domain: Ends
) -> Real:
    """Return where the log-likelihood is largest in one letter, the others as they are."""
    slope = _slope(family, fixed, rows, letter)
    low, high = (end if end and letter in FormulaReader(end).pieces else "" for end in family.moving)
    if low or high:  # another end has a letter of its own
        numbers = [x for x, _ in rows if isinstance(x, Fraction)]
        restricted = replace(family, moving=(low, high))
        return _extreme_place(restricted, fixed, numbers, letter, domain, slope)
    if not family.outcomes and _is_in_absolute(FormulaReader(family.text).tree(), letter):
        middle = _median_place(sorted(x for x, _ in rows if isinstance(x, Fraction)), slope)
        sides = (domain.low, domain.low_closed), (domain.high, domain.high_closed)
        end, closed = sides[domain.low is None or middle > domain.low]
        if end is None or domain.contains(middle):
            return middle
        if not closed:
            raise NotRead("a median that is no value of the parameter")
        return end
    changes, signs = [], set[int]()
    previous: tuple[Fraction, int] | None = None
    for place in _trial_places(domain, rows):
        try:
            here = sign(slope(place))
        except NotRead:  # the place itself, or too near to it
            continue
        if not here:  # the place itself: the signs to its left and right tell
            continue
        if previous is not None and previous[1] > 0 > here:
            changes.append((previous[0], place))
        previous = place, here
        signs.add(here)
    if signs == {1} and domain.high is not None and domain.high_closed:  # it rises all the way
        return domain.high
    if signs == {-1} and domain.low is not None and domain.low_closed:
        return domain.low
    if not changes:
        raise NotRead("the slope of the log-likelihood is 0 at no place")
    tops = [sign_change_between(slope, *change) for change in changes]
    return tops[0] if len(tops) == 1 else _highest_place(family, fixed, rows, letter, tops)


def _trial_places(domain: Ends, rows: Rows) -> Sequence[Fraction]:
    """Return the usual places, and of any number those around the rows: there several may be best."""
    places = list(usual_places(domain))
    numbers = sorted({x for x, _ in rows if isinstance(x, Fraction)})
    if (domain.low, domain.high) != (None, None) or len(numbers) > _FEW:
        return places
    middles = [(low + high) / 2 for low, high in pairwise(numbers)]
    return sorted({*places, *numbers, *middles})


def _highest_place(
    family: StatedFamily, fixed: Mapping[str, Dual], rows: Rows, letter: str, tops: Sequence[Real]
) -> Real:
    """Return where the likelihood is highest of several places, and of all that were tried."""

    def likelihood(parameter: Real) -> Real:
        product: Real = _ONE
        for x, often in rows:
            if not isinstance(x, Fraction) or Fraction(often).denominator != 1:
                raise NotRead("several maxima, of rows that are no numbers or have weights")
            tree = FormulaReader(family.text).tree()
            value = value_and_slope(tree, {**fixed, letter: (parameter, _ZERO), "x": (x, _ZERO)})[0]
            product = times(product, *([value] * int(often)))
        return product

    best, height = tops[0], likelihood(tops[0])
    for top in tops[1:]:
        rival = likelihood(top)
        if sign(subtract(rival, height)) > 0:
            best, height = top, rival
    return best


def _slope(
    family: StatedFamily, fixed: Mapping[str, Dual], rows: Rows, letter: str
) -> Callable[[Fraction], Real]:
    """Return the slope of the log-likelihood by one letter, the others as they are."""
    texts = family.outcomes or {"": family.text}
    trees = {name: FormulaReader(text).tree() for name, text in texts.items()}
    rest = {name: value for name, value in fixed.items() if name != letter}
    factors: list[tuple[Tree, Fraction]] = []  # each with how often it is there
    for x, often in rows:
        outcome, letters = (x, rest) if isinstance(x, str) else ("", {**rest, "x": (x, _ZERO)})
        factors.append((partly_evaluated(trees[outcome], letters), Fraction(often)))
    if family.prior:
        factors.append((partly_evaluated(FormulaReader(family.prior).tree(), rest), _ONE))

    def slope(parameter: Fraction) -> Real:
        terms = []
        for factor, often in factors:
            value, change = value_and_slope(factor, {letter: (parameter, _ONE)})
            terms.append(times(often, divide(change, value)))
        return add(*terms)

    return slope


def _is_in_absolute(tree: Tree, letter: str) -> bool:
    """Say whether a letter stands in an absolute value, at which the slope jumps."""

    def mentions(part: object) -> bool:
        return isinstance(part, tuple) and (part == ("letter", letter) or any(map(mentions, part)))

    parts = (part for part in tree if isinstance(part, tuple))
    return (tree[0] == "abs" and mentions(tree)) or any(_is_in_absolute(part, letter) for part in parts)


def _median_place(numbers: Sequence[Fraction], slope: Callable[[Fraction], Real]) -> Fraction:
    """Return the number at which a slope turns that jumps at numbers alone, or where it is 0."""
    places = sorted(set(numbers))
    gaps = [
        places[0] - 1,
        *((low + high) / 2 for low, high in pairwise(places)),
        places[-1] + 1,
    ]
    signs = []
    for gap in gaps:
        try:
            signs.append(sign(slope(gap)))
        except NotRead:  # as many numbers on either side: no ball is as small as one of them
            signs.append(0)
    if signs != sorted(signs, reverse=True) or signs.count(0) > 1 or {1, -1} - set(signs):
        raise NotRead("a slope that turns at no number, or at several")
    return gaps[signs.index(0)] if 0 in signs else places[signs.index(-1) - 1]


def _end_signs(ends: Sequence[Tree | None], letters: Mapping[str, Dual], x: Fraction) -> Iterator[int]:
    """Yield the sign of how far a number is inside of each end that moves, the low and the high one."""
    for end, side in zip(ends, (1, -1), strict=True):
        if end is not None:
            yield side * sign(subtract(x, value_and_slope(end, letters)[0]))


def _extreme_place(
    family: StatedFamily,
    fixed: Mapping[str, Dual],
    numbers: Sequence[Fraction],
    letter: str,
    domain: Ends,
    slope: Callable[[Fraction], Real],
) -> Real:
    """Return the end, to which the slope points, of the parameters with which no row is impossible."""
    rest = {name: value for name, value in fixed.items() if name != letter}
    ends = [partly_evaluated(FormulaReader(end).tree(), rest) if end else None for end in family.moving]
    nearest = {min(numbers), max(numbers)}  # to the low and the high end

    def least_slack(parameter: Fraction) -> int:
        letters = {letter: (parameter, _ZERO)}
        return min(slack for x in nearest for slack in _end_signs(ends, letters, x))

    places = list(usual_places(domain))
    possible = [place for place in places if least_slack(place) >= 0]
    signs = {sign(slope(place)) for place in possible}
    if len(signs) != 1 or 0 in signs:
        raise NotRead("the slope of the log-likelihood points to no end of what is possible")
    inside = possible[-1 if signs == {1} else 0]
    index = places.index(inside) + (1 if signs == {1} else -1)
    if not 0 <= index < len(places):
        sides = (domain.low, domain.low_closed), (domain.high, domain.high_closed)
        end, closed = sides[index > 0]
        if end is None or not closed or least_slack(end) < 0:
            raise NotRead("an end of what is possible that is not found")
        return end
    outside = places[index]
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if least_slack(middle) >= 0 else (inside, middle)
    simple = inside.limit_denominator(10**12)
    if least_slack(simple) == 0:
        return simple
    return ball_between(min(inside, outside), max(inside, outside), BITS)
