"""Read the tokens of one formula into the display tree, by precedence, one token at a time.

Where people read the same signs in two ways, the parser asks: `choose` answers, and remembers that
it was asked.
"""

from __future__ import annotations

from exactnb.core.expression import nodes
from exactnb.core.expression.reading.cursor import DEEPEST, Level
from exactnb.core.expression.reading.operands import E, Operands
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import CLOSING, END

_INFIX = {
    "over": Level.OVER,
    ":": Level.RATIO,
    "+": Level.SUM,
    "-": Level.SUM,
    "*": Level.PRODUCT,
    "/": Level.PRODUCT,
    "choose": Level.CHOOSE,
    "^": Level.POWER,
}
_RIGHT = {"/": Level.DIVISOR, "^": Level.CHOOSE}
"""What the right side of a sign has to hold together more tightly than, where that is another level."""


class Parser(Operands):
    """Read one formula, in one interpretation.

    >>> from exactnb.core.expression.reading.cursor import Interpretation
    >>> from exactnb.core.expression.reading.tokens import tokenize
    >>> Parser(tokenize("3/6"), Interpretation()).read()
    Quotient(numerator=Integer(value=3), denominator=Integer(value=6))
    """

    has_ratio = False

    def read(self) -> nodes.Expression:
        """Return the tree of the whole formula; raise Refusal for anything else than one."""
        tree = self.listed()
        if self.here != END:
            raise self.unexpected()
        require_shallow(tree, DEEPEST)
        return tree

    def expression(self, floor: Level) -> nodes.Expression:
        return self.extended(self.operand(floor), floor)

    def extended(self, left: nodes.Expression, floor: Level) -> nodes.Expression:
        chain: nodes.Expression | None = None  # the sum or product that is being written: 1 + 2 + 3
        while True:
            sign = self.sign_here()
            if sign == "!":
                left = self._factorial(left)
            elif sign == "%":
                # 1/2% is (1/2)% or 1/(2%); beside other signs it makes no difference
                if floor > Level.PRODUCT and not (
                    floor == Level.DIVISOR and self.is_second_way("percent")
                ):
                    return left
                self.take()
                left = nodes.Percent(left)
            elif sign:
                if _INFIX[sign] <= floor:
                    return left
                self.take()
                left = chain = self._combined(left, sign, is_growing=left is chain)
            elif self.is_juxtaposed():
                # 1/2 pi is (1/2) pi or 1/(2 pi)
                if floor >= Level.PRODUCT and not (
                    floor == Level.DIVISOR and self.is_second_way("slash")
                ):
                    return left
                right = self.expression(max(floor, Level.PRODUCT))
                left = chain = self._times(left, right, left is chain)
            else:
                return left

    def continues_product(self) -> bool:
        return self.sign_here() in ("*", "/", "%") or (not self.sign_here() and self.is_juxtaposed())

    def sign_here(self) -> str:
        """Return the sign that stands here behind an operand, or that a letter stands for: 2 x 3."""
        token = self.here
        if token.kind == "sign" and (token.text in _INFIX or token.text in ("!", "%")):
            return token.text
        if token.text == "·" or (token.kind == "name" and token.text in ("x", "X")):
            return "*"
        if token.kind == "name" and token.text in ("C", "nCr") and self.ahead(1).text != "(":
            return "choose"
        return ""

    def is_juxtaposed(self) -> bool:
        """Say whether an operand stands here without a sign; a number never does behind a number."""
        if self.here.kind == "number":
            return self.previous.kind == "name" or self.previous.text in (")", "]", "}", "!")
        return self.here.kind in ("name", "command") or self.is_sign(*CLOSING)

    def _combined(self, left: nodes.Expression, sign: str, *, is_growing: bool) -> nodes.Expression:
        """Return two sides put together; a sum or product that is being written grows."""
        is_exponential = left == E and self.ahead(-2).text == "e"
        is_spaced = not self.previous.glued and not self.here.glued
        right = self.expression(_RIGHT.get(sign, _INFIX[sign]))
        match sign:
            case "+" | "-":
                term = nodes.Negative(right) if sign == "-" else right
                return nodes.Sum(
                    (*left.terms, term) if is_growing and isinstance(left, nodes.Sum) else (left, term)
                )
            case "*":
                return self._times(left, right, is_growing)
            case "/" | "over":
                if (
                    is_spaced
                    and self.here.text == "/"
                    and self.here.glued
                    and self.is_second_way("bar")
                ):
                    self.take()  # 9/64 / 27/128 has a fraction on either side
                    right = nodes.Quotient(right, self.expression(Level.DIVISOR))
                if is_growing and isinstance(
                    left, nodes.Product
                ):  # 2/4*3/4 is written as 2/4 times 3/4
                    *earlier, last = left.factors
                    return nodes.Product((*earlier, nodes.Quotient(last, right)))
                return nodes.Quotient(left, right)
            case "^":
                return nodes.Function("exp", right) if is_exponential else nodes.Power(left, right)
            case "choose":
                return self.binomial(left, right)
        return self._colon_ratio(left, right)

    def _times(
        self, left: nodes.Expression, right: nodes.Expression, is_growing: bool
    ) -> nodes.Product:
        if is_growing and isinstance(left, nodes.Product):
            return nodes.Product((*left.factors, right))
        return nodes.Product((left, right))

    def _colon_ratio(self, left: nodes.Expression, right: nodes.Expression) -> nodes.Expression:
        """Return 3:4 as 3/4, or as 3 parts of 7."""
        if self.has_ratio:  # and a second one would repeat the first, again and again
            raise Refusal("a ratio of more than two numbers; write one number, such as 3/6")
        self.has_ratio = True
        if self.interpretation.odds or not self.is_second_way("ratio"):
            return nodes.Quotient.of(left, right)  # 3.89:1 has three figures
        return nodes.Quotient(left, nodes.Sum((left, right)))

    def _factorial(self, left: nodes.Expression) -> nodes.Expression:
        is_spaced = not self.take().glued
        if is_spaced and self.here == END and self.is_second_way("factorial"):
            return left  # 2/3 ! is said loudly
        if self.is_sign("!"):
            raise Refusal("'!!' is read in two ways; write (3!)! or the product itself")
        return nodes.Factorial(left)


def require_shallow(tree: nodes.Expression, deepest: int) -> None:
    """Refuse a `tree` of more levels than `deepest`, for functions walk it: 1/1/1/… has no bracket."""
    level, depth = [tree], 0
    while level:
        depth += 1
        if depth > deepest:
            raise Refusal(f"over {deepest} steps in each other; write a shorter formula", "too_deep")
        level = [part for node in level for part in node.children]
