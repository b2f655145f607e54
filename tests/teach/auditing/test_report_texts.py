"""What is said of an audit, word by word: of numbers and explanations that are put together by hand."""

from __future__ import annotations

import json
from fractions import Fraction

from exactnb import Problem
from exactnb.core.arithmetic import values
from exactnb.core.expression.results import Decision
from exactnb.core.families.protocol import Misconception
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.auditing.auditing import Audit, Explained
from exactnb.teach.auditing.possible import read_possible_counts
from exactnb.teach.auditing.printed_numbers import PrintedBlock, judge_printed, key_of_printed
from exactnb.teach.auditing.reports.forms import as_markdown, as_page, as_text, audit_json, counts_json
from exactnb.teach.auditing.reports.report_text import (
    BulletList,
    Heading,
    Prose,
    ReportPart,
    ReportTable,
    audit_parts,
    counts_parts,
    search_parts,
    value_text,
)
from exactnb.teach.grading.judging import Verdict

TABLE = """
title = "Six coins"
source = "made up"
data.table = '''
a k
u +
u +
v +
u -
v -
v -
'''
query.x = { a = "u" }
[printed]
"P(+)" = { value = ["1/2", "0.50"], where = "slide 1" }
"P(a=u|+)" = { value = ["0.66", "0.6"], where = "slide 1" }
"P(a=v|+)" = { value = "0.4", where = "slide 1" }
"P(-)" = "51%"
"P(x)" = { value = "2", times = 3, power = 2 }
"""
LEFT_OUT = Misconception("first", "something left out", "")
OTHER = Misconception("second", "another divisor", "", is_convention=True)


def blocks_of(text: str = TABLE) -> tuple[Problem, tuple[PrintedBlock, ...]]:
    problem = Problem.from_text(text)
    return problem, judge_printed(problem, key_of_printed(problem))


def audited(**options: bool) -> Audit:
    """Return an audit in which all that can be explained was explained, or not, in several ways."""
    problem, blocks = blocks_of()
    first, second, third, fourth = blocks
    each = first.wrong_numbers
    one, two = Alternative((LEFT_OUT,), {}, "column a"), Alternative((OTHER, LEFT_OUT))
    explained = {
        first: (
            Explained(each[:1], (one,), 1234, Fraction(1, 3), is_complete=True),
            Explained(each[1:], (), 1234, None, is_complete=False),
        ),
        second: (Explained(second.wrong_numbers, (one, two), 7, Fraction(0), is_complete=True),),
        third: (Explained(third.wrong_numbers, (), 8, Fraction(16), is_complete=True),),
        fourth: (Explained(fourth.wrong_numbers, (two,), 9, Fraction(1, 7), is_complete=False),),
    }
    return Audit(problem, blocks, explained, **options)


def test_each_block_is_told_with_what_explains_it() -> None:
    """How many are right, a table for each block, and below it what explains its wrong numbers."""
    head = "quantity", "printed", "right", "verdict"
    assert list(audit_parts(audited())) == [
        Heading("Six coins", 1),
        Prose("made up"),
        Prose("8 numbers in print: 2 exact, 1 cut off, 5 wrong"),
        Heading("slide 1, edition 1"),
        ReportTable((
            head,
            ("P(+)", "1/2", "1/2 = 0.5", "exact"),
            ("P(a=u|+)", "0.66", "2/3 ≈ 0.6667", "cut off"),
            ("P(a=v|+)", "0.4", "1/3 ≈ 0.3333", "wrong"),
        )),
        Prose("Nothing that was tried explains all 2 at once; one by one:"),
        Prose("P(a=u|+): explained by"),
        BulletList(("something left out (column a)",)),
        Prose("Tried 1,234 alternatives; 0.33 would match by chance."),
        Prose("P(a=v|+): no explanation"),
        Prose(
            "Tried 1,234 alternatives; not all, as the search ended early; two changes at once "
            "were not tried; how many match by chance is not counted."
        ),
        Heading("slide 1, edition 2"),
        ReportTable((
            head,
            ("P(+)", "0.50", "1/2 = 0.5", "exact"),
            ("P(a=u|+)", "0.6", "2/3 ≈ 0.6667", "wrong"),
            ("P(a=v|+)", "0.4", "1/3 ≈ 0.3333", "wrong"),
        )),
        Prose("All at once: explained by each of these 2"),
        BulletList(("something left out (column a)", "another divisor; something left out")),
        Prose("Tried 7 alternatives; none would match by chance."),
        Heading("P(-)"),
        ReportTable((head, ("P(-)", "51%", "1/2 = 0.5", "wrong"))),
        Prose("P(-): no explanation"),
        Prose("Tried 8 alternatives; two changes at once were not tried; 16 would match by chance."),
        Heading("P(x)"),
        ReportTable((head, ("3 × P(x)^2", "2", "3/4 = 0.75", "wrong"))),
        Prose("3 × P(x)^2: explained by"),
        BulletList(("another divisor; something left out",)),
        Prose("Tried 9 alternatives; not all, as the search ended early; 0.14 would match by chance."),
    ]  # fmt: skip


