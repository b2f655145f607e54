"""Tables of named outcomes: estimates in closed form, theorems, values, decisions and refusals."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb import Family, Grader, Problem, Table, derive, solve
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.errors import ExactnbError, Unsupported

F = Fraction
GOLDEN = Path(__file__).parents[3] / "explain" / "proving" / "by_formula"
TABLES: dict[str, tuple[dict[str, str], str]] = {
    "hardy-weinberg": ({"AA": "(1-q)^2", "Aa": "2 q (1-q)", "aa": "q^2"}, "0 < q < 1"),
    "tied-dice": ({"one": "t", "two": "t", "rest": "1-2t"}, "0 < t < 1/2"),
    "linkage": (
        {"AB": "(2+t)/4", "Ab": "(1-t)/4", "aB": "(1-t)/4", "ab": "t/4"}, "0 < t < 1",
    ),
    "clamped": ({"head": "1-t/2", "tail": "t/2"}, "0 < t <= 1"),
    "hardy-weinberg-closed": ({"AA": "(1-q)^2", "Aa": "2 q (1-q)", "aa": "q^2"}, "0 <= q <= 1"),
}  # fmt: skip
"""Tables, each with the domain of its parameter."""


def family(name: str) -> Family:
    """Return the family of a table."""
    probabilities, domain = TABLES[name]
    (letter,) = {word for word in domain.split() if word.isalpha()}
    return Family.of(probabilities=probabilities, parameters={letter: domain}, name=name)


def text_of(name: str, rows: Mapping[str, list[str]], query: str) -> str:
    """Return a problem file with a table and rows of its outcomes by class."""
    probabilities, domain = TABLES[name]
    (letter,) = {word for word in domain.split() if word.isalpha()}
    chances = ", ".join(f"{outcome} = '{chance}'" for outcome, chance in probabilities.items())
    table = "\n".join(f"{outcome} | {k}" for k, outcomes in rows.items() for outcome in outcomes)
    return (
        f"[families.{name}]\nprobabilities = {{ {chances} }}\n"
        f"parameters = {{ {letter} = '{domain}' }}\n"
        f"[data]\nclasses = ['a', 'b']\ntable = '''\ng | class\n{table}\n'''\n"
        "[model]\nprior = 'uniform'\n"
        f"families = {{ g = '{name}' }}\n[query]\nx = {{ g = '{query}' }}\n"
    )


@one_in(6, "name", TABLES)
def test_theorems_are_proved_and_printed(name: str) -> None:
    """The theorem of a table is accepted line by line, and reads as it was looked at."""
    assert derive(family(name)).text() == (GOLDEN / f"{name}.txt").read_text()


def likelihood(chances: Mapping[str, str], letter: str, outcomes: list[str], at: object) -> object:
    """Return the probability of outcomes at a place of the parameter, by Python's own arithmetic."""
    product = mpmath.mpf(1)
    for outcome in outcomes:
        formula = chances[outcome].replace("^", "**").replace("2t", "2*t").replace(" ", "")
        formula = formula.replace("2q", "2*q").replace("q(", "q*(")
        product *= eval(formula, {letter: at})
    return product


def has_no_estimate(name: str, outcomes: list[str]) -> bool:
    """Say whether the likelihood of outcomes rises to an open end, as worked out by hand."""
    count = outcomes.count
    match name:
        case "hardy-weinberg":
            return len(set(outcomes)) == 1 and outcomes[0] != "Aa"
        case "tied-dice":
            return "rest" not in outcomes or set(outcomes) == {"rest"}
        case "linkage":
            crossed = count("Ab") + count("aB")
            return not crossed or (not count("ab") and count("AB") <= 2 * crossed)
        case "clamped":
            return "tail" not in outcomes
    return False


