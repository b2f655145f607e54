"""Where a letter may go that has no value there: it vanishes, or grows beyond all bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from exactnb.expression.nodes import Expression, Integer, Special

End = Literal["vanishes", "grows"]
ENDS: Mapping[End, Expression] = {"vanishes": Integer(0), "grows": Special("∞")}
"""What a positive letter does, as it is said, and where it goes, as the reason of a line holds it."""
