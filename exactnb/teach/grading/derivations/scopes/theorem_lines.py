"""What the lines of a theorem say of its letters, as the reader of derivations has them in a print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Domain, Expression, Index, Symbol
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation.lines import Line

_NAMING = (Rule.GIVEN, Rule.DEFINE, Rule.COUNT)

Equations = list[tuple[Expression, Expression]]


class TheoremLines:
    """Ranges of indices, domains and signs of letters, definitions, and what is found for parameters.

    `shapes` are letters that are numbers, with how many indices they have, `own` these and all others,
    such as events; `objectives` are functions that are differentiated, `varied` the parameters,
    `indices` what may stand for one.
    """

    def __init__(self, lines: Sequence[Line], spellings: Mapping[Symbol | Call, Expression]) -> None:
        """Read the `lines` of a theorem; `spellings` has each of its letters and functions as read."""
        self.ranges: dict[str, Domain] = {}
        self.domains: list[tuple[Expression, Domain]] = []
        self.facts: list[tuple[Expression, str, Expression]] = []
        self.wholes: list[nodes.Series] = []
        self.definitions: Equations = []
        self.estimates: Equations = []
        self.maxima: list[nodes.Extremum] = []
        self.cases: Equations = []
        self.counted: set[str] = set()
        known = [part for part in spellings.values() if isinstance(part, Symbol)]
        self.calls = [part for part in spellings.values() if isinstance(part, Call)]

        def read(side: Expression) -> Expression:
            return nodes.replace(side, lambda part: _as_read(part, spellings))

        pairs = [(read(line.left), read(line.right)) for line in lines]
        parts = [part for pair in pairs for side in pair for part in side.walk()]
        numbers = (part for pair in pairs for side in pair for part in _with_values(side))
        self.shapes, self.own = set(map(shape, numbers)), set(map(shape, spellings.values()))
        bodies = (part.body for part in parts if isinstance(part, nodes.Derivative | nodes.Extremum))
        self.objectives = {body.head for body in bodies if isinstance(body, Call)}
        for line, (left, right) in zip(lines, pairs, strict=True):
            self._take(line, left, right)
        self.facts.sort(key=lambda fact: fact[1])  # > before ≥
        self.varied = {_name(left) for left, _ in self.estimates}
        self.has_gamma = any(getattr(part, "name", "") == "Gamma" for part in parts)
        cells = [line.left for line in lines if line.relation == "∈" and isinstance(line.left, Symbol)]
        of_data = {index.letter for cell in cells for index in cell.upper if isinstance(index, Index)}
        labels = [left for left, domain in self.domains if domain.kind in ("set", "span", "named")]
        # Over a range of two words w_m a count would be 1 in every world, and its square too.
        of_data = of_data or {
            part.letter for left in labels for part in left.children if isinstance(part, Symbol)
        }
        self.sizes: dict[Expression, bool] = {}  # of each range, whether it is one of rows
        for letter, domain in self.ranges.items():
            if domain.kind != "set":  # V has |V| words
                size = domain.parts[0 if domain.kind == "named" else -1]
                self.sizes[size] = letter in of_data or self.sizes.get(size, False)
        letters = [symbol.letter for part, symbol in spellings.items()
                   if isinstance(symbol, Symbol) and getattr(part, "role", "") == "value"
                   and symbol not in self.sizes]  # fmt: skip
        self.values = {letter: number for number, letter in enumerate(letters, 1)}
        sizes = [left for left in (*labels, *self.sizes) if isinstance(left, Symbol)]
        self.indices = {*self.ranges, *self.values, *(left.letter for left in sizes)}
        self.letters = {part.letter for part in known}
        self.every = {
            *self.indices,
            *self.letters,
            *self.objectives,
            *(part.head for part in self.calls),
        }

    def may_be_index(self, formula: Expression) -> bool:
        """Say whether a formula may be an index: a number, another index, a size, a label of a row."""
        if isinstance(formula, Symbol):  # y^(i), but not i^(i)
            is_own = not formula.children or shape(formula) in self.shapes
            return is_own and formula.letter in self.indices
        return isinstance(formula, nodes.Integer | nodes.Sum)

    def _take(self, line: Line, left: Expression, right: Expression) -> None:
        """Take what one line says, both sides as they are read."""
        match line.reason.rule, line.relation, left, right:
            case Rule.ASSUME, "∈", Symbol(letter), Domain() if isinstance(line.left, Index):
                self.ranges.setdefault(letter, right)
            case Rule.ASSUME, "∈", _, Domain():
                self.domains.append((left, right))
            case Rule.ASSUME, "<" | ">" | "≤" | "≥" as relation, _, _:
                sides = (left, right) if relation in (">", "≥") else (right, left)
                self.facts.append((sides[0], ">" if relation in ("<", ">") else "≥", sides[1]))
            case Rule.ASSUME, "=", nodes.Series("sum", body=Symbol() | Call()), _:
                self.wholes.append(left)
            case Rule.ASSUME, "=", Symbol(), _:
                self.cases.append((left, right))
            case Rule.SAME, "=", Call(head), _ if head in self.objectives and not self.cases:
                self.definitions.insert(0, (left, right))  # by counts, of which a case may say more
            case rule, "=", _, nodes.Extremum() if rule in _NAMING:
                self.maxima.append(right)
            case _, "=", _, _ if not self.cases and left in map(_of_integral, self.definitions):
                at = [of for of, _ in self.definitions].index(left)
                self.definitions[at] = left, right  # a line further on says what the integral is worth
            case rule, "=", Symbol() | Call(), _ if rule in _NAMING or (
                rule is Rule.ASSUME and isinstance(left, Call)
            ):
                self.definitions.append((left, right))
                if rule is Rule.COUNT:
                    self.counted.add(_name(left))
            case Rule.SOLUTION | Rule.MAXIMUM | Rule.PUT_IN, "=", _, _ if isinstance(line.left, Symbol):
                others = [*self.counted, *(_name(of) for of, _ in self.definitions)]
                if _name(left) not in others and left not in [of for of, _ in self.estimates]:
                    self.estimates.append((left, right))  # later ones are of a case


def _of_integral(equation: tuple[Expression, Expression]) -> Expression | None:
    """Return what is defined by an integral, None of another definition."""
    left, right = equation
    return left if any(isinstance(part, nodes.Integral) for part in right.walk()) else None


def _name(formula: Expression) -> str:
    """Return the letter of a parameter, or how it is called: P(y=k)."""
    return formula.letter if isinstance(formula, Symbol) else str(formula)


def name_of(formula: Expression) -> str:
    """Return the letter of a symbol, or the head of a function; "" of anything else."""
    return getattr(formula, "letter", "") or getattr(formula, "head", "")


def shape(part: Expression) -> object:
    """Return a letter with how many indices it has, anything else as it is: ρ_jk goes with ρ_j0."""
    match part:
        case Symbol(letter, lower, upper):
            return letter, len(lower), len(upper)
    return part


def _with_values(formula: Expression) -> Iterator[Symbol]:
    """Yield the letters that are numbers: what a function is of, as θ_k in ℓ(θ_k), may be a vector."""
    if isinstance(formula, Symbol):
        yield formula
    match formula:
        case Call():
            children = formula.lower
        case nodes.Extremum(_, body):
            children = (body,)
        case _:
            children = formula.children
    for child in children:
        yield from _with_values(child)


def _as_read(part: Expression, spellings: Mapping[Symbol | Call, Expression]) -> Expression | None:
    """Return a letter, function or index of the theorem as the reader has it, None for other parts."""
    if isinstance(part, Index):
        return Symbol(part.letter)
    return spellings.get(part) if isinstance(part, Symbol | Call) else None
