"""Cut lines into cells: the one place that knows separators and quotes, for tables and answers alike.

How to read: `cut` chooses a separator by the first line and the ending, then one of the `_between_*`
cuts the rest; `cut_names` does so where the first cell of a row is a name that keeps its quotes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from threading import Lock

from exactnb.core.data.dialect import NAMES, SEPARATOR
from exactnb.core.data.findings import Findings
from exactnb.core.data.marks import with_dittos
from exactnb.core.data.rows import (
    IN_QUOTES,
    QUOTED,
    Row,
    cell_pattern,
    pieces_of,
    unquoted,
    with_rest,
)
from exactnb.errors import HERE, InputError

LONGEST_CELL = 64 * 1024 * 1024
"""Characters of a cell; who reads limits files and lines to no more."""

_LOCK = Lock()
_READERS: list[int] = []  # for each that reads now, the limit that stood before the first of them

# separators but blanks; the first that a header has is meant
_ALL_SEPARATORS, _CSV_SEPARATORS = "|\t,;", "\t,;|"

_AT_ONCE = 65_536  # characters and cells of rows that are cut before the first of them is handed out
_LOOKED_AT = 8  # lines that tell a title
_LONGEST_HEADER = 50  # lines that the quotes of a header may span, and that may stand above it
_OPEN = re.compile(r'(?:^|[,;]) *"[^"]*$')  # a quoted cell that goes on
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_BETWEEN_BLANKS = re.compile(rf'(?:{QUOTED}|[^" \t][^ \t]*)(?:[ \t]+|$)')
_RULE = re.compile(r":?-+:?")
_SEPARATOR_LINE = re.compile(f'"?sep=({SEPARATOR.pattern})"?')  # the first line that Excel writes


@contextmanager
def long_cells() -> Iterator[None]:
    """Let the csv module read long cells; the limit of before stands again when the last is done.

    Nobody waits for another reader: they may be generators, in any threads, and end in any order.

    >>> with long_cells():
    ...     csv.field_size_limit() == LONGEST_CELL
    True
    >>> csv.field_size_limit()
    131072
    """
    with _LOCK:
        _READERS.append(_READERS[0] if _READERS else csv.field_size_limit(LONGEST_CELL))
    try:
        yield
    finally:
        with _LOCK:
            previous = _READERS.pop()
            if not _READERS:
                csv.field_size_limit(previous)


def separator_of(header: str, among: str = _ALL_SEPARATORS) -> str:
    r"""Return what separates the cells of `header`: `|`, a tab, a comma or semicolon, or " ".

    The signs of `among` are tried in their order. What stands in quotes separates nothing, nor what
    stands in round brackets, as in P(+|x).

    >>> separator_of("Age;Class"), separator_of('"a,b" c'), separator_of("name;P(+,x)")
    (';', ' ', ';')

    Raises InputError for a header with commas and semicolons.
    """
    bare = IN_QUOTES.sub("x", header)
    for visible in (_IN_BRACKETS.sub("", bare), bare):
        separators = [sign for sign in among if sign in visible]
        if separators[:1] == [","] and ";" in separators:
            ways = (f'if {NAMES[sign]}s separate, say delimiter = "{NAMES[sign]}"' for sign in ",;")
            message = "the header has commas and semicolons; put a name that holds one in quotes"
            raise InputError("; ".join((message, *ways)))
        if separators:
            return separators[0]
    return " " if len(bare.split()) > 1 else ","


def separator_for(line: str, names: Sequence[str], text: str = "") -> str:
    r"""Return the tab, comma, semicolon or blank that cuts `line` into a cell for each of `names`.

    Between blanks, a last column named as `text` says has the rest of the line.

    >>> separator_for("a,b;A", "xyz"), separator_for("a;b;c,d", "xyz"), separator_for("a\tb, c", "xy")
    (',', ';', '\t')
    >>> separator_for("+ win now", ["class", "text"], "text")
    ' '

    Raises InputError where both commas and semicolons do.
    """
    width, words = len(names), len(line.split())
    if width > 1 and line.count("\t") == width - 1:
        return "\t"
    separators = [sign for sign in ",;" if width > 1 and len(_cells_of(line, sign)) == width]
    if len(separators) > 1:
        problem = f"commas and semicolons both give {width} cells"
        raise InputError(f"{problem}; put a line with the names of the columns above it")
    is_between_blanks = 1 < width == words or (1 < width < words and names[-1] == text)
    return (separators or [" " if is_between_blanks else ","])[0]


def cut(
    lines: Iterable[str],
    ending: str = "",
    *,
    text: str = "",
    delimiter: str = "",
    choose: Callable[[str], str] | None = None,
    names: Sequence[str] = (),
    rest: str = "",
    findings: Findings | None = None,
) -> Iterator[Row]:
    r"""Yield the cells of each line that has any, the header first, which decides the separator.

    In a file with the `ending` .csv or .data a bar separates only where nothing else does; in .tsv and
    .tab tabs separate. `delimiter` says the separator, and so does a first line `sep=;` as spreadsheets
    have it; `choose` may find it in the header otherwise, or in the first row where the columns have
    their `names` from elsewhere. A title and comments above the header are passed over; `findings` take
    the titles and the separator. The column `rest` has what the cells of others leave of a line.

    A cell may stand in quotes, with "" for a quote; between commas and semicolons it may then hold ends
    of lines. Between bars and tabs a quote that does not close is a character like any. Between blanks
    a last column named as `text` says takes the rest of its line, which may stand in quotes as a whole.

    >>> list(cut(['a;"b\n', 'c"\r\n', '1,5;"a ""b"" c"']))
    [(2, ['a', 'b\nc']), (3, ['1,5', 'a "b" c'])]
    >>> list(cut(["Days of May,,", ",,", "sky,wind,play", "sun,weak,yes"]))
    [(3, ['sky', 'wind', 'play']), (4, ['sun', 'weak', 'yes'])]
    """
    findings = Findings() if findings is None else findings
    lines = iter(lines)
    if not choose:
        head = list(islice(lines, _LOOKED_AT))
        delimiter = delimiter or _sign_below_titles(head, ending)
        lines = _without_titles(chain(head, lines), ending, delimiter, text, findings)
    peeked_lines, header = _peeked(lines)
    if not header:
        return
    if separator_line := _SEPARATOR_LINE.fullmatch(header.strip("\r\n ")):
        peeked_lines[-1] = "\n"  # so that lines keep their numbers
        delimiter = delimiter or separator_line[1]
    with HERE.line(len(peeked_lines)):
        separator = delimiter or (choose(header) if choose else _chosen(header, ending))
    findings.separator = separator
    all_lines: Iterable[str] = chain(peeked_lines, lines)
    all_lines = all_lines if rest or separator == " " else with_dittos(all_lines, separator)
    if rest:
        rows = with_rest(all_lines, separator, rest, names)
    elif separator == " ":
        rows = _between_blanks(all_lines, text, names)
    elif separator == "|":
        rows = ((number, list(map(unquoted, cells))) for number, cells in _between_bars(all_lines))
    elif separator == "\t":
        rows = _between_tabs(all_lines)
    else:
        rows = _between_commas(all_lines, separator)
    for number, cells in rows:
        if any(stripped := list(map(str.strip, cells))):
            yield number, stripped


def _sign_below_titles(head: Sequence[str], ending: str) -> str:
    r"""Return the sign that cuts lines below a title alike, if another one cuts the title; else "".

    >>> _sign_below_titles(["Days of May, June, July", "sky\tplay", "sun\tyes", "fog\tno"], ".csv")
    '\t'
    """
    filled = list(filter(str.strip, head))
    sign_above = _separator(filled[0], ending) if filled else ""
    for sign in _ALL_SEPARATORS.replace(sign_above, "") if filled else "":
        widths = [len(_cells_of(line, sign)) for line in filled]
        start = next((n for n, width in enumerate(widths) if width > 1), 0)
        above, below = (len(_cells_of(filled[n], sign_above)) for n in (0, start))
        if widths[start : start + 3] == [widths[start]] * 3 and above not in (1, below, widths[start]):
            return sign
    return ""


def _without_titles(
    lines: Iterator[str], ending: str, delimiter: str, text: str, findings: Findings
) -> Iterator[str]:
    """Return `lines` with empty ones for titles and comments above the header, the first of some cells.

    Only what would be refused otherwise is passed over, and nothing unless all lines above are titles
    or comments. A comment begins with #, and is no header: it has not as many cells, or is not the last
    above. A title is one cell of several words, or with an empty line below, and no header that is cut
    at blanks: that has as many words as what follows, or a last column named as `text` says.
    """
    above: list[list[str]] = []
    peeked_lines, line = _peeked(lines)
    while line and len(above) < _LONGEST_HEADER:
        cells = _cells_of(line, delimiter or _separator(line, ending))
        if len(list(filter(None, cells))) > 1 and not cells[0].startswith("#"):
            break
        above.append(peeked_lines)
        peeked_lines, line = _peeked(lines)
    else:
        return chain(*above, peeked_lines, lines)
    separator, number, gap = delimiter or _separator(line, ending), 0, not peeked_lines[0].strip()
    titles: list[tuple[int, list[str]]] = []
    for title in above:
        number += len(title)
        titles.append((number, _cells_of("".join(title).strip("\r\n"), separator)))
    gap = gap or (bool(titles) and not any(titles[-1][1]))  # spreadsheets leave signs in it
    titles = [(number, title_cells) for number, title_cells in titles if any(title_cells)]
    if len(titles) > 1 and not gap and titles[-1][1][0][:1] == "#" and len(titles[-1][1]) == len(cells):
        titles.pop()  # the header in a comment, below other comments
        peeked_lines = [*above.pop(), *peeked_lines]
    for number, title_cells in titles:
        words = title_cells[0].split() if not any(title_cells[1:]) else []
        if title_cells[0].startswith("#"):
            passes = gap or number != titles[-1][0] or len(title_cells) != len(cells)
        else:
            is_cut = len(words) > 1 and (len(words) == len(line.split()) or words[-1] == text)
            passes = bool(words) and (gap or len(words) not in (1, len(cells))) and not is_cut
            passes = passes or (delimiter != "" and len(words) > 1 - gap)  # nothing is cut at blanks
        if not passes:
            return chain(*above, peeked_lines, lines)
    findings.leave_out(titles)
    return chain(("\n" for title in above for _ in title), peeked_lines, lines)


def _separator(line: str, ending: str) -> str:
    """Return what separates the cells of a line that may be a title, a comma where nothing does."""
    try:
        return _chosen(line, ending).replace(" ", ",")
    except InputError:
        return ","


def _cells_of(line: str, separator: str) -> list[str]:
    if separator in " \t|":
        return [unquoted(cell) for cell in pieces_of(line.strip("\r\n"), cell_pattern(separator))]
    try:
        return [c.strip() for c in next(_between_commas(line.splitlines(keepends=True), separator))[1]]
    except (InputError, StopIteration):
        return [line]


def _chosen(header: str, ending: str) -> str:
    if ending in (".tsv", ".tab"):
        return "\t"
    return separator_of(header, _CSV_SEPARATORS if ending in (".csv", ".data") else _ALL_SEPARATORS)


def cut_names(lines: Iterable[str]) -> Iterator[Row]:
    """Yield the cells of `lines`, the header first; quotes may stand anywhere in a cell, and stay.

    >>> list(cut_names(["k | a", '"x|y"=1 | 2']))
    [(1, ['k', 'a']), (2, ['"x|y"=1', '2'])]
    """
    lines = iter(lines)
    peeked_lines, header = _peeked(lines, within=1)
    if not header:
        return
    separator = separator_of(header)
    all_lines = chain(peeked_lines, lines)
    if separator == "|":
        yield from _between_bars(all_lines, anywhere=True)
        return
    blanks = separator == " "
    pattern = cell_pattern(" \t" if blanks else separator, anywhere=True)
    for number, line in _numbered(all_lines):
        cells = pieces_of(line.strip("\r\n"), pattern)
        yield number, [cell for cell in cells if cell] if blanks else cells


def _peeked(lines: Iterator[str], within: int = _LONGEST_HEADER) -> tuple[list[str], str]:
    """Return the lines up to the end of the header, and the header, whose quotes may hold line ends."""
    lines_read, header = list[str](), list[str]()
    for line in lines:
        lines_read.append(line)
        if header or line.strip():
            header.append(line)
            if not _OPEN.search(IN_QUOTES.sub("x", "".join(header))):
                return lines_read, "".join(header)
            if len(header) == within:
                break
    return lines_read, header[0] if header else ""


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def _between_commas(lines: Iterable[str], separator: str) -> Iterator[Row]:
    reader = csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True)
    error: Exception | None = None
    while error is None:
        rows, size = list[Row](), 0
        with long_cells():  # given back before rows are handed out: others read beside this
            try:
                while size < _AT_ONCE:
                    cells = next(reader)
                    rows.append((reader.line_num, cells))
                    size += len(cells) + len("".join(cells))
            except csv.Error as caught:
                way = "; a quote inside quotes is written twice" * ("expected after" in str(caught))
                message = f"not readable as CSV ({caught}){way}"
                error = InputError(message, at=HERE.line(reader.line_num))
            except Exception as caught:
                error = caught
        yield from rows  # those before an error come first
    if not isinstance(error, StopIteration):
        raise error


def _between_blanks(lines: Iterable[str], text: str, names: Sequence[str]) -> Iterator[Row]:
    text_column = len(names) - 1 if names and names[-1] == text else None
    for place, (number, line) in enumerate(_numbered(lines)):
        rest, cells, position = line.strip(), list[str](), 0
        while position < len(rest) and len(cells) != text_column:
            match = _BETWEEN_BLANKS.match(rest, position)
            if match is None:
                closed = IN_QUOTES.match(rest, position) is not None
                problem = "no blank behind a closing quote; a quote inside is written twice"
                problem = problem if closed else "a quote that is not closed"
                raise InputError(problem, at=HERE.line(number))
            cells.append(unquoted(match[0].strip()))
            position = match.end()
        if len(cells) == text_column:
            cells.append(unquoted(rest[position:]))  # which may be empty
        if place == 0 and not names and cells[-1] == text:
            text_column = len(cells) - 1
        yield number, cells


def _joined_lines(lines: Iterable[str], separator: str) -> Iterator[tuple[int, str]]:
    """Yield lines, those joined that are one row only together: a quoted cell goes over their ends.

    A quote that does not close stays a character like any, so lines are joined only where one of them
    has too few cells or too many, and all together as many as the first.
    """
    cell, width = cell_pattern(separator), 0
    rest, number = iter(lines), 0
    waiting: list[str] = []  # lines that were looked at already
    while waiting or (line := next(rest, "")):
        parts = [waiting.pop(0) if waiting else line]
        number += 1
        if parts[0].count('"') % 2:
            while len(parts) < _LONGEST_HEADER and (len(parts) == 1 or '"' not in parts[-1]):
                more = waiting.pop(0) if waiting else next(rest, "")
                if not more:
                    break
                parts.append(more)
            joined = "".join(parts)
            widths = [len(pieces_of(candidate.strip("\r\n"), cell)) for candidate in (joined, *parts)]
            if '"' not in parts[-1] or widths[0] != (width or widths[0]) or set(widths) == {widths[0]}:
                waiting, parts = [*parts[1:], *waiting], parts[:1]
        row = "".join(parts)
        number += len(parts) - 1
        if row.strip():
            width = width or len(pieces_of(row.strip("\r\n"), cell))
            yield number, row


def _between_tabs(lines: Iterable[str]) -> Iterator[Row]:
    cell = cell_pattern("\t")
    for number, line in _joined_lines(lines, "\t"):
        plain = line.strip("\r\n")
        yield number, list(map(unquoted, pieces_of(plain, cell))) if '"' in plain else plain.split("\t")


def _between_bars(lines: Iterable[str], *, anywhere: bool = False) -> Iterator[Row]:
    """Yield the cells of each line; the header says whether bars stand around a line too."""
    cell = cell_pattern("|", anywhere=anywhere)
    has_left_bar, has_right_bar, width = False, False, 0
    for place, (number, line) in enumerate(_joined_lines(lines, "|")):
        plain = line.strip()
        if place == 0:
            has_left_bar, has_right_bar = plain.startswith("|"), plain.endswith("|")
        plain = plain[1:] if has_left_bar and plain.startswith("|") else plain
        plain = plain[:-1] if has_right_bar and plain.endswith("|") else plain
        cells = pieces_of(plain, cell)
        if place == 0:
            width = len(cells)
        elif len(cells) == width + 2 and not (has_left_bar or has_right_bar or cells[0] + cells[-1]):
            cells = cells[1:-1]  # bars around this line only
        if place == 1 and all(map(_RULE.fullmatch, cells)):
            if set(cells) == {"-"}:
                problem = 'a rule, or a row of -? Write --- for a rule, "-" for a cell'
                raise InputError(problem, at=HERE.line(number))
            continue
        yield number, cells
