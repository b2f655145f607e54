import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Any
from uuid import UUID

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from any_text import CHARACTERS
from hypothesis import example, given, settings
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Problem, solve
from exactnb.core.data.frames import read_frame
from exactnb.core.data.rows import name_of
from exactnb.core.data.table import Table
from exactnb.errors import InputError

Maker = Callable[[Any], Any]
MAKERS: dict[str, Maker] = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
COLUMNS: dict[str, Callable[[Any, Any], Any]] = {
    "pandas": lambda cells, kind: pd.Series(cells, dtype=kind),
    "polars": lambda cells, kind: pl.Series(cells, dtype=kind),
    "pyarrow": pa.array,
}
NAN = float("nan")
BIG = 2**53 + 1  # no float is this number
EXACT = {  # what goes in, what comes out, and the types of pandas, Polars and PyArrow that hold it
    "text": (
        ["happy", "grumpy", None], ["happy", "grumpy", ""],
        ["str", "object", "string", "category", pd.ArrowDtype(pa.string())],
        [pl.String, pl.Categorical, pl.Enum(["grumpy", "happy"]), pl.Object],
        [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())],
    ),
    "whole numbers": (
        [BIG, -2, None], [BIG, -2, ""],
        ["object", "Int64", pd.ArrowDtype(pa.int64()), pd.CategoricalDtype([-2, BIG, 0])],
        [pl.Int64, pl.Int128, pl.Object],
        [pa.int64(), pa.dictionary(pa.int8(), pa.int64())],
    ),
    "truth values": (
        [True, False, None], [True, False, ""],
        ["object", "boolean", "category", pd.ArrowDtype(pa.bool_())],
        [pl.Boolean, pl.Object],
        [pa.bool_()],
    ),
    "decimals": (
        [Decimal("0.5"), Decimal(20), None], ["0.5", "20", ""],
        ["object", pd.ArrowDtype(pa.decimal128(5, 2))],
        [pl.Decimal(9, 3), pl.Object],
        [pa.decimal128(9, 4), pa.decimal256(50, 1)],
    ),
    "holes": (
        [None, None, None], ["", "", ""],
        ["object", "float64", "Float64", "datetime64[ns]", "timedelta64[ns]", "str", "category"],
        [pl.Null, pl.Float64, pl.Date, pl.List(pl.Int8), pl.Categorical],
        [pa.null(), pa.float32(), pa.timestamp("ns"), pa.binary()],
    ),
}  # fmt: skip
CASES = [
    (make({"mood": COLUMNS[library](cells, kind)}), read)
    for cells, read, *types in EXACT.values()
    for (library, make), kinds in zip(MAKERS.items(), types, strict=True)
    for kind in kinds
]


def told(frame: object, **options: Any) -> str:
    """Return what is said about a frame that is refused; it is one line."""
    with pytest.raises(InputError) as refusal:
        read_frame(frame, **options)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def named(frame: object, **options: Any) -> tuple[list[str], list[list[str]]]:
    """Return a frame as a table takes it: 1 and "1" are one name."""
    header, rows = read_frame(frame, **options)
    return header, [[name_of(cell) for cell in row] for row in rows]


@pytest.fixture(params=MAKERS.values(), ids=MAKERS)
def make(request: pytest.FixtureRequest) -> Maker:
    """Make a frame of some columns, in each of the three libraries."""
    return request.param


@all_of(("frame", "cells"), CASES)
@all_of("floats", ["refuse", "as printed"])
def test_exact_cells_pass_in_every_type(frame: object, cells: list[object], floats: str) -> None:
    """Text, whole numbers of any size, truth values and decimals come out as they went in."""
    header, rows = read_frame(frame, floats=floats)
    assert (header, rows) == (["mood"], [[cell] for cell in cells])
    assert [type(row[0]) for row in rows] == [type(cell) for cell in cells]  # True is no 1


def test_whatever_marks_a_hole_is_a_missing_cell() -> None:
    """In a column of objects the marks of several libraries may stand together."""
    marks = [None, NAN, np.float32("nan"), pd.NA, pd.NaT, Decimal("nan"), Decimal("snan")]
    for frame in (pd.DataFrame({"x": pd.Series(marks, dtype=object)}), {"x": marks}):
        assert read_frame(frame) == (["x"], [[""]] * len(marks))
    assert read_frame(pl.DataFrame({"x": [NAN, None]})) == (["x"], [[""], [""]])


