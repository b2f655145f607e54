"""Cells: what separates them, what quotes do, and that every door cuts a table alike."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.data.cells import cut, cut_names
from exactnb.core.data.dialect import Dialect
from exactnb.core.data.findings import Findings
from exactnb.core.data.readers import read_table_content, read_table_file
from exactnb.core.data.table import Table
from exactnb.errors import InputError
from exactnb.scale.classify.fields import read_fields
from exactnb.teach.grading.submissions.files import read_answers

Cut = Callable[[str], list[list[str]]]

BOM = "\N{BYTE ORDER MARK}"
GRID = [["Age", "Class"], ["3", "A"], ["4", "B"]]
SAME = {
    "commas": "Age,Class\n3,A\n4,B\n",
    "semicolons": "Age;Class\n3;A\n4;B\n",
    "a semicolon and blanks": "Age ; Class\n3 ; A\n4 ; B\n",
    "tabs": "Age\tClass\n3\tA\n4\tB\n",
    "CR LF": "Age;Class\r\n3;A\r\n4;B\r\n",
    "CR": "Age;Class\r3;A\r4;B",
    "a byte order mark": f"{BOM}Age;Class\n3;A\n4;B",
    "a quoted header": '"Age";"Class"\n3;A\n4;B\n',
    "a marked and quoted header": f'{BOM}"Age";"Class"\n"3";"A"\n"4";"B"\n',
    "blanks before quotes": 'Age, "Class"\n3, "A"\n4, "B"\n',
    "empty last lines": "Age;Class\n3;A\n4;B\n\n;\n ; \n\n",
    "empty lines between": "\n;\nAge;Class\n\n3;A\n;\n4;B\n".replace("\n;\nAge", "\n\nAge"),
}
HEADERS = {
    "Length (cm, at rest);Class": ["Length (cm, at rest)", "Class"],
    "Length (cm; at rest),Class": ["Length (cm; at rest)", "Class"],
    '"a,b";Class': ["a,b", "Class"],
    '"a;b",Class': ["a;b", "Class"],
    '"say ""a;b""",Class': ['say "a;b"', "Class"],
    '"a|b";Class': ["a|b", "Class"],
    "P(+|x);Class": ["P(+|x)", "Class"],
    'size 5";Class': ['size 5"', "Class"],
    "a, b\tClass": ["a, b", "Class"],
    '"Length\n(cm)";Class': ["Length (cm)", "Class"],
    '"Length \r\n\r\n (cm)";Class': ["Length (cm)", "Class"],
    "smile :(;Class": ["smile :(", "Class"],
}


def in_text(content: str) -> list[list[str]]:
    header, rows = read_table_content(content.removeprefix(BOM))
    return [header, *rows]


def in_file(content: str) -> list[list[str]]:
    header, rows = read_table_file(_file(content))
    return [header, *rows]


def in_records(content: str) -> list[list[str]]:
    found = [dict(one) for one in read_fields(_file(content))]
    return [list(found[0]), *(list(one.values()) for one in found)]


def in_answers(content: str) -> list[list[str]]:
    sheets = read_answers(_file(content))
    shown = [["Age", *sheets[0].answers]]
    return [*shown, *([sheet.student, *sheet.answers.values()] for sheet in sheets)]


def _file(content: str) -> Path:
    path = _FOLDER / "t.csv"
    path.write_bytes(content.encode())
    return path


_FOLDER = Path()


