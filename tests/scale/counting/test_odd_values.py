"""Values that are no argument at all are refused where counts are taken and used."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
from odd_values import read_or_refused
from thoroughness import all_of, in_both_runs

from exactnb import counting

ROWS = pd.DataFrame({"day": [1, 2], "sky": ["sun", "rain"], "play": ["yes", "no"]})
TALLY = counting.count_frame(ROWS, "play", columns=["sky"])
MODEL = counting.IntegerModel(TALLY)

DOORS: dict[str, Callable[..., object]] = {
    "frame": lambda odd: counting.count_frame(odd, "play"),
    "label": lambda odd: counting.count_frame(ROWS, odd),
    **{key: lambda odd, key=key: counting.count_frame(ROWS, "play", **{key: odd})  # type: ignore[misc]
       for key in ("columns", "numbers", "texts", "presence", "part")},
    "column": lambda odd: counting.count_frame(ROWS, "play", columns=[odd]),
    "tally": counting.IntegerModel,
    **{key: lambda odd, key=key: counting.IntegerModel(TALLY, **{key: odd})  # type: ignore[misc]
       for key in ("pseudocount", "prior", "bits")},
    "model": lambda odd: counting.label_frame(odd, ROWS, "day"),
    "rows": lambda odd: counting.score_frame(MODEL, odd, "day"),
    "row": lambda odd: counting.label_frame(MODEL, ROWS, odd),
    "unseen": lambda odd: counting.label_frame(MODEL, ROWS, "day", unseen=odd),
    "file": counting.read_counts_file,
    "files": counting.merge,
    "of_columns": lambda odd: counting.problem_of(TALLY, of_columns=odd),
    "query": lambda odd: counting.problem_of(TALLY, odd),
}  # fmt: skip


@in_both_runs
@all_of("door", DOORS)
def test_a_door_of_counts_reads_or_refuses_any_value(door: str) -> None:
    """No library's own error comes out of a door: what was given, and what is needed."""
    read_or_refused(DOORS[door], [*DOORS].index(door))
