"""Draw the picture of README: the LaTeX of spam or ham, as pdflatex sets it.

`make picture` runs this. It needs pdflatex and pdftoppm (Debian: texlive-latex-base, poppler-utils).
The picture keeps a digest of the LaTeX that it shows, so that a test can tell whether that has changed.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
PICTURE = HERE / "spam_or_ham.png"
ARTICLE = HERE.parents[1] / "worked_examples" / "spam_or_ham" / "spam_or_ham.tex"
_DOTS = 110  # to an inch
_HEADER = 33  # bytes of a PNG before its second chunk
_KEY = b"LaTeX"


def digest() -> str:
    """Return the digest of the article as it is now."""
    return sha256(ARTICLE.read_bytes()).hexdigest()


def drawn() -> str:
    """Return the digest of the article that the picture shows."""
    kept = PICTURE.read_bytes()[_HEADER:]
    (length,) = struct.unpack(">I", kept[:4])
    key, _, value = kept[8 : 8 + length].partition(b"\0")
    return value.decode() if key == _KEY else ""


def main() -> None:
    """Set the article, draw its first page, and cut its margins off."""
    with TemporaryDirectory() as folder:
        tex = ["pdflatex", "-interaction=batchmode", "-halt-on-error", f"-output-directory={folder}"]
        subprocess.run([*tex, str(ARTICLE)], check=True, stdout=subprocess.DEVNULL)
        page = ["pdftoppm", "-png", "-gray", "-r", str(_DOTS), "-singlefile", *_cut()]
        subprocess.run([*page, f"{folder}/{ARTICLE.stem}.pdf", f"{folder}/page"], check=True)
        png = (Path(folder) / "page.png").read_bytes()
    PICTURE.write_bytes(png[:_HEADER] + _chunk(_KEY + b"\0" + digest().encode()) + png[_HEADER:])
    sys.stdout.write(f"{PICTURE.name}: {PICTURE.stat().st_size:,} bytes\n")


def _cut() -> tuple[str, ...]:
    """Return what is left of a page of 8.5 by 11 inches, in dots: its middle."""
    left, top, width, height = (round(inches * _DOTS) for inches in (0.75, 0.7, 7, 9.5))
    return ("-x", str(left), "-y", str(top), "-W", str(width), "-H", str(height))


def _chunk(data: bytes) -> bytes:
    """Return text as a chunk of a PNG."""
    body = b"tEXt" + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


if __name__ == "__main__":
    main()
