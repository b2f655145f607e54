"""Doubts about data, as a problem has them: what somebody stated is none."""

from __future__ import annotations

from thoroughness import all_of

from exactnb import Problem
from exactnb.core.data.doubts import doubts
from exactnb.core.data.schema import Schema

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


@all_of("values, first", [
    (("$10", "$12", "$30"), "$10"),
    (("10 cm", "12 cm", "45 cm"), "10 cm"),
    (("5kg", "7kg", "1,200kg"), "1,200kg"),
    (("1st", "2nd", "3rd"), None),
    (("10 cm", "12 mm", "45 cm"), None),
    (("x1", "x2", "x3"), None),
    (("3", "4", "5"), None),
    (("2 doors", "4 doors", "5 doors"), None),
])  # fmt: skip
def test_numbers_with_one_unit_are_doubted(values: tuple[str, ...], first: str | None) -> None:
    """$10 and 10 cm are hardly meant as names of values; ordinals and mixed units may be."""
    said = doubts(Schema("k", ("a",), {"size": values}), {"a": 3})
    expected = (f"“size” holds numbers with a unit, each a value of its own, as “{first}”",)
    assert said == (expected if first else ())


def test_a_name_of_a_column_among_its_values_is_doubted() -> None:
    """A file without a header has its first row for one: small, red, yes."""
    content = "small,red,yes\nbig,red,no\nsmall,blue,yes\n"
    expected = "“small” is a column and a value in it: the first line may be a row (--no-header)"
    assert Problem.from_text(f"data.table = '''\n{content}'''").doubts == (expected,)
    assert doubts(Schema("k", ("a",), {"red": ("0", "1")}), {"a": 3}) == ()


def test_words_in_two_spellings_are_told_where_texts_are_cut_at_spaces() -> None:
    """“Cheap” and “cheap” count as two words, until a problem cuts its texts into lower-case ones."""
    texts = "[data]\ntable = '''\ntext | kind\nCheap pills | spam\ncheap talk | ham\n'''\n"
    assert Problem.from_text(texts).doubts == ("“Cheap” and “cheap” are two words (--words)",)
    assert Problem.from_text(texts.replace("table", 'split = "words"\ntable')).doubts == ()
