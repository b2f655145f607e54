"""Mutations of the lines of theorems: every way to change one thing in a side, or in the reason."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from theorem_scopes import Claim, Scope, is_index

from exactnb.core.expression.nodes import (
    Call,
    Derivative,
    Domain,
    Expression,
    Extremum,
    Function,
    Index,
    Integer,
    Integral,
    Iverson,
    Negative,
    Power,
    Product,
    Quotient,
    Series,
    Sum,
    Symbol,
)
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation import Line
from exactnb.explain.derivation.lines import Relation
from exactnb.explain.proving.writing.theorem import GOES_TO

__all__ = ["KINDS", "Change", "changed", "changes", "mutants", "weaker"]

Change = Callable[[Expression, Scope], Iterable[Expression]]
KINDS: dict[str, Change] = {}
ONE, TWO, THREE = Integer(1), Integer(2), Integer(3)
RELATIONS: tuple[Relation, ...] = ("=", "<", ">", "≤", "≥")


def mutants(claim: Claim, dice: random.Random) -> Iterator[tuple[str, Line]]:
    """Yield changed lines with the kind of change, kinds in turn, none of them twice."""
    line, scope = claim.line, claim.scope
    found = {kind: list(_of_sides(line, scope, change)) for kind, change in KINDS.items()}
    found["relation"] = [replace(line, relation=of) for of in RELATIONS if of != line.relation]
    found["other formula"] = list(_other_formulas(line, scope))
    found["sides swapped"] = [replace(line, left=line.right, right=line.left)]
    kinds = sorted(found)
    dice.shuffle(kinds)
    for lines in found.values():
        dice.shuffle(lines)
    seen = {line}
    while any(found.values()):
        for kind in kinds:
            while found[kind]:
                new = found[kind].pop()
                if new not in seen:
                    seen.add(new)
                    yield kind, new
                    break


def weaker(claim: Claim) -> Iterator[tuple[str, Line | None]]:
    """Yield other assumptions in the place of one, and none."""
    line = claim.line
    yield "assumption dropped", None
    if isinstance(line.right, Domain):
        for domain in _domains(line.right):
            yield "domain", replace(line, right=domain)
    elif line.relation == ">":
        yield "may be zero", replace(line, relation="≥")
        yield "may be negative", replace(line, right=Integer(-1))
    elif line.relation == "≥":
        yield "may be negative", replace(line, right=Integer(-1))
    elif line.relation == "=":
        for right in changed(line.right, Scope()):
            yield "equation", replace(line, right=right)


def _domains(domain: Domain) -> Iterator[Domain]:
    parts = domain.parts
    if domain.kind == "whole":
        yield from (Domain("whole", (ONE,)), Domain("whole", (Integer(0),)), Domain("reals", ()))
    elif domain.kind in ("open", "closed", "left-open"):
        yield Domain("open", parts)
        yield from (Domain("closed", parts), Domain("reals", ()), Domain(domain.kind, (TWO, THREE)))
        yield from (Domain(domain.kind, (parts[0], TWO)), Domain(domain.kind, (Integer(-1), parts[1])))
    elif domain.kind == "set":
        yield from (Domain("set", (*parts, TWO)), Domain("set", parts[1:]), Domain("reals", ()))
    elif domain.kind in ("span", "named"):
        yield from (Domain("span", (Integer(0), parts[1])), Domain("span", (ONE, Symbol("Z"))))
        yield Domain("span", (ONE, Sum((parts[1], ONE))))


def changed(expression: Expression, scope: Scope) -> Iterator[Expression]:
    """Yield an expression with one thing changed, in all ways."""
    for change in KINDS.values():
        yield from changes(expression, scope, change)


def kind(name: str) -> Callable[[Change], Change]:
    """Enter a change of one part into the table."""

    def enter(change: Change) -> Change:
        KINDS[name] = change
        return change

    return enter


def _of_sides(line: Line, scope: Scope, change: Change) -> Iterator[Line]:
    for new in changes(line.right, scope, change):
        yield replace(line, right=new)
    for new in changes(line.left, scope, change):
        yield replace(line, left=new)
    by = line.reason.by
    for number, part in enumerate(by):
        for new in changes(part, scope, change):
            yield replace(line, reason=replace(line.reason, by=(*by[:number], new, *by[number + 1 :])))


def changes(expression: Expression, scope: Scope, change: Change) -> Iterator[Expression]:
    """Yield an expression with one part of it changed, for every part that can be."""
    yield from change(expression, scope)
    parts = expression.children
    for number, part in enumerate(parts):
        if isinstance(expression, Series) and number < 2:
            continue  # its index, and what it runs over
        for new in changes(part, scope, change):
            if isinstance(expression, Symbol | Iverson) and not is_index(new):
                continue
            try:
                yield expression.with_children((*parts[:number], new, *parts[number + 1 :]))
            except AssertionError:  # a derivative by what is no letter
                continue


def _other_formulas(line: Line, scope: Scope) -> Iterator[Line]:
    """Yield the line with the side of another for its right side."""
    if isinstance(line.right, Extremum):
        return
    for other in scope.equations[-8:]:
        for side in (other.left, other.right):
            if not isinstance(side, Extremum):
                yield replace(line, right=side)
    sizes = [part for _, domain in scope.ranges for part in domain.parts if isinstance(part, Symbol)]
    for size in sizes:
        yield replace(line, right=Quotient(ONE, size))
    if line.reason.rule is Rule.SCALE:
        for factor in (Integer(0), Integer(2), line.left, *sizes):
            yield replace(line, reason=replace(line.reason, by=(factor,)))
    if line.reason.rule is Rule.LIMIT:
        yield from _other_ways(line, scope)
    if line.reason.rule is Rule.PUT_IN:
        for other in scope.equations[-6:]:
            yield replace(line, reason=replace(line.reason, by=(other.left, other.right)))


def _other_ways(line: Line, scope: Scope) -> Iterator[Line]:
    """Let another letter tend, and letters to the other end; the words are as they would be."""
    letters = [of for of, _, _ in scope.facts if isinstance(of, Symbol) and not of.lower]
    for letter in (*letters, *(of for of in line.reason.by if isinstance(of, Symbol))):
        for words, end in GOES_TO.items():
            reason = replace(line.reason, words=f"as {letter.letter} {words}", by=(letter, end))
            yield replace(line, reason=reason)


@kind("constant")
def _constant(part: Expression, scope: Scope) -> Iterator[Expression]:
    if isinstance(part, Integer):
        yield from (Integer(part.value + 1), Integer(part.value - 1), Integer(-part.value))


@kind("letter")
def _letter(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Put another letter, a number or an index less."""
    if not isinstance(part, Symbol):
        return
    known = [of for of, *_ in (*scope.domains, *scope.facts, *scope.definitions, *scope.places)]
    for other in known:
        if isinstance(other, Symbol) and len(other.lower) == len(part.lower) and not other.upper:
            yield Symbol(other.letter, part.lower, part.upper, other.is_estimate, other.role)
    for number in range(len(part.lower)):
        lower = (*part.lower[:number], *part.lower[number + 1 :])
        yield Symbol(part.letter, lower, part.upper, part.is_estimate, part.role)
    yield from (ONE, Quotient(part, TWO), Power(part, TWO))


