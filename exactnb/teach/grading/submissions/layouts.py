"""The columns of a class's file: which hold answers, and which identify the student.

How to read: `Columns` are the user's options; `Layout.from_header` applies them to a header.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from exactnb.core.data.escaping import read_cell
from exactnb.core.data.rows import repeated
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, listing, near, one_of, quoted
from exactnb.teach.grading.submissions import course_systems as systems

ATTEMPTS = ("best", "last", "first")


@frozen(slots=True)
class Columns:
    """The meaning of columns in a class's file whose names do not show it.

    `student` is the column with the student, `ignored` are columns to leave out, `mapped` texts such as
    "Response 1=prior": a column, and the question that it answers. `attempts` chooses among several
    rows of a student: the "last", the "first", or the "best", for which all are read.

    >>> Columns(student="Name", ignored=("Group",), mapped=("Response 1=prior",)).attempts
    ''

    Raises InputError for other attempts.
    """

    student: str = ""
    ignored: tuple[str, ...] = ()
    mapped: tuple[str, ...] = ()
    attempts: str = ""

    def __post_init__(self) -> None:
        if self.attempts:
            one_of(self.attempts, ATTEMPTS)


AS_NAMED = Columns()
"""Nothing is said: the header shows what the columns are."""


@frozen(slots=True)
class Layout:
    """The meaning of each column of a class's file, by its index in the header.

    `answers` are questions, `by_order` those of them that only the column order shows; `details`
    identify the student, and `name_places` are those that make up the name.
    """

    answers: Mapping[int, str]
    by_order: Mapping[str, str]
    details: Mapping[int, str]
    name_places: tuple[int, ...]
    state: int | None = None
    attempt: int | None = None
    moodle_responses: frozenset[int] = frozenset()

    @classmethod
    def from_header(
        cls,
        header: Sequence[str],
        columns: Columns,
        questions: Sequence[str],
        *,
        exported: bool = False,
    ) -> Layout:
        """Return the layout of a `header` read with the user's `columns`.

        `questions` are the ids of a sheet, none if any quantity may be answered. A file that a course
        system `exported` may have columns about attempts.

        >>> layout = Layout.from_header(["First name", "Last name", "Response 1"], AS_NAMED, ["prior"])
        >>> layout.name_places, layout.answers
        ((0, 1), {2: 'prior'})

        Raises InputError, at the line of the header, for what it does not say.
        """
        question_ids = frozenset(questions)
        ignored = {_column_index(header, name) for name in columns.ignored}
        answers = dict(_column_and_question(header, text, questions) for text in columns.mapped)
        exported = exported or any(map(systems.is_answer_column, header))
        details: dict[int, str] = {}
        in_order: list[int] = []
        for place, name in enumerate(header):
            previous = header[place - 1] if place else ""
            question_id = name if name in question_ids else read_cell(name)
            if place in ignored:
                continue
            if place in answers:  # a mapped column still counts among the numbered responses
                in_order += [place] if systems.is_answer_column(name) else []
            elif question_id in question_ids:
                answers[place] = question_id
            elif systems.is_answer_column(name):
                in_order.append(place)
            elif systems.column_role(name):
                details[place] = name
            elif not (exported and systems.is_administrative_column(name, previous)):
                answers[place] = question_id
        name_places = (
            (_column_index(header, columns.student),)
            if columns.student
            else name_column_indices(header, details)
        )
        for place in name_places:
            answers.pop(place, None)
            details[place] = header[place]
        for name in answers.values():
            if question_ids and name not in question_ids:
                expected = f"the questions are {listing(questions)}; --ignore leaves a column out"
                raise InputError(f"unknown question {quoted(name)}{near(name, questions)}; {expected}")
        by_order = _questions_by_order(header, in_order, answers, questions)
        answers |= by_order
        _refuse_unusable_header(header, answers, details)
        return cls(
            answers=dict(sorted(answers.items())),
            by_order={header[place]: question for place, question in by_order.items()},
            details=dict(sorted(details.items())),
            name_places=name_places,
            state=_first_index(header, exported, systems.STATES),
            attempt=_first_index(header, exported, ("attempt",)),
            moodle_responses=frozenset(p for p in in_order if systems.is_moodle_response(header[p])),
        )

    def student_name(self, cells: Sequence[str]) -> str:
        """Return the name of the student in a row of `cells`."""
        return " ".join(filter(None, (cells[place] for place in self.name_places)))

    def roles(self, cells: Sequence[str]) -> dict[str, str]:
        """Return the details of the student in a row of `cells`, by role."""
        return details_by_role({name: cells[place] for place, name in self.details.items()})


def details_by_role(details: Mapping[str, str]) -> dict[str, str]:
    """Return `details`, cells by column, by their roles instead; the first of two with one role.

    >>> details_by_role({"Email address": "a@b.org", "Age": "20"})
    {'email': 'a@b.org'}
    """
    by_role = {systems.column_role(name): cell for name, cell in reversed([*details.items()]) if cell}
    return {role: cell for role, cell in by_role.items() if role}


def _first_index(header: Sequence[str], exported: bool, names: Sequence[str]) -> int | None:
    return next((p for p, name in enumerate(header) if exported and name.casefold() in names), None)


def _column_index(header: Sequence[str], name: str) -> int:
    """Return the place of a column, by its name or by the number that Canvas puts before it."""
    places = [p for p, column in enumerate(header) if name in (column, systems.canvas_number(column))]
    if not places:
        message = f"there is no column {quoted(name)}{near(name, header)}"
        raise InputError(f"{message}; there are {listing(header)}", at=HERE.line(1))
    return places[0]


def _column_and_question(header: Sequence[str], text: str, questions: Sequence[str]) -> tuple[int, str]:
    """Return the index of a column and the question that it answers; = may be part of either name."""
    ends = [index for index, sign in enumerate(text) if sign == "="]
    if not ends:
        message = f'expected "COLUMN=QUESTION"; got {quoted(text)}'
        raise InputError(message, at=HERE.line(1))
    pairs = [(text[:end].strip(), text[end + 1 :].strip()) for end in ends]
    columns = {*header, *filter(None, map(systems.canvas_number, header))}
    fitting = [pair for pair in pairs if pair[0] in columns]
    fitting = [pair for pair in fitting if pair[1] in questions] or fitting or pairs[:1]
    column, question = fitting[0]
    if questions and question not in questions:
        message = f"there is no question {quoted(question)}{near(question, questions)}"
        raise InputError(f"{message}; the questions are {listing(questions)}", at=HERE.line(1))
    return _column_index(header, column), question


def name_column_indices(header: Sequence[str], details: Iterable[int]) -> tuple[int, ...]:
    """Return which columns of a `header` make a student's name: a name, its parts, or the first column.

    `details` are the columns that may be chosen.
    """
    by_role = {systems.column_role(header[place]): place for place in reversed(list(details))}
    if "name" in by_role:
        return (by_role["name"],)
    if parts := [by_role[role] for role in ("first", "last") if role in by_role]:
        return tuple(parts)
    return (0,)


def _questions_by_order(
    header: Sequence[str], in_order: Sequence[int], answers: Mapping[int, str], questions: Sequence[str]
) -> dict[int, str]:
    """Return the questions of columns that a course system numbers: the first is the first question."""
    numbered = {}
    for number, place in enumerate(in_order):
        if place in answers:
            continue
        if number >= len(questions):
            message = f"which question does {quoted(header[place])} answer? --map says it, as in"
            example = questions[-1] if questions else "P(...)"
            raise InputError(f'{message} --map "{header[place]}={example}"', at=HERE.line(1))
        numbered[place] = questions[number]
    return numbered


def _refuse_unusable_header(
    header: Sequence[str], answers: Mapping[int, str], details: Mapping[int, str]
) -> None:
    """Refuse a header without answers, and two columns for one thing."""
    if not answers:
        raise InputError("expected a column of students, and one for each question", at=HERE.line(1))
    if (twice := repeated([header[place] for place in sorted({*answers, *details})])) is not None:
        raise InputError(f"two columns are named {quoted(twice)}", at=HERE.line(1))
    if (twice := repeated(answers.values())) is not None:
        both = [quoted(header[place]) for place, question in answers.items() if question == twice]
        message = f"columns {' and '.join(sorted(both))} both answer {quoted(twice)}"
        raise InputError(message, at=HERE.line(1))
