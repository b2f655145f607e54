"""Markdown as pandoc reads it, which has rules of its own beside those of GitHub and Jupyter."""

from __future__ import annotations

import re
import zipfile
from itertools import cycle
from pathlib import Path
from xml.etree import ElementTree

import pytest
from labels import AWKWARD, FOREIGN, HOSTILE
from pandoc import blocks, run, words
from printed import labelled
from thoroughness import all_of, choose, in_both_runs, one_in
from worked import EXAMPLES, PROBLEMS, proved, solved

from exactnb import solve
from exactnb.core.problem import styles
from exactnb.explain.proving.theorems import names
from exactnb.explain.rendering.pages.markdown_text import NEXT_ROW, inline, paragraph, pipe_table, text

GOLDEN = sorted(file for file in EXAMPLES.glob("*/*.md") if file.stem != "README")
OUTPUTS = {"html": ("--mathml", "--standalone", "--metadata", "title=Examples"), "docx": ()}
DIALECTS = ("markdown", "gfm", "commonmark_x")
READ_BY_PANDOC = (
    "a)", "a. b", "A.  b", "(a) b", "(1) b", "iv) c", "IV. c", "i.", "(i)", "x.", "x)", "C.", "1)",
    "12.", "(2)", "#.", "#. a", "(@) b", "(@a) b", "@a", ":", ": a", "::: a", ":::", "Table:",
    "Table: a", "table: b", "--", "---", "----", "a--b", "a - b", "- - -", "...", "a...b", "....",
    "H~2~O", "x^2^", "[a]{.b}", "{#a}", "{.a}", "% a", "%", "*[HTML]: a", "\\newcommand{a}",
    "\\a{b}", "a\\ b", "&amp", "don't", '"yes"', "'a' b", "=", "==", "+ b", "~ a", "~~a~~", "a_",
    "*a", "**", "^", "##", "<b", "1:", "`a`{.b}", "a/b", "//",
)  # fmt: skip
"""Labels that begin lists, captions, definitions and divisions, or become other signs."""

LABELS = tuple(dict.fromkeys((*AWKWARD, *FOREIGN, *HOSTILE, *READ_BY_PANDOC)))


@in_both_runs
@pytest.mark.parametrize("output", OUTPUTS)
def test_golden_files_convert(output: str, tmp_path: Path) -> None:
    """Pandoc converts the Markdown of worked examples and of every theorem, each formula too."""
    files = choose(quick=GOLDEN[::12], exhaustive=GOLDEN)
    run("--from", "markdown", *OUTPUTS[output], *files, "--output", tmp_path / f"all.{output}")


@pytest.mark.exhaustive
def test_solutions_and_theorems_convert(tmp_path: Path) -> None:
    """Solutions with theorems convert, each in another style; golden files have the usual one."""
    turn = cycle(styles.names())
    for path in PROBLEMS[::6]:
        solution = solve(path, why=True)
        (tmp_path / f"{path.stem}.md").write_text(solution.markdown(notation=next(turn)))
    for name in names()[::6]:
        (tmp_path / f"{name}.md").write_text(proved(name).markdown(notation=next(turn)))
    files = sorted(tmp_path.glob("*.md"))
    for output, options in OUTPUTS.items():
        run("--from", "markdown", *options, *files, "--output", tmp_path / f"all.{output}")


@one_in(3, "dialect", DIALECTS)
def test_labels_are_read_back(dialect: str) -> None:
    """A label that opens a sentence is read as it is, and as nothing else, in a title too."""
    shown = "\n\n".join(
        f"# {text(label)} x\n\n{paragraph(f'{text(label)} is it.')}" for label in LABELS
    )
    found = blocks(shown, dialect)
    assert [block["t"] for block in found] == ["Header", "Para"] * len(LABELS)
    for label, head, sentence in zip(LABELS, found[::2], found[1::2], strict=True):
        plain = " ".join(label.split())
        assert words(head["c"][2]) == f"{plain} x"
        assert words(sentence["c"]) == f"{plain} is it."


