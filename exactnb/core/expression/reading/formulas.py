r"""Read a formula with letters, typed as text or in LaTeX: `x/s^2 exp(-x^2/(2 s^2))`.

A blank multiplies. What people read in two ways is refused with both readings, and nothing is worked
out but the size of numbers that stand by themselves.

How to read: `read_formula` is the door; `LetterParser` is the parser of numbers, with letters as
operands and without questions; `_check_numbers` is the budget of what has no letter in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from itertools import pairwise
from unicodedata import category, name

from exactnb.core.arithmetic.values import rational
from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Function, Integer, Negative, Symbol
from exactnb.core.expression.reading.cursor import Interpretation, Level
from exactnb.core.expression.reading.evaluation import exact_value
from exactnb.core.expression.reading.parser import Parser, require_shallow
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import CLOSING, MOST, Token, tokenize
from exactnb.core.expression.written import literal
from exactnb.core.naming.grammar import GREEK
from exactnb.errors import near, quoted

LONGEST = 400
"""Characters of the longest formula that is read."""

_SIGNS = {"**": "^", "−": "-", "·": "*", "×": "*", "⋅": "*", "∗": "*"}
_COMMANDS = {"cdot": "*", "times": "*", "ast": "*"}
_BARS = {"|": "|", "lvert": "rvert"}
"""The bar that closes each other, around an absolute value."""
_NAMED = {"pi": "pi", "ln": "log", "log": "log", "exp": "exp", "Gamma": "Gamma"}
_FUNCTIONS = frozenset({"exp", "log", "ln", "sqrt"})
_BINOMIAL = frozenset({"C", "binom", "binomial", "choose", "comb", "nCr"})
_BETA = frozenset({"B", "Beta"})
_NAMES = ("abs", "Beta", "C", "choose", "exp", "Gamma", "ln", "log", "pi", "sqrt")
_NOT_YET = frozenset({"max", "min", "sin", "cos", "tan", "floor", "erf"})
_LARGEST_EXPONENT = 100
_MOST_DIGITS = 30
_DEEPEST = 20
_POWERS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_PLAIN_POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def read_letter(text: str) -> str:
    r"""Return the letter that a text is: one of Latin or Greek, which may be spelled by its name.

    >>> read_letter("s"), read_letter("lambda"), read_letter(r"\theta")
    ('s', 'λ', 'θ')

    Raises Refusal for anything else, and for e and π, which are numbers.
    """
    plain = text.strip().removeprefix("\\")
    sign = GREEK.get(plain, plain)
    if sign in ("e", "π", "pi", "Γ", "C"):
        raise Refusal(f"{quoted(plain)} has a meaning of its own in formulas; choose another letter")
    if len(sign) != 1 or not (("a" <= sign.lower() <= "z") or sign in GREEK.values()):
        what = "expected one letter, such as s or theta"
        raise Refusal(f"{what}; got {quoted(text)}{near(plain, GREEK)}", "unknown_name")
    return sign


def read_formula(text: str, letters: Collection[str]) -> Expression:
    r"""Return the formula that `text` is, in which `letters` may stand.

    >>> print(read_formula("2 s exp(-x^2/s)", "sx"))
    2 s exp(-x^2 / s)
    >>> read_formula(r"\theta x^{\theta-1}", "xθ") == read_formula("theta x^(theta - 1)", "xθ")
    True

    Raises Refusal for unknown names and signs, for what is read in two ways, and for a formula that is
    long, deep, or has long numbers in it.
    """
    return parse_tokens(tokens_of(text), letters)


def letters_in(text: str) -> tuple[str, ...]:
    """Return the letters that stand by themselves in the text of a formula, in order.

    >>> letters_in("b^(g-1) exp(-h b)")
    ('b', 'g', 'h')
    """
    names = (token.text for token in tokens_of(text) if token.kind == "name")
    numbers = ("e", "π", "√", "∞")
    return tuple(dict.fromkeys(name for name in names if len(name) == 1 and name not in numbers))


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a formula or a range, in one spelling; raise Refusal for a long text."""
    if len(text) > LONGEST:
        raise Refusal(f"{len(text):,} characters; at most {LONGEST} are read: write less", "too_long")
    if hidden := next((sign for sign in text if category(sign) in ("Cc", "Cf", "Cs", "Co")), ""):
        described = name(hidden, f"U+{ord(hidden):04X}")
        raise Refusal(
            f"a character that cannot be seen ({described}); type the formula anew", "bad_char"
        )
    raised = _POWERS.sub(lambda power: f"^({power[0].translate(_PLAIN_POWERS)})", text)
    return [_normalized_token(token) for token in tokenize(raised)]


