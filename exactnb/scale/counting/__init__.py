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

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.scale.counting.as_problem import problem_of as problem_of
    from exactnb.scale.counting.features import CountRow as CountRow
    from exactnb.scale.counting.frame_scores import label_frame as label_frame
    from exactnb.scale.counting.frame_scores import score_frame as score_frame
    from exactnb.scale.counting.frames import count_frame as count_frame
    from exactnb.scale.counting.integer_scores import IntegerModel as IntegerModel
    from exactnb.scale.counting.integer_scores import Observed as Observed
    from exactnb.scale.counting.parquet import merge as merge
    from exactnb.scale.counting.parquet import parquet_bytes as parquet_bytes
    from exactnb.scale.counting.parquet import read_counts_file as read_counts_file
    from exactnb.scale.counting.tally import Tally as Tally

_HOMES = {
    "exactnb.scale.counting.as_problem": "problem_of",
    "exactnb.scale.counting.features": "CountRow",
    "exactnb.scale.counting.frame_scores": "label_frame score_frame",
    "exactnb.scale.counting.frames": "count_frame",
    "exactnb.scale.counting.integer_scores": "IntegerModel Observed",
    "exactnb.scale.counting.parquet": "merge parquet_bytes read_counts_file",
    "exactnb.scale.counting.tally": "Tally",
}

__getattr__, __dir__ = lazy_exports(__name__, _HOMES, {"Row": "CountRow"})
__all__ = __dir__()
