"""The theorems of families of the package that follow from the density that each states."""

from __future__ import annotations

from exactnb.explain.proving.theorem import Proof, Theorem


def theorem_by_density(name: str, title: str, of: str, rule: str, cells: str) -> Theorem:
    """Return the theorem of the estimate of a family, from its density and the record kept of it.

    `of` is the name of the family, `rule` the estimate that it explains, and `cells` what the numbers
    of a column are called.
    """

    def write(proof: Proof) -> None:  # what writes one theorem is not loaded to list them
        from exactnb.core.families import family
        from exactnb.core.families.deriving.recorded import recorded
        from exactnb.explain.proving.declared_sums import SumWriter

        ((stated, _),) = family(of).densities
        writer = SumWriter(recorded(of, stated), solved=True)
        writer.cells = cells
        writer.write(proof)

    return Theorem(name, title, write, of, rule)