def test_a_table_takes_what_is_read(make: Maker) -> None:
    """Rows stay rows, columns keep their order, and counts are those of the frame."""
    frame = make({"oil": ["high", "low", "high"], "leaves": [7, 10, 9], "soup": [True, True, False]})
    header, rows = read_frame(frame)
    table = Table.from_rows(rows, header, label="soup")
    assert table.classes == ("true", "false")
    assert table.values == (("high", "low"), ("7", "9", "10"))
    assert [row.cells for row in table.rows] == [("high", "7"), ("low", "10"), ("high", "9")]
    assert table.count("true", {"oil": "high"}) == 1


def test_a_binary_float_is_refused_with_its_place_and_the_fix(make: Maker) -> None:
    """The line names the row, the column, the value and the option that takes it."""
    frame = make({"mood": ["happy", "grumpy", "happy"], "size": [None, 0.1, 1.0]})
    fix = """floats="as printed" reads it as '0.1'"""
    assert told(frame) == f"row 2, column 'size': 0.1 is a binary float; {fix}"
    _, rows = read_frame(frame, floats="as printed")
    assert rows == [["happy", ""], ["grumpy", "0.1"], ["happy", "1"]]


def test_whole_numbers_with_a_hole_become_floats_in_pandas() -> None:
    """They are refused with the reason, and read as whole numbers if floats are read as printed."""
    frame = pd.DataFrame({"leaves": [1, None, 30]})
    why = "(pandas makes floats of whole numbers where one is missing)"
    fix = f"""1.0 is a binary float; floats="as printed" reads it as '1' {why}"""
    assert told(frame) == f"row 1, column 'leaves': {fix}"
    assert read_frame(frame, floats="as printed")[1] == [["1"], [""], ["30"]]
    assert why not in told(pd.DataFrame({"leaves": [1.0, 2.0]}))
    assert why not in told(pd.DataFrame({"leaves": [0.5, None]}))


