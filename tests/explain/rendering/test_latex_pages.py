"""How a page in LaTeX is laid out: steps, rows, tables, bars, and the engines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from strategies import FOREIGN, UNPRINTABLE
from thoroughness import all_of
from worked import PROBLEMS, compiled, problem_file, solved

from exactnb import Problem, Solution, Table, solve
from exactnb.core.conventions import Conventions
from exactnb.core.data.documents import Documents
from exactnb.core.problem.choice import ModelChoice
from exactnb.errors import InputError, Unsupported
from exactnb.explain.rendering.pages.latex_text import lualatex_text, pdflatex_text
from exactnb.explain.rendering.tables.latex_tables import Display, in_parts, side_by_side

SPAM, TENNIS, TEMPERATURE = "spam_or_ham", "play_tennis", "note_004_temperature"


def fragment(name: str) -> str:
    """Return a worked example in LaTeX without what stands around it."""
    return solved(name).latex(fragment=True)


@pytest.mark.exhaustive
@all_of("path", PROBLEMS[::14])
def test_steps_are_numbered_as_in_the_terminal(path: Path) -> None:
    """Headings count from 1, and no step is left out."""
    numbers = re.findall(r"\\subsection\*\{([0-9]+)\\quad ", fragment(path.stem))
    steps = solved(path.stem).verified.derivation.steps
    assert list(map(int, numbers)) == [*range(1, len(steps) + 1)]


def test_a_short_chain_is_one_row_with_its_reasons() -> None:
    """A posterior stands in a row; its reasons are named in order, and not again for the next class."""
    rows = fragment(SPAM).split("\n")
    first, second = (
        next(r for r in rows if r.startswith(rf"p(c_{{{k}}} \mid e_{{\star}}) &=")) for k in "+-"
    )
    assert first.count("=") == 3
    assert r"\text{(Bayes' rule, substitute)}" in first
    assert second.count("=") == 3
    assert "text{(" not in second


def test_a_line_and_its_value_share_a_row_and_one_reason() -> None:
    """Numbers put in stand before what they come to, with the one reason behind both."""
    text = fragment(SPAM)
    assert (
        r"\left(1 - \frac{1}{4}\right) = \frac{9}{64} \approx 0.1406 &&\quad \text{(as counted)}"
        in text
    )


@all_of("path", PROBLEMS[::5], apart=3)
def test_no_row_has_two_columns_of_reasons(path: Path) -> None:
    """A row has one reason beside it at most, and it stands at its end."""
    for row in fragment(path.stem).split("\n"):
        assert row.count("&&") <= 1
        behind = r" &&\\quad \\text\{\(.*\)\}( \\\\(\*|\[5pt\])?)?$"
        assert "&&" not in row or re.search(behind, row)


def test_fractions_in_fractions_of_numbers_have_a_slash() -> None:
    """Nine over sixty-four in a fraction is 9/64, as large as any number; so it is in a sentence."""
    text = fragment(SPAM)
    assert r"\frac{9/64}{9/64 + 9/128}" in text
    assert r"\frac{\frac" not in text
    assert "$9/64 > 9/128$, so" in text


def test_fractions_in_tables_are_as_large_as_on_display() -> None:
    """Estimates have fractions of full size; a table of many rows has them with a slash."""
    assert r"\dfrac{2}{4} & \dfrac{3}{4}" in fragment(SPAM)
    words = " ".join("abcdefgh")
    texts = Documents.of([("+", words), ("-", "a b")])
    long = solve(Problem(texts, query={"x": words})).latex(fragment=True)
    assert r"\dfrac{1}{2}" in long  # the prior, in one row
    assert "P(h \\mid k) & 1/8 & 0/2" in long


def test_a_density_has_its_power_of_e_beside_the_fraction() -> None:
    """The exponent is as large as on the board, and not a numerator."""
    text = fragment(TEMPERATURE)
    assert r"\frac{1}{\sqrt{2\pi \times \sigma_{\text{Yes}}^{2}}} \exp \left(-\frac{" in text
    assert r"\frac{\exp" not in text


def test_bars_are_as_long_as_the_probabilities() -> None:
    """Two thirds of five centimetres are drawn, cut down to the hundredth, and a line for the rest."""
    text = fragment(SPAM)
    assert r"p(c_{+} \mid e_{\star}) & \rule{3.33cm}{1.4ex}\rule{1.67cm}{0.4pt}" in text
    assert r"p(c_{-} \mid e_{\star}) & \rule{1.66cm}{1.4ex}\rule{3.34cm}{0.4pt}" in text
    assert "1.4ex" not in fragment(TEMPERATURE)  # one posterior alone is compared with nothing


def test_what_has_no_value_has_no_bar() -> None:
    """Of two undefined posteriors nothing is drawn."""
    assert "1.4ex" not in fragment("note_000_giraffe_choir")


def test_narrow_tables_of_two_steps_stand_side_by_side() -> None:
    """The texts and their encoding share the width of a page; wide data have it alone."""
    text = fragment(SPAM)
    left, right = re.findall(r"\\begin\{minipage\}.*?\\end\{minipage\}", text, re.DOTALL)
    assert r"{1\quad Data}" in left
    assert r"{2\quad Encode" in right
    assert "minipage" not in fragment(TENNIS)


def test_a_rule_stands_beside_its_table() -> None:
    """What is displayed together is, and four tables share a line below their rule."""
    displays = re.findall(r"\\\[\n(.*?)\n\\\]", fragment(TENNIS), re.DOTALL)
    assert [shown.count(r"\begin{array}") for shown in displays[-4:]] == [1, 0, 4, 1]


def test_long_tables_stand_in_parts_beside_each_other() -> None:
    """A narrow table of 14 rows has two parts, a wide one is whole, and none has more than 18 rows."""
    assert in_parts(14, 20) == [range(7), range(7, 14)]
    assert in_parts(14, 60) == [range(14)]
    assert max(map(len, in_parts(500, 60))) == 18
    for rows in range(40):
        parts = in_parts(rows, 15)
        assert [at for part in parts for at in part] == [*range(rows)]


@all_of("width", [10, 30, 60, 90])
def test_displays_keep_their_order_and_width(width: int) -> None:
    """However wide things are, each is displayed once, in order, and a line holds what fits."""
    shown = [Display(f"thing{at}", width, opens=at % 3 == 0) for at in range(7)]
    lines = side_by_side(shown, room=92)
    assert re.findall("thing[0-9]", "\n".join(lines)) == [display.body for display in shown]
    assert max(line.count("thing") for line in lines) <= max(1, 96 // (width + 4))


@pytest.mark.exhaustive
@pytest.mark.parametrize("level", ["brief", "full"])
def test_other_levels_fit_too(level: str, tmp_path: Path) -> None:
    """Spam or ham is a page at every level, and in brief the temperature takes two."""
    pages = {SPAM: 1, TEMPERATURE: 2 if level == "brief" else 4}
    for name, most in pages.items():
        article = tmp_path / f"{name}.tex"
        article.write_text(solve(problem_file(name), level=level).latex())
        assert compiled(article, tmp_path) <= most


# ---------------------------------------------------------------- engines


def foreign(label: str) -> Solution:
    """Return a solution in which a class has a name."""
    table = Table.from_rows([("1", label), ("0", "-")], ["a", "class"])
    return solve(
        Problem(
            table, query={"x": {"a": "1"}}, models={"model": ModelChoice(Conventions(smoothing="1"))}
        )
    )


@all_of("label", FOREIGN)
def test_lualatex_takes_any_script(label: str) -> None:
    """What pdflatex refuses, naming the other engine, lualatex has as it is, with fontspec."""
    solution = foreign(label)
    with pytest.raises(Unsupported, match="use --engine lualatex, rename it, or use --to text"):
        solution.latex()
    article = solution.latex(engine="lualatex")
    assert r"\usepackage{amsmath,amssymb,fontspec}" in article
    assert label in article
    start = solution.latex(engine="lualatex", fragment=True).partition("\n")[0]
    assert start == "% needs amsmath, amssymb and fontspec"


def test_what_runs_leftwards_is_set_so() -> None:
    """Hebrew and Arabic, the blanks between their words too, are in a group of their own direction."""
    assert lualatex_text("שלום עולם: 50%") == r"{\textdir TRT שלום עולם}: 50\%"
    assert lualatex_text("a שלום b") == r"a {\textdir TRT שלום} b"
    assert lualatex_text("кот") == "кот"


@all_of("text", ["\\end{document}", "$x$ & 50% #1_~^{}", 'say "no" | <b>', "λ", "x λ y"])
def test_no_name_is_a_command_in_any_engine(text: str) -> None:
    """Signs that LaTeX acts on are escaped alike, and a Greek letter by itself is one of formulas."""
    assert lualatex_text(text) == pdflatex_text(text)


@all_of("label", UNPRINTABLE)
def test_no_engine_has_a_sign_for_what_steers(label: str) -> None:
    """A character that is no sign is refused by both, and the other engine is not praised for it."""
    with pytest.raises(Unsupported, match=r"cannot be typeset.*rename it") as caught:
        pdflatex_text(label)
    assert "lualatex" not in str(caught.value)
    with pytest.raises(Unsupported, match=r"cannot be typeset.*rename it"):
        lualatex_text(label)


def test_an_engine_is_one_of_two() -> None:
    """Any other is refused with a near match."""
    with pytest.raises(InputError, match="lualatex"):
        solved(SPAM).latex(engine="luatex")