def parse_tokens(tokens: list[Token], letters: Collection[str]) -> Expression:
    """Return the formula that some tokens are, in which `letters` may stand."""
    if not tokens:
        raise Refusal("nothing to read; write a formula", "empty")
    split = _split_letters(tokens, frozenset(letters))
    if len(split) > MOST:
        raise Refusal(f"over {MOST} signs, letters and numbers; write less", "too_long")
    parser = LetterParser(split, Interpretation(log="e"))
    parser.letters = frozenset(letters)
    formula = _with_fractions(parser.read())
    _check_numbers(formula)
    require_shallow(formula, _DEEPEST)
    return formula


class LetterParser(Parser):
    """Read one formula with letters, and refuse what is read in two ways."""

    letters: frozenset[str] = frozenset()
    bars = 0  # that are open since the last bracket

    def is_second_way(self, question: str) -> bool:
        """Refuse a question, unless the blanks that are typed answer it."""
        if question == "factorial" or (question == "slash" and not self.here.glued):
            return False
        after = "(…)" if self.is_sign(*CLOSING) else self.here.text
        before = self.previous.text
        if question == "slash":
            slash = max(index for index in range(self.at) if self.tokens[index].text in ("/", "over"))
            before = "".join(token.text for token in self.tokens[slash + 1 : self.at])
            readings = f"write /({before} {after}), or /{before} {after} with a blank"
            raise Refusal(f"{quoted(f'/{before}{after}')} is read in two ways: {readings}", "ambiguous")
        both = quoted(f"{before} {after}")
        raise Refusal(f"{both} is read in two ways here; write brackets", "ambiguous")

    def sign_here(self) -> str:
        """Return the sign that stands here: x is a letter, and no sign of multiplication."""
        return "" if self.here.kind == "name" else super().sign_here()

    def is_juxtaposed(self) -> bool:
        """Say whether an operand stands here without a sign; refuse a number glued to a letter."""
        if self.here.kind == "number" and self.previous.kind == "name" and self.here.glued:
            both = f"{self.previous.text}{self.here.text}"
            raise Refusal(
                f"{quoted(both)}: write {self.previous.text}^{self.here.text} or "
                f"{self.here.text} {self.previous.text}",
                "ambiguous",
            )
        if self.here.kind == "bar":
            if self.here.text == "|" and not self.bars and not self._sign_before_next_bar():
                raise self.unexpected()
            return self.here.text in _BARS and not (self.here.text == "|" and self.bars)
        return super().is_juxtaposed()

    def _operand(self, floor: Level) -> Expression:
        return self.absolute_value() if self.here.text in _BARS else super()._operand(floor)

    def absolute_value(self) -> Expression:
        """Return the absolute value of what stands between two bars; refuse |a|b|c| without signs."""
        opening = self.take().text
        self.bars += 1
        inner = self.expression(Level.LOWEST)
        self.bars -= 1
        if self.here.text != _BARS[opening]:
            raise Refusal(f"the bar {quoted('|')} is not closed; write abs(…)")
        self.take()
        goes_on = opening == "|" and super().is_juxtaposed() and self._sign_before_next_bar()
        if goes_on and goes_on not in "+-*/^":
            raise Refusal("bars side by side are read in two ways; write abs(…)", "ambiguous")
        return Function("abs", inner)

    def _sign_before_next_bar(self) -> str:
        """Return the sign before the next bar inside of the brackets here, "" if there is no bar."""
        depth = 0
        for before, token in pairwise(self.tokens[self.at :]):
            depth += (token.text in CLOSING) - (token.text in CLOSING.values())
            if depth < 0 or (not depth and token.text == "|"):
                return "" if depth else before.text
        return ""

    def bracket(self) -> Expression:
        """Return what stands between two brackets, in which no bar outside of them is closed."""
        outside, self.bars = self.bars, 0
        inner = super().bracket()
        self.bars = outside
        return inner

    def name_operand(self, name: str) -> Expression:
        """Return a letter, a number such as π, or a function of what follows."""
        if name in self.letters:
            self.take()
            return Symbol(name)
        opens = self.ahead(1).text == "("
        function = "Gamma" if name in ("Gamma", "Γ") else name.casefold()
        if function in ("Gamma", "abs") and opens:
            self.take()
            return Function(function, self.bracket())
        if name in ("e", "pi", "π", "√") or name in _FUNCTIONS:
            return super().name_operand(name)
        if name in _BINOMIAL and opens:
            return super().name_operand("C")
        if name in _BETA and opens:
            self.take()
            first, second = self.arguments(fewest=2)
            gammas = Function("Gamma", first), Function("Gamma", second)
            both = nodes.Sum.of((first, second))
            return nodes.Quotient(nodes.Product(gammas), Function("Gamma", both))
        raise self.unexpected()

    def commanded(self, command: str) -> Expression:
        r"""Return what a command of LaTeX stands for: \frac, \binom and \sqrt."""
        if command in ("frac", "dfrac", "tfrac", "cfrac", "binom", "dbinom", "tbinom", "sqrt"):
            return super().commanded(command)
        raise self.unexpected()

    def binomial(self, total: Expression, chosen: Expression) -> Expression:
        lower = nodes.Product((nodes.Factorial(chosen), nodes.Factorial(_difference(total, chosen))))
        return nodes.Quotient(nodes.Factorial(total), lower)

    def unexpected(self) -> Refusal:
        token = self.here
        if token.kind == "bar":
            return Refusal("a bar stands alone; write |x - m| or abs(x - m)")
        if token.text in _NOT_YET:
            return Refusal(
                f"{token.text} is not read in a density yet; it has exp, log, sqrt, abs, powers, "
                "factorials, Gamma, Beta and binomial coefficients",
                "unsupported",
            )
        if token.kind in ("name", "command"):
            hint = near(token.text, (*_NAMES, *GREEK, *self.letters))
            if not self.letters:
                return Refusal(
                    f"{quoted(token.text)}: only numbers can stand here, no letters", "unknown_name"
                )
            listed = ", ".join(sorted(self.letters))
            return Refusal(
                f"{quoted(token.text)} is no letter of this family{hint}; it has {listed}",
                "unknown_name",
            )
        return super().unexpected()


