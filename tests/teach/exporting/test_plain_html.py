"""Plain HTML: what QTI 2.1 and the editors of course systems take, and nothing else."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from thoroughness import all_of, choose, in_both_runs
from worked import EXAMPLES, PROBLEMS, solved

from exactnb import Problem
from exactnb.explain.solution.sheet import make_sheet
from exactnb.exporting import pool_of
from exactnb.teach.exporting.latex_html import solution, statement
from exactnb.teach.exporting.plain_html import plain_html

MATH = "{http://www.w3.org/1998/Math/MathML}"
INLINE = {"i", "sub", "sup", "em", "strong", "br", "span"}
HOLDS = {
    "div": {"p", "h4", "table", "ul", "ol"},
    "p": INLINE,
    "h4": INLINE,
    "table": {"thead", "tbody"},
    "thead": {"tr"},
    "tbody": {"tr"},
    "tr": {"td", "th"},
    "td": INLINE,
    "th": INLINE,
    "ul": {"li"},
    "ol": {"li"},
    "li": INLINE,
    **dict.fromkeys(INLINE, INLINE),
}
"""What the schema of QTI 2.1 lets an element hold, as far as it is needed; formulas where text is."""
WITHOUT_TEXT = {"div", "table", "thead", "tbody", "tr", "ul", "ol"}
IN_MATH = {"form", "stretchy", "lspace", "rspace", "width", "accent", "class", "mathvariant", "fence"}
SOME = [path for path in PROBLEMS if path.stem in ("looms", "note_004_temperature", "spam_or_ham")]


@in_both_runs
@pytest.mark.parametrize("name", [path.stem for path in choose(quick=SOME, exhaustive=PROBLEMS[::4])])
def test_stems_and_solutions_are_what_qti_takes(name: str) -> None:
    """Every element stands where it may, text only where text may, nothing has a style or a link."""
    solution = solved(name)
    sheet = make_sheet(solution.problem, solution.quantities, questions=())
    for html in (plain_html(solution.html()), plain_html(sheet.html())):
        look(ElementTree.fromstring(f"<div>{html}</div>"))


def look(element: Element) -> None:
    """See that an element holds what it may."""
    if element.tag.startswith(MATH):
        assert set(element.attrib) <= IN_MATH
        assert all(child.tag.startswith(MATH) for child in element)
        return
    assert set(element.attrib) <= {"colspan", "rowspan"}
    if element.tag in WITHOUT_TEXT:
        assert not "".join([element.text or "", *(child.tail or "" for child in element)]).strip()
    for child in element:
        assert child.tag in HOLDS[element.tag] or (
            child.tag == f"{MATH}math" and element.tag not in WITHOUT_TEXT
        )
        look(child)


@all_of(
    ("page", "shown"),
    [
        ("<p class='x'>a <a href='http://e.vil'>b</a></p>", "<p>a b</p>"),
        ("<svg><text>1</text></svg><script>1</script><template>1</template>", ""),
        ("<p>a<span class='said'>P of k</span><span class='blank'></span></p>", "<p>a____________</p>"),
        ("<p><mark>win</mark></p>", "<p><em>win</em></p>"),
        ("<p class='warning'>A zero is marked.</p>", ""),  # by a colour, which is left out
        ("<table><tr><td colspan='2' data-of='x'>1</td></tr></table>",
         '<table><tr><td colspan="2">1</td></tr></table>'),
        ("<details><summary><h2><span class='number'>1</span> Data</h2></summary><p>x</p></details>",
         "<h4>Data</h4><p>x</p>"),
        ("<div class='chains'><div class='chain'><div class='left'>a</div><div class='right'>b</div>"
         "<div class='why'>c</div><div class='right'>d</div></div></div>",
         "<table><tbody><tr><td>a</td><td>b</td><td>c</td></tr><tr><td></td><td>d</td><td></td></tr>"
         "</tbody></table>"),
        ("<p>&lt;b&gt; &amp;</p>", "<p>&lt;b&gt; &amp;</p>"),
    ],
)  # fmt: skip
def test_elements_become_plain(page: str, shown: str) -> None:
    """Headings, tables and marks stay; pictures, scripts, links and hints for ears go."""
    assert plain_html(f"<html><body>{page}</body></html>") == shown


@pytest.mark.exhaustive
def test_no_table_touches_another() -> None:
    """Where style sheets are dropped, a line parts the tables of a stem and of a solution."""
    item = pool_of(Problem.read(EXAMPLES / "homework" / "sheet.toml")).items[0]
    for html in (item.stem(), item.worked(), statement(item), solution(item)):
        assert not re.search(r"</table>\s*<table", html)
    assert item.worked().count("<table") > 2
