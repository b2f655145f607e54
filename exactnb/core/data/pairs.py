"""Read records of keys and values: a pair in each line, or all pairs of a record in one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice

from exactnb.core.data.headers import ARROW, PEEKED, in_lines
from exactnb.core.data.rows import LABELS, Record, unquoted
from exactnb.errors import HERE, InputError, near, quoted

_Pairs = list[tuple[int, str, str]]
"""The pairs of a record: the number of a line, a key and its value."""

_BULLET = re.compile(r"[-*•] +")
_RULE = re.compile(r"([-=*_])\1\1+")
# in quotes, or behind one blank, it may be part of a value
_COMMENT = re.compile(r"""^# .*|^([^"']*?\S)\s\s+# .*""")
_ANOTHER = re.compile(r"[,;] *[^\W\d]\w* *[:=]")  # a second key
_COMPARED = 1_000  # records that tell which keys there are


def read_pairs(
    lines: Iterable[str], text: str = "text", skipped: Collection[int] = ()
) -> tuple[list[str], Iterator[Record]]:
    r"""Return the keys of the records in `lines`, and an iterator over these.

    A pair is `key: value` or `key=value`, as the first line has it. All pairs of a record stand in one
    line, with commas or semicolons between, maybe with the class behind an arrow; or each has its own,
    and a record ends at an empty line, or where its first key returns. Lines with the numbers `skipped`
    are left out, and comments behind "# ". The column `text` may hold what looks like a pair.

    >>> header, records = read_pairs(["sky: sun\n", "play: yes\n", "\n", "play: no\n"])
    >>> header, list(records)[1]
    (['sky', 'play'], (4, {'sky': '', 'play': 'no'}))
    >>> list(read_pairs(["sky=sun, wind=weak -> no\n"])[1])
    [(1, {'sky': 'sun', 'wind': 'weak', 'class': 'no'})]

    Raises InputError for a line without a pair, a key that is twice in a record, and what is no record.
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
    by_line = (_pairs(line, sign, number) for number, line in every if line)
    records: Iterator[_Pairs] = by_line if in_lines(filled) else _blocks(every, sign, text)
    compared = list(islice(records, _COMPARED))
    if not compared:
        raise InputError("the file is empty")
    times = Counter(key for pairs in compared for _, key, _ in pairs)
    *keys, last = dict.fromkeys(key for _, key, _ in compared[0])  # the last one is often the class
    header = [*keys, *(key for key in times if key not in {*keys, last}), last]
    return header, (_record(pairs, header, times) for pairs in chain(compared, records))


def _pairs(line: str, sign: str, number: int) -> _Pairs:
    """Return the pairs of a line, of which the last may be the class behind an arrow."""
    body, *labels = ARROW.split(line)
    pairs = [_pair(part, sign, number) for part in re.split("[,;]", body.rstrip(",; "))]
    of_class = (of if sign in of else f"{LABELS[0]}{sign}{of}" for of in labels)
    return pairs + [_pair(part, sign, number) for part in of_class]


def _blocks(lines: Iterable[tuple[int, str]], sign: str, text: str) -> Iterator[_Pairs]:
    """Yield records with a pair in each line, which end at an empty line or where the first returns."""
    start, pairs, places = 0, _Pairs(), dict[str, int]()
    for number, line in chain(lines, [(0, "")]):
        title = "" if pairs else f'; if it is no pair, say skip = "{number}"'
        pair = _pair(_BULLET.sub("", line, count=1), sign, number, title) if line else None
        if pair and pair[1] != text and _ANOTHER.search(pair[2]):
            message = f"a second key in {quoted(pair[2])}; write each pair on a line of its own"
            raise InputError(message, at=HERE.line(number))
        if pair and (again := places.get(pair[1], 0)) > start:
            message = f"key {quoted(pair[1])} is there twice in a record"
            if not any(line.startswith(pairs[0][1]) for _, line in lines):  # it was above records
                message += f'; if it begins in line {again}, say skip = "{_lines(start, again - 1)}"'
            raise InputError(message, at=HERE.line(number))
        if pairs and (pair is None or pair[1] == pairs[0][1]):
            yield pairs
            pairs, places = [], {}
        if pair:
            start = start if pairs else number
            places[pair[1]] = number
            pairs.append(pair)


def _lines(first: int, last: int) -> str:
    return f"{first}-{last}" if last > first else str(first)


def _pair(part: str, sign: str, number: int, title: str = "") -> tuple[int, str, str]:
    """Return the line, the key and the value in `part`; refuse another one, which may be a `title`."""
    key, separator, value = part.partition(sign)
    if not separator or not key.strip():
        message = f"expected a pair such as “sky{sign} sun”; got {quoted(part.strip())}{title}"
        raise InputError(message, at=HERE.line(number))
    value = re.sub(r"^'(.*)'$", r"\1", unquoted(value.strip()))  # as in YAML
    return number, key.strip(), value


def _record(pairs: _Pairs, header: Sequence[str], times: Counter[str]) -> Record:
    """Return the cells of a record under the `header`, "" for a key that it lacks.

    `times` says how many records have a key. What shares none with another is no record, and a key of
    its own that is near one that it lacks is another spelling of that.
    """
    record: dict[str, str] = {}
    first, last = pairs[0][0], pairs[-1][0]
    for number, key, value in pairs:
        if key in record or key not in header:
            problem = "is in no earlier record; write it into the first, with no value"
            problem = "is there twice in a record" if key in record else problem
            raise InputError(f"key {quoted(key)} {problem}", at=HERE.line(number))
        record[key] = value
    own = [(number, key) for number, key, _ in pairs if times[key] == 1]
    if len(own) == len(record) < len(header):
        message = f"no other record has key {quoted(own[0][1])}; if this is none"
        raise InputError(f'{message}, say skip = "{_lines(first, last)}"', at=HERE.line(first))
    for number, key in own:
        if meant := near(key, [of for of in header if of not in record]):
            raise InputError(f"no other record has key {quoted(key)}{meant}", at=HERE.line(number))
    return first, {key: record.get(key, "") for key in header}