def _difference(left: Expression, right: Expression) -> Expression:
    """Return left − right without the terms that cancel: (x + r − 1) − x is r − 1."""
    terms: list[Expression] = []
    number = 0
    for term in (*_terms(left), *_terms(Negative(right))):
        opposite = term.term if isinstance(term, Negative) else Negative(term)
        if isinstance(term, Integer):
            number += term.value
        elif isinstance(opposite, Integer):
            number -= opposite.value
        elif opposite in terms:
            terms.remove(opposite)
        else:
            terms.append(term)
    constant = Integer(number) if number >= 0 else Negative(Integer(-number))
    if not terms:
        return constant
    if number != 0:
        terms.insert(0 if isinstance(terms[0], Negative) else len(terms), constant)
    return nodes.Sum.of(terms)


def _terms(formula: Expression) -> list[Expression]:
    """Return the terms of sums in each other, with their signs."""
    match formula:
        case nodes.Sum(terms):
            return [inner for term in terms for inner in _terms(term)]
        case Negative(Negative(term)):
            return _terms(term)
        case Negative(nodes.Sum(terms)):
            return [inner for term in terms for inner in _terms(Negative(term))]
    return [formula]


def _normalized_token(token: Token) -> Token:
    """Return a token with one spelling for each sign, letter and name."""
    if token.kind in ("sign", "odd") and token.text in _SIGNS:
        return Token("sign", _SIGNS[token.text], token.glued)
    if token.text in ("|", "lvert", "rvert", "vert"):
        return Token("bar", "|" if token.text == "vert" else token.text, token.glued)
    if token.kind == "command":
        if token.text in _COMMANDS:
            return Token("sign", _COMMANDS[token.text], token.glued)
        if token.text in _NAMED or token.text in GREEK:
            spelled = _NAMED.get(token.text) or GREEK[token.text]
            return Token("name", spelled, token.glued)
    if token.kind == "name" and token.text in GREEK:
        return Token("name", GREEK[token.text], token.glued)
    return token


