"""The single edits of the rows that change a decision, each made and recounted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.data.schema import Case
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation.second_reader.problem import ObservedCase
from exactnb.explain.derivation.second_reader.reals import NotRead
from exactnb.explain.derivation.second_reader.view import Candidates, Edits, ModelView

_MAX_ROWS = 1_000_000  # rows that are counted again, over all edits

Decided = tuple[str, ...] | Candidates


def edits(view: ModelView, name: QuantityName) -> Edits:
    """Return the edits of rows that change the decision about the query of `name`, each in words.

    `view` is the model on the unedited rows. An edit may leave all joints 0, and no decision. It does
    not count if it leaves a joint undefined, takes from a class its last row and so its prior, or if
    the model does not accept the rows. Raises NotRead for more than a million rows to recount.
    """
    observed, cases = view.observed(name.subjects), view.problem.cases
    # The same edit of equal rows leads to equal counts: these are taken once.
    by_counts: dict[object, tuple[tuple[Case, ...], list[frozenset[str]]]] = {}
    for at, case in enumerate(cases):
        for text, replacement in _replacements(case, view) if case.weight else ():
            key = tuple(map(_content, (case, *replacement)))
            edited_rows = (*cases[:at], *replacement, *cases[at + 1 :])
            description = frozenset({(case.id or f"row {at + 1}") + text})
            by_counts.setdefault(key, (edited_rows, []))[1].append(description)
            if len(by_counts) * len(cases) > _MAX_ROWS:
                raise NotRead(f"edits that count more than {_MAX_ROWS:,} rows again")
    decision = _decided(view, observed) or ()
    certain: set[frozenset[str]] = set()
    possible: set[frozenset[str]] = set()
    for rows, texts in by_counts.values():
        edited = view.with_rows(rows)
        decided = _decided(edited, observed)
        differs = False if decided is None else _differ(decision, decided)
        if differs is not False and edited.can_replace(view):
            certain.update(texts if differs else ())
            possible.update(texts)
    return Edits(frozenset(certain), frozenset(possible))


def _decided(view: ModelView, observed: ObservedCase) -> Decided | None:
    """Return the labels of a decision, none where all joints are 0; None where one is undefined."""
    scores = view.scores(observed)
    if any(isinstance(score, Undefined) for score in scores):
        return None
    if any(isinstance(score, Infinite) for score in scores):
        return Candidates(view.classes)
    decided = view.decided(scores)
    return () if isinstance(decided, Undefined) else decided


def _differ(first: Decided, second: Decided) -> bool | None:
    """Say whether decisions differ; None where scores are too close to tell."""
    if isinstance(first, tuple) and isinstance(second, tuple):
        return first != second
    label_sets = (
        set(decision.labels if isinstance(decision, Candidates) else decision)
        for decision in (first, second)
    )
    return None if set.intersection(*label_sets) else True


def _content(case: Case) -> object:
    """Return the parts of a row that the counts depend on: all but its id."""
    return case.label, frozenset(case.cells.items()), frozenset(case.words.items()), case.weight


def _replacements(case: Case, view: ModelView) -> Iterator[tuple[str, tuple[Case, ...]]]:
    """Yield the descriptions of the edits of a row, each with the rows that replace it."""
    schema, word_family = view.problem.schema, view.model.word_family
    yield " left out", ()
    yield " twice", (case, case)
    for label in schema.classes:
        if label != case.label:
            yield f": {label} for {case.label}", (replace(case, label=label),)
    for column, old in case.cells.items():
        if view.is_number(column):
            continue
        for new in schema.columns[column]:
            is_word = word_family is not None and column in word_family.columns
            is_adjacent = not is_word or abs(int(new) - int(old)) == 1
            if new != old and is_adjacent:
                changed = replace(case, cells={**case.cells, column: new})
                yield f": {column} {new} for {old}", (changed,)
    bag = Counter(case.words)
    for old in (*bag, ""):
        for new in (*schema.words, ""):
            if old != new:
                text = f"{new} for {old}" if old and new else f"without {old}" if old else f"with {new}"
                edited_bag = bag - Counter({old: 1}) + Counter({new: 1} if new else {})
                yield f": {text}", (replace(case, words=edited_bag),)
