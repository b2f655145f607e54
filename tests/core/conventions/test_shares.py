"""The prior as one number for each class: taken from the rows, alike, or given."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from thoroughness import all_of

from exactnb.core.conventions.reading import shares_of
from exactnb.errors import InputError


@all_of(
    ("prior", "sizes", "expected"),
    [
        ("mle", [1, 3], ("1/4", "3/4")),
        ("mle", [0, 5], ("0", "1")),
        ("mle", [Fraction(1, 2), 2], ("1/5", "4/5")),
        ("uniform", [1, 3], ("1/2", "1/2")),
        ("uniform", [0, 0], ("1/2", "1/2")),
        ({"b": "3/4", "a": "25%"}, [1, 1], ("1/4", "3/4")),
        ({"a": 1, "b": 0}, [0, 0], ("1", "0")),
    ],
)
def test_shares_add_up_to_one_in_the_order_of_the_classes(
    prior: str | Mapping[str, str], sizes: list[int], expected: tuple[str, ...]
) -> None:
    """Of 1 row and 3 a quarter is the first; without rows, classes may be alike or given."""
    assert shares_of(prior, "ab", sizes) == tuple(map(Fraction, expected))


NEEDS = "prior: needs a number for every class, adding up to 1"


@all_of(
    ("prior", "told"),
    [
        ({"a": "1/2", "b": "1/3"}, NEEDS),
        ({"a": "3/2", "b": "-1/2"}, NEEDS),
        ({"a": 1}, NEEDS),
        ({"a": 1, "b": 0, "c": 0}, NEEDS),
        ({"a": "1/2", "c": "1/2"}, NEEDS),
        (
            {"a": "half", "b": "1/2"},
            'prior: expected a number such as 3, 0.15, "5/11", "1e-3" or "45%"; got \'half\'',
        ),
        ("unifrom", "prior: expected one of mle, uniform; got 'unifrom' (did you mean 'uniform'?)"),
        ("mle", "prior: there are no rows to take a prior from"),
    ],
)
def test_what_is_no_prior_is_refused(prior: str | Mapping[str, str], told: str) -> None:
    """A number for each of the classes, none negative, and 1 in all; or else some rows."""
    with pytest.raises(InputError) as refusal:
        shares_of(prior, "ab", [0, 0])
    assert str(refusal.value) == told
