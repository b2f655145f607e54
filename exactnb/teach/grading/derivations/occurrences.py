"""What stands in a formula: its letters and numbers, and the formula with another one for a letter.

How to read: `with_another` puts a number in; `doubt_in`, `has_moved` and what follows ask with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import prod

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.reading.derivations.densities import OF_PARAMETER
from exactnb.core.expression.reading.derivations.signs import CONSTANT, PRIME, RANDOM, REST
from exactnb.teach.grading.derivations.introduced import key_of
from exactnb.teach.grading.derivations.lines import DerivationLine
from exactnb.teach.grading.derivations.numbers import differ
from exactnb.teach.grading.derivations.slips import refutation
from exactnb.teach.grading.derivations.trials import Trials, has_letters
from exactnb.teach.grading.derivations.worlds import Unknown, World

_HEADS = ("P", "p", "f", "Pr", "LL", "NL", "LP", "dot", *RANDOM)
"""Densities, of which the arguments say which one it is, and what words name."""

_MOST_CHOICES = 4096  # of a factor of each term


def names_in(side: Expression, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the letters in a formula but those that run, and functions; their arguments say no more."""
    match side:
        case nodes.Series(index=index, domain=domain):
            for part in side.children:
                yield from names_in(part, bound if part in domain.parts else bound | {index.letter})
        case Symbol(letter, lower) if lower or letter not in bound:
            if side not in (CONSTANT, PRIME):
                yield side.role if letter == PRIME.letter else letter
        case Call(head, numbers) if head in OF_PARAMETER.values():  # Beta(a + k, b + n − k)
            for part in numbers:
                yield from names_in(part, bound)
        case Call(head) if head != "B" or len(side.left) < 2:
            if head not in _HEADS:
                yield head
        case nodes.Derivative(body):
            yield from names_in(body, bound)
        case nodes.Integral(variable, body, ends):
            for part in (body, *ends):
                yield from names_in(part, bound | {variable.letter} if part is body else bound)
        case _:
            for part in side.children:
                yield from names_in(part, bound)


def numbers_in(side: Expression) -> Iterator[int]:
    """Yield the whole numbers in a formula that are no indices."""
    if isinstance(side, Integer):
        yield side.value
    for part in () if isinstance(side, Symbol) else side.children:
        yield from numbers_in(part)


def index_numbers_in(side: Expression) -> Iterator[int]:
    """Yield the whole numbers that are indices in a formula, or its ends: 1 and 6 of Σ_{i=1}^6."""
    for part in side.walk():
        match part:
            case Symbol(lower=places) | nodes.Series(domain=nodes.Domain(parts=places)):
                yield from (place.value for place in places if isinstance(place, Integer))


def with_another(trials: Trials, side: Expression, name: str, how: int) -> Expression:
    """Return `side` where `name` is another number; what it is in functions, their arguments say."""
    match side:
        case Call(head):
            return (side - 1, side * side, side / 2)[how] if head == name else side
        case Symbol(letter, role=role) if name == (role if letter == PRIME.letter else letter):
            if trials.scope.is_parameter(side):
                return (side / 2, side * side, side * side)[how]
            return (side - 1, side / 2, side * side)[how]
        case Symbol():
            return side
        case nodes.Integral(Symbol(letter)) if letter == name:
            return side  # it runs over the letter
        case nodes.Derivative(body):
            return replace(side, body=with_another(trials, body, name, how))
    return side.with_children(tuple(with_another(trials, part, name, how) for part in side.children))


def binary_in(side: Expression) -> set[str]:
    """Return the letters with an index that are 0 or 1 in an event of `side`: x in P(x_j = 1 | c)."""
    events = (
        event
        for part in side.walk()
        if isinstance(part, Call) and part.head == "P"
        for event in part.left
    )
    pairs = (event.pairs for event in events if isinstance(event, nodes.Equal))
    return {
        letter.letter
        for pair in pairs
        for letter, bit in (pair, pair[::-1])
        if isinstance(letter, Symbol) and letter.lower and bit in (Integer(0), Integer(1))
    }


def doubt_in(
    trials: Trials, pair: tuple[Expression, Expression], accepted: Iterable[DerivationLine] = ()
) -> str:
    """Return why a `pair` of sides may not be equal though it is so in all worlds, or "".

    `accepted` are the right lines before it.
    """
    left, right = pair
    if letters := _letters_alike(trials, pair) or _totals_alike(trials, pair, accepted):
        return f"{letters} are read as one number"
    is_total = isinstance(left, Call) and left.head in ("P", "p", "Pr") and not left.right
    if is_total and not _has_weights(trials, right):
        return "no factors of its terms add up to 1, as P(c) in Σ P(x | c) P(c) do"
    return ""


def _has_weights(trials: Trials, total: Expression) -> bool:
    """Say whether a factor of each term of `total`, a sum of products of numbers, add up to 1.

    So they do for every formula that is no such sum.
    """
    terms = total.terms if isinstance(total, nodes.Sum) else ()
    products = [term.factors for term in terms if isinstance(term, nodes.Product)]
    is_long = prod(map(len, products)) > _MOST_CHOICES
    if not terms or len(products) < len(terms) or has_letters(total) or is_long:
        return True
    ev = trials.evaluator(World({}))
    try:
        numbers = [[ev.value(factor, {}) for factor in factors] for factors in products]
    except (Unknown, ArithmeticError):
        return True
    return any(not differ(sum(chosen, Fraction(0)), Fraction(1)) for chosen in product(*numbers))


