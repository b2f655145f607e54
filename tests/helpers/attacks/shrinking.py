"""Make an input smaller as long as the same goes wrong with it."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["shrunk"]


def shrunk(data: bytes, fails: Callable[[bytes], bool], tries: int = 400) -> bytes:
    """Return a small input that fails as a given one does, after at most so many tries.

    >>> shrunk(b"a\\nlong\\ntext with x in it", lambda less: b"x" in less)
    b'x'
    """
    for sign in (b"\n", b""):
        parts = (
            data.splitlines(keepends=True) if sign else [data[at : at + 1] for at in range(len(data))]
        )
        width = max(1, len(parts) // 2)
        while tries > 0:
            at = 0
            while at < len(parts) and tries > 0:
                less = parts[:at] + parts[at + width :]
                tries -= 1
                if fails(b"".join(less)):
                    parts = less
                else:
                    at += width
            if width == 1:
                break
            width = max(1, width // 2)
        data = b"".join(parts)
    return data
