"""The empty string as the value of any key: read as text where text is wanted, else refused."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from thoroughness import all_of

from exactnb import ModelChoice, Problem, Table
from exactnb.errors import ExactnbError, InputError

ROWS = "n a b class\n1 x 1 p\n2 y 0 q\n3 x 1 p\n4 y 1 q\n"
BASES: dict[str, dict[str, Any]] = {
    "rows": {"data": {"table": ROWS, "features": ["a", "b"]}, "query": {"z": {"a": "x"}}},
    "texts": {"data": {"table": "id | class | text\nt1 | p | u v\n"}, "query": {"z": "u"}},
    "counts": {
        "data": {"counts": "k | p | q\ntotal | 2 | 3\na | 1 | 1\n"},
        "model": {"family": "bernoulli"},
    },
    "numbers": {"data": {"parameters": "k | p\nprior | 1\na=x | 1/4\na=y | 3/4\n"}},
}
KEYS = {
    "data": "class classes text id weight features values missing split stop_words vocabulary exposure",
    "model": "name family families conventions prior prior_smoothing smoothing smoothings unseen "
    "absent coefficient tie divisor share epsilon covariance",
    "notation": "style digits rounding",
    "": "ask query models notation question",
}
PATHS = [(section, key) for section, keys in KEYS.items() for key in keys.split()]


@all_of("base", BASES)
@all_of(("section", "key"), PATHS)
def test_an_empty_string_is_refused_with_its_place(base: str, section: str, key: str) -> None:
    """Hardly a key takes "" for its default: the error is one line, and begins with the key."""
    document = copy.deepcopy(BASES[base])
    (document.setdefault(section, {}) if section else document)[key] = ""
    with pytest.raises(ExactnbError) as refused:
        Problem.from_document(document, Path())
    assert str(refused.value).startswith(f"{section}.{key}".strip("."))
    assert "\n" not in str(refused.value)


@all_of("key", ["title", "source", "log"])
def test_a_title_and_a_base_may_be_empty(key: str) -> None:
    """An empty title is as good as none, and so is an empty base of logarithms."""
    said = {"notation": {"log": ""}} if key == "log" else {key: ""}
    assert getattr(Problem.from_document(BASES["rows"] | said, Path()), key) == ""


def test_from_python_an_empty_family_is_none() -> None:
    """An empty name is no family, neither for all columns nor for one."""
    table = Table.from_rows([("x", "p"), ("y", "q")], ["a", "k"])
    for choice in (ModelChoice(family=""), ModelChoice(families={"a": ""})):
        with pytest.raises(InputError, match="expected one of bernoulli"):
            Problem(table, models={"m": choice})
