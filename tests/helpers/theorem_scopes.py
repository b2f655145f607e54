"""What the lines of a theorem say of its letters, read without the checker: the scope of every line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from exactnb.core.expression.nodes import (
    Call,
    Domain,
    Expression,
    Extremum,
    Index,
    Integer,
    Series,
    Symbol,
)
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation import Chain, Line, Remark, Step

__all__ = ["Claim", "Definitions", "Scope", "claims", "free", "is_index", "put", "renamed"]

Definitions = tuple[tuple[Expression, Expression], ...]
NAMING = (Rule.GIVEN, Rule.DEFINE, Rule.COUNT)


@dataclass(frozen=True)
class Scope:
    """What holds where a line stands.

    `definitions` name formulas, `places` the estimates that are defined by an extremum, `facts` say
    what is greater than what, or not less. Of the equations that are assumed, `wholes` say what the
    parts of a distribution add up to, `of_data` what is counted, and `conditions` all else.
    """

    ranges: tuple[tuple[str, Domain], ...] = ()
    domains: tuple[tuple[Expression, Domain], ...] = ()
    definitions: Definitions = ()
    places: Definitions = ()
    facts: tuple[tuple[Expression, str, Expression], ...] = ()
    wholes: tuple[tuple[Series, Expression], ...] = ()
    of_data: Definitions = ()
    conditions: Definitions = ()
    equations: tuple[Line, ...] = ()
    found: tuple[Line, ...] = ()  # equations of this step that rest on its conditions

    @property
    def demands(self) -> tuple[object, ...]:
        """Return what an instance has to satisfy."""
        return (self.ranges, self.domains, self.facts, self.wholes, self.of_data, self.of_letters)

    @property
    def of_letters(self) -> Definitions:
        """Return the definitions of what has a domain or a sign, and is no free letter any more."""
        known = [*(of for of, _ in self.domains), *(of for of, _, _ in self.facts)]
        return tuple(d for d in self.definitions if any(_like(of, d[0]) for of in known))

    def is_defined(self, left: Expression) -> bool:
        """Say whether a formula stands for a letter or a function."""
        return any(_like(of, left) for of, _ in self.definitions)

    def after(self, line: Line) -> Scope:
        """Return what holds once a line has been accepted."""
        left, right, rule = line.left, line.right, line.reason.rule
        scope = self
        if line.relation == "=":
            scope = replace(scope, equations=(*scope.equations, line))
        if rule is Rule.ASSUME:
            return scope._assumed(line)
        if rule in NAMING and isinstance(right, Extremum):
            return replace(scope, places=(*scope.places, (left, right)))
        if rule in NAMING or (rule is Rule.MAXIMUM and line.relation == "="):
            return replace(scope, definitions=(*scope.definitions, (left, right)))
        if rule in (Rule.SCALE, Rule.PUT_IN, Rule.SOLUTION) and isinstance(left, Symbol):
            return replace(scope, found=(*scope.found, line))
        return scope

    def _assumed(self, line: Line) -> Scope:
        left, right = line.left, line.right
        if line.relation == "∈":
            assert isinstance(right, Domain)
            if isinstance(left, Index):
                return replace(self, ranges=(*self.ranges, (left.letter, right)))
            return replace(self, domains=(*self.domains, (left, right)))
        if line.relation == "<":
            return replace(self, facts=(*self.facts, (right, ">", left)))
        if line.relation != "=":
            return replace(self, facts=(*self.facts, (left, line.relation, right)))
        if isinstance(left, Symbol | Call):
            if self.is_defined(left):
                return replace(self, of_data=(*self.of_data, (left, right)))
            return replace(self, definitions=(*self.definitions, (left, right)))
        if isinstance(left, Series) and _is_whole(left):
            return replace(self, wholes=(*self.wholes, (left, right)))
        return replace(self, conditions=(*self.conditions, (left, right)))


@dataclass(frozen=True)
class Claim:
    """A line of a theorem: where it stands, the line before it in its chain, and its scope."""

    step: int
    block: int
    number: int
    line: Line
    before: Line | None
    scope: Scope = field(compare=False, repr=False)

    @property
    def place(self) -> tuple[int, int, int]:
        """Return where the line stands, to be compared."""
        return (self.step, self.block, self.number)

    @property
    def left(self) -> Expression:
        """Return what the right side is compared with: in a chain, the right side before."""
        return self.line.left if self.before is None else self.before.right


def claims(steps: tuple[Step, ...]) -> Iterator[Claim]:
    """Yield every line with its scope.

    What is assumed in the first step holds throughout. A later step that assumes something is
    forgotten when it ends, but for the names that it gave to formulas.
    """
    scope = Scope()
    for s, step in enumerate(steps):
        start, named, assumed = scope, [], False
        for b, block in enumerate(step.blocks):
            before: Line | None = None
            lines = block.lines if isinstance(block, Chain) else ()
            if isinstance(block, Remark):
                lines = tuple(part for part in block.parts if isinstance(part, Line))
            for n, line in enumerate(lines):
                yield Claim(s, b, n, line, before, scope)
                scope = scope.after(line)
                assumed = assumed or line.reason.rule is Rule.ASSUME
                if line.reason.rule in NAMING and not isinstance(line.right, Extremum):
                    named.append((line.left, line.right))
                before = line if isinstance(block, Chain) else None
        scope = replace(scope, found=())
        if s and assumed:
            scope = replace(start, definitions=(*start.definitions, *named))


def is_index(expression: Expression) -> bool:
    """Say whether an expression can stand where an index does: k, 1, a label y^(i), a class by name."""
    named = isinstance(expression, Symbol) and expression.role in ("label", "value")
    return named or isinstance(expression, Index | Integer)


def free(*expressions: Expression) -> frozenset[str]:
    """Return the letters of indices that no sum or product binds."""
    found: set[str] = set()
    for expression in expressions:
        if isinstance(expression, Index):
            found.add(expression.letter)
        inner = free(*expression.children)
        found |= inner - {expression.index.letter} if isinstance(expression, Series) else inner
    return frozenset(found)


def renamed(pattern: Expression, expression: Expression) -> dict[str, Expression] | None:
    """Return what stands in an expression for each index of a pattern of the same shape."""
    found: dict[str, Expression] = {}

    def fits(a: Expression, b: Expression, bound: frozenset[str]) -> bool:
        if isinstance(a, Index) and a.letter not in bound:
            return is_index(b) and found.setdefault(a.letter, b) == b
        parts, others = a.children, b.children
        if type(a) is not type(b) or len(parts) != len(others):
            return False
        if not parts:
            return a == b
        if isinstance(a, Series):
            bound = bound | {a.index.letter}
        same = b.with_children(parts) == a
        return same and all(fits(c, d, bound) for c, d in zip(parts, others, strict=True))

    return found if fits(pattern, expression, frozenset()) else None


def put(expression: Expression, old: Expression, new: Expression) -> Expression:
    """Return an expression with every instance of a pattern replaced."""
    letters = renamed(old, expression)
    if letters is not None:
        return _at(new, letters)
    parts = expression.children
    if not parts or isinstance(expression, Domain):
        return expression
    return expression.with_children(tuple(put(part, old, new) for part in parts))


def _at(expression: Expression, letters: dict[str, Expression]) -> Expression:
    if isinstance(expression, Index):
        return letters.get(expression.letter, expression)
    parts = expression.children
    return expression.with_children(tuple(_at(p, letters) for p in parts)) if parts else expression


def _like(pattern: Expression, expression: Expression) -> bool:
    return renamed(pattern, expression) is not None


def _is_whole(series: Series) -> bool:
    body = series.body
    plain = series.sign == "sum" and series.where is None and isinstance(body, Symbol | Call)
    return plain and series.index.letter in free(body)
