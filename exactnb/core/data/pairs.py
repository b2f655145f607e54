"""Read records of keys and values: a pair in each line, or all pairs of a record in one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice

from exactnb.core.data.headers import ARROW, PEEKED, in_lines
from exactnb.core.data.rows import LABELS, Record, unquoted
from exactnb.errors import HERE, InputError, quoted

_Pairs = tuple[int, list[tuple[str, str]]]
"""The number of the first line of a record, its keys and their values."""

_BULLET = re.compile(r"[-*•] +")
_RULE = re.compile(r"([-=*_])\1\1+")
# in quotes, or behind one blank, it may be part of a value
_COMMENT = re.compile(r"""^# .*|^([^"']*?\S)\s\s+# .*""")
_ANOTHER = re.compile(r"[,;] *[^\W\d]\w* *[:=]")  # a second key


def read_pairs(
    lines: Iterable[str], text: str = "text", skipped: Collection[int] = ()
) -> tuple[list[str], Iterator[Record]]:
    r"""Return the keys of the first record in `lines`, and an iterator over all records.

    A pair is `key: value` or `key=value`, as the first line has it. All pairs of a record stand in one
    line, with commas or semicolons between, maybe with the class behind an arrow; or each has its own,
    and a record ends at an empty line, or where its first key returns. Lines with the numbers `skipped`
    are left out, and comments behind "# ". The column `text` may hold what looks like a pair.

    >>> header, records = read_pairs(["sky: sun\n", "play: yes\n", "\n", "play: no\n"])
    >>> header, list(records)[1]
    (['sky', 'play'], (4, {'sky': '', 'play': 'no'}))
    >>> list(read_pairs(["sky=sun, wind=weak -> no\n"])[1])
    [(1, {'sky': 'sun', 'wind': 'weak', 'class': 'no'})]

    Raises InputError for a line without a pair, a key that is twice in a record, or not in the first.
    """
    stripped = ((number, line.strip()) for number, line in enumerate(lines, start=1))
    bare = (
        (number, line, line if line.startswith(text) else _COMMENT.sub(r"\1", line))
        for number, line in stripped
        if number not in skipped
    )
    numbered = (
        (number, "" if _RULE.fullmatch(cut) else cut) for number, line, cut in bare if cut or not line
    )
    head = list(islice(numbered, PEEKED))
    filled = [line for _, line in head if line]
    sign = next((sign for sign in "".join(filled) if sign in ":="), ":")
    every = chain(head, numbered)
    by_line = ((number, _pairs(line, sign, number)) for number, line in every if line)
    records: Iterator[_Pairs] = by_line if in_lines(filled) else _blocks(every, sign, text)
    first = next(records, None)
    if first is None:
        raise InputError("the file is empty")
    header = [key for key, _ in first[1]]
    return header, (_record(*pairs, header) for pairs in chain([first], records))


def _pairs(line: str, sign: str, number: int) -> list[tuple[str, str]]:
    """Return the pairs of a line, of which the last may be the class behind an arrow."""
    body, *labels = ARROW.split(line)
    pairs = [_pair(part, sign, number) for part in re.split("[,;]", body.rstrip(",; "))]
    of_class = (of if sign in of else f"{LABELS[0]}{sign}{of}" for of in labels)
    return pairs + [_pair(part, sign, number) for part in of_class]


def _blocks(lines: Iterable[tuple[int, str]], sign: str, text: str) -> Iterator[_Pairs]:
    """Yield records with a pair in each line, which end at an empty line or where the first returns."""
    start, pairs, places = 0, list[tuple[str, str]](), dict[str, int]()
    for number, line in chain(lines, [(0, "")]):
        title = "" if pairs else f'; if it is no pair, say skip = "{number}"'
        pair = _pair(_BULLET.sub("", line, count=1), sign, number, title) if line else None
        if pair and pair[0] != text and _ANOTHER.search(pair[1]):
            message = f"a second key in {quoted(pair[1])}; write each pair on a line of its own"
            raise InputError(message, at=HERE.line(number))
        if pair and (again := places.get(pair[0], 0)) > start:
            title = f'if it begins in line {again}, say skip = "{start}-{again - 1}"'
            message = f"key {quoted(pair[0])} is there twice in a record; {title}"
            raise InputError(message, at=HERE.line(number))
        if pairs and (pair is None or pair[0] == pairs[0][0]):
            yield start, pairs
            pairs, places = [], {}
        if pair:
            start = start if pairs else number
            places[pair[0]] = number
            pairs.append(pair)


def _pair(part: str, sign: str, number: int, title: str = "") -> tuple[str, str]:
    """Return the key and the value in `part`; refuse another one, which may be a `title`."""
    key, separator, value = part.partition(sign)
    if not separator or not key.strip():
        message = f"expected a pair such as “sky{sign} sun”; got {quoted(part.strip())}{title}"
        raise InputError(message, at=HERE.line(number))
    value = re.sub(r"^'(.*)'$", r"\1", unquoted(value.strip()))  # as in YAML
    return key.strip(), value


def _record(number: int, pairs: list[tuple[str, str]], header: Sequence[str]) -> Record:
    """Return the cells of a record under the `header`, "" for a key that it lacks."""
    record: dict[str, str] = {}
    for key, value in pairs:
        if key in record or key not in header:
            problem = "is there twice in a record" if key in record else "is not in the first record"
            raise InputError(f"key {quoted(key)} {problem}", at=HERE.line(number))
        record[key] = value
    return number, {key: record.get(key, "") for key in header}
