"""Count frames of pandas, Polars, PyArrow, DuckDB and Spark: the engine groups, Python checks and adds.

How to read: `count_frame` first counts the rows of classes, and finds the largest numbers, so that no
sum can overflow 64 bits (`_classes`); then the engine gets all requests at once (`_requests`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from exactnb.core.arguments import require
from exactnb.core.data.rows import in_list
from exactnb.core.data.schema import in_class
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, quoted
from exactnb.scale.counting.engines import (
    EngineColumn,
    GroupKey,
    OpenedFrame,
    as_units,
    check_text,
    group_key,
    names_in,
    narwhals,
    open_frame,
    units_per_one,
)
from exactnb.scale.counting.features import Feature, Numbers, NumberSums, Presence, Values, Words
from exactnb.scale.counting.tally import Tally, TallyPart
from exactnb.scale.counting.texts_in_engines import ASCII, MARK, count_presence, count_words

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
    """Return the counts of the rows of a frame by class, taken by the frame's own engine.

    `frame` is one of pandas, Polars (eager, or lazy and then streamed), PyArrow or Spark, or a relation
    of DuckDB. `label` is the column of classes. `columns` hold values: text, integers or booleans;
    `numbers` integers or decimals, which are summed; in `texts` words are counted, and in `presence`
    the texts with each word. Without any of these, all other columns are values. `part` names the rows,
    so that they are not added twice. Null, "" and "?" are missing. Values and classes that a type lists
    (categories of pandas, enumerations of Polars and DuckDB) are counted 0 times if no row has them.

    >>> import polars as pl
    >>> days = pl.DataFrame({"sky": ["sun", "rain", None], "play": ["yes", "no", "no"]})
    >>> [row.n for row in count_frame(days, "play").rows()]  # of no, yes; none, rain, sun
    [2, 1, 1, 1, 1]

    Raises InputError for a row without a class, binary floats and other types, numbers of 2^31 units or
    more, and for an engine whose counts do not add up.
    """
    listed = {"columns": columns, "numbers": numbers, "texts": texts, "presence": presence}
    columns, numbers, texts, presence = (in_list(names, key) for key, names in listed.items())
    require(part, str, "a text", "part")
    names_by_role = {"label": [label], **listed}
    for key, name in ((key, name) for key, names in names_by_role.items() for name in names):
        require(name, str, "the name of a column", key)
    if not (columns or numbers or texts or presence):
        columns = [name for name in names_in(frame) if name != label]
    names = (label, *columns, *numbers, *texts, *presence)
    rows = open_frame(frame, names, texts=bool(texts or presence))
    return _Counting(rows, tuple(columns), numbers, texts, presence).tally(part)


@frozen
class _Counting:
    """Columns of a frame by the way they are counted; the first column of `rows` holds the classes."""

    rows: OpenedFrame
    values: tuple[str, ...]
    numbers: tuple[str, ...]
    texts: tuple[str, ...]
    presence: tuple[str, ...]

    def tally(self, part: str) -> Tally:
        """Return the audited counts, as those of a part if it has a name."""
        sizes, text_sizes = self._class_and_text_sizes()
        requests = list(self._requests(text_sizes))
        answers = self.rows.fetched_rows([question for _, question, _ in requests])
        features = {name: read(rows) for (name, _, read), rows in zip(requests, answers, strict=True)}
        parts = {part: TallyPart(part, sizes.total())} if part else {}
        return Tally(self.rows.names[0], dict(sizes), features, parts).audited()

    @once
    def _label_key(self) -> GroupKey:
        return group_key(self.rows.column(self.rows.names[0]))

    def _with_class_key(self, *expressions: Any, **computed: Any) -> Any:
        """Return a frame of the key of each row's class, and of computed columns."""
        return self.rows.frame.select(
            self._label_key.expression.alias("label"), *expressions, **computed
        )

    @once_each
    def _class_of_cell(self, cell: Any) -> str:
        """Return the class in a cell of the label column; refuse a missing one."""
        label = self._label_key.name(cell)
        if label is None:
            raise InputError("a row has no class", at=HERE.column(self.rows.names[0]))
        return label

    def _class_and_text_sizes(self) -> tuple[Counter[str], dict[str, Counter[str]]]:
        """Return the rows of classes, and sizes of texts by column; refuse numbers too large to sum.

        The size of texts is their length, plus one for each, or their number if presence is counted.
        """
        nw = narwhals()
        texts = list(map(self.rows.column, (*self.texts, *self.presence)))
        numbers = list(map(self.rows.column, self.numbers))
        units = list(map(units_per_one, numbers))
        lengths = {}
        for column in texts:
            check_text(column)
            length = nw.col(column.at).str.len_chars().cast(nw.Int64)
            lengths[f"l{column.at}"] = length + 1 if column.name in self.texts else length * 0 + 1
        rows = self._with_class_key(*(nw.col(column.at) for column in numbers), **lengths)
        wanted = [nw.len().alias("n"), *(nw.col(name).sum() for name in lengths)]
        for column in numbers:
            wanted += [nw.col(column.at).min().alias(f"a{column.at}")]
            wanted += [nw.col(column.at).max().alias(f"b{column.at}")]
        as_integers = nw.col("n", *lengths).cast(nw.Int64)
        grouped = rows.group_by("label").agg(*wanted).with_columns(as_integers)
        (class_rows,) = self.rows.fetched_rows([grouped])
        sizes: Counter[str] = Counter(dict.fromkeys(self._label_key.declared, 0))
        text_sizes: dict[str, Counter[str]] = {column.name: Counter() for column in texts}
        for label, n, *totals in class_rows:
            name = self._class_of_cell(label)
            sizes[name] += n
            for column, as_integers in zip(texts, totals, strict=False):
                text_sizes[column.name][name] += as_integers or 0
            ends = totals[len(texts) :]
            for index, (column, unit) in enumerate(zip(numbers, units, strict=True)):
                _refuse_large_squares(ends[2 * index : 2 * index + 2], unit, column.name)
        if self.numbers and sizes.total() >= _LARGEST:
            message = "sums are taken of fewer than 2^31 rows at once; count parts, and merge them"
            raise InputError(message)
        return sizes, text_sizes

    def _requests(
        self, text_sizes: Mapping[str, Counter[str]]
    ) -> Iterator[tuple[str, Any, Callable[[_Rows], Feature]]]:
        """Yield the name of each feature, the request to the engine, and the reader of its answer."""
        nw = narwhals()
        for column in map(self.rows.column, self.values):
            key = group_key(column)
            keyed = self._with_class_key(key.expression.alias("value"))
            counts = keyed.group_by("label", "value").agg(nw.len().alias("n"))
            counts = counts.select("label", "value", nw.col("n").cast(nw.Int64))
            yield column.name, counts, partial(self._read_values, key)
        for column in map(self.rows.column, self.numbers):
            unit = units_per_one(column)
            yield (
                column.name,
                self._moments_request(column, unit),
                partial(self._read_number_sums, unit),
            )
        label = self._label_key.expression.alias("c0")
        keyed = replace(self.rows, frame=self.rows.frame.with_columns(label))
        for kind, ask, names in (
            ("signs", count_words, self.texts),
            ("texts", count_presence, self.presence),
        ):
            for column in map(self.rows.column, names):
                read = partial(self._read_words, column.name, kind, text_sizes[column.name])
                yield column.name, ask(keyed, "c0", column.at), read

    def _moments_request(self, column: EngineColumn, unit: int) -> Any:
        """Return the request for Σx and Σx², the latter as sums of two limbs of 32 bits.

        2^31 rows do not fill 64 bits with limbs. However an engine rounds the upper one,
        upper·2^32 + lower is x².
        """
        nw = narwhals()
        x, square, upper, lower = (nw.col(name) for name in ("x", "square", "upper", "lower"))
        rows = self._with_class_key(x=as_units(column, unit)).with_columns(square=x * x)
        rows = rows.with_columns(upper=(square // _LIMB).cast(nw.Int64))
        rows = rows.with_columns(lower=square - upper * _LIMB)
        wanted = (nw.len().alias("n"), x.count().alias("shown"), x.sum(), upper.sum(), lower.sum())
        as_integers = nw.col("n", "shown", "x", "upper", "lower").cast(nw.Int64)
        return rows.group_by("label").agg(*wanted).with_columns(as_integers)

    def _read_values(self, key: GroupKey, rows: _Rows) -> Values:
        """Read the answer to a request for values."""
        counts: defaultdict[str, Counter[str | None]] = defaultdict(Counter)
        for label, value, n in rows:
            counts[self._class_of_cell(label)][key.name(value)] += n
        for class_counts in counts.values():
            class_counts.update(dict.fromkeys(key.declared, 0))
        return Values({label: dict(class_counts) for label, class_counts in counts.items()})

    def _read_number_sums(self, unit: int, rows: _Rows) -> Numbers:
        """Read the answer to a request for sums of numbers, in units of 1/`unit`."""
        sums: defaultdict[str, NumberSums] = defaultdict(NumberSums)
        missing: Counter[str] = Counter()
        for label, n, present_rows, total, upper, lower in rows:
            if present_rows:
                squares = Fraction(upper * _LIMB + lower, unit**2)
                sums[self._class_of_cell(label)] += NumberSums(
                    present_rows, Fraction(total, unit), squares
                )
            if n > present_rows:
                missing[self._class_of_cell(label)] += n - present_rows
        return Numbers(dict(sums), dict(missing))

    def _read_words(
        self, name: str, kind: str, text_sizes: Counter[str], rows: _Rows
    ) -> Words | Presence:
        """Return the words of texts, after a check that the engine lost no piece of them."""
        counts: dict[str, dict[str, int]] = {}
        cut, totals = Counter[str](), Counter[str]()
        tables = {
            label: counts.setdefault(self._class_of_cell(label), {})
            for label in {row[0] for row in rows}
        }
        for label, word, n, size, total in rows:
            if word == MARK:
                cut[self._class_of_cell(label)] += size
                totals[self._class_of_cell(label)] += total
            else:
                table = tables[label]
                table[word] = table.get(word, 0) + n
        for label, size in text_sizes.items():
            place = in_class(HERE.column(name), label)
            _check_nothing_lost(cut[label], size, kind, place)
            _check_nothing_lost(sum(counts.get(label, {}).values()), totals[label], "words", place)
        if kind == "signs":
            return Words(counts, ASCII, {label: totals[label] for label in text_sizes})
        for table in counts.values():
            table.pop("", None)
        return Presence(counts, ASCII)


def _check_nothing_lost(counted: int, number: int, noun: str, place: Place) -> None:
    """Refuse the result of an engine that lost pieces of texts."""
    if counted != number:
        raise InputError(f"the engine gave {counted:,} of {number:,} {noun}; it lost some", at=place)


def _refuse_large_squares(ends: Sequence[Any], unit: int, name: str) -> None:
    """Refuse a column whose least or largest number has a square beyond 64 bits."""
    for end in ends:
        if end is not None and abs(Fraction(end) * unit) >= _LARGEST:
            unit_text = f" (in units of 1/{unit})" if unit > 1 else ""
            message = f"sums are exact of numbers below 2^31{unit_text}; got {quoted(str(end))}"
            raise InputError(message, at=HERE.column(name))
