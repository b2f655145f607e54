"""Second readers of data alone, in one model that looks at some words and at columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb import Conventions
from exactnb.core.data.counts import Counts
from exactnb.core.data.documents import Documents
from exactnb.core.data.table import Table
from exactnb.explain.derivation.second_reader.counting import ChosenModel, ColumnGroup, ProblemAsRead
from exactnb.explain.derivation.second_reader.reader import SecondReader


def reader_of(
    data: Table | Documents | Counts, *, bag: Sequence[str] = (), numbers: Sequence[str] = ()
) -> SecondReader:
    """Return a second reader of rows or counts, whose model draws a bag of words."""
    given = data if isinstance(data, Counts) else None
    rest = [c for c in data.schema.columns if c not in (*bag, *numbers)]
    families = {"categorical": rest, "gaussian": list(numbers)}
    follows = [ColumnGroup(family, tuple(columns)) for family, columns in families.items() if columns]
    words = ColumnGroup("multinomial", tuple(bag)) if bag else None
    model = ChosenModel(Conventions(), tuple(follows), words)
    cases = () if isinstance(data, Counts) else tuple(data.cases())
    return SecondReader(ProblemAsRead(data.schema, cases, given, models={"": model}))
