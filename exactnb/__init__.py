"""Naive Bayes, worked out exactly.

Every number is an exact fraction as it was counted, every line is checked before it is printed.

>>> from exactnb import Documents, Conventions, ModelChoice, Problem, solve
>>> mails = Documents.of(
...     [("+", "b d e b b d e"), ("+", "b c e b b d d e c"), ("+", "a d a d e a e e"),
...      ("+", "b a d b e d a b"), ("-", "a b a b a b a e d"), ("-", "a c a c a c a e d"),
...      ("-", "e a e d a e a"), ("-", "d e d e d")],
...     stop_words=["d", "e"])
>>> bernoulli = ModelChoice(Conventions(prior="uniform"), family="bernoulli")
>>> solution = solve(Problem(mails, query={"e*": "a b b d e b b"}, models={"model": bernoulli}))
>>> solution["P(+, e*)"], solution["P(-, e*)"], solution["P(+ | e*)"]
(Fraction(9, 64), Fraction(9, 128), Fraction(2, 3))

Threads: everything here may be called in several threads at once, and they may share problems, tables,
solutions and a Grader. What belongs to the whole process, the precision of python-flint and the limit
of csv on cells, is used by one thread at a time and left as it was found; code of your own that sets
`flint.ctx` while another thread computes here is not safe.
The command line (`exactnb.interfaces.cli.main`) is for one thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.core.conventions import Conventions
    from exactnb.core.data.counts import Counts, count
    from exactnb.core.data.documents import Documents
    from exactnb.core.data.parameters import Parameters
    from exactnb.core.data.table import Table
    from exactnb.core.families.declared.family import Family
    from exactnb.core.problem.choice import ModelChoice
    from exactnb.core.problem.problem import Problem
    from exactnb.core.problem.questions import Question
    from exactnb.errors import ExactnbError
    from exactnb.explain.derivation import Derivation
    from exactnb.explain.solution.derived import derive
    from exactnb.explain.solution.exploring import explore
    from exactnb.explain.solution.sampling import sample
    from exactnb.explain.solution.solution import Solution, solve
    from exactnb.teach.auditing.auditing import audit, explain_number
    from exactnb.teach.grading.checking import check
    from exactnb.teach.grading.grader import Grader
    from exactnb.teach.grading.working.grader import WorkingGrader, verify_working

__all__ = [
    "Conventions",
    "Counts",
    "Derivation",
    "Documents",
    "ExactnbError",
    "Family",
    "Grader",
    "ModelChoice",
    "Parameters",
    "Problem",
    "Question",
    "Solution",
    "Table",
    "WorkingGrader",
    "__version__",
    "audit",
    "check",
    "count",
    "derive",
    "explain_number",
    "explore",
    "sample",
    "solve",
    "verify_working",
]

__version__ = "0.1.0"

_HOMES = {
    "exactnb.teach.auditing.auditing": "audit explain_number",
    "exactnb.interfaces.cli.commands.notebook": "load_ipython_extension",
    "exactnb.core.conventions": "Conventions",
    "exactnb.core.data.counts": "Counts count",
    "exactnb.core.data.documents": "Documents",
    "exactnb.core.data.parameters": "Parameters",
    "exactnb.core.families.declared.family": "Family",
    "exactnb.core.data.table": "Table",
    "exactnb.explain.derivation": "Derivation",
    "exactnb.errors": "ExactnbError",
    "exactnb.teach.grading.checking": "check",
    "exactnb.teach.grading.grader": "Grader",
    "exactnb.teach.grading.working.grader": "WorkingGrader verify_working",
    "exactnb.core.problem.choice": "ModelChoice",
    "exactnb.core.problem.problem": "Problem",
    "exactnb.core.problem.questions": "Question",
    "exactnb.explain.solution.derived": "derive",
    "exactnb.explain.solution.exploring": "explore",
    "exactnb.explain.solution.sampling": "sample",
    "exactnb.explain.solution.solution": "Solution solve",
}

__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
