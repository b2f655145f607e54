"""A problem as it is handed out: without its solution, with blanks; and the template of its answers.

How to read: `sheet_of` and `template_of` are the doors; `_verified` sends all of it through `verify`
and takes the values out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.data.escaping import csv_row, safe_json
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Policy, Question
from exactnb.core.record import frozen
from exactnb.errors import printable
from exactnb.explain.derivation import Asked, Blank, Blanks, Step, Verified, verify
from exactnb.explain.derivation.lines import Block
from exactnb.explain.derivation.stated import Stated
from exactnb.explain.derivation.verifier import without_values
from exactnb.explain.proving import new_prover
from exactnb.explain.rendering.pages.phrases import points_text
from exactnb.explain.solution.levels import FULL, ON_SHEET, STANDARD, Level
from exactnb.explain.solution.narrative import statement
from exactnb.explain.solution.printed import Printed
from exactnb.explain.solution.setting import derivation_of, rounding_of
from exactnb.explain.solution.sheet_questions import sheet_questions
from exactnb.explain.solution.source import source_of
from exactnb.explain.solution.wanted import all_estimates

_Block = TypeVar("_Block", Stated, Block)
_FORMS = {"any": "", "counted": "as counted", "lowest": "in lowest terms"}


@frozen(eq=False, repr=False)
class Sheet(Printed):
    """A problem sheet: data, queries, and its questions with blanks; printed in any format.

    >>> from exactnb import Table, solve
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> sheet = solve(Problem(table, ask=["P(+)"])).sheet()
    >>> print(sheet.text().splitlines()[-1])
       1.   P(+) = ____________   1 point
    """

    problem: Problem
    questions: tuple[Question, ...]
    verified: Verified


@frozen(eq=False, repr=False)
class AnswerTemplate(Sheet):
    """The questions of a sheet with room for answers: a form, or a file that `check` reads.

    >>> from exactnb import Table, solve
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> print(solve(Problem(table, ask=["P(+)"])).answers().toml(), end="")
    # Type each answer between its quotes.
    student = ""
    <BLANKLINE>
    [answers]
    "P(+)" = ""  # 1 point
    """

    def toml(self) -> str:
        """Return the answer file of one student in TOML, its answers still empty."""
        title = printable(" ".join(self.problem.title.split()))
        rows = [f"# {title}"] if title else []
        rows += ["# Type each answer between its quotes.", 'student = ""', "", "[answers]"]
        for question in self.questions:
            asked = "" if question.quantity == question.id else f"{printable(question.quantity)}, "
            form = "".join(f", {part}" for part in _form(question.policy))
            rows.append(f'{_key(question.id)} = ""  # {asked}{points_text(question.points)}{form}')
        return "\n".join(rows) + "\n"

    def csv(self) -> str:
        """Return the head of the answer file of a class in CSV: the student, then a column for each id.

        One that a spreadsheet would work out has an apostrophe before it, which `check` leaves out.
        """
        return csv_row(["student", *(question.id for question in self.questions)])

    def json(self) -> str:
        """Return the answer file of one student in JSON, its answers still empty."""
        answers = {question.id: "" for question in self.questions}
        return safe_json({"student": "", "answers": answers})


def sheet_of(
    problem: Problem,
    quantities: Quantities,
    level: Level = STANDARD,
    *,
    questions: tuple[Question, ...] | None = None,
) -> Sheet:
    """Return the sheet of a problem; `quantities` are those of its solution.

    Whoever solves it needs all of the data: tables are whole, up to a thousand rows. `questions` stand
    in the place of its own; without any, what is known and observed stands alone.
    """
    level = replace(FULL, encoded=False) if level is FULL else ON_SHEET
    if questions is None:
        questions = tuple(sheet_questions(problem, quantities))
    names = [name for name in _stated_names(problem, level) if name not in quantities]
    known = quantities.of((*quantities.asked, *names)) if names else quantities
    stated = statement(problem, known, rounding_of(problem), level)
    steps = [_without_names(step) for step in stated]
    steps = [step for step in steps if step.blocks]
    if len(problem.predictions) > 1 and not any(step.key == "estimate" for step in steps):
        steps += [Step("estimate", "Model", (), (), short) for short in problem.predictions]
    return Sheet(problem, questions, _verified(problem, questions, steps, known, level))


def template_of(problem: Problem, quantities: Quantities, level: Level = STANDARD) -> AnswerTemplate:
    """Return the template of the answers to a problem; `quantities` are those of its solution."""
    questions = tuple(sheet_questions(problem, quantities))
    return AnswerTemplate(problem, questions, _verified(problem, questions, [], quantities, level))


def _stated_names(problem: Problem, level: Level) -> Iterator[QuantityName]:
    """Yield the numbers that a problem without rows is given by, all of them if they are few."""
    for prediction in problem.predictions.values():
        if prediction.model.given is not None or not any(True for _ in problem.cases()):
            names = list(all_estimates(prediction.model, level.estimates))
            yield from names if len(names) <= level.estimates else []


def _verified(
    problem: Problem,
    questions: tuple[Question, ...],
    steps: list[Step],
    quantities: Quantities,
    level: Level,
) -> Verified:
    blanks = Blanks(tuple(_blank(problem, question) for question in questions))
    source = source_of(problem, level)
    source = replace(source, displays=(*map(_nameless, source.displays), blanks))
    if questions:
        steps = [*steps, Step("questions", "Questions", (blanks,))]
    return without_values(verify(derivation_of(problem, steps), quantities, source, new_prover))


def _blank(problem: Problem, question: Question) -> Blank:
    name = problem.scope.resolve(question.quantity)
    return Blank(question.id, name, question.points, ", ".join(_form(question.policy)))


def _form(policy: Policy) -> Iterator[str]:
    """Yield how an answer has to be written, where it is not left open."""
    if _FORMS[policy.form]:
        yield _FORMS[policy.form]
    amount = exact_text(policy.amount)
    said = {
        "exact": "exact",
        "figures": f"to {amount} significant figures",
        "places": f"to {amount} decimal places",
        "within": f"within {amount}",
        "relative": f"within {amount} of the value",
    }
    if policy.kind in said:
        yield said[policy.kind]


def _nameless(block: _Block) -> _Block:
    return replace(block, names=()) if isinstance(block, Asked) else block


def _without_names(step: Step) -> Step:
    """Return a step without the list of what is asked: the questions say it."""
    blocks = map(_nameless, step.blocks)
    return replace(step, blocks=tuple(b for b in blocks if not isinstance(b, Asked) or b.queries))


def _key(identity: str) -> str:
    """Return an id as a key of TOML, in quotes that any text fits into."""
    shown = identity.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in shown) + '"'
