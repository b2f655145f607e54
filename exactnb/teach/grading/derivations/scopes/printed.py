"""The scope of a derivation that repeats a theorem as it is printed: its letters are the theorem's own.

How to read: worlds come first, then indices and letters, which `theorem_lines.py` defines; what no line
defines is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Domain, Expression, Symbol
from exactnb.teach.grading.derivations.evaluation import Evaluator
from exactnb.teach.grading.derivations.introduced import key_of
from exactnb.teach.grading.derivations.numbers import Formal, Jet, NoValue, Number, differ, jet, sign
from exactnb.teach.grading.derivations.scope import DerivationScope, letters_of
from exactnb.teach.grading.derivations.scopes.theorem_lines import TheoremLines, name_of, shape
from exactnb.teach.grading.derivations.worlds import (
    DRAWS,
    DerivationBudget,
    Env,
    Evaluation,
    Introduced,
    Key,
    Unknown,
    World,
    fraction,
)

_WORLDS, _SEEDS = 3, 400
Link = tuple[Expression, str, Expression]


class TheoremScope(DerivationScope):
    """The letters of a theorem, in worlds in which all that it assumes holds."""

    is_constrained = True

    def __init__(self, theorem: TheoremLines, links: Collection[Link] = ()) -> None:
        super().__init__(dict.fromkeys(theorem.letters, "p"))
        self.theorem, self.cases, self.links = theorem, theorem.cases, [links]
        self.sections: Sequence[int] = ()  # the step that each row of the derivation belongs to
        self.has_others = False  # does what no line of the theorem has stand for any number?

    def with_others(self) -> TheoremScope:
        """Return the scope in which a letter or function that the theorem has not may be any number."""
        other = copy(self)
        other.has_others = True
        return other

    def of_text(self, sections: Sequence[int], links: Collection[Link]) -> TheoremScope:
        """Return the scope of a derivation whose rows belong to the steps of these numbers.

        A wrong one of its `links` mostly stands in the place of one that it has nowhere.
        """
        other = copy(self)
        missing = [link for link in self.links[0] if link not in links]
        other.sections, other.links = sections, [missing, *self.links]
        return other

    def in_force(self, definitions: dict[str, Introduced], row: int) -> dict[str, Introduced]:
        """Return `definitions` without the cases of other steps; what the first one says is no case."""
        cases = {key_of(left) for left, _ in self.theorem.cases if isinstance(left, Symbol)}
        steps = {0, 1, *self.sections[row - 1 : row]}
        return {key: known for key, known in definitions.items()
                if key not in cases or self.sections[known.line - 1] in steps}  # fmt: skip

    # worlds

    def worlds(self) -> Sequence[World]:
        for number in range(_SEEDS):
            if len(self._worlds) == _WORLDS:
                break
            world = World({"seed": number}, draws=[{} for _ in range(DRAWS)])
            if self._is_generic(world):
                self._worlds.append(world)
        return self._worlds

    def _is_generic(self, world: World) -> bool:
        """Say whether what the theorem assumes is true in a world."""
        ev = Evaluator(self, world, {}, DerivationBudget(), truth=False)
        for left, relation, right in self.theorem.facts:
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
        letters = letters_of(sides)
        environments: list[Env] = [{}]
        for letter in sorted(letters & self.theorem.ranges.keys()):
            environments = [{**env, letter: place} for env in environments
                            for place in self.index_values(ev, letter, (), env)]  # fmt: skip
        return environments

    # indices

    def is_size(self, letter: str) -> bool:
        return letter not in self.theorem.ranges

    def index_values(
        self, ev: Evaluation, letter: str, parts: Iterable[Expression | None], env: Env
    ) -> Iterator[Fraction]:
        """Yield the values of an index; two of them where their number depends on another index."""
        if letter not in self.theorem.ranges:
            raise Unknown(letter)
        try:
            yield from map(Fraction, self._members(ev, self.theorem.ranges[letter], env))
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
        if letter not in self.theorem.ranges:
            return None
        ev = Evaluator(self, ev_world, {}, DerivationBudget(), truth=False)
        return list(self.index_values(ev, letter, (), {}))

    def label(self, ev: Evaluation, symbol: Symbol) -> int | None:
        is_bare = not (symbol.lower or symbol.upper)
        return self.theorem.values.get(symbol.letter) if is_bare else None

    # letters

    def _key(self, ev: Evaluation, symbol: Symbol, env: Env) -> Key:
        return symbol.letter, ev.indices((*symbol.lower, *symbol.upper), env)

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return the value of a letter by its definition, or as it is drawn."""
        if (known := self.label(ev, symbol)) is not None:
            return Fraction(known)
        indices = *symbol.lower, *symbol.upper
        if symbol.letter in self.theorem.ranges and not indices:  # μ is that of one class
            return next(self.index_values(ev, symbol.letter, (), env), None)
        is_read = not self.has_others or all(map(self.theorem.may_be_index, indices))
        if not is_read or shape(symbol) not in self.theorem.shapes:
            return self.pi() if symbol == Symbol("π") else self._other(ev, symbol, env)
        if ev.overrides or any(isinstance(value, Formal) for value in env.values()):
            return self._worked_out(ev, symbol, env)
        # Indices that it has not count as well: μ = n_k has a value for each k.
        place = ev.world.sizes["seed"], ev.truth, ev.draw, symbol, frozenset(env.items())
        if place not in ev.kept:
            ev.kept[place] = self._worked_out(ev, symbol, env)
        return ev.kept[place]

    def _worked_out(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        key = self._key(ev, symbol, env)
        if key in ev.overrides and not symbol.is_estimate:
            return ev.overrides[key]
        if key in ev.world.other:
            return ev.world.other[key]
        value = self._value(ev, symbol, key, env)
        is_case = any(
            key_of(left) in ev.definitions for left, _ in self.theorem.cases if isinstance(left, Symbol)
        )
        if symbol.letter in self.theorem.counted and isinstance(value, Fraction) and not is_case:
            ev.world.other[key] = value  # the data stay what they are
        return value

    def _value(self, ev: Evaluation, symbol: Symbol, key: Key, env: Env) -> Number | None:
        equations = self.theorem.estimates if symbol.is_estimate or ev.truth else []
        for left, right in (*equations, *self.theorem.definitions):
            if (bound := self._matched(ev, left, symbol, env)) is not None:
                return ev.value(right, {**env, **bound})
        return None if symbol.is_estimate else self._drawn(ev, symbol, key, env)

    def call(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return the value of a function by its definition, or as it is drawn; events have no order."""
        is_event = call.head in "Pp"
        heads = (call.head, *"Pp") if is_event else ()  # some write p(x | k) for P(x | k)
        ways = product(heads, permutations(call.left), permutations(call.right))
        for head, left, right in ways if is_event else [(call.head, call.left, call.right)]:
            value = self._of_theorem(ev, Call(head, left, right, call.lower), env)
            if value is not None:
                return value
        if is_event and any(isinstance(part, nodes.Equal) for part in call.walk()):
            return None  # P(Y = 1) may be written for P(1)
        return self._other(ev, call, env)

    def _of_theorem(self, ev: Evaluation, call: Call, env: Env) -> Number | None:
        """Return the value of a function that the theorem has, None of any other."""
        for left, right in (*(self.theorem.estimates if ev.truth else ()), *self.theorem.definitions):
            put_in: list[tuple[Symbol, Expression]] = []
            if (bound := self._matched(ev, left, call, env, put_in)) is not None:
                before, values = ev.overrides, [ev.value(formula, env) for _, formula in put_in]
                keys = [self._key(ev, parameter, bound) for parameter, _ in put_in]
                ev.overrides = {**before, **dict(zip(keys, values, strict=True))}
                try:
                    return ev.value(right, {**env, **bound})
                finally:
                    ev.overrides = before
        for pattern in self.theorem.calls:
            if (bound := self._matched(ev, pattern, call, env)) is not None:
                places = tuple(int(jet(value).value) for value in bound.values())
                return self._drawn(ev, call, (str(pattern), places), env)
        return None

    def _other(self, ev: Evaluation, part: Symbol | Call, env: Env) -> Number | None:
        """Return a number for what the theorem has none of, such as P(−x | k), if that may be any."""
        if isinstance(part, Call) and part.head not in "Pp":
            is_like = any((len(each.lower), each.head) == (len(part.lower), part.head)
                          for each in self.theorem.calls)  # fmt: skip
            is_like = is_like and all(isinstance(of, Symbol) for of in part.left)
            if not (self.has_others and is_like and self.is_objective(part)):
                return None  # Λ(N + Λ) is a product
        letters = {inner.letter for inner in part.walk() if isinstance(inner, Symbol)}
        known = {*self.names, *self.theorem.ranges, *self.theorem.values} - self.theorem.varied
        if not self.has_others and (isinstance(part, Symbol) or not letters <= known):
            return None
        if isinstance(part, Call) and part.right:  # P(k | x) is P(k) P(x | k) / P(x)
            turned = self._of_theorem(ev, replace(part, left=part.right, right=part.left), env)
            one, other = (ev.value(Call(part.head, side), env) for side in (part.left, part.right))
            both = Call(part.head, (*part.left, *part.right))
            return (ev.value(both, env) if turned is None else turned * one) / other
        if any(isinstance(env.get(letter), Formal) for letter in letters):
            return None  # ∫ P(β | θ) dθ: no number for each θ
        places = tuple(int(jet(env[letter]).value) for letter in sorted(letters & env.keys()))
        return Fraction(self._random(ev, (str(part), places)).randint(1, 10), 11)

    def _matched(
        self,
        ev: Evaluation,
        pattern: Expression,
        formula: Expression,
        env: Env,
        put_in: list[tuple[Symbol, Expression]] | None = None,
    ) -> dict[str, Number] | None:
        """Return the values of the indices of a pattern, if a formula is an instance of it.

        `put_in` gets the parameters of the pattern, with the numbers in their places.
        """
        if type(pattern) is not type(formula):
            return None
        if (name := name_of(pattern)) != name_of(formula) and name not in self.theorem.ranges:
            return None  # most patterns are of other letters: whole trees need not be compared
        bound: dict[str, Number] = {}
        later: list[tuple[Expression, Expression]] = []  # j − 1, once j is known
        # A function that calls itself would be a cycle, and this is asked a million times.
        waiting = [(pattern, formula)]
        try:
            while waiting:
                one, other = waiting.pop()
                match one, other:
                    case Symbol(letter, (), ()), _ if letter in self.theorem.ranges:
                        if not self.theorem.may_be_index(other):
                            return None
                        place = ev.index(other, env)
                        pairs, is_alike = [], not differ(bound.setdefault(letter, place), place)
                    case Symbol(), _ if put_in is not None and self._is_put_in(one, other):
                        put_in.append((one, other))
                        continue
                    case Symbol(a, lower, upper), Symbol(b, others, raised):
                        pairs = [(lower, others), (upper, raised)]
                        is_alike = a == b and (one.is_estimate == other.is_estimate or ev.truth)
                    case Call(a), Call(b, ()):  # ∂L/∂θ has L(θ, μ) without its arguments
                        pairs = [(one.lower, other.lower)]
                        is_alike = a == b and bool(one.lower or bool(one.left) == bool(ev.overrides))
                    case Call(a), Call(b):
                        pairs = [
                            (one.lower, other.lower), (one.left, other.left), (one.right, other.right)
                        ]  # fmt: skip
                        is_alike = a == b
                    case nodes.Integer() | nodes.Sum(), _ if self.theorem.may_be_index(other):
                        later.append((one, other))
                        continue
                    case _ if one.children and type(one) is type(other):
                        pairs, is_alike = [(one.children, other.children)], True
                    case _:
                        pairs, is_alike = [], one == other
                if not is_alike or any(len(some) != len(more) for some, more in pairs):
                    return None
                parts = [each for some, more in pairs for each in zip(some, more, strict=True)]
                waiting += reversed(parts)  # from left to right
            is_instance = all(ev.value(one, bound) == ev.index(other, env) for one, other in later)
        except Unknown:
            return None
        return bound if is_instance else None

    def _is_put_in(self, one: Symbol, other: Expression) -> bool:
        """Say whether a formula is a number in the place of a parameter, as in ℓ(θ̂) and ℓ(1 − θ)."""
        scalars = (left for left, _ in self.theorem.estimates if isinstance(left, Symbol))
        if not any((left.letter, len(left.lower)) == (one.letter, len(one.lower)) for left in scalars):
            return False
        return not isinstance(other, Symbol) or (other.letter, other.is_estimate) != (one.letter, False)

    # what is drawn

    def _random(self, ev: Evaluation, key: Key) -> Random:
        draw = ev.draw if key[0] in self.theorem.varied else 0
        return Random(f"{ev.world.sizes['seed']} {draw} {key}")

    def _drawn(self, ev: Evaluation, formula: Symbol | Call, key: Key, env: Env) -> Number:
        """Return a letter that no line defines: in its domain, with its sign, as part of its whole."""
        for whole in self.theorem.wholes:
            if (bound := self._matched(ev, whole.body, formula, env)) is not None:
                letter = whole.index.letter
                weights = {place: self._weight(ev, key, bound, letter, place)
                           for place in self.index_values(ev, letter, (), bound)}  # fmt: skip
                if bound[letter] not in weights:
                    raise NoValue
                return Fraction(weights[bound[letter]], sum(weights.values()))
        dice = self._random(ev, key)
        for size, is_of_rows in self.theorem.sizes.items():
            if self._matched(ev, size, formula, env) is not None:
                least = 3 if (size, ">", nodes.Integer(2)) in self.theorem.facts else 2
                usual = dice.randint(10, 12) if is_of_rows else dice.choice((2, 2, 3))
                return Fraction(max(least, usual))
        for pattern, domain in self.theorem.domains:
            if (bound := self._matched(ev, pattern, formula, env)) is not None:
                return self._member(ev, dice, domain, bound)
        for pattern, relation, right in self.theorem.facts:
            if (bound := self._matched(ev, pattern, formula, env)) is not None:
                is_whole = relation == "≥" or self.theorem.has_gamma  # counts, or powers of 1 − θ
                more = dice.randint(1, 4) if is_whole else fraction(dice)
                return ev.value(right, bound) + more
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
        return symbol.letter in self.theorem.varied

    def is_objective(self, call: Call) -> bool:
        """Say whether a function is differentiated, or largest somewhere; Λ_j may be a sum as well."""
        is_sum = not call.left and any(
            isinstance(left, Call) and (left.head, left.left) == (call.head, ())
            for left, _ in self.theorem.definitions
        )
        return call.head in self.theorem.objectives and not is_sum

    def seed(self, ev: Evaluation, variable: Symbol, env: Env) -> dict[Key, Number] | None:
        value = ev.value(variable, env)
        return {self._key(ev, variable, env): Jet(jet(value).value, Fraction(1), Fraction(0))}

    def argmax(self, ev: Evaluation, variable: Symbol, body: Expression, env: Env) -> Number | None:
        """Return the estimate that the theorem proves for one of its own maxima.

        Of one of its objectives with other letters, as in ℓ(θ_j) for ℓ(θ_jk), it may be any number.
        """
        if nodes.Extremum(variable, body) not in self.theorem.maxima:
            heads = {getattr(each.body, "head", "") for each in self.theorem.maxima}
            if self.has_others and isinstance(body, Call) and body.left and body.head in heads:
                return fraction(self._random(ev, (str(body), ())))
            return None
        return ev.at_truth().value(variable, env)

    def may_be_parameter(self, symbol: Symbol) -> bool:
        return True  # α = n solves an equation in the writer's α: no line says what that was

    def is_stated(self, name: str) -> bool:
        return True  # the theorem says what all its letters are
