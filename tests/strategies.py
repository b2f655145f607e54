"""The one home of Hypothesis strategies: random problems, and what they are worth by brute force.

Columns are drawn by the domain that a family states, so a new family is tested by its registration.
A family whose domain stands in no table here makes every test over the registry fail, by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod

from hypothesis import strategies as st

from exactnb import Conventions, ModelChoice, Problem, Table
from exactnb.expression.names import Item, QuantityName
from exactnb.families import family
from exactnb.solution import styles

LAMBDAS = tuple(Fraction(x) for x in ("0", "1/2", "1", "2", "3/7"))
PRIORS = ("mle", "uniform", "smoothed", "given")
STYLES = styles.names()

SIMPLE_WORDS = ("red", "green", "blue", "tall", "flat", "sour", "old")
SIMPLE_COLUMNS = ("a", "b", "Sky", "w")
SIMPLE_CLASSES = ("+", "-", "yes", "no", "mixed")

AWKWARD = (
    "not a", "a b", "a, b", "a|b", "a=b", "a:b", "a;b", "f(x)", 'say "no"', '"', "''", "P(x)", "=", "|",
    "\\", "\\alpha", "\\end{document}", "$x$", "50%", "a_b", "x^2", "#1", "{", "}", "{}", "~", "&",
    "`", "<b>", "1 - p", "-1", "0", "007", "1e3", "2/4", "k", "j", "x_{j}", "Naïve", "λ", "été", "-",
    "−", "+", "?!", "[", "]", "[8pt]", "@", "*", "/", "'", "x'", "e*", ".", ",", "--", "a" * 45,
)  # fmt: skip
"""Names that some language on the way gives a meaning of its own; pdflatex can print them all."""

UNPRINTABLE = ("\x1b[31mred\x1b[0m", "bell\x07", "tab\there", "two\nlines", "\u202eright", "a\u200bb")
"""Names that hold what may not reach a terminal."""

FOREIGN = ("日本", "кот", "🦆", "שלום")
"""Names that pdflatex has no signs for."""


@dataclass(frozen=True)
class Column:
    """A column as it is drawn: its name, its values in order, its family."""

    name: str
    values: tuple[str, ...]
    family: str


@dataclass(frozen=True)
class Case:
    """A problem in plain Python, from which both `Problem` and the brute-force values are made."""

    classes: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    queries: Mapping[str, Mapping[str, str]]
    smoothing: Fraction = Fraction(0)
    smoothings: Mapping[str, Fraction] = field(default_factory=dict)
    prior: str = "mle"
    given: tuple[Fraction, ...] = ()
    tie: str = "report"
    style: str = "plain"
    class_variable: str = "class of it"
    ask: tuple[str, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Say whether a class has no rows to estimate its prior from."""
        seen = {label for label, _ in self.rows}
        return self.prior == "mle" and not seen >= set(self.classes)

    def problem(self) -> Problem:
        """Return the problem as a user would state it in Python."""
        table = Table.from_rows(
            [(label, *cells) for label, cells in self.rows],
            [self.class_variable, *(column.name for column in self.columns)],
            label=self.class_variable,
            classes=self.classes,
            values={column.name: column.values for column in self.columns},
        )
        families = {column.name: column.family for column in self.columns}
        choice = ModelChoice(self.conventions(), families=families)
        return Problem(
            table,
            query=self.queries,
            models={"model": choice},
            ask=self.ask,
            notation_style=self.style,
        )

    def conventions(self) -> Conventions:
        """Return the choices of the case."""
        given = dict(zip(self.classes, self.given, strict=True)) if self.prior == "given" else None
        return Conventions(
            prior=given if given is not None else self.prior,
            smoothing=self.smoothing,
            smoothings=self.smoothings,
            tie=self.tie,
        )

    def brute(self) -> dict[QuantityName, Worth]:
        """Return what every quantity of the problem is worth, counted and computed row by row."""
        return {**self._counts(), **self.estimates(), **self.answers()}

    def lambda_of(self, column: str) -> Fraction:
        """Return λ of a column."""
        return self.smoothings.get(column, self.smoothing)

    def count(self, label: str | None, cells: Mapping[str, str]) -> int:
        """Return the number of rows of a class, or of any, that show some cells."""
        names = [column.name for column in self.columns]
        return sum(
            label in (None, own) and all(shown[names.index(c)] == v for c, v in cells.items())
            for own, shown in self.rows
        )

    def prior_of(self, label: str) -> Worth:
        """Return P(class)."""
        if self.prior == "given":
            return self.given[self.classes.index(label)]
        if self.prior == "uniform":
            return Fraction(1, len(self.classes))
        added = self.smoothing if self.prior == "smoothed" else Fraction(0)
        return over(self.count(label, {}) + added, len(self.rows) + added * len(self.classes))

    def factor(self, column: Column, value: str, label: str) -> Worth:
        """Return P(column = value | class)."""
        return ESTIMATES[domain_of(column.family)](self, column, value, label)

    def joint(self, label: str, cells: Mapping[str, str]) -> Worth:
        """Return P(class, cells)."""
        factors = [self.factor(c, cells[c.name], label) for c in self.columns if c.name in cells]
        return times(self.prior_of(label), *factors)

    def decided(self, cells: Mapping[str, str]) -> tuple[str, ...] | None:
        """Return the labels of the largest joint; None where a joint is undefined or all are 0."""
        joints = [self.joint(label, cells) for label in self.classes]
        known = [joint for joint in joints if joint is not None]
        if len(known) < len(joints) or max(known) == 0:
            return None
        best = [k for k, joint in zip(self.classes, joints, strict=True) if joint == max(known)]
        return tuple(best[:1] if self.tie == "first" else best)

    def label(self, label: str) -> Item:
        """Return the item of a class."""
        return Item("class", self.class_variable, label)

    def _counts(self) -> dict[QuantityName, Worth]:
        found: dict[QuantityName, Worth] = {QuantityName("count"): Fraction(len(self.rows))}
        for k in self.classes:
            found[QuantityName("count", (self.label(k),))] = Fraction(self.count(k, {}))
            for c in self.columns:
                for v in c.values:
                    name = QuantityName("count", (Item("cell", c.name, v), self.label(k)))
                    found[name] = Fraction(self.count(k, {c.name: v}))
        return found

    def estimates(self) -> dict[QuantityName, Worth]:
        """Return priors, and probabilities of every value in every class."""
        found: dict[QuantityName, Worth] = {}
        for k in self.classes:
            found[QuantityName("P", (self.label(k),))] = self.prior_of(k)
            for c in self.columns:
                for v in c.values:
                    name = QuantityName("P", (Item("cell", c.name, v),), (self.label(k),))
                    found[name] = self.factor(c, v, k)
        return found

    def answers(self) -> dict[QuantityName, Worth]:
        """Return joints, evidences and posteriors of the queries."""
        found: dict[QuantityName, Worth] = {}
        for identity, cells in self.queries.items():
            case = (Item("query", "", identity),)
            joints = {k: self.joint(k, cells) for k in self.classes}
            evidence = plus(*joints.values())
            found[QuantityName("P", case)] = evidence
            for k, joint in joints.items():
                found[QuantityName("P", (self.label(k), *case))] = joint
                found[QuantityName("P", (self.label(k),), case)] = over(joint, evidence)
        return found


