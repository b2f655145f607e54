"""Problems whose numbers become very long: solved, verified, and printed so that one can read them."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction

import pytest
from thoroughness import one_in

from exactnb import Conventions, Documents, ModelChoice, Problem, Solution, Table, solve
from exactnb.core.arithmetic import values
from exactnb.core.expression.results import Decision

GAUSSIAN = {"model": ModelChoice(family="gaussian")}
LONG = re.compile("[0-9]{1001}")


def measured(columns: int, rows: int, numeral) -> Solution:
    """Return the solution of a table of measurements of two classes."""
    draws = random.Random(columns)
    header = [f"c{i}" for i in range(columns)]
    table = [[*(numeral(draws) for _ in header), "ab"[at % 2]] for at in range(rows)]
    query = {column: numeral(draws) for column in header}
    return solve(Problem(Table.from_rows(table, [*header, "k"]), {"x": query}, GAUSSIAN))


def twelve_digits(draws: random.Random) -> str:
    return f"0.{draws.randrange(10**11, 10**12)}"


def forty_digits(draws: random.Random) -> str:
    above, below = (draws.randrange(10**39, 10**40) for _ in range(2))
    return f"{above}/{below}"


@one_in(
    3,
    ("columns", "rows", "numeral"),
    [(40, 90, twelve_digits), (2, 10, forty_digits), (3, 40, forty_digits)],
)
def test_measurements_of_many_digits_are_solved(columns: int, rows: int, numeral) -> None:
    """However long the exponents become, they are rational: densities, posteriors and a decision."""
    solution = measured(columns, rows, numeral)
    shares = [solution[f"P({k}|x)"] for k in "ab"]
    assert values.compare(values.add(shares), Fraction(1)) == 0
    best = "a" if values.compare(shares[0], shares[1]) > 0 else "b"
    assert solution["argmax(x)"] == Decision((best,))
    for text in (solution.text(), solution.latex(), solution.markdown()):
        assert not LONG.search(text)
    assert json.loads(solution.json())["quantities"]["argmax(x)"]["exact"] == best


def test_a_tiny_mean_is_no_irrational_number() -> None:
    """A mean of 10⁻⁷⁰⁰ moves the boundary by half of itself."""
    solution = solve(
        Problem.from_text(
            'ask = ["P(a|q)", "boundary(a:b)", "log_odds(a:b|q)"]\n'
            "[data]\nparameters = '''\nclass | a | b\nprior | 1/2 | 1/2\nmean(x) | 1e-700 | 0\n"
            "variance(x) | 1 | 1\n'''\n[query]\nq = { x = 1 }\n"
        )
    )
    assert solution["boundary(a:b)[1]"] == Fraction(1, 2 * 10**700)
    assert solution["log_odds(a:b|q)"] == Fraction(1, 10**700) - Fraction(1, 2 * 10**1400)


@pytest.mark.exhaustive
@pytest.mark.parametrize("family", ["categorical", "gaussian"])
def test_weights_of_many_digits_are_added_up(family: str) -> None:
    """Weights whose common denominator has thousands of digits are printed by their decimals."""
    draws = random.Random(1)
    cell = {"categorical": lambda: draws.choice("uv"), "gaussian": lambda: str(draws.randrange(9))}
    rows = [(cell[family](), forty_digits(draws), "ab"[at % 2]) for at in range(150)]
    table = Table.from_rows(rows, ["x", "w", "k"], weight="w")
    solution = solve(Problem(table, {"q": {"x": rows[0][0]}}, {"model": ModelChoice(family=family)}))
    weights = [sum(Fraction(w) for _, w, k in rows if k == label) for label in "ab"]
    assert solution["P(a)"] == weights[0] / sum(weights)
    assert sum(weights).denominator > 10**4_300
    for text in (solution.text(), solution.latex(), solution.markdown(), solution.json()):
        assert "≈" in text or "\\approx" in text
    assert not LONG.search(solution.text())


def test_counts_of_many_digits_are_told_in_messages() -> None:
    """A prior that does not add up says so, however many digits its sum has."""
    shares = ", ".join(f'k{at} = "1/{10**900 + at}"' for at in range(1, 9))
    labels = "\n".join(f"1 k{at}" for at in range(1, 9))
    text = f"[data]\ntable = '''\nx k\n{labels}\n'''\n[model]\nprior = {{ {shares} }}\n"
    with pytest.raises(Exception, match=r"add up to about 8.0000000000000000000e-900, not to 1"):
        Problem.from_text(text)


@one_in(4, ("length", "words"), [(845, 50), (3_000, 50), (845, 845), (30_000, 3)])
def test_coefficients_of_long_texts(length: int, words: int) -> None:
    """n!/∏x! of a long text cancels from the posteriors, and is printed if that can be read."""
    draws = random.Random(length)
    vocabulary = [f"w{i}" for i in range(words)]
    texts = [("ab"[at % 2], " ".join(draws.choices(vocabulary, k=9))) for at in range(6)]
    query = {"x": " ".join(draws.choices(vocabulary, k=length))}
    solutions = [
        solve(Problem(Documents.of(texts), query, {"model": ModelChoice(choice)}))
        for choice in (Conventions(smoothing=1, coefficient=said) for said in (True, False))
    ]
    one, other = (solution["P(a|x)"] for solution in solutions)
    assert values.compare(one, other) == 0
    ratio = values.divide(*(solution["P(a,x)"] for solution in solutions))
    assert values.compare(ratio, Fraction(1)) > 0
    assert not LONG.search(solutions[0].text())
