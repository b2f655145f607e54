"""Laws of probability by their form: Bayes’ rule, the product and chain rules, total probability.

A function P or p is identified by its arguments, in any order: `Event` has those in front of the bar
(`arguments`) and those behind it (`condition`).

How to read: each check of a `claim` is in the table of `words.py`, and says whether the claim is an
instance of a law; the helpers compare products of events factor by factor, in any order.
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
from exactnb.core.expression.tree import factors_of, terms_of
from exactnb.explain.proving.forms.patterns import instance
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared

NameSet = frozenset[Expression]
_NONE: NameSet = frozenset()


class WordedClaim(NamedTuple):
    """An equation whose `words` name a law or a family, which it has to be an instance of.

    `declared` is its scope, and `accepted` are the lines before it.
    """

    left: Expression
    right: Expression
    words: str
    declared: Declared
    accepted: Sequence[AcceptedLine]


class Event(NamedTuple):
    """A probability ("P") or density ("p") of its `arguments`, under a `condition`."""

    head: str
    arguments: NameSet
    condition: NameSet = _NONE


def event(expression: Expression) -> Event | None:
    """Return the event if `expression` is a probability or a density, None for any other formula.

    >>> event(Call("P", (Index("k"),), (Symbol("x"),))).condition
    frozenset({Symbol(letter='x', lower=(), upper=(), is_estimate=False, role='')})
    """
    match expression:
        case Call("P" | "p" as head, left, right, ()) if len({*left, *right}) == len(left + right):
            return Event(head, frozenset(left), frozenset(right))
    return None


def is_definition(claim: WordedClaim) -> bool:
    """Say whether `claim` says nothing of a probability: a letter is what it is defined as."""
    return event(claim.left) is None


def is_bayes_rule(claim: WordedClaim) -> bool:
    """Say whether `claim` is P(a|b) = P(a)·P(b|a)/P(b), P(b) a name or a sum over a (DeGroot, 2.3)."""
    target = event(claim.left)
    if target is None or not target.condition or not isinstance(claim.right, Quotient):
        return False
    joint, denominator = claim.right.numerator, claim.right.denominator
    if not _is_joint(joint, target.arguments, target.condition, target.head):
        return False
    # The evidence has the likelihood's head: p(x) for a density p(x|k), though the prior is a P.
    likelihood = next(e for e in map(event, factors_of(joint)) if e is not None and e.condition)
    evidence = Event(likelihood.head, target.condition)
    return event(denominator) == evidence or _is_sum_over(
        claim.declared, denominator, joint, target.arguments
    )


def _is_joint(
    joint: Expression,
    first_names: NameSet,
    second_names: NameSet,
    head: str,
    condition: NameSet = _NONE,
) -> bool:
    """Say whether a product is P(a|c)·P(b|a, c), where the first has a head."""
    events = [event(factor) for factor in factors_of(joint)]
    if len(events) != 2 or None in events:
        return False
    first = Event(head, first_names, condition)
    rest = [e for e in events if e is not None and e != first]
    return len(rest) == 1 and (rest[0].arguments, rest[0].condition) == (
        second_names,
        first_names | condition,
    )


def _is_sum_over(declared: Declared, total: Expression, joint: Expression, summed: NameSet) -> bool:
    """Say whether a formula adds up a product for all values of the one index in question."""
    (index,) = summed if len(summed) == 1 else (None,)
    if not isinstance(index, Index):
        return False
    range_ = declared.ranges.get(index.letter)
    if isinstance(total, Series):
        runs_over_range = (total.sign, total.domain, total.where) == ("sum", range_, None)
        return runs_over_range and _has_same_factors(
            total.body, instance(joint, {index.letter: total.index})
        )
    terms = terms_of(total)
    if range_ is None or range_.kind != "set" or len(terms) != len(range_.parts):
        return False
    instances = [instance(joint, {index.letter: part}) for part in range_.parts]
    return all(any(_has_same_factors(term, instance_) for term in terms) for instance_ in instances)


def _has_same_factors(left: Expression, right: Expression) -> bool:
    # Factors may stand in any order; formulas cannot be sorted, but their spelling can.
    return sorted(map(repr, factors_of(left))) == sorted(map(repr, factors_of(right)))


def is_conditional(claim: WordedClaim) -> bool:
    """Say whether `claim` is P(a|b, c) = P(a, b|c)/P(b|c), a definition (DeGroot, section 2.1)."""
    target = event(claim.left)
    if target is None or not isinstance(claim.right, Quotient):
        return False
    both, divisor = event(claim.right.numerator), event(claim.right.denominator)
    if both is None or divisor is None or {both.head, divisor.head} != {target.head}:
        return False
    same_condition = (
        both.condition == divisor.condition
        and divisor.condition | divisor.arguments == target.condition
        and not divisor.condition & divisor.arguments
    )
    return same_condition and both.arguments in (
        target.arguments | divisor.arguments,
        _first_columns_merged(target.arguments | divisor.arguments),
    )


def _first_columns_merged(names: NameSet) -> NameSet:
    """Return names in which the first columns up to j − 1, with column j, are those up to j."""
    for so_far in names:
        match so_far:
            case Symbol(letter, (Sum((Index() as j, Negative(Integer(1)))),), ()):
                for column in names:
                    if isinstance(column, Symbol) and column.lower == (j,) and column.letter != letter:
                        return (names - {so_far, column}) | {Symbol(letter, (j,))}
    return names


def is_product_rule(claim: WordedClaim) -> bool:
    """Say whether `claim` is P(a, b, …|c) = P(a|c)·P(b|a, c)·…, one after the other."""
    target = event(claim.left)
    events = [event(factor) for factor in factors_of(claim.right)]
    if target is None or len(events) < 2:
        return False
    # Sorted by what is behind the bar, each factor must condition on exactly the ones before it.
    so_far = target.condition
    for factor_event in sorted(
        (e for e in events if e is not None), key=lambda event_: len(event_.condition)
    ):
        if factor_event.condition != so_far or factor_event.arguments & so_far:
            return False
        so_far |= factor_event.arguments
    return None not in events and so_far == target.arguments | target.condition


def is_chain_rule(claim: WordedClaim) -> bool:
    """Say whether `claim` writes P(x|c) as ∏ P(x_j|c, the columns before), or by the product rule."""
    target, right = event(claim.left), claim.right
    if is_product_rule(claim):
        return True
    if (
        target is None
        or not isinstance(right, Series)
        or (right.sign, right.where) != ("product", None)
    ):
        return False
    factor_event, (row, *more) = event(right.body), tuple(target.arguments)
    if factor_event is None or more or not isinstance(row, Symbol) or right.domain.kind != "span":
        return False
    # The factor has to be of column j itself, given x up to j − 1 under a letter of its own.
    column = replace(row, lower=(*row.lower, right.index))
    preceding = factor_event.condition - target.condition
    so_far = Sum((right.index, Negative(Integer(1))))
    first = (
        all(isinstance(name, Symbol) and name.lower == (so_far,) for name in preceding)
        and len(preceding) == 1
    )
    return first and factor_event == Event(
        target.head, frozenset((column,)), target.condition | preceding
    )


def is_independence(claim: WordedClaim) -> bool:
    """Say whether `claim` writes P(x|k) as the product over its parts, independent in a class.

    The parts are x_j for all j, or the names of a row; what has a name of its own is made of others.
    """
    target = event(claim.left)
    if target is None:
        return False
    parts: list[Expression] = []
    for factor in factors_of(claim.right):
        series = factor if isinstance(factor, Series) else None
        factor_event = event(factor if series is None else series.body)
        if (
            factor_event is None
            or (factor_event.head, factor_event.condition) != (target.head, target.condition)
            or len(factor_event.arguments) != 1
        ):
            return False
        (part,) = factor_event.arguments
        if series is not None:
            if (series.sign, series.where) != ("product", None) or not isinstance(part, Symbol):
                return False
            rest = tuple(index for index in part.lower if index != series.index)
            if len(rest) + 1 != len(part.lower):
                return False
            part = replace(part, lower=rest)
        parts.append(part)
    # A part that is named twice would be counted twice: P(x|k)² is no factorisation.
    if len(set(parts)) != len(parts):
        return False
    if len(parts) == 1:
        return frozenset(parts) == target.arguments and isinstance(claim.right, Series)
    if len(target.arguments) > 1:
        return frozenset(parts) == target.arguments and not any(
            isinstance(f, Series) for f in factors_of(claim.right)
        )
    # A name that is made of others is none of its own parts, or the line would define it by itself.
    return not target.arguments & frozenset(parts)


def is_naive_bayes(claim: WordedClaim) -> bool:
    """Say whether `claim` uses that columns are independent in a class: factors, fewer conditions."""
    target, less = event(claim.left), event(claim.right)
    if target is None or not target.condition:
        return False
    # Independence drops what stands behind the bar, and never adds to it.
    if less is None or not less.condition or not less.condition < target.condition:
        return is_independence(claim)
    same_event = less == target._replace(condition=less.condition)
    return same_event or is_independence(claim)


def is_total_probability(claim: WordedClaim) -> bool:
    """Say whether `claim` writes P(a) as ∑ P(k, a), or ∑ P(k)·P(a|k), over all k (DeGroot, 2.3)."""
    target, right = event(claim.left), claim.right
    if target is None:
        return False
    if isinstance(right, Series):
        term_event, index = event(right.body), frozenset((right.index,))
        # What is added up over is gone: the probability cannot be of it.
        if (right.sign, right.where) != ("sum", None) or index & (target.arguments | target.condition):
            return False
        joint = term_event is not None and term_event == target._replace(
            arguments=target.arguments | index
        )
        return joint or _is_term_for(right.body, right.index, target)
    terms = right.terms if isinstance(right, Sum) else ()
    return any(
        len(parts) == len(terms)
        and all(any(_is_term_for(t, part, target) for t in terms) for part in parts)
        for parts in claim.declared.sets
    )


def _is_term_for(term: Expression, value: Expression, target: Event) -> bool:
    """Say whether a term is P(k)·P(a|k) for one value of k."""
    heads = ("P", "p")
    return any(
        _is_joint(term, frozenset((value,)), target.arguments, head, target.condition) for head in heads
    )


def is_integral_over_parameters(claim: WordedClaim) -> bool:
    """Say whether `claim` is P(a|c) = ∫ P(a|θ)·p(θ|c), θ_a the probability of a word a."""
    target, right = event(claim.left), claim.right
    if target is None or not isinstance(right, Integral):
        return False
    theta, rest = right.variable, list(factors_of(right.body))
    density = [
        factor for factor in rest if event(factor) == Event("p", frozenset((theta,)), target.condition)
    ]
    if len(density) != 1:
        return False
    rest.remove(density[0])
    conditions = (frozenset((theta,)), target.condition | {theta})
    if len(rest) == 1 and event(rest[0]) in [
        target._replace(condition=condition) for condition in conditions
    ]:
        return True
    # A likelihood need not be written as P(a|θ): for words it is the parameter θ_a itself.
    word_parameters = [replace(theta, lower=(word, *theta.lower)) for word in target.arguments]
    return sorted(map(repr, rest)) == sorted(map(repr, word_parameters))


def is_complement_rule(claim: WordedClaim) -> bool:
    """Say whether `claim` is P(0) = 1 − P(1), where there are two classes."""
    match claim.right:
        case Sum((Integer(1), Negative(Call("P", (argument,), ())))):
            target = event(claim.left)
            if target is None or target.condition:
                return False
            return target.arguments | {argument} in claim.declared.sets
    return False


def is_copy_rule(claim: WordedClaim) -> bool:
    """Say whether `claim` is P(x_c|k) = P(x|k), for a copy of x."""
    match claim.left, claim.right:
        case Call("P" | "p" as a, (Symbol() as copy,), condition), Call(
            b, (Symbol() as x,), right_condition
        ):
            less = [copy.lower[:index] + copy.lower[index + 1 :] for index in range(len(copy.lower))]
            return (
                (a, condition) == (b, right_condition)
                and x.lower in less
                and replace(copy, lower=x.lower) == x
            )
    return False


def is_about_all_columns(claim: WordedClaim) -> bool:
    """Say whether `claim` is P(k, x) = P(k, h_d), where h_d are the first d columns of d."""
    target, right_event = event(claim.left), event(claim.right)
    if (
        target is None
        or right_event is None
        or target._replace(arguments=right_event.arguments) != right_event
    ):
        return False
    match [*(target.arguments - right_event.arguments), *(right_event.arguments - target.arguments)]:
        case [Symbol(x, ()), Symbol(h, (Symbol(last, role="value"),))]:
            return x != h and Symbol(last) in claim.declared.sizes
    return False


def is_product_over_words(claim: WordedClaim) -> bool:
    """Say whether `claim` writes P(d) as the product over its words, each drawn on its own."""
    match event(claim.left), claim.right:
        case Event(condition=condition), Series(
            "product", index, _, Symbol(_, (Symbol(role="label") as w,)), None
        ):
            return not condition and index in w.children
    return False


def is_name_of_expectation(claim: WordedClaim) -> bool:
    """Say whether `claim` is E(x) = μ, the name of a number."""
    match claim.left, claim.right:
        case Call("E", (Symbol(),), (), ()), Symbol():
            return True
    return False


def is_product_of_moments(claim: WordedClaim) -> bool:
    """Say whether `claim` is E(x_i·x_m) = μ² + v·[i = m], with E(x_i) = μ accepted before."""
    match claim.left, claim.right:
        case (
            Call("E", (Product((Symbol() as first, Symbol() as second)),), (), ()),
            Sum((Power(mean, Integer(2)), Product((Symbol(), Iverson(i, m))))),
        ) if isinstance(i, Index) and isinstance(m, Index):
            # E(x_i·x_m) is μ² for two independent draws, and more by the variance for one with itself.
            has_mean = any(
                e.line.left == Call("E", (first,)) and e.line.right == mean for e in claim.accepted
            )
            return has_mean and instance(first, {i.letter: m}) == second != first
    return False
