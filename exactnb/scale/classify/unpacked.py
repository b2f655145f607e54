"""Packed files: what is in them, up to a size. A few bytes may unpack to more than a disk holds."""

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

from exactnb.errors import InputError, listing, quoted

PACKED = (".gz", ".bz2", ".xz", ".zst", ".zip")
"""The endings of packed files."""

_MODULES = {
    ".gz": ["gzip"],
    ".bz2": ["bz2"],
    ".xz": ["lzma"],
    ".zst": ["compression.zstd", "backports.zstd"],  # the first from Python 3.14 on
}
_STARTS = {".gz": b"\x1f\x8b", ".zip": b"PK\x03\x04"}  # where a cut file is not told from others

_UNITS = {"": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30, "TB": 2**40}
_SIZE = re.compile(rf"([0-9]{{1,15}}) ?({'|'.join(_UNITS)})")
_AT_ONCE = 64 * 1024

LARGEST = _UNITS["GB"]
"""Bytes that packed input may unpack to, if nothing else is said."""

_OF_LINE = 128  # bytes: one more line takes at least the time of so many
_WORK, _OF_PACKED = 128 * _UNITS["MB"], 1000
"""The work on any packed file, in bytes and lines, and what each of its bytes adds to it."""


def read_size(text: str) -> int:
    """Return a number of bytes.

    >>> read_size("2GB"), read_size("500 kb")
    (2147483648, 512000)
    """
    found = _SIZE.fullmatch(text.strip().upper())
    if found is None or int(found[1]) == 0:
        raise InputError(f"expected a size such as 500MB or 2GB; got {quoted(text)}")
    return int(found[1]) * _UNITS[found[2]]


def unpacked(file: io.BufferedReader, ending: str, largest: int = LARGEST) -> io.BufferedReader:
    """Return what is in a packed file, by its ending; raise InputError when more than that is read.

    With `LARGEST`, which is what nobody has chosen, lines count as well as bytes, and a file may take
    as much work as its size leads to expect. InputError is raised too for what is damaged, or ends
    before it should.
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
    """Return the name of the one file that a .zip file has."""
    with _opened_zip(file) as zipped:
        return _alone(zipped.infolist()).filename


def _module(ending: str) -> Any:
    names = _MODULES[ending]
    for name in names:
        try:
            return import_module(name)
        except ImportError:
            continue
    wanted = f"{names[-1]}, the extra exactnb[{ending[1:]}]"
    raise InputError(f"needs {wanted}, or Python 3.14, to be unpacked")


def _opened_zip(file: io.BufferedReader) -> ZipFile:
    start = _STARTS[".zip"]
    begins = file.peek(len(start)).startswith(start)
    try:
        return ZipFile(file)
    except BadZipFile:  # what it holds is listed at its end
        raise _ends_early() if begins else _unreadable(".zip") from None


def _member(file: io.BufferedReader) -> io.BufferedIOBase:
    """Return what is in the one file that a .zip file has."""
    zipped = _opened_zip(file)
    member = _alone(zipped.infolist())
    if member.flag_bits & 1:
        raise InputError("is locked with a password; unlock it first")
    try:
        return cast(io.BufferedIOBase, zipped.open(member))
    except (BadZipFile, NotImplementedError, RuntimeError):
        raise _unreadable(".zip") from None


def _alone(members: Sequence[ZipInfo]) -> ZipInfo:
    files = [each for each in members if not each.is_dir()]
    files = [
        each for each in files if not any(p[0] in "._" for p in PurePosixPath(each.filename).parts)
    ]
    if len(files) != 1:
        held = listing(each.filename for each in files) or "none"
        raise InputError(f"expected one file in it; there are {held}")
    return files[0]


def _ends_early() -> InputError:
    return InputError("ends early; it was cut off, or is not whole yet")


def _unreadable(ending: str) -> InputError:
    return InputError(f"is damaged, or no {ending} file")


class _Bounded(io.RawIOBase):
    """Read from a stream up to a number of bytes, and if there is a limit on `work`, of lines too."""

    def __init__(
        self, raw: io.BufferedIOBase, largest: int, ending: str, work: int | None = None
    ) -> None:
        self._raw, self._largest, self._left, self._ending = raw, largest, largest, ending
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
            if type(error).__name__ != "ZstdError":  # of a module that may not be there
                raise
            raise _unreadable(self._ending) from None
        self._left -= number
        if self._left < 0:
            twice = -(-2 * self._largest // 2**20)  # rounded up
            told = f"unpacks to more than {_told(self._largest)}"
            raise InputError(f"{told}; --largest {twice}MB (largest=) reads twice as much")
        if self._work is not None:
            lines = bytes(buffer[:number]).count(b"\n")
            self._work -= number + _OF_LINE * lines
            if self._work < 0:
                told = "unpacks to far more than is expected of its size"
                raise InputError(f"{told}; --largest 2GB (largest=) reads it")
        return number

    def close(self) -> None:
        self._raw.close()
        super().close()


def _told(size: int) -> str:
    """Return a number of bytes in the largest unit that has it whole."""
    unit = next(unit for unit in reversed(_UNITS) if size % _UNITS[unit] == 0)
    return f"{size // _UNITS[unit]:,} {unit or 'bytes'}"
