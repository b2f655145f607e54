"""Laws of probability by their form: Bayes’ rule, the product and chain rules, sums over what may be.

A function P or p is told by its arguments, in any order: `Event` has those in front of the bar, and
those behind it.

How to read: each check that takes a line is one of the table in `words.py`, and says whether the line
is an instance of a law; the helpers compare products of events factor by factor, in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from exactnb.core.expression.nodes import (
    Call,
    Expression,
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
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.declared import Declared, Equation
from exactnb.explain.proving.patterns import instance

Names = frozenset[Expression]
Accepted = Sequence[Equation]
_NONE: Names = frozenset()


class Event(NamedTuple):
    """Hold what a probability, or a density, is of."""

    head: str
    of: Names
    given: Names = _NONE


def event(expression: Expression) -> Event | None:
    """Return what a formula is the probability or the density of, None for any other formula.

    >>> event(Call("P", (Index("k"),), (Symbol("x"),))).given
    frozenset({Symbol(letter='x', lower=(), upper=(), is_estimate=False, role='')})
    """
    match expression:
        case Call("P" | "p" as head, left, right, ()) if len({*left, *right}) == len(left + right):
            return Event(head, frozenset(left), frozenset(right))
    return None


def factors(expression: Expression) -> tuple[Expression, ...]:
    """Return the factors of a product, and anything else as the only one."""
    return expression.factors if isinstance(expression, Product) else (expression,)


def no_law(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """Say whether a line says nothing of a probability: a letter is what it is defined as."""
    return event(line.left) is None


def bayes(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(a|b) = P(a)·P(b|a)/P(b), with P(b) by name or as the sum over a (DeGroot, section 2.3)."""
    whole = event(line.left)
    if whole is None or not whole.given or not isinstance(line.right, Quotient):
        return False
    joint, below = line.right.numerator, line.right.denominator
    if not _is_joint(joint, whole.of, whole.given, whole.head):
        return False
    likelihood = next(e for e in map(event, factors(joint)) if e is not None and e.given)
    evidence = Event(likelihood.head, whole.given)
    return event(below) == evidence or _adds_up(declared, below, joint, whole.of)


def _is_joint(joint: Expression, of: Names, what: Names, head: str, given: Names = _NONE) -> bool:
    """Say whether a product is P(a|c)·P(b|a, c), where the first has a head."""
    found = [event(factor) for factor in factors(joint)]
    if len(found) != 2 or None in found:
        return False
    first = Event(head, of, given)
    rest = [e for e in found if e is not None and e != first]
    return len(rest) == 1 and (rest[0].of, rest[0].given) == (what, of | given)


def _adds_up(declared: Declared, total: Expression, joint: Expression, over: Names) -> bool:
    """Say whether a formula adds up a product for all values of the one index in question."""
    (index,) = over if len(over) == 1 else (None,)
    if not isinstance(index, Index):
        return False
    range_ = declared.ranges.get(index.letter)
    if isinstance(total, Series):
        own = (total.sign, total.domain, total.where) == ("sum", range_, None)
        return own and _same_factors(total.body, instance(joint, {index.letter: total.index}))
    terms = total.terms if isinstance(total, Sum) else (total,)
    if range_ is None or range_.kind != "set" or len(terms) != len(range_.parts):
        return False
    each = [instance(joint, {index.letter: part}) for part in range_.parts]
    return all(any(_same_factors(term, one) for term in terms) for one in each)


def _same_factors(left: Expression, right: Expression) -> bool:
    return sorted(map(repr, factors(left))) == sorted(map(repr, factors(right)))


