"""How lines that assume, give or define something widen the scope of those behind them."""

from __future__ import annotations

from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.comparing import letters_in, sign_of
from exactnb.explain.proving.declared import Declared, Definition, inside, is_whole, range_problem
from exactnb.explain.proving.patterns import Refused, free_letters, is_before, is_constant, match
from exactnb.explain.proving.resting import is_argument

_ZERO = nodes.Integer(0)


def with_domain(declared: Declared, left: nodes.Expression, domain: nodes.Expression) -> Declared:
    """Return the scope in which an index has a range, or a letter a domain."""
    if not isinstance(domain, nodes.Domain):
        raise Refused("what a letter may be is a set")
    if problem := range_problem(declared, domain):
        raise Refused(problem)
    if isinstance(left, nodes.Index) and domain.kind in ("span", "named", "set"):
        if left.letter in declared.ranges:
            raise Refused(f"the index {left.letter} has a range already")
        return declared.with_range(left.letter, domain)
    if not is_pattern(left) or (declared.is_taken(left) and not _is_narrower(declared, left, domain)):
        raise Refused("what a letter may be is said once, for any of its indices")
    if domain.kind == "definite":
        _check_matrix(declared, left, domain)
    return replace(declared, domains=(*declared.domains, (left, domain)))


def _is_narrower(declared: Declared, left: nodes.Expression, domain: nodes.Domain) -> bool:
    """Say whether a set is the inside of the interval, ends and all, that a letter may lie in."""
    found = declared.introduced(left)
    inner = found is not None and found.kind in ("closed", "left-open") and domain.kind == "open"
    return inner and found is not None and found.parts == domain.parts


def _check_matrix(declared: Declared, left: nodes.Expression, domain: nodes.Domain) -> None:
    """Refuse what is no matrix: a letter of which other things are known than what its entries are."""
    if not isinstance(left, nodes.Symbol) or left.lower or left.upper:
        raise Refused("a matrix is a letter without indices")
    known = (*declared.positive, *declared.natural, *(of for of, _ in declared.domains))
    entries = [of.left for of in declared.definitions if isinstance(of.left, nodes.Symbol)]
    calls = [
        of for of in (*known, *(of.left for of in declared.definitions)) if isinstance(of, nodes.Call)
    ]
    own = any(isinstance(of, nodes.Symbol) and of.letter == left.letter for of in known)
    if own or any(left in call.walk() for call in calls):
        raise Refused("something is known of it already")
    for entry in (of for of in entries if of.letter == left.letter):
        ranges = [declared.ranges.get(at.letter) for at in entry.lower if isinstance(at, nodes.Index)]
        square = len(entry.lower) == len(ranges) == 2 and not entry.upper
        if not square or any(of is None or of.parts[1:] != domain.parts for of in ranges):
            raise Refused("it has not as many rows and columns")


def with_sign(declared: Declared, line: Line) -> Declared:
    """Return the scope in which something is greater than something else.

    A letter that is new is introduced by being greater than a number that is 0 or more.
    """
    left, right = line.left, line.right
    fresh = is_pattern(left) and not declared.is_known(left)
    if line.relation == "≥" and any(match(of, left) is not None for of in declared.positive):
        return declared  # more is known: zero is no end that it may be at
    if fresh and isinstance(right, nodes.Integer) and right.value >= 0:
        declared = with_fact(declared, left, line.relation)
    difference = left if right == _ZERO else nodes.Sum((left, nodes.Negative(right)))
    sign_of(declared, difference)  # it can be read
    return with_fact(declared, difference, line.relation)


def with_fact(declared: Declared, fact: nodes.Expression, relation: str) -> Declared:
    """Return the scope in which something is > 0, or ≥ 0."""
    if relation == ">":
        return replace(declared, positive=(*declared.positive, fact))
    return replace(declared, natural=(*declared.natural, fact))


def with_definition(declared: Declared, line: Line) -> Declared:
    """Return the scope in which a name that is new stands for something."""
    left, right = line.left, line.right
    if not is_pattern(left, apart=False):
        raise Refused("what is defined is a letter or a function, for any of its indices")
    if declared.is_taken(left):
        raise Refused("what is defined is known already")
    if is_argument(declared, left):
        raise Refused("a function of it was introduced already")
    body, scope = right, declared
    if isinstance(right, nodes.Extremum) and isinstance(right.variable, nodes.Symbol):
        body, scope = right.body, inside(declared, right.variable)
    if hidden := letters_in(scope, body) - free_letters(left):
        names = ", ".join(sorted(hidden))
        raise Refused(f"the right side depends on {names}, the left side does not")
    if isinstance(right, nodes.Extremum):
        return declared
    counts = line.reason.rule is Rule.COUNT
    if counts and sign_of(declared, right) not in ("+", "0+"):
        raise Refused("what is counted is a sum of indicators")
    definition = Definition(left, right, counts, line.reason.rule is Rule.ASSUME)
    natural = (*declared.natural, left) if counts else declared.natural
    return replace(declared, definitions=(*declared.definitions, definition), natural=natural)


def is_valued(declared: Declared, left: nodes.Expression) -> bool:
    """Say whether an equation about a known name says what it is: of a free letter, or a count."""
    known = declared.definition(left, counts=True)
    free = is_pattern(left) and not declared.is_of_matrix(left)
    return free and (known is None or known[0].counts)


def with_value(declared: Declared, left: nodes.Expression, right: nodes.Expression) -> Declared:
    """Return the scope in which a free letter, an unknown function or a count is something."""
    if hidden := letters_in(declared, right) - free_letters(left):
        raise Refused(f"the right side depends on {', '.join(sorted(hidden))} too")
    if declared.is_size(left) and not is_whole(declared, right):
        raise Refused("how many there are is a whole number")
    known = declared.definition(left, counts=True)
    count = known[0].right if known is not None else None
    definition = Definition(left, right, assumed=isinstance(left, nodes.Symbol), count=count)
    wider = replace(declared, definitions=(*declared.definitions, definition))
    try:
        letters_in(wider, left)
    except RecursionError:
        raise Refused("it is assumed of itself") from None
    return wider


def is_pattern(expression: nodes.Expression, *, apart: bool = True) -> bool:
    """Say whether an expression is a letter or function for any of its indices, each its own."""
    if not isinstance(expression, nodes.Symbol | nodes.Call):
        return False
    parts = list(expression.walk())
    letters = [part.letter for part in parts if isinstance(part, nodes.Index)]
    if apart and len(letters) != len(set(letters)):
        return False
    steps = sum(map(is_before, parts))  # the 1 in j − 1 is no place of its own
    return not letters or sum(map(is_constant, parts)) == steps
