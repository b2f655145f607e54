"""What names mean in one problem: its classes, columns, values, queries and models.

A short form has one reading or is refused with all of them; case, order and nearness decide
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from exactnb.errors import InputError, NotYet, listing, near, printable, quoted
from exactnb.expression.grammar import SyntaxItem, SyntaxName, parse
from exactnb.expression.names import KINDS, Item, Pair, QuantityName, in_order, is_numeral

__all__ = ["Scope"]

_ALIASES = {
    "p": "P",
    "Pr": "P",
    "Prob": "P",
    "f": "P",
    "var": "variance",
    "cov": "covariance",
    "std": "sd",
}
_OF_MODEL = ("P", "odds", "log_odds", "lr", "argmax")
_OF_DATA = ("freq", "count")
_LATER_OF_DATA = ("tokens", "vocabulary", "independent_in_data")
_LATER = (
    "weight", "bias", "mean", "variance", "sd", "rate", "success", "covariance", "precision", "score",
    "boundary", "independent", "rank", "accuracy", "accuracy_left_out", "free_parameters",
    "bayes_error",
)  # fmt: skip
_COUNTED_KINDS = ("cell", "word", "class")  # as one says it: count(Sky=Blue,yes)


@dataclass(frozen=True, slots=True)
class Scope:
    """Resolve names of quantities in one problem.

    `columns` maps every column to its values, `queries` every query or row id to the columns that
    it fixes; `binary` are the 0/1 columns.

    >>> scope = Scope("class", ("+", "-"), {"a": ("0", "1")}, frozenset("a"), {"e*": ("a",)})
    >>> str(scope.resolve("Pr( not a | + )")), str(scope.resolve("log(odds(+:-|e*))"))
    ('P(a=0|+)', 'log_odds(+:-|e*)')

    Raises InputError for what cannot be read, and NotYet for what is read but not worked out.
    """

    class_variable: str
    classes: tuple[str, ...]
    columns: Mapping[str, tuple[str, ...]]
    binary: frozenset[str] = frozenset()
    queries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    models: tuple[str, ...] = ()
    default_model: str = "model"

    def resolve(self, text: str) -> QuantityName:
        """Return the quantity that a text names, whatever its spelling."""
        syntax = parse(text)
        try:
            return self._resolve(syntax)
        except (InputError, NotYet) as error:
            raise type(error)(f"{quoted(text)}: {error.message}") from None

    def class_item(self, label: str) -> Item:
        """Return the item of a class."""
        return Item("class", self.class_variable, label)

    def cell(self, column: str, value: str) -> Item:
        """Return the item `column=value`."""
        return Item("cell", column, value)

    def ordered(self, items: Iterable[Item], head: str = "P") -> tuple[Item, ...]:
        """Return items in canonical order: classes, columns as in the table, words, queries.

        In `count` and `freq` the class stands last.
        """
        kinds = _COUNTED_KINDS if head in _OF_DATA else KINDS
        return in_order(items, (*self.columns, *self.queries), kinds)

    def _resolve(self, syntax: SyntaxName) -> QuantityName:
        head, model = self._head(syntax)
        wrappers = syntax.wrappers
        if head == "odds" and wrappers and wrappers[-1] == "log":
            head, wrappers = "log_odds", wrappers[:-1]
        if syntax.index is not None:
            raise InputError(f"{head} takes no index in brackets")
        if head in ("odds", "log_odds", "lr"):
            left: tuple[Item | Pair, ...] = (self._subject(syntax, head),)
        else:
            items = [self._item(item) for item in syntax.left]
            if head == "argmax" and any(item.kind == "class" for item in items):
                raise InputError("argmax decides the class; name a query or cells, not a class")
            self._check_data(head, items)
            left = self.ordered(items, head)
        behind = [self._item(item) for item in syntax.right]
        self._check_data(head, behind)
        right = self.ordered(behind, head)
        self._check_shape(head, syntax, left, right)
        self._check_once(left, right)
        return QuantityName(head, left, right, model, None, wrappers)

    def _head(self, syntax: SyntaxName) -> tuple[str, str]:
        head, model = syntax.head, syntax.model
        known = (*_OF_MODEL, *_OF_DATA, *_LATER, *_LATER_OF_DATA)
        if head not in known and head not in _ALIASES and "_" in head:
            heads = (*known, *_ALIASES)
            base = max((h for h in heads if head.startswith(f"{h}_")), key=len, default="")
            suffix = head[len(base) + 1 :]
            if base and suffix and not model:
                head, model = base, suffix
        head = _ALIASES.get(head, head)
        if head not in known:
            raise InputError(f"unknown quantity {quoted(head)}{near(head, known)}")
        if model and head in (*_OF_DATA, *_LATER_OF_DATA):
            raise InputError(f"{head} belongs to the data and takes no model")
        if model and model not in self.models:
            raise InputError(f"unknown model {quoted(model)}{near(model, self.models)}")
        if head in (*_LATER, *_LATER_OF_DATA):
            raise NotYet(f"{head}(...) is understood, but not worked out yet")
        return head, "" if model == self.default_model else model

    def _subject(self, syntax: SyntaxName, head: str) -> Item | Pair:
        if len(syntax.left) != 1:
            raise InputError(f"{head} needs one class or a pair of classes, as in {head}(k:l|x)")
        given = syntax.left[0]
        if given.sign == ":":
            first, second = self._class(given.first), self._class(given.second)
            if first == second:
                raise InputError("a pair needs two different classes")
            return Pair(first, second)
        item = self._item(given)
        if item.kind != "class" or head == "lr":
            raise InputError(f"{head} needs a pair of classes, as in {head}(k:l|x)")
        return item

    def _check_shape(
        self, head: str, syntax: SyntaxName, left: tuple[Item | Pair, ...], right: tuple[Item, ...]
    ) -> None:
        if head in ("P", "freq") and not left:
            raise InputError(f"{head}(...) needs something before the bar")
        if head == "lr" and not right:
            raise InputError("lr needs what is observed, as in lr(k:l|x)")
        if head in ("argmax", "count") and syntax.bar:
            raise InputError(f"{head}(...) takes no bar")
        if head in ("odds", "log_odds", "lr") and any(item.kind == "class" for item in right):
            raise InputError(f"{head} takes no class behind the bar")

    def _check_data(self, head: str, items: list[Item]) -> None:
        if head in _OF_DATA and any(item.kind == "query" for item in items):
            raise InputError(f"{head} counts classes and cells; a query is not data")

    def _check_once(self, left: tuple[Item | Pair, ...], right: tuple[Item, ...]) -> None:
        seen: set[tuple[str, str]] = set()
        for item in (*left, *right):
            for kind, variable in self._variables(item):
                if (kind, variable) in seen:
                    raise InputError(f"{quoted(variable)} occurs twice{self._offer(left)}")
                seen.add((kind, variable))

    def _variables(self, item: Item | Pair) -> list[tuple[str, str]]:
        if isinstance(item, Pair) or item.kind == "class":
            return [("class", self.class_variable)]
        columns = self.queries[item.value] if item.kind == "query" else (item.variable,)
        return [("column", column) for column in columns]

    def _offer(self, left: tuple[Item | Pair, ...]) -> str:
        others = [
            printable(cell.spell())
            for item in left
            if isinstance(item, Item) and item.kind == "class"
            for cell in self._cells_with(item.value)
        ]
        return f" (did you mean {' or '.join(others)}?)" if others else ""

    def _item(self, given: SyntaxItem) -> Item:
        if given.sign == ":":
            raise InputError("a pair of classes stands only in odds, log_odds and lr")
        if given.sign == "=":
            return self._cell(given.first, given.second)
        name = given.first
        if given.negated:
            if name in self.binary:
                return self.cell(name, "0")
            if f"not {name}" not in self._all_names():
                raise InputError(f"{quoted(name)} is not a 0/1 column{near(name, self.binary)}")
            name = f"not {name}"
        return self._bare(name)

    def _bare(self, name: str) -> Item:
        if name in self.classes:
            return self.class_item(name)
        if name in self.queries and not is_numeral(name):
            return Item("query", "", name)
        readings = [] if is_numeral(name) else list(self._cells_with(name))
        if name in self.binary:
            readings.append(self.cell(name, "1"))
        if len(readings) == 1:
            return readings[0]
        if readings:
            spelled = " or ".join(printable(reading.spell()) for reading in readings)
            raise InputError(f"{quoted(name)} can be read as {spelled}")
        if name in self.columns:
            values = self.columns[name]
            example = f", such as {printable(self.cell(name, values[0]).spell())}" if values else ""
            raise InputError(f"column {quoted(name)} needs one of its values{example}")
        hint = near(name, self._all_names())
        raise InputError(f"{quoted(name)} is no class, query, value or 0/1 column here{hint}")

    def _cell(self, variable: str, value: str) -> Item:
        if variable in self.columns:
            return self.cell(variable, self._known_value(variable, value))
        if variable in (self.class_variable, "class"):
            return self._class(value)
        if variable == "word":
            raise NotYet("words of a multinomial model are understood, but not worked out yet")
        known = (*self.columns, self.class_variable)
        raise InputError(f"unknown column {quoted(variable)}{near(variable, known)}")

    def _class(self, label: str) -> Item:
        if label not in self.classes:
            expected = f"expected one of {listing(self.classes)}{near(label, self.classes)}"
            raise InputError(f"unknown class {quoted(label)}; {expected}")
        return self.class_item(label)

    def _known_value(self, column: str, value: str) -> str:
        values = self.columns[column]
        if value not in values:
            expected = f"expected one of {listing(values)}{near(value, values)}"
            raise InputError(f"{quoted(column)} has no value {quoted(value)}; {expected}")
        return value

    def _cells_with(self, value: str) -> Iterator[Item]:
        for column, values in self.columns.items():
            if value in values:
                yield self.cell(column, value)

    def _all_names(self) -> Iterator[str]:
        yield from self.classes
        yield from self.queries
        yield from self.columns
        for values in self.columns.values():
            yield from values
