"""The input of the second reader: the problem as it was read from its file, before any formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from exactnb.core.conventions import Conventions
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Case, Schema
from exactnb.core.record import frozen


@frozen(slots=True)
class Ends:
    """What a letter may be: the numbers between two ends, whole ones alone or all of them."""

    low: Fraction | None
    high: Fraction | None
    low_closed: bool
    high_closed: bool
    is_whole: bool = False

    def holds(self, number: Fraction) -> bool:
        """Say whether a number lies between the ends."""
        if self.is_whole and number.denominator != 1:
            return False
        above = self.low is None or number > self.low or (number == self.low and self.low_closed)
        below = self.high is None or number < self.high or (number == self.high and self.high_closed)
        return above and below


@frozen(slots=True)
class Typed:
    """A density or mass as it was typed, and the `prior` of its parameter, "" for none.

    `letter` is the parameter, which may be anything in `domain`; x is in `support`.
    """

    text: str
    letter: str
    domain: Ends
    support: Ends
    prior: str = ""


@frozen(slots=True)
class ColumnGroup:
    """Columns with one family: its name, and the `numbers` that are chosen with it, such as r.

    A family that the problem states is as it was `typed`.
    """

    family: str
    columns: tuple[str, ...]
    numbers: Mapping[str, Fraction | int] = field(default_factory=dict)
    typed: Typed | None = None


@frozen(slots=True)
class ExposureColumn:
    """The exposure of a column of counts: its column, its usual value, whether all rows have that."""

    name: str
    usual: Fraction
    constant: bool


@frozen(slots=True)
class ChosenModel:
    """The choices of a model: conventions, families of columns and of words, exposures.

    `accepts` says whether the model can be built on other rows; it yields no number to compare.
    """

    conventions: Conventions
    columns: tuple[ColumnGroup, ...]
    word_family: ColumnGroup | None = None
    covariates: Mapping[str, ExposureColumn] = field(default_factory=dict)
    accepts: Callable[[Sequence[Case]], bool] = lambda cases: True


@frozen(slots=True)
class ObservedCase:
    """The observation of one case: cells, texts as bags of words, and words drawn one by one."""

    cells: Mapping[str, str | Fraction] = field(default_factory=dict)
    bags: tuple[Mapping[str, int], ...] = ()
    draws: tuple[str, ...] = ()


@frozen(slots=True)
class ProblemAsRead:
    """A problem: rows, or counts or parameters instead; queries as typed; the models.

    `cut` cuts a text into words, `text` is the name of the column of texts ("" where there is none).
    A query is a text, cells by column, or already an observation.
    """

    schema: Schema
    cases: tuple[Case, ...] = ()
    counts: Counts | None = None
    parameters: Parameters | None = None
    queries: Mapping[str, str | Mapping[str, object] | ObservedCase] = field(default_factory=dict)
    models: Mapping[str, ChosenModel] = field(default_factory=dict)
    cut: Callable[[str], list[str]] = str.split
    text: str = ""
