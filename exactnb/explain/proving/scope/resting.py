"""Dependence on a letter: names defined by it, functions of these, and expectations."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.explain.proving.forms.patterns import is_constant, overlap
from exactnb.explain.proving.scope.scope import Declared


def resting(declared: Declared, *letters: Expression) -> tuple[Expression, ...]:
    """Return `letters`, and all names that `declared` defines by one of them, directly or not.

    A name may be given for one of its indices only, and a function is told by its arguments: so what is
    unfolded wherever it can be is not all that rests on a letter.

    >>> from exactnb.explain.proving.scope.scope import Definition
    >>> x, b = Symbol("x"), Symbol("b")
    >>> resting(Declared(definitions=(Definition(b, x),)), x) == (x, b)
    True
    """
    names = list(letters)
    waiting = [(definition.left, definition.right.walk()) for definition in declared.definitions]
    # A definition may depend on a name that is found to depend on the letter only later: repeat until
    # nothing is added.
    while True:
        dependent = [entry for entry in waiting if any(_rests(part, names) for part in entry[1])]
        if not dependent:
            return tuple(names)
        names += [name for name, _ in dependent]
        waiting = [entry for entry in waiting if entry not in dependent]


def _rests(part: Expression, names: list[Expression]) -> bool:
    """Say whether a letter is one of some names, with any indices, or a function is."""
    match part:
        case Symbol(letter, is_estimate=is_estimate):
            symbols = (name for name in names if isinstance(name, Symbol))
            return any((name.letter, name.is_estimate) == (letter, is_estimate) for name in symbols)
        case Call():
            return any(overlap(name, part) for name in names if isinstance(name, Call))
    return False


def is_expectation(expression: Expression) -> bool:
    """Say whether `expression` is an expectation, perhaps under a condition."""
    return isinstance(expression, Call) and expression.head == "E"


def has_random_index(declared: Declared, expression: Expression) -> bool:
    """Say whether `expression` is an expectation of a letter whose label is random in `declared`."""
    if not is_expectation(expression):
        return False
    letters = (part for part in expression.walk() if isinstance(part, Symbol))
    labels = (letter for letter in letters if letter.role == "label")
    return any(_rests(label, [*declared.random]) for label in labels)


def is_argument(declared: Declared, name: Expression) -> bool:
    """Say whether `declared` has a function of `name`, of which nothing else may be known yet."""
    calls = (part for head in declared.heads for part in head.walk() if isinstance(part, Call))
    parts = (part for call in calls for argument in call.children for part in names_in(argument))
    return any(_rests(part, [name]) for part in parts)


def names_in(expression: Expression) -> Iterator[Symbol | Call]:
    """Yield the letters and functions in `expression`, but for constants and expectations."""
    for part in expression.walk():
        if isinstance(part, Call | Symbol) and not is_expectation(part) and not is_constant(part):
            yield part
