"""The second reader: what a name of a quantity is worth, from the definition of each kind.

How to read: `SecondReader.value` goes by the head of a name, through three tables: that of the
data, below, that of a model (`view.py`), and that of questions around it (`questions.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.lazy import once, once_each
from exactnb.core.naming.names import Item, QuantityName, frequency_name
from exactnb.explain.derivation.second_reader.counting import Tally
from exactnb.explain.derivation.second_reader.problem import ProblemAsRead
from exactnb.explain.derivation.second_reader.reals import (
    NotRead,
    Real,
    exp,
    log,
    negative,
    over,
    power,
)
from exactnb.explain.derivation.second_reader.view import (
    OF_MODEL,
    OF_VALUES,
    Candidates,
    Edits,
    Read,
    View,
)


class SecondReader:
    """Read a problem by itself, and say what its quantities are worth.

    `at` is the λ at which a limit λ → 0⁺ is read, near 0 if none is named.
    """

    def __init__(self, problem: ProblemAsRead, at: Fraction | None = None) -> None:
        self.problem, self.classes = problem, problem.schema.classes
        self.tally = Tally(problem)
        self.views = {name: View(model, self.tally, at) for name, model in problem.models.items()}

    def recount(self, name: QuantityName) -> Fraction:
        """Return a count or a sum, taken anew from the rows."""
        counted = _OF_DATA[name.head](self, name)
        assert isinstance(counted, Fraction)
        return counted

    @once_each
    def value(self, name: QuantityName) -> Read:
        """Return what a quantity is worth.

        A decision is given as all classes whose joint may be the largest: one, but for ties, and for
        joints too close to tell. Raises NotRead for what has no naive reading.
        """
        if name.wrappers:
            return self._wrapped(name)
        if name.head in _OF_DATA:
            return _OF_DATA[name.head](self, name)
        view = self.views[name.model]
        if name.head in OF_MODEL:
            return OF_MODEL[name.head](view, name)
        from exactnb.explain.derivation.second_reader.questions import QUESTIONS

        if name.head in QUESTIONS:
            return QUESTIONS[name.head](view, name)
        raise NotRead(f"no naive reading of {name.head}")

    def _wrapped(self, name: QuantityName) -> Real:
        inner, outer = self.number(name.unwrapped()), name.wrappers[0]
        match outer:
            case "-":
                return negative(inner)
            case "exp":
                return exp(inner)
            case "sqrt":
                return power(inner, Fraction(1, 2))
            case _ if outer.startswith("log"):
                return log(inner, int(outer[3:]) if outer[3:] else None)
        raise NotRead(f"no naive reading of {outer}(...)")

    def number(self, name: QuantityName) -> Real:
        """Return the value of a quantity that is a number; raise NotRead for any other."""
        value = self.value(name)
        if isinstance(value, bool | tuple | Candidates | Edits | Matrix | Vector):
            raise NotRead(f"{name.head} is no number")
        return value

    # Counts and frequencies.

    def _is_measured(self, column: str) -> bool:
        """Say whether a column holds numbers in every model that looks at it."""
        own = [f for v in self.views.values() if (f := v.by_column.get(column)) is not None]
        return bool(own) and all(f.family not in OF_VALUES for f in own)

    def _cells(self, items: Iterable[Item]) -> dict[str, str | Fraction]:
        cells = ((item.variable, item.value) for item in items if item.kind == "cell")
        return {c: number_in(v) if self._is_measured(c) else v for c, v in cells}

    def _matching(self, items: Iterable[Item]) -> Fraction:
        """Return how many rows show all items; of a word, how often it stands in their texts."""
        items = tuple(items)
        label = next((item.value for item in items if item.kind == "class"), None)
        if words := [item.value for item in items if item.kind == "word"]:
            labels = self.classes if label is None else (label,)
            return Fraction(sum(self.tally.word(words[0], k) for k in labels))
        columns = [item.variable for item in items if item.kind == "column"]
        return Fraction(self.tally.matching(label, self._cells(items), columns))

    def count(self, name: QuantityName) -> Real:
        """Return how many rows show all of some items."""
        return self._matching(name.items)

    def tokens(self, name: QuantityName) -> Real:
        """Return how many words the texts of a class have."""
        return Fraction(sum(self.tally.word(w, name.before[0].value) for w in self._vocabulary))

    def vocabulary(self, name: QuantityName) -> Real:
        """Return how many different words count."""
        return Fraction(len(self._vocabulary))

    @once
    def _vocabulary(self) -> tuple[str, ...]:
        drawn = (v.model.words.columns for v in self.views.values() if v.model.words is not None)
        return tuple(dict.fromkeys(next(drawn, self.problem.schema.words)))

    def sums(self, name: QuantityName) -> Real:
        """Return what the numbers of a class, their squares or products add up to."""
        columns, k = name.columns, name.before[-1].value
        return self.tally.of(columns * 2 if name.head == "squares" else columns, k)

    def frequency(self, name: QuantityName) -> Real:
        """Return a relative frequency, of the rows that show all columns that A names."""
        left, right = name.before, name.right
        if [item.kind for item in left] == ["word"] and {item.kind for item in right} <= {"class"}:
            labels = [item.value for item in right] or self.classes
            words = sum(self.tally.word(w, k) for k in labels for w in self._vocabulary)
            return over(self._matching((*left, *right)), Fraction(words))
        shown = [
            Item("column", item.variable, "")
            for item in left
            if item.kind == "cell" and item.variable in self.problem.schema.columns
        ]
        partial = [i for i in shown if self._is_partial(i.variable)]
        return over(self._matching((*left, *right)), self._matching((*partial, *right)))

    def independent(self, name: QuantityName) -> Read:
        """Return whether the relative frequencies of some items multiply."""
        from exactnb.explain.derivation.second_reader.questions import multiply

        values = self.problem.schema.columns

        def frequency(items: tuple[Item, ...]) -> Real:
            return self.frequency(frequency_name(items, name.right))

        return multiply(name.before, lambda column: values.get(column, ("0", "1")), frequency)

    def _is_partial(self, column: str) -> bool:
        return any(self.tally.size(column, k) != self.tally.rows(k) for k in self.classes)


_OF_DATA: Mapping[str, Callable[[SecondReader, QuantityName], Read]] = {
    "count": SecondReader.count,
    "tokens": SecondReader.tokens,
    "vocabulary": SecondReader.vocabulary,
    "sum": SecondReader.sums,
    "squares": SecondReader.sums,
    "products": SecondReader.sums,
    "freq": SecondReader.frequency,
    "independent_in_data": SecondReader.independent,
}
