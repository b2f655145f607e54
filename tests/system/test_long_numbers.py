"""Numbers of more digits than Python converts at once: solved and spelled, or refused in one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from thoroughness import one_in

from exactnb import ExactnbError, Problem, solve

LONG = "7" * 900
TABLE = "data.table = '''\nx c k\n1 a +\n2 b -\n4 a -\n'''\n"
COUNTS = "data.counts = '''\nk | + | -\ntotal | {} | 3\nc=a | {} | 1\nc=b | 2 | 2\n'''\n"
GIVEN = "data.parameters = '''\nk | + | -\nprior | 1/2 | 1/2\nrate(x) | {} | 3\n'''\nquery.q.x = 1\n"
NUMBERS = 'model.families.x = "gaussian"\n'
PLAIN = 'model.families.x = "categorical"\nquery.q.c = "a"\n'
FILES = {
    "a count": PLAIN + "model.smoothing = L",
    "a count with cells": PLAIN + "model.smoothing = { add = L, cells = L }",
    "counts by place": PLAIN + "model.smoothing = { \"*\" = 1, \"a|+\" = L }",
    "a negative count": PLAIN + "model.smoothing = \"-N\"",
    "a weight": PLAIN + "model.smoothing = { m = L, p = \"1/2\" }",
    "a share": PLAIN + "model.smoothing = { m = 1, p = \"1/N\" }",
    "Dirichlet": PLAIN + "model.smoothing = { dirichlet = L, take = \"mode\" }",
    "a frequency": PLAIN + "model.smoothing = { frequency = L }",
    "a clip": PLAIN + "model.smoothing = { clip = \"1/N\" }",
    "a clip too large": PLAIN + "model.smoothing = { clip = L }",
    "a prior": PLAIN + "model.prior = { \"+\" = \"1/N\", \"-\" = L }",
    "a variance": NUMBERS + "model.epsilon = L",
    "a query": NUMBERS + "query.q.x = L",
    "a query that is no count": "model.families.x = \"poisson\"\nquery.q.x = \"1/N\"",
    "a negative query": "model.families.x = \"poisson\"\nquery.q.x = \"-N\"",
    "Gamma": "model.families.x = \"poisson\"\nmodel.smoothing = { gamma = [L, L], take = \"mean\" }",
    "a size": "model.families.x = { negative-binomial = { r = L } }",
    "digits": PLAIN + "notation.digits = L",
    "a policy": PLAIN + "[[question]]\nid = \"i\"\nquantity = \"P(+)\"\npolicy = { within = \"1/N\" }",
    "points": PLAIN + "[[question]]\nid = \"i\"\nquantity = \"P(+)\"\npoints = L",
}  # fmt: skip
DOCUMENTS = {name: TABLE + text for name, text in FILES.items()} | {
    "a total": COUNTS.format("N", "1"),
    "more than the total": COUNTS.format("3", "N"),
    "a rate": GIVEN.format("N"),
    "a negative rate": GIVEN.format("-N"),
}


@pytest.fixture
def few_digits() -> Iterator[None]:
    """Let Python convert as few digits at once as can be."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("few_digits")
@pytest.mark.parametrize("bare", [False, True])
@one_in(12, "name", DOCUMENTS)
def test_a_long_number_is_worked_with_or_refused(name: str, bare: bool) -> None:
    """All that is printed is there, or one line says why nothing is."""
    text = DOCUMENTS[name].replace("L", LONG if bare else f'"{LONG}"').replace("N", LONG)
    said = ""
    try:
        solution = solve(Problem.from_text(text))
        found = [solution.text(), solution.json(), solution.latex(), solution.markdown()]
    except ExactnbError as error:
        found, said = [], str(error)
    assert len(said) <= 300
    assert len(said.splitlines()) == (not found)
