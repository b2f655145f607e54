"""Formulas for Markdown: the dialect of LaTeX that GitHub, MathJax and KaTeX share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exactnb.core.expression.nodes import Expression
from exactnb.core.naming.notation import Mark
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.latex_names import GENERAL
from exactnb.explain.rendering.pages.latex_text import math_sign
from exactnb.explain.rendering.pages.markdown_text import NEXT_ROW, math_text

_ACTIVE = str.maketrans({"<": r"\lt ", ">": r"\gt ", "[": r"\lbrack ", "]": r"\rbrack ", "*": r"\ast "})
_LOOSE = re.compile(r"(?<![A-Za-z0-9])_(?! )")


class MarkdownMath(LatexMath):
    r"""Write expressions with commands made of letters, since Markdown eats any other backslash.

    GitHub refuses `\operatorname`, takes `<` for a tag and `*` for emphasis; pandoc knows no
    `\thinspace`, which is a small blank here, and ends the rows of a matrix with `\\` only.
    """

    signs: Mapping[str, str] = {**LatexMath.signs, "`": math_text("`"), "@": math_text("@")}
    relations: Mapping[str, str] = {**LatexMath.relations, "<": r"\lt", ">": r"\gt"}
    thin_space = r"{\scriptstyle\ }"
    overhang = ""
    in_cell = r"\frac"
    reason_gap = " && "
    percent = math_text("%")
    next_row = NEXT_ROW
    braces = (r"\lbrace", r"\rbrace")
    arg_max = r"\arg\max"
    upright = r"\mathrm"
    prose = staticmethod(math_text)

    def write(self, expression: Expression) -> str:
        """Return `expression` for math mode, free of anything that Markdown acts on."""
        return _tamed(super().write(expression))

    def marks(self, marks: Iterable[Mark], *, superscript: bool = False) -> str:
        """Return `marks`, those of a `superscript` or not, free of anything that Markdown acts on."""
        return _tamed(super().marks(marks, superscript=superscript))

    def opening(self, bracket: str) -> str:
        r"""Return the left `bracket` of an interval; of the `\Big` family, pandoc lacks `\Bigl`."""
        return _tamed(rf"\mathopen{{\Big{bracket}}}")

    def closing(self, bracket: str) -> str:
        """Return the right `bracket` of an interval."""
        return _tamed(super().closing(bracket))

    def label(self, text: str) -> str:
        """Return `text`, a user's label."""
        sign = math_sign(text)
        return math_text(text) if sign is None else sign

    def phrase(self, text: str) -> str:
        """Return `text`, a phrase of a rule; letters are formulas between pieces of text."""
        letters = iter(GENERAL.split(text))  # and the letters between them
        return "".join((math_text(part) if part else "") + next(letters, "") for part in letters)


def _tamed(formula: str) -> str:
    """Replace signs by commands, and add a blank to an underscore that could begin emphasis."""
    return _LOOSE.sub("_ ", formula.translate(_ACTIVE))
