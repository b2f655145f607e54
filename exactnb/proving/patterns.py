"""Formulas as patterns: what their indices stand for, and formulas with other indices or parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from exactnb.errors import ExactnbError
from exactnb.expression.nodes import (
    Call,
    Derivative,
    Domain,
    Expression,
    Extremum,
    Index,
    Integer,
    Integral,
    Negative,
    Series,
    Sum,
    Symbol,
    children,
    with_children,
)

Letters = Mapping[str, Expression]
"""What stands for each letter of an index."""


class Refused(ExactnbError):
    """A formula that cannot be read in its scope, or a step that is not known to be allowed."""


def is_index(expression: Expression) -> bool:
    """Say whether an expression can stand where an index does: k, 1, j − 1, or a label y^(i)."""
    return isinstance(expression, Index | Integer) or is_named(expression) or is_before(expression)


def is_before(expression: Expression) -> bool:
    """Say whether an expression is the place before another one: j − 1."""
    match expression:
        case Sum((first, Negative(Integer(1)))):
            return is_index(first)
    return False


def is_constant(expression: Expression) -> bool:
    """Say whether an expression is one place of a range: a number, or a class or word by its name."""
    named = isinstance(expression, Symbol) and expression.role == "value"
    return named or isinstance(expression, Integer)


def is_named(expression: Expression) -> bool:
    """Say whether a letter stands where an index does: a label, or a class or word by its name."""
    return isinstance(expression, Symbol) and expression.role in ("label", "value")


def match(pattern: Expression, expression: Expression) -> Letters | None:
    """Return which index each letter of a pattern stands for in an expression; None if it differs.

    >>> n_k = Symbol("n", (Index("k"),))
    >>> match(n_k, Symbol("n", (Integer(1),)))
    {'k': Integer(value=1)}
    """
    found: dict[str, Expression] = {}
    return found if _matches(pattern, expression, found, frozenset()) else None


def _matches(
    pattern: Expression, expression: Expression, found: dict[str, Expression], bound: frozenset[str]
) -> bool:
    if isinstance(pattern, Index) and pattern.letter not in bound:
        if not is_index(expression) or free_letters(expression) & bound:
            return False
        return found.setdefault(pattern.letter, expression) == expression
    if type(pattern) is not type(expression) or _head(pattern) != _head(expression):
        return False  # most differ here already
    if isinstance(pattern, Series):
        bound = bound | {pattern.index.letter}
    parts, others = children(pattern), children(expression)
    if len(parts) != len(others) or with_children(expression, parts) != pattern:
        return False
    if not parts:
        return pattern == expression
    return all(_matches(a, b, found, bound) for a, b in zip(parts, others, strict=True))


def _head(expression: Expression) -> str:
    if isinstance(expression, Symbol):
        return expression.letter
    return expression.head if isinstance(expression, Call) else ""


def instance(expression: Expression, letters: Letters) -> Expression:
    """Return a formula with other indices in the place of its free letters."""
    if isinstance(expression, Index):
        return letters.get(expression.letter, expression)
    if isinstance(expression, Series):
        letters = {a: b for a, b in letters.items() if a in free_letters(expression)}
        if any(expression.index.letter in free_letters(value) for value in letters.values()):
            raise Refused(f"the index {expression.index.letter} would stand for two things")
    parts = children(expression)
    if not parts:
        return expression
    return with_children(expression, tuple(instance(part, letters) for part in parts))


def rewritten(
    expression: Expression,
    old: Expression,
    new: Expression,
    fits: Callable[[str, Expression], bool] = lambda letter, index: True,
) -> Expression:
    """Return a formula with an instance of `new` for every instance of `old` in it.

    `fits` says which indices a letter stands for.

    A derivative stays as it is, and so does an integral: these are of a formula, not of the value that
    it has somewhere.
    """
    letters = match(old, expression)
    if letters is not None and all(fits(letter, index) for letter, index in letters.items()):
        return instance(new, letters)
    parts = children(expression)
    if not parts or isinstance(expression, Domain | Derivative | Extremum | Integral):
        return expression
    return with_children(expression, tuple(rewritten(part, old, new, fits) for part in parts))


def mentions(expression: Expression, pattern: Expression) -> bool:
    """Say whether a letter or function stands somewhere in a formula, with any indices."""
    if match(pattern, expression) is not None or match(expression, pattern) is not None:
        return True
    return any(mentions(part, pattern) for part in children(expression))


def parts_of(expression: Expression) -> Iterator[Expression]:
    """Yield a formula and all that it is made of."""
    yield expression
    for part in children(expression):
        yield from parts_of(part)


def free_letters(expression: Expression) -> frozenset[str]:
    """Return the letters of indices that are not bound by a sum or product.

    >>> k = Index("k")
    >>> free_letters(Series("sum", k, Domain("span", (Integer(1), Symbol("K"))), Symbol("n", (k,))))
    frozenset()
    """
    if isinstance(expression, Index):
        return frozenset((expression.letter,))
    inner = frozenset(letter for part in children(expression) for letter in free_letters(part))
    return inner - {expression.index.letter} if isinstance(expression, Series) else inner


def is_clear(expression: Expression) -> bool:
    """Say whether no letter stands for two things: bound twice, or bound here and free there."""
    bound = list(_bound(expression))
    nested = any(
        part.index.letter in {letter for inner in children(part) for letter in _bound(inner)}
        for part in _series(expression)
    )
    return not nested and not free_letters(expression) & set(bound)


def _series(expression: Expression) -> Iterator[Series]:
    if isinstance(expression, Series):
        yield expression
    for part in children(expression):
        yield from _series(part)


def _bound(expression: Expression) -> Iterator[str]:
    return (part.index.letter for part in _series(expression))
