"""Read a letter with all that hangs on it: a hat, indices, primes, arguments.

How to read: `letter` begins, `with_scripts` reads what stands below and above it, `applied` its
arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from string import ascii_uppercase

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.reading.derivations.base import Moves, index_number
from exactnb.core.expression.reading.derivations.plain_text import STATISTICS
from exactnb.core.expression.reading.derivations.signs import (
    BRACKETS,
    ESTIMATES,
    LOGISTIC,
    NAMES,
    OBJECTIVES,
    OF_MEAN,
    OTHER_ESTIMATES,
    PRIME,
    RANDOM,
    RANK,
)
from exactnb.core.expression.reading.derivations.statements import RELATIONS
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import END, Token
from exactnb.errors import quoted

_SHARES = "θφβ"  # letters of probabilities of values, by a class below
_RANKED = frozenset("xyztuvwXYZTU")  # letters of data, which may stand in their order
_BETWEEN = (",", "*", "+", "-", "/", "|", ";", "∩", "=")  # signs that say what dots go on with
_NO = ("not", "no", "non", "without")
_CALLED = frozenset(("Pr", "Var", "Bias", "MSE", "KL", *"pPfgqhπFQbazsEσH"))

_DOCUMENT = Symbol("d")
"""The index of a document, which no likelihood has."""


class LetterReader(Moves):
    """Read letters, and the functions that they are of what stands in parentheses."""

    events = ascii_uppercase  # whose bar makes another event of them, and no mean

    def letter_under_mark(self, *, estimate: bool = False, mark: str = "") -> Expression:
        """Return a letter under a hat or another `mark`."""
        braced = self.take_if("{")
        if self.here.text == "wrapped":
            self.take()
            inner = self.take_if("{")
            token = self.take()
            if inner:
                self.expect("}")
        elif self.here.kind in ("name", "command"):
            token = self.take()
        else:
            raise self.unreadable()
        name = token.text
        symbol = self.with_scripts(Symbol(name + mark, is_estimate=estimate))
        if braced:
            self.expect("}")
            if isinstance(symbol, Symbol):
                symbol = self.with_scripts(symbol)
        return self.applied(symbol) if isinstance(symbol, Symbol) else symbol

    def letter(self, spelled: str = "") -> Expression:
        """Return a letter with its indices, primes and arguments, named `spelled` if that is given."""
        token = self.take()
        name = spelled or token.text
        if name == "count" and self.is_sign("("):
            return self.applied(Symbol(name))
        is_read = name in NAMES or (name in STATISTICS and not self.is_sign("_"))
        if token.kind == "word" or (len(name) > 2 and is_read):
            raise Refusal(f"{quoted(name)} is not read here")
        if name == "π" and not self.is_sign("_", "(", "̂"):
            return Symbol("π")
        if name == "l" and (self.is_sign("(", "'", "[") or self.is_at_end_of_side()):
            name = "ℓ"
        symbol = Symbol(name)
        if self.take_if("̂"):
            symbol = symbol.hat
        elif self.take_if("̄"):
            symbol = Symbol(name + "\u0304")
        hung = self.with_scripts(symbol)
        if name == "l" and hung.lower and self.is_sign("("):
            hung = replace(hung, letter="ℓ")
        return self.applied(hung)

    def is_at_end_of_side(self) -> bool:
        """Say whether a side is but this letter."""
        return self.here == END or self.here.text in RELATIONS

    def with_scripts(self, symbol: Symbol) -> Symbol:
        """Return `symbol` with the indices below and above it; a star makes it an estimate."""
        while True:
            if self.take_if("_"):
                symbol = self.with_subscript(symbol)
            elif self.is_sign("^") and self.ahead(1 + (self.ahead(1).text == "{")).text in ("*", "⋆"):
                self.take()
                self.skip_group()
                symbol = symbol.hat
            elif self.is_sign("^") and (self.ahead(1) == END or self.ahead(1).text in RELATIONS):
                self.take()  # lam^ = 1/150
                symbol = symbol.hat
            elif self.is_sign("*") and self.ahead(1).text in RELATIONS and self.here.glued:
                self.take()  # x* = 1/150
                symbol = symbol.hat
            elif self.is_sign("^") and (above := self.upper_index_change()):
                symbol = above(symbol)
            elif not self.take_index_first():
                return symbol

    def take_index_first(self) -> bool:
        r"""Put an index behind primes or a power before them, and say whether there is one.

        σ^2_{ML} is σ_{ML}^2, and c'_j is c_j'; in p^m_1 the index is that of the power.
        """
        start = self.at
        while self.take_if("'", "^"):
            if self.previous.text == "^":
                self.skip_group()
        raised, middle = self.tokens[start : self.at], self.at
        is_plain = all(token.kind in ("number", "sign") for token in raised)
        if raised and is_plain and self.take_if("_"):
            self.skip_group()
            self.tokens[start : self.at] = [*self.tokens[middle : self.at], *raised]
        self.at = start
        return self.is_sign("_")

    def upper_index_change(self) -> Callable[[Symbol], Symbol] | None:
        """Go past an index in parentheses above a letter, or a label; None if a power stands here."""
        if self.ahead(1).text == "{":
            self.take()
            label = self.group_text().replace("wrapped", "")
            if self.ahead(1).kind == "word" or label in ESTIMATES:
                self.skip_group()
                return lambda symbol: self.labelled(symbol, label)
            self.at -= 1
        braced = self.ahead(1).text == "{"
        names = [self.ahead(index).text for index in range(1 + braced, 4 + braced)]
        inner = self.ahead(2 + braced)
        if names[0] != "(" or names[2] != ")" or (braced and self.ahead(4 + braced).text != "}"):
            return None
        if inner.kind == "number" and not braced:
            return None
        for _ in range(4 + 2 * braced):
            self.take()
        if inner.text in ESTIMATES:
            return lambda symbol: symbol.hat
        index = index_number(inner) if inner.kind == "number" else Symbol(inner.text)
        return lambda symbol: replace(symbol, upper=(index,))

    def with_subscript(self, symbol: Symbol) -> Symbol:
        """Return `symbol` with the index or word below it that stands here."""
        if self.is_sign("(") and (symbol.letter in _RANKED or len(self.bracket_tokens()) == 1):
            return replace(symbol, lower=(*symbol.lower, Call(RANK, (self.bracket(),))))
        if self.is_sign("("):  # p_(k−1) is no number by its place
            return replace(symbol, lower=(*symbol.lower, self.bracket()))
        if not self.is_sign("{"):
            token = self.take()
            if token.text == "wrapped":
                text = self.group_text() if self.is_sign("{") else self.here.text
                self.skip_group()
                return self.labelled(symbol, text)
            if token.kind == "word" or token.text in ESTIMATES:
                return self.labelled(symbol, token.text)
            is_letter = token.kind == "name" and len(token.text) == 1
            if token.kind == "number" or is_letter or token.text in ("+", "-"):
                index = index_number(token) if token.kind == "number" else Symbol(token.text)
                return replace(symbol, lower=(*symbol.lower, index))
            self.at -= 1
            raise self.unreadable()
        text = self.group_text().replace("wrapped", "")
        is_estimate = text in (*ESTIMATES, *OF_MEAN, *OTHER_ESTIMATES) or text[:3] in ("MLE", "MAP")
        if is_estimate or any(token.kind == "word" for token in self.group_tokens()):
            self.skip_group()
            return self.labelled(symbol, text)
        self.take()
        indices: list[Expression] = []
        while not self.take_if("}"):
            if self.take_if(",", "|", "*", ";"):
                continue
            is_first = not indices and self.ahead(1).kind == "name"  # θ_{+w}, of the class +
            if self.is_class_sign() or (is_first and self.is_sign("+", "-")):
                indices.append(Symbol(self.take().text))
                continue
            if self.is_sign("(") and not indices:
                indices.append(Call(RANK, (self.bracket(),)))
                continue
            if self.take_if("<"):
                indices.append(Call("below", (self.operand(),)))
            elif self.here.kind == "number":
                indices.append(index_number(self.take()))
            elif self.here.kind == "name":
                inner = Symbol(self.take().text)
                if order := self.take_primes():
                    inner = Symbol(inner.letter + "'" * order)
                if self.is_sign("_", "^"):
                    hung = self.with_scripts(inner)
                    if not isinstance(hung, Symbol):
                        raise self.unreadable()
                    inner = hung
                indices.append(inner)
                if self.take_if("="):  # θ_{j=v} is θ_{j,v}
                    indices.append(self.sum())
            elif self.here.text == "wrapped":
                self.take()
            else:
                raise self.unreadable()
            if self.is_sign("-", "+") and indices and self.ahead(1).text != "}":
                negative = self.take().text == "-"
                step = self.index_offset()
                indices[-1] = nodes.Sum((indices[-1], nodes.Negative(step) if negative else step))
            elif self.is_sign(":") and indices:
                self.take()
                last = self.operand()
                last = Symbol(last.head) if isinstance(last, Call) else last  # x_{1:L}
                if self.take_if("-"):
                    last = nodes.Sum((last, nodes.Negative(self.index_offset())))
                indices[-1] = Call("range", (indices[-1], last))
        return replace(symbol, lower=(*symbol.lower, *indices))

    def index_offset(self) -> Expression:
        """Return the number that is added to an index."""
        if self.here.kind != "number":
            raise self.unreadable()
        return index_number(self.take())

    def labelled(self, symbol: Symbol, label: str) -> Symbol:
        """Return `symbol` with the word `label` below it: an estimate, or another letter."""
        label = label.strip().split("/")[0]
        if label in ESTIMATES:
            return replace(symbol.hat, role=label.upper())
        if label in OTHER_ESTIMATES:
            raise Refusal(f"an estimate called {quoted(label)} is not read")
        if label in OF_MEAN or label == "mode":
            return replace(symbol.hat, role="MAP" if label == "mode" else "MEAN")
        return replace(symbol, lower=(*symbol.lower, Symbol(label)))

    def applied(self, symbol: Symbol) -> Expression:
        """Return `symbol`, or the function of that name of the arguments in parentheses here."""
        name = symbol.letter
        inner = "".join(token.text for _, token in self.bracket_tokens()) if self.is_sign("(") else ""
        is_place = inner[:1].isalpha() and inner[1:2] in ("", "_") and len(inner) < 4
        if symbol.lower and name in _SHARES and is_place:  # θ_c(w) is θ_{c,w}
            return self.applied(replace(symbol, lower=(*symbol.lower, self.bracket())))
        order = self.take_primes()
        is_length = symbol.lower == (_DOCUMENT,) and not self.is_sign("(", "[")  # ℓ_d = Σ_w n_dw
        is_known = name in (*OBJECTIVES, *(self.called - {"e"})) and not is_length
        is_function = is_known or order > 0 or len(name) > 2
        head = Call(name, (), (), symbol.lower)
        if self.is_sign("(", "[") and (
            is_function or (self.is_call(name) if name in _CALLED else self.has_arguments())
        ):
            opening = self.take().text
            self.at -= 1
            events, self.events = self.events, "" if name in RANDOM else ascii_uppercase
            left, right = self.arguments(BRACKETS[opening])
            self.events = events
            call: Expression = Call(
                ("^" if symbol.is_estimate else "") + name, left, right, symbol.lower
            )
            if name in LOGISTIC and len(left) == 1 and not (right or symbol.lower or order):
                return 1 / (1 + nodes.Function("exp", -left[0]))
            return nodes.Derivative(call, _differentiation_letter(left), order) if order else call
        if order:
            is_letter = name not in (*OBJECTIVES, *self.called, "f", "g", "h", "l", "p", "P")
            if order == 1 and is_letter:
                return replace(symbol, letter=name + "'")
            return nodes.Derivative(head, PRIME, order)
        return head if name in OBJECTIVES and name != "J" and not is_length else symbol

    def take_primes(self) -> int:
        """Go past the primes here, which may be raised, and return how many they are."""
        start, order = self.at, 0
        braced = self.take_if("^") and self.take_if("{")
        while self.take_if("'"):
            order += 1
        if not order or (braced and not self.take_if("}")):
            self.at = start
            return 0
        return order

    def differentiated(self, body: Expression, order: int) -> Expression:
        """Return the derivative of `body`, which has `order` primes, by the letter in parentheses here.

        Without any the letter is whatever the body is of.
        """
        if not self.is_sign("("):
            return nodes.Derivative(body, PRIME, order)
        variable = _differentiation_letter(self.arguments(")")[0])
        if variable == PRIME:
            raise Refusal("the letter of a derivative is not read")
        return nodes.Derivative(body, variable, order)

    def has_arguments(self) -> bool:
        """Say whether a comma, a bar, or one letter alone stands in the parenthesis here: n(w)."""
        inside = [token for _, token in self.bracket_tokens()]
        letters = [token.text for token in inside if token.text not in ("hat", "widehat", "{", "}", "̂")]
        if len(letters) == 1 and inside[-1].kind != "number" and self.here.glued:
            [inner] = letters
            return len(inside) == 1 and len(inner) == 1 and "a" <= inner <= "z"
        return any(
            depth == 1 and token.text in (",", "|", ";") for depth, token in self.bracket_tokens()
        )

    def is_call(self, name: str) -> bool:
        """Say whether the parenthesis behind `name` has arguments: a bar, a comma, or letters alone."""
        inner = [token for depth, token in self.bracket_tokens() if depth == 1]
        if name in ("P", "Pr", "σ", *RANDOM) or (len(inner) == 1 and inner[0].kind == "number"):
            return True
        signs = {token.text for token in inner if token.kind == "sign"}
        if signs & {"|", ",", ";", "=", "…", "∈", "‖"}:
            return True
        if signs & {"+", "-", "*", "/"} or any(t.kind == "number" for t in inner[:1]):
            return False
        names = [token for token in inner if token.kind in ("name", "command")]
        return bool(names) and "sum" not in {token.text for token in names}

    def arguments(self, closing: str) -> tuple[tuple[Expression, ...], tuple[Expression, ...]]:
        """Return the arguments before and behind a bar, up to the bracket `closing`."""
        self.enter_level()
        self.list_dots()
        self.take()
        open_bars, self.open_bars = self.open_bars, 1
        sides: list[list[Expression]] = [[]]
        while not self.take_if(closing):
            if self.take_if("|", ";", "‖"):
                sides.append([])
            elif self.take_if(",", "∩"):
                continue
            elif self.here == END:
                raise self.unreadable()
            else:
                sides[-1].append(self.one_argument())
        self.depth, self.open_bars = self.depth - 1, open_bars
        right = tuple(part for side in sides[1:] for part in side)
        return tuple(sides[0]), right

    def list_dots(self) -> None:
        """Put commas around dots between two letters in the parenthesis here: P(x_1..x_n)."""
        inner = self.bracket_tokens()
        for place in reversed(range(1, len(inner) - 1)):
            (_, before), (depth, token), (_, after) = inner[place - 1 : place + 2]
            if (depth, token.text) == (1, "…") and {before.text, after.text}.isdisjoint(_BETWEEN):
                at, comma = self.at + 1 + place, Token("sign", ",")
                self.tokens[at : at + 1] = [comma, token, comma]

    def one_argument(self) -> Expression:
        """Return one argument, which may be an equation: X = x."""
        if self.is_sign("¬", "!") or (self.here.kind == "word" and self.here.text in _NO):
            self.take()
            return Call("¬", (self.one_argument(),))
        if self.here.kind == "word":
            words = [self.take().text]
            while self.here.kind == "word":  # an event of several words
                words.append(self.take().text)
            word = Symbol(" ".join(words))
            return nodes.Equal((word, self.sum_or_word())) if self.take_if("=") else word
        if self.is_sign("{("):
            self.take()
            inner = self.sum()
            self.expect(")}")
            while self.is_sign("_", "^"):
                self.take()
                self.skip_group()
            return Call("set", (inner,))
        left = self.sum()
        if self.take_if("="):
            return nodes.Equal((left, self.sum_or_word()))
        match left:
            case nodes.Power(Symbol(letter) as event, Symbol("c" | "C" | "complement")) if (
                letter.isupper()
            ):
                return Call("¬", (event,))
            case Symbol(letter) if letter[1:] in ("'", "\u0304") and letter[:1] in self.events:
                return Call("¬", (replace(left, letter=letter[0]),))
        return left

    def sum_or_word(self) -> Expression:
        """Return the value of a variable, y = spam."""
        if self.is_class_sign():
            return Symbol(self.take().text)
        return Symbol(self.take().text) if self.here.kind == "word" else self.sum()


def _differentiation_letter(arguments: tuple[Expression, ...]) -> Symbol:
    """Return the letter by which the prime of a function differentiates: its argument, if it is one."""
    match arguments:
        case (Symbol(is_estimate=False) as letter,):
            return letter
        case (nodes.Power(Symbol("σ" | "s" | "τ" as name, (), is_estimate=False), Integer(2)),):
            return Symbol(name + "²")
    return PRIME
