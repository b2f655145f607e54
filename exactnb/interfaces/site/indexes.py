"""The pages that list others: problems by family, by source, by mistake, and theorems.

How to read: first the layout of all pages of a site: navigation, style sheet, and a strict content
policy; then a function for each list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.explain.rendering.pages.html_text import element, empty, escaped, label
from exactnb.interfaces.site.entries import SiteEntry

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
_TOKEN = re.compile(r"sha256-[A-Za-z0-9+/=]+")
_BODY, _END = "<body>", "</body>"
_SHORT = 24  # longest exact value on a card
EntryGroups = Mapping[str, Sequence[SiteEntry]]


@frozen
class Navigation:
    """The `pages` that a reader can go to, paths from the root of the site with their names.

    >>> Navigation((("index.html", "Problems"),)).links("", 1)
    '<nav class="site" aria-label="Site"><a href="../index.html">Problems</a></nav>'
    """

    pages: tuple[tuple[str, str], ...]

    def links(self, here: str, depth: int, between: str = " ") -> str:
        """Return the links, with the page `here` marked as the current one.

        `depth`: folders between the page and the root. `between`: the separator.
        """
        up = "../" * depth
        current = {here: {"aria_current": "page"}}
        anchors = [
            element("a", escaped(name), href=up + path, **current.get(path, {}))
            for path, name in self.pages
        ]
        return element("nav", between.join(anchors), class_="site", aria_label="Site")


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

    `here` is the path of the page, `scripts` are paths of scripts, `policy` allows further hashes
    (see `policy_hashes`).
    """
    depth = here.count("/")
    up = "../" * depth
    rule = (
        f"default-src 'none'; script-src 'self'{policy}; style-src 'self'{policy}; font-src data:; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'"
    )
    head = [
        empty("meta", charset="utf-8"),
        empty("meta", name="viewport", content="width=device-width, initial-scale=1"),
        empty("meta", http_equiv="Content-Security-Policy", content=rule),
        element("title", escaped(title)),
        empty("link", rel="stylesheet", href=f"{up}site.css"),
        *(element("script", "", src=up + script, type="module") for script in scripts),
    ]
    lines = "\n".join((navigation.links(here, depth), element("main", f"\n{body}\n")))
    parts = element("head", "\n".join(head)), element("body", f"\n{lines}\n")
    return "<!DOCTYPE html>\n" + element("html", "\n".join(parts), lang="en") + "\n"


def with_navigation(page: str, navigation: Navigation, depth: int, files: str) -> str:
    """Return `page`, that of a solution, with links to the site before it and `files` after it.

    `depth`: folders between the page and the root. Raises InputError if the page has no body.
    """
    head, body, after = page.partition(_BODY)
    after, end, rest = after.rpartition(_END)
    if not body or not end:
        raise InputError("the format html has changed: it has no body")
    links, footer = navigation.links("", depth, " · "), element("footer", files)
    return f"{head}{body}\n{links}{after}{footer}\n{end}{rest}"


def style_sheet(page: str) -> str:
    """Return the style sheet of `page`, that of a solution, for the rest of the site."""
    match = _STYLE.search(page)
    return match[1] if match else ""


def policy_hashes(page: str) -> str:
    """Return the hashes that a policy must contain to show `page`, that of a solution, in a frame."""
    match = _POLICY.search(page)
    tokens = dict.fromkeys(_TOKEN.findall(match[1])) if match else {}
    return "".join(f" '{token}'" for token in tokens)


def search() -> str:
    """Return the search field, which is visible where scripts run."""
    field = empty("input", type="search", id="search", autocomplete="off")
    status = element("span", "", id="found", role="status")
    name = element("label", "Find", for_="search")
    return element("div", f"{name} {field} {status}", class_="search", hidden="")


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
    groups = _grouped((mistake, each) for each in problems for mistake in each.mistakes.values())
    return dict(sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])))


def _grouped(pairs: Iterable[tuple[str, SiteEntry]]) -> dict[str, list[SiteEntry]]:
    groups: dict[str, list[SiteEntry]] = {}
    for name, entry in pairs:
        groups.setdefault(name, []).append(entry)
    return groups


def cards(groups: EntryGroups, room: str) -> str:
    """Return the entries of `groups` as cards under headings, linked in the folder `room`."""
    return "\n".join(
        element(
            "section",
            element("h2", escaped(name))
            + "\n"
            + element("ul", "\n".join(_card(entry, room, name) for entry in entries), class_="cards"),
        )
        for name, entries in groups.items()
    )


def lists(groups: EntryGroups, room: str, *, is_open: bool) -> str:
    """Return the entries of `groups` as links in foldable lists, linked in the folder `room`.

    `is_open`: the lists are open at first.
    """
    opened = {"open": ""} if is_open else {}
    return "\n".join(
        element(
            "details",
            element("summary", f"{escaped(name[:1].upper() + name[1:])} {_count(entries)}")
            + element("p", " · ".join(_link(entry, room) for entry in entries), class_="links"),
            class_="found",
            data_words=f"{name} {' '.join(entry.title for entry in entries)}".casefold(),
            **opened,
        )
        for name, entries in groups.items()
    )


def _count(entries: Sequence[SiteEntry]) -> str:
    number = len(entries)
    return element("span", f"{number} problem{'s' if number > 1 else ''}", class_="count")


def file_links(entry: SiteEntry, up: str = "") -> str:
    """Return links to the files of `entry`, whose folder is at the path `up`."""
    links = ((f"{up or './'}{quote(file)}", name) for file, name in entry.labels.items())
    return " · ".join(element("a", escaped(name), href=href) for href, name in links)


def _card(entry: SiteEntry, room: str, heading: str) -> str:
    labels = " ".join(str(posterior["label"]) for posterior in entry.answer.get("classes", ()))
    searchable = " ".join((heading, entry.title, entry.setting, entry.source, labels))
    parts = [element("h3", _link(entry, room))]
    parts += [element("p", escaped(entry.setting), class_="setting")] if entry.setting else []
    parts += [_answer(entry.answer)] if entry.answer.get("classes") else []
    parts.append(element("p", file_links(entry, f"{room}/{entry.folder}/"), class_="files"))
    return element("li", "".join(parts), class_="card found", data_words=searchable.casefold())


def _link(entry: SiteEntry, room: str) -> str:
    return element("a", escaped(entry.title), href=f"{room}/{entry.folder}/index.html")


def _answer(answer: Mapping[str, Any]) -> str:
    """Return the decision, with its exact posterior if that is short."""
    decided, by = answer["decided"], {posterior["label"]: posterior for posterior in answer["classes"]}
    if not decided:
        return element("p", "No class: no posterior is defined", class_="answer-line")
    if len(decided) > 1:
        return element("p", f"A tie of {' and '.join(map(label, decided))}", class_="answer-line")
    best = by[decided[0]]
    exact, decimal = best.get("exact") or "", best.get("decimal", "")
    short = f" = {exact}" if 0 < len(exact) <= _SHORT else f" ≈ {float(decimal):.4f}" if decimal else ""
    sentence = f"{element('strong', label(decided[0]))}, as {escaped(best['name'] + short)}"
    return element("p", sentence, class_="answer-line")
