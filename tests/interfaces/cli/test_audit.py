"""`exactnb audit`: its output in every form, its exit codes, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import ran
from thoroughness import all_of

from exactnb.interfaces.cli import main

NOTES = "worked_examples/audits"
ROWS = f"{NOTES}/note_000/eight_rows_printed.toml"
RIGHT = f"{NOTES}/note_001/bernoulli_printed.toml"


def test_the_exit_code_says_whether_all_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    """0 for right numbers, 1 for a wrong one, 2 for what cannot be read."""
    assert ran(capsys, "audit", RIGHT)[0] == 0
    assert ran(capsys, "audit", ROWS)[0] == 1
    code, out, error = ran(capsys, "audit", "worked_examples/homework/sheet.toml")
    assert (code, out) == (2, "")
    assert "no section [printed]" in error
    assert ran(capsys, "audit", "--counts", "0.57 of 7")[0] == 0
    assert ran(capsys, "audit", "--counts", "0.67 of 7")[0] == 1
    assert ran(capsys, "audit", "--counts", "0.67")[0] == 2


def test_json_has_the_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers, verdicts and explanations are there, exact numbers as text."""
    document = json.loads(ran(capsys, "audit", ROWS, "--to", "json")[1])
    assert document["schema"] == "exactnb.audit/1"
    (block,) = document["blocks"]
    assert [n["right"]["exact"] for n in block["numbers"]] == ["1/4", "1/2"]
    (found,) = block["explained"]
    assert [each["id"] for each in found["by"]] == [
        *(
            "ones-for-rows",
            "row-dropped",
            "row-relabelled",
            "row-relabelled",
            "shares-of-the-query-alone",
            "total-of-another-class",
        ),
    ]
    assert found["chance"] == "17/16"
    counts = json.loads(ran(capsys, "audit", "--counts", "0.57 of 7", "--to", "json")[1])
    assert counts["counts"][0]["counts"][0]["ranges"] == [[4, 4]]


def test_pages_are_xml_and_say_what_the_text_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The page is well formed; its explanations are those of the text and of the Markdown."""
    page = tmp_path / "audit.html"
    assert ran(capsys, "audit", ROWS, "-o", str(page))[0] == 1
    root = ElementTree.fromstring(page.read_text().partition("\n")[2])
    paragraphs = ["".join(part.itertext()) for part in root.iter("p")]
    (explained,) = [part for part in paragraphs if "explained by each of these 6: " in part]
    text, markdown = ran(capsys, "audit", ROWS)[1], ran(capsys, "audit", ROWS, "--to", "markdown")[1]
    assert explained in " ".join(text.split())
    assert explained in markdown


def test_ascii_is_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    """With --ascii every sign is one."""
    assert ran(capsys, "audit", ROWS, "--ascii")[1].isascii()
    assert ran(capsys, "audit", "--counts", "sd 0.49 of 7", "--ascii")[1].isascii()


@all_of(
    "arguments, message",
    [
        ((), "PROBLEM: expected a problem file"),
        ((ROWS, "--counts", "0.5 of 2"), "PROBLEM: cannot be used with --counts"),
        (("--counts", "0.5 of 2", "--pairs"), "--pairs: cannot be used with --counts"),
        ((ROWS, "--seconds", "0"), "--seconds: expected a positive number"),
        ((ROWS, "--seconds", "x"), "--seconds: expected a number"),
        ((ROWS, "-o", "audit.tex"), "--to: expected one of text, markdown, html, json"),
        ((ROWS, "--instead", "nothing.toml"), "nothing.toml: no such file"),
        ((ROWS, "--patience", "0"), "--patience"),
    ],
)
def test_what_does_not_go_together_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    """One line says which option, and what is expected."""
    code, out, error = ran(capsys, "audit", *arguments)
    assert (code, out) == (2, "")
    assert error.startswith("exactnb: ")
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.exhaustive
def test_check_searches_on_request(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """5/10 is no fraction that a mistake counts; searched, it is worth what one comes to."""
    answers = tmp_path / "ada.toml"
    answers.write_text('[answers]\nwind = "5/10"\n')
    sheet = "worked_examples/homework/sheet.toml"
    assert main(["check", sheet, str(answers)]) == 1
    assert "Searched" not in capsys.readouterr().out
    assert main(["check", sheet, str(answers), "--search"]) == 1
    shown = capsys.readouterr().out
    assert "P(Wind=Strong|Yes) = 5/10: 1 explanation" in shown
    assert shown.count("P(class | value) taken for P(value | class)") == 1
    assert main(["check", sheet, str(answers), "--search", "--to", "json"]) == 2
    assert "--search: needs a report as text" in capsys.readouterr().err
