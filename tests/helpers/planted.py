"""Random tables with one error planted in what is printed of them; what explains it, by brute force.

Nothing here is shared with the search: tables are edited, counted and multiplied out anew, and decimals
are compared digit by digit. Only mistakes of people are taken from the package, and made in a graph
that is worked out as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations
from random import Random

from exactnb import Conventions, ModelChoice, Problem, Table
from exactnb.core.data.edits import Edit
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.problem.printed import Printed
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.searching import Alternatives

Rows = tuple[tuple[str, tuple[str, ...]], ...]
"""Rows of a table: the label, then the cells."""
Worths = dict[str, Fraction | None]
"""What quantities are worth, by name; None is undefined."""
Key = tuple[object, ...]
"""What an alternative is called here: its kind, and where it is."""

NEW = "another value"
SMOOTHINGS = {"not smoothed": "0", "λ = 1": "1", "λ = 1/2": "1/2", "λ = 2": "2", "λ = 1/m": "1/m"}
PRIORS = {"uniform": None, "smoothed, λ = 1": Fraction(1), "smoothed, λ = 1/2": Fraction(1, 2)}
QUERY = "x"


@dataclass(frozen=True)
class Small:
    """A small table with categories, and how it is counted; `prior` is a λ, "mle" or "uniform"."""

    rows: Rows
    values: tuple[tuple[str, ...], ...]
    query: tuple[str, ...]
    smoothing: str
    prior: str | Fraction
    classes: tuple[str, ...] = ("no", "yes")

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple("abcd"[: len(self.values)])

    def lam(self, column: int) -> Fraction:
        if self.smoothing == "1/m":
            return Fraction(1, len(self.values[column]))
        return Fraction(self.smoothing)

    def prior_of(self, label: str) -> Fraction:
        count, n, k = self.count(label), len(self.rows), len(self.classes)
        if self.prior == "uniform":
            return Fraction(1, k)
        added = Fraction(0) if self.prior == "mle" else Fraction(self.prior)
        return (count + added) / (n + k * added)

    def count(self, label: str) -> int:
        return sum(own == label for own, _ in self.rows)

    def share(self, column: int, value: str, label: str) -> Fraction:
        hits = sum(own == label and cells[column] == value for own, cells in self.rows)
        lam, m = self.lam(column), len(self.values[column])
        return (hits + lam) / (self.count(label) + m * lam)

    def worths(self) -> Worths | None:
        """Return what everything is worth; None where a class has no row."""
        if not all(map(self.count, self.classes)):
            return None
        found: Worths = {}
        joints = {}
        for label in self.classes:
            found[f"P({label})"] = joint = self.prior_of(label)
            for at, column in enumerate(self.columns):
                found[f"P({column}={self.query[at]}|{label})"] = of = self.share(
                    at, self.query[at], label
                )
                joint *= of
            joints[label] = found[f"P({label},{QUERY})"] = joint
        total = sum(joints.values())
        for label in self.classes:
            found[f"P({label}|{QUERY})"] = joints[label] / total if total else None
        return found

    def problem(self) -> Problem:
        table = Table.from_rows(
            [(*cells, label) for label, cells in self.rows],
            [*self.columns, "class"],
            values=dict(zip(self.columns, self.values, strict=True)),
        )
        chosen = ModelChoice(Conventions(smoothing=Fraction(self.smoothing), prior=self.prior))
        query = {QUERY: dict(zip(self.columns, self.query, strict=True))}
        return Problem(table, query=query, models={"model": chosen})

    def edits(self) -> Iterator[tuple[Key, Small]]:
        """Yield every single edit of the table."""
        rows = self.rows
        for at, (label, cells) in enumerate(rows):

            def with_rows(*instead: tuple[str, tuple[str, ...]], at: int = at) -> Small:
                return replace(self, rows=(*rows[:at], *instead, *rows[at + 1 :]))

            yield ("dropped", at + 1, "", ""), with_rows()
            yield ("repeated", at + 1, "", ""), with_rows((label, cells), (label, cells))
            for other in self.classes:
                if other != label:
                    yield ("relabelled", at + 1, "", other), with_rows((other, cells))
            for column, known in enumerate(self.values):
                for value in (*known, NEW):
                    if value != cells[column]:
                        changed = (label, (*cells[:column], value, *cells[column + 1 :]))
                        edited = with_rows(changed)
                        if value == NEW:
                            more = (*self.values[:column], (*known, NEW), *self.values[column + 1 :])
                            edited = replace(edited, values=more)
                        yield ("cell", at + 1, self.columns[column], value), edited

    def two_edits(self) -> Iterator[tuple[frozenset[Key], Small]]:
        """Yield every two edits of two rows, or of two places in a row, of values that are known."""
        made = {key: other for key, other in self.edits() if key[3] != NEW}
        for first, second in combinations(made, 2):
            keys = frozenset((first, second))
            if first[1] == second[1]:
                places = {(key[0], key[2]) for key in keys}
                if len(places) == 2 and {key[0] for key in keys} <= {"cell", "relabelled"}:
                    yield keys, dict(made[first].edits())[second]
            else:
                rows: list[Rows] = [(row,) for row in self.rows]
                for key in keys:
                    at, more = int(str(key[1])) - 1, len(made[key].rows) - len(self.rows)
                    rows[at] = made[key].rows[at : at + 1 + more]
                yield keys, replace(self, rows=tuple(chain.from_iterable(rows)))

    def conventions(self) -> Iterator[tuple[Key, Small]]:
        """Yield other smoothings and priors."""
        for said, smoothing in SMOOTHINGS.items():
            if smoothing != self.smoothing:
                yield ("other-smoothing", said), replace(self, smoothing=smoothing)
        for said, prior in PRIORS.items():
            yield ("other-prior", said), replace(self, prior="uniform" if prior is None else prior)
        if self.prior != "mle":
            yield ("other-prior", "mle"), replace(self, prior="mle")


def drawn(random: Random) -> Small:
    """Return a table of five to nine rows, each class in two of them at least."""
    values = tuple(tuple("uvw"[: random.choice((2, 3))]) for _ in range(random.choice((2, 3))))
    labels = ["no", "no", "yes", "yes", *random.choices(("no", "yes"), k=random.randint(1, 5))]
    random.shuffle(labels)
    rows = tuple((label, tuple(map(random.choice, values))) for label in labels)
    query = tuple(map(random.choice, values))
    return Small(rows, values, query, random.choice("01"), random.choice(("mle", "mle", "uniform")))


def as_printed(value: Fraction, random: Random) -> str:
    """Return a value as somebody may print it: as a fraction, or as a decimal of four places or six."""
    if value and random.random() < 0.6:
        return decimal(value, random.choice((4, 6)))
    return f"{value.numerator}/{value.denominator}"


def decimal(value: Fraction, places: int) -> str:
    """Return a value that is not negative, rounded half up."""
    units = (2 * value.numerator * 10**places + value.denominator) // (2 * value.denominator)
    digits = str(units).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def fits(text: str, value: object) -> bool:
    """Say whether a text is a fraction that is a value, or a decimal that is nearest to it."""
    if not isinstance(value, Fraction):
        return False
    if "/" in text:
        above, below = text.split("/")
        return value == Fraction(int(above), int(below))
    whole, _, behind = text.partition(".")
    return abs(Fraction(int(whole + behind), 10 ** len(behind)) - value) * 2 <= Fraction(
        1, 10 ** len(behind)
    )


@dataclass(frozen=True)
class Planted:
    """A problem with numbers in print, of which some are wrong by one error, and that error's name."""

    small: Small
    problem: Problem
    printed: Mapping[str, str]
    kind: str
    key: Key


