"""The data and the question as a solution states them: rows, texts and their encoding, queries.

How to read: `problem_displays` chooses by the kind of data; `_table`, `_texts` and `_document_counts`
cut it to the level by `_row_limit` and `_fitting_columns`, and state what they omit; `_question` holds
the queries and quantities. `counts_table` is the table of a problem that has counts instead of rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from exactnb.core.arithmetic.numerals import spell_number
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.documents import Documents, beginning, marked
from exactnb.core.data.rows import name_of
from exactnb.core.data.schema import Case
from exactnb.core.data.table import Row, Table
from exactnb.core.families.base import Observation
from exactnb.core.naming.names import Item, QuantityName, count_name
from exactnb.core.problem.problem import Problem
from exactnb.explain.derivation import Chain, Grid
from exactnb.explain.derivation.lines import Data, Extent, Query, QuestionBlock, Stated, Text, Texts
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.printed import STANDARD, DetailLevel

_WEIGHT = "weight"  # the head of the weights of documents
QUERY_WORDS = "those of the query below"


def problem_displays(problem: Problem, level: DetailLevel = STANDARD) -> tuple[tuple[str, Stated], ...]:
    """Return the data of a `problem`, its question and its stated families, each with its title.

    A table that is too large for the `level` is shortened and says so; the question is complete.
    """
    data = problem.data
    parts: list[tuple[str, Stated]] = []
    if isinstance(data, Table) and data.rows:
        parts.append(("Data", _table_display(problem, data, level)))
    elif isinstance(data, Documents) and data.documents:
        parts.append(("Data", _texts_display(problem, data, level)))
        parts += _encodings(problem, data, level)
    question = _question_display(problem, [stated for _, stated in parts])
    if question.queries or question.names:
        parts.append(("Question", question))
    if problem.scope.letters:
        from exactnb.explain.solution.own_families import family_statement

        parts.append(("Distribution", family_statement(problem)))
    return tuple(parts)


def cell_count(problem: Problem) -> int:
    """Return the number of cells in the complete tables of a `problem`: what level "full" costs."""
    data = problem.data
    if isinstance(data, Table):
        return len(data.rows) * (1 + len(data.columns))
    if isinstance(data, Documents):
        return len(data.documents) * (1 + len(data.columns) + len(data.vocabulary))
    return 0


def _encodings(problem: Problem, data: Documents, level: DetailLevel) -> Iterator[tuple[str, Stated]]:
    """Yield the texts as the models count them: which words occur, or how often each does."""
    models = [prediction.model for prediction in problem.predictions.values()]
    if not level.encoded:
        if data.columns:
            yield "Beside the texts", _document_counts(problem, data, level, times=False)
        return
    if any(not model.draws_words for model in models) and data.vocabulary:
        yield "Encode: does the word occur?", _document_counts(problem, data, level, times=False)
    if any(model.draws_words for model in models) or not data.vocabulary:
        title = "Encode: how often does the word occur?"
        yield title, _document_counts(problem, data, level, times=True)


def data_table(
    problem: Problem, data: Table | Documents, level: DetailLevel, *, times: bool
) -> Data | None:
    """Return the rows of `data` as a table without queries; None if the `level` would shorten it.

    `problem` tells how texts are cut; with `times` a text shows how often each word occurs.
    """
    if isinstance(data, Table):
        table = _table_display(problem, data, level)
    else:
        table = _document_counts(problem, data, level, times=times)
    return None if table.extents or not table.rows else replace(table, queries=())


def _question_display(problem: Problem, stated: Sequence[Stated]) -> QuestionBlock:
    """Return the queries that no table shows completely, and the quantities in question."""
    tables = [part for part in stated if isinstance(part, Data)]
    complete = {column for part in tables for column in part.columns}
    has_texts = any(isinstance(part, Texts) for part in stated)
    queries = []
    for identity, raw in _written_queries(problem):
        query = _query_display(problem, identity, raw)
        text = None if has_texts else query.text
        missing = not tables or any(column not in complete for column, _ in query.cells)
        if text is not None or (missing and not (has_texts and not query.cells)):
            queries.append(replace(query, text=text))
    names = map(problem.scope.resolve, problem.ask)
    return QuestionBlock(tuple(queries), tuple(dict.fromkeys(names)))


def _query_display(problem: Problem, identity: str, raw: str | Mapping[str, object]) -> Query:
    """Return the cells and the text of a query as the problem file has them."""
    if isinstance(raw, str):
        return Query(name_of(identity), (), _one_line(raw))
    _, cells = problem.encoder.words_and_cells(raw)
    text = raw.get(problem.encoder.text) if problem.encoder.text else None
    labelled = tuple((column, name_of(value)) for column, value in cells.items())
    return Query(name_of(identity), labelled, _one_line(text) if isinstance(text, str) else None)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _texts_display(problem: Problem, data: Documents, level: DetailLevel) -> Texts:
    """Return the documents as they were read, the words of the queries marked in them."""
    query_words: set[str] = set()
    queries: list[tuple[str, str]] = []
    for identity, raw in _written_queries(problem):
        tokens, _ = problem.encoder.words_and_cells(raw)
        text = raw if isinstance(raw, str) else raw.get(problem.encoder.text)
        if tokens is not None and isinstance(text, str):
            query_words |= set(tokens)
            queries.append((name_of(identity), text))
    query_words &= set(data.vocabulary)

    def excerpt(identity: str, label: str, text: str) -> Text:
        start, length = beginning(text, data.split, level.length)
        noun = data.split if data.split in ("letters", "items") else "words"
        extent = Extent(level.length, length, noun) if length > level.length else None
        return Text(identity, label, marked(start, data.split, query_words), extent)

    documents = data.documents[: _row_limit(len(data.documents), level)]
    return Texts(
        data.class_variable,
        data.text,
        tuple(excerpt(document.id, document.label, document.text) for document in documents),
        tuple(excerpt(identity, "?", text) for identity, text in queries),
        _omissions(len(documents), len(data.documents), "documents"),
    )


def _row_limit(rows: int, level: DetailLevel) -> int:
    return rows if rows <= level.rows else level.few


def _omissions(visible: int, total: int, noun: str, which: str = "") -> tuple[Extent, ...]:
    return (Extent(visible, total, noun, which),) if visible < total else ()


def _fitting_columns(
    columns: tuple[str, ...], room: int, query_columns: Collection[str], noun: str
) -> tuple[tuple[str, ...], tuple[Extent, ...]]:
    """Return the columns that there is room for, those of the queries first, and the omission."""
    if len(columns) <= room:
        return columns, ()
    preferred = [column for column in columns if column in query_columns]
    visible = tuple((preferred or columns)[:room])
    which = QUERY_WORDS if preferred and len(preferred) <= room else ""
    return visible, (Extent(len(visible), len(columns), noun, which),)


def _table_display(problem: Problem, table: Table, level: DetailLevel) -> Data:
    cells_by_query = {
        name: problem.encoder.words_and_cells(raw)[1] for name, raw in _written_queries(problem)
    }
    query_columns = {column for cells in cells_by_query.values() for column in cells}
    constant = (c for c in problem.covariates.values() if c.constant and c.name in query_columns)
    usual = {covariate.name: spell_number(covariate.usual) for covariate in constant}
    columns = (*table.columns, *usual, *([table.weight] if table.weight else []))
    rows = []
    for row in table.rows[: _row_limit(len(table.rows), level)]:
        cells = (*(cell or "?" for cell in row.cells), *usual.values())
        extra = (str(row.weight),) if table.weight else ()
        rows.append(Row(row.id, row.label, (*cells, *extra)))
    queries = []
    counted = () if table.schema.words else problem.bag
    for identity, query_cells in cells_by_query.items():
        cells = tuple(
            name_of(query_cells.get(column, "0" if column in counted else usual.get(column, "")))
            for column in columns
        )
        queries.append(Row(name_of(identity), "?", cells))
    visible, omitted_columns = _fitting_columns(columns, level.columns, query_columns, "columns")
    extents = (*_omissions(len(rows), len(table.rows), "rows"), *omitted_columns)
    places = [columns.index(column) for column in visible]
    visible_rows, visible_queries = (
        tuple(replace(row, cells=tuple(row.cells[index] for index in places)) for row in part)
        for part in (rows, queries)
    )
    return Data(table.class_variable, visible, visible_rows, visible_queries, extents)


def _document_counts(problem: Problem, data: Documents, level: DetailLevel, *, times: bool) -> Data:
    query_words: dict[str, None] = {}
    for _, raw in _written_queries(problem):
        query_words |= dict.fromkeys(problem.encoder.words_and_cells(raw)[0] or ())
    counted = data.vocabulary if level.encoded else ()
    vocabulary, omitted_words = _fitting_columns(counted, level.word_columns, query_words, "words")
    columns = (*data.columns, *vocabulary)
    vocabulary_set = frozenset(data.vocabulary)
    documents = data.documents[: _row_limit(len(data.documents), level)]
    cases = replace(data, documents=documents).cases()
    rows = [_encoded_row(case, columns, vocabulary_set, times=times) for case in cases]
    queries = []
    for identity, raw in _written_queries(problem):
        tokens, cells = problem.encoder.words_and_cells(raw)
        labelled = {column: name_of(value) for column, value in cells.items()}
        case = Case(name_of(identity), "?", labelled, Counter(tokens or ()))
        has_text = tokens is not None
        queries.append(_encoded_row(case, columns, vocabulary_set, times=times, text=has_text))
    if any(document.weight != 1 for document in data.documents):
        weights = zip(rows, (str(document.weight) for document in documents), strict=True)
        rows = [replace(row, cells=(*row.cells, weight)) for row, weight in weights]
        queries = [replace(row, cells=(*row.cells, "")) for row in queries]
        columns = (*columns, _WEIGHT)
    extents = (*_omissions(len(rows), len(data.documents), "documents"), *omitted_words)
    return Data(data.class_variable, columns, tuple(rows), tuple(queries), extents)


def _written_queries(problem: Problem) -> Iterator[tuple[str, str | Mapping[str, object]]]:
    """Yield the queries of the problem file, and none that an explanation added to them."""
    for identity, raw in problem.query.items():
        if not isinstance(raw, Observation):
            yield identity, raw


def _encoded_row(
    case: Case, columns: tuple[str, ...], vocabulary: Collection[str], *, times: bool, text: bool = True
) -> Row:
    cells = []
    for column in columns:
        if column not in vocabulary:
            cells.append(case.cells.get(column, "?" if case.label != "?" else ""))
        elif not text:
            cells.append("")
        else:
            number = case.words.get(column, 0)
            cells.append(number_text(number) if times else str(min(number, 1)))
    return Row(case.id, case.label, tuple(cells))


def counts_table(problem: Problem, chains: Chains, level: DetailLevel) -> Grid | None:
    """Return the table of the counts that the solution of a `problem` uses, written by `chains`.

    Of more rows than the `level` has room for, it keeps those that the queries need. It is None where
    no count is used.
    """
    schema = problem.schema
    rows: dict[tuple[Item, ...], dict[Item, Chain]] = {}
    for name in filter(is_count, chains.quantities):
        *items, label = name.items
        rows.setdefault(tuple(items), {})[label] = chains.estimate_chain(name)
    visible_rows = tuple(rows)
    if len(visible_rows) > level.rows:
        models = [prediction.queries for prediction in problem.predictions.values()]
        observed = [queries[name_of(identity)] for queries in models for identity in problem.query]
        queried = {name for case in observed for name in (*case.cells, *case.words())}
        needed = (
            items for items in visible_rows if not items or queried & _column_and_word_names(items)
        )
        visible_rows = tuple(islice(needed, level.rows))
    if not visible_rows:
        return None
    vocabulary = frozenset(schema.words)
    visible_words = sum(bool(vocabulary & _column_and_word_names(items)) for items in visible_rows)
    extents = _omissions(visible_words, len(vocabulary), "words", QUERY_WORDS)
    general = Item("general", schema.class_variable, "k")
    heads = tuple(count_name(*items, general) for items in visible_rows)
    labels = tuple(Item("class", schema.class_variable, label) for label in schema.classes)
    cells = tuple(tuple(rows[items].get(label) for label in labels) for items in visible_rows)
    return Grid("", heads, labels, cells, *extents)


def is_count(name: QuantityName) -> bool:
    """Say whether a name is a count in one class."""
    return name.head == "count" and not name.wrappers and [i.kind for i in name.items][-1:] == ["class"]


def _column_and_word_names(items: Iterable[Item]) -> set[str]:
    """Return the columns of cells, and the words."""
    return {item.variable if item.kind == "cell" else item.value for item in items}