@pytest.fixture(autouse=True, scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    global _FOLDER
    _FOLDER = tmp_path_factory.mktemp("cells")


@all_of("door", [in_text, in_file, in_records, in_answers])
@all_of("way", SAME)
def test_every_door_cuts_a_table_alike(door: Cut, way: str) -> None:
    """`solve`, `classify`, `check` and text tables find the same cells, whatever separates them."""
    assert door(SAME[way]) == GRID


@all_of("door", [in_text, in_file, in_records])
@all_of("header", HEADERS)
def test_the_header_decides_outside_of_quotes_and_brackets(door: Cut, header: str) -> None:
    """What stands in quotes or round brackets does not separate; a quoted name may be two lines."""
    separator = next(sign for sign in ("\t", ";", ",") if header.endswith(f"{sign}Class"))
    assert door(f"{header}\n3{separator}A\n") == [HEADERS[header], ["3", "A"]]


@pytest.mark.parametrize("door", [in_text, in_file, in_records, in_answers])
def test_a_header_with_commas_and_semicolons_is_refused(door: Cut) -> None:
    """Where both could be meant none is taken, and the message says what to do."""
    with pytest.raises(InputError, match=r"line 2: the header has commas and semicolons; put a name"):
        door("\na,b;Class\n3,1;A\n")


def test_a_table_from_a_semicolon_file_has_its_columns() -> None:
    """A semicolon CSV has a column for each name, and no column `Age;Class`."""
    table = Table.from_csv(_file("Age;Class\n3;A\n4;B\n"))
    assert (table.columns, table.class_variable, table.classes) == (("Age",), "Class", ("A", "B"))


QUOTES = [
    ('k text\n"a""b" x', [['a"b', "x"]]),
    ('k l text\n"a""b" x y z', [['a"b', "x", "y z"]]),
    ('k l\n"""" ""', [['"', ""]]),
    ('k l\n5"x y', [['5"x', "y"]]),
    ("k l\nx\ty", [["x", "y"]]),
    ('size5" l\n3",4 y', [['3",4', "y"]]),
    ('k l"\nx,x "y"', [["x,x", "y"]]),
    ('k | l\n"a|b" | "a""b"', [["a|b", 'a"b']]),
    ('k | l\n"a" or "b" | "c', [['"a" or "b"', '"c']]),
    ('k\tl\n"a\tb"\t"a""b"', [["a\tb", 'a"b']]),
    ('k\tl\n"Hello\tsay "no" or "yes"', [['"Hello', 'say "no" or "yes"']]),
    ('k;l\n"a;b";"a""b"', [["a;b", 'a"b']]),
    ('k;l\n"a\nb";5"x', [["a\nb", '5"x']]),
    ('a b\n"two words" x', [["two words", "x"]]),
    ('a b\n"" x', [["", "x"]]),
    ("a b\n'x y", [["'x", "y"]]),
    ('a,b\n"x,y",z', [["x,y", "z"]]),
    ('a,b\n"say ""hi""",z', [['say "hi"', "z"]]),
    ("a,b\nx y,z", [["x y", "z"]]),
    ("a,b\n,z", [["", "z"]]),
    ("a\tb\nx y\tz, w", [["x y", "z, w"]]),
    ("a\tb\n\tz", [["", "z"]]),
    ('a | b\n"x" | "say ""hi"""', [["x", 'say "hi"']]),
    ("| a | b |\n| | x, y |", [["", "x, y"]]),
    ("a | b\n- | +", [["-", "+"]]),
    ("a | b\n-1 | -2", [["-1", "-2"]]),
    ("a, b | c\nx | y", [["x", "y"]]),
]
BARS = [
    ("k | l\nx |\n | y", [["x", ""], ["", "y"]]),
    ("k | l |\nx | |", [["x", ""]]),
    ("| k | l |\n|---|---|\n| x | |\n| | y |\n|x|y", [["x", ""], ["", "y"], ["x", "y"]]),
    ("| k | l\n| x |\n| | y", [["x", ""], ["", "y"]]),
    ("k | l\n| x | y |\n| x | |", [["x", "y"], ["x", ""]]),
    ("k | l | m\nx | |\n| | z", [["x", "", ""], ["", "", "z"]]),
    ("| k | l |\n| | |\n| x | y |", [["x", "y"]]),
    ('k | l\n"-" | "-"\n- | -', [["-", "-"], ["-", "-"]]),
]


@all_of(("content", "rows"), QUOTES + BARS)
def test_cells_between_all_separators(content: str, rows: list[list[str]]) -> None:
    """In quotes "" is a quote and a separator a character; a bar table may have empty outer cells."""
    assert read_table_content(content)[1] == rows


REFUSED = [
    ("", "the table is empty; expected a header line"),
    (" \n\n\t\n", "the table is empty; expected a header line"),
    ("a b\nx", 'line 2: 1 cell, the header has 2; if it is no row, say skip = "2"'),
    ("a b\n\nx y\n\nx y z", 'line 5: 3 cells, the header has 2; if it is no row, say skip = "5"'),
    ("a,b\nx,y\nz", 'line 3: 1 cell, the header has 2; if it is no row, say skip = "3"'),
    ("a,b\nx,y,z",
     'line 2: 3 cells, the header has 2; if line 1 is a title, say skip = "1"'
     '; if the first cells name the rows, say header = ["id", "a", "b"] and skip = "1"'),
    ("a\tb\nx", 'line 2: 1 cell, the header has 2; if it is no row, say skip = "2"'),
    ("a|b\nx|y|z",
     'line 2: 3 cells, the header has 2; if line 1 is a title, say skip = "1"'
     '; if the first cells name the rows, say header = ["id", "a", "b"] and skip = "1"'),
    ("| a | b |\n|---|---|\n| x |",
     'line 3: 1 cell, the header has 2; if it is no row, say skip = "3"'),
    ('a b\n"x y', "line 2: a quote that is not closed"),
    ("id class text\n1", 'line 2: 1 cell, the header has 3; if it is no row, say skip = "2"'),
    ("Weather and play\nsky,wind,play\nu,v,k",
     'line 2: 1 cell, the header has 3; if line 1 is a title, say skip = "1"'),
    ("Table 1: results\nsky;wind;play\nu;v;k",
     'line 2: 1 cell, the header has 3; if line 1 is a title, say skip = "1"'),
    ("Survey, by hand\nsky,wind,play\nu,v,k",
     'line 2: 3 cells, the header has 2; if line 1 is a title, say skip = "1"'
     '; if the first cells name the rows, say header = ["id", "Survey", "by hand"] and skip = "1"'),
    ('k l\n"a"b c', "line 2: no blank behind a closing quote; a quote inside is written twice"),
    ('k text\n"a"b c', "line 2: no blank behind a closing quote; a quote inside is written twice"),
    ('k l\n"a b', "line 2: a quote that is not closed"),
    ("k | l\n| x |",
     'line 2: 3 cells, the header has 2; if line 1 is a title, say skip = "1"'
     '; if the first cells name the rows, say header = ["id", "k", "l"] and skip = "1"'),
    ("| k | l |\nx |", 'line 2: 1 cell, the header has 2; if it is no row, say skip = "2"'),
    ("k | l\n- | -", 'line 2: a rule, or a row of -? Write --- for a rule, "-" for a cell'),
    ('k;l\n"a"b;c', "line 2: not readable as CSV (';' expected after '\"'); a quote inside quotes is "
     "written twice"),
    ("k;l\n3;4;5",
     'line 2: 3 cells, the header has 2; if line 1 is a title, say skip = "1"'
     '; if the first cells name the rows, say header = ["id", "k", "l"] and skip = "1"'),
]  # fmt: skip


@all_of(("content", "told"), REFUSED)
def test_cells_that_cannot_be_told_apart_are_refused(content: str, told: str) -> None:
    """No row is shifted: what does not fit its header, or is quoted by half, names its line."""
    with pytest.raises(InputError) as refusal:
        read_table_content(content)
    assert str(refusal.value) == told


def test_names_of_rows_keep_their_quotes() -> None:
    """In counts and parameters a separator within quotes separates nothing, whichever it is."""
    for sign in "|,;\t ":
        line = f'"x{sign}y"=1{sign}2{sign}3'
        assert list(cut_names([f"k{sign}a{sign}b\n", line]))[1] == (2, [f'"x{sign}y"=1', "2", "3"])


@pytest.mark.exhaustive
def test_a_cell_may_be_of_any_length() -> None:
    """A text longer than Python's csv reads by itself is read, and its limit is left as it was."""
    long = "word " * 60_000
    before = csv.field_size_limit(1_000)
    try:
        for door in (in_text, in_file, in_records):
            assert door(f"text,Class\n{long},A\n")[1] == [long.strip(), "A"]
    finally:
        left = csv.field_size_limit(before)
    assert left == 1_000


def test_two_files_are_read_side_by_side() -> None:
    """A file that ends leaves the limits of another one alone."""
    one, other = (_FOLDER / name for name in ("one.csv", "other.csv"))
    one.write_text("text,Class\nx,A\n")
    other.write_text("text,Class\nx,A\n" + "y" * 200_000 + ",A\n")
    first, second = read_fields(one), read_fields(other)
    next(first), next(second)
    assert list(first) == []
    assert len(next(second)["text"]) == 200_000


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "latin-1"])
def test_other_encodings_are_refused_in_a_line_that_says_what_to_do(encoding: str) -> None:
    """UTF-16 without a mark and Latin-1 are no UTF-8, and no column gets another name by them."""
    path = _FOLDER / "t.csv"
    path.write_bytes("Größe;Class\n3;A\n".encode(encoding))
    with pytest.raises(InputError, match=r"line 1: not .*UTF-8, or say encoding = "):
        read_table_file(path)
    with pytest.raises(InputError, match="not"):
        list(read_fields(path))


