"""Formats: what one file adds, and what every one of them is held to."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from thoroughness import all_of
from worked import problem_file

from exactnb import solve
from exactnb.core.lazy import module_names_in
from exactnb.errors import InputError
from exactnb.explain.derivation.lines import Block, Inline
from exactnb.explain.rendering import formats
from exactnb.explain.rendering.printer import Format, Printer, decision_text
from exactnb.interfaces.cli import main
from exactnb.interfaces.cli.options import parser

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "worked_examples"
SPAM = str(problem_file("spam_or_ham"))

OUTLINE = '''
"""Outline: the headings, how many blocks stand below each, and all sentences."""

from exactnb.core.expression.spell import spell
from exactnb.explain.rendering.printer import Format, Printer


class Outline(Printer):
    def use_notation(self, notation):
        self.model = notation.model

    def document(self, head, sections):
        body = "".join(f"{heading}: {', '.join(parts)}\\n" for heading, *parts in sections)
        return ("" if self.page.fragment else f"{head[0]}\\n") + body

    def head(self):
        return [f"<{self.derivation.title}>"]

    def heading(self, number, title):
        return f"{number} {title}"

    def setting(self, assumed):
        return "setting"

    def chains(self, chains):
        return [f"{len(chains)} chains"]

    def grids(self, grids):
        return [f"{len(grids)} grids"]

    def data(self, data):
        return ["data"]

    def table(self, head, rows, layout, footer_rows=0):
        return [f"table of {len(rows)}, {footer_rows} below"]

    def paragraph(self, sentence):
        return [sentence]

    def formula(self, expression):
        return spell(expression)

    def equals(self, name):
        return f"{name}="

    def deviations(self, table):
        return ["deviations"]

    def rule(self, rule):
        return ["rule"]

    def remark(self, parts):
        return [self.sentence(parts)]

    def text(self, given):
        return given

    def item(self, item):
        return f"<{item.spell()}>"

    def label(self, label):
        return f"<{label}>"

    def claim(self, line):
        return f"{spell(line.left)}{line.relation}{spell(line.right)}"


FORMAT = Format(".toy", "text/x-outline", Outline, has_fragment=True)
'''


@pytest.fixture
def outline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put one file where formats are looked for, and nothing anywhere else."""
    (tmp_path / "outline.py").write_text(OUTLINE)
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    forget()
    yield
    forget()
    sys.modules.pop("exactnb.explain.rendering.formats.outline", None)


def forget() -> None:
    """Let formats be looked for again: a process does so once."""
    module_names_in.cache_clear()
    parser.cache_clear()


@pytest.mark.usefixtures("outline")
def test_a_new_format_is_one_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file with a printer is a choice of --to, an ending of -o, and a way to print a solution."""
    printed = solve(SPAM).render("outline")
    assert main(["solve", SPAM, "--to", "outline"]) == 0
    assert capsys.readouterr().out == printed
    assert main(["solve", SPAM, "-o", str(tmp_path / "spam.TOY")]) == 0
    assert (tmp_path / "spam.TOY").read_text(encoding="utf-8") == printed
    assert main(["solve", SPAM, "--to", "outline", "--fragment"]) == 0
    assert printed == f"<Spam or ham>\n{capsys.readouterr().out}"
    assert main(["derive", "prior-mle-two", "--to", "outline"]) == 0
    assert capsys.readouterr().out.startswith("<The MLE of the prior, two classes>\n1 ")
    assert main(["solve", SPAM, "-o", str(tmp_path / "spam.doc")]) == 2
    endings = "ends in .html, .json, .tex, .md, .toy, .pdf, .txt, .typ, or --to"
    assert endings in capsys.readouterr().err
    assert main(["solve", SPAM, "--fragment"]) == 2
    assert "--fragment: needs --to latex or outline or typst" in capsys.readouterr().err


@pytest.mark.usefixtures("outline")
def test_the_walk_passes_every_block_once() -> None:
    """Chains that follow each other come together, sentences with their claims and verdicts."""
    assert solve(SPAM).render("outline").splitlines() == [
        "<Spam or ham>",
        "1 Data: table of 9, 1 below",
        "2 Encode: does the word occur?: data",
        "3 Estimate: 1 grids, rule, 1 grids",
        "4 Multiply: the joint probabilities of <e*>: 2 chains",
        "5 Decide: <e*>: 1 chains, 9/64>9/128, so <e*> is <+>.",
        "6 Normalise: <e*>: 3 chains",
    ]


def test_a_format_that_is_none_is_refused_with_a_near_match() -> None:
    """The name of a format is checked like any other choice."""
    with pytest.raises(InputError, match=r"expected one of html, json, latex.*did you mean 'markdown'"):
        solve(SPAM).render("markdwon")
    with pytest.raises(SystemExit):
        parser().parse_args(["solve", SPAM, "--to", "docx"])


@all_of("name", formats.names())
def test_every_format_says_what_it_is(name: str) -> None:
    """Endings and media types are those of one format each; printers have no hook left open."""
    found = formats.load_format(name)
    assert isinstance(found, Format)
    assert formats.endings()[found.ending] == name
    media = [formats.load_format(other).media for other in formats.names()]
    assert media.count(found.media) == 1
    assert issubclass(found.printer, Printer)
    assert not found.printer.__abstractmethods__


GRAPH = (
    "exactnb.core.model.quantities",
    "exactnb.core.model.quantity",
)  # which a quantity is a part of


@pytest.mark.exhaustive
@all_of("file", sorted((ROOT / "exactnb/explain/rendering").rglob("*.py")))
def test_printers_know_no_model(file: Path) -> None:
    """What prints sees lines, values and a notation: of the model's room the graph alone."""
    for node in ast.walk(ast.parse(file.read_text())):
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        assert module.split(".")[:3] != ["exactnb", "core", "families"]
        assert not module.startswith("exactnb.core.model.") or module in GRAPH


def test_every_kind_of_block_and_part_has_a_hook() -> None:
    """The walk asks a hook for each kind of block; a sentence is made of three kinds of part."""
    hooks = {"Chain": "chains", "Grid": "grids", "Data": "data", "EstimateRule": "rule"}
    of_tables = {
        "Texts": "texts", "QuestionBlock": "task", "Blanks": "blanks", "RowDecisions": "decisions",
        "Products": "products", "SameEstimates": "same_estimates", "InLambda": "in_lambda",
        "LeaveOneOut": "without_each_row", "Deviations": "deviations", "Remark": "remark",
    }  # fmt: skip
    statement = {"FamilyStatement"}  # is made of chains and remarks, each of which has its hook
    assert {kind.__name__ for kind in Block.__args__} == {*hooks, *of_tables, *statement}
    assert set(hooks.values()) <= Printer.__abstractmethods__
    assert not set(of_tables.values()) & Printer.__abstractmethods__
    assert all(hasattr(Printer, hook) for hook in of_tables.values())
    assert {kind.__name__ for kind in Inline.__args__} == {"str", "Line", "DecisionClaim"}


def test_a_tie_is_said_in_words() -> None:
    """One label stands alone, several are listed."""
    assert decision_text(["a", "b"]) == "tied between a and b"
    assert decision_text(["a"]) == "a"
