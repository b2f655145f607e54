"""What a density or a mass function adds up to, from a closed list of integrals and series.

A formula is integrated, or added up, term by term, which is allowed as each term has an integral and
none is negative. The logarithm of a term is compared with those of the list; what does not depend on
what varies is drawn out.

How to read: `total_and_facts` is the door. Each function of `_INTEGRALS` and `_SERIES` knows one
fact: it returns the value, or None for a term of another form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as changed

from exactnb.core.expression import nodes
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts.antiderivatives import antiderivative_total
from exactnb.explain.proving.facts.sought import (
    Sought,
    moment_series,
    student_integral,
)
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.algebra import mentions_any
from exactnb.explain.proving.forms.patterns import Refused, rewritten
from exactnb.explain.proving.forms.rational import (
    HALF,
    ONE,
    ZERO,
    Form,
    FormPart,
    monomials,
    number,
    product,
)
from exactnb.explain.proving.forms.roots import is_known_zero
from exactnb.explain.proving.scope.alphabet import INFINITE
from exactnb.explain.proving.scope.comparing import may_depend, sign_of, support_of
from exactnb.explain.proving.scope.reading import Reader, reader_for
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared, inside

_ZERO, _ONE = nodes.Integer(0), nodes.Integer(1)
_UNIT = nodes.Domain("open", (_ZERO, _ONE))
GAMMA, GAUSS, BETA = "Gamma integral", "Gaussian integral", "an integral of Beta"
EXPONENTIAL, GEOMETRIC = "exponential series", "geometric series"
LOGARITHMIC, BINOMIAL, NEGATIVE = "logarithmic series", "binomial theorem", "binomial series"
BOREL, TAILS, FEW = "Borel’s series", "exponential functions on both sides", "all of its values"
WALD, STUDENT, ANTIDERIVATIVE = "inverse Gaussian integral", "Student’s integral", "antiderivative"
_UNKNOWN = "nothing of the closed list of integrals and series says what it adds up to"
SOURCES: Mapping[str, str] = {
    ANTIDERIVATIVE: "the fundamental theorem of calculus; the slope of an antiderivative is worked out",
    GAMMA: "Abramowitz and Stegun, 6.1.1, after a power is put in for what varies",
    GAUSS: "Abramowitz and Stegun, 7.4.32",
    TAILS: "the antiderivative of an exponential function, from a number to either side",
    WALD: "Abramowitz and Stegun, 29.3.82",
    STUDENT: "Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2, section 28.2",
    BETA: "Abramowitz and Stegun, 6.2.1 and 6.2.2, after a power is put in for what varies",
    EXPONENTIAL: "Abramowitz and Stegun, 4.2.1",
    GEOMETRIC: "Abramowitz and Stegun, 3.6.10",
    BINOMIAL: "Abramowitz and Stegun, 3.1.1",
    NEGATIVE: "Abramowitz and Stegun, 3.6.9",
    LOGARITHMIC: "Abramowitz and Stegun, 4.1.24",
    BOREL: "Johnson, Kemp and Kotz, Univariate Discrete Distributions (3rd ed.), section 7.2.2",
    FEW: "the values are added up one by one",
}
"""The facts by which densities and mass functions add up to 1, each with its source."""


def total_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` in `declared`, after `accepted`, says by no listed fact that a sum is 1."""
    match line.left:
        case nodes.Integral(variable, body) | nodes.Series("sum", nodes.Symbol() as variable, _, body):
            if (line.relation, line.right) != ("=", _ONE):
                return "what all values add up to is 1"
            if line.left != support_of(declared, variable).sum_or_integral(variable, body):
                return "not all that varies is added up"
            used, value = total_and_facts(declared, variable, body)
            if line.reason.words not in used:
                return f"it is shown by the {' and the '.join(sorted(used))}"
            return "" if is_known_zero(value - ONE) else "it adds up to something else"
    return "on the left stands an integral or a sum over all values"


