"""Read a set of things in words for an answer: {Sunny, High}, or several of them, with ; between."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.errors import quoted

_GROUP = re.compile(r"\{([^{}]*)\}")
_BETWEEN = re.compile(r"\s*[,;]?\s+(?:and|or)\s+", re.IGNORECASE)
_NAMED = re.compile(r"(^|[,;{]\s*)[^\W\d]\w{0,19}\s*=\s*")
_NOTHING = frozenset(("", "{}", "∅", "none", "empty", "nothing", "the empty set"))
_MOST = 1_000  # things in an answer


def is_nothing(text: str) -> bool:
    """Say whether a text is the empty set, in a sign or in words.

    >>> is_nothing("none"), is_nothing("{}"), is_nothing("0")
    (True, True, False)
    """
    return " ".join(text.replace("\\", "").replace("$", "").casefold().split()) in _NOTHING


def apart(text: str) -> str:
    """Return several numbers with one sign between them, as they are told apart in words.

    An interval that holds one of its ends is told by both.

    >>> apart("x = 1/2 and x = 3"), apart("x_1 = 0.5; x_2 = 7"), apart("w = (1, 2) = (2/2, 2)")
    ('1/2, 3', '0.5; 7', 'w = (1, 2) = (2/2, 2)')
    >>> apart("[0, 1/2)")
    '(0, 1/2)'
    """
    if (text[:1] + text[-1:]) in ("[)", "(]"):
        text = f"({text[1:-1]})"
    sign = ";" if ";" in text else ","
    parts = _BETWEEN.sub(f"{sign} ", text)
    return _NAMED.sub(r"\1", parts) if parts.count("=") == parts.count(sign) + 1 else parts


def read_set(text: str, known: Sequence[str], *, together: bool) -> tuple[tuple[str, ...], ...]:
    """Return the sets that a text lists, each as things in words; `known` are such, some written short.

    Where things go `together`, one list of them is one set, else each thing is one by itself.

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
    if plain.startswith("{") and plain.endswith("}") and plain.count("{") != 1:
        inner = plain[1:-1].strip()
        plain = inner if _is_balanced(inner) else plain
    if "{" in plain:
        if not _is_balanced(plain) or _GROUP.sub("", plain).strip(" ,;"):
            raise Refusal(f"{quoted(text)}: a set is written as {{a, b}}", "malformed")
        groups = [re.split("[,;]", of) for of in _GROUP.findall(plain)]
    else:
        groups = [of.split(",") for of in plain.split(";")]
    if not together:
        groups = [[thing] for group in groups for thing in group]
    if sum(map(len, groups)) > _MOST:
        raise Refusal(f"more than {_MOST:,} things in a set", "too_long")
    return tuple(tuple(_things(group, known)) for group in groups)


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


def _things(group: Iterable[str], known: Sequence[str]) -> Iterable[str]:
    """Yield the things of a group in full, as they are known, where a text has one such reading."""
    for typed in group:
        name = " ".join(typed.replace(" = ", "=").split())
        if not name:
            continue
        folded = name.casefold()
        full = [thing for thing in known if thing.casefold() == folded]
        short = [thing for thing in known if thing.rpartition("=")[2].casefold() == folded]
        if not full and len(short) > 1:
            told = " or ".join(short)
            raise Refusal(f"{quoted(name)} can be read as {told}", "ambiguous")
        yield (full or short or [name])[0]
