"""Find which variant was answered in the files of course systems: by its name, wherever it occurs.

How to read: `VariantNames` finds names in text; `rows_by_variant` turns columns that belong to a
variant, or change from row to row, into columns of questions, with the variants of each row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, listing, near, quoted
from exactnb.teach.grading.submissions import course_systems as systems

_COLUMNS = ("variant", "item", "file")
_PRAIRIELEARN_COLUMNS = {
    "UID": "Email address",
    "UIN": "ID number",
    "Username": "Username",
    "Name": "Name",
}
_PARAMETER = "exactnb"
_TOKEN = re.compile(r"[\w-]+")
Rows = Sequence[tuple[int, Sequence[str]]]


@frozen
class VariantNames:
    """The names of variants, and of their questions by slugs and by variables of programs.

    `choices` map, by variant and question, the text of a choice to the answer that it stands for.

    >>> names = VariantNames(("week-1-7",), {"prior": "the prior"})
    >>> tuple(map(names.variant_and_question_in, ("i-week-1-7-prior", "week-1-7.toml", "week-1-77")))
    (('week-1-7', 'the prior'), ('week-1-7', ''), None)
    """

    names: tuple[str, ...]
    slugs: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)

    def variant_and_question_in(self, text: str) -> tuple[str, str] | None:
        """Return the variant that a `text` names, and its question, "" if it names none.

        Raises InputError if it names two.
        """
        pairs = set(filter(None, map(self._variant_and_question, _TOKEN.findall(text))))
        if len(pairs) > 1:
            both = " and ".join(quoted("-".join(filter(None, pair))) for pair in sorted(pairs)[:2])
            raise InputError(f"names {both}")
        return pairs.pop() if pairs else None

    def variant_in_cell(self, cell: str) -> str:
        """Return the variant that a `cell` names; raise InputError if there is no such variant."""
        name = cell.strip().removesuffix(".toml")
        pair = (name, "") if name in self._name_set else self.variant_and_question_in(cell)
        if pair is None:
            raise InputError(f"unknown variant {quoted(cell)}{near(cell, self.names)}")
        return pair[0]

    def answer_of_choice(
        self, question: str, text: str, variant: str, *, numbered: bool = False
    ) -> str:
        """Return the answer that a choice stands for in a `question` of a `variant`; other texts stay.

        A choice is its `text`, or its number if choices are `numbered`. Without a variant, all variants
        are searched, if they have the same choices.

        >>> names = VariantNames(("a",), choices={"a": {"day": {"Yes": "Yes", "a tie": "tie"}}})
        >>> choice = names.answer_of_choice
        >>> choice("day", "a tie", "a"), choice("day", "2", "", numbered=True)
        ('tie', 'tie')
        """
        searched = [variant] if variant in self.choices else list(self.choices)
        distinct = {tuple(self.choices[name].get(question, {}).items()) for name in searched}
        choices = distinct.pop() if len(distinct) == 1 else ()
        if not numbered:
            return dict(choices).get(text, text)
        is_number = text.isascii() and text.isdigit() and len(text) < 10
        return choices[int(text) - 1][1] if is_number and 0 < int(text) <= len(choices) else text

    @once
    def _name_set(self) -> frozenset[str]:
        return frozenset(self.names)

    def _variant_and_question(self, token: str) -> tuple[str, str] | None:
        """Return the variant that a token names, with the question whose slug follows it."""
        for name in (token, token.removeprefix("i-")):  # identifiers of QTI begin with a letter
            if name in self._name_set:
                return name, ""
            for slug, question in self.slugs.items():
                if name.endswith(f"-{slug}") and name[: -len(slug) - 1] in self._name_set:
                    return name[: -len(slug) - 1], question
        return None


@frozen
class ByVariant:
    """A table by questions, and the variants of each row: by question, or under "" for all."""

    header: list[str]
    rows: list[tuple[int, list[str]]]
    variants: list[Mapping[str, str]]
    is_export: bool = False
    faults: dict[int, InputError] = field(default_factory=dict)


def rows_by_variant(
    header: Sequence[str], rows: Rows, names: VariantNames, questions: Sequence[str] = ()
) -> ByVariant:
    """Return the rows of a class's file with one column for each question, and the variants answered.

    `header` and `rows` are the file's, `names` those of the variants, `questions` the ids of the sheet.
    The result's `faults` are, by line, unknown variants and questions that are answered twice.
    """
    if {"Params", "Submitted answer"} <= set(header):
        return _prairielearn_rows(header, rows, names)
    in_header = {place: names.variant_and_question_in(name) for place, name in enumerate(header)}
    columns = {place: pair for place, pair in in_header.items() if pair and pair[1]}
    after = {p + 1 for p in columns if p + 1 < len(header)}
    dropped = {p for p in after if systems.is_administrative_column(header[p], header[p - 1])}
    variant_columns = [
        p for p, name in enumerate(header) if name.casefold() in _COLUMNS and name not in questions
    ]
    special = {*columns, *dropped, *variant_columns}
    plain_columns = [p for p in range(len(header)) if p not in special]
    made, faults = [], dict[int, InputError]()
    for line, cells in rows:
        answers, row_variants = dict[str, str](), dict[str, str]()
        try:
            row_names = {names.variant_in_cell(cells[p]) for p in variant_columns if cells[p]}
            if len(row_names) > 1:
                raise InputError(f"names {listing(map(quoted, sorted(row_names)))}")
            if row_names:
                row_variants[""] = row_names.pop()
            pairs = [(p, pair) for p, pair in columns.items() if cells[p]]
            pairs += _variants_in_question_texts(header, cells, names)
            for place, (variant, question) in pairs:
                if not question:
                    row_variants[""] = variant
                    continue
                if answers.get(question, cells[place]) != cells[place]:
                    raise InputError(f"answers {quoted(question)} twice, in two variants")
                is_moodle = systems.is_moodle_response(header[place])
                is_empty = is_moodle and cells[place] == systems.NO_RESPONSE
                answers[question], row_variants[question] = "" if is_empty else cells[place], variant
        except InputError as error:
            faults[line] = error.under(HERE.line(line))
        made.append((line, cells, answers, row_variants))
    answered = list(dict.fromkeys(question for *_, answers, _ in made for question in answers))
    if answered:  # numbered responses are resolved: their columns hold no other answers
        plain_columns = [p for p in plain_columns if not systems.is_answer_column(header[p])]
    table = ByVariant([*(header[p] for p in plain_columns), *answered], [], [], faults=faults)
    for line, cells, answers, row_variants in made:
        in_order = (answers.get(question, "") for question in answered)
        table.rows.append((line, [*(cells[p] for p in plain_columns), *in_order]))
        table.variants.append(row_variants)
    return table


def _variants_in_question_texts(
    header: Sequence[str], cells: Sequence[str], names: VariantNames
) -> list[tuple[int, tuple[str, str]]]:
    """Return the variants named by question texts, which Moodle puts next to the responses."""
    places = {name.casefold(): place for place, name in enumerate(header)}
    columns = []
    for name in filter(systems.is_moodle_response, places):
        question_place = places.get(name.replace("response", "question"))
        if question_place is not None and (
            pair := names.variant_and_question_in(cells[question_place])
        ):
            columns.append((places[name], pair))
    return columns


def _prairielearn_rows(header: Sequence[str], rows: Rows, names: VariantNames) -> ByVariant:
    """Return the submissions in PrairieLearn's list, without those to other questions."""
    places = {name: place for place, name in enumerate(header)}
    people = [name for name in _PRAIRIELEARN_COLUMNS if name in places]
    questions = list(dict.fromkeys(names.variables.values()))
    columns = [*(_PRAIRIELEARN_COLUMNS[name] for name in people), "Attempt", *questions]
    table = ByVariant(columns, [], [], is_export=True)
    for number, (line, cells) in enumerate(rows, start=1):
        try:
            params = _json_object(cells[places["Params"]])
            variant = params.get(_PARAMETER)
            if not isinstance(variant, dict) or variant.get("item") not in names.names:
                continue
            submitted = _json_object(cells[places["Submitted answer"]])
        except InputError as error:
            table.faults[line] = error.under(HERE.line(line))
            params, variant, submitted = {}, {"item": ""}, {}
        answers = {
            question: _submitted_or_chosen(params.get(name), submitted.get(name))
            for name, question in names.variables.items()
        }
        details = (cells[places[name]] for name in people)
        table.rows.append((line, [*details, str(number), *(answers[q] for q in questions)]))
        table.variants.append({"": variant["item"]})
    return table


def _submitted_or_chosen(choices: object, submitted: object) -> str:
    """Return the submitted text, or the choice with this key."""
    for choice in choices if isinstance(choices, list) else ():
        if isinstance(choice, dict) and choice.get("key") == submitted:
            from html import unescape

            return unescape(str(choice.get("html", "")))
    return "" if submitted is None else str(submitted)


def _json_object(cell: str) -> Mapping[str, Any]:
    try:
        document = json.loads(cell or "{}")
    except (ValueError, RecursionError):
        raise InputError(f"expected an object of JSON; got {quoted(cell)}") from None
    return document if isinstance(document, dict) else {}
