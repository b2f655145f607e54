"""Merging files of counts, each part once; an interrupted merge can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from exactnb.errors import HERE, ExactnbError, InputError, Place, quoted
from exactnb.scale.counting.parquet import read_counts_file
from exactnb.scale.counting.tally import Tally

Keep = Callable[[Tally], None]
"""Called with the counts merged so far, to write them down."""


def merge(
    paths: Sequence[Path],
    start: Tally | None = None,
    keep: Keep | None = None,
    tell: Callable[[str], None] = lambda what: None,
) -> Tally:
    """Return the audited sum of the counts in the files `paths`.

    A file whose parts are all in `start` was merged before and is skipped. `keep` is called with the
    counts merged so far whenever they have doubled, and before an error, so that all writing takes at
    most twice as long as writing once. `tell` is called with a line about each file.

    Raises InputError, with the file, for one that cannot be read, and for rows that are counted twice.
    """
    total = Tally() if start is None else start
    merged_before, places = frozenset(total.parts), dict.fromkeys(total.parts, "what is merged already")
    written = since = 0
    for number, path in enumerate(paths, start=1):
        tell(f"merging file {number:,} of {len(paths):,}")
        try:
            with Place.file(path):
                tally = read_counts_file(path)
                if tally.parts and merged_before >= tally.parts.keys():
                    continue
                duplicate = next((key for key in tally.parts if key in places), None)
                if duplicate is not None:
                    part = quoted(tally.parts[duplicate].name)
                    message = f"part {part} is counted in {places[duplicate]} too"
                    raise InputError(f"{message}; each is merged once")
                total += tally
        except ExactnbError as error:
            if keep is None or not since + written:
                raise
            keep(total)
            message_end = f"; what is merged of {number - 1:,} files is kept"
            raise error.saying(error.message + message_end) from None
        places |= dict.fromkeys(tally.parts, str(path))
        since += 1
        if keep is not None and since >= written and number < len(paths):
            keep(total)
            written, since = written + since, 0
    return HERE.read(total.audited)
