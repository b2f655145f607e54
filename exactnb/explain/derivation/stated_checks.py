"""Checks of the statement: its data and question have to be those of the problem, and their sizes.

Each check returns what is wrong, or "" for what it accepts.
"""

from __future__ import annotations

from collections.abc import Iterable

from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation.line_checks import ProblemSource
from exactnb.explain.derivation.lines import Grid
from exactnb.explain.derivation.stated import Blanks, Data, QuestionBlock, Stated, Text, Texts


def stated_problem(stated: Stated, source: ProblemSource) -> str:
    """Compare the block `stated` with the displays of the problem in `source`."""
    if stated in source.displays:
        return _size_problem(stated, source)
    match stated:
        case Data():
            return _data_problem(stated, source)
        case Texts():
            return _texts_problem(stated, source)
        case QuestionBlock():
            return "the queries and quantities named are those asked"
        case Blanks():
            return "the questions are those of the problem"


def extent_problem(grid: Grid, source: ProblemSource) -> str:
    """Compare the extent of `grid`, a table of counts, with its words and those of `source`."""
    vocabulary = frozenset(source.reader.problem.schema.words)
    names = (head for head in grid.rows if isinstance(head, QuantityName))
    item_groups = ([i for i in name.items if i.kind not in ("class", "general")] for name in names)
    visible = sum(any({i.variable, i.value} & vocabulary for i in items) for items in item_groups)
    extent = grid.extent
    is_right = extent is None or (extent.visible, extent.total, extent.noun) == (
        visible,
        len(vocabulary),
        "words",
    )
    return "" if is_right else "the size said is that of the data"


def _data_problem(data: Data, source: ProblemSource) -> str:
    shape = data.class_variable, data.columns
    tables = (table for table in source.displays if isinstance(table, Data))
    candidates = [table for table in tables if (table.class_variable, table.columns) == shape]
    if not candidates:
        return "the columns shown are those of the data"
    # Texts have two tables with these columns: which words occur, and how often they do.
    candidates = [table for table in candidates if table.rows == data.rows]
    if not candidates:
        return "the rows shown are those of the data"
    if all(table.queries != data.queries for table in candidates):
        return "the queries shown are those asked"
    return "the size said is that of the data"


def _texts_problem(texts: Texts, source: ProblemSource) -> str:
    expected = next((block for block in source.displays if isinstance(block, Texts)), None)
    if expected is None or (texts.class_variable, texts.column) != (
        expected.class_variable,
        expected.column,
    ):
        return "the columns shown are those of the data"
    for printed, right, message in (
        (texts.rows, expected.rows, "the texts shown are those of the data"),
        (texts.queries, expected.queries, "the queries shown are those asked"),
    ):
        if list(map(_content, printed)) != list(map(_content, right)):
            return message
        if [text.pieces for text in printed] != [text.pieces for text in right]:
            return "the words marked are those of the queries"
    return "the size said is that of the data"


def _content(text: Text) -> tuple[str, str, str]:
    return text.id, text.label, "".join(piece for piece, _ in text.pieces)


def _size_problem(stated: Stated, source: ProblemSource) -> str:
    """Compare the extents of a block with its visible rows and columns, and with the data."""
    if not isinstance(stated, Data | Texts) or not source.reader.problem.cases:
        return ""
    columns = len(stated.columns) if isinstance(stated, Data) else 0
    schema = source.reader.problem.schema
    sizes = {
        "rows": (len(stated.rows), len(source.reader.problem.cases)),
        "documents": (len(stated.rows), len(source.reader.problem.cases)),
        "columns": (columns, None),
        "words": (_word_columns(stated, schema.words), len(schema.words)),
    }
    for extent in stated.extents:
        visible, total = sizes[extent.noun]
        if extent.visible != visible or extent.total != (extent.total if total is None else total):
            return "the size said is that of the data"
    nouns = {extent.noun for extent in stated.extents}
    short = len(stated.rows) < len(source.reader.problem.cases)
    return "" if not short or nouns & {"rows", "documents"} else "what is left out is said"


def _word_columns(stated: Data | Texts, vocabulary: Iterable[str]) -> int:
    if isinstance(stated, Texts):
        return 0
    vocabulary_set = frozenset(vocabulary)
    return sum(column in vocabulary_set for column in stated.columns)