Worth = Fraction | None
"""A number, or None for what is undefined."""


def times(*factors: Worth) -> Worth:
    """Return a product; a zero beside an undefined factor saves nothing."""
    known = [f for f in factors if f is not None]
    return prod(known, start=Fraction(1)) if len(known) == len(factors) else None


def plus(*terms: Worth) -> Worth:
    """Return a sum; an undefined term makes it undefined."""
    known = [t for t in terms if t is not None]
    return sum(known, Fraction(0)) if len(known) == len(terms) else None


def over(above: Worth | int, below: Worth | int) -> Worth:
    """Return a quotient; 0/0 is undefined."""
    if above is None or below is None or (above == 0 and below == 0):
        return None
    return Fraction(above) / Fraction(below)


def _additive(case: Case, column: Column, value: str, label: str) -> Worth:
    added = case.lambda_of(column.name)
    hits = case.count(label, {column.name: value})
    return over(hits + added, case.count(label, {}) + added * len(column.values))


ESTIMATES = {"binary": _additive, "nominal": _additive}
VALUES = {
    "binary": lambda words: st.just(("0", "1")),
    "nominal": lambda words: st.lists(st.sampled_from(words), min_size=1, max_size=4, unique=True).map(
        tuple
    ),
}


def domain_of(name: str) -> str:
    """Return the domain of a family; raise LookupError for one that is not drawn yet."""
    domain = family(name).domain
    if domain not in VALUES or domain not in ESTIMATES:
        known = ", ".join(sorted(VALUES))
        raise LookupError(
            f"family {name!r} has the domain {domain!r}, and tests/strategies.py draws {known} only; "
            "say in VALUES what its columns hold and in ESTIMATES what they are worth by brute force"
        )
    return domain


