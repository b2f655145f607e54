"""What holds whatever is sent: a result, or a refusal in one line; no other file is opened."""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from exactnb.errors import ExactnbError

__all__ = ["Case", "Fault", "TooLong", "at_most", "only_inside", "said_well"]

_LONGEST = 300
_CODE = (".py", ".pyc", ".so", ".pyi")
_OURS = tuple(
    {
        sys.prefix,
        sys.base_prefix,
        *sysconfig.get_paths().values(),
        str(Path(__file__).parents[3] / "exactnb"),
    }
)
_CALLS = (
    "open",
    "os.listdir",
    "os.scandir",
    "os.remove",
    "os.rename",
    "os.mkdir",
    "subprocess.Popen",
    "socket.connect",
)


class Fault(AssertionError):
    """Say what does not hold; `kind` stays the same while an input shrinks."""

    def __init__(self, kind: str, more: str = "") -> None:
        super().__init__(f"{kind}: {more}" if more else kind)
        self.kind = kind

    @classmethod
    def of(cls, error: Exception) -> Fault:
        """Return what an exception is that should not have come so far."""
        return cls(f"{type(error).__name__} in {_place(error)}", str(error)[:200])


class TooLong(BaseException):
    """End what takes too long, past whoever catches exceptions."""


@dataclass
class Case:
    """Run the steps of one case and count how they end.

    >>> case = Case()
    >>> case.step(lambda: "as it should be")
    'as it should be'
    >>> case.done, case.refused
    (1, 0)
    """

    done: int = 0
    refused: int = 0
    refusals: list[str] = field(default_factory=list)

    def step(self, run: Callable[[], Any], *, refusing: bool = True) -> Any:
        """Return what a step returns, None if it refuses; raise a Fault for anything else."""
        try:
            result = run()
        except Fault:
            raise
        except ExactnbError as error:
            if not refusing:
                raise Fault("a refusal where none may be", str(error)) from error
            self.refused += 1
            self.refusals.append(_as_it_should_be(error))
            return None
        except Exception as error:
            raise Fault.of(error) from error
        self.done += 1
        return result

    def shown(self, run: Callable[[], str], what: str, **options: bool) -> str | None:
        """Return what is printed, in which nothing steers a terminal; None if that is refused."""
        text: str | None = self.step(run, **options)
        for character in set(text or "") - {"\n"}:
            if not character.isprintable():
                raise Fault(f"{what} shows {character!r}")
        return text


def _as_it_should_be(error: ExactnbError) -> str:
    """Return the message of a refusal; raise a Fault if it is none that people can read."""
    if error.exit_code != 2:
        raise Fault(f"{type(error).__name__}, which is a fault in exactnb", str(error)) from error
    return said_well(str(error))


def said_well(said: str) -> str:
    """Return a message; raise a Fault if it is no line that people can read, or one of a fault."""
    if not said.strip() or not said.isprintable() or len(said) > _LONGEST:
        raise Fault(f"a message of {len(said)} signs that is no printable line", repr(said))
    if "Traceback" in said or "internal fault" in said:
        raise Fault("a message of an internal fault", said)
    return said


def _place(error: BaseException) -> str:
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return (
        ""
        if last is None
        else f"{Path(last.tb_frame.f_code.co_filename).name}:{last.tb_frame.f_code.co_name}"
    )


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooLong after some seconds of CPU, the system's for this process too; 0 for no end."""

    def end(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, end) if seconds else None
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)  # again, if somebody swallows it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        if seconds:
            signal.signal(signal.SIGPROF, before)


@dataclass(frozen=True)
class _Watched:
    """A folder, which files in it were read, and what else was touched."""

    folder: str
    read: set[str] = field(default_factory=set)
    outside: list[str] = field(default_factory=list)


_watching: list[_Watched] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watching or event not in _CALLS:
        return
    watched = _watching[-1]
    named = arguments[0] if arguments else ""
    if isinstance(named, int):
        return
    path = os.path.abspath(os.fsdecode(named) if isinstance(named, bytes) else str(named))
    if path.startswith(watched.folder):
        if event == "open" and not arguments[2] & (os.O_WRONLY | os.O_RDWR):
            watched.read.add(path)
    elif not path.startswith(_OURS) and not path.endswith(_CODE) and path not in sys.path:
        watched.outside.append(f"{event} {path}")


@contextmanager
def only_inside(folder: Path) -> Iterator[set[str]]:
    """Give the files that are read; raise a Fault if one outside of a folder is touched.

    Those of Python itself do not count.
    """
    if not hasattr(sys, "_attacks_watched"):
        sys.addaudithook(_watch)  # there is no taking it away
        sys._attacks_watched = True  # type: ignore[attr-defined]
    watched = _Watched(str(folder))
    _watching.append(watched)
    try:
        yield watched.read
    finally:
        _watching.pop()
    if watched.outside:
        raise Fault("touches what is outside", ", ".join(watched.outside))
