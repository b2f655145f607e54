"""`exactnb count` and `exactnb merge`: count labelled records, or add up files of counts."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactnb.core.data.files import reading
from exactnb.core.problem.table_options import worded_as_options
from exactnb.errors import InputError, Place
from exactnb.interfaces.cli.output import write_bytes
from exactnb.interfaces.cli.printing import (
    at_option,
    chosen_dialect,
    missing_marks,
    progress,
    say_doubts,
    split_names,
)
from exactnb.interfaces.cli.problems import COUNTS

if TYPE_CHECKING:
    from exactnb.scale.classify.fields import RecordSource

_NEEDED = ((("pyarrow",), "PyArrow", "frames"), (("numpy", "scipy"), "NumPy and SciPy", "scale"))


def source_of(options: argparse.Namespace, path: str, **changes: str) -> RecordSource:
    """Return the records at `path`, read as `options` say, but for `changes` of their fields."""
    from exactnb.core.data.compression import LARGEST, read_size
    from exactnb.scale.classify.fields import RecordSource

    largest = LARGEST if options.largest is None else at_option("--largest", read_size, options.largest)
    fields: dict[str, Any] = {key: getattr(options, key) or "" for key in ("label", "text", "id")}
    fields |= {"largest": largest, "missing": missing_marks(options.missing), **changes}
    fields |= {"unlabelled": options.unlabelled or "error", "fold_case": options.fold_case}
    return RecordSource(Path(path), dialect=chosen_dialect(options), **fields)


def run_count(options: argparse.Namespace) -> None:
    """Count records as `options` say, and write the counts.

    Raises an ExactnbError; the output file is then unchanged.
    """
    output = _output_path(options, "count")  # before what needs its extra is imported
    from exactnb.scale.classify.labelling import word_family_or_default
    from exactnb.scale.classify.learning import tally_of
    from exactnb.scale.counting.as_problem import doubts_about
    from exactnb.scale.counting.parquet import parquet_bytes

    family = at_option("--family", word_family_or_default, options.family or "")
    sources = [source_of(options, path) for path in options.paths]
    with worded_as_options(options), progress("reading") as reporter:
        tally = tally_of(
            sources,
            family,
            split_names(options.numbers),
            split_names(options.categories),
            lambda done, number: reporter.tell(f"{number:,} records {done}"),
        )
        for source in sources:
            is_first, is_chosen = source is sources[0], bool(source.label)
            names = doubts_about(tally, is_chosen=is_chosen) if is_first else ()
            all_doubts, place = (*names, *source.findings.doubts), Place.file(source.path)
            say_doubts(all_doubts, options, place, reporter=reporter)
        write_bytes(output, parquet_bytes(tally))


def run_merge(options: argparse.Namespace) -> None:
    """Add up files of counts as `options` say, and write the result.

    Raises an ExactnbError; the output file is then unchanged, or with --resume holds what was merged
    so far.
    """
    from exactnb.scale.counting.parquet import merge, parquet_bytes, read_counts_file
    from exactnb.scale.counting.tally import Tally

    output = _output_path(options, "merge")
    start = None
    if options.resume and output.exists():
        with reading():  # not registered as read, since it is overwritten
            start = read_counts_file(output)

    def keep(tally: Tally) -> None:
        write_bytes(output, parquet_bytes(tally))

    with progress("merging") as reporter:
        paths = list(map(Path, options.paths))
        keep(merge(paths, start, keep if options.resume else None, reporter.tell))


def _output_path(options: argparse.Namespace, command: str) -> Path:
    """Return the output path; refuse one that is no Parquet file, and work without its extra."""
    for modules, name, extra in {"count": _NEEDED, "merge": _NEEDED[:1]}[command]:
        if any(find_spec(module) is None for module in modules):
            raise InputError(f"needs {name}, the extra exactnb[{extra}]", at=command)
    if Path(options.output).suffix.lower() != COUNTS:
        raise InputError.expected(f"a name that ends in {COUNTS}", options.output, at="-o")
    return Path(options.output)
