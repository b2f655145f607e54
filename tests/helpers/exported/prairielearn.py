"""PrairieLearn as its documents describe it: a question folder, `data` that goes from step to step.

What its elements do to answers is done here in few lines; server.py runs as it stands.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exported import Asked, Marked, words

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class Question:
    """A question folder that is on disk, with its functions, and the variants by their ids."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.info = json.loads((folder / "info.json").read_text("utf-8"))
        self.page = (folder / "question.html").read_text("utf-8")
        self.functions: dict[str, Any] = {}
        exec((folder / "server.py").read_text("utf-8"), self.functions)
        self.numbers = re.findall(r'<pl-string-input answers-name="([^"]*)"', self.page)
        self.chosen = re.findall(r'<pl-multiple-choice answers-name="([^"]*)"', self.page)
        self.weights = dict(re.findall(r'answers-name="([^"]*)" weight="(\d+)"', self.page))

    def drawn(self, seed: object) -> dict[str, Any]:
        """Return the data of a variant, as generate and the elements leave it."""
        data: dict[str, Any] = {
            "params": {}, "correct_answers": {}, "variant_seed": seed,
            "options": {"question_path": str(self.folder)},
        }  # fmt: skip
        self.functions["generate"](data)
        for name in self.chosen:
            assert name not in {*data["params"], *data["correct_answers"]}
            inside = data["correct_answers"]["exactnb"]["choices"][name]
            found = re.findall(
                r'<pl-answer correct="(true|false)">(.*?)</pl-answer>', inside, re.DOTALL
            )
            assert "".join(f'<pl-answer correct="{c}">{t}</pl-answer>' for c, t in found) == inside
            assert [correct for correct, _ in found].count("true") == 1
            assert len({text.strip() for _, text in found}) == len(found)
            keys = [chr(ord("a") + number) for number in range(len(found))]
            data["params"][name] = [
                {"key": key, "html": text} for key, (_, text) in zip(keys, found, strict=True)
            ]
            (right,) = (key for key, (correct, _) in zip(keys, found, strict=True) if correct == "true")
            data["correct_answers"][name] = {"key": right}
        return json.loads(json.dumps(data))

    def submitted(self, data: Mapping[str, Any], answers: Mapping[str, str]) -> dict[str, Any]:
        """Return the data after an attempt; it is graded only if no answer has an error of format."""
        data = json.loads(json.dumps(data))
        for part in ("format_errors", "partial_scores", "feedback"):
            data[part] = {}
        data["raw_submitted_answers"] = dict(answers)
        data["submitted_answers"] = {name: answers.get(name, "").strip() for name in self.numbers}
        data["submitted_answers"] |= {name: answers.get(name) for name in self.chosen}
        data["score"] = 0
        self.functions["parse"](data)
        if not data["format_errors"]:
            for name in self.numbers:  # the element compares text with text
                same = data["submitted_answers"][name] == data["correct_answers"].get(name)
                data["partial_scores"][name] = {"score": float(same), "weight": 1}
            self.functions["grade"](data)
        return json.loads(json.dumps(data))


def unpacked(files: Mapping[str, bytes], folder: Path) -> dict[str, Question]:
    """Return the questions of an export by their folders."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return {path.parent.name: Question(path.parent) for path in folder.rglob("info.json")}


_KEPT: list[tempfile.TemporaryDirectory[str]] = []  # which are there as long as this process


def read(files: Mapping[str, bytes]) -> dict[str, Asked]:
    _KEPT.append(tempfile.TemporaryDirectory())
    found: dict[str, Asked] = {}
    for question in unpacked(files, Path(_KEPT[-1].name)).values():
        for seed in range(2000):
            data = question.drawn(seed)
            item = data["params"]["exactnb"]["item"]
            if any(name.startswith(f"{item} ") for name in found):
                continue
            found |= _asked(question, data, item)
            names = json.loads((question.folder / "items" / "index.json").read_text("utf-8"))
            if all(f"{name} 1" in found for name in names):
                break
    return found


def _asked(question: Question, data: Mapping[str, Any], item: str) -> dict[str, Asked]:
    own = data["params"]["exactnb"]
    found = {}
    for number, (name, asked) in enumerate(own["asked"].items(), start=1):
        choices = [words(each["html"]) for each in data["params"].get(name, ())]

        def mark(typed: str, name: str = name, choices: list[str] = choices) -> Marked:
            answer = chr(ord("a") + choices.index(typed)) if choices else typed
            after = question.submitted(data, {name: answer})
            if after["format_errors"]:
                return Marked(-1, words(after["format_errors"][name]))
            scored = after["partial_scores"][name]
            return Marked(scored["score"], words(scored["feedback"]))

        found[f"{item} {number}"] = Asked(
            own["stem"] + asked,
            int(question.weights[name]),
            mark,
            data["correct_answers"]["exactnb"]["worked"],
            tuple(choices),
        )
    return found
