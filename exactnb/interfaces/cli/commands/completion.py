"""`exactnb completion`: the completion script of a shell, which shtab makes from all arguments.

The script is static, so that the Tab key does not wait for Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.util import find_spec

from exactnb.errors import InputError
from exactnb.interfaces.cli.options import parser
from exactnb.interfaces.cli.output import write_screen

_FILES = ("PROBLEM", "ANSWERS", "FILE", "PATH", "N|FILE")
"""Names in help that stand for a file."""


def run_completion(options: argparse.Namespace) -> None:
    """Print the completion script of the shell that `options` name; needs the extra completion."""
    if find_spec("shtab") is None:
        raise InputError("needs shtab, the extra exactnb[completion]", at="completion")
    import shtab

    root = parser()
    for action in _actions(root):
        if action.metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it
        elif action.dest in (completions := _completions()) and action.choices is None:
            action.choices = completions[action.dest]
    write_screen(shtab.complete(root, options.shell))


def _actions(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a command and of its subcommands."""
    for action in command._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)


def _completions() -> dict[str, tuple[str, ...]]:
    """Return the values of arguments whose parsers do not list them, by argument."""
    from exactnb.core import families
    from exactnb.core.problem import styles
    from exactnb.explain.proving.theorems import groups
    from exactnb.interfaces.cli.commands.new import kinds

    return {
        "family": families.family_names(),
        "kind": kinds(),
        "level": ("full", "brief"),
        "log": ("e", "2", "10"),
        "notation": styles.names(),
        "theorem": tuple(theorem.name for _, some in groups() for theorem in some),
    }
