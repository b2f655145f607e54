"""Other words and labels for the same data: drawn from lists, and replaced in a whole document.

How to read: a `Renaming` says which name becomes which, a `Renamer` draws one and rewrites documents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.data.documents import BETWEEN, Documents, cut
from exactnb.core.naming.grammar import quote
from exactnb.core.naming.names import Item, Pair, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, near, quoted
from exactnb.teach.variants.template import SETTINGS, Template

Names = Mapping[str, str]
"""The new name of each old one."""


@frozen
class Renaming:
    """New names of classes, of the values of columns, and of words; `variable` is the class column."""

    variable: str
    classes: Names = field(default_factory=dict)
    values: Mapping[str, Names] = field(default_factory=dict)
    words: Names = field(default_factory=dict)

    def quantity(self, name: QuantityName) -> QuantityName:
        """Return the `name` of a quantity in the new names."""
        left = tuple(
            Pair(self._item(i.first), self._item(i.second)) if isinstance(i, Pair) else self._item(i)
            for i in name.left
        )
        return replace(name, left=left, right=tuple(map(self._item, name.right)))

    def _item(self, item: Item) -> Item:
        if item.kind == "class":
            return replace(item, value=self.classes.get(item.value, item.value))
        if item.kind == "word":
            return replace(item, value=self.words.get(item.value, item.value))
        if item.kind in ("cell", "column"):
            values = self.values.get(item.variable, {})
            variable = self.words.get(item.variable, item.variable)
            return Item(item.kind, variable, values.get(item.value, item.value))
        return item

    def cell(self, column: str, cell: str) -> str:
        """Return a `cell` of a `column` in the new names; the column holds no texts."""
        names = self.classes if column == self.variable else self.values.get(column, {})
        return names.get(cell, cell)

    def text(self, text: str, documents: Documents) -> str:
        """Return a `text` of the `documents` word by word in the new names."""
        between = BETWEEN.get(documents.split, " ")
        between = "" if documents.split == "letters" and " " not in text else between
        return between.join(self.words.get(word, word) for word in cut(text, documents.split))


class Renamer:
    r"""Draw new names from the lists of a `template`, and write documents with them.

    >>> from exactnb.core.data.files import NO_FILES
    >>> from exactnb.core.problem.toml import read_toml
    >>> settings = "[variants]\nlabels = { spoon = ['tin', 'horn'] }\n"
    >>> text = "ask = ['P(leek)']\ndata.table = '''\nspoon,soup\nsilver,leek\n'''\n"
    >>> renamer = Renamer(Template.from_document(read_toml(text + settings), (), NO_FILES))
    >>> renamer.draw(Draws(1)).values
    {'spoon': {'silver': 'tin'}}
    """

    def __init__(self, template: Template) -> None:
        self.template, self.problem = template, template.problem
        self.schema = self.problem.schema
        labels = template.settings["labels"]
        self.listed = {column or self.schema.class_variable: names for column, names in labels.items()}
        self.words = template.settings["words"]
        self._check()

    @property
    def is_needed(self) -> bool:
        """Say whether anything has a list to draw from."""
        return bool(self.listed or self.words)

    def draw(self, draws: Draws) -> Renaming:
        """Return new names by the next `draws`, all distinct within a column."""
        values = {
            column: dict(zip(self._current_names(column), draws.shuffled(names), strict=False))
            for column, names in self.listed.items()
        }
        vocabulary = self.problem.data.vocabulary if isinstance(self.problem.data, Documents) else ()
        new = dict(zip(vocabulary, draws.shuffled(self.words), strict=False)) if self.words else {}
        variable = self.schema.class_variable
        return Renaming(variable, values.pop(variable, {}), values, new)

    def _current_names(self, column: str) -> Sequence[str]:
        is_class = column == self.schema.class_variable
        return self.schema.classes if is_class else self.schema.columns[column]

    def _check(self) -> None:
        """Refuse lists for unknown columns, lists that are too short, and labels that a rule names."""
        place = SETTINGS / "labels"
        for column, names in self.listed.items():
            columns = (self.schema.class_variable, *self.schema.columns)
            if column not in columns:
                raise InputError(f"unknown column {quoted(column)}{near(column, columns)}", at=place)
            if len(names) < len(self._current_names(column)):
                number = len(self._current_names(column))
                message = f"{len(names)} labels for the {number} of {quoted(column)}"
                raise InputError(f"{message}; name more", at=place)
        if self.words is not None:
            if not isinstance(self.problem.data, Documents):
                raise InputError("needs texts", at=SETTINGS / "words")
            number = len(self.problem.data.vocabulary)
            if len(self.words) < number:
                message = f"{len(self.words)} words for the {number} of the texts"
                raise InputError(f"{message}; name more", at=SETTINGS / "words")
        if self.is_needed:
            document = self.template.document
            for model in (document.get("model", {}), *document.get("models", {}).values()):
                for key in ("smoothing", "smoothings", "prior_smoothing"):
                    if isinstance(model.get(key), Mapping):
                        message = f"model.{key} may name labels, which then stay as they are"
                        raise InputError(message, at=SETTINGS)

    def document(
        self, document: Mapping[str, Any], rows: list[list[str]], renaming: Renaming
    ) -> tuple[dict[str, Any], tuple[str, ...], list[list[str]]]:
        """Return a `document` without data, and its header and `rows`, in the names of a `renaming`."""
        header = self.template.header
        if self.template.data_key == "table":
            rows = [self._row(row, renaming) for row in rows]
        else:
            header = (header[0], *(renaming.classes.get(label, label) for label in header[1:]))
            rows = [[self._row_name(row[0], renaming), *row[1:]] for row in rows]
        data = self._data(document["data"], renaming)
        made = {**document, "data": data, "question": self._questions(document["question"], renaming)}
        if "milestone" in document:
            made["milestone"] = [
                {**milestone, "quantity": self._quantity(milestone, renaming)}
                for milestone in document["milestone"]
            ]
        if "query" in document:
            made["query"] = {k: self._query(query, renaming) for k, query in document["query"].items()}
        if "model" in document:
            made["model"] = self._model(document["model"], renaming)
        if "models" in document:
            made["models"] = {k: self._model(m, renaming) for k, m in document["models"].items()}
        return made, header, rows

    def _row(self, row: Sequence[str], renaming: Renaming) -> list[str]:
        data, header = self.problem.data, self.template.header
        cells = [renaming.cell(column, cell) for column, cell in zip(header, row, strict=True)]
        if isinstance(data, Documents):
            index = header.index(data.text)
            cells[index] = renaming.text(row[index], data)
        return cells

    def _row_name(self, name: str, renaming: Renaming) -> str:
        column, sign, value = name.partition("=")
        new = renaming.values.get(column.strip(), {}).get(value.strip())
        return f"{column}={quote(new)}" if sign and new is not None else name

    def _data(self, data: Mapping[str, Any], renaming: Renaming) -> dict[str, Any]:
        renamed = dict(data)
        if "classes" in renamed:
            renamed["classes"] = [renaming.classes.get(str(k), k) for k in renamed["classes"]]
        if "values" in renamed:
            renamed["values"] = {
                column: [renaming.cell(column, str(value)) for value in values]
                for column, values in renamed["values"].items()
            }
        if "vocabulary" in renamed:
            renamed["vocabulary"] = [
                renaming.words.get(str(word), word) for word in renamed["vocabulary"]
            ]
        return renamed

    def _query(self, query: object, renaming: Renaming) -> object:
        if isinstance(query, Mapping):
            cells = {c: renaming.cell(c, str(query[c])) for c in query if c in renaming.values}
            return {**query, **cells}
        data = self.problem.data
        return renaming.text(str(query), data) if isinstance(data, Documents) else query

    def _quantity(self, table: Mapping[str, Any], renaming: Renaming) -> str:
        """Return the quantity of a question, or of a milestone, in other names."""
        return str(renaming.quantity(self.problem.scope.resolve(str(table["quantity"]))))

    def _questions(self, questions: Sequence[Mapping[str, Any]], renaming: Renaming) -> list[object]:
        renamed: list[object] = []
        for question in questions:
            if "quantity" not in question:  # a derivation has no names of the data in it
                renamed.append(question)
                continue
            name = self._quantity(question, renaming)
            identity = name if question["id"] == question["quantity"] else question["id"]
            renamed.append({**question, "id": identity, "quantity": name})
        return renamed

    def _model(self, model: Mapping[str, Any], renaming: Renaming) -> dict[str, Any]:
        renamed = dict(model)
        if isinstance(renamed.get("prior"), Mapping):
            renamed["prior"] = {
                renaming.classes.get(k, k): share for k, share in renamed["prior"].items()
            }
        return renamed
