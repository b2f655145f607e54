"""A site put together: every file of it by its path, the same for the same problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from exactnb.core.data.folders import SITE
from exactnb.explain.proving.theorems import groups
from exactnb.explain.rendering.pages.html_text import element
from exactnb.interfaces.site.compute import HERE, compute_page
from exactnb.interfaces.site.engine import mpmath_archive, package_archive, pyodide_files, sympy_archive
from exactnb.interfaces.site.entries import Entry, folders, problem_entry, theorem_entry
from exactnb.interfaces.site.framing import Way, framed, style_of, with_way
from exactnb.interfaces.site.indexes import (
    by_family,
    by_mistake,
    by_source,
    cards,
    files_of,
    lists,
    search,
)

_STATIC = Path(__file__).parent / "static"
_PROBLEMS, _THEOREMS = "problems", "theorems"
_SOURCES, _MISTAKES, _FIRST = "sources.html", "mistakes.html", "index.html"
_MADE = "Worked out by exactnb: every number exact, every line checked."

Files = dict[str, bytes]


def build(
    problems: Sequence[Path], pyodide: Path | None = None, told: Callable[[str], None] = lambda _: None
) -> Files:
    """Return the files of a site: problems, theorems, what leads to them, and the page that computes.

    `pyodide` is the folder of npm's package, without which that page is left out; `told` is what is
    said while it takes its time. Raises an ExactnbError that names the problem.
    """
    way = _way(bool(problems), pyodide is not None)
    files: Files = {SITE.name: SITE.content}
    if pyodide is not None:
        told("collecting Pyodide")
        files |= _computing(pyodide)
    entries = []
    for number, (path, folder) in enumerate(zip(problems, folders([*problems]), strict=True), start=1):
        told(f"working out problem {number} of {len(problems)}")
        entries.append(problem_entry(path, folder))
    proofs = {}
    for heading, theorems in groups():
        told(f"printing theorems: {heading}")
        proofs[heading.rstrip(".")] = [theorem_entry(theorem) for theorem in theorems]
    for room, known in ((_PROBLEMS, entries), (_THEOREMS, [t for of in proofs.values() for t in of])):
        for entry in known:
            files |= _of_entry(entry, room, way)
    files |= _indexes(entries, proofs, way)
    if pyodide is not None:
        files[HERE] = compute_page(way).encode()
    style = style_of(next(of for of in proofs.values())[0].page)
    files["site.css"] = f"{style}\n{(_STATIC / 'site.css').read_text('utf-8')}".encode()
    files["site.js"] = (_STATIC / "site.js").read_bytes()
    return files


def _way(has_problems: bool, computes: bool) -> Way:
    """Return the pages that every page links to."""
    pages = (
        [(_FIRST, "Problems"), (_SOURCES, "Sources"), (_MISTAKES, "Mistakes")] if has_problems else []
    )
    pages.append(("theorems.html" if has_problems else _FIRST, "Theorems"))
    return Way((*pages, *([(HERE, "Your own table")] if computes else [])))


def _of_entry(entry: Entry, room: str, way: Way) -> Files:
    """Return the page of a problem or a theorem, and the files beside it."""
    folder = f"{room}/{entry.folder}"
    page = with_way(entry.page, way, folder.count("/") + 1, f"{files_of(entry)}<br/>{_MADE}")
    return {f"{folder}/index.html": page.encode()} | {
        f"{folder}/{k}": v for k, v in entry.files.items()
    }


def _indexes(entries: Sequence[Entry], proofs: dict[str, list[Entry]], way: Way) -> Files:
    """Return the pages that lead to others."""
    theorems = "theorems.html" if entries else _FIRST
    found = {theorems: _page("Theorems", _OF_THEOREMS, cards(proofs, _THEOREMS), way, theorems)}
    if entries:
        shown = {
            _FIRST: ("Worked problems", _OF_PROBLEMS, cards(by_family(entries), _PROBLEMS)),
            _SOURCES: ("Problems by source", "", lists(by_source(entries), _PROBLEMS, is_open=True)),
            _MISTAKES: (
                "Problems by mistake",
                _OF_MISTAKES,
                lists(by_mistake(entries), _PROBLEMS, is_open=False),
            ),
        }
        found |= {at: _page(title, intro, body, way, at) for at, (title, intro, body) in shown.items()}
    return found


_OF_PROBLEMS = "Naive Bayes, worked out exactly: every number as it was counted, every line checked."
_OF_THEOREMS = (
    "Why the estimates are what they are: each line was accepted by a checker, for data of any size."
)
_OF_MISTAKES = (
    "What can be told from a wrong answer: each mistake leads to a value of its own in these problems."
)


def _page(title: str, intro: str, body: str, way: Way, here: str) -> bytes:
    parts = (element("h1", title), element("p", intro, class_="intro") if intro else "", search(), body)
    return framed(title, "\n".join(filter(None, parts)), way, here, scripts=("site.js",)).encode()


def _computing(pyodide: Path) -> Files:
    """Return what the page that computes loads, once somebody touches it."""
    files = {f"compute/pyodide/{name}": data for name, data in pyodide_files(pyodide).items()}
    files |= {f"compute/{name}": (_STATIC / name).read_bytes() for name in ("compute.js", "worker.js")}
    made = {"exactnb": package_archive, "mpmath": mpmath_archive, "sympy": sympy_archive}
    return files | {f"compute/{name}.zip": archive() for name, archive in made.items()}
