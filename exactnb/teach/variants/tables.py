"""Tables drawn anew: as many rows of each class, cells like those of the class, all values there.

How to read: `RowsDrawn` learns once what each column holds; `rows` draws a table of it, column by
column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.conventions import Conventions
from exactnb.core.data.documents import Documents
from exactnb.core.problem.data_section import missing_marks
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.ranges import Range
from exactnb.core.problem.sections import Section
from exactnb.errors import InputError, quoted
from exactnb.teach.variants.amounts import between, grid, like, one_of, shuffled, sizes
from exactnb.teach.variants.template import SETTINGS, Template
from exactnb.teach.variants.texts import texts_drawn

Drawer = Callable[[Sequence[str], Draws], list[str]]
"""From the classes of the rows to the cells of a column."""

_NUMBERED = re.compile(r"(.*?)([0-9]+)")


class RowsDrawn:
    """Draw the rows of a table or of texts like those of a template.

    >>> drawn = RowsDrawn(Template.read("worked_examples/homework/sheet.toml"))
    >>> drawn.rows(Draws(1))[0]
    ['Rain', 'Hot', 'High', 'Strong', 'No']
    """

    def __init__(self, template: Template) -> None:
        if not template.rows:
            raise InputError("there are no rows that could vary", at="data")
        self.template = template
        self.problem = template.problem
        data = Section(template.document["data"], "data")
        self.marks = ("", *missing_marks(data))
        self.label = self.problem.schema.class_variable
        self.identity = data.get("id", "id")
        models = [prediction.model for prediction in self.problem.predictions.values()]
        self.numeric = {column for model in models for column in model.endless}
        self.brought = {column for model in models for column in model.covariate_names}
        self.times = {
            c for model in models for c in model.vocabulary if c in self.problem.schema.columns
        }
        self.columns = {
            name: [row[at] for row in template.rows] for at, name in enumerate(template.header)
        }
        self.labels = self.columns[self.label]
        self.seen = _seen(self.problem)
        self.drawers = {name: self._drawer(name) for name in template.header}
        self._check_settings()

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return the rows of a table; `even` keeps classes that are equally large so."""
        labels = self._drawn_labels(draws, even=even)
        return [
            list(row)
            for row in zip(*(draw(labels, draws) for draw in self.drawers.values()), strict=True)
        ]

    def _check_settings(self) -> None:
        """Refuse ranges that no table of this shape can have, and columns that there are not."""
        settings, classes = self.template.settings, self.problem.schema.classes
        rows = settings["rows"]
        needed = max(
            [
                len(classes),
                *(len(v) for c, v in self.problem.schema.columns.items() if self._is_listed(c)),
            ]
        )
        if rows is not None and rows.low < needed:
            told = f"needs at least {needed} rows, one for each class and each value"
            raise InputError(f"{told}; got {rows.low}", at=SETTINGS / "rows")
        numbers = settings["numbers"]
        for column in numbers if isinstance(numbers, dict) else ():
            if column not in self.numeric:
                raise InputError(f"{quoted(column)} is no column of numbers", at=SETTINGS / "numbers")
        for name, query in self.problem.query.items():
            for column, cell in query.items() if isinstance(query, Mapping) else ():
                span = self._span(column) if column in self.numeric else None
                if span is not None and not span.low <= number_in(str(cell)) <= span.high:
                    told = f"{column} = {cell} of query {quoted(name)} lies outside"
                    raise InputError(told, at=SETTINGS / "numbers")

    def _is_listed(self, column: str) -> bool:
        return column not in self.numeric | self.brought | self.times

    def _drawn_labels(self, draws: Draws, *, even: bool) -> list[str]:
        """Return the class of each row: in blocks where the template has them so."""
        known = list(dict.fromkeys(self.labels))
        before = [self.labels.count(label) for label in known]
        span, total = self.template.settings["rows"], len(self.labels)
        if span is not None:
            total = int(span.low) + draws.below(int(span.high - span.low) + 1)
        elif not even:
            total += 1
        found = sizes(before, total, draws, even=even)
        if found == before:
            return self.labels
        labels = [label for label, size in zip(known, found, strict=True) for _ in range(size)]
        blocks = sum(one != other for one, other in zip(self.labels, self.labels[1:], strict=False)) + 1
        return labels if blocks == len(known) else shuffled(labels, draws)

    def _drawer(self, column: str) -> Drawer:
        cells = self.columns[column]
        if column == self.label:
            return lambda labels, draws: list(labels)
        seen = {word for word, values in self.seen.items() if "1" in values}
        if isinstance(self.problem.data, Documents) and column == self.problem.encoder.text:
            return texts_drawn(self.problem.data, self.of_class(cells), seen)
        if column == self.identity:
            return lambda labels, draws: _ids(cells, len(labels))
        if column in self.numeric:
            return self._with_missing(cells, self._numbers(column, cells))
        if column in self.problem.schema.columns and column not in self.brought:
            return self._with_missing(cells, self._values(column, cells))
        return lambda labels, draws: [cells[at % len(cells)] for at in range(len(labels))]

    def of_class(self, cells: Sequence[str]) -> dict[str, list[str]]:
        """Return the cells of a column by the class of their rows; missing ones are left out."""
        found: dict[str, list[str]] = {label: [] for label in self.labels}
        for cell, label in zip(cells, self.labels, strict=True):
            if cell not in self.marks:
                found[label].append(cell)
        return found

    def _with_missing(self, cells: Sequence[str], draw: Drawer) -> Drawer:
        """Return what draws a column whose missing cells are where the template has them."""
        gaps = {at: cell for at, cell in enumerate(cells) if cell in self.marks}

        def drawn(labels: Sequence[str], draws: Draws) -> list[str]:
            spots = [at for at in range(len(labels)) if at % len(cells) not in gaps]
            out = [gaps.get(at % len(cells), "") for at in range(len(labels))]
            shown = draw([labels[at] for at in spots], draws)
            for at, cell in zip(spots, shown, strict=True):
                out[at] = cell
            return out

        return drawn

    def _numbers(self, column: str, cells: Sequence[str]) -> Drawer:
        """Return what draws numbers on the template's grid: in a range, or as those of the class."""
        by_class = self.of_class(cells)
        shown = [cell for own in by_class.values() for cell in own]
        steps, sample = grid(shown), max(shown, key=len, default="0")
        span = self._span(column)

        def number(label: str, draws: Draws) -> str:
            own = list(map(number_in, by_class[label])) or [Fraction(0)]
            low, high = (span.low, span.high) if span else (min(own), max(own))
            drawn = between(low, high, steps, draws)
            if drawn is None:
                told = f"holds no number like those of column {quoted(column)}"
                raise InputError(told, at=SETTINGS / "numbers")
            return like(drawn, sample)

        return lambda labels, draws: [number(label, draws) for label in labels]

    def _span(self, column: str) -> Range | None:
        """Return the range that is given for a column."""
        numbers = self.template.settings["numbers"]
        return numbers.get(column) if isinstance(numbers, dict) else numbers

    def _values(self, column: str, cells: Sequence[str]) -> Drawer:
        """Return what draws values as often as the class has them, and each once more."""
        by_class = self.of_class(cells)
        listed = [value for value in self.problem.schema.columns[column] if value not in self.marks]
        needed = listed
        if column in self.times:
            span, most = self.template.settings["counts"], max(map(int, filter(str.isdigit, listed)))
            low, high = (int(span.low), int(span.high)) if span else (0, most)
            listed, needed = [str(number) for number in range(low, high + 1)], []
        asked = [value for value in listed if value in self.seen.get(column, ())]
        shown = {label: [cell for cell in own if cell in listed] for label, own in by_class.items()}
        pools = {label: [*listed, *own] for label, own in shown.items()}

        def draw(labels: Sequence[str], draws: Draws) -> list[str]:
            out = [one_of(pools[label], draws) for label in labels]
            for label in dict.fromkeys(labels):
                spots = [at for at, other in enumerate(labels) if other == label]
                own = [value for value in asked if value in shown[label]]
                whole = with_all([out[at] for at in spots], own, draws)
                for at, cell in zip(spots, whole, strict=True):
                    out[at] = cell
            return with_all(out, needed, draws)

        return draw


