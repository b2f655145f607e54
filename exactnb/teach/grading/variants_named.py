"""Which variant was answered, as the files of course systems tell it: by its name, wherever it stands.

How to read: `VariantNames` finds names in text; `rows_by_variant` makes of columns that belong to a
variant, or change from row to row, columns of questions, and says for each row whose they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from html import unescape
from typing import Any

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, listing, near, quoted
from exactnb.teach.grading import course_systems as systems

_COLUMNS = ("variant", "item", "file")
_OF_PRAIRIELEARN = {"UID": "Email address", "UIN": "ID number", "Username": "Username", "Name": "Name"}
_OWN = "exactnb"
_TOKEN = re.compile(r"[\w-]+")
Rows = Sequence[tuple[int, Sequence[str]]]


@frozen
class VariantNames:
    """Hold the names of variants, and of their questions by slugs and by variables of programs.

    `choices` are what can be chosen, by variant and question: the answer to check by the text shown.

    >>> names = VariantNames(("week-1-7",), {"prior": "the prior"})
    >>> names.found("i-week-1-7-prior"), names.found("week-1-7.toml"), names.found("week-1-77")
    (('week-1-7', 'the prior'), ('week-1-7', ''), None)
    """

    names: tuple[str, ...]
    slugs: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)

    def found(self, text: str) -> tuple[str, str] | None:
        """Return the variant that a text names, and its question, "" if it names none.

        Raises InputError where it names two.
        """
        pairs = set(filter(None, map(self._pair, _TOKEN.findall(text))))
        if len(pairs) > 1:
            told = " and ".join(quoted("-".join(filter(None, pair))) for pair in sorted(pairs)[:2])
            raise InputError(f"names {told}")
        return pairs.pop() if pairs else None

    def of_cell(self, cell: str) -> str:
        """Return the variant that a cell is there to name; raise InputError for another."""
        name = cell.strip().removesuffix(".toml")
        pair = (name, "") if name in self._known else self.found(cell)
        if pair is None:
            raise InputError(f"unknown variant {quoted(cell)}{near(cell, self.names)}")
        return pair[0]

    def chosen(self, question: str, text: str, variant: str, *, numbered: bool = False) -> str:
        """Return the answer that a choice of a variant stands for; what is no choice is a text itself.

        A choice is named by its text, or where they are `numbered` by its number. Without the name of a
        variant, it is that of all of them if they have the same choices.

        >>> names = VariantNames(("a",), choices={"a": {"day": {"Yes": "Yes", "a tie": "tie"}}})
        >>> names.chosen("day", "a tie", "a"), names.chosen("day", "2", "", numbered=True)
        ('tie', 'tie')
        """
        known = [self.choices[variant]] if variant in self.choices else list(self.choices.values())
        own = {tuple(of.get(question, {}).items()) for of in known}
        choices = own.pop() if len(own) == 1 else ()
        if not numbered:
            return dict(choices).get(text, text)
        is_number = text.isascii() and text.isdigit() and len(text) < 10
        return choices[int(text) - 1][1] if is_number and 0 < int(text) <= len(choices) else text

    @once
    def _known(self) -> frozenset[str]:
        return frozenset(self.names)

    def _pair(self, token: str) -> tuple[str, str] | None:
        """Return what a token names: a variant, or one with the slug of a question behind it."""
        for name in (token, token.removeprefix("i-")):  # identifiers of QTI begin with a letter
            if name in self._known:
                return name, ""
            for slug, question in self.slugs.items():
                if name.endswith(f"-{slug}") and name[: -len(slug) - 1] in self._known:
                    return name[: -len(slug) - 1], question
        return None


@frozen
class ByVariant:
    """A table by questions, and for each row the variants: by question, or that of all of it at ""."""

    header: list[str]
    rows: list[tuple[int, list[str]]]
    variants: list[Mapping[str, str]]
    of_system: bool = False
    faults: dict[int, InputError] = field(default_factory=dict)


def rows_by_variant(
    header: Sequence[str], rows: Rows, names: VariantNames, questions: Sequence[str] = ()
) -> ByVariant:
    """Return the rows of a class's file by questions, and which variants are answered.

    Its `faults` are, by line, variants that are none, and two answers to one question.
    """
    if {"Params", "Submitted answer"} <= set(header):
        return _of_prairielearn(header, rows, names)
    in_header = {place: names.found(name) for place, name in enumerate(header)}
    columns = {place: pair for place, pair in in_header.items() if pair and pair[1]}
    after = {p + 1 for p in columns if p + 1 < len(header)}
    dropped = {p for p in after if systems.is_administrative(header[p], header[p - 1])}
    own = [p for p, name in enumerate(header) if name.casefold() in _COLUMNS and name not in questions]
    kept = [p for p in range(len(header)) if p not in columns and p not in dropped and p not in own]
    made, faults = [], dict[int, InputError]()
    for line, cells in rows:
        answers, told = dict[str, str](), dict[str, str]()
        try:
            told |= _told([cells[p] for p in own if cells[p]], names)
            pairs = [(p, pair) for p, pair in columns.items() if cells[p]]
            pairs += _shown(header, cells, names)
            for place, (variant, question) in pairs:
                if not question:
                    told[""] = variant
                    continue
                if answers.get(question, cells[place]) != cells[place]:
                    raise InputError(f"answers {quoted(question)} twice, in two variants")
                is_empty = systems.is_of_moodle(header[place]) and cells[place] == systems.NO_RESPONSE
                answers[question], told[question] = "" if is_empty else cells[place], variant
        except InputError as error:
            faults[line] = error.under(HERE.line(line))
        made.append((line, cells, answers, told))
    found = list(dict.fromkeys(question for *_, answers, _ in made for question in answers))
    if found:  # what is numbered is known by now
        kept = [p for p in kept if not systems.is_answer(header[p])]
    return ByVariant(
        [*(header[p] for p in kept), *found],
        [
            (line, [*(cells[p] for p in kept), *(answers.get(each, "") for each in found)])
            for line, cells, answers, _ in made
        ],
        [told for *_, told in made],
        faults=faults,
    )


def _told(given: Sequence[str], names: VariantNames) -> dict[str, str]:
    """Return the variant of a whole sheet, from the cells that are there to say it."""
    found = {names.of_cell(cell) for cell in given}
    if len(found) > 1:
        raise InputError(f"names {listing(map(quoted, sorted(found)))}")
    return dict.fromkeys(("",), found.pop()) if found else {}


def _shown(
    header: Sequence[str], cells: Sequence[str], names: VariantNames
) -> list[tuple[int, tuple[str, str]]]:
    """Return what is named by the text of each question, which Moodle puts beside the response."""
    places = {name.casefold(): place for place, name in enumerate(header)}
    found = []
    for name, place in places.items():
        asked = places.get(name.replace("response", "question"))
        if systems.is_of_moodle(name) and asked is not None and (pair := names.found(cells[asked])):
            found.append((place, pair))
    return found


def _of_prairielearn(header: Sequence[str], rows: Rows, names: VariantNames) -> ByVariant:
    """Return submissions that PrairieLearn lists, those to other questions left out."""
    places = {name: place for place, name in enumerate(header)}
    people = [name for name in _OF_PRAIRIELEARN if name in places]
    questions = list(dict.fromkeys(names.variables.values()))
    out = ByVariant(
        [*(_OF_PRAIRIELEARN[name] for name in people), "Attempt", *questions], [], [], of_system=True
    )
    for number, (line, cells) in enumerate(rows, start=1):
        try:
            params = _object(cells[places["Params"]])
            own = params.get(_OWN)
            if not isinstance(own, dict) or own.get("item") not in names.names:
                continue
            given = _object(cells[places["Submitted answer"]])
        except InputError as error:
            out.faults[line] = error.under(HERE.line(line))
            params, own, given = {}, {"item": ""}, {}
        answers = {
            of: _choice(params.get(name), given.get(name)) for name, of in names.variables.items()
        }
        known = [cells[places[name]] for name in people]
        out.rows.append((line, [*known, str(number), *(answers[each] for each in questions)]))
        out.variants.append({"": own["item"]})
    return out


def _choice(choices: object, given: object) -> str:
    """Return what was typed, or the choice that its key stands for."""
    for choice in choices if isinstance(choices, list) else ():
        if isinstance(choice, dict) and choice.get("key") == given:
            return unescape(str(choice.get("html", "")))
    return "" if given is None else str(given)


def _object(cell: str) -> Mapping[str, Any]:
    try:
        found = json.loads(cell or "{}")
    except (ValueError, RecursionError):
        raise InputError(f"expected an object of JSON; got {quoted(cell)}") from None
    return found if isinstance(found, dict) else {}
