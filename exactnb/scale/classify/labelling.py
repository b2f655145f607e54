"""Label the records of one file by those of another, block by block, each label proved.

How to read: `Labelling` is the run: `encoding` and `counted` read the training file, `labels` the
other one, `tally` and `explain` say what came of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from exactnb.core import families
from exactnb.core.conventions import Clip, Conventions
from exactnb.core.conventions.in_words import prior_in_words, smoothing_in_words
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import HERE, InputError, Place, listing, near, printable, quoted
from exactnb.scale.classify.encoding import Encoding, pseudocounts
from exactnb.scale.classify.fields import HowFar
from exactnb.scale.classify.learning import ALL, Learner, Learnt
from exactnb.scale.classify.records import Record, Source, blocks
from exactnb.scale.classify.results import Labelled, Tally, labelled
from exactnb.scale.classify.texts import Vocabulary, Words
from exactnb.scale.logspace.blocks import Blocks
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.predictions import Predictions
from exactnb.scale.logspace.sums import Sums

Watch = Callable[[str, int, float], None]
"""Is told what was done to how many records, and the share of all that is to be read."""


def word_family(said: str) -> str:
    """Return the family of words, the usual one for ""; refuse one that no kernel counts words of.

    >>> word_family("")
    'multinomial'
    """
    known = families.with_kernel("words", "presence")
    if said in known or not said:
        return said or families.usual("words")
    if said in families.names():
        raise InputError(f"words are labelled as {listing(known)}; {said} is worked out by solve")
    raise InputError(f"expected one of {', '.join(known)}; got {quoted(said)}{near(said, known)}")


@frozen
class Labelling(Shown):
    """Say what is counted, what is labelled (without `test`, each training record without itself), how.

    Words follow the `family`, the usual one for "", with λ or a clip of shares by the conventions;
    `vocabulary` is given, or how many words it has at most. `numbers` and `categories` are columns,
    "*" all others; numbers are as they are written, or with `doubles` the doubles next to that.
    """

    train: Source
    test: Source | None = None
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
        pseudocounts(self.conventions)
        object.__setattr__(self, "family", word_family(self.family))
        if self.conventions.divisor not in ("N", "N-1"):
            told = f"expected N or N-1; got {self.conventions.divisor}"
            raise InputError(f"{told}, which solve knows", at="divisor")
        both = [name for name in self.numbers if name in self.categories]
        if both:
            raise InputError(f"{quoted(both[0])} is among the numbers too", at="categories")

    @once
    def encoding(self) -> Encoding:
        """Return how records become rows, learnt from the training records."""
        learnt = self._learnt
        with Place.file(self.train.path):
            return learnt.encoding()

    @once
    def counted(self) -> Classifier:
        """Return what is counted of the training records."""
        encoding = self.encoding
        with Place.file(self.train.path):
            found = self._learnt.counted(encoding, self.conventions)
            _check_spread(encoding, found)
        return found

    @once
    def _learnt(self) -> Learnt:
        """Return what the training records teach, once it is known that all fits together."""
        has_text = bool(self.train.text_field)
        if isinstance(self.conventions.smoothing, Clip) and not (has_text and not self.categories):
            raise InputError("shares of words are clipped; categories take λ", at="smoothing")
        if self.vocabulary is not None and not has_text:
            raise InputError("there are no texts", at="vocabulary")
        if self.test is not None:
            self._check_fields(self.test)
        return self._taught()

    def _taught(self) -> Learnt:
        """Return what one reading of the training records teaches.

        For a vocabulary of so many words there is another before.
        """
        learner = Learner(
            self.family if self.train.text_field else "",
            self._frequent(self.vocabulary) if isinstance(self.vocabulary, int) else self.vocabulary,
            numbers=self.numbers,
            categories=self.categories,
            unseen=self.conventions.unseen_value,
            doubles=self.doubles,
        )
        with Place.file(self.train.path):
            for block in self._blocks(self.train, "counted"):
                learner.learn(block)
        return learner

    def _frequent(self, most: int) -> Vocabulary:
        """Return the words that stand in most training records."""
        words = Words()
        texts_with: Counter[int] = Counter()
        with Place.file(self.train.path):
            for block in self._blocks(self.train, "read"):
                texts_with.update(words.rows([record.text for record in block]).indices.tolist())
        return Vocabulary.most_frequent({w: texts_with[at] for w, at in words.places.items()}, most)

    def labels(self, *, posteriors: bool = False) -> Iterator[Labelled]:
        """Yield what is decided on each record, with its `posteriors` if they are asked for.

        Those of training records, each without itself, are not worked out.
        """
        counted = self.counted
        with Place.file(self.labelled.path):
            for block in self._blocks(self.labelled, "labelled"):
                rows = self.encoding.rows(block)
                if self.test is not None:
                    shares = counted.posteriors(rows, _named(block)) if posteriors else None
                    yield from labelled(block, counted.predict(rows), shares)
                else:
                    yield from labelled(block, self._left_out(block, rows))

    def _left_out(self, block: Sequence[Record], rows: Blocks) -> Predictions:
        """Return what is decided on training records, each without itself; name one that is needed."""
        labels = [record.label for record in block]
        try:
            return self.counted.leave_one_out(rows, labels)
        except InputError:
            for at, record in enumerate(block):  # one by one, to find whose class needs it
                try:
                    rest = self.counted.without(rows.row(at), record.label)
                    _check_spread(self.encoding, rest)
                except InputError as error:
                    raise error.moved(HERE.spot(f"without record {record.id}")) from None
            raise

    def tally(self) -> Tally:
        """Return how many records are decided how, and how many rightly."""
        found = Tally(self.counted.classes)
        for each in self.labels():
            found.add(each)
        return found

    def choices_in_words(self) -> str:
        """Return what is assumed and what was counted, in two lines."""
        encoding, counted = self.encoding, self.counted
        kinds = dict.fromkeys(part.kind.capitalize() for part in counted.parts)
        said = self.conventions
        smoothed = "" if list(kinds) == ["Gaussian"] else smoothing_in_words(said.smoothing)
        over = f"variances over {said.divisor.replace('-', ' − ')}" if said.divisor != "N" else ""
        added = f"{said.epsilon} added to each variance" if said.epsilon.amount else ""
        of_numbers = (over, added, "numbers as doubles" if self.doubles else "")
        first = [f"{' and '.join(kinds)} naive Bayes", prior_in_words(said), smoothed]
        first += of_numbers if encoding.numbers else ()
        number = len(counted.classes)
        sizes = [f"{int(sum(counted.sizes)):,} records of {number} class{'es' * (number != 1)}"]
        if encoding.vocabulary is not None:
            sizes.append(f"{len(encoding.vocabulary.words):,} words")
        columns = len(encoding.categories) + len(encoding.numbers)
        sizes += [f"{columns} column{'s' * (columns != 1)}"] if columns else []
        return f"{' · '.join(filter(None, first))}\nCounted: {', '.join(sizes)}"

    def record(self, identity: str) -> Record:
        """Return the labelled record of a name; raises InputError where none has it."""
        records = self._records(self.labelled)
        record = next((record for record in records if record.id == identity), None)
        if record is None:
            place = Place.file(self.labelled.path)
            raise InputError(f"there is no record {quoted(identity)}", at=place)
        return record

    def counted_without(self, record: Record) -> Classifier:
        """Return what was counted, but for a record that is labelled by all others."""
        if self.test is not None:
            return self.counted
        return self.counted.without(self.encoding.rows([record]), record.label)

    @property
    def labelled(self) -> Source:
        """Return where the records are that are labelled: the training data if there are no others."""
        return self.train if self.test is None else self.test

    def _blocks(self, source: Source, what: str) -> Iterator[list[Record]]:
        number, far = 0, HowFar()
        before, own = sum(self._begun), source.size()
        self._begun.append(own)
        for block in blocks(self._records(source, far)):
            yield block
            number += len(block)
            share = (before + far.share() * own) / max(self._whole, 1)
            self.watch(what, number, min(share, 1.0))

    def _records(self, source: Source, far: HowFar | None = None) -> Iterator[Record]:
        """Return the records of a source; those of a test are read once the features are known."""
        features = () if source is self.train else (*self.encoding.categories, *self.encoding.numbers)
        return source.records(self.train, far, features)

    @once
    def _begun(self) -> list[int]:
        """Return the sizes of what was begun to read, one reading after the other."""
        return []

    @once
    def _whole(self) -> int:
        """Return the size of all that is to be read."""
        times = 2 if isinstance(self.vocabulary, int) else 1
        return times * self.train.size() + self.labelled.size()

    def _check_fields(self, test: Source) -> None:
        """Refuse records that lack a field which the training records have."""
        wanted = [test.text or self.train.text_field, *self.categories, *self.numbers]
        every = ALL in wanted
        if every or (not self.categories and not self.train.text_field):
            others = (self.train.label_field, self.train.id_field)
            wanted = [name for name in self.train.names if name not in others]
        for name in filter(None, wanted):
            if name not in test.names:
                message = f"there is no field {quoted(name)}{near(name, test.names)}"
                raise InputError(message, at=Place.file(test.path))


def _check_spread(encoding: Encoding, counted: Classifier) -> None:
    """Refuse numbers that are too few in a class, or all the same: their variance would be 0."""
    of_columns = (
        of for of in zip(counted.parts, counted.counts, strict=True) if of[0].kernel == "measures"
    )
    for column, (part, sums) in zip(encoding.numbers, of_columns, strict=False):
        assert isinstance(sums, Sums)
        variances = [of[0] + counted.added(part) for of in sums.spread(part.less)]
        for label, size, variance in zip(counted.classes, sums.sizes, variances, strict=True):
            way = "leave out the column or the class, or make it a category"
            if size <= part.less:
                few = "one number" if size else "no number"
                raise InputError(f"{quoted(column)} has {few} in class {quoted(label)}; {way}")
            if not variance:
                where = f"in class {quoted(label)}, so their variance is 0"
                raise InputError(f"all numbers of {quoted(column)} are the same {where}; {way}")


def _named(block: Sequence[Record]) -> Callable[[int], str]:
    """Return what messages call the records of a block."""
    return lambda row: f"record {block[row].id}"
