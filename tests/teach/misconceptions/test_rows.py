"""Laws over all rows: each is new, has words and a hint, is reached, and is no other and not right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from exactnb import Problem
from exactnb.core.expression.nodes import Expression
from exactnb.core.families import every_family
from exactnb.core.families.declared_misconceptions import SLIPS
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.explain.solution.solved_quantities import default_quantities
from exactnb.teach import misconceptions as registry
from exactnb.teach.alternatives.searching import Alternatives
from exactnb.teach.grading.diagnosis import Diagnosis
from exactnb.teach.misconceptions import KINDS, misconceptions, misconceptions_of_kind
from exactnb.teach.misconceptions.trying import wrong_formulas

TESTS = Path(__file__).parents[2]
PROBLEMS = [
    *sorted((TESTS / "teach" / "alternatives" / "by_hand").glob("*.txt")),
    *sorted((TESTS / "core" / "families" / "said").glob("*.txt")),
]
ROWS = tuple(misconceptions().values())
WITH_FORMULAS = [row for row in ROWS if row.formulas]
Places = dict[tuple[str, QuantityName], tuple[Expression, ...]]


@cache
def graphs() -> tuple[tuple[str, Problem, Quantities], ...]:
    """Return the small problems whose misconceptions are worked out by hand, solved."""
    return tuple((f"{path.parent.name}/{path.stem}", *_solved(path)) for path in PROBLEMS)


def _solved(path: Path) -> tuple[Problem, Quantities]:
    text, _, told = path.read_text(encoding="utf-8").partition("\n---")
    problem = Problem.from_text(text)
    names = {} if "by_hand" not in path.parts else dict.fromkeys(_asked(problem, told))
    names |= dict.fromkeys(default_quantities(problem))
    return problem, Quantities(list(names), problem.define, Effort())


def _asked(problem: Problem, told: str) -> Iterator[QuantityName]:
    for line in told.splitlines()[1:]:
        if not line.startswith(" "):
            yield problem.scope.resolve(line.rpartition(" = ")[0])


@cache
def places() -> dict[str, Places]:
    """Return where each misconception is made, with its formulas there."""
    made: dict[str, dict[tuple[str, QuantityName], list[Expression]]] = {row.id: {} for row in ROWS}
    for stem, problem, graph in graphs():
        for row, _, name, formula in wrong_formulas(problem, graph):
            made[row.id].setdefault((stem, name), []).append(formula)
    return {of: {at: tuple(all_of) for at, all_of in found.items()} for of, found in made.items()}


def test_every_id_belongs_to_one_row() -> None:
    """No file, and no family, takes the id of another."""
    files = [row for _, row in registry._rows()]
    owned = {SLIPS, *(family.misconceptions for family in every_family())}
    ids = Counter(row.id for rows in (files, *owned) for row in rows)
    assert [of for of, times in ids.items() if times > 1] == []
    assert ids.keys() == misconceptions().keys()


@pytest.mark.parametrize("field", ["description", "hint"])
def test_every_row_has_words_and_a_hint(field: str) -> None:
    """What was done is a phrase, and a hint one sentence or more."""
    texts = {row.id: getattr(row, field) for row in ROWS}
    assert [of for of, text in texts.items() if not text or text != text.strip()] == []
    ends = {of: text[-1] in ".?" for of, text in texts.items()}
    assert set(ends.values()) == {field == "hint"}


def test_every_row_is_of_a_known_kind() -> None:
    """The index has each kind that a row names, and a row stands in the index of each of its kinds."""
    assert {kind for row in ROWS for kind in row.formulas} <= KINDS.keys()
    of_families = {row.id for family in every_family() for row in family.misconceptions}
    of_families |= {row.id for row in SLIPS}
    for kind in KINDS:
        listed = [row for row in WITH_FORMULAS if kind in row.formulas and row.id not in of_families]
        assert list(misconceptions_of_kind(kind)) == listed


@pytest.mark.exhaustive
def test_every_row_is_made_somewhere() -> None:
    """Some small problem has room for it."""
    assert [row.id for row in WITH_FORMULAS if not places()[row.id]] == []


@pytest.mark.exhaustive
def test_no_row_says_what_is_right() -> None:
    """In some place where a row is made, its formula is not the right one."""
    right = {(stem, name): graph[name].formula for stem, _, graph in graphs() for name in graph}
    is_other = {
        of: any(formula != right[at] for at, made in found.items() for formula in made)
        for of, found in places().items()
    }
    assert [row.id for row in WITH_FORMULAS if not is_other[row.id]] == []


@pytest.mark.exhaustive
def test_no_two_rows_have_the_same_formula_everywhere() -> None:
    """Two rows that are made in the same places differ in one of them."""
    rows: dict[object, list[str]] = {}
    for of, found in places().items():
        if found:
            rows.setdefault(frozenset(found.items()), []).append(of)
    assert [twins for twins in rows.values() if len(twins) > 1] == []


@pytest.mark.exhaustive
def test_every_row_is_reached_by_a_slip() -> None:
    """A student who makes it gives a wrong value, and it is among the mistakes that lead there."""
    missing = {row.id for row in WITH_FORMULAS}
    problems = {stem: problem for stem, problem, _ in graphs()}
    where: dict[tuple[str, QuantityName], set[str]] = {}
    for of, found in places().items():
        for at in found:
            where.setdefault(at, set()).add(of)
    for (stem, name), ids in sorted(where.items(), key=lambda place: -len(place[1])):
        if ids & missing:
            problem = problems[stem]
            alone = Quantities([name], problem.define, Effort())
            diagnosis = Diagnosis(Alternatives(problem, alone), name)
            missing -= {made.id for each in diagnosis.candidates for made in each.alternatives}
    assert missing == set()
