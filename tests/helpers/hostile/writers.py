"""Everything that writes users' texts, found in its registry where there is one."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from unittest.mock import patch

from exported import questions

from exactnb.core.data.files import NO_FILES
from exactnb.errors import TooMuch, Unsupported
from exactnb.explain.proving.theorems import theorem
from exactnb.explain.rendering.formats import load_format
from exactnb.explain.rendering.formats import names as formats
from exactnb.explain.solution.printed import PrintedDerivation
from exactnb.interfaces.cli.commands.check import rendered_reports
from exactnb.interfaces.cli.commands.classes import GradedClass
from exactnb.interfaces.cli.options import REPORTS
from exactnb.interfaces.site import building, indexes
from exactnb.teach.auditing.reports.forms import FORMS, audit_json
from exactnb.teach.auditing.reports.report_text import audit_parts
from exactnb.teach.exporting.systems import names as systems
from exactnb.teach.exporting.systems import system_named
from exactnb.teach.grading.reports.feedback_files import feedback_files
from exactnb.teach.variants.folder import Variants
from exactnb.teach.variants.searching import Search
from exactnb.teach.variants.template import Template
from exactnb.teach.variants.writing import problem_text
from hostile import readers
from hostile.latex import latex
from hostile.problems import Case
from hostile.tokens import Token, difference

Files = Mapping[str, str]
_READERS: Mapping[str, readers.Read] = {
    ".html": readers.html, ".json": readers.as_json, ".csv": readers.as_csv, ".py": readers.python,
    ".xml": readers.xml, ".toml": readers.toml, ".txt": readers.plain, ".tex": latex,
    ".typ": readers.typeset, ".grades": readers.csv_of_html,
    ".ipynb": readers.notebook, ".md": readers.markdown,
}  # fmt: skip
_OF_FORMS = {
    "text": ".txt",
    "moodle": ".grades",
    "canvas": ".csv",
    "gradescope": ".json",
    "markdown": ".md",
}
_ASKED = ("gift", "moodle-cloze", "prairielearn")  # whose readers cut texts before they are HTML
_CUT = ("export gift", "export moodle-cloze")  # which nothing else reads
_REFUSED = ("solve latex", "export paper", "variants")  # where a sign is missing


def printed(case: Case, to: str) -> Files:
    """Return a solution, its sheet and its answers in a format, by each engine that has its signs."""
    ending, made = load_format(to).ending, {}
    for engine in tuple(load_format(to).engines) or (None,):
        shown: Mapping[str, PrintedDerivation] = {
            "solution": case.solution,
            "sheet": case.solution.sheet(),
        }
        for name, each in shown.items():
            try:
                made[f"{name}-{engine}{ending}"] = each.render(to, engine=engine)
            except Unsupported:
                assert to == "latex"
    return made


def answers(case: Case) -> Files:
    """Return the templates of answers."""
    template = case.solution.answers()
    return {
        "answers.toml": template.toml(),
        "answers.csv": template.csv(),
        "answers.json": template.json(),
    }


def exported(case: Case, to: str) -> Files:
    """Return the files of a system, none where it is paper and lacks a sign."""
    try:
        made = {name: content.decode() for name, content in system_named(to).write([case.pool]).items()}
    except Unsupported:
        assert to == "paper"
        return {}
    if to == "paper":
        return {f"{text.partition(chr(10))[0]} {at}.tex": text for at, text in enumerate(made.values())}
    return made


def asked(to: str, files: Files) -> list[Token]:
    """Return what a system that cuts texts itself reads in its files: stems, solutions and choices."""
    out: list[Token] = []
    for name, each in questions(to, {file: text.encode() for file, text in files.items()}).items():
        out += [
            readers.text(name),
            ("question", each.kind),
            *readers.html(each.stem, formulas=True),
            ("worked", ""),
        ]
        out += readers.html(each.worked, formulas=True)
        out += [token for choice in each.choices for token in (("choice", ""), readers.text(choice))]
    return out


def graded(case: Case, to: str) -> Files:
    """Return the reports on one student and on a class in a form."""
    ending = _OF_FORMS.get(to, f".{to}")
    options = Namespace(explain=True, ascii=False, output=None)
    made = {}
    for name, reports in (("student", case.reports[:1]), ("class", case.reports)):
        graded = GradedClass(
            reports, case.pool.roster, ("Bo", case.texts["student"]) if name == "class" else ()
        )
        made[f"{name}{ending}"] = rendered_reports(case.grader, graded, to, options)
    return made


def audited(case: Case, to: str) -> Files:
    """Return the audit of a number in print in a form."""
    text = audit_json(case.audit) if to == "json" else FORMS[to](audit_parts(case.audit))
    return {f"audit{_OF_FORMS.get(to, f'.{to}')}": text}


def on_site(case: Case) -> Files:
    """Return the pages of a site with the problem, and one theorem."""
    with TemporaryDirectory() as folder, ExitStack() as patched:
        name = re.sub(r"[/\0]", "-", case.texts["file"])
        path = Path(folder) / f"{name}.toml"
        path.write_text(problem_text(case.document), "utf-8")
        patched.enter_context(
            patch.object(building, "groups", lambda: [("One", (theorem("bayes-rule"),))])
        )
        patched.enter_context(patch.object(building, "theorem_entry", _theorem))
        patched.enter_context(patch.object(indexes, "_DOWNLOADS", ("markdown",)))
        files = building.build([path])
    return {
        name: files[name].decode()
        for name in files
        if name.startswith(("problems", "index", "sources"))
    }


_theorem = cache(indexes.theorem_entry)


def drawn(case: Case) -> Files:
    """Return a folder of one variant."""
    search = Search(Template.from_document(case.document, (), NO_FILES), 1, figures=3, pilot=1)
    try:
        draws = list(search.variants(1))
    except TooMuch:  # nothing tells cells apart in which all signs stand that could
        return {}
    variants = Variants(search, draws, (), case.pool.students, case.pool.roster)
    return {name: content.decode() for name, content in variants.files().items()}


def makers(case: Case) -> Iterator[tuple[str, Callable[[], Files]]]:
    """Yield everything that writes a user's texts, under a name."""
    for to in formats():
        if load_format(to).typeset is None:
            yield f"solve {to}", partial(printed, case, to)
    for to in systems():
        yield f"export {to}", partial(exported, case, to)
    for to in REPORTS:
        yield f"check {to}", partial(graded, case, to)
    for to in (*FORMS, "json"):
        yield f"audit {to}", partial(audited, case, to)
    yield "answers", partial(answers, case)
    yield "feedback", partial(feedback_files, case.grader, case.reports)
    yield "site", partial(on_site, case)
    yield "variants", partial(drawn, case)


def read(case: Case) -> dict[str, list[Token]]:
    """Return what readers see of all that is written, by what wrote it and the place of the file."""
    found: dict[str, list[Token]] = {}
    for name, make in makers(case):
        files = make()
        to = name.removeprefix("export ")
        if to in _ASKED:
            found[name] = asked(to, files)
        for at, (file, text) in enumerate(files.items()):
            suffix = PurePosixPath(file).suffix
            if suffix in _READERS and name not in _CUT:
                known = file if name in _REFUSED else f"{at} {suffix}"
                found[f"{name} {known}"] = _READERS[suffix](text)
    return readers.with_markdown(found)


def differences(hostile: Case, other: Case) -> Iterator[str]:
    """Yield where a file of a hostile problem is read otherwise than that of its twin."""
    one, two = read(hostile), read(other)
    for name in dict.fromkeys((*one, *two)):
        if name in one and name in two:
            if told := difference(one[name], two[name], hostile.texts, other.texts):
                yield f"{name}: {told}"
        elif not name.startswith(_REFUSED):  # which need not have all signs
            yield f"{name}: is there once"
