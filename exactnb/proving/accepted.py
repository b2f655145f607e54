"""What a proof has accepted so far: lines, and whether they rest on the conditions of their step."""

from __future__ import annotations

from dataclasses import dataclass

from exactnb.derivation.lines import Line


@dataclass(frozen=True, slots=True)
class Equation:
    """A line that was accepted; a conditional one holds where the conditions of its step do."""

    line: Line
    conditional: bool = False
