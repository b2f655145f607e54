"""What a file begins with: formats that are not read, and names of columns, which cells below fit.

How to read: `are_records` and `refuse_other_formats` look at the first lines, `named_records` puts the
names of the header to the cells of each row, by `under_names`; those below find what a row needs that
does not fit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, pairwise, zip_longest

from exactnb.core.data.below import (
    Kind,
    column_of_rest,
    ends_early,
    full_rows,
    is_known,
    kinds_of_columns,
    stated_header,
    two_lines_of_names,
)
from exactnb.core.data.dialect import BLANKS, NAMES
from exactnb.core.data.findings import Findings
from exactnb.core.data.json_lines import JSON_ENDINGS
from exactnb.core.data.marks import SORTED
from exactnb.core.data.rows import Record, Row, cell_pattern, pieces_of
from exactnb.core.data.schema import lines_of
from exactnb.errors import HERE, InputError, quoted

ARFF = ".arff"
SHEETS = (".xlsx", ".xlsm", ".xls", ".ods", ".numbers")
"""The endings of spreadsheets, which other programs give to text and pages too."""
_IN_PYTHON = "pandas reads it, and Problem takes its DataFrame; or save it as .csv"
_CODE = "run it with print(df.to_csv()) at its end, and save what that prints as .csv"
_SPARSE = "scikit-learn's load_svmlight_file reads it; save the columns as .csv"
WAYS = {
    **dict.fromkeys(SHEETS[1:], "save the sheet as .xlsx or .csv"),
    **dict.fromkeys((".feather", ".arrow", ".sav", ".dta", ".sas7bdat", ".h5", ".pkl"), _IN_PYTHON),
    **dict.fromkeys((".py", ".ipynb"), _CODE),
    **dict.fromkeys((".rds", ".rdata"), "in R, write.csv(data, file, row.names = FALSE) saves it"),
    **dict.fromkeys((".yaml", ".yml"), 'save it as .txt, and say delimiter = "pairs"'),
    **dict.fromkeys((".docx", ".pdf"), "paste its table into a sheet, saved as .csv"),
    **dict.fromkeys((".libsvm", ".svm", ".svmlight"), _SPARSE),
}
"""What to do with files of other programs, by their endings."""

_RECORDS = 'records of keys and values, not cells below names; say delimiter = "pairs"'
_PAIR = re.compile(r"[^:=,;|\t]+(?:: |=)([^,;|\t]*)\s*")  # a key, or a label, and what it is of
_PAIRS = 3  # of which so many may be titles
_WORDS = 2  # of a text behind its label, on average
_OTHER_FORMATS = tuple(
    (re.compile(pattern, re.IGNORECASE), way)
    for pattern, way in (
        ("@relation", f"this is ARFF; give the file the ending {ARFF}"),
        (
            r"[-+]?[0-9.]+(?: [0-9]+:[-+.0-9e]+)+$",
            f"rows of places and numbers, as libsvm has them, are not read; {_SPARSE}",
        ),
        (r'\{ *"[^"]*" *:', f"this is JSON; give the file the ending {JSON_ENDINGS[0]}"),
    )
)
"""How files of other formats begin, and what to do with them."""
_ANYWHERE = (
    (r"(?:import|from) (?:pandas|numpy|sklearn)\b", f"Python code is not read; {_CODE}"),
    (
        ", , ",
        "slices of a table, as R prints it, are not read; in R, write.csv(as.data.frame(x), file, "
        "row.names = FALSE) saves the counts of a table x",
    ),
)
"""How one of the first lines begins where a file has no rows of cells."""
PEEKED = 12
"""Lines that tell how records are written."""

ARROW = re.compile(r" *(?:-+>|=+>|[→⇒]) *")
"""What stands before the class of a record."""

_KEYED = re.compile(r" *([^:=,;|\t]+?) *[:=].*")
_CUT_AT = (",", ";", "\t", "|", BLANKS)
_COMPARED = 1_000  # rows that tell which column has the rest of a line
_NO_BLANKS = re.compile(" *[\r\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]+ *")


def are_records(head: Sequence[str]) -> bool:
    """Say whether the first lines of a file are records: their first key returns in each, or below.

    >>> are_records(["sky=sun, wind=weak -> no", "sky=fog, wind=weak -> yes"])
    True
    >>> are_records(["sky: sun", "play: no", "", "sky: fog"]), are_records(["ham: see you", "ham: I"])
    (True, False)
    """
    lines = "\n".join(map(str.strip, head)).strip().split("\n")
    keys = [match[1] if (match := _KEYED.fullmatch(line)) else "" for line in lines if line]
    if len(keys) > 1 and in_lines(filter(None, lines)):
        return {*keys} == {keys[0]}
    end = lines.index("") if "" in lines else 0
    if not end and "=" in lines[0] and keys.count(keys[0]) > 1:
        end = keys.index(keys[0], 1)
    return end > 1 and all(keys) and len({*keys[:end]}) == end and keys[end] == keys[0]


def _titled_records(head: Sequence[str]) -> str:
    """Return how to read records of keys and values in a `head`, maybe below titles; "" for others."""
    lines = [line.strip() for line in head]
    keys = [match[1] if (match := _KEYED.fullmatch(line)) else "" for line in lines]
    times = Counter(filter(None, keys))
    start = next((n for n, key in enumerate(keys) if times[key] > 1), 0)
    above = [str(n) for n, line in enumerate(lines[:start], start=1) if line]
    if are_records(head[:PEEKED]):
        return _RECORDS
    is_titled = above and are_records(lines[start : start + 2 * PEEKED])
    return f'{_RECORDS} and skip = "{",".join(above)}"' if is_titled else ""


def in_lines(lines: Iterable[str]) -> bool:
    """Say whether each line has several pairs, or one and a class behind an arrow."""
    cut = [(re.split("[,;]", body.rstrip(",; ")), of) for body, *of in map(ARROW.split, lines)]
    return all((len(parts) > 1 or of) and all(map(_KEYED.fullmatch, parts)) for parts, of in cut)


def refuse_other_formats(head: Sequence[str], *, by_sign: bool = False) -> None:
    """Raise InputError if a file that begins with the lines in `head` has a format without cells.

    If a sign is known that stands between cells, what was typed above them is refused alone.
    """
    records, head = _titled_records(head), head[:PEEKED]
    filled = [n for n, line in enumerate(head, start=1) if line.strip()]
    typed = [n for n in filled if head[n - 1].startswith((">>>", "In ["))]
    if typed and typed[0] == filled[0]:
        skip = ",".join(map(str, typed))
        raise InputError(f'typed at Python, not a row; say skip = "{skip}"', at=HERE.line(1))
    for number, line in enumerate(head, start=1):
        if way := next((way for pattern, way in _ANYWHERE if re.match(pattern, line)), ""):
            raise InputError(way, at=HERE.line(number))
    if by_sign:
        return
    lines = [*filter(str.strip, head)][: _PAIRS + 1]
    line = lines[0].strip() if lines else ""
    way = next((way for pattern, way in _OTHER_FORMATS if pattern.match(line)), "")
    pairs = list(filter(None, map(_PAIR.fullmatch, lines)))
    blocks = [n for n, line in enumerate(lines) if re.fullmatch(r"\w+:", line.strip())]
    if 0 in blocks and len(blocks) < len(lines):
        way = "blocks of a class each are not read; write the class into each line"
    if records:
        way = records
    elif len(lines) == len(pairs) > _PAIRS:
        if sum(len(match[1].split()) for match in pairs) < _WORDS * len(pairs):
            way = _RECORDS
        else:
            way = 'if each line has a class and then a text, say header = ["class", "text"] and '
            way += 'delimiter = ":"'
    if way:
        raise InputError(way, at=HERE.line(1))


def names_of_header(cells: Iterable[str]) -> list[str]:
    r"""Return the column names in the `cells` of a header, each on one line: spreadsheets break them.

    Blanks that do not break are typed as any blank; the signs by which a page sorts are left out.

    >>> names_of_header(["Length \r\n(cm)", "No\xa01", "Kind ▲▼"])
    ['Length (cm)', 'No 1', 'Kind']
    """
    return [_NO_BLANKS.sub(" ", cell).rstrip(f" {SORTED}") or cell for cell in cells]


def under_names(
    cells: list[str],
    header: Sequence[str],
    line: int,
    above: int | None = None,
    separator: str = "",
    unnamed: list[InputError] | None = None,
    *,
    is_row: bool = False,
    is_apart: bool = False,
) -> list[str]:
    """Return the cells of a `line` that have a name in the header; it is no line of names if `is_row`.

    It is a note rather than a row if it `is_apart`.

    Where lines can be skipped, `above` is that of the header, 0 for names that the file does not have;
    `separator` stands between cells.

    A first column without a name may number the rows, as some programs write it, and one further on
    may be empty, as spreadsheets do. The refusals of other cells go to `unnamed`, if that is given.

    >>> under_names(["0", "x", ""], ["", "a", ""], 2)
    ['x']

    Raises InputError for any other cell without a name, and unless the cells are as many as the names.
    """
    width = len(header)
    if len(cells) > width and not any(cells[width:]) and all(cells[:width]):  # it ends in a separator
        cells = cells[:width]
    if len(cells) == width and all(header):
        return cells
    named, is_next = list(filter(None, header)), above is not None and 0 < above == line - 1
    is_title = len(named) == 1 or not any(header[width // 2 :])
    title = two_lines_of_names(header, cells, above or 0) if is_next > (is_title or is_row) else ""
    if above and (len(named) == 1 or (is_next and is_title)):
        title = f'; if {quoted(named[0])} is a title, say skip = "{above}"'
    if is_next and separator == " " and len(cells) != width and len(cells) > 1:
        what = "name" if len(cells) < width else "cell"
        title = f'; a {what} with a blank stands in quotes, or apart by two: delimiter = "blanks"'
    if len(cells) != width:
        message = f"{len(cells)} cell{'s' * (len(cells) != 1)}, the header has {width}"
        hint = title
        if not hint and is_next and len(cells) > width:
            hint = f'; if line {above} is a title, say skip = "{above}"'
        is_cut = len(cells) > width and all(cells) and not is_apart
        if not hint and above and is_cut and separator in (",", ";"):
            hint = f"; a cell with a {NAMES[separator]} in it stands in quotes"
        if not hint and above is not None:
            hint = f'; if it is no row, say skip = "{lines_of(cells, line)}"'
            if 2 * len([*filter(None, cells)]) > width > len(cells) > 1 and not is_apart:
                hint = "; write ? for each cell that is missing"
        if separator == " " and is_next and (header[0] == cells[0] or cells[0].startswith("__label__")):
            hint = '; if each line has a class and then a text, say header = ["class", "text"]'
        elif len(cells) == width + 1 and is_next and 1 < len(named) == width:  # as R writes tables
            rows = f"; if the first cells name the rows, say {stated_header(('id', *named), line - 1)}"
            hint = rows if separator == " " and cells[0].isdecimal() else hint + rows
        raise InputError(message + hint, at=HERE.line(line))
    for place, (name, cell) in enumerate(zip(header, cells, strict=True)):
        if not name and cell and not (place == 0 and cell.isascii() and cell.isdigit()):
            problem = f"{quoted(cell)} stands in a column without a name"
            problem += "; write one into the header" * (" is a title, say" not in title)
            if not title and above and len(named) == place == width - 1:
                title = f"; if it is the class, say {stated_header((*named, 'class'), above)}"
            refusal = InputError(problem + title, at=HERE.line(line))
            if title or unnamed is None or place + 1 == width:  # the last one is often the class
                raise refusal
            unnamed.append(refusal)
    return [cell for name, cell in zip(header, cells, strict=True) if name]


def named_records(
    rows: Iterator[Row],
    names: Sequence[str],
    above: int,
    text: str,
    findings: Findings,
    head: Sequence[str],
) -> Iterator[Record]:
    """Yield records of the cells of `rows`; refuse cells too many, with what they may be part of.

    `head` are the first lines of the file, which may show another way to cut them.
    """
    separator, unnamed = findings.separator, findings.unnamed
    header, compared, cells = list(filter(None, names)), list[list[str]](), list[str]()
    number, width, short, is_apart = 0, len(names), list[int](), False
    below: Row = (0, [])
    kinds = list[Kind]()
    try:
        peeked = list(islice(rows, PEEKED))
        rows = chain(peeked, rows)
        columns = zip_longest(*(row for _, row in peeked))
        is_row = any(of[0] and of[0] in of[1:] for of in columns)  # as names do not come again
        blank = {n for _, row in peeked if len(row) == width for n, cell in enumerate(row) if not cell}
        kinds = kinds_of_columns(full_rows([row for _, row in peeked], width))
        several = sum(ends_early(row, kinds) is True for _, row in peeked if len(row) < width) > 1
        before, last = above, below
        for (number, cells), below in pairwise(chain(rows, [last])):
            # Words behind an empty line, and not above a row, are a note.
            is_apart = number - before > 1 and len(cells) != width != len(below[1])
            is_apart, before = is_apart and any(" " in cell for cell in cells), number
            if len(compared) < _COMPARED:
                compared.append(cells)
            # An editor, or who exports, leaves out separators behind which rows have no cell.
            if len(cells) == width:
                blank.update(n for n, cell in enumerate(cells) if not cell)
            elif 0 < len(cells) < width and separator != " ":
                is_early = ends_early(cells, kinds)
                is_apart = is_apart or is_early is None
                is_blank = blank.issuperset(range(len(cells), width))
                is_certain = is_early and (several or is_known(cells, kinds))
                if not is_apart and (is_blank or is_certain):
                    cells = [*cells, *[""] * (width - len(cells))]
                    short.append(number)
            how = {"is_row": is_row, "is_apart": is_apart}
            cells = under_names(cells, names, number, above, separator, unnamed, **how)
            yield number, dict(zip(header, cells, strict=True))
            cells = []
        if short:
            lines = f"line {short[0]} ends" if len(short) == 1 else f"{len(short)} lines end"
            first = f" (the first is line {short[0]})" * (len(short) > 1)
            findings.note(f"{lines} early{first}; the last cells are read as empty")
    except InputError as error:
        column, hint, message, rows = "", "", error.message, chain([below] * bool(below[0]), rows)
        # as R and pandas print it
        is_numbered = len(cells) == len(names) + 1 and cells[0] in ("0", "1")
        if cells and len(cells) != len(names) and not is_numbered:
            from exactnb.core.data.prose import in_prose

            laid_out, prose = _laid_out(head[:PEEKED], separator, len(names)), in_prose(head, separator)
            hint = prose if "header = [" in prose else laid_out or prose
        elif separator == " " and "a quote that is not closed" in message:
            hint = _laid_out(head[:PEEKED], separator)
            hint = hint if "blanks" in hint else ""
        if hint:
            raise error.saying(message.partition(";")[0] + hint) from None
        if len(cells) > len(names) > 1 and separator not in (" ", "|", BLANKS) and not is_apart:
            with suppress(InputError):
                compared += (below for _, below in islice(rows, _COMPARED))
            column, message = column_of_rest(compared, names, text), message.partition(";")[0]
        elif not cells and text in names and "CSV" in message:
            column = text
        if not column:
            message = _with_all_lines(error.message, number, rows, width, kinds, is_apart=is_apart)
            raise error.saying(message) from None
        what = f"{NAMES.get(separator, separator)}s and quotes in it are part of “{column}”"
        raise error.saying(f'{message}; if {what}, say rest = "{column}"') from None


def _with_all_lines(
    message: str, line: int, rows: Iterator[Row], width: int, kinds: Sequence[Kind], *, is_apart: bool
) -> str:
    """Return the refusal of a `line` that may be no row with those below that are none either.

    A line with half of the cells, or more, is a row that lacks some, but below one that `is_apart` if
    it fits the `kinds` of columns; so is one whose cells are in these. Where most lines are none,
    nothing says which are rows.
    """
    match = re.search(r'if it is no row, say skip = "([\d-]+)"', message)
    skip = match[0] if match else ""
    below = list(islice(rows, _COMPARED)) if match else []
    others = [(n, of, 2 * len([*filter(None, of)]) < width) for n, of in below if len(of) != width]
    unknown = [other for other in others if not is_known(other[1], kinds)]
    odd = [n for n, of, is_few in unknown if is_few or (is_apart and not ends_early(of, kinds))]
    if 2 * len(odd) > len(below) > 3:
        way = f"so have {len(odd)} of the {len(below)} lines below: keep the lines of one table alone"
        return message.replace(skip, way)
    if not match or not odd:
        return message
    lines = ",".join((match[1], *map(str, odd)))
    return message.replace(skip, f'if these are no rows, say skip = "{lines}"')


def _laid_out(head: Sequence[str], separator: str, names: int = 0) -> str:
    """Return the hint that another sign cuts more lines of a `head` alike, or lines below titles.

    Nothing if those lines have as many cells as the header has `names`, and are cut at `separator`.

    >>> _laid_out(["Seen in May", "sky,wind,play", "sun,weak,yes"], " ")
    '; if line 1 is a title, say skip = "1"'
    >>> _laid_out(["city  sky", "New York  sun", "Hull  fog"], " ")
    '; cut at two blanks or more, most lines have 2 cells: say delimiter = "blanks"'
    """
    signs = dict.fromkeys((separator, *_CUT_AT, *(" " * (separator == "\t"))))
    widths = {sign: [_width(line, sign) for line in head] for sign in signs}
    usual = {sign: Counter(n for n in of if n > 1).most_common(1) for sign, of in widths.items()}
    # one blank may be part of a cell, two stand between cells
    likely = "\t" if any("\t" in line for line in head) else BLANKS  # of cells that both cut alike
    sign = max(usual, key=lambda sign: (*usual[sign][0][::-1], sign == likely) if usual[sign] else ())
    width, number = usual[sign][0] if usual[sign] else (0, 0)
    wider = Counter(n for n in widths[sign] if n > width).most_common(1) if sign == BLANKS else []
    if wider and wider[0][1] > 1 and widths[sign].index(wider[0][0]) < widths[sign].index(width):
        width, number = wider[0][0], number + wider[0][1]  # others have cells that are empty
    first = widths[sign].index(width) if number > 1 else 0
    first -= bool(first) and widths[sign][first - 1] == width - 1 > 1  # a name for the rows lacks
    above = [n for n, line in enumerate(head[:first], start=1) if line.strip()]
    is_title = any(widths[sign][n - 1] < width - 1 for n in above)
    is_cut = sign == separator and (width in (names, names - 1) or not is_title)
    if number < 2 or is_cut or sign == " " == separator or not head:
        return ""
    lines = f"{above[0]}-{above[-1]}" if len(above) > 1 else "".join(map(str, above))
    if above and (sign == separator or sign not in (" ", BLANKS)):
        titles = f"lines {lines} are titles" if len(above) > 1 else f"line {lines} is a title"
        return f'; if {titles}, say skip = "{lines}"'
    name, how = (
        ("blanks", "two blanks or more") if sign == BLANKS else (NAMES[sign], f"each {NAMES[sign]}")
    )
    skip = f' and skip = "{lines}"' * bool(lines)
    return f'; cut at {how}, most lines have {width} cells: say delimiter = "{name}"{skip}'


def _width(line: str, sign: str) -> int:
    if sign in (" ", BLANKS):
        pieces = re.split(r" {2,}|\t", line.strip())
        return len(line.split()) if sign == " " and len(pieces) > 1 else len(pieces)
    return len(pieces_of(line.strip("\r\n"), cell_pattern(sign)))
