"""`exactnb count` and `exactnb merge`: labelled records, or counts of them, in; counts out."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from exactnb.core.data.files import reading
from exactnb.errors import InputError, quoted
from exactnb.interfaces.cli.output import write_bytes
from exactnb.interfaces.cli.printing import at_option, dialect_of, listed, marks, naming
from exactnb.interfaces.cli.problems import COUNTS
from exactnb.interfaces.cli.progress import progress

_NEEDED = ((("pyarrow",), "PyArrow", "frames"), (("numpy", "scipy"), "NumPy and SciPy", "scale"))
_OPTIONS = ("categories", "decimal", "delimiter", "encoding", "header")


def run_count(options: argparse.Namespace) -> None:
    """Count what the options say, and write it.

    Raises an ExactnbError; the file is then as it was.
    """
    from exactnb.scale.classify.compression import LARGEST, read_size
    from exactnb.scale.classify.counting import tally_of
    from exactnb.scale.classify.labelling import word_family
    from exactnb.scale.classify.records import Source
    from exactnb.scale.counting.parquet import parquet_bytes

    output = _output(options, "count")
    largest = LARGEST if options.largest is None else at_option("--largest", read_size, options.largest)
    family = at_option("--family", word_family, options.family or "")
    said = options.label or "", options.text or "", options.id or ""
    dialect, header = dialect_of(options), listed(options.header)
    of_all = (*said, dialect, header, largest, marks(options.missing))
    sources = [Source(Path(path), *of_all) for path in options.paths]
    with naming({key: f"--{key}" for key in _OPTIONS}), progress("reading") as shown:
        tally = tally_of(
            sources,
            family,
            listed(options.numbers),
            listed(options.categories),
            lambda done, number: shown.tell(f"{number:,} records {done}"),
        )
        write_bytes(output, parquet_bytes(tally))


def run_merge(options: argparse.Namespace) -> None:
    """Add up files of counts, and write what they add up to.

    Raises an ExactnbError; the file is then as it was, or with --resume what was merged before.
    """
    from exactnb.scale.counting.merging import merge
    from exactnb.scale.counting.parquet import parquet_bytes, read_counts_file
    from exactnb.scale.counting.tally import Tally

    output = _output(options, "merge")
    start = None
    if options.resume and output.exists():
        with reading():  # it is read to be written
            start = read_counts_file(output)

    def keep(tally: Tally) -> None:
        write_bytes(output, parquet_bytes(tally))

    with progress("merging") as shown:
        paths = list(map(Path, options.paths))
        keep(merge(paths, start, keep if options.resume else None, shown.tell))


def _output(options: argparse.Namespace, command: str) -> Path:
    """Return where counts go; refuse another kind of file, and work that could not be written."""
    needed = {"count": _NEEDED, "merge": _NEEDED[:1]}[command]
    for modules, name, extra in needed:
        if any(find_spec(module) is None for module in modules):
            raise InputError(f"needs {name}, the extra exactnb[{extra}]", at=command)
    if Path(options.output).suffix.lower() != COUNTS:
        raise InputError(
            f"expected a name that ends in {COUNTS}; got {quoted(options.output)}", at="-o"
        )
    return Path(options.output)
