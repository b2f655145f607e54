"""Integer scores: tables of weights that any engine can add, and exact decisions of close calls.

A score is 2^bits·log₂ of a joint. The weight of every factor is the nearest integer, so a sum of t
weights is off by at most t/2, whatever the engine and the order, and one class surely beats another if
its sum is larger by more than t.

How to read: `IntegerModel` takes a tally; `weights` has the weights of each value or word of a feature,
`constant_weights` those of every row, and `decide` compares the classes of one row exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import chain

from exactnb.core.arguments import require
from exactnb.core.arithmetic.enclosure import fixed_point_logs
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import argmax_indices
from exactnb.core.conventions.reading import NO_ROWS, check_relative_frequencies, shares_of
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import InputError, quoted
from exactnb.scale.counting.features import Feature, Numbers, Presence, Values
from exactnb.scale.counting.tally import Tally, feature_place
from exactnb.scale.counting.texts_in_engines import ASCII

Powers = Mapping[int, int]
"""A product of powers of positive integers, by their exponents."""

_MORE = 64  # bits beyond those of the result: one result in 2^50 or so needs another try, with more
PROVED, EXACT, TIE, UNDEFINED = "integers", "exact", "tie", "undefined"
_MOST_BITS = 52


def scaled_log2s(products: Sequence[Powers], bits: int) -> list[int]:
    """Return 2^`bits`·log₂ of each of `products`, rounded to the nearest integer.

    >>> scaled_log2s([{2: 3}, {1: 1, 4: -1}, {3: 1}], 10)
    [3072, -2048, 1623]

    Terminates: a rational product whose log₂ is rational is a power of two, and its weight an integer,
    never the middle between two.
    """
    results: dict[int, int] = {}
    unresolved, more = list(range(len(products))), _MORE
    while unresolved:
        numbers = sorted({number for index in unresolved for number in products[index]} | {2})
        logs = dict(zip(numbers, fixed_point_logs(numbers, bits + more), strict=True))
        for index in unresolved:
            low, high = _log2_bounds(products[index], logs, bits)
            if low == high:
                results[index] = low
        unresolved = [index for index in unresolved if index not in results]
        more *= 2
    return [results[index] for index in range(len(products))]


def _log2_bounds(powers: Powers, logs: Mapping[int, int], bits: int) -> tuple[int, int]:
    """Return the nearest integers to the least and the largest value that 2^bits·log₂ may have.

    All `logs` are in one unit, and off by less than 2 units.
    """
    middle = sum(exponent * logs[number] for number, exponent in powers.items())
    error = 2 * sum(map(abs, powers.values()))
    least, most = logs[2] - 2, logs[2] + 2
    low, high = middle - error, middle + error
    return (
        _rounded_quotient(low << bits, most if low > 0 else least),
        _rounded_quotient(high << bits, least if high > 0 else most),
    )


def _rounded_quotient(numerator: int, denominator: int) -> int:
    """Return the integer nearest to a quotient, by integer division."""
    return (2 * numerator + denominator) // (2 * denominator)


@frozen
class Weights:
    """The weights of a feature: for each of `names` a weight and a number of zero factors, by class.

    They are `undefined` where the shares of some class are 0/0.
    """

    names: tuple[str, ...]
    of_classes: tuple[tuple[int, ...], ...]
    zeros: tuple[tuple[int, ...], ...]
    undefined: bool

    @once
    def index_by_name(self) -> dict[str, int]:
        """Return the index of each name."""
        return {name: place for place, name in enumerate(self.names)}

    @once
    def largest_size(self) -> int:
        """Return the largest absolute value of a weight."""
        return max(map(abs, chain.from_iterable(self.of_classes)), default=0)


@frozen
class Observed:
    """One row: its values by column, and the counts of its words by column of texts."""

    values: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@frozen
class IntegerModel:
    """Score rows by the counts of values and words in `tally`.

    `pseudocount` is λ; `prior` is "mle", "uniform", or a number for every class; weights have `bits`
    bits after the binary point.

    >>> rows = [("class", "mail", "ham", None, 2), ("class", "mail", "spam", None, 1),
    ...         ("split", "text", None, "ascii", 1),
    ...         ("tokens", "text", "ham", None, 2), ("tokens", "text", "spam", None, 2),
    ...         ("word", "text", "ham", "lunch", 2), ("word", "text", "spam", "cash", 2)]
    >>> model = IntegerModel(Tally.from_rows(rows))
    >>> model.decide(Observed(words={"text": {"cash": 1}}))
    (('spam',), 'exact')

    Raises InputError for sums of numbers, which have no weights, and for texts that were not split by
    the rule "ascii", which engines apply.
    """

    tally: Tally
    pseudocount: Exact = 1
    prior: str | Mapping[str, Exact] = "mle"
    bits: int = 32

    def __post_init__(self) -> None:
        require(self.tally, Tally, "a Tally", "tally")
        require(self.prior, (str, Mapping), "mle, uniform, or a number for each class", "prior")
        if self._smoothing < 0:
            raise InputError(f"is not negative; got {self._smoothing}", at="pseudocount")
        if type(self.bits) is not int or not 0 < self.bits <= _MOST_BITS:
            raise InputError(f"expected 1 to {_MOST_BITS}; got {self.bits}", at="bits")
        if not self.tally.classes:
            raise InputError("nothing was counted")
        for name, feature in self.tally.features.items():
            if isinstance(feature, Numbers):
                message = (
                    "numbers have no weights; leave the column out, or let `exactnb classify` label"
                )
            elif not isinstance(feature, Values) and feature.split != ASCII:
                message = (
                    f"texts are cut as {quoted(feature.split)}; engines cut them as {quoted(ASCII)}"
                )
            else:
                continue
            raise InputError(message, at=feature_place(name))
        self.priors  # noqa: B018 - refused where it is given

    @once
    def classes(self) -> tuple[str, ...]:
        """Return the labels of the classes, in order."""
        return tuple(sorted(self.tally.classes))

    @once
    def priors(self) -> tuple[Fraction, ...]:
        """Return the prior of every class."""
        if self.prior == "mle":
            check_relative_frequencies(self.tally.classes, NO_ROWS)
        return shares_of(self.prior, self.classes, [self.tally.classes[k] for k in self.classes])

    @once
    def has_zeros(self) -> bool:
        """Say whether a factor may be zero or 0/0: without smoothing, or with a prior of 0."""
        return not self._smoothing or not all(self.priors)

    def weights(self, name: str) -> Weights:
        """Return the weights of the feature `name`, a column of values or of texts."""
        shares, weights, zeros = self._shares(name), [], []
        for k, label in enumerate(self.classes):
            counts = shares.counts.get(label, {})
            class_counts = [counts.get(value, 0) for value in shares.names]
            distinct = list(dict.fromkeys(class_counts))
            logs = scaled_log2s([shares.powers(count, k) for count in distinct], self.bits)
            by_count = dict(zip(distinct, logs, strict=True))
            zeros_by_count = {count: shares.net_zero_factors(count, k) for count in distinct}
            weights.append(tuple(by_count[count] for count in class_counts))
            zeros.append(tuple(zeros_by_count[count] for count in class_counts))
        return Weights(tuple(shares.names), tuple(weights), tuple(zeros), not all(shares.denominators))

    @once
    def constant_weights(self) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        """Return the weight and the number of zero factors of every row by class; whether it is 0/0."""
        products = [self._base_factor_and_zeros(k) for k in range(len(self.classes))]
        weights = scaled_log2s([powers for powers, _ in products], self.bits)
        undefined = any(not all(shares.denominators) for shares in self._presence_shares())
        return tuple(weights), tuple(zeros for _, zeros in products), undefined

    def decide(self, row: Observed) -> tuple[tuple[str, ...], str]:
        """Return the exact classes of `row`, all of a tie or none for 0/0, and the certificate."""
        scores: list[PowerProduct] = []
        for k in range(len(self.classes)):
            score = self._score(row, k)
            if score is None:
                return (), UNDEFINED
            scores.append(score)
        if all(score.zeros for score in scores):
            return (), UNDEFINED
        best = argmax_indices(scores, PowerProduct.compare)
        return tuple(self.classes[index] for index in best), EXACT if len(best) == 1 else TIE

    def _score(self, row: Observed, k: int) -> PowerProduct | None:
        """Return the joint of a row and a class, up to a factor common to all classes; None for 0/0."""
        powers, zeros = self._base_factor_and_zeros(k)
        total_powers = Counter(powers)
        value_counts = [(name, {value: 1}) for name, value in row.values.items()]
        for name, counts in (*value_counts, *row.words.items()):
            shares = self._shares(name)
            class_counts = shares.counts.get(self.classes[k], {})
            for value, times in counts.items():
                if value not in shares.names:
                    continue
                if not shares.denominators[k]:
                    return None
                count = class_counts.get(value, 0)
                zeros += shares.net_zero_factors(count, k) * times
                for number, exponent in shares.powers(count, k).items():
                    total_powers[number] += exponent * times
        if self.constant_weights[2]:
            return None
        factors = sorted((n, Fraction(e)) for n, e in total_powers.items() if e and n > 1)
        return PowerProduct(tuple(factors), zeros=zeros)

    @once
    def _smoothing(self) -> Fraction:
        return read_number(self.pseudocount)

    def _base_factor_and_zeros(self, k: int) -> tuple[Counter[int], int]:
        """Return the factor that all rows share, prior and absences of all words, and its zeros."""
        prior = self.priors[k]
        base_powers, zeros = Counter({prior.numerator or 1: 1}), int(not prior)
        base_powers[prior.denominator] -= 1
        for shares in self._presence_shares():
            powers, base_zeros = shares.base[k]
            base_powers.update(powers)
            zeros += base_zeros
        return base_powers, zeros

    def _presence_shares(self) -> Iterator[_FeatureShares]:
        """Yield the shares of features whose absence counts too."""
        for name, feature in self.tally.features.items():
            if isinstance(feature, Presence):
                yield self._shares(name)

    @once_each
    def _shares(self, name: str) -> _FeatureShares:
        sizes = {label: self.tally.classes[label] for label in self.classes}
        return _FeatureShares.from_feature(self.tally.features[name], sizes, self._smoothing)


@frozen
class _FeatureShares:
    """The shares of one feature, (q·c + p)/D for λ = p/q; of presence, divided by those of absence.

    `names` are the values or words, `counts` are by class and value; `denominators` has D of each
    class, 0 where shares are 0/0; `sizes` has the rows of each class for presence, and is empty for
    other features. `base` has the factors and zeros of a text without any word.
    """

    names: Mapping[str, None]
    counts: Mapping[str, Mapping[str, int]]
    denominators: tuple[int, ...]
    smoothing: Fraction
    sizes: tuple[int, ...] = ()
    base: tuple[tuple[Counter[int], int], ...] = ()

    @classmethod
    def from_feature(
        cls, feature: Feature, sizes: Mapping[str, int], smoothing: Fraction
    ) -> _FeatureShares:
        """Return the shares of a `feature` with a `smoothing`; `sizes` has the rows of classes."""
        assert not isinstance(feature, Numbers)
        names = dict.fromkeys(feature.names)
        counts = {
            label: {value: n for value, n in class_counts.items() if value is not None}
            for label, class_counts in feature.counts.items()
        }
        p, q = smoothing.numerator, smoothing.denominator
        if not isinstance(feature, Presence):
            totals = [sum(counts.get(label, {}).values()) for label in sizes]
            denominators = tuple(q * total + p * len(names) for total in totals)
            return cls(names, counts, denominators, smoothing)
        denominators = tuple(q * size + 2 * p for size in sizes.values())
        base = []
        for (label, size), denominator in zip(sizes.items(), denominators, strict=True):
            times = Counter(counts.get(label, {}).values())
            times[0] += len(names) - sum(times.values())
            absent = {q * (size - count) + p: n for count, n in times.items() if n}
            zeros = absent.pop(0, 0)
            powers = Counter(absent)
            powers[denominator or 1] -= len(names)  # one for each word
            base.append((powers, zeros))
        return cls(names, counts, denominators, smoothing, tuple(sizes.values()), tuple(base))

    def powers(self, count: int, k: int) -> dict[int, int]:
        """Return the factor of a value with `count` in class `k` as powers, without zeros."""
        numerator, denominator = self._numerator_and_denominator(count, k)
        factor_powers = {numerator or 1: 1}
        factor_powers[denominator or 1] = factor_powers.get(denominator or 1, 0) - 1
        return factor_powers if numerator or self.sizes else {}

    def net_zero_factors(self, count: int, k: int) -> int:
        """Return the zero factors of a value with `count` in class `k`, minus those of its absence."""
        numerator, denominator = self._numerator_and_denominator(count, k)
        return int(not numerator) - int(bool(self.sizes) and not denominator)

    def _numerator_and_denominator(self, count: int, k: int) -> tuple[int, int]:
        """Return numerator and denominator of a factor; of presence, over the share of absence."""
        p, q = self.smoothing.numerator, self.smoothing.denominator
        numerator = q * count + p
        return numerator, q * (self.sizes[k] - count) + p if self.sizes else self.denominators[k]
