"""What the second reader is handed: the problem as it was read from its file, before any formula."""

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
class Follows:
    """Columns that follow one family together: its name, and the numbers that are chosen with it."""

    family: str
    columns: tuple[str, ...]
    numbers: Mapping[str, Fraction | int] = field(default_factory=dict)


@frozen(slots=True)
class Covariate:
    """The number behind the counts of a column: its name, the usual one, whether all rows have that."""

    name: str
    usual: Fraction
    constant: bool


@frozen(slots=True)
class ChosenModel:
    """A model as it is chosen: conventions, the families of columns, and those of drawn words.

    `accepts` says whether rows would be accepted in the place of those of the problem: no number is
    taken from what does.
    """

    conventions: Conventions
    columns: tuple[Follows, ...]
    words: Follows | None = None
    covariates: Mapping[str, Covariate] = field(default_factory=dict)
    accepts: Callable[[Sequence[Case]], bool] = lambda cases: True


@frozen(slots=True)
class Observed:
    """What one case shows: cells, whole texts as bags of words, and words drawn one by one."""

    cells: Mapping[str, str | Fraction] = field(default_factory=dict)
    bags: tuple[Mapping[str, int], ...] = ()
    draws: tuple[str, ...] = ()


@frozen(slots=True)
class ProblemAsRead:
    """A problem: rows, or counts or parameters in their place; queries as typed; the models.

    `cut` cuts a text into words, `text` is the name of the column of texts ("" where there is none).
    A query is a text, cells by column, or already an observation.
    """

    schema: Schema
    cases: tuple[Case, ...] = ()
    counts: Counts | None = None
    parameters: Parameters | None = None
    queries: Mapping[str, str | Mapping[str, object] | Observed] = field(default_factory=dict)
    models: Mapping[str, ChosenModel] = field(default_factory=dict)
    cut: Callable[[str], list[str]] = str.split
    text: str = ""