def is_density(
    declared: Declared, variable: nodes.Symbol, body: nodes.Expression, *, up_to_a_factor: bool = False
) -> bool:
    """Say whether `body` is nowhere negative and sums to 1 over all values of `variable` in `declared`.

    With `up_to_a_factor` it adds up to any number that is positive.
    """
    around = inside(declared, variable)
    for letter, _ in declared.domains:  # at an end it is what it tends to, which is not negative either
        around = inside(around, letter) if isinstance(letter, nodes.Symbol) else around
    # An integral of 1 alone is no density: x/4 + 1/4 on (−2, 2) would be one, negative at −2.
    if sign_of(around, body) not in ("+", "0+"):
        raise Refused("it is not known that it is nowhere negative")
    _, value = total_and_facts(declared, variable, body)
    is_positive = up_to_a_factor and reader_for(declared, counts=False).forms.sign(value) == "+"
    return is_positive or (not up_to_a_factor and is_known_zero(value - ONE))


def total_and_facts(
    declared: Declared, variable: nodes.Symbol, body: nodes.Expression
) -> tuple[frozenset[str], Form]:
    """Return what `body` sums to over `variable` in `declared`, and the listed facts that say so.

    Raises Refused if nothing of the list does, and for what may not converge.
    """
    support = support_of(declared, variable)
    if support.domain is None or support.domain.kind == "through":
        # An end more or less changes no integral, and what is added up of few numbers is continuous.
        for letter, _ in declared.domains if support.domain else ((variable, None),):
            declared = inside(declared, letter) if isinstance(letter, nodes.Symbol) else declared
    reader = reader_for(declared, counts=False)
    unfolded = _unfolded(declared, body)
    if support.domain is not None and support.domain.kind == "set":
        values = [rewritten(unfolded, variable, part) for part in support.domain.parts]
        if any(may_depend(declared, value, variable) for value in values):
            raise Refused("what varies stands in it by another name")
        return frozenset((FEW,)), sum((reader.read(value) for value in values), ZERO)
    sought = Sought(reader, reader.variable_atom(variable, {}), reader.names(variable), support)
    try:
        # The list first, which names its source; an antiderivative is looked for where it says nothing.
        facts, added = _by_terms(sought, reader.read(body))
    except Refused as error:
        if support.domain is not None:
            raise
        value = antiderivative_total(declared, variable, unfolded)
        if value is None and support.ends == (INFINITE[1], _ZERO):  # a mirror image adds up alike
            domains = tuple(pair for pair in declared.domains if pair[0] != variable)
            mirrored = changed(declared, domains=domains, positive=(*declared.positive, variable))
            minus = nodes.Negative(variable)
            turned = nodes.replace(unfolded, lambda part: minus if part == variable else None)
            return total_and_facts(mirrored, variable, turned)
        if value is None:
            raise error from None
        facts, added = frozenset((ANTIDERIVATIVE,)), value
    return facts, _with_gamma(reader, added)


def _by_terms(sought: Sought, form: Form) -> tuple[frozenset[str], Form]:
    """Return what a form sums to, term by term, and the facts that say so; Refused if none does."""
    reader, facts, added = sought.reader, set[str](), ZERO
    for times, factors in monomials(_with_gamma(reader, form)):
        fixed, logarithm, degree = number(times), ZERO, 0
        for base, power in factors:
            # At x = 0 there is no log x: a power of x is kept apart as the degree of a moment.
            if base == sought.x and power > 0 and sought.support.domain and sought.is_summed_from(0):
                degree = power
            elif not mentions_any(base, sought.names):
                fixed *= base**power
            elif isinstance(base.atom, atoms.Exp):
                logarithm += base.atom.argument * power
            else:
                sign = sought.sign(base)
                # Only what has a sign has a logarithm: log(−1) would make the sum a complex number.
                if sign not in ("+", "-"):
                    raise Refused(_UNKNOWN)
                fixed = -fixed if sign == "-" and power % 2 else fixed
                logarithm += reader.forms.logarithm(-base if sign == "-" else base) * power
        # Each term, as e to the power of one form, is looked up in the list. Infinite terms are refused
        # there, so that no two of them cancel.
        name, value = _fact_and_value(sought, reader.forms.tidy(logarithm), degree)
        facts.add(name)
        added += fixed * value
    return frozenset(facts), added


