"""The integral of a power of a quadratic that is zero nowhere: Cauchy's and Student's densities."""

from __future__ import annotations

from exactnb.explain.proving.facts.sought import Sought
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.rational import HALF, Form
from exactnb.explain.proving.scope.alphabet import INFINITE


def student_integral(sought: Sought, log: Form) -> Form | None:
    """Return ∫ (a·x² + b·x + c)^(−p) dx over all x, where e to the power of `log` is the integrand.

    It is √π·Γ(p − ½)/Γ(p)·(c − b²/4a)^(½−p)/√a, where p is more than ½, a positive, and 4·a·c more than
    b². None where nothing of that is known, in the scope of `sought`.
    """
    forms = sought.reader.forms
    for atom in log.atoms if sought.support.ends == INFINITE[::-1] else ():
        if not isinstance(atom, atoms.Log) or sought.is_free(atom.argument):
            continue
        # A quadratic is known by its derivatives: a is half the second one, b the rest of the first,
        # and c − b²/4a, its least value, what is left of it then.
        p, q = -log.derivative(atom), atom.argument
        rest, a = log + p * atom.form, sought.slope(sought.slope(q)) / 2
        b = sought.slope(q) - a * sought.x * 2
        least = forms.tidy(q - a * sought.x**2 - b * sought.x - b**2 / (a * 4)) if a != 0 else a
        if (
            not sought.is_free(p, rest, a, b, least)
            or sought.sign(a) != "+"
            or sought.sign(least) != "+"
        ):
            continue
        if sought.sign(p - HALF) != "+":
            continue
        circle = atoms.CIRCLE.form  # of p = 1, in the place of √π·Γ(½)
        if p != 1:
            circle = forms.power(circle, HALF) * forms.gamma(p - HALF) / forms.gamma(p)
        scale = forms.power(least, HALF - p) / forms.power(a, HALF)
        return forms.exponential(rest) * circle * scale
    return None
