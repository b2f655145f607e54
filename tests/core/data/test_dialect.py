"""How files are written: encodings by their marks, delimiters by name, rows that go over line ends."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.data.cells import cut
from exactnb.core.data.dialect import Dialect
from exactnb.errors import InputError

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufeff"), max_size=20)
MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@pytest.mark.parametrize("encoding", MARKS)
@given(text=TEXT.filter(lambda text: not text.startswith("\0")))
@law(10, 50)
def test_a_mark_says_the_encoding(encoding: str, text: str) -> None:
    """Text behind a byte order mark is read by it, whether or not the encoding is said too."""
    data = MARKS[encoding] + text.encode(encoding)
    assert Dialect().decoded(data) == text
    assert Dialect(encoding=encoding).decoded(data) == text
    assert Dialect(encoding=encoding[:6].rstrip("-")).decoded(data) == text


@given(text=TEXT)
@law(10, 50)
def test_what_is_said_is_read(text: str) -> None:
    """Text without a mark is UTF-8, or what is said."""
    for encoding in ("utf-16-le", "utf-16-be", "utf-8"):
        assert Dialect(encoding=encoding).decoded(text.encode(encoding)) == text
    assert Dialect().decoded(text.encode()) == text


@all_of(
    ("said", "message"),
    [
        ({"encoding": "utf8x"}, "encoding: unknown encoding 'utf8x'"),
        ({"encoding": "hex"}, "encoding: unknown encoding 'hex'"),
        ({"delimiter": "semicolons"}, "delimiter: expected comma, semicolon, tab, bar, blank, "
         "blanks, pairs or one sign; got 'semicolons' (did you mean 'semicolon'?)"),
        ({"delimiter": "."}, "delimiter: expected comma, semicolon, tab, bar, blank, blanks, pairs or "
         "one sign; got '.'"),
        ({"decimal": ";"}, "decimal: expected the sign of decimals, . or ,; got ';'"),
    ],
)  # fmt: skip
def test_what_is_none_is_refused(said: dict[str, str], message: str) -> None:
    """Encodings, delimiters and signs that are none are refused with those that are."""
    with pytest.raises(InputError) as refusal:
        Dialect(**said)
    assert str(refusal.value) == message


@all_of("separator", ["\t", "|"])
@all_of(
    ("lines", "rows"),
    [
        (["a;b;c", '1;"x', 'y";2'], [["a", "b", "c"], ["1", "x\ny", "2"]]),
        (["a;b;c", '1;"x', "", "y", 'z";2', "3;4;5"], [["a", "b", "c"], ["1", "x\n\ny\nz", "2"],
         ["3", "4", "5"]]),
        (["a;b", '1;"x', 'y"', "3;4"], [["a", "b"], ["1", "x\ny"], ["3", "4"]]),
        (["a;b", '1;5" nail', '2;6" nail'], [["a", "b"], ["1", '5" nail'], ["2", '6" nail']]),
        (["a;b", '1;"so', '2;he said"'], [["a", "b"], ["1", '"so'], ["2", 'he said"']]),
        (["a;b", '1;"so', "2;x", '3;"'], [["a", "b"], ["1", '"so'], ["2", "x"], ["3", '"']]),
        (['"a', 'b";c', "1;2"], [["a\nb", "c"], ["1", "2"]]),
    ],
)  # fmt: skip
def test_lines_are_one_row_only_where_they_cannot_be_several(
    separator: str, lines: list[str], rows: list[list[str]]
) -> None:
    """Between tabs and bars a quoted cell may hold line ends; a quote that only stands there stays."""
    content = [line.replace(";", separator) + "\n" for line in lines]
    assert [cells for _, cells in cut(content, ".csv")] == rows


def test_rows_keep_the_number_of_their_last_line() -> None:
    """A row over several lines is told by its last, as between commas, and `sep=` counts as one."""
    for separator in ",\t|":
        lines = [
            f"sep={separator}\n",
            f"a{separator}b\n",
            f'1{separator}"x\n',
            'y"\n',
            f"2{separator}3\n",
        ]
        assert [number for number, _ in cut(lines)] == [2, 4, 5]
