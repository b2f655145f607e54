"""One model as the second reader sees it: what is observed, how probable that is, what is decided.

How to read: `observed` puts cells, words and queries together; `likelihood_of` multiplies the factors
of what they show; `probability` is P(A|B) for any A and B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.arithmetic.numerals import number_in, read_number
from exactnb.core.arithmetic.values import UNDEFINED, Infinite, Undefined
from exactnb.core.conventions import Limit
from exactnb.core.data.rows import name_of
from exactnb.core.data.schema import Case
from exactnb.core.lazy import once_each
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.explain.derivation.second_reader.counting import Tally
from exactnb.explain.derivation.second_reader.densities import density, mean_and_covariance, text
from exactnb.explain.derivation.second_reader.estimates import JOINT, NORMAL, Estimates, solve
from exactnb.explain.derivation.second_reader.problem import ChosenModel, Follows, Observed
from exactnb.explain.derivation.second_reader.reals import (
    NotRead,
    Real,
    add,
    ball,
    log,
    negative,
    over,
    times,
)


@frozen(slots=True)
class Candidates:
    """The classes that may be decided for, where their scores are too close to tell."""

    labels: tuple[str, ...]


@frozen(slots=True)
class Edits:
    """The edits after which something else is decided, certainly or as far as scores tell."""

    certain: frozenset[frozenset[str]]
    possible: frozenset[frozenset[str]]


Read = Real | bool | Candidates | tuple[str, ...] | Edits | Vector | Matrix
"""A number, a truth value, the classes that are decided for, edits, a vector, or a matrix."""

OF_VALUES = ("bernoulli", "categorical")


class View:
    """One model of the problem: what it sees, and how probable that is."""

    def __init__(self, model: ChosenModel, tally: Tally, at: Fraction | None) -> None:
        self.model, self.conventions, self.problem = model, model.conventions, tally.problem
        self.classes = self.problem.schema.classes
        self.estimates = Estimates(model, tally, at)
        self._known: dict[object, Real] = {}
        self.by_column = {c: follows for follows in model.columns for c in follows.columns}
        self.behind = {each.name for each in model.covariates.values()}

    def features(self) -> list[str]:
        """Return the columns that the data show: no words that only queries show."""
        known = frozenset(self.problem.schema.variables())
        return [c for c in self.by_column if c in known]

    # What is observed.

    def observed(self, items: Iterable[Item]) -> Observed:
        """Return what cells, words and queries show together."""
        cells: dict[str, str | Fraction] = {}
        bags: list[Mapping[str, int]] = []
        draws: list[str] = []
        for item in items:
            if item.kind == "query":
                shown = self._of_id(item.value)
                cells |= shown.cells
                bags += shown.bags
                draws += shown.draws
            elif item.kind == "cell":
                cells[item.variable] = self._cell(item.variable, item.value)
            elif item.kind == "word":
                draws.append(item.value)
        return Observed(cells, tuple(bags), tuple(draws))

    def is_number(self, column: str) -> bool:
        """Say whether a column holds numbers: what a family measures, or an exposure."""
        follows = self.by_column.get(column)
        return column in self.behind or (follows is not None and follows.family not in OF_VALUES)

    def _cell(self, column: str, value: object) -> str | Fraction:
        if self.is_number(column):
            return number_in(value) if isinstance(value, str) else read_number(value)
        return name_of(value)

    def _of_id(self, identity: str) -> Observed:
        for key, raw in self.problem.queries.items():
            if name_of(key) == identity:
                return self._of_query(raw)
        return self.of_row(next(case for case in self.problem.cases if case.id == identity))

    def _of_query(self, raw: str | Mapping[str, object] | Observed) -> Observed:
        if isinstance(raw, Observed):
            return self._relevant(
                replace(raw, cells={c: self._cell(c, v) for c, v in raw.cells.items()})
            )
        problem, words = self.problem, self.model.words
        texts = [raw] if isinstance(raw, str) else []
        cells: dict[str, str | Fraction] = {}
        times: dict[str, int] = {}
        for key, value in {} if isinstance(raw, str) else raw.items():
            column = name_of(key)
            if problem.text and column == problem.text:
                texts.append(str(value))
            elif words is not None and not problem.schema.words and column in words.columns:
                times[column] = int(name_of(value))
            else:
                shown = self._cell(column, value)
                if (
                    isinstance(shown, Fraction)
                    or shown in self.estimates.values(column)
                    or self.conventions.unseen_value == "zero"
                ):
                    cells[column] = shown
        bags = [times] if words is not None and not problem.schema.words else []
        for each in texts:
            cut = problem.cut(each)
            if words is None:
                cells |= self._presence(cut)
            else:
                known = frozenset(problem.schema.words)
                keeps = self.conventions.unseen_word == "zero"
                bags.append(Counter(w for w in cut if keeps or w in known))
        return self._relevant(Observed(cells, tuple(bags)))

    def of_row(self, case: Case) -> Observed:
        """Return what a row of the data shows."""
        words = self.model.words
        own = (c for c in case.cells if c in self.by_column or c in self.behind)
        cells = {c: self._cell(c, case.cells[c]) for c in own}
        bags: tuple[Mapping[str, int], ...] = ()
        if words is not None and self.problem.schema.words:
            bags = (case.words,)
        elif words is not None:
            bags = ({w: int(number_in(case.cells[w])) for w in words.columns if w in case.cells},)
        elif self.problem.schema.words:
            cells |= self._presence(list(case.words))
        return self._relevant(Observed(cells, bags))

    def _presence(self, words: list[str]) -> dict[str, str | Fraction]:
        """Return each word as a 0/1 cell; one that was never seen only where it counts as 0 times."""
        there = frozenset(words)
        known = self.problem.schema.words
        cells: dict[str, str | Fraction] = {w: "1" if w in there else "0" for w in known}
        if self.conventions.unseen_word == "zero":
            cells |= {w: "1" for w in words if w not in cells}
        return cells

    def _relevant(self, shown: Observed) -> Observed:
        """Return what counts of all that a query or row shows: no 0 where absence is ignored."""
        if self.conventions.absent == "count":
            return shown
        kept = {
            c: v
            for c, v in shown.cells.items()
            if not (v == "0" and c in self.by_column and self.by_column[c].family == "bernoulli")
        }
        return replace(shown, cells=kept)

    # How probable that is.

    def joint(self, label: str, items: Iterable[Item]) -> Real:
        """Return P(k, x): the prior times the likelihood."""
        return times(self.estimates.prior(label), self.likelihood(label, items))

    @once_each
    def evidence(self, items: tuple[Item, ...]) -> Real:
        """Return P(x): the joints of all classes added up."""
        return add(*(self.joint(k, items) for k in self.classes))

    def likelihood(self, label: str, items: Iterable[Item]) -> Real:
        """Return P(x | k)."""
        items = tuple(items)
        if (label, items) not in self._known:
            self._known[label, items] = self.likelihood_of(label, self.observed(items))
        return self._known[label, items]

    def likelihood_of(self, label: str, shown: Observed) -> Real:
        """Return the probability in a class of what is observed: each column has its factor."""
        factors: list[Real] = []
        numbers: dict[int, dict[str, Fraction]] = {}
        for column, value in shown.cells.items():
            follows = self._follows(column)
            if follows is None:
                continue
            if isinstance(value, Fraction):
                numbers.setdefault(id(follows), {})[column] = value
            else:
                factors.append(self.of_value(column, value, label))
        for follows in self.model.columns:
            if (own := numbers.get(id(follows))) is not None:
                factors.append(self.density(follows, own, label, shown.cells))
        if self.model.words is not None and (shown.bags or shown.draws):
            factors.append(text(self.estimates, shown.bags, shown.draws, label))
        return times(*factors)

    def _follows(self, column: str) -> Follows | None:
        if column in self.by_column or column in self.behind:
            return self.by_column.get(column)
        if self.model.words is None and column not in self.problem.schema.columns:
            return next((f for f in self.model.columns if f.family in OF_VALUES), None)
        return None

    def of_value(self, column: str, value: str, label: str) -> Real:
        """Return P(column = value | k); of 0 and 1, the 0 has what the 1 leaves."""
        follows, of = self._follows(column), self.estimates
        if follows is None or follows.family not in OF_VALUES:
            raise NotRead(f"no naive reading of {'no family' if follows is None else follows.family}")

        # Where λ tends to 0, 1 − p would lose it: a 0 has a share of its own.
        tends = isinstance(of.rule_of(column), Limit)
        if follows.family == "bernoulli" and value == "0" and of.given is None and not tends:
            return add(Fraction(1), negative(self.of_value(column, "1", label)))
        if (column, value, label) not in self._known:
            self._known[column, value, label] = of.of_value(column, value, label)
        return self._known[column, value, label]

    def density(
        self, follows: Follows, own: Mapping[str, Fraction], label: str, cells: Mapping[str, object]
    ) -> Real:
        """Return the density of the numbers of one family, each over its exposure."""
        if follows.family in (*JOINT, "spherical"):
            return density(self.estimates, follows, own, label, Fraction(1))
        factors = []
        for column, x in own.items():
            behind = self.model.covariates.get(column)
            exposure = Fraction(1) if behind is None else behind.usual
            if behind is not None and isinstance(over_this := cells.get(behind.name), Fraction):
                exposure = over_this
            factors.append(density(self.estimates, follows, {column: x}, label, exposure))
        return times(*factors)

    def scores(self, shown: Observed) -> list[Real]:
        """Return P(k, x) of what is observed, for every class."""
        return [times(self.estimates.prior(k), self.likelihood_of(k, shown)) for k in self.classes]

    def with_rows(self, cases: Sequence[Case]) -> View:
        """Return the view of the same model, estimated from other rows; queries stay what they are."""
        return View(self.model, Tally(self.problem, cases), self.estimates.at)

    def can_replace(self, other: View) -> bool:
        """Say whether the rows are accepted, and no class loses its prior with all rows that it has."""
        own, before = self.estimates.tally, other.estimates.tally
        lost = [k for k in self.classes if before.rows(k) and not own.rows(k)]
        estimated = self.conventions.prior in ("mle", "smoothed")
        if estimated and any(self.estimates.prior(k) == 0 for k in lost):
            return False
        return self.model.accepts(own.cases)

    def probability(self, name: QuantityName) -> Real:
        """Return P(A|B) by what stands on either side of the bar."""
        left = tuple(i for i in name.before if i.kind != "class")
        right = tuple(i for i in name.right if i.kind != "class")
        asked = [i.value for i in name.before if i.kind == "class"]
        condition = [i.value for i in name.right if i.kind == "class"]
        if len(asked) + len(condition) > 1:
            raise NotRead("two classes in one name")
        if all(i.kind == "cell" and i.variable in self.behind for i in right):
            before: tuple[Item, ...] = ()  # an exposure alone is no event
        else:
            before = right
        if condition:
            whole = self.likelihood(condition[0], (*left, *right))
            return over(whole, self.likelihood(condition[0], before)) if before else whole
        whole = self.joint(asked[0], (*left, *right)) if asked else self.evidence((*left, *right))
        return over(whole, self.evidence(before)) if before else whole

    def argmax(self, name: QuantityName) -> Read:
        """Return the classes whose joint may be the largest; undefined where all joints are 0."""
        return self.decided([self.joint(k, name.before) for k in self.classes])

    def decided(self, scores: Sequence[Real]) -> tuple[str, ...] | Candidates | Undefined:
        """Return the classes of the largest score, in order; only the first of a tie if so chosen.

        All scores 0, or one undefined, is undefined; enclosures that do not tell give Candidates.
        """
        if any(isinstance(x, Undefined) for x in scores) or all(x == 0 for x in scores):
            return UNDEFINED
        first = self.conventions.tie == "first"
        if all(isinstance(x, Fraction) for x in scores):
            most = max(scores)  # type: ignore[type-var]
            best = tuple(k for k, x in zip(self.classes, scores, strict=True) if x == most)
            return best[:1] if first else best
        if any(isinstance(x, Infinite) for x in scores):
            raise NotRead("an infinite score")
        balls = [ball(x) for x in scores]  # type: ignore[arg-type]
        pairs = zip(self.classes, balls, strict=True)
        kept = tuple(k for k, own in pairs if not any(other.is_above(own) for other in balls))
        return kept if len(kept) == 1 else Candidates(kept)

    def odds(self, name: QuantityName) -> Real:
        """Return the odds of two classes, or of one against all others, their log, or the lr."""
        items = name.right
        pair = name.pair
        if name.head == "log_odds":
            return log(self.odds(name.with_head("odds")))
        if pair is None:
            (subject,) = name.before
            others = [self.joint(k, items) for k in self.classes if k != subject.value]
            return over(self.joint(subject.value, items), add(*others))
        score = self.likelihood if name.head == "lr" else self.joint
        return over(score(pair.first.value, items), score(pair.second.value, items))

    # Parameters of numbers.

    def _has_one_of_all(self, follows: Follows, head: str) -> bool:
        """Say whether columns of a family have a parameter of all of them together."""
        if follows.family in JOINT:
            return head in ("mean", "covariance", "precision")
        shares = follows.family == "spherical" or self.conventions.share in ("features", "all")
        return follows.family in NORMAL and shares and head in ("variance", "sd")

    def parameter(self, name: QuantityName) -> Read:
        """Return a parameter of columns of numbers: a number, a vector of means, a matrix."""
        columns = name.columns
        label = next((i.value for i in name.items if i.kind == "class"), None)
        if columns:
            follows = self.by_column[columns[0]]
        else:
            able = [f for f in self.model.columns if f.family not in OF_VALUES]
            if len(able) > 1:
                able = [f for f in able if self._has_one_of_all(f, name.head)]
            if len(able) != 1:
                raise NotRead("a parameter of several families")
            follows = able[0]
        if follows.family == "lda" and name.head != "mean":
            label = None
        whole = not columns and follows.family in JOINT
        if not whole:
            return self.estimates.parameter(follows, name.head, columns or follows.columns[:1], label)
        means, rows = mean_and_covariance(
            self.estimates, follows, follows.columns, label or self.classes[0]
        )
        if means is None:
            raise NotRead("an array that is undefined")
        match name.head:
            case "mean":
                return Vector(tuple(means))
            case "covariance":
                return Matrix(tuple(map(tuple, rows)))
            case "precision":
                units = [[Fraction(int(i == j)) for i in range(len(rows))] for j in range(len(rows))]
                inverse = [solve(rows, unit) for unit in units]
                if any(column is None for column in inverse):
                    raise NotRead("a singular matrix")
                return Matrix(tuple(tuple(column) for column in inverse if column is not None))
        raise NotRead(f"{name.head} of all columns")


OF_MODEL: Mapping[str, Callable[[View, QuantityName], Read]] = {
    "P": View.probability,
    "argmax": View.argmax,
    **dict.fromkeys(("odds", "log_odds", "lr"), View.odds),
    **dict.fromkeys(
        ("mean", "variance", "sd", "rate", "success", "covariance", "precision"), View.parameter
    ),
}
