"""`exactnb audit`: compare printed numbers with the exact ones, and explain those that differ."""

from __future__ import annotations

import argparse

from exactnb.core.model.quantity import budget_for_patience
from exactnb.core.problem.problem import Problem
from exactnb.errors import InputError, Place, listing
from exactnb.explain.rendering.formulas.text_math import to_ascii
from exactnb.interfaces.cli import printing
from exactnb.teach.auditing.auditing import audit
from exactnb.teach.auditing.possible import read_possible_counts
from exactnb.teach.auditing.reports.forms import FORMS, as_text, audit_json, counts_json
from exactnb.teach.auditing.reports.report_text import audit_parts, counts_parts

REPORTS = (*FORMS, "json")
"""The forms of a report."""


def run_audit(options: argparse.Namespace) -> int:
    """Audit as `options` say, and print a report; return 0 if all numbers are right, else 1."""
    to = printing.chosen_format(options)
    if to not in REPORTS:
        raise InputError.expected(f"one of {listing(REPORTS)}", to, at="--to")
    text, is_right = _audit_counts(options, to) if options.counts else _audit_problem(options, to)
    printing.write_output(text, options.output)
    return 0 if is_right else 1


def _audit_counts(options: argparse.Namespace, to: str) -> tuple[str, bool]:
    why = "cannot be used with --counts, which asks about no problem"
    if options.source:
        raise InputError(why, at="PROBLEM")
    printing.refuse_options_given(options, ("pairs", "two_edits", "instead", "seconds"), why)
    claims = [printing.at_option("--counts", read_possible_counts, claim) for claim in options.counts]
    text = counts_json(claims) if to == "json" else _in_form(options, to, counts_parts(claims))
    return text, all(claims)


def _audit_problem(options: argparse.Namespace, to: str) -> tuple[str, bool]:
    if options.source is None:
        raise InputError('expected a problem file, or --counts "0.67 of 7"', at="PROBLEM")
    effort = printing.at_option("--patience", budget_for_patience, options.patience)
    problem = Problem.read(options.source, files=options.files)
    printing.say_doubts(problem.doubts, options, Place.file(options.source), in_options=False)
    instead = [Problem.read(path, files=options.files) for path in options.instead]
    places = printing.errors_at_options({"seconds": "--seconds"})
    with Place.file(options.source), places, printing.progress("searching") as reporter:
        result = audit(
            problem,
            pairs=options.pairs,
            two_edits=options.two_edits,
            instead=dict(zip(options.instead, instead, strict=True)),
            seconds=options.seconds,
            effort=effort,
            progress=lambda tried: reporter.tell(f"searching: {tried:,} alternatives tried"),
        )
        text = audit_json(result) if to == "json" else _in_form(options, to, audit_parts(result))
    return text, result.is_right


def _in_form(options: argparse.Namespace, to: str, parts: object) -> str:
    if to != "text":
        return FORMS[to](parts)  # type: ignore[arg-type]
    text = as_text(parts, width=printing.text_width(options))  # type: ignore[arg-type]
    return to_ascii(text) if printing.is_ascii(options) else text
