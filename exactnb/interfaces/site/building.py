"""The files of a site by their paths; the same problems always give the same site.

How to read: `build` is the door. Before it stands what runs in the browser: Pyodide, this package, and
the libraries that it needs there, as archives; behind it the page that computes, in its initial state.
"""

from __future__ import annotations

import ast
import io
import json
import tokenize
import zipfile
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import exactnb
from exactnb.core.data.files import SITE
from exactnb.core.data.readers import TABLE_ENDINGS, WORKBOOK
from exactnb.errors import InputError, Place, quoted
from exactnb.explain.proving.proof_digests import DIGESTS
from exactnb.explain.proving.theorems import groups
from exactnb.explain.rendering.pages.jinja import markup
from exactnb.interfaces.site.browser_api import BrowserApi
from exactnb.interfaces.site.indexes import (
    Navigation,
    SiteEntry,
    by_family,
    by_mistake,
    by_source,
    folder_names,
    index_page,
    page_macros,
    policy_hashes,
    problem_entry,
    site_page,
    style_sheet,
    theorem_entry,
    with_navigation,
)

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of npm's package pyodide that a page needs."""

_LISTS = ("package.json", "pyodide-lock.json")
_OMITTED = (
    "interfaces/cli/", "interfaces/site/static/", "interfaces/sklearn/", "scale/", "teach/exporting/",
    "teach/auditing/", "teach/grading/reports/", "teach/grading/working/", "teach/variants/",
    "teach/grading/submissions/", "teach/grading/variants_folder",
    "interfaces/site/building.py", "interfaces/site/indexes.py",
    "interfaces/site/site.html.j2", "teach/grading/derivations/",
    "teach/slips/", "core/expression/reading/derivations/",
)  # fmt: skip
"""The parts of this package that a browser never loads."""

_UNUSED = {
    "tests", "testing", "benchmarks", "physics", "stats", "crypto", "combinatorics", "vector",
    "diffgeom", "holonomic", "categories", "codegen", "liealgebras", "autolev", "_antlr",
}  # fmt: skip
"""Folders of SymPy that polynomials and matrices do not need."""

_LIBMP_FILES = ("mpmath/libmp/", "mpmath/LICENSE")
_LIBMP = "Only mpmath.libmp is here: mpmath's numbers, without its functions and contexts."
_DATE = (1980, 1, 1, 0, 0, 0)  # a fixed date, so that archives are reproducible
_PROBLEMS, _THEOREMS = "problems", "theorems"
_SOURCES, _MISTAKES, _FIRST = "sources.html", "mistakes.html", "index.html"
SiteFiles = dict[str, bytes]
_OF_PROBLEMS = "Naive Bayes, worked out exactly: every number as it was counted, every line checked."

_OF_THEOREMS = (
    "Why the estimates are what they are: each line was accepted by a checker, for data of any size."
)

_OF_MISTAKES = (
    "What can be told from a wrong answer: each mistake leads to a value of its own in these problems."
)


def pyodide_files(folder: Path) -> dict[str, bytes]:
    """Return the files of Pyodide in `folder`, that of npm's package, by their names.

    Raises InputError, with the way to get them, if files are missing.
    """
    place = Place.file(folder)
    try:
        package, lock = (json.loads((folder / name).read_bytes()) for name in _LISTS)
        files = {name: (folder / name).read_bytes() for name in PYODIDE}
        name = package["name"]
        lock_settings = {key: lock[key] for key in sorted(lock.keys() - {"packages"})}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        message = "is not the folder of npm's pyodide: npm install pyodide, then node_modules/pyodide"
        raise InputError(message, at=place) from None
    if name != "pyodide":
        raise InputError(f"holds the package {quoted(name)}, not pyodide", at=place)
    return files | {_LISTS[1]: json.dumps(lock_settings | {"packages": {}}, indent=1).encode()}


def package_archive() -> bytes:
    """Return a ZIP archive of this package, without the parts that a browser never loads.

    Comments and docstrings of functions and classes stay behind too, but for files of the checker,
    whose proofs are kept for these very bytes. Raises InputError if the sources are not installed.
    """
    root = Path(exactnb.__file__).parent
    entries = DIGESTS.read_text(encoding="ascii").splitlines()
    checker = {line.split()[-1] for line in entries if line.startswith("file ")}
    paths = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    if "__init__.py" not in paths:
        raise InputError("needs the sources of exactnb, which are not installed", at="--pyodide")
    files = {}
    for name, path in paths.items():
        if path.suffix != ".pyc" and not name.startswith(_OMITTED):
            is_stripped = path.suffix == ".py" and name not in checker
            source = path.read_bytes()
            files[f"exactnb/{name}"] = (
                without_docstrings_and_comments(source.decode()).encode() if is_stripped else source
            )
    return _archive(files)


