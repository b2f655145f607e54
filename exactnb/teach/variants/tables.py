"""Sample tables: as many rows of each class, cells like those of the class, all values present.

How to read: `TableSampler` learns once what each column holds; `rows` samples a table column by column;
`text_sampler` writes texts with all words of the vocabulary. The functions at the end draw amounts:
integers with a given sum, sizes of classes, numbers on a grid.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from math import lcm

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.numerals import decimal_places, number_in, spell_number
from exactnb.core.conventions import Conventions
from exactnb.core.data.documents import BETWEEN, Documents, cut
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.problem_file import missing_marks
from exactnb.core.problem.reading import Range
from exactnb.core.problem.sections import Section
from exactnb.errors import InputError, quoted
from exactnb.teach.variants.template import SETTINGS, Template

Drawer = Callable[[Sequence[str], Draws], list[str]]
"""From the classes of the rows to the cells of a column."""

_NUMBERED = re.compile(r"(.*?)([0-9]+)")
Words = Sequence[list[str]]
"""Texts as their words."""
_ATTEMPTS = 20  # to draw unequal sizes


class TableSampler:
    """Sample the rows of a table or of texts like those of a `template`.

    >>> sampler = TableSampler(Template.read("worked_examples/homework/sheet.toml"))
    >>> sampler.rows(Draws(1))[0]
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
        self.numeric = {column for model in models for column in model.numeric_blocks}
        self.covariates = {column for model in models for column in model.covariate_names}
        self.times = {
            c for model in models for c in model.vocabulary if c in self.problem.schema.columns
        }
        self.columns = {
            name: [row[index] for row in template.rows] for index, name in enumerate(template.header)
        }
        self.labels = self.columns[self.label]
        self.observed = _observed_values(self.problem)
        self.drawers = {name: self._column_sampler(name) for name in template.header}
        self._check_settings()

    def rows(self, draws: Draws, *, even: bool = True) -> list[list[str]]:
        """Return the rows of a table by the next `draws`; `even` keeps equally large classes so."""
        labels = self._sample_labels(draws, even=even)
        return [
            list(row)
            for row in zip(*(draw(labels, draws) for draw in self.drawers.values()), strict=True)
        ]

    def _check_settings(self) -> None:
        """Refuse ranges that are impossible for a table of this shape, and unknown columns."""
        settings, classes = self.template.settings, self.problem.schema.classes
        rows = settings["rows"]
        unlisted = self.numeric | self.covariates | self.times
        listed = [len(v) for c, v in self.problem.schema.columns.items() if c not in unlisted]
        needed = max([len(classes), *listed])
        if rows is not None and rows.low < needed:
            message = f"needs at least {needed} rows, one for each class and each value"
            raise InputError(f"{message}; got {rows.low}", at=SETTINGS / "rows")
        numbers = settings["numbers"]
        for column in numbers if isinstance(numbers, dict) else ():
            if column not in self.numeric:
                raise InputError(f"{quoted(column)} is no column of numbers", at=SETTINGS / "numbers")
        for name, query in self.problem.query.items():
            for column, cell in query.items() if isinstance(query, Mapping) else ():
                span = self._range_setting(column) if column in self.numeric else None
                if span is not None and not span.low <= number_in(str(cell)) <= span.high:
                    message = f"{column} = {cell} of query {quoted(name)} lies outside"
                    raise InputError(message, at=SETTINGS / "numbers")

    def _sample_labels(self, draws: Draws, *, even: bool) -> list[str]:
        """Return the class of each row, in blocks if the template has them so."""
        classes = list(dict.fromkeys(self.labels))
        current_sizes = [self.labels.count(label) for label in classes]
        span, total = self.template.settings["rows"], len(self.labels)
        if span is not None:
            total = int(span.low) + draws.integer_below(int(span.high - span.low) + 1)
        elif not even:
            total += 1
        new_sizes = random_class_sizes(current_sizes, total, draws, even=even)
        if new_sizes == current_sizes:
            return self.labels
        labels = [label for label, size in zip(classes, new_sizes, strict=True) for _ in range(size)]
        neighbours = zip(self.labels, self.labels[1:], strict=False)
        blocks = sum(first != second for first, second in neighbours) + 1
        return labels if blocks == len(classes) else draws.shuffled(labels)

    def _column_sampler(self, column: str) -> Drawer:
        cells = self.columns[column]
        if column == self.label:
            return lambda labels, draws: list(labels)
        observed = {word for word, values in self.observed.items() if "1" in values}
        if isinstance(self.problem.data, Documents) and column == self.problem.encoder.text:
            return text_sampler(self.problem.data, self.cells_by_class(cells), observed)
        if column == self.identity:
            return lambda labels, draws: _ids_for_rows(cells, len(labels))
        if column in self.numeric:
            return self._with_missing(cells, self._number_sampler(column, cells))
        if column in self.problem.schema.columns and column not in self.covariates:
            return self._with_missing(cells, self._value_sampler(column, cells))
        return lambda labels, draws: [cells[index % len(cells)] for index in range(len(labels))]

    def cells_by_class(self, cells: Sequence[str]) -> dict[str, list[str]]:
        """Return the `cells` of a column by the class of their rows, without missing ones."""
        by_class: dict[str, list[str]] = {label: [] for label in self.labels}
        for cell, label in zip(cells, self.labels, strict=True):
            if cell not in self.marks:
                by_class[label].append(cell)
        return by_class

    def _with_missing(self, cells: Sequence[str], draw: Drawer) -> Drawer:
        """Return a sampler of a column whose cells are missing where the template's are."""
        gaps = {index: cell for index, cell in enumerate(cells) if cell in self.marks}

        def with_gaps(labels: Sequence[str], draws: Draws) -> list[str]:
            spots = [index for index in range(len(labels)) if index % len(cells) not in gaps]
            column = [gaps.get(index % len(cells), "") for index in range(len(labels))]
            for index, cell in zip(spots, draw([labels[index] for index in spots], draws), strict=True):
                column[index] = cell
            return column

        return with_gaps

    def _number_sampler(self, column: str, cells: Sequence[str]) -> Drawer:
        """Return a sampler of numbers on the template's grid: in a range, or in that of the class."""
        by_class = self.cells_by_class(cells)
        numerals = [cell for group in by_class.values() for cell in group]
        steps, sample = common_denominator(numerals), max(numerals, key=len, default="0")
        span = self._range_setting(column)

        def number(label: str, draws: Draws) -> str:
            values = list(map(number_in, by_class[label])) or [Fraction(0)]
            low, high = (span.low, span.high) if span else (min(values), max(values))
            sampled = random_between(low, high, steps, draws)
            if sampled is None:
                message = f"holds no number like those of column {quoted(column)}"
                raise InputError(message, at=SETTINGS / "numbers")
            return format_like(sampled, sample)

        return lambda labels, draws: [number(label, draws) for label in labels]

    def _range_setting(self, column: str) -> Range | None:
        """Return the range that the settings have for a column."""
        numbers = self.template.settings["numbers"]
        return numbers.get(column) if isinstance(numbers, dict) else numbers

    def _value_sampler(self, column: str, cells: Sequence[str]) -> Drawer:
        """Return a sampler of values, each as often as in the class and once more."""
        by_class = self.cells_by_class(cells)
        listed = [value for value in self.problem.schema.columns[column] if value not in self.marks]
        needed = listed
        if column in self.times:
            span, most = self.template.settings["counts"], max(map(int, filter(str.isdigit, listed)))
            low, high = (int(span.low), int(span.high)) if span else (0, most)
            listed, needed = [str(number) for number in range(low, high + 1)], []
        observed = [value for value in listed if value in self.observed.get(column, ())]
        values = {
            label: [cell for cell in group if cell in listed] for label, group in by_class.items()
        }
        pools = {label: [*listed, *group] for label, group in values.items()}

        def draw(labels: Sequence[str], draws: Draws) -> list[str]:
            column = [draws.pick(pools[label]) for label in labels]
            for label in dict.fromkeys(labels):
                spots = [index for index, row_label in enumerate(labels) if row_label == label]
                required = [value for value in observed if value in values[label]]
                completed = with_required([column[index] for index in spots], required, draws)
                for index, cell in zip(spots, completed, strict=True):
                    column[index] = cell
            return with_required(column, needed, draws)

        return draw


