"""Put one drawn input through everything that reads it, and see that what must hold does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import worked
from answering import Expects, read_answer

from attacks.commands import COMMANDS, command
from attacks.documents import known_names, problem_file
from attacks.holding import Case, Fault, said_well
from attacks.names import quantity
from attacks.oddities import in_quotes
from attacks.running import no_formulas, run, try_command
from attacks.sheets import answer, answer_sheet
from attacks.tables import summary, table
from exactnb import Grader, Problem, check, solve
from exactnb.core.data.readers import read_summary_text, read_table_content
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.grammar import MAX_LENGTH
from exactnb.explain.solution.sampling import sample
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports.gradebooks import csv_report
from exactnb.teach.grading.reports.json_report import gradescope_report, json_report
from exactnb.teach.grading.reports.text_report import class_text, student_text
from exactnb.teach.grading.submissions.files import read_answers

__all__ = ["KINDS", "drawn", "try_files"]

KINDS = ("problem", "sheet", "string", *COMMANDS)
_STRINGS = ("answer", "quantity", "table", "summary")
_COMMANDS = (
    ["solve", "--to", "json", "-o", "out.json"],
    ["sample", "--count", "2", "--seed", "1", "-o", "out.json"],
    ["check", "--power", "-o", "out.json"],
)
"""What a problem file is given to, beside the library."""

_ASKED = (
    "play_tennis", "note_001_multinomial", "note_003_spherical", "coins", "medical_test", "looms",
    "tickets", "note_004_as_printed", "two_seeds", "note_000_eight_rows",
)  # fmt: skip
_RULES = "[model]\nsmoothing = 1\nprior = 'smoothed'\nunseen = 'drop'\n"


def drawn(kind: str, seed: int) -> tuple[str, str, bytes]:
    """Return the input of a seed: what it is, what it is for, and its bytes."""
    dice = Random(f"{kind} {seed}")
    if kind == "problem":
        return "problem", str(seed), problem_file(dice)
    if kind in COMMANDS:
        return "command", kind, command(kind, dice)
    if kind == "sheet":
        name = dice.choice(_ASKED)
        _, questions = _asked(name)
        ending, data = answer_sheet(dice, questions, known_names(name_text(name)))
        return ending, name, data
    what, name = dice.choice(_STRINGS), dice.choice(_ASKED)
    _asked(name)  # is read before anything is watched
    if what == "answer":
        text = answer(dice)
    elif what == "quantity":
        text = quantity(dice, known_names(name_text(name)))
    else:
        text = table(dice) if what == "table" else summary(dice)
    return what, name, text.encode()


def try_files(what: str, target: str, data: bytes, folder: Path, case: Case) -> None:
    """Try an input in a folder of its own; raise a Fault if something does not hold."""
    text = data.decode("utf-8", "replace") if what in _STRINGS else ""
    if what == "problem":
        _try_problem(data, folder, case, commands=int(target) % 10 == 0)
    elif what == "command":
        try_command(data, folder, case)
    elif what == "answer":
        _try_answer(text, case)
    elif what == "quantity":
        _try_quantity(text, target, case)
    elif what in _STRINGS:
        _try_table(text, what, folder, case)
    else:
        _try_sheet(what, target, data, folder, case)


def name_text(name: str) -> str:
    """Return the text of a worked example."""
    return worked.problem_file(name).read_text()


@cache
def _asked(name: str) -> tuple[Problem, tuple[str, ...]]:
    """Return a worked example, and what its queries need."""
    path = worked.problem_file(name)
    problem = Problem.read(path)
    return problem, tuple(each.id for each in Grader(problem).questions)[:8]


def _try_problem(data: bytes, folder: Path, case: Case, *, commands: bool) -> None:
    file = folder / "problem.toml"
    file.write_bytes(data)
    problem = case.step(lambda: Problem.read(file))
    _try_solving(problem, case)
    if problem is not None:
        _try_grading(problem, case)
        case.step(lambda: sample(problem, 3, 1))
    for arguments in _COMMANDS if commands else ():
        run([arguments[0], "problem.toml", *arguments[1:]], folder, case)
        (folder / "out.json").unlink(missing_ok=True)


def _try_solving(problem: Problem | None, case: Case, only: Sequence[str] = ()) -> None:
    if problem is None:
        return
    solution = case.step(lambda: solve(problem, only=only))
    if solution is None:
        return
    case.shown(lambda: solution.text(), "text")
    case.shown(lambda: solution.text(width=30, unicode=False), "text")
    case.shown(lambda: solution.latex(), "latex")
    case.shown(lambda: solution.markdown(), "markdown")
    document = case.shown(lambda: solution.json(), "json")
    case.step(lambda: json.loads(document or "0"), refusing=False)
    for name in [*solution][:3]:
        _spelled_again(problem, name)


def _try_grading(problem: Problem, case: Case) -> None:
    grader = case.step(lambda: Grader(problem))
    if grader is None:
        return
    questions = case.step(lambda: grader.questions)
    answers = ("1/2", "0.25", "a", "0")
    given = {each.id: answers[at % 4] for at, each in enumerate((questions or ())[:6])}
    report = case.step(lambda: grader.grade(given, "=1+1"))
    if report is not None:
        _reported(grader, [report], case)


def _reported(grader: Grader, reports: Sequence[Report], case: Case) -> None:
    """See that every report exists, whatever was answered."""
    case.shown(lambda: class_text(grader, reports), "class", refusing=False)
    for document in (
        json_report(grader, reports),
        *(gradescope_report(grader, each) for each in reports),
    ):
        case.shown(lambda document=document: document, "json")
        case.step(lambda document=document: json.loads(document), refusing=False)
    for report in reports:
        case.shown(
            lambda report=report: student_text(grader, report, explain=True), "student", refusing=False
        )
    no_formulas(csv_report(grader, reports))


def _try_sheet(ending: str, name: str, data: bytes, folder: Path, case: Case) -> None:
    file = folder / f"answers{ending}"
    file.write_bytes(data)
    problem, questions = _asked(name)
    sheets = case.step(lambda: read_answers(file))
    if sheets is None:
        return
    grader = Grader(problem)
    reports = [
        case.step(lambda sheet=sheet: grader.grade(sheet.answers, sheet.student)) for sheet in sheets
    ]
    known = set(questions)
    for sheet, report in zip(sheets, reports, strict=True):
        if report is None and known.issuperset(sheet.answers):
            raise Fault("a sheet that is read and not graded", case.refusals[-1])
        for each in report.graded if report is not None else ():
            why = grader.unsolved.get(each.question.id, "")  # no right answer has an exact form
            if why:
                said_well(why)
            elif (
                each.verdict is Verdict.UNGRADED or "internal" in each.look or "nested too" in each.look
            ):
                raise Fault(f"an answer that is not graded: {each.look}", each.raw)
    if graded := [report for report in reports if report is not None]:
        _reported(grader, graded, case)


def _try_answer(text: str, case: Case) -> None:
    for expects in (
        Expects(), Expects("numbers"), Expects("label", labels=("+", "-", "a, b", "tie")),
        Expects("truth"), Expects(log="2", odds=True, undefined=True),
    ):  # fmt: skip
        read = case.step(lambda expects=expects: read_answer(text, expects))
        if read is not None:
            case.shown(read.text, "answer")
    checked = case.step(lambda: check(text, "1/3"), refusing=False)
    if checked.verdict is Verdict.UNGRADED:
        raise Fault("an answer that is not checked", checked.message)
    case.step(lambda: check("1/3", text))


def _try_quantity(text: str, name: str, case: Case) -> None:
    problem, _ = _asked(name)
    if case.step(lambda: problem.resolve(text, "ask", Effort())) is not None:
        _spelled_again(problem, text)
        _try_solving(problem, case, only=[text])


def _spelled_again(problem: Problem, text: str) -> None:
    """See that a canonical name is read as what it names, if it is not too long to be read at all."""
    if len(text) > MAX_LENGTH:
        return
    name = problem.scope.resolve(text)
    if len(str(name)) <= MAX_LENGTH and problem.scope.resolve(str(name)) != name:
        raise Fault("a canonical name that names something else", f"{text!r}: {name}")


def _try_table(text: str, what: str, folder: Path, case: Case) -> None:
    rules = ""
    if what == "table":
        found = case.step(lambda: read_table_content(text))
        (folder / "rows.csv").write_bytes(text.encode("utf-8", "surrogatepass"))
        data = "file = 'rows.csv'"
        if found is not None and found[1]:
            shown = zip(found[0][:-1], found[1][0], strict=False)  # the first row, without its class
            cells = ", ".join(f"{in_quotes(column)} = {in_quotes(cell)}" for column, cell in shown)
            rules = f"{_RULES}[query]\n'q.1' = {{ {cells} }}\n"
    else:
        case.step(lambda: read_summary_text(text))
        key = "parameters" if "prior" in text or "points" in text else "counts"
        data = f"{key} = {in_quotes(text)}"
    file = folder / "problem.toml"
    file.write_bytes(f"[data]\n{data}\n{rules}".encode("utf-8", "surrogatepass"))
    problem = case.step(lambda: Problem.read(file))
    _try_solving(problem, case)
    if problem is not None:
        _try_grading(problem, case)
