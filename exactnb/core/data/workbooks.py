"""Read the one table in an Excel workbook, as the lines of CSV that hold the same cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import reduce
from itertools import zip_longest
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile

from exactnb.core.data.compression import LARGEST
from exactnb.core.data.dialect import AS_IT_SHOWS, Dialect, notation
from exactnb.core.data.findings import Findings
from exactnb.core.data.frames import read_cell
from exactnb.core.data.rows import name_of
from exactnb.errors import HERE, InputError, Place, one_of, printable

_OF_CELL = 16  # characters of a sheet that a cell costs at least
_WITH_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]{1,2}")
_OLE = b"\xd0\xcf\x11\xe0"  # how the files of old programs begin
_LISTED = 4  # sheets that a refusal names
_TAIL = 2**20  # bytes at the end of a sheet that have the ranges of merged cells
_RANGE = re.compile(rb'<(?:\w+:)?mergeCell [^>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')


def csv_of_workbook(
    file: BinaryIO, dialect: Dialect, most: int, findings: Findings | None = None
) -> tuple[str, Dialect]:
    """Return the cells of a workbook as CSV, a line for each row of its sheet, and how that is written.

    `dialect` is what is said of the file, of which `most` bytes and characters are read. Sheets of one
    column, such as a cover, are left out beside a table unless it says which is meant; `findings` tell
    that, and which cells are merged. Numbers are the shortest decimals that print as they are stored,
    dates are in ISO's form, and a formula is its value. Raises InputError where openpyxl is missing,
    for a file that is no workbook, for several sheets with cells, for a sheet that is not there, and
    for a formula that no program has worked out.
    """
    for key in ("encoding", "delimiter", "rest"):
        if getattr(dialect, key):
            raise InputError("needs lines of text; a workbook has cells", at=key)
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise InputError("needs openpyxl, the extra exactnb[excel]; or save it as CSV") from None
    content = file.read(most + 1)
    if len(content) > most:
        raise InputError(f"more than {most // 2**20} MB; at most that is read")
    try:
        with ZipFile(io.BytesIO(content)) as members:
            if sum(member.file_size for member in members.infolist()) > LARGEST:
                raise InputError("unpacks to more than 1 GB; save it as CSV")
        # once with formulas, and once with what programs stored as their values
        sheets = [
            {sheet.title: sheet for sheet in book.worksheets}
            for book in (
                load_workbook(io.BytesIO(content), read_only=True, data_only=values)
                for values in (True, False)
            )
        ]
        if dialect.worksheet:
            Place.of("worksheet").read(one_of, dialect.worksheet, sheets[0])
        titles = [dialect.worksheet] if dialect.worksheet else sheets[0]
        point = dialect.decimal
        texts = {title: _csv(sheets[0][title], sheets[1][title], most, point) for title in titles}
    except InputError:
        raise
    except (BadZipFile, KeyError, ValueError, TypeError, SyntaxError, OSError, AttributeError):
        raise InputError("is damaged, or no .xlsx file; save it as CSV") from None
    filled = [title for title, text in texts.items() if text.strip(",\n")]
    tables = [title for title in filled if "," in texts[title]]
    if len(tables) == 1 and findings is not None:
        for title in filled:
            if title != tables[0]:
                findings.note(f"sheet “{printable(title)}” is left out: it has one column")
        filled = tables
    if len(filled) > 1:
        ways = " or ".join(f'worksheet = "{title}"' for title in filled[:_LISTED])
        raise InputError(f"has {len(filled)} sheets; say {ways}{', …' * (len(filled) > _LISTED)}")
    if filled and findings is not None:
        findings.merged = _merged(sheets[0][filled[0]])
    return texts[filled[0]] if filled else "", replace(dialect, delimiter=",")


def ending_by_content(head: bytes, ending: str, findings: Findings | None = None) -> str:
    r"""Return the ending that fits a file which begins with `head` and is called a sheet, or "".

    `findings` take that a file with the `ending` of a sheet is text.

    >>> ending_by_content(b"sky\tplay\n", ".xls"), ending_by_content(b"PK\3\4..xl/workbook.xml", ".xls")
    ('.csv', '.xlsx')
    >>> ending_by_content(b"\xd0\xcf\x11\xe0", ".xls")
    ''
    """
    if head.startswith(b"PK\3\4"):
        return ".xlsx" if ending == ".xlsx" or b"xl/" in head or b"[Content_Types]" in head else ""
    try:
        text = AS_IT_SHOWS.decoded(head[: len(head) // 4 * 4])
    except UnicodeError:  # in another encoding, or cut within a sign
        text = head.decode("latin-1")
    if not text.strip() or "\0" in text or head.startswith(_OLE):
        return ".xlsx" if ending == ".xlsx" else ""
    is_page = notation(text.splitlines()) == "page"
    what = "XML" if "<Workbook" in text else "a web page" if is_page else "text"
    if findings is not None:
        findings.note(f"the file is {what}, not a workbook as {ending} says, and is read as {what}")
    return ".csv" if what == "text" else ".html"


def _merged(sheet: Any) -> dict[int | str, set[int]]:
    """Return the rows of the cells that are merged with the one above, by the place of their column."""
    tail, below = b"", dict[int | str, set[int]]()
    with sheet._get_source() as source:  # ranges stand behind all cells, of which none is kept
        while part := source.read(_TAIL):
            tail = tail[-_TAIL:] + part
    for first, top, last, bottom in re.findall(_RANGE, tail):
        if first == last:
            place = reduce(lambda place, letter: 26 * place + letter - 64, first, 0) - 1
            below.setdefault(place, set()).update(range(int(top) + 1, int(bottom) + 1))
    return below


def _csv(values: Any, formulas: Any, most: int, point: str) -> str:
    """Return the cells of a sheet as CSV, with this decimal `point`; `formulas` is it with formulas.

    Numbers have no sign of decimals: without a `point` they get that of the texts in their column.
    """
    text = io.StringIO()
    table: list[list[str]] = []
    numbers: list[set[int]] = []  # places of cells with a sign of decimals
    budget = most
    for row, (cells, sources) in enumerate(zip(_rows(values), _rows(formulas), strict=True), start=1):
        with HERE.line(row):
            read = [
                _cell(cell, source, column)
                for column, (cell, source) in enumerate(zip_longest(cells, sources), start=1)
            ]
        while read and not read[-1]:
            read.pop()
        budget -= _OF_CELL * (len(cells) + 1) + sum(map(len, read))
        if budget < 0:
            raise InputError(f"more than {most // 2**20} MB of cells; save it as CSV")
        table.append(read)
        numbers.append({n for n, cell in enumerate(cells) if isinstance(cell, float)})
    typed = [
        {n for n, cell in enumerate(read) if n not in of and _WITH_COMMA.fullmatch(cell)}
        for read, of in zip(table, numbers, strict=True)
    ]
    commas = set[int]().union(*(numbers if point == "," else typed if not point else []))
    for read, of in zip(table, numbers, strict=True):
        for n in of & commas:
            read[n] = read[n].replace(".", ",")
    width = max(map(len, table), default=0)  # empty cells at the end of a row are not stored
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows(cells and cells + [""] * (width - len(cells)) for cells in table)
    return text.getvalue()


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    if not hasattr(sheet, "reset_dimensions"):  # a sheet that is a chart
        return iter(())
    sheet.reset_dimensions()  # which a file may state as it likes
    rows: Iterable[tuple[Any, ...]] = sheet.iter_rows(values_only=True)
    return iter(rows)


def _cell(value: Any, source: Any, column: int) -> str:
    place = HERE.spot(f"cell {column}")
    if value is None and source is not None:
        raise InputError("a formula without its value; save the file in a spreadsheet first", at=place)
    if isinstance(value, timedelta):
        return str(value)
    return name_of(place.read(read_cell, value, "d", "", "as printed"))
