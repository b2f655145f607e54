"""A tally as the data of a problem, which is then solved as any other of counts alone."""

from __future__ import annotations

from dataclasses import dataclass

from exactnb import families
from exactnb.counting.features import Numbers, Presence, Values, Words
from exactnb.counting.splitting import splitter
from exactnb.counting.tally import Tally, feature_place
from exactnb.data.counts import Cell, Counts
from exactnb.data.power_sums import PowerSum
from exactnb.data.rows import ordered_values
from exactnb.data.schema import Number, Schema, as_number
from exactnb.errors import HERE, InputError, listing


@dataclass(frozen=True)
class CountedData:
    """Counts, what columns and words follow, and how a text is cut into words ("" for no texts)."""

    counts: Counts
    families: dict[str, str]
    word_family: str = ""
    split: str = ""

    def query(self, text: str) -> str:
        """Return a text as words with spaces between, as it was cut when it was counted."""
        return " ".join(splitter(self.split)(text)) if self.split else text


def as_data(tally: Tally) -> CountedData:
    """Return the counts of a problem, whose columns and values stand in alphabetical order.

    >>> tally = Tally.from_rows([("class", "play", "yes", None, 2), ("value", "sky", "yes", "rain", 2)])
    >>> as_data(tally).counts.cell("sky", "rain", "yes")
    2

    Raises InputError for several texts, and for numbers that are missing: their sums are not those of
    all rows.
    """
    tally.audited()
    columns: dict[str, tuple[str, ...]] = {}
    cells: dict[Cell, Number] = {}
    words: dict[tuple[str, str], Number] = {}
    moments: dict[PowerSum, Number] = {}
    chosen: dict[str, str] = {}
    _, texts = text_of(tally)
    for column in sorted(tally.features):
        of = tally.features[column]
        if isinstance(of, Values):
            columns[column] = ordered_values(of.values, None, HERE)
            cells |= {
                (column, v, k): n
                for k, found in of.counts.items()
                for v, n in found.items()
                if v is not None
            }
        elif isinstance(of, Numbers):
            if any(of.missing.values()):
                raise InputError(
                    "some rows lack the number; only labels are worked out", at=feature_place(column)
                )
            columns[column] = ()
            chosen[column] = families.usual("numbers")
            for label, sums in of.sums.items():
                moments[(column,), label] = as_number(sums.total)
                moments[(column, column), label] = as_number(sums.squares)
        else:
            words = {(word, k): n for k, found in of.counts.items() for word, n in found.items()}
    classes = tuple(sorted(tally.classes))
    schema = Schema(tally.label, classes, columns, texts.words if texts else ())
    sizes: dict[str, Number] = {label: tally.classes[label] for label in classes}
    counts = Counts(schema, sizes, cells, words, words, moments=moments)
    if texts is None:
        return CountedData(counts, chosen)
    kernel = "words" if isinstance(texts, Words) else "presence"
    return CountedData(counts, chosen, families.with_kernel(kernel)[0], texts.split)


def text_of(tally: Tally) -> tuple[str, Words | Presence | None]:
    """Return the one text that was counted, with its name; "" and None if there is none.

    Raises InputError for several.
    """
    found = {name: of for name, of in tally.features.items() if isinstance(of, Words | Presence)}
    if len(found) > 1:
        raise InputError(f"expected one column of texts; got {listing(sorted(found))}")
    return next(iter(found.items()), ("", None))
