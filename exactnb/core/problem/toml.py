"""Read TOML within limits: no float, no endless numeral, no bottomless nesting."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from exactnb.core.arithmetic.numerals import MAX_DIGITS, BareNumeral
from exactnb.core.data.headers import PEEKED, are_records
from exactnb.errors import HERE, InputError, Place

_DEEPEST = 20  # for the parts of a dotted key the parser takes time and memory as their square
_LONGEST = 1_000_000  # characters outside of tables and texts between three quotes
_QUOTED = re.compile(
    r"""'''.*?''' | \"{3} (?: [^\\] | \\. )*? \"{3} | '[^'\n]*' | "(?: [^"\\\n] | \\. )*+"
        | \#[^\n]*""",
    re.DOTALL | re.VERBOSE,
)
_BEGINNING = re.compile(r"""\[ | (?: [\w-]+ | "[^"]*" | '[^']*' ) [ \t]* [.=]""", re.VERBOSE)
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{_DEEPEST}}}")


def is_toml(text: str) -> bool:
    r"""Say whether text begins as TOML does: `[section]` or `key =`, below comments and blank lines.

    >>> is_toml("# play\n[data]\n"), is_toml('title = "Play"\n'), is_toml("Outlook,Play\nSunny,No\n")
    (True, True, False)
    """
    is_key = _BEGINNING.match(_first_line(text)) is not None
    return is_key and not are_records(text.split("\n", PEEKED)[:PEEKED])  # such as sky=sun in lines


def _first_line(text: str) -> str:
    """Return the first line that says something, or nothing."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def read_problem_toml(text: str) -> dict[str, Any]:
    """Return the tables of a problem file; a table of data, which is easily taken for one, is named."""
    if not is_toml(text) and any(separator in _first_line(text) for separator in ",;\t"):
        names = "a problem file names it: [data] file = 'table.csv'"
        raise InputError(f"expected a problem file; this looks like a table, and {names}")
    return read_toml(text)


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of the TOML document `text`, bare decimals as `BareNumeral`.

    >>> read_toml("smoothing = 0.5")
    {'smoothing': '0.5'}

    Raises InputError for what is not TOML, and beyond the limits.
    """
    _check_before_parsing(text)
    try:
        document = tomllib.loads(text, parse_float=BareNumeral)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not valid TOML: {str(error)[0].lower()}{str(error)[1:]}") from None
    except ValueError:  # Python's own limit on long integers
        raise InputError("a numeral of more than 4,300 digits; at most 1,000 are read") from None
    except RecursionError:
        raise InputError("not readable: nested too deeply") from None
    _check_document(document)
    return document


def _check_before_parsing(text: str) -> None:
    """Refuse what the parser would take long for, before it reads anything."""
    blocks = 0

    def mask(match: re.Match[str]) -> str:
        """Return as many signs in the place of a string: a dot in it parts no key."""
        nonlocal blocks
        string = match[0]
        blocks += len(string) * string.startswith(("'''", '"""'))
        return (" " if string.startswith("#") else "_") * len(string)

    bare = _QUOTED.sub(mask, text)
    if (outside := len(bare) - blocks) > _LONGEST:
        raise InputError(
            f"{outside:,} characters outside of tables; at most {_LONGEST:,} are read "
            "(a large table goes into a file of its own: data.file)"
        )
    if key := _LONG_KEY.search(bare):
        line = text.count("\n", 0, key.start()) + 1
        raise InputError(f"not readable: a key with more than {_DEEPEST} parts", at=HERE.line(line))


def _check_document(document: dict[str, Any]) -> None:
    """Walk the document once, without recursion."""
    todo: list[tuple[Place, object, int]] = [(HERE, document, 0)]
    while todo:
        place, value, depth = todo.pop()
        if depth > _DEEPEST:
            raise InputError("not readable: nested too deeply", at=place)
        if isinstance(value, dict):
            for key, part in value.items():
                todo.append((place / key, part, depth + 1))
        elif isinstance(value, list):
            todo.extend((place[n], part, depth + 1) for n, part in enumerate(value, start=1))
        elif isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
            raise InputError(f"a numeral of more than {MAX_DIGITS:,} digits", at=place)