@in_both_runs
@pytest.mark.parametrize("seed", range(choose(quick=2, exhaustive=20)))
def test_estimates_are_largest_and_both_readers_agree(seed: int) -> None:
    """In each class no other of many places is more likely; where there is none, one line says so."""
    dice = random.Random(f"outcomes {seed}")
    name = dice.choice(sorted(TABLES))
    chances, domain = TABLES[name]
    (letter,) = {word for word in domain.split() if word.isalpha()}
    rows = {k: dice.choices(list(chances), k=dice.randint(1, 5)) for k in "ab"}
    high = mpmath.mpf(1) / 2 if "1/2" in domain else mpmath.mpf(1)
    problem = Problem.from_text(text_of(name, rows, dice.choice(list(chances))))
    with mpmath.workdps(40):
        places = [high * share / 200 for share in range(1, 200)]
        best = {}
        for k, outcomes in rows.items():
            values = [likelihood(chances, letter, outcomes, at) for at in places]
            best[k] = places[values.index(max(values))]
        at_end = [k for k, at in best.items() if at in (places[0], places[-1])]
        if any(has_no_estimate(name, outcomes) for outcomes in rows.values()):
            with pytest.raises(Unsupported, match="the likelihood rises to an end that"):
                solve(problem)
            assert at_end
            return
        solution = solve(problem)
        for k, outcomes in rows.items():
            value = mpmath.mpf(str(rounded(solution[f"{letter}(g|{k})"], Rounding(figures=30))))
            most = likelihood(chances, letter, outcomes, value)
            assert all(likelihood(chances, letter, outcomes, at) <= most for at in places)
            assert 0 <= value <= high
    assert "Read by one reader only" not in solution.text()


@pytest.mark.exhaustive
@one_in(6, "name", TABLES)
def test_an_outcome_of_no_row_has_its_probability(name: str) -> None:
    """Both readers know the outcomes that the table alone names: in a query, and in the Bayes error."""
    chances, domain = TABLES[name]
    letter = next(word for word in domain.split() if word.isalpha())
    rows = {"a": ["Aa", "aa", "Aa"], "b": ["Aa", "Aa"]}
    match name:
        case "tied-dice":
            rows = {"a": ["one", "rest"], "b": ["rest", "one", "rest"]}
        case "linkage":
            rows = {"a": ["AB", "aB", "ab"], "b": ["aB", "ab"]}
        case "clamped":
            rows = {"a": ["tail", "tail"], "b": ["tail"]}
    unused = set(chances) - {outcome for outcomes in rows.values() for outcome in outcomes}
    assert unused
    for outcome in sorted(unused)[: choose(quick=1, exhaustive=None)]:
        problem = Problem.from_text(text_of(name, rows, outcome))
        solution = solve(problem, only=["P(a,x)", "bayes_error", f"{letter}(g|a)"])
        at = mpmath.mpf(str(rounded(solution[f"{letter}(g|a)"], Rounding(figures=15))))
        half = likelihood(chances, letter, [outcome], at) / 2
        joint = mpmath.mpf(str(rounded(solution["P(a,x)"], Rounding(figures=15))))
        assert mpmath.nstr(joint, 12) == mpmath.nstr(half, 12)


def test_alleles_are_counted() -> None:
    """In Hardy and Weinberg's table the estimate is the share of one allele of two."""
    rows = {"a": ["AA", "Aa", "AA"], "b": ["aa", "Aa", "aa"]}
    solution = solve(Problem.from_text(text_of("hardy-weinberg", rows, "AA")))
    assert (solution["q(g|a)"], solution["q(g|b)"]) == (F(1, 6), F(5, 6))
    assert solution["P(g=Aa|a)"] == F(10, 36)
    assert solution["argmax(x)"].labels == ("a",)


@pytest.mark.exhaustive
def test_estimates_of_books() -> None:
    """Fisher's and Rao's 125, 18, 20 and 34 give a root in 0.6268."""
    counts = {"AB": 125, "Ab": 18, "aB": 20, "ab": 34}
    rows = {k: [outcome for outcome, times in counts.items() for _ in range(times)] for k in "ab"}
    solution = solve(Problem.from_text(text_of("linkage", rows, "AB")))
    assert str(rounded(solution["t(g|a)"], Rounding(figures=8))) == "0.62682150"
    assert solution["argmax(x)"].labels == ("a", "b")