def plant(random: Random, kind: str) -> Planted | None:
    """Return a problem with one error of a kind, or with none; None where it would change no number."""
    small = drawn(random)
    problem, right = small.problem(), small.worths()
    assert right is not None
    wrong: Mapping[str, object] | None = right
    key: Key = ()
    if kind in ("edit", "convention"):
        key, other = random.choice([*(small.edits() if kind == "edit" else small.conventions())])
        wrong = other.worths()
    elif kind == "misconception":
        graph = graph_of(problem, right)
        made = random.choice(Alternatives(problem, graph).misconceptions)
        key, wrong = (made.id, made.detail), made_in_full(made, graph)
    if wrong is None or not all(isinstance(v, Fraction) and v >= 0 for v in wrong.values()):
        return None
    printed = {name: as_printed(of, random) for name, of in wrong.items() if isinstance(of, Fraction)}
    if kind != "none" and all(fits(text, right[name]) for name, text in printed.items()):
        return None
    told = [Printed(name, text, where="page") for name, text in printed.items()]
    return Planted(small, replace(problem, printed=told), printed, kind, key)


def plant_two(random: Random) -> Planted | None:
    """Return a problem in whose data two things were misread; None where no number is wrong by it."""
    small = drawn(random)
    right = small.worths()
    key, other = random.choice([*small.two_edits()])
    wrong = other.worths()
    if right is None or wrong is None:
        return None
    printed = {name: as_printed(of, random) for name, of in wrong.items() if of is not None}
    if all(fits(text, right[name]) for name, text in printed.items()):
        return None
    told = [Printed(name, text, where="page") for name, text in printed.items()]
    return Planted(small, replace(small.problem(), printed=told), printed, "two edits", key)  # type: ignore[arg-type]


