"""Read dots between terms or factors as the sum or product that they stand for: x_1 + … + x_n."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.reading.derivations.signs import REST

_INDICES = "ijlmrstuv"


def without_dots(
    parts: Sequence[Expression],
    sign: Literal["sum", "product"],
    joined: Callable[[Sequence[Expression]], Expression],
) -> list[Expression]:
    """Return `parts` with a Σ or ∏ for the dots and what they go on from and to, as they are otherwise.

    Where more than one factor is repeated, as in p (1 − p) ⋯, the fewest that make a pattern are meant.
    """
    places = [at for at, part in enumerate(parts) if part in (REST, nodes.Negative(REST))]
    if len(places) != 1:
        return list(parts)
    [dots] = places
    free = {part.letter for each in parts for part in each.walk() if isinstance(part, Symbol)}
    index = Symbol(next(letter for letter in (*_INDICES, "i'") if letter not in free))
    for size in range(1, min(dots, len(parts) - dots - 1) + 1):
        before, after = joined(parts[dots - size : dots]), joined(parts[dots + 1 : dots + 1 + size])
        ends: set[tuple[Expression, Expression]] = set()
        body = _pattern(before, after, index, ends) or _growing(before, after, index, ends)
        if body is None or len(ends) != 1:
            continue
        [(first, last)] = ends
        if not isinstance(first, Integer):
            continue
        start, begin = first.value, dots - size
        while begin >= size and joined(parts[begin - size : begin]) == _at(body, index, start - 1):
            start, begin = start - 1, begin - size
        is_negative = isinstance(body, nodes.Negative)
        inner = body.term if isinstance(body, nodes.Negative) else body
        domain = nodes.Domain("span", (Integer(start), last))
        whole: Expression = nodes.Series(sign, nodes.Index(index.letter), domain, inner)
        whole = nodes.Negative(whole) if is_negative and sign == "sum" else whole
        return [*parts[:begin], whole, *parts[dots + 1 + size :]]
    return list(parts)


def _pattern(
    before: Expression, after: Expression, index: Symbol, ends: set[tuple[Expression, Expression]]
) -> Expression | None:
    """Return what two formulas have in common, with an index where a number moves on; else None."""
    if before == after:
        return before
    if isinstance(before, Integer):
        ends.add((before, after))
        return index
    if type(before) is not type(after) or len(before.children) != len(after.children):
        return None
    if not before.children or before.with_children(after.children) != after:
        return None
    pairs = zip(before.children, after.children, strict=True)
    parts = [_pattern(one, other, index, ends) for one, other in pairs]
    whole = [part for part in parts if part is not None]
    return before.with_children(tuple(whole)) if len(whole) == len(parts) else None


def _growing(
    before: Expression, after: Expression, index: Symbol, ends: set[tuple[Expression, Expression]]
) -> Expression | None:
    """Return P(x_i | x_1, …, x_{i−1}) for P(x_2 | x_1) ⋯ P(x_n | x_1, …, x_{n−1}), else None."""
    match before, after:
        case Call(_, (Symbol(_, (Integer() as first,)),)), Call(_, (Symbol(_, (last,)),)):
            body = nodes.replace(after, lambda part: index if part == last else None)
        case _:
            return None
    behind = nodes.Sum((index, nodes.Negative(Integer(1))))
    expected = _at(
        nodes.replace(body, lambda part: index if part == behind else None), index, first.value
    )
    if not isinstance(expected, Call) or REST not in expected.right:
        return None
    at = expected.right.index(REST)
    ends_of_run = expected.right[max(at - 1, 0) : at + 2]
    if len(ends_of_run) != 3 or not isinstance(ends_of_run[0], Symbol):
        return None
    run = tuple(replace(ends_of_run[0], lower=(Integer(j),)) for j in range(1, first.value))
    whole = (*expected.right[: at - 1], *run, *expected.right[at + 2 :])
    if set(whole) != set(before.right) or before.left != expected.left:
        return None
    ends.clear()
    ends.add((first, last))
    return body


def _at(body: Expression, index: Symbol, place: int) -> Expression:
    return nodes.replace(body, lambda part: Integer(place) if part == index else None)
