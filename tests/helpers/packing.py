"""How files are packed: each ending with what packs bytes so."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import zipfile
from collections.abc import Callable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["PACKERS", "zipped", "zstd"]
Pack = Callable[[bytes], bytes]


def zipped(data: bytes, name: str = "a.csv", **more: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for inner, content in {name: data, **more}.items():
            archive.writestr(inner, content)
    return out.getvalue()


PACKERS: dict[str, Pack] = {
    ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": zstd.compress,
    ".zip": zipped,
}  # fmt: skip
