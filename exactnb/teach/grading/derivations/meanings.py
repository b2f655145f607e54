"""Letters and functions as a whole derivation writes them: σ² as one letter, π as the number, Λ.

How to read: `as_meant` goes through the rewritings, each of which looks at all lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.signs import PRIME
from exactnb.core.expression.reading.derivations.statements import DerivationStatement
from exactnb.teach.grading.derivations.lagrangians import multipliers_in

Parsed = tuple[DerivationStatement, tuple[DerivationChain, ...], str]
"""A statement, its readings, and why there are none."""


def parts_in(formulas: Iterable[Expression]) -> Iterator[Expression]:
    """Yield all parts of `formulas`, the whole ones too."""
    return (part for formula in formulas for part in formula.walk())


def symbols_in(formulas: Iterable[Expression]) -> Iterator[Symbol]:
    """Yield the letters of `formulas` with what hangs on them, as often as they stand there."""
    return (part for part in parts_in(formulas) if isinstance(part, Symbol))


def as_meant(lines: list[Parsed]) -> list[Parsed]:
    """Return `lines` with letters and functions as all of them together show that they are meant."""
    rewritings = (_with_prime_variables, _with_circle, _with_other_l, _with_counts, _with_lagrangian,
                  _with_raised_indices, _with_squares, _with_named_places,
                  _with_a_letter_for_each_value)  # fmt: skip
    for rewritten in rewritings:
        lines = rewritten(lines)
    return lines


def _with_named_places(lines: list[Parsed]) -> list[Parsed]:
    """Read t_a, t_b, t_c, whose indices name values and do not run, as t_1, t_2, t_3 in their order.

    Words name them where each is that of a probability: in log θ_ball, or all of them in one sum.
    """
    places: dict[str, dict[Symbol, None]] = {}
    running, events, shares = set[Expression](), set[Expression](), set[Expression]()
    for part in parts_in(sides_of(lines)):
        match part:
            case Symbol(letter, (Symbol(_, ()) as index,), ()):
                places.setdefault(letter, {})[index] = None
            case Symbol(letter, (_, *_)):
                running |= {Symbol(letter)}
            case nodes.Series(index=index):
                running |= {Symbol(index.letter)}
            case Call(left=left, right=right):
                events |= {*left, *right}  # p(x | A) beside μ_A: the event says which value it is
            case nodes.Sum((Symbol("N" as letter, (_,)), nodes.Negative(Symbol("N", (_,))))):
                running |= {Symbol(letter)}  # N_s − N_f: one is a part
            case nodes.Function("log", Symbol() as share) | nodes.Power(Symbol() as share):
                shares |= {share}
            case nodes.Sum((Symbol(letter), *_) as terms) if all(
                isinstance(term, Symbol) and term.letter == letter for term in terms
            ):
                shares |= {*terms}
    words = {part.lower[0] for part in symbols_in(shares) if part.lower}
    values = {name for name in words if len(getattr(name, "letter", "")) > 2}
    values |= _VALUES if running else _VALUES | _INITIALS
    values -= running | events
    named = {
        letter: list(indices)
        for letter, indices in places.items()
        if Symbol(letter) not in running and indices.keys() <= values
    }
    # n_b, n_a beside θ_a, θ_b: the letter with most of the names says their order.
    orders = sorted((each for each in named.values() if len(each) > 1), key=len, reverse=True)
    order = {letter: next((each for each in orders if {*indices} <= {*each}), [])
             for letter, indices in named.items()}  # fmt: skip

    def change(part: Expression) -> Expression | None:
        match part:
            case Symbol(letter, (Symbol() as index,)) if index in order.get(letter, ()):
                return replace(part, lower=(nodes.Integer(1 + order[letter].index(index)),))
        return None

    return _changed(lines, change) if orders else lines


def _with_a_letter_for_each_value(lines: list[Parsed]) -> list[Parsed]:
    """Read A log a + B log b + C log c as one of a_1, b_2, c_3 and their counts A_1, B_2, C_3."""
    pairs = counts_and_shares([side for _, chains, _ in lines for c in chains[:1] for side in c.sides])
    places = {
        letter: nodes.Integer(place)
        for place, pair in enumerate(pairs, 1)
        for letter in pair
        if isinstance(letter, Symbol) and not (letter.lower or letter.upper)
    }

    def change(part: Expression) -> Expression | None:
        match part:
            case Symbol(lower=(), upper=()):
                place = places.get(replace(part, is_estimate=False, role=""))
                return None if place is None else replace(part, lower=(place,))
        return None

    return _changed(lines, change) if places else lines


def counts_and_shares(formulas: Sequence[Expression]) -> list[tuple[Expression, Expression]]:
    """Return the counts and letters of three or more terms A log a, or factors a^A, in `formulas`.

    The letters are all different; counts may be numbers, as in 5 log a. The share of one value may be
    what the others leave, as in C log(1 − a − b): its letter, if it has one, stands in a sum with them.
    """
    for part in parts_in(formulas):
        pairs = list[tuple[Expression, Expression]]()
        factors = part.factors if isinstance(part, nodes.Product) else ()
        bases = [each.base if isinstance(each, nodes.Power) else each for each in factors]
        are_letters = len({*bases}) == len(bases) and all(isinstance(base, Symbol) for base in bases)
        is_powers = are_letters and sum(isinstance(each, nodes.Power) for each in factors) > 1
        for term in part.children if isinstance(part, nodes.Sum | nodes.Product) else ():
            match term:
                case Symbol(lower=()) if is_powers:  # B of A^4 B C^3
                    pairs.append((nodes.Integer(1), term))
                case nodes.Product(
                    (Symbol() | nodes.Integer() as count, nodes.Function("log", share))
                ) | nodes.Power(share, Symbol() | nodes.Integer() as count):
                    pairs.append((count, share))
        letters = {each for pair in pairs for each in pair if isinstance(each, Symbol)}
        rests = [share for _, share in pairs if isinstance(share, nodes.Sum)]
        numbers = [count for count, _ in pairs if isinstance(count, nodes.Integer)]
        wanted = 2 * len(pairs) - len(numbers) if len(numbers) in (0, len(pairs)) else len(pairs) * 2
        if len(pairs) < 3 or len(letters) + len(rests[:1]) < wanted:
            continue
        shares = {share for _, share in pairs} - {*rests}
        sums = (each.terms for each in parts_in(formulas) if isinstance(each, nodes.Sum))
        for terms in sums:
            left = [*{*terms} - shares]
            if rests and len(terms) == len(pairs) and len(left) == 1 and isinstance(left[0], Symbol):
                return [(count, left[0] if share in rests else share) for count, share in pairs]
        return pairs
    return []


def stated_counts(formulas: Sequence[Expression], known: AbstractSet[int]) -> tuple[Fraction, ...]:
    """Return the counts of values that `formulas` state, in order; none if one is not `known`, too."""
    counts = dict[int, int]()
    for place, (count, share) in enumerate(counts_and_shares(formulas), 1):
        match share:
            case Symbol(lower=(nodes.Integer(value),)):
                place = value
            case nodes.Sum(terms):  # what the others leave
                others = {part.lower for part in symbols_in(terms)}
                size = range(1, len(terms) + 1)
                place = next((v for v in size if (nodes.Integer(v),) not in others), place)
        counts |= {place: count.value} if isinstance(count, nodes.Integer) else {}
    in_order = tuple(Fraction(counts[place]) for place in sorted(counts))
    return in_order if known >= {*counts.values()} else ()


_VALUES = frozenset(map(Symbol, "abcdefghABCDEFGHLOPQRSTUWXYZ"))
_INITIALS = frozenset(map(Symbol, "opqrst"))  # of values, where no index runs


def one_hot(formulas: Sequence[Expression], names: Mapping[str, str]) -> dict[str, str]:
    """Return the index of x_ik that says which value it is about: k of θ_k^{x_ik} and n_k = Σ_i x_ik.

    In θ_k^{y_k} another letter, y, says how often the value occurs.
    """
    hot: dict[str, str] = {}
    for node in (*parts_in(formulas), *pairwise(formulas)):
        match node:
            case nodes.Power(Symbol(theta, (index,)), Symbol(x) as number) | nodes.Product(
                (*_, Symbol(x) as number, nodes.Function("log", Symbol(theta, (index,))))
            ) if names.get(theta) == "θ":
                is_power = isinstance(node, nodes.Power)
            case (Symbol(_, (index,)), nodes.Series("sum", body=Symbol(x) as number)):
                is_power = False
            case _:
                continue
        places = (*number.lower, *number.upper)
        if index in places and len(places) == 2 and x not in "nNcCkKsSmM":  # these count
            hot[f"{x} hot"] = getattr(index, "letter", "")
        elif is_power and places == (index,) and x not in {*names, *"nNmT"}:
            hot[x] = "count"
    return {name: role for name, role in hot.items() if f"{name} hot" not in hot}


def sides_of(lines: Sequence[Parsed]) -> list[Expression]:
    """Return the sides of all lines with a relation; prose may be read as letters without one."""
    chains = [chain for _, chains, _ in lines for chain in chains[:1] if chain.relations]
    return [side for chain in chains for side in chain.sides]


def _with_prime_variables(lines: list[Parsed]) -> list[Parsed]:
    """Read ℓ″ as the derivative by the letter that ℓ is differentiated by elsewhere, as in ℓ′(σ)."""
    by: dict[str, set[Symbol]] = {}
    for part in parts_in(sides_of(lines)):
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
    parts = list(parts_in(sides_of(lines)))
    lowered = [index for part in parts if isinstance(part, Symbol) for index in part.lower]
    indices = {index for index in lowered if isinstance(index, Symbol)}
    indices |= {Symbol(part.index.letter) for part in parts if isinstance(part, nodes.Series)}

    def change(part: Expression) -> Expression | None:
        match part:
            case Call("c" | "n" | "N" | "count", (_, *_) as left, ()) if indices.issuperset(left):
                return Symbol(part.head[0], left)
        return None

    return _changed(lines, change)


_SPREADS = ("σ", "σ²", "s", "s²", "v", "τ", "τ²", "Σ")


def _with_circle(lines: list[Parsed]) -> list[Parsed]:
    """Read π as the number in 2πσ², and where 2π is all that a root, a power or a logarithm is of."""

    def change(part: Expression) -> Expression | None:
        match part:
            case nodes.Product(factors) if _TWO_PI.issubset(factors) and any(
                getattr(getattr(factor, "base", factor), "letter", "") in _SPREADS for factor in factors
            ):
                return nodes.Product(tuple(nodes.Pi() if f == Symbol("π") else f for f in factors))
            case nodes.Function(name, nodes.Product((nodes.Integer(2), Symbol("π", (), ())))):
                return nodes.Function(name, 2 * nodes.Pi())
            case nodes.Power(nodes.Product((nodes.Integer(2), Symbol("π", (), ()))), exponent):
                return nodes.Power(2 * nodes.Pi(), nodes.replace(exponent, change))
        return None

    return _changed(lines, change)


_TWO_PI = frozenset((nodes.Integer(2), Symbol("π")))


def _with_squares(lines: list[Parsed]) -> list[Parsed]:
    """Read S² as a letter of its own where a line introduces it, and no S stands alone."""
    sides = [side for _, chains, _ in lines for chain in chains[:1] for side in chain.sides]
    powers = (part for part in parts_in(sides) if isinstance(part, nodes.Power))
    squares = [power for power in powers if power.exponent == nodes.Integer(2)]
    heads = {
        chains[0].sides[0].base.letter
        for _, chains, _ in lines
        if chains and chains[0].relations[:1] == ("=",)
        if isinstance(chains[0].sides[0], nodes.Power) and chains[0].sides[0] in squares
        if isinstance(chains[0].sides[0].base, Symbol) and not chains[0].sides[0].base.is_estimate
    }
    times = Counter(part.letter for part in symbols_in(sides))
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
    raised: dict[str, Counter[Expression]] = {}
    plain: dict[str, list[tuple[Expression, ...]]] = {}

    def note(part: Expression) -> None:
        match part:
            case nodes.Power(Symbol(letter, (_, *_) as lower), exponent):
                raised.setdefault(letter, Counter())[exponent] += 1
                for index in (*lower, exponent):
                    note(index)
                return
            case Symbol(letter, (_, *_) as lower, ()):
                plain.setdefault(letter, []).append(lower)
        for child in part.children:
            note(child)

    for side in (side for _, chains, _ in lines for chain in chains[:1] for side in chain.sides):
        note(side)
    classes: dict[str, AbstractSet[Expression]] = {}
    for letter, exponents in raised.items():
        ups = exponents.keys() & _OF_CLASSES
        others = exponents.total() - sum(exponents[up] for up in ups)
        others += sum(exponents.keys().isdisjoint(lower) for lower in plain.get(letter, ()))
        if ups & _CLASSES and 8 * others < exponents.total():  # else no slip, but powers of it
            classes[letter] = ups

    def change(part: Expression) -> Expression | None:
        match part:
            case nodes.Power(Symbol(letter, (_, *_)) as base, up) if up in classes.get(letter, ()):
                lower = tuple(nodes.replace(index, change) for index in base.lower)
                return replace(base, lower=lower, upper=(up,))
        return None

    return _changed(lines, change) if classes else lines


def _changed(lines: list[Parsed], change: Callable[[Expression], Expression | None]) -> list[Parsed]:
    """Return lines with what `change` answers in the place of parts, and of letters of derivatives."""

    def throughout(part: Expression) -> Expression | None:
        if isinstance(part, nodes.Derivative) and isinstance(by := change(part.variable), Symbol):
            return replace(part, body=nodes.replace(part.body, throughout), variable=by)
        return change(part)

    def of(chain: DerivationChain) -> DerivationChain:
        return replace(chain, sides=tuple(nodes.replace(side, throughout) for side in chain.sides))

    return [(statement, tuple(map(of, chains)), why) for statement, chains, why in lines]


_CLASSES = frozenset(map(Symbol, "kcl+-"))
_OF_CLASSES = _CLASSES | {nodes.Integer(0), nodes.Integer(1)}  # these are of two
_MULTIPLIERS = frozenset("αλμγνηβκ")


def _with_other_l(lines: list[Parsed]) -> list[Parsed]:
    """Read L as an event in P(L | S), and as λ where it divides and is no likelihood: 17/L = 4."""
    likelihood = Call("L", ())
    parts = list(parts_in(sides_of(lines)))
    is_multiplier = any(
        statement.lead.endswith("multiplier") and chains[:1] and chains[0].sides[0] == likelihood
        for statement, chains, _ in lines
    )
    divides, is_other = is_multiplier, Symbol("λ") not in parts
    for part in parts:
        match part:
            case nodes.Quotient(_, below):
                divides |= likelihood in below.walk()
            case nodes.Function("log", body) | nodes.Derivative(body) if likelihood in body.walk():
                is_other &= is_multiplier
            case Call("L", left, right) if left or right:
                is_other = False
    other = Symbol("λ") if divides and is_other else None

    def change(part: Expression) -> Expression | None:
        match part:
            case Call("P" | "p" | "Pr", left, right) if likelihood in (*left, *right):
                event = [tuple(Symbol("L") if each == likelihood else each for each in side)
                         for side in (left, right)]  # fmt: skip
                return replace(part, left=event[0], right=event[1])
            case nodes.Function("log", body) | nodes.Derivative(body) if body == likelihood:
                return part
        return other if part == likelihood else None

    return _changed(lines, change) if likelihood in parts else lines


def _with_lagrangian(lines: list[Parsed]) -> list[Parsed]:
    """Write Λ for a function of parameters and a multiplier, whatever its letter."""
    heads: set[str] = set()
    done: list[Parsed] = []

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Call) and part.head != "Λ":
            letters = {p.letter for p in part.left if isinstance(p, Symbol) and not p.lower}
            if part.head in heads and (not part.left or len(part.left) > 1):
                return Call("Λ", part.left, part.right, part.lower)
            is_spread = any(getattr(getattr(p, "base", p), "letter", "") in _SPREADS for p in part.left)
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
