"""How letters and functions that a derivation introduces are kept, and found again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.statements import DerivationStatement
from exactnb.teach.grading.derivations.worlds import Introduced

_WHERE = ("where", "with", "let", ",", "write", "define", "denote", "writing", "put", "set", "here",
          "since", "because", "using")  # fmt: skip
_SUPPOSES = re.compile(r"\b(?:if|when|for|case)\W*$", re.IGNORECASE)  # what supposes what follows
_BELOW = ("where", "with", "here", "since", "because")  # what begins a row that the one above needs


def with_coordinates(body: Expression, vector: str, argument: Expression) -> Expression:
    """Return a formula of the coordinates of `vector` with those of `argument`: all are 0 of the 0."""

    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Symbol) or part.letter != vector or not part.lower:
            return None
        return replace(argument, lower=part.lower) if isinstance(argument, Symbol) else argument

    return nodes.replace(body, change)


def is_place(index: Expression) -> bool:
    """Say whether an index is one place, a number or a word, and does not run: 0, and NB in #_NB."""
    return isinstance(index, nodes.Integer) or (
        isinstance(index, Symbol) and len(index.letter) > 1 and index.letter.isalpha()
    )


def function_key(call: Call) -> str:
    """Return the name under which an introduced function, `call`, is kept: f_1 is another than f_k."""
    return f"{call.head}{','.join(str(index) for index in call.lower if is_place(index))}()"


def key_of(symbol: Symbol, *, is_general: bool = False) -> str:
    """Return the name under which an introduced letter, `symbol`, is kept: w_0 is another than w_j.

    A name that `is_general` has a place for every index, numbers too.
    """
    indices = ",".join(
        str(index) if is_place(index) and not is_general else "·" for index in symbol.lower
    )
    hat = "^" if symbol.is_estimate else ""
    return f"{hat}{symbol.letter}[{indices}]{'°' * len(symbol.upper)}"


def keys_in(sides: Iterable[Expression]) -> Iterator[str]:
    """Yield the names under which the letters of formulas are kept: in w·x stand the coordinates of w.

    >>> list(keys_in([Call("dot", (Symbol("w"), Symbol("x")))]))
    ['w[·]', 'x[·]', 'w[]', 'x[]']
    """
    for part in (part for side in sides for part in side.walk()):
        if isinstance(part, Symbol):
            yield key_of(part)
        elif isinstance(part, Call) and part.head == "dot":
            vectors = (each for side in part.left for each in side.walk())
            yield from (f"{each.letter}[·]" for each in vectors if isinstance(each, Symbol))


def indices_replaced_by(
    definitions: Mapping[str, Introduced], body: Expression, letter: str
) -> set[str]:
    """Return the indices of introduced letters and functions in whose place `letter` stands in `body`.

    In Σ_j a_j, where a_k was introduced, j runs as k does.
    """
    indices = set[str]()
    for part in body.walk():
        match part:
            case Symbol(lower=(Symbol(index, ()), *_)) if index == letter:
                definition = definitions.get(key_of(part))
            case Call(lower=(Symbol(index, ()), *_)) if index == letter:
                definition = definitions.get(function_key(part))
            case _:
                continue
        indices |= {definition.letters[0]} if definition is not None else set()
    return indices


def is_clause(statement: DerivationStatement) -> bool:
    """Say whether a statement stands in a "where" behind another one of its row, and not in an "if"."""
    is_where = any(word in statement.lead.lower() for word in _WHERE)
    return statement.is_shared and is_where and not _SUPPOSES.search(statement.lead)


def is_aside(statement: DerivationStatement) -> bool:
    """Say whether a statement stands in a "where", which may be the row below."""
    return is_clause(statement) or statement.lead.lower().startswith(_BELOW)


def is_of_itself(left: Symbol, right: Expression) -> bool:
    """Say whether a formula holds the letter before it, at its place or any up to that.

    So p_d = ∏_{i=1}^d p_i/p_{i−1} does.
    """
    parts = list(right.walk())
    own = {part.lower for part in parts if isinstance(part, Symbol) and part.letter == left.letter}
    runs = {part.index.letter for part in parts if isinstance(part, nodes.Series)
            and {*left.lower} & {*part.domain.parts}}  # fmt: skip
    return left.lower in own or any((Symbol(letter),) in own for letter in runs)


def letter_of(argument: Expression) -> Symbol | None:
    """Return the letter that an `argument` is, σ² as one of its own; None for another formula."""
    match argument:
        case Symbol():
            return argument
        case nodes.Power(Symbol() as base, nodes.Integer(2)):
            return replace(base, letter=f"{base.letter}²")
    return None
