"""A Rayleigh distribution, which is one file beside the tests: solved, varied, decided, refused."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F

import families_on_trial
import mpmath
import pytest

from exactnb import Problem, solve
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import INFINITY
from exactnb.errors import InputError
from exactnb.explain.solution.sampling import sample

TABLE = "table = '''\nd  kind\n1  a\n2  a\n2  b\n4  b\n7  b\n'''"
GIVEN = "parameters = '''\nkind | a | b\nprior | 2/5 | 3/5\nvariance(d) | 5/4 | 23/2\n'''"
S_A, S_B = F(5, 4), F(23, 2)  # (1 + 4)/(2 · 2) and (4 + 16 + 49)/(2 · 3)
ASKED = ("argmax(x)", "P(d=3|a)", "boundary(a:b)", "region(b:a)", "bayes_error")


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Let the registry find the file of the family."""
    with families_on_trial.registered():
        yield


def problem(data: str = TABLE, query: str = "3") -> Problem:
    """Return a problem with one column of distances."""
    model, asked = '[model]\nfamilies = { d = "rayleigh" }', f"ask = {list(ASKED)}"
    return Problem.from_text(f"{asked}\n[data]\n{data}\n{model}\n[query]\nx = {{ d = {query} }}\n")


@pytest.mark.parametrize("data", [TABLE, GIVEN], ids=["estimated", "given"])
def test_it_is_solved_by_its_formulas(data: str) -> None:
    """The classes tie at the root of 2.875 log(92/15)/(41/40), and the error is added up beyond it."""
    solution = solve(problem(data))
    assert (solution["variance(d|a)"], solution["variance(d|b)"]) == (S_A, S_B)
    assert solution["argmax(x)"].labels == ("b",)
    density = values.multiply([3 / S_A, PowerProduct.exp(-F(9) / (2 * S_A))])
    assert values.compare(solution["P(d=3|a)"], density) == 0
    half = F(1, 2) * (1 / S_A - 1 / S_B)
    squared = values.divide(values.logarithm(F(2, 5) / F(3, 5) * S_B / S_A), half)
    tie = values.power(squared, F(1, 2))
    assert solution["boundary(a:b)"] == Points((tie,))
    assert solution["region(b:a)"] == Points((tie, INFINITY), "open")
    with mpmath.workdps(40):
        at = 2 * mpmath.log(mpmath.mpf(92) / 15) / (mpmath.mpf(4) / 5 - mpmath.mpf(2) / 23)
        missed = [mpmath.exp(-at / (2 * mpmath.mpf(s.numerator) / s.denominator)) for s in (S_A, S_B)]
        expected = 2 * missed[0] / 5 + 3 * (1 - missed[1]) / 5
        found = rounded(solution["bayes_error"], Rounding(figures=20)).value
        assert abs(mpmath.mpf(found.numerator) / found.denominator - expected) < mpmath.mpf(10) ** -20


def test_its_answers_are_printed_as_they_are_verified() -> None:
    """A solution has its title, its rule in words, and the formula of a region."""
    text = solve(problem()).text()
    assert "Rayleigh density" in text
    assert "sum of squares in class k / (2 × rows of class k)" in text
    assert "exp(−√(115/41 × log(92/15))² / (2 × 1.25))" in text


def test_one_number_is_decided_among_many() -> None:
    """On either side of 2.256 another class is decided for, and 0 has no density in any class."""
    decided = [problem().decide({"d": x}) for x in ("2.25", "2.26")]
    assert decided == [("a",), ("b",)]
    assert str(solve(problem(query="0"))["argmax(x)"]) == "undefined"


def test_what_it_is_not_is_refused() -> None:
    """Its numbers and its parameter are positive."""
    with pytest.raises(InputError, match="rayleigh needs numbers above 0"):
        problem(TABLE.replace("7  b", "0  b"))
    with pytest.raises(InputError, match="rayleigh needs variance > 0; got 0"):
        solve(problem(GIVEN.replace("5/4", "0")))
    assert all(float(x) > 0 for x, _ in sample(problem(), 3, 1).rows)
