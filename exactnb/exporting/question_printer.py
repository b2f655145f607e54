"""Printers of questions: a question has its title elsewhere, and a solution goes without a head."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.rendering.formats.markdown import MarkdownPrinter
from exactnb.rendering.hooks import Page
from exactnb.solution.printed import Printed

if TYPE_CHECKING:
    from typing import Self


class QuestionPrinter(MarkdownPrinter):
    """Print in a dialect of Markdown, or in HTML, that a course system reads."""

    has_head = True

    @classmethod
    def of(cls, shown: Printed, *, head: bool = True) -> Self:
        """Return what prints a sheet, or a solution."""
        printer = cls(shown.verified, shown.notation(), Page(fragment=True))
        printer.has_head = head
        return printer

    def head(self) -> list[str]:
        """Return what is assumed, and the source."""
        derivation = self.derivation
        if not self.has_head:
            return []
        out = [self.setting(derivation.setting)] if any(derivation.setting) else []
        source = self.text(f"Source: {derivation.source}") if derivation.source else ""
        return out + (self.paragraph(source) if source else [])
