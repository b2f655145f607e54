"""Other queries: a cell or a word misread or left out, or another query of the problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from exactnb.core.data.documents import Documents, cut
from exactnb.core.data.edits import exchanged, misreadings
from exactnb.core.model.data_quantities import redefined_formulas
from exactnb.core.model.quantities import Quantities
from exactnb.core.problem.observing import RawQuery
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.misconceptions.misreadings import QUERIES


def query_alternatives(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield alternatives to the `graph` of a `problem` with another query, or another part of one."""
    for identity, observed in problem.query.items():
        for kind, change, query in _query_changes(problem, identity, observed):
            try:
                changed_problem = replace(problem, query={**problem.query, identity: query})
                formulas = redefined_formulas(graph, changed_problem.define)
            except ExactnbError:  # the query has values that no model knows
                continue
            if formulas:
                detail = f"{identity}: {change}"
                yield Alternative((QUERIES[kind],), formulas, detail, problem=changed_problem)


_QueryChanges = Iterator[tuple[str, str, RawQuery]]


def _query_changes(problem: Problem, identity: str, observed: RawQuery) -> _QueryChanges:
    for other_id, query in problem.query.items():
        if other_id != identity and query != observed:
            yield "other", other_id, query
    if isinstance(observed, str):
        yield from _text_changes(problem, observed)
    elif isinstance(observed, Mapping):
        yield from _cell_changes(problem, observed)


def _cell_changes(problem: Problem, cells: Mapping[str, object]) -> _QueryChanges:
    text = problem.data.text if isinstance(problem.data, Documents) else ""
    for column, value in cells.items():
        if column == text and isinstance(value, str):
            for kind, detail, changed in _text_changes(problem, value):
                yield kind, detail, {**cells, column: changed}
            continue
        measured = column in problem.measured
        values = problem.schema.columns.get(column, ())
        for misreading in misreadings(str(value)) if measured else values:
            if misreading != str(value):
                yield "cell", f"{column} {misreading} for {value}", {**cells, column: misreading}
        without = {name: cell for name, cell in cells.items() if name != column}
        yield "cell left out", f"without {column}", without


def _text_changes(problem: Problem, text: str) -> Iterator[tuple[str, str, str]]:
    split = problem.data.split if isinstance(problem.data, Documents) else "spaces"
    tokens, vocabulary = cut(text, split), problem.schema.words
    present = [word for word in dict.fromkeys(tokens) if word in vocabulary]
    for old in present:
        yield "word left out", f"without {old}", exchanged(tokens, old, "")
    for new in vocabulary:
        yield "word put in", f"with {new}", exchanged(tokens, "", new)
    for old in present:
        for new in vocabulary:
            if new != old:
                yield "word", f"{new} for {old}", exchanged(tokens, old, new)
