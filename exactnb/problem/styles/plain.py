"""The tool's own notation: P(a=1|+), P(+, x), P(+|x)."""

from __future__ import annotations

from exactnb.naming.notation import Style

STYLE = Style("plain", "", {})
