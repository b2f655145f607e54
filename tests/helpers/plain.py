"""A problem in plain Python: its data, its choices, and what one counts in it row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from by_hand import Rule

from exactnb import Conventions, Documents, ModelChoice, Problem, Table
from exactnb.core.data.documents import Document
from exactnb.core.families import family

TEXT, WEIGHT = "text", "how often"
MLE = Rule()


class Column(NamedTuple):
    """A column as it is drawn: its name, its values in order, its family."""

    name: str
    values: tuple[str, ...]
    family: str


class Row(NamedTuple):
    """An observation: its class, its cells ("" is missing), the words of its text, its weight."""

    label: str
    cells: tuple[str, ...]
    words: tuple[str, ...] = ()
    weight: Fraction = Fraction(1)


@dataclass(frozen=True)
class Seen:
    """What is observed: cells, whole texts as bags of words, words drawn one by one."""

    cells: Mapping[str, str] = field(default_factory=dict)
    bags: tuple[Mapping[str, int], ...] = ()
    draws: tuple[str, ...] = ()

    def __or__(self, other: Seen) -> Seen:
        return Seen({**self.cells, **other.cells}, self.bags + other.bags, self.draws + other.draws)

    def words(self) -> Counter[str]:
        """Return how often each word is seen in all."""
        return sum((Counter(bag) for bag in self.bags), Counter(self.draws))


@dataclass(frozen=True)
class Facts:
    """A problem from which both `Problem` and the brute-force values are made.

    With a `vocabulary` the rows are texts, whose words follow the family `bag`; without one they are
    a table, and columns of a family of words are counted as words.
    """

    classes: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    queries: Mapping[str, Mapping[str, str]]
    smoothing: Rule | Fraction = MLE
    smoothings: Mapping[str, Rule] = field(default_factory=dict)
    prior: str = "mle"
    given: tuple[Fraction, ...] = ()
    tie: str = "report"
    style: str = "plain"
    class_variable: str = "class of it"
    ask: tuple[str, ...] = ()
    prior_smoothing: Rule | None = None
    vocabulary: tuple[str, ...] | None = None
    bag: str = ""
    absent: str = "count"
    coefficient: bool = False
    unseen: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(Row(*row) for row in self.rows))
        object.__setattr__(self, "smoothing", Rule.of(self.smoothing))

    # The problem

    @property
    def is_refused(self) -> bool:
        """Say whether a class has no rows to estimate its prior from."""
        return self.prior == "mle" and any(self.count(k, {}) == 0 for k in self.classes)

    @property
    def has_room_for_unseen(self) -> bool:
        """Say whether no λ of what was never seen is more than that of all values together.

        More is refused where nothing of a class was seen, and that is tried by hand.
        """
        held = [(self.rule_of(c.name), c.values) for c in self.columns] + [(self.rule, self.spoken)]
        return all(
            rule.at("", k) <= sum(rule.at(value, k) for value in values)
            for rule, values in held
            for k in self.classes
            if rule.places and values
        )

    def problem(self, data: object = None) -> Problem:
        """Return the problem as a user would state it in Python; `data` may stand for the rows."""
        families = {column.name: column.family for column in self.columns}
        if self.vocabulary is not None:
            families[TEXT] = self.bag
        choice = ModelChoice(self.conventions(), families=families)
        return Problem(
            self.data() if data is None else data,  # type: ignore[arg-type]
            query=self.queries,
            models={"model": choice},
            ask=self.ask,
            notation_style=self.style,
        )

    def data(self) -> Table | Documents:
        """Return the rows as a table, or as documents."""
        columns = [column.name for column in self.columns]
        values = {column.name: column.values for column in self.columns}
        if self.vocabulary is not None:
            texts = (Document("", r.label, " ".join(r.words), r.cells, r.weight) for r in self.rows)
            return Documents.of(
                texts, class_variable=self.class_variable, classes=self.classes, columns=columns,
                vocabulary=self.vocabulary, values=values,
            )  # fmt: skip
        rows = [(r.label, *(cell or "?" for cell in r.cells), r.weight) for r in self.rows]
        header = [self.class_variable, *columns, WEIGHT]
        if all(row.weight == 1 for row in self.rows):
            header, rows = header[:-1], [row[:-1] for row in rows]
        return Table.from_rows(
            rows, header, label=self.class_variable, classes=self.classes, values=values,
            weight=WEIGHT if WEIGHT in header else None,
        )  # fmt: skip

    def conventions(self) -> Conventions:
        """Return the choices of the case."""
        given = dict(zip(self.classes, self.given, strict=True)) if self.prior == "given" else None
        own = self.prior_smoothing
        return Conventions(
            prior=given if given is not None else self.prior,
            prior_smoothing=None if own is None else own.said(),  # type: ignore[arg-type]
            smoothing=self.rule.said(),  # type: ignore[arg-type]
            smoothings={c: Rule.of(r).said() for c, r in self.smoothings.items()},  # type: ignore[misc]
            tie=self.tie, absent=self.absent, coefficient=self.coefficient, unseen=self.unseen,
        )  # fmt: skip

    # What is counted

    @property
    def rule(self) -> Rule:
        """Return the rule of all columns that have none of their own."""
        return Rule.of(self.smoothing)

    def rule_of(self, column: str) -> Rule:
        """Return the rule of a column."""
        return Rule.of(self.smoothings.get(column, self.rule))

    @property
    def is_limit(self) -> bool:
        """Say whether some λ tends to 0⁺."""
        return any(rule.is_limit for rule in self.rules())

    def rules(self) -> tuple[Rule, ...]:
        """Return every rule of smoothing that is said."""
        return (self.rule, self.prior_smoothing or MLE, *map(Rule.of, self.smoothings.values()))

    @cached_property
    def blocks(self) -> tuple[Column, ...]:
        """Return what is looked at value by value: columns, and the words of texts as 0/1 columns."""
        shown = tuple(column for column in self.columns if family(column.family).domain != "words")
        if self.vocabulary is None or family(self.bag).domain == "words":
            return shown
        more = self._unheard() if self.unseen == "zero" else ()
        return (*shown, *(Column(word, ("0", "1"), self.bag) for word in (*self.vocabulary, *more)))

    @property
    def known_blocks(self) -> tuple[Column, ...]:
        """Return the blocks without the words that only queries show."""
        return tuple(column for column in self.blocks if column.name not in self._unheard())

    @cached_property
    def bag_words(self) -> tuple[str, ...]:
        """Return what is drawn: the words of texts, or the columns that are counted as words."""
        if self.vocabulary is None:
            return tuple(c.name for c in self.columns if family(c.family).domain == "words")
        return self.vocabulary if family(self.bag).domain == "words" else ()

    @property
    def spoken(self) -> tuple[str, ...]:
        """Return the words that there are, whether they are drawn or looked at as columns."""
        return self.bag_words or self.vocabulary or ()

    @property
    def bag_family(self) -> str:
        """Return the family of what is drawn, "" if nothing is."""
        if self.vocabulary is not None:
            return self.bag if family(self.bag).domain == "words" else ""
        return next((c.family for c in self.columns if family(c.family).domain == "words"), "")

    def _unheard(self) -> tuple[str, ...]:
        shown = (word for cells in self.queries.values() for word in cells.get(TEXT, "").split())
        return tuple(dict.fromkeys(word for word in shown if word not in (self.vocabulary or ())))

    def seen(self, identity: str) -> Seen:
        """Return what a query shows that counts."""
        return self.relevant(self._shown(identity))

    def relevant(self, shown: Seen) -> Seen:
        """Return what a query or row shows without what is absent, where that is ignored."""
        binary = {c.name for c in self.blocks if family(c.family).domain == "binary"}
        if self.absent == "count":
            return shown
        kept = {c: v for c, v in shown.cells.items() if c not in binary or v != "0"}
        return Seen(kept, shown.bags, shown.draws)

    def _shown(self, identity: str) -> Seen:
        given = dict(self.queries[identity])
        text = None if self.vocabulary is None else given.pop(TEXT, None)
        known = {column.name: column for column in self.blocks}
        if self.unseen == "drop":
            given = {c: v for c, v in given.items() if c not in known or v in known[c].values}
        cells = {c: v for c, v in given.items() if c in known}
        if text is None or self.vocabulary is None:
            drawn = {w: int(given[w]) for w in self.bag_words if int(given.get(w, 0))}
            in_table = self.vocabulary is None and self.bag_words
            return Seen(cells, (drawn,) if in_table else ())
        words = text.split()
        if not self.bag_family:
            names = [c.name for c in self.blocks[len(self.columns) :]]
            listed = {
                w: str(int(w in words)) for w in names if w in (self.vocabulary or ()) or w in words
            }
            return Seen({**cells, **listed})
        kept = [w for w in words if w in self.bag_words or self.unseen == "zero"]
        return Seen(cells, (Counter(kept),))

    def shows(self, row: Row, column: str, value: str) -> bool:
        """Say whether a row has a value in a column, or a text a word."""
        names = [c.name for c in self.columns]
        if column in names:
            return row.cells[names.index(column)] == value
        return (column in row.words) == (value == "1")

    def count(self, label: str | None, cells: Mapping[str, str]) -> Fraction:
        """Return the weight of the rows of a class, or of any, that show some cells."""
        return sum(
            (r.weight for r in self.rows
             if label in (None, r.label) and all(self.shows(r, c, v) for c, v in cells.items())),
            Fraction(0),
        )  # fmt: skip

    def word_count(self, word: str, label: str | None) -> Fraction:
        """Return how often a word stands in the rows of a class, or of any."""
        names = [c.name for c in self.columns]
        found = Fraction(0)
        for row in self.rows:
            if label in (None, row.label):
                in_column = int(row.cells[names.index(word)] or 0) if word in names else 0
                found += row.weight * (in_column if word in names else row.words.count(word))
        return found

    def tokens(self, label: str) -> Fraction:
        """Return the number of words of a class."""
        return sum((self.word_count(word, label) for word in self.spoken), Fraction(0))
