"""What is stated of the data and the question has to be theirs, and of the size that is said.

Each check returns what is wrong, or "" for what it accepts.
"""

from __future__ import annotations

from collections.abc import Iterable

from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation.line_checks import Source
from exactnb.explain.derivation.lines import Grid
from exactnb.explain.derivation.stated import Asked, Blanks, Data, Stated, Text, Texts


def stated_problem(shown: Stated, source: Source) -> str:
    """Compare what is stated with what may be stated of the problem."""
    if shown in source.displays:
        return _size_problem(shown, source)
    match shown:
        case Data():
            return _data_problem(shown, source)
        case Texts():
            return _texts_problem(shown, source)
        case Asked():
            return "the queries and quantities named are those asked"
        case Blanks():
            return "the questions are those of the problem"


def extent_problem(grid: Grid, source: Source) -> str:
    """Compare how many words a table of counts is said to show, and how many there are."""
    words = frozenset(source.reader.problem.schema.words)
    names = (head for head in grid.rows if isinstance(head, QuantityName))
    named = ([i for i in name.items if i.kind not in ("class", "general")] for name in names)
    shown = sum(any({i.variable, i.value} & words for i in items) for items in named)
    said = grid.extent
    held = said is None or (said.shown, said.whole, said.noun) == (shown, len(words), "words")
    return "" if held else "the size said is that of the data"


def _data_problem(data: Data, source: Source) -> str:
    shape = data.class_variable, data.columns
    tables = (each for each in source.displays if isinstance(each, Data))
    alike = [each for each in tables if (each.class_variable, each.columns) == shape]
    if not alike:
        return "the columns shown are those of the data"
    alike = [each for each in alike if each.rows == data.rows]  # words by occurrence and by how often
    if not alike:
        return "the rows shown are those of the data"
    if all(each.queries != data.queries for each in alike):
        return "the queries shown are those asked"
    return "the size said is that of the data"


def _texts_problem(texts: Texts, source: Source) -> str:
    alike = next((each for each in source.displays if isinstance(each, Texts)), None)
    if alike is None or (texts.class_variable, texts.column) != (alike.class_variable, alike.column):
        return "the columns shown are those of the data"
    for shown, known, said in (
        (texts.rows, alike.rows, "the texts shown are those of the data"),
        (texts.queries, alike.queries, "the queries shown are those asked"),
    ):
        if list(map(_plain, shown)) != list(map(_plain, known)):
            return said
        if [text.pieces for text in shown] != [text.pieces for text in known]:
            return "the words marked are those of the queries"
    return "the size said is that of the data"


def _plain(text: Text) -> tuple[str, str, str]:
    return text.id, text.label, "".join(piece for piece, _ in text.pieces)


def _size_problem(shown: Stated, source: Source) -> str:
    """Compare the size of what is shown with that of the data, and what is shown with what is said."""
    if not isinstance(shown, Data | Texts) or not source.reader.problem.cases:
        return ""
    columns = len(shown.columns) if isinstance(shown, Data) else 0
    schema = source.reader.problem.schema
    known = {
        "rows": (len(shown.rows), len(source.reader.problem.cases)),
        "documents": (len(shown.rows), len(source.reader.problem.cases)),
        "columns": (columns, None),
        "words": (_among(shown, schema.words), len(schema.words)),
    }
    for extent in shown.extents:
        visible, whole = known[extent.noun]
        if extent.shown != visible or extent.whole != (extent.whole if whole is None else whole):
            return "the size said is that of the data"
    said = {extent.noun for extent in shown.extents}
    short = len(shown.rows) < len(source.reader.problem.cases)
    return "" if not short or said & {"rows", "documents"} else "what is left out is said"


def _among(shown: Data | Texts, words: Iterable[str]) -> int:
    if isinstance(shown, Texts):
        return 0
    known = frozenset(words)
    return sum(column in known for column in shown.columns)
