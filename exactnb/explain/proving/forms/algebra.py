"""The algebra of general formulas: formulas with the same form are equal for all sizes.

Letters, logarithms and whole sums are atoms without any meaning. Sums are pushed over terms, freed of
what does not depend on their index, collapsed where an indicator fixes the index, and opened into one
sum over several indices, whose names are then made canonical. Formulas may be equal without their
forms being alike: then nothing is said.

How to read: `put` renames indices, `tidy` uses indicators, `total` adds up over indices, and
`logarithm`, `exponential` and `power` are the functions. Which signs are known is said by `signs.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import count, permutations
from math import factorial

from exactnb.core.arithmetic.polynomials import prime_powers
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.forms.rational import (
    HALF,
    ONE,
    ZERO,
    Factors,
    Form,
    FormPart,
    monomials,
    number,
    product,
)
from exactnb.explain.proving.forms.roots import settled

Renaming = Mapping[atoms.IndexAtom, atoms.IndexAtom]
Sizes = Mapping[atoms.IndexAtom, Form]
"""Indices, each with its number of values."""

_MOST_INDICES = 5  # of one sum, all orders of which are tried
_LARGEST_FACTORIAL = 100  # that is worked out


class Forms:
    """Compare the forms of some formulas. Here no sign is known."""

    def __init__(self) -> None:
        self.sizes: dict[atoms.IndexAtom, Form] = {}  # how many values an index has
        self.sets: list[tuple[atoms.IndexAtom, ...]] = []  # places that were said to be of one set
        self._numbers = count()

    def sign(self, form: Form) -> str:
        """Return the sign of a form, for all values that its letters may have."""
        return ""

    # indices

    def fresh_index(self, size: Form) -> atoms.IndexAtom:
        """Return a new bound index with `size` values."""
        index = atoms.Bound(next(self._numbers))
        self.sizes[index] = size
        return index

    def equal(self, left: atoms.IndexAtom, right: atoms.IndexAtom) -> Form:
        """Return the indicator of `left` = `right`: 1, 0, or an atom if it depends on their values."""
        if left == right:
            return ONE
        # A set holds nothing twice, so two of its members differ.
        if any(left in places and right in places for places in self.sets):
            return ZERO
        numbers = (isinstance(i, atoms.Constant) and isinstance(i.value, int) for i in (left, right))
        if all(numbers):
            return ZERO  # but a class by its name may be any: c may be 1
        return atoms.Delta(*sorted((left, right), key=atoms.index_rank)).form

    def is_in_range(self, letter: atoms.IndexAtom, index: atoms.IndexAtom) -> bool:
        """Say whether `index` is in the range of `letter`, the index of a pattern."""
        if not isinstance(letter, atoms.Free) or letter == index:
            return letter == index
        if isinstance(index, atoms.Last):
            return True
        if isinstance(index, atoms.Constant):
            value = index.value
            # A range begins with 1: what holds for all of it says nothing of x_0.
            return isinstance(value, str) or value >= 1 or letter not in self.sizes
        return letter in self.sizes and self._has_size(index, self.sizes[letter])

    def _has_size(self, index: atoms.IndexAtom, size: Form) -> bool:
        return size == (index.size if isinstance(index, atoms.Label) else self.sizes.get(index))

    def put(self, form: Form, indices: Renaming) -> Form:
        """Return `form` with `indices` put in at once; raise Refused if a denominator becomes zero."""
        if form.mentioned.isdisjoint(indices):
            return form
        changed = {
            atom: self._put_atom(atom, indices)
            for atom in form.atoms
            if not atom.mentioned.isdisjoint(indices)
        }
        try:
            return self.tidy(form.replaced(changed))
        except ZeroDivisionError:
            raise Refused("a denominator is zero for some index") from None

    def _put_atom(self, atom: FormPart, indices: Renaming) -> Form:
        match atom:
            case atoms.Indexed(name, subscripts):
                return atoms.Indexed(
                    name, tuple(_put_index(self, subscript, indices) for subscript in subscripts)
                ).form
            case atoms.Delta(first, second):
                places = (_put_index(self, place, indices) for place in (first, second))
                return self.equal(*places)
            case atoms.Log(inner):
                return self.logarithm(self.put(inner, indices), renamed=True)
            case atoms.Exp(inner):
                return self.exponential(self.put(inner, indices))
            case atoms.FactorialAtom(inner):
                return self.factorial(self.put(inner, indices))
            case atoms.GammaAtom(inner):
                return self.gamma(self.put(inner, indices))
            case atoms.DigammaAtom(inner):
                return atoms.DigammaAtom(self.put(inner, indices)).form
            case atoms.AbsAtom(inner):
                return self.absolute(self.put(inner, indices))
            case atoms.IntegralAtom(variable, inner):
                by = self._put_atom(variable, indices).atom
                assert isinstance(by, atoms.Indexed)
                return atoms.IntegralAtom(by, self.put(inner, indices)).form
            case atoms.Total():
                bound, body = self.opened_sum(atom)
                sizes = {index: self.put(size, indices) for index, size in bound.items()}
                self.sizes.update(sizes)
                return self.total(sizes, self.put(body, indices))
        raise Refused("an atom of no known kind")

    # fractions of atoms

    def tidy(self, form: Form) -> Form:
        """Return `form` with j replaced by i where [i = j] stands; Refused in a denominator."""
        if not any(isinstance(atom, atoms.Delta) for atom in form.atoms):
            return form
        total = ZERO
        for times, factors in monomials(form):
            rest, waiting, done = number(times), list[Form](), list[Form]()
            for base, power in factors:
                if not isinstance(base.atom, atoms.Delta):
                    rest *= base**power
                elif power < 0:
                    raise Refused("an indicator stands in a denominator")
                else:
                    waiting.append(base)
            # One indicator at a time: using it renames indices in the others, which may decide them.
            while waiting:
                base = waiting.pop(0)
                delta = base.atom
                if not isinstance(delta, atoms.Delta):  # what others say has decided it
                    rest *= base
                    continue
                renamed = {delta.second: delta.first}
                rest = self.put(rest, renamed)
                waiting = [self.put(indicator, renamed) for indicator in waiting]
                done = [base, *(self.put(indicator, renamed) for indicator in done)]
            total += rest * product((delta_form, 1) for delta_form in dict.fromkeys(done))
        return total

    # sums

    def total(self, bound: Sizes, body: Form) -> Form:
        """Return the sum of `body` over the indices `bound`, in normal form."""
        total = ZERO
        # Each term is simplified as far as possible: an indicator that fixes an index removes the sum
        # over it; a nested sum over a dependent range is merged into this one; only then is it closed.
        for times, factors in monomials(body):
            if (fixed := self._fixing_indicator(bound, factors)) is not None:
                delta, gone, replacement = fixed
                rest = product((base, power) for base, power in factors if base.atom != delta)
                remaining = {
                    index: self.put(size, {gone: replacement})
                    for index, size in bound.items()
                    if index != gone
                }
                total += self.total(remaining, self.put(rest * number(times), {gone: replacement}))
            elif (inner := _dependent_total(bound, factors)) is not None:
                opened, opened_body = self.opened_sum(inner)
                rest = product((*factors, (inner.form, -1))) * number(times)
                total += self.total({**bound, **opened}, rest * opened_body)
            else:
                total += self._separated_sum(dict(bound), factors) * number(times)
        return self.tidy(total)

    def _fixing_indicator(
        self, bound: Sizes, factors: Factors
    ) -> tuple[atoms.Delta, atoms.IndexAtom, atoms.IndexAtom] | None:
        """Return an indicator that fixes a bound index, the index, and what it is fixed to."""
        for base, _ in factors:
            if isinstance(delta := base.atom, atoms.Delta):
                for gone, replacement in ((delta.first, delta.second), (delta.second, delta.first)):
                    within = gone in replacement.mentioned
                    if gone in bound and not within and self._has_size(replacement, bound[gone]):
                        return delta, gone, replacement
        return None

    def opened_sum(self, total: atoms.Total) -> tuple[dict[atoms.IndexAtom, Form], Form]:
        """Return fresh indices for the closed sum `total`, with their sizes, and its body with them."""
        names: dict[atoms.IndexAtom, atoms.IndexAtom] = {
            atoms.Numbered(total.first + index): self.fresh_index(size)
            for index, size in enumerate(total.sizes)
        }
        bound = {index: self.put(self.sizes[index], names) for index in names.values()}
        self.sizes.update(bound)
        return bound, self.put(total.body, names)

    def _separated_sum(self, bound: dict[atoms.IndexAtom, Form], factors: Factors) -> Form:
        """Return a sum as a product: what does not depend on any index, and a sum for each part.

        An index that nothing depends on, not even how many values another one has, is a factor: the
        body is the same for all its values. The others are sorted into parts that share no index.
        """
        links = list(factors)
        while True:
            dependent = [*(base for base, _ in links), *bound.values()]
            idle = [
                index for index in bound if not any(index in group.mentioned for group in dependent)
            ]
            if not idle:
                break
            # As many equal terms as the index has values, which may still depend on another index.
            links.append((bound.pop(idle[0]), 1))
        result = ONE
        parts: list[tuple[set[atoms.IndexAtom], Factors]] = []
        for base, power in links:
            used = {index for index in bound if index in base.mentioned}
            used |= {index for index in bound if not used.isdisjoint(bound[index].mentioned)}
            if not used:
                result *= base**power
                continue
            linked = [part for part in parts if part[0] & used]
            group = [factor for _, part_factors in linked for factor in part_factors]
            parts = [part for part in parts if not part[0] & used]
            parts.append((used.union(*(index for index, _ in linked)), [*group, (base, power)]))
        for indices, group in parts:
            result *= self._sum_atom({index: bound[index] for index in indices}, product(group))
        return result

    def _sum_atom(self, bound: Sizes, body: Form) -> Form:
        """Return the atom of a sum, the same for all names and orders of its indices."""
        if len(bound) > _MOST_INDICES:
            raise Refused(f"a sum over {len(bound)} indices; at most {_MOST_INDICES} are compared")
        # A sum inside this one must not use the same numbers: its indices would be captured.
        # Sums inside have numbers of their own.
        first = 1 + atoms.greatest_sum_number(body, *bound.values())
        orders = []
        for order in permutations(bound):
            names: Renaming = {
                index: atoms.Numbered(first + number) for number, index in enumerate(order)
            }
            # The size of an inner range may depend on an outer index, so sizes are renamed too.
            sizes = tuple(self.put(bound[index], names) for index in order)
            orders.append(atoms.Total(sizes, self.put(body, names), first))
        return min(orders).form  # atoms are ordered by their spelling: the names do not matter

    # logarithms and powers

    def logarithm(self, form: Form, *, renamed: bool = False, ends: bool = False) -> Form:
        """Return the logarithm of `form`, which has to be positive: a sum over its factors.

        What was positive is so with other indices, `renamed`, of which less may be known. With `ends`
        factors may be zero too: that is for powers and products, which are continuous there.
        """
        if form == 0:
            raise Refused("the logarithm of zero")
        total, sign = ZERO, 1
        unknown: Factors = []
        for (times, factors), side in ((form.factors, 1), (form.divisors, -1)):
            sign = -sign if times < 0 else sign
            # log 6 is log 2 + log 3: over primes a number has one logarithm.
            for prime, power in prime_powers(abs(times)):
                total += atoms.Log(number(prime)).form * (side * power)
            for base, power in factors:
                base_sign = self.sign(base)
                if ends and side > 0:
                    base_sign = base_sign.removeprefix("0")
                if base_sign == "-":
                    sign, base = (-sign if power % 2 else sign), -base
                elif base_sign != "+" and renamed and power % 2 and not unknown:
                    unknown.append((base, side * power))
                    continue
                elif base_sign != "+":
                    raise Refused("the logarithm of what is not known to be positive")
                inner = base.atom
                total += (inner.argument if isinstance(inner, atoms.Exp) else atoms.Log(base).form) * (
                    side * power
                )
        for base, power in unknown:  # the whole is positive, and so is this with the sign of the rest
            total += atoms.Log(base * sign).form * power
            sign = 1
        if sign < 0:
            raise Refused("the logarithm of what is negative")
        return self.tidy(total)

    def exponential(self, form: Form) -> Form:
        """Return e to the power of `form`: a product of powers, one for each of its terms."""
        result, form = ONE, settled(form)
        for times, factors in monomials(form):
            inner = factors[0][0].atom if len(factors) == 1 and factors[0][1] == 1 else None
            rest = times.numerator
            if isinstance(inner, atoms.Log):  # u^(3/2) is u·√u, whoever writes it
                integer = int(times)
                result *= inner.argument**integer
                rest -= integer * times.denominator
            if rest:
                result *= atoms.Exp(product(factors) / times.denominator).form ** rest
        return self.tidy(result)

    def power(self, base: Form, exponent: Form) -> Form:
        """Return `base` to the power of `exponent`.

        For an exponent that is no integer the base has to be positive, or nonnegative if the exponent
        is. Raises Refused if that is unknown.
        """
        if (integer := exponent.integer) is not None:
            if isinstance(distance := base.atom, atoms.AbsAtom) and integer % 2 == 0:
                base = distance.argument  # the square of a distance
            return self.tidy((base if integer >= 0 else self.require_nonzero(base)) ** integer)
        exponent_sign = self.sign(exponent)
        # Zero has no logarithm, and to a positive power needs none.
        if base == 0 and exponent_sign == "+":
            return ZERO
        ends = exponent_sign in ("+", "0+")
        return self.exponential(self.tidy(exponent * self.logarithm(base, ends=ends)))

    def absolute(self, form: Form) -> Form:
        """Return |`form`|: the absolute value of each factor, as it is where its sign is known."""
        (times, numerator), (divisor, denominator) = form.factors, form.divisors
        result = number(abs(Fraction(times, divisor)))
        for base, power in (*numerator, *((base, -power) for base, power in denominator)):
            sign = self.sign(base) if power % 2 else "+"
            if not sign:
                odd_power = 1 if power > 0 else -1  # the rest is a square
                result *= atoms.AbsAtom(base).form ** odd_power * base ** (power - odd_power)
            else:
                result *= (-base if sign.endswith("-") else base) ** power
        return result

    def factorial(self, form: Form) -> Form:
        """Return the factorial of the whole number `form`: 10! as a number, a long one as an atom."""
        value = form.integer
        is_short = value is not None and 0 <= value <= _LARGEST_FACTORIAL
        return number(factorial(value)) if is_short else atoms.FactorialAtom(form).form  # type: ignore[arg-type]

    def gamma(self, form: Form) -> Form:
        """Return Γ of a positive `form`: Γ(x + 1) is x·Γ(x), and for a bit d, Γ(x + d) is x^d·Γ(x)."""
        shares = (
            (atom, form.derivative(atom).number) for atom in form.atoms if isinstance(atom, atoms.Delta)
        )
        # Down as far as the argument stays positive: so Γ(x + 1) and x·Γ(x) are one form.
        for step in (ONE, *(atom.form for atom, times in shares if times is not None and times >= 1)):
            if self.sign(rest := form - step) == "+":
                return self.power(rest, step) * self.gamma(rest)
        if form == HALF:  # Abramowitz and Stegun, 6.1.8
            return self.power(atoms.CIRCLE.form, HALF)
        return ONE if form == 1 else atoms.GammaAtom(form).form

    def require_nonzero(self, form: Form) -> Form:
        """Return `form` if it is known not to be zero; raise Refused otherwise."""
        if self.sign(form.numerator) in ("+", "-"):
            return form
        # A product is zero nowhere if no factor is, though its terms may have both signs.
        if form != 0 and all(self.sign(base) in ("+", "-") for base, _ in form.factors[1]):
            return form
        raise Refused("division by what is not known to be other than zero")


def mentions_any(form: Form | FormPart, names: Collection[object]) -> bool:
    """Say whether `form` mentions one of `names`: letters with any indices, or functions.

    An expectation depends on every name: the distribution of a random letter may have any parameter.
    """
    return atoms.EXPECTATION in form.names or not form.names.isdisjoint(names)


def _dependent_total(bound: Sizes, factors: Factors) -> atoms.Total | None:
    """Return a sum among the factors that depends on a bound index."""
    for base, power in factors:
        if isinstance(base.atom, atoms.Total) and power > 0 and not base.mentioned.isdisjoint(bound):
            return base.atom
    return None


def _put_index(forms: Forms, index: atoms.IndexAtom, indices: Renaming) -> atoms.IndexAtom:
    if index in indices:
        return indices[index]
    if isinstance(index, atoms.Preceding):
        return atoms.preceding(_put_index(forms, index.index, indices))
    if isinstance(index, atoms.Label):
        inner = tuple(_put_index(forms, subscript, indices) for subscript in index.indices)
        return atoms.Label(index.name, inner, forms.put(index.size, indices))
    return index
