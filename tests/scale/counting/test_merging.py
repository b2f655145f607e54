"""Files of counts add up, each part once; a merge that was stopped goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactnb.errors import InputError
from exactnb.scale.counting.parquet import merge, parquet_bytes, read_counts_file
from exactnb.scale.counting.tally import Tally


def day(at: int, *, column: str = "sky") -> Tally:
    """Return what was counted on a day, of as many rows as its number."""
    rows = [
        ("class", "play", "yes", None, at),
        ("value", column, "yes", "rain", at),
        ("part", f"day{at}.csv", None, f"id of {at}", at),
    ]
    return Tally.from_rows(rows)


@pytest.fixture
def days(tmp_path: Path) -> list[Path]:
    """Return five files of counts."""
    paths = [tmp_path / f"{at}.parquet" for at in range(1, 6)]
    for at, path in enumerate(paths, start=1):
        path.write_bytes(parquet_bytes(day(at)))
    return paths


def test_all_files_together_are_the_whole(days: list[Path]) -> None:
    """1 + 2 + 3 + 4 + 5 rows, whatever the order of the files."""
    whole = merge(days)
    assert whole.classes == {"yes": 15}
    assert len(whole.parts) == 5
    assert merge(days[::-1]) == merge([days[2], *days[:2], *days[3:]]) == whole
    assert parquet_bytes(merge(days[::-1])) == parquet_bytes(whole)


def test_a_part_is_counted_once(days: list[Path]) -> None:
    """A file that is named twice, or that holds a part of another one, is refused with both names."""
    with pytest.raises(InputError) as refused:
        merge([*days, days[1]])
    told = f"part 'day2.csv' is counted in {days[1]} too; each is merged once"
    assert str(refused.value) == f"{days[1]}: {told}"
    both = days[0].with_name("both.parquet")
    both.write_bytes(parquet_bytes(day(1) + day(2)))
    with pytest.raises(
        InputError, match=r"both.parquet: part 'day2.csv' is counted in .*2.parquet too"
    ):
        merge([days[1], both])


def test_a_merge_goes_on_where_it_was(days: list[Path]) -> None:
    """What is in the start is left out; a file that is partly in it is refused."""
    start = merge(days[:3])
    assert merge(days, start) == merge(days)
    both = days[0].with_name("both.parquet")
    both.write_bytes(parquet_bytes(day(3) + day(4)))
    with pytest.raises(InputError, match=r"part 'day3\.csv' is counted in what is merged already too"):
        merge([both], start)


def test_what_is_merged_is_kept_as_it_doubles(days: list[Path]) -> None:
    """It is handed over after 1, 2 and 4 files, so that writing never outweighs reading."""
    kept: list[Tally] = []
    merge(days, keep=kept.append)
    assert [len(tally.parts) for tally in kept] == [1, 2, 4]


def test_what_is_merged_before_a_refusal_is_kept(days: list[Path]) -> None:
    """A file that ends early stops the merge; the files before it are handed over, and said to be."""
    kept: list[Tally] = []
    days[3].write_bytes(days[3].read_bytes()[:-10])
    with pytest.raises(InputError) as refused:
        merge(days, keep=kept.append)
    told = "ends early: it is the beginning of a Parquet file; what is merged of 3 files is kept"
    assert str(refused.value) == f"{days[3]}: {told}"
    assert kept[-1] == merge(days[:3])
    days[3].write_bytes(parquet_bytes(day(4)))
    assert merge(days, kept[-1]) == merge(days)
    with pytest.raises(InputError, match="no such file"):
        merge([days[0].with_name("none.parquet")], keep=kept.append)


def test_other_features_are_not_added(days: list[Path]) -> None:
    """The file and the feature that the others lack are named."""
    days[1].write_bytes(parquet_bytes(day(2, column="wind")))
    with pytest.raises(InputError) as refused:
        merge(days)
    assert str(refused.value) == f"{days[1]}: feature 'sky': is counted in one of both only"


def test_the_files_of_a_job_are_one(days: list[Path]) -> None:
    """A folder counts as one file; those of several tallies in it are refused."""
    with pytest.raises(InputError, match="holds the counts of several files; name each of them"):
        merge([days[0].parent])
    folder = days[0].parent / "job"
    folder.mkdir()
    days[0].rename(folder / "part-0.parquet")
    assert merge([folder, *days[1:]]).classes == read_counts_file(folder).classes | {"yes": 15}
