"""Derive: a theorem, verified line by line, and with a problem its estimates in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from exactnb.core.model.model import Model
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, WRITTEN, Effort, read_effort
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place
from exactnb.explain.derivation import Derivation, Step, Verified, verify
from exactnb.explain.derivation.verified import with_checks, without_details
from exactnb.explain.proving import cached_prover, new_prover, prove
from exactnb.explain.proving.theorems import theorem as find
from exactnb.explain.proving.writing.theorem import Theorem
from exactnb.explain.solution import setting
from exactnb.explain.solution.chains import Chains
from exactnb.explain.solution.estimates import ShareEstimates
from exactnb.explain.solution.printed import PrintedDerivation, find_level
from exactnb.explain.solution.reasons import estimator_kind
from exactnb.explain.solution.symbolic_counts import symbolic_counts_in

if TYPE_CHECKING:
    from exactnb.core.families.declared.family import Family


@frozen(eq=False, repr=False)
class Derived(PrintedDerivation):
    """A verified theorem, and the problem whose numbers were put in, if there is one."""

    theorem: Theorem
    verified: Verified
    problem: Problem | None = None


def derive(
    name: str | Family,
    problem: Problem | str | Path | None = None,
    *,
    level: str = "standard",
    checks: bool = False,
    files: bool | None = None,
    effort: int = EFFORT,
    anew: bool = False,
) -> Derived:
    """Return the theorem called `name`, every line of it accepted by the checker.

    A family of one's own in its place is derived from its density, and proved.
    With a `problem` or the path of its file, the estimates of that problem by the theorem's formula
    follow. `level` "brief" omits mechanical lines, which "standard" and "full" have. `checks` adds to
    each line how it was accepted. `files` is that of `Problem.read`, and `effort` that of `solve`. The
    proofs that come with the package are used unless their lines or the checker have changed; `anew`
    proves the theorem again. Raises InputError for an unknown name, and for a problem that estimates
    otherwise.

    >>> print(derive("prior-mle-two", level="brief").text().splitlines()[0])
    The MLE of the prior, two classes
    """
    with Place.of("level"):
        detail = find_level(level)
    effort = read_effort(effort)
    if isinstance(name, str):
        theorem = find(name)
    elif not hasattr(name, "declared"):
        raise InputError.expected("the name of a theorem or a Family", name, at="name")
    else:
        from exactnb.explain.solution.own_families import theorem_of_family

        theorem = theorem_of_family(name.declared)
    symbolic = symbolic_counts_in(problem, files) if isinstance(problem, str | Path) else None
    if symbolic is not None:
        steps = symbolic.steps(theorem)
        title = _title(theorem, symbolic.title)
        verified = prove(Derivation(title, theorem.source, (), steps), anew=anew)
        problem = None
    elif problem is None:
        verified = prove(Derivation(theorem.title, theorem.source, (), theorem.steps()), anew=anew)
    else:
        problem = problem if isinstance(problem, Problem) else Problem.read(problem, files=files)
        verified = _with_numbers(theorem, problem, Effort(effort), anew=anew)
    verified = verified if detail.steps else without_details(verified)
    return Derived(theorem, with_checks(verified) if checks else verified, problem)


def _with_numbers(theorem: Theorem, problem: Problem, effort: Effort, *, anew: bool) -> Verified:
    """Return a theorem followed by a problem's estimates, all of it verified."""
    if not theorem.family:
        raise InputError(f"{theorem.name} estimates nothing, so no problem's numbers go into it")
    names: list[QuantityName] = []
    refused: list[str] = []
    for prediction in problem.predictions.values():
        names += _estimate_names(theorem, prediction.model, refused)
    if not names:
        raise InputError("; ".join(dict.fromkeys(refused)) or f"has no {theorem.family} estimates")
    quantities = Quantities(names, problem.define, effort)
    effort.spend((WRITTEN - 1) * quantities.size, "the estimates")
    chains = Chains(quantities, setting.problem_rounding(problem))
    steps = list(theorem.steps())
    for short, prediction in problem.predictions.items():
        model_names = [name for name in names if name.model == short]
        blocks = ShareEstimates(chains, prediction.model, setting.observation_noun(problem)).blocks(
            model_names
        )
        if blocks:
            steps.append(Step("estimate", "In numbers", blocks, (), short))
    title = _title(theorem, problem.title)
    derivation = setting.new_derivation(problem, steps, title=title, source=theorem.source)
    prover = new_prover if anew else cached_prover
    return verify(derivation, quantities, setting.problem_source(problem), prover)


def _title(theorem: Theorem, problem: str) -> str:
    return f"{theorem.title}: {problem}" if problem else theorem.title


def _estimate_names(theorem: Theorem, model: Model, refused: list[str]) -> list[QuantityName]:
    """Return the names of a model's estimates by a theorem, and add to `refused` why others are not."""
    conventions = model.conventions
    labels = model.class_items()
    if theorem.family == "prior":
        kind = estimator_kind(model)
        counted = conventions.prior in ("mle", "smoothed") and model.given is None
        if not counted or kind != theorem.rule:
            refused.append(f"the prior is not estimated by {theorem.name}")
            return []
        return [model.names.prior(k) for k in labels]
    items: list[Item] = []
    for item in model.parameter_items():
        family = model.share_block_of_counts(item).family.name
        if family != theorem.family:
            refused.append(f"it is {family}, not {theorem.family}")
        elif model.given is not None or estimator_kind(model, item) != theorem.rule:
            refused.append(f"its smoothing is not that of {theorem.name}")
        else:
            items.append(item)
    return [model.names.given((item,), k) for item in items for k in labels]
