"""How many functions of Python some work calls: costs are counted, never timed."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType


def calls_of(work: Callable[[], object], counts: Callable[[FrameType], bool] = lambda _: True) -> int:
    """Return how many calls of Python's functions, beside those in C, `counts` counts in `work`."""
    number = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal number
        number += event == "call" and counts(frame)

    profiler = sys.getprofile()
    # A collection in between would count the finalizers of whatever other tests left behind.
    collects = gc.isenabled()
    gc.disable()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(profiler)
        if collects:
            gc.enable()
    return number
