"""How theorems are written: formulas, claims, and what several of them begin or end with."""
