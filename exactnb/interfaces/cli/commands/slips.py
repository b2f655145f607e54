"""`exactnb slips`: workings with one planted slip each, as JSON lines."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from exactnb.interfaces.cli.output import write_parts, write_screen
from exactnb.interfaces.cli.printing import number_up_to, progress
from exactnb.teach.slips.derivations import planted_derivations
from exactnb.teach.slips.planting import planted_workings

_COUNT, _SEED = 100, "1"  # the defaults
_MOST = 100_000  # most records of one call


def run_slips(options: argparse.Namespace) -> None:
    """Write the records that `options` ask for, one to a line, as they are made."""
    count = _COUNT if options.count is None else number_up_to(options.count, "--count", _MOST)
    seed = _SEED if options.seed is None else options.seed
    source = planted_derivations if options.derivations else planted_workings
    records = (json.dumps(record, ensure_ascii=False) for record in source(count, seed))
    # a byte of the seed that is no text is an escape, which JSON reads
    lines = (f"{record}\n".encode(errors="backslashreplace") for record in records)
    if options.output is not None:
        with progress("planting"):
            write_parts(Path(options.output), lines)
    else:
        for line in lines:
            write_screen(line)
