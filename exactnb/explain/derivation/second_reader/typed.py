"""A density as somebody typed it, read naively: its value, its slope, and where the slope is 0.

Nothing is derived. The text is read by a small grammar of its own, every step is worked out together
with its derivative by the parameter, and the estimate is the place where the slope of the
log-likelihood changes its sign, enclosed by halving.

How to read: `density` and `estimate` are the doors; `_FormulaReader` reads, `_worth` works out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import factorial

from exactnb.core.arithmetic.enclosure import Ball, around
from exactnb.core.data.schema import Number
from exactnb.explain.derivation.second_reader.counting import Typed
from exactnb.explain.derivation.second_reader.reals import (
    BITS,
    NotRead,
    Real,
    add,
    ball,
    divide,
    exp,
    log,
    negative,
    pi,
    power,
    sign,
    times,
)

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
_STEPS = 140  # halvings of an interval
_WIDEST = 64  # powers of two that are tried
_MOST = 400  # different numbers of a class


def density(typed: Typed, numbers: Mapping[str, Fraction | int], x: Fraction, parameter: Real) -> Real:
    """Return the density of x at a parameter, 0 where x is outside of its range."""
    if not typed.support.holds(x):
        return _ZERO
    letters = {name: (Fraction(value), _ZERO) for name, value in numbers.items()}
    return _worth(
        _FormulaReader(typed.text).tree(),
        {**letters, "x": (x, _ZERO), typed.letter: (parameter, _ZERO)},
    )[0]


def chance(typed: Typed, outcome: str, parameter: Real) -> Real:
    """Return the probability of an outcome at a parameter."""
    tree = _FormulaReader(typed.outcomes[outcome]).tree()
    return _worth(tree, {typed.letter: (parameter, _ZERO)})[0]


def estimate(
    typed: Typed,
    numbers: Mapping[str, Fraction | int],
    rows: Sequence[tuple[Fraction | str, Number]],
) -> Real:
    """Return the parameter at which the slope of the log-likelihood of `rows` is 0, enclosed.

    `rows` are numbers, each with how often it is there. Raises NotRead where the slope changes its sign
    nowhere, or at several places; where it has one sign all the way, that is an end of the domain.
    """
    if len(rows) > _MOST or not rows:
        raise NotRead("no rows, or too many to read the slope naively")
    texts = typed.outcomes or {"": typed.text}
    trees = {name: _FormulaReader(text).tree() for name, text in texts.items()}
    prior = _FormulaReader(typed.prior).tree() if typed.prior else None
    fixed = {name: (Fraction(value), _ZERO) for name, value in numbers.items()}

    def slope(at: Fraction) -> int:
        letters = {**fixed, typed.letter: (at, _ONE)}
        terms = []
        for x, often in rows:
            if isinstance(x, str):  # an outcome by its name
                value, change = _worth(trees[x], letters)
            else:
                value, change = _worth(trees[""], {**letters, "x": (x, _ZERO)})
            terms.append(times(Fraction(often), divide(change, value)))
        if prior is not None:
            value, change = _worth(prior, letters)
            terms.append(divide(change, value))
        return sign(add(*terms))

    changes, signs = [], set[int]()
    before: tuple[Fraction, int] | None = None
    for place in _places(typed):
        try:
            here = slope(place)
        except NotRead:  # the place itself, or too near to it
            continue
        if not here:  # the place itself: the signs to its left and right tell
            continue
        if before is not None and before[1] > 0 > here:
            changes.append((before[0], place))
        before = place, here
        signs.add(here)
    domain = typed.domain
    if signs == {1} and domain.high is not None and domain.high_closed:  # it rises all the way
        return domain.high
    if signs == {-1} and domain.low is not None and domain.low_closed:
        return domain.low
    if len(changes) != 1:
        raise NotRead("the slope of the log-likelihood is 0 at no place, or at several")
    return _halved(slope, *changes[0])


def _halved(slope: Callable[[Fraction], int], low: Fraction, high: Fraction) -> Real:
    """Return the place between two where a slope changes its sign from + to −."""
    for _ in range(_STEPS):
        middle = (low + high) / 2
        try:
            here = slope(middle)
        except NotRead:  # the place itself, or so near to it that no ball tells
            step = (high - low) / 2**_STEPS
            if slope(middle - step) > 0 > slope(middle + step):
                low, high = middle - step, middle + step
            break
        if here == 0:
            return middle
        low, high = (middle, high) if here > 0 else (low, middle)
    return around(low, high, BITS)


def _places(typed: Typed) -> Iterator[Fraction]:
    """Yield places all over what the parameter may be, in order."""
    low, high = typed.domain.low, typed.domain.high
    powers = [Fraction(2) ** n for n in range(-_WIDEST, _WIDEST + 1)]
    small = [Fraction(1, 2**n) for n in range(_WIDEST, 0, -1)]
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


class _FormulaReader:
    """The text of a formula, read from left to right."""

    def __init__(self, text: str) -> None:
        plain = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda run: f"^({run[0].translate(_RAISED)})", text)
        plain = re.sub(r"\\[lr]?vert\b", "|", _DROPPED.sub(" ", plain))
        self.pieces: list[str] = []
        at = 0
        while at < len(plain.rstrip()):
            found = _PIECE.match(plain, at)
            if found is None or found.end() == at:
                raise NotRead("a sign that no naive reading has")
            at = found.end()
            number, name, mark = found.groups()
            self.pieces += [number or mark] if not name else self._letters(name)
        self.at = self.bars = 0

    def _letters(self, name: str) -> list[str]:
        if name in ("cdot", "times"):
            return ["*"]
        known = (*_FUNCTIONS, "pi", "frac", "dfrac", "tfrac", "binom", "choose")
        return [name] if name in known else [_GREEK[name]] if name in _GREEK else list(name)

    def tree(self) -> Tree:
        """Return the whole formula."""
        tree = self._sum()
        if self._here():
            raise NotRead("a formula that goes on in no naive way")
        return tree

    def _here(self) -> str:
        return self.pieces[self.at] if self.at < len(self.pieces) else ""

    def _takes(self, *signs: str) -> str:
        here = self._here()
        if here in signs and here:
            self.at += 1
            return here
        return ""

    def _sum(self) -> Tree:
        tree = self._product()
        while sign_here := self._takes("+", "-", "−"):
            tree = ("+" if sign_here == "+" else "-", tree, self._product())
        return tree

    def _product(self) -> Tree:
        tree = self._signed()
        while self._here() not in ("", ")", "}", "]", ",", "+", "-", "−") and not self._closes():
            over = self._takes("/")
            self._takes("*", "·", "×", "⋅")
            tree = ("/" if over else "*", tree, self._signed())
        return tree

    def _closes(self) -> bool:
        """Say whether a bar stands here that closes another one."""
        return self._here() == "|" and self.bars > 0

    def _signed(self) -> Tree:
        if self._takes("-", "−"):
            return ("neg", self._signed())
        self._takes("+")
        return self._power()

    def _power(self) -> Tree:
        tree = self._atom()
        while self._takes("!"):
            tree = ("!", tree)
        if self._takes("^", "**"):
            return ("^", tree, self._signed())
        return tree

    def _group(self) -> Tree:
        closing = {"(": ")", "{": "}", "[": "]"}.get(self._takes("(", "{", "["), "")
        if not closing:
            return self._atom()
        outside, self.bars = self.bars, 0
        tree = self._sum()
        self.bars = outside
        if self._takes(","):
            tree = ("pair", tree, self._sum())
        if not self._takes(closing):
            raise NotRead("a bracket that is not closed")
        return tree

    def _atom(self) -> Tree:
        here = self._here()
        if here in ("(", "{", "["):
            return self._group()
        self.at += 1
        if here == "|":
            self.bars += 1
            tree: Tree = ("abs", self._sum())
            self.bars -= 1
            if not self._takes("|"):
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


def _worth(tree: Tree, letters: Mapping[str, Dual]) -> Dual:
    """Return the value of a formula and its derivative by the parameter."""
    head, *rest = tree
    if head == "number":
        return rest[0], _ZERO  # type: ignore[return-value]
    if head == "letter":
        if rest[0] not in letters:
            raise NotRead("a letter without a number")
        return letters[str(rest[0])]
    if head == "pi":
        return pi(), _ZERO
    if head == "e":
        return exp(_ONE), _ZERO
    (u, du), *others = (_worth(part, letters) for part in rest)  # type: ignore[arg-type]
    v, dv = others[0] if others else (_ZERO, _ZERO)
    match head:
        case "+":
            return add(u, v), add(du, dv)
        case "-":
            return add(u, negative(v)), add(du, negative(dv))
        case "neg":
            return negative(u), negative(du)
        case "*":
            return times(u, v), add(times(du, v), times(u, dv))
        case "/":
            whole = divide(u, v)
            return whole, divide(add(du, negative(times(whole, dv))), v)
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
            return _raised(u, du, v, dv)
    if head in ("!", "Gamma") and du != 0:
        argument = add(u, _ONE) if head == "!" else u
        whole = _factorial(add(argument, -_ONE))
        if not isinstance(argument, Fraction | Ball):
            raise NotRead("Γ of what is no number")
        return whole, times(whole, ball(argument).digamma(BITS), du)
    if du != 0 or dv != 0:
        raise NotRead("a factorial of the parameter")
    if head == "choose":
        below = times(_factorial(v), _factorial(add(u, negative(v))))
        return divide(_factorial(u), below), _ZERO
    return _factorial(u if head == "!" else add(u, -_ONE)), _ZERO


def _raised(u: Real, du: Real, v: Real, dv: Real) -> Dual:
    """Return a power and its derivative."""
    if isinstance(v, Fraction):
        whole = power(u, v)
        slope = times(v, power(u, v - 1), du) if du != 0 else _ZERO
    else:
        whole = exp(times(v, log(u)))
        slope = times(v, divide(whole, u), du) if du != 0 else _ZERO
    return whole, add(slope, times(whole, log(u), dv)) if dv != 0 else slope


def _factorial(number: Real) -> Real:
    """Return the factorial of a whole number; of any other, Γ of one more."""
    if isinstance(number, Fraction) and number.denominator == 1 and 0 <= number <= 2_000:
        return Fraction(factorial(int(number)))
    above = add(number, _ONE)
    if not isinstance(above, Fraction | Ball) or (isinstance(above, Fraction) and above <= 0):
        raise NotRead("a factorial that is read in no naive way")
    return ball(above).gamma(BITS)
