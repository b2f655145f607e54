"""Paper: a LaTeX sheet for each variant, a page for each of its students, and one key for who marks.

How to read: `_sheet_writer` and `_key_writer` make the two documents; both are for pdflatex, or for
lualatex where a label or a name needs signs that pdflatex lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from exactnb.core.expression.nodes import Reference
from exactnb.errors import Unsupported
from exactnb.explain.rendering.formats.latex import LatexPrinter
from exactnb.explain.rendering.hooks import Page
from exactnb.explain.rendering.pages.latex_text import article
from exactnb.explain.rendering.printer import points_text
from exactnb.explain.solution.derived import derive
from exactnb.explain.solution.printed import PrintedDerivation
from exactnb.teach.exporting.items import DERIVATION, AssessmentItem, ItemPart, Pool
from exactnb.teach.exporting.system import OF_TEXT, Files, System

_ENGINES = ("pdflatex", "lualatex")
_BLANK = r"\underline{\hspace{7cm}}"
_NEXT = "\\newpage\\setcounter{page}{1}\n"
_COLUMNS = r"@{}p{2.6cm}@{\hspace{3mm}}p{5.1cm}@{}"  # two tables fill a line
_ROOM = r"\rule{0pt}{2.6ex}"  # below a line
_SPACER_ROW = r"\multicolumn{2}{l}{} \\[-1ex]"
_SPACE = "12cm"  # to write a working
_LONG = 40  # signs of an exact value that is not shown


def write(pools: Sequence[Pool]) -> Files:
    """Return the sheets and the key of each of `pools`, in a folder of its own."""
    files: dict[str, bytes] = {}
    for pool in pools:
        names: dict[int, list[str]] = {}
        for student, number in pool.students.items():
            names.setdefault(number, []).append(student)
        for number, item in enumerate(pool.items, start=1):
            files[f"{pool.id}/{item.id}.tex"] = _document(_sheet_writer(item, names.get(number, [])))
        files[f"{pool.id}/key.tex"] = _document(_key_writer(pool, names))
    return files


def _document(body: Callable[[str], str]) -> bytes:
    """Return a document for the first engine that has all of its signs."""
    for engine in _ENGINES:
        try:
            made = article(body(engine), engine)
        except Unsupported:
            if engine == _ENGINES[-1]:
                raise
        else:
            break
    return f"% !TeX program = {engine}\n{made}".encode()


def _sheet_writer(item: AssessmentItem, students: Sequence[str]) -> Callable[[str], str]:
    """Return what writes a sheet: once for each of its students, or once with room for a name."""

    def body(engine: str) -> str:
        printer = _body(item.sheet, engine)
        names = [rf"\textbf{{{printer.text(name)}}}" for name in students] or [_BLANK]
        rooms = (
            rf"\noindent\textbf{{{number}.}} {part.kind.capitalize()}:\par\vspace{{{_SPACE}}}" + "\n"
            for number, part in enumerate(item.parts, start=1)
            if part.is_text
        )
        sheet = printer.render() + "".join(rooms)
        return _NEXT.join(
            f"\\noindent Name: {name}\\hfill {printer.text(item.id)}\\par\n{sheet}" for name in names
        )

    return body


def _key_writer(pool: Pool, names: dict[int, list[str]]) -> Callable[[str], str]:
    """Return what writes the key: under each variant a table for each question, theorems at the end."""

    def body(engine: str) -> str:
        lines = [rf"\section*{{Key: {_body(pool.items[0].sheet, engine).text(pool.title)}}}"]
        for number, item in enumerate(pool.items, start=1):
            printer = _body(item.sheet, engine)
            students = printer.text(", ".join(names.get(number, [])))
            lines.append(rf"\subsection*{{{printer.text(item.id)}}}")
            lines += [students + r"\par\nopagebreak"] if students else []
            tables = (_table(printer, part, place) for place, part in enumerate(item.parts, start=1))
            lines.append("{\\raggedright\n" + "\\qquad\n".join(tables) + "\\par}")
        derivations = (part for part in pool.items[0].parts if part.kind == DERIVATION)
        theorems = (derive(part.question.theorem) for part in derivations)  # the same in all variants
        lines += [_body(theorem, engine).render() for theorem in theorems]
        return "\n".join(lines) + "\n"

    return body


def _table(printer: _Body, part: ItemPart, number: int) -> str:
    """Return a question's right answer, and below it what wrong ones come from."""
    rows = "\n".join(
        [*_right_answer_lines(printer, part, number), *_wrong_answer_lines(printer, part), _SPACER_ROW]
    )
    return f"\\begin{{tabular}}[t]{{{_COLUMNS}}}\n{rows}\n\\end{{tabular}}"


def _right_answer_lines(printer: _Body, part: ItemPart, number: int) -> Iterator[str]:
    task = part.task
    wording = printer.text(task) if isinstance(task, str) else printer.formula(Reference(task))
    points = printer.text(points_text(part.points))
    head = rf"\textbf{{{number}.}} {wording}, {points}"
    yield rf"\multicolumn{{2}}{{@{{}}p{{8cm}}@{{}}}}{{{head}}} \\ \hline"
    if part.kind == DERIVATION:
        return
    if part.is_text:
        for mark, line in zip(part.question.marks, part.key.exact.split("\n"), strict=True):
            wide = rf"\multicolumn{{2}}{{@{{}}p{{8cm}}@{{}}}}{{{_ROOM}{printer.text(line)}"
            yield rf"{wide}, {printer.text(points_text(mark.points))}}} \\"
        return
    exact = part.key.exact if len(part.key.exact) <= _LONG else ""
    exact_text = "" if exact == part.key.typed else printer.text(exact)
    yield rf"{_ROOM}\textbf{{{printer.text(part.key.typed)}}} & {exact_text} \\"


def _wrong_answer_lines(printer: _Body, part: ItemPart) -> Iterator[str]:
    for wrong in part.wrong:
        ids = printer.text(", ".join(wrong.ids))
        answer = printer.text(
            wrong.response.typed
        )  # in braces: a bracket would belong to the row above
        yield rf"{{{answer}}} & \raggedright {ids} \tabularnewline"


class _Body(LatexPrinter):
    """Print what stands in a document, for one that holds more than one sheet."""

    document = LatexPrinter.body


def _body(printed: PrintedDerivation, engine: str) -> _Body:
    return _Body(printed.verified, printed.notation(), Page(engine=engine))


SYSTEM = System("", "paper, a folder of LaTeX sheets with a key", write, OF_TEXT, choices=False)
