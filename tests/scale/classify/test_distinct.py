"""A field that is another one in each record is no class and no category: its tables are squares."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from exactnb.errors import InputError
from exactnb.scale.classify.by_counts import LabellingByCounts
from exactnb.scale.classify.fields import RecordSource
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.classify.learning import tally_of
from exactnb.scale.counting.tally import Tally

WAYS = "--label, --id and --text say which field is which"


def source(path: Path, number: int, distinct: str, *, twice: int = 0) -> RecordSource:
    """Write records whose class, or whose category, is another one in each but some of them."""
    lines = []
    for at in range(number):
        own = f"n{max(at, twice)}"
        sky, label = ("rain", own) if distinct == "class" else (own, "ab"[at % 2])
        lines.append(f"{sky},{at % 3} win w{at % 7},{label}\n")
    path.write_text("sky,text,class\n" + "".join(lines))
    return RecordSource(path)


def by_rows(train: RecordSource) -> object:
    return Labelling(train, train, categories=("sky",)).tally()


def by_leaving_out(train: RecordSource) -> object:
    return Labelling(train, None, categories=("sky",)).classifier


def by_counting(train: RecordSource) -> object:
    return tally_of([train], categories=("sky",))


DOORS = (by_rows, by_leaving_out, by_counting)
OF = {"class": "class", "category": "value of 'sky'"}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("door", "distinct"), list(product(DOORS, OF)))
def test_a_thousand_records_of_as_many_classes_are_refused(
    tmp_path: Path, door: Callable[[RecordSource], object], distinct: str
) -> None:
    """From 1,000 on, and in each door; one fewer is counted, and so is one that stands twice."""
    path = tmp_path / "a.csv"
    told = f"each of 1,000 records has another {OF[distinct]}; {WAYS}"
    with pytest.raises(InputError) as refused:
        door(source(path, 1_000, distinct))
    assert str(refused.value).removeprefix(f"{path}: ") == told
    if door is not by_rows:
        door(source(path, 999, distinct))
        door(source(path, 1_000, distinct, twice=1))


def test_counts_of_as_many_classes_as_rows_are_refused(tmp_path: Path) -> None:
    """Files of counts may hold what other tools counted."""
    classes = {f"k{at}": 1 for at in range(1_000)}
    test = source(tmp_path / "a.csv", 3, "class")
    rows = [("class", "k", label, None, 1) for label in classes]
    rows += [("value", "sky", label, "rain", 1) for label in classes]
    labelling = LabellingByCounts.from_tally(Path("k.parquet"), Tally.from_rows(rows), test)
    with pytest.raises(InputError, match=f"each of 1,000 records has another class; {WAYS}"):
        _ = labelling.classifier


def test_classes_may_come_round_by_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records are held as long as each is of another class, whatever the blocks that they come in."""
    monkeypatch.setattr("exactnb.scale.classify.fields._RECORDS", 500)
    path = tmp_path / "a.csv"
    one = "".join(f"rain,win,n{at}\n" for at in range(1_200))
    path.write_text("sky,text,class\n" + one + one)
    assert by_leaving_out(RecordSource(path)).sizes == (2,) * 1_200  # type: ignore[attr-defined]


@pytest.mark.exhaustive
def test_memory_grows_with_the_records(tmp_path: Path) -> None:
    """Four times the records of as many classes take at most five times the memory, and no square."""
    peaks = []
    for number in (1_000, 4_000):
        train = source(tmp_path / "a.csv", number, "class")
        tracemalloc.start()
        with pytest.raises(InputError):
            by_rows(train)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 5 * peaks[0]
    assert peaks[1] < 4_000 * 4_096  # bytes of a record: a table has 4,000 · 4,000 · 8
