"""Derivatives of forms by a letter, through every atom that rests on it."""

from __future__ import annotations

from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.algebra import Forms, rests_on
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.forms.rational import ZERO, Form, FormPart, product


def derivative(forms: Forms, form: Form, by: atoms.Indexed, names: frozenset[object]) -> Form:
    """Return the derivative of `form` by the letter `by`, through each atom of `forms` that has it.

    `names` are the letter and all names that are defined by it. Raises Refused if an atom that depends
    on it has no derivative here: ψ, an integral, an expectation or an unknown function.
    """
    total = ZERO
    for atom in form.atoms:
        inner = _atom_derivative(forms, atom, by, names)
        if inner != 0:
            total += form.derivative(atom) * inner
    return forms.tidy(total)


def _atom_derivative(forms: Forms, atom: FormPart, by: atoms.Indexed, names: frozenset[object]) -> Form:
    match atom:
        case atoms.Indexed(name, indices) if name == by.name:
            # ∂x_i/∂x_j is the indicator of i = j, not 1: the indices may differ.
            pairs = zip(indices, by.indices, strict=True)
            return product((forms.equal(index, by_index), 1) for index, by_index in pairs)
        case atoms.Indexed(name) if rests_on(name, names):
            if isinstance(name, atoms.FunctionName) and name.head == "E":
                raise Refused("a derivative of an expectation")
            raise Refused("a derivative of a function that was not given")
        case atoms.Log(inner):
            return derivative(forms, inner, by, names) / inner
        case atoms.Exp(inner):
            return atom.form * derivative(forms, inner, by, names)
        case atoms.Total():
            bound, body = forms.opened(atom)
            return forms.total(bound, derivative(forms, body, by, names))
        case atoms.FactorialOf(inner) if derivative(forms, inner, by, names) != 0:
            raise Refused("a derivative of a factorial")
        case atoms.AbsOf(inner) if derivative(forms, inner, by, names) != 0:
            raise Refused("a derivative of an absolute value")
        case atoms.GammaOf(inner):
            return atom.form * atoms.DigammaOf(inner).form * derivative(forms, inner, by, names)
        case atoms.DigammaOf() | atoms.IntegralOf() if rests_on(atom, names):
            raise Refused("a derivative of ψ, or of an integral")
    return ZERO
