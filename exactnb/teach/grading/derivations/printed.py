"""The lines of a theorem as they are printed in each notation: they are proved, and read back.

How to read: `printed_theorem` prints and reads, `as_written` finds the letters of a derivation in its
prints, `_linked` says which lines go on with which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from operator import itemgetter

from exactnb.core.expression import nodes
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
from exactnb.teach.grading.derivations.scopes.printed import Link, TheoremScope
from exactnb.teach.grading.derivations.scopes.theorem_lines import TheoremLines, name_of

OF_THEOREM = "as a line of the theorem"
_SECTION = ("\\subsection*{", *(f"{number}  " for number in range(1, 100)))
Spelling = tuple[str, ...]


@frozen
class Print:
    """A theorem in one notation: its text, the links in it, and the scope of its letters."""

    steps: tuple[Step, ...]
    math: LatexMath | TextMath
    text: str
    links: dict[Link, None]

    @once
    def letters(self) -> Counter[str]:
        """Return how often each letter stands in the links."""
        return Counter(_names_in(self.links))

    @once
    def lines(self) -> list[Line]:
        """Return the lines of all steps."""
        return [line for step in self.steps for line in _lines(step)]

    @once
    def scope(self) -> TheoremScope:
        """Return the scope of the theorem's letters, as they are printed."""
        return TheoremScope(TheoremLines(self.lines, self.spellings), self.links)

    @once
    def spellings(self) -> dict[Symbol | Call, Expression]:
        """Return the letters of the theorem, as the reader finds them below the print itself."""
        sides = [side for line in self.lines for side in (line.left, line.right)]
        parts = (part for side in sides for part in side.walk())
        letters = list(dict.fromkeys(part for part in parts if isinstance(part, Symbol | Call)))
        mark = "$" if isinstance(self.math, LatexMath) else ""
        rows = [f"{mark}{self.math.write(letter)} = 0{mark}" for letter in letters]
        number = self.text.count("\n") + 3
        below = parsed("\n".join([self.text, "", *rows]))
        read = {line.line - number: chains[0].sides[0] for line, chains, _ in below if chains}
        spellings = {letter: read[at] for at, letter in enumerate(letters) if at in read}
        for letter in letters:  # a sign is no row of its own
            if isinstance(letter, Symbol) and letter.role == "value" and not letter.letter.isalnum():
                spellings[letter] = Symbol(letter.letter.replace("−", "-"))
        return spellings

    def renamed(self, names: Mapping[str, str]) -> TheoremScope:
        """Return the scope with other letters, by its own ones."""
        spellings = {letter: _renamed(side, names) for letter, side in self.spellings.items()}
        links = [_renamed_link(link, names) for link in self.links]
        return TheoremScope(TheoremLines(self.lines, spellings), links)


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
        """Say whether a link is one of the theorem's: one of a case only if that is assumed."""
        return link in self.links and (in_case or not self.links[link])

    def has(self, statement: DerivationStatement, *, in_case: bool) -> bool:
        """Say whether a statement is spelled as one of the theorem's, proved or not read.

        One of a case counts only if that is assumed (`in_case`).
        """
        key = _spelling(statement)
        return key in self.tokens and (in_case or not self.tokens[key])

    def as_written(
        self, text: str, lines: Sequence[Parsed]
    ) -> tuple[TheoremScope | None, PrintedTheorem]:
        """Return the scope of the theorem's letters, if half of the `lines` are its own in print.

        They are these of a third of a print, at least, some letters of which may be others throughout:
        the theorem is returned with these. The lines are those of `text`.
        """
        links = dict.fromkeys(link for _, _, new in _linked(lines) for link in new)
        letters = Counter(_names_in(links))
        ways = ((each, *_renaming(links, letters, each)) for each in self.prints)
        best, names, common = max(ways, key=itemgetter(2), default=(None, {}, 0))
        if best is None or 2 * common < len(links) or 3 * common < len(best.links):
            return None, self
        scope = best.renamed(names) if names else best.scope
        renamed = {_renamed_link(link, names): case for link, case in self.links.items()}
        theorem = PrintedTheorem(renamed, self.tokens) if names else self
        return scope.of_text(_sections(text), links) if scope.worlds() else None, theorem


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
            for link in (new and of_statement) or ():  # a formula alone has those of the row above
                links[link] = links.get(link, True) and case
    return PrintedTheorem(links, tokens, tuple(prints.values()))


def _renaming(links: Iterable[Link], theirs: Counter[str], base: Print) -> tuple[dict[str, str], int]:
    """Return the letters of `links` in the places of letters that only the print of the theorem has.

    Each stands as often as the other, but for a slip. The second is how many links are the same then.
    """
    own, ours, names = base.links, base.letters, dict[str, str]()
    common = sum(link in own for link in links)
    for letter, other in product(sorted(ours.keys() - theirs), sorted(theirs.keys() - ours)):
        if ours[letter] > 2 and abs(ours[letter] - theirs[other]) <= 2 and other not in names.values():
            back = {other: letter, **{name: of for of, name in names.items()}}
            same = sum(_renamed_link(link, back) in own for link in links)
            if same > common:
                names, common = {**names, letter: other}, same
    return names, common


def _names_in(links: Iterable[Link]) -> Iterator[str]:
    parts = (part for one, _, two in links for side in (one, two) for part in side.walk())
    return (name_of(part) for part in parts if isinstance(part, Symbol | Call))


def _renamed_link(link: Link, names: Mapping[str, str]) -> Link:
    return _renamed(link[0], names), link[1], _renamed(link[2], names)


def _renamed(formula: Expression, names: Mapping[str, str]) -> Expression:
    """Return a formula with other letters, and heads of functions, in the places of some."""

    def change(part: Expression) -> Expression | None:
        if (name := name_of(part)) not in names:
            return None
        inner = part.with_children(tuple(_renamed(child, names) for child in part.children))
        field = "head" if isinstance(part, Call) else "letter"
        return replace(inner, **{field: names[name]})  # type: ignore[type-var]

    return nodes.replace(formula, change)


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
