"""The LaTeX of each step, embedded in a page for readers to copy."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.naming.notation import Notation
from exactnb.errors import Unsupported
from exactnb.explain.derivation import Verified
from exactnb.explain.derivation.lines import Step
from exactnb.explain.rendering.formats.latex import LatexPrinter
from exactnb.explain.rendering.hooks import Page
from exactnb.explain.rendering.pages.html_text import element, escaped


class LatexSteps:
    """Write the LaTeX of steps, where pdflatex can typeset them."""

    def __init__(self, verified: Verified, notation: Notation) -> None:
        self._printer = LatexPrinter(verified, notation, Page(fragment=True))

    def copied(self, number: int, step: Step) -> Sequence[str]:
        """Return the LaTeX of `step`, the one with this `number`, in a hidden element, or nothing."""
        try:
            lines = self._printer.step(number, step).splitlines()
        except Unsupported:  # a label that pdflatex has no sign for
            return []
        return [element("template", "\n".join(map(escaped, lines)), class_="latex")] if lines else []
