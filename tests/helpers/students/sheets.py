"""Random problems of five families, as rows and as the text of a problem file."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction as F

FAMILIES = ("categorical", "bernoulli", "multinomial", "gaussian", "poisson")
Item = tuple[str, str]
"""A column and a value of it, or "" and a word."""


@dataclass(frozen=True)
class Sheet:
    """A problem: rows of cells, or of words, with their classes, and one query."""

    family: str
    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], str], ...]
    smoothing: F
    query: tuple[str, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the classes, in the order in which they are met."""
        return tuple(dict.fromkeys(label for _, label in self.rows))

    @property
    def is_of_words(self) -> bool:
        """Say whether the rows are texts."""
        return self.family == "multinomial"

    def values(self, column: str) -> tuple[str, ...]:
        """Return the values that a column shows, or the words of all texts."""
        if self.is_of_words:
            return tuple(dict.fromkeys(word for words, _ in self.rows for word in words))
        at = self.columns.index(column)
        shown = tuple(dict.fromkeys(cells[at] for cells, _ in self.rows))
        return ("1", "0") if self.family == "bernoulli" else shown

    @property
    def items(self) -> dict[Item, int]:
        """Return what the query shows, with how often."""
        if self.is_of_words:
            return {("", word): n for word, n in Counter(self.query).items()}
        return dict.fromkeys(zip(self.columns, self.query, strict=True), 1)

    def text(self) -> str:
        """Return the problem file."""
        if self.is_of_words:
            head, query = "id class text", f'"{" ".join(self.query)}"'
            lines = [f"m{i} {k} {' '.join(words)}" for i, (words, k) in enumerate(self.rows)]
        else:
            head = " ".join((*self.columns, "class"))
            lines = [" ".join((*cells, label)) for cells, label in self.rows]
            cells = (f'{c} = "{v}"' for c, v in zip(self.columns, self.query, strict=True))
            query = "{ " + ", ".join(cells) + " }"
        table = "\n".join((head, *lines))
        model = f'family = "{self.family}"'
        if self.smoothing:
            model += f'\nsmoothing = "{self.smoothing}"'
        return f"[data]\ntable = '''\n{table}\n'''\n[model]\n{model}\n[query]\nx = {query}\n"


def sheet(family: str, classes: int, chance: random.Random) -> Sheet:
    """Return a random problem with every class in at least two rows."""
    labels = tuple("ABCD"[:classes])
    owners = [*labels, *labels, *(chance.choice(labels) for _ in range(chance.randint(4, 10)))]
    chance.shuffle(owners)
    if family == "multinomial":
        return _texts(owners, chance)
    columns = tuple("fgh"[: chance.randint(2, 3)])
    drawn = {"categorical": _category, "bernoulli": _bit, "gaussian": _number, "poisson": _count}[
        family
    ]
    likes = {(c, k): chance.random() for c in columns for k in labels}
    rows = tuple(
        (tuple(drawn(likes[c, k], i, chance) for c in columns), k) for i, k in enumerate(owners)
    )
    if family in ("gaussian", "poisson"):
        ends = (10, 40) if family == "gaussian" else (1, 8)
        query = tuple(str(chance.randint(*ends)) for _ in columns)
        made = Sheet(family, columns, rows, F(0), query)
        vary = all(len({cells[j] for cells, k in rows if k == label}) > 1
                   for j in range(len(columns)) for label in labels)  # fmt: skip
        return made if vary else sheet(family, classes, chance)
    query = tuple(chance.choice([cells[j] for cells, _ in rows]) for j in range(len(columns)))
    smoothing = chance.choice((F(1), F(1), F(1, 2), F(2), F(0)))
    made = Sheet(family, columns, rows, smoothing, query)
    both = all(len({cells[j] for cells, _ in rows}) > 1 for j in range(len(columns)))
    sure = smoothing or all(
        any(cells[j] == query[j] for cells, k in rows if k == label)
        for j in range(len(columns))
        for label in labels
    )
    return made if both and sure else sheet(family, classes, chance)


def _texts(owners: list[str], chance: random.Random) -> Sheet:
    words = ("apple", "bread", "cheese", "dates", "eggs", "figs")[: chance.randint(4, 6)]
    weights = {k: [chance.random() + 0.1 for _ in words] for k in sorted(set(owners))}
    rows = tuple((tuple(chance.choices(words, weights[k], k=chance.randint(2, 5))), k) for k in owners)
    known = sorted({word for text, _ in rows for word in text})
    query = tuple(chance.choice(known) for _ in range(chance.randint(2, 4)))
    return Sheet("multinomial", (), rows, chance.choice((F(1), F(1), F(1, 2), F(2))), query)


def _category(like: float, at: int, chance: random.Random) -> str:
    return "u" if chance.random() < like / 2 else chance.choice("uvw")


def _bit(like: float, at: int, chance: random.Random) -> str:
    return str(int(chance.random() < 0.2 + 0.6 * like))


def _number(like: float, at: int, chance: random.Random) -> str:
    return str(int(12 + 20 * like) + chance.randint(-5, 5))


def _count(like: float, at: int, chance: random.Random) -> str:
    return str(chance.randint(0, 3 + int(6 * like)))
