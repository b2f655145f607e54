"""The sizes that the pages of a Parquet file unpack to, read from their headers without unpacking.

The footer has sizes too, but no reader compares them with the pages; and texts encoded by prefixes or
lengths (DELTA_BYTE_ARRAY, DELTA_LENGTH_BYTE_ARRAY) unpack to more than any header says.

How to read: `unpacked_page_sizes` finds columns by the footer, and goes from page to page; `_Thrift`
reads the structs of both, for PyArrow may abort the process on a damaged one.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import SEEK_CUR, SEEK_END
from typing import Any, BinaryIO

from exactnb.errors import InputError

# Numbers of fields in the Thrift structs of the Parquet format (parquet.thrift):
_GROUPS, _COLUMNS, _OF_COLUMN, _PACKED_COLUMN, _FIRST, _NAMES = 4, 1, 3, 7, 9, 11  # in the footer
_SIZE, _PACKED = 2, 3  # in a page header
_ENCODING = {5: 2, 8: 4}  # headers of data pages in a page header, and the encoding in each
_DELTAS = (6, 7)  # DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY
_DICTIONARY, _VALUES = 7, 1  # the header of a dictionary, and its number of values
_DEEPEST = 8  # nesting of structs and lists
_LONGEST = 2**21  # bytes of a footer


def unpacked_page_sizes(file: BinaryIO) -> Iterator[int]:
    """Yield the number of bytes that each page of `file` unpacks to.

    Raises ValueError for pages that are misplaced or belong to two columns, and InputError for texts
    encoded by prefixes or lengths, and for a footer that describes thousands of row groups.
    """
    end = remaining = file.seek(0, SEEK_END) - 8
    file.seek(max(end, 0))
    length = int.from_bytes(file.read(4), "little")
    if end < length:
        raise ValueError
    if length > _LONGEST:
        message = f"describes its columns in more than {_LONGEST // 2**20} MB"
        raise InputError(f"{message}: these are no counts")
    file.seek(end - length)
    try:
        groups = _Thrift(file).read_struct()[_GROUPS]
        chunks = [chunk[_OF_COLUMN] for group in groups for chunk in group[_COLUMNS]]
        for chunk in chunks:
            # Each column may take only bytes that no earlier one took: a page that many columns name
            # would unpack many times over.
            start, names, packed = chunk[_FIRST], chunk.get(_NAMES, 0), chunk[_PACKED_COLUMN]
            start = names if 0 < names < start else start
            stop, remaining = start + packed, remaining - packed
            if remaining < 0 or packed < 0 or (packed and not 0 < start < stop <= end):
                raise ValueError
            while start < stop:
                file.seek(start)
                header = _Thrift(file).read_struct()
                encodings = (
                    header[part][number] for part, number in _ENCODING.items() if part in header
                )
                if any(encoding in _DELTAS for encoding in encodings):
                    message = "texts are encoded by their prefixes or lengths (DELTA_..._BYTE_ARRAY)"
                    raise InputError(f"{message}; write them with a dictionary, or PLAIN")
                values = header[_DICTIONARY][_VALUES] if _DICTIONARY in header else 0
                if header[_PACKED] < 0 or header[_SIZE] < values:
                    raise ValueError
                yield header[_SIZE]
                start = file.tell() + header[_PACKED]
    except (LookupError, TypeError, AttributeError):  # the structs are not those of Parquet
        raise ValueError from None


class _Thrift:
    """Read structs in Thrift's compact protocol: integers, lists and structs; texts are skipped."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read_struct(self, depth: int = 0) -> dict[int, Any]:
        """Return the fields of a struct, at nesting `depth`, by their numbers."""
        fields: dict[int, Any] = {}
        number = 0
        while head := self._read_byte():
            number = number + (head >> 4) if head >> 4 else self._read_signed()
            kind = head & 15
            fields[number] = kind == 1 if kind in (1, 2) else self._read_value(kind, depth)
        return fields

    def _read_value(self, kind: int, depth: int) -> Any:
        """Return a value of a Thrift type; texts are skipped, and deep nesting refused."""
        if depth > _DEEPEST:
            raise ValueError
        if kind in (1, 2, 3):
            return self._read_byte()
        if kind in (4, 5, 6):
            return self._read_signed()
        if kind == 8:
            return self._file.seek(self._read_unsigned(), SEEK_CUR)
        if kind in (9, 10):
            head = self._read_byte()
            size = head >> 4 if head >> 4 < 15 else self._read_unsigned()
            return [self._read_value(head & 15, depth + 1) for _ in range(size)]
        if kind == 12:
            return self.read_struct(depth + 1)
        raise ValueError

    def _read_byte(self) -> int:
        byte = self._file.read(1)
        if not byte:
            raise ValueError
        return byte[0]

    def _read_unsigned(self) -> int:
        """Return an integer of 7 bits per byte, the lowest first."""
        number = 0
        for shift in range(0, 64, 7):
            byte = self._read_byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
        raise ValueError

    def _read_signed(self) -> int:
        """Return an integer in zigzag encoding, 0, -1, 1, -2, ..."""
        folded = self._read_unsigned()
        return (folded >> 1) ^ -(folded & 1)
