"""Characters of any kind, for random texts."""

from __future__ import annotations

from hypothesis import strategies as st

__all__ = ["CHARACTERS"]

CHARACTERS = st.characters(exclude_categories=["Cs"])
"""All but halves of pairs. `st.text()` draws the same, but works out for a second which those are."""