def without_docstrings_and_comments(source: str) -> str:
    r"""Return the module `source` without docstrings of functions and classes, and without comments.

    Lines stay in their places.

    >>> print(without_docstrings_and_comments('def f() -> int:\n    "Return one."\n    return 1  # it'))
    def f() -> int:
    <BLANKLINE>
        return 1
    """
    rows = source.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            rows[row - 1] = rows[row - 1][:column].rstrip()
    for part in ast.walk(ast.parse(source)):
        match part:
            case (
                ast.FunctionDef(body=[ast.Expr(ast.Constant(str())) as words, *rest])
                | ast.ClassDef(body=[ast.Expr(ast.Constant(str())) as words, *rest])
            ):
                first, last = words.lineno - 1, words.end_lineno or words.lineno
                rows[first:last] = [""] * (last - first)
                rows[first] = "" if rest else " " * words.col_offset + "..."
    return "\n".join(rows)


def mpmath_archive() -> bytes:
    """Return a ZIP archive of the part of mpmath that ball arithmetic needs, with its licence.

    Raises InputError if mpmath is not installed.
    """
    files = {
        name: data for name, data in _library_sources("mpmath").items() if name.startswith(_LIBMP_FILES)
    }
    return _archive(files | {"mpmath/__init__.py": f'"""{_LIBMP}"""\n'.encode()})


def sympy_archive() -> bytes:
    """Return a ZIP archive of SymPy, without tests and unneeded fields, and of all of mpmath.

    The page fetches it when a computation needs polynomials or matrices. Raises InputError if SymPy
    is not installed.
    """
    return _archive(_library_sources("sympy") | _library_sources("mpmath"))


def _library_sources(library: str) -> dict[str, bytes]:
    """Return the sources of a library that a page may need, and its licence."""
    spec = find_spec(library)
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"needs {library}: pip install sympy", at="--pyodide")
    root = Path(next(iter(spec.submodule_search_locations)))
    files = {
        f"{library}/{path.relative_to(root).as_posix()}": path.read_bytes()
        for path in root.rglob("*.py")
        if _UNUSED.isdisjoint(path.relative_to(root).parts)
    }
    try:
        listed: Iterable[object] = distribution(library).files or ()
    except PackageNotFoundError:
        return files
    paths = (Path(str(distribution(library).locate_file(str(path)))) for path in listed)
    return files | {f"{library}/LICENSE": path.read_bytes() for path in paths if path.name == "LICENSE"}


def _archive(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _DATE), files[name], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


_STATIC = Path(__file__).parent / "static"


def build(
    problems: Sequence[Path], pyodide: Path | None = None, tell: Callable[[str], None] = lambda _: None
) -> SiteFiles:
    """Return the files of a site: problems, theorems, indexes, and the page that computes.

    `problems`: paths of problem files and tables. `pyodide`: the folder of npm's package, without
    which the page that computes is left out. `tell`: receives progress messages. Raises an
    ExactnbError that names the problem.
    """
    navigation = [(_FIRST, "Problems"), (_SOURCES, "Sources"), (_MISTAKES, "Mistakes")] * bool(problems)
    navigation.append(("theorems.html" if problems else _FIRST, "Theorems"))
    navigation += [(HERE, "Your own table")] * (pyodide is not None)
    files: SiteFiles = {SITE.name: SITE.content}
    if pyodide is not None:
        tell("collecting Pyodide")
        files |= {f"compute/pyodide/{name}": data for name, data in pyodide_files(pyodide).items()}
        scripts = ("compute.js", "worker.js")
        files |= {f"compute/{name}": (_STATIC / name).read_bytes() for name in scripts}
        made = {"exactnb": package_archive, "mpmath": mpmath_archive, "sympy": sympy_archive}
        files |= {f"compute/{name}.zip": archive() for name, archive in made.items()}
    entries = []
    for number, (path, folder) in enumerate(
        zip(problems, folder_names([*problems]), strict=True), start=1
    ):
        tell(f"working out problem {number} of {len(problems)}")
        entries.append(problem_entry(path, folder))
    proofs = {}
    for heading, theorems in groups():
        tell(f"printing theorems: {heading}")
        proofs[heading.rstrip(".")] = [theorem_entry(theorem) for theorem in theorems]
    rooms = {_PROBLEMS: entries, _THEOREMS: [t for group in proofs.values() for t in group]}
    for room, room_entries in rooms.items():
        for entry in room_entries:
            page_files = {"index.html": with_navigation(entry, navigation).encode(), **entry.files}
            files |= {f"{room}/{entry.folder}/{name}": content for name, content in page_files.items()}
    files |= _indexes(entries, proofs, navigation)
    if pyodide is not None:
        files[HERE] = compute_page(navigation).encode()
    style = style_sheet(next(group for group in proofs.values())[0].page)
    files["site.css"] = f"{style}\n{(_STATIC / 'site.css').read_text('utf-8')}".encode()
    files["site.js"] = (_STATIC / "site.js").read_bytes()
    return files