@pytest.mark.parametrize(
    ("page", "stated"), [("cp1250", "latin-1"), ("cp1252", "latin-1"), ("cp1251", "")]
)
def test_the_code_page_is_advised_that_has_letters_alone_in_words(page: str, stated: str) -> None:
    """Also where another is stated, which has control characters, or letters in place of none."""
    name = {"cp1250": "śnieg ciężki", "cp1252": "5 €–6 € in Köln", "cp1251": "снег"}[page]
    path = _FOLDER / "t.csv"
    path.write_bytes(f"Class;{name}\nA;3\n".encode(page))
    with pytest.raises(InputError, match=f'line 1: not .* encoding = "{page}"'):
        read_table_file(path, dialect=Dialect(encoding=stated))


def test_a_table_without_a_header_is_cut_as_its_names_say() -> None:
    """Names that are given say how many cells a line has; where both separators fit none is taken."""
    path = _FOLDER / "t.csv"
    for content, names, row in (
        ("a;b,c\n", ("k", "l"), None),
        ("a;b,c;d\n", ("k", "l", "m"), ["a", "b,c", "d"]),
        ("a,b;c,d\n", ("k", "l", "m"), ["a", "b;c", "d"]),
        ("3,9;4;A\n", ("k", "l", "m"), ["3,9", "4", "A"]),
    ):
        path.write_text(content)
        if row is None:
            with pytest.raises(InputError, match="commas and semicolons both give 2 cells; put a line"):
                list(read_fields(path, Dialect(header=names)))
        else:
            assert [list(one.values()) for one in read_fields(path, Dialect(header=names))] == [row]


