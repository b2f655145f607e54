"""Edits of the data by brute force: each is made in the rows, and these are counted anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from planted import Key, Small, edit_key, graph_of

from exactnb import Problem
from exactnb.core.families.base import Observation
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.changes import misread_data, misread_twice
from exactnb.teach.misconceptions.trying import wrong_formulas

ROWS = ("no", ("u", "s")), ("yes", ("v", "s")), ("yes", ("u", "t")), ("no", ("u", "t"))
SMALL = Small(ROWS, (("u", "v"), ("s", "t")), ("u", "s"), "1", "mle")


def worths(alternative: Alternative, small: Small) -> dict[str, object]:
    """Return what an alternative makes of all that is worked out of a table."""
    names = small.worths()
    assert names is not None
    graph = graph_of(small.problem(), names)
    values = alternative.value_function(graph)
    return {str(name): values(name) for name in graph.targets}


def compared(
    small: Small, tried: Iterable[tuple[object, Small]], found: dict[object, Alternative]
) -> None:
    """Compare alternatives with tables that were edited, of which some say the same as before."""
    right = small.worths()
    changed = 0
    for key, other in tried:
        expected = other.worths()
        if expected is None or expected == right:
            if expected is None:  # a class without a row
                assert key not in found
            continue
        assert worths(found[key], small) == expected, key
        changed += 1
    assert changed > 10


def test_every_edit_is_found_with_what_it_leads_to() -> None:
    """Rows dropped, repeated and relabelled, cells misread, also as what was never there."""
    graph = graph_of(SMALL.problem(), SMALL.worths() or {})
    found: dict[object, Alternative] = {}
    for each in misread_data(SMALL.problem(), graph):
        assert each.first_edit is not None
        found[edit_key(each.first_edit)] = each
    assert found.keys() <= {key for key, _ in SMALL.edits()}
    compared(SMALL, SMALL.edits(), found)


@pytest.mark.exhaustive
def test_every_two_edits_are_found_with_what_they_lead_to() -> None:
    """In two rows, or in two places of one; their words are those of both."""
    small = replace(SMALL, rows=ROWS[:3], values=(("u", "v"), ("s", "t")))
    graph = graph_of(small.problem(), small.worths() or {})
    found: dict[object, Alternative] = {}
    for each in misread_twice(small.problem(), graph):
        keys: frozenset[Key] = frozenset(map(edit_key, each.edits))
        assert keys not in found
        found[keys] = each
        assert [part.description for part in each.misconceptions] == each.words.partition(" (")[
            0
        ].split("; ")
        first, second = each.detail.split(" and ")
        for text, edit in zip((first, second), each.edits, strict=True):
            assert text.startswith(f"row {edit.row}")
    tried = dict(small.two_edits())
    assert found.keys() <= tried.keys()
    compared(small, tried.items(), found)


def test_a_sum_over_rows_is_that_of_the_edited_rows() -> None:
    """What is looked up row by row, as how often two columns show together, is looked up anew."""
    problem = SMALL.problem()
    name = problem.scope.resolve("count(a=u,b=t)")
    graph = Quantities([name], problem.define, Effort())
    assert graph.value(name) == 2
    after = {each.name: each.value_function(graph)(name) for each in misread_data(problem, graph)}
    assert after["row-dropped (row 3)"] == after["row-dropped (row 4)"] == 1
    assert after["row-counted-twice (row 4)"] == 3
    assert after["cell-misread (row 1: b t for s)"] == 3
    assert after["cell-misread (row 4: a another value for u)"] == 1
    assert "row-dropped (row 1)" not in after


def test_what_nobody_typed_has_no_unseen_words() -> None:
    """An observation that is put together, not typed, is taken as it is."""
    text = "data.text = 'text'\ndata.table = '''\nclass | text\n+ | u v\n- | v\n'''\n"
    problem = Problem.from_text(f"{text}model.family = 'multinomial'\nquery.d = 'u z'\n")
    seen = replace(problem, query={"d": Observation(bags=({"u": 1},))})
    for each, unseen in ((problem, True), (seen, False)):
        name = each.scope.resolve("P(+,d)")
        graph = Quantities([name], each.define, Effort())
        ids = {made.id for made, *_ in wrong_formulas(each, graph)}
        assert ("unseen-word-counts-zero" in ids) == unseen
        assert "prior-squared" in ids
