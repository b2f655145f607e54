"""The sign of a form, from what is known of its letters. Nothing is guessed: it may be unknown.

How to read: `sign` takes a form apart into terms and factors, `_of_base` says what is known of one
factor, and three methods find the sign of a sum that its terms do not show: `_of_factors` of what
factors, `_merged` of a difference of sums over one range, `_above_facts` of what exceeds a fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from exactnb.explain.proving import atoms
from exactnb.explain.proving.forms import Forms
from exactnb.explain.proving.rational import ZERO, Factors, Form, Part, product
from exactnb.explain.proving.sign_rules import Sign, of_power, of_product, of_sum, strictest

_SIGNS = {"unit": "+", "one": "+", "share": "+", "bit": "0+"}


class Signs(Forms):
    """Hold what is known of the signs of atoms.

    `said` has for each letter what it may be, a sign, "unit" for (0, 1), "share" for (0, 1], "bit" for
    {0, 1} or [0, 1], "one" for what is 1 or more, and the indices for which that was said; `facts` are
    what is positive besides.
    """

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[atoms.Name, list[tuple[tuple[atoms.Index, ...], str]]] = {}
        self.facts: list[Form] = []
        self._known: dict[tuple[Form | Part, int], Sign] = {}  # and how many facts are used

    def of_letter(self, name: atoms.Name, indices: tuple[atoms.Index, ...]) -> set[str]:
        """Return all that was said of a letter with its indices."""
        if any(isinstance(index, atoms.Before) for index in indices):
            there = tuple(of.index if isinstance(of, atoms.Before) else of for of in indices)
            none = tuple(atoms.Constant(0) if isinstance(of, atoms.Before) else of for of in indices)
            return self.of_letter(name, there) & self.of_letter(name, none)  # the first has none
        return {
            what
            for places, what in self.said.get(name, ())
            if all(map(self.fits, places, indices)) and _one_for_each(places, indices)
        }

    def sign(self, form: Form) -> Sign:
        """Return the sign of a form, for all values that its letters may have."""
        at = (form, len(self.facts))
        if at not in self._known:
            self._known[at] = self._sign(form)
        return self._known[at]

    def _sign(self, form: Form) -> Sign:
        if (value := form.number) is not None:
            return "+" if value > 0 else "-" if value < 0 else "0+"
        if form.denominator != 1:
            return of_product(self.sign(form.numerator), self.sign(form.denominator), nonzero=True)
        found = self._of_terms(form)
        if found in ("+", "-"):
            return found
        return strictest(self._of_factors(form), self._above_facts(form), self._merged(form), found)

    def _of_terms(self, form: Form) -> Sign:
        return of_sum(self._of_product(*term) for term in form.terms())

    def _of_factors(self, form: Form) -> Sign:
        return self._of_product(*form.factors)

    def _of_product(self, times: int, factors: Iterable[tuple[Form, int]]) -> Sign:
        out: Sign = "+" if times > 0 else "-"
        for base, power in factors:
            out = of_product(out, of_power(self._of_base(base), power))
        return out

    def _merged(self, form: Form) -> Sign:
        """Return the sign of a difference of sums over one range, from what is added up in them.

        A number of values is a sum of ones over its range; what else there is has a sign of its own.
        """
        sums: dict[tuple[Form, int], Form] = {}
        rest: list[tuple[int, Factors]] = []
        for times, factors in form.terms():
            atom = factors[0][0].atom if len(factors) == 1 and factors[0][1] == 1 else None
            if isinstance(atom, atoms.Total) and len(atom.sizes) == 1:
                range_ = (atom.sizes[0], atom.first)
                sums[range_] = sums.get(range_, ZERO) + atom.body * times
            else:
                rest.append((times, factors))
        if len(sums) != 1:
            return ""
        (((size, first), body),) = sums.items()
        others = []
        for times, factors in rest:
            if product(factors) == size:
                body += times
            else:
                others.append(self._of_product(times, factors))
        return of_sum((self._of_total(atoms.Total((size,), body, first)), *others)) if body != 0 else ""

    def _of_total(self, total: atoms.Total) -> Sign:
        """Return the sign of a closed sum, whose ranges may be empty."""
        at = (total, len(self.facts))
        if at not in self._known:
            bound, body = self.opened(total)
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
                facts_held = sum(held, ZERO)
                for sign, rest in (("+", form - facts_held), ("-", -form - facts_held)):
                    if (self._of_terms(rest) or self._merged(rest)) in ("+", "0+"):
                        return sign
        finally:
            self.facts = facts
        return ""

    def _of_base(self, base: Form) -> Sign:
        """Return the sign of an atom or an irreducible polynomial."""
        atom = base.atom
        if known := (self._of_atom(atom) if atom is not None else ""):
            return known
        for letter in base.atoms:
            if isinstance(letter, atoms.Named) and (known := self._beside(base, letter)):
                return known
        for fact in self.facts:
            for one in self._instances(fact, base):
                if one != 0 and (ratio := (base / one).number) is not None and ratio != 0:
                    return "+" if ratio > 0 else "-"
        return self._of_terms(base) if atom is None else ""

    def _of_atom(self, atom: Part) -> Sign:
        match atom:
            case atoms.Named(name, indices):
                said = sorted(self.of_letter(name, indices))
                return strictest(*(_SIGNS.get(what, what) for what in said))
            case atoms.Exp(exponent):
                return "+" if self._is_finite(exponent) else "0+"
            case atoms.Log(argument):
                return "+" if argument.whole is not None else ""  # of a prime
            case atoms.FactorialOf() | atoms.GammaOf() | atoms.IntegralOf() | atoms.Circle():
                return "+"
            case atoms.Delta():
                return "0+"
            case atoms.Total():
                return self._of_total(atom)
        return ""

    def _beside(self, base: Form, letter: atoms.Named) -> Sign:
        """Return the sign of x − 1 for an x from 1 on, or of what lies on a line in a probability x."""
        what = self.of_letter(letter.name, letter.indices)
        if "one" in what and base - letter.form == -1:
            return "0+"
        slope = base.derivative(letter) if what & {"unit", "bit", "share"} else ZERO
        if slope == 0 or letter in slope.atoms:
            return ""
        start = base - slope * letter.form
        ends = [self.sign(end) for end in (start, start + slope) if end != 0]
        between = of_sum(ends)
        strict = "unit" in what or ends in (["+", "+"], ["-", "-"])
        return between if strict else of_product(between, "0+")

    def _is_finite(self, form: Form) -> bool:
        """Say whether all logarithms in a form are of what is positive: none stands for log 0."""
        return all(map(self._is_finite_atom, form.atoms))

    def _is_finite_atom(self, atom: Part) -> bool:
        match atom:
            case atoms.Log(argument):
                return self.sign(argument) == "+" and self._is_finite(argument)
            case atoms.Total():
                return self._is_finite(self.opened(atom)[1])
            case atoms.Exp(argument) | atoms.FactorialOf(argument) | atoms.GammaOf(argument):
                return self._is_finite(argument)
        return True

    def _instances(self, fact: Form, form: Form) -> Iterator[Form]:
        """Yield what a fact says for indices that a form mentions."""
        yield fact
        letters = {letter for atom in fact.atoms for letter in atoms.free_in(atom)}
        if not letters:
            yield from self._in_a_sum(fact, form)
            return
        for atom in fact.atoms:
            for other in form.atoms:
                found: dict[atoms.Index, atoms.Index] = {}
                if not atoms.unified(atom, other, found) or letters - set(found):
                    continue
                if all(self.fits(letter, index) for letter, index in found.items()):
                    yield self.put(fact, found)

    def _in_a_sum(self, fact: Form, form: Form) -> Iterator[Form]:
        """Yield what a fact says whose one letter stands in the body of a sum."""
        inside = [index for index in fact.mentioned if isinstance(index, atoms.Free)]
        if len(inside) == 1:
            for index in sorted(form.mentioned):
                is_letter = isinstance(index, atoms.Free | atoms.Bound) and index != inside[0]
                if is_letter and self.fits(inside[0], index):
                    yield self.put(fact, {inside[0]: index})


def _one_for_each(places: tuple[atoms.Index, ...], indices: tuple[atoms.Index, ...]) -> bool:
    """Say whether a letter that stands in several places stands for one index in all of them."""
    found: dict[atoms.Index, atoms.Index] = {}
    return all(found.setdefault(a, b) == b for a, b in zip(places, indices, strict=True))
