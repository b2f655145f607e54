"""Exploring columns of numbers: the boundary, and no list of what was not worked out."""

from __future__ import annotations

import pytest

from exactnb import Problem
from exactnb.explain.solution.exploring import explore

NUMBERS = """
[data]
FEATURES
table = '''
height wind class
1 strong +
2 weak +
3 weak +
6 strong -
7 weak -
9 strong -
'''
{more}
[query]
x = {{ {cells} }}
"""


def explored(cells: str, more: str = ""):
    features, _, more = more.rpartition(";")
    text = NUMBERS.replace("FEATURES", features).format(cells=cells, more=more)
    return explore(Problem.from_text(text))


@pytest.mark.parametrize(
    ("cells", "more", "name"),
    [
        (
            'height = 5, wind = "weak"',
            '[model]\nfamilies.height = "gaussian"',
            "boundary(-:+|wind=weak)",
        ),
        ("height = 2", 'features = ["height"];[model]\nfamilies.height = "gaussian"', "boundary(+:-)"),
    ],
)
def test_the_boundary_is_worked_out(cells: str, more: str, name: str) -> None:
    """Where the numbers vary, and all else that is observed stays as it is."""
    found = explored(cells, more)
    titles = [step.title for step in found.verified.derivation.steps]
    assert "Where the decision changes" in titles
    assert f"{name.replace('-', '−')} = " in found.text()
    assert "Not worked out" not in found.text()


def test_without_numbers_nothing_changes() -> None:
    """Categories have no boundary, and keep their steps."""
    text = explored('wind = "weak"', 'features = ["wind"];').text()
    assert "Where the decision changes" not in text
    assert "What decides" in text
