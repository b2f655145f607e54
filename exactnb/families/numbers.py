"""What a family of numeric columns has to say: its parameters, their estimates, its factor.

How to read: `NumberFamily` is what a family states, with what most of them share; `NumberBlock` asks
it for the columns of one model; `Estimate` is a rule in words with what stands in its roles.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as changed
from fractions import Fraction
from itertools import count

from exactnb.arithmetic.numerals import number_in, read_number, spell_number
from exactnb.conventions import Conventions
from exactnb.errors import InputError, quoted
from exactnb.expression.nodes import Expression, Reference, Words, replace
from exactnb.families.base import probability
from exactnb.families.block import Block, Factors
from exactnb.families.misconceptions import MisconceptionFormula
from exactnb.families.observation import Observation
from exactnb.families.polynomials import Polynomial
from exactnb.families.protocol import Family
from exactnb.families.sample import Exposure, Sample, Source
from exactnb.lazy import once
from exactnb.naming.heads import Head
from exactnb.naming.names import Item, Names, QuantityName, column_item


def number_cell(column: str, value: Fraction) -> Item:
    """Return the item of a number in a column, spelled in the one way there is."""
    return Item("cell", column, spell_number(value))


def parts_of(name: QuantityName) -> tuple[tuple[str, ...], Item | None]:
    """Return the columns that a parameter is of, and its class, if it has one.

    >>> label = Item("class", "kind", "oat")
    >>> parts_of(Names().parameter("mean", ["length"], label))[0]
    ('length',)
    """
    return name.columns, next((item for item in name.items if item.kind in ("class", "general")), None)


def shape_of(name: QuantityName) -> str:
    """Return what a parameter is of, as a rule for all such parameters says it: "j|k", "k", "".

    >>> shape_of(Names().parameter("variance", ["length"]))
    'j'
    """
    columns, label = parts_of(name)
    of = ("j", "i,j")[len(columns) - 1] if columns else ""
    return f"{of}|k" if of and label else of or ("k" if label else "")


def words(role: str, text: str) -> Words:
    """Return a phrase in a rule; `{noun}` in it becomes what one observation is called."""
    return Words(text, role)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rule in words, and what stands for each of its phrases in one estimate.

    >>> from exactnb.expression.nodes import Integer, Quotient
    >>> rule = Quotient(words("total", "sum"), words("trials", "rows"))
    >>> Estimate(rule, (("total", Integer(24)), ("trials", Integer(3)))).formula()
    Quotient(numerator=Integer(value=24), denominator=Integer(value=3))
    """

    rule: Expression
    roles: tuple[tuple[str, Expression], ...]
    name: str = "MLE"

    def formula(self) -> Expression:
        """Return the rule with its phrases replaced."""
        known = dict(self.roles)

        def stand_in(part: Expression) -> Expression | None:
            return known[part.role] if isinstance(part, Words) else None

        return replace(self.rule, stand_in)

    def in_words(self, noun: str) -> Expression:
        """Return the rule with observations called by a noun: rows, documents."""

        def named(part: Expression) -> Expression | None:
            if isinstance(part, Words):
                return Words(part.text.replace("rows", noun), part.role)
            return None

        return replace(self.rule, named)


