"""The attributes of every family: its name, the values of its columns, chosen numbers, mistakes.

How to read: `BaseFamily` has an attribute for each, with what most families say, then what some say of
the block that follows them; above it stand the numbers that are chosen or brought along, and what a
misconception is: a row with an id, words, a hint, and the formula that it puts in the place of the
right one, for each kind of quantity. Those of one family stand in the family's file, all others in
`teach/misconceptions/`, which also says what kinds of quantities there are and tries the rows.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Self

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.naming.kinds import Head
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, listing, near, quoted

if TYPE_CHECKING:
    from exactnb.core.expression.general_nodes import Monotone
    from exactnb.core.expression.nodes import Expression
    from exactnb.core.families.declared.specification import Specification


@frozen(slots=True)
class Hyper:
    """A number that is chosen with a family and never estimated: the r of a negative binomial.

    `noun` completes "the number of". `read` parses a raw value or raises InputError; `examples` are
    texts that it accepts.
    """

    name: str
    noun: str
    read: Callable[[object], Any]
    examples: tuple[str, ...]


@frozen(slots=True)
class Covariate:
    """A known number that scales the number of another column, and is no feature itself.

    A problem sets it under `data.KEY`: another column, or one number for all rows. `noun` and
    `response` name it and the number that it belongs to: an exposure of a count. `problem` returns why
    a number cannot be one, "" if it can.
    """

    key: str
    noun: str
    response: str
    problem: Callable[[Fraction], str]

    def check(self, value: Fraction, raw: object, place: Place = HERE) -> None:
        """Raise InputError with the `raw` text at `place` for a `value` that cannot be one."""
        if why := self.problem(value):
            raise InputError(f"{why}; got {raw}", at=place)


def read_positive_integer(raw: object) -> int:
    """Read a whole number from 1 on; raise InputError for any other.

    >>> read_positive_integer("3")
    3
    """
    try:
        number = read_number(raw)
    except InputError:
        number = Fraction(0)
    if number.denominator != 1 or number < 1:
        raise InputError(f"expected a whole number from 1; got {quoted(raw)}")
    return int(number)


@frozen
class Misconception:
    """One row of the registry: a step that people do otherwise than it should be done.

    `id` is its name in reports, `description` says what was done, and `hint` where to look again,
    without giving the answer away. `formulas` has, for each kind of quantity that it is about (`KINDS`
    in `teach/misconceptions/`), a function that returns the wrong formula; or several, each in a tuple
    with a detail such as "class b" if it has one; or nothing. A row without formulas is a misreading,
    for which data or queries are changed.

    One that `is_convention` is no mistake: another course does it so. One that `is_in_result` is made
    when the result is written down, so nothing else rests on it. A belief is applied everywhere; a
    mix-up is made once: `mixed_up_in` one "column", one "density" of a column within a class or one
    kind of "parameter". One that `is_rare` needs more evidence before it is named, and is never
    searched for in pairs with others. One that `is_stated` stands in the sheet itself: it comes before
    all that are only known.
    """

    id: str
    description: str
    hint: str
    formulas: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict, compare=False)
    is_convention: bool = False
    is_in_result: bool = False
    mixed_up_in: Literal["", "column", "density", "parameter"] = ""
    is_rare: bool = False
    is_stated: bool = False


class BaseFamily(ABC):
    """A kind of distribution within a class. A family needs nothing but its own file.

    `domain` is what its columns hold: "binary" (0 and 1), "nominal" (any values), "words" or
    "numbers". A family with `hyper` is a frozen dataclass whose fields these are, None where they were
    not chosen. The `kernel` is what counts it in `scale/logspace`, "" where nothing does: a count of
    each word, whether it is there, a number for each value, or measurements.
    """

    name: str
    title: str
    domain: str
    is_usual = False  # whether it is meant, or suggested, where nothing is said
    hyper: tuple[Hyper, ...] = ()
    heads: tuple[Head, ...] = ()  # its parameters that have names of their own
    formula = ""  # P(x | class) in a few signs, as tables of families show it
    shared_as: tuple[str, ...] = ()  # how a shared parameter is named
    kernel = ""  # "words", "presence", "values", "measures"
    in_sklearn = ""  # its class in scikit-learn
    example = ""  # data and query of a problem file, where those of its domain do not suit it
    notation: Mapping[str, str] = {}
    has_independent_draws = True  # whether, in a class, what was seen says nothing about what comes
    summed_powers: tuple[int, ...] = ()  # of the numbers that are added up: Σx, Σx²
    covariate: Covariate | None = None  # a known number that scales one of its numbers
    estimates_shares = True  # whether its parameters are shares of counts, by a rule of smoothing
    draws_words = False  # whether words are drawn from texts
    rule_value = ""  # what the left side of such a rule is about: "1", or "v" for any value
    is_joint = False  # whether its columns have one factor together
    first_integer: int | None = None  # where its numbers begin; None if that is all numbers
    last_integer: int | None = None  # where they end; None if they do not, or not at a whole number
    single: Fraction | None = None  # the parameter with which the least count is the only one
    misconceptions: tuple[Misconception, ...] = ()  # the mistakes that people make with it alone
    choices: tuple[str, ...] = ()  # what can be chosen for its estimates: divisor, share, ...
    parameter_row = ""  # the row of given parameters that says of a column that it is of this family
    is_naive = True  # whether, in a class, its columns are independent
    is_density = False  # whether what it says of a number is a density, which may exceed 1
    has_complement = False  # whether one of two values has a parameter, the other what it leaves
    letters: tuple[str, ...] = ()  # of its parameters, where somebody stated them
    # Densities, each with the MLE of its last parameter in the sum of the statistic and the rows.
    densities: tuple[tuple[Specification, Expression], ...] = ()
    takes_gamma = False  # whether its parameters can have a Gamma prior

    def with_numbers(self, raw_numbers: Mapping[str, object]) -> Self:
        """Return the family with its chosen numbers, read from `raw_numbers` by name.

        Raises InputError for an unknown number, and for one that is missing or out of range.
        """
        parameters = {hyper.name: hyper for hyper in self.hyper}
        for key in raw_numbers:
            if key not in parameters:
                has = f"; it has {listing(parameters)}" if parameters else ", it has none"
                raise InputError(f"{self.name} has no number {quoted(key)}{near(key, parameters)}{has}")
        chosen = {}
        for name, hyper in parameters.items():
            if name not in raw_numbers:
                what = f"{self.name} needs {name}, the number of {hyper.noun}"
                raise InputError(f"{what}, as in {self.as_toml()}")
            chosen[name] = (Place.of(self.name) / name).read(hyper.read, raw_numbers[name])
        return replace(self, **chosen) if chosen else self  # type: ignore[type-var]

    @property
    def has_single_parameter(self) -> bool:
        """Say whether a column has one parameter in a class: the other value has the rest."""
        return self.domain == "binary"

    @property
    def numbers(self) -> dict[str, Any]:
        """Return the numbers that were chosen with the family, by name."""
        return {hyper.name: getattr(self, hyper.name) for hyper in self.hyper}

    @property
    def numbers_text(self) -> str:
        """Return the chosen numbers as text: r = 3."""
        return ", ".join(f"{name} = {number_text(number)}" for name, number in self.numbers.items())

    @property
    def theorem_family(self) -> str:
        """Return the family whose theorems say why it is estimated so: its own, if nothing else."""
        return self.name

    def check_values(self, column: str, values: tuple[str, ...]) -> None:
        """Raise InputError, with no path, if `values` of `column` do not suit the family."""
        return

    def data_problem(self, value: Fraction) -> str:
        """Return why the data cannot hold `value`, "" if they can."""
        return ""

    def sum_problem(self, total: Fraction, rows: Fraction) -> str:
        """Return why the numbers of `rows` rows cannot sum to `total`, "" if they can."""
        return ""

    def scaled_log_ratio(
        self, block: Any, column: str, pair: Any
    ) -> tuple[Monotone, Mapping[int, Expression]] | None:
        """Return the log-ratio of a `pair` of classes by the powers of a function that moves one way.

        It is a function of `column` of `block`, with the ends between which it does. None without one.
        """
        return None

    def constant_columns(self, block: Any) -> Iterator[tuple[str, str]]:
        """Yield columns and classes of `block` whose equal numbers leave a density undefined."""
        return iter(())

    def choices_text(self, block: Any) -> tuple[str, ...]:
        """Return the choices in `block` as the head of a solution states them."""
        return ()

    def joint_heads(self, block: Any) -> frozenset[str]:
        """Return the heads that all columns of `block` have together: variance(k), mean(k)."""
        return frozenset()

    def phrases(self, noun: str, *, partial: bool, word: bool) -> dict[str, str]:
        """Return the phrases of a smoothing rule, by role.

        `noun` names the observations. `partial` says that some of them leave the column empty, `word`
        that the column is a word of texts.
        """
        return {}

    def as_toml(self) -> str:
        """Return the family as a problem file writes it, with examples of its chosen numbers."""
        numbers = ", ".join(f"{hyper.name} = {hyper.examples[0]}" for hyper in self.hyper)
        return f"{{ {self.name} = {{ {numbers} }} }}" if numbers else f'"{self.name}"'

    def full_title(self) -> str:
        """Return the title, and the numbers that were chosen: Negative binomial (r = 3)."""
        return f"{self.title} ({self.numbers_text})" if self.numbers else self.title

    def full_name(self) -> str:
        """Return the name, and the numbers that were chosen: negative-binomial with r = 3."""
        return f"{self.name} with {self.numbers_text}" if self.numbers else self.name
