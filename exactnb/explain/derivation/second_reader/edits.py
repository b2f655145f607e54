"""The single edits of the rows after which something else is decided, each made and counted anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.data.schema import Case
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation.second_reader.problem import Observed
from exactnb.explain.derivation.second_reader.reals import NotRead
from exactnb.explain.derivation.second_reader.view import Candidates, Edits, View

_MOST = 1_000_000  # rows that are counted again, over all edits

Decided = tuple[str, ...] | Candidates


def edits(view: View, name: QuantityName) -> Edits:
    """Return the edits after which something else is decided about x, each in words.

    After an edit all joints may be 0, and nothing is decided. An edit that leaves a joint undefined, or
    takes from a class its last row and with it its prior, is none, nor one whose rows are not accepted.
    """
    observed, cases = view.observed(name.before), view.problem.cases
    # Equal rows that are edited alike leave equal counts, which are taken once.
    by_counts: dict[object, tuple[tuple[Case, ...], list[frozenset[str]]]] = {}
    for at, case in enumerate(cases):
        for text, instead in _instead(case, view) if case.weight else ():
            key = tuple(map(_content, (case, *instead)))
            after = (*cases[:at], *instead, *cases[at + 1 :])
            words = frozenset({(case.id or f"row {at + 1}") + text})
            by_counts.setdefault(key, (after, []))[1].append(words)
            if len(by_counts) * len(cases) > _MOST:
                raise NotRead(f"edits that count more than {_MOST:,} rows again")
    before = _decided(view, observed) or ()
    certain: set[frozenset[str]] = set()
    possible: set[frozenset[str]] = set()
    for rows, texts in by_counts.values():
        other = view.with_rows(rows)
        decided = _decided(other, observed)
        differs = False if decided is None else _differ(before, decided)
        if differs is not False and other.can_replace(view):
            certain.update(texts if differs else ())
            possible.update(texts)
    return Edits(frozenset(certain), frozenset(possible))


def _decided(view: View, observed: Observed) -> Decided | None:
    """Return the labels of a decision, none where all joints are 0; None where one is undefined."""
    scores = view.scores(observed)
    if any(isinstance(score, Undefined) for score in scores):
        return None
    if any(isinstance(score, Infinite) for score in scores):
        return Candidates(view.classes)
    decided = view.decided(scores)
    return () if isinstance(decided, Undefined) else decided


def _differ(before: Decided, after: Decided) -> bool | None:
    """Say whether decisions differ; None where scores are too close to tell."""
    if isinstance(before, tuple) and isinstance(after, tuple):
        return before != after
    both = (set(of.labels if isinstance(of, Candidates) else of) for of in (before, after))
    return None if set.intersection(*both) else True


def _content(case: Case) -> object:
    """Return what a row adds to the counts, whatever it is called."""
    return case.label, frozenset(case.cells.items()), frozenset(case.words.items()), case.weight


def _instead(case: Case, view: View) -> Iterator[tuple[str, tuple[Case, ...]]]:
    """Yield what may stand in the place of a row, and what was done, in words."""
    schema, counted = view.problem.schema, view.model.words
    yield " left out", ()
    yield " twice", (case, case)
    for label in schema.classes:
        if label != case.label:
            yield f": {label} for {case.label}", (replace(case, label=label),)
    for column, old in case.cells.items():
        if view.is_number(column):
            continue
        for new in schema.columns[column]:
            is_word = counted is not None and column in counted.columns
            near = not is_word or abs(int(new) - int(old)) == 1
            if new != old and near:
                changed = replace(case, cells={**case.cells, column: new})
                yield f": {column} {new} for {old}", (changed,)
    words = Counter(case.words)
    for old in (*words, ""):
        for new in (*schema.words, ""):
            if old != new:
                text = f"{new} for {old}" if old and new else f"without {old}" if old else f"with {new}"
                less = words - Counter({old: 1}) + Counter({new: 1} if new else {})
                yield f": {text}", (replace(case, words=less),)
