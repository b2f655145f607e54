"""Progress on a terminal's standard error: one line, from two seconds on, removed at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import TextIO

_PATIENCE = 2.0  # seconds before the line appears
_PAUSE = 1.0  # seconds between updates


class Progress:
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

    def end(self) -> None:
        """Remove the line for good, so that the next output begins on an empty one."""
        with self._writing:
            self.is_over.set()
            if self.length:
                self._write("")

    def _write(self, line: str) -> None:
        import shutil

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
def progress(what: str) -> Iterator[Progress]:
    """Show the progress of `what` during the with statement; the line is gone at its end."""
    reporter = Progress(what, sys.stderr)
    if not reporter.is_over.is_set():
        Thread(target=reporter.keep_showing, daemon=True).start()
    try:
        yield reporter
    finally:
        reporter.end()
