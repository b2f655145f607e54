"""The cells of a printed table."""

from __future__ import annotations

import csv
import io


def rows(text: str) -> list[list[str]]:
    """Return the rows of a CSV text, read strictly: a quote that is not closed is an error."""
    return list(csv.reader(io.StringIO(text), strict=True))
