"""Sample a document of the same problem with other data: rows, counts or parameters, from a seed.

How to read: `DocumentSampler` is the door; `CountsSampler` and `ParametersSampler` make counts that fit
their totals, and probabilities that sum to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.numerals import number_in
from exactnb.errors import InputError, Unsupported, quoted
from exactnb.teach.variants.renaming import Renamer, Renaming
from exactnb.teach.variants.tables import (
    TableSampler,
    common_denominator,
    format_like,
    random_between,
    random_class_sizes,
    random_parts,
)
from exactnb.teach.variants.template import SETTINGS, Template
from exactnb.teach.variants.writing import with_rows

_FINEST = 4  # steps of a grid for each share, at least


class _Summary:
    """The common part of counts and parameters: groups of rows, and a column for each class."""

    def __init__(self, template: Template) -> None:
        self.template = template
        self.problem = template.problem
        self.names = [row[0] for row in template.rows]
        self.cells = {row[0]: row[1:] for row in template.rows}
        self.groups: dict[str, list[str]] = {}  # the rows of one column, of one variable
        for name in self.names:
            self.groups.setdefault(_column_of_row(name), []).append(name)
        if template.settings["rows"] is not None:
            raise InputError("needs a table of rows", at=SETTINGS / "rows")

    def rows_from_columns(self, columns: Sequence[dict[str, str]]) -> list[list[str]]:
        """Return rows from the `columns`, the cells of each class by the names of rows."""
        return [[name, *(column[name] for column in columns)] for name in self.names]

    def class_cells(self, index: int) -> dict[str, str]:
        """Return the cells of the class in column `index` by the names of rows."""
        return {name: cells[index] for name, cells in self.cells.items()}

    @property
    def class_count(self) -> int:
        """Return the number of classes."""
        return len(self.template.header) - 1


class CountsSampler(_Summary):
    """Sample counts like those of a template."""

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return a table of counts by the next `draws`; `even` keeps equally large classes so."""
        total = [number_in(cell) for cell in self.cells.get("total", ())]
        class_sizes: list[int | None] = [None] * self.class_count
        if total:
            totals = list(map(int, total))
            class_sizes = [*random_class_sizes(totals, sum(totals) + (not even), draws, even=even)]
        return self.rows_from_columns(
            [self._sampled_class(index, size, draws) for index, size in enumerate(class_sizes)]
        )

    def _sampled_class(self, index: int, size: int | None, draws: Draws) -> dict[str, str]:
        cells = self.class_cells(index)
        sampled: dict[str, str] = {}
        for variable, names in self.groups.items():
            if variable == "total":
                sampled["total"] = str(size)
            elif not variable:
                raise Unsupported(f"sums of numbers are not drawn; got {quoted(names[0])}")
            elif "=" in _without_quoted_parts(names[0]):
                sampled |= self._values(names, cells, size, draws)
            else:
                sampled[names[0]] = str(self._count(cells[names[0]], size, draws))
        return sampled

    def _values(
        self, names: list[str], cells: dict[str, str], size: int | None, draws: Draws
    ) -> dict[str, str]:
        """Return the counts of the values of a column; if all are listed, their sum is the total."""
        counts = [int(number_in(cells[name])) for name in names]
        rest = 0
        if size is not None and "total" in cells:
            rest = max(int(number_in(cells["total"])) - sum(counts), 0)
        total = size if size is not None else sum(counts)
        weights = [count + 1 for count in counts] + ([rest + 1] if rest else [])
        sampled = random_parts(total, weights, min(min(counts), 1, total // len(weights)), draws)
        return {name: str(count) for name, count in zip(names, sampled, strict=False)}

    def _count(self, cell: str, size: int | None, draws: Draws) -> int:
        """Return a count of a word: among the documents of the class, or of its words."""
        span = self.template.settings["counts"]
        current = int(number_in(cell))
        low, high = (int(span.low), int(span.high)) if span else (min(current, 1), 2 * current + 1)
        models = [prediction.model for prediction in self.problem.predictions.values()]
        if size is not None and not any(model.draws_words for model in models):
            low, high = min(low, size), min(high, size)
        return low + draws.integer_below(high - low + 1)


class ParametersSampler(_Summary):
    """Sample given parameters like those of a template."""

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return a table of parameters by the next `draws`; `even` keeps a uniform prior so."""
        columns = [self._sampled_class(index, draws) for index in range(self.class_count)]
        if "prior" in self.cells:
            prior = list(map(number_in, self.cells["prior"]))
            if len(set(prior)) > 1 or not even:
                for column, cell in zip(
                    columns, self._shares(list(self.cells["prior"]), draws), strict=True
                ):
                    column["prior"] = cell
        return self.rows_from_columns(columns)

    def _sampled_class(self, index: int, draws: Draws) -> dict[str, str]:
        current = self.class_cells(index)
        sampled = dict(current)
        rows = [names[0] for variable, names in self.groups.items() if variable not in ("", "prior")]
        vocabulary = [name for name in rows if "=" not in _without_quoted_parts(name)]
        models = [prediction.model for prediction in self.problem.predictions.values()]
        if any(model.draws_words for model in models):
            shares = self._shares([current[name] for name in vocabulary], draws)
            sampled |= zip(vocabulary, shares, strict=True)
        else:
            for name in vocabulary:
                sampled[name] = self._shares([current[name]], draws, rest=True)[0]
        for variable, names in self.groups.items():
            if not variable:
                sampled |= {name: self._number(name, current[name], draws) for name in names}
            elif "=" in _without_quoted_parts(names[0]):
                cells = [current[name] for name in names]
                rest = sum(map(number_in, cells)) < 1
                sampled |= zip(names, self._shares(cells, draws, rest=rest), strict=True)
        return sampled

    def _shares(self, cells: list[str], draws: Draws, *, rest: bool = False) -> list[str]:
        """Return shares of 1 like the current ones, on their grid; with a `rest` that is not listed."""
        current = list(map(number_in, cells))
        if not cells:
            return []
        steps = lcm(*(share.denominator for share in current))
        while steps < _FINEST * (len(cells) + rest):
            steps *= 5 if any("." in cell or "%" in cell for cell in cells) else 2
        shares = [*current, 1 - sum(current)] if rest else current
        least = 0 if any(share == 0 for share in shares) else 1
        sampled = random_parts(steps, [int(share * steps) + 1 for share in shares], least, draws)
        pairs = zip(sampled, cells, strict=False)  # the rest has a part, and no cell
        return [format_like(Fraction(part, steps), cell) for part, cell in pairs]

    def _number(self, name: str, cell: str, draws: Draws) -> str:
        """Return a mean, a variance or a rate like the current one, or one in the template's range."""
        if name.startswith(("covariance", "points")):
            raise Unsupported(f"covariances and points are not drawn; got {quoted(name)}")
        current, span = number_in(cell), self.template.settings["numbers"]
        column = name.partition("(")[2].rstrip(")").strip()
        span = span.get(column) if isinstance(span, dict) else span
        steps = max(common_denominator([cell]), 10 if name.startswith("success") else 1)
        if name.startswith("success"):
            low, high = Fraction(1, steps), 1 - Fraction(1, steps)
        elif span is not None and name.startswith("mean"):
            low, high = span.low, span.high
        else:
            low, high = sorted((current / 2, current * 3 / 2))
            if current == 0:
                low, high = Fraction(-3), Fraction(3)
            if name.startswith(("variance", "sd", "rate")):
                low = max(low, Fraction(1, steps))
        number = random_between(low, high, steps, draws)
        return cell if number is None else format_like(number, cell)


def _without_quoted_parts(name: str) -> str:
    """Return the name of a row without its quoted parts."""
    return "".join(name.split('"')[::2])


def _column_of_row(name: str) -> str:
    """Return the column of a row: the word itself for a word, "" for parameters of numbers."""
    if "(" in _without_quoted_parts(name):
        return ""
    head, sign, _ = _without_quoted_parts(name).partition("=")
    return name[: name.index("=")] if sign and '"' not in name else (head or name)


class DocumentSampler:
    """Sample documents like a `template`.

    >>> sampler = DocumentSampler(Template.read("worked_examples/homework/sheet.toml"))
    >>> print(sampler.document(Draws(1))["data"]["table"][:29])
    Outlook   Temperature  Humidi
    """

    def __init__(self, template: Template) -> None:
        self.template = template
        kinds = {"table": TableSampler, "counts": CountsSampler, "parameters": ParametersSampler}
        self.sampler: Any = kinds[template.data_key](template)
        self.renamer = Renamer(template)

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return rows of data by the next `draws`; `even` keeps classes that are equally large so."""
        rows: list[list[str]] = self.sampler.rows(draws, even=even)
        return rows

    def document(self, draws: Draws, *, even: bool = True) -> dict[str, Any]:
        """Return a document by the next `draws`, in the template's words; `even` as in `rows`."""
        return self.document_with_rows(self.rows(draws, even=even), Renaming(""))

    def document_with_rows(self, rows: list[list[str]], renaming: Renaming) -> dict[str, Any]:
        """Return the document with these `rows` as data, in the words and labels of a `renaming`.

        Its source is "after" that of the template, whose data they are not.
        """
        made, header, rows = self.renamer.document(self.template.document, rows, renaming)
        if source := made.get("source", ""):
            made = {**made, "source": f"after {source.removeprefix('after ')}"}
        return with_rows(made, self.template.data_key, header, rows)
