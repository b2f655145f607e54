"""The scope of a proof: ranges of indices, domains of letters, definitions and assumed signs.

How to read: a `Declared` is immutable; each assumption or definition makes a wider one (`widening.py`).
It looks a formula up among the patterns of earlier lines, the latest first, and a pattern fits only
indices of its own range. Two ranges are the same if they have the same size. The functions after the
class say which letters are integers, which may be at an end of their interval, and what depends on a
letter: names defined by it, functions of these, and expectations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.forms.patterns import (
    Substitution,
    instance,
    is_fixed_index,
    is_label_or_value,
    is_same_letter,
    match,
    overlap,
)
from exactnb.explain.proving.scope.alphabet import INFINITE


@frozen(slots=True)
class AcceptedLine:
    """A line that was accepted; a conditional one holds where the conditions of its step do."""

    line: Line
    conditional: bool = False


@frozen(slots=True)
class Definition:
    """A letter or function `left` that stands for `right`, for every value of the indices in it.

    Counts of the data are unfolded only where they have to be. An `assumed` value is one that a letter
    need not have, and `count` what it counts if it is a count.
    """

    left: nodes.Expression
    right: nodes.Expression
    counts: bool = False
    assumed: bool = False
    count: nodes.Expression | None = None


@frozen(slots=True)
class Declared:
    """The scope of a line. `positive` and `natural` are formulas that are > 0 and ≥ 0.

    `sizes` are the letters for numbers of values, and `random` the letters and functions of which an
    expectation was taken.
    """

    ranges: Mapping[str, nodes.Domain] = field(default_factory=dict)
    domains: tuple[tuple[nodes.Expression, nodes.Domain], ...] = ()
    definitions: tuple[Definition, ...] = ()
    positive: tuple[nodes.Expression, ...] = ()
    natural: tuple[nodes.Expression, ...] = ()
    sizes: tuple[nodes.Expression, ...] = ()
    random: frozenset[nodes.Symbol | nodes.Call] = frozenset()
    readers: dict[bool, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What reads formulas in this scope, once it was made: counts unfolded or not."""

    def definition(
        self, expression: nodes.Expression, *, counts: bool
    ) -> tuple[Definition, Substitution] | None:
        """Return the definition that fits `expression`, with its indices; None if there is none.

        Definitions of counts are skipped unless `counts`.
        """
        # The latest first: a line may say again, for one index, what stands for all of them, and where
        # an assumption of a step gives a count its value, that is what the step is about.
        for definition in reversed(self.definitions):
            if definition.counts and not counts:
                continue
            letters = match(definition.left, expression)
            if letters is not None:
                return definition, letters
        return None

    def domain(self, expression: nodes.Expression) -> tuple[nodes.Domain, Substitution] | None:
        """Return the domain of the letter `expression`, with its indices; None if it has none."""
        for pattern, domain in reversed(self.domains):
            letters = self.fitting(pattern, expression)
            if letters is not None:
                return domain, letters
        return None

    def is_in(self, letter: nodes.Expression, domain: nodes.Domain) -> bool:
        """Say whether `domain` is that of the `letter`, for the indices that it has."""
        lookup = self.domain(letter)
        return lookup is not None and instance(*lookup) == domain

    def first_domain(self, expression: nodes.Expression) -> nodes.Domain | None:
        """Return the first domain of the letter `expression`, ends and all; later lines restrict it."""
        fits = (
            domain for pattern, domain in self.domains if self.fitting(pattern, expression) is not None
        )
        return next(fits, None)

    def matrix_domain(self, expression: nodes.Expression) -> nodes.Domain | None:
        """Return the domain of the definite matrix whose letter or entry `expression` is, or None."""
        if not isinstance(expression, nodes.Symbol):
            return None
        matrix = replace(expression, lower=())
        return next(
            (domain for e, domain in self.domains if domain.kind == "definite" and e == matrix), None
        )

    def is_matrix_part(self, expression: nodes.Expression) -> bool:
        """Say whether `expression` is an entry of a definite matrix or inverse, or a determinant."""
        match expression:
            case nodes.Symbol(lower=(_, _) as places):
                letter: nodes.Expression = expression
            case nodes.Call("det", (nodes.Symbol(lower=()) as letter,), (), ()):
                places = ()
            case nodes.Call("inv", (nodes.Symbol(lower=()) as letter,), (), (_, _) as places):
                pass
            case _:
                return False
        matrix = self.matrix_domain(letter)
        if matrix is None:
            return False
        ranges = (self.ranges.get(place.letter) for place in places if isinstance(place, nodes.Index))
        return all(
            range_ == nodes.Domain("span", (nodes.Integer(1), *matrix.parts)) for range_ in ranges
        )

    def fitting(self, pattern: nodes.Expression, expression: nodes.Expression) -> Substitution | None:
        """Return what the letters of `pattern` stand for in `expression`; None if a range differs."""
        letters = match(pattern, expression)
        for letter, index in (letters or {}).items():
            range_ = self.ranges.get(letter)
            if isinstance(index, nodes.Index) and self.ranges.get(index.letter) != range_:
                return None
            # what a label may be can depend on its own indices: the values of its column
            is_label = isinstance(index, nodes.Symbol) and index.role == "label"
            if is_label and (range_ is None or not self.is_in(index, range_)):
                return None
        return letters

    @property
    def sets(self) -> list[frozenset[nodes.Expression]]:
        """Return the members of each range that lists them."""
        return [frozenset(range_.parts) for range_ in self.ranges.values() if range_.kind == "set"]

    @property
    def introduced(self) -> tuple[nodes.Expression, ...]:
        """Return what was introduced: sizes, formulas with signs, letters with domains or values."""
        heads = (*self.sizes, *self.positive, *self.natural, *(p for p, _ in self.domains))
        return (*heads, *(d.left for d in self.definitions))

    def is_introduced(self, expression: nodes.Expression) -> bool:
        """Say whether the letter or function `expression` has been introduced."""
        return self.is_matrix_part(expression) or any(
            overlap(head, expression) for head in self.introduced
        )

    def is_in_use(self, expression: nodes.Expression) -> bool:
        """Say whether the letter `expression` is in use, perhaps in another role."""
        of_matrix = self.is_matrix_part(expression)
        return of_matrix or any(
            overlap(_without_role(head), _without_role(expression)) for head in self.introduced
        )

    def with_range(self, letter: str, domain: nodes.Domain) -> Declared:
        """Return the scope with the range `domain` of the index `letter`, and the size of it."""
        size = domain.parts[1]
        fresh = domain.kind != "set" and isinstance(size, nodes.Symbol) and not self.is_introduced(size)
        sizes = (*self.sizes, size) if fresh else self.sizes
        return replace(self, ranges={**self.ranges, letter: domain}, sizes=sizes)

    def is_size(self, expression: nodes.Expression) -> bool:
        """Say whether the letter `expression` is the size of a range."""
        domains = (*self.ranges.values(), *(domain for _, domain in self.domains))
        sizes = (domain.parts[1] for domain in domains if domain.kind in ("span", "named"))
        return any(overlap(size, expression) for size in sizes)


