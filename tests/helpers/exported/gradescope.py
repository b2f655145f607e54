"""Gradescope: the folder of an autograder, and the results of one answer file after the other."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exactnb.teach.grading.reports.json_report import gradescope_report
from exactnb.teach.grading.submissions.class_files import AnswerSheet
from exactnb.teach.grading.variants_folder import VariantFolder, VariantsGrader
from exported import Asked, Marked

_KEPT: list[tempfile.TemporaryDirectory[str]] = []


def read(files: Mapping[str, bytes]) -> dict[str, Asked]:
    _KEPT.append(tempfile.TemporaryDirectory())
    root = Path(_KEPT[-1].name)
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    found: dict[str, Asked] = {}
    for pool in sorted(root.iterdir()):
        grader = VariantsGrader(VariantFolder.read(pool / "autograder"))
        for item in grader.folder.files:
            stem = (pool / "students" / item / "sheet.html").read_text("utf-8")
            for number, question in enumerate(grader.questions, start=1):

                def mark(
                    typed: str, item: str = item, asked: tuple[int, str] = (number, question.id),
                    of: Any = grader,
                ) -> Marked:  # fmt: skip
                    sheet = AnswerSheet("Ada", {asked[1]: typed}, variants={"": item})
                    results = json.loads(gradescope_report(of, of.grade_sheet(sheet)))
                    test = results["tests"][asked[0] - 1]
                    share = test["score"] / test["max_score"] if "score" in test else -1
                    return Marked(share, test["output"])

                found[f"{item} {number}"] = Asked(stem, float(question.points), mark)
    return found
