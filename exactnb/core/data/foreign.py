"""Tables as other programs write them: pages, SQL, LaTeX, prints, and lists in the code of a program.

How to read: `foreign_rows` is the door; it finds the notation by the first lines, and a function for
each returns rows, the names first: of pages in `pages.py`, of prints in `prints.py`. In a notation
nothing is passed over: where there is more than one table, there is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from exactnb.core.data.dialect import FOREIGN, LABELLED, notation
from exactnb.core.data.findings import Findings
from exactnb.core.data.pages import rows_of_page
from exactnb.core.data.prints import printed_rows
from exactnb.core.data.rows import Row
from exactnb.errors import HERE, InputError, printable, quoted, shortened

_QUOTED = r"'(?:[^'\\]|''|\\.)*'|\"(?:[^\"\\]|\"\"|\\.)*\"|`[^`]*`"
_LIST = rf"[\[({{]((?:{_QUOTED}|[^\[\](){{}}'\"`])*)[\])}}]"
_CELL = re.compile(rf"\s*(?:({_QUOTED}|\w[\w.]*)\s*:\s*)?({_QUOTED}|[^,'\"`]*?)\s*(?:,|$)")
_NAME = rf"({_QUOTED}|[\w.]+)\s*(?:[:=]|<-)\s*c?$"
_AROUND = (  # lists: brackets, what makes a table of them, and what R says of it
    r"(?:[-\s,;()\[\]{}]|['\"]?data['\"]?\s*:|[\w.]+\s*(?:=|<-)\s*(?:TRUE|FALSE|True|False|\d+:\d+|\"[\w.]+\")?"
    r"|(?:[\w.]*\.)?(?:DataFrame|array|list|structure|data\.frame|tribble)(?=\())*"
)
_BESIDE = frozenset(("index", "row.names", "class", "names"))  # lists that are no columns
_NOTHING = frozenset(("NULL", "null", "None", "NA", "nan", "NaN", "np.nan"))
_FACTOR = (  # of R: its name, codes and levels
    rf"({_QUOTED}|[\w.]+)\s*=\s*structure\((c\([\dLNA,\s]*\)|\d{{1,6}}:\d{{1,6}}),"
    rf"\s*(?:levels|\.Label)\s*=\s*(?:c\()?((?:\s*(?:{_QUOTED}),?)+)\)?,"
    r"\s*class\s*=\s*(?:\"factor\"|c\(\"ordered\",\s*\"factor\"\))\)"
)
_INSERT = r"(?i)insert\s+(?:ignore\s+)?into\s+([^\s(]+)\s*(?:\(([^()]*)\))?\s*values"
_CREATE = r"(?i)create\s+(?:temporary\s+)?table\s+(?:if\s+not\s+exists\s+)?([^\s(]+)\s*([^;]*)"
_CREATED = (  # a column of a table
    r"(?i)[(,]\s*(?!(?:primary|unique|foreign|key|index|constraint|check|fulltext)\b)"
    r"(`[^`]*`|\"[^\"]*\"|\w+)\s+[a-z]"
)
_FILLED = rf"{_CREATED}(?:[^,()]|\([^)]*\))*?\bdefault\s+(?!null\b)"  # where a statement leaves it out
_RULE = (
    r"\\(?:begin|end)\{[^}]*\}(?:\{.*?\}(?=\s)|\[[^]]*\])*"
    r"|\\[a-z]*(?:rule|line)\b(?:\(.*?\))?(?:\{.*?\})?"
)
_SPAN = r"\\multicolumn\{(\d)\}\{[^}]*\}\{([^{}]*)\}|\\multirow\{[^}]*\}\{[^}]*\}\{([^{}]*)\}"
_DRESS = r"\\(?!multi)[a-zA-Z]+\*?\{((?:[^{}\\]|\\.)*)\}|(?<!\\)\$((?:[^$\\]|\\.)*)\$"
_SIGNS = dict(zip("ge geq le leq pm times mu checkmark".split(), "≥≥≤≤±×µ✓", strict=True))  # noqa: SIM905
_ESCAPED = r"\\([%&_#${}])"


def foreign_rows(lines: Sequence[str], ending: str, findings: Findings) -> list[Row]:
    r"""Return the rows of a table that is written in another notation than cells, or none.

    The first of the `lines` says which, or the `ending` of their file; `findings` takes what is beside.

    >>> lines = ["INSERT INTO t (sky, play) VALUES ('sun', 'yes'),\n", "('fog', NULL);"]
    >>> foreign_rows(lines, ".txt", Findings())
    [(1, ['sky', 'play']), (1, ['sun', 'yes']), (2, ['fog', ''])]

    Raises InputError for a page or statements without a table, or with several.
    """
    kind, text, notes = FOREIGN.get(ending, notation(lines)), "".join(lines), list[Row]()
    if kind == "page":
        rows, notes = rows_of_page(text)
    elif kind == "print":
        rows, notes = printed_rows(lines)
    elif kind == LABELLED:
        rows = _labelled(lines)
        findings.note("__label__ in front of a text is read as its class")
    else:
        ends = [match.start() for match in re.finditer("\n", text)]
        if kind == "lists":
            text = re.sub(_FACTOR, partial(_values_of_factor, findings.declared), text)
        read = _READERS[kind](text) if kind else []
        rows = [(bisect_left(ends, position) + 1, cells) for position, cells in read]
    for line, cells in notes:
        remark = shortened(" ".join(dict.fromkeys(filter(None, cells))))
        findings.note(f"“{printable(remark)}” in line {line} is no row of the table, and left out")
    return rows


def _labelled(lines: Sequence[str]) -> list[Row]:
    """Return the class and the text in each line, without the mark of a class."""
    rows = [(0, ["class", "text"])]
    for number, line in enumerate(lines, start=1):
        match = re.fullmatch(r"__label__(\S+)\s+((?!__label__)\S.*)", line.strip())
        if match is None and line.strip():
            expected = "expected one class and a text, such as “__label__spam win now”"
            raise InputError(expected, at=HERE.line(number))
        rows += [(number, [*match.groups()])] if match else []
    return rows


def _cells(text: str) -> list[tuple[str, str]]:
    """Return what stands between commas, each with its key or ""; what says nothing is there is ""."""
    pairs, position = list[tuple[str, str]](), 0
    while position < len(text) and (match := _CELL.match(text, position)):
        value = re.sub(r"^(-?\d+)L$", r"\1", match[2])  # a whole number of R
        pairs.append((_bare(match[1] or ""), "" if value in _NOTHING else _bare(value)))
        position = match.end()
    return pairs


def _bare(text: str) -> str:
    if len(text) < 2 or text[0] not in "'\"`" or text[-1] != text[0]:
        return text
    return re.sub(r"\\(.)", r"\1", text[1:-1].replace(2 * text[0], text[0]))


def _lists(text: str) -> list[Row]:
    """Return the rows of lists, of objects, or of a list for each column, if there is nothing else."""
    rows, named, keys = list[Row](), dict[str, list[str]](), list[list[str]]()
    around, end = "", 0
    for match in re.finditer(_LIST, text):
        before, cells = text[end : match.start()].rstrip(), _cells(match[1])
        name, end = re.search(_NAME, before) if cells else None, match.end()
        around += before[: name.start()] if name else before
        keys.append([key for key, _ in cells if key and not key.isdecimal()])
        if name:
            named[_bare(name[1])] = [value for _, value in cells]
        elif cells:
            rows.append((match.start(), [value for _, value in cells]))
    if not re.fullmatch(_AROUND, around + text[end:]) or not keys:
        return []
    if keys[0]:  # objects, all with the same keys
        return [] if named or any(of != keys[0] for of in keys) else [(0, keys[0]), *rows]
    columns = {name: of for name, of in named.items() if name not in _BESIDE}
    if rows and "columns" in columns:
        return [(0, columns["columns"]), *rows]
    if rows or len({*map(len, columns.values())}) != 1:
        return [] if named else rows
    return [(0, list(columns)), *((0, list(cells)) for cells in zip(*columns.values(), strict=True))]


def _values_of_factor(declared: dict[str, list[Any]], factor: re.Match[str]) -> str:
    """Return the column that a factor of R stands for; all its levels are `declared`, seen or not."""
    levels = re.findall(_QUOTED, factor[3])
    first, _, last = factor[2].partition(":")
    codes = [*map(str, range(int(first), int(last) + 1))] if last else re.findall(r"\d+|NA", factor[2])
    values = {"NA": "NA", **{str(n): level for n, level in enumerate(levels, start=1)}}
    if not {*codes} <= {*values}:
        return factor[0]
    declared[_bare(factor[1])] = [*map(_bare, levels)]
    return f"{factor[1]} = c({', '.join(map(values.__getitem__, codes))})"


def _sql(text: str) -> list[Row]:
    """Return the rows that statements insert into one table, each cell below its name.

    A statement has the names, in an order of its own, or else those with which the table is created.
    """
    tables = {_bare(name): re.sub(r"'[^']*'", "''", of) for name, of in re.findall(_CREATE, text)}
    created = {name: list(map(_bare, re.findall(_CREATED, of))) for name, of in tables.items()}
    filled = {_bare(column) for of in tables.values() for column in re.findall(_FILLED, of)}
    inserts = [*re.finditer(_INSERT, text)]
    ends = [*(match.start() for match in inserts), len(text)][1:]
    if (number := len({_bare(insert[1]) for insert in inserts})) > 1:
        raise InputError(f"SQL that fills {number} tables; keep the one that is meant")
    statements = list[tuple[list[str], list[Row]]]()
    for insert, end in zip(inserts, ends, strict=True):
        values = re.compile(_LIST).finditer(text, insert.end(), end)
        rows = [(match.start(), [value for _, value in _cells(match[1])]) for match in values]
        names = [name for _, name in _cells(insert[2] or "")] or created.get(_bare(insert[1]), [])
        statements += [(names, rows)] * bool(rows)
    if not statements:
        raise InputError("SQL that inserts no rows; write cells alone, below the names of the columns")
    if not any(names for names, _ in statements):
        width = len(statements[0][1][0][1])
        statements = [([f"c{n}" for n in range(1, width + 1)], rows) for _, rows in statements]
    header = list(dict.fromkeys(name for names, _ in statements for name in names))
    table: list[Row] = [(0, header)]
    for names, rows in statements:
        for position, cells in rows:
            if len(cells) != len(names):
                message = f"{len(cells)} cells; the statement, or its table, names {len(names)} columns"
                raise InputError(message, at=HERE.line(text.count("\n", 0, position) + 1))
            named = dict(zip(names, cells, strict=True))
            if lacking := next((name for name in header if name in filled.difference(named)), ""):
                message = f"column {quoted(lacking)} has a default, which the statement leaves out"
                raise InputError(message, at=HERE.line(text.count("\n", 0, position) + 1))
            table.append((position, [named.get(name, "") for name in header]))
    return table


def _latex(text: str) -> list[Row]:
    """Return the rows of a tabular, without rules and what emphasizes cells."""
    rows = list[Row]()
    begins = [match.end() for match in re.finditer(r"\\begin\{(?:tabular|array|longtable)", text)]
    if len(begins) > 1:
        raise InputError(f"the file has {len(begins)} tables; keep the one that is meant")
    position = text.rfind("\n", 0, begins[0]) + 1 if begins else 0
    text = re.sub(r"(?<!\\)%.*", lambda comment: " " * len(comment[0]), text)
    for part in re.split(r"(?<=\\\\)", text[position:]):
        if len(cells := latex_cells(part)) > 1:
            rows.append((position + len(part), cells))
        position += len(part)
    return rows


def latex_cells(text: str) -> list[str]:
    r"""Return the cells in the LaTeX of a row, as they are read.

    >>> latex_cells(r"\textbf{a} & $<6$\,h")
    ['a', '<6 h']
    """
    plain = re.sub(rf"^\[[^]]*\]|{_RULE}", "", text).removesuffix("\\\\")
    plain = plain.replace("\\textbackslash{}", "\0")
    plain = re.sub(_SPAN, lambda m: (m[2] or m[3]) + "&" * (int(m[1] or 1) - 1), plain)
    while plain != (bare := re.sub(_DRESS, r"\1\2", plain)):
        plain = bare
    plain = re.sub(r"\\[,;: ]|~", " ", re.sub(r"(?<=\w)--(?=\w)", "–", plain))
    plain = re.sub(r"\\([a-z]+)", lambda sign: _SIGNS.get(sign[1], sign[0]), plain)
    cells = [re.sub(_ESCAPED, r"\1", cell) for cell in re.split(r"(?<!\\)[&]", plain)]
    return [" ".join(cell.replace("\0", "\\").split()) for cell in cells]


_READERS: Mapping[str, Callable[[str], list[Row]]] = {
    "sql": _sql,
    "latex": _latex,
    "lists": _lists,
}