def _letters_alike(trials: Trials, pair: Sequence[Expression]) -> str:
    """Return two letters of the data in one line that are read as the same number, or "".

    Nobody writes two letters for one number in a line, but where it says so: a_j = x_j.
    """
    parts = (part for side in pair for part in side.walk() if isinstance(part, Symbol) and part.lower)
    symbols = dict.fromkeys(part for part in parts if not trials.scope.is_parameter(part))
    for symbol, other in combinations(symbols, 2):
        if (
            symbol.lower == other.lower
            and {symbol, other} != {*pair}
            and _are_one(trials, symbol, other)
        ):
            return f"{symbol.letter} and {other.letter}"
    return ""


def _are_one(trials: Trials, symbol: Symbol, other: Symbol) -> bool:
    """Say whether two letters are the same number in all worlds."""
    with suppress(Unknown, ArithmeticError):
        values = [differ(a, b) for *_, a, b in trials.instances(symbol, other, truth=False)]
        return bool(values) and not any(values)
    return False


def _totals_alike(
    trials: Trials, pair: Sequence[Expression], accepted: Iterable[DerivationLine]
) -> str:
    """Return two letters of totals that are read as the same number, or "".

    Beside n_c = Σ_v n_cv of a class, N is of all of them, and N_c counts something else.
    """
    roles = trials.scope.names
    above = (line.chain.sides[0] for line in accepted if line.chain is not None)
    totals = [side for side in above if isinstance(side, Symbol) and roles.get(side.letter) == "n"]
    others = (part for side in pair for part in side.walk()
              if isinstance(part, Symbol) and roles.get(part.letter) == "n")  # fmt: skip
    for total, other in product([side for side in totals if side.lower], dict.fromkeys(others)):
        if total.letter != other.letter and other not in totals and _are_one(trials, total, other):
            return f"{total.letter} and {other.letter}"
    return ""


def with_definitions(trials: Trials, side: Expression, name: str) -> Expression:
    """Return a formula with those of letters put in that were introduced by `name`: r = c/m."""

    def change(part: Expression) -> Expression | None:
        if isinstance(part, nodes.Integral):
            return part  # it may run over the letter
        known = trials.definitions.get(key_of(part)) if isinstance(part, Symbol) else None
        if known is None or name not in names_in(known.body) or not isinstance(part, Symbol):
            return None
        places: dict[Expression, Expression] = dict(
            zip(map(Symbol, known.letters), part.lower, strict=False)
        )
        return nodes.replace(known.body, lambda index: places.get(index))

    return nodes.replace(side, change)


def estimates_alone(trials: Trials, pair: Sequence[Expression]) -> set[str]:
    """Return the letters of parameters that are a side of a `pair`, but multipliers; none beside P(c).

    What they are said to be, and no edit mends, may be of other data, or of another letter: θ_0 = a/m.
    """
    if any(isinstance(side, Call) for side in pair):
        return set()
    sides = (side for side in pair if isinstance(side, Symbol) and trials.scope.is_parameter(side))
    roles = trials.scope.names
    return {side.letter for side in sides if roles.get(side.letter) != "multiplier"}


def has_moved(
    trials: Trials, pair: Sequence[Expression], mended: Sequence[Expression], names: Iterable[str]
) -> bool:
    """Say whether a `mended` line has other quantities than a `pair` of sides, or 1/κ or −κ for κ.

    `names` are the letters that may mean anything: whoever writes one of these may mean the other.
    """
    for old, new in zip(pair, mended, strict=True):
        if set(_quantities_in(old)) != set(_quantities_in(new)):
            return True
        free = (part for part in old.walk() if isinstance(part, Symbol) and part.letter in names)
        for part in dict.fromkeys(free if old != new else ()):
            role = trials.scope.names.get(part.letter, "")
            is_free = role == "multiplier" or role.startswith("free")
            for other in (1 / part, -part) if is_free else ():
                with suppress(Unknown, ArithmeticError):
                    if trials.trial(new, _put_in(old, part, other), "identity") is None:
                        return True
    return False


def is_cancelled(
    trials: Trials, pair: Sequence[Expression], mended: Sequence[Expression], name: str
) -> bool:
    """Say whether an edit only makes `name` vanish from the side that it changes: f · 1/f."""
    for old, new in zip(pair, mended, strict=True):
        if old != new and name in names_in(new) and name in names_in(old):
            others = (with_another(trials, new, name, how) for how in range(3))
            return all(refutation(trials, "identity", new, other) is None for other in others)
    return False


def is_right_of_any(trials: Trials, kind: str, pair: Sequence[Expression], name: str) -> bool:
    """Say whether a `pair` of sides is equal whatever number `name` is: Γ(a + 1) = a Γ(a).

    `kind` is that of the line in which they stand.
    """
    others = ([with_another(trials, side, name, how) for side in pair] for how in range(3))
    return all(refutation(trials, kind, left, right) is None for left, right in others)


def _put_in(formula: Expression, part: Expression, other: Expression) -> Expression:
    """Return `formula` with another one in the place of one of its parts."""
    return nodes.replace(formula, lambda each: other if each == part else None)


def _quantities_in(side: Expression) -> Iterator[str]:
    """Yield the letters of a formula, also those that run, and its numbers but 0, 1 and 2."""
    for part in side.walk():
        match part:
            case Symbol(letter):
                yield letter.removesuffix("²")
            case Call(head):
                yield head
            case Integer(value) if value > 2:
                yield str(value)


def is_probability_of(call: Call, known: AbstractSet[Expression]) -> bool:
    """Say whether a probability is of what is `known`, or numbered, as x_1 and x_2 in P(x_2 | x_1)."""
    letters = {part for side in (*call.left, *call.right) for part in side.walk()
               if isinstance(part, Symbol) and part != REST}  # fmt: skip
    indices = {index for letter in letters for index in letter.lower}
    is_probability = call.head in ("P", "p", "Pr") and bool(letters)
    return is_probability and all(letter in known or letter.lower for letter in letters - indices)
