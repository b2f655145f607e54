"""Files of counts: exactnb's own, those that engines write, and those that are refused in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from any_text import CHARACTERS
from hypothesis import given
from hypothesis import strategies as st
from pages.reading import blocks
from thoroughness import all_of, choose, in_both_runs

from exactnb.errors import InputError
from exactnb.scale.counting.features import Numbers, NumberSums, Values, Words
from exactnb.scale.counting.parquet import parquet_bytes, read_counts_file
from exactnb.scale.counting.tally import Tally, TallyPart

FORMAT = ("format", None, None, "exactnb.counts/1", 1, None, None)
ROWS: list[Any] = [
    ("class", "play", "yes", None, 2, None, None),
    ("class", "play", "no", None, 1, None, None),
    ("value", "sky", "yes", "rain", 2, None, None),
    ("value", "sky", "no", None, 1, None, None),
    ("number", "x", "yes", None, 2, "5/2", "3.25"),
    ("number", "x", "no", None, 1, None, None),
    ("split", "text", None, "unicode", 1, None, None),
    ("tokens", "text", "yes", None, 3, None, None),
    ("word", "text", "yes", "café", 3, None, None),
]
TYPES = {"kind": pa.string(), "feature": pa.string(), "class": pa.string(), "value": pa.string()}
TYPES |= {"n": pa.int64(), "sum": pa.string(), "squares": pa.string()}


def table_of(rows: list[Any], **types: Any) -> pa.Table:
    """Return rows as a table, some of its columns of another type."""
    known = TYPES | types
    columns = {
        name: pa.array([row[at] for row in rows], kind) for at, (name, kind) in enumerate(known.items())
    }
    return pa.table(columns)


def written(path: Path, rows: list[Any] | None = None, **types: Any) -> Path:
    """Write rows as a file, as an engine might."""
    pq.write_table(table_of([FORMAT, *ROWS] if rows is None else rows, **types), path)
    return path


def refusal(path: Path) -> str:
    """Return why a file is refused, without its name."""
    with pytest.raises(InputError) as refused:
        read_counts_file(path)
    told = str(refused.value)
    assert told.startswith(str(path)), told
    return told.removeprefix(f"{path}: ")


@pytest.fixture(scope="module")
def tally() -> Tally:
    return Tally.from_rows([*ROWS, ("part", "monday.csv", None, "1f", 3)])


def test_a_file_holds_all_of_a_tally(tally: Tally, tmp_path: Path) -> None:
    """Parts, missing cells, words in Unicode and sums as fractions come back as they were."""
    path = tmp_path / "a.parquet"
    path.write_bytes(parquet_bytes(tally))
    assert read_counts_file(path) == tally
    assert tally.features["x"] == Numbers(
        {"yes": NumberSums(2, Fraction(5, 2), Fraction(13, 4))}, {"no": 1}
    )


NAMES = st.text(CHARACTERS, max_size=3)


@given(st.dictionaries(NAMES, st.integers(0, 2**40)), st.fractions(), st.integers(0, 9000))
def test_any_names_and_sums_come_back(
    tmp_path_factory: pytest.TempPathFactory, counts: dict[str, int], x: Fraction, power: int
) -> None:
    """Names of any letters, sums of thousands of digits and the digest are those that were written."""
    number, x = sum(counts.values()), x * Fraction(7, 3) ** power
    rows: list[Any] = [("class", "k", "a", None, number + 1), ("value", "v", "a", None, 1)]
    rows += [("value", "v", "a", value, n) for value, n in counts.items()]
    rows += [("number", "x", "a", None, number + 1, x, x * x)]
    tally = Tally.from_rows(rows)
    path = tmp_path_factory.getbasetemp() / "any.parquet"
    path.write_bytes(parquet_bytes(tally))
    found = read_counts_file(path)
    assert (found.classes, found.features, found.digest) == (
        tally.classes,
        tally.features,
        tally.digest,
    )


def test_what_names_no_part_is_one_by_its_digest(tmp_path: Path) -> None:
    """Counts of an engine are one part, the same under another name and in another order."""
    one = read_counts_file(written(tmp_path / "a.parquet"))
    other = read_counts_file(written(tmp_path / "b.parquet", [*reversed(ROWS), FORMAT]))
    assert one.parts == {one.digest: TallyPart("a.parquet", 3)}
    assert other.parts == {one.digest: TallyPart("b.parquet", 3)}


OTHER_TYPES: dict[str, dict[str, Any]] = {
    "large": {"kind": pa.large_string(), "value": pa.string_view(), "n": pa.uint8()},
    "dictionary": {
        name: pa.dictionary(pa.int8(), pa.string()) for name in ("kind", "feature", "class")
    },
    "decimal": {"n": pa.decimal128(38, 0)},
}


@pytest.mark.parametrize("kind", OTHER_TYPES)
def test_types_of_other_engines_are_read(kind: str, tally: Tally, tmp_path: Path) -> None:
    """Text and whole numbers may be of any type that is exact."""
    rows = [FORMAT, *ROWS]
    if kind == "decimal":
        rows = [(*row[:4], Decimal(row[4]), *row[5:]) for row in rows]
    found = read_counts_file(written(tmp_path / "a.parquet", rows, **OTHER_TYPES[kind]))
    assert found.features == tally.features


def test_sums_may_be_decimals_or_whole_numbers(tmp_path: Path) -> None:
    """Of SQL's DECIMAL the exact value is taken, of an integer too."""
    rows = [
        FORMAT,
        *ROWS[:4],
        ("number", "x", "yes", None, 2, Decimal("2.5"), 4),
        (*ROWS[5][:5], None, None),
    ]
    path = written(tmp_path / "a.parquet", rows, sum=pa.decimal128(38, 2), squares=pa.int64())
    numbers = read_counts_file(path).features["x"]
    assert numbers == Numbers({"yes": NumberSums(2, Fraction(5, 2), Fraction(4))}, {"no": 1})


