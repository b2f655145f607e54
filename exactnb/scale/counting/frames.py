"""Count frames of pandas, Polars, PyArrow, DuckDB and Spark: the engine groups, Python checks and adds.

How to read: `count_frame` looks at the classes first (`_classes`): how many rows they have, and how
large numbers are, so that no sum can leave 64 bits. Then all that is to be counted is asked of the
engine at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from exactnb.core.data.places import in_class
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, quoted
from exactnb.scale.counting.cells import Key, check_text, key_of, parts, unit_of
from exactnb.scale.counting.engines import Column, Opened, names_in, narwhals, opened
from exactnb.scale.counting.features import Feature, Numbers, Presence, Sum, Values, Words
from exactnb.scale.counting.splitting import ASCII
from exactnb.scale.counting.tally import Part, Tally
from exactnb.scale.counting.texts_in_engines import MARK, counted, present

_LIMB = 2**32
_LARGEST = 2**31
_Rows = list[tuple[Any, ...]]


def count_frame(
    frame: Any,
    label: str,
    *,
    columns: Sequence[str] = (),
    numbers: Sequence[str] = (),
    texts: Sequence[str] = (),
    presence: Sequence[str] = (),
    part: str = "",
) -> Tally:
    """Return what the rows of a frame hold by class, counted by the engine that has them.

    `frame` is pandas', Polars' (eager, or lazy and then streamed), PyArrow's, a relation of DuckDB or a
    frame of Spark. `label` is the column of classes. `columns` hold values: text, whole numbers, truth
    values; `numbers` whole numbers or decimals, of which sums are taken; of `texts` words are counted,
    and of `presence` how many of them have each word. Without any of these all other columns are
    values. `part` names the rows, so that they are not added up twice. Null, "" and "?" are missing.
    Values and classes that a type lists (categories of pandas, enumerations of Polars and DuckDB) are
    counted 0 times where no row has them.

    >>> import polars as pl
    >>> days = pl.DataFrame({"sky": ["sun", "rain", None], "play": ["yes", "no", "no"]})
    >>> [row.n for row in count_frame(days, "play").rows()]  # of no, yes; none, rain, sun
    [2, 1, 1, 1, 1]

    Raises InputError for a row without a class, binary floats and other types, numbers of 2^31 units or
    more, and for an engine whose counts do not add up.
    """
    if not (columns or numbers or texts or presence):
        columns = [name for name in names_in(frame) if name != label]
    names = (label, *columns, *numbers, *texts, *presence)
    rows = opened(frame, names, texts=bool(texts or presence))
    return _Counting(rows, *(tuple(of) for of in (columns, numbers, texts, presence))).tally(part)


@frozen
class _Counting:
    """Columns of a frame by what is counted of them; the first one of all holds the classes."""

    rows: Opened
    values: tuple[str, ...]
    numbers: tuple[str, ...]
    texts: tuple[str, ...]
    presence: tuple[str, ...]

    def tally(self, part: str) -> Tally:
        """Count, and look whether all rows were."""
        sizes, wholes = self._classes()
        asked = list(self._asked(wholes))
        answers = self.rows.collected([question for _, question, _ in asked])
        found = {name: read(rows) for (name, _, read), rows in zip(asked, answers, strict=True)}
        parts = {part: Part(part, sizes.total())} if part else {}
        return Tally(self.rows.names[0], dict(sizes), found, parts).audited()

    @once
    def _label(self) -> Key:
        return key_of(self.rows.column(self.rows.names[0]))

    def _keyed(self, *expressions: Any, **named: Any) -> Any:
        """Return the rows with the key of their class, and columns that are made."""
        return self.rows.frame.select(self._label.expression.alias("label"), *expressions, **named)

    @once_each
    def _class(self, cell: Any) -> str:
        label = self._label.name(cell)
        if label is None:
            raise InputError("a row has no class", at=HERE.column(self.rows.names[0]))
        return label

    def _classes(self) -> tuple[Counter[str], dict[str, Counter[str]]]:
        """Count the rows of classes, and refuse what would not be added up exactly.

        For each column of texts there is how long they are, with one sign more for each, or how many.
        """
        nw = narwhals()
        texts = list(map(self.rows.column, (*self.texts, *self.presence)))
        numbers = list(map(self.rows.column, self.numbers))
        units = list(map(unit_of, numbers))
        wholes = {}
        for column in texts:
            check_text(column)
            length = nw.col(column.at).str.len_chars().cast(nw.Int64)
            wholes[f"l{column.at}"] = length + 1 if column.name in self.texts else length * 0 + 1
        rows = self._keyed(*(nw.col(column.at) for column in numbers), **wholes)
        wanted = [nw.len().alias("n"), *(nw.col(name).sum() for name in wholes)]
        for column in numbers:
            wanted += [nw.col(column.at).min().alias(f"a{column.at}")]
            wanted += [nw.col(column.at).max().alias(f"b{column.at}")]
        whole = nw.col("n", *wholes).cast(nw.Int64)
        (found,) = self.rows.collected([rows.group_by("label").agg(*wanted).with_columns(whole)])
        sizes: Counter[str] = Counter(dict.fromkeys(self._label.declared, 0))
        of_texts: dict[str, Counter[str]] = {column.name: Counter() for column in texts}
        for label, n, *others in found:
            name = self._class(label)
            sizes[name] += n
            for column, whole in zip(texts, others, strict=False):
                of_texts[column.name][name] += whole or 0
            ends = others[len(texts) :]
            for at, (column, unit) in enumerate(zip(numbers, units, strict=True)):
                _check_ends(ends[2 * at : 2 * at + 2], unit, column.name)
        if self.numbers and sum(sizes.values()) >= _LARGEST:
            raise InputError(
                "sums are taken of fewer than 2^31 rows at once; count parts, and merge them"
            )
        return sizes, of_texts

    def _asked(
        self, wholes: Mapping[str, Counter[str]]
    ) -> Iterator[tuple[str, Any, Callable[[_Rows], Feature]]]:
        """Yield features, what is asked of the engine, and what makes the feature of its answer."""
        nw = narwhals()
        for column in map(self.rows.column, self.values):
            key = key_of(column)
            keyed = self._keyed(key.expression.alias("value"))
            counts = keyed.group_by("label", "value").agg(nw.len().alias("n"))
            counts = counts.select("label", "value", nw.col("n").cast(nw.Int64))
            yield column.name, counts, partial(self._values, key)
        for column in map(self.rows.column, self.numbers):
            unit = unit_of(column)
            yield column.name, self._moments(column, unit), partial(self._numbers, unit)
        label = self._label.expression.alias("c0")
        keyed = replace(self.rows, frame=self.rows.frame.with_columns(label))
        for kind, ask, names in (("signs", counted, self.texts), ("texts", present, self.presence)):
            for column in map(self.rows.column, names):
                read = partial(self._words, column.name, kind, wholes[column.name])
                yield column.name, ask(keyed, "c0", column.at), read

    def _moments(self, column: Column, unit: int) -> Any:
        """Ask for Σx and Σx², the latter in two sums of 32 bits each, which 2^31 rows do not fill.

        Whatever an engine takes for the upper limb, upper·2^32 + lower is x².
        """
        nw = narwhals()
        x, square, upper, lower = (nw.col(name) for name in ("x", "square", "upper", "lower"))
        rows = self._keyed(x=parts(column, unit)).with_columns(square=x * x)
        rows = rows.with_columns(upper=(square // _LIMB).cast(nw.Int64))
        rows = rows.with_columns(lower=square - upper * _LIMB)
        wanted = (nw.len().alias("n"), x.count().alias("shown"), x.sum(), upper.sum(), lower.sum())
        whole = nw.col("n", "shown", "x", "upper", "lower").cast(nw.Int64)
        return rows.group_by("label").agg(*wanted).with_columns(whole)

    def _values(self, key: Key, found: _Rows) -> Values:
        counts: defaultdict[str, Counter[str | None]] = defaultdict(Counter)
        for label, value, n in found:
            counts[self._class(label)][key.name(value)] += n
        for of in counts.values():
            of.update(dict.fromkeys(key.declared, 0))
        return Values({label: dict(of) for label, of in counts.items()})

    def _numbers(self, unit: int, found: _Rows) -> Numbers:
        sums: defaultdict[str, Sum] = defaultdict(Sum)
        missing: Counter[str] = Counter()
        for label, n, shown, total, upper, lower in found:
            if shown:
                squares = Fraction(upper * _LIMB + lower, unit**2)
                sums[self._class(label)] += Sum(shown, Fraction(total, unit), squares)
            if n > shown:
                missing[self._class(label)] += n - shown
        return Numbers(dict(sums), dict(missing))

    def _words(self, name: str, kind: str, wholes: Counter[str], found: _Rows) -> Words | Presence:
        """Return the words of texts, once all of what was cut is there again."""
        counts: dict[str, dict[str, int]] = {}
        cut, totals = Counter[str](), Counter[str]()
        tables = {
            label: counts.setdefault(self._class(label), {}) for label in {row[0] for row in found}
        }
        for label, word, n, whole, total in found:
            if word == MARK:
                cut[self._class(label)] += whole
                totals[self._class(label)] += total
            else:
                table = tables[label]
                table[word] = table.get(word, 0) + n
        for label, whole in wholes.items():
            at = in_class(HERE.column(name), label)
            _check_kept(cut[label], whole, kind, at)
            _check_kept(sum(counts.get(label, {}).values()), totals[label], "words", at)
        if kind == "signs":
            return Words(counts, ASCII, {label: totals[label] for label in wholes})
        for table in counts.values():
            table.pop("", None)
        return Presence(counts, ASCII)


def _check_kept(found: int, number: int, what: str, at: Place) -> None:
    """Refuse what an engine has cut of texts, if that is not all of it."""
    if found != number:
        raise InputError(f"the engine gave {found:,} of {number:,} {what}; it lost some", at=at)


def _check_ends(ends: Sequence[Any], unit: int, name: str) -> None:
    """Refuse numbers whose squares 64 bits do not hold."""
    for end in ends:
        if end is not None and abs(Fraction(end) * unit) >= _LARGEST:
            of_unit = f" (in units of 1/{unit})" if unit > 1 else ""
            told = f"sums are exact of numbers below 2^31{of_unit}; got {quoted(str(end))}"
            raise InputError(told, at=HERE.column(name))
