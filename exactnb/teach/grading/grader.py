"""Grade the answers of students to the questions of a problem.

How to read: `grade` grades a sheet, `judge` a single answer or working. Answers are graded together in
`answer_grading.py`, one of them in `question_grader.py`, workings in `working/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from exactnb.core.arguments import require
from exactnb.core.lazy import once
from exactnb.core.problem.questions import Question
from exactnb.core.shown import Shown
from exactnb.errors import fault, quoted
from exactnb.teach.answers.answer import Given
from exactnb.teach.answers.reading import is_blank
from exactnb.teach.grading.answer_grading import AnswerGrader
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.question_grader import QuestionGrader, ungraded, with_acceptance

if TYPE_CHECKING:
    from exactnb.explain.rendering.printer import Printer
    from exactnb.teach.grading.answer_key import AnswerKey
    from exactnb.teach.grading.derivations.grader import DerivationGrader
    from exactnb.teach.grading.submissions.class_files import AnswerSheet
    from exactnb.teach.grading.working.grader import WorkingGrader


class Grader(AnswerGrader, Shown):
    """Judge answers to the questions of a problem, or to any quantities if it has none.

    `problem` is a Problem or the path of its file. `asked` are quantities that sheets may answer
    besides the questions: named here, they are worked out once for all sheets. `follow_through` is the
    share of its points, from 0 to 1, earned by an answer that is right only by earlier wrong values.
    `effort` bounds the steps of the questions together, and of the other answers in one sheet: the
    quantities and the parts of their formulas, times 10 as every mistake is tried; answers to
    quantities that take more are left ungraded.

    A grader never changes: a sheet gets the same report whatever was graded before it, and threads may
    share one.

    >>> from exactnb import Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table, query={"x": {"a": "1"}}))
    >>> report = grader.grade({"P(+)": "2/3", "P(+,x)": "0.33"})
    >>> [(each.question.id, each.verdict.value) for each in report.graded]
    [('P(+)', 'correct'), ('P(+,x)', 'too_few_digits')]

    Raises InputError for a question that has no answer of its own kind, such as an equation, for what
    is asked and is no quantity, and for a share or an effort that is none.
    """

    def _prepare(self) -> None:
        """Work the questions out, and the milestones of workings."""
        super()._prepare()
        if any(question.is_working for question in self.questions):
            _ = self.working_grader
        _ = self.derivation_graders

    def __repr__(self) -> str:
        number = len(self.questions)
        of = f" of {quoted(self.problem.title)}" if self.problem.title else ""
        return f"<Grader{of}: {number} question{'s' * (number != 1)}>"

    def grade(self, answers: Mapping[str, Given], student: str = "") -> Report:
        """Return the report on the answers of one student, by the ids of the questions.

        `answers` are texts as they were typed, or numbers; a float counts as its shortest decimal.
        `student` is a name for the report. An unanswered question earns nothing; if the problem has no
        questions, only the quantities answered are asked. An error in one question is its verdict, and
        the others are graded.

        >>> from exactnb import Problem, Table
        >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
        >>> report = Grader(Problem(table)).grade({"P(+)": "2/3", "P(-)": "no"}, student="Ada")
        >>> report.student, report.score, [each.verdict.value for each in report.graded]
        ('Ada', Fraction(1, 1), ['correct', 'unreadable'])

        Raises InputError for an answer to what is no question, or to one twice, and for what is
        neither text nor a number.
        """
        require(student, str, "a text", "student")
        return Report(student, tuple(self.graded_answers(answers).values()))

    def grade_sheet(self, sheet: AnswerSheet) -> Report:
        """Return the report on the `sheet` of a student; one that cannot be graded stops no other.

        Where `grade` would raise, the report is not readable, and its remark says why.

        >>> from exactnb import Problem, Table
        >>> from exactnb.grading import AnswerSheet
        >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
        >>> Grader(Problem(table)).grade_sheet(AnswerSheet("Bo", {"foo(": "1"})).is_readable
        False
        """
        if sheet.is_readable:
            try:
                return replace(self.grade(sheet.answers, sheet.student), remark=sheet.remark)
            except Exception as error:  # whatever one student hands in, the others are graded
                sheet = sheet.unread(error)
        questions = () if self.is_open else self.questions
        graded = tuple(replace(ungraded(question, "", ""), look="") for question in questions)
        return Report(sheet.student, graded, sheet.remark, is_readable=False)

    def of(self, graded: Graded) -> Grader:
        """Return the grader that an answer was graded by: this one, unless there are variants."""
        return self

    def wording(self, question: Question) -> str:
        """Return a question in words, as its sheet asks it, and by name.

        >>> from exactnb import Problem
        >>> grader = Grader(Problem.read("worked_examples/homework/sheet.toml"))
        >>> grader.wording(grader.questions[0])
        'What is the probability of PlayTennis = Yes? P(Yes)'
        """
        if question.is_derivation:
            from exactnb.explain.solution.sheet import derivation_task

            number = self.questions.index(question) + 1
            return " ".join(filter(None, (question.text, derivation_task(question, number))))
        asked = self._printer.question_text(self.name_of(question), question.text)
        return f"{asked} {question.task}".replace("\N{NO-BREAK SPACE}", " ")

    @once
    def _printer(self) -> Printer[Any]:
        from exactnb.explain.rendering.formats import load_format
        from exactnb.explain.rendering.hooks import Page
        from exactnb.explain.solution.sheet import make_template

        template = make_template(self.problem, self.graph)
        return load_format("text").printer(template.verified, template.notation(), Page())

    @once
    def working_grader(self) -> WorkingGrader:
        """Return what judges whole workings, the answers to questions whose form is "working"."""
        from exactnb.teach.grading.working.grader import WorkingGrader

        return WorkingGrader(self.problem, follow_through=self.follow_through)

    @once
    def left_to_a_person(self) -> Mapping[str, str]:
        """Return why the derivations that some questions ask for are not judged, by their ids."""
        if not any(question.is_derivation for question in self.questions):
            return {}
        from exactnb.teach.grading.derivations.marking import left_to_a_person

        return left_to_a_person(self.questions)

    @once
    def derivation_graders(self) -> Mapping[str, DerivationGrader]:
        """Return what judges derivations, by the ids of the questions that ask for them."""
        if not any(question.is_derivation for question in self.questions):
            return {}
        from exactnb.teach.grading.derivations.marking import derivation_grader

        return {
            question.id: derivation_grader(question, number)
            for number, question in enumerate(self.questions, start=1)
            if question.is_derivation and question.id not in self.left_to_a_person
        }

    def _graded(
        self, key: AnswerKey, question: Question, raw: str, beyond: Mapping[str, str]
    ) -> Graded:
        """Return the verdict on an answer to a question, which a derivation may be."""
        if not question.is_derivation or question.id in beyond:
            return super()._graded(key, question, raw, beyond)
        if why := self.left_to_a_person.get(question.id):
            return with_acceptance(ungraded(question, raw, why))
        from exactnb.teach.grading.derivations.marking import graded_derivation

        try:
            return graded_derivation(self.derivation_graders[question.id], question, raw)
        except Exception as error:  # no derivation may cost the others theirs
            return with_acceptance(ungraded(question, raw, fault(error)))

    def judge(self, asked: QuestionGrader, raw: str) -> Graded:
        """Return the verdict on one answer, `raw`, to the question `asked`, or on a whole working."""
        if not asked.question.is_working or is_blank(raw):
            return super().judge(asked, raw)
        try:
            return self.working_grader.graded(asked.question, raw)
        except Exception as error:  # no working may cost the others theirs
            return with_acceptance(ungraded(asked.question, raw, fault(error)))
