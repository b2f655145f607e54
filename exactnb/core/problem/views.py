"""The scope of names in a problem: views of its models; and its notation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from exactnb.core.arguments import require
from exactnb.core.data.rows import name_of
from exactnb.core.data.schema import Schema
from exactnb.core.families.protocol import BaseFamily
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction
from exactnb.core.model.quantity import EFFORT, Effort
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.naming.notation import Notation, Style
from exactnb.core.naming.scope import View
from exactnb.core.problem.printed import Printed
from exactnb.core.problem.questions import Question
from exactnb.errors import InputError, Place, TooMuch, quoted


def model_view(prediction: Prediction, queries: Iterable[str], rows: Collection[str]) -> View:
    """Return the scope of names in the model of `prediction`.

    `queries` may have values that the data lack; `rows` are the ids of rows.
    """
    model = prediction.model
    columns: dict[str, tuple[str, ...]] = dict.fromkeys(model.by_column, ())
    columns |= {column: block.values(column) for column, block in model.by_column.items()}
    numbers = frozenset((*model.numeric_blocks, *model.covariate_names))
    columns |= dict.fromkeys(model.covariate_names, ())
    vocabulary = dict.fromkeys(model.vocabulary)
    fixed: dict[str, Collection[str]] = {}
    more: dict[str, dict[str, None]] = {}
    for identity in queries:
        observation = prediction.queries[identity]
        fixed[identity] = (*observation.cells, *observation.ignored)
        vocabulary |= dict.fromkeys(observation.words())
        for column, value in observation.cells.items():
            if column not in numbers:
                more.setdefault(column, dict.fromkeys(columns[column]))[value] = None
    columns |= {column: tuple(values) for column, values in more.items()}
    stated = frozenset(c for c, block in model.by_column.items() if block.family.letters)
    constant = {covariate.name for covariate in model.covariates.values() if covariate.constant}
    row_columns = tuple(column for column in columns if column not in constant)
    binary = frozenset(c for c, values in columns.items() if set(values) == {"0", "1"})
    return View(columns, binary, vocabulary, _Fixed(fixed, rows, row_columns), numbers, stated)


def data_view(
    schema: Schema, models: Iterable[View], identities: Iterable[str], numbers: frozenset[str]
) -> View:
    """Return the scope of names about data: everything that one of the `models` has.

    `schema` is that of the data, `identities` are the ids of queries and rows, `numbers` the columns of
    numbers.
    """
    columns: dict[str, tuple[str, ...]] = dict(schema.columns)
    vocabulary: dict[str, None] = {}
    for view in models:
        for column, values in view.columns.items():
            columns[column] = tuple(dict.fromkeys((*columns.get(column, ()), *values)))
        vocabulary |= dict.fromkeys(view.words)
    binary = frozenset(c for c, values in columns.items() if set(values) == {"0", "1"})
    return View(columns, binary, vocabulary, dict.fromkeys(identities, ()), numbers)


class _Fixed(Mapping[str, Collection[str]]):
    """Map queries to the columns that they fix, and every row to the same, with no copy of the rows."""

    def __init__(
        self,
        queries: Mapping[str, Collection[str]],
        rows: Collection[str],
        row_columns: Collection[str],
    ) -> None:
        self._queries, self._rows, self._row_columns = queries, rows, row_columns

    def __getitem__(self, identity: str) -> Collection[str]:
        if identity not in self._queries and identity in self._rows:
            return self._row_columns
        return self._queries[identity]

    def __iter__(self) -> Iterator[str]:
        yield from self._queries
        yield from (identity for identity in self._rows if identity not in self._queries)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def problem_notation(
    predictions: Mapping[str, Prediction], style: Style, queries: Collection[str], rows: Iterable[str]
) -> Notation:
    """Return the notation of a `style` for the names in the models of `predictions`.

    `queries` and `rows` are the ids that names may have.
    """
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
        numbers |= {(short, column) for column in model.numeric_blocks}
        joint = joint or not all(block.family.is_naive for block in model.numeric_blocks.values())
        dense = {c for c, block in model.by_column.items() if block.family.is_density}
        densities |= {(short, column) for column in dense}
        query_columns = ((identity, set(prediction.queries[identity].cells)) for identity in queries)
        densities |= {(short, identity) for identity, cells in query_columns if cells & dense}
        if dense:  # a row is encoded only when it is looked up, so all of them count as densities
            densities |= {(short, identity) for identity in rows}
    models = [prediction.model for prediction in predictions.values()]
    columns = {c for m in models for c, b in m.by_column.items() if not b.family.estimates_shares}
    only = columns.pop() if len(columns) == 1 and not joint else ""
    return Notation(
        style, families, templates, "", frozenset(numbers), frozenset(densities), only_numbers=only
    )


def _families(model: Model) -> Iterator[tuple[tuple[str, str], BaseFamily]]:
    for item in model.parameter_items():
        if (block := model.share_block(item)) is not None:
            yield block.notation_key(item), block.family


def check_query_ids(queries: Iterable[object], used: Mapping[str, str]) -> None:
    """Raise InputError for an id among `queries` that is empty, a number, repeated, or used.

    `used` maps the names in use to what they are.
    """
    ids: set[str] = set()
    for raw in queries:
        with Place.of("query") / str(raw):
            identity = name_of(raw)
            if not identity:
                raise InputError("a query needs an id")
            if is_numeral(identity):
                raise InputError("a query's id may not be a number")
            if (meaning := used.get(identity, "a query")) != "a query":
                raise InputError(f"{quoted(identity)} is {meaning} already; a query's id must be new")
            if identity in ids:
                raise InputError(f"the id {quoted(identity)} is there twice")
            ids.add(identity)


def check_quantities(
    ask: Iterable[str],
    questions: Sequence[Question],
    printed: Iterable[Printed],
    resolve: Callable[[str, Place, Effort], object],
) -> None:
    """Raise InputError for a quantity in `ask`, `questions` or `printed` that `resolve` does not know.

    One that takes too much effort here is accepted: it may be right, and is refused when it is solved.
    """
    requests = [(text, Place.of("ask")[number]) for number, text in enumerate(ask, start=1)]
    requests += (
        (question.quantity, quantity_place(number))
        for number, question in enumerate(questions, start=1)
        if not question.is_derivation
    )
    checked = (require(each, Printed, "a Printed number", "printed") for each in printed)
    requests += dict.fromkeys((each.quantity, each.place) for each in checked)
    effort = Effort(EFFORT // 10)
    for text, place in requests:
        with suppress(TooMuch):
            resolve(text, place, effort)
    check_milestones([question for question in questions if question.milestones], resolve, effort)


def check_milestones(
    workings: Sequence[Question], resolve: Callable[[str, Place, Effort], object], effort: Effort
) -> None:
    """Raise InputError for a milestone of `workings` that is no quantity, or is there twice."""
    for question in workings:
        names: set[object] = set()
        for number, milestone in enumerate(question.milestones, start=1):
            place = Place.of("milestone")  # in a file those of several workings may be mixed
            place = (place[number] if len(workings) == 1 else place) / "quantity"
            with suppress(TooMuch):
                name = resolve(milestone.quantity, place, effort)
                if name in names:
                    raise InputError(f"{name} is there twice", at=place)
                names.add(name)


def quantity_place(number: int, key: str = "quantity") -> Place:
    """Return the place of the quantity, or another `key`, of question `number`, from 1, in a file."""
    return Place.of("question")[number] / key
