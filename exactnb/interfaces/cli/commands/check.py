"""`exactnb check`: grade answers to a problem, with points and the mistakes behind wrong ones.

How to read: `run_check` grades files of answers, `_single_answers` those that options hold; both end in
`_report_text`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from textwrap import wrap

from exactnb.core.model.quantity import budget_for_patience
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.problem.table_options import worded_as_options
from exactnb.errors import InputError, Place, quoted
from exactnb.explain.rendering.formulas.text_math import to_ascii
from exactnb.interfaces.cli import printing
from exactnb.interfaces.cli.commands.classes import (
    GradedClass,
    feedback_texts,
    read_submissions,
    refuse_options,
)
from exactnb.interfaces.cli.output import terminal_width, write_bytes
from exactnb.interfaces.cli.problems import read_problem, source_place
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.submissions.class_files import AnswerSheet
from exactnb.teach.grading.submissions.rosters import Roster
from exactnb.teach.grading.variants_folder import VariantFolder, VariantsGrader

_WORKINGS = (".md", ".tex", ".txt")  # the endings of whole solutions
_BY_ENDING = {".json": "json", ".csv": "csv", ".html": "html"}


def run_check(options: argparse.Namespace) -> int:
    """Grade as `options` say, and print a report; return 0 if all answers are right, else 1."""
    to = options.to or _BY_ENDING.get(Path(options.output or "").suffix.lower(), "text")
    printing.check_format_options(options, to)
    if options.answer:
        return _single_answers(options, to)
    if options.search and (to != "text" or options.power):
        raise InputError("needs a report as text", at="--search")
    if options.power:
        if options.answers is not None:
            raise InputError("takes no ANSWERS: it is about the questions alone", at="--power")
        return _print_discrimination(options, to)
    if options.density is not None or options.mass is not None or options.outcome:
        if options.answers is not None:
            raise InputError("cannot be used with a PROBLEM", at="--density")
        options.answers, options.source = options.source, ""
    if options.answers is None:
        raise InputError('expected ANSWERS after PROBLEM, or --answer, such as "P(yes|x)=0.4"')
    source = options.source  # without a stop or a slash, the name of a theorem
    is_file = source and (Path(source).exists() or "." in source or "/" in source)
    if not is_file or _holds_workings(Path(options.answers)):
        from exactnb.interfaces.cli.commands.workings import run_workings

        return run_workings(options, to)
    if options.of_table:
        expected = "expected a whole solution (.txt, .md, .tex); --answer holds answers to a table"
        raise InputError(expected, at=options.answers)
    refuse_options(options, to)
    path, dialect = Path(options.answers), printing.chosen_dialect(options)
    grader = _grader(options)
    with worded_as_options(options):
        read, notes = read_submissions(path, dialect, options, grader)
    if to == "gradescope" and len(read) != 1:
        raise InputError(f"needs the answers of one student; got {len(read)}", at="--to gradescope")
    with worded_as_options(options), Place.file(path):
        grader = _grader_of_answered_quantities(grader, read)
        reports = _graded_reports(grader, read)
        if not path.is_dir() and not any(report.is_readable for report in reports):
            raise InputError(reports[0].remark)
    graded = GradedClass.of(options, read, reports)
    text = _report_text(grader, graded, to, options)
    files = feedback_texts(grader, graded, options.feedback) if options.feedback is not None else {}
    printing.write_output(text, options.output)
    for file, feedback in files.items():
        write_bytes(file, feedback.encode())
    unjudged = grader.left_to_a_person.items()
    graded.report_omissions(to, [*notes, *(f"question {quoted(key)}: {why}" for key, why in unjudged)])
    return 0 if all(report.is_right for report in graded.reports) else 1


def _single_answers(options: argparse.Namespace, to: str) -> int:
    """Grade the answers that `options` hold, to a problem file or a table, and print a report."""
    if options.answers is not None:
        raise InputError("cannot be used with --answer, which holds the answers", at=options.answers)
    if options.search and to != "text":
        raise InputError("needs a report as text", at="--search")
    problem = read_problem(options)
    answers = _typed_answers(options.answer)
    questions = {question.id: question for question in problem.questions}
    for key in answers:
        if key not in questions:
            try:
                printing.at_option("--answer", problem.scope.resolve, key)
            except InputError as error:
                hint = "" if problem.query else "; --query says what is asked"
                raise error.saying(error.message + hint) from None
    asked = tuple(questions.get(key) or Question(key, key) for key in answers)
    share = 1 if options.follow_through is None else options.follow_through
    effort = printing.at_option("--patience", budget_for_patience, options.patience)
    with (
        printing.errors_at_options({"follow_through": "--follow-through", "answers": "--answer"}),
        source_place(options),
    ):
        problem = replace(problem, questions=asked)
        grader = Grader(problem, follow_through=share, effort=effort)
        report = grader.grade(answers)
    graded = GradedClass((report,), Roster((), (), {}))
    printing.write_output(_report_text(grader, graded, to, options), options.output)
    return 0 if report.is_right else 1


def _typed_answers(texts: Sequence[str]) -> dict[str, str]:
    """Return answers by the names before their equals signs, the first outside parentheses.

    >>> _typed_answers(["P(Wind=Weak|Yes) = 6/9 = 0.667", "argmax(x)=Yes"])
    {'P(Wind=Weak|Yes)': '6/9 = 0.667', 'argmax(x)': 'Yes'}
    """
    answers: dict[str, str] = {}
    for text in texts:
        end, depth, is_quoted = 0, 0, False
        while end < len(text) and (text[end] != "=" or depth or is_quoted):
            is_quoted ^= text[end] == '"'
            depth += 0 if is_quoted else (text[end] == "(") - (text[end] == ")")
            end += 1
        name = text[:end].strip()
        if end == len(text) or not name:
            raise InputError.expected(
                'a quantity and its value, such as "P(yes|x)=0.4"', text, at="--answer"
            )
        if name in answers:
            raise InputError(f"{quoted(name)} is there twice", at="--answer")
        answers[name] = text[end + 1 :].removeprefix("=").strip()  # == says the same
    return answers


def _report_text(grader: Grader, graded: GradedClass, to: str, options: argparse.Namespace) -> str:
    """Return the report in `graded` in the form `to`, with what --search finds."""
    text = rendered_reports(grader, graded, to, options) + (
        _search_text(grader, graded) if options.search else ""
    )
    answers = graded.reports[0].graded if len(graded.reports) == 1 else ()
    wrong = any(not answer.is_right and not answer.is_blank for answer in answers)
    if to == "text" and wrong and not options.search:
        more = "" if options.explain else "--explain derives how a wrong value arises; "
        more += "--search tries other conventions, queries and edits of the data too."
        text += "\n".join(["", *wrap(more, printing.text_width(options)), ""])
    return to_ascii(text) if options.ascii else text


def _holds_workings(path: Path) -> bool:
    """Say whether a path is a whole solution, or a folder of nothing else."""
    if not path.is_dir():
        return path.suffix.lower() in _WORKINGS
    files = [file for file in path.iterdir() if file.is_file() and not file.name.startswith(".")]
    return bool(files) and all(file.suffix.lower() in _WORKINGS for file in files)


def _grader(options: argparse.Namespace) -> Grader:
    share = 1 if options.follow_through is None else options.follow_through
    effort = printing.at_option("--patience", budget_for_patience, options.patience)
    if Path(options.source).is_dir():
        printing.refuse_options_given(
            options, ("power", "search"), "needs a problem file, not a folder"
        )
        folder = VariantFolder.read(Path(options.source))
        with printing.errors_at_options({"follow_through": "--follow-through"}):
            return VariantsGrader(folder, follow_through=share, effort=effort, files=options.files)
    with Place.file(options.source), printing.errors_at_options({"follow_through": "--follow-through"}):
        problem = Problem.read(options.source, files=options.files)
        printing.say_doubts(problem.doubts, options, Place.file(options.source), in_options=False)
        return Grader(problem, follow_through=share, effort=effort)


def _grader_of_answered_quantities(grader: Grader, sheets: Sequence[AnswerSheet]) -> Grader:
    """For a problem without questions, return a grader that asks for every quantity in the answers."""
    if not grader.is_open:
        return grader
    if not any(sheet.answers or not sheet.is_readable for sheet in sheets):
        raise InputError("there are no answers in it")
    keys: dict[str, None] = {}
    for sheet in sheets:
        with suppress(Exception):  # its report says why it cannot be graded
            keys |= dict.fromkeys([grader.key(key) for key in sheet.answers])
    share, effort = grader.follow_through, grader.effort
    return Grader(grader.problem, asked=keys, follow_through=share, effort=effort)


def _graded_reports(grader: Grader, sheets: Sequence[AnswerSheet]) -> list[Report]:
    """Grade one sheet after the other, with progress."""
    reports = []
    with printing.progress("grading") as reporter:
        for number, sheet in enumerate(sheets):
            if number:
                reporter.tell(f"graded {number:,} of {len(sheets):,}")
            reports.append(grader.grade_sheet(sheet))
    return reports


def rendered_reports(grader: Grader, graded: GradedClass, to: str, options: argparse.Namespace) -> str:
    """Return the reports in `graded`, of a class or one student, in the form `to`.

    `grader` knows the key; `options` may ask for explanations.
    """
    reports, absent = graded.reports, graded.absent
    if to == "json":
        from exactnb.teach.grading.reports.json_report import json_report

        return json_report(grader, reports, absent=absent, changes=graded.changes)
    if to == "csv":
        from exactnb.teach.grading.reports.gradebooks import csv_report

        return csv_report(grader, reports, absent=absent)
    if to == "gradescope":
        from exactnb.teach.grading.reports.json_report import gradescope_report

        return gradescope_report(grader, reports[0])
    if to in ("moodle", "canvas"):
        from exactnb.teach.grading.reports.gradebooks import canvas_gradebook, moodle_gradebook

        make = moodle_gradebook if to == "moodle" else canvas_gradebook
        return make(grader, reports, graded.roster)
    is_single = len(reports) == 1 and not absent and graded.changes is None
    if to == "html":
        from exactnb.teach.grading.reports.html_report import class_page, student_page

        if is_single:
            return student_page(grader, reports[0], explain=options.explain)
        return class_page(
            grader, reports, explain=options.explain, absent=absent, changes=graded.changes
        )
    from exactnb.teach.grading.reports.text_report import class_text, student_text

    width = printing.text_width(options)
    if is_single:
        return student_text(grader, reports[0], width=width, explain=options.explain)
    return class_text(
        grader, reports, width=width, explain=options.explain, absent=absent, changes=graded.changes
    )


def _search_text(grader: Grader, graded: GradedClass) -> str:
    """Return what else may have led to the wrong answers, from a search of all alternatives."""
    from exactnb.teach.auditing.auditing import search_answers
    from exactnb.teach.auditing.reports.forms import as_text
    from exactnb.teach.auditing.reports.report_text import search_parts

    with printing.progress("searching"):
        matches = search_answers(grader.problem, graded.reports, effort=grader.effort)
    return as_text(search_parts(matches), width=terminal_width())


def _print_discrimination(options: argparse.Namespace, to: str) -> int:
    """Print which mistakes the questions can distinguish."""
    from exactnb.teach.grading.reports.text_report import discrimination_text

    if to != "text":
        raise InputError("prints text", at="--power")
    with printing.progress("trying every mistake"):
        text = discrimination_text(_grader(options), width=printing.text_width(options))
    printing.write_output(to_ascii(text) if options.ascii else text, options.output)
    return 0
