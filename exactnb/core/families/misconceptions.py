"""What a misconception is, and what the wrong formula of a share of counts is made of.

A misconception is a row: an id, words, a hint, and the formula that it puts in the place of the right
one, for each kind of quantity. Those of one family stand in the family's file, all others in
`teach/misconceptions/`, which also says what kinds of quantities there are and tries the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any, Literal

from exactnb.core.conventions.rules import Smoothing, pseudocount_of
from exactnb.core.data.counts import Counts
from exactnb.core.expression.nodes import Expression, Integer, Sum
from exactnb.core.expression.written import literal
from exactnb.core.families.smoothing import EstimateInputs, estimate
from exactnb.core.record import frozen


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


@frozen
class EstimateContext:
    """Hold the other counts of the data, which may be mistaken for those that an estimate rests on.

    `partial` are the columns that some rows leave empty, and `values` the values of the columns that
    list them. By class, `observed_words` is how many words of the vocabulary occur in it, and
    `document_frequencies` in how many of its texts each word occurs ({} where there are no texts).
    """

    counts: Counts
    partial: frozenset[str] = frozenset()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    observed_words: Callable[[str], int] = lambda label: 0
    document_frequencies: Callable[[str], Mapping[str, int]] = lambda label: {}


@frozen(slots=True)
class EstimatedShare:
    """Hold one estimate that is a share of counts, with the counts that may be mistaken for its own.

    The correct formula is that of `rule` from `inputs`. `rows` and `class_rows` count the
    observations of all classes and of this class, `hits_by_class` has the hits of each class,
    `classes` is the number of classes, `columns` the number of columns or words of the same kind,
    `sizes` has the numbers of values of the columns, and `observed_values` is how many values or words
    occur in the class. Of a word of texts, `word_counts` are its occurrences in the class and those of
    all words, `document_counts` the texts with the word, and the same summed over all words; of a 0/1
    column they are its ones, and those of all such columns.
    """

    rule: Smoothing
    inputs: EstimateInputs
    rows: Expression
    class_rows: Expression
    hits_by_class: tuple[Expression, ...]
    classes: int
    columns: int
    sizes: tuple[int, ...] = ()
    observed_values: int = 0
    word_counts: tuple[Expression, Expression] | None = None
    document_counts: tuple[Expression, Expression] | None = None

    @property
    def right(self) -> Expression:
        """Return the correct formula."""
        return estimate(self.rule, self.inputs)

    @property
    def pseudocount(self) -> Fraction | None:
        """Return the λ that the rule adds to each count; None if it has no single one."""
        return pseudocount_of(self.rule) or None

    def with_cells(self, cells: int) -> Expression | None:
        """Return the estimate with another number of cells; None where the rule has no single λ."""
        return self.smoothed(self.inputs.hits, self.inputs.trials, cells) if self.pseudocount else None

    def smoothed(self, hits: Expression, trials: Expression, cells: int | None = None) -> Expression:
        """Return the estimate from `hits` and `trials`, with the λ of the rule, if it is a single one.

        `cells` is the number of values to which λ is added, by default all values.
        """
        if not self.pseudocount:
            return hits / trials
        number = Integer(len(self.inputs.values) if cells is None else cells)
        added = number if self.pseudocount == 1 else number * self.pseudocount
        return Sum((hits, literal(self.pseudocount))) / Sum((trials, added))  # whatever these sum up
