"""How lines that assume, give or define something widen the scope of those behind them.

How to read: `with_domain`, `with_sign`, `with_fact` and `with_value` are for what is assumed or given,
and `with_definition` for what is defined; each returns a wider `Declared`, or raises `Refused`.
"""

from __future__ import annotations

from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.forms.patterns import (
    Refused,
    free_letters,
    is_fixed_index,
    is_preceding,
    match,
)
from exactnb.explain.proving.scope.alphabet import INTERVALS
from exactnb.explain.proving.scope.comparing import index_letters_in, sign_of
from exactnb.explain.proving.scope.scope import (
    Declared,
    Definition,
    inside,
    is_argument,
    is_size_like,
    range_problem,
)

_ZERO = nodes.Integer(0)


def with_domain(declared: Declared, left: nodes.Expression, domain: nodes.Expression) -> Declared:
    """Return `declared` with the range `domain` of an index, or the domain of a letter, `left`.

    Raises Refused if it has one already, or if `domain` is no set that it may have.
    """
    if not isinstance(domain, nodes.Domain):
        raise Refused("what a letter may be is a set")
    if problem := range_problem(declared, domain):
        raise Refused(problem)
    if isinstance(left, nodes.Index) and domain.kind in ("span", "named", "set"):
        if left.letter in declared.ranges:
            raise Refused(f"the index {left.letter} has a range already")
        return declared.with_range(left.letter, domain)
    if not is_pattern(left) or (declared.is_in_use(left) and not _is_narrower(declared, left, domain)):
        raise Refused("what a letter may be is said once, for any of its indices")
    if domain.kind == "definite":
        _check_matrix(declared, left, domain)
    return replace(declared, domains=(*declared.domains, (left, domain)))


def _is_narrower(declared: Declared, left: nodes.Expression, domain: nodes.Domain) -> bool:
    """Say whether a set is the inside of the interval, ends and all, that a letter may lie in."""
    # One exception: where slopes are taken, a letter is said to be inside of its interval. Any other
    # second set could contradict the first, and from a contradiction everything follows.
    introduced = declared.first_domain(left)
    inner = (
        introduced is not None
        and introduced.kind in INTERVALS
        and introduced.kind != domain.kind == "open"
    )
    return inner and introduced is not None and introduced.parts == domain.parts


def _check_matrix(declared: Declared, left: nodes.Expression, domain: nodes.Domain) -> None:
    """Refuse what is no matrix: a letter of which other things are known than what its entries are."""
    if not isinstance(left, nodes.Symbol) or left.lower or left.upper:
        raise Refused("a matrix is a letter without indices")
    facts = (*declared.positive, *declared.natural, *(formula for formula, _ in declared.domains))
    entries = [
        formula.left for formula in declared.definitions if isinstance(formula.left, nodes.Symbol)
    ]
    calls = [head for head in declared.introduced if isinstance(head, nodes.Call)]
    # x_jm > 0, said of a letter before it was a matrix, would be read as a fact about entries.
    has_fact = any(
        isinstance(formula, nodes.Symbol) and formula.letter == left.letter for formula in facts
    )
    if has_fact or any(left in call.walk() for call in calls):
        raise Refused("something is known of it already")
    for entry in (formula for formula in entries if formula.letter == left.letter):
        ranges = [
            declared.ranges.get(index.letter) for index in entry.lower if isinstance(index, nodes.Index)
        ]
        square = len(entry.lower) == len(ranges) == 2 and not entry.upper
        if not square or any(
            formula is None or formula.parts[1:] != domain.parts for formula in ranges
        ):
            raise Refused("it has not as many rows and columns")


def with_sign(declared: Declared, line: Line) -> Declared:
    """Return `declared` with the assumption of `line` that its left side is greater than its right.

    A letter that is new is introduced by being greater than a number that is 0 or more.
    """
    left, right = line.left, line.right
    fresh = is_pattern(left) and not declared.is_introduced(left)
    if line.relation == "≥" and any(match(fact, left) is not None for fact in declared.positive):
        return declared  # more is known: zero is no end that it may be at
    if fresh and sign_of(declared, right) in ("+", "0+"):
        declared = with_fact(declared, left, line.relation)
    difference = left if right == _ZERO else nodes.Sum((left, nodes.Negative(right)))
    sign_of(declared, difference)  # it can be read
    return with_fact(declared, difference, line.relation)


def with_fact(declared: Declared, fact: nodes.Expression, relation: str) -> Declared:
    """Return `declared` with the assumption `fact` > 0 or `fact` ≥ 0, by `relation`."""
    if relation == ">":
        return replace(declared, positive=(*declared.positive, fact))
    return replace(declared, natural=(*declared.natural, fact))


