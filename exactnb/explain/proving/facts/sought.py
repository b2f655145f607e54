"""The parts of a logarithm, as the facts about integrals and series ask for them."""

from __future__ import annotations

from math import factorial

from exactnb.core.expression import nodes
from exactnb.core.record import frozen
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.algebra import rests_on
from exactnb.explain.proving.forms.rational import ONE, ZERO, Form, FormPart, number
from exactnb.explain.proving.forms.slopes import derivative
from exactnb.explain.proving.scope.alphabet import INFINITE
from exactnb.explain.proving.scope.reading import Reader
from exactnb.explain.proving.scope.supports import Support

_MOST_DEGREE = 12  # of a polynomial before a geometric series


@frozen(slots=True)
class Sought:
    """The value that is sought of e to the power of a form in what varies, over its support."""

    reader: Reader
    atom: atoms.Indexed
    names: frozenset[object]
    support: Support

    # the parts of a logarithm

    @property
    def x(self) -> Form:
        """Return what varies."""
        return self.atom.form

    def is_free(self, *forms: Form) -> bool:
        """Say whether forms do not depend on what varies."""
        return not any(rests_on(form, self.names) for form in forms)

    def sign(self, form: Form) -> str:
        """Return the sign of a form."""
        return self.reader.forms.sign(form)

    def slope(self, form: Form) -> Form:
        """Return the derivative of `form` by what varies."""
        return derivative(self.reader.forms, form, self.atom, self.names)

    def begins_at(self, end: int) -> bool:
        """Say whether the support goes from a number, or from −∞ if that is None, on without end."""
        return self.support.ends == (nodes.Integer(end), INFINITE[0])

    def split(self, log: Form, inner: Form) -> tuple[Form, Form] | None:
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

    def square(self, log: Form, by: FormPart) -> tuple[Form, Form, Form] | None:
        """Return A, B and C if the logarithm `log` is −A·u² + B·u + C in u, `by`, with A > 0."""
        half = log.derivative(by).derivative(by) / 2
        if not self.is_free(half) or self.sign(half) != "-":
            return None
        linear = (log - half * by.form**2).derivative(by)
        rest = log - half * by.form**2 - linear * by.form
        return (-half, linear, rest) if self.is_free(linear, rest) else None


def ratio_of(sought: Sought, log: Form) -> tuple[Form, Form]:
    """Return r and C of `log`, x·log r + C, with x of `sought`; C may still depend on x."""
    times = log.derivative(sought.atom)
    return sought.reader.forms.exponential(times), log - times * sought.x


def begins_with(sought: Sought, first: int) -> bool:
    """Say whether `sought` adds up whole numbers from `first` on, without end."""
    assert sought.support.domain is not None
    return sought.support.domain == nodes.Domain("whole", (nodes.Integer(first),))


def gamma_log(sought: Sought, argument: Form) -> Form:
    """Return log a! of a, `argument`, in the forms of `sought`, as one with Γ has it: log Γ(a + 1)."""
    forms = sought.reader.forms
    return forms.logarithm(forms.gamma(argument + 1))


def moment_series(sought: Sought, log: Form, degree: int) -> Form | None:
    """Return Σ x^k·r^x over x = 0, 1, 2, …, where r^x is e to the power of `log` and k the `degree`.

    It is Σ_j S(k, j)·j!·r^j/(1 − r)^(j+1), for 0 ≤ r < 1: x^k is Σ_j S(k, j)·x···(x − j + 1) with
    Stirling's numbers of the second kind, and of each the sum is the geometric series, differentiated j
    times. None where r is not known to be such, in the scope of `sought`.
    """
    ratio, rest = ratio_of(sought, log)
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
