"""One table in every format that is read: the same header, the same cells, or a line that says why."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import law
from messy_files import workbook
from read_by_doors import by_every_door
from thoroughness import all_of

from exactnb import Table
from exactnb.core.data.arff import read_arff
from exactnb.core.data.dialect import Dialect
from exactnb.core.data.drawn import table_lines
from exactnb.core.data.findings import Findings
from exactnb.core.data.readers import TABLE_ENDINGS, read_table_content, read_table_file
from exactnb.errors import InputError

Rows = list[list[str]]


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def arff(header: list[str], rows: Rows) -> str:
    def name(cell: str) -> str:
        return "'" + cell.replace("\\", "\\\\").replace("'", "\\'") + "'"

    attributes = [f"@attribute {name(column)} string" for column in header]
    return "\n".join(["@relation r", *attributes, "@data", *(",".join(map(name, row)) for row in rows)])


def in_lines(separator: str, header: list[str], rows: Rows) -> str:
    return "\n".join(separator.join(map(quoted, row)) for row in [header, *rows])


def in_objects(ends: str, header: list[str], rows: Rows) -> str:
    records = [json.dumps(dict(zip(header, row, strict=True))) for row in rows]
    return "[" + ",".join(records) + "]" if ends == "]" else "\n".join(records)


def in_page(header: list[str], rows: Rows) -> str:
    cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in [header, *rows])
    return "<table>" + "\n".join(f"<tr>{row}</tr>" for row in cells) + "</table>"


def in_statement(header: list[str], rows: Rows) -> str:
    def listed(row: Sequence[str], quote: str) -> str:
        cells = (cell.replace("\\", 2 * "\\").replace(quote, 2 * quote) for cell in row)
        return ", ".join(f"{quote}{cell}{quote}" for cell in cells)

    values = ",\n".join(f"({listed(row, chr(39))})" for row in rows)
    return f"INSERT INTO t ({listed(header, chr(34))}) VALUES\n{values};\n"


def in_latex(header: list[str], rows: Rows) -> str:
    signs = {sign: f"\\{sign}" for sign in "%{}"} | {"\\": "\\textbackslash{}"}
    cells = ([cell.translate(str.maketrans(signs)) for cell in row] for row in [header, *rows])
    lines = (" & ".join(row) + " \\\\ \\hline\n" for row in cells)
    return "\\begin{tabular}{l|r}\n" + "".join(lines) + "\\end{tabular}\n"


WRITERS: dict[str, Callable[[list[str], Rows], str | bytes]] = {
    ".csv": lambda header, rows: in_lines(",", header, rows),
    ".tsv": lambda header, rows: in_lines("\t", header, rows),
    ".tab": lambda header, rows: in_lines("\t", header, rows),
    ".md": lambda header, rows: "# Notes\n\n" + in_lines("|", header, rows) + "\n\nThe end.\n",
    ".txt": lambda header, rows: in_lines("|", header, rows),
    ".data": lambda header, rows: in_lines("\t", header, rows),
    ".jsonl": lambda header, rows: in_objects("", header, rows),
    ".ndjson": lambda header, rows: in_objects("", header, rows),
    ".json": lambda header, rows: in_objects("]", header, rows),
    ".arff": arff,
    ".xlsx": lambda header, rows: workbook(header, *rows),
    ".html": lambda header, rows: in_page(header, rows),
    ".htm": lambda header, rows: f"<h1>Weather</h1>\n{in_page(header, rows)}<p>The end.",
    ".sql": lambda header, rows: in_statement(header, rows),
    ".tex": lambda header, rows: in_latex(header, rows),
}

cells = st.text(st.sampled_from("abc ,;'\"\\|{}%@?1é"), min_size=1, max_size=6).map(str.strip)
cells = cells.filter(lambda cell: bool(cell) and not cell.startswith("="))


@law(4)
@given(st.lists(cells, min_size=2, max_size=3, unique=True), st.data())
def test_every_format_holds_the_same_table(
    tmp_path_factory: pytest.TempPathFactory, header: list[str], data: st.DataObject
) -> None:
    """The header and cells of a table are the same in each of `TABLE_ENDINGS`, whatever is in them."""
    row = st.lists(cells, min_size=len(header), max_size=len(header))
    rows = data.draw(st.lists(row, min_size=1, max_size=3))
    folder = tmp_path_factory.mktemp("t")
    for ending in TABLE_ENDINGS:
        content = WRITERS[ending](header, rows)
        path = folder / f"t{ending}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        assert read_table_file(path) == (header, rows), ending


def refusal(content: str | bytes, ending: str, tmp_path: Path) -> str:
    path = tmp_path / f"t{ending}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError) as error:
        read_table_file(path)
    return str(error.value).removeprefix(f"{path}")


def test_a_spreadsheet_without_openpyxl_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal names the package, the extra, and CSV."""
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    message = refusal(workbook(["a", "c"]), ".xlsx", tmp_path)
    assert message == ": needs openpyxl, the extra exactnb[excel]; or save it as CSV"


