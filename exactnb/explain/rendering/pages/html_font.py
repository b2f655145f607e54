"""The font of formulas, which every page holds: a small part of STIX Two Math under a name of its own.

`fonts/OFL.txt` is its licence. A test makes sure that it has the signs that formulas are written in.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

FAMILY = "Exactnb Math"
_FILE = Path(__file__).parent / "fonts" / "math.woff2"


@cache
def font_face() -> str:
    """Return the rule of a style sheet that holds the font itself.

    >>> font_face()[:56]
    '@font-face{font-family:"Exactnb Math";src:url(data:font/'
    """
    data = b64encode(_FILE.read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{FAMILY}";src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )
