"""Random problems with columns of numbers: their families, conventions, exposures, gaps and queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from differential.estimates import number
from hypothesis import strategies as st

from exactnb import Conventions, ModelChoice, Problem, Table
from exactnb.core.families import Choice, every_family, family
from exactnb.core.families.numbers import NumberFamily

__all__ = [
    "POOLS", "Cells", "Column", "Drawn", "Gamma", "Row", "cases", "families_of", "names_of_exposures",
    "number", "positive", "with_cells",
]  # fmt: skip

Cells = Mapping[str, str]
Gamma = tuple[Fraction, Fraction, str]


def _cells_of(family: NumberFamily) -> tuple[str, ...]:
    """Return cells of a column, by what the family says that they may hold.

    Some numbers are spelled in two ways.
    """
    if family.first_integer is None:
        return ("6", "8", "7.5", "-2", "1/3", "0", "-7/2", "1e1", "50%", "7.50", "2")
    if family.is_density:
        return tuple(
            x for x in ("0", "1/3", "2.5", "3", "40%", "7", "1e-1") if number(x) >= family.first_integer
        )
    return tuple(str(family.first_integer + at) for at in (0, 1, 2, 4))


POOLS = {
    own.name: _cells_of(own)
    for own in every_family()
    if isinstance(own, NumberFamily) and own.is_naive and not own.is_joint and own.heads
}
"""The families of single columns whose parameters are estimated, with what their cells may hold.