def _without_role(expression: nodes.Expression) -> nodes.Expression:
    """Return a letter without the role that says how notations write it."""
    if isinstance(expression, nodes.Symbol) and not is_label_or_value(expression):
        return replace(expression, role="")
    return expression


def range_problem(declared: Declared, domain: nodes.Domain) -> str:
    """Return why an index or a label of `declared` cannot range over `domain`, or "".

    Ranges are told apart by how many values they have, so two of one size are the same.
    """
    if domain.kind == "span" and domain.parts[0] != nodes.Integer(1):
        return "a range begins with the first, 1"
    if domain.kind == "set" and len(set(domain.parts)) < len(domain.parts):
        return "a set holds nothing twice"
    if domain.kind in ("span", "named") and not is_size_like(declared, domain.parts[1]):
        return "how many there are is a whole number"
    domains = (*declared.ranges.values(), *(domain_ for _, domain_ in declared.domains))
    if domain.kind in ("span", "named"):
        key = (domain.kind, domain.parts[0])
        same_size = (rival for rival in domains if rival.parts[1:2] == domain.parts[1:2])
        if any((rival.kind, rival.parts[0]) != key for rival in same_size):
            return "two sets of one size are told apart by nothing"
    return ""


def is_size_like(declared: Declared, size: nodes.Expression) -> bool:
    """Say whether `size` says how many there are in `declared`: a number, its letter, or a count."""
    definition = declared.definition(size, counts=True)
    is_count = definition is None or (definition[0].counts and _adds_up_indicators(definition[0].right))
    return isinstance(size, nodes.Symbol | nodes.Integer) and declared.domain(size) is None and is_count


