"""JSON: every line with the rule that accepted it, and every quantity of a solution.

How to read: the printer's hooks return entries, each a key with its value; `_line_object` and
`_quantity_object` build the objects of lines and quantities.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.values import Undefined, compare, sorted_descending
from exactnb.core.data.escaping import safe_json
from exactnb.core.expression.nodes import ArgMax, Expression, references
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.results import Decision
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Quantity
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, Derivation, Deviations, EstimateRule, Grid, Line
from exactnb.explain.derivation.lines import Blanks, Data, Inline, Step
from exactnb.explain.rendering.formulas.values import value_entry
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.printer import Format, Printer

SCHEMA = "exactnb.solution/1"
SHEET_SCHEMA = "exactnb.sheet/1"
THEOREM_SCHEMA = "exactnb.derivation/1"

JsonEntry = tuple[str, Any]
"""A key in the object of a step, and a value for it."""


class JsonPrinter(Printer[JsonEntry]):
    """Write a document for programs; names have their canonical spelling whatever the notation."""

    def use_notation(self, notation: Notation) -> None:
        """Ignore `notation`: names stay canonical."""

    def document(self, head: list[JsonEntry], sections: list[list[JsonEntry]]) -> str:
        """Return the derivation; for a solution, its models, quantities and decisions too."""
        derivation, quantities = self.derivation, self.quantities
        document: dict[str, Any] = {
            "schema": _schema_name(derivation),
            "title": derivation.title,
            "source": derivation.source,
        }
        if derivation.doubts:
            document["doubts"] = list(derivation.doubts)
        if derivation.models:
            document["models"] = {
                name: {"families": dict(families), "conventions": dict(conventions)}
                for name, families, conventions, _ in derivation.models
            }
            document["quantities"] = {
                str(n): _quantity_object(quantities, q) for n, q in quantities.items()
            }
            document["decisions"] = {
                str(name): _decision_object(quantities, name)
                for name in quantities
                if name.head == "argmax"
            }
            document["read_twice"] = {
                "twice": self.readings.read_twice,
                "once": {str(name): why for name, why in self.readings.read_once},
            }
        return safe_json(document | {"derivation": [_step_object(section) for section in sections]})

    def head(self) -> list[JsonEntry]:
        """Return nothing: the document itself has a title and a source."""
        return []

    def section(self, number: int, step: Step) -> list[JsonEntry]:
        # in a theorem, claims occur only in sentences, so they are kept as lines too
        self.with_claims = bool(step.theorem)
        return super().section(number, step)

    def heading(self, number: int, title: str) -> JsonEntry:
        return ("title", title)

    def setting(self, assumed: Sequence[str]) -> JsonEntry:
        """Return the assumptions in `assumed`; `_step_object` drops them: `models` has them in full."""
        return ("setting", assumed)

    def chains(self, chains: list[Chain]) -> list[JsonEntry]:
        """Return the lines of `chains`, without a line that is spelled like its predecessor."""
        return [
            ("lines", _line_object(line)) for chain in chains for line in _lines_without_repeats(chain)
        ]

    def grids(self, grids: list[Grid]) -> list[JsonEntry]:
        return self.chains([chain for grid in grids for chain in grid.chains()])

    def data(self, data: Data) -> list[JsonEntry]:
        observations = (*data.rows, *data.queries)
        rows = [[row.id, *row.cells, row.label] for row in observations]
        head = ["", *data.columns, data.class_variable]
        return self.table(head, rows, "", len(data.queries))

    def table(self, head: TextRow, rows: Cells, layout: str, footer_rows: int = 0) -> list[JsonEntry]:
        cells, split = [list(row) for row in rows], len(rows) - footer_rows
        table = {"head": list(head), "rows": cells[:split]}
        return [("tables", table | ({"queries": cells[split:]} if footer_rows else {}))]

    def blanks(self, blanks: Blanks) -> list[JsonEntry]:
        entries: list[JsonEntry] = self.paragraph(blanks.rule) if blanks.rule else []
        for blank in blanks.blanks:
            kind = "derivation" if isinstance(blank.task, str) else "quantity"
            entry = {"id": blank.id, kind: str(blank.task), "points": exact_text(blank.points)}
            text = {"text": blank.text} if blank.text else {}
            entries.append(("questions", entry | {"form": blank.form} | text))
        return entries

    def paragraph(self, sentence: str) -> list[JsonEntry]:
        return [("remarks", sentence)]

    def formula(self, expression: Expression) -> str:
        return spell(expression)

    def equals(self, name: str) -> str:
        return f"{name} = "

    def deviations(self, table: Deviations) -> list[JsonEntry]:
        """Return nothing: the sums of `table` are quantities."""
        return []

    def rule(self, rule: EstimateRule) -> list[JsonEntry]:
        """Return nothing: each estimate states its formula, which follows `rule`."""
        return []

    def remark(self, parts: Sequence[Inline]) -> list[JsonEntry]:
        """Return a sentence of `parts`, and in theorems the lines that occur only in it."""
        claims = [part for part in parts if isinstance(part, Line)] if self.with_claims else []
        return [*(("lines", _line_object(line)) for line in claims), ("remarks", self.sentence(parts))]

    def text(self, raw: str) -> str:
        """Return `raw` unchanged: `safe_json` escapes the complete document."""
        return raw

    def item(self, item: Item) -> str:
        return item.spell()

    def label(self, label: str) -> str:
        return label

    def claim(self, line: Line) -> str:
        return f"{spell(line.left)} {line.relation} {spell(line.right)}"


def _schema_name(derivation: Derivation) -> str:
    if any(isinstance(block, Blanks) for step in derivation.steps for block in step.blocks):
        return SHEET_SCHEMA
    return SCHEMA if derivation.models else THEOREM_SCHEMA


def _step_object(entries: list[JsonEntry]) -> dict[str, Any]:
    """Return the object of a step: title, lines, and tables, questions and remarks if there are any."""
    by_key: dict[str, list[Any]] = {}
    for key, entry in entries:
        by_key.setdefault(key, []).append(entry)
    step = {"title": by_key["title"][0], "lines": by_key.get("lines", [])}
    return step | {key: by_key[key] for key in ("tables", "questions", "remarks") if key in by_key}


def _line_object(line: Line) -> dict[str, Any]:
    return {
        "left": spell(line.left),
        "relation": line.relation,
        "right": spell(line.right),
        "reason": line.reason.words,
        "accepted": line.reason.rule.acceptance_label,
    }


def _lines_without_repeats(chain: Chain) -> list[Line]:
    """Return the lines of a chain without those that are spelled like their predecessors."""
    lines = list(chain.lines[:1])
    lines += [b for a, b in pairwise(chain.lines) if spell(a.right) != spell(b.right)]
    return lines


def _quantity_object(quantities: Quantities, quantity: Quantity) -> dict[str, Any]:
    value = quantities.value(quantity.name)
    entry = value_entry(value)
    if quantity.reason.rule is not Rule.COUNT:
        if not isinstance(quantity.formula, ArgMax):
            entry["as_counted"] = spell(quantities.as_counted(quantity.name))
        if entry["kind"] == "rational":
            entry["decimal"] = entry.pop("decimal")  # moves it after as_counted
        entry["formula"] = spell(quantity.formula)
    entry["reason"] = quantity.reason.words or quantity.reason.rule.acceptance_label
    if isinstance(quantity.formula, ArgMax):
        entry["reason"] = _descending_scores(quantities, quantity.formula)
    if isinstance(value, Undefined):
        entry["culprits"] = [str(name) for name in quantities.causes_of_zero(quantity.name)]
    entry["uses"] = [str(name) for name in quantity.uses]
    return entry


def _descending_scores(quantities: Quantities, formula: ArgMax) -> str:
    """Return the scores in descending order, with the relation between each and the next."""
    scores = [quantities.value(name) for name in references(formula)]
    if any(isinstance(score, Undefined | Decision) for score in scores):
        return "a joint is undefined"
    for score in scores:
        if isinstance(score, Germ):
            return f"for every {score.letter} that is small enough"
    ordered = sorted_descending(scores, lambda score: score)
    text = spell(written(ordered[0])) if ordered else ""
    for previous, score in pairwise(ordered):
        relation = "=" if compare(previous, score) == 0 else ">"  # type: ignore[arg-type]
        text += f" {relation} {spell(written(score))}"
    return text


def _decision_object(quantities: Quantities, name: QuantityName) -> dict[str, Any]:
    value = quantities.value(name)
    labels = list(value.labels) if isinstance(value, Decision) else []
    status = {0: "undefined", 1: "decided"}.get(len(labels), "tie")
    return {"value": labels, "status": status, "certificate": "exact"}


FORMAT = Format(".json", "application/json", JsonPrinter)
