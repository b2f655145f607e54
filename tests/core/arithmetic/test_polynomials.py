"""Polynomials and forms against SymPy, which shares nothing with them: divisors, factors, fractions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce
from itertools import permutations
from operator import mul

import flint
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, choose, in_both_runs, law

from exactnb.core.arithmetic.polynomials import Polynomial, factored, gcd_and_quotients, prime_powers
from exactnb.explain.proving.forms.atoms import Constant, Delta, Free, Indexed, LetterName, Log
from exactnb.explain.proving.forms.rational import Form, number

NAMES = ("x", "y", "z")
KNOWN = dict(zip(NAMES, sympy.symbols("x y z"), strict=True))
ATOMS = {name: Indexed(LetterName(name, False, "", 0, ()), ()) for name in NAMES}

monomials = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 2), max_size=2)
small = st.lists(st.tuples(monomials, st.integers(-4, 4)), max_size=3)


def polynomial(terms: list[tuple[dict[str, int], int]]) -> Polynomial[str]:
    """Return a polynomial, its terms added up one by one."""
    out: Polynomial[str] = Polynomial.constant(0)
    for powers, times in terms:
        parts = (Polynomial.variable(name) ** power for name, power in powers.items())
        out += reduce(mul, parts, Polynomial[str].constant(times))
    return out


def as_sympy(of: Polynomial[str]) -> sympy.Expr:
    terms = (
        sympy.Mul(times, *(KNOWN[name] ** power for name, power in powers))
        for powers, times in of.coefficients.items()
    )
    return sympy.Add(*terms)


polynomials = st.builds(polynomial, small)


@law(12)
@given(polynomials, polynomials, st.integers(0, 3))
def test_rings(one: Polynomial[str], other: Polynomial[str], power: int) -> None:
    """Sums, products, powers and derivatives are those of SymPy."""
    p, q = as_sympy(one), as_sympy(other)
    for mine, theirs in (
        (one + other, p + q),
        (one - other, p - q),
        (one * other, p * q),
        (one**power, p**power),
        (one.derivative("x"), sympy.diff(p, KNOWN["x"])),
    ):
        assert sympy.expand(as_sympy(mine) - theirs) == 0
        assert all(mine.coefficients.values())


@law(12)
@given(polynomials, polynomials, polynomials)
def test_divisors(one: Polynomial[str], other: Polynomial[str], shared: Polynomial[str]) -> None:
    """What two polynomials share is what SymPy finds, but for its sign, and goes into both."""
    one, other = one * shared, other * shared
    if one.number == 0 or other.number == 0:
        return
    divisor, first, second = gcd_and_quotients(one, other)
    assert (divisor * first, divisor * second) == (one, other)
    wanted = sympy.gcd(as_sympy(one), as_sympy(other))
    found = as_sympy(divisor)
    assert sympy.expand(found - wanted) == 0 or sympy.expand(found + wanted) == 0


@law(12)
@given(polynomials, polynomials, st.integers(1, 3))
def test_factors(one: Polynomial[str], other: Polynomial[str], power: int) -> None:
    """The factors of a product are as many as SymPy's, with the same powers, and multiply to it."""
    whole = one**power * other
    if whole.number is not None:
        return
    times, powers = factored(whole)
    product = Polynomial[str].constant(times)
    for base, exponent in powers:
        product *= base**exponent
    assert product == whole
    _, wanted = sympy.factor_list(as_sympy(whole))
    assert sorted(e for _, e in powers) == sorted(e for _, e in wanted)


@all_of("bits", [30, 31, 32, 33, 63, 64, 65, 200])
def test_factors_with_large_numbers(bits: int) -> None:
    """Factors are found whatever the size of the numbers in them, in one variable and in two."""
    x, y = Polynomial.variable("x"), Polynomial.variable("y")
    one, large = Polynomial[str].constant(1), Polynomial[str].constant(2**bits)
    for pair in ((x + large, x + one), (x * large + one, x + one), (x * large + y, x + y)):
        _, powers = factored(pair[0] * pair[1] * Polynomial[str].constant(-6))
        assert {base for base, _ in powers} == set(pair)


def test_polynomials_of_one_term() -> None:
    """Its power of 0 is 1; 0 and sums are spelled; and it is equal to polynomials alone."""
    x, y = Polynomial.variable("x"), Polynomial.variable("y")
    assert (x * y * Polynomial.constant(2)) ** 0 == Polynomial.constant(1)
    assert x.derivative("y") == Polynomial.constant(0) != 0
    assert [repr(of) for of in (x - x, x**2 * y - Polynomial.constant(3))] == ["0", "1·x^2·y^1 + -3"]


