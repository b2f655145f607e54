"""Read what a problem file says of its data: a table or texts, counts, or given numbers."""

from __future__ import annotations

from collections.abc import Iterable

from exactnb.data.counts import Counts
from exactnb.data.documents import Document, Documents
from exactnb.data.files import Files
from exactnb.data.parameters import Parameters
from exactnb.data.readers import read_table_file, read_table_text, with_decimal_points
from exactnb.data.rows import MISSING, read_weight
from exactnb.data.summaries import read_counts, read_parameters
from exactnb.data.table import Table
from exactnb.errors import ExactnbError, InputError, NotYet, near, quoted
from exactnb.problem.reading import at_path
from exactnb.problem.sections import Section, known_in

SOURCES = ("table", "file", "counts", "parameters")
"""The keys of which a problem has exactly one."""

_OF_SUMMARIES = (*SOURCES, "class", "classes", "values", "exposure")
_OF_TEXTS = ("split", "stop_words", "vocabulary")

Rows = list[list[str]]


def read_data(data: Section, files: Files) -> Table | Documents | Counts | Parameters:
    """Return the data; `files` says which files they may stand in.

    Raises an InputError with the key, and with the row and column in a table.
    """
    present = [key for key in SOURCES if key in data]
    if len(present) != 1:
        found = " and ".join(present) or "none"
        raise InputError(f"expected exactly one of {', '.join(SOURCES)}; got {found}", at="data")
    (source,) = present
    if source in ("counts", "parameters"):
        return _summary(data, source)
    _ = data["classes"], data["values"]  # what they refuse is said before what a row is refused for
    return observed(data, source, *_rows(data, source, data["text"], files))


def observed(data: Section, source: str, header: list[str], rows: Rows) -> Table | Documents:
    """Return the rows of a table as the other keys say: texts where it has a column of them.

    Raises an InputError with the key, that of the `source` for what is wrong in a row.
    """
    text = data["text"]
    if "text" in data and text not in header:
        raise InputError(f"unknown column {quoted(text)}{near(text, header)}", at="data.text")
    features = _features(data, header)
    if text in header and (features is None or text in features):
        return _Texts(data, source, header, features).read(rows)
    for key in _OF_TEXTS:
        if key in data:
            message = f"needs a column of texts; no column is named {quoted(text)}"
            raise InputError(message, at=f"data.{key}")
    chosen = {  # read here, for what is refused below is told of a row
        "label": data["class"],
        "id": data["id"],
        "weight": data["weight"],
        "features": features,
        "values": data["values"] or {},
        "classes": data["classes"],
        "missing": _marks(data),
    }
    try:
        return Table.from_rows(rows, header, **chosen)
    except InputError as error:
        raise _located(error, f"data.{source}") from None


def _rows(data: Section, source: str, text: str, files: Files) -> tuple[list[str], Rows]:
    """Return the header and the rows of a table, with decimal points."""
    at = f"data.{source}"
    given = data[source]
    if source == "table":
        header, rows = at_path(at, lambda: read_table_text(given, text=text))
    else:
        header, rows = at_path(at, lambda: read_table_file(files.find(given), text=text))
    if data["decimal"] == ",":
        rows = at_path(at, lambda: with_decimal_points(header, rows, text=text))
    return header, rows


def _features(data: Section, header: list[str]) -> list[str] | None:
    """Return the columns that are used, with those that hold an exposure; None if it is not said."""
    if "features" not in data:
        return None
    listed = data["features"]
    behind = (data["exposure"].get(name) for name in listed)
    return [*listed, *dict.fromkeys(c for c in behind if c in header and c not in listed)]


def _marks(data: Section) -> list[str]:
    """Return what marks a missing cell."""
    return data["missing"] if "missing" in data else list(MISSING)


