r"""Read what a letter may be: `x > 0`, `0 < x < 1`, `x real`, `a in {1, 2, ...}`, in text or LaTeX.

How to read: `read_range` cuts the text at its relations; `_read_interval` makes an interval of them,
`_read_set` whole numbers of what stands in braces.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from exactnb.core.arithmetic import values
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.general_nodes import ExactValue
from exactnb.core.expression.nodes import Expression, Integer, Symbol, stated
from exactnb.core.expression.reading.formulas import parse_tokens, tokens_of
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import Token
from exactnb.core.expression.spell import spell
from exactnb.core.families.declared.specification import Interval, Range, Whole, letters_of
from exactnb.errors import quoted

EXAMPLES = "x > 0, 0 < x < 1, x real, x in {0, 1, ...} or x in {0, ..., N}"

_LESS = {"<": False, "≤": True, "<=": True, "lt": False, "le": True, "leq": True, "leqslant": True}
_MORE = {">": False, "≥": True, ">=": True, "gt": False, "ge": True, "geq": True, "geqslant": True}
_IN = ("in", "∈")
_REALS = ("real", "R", "ℝ", "reals")
_NATURALS = ("N", "ℕ", "naturals")
_INFINITIES = ("∞", "infty", "inf", "infinity", "oo")
_DOTS = ("...", "dots", "ldots", "…")


def read_range(text: str, letter: str, letters: Collection[str] = ()) -> Range:
    r"""Return what the letter `letter` may be, as `text` says it; the ends may have `letters` in them.

    >>> read_range("0 < x <= 1", "x")
    Interval(low=Integer(value=0), high=Integer(value=1), low_closed=False, high_closed=True)
    >>> read_range(r"a \in \{1, 2, \dots\}", "a")
    Whole(first=Integer(value=1), last=None)

    Raises Refusal for a text that says something else, and for ends that are out of order.
    """
    tokens = _with_joined_relations(tokens_of(text.replace(r"\mathbb{R}", "ℝ")))
    parts, signs = _split_at(tokens, _is_relation)
    if not signs and [t.text for t in tokens[1:]] in ([word] for word in _REALS):
        signs, parts = ["in"], [tokens[:1], tokens[1:]]
    if len(signs) == 1 and signs[0] in _IN and _is_letter(parts[0], letter):
        return _checked(_read_set(parts[1], letters, text), text)
    if not signs and tokens and tokens[0].text in ("{", "(", "[", *_REALS):  # the set alone
        return _checked(_read_set(tokens, letters, text), text)
    if 1 <= len(signs) <= 2 and not set(signs).intersection(_IN):
        return _checked(_read_interval(parts, signs, letter, letters, text), text)
    raise _unread(text, letter)


def _with_joined_relations(tokens: list[Token]) -> list[Token]:
    """Return tokens with `<` and `=` as one sign."""
    joined: list[Token] = []
    for token in tokens:
        if token.text == "=" and token.glued and joined and joined[-1].text in ("<", ">"):
            joined[-1] = Token("odd", joined[-1].text + "=", joined[-1].glued)
        else:
            joined.append(token)
    return joined


def _is_relation(token: Token) -> bool:
    is_in = token.text in _IN and token.kind in ("name", "command", "odd")
    return is_in or token.text in _LESS or token.text in _MORE


def _split_at(
    tokens: list[Token], is_cut: Callable[[Token], bool]
) -> tuple[list[list[Token]], list[str]]:
    """Return the tokens between those at which they are cut, and the texts of these."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if is_cut(token):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts, [token.text for token in tokens if is_cut(token)]


def _is_letter(tokens: list[Token], letter: str) -> bool:
    return len(tokens) == 1 and tokens[0].text == letter


def _read_interval(
    parts: list[list[Token]], signs: list[str], letter: str, letters: Collection[str], text: str
) -> Interval:
    """Return the interval of `0 < x < 1`, `x > 0` or `1 > x`."""
    index = next((index for index, part in enumerate(parts) if _is_letter(part, letter)), None)
    rising = {sign in _LESS for sign in signs}
    if index is None or len(rising) > 1 or (len(parts) == 3 and index != 1):
        raise _unread(text, letter)
    ends: dict[str, tuple[Expression | None, bool]] = {"low": (None, False), "high": (None, False)}
    for place, part in enumerate(parts):
        if place != index:
            sign = signs[min(place, index)]
            side = "low" if (place < index) == (sign in _LESS) else "high"
            end = _finite_end(part, letters)
            ends[side] = end, end is not None and {**_LESS, **_MORE}[sign]
    return Interval(ends["low"][0], ends["high"][0], ends["low"][1], ends["high"][1])


def _finite_end(tokens: list[Token], letters: Collection[str]) -> Expression | None:
    """Return the end that some tokens are, None for an infinity."""
    if [token.text for token in tokens if token.text not in "+-"] in ([sign] for sign in _INFINITIES):
        return None
    return parse_tokens(tokens, letters)


