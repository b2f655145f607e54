"""The data and the question as a solution states them: rows, texts and their encoding, queries.

How to read: `displays` chooses by what the data is; `_of_table`, `_texts` and `_of_documents` show
it, cut to the level by `_kept` and `_narrowed`, which say what they left out; `_asked` is the
question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from exactnb.core.arithmetic.numerals import spell_number
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.documents import Documents, beginning, marked
from exactnb.core.data.rows import name_of
from exactnb.core.data.schema import Case
from exactnb.core.data.table import Row, Table
from exactnb.core.families.observation import Observation
from exactnb.core.problem.problem import Problem
from exactnb.explain.derivation.stated import Asked, Data, Extent, Query, Stated, Text, Texts
from exactnb.explain.solution.levels import STANDARD, Level

_WEIGHT = "weight"  # the head of the weights of documents
OF_QUERY = "those of the query below"


def displays(problem: Problem, level: Level = STANDARD) -> tuple[tuple[str, Stated], ...]:
    """Return what is stated of a problem, each part with its title: its data, then what is asked.

    A table that is too large for a page is shortened, and says so; what is asked is always whole.
    """
    data = problem.data
    out: list[tuple[str, Stated]] = []
    if isinstance(data, Table) and data.rows:
        out.append(("Data", _of_table(problem, data, level)))
    elif isinstance(data, Documents) and data.documents:
        out.append(("Data", _texts(problem, data, level)))
        out += _encoded_texts(problem, data, level)
    asked = _asked(problem, [shown for _, shown in out])
    return (*out, ("Question", asked)) if asked.queries or asked.names else tuple(out)


def whole_size(problem: Problem) -> int:
    """Return how many cells a table of all data has."""
    data = problem.data
    if isinstance(data, Table):
        return len(data.rows) * (1 + len(data.columns))
    if isinstance(data, Documents):
        return len(data.documents) * (1 + len(data.columns) + len(data.vocabulary))
    return 0


def _encoded_texts(problem: Problem, data: Documents, level: Level) -> Iterator[tuple[str, Stated]]:
    """Yield the texts as they are counted, by the words that occur and by how often they do."""
    models = [prediction.model for prediction in problem.predictions.values()]
    if not level.encoded:
        if data.columns:
            yield "Beside the texts", _of_documents(problem, data, level, times=False)
        return
    if any(not model.draws_words for model in models) and data.vocabulary:
        yield "Encode: does the word occur?", _of_documents(problem, data, level, times=False)
    if any(model.draws_words for model in models) or not data.vocabulary:
        title = "Encode: how often does the word occur?"
        yield title, _of_documents(problem, data, level, times=True)


def display_of(
    problem: Problem, data: Table | Documents, level: Level = STANDARD, *, times: bool
) -> Data | None:
    """Return rows without the queries, as a table; None if it is too large for a page."""
    if isinstance(data, Table):
        shown = _of_table(problem, data, level)
    else:
        shown = _of_documents(problem, data, level, times=times)
    return None if shown.extents or not shown.rows else replace(shown, queries=())


def _asked(problem: Problem, shown: Sequence[Stated]) -> Asked:
    """Return the queries that no table shows whole, and the quantities that the problem asks for."""
    tables = [each for each in shown if isinstance(each, Data)]
    whole = {column for each in tables for column in each.columns}
    texts = any(isinstance(each, Texts) for each in shown)
    queries = []
    for identity, given in _written(problem):
        query = _query(problem, identity, given)
        text = None if texts else query.text
        missing = not tables or any(column not in whole for column, _ in query.cells)
        if text is not None or (missing and not (texts and not query.cells)):
            queries.append(replace(query, text=text))
    names = map(problem.scope.resolve, problem.ask)
    return Asked(tuple(queries), tuple(dict.fromkeys(names)))


def _query(problem: Problem, identity: str, given: str | Mapping[str, object]) -> Query:
    """Return a query as it was written: its cells, its text."""
    if isinstance(given, str):
        return Query(name_of(identity), (), _plain(given))
    _, cells = problem.encoder.parts(given)
    text = given.get(problem.encoder.text) if problem.encoder.text else None
    shown = tuple((column, name_of(value)) for column, value in cells.items())
    return Query(name_of(identity), shown, _plain(text) if isinstance(text, str) else None)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _texts(problem: Problem, data: Documents, level: Level) -> Texts:
    """Return the documents as they were given, the words of the queries marked in them."""
    words: set[str] = set()
    asked: list[tuple[str, str]] = []
    for identity, given in _written(problem):
        found, _ = problem.encoder.parts(given)
        text = given if isinstance(given, str) else given.get(problem.encoder.text)
        if found is not None and isinstance(text, str):
            words |= set(found)
            asked.append((name_of(identity), text))
    words &= set(data.vocabulary)

    def shown(identity: str, label: str, text: str) -> Text:
        start, length = beginning(text, data.split, level.length)
        noun = "letters" if data.split == "letters" else "words"
        extent = Extent(level.length, length, noun) if length > level.length else None
        return Text(identity, label, marked(start, data.split, words), extent)

    kept = data.documents[: _kept(len(data.documents), level)]
    return Texts(
        data.class_variable,
        data.text,
        tuple(shown(document.id, document.label, document.text) for document in kept),
        tuple(shown(identity, "?", text) for identity, text in asked),
        _left_out(len(kept), len(data.documents), "documents"),
    )


def _kept(rows: int, level: Level) -> int:
    return rows if rows <= level.rows else level.few


def _left_out(shown: int, whole: int, noun: str, which: str = "") -> tuple[Extent, ...]:
    return (Extent(shown, whole, noun, which),) if shown < whole else ()


def _narrowed(
    columns: tuple[str, ...], room: int, asked: Collection[str], noun: str
) -> tuple[tuple[str, ...], tuple[Extent, ...]]:
    """Return the columns that there is room for, those of the queries first, and what is left out."""
    if len(columns) <= room:
        return columns, ()
    wanted = [column for column in columns if column in asked]
    kept = tuple((wanted or columns)[:room])
    which = OF_QUERY if wanted and len(wanted) <= room else ""
    return kept, (Extent(len(kept), len(columns), noun, which),)


def _of_table(problem: Problem, table: Table, level: Level) -> Data:
    named = {column for _, given in _written(problem) for column in problem.encoder.parts(given)[1]}
    behind = dict.fromkeys(e for e in problem.brought.values() if e.constant and e.name in named)
    usual = {each.name: spell_number(each.usual) for each in behind}
    columns = (*table.columns, *usual, *([table.weight] if table.weight else []))
    rows = []
    for row in table.rows[: _kept(len(table.rows), level)]:
        cells = (*(cell or "?" for cell in row.cells), *usual.values())
        extra = (str(row.weight),) if table.weight else ()
        rows.append(Row(row.id, row.label, (*cells, *extra)))
    queries = []
    counted = () if table.schema.words else problem.bag
    for identity, given in _written(problem):
        _, cells_given = problem.encoder.parts(given)
        shown = tuple(
            name_of(cells_given.get(column, "0" if column in counted else usual.get(column, "")))
            for column in columns
        )
        queries.append(Row(name_of(identity), "?", shown))
    kept, narrowed = _narrowed(columns, level.columns, named, "columns")
    extents = (*_left_out(len(rows), len(table.rows), "rows"), *narrowed)
    places = [columns.index(column) for column in kept]
    return Data(table.class_variable, kept, _picked(rows, places), _picked(queries, places), extents)


def _picked(rows: Iterable[Row], places: Sequence[int]) -> tuple[Row, ...]:
    """Return rows with some of their cells."""
    return tuple(replace(row, cells=tuple(row.cells[at] for at in places)) for row in rows)


def _of_documents(problem: Problem, data: Documents, level: Level, *, times: bool) -> Data:
    asked: dict[str, None] = {}
    for _, given in _written(problem):
        asked |= dict.fromkeys(problem.encoder.parts(given)[0] or ())
    counted = data.vocabulary if level.encoded else ()
    vocabulary, narrowed = _narrowed(counted, level.words, asked, "words")
    columns = (*data.columns, *vocabulary)
    known = frozenset(data.vocabulary)
    documents = data.documents[: _kept(len(data.documents), level)]
    cases = replace(data, documents=documents).cases()
    rows = [_encoded(case, columns, known, times=times) for case in cases]
    queries = []
    for identity, given in _written(problem):
        words, cells = problem.encoder.parts(given)
        named = {column: name_of(value) for column, value in cells.items()}
        case = Case(name_of(identity), "?", named, Counter(words or ()))
        queries.append(_encoded(case, columns, known, times=times, text=words is not None))
    if any(document.weight != 1 for document in data.documents):
        weights = (str(document.weight) for document in documents)
        rows = [
            replace(row, cells=(*row.cells, weight)) for row, weight in zip(rows, weights, strict=True)
        ]
        queries = [replace(row, cells=(*row.cells, "")) for row in queries]
        columns = (*columns, _WEIGHT)
    extents = (*_left_out(len(rows), len(data.documents), "documents"), *narrowed)
    return Data(data.class_variable, columns, tuple(rows), tuple(queries), extents)


def _written(problem: Problem) -> Iterator[tuple[str, str | Mapping[str, object]]]:
    """Yield the queries that somebody wrote."""
    for identity, given in problem.query.items():
        if not isinstance(given, Observation):
            yield identity, given


def _encoded(
    case: Case, columns: tuple[str, ...], words: Collection[str], *, times: bool, text: bool = True
) -> Row:
    cells = []
    for column in columns:
        if column not in words:
            cells.append(case.cells.get(column, "?" if case.label != "?" else ""))
        elif not text:
            cells.append("")
        else:
            number = case.words.get(column, 0)
            cells.append(number_text(number) if times else str(min(number, 1)))
    return Row(case.id, case.label, tuple(cells))
