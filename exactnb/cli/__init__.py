"""The command line: a thin door. It reads arguments, calls the library and says what went wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from exactnb.data.files import reading
from exactnb.errors import ExactnbError, fault, one_line

__all__ = ["INTERNAL_FAULT", "main"]

INTERNAL_FAULT = 70
"""The exit code of a fault in exactnb itself: EX_SOFTWARE in sysexits.h."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 done, 1 answers are wrong, 2 unusable input.

    A fault in exactnb itself, memory that does not suffice among them, is one line and 70.
    `python -X dev` shows where such a fault is.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        from exactnb.cli.options import parser

        if not given:
            parser(power=False).print_help()
            return 0
        options = parser(power="--power" in given).parse_args(_joined(given))
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
        _forget_screen()
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
    """Run the command that was chosen."""
    if options.command == "new":
        from exactnb.cli.new import run_new

        run_new(options.kind, options.output, listed=options.list)
    elif options.command == "completion":
        from exactnb.cli.completion import run_completion

        run_completion(options.shell)
    elif options.command == "derive":
        from exactnb.cli.derive import run_derive

        run_derive(options)
    elif options.command == "explore":
        from exactnb.cli.explore import run_explore

        run_explore(options)
    elif options.command == "check":
        from exactnb.cli.check import run_check

        return run_check(options)
    elif options.command == "audit":
        from exactnb.cli.audit import run_audit

        return run_audit(options)
    elif options.command == "classify":
        from exactnb.cli.classify import run_classify

        run_classify(options)
    elif options.command == "count":
        from exactnb.cli.count import run_count

        run_count(options)
    elif options.command == "merge":
        from exactnb.cli.count import run_merge

        run_merge(options)
    elif options.command == "sample":
        from exactnb.cli.sample import run_sample

        run_sample(options)
    elif options.command == "variants":
        from exactnb.cli.variants import run_variants

        run_variants(options)
    elif options.command == "export":
        from exactnb.cli.export import run_export

        run_export(options)
    elif options.command == "site":
        from exactnb.cli.site import run_site

        run_site(options)
    else:
        from exactnb.cli.solve import run_solve

        run_solve(options)
    return 0


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


def _forget_screen() -> None:
    """Let Python end without trying once more to write what could not be written."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