@st.composite
def cases(
    draw: st.DrawFn, families: tuple[str, ...], *, awkward: bool = False, refused: bool = True
) -> Case:
    """Return random problems whose columns follow some families.

    Names are simple unless `awkward`; with `refused` a class may have no rows under an MLE prior.
    """
    words = (*SIMPLE_WORDS, *AWKWARD) if awkward else SIMPLE_WORDS
    labels = (*SIMPLE_CLASSES, *AWKWARD, *FOREIGN) if awkward else SIMPLE_CLASSES
    heads = (*SIMPLE_COLUMNS, *AWKWARD, *FOREIGN) if awkward else SIMPLE_COLUMNS
    classes = tuple(draw(st.lists(st.sampled_from(labels), min_size=2, max_size=5, unique=True)))
    names = draw(st.lists(st.sampled_from(heads), min_size=1, max_size=4, unique=True))
    columns = []
    for name in names:
        chosen = draw(st.sampled_from(families))
        columns.append(Column(name, draw(VALUES[domain_of(chosen)](words)), chosen))
    prior = draw(st.sampled_from(PRIORS))
    cell_rows = st.tuples(*(st.sampled_from(column.values) for column in columns))
    must = [] if refused or prior != "mle" else list(classes)
    first = [(k, draw(cell_rows)) for k in must]
    more = draw(
        st.lists(
            st.tuples(st.sampled_from(classes), cell_rows),
            min_size=0 if first else 1,
            max_size=10 - len(first),
        )
    )
    rows = tuple(draw(st.permutations([*first, *more])))
    queries = {}
    for identity in ("e*", "x'")[: draw(st.integers(1, 2))]:
        if identity in (*classes, *names, *(v for c in columns for v in c.values)):
            continue
        asked = draw(st.sets(st.sampled_from(names)))
        queries[identity] = {
            c.name: draw(st.sampled_from(c.values)) for c in columns if c.name in asked
        }
    by_column = draw(st.dictionaries(st.sampled_from(names), st.sampled_from(LAMBDAS), max_size=1))
    return Case(
        classes,
        tuple(columns),
        rows,
        queries,
        draw(st.sampled_from(LAMBDAS)),
        by_column,
        prior,
        draw(shares(len(classes))) if prior == "given" else (),
        draw(st.sampled_from(("report", "first"))),
        draw(st.sampled_from(STYLES)),
    )


def shares(number: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Return rational probabilities that sum to 1; some may be 0."""
    weights = st.lists(st.integers(0, 9), min_size=number, max_size=number).filter(any)
    return weights.map(lambda found: tuple(Fraction(w, sum(found)) for w in found))


def questions(case: Case) -> st.SearchStrategy[tuple[str, ...]]:
    """Return lists of questions, in canonical spelling, of every shape that is worked out."""
    ids = tuple(Item("query", "", identity).spell() for identity in case.queries)
    labels = tuple(case.label(k).spell() for k in case.classes)
    column = case.columns[0]
    cell = Item("cell", column.name, column.values[0]).spell()
    pair = ":".join(Item("query", "", k).spell() for k in case.classes[:2])
    k, *_ = labels
    about = (*ids, cell)
    shapes = [f"count({cell},{k})", f"count({k})", "count()", f"count({cell})", f"freq({cell}|{k})"]
    shapes += [f"freq({k})", f"P({cell})", f"P({cell}|{k})", f"odds({k})", f"log_odds({pair})"]
    for x in about:
        shapes += [f"P({k},{x})", f"P({k}|{x})", f"P({x})", f"P({x}|{k})", f"argmax({x})"]
        shapes += [f"odds({pair}|{x})", f"odds({k}|{x})", f"log_odds({pair}|{x})", f"lr({pair}|{x})"]
        shapes += [f"-log2(P({x}))", f"log(P({k}|{x}))", f"-log10(P({k},{x}))", f"exp(P({x}))"]
    if len(case.columns) > 1:
        other = case.columns[1]
        second = Item("cell", other.name, other.values[-1]).spell()
        shapes += [f"P({cell}|{second})", f"P({k}|{cell},{second})", f"P({k},{cell}|{second})"]
        shapes += [f"P({cell}|{k},{second})"]
    estimates = [str(name) for name in case.estimates()]
    some = st.lists(st.sampled_from(estimates), max_size=5, unique=True)
    other = st.lists(st.sampled_from(shapes), max_size=6, unique=True)
    both = st.tuples(some, other).map(lambda of: tuple(dict.fromkeys((*of[0], *of[1]))))
    return both.filter(bool)


def relabelled(case: Case, classes: Mapping[str, str], values: Mapping[str, str]) -> Case:
    """Return the case with other names for its classes and for the values of its nominal columns."""

    def named(column: Column, value: str) -> str:
        return values[value] if domain_of(column.family) == "nominal" else value

    columns = tuple(replace(c, values=tuple(named(c, v) for v in c.values)) for c in case.columns)
    by_name = {c.name: c for c in case.columns}
    rows = tuple(
        (classes[k], tuple(named(c, v) for c, v in zip(case.columns, cells, strict=True)))
        for k, cells in case.rows
    )
    queries = {
        identity: {name: named(by_name[name], v) for name, v in cells.items()}
        for identity, cells in case.queries.items()
    }
    return replace(
        case,
        classes=tuple(classes[k] for k in case.classes),
        columns=columns,
        rows=rows,
        queries=queries,
    )
