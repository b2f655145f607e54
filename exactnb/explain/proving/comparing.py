"""What formulas say in a scope, both ways of reading them: alike, of a sign, resting on a letter."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from exactnb.core.expression.nodes import Expression, Integral, Symbol
from exactnb.core.expression.spell import spell
from exactnb.explain.proving.atoms import Free, Indexed, IntegralOf, Log
from exactnb.explain.proving.declared import Declared
from exactnb.explain.proving.forms import rests_on
from exactnb.explain.proving.integrals import value
from exactnb.explain.proving.patterns import Refused, mentions
from exactnb.explain.proving.rational import product
from exactnb.explain.proving.reading import Reader, reader_for
from exactnb.explain.proving.sign_rules import Sign, strictest
from exactnb.explain.proving.slopes import derivative


def _readers(declared: Declared) -> Iterator[Reader]:
    """Yield both ways of reading: with counts as letters, and unfolded."""
    yield reader_for(declared, counts=False)
    yield reader_for(declared, counts=True)


def is_so(declared: Declared, check: Callable[[Reader], bool]) -> bool:
    """Say whether something holds with counts as letters, or else unfolded.

    Raises Refused if neither way of reading is allowed.
    """
    refused: Refused | None = None
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
    """Say whether two formulas have the same form; raise Refused if they cannot be read."""

    def check(reader: Reader) -> bool:
        return reader.forms.tidy(reader.read(left) - reader.read(right)) == 0

    return is_so(declared, check)


def is_integral(declared: Declared, left: Integral, right: Expression) -> bool:
    """Say whether a formula is the value of an integral of powers, by Γ."""

    def check(reader: Reader) -> bool:
        atom, variable = reader.read(left).atom, reader.integration_variable(left, {})
        if not isinstance(atom, IntegralOf):
            raise Refused("more than powers of what varies are integrated")
        return reader.forms.tidy(value(reader.forms, variable, atom) - reader.read(right)) == 0

    return is_so(declared, check)


def differ_by_constant(declared: Declared, left: Expression, right: Expression, by: Symbol) -> bool:
    """Say whether the difference of two formulas does not depend on a letter."""
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
    """Return the sign of the difference of one equation's sides over that of another's.

    If it is known, the one equation holds if and only if the other does.
    """
    signs = []
    for reader in _readers(declared):
        first, second = (reader.read(a) - reader.read(b) for a, b in (equation, divisor_equation))
        if reader.forms.tidy(second) != 0:
            signs.append(reader.forms.sign(first / second))
    return strictest(*signs)


def depends(declared: Declared, expression: Expression, *letters: Expression) -> bool:
    """Say whether a formula may depend on one of some letters, once all that it names is unfolded."""
    if any(mentions(expression, letter) for letter in letters):
        return True
    for reader in _readers(declared):
        try:
            form = reader.form(expression, {})
        except Refused:
            if reader.counts:
                return True
            continue  # unfolded, it is read with all that it rests on
        if rests_on(form, reader.names(*letters)):
            return True
    return False


def is_falling_in(declared: Declared, left: Expression, right: Expression, variable: Symbol) -> bool:
    """Say whether a formula is another one times what is negative, but for what is free of a matrix."""
    for reader in _readers(declared):
        form, right_form = reader.read(left), reader.read(right)
        names = reader.names(variable)
        for atom in right_form.atoms:
            share = right_form.derivative(atom)
            if not isinstance(atom, Log) or share == 0:
                continue
            times = form.derivative(atom) / share
            rest = reader.forms.tidy(form - times * right_form)
            free = not any(rests_on(part, names) for part in (times, rest))
            if free and reader.forms.sign(times) == "-":
                return True
    return False


def is_product(declared: Declared, result: Expression, *parts: Expression) -> bool:
    """Say whether a formula is the product of others, each of which is read on its own."""

    def check(reader: Reader) -> bool:
        multiplied = product((reader.read(part), 1) for part in parts)
        return reader.forms.tidy(multiplied - reader.read(result)) == 0

    return is_so(declared, check)


def letters_in(declared: Declared, expression: Expression) -> frozenset[str]:
    """Return the free letters that a formula depends on, once all that it names is unfolded."""
    reader = reader_for(declared, counts=True)
    mentioned = reader.read(expression).mentioned
    return frozenset(index.letter for index in mentioned if isinstance(index, Free))


def is_nonzero(declared: Declared, expression: Expression) -> bool:
    """Say whether a formula is known to be other than zero."""
    return sign_of(declared, expression) in ("+", "-")


def sign_of(declared: Declared, expression: Expression) -> Sign:
    """Return the sign of a formula, "" where it is not known; raise Refused if it cannot be read."""
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
