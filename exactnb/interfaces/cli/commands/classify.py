"""`exactnb classify`: label records by labelled ones or by counts, with a proof of each label.

How to read: `run_classify` checks the options (`_refuse_conflicts`), makes a labelling of them
(`labelling_of`) and writes its results (`_output_pieces`).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from exactnb.core import families
from exactnb.core.conventions import Conventions
from exactnb.core.model.quantity import budget_for_patience
from exactnb.core.problem.styles import style
from exactnb.core.problem.table_options import worded_as_options
from exactnb.errors import InputError, Place, one_line, quoted
from exactnb.explain.rendering.formats import endings, names
from exactnb.explain.rendering.formulas.text_math import to_ascii
from exactnb.interfaces.cli import printing
from exactnb.interfaces.cli.output import write_parts, write_screen

if TYPE_CHECKING:
    from exactnb.scale.classify.labelling import Labelling
    from exactnb.scale.classify.vocabulary import Vocabulary

_ENDINGS = {".csv": "csv", ".jsonl": "jsonl", ".json": "json"}
_SAID_BY_COUNTS = ("label", "text", "family", "numbers", "categories", "doubles", "leave_one_out")
_LABELS = ("text", "json", "csv", "jsonl")


def run_classify(options: argparse.Namespace) -> None:
    """Count, label and print block by block, as `options` say.

    Raises an ExactnbError; an output file is then unchanged.
    """
    if any(find_spec(name) is None for name in ("numpy", "scipy")):
        raise InputError("needs NumPy and SciPy, the extra exactnb[scale]", at="classify")
    to = _format(options)
    _refuse_conflicts(options, to)
    clipped = printing.errors_at_options({"smoothing": "--clip"} if options.clip is not None else {})
    with worded_as_options(options), clipped, printing.progress("reading") as reporter:
        labelling = labelling_of(options, reporter)
        if sys.stderr is not None and sys.stderr.isatty() and options.train is not None:
            where = one_line(f"{options.train}: {labelling.fields_in_words()}")
            with reporter.removed():
                print(f"exactnb: reads {where}", file=sys.stderr)
        place = Place.file(options.train or options.model)
        printing.say_doubts(labelling.doubts, options, place, reporter=reporter)
        _write(labelling, to, options, reporter)


def _write(
    labelling: Labelling, to: str, options: argparse.Namespace, reporter: printing.ProgressLine
) -> None:
    if options.output is not None:
        parts = (printing.encoded(part) for part in _output_pieces(labelling, to, options))
        write_parts(Path(options.output), parts)
        return
    for part in _output_pieces(labelling, to, options):
        if sys.stdout is not None and sys.stdout.isatty():
            reporter.end()  # labels on the screen show progress too
        write_screen(part)


def _format(options: argparse.Namespace) -> str:
    """Return the format that the options ask for, else the one that the output file's ending means."""
    if options.output == "":
        raise InputError("expected a file name", at="-o")
    by_ending = endings() | _ENDINGS
    to: str = options.to or by_ending.get(Path(options.output or "").suffix.lower(), "text")
    formats = _LABELS if options.explain is None else names()
    if to not in formats:
        what = "labels are" if options.explain is None else "an explanation is"
        raise InputError(f"{what} printed as {', '.join(formats)}; got {to}", at="--to")
    return to


def _refuse_conflicts(options: argparse.Namespace, to: str) -> None:
    """Refuse options that conflict with each other."""
    if options.records is not None:
        if options.test is not None:
            raise InputError(f"is given besides {quoted(options.records)}", at="--test")
        options.test = options.records
    for option in ("train", "test", "model"):
        if getattr(options, option) == "":
            raise InputError("expected a file or folder", at="--" + option)
    if (options.train is None) == (options.model is None):
        raise InputError("expected records that are counted, or --model with counts", at="--train")
    if options.model is not None:
        printing.refuse_options_given(options, _SAID_BY_COUNTS, "needs --train; counts say it")
    if options.test is None and not options.leave_one_out:
        message = "expected a file or folder; --leave-one-out labels the training records"
        raise InputError(message, at="--test")
    if options.test is not None and options.leave_one_out:
        raise InputError("cannot be used with --test", at="--leave-one-out")
    if options.explain is None:
        printing.refuse_options_given(
            options, ("leading", "notation", "patience", "engine"), "needs --explain"
        )
    if options.leading is not None and options.leading < 1:
        raise InputError(f"expected a whole number from 1; got {options.leading}", at="--leading")
    if options.posteriors and (to not in ("csv", "jsonl") or options.leave_one_out):
        raise InputError("needs --to csv or jsonl, and --test", at="--posteriors")
    printing.check_format_options(options, to)
    printing.check_values(options, notation=style)
    if not (options.numbers or options.model):
        printing.refuse_options_given(
            options, ("var_smoothing", "divisor", "doubles"), "needs --numbers"
        )
    presence = families.families_with_kernel("presence")  # families of presence, not frequency
    clips = options.model is not None or options.family in presence
    if options.clip is not None and (options.smoothing is not None or not clips):
        family_names = " or ".join(presence)
        raise InputError(f"needs --family {family_names}, and no --smoothing", at="--clip")
    for path in filter(None, (options.train, options.model, options.test, options.vocabulary)):
        if options.output is not None and _is_in(options.output, path):
            raise InputError("is read from; nothing was written", at=Place.file(options.output))


