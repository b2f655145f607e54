"""Theorems of families by their densities: what they print, and that nothing unproved is one.

Run this file to write the golden files anew; look at the difference before committing it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / "helpers"), str(Path(__file__).parents[3])]

import pytest
from families_by_formula import EDGES, MAPS, ROWS, Row
from families_by_formula import REFUSED as REFUSED_FAMILIES
from thoroughness import one_in

from exactnb.core.families.declared.specification import Specification
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.errors import Unsupported
from exactnb.explain.derivation import Derivation
from exactnb.explain.proving import prove
from exactnb.explain.proving.declared_families import theorem_of_specification
from exactnb.explain.solution.derived import Derived

GOLDEN = Path(__file__).parent / "by_formula"
REFUSED = {"borel": "nothing of the closed list of integrals and series says what it adds up to"}
"""Rows of the list whose estimate is found and not proved, with the reason."""


def printed(row: Row) -> str:
    """Return what is printed of a family: its theorem, or why there is none."""
    try:
        theorem = theorem_of_specification(derive_estimator(row.specification))
    except Unsupported as error:
        return f"{error}\n"
    verified = prove(Derivation(theorem.title, theorem.source, (), theorem.steps()))
    return Derived(theorem, verified).text()


@pytest.mark.parametrize("row", [*ROWS, *MAPS], ids=lambda row: row.specification.name)
def test_theorems_are_proved_and_printed(row: Row) -> None:
    """The theorem of a density is accepted line by line, and reads as it was looked at."""
    text = printed(row)
    assert text == (GOLDEN / f"{row.specification.name}.txt").read_text()
    assert (REFUSED.get(row.specification.name, "no density") in text) == (
        row.specification.name in REFUSED
    )


@pytest.mark.parametrize("name", REFUSED_FAMILIES)
def test_what_is_no_family_of_this_kind_is_refused(name: str) -> None:
    """One line says why there is no estimate: no density, a support that moves, mixed letters."""
    specification, why = REFUSED_FAMILIES[name]
    with pytest.raises(Unsupported, match=re.escape(why)):
        theorem_of_specification(derive_estimator(specification))


@one_in(3, "case", EDGES, ids=[case[0].name for case in EDGES])
def test_ends_are_proved(case: tuple[Specification, str, list[tuple[str, str, str]]]) -> None:
    """At an end of what is expected the estimate is an end of the parameter, or there is none."""
    specification, estimate, edges = case
    found = derive_estimator(specification)
    assert str(found.estimate) == estimate
    assert [(edge.relation, str(edge.total), str(edge.place)) for edge in found.edges] == edges
    assert len(theorem_of_specification(found).steps()) == 4 + len(edges)


def test_at_least_twenty_rows_are_proved() -> None:
    """All rows but those that are named with their reason have a theorem."""
    assert len(ROWS) == 24
    assert len(ROWS) - len(REFUSED) >= 20


def main() -> None:
    """Write every golden file anew."""
    GOLDEN.mkdir(exist_ok=True)
    for row in (*ROWS, *MAPS):
        (GOLDEN / f"{row.specification.name}.txt").write_text(printed(row))


if __name__ == "__main__":
    main()
