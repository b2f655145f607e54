"""Where the data of a problem stand, and the rows of counts and parameters among them."""

from __future__ import annotations

from exactnb.errors import Place, quoted

DATA = Place.root("data")
COUNTS, PARAMETERS = DATA / "counts", DATA / "parameters"


def in_row(at: Place, name: str) -> Place:
    """Return the place of the row called `name`, of counts or parameters that stand `at` a place.

    >>> print(in_class(in_row(PARAMETERS, "rate(x)"), "oat"))
    data.parameters: row 'rate(x)', class 'oat'
    """
    return at.spot(f"row {quoted(name)}")


def in_class(at: Place, label: str) -> Place:
    """Return the place of the column of class `label` in what stands `at` a place."""
    return at.spot(f"class {quoted(label)}")