def test_primes() -> None:
    """A number is the product of the powers of its primes."""
    for value in (1, 2, 97, 360, 10**12 + 39, 2**40 * 3**5):
        assert dict(prime_powers(value)) == sympy.factorint(value)


@pytest.mark.parametrize("what", ["gcd", "first", "second", "factor"])
def test_a_wrong_answer_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not multiply to the polynomial that was asked about is refused."""
    x, y = Polynomial.variable("x"), Polynomial.variable("y")
    whole = (x + y) * (x - y)
    sides: list[object] = []

    class Wrong:
        """Answer as python-flint would about another polynomial."""

        def __init__(self, of: flint.fmpz_mpoly) -> None:
            self.of = of

        def __floordiv__(self, other: Wrong) -> flint.fmpz_mpoly:
            sides.append(self)
            wrong = what == ("first", "second")[len(sides) - 1]
            return self.of // other.of + int(wrong)

        def gcd(self, other: Wrong) -> Wrong:
            return Wrong(self.of + other.of if what == "gcd" else self.of.gcd(other.of))

        def to_dict(self) -> dict[tuple[int, ...], int]:
            return dict(self.of.to_dict())

        def factor(self) -> tuple[int, list[tuple[flint.fmpz_mpoly, int]]]:
            return 1, [(self.of + 1, 1)]

    true = flint.fmpz_mpoly_ctx.get

    class Rings:
        """Stand for the rings of python-flint."""

        @staticmethod
        def get(*given: object) -> Rings:
            ring = Rings()
            ring.true = true(*given)  # type: ignore[attr-defined]
            return ring

        def from_dict(self, terms: dict[tuple[int, ...], int]) -> Wrong:
            return Wrong(self.true.from_dict(terms))  # type: ignore[attr-defined]

    monkeypatch.setattr(flint, "fmpz_mpoly_ctx", Rings)
    with pytest.raises(ArithmeticError, match=r"divide|multiply"):
        factored(whole) if what == "factor" else gcd_and_quotients(whole, (x + y) * (x + y))


# forms


class Grown:
    """Build forms and SymPy's expressions from the same random steps."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def pair(self, depth: int) -> tuple[Form, sympy.Expr]:
        """Return a form and what it stands for."""
        kind = self.dice.choice("+-*/^nx" if depth else "nx")
        if kind == "n":
            value = self.dice.randint(-3, 3)
            return number(value), sympy.Integer(value)
        if kind == "x":
            name = self.dice.choice(NAMES)
            return ATOMS[name].form, KNOWN[name]
        (a, p), (b, q) = self.pair(depth - 1), self.pair(depth - 1)
        if kind == "^":
            power = self.dice.randint(0, 2)
            return a**power, p**power
        if kind == "/" and b != 0:
            return a / b, p / q
        return {"+": (a + b, p + q), "-": (a - b, p - q)}.get(kind, (a * b, p * q))


def form_as_sympy(form: Form) -> sympy.Expr:
    symbols = {atom: KNOWN[name] for name, atom in ATOMS.items()}
    above, below = (
        sympy.Add(*(t * sympy.Mul(*(symbols[v] ** e for v, e in of)) for of, t in part.items()))
        for part in (form.dividend.coefficients, form.divisor.coefficients)
    )
    return above / below


def pairs(count: int) -> Iterator[tuple[Form, sympy.Expr]]:
    grown = Grown(7)
    for _ in range(count):
        yield grown.pair(3)


@pytest.mark.exhaustive
def test_forms_are_fractions_in_lowest_terms() -> None:
    """A form is worth what SymPy makes of it, has as few terms, and a number for a number."""
    for form, wanted in pairs(300):
        wanted = sympy.cancel(wanted)
        assert sympy.cancel(form_as_sympy(form) - wanted) == 0
        above, below = sympy.fraction(wanted)
        parts = (form.dividend, above), (form.divisor, below)
        sizes = [(len(p.coefficients), len(sympy.Add.make_args(sympy.expand(q)))) for p, q in parts]
        assert form == 0 or all(mine == theirs for mine, theirs in sizes)
        assert (form.number is not None) == (not wanted.free_symbols)