def _unfolded(declared: Declared, body: nodes.Expression) -> nodes.Expression:
    """Return what a function stands for, so that numbers can be put in for what it is of."""
    lookup = declared.definition(body, counts=False)
    return body if lookup is None or lookup[0].left != body else lookup[0].right


def _with_gamma(reader: Reader, form: Form) -> Form:
    """Return a form with Γ(a + 1) for a!, so that both are one, and √π for Γ(1/2)."""
    changes: dict[FormPart, Form] = {
        atom: reader.forms.gamma(atom.argument + 1)
        for atom in form.atoms
        if isinstance(atom, atoms.FactorialAtom) and reader.forms.sign(atom.argument + 1) == "+"
    }
    form = form.replaced(changes)
    return form.replaced({atoms.GammaAtom(HALF): atoms.Exp(atoms.Log(atoms.CIRCLE.form).form / 2).form})


def _fact_and_value(sought: Sought, log: Form, degree: int) -> tuple[str, Form]:
    """Return the fact that gives the value, and the value; raise Refused if there is none."""
    if degree:
        if (value := moment_series(sought, log, degree)) is not None:
            return GEOMETRIC, value
        raise Refused(_UNKNOWN)
    facts = _INTEGRALS if sought.support.domain is None else _SERIES
    for name, fact in facts.items():
        value = fact(sought, log)
        if value is not None:
            return name, value
    raise Refused(_UNKNOWN)


def _gamma_integral(sought: Sought, log: Form) -> Form | None:
    """∫ x^(p−1)·exp(−b·x^m) dx from 0 on is Γ(p/m)/(|m|·b^(p/m)), for positive b and p/m."""
    forms = sought.reader.forms
    parts = sought.split_logarithm(log, sought.x) if sought.is_integrated_from(0) else None
    if parts is None:
        return None
    rest = forms.tidy(parts[1])
    terms = [product(factors) * number(times) for times, factors in monomials(rest)]
    constant = sum(filter(sought.is_free, terms), ZERO)
    m = sought.exponent(rest - constant)
    if m is None or sought.sign(m) not in ("+", "-"):
        return None
    # With u = b·x^m the integral is Euler's: du/u = m·dx/x, hence the factor 1/|m|.
    b = forms.tidy(-(rest - constant) * forms.exponential(-m * forms.logarithm(sought.x)))
    shape = (parts[0] + 1) / m
    if not sought.is_free(b) or sought.sign(b) != "+" or sought.sign(shape) != "+":
        return None
    size = m if sought.sign(m) == "+" else -m
    return forms.exponential(constant) * forms.gamma(shape) / (size * forms.power(b, shape))


def _gaussian_integral(sought: Sought, log: Form) -> Form | None:
    """∫ exp(−A·u² + B·u) du over all u is √(π/A)·exp(B²/(4A)); u is x, or the logarithm of it."""
    forms = sought.reader.forms
    if sought.support.ends == INFINITE[::-1]:
        parts = sought.negated_quadratic(log, sought.atom)
    elif sought.is_integrated_from(0):  # dx = e^u du
        parts = sought.negated_quadratic(forms.tidy(log + (u := atoms.Log(sought.x)).form), u)
    else:
        return None
    if parts is None:
        return None
    a, b, rest = parts
    root = forms.power(atoms.CIRCLE.form / a, HALF)
    return root * forms.exponential(forms.tidy(b**2 / (a * 4) + rest))


