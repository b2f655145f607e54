"""Print a verified derivation as LaTeX: a complete article, or the body alone."""

from __future__ import annotations

from exactnb.derivation import Chain, Data, EstimateRule, Grid, Line, Remark, Step, Verdict, Verified
from exactnb.derivation.lines import Block
from exactnb.derivation.lines import Inline as InlinePart
from exactnb.expression.names import Item
from exactnb.expression.nodes import ArgMax, Expression, Negative, Numeral, Product, Sum
from exactnb.expression.notation import Notation
from exactnb.expression.precedence import PRODUCT
from exactnb.expression.reasons import Rule
from exactnb.rendering.common import required, said, said_labels
from exactnb.rendering.latex_math import LatexMath
from exactnb.rendering.latex_tables import LatexTables
from exactnb.rendering.latex_text import math_label, text_label
from exactnb.rendering.marks import TextMarks, columns_of

__all__ = ["render_latex"]

_ROOM = 74  # signs of a whole line that fit, as counted in plain text
_LEFT_ROOM = 34  # a longer left side stands on a line of its own

_ARTICLE = r"""\documentclass[11pt]{article}
\usepackage{amsmath,amssymb}
\setlength{\textwidth}{16cm}\setlength{\oddsidemargin}{0cm}
\setlength{\textheight}{23cm}\setlength{\topmargin}{-1cm}
\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}
\setlength{\jot}{5pt}\allowdisplaybreaks
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


class _Printer:
    def __init__(self, verified: Verified, notation: Notation) -> None:
        self.derivation = verified.derivation
        self.notation = notation
        self.math, self.plain = LatexMath(notation), TextMarks(notation)

    def body(self) -> str:
        head = rf"\section*{{{text_label(self.derivation.title)}}}" if self.derivation.title else ""
        setting = ", ".join(text_label(part) for part in self.derivation.setting)
        source = self.derivation.source
        intro = rf"\emph{{{setting}.}}" + (rf"\\ Source: {text_label(source)}." if source else "")
        parts = [head, intro, *(part for step in self.derivation.steps for part in self.step(step))]
        return "\n".join(part for part in parts if part) + "\n"

    def step(self, step: Step) -> list[str]:
        notation = self.notation.inside(step.model or "")
        self.math, self.plain = LatexMath(notation), TextMarks(notation)
        out = ["", rf"\subsection*{{{self.title(step)}}}"]
        if setting := self.derivation.setting_of(step):
            out.append(rf"\emph{{{', '.join(text_label(part) for part in setting)}.}}")
        tables = LatexTables(self.math, self.plain)
        for group in _grouped(step.blocks):
            match group[0]:
                case Chain():
                    out.append(self.chains([block for block in group if isinstance(block, Chain)]))
                case Grid():
                    out += tables.grids([block for block in group if isinstance(block, Grid)])
                case Data() as data:
                    out += tables.data(data)
                case EstimateRule() as rule:
                    left, right = self.math.general(rule.role, rule.value), self.math.write(rule.right)
                    out.append(f"\\[\n{left} = {right}\n\\]")
                case Remark(parts):
                    out.append(self.prose(parts) + "\n")
        return out

    def chains(self, chains: list[Chain]) -> str:
        room = self.room(chains)
        texts = [" \\\\\n".join(self.chain(chain, room)) for chain in chains]
        return "\\begin{align*}\n" + " \\\\[8pt]\n".join(texts) + "\n\\end{align*}"

    def room(self, chains: list[Chain]) -> int:
        """Return the signs that a right side may take: chains in one display share their columns."""
        lefts = (columns_of(self.plain.write(chain.lines[0].left)) for chain in chains)
        left = max((size for size in lefts if size <= _LEFT_ROOM), default=4)
        reasons = max(len(line.reason.words) for chain in chains for line in chain.lines)
        return max(_ROOM - left - reasons, 24)

    def chain(self, chain: Chain, room: int) -> list[str]:
        left = self.math.write(chain.lines[0].left)
        rows: list[str] = []
        long = columns_of(self.plain.write(chain.lines[0].left)) > _LEFT_ROOM
        if long:
            rows.append(f"& {left}")
        for at, line in enumerate(said(chain, self.plain.write)):
            lead = r"&\quad " if long else (f"{left} &" if at == 0 else "  &")
            relation = {"≈": r"\approx", "=": "="}.get(line.relation, line.relation)
            joined = line.reason.rule in (Rule.ROUND, Rule.VALUE) and at > 1 and len(rows[-1]) < 80
            if joined and r"\text" not in rows[-1] and self._short(line):
                rows[-1] += f" {relation} {self._right(chain, line)}"
                continue
            words = line.reason.words if line.reason.rule is not Rule.DECIDE else ""
            pieces = self.broken(line.right, room) if not self._boxed(chain, line) else []
            pieces = pieces or [self._right(chain, line)]
            rows.append(f"{lead}{relation} {pieces[0]}")
            rows += [rf"  &\quad {piece}" for piece in pieces[1:]]
            if words:
                rows[-1] += rf" && \text{{({text_label(words)})}}"
        return rows

    def broken(self, expression: Expression, room: int) -> list[str]:
        """Return a right side in rows, broken between factors or terms where it is too long."""
        if isinstance(expression, Product):
            parts = [(r"{}\times ", self.math.within(f, PRODUCT), f) for f in expression.factors]
        elif isinstance(expression, Sum):
            parts = []
            for term in expression.terms:
                body = term.term if isinstance(term, Negative) else term
                sign = "{}-" if isinstance(term, Negative) else "{}+"
                parts.append((f"{sign} ", self.math.within(body, PRODUCT), term))
        elif isinstance(expression, ArgMax):
            parts = [(", ", self.math.write(score), score) for _, score in expression.scores]
        else:
            return [self.math.write(expression)]
        if columns_of(self.plain.write(expression)) <= room:
            return [self.math.write(expression)]
        rows: list[str] = []
        taken = room + 1
        for at, (sign, text, part) in enumerate(parts):
            size = columns_of(self.plain.write(part)) + 3
            lead = "" if at == 0 and sign != "{}- " else sign
            if taken + size > room:
                rows.append(lead + text)
                taken = size
            else:
                rows[-1] += " " + lead.removeprefix("{}") + text
                taken += size
        if isinstance(expression, ArgMax):  # a brace that stretches cannot be broken over rows
            rows = [row.removeprefix(", ") + "," for row in rows[:-1]] + [rows[-1].removeprefix(", ")]
            rows[0] = rf"\operatorname*{{arg\,max}} \{{ {rows[0]}"
            rows[-1] += r" \}"
        return rows

    def prose(self, parts: tuple[InlinePart, ...]) -> str:
        out = ""
        for part in parts:
            match part:
                case str():
                    out += text_label(part)
                case Line():
                    relation = {"≈": r"\approx"}.get(part.relation, part.relation)
                    out += f"${self.math.write(part.left)} {relation} {self.math.write(part.right)}$"
                case Verdict(decision, labels):
                    what = [self.math.item(i) for i in decision.left if isinstance(i, Item)]
                    shown = [f"${math_label(label)}$" for label in labels]
                    out += f"${',~'.join(what)}$ is {said_labels(shown)}"
        return out

    def title(self, step: Step) -> str:
        about = ", ".join(f"${self.math.item(item)}$" for item in step.about)
        model = self.derivation.model_of(step)
        shown = f" ({text_label(model)})" if model else ""
        return text_label(step.title) + step.joint + about + shown

    def _right(self, chain: Chain, line: Line) -> str:
        text = self.math.write(line.right)
        return rf"\boxed{{{text}}}" if self._boxed(chain, line) else text

    def _boxed(self, chain: Chain, line: Line) -> bool:
        exact = [x for x in chain.lines if x.reason.rule in (Rule.VALUE, Rule.DECIDE)]
        exact = [x for x in exact if not isinstance(x.right, Numeral)]
        return chain.boxed and bool(exact) and line is exact[-1]

    def _short(self, line: Line) -> bool:
        return columns_of(self.plain.write(line.right)) <= 16


def _grouped(blocks: tuple[Block, ...]) -> list[list[Block]]:
    """Put chains that follow each other together, and grids too."""
    groups: list[list[Block]] = []
    for block in blocks:
        before = groups[-1] if groups else []
        if before and isinstance(block, Chain | Grid) and type(before[0]) is type(block):
            before.append(block)
        else:
            groups.append([block])
    return groups
