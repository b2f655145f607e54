"""Part of the points for what is nearly right, as a sheet or a question says."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from answering import given

from exactnb.errors import InputError

SHEET = """%s
[data]
table = '''
a class
1 +
0 +
0 -
'''
[[question]]
id = "prior"
quantity = "P(+)"
points = 4
%s
"""


@pytest.mark.parametrize(
    ("sheet", "question", "raw", "score"),
    [
        ("", "", "0.67", 0),
        ('credit = { too_few_digits = "1/2" }', "", "0.67", 2),
        ('credit = { too_few_digits = "1/2" }', 'credit = { too_few_digits = "3/4" }', "0.67", 3),
        ("", "credit = { truncated = 0.25 }", "0.666", 1),
        ("", 'form = "lowest"\ncredit = { wrong_form = "1/2" }', "4/6", 2),
        ('credit = { too_few_digits = "1/2" }', "", "1/3", 0),
        ('credit = { too_few_digits = "1/2" }', "", "0.667", 4),
        ("", 'credit = { mistake = "1/2" }', "1/3", 2),
        ("", 'credit = { mistake = "1/2" }', "1/7", 0),
    ],
)
def test_a_verdict_may_earn_a_part(tmp_path, sheet: str, question: str, raw: str, score: int) -> None:
    """What is nearly right earns the part that the question says, or else the sheet."""
    report = given(tmp_path, SHEET % (sheet, question)).grade({"prior": raw})
    assert report.score == F(score)


@pytest.mark.parametrize(
    ("credit", "said"),
    [
        ("{ too_few = 1 }", "did you mean 'too_few_digits'"),
        ("{ nothing = 1 }", "expected one of"),
        ("{ truncated = 2 }", "lies between 0 and 1; got 2"),
        ('{ truncated = "half" }', "credit.truncated"),
        ("1", "credit"),
    ],
)
def test_other_credits_are_refused(tmp_path, credit: str, said: str) -> None:
    """Only verdicts that say what went wrong have parts, and a part lies between 0 and 1."""
    with pytest.raises(InputError, match=said):
        given(tmp_path, SHEET % ("", f"credit = {credit}"))
