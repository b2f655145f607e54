"""Draw the pictures of README and the tutorial: pages as Chromium shows them, LaTeX by pdflatex.

`make picture` runs this. It needs Playwright and Pillow, and Chromium, pdflatex and pdftoppm (Debian:
chromium, texlive-latex-base, poppler-utils). A picture keeps a digest of what it
shows, so that a test can tell whether that has changed.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
import zlib
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from exactnb import Problem, solve

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "worked_examples"
_DOTS = 110  # to an inch
_HEADER = 33  # bytes of a PNG before its second chunk
_KEY = b"shows"
_WIDTH = 700  # of a page, in pixels
_COLOURS = 128
_TOLD = 52  # pixels
_CHROMIUM = ("chromium", "google-chrome")


@dataclass(frozen=True)
class Article:
    """The first page of an article in LaTeX, its margins cut off."""

    picture: str
    source: Path

    def content(self) -> bytes:
        """Return what is shown."""
        return self.source.read_bytes()

    def drawn(self) -> bytes:
        """Return the picture."""
        with TemporaryDirectory() as folder:
            tex = [
                "pdflatex",
                "-interaction=batchmode",
                "-halt-on-error",
                f"-output-directory={folder}",
            ]
            subprocess.run([*tex, str(self.source)], check=True, stdout=subprocess.DEVNULL)
            page = ["pdftoppm", "-png", "-gray", "-r", str(_DOTS), "-singlefile", *_cut()]
            subprocess.run([*page, f"{folder}/{self.source.stem}.pdf", f"{folder}/page"], check=True)
            return (Path(folder) / "page.png").read_bytes()


@dataclass(frozen=True)
class Shot:
    """A part of a page, between two of its elements, while one of its numbers is pointed at."""

    picture: str
    source: Path
    first: str
    last: str
    number: str = ""

    def content(self) -> bytes:
        """Return what is shown."""
        return solve(Problem.read(self.source)).html().encode()

    def drawn(self) -> bytes:
        """Return the picture."""
        from PIL import Image
        from playwright.sync_api import sync_playwright

        with TemporaryDirectory() as folder, sync_playwright() as playwright:
            file = Path(folder) / "page.html"
            file.write_bytes(self.content())
            path = next(filter(None, map(shutil.which, _CHROMIUM)))
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": _WIDTH, "height": 1400})
            page.goto(file.as_uri())
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            boxes = [page.locator(each).first.bounding_box() for each in (self.first, self.last)]
            top, bottom = boxes[0]["y"] - 14, boxes[1]["y"] + boxes[1]["height"] + 14
            if self.number:
                bottom += _TOLD  # what is said of the number stands at the end of the window
                page.set_viewport_size({"width": _WIDTH, "height": round(bottom)})
                page.locator(self.number).first.hover()
            part = {"x": 0, "y": top, "width": _WIDTH, "height": bottom - top}
            shot = Image.open(BytesIO(page.screenshot(clip=part, full_page=True)))
        few = BytesIO()
        shot.convert("RGB").quantize(_COLOURS, Image.Quantize.MAXCOVERAGE).save(
            few, "PNG", optimize=True
        )
        return few.getvalue()


PICTURES = (
    Article("spam_or_ham.png", EXAMPLES / "spam_or_ham" / "spam_or_ham.tex"),
    Shot(
        "play_tennis_page.png",
        EXAMPLES / "play_tennis" / "play_tennis.toml",
        "#step1",
        "#step2 .warning",
        "#step2 mrow[data-of='count(Outlook=Sunny,Yes)']",
    ),
    Shot(
        "temperature_page.png",
        EXAMPLES / "temperature" / "note_004_temperature.toml",
        "#step2 .curves",
        "#step3 .why >> nth=1",
    ),
)


def digest(shown: Article | Shot) -> str:
    """Return the digest of what a picture should show now."""
    return sha256(shown.content()).hexdigest()


def drawn(shown: Article | Shot) -> str:
    """Return the digest of what a picture shows."""
    kept = (HERE / shown.picture).read_bytes()[_HEADER:]
    (length,) = struct.unpack(">I", kept[:4])
    key, _, value = kept[8 : 8 + length].partition(b"\0")
    return value.decode() if key == _KEY else ""


def main() -> None:
    """Draw every picture."""
    for shown in PICTURES:
        png = shown.drawn()
        mark = _chunk(_KEY + b"\0" + digest(shown).encode())
        (HERE / shown.picture).write_bytes(png[:_HEADER] + mark + png[_HEADER:])
        sys.stdout.write(f"{shown.picture}: {len(png):,} bytes\n")


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
