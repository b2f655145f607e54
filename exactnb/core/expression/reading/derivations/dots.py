"""Read dots between terms or factors as the sum or product that they stand for: x_1 + … + x_n."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.reading.derivations.signs import REST

_INDICES = "ijlmrstuv"
_HIGHEST = 64  # power that a sum of powers may begin with


def without_dots(
    parts: Sequence[Expression],
    sign: Literal["sum", "product"],
    joined: Callable[[Sequence[Expression]], Expression],
) -> list[Expression]:
    """Return `parts` with a Σ or ∏ for the dots and what they go on from and to, as they are otherwise.

    Where more than one factor is repeated, as in p (1 − p) ⋯, the fewest that make a pattern are meant.
    """
    places = [index for index, part in enumerate(parts) if part in (REST, nodes.Negative(REST))]
    if len(places) != 1:
        return list(parts)
    [dots] = places
    free = {part.letter for each in parts for part in each.walk() if isinstance(part, Symbol)}
    index = Symbol(next(letter for letter in (*_INDICES, "i'") if letter not in free))
    if len(numbers := _numbers_before(parts, dots)) > 1:
        powers = _sum_of_powers(numbers, parts[dots + 1], index) if dots + 1 < len(parts) else None
        by_one = all(b - a == 1 for a, b in pairwise(numbers))
        if powers is not None and not by_one and sign == "sum":
            return [*parts[: dots - len(numbers)], powers, *parts[dots + 2 :]]
        if powers is not None or not by_one:
            return list(parts)  # 1 + 2 + … + 2^n goes on in two ways, 1 + 3 + … in none that is known
    for size in range(1, min(dots, len(parts) - dots - 1) + 1):
        before, after = joined(parts[dots - size : dots]), joined(parts[dots + 1 : dots + 1 + size])
        ends: set[tuple[Expression, Expression]] = set()
        body = _common_pattern(before, after, index, ends)
        if len(ends) > 1:
            ends.clear()
            body = _common_pattern(before, after, index, ends, shifted=True)
        body = body or _growing_condition(before, after, index, ends)
        if body is None or len(ends) != 1:
            continue
        [(first, last)] = ends
        if not isinstance(first, Integer):
            continue
        start, begin = first.value, dots - size
        while begin >= size and joined(parts[begin - size : begin]) == _with_index_at(
            body, index, start - 1
        ):
            start, begin = start - 1, begin - size
        is_negative = isinstance(body, nodes.Negative)
        inner = body.term if isinstance(body, nodes.Negative) else body
        domain = nodes.Domain("span", (Integer(start), last))
        whole: Expression = nodes.Series(sign, nodes.Index(index.letter), domain, inner)
        whole = nodes.Negative(whole) if is_negative and sign == "sum" else whole
        return [*parts[:begin], whole, *parts[dots + 1 + size :]]
    return list(parts)


def _numbers_before(parts: Sequence[Expression], dots: int) -> list[int]:
    """Return the whole numbers that stand right before the dots, one after the other."""
    numbers: list[int] = []
    for part in reversed(parts[:dots]):
        if not isinstance(part, Integer):
            break
        numbers.insert(0, part.value)
    return numbers


def _sum_of_powers(numbers: Sequence[int], last: Expression, index: Symbol) -> Expression | None:
    """Return the sum of powers from `numbers`, as 1, 2, 4, to the `last` one, as 2^(d−1)."""
    match last:
        case nodes.Power(Integer(base), exponent) if base > 1:
            first = next((n for n in range(_HIGHEST) if base**n == numbers[0]), None)
            if first is None or any(b != base * a for a, b in pairwise(numbers)):
                return None
            domain = nodes.Domain("span", (Integer(first), exponent))
            return nodes.Series("sum", nodes.Index(index.letter), domain, Integer(base) ** index)
    return None


def _common_pattern(
    before: Expression, after: Expression, index: Symbol, ends: set[tuple[Expression, Expression]],
    *, shifted: bool = False,
) -> Expression | None:  # fmt: skip
    """Return what two formulas have in common, with an index where a number moves on; else None.

    If `shifted`, the number 1 that moves on to n − 1 is one less than the index: from p_2/p_1 on.
    """
    if before == after:
        return before
    match before, after:
        case Integer(first), nodes.Sum((Symbol() as last, nodes.Negative(Integer(less)))) if shifted:
            ends.add((Integer(first + less), last))
            return nodes.Sum((index, nodes.Negative(Integer(less))))
    if isinstance(before, Integer):
        ends.add((before, after))
        return index
    if type(before) is not type(after) or len(before.children) != len(after.children):
        return None
    if not before.children or before.with_children(after.children) != after:
        return None
    pairs = zip(before.children, after.children, strict=True)
    parts = [_common_pattern(one, other, index, ends, shifted=shifted) for one, other in pairs]
    whole = [part for part in parts if part is not None]
    return before.with_children(tuple(whole)) if len(whole) == len(parts) else None


def _growing_condition(
    before: Expression, after: Expression, index: Symbol, ends: set[tuple[Expression, Expression]]
) -> Expression | None:
    """Return P(x_i | x_1, …, x_{i−1}) for P(x_2 | x_1) ⋯ P(x_n | x_1, …, x_{n−1}), else None."""
    match before, after:
        case Call(_, (Symbol(_, (Integer() as first,)),)), Call(_, (Symbol(_, (last,)),)):
            body = nodes.replace(after, lambda part: index if part == last else None)
        case _:
            return None
    behind = nodes.Sum((index, nodes.Negative(Integer(1))))
    expected = _with_index_at(
        nodes.replace(body, lambda part: index if part == behind else None), index, first.value
    )
    if not isinstance(expected, Call) or REST not in expected.right:
        return None
    position = expected.right.index(REST)
    ends_of_run = expected.right[max(position - 1, 0) : position + 2]
    if len(ends_of_run) != 3 or not isinstance(ends_of_run[0], Symbol):
        return None
    run = tuple(replace(ends_of_run[0], lower=(Integer(j),)) for j in range(1, first.value))
    whole = (*expected.right[: position - 1], *run, *expected.right[position + 2 :])
    if set(whole) != set(before.right) or before.left != expected.left:
        return None
    ends.clear()
    ends.add((first, last))
    return body


def _with_index_at(body: Expression, index: Symbol, place: int) -> Expression:
    return nodes.replace(body, lambda part: Integer(place) if part == index else None)
