"""A few bytes of Parquet that unpack to gigabytes are refused before any of it is in memory."""

from __future__ import annotations

import struct
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from exactnb.errors import InputError
from exactnb.scale.counting.features import Values
from exactnb.scale.counting.parquet import FREE, UnpackingBudget, parquet_bytes, read_counts_file
from exactnb.scale.counting.tally import Tally

LONG = "z" * 2**20
TEXTS = ("kind", "feature", "class", "value")
Column = Any


def repeated(text: str | None, number: int) -> Column:
    """Return a column with one text in each row, which stands in memory once."""
    return chosen(np.zeros(number, dtype=np.int32), [text])


def chosen(places: Any, names: list[Any]) -> Column:
    return pa.DictionaryArray.from_arrays(pa.array(places, pa.int32()), pa.array(names, pa.string()))


def bomb(number: int, **columns: Column) -> pa.Table:
    """Return many rows of counts, which differ in some columns only."""
    usual = {"kind": "value", "feature": "sky", "class": "a", "value": "rain"}
    made = {name: columns.get(name, repeated(text, number)) for name, text in usual.items()}
    made["n"] = pa.array(np.ones(number, dtype=np.int64))
    return pa.table(made | {name: of for name, of in columns.items() if name not in usual})


def plain(path: Path, number: int = 100, **how: Any) -> None:
    table = bomb(number, value=pa.array([LONG] * number))
    pq.write_table(table, path, use_dictionary=False, **({"compression": "zstd"} | how))


def by_deltas(path: Path, encoding: str, version: str) -> None:
    table = bomb(100, value=pa.array([LONG] * 100))
    table = table.cast(pa.schema([(name, pa.string()) for name in TEXTS] + [("n", pa.int64())]))
    encodings = {**dict.fromkeys((*TEXTS, "n"), "PLAIN"), "value": encoding}
    how: Any = {"use_dictionary": False, "column_encoding": encodings, "data_page_version": version}
    pq.write_table(table, path, compression="zstd", **how)


def many_rows(path: Path, number: int = 2**21) -> None:
    pq.write_table(bomb(number), path, compression="zstd", row_group_size=number)


