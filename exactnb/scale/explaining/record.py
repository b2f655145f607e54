"""Why one record of a large file has its label, worked out exactly."""

from __future__ import annotations

from exactnb.core.model.quantity import EFFORT
from exactnb.errors import Place
from exactnb.explain.solution.solution import Solution
from exactnb.scale.classify.labelling import Labelling
from exactnb.scale.explaining.exact_model import ExactModel


def explain_record(
    labelling: Labelling, identity: str, *, leading: int = 10, effort: int = EFFORT
) -> Solution:
    """Return the solution that explains the label of the record with the id `identity` in `labelling`.

    It has the `leading` factors one by one, and the product of all others. Raises InputError if there
    is no such record, TooMuch where it takes more than `effort`.
    """
    record = labelling.record(identity)
    with Place.file(labelling.labelled.path):
        counted, conventions = labelling.counted_without(record), labelling.conventions
        # A class that the record leaves empty has the prior 0, which relative frequencies of a problem
        # refuse: state the priors instead.
        total = sum(counted.sizes)
        if conventions.prior == "mle" and not all(counted.sizes) and total:
            shares = zip(counted.classes, counted.sizes, strict=True)
            conventions = conventions.with_prior({k: size / total for k, size in shares})
        encoding = labelling.encoding
        model = ExactModel(encoding.exact_counts(counted), encoding.choice(conventions), encoding.show)
        (label,) = record.labels
        title = f"Record {identity}" + (f", which is {label}" if label else "")
        return model.explain(record, leading=leading, title=title, effort=effort)
