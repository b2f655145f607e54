"""What else could have been done: conventions, edits, queries, one switch away and two."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from thoroughness import choose, in_both_runs, one_in
from worked import problem_file

from exactnb.core.arithmetic.rounding import Rounding, rounded_in_full
from exactnb.core.data.edits import both_in_a_row, single_edits
from exactnb.core.expression.results import Value, are_equal, with_limits
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.edits import with_edit
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.explain.solution.solved_quantities import default_quantities
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.changes import (
    convention_alternatives,
    has_many_numbers,
    misread_data,
    misread_twice,
    query_alternatives,
)
from exactnb.teach.alternatives.searching import Alternatives

EXAMPLES = (
    "play_tennis",
    "play_tennis_smoothed",
    "spam_or_ham_smoothed",
    "note_001_multinomial_smoothed",
    "note_004_temperature",
    "count_matrix",
    "note_001_from_the_emails",
    "mixed_families",
)


TEXTS = """
data.text = "text"
data.table = '''
class | size | colour | text
a | 1.5 | red | buy now
a | 2 | blue | now
b | 7 | red | hello you
b | 9.5 | red | hello now
'''
model.families = { size = "gaussian" }
model.smoothing = 1
query.q = { size = 4, colour = "red", text = "hello" }
"""


def asked(name: str) -> tuple[Problem, Quantities]:
    problem = Problem.read(problem_file(name))
    return problem, Quantities([*default_quantities(problem)], problem.define, Effort())


def solved(problem: Problem, name: QuantityName) -> Value:
    return with_limits(Quantities([name], problem.define, Effort()).value(name))


def agrees(alternative: Alternative, graph: Quantities, other: Problem) -> None:
    """Compare what an alternative makes of each quantity with what the other problem says of it."""
    values = alternative.value_function(graph)
    for name in graph.targets:
        try:
            expected = solved(other, name)
        except ExactnbError:  # the other problem has no such quantity
            continue
        assert are_equal(with_limits(values(name)), expected), (alternative.words, str(name))


@in_both_runs
@one_in(8, "name", EXAMPLES)
def test_an_edit_leads_to_what_the_edited_data_say(name: str) -> None:
    """Counts plus and minus a row give the values of the table or the texts with that edit."""
    problem, graph = asked(name)
    found = list(misread_data(problem, graph))
    assert found
    for alternative in found[:: max(1, len(found) // choose(quick=15, exhaustive=20))]:
        assert alternative.first_edit is not None
        agrees(alternative, graph, with_edit(problem, alternative.first_edit))


@in_both_runs
@one_in(8, "name", EXAMPLES)
def test_another_convention_leads_to_what_its_problem_says(name: str) -> None:
    """Formulas that differ are enough: every value is that of the problem with the other choice."""
    problem, graph = asked(name)
    found = [*convention_alternatives(problem, graph), *query_alternatives(problem, graph)]
    for alternative in found[:: choose(quick=4, exhaustive=2)]:
        if alternative.problem is not None:
            agrees(alternative, graph, alternative.problem)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", EXAMPLES)
def test_two_edits_lead_to_what_the_data_with_both_say(name: str) -> None:
    """Two rows, or two places of one: the values are those of the data edited twice."""
    problem, graph = asked(name)
    found = list(islice(misread_twice(problem, graph), 500))
    assert found
    for alternative in found[:: max(1, len(found) // 5)]:
        first, second = alternative.edits
        if first.row == second.row:
            row = both_in_a_row(first, second)
            assert row is not None
            other = with_edit(with_edit(problem, first), replace(second, after=(row,)))
        else:
            last, before = sorted(alternative.edits, key=lambda edit: -edit.row)
            other = with_edit(with_edit(problem, last), before)
        agrees(alternative, graph, other)


@pytest.mark.exhaustive
def test_edits_of_texts_with_columns_beside_them() -> None:
    """A text, a number and a word of a column: each single edit leads to what the edited data say."""
    problem = Problem.from_text(TEXTS)
    asked_for = [*default_quantities(problem)]
    graph = Quantities(asked_for, problem.define, Effort())
    found = list(misread_data(problem, graph))
    assert {"cell-misread", "word-misread", "row-dropped"} <= {each.id for each in found}
    assert {each.first_edit.is_new for each in found if each.first_edit is not None} == {True, False}
    for alternative in found:
        assert alternative.first_edit is not None
        agrees(alternative, graph, with_edit(problem, alternative.first_edit))


@pytest.mark.exhaustive
def test_numbers_of_long_tables_are_not_misread() -> None:
    """Of 40 rows each number is, of 41 none: whole rows are edited all the same."""
    rows = [f"{at}.5 {'ab'[at % 2]}" for at in range(41)]
    for number in (40, 41):
        table = "\n".join(["x class", *rows[:number]])
        problem = Problem.from_document(
            {"data": {"table": table}, "model": {"family": "gaussian"}, "query": {"q": {"x": 3}}}
        )
        graph = Quantities([problem.scope.resolve("mean(x|a)")], problem.define, Effort())
        kinds = {each.id for each in misread_data(problem, graph)}
        assert has_many_numbers(problem) == (number == 41)
        assert kinds - {"cell-misread"} == {"row-dropped", "row-counted-twice", "row-relabelled"}
        assert ("cell-misread" in kinds) == (number == 40)


def test_single_edits_of_play_tennis_are_counted_by_hand() -> None:
    """14 rows dropped, 14 twice, 14 relabelled; 14 × (2 + 2 + 1 + 1) cells, 14 × 4 of a new value."""
    problem, _ = asked("play_tennis")
    edits = list(single_edits([*problem.cases()], problem.schema, unseen=True))
    kinds = [edit.kind for edit in edits]
    assert [kinds.count(k) for k in ("dropped", "repeated", "relabelled")] == [14] * 3
    assert kinds.count("cell") == 14 * 6 + 14 * 4
    assert sum(edit.is_new for edit in edits) == 14 * 4


def test_words_are_left_out_put_in_and_exchanged() -> None:
    """In e2, b and c count: each is left out, a, b, c are put in, b and c are misread as 2 others."""
    problem, _ = asked("note_001_from_the_emails")
    cases = [*problem.cases()]
    assert dict(cases[1].words) == {"b": 3, "c": 2}
    kinds = [edit.kind for edit in single_edits(cases, problem.schema) if edit.row == 2]
    words = ("word left out", "word put in", "word")
    assert [kinds.count(kind) for kind in words] == [2, 3, 4]


@pytest.mark.exhaustive
def test_what_has_the_same_formulas_is_one() -> None:
    """No two alternatives replace the same formulas; those alike stand behind the first."""
    problem, _ = asked("play_tennis")
    graph = Quantities([problem.scope.resolve("argmax(x')")], problem.define, Effort())
    alternatives = Alternatives(problem, graph)
    found = list(alternatives.every_single_switch())
    keys = [alternative.equivalence_key for alternative in found]
    assert len(keys) == len(set(keys))
    mild = next(each for each in found if each.detail == "row 6, D6: Temperature Hot for Cool")
    alike = [each.detail for each in alternatives.equivalents(mild)]
    assert "row 6, D6: Temperature Mild for Cool" in alike
    assert [*alternatives.every_single_switch()] == found  # and once more, though they were met before


def test_another_divisor_explains_a_printed_deviation() -> None:
    """Over N − 1, as the slide's own numbers are, the standard deviation 2.219 becomes 2.354."""
    problem, _ = asked("note_004_temperature")
    name = problem.scope.resolve("sd(temp|Yes)")
    graph = Quantities([name], problem.define, Effort())
    found = [a for a in convention_alternatives(problem, graph) if a.id == "other-divisor"]
    assert [a.detail for a in found] == ["N-1, model n"]
    worth = [solved(problem, name), found[0].value_function(graph)(name)]
    assert [str(rounded_in_full(value, Rounding(places=3))) for value in worth] == [
        "2.219",
        "2.354",
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["play_tennis_smoothed", "note_004_temperature"])
def test_a_pair_is_made_after_another_problem(name: str) -> None:
    """Two conventions together are the problem with both; the second is made in the first's problem."""
    problem, whole = asked(name)
    graph = whole.with_targets(whole.targets[-1:])
    pairs = Alternatives(problem, graph).every_pair()
    twice = (
        e for e in pairs if len(e.parts) == 2 and all(p.problem for p in e.parts) and not e.first_edit
    )
    found = list(islice(twice, 60))
    assert found
    for pair in found[::8]:
        assert pair.switch_count == 2
        assert pair.problem is not None
        agrees(pair, graph, pair.problem)


