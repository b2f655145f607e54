"""Encode queries and rows for a model: texts as bags of words or 0/1 columns, cells as they are.

How to read: `Encoder.encode` is for queries, `row` for rows; both return an `Observation` of the
columns and words that a model has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from exactnb.core.arithmetic.numerals import number_in, read_number, spell_number, unit_of
from exactnb.core.data.documents import Documents, list_among
from exactnb.core.data.doubts import UNTICKED, is_ticked
from exactnb.core.data.findings import Doubt
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.rows import NamedCells, RowCells, name_of, truth_value
from exactnb.core.data.schema import Case, Schema, seems_missing
from exactnb.core.data.table import Table
from exactnb.core.families.base import Observation
from exactnb.core.families.block import Block
from exactnb.core.families.protocol import Covariate
from exactnb.core.model.model import Model
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.naming.names import Item
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, listing, near, quoted

_WORDS = 2  # of a value, on average, from which on a column may hold texts

RawQuery = str | Mapping[str, object] | Observation
"""A text, cells (a text may be among them), or an observation already."""


@frozen
class Encoder:
    """Encode queries and rows of a problem with this `schema`.

    `text` is the name of the column of texts, which `cut` turns into words; "" where there is none.
    `listed` are the columns whose values were declared, not learnt from rows, and "" if the words were.
    """

    schema: Schema
    text: str = ""
    cut: Callable[[str], list[str]] = str.split
    listed: frozenset[str] = frozenset()

    @classmethod
    def of_problem(cls, problem_data: object, schema: Schema) -> Encoder:
        """Return the encoder of `problem_data`, of any kind, which have this `schema`."""
        if isinstance(problem_data, Documents):
            return cls(schema, problem_data.text, problem_data.words_of, problem_data.listed)
        text = schema.text if schema.words else ""
        if isinstance(problem_data, Parameters) and problem_data.other:
            words = frozenset(schema.words)
            cut = partial(_unknown_words_replaced, words, problem_data.other)
            return cls(schema, text, cut, listed=frozenset(("", *schema.columns)))
        if isinstance(problem_data, Table):
            return cls(schema, text, listed=problem_data.listed)
        return cls(schema, text, listed=frozenset(("", *schema.columns)))  # counts, given numbers

    def words_and_cells(
        self, raw: str | Mapping[str, object]
    ) -> tuple[list[str] | None, dict[str, object]]:
        """Return the words of the text in `raw`, a query, None if it has no text; and its cells.

        Raises InputError for a query of another type, and for a column that it has twice.
        """
        if isinstance(raw, str):
            if not self.text:
                raise InputError("expected { column = value, ... }; the data are not texts")
            return self.cut(raw), {}
        if not isinstance(raw, Mapping):
            raise InputError.expected("{ column = value, ... }", raw)
        cells: dict[str, object] = {}
        for key, value in raw.items():
            column = name_of(key)
            if column in cells:
                raise InputError(f"column {quoted(column)} is there twice")
            cells[column] = value
        text = cells.pop(self.text, None) if self.text else None
        if text is not None and not isinstance(text, str):
            raise InputError.expected("a text", text, at=HERE / self.text)
        return None if text is None else self.cut(text), cells

    def encode(self, model: Model, raw: RawQuery) -> Observation:
        """Return the observation of `raw`, a query, for a `model`.

        Raises InputError for an unknown column, and for an unseen value or word, unless the conventions
        of the model allow it.
        """
        if isinstance(raw, Observation):
            return model.without_ignored(self._checked(model, raw))
        return model.without_ignored(self._encoded(model, raw))

    def _encoded(self, model: Model, raw: str | Mapping[str, object]) -> Observation:
        """Return the observation of a query with its zeros."""
        tokens, raw_cells = self.words_and_cells(raw)
        cells: dict[str, str] = {}
        bag: dict[str, int] = {}
        counts_columns = model.draws_words and not self.schema.words
        counted = frozenset(model.vocabulary if counts_columns else ())
        for column, value in raw_cells.items():
            if column in counted:
                bag[column] = _read_count(value, column)
            elif column in model.by_column:
                cells |= (HERE / column).read(self._cells, model.by_column[column], column, value)
            elif column in model.covariate_names:
                cells[column] = _covariate_text(value, column, model.covariate(column))
            else:
                raise self._unknown_column_error(column)
        if tokens is not None:
            cells |= self._presence_cells(model, tokens)
        if model.draws_words and (counts_columns or tokens is not None):
            text = Counter(tokens or ())
            times_by_word = bag if counts_columns else self._bag(model, text)
            # a text keeps the order of its words
            order = model.vocabulary if counts_columns else times_by_word
            present = {word: times_by_word[word] for word in order if times_by_word.get(word)}
            return Observation(cells, (present,))
        return Observation(cells)

    def _cells(self, block: Block, column: str, value: object) -> Mapping[str, str]:
        """Return the cells of a `value`; where none is as it, the `column` may hold texts."""
        try:
            return block.read(column, value)
        except InputError as error:
            hint = text_hint(self.schema) * ("expected one of" in error.message)
            raise error.saying(error.message + hint) from None

    def observed_row(self, model: Model, case: Case) -> Observation:
        """Return the observation of `case`, a row of the data, for a `model`."""
        return model.without_ignored(self._encoded_row(model, case))

    def _encoded_row(self, model: Model, case: Case) -> Observation:
        """Return the observation of a row with its zeros."""
        blocks = model.by_column
        there = ((c, cell) for c, cell in case.cells.items() if cell != (self.schema.absent or None))
        cells = {c: blocks[c].spelled_cell(c, cell) for c, cell in there if c in blocks}
        present_covariates = (c for c in case.cells if c in model.covariate_names)
        cells |= {c: spell_number(number_in(case.cells[c])) for c in present_covariates}
        if not model.draws_words:
            if self.schema.words:
                cells |= self._presence_cells(model, list(case.words))
            return Observation(cells)
        if self.schema.words:
            bag = dict(case.words)
        else:
            counted = (word for word in model.vocabulary if word in case.cells)
            pairs = ((word, int(number_in(case.cells[word]))) for word in counted)
            bag = {word: times for word, times in pairs if times}
        return Observation(cells, (bag,))

    def items(self, model: Model, case: Case, identity: str) -> tuple[Item, ...]:
        """Return the items of `case` for a `model`: its `identity`, or without one cells and words."""
        if identity:
            return (Item("query", "", identity),)
        return self.observed_items(model, self.observed_row(model, case))

    def observed_items(self, model: Model, observation: Observation) -> tuple[Item, ...]:
        """Return the items of an `observation` for a `model`: cells, and words one by one."""
        columns = (*model.by_column, *model.covariate_names)
        present = (c for c in dict.fromkeys(columns) if c in observation.cells)
        cells = [Item("cell", c, observation.cells[c]) for c in present]
        word_items = (item for block in model.blocks for item in block.tokens(observation))
        return (*cells, *word_items)

    def unseen(self, model: Model, raw: RawQuery) -> Iterator[tuple[str, str]]:
        """Yield (column, value) and ("", word) of `raw`, a query, that the data of `model` lack."""
        if isinstance(raw, Observation):  # made of what is known
            return
        tokens, cells = self.words_and_cells(raw)
        for column, value in cells.items():
            values = model.by_column[column].values(column) if column in model.by_column else ()
            if values and (label := name_of(value)) not in values:
                yield column, label
        vocabulary = frozenset(self.schema.words)
        yield from (("", word) for word in dict.fromkeys(tokens or ()) if word not in vocabulary)

    def unseen_texts(self, queries: Mapping[str, RawQuery]) -> Iterator[Doubt]:
        """Yield a doubt about those `queries` whose texts have words, but none of the vocabulary."""
        raws = {name: raw for name, raw in queries.items() if not isinstance(raw, Observation)}
        words, known = (
            {name: self.words_and_cells(raw)[0] for name, raw in raws.items()},
            {*self.schema.words},
        )
        if unknown := [name for name, of in words.items() if of and known.isdisjoint(of)]:
            yield Doubt(
                f"each word of the text in {listing(unknown, most=3)} {self.unknown_reason('')}"
            )

    def unknown_reason(self, column: str, *, several: bool = False) -> str:
        """Return why a value of `column`, or a word of "", is unknown: never seen, or not declared.

        `several` makes it a plural.
        """
        if column not in self.listed:
            return f"{'were' if several else 'was'} never seen"
        among = f"among the values of {column}" if column else "in the vocabulary"
        return f"{'are' if several else 'is'} not {among}"

    def _unknown_word_error(self, word: str, vocabulary: Collection[str]) -> InputError:
        return InputError(f"the word {quoted(word)} {self.unknown_reason('')}{near(word, vocabulary)}")

    def _checked(self, model: Model, observation: Observation) -> Observation:
        """Return an observation; raise InputError if the model lacks one of its columns or words."""
        vocabulary = frozenset(model.vocabulary)
        for column in observation.cells:
            if not (column in model.by_column or column in model.covariate_names):
                raise self._unknown_column_error(column)
        unseen = next((word for word in observation.words() if word not in vocabulary), None)
        if unseen is not None and model.conventions.unseen_word != "zero":
            raise self._unknown_word_error(unseen, vocabulary)
        return observation

    def _presence_cells(self, model: Model, tokens: list[str]) -> dict[str, str]:
        """Return the words of a text as 0/1 columns, for a model of presence."""
        if model.draws_words:
            return {}
        there = frozenset(tokens)
        cells = {word: "1" if word in there else "0" for word in self.schema.words}
        for word in dict.fromkeys(tokens):
            if word not in cells:
                if model.conventions.unseen_word == "error":
                    raise self._unknown_word_error(word, self.schema.words)
                if word in model.by_column:
                    cells[word] = "1"
        return cells

    def _bag(self, model: Model, text: Counter[str]) -> dict[str, int]:
        vocabulary = frozenset(self.schema.words)
        rule = model.conventions.unseen_word
        unseen = next((word for word in text if word not in vocabulary), None)
        if unseen is not None and rule == "error":
            raise self._unknown_word_error(unseen, vocabulary)
        return {word: n for word, n in text.items() if word in vocabulary or rule == "zero"}

    def _unknown_column_error(self, column: str) -> InputError:
        columns = tuple(self.schema.variables()) if not self.text else tuple(self.schema.columns)
        if column == self.schema.class_variable:
            message = (
                "the class is what is asked for; if another column is it, say which column is the class"
            )
            return InputError(message, at=HERE / column)
        expected = f"; the columns are {listing(columns)}" if columns else "; there are none"
        return InputError(f"unknown column{near(column, columns)}{expected}", at=HERE / column)


class Observations(Mapping[str, Observation]):
    """Observations of queries and rows by their ids; a row is encoded when it is first looked up."""

    def __init__(
        self,
        queries: Mapping[str, Observation],
        rows: Mapping[str, Case],
        look: Callable[[Case], Observation],
    ) -> None:
        self._queries = dict(queries)
        self._rows, self._look = rows, look
        self._known = dict(queries)  # and the rows that were asked for

    def __getitem__(self, identity: str) -> Observation:
        if identity not in self._known:
            self._known[identity] = self._look(self._rows[identity])
        return self._known[identity]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._queries, *self._rows)))

    def __len__(self) -> int:
        return len({*self._queries, *self._rows})


def as_in_data(raw: RawQuery, schema: Schema) -> RawQuery:
    """Return a query without missing cells, with truth values, and capitals, spelled as in the data.

    >>> as_in_data({"sky": "?", "wind": "low"}, Schema("play", ("yes",), {"sky": ("red",)}))
    {'wind': 'low'}
    """
    if not isinstance(raw, Mapping):
        return raw
    cells, is_row = NamedCells(), isinstance(raw, RowCells)
    cells.names = getattr(raw, "names", frozenset() if is_row else frozenset(map(str, raw)))
    for key, cell in raw.items():
        column = str(key).strip()
        if column != schema.text:  # without words it is a text all the same
            if schema.is_missing(column, cell):
                if cell == "" and schema.absent in schema.columns.get(column, ()):  # as in a row
                    cells[key] = schema.absent
                continue
            if schema.fold_case and isinstance(cell, str):
                cell = cell.lower()
            cells[key] = (HERE / column).read(
                _as_in_column, cell, schema, schema.columns.get(column, ())
            )
        else:
            cells[key] = cell
    return cells


def _as_in_column(cell: object, schema: Schema, values: tuple[str, ...]) -> object:
    """Return a cell of a query as a column with these `values` has it.

    Raises InputError for a number without the sign of per cent that the column has.
    """
    name = str(cell).strip()
    if (value := truth_value(cell, values)) or name in values:
        return value or cell
    is_typed = isinstance(cell, str)  # False of Python is a value of its own
    is_no = is_typed and name.casefold() in UNTICKED and is_ticked({*values} - {schema.absent})
    if schema.absent in values and (is_no or seems_missing(name)):
        return schema.absent
    if value := value_in_cell(name, values):
        return value
    if any(of.endswith("%") for of in values) and is_numeral(name) and "%" not in name:
        numerals, number = list(filter(is_numeral, values)), number_in(name)
        shares = [number_in(of) for of in numerals if of.endswith("%")]
        is_percent = len(shares) == len(numerals) > 0
        if is_percent and max(shares) < number and min(shares) / 2 <= number / 100 <= 2 * max(shares):
            way = f'say {name} %, or strip = "%" in data'
            raise InputError(f"the column is in per cent, from {min(values)} on; {way}")
    return cell


def value_in_cell(cell: str, values: Collection[str]) -> str:
    """Return which of the `values` a cell is, which may be one in LaTeX; "" if none."""
    if cell not in values and {"$", "\\"} & {*cell}:
        from exactnb.core.data.foreign import latex_cells

        cell = latex_cells(cell)[0]
    return cell if cell in values else ""


def list_hint(column: str) -> str:
    """Return the hint that the cells of a `column` are lists of items."""
    return f'; if {quoted(column)} has lists of items, say text = "{column}" and split = "items"'


def text_hint(schema: Schema) -> str:
    """Return a hint if a column holds what looks like texts, which nobody said."""
    for column in filter(lambda name: list_among(schema.columns[name]), schema.columns):
        return list_hint(column)
    for column, values in schema.columns.items():
        has_words = sum(len(value.split()) for value in values) >= _WORDS * len(values)
        if len(values) > 1 and has_words and not all(map(unit_of, values)):
            plain = all(map(re.compile("[a-z0-9 ]*").fullmatch, values))
            words = ', and split = "words" for words without case and punctuation' * (not plain)
            return f"; if {quoted(column)} holds texts, say text = {quoted(column)}{words}"
    return ""


def _unknown_words_replaced(known: Collection[str], other: str, text: str) -> list[str]:
    """Return the words of a text, each that is not `known` as the word `other`."""
    return [word if word in known else other for word in text.split()]


def _covariate_text(value: object, column: str, kind: Covariate) -> str:
    """Return a covariate in its canonical spelling, so that equal ones are equal text."""
    place = HERE / column
    number = place.read(read_number, value)
    kind.check(number, spell_number(number), place)
    return spell_number(number)


def _read_count(value: object, column: str) -> int:
    text = (HERE / column).read(name_of, value)
    if not (text.isascii() and text.isdigit()) or len(text) > 6:
        raise InputError.expected("how often it occurs, a whole number", text, at=HERE / column)
    return int(text)
