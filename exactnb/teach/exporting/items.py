"""What any system needs of a problem, independent of all of them: a pool of items, an item's parts.

How to read: a `Pool` holds the variants of one problem, or the problem alone; each is an
`AssessmentItem`, and a question of its sheet an `ItemPart`, with the `Response` that is right and the
`WrongValue`s that are known. What is printed is printed when it is asked for, by the printers of
solutions and sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any

from exactnb.core.expression.nodes import Reference
from exactnb.core.lazy import once
from exactnb.core.model.quantity import EFFORT
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question, read_policy
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.explain.rendering.formats import load_format
from exactnb.explain.rendering.hooks import Page
from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.explain.rendering.printer import Printer, points_text
from exactnb.explain.solution.derived import derive
from exactnb.explain.solution.printed import PrintedDerivation
from exactnb.explain.solution.sheet import ProblemSheet, make_sheet
from exactnb.explain.solution.solution import Solution, solve
from exactnb.teach.answers.answer import Expects
from exactnb.teach.exporting.plain_html import course_text, plain_html, plain_inline, with_table_rules
from exactnb.teach.grading.submissions.rosters import Roster
from exactnb.teach.variants.folder import students_csv
from exactnb.teach.variants.writing import problem_text

NUMBER, LABEL, TRUTH = "number", "label", "truth"
UNDEFINED = "undefined"
NUMBERS, SET, SETS = "numbers", "set", "sets"
WORKING, DERIVATION = "working", "derivation"
RIGHT, NOT_RIGHT = "Right.", "Not right."
WHOLE = "as a whole number"
_NEIGHBOUR = Fraction(1, 10)  # of the key: how near it a wrong number shows where the key lies


@frozen(slots=True)
class Number:
    """A number as it stands in a file: `text` is a decimal with figures enough for every purpose.

    `typed` is it rounded as asked; what lies within `tolerance` of `text` counts as it, `typed`
    included, and counts as no other value of its question.
    """

    text: str
    typed: str
    tolerance: Fraction

    @property
    def value(self) -> Fraction:
        """Return what the text says, exactly."""
        return Fraction(self.text)

    def holds(self, given: Fraction) -> bool:
        """Say whether the number `given` counts as this one."""
        return abs(given - self.value) <= self.tolerance


@frozen(slots=True)
class Response:
    """An answer: its exact text ("9/64"; of a choice the choice), and the number that it is, if any."""

    exact: str
    number: Number | None = None

    @property
    def typed(self) -> str:
        """Return what a student types who rounds as asked, or chooses."""
        return self.exact if self.number is None else self.number.typed


@frozen(slots=True)
class WrongValue:
    """A wrong answer that is known: the ids of the misconceptions behind it, and the feedback.

    `share` is the part of its points, from 0 to 1, that it earns.
    """

    response: Response
    ids: tuple[str, ...]
    feedback: str
    share: Fraction = Fraction(0)

    @property
    def id(self) -> str:
        """Return the id of the first misconception."""
        return self.ids[0]


@frozen(slots=True)
class Marked:
    """An answer with what it earns, a share from 0 to 1, and what is said to it."""

    response: Response
    share: Fraction
    feedback: str

    @property
    def number(self) -> Number:
        """Return the number that the answer is."""
        assert self.response.number is not None
        return self.response.number


@frozen(slots=True)
class ItemPart:
    """A question of an item.

    `kind` is "number" (a finite one), "label" (a class) or "truth" (yes or no); or what few systems
    take: "undefined" (a number that is none), "numbers", "set", "sets", or a text of several lines,
    "working" or "derivation", whose key is a right one. Those have neither wrong values nor a number in
    their key. `task` is the quantity that is asked for, of a derivation what to derive. Where a
    class, yes or no is chosen, `choices` are all that there are, and `answers` what `check` reads for
    each; a tie is one choice, and stands for the right one. `slug` is its id with letters, digits and
    hyphens alone, the same in every variant; `how` says in which form an answer is typed, and `expects`
    how it is read.
    """

    question: Question
    task: QuantityName | str
    slug: str
    kind: str
    key: Response
    how: str = ""
    choices: tuple[str, ...] = ()
    wrong: tuple[WrongValue, ...] = ()
    answers: tuple[str, ...] = ()
    expects: Expects = Expects()

    @property
    def id(self) -> str:
        """Return the id of the question."""
        return self.question.id

    @property
    def points(self) -> Fraction:
        """Return what the question is worth."""
        return self.question.points

    def asked_by(self, printer: Printer[Any]) -> str:
        """Return the sentence of the part, and its quantity as a formula, by a `printer`.

        Of a derivation it is the wording, and what to derive.
        """
        if isinstance(self.task, str):
            return printer.text(" ".join(filter(None, (self.question.text, self.task))))
        asking = printer.question_text(self.task, self.question.text)
        return f"{asking} {printer.formula(Reference(self.task))}"

    @property
    def is_text(self) -> bool:
        """Say whether the answer is a text of several lines: a person grades it, or exactnb does."""
        return self.kind in (WORKING, DERIVATION)

    @property
    def listable_wrong_values(self) -> tuple[WrongValue, ...]:
        """Return the wrong numbers that may be listed after a try: no key follows from them.

        It does not stand midway between two of them either, as between one more and one less.
        """
        key = self.key.number
        listed: dict[Fraction, WrongValue] = {}
        if key is None:
            return ()
        for wrong_value in self.wrong:
            number = wrong_value.response.number
            if number is None or any(
                _gives_away(key, Fraction(text)) for text in (number.text, number.typed)
            ):
                continue
            if all(abs(number.value + other - 2 * key.value) > 4 * key.tolerance for other in listed):
                listed[number.value] = wrong_value
        return tuple(listed.values())

    def marked(self) -> Iterator[Marked]:
        """Yield all choices in their order; of a number the right one, and then the wrong ones."""
        wrong = [
            Marked(wrong_value.response, wrong_value.share, wrong_value.feedback)
            for wrong_value in self.wrong
        ]
        answers = [Marked(self.key, Fraction(1), RIGHT), *wrong]
        if not self.choices:
            yield from answers
        by_choice = {wrong_value.response.exact: wrong_value for wrong_value in answers}
        for choice in self.choices:  # one that no mistake leads to is wrong all the same
            yield by_choice.get(choice) or Marked(Response(choice), Fraction(0), NOT_RIGHT)


def _gives_away(key: Number, wrong: Fraction) -> bool:
    """Say whether a `wrong` number shows the `key`: it is near, or a step leads there, as 1 − p."""
    steps: list[Fraction] = [1 - wrong, -wrong, wrong / 100, wrong / 10, wrong * 10, wrong * 100]
    for divisor in (wrong, 1 + wrong):
        steps += [1 / divisor] if divisor else []
    for divisor in (1 - wrong, 1 + wrong):
        steps += [wrong / divisor] if divisor else []
    if wrong > 1 and key.value > 0:  # a sum or a numerator, which only has to be divided yet
        steps.append(wrong / max(round(wrong / key.value), 2))
    is_near = abs(wrong - key.value) <= _NEIGHBOUR * abs(key.value)
    slack = 2 * key.tolerance  # the key is rounded, and what is listed too
    return is_near or any(abs(step - key.value) <= slack for step in steps)


@frozen(eq=False)
class AssessmentItem:
    """One variant of a problem, or the problem itself, with its questions as parts.

    `id` is the pool's with seed and number; the `problem` asks all questions of the sheet, `parts` are
    those that the system takes. `document` returns what a file of the problem says, where there is one.
    """

    id: str
    title: str
    problem: Problem
    parts: tuple[ItemPart, ...]
    effort: int = EFFORT
    document: Callable[[], Mapping[str, Any]] | None = None
    is_variant: bool = False

    @property
    def points(self) -> Fraction:
        """Return what all parts are worth together."""
        return sum((part.points for part in self.parts), Fraction(0))

    @once
    def solution(self) -> Solution:
        """Return the worked solution of all parts."""
        return self._solution_of(*self.parts)

    def label(self, part: ItemPart | None = None) -> str:
        """Return the name of a variant, and of its question `part`, in HTML; "" without variants.

        Where a system's list of answers has the text of a question, it says whose key is meant.
        """
        name = self.id if part is None else f"{self.id}-{part.slug}"
        return f"<p><small>{name}</small></p>" if self.is_variant else ""

    @once
    def file(self) -> str:
        """Return a problem file that holds its data itself and asks for the parts, for `check`.

        Raises InputError where the problem comes from no file.
        """
        if self.document is None:
            raise InputError(f"{self.title}: expected the path of a problem file; got a Problem")
        document = dict(self.document())
        parts = {part.id: part for part in self.parts}
        by_id = {**parts, **{mark.id: part for part in self.parts for mark in part.question.milestones}}
        tables = {"question": ("id", parts), "accept": ("question", by_id)}
        for name, (key, ids) in tables.items():
            if name in document:
                document[name] = [table for table in document[name] if str(table[key]) in ids]
                if not document[name]:
                    del document[name]
        if "question" in document:
            document["question"] = [_as_asked(t, parts[str(t["id"])]) for t in document["question"]]
        if not any(part.kind == WORKING for part in self.parts):
            document.pop("milestone", None)
        return problem_text(document)

    @once
    def statement(self) -> ProblemSheet:
        """Return the sheet without its questions: what is known, and what is observed."""
        return make_sheet(self.problem, self.solution.quantities, questions=())

    @once
    def sheet(self) -> ProblemSheet:
        """Return the sheet with the questions of the parts."""
        questions = tuple(part.question for part in self.parts)
        return make_sheet(self.problem, self.solution.quantities, questions=questions)

    def stem(self, to: str = "html") -> str:
        """Return what is known and observed, printed in the format `to`; HTML has no styles.

        In "xhtml" tables have no attributes either.
        """
        return _printed_fragment(self.statement, to)

    def asked(self, part: ItemPart, to: str = "html") -> str:
        """Return the sentence of a `part`, its quantity as a formula, in a line of the format `to`."""
        verified, notation = self.statement.verified, self.statement.notation()
        line = part.asked_by(load_format(to).printer(verified, notation, Page(fragment=True)))
        return plain_inline(line) if to == "html" else line

    def whole_question(self, part: ItemPart, to: str = "html") -> str:
        """Return what a `part` asks, in the format `to`: a derivation is no value, and has no = ?."""
        return self.asked(part, to) + " = ?" * (part.kind != DERIVATION)

    def posed(self, part: ItemPart, form: str | None = None) -> str:
        """Return what is known and what a part asks, in HTML: a question that stands by itself.

        The form of its answer is the part's own unless another is given.
        """
        form = part.how if form is None else form
        how = f" ({escaped(form)})" if form else ""
        return f"{self.stem()}<p>{self.whole_question(part)}{how}</p>{self.label(part)}"

    def scheme(self, part: ItemPart, to: str = "html") -> str:
        """Return what who marks a text has to know: what each milestone of a working is worth, in HTML.

        Of a derivation it is the theorem, in a format like the stem.
        """
        if part.kind == DERIVATION:
            return _printed_fragment(derive(part.question.theorem), to, head=False)
        rows = (f"{escaped(mark.id)}: {points_text(mark.points)}" for mark in part.question.marks)
        return f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>"

    def worked(self, part: ItemPart | None = None, to: str = "html") -> str:
        """Return the worked solution, of one `part` or of all, printed in the format `to`.

        Derivations are none of it: who has one already could hand it in.
        """
        if part is not None and part.kind == DERIVATION:
            return ""
        return _printed_fragment(
            self.solution if part is None else self._solution_of(part), to, head=False
        )

    def _solution_of(self, *parts: ItemPart) -> Solution:
        only = dict.fromkeys(mark.quantity for part in parts for mark in part.question.marks)
        return solve(self.problem, only=only, level="brief", effort=self.effort)


def _as_asked(table: Mapping[str, Any], part: ItemPart) -> Mapping[str, Any]:
    """Return the table of a question, with the policy of its `part` if the system asks for another."""
    policy = part.question.policy
    original = read_policy(table.get("policy", "rounded"), table.get("form", "any"))
    if part.kind == DERIVATION or policy == original:
        return table
    figures = {} if policy.kind == original.kind else {"policy": {"figures": policy.figures}}
    return {**table, **figures, **({"form": policy.form} if "form" in table else {})}


@frozen(eq=False)
class Pool:
    """Items that are variants of one problem: a student gets any one of them.

    `left_out` says in lines what was not exported, and why; `students` is the number of the item, from
    1, that each student of a class list, the `roster`, gets.
    """

    id: str
    title: str
    items: tuple[AssessmentItem, ...]
    left_out: tuple[str, ...] = ()
    students: Mapping[str, int] = field(default_factory=dict)
    roster: Roster | None = None

    def students_csv(self) -> bytes:
        """Return the list of who has which item."""
        return students_csv(self.students, lambda n: self.items[n - 1].id, self.roster).encode()

    @property
    def question_by_slug(self) -> Mapping[str, str]:
        """Return the questions by their slugs, which are the same in every item."""
        return {part.slug: part.id for item in self.items for part in item.parts}


def _printed_fragment(printed: PrintedDerivation, to: str, *, head: bool = True) -> str:
    """Return a fragment of a document; HTML is made of the page, without what a system drops."""
    if to not in ("html", "xhtml"):
        return printed.render(to, fragment=True)
    title = printed.verified.derivation.title if head else ""
    made = f"<p><strong>{course_text(title)}</strong></p>" * bool(title)
    made += plain_html(printed.html(), head=head)
    return with_table_rules(made) if to == "html" else made
