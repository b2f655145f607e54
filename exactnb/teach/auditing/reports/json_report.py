"""An audit as JSON, for other programs: the schema exactnb.audit/1; exact numbers are text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import exactnb
from exactnb.core.data.escaping import safe_json
from exactnb.explain.rendering.formulas.values import value_entry
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.auditing.auditing import Audit, Explained
from exactnb.teach.auditing.possible import Possible
from exactnb.teach.auditing.printed_numbers import PrintedBlock, PrintedNumber

SCHEMA = "exactnb.audit/1"
"""The schema of audits as JSON."""


def audit_json(audit: Audit) -> str:
    """Return `audit` as JSON, by the schema exactnb.audit/1."""
    document = {
        "schema": SCHEMA,
        "engine_version": exactnb.__version__,
        "title": audit.problem.title,
        "source": audit.problem.source,
        "is_right": audit.is_right,
        "not_tried": [
            reason for reason in (audit.left_out, audit.untried) if reason and audit.explained
        ],
        "blocks": [
            _block(block, audit.explained.get(block, ()))
            | {"remarks": list(audit.remarks.get(block, ()))}
            for block in audit.blocks
        ],
    }
    if audit.habit is not None:
        explained = [str(number.name) for number in audit.habit.numbers]
        document["habit"] = {"words": audit.habit.words, "quantities": explained}
    if doubts := audit.problem.doubts:
        document["doubts"] = list(doubts)
    return safe_json(document)


def counts_json(results: Sequence[Possible]) -> str:
    """Return the counts that may lead to each printed number of `results`, as JSON."""
    document = {
        "schema": SCHEMA,
        "engine_version": exactnb.__version__,
        "is_right": all(results),
        "counts": [
            {
                "printed": result.printed,
                "n": result.n,
                "of": result.of,
                "step": str(result.step),
                "possible": bool(result),
                "counts": [
                    {"over": divisor, "rule": rule, "ranges": [list(range_) for range_ in ranges]}
                    for (divisor, rule), ranges in result.counts.items()
                ],
            }
            for result in results
        ],
    }
    return safe_json(document)


def _block(block: PrintedBlock, explained: Sequence[Explained]) -> dict[str, Any]:
    return {
        "where": block.where,
        "edition": block.edition or None,
        "numbers": [_number(number) for number in block.numbers],
        "explained": [
            {
                "quantities": [str(number.name) for number in explanation.numbers],
                "switches": explanation.switches or None,
                "by": [_alternative(alternative) for alternative in explanation.by],
                "tried": explanation.tried,
                "all_tried": explanation.is_complete,
                "chance": None if explanation.chance is None else str(explanation.chance),
            }
            for explanation in explained
        ],
    }


def _number(number: PrintedNumber) -> dict[str, Any]:
    printed = number.printed
    entry: dict[str, Any] = {
        "quantity": str(number.name),
        "printed": printed.text,
        "right": None if number.right is None else value_entry(number.right.value),
        "verdict": number.verdict.value,
    }
    if printed.times != Fraction(1) or printed.power != 1:
        entry |= {"times": str(printed.times), "power": printed.power}
    return entry | ({"why": number.why} if number.why else {})


def _alternative(alternative: Alternative) -> dict[str, Any]:
    return {
        "id": alternative.id,
        "detail": alternative.detail,
        "words": alternative.words,
        "switches": alternative.switches,
        "convention": alternative.is_convention,
    }
