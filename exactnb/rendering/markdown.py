"""Print a verified derivation as Markdown with math, for GitHub, Jupyter and marimo."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.derivation import (
    Chain,
    Data,
    Deviations,
    EstimateRule,
    Grid,
    Line,
    Remark,
    Step,
    Verdict,
    Verified,
)
from exactnb.derivation.lines import Block
from exactnb.derivation.lines import Inline as InlinePart
from exactnb.naming.names import Item
from exactnb.naming.notation import Notation
from exactnb.rendering.common import grouped, required, said_labels
from exactnb.rendering.latex_rows import LatexRows
from exactnb.rendering.markdown_math import MarkdownMath
from exactnb.rendering.markdown_tables import MarkdownTables
from exactnb.rendering.markdown_text import inline, label, link, paragraph, text
from exactnb.rendering.marks import TextMarks

__all__ = ["render_markdown"]

_END = " \\\\\n"  # GitHub keeps a double backslash at the end of a line, and nowhere else
_APART = f"{_END}  &{_END}"  # for that, an empty row instead of more room behind a row


def render_markdown(verified: Verified, notation: Notation) -> str:
    """Return a verified derivation as GitHub's Markdown, with formulas that KaTeX reads too.

    Raises TypeError for anything that `verify` has not accepted.
    """
    return "\n\n".join(_Printer(required(verified), notation).blocks()) + "\n"


class _Printer:
    def __init__(self, verified: Verified, notation: Notation) -> None:
        self.derivation = verified.derivation
        self.notation = notation
        self.speak_of("")

    def speak_of(self, model: str) -> None:
        """Go on in a part that is about one model, whose name need not be repeated."""
        notation = self.notation.inside(model)
        self.math = MarkdownMath(notation)
        self.rows = LatexRows(self.math, TextMarks(notation))
        self.tables = MarkdownTables(self.math)

    def blocks(self) -> list[str]:
        """Return the paragraphs, tables and displays of the whole solution."""
        derivation = self.derivation
        out = [f"# {text(derivation.title)}"] if derivation.title else []
        out += self.setting(derivation.setting)
        if derivation.source:
            out.append(f"Source: {link(derivation.source)}")
        for step in derivation.steps:
            self.speak_of(step.model or "")
            out += [f"## {self.title(step)}", *self.setting(derivation.setting_of(step))]
            out += [block for group in grouped(step.blocks) for block in self.group(group)]
        return out

    def group(self, group: Sequence[Block]) -> list[str]:
        match group[0]:
            case Chain():
                return [self.chains([block for block in group if isinstance(block, Chain)])]
            case Grid():
                return [self.tables.grid(block) for block in group if isinstance(block, Grid)]
            case Data() as data:
                return [self.tables.data(data)]
            case Deviations() as table:
                return [self.tables.deviations(table)]
            case EstimateRule() as rule:
                left, right = self.math.general(rule.role, rule.value), self.math.write(rule.right)
                return [_display(f"{left} = {right}")]
            case Remark(parts):
                return [paragraph(self.prose(parts))]

    def chains(self, chains: Sequence[Chain]) -> str:
        body = _APART.join(_END.join(rows) for rows in self.rows.chains(chains))
        return _display(f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}")

    def prose(self, parts: tuple[InlinePart, ...]) -> str:
        out = ""
        for part in parts:
            match part:
                case str():
                    out += text(part)
                case Line():
                    out += inline(self.math.claim(part))
                case Verdict(decision, labels):
                    what = ", ".join(self.item(i) for i in decision.left if isinstance(i, Item))
                    out += f"{what} is {said_labels([label(k) for k in labels])}"
        return out

    def title(self, step: Step) -> str:
        model = self.derivation.model_of(step)
        about = ", ".join(map(self.item, step.about))
        return text(step.title) + step.joint + about + (f" ({text(model)})" if model else "")

    def item(self, item: Item) -> str:
        return inline(self.math.item(item)) if item.kind == "cell" else label(item.value)

    def setting(self, parts: Sequence[str]) -> list[str]:
        return [f"*{', '.join(map(text, parts))}.*"] if parts else []


def _display(formula: str) -> str:
    return f"$$\n{formula}\n$$"
