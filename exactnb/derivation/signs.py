"""The sign of a form, from what is known of its letters. Nothing is guessed: it may be unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from exactnb.derivation import symbolic
from exactnb.derivation.declared import Refused
from exactnb.derivation.indices import (
    Sign,
    Term,
    free_terms,
    of_product,
    of_square,
    of_sum,
    strictest,
    unified,
)
from exactnb.derivation.symbolic import Form

if TYPE_CHECKING:
    from exactnb.derivation.forms import Forms

__all__ = ["Signs"]


class Signs:
    """Hold what is known of the signs of atoms.

    `said` has for each letter what it may be, a sign, "unit" for (0, 1), "bit" for {0, 1} or [0, 1],
    "one" for what is 1 or more, and the indices for which that was said; `facts` are what is positive
    besides.
    """

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.atoms = forms.atoms
        self.said: dict[Term, list[tuple[tuple[Term, ...], str]]] = {}
        self.facts: list[Form] = []
        self._known: dict[tuple[Any, int], Sign] = {}  # by form or sum, and how many facts are used

    def of_letter(self, key: Term) -> set[str]:
        """Return all that was said of a letter with its indices."""
        _, shape, terms = key
        if any(term[0] == "o" for term in terms):  # the place before: the first one has none
            ends = (tuple(t[1] if t[0] == "o" else t for t in terms),
                    tuple(("c", 0) if t[0] == "o" else t for t in terms))  # fmt: skip
            return set.intersection(*(self.of_letter(("n", shape, end)) for end in ends))
        return {
            what
            for places, what in self.said.get(shape, ())
            if all(map(self.forms.fits, places, terms)) and _one_for_each(places, terms)
        }

    def nonzero(self, form: Form) -> Form:
        """Return a form that is known not to be zero; raise Refused for any other."""
        above, _ = symbolic.fraction(form)
        if self.sign(above) in ("+", "-"):
            return form
        number, factors = symbolic.factors(above)
        if number != 0 and all(self.sign(base) in ("+", "-") for base, _ in factors):
            return form
        raise Refused("division by what is not known to be other than zero")

    def sign(self, form: Form) -> Sign:
        """Return the sign of a form, for all values that its letters may have."""
        at = (form, len(self.facts))
        if at not in self._known:
            self._known[at] = self._sign(form)
        return self._known[at]

    def _sign(self, form: Form) -> Sign:
        above, below = symbolic.fraction(form)
        if below != 1:
            return of_product(self.sign(above), self.sign(below), nonzero=True)
        if above.is_Number:
            return "+" if above > 0 else "-" if above < 0 else "0+"
        found = of_sum(self._term_sign(*term) for term in symbolic.terms(above))
        if found in ("+", "-"):
            return found
        number, factors = symbolic.factors(above)
        product: Sign = "+" if number > 0 else "-"
        for base, power in factors:
            own = self._known_sign(base)
            product = of_product(product, own if power % 2 else of_square(own))
        return strictest(product, self._above_facts(above), self._merged(above), found)

    def _merged(self, form: Form) -> Sign:
        """Return the sign of a difference of sums over one range, from what is added up in them.

        A number of values is a sum of ones over its range; what else there is has a sign of its own.
        """
        sums: dict[tuple[Term, int], Form] = {}
        rest: list[tuple[Form, list[tuple[Form, Form]]]] = []
        for number, factors in symbolic.terms(form):
            key = self.atoms.get(factors[0][0], ("",)) if len(factors) == 1 else ("",)
            if key[0] == "sum" and factors[0][1] == 1 and len(key[1]) == 1:
                range_ = (key[1], key[3])
                sums[range_] = sums.get(range_, symbolic.ZERO) + number * key[2]
            else:
                rest.append((number, factors))
        if len(sums) != 1:
            return ""
        (((size,), first), body), others = next(iter(sums.items())), []
        for number, factors in rest:
            times = symbolic.cancel(symbolic.product(b**p for b, p in factors) / size)
            if times == 1:
                body += number
            else:
                others.append(self._term_sign(number, factors))
        return of_sum((self.of_sum(("sum", (size,), body, first)), *others)) if body != 0 else ""

    def of_sum(self, key: Term) -> Sign:
        """Return the sign of a closed sum, whose ranges may be empty."""
        at = (key, len(self.facts))
        if at not in self._known:
            bound, body = self.forms.opened(key)
            self._known[at] = self.added(self.sign(body), bound.values())
        return self._known[at]

    def added(self, sign: Sign, sizes: Iterable[Form]) -> Sign:
        """Return the sign of a sum over ranges of some sizes."""
        filled = all(self.sign(size) == "+" for size in sizes)
        return sign if filled or sign not in ("+", "-") else f"0{sign}"

    def _above_facts(self, form: Form) -> Sign:
        """Return the sign of what is one or two positive facts and something that is 0 or more."""
        facts, self.facts = self.facts, []  # what is left over is judged without them
        try:
            known = [one for fact in facts for one in self._instances(fact, form)]
            for held in (*combinations(known, 1), *combinations(known, 2)):
                for sign, rest in (("+", form - sum(held)), ("-", -form - sum(held))):
                    own = of_sum(self._term_sign(*term) for term in symbolic.terms(rest))
                    if (own or self._merged(rest)) in ("+", "0+"):
                        return sign
        finally:
            self.facts = facts
        return ""

    def _term_sign(self, number: Form, factors: list[tuple[Form, Form]]) -> Sign:
        out: Sign = "+" if number > 0 else "-"
        for base, power in factors:
            own = self._known_sign(base)
            out = of_product(out, own if power % 2 else of_square(own))
        return out

    def _known_sign(self, base: Form) -> Sign:
        """Return the sign of an atom or an irreducible polynomial."""
        if base in self.atoms:
            key = self.atoms[base]
            match key[0]:
                case "n" if known := strictest(*map(_sign, sorted(self.of_letter(key)))):
                    return known
                case "exp":
                    return "+" if self._is_finite(key[1]) else "0+"
                case "factorial" | "pi":
                    return "+"
                case "log" if key[1].is_Integer:
                    return "+"  # of a prime
                case "delta":
                    return "0+"
                case "sum" if inner := self.of_sum(key):
                    return inner
        for letter in symbolic.symbols(base):
            if self.atoms[letter][0] != "n":
                continue
            what = self.of_letter(self.atoms[letter])
            if "one" in what and symbolic.cancel(base - letter + 1) == 0:
                return "0+"
            if what & {"unit", "bit"}:
                weak = "" if "unit" in what else "0"
                if base + letter == 1:
                    return f"{weak}+"
                if base - letter == -1:
                    return f"{weak}-"
        for fact in self.facts:
            for one in self._instances(fact, base):
                ratio = symbolic.cancel(base / one)
                if ratio.is_Number and ratio != 0:
                    return "+" if ratio > 0 else "-"
        if base in self.atoms:
            return ""
        return of_sum(self._term_sign(*term) for term in symbolic.terms(base))

    def _is_finite(self, part: Any) -> bool:
        """Say whether all logarithms in a form are of what is positive: none stands for log 0."""
        if isinstance(part, tuple):
            if part[:1] == ("sum",):
                return self._is_finite(self.forms.opened(part)[1])
            of_zero = part[:1] == ("log",) and self.sign(part[1]) != "+"
            return not of_zero and all(map(self._is_finite, part))
        inside = symbolic.symbols(part) if symbolic.is_form(part) else ()
        return all(self._is_finite(self.atoms[symbol]) for symbol in inside)

    def _instances(self, fact: Form, form: Form) -> Iterator[Form]:
        """Yield what a fact says for indices that a form mentions."""
        yield fact
        letters = {t for s in symbolic.symbols(fact) for t in free_terms(self.atoms[s])}
        if not letters and len(inside := self.forms.letters(fact)) == 1:  # in the body of a sum
            (letter,) = (("i", name) for name in inside)
            for term in self.forms.places(form):
                if term != letter and self.forms.fits(letter, term):
                    yield self.forms.put(fact, {letter: term})
        for symbol in symbolic.symbols(fact) if letters else ():
            for other in symbolic.symbols(form):
                found: dict[Term, Term] = {}
                if not unified(self.atoms[symbol], self.atoms[other], found) or letters - set(found):
                    continue
                if all(self.forms.fits(letter, term) for letter, term in found.items()):
                    yield self.forms.put(fact, found)


def _one_for_each(places: tuple[Term, ...], terms: tuple[Term, ...]) -> bool:
    """Say whether a letter that stands in several places stands for one index in all of them."""
    found: dict[Term, Term] = {}
    return all(found.setdefault(a, b) == b for a, b in zip(places, terms, strict=True))


def _sign(what: str) -> Sign:
    return {"unit": "+", "one": "+", "bit": "0+"}.get(what, what)
