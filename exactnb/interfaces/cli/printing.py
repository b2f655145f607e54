"""The common part of commands that print verified results: the format, the options, the output.

How to read: `chosen_format`, `render` and `write_output` in this order make the output of a command.
`progress` shows one line on a terminal's standard error, from two seconds on, removed at the end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, TextIO, TypeVar

from exactnb.core.arithmetic.numerals import read_whole
from exactnb.core.data.dialect import DIALECT, Dialect
from exactnb.core.data.findings import Doubt, RowsOutcome
from exactnb.core.data.schema import MISSING
from exactnb.core.problem.table_options import as_keywords, noted
from exactnb.errors import HERE, ExactnbError, InputError, Place, one_line, printable
from exactnb.explain.rendering.formats import choose_engine, endings, load_format, names
from exactnb.explain.solution.printed import PrintedDerivation
from exactnb.interfaces.cli.output import terminal_width, write_bytes, write_screen

Result = TypeVar("Result")
_DEFAULT = "text"
_PATIENCE = 2.0  # seconds before the line appears
_PAUSE = 1.0  # seconds between updates


def chosen_format(options: argparse.Namespace) -> str:
    """Return the format that `options` ask for, else the one that the output file's ending means.

    Raises InputError for an option that does not suit the format.
    """
    if options.output == "":
        raise InputError("expected a file name", at="-o")
    to: str = options.to or _format_by_ending(options.output)
    check_format_options(options, to)
    return to


def _check_screen(options: argparse.Namespace, to: str) -> None:
    """Refuse to send a binary format to a terminal, and an engine that does not suit the format."""
    if options.output is None and to in names() and sys.stdout is not None and sys.stdout.isatty():
        wanted = load_format(to)
        if wanted.typeset is not None:
            message = f"{to} is no text for a terminal; name a file: -o FILE{wanted.ending}"
            raise InputError(message, at="--to")
    if (engine := getattr(options, "engine", None)) is not None:
        at_option("--engine", choose_engine, to, engine)


def check_format_options(options: argparse.Namespace, to: str) -> None:
    """Raise InputError for an option among `options` that does not suit the format `to`."""
    suits: dict[str, Callable[[str], object]] = {
        "fragment": lambda name: load_format(name).has_fragment,
        "engine": lambda name: load_format(name).engines,
        "ascii": _DEFAULT.__eq__,
    }
    for option, suit in suits.items():
        if getattr(options, option, None):  # loads all formats, so only if needed
            formats = list(filter(suit, names()))
            if to not in formats:
                raise InputError(f"needs --to {' or '.join(formats)}", at="--" + option)
    _check_screen(options, to)


def _format_by_ending(output: str | None) -> str:
    ending = Path(output or "").suffix.lower()
    if not ending:
        return _DEFAULT
    formats = endings()
    if ending not in formats:
        raise InputError.expected(f"a name that ends in {', '.join(formats)}, or --to", output, at="-o")
    return formats[ending]


def at_option(option: str, read: Callable[..., Result], *values: object) -> Result:
    """Return `read(*values)`; an error then names the `option` as its place."""
    try:
        return read(*values)
    except ExactnbError as error:
        raise error.said_by(option) from None


def number_up_to(number: int, option: str, most: int) -> int:
    """Return the `number` that an `option` has; raise InputError unless it is from 1 to `most`."""
    return (HERE / option).read(read_whole, number, 1, most)


def check_values(options: argparse.Namespace, **readers: Callable[[Any], object]) -> None:
    """Check the options named by the keywords of `readers` with their functions; None is skipped.

    Raises the error of a reader, with the option as its place.
    """
    for key, read in readers.items():
        if (value := getattr(options, key)) is not None:
            at_option(f"--{key}", read, value)


def refuse_options_given(options: argparse.Namespace, keys: Iterable[str], why: str) -> None:
    """Raise InputError, with the message `why`, for the first of `keys` that `options` give a value."""
    for key in keys:
        if getattr(options, key) not in (None, False, []):
            raise InputError(why, at="--" + key.replace("_", "-"))


def split_names(text: str | None) -> tuple[str, ...]:
    """Return the names in `text`, such as "a, b"; none for None."""
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def missing_marks(text: str | None) -> tuple[str, ...]:
    """Return the marks of a missing cell in `text`, such as "a, b"; the usual ones for None."""
    return MISSING if text is None else tuple(mark.strip() for mark in text.split(","))


@contextmanager
def errors_at_options(options: Mapping[str, str]) -> Iterator[None]:
    """Report errors about parameters under the `options` that they come from, by parameter."""
    try:
        yield
    except ExactnbError as error:
        if (option := options.get(error.place.parameter)) is None:
            raise
        raise error.said_by(option) from None


def chosen_dialect(options: argparse.Namespace) -> Dialect:
    """Return how tables are written, according to `options`."""
    keywords = as_keywords(vars(options))
    with errors_at_options({key: f"--{key}" for key in DIALECT}):
        return Dialect(**{key: keywords[key] for key in DIALECT if key in keywords})


def render(result: PrintedDerivation, to: str, options: argparse.Namespace) -> str | bytes:
    """Return `result` in the format `to`, printed as `options` say."""
    return result.written(
        to,
        notation=options.notation,
        width=text_width(options),
        unicode=not is_ascii(options),
        fragment=options.fragment,
        engine=options.engine,
    )


def text_width(options: argparse.Namespace) -> int:
    """Return the width of printed text: the terminal's, or 80 if `options` name a file."""
    return 80 if options.output is not None else terminal_width()