@dataclass(frozen=True, eq=False)
class NumberBlock(Block):
    """Columns that follow one family together, and what their parameters are estimated from.

    The numbers come from a `sample`, or are `given`, by head, columns and class; `points` are those
    of a density, by column and class. A block `is_alone` if no other of its model has the same
    parameters of all its columns together: else their names say a column. `exposures` say what stands
    behind counts, and `over` is the exposure in force, that of the case which is looked at.
    """

    is_of_shares = False
    family: NumberFamily
    columns: tuple[str, ...]
    classes: tuple[Item, ...]
    model: str
    conventions: Conventions
    sample: Sample | None = None
    given: Mapping[tuple[str, tuple[str, ...], str], Fraction] | None = None
    points: Mapping[tuple[str, str], tuple[tuple[Fraction, Fraction], ...]] = field(
        default_factory=dict
    )
    is_alone: bool = True
    exposures: Mapping[str, Exposure] = field(default_factory=dict)
    over: Fraction = Fraction(1)

    def name(self, head: str, columns: tuple[str, ...] = (), label: Item | None = None) -> QuantityName:
        """Return the name of a parameter: mean(length|oat), variance(oat), variance."""
        return Names(self.model).parameter(head, columns, label)

    def meant(self, name: QuantityName) -> QuantityName:
        """Return a parameter by the name that it has in a block that is alone."""
        return self.family.canonical(changed(self, is_alone=True), name)

    def refer(self, head: str, columns: tuple[str, ...] = (), label: Item | None = None) -> Reference:
        """Return a reference to a parameter."""
        return Reference(self.name(head, columns, label))

    def looked_up(self, head: str, columns: tuple[str, ...], label: str) -> tuple[Fraction, int] | None:
        """Return a given parameter, and 2 where its root is given: a variance by its deviation.

        One of all columns is given for each of them.
        """
        given, columns = self.given or {}, columns or self.columns[:1]
        if head == "variance" and ("sd", columns, label) in given:
            return given["sd", columns, label], 2
        places = [(head, columns), (head, columns[::-1])]
        places += [("covariance", columns * 2)] if head == "variance" else []
        known = (given.get((*place, label)) for place in places)
        found = next((value for value in known if value is not None), None)
        return None if found is None else (found, 1)

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the columns."""
        return self.columns

    def check(self) -> None:
        """Raise InputError if what is chosen or given does not suit the family."""
        self.family.check(self)

    def parameters(self) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the names of each parameter, as the family does."""
        return self.family.parameters(self)

    @once
    def named(self) -> Mapping[QuantityName, None]:
        """Return the names of all parameters, in order."""
        return dict.fromkeys(name for names in self.parameters() for name in names)

    def together(self, seen: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """Yield the columns among some that have a factor: each its own, or all of them one."""
        seen = frozenset(seen)
        shown = tuple(column for column in self.columns if column in seen)
        if not self.family.is_joint:
            yield from ((column,) for column in shown)
        elif shown:
            yield shown

    def factors(self, seen: Observation, label: Item) -> Factors:
        """Return P(numbers | class) by name: what they are has lines of its own."""
        out = []
        for columns in self.together(seen.cells):
            behind = dict.fromkeys(self.exposures[c].name for c in columns if c in self.exposures)
            items = tuple(Item("cell", c, seen.cells[c]) for c in columns)
            exposed = tuple(Item("cell", c, seen.cells[c]) for c in behind if c in seen.cells)
            out.append((columns[0], probability(items, (label, *exposed), self.model)))
        return tuple(out)

    def single_factors(self, seen: Observation) -> Iterator[tuple[Item, int]]:
        """Yield the numbers that have a factor of their own, with no exposure beside them."""
        for column, value in seen.cells.items():
            behind = self.exposures.get(column)
            exposed = behind is not None and behind.name in seen.cells
            if column in self.columns and not self.family.is_joint and not exposed:
                yield Item("cell", column, value), 1

    def linear_terms(self, seen: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield the columns that are not 0, with their numbers."""
        for column, value in seen.cells.items():
            if column in self.columns and (times := number_in(value)):
                yield column_item(column), times

    def exposure(self, column: str, cells: Mapping[str, str]) -> Fraction:
        """Return the exposure of a count beside some cells: the usual one, if these name none."""
        behind = self.exposures.get(column)
        if behind is None:
            return Fraction(1)
        return number_in(cells[behind.name]) if behind.name in cells else behind.usual

    def beside(self, column: str, cells: Mapping[str, str]) -> NumberBlock:
        """Return the block with the exposure in force that a column has beside some cells."""
        over = self.exposure(column, cells)
        return self if over == self.over else changed(self, over=over)

    def read(self, column: str, value: object) -> Mapping[str, str]:
        """Return a number in its one spelling."""
        number = read_number(value)
        if why := self.family.unasked(number):
            raise InputError(f"{why}; got {value}")
        return {column: spell_number(number)}

    def shown(self, column: str, cell: str) -> str:
        """Return the number of a row in its one spelling."""
        return spell_number(number_in(cell))

    def with_source(self, source: Source) -> NumberBlock:
        """Return the block whose numbers are added up by another source; given ones stay."""
        if self.sample is None:
            return self
        return changed(self, sample=changed(self.sample, source=source))

    def choices_in_words(self) -> tuple[str, ...]:
        """Return the choices that the head of a solution tells."""
        return self.family.choices_in_words(self)

    def outcomes(
        self, column: str, label: Item, before: tuple[str, ...] = ()
    ) -> Iterator[tuple[str, Factors, Factors]]:
        """Yield the whole numbers from the least on, of which there is no end.

        Raises InputError for measurements: numbers between any two are not drawn.
        """
        if self.family.is_density or self.family.lower is None:
            raise InputError(f"column {quoted(column)} is {self.family.name}; numbers are not drawn")
        for x in count(self.family.lower):
            factor = self.family.factor(self.beside(column, {}), {column: Fraction(x)}, label)
            yield str(x), ((column, factor),), ()

    @property
    def divisor(self) -> str:
        """Return the divisor of variances."""
        return self.conventions.divisor


class NumberFamily(Family):
    """State how numbers are distributed within a class, by formulas over parameters and sums."""

    domain = "numbers"
    lower: int | None = None  # where its support begins; None if that is all numbers
    is_joint = False  # whether its columns have one factor together
    powers: tuple[int, ...] = (1,)  # of the numbers that are added up: Σx, Σx²
    is_timed = False  # whether its numbers are counts over an exposure
    choices: tuple[str, ...] = ()  # what can be chosen for its estimates: divisor, share, ...
    heads: tuple[Head, ...] = ()  # its parameters
    single: Fraction | None = None  # the parameter with which the least count is the only one
    has_corners = False  # whether its density is a line between points
    said_by = ""  # the row of given parameters that says of a column that it is of this family

    def problem(self, value: Fraction) -> str:
        """Return why a number cannot stand in the data, "" if it can."""
        return ""

    def unasked(self, value: Fraction) -> str:
        """Return why a number cannot be asked about, "" if it can: outside its range it has 0."""
        return ""

    def impossible(self, total: Fraction, rows: Fraction) -> str:
        """Return why numbers cannot add up to a total, "" if they can."""
        return ""

    @abstractmethod
    def check(self, block: NumberBlock) -> None:
        """Raise InputError, with its key, for choices or given numbers that do not suit the family."""

    def choices_in_words(self, block: NumberBlock) -> tuple[str, ...]:
        """Return the choices that the head of a solution tells."""
        return ()

    def heads_of_all(self, block: NumberBlock) -> frozenset[str]:
        """Return the heads of what all columns have together, as in variance(k), mean(k)."""
        return frozenset()

    @abstractmethod
    def parameters(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the names of each parameter: one for every class, or a single one that they share."""

    def canonical(self, block: NumberBlock, name: QuantityName) -> QuantityName:
        """Return the parameter that a name means: where it is shared, the one that all share.

        Raises InputError for a name that is no parameter of the family.
        """
        if name in block.named:
            return name
        heads = dict.fromkeys(name.head for name in block.named)
        columns, label = parts_of(name)
        if name.head in heads and columns and label is None:
            raise InputError(
                f"there is a {name.head} for each class; say which, as in {name.head}(c|k)"
            )
        raise InputError(f"{self.name} columns have no {name.head}; they have {', '.join(heads)}")

    def derived(self, block: NumberBlock, name: QuantityName) -> tuple[Expression, str] | None:
        """Return the formula of a quantity made of parameters, and what it is; None for a parameter."""
        return None

    @abstractmethod
    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return how a parameter is estimated."""

    def reason(self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item) -> str:
        """Return the words for the factor of what is shown; "" where it is given."""
        said = self.title, self.numbers_in_words
        return f"{self.title} density" if self.is_density else ", ".join(filter(None, said))

    @abstractmethod
    def factor(self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item) -> Expression:
        """Return P(what is shown | class), a density or a probability, written with parameters."""

    def misconceptions(self, block: NumberBlock, name: QuantityName) -> Iterator[MisconceptionFormula]:
        """Yield what people take for an estimate by mistake."""
        return iter(())

    def factor_misconceptions(
        self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item
    ) -> Iterator[MisconceptionFormula]:
        """Yield what people take for P(what is shown | class) by mistake."""
        return iter(())

    def distribution(
        self, block: NumberBlock, column: str, label: Item
    ) -> tuple[str, tuple[Expression, ...]] | None:
        """Return the distribution of one column in a class and its parameters, None if it has no name.

        They are as `arithmetic.distributions` knows them.
        """
        return None

    def log_ratio(
        self,
        block: NumberBlock,
        columns: tuple[str, ...],
        pair: tuple[Item, Item],
    ) -> Polynomial | None:
        """Return log P(columns | k)/P(columns | l) as a polynomial, None where it is none."""
        return None
