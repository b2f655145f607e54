"""Read sets in words: {Sunny, High}, or several of them separated by semicolons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.errors import quoted

_GROUP = re.compile(r"\{([^{}]*)\}")
_BETWEEN = re.compile(r"\s*[,;]?\s+(?:and|or)\s+", re.IGNORECASE)
_ASSIGNMENT = re.compile(r"(^|[,;{]\s*)[^\W\d]\w{0,19}\s*=\s*")
_NOTHING = frozenset(("", "{}", "∅", "none", "empty", "nothing", "the empty set"))
_MOST = 1_000  # things in an answer


def is_nothing(text: str) -> bool:
    """Say whether a text is the empty set, in a sign or in words.

    >>> is_nothing("none"), is_nothing("{}"), is_nothing("0")
    (True, True, False)
    """
    return " ".join(text.replace("\\", "").replace("$", "").casefold().split()) in _NOTHING


def separate_numbers(text: str) -> str:
    """Return a `text` of several numbers with one sign between them, and without their names.

    An interval that holds one of its ends is told by both.

    >>> separate_numbers("x = 1/2 and x = 3"), separate_numbers("x_1 = 0.5; x_2 = 7")
    ('1/2, 3', '0.5; 7')
    >>> separate_numbers("w = (1, 2) = (2/2, 2)")
    'w = (1, 2) = (2/2, 2)'
    >>> separate_numbers("[0, 1/2)")
    '(0, 1/2)'
    """
    if (text[:1] + text[-1:]) in ("[)", "(]"):
        text = f"({text[1:-1]})"
    sign = ";" if ";" in text else ","
    parts = _BETWEEN.sub(f"{sign} ", text)
    return _ASSIGNMENT.sub(r"\1", parts) if parts.count("=") == parts.count(sign) + 1 else parts


def read_set(text: str, names: Sequence[str], *, together: bool) -> tuple[tuple[str, ...], ...]:
    """Return the sets that a `text` lists; their members may be short forms of `names`.

    If members go `together`, one list of them is one set, else each member is a set by itself.

    >>> cells = ("Outlook=Sunny", "Humidity=High")
    >>> read_set("{sunny, High}", cells, together=True)
    (('Outlook=Sunny', 'Humidity=High'),)
    >>> read_set("Humidity = Normal; Sunny", cells, together=False)
    (('Humidity=Normal',), ('Outlook=Sunny',))

    Raises Refusal for what cannot be read.
    """
    plain = text.replace("\\{", "{").replace("\\}", "}").replace("$", "").strip()
    if is_nothing(plain):
        return ((),) if plain == "{{}}" else ()
    # {{a}, {b}} is a set of sets, but {a}, {b} begins and ends with braces as well.
    if plain.startswith("{") and plain.endswith("}") and plain.count("{") != 1:
        inner = plain[1:-1].strip()
        plain = inner if _is_balanced(inner) else plain
    if "{" in plain:
        if not _is_balanced(plain) or _GROUP.sub("", plain).strip(" ,;"):
            raise Refusal(f"{quoted(text)}: a set is written as {{a, b}}", "malformed")
        groups = [re.split("[,;]", part) for part in _GROUP.findall(plain)]
    else:
        groups = [part.split(",") for part in plain.split(";")]
    if not together:
        groups = [[thing] for group in groups for thing in group]
    if sum(map(len, groups)) > _MOST:
        raise Refusal(f"more than {_MOST:,} things in a set", "too_long")
    return tuple(tuple(_things(group, names)) for group in groups)


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


def _things(group: Iterable[str], names: Sequence[str]) -> Iterable[str]:
    """Yield the members of a group in full, if a text has one such reading."""
    for text in group:
        name = " ".join(text.replace(" = ", "=").split())
        if not name:
            continue
        folded = name.casefold()
        full = [thing for thing in names if thing.casefold() == folded]
        # High for Humidity=High, unless another column has a value of that name.
        short = [thing for thing in names if thing.rpartition("=")[2].casefold() == folded]
        if not full and len(short) > 1:
            choices = " or ".join(short)
            raise Refusal(f"{quoted(name)} can be read as {choices}", "ambiguous")
        yield (full or short or [name])[0]
