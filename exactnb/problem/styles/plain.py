"""The tool's own notation: P(a=1|+), P(+, x), P(+|x), μ_k."""

from __future__ import annotations

from exactnb.naming.notation import Style, greek

STYLE = Style("plain", "", greek())
