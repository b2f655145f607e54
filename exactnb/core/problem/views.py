"""What names mean in a problem, and how they look: views of its models, and its notation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from exactnb.core.data.rows import name_of
from exactnb.core.data.schema import Schema
from exactnb.core.families.protocol import Family
from exactnb.core.model.effort import EFFORT, Effort
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction
from exactnb.core.naming.notation import Notation, Style
from exactnb.core.naming.scope import View
from exactnb.core.naming.spelling import is_numeral
from exactnb.core.problem.printed import Printed
from exactnb.core.problem.questions import Question
from exactnb.errors import InputError, Place, TooMuch, quoted


def view_of(prediction: Prediction, queries: Iterable[str], rows: Collection[str]) -> View:
    """Return what names mean in one model; queries may show what the data never did."""
    model = prediction.model
    columns: dict[str, tuple[str, ...]] = dict.fromkeys(model.columns(), ())
    columns |= {column: block.values(column) for column, block in model.by_column.items()}
    numbers = frozenset((*model.endless, *model.covariate_names))
    columns |= dict.fromkeys(model.covariate_names, ())
    words = dict.fromkeys(model.vocabulary)
    fixed: dict[str, Collection[str]] = {}
    more: dict[str, dict[str, None]] = {}
    for identity in queries:
        seen = prediction.queries[identity]
        fixed[identity] = (*seen.cells, *seen.ignored)
        words |= dict.fromkeys(seen.words())
        for column, value in seen.cells.items():
            if column not in numbers:
                more.setdefault(column, dict.fromkeys(columns[column]))[value] = None
    columns |= {column: tuple(values) for column, values in more.items()}
    constant = {each.name for each in model.brought.values() if each.constant}
    of_rows = tuple(column for column in columns if column not in constant)
    binary = frozenset(c for c, values in columns.items() if set(values) == {"0", "1"})
    return View(columns, binary, words, _Fixed(fixed, rows, of_rows), numbers)


def view_of_data(
    schema: Schema, models: Iterable[View], identities: Iterable[str], numbers: frozenset[str]
) -> View:
    """Return what names mean where no model is asked: all that any of them knows."""
    columns: dict[str, tuple[str, ...]] = dict(schema.columns)
    words: dict[str, None] = {}
    for view in models:
        for column, values in view.columns.items():
            columns[column] = tuple(dict.fromkeys((*columns.get(column, ()), *values)))
        words |= dict.fromkeys(view.words)
    zero_one = frozenset(c for c, values in columns.items() if set(values) == {"0", "1"})
    return View(columns, zero_one, words, dict.fromkeys(identities, ()), numbers)


class _Fixed(Mapping[str, Collection[str]]):
    """Map queries to the columns that they fix, and every row to the same, with no copy of the rows."""

    def __init__(
        self, queries: Mapping[str, Collection[str]], rows: Collection[str], of_rows: Collection[str]
    ) -> None:
        self._queries, self._rows, self._of_rows = queries, rows, of_rows

    def __getitem__(self, identity: str) -> Collection[str]:
        if identity not in self._queries and identity in self._rows:
            return self._of_rows
        return self._queries[identity]

    def __iter__(self) -> Iterator[str]:
        yield from self._queries
        yield from (identity for identity in self._rows if identity not in self._queries)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def notation_of(
    predictions: Mapping[str, Prediction], style: Style, queries: Collection[str], rows: Iterable[str]
) -> Notation:
    """Return a style's notation for the names in some models."""
    families: dict[tuple[str, str, str], str] = {}
    templates: dict[str, Mapping[str, str]] = {}
    numbers: set[tuple[str, str]] = set()
    densities: set[tuple[str, str]] = set()
    joint = False
    for short, prediction in predictions.items():
        model = prediction.model
        for place, family in _families(model):
            families[(short, *place)] = family.name
            templates[family.name] = family.notation
        numbers |= {(short, column) for column in model.endless}
        joint = joint or not all(block.family.is_naive for block in model.endless.values())
        dense = {c for c, block in model.by_column.items() if block.family.is_density}
        densities |= {(short, column) for column in dense}
        shown = ((identity, set(prediction.queries[identity].cells)) for identity in queries)
        densities |= {(short, identity) for identity, cells in shown if cells & dense}
        if dense:  # each row shows what it shows, and is looked at only if it is asked
            densities |= {(short, identity) for identity in rows}
    columns = {column for _, column in numbers}
    only = columns.pop() if len(columns) == 1 and not joint else ""
    return Notation(
        style, families, templates, "", frozenset(numbers), frozenset(densities), only_numbers=only
    )


def _families(model: Model) -> Iterator[tuple[tuple[str, str], Family]]:
    for item in model.parameters():
        if (block := model.share_block(item)) is not None:
            yield block.place(item), block.family


def check_query_ids(queries: Iterable[object], taken: Mapping[str, str]) -> None:
    """Refuse an id of a query that is empty, a number, there twice, or a name of something else.

    `taken` says what a name stands for already.
    """
    found: set[str] = set()
    for given in queries:
        with Place.of("query") / str(given):
            identity = name_of(given)
            if not identity:
                raise InputError("a query needs an id")
            if is_numeral(identity):
                raise InputError("a query's id may not be a number")
            if (other := taken.get(identity, "a query")) != "a query":
                raise InputError(f"{quoted(identity)} is {other} already; a query's id must be new")
            if identity in found:
                raise InputError(f"the id {quoted(identity)} is there twice")
            found.add(identity)


def check_asked(
    ask: Iterable[str],
    questions: Iterable[Question],
    printed: Iterable[Printed],
    resolve: Callable[[str, Place, Effort], object],
) -> None:
    """Refuse a quantity that is asked for and that there is none of.

    One that takes long may be right: whoever works it out has the patience, or says what it takes.
    """
    asked = [(text, Place.of("ask")[number]) for number, text in enumerate(ask, start=1)]
    asked += ((q.quantity, quantity_of(number)) for number, q in enumerate(questions, start=1))
    asked += dict.fromkeys((each.quantity, each.place) for each in printed)
    effort = Effort(EFFORT // 10)
    for text, at in asked:
        with suppress(TooMuch):
            resolve(text, at, effort)


def quantity_of(number: int) -> Place:
    """Return the place of what a question asks for; the first question is 1."""
    return Place.of("question")[number] / "quantity"