def test_an_audit_without_a_title_or_a_wrong_number() -> None:
    """It is called an audit; nothing is said of explanations, and one number is no numbers."""
    problem, blocks = blocks_of("data.table = '''\na k\nu +\nu -\n'''\n[printed]\n'P(+)' = '0.5'\n")
    assert list(audit_parts(Audit(problem, blocks, {}))) == [
        Heading("Audit", 1),
        Prose("1 number in print: 1 exact"),
        Heading("P(+)"),
        ReportTable(
            (("quantity", "printed", "right", "verdict"), ("P(+)", "0.5", "1/2 = 0.5", "exact"))
        ),
    ]


def test_what_was_not_tried_goes_by_the_options() -> None:
    """Two changes at once, of the data, or others; a table has rows in which two edits can be made."""
    two = {
        (p, e): audited(pairs=p, two_edits=e).untried_pairs_text
        for p in (False, True)
        for e in (False, True)
    }
    assert two == {
        (False, False): "two changes at once",
        (False, True): "two other changes at once",
        (True, False): "two edits of the data at once",
        (True, True): "",
    }
    counts = "data.counts = '''\nk + -\ntotal 3 4\n'''\n[printed]\n'P(+)' = '1/2'\n"
    problem, blocks = blocks_of(counts)
    assert Audit(problem, blocks, {}, two_edits=True).untried_pairs_text == "two changes at once"
    assert Audit(problem, blocks, {}, pairs=True).untried_pairs_text == ""


def test_what_an_audit_knows_of_itself() -> None:
    """Its numbers block by block, whether all are right, and how it shows itself."""
    found = audited()
    assert [number.printed.text for number in found.numbers] == [
        "1/2", "0.66", "0.4", "0.50", "0.6", "0.4", "51%", "2",
    ]  # fmt: skip
    assert not found.is_right
    assert repr(found) == "<Audit of 8 numbers, 6 not right>"
    first, second = list(found.explained.values())[:2]
    assert [bool(each) for each in (*first, *second)] == [True, False, True]
    assert [each.fewest_switches for each in (*first, *second)] == [1, 0, 1]
    assert repr(first[0]) == "<Explained 'something left out (column a)', 1,234 tried>"
    assert repr(first[1]) == "<Explained 'no explanation', 1,234 tried>"
    assert repr(second[0]).startswith("<Explained 'something left out (column a); or anothe")


def test_an_audit_as_json() -> None:
    """Each number with its verdict, each case with its alternatives; exact numbers are text."""
    found = json.loads(audit_json(audited()))
    assert {key: found[key] for key in ("schema", "title", "source", "is_right", "not_tried")} == {
        "schema": "exactnb.audit/1",
        "title": "Six coins",
        "source": "made up",
        "is_right": False,
        "not_tried": ["two changes at once"],
    }
    first, second, third, fourth = found["blocks"]
    assert [(each["where"], each["edition"]) for each in found["blocks"]] == [
        ("slide 1", 1), ("slide 1", 2), ("", None), ("", None),
    ]  # fmt: skip
    assert first["numbers"][1] == {
        "quantity": "P(a=u|+)",
        "printed": "0.66",
        "right": {"kind": "rational", "exact": "2/3", "decimal": "0." + "6" * 19 + "7"},
        "verdict": "truncated",
    }
    assert {key: fourth["numbers"][0][key] for key in ("times", "power")} == {"times": "3", "power": 2}
    alternative = {
        "id": "first",
        "detail": "column a",
        "words": "something left out (column a)",
        "switches": 1,
        "convention": False,
    }
    assert first["explained"] == [
        {"quantities": ["P(a=u|+)"], "switches": 1, "by": [alternative], "tried": 1234,
         "all_tried": True, "chance": "1/3"},
        {"quantities": ["P(a=v|+)"], "switches": None, "by": [], "tried": 1234,
         "all_tried": False, "chance": None},
    ]  # fmt: skip
    assert second["explained"][0]["quantities"] == ["P(a=u|+)", "P(a=v|+)"]
    assert [each["convention"] for each in second["explained"][0]["by"]] == [False, False]
    assert [each["switches"] for each in second["explained"][0]["by"]] == [1, 2]
    assert third["explained"][0]["chance"] == "16"
    problem, blocks = blocks_of()
    nothing = json.loads(audit_json(Audit(problem, blocks, {})))
    assert (nothing["not_tried"], nothing["blocks"][0]["explained"]) == ([], [])


