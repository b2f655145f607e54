"""What a Lagrangian and its like are made of: a multiplier, ℓ or ℓ/n, logits, and what is left over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol


def multipliers_in(formulas: Iterable[Expression]) -> set[str]:
    """Return the letters that multiply a constraint in `formulas`, as α in α (1 − Σ_v θ_v)."""
    letters = set()
    for formula in formulas:
        for term in formula.terms if isinstance(formula, nodes.Sum) else ():
            inner = term.term if isinstance(term, nodes.Negative) else term
            if not isinstance(inner, nodes.Product) or len(inner.factors) != 2:
                continue
            for letter, constraint in (inner.factors, inner.factors[::-1]):
                if (
                    isinstance(letter, Symbol)
                    and not letter.lower
                    and isinstance(constraint, nodes.Sum)
                ):
                    parts = [t.term if isinstance(t, nodes.Negative) else t for t in constraint.terms]
                    sums = [part for part in parts if isinstance(part, nodes.Series)]
                    are_values = (
                        len(parts) > 2 and sum(not isinstance(each, Symbol) for each in set(parts)) == 1
                    )
                    is_sum = sums and isinstance(sums[0].body, Symbol)  # Σ_v θ_v, or a + b + c
                    if nodes.Integer(1) in parts and (is_sum or are_values):
                        letters.add(letter.letter)
    return letters


def logits_in(formulas: Sequence[Expression]) -> Iterator[str]:
    """Yield the letters of which probabilities are the softmax: η in e^{η_v} / Σ_u e^{η_u}."""
    for part in (part for formula in formulas for part in formula.walk()):
        match part:
            case nodes.Quotient(
                nodes.Function("exp", Symbol(letter, (_,))),
                nodes.Series("sum", body=nodes.Function("exp", Symbol(other, (_,)))),
            ) if letter == other:
                yield letter


def is_averaged(formulas: Iterable[Expression], names: Mapping[str, str]) -> bool:
    """Say whether a logarithm in `formulas` is divided by the number of rows: ℓ/n, Σ_k (n_k/n) log θ_k.

    `names` has the roles of letters.
    """
    parts = (part for formula in formulas for part in formula.walk())
    for product in (part for part in parts if isinstance(part, nodes.Product | nodes.Quotient)):
        inner = [*product.walk()]
        below = (part.denominator for part in inner if isinstance(part, nodes.Quotient))
        is_share = any(isinstance(n, Symbol) and names.get(n.letter) == "n" for n in below)
        if is_share and any(isinstance(part, nodes.Function) and part.name == "log" for part in inner):
            return True
    return False


def left_over(formulas: Sequence[Expression], names: Mapping[str, str]) -> tuple[int, int] | None:
    """Return how many values there are, and which one is left over, where 1 − θ_1 − θ_2 stands.

    That is the third of three, or of the two and θ_3 in 1 − θ_2 − θ_3 the first.
    """
    for node in (part for formula in formulas for part in formula.walk()):
        match node:
            case nodes.Sum((nodes.Integer(1), *rest)):
                places = {_place_of(term, names) for term in rest}
                missing = set(range(1, len(rest) + 2)) - places
                if len(places) == len(rest) and len(missing) == 1:
                    return len(rest) + 1, missing.pop()
    return None


def _place_of(term: Expression, names: Mapping[str, str]) -> int:
    """Return v where `term` is −θ_v, 0 for another."""
    match term:
        case nodes.Negative(Symbol(letter, (nodes.Integer(v),))) if names.get(letter) == "θ":
            return v
    return 0
