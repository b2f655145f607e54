"""Integers of any length: their text, their roots, products ∏ nᵉ over a coprime base, counted ratios.

Python converts no more digits at once than a limit that the process sets allows. A coprime base takes
gcds only: no number is ever factored. A `Ratio` stays as it was counted: 2 out of 4 is not yet 1/2.

How to read: texts come first, then coprime bases and roots, then `Ratio`.

Source of the idea: D. J. Bernstein, "Factoring into coprimes in essentially linear time",
J. Algorithms 54 (2005); this is the plain quadratic form of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction
from itertools import accumulate, repeat
from math import gcd, isqrt
from numbers import Rational

from exactnb.core.record import frozen
from exactnb.core.shown import Symbolic

_CHUNK = 600  # digits: the lowest limit that can be set is 640
_DIRECT = 1_990  # bits of fewer than 600 digits
_SMALL = (2, 3, 5, 7)
_HALVED = 60  # bits of a root that is found by halving
_BITS = 4_000  # of a number whose roots of all degrees are tried
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_PROVED = 3_317_044_064_679_887_385_961_980  # up to which no other number passes for all bases
Exponents = tuple[Fraction, ...]
Terms = tuple[Fraction, ...]


def integer_text(value: int) -> str:
    """Return the decimal digits of `value`, however many there are.

    >>> integer_text(-12), len(integer_text(10**5000))
    ('-12', 5001)
    """
    if value.bit_length() < _DIRECT:
        return str(value)
    parts = []
    rest = abs(value)
    while rest:
        rest, part = divmod(rest, 10**_CHUNK)
        parts.append(str(part).rjust(_CHUNK, "0") if rest else str(part))
    return ("-" if value < 0 else "") + "".join(reversed(parts))


def read_integer(digits: str) -> int:
    """Return the integer that some digits write, however many there are.

    >>> read_integer("007"), read_integer("9" * 5000) == 10**5000 - 1
    (7, True)
    """
    value = 0
    for index in range(0, len(digits), _CHUNK):
        part = digits[index : index + _CHUNK]
        value = value * 10 ** len(part) + int(part)
    return value


def exact_text(value: int | Fraction) -> str:
    """Return `value` as an integer or p/q in full, however few digits Python converts at once.

    >>> exact_text(Fraction(-2, 6)), exact_text(Fraction(4))
    ('-1/3', '4')
    """
    denominator = "" if value.denominator == 1 else f"/{integer_text(value.denominator)}"
    return integer_text(value.numerator) + denominator


def over_coprime_base(factors: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    """Return ∏ nᵉ of `factors` (n, e) over integers > 1 that share no divisor, zero exponents dropped.

    The product is 1 if and only if the result is empty: raise it to the common denominator of
    the exponents, and unique factorisation does the rest.

    >>> over_coprime_base([(6, Fraction(1)), (4, Fraction(-1, 2)), (9, Fraction(-1, 2))])
    {}
    """
    refined = _all_over_coprime_base([(number, (exponent,)) for number, exponent in factors])
    return {number: exponents[0] for number, exponents in refined.items()}


def ratio_of_exponents(
    numerator: Iterable[tuple[int, Fraction]], denominator: Iterable[tuple[int, Fraction]]
) -> Fraction | None:
    """Return the rational r with `numerator` = `denominator`^r, None without one.

    Both are products ∏ nᵉ as pairs (n, e); the denominator must not be 1.

    >>> ratio_of_exponents([(8, Fraction(1))], [(4, Fraction(1))])
    Fraction(3, 2)
    """
    zero = Fraction(0)
    pairs: list[tuple[int, Exponents]] = [(number, (e, zero)) for number, e in numerator]
    refined = _all_over_coprime_base(pairs + [(number, (zero, e)) for number, e in denominator])
    # Over a coprime base exponents are unique, so one ratio has to hold for all of them.
    ratios = {top / bottom if bottom else None for top, bottom in refined.values()}
    return ratios.pop() if len(ratios) == 1 else None


def _all_over_coprime_base(todo: list[tuple[int, Exponents]]) -> dict[int, Exponents]:
    """Refine several products at once: each integer carries its exponent in each of them."""
    base: dict[int, Exponents] = {}
    while todo:
        number, exponents = todo.pop()
        if number == 1 or not any(exponents):
            continue
        for divisor in base:
            shared = gcd(number, divisor)
            if shared > 1:
                # number·other becomes (number/shared)·shared·(other/shared): smaller, so this ends
                divisor_exponents = base.pop(divisor)
                both = tuple(e + o for e, o in zip(exponents, divisor_exponents, strict=True))
                todo += [
                    (number // shared, exponents),
                    (shared, both),
                    (divisor // shared, divisor_exponents),
                ]
                break
        else:
            base[number] = exponents
    return base


def exact_root(number: int, degree: int) -> int | None:
    """Return the integer whose power of `degree` is `number`, None without one.

    >>> exact_root(2401, 4), exact_root(2402, 4)
    (7, None)
    """
    if degree == 1 or number == 1:
        return number
    if degree >= number.bit_length():  # 2^degree is already more
        return None
    if degree == 2:
        guess = isqrt(number)
        return guess if guess * guess == number else None
    guess = 1 << -(-number.bit_length() // degree)  # more than the root
    if guess.bit_length() <= min(degree, _HALVED):  # Newton comes down by one part in `degree` only
        guess = bisect_left(range(guess), number, key=lambda of: of**degree)
        return guess if guess**degree == number else None
    # From above, Newton's integer steps fall to the floor of the root, and never below it.
    while True:
        better = ((degree - 1) * guess + number // guess ** (degree - 1)) // degree
        if better >= guess:
            break
        guess = better
    return guess if guess**degree == number else None


def least_base(number: int, exponent: Fraction) -> tuple[int, Fraction]:
    """Return `number`^`exponent` with the least base; beyond 1,200 digits, as far as small roots go.

    >>> least_base(8, Fraction(1, 2)), least_base(2**23, Fraction(1))
    ((2, Fraction(3, 2)), (2, Fraction(23, 1)))
    """
    degrees = _SMALL if number.bit_length() > _BITS else _possible_root_degrees(number)
    for degree in degrees:
        while number > 1 and (smaller := exact_root(number, degree)) is not None:
            number, exponent = smaller, exponent * degree
    return number, exponent


def _possible_root_degrees(number: int) -> list[int]:
    """Return the primes that may be degrees of a root: they divide how often a small prime does."""
    times = 0
    for prime in _SMALL:
        multiplicity = 0
        while number % prime == 0:
            number, multiplicity = number // prime, multiplicity + 1
        times = gcd(times, multiplicity)
    most = times or int(number.bit_length() / 3.4)  # what is left has a base of 11 at least
    degrees = (degree for degree in range(2, most + 1) if times % degree == 0)
    return [degree for degree in degrees if all(degree % n for n in range(2, isqrt(degree) + 1))]


def is_known_prime(number: int) -> bool:
    """Say whether `number` is a prime below 3·10²⁴; of larger ones it says no.

    >>> [*filter(is_known_prime, range(20)), *map(is_known_prime, (2**61 - 1, 3215031751))]
    [2, 3, 5, 7, 11, 13, 17, 19, True, False]

    Source: J. Sorenson and J. Webster, Strong pseudoprimes to twelve prime bases, Math. Comp. 86.
    """
    if number < 2 or number > _PROVED or any(number % base == 0 for base in _BASES):
        return number in _BASES
    halvings = ((number - 1) & (1 - number)).bit_length() - 1
    for base in _BASES:  # modulo a prime, 1 has no other roots than 1 and −1
        power = pow(base, number >> halvings, number)
        squares = accumulate(repeat(power, halvings), lambda root, _: root * root % number)
        if power != 1 and number - 1 not in squares:
            return False
    return True


@frozen(slots=True, init=False, repr=False)
class Ratio(Symbolic):
    """Keep a numerator and a denominator, each a sum of terms, as they were counted.

    >>> Ratio(2, 4) == Ratio(1, 2)          # equality is of the form ...
    False
    >>> Ratio(2, 4).value == Ratio(1, 2).value   # ... and arithmetic is of the value
    True
    >>> Ratio((2, 1), (4, 2))               # (2+1)/(4+2): smoothed with λ = 1
    Ratio((2, 1), (4, 2))
    >>> Ratio((2, 1), (4, 2)).with_sums()
    Ratio(3, 6)
    """

    numerator: Terms
    denominator: Terms
    text: str = field(compare=False)

    def __init__(
        self,
        numerator: int | Fraction | tuple[int | Fraction, ...],
        denominator: int | Fraction | tuple[int | Fraction, ...],
        text: str = "",
    ) -> None:
        """Keep the terms, and the decimal or percentage that they were read from, as it was typed."""
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "numerator", _terms(numerator))
        object.__setattr__(self, "denominator", _terms(denominator))

    def with_sums(self) -> Ratio:
        """Return the ratio with its sums carried out: (2+1)/(4+2) becomes 3/6."""
        return Ratio(sum(self.numerator, Fraction(0)), sum(self.denominator, Fraction(0)))

    @property
    def value(self) -> Fraction:
        """Return the exact value.

        Raises ZeroDivisionError where the denominator adds up to 0: nothing was counted.
        """
        return sum(self.numerator, Fraction(0)) / sum(self.denominator, Fraction(0))

    def __repr__(self) -> str:
        return f"Ratio({_spell(self.numerator)}, {_spell(self.denominator)})"


def _terms(raw: int | Fraction | tuple[int | Fraction, ...]) -> Terms:
    parts = raw if isinstance(raw, tuple) else (raw,)
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, (int, Fraction, Rational)):
            raise TypeError(f"the terms of a Ratio are int or Fraction (got {part!r})")
    return tuple(Fraction(part) for part in parts)


def _spell(terms: Terms) -> str:
    texts = []
    for term in terms:
        numerator, denominator = integer_text(term.numerator), integer_text(term.denominator)
        texts.append(numerator if denominator == "1" else f"Fraction({numerator}, {denominator})")
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
