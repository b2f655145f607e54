"""A density as somebody typed it, read naively: its places cost little."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from thoroughness import all_of

from exactnb import Family, Problem, Table, solve
from exactnb.explain.derivation.second_reader import typed
from exactnb.explain.derivation.second_reader.counting import Ends, StatedFamily
from exactnb.explain.derivation.second_reader.typed_formulas import Dual, Tree, value_and_slope

F = Fraction


@all_of(
    "letter, text, domain",
    [
        ("θ", "theta x^(theta-1)", Ends(F(0), None, False, False)),
        ("s", r"\frac{x}{s^2} e^{-x^2/(2 s^2)}", Ends(F(0), None, False, False)),
        ("m", "exp(-(x-m)^2/2)/sqrt(2 pi)", Ends(None, None, False, False)),
        ("q", "q (1-q)^x", Ends(F(0), F(1), False, False)),
    ],
)
def test_the_second_reader_needs_few_slopes(letter: str, text: str, domain: Ends) -> None:
    """A place is enclosed to 2⁻¹³⁰ of its size by the slope at some 60 places."""
    own = StatedFamily(text, ((letter, domain),), Ends(None, None, False, False))
    places = set[F]()

    def counted(tree: Tree, letters: Mapping[str, Dual]) -> Dual:
        places.add(F(letters[letter][0]))  # type: ignore[arg-type]
        return value_and_slope(tree, letters)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typed, "value_and_slope", counted)
        value = typed.estimates(own, {}, [(F(1, 3), 1), (F(3, 7), 2)])[letter]
    low, high = (value, value) if isinstance(value, F) else value.bounds()  # type: ignore
    assert high - low <= abs(low) / 2**130
    assert len(places) <= 90


@pytest.mark.exhaustive
def test_the_square_of_an_enclosure_needs_no_sign() -> None:
    """Cauchy's density at its median, 1/π, is read twice, though 2 − m is an enclosure of 0."""
    cauchy = Family.of(density="1/(pi (1+(x-m)^2))", support="x real", parameters={"m": "m real"})
    rows = [("1", "A"), ("3", "A"), ("2", "A"), ("7", "B"), ("2", "B"), ("6.5", "B")]
    table = Table.from_rows(rows, ["v", "class"])
    solution = solve(Problem(table, query={"v": "2"}, families={"v": cauchy}))
    assert "one reader" not in solution.text()
    assert solution.decimal("P(v=2|A)", 3) == "0.318"
