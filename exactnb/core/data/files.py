"""Open files: the one place. What a problem may name, what can be read, and what has been.

At the end stand the marks of the folders of files that commands write.
"""

from __future__ import annotations

import io
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from os import PathLike
from pathlib import Path

from exactnb.core.arguments import require
from exactnb.core.record import frozen
from exactnb.errors import InputError, near, quoted

PACKED = (".gz", ".bz2", ".xz", ".zst", ".zip")
"""The endings of packed files."""

_OPEN_DESCRIPTOR = re.compile(r"/dev/(?:stdin|fd/([0-9]{1,4}))")
_read: ContextVar[set[tuple[int, int]] | None] = ContextVar("read", default=None)


@frozen(slots=True)
class Files:
    """Say which files a problem may name: those below its `folder`, any at all, or none without one.

    >>> Files(Path("course")).find("week1/soup.csv").as_posix()
    'course/week1/soup.csv'
    """

    folder: Path | None = None
    anywhere: bool = False

    @classmethod
    def of(cls, problem: Path, allowed: bool | None) -> Files:
        """Return what a problem file may name: all if `allowed`, nothing if not, else what is below."""
        require(allowed, (bool, type(None)), "true or false", "files")
        return cls(None if allowed is False else problem.parent, anywhere=bool(allowed))

    def find(self, name: str) -> Path:
        """Return the path of a file that a problem names.

        Raises InputError if the problem may not name it: links and `..` are followed to tell.
        """
        if self.folder is None:
            raise InputError(f"{quoted(name)}: no file is read here; put the table into the problem")
        path = self.folder / name
        try:
            is_inside = path.resolve().is_relative_to(self.folder.resolve())
        except (OSError, RuntimeError, ValueError):  # links in a circle, a NUL
            raise InputError(f"{quoted(name)} is not the name of a file") from None
        if not self.anywhere and (Path(name).is_absolute() or not is_inside):
            reason = "is not below the folder of the problem; --allow-files (files=True) reads it"
            raise InputError(f"{quoted(name)} {reason}")
        return path


NO_FILES = Files()
"""For problems that come from elsewhere: they name no file."""


def opened(path: Path) -> io.BufferedReader:
    """Return the regular file at `path` for reading, or one that is open already, as /dev/stdin.

    Nothing is waited for: a pipe with a name, a socket, a device is refused. Raises InputError, and
    OSError or ValueError as the system says.
    """
    match = _OPEN_DESCRIPTOR.fullmatch(os.fspath(path))
    if match:
        return os.fdopen(os.dup(int(match[1] or 0)), "rb")
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError
        if not stat.S_ISREG(status.st_mode):
            raise InputError("is no regular file; use /dev/stdin for what is piped in")
        if (read := _read.get()) is not None:
            read.add((status.st_dev, status.st_ino))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


@contextmanager
def reading() -> Iterator[None]:
    """Remember which files are opened, so that none of them is overwritten."""
    token = _read.set(set())
    try:
        yield
    finally:
        _read.reset(token)


def is_read(path: Path) -> bool:
    """Say whether a path leads to a file that was opened, by whatever name."""
    read = _read.get()
    try:
        status = path.stat() if read else None
    except (OSError, ValueError):  # it is not there
        return False
    return status is not None and read is not None and (status.st_dev, status.st_ino) in read


def as_path(path: object) -> Path:
    """Return the path of a file; raise InputError for what is none.

    >>> as_path("soups.csv").suffix
    '.csv'
    """
    if not isinstance(path, str | PathLike):
        raise InputError.expected("the path of a file", path, at="path")
    return Path(path)


def why_not(path: Path, error: Exception) -> str:
    """Return in a few words why `error` kept the file at `path` from being read, with a near match."""
    if isinstance(error, FileNotFoundError):
        folder = path.parent
        names = [p.name for p in folder.iterdir()] if folder.is_dir() else []
        return f"no such file{near(path.name, names)}"
    if isinstance(error, IsADirectoryError):
        return "is a folder, not a file"
    if isinstance(error, ValueError):
        return "is not the name of a file"
    return (getattr(error, "strerror", None) or "cannot be read").lower()  # what is packed wrongly too


@frozen(slots=True)
class FolderMark:
    """A file that says whose a folder is: its `kind`, as in "a site", and what wrote it."""

    name: str
    kind: str
    writer: str

    @property
    def content(self) -> bytes:
        """Return what stands in the file."""
        text = f"{self.writer} wrote this folder, and replaces all of it when it is run again.\n"
        return text.encode()


SITE = FolderMark(".exactnb-site", "a site", "exactnb site")
EXPORT = FolderMark(".exactnb-export", "an export", "exactnb export")
VARIANTS = FolderMark(".exactnb-variants", "variants", "exactnb variants")
