"""The names of rows in tables of counts and of parameters, and the numbers about columns in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.data.rows import name_of, unquoted
from exactnb.core.naming.grammar import parse_name
from exactnb.core.naming.kinds import HEADS
from exactnb.errors import InputError, Place, near, quoted

Measurement = Fraction | tuple[tuple[Fraction, Fraction], ...]
"""What a row about numeric columns holds: a number, or the points of a density."""

TOTAL = "total"
SUMS = {"sum": 1, "squares": 1, "products": 2, TOTAL: 1}
PARAMETERS = {head.name: head.given_columns for head in HEADS.values() if head.given_columns}
PARAMETERS["points"] = 1
"""The rows about numeric columns, with how many columns each names."""

_HEAD_AND_COLUMNS = re.compile(r"([a-z]+|[^\W\d_]) *\(.*\)")
_NOT_NEGATIVE = ("squares", TOTAL, *(head.name for head in HEADS.values() if head.within == "above 0"))


def head_and_columns(name: str, heads: Mapping[str, int], place: Place) -> tuple[str, ...]:
    """Return the head and the columns of a row `name` about numeric columns; nothing for any other.

    `heads` has the number of columns of each head that may stand here. Raises InputError at `place` for
    another head, or another number of columns.
    """
    bare = unquoted(name)  # CSV quotes a cell with a comma in it, as in "covariance(a,b)"
    match = _HEAD_AND_COLUMNS.fullmatch(name) or _HEAD_AND_COLUMNS.fullmatch(bare)
    if match is None or (match[1] not in heads and (bare != name or not match[1].islower())):
        return ()
    head, name = match[1], bare
    if head not in heads:
        kind = "counts" if head in SUMS else "parameters"
        if not heads:
            raise InputError(
                f"{quoted(name)} is about numbers, which cannot be used with letters", at=place
            )
        if head in (*SUMS, *PARAMETERS):
            raise InputError(f"{quoted(name)} belongs in data.{kind}", at=place)
        hint = near(head, heads)
        raise InputError(f"expected one of {', '.join(heads)}; got {quoted(head)}{hint}", at=place)
    syntax = place.read(parse_name, name)
    plain = all(not item.sign and not item.negated for item in syntax.left)
    if not plain or syntax.bar or syntax.model or len(syntax.left) != heads[head]:
        example = f"{head}({', '.join('ab'[: heads[head]])})"
        raise InputError.expected(f"{example}, of columns", name, at=place)
    return (head, *(name_of(item.first) for item in syntax.left))


def read_measurement(head: str, raw: str) -> Measurement:
    """Return `raw`, a number about columns by its `head`, or the points of a density: "0:0 4:1/2"."""
    if head != "points":
        number = read_number(raw)
        if number < 0 and head in _NOT_NEGATIVE:
            raise InputError(f"{head} is not negative; got {raw}")
        return number
    pairs = [point.partition(":") for point in raw.split()]
    if len(pairs) < 2 or any(not sign for _, sign, _ in pairs):
        raise InputError.expected("points such as 0:0 4:1/2", raw)
    return tuple((read_number(x), read_number(y)) for x, _, y in pairs)


def column_and_value(name: str, place: Place) -> tuple[str, str]:
    """Return column and value of a row's `name`; "" as the value for a word or 0/1 column.

    Raises InputError at `place` for anything else.
    """
    try:
        syntax = parse_name(f"P({name})")
    except InputError:
        syntax = None
    if syntax is not None and len(syntax.left) == 1 and not syntax.right and not syntax.model:
        item = syntax.left[0]
        if item.sign != ":" and not item.negated:
            return name_of(item.first), name_of(item.second)
    raise InputError.expected('"column=value" or a name', name, at=place)
