"""Read tables from text and files.

How to read: `read_records` is the one reader of rows; `read_table_file` and `read_table_content`
return all of them at once, `read_summary_text` a table of counts. `cells.py` cuts the lines,
`json_lines.py` reads JSON, `arff.py` ARFF, `foreign.py` other notations, `workbooks.py` sheets;
`headers.py` says what to do with files that are not read.
"""

from __future__ import annotations

import io
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from exactnb.core.data.below import (
    below_names,
    names_apart,
    refuse_delimiter,
    sign_between,
    two_lines_of_names,
)
from exactnb.core.data.cells import cut, cut_names, separator_for, separator_of
from exactnb.core.data.dialect import (
    AS_IT_SHOWS,
    BLANKS,
    BOX,
    DRAWN,
    FOREIGN,
    LABELLED,
    PAIRS,
    Dialect,
    notation,
    refuse_controls,
    undecodable,
)
from exactnb.core.data.files import PACKED, opened, why_not
from exactnb.core.data.findings import Findings
from exactnb.core.data.headers import (
    ARFF,
    PEEKED,
    SHEETS,
    WAYS,
    named_records,
    names_of_header,
    refuse_other_formats,
)
from exactnb.core.data.json_lines import JSON_ARRAY, JSON_ENDINGS, check_columns, json_records
from exactnb.core.data.marks import filled
from exactnb.core.data.rows import Record, Row, limited_rows, repeated, unquoted
from exactnb.core.data.schema import MISSING, Schema, whole_names
from exactnb.errors import HERE, InputError, Place, listing, near, quoted

MAX_BYTES = 64 * 1024 * 1024
WORKBOOK, MARKDOWN = ".xlsx", ".md"
_PLAIN_ENDINGS = (".csv", ".tsv", ".tab", ".txt")
TABLE_ENDINGS = (*_PLAIN_ENDINGS, *JSON_ENDINGS, ARFF, WORKBOOK, ".data", MARKDOWN, *FOREIGN)
_PEEKED_BYTES = 4096  # in which what is no text has a NUL
_PAGES, _LONG = 400, 150  # lines that tell where a table is; characters of a hint that stands alone


def read_text_file(
    path: Path, most: int = MAX_BYTES, *, of_answers: bool = False, dialect: Dialect | None = None
) -> str:
    """Return a file's text, of so many bytes at `most`.

    It is UTF-8 unless its byte order mark or the `dialect` says otherwise; who has no way to say it
    gives none, and no message speaks of it. A class's file `of_answers` may hold a NUL that somebody
    typed, though not in its header. Raises InputError if it is missing, too large, in another
    encoding, or no text; its caller names the file.
    """
    try:
        with opened(path) as file:  # what is piped in may have no end
            data = _unpacked(file, path, most).read(most + 1)
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(why_not(path, error)) from None
    if len(data) > most:
        size = f"{most // 2**20} MB" if most >= 2**20 else f"{most // 2**10} KB"
        raise InputError(f"more than {size}; at most that is read")
    try:
        text = (dialect or AS_IT_SHOWS).decoded(data)
    except UnicodeError as error:
        line = data.count(b"\n", 0, getattr(error, "start", 0)) + 1
        raise InputError(undecodable(error, dialect), at=HERE.line(line)) from None
    refuse_controls(data, text, dialect, text.find("\n") if of_answers else None)
    return text


def _unpacked(file: io.BufferedReader, path: Path, most: int) -> io.BufferedReader:
    if path.suffix.lower() not in PACKED:
        return file
    from exactnb.core.data.compression import unpack  # which loads what packs files

    return unpack(file, path.suffix.lower(), most)


def table_ending(path: Path, findings: Findings | None = None) -> str:
    """Return the ending that says how the table at `path` is written, without that of packing.

    >>> table_ending(Path("mails.CSV.gz"))
    '.csv'

    A file in a .zip has its own name; one without an ending is read as .csv, a text with any other as
    .txt, and what is called a sheet as its content says, which `findings` take. Raises InputError for a
    file that is no table, with what to do.
    """
    packed = path.suffix.lower()
    ending = Path(path.stem if packed in PACKED else path.name).suffix.lower()
    if packed == ".zip" and ending not in TABLE_ENDINGS:
        from exactnb.core.data.compression import name_within

        with opened(path) as file:
            ending = Path(name_within(file)).suffix.lower()
    if not ending:  # as data sets in archives often are
        return ".csv"
    if ending in TABLE_ENDINGS and ending != WORKBOOK:
        return ending
    way = WAYS.get(ending, "")
    if not way or ending in SHEETS:
        with opened(path) as file:
            peeked = _unpacked(file, path, MAX_BYTES).read(_PEEKED_BYTES)
    if ending in SHEETS:
        from exactnb.core.data.workbooks import ending_by_content

        if by_content := ending_by_content(peeked, ending, findings):
            return by_content
    if way:
        raise InputError(f"{ending} is not read; {way}")
    if not peeked or b"\0" in peeked:
        expected = f"expected a file that ends in {', '.join(TABLE_ENDINGS)}"
        raise InputError(f"{expected}, or that and {PACKED[0]}")
    return ".txt"


