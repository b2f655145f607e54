"""Derivatives of forms by a letter, and integrals of products of powers of probabilities.

A sum is integrated term by term, which is allowed as each term has an integral: exponents are greater
than −1. What does not vary is drawn out; what is left is an atom, and its value is cited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exactnb.core.record import frozen
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.algebra import Forms, mentions_any
from exactnb.explain.proving.forms.atoms import Exp, IndexAtom, Indexed, IntegralAtom, Log, Total
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.forms.rational import ONE, ZERO, Form, FormPart, monomials, number, product


def derivative(forms: Forms, form: Form, by: atoms.Indexed, names: frozenset[object]) -> Form:
    """Return the derivative of `form` by the letter `by`, through each atom of `forms` that has it.

    `names` are the letter and all names that are defined by it. Raises Refused if an atom that depends
    on it has no derivative here: ψ, an integral, an expectation or an unknown function.
    """
    total = ZERO
    for atom in form.atoms:
        inner = _atom_derivative(forms, atom, by, names)
        # The chain rule: a form is a rational function of its atoms.
        if inner != 0:
            total += form.derivative(atom) * inner
    return forms.tidy(total)


def _atom_derivative(forms: Forms, atom: FormPart, by: atoms.Indexed, names: frozenset[object]) -> Form:
    match atom:
        case atoms.Indexed(name, indices) if name == by.name:
            # ∂x_i/∂x_j is the indicator of i = j, not 1: the indices may differ.
            pairs = zip(indices, by.indices, strict=True)
            return product((forms.equal(index, by_index), 1) for index, by_index in pairs)
        case atoms.Indexed(name) if mentions_any(name, names):
            if isinstance(name, atoms.FunctionName) and name.head == "E":
                raise Refused("a derivative of an expectation")
            raise Refused("a derivative of a function that was not given")
        case atoms.Log(inner):
            return derivative(forms, inner, by, names) / inner
        case atoms.Exp(inner):
            return atom.form * derivative(forms, inner, by, names)
        case atoms.Total():
            bound, body = forms.opened_sum(atom)
            return forms.total(bound, derivative(forms, body, by, names))
        case atoms.FactorialAtom(inner) if derivative(forms, inner, by, names) != 0:
            raise Refused("a derivative of a factorial")
        case atoms.AbsAtom(inner) if derivative(forms, inner, by, names) != 0:
            raise Refused("a derivative of an absolute value")
        case atoms.GammaAtom(inner):
            return atom.form * atoms.DigammaAtom(inner).form * derivative(forms, inner, by, names)
        case atoms.DigammaAtom() | atoms.IntegralAtom() if mentions_any(atom, names):
            raise Refused("a derivative of ψ, or of an integral")
    return ZERO


@frozen(slots=True)
class IntegrationVariable:
    """What varies in an integral: one `component`, or all `size` components of a distribution.

    `place` is the position of the component's index; `symbol` is the letter that the integral is
    written over, and `names` are the names of all that depends on it.
    """

    component: Indexed
    symbol: Indexed
    names: frozenset[object]
    place: int = 0
    size: Form | None = None

    def component_at(self, index: IndexAtom) -> Form:
        """Return the component with this index."""
        indices = self.component.indices
        return replace(
            self.component, indices=(*indices[: self.place], index, *indices[self.place + 1 :])
        ).form


def integrated(forms: Forms, variable: IntegrationVariable, form: Form) -> Form:
    """Return the integral of `form` over `variable`, term by term; `forms` brings it into normal form.

    Raises Refused for terms that are no products of powers, and for integrals that may diverge.
    """
    total = ZERO
    for times, factors in monomials(form):
        fixed, log = number(times), ZERO
        for base, power in factors:
            if not mentions_any(base, variable.names):
                fixed *= base**power
            elif isinstance(base.atom, Exp):
                log += base.atom.argument * power
            # A factor θ − 1 is negative, so it is written as −(1 − θ), which has a logarithm.
            elif base == variable.component.form - 1:
                fixed = -fixed if power % 2 else fixed
                log += forms.logarithm(-base) * power
            else:
                log += forms.logarithm(base) * power
        atom = IntegralAtom(variable.symbol, forms.tidy(log))
        # Asked only whether it converges: infinite terms could seem to cancel.
        integral_value(forms, variable, atom)
        total += fixed * atom.form
    return forms.tidy(total)


def integral_value(forms: Forms, variable: IntegrationVariable, integral: IntegralAtom) -> Form:
    """Return the value of `integral` over `variable` in `forms`, by Γ; Refused if it may diverge.

    ∫ θ^(a−1) (1 − θ)^(b−1) dθ from 0 to 1 is Γ(a)·Γ(b)/Γ(a + b); over all distributions, the integral
    of ∏ θ_w^(a_w − 1) is ∏ Γ(a_w)/Γ(∑ a_w), for positive a.
    """
    if variable.size is None:
        first, second = _beta_shapes(forms, variable, integral.logarithm)
        return forms.gamma(first) * forms.gamma(second) / forms.gamma(first + second)
    index = forms.fresh_index(variable.size)
    (shape,) = _require_positive(forms, _dirichlet_shape_at(forms, variable, integral.logarithm, index))
    bound = {index: variable.size}
    logs = forms.total(bound, forms.logarithm(forms.gamma(shape)))
    return forms.exponential(logs) / forms.gamma(forms.total(bound, shape))


def _require_positive(forms: Forms, *shapes: Form) -> tuple[Form, ...]:
    if any(forms.sign(shape) != "+" for shape in shapes):
        raise Refused("an integral that is not known to converge")
    return shapes


def _beta_shapes(forms: Forms, variable: IntegrationVariable, log: Form) -> tuple[Form, ...]:
    """Return the exponents of θ and 1 − θ in a product of their powers, each greater by one."""
    logs = [forms.logarithm(base) for base in (variable.component.form, ONE - variable.component.form)]
    shares = [_coefficient_of(variable, log, log_) for log_ in logs]
    if forms.tidy(log - shares[0] * logs[0] - shares[1] * logs[1]) != 0:
        raise Refused("an integral of what is no product of powers")
    return _require_positive(forms, *(share + 1 for share in shares))


def _coefficient_of(variable: IntegrationVariable, log: Form, logarithm: Form) -> Form:
    """Return what the logarithm of a number is multiplied with, which does not vary itself."""
    assert logarithm.atom is not None
    # What is linear in an atom has its derivative as the coefficient.
    share = log.derivative(logarithm.atom)
    if mentions_any(share, variable.names):
        raise Refused("an integral of what is no product of powers")
    return share


def _dirichlet_shape_at(
    forms: Forms, variable: IntegrationVariable, log: Form, index: IndexAtom
) -> Form:
    """Return the exponent of θ at an index in a product of powers, greater by one."""
    exponent, rest = ONE, log
    for atom in (atom for atom in log.atoms if mentions_any(atom, variable.names)):
        times = _coefficient_of(variable, log, atom.form)
        exponent += times * sum(_exponents(forms, variable, atom, index), ZERO)
        rest -= times * atom.form
    if rest != 0:
        raise Refused("an integral of what is no product of powers")
    return forms.tidy(exponent)


def _exponents(
    forms: Forms, variable: IntegrationVariable, atom: FormPart, index: IndexAtom
) -> Iterator[Form]:
    """Yield the exponent of θ at an index in what has an atom as its logarithm."""
    match atom:
        case Total((size,)) if size == variable.size:
            bound, body = forms.opened_sum(atom)
            (inner,) = bound
            logarithm = forms.logarithm(variable.component_at(inner))
            share = _coefficient_of(variable, body, logarithm)
            if body != share * logarithm:
                raise Refused("an integral of what is no product of powers")
            # Of a product over w of θ_w^(a_w), the exponent at an index is a there.
            yield forms.put(share, {inner: index})
        case Log(argument) if isinstance(argument.atom, Indexed) and argument == variable.component_at(
            argument.atom.indices[variable.place]
        ):
            yield forms.equal(index, argument.atom.indices[variable.place])
        case _:
            raise Refused("an integral of what is no product of powers")
