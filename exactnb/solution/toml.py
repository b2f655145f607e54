"""Read TOML within limits: no float, no endless numeral, no bottomless nesting."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from exactnb.arithmetic.numerals import MAX_DIGITS, Numeral
from exactnb.errors import InputError, shortened

__all__ = ["read_toml"]

_DEEPEST = 20
_LONG_KEY = re.compile(r"^[ \t]*\[{0,2}[ \t]*(?:[A-Za-z0-9_-]+[ \t]*\.[ \t]*){50}", re.MULTILINE)


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML document, bare decimals as `Numeral`.

    >>> read_toml("smoothing = 0.5")
    {'smoothing': '0.5'}

    Raises InputError for what is not TOML, and beyond the limits.
    """
    if _LONG_KEY.search(text):  # the parser would take a time that grows with the square
        raise InputError("not readable: a key with more than 50 parts")
    try:
        given = tomllib.loads(text, parse_float=Numeral)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not valid TOML: {str(error)[0].lower()}{str(error)[1:]}") from None
    except ValueError:  # Python's own limit on long integers
        raise InputError("a numeral of more than 4,300 digits; at most 1,000 are read") from None
    except RecursionError:
        raise InputError("not readable: nested too deeply") from None
    _check(given)
    return given


def _check(document: dict[str, Any]) -> None:
    """Walk the document once, without recursion."""
    todo: list[tuple[str, object, int]] = [("", document, 0)]
    while todo:
        at, value, depth = todo.pop()
        if depth > _DEEPEST:
            raise InputError("not readable: nested too deeply", at=at[:60])
        if isinstance(value, dict):
            for key, part in value.items():
                todo.append((f"{at}.{shortened(key)}" if at else shortened(key), part, depth + 1))
        elif isinstance(value, list):
            todo.extend((f"{at}[{n}]", part, depth + 1) for n, part in enumerate(value, start=1))
        elif isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
            raise InputError(f"a numeral of more than {MAX_DIGITS:,} digits", at=at)
