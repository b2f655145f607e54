"""Counts of a whole training set: a value that adds up, and the files that carry it elsewhere.

A `Tally` is made of rows as any GROUP BY gives them, added to others, written as Parquet, and is a
problem to solve or the model of `exactnb classify --model`. A name is loaded when it is used.

>>> from exactnb.counting import Tally, problem_of
>>> rows = [("class", "play", "yes", None, 2), ("value", "sky", "yes", "rain", 2)]
>>> week = Tally.from_rows(rows) + Tally.from_rows(rows)
>>> week.classes, problem_of(week, "rain").decide({"sky": "rain"})
({'yes': 4}, ('yes',))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.counting.as_problem import problem_of
    from exactnb.counting.features import Row
    from exactnb.counting.frame_scores import label_frame, score_frame
    from exactnb.counting.frames import count_frame
    from exactnb.counting.integer_scores import IntegerModel, Observed
    from exactnb.counting.merging import merge
    from exactnb.counting.parquet import parquet_bytes, read_counts_file
    from exactnb.counting.tally import Tally

__all__ = [
    "IntegerModel",
    "Observed",
    "Row",
    "Tally",
    "count_frame",
    "label_frame",
    "merge",
    "parquet_bytes",
    "problem_of",
    "read_counts_file",
    "score_frame",
]

_HOMES = {
    "IntegerModel": "exactnb.counting.integer_scores",
    "Observed": "exactnb.counting.integer_scores",
    "Row": "exactnb.counting.features",
    "Tally": "exactnb.counting.tally",
    "count_frame": "exactnb.counting.frames",
    "label_frame": "exactnb.counting.frame_scores",
    "merge": "exactnb.counting.merging",
    "parquet_bytes": "exactnb.counting.parquet",
    "problem_of": "exactnb.counting.as_problem",
    "read_counts_file": "exactnb.counting.parquet",
    "score_frame": "exactnb.counting.frame_scores",
}

__getattr__, __dir__ = door(__name__, _HOMES)
