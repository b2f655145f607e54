"""Print a verified derivation as LaTeX: a complete article, or the body alone."""

from __future__ import annotations

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
from exactnb.derivation.lines import Inline as InlinePart
from exactnb.naming.names import Item
from exactnb.naming.notation import Notation
from exactnb.rendering.common import grouped, required, said_labels
from exactnb.rendering.latex_math import LatexMath
from exactnb.rendering.latex_rows import LatexRows
from exactnb.rendering.latex_tables import LatexTables
from exactnb.rendering.latex_text import math_label, text_label
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.widths import columns_of

__all__ = ["render_latex"]

_CLAIM = 64  # signs of a claim that stands inside a sentence
_ARTICLE = r"""\documentclass[11pt]{article}
\usepackage{amsmath,amssymb}
\setlength{\textwidth}{16cm}\setlength{\oddsidemargin}{0cm}
\setlength{\textheight}{23cm}\setlength{\topmargin}{-1cm}
\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}
\setlength{\jot}{5pt}\allowdisplaybreaks\emergencystretch=3em
\begin{document}
%s\end{document}
"""


def render_latex(verified: Verified, notation: Notation, *, fragment: bool = False) -> str:
    """Return a verified derivation as LaTeX that needs amsmath and amssymb only.

    Raises TypeError for anything that `verify` has not accepted, and Unsupported for a label that
    pdflatex has no sign for.
    """
    body = _Printer(required(verified), notation).body()
    if fragment:
        return "% needs amsmath and amssymb\n" + body
    return _ARTICLE % body


_TOGETHER, _APART = " \\\\*\n", " \\\\\n"
_PAGE = 12  # rows of a chain that are kept on one page


class _Printer:
    def __init__(self, verified: Verified, notation: Notation) -> None:
        self.derivation = verified.derivation
        self.notation = notation
        self.math, self.plain = LatexMath(notation), TextMarks(notation)

    def body(self) -> str:
        head = rf"\section*{{{text_label(self.derivation.title)}}}" if self.derivation.title else ""
        setting = ", ".join(text_label(part) for part in self.derivation.setting)
        source = self.derivation.source
        lines = [rf"\emph{{{setting}.}}"] if setting else []
        lines += [rf"Source: {text_label(source)}."] if source else []
        intro = r"\\ ".join(lines)
        parts = [head, intro, *(part for step in self.derivation.steps for part in self.step(step))]
        return "\n".join(part for part in parts if part) + "\n"

    def step(self, step: Step) -> list[str]:
        notation = self.notation.inside(step.model or "")
        self.math, self.plain = LatexMath(notation), TextMarks(notation)
        out = ["", rf"\subsection*{{{self.title(step)}}}"]
        if setting := self.derivation.setting_of(step):
            out.append(rf"\emph{{{', '.join(text_label(part) for part in setting)}.}}")
        tables = LatexTables(self.math, self.plain)
        for group in grouped(step.blocks):
            match group[0]:
                case Chain():
                    out.append(self.chains([block for block in group if isinstance(block, Chain)]))
                case Grid():
                    out += tables.grids([block for block in group if isinstance(block, Grid)])
                case Data() as data:
                    out += tables.data(data)
                case Deviations() as table:
                    out += tables.deviations(table)
                case EstimateRule() as rule:
                    left, right = self.math.general(rule.role, rule.value), self.math.write(rule.right)
                    out.append(f"\\[\n{left} = {right}\n\\]")
                case Remark(parts):
                    out.append(self.prose(parts) + "\n")
        return out

    def chains(self, chains: list[Chain]) -> str:
        laid_out = LatexRows(self.math, self.plain).chains(chains)
        texts = [(_TOGETHER if len(rows) <= _PAGE else _APART).join(rows) for rows in laid_out]
        return "\\begin{align*}\n" + " \\\\[8pt]\n".join(texts) + "\n\\end{align*}"

    def prose(self, parts: tuple[InlinePart, ...]) -> str:
        out = ""
        for part in parts:
            match part:
                case str():
                    out += text_label(part)
                case Line():
                    out += self.claim(part)
                case Verdict(decision, labels):
                    what = [self.math.item(i) for i in decision.left if isinstance(i, Item)]
                    shown = [f"${math_label(label)}$" for label in labels]
                    out += f"${',~'.join(what)}$ is {said_labels(shown)}"
        return out

    def claim(self, line: Line) -> str:
        """Return a line inside a sentence; a long one is displayed, so that it can be broken."""
        if columns_of(f"{self.plain.write(line.left)} = {self.plain.write(line.right)}") <= _CLAIM:
            return f"${self.math.claim(line)}$"
        pieces = LatexRows(self.math, self.plain).broken(line.right, _CLAIM)
        rows = [
            f"& {self.math.write(line.left)}",
            rf"& \quad {self.math.related(line.relation)} {pieces[0]}",
        ]
        rows += [rf"& \qquad {piece}" for piece in pieces[1:]]
        body = " \\\\\n".join(rows)
        return f"\n\\[\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n\\]\n"

    def title(self, step: Step) -> str:
        about = ", ".join(f"${self.math.item(item)}$" for item in step.about)
        model = self.derivation.model_of(step)
        shown = f" ({text_label(model)})" if model else ""
        return text_label(step.title) + step.joint + about + shown
