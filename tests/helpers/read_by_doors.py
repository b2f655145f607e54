"""One table, read by every door: what each counts of it, in one form that can be compared."""

from __future__ import annotations

import re
import shlex
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr
from fractions import Fraction
from io import StringIO
from pathlib import Path

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.data.counts import Counts
from exactnb.core.data.findings import Doubt
from exactnb.core.problem.from_table import problem_in_content
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.table_options import (
    OF_MODEL,
    OF_ROWS,
    as_keys,
    as_keywords,
    as_options,
    noted,
    typed_options,
    worded_as_options,
)
from exactnb.errors import ExactnbError
from exactnb.interfaces.cli.commands.classify import labelling_of
from exactnb.interfaces.cli.commands.count import run_count
from exactnb.interfaces.cli.options import parser
from exactnb.interfaces.cli.printing import progress
from exactnb.interfaces.cli.problems import read_problem
from exactnb.scale.counting.as_problem import as_counts, doubts_about
from exactnb.scale.counting.parquet import read_counts_file

__all__ = ["by_every_door", "document_of", "options_of", "parsed", "remedied"]

Read = tuple[str, tuple[object, ...], set[str]]

_KEYS = {
    "--decimal": "decimal", "--label": "class", "--encoding": "encoding", "--delimiter": "delimiter",
    "--text": "text", "--id": "id", "--skip": "skip", "--strip": "strip", "--weight": "weight",
    "--unlabelled": "unlabelled", "--fill-down": "fill_down", "--worksheet": "worksheet",
    "--rest": "rest",
}  # fmt: skip


def document_of(path: Path, *options: str) -> str:
    """Return the problem file that says of the table at `path` what `options` of commands say."""
    data, families = [f'file = "{path.name}"'], list[str]()
    for name, value in zip(options[::2], options[1::2], strict=True):
        if name == "--numbers":
            families += [f'"{column}" = "gaussian"' for column in value.split(",")]
        elif name == "--missing":
            data.append(f"missing = {['', *value.split(',')]}".replace("'", '"'))
        elif name in ("--header", "--omit"):
            data.append(f"{name[2:]} = {value.split(',')}".replace("'", '"'))
        elif name in ("--fold-case", "--binarize"):
            data.append(f"{name[2:].replace('-', '_')} = true")
        elif name == "--no-header":
            data.append("header = false")
        elif name in ("--words", "--letters", "--items"):
            data.append(f'split = "{name[2:]}"')
        elif name in _KEYS:
            data.append(f'{_KEYS[name]} = "{value}"')
    return "\n".join(["[data]", *data, "[model.families]", *families])


def by_every_door(path: Path, *options: str) -> dict[str, Read | str]:
    """Return what each door counts of the table at `path`, or the message with which it refuses it.

    The page that computes is a door where it can have the text, and commands that have the `options`.
    """
    doors: dict[str, Callable[[], Read]] = {
        "solve": lambda: _of_problem(read_problem(parsed("solve", str(path), *options))),
        "problem file": lambda: _of_problem(_problem(path, options)),
        "classify": lambda: _classified(path, options),
        "count": lambda: _counted(path, options),
    }
    if path.suffix == ".csv" and "--encoding" not in options and path.read_bytes().isascii():
        doors["page"] = lambda: _of_problem(_on_page(path, options))
    read: dict[str, Read | str] = {}
    for door, reads in doors.items():
        if door in ("classify", "count") and not {*options[::2]} <= options_of(door):
            continue
        try:
            read[door] = reads()
        except ExactnbError as error:
            read[door] = error.message
    return read


