"""Count frames of pandas, Polars, PyArrow, DuckDB and Spark: the engine groups, Python checks and adds.

How to read: `count_frame` looks at the classes first (`_Classes`): how many rows they have, and how
large numbers are, so that no sum can leave 64 bits. Then all that is to be counted is asked of the
engine at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactnb.counting.cells import Key, check_text, key_of, parts, unit_of
from exactnb.counting.engines import Opened, names_in, narwhals, opened
from exactnb.counting.splitting import ASCII
from exactnb.counting.tally import Tally
from exactnb.counting.texts_in_engines import MARK, counted, present
from exactnb.data.places import in_class
from exactnb.errors import HERE, InputError, Place, quoted

_LIMB = 2**32
_LARGEST = 2**31
_Rows = list[tuple[Any, ...]]
_Counts = list[tuple[Any, ...]]


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


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: what it is called, where it stands, its type."""

    name: str
    at: str
    kind: Any


@dataclass(frozen=True, slots=True)
class _Classes:
    """What is known of all rows by class, before anything else is counted.

    `wholes` are how long the texts of a column are, with one sign more for each, or how many they are.
    """

    sizes: Counter[str]
    wholes: dict[str, Counter[str]]


@dataclass(frozen=True, slots=True)
class _Counting:
    """Columns of a frame by what is counted of them; the first one of all holds the classes."""

    rows: Opened
    values: tuple[str, ...]
    numbers: tuple[str, ...]
    texts: tuple[str, ...]
    presence: tuple[str, ...]

    def tally(self, part: str) -> Tally:
        """Count, and look whether all rows were."""
        classes = self._classes()
        asked = list(self._asked())
        found = self.rows.collected([question for question, _ in asked])
        rows: _Counts = [("class", self.rows.names[0], k, None, n) for k, n in classes.sizes.items()]
        for answer, (_, read) in zip(found, asked, strict=True):
            rows += read(answer, classes)
        if part:
            rows.append(("part", part, None, part, sum(classes.sizes.values())))
        return Tally.from_rows(rows)

    def _columns(self, names: Iterable[str]) -> Iterator[_Column]:
        for name in names:
            at = self.rows.names.index(name)
            yield _Column(name, f"c{at}", self.rows.types[at])

    @property
    def _label(self) -> Key:
        return key_of("c0", self.rows.types[0], self.rows.names[0])

    def _keyed(self, *expressions: Any, **named: Any) -> Any:
        """Return the rows with the key of their class, and columns that are made."""
        return self.rows.frame.select(self._label.expression.alias("label"), *expressions, **named)

    def _class(self, cell: Any) -> str:
        label = self._label.name(cell)
        if label is None:
            raise InputError("a row has no class", at=HERE.column(self.rows.names[0]))
        return label

    def _classes(self) -> _Classes:
        """Count the rows of classes, and refuse what would not be added up exactly."""
        nw = narwhals()
        texts = list(self._columns((*self.texts, *self.presence)))
        numbers = list(self._columns(self.numbers))
        units = [unit_of(column.kind, column.name) for column in numbers]
        wholes = {}
        for column in texts:
            check_text(column.kind, column.name)
            length = nw.col(column.at).str.len_chars().cast(nw.Int64)
            wholes[f"l{column.at}"] = length + 1 if column.name in self.texts else length * 0 + 1
        rows = self._keyed(*(nw.col(column.at) for column in numbers), **wholes)
        wanted = [nw.len().alias("n"), *(nw.col(name).sum() for name in wholes)]
        for column in numbers:
            wanted += [nw.col(column.at).min().alias(f"a{column.at}")]
            wanted += [nw.col(column.at).max().alias(f"b{column.at}")]
        whole = nw.col("n", *wholes).cast(nw.Int64)
        (found,) = self.rows.collected([rows.group_by("label").agg(*wanted).with_columns(whole)])
        sizes: Counter[str] = Counter()
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
        return _Classes(sizes, of_texts)

    def _asked(self) -> Iterator[tuple[Any, Callable[[_Rows, _Classes], _Counts]]]:
        """Yield what is asked of the engine, and what reads its answers as rows of a tally."""
        nw = narwhals()
        for column in self._columns(self.values):
            key = key_of(column.at, column.kind, column.name)
            keyed = self._keyed(key.expression.alias("value"))
            counts = keyed.group_by("label", "value").agg(nw.len().alias("n"))
            yield counts.with_columns(nw.col("n").cast(nw.Int64)), self._values(column.name, key)
        for column in self._columns(self.numbers):
            unit = unit_of(column.kind, column.name)
            yield self._moments(column, unit), self._sums(column.name, unit)
        label = self._label.expression.alias("c0")
        keyed = Opened(self.rows.engine, self.rows.frame.with_columns(label), self.rows.names)
        for column in self._columns(self.texts):
            yield counted(keyed, "c0", column.at), self._words(column.name, "word")
        for column in self._columns(self.presence):
            yield present(keyed, "c0", column.at), self._words(column.name, "presence")

    def _moments(self, column: _Column, unit: int) -> Any:
        """Ask for Σx and Σx², the latter in two sums of 32 bits each, which 2^31 rows do not fill.

        Whatever an engine takes for the upper limb, upper·2^32 + lower is x².
        """
        nw = narwhals()
        x, square, upper, lower = (nw.col(name) for name in ("x", "square", "upper", "lower"))
        rows = self._keyed(x=parts(column.at, column.kind, unit)).with_columns(square=x * x)
        rows = rows.with_columns(upper=(square // _LIMB).cast(nw.Int64))
        rows = rows.with_columns(lower=square - upper * _LIMB)
        wanted = (nw.len().alias("n"), x.count().alias("shown"), x.sum(), upper.sum(), lower.sum())
        whole = nw.col("n", "shown", "x", "upper", "lower").cast(nw.Int64)
        return rows.group_by("label").agg(*wanted).with_columns(whole)

    def _values(self, name: str, key: Key) -> Callable[[_Rows, _Classes], _Counts]:
        def read(found: _Rows, _: _Classes) -> _Counts:
            counts: Counter[tuple[str, str | None]] = Counter()
            for label, value, n in found:
                counts[self._class(label), key.name(value)] += n
            return [("value", name, k, value, n) for (k, value), n in counts.items()]

        return read

    def _sums(self, name: str, unit: int) -> Callable[[_Rows, _Classes], _Counts]:
        def read(found: _Rows, _: _Classes) -> _Counts:
            counts: Counter[tuple[str, str]] = Counter()
            for label, n, shown, total, upper, lower in found:
                k = self._class(label)
                counts[k, "missing"] += n - shown
                counts[k, "shown"] += shown
                counts[k, "total"] += total or 0
                counts[k, "squares"] += (upper or 0) * _LIMB + (lower or 0)
            rows: _Counts = []
            for k in dict.fromkeys(k for k, _ in counts):
                total, squares = (
                    Fraction(counts[k, "total"], unit),
                    Fraction(counts[k, "squares"], unit**2),
                )
                if shown := counts[k, "shown"]:
                    rows.append(("number", name, k, None, shown, total, squares))
                if missing := counts[k, "missing"]:
                    rows.append(("number", name, k, None, missing))
            return rows

        return read

    def _words(self, name: str, kind: str) -> Callable[[_Rows, _Classes], _Counts]:
        def read(found: _Rows, classes: _Classes) -> _Counts:
            counts: Counter[tuple[str, str]] = Counter()
            tokens, wholes, totals = Counter[str](), Counter[str](), Counter[str]()
            for label, word, n, whole, total in found:
                k = self._class(label)
                if word == MARK:
                    wholes[k] += whole
                    totals[k] += total
                else:
                    counts[k, word] += n
                    tokens[k] += n
            for k in classes.sizes:
                at = in_class(HERE.column(name), k)
                _check_kept(
                    wholes[k], classes.wholes[name][k], "signs" if kind == "word" else "texts", at
                )
                _check_kept(tokens[k], totals[k], "words", at)
            rows: _Counts = [("split", name, None, ASCII, 1)]
            if kind == "word":
                rows += [("tokens", name, k, None, totals[k]) for k in classes.sizes]
            return rows + [(kind, name, k, word, n) for (k, word), n in counts.items() if word]

        return read


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
