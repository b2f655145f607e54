"""A family as somebody wrote it: its density or mass function, where that holds, and its letters.

How to read: `Specification` is the family, `Range` what a letter of it may be. `evaluate_constants`
puts numbers for its constants, and works out what these lead to: x^(2-1) is x.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction

from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Factorial,
    Function,
    Integer,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    replace,
    stated,
)
from exactnb.core.expression.written import literal
from exactnb.core.record import frozen


@frozen(slots=True)
class Interval:
    """The real numbers between two ends; None stands for no end on that side."""

    low: Expression | None = None
    high: Expression | None = None
    low_closed: bool = False
    high_closed: bool = False

    @property
    def ends(self) -> tuple[Expression | None, Expression | None]:
        """Return both ends, the low one first."""
        return self.low, self.high

    @property
    def closed(self) -> tuple[bool, bool]:
        """Say of each end whether it is a number of the range."""
        return self.low_closed, self.high_closed


@frozen(slots=True)
class Whole:
    """The whole numbers from `first` to `last`; None stands for no last one."""

    first: Expression
    last: Expression | None = None

    @property
    def ends(self) -> tuple[Expression | None, Expression | None]:
        """Return the first and the last one."""
        return self.first, self.last

    @property
    def closed(self) -> tuple[bool, bool]:
        """Say that an end is a number of the range."""
        return True, self.last is not None


Range = Interval | Whole
"""What a letter of a family may be."""


@frozen
class Letters(Mapping[str, Range]):
    """Letters with what each may be, which nothing changes.

    >>> Letters((("s", Interval()),))["s"]
    Interval(low=None, high=None, low_closed=False, high_closed=False)
    """

    ranges: tuple[tuple[str, Range], ...] = ()

    def __getitem__(self, letter: str) -> Range:
        return dict(self.ranges)[letter]

    def __iter__(self) -> Iterator[str]:
        return (letter for letter, _ in self.ranges)

    def __len__(self) -> int:
        return len(self.ranges)


VARIABLE = "x"
"""The letter of the number that a density is of."""


def letters_of(*formulas: Expression | None) -> frozenset[str]:
    """Return the letters that stand in some `formulas`, in None no letter.

    >>> sorted(letters_of(Symbol("s") * Symbol("x"), None))
    ['s', 'x']
    """
    parts = (part for formula in formulas if formula is not None for part in formula.walk())
    return frozenset(part.letter for part in parts if isinstance(part, Symbol))


@frozen
class Specification:
    """A family as somebody wrote it.

    The `formula` is in `Symbol("x")` and the symbols of the parameters and constants, each of one
    letter: Greek ones by their signs, `Symbol("λ")`. So is the `prior`, a density of the parameter up
    to a factor, which has no x. The ends of a range may have constants in them. The `name` is "" for a
    family of `derive --density`; `text` and `prior_text` are formulas as they were typed. Parameters
    that are `shared` have one value for all classes.
    """

    name: str
    formula: Expression
    is_density: bool
    support: Range
    parameters: Mapping[str, Range]
    constants: Mapping[str, Range] = field(default_factory=dict)
    prior: Expression | None = None
    text: str = ""
    prior_text: str = ""
    shared: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for key in ("parameters", "constants"):  # a family stands in lines, which hold what is frozen
            object.__setattr__(self, key, Letters(tuple(getattr(self, key).items())))
        if isinstance(self.support, Interval) and not self.is_fixed:
            # With an open end the likelihood would only come near to its largest value.
            pairs = zip(self.support.closed, self.moving, strict=True)
            closed = (is_closed or moving is not None for is_closed, moving in pairs)
            object.__setattr__(self, "support", Interval(*self.support.ends, *closed))

    @property
    def moving(self) -> tuple[Expression | None, Expression | None]:
        """Return the low and the high end of the support, None for one without a parameter in it."""
        low, high = (end if self._has_parameter(end) else None for end in self.support.ends)
        return low, high

    @property
    def is_fixed(self) -> bool:
        """Say whether its support does not end at a parameter."""
        return self.moving == (None, None)

    @property
    def has_kinks(self) -> bool:
        """Say whether a parameter stands in an absolute value: there the density has no slope."""
        parts = self.formula.walk()
        distances = (part for part in parts if isinstance(part, Function) and part.name == "abs")
        return any(map(self._has_parameter, distances))

    def _has_parameter(self, formula: Expression | None) -> bool:
        return not letters_of(formula).isdisjoint(self.parameters)


@frozen
class OutcomeTable(Specification):
    """A family of named outcomes, each with its probability: a formula in the parameter.

    Its `formula` is the sum of them, and its support has their places. `texts` are the probabilities as
    they were typed.
    """

    outcomes: tuple[tuple[str, Expression], ...] = ()
    texts: tuple[tuple[str, str], ...] = ()


def replace_letters(formula: Expression, parts: Mapping[str, Expression]) -> Expression:
    """Return a formula with other parts for some of its letters.

    >>> print(replace_letters(Symbol("x") / Symbol("s"), {"s": Integer(2)}))
    x / 2
    """
    return replace(formula, lambda part: parts.get(part.letter) if isinstance(part, Symbol) else None)


def evaluate_constants(
    formula: Expression, constants: Mapping[str, Fraction], *, keeps_factorials: bool = False
) -> Expression:
    """Return a formula with numbers for its constants, and what they lead to worked out: x^(2-1) is x.

    With `keeps_factorials` 4! stays as it is.

    >>> from exactnb.core.expression.reading.formulas import read_formula
    >>> formula = read_formula("b^a/(a-1)! x^(a-1) exp(-b x)", "xab")
    >>> print(evaluate_constants(formula, {"a": Fraction(2)}))
    b^2 x exp(-b x)
    """
    if isinstance(formula, Symbol):
        return literal(constants[formula.letter]) if formula.letter in constants else formula
    parts = tuple(
        evaluate_constants(part, constants, keeps_factorials=keeps_factorials)
        for part in formula.children
    )
    if parts == formula.children:
        return formula
    changed = formula.with_children(parts)
    if not any(isinstance(part, Symbol) for part in changed.walk()):
        value = evaluate(stated(changed))
        is_kept = keeps_factorials and isinstance(changed, Factorial) and value != 1
        return changed if is_kept or not isinstance(value, Fraction) else literal(value)
    match changed:
        case Power(base, Integer(1)) | Quotient(base, Integer(1)):
            return base
        case Power(_, Integer(0)):
            return Integer(1)
        case Product(factors):
            return Product.without_ones(factors)
        case Sum(terms):
            return Sum.of(term for term in terms if term != Integer(0))
    return changed
