"""Find the lines of a table that is drawn with bars, in Markdown or as databases print it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from exactnb.core.data.dialect import BOX
from exactnb.core.data.findings import Findings
from exactnb.core.data.marks import MARK, SORTED
from exactnb.core.data.rows import IN_QUOTES
from exactnb.errors import HERE, InputError, printable

_EMPHASIS = re.compile(
    rf"(?<![^|])( *)(\*{{1,3}}|_{{1,3}}|`)(\w(?:[^|]*[\w)%?.°])?)\2(?=(?:[ {SORTED}]|{MARK})*(?:\||$))",
    re.MULTILINE,
)
_LINK = re.compile(r"(?<!!)\[(?:(\[?(?:\d{1,3}|[a-z])\]?)|([^\[\]|^][^\[\]|]*))\]\([^()|\s]*\)")
_RULE = re.compile(r"[ :|]*-{3,}[-:| ]*\|[-:| ]*\s*")  # below the header of a table in Markdown
_PROSE = 2  # cells of a line with a bar that may be prose
_BAR = "│"  # of boxes that are no ASCII


def table_lines(lines: Iterable[str], findings: Findings | None = None) -> Iterator[str]:
    r"""Yield the `lines` of the first table, and an empty one for each line around it.

    `findings` take which rows stand behind it, and how to read them.

    It has two lines with bars at least: prose may have one. What emphasizes a cell is left out. Empty
    lines, as those that are skipped, do not end it before one that begins with a bar; words do, and the
    header of another table.

    >>> list(table_lines(["P(a | b)?\n", "\n", "| k | n |\n", "|---|--:|\n", "| **a** | 2 |\n", "\n"]))
    ['\n', '\n', '| k | n |\n', '|---|--:|\n', '| a | 2 |\n', '\n']
    """
    state, is_apart = 0, False  # before, in and behind the table; below an empty line
    header, behind = "", list[tuple[int, str]]()
    for number, (line, below) in enumerate(pairwise(chain(lines, [""])), start=1):
        if state == 0:
            state += "|" in line and "|" in below
            header = line
        elif text := line.lstrip():
            is_row = text[0] == "|" if is_apart else "|" in text
            state = 1 if state == 1 and is_row and not _RULE.fullmatch(below) else 2
        is_apart = not line.strip()
        if state == 2 and not is_apart:
            behind.append((number, line))
        yield _EMPHASIS.sub(r"\1\3", _LINK.sub(_visible, line)) if state == 1 else "\n"

    if findings is not None:
        _note_rows(behind, header, findings)


def _visible(link: re.Match[str]) -> str:
    """Return what a `link` shows, the mark of a footnote in its brackets."""
    return f"[{link[1].strip('[]')}]" if link[1] else link[2]


def _note_rows(behind: Sequence[tuple[int, str]], header: str, findings: Findings) -> None:
    """Note the rows below a `header` that stand `behind` its table, and another table there.

    Rows are read too if the words between are skipped, and a header that is the same.
    """
    names, rows, skip, between = _cells(header), list[int](), list[str](), list[int]()
    for (number, line), (_, below) in pairwise([*behind, (0, "")]):
        is_header, is_rule = (_RULE.fullmatch(of) is not None for of in (below, line))
        if is_header and _cells(line) != names:
            end = (
                f"from line {number} on, is left out: skip lines 1-{number - 1} to read that one alone"
            )
            findings.note(f"another table, {end}")
            break
        width = len(_cells(line))
        is_row = width == len(names) > _PROSE or (line.lstrip()[0] == "|" and 1 < width <= len(names))
        if not is_row or is_header or is_rule:
            between.append(number)
            continue
        if between:
            skip.append(f"{between[0]}-{between[-1]}" if between[1:] else str(between[0]))
        rows, between = [*rows, number], []
    if rows:
        which = f"{len(rows)} rows from line {rows[0]} on" if rows[1:] else f"the row in line {rows[0]}"
        stand = f"stand{'s' * (len(rows) == 1)} behind the table, and {'are' if rows[1:] else 'is'}"
        findings.note(f"{which} {stand} left out", skip=",".join(skip))


def _cells(line: str) -> list[str]:
    """Return what stands between the bars of a `line` in Markdown."""
    return [*map(str.strip, line.strip().removeprefix("|").removesuffix("|").split("|"))]


def boxed_lines(lines: Iterable[str], findings: Findings) -> Iterator[str]:
    r"""Yield the `lines` of the one box, and an empty one for its rules and for each line around it.

    `findings` takes that there are such lines.

    >>> list(boxed_lines(["> SELECT\n", "+--+--+\n", "| a| k|\n", "+--+--+\n", "2 rows\n"], Findings()))
    ['\n', '\n', '| a| k|\n', '\n', '\n']

    Raises InputError for a second box.
    """
    state = 0  # before, in and behind the box
    for number, line in enumerate(lines, start=1):
        is_rule = BOX.fullmatch(line) is not None
        if is_rule and state == 2:
            raise InputError("a second table; keep the one that is meant", at=HERE.line(number))
        is_within = is_rule or (state == 1 and line.lstrip()[:1] in ("|", _BAR))
        state = 1 if is_within else 2 * (state > 0)
        if not is_within and line.strip():
            findings.note("what stands around the box of the table is left out")
        yield line.replace(_BAR, "|") if is_within and not is_rule else "\n"


def apart(lines: Iterable[str], findings: Findings | None = None) -> Iterator[str]:
    r"""Yield `lines` with a tab for each run of blanks between cells; an empty one has its place.

    A line with fewer cells than the first has those that each stand below one of its names, and most.
    A number may begin before the name, where its last digit stands below that. Of a cell below several
    names, each of the last ones may have a word that begins where it does, which `findings` take. A
    quote is a sign like any, unless it closes in its cell.

    >>> list(apart(["day   sky   play", "2 May       yes", " May  sun   no", "7    1,033"]))
    ['day\tsky\tplay', '2 May\t\tyes', 'May\tsun\tno', '7\t1,033\t']
    >>> list(apart(["day   sky   play", "2 May sun   yes"]))
    ['day\tsky\tplay', '2 May\tsun\tyes']
    """
    names = list[re.Match[str]]()
    for number, line in enumerate(lines, start=1):
        pieces = [*re.finditer(r"\S+(?: \S+)*", line)]
        names = names or pieces
        cells = [(piece.start(), piece[0]) for piece in pieces]
        if len(names) > len(pieces) > len(names) / 2 and "\t" not in line:
            cut = [part for cell in cells for part in _cut_below(names, *cell)]
            places = [_place_below(names, start, start + len(text)) for start, text in cut]
            if None not in places and len({*places}) == len(places):
                if findings is not None and len(cut) > len(cells):
                    text = next(text for start, text in cells if (start, text) not in cut)
                    findings.note(f"“{printable(text)}” in line {number} is cut below the names")
                below = dict(zip(places, (text for _, text in cut), strict=True))
                cells = [(0, below.get(n, "")) for n in range(len(names))]
        ending = "\n" * line.endswith("\n")
        yield "\t".join(_in_quotes(text) for _, text in cells) + ending


def _in_quotes(cell: str) -> str:
    """Return a `cell` with a quote that does not close in it as one that stands in quotes."""
    return cell if '"' not in cell or IN_QUOTES.fullmatch(cell) else '"' + cell.replace('"', '""') + '"'


def _cut_below(names: list[re.Match[str]], start: int, text: str) -> list[tuple[int, str]]:
    """Return what a cell has for each of the `names` that it stands below: their words begin there."""
    begins = [name.start() for name in names if start < name.start() < start + len(text)]
    ends = [0, *(begin - start for begin in begins), len(text) + 1]
    if not begins or any(text[end - 1] != " " or text[end : end + 1] == " " for end in ends[1:-1]):
        return [(start, text)]
    return [(start + first, text[first : last - 1]) for first, last in pairwise(ends)]


def _place_below(names: list[re.Match[str]], start: int, end: int) -> int | None:
    """Return the place of the one of the `names` that a piece of a line stands below, or behind."""
    over = [n for n, name in enumerate(names) if start < name.end() and name.start() < end]
    before = sum(name.start() <= start for name in names) - 1
    return over[0] if len(over) == 1 else before if not over and before >= 0 else None
