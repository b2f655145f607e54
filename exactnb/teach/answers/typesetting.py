"""How a reading is echoed in LaTeX, from its tree alone; only who asks for it loads the printers."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression, Function, Integer
from exactnb.core.expression.precedence import POWER, PRODUCT, is_scientific
from exactnb.core.naming.notation import Notation, Style
from exactnb.explain.rendering.formulas.latex_math import LatexMath


def in_latex(tree: Expression) -> str:
    r"""Return a tree for LaTeX's math mode; a natural logarithm is ln, a power of e is e^{...}.

    >>> in_latex(Function("exp", Function("log", Integer(2))))
    'e^{\\ln(2)}'

    Raises Unsupported for a class label that pdflatex has no sign for.
    """
    return _Latex(Notation(Style("reading", "", {}))).write(tree)


class _Latex(LatexMath):
    def write(self, expression: Expression) -> str:
        match expression:
            case Function("log", argument):
                return rf"\ln{self.bracketed(self.write(argument))}"
            case Function("exp", Integer(1)):
                return "e"
            case Function("exp", exponent):
                return f"e^{{{self.write(exponent)}}}"
        return super().write(expression)

    def precedence(self, part: Expression) -> int:
        if isinstance(part, Function) and part.name == "exp" and part.argument != Integer(1):
            return POWER
        return PRODUCT if is_scientific(part) else super().precedence(part)
