"""Given parameters: a prior and the probabilities of cells and words, with no data behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from fractions import Fraction

from exactnb.core.arguments import require
from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.schema import Schema, in_class
from exactnb.core.data.showing import TabularDisplay, summary_line
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError

_OTHER = "other"  # the word that all words without a row are


@frozen(slots=True)
class Parameters(TabularDisplay):
    """Hold given numbers, with no data behind them.

    `prior` is by class, `cells` by column, value and class, `words` by word and class. A value that
    is left out of `cells` has the rest of 1. `numbers` are those of numeric columns, by head (mean,
    rate ...), columns and class; `points` those of a density, by column and class. Where `logarithms`
    stand for the probabilities, as programs store them, these need not add up to 1. The word `other`,
    if there is one, stands for all that are not in the schema.

    >>> schema = Schema("coin", ("fair", "bent"), {"toss": ("heads", "tails")})
    >>> heads = {("toss", "heads", "fair"): Ratio(1, 2), ("toss", "heads", "bent"): Ratio(9, 10)}
    >>> Parameters(schema, cells=heads).left_out("toss")
    'tails'
    """

    schema: Schema
    prior: Mapping[str, Ratio] | None = None
    cells: Mapping[tuple[str, str, str], Ratio] = field(default_factory=dict)
    words: Mapping[tuple[str, str], Ratio] = field(default_factory=dict)
    numbers: Mapping[tuple[str, tuple[str, ...], str], Fraction] = field(default_factory=dict)
    points: Mapping[tuple[str, str], tuple[tuple[Fraction, Fraction], ...]] = field(
        default_factory=dict
    )
    logarithms: bool = False
    other: str = ""

    def __post_init__(self) -> None:
        require(self.schema, Schema, "a Schema", "schema")
        for key in ("cells", "words", "numbers", "points"):
            require(getattr(self, key), Mapping, "numbers by what they are of", key)

    def __repr__(self) -> str:
        schema, size = self.schema, len(self.cells) + len(self.words) + len(self.numbers)
        variable, classes = schema.class_variable, schema.classes
        return summary_line("Parameters", f"{size} numbers", schema.columns, variable, classes)

    def _header_and_rows(self) -> tuple[list[str], list[list[str]]]:
        """Return what is given of each value, word and density, in each class."""
        by_name: dict[tuple[str, str], dict[str, object]] = {}
        for label, share in (self.prior or {}).items():
            by_name.setdefault(("", ""), {})[label] = share
        for (column, value, label), share in self.cells.items():
            by_name.setdefault((column, value), {})[label] = share
        for (word, label), share in self.words.items():
            by_name.setdefault(("", word), {})[label] = share
        for (head, columns, label), number in self.numbers.items():
            by_name.setdefault((", ".join(columns), head), {})[label] = number
        classes = self.schema.classes
        rows = [
            [*names, *(str(by_class.get(k, "")) for k in classes)]
            for names, by_class in by_name.items()
        ]
        return ["", self.schema.class_variable, *classes], rows

    def share(self, variable: str, value: str, label: str) -> Ratio | None:
        """Return the given P(`variable` = `value` | `label`).

        Of a 1 where a 0/1 column stands as a word.
        """
        if variable in self.schema.columns:
            return self.cells.get((variable, value, label))
        return self.words.get((variable, label)) if value == "1" else None

    def left_out(self, column: str) -> str | None:
        """Return the value of a column that has no number of its own."""
        label = self.schema.classes[0]
        values = self.schema.columns[column]
        return next((v for v in values if (column, v, label) not in self.cells), None)


def with_other_words(data: object) -> Parameters:
    """Return `data` with all further words as one, `other`, which has the rest of 1 in each class.

    >>> schema = Schema("mail", ("spam", "ham"), {}, ("win",))
    >>> given = {("win", "spam"): Ratio(1, 10), ("win", "ham"): Ratio(1, 100)}
    >>> with_other_words(Parameters(schema, words=given)).words["other", "spam"]
    Ratio(9, 10)

    Raises InputError for data without probabilities of words, for a word `other`, and where they add up
    to more than 1.
    """
    if not isinstance(data, Parameters) or not data.words:
        raise InputError("needs the probabilities of words in data.parameters")
    schema, words = data.schema, dict(data.words)
    if _OTHER in schema.variables():
        raise InputError(f"{_OTHER!r} has a row already")
    for label in schema.classes:
        rest = 1 - sum(data.words[word, label].value for word in schema.words)
        if rest < 0:
            total = f"the probabilities of the words add up to {number_text(1 - rest)}"
            raise InputError(f"{total}, more than 1", at=in_class(HERE, label))
        words[_OTHER, label] = Ratio(rest.numerator, rest.denominator)
    with_word = replace(schema, words=(*schema.words, _OTHER))
    return replace(data, schema=with_word, words=words, other=_OTHER)
