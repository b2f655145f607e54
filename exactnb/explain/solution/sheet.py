"""A problem without its solution, with blanks for answers; and the template of the answers.

How to read: `make_sheet` and `make_template` are the doors; `_verified` sends the steps through
`verify` and removes the values.
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
from exactnb.core.problem.views import quantity_place
from exactnb.core.quantities import QUANTITIES
from exactnb.core.record import frozen
from exactnb.errors import printable
from exactnb.explain.derivation import Blank, Blanks, QuestionBlock, Step, Verified, verify
from exactnb.explain.derivation.lines import Block, Stated
from exactnb.explain.derivation.verifier import without_values
from exactnb.explain.proving import new_prover
from exactnb.explain.proving.theorems import theorem
from exactnb.explain.rendering.printer import points_text
from exactnb.explain.solution.narrative import write_statement
from exactnb.explain.solution.printed import FULL, ON_SHEET, STANDARD, DetailLevel, PrintedDerivation
from exactnb.explain.solution.setting import new_derivation, problem_rounding, problem_source
from exactnb.explain.solution.solved_quantities import estimates_up_to, sheet_questions

_Block = TypeVar("_Block", Stated, Block)
MARKING = (
    "Unless a question says otherwise, give a number as a fraction, or as a decimal with at least "
    "three significant figures, correctly rounded."
)
"""How answers are marked that no policy says anything else of."""

_FORMS = {
    "any": "", "counted": "as counted", "lowest": "in lowest terms",
    "working": "with the whole working", "derivation": "with every step",
}  # fmt: skip


@frozen(eq=False, repr=False)
class ProblemSheet(PrintedDerivation):
    """A problem sheet: data, queries, and its questions with blanks; printed in any format.

    >>> from exactnb import Table, solve
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> sheet = solve(Problem(table, ask=["P(+)"])).sheet()
    >>> print(sheet.text().splitlines()[-1])
       P(+) = ____________   1 point
    """

    problem: Problem
    questions: tuple[Question, ...]
    verified: Verified


@frozen(eq=False, repr=False)
class AnswerTemplate(ProblemSheet):
    """The questions of a sheet with room for answers: a printed form, or a file that `check` reads.

    >>> from exactnb import Table, solve
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> print(solve(Problem(table, ask=["P(+)"])).answers().toml(), end="")  # doctest: +ELLIPSIS
    # Type each answer between its quotes.
    # Unless a question says ...
    student = ""
    <BLANKLINE>
    [answers]
    "P(+)" = ""  # 1 point
    """

    def toml(self) -> str:
        """Return the answer file of one student in TOML, its answers empty."""
        title = printable(" ".join(self.problem.title.split()))
        rows = [f"# {title}"] if title else []
        rows += ["# Type each answer between its quotes."]
        blocks = (block for step in self.verified.derivation.steps for block in step.blocks)
        rows += [f"# {block.rule}" for block in blocks if isinstance(block, Blanks) and block.rule]
        rows += ['student = ""', "", "[answers]"]
        for question in self.questions:
            task = "" if question.task == question.id else f"{printable(question.task)}, "
            form = "".join(f", {part}" for part in _form_parts(question.policy))
            has_lines = question.is_working or question.is_derivation
            room = "'''\n'''" if has_lines else '""'  # of lines, in which nothing is escaped
            rows += [f"# {printable(question.text)}"] if question.text else []
            rows.append(
                f"{_toml_key(question.id)} = {room}  # {task}{points_text(question.points)}{form}"
            )
        return "\n".join(rows) + "\n"

    def csv(self) -> str:
        """Return the first line of the answer file of a class in CSV: student, then each id.

        An id that a spreadsheet would take for a formula has an apostrophe first; `check` ignores it.
        """
        return csv_row(["student", *(question.id for question in self.questions)])

    def json(self) -> str:
        answers = {question.id: "" for question in self.questions}
        return safe_json({"student": "", "answers": answers})


def make_sheet(
    problem: Problem,
    quantities: Quantities,
    level: DetailLevel = STANDARD,
    *,
    questions: tuple[Question, ...] | None = None,
) -> ProblemSheet:
    """Return the sheet of `problem`; `quantities` are those of its solution.

    Its tables are complete up to a thousand rows, and beyond that at the `level` "full": a student
    needs all of the data. `questions` replace those of the problem; an empty tuple leaves the data and
    queries alone.
    """
    level = replace(FULL, encoded=False) if level is FULL else ON_SHEET
    if questions is None:
        questions = tuple(sheet_questions(problem, quantities))
    names = [name for name in _given_parameters(problem, level) if name not in quantities]
    graph = quantities.with_targets((*quantities.targets, *names)) if names else quantities
    stated = write_statement(problem, graph, problem_rounding(problem), level)
    steps = [_without_names(step) for step in stated]
    steps = [step for step in steps if step.blocks]
    if len(problem.predictions) > 1 and not any(step.key == "estimate" for step in steps):
        steps += [Step("estimate", "Model", (), (), short) for short in problem.predictions]
    return ProblemSheet(problem, questions, _verified(problem, questions, steps, graph, level))


def make_template(
    problem: Problem, quantities: Quantities, level: DetailLevel = STANDARD
) -> AnswerTemplate:
    """Return the template of the answers to `problem`, whose solution has the graph `quantities`.

    `level` is that of the solution.
    """
    questions = tuple(sheet_questions(problem, quantities))
    return AnswerTemplate(problem, questions, _verified(problem, questions, [], quantities, level))


def _given_parameters(problem: Problem, level: DetailLevel) -> Iterator[QuantityName]:
    """Yield the given parameters of a problem without rows, if they are few enough to print."""
    for prediction in problem.predictions.values():
        if prediction.model.given is not None or not any(True for _ in problem.cases()):
            names = list(estimates_up_to(prediction.model, level.estimates))
            yield from names if len(names) <= level.estimates else []


def _verified(
    problem: Problem,
    questions: tuple[Question, ...],
    steps: list[Step],
    quantities: Quantities,
    level: DetailLevel,
) -> Verified:
    blanks = Blanks(
        tuple(_blank(problem, number, q) for number, q in enumerate(questions, start=1)),
        MARKING if any(_is_rounded(problem, question) for question in questions) else "",
    )
    source = problem_source(problem, level)
    source = replace(source, displays=(*map(_block_without_names, source.displays), blanks))
    if questions:
        steps = [*steps, Step("questions", "Questions", (blanks,))]
    return without_values(verify(new_derivation(problem, steps), quantities, source, new_prover))


def _blank(problem: Problem, number: int, question: Question) -> Blank:
    """Return the room for the answer to the question of this `number`."""
    if question.is_derivation:
        task: str | QuantityName = derivation_task(question, number)
    else:
        task = problem.scope.resolve(question.quantity)
    return Blank(
        question.id, task, question.points, ", ".join(_form_parts(question.policy)), question.text
    )


def derivation_task(question: Question, number: int) -> str:
    """Return what a `question`, the one of this `number`, asks to derive.

    Raises InputError at its theorem for an unknown one.
    """
    if isinstance(question.theorem, str):
        title = quantity_place(number, "theorem").read(theorem, question.theorem).title
        return title if question.text else f"Derive: {title}"  # a wording asks already
    family = question.theorem.declared
    opening = "The estimate" if question.text else "Derive the estimate"
    return f"{opening} of {family.full_title()}: {family.formula}"


def _is_rounded(problem: Problem, question: Question) -> bool:
    """Say whether the answer is a number of no particular form, so that the sheet's rule holds."""
    policy = question.policy
    if (policy.kind, policy.form) != ("rounded", "any"):
        return False
    return QUANTITIES[problem.scope.resolve(question.quantity).head].value == "number"


def _form_parts(policy: Policy) -> Iterator[str]:
    """Yield the form and accuracy that the policy of a question demands of its answer."""
    if _FORMS[policy.form]:
        yield _FORMS[policy.form]
        return  # a fraction has no accuracy
    amount = exact_text(policy.amount)
    accuracies = {
        "exact": "exact",
        "figures": f"{amount} significant figures or a fraction",
        "places": f"{amount} decimal places or a fraction",
        "within": f"within {amount}",
        "relative": f"within {amount} of the value",
    }
    if policy.kind in accuracies:
        yield accuracies[policy.kind]


def _block_without_names(block: _Block) -> _Block:
    return replace(block, names=()) if isinstance(block, QuestionBlock) else block


def _without_names(step: Step) -> Step:
    """Return a step without the list of quantities: the questions on the sheet name them."""
    blocks = map(_block_without_names, step.blocks)
    needed = (block for block in blocks if not isinstance(block, QuestionBlock) or block.queries)
    return replace(step, blocks=tuple(needed))


def _toml_key(identity: str) -> str:
    """Return an id as a quoted key of TOML, with escapes for characters that TOML does not allow."""
    escaped = identity.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'
