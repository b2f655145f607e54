r"""PDF from what printers wrote, by a program that typesets it: no network, no file but its own.

`typst` is a package of Python's and runs in this process; pdflatex and lualatex are programs of a TeX
system, run in an empty folder without a shell. Each run of the same text is the same PDF.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import unicodedata
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from exactnb.errors import Unsupported, quoted

_SECONDS = 120  # that a program may take
_JOB = "solution"
_SET = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}  # the date that stands in the file
_SAFE = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
_NO_SIGN = re.compile(r"the text `(.+)` could not be displayed")
_IDENTITY = r"\pdfvariable trailerid{[<00> <00>]}"  # lualatex takes the name of the folder otherwise
_TRIED = '#set document(title: "a")\n#set text(font: "New Computer Modern", lang: "en")\n= a\n%s'
_INSTEAD = "or print the page, --to html, from a browser"


def typeset(source: str, engine: str) -> bytes:
    """Return the PDF of a document, in the language of its engine.

    Raises Unsupported where the engine is missing, or lacks a sign, or does not come to an end.
    """
    return _by_typst(source) if engine == "typst" else _by_latex(source, engine)


def _by_typst(source: str) -> bytes:
    """Return a tagged PDF that says what it shows, with fonts of the package's own if they do."""
    try:
        typst = import_module("typst")
    except ImportError:
        other = "use --engine pdflatex, " if shutil.which("pdflatex") else ""
        raise Unsupported(
            f"a PDF needs the package typst: run pip install 'exactnb[pdf]', {other}{_INSTEAD}"
        ) from None
    with TemporaryDirectory() as empty:
        folders = dict.fromkeys(("root", "package_path", "package_cache_path"), empty)

        def made_of(document: str, own_fonts: bool) -> bytes:
            made: bytes = typst.compile(
                document.encode(),
                format="pdf",
                ignore_system_fonts=own_fonts,
                pdf_standards=["ua-1"],
                **folders,
            )
            return made

        for own_fonts in (True, False):
            try:
                made_of(_TRIED % "".join(_signs(source)), own_fonts)
                return made_of(source, own_fonts)
            except typst.TypstError as error:
                refused = str(error.message)
    if (sign := _NO_SIGN.search(refused)) is not None:
        shown = quoted(sign[1].strip('"'))
        raise Unsupported(f"no font here has a sign for {shown}; install one that has, {_INSTEAD}")
    raise Unsupported(f"typst does not typeset it ({refused}); {_INSTEAD}")


def _signs(source: str) -> list[str]:
    """Return each letter and sign beyond ASCII once; fonts are asked for them before all is set."""
    beyond = {sign for sign in source if not sign.isascii()}
    return sorted(sign for sign in beyond if unicodedata.category(sign)[0] in "LNPS")


def _by_latex(source: str, engine: str) -> bytes:
    """Return what a program of a TeX system makes of an article."""
    program = shutil.which(engine)
    if program is None:
        raise Unsupported(
            f"{engine} is not on the path: install TeX Live, leave --engine out for the package typst, "
            f"{_INSTEAD}"
        )
    with TemporaryDirectory() as folder:
        lead = _IDENTITY if engine == "lualatex" else ""
        Path(folder, f"{_JOB}.tex").write_text(lead + source, encoding="utf-8")
        try:
            done = subprocess.run(
                [program, *_SAFE, f"{_JOB}.tex"],
                cwd=folder,
                env=os.environ | _SET,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise Unsupported(f"{engine} took more than {_SECONDS} seconds; {_INSTEAD}") from None
        made = Path(folder, f"{_JOB}.pdf")
        if done.returncode == 0 and made.exists():
            return made.read_bytes()
    said = done.stdout.decode(errors="replace").splitlines()
    reason = next((line[2:] for line in said if line.startswith("! ")), "no reason given")
    raise Unsupported(f"{engine} does not typeset it ({reason}); {_INSTEAD}")
