"""What names mean in a problem, and how they look: views of its models, and its notation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from exactnb.data.table import name_of
from exactnb.errors import InputError, TooMuch, quoted, shortened
from exactnb.families.protocol import Family
from exactnb.model.effort import EFFORT, Effort
from exactnb.model.model import Model
from exactnb.model.prediction import Prediction
from exactnb.naming.names import is_numeral
from exactnb.naming.notation import Notation, Style
from exactnb.naming.scope import View
from exactnb.problem.questions import Question

__all__ = ["check_asked", "check_query_ids", "notation_of", "view_of"]


def view_of(prediction: Prediction, queries: Iterable[str], rows: Iterable[str]) -> View:
    """Return what names mean in one model; queries may show what the data never did."""
    model = prediction.model
    columns: dict[str, tuple[str, ...]] = dict.fromkeys(model.columns(), ())
    columns |= {column: block.values(column) for column, block in model.by_column.items()}
    numbers = frozenset((*model.numbers, *model.behind))
    columns |= dict.fromkeys(model.behind, ())
    words = dict.fromkeys(model.vocabulary)
    fixed: dict[str, Collection[str]] = {}
    for identity in queries:
        seen = prediction.queries[identity]
        fixed[identity] = (*seen.cells, *seen.ignored)
        words |= dict.fromkeys(seen.words())
        for column, value in seen.cells.items():
            if column not in numbers and value not in columns[column]:
                columns[column] = (*columns[column], value)
    constant = {exposure.name for exposure in model.exposures.values() if exposure.constant}
    of_rows = tuple(column for column in columns if column not in constant)
    fixed |= {identity: of_rows for identity in rows if identity not in fixed}
    binary = frozenset(c for c, values in columns.items() if set(values) == {"0", "1"})
    return View(columns, binary, words, fixed, numbers)


def notation_of(
    predictions: Mapping[str, Prediction], style: Style, queries: Collection[str], rows: Iterable[str]
) -> Notation:
    """Return a style's notation for the names in some models."""
    families: dict[tuple[str, str, str], str] = {}
    templates: dict[str, Mapping[str, str]] = {}
    numbers: set[tuple[str, str]] = set()
    densities: set[tuple[str, str]] = set()
    for short, prediction in predictions.items():
        model = prediction.model
        for place, family in _families(model):
            families[(short, *place)] = family.name
            templates[family.name] = family.notation
        numbers |= {(short, column) for column in model.numbers}
        dense = {c for c, block in model.by_column.items() if block.family.is_density}
        densities |= {(short, column) for column in dense}
        shown = ((identity, set(prediction.queries[identity].cells)) for identity in queries)
        densities |= {(short, identity) for identity, cells in shown if cells & dense}
        if dense:  # each row shows what it shows, and is looked at only if it is asked
            densities |= {(short, identity) for identity in rows}
    return Notation(
        style, families, templates, numbers=frozenset(numbers), densities=frozenset(densities)
    )


def _families(model: Model) -> Iterator[tuple[tuple[str, str], Family]]:
    for item in model.parameters():
        if (block := model.share_block(item)) is not None:
            place = ("word", "") if item.kind == "word" else (item.variable, item.value)
            yield place, block.family


def check_query_ids(queries: Iterable[object], taken: Callable[[str], str]) -> None:
    """Refuse an id of a query that is empty, a number, there twice, or a name of something else.

    `taken` says what a name stands for already.
    """
    found: set[str] = set()
    for given in queries:
        try:
            identity = name_of(given)
            _check_query_id(identity, taken)
            if identity in found:
                raise InputError(f"the id {quoted(identity)} is there twice")
            found.add(identity)
        except InputError as error:
            raise error.under(f"query.{shortened(str(given))}") from None


def check_asked(
    ask: Iterable[str], questions: Iterable[Question], resolve: Callable[[str, str, Effort], object]
) -> None:
    """Refuse a quantity that is asked for and that there is none of.

    One that takes long may be right: whoever works it out has the patience, or says what it takes.
    """
    asked = [(text, f"ask[{at}]") for at, text in enumerate(ask, start=1)]
    asked += ((q.quantity, f"question[{at}].quantity") for at, q in enumerate(questions, start=1))
    effort = Effort(EFFORT // 10)
    for text, at in asked:
        with suppress(TooMuch):
            resolve(text, at, effort)


def _check_query_id(identity: str, taken: Callable[[str], str]) -> None:
    if not identity:
        raise InputError("a query needs an id")
    if is_numeral(identity):
        raise InputError("a query's id may not be a number")
    other = taken(identity)
    if other not in ("", "a query"):
        raise InputError(f"{quoted(identity)} is {other} already; a query's id must be new")
