"""Random columns of numbers that follow one family jointly, and what they are worth by plain fractions.

Inverses are quotients of determinants (Cramer): nothing is eliminated, and nothing of the package
computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import prod

from differential.measures import determinant
from hypothesis import assume
from hypothesis import strategies as st
from numbers_drawn import LABELS, NAMES, POOLS, PRIORS, Cells, Column, Drawn, Row, number, with_cells
from numbers_oracle import Oracle, Score, label, spelled

from exactnb import Conventions, Problem
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import Value
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName

__all__ = [
    "CELL", "Block", "BlockOracle", "Square", "Values", "answers", "blocks", "dependent",
    "invertible", "mapped", "pair_of", "similar", "solved", "summed",
]  # fmt: skip

Square = tuple[tuple[Fraction, ...], ...]
"""The rows of a square matrix."""

CELL = st.sampled_from(POOLS["gaussian"])
CHOICES = {
    "lda": (("pooled", "N"), ("pooled", "N-K"), ("total", "N"), ("total", "N-1")),
    "qda": (("pooled", "N"), ("pooled", "N-1")),
    "spherical": (("pooled", "N"), ("pooled", "N-1")),
}
"""What the covariance of each family may be about, with a divisor that fits."""


@dataclass(frozen=True)
class Block(Drawn):
    """A random problem all of whose columns have one family; `covariance` is that of lda."""

    covariance: str = "pooled"

    @property
    def family(self) -> str:
        return self.columns[0].family

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    def of(self, family: str) -> Block:
        """Return the same columns as those of another family."""
        return replace(self, columns=tuple(replace(column, family=family) for column in self.columns))

    def conventions(self) -> Conventions:
        return Conventions(
            prior=dict(self.given) if self.prior == "given" else self.prior,
            prior_smoothing=self.added_to_prior if self.prior == "smoothed" else None,
            share=self.share, divisor=self.divisor, epsilon=self.epsilon, covariance=self.covariance,
            tie=self.tie,
        )  # fmt: skip


class BlockOracle(Oracle):
    """What such a problem is worth, straight from its rows."""

    case: Block

    def centers(self, k: str) -> list[tuple[str, ...]]:
        """Return the classes behind the covariance of a class, those with a common mean together."""
        if self.case.family != "lda":
            return [(k,)]
        classes = self.case.classes
        return [classes] if self.case.covariance == "total" else [(j,) for j in classes]

    def covariance(self, k: str, columns: Sequence[Column] = ()) -> Square:
        """Return the covariance of some columns in a class, of all if none are said."""
        at = [self.case.columns.index(column) for column in columns or self.case.columns]
        return tuple(tuple(self._covariances[k][i][j] for j in at) for i in at)

    @cached_property
    def _covariances(self) -> dict[str, Square]:
        """Return the covariance of all columns in each class."""
        case, found = self.case, {}
        for k in case.classes:
            centers, size = self.centers(k), len(case.columns)
            terms = sum(self.rows(j) for of in centers for j in of)
            terms -= 0 if case.divisor == "N" else len(centers)
            matrix = [
                [sum(self.spread(a, b, of) for of in centers) / terms for b in case.columns]
                for a in case.columns
            ]
            if case.family == "spherical":  # the mean of the variances, and no covariances
                shared = sum(matrix[i][i] for i in range(size)) / size + case.epsilon
                matrix = [[shared * (i == j) for j in range(size)] for i in range(size)]
            found[k] = tuple(map(tuple, matrix))
        return found

    def spread(self, a: Column, b: Column, of: Sequence[str]) -> Fraction:
        """Return Σ(a − its mean)·(b − its mean), the means being those of some classes together."""
        rows = [shown for k in of for shown in self.shown(a, k)]
        size = sum(w for w, _ in rows)
        m, n = (sum(w * number(cells[c.name]) for w, cells in rows) / size for c in (a, b))
        return sum(
            w * (number(cells[a.name]) - m) * (number(cells[b.name]) - n) for w, cells in rows
        )  # fmt: skip

    def added(self, names: Sequence[str], k: str) -> Fraction:
        """Return Σ of the products of some columns in a class; of no columns, how many rows it has."""
        rows = [(row.weight, row.cells) for row in self.case.rows if row.label == k]
        return sum((prod((number(cells[c]) for c in names), start=w) for w, cells in rows), Fraction(0))

    def means(self, k: str) -> tuple[Fraction, ...]:
        """Return the means of all columns in a class."""
        found = [self.mean(column, k) for column in self.case.columns]
        assert None not in found
        return tuple(found)

    def singular(self) -> list[str]:
        """Return the classes whose covariance has no inverse."""
        return [k for k in self.case.classes if not determinant(self.covariance(k))]

    def parameters(self) -> dict[str, Fraction]:
        """Return priors, means, variances and covariances under names that they are asked by."""
        case, found = self.case, {}
        for k in case.classes:
            found[f"P({label(k)})"] = self.prior(k)
            of_class = label(k) if case.family == "spherical" else f"|{label(k)}"
            matrix, shared = self.covariance(k), "" if case.family == "lda" else of_class
            for at, column in enumerate(case.columns):
                found[f"mean({spelled(column.name)}|{label(k)})"] = self.mean(column, k)
                place = "" if case.family == "spherical" else spelled(column.name)
                found[f"variance({place}{shared})"] = matrix[at][at]
            for i, j in combinations(range(len(matrix)), 2) if case.family != "spherical" else ():
                pair = ",".join(spelled(case.names[at]) for at in (i, j))
                found[f"covariance({pair}{shared})"] = matrix[i][j]
        return found

    def factors(self, cells: Cells, k: str) -> dict[str, Score | None]:
        """Return the one density of the cells that are seen, by its name."""
        shown = [column for column in self.case.columns if column.name in cells]
        if not shown:
            return {}
        name = ",".join(f"{spelled(c.name)}={cells[c.name]}" for c in shown)
        return {f"P({name}|{label(k)})": self.density(shown, cells, k)}

    def density(self, shown: Sequence[Column], cells: Cells, k: str) -> Score | None:
        """Return exp(−q/2)/√((2π)ᵈ det) of some columns; 0/0 where the determinant is 0."""
        matrix, size = self.covariance(k, shown), len(shown)
        det = determinant(matrix)
        if not det:
            return None
        away = [number(cells[column.name]) - self.mean(column, k) for column in shown]
        q = sum(x * y for x, y in zip(away, solved(matrix, away), strict=True))
        return Score(power=-q / 2, square=1 / (2**size * det), pis=size)

    def sign(self, cells: Cells, k: str, other: str) -> int:
        """Return the sign of the log-odds of two classes with positive priors."""
        mine, its = self.joint(cells, k), self.joint(cells, other)
        assert mine is not None
        assert its is not None
        return mine.exceeds(its) - its.exceeds(mine)


def solved(matrix: Square, right: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return what a matrix takes to a vector, by Cramer's rule.

    >>> solved(((Fraction(2), Fraction(0)), (Fraction(0), Fraction(4))), (Fraction(1), Fraction(1)))
    (Fraction(1, 2), Fraction(1, 4))
    """
    det, size = determinant(matrix), range(len(matrix))

    def column(at: int) -> Square:
        """Return the matrix with the vector in place of a column."""
        return tuple(tuple(right[i] if j == at else matrix[i][j] for j in size) for i in size)

    return tuple(determinant(column(at)) / det for at in size)


