"""A problem: data, models, queries and what is asked. Checked whole when it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from exactnb.arithmetic.rounding import MAX_PRINTED_DIGITS
from exactnb.data.counts import Counts
from exactnb.data.documents import Documents
from exactnb.data.table import Row, Table, name_of
from exactnb.derivation.verify import Source
from exactnb.errors import ExactnbError, InputError, NotYet, listing, near, printable, quoted
from exactnb.expression.names import QuantityName, is_numeral
from exactnb.expression.notation import Notation
from exactnb.expression.scope import Scope
from exactnb.model.data_quantities import define_of_data
from exactnb.model.prediction import Prediction, define_wrapped
from exactnb.model.quantities import Quantity
from exactnb.solution.models import MODEL, ModelChoice, build_model
from exactnb.solution.styles import style

__all__ = ["Problem", "check_rounding"]


@dataclass(frozen=True, eq=False)
class Problem:
    """Hold a problem; `solve` works it out.

    `query` maps an id to cells `{column: value}`, or to a text where the data are documents.
    `models` maps names to choices; the first is meant where a quantity names no model.

    >>> table = Table.from_rows([("1", "+"), ("1", "+"), ("0", "-")], ["a", "class"])
    >>> problem = Problem(table, query={"x": {"a": "1"}})
    >>> problem.define(problem.scope.resolve("P(+|x)")).reason.words
    "Bayes' rule"

    Raises InputError for a query or a choice that does not fit the data.
    """

    data: Table | Documents
    query: Mapping[str, Mapping[str, object] | str] = field(default_factory=dict)
    models: Mapping[str, ModelChoice] = field(default_factory=lambda: {MODEL: ModelChoice()})
    ask: Sequence[str] = ()
    title: str = ""
    source: str = ""
    notation_style: str = "plain"
    digits: int = 4
    rounding: Literal["half-up", "half-even"] = "half-up"

    def __post_init__(self) -> None:
        self._check_types()
        if not self.models or not all(name.strip() for name in self.models):
            raise InputError("a problem needs at least one model, each with a name", at="models")
        self._check_classes()
        _ = self.queries, self.predictions
        style(self.notation_style)
        for at, text in enumerate(self.ask, start=1):
            self.resolve(text, f"ask[{at}]")

    @classmethod
    def read(cls, path: str | Path) -> Problem:
        """Return the problem in a problem file (TOML)."""
        from exactnb.solution.problem_file import read_problem

        return read_problem(Path(path))

    @cached_property
    def table(self) -> Table:
        """Return the observations as they are counted: documents as 0/1 columns."""
        return self.data.presence() if isinstance(self.data, Documents) else self.data

    @cached_property
    def counts(self) -> Counts:
        """Return the sufficient statistics of the table."""
        return Counts.of(self.table)

    @cached_property
    def queries(self) -> Mapping[str, Mapping[str, str]]:
        """Return the cells that each query fixes."""
        found: dict[str, Mapping[str, str]] = {}
        for given_id, given in self.query.items():
            try:
                identity = name_of(given_id)
                self._check_id(identity)
                if identity in found:
                    raise InputError(f"the id {quoted(identity)} is there twice")
                found[identity] = self._cells(given)
            except InputError as error:
                raise error.under(f"query.{printable(str(given_id))}") from None
        return found

    @cached_property
    def default_model(self) -> str:
        """Return the name of the model meant when none is given."""
        return next(iter(self.models))

    @cached_property
    def predictions(self) -> Mapping[str, Prediction]:
        """Return what each model defines, by the name used in quantities ("" for the default)."""
        cells = dict(self.queries)
        for row in self.table.rows:
            if row.id in self._row_ids:
                cells[row.id] = dict(zip(self.table.columns, row.cells, strict=True))
        texts = isinstance(self.data, Documents)
        found = {}
        for name, choice in self.models.items():
            short = "" if name == self.default_model else name
            at = MODEL if not short else f"models.{name}"
            try:
                model = build_model(short, choice, self.table, self.counts, texts)
            except (InputError, NotYet) as error:
                raise error.under(at) from None
            found[short] = Prediction(model, cells)
        return found

    @cached_property
    def scope(self) -> Scope:
        """Return what names mean in this problem."""
        columns = dict(zip(self.table.columns, self.table.values, strict=True))
        zero_one = frozenset(c for c, values in columns.items() if set(values) == {"0", "1"})
        queries = {identity: tuple(cells) for identity, cells in self.queries.items()}
        queries |= dict.fromkeys(self._row_ids, self.table.columns)
        variable, classes = self.table.class_variable, self.table.classes
        return Scope(
            variable, classes, columns, zero_one, queries, tuple(self.models), self.default_model
        )

    def resolve(self, text: str, at: str) -> QuantityName:
        """Return the quantity that a text names, and that can be worked out.

        Raises an ExactnbError that says where it was asked.
        """
        try:
            name = self.scope.resolve(text)
            self.define(name)
        except ExactnbError as error:
            raise error.under(at) from None
        return name

    def define(self, name: QuantityName) -> Quantity:
        """Return the quantity that a resolved name stands for."""
        if name.wrappers:
            return define_wrapped(name)
        if name.head in ("count", "freq"):
            return define_of_data(name, self.table, self.counts)
        return self.predictions[name.model].define(name)

    def query_rows(self) -> tuple[Row, ...]:
        """Return the queries as rows of the table, "?" for their class."""
        columns = self.table.columns
        return tuple(
            Row(identity, "?", tuple(cells.get(column, "") for column in columns))
            for identity, cells in self.queries.items()
        )

    def verification(self) -> Source:
        """Return what a solution is checked against: the data, encoded anew."""
        from exactnb.solution.setting import model_table, noun_of, setting_of

        # not self.table: what is printed is checked against the texts, encoded once more
        fresh = self.data.presence() if isinstance(self.data, Documents) else self.data
        families = tuple(
            (short, tuple((c, block.family.name) for c, block in prediction.model.blocks.items()))
            for short, prediction in self.predictions.items()
        )
        setting, models = setting_of(self), model_table(self)
        return Source(fresh, self.query_rows(), noun_of(self), families, setting, models)

    def notation(self, name: str | None = None) -> Notation:
        """Return a notation for this problem's names: the problem's own style, or another."""
        families: dict[tuple[str, str, str], str] = {}
        templates: dict[str, Mapping[str, str]] = {}
        for model, prediction in self.predictions.items():
            for column, block in prediction.model.blocks.items():
                templates[block.family.name] = block.family.notation
                for value in block.family.parameters(block.column):
                    families[model, column, value] = block.family.name
        chosen = self.notation_style if name is None else name
        return Notation(style(chosen), families, templates)

    @cached_property
    def _row_ids(self) -> frozenset[str]:
        """Return the row ids that may be asked like queries: no numerals, not taken."""
        ids = (row.id for row in self.table.rows if row.id)
        return frozenset(i for i in ids if not is_numeral(i) and not self._taken(i))

    def _taken(self, name: str) -> str:
        table = self.table
        if name in table.classes:
            return "a class"
        if name in table.columns:
            return "a word" if isinstance(self.data, Documents) else "a column"
        if name == table.class_variable:
            return "the class column"
        if any(name in values for values in table.values):
            return "a value"
        return "a query" if name in self.query else ""

    def _check_types(self) -> None:
        """Refuse what is no problem's part, and keep copies that nobody else can change."""
        if not isinstance(self.data, Table | Documents):
            raise InputError(f"expected a Table or Documents; got {quoted(self.data)}", at="data")
        if not isinstance(self.query, Mapping):
            raise InputError(f"expected {{ id: cells or text }}; got {quoted(self.query)}", at="query")
        for name, choice in self.models.items():
            if not isinstance(choice, ModelChoice):
                raise InputError(f"expected a ModelChoice; got {quoted(choice)}", at=f"models.{name}")
        if isinstance(self.ask, str):
            raise InputError("expected a list of names", at="ask")
        for key in ("title", "source", "notation_style"):
            if not isinstance(getattr(self, key), str):
                raise InputError(f"expected text; got {quoted(getattr(self, key))}", at=key)
        check_rounding(self.digits, self.rounding)
        for key in ("query", "models"):
            object.__setattr__(self, key, MappingProxyType(dict(getattr(self, key))))
        object.__setattr__(self, "ask", tuple(self.ask))

    def _check_classes(self) -> None:
        table = self.table
        if not table.classes:
            raise InputError("there are no classes", at="data.classes")
        if table.class_variable in table.columns:
            numeral = next((label for label in table.classes if is_numeral(label)), None)
            if numeral is not None:
                raise InputError(
                    f"{quoted(table.class_variable)} is a word of the texts and the class column too, "
                    f"so {table.class_variable}={numeral} has two readings; rename the column",
                    at="data.class",
                )

    def _check_id(self, identity: str) -> None:
        if not identity:
            raise InputError("a query needs an id")
        if is_numeral(identity):
            raise InputError("a query's id may not be a number")
        taken = self._taken(identity)
        if taken not in ("", "a query"):
            raise InputError(f"{quoted(identity)} is {taken} already; a query's id must be new")

    def _cells(self, given: Mapping[str, object] | str) -> dict[str, str]:
        table = self.table
        if isinstance(given, str):
            if isinstance(self.data, Documents):
                return self.data.encode(given)
            raise InputError("expected { column = value, ... }; the data are not texts")
        cells: dict[str, str] = {}
        if not isinstance(given, Mapping):
            raise InputError(f"expected {{ column = value, ... }}; got {quoted(given)}")
        for key, value in given.items():
            column = name_of(key)
            if column in cells:
                raise InputError(f"column {quoted(column)} is there twice")
            if column not in table.columns:
                known = table.columns
                if column == table.class_variable:
                    raise InputError("the class is what is asked for", at=column)
                expected = f"; the columns are {listing(known)}" if known else "; there are none"
                raise InputError(f"unknown column{near(column, known)}{expected}", at=column)
            try:
                cells[column] = name_of(value)
            except InputError as error:
                raise InputError(error.message, at=column) from None
            values = table.values_of(column)
            if cells[column] not in values:
                hint = near(cells[column], values)
                message = f"expected one of {listing(values)}; got {quoted(cells[column])}{hint}"
                raise InputError(message, at=column)
        return {column: cells[column] for column in table.columns if column in cells}


def check_rounding(digits: object, rule: object = "half-up") -> None:
    """Raise InputError unless decimals can be rounded so."""
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= MAX_PRINTED_DIGITS:
        message = f"expected a whole number from 1 to {MAX_PRINTED_DIGITS}; got {quoted(digits)}"
        raise InputError(message, at="digits")
    if rule not in ("half-up", "half-even"):
        raise InputError(f"expected half-up or half-even; got {quoted(rule)}", at="rounding")
