"""The laws of what is printed over every family: it reads back, and is worth what was computed."""

import json
from dataclasses import replace

import html_reading
import laws
import pytest
import reading
import typst_reading
from asking import questions
from hypothesis import assume, given
from hypothesis import strategies as st
from laws import DATA, EVERY_FAMILY, LAW, drawn, worth

from exactnb import Solution, solve
from exactnb.core.expression.nodes import ArgMax, Labels, Reference, references
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.widths import display_width
from exactnb.explain.derivation import Chain, Grid
from exactnb.explain.rendering.formulas.html_lines import HtmlLines
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.mathml import Mathml
from exactnb.explain.rendering.formulas.text_math import TextMath, to_ascii
from exactnb.explain.rendering.formulas.typst_math import TypstMath

ENDS = (Rule.VALUE, Rule.ROUND)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_every_shape_of_question_is_answered_and_printed(families, data):
    """Whatever is asked in the language of names is worked out, printed in 80 columns, and told."""
    case = drawn(data, families)
    assume(all(case.queries.values()))
    case = replace(case, ask=data.draw(questions(case)))
    solution = solve(case.problem())
    steps = solution.text().partition("\n1  ")[2]
    assert steps
    assert [line for line in steps.split("\n") if display_width(line) > 80] == []
    assert solution.text(unicode=False).isascii()
    assert solution.latex()
    assert solution.json()
    assert len(set(solution)) == len(solution)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_any_of_the_estimates_may_be_asked_alone(families, data):
    """Some of the estimates, in any order, are worked out in tables with gaps and printed."""
    case = drawn(data, families)
    brute = case.estimates()
    chosen = data.draw(st.lists(st.sampled_from(list(brute)), min_size=1, max_size=5, unique=True))
    case = replace(case, ask=tuple(map(str, chosen)))
    solution = solve(case.problem())
    assert {name: worth(solution.quantities.value(name)) for name in chosen} == {
        name: brute[name] for name in chosen
    }
    entries = json.loads(solution.json())["quantities"]
    assert set(map(str, chosen)) <= set(entries)
    assert solution.text()
    assert solution.text(unicode=False).isascii()
    assert solution.latex()


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_every_name_is_read_back_as_itself(families, data):
    """The canonical spelling of a quantity names that quantity, however awkward its labels."""
    solution = solve(drawn(data, families, awkward=True).problem())
    for name in solution.quantities:
        assert solution.problem.scope.resolve(str(name)) == name


