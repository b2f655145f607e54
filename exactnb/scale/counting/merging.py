"""Add up files of counts, each part once; what is merged is kept, and can be gone on with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from exactnb.errors import HERE, ExactnbError, InputError, Place, quoted
from exactnb.scale.counting.parquet import read_counts_file
from exactnb.scale.counting.tally import Tally

Keep = Callable[[Tally], None]
"""Is given what is merged so far."""


def merge(
    paths: Sequence[Path],
    start: Tally | None = None,
    keep: Keep | None = None,
    tell: Callable[[str], None] = lambda what: None,
) -> Tally:
    """Return what was counted in all files together, audited.

    A file whose parts are all in `start` was merged before and is left out. With `keep` what is merged
    is handed over whenever it has doubled, and before anything is refused, so that all writing takes
    twice as long as one at most.

    Raises InputError with the file: for one that cannot be read, and for rows that are counted twice.
    """
    found = Tally() if start is None else start
    before, places = frozenset(found.parts), dict.fromkeys(found.parts, "what is merged already")
    kept = since = 0
    for number, path in enumerate(paths, start=1):
        tell(f"merging file {number:,} of {len(paths):,}")
        try:
            with Place.file(path):
                more = read_counts_file(path)
                if more.parts and before >= more.parts.keys():
                    continue
                twice = next((key for key in more.parts if key in places), None)
                if twice is not None:
                    what = f"part {quoted(more.parts[twice].name)} is counted in {places[twice]} too"
                    raise InputError(f"{what}; each is merged once")
                found += more
        except ExactnbError as error:
            if keep is None or not since + kept:
                raise
            keep(found)
            told = f"; what is merged of {number - 1:,} files is kept"
            raise error.saying(error.message + told) from None
        places |= dict.fromkeys(more.parts, str(path))
        since += 1
        if keep is not None and since >= kept and number < len(paths):
            keep(found)
            kept, since = kept + since, 0
    return HERE.read(found.audited)