CELL = st.text(st.sampled_from('ab1 ,;|\t"-()'), max_size=5).map(str.strip)
TWO_NAMES = st.tuples(CELL.filter(bool), CELL.filter(bool)).filter(lambda names: len({*names}) == 2)
GRIDS = st.lists(st.tuples(CELL, CELL.filter(bool)), max_size=5)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", " | ", " "])
@given(header=TWO_NAMES, rows=GRIDS)
@law(6, 18)
def test_quoted_cells_are_read_back(
    separator: str, header: tuple[str, str], rows: list[tuple[str, str]]
) -> None:
    """Any cell in quotes comes back character by character, between separators of every kind."""

    def line(cells: tuple[str, str]) -> str:
        return separator.join('"' + cell.replace('"', '""') + '"' for cell in cells)

    found = in_text("\n".join(map(line, (header, *rows))))
    assert found == [list(header), *map(list, rows)]


NAME = CELL.filter(lambda name: name and not set("()\t") & set(name))


@given(
    header=st.tuples(NAME, NAME).filter(lambda names: len({*names}) == 2),
    rows=GRIDS,
    separator=st.sampled_from(",;"),
)
@law(20, 60)
def test_what_a_spreadsheet_writes_is_read_back_or_refused(
    header: tuple[str, str], rows: list[tuple[str, str]], separator: str
) -> None:
    """CSV that Python writes, quoted only where it must be, gives its cells, or no table at all."""
    path = _FOLDER / "w.csv"
    with path.open("w", newline="") as file:
        csv.writer(file, delimiter=separator).writerows([header, *rows])
    other = ({",", ";"} - {separator}).pop()
    if any(other in name and not {separator, '"'} & set(name) for name in header):
        with pytest.raises(
            InputError, match="line 1: the header has commas and semicolons; put a name"
        ):
            read_table_file(path)
    elif (table := _unless_units(path)) is None:  # below the header, in some of the columns
        assert {"", "-"}.intersection(rows[0])
    else:
        assert table == (list(header), list(map(list, rows)))


