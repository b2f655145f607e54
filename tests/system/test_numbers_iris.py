"""The lecture on text classification and LDA decides 150 flowers; here, by which covariance."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest
from worked import problem_file

from exactnb import Problem, solve

EXAMPLES = Path(__file__).parents[2] / "worked_examples"
SPECIES = ("setosa", "versicolor", "virginica")
PRINTED = (
    "00000000000000000000000000000000000000000100000000"
    "22212121211111121111211122221111111221111111111111"
    "21222212122121122221212122112222211222122212221221"
)
"""What the lecture prints for the rows of the table, in order."""
APART = (56, 68, 70, 72, 85, 87, 100, 108, 111, 123, 133, 136, 146, 148)


@cache
def decided(model: str) -> str:
    """Return the species that a model decides on, as digits; nothing is tied."""
    problem = Problem.read(problem_file("note_002_iris"))
    found = ""
    for row in flowers():
        cells = {column: row[column] for column in ("sepal_length", "sepal_width")}
        (species,) = problem.decide(cells, model)
        found += str(SPECIES.index(species))
    return found


def flowers() -> list[dict[str, str]]:
    """Return the rows of the table."""
    with (EXAMPLES / "iris" / "iris.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def right(labels: str) -> int:
    """Return how many flowers are decided rightly."""
    return sum(SPECIES[int(at)] == row["species"] for at, row in zip(labels, flowers(), strict=True))


@pytest.mark.exhaustive
def test_the_printed_labels_are_those_of_the_total_covariance() -> None:
    """All 150 are reproduced, of which 118 are right."""
    assert decided("total") == PRINTED
    assert [PRINTED.count(k) for k in "012"] == [49, 54, 47]
    assert right(PRINTED) == 118


@pytest.mark.exhaustive
def test_the_pooled_covariance_decides_fourteen_flowers_otherwise() -> None:
    """Linear discriminant analysis differs at 14 rows, counted from 0, and is right on 120."""
    pooled = decided("pooled")
    apart = tuple(at for at, (a, b) in enumerate(zip(pooled, PRINTED, strict=True)) if a != b)
    assert apart == APART
    assert right(pooled) == 120


@pytest.mark.exhaustive
def test_a_covariance_for_each_species_differs_at_six() -> None:
    """Quadratic discriminant analysis is right on 120 flowers too."""
    own = decided("own")
    assert sum(a != b for a, b in zip(own, PRINTED, strict=True)) == 6
    assert right(own) == 120


SHARES = [("accuracy", 120), ("accuracy(; total)", 118), ("accuracy(; own)", 120)]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("asked", "hits"), SHARES, ids=["pooled", "total", "own"])
def test_the_accuracies_are_those_counts(asked: str, hits: int) -> None:
    """The worked example asks for the same shares of 150."""
    solution = solve(problem_file("note_002_iris"), only=[asked])
    assert solution[asked] * 150 == hits
