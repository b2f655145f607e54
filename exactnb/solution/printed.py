"""The ways to show what was verified, the same for solutions and for theorems."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from contextlib import suppress

from exactnb.derivation import Verified
from exactnb.errors import Unsupported
from exactnb.naming.notation import Notation

__all__ = ["Printed"]


class Printed(ABC):
    """Offer to print a verified derivation."""

    verified: Verified

    @abstractmethod
    def notation(self, name: str | None = None) -> Notation:
        """Return the notation that names are written in, another one by its name."""

    def text(self, *, width: int = 80, unicode: bool = True, notation: str | None = None) -> str:
        """Return all of it as text for a terminal."""
        from exactnb.rendering.text import render_text

        return render_text(self.verified, self.notation(notation), width=width, unicode=unicode)

    def latex(self, *, fragment: bool = False, notation: str | None = None) -> str:
        """Return all of it as a LaTeX article, or the body alone."""
        from exactnb.rendering.latex import render_latex

        return render_latex(self.verified, self.notation(notation), fragment=fragment)

    def markdown(self, *, notation: str | None = None) -> str:
        """Return all of it as Markdown with math, for GitHub and notebooks."""
        from exactnb.rendering.markdown import render_markdown

        return render_markdown(self.verified, self.notation(notation))

    def json(self) -> str:
        """Return all of it as JSON, with how each line was accepted."""
        from exactnb.rendering.json_text import render_json

        return render_json(self.verified)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return what Jupyter chooses from. No HTML: an untrusted notebook strips MathML from it."""
        bundle = {"text/markdown": self.markdown(), "text/plain": self.text()}
        with suppress(Unsupported):  # a label that pdflatex has no sign for
            bundle["text/latex"] = self.latex(fragment=True)
        return bundle

    def _mime_(self) -> tuple[str, str]:
        """Return what marimo shows: its page takes text/markdown that its own `md` has read."""
        marimo = sys.modules.get("marimo")
        if marimo is None:
            return ("text/markdown", self.markdown())
        read: tuple[str, str] = marimo.md(self.markdown())._mime_()
        return read
