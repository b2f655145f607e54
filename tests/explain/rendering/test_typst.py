"""Typst: what is written compiles, says every formula in words, and holds labels as text alone."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import replace

import pytest
import typst
import typst_reading
from hypothesis import given
from labels import AWKWARD, HOSTILE, TEMPLATES, UNPRINTABLE
from printed import IN_STYLES, ONCE, labelled
from thoroughness import choose, in_both_runs, law, one_in
from trees import TREES
from worked import PROBLEMS, blocks_laid_out, proved, solved

from exactnb import solve
from exactnb.core.naming.notation import Notation, Style
from exactnb.core.problem.styles import style
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import Unsupported, printable
from exactnb.explain.derivation import Chain, Data, Grid
from exactnb.explain.proving import theorems
from exactnb.explain.rendering.formats import render
from exactnb.explain.rendering.formats.pdf import typeset
from exactnb.explain.rendering.formats.typst import page
from exactnb.explain.rendering.formulas.typst_math import TypstInline
from exactnb.explain.rendering.pages.typst_text import as_markup, typst_string

OF_TYPST = (
    '#import "@preview/x:1.0.0": *', '#read("/etc/passwd")', "@ref", "<label>", "[a", "a]", "/ a: b",
    "= a", "+ a", "- a", "1. a", "$ x $", "```a```", "a // b", "/* a */", "https://e.vil", "--", "...",
    "\\u{41}", "#", "a;b", "a: b", "~", "a\\", "x_1^2", "{a}", "pi", "frac", "sum", "a \" b", "'a'",
)  # fmt: skip
LABELS = tuple(dict.fromkeys((*AWKWARD, *HOSTILE, *UNPRINTABLE, *OF_TYPST)))
SOME = IN_STYLES[:: choose(quick=12, exhaustive=19)]  # a third of all, in any of six styles
NOTHING = "selector(ref)" + "".join(
    f".or({of})"
    for of in ("link", "raw", "strong", "list", "enum", "terms", "cite", "footnote", "image")
)


@ONCE
@in_both_runs
@pytest.mark.parametrize(("path", "style"), SOME, ids=lambda of: getattr(of, "stem", of))
def test_every_example_compiles(path, style):
    """In any notation a solution is PDF for all readers, and its sheet: formulas have words."""
    solution = solved(path.stem)
    for each in (solution, solution.sheet()):
        assert typeset(each.typst(notation=style), "typst").startswith(b"%PDF-")


@one_in(48, "name", theorems.names(), exhaustive=3)
def test_every_theorem_compiles(name):
    """General formulas, with their sums, sets and derivatives, are drawn and said."""
    typeset(proved(name).typst(), "typst")


@law(10, exhaustive=60)
@given(tree=TREES)
def test_every_tree_is_drawn_and_said(tree):
    """A formula of any kind, and each piece of one that is broken, is typeset and has words."""
    inline = TypstInline(Notation(style("plain")))
    typeset(page("a", f"= a\n{inline.expression(tree)}"), "typst")


def queried(source, selector):
    """Return what the compiler finds in a document."""
    return json.loads(typst.query(source.encode(), selector))


def text_of(content):
    """Return the text of content, as the compiler tells it."""
    if isinstance(content, list):
        return "".join(map(text_of, content))
    match content["func"]:
        case "text" | "symbol":
            return content["text"]
        case "space":
            return " "
        case "sequence":
            return text_of(content["children"])
    raise AssertionError(content)


def test_a_label_is_text():
    """The compiler reads a label as its own signs, in markup and in strings."""
    source = "".join(
        f"#metadata[a {as_markup(label)}] <it>\n#metadata({typst_string(label)}) <it>\n"
        for label in LABELS
    )
    found = [found["value"] for found in queried(source, "<it>")]
    for label, in_markup, in_string in zip(LABELS, found[::2], found[1::2], strict=True):
        seen = printable(unicodedata.normalize("NFC", label))
        assert text_of(in_markup).split() == f"a {seen}".split()
        assert in_string == seen


@one_in(160, "label", LABELS, exhaustive=10)
def test_no_label_changes_the_shape(label):
    """Whatever the label of anything, title and source too, nothing in it is an element."""
    problem = replace(labelled(label).problem(), title=label, source=label)
    solution = solve(problem)
    source = solution.typst()
    steps = solution.verified.derivation.steps
    found = [element["func"] for element in queried(source, f"{NOTHING}.or(heading)")]
    assert found == ["heading"] * (len(steps) + 1)
    typeset(source, "typst")


@pytest.mark.exhaustive
@one_in(24, "template", TEMPLATES, exhaustive=3)
def test_templates_of_any_signs_compile(template):
    """A notation of the user's own is drawn whole."""
    solution = solved("spam_or_ham_smoothed")
    roles = ("prior", "bernoulli", "joint", "posterior", "decision")
    own = replace(
        solution.problem.notation(), style=Style("own", "", dict.fromkeys(roles, template), QUANTITIES)
    )
    source = render("typst", solution.verified, own)
    typst.compile(source.encode(), format="pdf", pdf_standards=["1.7"])


