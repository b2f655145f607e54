"""Integrals over a probability, or over all numbers of a distribution, of products of powers of these.

A sum is integrated term by term, which is allowed as each term has an integral: exponents are greater
than −1. What does not vary is drawn out; what is left is an atom, and its value is cited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exactnb.core.record import frozen
from exactnb.explain.proving.atoms import Exp, Index, IntegralOf, Log, Named, Total
from exactnb.explain.proving.forms import Forms, monomials, rests_on
from exactnb.explain.proving.patterns import Refused
from exactnb.explain.proving.rational import ONE, ZERO, Form, Part, number


@frozen(slots=True)
class Over:
    """Say what varies: `one` number by itself, or for all `size` numbers that stand at a place of it.

    `whole` is what the integral is written over, and `names` is all that rests on it.
    """

    one: Named
    whole: Named
    names: frozenset[object]
    place: int = 0
    size: Form | None = None

    def at(self, index: Index) -> Form:
        """Return the number at an index."""
        indices = self.one.indices
        return replace(
            self.one, indices=(*indices[: self.place], index, *indices[self.place + 1 :])
        ).form


def integrated(forms: Forms, over: Over, form: Form) -> Form:
    """Return the integral of a form, term by term."""
    out = ZERO
    for times, factors in monomials(form):
        fixed, log = number(times), ZERO
        for base, power in factors:
            if not rests_on(base, over.names):
                fixed *= base**power
            elif isinstance(base.atom, Exp):
                log += base.atom.of * power
            elif base == over.one.form - 1:
                fixed = -fixed if power % 2 else fixed
                log += forms.logarithm(-base) * power
            else:
                log += forms.logarithm(base) * power
        atom = IntegralOf(over.whole, forms.tidy(log))
        value(forms, over, atom)
        out += fixed * atom.form
    return forms.tidy(out)


def value(forms: Forms, over: Over, integral: IntegralOf) -> Form:
    """Return the integral of powers by Γ; raise Refused for any other, or one that does not converge.

    ∫ θ^(a−1) (1 − θ)^(b−1) dθ from 0 to 1 is Γ(a)·Γ(b)/Γ(a + b); over all distributions, the integral
    of ∏ θ_w^(a_w − 1) is ∏ Γ(a_w)/Γ(∑ a_w), for positive a.
    """
    if over.size is None:
        first, second = _shapes(forms, over, integral.of)
        return forms.gamma(first) * forms.gamma(second) / forms.gamma(first + second)
    index = forms.fresh(over.size)
    (shape,) = _positive(forms, _shape_at(forms, over, integral.of, index))
    bound = {index: over.size}
    logs = forms.total(bound, forms.logarithm(forms.gamma(shape)))
    return forms.exponential(logs) / forms.gamma(forms.total(bound, shape))


def _positive(forms: Forms, *shapes: Form) -> tuple[Form, ...]:
    if any(forms.sign(shape) != "+" for shape in shapes):
        raise Refused("an integral that is not known to converge")
    return shapes


def _shapes(forms: Forms, over: Over, log: Form) -> tuple[Form, ...]:
    """Return the exponents of θ and 1 − θ in a product of their powers, each greater by one."""
    logs = [forms.logarithm(base) for base in (over.one.form, ONE - over.one.form)]
    shares = [_share(over, log, one) for one in logs]
    if forms.tidy(log - shares[0] * logs[0] - shares[1] * logs[1]) != 0:
        raise Refused("an integral of what is no product of powers")
    return _positive(forms, *(share + 1 for share in shares))


def _share(over: Over, log: Form, of: Form) -> Form:
    """Return what the logarithm of a number is multiplied with, which does not vary itself."""
    assert of.atom is not None
    share = log.derivative(of.atom)
    if rests_on(share, over.names):
        raise Refused("an integral of what is no product of powers")
    return share


def _shape_at(forms: Forms, over: Over, log: Form, index: Index) -> Form:
    """Return the exponent of θ at an index in a product of powers, greater by one."""
    out, rest = ONE, log
    for atom in (atom for atom in log.atoms if rests_on(atom, over.names)):
        times = _share(over, log, atom.form)
        out += times * sum(_exponents(forms, over, atom, index), ZERO)
        rest -= times * atom.form
    if rest != 0:
        raise Refused("an integral of what is no product of powers")
    return forms.tidy(out)


def _exponents(forms: Forms, over: Over, atom: Part, index: Index) -> Iterator[Form]:
    """Yield the exponent of θ at an index in what has an atom as its logarithm."""
    match atom:
        case Total((size,)) if size == over.size:
            bound, body = forms.opened(atom)
            (inner,) = bound
            own = forms.logarithm(over.at(inner))
            share = _share(over, body, own)
            if body != share * own:
                raise Refused("an integral of what is no product of powers")
            yield forms.put(share, {inner: index})
        case Log(of) if isinstance(of.atom, Named) and of == over.at(of.atom.indices[over.place]):
            yield forms.equal(index, of.atom.indices[over.place])
        case _:
            raise Refused("an integral of what is no product of powers")