def _indexes(
    entries: Sequence[SiteEntry], proofs: dict[str, list[SiteEntry]], navigation: Navigation
) -> SiteFiles:
    """Return the pages that list other pages."""
    theorems = "theorems.html" if entries else _FIRST
    cards, lists = page_macros().cards, page_macros().lists
    contents = {theorems: ("Theorems", _OF_THEOREMS, cards(proofs, _THEOREMS))}
    if entries:
        of_sources = lists(by_source(entries), _PROBLEMS, is_open=True)
        of_mistakes = lists(by_mistake(entries), _PROBLEMS, is_open=False)
        contents |= {
            _FIRST: ("Worked problems", _OF_PROBLEMS, cards(by_family(entries), _PROBLEMS)),
            _SOURCES: ("Problems by source", "", of_sources),
            _MISTAKES: ("Problems by mistake", _OF_MISTAKES, of_mistakes),
        }
    pages = {}
    for path, (title, intro, body) in contents.items():
        pages[path] = index_page(title, intro, body, navigation, path).encode()
    return pages


HERE = "compute/index.html"

EXAMPLE = """\
Outlook,Temperature,Humidity,Wind,PlayTennis
Sunny,Hot,High,Weak,No
Sunny,Hot,High,Strong,No
Overcast,Hot,High,Weak,Yes
Rain,Mild,High,Weak,Yes
Rain,Cool,Normal,Weak,Yes
Rain,Cool,Normal,Strong,No
Overcast,Cool,Normal,Strong,Yes
Sunny,Mild,High,Weak,No
Sunny,Cool,Normal,Weak,Yes
Rain,Mild,Normal,Weak,Yes
Sunny,Mild,Normal,Strong,Yes
Overcast,Mild,High,Strong,Yes
Overcast,Hot,Normal,Weak,Yes
Rain,Mild,High,Strong,No
"""
"""T. Mitchell's table, which everybody knows."""

QUERY = {"Outlook": "Sunny", "Temperature": "Cool", "Humidity": "High", "Wind": "Strong"}

_ACCEPTED = ",".join([*(ending for ending in TABLE_ENDINGS if ending != WORKBOOK), ".toml"])
_FORMATS = (("html", "HTML"), ("latex", "LaTeX"), ("markdown", "Markdown"), ("text", "Text"))


def compute_page(navigation: Navigation) -> str:
    """Return the page: an example, its solution, and controls that work where scripts run.

    `navigation` has the links to the other pages of the site.
    """
    desk = BrowserApi()
    example_problem = {"text": EXAMPLE, "query": QUERY}

    def ask(do: str) -> Any:
        return json.loads(desk.answer(json.dumps({"do": do, "said": example_problem})))

    page = ask("solve")["page"]
    example = {"said": example_problem, "described": ask("describe")}
    data = json.dumps(example, ensure_ascii=True).replace("<", "\\u003c")
    # unchanged in its frame, since its content policy has hashes of its parts
    solution = markup(page.replace("&", "&amp;").replace('"', "&quot;"))
    lines, solved = EXAMPLE.splitlines(), ask("posterior")
    body = page_macros().compute(lines, _ACCEPTED, _FORMATS, solved, solution, markup(data))
    title, scripts = "Your own table, worked out", ("compute/compute.js",)
    return site_page(title, body, navigation, HERE, scripts=scripts, policy=policy_hashes(page))
