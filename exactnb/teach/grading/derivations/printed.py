"""The lines of a theorem as they are printed in each notation: they are proved, and read back.

How to read: `printed_theorem` prints and reads, `_linked` says which lines go on with which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.statements import RELATIONS, DerivationStatement
from exactnb.core.expression.reasons import Rule
from exactnb.core.lazy import once
from exactnb.core.problem.styles import names
from exactnb.core.record import frozen
from exactnb.explain.derivation.lines import Chain, Line, Remark, Step
from exactnb.explain.proving import theorems
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.solution.derived import derive
from exactnb.teach.grading.derivations.lines import parsed
from exactnb.teach.grading.derivations.meanings import Parsed
from exactnb.teach.grading.derivations.scopes.printed import TheoremScope
from exactnb.teach.grading.derivations.scopes.theorem_lines import TheoremLines

OF_THEOREM = "as a line of the theorem"
_SECTION = ("\\subsection*{", *(f"{number}  " for number in range(1, 100)))
Link = tuple[Expression, str, Expression]
Spelling = tuple[str, ...]


@frozen
class Print:
    """A theorem in one notation: its text, the links in it, and the scope of its letters."""

    steps: tuple[Step, ...]
    math: LatexMath | TextMath
    text: str
    links: dict[Link, None]

    @once
    def scope(self) -> TheoremScope:
        """Return the letters of the theorem, as the reader finds them below the print itself."""
        lines = [line for step in self.steps for line in _lines(step)]
        parts = (part for line in lines for side in (line.left, line.right) for part in side.walk())
        letters = list(dict.fromkeys(part for part in parts if isinstance(part, Symbol | Call)))
        mark = "$" if isinstance(self.math, LatexMath) else ""
        rows = [f"{mark}{self.math.write(letter)} = 0{mark}" for letter in letters]
        number = self.text.count("\n") + 3
        below = parsed("\n".join([self.text, "", *rows]))
        sides = {line.line - number: chains[0].sides[0] for line, chains, _ in below if chains}
        spellings = {letter: sides[at] for at, letter in enumerate(letters) if at in sides}
        for letter in letters:  # a sign is no row of its own
            if isinstance(letter, Symbol) and letter.role == "value" and not letter.letter.isalnum():
                spellings[letter] = Symbol(letter.letter.replace("−", "-"))
        return TheoremScope(TheoremLines(lines, spellings), self.links)


@frozen(slots=True)
class PrintedTheorem:
    """The links of a theorem's lines, and the tokens of those that go on with no other one.

    Each stands with whether it holds only in a case that its step assumes. `prints` are the theorem in
    each notation.
    """

    links: dict[Link, bool]
    tokens: dict[Spelling, bool]
    prints: tuple[Print, ...] = ()

    def holds(self, link: Link, *, in_case: bool) -> bool:
        """Say whether a link is one of the theorem's.

        One of a case only if that is assumed (`in_case`).
        """
        return link in self.links and (in_case or not self.links[link])

    def has(self, statement: DerivationStatement, *, in_case: bool) -> bool:
        """Say whether a statement is spelled as one of the theorem's, proved or not read.

        One of a case counts only if that is assumed (`in_case`).
        """
        key = _spelling(statement)
        return key in self.tokens and (in_case or not self.tokens[key])

    def scope(self, text: str, lines: Sequence[Parsed]) -> TheoremScope | None:
        """Return the scope of the theorem's own letters, if half of the `lines` are its own in print.

        They are these of a third of a print, at least, which a derivation with other letters is not.
        The lines are those of `text`.
        """
        links = [link for _, _, new in _linked(lines) for link in new]

        def common(each: Print) -> int:
            return sum(link in each.links for link in links)

        best = max(self.prints, key=common, default=None)
        if best is None or 2 * common(best) < len(links) or 3 * common(best) < len(best.links):
            return None
        return best.scope.of_sections(_sections(text)) if best.scope.worlds() else None


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
    prints: dict[str, Print] = {}
    for (to, math), notation in product((("latex", LatexMath), ("text", TextMath)), names()):
        # Markdown has the formulas of LaTeX, ASCII those of text.
        text = str(derived.written(to, notation=notation, fragment=to == "latex"))
        if text in prints:
            continue
        lines = parsed(text)
        links_of_print = dict.fromkeys(link for _, _, new in _linked(lines) for link in new)
        prints[text] = Print(steps, math(derived.notation(notation)), text, links_of_print)
        steps_of_lines = _sections(text)
        for statement, of_statement, new in _linked(lines):
            case = in_case[steps_of_lines[statement.line - 1]]
            if of_statement is None or new[:1] == of_statement[:1]:
                key = _spelling(statement)
                tokens[key] = tokens.get(key, True) and case
            for link in of_statement or ():
                links[link] = links.get(link, True) and case
    return PrintedTheorem(links, tokens, tuple(prints.values()))


def _linked(
    lines: Sequence[Parsed],
) -> Iterator[tuple[DerivationStatement, list[Link] | None, list[Link]]]:
    """Yield each statement with the links of its chain so far, None where it is not read, and new ones.

    The new ones are those between neighbours that stand in the statement itself.
    """
    chain: DerivationChain | None = None
    for statement, chains, _ in lines:
        if not chains or (chains[0].lead in RELATIONS and chain is None):
            chain = None  # the next row does not go on with the row before this one
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


def _lines(step: Step) -> list[Line]:
    """Return the lines of a step, those in its sentences too."""
    blocks = (block for block in step.blocks if isinstance(block, Chain | Remark))
    parts = (part for block in blocks
             for part in (block.lines if isinstance(block, Chain) else block.parts))  # fmt: skip
    return [part for part in parts if isinstance(part, Line)]


def _assumes_a_value(step: Step) -> bool:
    """Say whether a step supposes that something has a value: its lines hold in that case alone."""
    return any(
        line.reason.rule is Rule.ASSUME
        and line.relation == "="
        and isinstance(line.left, Symbol)
        and not line.left.is_estimate
        for line in _lines(step)
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