def _summary(data: Section, kind: str) -> Counts | Parameters:
    """Return what counts or parameters say."""
    classes, values = data["classes"], data["values"] or {}
    foreign = next((key for key in data.given if key not in _OF_SUMMARIES), None)
    if foreign is not None:
        raise InputError(f"does not go with {kind}", at=f"data.{foreign}")
    read = read_counts if kind == "counts" else read_parameters
    label, text = data["class"], data[kind]
    try:
        return read(text, class_variable=label, classes=classes, values=values)
    except (InputError, NotYet) as error:
        raise _located(error, f"data.{kind}") from None


class _Texts:
    """Texts, and the columns beside them, as documents."""

    def __init__(
        self, data: Section, source: str, header: list[str], features: list[str] | None
    ) -> None:
        self.data, self.source, self.header = data, f"data.{source}", header
        self.text = data["text"]
        self.label = data.get("class", "class")
        self.identity = data.get("id", "id")
        self.weight = data["weight"]
        self._check_columns()
        self.beside = self._beside(features)

    def _check_columns(self) -> None:
        """Refuse columns that are not there, or that are two things at once."""
        named = [(self.label, "data.class")]
        named += [(self.identity, "data.id")] if "id" in self.data else []
        named += [(self.weight, "data.weight")] if self.weight is not None else []
        for column, at in named:
            if column not in self.header:
                if at == "data.class" and "class" not in self.data:
                    raise InputError("no column is named 'class'; say which is the class", at=at)
                raise InputError(f"unknown column {quoted(column)}{near(column, self.header)}", at=at)
        if self.identity == self.label:
            raise InputError(f"{quoted(self.label)} is the class column", at="data.id")
        if self.label == self.text:
            raise InputError(f"{quoted(self.label)} is the column of texts", at="data.class")

    def _beside(self, features: list[str] | None) -> list[str]:
        """Return the columns beside the texts: all others, or those that are chosen."""
        taken = (self.text, self.label, self.identity, self.weight)
        beside = [column for column in self.header if column not in taken]
        if features is not None:
            chosen = [column for column in features if column != self.text]
            self._check_known(chosen, beside, "data.features")
            beside = chosen
        self._check_known(self.data["values"] or {}, beside, "data.values")
        return beside

    def _check_known(self, columns: Iterable[str], known: list[str], at: str) -> None:
        other = next((column for column in columns if column not in known), None)
        if other is not None:
            raise InputError(f"unknown column {quoted(other)}{near(other, known)}", at=at)

    def read(self, rows: Rows) -> Documents:
        """Return the documents; at least one, or the classes are said."""
        data = self.data
        marks = ("", *_marks(data))
        cells = [dict(zip(self.header, row, strict=True)) for row in rows]
        documents = [self._document(row, marks, number) for number, row in enumerate(cells, start=1)]
        split, vocabulary, stop_words = data["split"], data["vocabulary"], data["stop_words"]
        try:
            found = Documents.of(
                documents,
                class_variable=self.label,
                classes=data["classes"],
                split=split,
                stop_words=stop_words,
                vocabulary=vocabulary,
                text=self.text,
                columns=self.beside,
                values=data["values"] or {},
            )
        except InputError as error:
            raise _located(error, self.source) from None
        if not documents and data["classes"] is None:
            raise InputError("the table has a header and no rows", at=self.source)
        return found

    def _document(self, row: dict[str, str], marks: tuple[str, ...], number: int) -> Document:
        if row[self.label] in marks:
            raise InputError(f"row {number}: a row without a class", at=self.source)
        shown = tuple("" if row[c] in marks else row[c] for c in self.beside)
        if self.weight is None:
            return Document(row.get(self.identity, ""), row[self.label], row[self.text], shown)
        at = f"row {number}, column {quoted(self.weight)}"
        weight = at_path(self.source, read_weight, row[self.weight], at)
        return Document(row.get(self.identity, ""), row[self.label], row[self.text], shown, weight)


def _located(error: ExactnbError, source: str) -> ExactnbError:
    """Put the path before an error that a table raised: of a key beside it, or of a row in it."""
    if error.at.split(".")[0] in known_in("data"):
        return error.under("data")
    return type(error)(f"{error.at}: {error.message}" if error.at else error.message, at=source)
