"""What stands in for python-flint: its names, as far as they are used here.

Balls rest on mpmath, all else on SymPy. Slower, and no less exact; the tests compare each operation
with python-flint's.
"""

from __future__ import annotations

from fractions import Fraction as fmpq

from exactnb.core.arithmetic.in_python.algebra import Ordering, fmpq_mat, fmpz, fmpz_mpoly_ctx
from exactnb.core.arithmetic.in_python.intervals import arb, ctx

__all__ = ["Ordering", "arb", "ctx", "fmpq", "fmpq_mat", "fmpz", "fmpz_mpoly_ctx"]
