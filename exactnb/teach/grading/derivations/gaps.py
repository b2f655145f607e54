"""What of a derivation was not read, and whether an accusation rests on it.

A line may say what a letter means: which numbers are the prior's, what S is, that ℒ has a constraint.
Where such a line was not read, a later one is wrong only if lines that were read settle its letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.statements import RELATIONS, DerivationStatement
from exactnb.teach.grading.derivations.lines import DerivationLine, Parsed
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import Introduced

IN_DOUBT = "a line that was not read may say what its letters are"

_WORDS = re.compile(r"(?<![\\A-Za-z{])[A-Za-z]{3,}[^\\$=]*\b[A-Za-z]{2,}")
_COMMENT = re.compile(r"(?<!\\)%.*")
_ALWAYS = frozenset("nNxXyiD")  # letters that every derivation has for the same
_CONVENTIONS = ("hyper", "sum", "rest", "squares", "multiplier", "precision", "count", "n")
_DENSITIES = ("P", "p", "f", "Pr")  # which one it is, their arguments say


def rows_of_words(text: str, lines: Sequence[Parsed]) -> frozenset[int]:
    """Return the numbers of the rows of `text` that have words, and none of its `lines`."""
    read = {
        text.count("\n", 0, token.at) + 1 for statement, _, _ in lines for token in statement.tokens
    }
    rows = enumerate(text.split("\n"), 1)
    return frozenset(n for n, row in rows if n not in read and _WORDS.search(_COMMENT.sub("", row)))


class Gaps:
    """Keep which letters the lines that were read settle, and which those that were not may define."""

    def __init__(self, words: frozenset[int]) -> None:
        self.words = words  # rows of words alone
        self.settled: set[str] = set()
        self.lost: set[str] = set()
        self.last = 0  # the row of the last statement that was not read

    def note(self, line: DerivationLine, *, is_about_data: bool) -> None:
        """Take one more judged `line`; one that `is_about_data` settles what its letters are."""
        if line.verdict == "unread":
            self.last = line.statement.line
            self.lost |= {_defined_by(line.statement)} - self.settled
        elif line.verdict == "right" and is_about_data and line.chain is not None:
            names = {name for side in line.chain.sides for name in _names_in(side)}
            self.settled |= names
            self.lost -= names

    def is_between(self, before: int, after: int) -> bool:
        """Say whether something between two rows was not read."""
        return before <= self.last or any(before < row < after for row in self.words)

    def doubts(
        self,
        line: DerivationLine,
        scope: DerivationScope,
        definitions: Mapping[str, Introduced],
        torn: tuple[Expression, ...] | None,
    ) -> bool:
        """Say whether a wrong `line` rests on what no line that was read says.

        `scope` says what its letters are, `definitions` those that lines that were read introduce.
        `torn` are its own sides where it goes on with a line that does not stand right before it.
        """
        if line.chain is None or not (
            self.last or any(row < line.statement.line for row in self.words)
        ):
            return False
        if line.chain.sides[line.link + 1 :] == torn:
            return True
        sides = line.chain.sides[line.link : line.link + 2]
        # What Λ says of its multiplier is all that there is to say.
        roles = tuple(role for role in _CONVENTIONS if role != "multiplier" or "Λ()" not in definitions)
        bodies: dict[str, list[Expression]] = {}
        for key, definition in definitions.items():
            name = key.removesuffix("()").partition("[")[0]
            bodies.setdefault(name, []).append(definition.body)
        names = [name for side in sides for name in _names_in(side)]
        visited = set(_ALWAYS) | _indices_in((*sides, *(each.body for each in definitions.values())))
        while names:
            if (name := names.pop()) in visited:
                continue
            visited.add(name)
            if name in bodies:  # it is what its definition says
                names += [inner for body in bodies[name] for inner in _names_in(body)]
                continue
            is_assumed = scope.names.get(name, "").startswith(roles) and name not in self.settled
            if is_assumed or name in self.lost:
                return True
        return False


def _names_in(side: Expression) -> set[str]:
    """Return the letters of a formula, and the names of the functions in it."""
    parts = side.walk()
    heads = {part.head for part in parts if isinstance(part, Call) and part.head not in _DENSITIES}
    return heads | {part.letter for part in parts if isinstance(part, Symbol)}


def _indices_in(formulas: Iterable[Expression]) -> set[str]:
    """Return the letters that stand below or above others: k of n_k is a class, wherever it stands."""
    letters = (part for formula in formulas for part in formula.walk() if isinstance(part, Symbol))
    places = (index for part in letters for index in (*part.lower, *part.upper))
    return {index.letter for index in places if isinstance(index, Symbol)}


def _defined_by(statement: DerivationStatement) -> str:
    """Return the name that a statement begins with, if it may define that; "" for none."""
    texts = [token.text for token in statement.tokens]
    return texts[0] if any(text in RELATIONS for text in texts[1:]) else ""
