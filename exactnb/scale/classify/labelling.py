"""Label the records of one file by those of another, block by block, each label with its proof.

How to read: `Labelling` is the run: `encoding` and `classifier` read the training file, `labels` the
other one, `tally` counts the results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import field
from fractions import Fraction

from exactnb.core import families
from exactnb.core.conventions import Clip, Conventions
from exactnb.core.conventions.choices import prior_text, smoothing_text
from exactnb.core.conventions.reading import NO_ROWS, check_relative_frequencies
from exactnb.core.data.doubts import NO_VARIANCE, constant_column_doubt, doubts, other_labels
from exactnb.core.data.findings import Doubt
from exactnb.core.data.schema import Schema, as_number
from exactnb.core.lazy import once
from exactnb.core.problem.absences import missing_cells
from exactnb.core.problem.table_options import noted
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import HERE, InputError, Place, listing, near, printable, quoted
from exactnb.scale.classify.encoding import Encoding, pseudocount_and_clip
from exactnb.scale.classify.fields import Progress, RecordBlock, RecordSource
from exactnb.scale.classify.learning import ALL, Learner, TrainingCounts
from exactnb.scale.classify.results import DecisionCounts, Labelled, pair_with_records
from exactnb.scale.classify.vocabulary import GrowingVocabulary, Vocabulary
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.parts import Blocks
from exactnb.scale.logspace.row_models import Predictions
from exactnb.scale.logspace.tables import Tables

Watch = Callable[[str, int, float], None]
"""Called with an action, the number of records done, and the share of all input that was read."""


def word_family_or_default(name: str) -> str:
    """Return the family of words called `name`, the usual one for "".

    Raises InputError for a family that does not count words.

    >>> word_family_or_default("")
    'multinomial'
    """
    countable = families.families_with_kernel("words", "presence")
    if name in countable or not name:
        return name or families.default("words")
    if name in families.family_names():
        raise InputError(f"words are labelled as {listing(countable)}; {name} is worked out by solve")
    raise InputError(
        f"expected one of {', '.join(countable)}; got {quoted(name)}{near(name, countable)}"
    )


@frozen
class Labelling(Shown):
    """Label the records of `test` by those of `train`; without `test`, leave each of `train` out.

    Words follow the `family`, the usual one for "", with λ or a clip of shares by the `conventions`.
    `vocabulary` is the vocabulary, or its largest size. `numbers` and `categories` are columns, "*" all
    others; with `doubles`, numbers are rounded to doubles. `watch` is called after each block.
    """

    train: RecordSource
    test: RecordSource | None = None
    family: str = ""
    conventions: Conventions = field(default_factory=lambda: Conventions(smoothing=1))
    vocabulary: Vocabulary | int | None = None
    numbers: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    doubles: bool = False
    watch: Watch = lambda what, number, share: None

    def __repr__(self) -> str:
        test = "each without itself" if self.test is None else str(self.test.path)
        return f"<Labelling by {quoted(str(self.train.path))}: {printable(test)}>"

    def __post_init__(self) -> None:
        pseudocount_and_clip(self.conventions)
        object.__setattr__(self, "family", word_family_or_default(self.family))
        if self.conventions.divisor not in ("N", "N-1"):
            message = f"expected N or N-1; got {self.conventions.divisor}"
            raise InputError(f"{message}, which solve knows", at="divisor")
        shared = [name for name in self.numbers if name in self.categories]
        if shared:
            raise InputError(f"{quoted(shared[0])} is among the numbers too", at="categories")

    @once
    def encoding(self) -> Encoding:
        """Return the encoding of records as rows, learnt from the training records."""
        learnt = self._training_counts
        with Place.file(self.train.path):
            return learnt.encoding()

    @once
    def classifier(self) -> Classifier:
        """Return the classifier of the training records."""
        encoding = self.encoding
        with Place.file(self.train.path):
            classifier = self._training_counts.classifier(encoding, self.conventions)
            if self.conventions.prior == "mle":
                check_relative_frequencies(
                    dict(zip(classifier.classes, classifier.sizes, strict=True)), NO_ROWS
                )
            _refuse_zero_variances(encoding, classifier)
        return classifier

    @once
    def _training_counts(self) -> TrainingCounts:
        """Return what the training records teach; refuse options that contradict each other first."""
        has_text = bool(self.train.text_field)
        if isinstance(self.conventions.smoothing, Clip) and not (has_text and not self.categories):
            raise InputError("shares of words are clipped; categories take λ", at="smoothing")
        if self.vocabulary is not None and not has_text:
            raise InputError("there are no texts", at="vocabulary")
        if self.test is not None:
            self._check_fields(self.test)
        return self._learn()

    def _learn(self) -> TrainingCounts:
        """Return what one reading of the training records teaches.

        A vocabulary of limited size takes another reading before.
        """
        learner = Learner(
            self.family if self.train.text_field else "",
            self._most_frequent_words(self.vocabulary)
            if isinstance(self.vocabulary, int)
            else self.vocabulary,
            numbers=self.numbers,
            categories=self.categories,
            unseen=self.conventions.unseen_value,
            doubles=self.doubles,
            declared=self.train.declared_values,
            label=self.train.label_field,
        )
        with Place.file(self.train.path):
            for block in self._watched_blocks(self.train, "counted"):
                learner.learn(block)
        return learner

    def _most_frequent_words(self, limit: int) -> Vocabulary:
        """Return the `limit` words that occur in most training records."""
        words = GrowingVocabulary()
        texts_with: Counter[int] = Counter()
        with Place.file(self.train.path):
            for block in self._watched_blocks(self.train, "read"):
                texts_with.update(words.rows(block.texts).indices.tolist())
        return Vocabulary.most_frequent(
            {w: texts_with[index] for w, index in words.places.items()}, limit
        )

    def labels(self, *, posteriors: bool = False) -> Iterator[Labelled]:
        """Yield the decision on each record, with `posteriors` on request.

        There are no posteriors of training records that are left out one by one.
        """
        counted = self.classifier
        with Place.file(self.source_to_label.path):
            for block in self._watched_blocks(self.source_to_label, "labelled"):
                rows = self.encoding.rows(block)
                if self.test is not None:
                    shares = None
                    if posteriors:  # they are printed, so each is correctly rounded
                        shares = counted.posteriors(rows, block.name, nearest=True)
                    yield from pair_with_records(block, counted.predict(rows), shares)
                else:
                    yield from pair_with_records(block, self._predict_without_own_record(block, rows))

    def _predict_without_own_record(self, block: RecordBlock, rows: Blocks) -> Predictions:
        """Return the decisions on training records, each left out; name one that is indispensable."""
        try:
            return self.classifier.leave_one_out(rows, block.labels)
        except InputError:
            for row, label in enumerate(block.labels):  # to find the record that its class needs
                try:
                    _refuse_zero_variances(self.encoding, self.classifier.without(rows.row(row), label))
                except InputError as error:
                    raise error.moved(HERE.spot(f"without {block.name(row)}")) from None
            raise

    def tally(self) -> DecisionCounts:
        """Return the counts of the decisions on all records."""
        counts = DecisionCounts(self.classifier.classes)
        for result in self.labels():
            counts.add(result)
        return counts

    def choices_in_words(self) -> str:
        """Return the model's assumptions and the sizes of the counts as two lines of text."""
        encoding, counted = self.encoding, self.classifier
        kinds = dict.fromkeys(part.kind.capitalize() for part in counted.parts)
        conventions = self.conventions
        smoothed = "" if list(kinds) == ["Gaussian"] else smoothing_text(conventions.smoothing)
        divisor = conventions.divisor
        divisor_text = f"variances over {divisor.replace('-', ' − ')}" if divisor != "N" else ""
        added = f"{conventions.epsilon} added to each variance" if conventions.epsilon.amount else ""
        number_texts = (divisor_text, added, "numbers as doubles" if self.doubles else "")
        first = [f"{' and '.join(kinds)} naive Bayes", prior_text(conventions), smoothed]
        first += number_texts if encoding.numbers else ()
        number = len(counted.classes)
        sizes = [f"{int(sum(counted.sizes)):,} records of {number} class{'es' * (number != 1)}"]
        if encoding.vocabulary is not None:
            sizes.append(f"{len(encoding.vocabulary.words):,} words")
        columns = len(encoding.categories) + len(encoding.numbers)
        sizes += [f"{columns} column{'s' * (columns != 1)}"] if columns else []
        return f"{' · '.join(filter(None, first))}\nCounted: {', '.join(sizes)}"

    @once
    def doubts(self) -> tuple[Doubt, ...]:
        """Return what looks like a slip in the training records."""
        encoding, counted = self.encoding, self.classifier
        columns: dict[str, tuple[str, ...]] = {
            **encoding.categories,
            **dict.fromkeys(encoding.numbers, ()),
        }
        schema = Schema(self.train.label_field, encoding.classes, columns)
        sizes = dict(zip(encoding.classes, map(as_number, counted.sizes), strict=True))
        cells: list[tuple[str, str, int]] = []
        lacking = dict.fromkeys(encoding.categories, sum(sizes.values()))
        if encoding.categories:
            names = [
                (column, value) for column, values in encoding.categories.items() for value in values
            ]
            table = counted.counts[encoding.vocabulary is not None]
            assert isinstance(table, Tables)
            totals = table.cells.sum(axis=1).tolist()
            cells = [(*name, n) for name, n in zip(names, totals, strict=True)]
            for column, _, n in cells:
                lacking[column] -= n
        measured = [block for block in counted.counts if isinstance(block, Sums)]
        for column, block in zip(encoding.numbers, measured, strict=False):
            lacking[column] = sum(sizes.values()) - as_number(sum(block.sizes, Fraction(0)))
        others = () if self.train.label else other_labels(schema)
        of_names = (*doubts(schema, sizes, cells), *others)
        return (*of_names, *self.train.findings.doubts, *missing_cells(lacking))

    def fields_in_words(self) -> str:
        """Return which fields of the training records are what, before they are read."""
        train, columns = self.train, [*self.numbers, *self.categories]
        roles = {"class": train.label_field, "text": train.text_field, "id": train.id_field}
        if not columns and not train.text_field:
            columns = [name for name in train.field_names if name not in roles.values()]
        parts = [f"{role} {quoted(name)}" for role, name in roles.items() if name]
        return ", ".join([*parts, *([f"columns {listing(columns)}"] if columns else [])])

    def record(self, identity: str) -> RecordBlock:
        """Return the labelled record with the id `identity`; raise InputError if there is none."""
        for block in self._record_blocks(self.source_to_label):
            if identity in block.ids:
                return block.at_rows([block.ids.index(identity)])
        raise InputError(
            f"there is no record {quoted(identity)}", at=Place.file(self.source_to_label.path)
        )

    def classifier_without(self, record: RecordBlock) -> Classifier:
        """Return the classifier for `record`: without it if it is a training record left out."""
        if self.test is not None:
            return self.classifier
        return self.classifier.without(self.encoding.rows(record), record.labels[0])

    @property
    def source_to_label(self) -> RecordSource:
        """Return the source of the records to label: the training source if there is no test."""
        return self.train if self.test is None else self.test

    def _watched_blocks(self, source: RecordSource, action: str) -> Iterator[RecordBlock]:
        """Yield the records of a source in blocks, and report each block to `watch` once it is done."""
        number, progress = 0, Progress()
        earlier, size = sum(self._started_sizes), source.byte_count()
        self._started_sizes.append(size)
        readings = 2 if isinstance(self.vocabulary, int) else 1
        total = max(readings * self.train.byte_count() + self.source_to_label.byte_count(), 1)
        for block in self._record_blocks(source, progress):
            yield block
            number += len(block)
            self.watch(action, number, min((earlier + progress.share() * size) / total, 1.0))

    def _record_blocks(
        self, source: RecordSource, progress: Progress | None = None
    ) -> Iterator[RecordBlock]:
        """Return the blocks of a source; a test is read by the features of the training records."""
        features = () if source is self.train else (*self.encoding.categories, *self.encoding.numbers)
        return source.blocks(self.train, progress, features)

    @once
    def _started_sizes(self) -> list[int]:
        """Return the sizes of the sources that were begun, one for each reading; `_blocks` appends."""
        return []

    def _check_fields(self, test: RecordSource) -> None:
        """Refuse a test whose records lack a field that the training records have."""
        wanted = [test.text or self.train.text_field, *self.categories, *self.numbers]
        if ALL in wanted or (not self.categories and not self.train.text_field):
            reserved = (self.train.label_field, self.train.id_field)
            wanted = [name for name in self.train.field_names if name not in reserved]
        for name in filter(None, wanted):
            if name not in test.field_names:
                message = f"there is no field {quoted(name)}{near(name, test.field_names)}"
                raise InputError(message, at=Place.file(test.path))


def _refuse_zero_variances(encoding: Encoding, classifier: Classifier) -> None:
    """Refuse a class with too few numbers for a variance, or with equal numbers, of variance 0."""
    number_columns = (
        pair
        for pair in zip(classifier.parts, classifier.counts, strict=True)
        if pair[0].kernel_name == "measures"
    )
    for column, (part, sums) in zip(encoding.numbers, number_columns, strict=False):
        assert isinstance(sums, Sums)
        variances = [variance + classifier.added(part) for (variance,) in sums.spread(part.less)]
        for label, size, variance in zip(classifier.classes, sums.sizes, variances, strict=True):
            if size <= part.less:
                few = "one number" if size else "no number"
                raise InputError(f"{quoted(column)} has {few} in class {quoted(label)}; {NO_VARIANCE}")
            if not variance:
                raise InputError(noted(constant_column_doubt(column, label)))
