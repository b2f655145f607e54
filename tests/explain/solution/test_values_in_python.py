"""Exact values as users of Python expect them: doubles, decimals, formulas, files, frames."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

import exactnb
from exactnb import ExactnbError, Problem, Table, solve
from exactnb.core.arithmetic.closed_form import ClosedForm, quotient
from exactnb.core.arithmetic.irrational import Logarithm, Surd
from exactnb.core.arithmetic.power_product import PowerProduct

SEEDS = Table.from_rows([("6", "rye"), ("8", "rye"), ("9", "oat"), ("12", "oat")], ["x", "k"])
SOLUTION = solve(Problem(SEEDS, query={"q": {"x": "7.5"}}, families={"x": "gaussian"}))
NAMES = {
    "P(rye|q)": ClosedForm, "p(x=7.5|rye)": PowerProduct, "log_odds(rye:oat|q)": Logarithm,
    "boundary(rye:oat)[1]": Surd,
}  # fmt: skip


@law(20)
@given(exponent=st.fractions(-30, 30, max_denominator=50), base=st.integers(2, 10**6))
def test_a_double_is_the_nearest(exponent: Fraction, base: int) -> None:
    """It is that of Python's own decimals, computed with many more digits."""
    value: Any = PowerProduct.exp(exponent) * PowerProduct.of(base) ** Fraction(1, 3)
    with localcontext() as context:
        context.prec = 80
        power = (Decimal(exponent.numerator) / exponent.denominator).exp()
        expected = power * (Decimal(base).ln() / 3).exp()
        share = 1 / (2 + 1 / expected)
    assert float(value) == float(expected)
    one = PowerProduct.of(1)
    closed: Any = quotient([(Fraction(1), value)], [(Fraction(1), one), (Fraction(2), value)])
    assert float(closed) == float(share)


@all_of("name", NAMES)
def test_a_number_is_short_and_has_digits_and_a_formula(name: str) -> None:
    """Its repr fits into a line, `decimal` is rounded correctly, and `latex` is a formula."""
    value: Any = SOLUTION[name]
    assert type(value) is NAMES[name]
    assert repr(value).startswith(f"<{type(value).__name__} ")
    assert len(repr(value)) < 80
    assert float(value.decimal(30)) == float(value)
    assert SOLUTION.decimal(name, 6) == value.decimal(6)
    assert SOLUTION.latex(name) == value.latex()
    assert "$" not in value.latex()


def test_other_values_have_no_digits() -> None:
    """A class has none; a fraction stays Python's own."""
    with pytest.raises(ExactnbError, match="rye is no number with digits"):
        SOLUTION.decimal("argmax(q)")
    assert SOLUTION["mean(x|rye)"] == Fraction(7)
    assert (SOLUTION.decimal("mean(x|rye)", 3), SOLUTION.latex("mean(x|rye)")) == ("7.00", "7")


@pytest.mark.parametrize("ending", [".txt", ".md", ".tex", ".html", ".json", ".typ"])
def test_a_solution_is_saved_as_its_ending_says(ending: str, tmp_path: Path) -> None:
    """The file holds what the format's own method returns."""
    path = tmp_path / f"s{ending}"
    SOLUTION.save(path)
    to = {".txt": "text", ".md": "markdown", ".tex": "latex", ".typ": "typst"}
    assert path.read_text(encoding="utf-8") == SOLUTION.render(to.get(ending, ending[1:]))
    with pytest.raises(ExactnbError, match=r"path: expected a name that ends in .*got '"):
        SOLUTION.save(tmp_path / "s.doc")


def test_a_frame_is_a_problem() -> None:
    """Columns, texts and the class are found as in a file; floats are what they print as."""
    frame = pd.DataFrame({"sky": ["sun", "rain", "sun"], "play": ["yes", "no", "no"]})
    solution = solve(frame, query={"a": {"sky": "sun"}, "b": {"sky": "rain"}})
    assert solution["P(yes|a)"] == Fraction(1, 2)
    shares = solution.posteriors()
    assert (list(shares.index), list(shares.columns)) == (["a", "b"], ["yes", "no"])
    assert shares.loc["b", "no"] == 1
    assert Problem(frame, query="rain").decide({"sky": "rain"}) == ("no",)
    mails = pd.DataFrame({"text": ["win money", "see you"], "label": ["spam", "ham"]})
    assert str(solve(mails, query="win")["argmax(x)"]) == "spam"
    numbers = pd.DataFrame({"x": [0.1, 0.3, 0.2, 0.4], "k": ["a", "a", "b", "b"]})
    assert Problem(numbers, families={"x": "gaussian"}).counts.cell("x", "0.1", "a") == 1
    assert solve(exactnb.explore(solution.problem).problem)["P(yes)"] == Fraction(1, 3)


@pytest.mark.parametrize("missing", ["matplotlib", "pandas"])
def test_posteriors_are_bars_in_svg_where_a_library_is_missing(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is a bar for each class of each query, as long as its posterior, with its decimal."""
    rows = [("sun", "yes"), ("rain", "no"), ("sun", "no"), ("fog", "no")]
    table = Table.from_rows(rows, ["sky", "play"])
    problem = Problem(table, query={"a<b": {"sky": "sun"}, "b": {"sky": "rain"}})
    monkeypatch.setitem(__import__("sys").modules, missing, None)
    picture = solve(problem).plot()
    svg = ElementTree.fromstring(str(picture))
    assert picture._repr_svg_() == str(picture)
    name = "{http://www.w3.org/2000/svg}"
    assert [text.text for text in svg.iter(f"{name}text")] == [
        "yes | a<b", "0.5000", "no | a<b", "0.5000", "yes | b", "0", "no | b", "1.000",
    ]  # fmt: skip
    outlines, parts = (
        [int(bar.get("width", "")) for bar in svg.iter(f"{name}rect") if kind in bar.get("class", "")]
        for kind in ("whole", "part")
    )
    assert [round(2 * part / whole) for part, whole in zip(parts, outlines, strict=True)] == [
        1,
        1,
        0,
        2,
    ]


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says which one is needed."""
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ExactnbError, match="needs pandas; run: pip install pandas"):
        SOLUTION.posteriors()


def test_data_are_solved_as_they_are_and_infinities_are_floats() -> None:
    """A Table goes into `solve` with a query; the odds 1/0 are the float inf, 0/0 is nan."""
    table = Table.from_rows([("u", "a"), ("v", "b"), ("w", "b")], ["x", "k"])
    solution = solve(table, query={"q": {"x": "u"}}, smoothing="0")
    assert (solution["P(a|q)"], float(solution["odds(a:b|q)"])) == (1, math.inf)
    undefined = solve(table, query={"q": {"x": "z"}}, unseen="zero")["P(a|q)"]
    assert math.isnan(float(undefined))
    with pytest.raises(ExactnbError, match="label: needs a file or a DataFrame; these rows were read"):
        solve(table, label="x")
