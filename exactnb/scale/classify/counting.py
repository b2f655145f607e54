"""Count labelled records in one pass, file by file, into a tally, which may become a file of counts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from exactnb.core import families
from exactnb.core.data.files import opened
from exactnb.core.data.schema import MISSING
from exactnb.errors import Place
from exactnb.scale.classify.encoding import check_categories, check_counts
from exactnb.scale.classify.fields import RecordSource
from exactnb.scale.classify.learning import Learner
from exactnb.scale.counting.features import Values
from exactnb.scale.counting.tally import Tally, TallyPart

Watch = Callable[[str, int], None]
"""Called with an action, such as "counted", and the number of records done."""


def tally_of(
    sources: Iterable[RecordSource],
    family: str = "",
    numbers: Sequence[str] = (),
    categories: Sequence[str] = (),
    watch: Watch = lambda what, number: None,
) -> Tally:
    """Return the counts of the records of all `sources`, each of which is a part.

    Words are counted as `family` needs them: their occurrences in texts, or the texts with them.
    `numbers` and `categories` are columns, as in `exactnb classify`; an empty cell is counted as
    missing. `watch` is called after each block. Raises InputError with the file and the record.
    """
    tally, count = Tally(), 0
    for source in sources:
        with Place.file(source.path):
            learner = Learner(
                (family or families.usual("words")) if source.text_field else "",
                numbers=numbers,
                categories=categories,
                declared=source.declared_values,
                label=source.label_field,
                refused=frozenset(filter(None, MISSING)),
            )
            for block in source.blocks():
                learner.learn(block)
                count += len(block)
                watch("counted", count)
            sizes, features = learner.features(source.text_field)
            part_tally = Tally(source.label_field, sizes, features).audited()
            part = TallyPart(source.path.name, sum(sizes.values()))
            tally += replace(part_tally, parts={_digest(source.path) or part_tally.digest: part})
    # A column may be empty here and not in the parts that it is merged with: no error yet.
    columns = {name: feature for name, feature in tally.features.items() if isinstance(feature, Values)}
    values = {name: feature.names for name, feature in columns.items() if feature.names}
    check_categories(values, are_named=bool(categories))
    check_counts(tally)
    return tally.audited()


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file, or of the files of a folder; "" for a pipe, which is read once."""
    if path.is_dir():
        digest = hashlib.sha256()
        for file in sorted(file for file in path.rglob("*") if file.is_file()):
            digest.update(
                f"{file.relative_to(path).as_posix()} {_digest(file)}\n".encode(errors="replace")
            )
        return digest.hexdigest()
    if not path.is_file():
        return ""
    with opened(path) as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
