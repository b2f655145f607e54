"""Signs of progress: one line on a terminal's standard error, from two seconds on, gone at the end."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import TextIO

_PATIENCE = 2.0  # seconds before anything is said
_PAUSE = 1.0  # and between two signs


class Progress:
    """Say what is being done and for how long, where someone watches; nothing where output is piped.

    The line is shown by whoever works, with `tell`, and by a thread beside work that says nothing.
    """

    def __init__(
        self, what: str, stream: TextIO | None, clock: Callable[[], float] = monotonic
    ) -> None:
        self.what = what
        self.stream = stream
        self.clock = clock
        self.began = clock()
        self.due = self.began + _PATIENCE
        self.share, self.end_at = 0.0, self.began  # of what is to be done, and when it may be
        self.length = 0  # of the line that stands there
        self.is_over = Event()
        self._writing = Lock()
        if stream is None or not stream.isatty():
            self.is_over.set()

    def tell(self, what: str, share: float = 0.0) -> None:
        """Say what is being done now, and what share is done; it is shown once that is due."""
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
                left = f", {int(100 * self.share)} % done, {_left(self.end_at - now)} left"
                self._write(
                    f"exactnb: {self.what}{left * (self.share > 0)} ({int(now - self.began)} s)"
                )

    def end(self) -> None:
        """Take the line away, for good: what is printed next finds an empty one."""
        with self._writing:
            self.is_over.set()
            if self.length:
                self._write("")

    def _write(self, line: str) -> None:
        assert self.stream is not None
        line = line[: shutil.get_terminal_size().columns - 1]  # one that wraps could not be taken away
        try:
            self.stream.write("\r" + line.ljust(self.length) + "\r" * (not line))
            self.stream.flush()
        except OSError:  # the terminal is gone
            self.is_over.set()
        self.length = len(line)

    def keep_showing(self) -> None:
        """Show the line again and again until all is over."""
        while not self.is_over.wait(_PAUSE):
            self.show()


def _left(seconds: float) -> str:
    """Return some time in the unit that suits it.

    >>> _left(7.2), _left(100), _left(9000)
    ('7 s', '2 min', '2 h 30 min')
    """
    if seconds < 90:
        return f"{max(round(seconds), 0)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


@contextmanager
def progress(what: str) -> Iterator[Progress]:
    """Show progress while something is done; the line is gone before anything else can be printed."""
    shown = Progress(what, sys.stderr)
    if not shown.is_over.is_set():
        Thread(target=shown.keep_showing, daemon=True).start()
    try:
        yield shown
    finally:
        shown.end()