@one_in(3, "dialect", DIALECTS)
def test_labels_stay_in_their_cells(dialect: str) -> None:
    """A table whose heads and cells are labels has as many cells, each with its label alone."""
    tables = [pipe_table([["", text(label)], [text(label), "1"]], ["l", "c"]) for label in LABELS]
    found = blocks("\n\n".join(tables), dialect)
    assert [block["t"] for block in found] == ["Table"] * len(LABELS)
    for label, table in zip(LABELS, found, strict=True):
        head, body = table["c"][3][1], table["c"][4][0][3]
        cells = [cell[4] for row in (*head, *body) for cell in row[1]]
        plain = " ".join(label.split())
        assert [words(of[0]["c"]) if of else "" for of in cells] == ["", plain, plain, "1"]


@all_of("file", GOLDEN)
def test_dollars_stand_where_all_readers_see_a_formula(file: Path) -> None:
    """A blank or nothing before an inline formula, no letter or digit behind, no blank at its ends."""
    rest = re.sub(r"^\$\$\n.*?\n\$\$$", "", file.read_text(), flags=re.DOTALL | re.MULTILINE)
    prose = re.sub(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "code", rest)
    for line in prose.split("\n"):
        parts = line.split("$")
        assert len(parts) % 2 == 1
        for before, formula, behind in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
            assert not before.strip() or before[-1] in " ("
            assert formula == formula.strip() != ""
            assert not behind or behind[0] in " ,.;:)"


def test_formulas_are_read_as_formulas() -> None:
    """What stands between dollars is math to pandoc, bars and signs of comparison in cells too."""
    cells = [r"P(a \mid b)", r"a \lt b", r"\lbrack 0, 1\rbrack ", r"\text{a}{\vert}\text{b}"]
    (table,) = blocks(pipe_table([["x"], *([inline(cell)] for cell in cells)], ["c"]), "markdown")
    read = [row[1][0][4][0]["c"][0] for row in table["c"][4][0][3]]
    assert [part["c"][1] for part in read] == [cell.strip() for cell in cells]


@pytest.mark.exhaustive
def test_rows_of_a_matrix_end_as_they_can() -> None:
    """In a display a row ends in a line of its own; inside a line there is no end of one."""
    printed = solved("note_002_iris").markdown()
    assert f"\\begin{{bmatrix}} 5.006 {NEXT_ROW} 3.428 \\end{{bmatrix}}" in printed
    assert "\\cr" not in printed
    assert inline(f"a {NEXT_ROW} b") == r"$a \cr  b$"


W, M = (f"{{http://schemas.openxmlformats.org/{of}/2006/{name}}}" for of, name in
        (("wordprocessingml", "main"), ("officeDocument", "math")))  # fmt: skip


@pytest.mark.parametrize("dialect", ["markdown", "commonmark_x"])
@one_in(24, "name", ["play_tennis", "note_004_temperature", "note_002_iris"])
def test_word_has_formulas_and_tables(name: str, dialect: str, tmp_path: Path) -> None:
    """Each formula is one of Word's, each table a table, and no sign of LaTeX is left in the words."""
    check_word(solved(name).markdown(), dialect, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("label", ["50% & more_", "日本", "a|b", "*a*", "x^2", "Naïve", "C#"])
def test_word_has_labels_as_they_are(label: str, tmp_path: Path) -> None:
    """A label of any signs stands in Word's words and cells as it is."""
    said = check_word(solve(labelled(label).problem()).markdown(), "markdown", tmp_path)
    assert label in said


def check_word(markdown: str, dialect: str, folder: Path) -> str:
    """Return the words of a document that pandoc makes of Markdown, seen to have all of it."""
    run("--from", dialect, "--to", "docx", "--output", folder / "a.docx", given=markdown)
    with zipfile.ZipFile(folder / "a.docx") as made:
        root = ElementTree.fromstring(made.read("word/document.xml"))
    prose = re.sub(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "code", markdown)
    displays = len(re.findall(r"^\$\$$", prose, re.MULTILINE)) // 2
    inline = prose.replace("$$", "").replace(r"\$", "").count("$") // 2
    assert len(list(root.iter(f"{M}oMath"))) == displays + inline
    tables = len(re.findall(r"^\| ?:?-", prose, re.MULTILINE))
    assert len(list(root.iter(f"{W}tbl"))) == tables
    said = "".join(part.text or "" for part in root.iter(f"{W}t"))
    drawn = "".join(part.text or "" for part in root.iter(f"{M}t"))
    assert not {"$", "\\"} & {*said, *drawn}
    return said
