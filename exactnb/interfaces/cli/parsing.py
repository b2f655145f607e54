"""Parsing and help: errors in one line, and examples and choices in each help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NoReturn

from exactnb.errors import near, one_line

_WIDEST = 80


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Leave room for the longest option next to its meaning.

    A `width` of None is that of the terminal; `argparse` makes a formatter for each argument it adds.
    """

    def __init__(self, prog: str, width: int | None = _WIDEST) -> None:
        super().__init__(prog, max_help_position=26, width=width)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Show an option's argument once: -o, --output FILE; older versions of Python repeat it."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        argument = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {argument}"


class CommandParser(argparse.ArgumentParser):
    """Report errors in one line that names the help of the same command.

    `examples`: complete commands. `choices`: returns lists by heading for the end of the help,
    evaluated when it is printed. `more`: further paragraphs. `options`: those of argparse.
    """

    def __init__(
        self,
        *,
        examples: Sequence[str] = (),
        choices: Callable[[], dict[str, Iterable[str]]] = dict,
        more: Sequence[str] = (),
        **options: Any,
    ) -> None:
        super().__init__(**options, allow_abbrev=False, formatter_class=_Formatter)
        self._positionals.title = "arguments"
        self._examples, self._lists, self._more = examples, choices, more

    def error(self, message: str) -> NoReturn:
        """Exit with `message` in one line, and the command that prints the help."""
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse `args` into `namespace`; refuse unknown ones here, where near matches are known."""
        parsed, rest = super().parse_known_args(args, namespace)
        if rest:
            hint = near(rest[0].partition("=")[0], self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(rest)}{hint}")
        return parsed, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = list(action.choices)
        if isinstance(action, argparse._SubParsersAction):
            self.error(
                f"there is no command {value!r}{near(value, choices)}; there are {', '.join(choices)}"
            )
        message = f"invalid choice: {value!r} (choose from {', '.join(choices)}){near(value, choices)}"
        raise argparse.ArgumentError(action, message)

    def format_help(self) -> str:
        """Return the help, with examples and lists at its end."""
        from textwrap import fill  # needed by help only

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
        self.formatter_class = partial(_Formatter, width=None)
        return super().format_help() + "\n"

    def print_help(self, file: Any = None) -> None:
        """Print the help, as UTF-8 if the screen lacks a sign; `file` is ignored."""
        from exactnb.interfaces.cli.output import write_screen

        write_screen(self.format_help())


def option(group: Any, name: str, meaning: str, metavar: str, **more: Any) -> None:
    """Add the option `name` to `group`; it takes one value, and may occur once.

    `meaning` is its help, `metavar` the value's name in it; `more` goes to argparse.
    """
    group.add_argument(name, action=StoreOnce, help=meaning, metavar=metavar, **more)


def flag(group: Any, name: str, meaning: str) -> None:
    """Add the option `name`, which takes no value, to `group`, with `meaning` as its help."""
    group.add_argument(name, action="store_true", help=meaning)


class StoreOnce(argparse.Action):
    """Store a value, and refuse a second one."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store `values` in `namespace`, or let `parser` report that `option_string` occurs twice."""
        if getattr(namespace, self.dest) is not None:
            parser.error(f"argument {option_string}: given twice")
        setattr(namespace, self.dest, values)
