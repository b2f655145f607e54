"""Derivatives of forms by a letter, through every atom that rests on it."""

from __future__ import annotations

from exactnb.proving import symbolic
from exactnb.proving.declared import Refused
from exactnb.proving.forms import EXPECTATION, Forms
from exactnb.proving.indices import Term
from exactnb.proving.symbolic import Form

__all__ = ["derivative"]


def derivative(forms: Forms, form: Form, by: Form, names: frozenset[Term]) -> Form:
    """Return the derivative of a form by a letter, through every atom that rests on it.

    `names` are the letter and all that stands for something with it.
    """
    out = symbolic.ZERO
    for symbol in sorted(symbolic.symbols(form), key=str):
        inner = _of_atom(forms, forms.atoms[symbol], by, names)
        if inner != 0:
            out += symbolic.differentiated(form, symbol) * inner
    return forms.tidy(out)


def _of_atom(forms: Forms, key: Term, by: Form, names: frozenset[Term]) -> Form:
    _, shape, terms = forms.atoms[by]
    match key:
        case ("n", own, indices) if own == shape:
            pairs = zip(indices, terms, strict=True)
            return symbolic.product(forms.equal(one, other) for one, other in pairs)
        case ("n", own, _) if forms.rests_on(own, names):
            if own[:2] == EXPECTATION:
                raise Refused("a derivative of an expectation")
            raise Refused("a derivative of a function that was not given")
        case ("log", inner):
            return derivative(forms, inner, by, names) / inner
        case ("exp", inner):
            return forms.atom(key) * derivative(forms, inner, by, names)
        case ("sum", *_):
            bound, body = forms.opened(key)
            return forms.total(bound, derivative(forms, body, by, names))
        case ("factorial", inner) if derivative(forms, inner, by, names) != 0:
            raise Refused("a derivative of a factorial")
    return symbolic.ZERO