def test_what_is_called_a_sheet_is_read_by_its_content(tmp_path: Path) -> None:
    """Pages and text of other tools, in any Unicode, and workbooks by another name; it is said."""
    rows = [["u", "k"], ["w, v", "l"]]
    page, text = in_page(["a", "c"], rows), in_lines("\t", ["a", "c"], rows)
    says = "the file is {0}, not a workbook as {1} says, and is read as {0}"
    for ending, content, what in (
        (".xls", page.encode(), "a web page"),
        (".xls", page.encode("utf-16"), "a web page"),
        (".xls", text.encode(), "text"),
        (".ods", text.encode("utf-16"), "text"),
        (".xlsx", in_lines(";", ["a", "c"], rows).encode(), "text"),
        (".xls", workbook(["a", "c"], *rows), ""),
        (".xlsm", workbook(["a", "c"], *rows), ""),
    ):
        path, findings = tmp_path / f"t{ending}", Findings()
        path.write_bytes(content)
        assert read_table_file(path, findings=findings) == (["a", "c"], rows)
        assert findings.doubts == ((says.format(what, ending),) if what else ())


def test_a_sheet_in_xml_is_read(tmp_path: Path) -> None:
    """As spreadsheets of 2003 wrote it: cells that are empty are left out, merged ones span."""
    rows = [["a", "b", "c"], ["u", "", "k"], ["v", "w", "l"]]
    written = "".join(
        "<Row>" + "".join(
            f'<Cell ss:Index="{n}"><Data ss:Type="String">{cell}</Data></Cell>\n'
            for n, cell in enumerate(row, start=1) if cell
        ) + "</Row>\n"
        for row in rows
    )  # fmt: skip
    title = '<Row><Cell ss:MergeAcross="2"><Data ss:Type="String">Soups</Data></Cell></Row>'
    path, findings = tmp_path / "t.xls", Findings()
    head = '<?xml version="1.0"?>\n<Workbook xmlns:ss="urn:s"><Worksheet ss:Name="S"><Table>'
    path.write_text(f"{head}\n{title}{written}</Table></Worksheet></Workbook>")
    assert read_table_file(path, findings=findings) == (rows[0], rows[1:])
    assert findings.doubts == (
        "the file is XML, not a workbook as .xls says, and is read as XML",
        "“Soups” in line 3 is no row of the table, and left out",
    )


def test_a_workbook_with_two_tables_is_refused(tmp_path: Path) -> None:
    """A table is never chosen silently."""
    message = refusal(workbook(["a", "c"], ["u", "k"], more=["b"]), ".xlsx", tmp_path)
    assert message == ': has 2 sheets; say worksheet = "Sheet" or worksheet = "notes"'


SHEETS = {
    "a title of one word above the header": (
        [["Table", None, None], ["a", "c", "d"], ["u", "k", "l"]],
        ": line 2: 'c' stands in a column without a name; if 'Table' is a title, say skip = \"1\"",
    ),
    "more cells than the header": (
        [["a", "c"], ["u", "k", "l"]],
        ": line 2: 'l' stands in a column without a name; write one into the header; if two lines name "
        'the columns, say header = ["a u", "c k", "c l"] and skip = "1-2"',
    ),
    "a formula without its value": (
        [["a", "c"], ["u", "=A2"]],
        ": line 2, cell 2: a formula without its value; save the file in a spreadsheet first",
    ),
}


