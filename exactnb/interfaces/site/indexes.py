"""The pages that list others: problems by family, by source, by mistake, and theorems.

How to read: first the layout of all pages of a site: navigation, style sheet, and a strict content
policy; then a function for each list. What they are filled into stands in `site.html.j2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from exactnb.errors import InputError
from exactnb.explain.rendering.pages.html_text import label
from exactnb.explain.rendering.pages.jinja import macros, markup
from exactnb.interfaces.site.entries import SiteEntry

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
_TOKEN = re.compile(r"sha256-[A-Za-z0-9+/=]+")
_BODY, _END = "<body>", "</body>"
_SHORT = 24  # longest exact value on a card
Navigation = Sequence[tuple[str, str]]
"""The pages that a reader can go to, paths from the root of the site with their names."""


def template() -> Any:
    """Return the macros of the pages of a site.

    >>> print(template().navigation([("index.html", "Problems")], "", "../", " "))
    <nav class="site" aria-label="Site"><a href="../index.html">Problems</a></nav>
    """
    functions = {"quote": quote, "label": lambda raw: markup(label(raw)), "posterior": _posterior}
    return macros(__package__, "site.html.j2", **functions)


def _posterior(answer: Mapping[str, Any]) -> str:
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
    return str(template().page(title, markup(body), navigation, here, up, scripts, policy))


def with_navigation(entry: SiteEntry, navigation: Navigation) -> str:
    """Return the page of an `entry`, links of the `navigation` before it, and to its files after it.

    Raises InputError if the page has no body.
    """
    head, body, after = entry.page.partition(_BODY)
    after, end, rest = after.rpartition(_END)
    if not body or not end:
        raise InputError("the format html has changed: it has no body")
    links, footer = template().navigation(navigation, "", "../../", " · "), template().footer(entry)
    return f"{head}{body}\n{links}{after}{footer}{end}{rest}"


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
    body = template().index(title, intro, markup(listed))
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