def is_counting(declared: Declared, number: nodes.Expression) -> bool:
    """Say whether `declared` makes `expression` a whole number that is 0 or more, by its letters."""
    least = _least(declared, number)
    return least is not None and least >= 0


def _least(declared: Declared, number: nodes.Expression) -> int | None:
    """Return what a whole number is at least; None for what is not known to be one."""
    match number:
        case nodes.Integer(value):
            return value
        case nodes.Negative(term):
            most = None if _least(declared, term) is None else _greatest_integer(declared, term)
            return -most.value if isinstance(most, nodes.Integer) else None
        # N − x, for an x that is N at most.
        case nodes.Sum((most, nodes.Negative(less))) if _greatest_integer(declared, less) == most:
            return None if None in (_least(declared, most), _least(declared, less)) else 0
        case nodes.Sum(terms):
            parts = [_least(declared, term) for term in terms]
            return None if None in parts else sum(part for part in parts if part is not None)
    lookup = declared.domain(number)
    if lookup is not None:
        domain = lookup[0]
        first = domain.parts[0] if domain.kind in ("whole", "through", "set") else None
        values = domain.parts if domain.kind == "set" else (first,)
        wholes = [value.value for value in values if isinstance(value, nodes.Integer)]
        return min(wholes) if len(wholes) == len(values) else None
    return 0 if declared.is_size(number) and is_size_like(declared, number) else None


def _greatest_integer(declared: Declared, number: nodes.Expression) -> nodes.Expression | None:
    """Return the last whole number that a letter may be, if that was said."""
    if isinstance(number, nodes.Integer):
        return number
    lookup = declared.domain(number)
    if lookup is not None and lookup[0].kind == "set":
        wholes = [part.value for part in lookup[0].parts if isinstance(part, nodes.Integer)]
        return nodes.Integer(max(wholes)) if len(wholes) == len(lookup[0].parts) else None
    if lookup is None or lookup[0].kind != "through":
        return None
    return instance(lookup[0].parts[1], lookup[1])


def ends_of(domain: nodes.Domain) -> tuple[nodes.Expression, ...]:
    """Return the ends that `domain`, an interval, holds; none for a set of another kind."""
    sides = {"closed": slice(None), "left-open": slice(1, 2), "right-open": slice(1)}
    return domain.parts[sides[domain.kind]] if domain.kind in sides else ()


def ways_inside(
    domain: nodes.Domain, place: nodes.Expression
) -> Iterator[tuple[nodes.Expression, nodes.Expression]]:
    """Yield each finite end of `domain`, an interval, and how far inside of it `place` is."""
    low, high = domain.parts
    for end, greater, less in ((low, place, low), (high, high, place)):
        if end not in INFINITE:
            yield (
                end,
                greater if less == nodes.Integer(0) else nodes.Sum((greater, nodes.Negative(less))),
            )


