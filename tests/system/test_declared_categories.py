"""Values and classes that the types of a frame declare count at every door, in some row or in none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pytest
from thoroughness import choose, in_both_runs

from exactnb import Problem, Table, solve
from exactnb.errors import InputError
from exactnb.interfaces.sklearn import MixedNB, from_sklearn
from exactnb.scale.counting import IntegerModel, count_frame, problem_of

VALUES = ("sun", "rain", "fog", "hail", "snow")
CLASSES = ("stay", "go", "wait")


@dataclass(frozen=True)
class Case:
    """Columns with what their types declare and their cells, None for a missing one; class `play`."""

    declared: Mapping[str, tuple[str, ...]]
    cells: Mapping[str, list[str | None]]
    smoothing: Fraction
    uniform: bool

    def pandas(self) -> pd.DataFrame:
        columns = self.cells.items()
        return pd.DataFrame({c: pd.Categorical(of, self.declared[c]) for c, of in columns})

    def polars(self) -> pl.DataFrame:
        columns = self.cells.items()
        return pl.DataFrame([pl.Series(c, of, dtype=pl.Enum(self.declared[c])) for c, of in columns])

    def posterior(self, query: Mapping[str, str]) -> list[Fraction | None]:
        """Return P(class | query) in the order of the classes' names, by hand."""
        labels, joints = self.cells["play"], []
        for label in sorted(self.declared["play"]):
            rows = [at for at, own in enumerate(labels) if own == label]
            joint = Fraction(1) if self.uniform else Fraction(len(rows), len(labels))
            for column, value in query.items():
                shown = [self.cells[column][at] for at in rows if self.cells[column][at] is not None]
                below = len(shown) + self.smoothing * len(self.declared[column])
                joint *= (shown.count(value) + self.smoothing) / below
            joints.append(joint)
        return [joint / sum(joints) for joint in joints]


def drawn(dice: Random) -> Case:
    """Return a case with at least one declared value, and perhaps a class, that no row shows."""
    declared = {
        column: tuple(dice.sample(VALUES, dice.randint(2, 5)))
        for column in dice.sample(("sky", "morning", "wind"), dice.randint(1, 3))
    }
    number, uniform = dice.randint(3, 9), dice.random() < 0.5
    cells: dict[str, list[Any]] = {
        column: dice.choices((*of[:-1], None), k=number) for column, of in declared.items()
    }
    classes = tuple(dice.sample(CLASSES, 3))
    cells["play"] = [*classes[:2], *dice.choices(classes[: 2 if uniform else 3], k=number - 2)]
    declared["play"] = classes if uniform else tuple(k for k in classes if k in cells["play"])
    return Case(declared, cells, Fraction(dice.choice((1, 2, 3)), 2), uniform)


def answers(case: Case, query: Mapping[str, str]) -> dict[str, list[Any]]:
    """Return the posterior of a query at every door."""
    ours = {"smoothing": case.smoothing, "prior": "uniform" if case.uniform else "mle"}
    frame = case.pandas()
    doors: dict[str, Problem] = {}
    by_column = {column: frame[column] for column in frame}
    for name, given in (("pandas", frame), ("polars", case.polars()), ("dictionary", by_column)):
        doors[f"table of {name}"] = Problem(Table.from_frame(given, label="play"), {"x": query}, **ours)
    typed = ", ".join(f"{column}={value}" for column, value in query.items())
    relation = duckdb.sql("SELECT * FROM frame")
    engines = (frame, case.polars(), case.polars().lazy(), relation)
    for name, given in zip(("pandas", "polars", "lazy", "duckdb"), engines, strict=True):
        doors[f"counts by {name}"] = problem_of(count_frame(given, "play"), typed, **ours)
    names = [f"P({label}|x)" for label in sorted(case.declared["play"])]
    found = {}
    for door, problem in doors.items():
        solution = solve(problem, only=names)
        found[door] = [solution[name] for name in names]
    for name, table in (("pandas", frame), ("polars", case.polars())):
        model = MixedNB(alpha=float(case.smoothing), fit_prior=not case.uniform)
        rows, labels = table[[c for c in table.columns if c != "play"]], table["play"]
        model.fit(rows, labels)
        asked = pd.DataFrame({c: [query.get(c)] for c in rows.columns}, dtype=object)
        found[f"MixedNB of {name}"] = model.predict_proba(asked)[0].tolist()
        exact = from_sklearn(model).explain(asked)
        (identity,) = exact.problem.query
        found[f"from_sklearn of {name}"] = [exact[of.replace("|x)", f"|{identity})")] for of in names]
    return found


@in_both_runs
def test_every_door_counts_what_types_declare() -> None:
    """Tables, counts by engines and MixedNB have the posteriors that are worked out by hand."""
    dice = Random(7)
    for _ in range(choose(quick=1, exhaustive=12)):
        case = drawn(dice)
        query = {c: dice.choice(of) for c, of in case.declared.items() if c != "play"}
        expected = case.posterior(query)
        for door, found in answers(case, query).items():
            if door.startswith("MixedNB"):
                assert found == [float(share) for share in expected], (door, case)
            else:
                assert found == expected, (door, case)


def test_a_declared_class_without_rows_has_no_relative_frequency() -> None:
    """Every door refuses to estimate the prior of such a class from rows, by its name."""
    frame = pd.DataFrame({"sky": ["sun", "fog"], "play": pd.Categorical(["go", "stay"], CLASSES)})
    of_polars = pl.DataFrame([frame["sky"].tolist(), pl.Series(frame["play"], dtype=pl.Enum(CLASSES))])
    of_polars.columns = ["sky", "play"]
    tally = count_frame(frame, "play")
    assert count_frame(of_polars, "play") == tally
    doors: list[Callable[[], object]] = [
        lambda: Problem(Table.from_frame(frame, label="play")),
        lambda: Problem(Table.from_frame(of_polars, label="play")),
        lambda: problem_of(tally),
        lambda: IntegerModel(tally),
        lambda: MixedNB().fit(frame[["sky"]], frame["play"]),
        lambda: MixedNB().fit(of_polars[["sky"]], of_polars["play"]),
    ]
    for door in doors:
        with pytest.raises(InputError, match="class 'wait' has no rows to estimate its prior from"):
            door()
    known = Table.from_frame(frame, label="play", classes=["go", "stay"])  # what is said wins
    assert Problem(known).counts.sizes == {"go": 1, "stay": 1}


def test_what_is_said_of_values_wins_over_types() -> None:
    """Values that are given are all there are; marks of a missing cell are none of them."""
    kinds = pd.CategoricalDtype(["?", "sun", "fog", " sun ", "rain"])
    frame = pd.DataFrame({"sky": pd.Series(["sun", "?", "fog"], dtype=kinds), "play": ["a", "b", "a"]})
    assert Table.from_frame(frame).values == (("sun", "fog", "rain"),)
    said = Table.from_frame(frame, values={"sky": ["fog", "sun"]})
    assert said.values == (("fog", "sun"),)
    assert Table.from_frame(frame, missing=["sun"]).values == (("?", "fog", "rain"),)
    as_ids = frame.assign(id=pd.Categorical(["x", "y", "z"], ["x", "y", "z", "w"]))
    assert [row.id for row in Table.from_frame(as_ids, label="play").rows] == ["x", "y", "z"]