@all_of("rows, message", list(SHEETS.values()))
def test_sheets_that_are_refused(rows: list[list[object]], message: str) -> None:
    """One line says where."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        assert refusal(workbook(*rows), ".xlsx", Path(folder)) == message


ATTRIBUTES = "@relation r\n@attribute a {u,v}\n@attribute x numeric\n@attribute t string\n@data\n"
ARFF = {
    "no data": ("@relation r\n@attribute a {u}", "there is no @data, under which the rows stand"),
    "another keyword": (
        "@relation r\n@atribute a {u}",
        "line 2: expected @relation, @attribute or @data",
    ),
    "an unknown type": ("@attribute a relational\n@data", "line 1: expected a type of"),
    "no type": ("@attribute a\n@data", "line 1: expected @attribute, a name, and a type"),
    "open values": ("@attribute a {u, v\n@data", "line 1: the values in {} are not closed"),
    "a cell too few": (ATTRIBUTES + "u,1", "line 6: 2 cells, the header has 3"),
    "another value": (ATTRIBUTES + "uu,1,t", "line 6, column 'a': 'uu' is not declared"),
    "an open quote": (ATTRIBUTES + "'u,1,t", "line 6: a quote that is not closed"),
    "a place too high": (ATTRIBUTES + "{3 u}", "line 6: expected the place of an attribute"),
    "a place twice": (ATTRIBUTES + "{2 t, 2 t}", "line 6: expected one cell at the place 2"),
    "a text left out": (ATTRIBUTES + "{0 v}", "line 6, column 't': a text is left out"),
    "an open row": (ATTRIBUTES + "{0 v", "line 6: a row in {} is not closed"),
    "a cell too many": (ATTRIBUTES + "u,1,t,2", "line 6: 4 cells, the header has 3"),
}


@all_of("content, message", list(ARFF.values()))
def test_arff_that_is_refused(content: str, message: str) -> None:
    """One line says where, and what was expected."""
    with pytest.raises(InputError) as error:
        read_table_content(content, ".arff")
    assert message in str(error.value)


@all_of("content", [
    '{"a": {"0": "u", "1": "v"}, "c": {"0": "k", "1": null}}', '{"a": ["u", "v"],\n"c": ["k", null]}',
    '[["a", "c"], ["u", "k"], ["v", null]]',
    '{"columns": ["a", "c"], "data": [["u", "k"], ["v", null]]}',
])  # fmt: skip
def test_json_of_columns_is_read(content: str) -> None:
    """A list for each column, numbered cells, lists below one of names: as programs write frames."""
    assert read_table_content(content, ".json") == (["a", "c"], [["u", "k"], ["v", ""]])


@all_of("content", ['[{"a": ["u"]}]', '{"a": ["u", "v"], "c": ["k"]}', '{"a": ["u"]}'])
def test_json_that_is_no_table_says_what_is_read(content: str) -> None:
    """A list in a row, and columns of several lengths."""
    with pytest.raises(InputError, match=r"key 'a': a cell is no list and no object; each row is one"):
        read_table_content(content, ".json")


def test_a_list_beside_other_cells_of_json_is_one_of_items() -> None:
    """They are apart by commas, as `--items` cuts them; an empty list has none."""
    content = '[{"tags": ["sun", "wet"], "k": 1}, {"tags": [], "k": 2}, {"tags": ["7"], "k": ""}]'
    rows = [["sun, wet", "1"], ["", "2"], ["7", ""]]
    assert read_table_content(content, ".json") == (["tags", "k"], rows)


def test_a_row_that_ends_early_has_empty_cells_where_others_have() -> None:
    """Also where rows below show it; none is filled up in a column that all others fill."""
    content = "k\tAnna\tBen\nW\tx\tx\nL\nW\t\tx\nL\tx\t\n"
    assert read_table_content(content, ".tsv")[1][1] == ["L", "", ""]
    with pytest.raises(InputError, match="line 3: 1 cell, the header has 3"):
        read_table_content(content.replace("x\t\n", "x\tx\n"), ".tsv")


@all_of("ending, by", [(".csv", ","), (".tsv", "\t"), (".md", " | ")])
def test_rows_end_early_where_their_cells_come_again_in_their_columns(ending: str, by: str) -> None:
    """Also where no row has a last cell; a row of which a cell within may lack is refused."""
    short = [["a", "1", "x"], ["b", "2", "y", "see"], ["a", "3", "x"], ["b", "4", "x", "ok"]]
    for header in (["g", "n", "k", "note"], ["g", "n", "k", "note", "by"]):
        rows = [header, *([["---"] * len(header)] if ending == ".md" else []), *short]
        findings = Findings()
        read = read_table_content("\n".join(map(by.join, rows)), ending, findings=findings)
        assert read[1] == [[*row, *[""] * (len(header) - len(row))] for row in short]
        assert "lines end early (the first is line" in findings.doubts[0]
    rows = [["p", "q", "r", "k"], ["u", "u", "u", "u"], ["u", "u", "u"], ["v", "v", "u"]]
    with pytest.raises(InputError, match="line 3: 3 cells, the header has 4; write "):
        read_table_content("\n".join(map(by.join, rows)), ending)


@all_of("row, is_read", [
    (["v", "y"], True), (["v"], False), (["w", "y"], False), (["y", "v"], False), (["v", "p"], False),
])  # fmt: skip
def test_one_row_may_end_early_if_its_cells_are_in_their_columns(row: list[str], is_read: bool) -> None:
    """Two at least, each seen there in another row; no line is advised to be skipped then."""
    rows = [["g", "k", "a", "b"], ["u", "x", "p", "q"], row, ["v", "y", "p", "r"], ["v", "x", "m", "q"]]
    content = "\n".join(map(",".join, rows))
    if is_read:
        findings = Findings()
        assert read_table_content(content, ".csv", findings=findings)[1][1] == [*row, "", ""]
        assert findings.doubts == ("line 3 ends early; the last cells are read as empty",)
    else:
        with pytest.raises(InputError, match=f"line 3: {len(row)} cells?, the header has 4; "):
            read_table_content(content, ".csv")


def test_a_note_among_rows_is_skipped_without_a_row_that_ends_early() -> None:
    """Its line alone is named, not that of the row below it."""
    content = "g,k,a,b\nu,x,p,q\nSource: the heath\nv,y\nv,y,p,r\nv,x,m,q\n"
    with pytest.raises(InputError, match=r'line 3: 1 cell, .*; if it is no row, say skip = "3"$'):
        read_table_content(content, ".csv")


IN_PROGRAMS = {
    "lists": "[['a b', 'c'],\n ['u, v', 'k'],\n ['w', None]]",
    "a frame of lists": "df = pd.DataFrame({'a b': ['u, v', 'w'],\n  'c': ['k', None]})",
    "objects": "[{'a b': 'u, v', 'c': 'k'},\n {'a b': 'w', 'c': None}]",
    "numbered cells": "{'a b': {0: 'u, v', 1: 'w'}, 'c': {0: 'k', 1: nan}}",
    "split": "{'index': [0, 1], 'columns': ['a b', 'c'], 'data': [['u, v', 'k'], ['w', None]]}",
    "R": 'd <- data.frame(`a b` = c("u, v", "w"), c = c("k", NA), stringsAsFactors = FALSE)',
    "what R puts": 'structure(list(`a b` = c("u, v", "w"), c = c("k", NA)), class = "data.frame", '
    "row.names = c(NA, -2L))",
    "braces": '{ "a b", "c" },\n{ "u, v", "k" },\n{ "w", "" }',
    "SQL": "CREATE TABLE `t` (\n `a b` varchar(9),\n c enum('k'),\n PRIMARY KEY (c)\n);\n"
    "INSERT INTO `t` VALUES ('u, v','k');\nINSERT INTO `t` VALUES ('w',NULL);",
    "a page": "<!DOCTYPE html><table><tr><th>a&nbsp;b<th>c<tr><td>u,\nv<sup>1</sup></td><td>k</td></tr>"
    "<tr><td>w<td></table>",
    "YAML": "- {'a b': 'u, v', c: k}\n- {'a b': w, c: null}\n",
    "LaTeX": "\\begin{tabular}{|l|c|}\n\\toprule\n\\textbf{a b} & $c$ \\\\\n\\midrule % rule\n"
    "u, v & \\emph{k} \\\\[2pt]\nw & \\\\\n\\end{tabular}",
}


@all_of("notation", IN_PROGRAMS)
def test_tables_in_the_notation_of_programs_are_read(notation: str) -> None:
    """Their cells are those that the program has, and what is nothing there is missing."""
    expected = (["a b", "c"], [["u, v", "k"], ["w", ""]])
    assert read_table_content(IN_PROGRAMS[notation], ".txt") == expected


def test_signs_of_latex_are_read_as_they_are_printed() -> None:
    """A thin space is a blank, two hyphens between digits are a dash; what is no sign stays."""
    lines = "h & k \\\\\n$\\geq 8$\\,h & 6--8\\,h \\\\\n$<6$ & \\foo -- \\\\"
    expected = (["h", "k"], [["≥ 8 h", "6–8 h"], ["<6", "\\foo --"]])
    assert read_table_content(lines, ".tex") == expected


def test_factors_of_r_have_all_their_levels() -> None:
    """As `dput` writes them: codes and levels, one of which no row has; other codes are refused."""
    put = (
        'structure(list(`a b` = structure(c(2L, NA, 1L), levels = c("u, v", \n"w", "x"), '
        'class = "factor"), c = structure(1:3, .Label = c("k", "l", "m"), '
        'class = c("ordered", "factor"))), class = "data.frame", row.names = c(NA, -3L))'
    )
    findings = Findings()
    assert read_table_content(put, findings=findings) == (
        ["a b", "c"], [["w", "k"], ["", "l"], ["u, v", "m"]]
    )  # fmt: skip
    assert findings.declared == {"a b": ["u, v", "w", "x"], "c": ["k", "l", "m"]}
    with pytest.raises(InputError, match="lists in other code are not read"):
        read_table_content(put.replace("2L", "4L"))


PRINTED = {
    "pandas": ">>> df\n         sky  \\\n0        fog   \n1  light sun   \n\n   the play  \n"
    "0       yes  \n1        no  \n\n[2 rows x 2 columns]\n>>> df.dtypes\nsky    object\n"
    "dtype: object\n",
    "R": "> d\n        sky\n1       fog\n2 light sun\n  the play\n1      yes\n2       no\n",
    "knitted": "##          sky the play\n##       <char>   <char>\n## 1:       fog      yes\n"
    "## 2: light sun       no\n",
}


@all_of("name", PRINTED)
def test_prints_of_frames_are_read(name: str) -> None:
    """Blocks stand side by side, numbers of rows are no column, and what else is printed is said."""
    findings = Findings()
    read = read_table_content(PRINTED[name], ".txt", findings=findings)
    assert read == (["sky", "the play"], [["fog", "yes"], ["light sun", "no"]])
    assert ["in line 12 is no row" in doubt for doubt in findings.doubts] == [True] * (
        "dtypes" in PRINTED[name]
    )


def test_of_several_prints_none_is_read_and_of_none_nothing_is_said() -> None:
    """Cells below an indented title are no print, whose first line would be left out."""
    print_ = "  a  c\n0 u  k\n1 v  l\n"
    with pytest.raises(InputError, match="2 tables are printed; keep the one that is meant"):
        read_table_content(f">>> x\n{print_}>>> y\n{print_}")
    findings = Findings()
    assert read_table_content(" a b\nu k\nv l\n", findings=findings)[0] == ["a", "b"]
    assert not findings.doubts


def test_words_of_a_name_above_words_of_cells_are_told_apart_by_the_numbers_of_rows() -> None:
    """Python begins at 0, and two blanks stand before each cell; R begins at 1."""
    for first, header in ((0, ["the sky", "k"]), (1, ["the", "sky", "k"])):
        lines = ("     the sky  k", f"{first}    low fog  u", f"{first + 1}    big fog  v")
        assert read_table_content("\n".join(lines))[0] == header


def test_names_of_rows_are_ids_and_a_part_of_a_print_is_refused() -> None:
    """A tibble has its cells on the left; in an index a blank may be part of a name."""
    printed = "            x  c\nname            \nMazda RX  u v  k\nFiat        w  l\n"
    assert read_table_content(printed)[1] == [["Mazda RX", "u v", "k"], ["Fiat", "w", "l"]]
    tibble = "# A tibble: 3 × 2\n  a       c\n  <chr> <dbl>\n1 u     1.5\n2 vvv   10\n"
    with pytest.raises(InputError, match="leaves out rows or columns"):
        read_table_content(tibble)
    assert read_table_content(tibble.replace("3 ×", "2 ×"))[1] == [["u", "1.5"], ["vvv", "10"]]
    for print_ in (
        tibble.replace("3", "2") + "# ℹ 7 more rows\n",
        "   a  c\n0  u  k\n.. ..  ..\n9  v  l\n",
    ):
        with pytest.raises(InputError, match="leaves out rows or columns"):
            read_table_content(print_)


@all_of("content", [
    "     Weather data\nsky wind play\nsun weak yes\n", "  a b\n1   y\n2 x z\n", "  a  b\n1 u\n2 v w\n",
    "      the sky  k\nx  light fog  u\ny  heavy fog  v\n", "        a  k\nx y        u\nz    v w  u\n",
    "  a bb\n0   y z\n1 x  z\n", "      sky play\nlight fog   no\nlight sun  yes\n",
    "  rating play\n  1 star   no\n 2 stars  yes\n",
])  # fmt: skip
def test_what_may_be_no_print_is_read_as_none(content: str) -> None:
    """A title, an empty cell below names with one blank between, a cell too few, words before rows."""
    with pytest.raises(InputError, match=r"cells?, the header has"):
        read_table_content(content, ".txt")


def test_each_statement_has_its_own_order_of_columns() -> None:
    """Without names it has that of the table; a column that it leaves out is empty."""
    dump = (
        "CREATE TABLE `t` (\n `a` int(1) COMMENT 'x, y z',\n created_at date, k text, KEY (a)\n);\n"
        "LOCK TABLES `t` WRITE;\nINSERT INTO `t` VALUES (1,'m','u');\n"
        "INSERT INTO `t` (k, a) VALUES\n('v',0);"
    )
    expected = (["a", "created_at", "k"], [["1", "m", "u"], ["0", "", "v"]])
    assert read_table_content(dump, ".sql") == expected
    with pytest.raises(InputError, match=r"line 8: 2 cells; .* names 3 columns"):
        read_table_content(dump.replace("(k, a)", ""), ".sql")
    with pytest.raises(InputError, match="line 8: column 'created_at' has a default, which"):
        read_table_content(dump.replace("at date", "at date DEFAULT 'm'"), ".sql")
    assert read_table_content(dump.replace("at date", "at date DEFAULT NULL"), ".sql") == expected


def test_a_cell_of_a_page_stands_wherever_it_spans() -> None:
    """In each row and each column, also where it is the last of its row."""
    page = "<table><tr><td>a<td>b<td>c<tr><td rowspan=2>u<td colspan='2'>k<tr><td>v<td>l</table>"
    assert read_table_content(page) == (["a", "b", "c"], [["u", "k", "k"], ["u", "v", "l"]])


def test_what_stands_beside_the_rows_of_a_page_is_said() -> None:
    """So is another table; the lower of two names is that of a column, and a mark hides no line."""
    page = (
        "<style>\np { }</style><table><tr><td>Home<td>Birds</table>\n<table><tr><th colspan=3>T. 1</th>"
        "<tr><th rowspan=2>k<th colspan=2>more<tr><th>a<th>b\n<tr><td rowspan=2>x<td>u<td>v<tr><td>w"
        "<td>z\n<tfoot><tr><td>n/a:<td>none</table>"
    )
    findings = Findings()
    rows = read_table_content(page, ".html", findings=findings)
    assert rows == (["k", "a", "b"], [["x", "u", "v"], ["x", "w", "z"]])
    remarks = [("Home Birds", 2), ("T. 1", 3), ("n/a: none", 5)]
    ends = [f"“{what}” in line {n} is no row of the table, and left out" for what, n in remarks]
    assert list(findings.doubts) == ends


NAMED_TWICE = {
    "<tr><td rowspan=2>k<td colspan=2>x<tr><td>a<td>b": ["k", "a", "b"],
    "<tr><td><td colspan=2>x<tr><td>k<td>a<td>b": ["k", "a", "b"],
    "<tr><td>k<td colspan=2>x<tr><td><td>a<td>b": ["k", "a", "b"],
    "<tr><td>k<td colspan=2>x<tr><td><b>of</b><td><b>a</b><sup>1</sup><td><b>b": ["k of", "a", "b"],
    "<thead><tr><th>k<th>a<th>b<tr><th><th>cm<th>kg</thead>": ["k", "a cm", "b kg"],
    "<thead><tr><td rowspan=3>k<td colspan=2>x<tr><td colspan=2>y<tr><td>a<td id='>'>b<tbody>":
        ["k", "a", "b"],
    "<tr><th rowspan=2>k<th>x<th>y<tr><td>cm<td>kg": ["k", "x cm", "y kg"],
    "<thead><tr><th>k<th>x<th>y<tr><td>u<td>u<td>v": ["k", "x", "y"],
    "<tr><td rowspan=2>k<td>x<td>y<tr><td>u<td>v": ["k", "x", "y"],
}  # fmt: skip


@all_of("names", NAMED_TWICE)
def test_names_of_a_page_may_stand_in_several_rows(names: str) -> None:
    """In its head, bold, or where all cells above span columns or rows; else one row has them."""
    page = f"<table>{names}<tr><td>1<td>2<td>3</table>"
    header, rows = read_table_content(page, ".html")
    assert (header, rows[-1]) == (NAMED_TWICE[names], ["1", "2", "3"])
    assert len(rows) == 1 + ("<td>u" in names)


def test_names_that_would_be_twice_have_those_above() -> None:
    """Where a row of cells may be one of names there are none."""
    page = (
        "<table><tr><th>k<th colspan=2>x<th colspan=2>y<tr><th><th>a<th>b<th>a<th>b<tr><td>1<td>2<td>3"
    )
    page += "<td>4<td>5</table>"
    assert read_table_content(page)[0] == ["k", "x a", "x b", "y a", "y b"]
    with pytest.raises(InputError, match="column 'x' is there twice"):
        read_table_content(
            "<table><tr><td>k<td colspan=2>x<tr><td>u<td>v<td>w<tr><td>u<td>v<td>w</table>"
        )


@all_of("content, message", [
    ('{"id": 1, "q": {"a": "u", "b": "v"}}\n', "this is JSON"),
    ("<table><tr><td>a<td>b<tr><td>u<td>k</table><table><tr><td>a<td>b<tr><td>v<td>l</table>",
     "the page has 2 tables; keep the one that is meant"),
    ("<p>None here", "the page has no table of rows"),
    ("drop table t;", "SQL that inserts no rows"),
    ("insert into t values (1); insert into s values (2);", "SQL that fills 2 tables"),
    ("x = [['a', 'c'], ['u', f(1)]]", "lists in other code are not read"),
    ("{'a': ['u'], 'c': ['k', 'l']}", "lists in other code are not read"),
])  # fmt: skip
def test_what_may_be_misread_in_another_notation_is_refused(content: str, message: str) -> None:
    """Objects in objects, other code, several tables: nothing is passed over."""
    with pytest.raises(InputError, match=message):
        read_table_content(content, ".txt")


def test_arff_under_another_name_is_named() -> None:
    """Lines of ARFF in a file that is read as cells say what they are."""
    with pytest.raises(InputError, match=r"line 1: this is ARFF; give the file the ending .arff"):
        read_table_content("@RELATION r\n@attribute a {u}\n@data\nu", ".data")


def test_values_that_no_row_shows_are_handed_on() -> None:
    """All values of such an attribute are, in their order; of any other attribute none."""
    findings = Findings()
    read_table_content(ATTRIBUTES + "v,1,t", ".arff", findings=findings)
    assert findings.declared == {"a": ["u", "v"]}


def test_what_stands_behind_a_percent_sign_is_no_part_of_an_attribute() -> None:
    """A comment may be there; a sign in quotes, or among the values, is part of them."""
    declared = dict[str, list[str]]()
    lines = ("@attribute 'a %' {u, 'v %', 5 %} % {w}", "@attribute x numeric % cm", "@data", "u,1")
    header, rows = read_arff(lines, declared)
    assert (header, list(rows)) == (["a %", "x"], [(4, ["u", "1"])])
    assert declared == {"a %": ["u", "v %", "5 %"]}


def test_sparse_rows_have_first_values_and_zeros() -> None:
    """An attribute that is left out of a row in braces is its first value, or 0."""
    _, rows = read_arff((ATTRIBUTES + "{2 ' a, b', 0 v}\n{1 2.5,2 t}").splitlines())
    assert [cells for _, cells in rows] == [["v", "0", " a, b"], ["u", "2.5", "t"]]


WEIGHTED = """@relation r
@attribute a {u,v}
@attribute n numeric
@attribute c {k,l}
@data
u,1,k, {3}
v,2,l
{0 v, 1 4}, {1/2}
{1 5, 2 l}
"""


def test_weights_of_rows_are_those_of_arff(tmp_path: Path) -> None:
    """A last cell in braces says how often a row counts; commands that know no weights refuse it."""
    path = tmp_path / "t.arff"
    path.write_text(WEIGHTED)
    read = by_every_door(path, "--numbers", "n")
    assert read["solve"] == read["problem file"]
    variable, (sizes, cells, *_), _ = read["solve"]
    assert (variable, sizes) == ("c", {"k": Fraction(7, 2), "l": 2})
    assert cells == {("a", "u", "k"): 3, ("a", "v", "k"): Fraction(1, 2), ("a", "u", "l"): 1,
                     ("a", "v", "l"): 1}  # fmt: skip
    assert read["count"] == read["classify"] == "rows with weights are read by exactnb solve alone"
    assert Table.from_csv(path).count("k", {}) == Fraction(7, 2)
    with pytest.raises(InputError, match="weight: rows have weights beside their cells"):
        Table.from_csv(path, weight="n")
    path.write_text(WEIGHTED.replace("{3}", "{many}"))
    with pytest.raises(InputError, match="row 1, column 'weight': expected a number"):
        Table.from_csv(path)


def test_a_print_in_blocks_stands_below_what_printed_it() -> None:
    """A command of a shell above it is no row, and no column."""
    content = (
        "$ python look.py\n   a   b  \\\n0  1  no   \n1  2  no   \n\n     c  \n0  u v  \n1    w  \n"
    )
    assert read_table_content(content, ".txt") == (
        ["a", "b", "c"],
        [["1", "no", "u v"], ["2", "no", "w"]],
    )


def test_an_empty_line_does_not_end_a_markdown_table() -> None:
    """A line that is skipped is one; words, or the header of another table, end it."""
    first = ["| a | k |\n", "|---|---|\n", "| x | 1 |\n", "\n", "| - | 2 |\n"]
    another = ["\n", "| c | d |\n", "|---|---|\n", "| 3 | 4 |\n"]
    assert [*table_lines(first + another)] == [*first, "\n", "\n", "\n", "\n"]


def test_rows_behind_a_markdown_table_are_noted() -> None:
    """Those that go on below words, or the same header, with what joins them; another table apart."""
    table = "| a | k |\n|---|---|\n| u | x |\n| v | y |\n\n"
    further = "Later on:\n\n| v | x |\n| w | y |\n\n"
    other = "| n | m |\n|---|---|\n| 1 | 2 |\n"
    cases = {
        "The end of P(a | k).\n": (),
        "Last:\n\n| w |\n": (),
        further: (("2 rows from line 8 on stand behind the table, and are left out", "6"),),
        f"More:\n{table}": (("2 rows from line 9 on stand behind the table, and are left out", "6-8"),),
        f"{further}{other}": (
            ("another table, from line 11 on, is left out: skip lines 1-10 to read that one alone", ""),
            ("2 rows from line 8 on stand behind the table, and are left out", "6"),
        ),
        f"{further}So:\n{further.splitlines()[3]}\n": (
            ("3 rows from line 8 on stand behind the table, and are left out", "6,11"),
        ),
    }  # fmt: skip
    for behind, notes in cases.items():
        findings = Findings()
        read = read_table_content(table + behind, ".md", findings=findings)
        assert read == (["a", "k"], [["u", "x"], ["v", "y"]])
        assert tuple((str(of), of.remedy.get("skip", "")) for of in findings.doubts) == notes
        for skip in {of.remedy.get("skip") for of in findings.doubts} - {None}:
            joined = read_table_content(table + behind, ".md", dialect=Dialect(skip=skip))[1]
            rows = [
                ["u", "x"],
                ["v", "y"],
                *([["v", "x"], ["w", "y"]] if further in behind else read[1]),
            ]
            assert joined == rows + [["w", "y"]] * ("So" in behind)


def test_a_row_behind_a_markdown_table_may_end_early() -> None:
    """As it does within the table; one cell alone is none."""
    content = "| a | b | k |\n|---|---|---|\n| u | v | x |\n| v | v | y |\n\nMore:\n\n| u | w |\n"
    findings = Findings()
    read_table_content(content + "| u |", ".md", findings=findings)
    (doubt,) = findings.doubts
    assert (doubt, doubt.remedy) == (
        "the row in line 8 stands behind the table, and is left out",
        {"skip": "6"},
    )
