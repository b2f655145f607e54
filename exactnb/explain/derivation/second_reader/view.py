"""One model in the second reading: its observations, their probabilities, its decisions.

How to read: `observed` puts cells, words and queries together; `case_likelihood` multiplies their
factors; `probability` is P(A|B) for any A and B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.arithmetic.numerals import number_in, read_number
from exactnb.core.arithmetic.values import UNDEFINED, Infinite, Undefined
from exactnb.core.conventions import Limit
from exactnb.core.data.rows import name_of
from exactnb.core.data.schema import Case
from exactnb.core.lazy import once_each
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.explain.derivation.second_reader.counting import (
    SHARE_FAMILIES,
    ColumnGroup,
    ObservedCase,
)
from exactnb.explain.derivation.second_reader.densities import (
    density,
    mean_and_covariance,
    solve,
    text_probability,
)
from exactnb.explain.derivation.second_reader.estimates import JOINT, NORMAL, Estimates
from exactnb.explain.derivation.second_reader.reals import *


@frozen(slots=True)
class Candidates:
    """The classes that may win, where their scores are too close to compare."""

    labels: tuple[str, ...]


@frozen(slots=True)
class Edits:
    """The edits that change a decision: `certain` ones, and `possible` ones with scores too close."""

    certain: frozenset[frozenset[str]]
    possible: frozenset[frozenset[str]]


Read = Real | bool | Candidates | tuple[str, ...] | Edits | Vector | Matrix
"""A number, a truth value, the winning classes, edits, a vector, or a matrix."""


class ModelView:
    """One model of the problem, as its `estimates` from some rows say it."""

    def __init__(self, estimates: Estimates) -> None:
        self.estimates, model = estimates, estimates.model
        self.model, self.conventions, self.problem = model, model.conventions, estimates.tally.problem
        self.classes = self.problem.schema.classes
        self.by_column = {c: group for group in model.columns for c in group.columns}
        self.exposures = {covariate.name for covariate in model.covariates.values()}

    def features(self) -> list[str]:
        """Return the columns and words of the data, without words that occur in queries alone."""
        in_data = frozenset(self.problem.schema.variables())
        return [c for c in self.by_column if c in in_data]

    # Observations.

    def observed(self, items: Iterable[Item]) -> ObservedCase:
        """Return the observation of all `items` together: cells, words and queries."""
        cells: dict[str, str | Fraction] = {}
        bags: list[Mapping[str, int]] = []
        draws: list[str] = []
        for item in items:
            if item.kind == "query":
                query = self._query_or_row(item.value)
                cells |= query.cells
                bags += query.bags
                draws += query.draws
            elif item.kind == "cell":
                cells[item.variable] = self._cell(item.variable, item.value)
            elif item.kind == "word":
                draws.append(item.value)
        return ObservedCase(cells, tuple(bags), tuple(draws))

    def is_number(self, column: str) -> bool:
        """Say whether `column` holds numbers: measurements, counts or an exposure."""
        group = self.by_column.get(column)
        return column in self.exposures or (group is not None and not group.has_named_cells)

    def _cell(self, column: str, value: object) -> str | Fraction:
        if self.is_number(column):
            return number_in(value) if isinstance(value, str) else read_number(value)
        return name_of(value)

    def _query_or_row(self, identity: str) -> ObservedCase:
        for key, raw in self.problem.queries.items():
            if name_of(key) == identity:
                return self._observed_query(raw)
        return self.observed_row(next(case for case in self.problem.cases if case.id == identity))

    def _observed_query(self, raw: str | Mapping[str, object] | ObservedCase) -> ObservedCase:
        if isinstance(raw, ObservedCase):
            read_cells = {c: self._cell(c, v) for c, v in raw.cells.items()}
            return self._without_ignored(replace(raw, cells=read_cells))
        problem, word_family = self.problem, self.model.word_family
        texts = [raw] if isinstance(raw, str) else []
        cells: dict[str, str | Fraction] = {}
        times: dict[str, int] = {}
        for key, value in {} if isinstance(raw, str) else raw.items():
            column = name_of(key)
            if problem.text and column == problem.text:
                texts.append(str(value))
            elif word_family is not None and not problem.schema.words and column in word_family.columns:
                times[column] = int(name_of(value))
            else:
                cell = self._cell(column, value)
                is_observed = isinstance(cell, Fraction) or cell in self.estimates.values(column)
                if is_observed or self.conventions.unseen_value == "zero":
                    cells[column] = cell
        bags = [times] if word_family is not None and not problem.schema.words else []
        for text in texts:
            tokens = problem.cut(text)
            if word_family is None:
                cells |= self._presence_cells(tokens)
            else:
                vocabulary = frozenset(problem.schema.words)
                keeps = self.conventions.unseen_word == "zero"
                bags.append(Counter(w for w in tokens if keeps or w in vocabulary))
        return self._without_ignored(ObservedCase(cells, tuple(bags)))

    def observed_row(self, case: Case) -> ObservedCase:
        """Return the observation of a row of the data, `case`."""
        word_family = self.model.word_family
        columns = (c for c in case.cells if c in self.by_column or c in self.exposures)
        cells = {c: self._cell(c, case.cells[c]) for c in columns}
        bags: tuple[Mapping[str, int], ...] = ()
        if word_family is not None and self.problem.schema.words:
            bags = (case.words,)
        elif word_family is not None:
            bags = ({w: int(number_in(case.cells[w])) for w in word_family.columns if w in case.cells},)
        elif self.problem.schema.words:
            cells |= self._presence_cells(list(case.words))
        return self._without_ignored(ObservedCase(cells, bags))

    def _presence_cells(self, tokens: list[str]) -> dict[str, str | Fraction]:
        """Return each word as a 0/1 cell; unknown words only where these count as seen 0 times."""
        present = frozenset(tokens)
        vocabulary = self.problem.schema.words
        cells: dict[str, str | Fraction] = {w: "1" if w in present else "0" for w in vocabulary}
        if self.conventions.unseen_word == "zero":
            cells |= {w: "1" for w in tokens if w not in cells}
        return cells

    def _without_ignored(self, observed: ObservedCase) -> ObservedCase:
        """Return an observation without its zeros where the conventions ignore absence."""
        if self.conventions.absent == "count":
            return observed
        cells = {
            c: v
            for c, v in observed.cells.items()
            if not (v == "0" and c in self.by_column and self.by_column[c].family == "bernoulli")
        }
        return replace(observed, cells=cells)

    # Probabilities.

    def joint(self, label: str, items: tuple[Item, ...]) -> Real:
        """Return P(k, x) of the class `label` and the observation of `items`."""
        return times(self.estimates.prior(label), self.likelihood(label, items))

    @once_each
    def evidence(self, items: tuple[Item, ...]) -> Real:
        """Return P(x) of the observation of `items`: the sum of the joints of all classes."""
        return add(*(self.joint(k, items) for k in self.classes))

    @once_each
    def likelihood(self, label: str, items: tuple[Item, ...]) -> Real:
        """Return P(x | k) of the observation of `items` in the class `label`."""
        return self.case_likelihood(label, self.observed(items))

    def case_likelihood(self, label: str, observed: ObservedCase) -> Real:
        """Return the probability of `observed` in the class `label`, one factor for each column."""
        factors: list[Real] = []
        numbers: dict[int, dict[str, Fraction]] = {}
        for column, value in observed.cells.items():
            group = self._group_of_column(column)
            if group is None:
                continue
            if isinstance(value, Fraction):
                numbers.setdefault(id(group), {})[column] = value
            else:
                factors.append(self.value_share(column, value, label))
        for group in self.model.columns:
            if (group_numbers := numbers.get(id(group))) is not None:
                factors.append(self.density(group, group_numbers, label, observed.cells))
        if self.model.word_family is not None and (observed.bags or observed.draws):
            factors.append(text_probability(self.estimates, observed.bags, observed.draws, label))
        return times(*factors)

    def _group_of_column(self, column: str) -> ColumnGroup | None:
        if column in self.by_column or column in self.exposures:
            return self.by_column.get(column)
        if self.model.word_family is None and column not in self.problem.schema.columns:
            return next((f for f in self.model.columns if f.family in SHARE_FAMILIES), None)
        return None

    @once_each
    def value_share(self, column: str, value: str, label: str) -> Real:
        """Return P(column = value | `label`); raise NotRead for a family whose cells are no names."""
        group, estimates = self._group_of_column(column), self.estimates
        if group is not None and group.stated is not None:
            from exactnb.explain.derivation.second_reader.typed import outcome_probability

            ((letter, _),) = group.stated.parameters
            parameter = estimates.parameter(group, letter, (column,), label)
            return outcome_probability(group.stated, value, parameter)
        if group is None or group.family not in SHARE_FAMILIES:
            raise NotRead(f"no naive reading of {'no family' if group is None else group.family}")
        # Where λ tends to 0 and p to 1, 1 − p would be an enclosure around 0: a 0 has its own share.
        tends = isinstance(estimates.column_rule(column), Limit)
        if group.family == "bernoulli" and value == "0" and estimates.given is None and not tends:
            return subtract(Fraction(1), self.value_share(column, "1", label))
        return estimates.value_share(column, value, label)

    def density(
        self,
        group: ColumnGroup,
        numbers: Mapping[str, Fraction],
        label: str,
        cells: Mapping[str, object],
    ) -> Real:
        """Return the density of the `numbers` of a `group` in the class `label`.

        `cells` is the complete observation, in which the exposures are.
        """
        if group.family in (*JOINT, "spherical"):
            return density(self.estimates, group, numbers, label, Fraction(1))
        factors = []
        for column, x in numbers.items():
            covariate = self.model.covariates.get(column)
            exposure = Fraction(1)
            if covariate is not None:
                cell = cells.get(covariate.name)
                exposure = cell if isinstance(cell, Fraction) else covariate.usual
            factors.append(density(self.estimates, group, {column: x}, label, exposure))
        return times(*factors)

    def joints(self, observed: ObservedCase) -> list[Real]:
        """Return P(k, x) of what is `observed`, for every class."""
        return [times(self.estimates.prior(k), self.case_likelihood(k, observed)) for k in self.classes]

    def edited(self, index: int, replacement: Sequence[Case]) -> ModelView:
        """Return the view of the same model with a `replacement`, maybe none, of the row at `index`."""
        return ModelView(self.estimates.of_rows(self.estimates.tally.edited(index, replacement)))

    def can_replace(self, original: ModelView) -> bool:
        """Say whether the model accepts the rows, and no class of `original` loses its prior."""
        new_rows, old_rows = self.estimates.tally, original.estimates.tally
        lost = [k for k in self.classes if old_rows.rows(k) and not new_rows.rows(k)]
        estimated = self.conventions.prior in ("mle", "smoothed")
        if estimated and any(self.estimates.prior(k) == 0 for k in lost):
            return False
        return self.model.accepts(new_rows.cases)

    def probability(self, name: QuantityName) -> Real:
        """Return the probability `name`, P(A|B); raise NotRead for two classes in A and B together."""
        event = tuple(i for i in name.subjects if i.kind != "class")
        condition = tuple(i for i in name.right if i.kind != "class")
        event_labels = [i.value for i in name.subjects if i.kind == "class"]
        condition_labels = [i.value for i in name.right if i.kind == "class"]
        if len(event_labels) + len(condition_labels) > 1:
            raise NotRead("two classes in one name")
        both = (*event, *condition)
        # An exposure alone is no event: nothing is divided by its probability.
        is_event = any(i.kind != "cell" or i.variable not in self.exposures for i in condition)
        measure: Callable[[tuple[Item, ...]], Real] = self.evidence
        if condition_labels:
            measure = partial(self.likelihood, condition_labels[0])
        numerator = self.joint(event_labels[0], both) if event_labels else measure(both)
        return divide(numerator, measure(condition)) if is_event else numerator

    def argmax(self, name: QuantityName) -> Read:
        """Return the decision `name`: the classes of the largest joint; undefined if all are 0."""
        return self.largest_labels([self.joint(k, name.subjects) for k in self.classes])

    def largest_labels(self, scores: Sequence[Real]) -> tuple[str, ...] | Candidates | Undefined:
        """Return the classes of the largest of `scores`, in order; the first of a tie by convention.

        If all scores are 0, or one is undefined, so is the decision. Enclosures that overlap lead to
        Candidates. Raises NotRead for an infinite score.
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
        pairs = zip(self.classes, scores, strict=True)
        possible = tuple(k for k, score in pairs if not any(exceeds(rival, score) for rival in scores))
        return possible if len(possible) == 1 else Candidates(possible)

    def odds(self, name: QuantityName) -> Real:
        """Return the odds `name` of two classes, or of one against the rest, their log, or the LR."""
        items = name.right
        pair = name.pair
        if name.head == "log_odds":
            return log(self.odds(name.with_head("odds")))
        if pair is None:
            (subject,) = name.subjects
            rival_joints = [self.joint(k, items) for k in self.classes if k != subject.value]
            return divide(self.joint(subject.value, items), add(*rival_joints))
        score = self.likelihood if name.head == "lr" else self.joint
        return divide(score(pair.first.value, items), score(pair.second.value, items))

    # Parameters of numbers.

    def _has_shared_parameter(self, group: ColumnGroup, head: str) -> bool:
        """Say whether the columns of a family share a parameter."""
        if group.family in JOINT:
            return head in ("mean", "covariance", "precision")
        shares = group.family == "spherical" or self.conventions.share in ("features", "all")
        return group.family in NORMAL and shares and head in ("variance", "sd")

    def parameter(self, name: QuantityName) -> Read:
        """Return the parameter `name` of numeric columns: a number, a vector of means, or a matrix.

        Raises NotRead where several families might have it, and for a singular matrix.
        """
        columns = name.columns
        label = next((i.value for i in name.items if i.kind == "class"), None)
        if columns:
            group = self.by_column[columns[0]]
        else:
            able = [f for f in self.model.columns if f.family not in SHARE_FAMILIES]
            if len(able) > 1:
                able = [f for f in able if self._has_shared_parameter(f, name.head)]
            if len(able) != 1:
                raise NotRead("a parameter of several families")
            group = able[0]
        if group.family == "lda" and name.head != "mean":
            label = None
        is_array = not columns and group.family in JOINT
        if not is_array:
            return self.estimates.parameter(group, name.parameter, columns or group.columns[:1], label)
        label = label or self.classes[0]
        means, rows = mean_and_covariance(self.estimates, group, group.columns, label)
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


MODEL_READERS: Mapping[str, Callable[[ModelView, QuantityName], Read]] = {
    "P": ModelView.probability,
    "argmax": ModelView.argmax,
    **dict.fromkeys(("odds", "log_odds", "lr"), ModelView.odds),
    **dict.fromkeys(
        ("mean", "variance", "sd", "rate", "success", "covariance", "precision", "estimate"),
        ModelView.parameter,
    ),
}