@pytest.mark.exhaustive
def test_an_estimate_beyond_its_domain_is_the_end() -> None:
    """Tails twice as frequent as the table allows leave the largest parameter."""
    rows = {"a": ["tail", "tail", "head"], "b": ["head", "head", "head", "tail"]}
    solution = solve(Problem.from_text(text_of("clamped", rows, "head")))
    assert (solution["t(g|a)"], solution["t(g|b)"]) == (F(1), F(1, 2))


@pytest.mark.exhaustive
def test_slips_are_recognised() -> None:
    """One row less in the denominator is named as the mistake that it is."""
    rows = {"a": ["AA"] * 20 + ["Aa"] * 11 + ["aa"] * 3, "b": ["aa", "Aa", "aa"]}
    problem = Problem.from_text(text_of("hardy-weinberg", rows, "AA"))
    report = Grader(problem, asked=["q(g|a)"]).grade({"q(g|a)": "0.257576"})
    assert "rows-less-one" in {match.alternative.id for match in report.graded[0].matches}


REFUSED = [
    ({"a": "1-t", "b": "t/2"}, "0 < t < 1", "the probabilities sum to 1 - t / 2, not to 1"),
    ({"a": "1-t^3", "b": "t^3"}, "0 < t < 1", "has no linear factors"),
    ({"a": "1-2t", "b": "2t"}, "0 < t < 1", "the probability of a is not positive"),
    ({"a": "1-t", "b": "t"}, "t > 0", "lies between two numbers"),
    ({"a": "exp(-t)", "b": "1-exp(-t)"}, "0 < t < 1", "is no polynomial in t"),
    ({"a": "1"}, "0 < t < 1", "expected outcomes, each with its probability"),
    ({"a": "1/2", "b": "1/2"}, "0 < t < 1", "t does not occur in a probability"),
]


@all_of("chances, domain, why", REFUSED)
def test_a_faulty_table_costs_one_line(chances: dict[str, str], domain: str, why: str) -> None:
    """Probabilities that sum to something else, and forms that are not derived, are refused."""
    with pytest.raises(ExactnbError, match=r".*") as caught:
        derive(Family.of(probabilities=chances, parameters={"t": domain}))
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_outcome_is_refused_with_one_that_is_like_it() -> None:
    """A row, and a query, may only show outcomes of the table."""
    rows = {"a": ["AA", "aA"], "b": ["aa", "Aa"]}
    with pytest.raises(ExactnbError, match=r"has the outcomes AA, Aa, aa; got 'aA' \(did you mean"):
        solve(Problem.from_text(text_of("hardy-weinberg", rows, "AA")))
    rows = {"a": ["AA", "Aa"], "b": ["aa", "Aa"]}
    with pytest.raises(ExactnbError, match="got 'AAA'"):
        solve(Problem.from_text(text_of("hardy-weinberg", rows, "AAA")))


def test_a_solution_states_each_outcome_with_its_probability() -> None:
    """No formula is said of a cell in general: each outcome has a line, and no x is in it."""
    hardy = Family.of(
        probabilities={"AA": "(1-q)^2", "Aa": "2 q (1-q)", "aa": "q^2"},
        parameters={"q": "0 < q < 1"},
        name="hardy",
    )
    table = Table.from_rows([("AA", "n"), ("Aa", "n"), ("Aa", "s"), ("aa", "s")], ["blood", "pop"])
    text = solve(Problem(table, query={"x": {"blood": "Aa"}}, families={"blood": hardy})).text()
    stated = text[text.index("Distribution") : text.index("Estimate")]
    lines = [" ".join(line.split()) for line in stated.splitlines() if "=" in line]
    assert lines == [
        "P(blood=AA|k) = (1 − q_k)²",
        "P(blood=Aa|k) = 2 × q_k × (1 − q_k)",
        "P(blood=aa|k) = q_k²",
    ]
    assert "where q_k ∈ (0, 1); the estimate is the MLE." in stated
