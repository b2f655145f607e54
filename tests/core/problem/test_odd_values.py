"""Values that are no argument at all are refused in one line, whatever library they are of."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
from odd_values import read_or_refused
from thoroughness import all_of, in_both_runs

from exactnb import Family, Problem, Table, solve
from exactnb.core.data.dialect import DIALECT
from exactnb.core.problem.choice import KEYWORDS
from exactnb.core.problem.from_table import _KEYS

ROWS = pd.DataFrame({"sky": ["sun", "rain", "sun"], "play": ["yes", "no", "yes"]})
OF_TABLES = "label id features values classes weight missing declared doubts binarize fold_case at"
OF_PROBLEMS = "query title source ask digits exposure questions mistakes printed models notation_style"
LAW = {"parameters": {"p": "0 < p < 1"}, "support": "x in {0, 1}", "mass": "p^x*(1-p)^(1-x)"}

DOORS: dict[str, Callable[[object], object]] = {
    **{key: lambda odd, key=key: solve(ROWS, **{key: odd})  # type: ignore[misc]
       for key in (*DIALECT, *_KEYS, *KEYWORDS, *OF_PROBLEMS.split())},
    **{f"table {key}": lambda odd, key=key: Table.from_rows([("u", "k")], ["a", "b"], **{key: odd})
       for key in OF_TABLES.split()},  # type: ignore[misc]
    "source": Problem.from_document,
    "rows": lambda odd: Table.from_rows(odd, ["a", "b"]),
    "columns": lambda odd: Table.from_rows([("u", "k")], odd),
    "cell": lambda odd: solve({"a": [odd, "u"], "k": ["x", "y"]}),  # type: ignore[arg-type]
    "value": lambda odd: solve(ROWS, query={"sky": odd}),
    **{f"family {key}": lambda odd, key=key: Family.of(**{**LAW, key: odd})  # type: ignore[misc]
       for key in (*LAW, "density", "probabilities", "constants", "prior", "shared", "name")},
    "model": lambda odd: Problem(ROWS).model_named(odd),  # type: ignore[arg-type]
}  # fmt: skip


@in_both_runs
@all_of("door", DOORS)
def test_a_door_reads_or_refuses_any_value(door: str) -> None:
    """No library's own error comes out of a door: what was given, and what is needed."""
    read_or_refused(DOORS[door], [*DOORS].index(door))
