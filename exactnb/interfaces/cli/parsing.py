"""How arguments are read and told: one line for what is wrong, examples and choices in every help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from exactnb.errors import near, one_line

_WIDEST = 80


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Leave room for the longest option beside its meaning."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Tell what an option takes once, -o, --output FILE: not every Python does that by itself."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        taken = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {taken}"


class Parser(argparse.ArgumentParser):
    """Say what is wrong with the arguments in one line, which names the help of its own command.

    `examples` are commands that can be typed; `choices` are lists for the end of the help, by their
    headings, looked up when it is shown; `more` is what else is to be said there.
    """

    def __init__(
        self,
        *,
        examples: Sequence[str] = (),
        choices: Callable[[], dict[str, Iterable[str]]] = dict,
        more: Sequence[str] = (),
        **said: Any,
    ) -> None:
        super().__init__(**said, allow_abbrev=False, formatter_class=_Formatter)
        self._positionals.title = "arguments"
        self._examples, self._lists, self._more = examples, choices, more

    def error(self, message: str) -> NoReturn:
        """End with a line that says what is wrong, and where the help is."""
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return what was read; refuse the rest here, where the command and its options are known."""
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            hint = near(rest[0].partition("=")[0], self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(rest)}{hint}")
        return found, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = list(action.choices)
        if isinstance(action, argparse._SubParsersAction):
            self.error(
                f"there is no command {value!r}{near(value, known)}; there are {', '.join(known)}"
            )
        told = f"invalid choice: {value!r} (choose from {', '.join(known)}){near(value, known)}"
        raise argparse.ArgumentError(action, told)

    def format_help(self) -> str:
        """Return the help, with examples and lists at its end."""
        from textwrap import fill  # only help is filled

        parts = ["\n".join(("examples:", *(f"  {example}" for example in self._examples)))]
        parts += (fill(text, _WIDEST) for text in self._more)
        parts += (
            fill(
                f"{heading}: {', '.join(names)}",
                _WIDEST,
                subsequent_indent="  ",
                break_on_hyphens=False,
            )
            for heading, names in self._lists().items()
        )
        self.epilog = "\n\n".join(parts)
        self.description = fill(self.description or "", _WIDEST)
        return super().format_help() + "\n"

    def print_help(self, file: Any = None) -> None:
        """Print the help, as UTF-8 where the screen lacks a sign."""
        from exactnb.interfaces.cli.output import write_screen

        write_screen(self.format_help())


def option(group: Any, name: str, meaning: str, metavar: str, **more: Any) -> None:
    """Add an option that takes a value, and is given once."""
    group.add_argument(name, action=Once, help=meaning, metavar=metavar, **more)


def flag(group: Any, name: str, meaning: str) -> None:
    """Add an option that takes no value."""
    group.add_argument(name, action="store_true", help=meaning)


class Once(argparse.Action):
    """Store a value, and refuse a second one."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store the value."""
        if getattr(namespace, self.dest) is not None:
            parser.error(f"argument {option_string}: given twice")
        setattr(namespace, self.dest, values)