@kind("index")
def _index(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Put another index of the same range, or a number."""
    if not isinstance(part, Index):
        return
    ranges = dict(scope.ranges)
    for letter, domain in ranges.items():
        if letter != part.letter and domain == ranges.get(part.letter):
            yield Index(letter)
    yield from (ONE, TWO, Integer(0))


@kind("indices swapped")
def _swapped(part: Expression, scope: Scope) -> Iterator[Expression]:
    if isinstance(part, Symbol) and len(part.lower) > 1:
        yield Symbol(part.letter, part.lower[::-1], part.upper, part.is_estimate, part.role)
    if isinstance(part, Iverson):
        yield from (Iverson(part.left, ONE), Iverson(part.right, part.right))


@kind("term or factor dropped")
def _dropped(part: Expression, scope: Scope) -> Iterator[Expression]:
    parts = part.children
    if isinstance(part, Sum | Product) and len(parts) > 1:
        for number in range(len(parts)):
            rest = (*parts[:number], *parts[number + 1 :])
            yield rest[0] if len(rest) == 1 else part.with_children(rest)


@kind("term or factor doubled")
def _doubled(part: Expression, scope: Scope) -> Iterator[Expression]:
    if isinstance(part, Sum | Product):
        parts = part.children
        for number in range(len(parts)):
            yield part.with_children((*parts[: number + 1], *parts[number:]))


@kind("sign")
def _sign(part: Expression, scope: Scope) -> Iterator[Expression]:
    if isinstance(part, Negative):
        yield part.term
    elif isinstance(part, Sum):
        for number, term in enumerate(part.terms):
            other = term.term if isinstance(term, Negative) else Negative(term)
            yield Sum((*part.terms[:number], other, *part.terms[number + 1 :]))
    elif isinstance(part, Quotient | Product | Symbol | Series | Function):
        yield Negative(part)


@kind("exponent")
def _exponent(part: Expression, scope: Scope) -> Iterator[Expression]:
    if isinstance(part, Power):
        yield from (
            part.base,
            Power(part.base, Sum((part.exponent, ONE))),
            Power(part.exponent, part.base),
        )
        yield Power(part.base, Negative(part.exponent))


@kind("operation")
def _operation(part: Expression, scope: Scope) -> Iterator[Expression]:
    if isinstance(part, Product):
        yield Sum(part.factors)
    elif isinstance(part, Sum):
        yield Product(part.terms)
    elif isinstance(part, Quotient):
        yield from (Quotient(part.denominator, part.numerator), part.numerator, part.denominator)
        yield Product((part.numerator, part.denominator))
    elif isinstance(part, Function):
        yield from (part.argument, Function("exp" if part.name == "log" else "log", part.argument))


@kind("sum or product over an index")
def _series(part: Expression, scope: Scope) -> Iterator[Expression]:
    if isinstance(part, Series):
        yield replace(part, sign="product" if part.sign == "sum" else "sum")
        yield from (part.body, Product((part.domain.parts[-1], part.body)))
        if part.where is not None:
            yield replace(part, where=None)
            yield replace(part, where=None, body=Product((part.where, part.body)))
        for letter, domain in scope.ranges:
            if domain != part.domain and domain.kind != "set":
                yield replace(part, domain=domain)
            if domain == part.domain and letter != part.index.letter:
                yield replace(part, index=Index(letter))


@kind("derivative")
def _derivative(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Take another letter, order or ends for what a formula is differentiated or integrated by."""
    if isinstance(part, Derivative):
        yield from (part.body, replace(part, order=3 - part.order))
    if isinstance(part, Derivative | Integral):
        for of, *_ in (*scope.domains, *scope.facts):
            if isinstance(of, Symbol) and not of.upper and of != part.variable:
                yield replace(part, variable=of)
    if isinstance(part, Integral):
        yield from (part.body, replace(part, ends=()), replace(part, ends=(ONE, TWO)))
        yield replace(part, ends=part.ends[::-1])


@kind("function")
def _function(part: Expression, scope: Scope) -> Iterator[Expression]:
    """Put another function that was spoken of, or another argument."""
    if not isinstance(part, Call):
        return
    for of, *_ in (*scope.definitions, *scope.facts, *scope.domains):
        if isinstance(of, Call) and of.head == part.head and of != part:
            yield of
    for number, argument in enumerate(part.left):
        if isinstance(argument, Symbol) and argument.role == "label" and len(part.left) == 1:
            yield replace(part, left=(*part.left[:number], ONE, *part.left[number + 1 :]))
    if part.right:
        yield replace(part, right=())