def test_a_job_may_write_a_folder(tally: Tally, tmp_path: Path) -> None:
    """The files of a folder hold the rows of one tally, in any division; others lie beside them."""
    rows = [*ROWS, FORMAT]
    for number in range(3):
        written(tmp_path / f"part-{number}.parquet", rows[number::3])
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / "_part.parquet").touch()
    assert read_counts_file(tmp_path).features == tally.features
    (tmp_path / "part-1.parquet").unlink()
    assert "the counts add up to" in refusal(tmp_path) or "row of kind" in refusal(tmp_path)


def test_a_folder_of_several_tallies_is_none(tmp_path: Path) -> None:
    """Files that each hold counts of their own are merged, and not read as one."""
    for name in "ab":
        written(tmp_path / f"{name}.parquet")
    assert refusal(tmp_path) == "holds the counts of several files; name each of them: exactnb merge"


REFUSED = {
    "no row of kind format names them; expected exactnb.counts/1": ROWS,
    "the rows are exactnb.counts/2; expected exactnb.counts/1": [
        (*FORMAT[:3], "exactnb.counts/2", *FORMAT[4:]),
        *ROWS,
    ],
    "the rows are exactnb.counts/1, exactnb.counts/2; expected exactnb.counts/1": [
        FORMAT,
        (*FORMAT[:3], "exactnb.counts/2", *FORMAT[4:]),
        *ROWS,
    ],
    "value 'sky', class 'yes', value 'rain': is there twice; each is counted once in a file, and files "
    "are merged": [FORMAT, *ROWS, ROWS[2]],
    "feature 'sky', class 'no': the counts add up to 0; the class has 1 row": [
        FORMAT,
        *ROWS[:3],
        *ROWS[4:],
    ],
    "feature 'text', class 'yes': the counts add up to 0; the class has 3 tokens": [FORMAT, *ROWS[:-1]],
    "value 'sky', class 'yes', value 'rain': a count is not negative; got -2": [
        FORMAT,
        *ROWS[:2],
        (*ROWS[2][:4], -2, None, None),
    ],
    'number \'x\', class \'yes\': expected a number such as 3, 0.15, "5/11", "1e-3" or "45%"; got '
    "'much'": [
        FORMAT,
        *ROWS[:4],
        (*ROWS[4][:5], "much", "9"),
    ],
    "number 'x', class 'yes': the denominator of '1/0' is 0": [FORMAT, (*ROWS[4][:5], "1/0", "9")],
}


