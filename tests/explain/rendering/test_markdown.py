"""Markdown: pieces checked by hand, labels that try to get out, and what is printed read back."""

import re
import sys
import unicodedata
from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import SimpleNamespace

import pytest
import reading
from any_text import CHARACTERS
from hypothesis import given
from hypothesis import strategies as st
from labels import HOSTILE, TEMPLATES
from laws import DATA, EVERY_FAMILY, drawn, latex
from laws import LAW as FEW
from printed import ONCE, in_some_styles, labelled, two_rows
from strategies import AWKWARD, FOREIGN, STYLES, UNPRINTABLE, Case, Column
from thoroughness import all_of, choose, in_both_runs, law, one_in
from worked import problem_file, solved

from exactnb import Problem, Table, solve
from exactnb.core.naming.notation import Style
from exactnb.core.quantities import QUANTITIES
from exactnb.explain.derivation import Chain, Grid
from exactnb.explain.rendering.formats import render
from exactnb.explain.rendering.formats.markdown import MarkdownMath
from exactnb.explain.rendering.pages.markdown_text import math_text, text
from exactnb.interfaces.cli import main

LAW = law(40)
SPAM = problem_file("spam_or_ham_smoothed")
PIECES = (
    r"""# Spam or ham, smoothed

*Bernoulli naive Bayes, words “a”, “b”, “c”, uniform prior, λ = 1.*

Source: COMP9417, Naive Bayes Classifiers, section 3.1.1

## Data

|             | class | text                                          |
| :---------- | :---- | :-------------------------------------------- |
| $e_{1}$     | +     | **b** d e **b** **b** d e                     |
""",
    r"""
| $e_{\star}$ |  1  |  1  |  0  |   ?   |

## Estimate

|            |              +              |              −              |
""",
    r"""
$$
p_{j}^{k} = \frac{\text{documents of class }k\text{ with the word} + 1}{\text{documents of class }k + 2}
$$
""",
    r"| $p_{a}^{k}$ | $\displaystyle \frac{2 + 1}{4 + 2} = \frac{3}{6}$ |",
    r"c(e_{\star}) &= \arg\max \left\lbrace p(c_{+}){\scriptstyle\ }p(e_{\star} \mid c_{+}),",
    r""" = \boxed{c_{+}} && \text{(substitute)}
\end{aligned}
$$

$1/9 \gt 2/27$, so $e_{\star}$ is +.
""",
    r"""
  &= \frac{1/9}{1/9 + 2/27} = \boxed{\frac{3}{5}} = 0.6 && \text{(substitute)} \\
  & \\
p(c_{-} \mid e_{\star}) &= """,
)
LABELS = tuple(dict.fromkeys((*AWKWARD, *FOREIGN, *UNPRINTABLE, *HOSTILE)))
REFUSED = r"\\(operatorname|mbox|phantom|tag|allowdisplaybreaks|begin\{align\*?\}|[^A-Za-z \\\n])"


