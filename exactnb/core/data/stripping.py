"""Numbers without what stands around them: decimal commas, separators of thousands and units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from exactnb.core.data.dialect import AROUND_NUMBER, Dialect
from exactnb.core.data.marks import REMARKS, split_marks, without_marks
from exactnb.core.data.rows import Record
from exactnb.core.data.schema import PLURAL
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import HERE, InputError


def plain_records(records: Iterable[Record], text: str, dialect: Dialect) -> Iterator[Record]:
    """Yield records with numbers as the `dialect` reads them, except in the column `text`.

    Raises InputError for what it does not read, and for numbers of a column in two units.
    """
    units, (footnotes, _) = dict[str, str](), split_marks(dialect.strip)
    for number, (line, record) in enumerate(records, start=1):
        plain = {}
        for column, cell in record.items():
            try:
                plain[column] = cell if column == text else dialect.plain(cell)
                is_number = plain[column] != cell and is_numeral(plain[column])
                unit = _unit_around(without_marks(cell, footnotes)) if is_number else ""
                if unit and units.setdefault(column, unit) != unit:
                    message = f"numbers in “{units[column]}” and in “{unit}” are in one column; "
                    raise InputError(f'{message}write all in one unit, or say omit = ["{column}"]')
            except InputError as error:  # the place is made for an error only: there are many cells
                raise error.under(HERE.row(number).column(column)) from None
        yield line, plain


def _unit_around(cell: str) -> str:
    """Return the unit around a number in a `cell`, in lower case and of one thing; "" if it has none.

    >>> [*map(_unit_around, ("14 days", "1 Day", "£ 21,500", "3*", "92 %", "€ 5 a month", "kg"))]
    ['day', 'day', '£', '', '', '€ a month', '']
    """
    match = re.fullmatch(AROUND_NUMBER, cell)
    around = f"{match[1]} {match[3]}".strip(f" .%{REMARKS}").casefold() if match else ""
    return PLURAL.sub("", around)