@all_of("message", REFUSED)
def test_what_is_no_tally_is_refused(message: str, tmp_path: Path) -> None:
    """Another version, rows twice, lost or wrong, are told with the file and the row."""
    assert refusal(written(tmp_path / "a.parquet", REFUSED[message])) == message


WRONG_COLUMNS: dict[str, Any] = {
    "column 'n': double is rounded (as DuckDB writes HUGEINT); say CAST(... AS BIGINT)": lambda: (
        table_of([FORMAT, *ROWS], n=pa.float64())
    ),
    "column 'sum': float is rounded (as DuckDB writes HUGEINT); say CAST(... AS VARCHAR)": lambda: (
        table_of([(*row[:5], None, None) for row in ROWS], sum=pa.float32())
    ),
    "column 'n': expected whole numbers; got string": lambda: table_of(
        [(*row[:4], str(row[4]), *row[5:]) for row in ROWS], n=pa.string()
    ),
    "column 'class': expected text; got date32[day]": lambda: table_of(
        [(*row[:2], None, *row[3:]) for row in ROWS], **{"class": pa.date32()}
    ),
    "there is no column 'class' (did you mean 'Class'?)": lambda: table_of(ROWS).rename_columns(
        ["kind", "feature", "Class", "value", "n", "sum", "squares"]
    ),
    "column 'total' is not one of kind, feature, class, value, n, sum, squares": lambda: table_of(
        ROWS
    ).append_column("total", [[0] * len(ROWS)]),
    "column 'n' is there twice": lambda: table_of(ROWS).append_column("n", [[0] * len(ROWS)]),
    "what its metadata say of exactnb cannot be read": lambda: table_of(ROWS).replace_schema_metadata(
        {"exactnb": "1"}
    ),
    "the rows are 'exactnb.counts/9'; expected exactnb.counts/1": lambda: table_of(
        ROWS
    ).replace_schema_metadata({"exactnb": '{"format": "exactnb.counts/9", "digest": ""}'}),
}


@all_of("message", WRONG_COLUMNS)
def test_columns_that_are_not_exact_are_refused(message: str, tmp_path: Path) -> None:
    """Floats are refused with what to say instead, and columns that lack or are too many by name."""
    pq.write_table(WRONG_COLUMNS[message](), tmp_path / "a.parquet")
    assert refusal(tmp_path / "a.parquet") == message


def test_whole_numbers_are_no_names(tmp_path: Path) -> None:
    """A class that an engine holds as a number has to be cast to text."""
    rows = [FORMAT, (*ROWS[0][:2], 1, *ROWS[0][3:])]
    path = written(tmp_path / "a.parquet", rows, **{"class": pa.int64()})
    assert refusal(path) == "class 'play', class '1': expected text as class; got '1'"


def changed(data: bytes) -> Iterator[bytes]:
    """Yield a file with one bit changed, and cut off, at each place."""
    for at in range(len(data)):
        yield data[:at] + bytes([data[at] ^ (1 << at % 8)]) + data[at + 1 :]
        yield data[:at]


@in_both_runs
def test_a_damaged_file_is_refused_or_says_the_same(tally: Tally, tmp_path: Path) -> None:
    """Whichever bit changes and wherever the file ends, no other counts are read out of it.

    One change in three is tried: of each place that is left out, its neighbours are.
    """
    path, data = tmp_path / "a.parquet", parquet_bytes(tally)
    for content in list(changed(data))[:: choose(quick=31, exhaustive=3)]:
        path.write_bytes(content)
        with suppress(InputError):
            assert read_counts_file(path) == tally


