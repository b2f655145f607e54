"""The tool's own notation: P(a=1|+), P(+, x), P(+|x), μ_k."""

from __future__ import annotations

SOURCE = ""
TEMPLATES: dict[str, str] = {}