def read_table_file(
    path: Path, *, dialect: Dialect = AS_IT_SHOWS, **how: Any
) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a table in a file, packed or not, written in a `dialect`.

    `how` are further arguments of `read_records`. Raises InputError with the file, the line
    and what was expected.
    """
    with Place.file(path):
        try:
            ending = table_ending(path, how.get("findings"))
            if ending == WORKBOOK:
                from exactnb.core.data.workbooks import csv_of_workbook

                with opened(path) as file:
                    raw = _unpacked(file, path, MAX_BYTES)
                    content, dialect = csv_of_workbook(raw, dialect, MAX_BYTES, how.get("findings"))
            else:
                content = read_text_file(path, dialect=dialect)
        except InputError:
            raise
        except (OSError, ValueError) as error:
            raise InputError(why_not(path, error)) from None
        return read_table_content(content, ending, dialect=dialect, **how)


def read_table_content(
    content: str, ending: str = "", *, dialect: Dialect = AS_IT_SHOWS, **how: Any
) -> tuple[list[str], list[list[str]]]:
    r"""Return the header and the rows of the `content` of a file with this `ending`.

    Without one it is a table in a problem file, whose header line decides the separator: `|` if it has
    one, else a tab, a comma or semicolon (with CSV's quotes), or else blanks; what stands in its quotes
    and brackets does not count. Between blanks, "two words" is one cell, and a last column named as
    `text` says takes the rest of its line, whole or in quotes. In quotes, "" is a quote.

    >>> read_table_content("mood | soup\n---|---\nhappy | leek")
    (['mood', 'soup'], [['happy', 'leek']])
    >>> read_table_content('class text\n+ "b" d e')
    (['class', 'text'], [['+', '"b" d e']])
    >>> read_table_content('Age;Class\n"a ;""b"" c";A')
    (['Age', 'Class'], [['a ;"b" c', 'A']])
    >>> read_table_content("x;c\n3,9;k\n", ".csv", dialect=Dialect(decimal=","))
    (['x', 'c'], [['3.9', 'k']])

    The other arguments are those of `read_records`.
    """
    findings = how.setdefault("findings", None) or Findings()
    header, records = read_records(_lines(content), ending, dialect, **{**how, "findings": findings})
    rows, lines = list[list[str]](), list[int]()
    for number, record in limited_rows(records):
        if len(record) > len(header) or not record.keys() <= frozenset(header):
            unknown = next(key for key in record if key not in header)
            message = (
                f"unknown key {quoted(unknown)}; the first object has all keys, null for what it lacks"
            )
            raise InputError(message, at=HERE.line(number))
        rows.append([record.get(name, "") for name in header])
        lines.append(number)
    if dialect.skip:
        from exactnb.core.data.legend import note_marks

        skipped = (line for n, line in enumerate(_lines(content), start=1) if n in dialect.skipped)
        note_marks(skipped, header, rows, how.get("missing") or MISSING, findings)
    if findings.weights:
        findings.weight = Schema("", (), dict.fromkeys(header, ())).free_name("weight")
        header.append(findings.weight)
        for line, row in zip(lines, rows, strict=True):
            row.append(findings.weights.get(line, "1"))
    return header, rows


def read_records(
    lines: Iterable[str],
    ending: str = "",
    dialect: Dialect = AS_IT_SHOWS,
    *,
    text: str = "text",
    missing: Collection[str] = (),
    findings: Findings | None = None,
) -> tuple[list[str], Iterator[Record]]:
    r"""Return the names of the columns in `lines` of a table, and an iterator over its records.

    Every command and every problem file reads its rows here. `ending` is that of the file, "" of a
    table in a problem file. `text` names the column of texts, in which commas stay where `dialect` says
    that decimals have them. NaN and the infinities of JSON are read only where they are marks in
    `missing`. A record of JSON may lack keys, and have further ones. `findings` takes what there is
    beside the rows, once all records are taken.

    >>> header, records = read_records(["a,c\n", "u,k\n"])
    >>> header, list(records)
    (['a', 'c'], [(2, {'a': 'u', 'c': 'k'})])

    Raises InputError with the line and what was expected, while the records are taken too.
    """
    findings = Findings() if findings is None else findings
    is_pairs = dialect.delimiter == PAIRS
    of_ending = {ARFF: "attributes", **dict.fromkeys(JSON_ENDINGS, "keys")}.get(ending)
    if of_ending or is_pairs:
        names = f"{ending} has {of_ending}" if of_ending else "pairs have keys"
        stated = (
            ("header", dialect.header is not True),
            ("delimiter", of_ending and dialect.delimiter),
            ("rest", dialect.rest),
        )
        if key := next((key for key, is_stated in stated if is_stated), ""):
            raise InputError(f"needs lines of cells; {names}", at=key)
    if dialect.worksheet and ending != WORKBOOK:
        raise InputError("needs a workbook", at="worksheet")
    lines = findings.spelled(lines)
    if dialect.skip and ending != JSON_ARRAY:
        lines = dialect.rows_alone(lines)
    if ending in JSON_ENDINGS:
        records = json_records(lines, ending, missing)
        if dialect.skip and ending == JSON_ARRAY:  # of which the records are numbered
            records = (record for record in records if record[0] not in dialect.skipped)
        first = next(records, None)
        if first is None:
            raise InputError("the file is empty")
        header, records = list(first[1]), chain([first], records)
    elif is_pairs:
        from exactnb.core.data.pairs import read_pairs

        header, records = read_pairs(lines, text, dialect.skipped)
    else:
        header, records = _read_cells(lines, ending, dialect, text, findings)
    named = {key: whole_names(getattr(dialect, key), header) for key in ("omit", "fill_down")}
    omit = frozenset(named["omit"])
    records = findings.noting_totals(records, text, omit)
    for key, name in ((key, name) for key, names in named.items() for name in names):
        if name not in header:  # which may be a title: its rows show that, and are refused then
            deque(findings.watched(records, len(header), text=text), maxlen=0)
            way = near(name, header) or f"; there are {listing(header)}"
            raise InputError(f"unknown column {quoted(name)}{way}", at=key)
    if omit:
        header = [name for name in header if name not in omit]
        records = ((n, {c: of for c, of in record.items() if c not in omit}) for n, record in records)
    if fill_down := [name for name in named["fill_down"] if name in header]:
        records = filled(records, fill_down)
    records = findings.watched(records, len(header), text=text, missing=missing, strip=dialect.strip)
    if dialect.decimal == "," or dialect.strip:
        from exactnb.core.data.stripping import plain_records

        records = plain_records(records, text, dialect)
    return header, findings.noting_sums(records)


def _read_cells(
    lines: Iterable[str],
    ending: str,
    dialect: Dialect,
    text: str,
    findings: Findings,
) -> tuple[list[str], Iterator[Record]]:
    stated, above, lines = dialect.header, 0, iter(lines)
    head = list(islice(lines, PEEKED))
    head += islice(lines, _PAGES if ending in ("", ".txt", MARKDOWN) else 0)
    lines = chain(head, lines)
    if ending == MARKDOWN and "|" not in "".join(head):  # what a program prints, between its lines
        ending = ".txt"
    foreign, kind = list[Row](), FOREIGN.get(ending) or notation(head)
    if kind and not dialect.delimiter and (stated is True or kind != LABELLED):
        from exactnb.core.data.foreign import foreign_rows

        foreign = foreign_rows(lines := list(lines), ending, findings)
    if not foreign and ending not in (ARFF, MARKDOWN):
        refuse_other_formats(head, by_sign=bool(dialect.delimiter))
        if not dialect.delimiter and kind == "lists":
            way = "write the cells alone, with commas between them"
            raise InputError(f"lists in other code are not read; {way}", at=HERE.line(1))
    if ending == ARFF:
        from exactnb.core.data.arff import read_arff

        names, rows = read_arff(lines, findings.declared, findings.weights)
    else:
        from exactnb.core.data.drawn import apart, boxed_lines, table_lines

        choose = None
        if not isinstance(stated, bool) and ending not in (".tsv", ".tab"):
            choose = partial(separator_for, names=stated, text=text)
            if dialect.rest:  # which may hold any number of them
                choose = partial(separator_of, among="\t,;")
        is_boxed = not dialect.delimiter and any(map(BOX.fullmatch, head))
        if is_boxed or ending == MARKDOWN:
            lines = boxed_lines(lines, findings) if is_boxed else table_lines(lines, findings)
        names = [] if isinstance(stated, bool) else list(stated)
        options: dict[str, Any] = {"choose": choose, "names": names, "rest": dialect.rest}
        options["delimiter"] = "|" if is_boxed else dialect.delimiter
        if ending in ("", ".txt"):
            lines = ("\n" if DRAWN.fullmatch(line.strip()) else line for line in lines)
        if dialect.delimiter == BLANKS:
            lines, options["delimiter"] = apart(lines, findings), "\t"
        cells = cut(lines, ending, text=text, findings=findings, **options)
        rows = iter(foreign) if foreign else cells
        first = next(rows, (0, []))
        findings.separator = BLANKS if dialect.delimiter == BLANKS else findings.separator
        if dialect.delimiter and len(first[1]) == 1 < (len(names) or 2):
            refuse_delimiter(dialect.delimiter, first[1][0], head[first[0] : first[0] + 1])
        if isinstance(stated, bool):
            above = first[0]
            names = names_of_header(first[1])
            if not stated and dialect.rest:
                raise InputError("needs the names of the columns, as header says them", at="rest")
            if not stated:
                names = [f"c{number}" for number in range(1, len(names) + 1)]
        if stated is not True and first[0]:
            rows = chain([first], rows)
    if not any(names):
        raise InputError("the table is empty; expected a header line")
    check_columns(names)
    findings.merged |= {name: findings.merged.get(place, set()) for place, name in enumerate(names)}
    header = list(filter(None, names))
    if len(names) == 1 and stated is True and not dialect.delimiter and (sign := sign_between(head)):
        way = f'if “{sign}” stands between cells, say delimiter = "{sign}"'
        raise InputError(f"one column, {quoted(names[0])}; {way}", at=HERE.line(above))
    if (double := repeated(header)) is not None:
        body = list(islice(rows, PEEKED))
        below = body[0] if body else (above, [])
        hint = two_lines_of_names(names, below[1], above) if below[0] == above + 1 else ""
        hint = hint or names_apart(header, [cells for _, cells in body], above)
        from exactnb.core.data.prose import in_prose

        unnamed = "; without names of columns, say header = false" * (len(hint) < _LONG)
        way = in_prose(head) or hint + unnamed
        values = [name for name, number in Counter(header).items() if number > 1]
        if len(values) > 1 and set(header).isdisjoint(below[1]):  # no column has a value of another row
            way = "; if each line has the cells of a column, write those of a row in each"
        raise InputError(f"column {quoted(double)} is there twice{way}", at=HERE.line(1))
    rows = below_names(rows, names, above)
    head = head if dialect.delimiter in ("", BLANKS) and not foreign and ending != ARFF else []
    return header, named_records(rows, names, above, text, findings, head)


def read_summary_text(content: str) -> tuple[str, list[str], list[tuple[int, str, list[str]]]]:
    r"""Return the corner and the classes in the header of `content`, then each row: line, name, cells.

    The header may lack a corner. The names of rows keep their quotes: `"a=b"` is one name.

    >>> read_summary_text("mood | a | b\n\"x y\"=1 | 2 | 3")
    ('mood', ['a', 'b'], [(2, '"x y"=1', ['2', '3'])])
    """
    (_, header_cells), *rows = list(cut_names(_lines(content))) or [(0, [])]
    header = [unquoted(cell) for cell in header_cells]
    if not header:
        raise InputError("the table is empty; expected a header line")
    if not rows:
        raise InputError("the table has a header and no rows")
    width = len(rows[0][1])
    if width not in (len(header), len(header) + 1) or width < 2:
        message = f"{width} cell{'s' * (width != 1)}, the header has {len(header)}"
        raise InputError(message, at=HERE.line(rows[0][0]))
    corner = header.pop(0) if width == len(header) else ""
    for number, cells in rows:
        if len(cells) != width:
            message = f"{len(cells)} cell{'s' * (len(cells) != 1)}, expected {width}"
            raise InputError(message, at=HERE.line(number))
    return corner, header, [(number, cells[0], cells[1:]) for number, cells in rows]


def _lines(content: str) -> Iterable[str]:
    return io.StringIO(content, newline="")  # LF, CR LF and CR end a line, and nothing else
