"""Pools of items: a problem as it is, or variants of it, drawn until there are enough.

How to read: `pool_of` takes a problem, `variant_pools` a search; both leave out what a system does not
take, and say so. A variant in which a right value cannot be told from a wrong one, as answers are
rounded, is none: the next one is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any

from exactnb.core.model.quantity import EFFORT
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError, InputError, one_line
from exactnb.teach.exporting.items import AssessmentItem, ItemPart, Pool
from exactnb.teach.exporting.parts import Choices, Merged, parts_of
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.submissions.program_names import distinct_names, make_slug
from exactnb.teach.grading.submissions.rosters import Roster
from exactnb.teach.variants.folder import assign_variants as assigned
from exactnb.teach.variants.searching import Search

_TRIED = 8  # draws, of which one has to be exportable
_LOST = 8  # signs of a name that is still told from others by what is left of it


def pool_of(
    problem: Problem,
    identity: str = "",
    choices: Choices | None = None,
    effort: int = EFFORT,
    document: Callable[[], Mapping[str, Any]] | None = None,
) -> Pool:
    """Return a problem with its questions as a pool of one item.

    `document` returns what its file says. Raises InputError where nothing is asked that is taken, and
    where an answer cannot be told from a wrong one.

    >>> pool = pool_of(Problem.read("worked_examples/homework/sheet.toml"), "week 3")
    >>> pool.id, [part.slug for part in pool.items[0].parts][:2], pool.items[0].parts[0].key.typed
    ('week-3', ['prior', 'wind'], '0.643')
    """
    identity = identity_of(identity or problem.title)
    key = AnswerKey(problem, problem.questions, effort=effort)
    choices = choices or Choices()
    try:
        parts, omitted = parts_of(key, choices)
    except Merged as error:
        raise InputError(f"more figures are needed (--figures): {error.message}") from None
    _refuse_no_parts(parts, omitted)
    title = problem.title or identity
    document_as_exported = (
        None if document is None else partial(_document_as_exported, document, choices)
    )
    return Pool(
        identity,
        title,
        (AssessmentItem(identity, title, problem, parts, effort, document_as_exported),),
        omitted,
    )


def variants_of(
    search: Search,
    count: int,
    identity: str = "",
    choices: Choices | None = None,
    roster: Roster | None = None,
) -> Pool:
    """Return a pool of `count` variants that `search` draws, each an item, named by `identity`.

    `choices` say how they are asked. Each student of a `roster` gets one. Raises TooMuch where the
    draws do not do.
    """
    (pool,) = variant_pools(search, count, identity, [choices or Choices()], roster)
    return pool


def variant_pools(
    search: Search,
    count: int,
    identity: str,
    every_choices: Sequence[Choices],
    roster: Roster | None = None,
) -> list[Pool]:
    """Return a pool of the same variants for each of `every_choices`, which one system each makes.

    `search` draws `count` of them, and `identity` names them. Each student of a `roster` gets one.
    """
    search.prepare = partial(_parts_by_choices, every_choices=every_choices)
    draws = list(search.variants(count))
    title = search.template.problem.title
    identity = identity_of(identity or title)
    students = {} if roster is None else assigned(roster, search.seed, count)
    pools = []
    for index, choices in enumerate(every_choices):
        omitted: dict[str, None] = {}
        items = []
        for number, draw in enumerate(draws, start=1):
            parts, omitted_questions = draw.prepared[index]
            _refuse_no_parts(parts, omitted_questions)
            omitted |= dict.fromkeys(omitted_questions)
            document = partial(_document_as_exported, lambda kept=draw.document: kept, choices)  # type: ignore[misc]
            problem = draw.key.problem
            item_id = f"{identity}-{identity_of(str(search.seed))}-{number}"
            name = f"{problem.title or identity} ({number})"
            items.append(
                AssessmentItem(item_id, name, problem, parts, document=document, is_variant=True)
            )
        if redrawn := search.unprepared.total():
            first = search.unprepared.most_common(1)[0][0]
            omitted[
                f"{redrawn} of {redrawn + count} draws: a right answer is not told from a wrong one as "
                f"it is rounded ({one_line(first)})"
            ] = None
        pools.append(
            Pool(identity, title or identity, tuple(items), tuple(omitted), dict(students), roster)
        )
    return pools


def _parts_by_choices(key: AnswerKey, every_choices: Sequence[Choices]) -> list[object]:
    return [parts_of(key, choices) for choices in every_choices]


def restrict_to_exportable(search: Search, figures: int) -> str:
    """Make `search` draw variants that can be exported; return why not, if hardly any draw can be.

    Then right values are not told from wrong ones as answers with so many `figures` are rounded.
    """
    choices = [Choices(figures)]
    why = ""
    for draw in search.pilot_draws[:_TRIED]:
        try:
            _parts_by_choices(draw.key, choices)
        except ExactnbError as error:
            why = one_line(error.message)
        else:
            search.prepare = partial(_parts_by_choices, every_choices=choices)
            return ""
    return why


def _document_as_exported(
    document: Callable[[], Mapping[str, Any]], choices: Choices
) -> dict[str, Any]:
    """Return a document whose questions give the credit that the export does."""
    original = document()
    if not choices.credit:
        return dict(original)
    share = {"mistake": str(choices.credit)}
    questions = [
        {**question, "credit": share | question.get("credit", {})} for question in original["question"]
    ]
    return {**original, "question": questions}


def _refuse_no_parts(parts: Sequence[ItemPart], omitted: Sequence[str]) -> None:
    if not parts:
        why = omitted[0] if omitted else "write [[question]] tables, or name quantities with --ask"
        raise InputError(f"asks nothing that can be exported: {why}")


def identity_of(name: str) -> str:
    """Return an id that every system takes: letters, digits and hyphens, the same for the same name.

    >>> identity_of("Week 3: tennis"), identity_of("λ")
    ('Week-3-tennis', 'x-6bb5604c')
    """
    slug = make_slug(name)
    if slug and name.isascii() and len(name) <= len(slug) + _LOST:
        return slug
    return f"{slug or 'x'}-{sha256(name.encode(errors='surrogatepass')).hexdigest()[:8]}"


def with_unique_ids(pools: list[Pool]) -> list[Pool]:
    """Return pools of which no two have one id."""
    unique = []
    ids = distinct_names((pool.id for pool in pools), str)
    for pool, identity in zip(pools, ids, strict=True):
        items = tuple(replace(i, id=identity + i.id.removeprefix(pool.id)) for i in pool.items)
        unique.append(pool if identity == pool.id else replace(pool, id=identity, items=items))
    return unique
