"""`%%exactnb`: solve the problem in a cell of a notebook, or check the working in it.

How to read: `solved` and `checked` are the cell without the notebook; `%load_ext exactnb` calls
`load_ipython_extension`.
"""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import ExactnbError, InputError, Place, fault, one_line

if TYPE_CHECKING:
    from exactnb.explain.solution.printed import PrintedDerivation
    from exactnb.teach.grading.working.working import Working

_CELL = "the cell"
_NAME = "exactnb"
_OF_FILES = ("to", "output", "answers", "ascii", "fragment", "engine", "verify")


def solved(line: str, cell: str) -> PrintedDerivation:
    r"""Return the solution, or the sheet, of a problem file or table in `cell`.

    `line` has options of `exactnb solve`, without those for files.

    >>> solved('--query "Sunny"', "Sky,class\nSunny,yes\nRain,no\n")["P(yes|x)"]
    Fraction(1, 1)

    Raises an ExactnbError, or SystemExit after printing a line for options that cannot be parsed.
    """
    from exactnb.interfaces.cli.commands.solve import check_solution_options, solve_with_options
    from exactnb.interfaces.cli.options import parser
    from exactnb.interfaces.cli.printing import refuse_options_given
    from exactnb.interfaces.cli.problems import problem_in_text

    options = parser().parse_args(["solve", *_arguments(line), "-"])
    refuse_options_given(options, _OF_FILES, "is for files; a cell shows what it has")
    check_solution_options(options)
    with Place.file(_CELL):
        problem, _ = problem_in_text(cell, options, _CELL)
        if options.notation is not None:
            problem = replace(problem, notation_style=options.notation)
        solution = solve_with_options(problem, options)
        return solution.sheet() if options.sheet else solution


@frozen(repr=False)
class CheckedWorking(Shown):
    """A working that a cell holds, judged; it shows itself line by line, as `exactnb check` does."""

    working: Working

    def __str__(self) -> str:
        from exactnb.teach.grading.working.report import as_text

        return as_text(self.working)

    __repr__ = __str__


def checked(line: str, cell: str) -> CheckedWorking:
    r"""Return the working or derivation in `cell`, judged.

    `line` has the arguments of `exactnb check`: the path of its problem, or a theorem, and options.

    >>> cell = "P(Yes) = 9/14\nP(No) = 5/9"
    >>> checked("worked_examples/play_tennis/play_tennis.toml", cell).working.first_wrong
    2

    Raises an ExactnbError, or SystemExit after printing a line for options that cannot be parsed.
    """
    from exactnb.interfaces.cli.commands.workings import chosen_grader
    from exactnb.interfaces.cli.options import parser

    grader = chosen_grader(parser().parse_args(["check", *_arguments(line), _CELL]))
    with Place.file(_CELL):
        return CheckedWorking(grader.verify(cell))


def _arguments(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise InputError(f"the line is not whole: {error}", at="%%exactnb") from None


def load_ipython_extension(shell: Any) -> None:
    """Register %%exactnb with `shell`, the notebook's."""
    shell.register_magic_function(_cell_result, magic_kind="cell", magic_name=_NAME)


def _cell_result(line: str, cell: str) -> PrintedDerivation | CheckedWorking | None:
    """Return what a cell shows; an error is printed in one line instead."""
    command, _, options = line.strip().partition(" ")
    try:
        return checked(options, cell) if command == "check" else solved(line, cell)
    except ExactnbError as error:
        print(f"exactnb: {one_line(str(error))}", file=sys.stderr)
    except SystemExit:  # an error or help, already printed
        pass
    except Exception as error:
        print(f"exactnb: {fault(error)}", file=sys.stderr)
    return None
