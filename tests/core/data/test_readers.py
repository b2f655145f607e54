import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.data.dialect import Dialect
from exactnb.core.data.readers import read_table_content, read_table_file, read_text_file
from exactnb.errors import InputError

SOUPS = (["mood", "spoon", "soup"], [["happy", "wooden", "leek"], ["grumpy", "silver", "onion"]])

SAME = [
    "mood spoon soup\nhappy wooden leek\ngrumpy silver onion",
    "\n\n  mood   spoon  soup\n\n   happy wooden    leek  \n\ngrumpy silver onion\n\n",
    "mood,spoon,soup\nhappy,wooden,leek\ngrumpy,silver,onion\n",
    " mood , spoon , soup \n\nhappy , wooden , leek\ngrumpy,silver,onion",
    'mood,"spoon",soup\n"happy","wooden","leek"\ngrumpy,silver,onion',
    "mood\tspoon\tsoup\nhappy\twooden\tleek\n\ngrumpy\tsilver\tonion\n",
    "mood|spoon|soup\nhappy|wooden|leek\ngrumpy|silver|onion",
    "| mood | spoon | soup |\n|---|:--:|--:|\n| happy | wooden | leek |\n|grumpy|silver |onion|",
    "mood | spoon | soup\n--- | --- | ---\nhappy | wooden | leek\n\ngrumpy | silver | onion\n",
    '"mood" "spoon" "soup"\n"happy" wooden leek\ngrumpy silver "onion"',
]

TEXTS = [
    ('class text\n+ "b" d e', [["+", '"b" d e']]),
    ("class text\n+   b   d ", [["+", "b   d"]]),
    ("class text\n+\n- x", [["+", ""], ["-", "x"]]),
    ("id class text\n1 + a, b | c", [["1", "+", "a, b | c"]]),
    ("class | text\n+ | a, b c", [["+", "a, b c"]]),
]


@all_of("content", SAME)
def test_one_table_in_four_spellings(content: str) -> None:
    """Blanks, commas, tabs and bars, Markdown too, give the same cells; blank lines do not count."""
    assert read_table_content(content) == SOUPS


@all_of(("content", "rows"), TEXTS)
def test_a_text_takes_the_rest_of_its_line(content: str, rows: list[list[str]]) -> None:
    """A text in the last column needs no quotes, and may be empty."""
    assert read_table_content(content)[1] == rows
    assert read_table_content(content.replace("text", "words", 1), text="words")[1] == rows


def test_a_broken_quote_in_csv_is_refused() -> None:
    """CSV quotes that do not close, or close too early, are named with their line."""
    for content in ('a,b\n"x,y', 'a,b\n"x"y,z'):
        with pytest.raises(InputError, match=r"^line 2: not readable as CSV \("):
            read_table_content(content)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\N{BYTE ORDER MARK}"])
@all_of("name", ["soups.csv", "soups.TSV", "soups.txt"])
def test_files_of_all_systems_are_read(tmp_path: Path, name: str, mark: str, ending: str) -> None:
    """Line ends of any system and a byte order mark make no difference."""
    separator = {"csv": ",", "tsv": "\t", "txt": " "}[name.lower()[-3:]]
    lines = [separator.join(cells) for cells in (SOUPS[0], *SOUPS[1])]
    path = tmp_path / name
    path.write_bytes((mark + ending.join([*lines, ""])).encode())
    assert read_table_file(path) == SOUPS


def test_a_cell_may_hold_a_line_end() -> None:
    """Between CSV quotes a line end belongs to the cell, and later lines keep their numbers."""
    assert read_table_content('a,b\n"x\ny",z')[1] == [["x\ny", "z"]]
    with pytest.raises(
        InputError, match=r"^line 4: 1 cell, the header has 2; if it is no row, say skip"
    ):
        read_table_content('a,b\n"x\ny",z\nw')


def test_json_lines_are_rows(tmp_path: Path) -> None:
    """Keys are columns in the order of the first line; numerals keep their characters."""
    path = tmp_path / "mails.jsonl"
    path.write_text('{"class": "+", "text": "a b", "n": 0.50}\n\n{"n": 7, "text": "", "class": true}\n')
    assert read_table_file(path) == (["class", "text", "n"], [["+", "a b", "0.50"], ["true", "", "7"]])


@all_of(
    ("content", "told"),
    [
        ("", "the file is empty"),
        ('{"a": 1}\n{"a": 1', "line 2: not a line of JSON"),
        (
            '{"a": 1}\n\n[1, 2]',
            "line 3: a list has no names of columns; write objects, or a .csv file without a header",
        ),
        ('{"a": 1, "": 2}', "line 1: a key is empty; each column has a name"),
        (
            '{"a": 1}\n{"a": 1, "c": 2}',
            "line 2: unknown key 'c'; the first object has all keys, null for what it lacks",
        ),
        ("[" * 10**5, "line 1: not a line of JSON"),
    ],
)
def test_lines_that_are_no_json_are_refused(tmp_path: Path, content: str, told: str) -> None:
    """The message names the file, the line and what is wrong with it."""
    path = tmp_path / "rows.jsonl"
    path.write_text(content)
    with pytest.raises(InputError) as refusal:
        read_table_file(path)
    assert str(refusal.value) == f"{path}: {told}"


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    """Other endings, missing files, folders and other encodings are told as what they are."""
    latin = tmp_path / "latin.csv"
    latin.write_bytes(b"a,b\nx,caf\xe9,\n")
    (tmp_path / "table.xls").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0")
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    for name, told in [
        ("table.xls", ".xls is not read; save the sheet as .xlsx or .csv"),
        ("latn.csv", "no such file (did you mean 'latin.csv'?)"),
        ("folder.csv", "is a folder, not a file"),
        (
            "latin.csv",
            'line 2: not UTF-8: byte 0xe9; save the file as UTF-8, or say encoding = "cp1252"',
        ),
    ]:
        with pytest.raises(InputError) as refusal:
            read_table_file(tmp_path / name)
        assert str(refusal.value) == f"{tmp_path / name}: {told}"


