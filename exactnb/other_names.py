"""What other programs call a command, an option or a key of ours: read when one is not known here.

The names are those of scikit-learn, pandas, R's `e1071`, `naivebayes` and `readr`, Weka and NLTK, and
formats by the endings of their files.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

_LONGEST = 200  # letters of an entry that is compared with others

_OTHERS = {
    "to": "format as html pdf latex tex markdown json output-format",
    "output": "out outfile save save-as",
    "smoothing": "alpha laplace lambda lidstone pseudocount pseudocounts add add-one usekernel",
    "var-smoothing": "epsilon eps threshold",
    "label": "class class-index class-column target outcome response y label-column",
    "class": "label target outcome response y",
    "delimiter": "sep separator field-separator comma-separated",
    "missing": "na na-values na-strings null nulls nan missing-values",
    "numbers": "gaussian numeric numerical continuous real normal",
    "categories": "categorical nominal factor factors discrete",
    "family": "distribution dist likelihood event-model classifier",
    "omit": "ignore drop exclude without drop-columns remove",
    "id": "index index-col row-names",
    "query": "predict test sample newdata new-data observation instance evidence",
    "row": "index-of-row instance-number",
    "fold-case": "lower lowercase ignore-case case-insensitive",
    "weight": "weights freq frequency frequencies sample-weight count-column",
    "header": "names columns column-names col-names colnames",
    "no-header": "headerless without-header",
    "skip": "skiprows skip-rows skip-lines comment skipfooter",
    "strip": "thousands currency units",
    "worksheet": "sheet-name tab",
    "prior": "priors class-prior class-priors fit-prior",
    "divisor": "ddof bessel sample-variance",
    "digits": "precision round places significant-digits",
    "level": "verbose verbosity quiet detail",
    "text": "document documents message body text-column",
    "words": "tokenize tokenizer bag-of-words",
    "binarize": "binary presence",
    "solve": "calculate compute evaluate run posterior predict",
    "check": "grade mark verify judge validate",
    "classify": "predict label",
    "derive": "prove derivation estimator mle map",
    "explore": "sensitivity robustness",
    "variants": "exercises generate randomize",
    "export": "moodle canvas gradescope qti",
    "train": "training fit data",
    "test": "predict query newdata",
}
"""Of each name of ours: how others call that, with blanks between."""


def nearest_name(entry: str, candidates: Sequence[str]) -> str | None:
    """Return which of `candidates` is meant by an `entry` that is none of them, or None.

    It is spelled alike, or what another program calls `entry`. Small and capital letters, hyphens and
    underscores are the same, and hyphens in front are no letters that two options share.

    >>> nearest_name("--alpha", ["--label", "--smoothing"]), nearest_name("lable", ["label"])
    ('--smoothing', 'label')
    """
    if entry in candidates:  # it is known, as something else
        return None
    plain = {_plain(name): name for name in reversed(candidates)}
    typed = _plain(entry)
    if len(typed) > _LONGEST:
        return plain.get(typed)
    similar = get_close_matches(typed, plain, n=1, cutoff=0.6)
    slips = get_close_matches(typed, similar, cutoff=0.8)
    ours = [name for name, others in _OTHERS.items() if typed in others.split()]
    return next((plain[name] for name in (*slips, *ours, *similar) if name in plain), None)


def _plain(name: str) -> str:
    return name.lstrip("-").replace("_", "-").casefold()
