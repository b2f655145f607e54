"""Scores as whole numbers: tables of weights that any engine adds up, and exact decisions of the rest.

A score is 2^bits·log₂ of a joint. Every factor is the nearest integer, so that a sum of t of them is
off by at most t/2, and one class surely beats another if its sum is larger by more than t.

How to read: `IntegerModel` takes a tally; `weights` has, for each value or word of a feature, what
engines add up, `constant` what every row has, and `decide` compares the classes of one row exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction

from exactnb.core.arithmetic.deciding import largest
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.conventions.shares import NO_ROWS, check_relative, shares_of
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import InputError, quoted
from exactnb.scale.counting.features import Feature, Numbers, Presence, Values
from exactnb.scale.counting.fixed_point import nearest_logs
from exactnb.scale.counting.splitting import ASCII
from exactnb.scale.counting.tally import Tally, feature_place

PROVED, EXACT, TIE, UNDEFINED = "integers", "exact", "tie", "undefined"
_MOST_BITS = 52


@frozen
class Weights:
    """What engines add up of a feature: for each of `names` a weight and zero factors, class by class.

    A name is `undefined` where a share of some class is 0/0.
    """

    names: tuple[str, ...]
    of_classes: tuple[tuple[int, ...], ...]
    zeros: tuple[tuple[int, ...], ...]
    undefined: bool

    @once
    def places(self) -> dict[str, int]:
        """Return where each name stands."""
        return {name: at for at, name in enumerate(self.names)}

    @once
    def peak(self) -> int:
        """Return the largest size of a weight."""
        return max((max(map(abs, of), default=0) for of in self.of_classes), default=0)


@frozen
class Observed:
    """What one row shows: values by column, words of texts by column, and how often."""

    values: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@frozen
class IntegerModel:
    """Score rows by what a tally has counted of values and words.

    `pseudocount` is λ; `prior` is "mle", "uniform", or a number for every class; a weight has so many
    `bits` behind the point.

    >>> rows = [("class", "mail", "ham", None, 2), ("class", "mail", "spam", None, 1),
    ...         ("split", "text", None, "ascii", 1),
    ...         ("tokens", "text", "ham", None, 2), ("tokens", "text", "spam", None, 2),
    ...         ("word", "text", "ham", "lunch", 2), ("word", "text", "spam", "cash", 2)]
    >>> model = IntegerModel(Tally.from_rows(rows))
    >>> model.decide(Observed(words={"text": {"cash": 1}}))
    (('spam',), 'exact')

    Sums of numbers are refused, which have no weights, and texts that were not cut as engines do.
    """

    tally: Tally
    pseudocount: Exact = 1
    prior: str | Mapping[str, Exact] = "mle"
    bits: int = 32

    def __post_init__(self) -> None:
        if self._smoothing < 0:
            raise InputError(f"is not negative; got {self._smoothing}", at="pseudocount")
        if type(self.bits) is not int or not 0 < self.bits <= _MOST_BITS:
            raise InputError(f"expected 1 to {_MOST_BITS}; got {self.bits}", at="bits")
        if not self.tally.classes:
            raise InputError("nothing was counted")
        for name, feature in self.tally.features.items():
            if isinstance(feature, Numbers):
                told = "numbers have no weights; leave the column out, or let `exactnb classify` label"
                raise InputError(told, at=feature_place(name))
            if not isinstance(feature, Values) and feature.split != ASCII:
                told = f"texts are cut as {quoted(feature.split)}; engines cut them as {quoted(ASCII)}"
                raise InputError(told, at=feature_place(name))
        self.priors  # noqa: B018 - refused where it is given

    @once
    def classes(self) -> tuple[str, ...]:
        """Return the labels of the classes, in order."""
        return tuple(sorted(self.tally.classes))

    @once
    def priors(self) -> tuple[Fraction, ...]:
        """Return the prior of every class."""
        if self.prior == "mle":
            check_relative(self.tally.classes, NO_ROWS)
        return shares_of(self.prior, self.classes, [self.tally.classes[k] for k in self.classes])

    @once
    def has_zeros(self) -> bool:
        """Say whether a factor may be zero, or 0/0: only without smoothing, or by the prior."""
        return not self._smoothing or not all(self.priors)

    def weights(self, name: str) -> Weights:
        """Return the weights of a column of values, or of the words of texts."""
        shares = self._shares(name)
        names = self._names(name)
        weights, zeros = [], []
        for k, label in enumerate(self.classes):
            counts = shares.counts.get(label, {})
            of_class = [counts.get(value, 0) for value in names]
            known = list(dict.fromkeys(of_class))
            logs = nearest_logs([shares.powers(count, k) for count in known], self.bits)
            by_count = dict(zip(known, logs, strict=True))
            none = {count: shares.zeros(count, k) for count in known}
            weights.append(tuple(by_count[count] for count in of_class))
            zeros.append(tuple(none[count] for count in of_class))
        return Weights(names, tuple(weights), tuple(zeros), not all(shares.below))

    @once
    def constant(self) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        """Return what every row has, class by class: a weight and zero factors; whether it is 0/0."""
        products = [self._base(k) for k in range(len(self.classes))]
        weights = nearest_logs([powers for powers, _ in products], self.bits)
        undefined = any(not all(shares.below) for shares in self._of_presence())
        return tuple(weights), tuple(zeros for _, zeros in products), undefined

    def decide(self, row: Observed) -> tuple[tuple[str, ...], str]:
        """Return the class of a row, exactly, and how that is proved: all of a tie, none for 0/0."""
        scores: list[PowerProduct] = []
        for k in range(len(self.classes)):
            score = self._score(row, k)
            if score is None:
                return (), UNDEFINED
            scores.append(score)
        if all(score.zeros for score in scores):
            return (), UNDEFINED
        best = largest(scores, PowerProduct.compare)
        return tuple(self.classes[at] for at in best), EXACT if len(best) == 1 else TIE

    def _score(self, row: Observed, k: int) -> PowerProduct | None:
        """Return the joint of a row and a class, up to a factor of all classes; None for 0/0."""
        powers, zeros = self._base(k)
        found = Counter(powers)
        shown = [(name, {value: 1}) for name, value in row.values.items()]
        for name, counts in (*shown, *row.words.items()):
            shares = self._shares(name)
            of_class = shares.counts.get(self.classes[k], {})
            for value, times in counts.items():
                if value not in self._known(name):
                    continue
                if not shares.below[k]:
                    return None
                count = of_class.get(value, 0)
                zeros += shares.zeros(count, k) * times
                for number, exponent in shares.powers(count, k).items():
                    found[number] += exponent * times
        if self.constant[2]:
            return None
        factors = sorted((n, Fraction(e)) for n, e in found.items() if e and n > 1)
        return PowerProduct(tuple(factors), zeros=zeros)

    @once
    def _smoothing(self) -> Fraction:
        return read_number(self.pseudocount)

    def _base(self, k: int) -> tuple[Counter[int], int]:
        """Return the factor that every row has, the prior and words that are absent, and its zeros."""
        prior = self.priors[k]
        found, zeros = Counter({prior.numerator or 1: 1}), int(not prior)
        found[prior.denominator] -= 1
        for shares in self._of_presence():
            powers, more = shares.base[k]
            found.update(powers)
            zeros += more
        return found, zeros

    def _of_presence(self) -> Iterator[_Shares]:
        for name, feature in self.tally.features.items():
            if isinstance(feature, Presence):
                yield self._shares(name)

    def _names(self, name: str) -> tuple[str, ...]:
        feature = self.tally.features[name]
        assert not isinstance(feature, Numbers)
        return feature.values if isinstance(feature, Values) else feature.words

    @once_each
    def _known(self, name: str) -> frozenset[str]:
        return frozenset(self._names(name))

    @once_each
    def _shares(self, name: str) -> _Shares:
        sizes = tuple(self.tally.classes[label] for label in self.classes)
        feature, names = self.tally.features[name], self._names(name)
        return _Shares.of(feature, self.classes, sizes, names, self._smoothing)


@frozen
class _Shares:
    """The shares of one feature, (q·c + p)/D for λ = p/q; of presence, against the share of absence.

    `counts` are by class and value, `below` is D of each class, 0 where the share is 0/0; `sizes` are
    the rows of the classes for presence, and empty for anything else.
    """

    counts: Mapping[str, Mapping[str, int]]
    below: tuple[int, ...]
    smoothing: Fraction
    sizes: tuple[int, ...] = ()
    base: tuple[tuple[Counter[int], int], ...] = ()

    @classmethod
    def of(
        cls,
        feature: Feature,
        classes: tuple[str, ...],
        sizes: tuple[int, ...],
        names: tuple[str, ...],
        smoothing: Fraction,
    ) -> _Shares:
        """Return the shares of a feature, by its kind."""
        assert not isinstance(feature, Numbers)
        counts = {
            label: {value: n for value, n in of.items() if value is not None}
            for label, of in feature.counts.items()
        }
        p, q = smoothing.numerator, smoothing.denominator
        if not isinstance(feature, Presence):
            totals = [sum(counts.get(label, {}).values()) for label in classes]
            return cls(counts, tuple(q * total + p * len(names) for total in totals), smoothing)
        below = tuple(q * size + 2 * p for size in sizes)
        base = []
        for label, size, whole in zip(classes, sizes, below, strict=True):
            times = Counter(counts.get(label, {}).values())
            times[0] += len(names) - sum(times.values())
            absent = {q * (size - count) + p: n for count, n in times.items() if n}
            zeros = absent.pop(0, 0)
            powers = Counter(absent)
            powers[whole or 1] -= len(names)  # of words that are absent in no text, too
            base.append((powers, zeros))
        return cls(counts, below, smoothing, sizes, tuple(base))

    def powers(self, count: int, k: int) -> dict[int, int]:
        """Return the factor of a value that was counted so often, zeros left out."""
        above, below = self._sides(count, k)
        found = {above or 1: 1}
        found[below or 1] = found.get(below or 1, 0) - 1
        return found if above or self.sizes else {}

    def zeros(self, count: int, k: int) -> int:
        """Return how many zero factors a value brings: one less, where its absence was one."""
        above, below = self._sides(count, k)
        return int(not above) - int(bool(self.sizes) and not below)

    def _sides(self, count: int, k: int) -> tuple[int, int]:
        p, q = self.smoothing.numerator, self.smoothing.denominator
        above = q * count + p
        return above, q * (self.sizes[k] - count) + p if self.sizes else self.below[k]