Registration is enough: one without a formula in `numbers_oracle.py` fails there by its name.
"""

NAMES = ("length", "sea level", "width (cm)")
DISCRETE = {"coat": ("rough", "smooth", "bald"), "winter": ("0", "1")}
LABELS = ("oat", "rye", "two, rows", "0")
PRIORS = ("mle", "mle", "uniform", "smoothed", "given")
SHARES = {"none": ("N", "N-1"), "features": ("N", "N-1"), "classes": ("N", "N-K"), "all": ("N", "N-K")}
"""The divisors that fit each way of sharing a variance."""

KIND, WEIGHT, MISSING = "kind", "how often", "?"
TIMES = ("1/2", "1", "2", "3.5")


@dataclass(frozen=True)
class Column:
    """A column: its values if it is no column of numbers, and what exposure stands behind it.

    `exposure` is a number, the name of a column of its own, or "".
    """

    name: str
    family: str
    values: tuple[str, ...] = ()
    exposure: str = ""
    hyper: tuple[tuple[str, str], ...] = ()  # the numbers that are chosen with the family

    @property
    def choice(self) -> Choice:
        return {self.family: dict(self.hyper)} if self.hyper else self.family

    @property
    def exposure_column(self) -> str:
        return "" if not self.exposure or self.exposure[0].isdigit() else self.exposure


@dataclass(frozen=True)
class Row:
    """A row: the cells that it shows, by column, exposures among them."""

    label: str
    cells: Cells
    weight: Fraction = Fraction(1)


@dataclass(frozen=True)
class Drawn:
    """A random problem, as plain data."""

    classes: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    queries: Mapping[str, Cells]
    share: str = "none"
    divisor: str = "N"
    epsilon: Fraction = Fraction(0)
    prior: str = "mle"
    given: Mapping[str, Fraction] = field(default_factory=dict)
    added_to_prior: Fraction = Fraction(1)
    gammas: Mapping[str, Gamma] = field(default_factory=dict)
    added: Mapping[str, Fraction] = field(default_factory=dict)
    tie: str = "report"

    @property
    def numeric(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if not column.values)

    @property
    def heads(self) -> tuple[str, ...]:
        """Return the names of all columns, those of exposures too."""
        own = (name for c in self.columns for name in (c.name, c.exposure_column) if name)
        return tuple(dict.fromkeys(own))

    def table(self) -> Table:
        """Return the rows as a table."""
        heads = self.heads
        rows = [
            (*(row.cells.get(name, MISSING) for name in heads), row.label, row.weight)
            for row in self.rows
        ]
        values = {c.name: c.values for c in self.columns if c.values}
        names = [*heads, KIND, WEIGHT]
        return Table.from_rows(
            rows, names, label=KIND, values=values, classes=self.classes, weight=WEIGHT
        )

    def conventions(self) -> Conventions:
        rules: dict[str, object] = dict(self.added)
        for name, (shape, rate, take) in self.gammas.items():
            rules[name] = {"gamma": [shape, rate], "take": take}
        of_variances: dict[str, Any] = {
            "share": self.share, "divisor": self.divisor, "epsilon": self.epsilon,
        }  # fmt: skip
        if all(column.family != "gaussian" for column in self.columns):
            of_variances = {}
        return Conventions(
            prior=dict(self.given) if self.prior == "given" else self.prior,
            prior_smoothing=self.added_to_prior if self.prior == "smoothed" else None,
            smoothings=rules, tie=self.tie, **of_variances,
        )  # fmt: skip

    def problem(self, data: object = None) -> Problem:
        """Return the problem of the rows, or of other data, in the same conventions."""
        choice = ModelChoice(self.conventions(), families={c.name: c.choice for c in self.columns})
        exposure = {c.name: c.exposure for c in self.columns if c.exposure}
        return Problem(
            self.table() if data is None else data,
            query=self.queries, models={"model": choice}, exposure=exposure,
        )  # fmt: skip


def names_of_exposures(columns: Sequence[Column]) -> dict[str, str]:
    """Return what a query calls the exposure behind each count: its column, or a name of its own.

    >>> names_of_exposures([Column("n", "poisson", exposure="3"), Column("m", "poisson")])
    {'n': 'exposure'}
    """
    constant = [c for c in columns if c.exposure and not c.exposure_column]
    alone = len(constant) == 1
    own = {c.name: "exposure" if alone else f"exposure of {c.name}" for c in constant}
    return own | {c.name: c.exposure_column for c in columns if c.exposure_column}


def positive() -> st.SearchStrategy[Fraction]:
    """Return positive rationals."""
    return st.sampled_from([Fraction(x) for x in ("1/3", "1/2", "1", "2", "7/2", "9")])


def families_of(*names: str) -> st.SearchStrategy[tuple[str, ...]]:
    """Return lists of one to three families, of all of them or of some."""
    return st.lists(st.sampled_from(names or tuple(POOLS)), min_size=1, max_size=3).map(tuple)


def with_cells(row: Row, cells: Cells) -> Row:
    """Return a row with other cells in some places."""
    return Row(row.label, {**row.cells, **cells}, row.weight)


@st.composite
def cases(
    draw: st.DrawFn,
    families: Sequence[str] = (),
    *,
    shares: Sequence[str] = tuple(SHARES),
    discrete: bool = True,
    gaps: bool = True,
    epsilon: bool = True,
    full: bool = False,
    timed: bool = False,
) -> Drawn:
    """Return random problems: columns of some families (or any), with others beside them or not.

    Without `gaps` every row shows every column; a `full` query names all of them. If `timed`, behind
    each Poisson count stands a column.
    """
    chosen = families_of(*families)
    columns = [
        Column(
            name,
            own,
            exposure=draw(_exposure(name, timed)) if own == "poisson" else "",
            hyper=tuple((h.name, draw(st.sampled_from(h.examples))) for h in family(own).hyper),
        )
        for name, own in zip(NAMES, draw(chosen), strict=False)
    ]
    if discrete:
        beside = draw(st.lists(st.sampled_from(tuple(DISCRETE)), max_size=2, unique=True))
        for name in beside:
            own = "bernoulli" if name == "winter" else "categorical"
            columns.append(Column(name, own, DISCRETE[name]))
    columns = draw(st.permutations(columns))
    classes = draw(st.lists(st.sampled_from(LABELS), min_size=2, max_size=4, unique=True))
    prior = draw(st.sampled_from(PRIORS))
    share = draw(st.sampled_from(tuple(shares)))
    divisor = draw(st.sampled_from(SHARES[share]))
    weights = [
        Fraction(x) for x in (("1", "1", "2") if divisor != "N" else ("1", "1", "2", "1/2", "0"))
    ]
    weight = st.sampled_from(weights if draw(st.booleans()) else weights[:1])
    gappy = gaps and draw(st.booleans())
    cells = _cells(columns, gappy)
    rows = [Row(k, draw(cells)) for k in classes] if prior == "mle" else []
    more = st.builds(Row, st.sampled_from(classes), cells, weight)
    least = draw(st.integers(3, 9)) - len(rows)
    rows += draw(st.lists(more, min_size=max(least, 0), max_size=10 - len(rows)))
    gammas = [c.name for c in columns if c.family == "poisson" and draw(st.booleans())]
    return Drawn(
        tuple(classes), tuple(columns), tuple(draw(st.permutations(rows))),
        {name: draw(_query(columns, full)) for name in ("s", "u*")[: draw(st.integers(1, 2))]},
        share=share, divisor=divisor,
        epsilon=draw(st.sampled_from((Fraction(0), Fraction(0), Fraction(1, 2), Fraction(3))))
        if epsilon else Fraction(0),
        prior=prior,
        given=draw(_given(classes)) if prior == "given" else {},
        added_to_prior=draw(st.sampled_from((Fraction(1), Fraction(1, 2)))),
        gammas={name: draw(_gamma()) for name in gammas},
        added={c.name: draw(st.sampled_from((Fraction(0), Fraction(1), Fraction(1, 2))))
               for c in columns if c.values},
        tie=draw(st.sampled_from(("report", "report", "first"))),
    )  # fmt: skip


def _exposure(name: str, timed: bool) -> st.SearchStrategy[str]:
    """Return what stands behind a Poisson count: nothing, a number, or a column."""
    column = f"time of {name}"
    return st.just(column) if timed else st.sampled_from(("", "1/2", "3", column))


@st.composite
def _cells(draw: st.DrawFn, columns: Sequence[Column], gappy: bool) -> Cells:
    """Return the cells that a row shows; an exposure is missing where its count is."""
    cells = {}
    for column in columns:
        if gappy and draw(st.integers(0, 3)) == 0:
            continue
        cells[column.name] = draw(st.sampled_from(column.values or POOLS[column.family]))
        if column.exposure_column:
            cells[column.exposure_column] = draw(st.sampled_from(TIMES))
    return cells


@st.composite
def _query(draw: st.DrawFn, columns: Sequence[Column], full: bool) -> Cells:
    cells = {}
    names = names_of_exposures(columns)
    for column in columns:
        if not full and draw(st.integers(0, 3)) == 0:
            continue
        cells[column.name] = draw(st.sampled_from(column.values or POOLS[column.family]))
        if column.exposure and ((column.exposure_column and full) or draw(st.booleans())):
            cells[names[column.name]] = draw(st.sampled_from(TIMES))
    return cells


@st.composite
def _given(draw: st.DrawFn, classes: Sequence[str]) -> Mapping[str, Fraction]:
    size = len(classes)
    parts = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size).filter(any))
    return {k: Fraction(part, sum(parts)) for k, part in zip(classes, parts, strict=True)}


@st.composite
def _gamma(draw: st.DrawFn) -> Gamma:
    take = draw(st.sampled_from(("mean", "mode")))
    shape = draw(st.sampled_from([Fraction(x) for x in ("1", "3/2", "4")]))
    if take == "mean":
        shape = draw(st.sampled_from((shape, Fraction(1, 3))))
    return shape, draw(positive()), take
