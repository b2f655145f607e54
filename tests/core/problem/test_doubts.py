"""Doubts about data, as a problem has them: what somebody stated is none."""

from __future__ import annotations

from thoroughness import all_of

from exactnb import Problem
from exactnb.core.data.doubts import doubts
from exactnb.core.data.schema import Schema
from exactnb.core.problem.from_table import opened_problem
from exactnb.core.problem.table_options import noted

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
    (("$10", "$12", "$30"), '“$10” (--family "size=gaussian" and --strip "$")'),
    (("10 cm", "12 cm", "45 cm"), '“10 cm” (--family "size=gaussian" and --strip "cm")'),
    (("5kg", "7kg", "1,200kg"), '“1,200kg” (--family "size=gaussian" and --strip "kg,")'),
    (("1st", "2nd", "3rd"), None),
    (("10 cm", "12 mm", "45 cm"), None),
    (("x1", "x2", "x3"), None),
    (("3", "4", "5"), None),
    (("2 doors", "4 doors", "5 doors"), None),
])  # fmt: skip
def test_numbers_with_one_unit_are_doubted(values: tuple[str, ...], first: str | None) -> None:
    """$10 and 10 cm are hardly meant as names of values; ordinals and mixed units may be."""
    said = doubts(Schema("k", ("a",), {"size": values}), {"a": 3})
    expected = [f"“size” holds numbers with a unit, each a value of its own, as {first}"]
    assert [noted(doubt, ["family", "strip"]) for doubt in said] == (expected if first else [])


def test_a_name_of_a_column_among_its_values_is_doubted() -> None:
    """A file without a header has its first row for one: small, red, yes."""
    content = "small,red,yes\nbig,red,no\nsmall,blue,yes\n"
    expected = "“small” is a column and a value in it: the first line may be a row"
    assert Problem.from_text(f"data.table = '''\n{content}'''").doubts == (expected,)
    assert doubts(Schema("k", ("a",), {"red": ("0", "1")}), {"a": 3}) == ()


@all_of("classes, said", [
    (("yes", "no", "Y"), ["“Y” and “yes” are two classes: perhaps one word"]),
    (("true", "F", "false"), ["“F” and “false” are two classes: perhaps one word"]),
    (("n", "no"), ["“n” and “no” are two classes: perhaps one word"]),
    (("A", "B", "AB", "O"), []),
    (("m", "male", "married"), []),
    (("a", "b", "all"), []),
    (("x", "x1", "+", "++"), []),
    (("Grand total", "yes", "no"), ["“Grand total” is a class: its row may add up others"]),
    (("Summe", "ja", "nein"), ["“Summe” is a class: its row may add up others"]),
    (("n = 12", "yes", "no"), ["“n = 12” is a class: its row may add up others"]),
    (("totally", "summer", "no"), []),
    (("yes", "no", "10"), ["“10” is a class, a number among words"]),
    (("1", "0", "+"), []),
    (("+", "(+)", "-"), ["“(+)” is a class: perhaps “+” with a remark"]),
    (("?  # still open", "no"), ["“?  # still open” is a class: perhaps “?” with a remark"]),
    (("self-paid", "self paid"), ["“self paid” and “self-paid” are two classes"]),
    (("café", "cafe\u0301", "bar"), ["“cafe\u0301” and “café” are two classes"]),
    (("Not checked", "low", "high"), ["“Not checked” is a class, not a missing cell"]),
])  # fmt: skip
def test_labels_that_may_be_others_are_doubted(classes: tuple[str, ...], said: list[str]) -> None:
    """A letter may abbreviate the one word it begins; a sum or a number is hardly a class of words."""
    assert list(doubts(Schema("k", classes, {}), dict.fromkeys(classes, 2))) == said


def test_words_that_differ_in_capitals_are_doubted_together() -> None:
    """Texts begin with capitals: one doubt says it, with the first pair and how many there are."""
    several = Schema("k", ("a", "b"), {}, ("Buy", "Cheap", "Paris", "buy", "cheap"))
    said = "“Buy” and “buy” are two words (2 such pairs): without capitals they are one"
    assert doubts(several, {"a": 1, "b": 1}) == (said,)
    assert doubts(Schema("k", ("a", "b"), {}, ("Buy", "cheap")), {"a": 1, "b": 1}) == ()


@all_of("columns, sums", [
    ({"u": [1, 4, 2], "v": [2, 3, 2], "s": [3, 7, 4]}, ["s"]),
    ({"Total": ["2.5", "3"], "u": ["0.5", "2"], "v": ["2", "1"]}, ["Total"]),
    ({"n": [1, 2, 3], "u": [1, 4, 2], "v": [2, 3, 2], "s": [3, 7, 4]}, ["s"]),
    ({"s": [3, 7], "u": [1, 4], "v": [2, 3]}, []),
    ({"u": [1, 0, 1], "v": [0, 1, 0], "s": [1, 1, 1]}, []),
    ({"u": [1, 4, 2], "v": [2, 3, 2], "s": [3, 7, 5]}, []),
    ({"u": [1, 4, 2], "s": [1, 4, 2]}, []),
])  # fmt: skip
def test_a_column_that_adds_up_others_is_doubted(
    columns: dict[str, list[object]], sums: list[str]
) -> None:
    """A row number before them does not count; two small sums, and presence, add up by chance."""
    frame = {**columns, "k": ["a"] * len(next(iter(columns.values())))}
    said = Problem(frame, numbers="*").doubts
    assert [d.remedy["omit"][0] for d in said if "omit" in d.remedy] == sums
    for omitted in sums:
        read = opened_problem(Problem, frame, {"numbers": "*", "omit": [omitted]})
        assert omitted not in read.schema.columns
        assert not any("omit" in doubt.remedy for doubt in read.doubts)


def test_percentages_beside_larger_numbers_are_doubted() -> None:
    """45% is 0.45, so that 50 beside it is a hundred times as much; 0.5 and 45% go together."""
    of = {values: doubts(Schema("k", ("a",), {"x": values}), {"a": 3}, (), ("x",))
          for values in (("45%", "50"), ("45%", "0.5"), ("45%", "50%"))}  # fmt: skip
    (doubt,) = of["45%", "50"]
    assert (doubt.remedy, of["45%", "0.5"], of["45%", "50%"]) == ({"strip": "%"}, (), ())
