"""A page knows where its numbers come from: a factor is an estimate, a count is rows of the data."""

from __future__ import annotations

from fractions import Fraction

import reading
from html_reading import Element, joined, line, of_class, parsed
from thoroughness import all_of, one_in
from worked import PROBLEMS, solved

from exactnb.core.data.table import Row
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import Data
from exactnb.explain.rendering.formulas.html_lines import source_rows


def homes(root: Element) -> dict[str, Element]:
    """Return the first places that are said to be each quantity's own, in cells and at the left."""
    own = [of for of in root.iter("td") if of.get("data-of")]
    own += [of for of in of_class(root, "left") if of.get("data-of")]
    return {of.get("data-of", ""): of for of in reversed(own)}


def used(root: Element) -> list[tuple[str, Element]]:
    return [(of.get("data-of", ""), of) for of in root.iter("mrow") if of.get("data-of")]


def test_a_factor_leads_to_its_estimate_and_a_count_to_its_rows() -> None:
    """In the product 9/14 is P(Yes); in the table of estimates 9 is the rows of the class."""
    root = parsed(solved("play_tennis").html())
    cells, numbers = homes(root), used(root)
    assert cells["P(Outlook=Sunny|Yes)"].get("data-rows") == "8 10"
    assert cells["P(Outlook=Overcast|No)"].get("data-rows") == ""
    assert cells["P(No)"].get("data-rows") == "0 1 5 7 13"
    shown = {(of, line(part)) for of, part in numbers}
    assert {("P(Yes)", "((9)/(14))"), ("P(Wind=Strong|No)", "((3)/(5))")} < shown
    assert {("count(Yes)", "9"), ("count(Outlook=Overcast,No)", "0"), ("count()", "14")} < shown
    assert ("P(Yes,x')", "((1)/(189))") in shown
    rows = {of: part.get("data-rows") for of, part in numbers if part.get("data-rows") is not None}
    assert rows["count(Outlook=Sunny,Yes)"] == "8 10"
    assert len(rows["count()"].split()) == 14


@one_in(32, "path", PROBLEMS, ids=lambda p: p.stem, exhaustive=3)
def test_a_number_is_worth_what_it_is_said_to_be(path) -> None:
    """Each number that stands for a quantity has its value, exactly or as it is rounded."""
    solution = solved(path.stem)
    root = parsed(solution.html())
    places = homes(root)
    for of, part in used(root):
        assert of in places or of.startswith(("count(", "tokens(")), of
        text = line(part)
        if "." in text or not set(text) <= set("0123456789()/ +×*"):
            continue
        try:
            value = solution[of]
            read = reading.flat(text)
        except (reading.Unreadable, KeyError):
            continue
        if isinstance(value, Fraction | int):
            assert read == value, (of, text)


@all_of("name", ["play_tennis", "spam_or_ham_smoothed", "missing_cells"])
def test_rows_are_as_many_as_are_counted(name: str) -> None:
    """The rows behind a count are as many as it says."""
    solution = solved(name)
    root = parsed(solution.html())
    found = [part for _, part in used(root) if part.get("data-rows") is not None]
    counted = [part for part in found if (part.get("data-of") or "").startswith("count")]
    assert counted
    for part in counted:
        assert len((part.get("data-rows") or "").split()) == solution[part.get("data-of")]


def test_what_the_table_does_not_show_has_no_rows() -> None:
    """A word that no column stands for, a quantity about nothing: no rows are made up."""
    data = Data("y", ("n",), (Row("", "a", ("1",)), Row("", "b", ("",))), ())

    def rows(head: str, *left: Item) -> list[int] | None:
        return source_rows(QuantityName(head, left), data)

    assert rows("count") == [0, 1]
    assert rows("P") is None
    assert rows("count", Item("class", "y", "c")) == []
    assert rows("count", Item("column", "n", "")) == [0]
    assert rows("count", Item("word", "", "m")) is None
    assert rows("count", Item("query", "", "x")) is None
    assert rows("count", Item("cell", "m", "1")) is None


def test_a_word_is_in_the_rows_that_hold_it() -> None:
    """How often a word occurs in a class comes from the rows with the word, tokens from all of it."""
    solution = solved("count_matrix")
    (data,) = (b for step in solution.verified.derivation.steps for b in step.blocks if type(b) is Data)
    found = {
        name.spell(): source_rows(name, data)
        for name in solution.verified.quantities
        if name.head in ("count", "tokens")
    }
    assert [row.cells[:3] for row in data.rows] == [
        ("3", "2", "0"), ("2", "1", "0"), ("0", "1", "4"), ("0", "0", "3"),
    ]  # fmt: skip
    assert found["count(sea,romance)"] == [2]
    assert found["count(whale,voyage)"] == [0, 1]
    assert found["tokens(romance)"] == [2, 3]


def test_a_sheet_points_at_nothing() -> None:
    """Where a number comes from is for whoever solves the sheet to find."""
    assert not used(parsed(solved("play_tennis").sheet().html()))


def test_the_rest_waits_behind_what_is_given() -> None:
    """The data and the question are open, what is worked out is folded; a sheet is open."""
    steps = parsed(solved("play_tennis").html()).iter("details")
    assert [step.get("open") for step in steps] == ["", None, None, None, None]
    sheet = parsed(solved("play_tennis").sheet().html())
    assert all(step.get("open") == "" for step in sheet.iter("details"))


def test_links_lead_into_what_is_folded() -> None:
    """The place of a step lies inside it, so that browsers open it for whoever follows a link."""
    root = parsed(solved("spam_or_ham").html())
    places = [step.find("div").get("id") for step in root.iter("details")]
    assert places == [f"step{number}" for number in range(1, 7)]


def test_each_step_has_its_latex() -> None:
    """What is copied is what the article has, without its heading, lines and all."""
    solution = solved("spam_or_ham")
    article = solution.latex()
    steps = [of.find("div/template") for of in parsed(solution.html()).iter("details")]
    assert all(step is not None for step in steps)
    multiplied = steps[3].text
    assert multiplied in article
    assert multiplied.startswith("\\noindent\\begin{alignat*}{2}\n")
    assert joined(steps[3]) == ""