def _wald_integral(sought: Sought, log: Form) -> Form | None:
    """∫ x^(−3/2)·exp(−a·x − b/x) dx from 0 on is √(π/b)·exp(−2·√(a·b)), for positive a and b."""
    forms = sought.reader.forms
    parts = sought.split_logarithm(log, sought.x) if sought.is_integrated_from(0) else None
    if parts is None or parts[0] != -HALF * 3:
        return None
    rest = forms.tidy(parts[1])
    # With s = −∂/∂x of the exponent, a − b/x², s′ is 2·b/x³: so a is s + s′·x/2 and b is s′·x³/2.
    falling = -rest.derivative(sought.atom)  # a − b/x²
    a = forms.tidy(falling + falling.derivative(sought.atom) * sought.x / 2)
    b = forms.tidy(falling.derivative(sought.atom) * sought.x**3 / 2)
    constant = forms.tidy(rest + a * sought.x + b / sought.x)
    if not sought.is_free(a, b, constant) or not sought.sign(a) == sought.sign(b) == "+":
        return None
    root = forms.power(atoms.CIRCLE.form / b, HALF)
    return root * forms.exponential(forms.tidy(constant - forms.power(a * b, HALF) * 2))


def _laplace_integral(sought: Sought, log: Form) -> Form | None:
    """∫ exp(−b·|q·x + c|) dx over all x is 2/(b·|q|), for a positive b."""
    forms = sought.reader.forms
    for atom in log.atoms if sought.support.ends == INFINITE[::-1] else ():
        if isinstance(atom, atoms.AbsAtom) and not sought.is_free(atom.form):
            rate, steep = -log.derivative(atom), forms.absolute(sought.slope(atom.argument))
            rest = log + rate * atom.form
            if sought.is_free(rate, steep, rest) and sought.sign(rate) == sought.sign(steep) == "+":
                return forms.exponential(rest) * 2 / (rate * steep)
    return None


def _beta_integral(sought: Sought, log: Form) -> Form | None:
    """∫ x^(p−1)·(1 − x^m)^(q−1) dx from 0 to 1 is Γ(p/m)·Γ(q)/(m·Γ(p/m + q)), for positive m, p, q."""
    forms = sought.reader.forms
    parts = sought.split_logarithm(log, sought.x) if sought.support.ends == _UNIT.parts else None
    if parts is None:
        return None
    p, rest = parts[0] + 1, parts[1]
    if sought.is_free(rest):
        return forms.exponential(rest) / p if sought.sign(p) == "+" else None
    for atom in rest.atoms:
        if isinstance(atom, atoms.Log) and not sought.is_free(atom.argument):
            parts, m = sought.split_logarithm(rest, atom.argument), sought.exponent(ONE - atom.argument)
            if parts is None or m is None or not sought.is_free(parts[1]):
                return None
            power = forms.exponential(forms.tidy(m * forms.logarithm(sought.x)))
            q, shape = parts[0] + 1, p / m
            # exponent() finds c·x^m with any c: here c has to be 1, or 1 − c·x^m vanishes elsewhere.
            if power != ONE - atom.argument or any(
                sought.sign(exponent) != "+" for exponent in (m, shape, q)
            ):
                return None
            both = forms.gamma(shape) * forms.gamma(q) / forms.gamma(shape + q)
            return forms.exponential(parts[1]) * both / m
    return None


def _exponential_series(sought: Sought, log: Form) -> Form | None:
    """Σ r^x/x! over x = 0, 1, 2, … is e^r, and less by one from 1 on."""
    if not (sought.is_summed_from(0) or sought.is_summed_from(1)):
        return None
    ratio, rest = sought.ratio_and_rest(log + sought.log_factorial(sought.x))
    if not sought.is_free(ratio, rest):
        return None
    forms = sought.reader.forms
    series = forms.exponential(ratio + rest)
    return series if sought.is_summed_from(0) else series - forms.exponential(rest)


def _logarithmic_series(sought: Sought, log: Form) -> Form | None:
    """Σ r^x/x over x = 1, 2, 3, … is −log(1 − r), for 0 < r < 1."""
    forms = sought.reader.forms
    ratio, rest = sought.ratio_and_rest(log + forms.logarithm(sought.x))
    is_ratio = sought.is_summed_from(1) and sought.is_free(ratio, rest) and sought.sign(ratio) == "+"
    if not is_ratio or sought.sign(ONE - ratio) != "+":
        return None
    return -forms.exponential(rest) * forms.logarithm(ONE - ratio)


