"""`exactnb completion`: the script of a shell, written by shtab from the arguments of every command.

The script is made once and stands still, so that a tab key waits for no Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.util import find_spec

from exactnb.errors import InputError
from exactnb.interfaces.cli.options import parser
from exactnb.interfaces.cli.output import write_screen

_FILES = ("PROBLEM", "ANSWERS", "FILE", "PATH", "N|FILE")
"""What stands for a file in a help."""


def run_completion(options: argparse.Namespace) -> None:
    """Print the script of a shell."""
    if find_spec("shtab") is None:
        raise InputError("needs shtab, the extra exactnb[completion]", at="completion")
    import shtab

    whole = parser(power=False)
    for action in _actions(whole):
        if action.metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it
        elif action.dest in (known := _known()) and action.choices is None:
            action.choices = known[action.dest]
    write_screen(shtab.complete(whole, options.shell))


def _actions(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a command and of those within it."""
    for action in command._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)


def _known() -> dict[str, tuple[str, ...]]:
    """Return the names that arguments take and that no parser has to know."""
    from exactnb.core import families
    from exactnb.core.problem import styles
    from exactnb.explain.proving.theorems import groups
    from exactnb.interfaces.cli.commands.new import kinds

    theorems = tuple(theorem.name for _, some in groups() for theorem in some)
    return {
        "family": families.names(),
        "kind": kinds(),
        "level": ("full", "brief"),
        "log": ("e", "2", "10"),
        "notation": styles.names(),
        "theorem": theorems,
    }