def test_counts_that_were_changed_are_told_by_their_digest(tally: Tally, tmp_path: Path) -> None:
    """A file of exactnb whose rows were written anew by hand is refused, even if they add up."""
    path = tmp_path / "a.parquet"
    path.write_bytes(parquet_bytes(tally))
    table = pq.read_table(path)
    names = pa.array(["snow" if name == "rain" else name for name in table["value"].to_pylist()])
    at = table.column_names.index("value")
    pq.write_table(table.set_column(at, "value", names), path)
    assert refusal(path) == "was changed after it was written: its counts have another digest"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is no Parquet file"),
        (b"kind,feature\n", "is no Parquet file"),
        (b"PAR1 PAR1", "is damaged: it cannot be read as Parquet"),
        (b"PAR1", "is damaged: it cannot be read as Parquet"),
    ],
)
def test_other_files_are_told(content: bytes, message: str, tmp_path: Path) -> None:
    """What is no Parquet, or only looks like it, is refused without a traceback."""
    path = tmp_path / "a.parquet"
    path.write_bytes(content)
    assert refusal(path) == message


def test_a_file_that_is_not_there_has_a_near_match(tmp_path: Path) -> None:
    """The name of a file is looked for among its neighbours; a folder may be empty."""
    written(tmp_path / "counts.parquet")
    assert refusal(tmp_path / "count.parquet") == "no such file (did you mean 'counts.parquet'?)"
    (tmp_path / "folder").mkdir()
    assert refusal(tmp_path / "folder") == "there is no .parquet file in this folder"


def test_counts_beyond_64_bits_are_not_written() -> None:
    """The column n holds what every engine holds; sums of numbers have no such end."""
    rows: list[Any] = [
        ("class", "k", "a", None, 2**63),
        ("number", "x", "a", None, 2**63, 2**70, 2**99),
    ]
    with pytest.raises(
        InputError, match="a count of 9223372036854775808; a file holds those below 2\\^63"
    ):
        parquet_bytes(Tally.from_rows(rows))


DAYS = """
CREATE TABLE days AS FROM (VALUES
    ('sun', 2.5, 'WIN money, win!', 'yes'), (NULL, NULL, 'lunch at 2', 'no'), ('sun', 10.25, '£5', 'no')
) AS t(sky, hours, notes, play)
"""


def test_sql_alone_writes_such_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The SQL of the page writes what is read: values, numbers, words, and what is missing of them."""
    monkeypatch.chdir(tmp_path)
    copy, view = (block.text for block in blocks("sql") if block.page == "docs/counts.md")
    with duckdb.connect() as base:
        for statement in (DAYS, view, copy):
            base.execute(statement)
    tally = read_counts_file(Path("counts.parquet"))
    assert (tally.label, tally.classes) == ("play", {"yes": 1, "no": 2})
    assert tally.parts == {"days of 2026-47": TallyPart("week 47", 3)}
    assert tally.features == {
        "sky": Values({"yes": {"sun": 1}, "no": {None: 1, "sun": 1}}),
        "hours": Numbers(
            {
                "yes": NumberSums(1, Fraction(5, 2), Fraction(25, 4)),
                "no": NumberSums(1, Fraction(41, 4), Fraction(1681, 16)),
            },
            {"no": 1},
        ),
        "notes": Words(
            {"yes": {"win": 2, "money": 1}, "no": {"lunch": 1, "at": 1, "2": 1, "5": 1}},
            "ascii",
            {"yes": 3, "no": 4},
        ),
    }


def test_a_float_of_sql_is_refused_with_the_cast_that_mends_it(tmp_path: Path) -> None:
    """HUGEINT, which a sum of integers is, leaves DuckDB as a double."""
    path = tmp_path / "a.parquet"
    with duckdb.connect() as base:
        base.execute(
            "COPY (SELECT 'class' AS kind, 'k' AS feature, 'a' AS class, NULL AS value, sum(1) AS n) "
            f"TO '{path}' (FORMAT parquet)"
        )
    told = "column 'n': double is rounded (as DuckDB writes HUGEINT); say CAST(... AS BIGINT)"
    assert refusal(path) == told


def test_a_data_frame_may_write_it(tally: Tally, tmp_path: Path) -> None:
    """Polars writes the same columns, and they are read as those of SQL."""
    path = tmp_path / "a.parquet"
    pl.DataFrame(
        [FORMAT, *ROWS], schema=list(TYPES), orient="row", infer_schema_length=None
    ).write_parquet(path)
    assert read_counts_file(path).features == tally.features
