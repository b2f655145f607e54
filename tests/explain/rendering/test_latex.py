import re
import string
from dataclasses import replace
from fractions import Fraction

import pytest
from any_text import CHARACTERS
from hypothesis import assume, given
from hypothesis import strategies as st
from printed import ONCE, PROBLEMS, labelled, twelve_classes, two_rows
from programs import pdflatex
from strategies import AWKWARD, FOREIGN, NAMES, STYLES, UNPRINTABLE, Case, Column, cases
from thoroughness import all_of, choose, in_both_runs, law, one_in
from worked import solved

from exactnb import solve
from exactnb.errors import Unsupported

LAW = law(4)
SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
SIGNS = "−×·≤≥≠≈±°∞→←⋆–—‘’“”…ßæÆœŒøØłŁı¿¡§½\N{NO-BREAK SPACE}∈✓áèîñöåčçāăżőÉİǰ"
GREEK = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩµ"


@all_of("character", SPECIAL, apart=3)
def test_a_special_character_is_escaped(character):
    """Each character that LaTeX has a use for is escaped wherever a label stands."""
    label = f"a{character}b"
    problem = replace(labelled(label).problem(), title=label, source=label)
    printed = solve(problem).latex(fragment=True)
    assert f"a{SPECIAL[character]}b" in printed
    assert label not in printed.replace(SPECIAL[character], "")


def test_a_dollar_is_no_switch():
    """Dollars in labels leave the number of unescaped dollars even: no switch of mode is theirs."""
    printed = solve(labelled("$x$").problem()).latex(fragment=True)
    assert len(re.findall(r"(?<!\\)\$", printed)) % 2 == 0
    assert r"\$" in printed


@in_both_runs
@one_in(16, "label", AWKWARD, exhaustive=3)
def test_braces_and_environments_balance(label):
    """Whatever the label, braces, \\left and \\right, \\begin and \\end come in pairs."""
    own = AWKWARD.index(label) % len(STYLES)
    solution = solve(labelled(label).problem())
    for style in choose(quick=STYLES[own : own + 1], exhaustive=STYLES):
        printed = solution.latex(notation=style)
        bare = re.sub(r"\\[{}\\]", "", printed)
        assert bare.count("{") == bare.count("}")
        assert printed.count(r"\left") == printed.count(r"\right")
        assert len(re.findall(r"\\begin\{", printed)) == len(re.findall(r"\\end\{", printed))
        assert printed.count(r"\end{document}") == 1


@all_of("label", [*FOREIGN, *UNPRINTABLE])
def test_what_pdflatex_lacks_is_refused(label):
    """A label with a character that pdflatex has no sign for is refused, and named."""
    solution = solve(labelled(label).problem())
    with pytest.raises(Unsupported) as caught:
        solution.latex()
    message = str(caught.value)
    assert repr(label)[1:-1].split("\\")[0] in message
    assert "cannot be typeset by pdflatex" in message
    assert "rename it, or use --to text or json" in message
    assert message.isprintable()


@LAW
@given(data=st.data())
def test_labels_are_typeset_or_refused_by_name(data):
    """Any text as a class is either typeset in printable ASCII or refused with Unsupported."""
    label = data.draw(st.text(CHARACTERS, min_size=1, max_size=6).map(str.strip))
    assume(label not in ("", "?", "other", "w"))
    solution = solve(labelled(label).problem())
    try:
        printed = solution.latex().replace("\n", "")
    except Unsupported:
        return
    assert printed.isascii()
    assert printed.isprintable()


@ONCE
@one_in(56, "path", PROBLEMS, ids=lambda p: p.stem, exhaustive=3)
def test_an_article_needs_two_packages_only(path):
    """An article loads amsmath and amssymb, and holds the fragment between begin and end."""
    solution = solved(path.stem)
    article, fragment = solution.latex(), solution.latex(fragment=True)
    assert re.findall(r"\\usepackage\{(.*)\}", article) == ["amsmath,amssymb"]
    head, _, inner = fragment.partition("\n")
    assert head == "% needs amsmath and amssymb"
    assert inner in article
    assert article.isascii()


@LAW
@given(data=st.data())
def test_each_answer_is_boxed_once(data):
    """Of every query the decision is boxed once, and so is the posterior of each winner.

    What a posterior tends to is no value of it, and not boxed.
    """
    case = data.draw(cases(NAMES, refused=False))
    printed = solve(case.problem()).latex()
    winners = [case.decided(case.seen(identity)) or () for identity in case.queries]
    tends = r"\to" in printed
    assert printed.count(r"\boxed{") >= sum(bool(of) if tends else len(of) for of in winners)
    assert printed.count(r"\boxed{") <= sum(len(labels) + 1 for labels in winners)


def test_ties_zeros_and_undefined_are_typeset():
    """A tie is a set of labels, 0/0 a fraction, and what rests on it is the word undefined."""
    assert r"\{{+}, {-}\}" in solve(two_rows().problem()).latex()
    impossible = solve(two_rows(query="0").problem()).latex()
    assert r"\text{undefined}" in impossible
    assert r"\frac{0}{0 + 0}" in impossible
    columns = (Column("a", ("0", "1"), "bernoulli"),)
    case = Case(("+", "-"), columns, (("+", ("1",)),), {"x": {"a": "1"}}, prior="uniform")
    assert r"\frac{0}{0}" in solve(case.problem()).latex()


@pytest.mark.exhaustive
@in_both_runs
def test_hostile_labels_compile(tmp_path):
    """One article with every awkward label, sign and printable character compiles in pdflatex."""
    every = "".join(c for c in string.printable if c.isprintable()).strip()
    labels = [*AWKWARD, every, GREEK, *GREEK, *(SIGNS[at : at + 12] for at in range(0, len(SIGNS), 12))]
    fragments = []
    for at, label in list(enumerate(labels))[:: choose(quick=3, exhaustive=1)]:
        problem = labelled(label, style=STYLES[at % len(STYLES)]).problem()
        problem = replace(problem, title=f"No. {at}: {label}", source=label)
        fragments.append(solve(problem).latex(fragment=True))
    fragments += [
        solve(twelve_classes(x).problem()).latex(fragment=True) for x in (Fraction(0), Fraction(1))
    ]
    fragments += [solve(two_rows(query=x).problem()).latex(fragment=True) for x in "01"]
    article = solve(PROBLEMS[0]).latex()
    start, end = article.index(r"\begin{document}") + 17, article.index(r"\end{document}")
    hostile = tmp_path / "hostile.tex"
    hostile.write_text(article[:start] + "\n".join(fragments) + article[end:], encoding="utf-8")
    assert "Missing character" not in pdflatex(hostile, tmp_path)
    assert hostile.with_suffix(".pdf").stat().st_size > 1000