def parts(printed):
    """Return the displayed formulas, the inline ones, and the rest, in which `·` stands for each."""
    display = re.compile(r"^\$\$\n(.*?)\n\$\$$", re.DOTALL | re.MULTILINE)
    rest = display.sub("·", printed)
    pieces = re.split(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", rest)  # math is not looked for in code
    inline = re.compile(r"\$([^$\n]+)\$")
    found = [formula for piece in pieces[::3] for formula in inline.findall(piece)]
    return display.findall(printed), found, "`code`".join(inline.sub("·", p) for p in pieces[::3])


def shape(printed):
    """Return what a reader of Markdown takes a text for, block by block."""
    out = []
    for block in parts(printed)[2].strip().split("\n\n"):
        assert not re.match(r" |>|[-+*] |[0-9]+[.)] |```|~~~|=|---", block)
        rows = [row.count("|") for row in block.split("\n")]
        out.append((block.split(" ")[0] if block[0] in "#|·" else "text", rows))
    return out


def check_math(formula):
    """Check that Markdown, read first, leaves a formula alone, and that KaTeX and MathJax read it."""
    assert not re.search(REFUSED, formula)
    assert not re.search(
        r"[<>|*~`#%$\[\]]|\\\\(?!\n)|--|(?<![A-Za-z0-9])_(?! )|://|www\.|:\w+:|&[#\w]", formula
    )
    assert formula.count("{") == formula.count("}")
    assert formula.count(r"\left") == formula.count(r"\right")
    assert formula == formula.strip()
    assert "\n\n" not in formula


@all_of("piece", PIECES, apart=3)
def test_spam_or_ham_in_pieces(piece):
    """The worked example has its head, tables, rule, chains and answer, as checked by eye."""
    assert piece in solve(SPAM).markdown()


@ONCE
@in_both_runs
@pytest.mark.parametrize(("path", "style"), in_some_styles(2), ids=lambda of: getattr(of, "stem", of))
def test_every_style_prints_formulas_for_every_reader(path, style):
    """In any notation a formula holds nothing that Markdown, GitHub or KaTeX stumbles over."""
    printed = solved(path.stem).markdown(notation=style)
    displays, inline, rest = parts(printed)
    for formula in (*displays, *inline):
        check_math(formula)
    assert "$" not in rest
    assert len(displays) == printed.count("\n\n$$\n") == printed.count("\n$$\n") - len(displays)


def test_ties_zeros_and_undefined_are_printed():
    """A tie is a set of labels, 0/0 a fraction, and what rests on it is the word undefined."""
    tied = solve(two_rows().problem()).markdown()
    assert r"\boxed{\lbrace {+}, {-} \rbrace}" in tied
    assert "so $x$ is tied between + and −." in tied
    assert r"\text{undefined}" in solve(two_rows(query="0").problem()).markdown()
    case = Case(
        ("+", "-"), (Column("a", ("0", "1"), "bernoulli"),), (("+", ("1",)),), {}, prior="uniform"
    )
    assert r"| $\displaystyle \frac{0}{0}$ |" in solve(case.problem()).markdown()


@cache
def named(name):
    """Return a solution in which everything has one name."""
    return solve(replace(labelled(name).problem(), title=name, source=name))


@in_both_runs
@one_in(96, "label", LABELS, exhaustive=6)
def test_no_label_changes_the_shape(label):
    """Whatever the label, blocks, rows, cells and formulas are as many as with a harmless one."""
    own = LABELS.index(label) % len(STYLES)
    for style in choose(quick=STYLES[own : own + 1], exhaustive=STYLES):
        printed = named(label).markdown(notation=style)
        assert shape(printed) == shape(named("plain words").markdown(notation=style))
        displays, inline, rest = parts(printed)
        for formula in (*displays, *inline):
            check_math(formula)
        assert not re.search(r"<(?!http://e\.vil>)|(?<!:)\]\(|\$|&(?!\w+;|#\d+;)|@", rest)


@one_in(8, "template", TEMPLATES)
def test_no_template_changes_the_shape(template):
    """A notation of the user's own prints formulas that every reader accepts, in the same blocks."""
    solution = solve(SPAM)
    roles = ("prior", "bernoulli", "joint", "posterior", "decision")
    style = Style("own", "", dict.fromkeys(roles, template), QUANTITIES)
    printed = render("markdown", solution.verified, replace(solution.problem.notation(), style=style))
    displays, inline, rest = parts(printed)
    for formula in (*displays, *inline):
        check_math(formula)
    assert "$" not in rest
    assert shape(printed) == shape(solution.markdown())


@all_of("label", FOREIGN)
def test_every_script_is_printed(label):
    """Labels that pdflatex has no signs for stand in prose and in formulas as they are."""
    printed = solve(labelled(label).problem()).markdown()
    assert f"| {label} |" in re.sub(" +", " ", printed)
    assert rf"\text{{{label}}}" in printed


@law(16, exhaustive=50)
@given(st.text(CHARACTERS))
def test_prose_is_read_back(label):
    """A reader of Markdown sees the text: blanks for blanks, a sign for what steers, four marks."""
    shown = text(label)
    seen = re.sub(r"\s", " ", unicodedata.normalize("NFC", label))
    kinds = "".join(
        "m" if unicodedata.category(c).startswith("M") and unicodedata.category(c) != "Mc" else "."
        for c in seen
    )
    beyond = {at for run in re.finditer("m{5,}", kinds) for at in range(run.start() + 4, run.end())}
    seen = "".join(c for at, c in enumerate(seen) if at not in beyond)
    assert reading.markdown_words(shown) == "".join(c if c.isprintable() else "\ufffd" for c in seen)
    assert "|" not in shown
    assert "\n" not in shown


@LAW
@given(st.text(st.sampled_from("aw.+-=':@_ `$%#&^*<>|\\{}[]~é日")))
def test_words_in_formulas_are_safe(label):
    """Any words in math mode pass for what every reader accepts."""
    check_math(f"P({math_text(label)})")


def test_an_address_is_a_link_in_the_source_alone():
    """An address in the source becomes a link; the same one as a label does not."""
    address = "https://example.org/a_b?c=1"
    problem = replace(labelled(address).problem(), source=f"Notes, {address}")
    printed = solve(problem).markdown()
    assert printed.count(f"<{address}>") == 1
    assert f"Source: Notes, <{address}>\n" in printed
    assert f"`{address}`" in printed


@EVERY_FAMILY
@FEW
@given(data=DATA)
def test_printed_markdown_is_worth_its_left_side(families, data):
    """Each arithmetic part of a chain or cell, read back, has the value of its left side."""
    case = drawn(data, families)
    solution = solve(case.problem())
    printed, brute = solution.markdown(), case.brute()
    math = MarkdownMath(solution.problem.notation())
    lefts = {math.name(name): name for name in solution.quantities if name in brute}
    ends = 0
    for chain in reading.markdown_chains(printed):
        if chain.left in lefts:
            worth = brute[lefts[chain.left]]
            for relation, value, shown in reading.arithmetic(chain.parts, latex):
                ends += relation != "="
                assert value == worth if relation != r"\approx" else reading.is_rounded(shown, worth)
    blocks = [block for step in solution.verified.derivation.steps for block in step.blocks]
    lines = [line for block in blocks if isinstance(block, Chain) for line in block.lines]
    assert ends == sum(line.relation in "≈→" for line in lines)
    grids = [block for block in blocks if isinstance(block, Grid)]
    for grid, shown in zip(grids, reading.markdown_grids(printed), strict=True):
        chains = [chain for row in grid.cells for chain in row]
        for chain, cell in zip(chains, (cell for row in shown for cell in row), strict=True):
            for _, value, _ in reading.arithmetic([("=", part) for part in cell.split(" = ")], latex):
                assert value == brute[chain.lines[0].left.name]


def test_only_verified_is_printed():
    """What `verify` has not accepted is refused."""
    solution = solve(SPAM)
    with pytest.raises(TypeError, match="only a Verified derivation is printed"):
        render("markdown", solution.verified.derivation, solution.problem.notation())


def test_a_notebook_gets_markdown_latex_and_text():
    """Jupyter may choose from three, and none is HTML; LaTeX is left out where there is none."""
    solution = solve(SPAM)
    bundle = solution._repr_mimebundle_(include=None, exclude=None)
    assert bundle == {
        "text/markdown": solution.markdown(),
        "text/latex": solution.latex(fragment=True),
        "text/plain": solution.text(),
    }
    foreign = solve(labelled("日本").problem())._repr_mimebundle_()
    assert set(foreign) == {"text/markdown", "text/plain"}


def test_marimo_gets_what_its_own_reader_makes(monkeypatch):
    """Outside marimo the Markdown is as it is; marimo shows what its `md` makes of it."""
    solution = solve(SPAM)
    monkeypatch.setitem(sys.modules, "marimo", None)
    assert solution._mime_() == ("text/markdown", solution.markdown())

    def md(given):
        return SimpleNamespace(_mime_=lambda: ("text/markdown", f"<p>{len(given)}</p>"))

    monkeypatch.setitem(sys.modules, "marimo", SimpleNamespace(md=md))
    assert solution._mime_() == ("text/markdown", f"<p>{len(solution.markdown())}</p>")


def test_the_command_line_writes_markdown(tmp_path, capsys):
    """`--to markdown` prints it, and a file that ends in .md is written in it."""
    assert main(["solve", str(SPAM), "--to", "markdown", "--notation", "plain"]) == 0
    assert capsys.readouterr().out == solve(SPAM).markdown(notation="plain")
    assert main(["solve", str(SPAM), "-o", str(tmp_path / "spam.md")]) == 0
    assert (tmp_path / "spam.md").read_text(encoding="utf-8") == solve(SPAM).markdown()
    assert main(["solve", str(SPAM), "--to", "markdown", "--fragment"]) == 2
    assert "--fragment: needs --to latex" in capsys.readouterr().err


def test_a_table_without_title_source_or_query_is_printed():
    """A bare table gives its setting, its data and its estimates, and nothing empty."""
    table = Table.from_rows([("1", "yes"), ("0", "no")], ["a", "class"])
    printed = solve(Problem(table)).markdown()
    assert printed.startswith("*")
    assert "\n\n\n" not in printed
    assert Fraction(1, 2) == reading.latex(reading.markdown_grids(printed)[0][0][0])
