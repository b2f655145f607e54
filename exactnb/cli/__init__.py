"""The command line: a thin door. It reads arguments, calls the library and says what went wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from exactnb.errors import ExactnbError

__all__ = ["main"]

_DESCRIPTION = "Naive Bayes, worked out exactly: every number an exact fraction, every line checked."
_OUTPUTS = ("text", "latex", "json")


class _Parser(argparse.ArgumentParser):
    """Say what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 done, 2 unusable input."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "new":
            from exactnb.cli.new import run_new

            run_new(options.kind, options.output)
        else:
            from exactnb.cli.solve import run_solve

            run_solve(options)
    except ExactnbError as error:
        line = " ".join(str(error).split("\n"))
        print(f"exactnb: {line}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe, such as head, has seen enough
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        print("exactnb: stopped", file=sys.stderr)
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="exactnb", description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"exactnb {_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    solve = commands.add_parser(
        "solve",
        help="work a problem out, from a problem file or a table",
        description="Work a problem out: every number as counted, every line checked.",
        allow_abbrev=False,
    )
    solve.add_argument("source", metavar="PROBLEM", help="a problem file (.toml) or a table (.csv)")
    solve.add_argument("--label", metavar="COL", help="the class column of a table (else the last)")
    solve.add_argument("--query", metavar="CELLS", help='observed: "Outlook=Sunny, Wind=Strong"')
    solve.add_argument("--to", choices=_OUTPUTS, help="what to print (default: text)")
    solve.add_argument("-o", "--output", metavar="FILE", help="write to a file instead of the screen")
    solve.add_argument(
        "--only", metavar="NAME", action="append", default=[], help='one quantity, such as "P(+|x)"'
    )
    solve.add_argument("--fragment", action="store_true", help="LaTeX: the body without a preamble")
    solve.add_argument("--digits", metavar="N", type=int, help="significant digits (default: 4)")
    solve.add_argument("--notation", metavar="STYLE", help="plain, pjk or pi-theta")

    new = commands.add_parser(
        "new",
        help="write a commented problem file to start from",
        description="Write a commented problem file to start from.",
        allow_abbrev=False,
    )
    new.add_argument("kind", nargs="?", default="categorical", help="bernoulli, categorical (default)")
    new.add_argument("-o", "--output", metavar="FILE", help="write to a new file, not the screen")
    return parser


def _version() -> str:
    return "0.1.0"