def _is_in(output: str, source: str) -> bool:
    """Say whether a file is a source, or is in a folder that is one."""
    try:
        target, path = Path(output).resolve(), Path(source).resolve()
        return target == path or path in target.parents
    except (OSError, ValueError):  # not the names of files
        return False


def labelling_of(options: argparse.Namespace, reporter: printing.ProgressLine) -> Labelling:
    """Return the labelling that the `options` describe; `reporter` tells its progress."""
    from exactnb.interfaces.cli.commands.count import source_of
    from exactnb.scale.classify.labelling import Labelling, word_family_or_default
    from exactnb.scale.classify.vocabulary import Vocabulary

    is_alone = options.test is None
    train = source_of(options, options.train or "", **({} if is_alone else {"id": ""}))
    test = None if is_alone else source_of(options, options.test, label="")
    if test is not None and options.train is not None:
        source = test
        dialect = test.dialect.beside(test.path, lambda how: replace(source, dialect=how).field_names)
        test = replace(test, dialect=dialect)
    if (
        options.model is None
        and options.id is not None
        and not is_alone
        and options.id in train.field_names
    ):
        train = replace(train, id=options.id)
    vocabulary: Vocabulary | int | None = None
    if options.vocabulary is not None:
        plain = re.fullmatch("[0-9]{1,9}", options.vocabulary) is not None
        vocabulary = int(options.vocabulary) if plain else Vocabulary.read(Path(options.vocabulary))
        if vocabulary == 0:
            raise InputError("a vocabulary has at least one word", at="--vocabulary")

    def watch(done: str, number: int, share: float) -> None:
        reporter.tell(f"{number:,} records {done}", share)

    if options.model is not None and test is not None:
        from exactnb.scale.classify.by_counts import LabellingByCounts
        from exactnb.scale.counting.parquet import read_counts_file

        path = Path(options.model)
        settings = {"vocabulary": vocabulary, "doubles": options.doubles, "watch": watch}
        return LabellingByCounts.from_tally(
            path, read_counts_file(path), test, conventions=_conventions(options), **settings
        )
    return Labelling(
        train,
        test,
        printing.at_option("--family", word_family_or_default, options.family or ""),
        _conventions(options),
        vocabulary,
        printing.split_names(options.numbers),
        printing.split_names(options.categories),
        options.doubles,
        watch=watch,
    )


def _conventions(options: argparse.Namespace) -> Conventions:
    rule = "1" if options.smoothing is None else options.smoothing
    if options.clip is not None:
        rule = {"clip": options.clip}
    number_settings: dict[str, Any] = {"divisor": options.divisor}
    if options.var_smoothing is not None:
        number_settings["epsilon"] = {"relative": options.var_smoothing}
    prior, unseen = options.prior or "mle", options.unseen or "error"
    return Conventions(smoothing=rule, prior=prior, unseen=unseen, **number_settings)


def _output_pieces(labelling: Labelling, to: str, options: argparse.Namespace) -> Iterable[str | bytes]:
    """Yield the output piece by piece."""
    from exactnb.scale.classify.results import csv_lines, json_lines
    from exactnb.scale.explaining.exact_model import explain_record

    if options.explain is not None:
        leading = 10 if options.leading is None else options.leading
        effort = printing.at_option("--patience", budget_for_patience, options.patience)
        solution = explain_record(labelling, options.explain, leading=leading, effort=effort)
        yield printing.render(solution, to, options)
    elif to in ("csv", "jsonl"):
        _ = labelling.classifier  # count first, so that an error precedes any output
        lines = csv_lines if to == "csv" else json_lines
        classes = labelling.classifier.classes if options.posteriors else ()
        yield from lines(labelling.labels(posteriors=options.posteriors), classes)
    elif to == "json":
        yield labelling.tally().json(labelling.doubts)
    else:
        width = printing.text_width(options)
        head = "\n".join(fill(line, width) for line in labelling.choices_in_words().splitlines())
        text = f"{head}\n\n{labelling.tally().text(width)}"
        yield to_ascii(text) if options.ascii else text
