"""PDF: the output of the Typst or LaTeX printer, typeset."""

from __future__ import annotations

from exactnb.explain.rendering.formats.latex import LatexPrinter
from exactnb.explain.rendering.formats.typst import TypstPrinter
from exactnb.explain.rendering.pages.typeset import typeset
from exactnb.explain.rendering.printer import Format

FORMAT = Format(
    ".pdf",
    "application/pdf",
    TypstPrinter,
    engines={"typst": TypstPrinter, "pdflatex": LatexPrinter, "lualatex": LatexPrinter},
    typeset=typeset,
)
