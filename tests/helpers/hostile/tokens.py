"""What readers return: structure that has to be the same, and texts that differ by names alone."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from exactnb.core.expression.widths import display_width
from exactnb.core.naming.grammar import quote
from exactnb.errors import printable, quoted
from hostile.problems import PLACES, Texts, letter_of

Token = tuple[str, str]
"""A kind and a value: "text" is compared by what a user's text may look like, all else as it is."""

TEXT = "text"
LINES = "lines"
CUT = "\N{MIDLINE HORIZONTAL ELLIPSIS}"  # of what is cut off; three dots may be a user's
_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": "''", "”": "''", '"': "''"})  # as LaTeX writes them
_PADDED = re.compile("9{20,}")
_SLUG = r"[\w-]*"
_DIGEST = "[0-9a-f]{8}"  # behind an identity of which much was left out
_IDENTITIES = ("title", "file", "question", "student")  # of which files and names are called


def text(given: str) -> Token:
    """Return a text in its compatible form without its blanks, at which lines are broken."""
    plain = unicodedata.normalize("NFKC", given.replace("…", CUT)).translate(_QUOTES)
    return TEXT, _PADDED.sub("9", "".join(plain.split()))


def joined(tokens: Iterable[Token]) -> list[Token]:
    """Return tokens, neighbouring texts as one, and none that is empty."""
    out: list[Token] = []
    for kind, run in groupby(tokens, key=lambda token: token[0]):
        if kind != TEXT:
            out += run
        elif (whole := text("".join(value for _, value in run)))[1]:
            out.append(whole)
    return out


def difference(hostile: Sequence[Token], other: Sequence[Token], texts: Texts, twins: Texts) -> str:
    """Return where what is read of a hostile document is not what its twin says; "" if nowhere."""
    pattern = re.compile("|".join(_written(place, twins[place]) for place in PLACES))
    known = {
        place: _any_of(_forms(texts[place]), _SLUG if place in _IDENTITIES else "") for place in PLACES
    }
    letters = "".join(map(letter_of, PLACES)) + ';"-'
    for at, (one, two) in enumerate(zip(hostile, other, strict=False)):
        if one[0] == two[0] == LINES:
            left, right = _left(one[1], texts), _left(two[1], twins)
            is_cut = CUT in text(one[1])[1] and CUT in text(two[1])[1]
            if _fits(one[1], two[1], letters) or left == right or is_cut:
                continue
            return f"{at}: {left} is not {right}"
        if one == two or (one[0] == two[0] == TEXT and CUT in one[1] and CUT in two[1]):
            continue  # what is too long is cut off somewhere
        if one[0] != TEXT or two[0] != TEXT:
            return f"{at}: {hostile[max(at - 2, 0) : at + 2]} is not {other[max(at - 2, 0) : at + 2]}"
        if not re.fullmatch(_expected(two[1], pattern, known), one[1], re.IGNORECASE):
            return f"{at}: {_first(one[1], two[1], pattern, known)}"
    if len(hostile) != len(other):
        short = min(len(hostile), len(other))
        return f"ends otherwise: {hostile[short : short + 3]} is not {other[short : short + 3]}"
    return ""


def _fits(hostile: str, twin: str, letters: str) -> bool:
    """Say whether lines have the same signs in the same columns, but where the twin has a letter."""
    lines = list(zip(hostile.split("\n"), twin.split("\n"), strict=False))
    rows = [(_columns(one), _columns(two)) for one, two in lines]
    is_fixed = all(b in letters or a == b for row in rows for a, b in zip(*row, strict=False))
    return (
        hostile.count("\n") == twin.count("\n") and is_fixed and all(len(a) == len(b) for a, b in rows)
    )


def _left(given: str, texts: Texts) -> dict[str, int]:
    """Return how often each sign stands in lines beside users' texts, wherever the lines are broken."""
    names = set().union(*(_forms(texts[place]) for place in PLACES))
    rest = re.sub(_any_of(names), "", text(given)[1])
    # quotes and brackets may be of names, or around them
    return dict(sorted(Counter(re.sub("['()\ufffd]", "", rest)).items()))


def _columns(line: str) -> str:
    """Return a line with a sign for each column of it."""
    return "".join(sign.ljust(display_width(sign)) for sign in line if display_width(sign))


def _written(place: str, twin: str) -> str:
    """Return a pattern of a twin as it is written, or as a part of an identity."""
    letter = letter_of(place)
    whole = "|".join(re.escape(text(each)[1]) for each in (twin.replace('"', '""'), twin))
    run = f"{letter}[{letter}_-]*{letter}"
    if place not in _IDENTITIES:
        return f"(?P<{place}>{whole})|(?P<{place}_>{run})"
    run = f"(?:{run}|(?<![A-Za-z]){letter}(?![A-Za-z]))(?:-{_DIGEST})?"
    return f"(?P<{place}>(?:{whole})(?!-{_DIGEST}))|(?P<{place}_>{run})"


def _forms(payload: str) -> set[str]:
    """Return what a user's text may look like, once it is read."""
    seen = {payload, re.sub(r"\s", " ", payload), " ".join(payload.split()), payload.strip()}
    seen |= {unicodedata.normalize("NFC", each) for each in seen}
    seen |= {each.replace('"', '""') for each in seen} | set(map(quote, seen)) | set(map(quoted, seen))
    seen |= {quoted(each)[1:-1] for each in seen} | set(map(printable, seen))
    return {text(each)[1] for each in seen | {f"'{each}" for each in seen}}


def _any_of(forms: Iterable[str], more: str = "") -> str:
    """Return a pattern of any of some texts, the longest first."""
    known = [re.escape(each) for each in sorted(forms, key=len, reverse=True)]
    return f"(?:{'|'.join([*known, more] if more else known)})"


def _expected(twin: str, pattern: re.Pattern[str], known: Texts) -> str:
    out, at = [], 0
    for found in pattern.finditer(twin):
        place = found.lastgroup or ""
        out += [re.escape(twin[at : found.start()]), _SLUG if place.endswith("_") else known[place]]
        at = found.end()
    return "".join([*out, re.escape(twin[at:])])


def _first(hostile: str, twin: str, pattern: re.Pattern[str], known: Texts) -> str:
    """Return the words from which on a text is not what its twin says."""
    for at in range(len(twin), -1, -1):
        if found := re.match(_expected(twin[:at], pattern, known), hostile, re.IGNORECASE):
            return f"{hostile[found.end() :][:300]!r} is not {twin[at:][:300]!r}"
    raise AssertionError
