"""A family of named outcomes that somebody states: their probabilities share a parameter.

How to read: `OutcomeFamily` is the family, `OutcomeBlock` the columns that follow it: cells are names,
and factors are formulas in the parameter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from exactnb.core.data.rows import name_of
from exactnb.core.expression.nodes import Expression, stated
from exactnb.core.families.base import Observation
from exactnb.core.families.block import Columns, Distributed, Outcomes, Pair, Polynomial
from exactnb.core.families.declared.family import DeclaredFamily
from exactnb.core.families.declared.specification import OutcomeTable, put_in
from exactnb.core.families.declared_misconceptions import SLIPS_OF_COUNTS
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item
from exactnb.core.record import frozen
from exactnb.errors import InputError, listing, near, quoted


@frozen(eq=False)
class OutcomeFamily(DeclaredFamily):
    """A column of names whose probabilities somebody states.

    >>> from exactnb import Family
    >>> hardy = Family.of(
    ...     probabilities={"AA": "(1-q)^2", "Aa": "2 q (1-q)", "aa": "q^2"},
    ...     parameters={"q": "0 < q < 1"},
    ... )
    >>> hardy.declared.outcomes
    ('AA', 'Aa', 'aa')
    """

    domain = "nominal"
    misconceptions = SLIPS_OF_COUNTS

    @once
    def probabilities(self) -> Mapping[str, Expression]:
        """Return the probability of each outcome, a formula in the parameter."""
        assert isinstance(self.stated, OutcomeTable)
        return dict(self.stated.outcomes)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """Return the names of the outcomes, in order."""
        return tuple(self.probabilities)

    def check_values(self, column: str, values: tuple[str, ...]) -> None:
        for value in values:
            self.check_outcome(value)

    def check_outcome(self, value: str) -> None:
        """Raise InputError for a value that is no outcome, with one that is like it."""
        if value not in self.outcomes:
            got = f"{quoted(value)}{near(value, self.outcomes)}"
            raise InputError(f"{self.name} has the outcomes {listing(self.outcomes)}; got {got}")


class OutcomeBlock(NumberBlock):
    """Columns of outcomes: they are counted by name, and have parameters as numbers have."""

    is_finite = True
    states_values = True
    family: OutcomeFamily

    def values(self, column: str) -> tuple[str, ...]:
        return self.family.outcomes

    def read(self, column: str, value: object) -> Mapping[str, str]:
        name = name_of(value)
        self.family.check_outcome(name)
        return {column: name}

    def spelled_cell(self, column: str, cell: str) -> str:
        return cell

    def linear_terms(self, observation: Observation) -> Iterator[tuple[Item, Fraction]]:
        """Yield nothing: an outcome is no number."""
        return iter(())

    def line(self, cells: Mapping[str, str], label: Item) -> tuple[Expression, str]:
        ((column, outcome),) = cells.items()
        self.family.check_outcome(outcome)
        (letter,) = self.family.letters
        parameter = self.refer(letter, (column,), label)
        formula = put_in(self.family.probabilities[outcome], {letter: parameter})
        return stated(formula), self.family.title

    def log_ratio(
        self, columns: Columns, pair: Pair, cells: Mapping[str, str] | None = None
    ) -> Polynomial | None:
        """Return None: outcomes are no numbers."""
        return None

    def distributed(self, column: str, label: Item) -> Distributed | None:
        """Return None: outcomes have no regions."""
        return None

    def score(
        self, columns: tuple[str, ...], cells: Mapping[str, str], label: Item
    ) -> tuple[Expression, ...]:
        return ()

    def outcomes(self, column: str, label: Item, previous: tuple[str, ...] = ()) -> Outcomes:
        for outcome in self.family.outcomes:
            yield outcome, ((column, self.line({column: outcome}, label)[0]),), ()