def conditional(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(a|b, c) = P(a, b|c)/P(b|c): what a conditional probability is (DeGroot, section 2.1)."""
    whole = event(line.left)
    if whole is None or not isinstance(line.right, Quotient):
        return False
    both, one = event(line.right.numerator), event(line.right.denominator)
    if both is None or one is None or {both.head, one.head} != {whole.head}:
        return False
    known = both.given == one.given and one.given | one.of == whole.given and not one.given & one.of
    return known and both.of in (whole.of | one.of, _joined(whole.of | one.of))


def _joined(names: Names) -> Names:
    """Return names in which the first columns up to j − 1, with column j, are those up to j."""
    for so_far in names:
        match so_far:
            case Symbol(letter, (Sum((Index() as j, Negative(Integer(1)))),), ()):
                for column in names:
                    if isinstance(column, Symbol) and column.lower == (j,) and column.letter != letter:
                        return (names - {so_far, column}) | {Symbol(letter, (j,))}
    return names


def product_rule(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(a, b, …|c) = P(a|c)·P(b|a, c)·…, one after the other."""
    whole = event(line.left)
    found = [event(factor) for factor in factors(line.right)]
    if whole is None or len(found) < 2:
        return False
    so_far = whole.given
    for each in sorted((e for e in found if e is not None), key=lambda of: len(of.given)):
        if each.given != so_far or each.of & so_far:
            return False
        so_far |= each.of
    return None not in found and so_far == whole.of | whole.given


def chain_rule(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(x|c) is the product of P(x_j|c, the columns before), or the product rule for a few names."""
    whole, right = event(line.left), line.right
    if product_rule(declared, accepted, line):
        return True
    if whole is None or not isinstance(right, Series) or (right.sign, right.where) != ("product", None):
        return False
    each, (row, *others) = event(right.body), tuple(whole.of)
    if each is None or others or not isinstance(row, Symbol) or right.domain.kind != "span":
        return False
    column = replace(row, lower=(*row.lower, right.index))
    before = each.given - whole.given
    so_far = Sum((right.index, Negative(Integer(1))))
    first = all(isinstance(of, Symbol) and of.lower == (so_far,) for of in before) and len(before) == 1
    return first and each == Event(whole.head, frozenset((column,)), whole.given | before)


def apart(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(x|k) is the product of the factors of its parts, which are independent in a class.

    The parts are x_j for all j, or the names of a row; what has a name of its own is made of others.
    """
    whole = event(line.left)
    if whole is None:
        return False
    found: list[Expression] = []
    for factor in factors(line.right):
        series = factor if isinstance(factor, Series) else None
        each = event(factor if series is None else series.body)
        if each is None or (each.head, each.given) != (whole.head, whole.given) or len(each.of) != 1:
            return False
        (part,) = each.of
        if series is not None:
            if (series.sign, series.where) != ("product", None) or not isinstance(part, Symbol):
                return False
            rest = tuple(index for index in part.lower if index != series.index)
            if len(rest) + 1 != len(part.lower):
                return False
            part = replace(part, lower=rest)
        found.append(part)
    if len(set(found)) != len(found):
        return False
    if len(found) == 1:
        return frozenset(found) == whole.of and isinstance(line.right, Series)
    if len(whole.of) > 1:
        return frozenset(found) == whole.of and not any(
            isinstance(f, Series) for f in factors(line.right)
        )
    return not whole.of & frozenset(found)


def naive_bayes(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """In a class columns are independent: factors, or a condition on other columns that goes."""
    whole, less = event(line.left), event(line.right)
    if whole is None or not whole.given:
        return False
    drops = less is not None and bool(less.given) and less.given < whole.given
    return (drops and less == whole._replace(given=less.given)) or apart(declared, accepted, line)  # type: ignore[union-attr]


def total(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(a) adds up P(k, a), or P(k)·P(a|k), over all k (DeGroot, section 2.3)."""
    whole, right = event(line.left), line.right
    if whole is None:
        return False
    if isinstance(right, Series):
        each, own = event(right.body), frozenset((right.index,))
        if (right.sign, right.where) != ("sum", None) or own & (whole.of | whole.given):
            return False
        joint = each is not None and each == whole._replace(of=whole.of | own)
        return joint or _is_of_one(right.body, right.index, whole)
    sets = (domain.parts for domain in declared.ranges.values() if domain.kind == "set")
    terms = right.terms if isinstance(right, Sum) else ()
    return any(
        len(parts) == len(terms)
        and all(any(_is_of_one(t, part, whole) for t in terms) for part in parts)
        for parts in sets
    )


def _is_of_one(term: Expression, value: Expression, whole: Event) -> bool:
    """Say whether a term is P(k)·P(a|k) for one value of k."""
    heads = ("P", "p")
    return any(_is_joint(term, frozenset((value,)), whole.of, of, whole.given) for of in heads)


def over_parameters(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(a|c) is the integral of P(a|θ)·p(θ|c), where θ_a is the probability of a word a."""
    whole, right = event(line.left), line.right
    if whole is None or not isinstance(right, Integral):
        return False
    theta, rest = right.variable, list(factors(right.body))
    density = [of for of in rest if event(of) == Event("p", frozenset((theta,)), whole.given)]
    if len(density) != 1:
        return False
    rest.remove(density[0])
    if len(rest) == 1 and event(rest[0]) in _given(whole, theta):
        return True
    drawn = [replace(theta, lower=(word, *theta.lower)) for word in whole.of]
    return sorted(map(repr, rest)) == sorted(map(repr, drawn))


def _given(whole: Event, theta: Symbol) -> tuple[Event, Event]:
    own = frozenset((theta,))
    return whole._replace(given=own), whole._replace(given=whole.given | own)


def other_class(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(0) = 1 − P(1), if there are two classes."""
    match line.right:
        case Sum((Integer(1), Negative(Call("P", (other,), ())))):
            sets = (frozenset(of.parts) for of in declared.ranges.values() if of.kind == "set")
            whole = event(line.left)
            return whole is not None and not whole.given and whole.of | {other} in [*sets]
    return False


def copied(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(x_c|k) = P(x|k), for a copy of x."""
    match line.left, line.right:
        case Call("P" | "p" as a, (Symbol() as copy,), given), Call(b, (Symbol() as x,), other):
            less = [copy.lower[:at] + copy.lower[at + 1 :] for at in range(len(copy.lower))]
            return (a, given) == (b, other) and x.lower in less and replace(copy, lower=x.lower) == x
    return False


def all_columns(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(k, x) = P(k, h_d), where h_d are the first d columns of d."""
    whole, other = event(line.left), event(line.right)
    if whole is None or other is None or whole._replace(of=other.of) != other:
        return False
    match [*(whole.of - other.of), *(other.of - whole.of)]:
        case [Symbol(x, ()), Symbol(h, (Symbol(last, role="value"),))]:
            return x != h and Symbol(last) in declared.sizes
    return False


def word_by_word(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """P(d) is the product of the probabilities of its words, each drawn on its own."""
    match event(line.left), line.right:
        case Event(given=given), Series(
            "product", index, _, Symbol(_, (Symbol(role="label") as w,)), None
        ):
            return not given and index in w.children
    return False


def mean_of_each(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """E(x) = μ, the name of a number."""
    match line.left, line.right:
        case Call("E", (Symbol(),), (), ()), Symbol():
            return True
    return False


def independent(declared: Declared, accepted: Accepted, line: Line) -> bool:
    """E(x_i·x_m) = μ² + v·[i = m], where E(x_i) = μ was said."""
    match line.left, line.right:
        case (
            Call("E", (Product((Symbol() as one, Symbol() as other)),), (), ()),
            Sum((Power(mean, Integer(2)), Product((Symbol(), Iverson(i, m))))),
        ) if isinstance(i, Index) and isinstance(m, Index):
            said = any(e.line.left == Call("E", (one,)) and e.line.right == mean for e in accepted)
            return said and instance(one, {i.letter: m}) == other != one
    return False
