"""Questions about formulas in a scope: equal forms, signs, dependence, solutions, where a number lies.

How to read: most compare forms, with counts unfolded where they have to be. `solution_problem` checks a
solution and finds none: the value is put into the conditions, and is the only one. `support_of` gives
the interval or set of whole numbers in which a number lies, by all that was assumed of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Integral, Symbol
from exactnb.core.expression.spell import spell
from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.forms.algebra import mentions_any
from exactnb.explain.proving.forms.atoms import Free, Indexed, IntegralAtom, Log, Total
from exactnb.explain.proving.forms.calculus import derivative, integral_value
from exactnb.explain.proving.forms.patterns import Refused, match, mentions, rewritten
from exactnb.explain.proving.forms.rational import product
from exactnb.explain.proving.forms.roots import is_known_zero
from exactnb.explain.proving.forms.signs import Sign, strictest
from exactnb.explain.proving.scope.alphabet import INFINITE, INTERVALS
from exactnb.explain.proving.scope.reading import Reader, reader_for
from exactnb.explain.proving.scope.scope import Declared, ways_inside

_ZERO, _REALS = nodes.Integer(0), nodes.Domain("reals", ())


def _readers(declared: Declared) -> Iterator[Reader]:
    """Yield both ways of reading: with counts as letters, and unfolded."""
    yield reader_for(declared, counts=False)
    yield reader_for(declared, counts=True)


def holds_in_a_reading(declared: Declared, check: Callable[[Reader], bool]) -> bool:
    """Say whether `check` holds in `declared` for the reader with counts as letters, or unfolded.

    Raises Refused if no reading succeeds and one of them is not allowed.
    """
    refused: list[str] = []
    # Counts as letters come first: forms are smaller, and most lines need no more.
    for reader in _readers(declared):
        try:
            if check(reader):
                return True
        except Refused as error:  # to keep it would keep all that its traceback knows
            refused.append(error.message)
    if refused:
        raise Refused(refused[-1])
    return False


def same_form(declared: Declared, left: Expression, right: Expression) -> bool:
    """Say whether `left` and `right` have one normal form in the scope `declared`: they are equal.

    False says nothing: equal formulas may have different forms. Raises Refused if neither way of
    reading them is allowed in the scope.
    """

    def check(reader: Reader) -> bool:
        return is_known_zero(reader.forms.tidy(reader.read(left) - reader.read(right)))

    return holds_in_a_reading(declared, check)


def is_value_of_integral(declared: Declared, left: Integral, right: Expression) -> bool:
    """Say whether `right` is, in `declared`, the value of the integral `left` of powers, by Γ."""

    def check(reader: Reader) -> bool:
        atom, variable = reader.read(left).atom, reader.integration_variable(left, {})
        if not isinstance(atom, IntegralAtom):
            raise Refused("more than powers of what varies are integrated")
        return reader.forms.tidy(integral_value(reader.forms, variable, atom) - reader.read(right)) == 0

    return holds_in_a_reading(declared, check)


def differ_by_constant(declared: Declared, left: Expression, right: Expression, by: Symbol) -> bool:
    """Say whether `left` − `right` is free of the letter `by` in `declared`: its slope is 0."""
    for reader in _readers(declared):
        form = reader.forms.tidy(reader.read(left) - reader.read(right))
        letter = reader.letter(by, {}).atom
        if not isinstance(letter, Indexed):
            raise Refused(f"{spell(by)} is not free")
        if derivative(reader.forms, form, letter, reader.names(by)) == 0:
            return True
    return False


def ratio_sign(
    declared: Declared,
    equation: tuple[Expression, Expression],
    divisor_equation: tuple[Expression, Expression],
) -> Sign:
    """Return the sign in `declared` of left − right of `equation` over that of `divisor_equation`.

    If it is known, the one equation holds if and only if the other does.
    """
    signs = []
    for reader in _readers(declared):
        first, second = (reader.read(a) - reader.read(b) for a, b in (equation, divisor_equation))
        if reader.forms.tidy(second) != 0:
            signs.append(reader.forms.sign(first / second))
    return strictest(*signs)


def may_depend(declared: Declared, expression: Expression, *letters: Expression) -> bool:
    """Say whether `expression` may depend on one of `letters`, whatever `declared` unfolds names to."""
    if any(mentions(expression, letter) for letter in letters):
        return True
    readable = False
    for reader in _readers(declared):
        try:
            form = reader.form(expression, {})
        except Refused:
            continue  # either reading is enough: a count that rests on a letter is one of its names
        readable = True
        if mentions_any(form, reader.names(*letters)):
            return True
    # What cannot be read may depend on anything.
    return not readable


def is_opposite(declared: Declared, left: Expression, right: Expression, variable: Symbol) -> bool:
    """Say whether `left` is, in `declared`, −c·`right` for a c > 0, plus terms free of `variable`."""
    for reader in _readers(declared):
        form, right_form = reader.read(left), reader.read(right)
        names = reader.names(variable)
        for atom in right_form.atoms:
            share = right_form.derivative(atom)
            if not isinstance(atom, Log | Total) or share == 0:
                continue
            times = form.derivative(atom) / share
            rest = reader.forms.tidy(form - times * right_form)
            free = not any(mentions_any(part, names) for part in (times, rest))
            if free and reader.forms.sign(times) == "-":
                return True
    return False


def is_product(declared: Declared, result: Expression, *parts: Expression) -> bool:
    """Say whether `result` is, in `declared`, the product of `parts`, each read by itself."""

    def check(reader: Reader) -> bool:
        multiplied = product((reader.read(part), 1) for part in parts)
        return reader.forms.tidy(multiplied - reader.read(result)) == 0

    return holds_in_a_reading(declared, check)


def index_letters_in(declared: Declared, expression: Expression) -> frozenset[str]:
    """Return the free letters of indices in `expression`, with all names of `declared` unfolded."""
    reader = reader_for(declared, counts=True)
    mentioned = reader.read(expression).mentioned
    return frozenset(index.letter for index in mentioned if isinstance(index, Free))


def is_nonzero(declared: Declared, expression: Expression) -> bool:
    """Say whether `declared` makes `expression` positive or negative."""
    return sign_of(declared, expression) in ("+", "-")


def sign_of(declared: Declared, expression: Expression) -> Sign:
    """Return the sign of `expression` in `declared`, "" if unknown; Refused if it cannot be read."""
    signs: list[Sign] = []

    def read(reader: Reader) -> bool:
        reader.read(expression)
        # Each reading may know more than the other: both are asked, and the strictest sign is taken.
        signs.append(reader.sign(expression))
        return False

    try:
        holds_in_a_reading(declared, read)
    except Refused:
        if not signs:
            raise
    return strictest(*signs)


def solution_problem(
    declared: Declared, conditions: Sequence[Line], equations: Sequence[Line], line: Line
) -> str:
    """Return why `line` is no value of a letter of `declared` that satisfies `conditions`, or ""."""
    letter, value = line.left, line.right
    if line.relation != "=" or not isinstance(letter, Symbol) or not conditions:
        return "a solution is what a letter is, under conditions"
    if declared.definition(letter, counts=True) is not None:
        return "what is solved for stands for something already"
    multipliers = [e for e in equations if e.relation == "=" and _is_multiplier(declared, e.left)]
    # θ = θ satisfies every condition: a value has to be free of what it is the value of.
    if any(mentions(e.right, letter) for e in (*multipliers, line)):
        return "a value that was found holds what is solved for"
    # A multiplier is found by the same conditions: left in the value, it would be an unknown more.
    if any(mentions(value, e.left) for e in multipliers):
        return "a value that was found is not put in"
    if not any(letter in side.walk() for c in conditions for side in (c.left, c.right)):
        return "no condition is about what is solved for"
    if not is_inside(declared, letter, value):
        return "the solution is not known to be allowed"
    # A value that satisfies the conditions may be one of several: uniqueness has to be known too.
    if not any(_is_same_claim(declared, equation, line) for equation in equations):
        return "it is not known that there is no other solution"
    for condition in conditions:
        sides = [condition.left, condition.right]
        for equation in (*multipliers, line):
            sides = [rewritten(side, equation.left, equation.right) for side in sides]
        if not same_form(declared, *sides):
            return "a condition is not satisfied"
    return ""


def _is_multiplier(declared: Declared, expression: Expression) -> bool:
    """Say whether a letter may be any number, and nothing else is known of it."""
    domain = declared.domain(expression)
    free = declared.definition(expression, counts=True) is None
    return free and domain is not None and domain[0].kind == "reals"


def _is_same_claim(declared: Declared, equation: Line, claim: Line) -> bool:
    """Say whether an equation holds just where a claim does."""
    if equation.relation != "=":
        return False
    sides, claimed = (equation.left, equation.right), (claim.left, claim.right)
    try:
        return ratio_sign(declared, sides, claimed) in ("+", "-")
    except Refused:
        return False


def is_inside(declared: Declared, letter: Symbol, value: Expression) -> bool:
    """Say whether `value` satisfies all that `declared` assumes of `letter`: its domain, and facts."""
    lookup = declared.domain(letter)
    requirements: list[tuple[Expression, tuple[str, ...]]] = [
        (fact, ("+",)) for fact in declared.positive
    ]
    requirements += [(fact, ("+", "0+")) for fact in declared.natural]
    if lookup is None:
        if not any(declared.fitting(fact, letter) is not None for fact in declared.positive):
            return False
    elif lookup[0].kind == "open":
        requirements += [(way, ("+",)) for _, way in ways_inside(lookup[0], letter)]
    # Of other sets it is not known whether a formula lies in them: a whole number may come out as a
    # half.
    elif lookup[0].kind != "reals":
        return False
    for fact, signs in requirements:
        if may_depend(declared, fact, letter):
            # θ_j > 0 for all j is asked of the value for j; in any other fact, as 1 − θ > 0, it is put
            # in.
            about_letter = match(fact, letter) is not None
            there = value if about_letter else rewritten(fact, letter, value)
            if may_depend(declared, there, letter) or sign_of(declared, there) not in signs:
                return False
    return True


@frozen(slots=True)
class Support:
    """Where a number lies: between two ends of an integral, or in a `domain` of whole numbers."""

    ends: tuple[nodes.Expression, ...] = ()
    domain: nodes.Domain | None = None

    def sum_or_integral(self, variable: nodes.Symbol, body: nodes.Expression) -> nodes.Expression:
        """Return the integral, or the sum, of `body` over all values of `variable`."""
        if self.domain is None:
            return nodes.Integral(variable, body, self.ends)
        return nodes.Series("sum", variable, self.domain, body)


def support_of(declared: Declared, variable: nodes.Symbol) -> Support:
    """Return where `variable` may lie, by all that `declared` assumes; Refused if it is no range."""
    lookup = declared.domain(variable)
    facts = [
        (fact, weak)
        for facts, weak in ((declared.positive, False), (declared.natural, True))
        for fact in facts
        if may_depend(declared, fact, variable)
    ]
    if lookup is not None and lookup[0] != _REALS:
        domain = lookup[0]
        if facts or domain.kind not in (*INTERVALS, "set", "whole", "through"):
            raise Refused("more is assumed of what varies than where it lies")
        if domain.kind in INTERVALS:
            return Support(domain.parts)
        return Support(domain=domain)
    lows = [_least_value(fact, variable) for fact, _ in facts]
    if lookup is None and _ZERO not in lows:
        raise Refused("where what varies lies was not said")
    bounds: list[nodes.Expression] = [low for low in lows if low is not None]
    if len(bounds) < len(lows):
        raise Refused("more is assumed of what varies than where it begins")
    forms = reader_for(declared, counts=False)
    for low in bounds:  # the greatest of its least values
        if all(forms.sign(low - bound) in ("+", "0+") for bound in bounds):
            return Support((low, INFINITE[0]))
    if bounds:
        raise Refused("where what varies begins is not known")
    return Support(INFINITE[::-1])


def _least_value(fact: nodes.Expression, variable: nodes.Symbol) -> nodes.Expression | None:
    """Return the least value that a fact allows: 0 of x, and m of x − m."""
    if fact == variable:
        return _ZERO
    match fact:
        case nodes.Sum((first, nodes.Negative(low))) if first == variable:
            return low
    return None
