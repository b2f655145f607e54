"""The sign of a form, from what is known of its letters. Nothing is guessed: it may be unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

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

__all__ = ["Signs"]


class Signs:
    """Hold what is known of the signs of atoms.

    `letters` are the signs of letters for any indices, `units` those between 0 and 1, `bits` those that
    are 0 or 1, `facts` what is positive besides, for any indices.
    """

    def __init__(
        self, atoms: Mapping[Form, Term], put: Callable[[Form, Mapping[Term, Term]], Form]
    ) -> None:
        self.atoms = atoms
        self.put = put
        self.letters: dict[Term, Sign] = {}
        self.units: set[Term] = set()
        self.bits: set[Term] = set()
        self.facts: list[Form] = []

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
        """Return the sign of a difference of sums over one range, from what is added up in them."""
        body, range_ = symbolic.ZERO, None
        for number, factors in symbolic.terms(form):
            key = self.atoms.get(factors[0][0], ("",)) if len(factors) == 1 else ("",)
            if key[0] != "sum" or factors[0][1] != 1 or len(key[1]) != 1:
                return ""
            if range_ not in (None, (key[1], key[3])):
                return ""
            range_ = (key[1], key[3])
            body += number * key[2]
        return self.sign(body) if body != 0 else ""

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
                case "n" if known := strictest(self.letters.get(key, ""), self.letters.get(key[1], "")):
                    return known
                case "exp":
                    return "+"
                case "delta":
                    return "0+"
                case "sum" if inner := self.sign(key[2]):
                    return inner
        for letter in symbolic.symbols(base):
            places = {self.atoms[letter], self.atoms[letter][1]}
            if places & (self.units | self.bits):
                weak = "" if places & self.units else "0"
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

    def _instances(self, fact: Form, form: Form) -> Iterator[Form]:
        """Yield what a fact says for indices that a form mentions."""
        yield fact
        letters = {t for s in symbolic.symbols(fact) for t in free_terms(self.atoms[s])}
        for symbol in symbolic.symbols(fact) if letters else ():
            for other in symbolic.symbols(form):
                found: dict[Term, Term] = {}
                if unified(self.atoms[symbol], self.atoms[other], found) and letters <= set(found):
                    yield self.put(fact, found)
