"""Label rows of frames: the engine adds integer weights, Python decides exactly what these leave open.

How to read: `score_frame` sums the weights of rows, of values by one join per column and of words by
one join; the engine finds the class that they prove (`_decide`). `label_frame` collects the labels, and
decides the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from typing import Any

from exactnb.core.arguments import require
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, listing, near, one_of, quoted
from exactnb.scale.counting import texts_in_engines
from exactnb.scale.counting.engines import (
    IN_MEMORY,
    GroupKey,
    OpenedFrame,
    check_text,
    engine_name,
    group_key,
    narwhals,
    open_frame,
)
from exactnb.scale.counting.features import Presence, Values
from exactnb.scale.counting.integer_scores import PROVED, UNDEFINED, IntegerModel, Observed, Weights
from exactnb.scale.counting.texts_in_engines import ASCII, splitter

_LARGEST = 2**61  # scores are smaller, so that `_ZERO`, the score of a zero joint, is below all of them
_ZERO = -(2**62)
_OPEN, _NONE = -2, -1  # instead of the index of a class: to be decided, and 0/0


def score_frame(model: IntegerModel, frame: Any, row: str, *, unseen: str = "error") -> Any:
    """Return the integer scores of the rows of `frame` by `model`, in its engine, lazy if that is.

    `row` is a column with a name or integer for each row; features are the columns with their names.
    The result has the columns row, terms, score_0, score_1, ... (2^bits·log₂ of the joint, classes in
    alphabetical order), label (the index of the class that the scores prove, -1 for 0/0, -2 for a row
    that they leave open), and if a factor may be zero, zero_0, zero_1, ... and undefined.

    Raises InputError for a value that was never counted, unless `unseen` is "skip", and where 64 bits
    might not hold a score.
    """
    scoring = _Scoring.from_frame(model, frame, row, unseen)
    scores = scoring.sums_and_proven_classes()
    if engine_name(frame) in IN_MEMORY:
        (scores,) = scoring.rows.collected_frames([scores])
    return _as_frame_library(scores, frame)


def label_frame(model: IntegerModel, frame: Any, row: str, *, unseen: str = "error") -> Any:
    """Return the labels of the rows of `frame` by `model`: row, label and certificate, sorted by row.

    `row` and `unseen` are as for `score_frame`. A certificate is "integers" if the scores prove the
    label, "exact", "tie" (the label is the first of the classes) or "undefined" (0/0, no label). The
    result is a frame of Polars or pandas if `frame` is, else of PyArrow.

    >>> import polars as pl
    >>> from exactnb.scale.counting.frames import count_frame
    >>> days = pl.DataFrame({"day": [1, 2], "sky": ["sun", "rain"], "play": ["yes", "no"]})
    >>> model = IntegerModel(count_frame(days, "play", columns=["sky"]))
    >>> label_frame(model, days, "day").rows()
    [(1, 'yes', 'integers'), (2, 'no', 'integers')]

    Raises InputError as `score_frame` does, and for two rows with one name, or a row without.
    """
    return _as_frame_library(_Scoring.from_frame(model, frame, row, unseen).labels(), frame)


def _as_frame_library(result: Any, frame: Any) -> Any:
    """Return a result as a frame of the library that `frame` is of, where that can hold it."""
    native = result.to_native()
    return native.to_pandas() if engine_name(frame) == "pandas" else native


@frozen
class _Scoring:
    """The rows of a frame, to be scored by a model; the first column identifies them."""

    model: IntegerModel
    rows: OpenedFrame
    values: tuple[str, ...]
    texts: tuple[str, ...]
    unseen: str

    @classmethod
    def from_frame(cls, model: IntegerModel, frame: Any, row: str, unseen: str) -> _Scoring:
        """Return the columns of `frame` that `model` has counted, and `row`; `unseen` is checked."""
        require(model, IntegerModel, "an IntegerModel", "model")
        require(row, str, "the name of a column", "row")
        one_of(unseen, ("error", "skip"))
        features = model.tally.features
        values = tuple(name for name, feature in features.items() if isinstance(feature, Values))
        texts = tuple(name for name in features if name not in values)
        rows = open_frame(frame, (row, *values, *texts), texts=bool(texts))
        for name in texts:
            check_text(rows.column(name))
        return cls(model, rows, values, texts, unseen)

    def sums_and_proven_classes(self) -> Any:
        """Return the sums of every row, and the index of the class that they prove."""
        nw, names = narwhals(), ["terms", *self._sum_names]
        weights = {name: self.model.weights(name) for name in (*self.values, *self.texts)}
        self._check_bounds(weights)
        sums = self._score_values(weights)
        if self.texts:
            parts = [sums.select("row", *names)]
            parts += [self._word_weights(name, weights[name]) for name in self.texts]
            sums = nw.concat(parts).group_by("row").agg(*(nw.col(name).sum() for name in names))
            sums = sums.with_columns(nw.col(*names).cast(nw.Int64))
        return self._proven_class_index(sums.select("row", *names))

    @property
    def _sum_names(self) -> list[str]:
        """Return the names of the sums of each row, besides the number of terms."""
        class_indices = range(len(self.model.classes))
        zeros = [*(f"zero_{k}" for k in class_indices), "undefined"] if self.model.has_zeros else []
        return [*(f"score_{k}" for k in class_indices), *zeros]

    def _key(self, name: str) -> GroupKey:
        return group_key(self.rows.column(name))

    @once
    def _row_key(self) -> GroupKey:
        return self._key(self.rows.names[0])

    def _check_bounds(self, weights: Mapping[str, Weights]) -> None:
        """Refuse rows whose sums 64 bits might not hold: n characters have at most n/2 + 1 words."""
        nw = narwhals()
        peak = max(map(abs, self.model.constant_weights[0])) + sum(
            weights[name].largest_size for name in self.values
        )
        if self.texts:
            longest = [nw.col(self.rows.column(name).at).str.len_chars().max() for name in self.texts]
            columns = {f"l{index}": length.cast(nw.Int64) for index, length in enumerate(longest)}
            ((lengths,),) = self.rows.fetched_rows([self.rows.frame.select(**columns)])
            for name, length in zip(self.texts, lengths, strict=True):
                peak += weights[name].largest_size * ((length or 0) // 2 + 1)
        if peak >= _LARGEST:
            message = f"scores of up to 2^{peak.bit_length()} might leave 64 bits; take fewer"
            raise InputError(message, at="bits")

    def _score_values(self, weights: Mapping[str, Weights]) -> Any:
        """Return the constant weights of every row plus those of its values."""
        nw, sums = narwhals(), self._sum_names
        constant, zeros, undefined = self.model.constant_weights
        start = (*constant, *zeros, int(undefined)) if self.model.has_zeros else constant
        constants = {name: nw.lit(n).cast(nw.Int64) for name, n in zip(sums, start, strict=True)}
        terms = nw.lit(1 + len(self.values)).cast(nw.Int64)
        row = self._row_key.expression.alias("row")
        grouping_keys, tables = {}, []
        for index, (name, cells) in enumerate(zip(self.values, self._distinct_cells(), strict=True)):
            key = self._key(name)
            hole, cell = key.unused_cell(set(cells)), key.expression
            grouping_keys[f"key_{index}"] = nw.when(cell.is_null()).then(nw.lit(hole)).otherwise(cell)
            places = [
                self._weight_index(name, key.name(cell), weights[name].index_by_name) for cell in cells
            ]
            columns = self._weight_columns(weights[name], [*places, None], f"_{index}")
            tables.append(self.rows.table({"key": [*cells, hole], **columns}, text_keys=key.is_text))
        keyed_rows = self.rows.frame.select(row, **grouping_keys)
        scored_rows = keyed_rows.with_columns(terms=terms, **constants)
        for index, table in enumerate(tables):  # one sum after all joins: DuckDB plans each step again
            scored_rows = scored_rows.join(table, left_on=f"key_{index}", right_on="key", how="inner")
        ends = ["", *(f"_{index}" for index in range(len(tables)))]
        totals = {n: reduce(add, (nw.col(f"{n}{end}") for end in ends)) for n in sums}
        return scored_rows.select("row", "terms", **totals)

    def _distinct_cells(self) -> list[list[Any]]:
        """Return the distinct cells of each column of values, as the engine has them."""
        keys = (self.rows.frame.select(key=self._key(name).expression) for name in self.values)
        queries = [keyed.group_by("key").agg(n=narwhals().len()) for keyed in keys]
        return [
            [cell for cell, _ in rows if cell is not None] for rows in self.rows.fetched_rows(queries)
        ]

    def _weight_index(self, name: str, value: str | None, indices: Mapping[str, int]) -> int | None:
        """Return the index of a value's weights, None if missing or skipped; refuse unseen values."""
        if value is None or value in indices or self.unseen == "skip":
            return None if value is None else indices.get(value)
        hint = near(value, indices)
        message = f"{quoted(value)} was never counted{hint}; there are {listing(indices)}"
        raise InputError(message, at=HERE.column(name))

    def _weight_columns(
        self, weights: Weights, indices: Sequence[int | None], ending: str
    ) -> dict[str, Sequence[Any]]:
        """Return columns of the weights at the `indices`, 0 for None."""
        columns = [*weights.of_classes]
        if self.model.has_zeros:
            columns += [*weights.zeros, (int(weights.undefined),) * len(weights.names)]
        return {
            f"{name}{ending}": [0 if index is None else column[index] for index in indices]
            for name, column in zip(self._sum_names, columns, strict=True)
        }

    def _word_weights(self, name: str, weights: Weights) -> Any:
        """Return a row of weights for every counted word of the texts in a column."""
        nw = narwhals()
        keyed = replace(
            self.rows, frame=self.rows.frame.with_columns(self._row_key.expression.alias("c0"))
        )
        distinct = isinstance(self.model.tally.features[name], Presence)
        words = texts_in_engines.split_words(keyed, "c0", self.rows.column(name).at, distinct=distinct)
        weight_columns = self._weight_columns(weights, range(len(weights.names)), "_1")
        table: dict[str, Sequence[Any]] = {"word": weights.names, **weight_columns}
        weighted = words.join(self.rows.table(table, text_keys=True), on="word", how="inner")
        renamed = {name: nw.col(f"{name}_1") for name in self._sum_names}
        return weighted.select("row", terms=nw.lit(1).cast(nw.Int64), **renamed)

    def _proven_class_index(self, sums: Any) -> Any:
        """Return the index of the class that the sums prove: its lead is larger than their errors."""
        nw = narwhals()
        best, second, label = nw.col("best"), nw.col("second"), nw.col("label")
        least, first = nw.lit(_ZERO).cast(nw.Int64), nw.lit(_NONE).cast(nw.Int64)
        scores = {f"own_{k}": nw.col(f"score_{k}") for k in range(len(self.model.classes))}
        if self.model.has_zeros:
            alive = {name: nw.col(name.replace("own", "zero")) == 0 for name in scores}
            scores = {n: nw.when(alive[n]).then(score).otherwise(least) for n, score in scores.items()}
        sums = sums.with_columns(best=least, second=least, label=first, **scores)
        for k in range(len(self.model.classes)):
            class_score = nw.col(f"own_{k}")
            runner_up = nw.when(class_score > second).then(class_score).otherwise(second)
            sums = sums.with_columns(
                label=nw.when(class_score > best).then(nw.lit(k).cast(nw.Int64)).otherwise(label),
                second=nw.when(class_score > best).then(best).otherwise(runner_up),
                best=nw.when(class_score > best).then(class_score).otherwise(best),
            )
        is_open = (best - second <= nw.col("terms")) & (label != _NONE)
        undecided = nw.lit(_OPEN).cast(nw.Int64)
        sums = sums.with_columns(label=nw.when(is_open).then(undecided).otherwise(label))
        if self.model.has_zeros:
            undefined = nw.col("undefined") > 0
            sums = sums.with_columns(label=nw.when(undefined).then(first).otherwise(label))
        return sums.drop("best", "second", *scores)

    def labels(self) -> Any:
        """Return the rows with their labels and certificates, in memory."""
        nw = narwhals()
        (decided,) = self.rows.collected_frames([self.sums_and_proven_classes().select("row", "label")])
        self._check_rows(decided)
        classes = self.model.classes
        text_types = {"name": nw.String, "certificate": nw.String}
        proofs = {
            "label": [_NONE, *range(len(classes))],
            "name": [None, *classes],
            "certificate": [UNDEFINED, *(PROVED for _ in classes)],
        }
        backend = decided.implementation
        table = nw.from_dict(proofs, schema={"label": nw.Int64, **text_types}, backend=backend)
        parts = [decided.join(table, on="label", how="inner").select("row", *text_types)]
        open_rows = decided.filter(nw.col("label") == _OPEN)["row"].to_list()
        if open_rows:
            kinds = {"row": decided.schema["row"], **text_types}
            columns = zip(
                kinds, map(list, zip(*self._exact_labels(open_rows), strict=True)), strict=True
            )
            parts.append(nw.from_dict(dict(columns), schema=kinds, backend=backend))
        return nw.concat(parts).sort("row").rename({"name": "label"})

    def _exact_labels(self, open_rows: Sequence[Any]) -> Iterator[tuple[Any, str | None, str]]:
        """Yield the exact labels of open rows, whose cells are fetched from the engine."""
        nw = narwhals()
        keys = {f"key_{index}": self._key(name).expression for index, name in enumerate(self.values)}
        texts = [self.rows.column(name).at for name in self.texts]
        text_cells = (nw.col(index).cast(nw.String) for index in texts)
        selected = self.rows.frame.select(self._row_key.expression.alias("row"), *text_cells, **keys)
        table = self.rows.table({"row": open_rows}, text_keys=self._row_key.is_text)
        query = selected.join(table, on="row", how="inner")
        (fetched,) = self.rows.fetched_rows([query.select("row", *keys, *texts)])
        for name, *cells in fetched:
            winners, proof = self.model.decide(self._observed(cells))
            yield name, winners[0] if winners else None, proof

    def _observed(self, cells: Sequence[Any]) -> Observed:
        """Return the observation in the cells of a row, values before texts."""
        number = len(self.values)
        names = ((n, self._key(n).name(cell)) for n, cell in zip(self.values, cells, strict=False))
        words: dict[str, Mapping[str, int]] = {}
        for name, text in zip(self.texts, cells[number:], strict=True):
            counted = Counter(splitter(ASCII)(text or ""))
            is_presence = isinstance(self.model.tally.features[name], Presence)
            words[name] = dict.fromkeys(counted, 1) if is_presence else counted
        return Observed({name: value for name, value in names if value is not None}, words)

    def _check_rows(self, decided: Any) -> None:
        """Refuse a result without some row, and names of rows that are missing or duplicates."""
        nw, place = narwhals(), HERE.column(self.rows.names[0])
        counts = self.rows.frame.select(n=nw.len(), shown=nw.col("c0").count())
        (((number, named_rows),),) = self.rows.fetched_rows([counts])
        if named_rows != number:
            raise InputError(f"{number - named_rows:,} rows have no name", at=place)
        names = decided["row"].sort()
        repeated = names.filter(names == names.shift(1))
        if len(repeated):
            message = f"{quoted(str(repeated[0]))} is there twice; each row needs a name"
            raise InputError(message, at=place)
        if len(names) != number:
            message = f"the engine gave scores of {len(names):,} of {number:,} rows"
            raise InputError(f"{message}; a name is there twice, or the rows changed", at=place)
