"""What is of a wrong type is refused where a user calls: what was given, what is needed, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from thoroughness import all_of

from exactnb import (
    Documents,
    Grader,
    Parameters,
    Problem,
    Table,
    check,
    count,
    derive,
    explore,
    sample,
    solve,
)
from exactnb.errors import ExactnbError
from exactnb.exporting import export

TABLE = Table.from_rows([("happy", "leek"), ("happy", "leek"), ("grumpy", "onion")], ["mood", "soup"])
PROBLEM = Problem(TABLE, query={"x": {"mood": "happy"}})
PATH = "expected the path of a file; got 'None'"
LETTERS = "expected a list of names; got 'P(leek)'"


@all_of(
    ("call", "message"),
    [
        (lambda: solve(PROBLEM, only="P(leek)"), f"only: {LETTERS}"),
        (lambda: solve(PROBLEM, only=[None]), "only: expected the name of a quantity; got 'None'"),
        (lambda: explore(PROBLEM, "P(leek)"), f"queries: {LETTERS}"),
        (lambda: Grader(PROBLEM, asked="P(leek)"), f"asked: {LETTERS}"),
        (lambda: export("x.toml", to="gift", ask="P(leek)"), f"ask: {LETTERS}"),
        (lambda: Problem(TABLE, ask="P(leek)"), f"ask: {LETTERS}"),
        (lambda: count(TABLE, "P(leek)"), f"together: {LETTERS}"),
        (lambda: count(None), "data: expected a Table or Documents; got 'None'"),
        (lambda: Problem.read(None), f"path: {PATH}"),
        (lambda: Problem.from_csv(None), f"path: {PATH}"),
        (lambda: Table.from_csv(None), f"path: {PATH}"),
        (lambda: Documents.of(None), "rows: expected a list of rows; got 'None'"),
        (lambda: solve(PROBLEM).save(None), f"path: {PATH}"),
        (lambda: solve(PROBLEM).save("no/such/x.html"), "no/such/x.html: no such file"),
        (lambda: solve(PROBLEM).text(width="80"), "width: expected a whole number; got '80'"),
        (lambda: TABLE.values_of("moods"), "unknown column 'moods' (did you mean 'mood'?)"),
        (lambda: TABLE.count("leek", {"m": "1"}), "unknown column 'm'"),
        (lambda: derive(5), "name: expected the name of a theorem or a Family; got '5'"),
        (lambda: derive("prior-mle", effort=0), "effort: expected a whole number from 1; got '0'"),
        (lambda: sample(PROBLEM, 2, None), "seed: expected a whole number or a text; got 'None'"),
        (lambda: Problem.from_text(b"x"), "text: expected the text of a problem file; got \"b'x'\""),
        (lambda: Grader(PROBLEM).grade({}, student=None), "student: expected a text; got 'None'"),
        (
            lambda: Table.from_rows([("a", "b")], ["x", "class"], values=["x"]),
            "values: expected { column = [value, ...] }; got '[\"x\"]'",
        ),
        (
            lambda: Documents.of([("+", "a b")], values=["x"]),
            "values: expected { column = [value, ...] }; got '[\"x\"]'",
        ),
        (lambda: Parameters(None), "schema: expected a Schema; got 'None'"),
        (lambda: Problem(TABLE, models=None), "models: expected { name = ModelChoice }; got 'None'"),
        (lambda: export(PROBLEM, to=None), "to: expected the name of a system; got 'None'"),
        (lambda: solve(TABLE, famly="x"), "famly: unknown keyword (did you mean 'family'?)"),
        (
            lambda: solve(PROBLEM).save("x.html", widht=9),
            "widht: unknown keyword (did you mean 'width'?)",
        ),
        (lambda: check("1/2", "1/0"), "expected: '1/0' divides by 0; what is infinite is inf"),
        (
            lambda: check("2/4", "1/2", form="working"),
            "form: expected one of any, lowest, counted; got 'working'",
        ),
        (
            lambda: export("x.toml", to="gift", figures="3"),
            "figures: expected a whole number from 1 to 12; got '3'",
        ),
    ],
)
def test_a_wrong_type_is_refused_by_name(call: Callable[[], Any], message: str) -> None:
    """A text is no list of its letters, and None is no file, name or seed."""
    with pytest.raises(ExactnbError) as refusal:
        call()
    assert str(refusal.value) == message
