"""Other conventions, data, queries and roundings in small problems, each worked out by hand.

Each file in `others/` is a problem, and below it sections of quantities: "right" and all alternatives
of one kind, in order, each with what it makes of these quantities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from thoroughness import all_of
from worked_by_hand import worth

from exactnb import Problem
from exactnb.core.expression.results import are_equal, with_limits
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.changes import (
    convention_alternatives,
    misread_data,
    query_alternatives,
    rounded_by_kind,
    rounded_early,
    rows_dropped_or_repeated,
)

OTHERS = sorted((Path(__file__).parent / "others").glob("*.txt"))
KINDS: dict[str, Callable[[Problem, Quantities], Iterator[Alternative]]] = {
    "other_conventions": convention_alternatives,
    "other_queries": query_alternatives,
    "rows_dropped_or_repeated": rows_dropped_or_repeated,
    "misread_data": misread_data,
    "rounded_early": lambda _, graph: rounded_early(graph),
    "rounded_by_kind": lambda _, graph: rounded_by_kind(graph),
}


@all_of("path", OTHERS, apart=2)
def test_an_alternative_leads_to_what_was_worked_out_by_hand(path: Path) -> None:
    """All alternatives of a kind stand in the file, no others, each with its values."""
    text, *sections = path.read_text(encoding="utf-8").split("\n--- ")
    problem = Problem.from_text(text)
    for section in sections:
        head, *lines = section.splitlines()
        kind, _, quantities = head.partition(" of ")
        names = [problem.scope.resolve(each) for each in quantities.split(" ; ")]
        graph = Quantities(names, problem.define, Effort())
        made = [
            ("right", graph.value),
            *((a.name, a.value_function(graph)) for a in KINDS[kind](problem, graph)),
        ]
        told = [line.rpartition(" = ")[::2] for line in lines]
        assert [name for name, _ in made] == [name for name, _ in told], head
        for (alternative, values), (_, written) in zip(made, told, strict=True):
            for name, number in zip(names, written.split(" ; "), strict=True):
                value = with_limits(values(name))
                assert are_equal(value, worth(number, value)), (head, alternative, str(name), value)