def test_a_text_file_is_its_characters(tmp_path: Path) -> None:
    """Text is UTF-8, with or without a byte order mark; the message leaves the name to the caller."""
    path = tmp_path / "a.txt"
    path.write_bytes("\N{BYTE ORDER MARK}ŷ\r\n".encode())
    assert read_text_file(path) == "ŷ\r\n"
    with pytest.raises(InputError) as refusal:
        read_text_file(tmp_path / "b.txt")
    assert str(refusal.value) == "no such file (did you mean 'a.txt'?)"


CELL = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1, max_size=6).map(
    str.strip
)
GRIDS = st.lists(st.tuples(CELL, CELL.filter(bool)), max_size=5)


@given(GRIDS)
@law(10, 50)
def test_csv_that_python_writes_is_read_back(rows: list[tuple[str, str]]) -> None:
    """Cells between doubled quotes come back character by character."""
    lines = ["a,b", *(",".join('"' + c.replace('"', '""') + '"' for c in row) for row in rows)]
    assert read_table_content("\n".join(lines)) == (["a", "b"], [list(row) for row in rows])


@given(rows=GRIDS)
@law(6, 18)
def test_json_lines_that_python_writes_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    """Every object becomes a row with its cells as they were."""
    path = tmp_path_factory.getbasetemp() / "rows.jsonl"
    lines = [json.dumps({"a": a, "b": b}) for a, b in [("first", "row"), *rows]]
    path.write_text("\n".join(lines))
    assert read_table_file(path) == (["a", "b"], [["first", "row"], *map(list, rows)])


def test_a_nul_is_refused_unless_somebody_typed_it(tmp_path: Path) -> None:
    """UTF-16 read as UTF-8 has a NUL in its first line; further on one is refused in data only."""
    path = tmp_path / "class.csv"
    path.write_bytes(b"student,q\nAda,1\x00\n")
    with pytest.raises(InputError, match="line 2: not text: a NUL character"):
        read_text_file(path)
    assert read_text_file(path, of_answers=True) == "student,q\nAda,1\x00\n"
    for content in ("student,q\nAda,1\n".encode("utf-16-le"), b"s\x00tudent"):
        path.write_bytes(content)
        with pytest.raises(InputError, match="line 1: not text: a NUL character"):
            read_text_file(path, of_answers=True)


def test_types_of_orange_have_flags_below_them() -> None:
    """Letters that Orange has for types are data where no line of flags stands below them."""
    rows = read_table_content("first,second,grade\nc,d,c\na,b,d\n")[1]
    assert rows == [["c", "d", "c"], ["a", "b", "d"]]
    with pytest.raises(InputError, match=r"line 2: types of columns, .* another row"):
        read_table_content("first,second,grade\nc,d,c\n,class,meta\na,b,d\n")


def test_further_names_below_a_header_are_no_rows() -> None:
    """Texts in columns of numbers, and keys of JSON: the message has all such lines."""
    rows = "4,1,a\n3,2,b\n"
    with pytest.raises(InputError, match=r'line 2: further names .* skip = "2-3"'):
        read_table_content(f'Q1,Group,Why\nSleep,Group now,Reason\n{{"Id":1}},{{"Id":2}},\n{rows}')
    assert read_table_content(f"Q1,Group,Why\nmany,some,a\n{rows}")[1][0] == ["many", "some", "a"]


def test_an_empty_cell_between_blanks_has_its_place() -> None:
    """The others stand below their names, as a page that is copied has them."""
    content = "sky   wind   play\nsun          yes\nfog   high   no\n"
    rows = read_table_content(content, ".txt", dialect=Dialect(delimiter="blanks"))[1]
    assert rows == [["sun", "", "yes"], ["fog", "high", "no"]]


def test_a_record_may_have_keys_of_its_own() -> None:
    """Not keys alone: then it is no record. A key that is near one that it lacks is misspelled."""
    pairs = Dialect(delimiter="pairs")
    records = "age: 4\nill: no\n\nage: 5\nill: yes\nnote: tired\n\nage: 6\nill: no\n"
    header, rows = read_table_content(records, ".txt", dialect=pairs)
    assert (header, rows[0]) == (["age", "note", "ill"], ["4", "", "no"])
    for below, told in {
        "Seen by: Kay\nOn: Monday": r'line 11: no other record has .*, say skip = "11-12"',
        "Age: 3\nill: no": "line 11: no other record has key 'Age' .did you mean 'age'",
    }.items():
        with pytest.raises(InputError, match=told):
            read_table_content(f"{records}\n{below}\n", ".txt", dialect=pairs)


def test_numbers_of_a_column_in_two_units_are_refused() -> None:
    """What is stripped would be lost; a plural is the same unit, and other columns have their own."""
    dialect = Dialect(strip="kg g day days")
    rows = read_table_content("w,t\n1 kg,1 day\n3kg,30 days\n2,4\n", dialect=dialect)[1]
    assert rows == [["1", "1"], ["3", "30"], ["2", "4"]]
    with pytest.raises(InputError, match=r"row 2, column 'w': numbers in “kg” and in “g” are in one"):
        read_table_content("w,t\n1 kg,1 day\n500 g,30 days\n", dialect=dialect)
