"""A row is enough: a quantity in one file, unknown to the package, goes through all of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import toy_quantity
from pages.registries import quantities as quantities_page
from pages.registries import roles as roles_page
from quantity_doors import goes_through
from thoroughness import all_of, one_in

from exactnb import Problem, solve
from exactnb.core import quantities
from exactnb.core.naming.kinds import TERMS
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import InputError
from exactnb.explain.solution.exploring import explore
from exactnb.interfaces.cli import main

ROOT = Path(__file__).parents[3]
TEXT = """[data]
table = '''
a b y
1 0 p
0 1 p
1 1 q
0 0 q
'''
[query]
x = { a = 1, b = 0 }
"""


@pytest.fixture
def surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the registry find one file more."""
    known = (*quantities._modules(), "toy_quantity")
    monkeypatch.setattr(quantities, "_modules", lambda: known)


@pytest.mark.usefixtures("surprise")
@one_in(6, "number", range(6))
def test_a_quantity_in_one_file_goes_through_every_door(number: int, tmp_path: Path) -> None:
    """surprise(x) is printed in each format and notation, checked, audited and exported."""
    goes_through(TEXT, "surprise(x)", number, tmp_path)


@pytest.mark.usefixtures("surprise")
def test_a_quantity_in_one_file_is_worked_out_by_name(tmp_path: Path, capfd) -> None:
    """P(x) is 1/4, so that x tells 2 bits, by any of its spellings; the line says why."""
    file = tmp_path / "p.toml"
    file.write_text(TEXT)
    assert main(["solve", str(file), "--only", "surprisal(x)"]) == 0
    out = capfd.readouterr().out
    assert "surprise(x) = −log2(P(x))" in out
    assert "surprise in bits" in out
    solution = solve(Problem.from_text(f'ask = ["surprise(x)"]\n{TEXT}'))
    assert solution["surprise(x)"] == 2
    assert json.loads(solution.json())["quantities"]["surprise(x)"]["exact"] == "2"


@pytest.mark.usefixtures("surprise")
def test_a_quantity_in_one_file_is_explored_and_listed() -> None:
    """Its title heads a step of `explore`, and the pages of quantities and notations have its line."""
    text = explore(Problem.from_text(TEXT)).text()
    assert "How surprising it is" in text
    assert "surprise(x) = −log2(P(x))" in text
    assert "| `surprise(x)` | −log₂ P(x): how many bits an observation tells |" in quantities_page()
    assert "| `surprise` | `surprise({left})` |" in roles_page()


@pytest.mark.usefixtures("surprise")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("surprise(p)", "surprise is of cells, words or queries, as in surprise(x); got 'p'"),
        ("surprise(x|b=1)", "surprise takes no bar, as in surprise(x); got 'b=1' behind one"),
        ("surprise(p:q)", "a pair of classes stands only before the bar, in odds, log_odds, lr"),
        ("suprise(x)", "unknown quantity 'suprise' (did you mean 'surprise'?)"),
        ("surprise(x)[1]", "surprise takes no index in brackets"),
    ],
)
def test_a_quantity_in_one_file_is_refused_by_its_shape(name: str, told: str) -> None:
    """What its row does not allow is refused with what was given and what it takes."""
    with pytest.raises(InputError) as refusal:
        Problem.from_text(TEXT).scope.resolve(name)
    assert told in str(refusal.value)


def test_contributing_shows_this_file() -> None:
    """The example of CONTRIBUTING.md is the file that the tests above register."""
    code = Path(toy_quantity.__file__).read_text().partition("\n")[2]
    assert code.strip() in (ROOT / "CONTRIBUTING.md").read_text()


def test_without_its_file_there_is_no_such_quantity() -> None:
    """Nothing but the file registers it."""
    assert "surprise" not in QUANTITIES


def test_each_head_and_spelling_belongs_to_one_row() -> None:
    """No file takes the head, or the spelling, of another one; no role is written in two ways."""
    spellings = [s for kind in QUANTITIES.values() for s in (kind.head, *kind.spellings)]
    assert len(spellings) == len(set(spellings))
    written = [role for kind in QUANTITIES.values() for role in kind.templates]
    assert len(written) == len(set(written))


@all_of("head", QUANTITIES)
def test_a_row_says_what_it_is(head: str) -> None:
    """A row has an example and a description, and its shapes are made of known terms."""
    kind = QUANTITIES[head]
    assert kind.head == head
    assert kind.description
    assert kind.terms <= TERMS.keys()
    assert len(set(kind.shapes)) == len(kind.shapes) > 0
    assert set(kind.value_of or {}) <= {*kind.shapes, ""} | {"class"}