def mapped(case: Block, matrix: Square, shift: Sequence[Fraction]) -> Block:
    """Return the case with x ↦ matrix·x + shift in all rows and in queries, which are full."""

    def there(cells: Cells) -> Cells:
        x = [number(cells[name]) for name in case.names]
        image = [sum(a * part for a, part in zip(row, x, strict=True)) for row in matrix]
        return {c: str(y + by) for c, y, by in zip(case.names, image, shift, strict=True)}

    rows = tuple(with_cells(row, there(row.cells)) for row in case.rows)
    return replace(case, rows=rows, queries={q: there(cells) for q, cells in case.queries.items()})


@dataclass(frozen=True)
class Values:
    """Work quantities out as they are asked, without writing a solution."""

    problem: Problem
    known: dict[QuantityName, Value] = field(default_factory=dict)

    def __getitem__(self, text: str) -> Value:
        return self._value(self.problem.resolve(text, "test", Effort()))

    def _value(self, name: QuantityName) -> Value:
        if name not in self.known:
            self.known[name] = evaluate(self.problem.define(name, Effort()).formula, self._value)
        return self.known[name]


def answers(case: Block, data: object = None, like: Block | None = None) -> dict[str, Value]:
    """Return the parameters, posteriors and decisions of a case, under the names of one like it."""
    found, like = Values(case.problem(data)), like or case
    names = list(BlockOracle(like).parameters())
    names += [f"P({label(k)}|{query})" for k in case.classes for query in case.queries]
    return {name: found[name] for name in (*names, *(f"argmax({query})" for query in case.queries))}


def pair_of(case: Block) -> tuple[str, str, str]:
    """Return two classes that have positive priors, and how the pair is spelled."""
    oracle = BlockOracle(case)
    k, other = case.classes[:2]
    assume(oracle.prior(k) and oracle.prior(other))
    return k, other, f"{spelled(k)}:{spelled(other)}"


