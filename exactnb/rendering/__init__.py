"""One file per output. A renderer takes a `Verified` derivation and a notation, nothing else."""
