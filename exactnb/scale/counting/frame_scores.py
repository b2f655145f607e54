"""Label rows of frames: the engine adds up whole numbers, Python decides exactly what these leave open.

How to read: `score_frame` gives the sums of rows, of weights that are looked up column by column and of
those of words, by one join; which class they prove is `_decided` in the engine. `label_frame` collects
that, and decides the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from typing import Any

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, listing, near, one_of, quoted
from exactnb.scale.counting import texts_in_engines
from exactnb.scale.counting.cells import Key, check_text, key_of
from exactnb.scale.counting.engines import IN_MEMORY, Opened, engine_of, narwhals, opened
from exactnb.scale.counting.features import Presence, Values
from exactnb.scale.counting.integer_scores import PROVED, UNDEFINED, IntegerModel, Observed, Weights
from exactnb.scale.counting.splitting import ASCII, splitter

_LARGEST = 2**61  # of a score, so that what stands for a zero is less than any
_ZERO = -(2**62)
_OPEN, _NONE = -2, -1  # in the place of a class: it is to be decided, and 0/0


def score_frame(model: IntegerModel, frame: Any, row: str, *, unseen: str = "error") -> Any:
    """Return the integer scores of the rows of a frame, in its engine, and lazy where that is.

    `row` is a column with a name or whole number for each row; features are columns of their names. The
    result has the columns row, terms, score_0, score_1, ... (2^bits·log₂ of the joint, by class in
    alphabetical order), label (the place of the class that the scores prove, -1 for 0/0, -2 for a row
    that they leave open), and where a factor may be zero, zero_0, zero_1, ... and undefined.

    Raises InputError for a value that was never counted, unless `unseen` is "skip", and where 64 bits
    might not hold a score.
    """
    scoring = _Scoring.of(model, frame, row, unseen)
    found = scoring.scored()
    if engine_of(frame) in IN_MEMORY:
        (found,) = scoring.rows.eager([found])
    return _given_back(found, frame)


def label_frame(model: IntegerModel, frame: Any, row: str, *, unseen: str = "error") -> Any:
    """Return the labels of the rows of a frame, each proved: row, label and certificate, sorted by row.

    A certificate is "integers" where the scores prove the label, "exact", "tie" (the label is the first
    of the classes) or "undefined" (0/0, no label). The result is a frame of Polars or pandas for
    rows of one, else of PyArrow.

    >>> import polars as pl
    >>> from exactnb.scale.counting.frames import count_frame
    >>> days = pl.DataFrame({"day": [1, 2], "sky": ["sun", "rain"], "play": ["yes", "no"]})
    >>> model = IntegerModel(count_frame(days, "play", columns=["sky"]))
    >>> label_frame(model, days, "day").rows()
    [(1, 'yes', 'integers'), (2, 'no', 'integers')]

    Raises InputError as `score_frame` does, and for two rows of one name, or one without.
    """
    return _given_back(_Scoring.of(model, frame, row, unseen).labels(), frame)


def _given_back(found: Any, frame: Any) -> Any:
    """Return a frame as the library has it that the rows came from, as far as it holds them."""
    native = found.to_native()
    return native.to_pandas() if engine_of(frame) == "pandas" else native


@frozen
class _Scoring:
    """Rows that are scored by a model: the first of the columns says which row it is."""

    model: IntegerModel
    rows: Opened
    values: tuple[str, ...]
    texts: tuple[str, ...]
    unseen: str

    @classmethod
    def of(cls, model: IntegerModel, frame: Any, row: str, unseen: str) -> _Scoring:
        """Return the columns of a frame that a model has counted."""
        one_of(unseen, ("error", "skip"))
        features = model.tally.features
        values = tuple(name for name, of in features.items() if isinstance(of, Values))
        texts = tuple(name for name in features if name not in values)
        rows = opened(frame, (row, *values, *texts), texts=bool(texts))
        for name in texts:
            check_text(rows.column(name))
        return cls(model, rows, values, texts, unseen)

    def scored(self) -> Any:
        """Return the sums of every row, and the place of the class that they prove."""
        nw, names = narwhals(), ["terms", *self._sums]
        weights = {name: self.model.weights(name) for name in (*self.values, *self.texts)}
        self._check_bounds(weights)
        found = self._of_values(weights)
        if self.texts:
            parts = [found.select("row", *names)]
            parts += [self._of_words(name, weights[name]) for name in self.texts]
            found = nw.concat(parts).group_by("row").agg(*(nw.col(name).sum() for name in names))
            found = found.with_columns(nw.col(*names).cast(nw.Int64))
        return self._decided(found.select("row", *names))

    @property
    def _sums(self) -> list[str]:
        """Return what is added up for each row, beside the number of terms."""
        each = range(len(self.model.classes))
        zeros = [*(f"zero_{k}" for k in each), "undefined"] if self.model.has_zeros else []
        return [*(f"score_{k}" for k in each), *zeros]

    def _key(self, name: str) -> Key:
        return key_of(self.rows.column(name))

    @once
    def _row(self) -> Key:
        return self._key(self.rows.names[0])

    def _check_bounds(self, weights: Mapping[str, Weights]) -> None:
        """Refuse rows whose sums 64 bits might not hold: a text has a word for two signs at most."""
        nw = narwhals()
        most = max(map(abs, self.model.constant[0])) + sum(weights[name].peak for name in self.values)
        if self.texts:
            signs = [nw.col(self.rows.column(name).at).str.len_chars().max() for name in self.texts]
            named = {f"l{at}": of.cast(nw.Int64) for at, of in enumerate(signs)}
            ((lengths,),) = self.rows.collected([self.rows.frame.select(**named)])
            for name, length in zip(self.texts, lengths, strict=True):
                most += weights[name].peak * ((length or 0) // 2 + 1)
        if most >= _LARGEST:
            told = f"scores of up to 2^{most.bit_length()} might leave 64 bits; take fewer"
            raise InputError(told, at="bits")

    def _of_values(self, weights: Mapping[str, Weights]) -> Any:
        """Return what every row has, and the weights of its values, added up column by column."""
        nw, sums = narwhals(), self._sums
        constant, zeros, undefined = self.model.constant
        start = (*constant, *zeros, int(undefined)) if self.model.has_zeros else constant
        constants = {name: nw.lit(n).cast(nw.Int64) for name, n in zip(sums, start, strict=True)}
        terms = nw.lit(1 + len(self.values)).cast(nw.Int64)
        row = self._row.expression.alias("row")
        shown, tables = {}, []
        for at, (name, cells) in enumerate(zip(self.values, self._cells(), strict=True)):
            key = self._key(name)
            hole, cell = key.free(set(cells)), key.expression
            shown[f"key_{at}"] = nw.when(cell.is_null()).then(nw.lit(hole)).otherwise(cell)
            places = [self._place(name, key.name(cell), weights[name].places) for cell in cells]
            added = self._added(weights[name], [*places, None], f"_{at}")
            tables.append(self.rows.table({"key": [*cells, hole], **added}, of_texts=key.is_text))
        found = self.rows.frame.select(row, **shown).with_columns(terms=terms, **constants)
        for at, table in enumerate(tables):  # and one sum after all: DuckDB looks at each step anew
            found = found.join(table, left_on=f"key_{at}", right_on="key", how="inner")
        each = range(len(tables))
        totals = {n: reduce(add, (nw.col(f"{n}_{at}") for at in each), nw.col(n)) for n in sums}
        return found.select("row", "terms", **totals)

    def _cells(self) -> list[list[Any]]:
        """Return the different cells of each column of values, as the engine has them."""
        keys = (self.rows.frame.select(key=self._key(name).expression) for name in self.values)
        asked = [of.group_by("key").agg(n=narwhals().len()) for of in keys]
        return [[cell for cell, _ in rows if cell is not None] for rows in self.rows.collected(asked)]

    def _place(self, name: str, value: str | None, known: Mapping[str, int]) -> int | None:
        """Return where a value has its weights, None for a missing one; refuse what was not counted."""
        if value is None or value in known or self.unseen == "skip":
            return None if value is None else known.get(value)
        told = f"{quoted(value)} was never counted{near(value, known)}; there are {listing(known)}"
        raise InputError(told, at=HERE.column(name))

    def _added(
        self, weights: Weights, places: Sequence[int | None], ending: str
    ) -> dict[str, Sequence[Any]]:
        """Return columns of what is added for the names in some places, and 0 for none."""
        columns = [*weights.of_classes]
        if self.model.has_zeros:
            columns += [*weights.zeros, (int(weights.undefined),) * len(weights.names)]
        return {
            f"{name}{ending}": [0 if at is None else column[at] for at in places]
            for name, column in zip(self._sums, columns, strict=True)
        }

    def _of_words(self, name: str, weights: Weights) -> Any:
        """Return the weights of all words of texts that were counted, a row for each."""
        nw = narwhals()
        row = self._row.expression.alias("c0")
        keyed = replace(self.rows, frame=self.rows.frame.with_columns(row))
        once = isinstance(self.model.tally.features[name], Presence)
        words = texts_in_engines.unfolded(keyed, "c0", self.rows.column(name).at, once=once)
        added = self._added(weights, range(len(weights.names)), "_1")
        table: dict[str, Sequence[Any]] = {"word": weights.names, **added}
        found = words.join(self.rows.table(table, of_texts=True), on="word", how="inner")
        summed = {name: nw.col(f"{name}_1") for name in self._sums}
        return found.select("row", terms=nw.lit(1).cast(nw.Int64), **summed)

    def _decided(self, found: Any) -> Any:
        """Return the place of the class that the sums prove: its lead is larger than what they lack."""
        nw = narwhals()
        best, second, label = nw.col("best"), nw.col("second"), nw.col("label")
        least, first = nw.lit(_ZERO).cast(nw.Int64), nw.lit(_NONE).cast(nw.Int64)
        scores = {f"own_{k}": nw.col(f"score_{k}") for k in range(len(self.model.classes))}
        if self.model.has_zeros:
            alive = {own: nw.col(own.replace("own", "zero")) == 0 for own in scores}
            scores = {n: nw.when(alive[n]).then(score).otherwise(least) for n, score in scores.items()}
        found = found.with_columns(best=least, second=least, label=first, **scores)
        for k in range(len(self.model.classes)):
            own = nw.col(f"own_{k}")
            less = nw.when(own > second).then(own).otherwise(second)
            found = found.with_columns(
                label=nw.when(own > best).then(nw.lit(k).cast(nw.Int64)).otherwise(label),
                second=nw.when(own > best).then(best).otherwise(less),
                best=nw.when(own > best).then(own).otherwise(best),
            )
        is_open = (best - second <= nw.col("terms")) & (label != _NONE)
        found = found.with_columns(
            label=nw.when(is_open).then(nw.lit(_OPEN).cast(nw.Int64)).otherwise(label)
        )
        if self.model.has_zeros:
            undefined = nw.col("undefined") > 0
            found = found.with_columns(label=nw.when(undefined).then(first).otherwise(label))
        return found.drop("best", "second", *scores)

    def labels(self) -> Any:
        """Return the rows with their labels and certificates, in memory."""
        nw = narwhals()
        (found,) = self.rows.eager([self.scored().select("row", "label")])
        self._check_rows(found)
        classes = self.model.classes
        named = {"name": nw.String, "certificate": nw.String}
        proofs = {
            "label": [_NONE, *range(len(classes))],
            "name": [None, *classes],
            "certificate": [UNDEFINED, *(PROVED for _ in classes)],
        }
        backend = found.implementation
        table = nw.from_dict(proofs, schema={"label": nw.Int64, **named}, backend=backend)
        parts = [found.join(table, on="label", how="inner").select("row", *named)]
        rest = found.filter(nw.col("label") == _OPEN)["row"].to_list()
        if rest:
            kinds = {"row": found.schema["row"], **named}
            columns = zip(kinds, map(list, zip(*self._exact(rest), strict=True)), strict=True)
            parts.append(nw.from_dict(dict(columns), schema=kinds, backend=backend))
        return nw.concat(parts).sort("row").rename({"name": "label"})

    def _exact(self, rest: Sequence[Any]) -> Iterator[tuple[Any, str | None, str]]:
        """Yield the exact labels of some rows, which are fetched from the engine."""
        nw = narwhals()
        keys = {f"key_{at}": self._key(name).expression for at, name in enumerate(self.values)}
        texts = [self.rows.column(name).at for name in self.texts]
        shown = (nw.col(at).cast(nw.String) for at in texts)
        wanted = self.rows.frame.select(self._row.expression.alias("row"), *shown, **keys)
        table = self.rows.table({"row": rest}, of_texts=self._row.is_text)
        asked = wanted.join(table, on="row", how="inner")
        (found,) = self.rows.collected([asked.select("row", *keys, *texts)])
        for name, *cells in found:
            winners, proof = self.model.decide(self._observed(cells))
            yield name, winners[0] if winners else None, proof

    def _observed(self, cells: Sequence[Any]) -> Observed:
        """Return what the cells of a row show, values and then texts."""
        number = len(self.values)
        named = ((n, self._key(n).name(cell)) for n, cell in zip(self.values, cells, strict=False))
        texts = zip(self.texts, cells[number:], strict=True)
        words = {name: Counter(splitter(ASCII)(text or "")) for name, text in texts}
        for name, found in words.items():
            if isinstance(self.model.tally.features[name], Presence):
                words[name] = Counter(found.keys())
        return Observed({name: value for name, value in named if value is not None}, words)

    def _check_rows(self, found: Any) -> None:
        """Refuse rows that an engine lost, and names that are missing or there twice."""
        nw, at = narwhals(), HERE.column(self.rows.names[0])
        counts = self.rows.frame.select(n=nw.len(), shown=nw.col("c0").count())
        (((number, shown),),) = self.rows.collected([counts])
        if shown != number:
            raise InputError(f"{number - shown:,} rows have no name", at=at)
        names = found["row"].sort()
        twice = names.filter(names == names.shift(1))
        if len(twice):
            raise InputError(f"{quoted(str(twice[0]))} is there twice; each row needs a name", at=at)
        if len(names) != number:
            told = f"the engine gave scores of {len(names):,} of {number:,} rows"
            raise InputError(f"{told}; a name is there twice, or the rows changed", at=at)
