"""The command line: a thin door. It reads arguments, calls the library and says what went wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from exactnb.core.data.files import reading
from exactnb.errors import ExactnbError, fault, one_line

INTERNAL_FAULT = 70
"""The exit code of a fault in exactnb itself: EX_SOFTWARE in sysexits.h."""

_ELSEWHERE = {"merge": "count"}
"""The commands that stand in the file of another."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 done, 1 answers are wrong, 2 unusable input.

    A fault in exactnb itself, memory that does not suffice among them, is one line and 70.
    `python -X dev` shows where such a fault is.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        from exactnb.interfaces.cli.options import parser

        if not given:
            parser(power=False).print_help()
            return 0
        options = parser(power="--power" in given, command=given[0]).parse_args(_joined(given))
        with reading():
            return _run(options)
    except ExactnbError as error:
        print(f"exactnb: {one_line(str(error))}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:  # the reader of a pipe, such as head, has seen enough
        sys.stderr.close()
        return 0
    except OSError as error:  # the screen itself cannot be written to
        print(f"exactnb: {one_line((error.strerror or str(error)).lower())}", file=sys.stderr)
        # Python would try once more, as it ends, to write what could not be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except KeyboardInterrupt:
        print("exactnb: stopped", file=sys.stderr)
        return 130
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        print(f"exactnb: {fault(error)}{_where(error)}", file=sys.stderr)
        return INTERNAL_FAULT


def _run(options: argparse.Namespace) -> int:
    """Run the command that was chosen, of which alone the file is loaded."""
    name = options.command
    run = getattr(import_module(f"{__name__}.commands.{_ELSEWHERE.get(name, name)}"), f"run_{name}")
    code: int | None = run(options)
    return code or 0


def _joined(arguments: list[str]) -> list[str]:
    """Join --only and a quantity that begins with a minus, which argparse takes for an option."""
    out: list[str] = []
    for argument in arguments:
        if out and out[-1] == "--only" and argument.startswith("-") and "(" in argument:
            out[-1] = f"--only={argument}"
        else:
            out.append(argument)
    return out


def _where(error: Exception) -> str:
    """Return the file and the line of a fault, for a report of it."""
    if isinstance(error, MemoryError) or error.__traceback__ is None:
        return ""
    last = error.__traceback__
    while last.tb_next is not None:
        last = last.tb_next
    return f" ({Path(last.tb_frame.f_code.co_filename).name}, line {last.tb_lineno})"
