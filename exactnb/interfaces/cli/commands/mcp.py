"""`exactnb mcp`: solving, deriving and checking as tools of the Model Context Protocol, over stdio.

A problem comes as text and may name no file; the budgets are the usual ones, and no tool writes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec

import exactnb
from exactnb.core.data.files import NO_FILES
from exactnb.core.families.declared.family import Family, family_of
from exactnb.core.families.declared.reading import read_specification
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_problem_toml
from exactnb.errors import ExactnbError, InputError, Place, fault, one_line, one_of
from exactnb.explain.solution.derived import derive as derived
from exactnb.explain.solution.solution import solve as solved
from exactnb.teach.grading.derivations.grader import DerivationGrader
from exactnb.teach.grading.derivations.marking import AnsweringDerivations
from exactnb.teach.grading.derivations.questions import BY_THEOREM
from exactnb.teach.grading.working.grader import WorkingGrader, text_grader
from exactnb.teach.grading.working.report import as_json

_LONGEST = 200_000  # characters of a problem or a working
_FORMATS = ("text", "markdown", "latex", "json")
_ABOUT = (
    "Exact naive Bayes: every number is an exact fraction, and every line is checked before it is "
    "returned. A problem is the text of an exactnb problem file (TOML) with its data inside."
)


def run_mcp(options: argparse.Namespace) -> None:
    """Serve the tools on standard input and output; `options` hold none. Needs the extra mcp."""
    if find_spec("mcp") is None:
        raise InputError("needs the MCP SDK, the extra exactnb[mcp]", at="mcp")
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations

    server = MCPServer("exactnb", version=exactnb.__version__, instructions=_ABOUT, log_level="ERROR")
    reads_only = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

    def reporting(tool: Callable[..., str]) -> Callable[..., str]:
        """Return `tool` with its errors in one line, which the client shows to its model."""

        @wraps(tool)
        def call(**arguments: object) -> str:
            try:
                return tool(**arguments)
            except ExactnbError as error:
                raise ToolError(one_line(str(error))) from None
            except Exception as error:  # the next call must find a server
                raise ToolError(fault(error)) from None

        return call

    for tool in (solve, derive, check_working):
        server.add_tool(reporting(tool), annotations=reads_only, structured_output=False)
    server.run("stdio")


def solve(problem: str, only: list[str] | None = None, format: str = "text") -> str:
    """Work a naive Bayes problem out exactly and return the complete solution.

    `problem` is the text of an exactnb problem file (TOML) with its data inside. `only` limits the
    solution to quantities such as "P(yes|x)". `format` is text, markdown, latex or json.
    """
    return _rendered(
        solved(_problem_in_text(problem), only=only or []).render(_require_known_format(format))
    )


def derive(theorem: str, level: str = "standard", format: str = "text") -> str:
    """Derive an estimator or a fact about naive Bayes, such as "bernoulli-mle", every line proved.

    An unknown name returns near matches. `level` is brief, standard or full. `format` is text,
    markdown, latex or json.
    """
    return _rendered(derived(theorem, level=level).render(_require_known_format(format)))


def check_working(
    working: str,
    problem: str = "",
    theorem: str = "",
    family: dict[str, str | dict[str, str]] | None = None,
) -> str:
    """Check a working or derivation line by line and return the verdicts as JSON.

    `working` is what was written: plain text, Markdown or LaTeX. It is about one of: `problem`, the
    text of an exactnb problem file (TOML) with its data inside; `theorem`, a name that `derive` knows,
    such as "bernoulli-mle"; `family`, a density whose estimate is derived, such as {"density": "s
    exp(-s x)", "support": "x > 0", "parameters": {"s": "s > 0"}}, or a "mass", with a "prior" for the
    MAP. `first_wrong` is the first wrong line, from 1, or null.
    """
    if sum(map(bool, (problem, theorem, family))) != 1:
        raise InputError("expected exactly one of problem, theorem and family")
    return as_json(
        _text_grader(problem, theorem or family or "").verify(_refuse_long_text(working, "working"))
    )


def _text_grader(
    problem: str, derived: str | dict[str, str | dict[str, str]]
) -> WorkingGrader | AnsweringDerivations | DerivationGrader:
    """Return what judges texts about a problem, or derivations of a theorem or family."""
    if problem:
        return text_grader(_problem_in_text(problem))
    if isinstance(derived, str):
        return DerivationGrader(Place.of("theorem").read(one_of, derived, tuple(BY_THEOREM)))
    for key, text in derived.items():
        _refuse_long_text(str(text), f"family.{key}")
    return DerivationGrader(Family(family_of(read_specification("", derived, Place.of("family")))))


def _problem_in_text(text: str) -> Problem:
    with Place.of("problem"):
        return Problem.from_document(read_problem_toml(_refuse_long_text(text, "problem")), NO_FILES)


def _refuse_long_text(text: str, argument: str) -> str:
    if len(text) > _LONGEST:
        raise InputError(f"at most {_LONGEST:,} characters are read; got {len(text):,}", at=argument)
    return text


def _require_known_format(format: str) -> str:
    return Place.of("format").read(one_of, format, _FORMATS)


def _rendered(text: str | bytes) -> str:
    assert isinstance(text, str)  # none of these formats is binary
    return text