def _split_letters(tokens: list[Token], letters: frozenset[str]) -> list[Token]:
    """Return tokens with letters that stand together one by one: bx is b x."""
    split: list[Token] = []
    for token in tokens:
        run = token.text
        is_run = token.kind == "name" and len(run) > 1 and letters.issuperset(run)
        if not is_run or run in _NAMES:
            split.append(token)
            continue
        if split and (
            split[-1].text == "^" or (split[-1].text in "+-" and split[-2:-1] and split[-2].text == "^")
        ):
            raise Refusal(
                f"'^{run}' is read in two ways: write ^({' '.join(run)}) or ^{run[0]} "
                f"{' '.join(run[1:])}",
                "ambiguous",
            )
        split += [Token("name", sign, token.glued or index > 0) for index, sign in enumerate(run)]
    return split


def _with_fractions(formula: Expression) -> Expression:
    """Return a formula with decimals as fractions; refuse a list and a percentage."""

    def change(part: Expression) -> Expression | None:
        if isinstance(part, nodes.Numeral):
            return literal(part.decimal.value)
        if isinstance(part, nodes.VectorNode | nodes.Percent | nodes.Special):
            raise Refusal("a list, a percentage or an infinity is no part of a density", "unsupported")
        return None

    return nodes.replace(formula, change)


def _check_numbers(formula: Expression) -> None:
    """Refuse long numbers, and powers and factorials of numbers that would become long."""
    if not any(isinstance(part, Symbol) for part in formula.walk()):
        _rational_value(formula)
        return
    if isinstance(formula, nodes.Power):
        _check_exponent(formula.exponent)
    for part in formula.children:
        _check_numbers(part)


def _check_exponent(exponent: Expression) -> None:
    if any(isinstance(part, Symbol) for part in exponent.walk()):
        return
    value = _rational_value(exponent)
    if value is None or max(abs(value.numerator), value.denominator) > _LARGEST_EXPONENT:
        raise Refusal(
            f"an exponent without letters is a number up to {_LARGEST_EXPONENT}, or a fraction "
            "of such numbers",
            "too_big",
        )


def _rational_value(formula: Expression) -> Fraction | None:
    """Return the rational number that a formula without letters is, if it is one; refuse a long one."""
    for part in formula.walk():
        if isinstance(part, Integer) and part.value >= 10**_MOST_DIGITS:
            raise Refusal(f"a number of more than {_MOST_DIGITS} digits is not read here", "too_big")
        if isinstance(part, nodes.Power):
            _check_exponent(part.exponent)
        if part.children and isinstance(part, Function) and part.name == "Gamma":
            argument = _rational_value(part.argument)
            if argument is None or not 0 < argument <= _LARGEST_EXPONENT:
                raise Refusal("Gamma of a number is of one above 0, up to 100", "too_big")
            return None
    try:
        value = exact_value(formula)
    except Refusal as refusal:
        if refusal.kind != "unsupported":
            raise
        for part in formula.children:  # it has no exact form, and may have long parts
            _rational_value(part)
        return None
    return value if isinstance(value, Fraction) else rational(value)
