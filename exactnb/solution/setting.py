"""What a problem assumes, in a few words and as a table: the head of its solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.conventions import Conventions
from exactnb.data.documents import Documents
from exactnb.derivation.lines import ModelTable

if TYPE_CHECKING:
    from exactnb.solution.problem import Problem

__all__ = ["model_table", "noun_of", "setting_of"]

_WORDS = 12  # of a vocabulary that is listed


def noun_of(problem: Problem) -> str:
    """Return what one observation is called."""
    return "documents" if isinstance(problem.data, Documents) else "rows"


def setting_of(problem: Problem) -> tuple[str, ...]:
    """Return what is assumed: families, words, prior and smoothing; or the names of the models."""
    model = problem.predictions[""].model
    titles = dict.fromkeys(block.family.title for block in model.blocks.values())
    parts = [" and ".join(titles) + " naive Bayes" if titles else "Prior only"]
    if isinstance(problem.data, Documents) and len(model.blocks) <= _WORDS:
        parts.append("words " + ", ".join(model.blocks))
    if len(problem.predictions) > 1:
        return (*parts, "models " + ", ".join(problem.models))
    conventions = model.conventions
    by_column = [f"λ = {x} for {column}" for column, x in conventions.smoothings]
    general = f"λ = {conventions.smoothing}" if conventions.smoothing else "no smoothing"
    return (*parts, _prior(conventions), general, *by_column)


def model_table(problem: Problem) -> ModelTable:
    """Return every model's name, the families of its columns and its conventions."""
    models = zip(problem.models, problem.predictions.values(), strict=True)
    return tuple(
        (
            name,
            tuple((c, block.family.name) for c, block in prediction.model.blocks.items()),
            tuple(prediction.model.conventions.spelled().items()),
        )
        for name, prediction in models
    )


def _prior(conventions: Conventions) -> str:
    if conventions.prior == "smoothed" and conventions.prior_smoothing:
        return f"prior smoothed with λ = {conventions.prior_smoothing}"
    if conventions.prior in ("mle", "smoothed"):
        return "prior by relative frequency"
    return f"{conventions.prior} prior"
