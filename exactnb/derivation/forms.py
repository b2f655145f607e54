"""The algebra of general formulas, in which two that are alike are equal for all sizes.

Letters, logarithms and whole sums are atoms without any meaning. Sums are pushed over terms, freed of
what does not depend on their index, collapsed where an indicator fixes the index, and opened into one
sum over several indices, whose names are then made canonical. Formulas may be equal without their
forms being alike: then nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count, permutations
from typing import Any

from exactnb.derivation import symbolic
from exactnb.derivation.declared import Refused
from exactnb.derivation.indices import Term, before, rank
from exactnb.derivation.signs import Signs
from exactnb.derivation.symbolic import Form, is_form

__all__ = ["EXPECTATION", "Forms"]

Factors = list[tuple[Form, Form]]  # bases and powers

EXPECTATION = ("call", "E")
_MOST_INDICES = 5  # of one sum, all orders of which are tried


class Forms:
    """Hold the atoms of some formulas, and what is known of them; their forms can be compared."""

    def __init__(self) -> None:
        self.atoms: dict[Form, Term] = {}
        self.known = Signs(self)
        self.sizes: dict[Term, Form] = {}  # how many values an index has
        self._symbols: dict[Term, Form] = {}
        self._numbers = count()

    # atoms

    def atom(self, key: Term) -> Form:
        """Return the symbol that stands for a key, always the same one."""
        if key not in self._symbols:
            symbol = symbolic.symbol(f"a{len(self._symbols)}")
            self._symbols[key] = symbol
            self.atoms[symbol] = key
        return self._symbols[key]

    def fresh(self, size: Form) -> Term:
        """Return a new bound index with so many values."""
        term = ("b", next(self._numbers))
        self.sizes[term] = size
        return term

    def size(self, term: Term) -> Form | None:
        """Return how many values an index has, or None for a constant."""
        return term[3] if term[0] == "d" else self.sizes.get(term)

    def equal(self, left: Term, right: Term) -> Form:
        """Return 1 if two indices are equal, else 0: an atom where that is open."""
        if left == right:
            return symbolic.ONE
        if left[0] == right[0] == "c":
            return symbolic.ZERO
        return self.atom(("delta", *sorted((left, right), key=rank)))

    def mentions(self, part: Any, terms: frozenset[Term]) -> bool:
        """Say whether a form, a key or an index mentions one of some indices."""
        if is_form(part):
            return any(self.mentions(self.atoms[s], terms) for s in symbolic.symbols(part))
        if isinstance(part, tuple):
            return part in terms or any(self.mentions(inner, terms) for inner in part)
        return False

    def letters(self, part: Any) -> frozenset[str]:
        """Return the free letters that a form, a key or an index mentions."""
        if is_form(part):
            found = (self.letters(self.atoms[symbol]) for symbol in symbolic.symbols(part))
        elif isinstance(part, tuple):
            if part[:1] == ("i",):
                return frozenset((part[1],))
            found = (self.letters(inner) for inner in part)
        else:
            return frozenset()
        return frozenset().union(*found)

    def places(self, part: Any) -> frozenset[Term]:
        """Return the free and bound indices that a form or a key mentions."""
        if is_form(part):
            found = (self.places(self.atoms[symbol]) for symbol in symbolic.symbols(part))
        elif isinstance(part, tuple):
            if part[:1] in (("i",), ("b",)):
                return frozenset((part,))
            found = (self.places(inner) for inner in part)
        else:
            return frozenset()
        return frozenset().union(*found)

    def rests_on(self, part: Any, names: frozenset[Term]) -> bool:
        """Say whether a form or a key holds one of some names: letters with any indices, functions.

        An expectation rests on all there is: what is drawn may have any letter in its distribution.
        """
        if is_form(part):
            return any(self.rests_on(self.atoms[symbol], names) for symbol in symbolic.symbols(part))
        if isinstance(part, tuple):
            own = part in names or part[:3] in names or part[:2] == EXPECTATION
            return own or any(self.rests_on(inner, names) for inner in part)
        return False

    def put(self, form: Form, letters: Mapping[Term, Term]) -> Form:
        """Return a form with other indices in the place of some, all at once."""
        keys = frozenset(letters)
        changed = {
            symbol: self._put_key(self.atoms[symbol], letters)
            for symbol in symbolic.symbols(form)
            if self.mentions(self.atoms[symbol], keys)
        }
        return self.tidy(symbolic.replaced(form, changed)) if changed else form

    def _put_key(self, key: Term, letters: Mapping[Term, Term]) -> Form:
        match key:
            case ("n", shape, terms):
                return self.atom(("n", shape, tuple(self._put_term(t, letters) for t in terms)))
            case ("delta", left, right):
                return self.equal(self._put_term(left, letters), self._put_term(right, letters))
            case ("log", inner):
                return self.logarithm(self.put(inner, letters), renamed=True)
            case ("exp", inner):
                return self.exponential(self.put(inner, letters))
            case ("factorial", inner):
                return self.atom(("factorial", self.put(inner, letters)))
            case ("pi",):
                return self.atom(key)
        bound, body = self.opened(key)
        sizes = {term: self.put(size, letters) for term, size in bound.items()}
        self.sizes.update(sizes)
        return self.total(sizes, self.put(body, letters))

    def _put_term(self, term: Term, letters: Mapping[Term, Term]) -> Term:
        if term in letters:
            return letters[term]
        if term[0] == "o":
            return before(self._put_term(term[1], letters))
        if term[0] == "d":
            inner = tuple(self._put_term(part, letters) for part in term[2])
            return ("d", term[1], inner, self.put(term[3], letters))
        return term

    # rational functions of atoms

    def tidy(self, form: Form) -> Form:
        """Return a form over one denominator, each indicator put to use in its own term."""
        form = symbolic.cancel(form)
        if not any(self._is(symbol, "delta") for symbol in symbolic.symbols(form)):
            return form
        out = symbolic.ZERO
        for number, factors in self.monomials(form):
            rest = number
            waiting: list[Form] = []
            done: list[Form] = []
            for base, power in factors:
                if self._is(base, "delta"):
                    if power < 0:
                        raise Refused("an indicator stands in a denominator")
                    waiting.append(base)
                else:
                    rest *= base**power
            while waiting:
                base = waiting.pop(0)
                if not self._is(base, "delta"):  # what others say has decided it
                    rest *= base
                    continue
                _, kept, gone = self.atoms[base]
                rest = self.put(rest, {gone: kept})
                waiting = [self.put(other, {gone: kept}) for other in waiting]
                done = [base, *(self.put(other, {gone: kept}) for other in done)]
            out += rest * symbolic.product(dict.fromkeys(done))
        return symbolic.cancel(out)

    def monomials(self, form: Form) -> Iterator[tuple[Form, Factors]]:
        """Yield the terms of a form, each as a number and the powers of what it is made of."""
        above, below = symbolic.fraction(form)
        number, divisors = symbolic.factors(below)
        for coefficient, factors in symbolic.terms(above):
            powers = dict(factors)
            for base, power in divisors:
                powers[base] = powers.get(base, 0) - power
            yield coefficient / number, [(b, p) for b, p in powers.items() if p != 0]

    def _is(self, base: Form, kind: str) -> bool:
        return bool(self.atoms.get(base, ("",))[0] == kind)

    # sums

    def total(self, bound: Mapping[Term, Form], body: Form) -> Form:
        """Return the sum of a body over some indices, each with its number of values."""
        out = symbolic.ZERO
        for number, factors in self.monomials(body):
            found = self._fixed(bound, factors)
            if found is not None:
                delta, gone, kept = found
                rest = number * _product((b, p) for b, p in factors if b != delta)
                left = {t: self.put(s, {gone: kept}) for t, s in bound.items() if t != gone}
                out += self.total(left, self.put(rest, {gone: kept}))
                continue
            inner = self._inner(bound, factors)
            if inner is not None:
                opened, opened_body = self.opened(self.atoms[inner])
                rest = number * _product(factors) / inner
                out += self.total({**bound, **opened}, rest * opened_body)
                continue
            out += number * self._separated(dict(bound), factors)
        return self.tidy(out)

    def _fixed(self, bound: Mapping[Term, Form], factors: Factors) -> tuple[Form, Term, Term] | None:
        """Return an indicator that fixes a bound index, the index, and what it is fixed to."""
        for base, _ in factors:
            if self._is(base, "delta"):
                _, one, other = self.atoms[base]
                for gone, kept in ((one, other), (other, one)):
                    inside = self.mentions(kept, frozenset((gone,)))
                    if gone in bound and not inside and self._same_size(bound[gone], kept):
                        return base, gone, kept
        return None

    def fits(self, letter: Term, term: Term) -> bool:
        """Say whether an index is one of those that a letter of a pattern stands for."""
        if letter[0] != "i" or letter == term:
            return letter == term
        if term[0] == "z":
            return True
        if term[0] == "c":
            return isinstance(term[1], str) or term[1] >= 1 or letter not in self.sizes
        return letter in self.sizes and self._same_size(self.sizes[letter], term)

    def _same_size(self, size: Form, term: Term) -> bool:
        other = self.size(term)
        return other is not None and bool(symbolic.cancel(size - other) == 0)

    def _inner(self, bound: Mapping[Term, Form], factors: Factors) -> Form | None:
        """Return a sum among the factors that depends on a bound index."""
        for base, power in factors:
            depends = self._is(base, "sum") and self.mentions(self.atoms[base], frozenset(bound))
            if depends and power > 0:
                return base
        return None

    def opened(self, key: Term) -> tuple[dict[Term, Form], Form]:
        """Return a closed sum's indices, new ones, and its body."""
        _, sizes, body, first = key
        names = {("#", first + at): self.fresh(size) for at, size in enumerate(sizes)}
        bound = {term: self.put(self.sizes[term], names) for term in names.values()}
        self.sizes.update(bound)
        return bound, self.put(body, names)

    def _separated(self, bound: dict[Term, Form], factors: Factors) -> Form:
        """Return a sum as a product: what does not depend on any index, and a sum for each part."""
        parts: list[tuple[set[Term], Factors]] = []
        out = symbolic.ONE
        links = [(base, power) for base, power in factors]
        while True:
            held_by = [*(base for base, _ in links), *bound.values()]
            idle = [t for t in bound if not any(self.mentions(h, frozenset((t,))) for h in held_by)]
            if not idle:
                break
            links.append((bound.pop(idle[0]), symbolic.ONE))  # the body is the same for all its values
        for base, power in links:
            own = {t for t in bound if self.mentions(base, frozenset((t,)))}
            own |= {t for t in bound if own and self.mentions(bound[t], frozenset(own))}
            if not own:
                out *= base**power
                continue
            linked: tuple[set[Term], Factors] = (own, [(base, power)])
            apart = []
            for terms, held in parts:
                if terms & linked[0]:
                    linked = (linked[0] | terms, held + linked[1])
                else:
                    apart.append((terms, held))
            parts = [*apart, linked]
        for terms, held in parts:
            body = _product(held)
            out *= self._closed({t: bound[t] for t in terms}, body)
        return out

    def _closed(self, bound: Mapping[Term, Form], body: Form) -> Form:
        """Return the atom of a sum, the same for all names and orders of its indices."""
        if len(bound) > _MOST_INDICES:
            raise Refused(f"a sum over {len(bound)} indices; at most {_MOST_INDICES} are compared")
        first = 1 + max([self._height(body), *map(self._height, bound.values())])
        best: tuple[str, Term] | None = None
        for order in permutations(bound):
            names = {term: ("#", first + at) for at, term in enumerate(order)}
            sizes = tuple(self.put(bound[term], names) for term in order)
            key = ("sum", sizes, self.put(body, names), first)
            if best is None or str(key) < best[0]:
                best = (str(key), key)
        assert best is not None
        return self.atom(best[1])

    def _height(self, part: Any) -> int:
        """Return the greatest number of a closed sum's index inside a form, 0 if there is none."""
        if is_form(part):
            return max((self._height(self.atoms[s]) for s in symbolic.symbols(part)), default=0)
        if isinstance(part, tuple):
            if part[:1] == ("#",):
                return int(part[1])
            return max(map(self._height, part), default=0)
        return 0

    # logarithms and powers

    def logarithm(self, form: Form, *, renamed: bool = False, ends: bool = False) -> Form:
        """Return the logarithm of what is positive, a sum over its factors.

        What was positive is so with other indices, `renamed`, of which less may be known. With `ends`
        factors may be zero too: that is for powers and products, which are continuous there.
        """
        if form == 0:
            raise Refused("the logarithm of zero")
        out, sign = symbolic.ZERO, 1
        unknown: Factors = []
        for part, times in zip(symbolic.fraction(form), (1, -1), strict=True):
            number, factors = symbolic.factors(part)
            if number < 0:
                sign, number = -sign, -number
            for whole, side in zip(symbolic.fraction(number), (times, -times), strict=True):
                for prime, power in symbolic.primes(whole):
                    out += side * power * self.atom(("log", symbolic.number(prime)))
            for base, power in factors:
                known = self.known.sign(base)
                if ends and times * power > 0:
                    known = known.removeprefix("0")
                if known not in ("+", "-") and renamed and power % 2 and not unknown:
                    unknown.append((base, times * power))
                    continue
                if known not in ("+", "-"):
                    raise Refused("the logarithm of what is not known to be positive")
                if known == "-" and power % 2:
                    sign = -sign
                base = -base if known == "-" else base
                key = self.atoms.get(base, ("",))
                out += times * power * (key[1] if key[0] == "exp" else self.atom(("log", base)))
        for base, power in unknown:  # the whole is positive, and so is this with the sign of the rest
            out += power * self.atom(("log", base * sign))
            sign = 1
        if sign < 0:
            raise Refused("the logarithm of what is negative")
        return self.tidy(out)

    def exponential(self, form: Form) -> Form:
        """Return e to the power of a form: a product of powers, one for each of its terms."""
        out = symbolic.ONE
        for number, factors in self.monomials(form):
            if len(factors) == 1 and number.is_Integer and factors[0][1] == 1:
                key = self.atoms.get(factors[0][0], ("",))
                if key[0] == "log":
                    out *= key[1] ** number
                    continue
            body = _product(factors) / number.q
            out *= self.atom(("exp", body)) ** number.p
        return self.tidy(out)

    def power(self, base: Form, exponent: Form) -> Form:
        """Return a power; the base of any but a whole exponent is positive, or 0 if it is not less."""
        if exponent.is_Integer:
            return self.tidy(base**exponent if exponent >= 0 else self.known.nonzero(base) ** exponent)
        ends = self.known.sign(exponent) in ("+", "0+")
        return self.exponential(self.tidy(exponent * self.logarithm(base, ends=ends)))


def _product(factors: Iterable[tuple[Form, Form]]) -> Form:
    return symbolic.product(base**power for base, power in factors)