def test_a_number_that_cannot_be_judged_says_why() -> None:
    """What is right is unknown: the report has a question mark, and the reason below the table."""
    text = (
        "data.table = '''\na k\nu +\nu -\n'''\n"
        'query.x = { a = "u" }\nmodel.smoothing = "1"\n[printed]\n"accuracy" = "1/2"\n'
    )
    problem, blocks = blocks_of(text)
    (number,) = blocks[0].numbers
    unknown = PrintedBlock(
        "", 0, (type(number)(number.printed, number.name, Verdict.UNGRADED, why="too much"),)
    )
    assert (unknown.wrong_numbers, unknown.right_numbers) == ((), ())  # it is neither
    parts = list(audit_parts(Audit(problem, (unknown,), {})))
    assert parts[1] == Prose("1 number in print: 1 not judged")
    assert parts[3:] == [
        ReportTable(
            (("quantity", "printed", "right", "verdict"), ("accuracy", "1/2", "?", "not judged"))
        ),
        Prose("accuracy: too much"),
    ]
    (block,) = json.loads(audit_json(Audit(problem, (unknown,), {})))["blocks"]
    assert block["numbers"] == [
        {
            "quantity": "accuracy",
            "printed": "1/2",
            "right": None,
            "verdict": "ungraded",
            "why": "too much",
        }
    ]


def test_values_are_shown_with_decimals_where_these_say_less() -> None:
    """A whole number and a class as they are, a long fraction and a root in decimals alone."""
    cases = {
        Fraction(3): "3",
        Fraction(1, 4): "1/4 = 0.25",
        Fraction(1, 3): "1/3 ≈ 0.3333",
        Fraction(-1, 3): "−1/3 ≈ −0.3333",
        Fraction(12345678, 1234567): "12345678/1234567 ≈ 10",
        Fraction(1234567, 12345678): "1234567/12345678 ≈ 0.1",
        Fraction(12345671, 123456789): "≈ 0.1",
    }
    for value, text in cases.items():
        assert value_text(value, 4).replace("-", "−") == text.replace("-", "−"), value
    root = values.power(Fraction(2), Fraction(1, 2))
    assert value_text(root, 4) == "≈ 1.414"
    assert value_text(Decision(("a", "b")), 4) == "a, b"


def test_counts_are_told_rule_by_rule() -> None:
    """Rules that have the same counts share a line; what is not possible has its neighbours."""
    claims = (
        "0.67 of 7",
        "0.66 of 3",
        "sd 0.49 of 7",
        "2/3 of 6",
        "0.8692955250332299 of 2257",
        "0.5 of 9999",
    )
    found = [read_possible_counts(claim) for claim in claims]
    every = "half up, half to even, cut off"
    assert list(counts_parts(found)) == [
        Heading("Counts behind numbers", 1),
        Prose("6 numbers, 2 that no counts lead to"),
        ReportTable((
            ("printed", "rounded", "counts"),
            ("0.67 of 7", every, "none"),
            ("0.66 of 3", "half up, half to even", "none"),
            ("0.66 of 3", "cut off", "2"),
            ("sd 0.49 of 7", f"{every}, over n", "3 to 4"),
            ("sd 0.49 of 7", "half up, half to even, over n − 1", "2, 5"),
            ("sd 0.49 of 7", "cut off, over n − 1", "none"),
            ("2/3 of 6", "not at all", "4"),
            ("0.8692955250332299 of 2257", "by a machine", "1,962"),
            ("0.5 of 9999", "half up, half to even", "4,500 to 5,499"),
            ("0.5 of 9999", "cut off", "5,000 to 5,999"),
        )),
        BulletList((
            "0.67 of 7: 4 leads to 4/7 ≈ 0.5714; 5 leads to 5/7 ≈ 0.7143",
            "0.66 of 3: 1 leads to 1/3 ≈ 0.3333; 2 leads to 2/3 ≈ 0.6667; it may have been cut off",
        )),
        Prose("Counts: of shares and variances, how many ones there are; of means, the sum in steps."),
    ]  # fmt: skip
    fine = list(counts_parts(found[3:4]))
    assert fine[1] == Prose("1 number, 0 that no counts lead to")
    assert not [part for part in fine if isinstance(part, BulletList)]
    told = json.loads(counts_json(found[1:4]))
    assert (told["schema"], told["is_right"]) == ("exactnb.audit/1", False)
    assert told["counts"][0] == {
        "printed": "0.66", "n": 3, "of": "share", "step": "1", "possible": False,
        "counts": [
            {"over": "n", "rule": "half-up", "ranges": []},
            {"over": "n", "rule": "half-even", "ranges": []},
            {"over": "n", "rule": "down", "ranges": [[2, 2]]},
        ],
    }  # fmt: skip
    assert told["counts"][1]["counts"][3] == {
        "over": "n − 1", "rule": "half-up", "ranges": [[2, 2], [5, 5]],
    }  # fmt: skip
    assert json.loads(counts_json(found[3:]))["is_right"]