@pytest.mark.exhaustive
def test_what_is_forgotten_in_one_column_alone_is_among_them() -> None:
    """λ may be forgotten in Wind only; another rule for that column is the same formulas."""
    problem, graph = asked("play_tennis_smoothed")
    alternatives = Alternatives(problem, graph)
    found = list(alternatives.every_single_switch())
    of_wind = next(each for each in found if each.detail == "Wind, not smoothed")
    alike = [(each.id, each.detail) for each in alternatives.equivalents(of_wind)]
    assert ("smoothing-forgotten", "in column Wind alone") in alike
    assert "smoothing-forgotten" in {each.id for of in found for each in alternatives.equivalents(of)}


@pytest.mark.exhaustive
def test_rounding_goes_with_another_convention() -> None:
    """Rounding early after another convention rounds the estimates of that convention."""
    problem, graph = asked("note_004_temperature")
    pairs = Alternatives(problem, graph).every_pair()
    pair = next(e for e in pairs if e.rounding is not None and e.parts[0].id == "other-divisor")
    first, then = pair.parts
    assert first.problem is not None
    other = Quantities(graph.targets, first.problem.define, Effort())
    alone, together = then.value_function(other), pair.value_function(graph)
    for name in islice(graph.targets, 4):
        assert are_equal(with_limits(alone(name)), with_limits(together(name)))


def test_values_of_other_problems_do_not_change_this_one() -> None:
    """A graph never changes, however many alternatives are worked out on it."""
    problem, graph = asked("spam_or_ham_smoothed")
    before = dict(graph.evaluate())
    for each in Alternatives(problem, graph).every_single_switch():
        each.value_function(graph)
    assert dict(graph.evaluate()) == before
    assert replace(problem).schema == problem.schema