def write_output(text: str | bytes, output: str | None) -> None:
    """Write `text`, or a binary format's bytes, to the file `output`, or to the screen for None."""
    if output is not None:
        write_bytes(Path(output), encoded(text))
    else:
        write_screen(text)


def encoded(text: str | bytes) -> bytes:
    """Return `text` as the bytes of a file."""
    return text if isinstance(text, bytes) else text.encode()


def say_proved(what: str) -> None:
    """Report on standard error that all lines of `what` were proved without earlier results."""
    print(f"exactnb: every line of {what} was proved anew", file=sys.stderr)


def say_doubts(
    doubts: Iterable[Doubt],
    options: argparse.Namespace,
    place: Place,
    *,
    in_options: bool = True,
    command: str = "",
    reporter: ProgressLine | None = None,
) -> None:
    """Say `doubts` about the data at `place` on standard error, with what to do about them.

    That is said `in_options` where these read the data, else in keys of a file. The `command` with
    all remedies comes last. The line of a `reporter` is removed before, and comes back behind them.

    Raises InputError with them if `options` ask for that.
    """
    notes = [noted(doubt, options if in_options else None) for doubt in doubts]
    following = [f"try: {printable(command)}"] * bool(command)  # which is typed, and never cut
    if options.strict and not all(isinstance(doubt, RowsOutcome) for doubt in doubts):
        refusal = InputError(f"{'; '.join(notes)} (--strict)", at=place)
        for note in following:
            refusal.add_note(note)
        raise refusal
    if sys.stderr is not None:
        notes = [*(one_line(f"{place}: {note}") for note in notes), *following]
        lines = "".join(f"exactnb: note: {note}\n" for note in notes)
        with reporter.removed() if reporter is not None else nullcontext():
            sys.stderr.write(lines)


def is_ascii(options: argparse.Namespace) -> bool:
    """Say whether text is printed in ASCII: if `options` ask for it, or on a screen without UTF-8."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    return options.ascii or (options.output is None and encoding != "utf8")


class ProgressLine:
    """Show what is being done and for how long, on a terminal only.

    The working thread updates the line by `tell`; another thread keeps it current in between. `what`
    is the first activity, `stream` where it is shown, `clock` returns seconds.
    """

    def __init__(
        self, what: str, stream: TextIO | None, clock: Callable[[], float] = monotonic
    ) -> None:
        self.what = what
        self.stream = stream
        self.clock = clock
        self.began = clock()
        self.due = self.began + _PATIENCE
        self.share, self.end_at = 0.0, self.began  # the share done, and the expected end
        self.length = 0  # of the visible line
        self.is_over = Event()
        self._writing = Lock()
        if stream is None or not stream.isatty():
            self.is_over.set()

    def tell(self, what: str, share: float = 0.0) -> None:
        """Set the activity `what` and the `share` done, 0 for unknown; show it if it is time."""
        self.what, self.share = what, share
        if share:
            now = self.clock()
            self.end_at = now + (now - self.began) * (1 - share) / share
        self.show()

    def show(self) -> None:
        """Show the line, unless it is too early or all is over."""
        with self._writing:
            now = self.clock()
            if not self.is_over.is_set() and now >= self.due:
                self.due = now + _PAUSE
                remaining = f", {int(100 * self.share)} % done, {_duration(self.end_at - now)} left"
                self._write(
                    f"exactnb: {self.what}{remaining * (self.share > 0)} ({int(now - self.began)} s)"
                )

    @contextmanager
    def removed(self) -> Iterator[None]:
        """Keep the line away during the with statement, in which others write to the terminal."""
        with self._writing:
            if self.length:
                self._write("")
            yield

    def end(self) -> None:
        """Remove the line for good, so that the next output begins on an empty one."""
        with self._writing:
            self.is_over.set()
            if self.length:
                self._write("")

    def _write(self, line: str) -> None:
        import shutil  # only where progress is shown

        assert self.stream is not None
        line = line[: shutil.get_terminal_size().columns - 1]  # a wrapped line could not be removed
        try:
            self.stream.write("\r" + line.ljust(self.length) + "\r" * (not line))
            self.stream.flush()
        except OSError:  # the terminal is gone
            self.is_over.set()
        self.length = len(line)

    def keep_showing(self) -> None:
        """Update the line until all is over."""
        while not self.is_over.wait(_PAUSE):
            self.show()


def _duration(seconds: float) -> str:
    """Return a time in a suitable unit.

    >>> _duration(7.2), _duration(100), _duration(9000)
    ('7 s', '2 min', '2 h 30 min')
    """
    if seconds < 90:
        return f"{max(round(seconds), 0)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


@contextmanager
def progress(what: str) -> Iterator[ProgressLine]:
    """Show the progress of `what` during the with statement; the line is gone at its end."""
    reporter = ProgressLine(what, sys.stderr)
    if not reporter.is_over.is_set():
        Thread(target=reporter.keep_showing, daemon=True).start()
    try:
        yield reporter
    finally:
        reporter.end()