def test_equal_forms_are_alike() -> None:
    """Two forms are equal just where SymPy's cancelled fractions are, and are then spelled alike."""
    found = [(form, sympy.cancel(expression)) for form, expression in pairs(120)]
    same = 0
    for form, expression in found:
        for other, another in found:
            equal = expression == another
            same += equal
            assert (form == other) == equal
            assert form != other or (hash(form), form.spelled) == (hash(other), other.spelled)
    assert same > len(found)


def test_the_sign_of_a_form_stands_above() -> None:
    """Products of fractions are those of products, in whatever order the atoms are multiplied."""
    x, y, z = (ATOMS[name].form for name in NAMES)
    for a, b, c in permutations((x, y - x, z - x - y)):
        whole = number(1) / (a * b * c)
        assert number(1) / a * (number(1) / b) * (number(1) / c) == whole
        assert number(-1) / a / (-b) / c == whole == number(1) / (b - b * 2) / a / (-c)
        halved = c * (a - b) / ((b - a) * (c + 1))
        assert (halved, halved.divisor.leading_coefficient) == (
            -c / (c + 1),
            abs(halved.divisor.leading_coefficient),
        )
    assert all(form.divisor.leading_coefficient > 0 for form, _ in pairs(300))


@in_both_runs
def test_derivatives_and_replacements_of_forms() -> None:
    """The derivative by an atom and a form with another in an atom's place are those of SymPy."""
    x, y = ATOMS["x"], ATOMS["y"]
    for form, expression in pairs(choose(quick=40, exhaustive=150)):
        by_x = sympy.diff(expression, KNOWN["x"])
        assert sympy.cancel(form_as_sympy(form.derivative(x)) - by_x) == 0
        swapped = {x: y.form, y: x.form / (y.form + 2)}
        there = {KNOWN["x"]: KNOWN["y"], KNOWN["y"]: KNOWN["x"] / (KNOWN["y"] + 2)}
        below = sympy.fraction(sympy.cancel(expression))[1].subs(there, simultaneous=True)
        if sympy.cancel(below) != 0:
            wanted = expression.subs(there, simultaneous=True)
            assert sympy.cancel(form_as_sympy(form.replaced(swapped)) - wanted) == 0


def test_a_denominator_that_becomes_zero_is_no_form() -> None:
    """What has no value at a place has no form there."""
    x, y = ATOMS["x"], ATOMS["y"]
    with pytest.raises(ZeroDivisionError):
        (number(1) / (x.form - y.form)).replaced({x: y.form})


def test_atoms_know_their_letters() -> None:
    """What stands deep inside of an atom is known to it: indices and the names of letters."""
    k, j = Free("k"), Free("j")
    inner = Indexed(LetterName("a", False, "", 1, (None,)), (k,))
    outer = Log(inner.form + Delta(j, Constant(1)).form)
    assert outer.mentioned == {k, j, Constant(1)}
    assert outer.names == {("a", False)}
    assert (outer.form * 2 + 1).mentioned == outer.mentioned


def test_atoms_that_differ_are_spelled_differently() -> None:
    """No two atoms are taken for one by what their letters are made of."""
    names = ["a", "a, False", "a', False, '', 0, ()), ()", 'a"', "1", ""]
    indices = [Constant(1), Constant("1"), Free("1"), Constant("'1'"), Free("1)")]
    atoms = [Indexed(LetterName(name, hat, "", 0, ()), ()) for name in names for hat in (False, True)]
    atoms += [Indexed(LetterName("a", False, "", 1, (None,)), (index,)) for index in indices]
    assert len({atom.spelled for atom in atoms}) == len(set(atoms)) == len(atoms)


def test_nothing_leads_in_nothing() -> None:
    """0 has no leading coefficient but 0, and a number is its own."""
    assert (
        Polynomial.constant(0).leading_coefficient,
        Polynomial.constant(-3).leading_coefficient,
    ) == (0, -3)


def test_the_last_variable_leads_and_then_the_one_before() -> None:
    """Of x y and x² y the latter, of x² and y the latter too, in whichever order they were added."""
    for terms in ([({"x": 1, "y": 1}, 3), ({"x": 2, "y": 1}, 5)], [({"x": 2}, 3), ({"y": 1}, 5)]):
        assert polynomial(terms).leading_coefficient == polynomial(terms[::-1]).leading_coefficient == 5


@law(12)
@given(polynomials, polynomials)
def test_what_leads_in_a_product_is_the_product_of_what_leads(one, other) -> None:
    """So the sign of a product is known by the signs of its factors."""
    assert (one * other).leading_coefficient == one.leading_coefficient * other.leading_coefficient
