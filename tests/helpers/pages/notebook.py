"""The notebook of the tutorial in Python: the same words, and what its cells show."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from typing import Any

from pages.reading import FENCE
from pages.running import captured

_META = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(page: str) -> str:
    """Return a page of Python as a notebook, each of its cells executed."""
    cells, space = [], {"__name__": "__main__"}
    for number, cell in enumerate(_cells(page, space), start=1):
        cells.append({"id": f"cell-{number}", "metadata": {}, **cell})
    document = {"cells": cells, "metadata": _META, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _cells(page: str, space: dict[str, Any]) -> Iterator[dict[str, Any]]:
    at, count = 0, 0
    for found in FENCE.finditer(page):
        if found["language"] == "python" and ">>>" in found["text"]:
            yield from _words(page[at : found.start()])
            at, count = found.end(), count + 1
            yield _code(_source(found["text"]), count, space)
    yield from _words(page[at:])


def _words(text: str) -> Iterator[dict[str, Any]]:
    if text.strip():
        yield {"cell_type": "markdown", "source": _lines(text.strip())}


def _source(text: str) -> str:
    """Return what is typed at the prompts."""
    typed = (line for line in text.splitlines() if line.startswith((">>> ", "... ")))
    return "\n".join(line[4:] for line in typed)


def _code(source: str, count: int, space: dict[str, Any]) -> dict[str, Any]:
    """Run a cell and return it with what it shows: what is printed, and the value of its last line."""
    *statements, last = ast.parse(source).body
    shows = isinstance(last, ast.Expr)
    with captured() as text:
        exec(compile(ast.Module([*statements, *([] if shows else [last])], []), "cell", "exec"), space)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), space) if shows else None
    outputs = []
    if text():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(text())})
    if value is not None:
        result = {"data": _shown(value), "execution_count": count, "metadata": {}}
        outputs.append({**result, "output_type": "execute_result"})
    source_ = {"cell_type": "code", "execution_count": count, "source": _lines(source)}
    return {**source_, "outputs": outputs}


def _shown(value: object) -> dict[str, Any]:
    """Return what a notebook keeps of a value: its formulas, where it has some, and plain text."""
    bundle = getattr(value, "_repr_mimebundle_", None)
    if bundle is not None:
        kinds = bundle()
        return {kind: _lines(kinds[kind]) for kind in ("text/markdown", "text/plain") if kind in kinds}
    return {"text/plain": _lines(repr(value))}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)
