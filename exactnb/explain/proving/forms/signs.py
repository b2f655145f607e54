"""The sign of a form, from what is known of its letters. Nothing is guessed: it may be unknown.

How to read: first what follows for the sign of a sum, a product or a power from the signs of its parts.
`sign` takes a form apart into terms and factors, `_base_sign` says what is known of one factor, and
three methods decide the sign of a sum whose terms do not: `_factors_sign` factors it, `_merged_sign`
merges sums over one range, `_sign_from_facts` subtracts positive facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.algebra import Forms
from exactnb.explain.proving.forms.rational import ZERO, Factors, Form, FormPart, product
from exactnb.explain.proving.forms.roots import conjugate_gap, merged_roots, root_parts, split_primes

Sign = str
""""+" or "-", "0+" or "0-" where it may be zero, "" where it is not known."""


def sum_sign(signs: Iterable[Sign]) -> Sign:
    """Return the sign of a sum of terms with `signs`, "" if it is unknown.

    >>> sum_sign(["+", "0+"]), sum_sign(["0-"]), sum_sign(["+", "-"])
    ('+', '0-', '')
    """
    distinct = set(signs)
    if distinct <= {"+", "0+"}:
        return "+" if "+" in distinct else "0+"
    if distinct <= {"-", "0-"}:
        return "-" if "-" in distinct else "0-"
    return ""


def product_sign(left: Sign, right: Sign, *, nonzero: bool = False) -> Sign:
    """Return the sign of a product of `left` and `right`, or of a quotient: `right` is `nonzero`.

    >>> product_sign("+", "0-"), product_sign("-", "-"), product_sign("+", "0+", nonzero=True)
    ('0-', '+', '')
    """
    if not left or not right or (nonzero and right not in ("+", "-")):
        return ""
    sign = "-" if left.endswith("-") != right.endswith("-") else "+"
    return sign if left in ("+", "-") and right in ("+", "-") else f"0{sign}"


def power_sign(sign: Sign, exponent: int) -> Sign:
    """Return the sign of a power with a positive whole exponent.

    >>> power_sign("-", 3), power_sign("0-", 2), power_sign("", 2)
    ('-', '0+', '0+')
    """
    if exponent % 2:
        return sign
    return "+" if sign in ("+", "-") else "0+"


def strictest(*signs: Sign) -> Sign:
    """Return the first of some signs of one thing that excludes zero, or else the first that is known.

    >>> strictest("", "0+", "+"), strictest("", "0-")
    ('+', '0-')
    """
    decided = [sign for sign in signs if sign]
    return next((sign for sign in decided if sign in ("+", "-")), decided[0] if decided else "")


_SIGNS = {"unit": "+", "one": "+", "share": "+", "bit": "0+"}


class Signs(Forms):
    """Hold what is known of the signs of atoms.

    `properties` maps each letter to pairs of indices and a property that it has there: a sign, "unit"
    for (0, 1), "share" for (0, 1], "bit" for {0, 1} or [0, 1], "one" for 1 or more. `facts` are other
    forms that are positive.
    """

    def __init__(self) -> None:
        super().__init__()
        self.properties: dict[atoms.Name, list[tuple[tuple[atoms.IndexAtom, ...], str]]] = {}
        self.facts: list[Form] = []
        self.weak_facts: list[Form] = []  # that are positive, or zero
        self._known: dict[tuple[Form | FormPart, int], Sign] = {}  # and how many facts are used

    def letter_properties(self, name: atoms.Name, indices: tuple[atoms.IndexAtom, ...]) -> set[str]:
        """Return the properties of the letter `name` with these indices."""
        if any(isinstance(index, atoms.Preceding) for index in indices):
            # x_(j−1) for j = 1 is x_0, which has no place in the range: what is known has to hold of
            # both.
            there = tuple(
                subscript.index if isinstance(subscript, atoms.Preceding) else subscript
                for subscript in indices
            )
            none = tuple(
                atoms.Constant(0) if isinstance(subscript, atoms.Preceding) else subscript
                for subscript in indices
            )
            return self.letter_properties(name, there) & self.letter_properties(
                name, none
            )  # the first has none
        return {
            what
            for places, what in self.properties.get(name, ())
            if all(map(self.is_in_range, places, indices)) and _is_consistent(places, indices)
        }

    def sign(self, form: Form) -> Sign:
        # Facts are only added, or put aside to avoid a circle: a sign once known stays true.
        key = (form, len(self.facts))
        if key not in self._known:
            sign = self._sign(form)
            # Roots are rewritten only where the plain form says too little: most forms have none.
            if sign not in ("+", "-") and (rooted_form := merged_roots(form)) != form:
                sign = strictest(
                    *(self._sign(variant) for variant in (rooted_form, split_primes(rooted_form))), sign
                )
            self._known[key] = sign
        return self._known[key]

    def _sign(self, form: Form) -> Sign:
        if (value := form.number) is not None:
            return "+" if value > 0 else "-" if value < 0 else "0+"
        if form.denominator != 1:
            signs = self.sign(form.numerator), self.sign(form.denominator)
            quotient_sign = product_sign(*signs, nonzero=True)
            is_strict = quotient_sign in ("+", "-")
            return quotient_sign if is_strict else strictest(self._sign_from_facts(form), quotient_sign)
        # The cheapest way first: most sums have terms of one sign, and factoring costs the most.
        terms_sign = self._terms_sign(form)
        if terms_sign in ("+", "-"):
            return terms_sign
        return strictest(
            self._factors_sign(form), self._sign_from_facts(form), self._merged_sign(form), terms_sign
        )

    def _terms_sign(self, form: Form) -> Sign:
        return sum_sign(self._product_sign(*term) for term in form.terms())

    def _factors_sign(self, form: Form) -> Sign:
        return self._product_sign(*form.factors)

    def _product_sign(self, times: int, factors: Iterable[tuple[Form, int]]) -> Sign:
        sign: Sign = "+" if times > 0 else "-"
        for base, power in factors:
            sign = product_sign(sign, power_sign(self._base_sign(base), power))
        return sign

    def _merged_sign(self, form: Form) -> Sign:
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
        # Of two ranges, terms have no partner.
        if len(sums) != 1:
            return ""
        (((size, first), body),) = sums.items()
        signs = []
        for times, factors in rest:
            if product(factors) == size:
                body += times
            else:
                signs.append(self._product_sign(times, factors))
        return (
            sum_sign((self._total_sign(atoms.Total((size,), body, first)), *signs)) if body != 0 else ""
        )

    def _total_sign(self, total: atoms.Total) -> Sign:
        """Return the sign of a closed sum, whose ranges may be empty."""
        key = (total, len(self.facts))
        if key not in self._known:
            bound, body = self.opened_sum(total)
            self._known[key] = self.added(self.sign(body), bound.values())
        return self._known[key]

    def added(self, sign: Sign, sizes: Iterable[Form]) -> Sign:
        """Return the sign of a sum of terms with the sign `sign` over ranges with `sizes` values."""
        # A sum over a range that may be empty may be 0, whatever its terms are.
        filled = all(self.sign(size) == "+" for size in sizes)
        return sign if filled or sign not in ("+", "-") else f"0{sign}"

    def _sign_from_facts(self, form: Form) -> Sign:
        """Return the sign of a sum of one or two facts and a rest ≥ 0, one of which is positive."""
        # The remainder is judged without facts, or it would be compared with them without end.
        facts, weak, self.facts, self.weak_facts = self.facts, self.weak_facts, [], []
        try:
            instances = [instance for fact in facts for instance in self._instances(fact, form)]
            weaker = [instance for fact in weak for instance in self._instances(fact, form)]
            every = [*instances, *weaker]
            for chosen in (*combinations(every, 1), *combinations(every, 2)):
                chosen_total = sum(chosen, ZERO)
                enough = ("+", "0+") if any(fact in instances for fact in chosen) else ("+",)
                for sign, rest in (("+", form - chosen_total), ("-", -form - chosen_total)):
                    if (self._terms_sign(rest) or self._merged_sign(rest)) in enough:
                        return sign
        finally:
            self.facts, self.weak_facts = facts, weak
        return ""

    def _sign_of_fact(self, form: Form) -> Sign:
        """Return the sign of what is a multiple of a positive fact, by a number or by letters."""
        # The ratio is judged without facts, or it would be compared with them without end.
        facts, self.facts = self.facts, []
        try:
            for fact in facts:
                for instance in self._instances(fact, form):
                    ratio = form / instance if instance != 0 else ZERO
                    sides = (ratio.factors, ratio.divisors) if ratio != 0 else ()
                    if not all(base.atom for _, factors in sides for base, _ in factors):
                        continue
                    signs = [self._product_sign(*side) for side in sides]
                    if signs and (sign := product_sign(*signs, nonzero=True)) in ("+", "-"):
                        return sign
        finally:
            self.facts = facts
        return ""

    def _base_sign(self, base: Form) -> Sign:
        """Return the sign of an atom or an irreducible polynomial."""
        atom = base.atom
        if sign := (self._atom_sign(atom) if atom is not None else ""):
            return sign
        for letter in base.atoms:
            if sign := self._linear_sign(base, letter):
                return sign
            if (gap := conjugate_gap(base, letter)) is not None and self.sign(gap[1]) == "+":
                return self.sign(gap[0])  # (c·r)² is more than a², so a + c·r has the sign of c·r
        if sign := self._sign_of_fact(base):
            return sign
        for fact in self.weak_facts:
            for instance in self._instances(fact, base):
                if instance != 0 and (ratio := (base / instance).number) is not None:
                    return "0+" if ratio > 0 else "0-"
        if atom is not None:
            return ""
        return self._terms_sign(base) or self._sign_from_facts(base) or self._square_sign(base)

    def _square_sign(self, base: Form) -> Sign:
        """Return the sign of a·x² + b·x + c that is zero nowhere, as 4·a·c is more than b²."""
        for letter in base.atoms:
            twice = base.derivative(letter).derivative(letter)
            if twice == 0 or letter in twice.atoms or not isinstance(letter, atoms.Indexed):
                continue
            linear = base.derivative(letter) - twice * letter.form
            rest = base - linear * letter.form - twice * letter.form**2 / 2
            side = self.sign(twice)
            # 4a·(a·x² + b·x + c) is (2a·x + b)² + 4ac − b².
            if side in ("+", "-") and self.sign(twice * rest * 2 - linear**2) == "+":
                return side
        return ""

    def _atom_sign(self, atom: FormPart) -> Sign:
        match atom:
            case atoms.Indexed(name, indices):
                properties = sorted(self.letter_properties(name, indices))
                return strictest(*(_SIGNS.get(what, what) for what in properties))
            case atoms.Exp(exponent):
                # θ^n is read as e^(n·log θ), which is 0 where θ is: only a finite exponent makes it
                # positive.
                return "+" if self._is_finite(exponent) else "0+"
            # log rises and is 0 at 1: it has the sign of u − 1, which needs no logarithm.
            case atoms.Log(argument):
                return self.sign(argument - 1)
            case atoms.FactorialAtom() | atoms.GammaAtom() | atoms.IntegralAtom() | atoms.Circle():
                return "+"
            case atoms.Delta() | atoms.AbsAtom():
                return "0+"
            case atoms.Total():
                return self._total_sign(atom)
        return ""

    def _linear_sign(self, base: Form, letter: FormPart) -> Sign:
        """Return the sign of x − 1 for an x from 1 on, or of what lies on a line in a probability x."""
        match letter:
            case atoms.Indexed(name, indices):
                what = self.letter_properties(name, indices)
            # e to a negative power lies between 0 and 1.
            case atoms.Exp(exponent) if self.sign(exponent) == "-" and self._is_finite(exponent):
                what = {"unit"}
            case atoms.Exp(exponent) if root_parts(letter) is None and self.sign(exponent) == "+":
                slope = base.derivative(letter)  # it is more than 1
                if letter in slope.atoms:  # of a square, the rest below is a square again, without end
                    return ""
                signs = self.sign(slope), self.sign(base - slope * (letter.form - 1))
                return signs[0] if signs in (("+", "+"), ("+", "0+"), ("-", "-")) else ""
            case _:
                return ""
        if "one" in what and base - letter.form == -1:
            return "0+"
        slope = base.derivative(letter) if what & {"unit", "bit", "share"} else ZERO
        if slope == 0 or letter in slope.atoms:
            return ""
        start = base - slope * letter.form
        # Linear in x on [0, 1]: between two values of one sign lies nothing of another.
        ends = [self.sign(end) for end in (start, start + slope) if end != 0]
        between = sum_sign(ends)
        strict = "unit" in what or ends in (["+", "+"], ["-", "-"])
        return between if strict else product_sign(between, "0+")

    def _is_finite(self, form: Form) -> bool:
        """Say whether all logarithms in a form are of what is positive: none stands for log 0."""
        return all(map(self._is_finite_atom, form.atoms))

    def _is_finite_atom(self, atom: FormPart) -> bool:
        match atom:
            case atoms.Log(argument):
                return self.sign(argument) == "+" and self._is_finite(argument)
            case atoms.Total():
                return self._is_finite(self.opened_sum(atom)[1])
            case (
                atoms.Exp(part)
                | atoms.FactorialAtom(part)
                | atoms.GammaAtom(part)
                | atoms.DigammaAtom(part)
            ):
                return self._is_finite(part)
        return True

    def _instances(self, fact: Form, form: Form) -> Iterator[Form]:
        """Yield the instances of `fact` for the indices in `form`."""
        yield fact
        letters = {letter for atom in fact.atoms for letter in atoms.free_letters_in(atom)}
        if not letters:
            yield from self._instances_of_sum(fact, form)
            return
        for atom in fact.atoms:
            for candidate in form.atoms:
                # A fact holds for all indices of its range, and is needed for those in the form alone:
                # no others are tried, or there would be no end of them.
                substitution: dict[atoms.IndexAtom, atoms.IndexAtom] = {}
                if not atoms.unifies(atom, candidate, substitution) or letters - set(substitution):
                    continue
                if all(self.is_in_range(letter, index) for letter, index in substitution.items()):
                    yield self.put(fact, substitution)

    def _instances_of_sum(self, fact: Form, form: Form) -> Iterator[Form]:
        """Yield the instances of `fact`, a sum with one free letter, for the indices in `form`."""
        inside = [index for index in fact.mentioned if isinstance(index, atoms.Free)]
        if len(inside) == 1:
            for index in sorted(form.mentioned):
                is_letter = isinstance(index, atoms.Free | atoms.Bound) and index != inside[0]
                if is_letter and self.is_in_range(inside[0], index):
                    yield self.put(fact, {inside[0]: index})


def _is_consistent(places: tuple[atoms.IndexAtom, ...], indices: tuple[atoms.IndexAtom, ...]) -> bool:
    """Say whether a letter that stands in several places stands for one index in all of them."""
    substitution: dict[atoms.IndexAtom, atoms.IndexAtom] = {}
    return all(substitution.setdefault(a, b) == b for a, b in zip(places, indices, strict=True))
