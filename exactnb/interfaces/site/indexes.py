"""The pages that lead to others: problems by family, by source, by mistake, and theorems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from exactnb.explain.rendering.pages.html_labels import label
from exactnb.explain.rendering.pages.html_text import element, empty, escaped
from exactnb.interfaces.site.entries import Entry

_SHORT = 24  # signs of an exact value on a card

Groups = Mapping[str, Sequence[Entry]]


def search() -> str:
    """Return the field that finds pages by their words; it is shown where scripts run."""
    field = empty("input", type="search", id="search", autocomplete="off")
    found = element("span", "", id="found", role="status")
    name = element("label", "Find", for_="search")
    return element("div", f"{name} {field} {found}", class_="search", hidden="")


def by_family(problems: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Return problems by their families; those with several come after those with one."""
    found: dict[str, list[Entry]] = {}
    for problem in problems:
        found.setdefault(" and ".join(problem.families), []).append(problem)
    return dict(sorted(found.items(), key=lambda of: (" and " in of[0], of[0])))


def by_source(problems: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Return problems by their sources, those without one last."""
    found: dict[str, list[Entry]] = {}
    for problem in problems:
        found.setdefault(problem.source, []).append(problem)
    ordered = sorted(found, key=lambda source: (not source, source))
    return {source or "Without a source": found[source] for source in ordered}


def by_mistake(problems: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Return problems by the mistakes that lead to a wrong value of their own there."""
    found: dict[str, list[Entry]] = {}
    for problem in problems:
        for words in problem.mistakes.values():
            found.setdefault(words, []).append(problem)
    return dict(sorted(found.items(), key=lambda of: (-len(of[1]), of[0])))


def cards(groups: Groups, room: str) -> str:
    """Return the entries of each group as cards, under headings."""
    return "\n".join(
        element(
            "section",
            element("h2", escaped(name))
            + "\n"
            + element("ul", "\n".join(_card(entry, room, name) for entry in entries), class_="cards"),
        )
        for name, entries in groups.items()
    )


def lists(groups: Groups, room: str, *, is_open: bool) -> str:
    """Return the entries of each group as links, under what they have in common, which folds."""
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


def _count(entries: Sequence[Entry]) -> str:
    number = len(entries)
    return element("span", f"{number} problem{'s' if number > 1 else ''}", class_="count")


def files_of(entry: Entry, up: str = "") -> str:
    """Return links to the files beside a page."""
    named = ((f"{up or './'}{quote(file)}", name) for file, name in entry.labels.items())
    return " · ".join(element("a", escaped(name), href=href) for href, name in named)


def _card(entry: Entry, room: str, heading: str) -> str:
    labels = " ".join(str(each["label"]) for each in entry.answer.get("classes", ()))
    words = " ".join((heading, entry.title, entry.setting, entry.source, labels))
    parts = [element("h3", _link(entry, room))]
    parts += [element("p", escaped(entry.setting), class_="setting")] if entry.setting else []
    parts += [_answer(entry.answer)] if entry.answer.get("classes") else []
    parts.append(element("p", files_of(entry, f"{room}/{entry.folder}/"), class_="files"))
    return element("li", "".join(parts), class_="card found", data_words=words.casefold())


def _link(entry: Entry, room: str) -> str:
    return element("a", escaped(entry.title), href=f"{room}/{entry.folder}/index.html")


def _answer(answer: Mapping[str, Any]) -> str:
    """Return what is decided, with the exact posterior of it where that is short."""
    decided, by = answer["decided"], {each["label"]: each for each in answer["classes"]}
    if not decided:
        return element("p", "No class: no posterior is defined", class_="answer-line")
    if len(decided) > 1:
        return element("p", f"A tie of {' and '.join(map(label, decided))}", class_="answer-line")
    best = by[decided[0]]
    exact, decimal = best.get("exact") or "", best.get("decimal", "")
    short = f" = {exact}" if 0 < len(exact) <= _SHORT else f" ≈ {float(decimal):.4f}" if decimal else ""
    said = f"{element('strong', label(decided[0]))}, as {escaped(best['name'] + short)}"
    return element("p", said, class_="answer-line")