def by_two_edits(planted: Planted) -> set[frozenset[Key]]:
    """Return the two edits that explain what is printed, by brute force."""
    return {
        keys
        for keys, other in planted.small.two_edits()
        if (worths := other.worths()) is not None
        and all(fits(text, worths[name]) for name, text in planted.printed.items())
    }


def graph_of(problem: Problem, names: Mapping[str, object]) -> Quantities:
    return Quantities([problem.scope.resolve(name) for name in names], problem.define, Effort())


def made_in_full(alternative: Alternative, graph: Quantities) -> dict[str, object] | None:
    """Return what an alternative makes of every quantity, in graphs that are worked out as a whole.

    What is made in giving a result is made with that quantity alone, in a graph of its own.
    """
    try:
        if alternative.is_result_unrounded:
            values = alternative.value_function(graph)
            return {str(name): values(name) for name in graph.targets}
        if alternative.is_only_in_result:
            changed = {
                name: graph.with_formulas(alternative.changes_for(name)) for name in graph.targets
            }
            return {str(name): of.value(name) for name, of in changed.items()}
        whole = graph.with_formulas(alternative.formulas)
        rounding, rounded = alternative.rounding, alternative.rounded
        found = whole.evaluate(rounding=rounding, round_only=rounded) if rounding else whole
        return {str(name): found[name] if rounding else whole.value(name) for name in graph.targets}
    except ExactnbError:
        return None


def explains(alternative: Alternative, worths: Mapping[str, object], planted: Planted) -> bool:
    """Say whether an alternative leads to all wrong numbers, and leaves the right ones right."""
    right = planted.small.worths()
    assert right is not None
    for name, text in planted.printed.items():
        value, is_right = worths[name], fits(text, right[name])
        of_rounding = alternative.rounding is not None
        if of_rounding and not is_right and "/" in text:
            return False
        kept = of_rounding and is_right and value == alternative.rounding.apply(right[name])  # type: ignore[union-attr, arg-type]
        if not fits(text, value) and not kept:
            return False
    return True


def by_edits(planted: Planted) -> set[Key]:
    """Return the edits that explain what is printed, by brute force."""
    return {
        key
        for key, other in planted.small.edits()
        if (worths := other.worths()) is not None
        and all(fits(text, worths[name]) for name, text in planted.printed.items())
    }


def by_conventions(planted: Planted) -> set[Key]:
    """Return the other smoothings and priors that explain what is printed, by brute force."""
    return {
        key
        for key, other in planted.small.conventions()
        if (worths := other.worths()) is not None
        and all(fits(text, worths[name]) for name, text in planted.printed.items())
    }


def by_all(planted: Planted) -> list[Key]:
    """Return all alternatives that explain what is printed, each worked out in full."""
    graph = graph_of(planted.problem, planted.printed)
    alternatives = Alternatives(planted.problem, graph)
    return [
        key_of(like)
        for each in [*alternatives.every_single_switch()]
        if (worths := made_in_full(each, graph)) is not None and explains(each, worths, planted)
        for like in alternatives.equivalents(each)
    ]


def key_of(alternative: Alternative) -> Key:
    """Return what an alternative is called here."""
    if alternative.first_edit is not None:
        return edit_key(alternative.first_edit)
    return alternative.id, alternative.detail


def edit_key(edit: Edit) -> Key:
    """Return what an edit is called here."""
    return edit.kind, edit.row, edit.column, NEW if edit.is_new else edit.new