def with_definition(declared: Declared, line: Line) -> Declared:
    """Return `declared` with the definition of a new name, the left side of `line`.

    Raises Refused if the name is in use, or if the right side has free indices that it has not.
    """
    left, right = line.left, line.right
    if not is_pattern(left, distinct=False):
        raise Refused("what is defined is a letter or a function, for any of its indices")
    if declared.is_in_use(left):
        raise Refused("what is defined is known already")
    # P(x) would then be of something else than when it was introduced.
    if is_argument(declared, left):
        raise Refused("a function of it was introduced already")
    if isinstance(right, nodes.Series) and right.is_order_statistic:
        return _with_extreme(declared, line)
    body, scope = right, declared
    if isinstance(right, nodes.Extremum) and isinstance(right.variable, nodes.Symbol):
        body, scope = right.body, inside(declared, right.variable)
    # b = x_i would give one name as many values as i has.
    if hidden := index_letters_in(scope, body) - free_letters(left):
        names = ", ".join(sorted(hidden))
        raise Refused(f"the right side depends on {names}, the left side does not")
    if isinstance(right, nodes.Extremum):
        return declared
    counts = line.reason.rule is Rule.COUNT
    natural = declared.natural
    if counts and sign_of(declared, right) in ("+", "0+"):
        natural = (*natural, left)
    elif counts and not (isinstance(right, nodes.Series) and right.sign == "sum"):
        raise Refused("what is counted is a sum")
    definition = Definition(left, right, counts, line.reason.rule is Rule.ASSUME)
    return replace(declared, definitions=(*declared.definitions, definition), natural=natural)


def _with_extreme(declared: Declared, line: Line) -> Declared:
    """Return `declared` with a name for the largest, smallest or middle one of the numbers of rows.

    It is a number of which no more is known here: what follows for a maximum, `at_ends.py` says.
    """
    left, right = line.left, line.right
    assert isinstance(right, nodes.Series)
    if line.reason.rule is not Rule.COUNT or not isinstance(left, nodes.Symbol) or left.lower:
        raise Refused("the largest of some numbers is a count of the data, with a letter of its own")
    if right.where is not None or declared.ranges.get(right.index.letter) != right.domain:
        raise Refused(f"the index {right.index.letter} runs over another range")
    if sign_of(declared, right.domain.parts[1]) != "+":
        raise Refused("of no numbers none is the largest")
    match right.body:
        case nodes.Symbol(_, _, (right.index,)) | nodes.Function(
            "abs", nodes.Symbol(_, _, (right.index,))
        ):
            cell = right.body if isinstance(right.body, nodes.Symbol) else right.body.argument
        case _:
            cell = right.index
    # What is compared are data: no parameter stands in them, so that none moves with one.
    if declared.domain(cell) is None or declared.definition(cell, counts=True) is not None:
        raise Refused("what is compared are the numbers of the rows, or their distances from zero")
    return replace(declared, domains=(*declared.domains, (left, nodes.Domain("reals", ()))))


def may_get_value(declared: Declared, left: nodes.Expression) -> bool:
    """Say whether `left`, known to `declared`, may get a value: a free letter, or a count."""
    lookup = declared.definition(left, counts=True)
    free = is_pattern(left) and not declared.is_matrix_part(left)
    return free and (lookup is None or lookup[0].counts)


def with_value(declared: Declared, left: nodes.Expression, right: nodes.Expression) -> Declared:
    """Return `declared` with the value `right` of `left`, a letter, function or count without one.

    Raises Refused if `right` depends on other indices, or on `left` itself.
    """
    if hidden := index_letters_in(declared, right) - free_letters(left):
        raise Refused(f"the right side depends on {', '.join(sorted(hidden))} too")
    if declared.is_size(left) and not is_size_like(declared, right):
        raise Refused("how many there are is a whole number")
    lookup = declared.definition(left, counts=True)
    count = lookup[0].right if lookup is not None else None
    definition = Definition(left, right, assumed=isinstance(left, nodes.Symbol), count=count)
    wider = replace(declared, definitions=(*declared.definitions, definition))
    try:
        # A value that leads back to its own letter would unfold for ever.
        index_letters_in(wider, left)
    except RecursionError:
        raise Refused("it is assumed of itself") from None
    return wider


def is_pattern(expression: nodes.Expression, *, distinct: bool = True) -> bool:
    """Say whether `expression` is a letter or function of any indices, all `distinct` if asked."""
    if not isinstance(expression, nodes.Symbol | nodes.Call):
        return False
    parts = expression.walk()
    letters = [part.letter for part in parts if isinstance(part, nodes.Index)]
    if distinct and len(letters) != len(set(letters)):
        return False
    steps = sum(map(is_preceding, parts))  # the 1 in j − 1 is no place of its own
    return not letters or sum(map(is_fixed_index, parts)) == steps
