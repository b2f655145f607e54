"""What unpacks to much more than it is: the work that it can ask for has an end, in every packing."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from packing import PACKERS
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.core.data import compression
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.scale.classify import fields as module
from exactnb.scale.classify.fields import read_fields

every_packing = one_in(2, "ending", PACKERS)
JSON = '{"x": "1", "class": "k"}\n'
EMPTY = ("\n", "\r\n", "\r", ",\n", "\t\n", " \n", '""\n', " , ,\n")


@in_both_runs
@one_in(8, "empty", EMPTY)
@pytest.mark.parametrize("ending", ["", *choose(quick=(".xz", ".zst"), exhaustive=tuple(PACKERS))])
def test_lines_without_a_record_have_an_end(
    tmp_path: Path, ending: str, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a number of them, and ten for each that has a record, no more is read."""
    assert module._EMPTY == 100_000
    monkeypatch.setattr(module, "_EMPTY", 1000)
    for name, start in (("a.csv", "x,class\n1,k\n0,l\n"), ("a.jsonl", JSON)):
        path = tmp_path / f"{name}{ending}"
        path.write_bytes(PACKERS.get(ending, bytes)((start + empty * 1500).encode()))
        with pytest.raises(InputError) as raised:
            list(read_fields(path))
        records = start.count("\n")
        number = 1000 + 10 * records + 1
        if name == "a.csv" or not empty.strip():
            told = f"line {records + number}: {number:,} lines without a record"
            assert str(raised.value) == f"{path}: {told}"


def test_blank_lines_between_rows_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in which every second line is blank, as some programs write it, is what it is without."""
    monkeypatch.setattr(module, "_EMPTY", 0)
    path = tmp_path / "a.csv"
    path.write_text("x,class\n\n" + "1,k\n\n0,l\n\n" * 100)
    assert [row["class"] for row in read_fields(path)] == ["k", "l"] * 100
    path.write_text("text,class\n" + '"a' + "\n" * 9 + 'b",k\n')
    assert [row["text"] for row in read_fields(path)] == ["a" + "\n" * 9 + "b"]


@every_packing
def test_rows_are_counted_as_bytes_are(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short rows, which take longer than their bytes, end the reading sooner than long ones do."""
    monkeypatch.setattr(compression, "_WORK", 2**17)
    monkeypatch.setattr(compression, "_OF_PACKED", 10)
    path = tmp_path / f"a.csv{ending}"
    path.write_bytes(PACKERS[ending](b"x,class\n" + b"0,k\n" * 10_000))
    told = "unpacks to far more than is expected of its size; --largest 2GB (largest=) reads it"
    with pytest.raises(InputError) as raised:
        list(read_fields(path))
    assert str(raised.value) == f"{path}: {told}"
    assert sum(1 for _ in read_fields(path, largest=2 * compression.LARGEST)) == 10_000
    path.write_bytes(PACKERS[ending](b"text,class\n" + (b"a " * 250 + b",k\n") * 200))
    assert sum(1 for _ in read_fields(path)) == 200


@every_packing
def test_what_holds_something_is_read_whatever_its_size(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the share of any file, rows that are not all one take no more than their size allows."""
    monkeypatch.setattr(compression, "_WORK", 0)
    dice = random.Random(1)
    rows = "".join(
        f"{dice.randrange(2)},{dice.randrange(2)},{dice.choice('kl')}\n" for _ in range(3000)
    )
    path = tmp_path / f"a.csv{ending}"
    path.write_bytes(PACKERS[ending](f"x,y,class\n{rows}".encode()))
    assert sum(1 for _ in read_fields(path)) == 3000


class Counted(io.RawIOBase):
    """A stream without an end that counts what is taken from it."""

    def __init__(self, line: bytes) -> None:
        self.block, self.taken = line * (65_536 // len(line)), 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        number = min(len(buffer), len(self.block))
        buffer[:number] = self.block[:number]
        self.taken += number
        return number


@pytest.mark.exhaustive
@all_of("line", [b"\n", b"0,k\n", b"a" * 255 + b"\n"])
@all_of("size", [1000, 183_000])
def test_the_work_that_is_allowed_is_the_sum_that_is_stated(line: bytes, size: int) -> None:
    """What is taken from a stream, and its lines, add up to 128 MB and a thousand times its size."""
    allowed = compression._WORK + compression._OF_PACKED * size
    stream = Counted(line)
    bounded = compression._Bounded(stream, compression.LARGEST, ".xz", allowed)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        for _ in blocks_of(bounded):
            pass
    work = stream.taken + compression._OF_LINE * (stream.taken // len(line))
    one = 65_536 + compression._OF_LINE * (65_536 // len(line))
    assert allowed < work <= allowed + one


def blocks_of(stream: io.RawIOBase) -> Iterator[int]:
    buffer = bytearray(65_536)
    while number := stream.readinto(buffer):  # type: ignore[attr-defined]
        yield number


def test_the_command_refuses_a_bomb_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says which option reads it all the same."""
    monkeypatch.setattr(compression, "_WORK", 2**16)
    path = tmp_path / "a.csv.xz"
    path.write_bytes(PACKERS[".xz"](b"x,class\n" + b"0,k\n1,l\n" * 2000))
    assert main(["classify", "--train", str(path), "--leave-one-out"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "--largest 2GB" in err
