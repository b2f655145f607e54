"""Reports without names: students are numbered, in an order that says nothing of who they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exactnb.teach.grading.graded import Report


def anonymous(reports: Sequence[Report]) -> tuple[Report, ...]:
    """Return reports under numbers, by points and then by what was typed.

    Of a remark, which may name students and their files, only whether the sheet is readable is left.

    >>> [report.student for report in anonymous([Report("Ada", ()), Report("Bo", ())])]
    ['student 1', 'student 2']
    """
    ordered = sorted(
        reports,
        key=lambda report: (-report.score, -report.most, [answer.raw for answer in report.graded]),
    )
    wide = len(str(len(ordered)))
    return tuple(
        replace(
            report,
            student=f"student {number:0{wide}}",
            remark="" if report.is_readable else "its file or row",
        )
        for number, report in enumerate(ordered, start=1)
    )
