"""Recognise a fraction that a spreadsheet took for a date: 3/9 comes back as 3-Sep or 2026-03-09."""

from __future__ import annotations

import re
from collections.abc import Iterator

_IN_ORDER = (
    "january/januar february/februar march/märz/mrz april may/mai june/juni july/juli august "
    "september/sept october/oktober november december/dezember"
)
_MONTHS = [names.split("/") for names in _IN_ORDER.split()]
_NAME = r"([A-Za-zä]{3,9})\.?"
_TIME = r"(?:[T ]+\d{1,2}:\d{2}(?::\d{2}(?:\.0+)?)?)?"
_SHAPES = tuple(
    re.compile(shape + _TIME)
    for shape in (
        rf"(?P<day>\d{{1,2}})[-. /]+{_NAME}(?:[-. /]+\d{{2,4}})?",
        rf"{_NAME}[-. /]+(?P<day>\d{{1,2}})(?:,? +\d{{4}})?",
        r"(?:19|20)\d\d-(?P<month>\d\d)-(?P<day>\d\d)",
        r"(?P<day>\d{1,2})([/.])(?P<month>\d{1,2})\2(?:19|20)\d\d",
        r"(?P<day>\d{2})-(?P<month>\d{2})-(?:19|20)\d\d",
    )
)


def fractions_from_date(text: str) -> tuple[str, ...]:
    """Return the fractions that a spreadsheet may have turned into the date in `text`, if it is one.

    >>> fractions_from_date("3-Sep"), fractions_from_date("2026-03-09"), fractions_from_date("3/9")
    (('3/9', '9/3'), ('9/3', '3/9'), ())
    """
    text = text.strip().strip("\"'")
    for shape in _SHAPES:
        if match := shape.fullmatch(text):
            return tuple(dict.fromkeys(_read(match)))
    return ()


def _read(match: re.Match[str]) -> Iterator[str]:
    groups = match.groupdict()
    name = next((word for word in match.groups() if word and word.isalpha()), "?").casefold()
    named = (n for n, names in enumerate(_MONTHS, start=1) if any(m.startswith(name) for m in names))
    month = int(groups["month"]) if "month" in groups else next(named, 0)
    day = int(groups["day"])
    # Which of the two is the month depends on the country: both go up to 31, in either order.
    if day and 1 <= month <= 31:
        yield f"{day}/{month}"
        yield f"{month}/{day}"
