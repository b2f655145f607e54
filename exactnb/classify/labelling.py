"""Label the records of one file by those of another, block by block, each label proved.

How to read: `Labelling` is the run: `encoding` and `counted` read the training file, `labels` the
other one, `tally` and `explain` say what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from exactnb import families
from exactnb.classify.encoding import Encoding, Learner
from exactnb.classify.records import Record, Source, blocks
from exactnb.classify.results import Labelled, Tally, labelled
from exactnb.classify.texts import Vocabulary
from exactnb.conventions import Add, Clip, Conventions
from exactnb.errors import HERE, InputError, Place, listing, near, printable, quoted
from exactnb.lazy import once
from exactnb.logspace.classifier import Classifier, Predictions
from exactnb.logspace.parts import Part
from exactnb.logspace.sums import Sums
from exactnb.model.effort import EFFORT
from exactnb.shown import Shown
from exactnb.solution.setting import prior_in_words, smoothing_in_words
from exactnb.solution.solution import Solution

Watch = Callable[[str, int], None]
"""Is told what was done to how many records."""


def _unwatched(what: str, number: int) -> None:
    return


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


@dataclass(frozen=True)
class Labelling(Shown):
    """Say what is counted, what is labelled (without `test`, each training record without itself), how.

    Words follow the `family`, the usual one for "", with λ or a clip of shares by the conventions;
    `vocabulary` is given, or how many words it has at most; `numbers` and `categories` are columns.
    """

    train: Source
    test: Source | None = None
    family: str = ""
    conventions: Conventions = field(default_factory=lambda: Conventions(smoothing=1))
    vocabulary: Vocabulary | int | None = None
    numbers: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    watch: Watch = _unwatched

    def __repr__(self) -> str:
        test = "each without itself" if self.test is None else str(self.test.path)
        return f"<Labelling by {quoted(str(self.train.path))}: {printable(test)}>"

    def __post_init__(self) -> None:
        _pseudocounts(self.conventions)
        object.__setattr__(self, "family", word_family(self.family))
        both = [name for name in self.numbers if name in self.categories]
        if both:
            raise InputError(f"{quoted(both[0])} is among the numbers too", at="categories")

    @once
    def encoding(self) -> Encoding:
        """Return how records become rows, learnt in a first reading of the training records."""
        learner = self._learnt()
        has_text = learner.has_text
        if isinstance(self.conventions.smoothing, Clip) and not (has_text and not self.categories):
            raise InputError("shares of words are clipped; categories take λ", at="smoothing")
        if self.vocabulary is not None and not has_text:
            raise InputError("there are no texts", at="vocabulary")
        if self.test is not None:
            self._check_fields(self.test)
        if self.test is not None and self.numbers:
            with Place.file(self.test.path):
                for record in self.test.records(self.train):
                    learner.see_numbers(record)
        with Place.file(self.train.path):
            return learner.encoding(self.family, self.vocabulary, self.conventions.unseen_value)

    def _learnt(self) -> Learner:
        """Return what has seen the training records."""
        learner = Learner(bool(self.train.text_field), self.numbers, self.categories)
        with Place.file(self.train.path):
            for block in self._blocks(self.train, "read"):
                for record in block:
                    learner.see(record)
        return learner

    @once
    def counted(self) -> Classifier:
        """Return what is counted in a second reading of the training records."""
        encoding = self.encoding
        parts = encoding.parts(*_pseudocounts(self.conventions))
        with Place.file(self.train.path):
            found = self._count(encoding, parts)
            _check_spread(encoding, found)
        return found

    def _count(self, encoding: Encoding, parts: Sequence[Part]) -> Classifier:
        """Return the sum of what is counted block by block."""
        found, prior = None, self.conventions.prior
        for block in self._blocks(self.train, "counted"):
            labels = [record.label for record in block]
            rows = encoding.rows(block)
            more = Classifier.fit(rows, labels, parts, classes=encoding.classes, prior=prior)
            found = more if found is None else found + more
        assert found is not None
        return found

    def labels(self, *, posteriors: bool = False) -> Iterator[Labelled]:
        """Yield what is decided on each record, with its `posteriors` if they are asked for.

        Those of training records, each without itself, are not worked out.
        """
        counted = self.counted
        with Place.file(self._asked.path):
            for block in self._blocks(self._asked, "labelled"):
                rows = self.encoding.rows(block)
                if self.test is not None:
                    shares = counted.posteriors(rows, _named(block)) if posteriors else None
                    yield from labelled(block, counted.predict(rows), shares)
                else:
                    yield from labelled(block, self._left_out(block, rows))

    def _left_out(self, block: Sequence[Record], rows: Any) -> Predictions:
        """Return what is decided on training records, each without itself; name one that is needed."""
        labels = [record.label for record in block]
        try:
            return self.counted.leave_one_out(rows, labels)
        except InputError:
            for at, record in enumerate(block):
                try:
                    rest = self.counted.without(rows[at : at + 1], record.label)
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
        smoothed = "" if list(kinds) == ["Gaussian"] else smoothing_in_words(self.conventions.smoothing)
        first = (f"{' and '.join(kinds)} naive Bayes", prior_in_words(self.conventions), smoothed)
        number = len(counted.classes)
        sizes = [f"{int(sum(counted.sizes)):,} records of {number} class{'es' * (number != 1)}"]
        if encoding.vocabulary is not None:
            sizes.append(f"{len(encoding.vocabulary.words):,} words")
        columns = len(encoding.categories) + len(encoding.places)
        sizes += [f"{columns} column{'s' * (columns != 1)}"] if columns else []
        return f"{' · '.join(filter(None, first))}\nCounted: {', '.join(sizes)}"

    def explain(self, identity: str, *, leading: int = 10, effort: int = EFFORT) -> Solution:
        """Return why one record is decided as it is, worked out exactly, with some `effort`."""
        records = self._asked.records(self.train)
        record = next((record for record in records if record.id == identity), None)
        if record is None:
            raise InputError(f"there is no record {quoted(identity)}", at=Place.file(self._asked.path))
        counted = self.counted
        with Place.file(self._asked.path):
            if self.test is None:
                counted = counted.without(self.encoding.rows([record]), record.label)
            conventions = self.conventions
            total = sum(counted.sizes)
            if conventions.prior == "mle" and not all(counted.sizes) and total:
                shares = zip(counted.classes, counted.sizes, strict=True)
                conventions = conventions.with_prior({k: size / total for k, size in shares})
            model = self.encoding.exact(counted, conventions)
            title = f"Record {identity}" + (f", which is {record.label}" if record.label else "")
            return model.explain(record, leading=leading, title=title, effort=effort)

    @property
    def _asked(self) -> Source:
        return self.train if self.test is None else self.test

    def _blocks(self, source: Source, what: str) -> Iterator[list[Record]]:
        number = 0
        records: Iterable[Record] = source.records(self.train)
        for block in blocks(records):
            yield block
            number += len(block)
            self.watch(what, number)

    def _check_fields(self, test: Source) -> None:
        """Refuse records that lack a field which the training records have."""
        wanted = [self.train.text_field, *self.categories, *self.numbers]
        if not self.categories and not self.train.text_field:
            others = (self.train.label_field, self.train.id_field)
            wanted = [name for name in self.train.names if name not in others]
        for name in filter(None, wanted):
            if name not in test.names:
                message = f"there is no field {quoted(name)}{near(name, test.names)}"
                raise InputError(message, at=Place.file(test.path))


def _pseudocounts(conventions: Conventions) -> tuple[Fraction, Fraction]:
    """Return λ, and the ε of a clip, of which one is 0.

    Raises InputError for any other rule.
    """
    rule = conventions.smoothing
    if isinstance(rule, Clip):
        if rule.floor >= Fraction(1, 2):
            raise InputError(f"lies below 1/2; got {rule.floor}", at="smoothing")
        return Fraction(0), rule.floor
    pseudocount = rule.pseudocounts if isinstance(rule, Add) and rule.cells is None else None
    if pseudocount is None or pseudocount.single is None:
        raise InputError("expected one λ for all, or a clip", at="smoothing")
    return pseudocount.single, Fraction(0)


def _check_spread(encoding: Encoding, counted: Classifier) -> None:
    """Refuse numbers that are all the same in a class: their variance would be 0."""
    for counts in counted.counts:
        if not isinstance(counts, Sums):
            continue
        for label, variances in zip(counted.classes, counts.variances, strict=True):
            for column, variance in zip(encoding.places, variances, strict=True):
                if not variance:
                    where = f"in class {quoted(label)}, so their variance is 0"
                    way = "leave out the column or the class, or make it a category"
                    raise InputError(f"all numbers of {quoted(column)} are the same {where}; {way}")


def _named(block: Sequence[Record]) -> Callable[[int], str]:
    """Return what messages call the records of a block."""
    return lambda row: f"record {block[row].id}"