PRINTED = [
    (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"), (-0.0, "0"), (-2.50, "-2.5"),
    (1e16, "1" + "0" * 16), (1e-7, "0.0000001"), (5e-324, "0." + "0" * 323 + "5"),
]  # fmt: skip


@all_of(("value", "text"), PRINTED)
def test_a_float_is_its_shortest_decimal(make: Maker, value: float, text: str) -> None:
    """It is written without an exponent, so that equal numbers are one name."""
    assert read_frame(make({"size": [value, None]}), floats="as printed")[1] == [[text], [""]]


TENTHS = [0.1, 0.25, -3.0, NAN, 16.1]
NARROW_PANDAS = ["float32", "Float32", "float[pyarrow]", "float16", "Sparse[float32]"]
NARROW = [
    *(pd.DataFrame({"x": pd.Series(TENTHS, dtype=kind)}) for kind in NARROW_PANDAS),
    pd.DataFrame({"x": pd.Categorical(np.array(TENTHS, np.float32))}),
    pd.DataFrame({"x": pd.Series(list(np.array(TENTHS, np.float32)), dtype=object)}),
    *(pl.DataFrame({"x": TENTHS}, schema={"x": kind}) for kind in (pl.Float32, pl.Float16)),
    *(pa.table({"x": pa.array(TENTHS, kind)}) for kind in (pa.float32(), pa.float16())),
    pa.table({"x": pa.array(TENTHS, pa.float32()).dictionary_encode()}),
    {"x": np.array(TENTHS, np.float32)},
]


@all_of("frame", NARROW)
def test_a_narrow_float_prints_as_wide_as_it_was_stored(frame: object) -> None:
    """A tenth in 32 or 16 bits is 0.1, not 0.10000000149011612."""
    assert read_frame(frame, floats="as printed")[1] == [["0.1"], ["0.25"], ["-3"], [""], ["16.1"]]
    assert told(frame).startswith("row 1, column 'x': 0.1 is a binary float; ")


@pytest.mark.parametrize("floats", ["refuse", "as printed"])
@all_of("value", [float("inf"), float("-inf")])
def test_an_infinity_is_refused(make: Maker, value: float, floats: str) -> None:
    """No option takes it."""
    line = f"row 2, column 'size': expected a finite number; got {value}"
    assert told(make({"size": [None, value]}), floats=floats) == line


@all_of(
    ("value", "text"),
    [
        (date(2024, 2, 29), "2024-02-29"),
        (datetime(2024, 2, 29), "2024-02-29"),
        (datetime(2024, 2, 29, 12), "2024-02-29 12:00:00"),
    ],
)
def test_dates_are_names_in_the_form_of_iso(make: Maker, value: object, text: str) -> None:
    """They are as in a file of any kind: days alone where it is midnight."""
    assert read_frame(make({"mood": ["a", "b"], "day": [None, value]}))[1] == [["a", ""], ["b", text]]


OTHERS = [
    (timedelta(1), "(timedelta|Timedelta)"),
    ([1, 2], "list"),
    ({"a": 1}, "dict"),
    (b"happy", "bytes"),
]


@all_of(("value", "kind"), OTHERS)
def test_what_is_no_name_is_refused_with_its_column_and_type(
    make: Maker, value: object, kind: str
) -> None:
    """Durations, lists, structs and bytes are no names, whatever the library calls them."""
    expected = f"row 2, column 'day': expected a name or a number; got a {kind}, in a column of type "
    line = told(make({"mood": ["happy", "grumpy"], "day": [None, value]}))
    assert re.fullmatch(expected + "['\"].+['\"]; turn it into text first", line)


OBJECTS = [
    (1j, "complex"), (UUID(int=0), "UUID"), (np.array([1]), "ndarray"), (pd.Interval(0, 1), "Interval"),
    (np.datetime64("2024-02-29"), "datetime64"),
]  # fmt: skip


@all_of(("value", "kind"), OBJECTS)
def test_objects_that_are_no_names_are_refused(value: object, kind: str) -> None:
    """A column of objects may hold anything; only names and numbers are taken."""
    line = f"expected a name or a number; got a {kind}, in a column of type 'object'"
    assert told({"x": [value]}) == f"row 1, column 'x': {line}; turn it into text first"
    frame = pd.DataFrame({"x": pd.Series([value], dtype=object)})
    assert told(frame) == f"row 1, column 'x': {line}; turn it into text first"


Soup = StrEnum("Soup", {"LEEK": "leek"})
Size = IntEnum("Size", {"SMALL": 3})


def test_objects_that_are_names_pass() -> None:
    """NumPy's scalars, Python's enumerations and fractions are names in a column of objects."""
    cells = [np.int64(3), np.bool_(True), np.str_("a"), Soup.LEEK, Size.SMALL, Fraction(1, 3), "nan"]
    frame = pd.DataFrame({"x": pd.Series(cells, dtype=object)})
    assert [row[0] for row in named(frame)[1]] == ["3", "true", "a", "leek", "3", "1/3", "nan"]
    assert read_frame(pd.DataFrame({"x": pd.arrays.SparseArray([0, 1])}))[1] == [[0], [1]]


def test_decimals_that_are_no_numerals_are_refused() -> None:
    """An infinity and an endless exponent are told as what they are."""
    line = "row 1, column 'x': "
    assert told({"x": [Decimal("inf")]}) == f"{line}expected a finite number; got Infinity"
    assert told({"x": [Decimal("1e1001")]}) == f"{line}an exponent of 1001; at most ±1,000 is read"


def test_column_names_become_text() -> None:
    """Whole numbers are names too, and a name may be that of a method."""
    assert read_frame(pd.DataFrame([[1, "a"]])) == (["0", "1"], [[1, "a"]])
    awkward = ["columns", "iloc", "compute", "collect", "get_columns", "column_names", "dtype"]
    for make in MAKERS.values():
        assert read_frame(make({name: [1] for name in awkward})) == (awkward, [[1] * len(awkward)])


def pandas_row(*names: object) -> pd.DataFrame:
    return pd.DataFrame([range(len(names))], columns=pd.Index(names))


HEADERS = [
    (
        pandas_row(("a", "x"), ("a", "y")),
        "the column names have 2 levels; join them into one text each",
    ),
    (pandas_row("a", "a"), "column 'a' is there twice"),
    (pandas_row(1, "1"), "column '1' is there twice"),
    (pandas_row(0.5), 'column 1: 0.5 is a binary float; write "0.5" if it is a name'),
    (
        pandas_row(None),
        "column 1: expected a name or a whole number; got 'None' (NoneType); \"\" is a missing cell",
    ),
    (pa.table([[1], [2]], names=["a", "a"]), "column 'a' is there twice"),
    (pl.DataFrame({"a": [1], " a": [2]}), "column 'a' is there twice"),
    (pl.DataFrame({"a": [1], "": [2]}), "column 2: it has no name"),
    ({"a": [1], "b": []}, "the columns are not of one length"),
    ({"a": "xyz"}, "column 'a': expected a list of cells; got 'xyz'"),
    ({"a": 1}, "column 'a': expected a list of cells; got '1'"),
]


@all_of(("frame", "line"), HEADERS)
def test_columns_that_make_no_table_are_refused(frame: object, line: str) -> None:
    """Several levels, names that are there twice, and names that are none."""
    assert told(frame) == line


def test_an_index_is_left_out() -> None:
    """The index of pandas is no column, named or not, until it is made one."""
    frame = pd.DataFrame({"a": [1, 2]}, index=pd.Index(["x", "y"], name="id"))
    assert read_frame(frame) == (["a"], [[1], [2]])
    assert read_frame(frame.reset_index()) == (["id", "a"], [["x", 1], ["y", 2]])


def test_a_frame_may_be_empty(make: Maker) -> None:
    """Without rows there is still a header."""
    assert read_frame(make({"a": [], "b": []})) == (["a", "b"], [])
    assert read_frame(make({})) == ([], [])


class Stream:
    """A frame of a library that is not known here; it offers the Arrow stream."""

    def collect(self) -> None: ...

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pa.table({"a": [BIG, None]}).__arrow_c_stream__(requested_schema)


def test_other_libraries_come_through_the_arrow_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever PyArrow reads is read; without PyArrow the fix is named."""
    assert read_frame(Stream()) == (["a"], [[BIG], [""]])
    assert read_frame(pa.RecordBatch.from_pydict({"a": [1]})) == (["a"], [[1]])
    assert read_frame(pa.table({"a": [1]}).to_reader()) == (["a"], [[1]])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert told(Stream()) == "to read a Stream, run: pip install pyarrow"


@all_of(
    "given", [None, "mood.csv", [("a", 1)], pd.Series([1]), pl.Series([1]), pa.array([1]), pd.DataFrame]
)
def test_what_is_no_frame_is_refused(given: object) -> None:
    """A single column is not a frame, and neither is a list."""
    assert told(given) == f"expected a DataFrame; got '{type(given).__name__}'"


def test_a_lazy_frame_is_refused_with_the_call_that_it_needs() -> None:
    """Its rows are not there yet, and to ask for them may take long: that is the caller's to say."""
    line = "a lazy {} holds no rows yet; give what its {}() returns"
    assert told(pl.LazyFrame({"a": [1]})) == line.format("LazyFrame", "collect")
    for name, ask in (("Dask", "compute"), ("Spark", "toArrow")):
        kind = type(name, (), {"iloc": None, "columns": None, "collect": None, ask: None})
        assert told(kind()) == line.format(name, ask)


@all_of("floats", ["round", True, None])
def test_other_options_are_refused(floats: object) -> None:
    """Floats are refused or read as printed; there is no third way."""
    assert told({"a": [1]}, floats=floats).startswith(
        "floats: expected one of refuse, as printed; got '"
    )


def test_a_column_that_its_library_cannot_read_is_refused() -> None:
    """Bytes that are no UTF-8 in a column of text are a refusal, not a traceback."""
    broken = pa.array([b"\xff"]).view(pa.string())
    line = "column 'a': a column of type 'string' cannot be read (UnicodeDecodeError)"
    assert told(pa.table({"a": broken})) == f"{line}; turn it into text first"


def test_no_library_is_imported_to_read_frames() -> None:
    """The three libraries are known by their methods; a user needs none of them."""
    code = "import exactnb.core.data.frames as f, sys; f.read_frame({'a': [0.1]}, floats='as printed')"
    code += f"; print([m for m in {(*MAKERS, 'numpy')} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


TEXTS = st.text(CHARACTERS, max_size=4)
KINDS = {
    pa.string(): TEXTS,
    pa.int64(): st.integers(-(2**53), 2**53),
    pa.bool_(): st.booleans(),
    pa.decimal128(38, 3): st.decimals(-(10**9), 10**9, places=3),
    pa.float64(): st.floats(allow_infinity=False),
}


@st.composite
def tables(draw: st.DrawFn) -> pa.Table:
    """Return small tables of names, whole numbers, truth values, decimals and floats, with holes."""
    height = draw(st.integers(0, 5))
    names = draw(st.lists(TEXTS.filter(_is_a_name), min_size=1, max_size=4, unique_by=str.strip))
    kinds = [draw(st.sampled_from(list(KINDS))) for _ in names]
    cells = [draw(st.lists(st.none() | KINDS[k], min_size=height, max_size=height)) for k in kinds]
    return pa.table([pa.array(c, k) for c, k in zip(cells, kinds, strict=True)], names=names)


def _is_a_name(text: str) -> bool:
    """Say whether every library takes a text for the name of a column: Polars ends it at NUL."""
    return bool(text.strip()) and "\0" not in text


def spellings(table: pa.Table) -> Iterator[object]:
    """Yield a table as each library has it; pandas in its own types and in those of Arrow."""
    yield pl.from_arrow(table)
    yield pd.DataFrame(table.to_pydict())  # whole numbers with a hole become floats here
    yield table.to_pandas(types_mapper=pd.ArrowDtype)
    yield table.to_pydict()


@pytest.mark.exhaustive
@given(tables())
@law(15, 45)
def test_the_libraries_agree(table: pa.Table) -> None:
    """A table is the same names in PyArrow, Polars and pandas, and as plain lists."""
    read = named(table, floats="as printed")
    for frame in spellings(table):
        assert named(frame, floats="as printed") == read
    if not any(pa.types.is_floating(kind) for kind in table.schema.types):
        assert named(table) == named(pl.from_arrow(table)) == read


@given(st.floats(allow_nan=False, allow_infinity=False))
@settings(deadline=None)
def test_a_float_as_printed_is_that_float_again(value: float) -> None:
    """Its text reads back to the same float and has the digits of repr."""
    [[text]] = read_frame({"x": [value]}, floats="as printed")[1]
    assert float(text) == value
    assert Decimal(text) == Decimal(repr(value))


FLOATS = {16: (np.float16, pa.float16()), 32: (np.float32, pa.float32())}


@given(
    st.sampled_from(list(FLOATS)).flatmap(
        lambda width: st.tuples(
            st.just(width), st.floats(width=width, allow_nan=False, allow_infinity=False)
        )
    )
)
@settings(deadline=None)
@example((32, 2.0**-96))  # a power of two has more room above it than below
@example((32, 2.0**90))
@example((16, 2.0**-6))
@example((32, 2.0**-149))
@example((32, float.fromhex("0x1.9b6b5ap+6")))  # which needs nine digits
@example((32, 3.4028234663852886e38))
@example((16, 65504.0))
def test_a_narrow_float_has_the_digits_that_numpy_prints(case: tuple[int, float]) -> None:
    """NumPy looks for the shortest decimal by another road, and finds the same."""
    width, value = case
    scalar, kind = FLOATS[width]
    [[text]] = read_frame(pa.table({"x": pa.array([value], kind)}), floats="as printed")[1]
    assert Decimal(text) == Decimal(str(scalar(value)))


def test_records_are_rows() -> None:
    """Dictionaries in a list, one of which lacks a key, and a structured array are columns by name."""
    records = [{"size": 0.5, "k": "a"}, {"k": "b"}, {"size": 2, "k": "a"}]
    assert read_frame(records, floats="as printed") == (
        ["size", "k"],
        [["0.5", "a"], ["", "b"], [2, "a"]],
    )
    array = np.array([(0.1, "a"), (2, "b")], dtype=[("size", "f4"), ("k", "U1")])
    of_array = (["size", "k"], [["0.1", "a"], ["2", "b"]])
    for fields in (array, array.view(np.recarray)):
        assert read_frame(fields, floats="as printed") == of_array
    moods = [{"mood": "up", "k": "a"}, {"mood": "low", "k": "a"}, {"mood": "up", "k": "b"}]
    solution = solve(moods, query=[{"mood": "up"}, {"mood": "low"}])
    assert (solution["P(a|r1)"], solution["P(a|r2)"]) == (Fraction(1, 2), 1)
    for rows in ([], [("a", "b")], [{"a": 1}, 2], np.zeros((2, 2))):
        with pytest.raises(InputError, match="a DataFrame or a list of dictionaries; got"):
            solve(rows)


def test_an_empty_cell_of_a_frame_has_the_value_above_it() -> None:
    """Sun of the first row stands for the second, which is a no, too."""
    frame = {"sky": ["sun", None, "rain", None], "play": ["yes", "no", "yes", "no"]}
    remedies = [doubt.remedy for doubt in Problem(frame).doubts]  # type: ignore[arg-type]
    assert remedies == [{"missing_cells": "value"}, {"fill_down": "sky"}]
    filled = solve(frame, fill_down="sky").problem
    assert filled.counts.cells["sky", "sun", "no"] == filled.counts.cells["sky", "sun", "yes"] == 1
    assert not filled.doubts


def test_a_ditto_mark_of_a_frame_has_the_value_above_it() -> None:
    """It is noted as a value first; none stands above that of the first row."""
    frame = {"sky": ['"', "sun", '"', "〃"], "play": ["yes", "no", "yes", "no"]}
    assert {"fill_down": "sky"} in [doubt.remedy for doubt in Problem(frame).doubts]  # type: ignore[arg-type]
    filled = solve(frame, fill_down="sky").problem
    assert filled.counts.schema.columns["sky"] == ('"', "sun")
    assert filled.counts.cells["sky", "sun", "no"] == 2