@one_in(36, "path", PROBLEMS, ids=lambda p: p.stem, exhaustive=3)
def test_every_block_stands_in_the_document(path):
    """There is a chain for each chain, and a cell for each row of the data and each estimate."""
    solution = solved(path.stem)
    source = solution.typst()
    blocks = [b for step in solution.verified.derivation.steps for b in blocks_laid_out(step)]
    assert len(typst_reading.chains(source)) == sum(isinstance(block, Chain) for block in blocks)
    cells = [cell for grid in typst_reading.grids(source) for row in grid for cell in row]
    grids = (block for block in blocks if isinstance(block, Grid))
    assert len(cells) >= sum(len(row) for grid in grids for row in grid.cells)
    for data in (block for block in blocks if isinstance(block, Data)):
        assert all(as_markup(column) in source for column in data.columns)


def test_play_tennis_is_read_out():
    """Words of a formula say what is drawn: fractions, letters with what hangs on them, relations."""
    source = solved("play_tennis").typst()
    assert '"P of Yes given x prime"' in source
    assert '"theta sub j, v, k, equals fraction rows of class k with the value, over' in source
    assert "equals 9 over 14 times 2 over 9 times 3 over 9 times 3 over 9 times 3 over 9, " in source
    assert ", equals 486 over 611, the answer, is about 0.7954" in source


@pytest.mark.exhaustive
def test_a_fragment_is_included():
    """The body alone sets no page, and compiles inside of a document of one's own."""
    body = solved("spam_or_ham").typst(fragment=True)
    assert "#set page" not in body
    assert "#set document" not in body
    typeset('#set document(title: "mine")\n#set text(lang: "en")\n' + body, "typst")


@pytest.mark.exhaustive
def test_scripts_that_no_font_has_are_refused():
    """Cyrillic and Hebrew are set; a sign that no font has is refused in a line that names it."""
    for label in ("кот", "שלום", "ελ"):
        typeset(solve(labelled(label).problem()).typst(), "typst")
    with pytest.raises(Unsupported, match=r"no font here has a sign for .*a1234.*; install one"):
        typeset(page("a", "= a\n\U000a1234"), "typst")


@ONCE
@one_in(32, "path", PROBLEMS, ids=lambda p: p.stem, exhaustive=3)
def test_what_is_said_has_the_numbers_that_are_drawn(path):
    """The words of each formula hold its numbers, and its relations in their order."""
    said_as = {"squared": "2", "cubed": "3", "inverted": "1"}
    for said, drawn in typst_reading.formulas(solved(path.stem).typst()):
        spoken = said.replace("squared deviations", "deviations").replace(",", " ")
        words = [said_as.get(word, word) for word in spoken.split()]
        assert sorted(numbers(" ".join(words))) == sorted(numbers(drawn)), said
        relations = {"equals": "=", "about": "≈"}
        shown = [relations[word] for word in re.findall(r"equals|(?<=is )about", said)]
        assert [sign for sign in drawn if sign in "=≈"] == shown


def numbers(text):
    return re.findall(r"[0-9]+(?:\.[0-9]+)?", text)
