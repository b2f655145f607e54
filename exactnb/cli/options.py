"""The arguments of every command. Nothing of the library is loaded to read them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

import exactnb
from exactnb.errors import one_line
from exactnb.rendering import formats

_DESCRIPTION = "Naive Bayes, worked out exactly: every number an exact fraction, every line checked."
TEMPLATES = ("csv", "toml")
"""What a template of answers is printed as, beside the formats of all that is printed."""
_REPORTS = ("text", "json", "csv", "gradescope")
_LABELS = ("csv", "json", "jsonl", "text")


class _Parser(argparse.ArgumentParser):
    """Say what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


class _Once(argparse.Action):
    """Store a value, and refuse a second one."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"argument {option_string}: given twice")
        setattr(namespace, self.dest, values)


def parser(*, power: bool) -> argparse.ArgumentParser:
    """Return the parser; what questions can tell, their `power`, is shown without answers."""
    whole = _Parser(prog="exactnb", description=_DESCRIPTION, allow_abbrev=False)
    whole.add_argument(
        "--version",
        action="version",
        version=f"exactnb {exactnb.__version__}",
        help="show the version and exit",
    )
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")

    _solve(commands)
    _derive(commands)
    _check(commands, power=power)
    _classify(commands)
    _sample(commands)
    _new(commands)
    return whole


def _output(command: argparse.ArgumentParser, choices: Sequence[str] = ()) -> None:
    """Add the options that say what is printed, and where to."""
    if choices:
        command.add_argument(
            "--to", action=_Once, choices=choices, help="what to print (default: text)"
        )
    command.add_argument("-o", "--output", action=_Once, metavar="FILE", help="write to a file")


def _files(command: argparse.ArgumentParser) -> None:
    """Add the options that say which files a problem may name: else those below its folder."""
    files = command.add_mutually_exclusive_group()
    said = "read data from any file that the problem names"
    files.add_argument("--allow-files", dest="files", action="store_true", default=None, help=said)
    said = "read no file that the problem names"
    files.add_argument("--no-files", dest="files", action="store_false", default=None, help=said)


def _patience(command: argparse.ArgumentParser) -> None:
    """Add the option that allows more work than usual."""
    said = "allow N times the usual work (default: 1)"
    command.add_argument("--patience", action=_Once, metavar="N", help=said)


def _solve(commands: Any) -> None:
    solve = commands.add_parser(
        "solve",
        help="work a problem out, from a problem file or a table",
        description="Work a problem out: every number as counted, every line checked.",
        allow_abbrev=False,
    )
    solve.add_argument(
        "source", metavar="PROBLEM", help="a problem file (.toml), or a table (.csv, ...)"
    )
    solve.add_argument("--label", action=_Once, metavar="COL", help="class column (else the last)")
    solve.add_argument("--query", action=_Once, metavar="CELLS", help='"Outlook=Sunny, Wind=Strong"')
    _output(solve, (*formats.names(), *TEMPLATES))
    solve.add_argument(
        "--only", metavar="NAME", action="append", default=[], help='one quantity, such as "P(+|x)"'
    )
    solve.add_argument("--fragment", action="store_true", help="LaTeX: the body without a preamble")
    said = "how much is said: brief, standard (default), or full, with nothing left out"
    solve.add_argument("--level", action=_Once, metavar="LEVEL", help=said)
    instead = solve.add_mutually_exclusive_group()
    said = "the problem without its solution: data, query, questions with blanks"
    instead.add_argument("--sheet", action="store_true", help=said)
    said = "a template of its answers that check reads: toml (default), json, csv for a class"
    instead.add_argument("--answers", action="store_true", help=said)
    solve.add_argument("--digits", action=_Once, metavar="N", type=int, help="significant digits")
    solve.add_argument("--notation", action=_Once, metavar="STYLE", help="how names look, such as pjk")

    solve.add_argument("--log", action=_Once, metavar="BASE", help="compare in logarithms: e, 2, 10")
    solve.add_argument(
        "--pseudo-documents", action="store_true", help="show smoothing as rows that are added"
    )

    solve.add_argument(
        "--chain-rule", action="store_true", help="show the joint without the naive assumption"
    )

    _files(solve)
    _patience(solve)
    solve.add_argument("--why", action="store_true", help="derive the rules of the estimates too")


def _derive(commands: Any) -> None:
    derive = commands.add_parser(
        "derive",
        help="derive an estimator, or a fact about naive Bayes, line by line",
        description="Derive an estimator, or a fact about naive Bayes, every line checked.",
        allow_abbrev=False,
    )
    derive.add_argument("theorem", nargs="?", metavar="THEOREM", help="its name (else the list)")
    derive.add_argument("--problem", action=_Once, metavar="FILE", help="put a problem's numbers in")
    derive.add_argument("--notation", action=_Once, metavar="STYLE", help="how names look, such as pjk")
    _output(derive, formats.names())
    derive.add_argument(
        "--level", action=_Once, metavar="LEVEL", help="brief: no mechanical lines; standard, full"
    )
    derive.add_argument("--checks", action="store_true", help="show how each line was accepted")
    _files(derive)
    _patience(derive)
    derive.add_argument("--fragment", action="store_true", help="LaTeX: the body without a preamble")


def _check(commands: Any, *, power: bool) -> None:
    check = commands.add_parser(
        "check",
        help="check answers, and name the mistakes behind wrong ones",
        description="Check answers to a problem. Exit code 0: all right, 1: something is wrong.",
        allow_abbrev=False,
    )
    check.add_argument("source", metavar="PROBLEM", help="a problem file (.toml)")
    if not power:
        said = "of a student (.toml, .json), or of a class (.csv)"
        check.add_argument("answers", metavar="ANSWERS", help=said)
    _output(check, _REPORTS)
    check.add_argument(
        "--follow-through",
        action=_Once,
        metavar="SHARE",
        help="of the points for what is right by own earlier values (default: 1)",
    )
    _files(check)
    _patience(check)
    check.add_argument("--explain", action="store_true", help="derive how wrong values arise")
    check.add_argument(
        "--power", action="store_true", help="show which mistakes the questions can tell apart"
    )


def _sample(commands: Any) -> None:
    sample = commands.add_parser(
        "sample",
        help="draw observations from a model, exactly",
        description="Draw observations from a model, exactly and from a seed, as CSV.",
        allow_abbrev=False,
    )
    sample.add_argument("source", metavar="PROBLEM", help="a problem file (.toml)")
    sample.add_argument("--count", action=_Once, metavar="N", type=int, required=True, help="how many")
    sample.add_argument("--seed", action=_Once, metavar="S", required=True, help="the same draws again")
    sample.add_argument("--given", action=_Once, metavar="CLASS", help="of one class only")
    sample.add_argument("--length", action=_Once, metavar="N", type=int, help="words of each text")
    sample.add_argument("--model", action=_Once, metavar="NAME", help="another model than the first")
    sample.add_argument("--raw", action="store_true", help="cells as they are, formulas too")
    _files(sample)
    _patience(sample)
    _output(sample)


def _new(commands: Any) -> None:
    new = commands.add_parser(
        "new",
        help="write a commented problem file to start from",
        description="Write a commented problem file to start from.",
        allow_abbrev=False,
    )
    new.add_argument(
        "kind", nargs="?", default="categorical", help="such as bernoulli (else categorical)"
    )
    new.add_argument("-o", "--output", action=_Once, metavar="FILE", help="write to a new file")


def _classify(commands: Any) -> None:
    classify = commands.add_parser(
        "classify",
        help="label many texts or rows, each label proved",
        description="Label many texts or rows, each label proved. Training data and others are folders "
        "of texts, .jsonl, .csv or .tsv, packed or not, and may be larger than memory.",
        allow_abbrev=False,
    )

    def add(option: str, meaning: str, metavar: str = "", **more: Any) -> None:
        shown = {"metavar": metavar} if metavar else {}
        classify.add_argument(option, action=_Once, help=meaning, **shown, **more)

    add("--train", "what is counted; every record has a class", "PATH", required=True)
    add("--test", "what is labelled; with classes, labels are compared with them", "PATH")
    classify.add_argument(
        "--leave-one-out", action="store_true", help="label the training records, each without itself"
    )
    add("--family", "how words are drawn (default: multinomial)", choices=("multinomial", "bernoulli"))
    add("--smoothing", "λ, an exact number (default: 1)", "λ")
    add("--clip", "bernoulli: shares moved into [ε, 1 − ε], no smoothing", "ε")
    add("--prior", "by relative frequency (default), or uniform", choices=("mle", "uniform"))
    add("--vocabulary", "the N words in most texts, or a file with a list of words", "N|FILE")
    add("--label", "field with the class (default: class, label, else the last)", "FIELD")
    add("--text", "field with the text (default: text)", "FIELD")
    add("--id", "field with the id (default: id, else the number of the record)", "FIELD")
    add("--categories", "fields that are categories, with commas between", "FIELDS")
    add("--numbers", "fields that are numbers, normal within each class", "FIELDS")
    add(
        "--unseen",
        "a category that training never showed: error (default), or drop",
        choices=("error", "drop"),
    )
    add("--header", "names of the columns, where the first line has none", "FIELDS")
    add("--encoding", "of the files (default: utf-8)", "NAME")
    add("--largest", "what a packed file may unpack to (default: 1GB)", "SIZE")
    classify.add_argument(
        "--posteriors", action="store_true", help="csv, jsonl: P(class|record) too, correctly rounded"
    )
    add("--explain", "derive the label of one record, by its id", "ID")
    add("--leading", "factors that an explanation shows (default: 10)", "N", type=int)
    _patience(classify)
    _output(classify, tuple(dict.fromkeys((*_LABELS, *formats.names()))))
    add("--notation", "how names look in an explanation", "STYLE")
    classify.add_argument("--fragment", action="store_true", help="LaTeX: the body without a preamble")
