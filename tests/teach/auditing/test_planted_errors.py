"""One error is planted in what is printed of random tables: the audit names it, and its equals."""

from __future__ import annotations

from random import Random

import pytest
from planted import (
    Planted,
    by_all,
    by_conventions,
    by_edits,
    by_two_edits,
    edit_key,
    key_of,
    plant,
    plant_two,
)
from planted_numbers import PlantedNumbers, number_key, plant_number
from thoroughness import choose, in_both_runs

from exactnb import audit
from exactnb.teach.auditing.auditing import Explained

KINDS = ("convention", "misconception", "edit")
COUNT = choose(quick=1, exhaustive=2)  # benchmarks/planted_errors.py tries more


def planted_problem(seed: int, kind: str) -> Planted:
    random = Random(seed)
    while (found := plant(random, kind)) is None:
        pass
    return found


def found_in(planted: Planted) -> list[Explained]:
    return [each for of in audit(planted.problem).explained.values() for each in of]


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(COUNT))
def test_the_planted_error_is_found_and_the_set_is_that_of_brute_force(seed: int) -> None:
    """All wrong numbers are explained at once, by just the alternatives that lead to them."""
    planted = planted_problem(seed, KINDS[seed % 3])
    (found,) = found_in(planted)
    keys = [key_of(each) for each in found.by]
    assert planted.key in keys
    assert sorted(map(str, keys)) == sorted(map(str, by_all(planted)))
    assert {key for key in keys if len(key) == 4} == by_edits(planted)
    of_conventions = {key for key in keys if key[0] in ("other-smoothing", "other-prior")}
    assert of_conventions - {("other-prior", "smoothed")} == by_conventions(planted)


@in_both_runs
@pytest.mark.parametrize("seed", range(COUNT))
def test_a_misread_number_is_found_with_its_equals(seed: int) -> None:
    """Of Gaussian numbers and of counts, the edits that explain are those of brute force."""
    random = Random(seed)
    while (planted := plant_number(random)) is None:
        pass
    assert isinstance(planted, PlantedNumbers)
    found = next(of for block in audit(planted.problem).explained.values() for of in block)
    keys = [key for each in found.by if (key := number_key(each)) is not None]
    assert planted.key in keys
    assert len(keys) == len(set(keys))
    assert set(keys) == planted.by_edits()


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(4))
def test_two_edits_at_once_are_found_with_their_equals(seed: int) -> None:
    """Where nothing simpler explains, two edits that do are those of brute force, in any order."""
    random = Random(seed)
    found = None
    while found is None or any(len(each.edits) < 2 for each in found.by):  # what is simpler does
        while (planted := plant_two(random)) is None:
            pass
        found = next(of for b in audit(planted.problem, two_edits=True).explained.values() for of in b)
    keys = [frozenset(map(edit_key, each.edits)) for each in found.by]
    assert planted.key in keys
    assert len(keys) == len(set(keys))
    assert set(keys) == by_two_edits(planted)


@in_both_runs
@pytest.mark.parametrize("seed", range(max(1, COUNT // 3)))
def test_nothing_is_said_where_nothing_is_wrong(seed: int) -> None:
    """Numbers that are printed as they are, exactly or rounded, are right, and not explained."""
    planted = planted_problem(seed, "none")
    found = audit(planted.problem)
    assert found.is_right
    assert not found.explained
