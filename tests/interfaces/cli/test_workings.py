"""`exactnb check` of whole solutions: one student, a class, and what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import ran
from thoroughness import all_of

from exactnb import verify_working
from exactnb.teach.grading.working.report import as_json, as_text

EXAMPLES = Path(__file__).parents[3] / "worked_examples"
SHEET = str(EXAMPLES / "homework" / "sheet.toml")
ADA = str(EXAMPLES / "workings" / "ada.md")


@pytest.mark.exhaustive
def test_the_first_wrong_line_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    """Line 13 of Ada's solution has a factor of the other class; the caret stands under it."""
    code, out, error = ran(capsys, "check", SHEET, ADA)
    assert (code, error) == (1, "")
    assert out.startswith(
        "The first line that is wrong is line 13. 15 of 16 claims are right.\n7 of 8 points"
    )
    rows = out.splitlines()
    at = next(number for number, row in enumerate(rows) if row.startswith("  13 ✗"))
    assert rows[at][rows[at + 1].index("^") :].startswith("3/9 = 0.0114")
    assert "3/9" in rows[at + 2] + rows[at + 3]
    assert max(map(len, rows)) <= 90


def test_a_right_solution_is_a_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bo.txt"
    file.write_text("P(Yes) = 9/14\nP(Yes|x) = 0.205\nso No\n")
    code, out, error = ran(capsys, "check", SHEET, str(file), "--ascii")
    assert (code, error) == (0, "")
    assert "No line is wrong. 3 of 3 claims are right." in out
    assert out.isascii()


def test_json_has_a_verdict_for_each_claim(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(capsys, "check", SHEET, ADA, "--to", "json")
    report = json.loads(out)
    assert (code, report["schema"], report["first_wrong"]) == (1, "exactnb.working/1", 13)
    (wrong,) = [line for line in report["lines"] if line["verdict"] == "wrong"]
    assert (wrong["read_as"].split(" = ")[0], wrong["place"], wrong["slip"]) == (
        "P(No,x)",
        [13, 37],
        "cell-of-another-class",
    )
    assert [mark["earned"] for mark in report["marks"]] == ["1", "1", "1", "0", "1", "2", "1"]


@pytest.mark.exhaustive
def test_the_command_says_what_python_says(capsys: pytest.CaptureFixture[str]) -> None:
    """Text and JSON of the command are those of `verify_working`."""
    working = verify_working(SHEET, Path(ADA).read_text())
    assert ran(capsys, "check", SHEET, ADA, "--to", "json")[1].rstrip() == as_json(working).rstrip()
    assert ran(capsys, "check", SHEET, ADA)[1] == as_text(working) + "\n"


def test_a_page_is_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A student's text is text on the page, whatever it says."""
    file, page = tmp_path / "<b>.md", tmp_path / "page.html"
    file.write_text("P(Yes) = 9/13 <script>alert(1)</script> {{ 7*7 }}\n")
    code, _, error = ran(capsys, "check", SHEET, str(file), "-o", str(page))
    assert (code, error) == (1, "")
    written = page.read_text()
    assert "<script>alert" not in written
    assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7*7 }}" in written


def test_a_file_that_cannot_be_read_costs_only_its_student(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ada.md").write_text("P(Yes) = 9/13\n")
    (tmp_path / "bo.tex").write_text("$P(Yes) = \\frac{9}{14}$\n")
    (tmp_path / "cy.txt").write_bytes(b"\x85\xff")
    (tmp_path / "di.txt").write_text("P(Yes) = 9/14;" * 5_000)
    code, out, error = ran(capsys, "check", SHEET, str(tmp_path))
    assert (code, error) == (1, "")
    assert out.splitlines()[:4] == [
        "ada  0 of 8  line 1 is wrong first",
        "bo   1 of 8  no line is wrong",
        "cy   not read: line 1: not UTF-8: byte 0x85; save the file as UTF-8, or say "
        '--encoding "cp1252"',
        "di   not read: a working of 70,000 characters; at most 65,536 are read",
    ]
    assert "   1  P(Yes)" in out
    code, out, _ = ran(capsys, "check", SHEET, str(tmp_path), "--to", "json")
    assert [student["student"] for student in json.loads(out)["students"]] == ["ada", "bo", "cy", "di"]


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16-le", "cp500"])
def test_the_encoding_of_a_working_is_as_the_option_says(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file alone, and a folder of them."""
    file = tmp_path / "bo.txt"
    file.write_bytes("très bien: P(Yes) = 9/14\n".encode(encoding))
    for path in (file, tmp_path):
        code, out, error = ran(capsys, "check", SHEET, str(path), "--encoding", encoding)
        assert (code, error) == (0, "")
        assert "1 of 8" in out
        code, _, error = ran(capsys, "check", SHEET, str(path), "--encoding", "nonsense")
        assert code == 2
        assert "--encoding" in error


@pytest.mark.parametrize("text", ["", "asdf lorem = ipsum 42\n"])
def test_a_working_without_claims_is_open(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file alone says so as a folder does, and all points of the class are accounted for."""
    file = tmp_path / "bo.txt"
    file.write_text(text)
    code, out, error = ran(capsys, "check", SHEET, str(file))
    assert (code, error) == (1, "")
    assert "Open: 0 to 8 points." in out
    code, out, error = ran(capsys, "check", SHEET, str(tmp_path))
    assert (code, error) == (1, "")
    assert out.startswith("bo  0 to 8 of 8  open: no claim was read\n")
    assert "   1  open: no claim was read (8 points)" in out
    page = ran(capsys, "check", SHEET, str(tmp_path), "--to", "html")[1]
    assert "bo: 0 to 8 of 8 points, open: no claim was read" in page


@pytest.mark.exhaustive
def test_points_that_are_fractions_are_told_from_those_that_can_be_earned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """3/2/3 would be read as one half."""
    file = tmp_path / "bo.txt"
    file.write_text("P(Yes,x) = 0.01\nP(No,x) = 0.0206\nP(x) = 0.0306\n")
    out = " ".join(ran(capsys, "check", SHEET, str(file), "--follow-through", "1/2")[1].split())
    assert "0.5 of 1" in out
    assert "0.5/1" not in out
    assert "prior 0/1," in out


@all_of(
    "options, message",
    [
        (["--search"], "--search: cannot be used with a working"),
        (["--to", "csv"], "--to: a working is reported as text, json or html; got csv"),
        (["--follow-through", "2"], "--follow-through: lies between 0 and 1; got 2"),
    ],
)
def test_what_does_not_go_together_is_refused(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, error = ran(capsys, "check", SHEET, ADA, *options)
    assert (code, out) == (2, "")
    assert message in error


def test_a_missing_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, error = ran(capsys, "check", SHEET, "nobody.md")
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    assert "nobody.md" in error
