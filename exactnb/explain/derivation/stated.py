"""What is stated before anything is worked out: data, texts, what is asked, blanks for answers."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.data.table import Row
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen


@frozen(slots=True)
class Extent:
    """How much of the data is shown, where not all is: 12 of 431 words, and which these are."""

    shown: int
    whole: int
    noun: str
    which: str = ""

    def __str__(self) -> str:
        which = f"; {self.which}" if self.which else ""
        return f"{self.shown:,} of {self.whole:,} {self.noun}{which}"


@frozen(slots=True)
class Data:
    """The data as it is counted, and the queries below it; `extents` say what is left out."""

    class_variable: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    queries: tuple[Row, ...]
    extents: tuple[Extent, ...] = ()


@frozen(slots=True)
class Text:
    """A text as it was given, in pieces that are marked or not; `extent` if its end is left out."""

    id: str
    label: str
    pieces: tuple[tuple[str, bool], ...]
    extent: Extent | None = None


@frozen(slots=True)
class Texts:
    """The documents as they were given, and the queries below them, the queries' words marked."""

    class_variable: str
    column: str
    rows: tuple[Text, ...]
    queries: tuple[Text, ...]
    extents: tuple[Extent, ...] = ()


@frozen(slots=True)
class Query:
    """What one query shows: cells by their columns; a text of its own, where it has one."""

    id: str
    cells: tuple[tuple[str, str], ...]
    text: str | None = None


@frozen(slots=True)
class Asked:
    """What is asked: queries that no table shows whole, and quantities by name."""

    queries: tuple[Query, ...]
    names: tuple[QuantityName, ...] = ()


@frozen(slots=True)
class Blank:
    """A question with room for its answer: its id, what is asked, its points, the form it takes."""

    id: str
    name: QuantityName
    points: Fraction
    form: str = ""


@frozen(slots=True)
class Blanks:
    """The questions of a sheet, in their order."""

    blanks: tuple[Blank, ...]


Stated = Data | Texts | Asked | Blanks
