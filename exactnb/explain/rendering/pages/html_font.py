"""The font of formulas, which each page embeds: a subset of STIX Two Math under a name of its own.

Its licence is `fonts/OFL.txt`. A test ensures that it covers the signs of all formulas.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

FAMILY = "Exactnb Math"
_FILE = Path(__file__).parent / "fonts" / "math.woff2"


@cache
def font_face() -> str:
    """Return the rule of a style sheet that embeds the font.

    >>> font_face()[:56]
    '@font-face{font-family:"Exactnb Math";src:url(data:font/'
    """
    data = b64encode(_FILE.read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{FAMILY}";src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )
