"""The second reader: the value of a quantity by its name, from the definition of each kind.

How to read: `SecondReader.value` goes by the head of a name, through three tables: that of the
data, below, that of a model (`view.py`), and that of questions about it (`questions.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.lazy import once, once_each
from exactnb.core.naming.names import Item, QuantityName, frequency_name
from exactnb.explain.derivation.second_reader.counting import ProblemAsRead, RowTally
from exactnb.explain.derivation.second_reader.estimates import Estimates
from exactnb.explain.derivation.second_reader.reals import *
from exactnb.explain.derivation.second_reader.view import (
    MODEL_READERS,
    Candidates,
    Edits,
    ModelView,
    Read,
)


class SecondReader:
    """An independent reading of `problem`, and the values of its quantities.

    `number_for_lambda` is the λ at which a limit λ → 0⁺ is read; None stands for a λ extremely near 0.
    """

    def __init__(self, problem: ProblemAsRead, number_for_lambda: Fraction | None = None) -> None:
        self.problem, self.classes = problem, problem.schema.classes
        self.tally = RowTally(problem, problem.cases)
        estimates = {
            name: Estimates(model, self.tally, number_for_lambda)
            for name, model in problem.models.items()
        }
        self.views = {name: ModelView(of_model) for name, of_model in estimates.items()}

    def recount(self, name: QuantityName) -> Fraction:
        """Return the count or sum `name`, taken again from the rows."""
        counted = _DATA_READERS[name.head](self, name)
        assert isinstance(counted, Fraction)
        return counted

    @once_each
    def value(self, name: QuantityName) -> Read:
        """Return the value of the quantity `name`.

        A decision consists of all classes whose joint may be the largest: one, but for ties and for
        joints too close to compare. Raises NotRead for a quantity without a naive reading.
        """
        if name.wrappers:
            return self._function_value(name)
        if name.head in _DATA_READERS:
            return _DATA_READERS[name.head](self, name)
        view = self.views[name.model]
        if name.head in MODEL_READERS:
            return MODEL_READERS[name.head](view, name)
        from exactnb.explain.derivation.second_reader.questions import QUESTIONS

        if name.head in QUESTIONS:
            return QUESTIONS[name.head](view, name)
        raise NotRead(f"no naive reading of {name.head}")

    def _function_value(self, name: QuantityName) -> Real:
        inner, outer = self.number(name.unwrapped()), name.wrappers[0]
        match outer:
            case "-":
                return negate(inner)
            case "exp":
                return exp(inner)
            case "sqrt":
                return power(inner, Fraction(1, 2))
            case _ if outer.startswith("log"):
                return log(inner, int(outer[3:]) if outer[3:] else None)
        raise NotRead(f"no naive reading of {outer}(...)")

    def number(self, name: QuantityName) -> Real:
        """Return the value of `name`, which is a number; raise NotRead for any other quantity."""
        value = self.value(name)
        if isinstance(value, bool | tuple | Candidates | Edits | Matrix | Vector):
            raise NotRead(f"{name.head} is no number")
        return value

    # Counts and frequencies.

    def _is_measured(self, column: str) -> bool:
        """Say whether a column holds numbers in every model that has it."""
        groups = [f for v in self.views.values() if (f := v.by_column.get(column)) is not None]
        return bool(groups) and not any(f.has_named_cells for f in groups)

    def _cells(self, items: Iterable[Item]) -> dict[str, str | Fraction]:
        cells = ((item.variable, item.value) for item in items if item.kind == "cell")
        return {c: number_in(v) if self._is_measured(c) else v for c, v in cells}

    def _matching(self, items: Iterable[Item]) -> Fraction:
        """Return how many rows show all items; of a word, how often it stands in their texts."""
        items = tuple(items)
        label = next((item.value for item in items if item.kind == "class"), None)
        if matching_words := [item.value for item in items if item.kind == "word"]:
            labels = self.classes if label is None else (label,)
            return Fraction(sum(self.tally.word(matching_words[0], k) for k in labels))
        columns = [item.variable for item in items if item.kind == "column"]
        return Fraction(self.tally.matching_row_count(label, self._cells(items), columns))

    def count(self, name: QuantityName) -> Real:
        """Return how many rows show all items of `name`."""
        return self._matching(name.items)

    def tokens(self, name: QuantityName) -> Real:
        """Return the number of words in the texts of the class of `name`."""
        return Fraction(sum(self.tally.word(w, name.subjects[0].value) for w in self._vocabulary))

    def vocabulary(self, name: QuantityName) -> Real:
        """Return the size of the vocabulary, whatever the `name` is called."""
        return Fraction(len(self._vocabulary))

    @once
    def _vocabulary(self) -> tuple[str, ...]:
        families = (view.model.word_family for view in self.views.values())
        vocabularies = (family.columns for family in families if family is not None)
        return tuple(dict.fromkeys(next(vocabularies, self.problem.schema.words)))

    def sums(self, name: QuantityName) -> Real:
        """Return the sum `name` of the numbers of a class, their squares or products."""
        columns, k = name.columns, name.subjects[-1].value
        return self.tally.of(columns * 2 if name.head == "squares" else columns, k)

    def frequency(self, name: QuantityName) -> Real:
        """Return the relative frequency `name`, among the rows with a value in its event's columns."""
        event, condition = name.subjects, name.right
        if [item.kind for item in event] == ["word"] and {item.kind for item in condition} <= {"class"}:
            labels = [item.value for item in condition] or self.classes
            word_total = sum(self.tally.word(w, k) for k in labels for w in self._vocabulary)
            return divide(self._matching((*event, *condition)), Fraction(word_total))
        event_columns = [
            Item("column", item.variable, "")
            for item in event
            if item.kind == "cell" and item.variable in self.problem.schema.columns
        ]
        partial = [i for i in event_columns if self.tally.is_partial(i.variable)]
        return divide(self._matching((*event, *condition)), self._matching((*partial, *condition)))

    def independent(self, name: QuantityName) -> Read:
        """Return whether the relative frequencies of the items of `name` multiply."""
        from exactnb.explain.derivation.second_reader.questions import is_product

        values = self.problem.schema.columns

        def frequency(items: tuple[Item, ...]) -> Real:
            return self.frequency(frequency_name(items, name.right))

        return is_product(name.subjects, lambda column: values.get(column, ("0", "1")), frequency)


_DATA_READERS: Mapping[str, Callable[[SecondReader, QuantityName], Read]] = {
    "count": SecondReader.count,
    "tokens": SecondReader.tokens,
    "vocabulary": SecondReader.vocabulary,
    "sum": SecondReader.sums,
    "squares": SecondReader.sums,
    "products": SecondReader.sums,
    "freq": SecondReader.frequency,
    "independent_in_data": SecondReader.independent,
}
