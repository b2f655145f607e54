"""Problem files that are nearly right: one that works, with a few things changed."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pages.reading import blocks
from worked import PROBLEMS

from attacks.names import quantity
from attacks.oddities import NAMES, NUMERALS, in_quotes, odd, spoiled, spoiled_bytes
from attacks.tables import row, spoiled_table, summary, table
from exactnb import Problem
from exactnb.core.data.cells import cut
from exactnb.core.data.files import Files
from exactnb.errors import ExactnbError

__all__ = ["documents", "known_names", "problem_file"]

_ROOT = Path(__file__).parents[3]
_EXAMPLES = _ROOT / "worked_examples"
_LEFT_OUT = ("note_002_iris", "tickets")  # 150 rows are slow; what is no CSV stays in its file
_OUTSIDE = (
    "/etc/hostname",
    "../secret.csv",
    "/dev/zero",
    "/dev/stdin",
    "a/../../secret.csv",
    ".",
    "\x00",
)
_RULES: tuple[Any, ...] = (
    "laplace", "jeffreys", "perks", "0+", 0, 1, -1, {"add": 1, "cells": "slot"}, {"add": 1,
    "cells": "class"}, {"add": 2, "cells": 0}, {"m": 2}, {"m": 0}, {"m": 2, "p": 0}, {"m": 2,
    "p": {"*": 1}}, {"dirichlet": 2, "take": "mode"}, {"dirichlet": 1, "take": "mode"},
    {"frequency": 1}, {"clip": 1}, {"gamma": [1, 1], "take": "mean"}, {"gamma": [0, 0],
    "take": "mode"}, {"gamma": [], "take": "mean"}, {"add": {"*": 1, "|+": 0}},
)  # fmt: skip
_FAMILIES = (
    "categorical", "bernoulli", "multinomial", "gaussian", "poisson", "exponential", "geometric",
    "geometric0", "piecewise", "dirichlet-multinomial", "lda", "qda", "spherical",
)  # fmt: skip
_CHOICES: dict[str, tuple[Any, ...]] = {
    "family": _FAMILIES,
    "smoothing": _RULES, "prior_smoothing": _RULES, "prior": ("mle", "uniform", "smoothed", {"+": 1},
    {}), "unseen": ("error", "drop", "zero"), "absent": ("count", "ignore"), "coefficient": (True,
    False), "tie": ("report", "first"), "missing_cells": ("skip", "value"),
    "divisor": ("N", "N-1", "N-K"), "share": ("classes", "features", "all", "none"),
    "epsilon": (0, 1, -1, "0+", {"relative": "0+"}), "covariance": ("pooled", "total"),
    "conventions": ("scikit-learn", "nltk"), "style": ("plain", "pi-tau", "pjk", "phi-psi", "theta-w",
    "pi-theta", {"prior": "{class}"}, {"prior": "{x}{{"}), "digits": (1, 0, 30, 1000, 10**9),
    "rounding": ("half-up", "half-even"), "log": ("e", 2, 10, 3), "decimal": (",", "."),
    "split": ("spaces", "letters", "words", "items"), "missing": ([], ["?"], [""], "?"),
    "exposure": ({"v": 2},
    {"v": "w"}, {"v": "v"}), "file": _OUTSIDE, "policy": ("exact", "rounded", {"figures": 3},
    {"places": 0}, {"within": 0}, {"relative": 1}), "form": ("any", "lowest", "counted"),
    "points": (0, 1, -1, "1/3"),
}  # fmt: skip
_HOMES = {
    "data": ("table", "file", "counts", "parameters", "class", "classes", "text", "id", "weight",
    "features", "values", "missing", "split", "stop_words", "vocabulary", "exposure", "decimal"),
    "model": ("name", "family", "families", "conventions", "prior", "prior_smoothing", "smoothing",
    "smoothings", "unseen", "absent", "coefficient", "tie", "missing_cells", "divisor", "share",
    "epsilon", "covariance"), "notation": ("style", "digits", "rounding", "log"),
}  # fmt: skip
_TABLES = ("table", "counts", "parameters")
_SOURCES = (*_TABLES, "file")


class _Bare(str):
    """A decimal, as it stands in the file."""


@cache
def _read(text: str) -> Problem:
    """Return the problem in a text, which may name the data of a worked example."""
    named = re.search(r'file\s*=\s*"([\w.]+)"', text)
    beside = next(_EXAMPLES.glob(f"*/{named[1]}"), None) if named else None
    return Problem.from_text(text, Files(beside.parent if beside else _EXAMPLES))


def _seeds() -> tuple[str, ...]:
    """Return problem files that work: of the worked examples, of `exactnb new`, of the documents."""
    files = PROBLEMS + sorted(
        (_ROOT / "exactnb" / "interfaces" / "cli" / "commands" / "templates").glob("*.toml")
    )
    texts = [file.read_text() for file in files if file.stem not in _LEFT_OUT]
    recipes = (block for block in blocks("toml") if block.page == "docs/cookbook.md")
    return (*texts, *(block.text for block in recipes))


@cache
def documents() -> tuple[str, ...]:
    """Return the seeds in one spelling, without comments and with the tables that are in files."""
    return tuple(map(_document, _seeds()))


def _document(text: str) -> str:
    given = tomllib.loads(text, parse_float=_Bare)
    data = given["data"]
    if "file" in data:
        content = next(_EXAMPLES.glob(f"*/{Path(data.pop('file')).name}")).read_text()
        data["table"] = "\n".join(content.splitlines()[:20])
    return _written(given)


def problem_file(dice: Random) -> bytes:
    """Return a problem file, spoiled."""
    text = dice.choice(documents())
    kind = dice.random()
    if kind < 0.08:
        return spoiled_bytes(dice, text)
    if kind < 0.15:
        return spoiled(dice, text).encode("utf-8", "surrogatepass")
    given = tomllib.loads(text, parse_float=_Bare)
    if kind < 0.25:  # parts of one problem in another
        other = tomllib.loads(dice.choice(documents()), parse_float=_Bare)
        part = dice.choice(sorted(other))
        given[part] = other[part]
    if kind < 0.35:
        given = _renamed(dice, given)
    elif kind < 0.6:
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            _change(dice, given, text)
    else:
        given = _changed_and_read(dice, text)
    return _written(given).encode("utf-8", "surrogatepass")


def _renamed(dice: Random, given: dict[str, Any]) -> dict[str, Any]:
    """Return a problem in which some names are odd ones, wherever they stand."""
    data = given.get("data", {})
    key = next((key for key in _TABLES if isinstance(data.get(key), str)), "")
    if not key:
        return given
    lines = [cells for _, cells in cut(data[key].splitlines(keepends=True), text="text")]
    names = sorted({cell for line in lines for cell in line})
    odd_ones = {name: dice.choice(NAMES) for name in dice.sample(names, min(len(names), 4))}
    data[key] = "\n".join(row([odd_ones.get(cell, cell) for cell in line]) for line in lines)
    given.pop("ask", None)

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {odd_ones.get(name, name): renamed(each) for name, each in value.items()}
        if isinstance(value, list):
            return [renamed(each) for each in value]
        return odd_ones.get(value, value) if isinstance(value, str) else value

    return {key: renamed(each) for key, each in given.items()}


def _changed_and_read(dice: Random, text: str) -> dict[str, Any]:
    """Return a problem with several changes, of which each alone was read; so more of it is reached."""
    given = tomllib.loads(text, parse_float=_Bare)
    for _ in range(dice.choice((2, 4, 8))):
        before = _written(given)
        _change(dice, given, text)
        try:
            _read(_written(given))
        except ExactnbError:
            given = tomllib.loads(before, parse_float=_Bare)
        except Exception:  # that is what is looked for
            break
    return given


def _names_in(text: str) -> list[str]:
    """Return what may be a name in a text: its words, and what stands in quotes."""
    return [*dict.fromkeys(re.findall(r"[^\s\"'=,|{}\[\]()]{1,40}", text))][:200] or ["a"]


def _change(dice: Random, given: dict[str, Any], text: str) -> None:
    """Change one thing, most often one that the file may have."""
    kind = dice.random()
    if kind < 0.4:
        home = dice.choice(("data", "model", "model", "model", "model", "notation"))
        section = given.setdefault(home, {})
        key = dice.choice(_HOMES[home])
        if isinstance(section, dict):
            for other in _SOURCES if key in _SOURCES else ():
                section.pop(other, None)
            section[key] = _value(dice, given, key)
    elif kind < 0.65:
        given["ask"] = [quantity(dice, known_names(text)) for _ in range(dice.choice((1, 1, 1, 3)))]
    elif kind < 0.7:
        given["question"] = [{"id": "q", "quantity": quantity(dice, known_names(text))}]
    elif kind < 0.8 and isinstance(given.get("data"), dict):
        for key in _TABLES:
            if isinstance(content := given["data"].get(key), str):
                given["data"][key] = spoiled_table(dice, content)
    else:
        _anywhere(dice, given)


@cache
def known_names(text: str) -> tuple[str, ...]:
    """Return what can be named in a problem: classes, queries, columns, and columns with a value."""
    scope = _read(text).scope
    found = [*scope.classes, *scope.data.queries, *scope.models]
    for view in (scope.data, *scope.views.values()):
        found += [*view.words, *view.columns]
        found += [f"{column}={value}" for column, values in view.columns.items() for value in values]
        found += [f"{column}=2" for column in view.numbers]
    return tuple(dict.fromkeys((*scope.classes, *found)))


def _value(dice: Random, given: dict[str, Any], key: str) -> Any:
    if key in _CHOICES and dice.random() < 0.85:
        return dice.choice(_CHOICES[key])
    names = _names_in(str(given.get("data", "")))
    if key == "table":
        return table(dice)
    if key in ("counts", "parameters"):
        return summary(dice)
    if key in ("classes", "features", "stop_words", "vocabulary"):
        return dice.choices(names, k=dice.randint(0, 4))
    if key in ("families", "smoothings", "values"):
        pool: tuple[Any, ...] = {
            "families": _FAMILIES,
            "smoothings": _RULES,
            "values": ([], ["0", "1"], names[:4]),
        }[key]
        return {dice.choice(names): dice.choice(pool) for _ in range(dice.randint(0, 2))}
    return dice.choice(names) if dice.random() < 0.6 else _anything(dice)


def _anything(dice: Random) -> Any:
    plain = (True, False, 0, -1, 10**30, [], {}, [[]], {"": {}}, "", [1, "a", []], {"a": 1})
    bare = (
        _Bare("1e999"),
        _Bare("nan"),
        _Bare("-inf"),
        _Bare("0.5"),
        _Bare("1979-05-27"),
        _Bare("0x1F"),
    )
    return dice.choice((*plain, *bare, odd(dice), odd(dice), odd(dice), odd(dice)))


def _places(given: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every value that stands in a table or a list, as what holds it and its key there."""
    keys = list(given) if isinstance(given, dict) else range(len(given))
    for key in keys:
        yield given, key
        if isinstance(given[key], dict | list):
            yield from _places(given[key])


