"""GIFT as https://docs.moodle.org/en/GIFT_format describes it, and Moodle's importer reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from exported import Asked, Marked, words

_SIGNS = {"\\": 0xE000, ":": 0xE001, "#": 0xE002, "=": 0xE003, "{": 0xE004, "}": 0xE005, "~": 0xE006}


def read(files: Mapping[str, bytes]) -> dict[str, Asked]:
    (content,) = files.values()
    found: dict[str, Asked] = {}
    for block in re.split(r"\n\s*\n", content.decode()):
        kept = [line for line in block.strip().split("\n") if not line.strip().startswith("//")]
        text = _hidden("\n".join(kept))
        if text.startswith("$CATEGORY:"):
            continue
        assert text.startswith("::")
        name, text = text[2:].split("::", 1)
        assert name not in found
        found[_back(name)] = _asked(text)
    return found


def _asked(text: str) -> Asked:
    assert text.count("{") == text.count("}") == 1
    stem, rest = text.split("{")
    inside, behind = rest.split("}")
    assert not behind.strip()
    assert stem.startswith("[html]")
    answers, _, worked = inside.rpartition("####")
    answers = answers.strip()
    stem = _back(stem.removeprefix("[html]"))
    if answers.startswith("#"):
        return Asked(stem, 1, _numerical(answers[1:]), _back(worked), kind="number")
    return _choice(stem, answers, _back(worked))


def _numerical(text: str):
    text, _, other = text.partition("~")
    known = []
    for each in text.split("="):
        if not each.strip():
            continue
        share, value = _weight(each.strip(), 1)
        value, _, said = value.partition("#")
        number, _, tolerance = value.partition(":")
        known.append((float(number), float(tolerance), share, _plain(said)))

    def mark(typed: str) -> Marked:
        for number, tolerance, share, said in known:
            if number - tolerance <= float(typed) <= number + tolerance:
                return Marked(share, said)
        return Marked(0, _plain(other.partition("#")[2]))

    return mark


def _choice(stem: str, text: str, worked: str) -> Asked:
    known: dict[str, Marked] = {}
    for sign, each in re.findall(r"([=~])([^=~]*)", text):
        share, answer = (1, each.strip()) if sign == "=" else _weight(each.strip(), 0)
        shown, _, said = answer.partition("#")
        assert not shown.startswith("["), "that would be a format"
        assert _plain(shown) not in known
        known[_plain(shown)] = Marked(share, _plain(said))
    return Asked(stem, 1, known.__getitem__, worked, tuple(known), kind="choice")


def _weight(text: str, usual: float) -> tuple[float, str]:
    found = re.match(r"%(-?\d{1,2}\.?\d*)%", text)
    return (float(found[1]) / 100, text[found.end() :]) if found else (usual, text)


def _hidden(text: str) -> str:
    return re.sub(r"\\([\\:#={}~])", lambda found: chr(_SIGNS[found[1]]), text)


def _back(text: str) -> str:
    return "".join({chr(hidden): sign for sign, hidden in _SIGNS.items()}.get(c, c) for c in text)


def _plain(text: str) -> str:
    """Return HTML without any tag as text."""
    return words(_back(text).strip())
