"""How large files may be: answers, tables, what is packed, records, tables of counts."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from thoroughness import all_of, one_in

from exactnb import Documents, Grader, Problem, Table
from exactnb.core.data import json_lines, readers, rows
from exactnb.core.data.compression import read_size
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.scale.classify.fields import read_fields
from exactnb.scale.logspace import tables
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.submissions.files import read_answers

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}


@one_in(2, "name", ["ada.toml", "ada.json"])
def test_the_answers_of_one_student_are_256_kb(tmp_path: Path, name: str) -> None:
    """Answers of 256 KB are read, those of one byte more are refused; a class may have more."""
    path = tmp_path / name
    answer = '{"q": "1/2"}' if name.endswith("json") else 'q = "1/2"'
    path.write_text(answer.ljust(256 * 1024))
    assert read_answers(path)[0].answers == {"q": "1/2"}
    path.write_text(answer.ljust(256 * 1024 + 1))
    with pytest.raises(InputError, match="more than 256 KB; at most that is read"):
        read_answers(path)
    table = tmp_path / "class.csv"
    table.write_text("student,q\n" + "".join(f"student {at},{'1' * 50}\n" for at in range(5_000)))
    assert len(read_answers(table)) == 5_000


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".jsonl"])
def test_a_table_has_a_largest_number_of_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """A row more than the most is refused in one line that says what reads larger tables."""
    assert rows._ROWS == 1_000_000
    monkeypatch.setattr(rows, "_ROWS", 3)
    path = tmp_path / f"soup{ending}"
    header, row = ("", '{"k": "a"}\n') if ending == ".jsonl" else ("k\n", "a\n")
    path.write_text(header + 3 * row)
    assert readers.read_table_file(path) == (["k"], [["a"]] * 3)
    path.write_text(header + 4 * row)
    with pytest.raises(InputError, match="more than 3 rows; exactnb classify reads larger tables"):
        readers.read_table_file(path)


def test_a_record_and_a_header_have_a_largest_number_of_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Columns of a table and keys of a record are counted before anything is made of them."""
    monkeypatch.setattr(json_lines, "_COLUMNS", 2)
    told = "3 columns or keys; at most 2 are read: words belong into one column of texts"
    for name, content in (("wide.csv", "a,b,c\n1,2,3\n"), ("wide.jsonl", '{"a": 1, "b": 2, "c": 3}\n')):
        path = tmp_path / name
        path.write_text(content)
        with pytest.raises(InputError, match=told):
            readers.read_table_file(path)
        with pytest.raises(InputError, match=told):
            list(read_fields(path))


@pytest.mark.parametrize("ending", PACKERS)
def test_packed_input_has_a_largest_size(tmp_path: Path, ending: str) -> None:
    """What unpacks to the largest size is read; one byte more is refused, in one line."""
    line = (json.dumps({"class": "a", "text": "b " * 500}) + "\n").encode()
    path = tmp_path / f"mails.jsonl{ending}"
    path.write_bytes(PACKERS[ending](line * 300))
    assert len(list(read_fields(path, largest=300 * len(line)))) == 300
    with pytest.raises(InputError, match=r"unpacks to more than .*; --largest 1MB"):
        list(read_fields(path, largest=300 * len(line) - 1))


@pytest.mark.exhaustive
def test_no_more_is_unpacked_than_is_read(tmp_path: Path) -> None:
    """The first records of a file that unpacks to more than the largest size are there."""
    path = tmp_path / "mails.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"class": "a"}\n' * 100_000))
    found = read_fields(path, largest=2**20)
    assert next(found) == {"class": "a"}
    with pytest.raises(InputError, match="unpacks to more than 1 MB; --largest 2MB"):
        list(found)


@all_of("given, size", [("1", 1), ("512 KB", 2**19), ("2gb", 2**31)])
def test_a_size_is_a_number_and_a_unit(given: str, size: int) -> None:
    """Units are powers of 1,024, in any case."""
    assert read_size(given) == size


def test_the_option_says_the_largest_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """--largest is the size that is meant, and is refused by its name."""
    monkeypatch.chdir(tmp_path)
    line = (json.dumps({"class": "a", "text": "b " * 500}) + "\n").encode()
    Path("mails.jsonl.gz").write_bytes(gzip.compress(line * 3))
    command = ["classify", "--train", "mails.jsonl.gz", "--leave-one-out", "--to", "json"]
    assert main([*command, "--largest", "4KB"]) == 0
    capsys.readouterr()
    assert main([*command, "--largest", "1KB"]) == 2
    assert "mails.jsonl.gz: unpacks to more than 1 KB; --largest 1MB" in capsys.readouterr().err
    for wrong in ("0", "-1", "much", "1XB", "9" * 40):
        assert main([*command, f"--largest={wrong}"]) == 2
        assert "--largest: expected a size such as 500MB or 2GB; got" in capsys.readouterr().err


def test_a_dense_table_is_checked_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words times classes are compared with the most cells; what would do is said."""
    rows = sparse.csr_matrix(np.array([[1, 0, 2], [0, 1, 0]]))
    labels = np.array([0, 1])
    monkeypatch.setattr(tables, "_CELLS", 6)
    assert tables.count_rows(rows, labels, 2).cells.tolist() == [[1, 0], [0, 1], [2, 0]]
    monkeypatch.setattr(tables, "_CELLS", 5)
    told = "3 words or values × 2 classes are more than 5 cells; a vocabulary of 2 words, or fewer"
    with pytest.raises(InputError, match=told):
        tables.count_rows(rows, labels, 2)


def test_a_table_larger_than_memory_is_no_table() -> None:
    """A million words and a million classes are refused without a cell of them."""
    rows = sparse.csr_matrix((1, 10**6), dtype=np.int64)
    with pytest.raises(InputError, match="a vocabulary of 268 words"):
        tables.count_rows(rows, np.array([0]), 10**6)


def test_a_table_from_anywhere_has_a_largest_number_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows in memory, a frame and documents are held to the limit of a file."""
    monkeypatch.setattr(rows, "_ROWS", 3)
    makers: list[Callable[[int], object]] = [
        lambda n: Table.from_rows(iter([("a", "k")] * n), ["c", "k"]),
        lambda n: Table.from_frame({"c": ["a"] * n, "k": ["k"] * n}),
        lambda n: Documents.of([("k", "a")] * n),
    ]
    for make in makers:
        make(3)
        with pytest.raises(InputError, match="more than 3 rows; exactnb classify reads larger tables"):
            make(4)


def test_a_student_of_a_class_has_256_kb_too(tmp_path: Path) -> None:
    """More than that of one student is ungraded, and looked at; all others are graded."""
    problem = Problem(Table.from_rows([("a", "k"), ("b", "l")], ["c", "k"]), {"x": {"c": "a"}})
    path = tmp_path / "class.csv"
    path.write_text(f"student,P(k|x),P(k)\nada,1,{'1' * (256 * 1024 - 1)}\nbob,1,{'1' * 256 * 1024}\n")
    ada, bob = (
        Grader(problem).grade(sheet.answers, sheet.student).graded for sheet in read_answers(path)
    )
    assert {each.verdict for each in ada} == {Verdict.CORRECT, Verdict.UNREADABLE}
    assert [each.verdict for each in bob] == [Verdict.UNGRADED] * 2
    assert all("more than 256 KB of answers" in each.look for each in bob)
