"""Packed files: what is in them, wherever they end; archives, encodings, and how far they were read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from packing import PACKERS, zipped, zstd
from thoroughness import choose, in_both_runs, one_in

from exactnb.errors import InputError
from exactnb.scale.classify.fields import Progress, RecordSource, read_fields
from exactnb.scale.classify.labelling import Labelling

TABLE = "x,class\n" + "".join(f"{at}.5,{'kl'[at % 2]}\n" for at in range(200))
ROWS = [{"x": f"{at}.5", "class": "kl"[at % 2]} for at in range(200)]


every_packing = pytest.mark.parametrize("ending", PACKERS)


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as raised:
        list(read_fields(path))
    return str(raised.value).removeprefix(f"{path}: ")


@every_packing
@one_in(4, "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_what_is_packed_is_read_as_what_is_not(tmp_path: Path, ending: str, encoding: str) -> None:
    """Tables and lines of JSON, in any encoding that a mark shows; the words end where they do."""
    path = tmp_path / f"a.csv{ending}"
    path.write_bytes(PACKERS[ending](TABLE.replace("k", "ਊ\u0a0d").encode(encoding)))
    assert [dict(row) for row in read_fields(path)] == [
        {**row, "class": row["class"].replace("k", "ਊ\u0a0d")} for row in ROWS
    ]
    path = tmp_path / f"a.jsonl{ending}"
    path.write_bytes(PACKERS[ending]("".join(json.dumps(row) + "\n" for row in ROWS).encode(encoding)))
    assert [dict(row) for row in read_fields(path)] == ROWS


@in_both_runs
@every_packing
def test_a_cut_file_ends_early_wherever_it_is_cut(tmp_path: Path, ending: str) -> None:
    """Without its first byte, or its last, nothing is taken for the whole."""
    whole = PACKERS[ending](TABLE.encode())
    path = tmp_path / f"a.csv{ending}"
    step = choose(quick=7, exhaustive=1)
    for length in [*range(0, len(whole), step), 1, 2, 3, len(whole) - 1]:
        path.write_bytes(whole[:length])
        assert refusal(path) == "ends early; it was cut off, or is not whole yet", length


@every_packing
def test_what_is_no_packed_file_is_told(tmp_path: Path, ending: str) -> None:
    """A table that is called so, and one whose bytes were changed, are refused in one line."""
    path = tmp_path / f"a.csv{ending}"
    path.write_bytes(TABLE.encode())
    assert refusal(path) == f"is damaged, or no {ending} file"
    data = bytearray(PACKERS[ending](TABLE.encode() * 20))
    data[len(data) // 2] ^= 255
    path.write_bytes(data)
    assert refusal(path).startswith(
        (f"is damaged, or no {ending} file", "ends early", "line ", "not UTF-8")
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("ending", PACKERS)
def test_a_bomb_is_refused(tmp_path: Path, ending: str) -> None:
    """What unpacks to more than is allowed is not read to its end."""
    path = tmp_path / f"a.csv{ending}"
    header, body = TABLE.split("\n", 1)
    path.write_bytes(PACKERS[ending](f"{header}\n{body * (2**20 // len(body) + 1)}".encode()))
    with pytest.raises(InputError, match=r"unpacks to more than 1 MB; --largest 2MB"):
        list(read_fields(path, largest=2**20))


def test_a_zip_has_one_file(tmp_path: Path) -> None:
    """The file may say its form itself; hidden ones are passed over, others and none are refused."""
    path = tmp_path / "data.zip"
    path.write_bytes(zipped(TABLE.encode(), "in/data.csv", **{"__MACOSX/data.csv": b"x", "in/": b""}))
    assert [dict(row) for row in read_fields(path)] == ROWS
    path.write_bytes(zipped(TABLE.encode(), "a.csv", **{"b.csv": b"x"}))
    assert refusal(path) == "expected one file in it; there are a.csv, b.csv"
    path.write_bytes(zipped(b"", "empty/"))
    assert refusal(path) == "expected one file in it; there are none"
    path.write_bytes(zipped(b"", "notes.doc"))
    assert refusal(path).startswith("expected a file that ends in .csv, .tsv, .tab, .txt, .jsonl")
    data = bytearray(zipped(TABLE.encode()))
    for at in (6, data.rindex(b"PK\x01\x02") + 8):
        data[at] |= 1  # the flag of what is encrypted
    path.write_bytes(data)
    assert refusal(path) == "is locked with a password; unlock it first"


def test_without_a_library_for_zst_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says what brings it; other packed files are read as before."""
    for name in ("compression.zstd", "backports.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    path = tmp_path / "a.csv.zst"
    path.write_bytes(zstd.compress(TABLE.encode()))
    wanted = "needs backports.zstd, the extra exactnb[zst], or Python 3.14, to be unpacked"
    assert refusal(path) == wanted


@pytest.mark.parametrize("ending", ["", *PACKERS])
def test_how_far_a_file_was_read_is_known(tmp_path: Path, ending: str) -> None:
    """The share grows up to 1; of a folder it is that of its files."""
    path = tmp_path / f"a.csv{ending}"
    path.write_bytes(PACKERS.get(ending, bytes)(TABLE.encode()))
    far, shares = Progress(), [0.0]
    for _ in read_fields(path, progress=far):
        shares.append(far.share())
    assert shares == sorted(shares)
    assert shares[-1] == 1
    for name in ("a/1", "a/2", "b/1", "b/2"):
        (tmp_path / "folder" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "folder" / name).write_text("word")
    far = Progress()
    assert [far.share() for _ in read_fields(tmp_path / "folder", progress=far)] == [0, 0.25, 0.5, 0.75]


@pytest.mark.exhaustive
def test_all_readings_are_watched_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training records are a third of what is read here, and two readings of them another."""
    monkeypatch.setattr("exactnb.scale.classify.fields._RECORDS", 100)
    train, test = tmp_path / "a.csv", tmp_path / "b.csv"
    train.write_text("text,class\n" + "aa bb,k\ncc,l\n" * 100)
    test.write_text("text\n" + "aaaa bb\ncccc\n" * 100)
    told: list[tuple[str, int, float]] = []
    watch = lambda *what: told.append(what)  # noqa: E731
    found = Labelling(RecordSource(train), RecordSource(test), vocabulary=2, watch=watch)
    assert len(list(found.labels())) == 200
    assert [(what, number) for what, number, _ in told] == [
        (what, number) for what in ("read", "counted", "labelled") for number in (100, 200)
    ]
    shares = [share for *_, share in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    whole = 2 * train.stat().st_size + test.stat().st_size
    assert [shares[1], shares[3]] == [n * train.stat().st_size / whole for n in (1, 2)]
