"""Parameters in other letters: θ = 1/(1 + e^(−η)) or x ~ Poisson(e^β) make η and β formulas of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Integer, Symbol
from exactnb.core.expression.reading.derivations.signs import PRIME
from exactnb.teach.grading.derivations.lines import parsed
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in

_ONE = Integer(1)


def letters_in(formula: Expression) -> list[Symbol]:
    """Return the letters of a formula, each as often as it stands there."""
    return list(symbols_in([formula]))


def is_weight(side: Expression, of_prior: AbstractSet[str]) -> bool:
    """Say whether `side` is the weight of the data, n/(n + a + b), which is no estimate.

    The letters `of_prior` stand below alone: those of an estimate stand above, too.
    """
    if not isinstance(side, nodes.Quotient):
        return False
    above, below = ({letter.letter for letter in letters_in(part)} & of_prior for part in side.children)
    return bool(below) and not above


def free_letters(
    formula: Expression, bound: frozenset[str] = frozenset()
) -> Iterator[tuple[str, bool]]:
    """Yield the letters that stand free in `formula`, each with whether it stands as an index.

    The letters in `bound` do not: a sum around the formula runs over them.
    """
    match formula:
        case nodes.Series(index=index, body=body, where=where, domain=domain):
            inner = bound | {index.letter}
            yield from free_letters(body, inner)
            if where is not None:
                yield from free_letters(where, inner)
            for part in domain.parts:
                yield from free_letters(part, bound)
        case nodes.Integral(Symbol(letter), body, ends):
            yield from free_letters(body, bound | {letter})
            for part in ends:
                yield from free_letters(part, bound)
        case Symbol(letter, lower, upper):
            for part in (*lower, *upper):
                if isinstance(part, Symbol) and not (part.lower or part.upper or part.letter in bound):
                    yield part.letter, True
                elif isinstance(part, Symbol):
                    yield from free_letters(part, bound)
                elif isinstance(part, Call):  # of x_{1:i}
                    yield from ((each, True) for each, _ in free_letters(part, bound))
            if not lower and not upper and letter not in bound:
                yield letter, False
        case _:
            for part in formula.children:
                yield from free_letters(part, bound)


def inverse_of(formula: Expression, value: Expression) -> tuple[Symbol, Expression] | None:
    """Return the one letter of a formula, and what it is where the formula has a `value`.

    None where there are other letters, or a step that is not undone here.

    >>> letter, inverse = inverse_of(nodes.Function("exp", Symbol("β")), Symbol("λ"))
    >>> letter.letter, inverse == nodes.Function("log", Symbol("λ"))
    ('β', True)
    """
    match formula:
        case nodes.Quotient(above, nodes.Sum((Integer(1), same)) | nodes.Sum((same, Integer(1)))) if (
            above == same  # e^η / (1 + e^η), with one η
        ):
            formula = _ONE / (_ONE + _ONE / above)
        case nodes.Quotient(above, below) if above == _ONE - below or below == _ONE - above:
            formula = _ONE / below - _ONE  # odds
    while not isinstance(formula, Symbol):
        if len(letters_in(formula)) != 1:
            return None
        match formula:
            case nodes.Negative(term):
                formula, value = term, -value
            case nodes.Function("exp", argument):
                formula, value = argument, nodes.Function("log", value)
            case nodes.Function("log", argument):
                formula, value = argument, nodes.Function("exp", value)
            case nodes.Sum(terms):
                (formula,) = [term for term in terms if letters_in(term)]
                for term in terms:
                    value = value if term is formula else value - term
            case nodes.Product(factors):
                (formula,) = [factor for factor in factors if letters_in(factor)]
                for factor in factors:
                    value = value if factor is formula else value / factor
            case nodes.Quotient(above, below) if letters_in(above):
                formula, value = above, value * below
            case nodes.Quotient(above, below):
                formula, value = below, above / value
            case _:
                return None
    return formula, value


def varied_in(formulas: Iterable[Expression]) -> set[Symbol]:
    """Return the letters that formulas differentiate by, are functions of, or give an estimate of."""
    letters = set[Symbol]()
    for part in parts_in(formulas):
        match part:
            case nodes.Derivative(nodes.Call(_, (Symbol() as letter,))) if part.variable == PRIME:
                letters.add(letter)  # S′(m)
            case nodes.Derivative(_, Symbol() as letter) | nodes.Call("ℓ" | "L", (Symbol() as letter,)):
                letters.add(letter)
            case Symbol(letter, places, is_estimate=True):
                letters.add(Symbol(letter, places))
    return letters


def arguments_of(distributions: Iterable[str]) -> Iterator[Expression]:
    """Yield the arguments of distributions that are formulas of one letter: e^β."""
    for argument in distributions:
        for _, chains, _ in parsed(f"θ = {argument}"):
            side = chains[0].sides[-1] if chains else PRIME
            if not isinstance(side, Symbol) and inverse_of(side, PRIME) is not None:
                yield side


def exposures_in(distributions: Iterable[str], parameters: Collection[str]) -> Iterator[Symbol]:
    r"""Yield what multiplies one of `parameters` in the arguments of distributions: t of Poisson(λt).

    That of all observations, n, is no exposure of one.

    >>> [part.letter for part in exposures_in([r"\nu w_i", "n λ", "2r"], ("λ", "ν"))]
    ['w']
    """
    for argument in distributions:
        for _, chains, _ in parsed(f"θ = {argument}"):
            match chains[0].sides[-1] if chains else PRIME:
                case nodes.Product((Symbol() as one, Symbol() as other)):
                    is_rate = not one.lower if one.lower or other.lower else one.letter in parameters
                    rate, time = (one, other) if is_rate else (other, one)
                    is_known = time.lower or rate.letter in parameters
                    if is_known and not rate.lower and time.letter not in ("n", "N"):
                        yield time


def other_letters(formulas: Iterable[Expression], candidates: Sequence[str]) -> set[str]:
    """Return the letters that stand for the parameter in other words: β in λ = e^β, q in q = 1 − p.

    A letter is new on the left, where the formula is of one of the `candidates`; with a power of e in
    it, it is that of the other side.
    """
    letters = set[str]()
    for left, right in pairwise(formulas):
        if not isinstance(left, Symbol) or left.lower or left.is_estimate or isinstance(right, Symbol):
            continue
        if (inverse := inverse_of(right, PRIME)) is None:
            continue
        parts = [part for part in right.walk() if isinstance(part, nodes.Function)]
        if any(part.name == "exp" for part in parts):
            letters.add(inverse[0].letter)
        elif inverse[0].letter in {*candidates} - {left.letter, *letters}:
            is_odds = isinstance(right, nodes.Quotient) and right.numerator != nodes.Integer(1)
            letters |= {left.letter} if parts or is_odds or right == 1 - inverse[0] else set()
    return letters


def exponents_in(formula: Expression) -> Iterator[str]:
    """Yield the letters whose powers of e stand in a formula for the parameter: e^β, 1 + e^(−β)."""
    for part in formula.walk():
        match part:
            case nodes.Function("exp", Symbol(letter)):
                yield letter
            case nodes.Sum((nodes.Integer(1), nodes.Function("exp", nodes.Negative(Symbol(letter))))):
                yield letter


def letters_with_logs(formulas: Sequence[Expression]) -> Iterator[str]:
    """Yield the letters with one index of which `formulas` have a logarithm, or a power of a letter."""
    for part in parts_in(formulas):
        match part:
            case nodes.Function("log", Symbol(letter, (_,))) | nodes.Power(
                Symbol(letter, (_,)), Symbol()
            ):
                yield letter
