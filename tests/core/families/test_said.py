"""What every family says, formula by formula: worked out by hand once, and kept beside the problem.

`python tests/core/families/test_said.py` writes the files in `said/` anew: read each line that changes.
"""

from __future__ import annotations

from pathlib import Path

from said_by_blocks import said
from thoroughness import all_of

from exactnb import Problem
from exactnb.core import families

SAID = sorted((Path(__file__).parent / "said").glob("*.txt"))
_CUT = "\n--- what is said of it\n"


@all_of("path", SAID, apart=3)
def test_a_block_says_what_was_worked_out_by_hand(path: Path) -> None:
    """Estimates, factors, mistakes with them, log-ratios and distributions are those of the file."""
    problem, expected = path.read_text(encoding="utf-8").split(_CUT)
    assert said(Problem.from_text(problem)).splitlines() == expected.splitlines()


def test_every_family_says_it() -> None:
    """No family is registered whose formulas nobody has read."""
    problems = (Problem.from_text(path.read_text(encoding="utf-8").split(_CUT)[0]) for path in SAID)
    blocks = (block for of in problems for block in of.predictions[""].model.blocks)
    stated = {"speeds", "shares", "inverse"}  # by the problems themselves
    stated |= {"ends", "starts", "sides", "distances", "pooled"}
    assert {block.family.name for block in blocks} == {*families.family_names(), *stated}


if __name__ == "__main__":
    for file in SAID:
        of = file.read_text(encoding="utf-8").split(_CUT)[0]
        file.write_text(f"{of}{_CUT}{said(Problem.from_text(of))}\n", encoding="utf-8")
