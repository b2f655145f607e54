"""Every printer prints the same derivation: numbers and relations are read back from each format."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

import html_reading
import laws
import reading
import typst_reading
from printed import ONCE
from thoroughness import one_in
from worked import PROBLEMS, blocks_laid_out, solved

from exactnb import Solution
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import ArgMax, Expression, Function, Labels, Numeral, Special, Zeros
from exactnb.core.expression.spell import spell
from exactnb.explain.derivation import Chain, Line
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.tables.tables import informative_lines

Claim = tuple[str, Fraction | None]
_PERCENT = re.compile(r"([0-9.]+)(?:\\?%|\\text\{％\})")
RELATIONS = {r"\approx": "≈", r"\to": "→", r"\lt": "<", r"\gt": ">", "~": "≈"}


def chains_of(solution: Solution) -> Iterator[tuple[Line, ...]]:
    """Yield the lines of each chain outside of tables, but for one that says that a name is itself."""
    for step in solution.verified.derivation.steps:
        marks = TextMath(solution.problem.notation().omitting_model(step.model or ""))
        for chain in (block for block in blocks_laid_out(step) if isinstance(block, Chain)):
            yield informative_lines(chain, marks.write)


def in_tree(solution: Solution) -> list[list[Claim]]:
    """Return the relations of each chain to what is arithmetic, and what that comes to."""
    return [
        [(line.relation, value) for line in lines for value in worth(line.right)]
        for lines in chains_of(solution)
    ]


def worth(tree: Expression) -> list[Fraction | None]:
    """Return what arithmetic comes to, None for what is undefined, and nothing for all else."""
    match tree:
        case Labels((label,)) if label.isdigit():
            return [Fraction(label)]
        case Special("undefined"):
            return [None]
        case Numeral():
            return [Fraction(spell(tree))]
    if any(isinstance(part, Function | ArgMax) for part in walk(tree)):
        return []
    try:
        value = evaluate(tree, {}.__getitem__)
    except KeyError:  # a name is in it
        return []
    return [value] if isinstance(value, Fraction) else [None] * isinstance(value, Undefined)


def walk(tree: Expression) -> Iterator[Expression]:
    yield tree
    for part in tree.children:
        yield from walk(part)


def claims(
    chains: Iterable[reading.Printed], number: Callable[[str], reading.Worth]
) -> list[list[Claim]]:
    """Return what each chain that was read back claims of numbers."""

    def read(text: str) -> reading.Worth:
        return number(percent(text))

    return [
        [(RELATIONS.get(sign, sign), value) for sign, value, _ in reading.arithmetic(chain.parts, read)]
        for chain in chains
    ]


def percent(text: str) -> str:
    """Return a line without signs that stand for hundredths."""
    return _PERCENT.sub(r"(\1 / 100)", text)


def of_text(solution: Solution) -> list[list[Claim]]:
    notation, derivation = solution.problem.notation(), solution.verified.derivation
    lefts = {
        TextMath(notation.omitting_model(step.model or "")).write(chain.lines[0].left)
        for step in derivation.steps
        for chain in blocks_laid_out(step)
        if isinstance(chain, Chain)
    }
    chains = reading.text_chains(solution.text(width=200), lefts)
    rule = re.compile("^(sum|rows) of ")  # in words, of an estimate that has the name of another
    return claims(
        (of for of in chains if not any(rule.search(text) for _, text in of.parts)), laws.flat
    )


ALIKE = {
    "latex": lambda of: claims(
        reading.latex_chains(of.latex().replace("\\\\*\n", "\\\\\n")), laws.latex
    ),
    "markdown": lambda of: claims(reading.markdown_chains(of.markdown()), laws.latex),
    "html": lambda of: claims(html_reading.chains(of.html()), laws.flat),
    "typst": lambda of: claims(typst_reading.chains(of.typst()), laws.flat),
}


@ONCE
@one_in(24, "path", PROBLEMS, ids=lambda p: p.stem, exhaustive=3)
def test_every_format_has_the_numbers_of_the_tree(path):
    """Each chain has the same relations to the same numbers, in every format in the same order."""
    solution = solved(path.stem)
    verified = in_tree(solution)
    equations = [any(isinstance(line.right, Zeros) for line in of) for of in chains_of(solution)]
    for name, read in ALIKE.items():
        for shown, whole, equation in zip(read(solution), verified, equations, strict=True):
            assert equation or shown == whole, name  # an equation has a relation of its own
    for shown, whole, equation in zip(of_text(solution), verified, equations, strict=True):
        assert equation or set(shown) <= set(whole)  # what is like the one before is not said again
        assert equation or not shown or shown[-1] == whole[-1]


@ONCE
@one_in(48, "path", PROBLEMS, ids=lambda p: p.stem, exhaustive=2)
def test_data_have_every_line_of_the_tree(path):
    """JSON has each line of each chain, those of tables too, with its relation and its numbers."""
    solution = solved(path.stem)
    steps = json.loads(solution.json())["derivation"]
    for listed, step in zip(steps, solution.verified.derivation.steps, strict=True):
        shown = iter(listed["lines"])
        for line in (line for chain in step.chains() for line in distinct(chain)):
            same = next(of for of in shown if of["right"] == spell(line.right))
            assert same["relation"] == line.relation
            assert not worth(line.right) or worth(line.right) == [laws.flat(percent(same["right"]))]


def distinct(chain: Chain) -> list[Line]:
    """Return the lines of a chain but those that are spelled like the one before."""
    return [
        *chain.lines[:1],
        *(b for a, b in pairwise(chain.lines) if spell(a.right) != spell(b.right)),
    ]
