"""Limits of formulas: as a positive letter tends to zero or to infinity, and at an end of a support."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts import AT_ENDS, GOES_TO, End
from exactnb.explain.proving.facts.antiderivatives import Limits
from exactnb.explain.proving.forms.algebra import rests_on
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.forms.rational import ZERO, Form, FormPart, product
from exactnb.explain.proving.scope.alphabet import INFINITE, INTERVALS
from exactnb.explain.proving.scope.comparing import depends
from exactnb.explain.proving.scope.reading import Reader, reader_for
from exactnb.explain.proving.scope.scope import Declared
from exactnb.explain.proving.scope.supports import support_of


def limit_problem(declared: Declared, conditions: Sequence[Line], line: Line) -> str:
    """Return why `line` is no limit in `declared`, or ""; no `conditions` may be on its letter.

    It is a quotient of polynomials in a letter of which nothing is known but that it is positive, whose
    limit is told by the terms of highest degree, or of lowest; or of a cell, at an end of its support.
    """
    if line.relation != "→" or len(line.reason.by) != 2:
        return "a limit is written with →, as one letter goes to an end"
    letter, point = line.reason.by
    if line.reason.words in AT_ENDS and isinstance(letter, Symbol):
        return _end_problem(declared, line, letter, point)
    end = next((name for name, limit_point in GOES_TO.items() if limit_point == point), None)
    if (
        end is None
        or not isinstance(letter, Symbol)
        or letter.lower
        or letter.upper
        or letter.is_estimate
    ):
        return "a letter without indices goes to zero, or beyond all bounds"
    if line.reason.words != f"as {letter.letter} {end}":
        return "the words say that something else tends"
    # A letter that is at most 1 does not grow, and one that is tied to another by an equation takes
    # that along: then the terms of the highest degree decide nothing.
    if problem := _why_bound(declared, conditions, letter):
        return problem
    if depends(declared, line.right, letter):
        return "the limit depends on what tends"
    reader = reader_for(declared, counts=False)
    limit = _limit(reader, reader.read(line.left), letter, end)
    return "" if reader.forms.tidy(limit - reader.read(line.right)) == 0 else "it tends elsewhere"


def _end_problem(declared: Declared, line: Line, letter: Symbol, point: Expression) -> str:
    """Return why a formula does not tend to the right side at an end of a letter's support, or ""."""
    if support_of(declared, letter).ends[AT_ENDS.index(line.reason.words)] != point:
        return "the support ends elsewhere"
    if depends(declared, line.right, letter):
        return "the limit depends on what tends"
    limits = Limits(declared, letter)
    limit = limits.at(line.left, point)
    is_so = isinstance(limit, Form) and limit == limits.reader.read(line.right)
    return "" if is_so else "it tends elsewhere"


def _why_bound(declared: Declared, conditions: Sequence[Line], letter: Symbol) -> str:
    """Return why a letter may not take all positive values, or nothing."""
    if declared.domain(letter) is not None or letter not in declared.positive:
        return "what tends is known to be positive, and nothing else"
    facts = (f for f in (*declared.positive, *declared.natural) if f != letter)
    intervals = (domain for _, domain in declared.domains if domain.kind in INTERVALS)
    ends = (end for domain in intervals for end in domain.parts if end not in INFINITE)
    sides = (side for line in conditions for side in (line.left, line.right))
    if any(depends(declared, formula, letter) for formula in (*facts, *ends, *sides)):
        return "more is assumed of what tends than that it is positive"
    return ""


def _limit(reader: Reader, form: Form, letter: Symbol, end: End) -> Form:
    """Return what a form tends to, by degrees."""
    # A limit of a quotient of polynomials needs no analysis: the terms of the highest degree decide at
    # infinity, those of the lowest at zero.
    by = reader.varying(letter, {})
    if any(rests_on(atom, reader.names(letter)) for atom in form.atoms if atom != by):
        raise Refused("a limit of what is no quotient of polynomials")
    numerator, denominator = _by_degree(form.numerator, by), _by_degree(form.denominator, by)
    leading = (max if end == "grows" else min)(denominator)
    if any(degree > leading if end == "grows" else degree < leading for degree in numerator):
        raise Refused("it grows beyond all bounds")
    return numerator.get(leading, ZERO) / reader.forms.nonzero(denominator[leading])


def _by_degree(polynomial: Form, by: FormPart) -> dict[int, Form]:
    """Return the coefficients of a polynomial in one of its atoms; zero has none."""
    coefficients: dict[int, Form] = {}
    for times, factors in polynomial.terms():
        degree = sum(power for base, power in factors if base.atom == by)
        rest = product(factor for factor in factors if factor[0].atom != by) * times
        coefficients[degree] = coefficients.get(degree, ZERO) + rest
    return coefficients
