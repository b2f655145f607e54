"""PDF: the same bytes each time, tagged and said; engines, and what is told where one is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from printed import labelled
from programs import needs
from thoroughness import one_in
from worked import problem_file, solved

from exactnb import derive, solve
from exactnb.errors import InputError, Unsupported
from exactnb.explain.rendering.formats import ENGINES, choose_engine, load_format, names
from exactnb.explain.rendering.formats import pdf as typesetting
from exactnb.explain.rendering.formats.pdf import typeset
from exactnb.interfaces.cli import main

SPAM = str(problem_file("spam_or_ham"))


@pytest.mark.exhaustive
def test_a_pdf_is_the_same_each_time() -> None:
    """Nothing of the day or the machine stands in it; it is tagged, and says that all can read it."""
    first, second = (solve(SPAM).pdf() for _ in range(2))
    assert first == second
    assert first.startswith(b"%PDF-1.7")
    assert b"/MarkInfo" in first
    assert b"CreateDate" not in first
    assert b"CreationDate" not in first
    assert b"pdfuaid:part>1<" in first


@pytest.mark.exhaustive
def test_pdflatex_typesets_it_too() -> None:
    """The engine's own article is typeset in a folder that is gone behind it, the same each time."""
    needs("pdflatex", package="texlive-latex-base")
    made = solved("spam_or_ham").pdf(engine="pdflatex")
    assert made.startswith(b"%PDF-")
    assert made == solved("spam_or_ham").pdf(engine="pdflatex")
    assert b"pdfTeX" in made


@pytest.mark.exhaustive
def test_text_can_be_copied(tmp_path: Path) -> None:
    """Words and numbers of the solution are in the PDF as text."""
    needs("pdftotext", package="poppler-utils")
    (tmp_path / "a.pdf").write_bytes(solved("play_tennis").pdf())
    done = subprocess.run(
        ["pdftotext", tmp_path / "a.pdf", "-"], capture_output=True, text=True, check=True
    )
    assert {"Play", "tennis", "Humidity", "Overcast", "0.7954"} <= set(done.stdout.split())


@one_in(3, "of", [[], ["--sheet"], ["--level", "full"]])
def test_a_command_writes_a_file(tmp_path: Path, of: list[str]) -> None:
    """The ending of a file's name chooses PDF, of sheets and of any level too."""
    assert main(["solve", SPAM, *of, "-o", str(tmp_path / "a.pdf")]) == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")


def test_a_theorem_is_a_pdf_too(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """What is piped on is the file itself."""
    assert main(["derive", "prior-mle-two", "--to", "pdf"]) == 0
    assert capfdbinary.readouterr().out == derive("prior-mle-two").pdf()


def test_a_terminal_takes_no_pdf(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is solved, the fix is named."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["solve", "missing.toml", "--to", "pdf"]) == 2
    said = "exactnb: --to: pdf is no text for a terminal; name a file: -o FILE.pdf\n"
    assert capsys.readouterr().err == said


def test_formats_have_their_engines(capsys: pytest.CaptureFixture[str]) -> None:
    """LaTeX is for two of them, a PDF is made by all; each engine typesets something."""
    assert choose_engine("latex") == "pdflatex"
    assert choose_engine("pdf") == "typst"
    assert {engine for name in names() for engine in load_format(name).engines} == set(ENGINES)
    assert main(["solve", SPAM, "--to", "latex", "--engine", "typst"]) == 2
    expected = "exactnb: --engine: expected one of pdflatex, lualatex; got 'typst'\n"
    assert capsys.readouterr().err == expected
    assert main(["solve", SPAM, "--engine", "typst"]) == 2
    assert capsys.readouterr().err == "exactnb: --engine: needs --to latex or pdf\n"
    with pytest.raises(InputError, match="expected a format that is text; got 'pdf'"):
        solved("spam_or_ham").render("pdf")


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without the package, and without the program, one line says what to install or print instead."""
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Unsupported, match=r"pip install 'exactnb\[pdf\]', (use .*)?or print the page"):
        solved("spam_or_ham").pdf()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        Unsupported, match=r"pip install 'exactnb\[pdf\]', or print the page, --to html"
    ):
        solved("spam_or_ham").pdf()
    with pytest.raises(Unsupported, match="pdflatex is not on the path: install TeX Live, leave"):
        solved("spam_or_ham").pdf(engine="pdflatex")


@pytest.mark.exhaustive
def test_a_program_that_fails_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """What TeX complains of is said; one that does not come to an end is stopped."""
    needs("pdflatex", package="texlive-latex-base")
    with pytest.raises(Unsupported, match=r"pdflatex does not typeset it .Undefined control sequence"):
        typeset(r"\documentclass{article}\begin{document}\nothing\end{document}", "pdflatex")
    monkeypatch.setattr(typesetting, "_SECONDS", 0.2)
    with pytest.raises(Unsupported, match=r"pdflatex took more than 0\.2 seconds"):
        typeset(r"\def\a{\a}\a", "pdflatex")


@one_in(3, "code", ['#read("/etc/passwd")', '#image("a.png")', '#include "b.typ"'])
def test_the_compiler_reads_no_file(code: str) -> None:
    """A document that asked for a file would find an empty folder around it."""
    with pytest.raises(Unsupported, match="file not found"):
        typeset(f'#set document(title: "a")\n= a\n{code}', "typst")


def test_no_shell_is_opened(tmp_path: Path) -> None:
    """TeX runs without a shell, whatever a document asks for."""
    needs("pdflatex", package="texlive-latex-base")
    code = rf"\immediate\write18{{touch {tmp_path}/there}}"
    typeset(rf"\documentclass{{article}}\begin{{document}}{code}a\end{{document}}", "pdflatex")
    assert not list(tmp_path.iterdir())


def test_a_label_that_pdflatex_lacks_is_refused_there_alone() -> None:
    """Cyrillic is typeset by the package; pdflatex has no sign for it."""
    solution = solve(labelled("кот").problem())
    assert solution.pdf()
    with pytest.raises(Unsupported, match="cannot be typeset by pdflatex"):
        solution.pdf(engine="pdflatex")
