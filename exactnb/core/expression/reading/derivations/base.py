"""What every part of the parser of derivations may ask of the others, and small moves in the tokens."""

from __future__ import annotations

from abc import ABC, abstractmethod

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Integer, Symbol
from exactnb.core.expression.reading.cursor import Cursor
from exactnb.core.expression.reading.derivations.signs import BRACKETS
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import END, Token
from exactnb.errors import quoted

_LONGEST = 100  # digits of an index


class Moves(Cursor, ABC):
    """A place in a statement, with moves over groups and digits."""

    called: frozenset[str] = frozenset()
    stops: frozenset[int] = frozenset()  # the places of the d of a letter that an integral is over
    open_bars = 0  # a bar here ends a distance, or stands before what is known
    is_raised = False  # whether a Σ stands raised without braces: it reaches over one factor

    @abstractmethod
    def sum(self) -> Expression:
        """Return terms with + and − between them."""

    @abstractmethod
    def product(self) -> Expression:
        """Return factors, with or without a sign between them."""

    @abstractmethod
    def power(self) -> Expression:
        """Return an operand with what is raised and the factorials behind it."""

    @abstractmethod
    def operand(self) -> Expression:
        """Return a number, a bracket, a letter or a function with its argument."""

    @abstractmethod
    def named(self, name: str) -> Expression:
        """Return what begins with a name."""

    def unreadable(self) -> Refusal:
        """Return why the reading ends here."""
        if self.here == END:
            return Refusal("the formula ends too early")
        return Refusal(f"{quoted(self.here.text)} is not read here")

    def begins_factor(self) -> bool:
        """Say whether a factor stands here without a sign before it."""
        if self.at in self.stops:
            return False
        if self.is_sign(*BRACKETS, "…"):
            return True
        if self.is_sign("|", "‖"):
            return not self.open_bars
        return self.here.kind in ("name", "command", "number")

    def superscript(self) -> Expression:
        """Return what is raised: a group, or one operand."""
        if self.is_sign("{", "("):
            closing = BRACKETS[self.take().text]
            inner = self.sum()
            self.expect(closing)
            return inner
        if self.is_class_sign() or (self.is_sign("+", "-") and not self.ahead(1).glued):
            return Symbol(self.take().text)
        if self.take_if("-"):
            return nodes.Negative(self.superscript())
        if self.here.kind == "number" and len(self.here.text) > 1 and self.here.text.isdigit():
            return self.digit() if self.is_latex() else self.operand()
        if self.here.kind == "name" and len(self.here.text) == 1 and self.ahead(1).text == "(":
            return Symbol(self.take().text)  # Σ^J (…) is no function J
        self.is_raised = self.here.text in ("sum", "prod")
        return self.operand()

    def is_class_sign(self) -> bool:
        """Say whether a + or − is all that stands here: the name of a class."""
        return self.is_sign("+", "-") and self.ahead(1).text in ("}", ")", "|", ",")

    def is_latex(self) -> bool:
        r"""Say whether the statement has commands: then \frac12 and x^12 take one digit."""
        return any(token.kind == "command" for token in self.tokens)

    def digit(self) -> Expression:
        """Return one digit; the rest of the number stays."""
        if not self.here.text[0].isdigit():  # .5
            raise self.unreadable()
        token = self.take()
        if len(token.text) > 1 and token.text.isdigit():
            self.at -= 1
            self.tokens[self.at] = Token("number", token.text[1:], True)
        return Integer(int(token.text[0]))

    def bracket(self) -> Expression:
        """Return what stands in brackets."""
        self.enter_level()
        closing = BRACKETS[self.take().text]
        open_bars, self.open_bars = self.open_bars, 0
        inner = self.sum()
        self.open_bars = open_bars
        self.expect(closing)
        self.depth -= 1
        return inner

    def latex_argument(self) -> Expression:
        """Return what LaTeX takes for an argument: a group, a command, a letter or one digit."""
        if self.is_sign("{"):
            return self.bracket()
        if self.here.kind == "number":
            return self.digit()
        if self.here.kind == "name":
            token = self.take()
            return Symbol(token.text)
        return self.operand()

    def group_text(self) -> str:
        """Return the text of the group here, blanks left out."""
        return "".join(token.text for token in self.group_tokens() if token.text not in "{}")

    def skip_group(self) -> None:
        """Go past a group in braces, or one token."""
        for _ in self.group_tokens():
            self.take()

    def group_tokens(self) -> list[Token]:
        """Return the tokens of the group here; one token where no brace stands."""
        depth, tokens = 0, []
        for token in self.tokens[self.at :]:
            depth += (token.text == "{") - (token.text == "}")
            tokens.append(token)
            if depth == 0:
                break
        return tokens

    def bracket_tokens(self) -> list[tuple[int, Token]]:
        """Return the tokens in the bracket here, each with how many brackets it stands in."""
        depth, inner = 0, []
        for token in self.tokens[self.at :]:
            if token.kind == "sign":
                depth += (token.text in BRACKETS) - (token.text in BRACKETS.values())
            if depth == 0:
                break
            inner.append((depth, token))
        return inner[1:]


def index_number(token: Token) -> Integer:
    """Return the whole number that an index is; refuse 0.5 and numbers without end."""
    if not token.text.isdecimal() or len(token.text) > _LONGEST:
        raise Refusal(f"an index is a whole number of at most {_LONGEST} digits")
    return Integer(int(token.text))
