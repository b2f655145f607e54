"""What is seen in one case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from exactnb.core.record import frozen


@frozen(slots=True)
class Observation:
    """What is seen in one case: cells, bags of words (whole texts), and words drawn one by one.

    `ignored` are the columns that a query or row names and a model does not look at.
    """

    cells: Mapping[str, str] = field(default_factory=dict)
    bags: tuple[Mapping[str, int], ...] = ()
    draws: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    def words(self) -> dict[str, int]:
        """Return how often each word is seen in all of it.

        >>> Observation(bags=({"a": 2}, {"b": 1}), draws=("a",)).words()
        {'a': 3, 'b': 1}
        """
        counts: Counter[str] = Counter()
        for words in (*self.bags, self.draws):
            counts.update(words)
        return dict(counts)

    def has_text(self) -> bool:
        """Say whether a text or a word is seen; a text may be without any word that counts.

        >>> Observation(bags=({},)).has_text(), Observation(cells={"a": "1"}).has_text()
        (True, False)
        """
        return bool(self.bags or self.draws)
