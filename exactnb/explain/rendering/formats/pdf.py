"""PDF: the output of the Typst or LaTeX printer, typeset without network access.

`typst` is a Python package and runs in this process; pdflatex and lualatex are programs of a TeX
system, run in an empty folder without shell access. The same source always gives the same bytes.
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
from exactnb.explain.rendering.formats.latex import LatexPrinter
from exactnb.explain.rendering.formats.typst import TypstPrinter
from exactnb.explain.rendering.printer import Format

_SECONDS = 120  # time limit of a program
_JOB = "solution"
_SET = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}  # else the PDF contains the current date
_SAFE = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
_NO_SIGN = re.compile(r"the text `(.+)` could not be displayed")
_IDENTITY = r"\pdfvariable trailerid{[<00> <00>]}"  # else lualatex derives it from the folder's name
_FONT_TRIAL = '#set document(title: "a")\n#set text(font: "New Computer Modern", lang: "en")\n= a\n%s'
_INSTEAD = "or print the page, --to html, from a browser"


def typeset(source: str, engine: str) -> bytes:
    """Return the PDF of `source`, a document in the language of `engine`.

    Raises Unsupported if the engine is missing, lacks a sign, or exceeds its time limit.
    """
    return _pdf_by_typst(source) if engine == "typst" else _pdf_by_latex(source, engine)


def _pdf_by_typst(source: str) -> bytes:
    """Return a tagged PDF; system fonts are used only if the package's own lack a sign."""
    try:
        typst = import_module("typst")
    except ImportError:
        advice = "use --engine pdflatex, " if shutil.which("pdflatex") else ""
        raise Unsupported(
            f"a PDF needs the package typst: run pip install 'exactnb[pdf]', {advice}{_INSTEAD}"
        ) from None
    with TemporaryDirectory() as empty:
        folders = dict.fromkeys(("root", "package_path", "package_cache_path"), empty)

        def compile_pdf(document: str, bundled_only: bool) -> bytes:
            made: bytes = typst.compile(
                document.encode(),
                format="pdf",
                ignore_system_fonts=bundled_only,
                pdf_standards=["ua-1"],
                **folders,
            )
            return made

        for bundled_only in (True, False):
            try:
                # Typst reports a missing sign only at the end: try the signs by themselves first
                compile_pdf(_FONT_TRIAL % "".join(_distinct_signs(source)), bundled_only)
                return compile_pdf(source, bundled_only)
            except typst.TypstError as error:
                refused = str(error.message)
    if (sign := _NO_SIGN.search(refused)) is not None:
        sign_text = quoted(sign[1].strip('"'))
        raise Unsupported(f"no font here has a sign for {sign_text}; install one that has, {_INSTEAD}")
    raise Unsupported(f"typst does not typeset it ({refused}); {_INSTEAD}")


def _distinct_signs(source: str) -> list[str]:
    """Return the distinct letters and signs outside ASCII, for a quick trial of the fonts."""
    beyond = {sign for sign in source if not sign.isascii()}
    return sorted(sign for sign in beyond if unicodedata.category(sign)[0] in "LNPS")


def _pdf_by_latex(source: str, engine: str) -> bytes:
    """Return the PDF that a program of a TeX system makes."""
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
    log = done.stdout.decode(errors="replace").splitlines()
    reason = next((line[2:] for line in log if line.startswith("! ")), "no reason given")
    raise Unsupported(f"{engine} does not typeset it ({reason}); {_INSTEAD}")


FORMAT = Format(
    ".pdf",
    "application/pdf",
    TypstPrinter,
    engines={"typst": TypstPrinter, "pdflatex": LatexPrinter, "lualatex": LatexPrinter},
    typeset=typeset,
)
