"""Packed files: what is in them, up to a size. A few bytes may unpack to more than a disk holds."""

from __future__ import annotations

import io
import re
from importlib import import_module

from exactnb.errors import InputError, quoted

PACKED = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
"""The modules that unpack files, by their endings."""

_UNITS = {"": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30, "TB": 2**40}
_SIZE = re.compile(rf"([0-9]{{1,15}}) ?({'|'.join(_UNITS)})")
_AT_ONCE = 64 * 1024

LARGEST = _UNITS["GB"]
"""Bytes that packed input may unpack to, if nothing else is said."""


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
    """Return what is in a packed file, by its ending; raise InputError when more than that is read."""
    if ending not in PACKED:
        return file
    raw = import_module(PACKED[ending]).open(file, "rb")
    return io.BufferedReader(_Bounded(raw, largest), _AT_ONCE)


class _Bounded(io.RawIOBase):
    """Read from a stream up to a number of bytes."""

    def __init__(self, raw: io.BufferedIOBase, largest: int) -> None:
        self._raw, self._largest, self._left = raw, largest, largest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        number = self._raw.readinto(buffer)
        self._left -= number
        if self._left < 0:
            twice = -(-2 * self._largest // 2**20)  # rounded up
            told = f"unpacks to more than {_told(self._largest)}"
            raise InputError(f"{told}; --largest {twice}MB (largest=) reads twice as much")
        return number

    def close(self) -> None:
        self._raw.close()
        super().close()


def _told(size: int) -> str:
    """Return a number of bytes in the largest unit that has it whole."""
    unit = next(unit for unit in reversed(_UNITS) if size % _UNITS[unit] == 0)
    return f"{size // _UNITS[unit]:,} {unit or 'bytes'}"
