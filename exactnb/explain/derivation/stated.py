"""The statement of a problem, before its solution: data, texts, question, blanks for answers."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.data.table import Row
from exactnb.core.naming.names import QuantityName
from exactnb.core.record import frozen


@frozen(slots=True)
class Extent:
    """The visible part of data that are shortened: 12 of 431 words, and which ones these are."""

    visible: int
    total: int
    noun: str
    which: str = ""

    def __str__(self) -> str:
        which = f"; {self.which}" if self.which else ""
        return f"{self.visible:,} of {self.total:,} {self.noun}{which}"


@frozen(slots=True)
class Data:
    """The data as counted, and the queries below; `extents` are the omissions."""

    class_variable: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    queries: tuple[Row, ...]
    extents: tuple[Extent, ...] = ()


@frozen(slots=True)
class Text:
    """A text as it was read, in pieces that are marked or not; `extent` if its end is omitted."""

    id: str
    label: str
    pieces: tuple[tuple[str, bool], ...]
    extent: Extent | None = None


@frozen(slots=True)
class Texts:
    """The documents as they were read, the queries below, and the words of the queries marked."""

    class_variable: str
    column: str
    rows: tuple[Text, ...]
    queries: tuple[Text, ...]
    extents: tuple[Extent, ...] = ()


@frozen(slots=True)
class Query:
    """One query: cells by their columns, and its text, if it has one."""

    id: str
    cells: tuple[tuple[str, str], ...]
    text: str | None = None


@frozen(slots=True)
class QuestionBlock:
    """The question: queries that no table shows completely, and quantities by name."""

    queries: tuple[Query, ...]
    names: tuple[QuantityName, ...] = ()


@frozen(slots=True)
class Blank:
    """A question with room for its answer: id, name of the quantity, points, form of the answer."""

    id: str
    name: QuantityName
    points: Fraction
    form: str = ""


@frozen(slots=True)
class Blanks:
    """The questions of a sheet, in order."""

    blanks: tuple[Blank, ...]


Stated = Data | Texts | QuestionBlock | Blanks
