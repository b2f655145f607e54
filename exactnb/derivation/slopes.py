"""Derivatives of forms by a letter, through every atom that rests on it."""

from __future__ import annotations

from typing import Any

from exactnb.derivation import symbolic
from exactnb.derivation.declared import Refused
from exactnb.derivation.forms import Forms
from exactnb.derivation.indices import Term
from exactnb.derivation.symbolic import Form

__all__ = ["derivative"]

DETERMINANT = ("call", "det")
"""The one function that is differentiated without being given: its slope is an atom."""


def derivative(forms: Forms, form: Form, by: Form) -> Form:
    """Return the derivative of a form by a letter, through every atom that rests on it."""
    out = symbolic.ZERO
    for symbol in sorted(symbolic.symbols(form), key=str):
        inner = _of_atom(forms, forms.atoms[symbol], by)
        if inner != 0:
            out += symbolic.differentiated(form, symbol) * inner
    return forms.tidy(out)


def _of_atom(forms: Forms, key: Term, by: Form) -> Form:
    _, shape, terms = forms.atoms[by]
    match key:
        case ("n", own, indices):
            if own != shape:
                if own[:2] == DETERMINANT and _argument(own, shape):
                    return forms.atom(("slope", key, forms.atoms[by]))
                if _argument(own, shape):
                    raise Refused("a derivative of a function that was not given")
                return symbolic.ZERO
            pairs = zip(indices, terms, strict=True)
            return symbolic.product(forms.equal(one, other) for one, other in pairs)
        case ("log", inner):
            return derivative(forms, inner, by) / inner
        case ("exp", inner):
            return forms.atom(key) * derivative(forms, inner, by)
        case ("sum", *_):
            bound, body = forms.opened(key)
            return forms.total(bound, derivative(forms, body, by))
        case ("factorial", inner) if derivative(forms, inner, by) != 0:
            raise Refused("a derivative of a factorial")
        case ("slope", of, _) if _argument(of[1], shape):
            raise Refused("a second derivative of a determinant")
    return symbolic.ZERO


def _argument(shape: Any, letter: Term) -> bool:
    """Say whether a function has a letter, with any indices, among its arguments."""
    if not isinstance(shape, tuple):
        return False
    return shape[:3] == letter[:3] or any(_argument(part, letter) for part in shape)
