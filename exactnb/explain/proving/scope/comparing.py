"""Compare formulas in a scope: equal forms, signs, dependence on a letter; counts unfolded or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from exactnb.core.expression.nodes import Expression, Integral, Symbol
from exactnb.core.expression.spell import spell
from exactnb.explain.proving.forms.algebra import rests_on
from exactnb.explain.proving.forms.atoms import Free, Indexed, IntegralOf, Log, Total
from exactnb.explain.proving.forms.integrals import value
from exactnb.explain.proving.forms.patterns import Refused, mentions
from exactnb.explain.proving.forms.rational import product
from exactnb.explain.proving.forms.roots import vanishes
from exactnb.explain.proving.forms.sign_rules import Sign, strictest
from exactnb.explain.proving.forms.slopes import derivative
from exactnb.explain.proving.scope.reading import Reader, reader_for
from exactnb.explain.proving.scope.scope import Declared


def _readers(declared: Declared) -> Iterator[Reader]:
    """Yield both ways of reading: with counts as letters, and unfolded."""
    yield reader_for(declared, counts=False)
    yield reader_for(declared, counts=True)


def is_so(declared: Declared, check: Callable[[Reader], bool]) -> bool:
    """Say whether `check` holds in `declared` for the reader with counts as letters, or unfolded.

    Raises Refused if no reading succeeds and one of them is not allowed.
    """
    refused: Refused | None = None
    # Counts as letters come first: forms are smaller, and most lines need no more.
    for reader in _readers(declared):
        try:
            if check(reader):
                return True
        except Refused as error:
            refused = error
    if refused is not None:
        raise refused
    return False


def same_form(declared: Declared, left: Expression, right: Expression) -> bool:
    """Say whether `left` and `right` have one normal form in the scope `declared`: they are equal.

    False says nothing: equal formulas may have different forms. Raises Refused if neither way of
    reading them is allowed in the scope.
    """

    def check(reader: Reader) -> bool:
        return vanishes(reader.forms.tidy(reader.read(left) - reader.read(right)))

    return is_so(declared, check)


def is_integral(declared: Declared, left: Integral, right: Expression) -> bool:
    """Say whether `right` is, in `declared`, the value of the integral `left` of powers, by Γ."""

    def check(reader: Reader) -> bool:
        atom, variable = reader.read(left).atom, reader.integration_variable(left, {})
        if not isinstance(atom, IntegralOf):
            raise Refused("more than powers of what varies are integrated")
        return reader.forms.tidy(value(reader.forms, variable, atom) - reader.read(right)) == 0

    return is_so(declared, check)


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


def depends(declared: Declared, expression: Expression, *letters: Expression) -> bool:
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
        if rests_on(form, reader.names(*letters)):
            return True
    return not readable


def is_falling_in(declared: Declared, left: Expression, right: Expression, variable: Symbol) -> bool:
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
            free = not any(rests_on(part, names) for part in (times, rest))
            if free and reader.forms.sign(times) == "-":
                return True
    return False


def is_product(declared: Declared, result: Expression, *parts: Expression) -> bool:
    """Say whether `result` is, in `declared`, the product of `parts`, each read by itself."""

    def check(reader: Reader) -> bool:
        multiplied = product((reader.read(part), 1) for part in parts)
        return reader.forms.tidy(multiplied - reader.read(result)) == 0

    return is_so(declared, check)


def letters_in(declared: Declared, expression: Expression) -> frozenset[str]:
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
        signs.append(reader.sign(expression))
        return False

    try:
        is_so(declared, read)
    except Refused:
        if not signs:
            raise
    return strictest(*signs)
