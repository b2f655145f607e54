"""`exactnb check THEOREM` of many files: what one of them holds costs no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import ran
from thoroughness import all_of

from exactnb.interfaces.cli import main

GOOD = "\\hat p = \\frac{n}{s}\n"
FILES: dict[str, tuple[bytes, str]] = {
    "bom.tex": (b"\xef\xbb\xbfp = s/n\r\n", "no line is wrong"),
    "utf16.txt": ("p = s/n\n".encode("utf-16"), "no line is wrong"),
    "latin.txt": (b"\xe9t\xe9: p = s/n\n", "not read: line 1: not UTF-8: byte 0xe9"),
    "empty.md": (b"", "open: no claim was read"),
    "blank.md": (b" \n\t\n\n", "open: no claim was read"),
    "binary.tex": (b"PK\x03\x04\0\0", "not read: line 1: not text: a NUL character"),
    "nul.txt": (b"p = s/n\n\0", "not read: line 2: not text: a NUL character"),
    "ten.txt": (b"p = s/n\n" * 1_310_720, "not read: a derivation of 10,485,760 characters; at most"),
    "deep.tex": (b"p = " + b"(" * 60_000, "open: no claim was read"),
    "photo.png": (b"\x89PNG\r\n\x1a\n\0\0\0\r", "not read: line 1: not text: a NUL character"),
    "notes": (b"p = s/n", "no line is wrong"),
}  # fmt: skip
"""What a student's file may hold, and how its row in the report begins."""


@pytest.mark.exhaustive
def test_a_file_costs_only_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each file has a row of its own; a link to nothing is named too, and other files are judged."""
    for name, (content, _) in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "gone.tex").symlink_to("/nonexistent")
    (tmp_path / "folder.tex").mkdir()
    (tmp_path / ".hidden.tex").write_text(GOOD)
    (tmp_path / "ann.tex").write_text(GOOD)
    code, out, error = ran(capsys, "check", "bernoulli-mle", tmp_path)
    assert (code, error) == (1, "")
    rows = {row.split()[0]: row for row in out.partition("\n\n")[0].splitlines()}
    expected = {Path(name).stem: row for name, (_, row) in FILES.items()}
    expected |= {"ann": "line 1 is wrong first", "gone": "not read: no such file"}
    assert rows.keys() == expected.keys()
    for name, row in expected.items():
        assert rows[name].removeprefix(name).lstrip().startswith(row), name
    code, out, error = ran(capsys, "check", "bernoulli-mle", tmp_path, "--to", "json")
    students = {each["student"]: each for each in json.loads(out)["students"]}
    assert (code, error, students.keys()) == (1, "", expected.keys())
    assert {name for name, each in students.items() if "not_read" in each} == {
        name for name, row in expected.items() if row.startswith("not read")
    }


@all_of(
    "name, content, message",
    [(name, *rest) for name, rest in FILES.items() if rest[1].startswith("not read")],
    apart=3,
)
def test_alone_such_a_file_is_one_line(
    name: str, content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    code, out, error = ran(capsys, "check", "bernoulli-mle", file)
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert error.startswith(f"exactnb: {file}: {message.removeprefix('not read: ')}")


def test_no_file_takes_the_place_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two files that differ in their endings alone keep them."""
    (tmp_path / "ada.tex").write_text(GOOD)
    (tmp_path / "ada.md").write_text("p = s/n")
    (tmp_path / "bo.md").write_text("p = s/n")
    out = ran(capsys, "check", "bernoulli-mle", tmp_path)[1]
    assert [row.split("  ")[0].rstrip() for row in out.splitlines()[:3]] == ["ada.md", "ada.tex", "bo"]
    feedback = tmp_path / "feedback"
    ran(capsys, "check", "bernoulli-mle", tmp_path, "--feedback", feedback)
    assert len(list(feedback.iterdir())) == 3


@all_of(
    "source, message",
    [
        ("bernouli-mle", "bernouli-mle: no such file, and no theorem (did you mean 'bernoulli-mle'?)"),
        ("two-columns", "two-columns: no such file, and no theorem"),
        ("bernoulli-mle", "no file is in it"),
    ],
)
def test_what_is_missing_is_named(
    source: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a theorem, whatever the ending of the answer; and a folder without files."""
    answer, folder = tmp_path / "ada.pdf", tmp_path / "empty"
    answer.write_text(GOOD)
    folder.mkdir(exist_ok=True)
    code, out, error = ran(capsys, "check", source, folder if source == "bernoulli-mle" else answer)
    assert (code, out) == (2, "")
    assert message in error


def test_progress_tells_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(
        "exactnb.interfaces.cli.printing.ProgressLine.tell", lambda _, text: told.append(text)
    )
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text(GOOD)
    assert main(["check", "bernoulli-mle", str(tmp_path), "-o", str(tmp_path / "report.json")]) == 1
    assert told[-2:] == ["verified 1 of 3", "verified 2 of 3"]


@pytest.mark.exhaustive
def test_where_nothing_is_shown_no_line_is_called_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A derivation of another theorem is open: what it says is neither right nor wrong here."""
    file = tmp_path / "ada.txt"
    file.write_text("L(p) = p^k (1-p)^(n-k)\nlog L(p) = k ln p + (n-k) ln(1-p)\n")
    assert main(["check", "exponential-mle", str(file)]) == 1
    assert capsys.readouterr().out.startswith("None of 2 claims is shown right or wrong.")
