"""The scope of a derivation that repeats a theorem as it is printed: its letters are the theorem's own.

How to read: `TheoremScope` reads definitions, ranges and signs from the lines of the theorem, whose
letters `spellings` has as one notation prints them; what no line defines is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Domain, Expression, Index, Symbol
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation.lines import Line
from exactnb.teach.grading.derivations.evaluation import Evaluator
from exactnb.teach.grading.derivations.numbers import Jet, NoValue, Number, jet, sign
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.worlds import (
    DRAWS,
    DerivationBudget,
    Env,
    Evaluation,
    Key,
    Unknown,
    World,
    fraction,
)

_NAMING = (Rule.GIVEN, Rule.DEFINE, Rule.COUNT)
_WORLDS, _SEEDS = 3, 400

Equations = list[tuple[Expression, Expression]]


class TheoremScope(DerivationScope):
    """The letters of a theorem, in worlds in which all that it assumes holds."""

    is_constrained = True

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
        self.shapes = {(part.letter, len(part.lower), len(part.upper)) for part in known}
        self.calls = [part for part in spellings.values() if isinstance(part, Call)]
        read = [(line, *(nodes.replace(side, lambda part: _as_read(part, spellings))
                         for side in (line.left, line.right))) for line in lines]  # fmt: skip
        parts = [part for _, *sides in read for side in sides for part in side.walk()]
        bodies = (part.body for part in parts if isinstance(part, nodes.Derivative | nodes.Extremum))
        self.objectives = {body.head for body in bodies if isinstance(body, Call)}
        for line, left, right in read:
            self._take(line, left, right)
        self.varied = {_name(left) for left, _ in self.estimates}
        cells = [line.left for line in lines if line.relation == "∈" and isinstance(line.left, Symbol)]
        of_data = {index.letter for cell in cells for index in cell.upper if isinstance(index, Index)}
        self.sizes: dict[Expression, bool] = {}  # of each range, whether it is one of rows
        for letter, domain in self.ranges.items():
            if domain.kind != "set":  # V has |V| words
                size = domain.parts[0 if domain.kind == "named" else -1]
                self.sizes[size] = letter in of_data or self.sizes.get(size, False)
        letters = [symbol.letter for part, symbol in spellings.items()
                   if isinstance(symbol, Symbol) and getattr(part, "role", "") == "value"
                   and symbol not in self.sizes]  # fmt: skip
        self.values = {letter: number for number, letter in enumerate(letters, 1)}
        labels = [left for left, domain in self.domains if domain.kind in ("set", "span", "named")]
        sizes = [left for left in (*labels, *self.sizes) if isinstance(left, Symbol)]
        self.indices = {*self.ranges, *self.values, *(left.letter for left in sizes)}
        super().__init__(dict.fromkeys((part.letter for part in known), "p"))

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

    # worlds

    def worlds(self) -> Sequence[World]:
        for number in range(_SEEDS):
            if len(self._worlds) == _WORLDS:
                break
            world = World({"seed": number}, draws=[{} for _ in range(DRAWS)])
            if self._is_sound(world):
                self._worlds.append(world)
        return self._worlds

    def _is_sound(self, world: World) -> bool:
        """Say whether what the theorem assumes is true in a world."""
        ev = Evaluator(self, world, {}, DerivationBudget(), truth=False)
        for left, relation, right in self.facts:
            for env in self._environments(ev, (left, right)):
                try:
                    which = sign(ev.value(left, env) - ev.value(right, env))
                except (Unknown, NoValue, ZeroDivisionError):
                    continue
                if which is None or which < 0 or (which == 0 and relation == ">"):
                    return False
        return True

    def _environments(self, ev: Evaluation, sides: Iterable[Expression]) -> list[Env]:
        """Return values of the indices that stand in some sides."""
        letters = {part.letter for side in sides for part in side.walk() if isinstance(part, Symbol)}
        environments: list[Env] = [{}]
        for letter in sorted(letters & self.ranges.keys()):
            environments = [{**env, letter: place} for env in environments
                            for place in self.places(ev, letter, (), env)]  # fmt: skip
        return environments

    # indices

    def is_size(self, letter: str) -> bool:
        return letter not in self.ranges

    def places(
        self, ev: Evaluation, letter: str, parts: Iterable[Expression | None], env: Env
    ) -> Iterator[Fraction]:
        """Yield the values of an index; two of them where their number depends on another index."""
        if letter not in self.ranges:
            raise Unknown(letter)
        try:
            yield from map(Fraction, self._members(ev, self.ranges[letter], env))
        except Unknown:
            yield from (Fraction(1), Fraction(2))

    def _members(self, ev: Evaluation, domain: Domain, env: Env) -> list[int]:
        if domain.kind == "set":
            return list(ev.indices(domain.parts, env))
        first, last = (nodes.Integer(1), domain.parts[0]) if domain.kind == "named" else domain.parts
        low, high = ev.indices((first, last), env)
        return list(range(low, high + 1))

    def free_values(self, ev_world: World, letter: str) -> list[Fraction] | None:
        """Return the values of a bare index."""
        if letter not in self.ranges:
            return None
        ev = Evaluator(self, ev_world, {}, DerivationBudget(), truth=False)
        return list(self.places(ev, letter, (), {}))

    def label(self, ev: Evaluation, symbol: Symbol) -> int | None:
        is_bare = not (symbol.lower or symbol.upper)
        return self.values.get(symbol.letter) if is_bare else None

    # letters

    def _key(self, ev: Evaluation, symbol: Symbol, env: Env) -> Key:
        return symbol.letter, ev.indices((*symbol.lower, *symbol.upper), env)

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return the value of a letter by its definition, or as it is drawn."""
        if (known := self.label(ev, symbol)) is not None:
            return Fraction(known)
        if (symbol.letter, len(symbol.lower), len(symbol.upper)) not in self.shapes:
            return self.circle() if symbol == Symbol("π") else None
        key = self._key(ev, symbol, env)
        if key in ev.overrides and not symbol.is_estimate:
            return ev.overrides[key]
        if key in ev.world.other:
            return ev.world.other[key]
        value = self._value(ev, symbol, key, env)
        if symbol.letter in self.counted and isinstance(value, Fraction):
            ev.world.other[key] = value  # the data stay what they are
        return value

    def _value(self, ev: Evaluation, symbol: Symbol, key: Key, env: Env) -> Number | None:
        equations = self.estimates if symbol.is_estimate or ev.truth else []
        for left, right in (*equations, *self.definitions):
            if (bound := self._matched(ev, left, symbol, env)) is not None:
                return ev.value(right, {**env, **bound})
        return None if symbol.is_estimate else self._drawn(ev, symbol, key, env)

    def call(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return the value of a function by its definition, or as it is drawn."""
        for left, right in (*(self.estimates if ev.truth else ()), *self.definitions):
            if (bound := self._matched(ev, left, call, env)) is not None:
                return ev.value(right, {**env, **bound})
        for pattern in self.calls:
            if (bound := self._matched(ev, pattern, call, env)) is not None:
                places = tuple(int(jet(value).value) for value in bound.values())
                return self._drawn(ev, call, (str(pattern), places), env)
        return None

    def _matched(
        self, ev: Evaluation, pattern: Expression, formula: Expression, env: Env
    ) -> dict[str, Number] | None:
        """Return the values of the indices of a pattern, if a formula is an instance of it."""
        bound: dict[str, Number] = {}
        later: list[tuple[Expression, Expression]] = []  # j − 1, once j is known

        def is_like(one: Expression, other: Expression) -> bool:
            match one, other:
                case Symbol(letter, (), ()), _ if letter in self.ranges:
                    if not self._is_index(other):
                        return False
                    place = ev.index(other, env)
                    return bound.setdefault(letter, place) == place
                case Symbol(a, lower, upper), Symbol(b, others, raised):
                    pairs = [(lower, others), (upper, raised)]
                    is_alike = a == b and (one.is_estimate == other.is_estimate or ev.truth)
                case Call(a), Call(b, ()):  # ∂L/∂θ has L(θ, μ) without its arguments
                    pairs = [(one.lower, other.lower)]
                    is_alike = a == b and bool(one.lower or bool(one.left) == bool(ev.overrides))
                case Call(a), Call(b):
                    pairs = [(one.lower, other.lower), (one.left, other.left), (one.right, other.right)]
                    is_alike = a == b
                case nodes.Integer() | nodes.Sum(), _ if self._is_index(other):
                    later.append((one, other))
                    return True
                case _ if one.children and type(one) is type(other):
                    pairs, is_alike = [(one.children, other.children)], True
                case _:
                    return one == other
            is_alike &= all(len(some) == len(more) for some, more in pairs)
            return is_alike and all(
                is_like(x, y) for some, more in pairs for x, y in zip(some, more, strict=True)
            )

        try:
            is_instance = is_like(pattern, formula) and all(
                ev.value(one, bound) == ev.index(other, env) for one, other in later
            )
        except Unknown:
            return None
        return bound if is_instance else None

    def _is_index(self, formula: Expression) -> bool:
        """Say whether a formula may be an index: a number, another index, a size, a label of a row."""
        is_number = isinstance(formula, nodes.Integer | nodes.Sum)
        return is_number or getattr(formula, "letter", "") in self.indices

    # what is drawn

    def _random(self, ev: Evaluation, key: Key) -> Random:
        draw = ev.draw if key[0] in self.varied else 0
        return Random(f"{ev.world.sizes['seed']} {draw} {key}")

    def _drawn(self, ev: Evaluation, formula: Symbol | Call, key: Key, env: Env) -> Number:
        """Return a letter that no line defines: in its domain, with its sign, as part of its whole."""
        for whole in self.wholes:
            if (bound := self._matched(ev, whole.body, formula, env)) is not None:
                letter = whole.index.letter
                weights = {place: self._weight(ev, key, bound, letter, place)
                           for place in self.places(ev, letter, (), bound)}  # fmt: skip
                if bound[letter] not in weights:
                    raise NoValue
                return Fraction(weights[bound[letter]], sum(weights.values()))
        dice = self._random(ev, key)
        for size, is_of_rows in self.sizes.items():
            if self._matched(ev, size, formula, env) is not None:
                least = 3 if (size, ">", nodes.Integer(2)) in self.facts else 2
                usual = dice.randint(10, 12) if is_of_rows else dice.choice((2, 2, 3))
                return Fraction(max(least, usual))
        for pattern, domain in self.domains:
            if (bound := self._matched(ev, pattern, formula, env)) is not None:
                return self._member(ev, dice, domain, bound)
        for pattern, _, right in sorted(self.facts, key=lambda fact: fact[1]):  # > before ≥
            if (bound := self._matched(ev, pattern, formula, env)) is not None:
                return ev.value(right, bound) + fraction(dice)
        return fraction(dice) * dice.choice((1, -1))

    def _weight(
        self, ev: Evaluation, key: Key, bound: Mapping[str, Number], letter: str, place: Fraction
    ) -> int:
        others = tuple(int(jet(value).value) for name, value in bound.items() if name != letter)
        return self._random(ev, (key[0], (*others, -1, int(place)))).randint(1, 9)

    def _member(self, ev: Evaluation, dice: Random, domain: Domain, env: Env) -> Number:
        """Draw a member of a domain."""
        match domain.kind:
            case "reals":
                return fraction(dice) * dice.choice((1, 1, -1))
            case "whole":
                return ev.value(domain.parts[0], env) + dice.randint(0, 4)
            case "through":
                return Fraction(dice.randint(*ev.indices(domain.parts, env)))
            case "set" | "span" | "named":
                return Fraction(dice.choice(self._members(ev, domain, env)))
        low, high = domain.parts
        start = ev.value(low, env)
        if isinstance(high, nodes.Special):
            return start + fraction(dice)
        return start + (ev.value(high, env) - start) * Fraction(dice.randint(1, 10), 11)

    # parameters

    def parameter_key(self, ev: Evaluation, symbol: Symbol, env: Env) -> Key | None:
        return self._key(ev, symbol, env) if self.is_parameter(symbol) else None

    def is_parameter(self, symbol: Symbol) -> bool:
        return symbol.letter in self.varied

    def is_objective(self, call: Call) -> bool:
        """Say whether a function is differentiated, or largest somewhere; Λ_j may be a sum as well."""
        sums = (left for left, _ in self.definitions if isinstance(left, Call) and not left.left)
        shapes = {(left.head, len(left.lower)) for left in sums}
        return call.head in self.objectives and (
            bool(call.left) or (call.head, len(call.lower)) not in shapes
        )

    def seed(self, ev: Evaluation, variable: Symbol, env: Env) -> dict[Key, Number] | None:
        value = ev.value(variable, env)
        return {self._key(ev, variable, env): Jet(jet(value).value, Fraction(1), Fraction(0))}

    def largest(self, ev: Evaluation, variable: Symbol, body: Expression, env: Env) -> Number | None:
        """Return the estimate that the theorem proves for one of its own maxima."""
        if nodes.Extremum(variable, body) not in self.maxima:
            return None
        return ev.at_truth().value(variable, env)

    def states(self, call: Call) -> bool:
        return any(isinstance(left, Call) and left.head == call.head for left, _ in self.definitions)


def _name(formula: Expression) -> str:
    """Return the letter of a parameter, or how it is called: P(y=k)."""
    return formula.letter if isinstance(formula, Symbol) else str(formula)


def _as_read(part: Expression, spellings: Mapping[Symbol | Call, Expression]) -> Expression | None:
    """Return a letter, function or index of the theorem as the reader has it, None for other parts."""
    if isinstance(part, Index):
        return Symbol(part.letter)
    return spellings.get(part) if isinstance(part, Symbol | Call) else None
