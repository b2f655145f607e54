"""A formula as somebody typed it, read naively by a small grammar, and places where its slope turns.

How to read: `FormulaReader` reads, `value_and_slope` works a formula out with its derivative;
`turning_place` tries the places at which most parameters are, and encloses where a slope changes its
sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from math import factorial

from exactnb.core.arithmetic.enclosure import Ball, ball_between
from exactnb.explain.derivation.second_reader.counting import Ends
from exactnb.explain.derivation.second_reader.reals import *

Tree = tuple[object, ...]
Dual = tuple[Real, Real]
"""A value, and its derivative by the parameter."""

_ZERO, _ONE = Fraction(0), Fraction(1)
_NAMES = """
    alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ
    lambda λ mu μ nu ν xi ξ rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Delta Δ
    Theta Θ Lambda Λ Xi Ξ Psi Ψ Omega Ω
"""
_GREEK = dict(zip(_NAMES.split()[::2], _NAMES.split()[1::2], strict=True))
_FUNCTIONS = ("exp", "log", "ln", "sqrt", "Gamma", "abs", "Abs")
_PIECE = re.compile(
    r"\s*(?:(\d+\.?\d*|\.\d+)|\\?([^\W\d_]+|√)|(\*\*|\\[ ,;:!]|[-+*/^!(){}\[\],·×⋅−|])|$)"
)
_DROPPED = re.compile(r"\\(?:left|right|,|;|!|:|quad)|\$")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
STEPS = 140
"""Halvings of an interval that a place is enclosed as narrowly as."""

_TRIED = (*range(9), *range(12, 33, 4), 48, 64)  # powers of two: all where most parameters are
_TRIES = 60  # places towards a change of sign


class FormulaReader:
    """The text of a formula, read from left to right."""

    def __init__(self, text: str) -> None:
        plain = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda run: f"^({run[0].translate(_RAISED)})", text)
        plain = re.sub(r"\\[lr]?vert\b", "|", _DROPPED.sub(" ", plain))
        self.pieces: list[str] = []
        position = 0
        while position < len(plain.rstrip()):
            piece = _PIECE.match(plain, position)
            if piece is None or piece.end() == position:
                raise NotRead("a sign that no naive reading has")
            position = piece.end()
            number, name, mark = piece.groups()
            self.pieces += [number or mark] if not name else self._letters(name)
        self.at = self.bars = 0

    def _letters(self, name: str) -> list[str]:
        if name in ("cdot", "times"):
            return ["*"]
        reserved = (*_FUNCTIONS, "pi", "frac", "dfrac", "tfrac", "binom", "choose")
        return [name] if name in reserved else [_GREEK[name]] if name in _GREEK else list(name)

    def tree(self) -> Tree:
        """Return the whole formula."""
        tree = self._sum()
        if self._current_token():
            raise NotRead("a formula that goes on in no naive way")
        return tree

    def _current_token(self) -> str:
        return self.pieces[self.at] if self.at < len(self.pieces) else ""

    def _take_sign(self, *signs: str) -> str:
        here = self._current_token()
        if here in signs and here:
            self.at += 1
            return here
        return ""

    def _sum(self) -> Tree:
        tree = self._product()
        while sign_here := self._take_sign("+", "-", "−"):
            tree = ("+" if sign_here == "+" else "-", tree, self._product())
        return tree

    def _product(self) -> Tree:
        tree = self._signed()
        ends = ("", ")", "}", "]", ",", "+", "-", "−", *["|"] * (self.bars > 0))  # a bar closes another
        while self._current_token() not in ends:
            is_quotient = self._take_sign("/")
            self._take_sign("*", "·", "×", "⋅")
            tree = ("/" if is_quotient else "*", tree, self._signed())
        return tree

    def _signed(self) -> Tree:
        if self._take_sign("-", "−"):
            return ("neg", self._signed())
        self._take_sign("+")
        return self._power()

    def _power(self) -> Tree:
        tree = self._atom()
        while self._take_sign("!"):
            tree = ("!", tree)
        if self._take_sign("^", "**"):
            return ("^", tree, self._signed())
        return tree

    def _group(self) -> Tree:
        closing = {"(": ")", "{": "}", "[": "]"}.get(self._take_sign("(", "{", "["), "")
        if not closing:
            return self._atom()
        outside, self.bars = self.bars, 0
        tree = self._sum()
        self.bars = outside
        if self._take_sign(","):
            tree = ("pair", tree, self._sum())
        if not self._take_sign(closing):
            raise NotRead("a bracket that is not closed")
        return tree

    def _atom(self) -> Tree:
        here = self._current_token()
        if here in ("(", "{", "["):
            return self._group()
        self.at += 1
        if here == "|":
            self.bars += 1
            tree: Tree = ("abs", self._sum())
            self.bars -= 1
            if not self._take_sign("|"):
                raise NotRead("a bar that is not closed")
            return tree
        if here[:1].isdigit() or here[:1] == ".":
            return ("number", Fraction(here))
        if here in ("frac", "dfrac", "tfrac"):
            return ("/", self._group(), self._group())
        if here == "binom":
            return ("choose", self._group(), self._group())
        if here in ("choose", "C"):
            _, total, part = self._group()
            return ("choose", total, part)
        if here in ("Gamma", "Γ"):
            return ("Gamma", self._group())
        if here in _FUNCTIONS or here == "√":
            return ({"ln": "log", "√": "sqrt", "Abs": "abs"}.get(here, here), self._group())
        if here in ("pi", "π"):
            return ("pi",)
        if here == "e":
            return ("e",)
        if not here.isalpha():
            raise NotRead("a formula that goes on in no naive way")
        return ("letter", here)


def partly_evaluated(tree: Tree, letters: Mapping[str, Dual]) -> Tree:
    """Return the formula `tree` with what has no letters but these worked out once."""
    head, *rest = tree
    parts = [partly_evaluated(part, letters) if isinstance(part, tuple) else part for part in rest]
    is_free = head == "letter" and rest[0] not in letters
    if is_free or any(isinstance(part, tuple) and part[0] != "value" for part in parts):
        return (head, *parts)
    return ("value", value_and_slope((head, *parts), letters))


def value_and_slope(tree: Tree, letters: Mapping[str, Dual]) -> Dual:
    """Return the value of `tree`, a formula in `letters`, and its derivative by the parameter."""
    head, *rest = tree
    if head == "number":
        return rest[0], _ZERO  # type: ignore[return-value]
    if head == "value":
        return rest[0]  # type: ignore[return-value]
    if head == "letter":
        if rest[0] not in letters:
            raise NotRead("a letter without a number")
        return letters[str(rest[0])]
    if head == "pi":
        return pi(), _ZERO
    if head == "e":
        return exp(_ONE), _ZERO
    (u, du), *second = (value_and_slope(part, letters) for part in rest)  # type: ignore[arg-type]
    v, dv = second[0] if second else (_ZERO, _ZERO)
    match head:
        case "+":
            return add(u, v), add(du, dv)
        case "-":
            return subtract(u, v), subtract(du, dv)
        case "neg":
            return negate(u), negate(du)
        case "*":
            return times(u, v), add(times(du, v), times(u, dv))
        case "/":
            value = divide(u, v)
            return value, divide(subtract(du, times(value, dv)), v)
        case "exp":
            return exp(u), times(exp(u), du)
        case "log":
            return log(u), divide(du, u)
        case "sqrt":
            root = power(u, Fraction(1, 2))
            return root, divide(du, times(Fraction(2), root)) if du != 0 else _ZERO
        case "abs":
            turned = sign(u)
            if not turned and du != 0:
                raise NotRead("a slope where an absolute value is 0")
            return times(Fraction(turned), u), times(Fraction(turned), du)
        case "^":
            return _power_and_slope(u, du, v, dv)
    if head in ("!", "Gamma") and du != 0:
        argument = add(u, _ONE) if head == "!" else u
        value = _factorial(add(argument, -_ONE))
        if not isinstance(argument, Fraction | Ball):
            raise NotRead("Γ of what is no number")
        return value, times(value, ball(argument).digamma(BITS), du)
    if du != 0 or dv != 0:
        raise NotRead("a factorial of the parameter")
    if head == "choose":
        denominator = times(_factorial(v), _factorial(subtract(u, v)))
        return divide(_factorial(u), denominator), _ZERO
    return _factorial(u if head == "!" else add(u, -_ONE)), _ZERO


def _power_and_slope(u: Real, du: Real, v: Real, dv: Real) -> Dual:
    """Return a power and its derivative."""
    if isinstance(v, Fraction):
        value = power(u, v)
        slope = times(v, power(u, v - 1), du) if du != 0 else _ZERO
    else:
        value = exp(times(v, log(u)))
        slope = times(v, divide(value, u), du) if du != 0 else _ZERO
    return value, add(slope, times(value, log(u), dv)) if dv != 0 else slope


def _factorial(number: Real) -> Real:
    """Return the factorial of a whole number; of any other, Γ of one more."""
    if isinstance(number, Fraction) and number.denominator == 1 and 0 <= number <= 2_000:
        return Fraction(factorial(int(number)))
    successor = add(number, _ONE)
    if not isinstance(successor, Fraction | Ball) or (
        isinstance(successor, Fraction) and successor <= 0
    ):
        raise NotRead("a factorial that is read in no naive way")
    return ball(successor).gamma(BITS)


def typical_place(domain: Ends) -> Fraction:
    """Return a place in the middle of the usual ones of `domain`."""
    places = list(usual_places(domain))
    return places[len(places) // 2]


def usual_places(domain: Ends) -> Iterator[Fraction]:
    """Yield places all over the `domain` of a parameter, in order."""
    low, high = domain.low, domain.high
    small = [Fraction(1, 2**n) for n in reversed(_TRIED[1:])]
    powers = [*small, *(Fraction(2**n) for n in _TRIED)]
    if low is not None and high is not None:
        shares = [*small, *(1 - share for share in reversed(small[:-1]))]
        yield from (low + (high - low) * share for share in shares)
    elif low is not None:
        yield from (low + step for step in powers)
    elif high is not None:
        yield from (high - step for step in reversed(powers))
    else:
        yield from (-step for step in reversed(powers))
        yield from (_ZERO, *powers)


def turning_place(slope: Callable[[Fraction], Real], domain: Ends, nudge: int) -> Real:
    """Return where a slope turns from plus to minus in `domain`, from places `nudge` apart."""
    # Many a slope is 0 at such a place itself, where no ball has a sign.
    places = [place + abs(place) / nudge for place in usual_places(domain)]
    index, step, ends = len(places) // 2, 1, dict[int, int]()
    while len(ends) < 2:  # outwards, by longer and longer steps: far away, slopes are hard to read
        if not 0 <= index < len(places):
            raise NotRead("the slope of the log-likelihood is 0 at no place")
        side = sign(slope(places[index]))
        ends[side] = index
        index, step = index + side * step, 2 * step
    low, high = ends[1], ends[-1]
    while high - low > 1:
        middle = (low + high) // 2
        if sign(slope(places[middle])) > 0:
            low = middle
        else:
            high = middle
    return sign_change_between(slope, places[low], places[high])


def sign_change_between(slope: Callable[[Fraction], Real], low: Fraction, high: Fraction) -> Real:
    """Return the place from `low` to `high` where a slope changes its sign from + to −.

    Secants lead there, and decide nothing: what is returned lies between two places whose signs the
    slope itself has. A side that stays has its height halved, or a curved slope would keep it for long.
    """
    width, middle, last_side = high - low, low, 0
    with suppress(NotRead):  # the place itself, or so near to it that no ball tells
        heights = [_rough_value(slope(low)), _rough_value(slope(high))]
        for round_ in range(_TRIES):
            share = heights[0] / (heights[0] - heights[1])
            grid = 2 ** min(10 * (round_ + 2), STEPS + 8)  # short fractions, as long as it is far away
            middle, previous = low + (high - low) * Fraction(round(share * grid), grid), middle
            if middle in (low, high):  # the fractions are too short to leave this end
                continue
            here = slope(middle)
            side = sign(here)
            if not side:
                return middle
            if abs(middle - previous) * 2**STEPS < width:
                break
            if side > 0:
                low, heights[0] = middle, _rough_value(here)
            else:
                high, heights[1] = middle, _rough_value(here)
            if side == last_side:
                heights[side > 0] /= 2
            last_side = side
    for bits in range(STEPS, 0, -20):  # as near as the balls of other parameters let it
        step = width / 2**bits
        with suppress(NotRead):
            if sign(slope(middle - step)) > 0 > sign(slope(middle + step)):
                return ball_between(middle - step, middle + step, BITS)
    return ball_between(low, high, BITS)


def _rough_value(slope: Real) -> Fraction:
    """Return about how large a slope is, with its sign."""
    about = midpoint(slope)
    return Fraction(sign(slope)) if about is None else about
