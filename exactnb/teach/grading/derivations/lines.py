"""The lines of a derivation: read, put together, and what is said of them.

How to read: `parsed` is the door; `DerivationLine` is a statement with its verdict.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain, readings
from exactnb.core.expression.reading.derivations.plain_text import FAR
from exactnb.core.expression.reading.derivations.signs import PRIME
from exactnb.core.expression.reading.derivations.statements import (
    RELATIONS,
    DerivationStatement,
    functions_in,
    statements,
)
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import PlacedToken
from exactnb.core.record import frozen
from exactnb.teach.grading.derivations.numbers import Number


@frozen(slots=True)
class Counterexample:
    """Numbers at which a line fails: the values of letters, and those of both sides."""

    letters: tuple[tuple[str, Number], ...]
    left: Number
    right: Number
    at_estimate: bool
    relation: str


@frozen(slots=True)
class NamedSlip:
    """A slip by its name, in words, with a hint and the side as it would be right."""

    name: str
    text: str
    hint: str
    right: str = ""


@frozen(slots=True)
class DerivationLine:
    """A statement with its verdict.

    `verdict` is right, wrong, does_not_follow, not_equivalent, definition, sentence, assumption, open
    or unread; `kind` is what it was taken for: identity, condition, proportion, inequality, definition.
    `basis` says by what it is proved, "" where it was but `tried`, in so many instances.
    """

    statement: DerivationStatement
    verdict: str
    kind: str = ""
    message: str = ""
    counterexample: Counterexample | None = None
    chain: DerivationChain | None = None
    link: int = 0
    slip: NamedSlip | None = None
    basis: str = ""
    tried: int = 0

    @property
    def is_to_blame(self) -> bool:
        """Say whether the line is wrong."""
        return self.verdict in ("wrong", "not_equivalent", "does_not_follow")


Parsed = tuple[DerivationStatement, tuple[DerivationChain, ...], str]
"""A statement, its readings, and why there are none."""


def parsed(text: str) -> list[Parsed]:
    """Return the statements of a text with their readings."""
    done: list[Parsed] = []
    called = functions_in(joined := _joined(_without_ranges(statements(text))))
    for statement in joined:
        if len(statement.tokens) > 1 and statement.tokens[-1].text in RELATIONS:  # words go on with it
            statement = replace(statement, tokens=statement.tokens[:-1])
        try:
            chains = (_with_left_side(chain, statement.lead) for chain in readings(statement, called))
            done.append((statement, tuple(chains), ""))
        except Refusal as refusal:
            if not _has_relation(statement) or _LISTING.search(statement.text):
                continue
            done.append((statement, (), str(refusal)))
        except RecursionError:
            done.append((statement, (), "nested too deep"))
    return _with_squares(
        _with_raised_indices(_with_lagrangian(_with_counts(_with_circle(_with_variables(done)))))
    )


def _with_variables(lines: list[Parsed]) -> list[Parsed]:
    """Read ℓ″ as the derivative by the letter that ℓ is differentiated by elsewhere, as in ℓ′(σ)."""
    by: dict[str, set[Symbol]] = {}
    for part in (part for side in sides_of(lines) for part in side.walk()):
        match part:
            case nodes.Derivative(Call(head), Symbol() as variable) if variable != PRIME:
                by.setdefault(head, set()).add(variable)

    def change(part: Expression) -> Expression | None:
        match part:
            case nodes.Derivative(Call(head, ()) as body, variable, order) if variable == PRIME:
                [*letters] = by.get(head, ())
                return nodes.Derivative(body, letters[0], order) if len(letters) == 1 else None
        return None

    return _changed(lines, change)


def _with_counts(lines: list[Parsed]) -> list[Parsed]:
    """Read c(w) as c_w, how often a value occurs, where w is an index of another letter, as in θ_w."""
    parts = [part for side in sides_of(lines) for part in side.walk()]
    lowered = [index for part in parts if isinstance(part, Symbol) for index in part.lower]
    indices = {index for index in lowered if isinstance(index, Symbol)}
    indices |= {Symbol(part.index.letter) for part in parts if isinstance(part, nodes.Series)}

    def change(part: Expression) -> Expression | None:
        match part:
            case Call("c" | "n" | "N" | "count", (_, *_) as left, ()) if indices.issuperset(left):
                return Symbol(part.head[0], left)
        return None

    return _changed(lines, change)


def _base(factor: Expression) -> Expression:
    return factor.base if isinstance(factor, nodes.Power) else factor


_SPREADS = ("σ", "σ²", "s", "s²", "v", "τ", "τ²", "Σ")


def _with_circle(lines: list[Parsed]) -> list[Parsed]:
    """Read π as the number in 2πσ², and where 2π is all that a root, a power or a logarithm is of."""

    def change(part: Expression) -> Expression | None:
        match part:
            case nodes.Product(factors) if _TWO_PI.issubset(factors) and any(
                getattr(_base(factor), "letter", "") in _SPREADS for factor in factors
            ):
                return nodes.Product(tuple(nodes.Pi() if f == Symbol("π") else f for f in factors))
            case nodes.Function(name, nodes.Product((nodes.Integer(2), Symbol("π", (), ())))):
                return nodes.Function(name, 2 * nodes.Pi())
            case nodes.Power(nodes.Product((nodes.Integer(2), Symbol("π", (), ()))), exponent):
                return nodes.Power(2 * nodes.Pi(), nodes.replace(exponent, change))
        return None

    return _changed(lines, change)


_TWO_PI = frozenset((nodes.Integer(2), Symbol("π")))


_CLAUSE = re.compile(r"\b(?:where|with|here)\b", re.I)
_LISTING = re.compile(
    r"=\s*(?:\\left)?\s*(?:\\\{|\{|\()\s*[^=()]*,[^=]*[)}]$|\d\s?\.\.+\s?\w+\W*$"
    r"|\\sim\b|∼|\s~\s"
)
"""A set or tuple of letters, D = {x_1, …, x_n} or θ = (μ, v), a range, k = 1..K, or x ~ N(0, 1)."""

_NAMED = re.compile(
    r"\b(?:posterior|(likelihood)|(prior))(?: density| distribution| function)?(?: is)?\W*$", re.I
)


def _with_left_side(chain: DerivationChain, lead: str) -> DerivationChain:
    """Return a chain from ∝ on with the posterior or the likelihood before it, if a word names that."""
    is_formula = not chain.relations and any(
        isinstance(part, nodes.Power) and not isinstance(part.exponent, nodes.Integer)
        for part in chain.sides[0].walk()
    )  # "prior t^(u − 1) (1 − t)^(v − 1)" says what it is proportional to
    is_of_letter = chain.relations[:1] == ("∝",) and isinstance(chain.sides[0], Symbol)
    if not (chain.lead == "∝" or is_formula or is_of_letter) or not (named := _NAMED.search(lead)):
        return chain
    chain = replace(chain, sides=chain.sides[is_of_letter:], relations=chain.relations[is_of_letter:])
    side: Expression = nodes.Function("exp", Call("LP", ()))
    side = Call("L", ()) if named[1] else Call("prior", ()) if named[2] else side
    return DerivationChain((side, *chain.sides), ("∝", *chain.relations))


def _with_squares(lines: list[Parsed]) -> list[Parsed]:
    """Read S² as a letter of its own where a line introduces it, and no S stands alone."""
    sides = [side for _, chains, _ in lines for chain in chains[:1] for side in chain.sides]
    squares = [part for side in sides for part in side.walk()
               if isinstance(part, nodes.Power) and part.exponent == nodes.Integer(2)]  # fmt: skip
    heads = {
        chains[0].sides[0].base.letter
        for _, chains, _ in lines
        if chains and chains[0].relations[:1] == ("=",)
        if isinstance(chains[0].sides[0], nodes.Power) and chains[0].sides[0] in squares
        if isinstance(chains[0].sides[0].base, Symbol) and not chains[0].sides[0].base.is_estimate
    }
    times = Counter(part.letter for side in sides for part in side.walk() if isinstance(part, Symbol))
    times.subtract(square.base.letter for square in squares if isinstance(square.base, Symbol))
    letters = {head for head in heads if head in "SsQRT" and not times[head]}

    def change(part: Expression) -> Expression | None:
        match part:
            case nodes.Power(Symbol(letter) as base, nodes.Integer(2)) if letter in letters:
                return replace(base, letter=f"{letter}²")
        return None

    return _changed(lines, change) if letters else lines


def _with_raised_indices(lines: list[Parsed]) -> list[Parsed]:
    """Read what is raised at a letter wherever it has an index as one more index: θ_j^k is θ_jk."""
    raised: dict[str, set[Expression]] = {}
    plain: dict[str, list[tuple[Expression, ...]]] = {}

    def note(part: Expression) -> None:
        match part:
            case nodes.Power(Symbol(letter, (_, *_) as lower), exponent):
                raised.setdefault(letter, set()).add(exponent)
                for index in (*lower, exponent):
                    note(index)
                return
            case Symbol(letter, (_, *_) as lower, ()):
                plain.setdefault(letter, []).append(lower)
        for child in part.children:
            note(child)

    for _, chains, _ in lines:
        for side in chains[0].sides if chains else ():
            note(side)
    classes = {letter: exponents for letter, exponents in raised.items()
               if exponents & _CLASSES and exponents <= _CLASSES | _OF_TWO
               and all(exponents.intersection(lower) for lower in plain.get(letter, ()))}  # fmt: skip

    def change(part: Expression) -> Expression | None:
        match part:
            case nodes.Power(Symbol(letter, (_, *_)) as base, up) if up in classes.get(letter, ()):
                lower = tuple(nodes.replace(index, change) for index in base.lower)
                return replace(base, lower=lower, upper=(up,))
        return None

    return _changed(lines, change) if classes else lines


def _changed(lines: list[Parsed], change: Callable[[Expression], Expression | None]) -> list[Parsed]:
    """Return lines with what `change` answers in the place of parts of their sides."""

    def of(chain: DerivationChain) -> DerivationChain:
        return replace(chain, sides=tuple(nodes.replace(side, change) for side in chain.sides))

    return [(statement, tuple(map(of, chains)), why) for statement, chains, why in lines]


_CLASSES = frozenset(map(Symbol, "kcl+-"))
_OF_TWO = frozenset(map(nodes.Integer, (0, 1)))
_MULTIPLIERS = frozenset("αλμγνηβκ")


def multipliers_in(formulas: Iterable[Expression]) -> set[str]:
    """Return the letters that multiply a constraint in `formulas`, as α in α (1 − Σ_v θ_v)."""
    letters = set()
    for formula in formulas:
        for term in formula.terms if isinstance(formula, nodes.Sum) else ():
            inner = term.term if isinstance(term, nodes.Negative) else term
            if not isinstance(inner, nodes.Product) or len(inner.factors) != 2:
                continue
            for letter, constraint in (inner.factors, inner.factors[::-1]):
                if (
                    isinstance(letter, Symbol)
                    and not letter.lower
                    and isinstance(constraint, nodes.Sum)
                ):
                    parts = [t.term if isinstance(t, nodes.Negative) else t for t in constraint.terms]
                    sums = [part for part in parts if isinstance(part, nodes.Series)]
                    if nodes.Integer(1) in parts and sums and isinstance(sums[0].body, Symbol):
                        letters.add(letter.letter)
    return letters


def _with_lagrangian(lines: list[Parsed]) -> list[Parsed]:
    """Write Λ for a function of parameters and a multiplier, whatever its letter."""
    heads: set[str] = set()
    done: list[Parsed] = []

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Call) and part.head != "Λ":
            letters = {p.letter for p in part.left if isinstance(p, Symbol) and not p.lower}
            if part.head in heads and (not part.left or len(part.left) > 1):
                return Call("Λ", part.left, part.right, part.lower)
            is_spread = any(getattr(_base(p), "letter", "") in _SPREADS for p in part.left)
            if len(part.left) > 1 and letters & _MULTIPLIERS and part.head in "LJFℓQ" and not is_spread:
                heads.add(part.head)
                return Call("Λ", part.left, part.right, part.lower)
        if isinstance(part, Symbol) and part.letter in heads and not part.lower and not part.upper:
            return Call("Λ", ())
        return None

    for statement, chains, why in lines:
        multipliers = multipliers_in(chains[0].sides) & _MULTIPLIERS if chains else set()
        if chains and not chains[0].relations and multipliers:  # but the formula
            chains = (DerivationChain((Call("Λ", ()), *chains[0].sides), ("=",)),)
        for chain in chains[:1]:
            left = chain.sides[0]
            if multipliers_in(chain.sides[1:]) and isinstance(left, Symbol | Call):
                name = left.letter if isinstance(left, Symbol) else left.head
                if name not in ("ℓ", "Λ") or (isinstance(left, Call) and len(left.left) > 1):
                    heads.add(name)
        done += _changed([(statement, chains, why)], change)  # heads grow from line to line
    return done


def _without_ranges(cut: list[DerivationStatement]) -> list[DerivationStatement]:
    """Return statements without those that say what an index runs over: i = 1, …, n, for c = 0, 1."""
    done: list[DerivationStatement] = []
    position = 0
    while position < len(cut):
        texts = [token.text for token in cut[position].tokens]
        end = position + 1
        while end < len(cut) and cut[end].is_shared and [t.kind for t in cut[end].tokens] == ["number"]:
            end += 1
        is_range = len(texts) > 2 and texts[-2] == "=" and cut[position].tokens[-1].kind == "number"
        if is_range and end < len(cut) and cut[end].tokens[0].text == "…" and cut[end].is_shared:
            has_last = end + 1 < len(cut) and cut[end + 1].is_shared and len(cut[end + 1].tokens) == 1
            position = end + 1 + has_last
            continue
        if is_range and end > position + 1 and "for" in cut[position].lead.split():  # for c = 0, 1
            position = end
            continue
        done.append(cut[position])
        position += 1
    return done


def _joined(cut: list[DerivationStatement]) -> list[DerivationStatement]:
    """Put rows together that are one formula: a row that begins with + goes on."""
    done: list[DerivationStatement] = []
    row = 0
    for statement in cut:
        row_above, row = row, statement.line
        first = statement.tokens[0].text
        has_relation = _has_relation(statement)
        if done and not statement.is_shared:
            last = done[-1].tokens[-1].text
            (*_, (_, opened)) = _with_depths(done[-1])
            goes_on = (
                (first in ("+", "*", "/") and statement.goes_on)
                or (first == "-" and not has_relation and statement.goes_on)
                or (last in ("+", "-", "*", "/", "=") and not done[-1].ends_in_prose)
                or opened > 0
                or (row == row_above + 1 and not has_relation
                    and _is_right_of_relation(done[-1], statement))
            )  # fmt: skip
            if goes_on and not statement.lead:
                position = len(done) - 1
                while (
                    first in ("+", "-")
                    and done[position].is_shared
                    and _CLAUSE.search(done[position].lead)
                ):
                    position -= 1  # not the clause goes on, but the formula that it explains
                above = done[position]
                tokens, text = (*above.tokens, *statement.tokens), f"{above.text} {statement.text}"
                ends = statement.ends_in_prose
                done[position] = replace(above, tokens=tokens, text=text, ends_in_prose=ends)
                continue
        done.append(statement)
    return done


def _with_depths(statement: DerivationStatement) -> Iterator[tuple[PlacedToken, int]]:
    """Yield the tokens of a statement, each with how many brackets are open behind it."""
    depth = 0
    for token in statement.tokens:
        depth += (token.text in ("(", "[", "{", "{(")) - (token.text in (")", "]", "}", ")}"))
        yield token, depth


def _has_relation(statement: DerivationStatement) -> bool:
    """Say whether a relation stands in no bracket; the one in Σ_{i: y=k} is none."""
    return any(token.text in RELATIONS and not depth for token, depth in _with_depths(statement))


def _is_right_of_relation(above: DerivationStatement, statement: DerivationStatement) -> bool:
    """Say whether a row stands below the right side of the one above it, which no words end."""
    first = next((t for t in above.tokens if t.text in RELATIONS), None)
    if first is None or above.ends_in_prose:
        return False
    return statement.column > above.column + min(first.end - above.tokens[0].at, FAR)


def sides_of(lines: Sequence[Parsed]) -> list[Expression]:
    """Return the sides of all lines with a relation; prose may be read as letters without one."""
    chains = [chain for _, chains, _ in lines for chain in chains[:1] if chain.relations]
    return [side for chain in chains for side in chain.sides]
