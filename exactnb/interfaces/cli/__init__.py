"""The command line: parse the arguments, call the library, and report errors in one line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from exactnb.core.data.files import reading
from exactnb.errors import ExactnbError, fault, one_line, printable

INTERNAL_FAULT = 70
"""The exit code of a fault in exactnb itself: EX_SOFTWARE in sysexits.h."""

_OF_TABLE = ("--answer", "--query", "--row", "--query-file")
"""Options with which check takes a table as its problem."""

_ELSEWHERE = {"merge": "count"}
"""Commands that share the module of another."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments` (default: sys.argv) and return its exit code.

    The codes: 0 for done, 1 for wrong answers, 2 for unusable input, 130 for an interrupt, and 70 for
    a fault in exactnb itself or too little memory, which is reported in one line; `python -X dev`
    shows its traceback.
    """
    argv = list(sys.argv[1:] if arguments is None else arguments)
    try:
        from exactnb.interfaces.cli.options import parser

        if not argv:
            parser().print_help()
            return 0
        of_table = any(argument.split("=")[0] in _OF_TABLE for argument in argv)
        namespace = argparse.Namespace(argv=argv)
        options = parser(of_table=of_table, command=argv[0]).parse_args(_join_only(argv), namespace)
        home = import_module(f"{__name__}.commands.{_ELSEWHERE.get(options.command, options.command)}")
        with reading():  # a command raises an ExactnbError before anything is written
            code: int | None = getattr(home, f"run_{options.command}")(options)
        return code or 0
    except ExactnbError as error:
        parts = [one_line(str(error)), *map(printable, getattr(error, "__notes__", ()))]
        print(f"exactnb: {'; '.join(parts)}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:  # the reader of a pipe, such as head, has stopped reading
        sys.stderr.close()
        return 0
    except OSError as error:  # standard output itself fails
        print(f"exactnb: {one_line((error.strerror or str(error)).lower())}", file=sys.stderr)
        # at exit, Python would flush the same output again, and fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except KeyboardInterrupt:
        print("exactnb: stopped", file=sys.stderr)
        return 130
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        print(f"exactnb: {fault(error)}{_file_and_line(error)}", file=sys.stderr)
        return INTERNAL_FAULT


def _join_only(arguments: list[str]) -> list[str]:
    """Join --only and a quantity that begins with a minus: argparse would read it as an option."""
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] == "--only" and argument.startswith("-") and "(" in argument:
            joined[-1] = f"--only={argument}"
        else:
            joined.append(argument)
    return joined


def _file_and_line(error: Exception) -> str:
    """Return the file and line of a fault, for a bug report."""
    if isinstance(error, MemoryError) or error.__traceback__ is None:
        return ""
    last = error.__traceback__
    while last.tb_next is not None:
        last = last.tb_next
    return f" ({Path(last.tb_frame.f_code.co_filename).name}, line {last.tb_lineno})"