def _read_set(tokens: list[Token], letters: Collection[str], text: str) -> Range:
    """Return the range of a set: all numbers, {0, 1, ...}, {0, ..., N}, (0, 1)."""
    words = [token.text for token in tokens]
    if len(words) == 1 and words[0] in _REALS:
        return Interval()
    if len(words) == 1 and words[0] in _NATURALS:
        raise Refusal(
            f"{quoted(text)} begins at 0 or at 1: write {{0, 1, ...}} or {{1, 2, ...}}", "ambiguous"
        )
    if len(words) < 3 or words[0] + words[-1] not in ("{}", "()", "[]", "(]", "[)"):
        raise _unread(text)
    entries, _ = _split_at(tokens[1:-1], lambda token: token.text == ",")
    if words[0] != "{":
        if len(entries) != 2:
            raise _unread(text)
        low, high = (_finite_end(entry, letters) for entry in entries)
        closed = low is not None and words[0] == "[", high is not None and words[-1] == "]"
        return Interval(low, high, *closed)
    dots = [len(entry) == 1 and entry[0].text in _DOTS for entry in entries]
    ends = [
        None if dot else parse_tokens(entry, letters) for entry, dot in zip(entries, dots, strict=True)
    ]
    first = ends[0]
    numbers = [rational_end(end) for end in ends if end is not None]
    if first is None or sum(dots) > 1:
        raise _unread(text)
    steps = numbers[: dots.index(True)] if True in dots else numbers
    constants = [number for number in steps if number is not None]
    if len(constants) < len(steps) > 1:
        raise Refusal(
            f"{quoted(text)}: with letters, write the first number alone, as in {{{spell(first)}, ...}}"
        )
    if any(upper - lower != 1 for lower, upper in pairwise(constants)):
        raise Refusal(f"{quoted(text)}: the numbers go up in steps of 1, as in {{0, 1, ...}}")
    return Whole(first, ends[-1])


def rational_end(end: Expression | None) -> Fraction | None:
    """Return the rational number that an `end` of a range is; None for no end, and one with letters."""
    value = None if end is None or letters_of(end) else evaluate(stated(end))
    return value if isinstance(value, Fraction) else None


def _checked(range_: Range, text: str) -> Range:
    """Refuse ends that are out of order, and whole numbers that begin or end between two."""
    low, high = map(rational_end, range_.ends)
    is_integer = isinstance(range_, Whole)
    if is_integer and any(end is not None and end.denominator != 1 for end in (low, high)):
        raise Refusal(f"{quoted(text)}: whole numbers begin and end at whole numbers")
    if low is not None and high is not None and (low > high or (low == high and not is_integer)):
        raise Refusal(f"{quoted(text)} has no numbers in it: {low} is not less than {high}")
    return range_


def _unread(text: str, letter: str = "x") -> Refusal:
    examples = EXAMPLES.replace("x", letter) if letter != "x" else EXAMPLES
    return Refusal(f"expected what {letter} may be, such as {examples}; got {quoted(text)}")


def is_within(value: values.Number, within: Range) -> bool:
    """Say whether the number `value` is in the range `within`, whose ends have no letters.

    >>> is_within(Fraction(1), Whole(Integer(1))), is_within(Fraction(1, 2), Whole(Integer(0)))
    (True, False)
    """
    if isinstance(within, Whole) and not (isinstance(value, Fraction) and value.denominator == 1):
        return False
    for end, closed, sign in zip(within.ends, within.closed, (1, -1), strict=True):
        if end is not None:
            bound = evaluate(stated(end))
            order = sign * values.compare(value, bound)  # type: ignore[arg-type]
            if order < 0 or (order == 0 and not closed):
                return False
    return True


def with_ends_put_in(within: Range, parameters: Mapping[str, values.Number]) -> Range:
    """Return the range `within` with the values of `parameters` at its ends; a missing one is no end.

    >>> with_ends_put_in(Interval(Symbol("a")), {"a": Fraction(2)})
    Interval(low=ExactValue(value=Fraction(2, 1)), high=None, low_closed=False, high_closed=False)
    """
    if isinstance(within, Whole):
        return within

    def end(end_point: Expression | None) -> Expression | None:
        if not isinstance(end_point, Symbol):
            return end_point
        return ExactValue(parameters[end_point.letter]) if end_point.letter in parameters else None

    return replace(within, low=end(within.low), high=end(within.high))


def range_text(within: Range, letter: str) -> str:
    """Return the range `within` of `letter` as it is typed.

    >>> range_text(Whole(Integer(1)), "a")
    'a in {1, 2, ...}'
    """
    if isinstance(within, Whole):
        first = spell(within.first)
        last = "..." if within.last is None else f"..., {spell(within.last)}"
        second = (
            f"{within.first.value + 1}, "
            if isinstance(within.first, Integer) and not within.last
            else ""
        )
        return f"{letter} in {{{first}, {second}{last}}}"
    low = within.low and f"{spell(within.low)} {'<=' if within.low_closed else '<'} "
    high = within.high and f" {'<=' if within.high_closed else '<'} {spell(within.high)}"
    if low and high:
        return f"{low}{letter}{high}"
    if within.low:
        return f"{letter} {'>=' if within.low_closed else '>'} {spell(within.low)}"
    return f"{letter}{high}" if high else f"{letter} real"
