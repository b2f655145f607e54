"""The scope of real numbers with their mean and variance.

How to read: `variants` says which letters are the mean, the variance, the precision; `symbol` and
`parameter_key` give a letter its number, by whichever of these it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.teach.grading.derivations.introduced import key_of
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in
from exactnb.teach.grading.derivations.numbers import Jet, Number, normal_density, power
from exactnb.teach.grading.derivations.scope import DerivationScope, Ends, letters_of, stated_sides
from exactnb.teach.grading.derivations.scopes.sample import SampleScope
from exactnb.teach.grading.derivations.worlds import Env, Evaluation, Key, World, fraction

_TWO = (nodes.Integer(2),)
_SPREADS = ("v", "σ", "precision")


class GaussianScope(SampleScope):
    """Real numbers, with their mean and variance."""

    parameter_letters = ("μ", "m", "θ", "ν")
    spread_letters = ("σ", "v", "s", "τ", "φ", "ς", "Σ")
    precision_letters = "τλβκ"
    canonical = "μ"
    sum_letters = "kSKTrmhc"

    statistics = ("sum", "n", "squares")

    def observation(self, rng: Random) -> Fraction:
        """Return a fraction of either sign."""
        return Fraction(rng.randint(-7, 9), rng.randint(1, 3))

    def is_generic(self, world: World) -> bool:
        """Say whether the data differ, and their mean is no accident."""
        total = sum(world.data, Fraction(0))
        return len(set(world.data)) > 1 and total != 0

    def random_parameters(self, rng: Random, world: World) -> dict[Key, Fraction]:
        """Return a mean, and a variance that is a square."""
        root = fraction(rng)
        return {("μ", ()): Fraction(rng.randint(-5, 7), 4), ("v", ()): root * root}

    def domain(self, key: Key) -> Ends | None:
        """Return no end for the mean, 0 for the variance, which is positive."""
        return (None if key[0] == "μ" else Fraction(0)), None, False

    def estimates(self, world: World) -> dict[Key, Fraction]:
        """Return the mean, and the mean square from it."""
        n = world.sizes["n"]
        mean = sum(world.data, Fraction(0)) / n
        return {("μ", ()): mean, ("v", ()): sum(((x - mean) ** 2 for x in world.data), Fraction(0)) / n}

    def variants(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope, and that in which ℓ is of the variance alone, at the mean of the data."""
        has_mean = any(role == "μ" for role in self.bound(formulas).values())
        means = {"x\u0304", "X\u0304", "y\u0304"} & letters_of(formulas)
        has_mean |= bool(means)
        estimates = {symbol.letter for symbol in symbols_in(formulas) if symbol.is_estimate}
        for variant in self._spreads(formulas):
            if not has_mean:
                yield variant.with_names(variant.names, (*variant.flags, "centred"))
                if self.stated_data:  # 18 = (1 − 4)² + (4 − 4)² + (7 − 4)², the mean put in
                    yield variant.with_names(variant.names, (*variant.flags, "best μ"))
            yield variant
            for letters, role in (("SQR", "squares"), (self.precision_letters, "precision")):
                roles = dict.fromkeys(set(letters) & letters_of(formulas), role)
                if roles:
                    yield variant.with_names({**variant.names, **roles}, variant.flags)
                    if role == "precision" and not has_mean:
                        yield variant.with_names({**variant.names, **roles}, ("centred",))
            if means or any(variant.names.get(each) == "μ" for each in estimates):
                yield variant.with_names(variant.names, (*variant.flags, "best μ"))

    def _spreads(self, formulas: Sequence[Expression]) -> Iterator[DerivationScope]:
        """Yield the scope with s as the root of the variance, then as the variance itself."""
        variants = list(super().variants(formulas))
        yield from variants
        for variant in variants:
            roots = (name for name, role in variant.names.items() if role == "σ" and name != "σ")
            if variances := dict.fromkeys(roots, "v"):
                yield variant.with_names({**variant.names, **variances}, variant.flags)

    def density(self, ev: Evaluation, x: Number) -> Number:
        """Return exp(−(x − μ)²/2σ²) / √(2πσ²)."""
        return normal_density(x, self.get(ev, ("μ", ())), self.get(ev, ("v", ())), self.pi())

    def moment(self, ev: Evaluation, order: int) -> Number:
        """Return E[x^k] = μ E[x^(k − 1)] + (k − 1) σ² E[x^(k − 2)]."""
        mean, variance = self.get(ev, ("μ", ())), self.get(ev, ("v", ()))
        moments: list[Number] = [Fraction(1), mean]
        for k in range(1, order):
            moments.append(mean * moments[k] + k * variance * moments[k - 1])
        return moments[order]

    def is_parameter(self, symbol: Symbol) -> bool:
        """Say whether a letter is the mean, the variance or its root."""
        return self.names.get(symbol.letter.removesuffix("²")) in ("μ", "v", "σ", "precision")

    def get(self, ev: Evaluation, key: Key) -> Number:
        """Return a parameter; the mean is 0 where no letter stands for it."""
        if "centred" in self.flags and key not in ev.overrides:
            if key[0] == "μ":
                return Fraction(0)
            if ev.truth:
                return self.mean_square(ev)
        return super().get(ev, key)

    def estimate_of(self, ev: Evaluation, symbol: Symbol, key: Key) -> Number | None:
        """Return an estimate: that of the variance is the mean square where the mean is 0."""
        is_centred = "centred" in self.flags and key[0] == "v"
        return self.mean_square(ev) if is_centred else super().estimate_of(ev, symbol, key)

    def mean_square(self, ev: Evaluation) -> Fraction:
        """Return the mean of the squares of the data of `ev`."""
        return sum((x * x for x in ev.world.data), Fraction(0)) / ev.world.sizes["n"]

    def quantity(self, ev: Evaluation, symbol: Symbol, role: str, env: Env) -> Number | None:
        """Return also the sum of squares around the mean, and how many coordinates there are."""
        if role != "squares":
            return Fraction(1) if role == "one" else super().quantity(ev, symbol, role, env)
        total: Number = Fraction(0)
        for x in ev.world.data:
            distance = x - self.get(ev, ("μ", ()))
            total = total + distance * distance
        return total

    def parameter_key(self, ev: Evaluation, symbol: Symbol, env: Env) -> Key | None:
        role = self.names.get(symbol.letter)
        if role in ("μ", "v"):
            return (role, ())
        is_square = symbol.letter.endswith("²") or symbol.lower == _TWO  # sigma2
        if is_square and self.names.get(symbol.letter.removesuffix("²")) == "σ":
            return ("v", ())
        return None

    def square_of(self, ev: Evaluation, base: Symbol, env: Env) -> Number | None:
        """Return the variance, of which σ is the root."""
        if self.names.get(base.letter) != "σ" or base.lower == _TWO:
            return None
        return self.estimate_of(ev, base, ("v", ())) if base.is_estimate else self.get(ev, ("v", ()))

    def symbol(self, ev: Evaluation, symbol: Symbol, env: Env) -> Number | None:
        """Return also the standard deviation."""
        if self.names.get(symbol.letter) == "precision":
            variance = self.get(ev, ("v", ()))
            return 1 / (
                self.estimate_of(ev, symbol, ("v", ())) or 1 if symbol.is_estimate else variance
            )
        square = self.square_of(ev, symbol, env)
        if square is not None:
            return power(square, Fraction(1, 2))
        return super().symbol(ev, symbol, env)

    def seed(self, ev: Evaluation, variable: Symbol, env: Env) -> dict[Key, Number] | None:
        """Return the mean, the variance, or the variance as the square of what varies."""
        if self.names.get(variable.letter) == "σ" and variable.lower != _TWO:
            root = power(self.get(ev, ("v", ())), Fraction(1, 2))
            return {("v", ()): Jet(self.get(ev, ("v", ())), 2 * root, Fraction(2))}
        if self.names.get(variable.letter) == "precision":
            v = self.get(ev, ("v", ()))
            return {("v", ()): Jet(v, -(v * v), 2 * v * v * v)}
        return super().seed(ev, variable, env)

    def substitute_arguments(self, ev: Evaluation, parts: Sequence[Expression], env: Env) -> bool:
        """Let the parameters be what stands in parentheses; only letters are understood.

        Where the best mean is put in elsewhere, ℓ(μ, v) is at any μ, and its slope by v at the best.
        """
        is_slope = bool(ev.overrides)
        for part in parts:
            inner = part.base if isinstance(part, nodes.Power) else part
            if not isinstance(inner, Symbol):
                return False
            role = self.names.get(inner.letter.removesuffix("²"))
            key: Key = ("μ" if role == "μ" else "v", ())
            if role in ("μ", "v", "σ") and inner.is_estimate:
                ev.overrides[key] = ev.world.truth[key]
            elif role == "μ" and not is_slope:
                ev.overrides[key] = self.get(ev, key)
            elif (
                role not in ("μ", "v", "σ", "precision")
                and not self.is_datum(inner.letter)
                and not self.is_data(inner)
                and key_of(inner) not in ev.definitions
            ):
                return False
        return True

    def roles(self, symbol: Symbol) -> Sequence[str]:
        """Return also those of the variance, its root and its inverse, if no letter has one."""
        others = {role for letter, role in self.names.items() if letter != symbol.letter}
        is_free = not symbol.lower and others.isdisjoint(_SPREADS)
        return (*super().roles(symbol), *(_SPREADS if is_free else ()))

    def weak_roles(self, letter: str) -> Sequence[str]:
        """Return also those of the variance, for any letter but σ and v; m may be a number of rows."""
        others = _SPREADS if letter not in "σv" else ()
        return (*super().weak_roles(letter), *others, *(("μ",) if letter == "m" else ()))

    def candidates(self, formulas: Sequence[Expression]) -> Sequence[str]:
        """Return the letters that may be the mean: not θ where θ = σ² says that it is the variance.

        Of those that are taken from the data it is one.
        """
        spreads = {*_stated(formulas, _SQUARE), *_stated(formulas, 1 / _SQUARE)}
        spreads |= {*self.spread_letters, *self.precision_letters}
        known = super().candidates(formulas)
        alone = {part.letter for part in symbols_in(formulas) if not part.lower}
        usual = alone.intersection(self.parameter_letters)
        centred = set[str]()
        for part in parts_in(formulas):
            match part:
                case nodes.Sum((Symbol(_, (_,)), nodes.Negative(Symbol(letter, ())))):
                    centred.add(letter)  # (y_j − a)²: so the mean stands, whatever else does
        sought = centred.intersection(known) or (usual and self.parameter_letters) or known
        return [each for each in known if each in {*sought} - spreads]

    def bound(self, formulas: Sequence[Expression]) -> dict[str, str]:
        """Return what each letter stands for; σ is the root of the variance, v the variance itself."""
        names = super().bound(formulas)
        letters = letters_of(formulas)
        squared = {
            node.base.letter
            for node in parts_in(formulas)
            if isinstance(node, nodes.Power) and isinstance(node.base, Symbol)
        } | {letter.removesuffix("²") for letter in letters if letter.endswith("²")}
        for letter in self.spread_letters:
            plain = letter in letters or letter + "²" in letters
            is_first = not {"σ", "v"} & set(names.values()) or letter in "σv"
            if plain and is_first and names.get(letter) != "μ":
                names[letter] = "σ" if letter == "σ" or (letter in "sς" and letter in squared) else "v"
        if "π" not in names:
            names["π"] = ""
        names |= dict.fromkeys(_stated(formulas, _SQUARE), "v")
        names |= dict.fromkeys(_stated(formulas, 1 / _SQUARE), "precision")
        if "Σ" in letters:  # vectors of one coordinate
            names |= dict.fromkeys(letters & {"d", "D"}, "one")
        # With σ_i beside x_i each row has a variance of its own: of that model nothing is known.
        return names | {
            letter: "other" for letter in self._of_rows(formulas) if names.get(letter) in ("σ", "v")
        }

    def _of_rows(self, formulas: Sequence[Expression]) -> set[str]:
        """Return the letters that have the index of a row, but are no data."""
        parts = [part for part in symbols_in(formulas) if part.lower]
        rows = {index for part in parts if self.is_datum(part.letter) for index in part.lower}
        rows = {index for index in rows if not isinstance(index, nodes.Integer)}
        indexed = {part.letter for part in parts if rows.intersection(part.lower)}
        return {letter for letter in indexed if not self.is_datum(letter)}


_SQUARE = Symbol("σ") ** 2


def _stated(formulas: Sequence[Expression], square: Expression) -> set[str]:
    """Return the letters that are introduced as σ², or as another formula `square`."""
    # Where one line ends in n and the next begins with σ², that introduces nothing.
    stated = {letter for letter, side in stated_sides(formulas) if side == square}
    return stated - set(GaussianScope.count_letters)
