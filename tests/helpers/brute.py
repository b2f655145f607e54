"""What everything in a problem is worth, by brute force over its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod

from by_hand import Worth, over, plus, settled, times
from plain import MLE, Column, Facts, Seen

from exactnb.core.families import family
from exactnb.core.naming.names import Item, QuantityName, word_item


@dataclass(frozen=True)
class Case(Facts):
    """A problem, and the brute-force values of all its quantities."""

    @property
    def has_cells(self) -> bool:
        """Say whether each class shows a value wherever those that it shows are its cells."""
        for column in self.blocks:
            if self.rule_of(column.name).cells == "class":
                counts = (
                    [self.count(k, {column.name: v}) for v in column.values] for k in self.classes
                )
                if not all(map(any, counts)):
                    return False
        of_prior = (self.prior_smoothing or self.rule).cells if self.prior == "smoothed" else ""
        if of_prior == "class" and self.count(None, {}) == 0:
            return False
        silent = self.bag_words and not all(map(self.tokens, self.classes))
        return not (self.rule.cells == "class" and silent)

    def prior_of(self, label: str) -> Worth:
        """Return P(class)."""
        if self.prior == "given":
            return self.given[self.classes.index(label)]
        if self.prior == "uniform":
            return Fraction(1, len(self.classes))
        rule = MLE if self.prior == "mle" else self.prior_smoothing or self.rule
        seen = sum(self.count(k, {}) > 0 for k in self.classes)
        return rule.estimate(self.count(label, {}), self.count(None, {}), label, "", self.classes, seen)

    def factor(self, column: Column, value: str, label: str) -> Worth:
        """Return P(column = value | class)."""
        if family(column.family).domain == "binary" and value == "0":
            there = self.factor(column, "1", label)
            if self.rule_of(column.name).is_limit:  # 1 − p loses what is small
                return self._estimate(column, "0", label)
            return None if there is None else 1 - there
        return self._estimate(column, value, label)

    def _estimate(self, column: Column, value: str, label: str) -> Worth:
        counts = {v: self.count(label, {column.name: v}) for v in column.values}
        return self.rule_of(column.name).estimate(
            counts.get(value, Fraction(0)), sum(counts.values(), Fraction(0)), value, label,
            column.values, sum(number > 0 for number in counts.values()),
        )  # fmt: skip

    def theta(self, word: str, label: str) -> Worth:
        """Return P(word | class)."""
        hits = self.word_count(word, label) if word in self.bag_words else Fraction(0)
        seen = sum(self.word_count(w, label) > 0 for w in self.bag_words)
        return self.rule.estimate(hits, self.tokens(label), word, label, self.bag_words, seen)

    def likelihood(self, label: str, seen: Seen) -> Worth:
        """Return P(what is seen | class)."""
        factors: list[Worth] = []
        for column in self.blocks:
            value = seen.cells.get(column.name)
            if value is not None:
                factors.append(self.factor(column, value, label))
        if self.coefficient:
            factors += (multiplicity(bag) for bag in seen.bags)
        if seen.words():
            factors.append(LIKELIHOODS[self.bag_family](self, label, seen.words()))
        return times(*factors)

    def joint(self, label: str, seen: Seen) -> Worth:
        """Return P(class, what is seen)."""
        return times(self.prior_of(label), self.likelihood(label, seen))

    def decided(self, seen: Seen) -> tuple[str, ...] | None:
        """Return the labels of the largest joint; None where a joint is undefined or all are 0."""
        joints = [self.joint(label, seen) for label in self.classes]
        known = [joint for joint in joints if joint is not None]
        if len(known) < len(joints) or max(known) <= 0:
            return None
        best = [k for k, joint in zip(self.classes, joints, strict=True) if joint == max(known)]
        return tuple(best[:1] if self.tie == "first" else best)

    def label(self, label: str) -> Item:
        """Return the item of a class."""
        return Item("class", self.class_variable, label)

    def word(self, word: str) -> Item:
        """Return the item of a word."""
        return word_item(word, self.classes)

    def brute(self) -> dict[QuantityName, Worth]:
        """Return what every quantity of the problem is worth."""
        return {**self._counts(), **self.estimates(), **self.answers()}

    def values_of(self, column: Column) -> tuple[str, ...]:
        """Return the values of a column, those too that only queries show."""
        shown = (self.seen(identity).cells.get(column.name) for identity in self.queries)
        return tuple(dict.fromkeys((*column.values, *(v for v in shown if v is not None))))

    def _words(self) -> Iterable[str]:
        drawn = (word for identity in self.queries for word in self.seen(identity).words())
        return dict.fromkeys((*self.bag_words, *drawn))

    def _counts(self) -> dict[QuantityName, Worth]:
        found: dict[QuantityName, Worth] = {
            QuantityName("count"): self.count(None, {}),
            QuantityName("vocabulary"): Fraction(len(self.spoken)),
        }
        for k in self.classes:
            own = self.label(k)
            found[QuantityName("count", (own,))] = self.count(k, {})
            found[QuantityName("tokens", (own,))] = self.tokens(k)
            for c in self.blocks:
                for v in self.values_of(c):
                    name = QuantityName("count", (Item("cell", c.name, v), own))
                    found[name] = self.count(k, {c.name: v})
            for w in self._words():
                known = w in self.bag_words
                found[QuantityName("count", (self.word(w), own))] = (
                    self.word_count(w, k) if known else Fraction(0)
                )
        return found

    def estimates(self) -> dict[QuantityName, Worth]:
        """Return priors, and probabilities of every value and every word in every class."""
        found: dict[QuantityName, Worth] = {}
        for k in self.classes:
            own = self.label(k)
            found[QuantityName("P", (own,))] = self.prior_of(k)
            for c in self.blocks:
                for v in self.values_of(c):
                    found[QuantityName("P", (Item("cell", c.name, v),), (own,))] = self.factor(c, v, k)
            for w in self._words():
                found[QuantityName("P", (self.word(w),), (own,))] = self.theta(w, k)
        return self._settled(found)

    def answers(self) -> dict[QuantityName, Worth]:
        """Return joints, evidences and posteriors of the queries."""
        found: dict[QuantityName, Worth] = {}
        for identity in self.queries:
            case, seen = (Item("query", "", identity),), self.seen(identity)
            joints = {k: self.joint(k, seen) for k in self.classes}
            evidence = plus(*joints.values())
            found[QuantityName("P", case)] = evidence
            for k, joint in joints.items():
                found[QuantityName("P", (self.label(k), *case))] = joint
                found[QuantityName("P", (self.label(k),), case)] = over(joint, evidence)
        return self._settled(found)

    def _settled(self, found: dict[QuantityName, Worth]) -> dict[QuantityName, Worth]:
        if not self.is_limit:
            return found
        return {name: settled(worth) for name, worth in found.items()}


def multiplicity(words: Mapping[str, int]) -> Fraction:
    """Return the number of orders that a bag of words can stand in."""
    return Fraction(factorial(sum(words.values()))) / prod(map(factorial, words.values()))


def _drawn(case: Case, label: str, words: Mapping[str, int]) -> Worth:
    thetas = (case.theta(word, label) for word, number in words.items() for _ in range(number))
    return times(*thetas)


def _urn(case: Case, label: str, words: Mapping[str, int]) -> Worth:
    """Draw from an urn, one word after the other: each is put back twice."""
    known = case.bag_words
    urn = {w: case.word_count(w, label) + case.rule.pseudo(w, label, known) for w in known}
    inside = sum(urn.values(), Fraction(0))
    above, below = Fraction(1), Fraction(1)
    for word in (word for word, number in words.items() for _ in range(number)):
        urn.setdefault(word, case.rule.pseudo(word, label, known))
        above, below = above * urn[word], below * inside
        urn[word] += 1
        inside += 1
    return over(above, below)


LIKELIHOODS = {"multinomial": _drawn, "dirichlet-multinomial": _urn}
"""What each family of words says about a bag of them, by brute force."""
