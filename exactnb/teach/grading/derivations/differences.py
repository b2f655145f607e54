"""The slip that parts a wrong line from the nearest one that is proved, by where the two differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Function, Integer, Symbol
from exactnb.teach.grading.derivations.meanings import symbols_in
from exactnb.teach.grading.derivations.part_edits import ONE, without_sign

Pair = tuple[Expression, Expression]


def nearest(wrong: Pair, proved: Iterable[Pair]) -> list[tuple[str, Pair]]:
    """Return the slips that part `wrong` sides from the nearest of `proved` ones, each with these.

    One side of both is the same. None where none is, or no one slip parts them; several where pairs
    are as near as each other.
    """
    slips = [(*difference(wrong[at], pair[at]), pair) for pair in proved for at in (0, 1)
             if pair[1 - at] == wrong[1 - at] and pair[at] != wrong[at]]  # fmt: skip
    least = min((size for name, size, _ in slips if name), default=0)
    return [(name, pair) for name, size, pair in slips if name and size == least]


def difference(wrong: Expression, right: Expression) -> tuple[str, int]:
    """Return the name of the slip that makes `wrong` of `right`, and the size of what is another one.

    The name is "" where it has none. Terms and factors have no order.
    """
    if name := _change(wrong, right) or _change(right, wrong):
        return name, 1
    is_letter = isinstance(wrong, Symbol | Call) or isinstance(right, Symbol | Call)
    is_letter = is_letter and wrong not in getattr(right, "left", ())  # (θ) for ℓ(θ) is none
    slips = [("letter" if is_letter else "", len(wrong.walk()) + len(right.walk()))]
    parts = [list(wrong.children), list(right.children)]
    is_alike = type(wrong) is type(right) and not isinstance(wrong, Symbol)
    if is_alike and len(parts[0]) == len(parts[1]):
        changed = [both for both in zip(*parts, strict=True) if both[0] != both[1]]
        if len(changed) == 1 and wrong.with_children(right.children) == right:
            slips.append(difference(*changed[0]))
    for kind, name in ((nodes.Sum, "term"), (None, "factor"), (nodes.Product, "factor")):
        parts = [_parts(part, kind) if kind else _factors(part) for part in (wrong, right)]
        more, less = _without(*parts), _without(*reversed(parts))
        if len(more) + len(less) == 1:
            slips.append((name, len((*more, *less)[0].walk())))
        elif len(more) == len(less) == 1 and max(map(len, parts)) > 1:
            slips.append(difference(more[0], less[0]))
    return min((slip for slip in slips if slip[0]), key=itemgetter(1), default=slips[0])


def _parts(part: Expression, kind: type[Expression]) -> list[Expression]:
    """Return the terms of a sum, or the factors of a product, a fraction among them as one."""
    return list(part.children) if isinstance(part, kind) else [part]


def _factors(part: Expression) -> list[Expression]:
    """Return the factors of a formula: a and 1/b of a/b, −1 and a of −a, none of 1."""
    match part:
        case nodes.Product(factors):
            return [inner for factor in factors for inner in _factors(factor)]
        case nodes.Quotient(above, below):
            return [*_factors(above), *(ONE / factor for factor in _factors(below))]
        case nodes.Negative(inner):
            return [nodes.Negative(ONE), *_factors(inner)]
    return [] if part == ONE else [part]


def _without(parts: Sequence[Expression], others: Sequence[Expression]) -> list[Expression]:
    """Return `parts` but as many of each as `others` have."""
    return list((Counter(parts) - Counter(others)).elements())


def _change(one: Expression, other: Expression) -> str:
    """Return the slip that makes one formula of another where it changes all of them."""
    match one, other:
        case (Integer(), Integer()):
            return "number"
        case nodes.Negative(inner), _ if inner == other:
            return "sign"
        case nodes.Sum(), nodes.Sum() if Counter(map(without_sign, one.terms)) == Counter(
            map(without_sign, other.terms)
        ):
            return "sign"
        case nodes.Sum((Integer(1), nodes.Negative(inner))), _ if inner == other:
            return "argument"
        case Call(_, of, known), Call(_, event, left) if known and (of, known) == (left, event):
            return "conditional"
        case nodes.Series(), nodes.Series() if replace(one, sign=other.sign) == other:
            return "log-sum"
        case nodes.Series(sign=sign, body=body), nodes.Series() if other == replace(
            one, index=other.index, domain=other.domain
        ):
            return "term" if sign == "sum" else "factor"
        case nodes.Sum(terms), nodes.Product(factors) if terms == factors:
            return "log-sum"
        case nodes.Quotient(), nodes.Quotient() if one.children == other.children[::-1]:
            return "upside-down"
        case nodes.Quotient(), nodes.Product() if one.children == other.children:
            return "division"
        case nodes.Power(base), Symbol(upper=(index,)) if base == replace(other, upper=()):
            return _change(one, nodes.Power(base, index))  # x^(i²) is read as a power
        case nodes.Power(base, up), nodes.Power(same, above) if base == same:
            name, _ = difference(up, above)
            # 1 more is an exponent that is off, s more is a term.
            is_step = name == "term" and Counter(symbols_in((up,))) == Counter(symbols_in((above,)))
            return "power" if is_step or name in ("", "number") else name
        case nodes.Power(base), _ if base == other:
            return "power"
        case nodes.Power(Symbol(f, low)), Call(g, (), (), down) if (f, low) == (g, down):
            return "power"  # ∂f² for ∂f
        case Function(_, argument), _ if argument == other:
            return "log-power"
        case nodes.Series("sum", body=body), _ if body == other:
            return "sum"
        case nodes.Derivative(body, Symbol(letter)), nodes.Derivative(same, Symbol(by)) if body == same:
            return "by-sigma" if f"{letter}²" == by else ""
    return ""
