"""Reports without names: students are numbered, in an order that does not reveal who they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exactnb.teach.grading.graded import Report


def anonymous(reports: Sequence[Report]) -> tuple[Report, ...]:
    """Return `reports` under numbers, sorted by points and then by the answers.

    Remarks may name students and their files: only whether a sheet is readable is kept.

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
