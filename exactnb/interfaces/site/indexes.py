"""The pages that list others: problems by family, by source, by mistake, and theorems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from exactnb.explain.rendering.pages.html_text import element, empty, escaped, label
from exactnb.interfaces.site.entries import SiteEntry

_SHORT = 24  # longest exact value on a card

EntryGroups = Mapping[str, Sequence[SiteEntry]]


def search() -> str:
    """Return the search field, which is visible where scripts run."""
    field = empty("input", type="search", id="search", autocomplete="off")
    status = element("span", "", id="found", role="status")
    name = element("label", "Find", for_="search")
    return element("div", f"{name} {field} {status}", class_="search", hidden="")


def by_family(problems: Iterable[SiteEntry]) -> dict[str, list[SiteEntry]]:
    """Group `problems` by their families, those with a single family first."""
    groups: dict[str, list[SiteEntry]] = {}
    for problem in problems:
        groups.setdefault(" and ".join(problem.families), []).append(problem)
    return dict(sorted(groups.items(), key=lambda group: (" and " in group[0], group[0])))


def by_source(problems: Iterable[SiteEntry]) -> dict[str, list[SiteEntry]]:
    """Group `problems` by their sources, those without one last."""
    groups: dict[str, list[SiteEntry]] = {}
    for problem in problems:
        groups.setdefault(problem.source, []).append(problem)
    ordered = sorted(groups, key=lambda source: (not source, source))
    return {source or "Without a source": groups[source] for source in ordered}


def by_mistake(problems: Iterable[SiteEntry]) -> dict[str, list[SiteEntry]]:
    """Group `problems` by the mistakes that lead to a distinct wrong value, the most frequent first."""
    groups: dict[str, list[SiteEntry]] = {}
    for problem in problems:
        for mistake in problem.mistakes.values():
            groups.setdefault(mistake, []).append(problem)
    return dict(sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])))


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
