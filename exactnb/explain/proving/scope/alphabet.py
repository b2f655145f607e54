"""The alphabet of theorems: a name is one letter of a closed list, with its indices and a hat or none.

Two names that print alike are one thing. Through all of a theorem a letter is a number, a function or a
label, and what a notation writes parameters with is taken where there are such.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from exactnb.core.expression import nodes
from exactnb.core.expression.letters import FIELDS as PARAMETERS
from exactnb.core.expression.spell import spell
from exactnb.explain.proving.forms.patterns import Refused, is_index

_LATIN = frozenset("abcdefghijklmnopqrstuvwxyz")
_CAPITAL = frozenset("ABCDFGHIJKLMNOQRSTUVWXYZ")  # P and E are functions
_GREEK = frozenset("αβγδεζηθλμξρσχωΔΘΛΞΨΩ")  # none that looks Latin, is a sign, or a notation's own

LETTERS = _LATIN | _CAPITAL | _GREEK
NUMBERS = LETTERS | {f"|{letter}|" for letter in _CAPITAL}  # how many there are in a set
FUNCTIONS = LETTERS | {"ℓ", "P", "E", "det", "inv"}
INDICES = _LATIN
INFINITE = nodes.Special("∞"), nodes.Special("−∞")
"""The ends of an integral, or of an interval, that goes on without one."""
INTERVALS = ("open", "closed", "left-open", "right-open")
"""The kinds of sets of all numbers between two ends; an open one may be infinite."""

Names = Mapping[str, object]
"""What each printed name of a theorem stands for, and what each of its letters is."""

_FORMULAS = (
    *(nodes.Domain, nodes.Series, nodes.Iverson, nodes.Derivative, nodes.Extremum, nodes.Integral),
    *(nodes.Integer, nodes.Sum, nodes.Product, nodes.Quotient, nodes.Power, nodes.Negative),
    *(nodes.Function, nodes.Factorial, nodes.Index, nodes.Symbol, nodes.Call, nodes.Pi),
)


def with_names_of(
    names: Names, *formulas: nodes.Expression, sizes: Collection[nodes.Expression] = ()
) -> Names:
    """Return the names of a theorem with those of some formulas.

    `sizes` say how many there are: a value by the name of one is the last place, and that number.

    Raises Refused for what is no name, and for one that prints like another.

    >>> n, k = nodes.Symbol("n"), nodes.Index("k")
    >>> with_names_of({"k": nodes.Symbol("k")}, nodes.Symbol("n", (k,)))
    Traceback (most recent call last):
    exactnb.explain.proving.forms.patterns.Refused: k prints like another name of this theorem
    """
    names_now = dict(names)
    for expression in formulas:
        for part in _parts(expression):
            last = nodes.Symbol(part.letter) if isinstance(part, nodes.Symbol) else None
            is_last = last in sizes and isinstance(part, nodes.Symbol) and part.role == "value"
            for printed, entity in [(spell(part), last)] if is_last else _printed_and_meant(part):
                if names_now.setdefault(printed, entity) != entity:
                    raise Refused(f"{spell(part)} prints like another name of this theorem")
    return names_now


def _parts(expression: nodes.Expression) -> Iterator[nodes.Expression]:
    """Yield every name in a formula, and every indicator, once it is well made."""
    parts = expression.children
    match expression:
        case nodes.Index(letter):
            _check_letter(letter, INDICES)
            yield expression
        case nodes.Symbol(letter, lower, superscripts, hat, role):
            if role in PARAMETERS:
                _check_letter(letter, "π" if role == "prior" else "θ")
                if superscripts or len(lower) > len(PARAMETERS[role]):
                    raise Refused(f"{spell(expression)} has more indices than its parameter")
            elif role != "value":
                _check_letter(letter, NUMBERS)
            elif parts or hat:
                raise Refused(f"a value by its name, {letter}, has no indices")
            _check_names(parts, all(map(is_index, parts)))
            yield expression
            parts = tuple(part for part in parts if not _is_value(part))  # below, it is no number
        case nodes.Call(head, left, right, lower):
            _check_letter(head, FUNCTIONS)
            arguments = (*left, *right)
            if head in ("P", "p", "E") and not left:
                raise Refused(f"{head} is of something")
            _check_names(lower, all(map(is_index, lower)))
            _check_names(arguments, all(map(_is_flat if head == "E" else _is_name, arguments)))
            yield expression
        case nodes.Domain("named", (nodes.Symbol(letter), size)):
            if size != nodes.Symbol(f"|{letter}|"):
                raise Refused(f"{letter} has a size of its own, |{letter}|")
            yield nodes.Domain("named", (nodes.Symbol(letter),))
            parts = (size,)
        case nodes.Domain(kind, ends) if kind in INTERVALS:
            parts = tuple(end for end in ends if end not in INFINITE)
        case nodes.Integral(variable, body, ends):
            parts = (variable, body, *(end for end in ends if end not in INFINITE))
        case nodes.Pi() | nodes.Iverson():
            yield expression
        case _ if not isinstance(expression, _FORMULAS):
            raise Refused(f"{spell(expression)} is no part of a theorem's formula")
    for part in parts:
        yield from _parts(part)


def _printed_and_meant(part: nodes.Expression) -> Iterator[tuple[str, object]]:
    """Yield what a name prints as, what its letters are, and what it would be in some notation."""
    yield spell(part), part
    places = (part,) if _is_value(part) else part.children if isinstance(part, nodes.Symbol) else ()
    for place in places:
        if isinstance(place, nodes.Symbol) and _is_value(place):
            yield f"the index {place.letter}", place
    match part:
        case nodes.Index(letter):
            yield f"the index {letter}", part
        case nodes.Symbol(letter, lower, role=role) if role in PARAMETERS:
            yield f"the letter {letter}", role
            if not lower:  # all of them, which a notation may write p, whatever they are of
                yield "a parameter without indices", role
            yield "the letter p", "no number"  # so do notations write θ, with indices and without
            if role == "prior":
                yield "p(c_k)", "a parameter"
        case nodes.Symbol(letter, role=role) if role != "value":
            yield f"the letter {letter}", role or "a number"
        case nodes.Call("p", (nodes.Symbol("c", (_,)),), ()):
            yield "the letter p", "no number"
            yield "p(c_k)", "a function"
        case nodes.Call(head):
            yield f"the letter {head}", "no number" if head == "p" else "a function"
        case nodes.Domain("named", (nodes.Symbol(letter),)):
            yield f"the letter {letter}", "a set"
        case nodes.Pi():
            yield "π", part


def _check_letter(letter: str, letters: Collection[str]) -> None:
    if letter not in letters:
        raise Refused(f"{letter!r} is no letter of the alphabet")


def _check_names(parts: Iterable[nodes.Expression], are_names: bool) -> None:
    """Refuse indices and arguments that are no names: others may print alike and be told apart."""
    # A negative number as an index prints like a difference.
    negative = any(isinstance(part, nodes.Integer) and part.value < 0 for part in parts)
    if negative or not are_names:
        raise Refused(f"{', '.join(map(spell, parts))} is written where names are needed")


def _is_value(part: nodes.Expression) -> bool:
    return isinstance(part, nodes.Symbol) and part.role == "value"


def _is_name(part: nodes.Expression) -> bool:
    return is_index(part) or isinstance(part, nodes.Symbol | nodes.Call)


def _is_flat(part: nodes.Expression) -> bool:
    """Say whether a formula, of which an expectation is taken, is the only one that prints so."""
    parts = part.children
    if isinstance(part, nodes.Sum | nodes.Product | nodes.Negative):
        nested = any(isinstance(inner, type(part)) for inner in parts)
        if nested or (len(parts) < 2 and not isinstance(part, nodes.Negative)):
            return False
    return not (isinstance(part, nodes.Integer) and part.value < 0) and all(map(_is_flat, parts))
