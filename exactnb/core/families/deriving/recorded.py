"""What is derived of the package's own families, kept in a file, so that their theorems need no SymPy.

A test derives each record anew, and writes the file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from exactnb.core.expression.nodes import Expression, Symbol, replace
from exactnb.core.expression.reading.formulas import read_formula
from exactnb.core.families.declared.specification import VARIABLE, Specification
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.deriving.one_sum import Edge, OneSum

RECORDS = Path(__file__).with_name("records.json")
"""For each family its record: formulas as text, S and n for the sum and the rows."""
_SIGNS: dict[Expression, Expression] = {Symbol("S"): TOTAL, Symbol("n"): ROWS}


def recorded(name: str, specification: Specification) -> OneSum:
    """Return the record of the family called `name`, which states a `specification`.

    Raises KeyError for a family of which none is kept.
    """
    letters = (VARIABLE, "S", "n", *specification.parameters, *specification.constants)

    def read(value: Any) -> Any:
        if isinstance(value, str):
            return replace(read_formula(value, letters), _SIGNS.get)
        if isinstance(value, list):
            return tuple(map(read, value))
        if isinstance(value, dict):
            return Edge(value.pop("relation"), **{key: read(part) for key, part in value.items()})
        return value

    record = json.loads(RECORDS.read_text("utf-8"))[name]
    return OneSum(specification, **{key: read(value) for key, value in record.items()})
