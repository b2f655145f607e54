"""Formulas as patterns: what their indices stand for, and formulas with other indices or parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeGuard

from exactnb.core.expression import nodes
from exactnb.errors import ExactnbError

Substitution = Mapping[str, nodes.Expression]
"""What stands for each letter of an index."""


class Refused(ExactnbError):
    """A formula that cannot be read in its scope, or a step that is not known to be allowed."""


def is_index(expression: nodes.Expression) -> bool:
    """Say whether an expression can stand where an index does: k, 1, j − 1, or a label y^(i)."""
    return (
        isinstance(expression, nodes.Index | nodes.Integer)
        or is_label_or_value(expression)
        or is_preceding(expression)
    )


def is_preceding(expression: nodes.Expression) -> bool:
    """Say whether an expression is the place before another one: j − 1."""
    match expression:
        case nodes.Sum((first, nodes.Negative(nodes.Integer(1)))):
            return is_index(first)
    return False


def is_fixed_index(expression: nodes.Expression) -> bool:
    """Say whether an expression is one place of a range: a number, or a class or word by its name."""
    is_value = isinstance(expression, nodes.Symbol) and expression.role == "value"
    return is_value or isinstance(expression, nodes.Integer)


def is_label_or_value(expression: nodes.Expression) -> bool:
    """Say whether the letter `expression` stands for an index: a label, a class or word by name."""
    return isinstance(expression, nodes.Symbol) and expression.role in ("label", "value")


def is_same_letter(name: nodes.Expression, letter: nodes.Symbol) -> TypeGuard[nodes.Symbol]:
    """Say whether `name` is the `letter`, both with a hat or without, with any indices."""
    if not isinstance(name, nodes.Symbol):
        return False
    return (name.letter, name.is_estimate) == (letter.letter, letter.is_estimate)


def component_places(part: nodes.Symbol, vector: nodes.Symbol) -> list[int]:
    """Return the places of the index that `part`, one number of `vector`, has more than that.

    >>> component_places(nodes.Symbol("x", (nodes.Index("j"), nodes.Index("k"))), nodes.Symbol("x"))
    []
    """
    if (part.letter, part.upper, part.is_estimate) != (vector.letter, vector.upper, vector.is_estimate):
        return []
    lower = part.lower
    return [index for index in range(len(lower)) if lower[:index] + lower[index + 1 :] == vector.lower]


def overlap(first: nodes.Expression, second: nodes.Expression) -> bool:
    """Say whether `first` or `second`, letters or functions, is the other with any indices."""
    if not _has_head_of(first, second) and not isinstance(first, nodes.Index):
        return isinstance(second, nodes.Index) and match(second, first) is not None
    return match(first, second) is not None or match(second, first) is not None


def match(pattern: nodes.Expression, expression: nodes.Expression) -> Substitution | None:
    """Return which index each letter of a pattern stands for in an expression; None if it differs.

    >>> n_k = nodes.Symbol("n", (nodes.Index("k"),))
    >>> match(n_k, nodes.Symbol("n", (nodes.Integer(1),)))
    {'k': Integer(value=1)}
    """
    substitution: dict[str, nodes.Expression] = {}
    return substitution if _matches(pattern, expression, substitution, frozenset()) else None


def _matches(
    pattern: nodes.Expression,
    expression: nodes.Expression,
    substitution: dict[str, nodes.Expression],
    bound: frozenset[str],
) -> bool:
    if isinstance(pattern, nodes.Index) and pattern.letter not in bound:
        # What a sum binds means nothing outside of it.
        if not is_index(expression) or free_letters(expression) & bound:
            return False
        return substitution.setdefault(pattern.letter, expression) == expression
    if not _has_head_of(pattern, expression):
        return False  # most differ here already
    if isinstance(pattern, nodes.Series):
        bound = bound | {pattern.index.letter}
    pairs = pattern.paired(expression)
    return pairs is not None and all(_matches(a, b, substitution, bound) for a, b in pairs)


def _has_head_of(first: nodes.Expression, second: nodes.Expression) -> bool:
    """Say whether nodes are of one kind, and have one letter or one name if they have any."""
    if type(first) is not type(second):
        return False
    if isinstance(first, nodes.Symbol) and isinstance(second, nodes.Symbol):
        return first.letter == second.letter
    if isinstance(first, nodes.Call) and isinstance(second, nodes.Call):
        return first.head == second.head
    return True


def instance(expression: nodes.Expression, letters: Substitution) -> nodes.Expression:
    """Return `expression` with its free letters replaced by the indices `letters`.

    Raises Refused if a bound index would capture one of these.
    """
    if isinstance(expression, nodes.Index):
        return letters.get(expression.letter, expression)
    if isinstance(expression, nodes.Series):
        letters = {a: b for a, b in letters.items() if a in free_letters(expression)}
        if any(expression.index.letter in free_letters(value) for value in letters.values()):
            raise Refused(f"the index {expression.index.letter} would stand for two things")
    parts = expression.children
    if not parts:
        return expression
    return expression.with_children(tuple(instance(part, letters) for part in parts))


def rewritten(
    expression: nodes.Expression,
    old: nodes.Expression,
    new: nodes.Expression,
    fits: Callable[[str, nodes.Expression], bool] = lambda letter, index: True,
) -> nodes.Expression:
    """Return `expression` with an instance of `new` for every instance of `old` in it.

    `fits` says which indices a letter stands for.

    A derivative stays as it is, and so does an integral: these are of a formula, not of the value that
    it has somewhere.
    """
    letters = match(old, expression)
    if letters is not None and all(fits(letter, index) for letter, index in letters.items()):
        return instance(new, letters)
    parts = expression.children
    if not parts or isinstance(
        expression, nodes.Domain | nodes.Derivative | nodes.Extremum | nodes.Integral
    ):
        return expression
    return expression.with_children(tuple(rewritten(part, old, new, fits) for part in parts))


def mentions(expression: nodes.Expression, pattern: nodes.Expression) -> bool:
    """Say whether `pattern`, a letter or function, occurs in `expression` with any indices."""
    if overlap(pattern, expression):
        return True
    return any(mentions(part, pattern) for part in expression.children)


def free_letters(expression: nodes.Expression) -> frozenset[str]:
    """Return the letters of indices in `expression` that no sum or product binds.

    >>> k = nodes.Index("k")
    >>> classes = nodes.Domain("span", (nodes.Integer(1), nodes.Symbol("K")))
    >>> free_letters(nodes.Series("sum", k, classes, nodes.Symbol("n", (k,))))
    frozenset()
    """
    parts = expression.walk()
    if not any(isinstance(part, nodes.Series) for part in parts):
        return frozenset([part.letter for part in parts if isinstance(part, nodes.Index)])
    inner = frozenset(letter for part in expression.children for letter in free_letters(part))
    return inner - {expression.index.letter} if isinstance(expression, nodes.Series) else inner


def is_clear(expression: nodes.Expression) -> bool:
    """Say whether no letter of `expression` stands for two things: bound twice, or bound and free."""
    bound = list(_bound_letters(expression))
    nested = any(
        part.index.letter in {letter for inner in part.children for letter in _bound_letters(inner)}
        for part in _series(expression)
    )
    return not nested and not free_letters(expression) & set(bound)


def _series(expression: nodes.Expression) -> Iterator[nodes.Series]:
    return (part for part in expression.walk() if isinstance(part, nodes.Series))


def _bound_letters(expression: nodes.Expression) -> Iterator[str]:
    return (part.index.letter for part in _series(expression))
