"""Every door that a quantity goes through: printed, checked, audited, exported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from thoroughness import choose

from exactnb import Grader, Problem, audit, solve
from exactnb.core.arithmetic.matrices import Matrix
from exactnb.core.arithmetic.roots import Equation
from exactnb.core.problem import styles
from exactnb.core.problem.printed import Printed
from exactnb.errors import InputError
from exactnb.explain.rendering import formats
from exactnb.explain.solution.solved_quantities import answer_kind
from exactnb.teach.exporting import export, systems
from exactnb.teach.exporting.systems import system_named
from exactnb.teach.grading.discrimination import answer_and_relation

__all__ = ["goes_through"]

FORMATS = tuple(name for name in formats.names() if name != "pdf")
SYSTEMS = systems.names()


def goes_through(text: str, name: str, number: int, folder: Path) -> None:
    """Solve, print, check, audit and export a quantity: right in all of them, or refused with a reason.

    `number` chooses a format, a notation and a system for a quick run, and for an exhaustive one a
    notation for each format and a third of the systems.
    """
    problem = Problem.from_text(text)
    solution = solve(replace(problem, ask=[name]))
    value = solution[name]
    for to in choose(quick=FORMATS[number % len(FORMATS) :][:1], exhaustive=FORMATS):
        notation = styles.names()[(number + FORMATS.index(to)) % len(styles.names())]
        assert solution.render(to, notation=notation)
    sheet = folder / "sheet.toml"
    sheet.write_text(f"{text}\n[[question]]\nid = 'q'\nquantity = \"{name}\"\n")
    if isinstance(value, Matrix | Equation):
        with pytest.raises(InputError, match="has no answer that can be typed in a line"):
            _ = Grader(Problem.read(sheet)).asked
        return
    asked = Grader(Problem.read(sheet)).asked["q"]
    typed, _ = answer_and_relation(value, asked.expects)
    assert asked.graded(typed).is_right, typed
    (audited,) = audit(replace(problem, printed=[Printed(name, typed, "here")])).numbers
    assert audited.is_right, typed
    for to in choose(quick=SYSTEMS[number % len(SYSTEMS) :][:1], exhaustive=SYSTEMS[number % 3 :: 3]):
        if answer_kind(asked.name, value) in system_named(to).kinds and not asked.expects.undefined:
            assert export(sheet, to=to)
        else:
            with pytest.raises(InputError, match="asks nothing that can be exported: question"):
                export(sheet, to=to)