PARTS: list[ReportPart] = [
    Heading("One", 1),
    Prose("a line"),
    Heading("Two"),
    BulletList(("an item", "another")),
    ReportTable((("first", "second", "last"), ("1", "2", "3" * 60), ("a" * 60, "b", "c"))),
]


def test_a_report_as_text() -> None:
    """Titles of parts stand behind an empty line, items behind dashes, cells one below the other."""
    lines = as_text(PARTS).splitlines()
    assert lines[:6] == ["One", "a line", "", "Two", "   - an item", "   - another"]
    table = lines[6:]
    assert table[0].split() == ["first", "second", "last"]
    assert table[1].split() == ["1", "2", "3" * 60]
    columns = {row.index(cell) for row, cell in zip(table, ("second", "2", "b"), strict=False)}
    assert len(columns) == 1
    assert all(row.startswith("   ") for row in table)
    assert not any(row.endswith(" ") for row in lines)


def test_a_table_may_be_a_head_alone() -> None:
    """Its cells stand beside each other all the same."""
    assert as_text([ReportTable((("a", "b"),))]).split() == ["a", "b"]


def test_a_right_value_is_shown_with_two_figures_more() -> None:
    """Four at least, twenty at most; beside a fraction or a class four."""
    printed = {
        "0.6": "0.6667",
        "0.66666": "0.6666667",
        "2/5": "0.6667",
        "0.7" + "1" * 30: "0." + "6" * 19 + "7",
    }
    head = TABLE.partition("[printed]")[0]
    for text, decimal in printed.items():
        problem, blocks = blocks_of(f'{head}[printed]\n"P(a=u|+)" = "{text}"\n')
        (rows,) = [
            part for part in audit_parts(Audit(problem, blocks, {})) if isinstance(part, ReportTable)
        ]
        assert rows.rows[1][2] == f"2/3 ≈ {decimal}"


def test_a_report_as_markdown() -> None:
    """Titles by their level, a list, a table; one blank line between."""
    parts = as_markdown(PARTS[:4]).split("\n\n")
    assert parts == ["# One", "a line", "## Two", "- an item\n- another\n"]
    rows = as_markdown([ReportTable((("a|b", "c"), ("1", "2")))]).splitlines()
    assert [row.count("|") - row.count("\\|") for row in rows] == [3, 3, 3]


def test_a_report_as_a_page() -> None:
    """What stands before the first part is the head; cells of the first row head their columns."""
    page = as_page(PARTS)
    head, _, body = page.partition("</header>")
    assert "<h1>One</h1>" in head
    assert "<p>a line</p>" in head
    assert "<h2>Two</h2>" not in head
    assert "<h2>Two</h2>" in body
    assert body.count("<li>") == 2
    assert body.count('<th scope="col">') == 3
    assert body.count("<tr>") == 3
    assert "<title>One</title>" in page
    assert "<title>Audit</title>" in as_page([Prose("nothing")])


def test_what_is_said_of_answers_that_were_searched_for() -> None:
    """Each answer with how many explanations it has; where none is left that is said."""
    nothing = [
        Heading("Searched"),
        Prose("No wrong answer is left without a mistake that leads to it."),
    ]
    assert list(search_parts(None)) == nothing
    problem, blocks = blocks_of()
    assert list(search_parts(Audit(problem, blocks, {}))) == nothing
    (block,) = [each for each in blocks if each.numbers[0].printed.quantity == "P(-)"]
    one = Alternative((LEFT_OUT,), {}, "column a")
    for by, count in (
        ((), "no explanations"),
        ((one,), "1 explanation"),
        ((one, one), "2 explanations"),
    ):
        explained = {block: (Explained(block.wrong_numbers, by, 12, Fraction(1, 2), is_complete=True),)}
        assert list(search_parts(Audit(problem, (block,), explained))) == [
            Heading("Searched"),
            Prose(f"P(-) = 51%: {count}"),
            BulletList(tuple(each.words for each in by)),
            Prose("Tried 12 alternatives; 0.5 would match by chance."),
        ]
