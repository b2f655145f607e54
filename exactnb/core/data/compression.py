"""Reading packed files, up to a size: a few bytes may unpack to more than a disk holds."""

from __future__ import annotations

import io
import lzma
import os
import re
import zlib
from collections.abc import Sequence
from importlib import import_module
from pathlib import PurePosixPath
from typing import Any, cast
from zipfile import BadZipFile, ZipFile, ZipInfo

from exactnb.core.data.files import PACKED
from exactnb.errors import InputError, listing

_MODULES = {
    ".gz": ["gzip"],
    ".bz2": ["bz2"],
    ".xz": ["lzma"],
    ".zst": ["compression.zstd", "backports.zstd"],  # the first from Python 3.14 on
}
# The formats in which a file that was cut off looks like no file of the format.
_STARTS = {".gz": b"\x1f\x8b", ".zip": b"PK\x03\x04"}

_UNITS = {"": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30, "TB": 2**40}
_SIZE = re.compile(rf"([0-9]{{1,15}}) ?({'|'.join(_UNITS)})")
_AT_ONCE = 64 * 1024

LARGEST = _UNITS["GB"]
"""Bytes that packed input may unpack to by default."""

_OF_LINE = 128  # bytes: each line costs at least the time of this many
_WORK, _OF_PACKED = 128 * _UNITS["MB"], 1000
"""The work allowed on any packed file, in bytes and lines, and the work that each packed byte adds."""


def read_size(text: str) -> int:
    """Return the number of bytes that `text` states, as in 500MB; raise InputError for anything else.

    >>> read_size("2GB"), read_size("500 kb")
    (2147483648, 512000)
    """
    match = _SIZE.fullmatch(text.strip().upper())
    if match is None or int(match[1]) == 0:
        raise InputError.expected("a size such as 500MB or 2GB", text)
    return int(match[1]) * _UNITS[match[2]]


def unpack(file: io.BufferedReader, ending: str, largest: int = LARGEST) -> io.BufferedReader:
    """Return a reader of the contents of a packed file; any other file is returned as it is.

    `ending` is that of the file's name. Reading raises InputError once `largest` bytes were exceeded,
    and for a file that is damaged or ends early. With the default, `LARGEST`, lines count as well as
    bytes, and the work allowed depends on the size of the packed file.
    """
    if ending not in PACKED:
        return file
    start = _STARTS.get(ending, b"")
    head = file.peek(len(start))[: len(start)]
    if len(head) < len(start) and start.startswith(head):
        raise _ends_early()
    if ending == ".zip":
        raw: io.BufferedIOBase = _member(file)
    else:
        raw = _module(ending).open(file, "rb")
    size = os.fstat(file.fileno()).st_size  # 0 of a pipe
    work = _WORK + _OF_PACKED * size if size and largest == LARGEST else None
    return io.BufferedReader(_Bounded(raw, largest, ending, work), _AT_ONCE)


def name_within(file: io.BufferedReader) -> str:
    """Return the name of the one file in the .zip file `file`."""
    with _opened_zip(file) as zipped:
        return _only_file(zipped.infolist()).filename


def _module(ending: str) -> Any:
    """Return the module that reads files of an ending; refuse an ending whose module is missing."""
    names = _MODULES[ending]
    for name in names:
        try:
            return import_module(name)
        except ImportError:
            continue
    requirement = f"{names[-1]}, the extra exactnb[{ending[1:]}]"
    raise InputError(f"needs {requirement}, or Python 3.14, to be unpacked")


def _opened_zip(file: io.BufferedReader) -> ZipFile:
    """Return an open .zip file; tell one that was cut off from one that is damaged."""
    start = _STARTS[".zip"]
    begins = file.peek(len(start)).startswith(start)
    try:
        return ZipFile(file)
    except BadZipFile:  # its directory is at its end: a file that begins right was cut off
        raise _ends_early() if begins else _unreadable(".zip") from None


def _member(file: io.BufferedReader) -> io.BufferedIOBase:
    """Return a reader of the one file in a .zip file."""
    zipped = _opened_zip(file)
    member = _only_file(zipped.infolist())
    if member.flag_bits & 1:
        raise InputError("is locked with a password; unlock it first")
    try:
        return cast(io.BufferedIOBase, zipped.open(member))
    except (BadZipFile, NotImplementedError, RuntimeError):
        raise _unreadable(".zip") from None


def _only_file(members: Sequence[ZipInfo]) -> ZipInfo:
    """Return the only file in a .zip file that is not hidden; refuse none and several."""
    files = [
        member
        for member in members
        if not (member.is_dir() or any(p[0] in "._" for p in PurePosixPath(member.filename).parts))
    ]
    if len(files) != 1:
        names = listing(member.filename for member in files) or "none"
        raise InputError(f"expected one file in it; there are {names}")
    return files[0]


def _ends_early() -> InputError:
    return InputError("ends early; it was cut off, or is not whole yet")


def _unreadable(ending: str) -> InputError:
    return InputError(f"is damaged, or no {ending} file")


class _Bounded(io.RawIOBase):
    """Read from a stream up to a number of bytes, and up to an amount of `work` if there is one."""

    def __init__(
        self, raw: io.BufferedIOBase, largest: int, ending: str, work: int | None = None
    ) -> None:
        self._raw, self._largest, self._remaining, self._ending = raw, largest, largest, ending
        self._work = work

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            number = self._raw.readinto(buffer)
        except EOFError:
            raise _ends_early() from None
        except (BadZipFile, NotImplementedError, lzma.LZMAError, zlib.error):
            raise _unreadable(self._ending) from None
        except OSError as error:
            raise error if error.errno else _unreadable(self._ending) from None
        except Exception as error:
            if type(error).__name__ != "ZstdError":  # by name: its module may not be installed
                raise
            raise _unreadable(self._ending) from None
        self._remaining -= number
        if self._remaining < 0:
            twice = -(-2 * self._largest // 2**20)  # rounded up
            unit = next(unit for unit in reversed(_UNITS) if self._largest % _UNITS[unit] == 0)
            message = f"unpacks to more than {self._largest // _UNITS[unit]:,} {unit or 'bytes'}"
            raise InputError(f"{message}; --largest {twice}MB (largest=) reads twice as much")
        if self._work is not None:
            lines = bytes(buffer[:number]).count(b"\n")
            self._work -= number + _OF_LINE * lines
            if self._work < 0:
                message = "unpacks to far more than is expected of its size"
                raise InputError(f"{message}; --largest 2GB (largest=) reads it")
        return number

    def close(self) -> None:
        self._raw.close()
        super().close()