def all_pairs(path: Path) -> None:
    """Every row is another one: classes by values, whose places repeat."""
    at = np.arange(2**21)
    classes = chosen(at // 2**11, [f"k{k}" for k in range(2**11)])
    values = chosen(at % 2**11, [f"v{v}" for v in range(2**11)])
    pq.write_table(bomb(len(at), **{"class": classes}, value=values), path, compression="zstd")


def long_pairs(path: Path) -> None:
    at = np.arange(10_000)
    values = chosen(at % 20, [f"{v}{LONG}" for v in range(20)])
    classes = chosen(at // 20, [f"k{k}" for k in range(500)])
    pq.write_table(bomb(len(at), **{"class": classes}, value=values), path, compression="zstd")


def long_sums(path: Path) -> None:
    at = np.arange(20_000)
    sums = repeated("7" * 20_000 + "/" + "3" * 20_000, len(at))
    names = chosen(at, [f"x{x}" for x in at])
    pq.write_table(bomb(len(at), feature=names, sum=sums, squares=sums), path, compression="zstd")


def many_columns(path: Path) -> None:
    pq.write_table(pa.table({f"c{at}": [1] for at in range(20_000)}), path)


def many_groups(path: Path) -> None:
    pq.write_table(bomb(5_000), path, row_group_size=1)


def nested(path: Path) -> None:
    kind: Any = pa.string()
    for _ in range(2_000):
        kind = pa.list_(kind)
    pq.write_table(pa.table({"kind": pa.array([None], kind)}), path)


def number_of(value: int, width: int = 0) -> bytes:
    """Return a number as Thrift writes it, in so many bytes at least."""
    left, found = 2 * value, []
    while left or len(found) < max(width, 1):
        found.append(left & 127)
        left >>= 7
    return bytes([byte | 128 for byte in found[:-1]] + found[-1:])


def false_sizes(path: Path) -> None:
    """The end of the file says that all columns unpack to 100 bytes."""
    plain(path)
    data, metadata = path.read_bytes(), pq.read_metadata(path)
    (length,) = struct.unpack("<I", data[-8:-4])
    end = data[-8 - length : -8]
    group = metadata.row_group(0)
    sizes = {group.column(at).total_uncompressed_size for at in range(5)} | {group.total_byte_size}
    for size in sizes:
        said = number_of(size)
        end = end.replace(said, number_of(100, len(said))) if size > 2**14 else end
    path.write_bytes(data[: -8 - length] + end + data[-8:])
    assert pq.read_metadata(path).row_group(0).column(3).total_uncompressed_size == 100


HOLDS, MANY = "its rows hold more than ", "describes its columns in more than 2 MB"
DELTAS = "texts are encoded by their prefixes or lengths (DELTA_..._BYTE_ARRAY)"
BOMBS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a long text": (lambda path: pq.write_table(bomb(4_000, value=repeated(LONG, 4_000)), path), HOLDS),
    "long texts": (
        lambda path: pq.write_table(bomb(900, **{name: repeated(LONG, 900) for name in TEXTS}), path),
        HOLDS,
    ),
    "one row": (many_rows, HOLDS),
    "many rows": (all_pairs, HOLDS),
    "long texts in many rows": (long_pairs, HOLDS),
    "long sums": (long_sums, HOLDS),
    "columns": (many_columns, MANY),
    "groups": (many_groups, MANY),
    "lists in lists": (nested, "is damaged: it cannot be read as Parquet"),
    "false sizes": (false_sizes, HOLDS),
    "plain texts of version 2": (partial(plain, data_page_version="2.0"), HOLDS),
}
BOMBS |= {f"plain, {codec}": (partial(plain, compression=codec), HOLDS) for codec in ("brotli", "gzip")}
BOMBS |= {
    f"{encoding} {version}": (partial(by_deltas, encoding=encoding, version=version), DELTAS)
    for encoding in ("DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY")
    for version in ("1.0", "2.0")
}
CHILD = """
import resource, sys
from pathlib import Path
from exactnb.scale.counting.parquet import parquet_bytes, read_counts_file
from exactnb.scale.counting.tally import Tally
from exactnb.errors import InputError
small = Path(sys.argv[2])
small.write_bytes(parquet_bytes(Tally.from_rows([("class", "k", "a", None, 1)])))
read_counts_file(small)  # all libraries are loaded
status = Path("/proc/self/status").read_text()
own = int(status.split("VmSize:")[1].split()[0]) * 1024
resource.setrlimit(resource.RLIMIT_AS, (own + int(sys.argv[1]),) * 2)
for path in map(Path, sys.argv[3:]):
    try:
        print(path.name, read_counts_file(path))
    except InputError as error:
        print(error)
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does")
def test_bombs_are_refused_with_little_memory(tmp_path: Path) -> None:
    """With 400 MB more than an empty process has, each is told in one line."""
    names = sorted(BOMBS)
    paths = [tmp_path / f"{name}.parquet" for name in names]
    for name, path in zip(names, paths, strict=True):
        BOMBS[name][0](path)
        assert path.stat().st_size < 2**21 or BOMBS[name][1] == MANY
    asked = [sys.executable, "-c", CHILD, str(400 * 2**20), str(tmp_path / "small.parquet")]
    found = subprocess.run([*asked, *map(str, paths)], capture_output=True, text=True, check=False)
    assert found.stderr == ""
    lines = found.stdout.splitlines()
    expected = [f"{path}: {BOMBS[name][1]}" for name, path in zip(names, paths, strict=True)]
    assert [line[: len(said)] for line, said in zip(lines, expected, strict=True)] == expected


@pytest.mark.exhaustive
def test_pages_are_refused_before_they_are_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their own headers say what they hold, though the end of the file says 100 bytes."""
    path = tmp_path / "a.parquet"
    false_sizes(path)
    monkeypatch.setattr(pq, "ParquetFile", None)
    with pytest.raises(InputError, match=HOLDS):
        read_counts_file(path)


def test_what_is_read_grows_with_a_file(tmp_path: Path) -> None:
    """A million rows in a few kilobytes are too many, in a file of their own size they are read."""
    rows = [("value", "sky", "a", f"v{at}", 1) for at in range(2_000)]
    tally = Tally.from_rows([("class", "play", "a", None, len(rows)), *rows])
    path = tmp_path / "a.parquet"
    path.write_bytes(parquet_bytes(tally))
    assert read_counts_file(path).features == tally.features
    budget = UnpackingBudget()
    budget.spend(row_bytes=FREE)
    with pytest.raises(InputError, match="hold more than 64 MB"):
        budget.spend(row_bytes=1)
    budget.allow_for_file(2**20)
    budget.spend(row_bytes=255 * 2**20)
    with pytest.raises(InputError, match="hold more than 320 MB"):
        budget.spend(unpacked=321 * 2**20)


class Counting(dict[str, int]):
    """Sizes of classes that count how often they are looked at one by one."""

    looks = 0

    def items(self) -> Any:
        self.looks += len(self)
        return super().items()


def test_empty_classes_are_not_looked_at_for_each_feature() -> None:
    """An audit takes as long as the rows that it is of: twenty times twenty would be a square."""
    classes = Counting({f"k{at}": 0 for at in range(20)})
    features = {f"f{at}": Values({}) for at in range(20)}
    assert Tally("k", classes, features).audited().classes == classes
    assert classes.looks <= 3 * len(classes)
    with pytest.raises(InputError, match="class 'k': the counts add up to 0; the class has 1 row"):
        Tally("k", {**classes, "k": 1}, features).audited()
