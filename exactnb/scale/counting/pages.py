"""What the pages of a Parquet file unpack to, as their own headers say before they are unpacked.

The end of a file says it too, but nothing that unpacks them compares that; and texts by prefixes or
lengths alone (DELTA_BYTE_ARRAY, DELTA_LENGTH_BYTE_ARRAY) unpack to more than any header says.

How to read: `page_sizes` finds columns by the end of the file, and goes from page to page; `_Thrift`
reads the structs of both, for PyArrow's own view of a damaged one may abort the process.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import SEEK_CUR, SEEK_END
from typing import Any, BinaryIO

from exactnb.errors import InputError

_GROUPS, _COLUMNS, _OF_COLUMN, _PACKED_COLUMN, _FIRST, _NAMES = 4, 1, 3, 7, 9, 11  # of the end
_SIZE, _PACKED = 2, 3  # of a page header
_ENCODING = {5: 2, 8: 4}  # where headers of data are in it, and in each of these the encoding
_DELTAS = (6, 7)  # DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY
_DICTIONARY, _VALUES = 7, 1  # the header of a dictionary, and how many values that has
_DEEPEST = 8  # structs and lists within others
_LONGEST = 2**21  # bytes of the end of a file


def page_sizes(file: BinaryIO) -> Iterator[int]:
    """Yield the number of bytes that each page unpacks to.

    Raises ValueError for pages that are not where they should be, or in two columns, and InputError for
    texts by prefixes or lengths, and for an end that has thousands of groups of rows.
    """
    end = left = file.seek(0, SEEK_END) - 8
    file.seek(max(end, 0))
    length = int.from_bytes(file.read(4), "little")
    if end < length:
        raise ValueError
    if length > _LONGEST:
        told = f"describes its columns in more than {_LONGEST // 2**20} MB"
        raise InputError(f"{told}: these are no counts")
    file.seek(end - length)
    try:
        groups = _Thrift(file).struct()[_GROUPS]
        chunks = [chunk[_OF_COLUMN] for group in groups for chunk in group[_COLUMNS]]
        for chunk in chunks:
            start, names, packed = chunk[_FIRST], chunk.get(_NAMES, 0), chunk[_PACKED_COLUMN]
            start = names if 0 < names < start else start
            stop, left = start + packed, left - packed
            if left < 0 or packed < 0 or (packed and not 0 < start < stop <= end):
                raise ValueError
            while start < stop:
                file.seek(start)
                header = _Thrift(file).struct()
                if any(header[of][at] in _DELTAS for of, at in _ENCODING.items() if of in header):
                    told = "texts are encoded by their prefixes or lengths (DELTA_..._BYTE_ARRAY)"
                    raise InputError(f"{told}; write them with a dictionary, or PLAIN")
                values = header[_DICTIONARY][_VALUES] if _DICTIONARY in header else 0
                if header[_PACKED] < 0 or header[_SIZE] < values:
                    raise ValueError
                yield header[_SIZE]
                start = file.tell() + header[_PACKED]
    except (LookupError, TypeError, AttributeError):  # something else stands where they should be
        raise ValueError from None


class _Thrift:
    """Read structs in the compact protocol: whole numbers, lists and structs; texts are passed over."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """Return the fields of a struct by their numbers."""
        found: dict[int, Any] = {}
        number = 0
        while head := self._byte():
            number = number + (head >> 4) if head >> 4 else self._signed()
            kind = head & 15
            found[number] = kind == 1 if kind in (1, 2) else self._value(kind, depth)
        return found

    def _value(self, kind: int, depth: int) -> Any:
        if depth > _DEEPEST:
            raise ValueError
        if kind in (1, 2, 3):
            return self._byte()
        if kind in (4, 5, 6):
            return self._signed()
        if kind == 8:
            return self._file.seek(self._unsigned(), SEEK_CUR)
        if kind in (9, 10):
            head = self._byte()
            size = head >> 4 if head >> 4 < 15 else self._unsigned()
            return [self._value(head & 15, depth + 1) for _ in range(size)]
        if kind == 12:
            return self.struct(depth + 1)
        raise ValueError

    def _byte(self) -> int:
        found = self._file.read(1)
        if not found:
            raise ValueError
        return found[0]

    def _unsigned(self) -> int:
        found = 0
        for at in range(0, 64, 7):
            byte = self._byte()
            found |= (byte & 127) << at
            if byte < 128:
                return found
        raise ValueError

    def _signed(self) -> int:
        found = self._unsigned()
        return (found >> 1) ^ -(found & 1)
