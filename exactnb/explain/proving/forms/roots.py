"""Roots of forms: √a is an atom by itself, whose square is a.

A form knows a root as e to the power of a share of a logarithm. Where a radicand is an atom, that atom
is written as a power of its root, so that s/n − t² has the factors √(s/n) − t and √(s/n) + t; where it
is a number or a sum, powers of the root are lowered.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from exactnb.explain.proving.forms.atoms import Exp, Log
from exactnb.explain.proving.forms.rational import ONE, ZERO, Form, FormPart, number, product


def root_parts(atom: FormPart) -> tuple[Form, int] | None:
    """Return a and q of the q-th root of a; None for any other atom."""
    if not isinstance(atom, Exp):
        return None
    # √a is e^(log a/2): one logarithm with the share 1/q, and nothing beside it.
    share = [(inner, atom.argument.derivative(inner).number) for inner in atom.argument.atoms]
    match share:
        case [(Log(argument) as inner, times)] if (
            times is not None and times.numerator == 1 and inner.form * number(times) == atom.argument
        ):
            return argument, times.denominator
    return None


def merged_roots(form: Form) -> Form:
    """Return an equal form in which no radicand that is an atom stands beside its root.

    What is under a root is known to be positive, or zero: else there would be no root.
    """
    orders = _root_orders(form)
    if not orders:
        return form
    changes: dict[FormPart, Form] = {}
    for base, order in orders.items():
        root = Exp(_log(base) / order).form
        changes |= {
            atom: root ** (order // times[1])
            for atom in form.atoms
            if (times := root_parts(atom)) is not None and times[0] == base
        }
        if base.atom is not None and root_parts(base.atom) is None:
            changes[base.atom] = root**order
    form = form.replaced(changes)
    for base, order in orders.items():
        if base.atom is None:
            atom = Exp(_log(base) / order)
            numerator, denominator = form.numerator, form.denominator
            form = _lowered(numerator, atom, base, order) / _lowered(denominator, atom, base, order)
    return form.replaced(changes)  # a radicand that was put in may hold another one


def settled(form: Form) -> Form:
    """Return an equal form in which the square of √a is a, as what is inside of an atom is compared."""
    for base, order in _root_orders(form).items():
        atom = Exp(_log(base) / order)
        if atom in form.atoms:
            numerator, denominator = form.numerator, form.denominator
            form = _lowered(numerator, atom, base, order) / _lowered(denominator, atom, base, order)
    return form


def split_primes(form: Form) -> Form:
    """Return an equal form in which primes are powers of their roots: √2·t − √s divides 2t² − s."""
    for base, order in _root_orders(form).items():
        if base.integer is not None:
            root = Exp(_log(base) / order)
            parts = (
                _raised(part, root, base.integer, order) for part in (form.numerator, form.denominator)
            )
            form = next(parts) / next(parts)
    return form


def is_known_zero(form: Form) -> bool:
    """Say whether a form is zero, with what is known of roots; False says nothing."""
    return form == 0 or merged_roots(form) == 0


def conjugate_gap(form: Form, root: FormPart) -> tuple[Form, Form] | None:
    """Return c and c²·r² − a² of a form a + c·r in a square root r; None for any other form."""
    parts = root_parts(root)
    # The derivative is c if the form is linear in r; where r is left in it, it is not.
    times = form.derivative(root)
    if parts is None or parts[1] != 2 or form.denominator != 1 or root in times.atoms:
        return None
    rest = form - times * root.form
    return times, times**2 * parts[0] - rest**2


def _root_orders(form: Form) -> Mapping[Form, int]:
    """Return the radicands of a form, each with a common multiple of the orders of its roots."""
    orders: dict[Form, int] = {}
    for atom in form.atoms:
        parts = root_parts(atom)
        if parts is not None:
            orders[parts[0]] = lcm(orders.get(parts[0], 1), parts[1])
    return orders


def _log(base: Form) -> Form:
    return Log(base).form


def _raised(form: Form, root: FormPart, prime: int, order: int) -> Form:
    """Return a form without a denominator whose coefficients have no factor `prime`."""
    total = ZERO
    for times, factors in form.terms():
        power = 0
        # p becomes r^order: so √2·t and 2·t² share a factor that polynomials can see.
        while times % prime == 0:
            times, power = times // prime, power + order
        total += product(factors) * root.form**power * number(times)
    return total


def _lowered(form: Form, root: FormPart, base: Form, order: int) -> Form:
    """Return a form without a denominator in which a root has powers below its order."""
    total = ZERO
    for times, factors in form.terms():
        power = sum(exponent for factor, exponent in factors if factor.atom == root)
        rest = product(factor for factor in factors if factor[0].atom != root)
        reduced = base ** (power // order) * root.form ** (power % order) if power else ONE
        total += rest * reduced * number(times)
    return total