def _anywhere(dice: Random, given: dict[str, Any]) -> None:
    places = list(_places(given))
    if not places:
        return
    holder, key = dice.choice(places)
    value = holder[key]
    kind = dice.randrange(8)
    if key in _TABLES and isinstance(value, str) and kind < 6:
        holder[key] = spoiled_table(dice, value)
    elif kind == 0:
        del holder[key]
    elif kind == 1:
        other, there = dice.choice(places)
        holder[key], other[there] = other[there], value
        _no_circle(holder, key, other, there)
    elif kind == 2 and isinstance(holder, dict):
        holder[dice.choice((f"{key}s", str(key)[:-1], dice.choice(NAMES), str(key).upper()))] = (
            holder.pop(key)
        )
    elif kind == 3:
        holder[key] = dice.choice(([value], {"a": value}, [value, value], str(value)))
    elif kind == 4 and isinstance(value, str):
        holder[key] = spoiled(dice, value)
    elif kind == 5:
        holder[key] = dice.choice(NUMERALS)
    elif kind == 6 and isinstance(holder, dict):
        holder[odd(dice)] = value
    else:
        holder[key] = _anything(dice)


def _no_circle(holder: Any, key: Any, other: Any, there: Any) -> None:
    """Take back an exchange that put a table into itself."""
    try:
        json.dumps(holder), json.dumps(other)
    except ValueError:
        holder[key] = other[there] = "exchanged"


def _written(given: dict[str, Any]) -> str:
    lines, sections = [], []
    for key, value in given.items():
        if isinstance(value, dict) and value:
            sections.append(f"[{in_quotes(key)}]")
            sections += [f"{in_quotes(str(name))} = {_inline(each)}" for name, each in value.items()]
        else:
            lines.append(f"{in_quotes(key)} = {_inline(value)}")
    return "\n".join([*lines, *sections, ""])


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{in_quotes(str(key))} = {_inline(each)}" for key, each in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return (
        str(value) if isinstance(value, int | _Bare) or not isinstance(value, str) else in_quotes(value)
    )
