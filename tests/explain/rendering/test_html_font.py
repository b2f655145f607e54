"""The font that pages embed has every sign that formulas are written in, and a name of its own."""

from __future__ import annotations

import unicodedata

import math_font
import pytest
from fontTools.ttLib import TTFont
from html_reading import parsed
from worked import PROBLEMS, proved, solved

from exactnb.explain.proving import theorems
from exactnb.explain.rendering.pages.html_text import FAMILY, font_face
from exactnb.explain.rendering.pages.latex_text import GREEK

pytestmark = pytest.mark.exhaustive  # with packages of the extra `dev`
LEAVES = ("mi", "mn", "mo")
SIGNS = math_font.signs()


def leaning(letter: str) -> str:
    """Return the letter that a browser draws for one that stands alone in an identifier."""
    kind = "CAPITAL" if letter.isupper() else "SMALL"
    spelled = unicodedata.name(letter)
    base = spelled.rpartition(" ")[2]
    if letter == "h":
        return "\N{PLANCK CONSTANT}"
    if not spelled.startswith(("LATIN", "GREEK")):
        return letter
    base = "FINAL SIGMA" if letter == "ς" else base
    return unicodedata.lookup(f"MATHEMATICAL ITALIC {kind} {base}")


def needed(page: str) -> set[str]:
    """Return the signs that the formulas of a page are drawn with, words and labels aside."""
    texts = [(of.tag, of.text or "") for of in parsed(page).iter() if of.tag in LEAVES]
    return {
        leaning(sign) if tag == "mi" and len(text) == 1 else sign
        for tag, text in texts
        for sign in text
    }


@pytest.mark.parametrize("path", PROBLEMS[::3], ids=lambda p: p.stem)
def test_the_formulas_of_every_example_are_drawn_with_it(path) -> None:
    """No sign of a formula comes from another font."""
    assert needed(solved(path.stem).html()) <= SIGNS


@pytest.mark.parametrize("name", theorems.names()[::2])
def test_the_formulas_of_every_theorem_are_drawn_with_it(name) -> None:
    """Nor does one of a general formula."""
    assert needed(proved(name).html()) <= SIGNS


def test_all_letters_lean() -> None:
    """A label may be any letter, Latin or Greek, and stands upright in a word."""
    latin = "abcdefghijklmnopqrstuvwxyz"
    letters = {*latin, *latin.upper(), *(of for of in GREEK if len(of) == 1)}
    assert {leaning(letter) for letter in letters} | letters <= SIGNS
    assert leaning("λ") == "𝜆"
    assert leaning("h") == "ℎ"


def test_it_keeps_the_terms_of_its_licence() -> None:
    """The name is neither reserved nor a trademark; copyright and licence stand in it and beside it."""
    names = {of.nameID: str(of) for of in TTFont(math_font.FONT)["name"].names}
    assert names[1] == FAMILY == math_font.NAME
    assert not any(word in names[at] for word in ("STIX", "TM Math") for at in (1, 4, 6))
    licence = (math_font.FONT.parent / "OFL.txt").read_text()
    assert names[0] in licence.replace("\n", " ")
    assert "SIL OPEN FONT LICENSE" in licence
    assert "Open Font License" in names[13]


def test_formulas_have_what_makes_them_formulas() -> None:
    """Heights of fractions, tall brackets and roots, and small primes come with the signs."""
    font = TTFont(math_font.FONT)
    tall = set(font["MATH"].table.MathVariants.VertGlyphCoverage.glyphs)
    names = font.getBestCmap()
    assert {names[ord(of)] for of in "([{|√∑∏"} <= tall
    assert [of.FeatureTag for of in font["GSUB"].table.FeatureList.FeatureRecord] == ["ssty"]
    assert len(font_face()) < 45_000
