"""Derivations that were written from their topics alone, without looking at the reader or the judge.

`independent_derivations/truth.json` has the theorem of each, and the first wrong line if there is one.
"""

from __future__ import annotations

import json
from pathlib import Path

from thoroughness import choose, in_both_runs

from exactnb.teach.grading.derivations.grader import verify_derivation

FOLDER = Path(__file__).parent / "independent_derivations"
TRUTH = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))
NOT_REFUTED = {
    "w_bern_exponent", "w_bound_upper", "w_chain_cond", "w_gvar_norm", "w_params", "w_prior_k",
    "w_smooth_total",
}  # fmt: skip
"""Wrong lines that are not read, or whose letters nothing settles: nothing else may be accused."""


@in_both_runs
def test_right_derivations_are_accepted_and_wrong_ones_refuted_at_their_line() -> None:
    """Nothing right is accused, and the first wrong line is the planted one."""
    chosen = sorted(TRUTH)[:: choose(quick=32, exhaustive=4)]
    for name in chosen:
        truth = TRUTH[name]
        text = (FOLDER / truth["file"]).read_text(encoding="utf-8")
        first, line = (
            verify_derivation(truth["theorem"], text).first_wrong,
            truth["first_wrong_line"],
        )
        assert first == line or (name in NOT_REFUTED and first is None), (name, first, line)
