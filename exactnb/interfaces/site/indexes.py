"""The pages of a site: one about each problem or theorem, with its files, and those that list others.

How to read: first the layout of all pages of a site: navigation, style sheet, and a strict content
policy; then a function for each list; `problem_entry` and
`theorem_entry` make the page of one. What they are filled into stands in `site.html.j2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from exactnb.core.data.files import Files, opened
from exactnb.core.data.readers import TABLE_ENDINGS, read_text_file
from exactnb.core.problem.from_table import problem_in_table
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, InputError, Place, Unsupported
from exactnb.explain.proving.writing.theorem import Theorem
from exactnb.explain.rendering.formats import load_format, names
from exactnb.explain.rendering.pages.html_text import label
from exactnb.explain.rendering.pages.jinja import macros, markup
from exactnb.explain.solution.derived import derive
from exactnb.explain.solution.printed import PrintedDerivation
from exactnb.explain.solution.solution import solve
from exactnb.interfaces.site.browser_api import first_posterior
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.submissions.program_names import distinct_names

_DOWNLOADS = ("latex", "pdf", "markdown", "text")
"""The formats to download from a page, those that exist."""

_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST = 60
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
_TOKEN = re.compile(r"sha256-[A-Za-z0-9+/=]+")
_BODY, _END = "<body>", "</body>"
_SHORT = 24  # longest exact value on a card
Navigation = Sequence[tuple[str, str]]
"""The pages that a reader can go to, paths from the root of the site with their names."""


@frozen
class SiteEntry:
    """A page, its entry in the indexes, and the files next to it by their names.

    `labels` are the texts of links to the files; `mistakes`, ids with descriptions, lead to a wrong
    value of their own.
    """

    folder: str
    title: str
    page: str
    files: Mapping[str, bytes]
    labels: Mapping[str, str]
    setting: str = ""
    families: tuple[str, ...] = ()
    source: str = ""
    answer: Mapping[str, Any] = field(default_factory=dict)
    mistakes: Mapping[str, str] = field(default_factory=dict)


def problem_entry(path: Path, folder: str) -> SiteEntry:
    """Return the entry of the problem file or table at `path`, for the folder called `folder`.

    Raises an ExactnbError that names the file.
    """
    with Place.file(path):
        inputs = _input_files(path)
        is_table = path.suffix.lower() in TABLE_ENDINGS
        problem = problem_in_table(Problem, path) if is_table else Problem.read(path)
        solution = solve(problem)
        answer = first_posterior(problem)
        mistakes = _distinct_mistakes(problem)
    entry = _entry(folder, solution)
    models = (prediction.model for prediction in problem.predictions.values())
    blocks = (block for m in models for block in (*m.by_column.values(), *m.blocks))
    return replace(
        entry,
        title=entry.title or path.stem,
        files={**entry.files, **inputs},
        labels={**entry.labels, **{name: name for name in inputs}},
        setting=" · ".join(solution.verified.derivation.setting),
        families=tuple(dict.fromkeys(block.family.full_title() for block in blocks)) or ("Prior only",),
        answer=answer,
        mistakes=mistakes,
    )


def theorem_entry(theorem: Theorem) -> SiteEntry:
    """Return the entry of `theorem`."""
    return _entry(theorem.name, derive(theorem.name))


def folder_names(paths: list[Path]) -> list[str]:
    """Return a distinct folder name for each of `paths`: the file's name in plain letters.

    >>> folder_names([Path("a b.toml"), Path("x/A_b.csv"), Path("y/a-b.toml"), Path("..toml")])
    ['a-b', 'A_b', 'a-b-2', 'problem']
    """
    plain = (_NO_NAME.sub("-", path.stem)[:_LONGEST].strip("-") or "problem" for path in paths)
    return distinct_names(plain)


def _input_files(path: Path) -> dict[str, bytes]:
    """Return the problem file, and its data file if that has a plain name."""
    if path.suffix.lower() in TABLE_ENDINGS:
        return {f"data{path.suffix.lower()}": _read_bytes(path)}
    text = read_text_file(path)
    inputs = {"problem.toml": text.encode()}
    data_file = read_toml(text).get("data", {}).get("file")
    is_plain = isinstance(data_file, str) and Path(data_file).name == data_file
    # taken by files of the site
    if is_plain and not data_file.casefold().startswith(("solution.", "problem.", "index.")):
        inputs[data_file] = _read_bytes(Files.of(path, None).find(data_file))
    return inputs


def _read_bytes(path: Path) -> bytes:
    with opened(path) as file:
        return file.read()


def _entry(folder: str, result: PrintedDerivation) -> SiteEntry:
    """Return the entry of a result, with it in the formats next to a page.

    A format that cannot write some label is left out.
    """
    files, labels = {}, {}
    for name in _DOWNLOADS:
        if name not in names():
            continue
        with suppress(Unsupported):
            file = f"solution{load_format(name).ending}"
            content = result.written(name)
            files[file] = content.encode() if isinstance(content, str) else content
            labels[file] = {"latex": "LaTeX", "pdf": "PDF"}.get(name, name.title())
    derivation = result.verified.derivation
    return SiteEntry(folder, derivation.title, result.html(), files, labels, source=derivation.source)


def _distinct_mistakes(problem: Problem) -> dict[str, str]:
    """Return the mistakes that by themselves lead to a distinct wrong value, with descriptions."""
    mistakes: dict[str, str] = {}
    with suppress(ExactnbError):
        for question in Grader(problem).asked.values():
            for candidate in question.diagnosis.candidates:
                made = [step for step in candidate.alternatives if step.is_misconception]
                if len(made) == 1 and made[0].switch_count == 1:
                    mistakes[made[0].id] = made[0].misconceptions[0].description
    return mistakes


def page_macros() -> Any:
    """Return the macros of the pages of a site.

    >>> print(page_macros().navigation([("index.html", "Problems")], "", "../", " "))
    <nav class="site" aria-label="Site"><a href="../index.html">Problems</a></nav>
    """
    functions = {
        "quote": quote,
        "label": lambda raw: markup(label(raw)),
        "posterior": _decided_posterior,
    }
    return macros(__package__, "site.html.j2", **functions)


def _decided_posterior(answer: Mapping[str, Any]) -> str:
    """Return the posterior of the class decided by its name, exactly if that is short."""
    (best,) = (row for row in answer["classes"] if row["label"] == answer["decided"][0])
    exact, decimal = best.get("exact") or "", best.get("decimal", "")
    short = f" = {exact}" if 0 < len(exact) <= _SHORT else f" ≈ {float(decimal):.4f}" if decimal else ""
    return f"{best['name']}{short}"


def site_page(
    title: str,
    body: str,
    navigation: Navigation,
    here: str,
    *,
    scripts: tuple[str, ...] = (),
    policy: str = "",
) -> str:
    """Return a page of the site with a `title` around `body`, which is HTML already.

    `navigation` has the pages that it links to, `here` is its own path, `scripts` are paths of scripts,
    `policy` allows further hashes (see `policy_hashes`).
    """
    up = "../" * here.count("/")
    return str(page_macros().page(title, markup(body), navigation, here, up, scripts, policy))


def with_navigation(entry: SiteEntry, navigation: Navigation) -> str:
    """Return the page of an `entry`, links of the `navigation` before it, and to its files after it.

    Raises InputError if the page has no body.
    """
    head, body, after = entry.page.partition(_BODY)
    after, end, rest = after.rpartition(_END)
    if not body or not end:
        raise InputError("the format html has changed: it has no body")
    links = page_macros().navigation(navigation, "", "../../", " · ")
    return f"{head}{body}\n{links}{after}{page_macros().footer(entry)}{end}{rest}"


def style_sheet(page: str) -> str:
    """Return the style sheet of `page`, that of a solution, for the rest of the site."""
    match = _STYLE.search(page)
    return match[1] if match else ""


def policy_hashes(page: str) -> str:
    """Return the hashes that a policy must contain to show `page`, that of a solution, in a frame."""
    match = _POLICY.search(page)
    tokens = dict.fromkeys(_TOKEN.findall(match[1])) if match else {}
    return "".join(f" '{token}'" for token in tokens)


def index_page(title: str, intro: str, listed: str, navigation: Navigation, here: str) -> str:
    """Return a page of the site with what is `listed`, HTML already, which can be searched.

    `title`, `navigation` and `here` are those of `site_page`, `intro` is a sentence, or "".
    """
    body = page_macros().index(title, intro, markup(listed))
    return site_page(title, body, navigation, here, scripts=("site.js",))


def by_family(problems: Iterable[SiteEntry]) -> dict[str, list[SiteEntry]]:
    """Group `problems` by their families, those with a single family first."""
    groups = _grouped((" and ".join(problem.families), problem) for problem in problems)
    return dict(sorted(groups.items(), key=lambda group: (" and " in group[0], group[0])))


def by_source(problems: Iterable[SiteEntry]) -> dict[str, list[SiteEntry]]:
    """Group `problems` by their sources, those without one last."""
    groups = _grouped((problem.source, problem) for problem in problems)
    ordered = sorted(groups, key=lambda source: (not source, source))
    return {source or "Without a source": groups[source] for source in ordered}


def by_mistake(problems: Iterable[SiteEntry]) -> dict[str, list[SiteEntry]]:
    """Group `problems` by the mistakes that lead to a distinct wrong value, the most frequent first."""
    groups = _grouped((mistake, page) for page in problems for mistake in page.mistakes.values())
    return dict(sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])))


def _grouped(pairs: Iterable[tuple[str, SiteEntry]]) -> dict[str, list[SiteEntry]]:
    groups: dict[str, list[SiteEntry]] = {}
    for name, entry in pairs:
        groups.setdefault(name, []).append(entry)
    return groups
