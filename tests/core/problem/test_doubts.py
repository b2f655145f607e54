"""Doubts about data, as a problem has them: what somebody stated is none."""

from __future__ import annotations

from exactnb import Problem

BLOOD = """[data]
table = '''
gene | town
AA   | north
Aa   | north
aa   | south
AA   | south
'''
"""
STATED = """[families.hardy-weinberg]
probabilities = { AA = "(1-q)^2", Aa = "2*q*(1-q)", aa = "q^2" }
parameters = { q = "0 < q < 1" }
[model.families]
gene = "hardy-weinberg"
"""


def test_outcomes_that_somebody_stated_are_no_spellings() -> None:
    """AA, Aa and aa are three spellings of one name, unless a family states them as outcomes."""
    assert Problem.from_text(BLOOD).doubts == ("“AA” and “Aa” and “aa” are three values of “gene”",)
    assert Problem.from_text(BLOOD + STATED).doubts == ()
