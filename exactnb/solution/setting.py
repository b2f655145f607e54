"""What a problem assumes, in a few words and as a table: the head of its solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.conventions import Conventions
from exactnb.data.documents import Documents
from exactnb.derivation.lines import ModelTable
from exactnb.model.model import Model

if TYPE_CHECKING:
    from exactnb.solution.problem import Problem

__all__ = ["model_table", "noun_of", "setting_of"]

_LISTED = 12  # words of a vocabulary that are named


def noun_of(problem: Problem) -> str:
    """Return what one observation is called."""
    return "documents" if isinstance(problem.data, Documents) else "rows"


def setting_of(problem: Problem) -> tuple[str, ...]:
    """Return what the one model assumes, or the families and names of several."""
    models = [prediction.model for prediction in problem.predictions.values()]
    if len(models) == 1:
        return (_families(models), *_words(problem), *_conventions(models[0].conventions))
    return (_families(models), *_words(problem), "models " + ", ".join(problem.models))


def model_table(problem: Problem) -> ModelTable:
    """Return every model's name, the families of its columns, its conventions, its setting."""
    models = [prediction.model for prediction in problem.predictions.values()]
    return tuple(
        (
            name,
            tuple((column, block.family.name) for column, block in model.blocks.items()),
            tuple(model.conventions.spelled().items()),
            (_families([model]), *_conventions(model.conventions)),
        )
        for name, model in zip(problem.models, models, strict=True)
    )


def _families(models: list[Model]) -> str:
    titles = dict.fromkeys(b.family.title for model in models for b in model.blocks.values())
    return " and ".join(titles) + " naive Bayes" if titles else "Prior only"


def _words(problem: Problem) -> tuple[str, ...]:
    vocabulary = problem.table.columns
    listed = isinstance(problem.data, Documents) and len(vocabulary) <= _LISTED
    return ("words " + ", ".join(vocabulary),) if listed else ()


def _conventions(conventions: Conventions) -> tuple[str, ...]:
    general = f"λ = {conventions.smoothing}" if conventions.smoothing else "no smoothing"
    by_column = [f"λ = {x} for {column}" for column, x in conventions.smoothings]
    ties = ["a tie goes to the first class"] if conventions.tie == "first" else []
    return (_prior(conventions), general, *by_column, *ties)


def _prior(conventions: Conventions) -> str:
    if conventions.prior == "smoothed" and conventions.prior_smoothing:
        return f"prior smoothed with λ = {conventions.prior_smoothing}"
    if conventions.prior in ("mle", "smoothed"):
        return "prior by relative frequency"
    return f"{conventions.prior} prior"
