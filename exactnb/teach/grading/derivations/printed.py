"""The lines of a theorem as they are printed in each notation: they are proved, and read back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product, takewhile

from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.statements import RELATIONS, DerivationStatement
from exactnb.core.expression.reasons import Rule
from exactnb.core.problem.styles import names
from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Chain, Line, Remark, Step
from exactnb.explain.proving import theorems
from exactnb.explain.solution.derived import derive
from exactnb.teach.grading.derivations.lines import Parsed, parsed

OF_THEOREM = "as a line of the theorem"
_SECTION = ("\\subsection*{", *(f"{number}  " for number in range(1, 100)))
Link = tuple[Expression, str, Expression]
Spelling = tuple[str, ...]


@frozen(slots=True)
class PrintedTheorem:
    """The links of a theorem's lines, and the tokens of those that are not read.

    Each stands with whether it holds only in a case that its step assumes. `in_order` has the links
    between neighbours as they stand one after the other, in each notation.
    """

    links: dict[Link, bool]
    tokens: dict[Spelling, bool]
    in_order: tuple[list[Link], ...] = ()

    def holds(self, link: Link, *, in_case: bool) -> bool:
        """Say whether a link is one of the theorem's.

        One of a case only if that is assumed (`in_case`).
        """
        return link in self.links and (in_case or not self.links[link])

    def has(self, statement: DerivationStatement, *, in_case: bool) -> bool:
        """Say whether a statement that is not read is spelled as one of the theorem's.

        One of a case counts only if that is assumed (`in_case`).
        """
        key = _spelling(statement)
        return key in self.tokens and (in_case or not self.tokens[key])

    def verbatim(self, lines: Sequence[Parsed]) -> int:
        """Return how many of the `lines` of a derivation, from the first on, are the theorem's own.

        They may be cut into rows in another way, as plain text is.
        """
        links = [(index, link) for index, (_, _, new) in enumerate(_linked(lines)) for link in new]
        ends = []
        for own in self.in_order:
            position = sum(1 for _ in takewhile(lambda pair: pair[0][1] == pair[1],
                                          zip(links, own, strict=False)))  # fmt: skip
            ends.append(links[position][0] if position < len(links) else len(lines))
        return max(ends, default=0)


NOTHING = PrintedTheorem({}, {})
"""What is printed of a density that somebody states: nothing."""


@cache
def printed_theorem(name: str) -> PrintedTheorem:
    """Return the lines of a theorem as they are printed in every notation, none for another name."""
    if name not in theorems.names():
        return NOTHING
    derived = derive(name)
    steps = derived.verified.derivation.steps
    in_case = [False, *(index > 0 and _assumes_a_value(step) for index, step in enumerate(steps))]
    links: dict[Link, bool] = {}
    tokens: dict[Spelling, bool] = {}
    prints = dict.fromkeys(
        str(derived.written(to, notation=notation, fragment=to == "latex"))
        for to, notation in product(("latex", "text"), names())
    )  # Markdown has the formulas of LaTeX, ASCII those of text
    texts = {text: parsed(text) for text in prints}
    for text, lines in texts.items():
        steps_of_lines = _sections(text)
        for statement, of_statement, _ in _linked(lines):
            case = in_case[steps_of_lines[statement.line - 1]]
            if of_statement is None:
                key = _spelling(statement)
                tokens[key] = tokens.get(key, True) and case
            for link in of_statement or ():
                links[link] = links.get(link, True) and case
    in_order = tuple([link for _, _, new in _linked(lines) for link in new] for lines in texts.values())
    return PrintedTheorem(links, tokens, in_order)


def _linked(
    lines: Sequence[Parsed],
) -> Iterator[tuple[DerivationStatement, list[Link] | None, list[Link]]]:
    """Yield each statement with the links of its chain so far, None where it is not read, and new ones.

    The new ones are those between neighbours that stand in the statement itself.
    """
    chain: DerivationChain | None = None
    for statement, chains, _ in lines:
        if not chains:
            yield statement, None, []
            continue
        before = 0
        if chains[0].lead in RELATIONS and chain is not None:
            relations = (*chain.relations, chains[0].lead, *chains[0].relations)
            before = len(chain.relations)
            chain = DerivationChain((*chain.sides, *chains[0].sides), relations)
        elif chains[0].relations:
            chain = chains[0]
        else:
            yield statement, [] if chain is None else list(_links(chain)), []
            continue
        neighbours = list(zip(chain.sides, chain.relations, chain.sides[1:], strict=False))
        yield statement, list(_links(chain)), neighbours[before:]


def _assumes_a_value(step: Step) -> bool:
    """Say whether a step supposes that something has a value: its lines hold in that case alone."""
    blocks = (block for block in step.blocks if isinstance(block, Chain | Remark))
    parts = (part for block in blocks
             for part in (block.lines if isinstance(block, Chain) else block.parts))  # fmt: skip
    lines = (part for part in parts if isinstance(part, Line))
    return any(
        line.reason.rule is Rule.ASSUME
        and line.relation == "="
        and isinstance(line.left, Symbol)
        and not line.left.is_estimate
        for line in lines
    )


def _sections(text: str) -> list[int]:
    """Return the number of the step that each line of a text belongs to, 0 before the first."""
    numbers, number = [], 0
    for line in text.splitlines():
        number += line.startswith(_SECTION)
        numbers.append(number)
    return numbers


def _spelling(statement: DerivationStatement) -> Spelling:
    return tuple(token.text for token in statement.tokens)


def _links(chain: DerivationChain) -> Iterator[Link]:
    """Yield each pair of sides that a chain says to be equal, and the links of other relations."""
    yield from zip(chain.sides, chain.relations, chain.sides[1:], strict=False)
    for first, last in combinations(range(len(chain.sides)), 2):
        if set(chain.relations[first:last]) == {"="}:
            yield chain.sides[first], "=", chain.sides[last]
