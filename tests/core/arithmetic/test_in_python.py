"""What stands in for python-flint, operation by operation beside it, and whole solutions without it."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, choose, in_both_runs, law
from worked import EXAMPLES, PROBLEMS

import exactnb
from exactnb.core import arithmetic
from exactnb.core.arithmetic import enclosure, in_python, matrices, polynomials
from exactnb.core.arithmetic.algebraic import real_zeros
from exactnb.core.arithmetic.closed_form import sign_of_sum
from exactnb.core.arithmetic.enclosure import Ball
from exactnb.core.arithmetic.in_python import Ordering, arb, fmpz_mpoly_ctx
from exactnb.core.arithmetic.matrices import Matrix
from exactnb.core.arithmetic.polynomials import Polynomial
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.errors import Unsupported

F = Fraction
LogForm = tuple[list[tuple[int, int | Fraction]], Fraction, int]
Made = TypeVar("Made")
ENTRIES = st.fractions(-3, 3, max_denominator=3)
WITHOUT = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Blocked())
"""


@contextmanager
def resting_on(other: object) -> Iterator[None]:
    """Let balls, matrices and polynomials rest on another library."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (enclosure, matrices, polynomials):
            patch.setattr(module, "flint", lambda: other)
        yield


def both(make: Callable[[], Made]) -> tuple[Made, Made]:
    """Return what is made with python-flint, and with what stands in for it."""
    assert enclosure.flint() is flint
    with resting_on(in_python):
        other = make()
    return make(), other


def alike(one: Ball, other: Ball, bits: int) -> bool:
    """Say whether two balls can hold the same number, and the second is about as narrow."""
    if one.bounds() is None or other.bounds() is None:
        return one.bounds() is other.bounds()
    (a, b), (c, d) = one.bounds(), other.bounds()
    size = max(map(abs, (a, b, c, d)))
    return max(a, c) <= min(b, d) and d - c <= 2 * (b - a) + size / 2 ** (bits - 4)


def holds(ball: Ball, narrow: Ball) -> bool:
    """Say whether a ball holds the middle of another around the same number, which is narrower."""
    (lower, upper), ends = ball.bounds(), narrow.bounds()
    return lower <= sum(ends) / 2 <= upper


def pairs(balls: list[Ball]) -> list[tuple[Ball, Ball]]:
    """Return balls and narrower ones by twos."""
    return [*zip(balls[::2], balls[1::2], strict=True)]


def drawn(dice: random.Random) -> LogForm:
    """Return the factors, the constant and the power of √π of a log form."""
    powers = [
        F(dice.randint(-30, 30), dice.choice((1, 1, 1, 2, 3, 7))) for _ in range(dice.randint(0, 5))
    ]
    most = dice.choice((10, 1000, 10**12))
    factors = [(dice.randint(2, most), int(p) if p.denominator == 1 else p) for p in powers]
    return (
        factors,
        F(dice.randint(-50, 50), dice.randint(1, 12)) * dice.randint(0, 1),
        dice.randint(-3, 3),
    )


@in_both_runs
def test_log_forms_are_enclosed_alike() -> None:
    """Random log forms have the same sign, logarithm and power, each interval around the other."""
    dice = random.Random(20)
    for _ in range(choose(quick=120, exhaustive=1_500)):
        form, bits = drawn(dice), dice.choice((16, 53, 64, 128, 300))

        def made(form: LogForm = form, bits: int = bits) -> list[Ball]:
            balls = [enclosure.log_form(*form, at) for at in (bits, bits + 64)]
            small = [ball.times(enclosure.ball_of(F(1, 64)), bits + 64) for ball in balls]
            return balls + [ball.exp(at) for ball, at in zip(small, (bits, bits + 64), strict=True)]

        ours, theirs = both(made)
        assert [ball.sign() for ball in ours[1:]] == [ball.sign() for ball in theirs[1:]], form
        for (one, narrow), (other, near) in zip(pairs(ours), pairs(theirs), strict=True):
            assert alike(one, other, bits - 8), form
            assert holds(one, near), form
            assert holds(other, narrow), form


@given(st.fractions(-9, 9, max_denominator=10**6), st.sampled_from([24, 64, 200]))
@law(40)
def test_tails_are_enclosed_alike(place: Fraction, bits: int) -> None:
    """The tail of the standard normal distribution, and what it is made of, are the same."""
    one, other = both(lambda: enclosure.ball_of(place, bits).normal_tail(bits))
    assert alike(one, other, bits - 10)
    one, other = both(lambda: enclosure.ball_of(abs(place), bits).root(bits))
    assert alike(one, other, bits)


def test_what_has_no_value_has_no_bounds() -> None:
    """A quotient by what may be 0, the logarithm of what may be negative and its root are unbounded."""
    around = [
        lambda: enclosure.ball_of(F(1, 3), 16).plus(enclosure.ball_of(F(-1, 3), 64), 16),
        lambda: enclosure.ball_of(F(-1, 3), 16),
    ]
    for make in around:
        for found in both(lambda make=make: (make().log(64), make().root(64))):
            assert not any(ball.is_finite() for ball in found)
            assert [ball.sign() for ball in found] == [None, None]
    for ball in both(lambda: enclosure.ball_of(1).divided_by(around[0](), 64)):
        assert not ball.is_finite()
        assert ball.bounds() is ball.upper_decimal_exponent() is None


def test_what_is_worked_out_from_no_value_has_none() -> None:
    """1 over a ball that reaches down to 0 is unbounded, and so is what either side of it gives."""

    def made() -> list[Ball]:
        third, one = enclosure.ball_of(F(1, 3), 16), enclosure.ball_of(1)
        lowest, _ = third.bounds()
        endless = one.divided_by(third.plus(enclosure.ball_of(-lowest), 16), 16)
        pairs = [pair for of in (enclosure.ball_of(0), one) for pair in ((of, endless), (endless, of))]
        steps = (Ball.plus, Ball.times, Ball.divided_by)
        alone = (Ball.exp, Ball.log, Ball.root, Ball.normal_tail)
        found = [step(*pair, 16) for pair in pairs for step in steps]
        return [endless, *found, *(step(endless, 16) for step in alone)]

    for found in both(made):
        assert not any(ball.is_finite() for ball in found)
        assert {ball.sign() for ball in found} == {None}


@pytest.mark.parametrize("sign", [1, -1])
def test_what_has_one_end_decides_nothing(sign: int) -> None:
    """1 over what reaches from 0 to 1/8 is at least 8, and yet neither above 0 nor below 9."""

    def made() -> tuple[Ball, Ball, Ball]:
        below = enclosure.ball_between(F(0), F(1, 8), 64).plus(enclosure.ball_of(F(1, 16)), 64)
        touching = below.plus(enclosure.ball_of(F(-1, 16)), 64)
        return (
            enclosure.ball_of(sign).divided_by(touching, 64),
            enclosure.ball_of(0),
            enclosure.ball_of(9 * sign),
        )

    for endless, *others in both(made):
        assert endless.sign() is None
        assert not any(endless.is_above(of) or of.is_above(endless) for of in others)


@pytest.mark.parametrize("sign", [1, -1])
def test_powers_of_e_and_tails_are_taken_so_far_and_no_further(sign: int) -> None:
    """e to less than 2⁶⁴ has bounds, and so has the error function below 2¹⁶; beyond, neither has."""
    for of, far in ((arb.exp, 1 << 64), (arb.erfc, 1 << 16)):
        assert of(arb(sign * (far - 1))).is_finite()
        assert not of(arb(sign * far)).is_finite()


def test_an_interval_on_the_edge_of_a_function_has_no_value() -> None:
    """Of 0 there is no logarithm, and of what may be less than 0 no root; 0 is its own root."""
    around = arb(Fraction(1, 3)) - arb(Fraction(1, 3))
    assert not arb(0).log().is_finite()
    assert not around.log().is_finite()
    assert not around.sqrt().is_finite()
    assert arb(0).sqrt().is_zero()
    assert not around.is_zero()
    assert [around > 0, around < 0] == [False, False]


@pytest.mark.parametrize("sign", [1, -1])
def test_what_has_one_sign_is_not_enclosed(sign: int) -> None:
    """e to the 10^400 has no bounds here, and a sum with it of positive numbers is positive."""
    with resting_on(in_python):
        terms = [(F(sign), PowerProduct.exp(10**400)), (F(sign), PowerProduct.of(2))]
        assert sign_of_sum(terms) == sign


def test_few_bits_are_lost_where_mpmath_is_not_proved() -> None:
    """ln 2 and e² are told to 62 of 64 bits."""
    with resting_on(in_python):
        two = enclosure.ball_of(2)
        assert all(ball.is_accurate(62) for ball in (two.log(64), two.exp(64)))


def test_exact_numbers_stay_exact() -> None:
    """0, 1 and their logarithm and power, long integers and roots of squares have no radius."""
    for of in both(
        lambda: (
            enclosure.ball_of(1).log(64),
            enclosure.ball_of(0).exp(64),
            enclosure.ball_of(F(9, 4)).root(64),
            enclosure.ball_of(3**200, 400),
            enclosure.ball_of(0).root(64),
            enclosure.ball_of(0).normal_tail(64),
        )
    ):
        assert [ball.bounds() for ball in of] == [(x, x) for x in (0, 1, F(3, 2), 3**200, 0, F(1, 2))]


@given(st.integers(-3000, 3000), st.integers(1, 99), st.sampled_from([30, 100]))
@law(40)
def test_sizes_and_shifts_are_alike(power: int, number: int, bits: int) -> None:
    """The power of ten of a ball, and a ball shifted by one, are the same; so are doubles beside it."""
    value = F(3 * number + 1, 3)  # no ball around it is exact

    def made() -> tuple[Ball, int | None, tuple[float, float]]:
        ball = enclosure.ball_of(value, bits).times_ten_to(power)
        return ball, ball.upper_decimal_exponent(), enclosure.ball_of(value, 120).double_double()

    (one, *size), (other, *same) = both(made)
    assert alike(one, other, bits - 6)
    assert size == same


@given(st.lists(st.integers(1, 10**15), min_size=1, max_size=6))
@law(20)
def test_logarithms_as_doubles_are_alike(numbers: list[int]) -> None:
    """Logarithms as two doubles, and as whole numbers of a power of two, are the same."""
    one, other = both(lambda: enclosure.double_double_logs(numbers))
    assert one == other
    one, other = both(lambda: enclosure.fixed_point_logs(numbers, 80))
    assert all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(ENTRIES, min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
@law(60)
def test_matrices_are_alike(rows: list[list[Fraction]]) -> None:
    """Determinants, inverses and null vectors are the same."""
    matrix = Matrix(tuple(map(tuple, rows)))
    for make in (matrices.determinant, matrices.inverse, matrices.null_vector):
        one, other = both(lambda make=make: make(matrix))
        assert one == other


def polynomial(dice: random.Random, variables: str) -> Polynomial[str]:
    terms: dict[tuple[tuple[str, int], ...], int] = {}
    for _ in range(dice.randint(1, 4)):
        powers = ((variable, dice.randint(0, 2)) for variable in variables)
        terms[tuple((variable, power) for variable, power in powers if power)] = dice.randint(1, 9)
    return Polynomial({of: number * dice.choice((1, -1)) for of, number in terms.items()})


@in_both_runs
def test_common_divisors_are_alike() -> None:
    """Greatest common divisors of random polynomials, and what is left of each, are the same."""
    dice = random.Random(4)
    for _ in range(choose(quick=40, exhaustive=600)):
        variables = "abcd"[: dice.randint(1, 4)]
        one, other, shared = (polynomial(dice, variables) for _ in range(3))
        found = both(
            lambda a=one * shared, b=other * shared * shared: polynomials.gcd_and_quotients(a, b)
        )
        assert found[0] == found[1]


@in_both_runs
def test_factors_are_alike() -> None:
    """The number, the irreducible factors with their signs, and their powers are the same."""
    dice = random.Random(5)
    for _ in range(choose(quick=25, exhaustive=400)):
        variables = "abcd"[: dice.randint(1, 4)]
        one, other = (polynomial(dice, variables) for _ in range(2))
        (times, powers), (number, found) = both(lambda a=one * other * other: polynomials.factored(a))
        assert times == number
        assert (len(powers), set(powers)) == (len(found), set(found))


@given(ENTRIES, ENTRIES, st.sampled_from([30, 100]))
@law(20)
def test_what_lies_between_two_numbers_is_alike(low: Fraction, high: Fraction, bits: int) -> None:
    """A ball around two numbers holds both, whichever stands first, and hardly more."""
    assert enclosure.ball_between(low, high, bits).bounds() == (min(low, high), max(low, high))
    for ball in both(lambda: enclosure.ball_between(low, high, bits).times(enclosure.ball_of(1), bits)):
        least, most = ball.bounds()
        assert least <= min(low, high) <= max(low, high) <= most
        assert most - least <= abs(high - low) * F(101, 100) + F(32, 1 << bits)


def test_roots_of_polynomials_are_enclosed_alike() -> None:
    """x³ = x + 1 has its one zero between 1.3247179572 and 1.3247179573 with either library."""
    (root,) = real_zeros((-1, -1, 0, 1))
    for ball in both(lambda: root.enclose(64)):
        low, high = ball.bounds()
        assert F("1.3247179572") < low < high < F("1.3247179573")


def test_an_exact_ball_is_shifted_closely() -> None:
    """1 over a power of ten has thousands of bits, as 1 has all."""
    with resting_on(in_python):
        assert enclosure.ball_of(1).times_ten_to(-3).is_accurate(10_000)


def test_primes_are_alike() -> None:
    """Every number up to 200 has the same prime factors with the same powers."""
    for number in range(1, 201):
        one, other = both(lambda number=number: polynomials.prime_powers(number))
        assert one == other


X, Y, ONE = Polynomial.variable("x"), Polynomial.variable("y"), Polynomial[str].constant(1)


@all_of("of", [ONE, Y, Y + ONE, Y**2 + Y + ONE, Y**3 - ONE - ONE, X * Y - ONE])
def test_nothing_has_every_divisor(of: Polynomial[str]) -> None:
    """The divisor of 0 and a polynomial is that polynomial, its sign aside."""
    zero = Polynomial[str].constant(0)
    ring = fmpz_mpoly_ctx.get(("x", 1), Ordering.lex)
    assert ring.from_dict({}).gcd(ring.from_dict({(1,): -2})).to_dict() == {(1,): 2}
    for divisor, first, second in both(lambda: polynomials.gcd_and_quotients(of * X, zero * X)):
        assert (divisor * first, divisor * second) == (of * X, zero)


@all_of("root", [Y + ONE, Y**2 + Y + ONE, Y**3 - ONE - ONE])
def test_a_difference_of_squares_falls_apart(root: Polynomial[str]) -> None:
    """x² − r² is (x − r)·(x + r), whatever polynomial in y r is; x² − r² − 1 is not a product."""
    for number, powers in both(lambda: polynomials.factored(X**2 - root**2)):
        assert {base.times(base.leading_coefficient) for base, _ in powers} == {
            part.times(part.leading_coefficient) for part in (X - root, X + root)
        }
        assert [power for _, power in powers] == [1, 1]
        assert abs(number) == 1
    for _, powers in both(lambda: polynomials.factored(X**2 - root**2 - ONE)):
        assert len(powers) == 1


def test_factors_of_high_degree_in_each_variable_are_found() -> None:
    """(x³ + y³ + 1)(x⁴ − y³ − 2) has its two factors, and (y − x)(y − x²)(x + y⁴)² three."""
    two = ONE + ONE
    for parts in (
        {X**3 + Y**3 + ONE: 1, X**4 - Y**3 - two: 1},
        {Y - X: 1, Y - X**2: 1, X + Y**4: 2},
    ):
        whole = ONE
        for base, power in parts.items():
            whole *= base**power
        for _, found in both(lambda whole=whole: polynomials.factored(whole)):
            assert {base.times(base.leading_coefficient): power for base, power in found} == {
                base.times(base.leading_coefficient): power for base, power in parts.items()
            }


@in_both_runs
def test_primes_of_long_numbers_are_alike() -> None:
    """Products of two primes of nine digits, and powers of them, are taken apart alike."""
    for number in (999_999_937 * 998_244_353, 998_244_353**3 * 2**70, (1 << 61) - 1):
        one, other = both(lambda number=number: polynomials.prime_powers(number))
        assert one == other


@all_of("size", [1, 2, 3])
def test_singular_matrices_are_alike(size: int) -> None:
    """A matrix whose rows are one and the same has no inverse, and a determinant if it is 1 by 1."""
    matrix = Matrix(tuple(tuple(F(n, 3) for n in range(size)) for _ in range(size)))
    for make in (matrices.determinant, matrices.inverse, matrices.null_vector):
        one, other = both(lambda make=make: make(matrix))
        assert one == other
    assert matrices.inverse(matrix) is None


def run(code: str, *blocked: str) -> str:
    """Return what Python prints to which some modules are not installed."""
    whole = WITHOUT.format(blocked=blocked) + code
    given = [sys.executable, "-c", whole]
    root = Path(exactnb.__file__).parents[1]
    done = subprocess.run(given, capture_output=True, text=True, check=False, cwd=root)
    assert not done.returncode, done.stderr
    return done.stdout


@pytest.mark.exhaustive
def test_solutions_without_python_flint() -> None:
    """The text of worked examples is to the letter the golden one, and so are theorems proved."""
    problems = PROBLEMS[1::2]
    theorems = ("bernoulli-mle", "lda-mle", "gaussian-mean")
    code = (
        "from exactnb import derive, solve\n"
        "from pathlib import Path\n"
        f"for path in {list(map(str, problems))}:\n"
        "    if solve(path).text() != Path(path).with_suffix('.txt').read_text(): print(path)\n"
        f"for name in {theorems}:\n"
        f"    kept = Path({str(EXAMPLES)!r}) / 'derivations' / (name + '.txt')\n"
        "    if derive(name, anew=True).text() != kept.read_text(): print(name)\n"
        "print('flint' in sys.modules, 'mpmath' in sys.modules)"
    )
    assert run(code, "flint") == "False True\n"


def test_what_stands_in_is_loaded_where_python_flint_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without python-flint it is mpmath and SymPy; without these too, a line says so."""
    load = enclosure.flint.__wrapped__
    assert load() is flint
    monkeypatch.setitem(sys.modules, "flint", None)
    assert load() is in_python
    monkeypatch.setitem(sys.modules, in_python.__name__, None)
    monkeypatch.delattr(arithmetic, "in_python")
    with pytest.raises(Unsupported, match="this needs python-flint or, in its place, SymPy"):
        load()


@pytest.mark.exhaustive
def test_with_neither_library_it_is_said_what_to_install() -> None:
    """Without python-flint and SymPy a comparison is refused in a line, and discrete ones go on."""
    code = (
        "from exactnb.interfaces.cli import main\n"
        "tennis = 'worked_examples/play_tennis/play_tennis.toml'\n"
        "assert main(['solve', tennis, '-o', '/dev/null']) == 0\n"
        "sys.stderr = sys.stdout\n"
        "print(main(['solve', 'worked_examples/temperature/note_004_temperature.toml']))"
    )
    said = run(code, "flint", "sympy", "mpmath")
    assert "needs python-flint or, in its place, SymPy: pip install python-flint\n2\n" in said