def _seen(problem: Problem) -> dict[str, set[str]]:
    """Return what queries show, words as 1, where zeros are not smoothed and one would decide all."""
    found: dict[str, set[str]] = {}
    for prediction in problem.predictions.values():
        if prediction.model.conventions.smoothing != Conventions().smoothing:
            continue
        for query in problem.query.values():
            shown = problem.encoder.encode(prediction.model, query)
            for column, value in shown.cells.items():
                found.setdefault(column, set()).add(value)
            for bag in shown.bags:
                for word in bag:
                    found.setdefault(word, set()).add("1")
    return found


def with_all(cells: list[str], needed: Sequence[str], draws: Draws) -> list[str]:
    """Return cells among which every value that is needed stands, put in where another stands twice.

    >>> sorted(with_all(["a", "a", "c"], ["b"], Draws(1)))
    ['a', 'b', 'c']
    """
    out = list(cells)
    for value in needed:
        # only what stands twice gives way, so that nothing is lost that was there
        spots = [at for at, cell in enumerate(out) if out.count(cell) > 1]
        if value not in out and spots:
            out[one_of(spots, draws)] = value
    return out


def _ids(known: Sequence[str], number: int) -> list[str]:
    """Return the ids of so many rows: those that are known, then the next numbers."""
    out = list(known[:number])
    while len(out) < number:
        found = _NUMBERED.fullmatch(out[-1]) if out else None
        following = f"{found[1]}{int(found[2]) + 1}" if found else f"{len(out) + 1}"
        out.append(following if following not in out else f"{following}*")
    return out