def _geometric_series(sought: Sought, log: Form) -> Form | None:
    """Σ r^x over x = m, m + 1, … is r^m/(1 − r), for 0 ≤ r < 1."""
    assert sought.support.domain is not None
    ratio, rest = sought.ratio_and_rest(log)
    is_ratio = sought.is_free(ratio, rest) and sought.sign(ratio) in ("+", "0+")
    if sought.support.domain.kind != "whole" or not is_ratio or sought.sign(ONE - ratio) != "+":
        return None
    first = sought.reader.read(sought.support.domain.parts[0])
    forms = sought.reader.forms
    return forms.exponential(forms.tidy(rest + first * forms.logarithm(ratio, ends=True))) / (
        ONE - ratio
    )


def _binomial_theorem(sought: Sought, log: Form) -> Form | None:
    """Σ N!/(x!·(N − x)!)·r^x over x = 0, …, N is (1 + r)^N, for a positive r."""
    assert sought.support.domain is not None
    if sought.support.domain.kind != "through" or sought.support.domain.parts[0] != _ZERO:
        return None
    most, of = sought.reader.read(sought.support.domain.parts[1]), sought.log_factorial
    ratio, rest = sought.ratio_and_rest(log + of(sought.x) + of(most - sought.x))
    if not sought.is_free(ratio, rest) or sought.sign(ratio) != "+":
        return None
    forms = sought.reader.forms
    power = forms.exponential(forms.tidy(rest + most * forms.logarithm(ONE + ratio)))
    return power / forms.gamma(most + 1)


def _binomial_series(sought: Sought, log: Form) -> Form | None:
    """Σ Γ(x + r)/(x!·Γ(r))·q^x over x = 0, 1, 2, … is (1 − q)^(−r), for r > 0 and 0 ≤ q < 1."""
    forms = sought.reader.forms
    log = log + sought.log_factorial(sought.x)
    for atom in log.atoms if sought.is_summed_from(0) else ():
        match atom:
            case atoms.Log(argument) if isinstance(gamma := argument.atom, atoms.GammaAtom):
                more = gamma.argument - sought.x
                parts = sought.split_logarithm(log, argument)
                if (
                    sought.is_free(more)
                    and sought.sign(more) == "+"
                    and parts is not None
                    and parts[0] == 1
                ):
                    ratio, rest = sought.ratio_and_rest(parts[1])
                    is_share = sought.sign(ratio) in ("+", "0+") and sought.sign(ONE - ratio) == "+"
                    if sought.is_free(ratio, rest) and is_share:
                        power = forms.exponential(rest - more * forms.logarithm(ONE - ratio))
                        return power * forms.gamma(more)
    return None


def _borel_series(sought: Sought, log: Form) -> Form | None:
    """Σ (μ·exp(−μ))^x·x^(x−1)/x! over x = 1, 2, 3, … is μ, for 0 < μ < 1."""
    if not sought.is_summed_from(1):
        return None
    forms = sought.reader.forms
    log = forms.tidy(log + sought.log_factorial(sought.x) - (sought.x - 1) * forms.logarithm(sought.x))
    times = log.derivative(sought.atom)
    rest = log - times * sought.x
    for atom in times.atoms if sought.is_free(times, rest) else ():
        mean = atom.argument if isinstance(atom, atoms.Log) else ZERO
        if times == atom.form - mean and sought.sign(mean) == sought.sign(ONE - mean) == "+":
            return forms.exponential(rest) * mean
    return None


_Fact = Callable[[Sought, Form], Form | None]
_INTEGRALS: Mapping[str, _Fact] = {
    GAMMA: _gamma_integral,
    GAUSS: _gaussian_integral,
    WALD: _wald_integral,
    STUDENT: student_integral,
    BETA: _beta_integral,
    TAILS: _laplace_integral,
}
_SERIES: Mapping[str, _Fact] = {
    EXPONENTIAL: _exponential_series,
    GEOMETRIC: _geometric_series,
    BINOMIAL: _binomial_theorem,
    NEGATIVE: _binomial_series,
    BOREL: _borel_series,
    LOGARITHMIC: _logarithmic_series,
}