@pytest.mark.parametrize("unicode", [True, False])
@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_printed_text_is_worth_its_left_side(unicode, families, data):
    """Each arithmetic part of a chain in text, read back, has the value of the chain's left side."""
    case = drawn(data, families, limits=False)
    solution = solve(case.problem())
    printed = solution.text(unicode=unicode)
    marks = TextMath(solution.problem.notation())
    lefts = {spelled(marks.name(name), unicode): name for name in solution.quantities}
    chains = [c for c in reading.text_chains(printed, lefts) if lefts[c.left].head != "argmax"]
    check_chains(chains, lefts, case.brute(), laws.flat)
    expected = [chain for chain in shown_chains(solution) if not is_decision(chain)]
    assert len(chains) == len(expected)
    ends = [line for chain in expected for line in chain.lines if line.reason.rule in ENDS]
    assert len(ends) <= sum(len(reading.arithmetic(chain.parts, laws.flat)) for chain in chains)
    stated = sum(step.key == "data" for step in solution.verified.derivation.steps)
    behind = printed[printed.index(f"\n{stated + 1}  ") :]  # the data have tables of their own
    check_grids(reading.text_grids(behind), solution, case.brute(), laws.flat)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_printed_latex_is_worth_its_left_side(families, data):
    """Each arithmetic part of a chain in LaTeX, read back, has the value of the chain's left side."""
    case = drawn(data, families, limits=False)
    solution = solve(case.problem())
    math = LatexMath(solution.problem.notation())
    lefts = {math.name(name): name for name in solution.quantities}
    printed = solution.latex().replace("\\\\*\n", "\\\\\n")  # a page may not break there
    chains = [c for c in reading.latex_chains(printed) if lefts[c.left].head != "argmax"]
    check_chains(chains, lefts, case.brute(), laws.latex)
    expected = [chain for chain in shown_chains(solution) if not is_decision(chain)]
    lines = [line for chain in expected for line in chain.lines if not any(references(line.right))]
    assert len(lines) == sum(len(reading.arithmetic(chain.parts, laws.latex)) for chain in chains)
    check_grids(reading.latex_grids(printed), solution, case.brute(), laws.latex)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_printed_html_is_worth_its_left_side(families, data):
    """Each arithmetic part of a chain in MathML, read back, has the value of the chain's left side."""
    case = drawn(data, families, limits=False)
    solution = solve(case.problem())
    notation = solution.problem.notation()
    rows = HtmlLines(Mathml(notation), TextMath(notation))
    lefts = {
        html_reading.joined(html_reading.parsed(f"<!DOCTYPE html>\n<p>{formulas}</p>")): name
        for name in solution.quantities
        for formulas in [rows.formulas(Reference(name))]
    }
    printed = solution.html()
    chains = [c for c in html_reading.chains(printed) if lefts[c.left].head != "argmax"]
    check_chains(chains, lefts, case.brute(), laws.flat)
    expected = [chain for chain in shown_chains(solution) if not is_decision(chain)]
    lines = [line for chain in expected for line in chain.lines if not any(references(line.right))]
    assert len(lines) == sum(len(reading.arithmetic(chain.parts, laws.flat)) for chain in chains)
    check_grids(html_reading.grids(printed), solution, case.brute(), laws.flat)


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_printed_typst_is_worth_its_left_side(families, data):
    """Each arithmetic part of a chain in Typst, read back, has the value of the chain's left side."""
    case = drawn(data, families, limits=False)
    solution = solve(case.problem())
    math = TypstMath(solution.problem.notation())
    lefts = {typst_reading.seen(math.name(name)): name for name in solution.quantities}
    printed = solution.typst()
    chains = [c for c in typst_reading.chains(printed) if lefts[c.left].head != "argmax"]
    check_chains(chains, lefts, case.brute(), laws.flat)
    expected = [chain for chain in shown_chains(solution) if not is_decision(chain)]
    lines = [line for chain in expected for line in chain.lines if not any(references(line.right))]
    assert len(lines) == sum(len(reading.arithmetic(chain.parts, laws.flat)) for chain in chains)
    check_grids(typst_reading.grids(printed), solution, case.brute(), laws.flat)


def spelled(text: str, unicode: bool) -> str:
    return text if unicode else to_ascii(text)


def shown_chains(solution: Solution) -> list[Chain]:
    """Return the chains of a solution that stand outside its tables."""
    steps = solution.verified.derivation.steps
    return [block for step in steps for block in step.blocks if isinstance(block, Chain)]


def is_decision(chain: Chain) -> bool:
    return isinstance(chain.lines[0].right, ArgMax | Labels)


def check_chains(chains, lefts, brute, read) -> None:
    for chain in chains:
        name = lefts[chain.left]
        for relation, value, shown in reading.arithmetic(chain.parts, read):
            if relation == "=":
                assert value == brute[name], (chain.left, shown)
            else:
                assert reading.is_rounded(shown, brute[name]), (chain.left, shown)


def check_grids(printed, solution: Solution, brute, read) -> None:
    steps = solution.verified.derivation.steps
    printed = list(printed)
    for grid in (block for step in steps for block in step.blocks if isinstance(block, Grid)):
        rows = printed.pop(0)
        while len(rows[0]) < len(grid.columns):  # a wide table goes on below
            rows = [[*row, *more] for row, more in zip(rows, printed.pop(0), strict=True)]
        for shown, chains in zip(rows, grid.cells, strict=True):
            for cell, chain in zip(shown, chains, strict=True):
                left = chain.lines[0].left
                assert isinstance(left, Reference)
                for part in cell.split(" = "):
                    assert read(part) == brute[left.name], (left.name.spell(), cell)
    assert printed == []
