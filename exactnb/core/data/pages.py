"""The table of a web page, whose cells stand wherever they span."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import zip_longest

from exactnb.core.data.rows import Row, repeated
from exactnb.errors import InputError

_HIDDEN, _BOLD = {"sup", "style", "script"}, {"b", "strong"}
_OF_XML = {"row": "tr", "cell": "td"}  # of spreadsheets
_PARTS = ("table", "thead", "tbody", "tfoot")


@dataclass
class _HtmlCell:
    columns: int
    rows: int
    text: str = ""
    is_name: bool = True  # a heading, or bold


class _Tables(HTMLParser):
    """Collect the rows of each table: line, part and cells; what is not closed ends at the next."""

    def __init__(self) -> None:
        super().__init__()
        self.tables = list[list[tuple[int, str, list[_HtmlCell]]]]()
        self.cell: _HtmlCell | None = None
        self.part, self.within = "", list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a part of it, a row, a cell, or what hides text or makes it bold."""
        tag, stated = _OF_XML.get(tag, tag), dict(attrs)
        if tag in ("tr", "td", "th", *_PARTS):
            self.cell, self.part = None, tag if tag in _PARTS else self.part
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append((self.getpos()[0], self.part, []))
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            spans = (
                re.match("[1-9][0-9]{0,2}", stated.get(f"{of}span") or "") for of in ("col", "row")
            )
            columns, rows = (int(span[0]) if span else 1 for span in spans)
            columns += int(re.sub(r"\D", "", stated.get("ss:mergeacross") or "")[:2] or 0)
            row = self.tables[-1][-1][2]  # in XML empty cells are left out
            index = int(re.sub(r"\D", "", stated.get("ss:index") or "")[:3] or 0)
            row += [_HtmlCell(1, 1)] * (index - 1 - sum(cell.columns for cell in row))
            self.cell, self.within = _HtmlCell(columns, rows), ["b"] * (tag == "th")
            self.tables[-1][-1][2].append(self.cell)
        elif tag in _HIDDEN | _BOLD:
            self.within.append(tag)
        else:
            self.handle_data(" ")  # between lines

    def handle_endtag(self, tag: str) -> None:
        """End a part of a table, what hides text or makes it bold, and a cell with its table."""
        self.cell = None if tag == "cell" else self.cell
        self.cell = None if tag == "table" else self.cell
        self.part = "" if tag == self.part else self.part
        self.within = [other for other in self.within if other != tag]

    def handle_data(self, data: str) -> None:
        """Add visible text to the cell."""
        if self.cell and _HIDDEN.isdisjoint(self.within):
            self.cell.text += data
            self.cell.is_name &= not data.strip() or not _BOLD.isdisjoint(self.within)


def rows_of_page(page: str) -> tuple[list[Row], list[Row]]:
    """Return the rows of the one table of a web `page`, the names first, and what else it has in rows.

    A row of one cell for all columns is none of them, nor is one at the foot; of other tables the first
    row stands for all. Rows of names are joined; what stands above several of them is part of none,
    but where they would be twice.

    >>> rows_of_page("<table><tr><td rowspan=2>k<td colspan=2>x<tr><td>a<td>b<tr><td>u<td>1<td>2")
    ([(1, ['k', 'a', 'b']), (1, ['u', '1', '2'])], [])

    Raises InputError for a page without a table, or with several.
    """
    parser, tables, notes = _Tables(), list[list[Row]](), list[Row]()
    parser.feed(page)
    parser.close()
    for written in parser.tables:
        rows, remarks, names, groups = list[Row](), list[Row](), list[list[str]](), set[str]()
        spread, is_wide, is_deep = _spread([cells for *_, cells in written]), False, False
        columns = max(map(len, spread), default=0)
        for (line, part, cells), texts in zip(written, spread, strict=True):
            widest = max((cell.columns for cell in cells), default=1)
            are_names = all(cell.is_name for cell in cells)
            above = names[-1] if names else []
            are_below = not any(
                of for of, name in zip(texts, above, strict=False) if name not in groups
            )
            goes_on = part == "thead" != written[-1][1] or is_deep
            goes_on |= is_wide and (are_names or are_below)
            if widest >= columns > 1 or part == "tfoot":
                remarks.append((line, texts))
            elif len(rows) > 1 or (names and not goes_on):
                rows.append((line, texts))
            else:
                names.append(texts)
                groups |= {" ".join(cell.text.split()) for cell in cells if cell.columns > 1}
                levels = [[*filter(None, of)] for of in zip_longest(*names, fillvalue="")]
                below = [[name for name in of if name not in groups] or of[-1:] for of in levels]
                joined = [[" ".join(dict.fromkeys(of)) for of in every] for every in (below, levels)]
                is_twice = repeated(filter(None, joined[0])) is not None
                rows, is_wide = [(line, joined[is_twice])], widest > 1
                is_above = all(c.columns > 1 or c.rows > 1 or not c.text.strip() for c in cells)
                is_deep = (is_wide and is_above) or (are_names and any(c.rows > 1 for c in cells))
        is_table = sum(len(cells) > 1 for _, cells in rows) > 1
        tables += [rows] * is_table
        notes += remarks if is_table else [row for row in (*remarks, *rows) if any(row[1])][:1]
    if len(tables) != 1:
        number = f"{len(tables)} tables; keep the one that is meant" if tables else "no table of rows"
        raise InputError(f"the page has {number}")
    return tables[0], notes


def _spread(rows: list[list[_HtmlCell]]) -> list[list[str]]:
    """Return the texts of all cells in each row, also of those that span it from above."""
    spread, below = list[list[str]](), dict[int, tuple[int, str]]()  # how many rows a cell goes on for
    for cells in rows:
        texts = list[str]()
        for cell in (*cells, _HtmlCell(0, 0)):
            while below.get(len(texts), (0, ""))[0]:
                left, above = below[len(texts)]
                below[len(texts)] = (left - 1, above)
                texts.append(above)
            for _ in range(cell.columns):
                below[len(texts)] = (cell.rows - 1, " ".join(cell.text.split()))
                texts.append(below[len(texts)][1])
        spread.append(texts)
    return spread