def may_be_at_an_end(declared: Declared, letter: nodes.Symbol) -> bool:
    """Say whether `letter` may be an end of its interval in `declared`, where it has no slope."""
    lookup = declared.domain(letter)
    if lookup is not None:
        return bool(ends_of(lookup[0])) or lookup[0].kind in ("whole", "set", "through")
    fact_lists = (declared.natural, declared.positive)
    weak, strict = (
        any(declared.fitting(fact, letter) is not None for fact in facts) for facts in fact_lists
    )
    return weak and not strict


def inside(declared: Declared, letter: nodes.Symbol) -> Declared:
    """Return `declared` with `letter` inside of its interval: formulas are read in that scope.

    At an end they are what they tend to, so what holds inside holds there too.
    """
    intervals = (
        (e, domain) for e, domain in declared.domains if is_same_letter(e, letter) and ends_of(domain)
    )
    open_ = tuple((name, replace(domain, kind="open")) for name, domain in intervals)
    more = tuple(fact for fact in declared.natural if is_same_letter(fact, letter))
    domains, positive = (*declared.domains, *open_), (*declared.positive, *more)
    return replace(declared, domains=domains, positive=positive)


def _adds_up_indicators(counted: nodes.Expression) -> bool:
    """Say whether a count adds up indicators, so that it is a whole number."""
    match counted:
        case nodes.Series(sign="sum", body=body):
            return _adds_up_indicators(body)
        case nodes.Product(parts):
            return all(map(_adds_up_indicators, parts))
    return isinstance(counted, nodes.Integer | nodes.Iverson)


def dependent_names(declared: Declared, *letters: Expression) -> tuple[Expression, ...]:
    """Return `letters`, and all names that `declared` defines by one of them, directly or not.

    A name may be given for one of its indices only, and a function is told by its arguments: so what is
    unfolded wherever it can be is not all that rests on a letter.

    >>> from exactnb.explain.proving.scope.scope import Definition
    >>> x, b = Symbol("x"), Symbol("b")
    >>> dependent_names(Declared(definitions=(Definition(b, x),)), x) == (x, b)
    True
    """
    names = list(letters)
    waiting = [(definition.left, definition.right.walk()) for definition in declared.definitions]
    # A definition may depend on a name that is found to depend on the letter only later: repeat until
    # nothing is added.
    while True:
        dependent = [entry for entry in waiting if any(_is_one_of(part, names) for part in entry[1])]
        if not dependent:
            return tuple(names)
        names += [name for name, _ in dependent]
        waiting = [entry for entry in waiting if entry not in dependent]


def _is_one_of(part: Expression, names: list[Expression]) -> bool:
    """Say whether a letter is one of some names, with any indices, or a function is."""
    match part:
        case Symbol():
            return any(is_same_letter(name, part) for name in names)
        case Call():
            return any(overlap(name, part) for name in names if isinstance(name, Call))
    return False


def is_expectation(expression: Expression) -> bool:
    """Say whether `expression` is an expectation, perhaps under a condition."""
    return isinstance(expression, Call) and expression.head == "E"


def has_random_index(declared: Declared, expression: Expression) -> bool:
    """Say whether `expression` is an expectation of a letter whose label is random in `declared`."""
    if not is_expectation(expression):
        return False
    letters = (part for part in expression.walk() if isinstance(part, Symbol))
    labels = (letter for letter in letters if letter.role == "label")
    return any(_is_one_of(label, [*declared.random]) for label in labels)


def is_argument(declared: Declared, name: Expression) -> bool:
    """Say whether `declared` has a function of `name`, of which nothing else may be known yet."""
    calls = (part for head in declared.introduced for part in head.walk() if isinstance(part, Call))
    parts = (part for call in calls for argument in call.children for part in names_in(argument))
    return any(_is_one_of(part, [name]) for part in parts)


def names_in(expression: Expression) -> Iterator[Symbol | Call]:
    """Yield the letters and functions in `expression`, but for constants and expectations."""
    for part in expression.walk():
        if isinstance(part, Call | Symbol) and not is_expectation(part) and not is_fixed_index(part):
            yield part