def _observed_values(problem: Problem) -> dict[str, set[str]]:
    """Return the values in queries, words as 1, if unsmoothed zeros would decide everything."""
    observed: dict[str, set[str]] = {}
    for prediction in problem.predictions.values():
        if prediction.model.conventions.smoothing != Conventions().smoothing:
            continue
        for query in problem.query.values():
            observation = problem.encoder.encode(prediction.model, query)
            for column, value in observation.cells.items():
                observed.setdefault(column, set()).add(value)
            for bag in observation.bags:
                for word in bag:
                    observed.setdefault(word, set()).add("1")
    return observed


def with_required(cells: list[str], needed: Sequence[str], draws: Draws) -> list[str]:
    """Return `cells` with every value in `needed`, each put in place of a value that occurs twice.

    The places come from `draws`.

    >>> sorted(with_required(["a", "a", "c"], ["b"], Draws(1)))
    ['a', 'b', 'c']
    """
    completed = list(cells)
    for value in needed:
        # Only a value that occurs twice gives way, so that no other value is lost.
        spots = [index for index, cell in enumerate(completed) if completed.count(cell) > 1]
        if value not in completed and spots:
            completed[draws.pick(spots)] = value
    return completed


def _ids_for_rows(ids: Sequence[str], number: int) -> list[str]:
    """Return the ids of so many rows: those of the template, then the next numbers."""
    extended = list(ids[:number])
    while len(extended) < number:
        match = _NUMBERED.fullmatch(extended[-1]) if extended else None
        following = f"{match[1]}{int(match[2]) + 1}" if match else f"{len(extended) + 1}"
        extended.append(following if following not in extended else f"{following}*")
    return extended


