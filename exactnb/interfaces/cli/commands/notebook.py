"""`%%exactnb`: a problem as it is typed into a cell of a notebook, solved where it stands.

How to read: `solved` is the cell without the notebook; `load_ipython_extension` is what
`%load_ext exactnb` calls.
"""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from exactnb.errors import ExactnbError, InputError, Place, fault, one_line

if TYPE_CHECKING:
    from exactnb.explain.solution.printed import Printed

_CELL = "the cell"
_NAME = "exactnb"
_OF_FILES = ("to", "output", "answers", "ascii", "fragment", "engine", "verify")


def solved(line: str, cell: str) -> Printed:
    r"""Return the solution of a problem file or a table in a cell, or its sheet.

    The line has the options of `exactnb solve`, but for those of files.

    >>> solved('--query "Sunny"', "Sky,class\nSunny,yes\nRain,no\n")["P(yes|x)"]
    Fraction(1, 1)

    Raises an ExactnbError, or SystemExit with a line for options that cannot be read.
    """
    from exactnb.interfaces.cli.commands.solve import check_of_solution, solution_of
    from exactnb.interfaces.cli.options import parser
    from exactnb.interfaces.cli.printing import refuse
    from exactnb.interfaces.cli.problems import problem_as_typed

    try:
        given = shlex.split(line)
    except ValueError as error:
        raise InputError(f"the line is not whole: {error}", at="%%exactnb") from None
    options = parser(power=False).parse_args(["solve", *given, "-"])
    refuse(options, _OF_FILES, "is for files; a cell shows what it has")
    check_of_solution(options)
    with Place.file(_CELL):
        problem = problem_as_typed(cell, options, _CELL)
        if options.notation is not None:
            problem = replace(problem, notation_style=options.notation)
        solution = solution_of(problem, options)
        return solution.sheet() if options.sheet else solution


def load_ipython_extension(shell: Any) -> None:
    """Let a notebook's cells begin with %%exactnb."""
    shell.register_magic_function(_cell, magic_kind="cell", magic_name=_NAME)


def _cell(line: str, cell: str) -> Printed | None:
    """Return what a cell shows; what cannot be is told in one line."""
    try:
        return solved(line, cell)
    except ExactnbError as error:
        print(f"exactnb: {one_line(str(error))}", file=sys.stderr)
    except SystemExit:  # the line was told already, or it was the help
        pass
    except Exception as error:
        print(f"exactnb: {fault(error)}", file=sys.stderr)
    return None