def summed(names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the rows of sums that stand for the rows of a table: Σx, Σx² and Σx·y."""
    found: dict[str, tuple[str, ...]] = {f"sum({spelled(c)})": (c,) for c in names}
    found |= {f"squares({spelled(c)})": (c, c) for c in names}
    pairs = combinations(names, 2)
    return found | {f"products({spelled(a)},{spelled(b)})": (a, b) for a, b in pairs}


@st.composite
def invertible(draw: st.DrawFn, size: int) -> Square:
    """Return matrices of small rationals that have an inverse."""
    entry = st.sampled_from([Fraction(x) for x in ("0", "1", "-1", "2", "1/2", "-2/3")])
    matrix = tuple(tuple(draw(entry) for _ in range(size)) for _ in range(size))
    assume(determinant(matrix))
    return matrix


@st.composite
def similar(draw: st.DrawFn, size: int) -> Square:
    """Return maps that scale all lengths alike: two columns are turned, all put in another order."""
    a, b, length = draw(st.sampled_from(((1, 0, 1), (0, 1, 1), (3, 4, 5), (-5, 12, 13))))
    turned = {(0, 0): a, (0, 1): -b, (1, 0): b, (1, 1): a}
    by = draw(st.sampled_from((Fraction(1), Fraction(3), Fraction(-1, 2))))
    rows = [[by * turned.get((i, j), length * (i == j)) for j in range(size)] for i in range(size)]
    return tuple(tuple(rows[i]) for i in draw(st.permutations(range(size))))


@st.composite
def blocks(
    draw: st.DrawFn,
    families: Sequence[str] = tuple(CHOICES),
    *,
    columns: Sequence[int] = (2, 3),
    classes: Sequence[int] = (2, 3),
    covariances: Sequence[str] = ("pooled", "total"),
    full: bool = False,
    regular: bool = True,
) -> Block:
    """Return random problems; unless `regular`, a covariance may be singular.

    The query s is full; unless all are, a second one may leave columns out.
    """
    family = draw(st.sampled_from(tuple(families)))
    fits = [choice for choice in CHOICES[family] if choice[0] in covariances]
    covariance, divisor = draw(st.sampled_from(fits))
    names = draw(st.permutations(NAMES))[: draw(st.sampled_from(tuple(columns)))]
    labels = draw(st.permutations(LABELS))[: draw(st.sampled_from(tuple(classes)))]
    cells = st.fixed_dictionaries(dict.fromkeys(names, CELL))
    weights = ("1", "1", "2") if divisor != "N" else ("1", "1", "2", "1/2")
    weighted = draw(st.booleans())
    rows = []
    for k in labels:
        least = len(names) + 1 if regular and family == "qda" else 3
        for _ in range(draw(st.integers(least, 6))):
            weight = Fraction(draw(st.sampled_from(weights))) if weighted else Fraction(1)
            rows.append(Row(k, draw(cells), weight))
    prior = draw(st.sampled_from(PRIORS))
    parts = draw(st.lists(st.integers(0, 5), min_size=len(labels), max_size=len(labels)).filter(any))
    queries = {"s": draw(cells)}
    if not full and draw(st.booleans()):
        kept = draw(st.lists(st.sampled_from(names), unique=True))
        queries["u*"] = {name: x for name, x in draw(cells).items() if name in kept}
    case = Block(
        tuple(labels), tuple(Column(name, family) for name in names),
        tuple(draw(st.permutations(rows))), queries,
        divisor=divisor, covariance=covariance, prior=prior,
        given={k: Fraction(part, sum(parts)) for k, part in zip(labels, parts, strict=True)},
        tie=draw(st.sampled_from(("report", "report", "first"))),
    )  # fmt: skip
    assume(not regular or not BlockOracle(case).singular())
    return case


@st.composite
def dependent(draw: st.DrawFn) -> Block:
    """Return problems of which some have a column that is a combination of others in some classes."""
    case = draw(blocks(regular=False, full=True))
    weight = st.sampled_from([Fraction(x) for x in ("0", "1", "-1", "2", "1/3")])
    weights = [draw(weight) for _ in case.names[1:]]
    shifts = {k: draw(weight) for k in draw(st.lists(st.sampled_from(case.classes), unique=True))}
    first, *others = case.names

    def bound(row: Row) -> Row:
        x = sum(w * number(row.cells[c]) for w, c in zip(weights, others, strict=True))
        return with_cells(row, {first: str(x + shifts[row.label])}) if row.label in shifts else row

    return replace(case, rows=tuple(map(bound, case.rows)))