def text_sampler(
    documents: Documents, by_class: Mapping[str, Sequence[str]], observed: Collection[str]
) -> Callable[[Sequence[str], Draws], list[str]]:
    """Return a sampler of texts for the classes of rows; ignored words stay where they are.

    Each text is as long as one of its class in `by_class`, with words as frequent as there. Words that
    are `observed` in queries stay in the classes that have them. In every other draw a class lacks a
    word, since otherwise its vocabulary is that of all classes, and confusing the two changes nothing.
    `documents` are the template's.
    """
    counted = set(documents.vocabulary)
    tokens = {k: [cut(text, documents.split) for text in texts] for k, texts in by_class.items()}
    bags = {k: [w for text in texts for w in text if w in counted] for k, texts in tokens.items()}
    spaced = documents.split != "letters" or any(" " in t for texts in by_class.values() for t in texts)

    def draw(labels: Sequence[str], draws: Draws) -> list[str]:
        pools = {label: [*bag, *documents.vocabulary] for label, bag in bags.items()}
        if documents.vocabulary and draws.integer_below(2):
            label, lacked = draws.pick(list(pools)), draws.pick(documents.vocabulary)
            pools[label] = [word for word in pools[label] if word != lacked] or pools[label]
        texts = [
            [draws.pick(pools[label]) if w in counted else w for w in draws.pick(tokens[label])]
            for label in labels
        ]
        for label, bag in bags.items():
            mine = [text for text, text_label in zip(texts, labels, strict=True) if text_label == label]
            required = [w for w in documents.vocabulary if w in observed and w in bag]
            _insert_missing_words(required, mine, counted, draws)
        _insert_missing_words(documents.vocabulary, texts, counted, draws)
        between = BETWEEN.get(documents.split, " " * spaced)
        return [between.join(text) for text in texts]

    return draw


def _insert_missing_words(
    needed: Sequence[str], texts: Words, counted: Collection[str], draws: Draws
) -> None:
    """Put missing words that are needed into texts, each in place of one that occurs twice."""
    for word in needed:
        often = Counter(w for text in texts for w in text if w in counted)
        spots = [(text, index) for text in texts for index, w in enumerate(text) if often[w] > 1]
        if not often[word] and spots:
            text, index = draws.pick(spots)
            text[index] = word


def random_parts(total: int, weights: Sequence[int], least: int, draws: Draws) -> list[int]:
    """Return integers with sum `total`, none below `least`, each unit of `draws` given by `weights`.

    >>> random_parts(14, [9, 5], 5, Draws(3))
    [7, 7]
    """
    amounts = [least] * len(weights)
    places = [index for index, weight in enumerate(weights) for _ in range(weight)]
    for _ in range(total - least * len(weights)):
        amounts[draws.pick(places)] += 1
    return amounts


def random_class_sizes(current: Sequence[int], total: int, draws: Draws, *, even: bool) -> list[int]:
    """Return new sizes of classes with sum `total`; `even` keeps equal ones equal, if it can.

    Unequal `current` sizes stay unequal, since equal ones would hide every mistake about the prior. The
    sizes come from `draws`.

    >>> [random_class_sizes(old, sum(old), Draws(1), even=True) for old in ([4, 4], [9, 5])]
    [[4, 4], [8, 6]]
    """
    number = len(current)
    equal = len(set(current)) == 1
    if (even and equal and total % number == 0) or number == 1:
        return [total // number] * number
    least = max(1, min(*current, total // number) - equal)
    for _ in range(_ATTEMPTS):
        new_sizes = random_parts(total, current, min(least, total // number), draws)
        if len(set(new_sizes)) > 1:
            break
    return new_sizes


def common_denominator(cells: Sequence[str]) -> int:
    """Return the least common denominator of the numbers in `cells`."""
    return lcm(*(number_in(cell).denominator for cell in cells))


def random_between(low: Fraction, high: Fraction, steps: int, draws: Draws) -> Fraction | None:
    """Return a multiple of 1/`steps` from `low` to `high`, by the next of the `draws`, or None."""
    first, last = -((-low * steps) // 1), (high * steps) // 1
    if last < first:
        return None
    return Fraction(int(first) + draws.integer_below(int(last - first) + 1), steps)


def format_like(number: Fraction, cell: str) -> str:
    """Return `number` in the format of a `cell`: a percentage, a decimal of as many places, a fraction.

    >>> [format_like(Fraction(1, 2), cell) for cell in ("0.25", "3/8", "20%")]
    ['0.50', '1/2', '50%']
    """
    if cell.endswith("%"):
        return f"{spell_number(number * 100)}%"
    places = len(cell.partition(".")[2]) if "." in cell else 0
    places_needed = decimal_places(number)
    if places and places_needed is not None and places_needed <= places:
        digits = str(int(abs(number) * 10**places)).rjust(places + 1, "0")
        return f"{'-' * (number < 0)}{digits[:-places]}.{digits[-places:]}"
    return str(number) if "/" in cell else str(spell_number(number))
