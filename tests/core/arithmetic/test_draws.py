"""Draws: the bits of SHA-256, whole numbers and shares without rounding, refusals."""

from __future__ import annotations

import ast
import inspect
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction as F
from hashlib import sha256
from itertools import islice
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic import draws as module
from exactnb.core.arithmetic.draws import Draws
from exactnb.errors import InputError

LAW = law(12)


class Fed(Draws):
    """Draws that take their bits from a number that is given, and say when it is used up."""

    def __init__(self, number: int, size: int) -> None:
        super().__init__(0)
        self._bits, self._size = number, size

    def _random_bits(self, size: int) -> int:
        if size > self._size:
            raise EOFError
        return super()._random_bits(size)


def bits_of(seed: str) -> Iterator[int]:
    """Yield the bits of SHA-256 over the seed and a counter, the first bit of each digest first."""
    block = 0
    while True:
        for byte in sha256(f"{seed}:{block}".encode()).digest():
            yield from (byte >> place & 1 for place in range(7, -1, -1))
        block += 1


def by_hand(seed: str, number: int, times: int) -> list[int]:
    """Return draws below a number: as many bits as it needs, again where they are too large."""
    bits = bits_of(seed)
    size = len(bin(number - 1)) - 2 if number > 1 else 0
    out: list[int] = []
    while len(out) < times:
        drawn = sum(bit << place for place, bit in enumerate(reversed(list(islice(bits, size)))))
        if drawn < number:
            out.append(drawn)
    return out


def over_all_bits(shares: list[F], size: int) -> Counter[int]:
    """Return how often each place is chosen over all numbers of `size` bits; −1 is drawn again."""
    found: Counter[int] = Counter()
    for number in range(2**size):
        try:
            found[Fed(number, size).choose_index(shares)] += 1
        except EOFError:
            found[-1] += 1
    return found


def test_the_first_draws_of_a_seed_are_known() -> None:
    """SHA-256 of "7:0" begins with 1011 0111 …: in threes 5, 5, 7 (drawn again), so 5, 3, 5, 4, 1."""
    draws = Draws("7")
    assert [draws.integer_below(6) for _ in range(5)] == [5, 3, 5, 4, 1]


@all_of("seed", ["0", "7", "-3", "été", "a long seed with words"])
@all_of("number", [1, 2, 3, 6, 10, 64, 1000, 2**70 + 1])
def test_draws_are_the_bits_of_sha_256(seed: str, number: int) -> None:
    """300 draws agree with those taken bit by bit from the digests, across their ends."""
    draws = Draws(seed)
    assert [draws.integer_below(number) for _ in range(300)] == by_hand(seed, number, 300)


def test_a_number_longer_than_a_digest_is_drawn() -> None:
    """A number below 2^1000 takes the bits of four digests, and 24 of them are kept."""
    draws = Draws("long")
    found = draws.integer_below(2**1000)
    digests = b"".join(sha256(f"long:{block}".encode()).digest() for block in range(4))
    assert found == int.from_bytes(digests, "big") >> 24
    assert draws.integer_below(2**24) == int.from_bytes(digests, "big") % 2**24


def test_a_seed_is_its_text() -> None:
    """7 and "7" are the same seed, 07 and 7 are not, and each new start begins anew."""
    assert [Draws(7).integer_below(10**9) for _ in range(2)] == [Draws("7").integer_below(10**9)] * 2
    assert Draws("07").integer_below(10**9) != Draws("7").integer_below(10**9)


def test_a_seed_may_be_any_text() -> None:
    """What a terminal hands over as bytes of no text is a seed too, and one of its own."""
    found = {seed: Draws(seed).integer_below(10**9) for seed in ("\udcff", "\ud800", "�")}
    assert len(set(found.values())) == 3
    assert found == {seed: Draws(seed).integer_below(10**9) for seed in found}


def test_one_possibility_takes_no_bits() -> None:
    """What is certain is drawn without a bit, so that what follows does not change."""
    draws, other = Draws("s"), Draws("s")
    assert draws.integer_below(1) == 0
    assert draws.choose_index([F(0), F(1), F(0)]) == 1
    assert draws.integer_below(2**64) == other.integer_below(2**64)


@all_of(
    ("shares", "size", "expected"),
    [
        (["1/3", "2/3"], 2, {0: 1, 1: 2, -1: 1}),
        (["1/2", "1/2"], 1, {0: 1, 1: 1}),
        (["1/6", "1/2", "1/3"], 3, {0: 1, 1: 3, 2: 2, -1: 2}),
        (["0", "3/4", "0", "1/4"], 2, {1: 3, 3: 1}),
        (["2/7", "5/7"], 3, {0: 2, 1: 5, -1: 1}),
    ],
)
def test_every_value_of_the_bits_is_counted(
    shares: list[str], size: int, expected: dict[int, int]
) -> None:
    """Of 8 values of three bits 1/6 takes 1, 1/2 three, 1/3 two, and two are drawn again."""
    assert over_all_bits([F(share) for share in shares], size) == expected


@LAW
@given(weights=st.lists(st.integers(0, 6), min_size=1, max_size=5).filter(any))
def test_each_share_is_exact(weights: list[int]) -> None:
    """Over all values of the bits, of those that are not drawn again, each place has its share."""
    shares = [F(weight, sum(weights)) for weight in weights]
    size = (lcm(*(share.denominator for share in shares)) - 1).bit_length()
    found = over_all_bits(shares, size)
    kept = sum(found.values()) - found[-1]
    assert [F(found[place], kept) for place in range(len(shares))] == shares
    assert found[-1] < kept


def test_a_second_try_is_as_fair_as_the_first() -> None:
    """Over all values of four bits, thirds drawn from pairs of bits are still thirds."""
    found = over_all_bits([F(1, 3)] * 3, 4)
    assert found == {0: 5, 1: 5, 2: 5, -1: 1}


@all_of(
    "shares, told",
    [
        ([F(1, 2), F(1, 3)], "the shares add up to 5/6, not to 1"),
        ([F(1), F(1)], "the shares add up to 2, not to 1"),
        ([], "the shares add up to 0, not to 1"),
        ([F(3, 2), F(-1, 2)], "a share must not be negative"),
    ],
)
def test_what_is_no_distribution_is_refused(shares: list[F], told: str) -> None:
    """Shares that do not add up to 1, or of which one is negative, are refused."""
    with pytest.raises(InputError) as refusal:
        Draws(1).choose_index(shares)
    assert str(refusal.value) == told


@pytest.mark.parametrize("number", [0, -1])
def test_nothing_is_drawn_below_one(number: int) -> None:
    """There is no whole number from 0 to −1."""
    with pytest.raises(ValueError, match=f"'number' must be at least 1 \\(got {number}\\)"):
        Draws(1).integer_below(number)


def test_the_generator_of_python_is_not_used() -> None:
    """The file does not import `random`, and its state neither matters nor changes."""
    tree = ast.parse(inspect.getsource(module))
    names = {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {name.split(".")[0] for name in names} & {"random", "secrets", "os", "time", "numpy"}
    random.seed(1)
    before = random.getstate()
    first = [Draws("x").integer_below(100) for _ in range(3)]
    assert random.getstate() == before
    random.seed(2)
    assert [Draws("x").integer_below(100) for _ in range(3)] == first
