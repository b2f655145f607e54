"""Integrals and series of e to the power of a logarithm, by the parts of that logarithm."""

from __future__ import annotations

from math import factorial

from exactnb.core.expression import nodes
from exactnb.core.record import frozen
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.algebra import mentions_any
from exactnb.explain.proving.forms.calculus import derivative
from exactnb.explain.proving.forms.rational import HALF, ONE, ZERO, Form, FormPart, number
from exactnb.explain.proving.scope.alphabet import INFINITE
from exactnb.explain.proving.scope.comparing import Support
from exactnb.explain.proving.scope.reading import Reader

_MOST_DEGREE = 12  # of a polynomial before a geometric series


@frozen(slots=True)
class Sought:
    """The value that is sought of e to the power of a form in what varies, over its support."""

    reader: Reader
    atom: atoms.Indexed
    names: frozenset[object]
    support: Support

    @property
    def x(self) -> Form:
        """Return what varies."""
        return self.atom.form

    def is_free(self, *forms: Form) -> bool:
        """Say whether forms do not depend on what varies."""
        return not any(mentions_any(form, self.names) for form in forms)

    def sign(self, form: Form) -> str:
        """Return the sign of a form."""
        return self.reader.forms.sign(form)

    def slope(self, form: Form) -> Form:
        """Return the derivative of `form` by what varies."""
        return derivative(self.reader.forms, form, self.atom, self.names)

    def is_integrated_from(self, end: int) -> bool:
        """Say whether the support goes from a number, or from −∞ if that is None, on without end."""
        return self.support.ends == (nodes.Integer(end), INFINITE[0])

    def split_logarithm(self, log: Form, inner: Form) -> tuple[Form, Form] | None:
        """Return the number of times that log(`inner`) is in `log`, a logarithm, and the rest."""
        part = atoms.Log(inner)
        times = log.derivative(part)
        return (times, log - times * part.form) if self.is_free(times) else None

    def exponent(self, form: Form) -> Form | None:
        """Return m if `form` is a multiple of x^m, None for any other."""
        if form == 0:
            return None
        # f = c·x^m is the one solution of x·f′/f = m, Euler's equation: no form has to be matched.
        m = self.reader.forms.tidy(self.slope(form) * self.x / form)
        return m if self.is_free(m) else None

    def negated_quadratic(self, log: Form, by: FormPart) -> tuple[Form, Form, Form] | None:
        """Return A, B and C if the logarithm `log` is −A·u² + B·u + C in u, `by`, with A > 0."""
        half = log.derivative(by).derivative(by) / 2
        if not self.is_free(half) or self.sign(half) != "-":
            return None
        linear = (log - half * by.form**2).derivative(by)
        rest = log - half * by.form**2 - linear * by.form
        return (-half, linear, rest) if self.is_free(linear, rest) else None

    def ratio_and_rest(self, log: Form) -> tuple[Form, Form]:
        """Return r and C of `log`, x·log r + C, with x what varies; C may still depend on it."""
        times = log.derivative(self.atom)
        return self.reader.forms.exponential(times), log - times * self.x

    def is_summed_from(self, first: int) -> bool:
        """Say whether whole numbers are added up from `first` on, without end."""
        assert self.support.domain is not None
        return self.support.domain == nodes.Domain("whole", (nodes.Integer(first),))

    def log_factorial(self, argument: Form) -> Form:
        """Return log a! of a, `argument`, as one with Γ has it: log Γ(a + 1)."""
        forms = self.reader.forms
        return forms.logarithm(forms.gamma(argument + 1))


def moment_series(sought: Sought, log: Form, degree: int) -> Form | None:
    """Return Σ x^k·r^x over x = 0, 1, 2, …, where r^x is e to the power of `log` and k the `degree`.

    It is Σ_j S(k, j)·j!·r^j/(1 − r)^(j+1), for 0 ≤ r < 1: x^k is Σ_j S(k, j)·x···(x − j + 1) with
    Stirling's numbers of the second kind, and of each the sum is the geometric series, differentiated j
    times. None where r is not known to be such, in the scope of `sought`.
    """
    ratio, rest = sought.ratio_and_rest(log)
    is_ratio = sought.is_free(ratio, rest) and sought.sign(ratio) in ("+", "0+")
    if not is_ratio or sought.sign(ONE - ratio) != "+" or degree > _MOST_DEGREE:
        return None
    stirling, added = [1], ZERO
    for _ in range(degree):
        padded = [0, *stirling, 0]
        # S(k + 1, j) = S(k, j − 1) + j·S(k, j): the zeros beside the row are S(k, −1) and S(k, k + 1).
        stirling = [padded[j] + j * padded[j + 1] for j in range(len(stirling) + 1)]
    for j, times in enumerate(stirling):
        added += number(times * factorial(j)) * ratio**j / (ONE - ratio) ** (j + 1)
    return sought.reader.forms.exponential(rest) * added


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