def remedied(path: Path, doubt: Doubt, *options: str) -> list[Problem]:
    """Return the problem in the table at `path` with the remedy of a doubt, as each door takes it."""
    keywords = as_keywords(vars(parsed("solve", str(path), *options)))
    spelled = as_options(as_keys(doubt.remedy), [*OF_ROWS, *OF_MODEL]).replace(" and ", " ")
    arguments = [*filter(None, options), *shlex.split(spelled)]
    document = document_of(path, *options)
    for key in doubt.remedy:
        line = as_keys({key: doubt.remedy[key]})
        document = re.sub(f"(?m)^{line.partition(' = ')[0]} = .*\n", "", document)
        section = "[data]"
        if key == "numbers":
            section, line = "[model.families]", line.partition("{ ")[2].partition(" }")[0]
        elif key == "missing_cells":
            document = document.replace("[data]", f"[model]\n{line}\n[data]")
            continue
        document = document.replace(section, f"{section}\n{line}")
    file = path.with_name("p.toml")
    file.write_text(document, encoding="utf-8")
    return [
        Problem.from_csv(path, **keywords | doubt.remedy),
        read_problem(parsed("solve", str(path), *arguments)),
        Problem.from_csv(path, **as_keywords(typed_options(shlex.join(arguments)))),
        Problem.read(file),
    ]


def parsed(command: str, *arguments: str) -> Namespace:
    arguments = tuple(filter(None, arguments))  # a flag has "" as its pair
    return parser(command=command).parse_args([command, *arguments])


def options_of(command: str, group: str = "") -> set[str]:
    """Return the options of a `command`, or of one `group` of them."""
    groups = parser(command=command)._subparsers._group_actions[0].choices[command]
    named = [g for g in groups._action_groups if (g.title or "").startswith(group)]
    return {name for g in named for action in g._group_actions for name in action.option_strings}


def _on_page(path: Path, options: tuple[str, ...]) -> Problem:
    typed = as_keywords(typed_options(shlex.join(filter(None, options))))
    with worded_as_options([*OF_ROWS, *OF_MODEL]):
        return problem_in_content(Problem, path.read_text(encoding="utf-8"), "page", **typed)


def _problem(path: Path, options: tuple[str, ...]) -> Problem:
    file = path.with_name("p.toml")
    file.write_text(document_of(path, *options), encoding="utf-8")
    return Problem.read(file)


def _of_problem(problem: Problem) -> Read:
    return problem.schema.class_variable, _plain(problem.counts, problem), set(problem.doubts)


def _classified(path: Path, options: tuple[str, ...]) -> Read:
    given = parsed("classify", "--train", str(path), "--leave-one-out", *options)
    with worded_as_options(given), progress("reading") as reporter:
        labelling = labelling_of(given, reporter)
        counts = labelling.encoding.exact_counts(labelling.classifier)
    return labelling.train.label_field, _plain(counts), set(labelling.doubts)


def _counted(path: Path, options: tuple[str, ...]) -> Read:
    counts = path.with_name("c.parquet")
    with redirect_stderr(StringIO()) as notes:
        run_count(count := parsed("count", str(path), "-o", str(counts), *options))
    tally = read_counts_file(counts)
    counts.unlink()
    lines = set(re.findall(r"exactnb: note: .*?: (.*)", notes.getvalue()))
    assert {noted(doubt, count) for doubt in doubts_about(tally)} <= lines
    doubts = {re.sub(r" \(--.*\)$", "", line) for line in lines}
    return tally.label, _plain(as_counts(tally)), doubts


def _plain(counts: Counts, problem: Problem | None = None) -> tuple[object, ...]:
    """Return counts as sizes, values and words, and of columns of numbers how many, Σx and Σx²."""
    numeric = {columns[0] for columns, _ in counts.moments}
    numeric |= set(problem.measured) if problem else set()
    sums: Counter[tuple[str, str, str]] = Counter()
    for (column, value, label), times in counts.cells.items():
        if column in numeric:
            x = read_number(value)
            for power in ("n", "x", "xx"):
                sums[column, label, power] += times * x ** len(power.strip("n"))  # type: ignore
    for (columns, label), total in counts.moments.items():
        sums[columns[0], label, "x" * len(columns)] += Fraction(total)  # type: ignore
        sums[columns[0], label, "n"] = Fraction(counts.shows(columns[0], label))  # type: ignore
    cells = {cell: n for cell, n in counts.cells.items() if cell[0] not in numeric and n}
    presence = {pair for pair, n in counts.words.items() if n}
    return dict(counts.sizes), cells, presence, {key: n for key, n in sums.items() if n}
