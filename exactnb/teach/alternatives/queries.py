"""Other queries: a cell or a word of a query misread or left out, another query taken for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from exactnb.core.data.documents import Documents, cut
from exactnb.core.data.edits import exchanged
from exactnb.core.data.misreadings import misreadings
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.model.others import other_formulas
from exactnb.core.model.quantities import Quantities
from exactnb.core.problem.observing import RawQuery
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative

_AGAIN = "Look once more at what is observed."
CELL = Misconception("query-misread", "a cell of the query misread", _AGAIN)
FORGOTTEN = Misconception("query-cell-left-out", "a cell of the query left out", _AGAIN)
WORD = Misconception("query-word-misread", "a word of the query misread", _AGAIN)
LEFT_OUT = Misconception("query-word-left-out", "a word of the query left out", _AGAIN)
PUT_IN = Misconception("query-word-put-in", "a word in the query that is not there", _AGAIN)
EXCHANGED = Misconception(
    "query-exchanged", "another query taken for this one", "Which of the queries is asked about?"
)


def other_queries(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield what follows if a query is another one, or one cell or word of it is."""
    for identity, given in problem.query.items():
        for misconception, said, query in _changed(problem, identity, given):
            try:
                other = replace(problem, query={**problem.query, identity: query})
                formulas = other_formulas(graph, other.define)
            except ExactnbError:  # it shows what no model knows
                continue
            if formulas:
                detail = f"{identity}: {said}"
                yield Alternative((misconception,), formulas, detail, problem=other)


_Changed = Iterator[tuple[Misconception, str, RawQuery]]


def _changed(problem: Problem, identity: str, given: RawQuery) -> _Changed:
    for other, query in problem.query.items():
        if other != identity and query != given:
            yield EXCHANGED, other, query
    if isinstance(given, str):
        yield from _of_text(problem, given)
    elif isinstance(given, Mapping):
        yield from _of_cells(problem, given)


def _of_cells(problem: Problem, given: Mapping[str, object]) -> _Changed:
    text = problem.data.text if isinstance(problem.data, Documents) else ""
    for column, value in given.items():
        if column == text and isinstance(value, str):
            yield from ((m, said, {**given, column: of}) for m, said, of in _of_text(problem, value))
            continue
        measured = column in problem.measured
        values = problem.schema.columns.get(column, ())
        for other in misreadings(str(value)) if measured else values:
            if other != str(value):
                yield CELL, f"{column} {other} for {value}", {**given, column: other}
        without = {other: cell for other, cell in given.items() if other != column}
        yield FORGOTTEN, f"without {column}", without


def _of_text(problem: Problem, text: str) -> Iterator[tuple[Misconception, str, str]]:
    split = problem.data.split if isinstance(problem.data, Documents) else "spaces"
    words, known = cut(text, split), problem.schema.words
    there = [word for word in dict.fromkeys(words) if word in known]
    for old in there:
        yield LEFT_OUT, f"without {old}", exchanged(words, old, "")
    for new in known:
        yield PUT_IN, f"with {new}", exchanged(words, "", new)
    for old in there:
        for new in known:
            if new != old:
                yield WORD, f"{new} for {old}", exchanged(words, old, new)
