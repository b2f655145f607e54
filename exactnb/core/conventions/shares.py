"""The prior as one number for each class: relative frequencies, uniform, or given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.errors import InputError, Place, one_of, quoted

NO_ROWS = 'give the prior, or say "uniform"'
"""What to do where a class has no rows."""


def shares_of(
    prior: str | Mapping[Any, Exact], classes: Sequence[Any], sizes: Sequence[int | Fraction]
) -> tuple[Fraction, ...]:
    """Return the `prior` of each of `classes`, which have so many rows as `sizes` says.

    >>> shares_of("mle", "ab", [1, 3]), shares_of({"a": "0.9", "b": "0.1"}, "ab", [1, 3])[0]
    ((Fraction(1, 4), Fraction(3, 4)), Fraction(9, 10))

    Raises InputError, at `prior`, for numbers that are not of all classes, or do not add up to 1.
    """
    at = Place.of("prior")
    if isinstance(prior, Mapping):
        stated = {label: at.read(read_number, share) for label, share in prior.items()}
        fine = all(share >= 0 for share in stated.values()) and sum(stated.values()) == 1
        if set(stated) != set(classes) or not fine:
            raise InputError("needs a number for every class, adding up to 1", at=at)
        return tuple(stated[label] for label in classes)
    if at.read(one_of, prior, ("mle", "uniform")) == "uniform":
        return (Fraction(1, len(classes)),) * len(classes)
    total = sum(sizes, Fraction(0))
    if not total:
        raise InputError("there are no rows to take a prior from", at=at)
    return tuple(Fraction(size) / total for size in sizes)


def check_relative(sizes: Mapping[Any, int | Fraction], fix: str, at: str = "prior") -> None:
    """Refuse relative frequencies as priors where a class has no rows; `sizes` are rows by class.

    `fix` says what to do, `at` where. Raises InputError that names the class.
    """
    empty = next((label for label, size in sizes.items() if not size), None)
    if empty is not None:
        message = f"class {quoted(str(empty))} has no rows to estimate its prior from"
        raise InputError(f"{message}; {fix}", at=at)
