"""One table of formats: `solve`, `check` and `classify` read each of them alike, or refuse it alike."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from thoroughness import one_in

from exactnb.interfaces.cli import main

Grid = list[list[str]]

ROWS: Grid = [
    ["colour", "Größe", "class"],
    ["röt", "3.9", "ja"],
    ['"blau", matt', "4.1", "nein"],
    ["grün\nhell", "5.0", "nein"],
    ["röt", "5.5", "ja"],
    ['"blau", matt', "4.4", "nein"],
    ["grün\nhell", "4.0", "ja"],
]
ANSWERS: Grid = [
    ["student", "prior", "größte"],
    ["Zoë\nB.", "2/4", "ja"],
    ['"Ö", A.', "0.50", "nein"],
    ["ü", "", '"ja"'],
]
PROBLEM = """[data]
table = '''
a,class
x,ja
x,ja
y,nein
x,nein
'''
[query]
q = { a = "x" }
[[question]]
id = "prior"
quantity = "P(ja)"
[[question]]
id = "größte"
quantity = "argmax(q)"
"""
COMMANDS: dict[str, tuple[Grid, Callable[[str], list[str]]]] = {
    "solve": (ROWS, lambda name: ["solve", name, "--numbers", "Größe", "--query", "röt, Größe=4"]),
    "classify": (
        ROWS,
        lambda name: [
            *("classify", "--train", name, "--test", name, "--numbers", "Größe"),
            *("--categories", "colour", "--to", "csv"),
        ],
    ),
    "check": (ANSWERS, lambda name: ["check", "p.toml", name, "--to", "csv"]),
}


@dataclass(frozen=True)
class Format:
    """How a file is written, what is said of it, and what it is refused with, if it is."""

    write: Callable[[Grid], bytes]
    options: str = ""
    refused: str = ""
    commands: tuple[str, ...] = tuple(COMMANDS)
    name: str = "t.csv"
    asked: str = ""
    """What is said instead where a query names other columns."""


def between(separator: str, end: str = "\r\n") -> Callable[[Grid], str]:
    def write(grid: Grid) -> str:
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=separator, lineterminator=end).writerows(grid)
        return out.getvalue()

    return write


def in_bytes(separator: str, encoding: str = "utf-8", before: bytes = b"") -> Callable[[Grid], bytes]:
    return lambda grid: before + between(separator)(grid).encode(encoding)


def with_commas(grid: Grid) -> bytes:
    """Return cells whose decimals have commas, as a spreadsheet writes them in much of Europe."""
    cells = [[re.sub(r"^(\d)\.(\d+)$", r"\1,\2", cell) for cell in row] for row in grid]
    return in_bytes(";")(cells)


def with_last(*cells: str) -> Callable[[Grid], bytes]:
    """Return a writer that puts a column without a name behind the others."""

    def write(grid: Grid) -> bytes:
        last = ["", *(cells[at % len(cells)] for at in range(1, len(grid)))]
        return in_bytes(";")([[*row, cell] for row, cell in zip(grid, last, strict=True)])

    return write


def numbered(grid: Grid) -> bytes:
    return in_bytes(",")([[str(at - 1) if at else "", *row] for at, row in enumerate(grid)])


OF_TABLES = ("solve", "classify")


def told(encoding: str) -> str:
    """Return the end of a refusal that guesses an `encoding`: in words, or as the option of `solve`."""
    return rf'; save the file as UTF-8, or say (its encoding \({encoding}\?\)|--encoding "{encoding}")$'


FORMATS = {
    "semicolon": Format(in_bytes(";")),
    "tab": Format(in_bytes("\t", before=b""), name="t.tsv"),
    "tab in .csv": Format(in_bytes("\t")),
    "bar": Format(in_bytes("|"), "--delimiter bar"),
    "a line that says semicolon": Format(in_bytes(";", before=b"sep=;\r\n")),
    "delimiter that is said": Format(in_bytes(";"), "--delimiter ;"),
    "delimiter by name": Format(in_bytes("\t"), "--delimiter tab"),
    "delimiter that is none": Format(
        in_bytes(","), "--delimiter x", "--delimiter: expected comma, semicolon, tab, bar, blank, blan"
    ),
    "mark of UTF-8": Format(in_bytes(",", before=codecs.BOM_UTF8)),
    "mark of UTF-8, and said": Format(in_bytes(",", before=codecs.BOM_UTF8), "--encoding utf-8"),
    "UTF-16 LE": Format(in_bytes("\t", "utf-16-le", codecs.BOM_UTF16_LE)),
    "UTF-16 BE": Format(in_bytes(";", "utf-16-be", codecs.BOM_UTF16_BE)),
    "UTF-16 LE, and said": Format(
        in_bytes(",", "utf-16-le", codecs.BOM_UTF16_LE), "--encoding utf-16-le"
    ),
    "UTF-16 LE without a mark": Format(
        in_bytes(",", "utf-16-le"), refused=f"not text: a NUL.*{told('utf-16-le')}"
    ),
    "UTF-16 BE without a mark": Format(
        in_bytes(",", "utf-16-be"), refused=f"not text: a NUL.*{told('utf-16-be')}"
    ),
    "UTF-16 that is said": Format(in_bytes(",", "utf-16-be"), "--encoding utf-16-be"),
    "Latin-1": Format(in_bytes(";", "latin-1"), refused=f"not UTF-8: byte 0x..{told('cp1252')}"),
    "Latin-1 that is said": Format(in_bytes(";", "latin-1"), "--encoding latin-1"),
    "of Windows": Format(
        lambda grid: in_bytes(";", "cp1252")([*grid, ["\x80".encode("latin-1").decode("cp1252")] * 3]),
        refused=f"not UTF-8: byte 0x..{told('cp1252')}",
    ),
    "encoding that is none": Format(
        in_bytes(","), "--encoding utf8x", "--encoding: unknown encoding 'utf8x'"
    ),
    "encoding that it is not": Format(
        in_bytes(";"), "--encoding ascii", 'not ASCII: byte 0x..; say --encoding "utf-8"'
    ),
    "empty columns without a name": Format(with_last("")),
    "a first column of numbers without a name": Format(numbered, commands=OF_TABLES),
    "a column without a name": Format(
        with_last("7", "8"),
        refused="line [0-9]+: '[78]' stands in a column without a name; write one into the header",
    ),
    "a first column of texts without a name": Format(
        lambda grid: numbered(grid).replace(b"\r\n0,", b"\r\nA,"),
        refused="line 2: 'A' stands in a column without a name",
        commands=OF_TABLES,
        asked="a column without a name is left out",
    ),
    "decimal commas": Format(with_commas, "--decimal ,"),
    "decimal commas, not said": Format(
        with_commas,
        refused="(number|decimal).*'3,9'; say --decimal \",\" if that is a decimal comma",
        commands=OF_TABLES,
    ),
}  # fmt: skip


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str, str, bytes, str], tuple[str, str]]:
    """Return a function that runs a command on a file, and gives what it prints and what it says."""
    monkeypatch.chdir(tmp_path)
    Path("p.toml").write_text(PROBLEM, encoding="utf-8")

    def run(command: str, name: str, content: bytes, options: str) -> tuple[str, str]:
        Path(name).write_bytes(content)
        code = main([*COMMANDS[command][1](name), *options.split()])
        out, err = capsys.readouterr()
        lines = err.count("\n") - err.count("exactnb: note: ") * (not code)
        assert (code, bool(out), lines) in [(0, True, 0), (1, True, 0), (2, False, 1)]
        return out, err.removesuffix("\n")

    return run


CASES = [(way, command) for way, of in FORMATS.items() for command in of.commands]


@one_in(16, ("way", "command"), CASES)
def test_every_command_reads_every_format_alike(run, way: str, command: str) -> None:
    """A table says the same however it is written, or is refused in one line that says what helps."""
    of, grid = FORMATS[way], COMMANDS[command][0]
    out, err = run(command, of.name, of.write(grid), of.options)
    if of.asked and command == "solve":
        assert of.asked in out
        return
    if of.refused:
        assert out == ""
        assert re.search(of.refused, err.partition("; try: ")[0]), err
        return
    plain = in_bytes(",")(grid)
    assert (out, err) == run(command, "t.csv", plain, "")


@pytest.mark.parametrize(
    "arguments",
    ["solve t.jsonl", "classify --train t.jsonl --test t.jsonl"],
    ids=["solve", "classify"],
)
def test_nothing_stands_between_cells_of_json_lines(run, capsys, arguments: str) -> None:
    """What is said to stand between cells is refused of lines of JSON, at its option."""
    Path("t.jsonl").write_text('{"a": "x", "class": "k"}\n')
    assert main([*arguments.split(), "--delimiter", "tab"]) == 2
    assert capsys.readouterr().err == ("exactnb: --delimiter: needs lines of cells; .jsonl has keys\n")
