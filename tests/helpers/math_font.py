"""The font that pages embed: STIX Two Math, cut down to what formulas are written in, and renamed.

Run this file with the path of `STIXTwoMath-Regular.ttf` (the package ziamath of PyPI brings it along)
to make `exactnb/explain/rendering/pages/fonts/math.woff2` anew. It needs fontTools and brotli.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONT = (
    Path(__file__).parents[2] / "exactnb" / "explain" / "rendering" / "pages" / "fonts" / "math.woff2"
)
NAME = "Exactnb Math"
"""Its own: whoever changes the font may not call it by a name that is reserved or a trademark."""

_ITALIC = [
    *range(0x1D434, 0x1D468),
    0x210E,
    *range(0x1D6E2, 0x1D71C),
]  # what a browser leans letters to
_GREEK = [*range(0x391, 0x3AA), *range(0x3B1, 0x3CA), 0x3D1, 0x3D5, 0x3F1, 0x3F5]
_SIGNS = (
    "\N{NO-BREAK SPACE}\N{MICRO SIGN}±·×÷‘’“”…′″∂∅∆∇∈∉∏∑−√∝∞∩∪∫∼≈≠≟≤≥⊤⋅⋆⟂ℓℝ→⇒⇔∀∃¬∧∨‖⁺⁻ᵀ\u0302\u02c6"
)


def subset(source: Path) -> TTFont:
    """Return the font with nothing but the signs above, their tall forms and their small ones."""
    font = TTFont(source)
    _keep_small(font, {font.getBestCmap()[ord(sign)] for sign in "′″"})
    options = Options()
    options.layout_features = ["ssty"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["DSIG", "GPOS"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[*range(0x20, 0x7F), *_GREEK, *_ITALIC, *map(ord, _SIGNS)])
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4):
            record.string = NAME
        elif record.nameID == 6:
            record.string = NAME.replace(" ", "")
    font.flavor = "woff2"
    return font


def _keep_small(font: TTFont, kept: set[str]) -> None:
    """Leave out the forms of small letters, which are three fonts in one; primes need theirs."""
    table = font["GSUB"].table
    features = table.FeatureList.FeatureRecord
    used = {at for of in features if of.FeatureTag == "ssty" for at in of.Feature.LookupListIndex}
    for at in used:
        for part in table.LookupList.Lookup[at].SubTable:
            forms = getattr(part, "ExtSubTable", part).alternates
            for name in set(forms) - kept:
                del forms[name]


def signs() -> set[str]:
    """Return the signs that the embedded font has."""
    return set(map(chr, TTFont(FONT).getBestCmap()))


if __name__ == "__main__":
    subset(Path(sys.argv[1])).save(FONT)
    sys.stdout.write(f"{FONT.name}: {FONT.stat().st_size} bytes, {len(signs())} signs\n")
