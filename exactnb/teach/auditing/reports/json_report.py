"""An audit as JSON, for other programs: the schema exactnb.audit/1; exact numbers are text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import exactnb
from exactnb.core.data.escaping import safe_json
from exactnb.explain.rendering.formulas.json_values import value_entry
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.auditing.auditing import Audit, Explained
from exactnb.teach.auditing.possible import Possible
from exactnb.teach.auditing.printed_numbers import PrintedBlock, PrintedNumber

SCHEMA = "exactnb.audit/1"
"""The schema of audits as JSON."""


def audit_json(found: Audit) -> str:
    """Return an audit as JSON."""
    document = {
        "schema": SCHEMA,
        "engine_version": exactnb.__version__,
        "title": found.problem.title,
        "source": found.problem.source,
        "is_right": found.is_right,
        "not_tried": [told for told in (found.left_out, found.untried) if told and found.explained],
        "blocks": [_block(block, found.explained.get(block, ())) for block in found.blocks],
    }
    return safe_json(document)


def counts_json(found: Sequence[Possible]) -> str:
    """Return which counts lead to some numbers, as JSON."""
    document = {
        "schema": SCHEMA,
        "engine_version": exactnb.__version__,
        "is_right": all(found),
        "counts": [
            {
                "printed": each.printed,
                "n": each.n,
                "of": each.of,
                "step": str(each.step),
                "possible": bool(each),
                "counts": [
                    {"over": divisor, "rule": rule, "ranges": [list(of) for of in ranges]}
                    for (divisor, rule), ranges in each.counts.items()
                ],
            }
            for each in found
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
                "quantities": [str(number.name) for number in each.numbers],
                "switches": each.switches or None,
                "by": [_alternative(of) for of in each.by],
                "tried": each.tried,
                "all_tried": each.is_complete,
                "chance": None if each.chance is None else str(each.chance),
            }
            for each in explained
        ],
    }


def _number(number: PrintedNumber) -> dict[str, Any]:
    printed = number.printed
    out: dict[str, Any] = {
        "quantity": str(number.name),
        "printed": printed.text,
        "right": None if number.right is None else value_entry(number.right.value),
        "verdict": number.verdict.value,
    }
    if printed.times != Fraction(1) or printed.power != 1:
        out |= {"times": str(printed.times), "power": printed.power}
    return out | ({"why": number.why} if number.why else {})


def _alternative(of: Alternative) -> dict[str, Any]:
    return {
        "id": of.id,
        "detail": of.detail,
        "words": of.words,
        "switches": of.switches,
        "convention": of.is_convention,
    }
