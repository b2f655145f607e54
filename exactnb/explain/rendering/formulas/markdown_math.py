"""Formulas for Markdown: LaTeX in the dialect that GitHub, MathJax and KaTeX share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exactnb.core.expression.nodes import Expression
from exactnb.core.naming.templates import Mark
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.latex_names import GENERAL
from exactnb.explain.rendering.pages.latex_text import math_sign
from exactnb.explain.rendering.pages.markdown_text import NEXT_ROW, math_words

_ACTIVE = str.maketrans({"<": r"\lt ", ">": r"\gt ", "[": r"\lbrack ", "]": r"\rbrack ", "*": r"\ast "})
_LOOSE = re.compile(r"(?<![A-Za-z0-9])_(?! )")


class MarkdownMath(LatexMath):
    r"""Write expressions with commands of letters only: Markdown eats the backslash of any other.

    GitHub refuses `\operatorname`, takes `<` for a tag and `*` for emphasis; pandoc knows no
    `\thinspace`, which is a small blank here, and ends the rows of a matrix by `\\` alone.
    """

    signs: Mapping[str, str] = {**LatexMath.signs, "`": math_words("`"), "@": math_words("@")}
    relations: Mapping[str, str] = {**LatexMath.relations, "<": r"\lt", ">": r"\gt"}
    thin_space = r"{\scriptstyle\ }"
    overhang = ""
    in_cell = r"\frac"
    beside = " && "
    percent = math_words("%")
    next_row = NEXT_ROW
    braces = (r"\lbrace", r"\rbrace")
    arg_max = r"\arg\max"
    upright = r"\mathrm"

    def write(self, expression: Expression) -> str:
        """Return an expression for math mode, with nothing in it that Markdown acts on."""
        return _tamed(super().write(expression))

    def marks(self, marks: Iterable[Mark], *, raised: bool = False) -> str:
        """Return marks for math mode, with nothing in them that Markdown acts on."""
        return _tamed(super().marks(marks, raised=raised))

    def opening(self, bracket: str) -> str:
        r"""Return the left end of an interval; pandoc lacks `\Bigl` alone of its kind."""
        return _tamed(rf"\mathopen{{\Big{bracket}}}")

    def closing(self, bracket: str) -> str:
        """Return the right end of an interval."""
        return _tamed(super().closing(bracket))

    def label(self, text: str) -> str:
        """Return a user's label."""
        sign = math_sign(text)
        return math_words(text) if sign is None else sign

    def words(self, text: str) -> str:
        """Return words among formulas, such as a reason."""
        return math_words(text)

    def phrase(self, text: str) -> str:
        """Return a phrase of a rule; a formula may not open another one inside its words."""
        words = iter(GENERAL.split(text))  # and the letters between them
        return "".join((math_words(part) if part else "") + next(words, "") for part in words)


def _tamed(formula: str) -> str:
    """Write signs as commands, and a blank behind an underscore that could begin emphasis."""
    return _LOOSE.sub("_ ", formula.translate(_ACTIVE))