def _unless_units(path: Path) -> object:
    """Return what is read of a file, None if its first row is refused as units of the columns."""
    try:
        return read_table_file(path)
    except InputError as refusal:
        if "units of the columns" not in str(refusal):
            raise
        return None


@all_of("content", [
    "The ages of all four\nAge,Class\n3,A\n4,B\n",
    '"Ages of May, June";\nAge;Class\n3;A\n4;B\n',
    "Ages\n\nAge\tClass\n3\tA\n4\tB\n",
    "# by us, in May\n# of 2024\nAge,Class\n3,A\n4,B\n",
])  # fmt: skip
def test_a_title_and_comments_above_the_header_are_passed_over(content: str) -> None:
    """A title is one cell of several words, or one above an empty line; a comment begins with #."""
    assert in_text(content) == in_file(content) == in_records(content) == GRID


@all_of("content", [
    "Ages\nAge,Class\n",  # the names of other columns may lack
    "mean age\n3,A\n",  # may be a header cut at blanks
    "id class text\n1 + hello, you\n",  # is one, above texts
    "class text\n\n+ hello, you\n",
    "# age,class\n3,A\n",  # may be a header
    "Ages of May, June\nage,sex,class\n",
    "Ages of four\nAges of five\n",
])  # fmt: skip
def test_a_line_that_may_be_the_header_is_no_title(content: str) -> None:
    """What is above several cells is passed over only where it can be no header."""
    first = next(iter(cut(content.splitlines(keepends=True), ".csv", text="text")))
    assert first[0] == 1


def test_rows_before_an_error_are_handed_out_first() -> None:
    """Rows are cut some at a time: what is wrong in the fourth is said after the first three."""
    rows = cut(["a,b\n", "1,2\n", "3,4\n", '"5"6,7\n'], ".csv")
    assert [next(rows)[0] for _ in range(3)] == [1, 2, 3]
    with pytest.raises(InputError, match=r"line 4: not readable as CSV .*is written twice"):
        next(rows)


@all_of("by, above", [("\t", ","), (";", ","), ("|", ","), ("\t", ";"), (",", ";")])
def test_a_title_with_another_sign_is_no_header(by: str, above: str) -> None:
    """Nor are two; a note says so. A first line with as many cells as the rows may be one."""
    lines = ["sky wind play", "sun weak yes", "fog high no"]
    rows = [line.split() for line in lines]
    body = "\n".join(line.replace(" ", by) for line in lines)
    for titles in ([f"Hull{above} May 2024"], [f"Hull{above} May", f"by A{above} B and C"]):
        findings = Findings()
        read = read_table_content("\n".join((*titles, body)), ".csv", findings=findings)
        assert read == (rows[0], rows[1:])
        assert findings.doubts == tuple(
            f"“{title}” in line {n} is left out as a title" for n, title in enumerate(titles, start=1)
        )
    with pytest.raises(InputError, match="line 2: "):
        read_table_content(f"sky{above}wind{above}play\n{body}", ".csv")
