"""JSON: every line, with how it was accepted, and of a solution every quantity.

How to read: the printer's hooks give entries, dictionaries under the key they get; `_line` and
`_quantity` say what a line and a quantity become.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from exactnb.core.arithmetic.deciding import descending
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rational_in_lambda import RationalInLambda
from exactnb.core.arithmetic.values import Undefined, compare
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
from exactnb.explain.derivation import (
    Blanks,
    Chain,
    Data,
    Derivation,
    Deviations,
    EstimateRule,
    Grid,
    Line,
)
from exactnb.explain.derivation.lines import Inline, Step
from exactnb.explain.rendering.formulas.json_values import entry_of
from exactnb.explain.rendering.hooks import Row
from exactnb.explain.rendering.printer import Format, Printer

SCHEMA = "exactnb.solution/1"
SHEET_SCHEMA = "exactnb.sheet/1"
THEOREM_SCHEMA = "exactnb.derivation/1"

Entry = tuple[str, Any]
"""Where something stands in the object of its step, and what it is."""


class JsonPrinter(Printer[Entry]):
    """Print a document for programs; names have their canonical spelling in any notation."""

    def use_notation(self, notation: Notation) -> None:
        """Stay with canonical names."""

    def document(self, head: list[Entry], sections: list[list[Entry]]) -> str:
        """Return the derivation; of a solution, its models, quantities and decisions too."""
        derivation, quantities = self.derivation, self.quantities
        document: dict[str, Any] = {
            "schema": _schema(derivation),
            "title": derivation.title,
            "source": derivation.source,
        }
        if derivation.models:
            document["models"] = {
                name: {"families": dict(families), "conventions": dict(conventions)}
                for name, families, conventions, _ in derivation.models
            }
            document["quantities"] = {
                str(name): _quantity(quantities, quantities[name]) for name in quantities
            }
            document["decisions"] = {
                str(name): _decision(quantities, name) for name in quantities if name.head == "argmax"
            }
            document["read_twice"] = {
                "twice": self.readings.read_twice,
                "once": {str(name): why for name, why in self.readings.read_once},
            }
        return safe_json(document | {"derivation": [_step(section) for section in sections]})

    def head(self) -> list[Entry]:
        """Return nothing: the document itself has a title and a source."""
        return []

    def section(self, number: int, step: Step) -> list[Entry]:
        """Return one step; of a theorem, what is assumed stands in its sentences."""
        self.with_claims = bool(step.theorem)
        return super().section(number, step)

    def heading(self, number: int, title: str) -> Entry:
        """Return the title of a step."""
        return ("title", title)

    def setting(self, assumed: Sequence[str]) -> Entry:
        """Return what is assumed, which `models` says in full."""
        return ("setting", assumed)

    def chains(self, chains: list[Chain]) -> list[Entry]:
        """Return every line that is not spelled like the one before."""
        return [("lines", _line(line)) for chain in chains for line in _distinct(chain)]

    def grids(self, grids: list[Grid]) -> list[Entry]:
        """Return the lines of all cells."""
        rows = (row for grid in grids for row in grid.cells)
        return self.chains([chain for row in rows for chain in row if chain is not None])

    def data(self, data: Data) -> list[Entry]:
        """Return the data as it is shown, the queries below it."""
        shown = (*data.rows, *data.queries)
        rows = [[row.id, *row.cells, row.label] for row in shown]
        head = ["", *data.columns, data.class_variable]
        return self.table(head, rows, "", len(data.queries))

    def table(self, head: Row, rows: Sequence[Row], layout: str, below: int = 0) -> list[Entry]:
        """Return the head and the rows, and those rows apart that stand below a rule."""
        cells = [list(row) for row in rows]
        own = {"head": list(head), "rows": cells[: len(cells) - below]}
        return [("tables", own | ({"queries": cells[len(cells) - below :]} if below else {}))]

    def blanks(self, blanks: Blanks) -> list[Entry]:
        """Return the questions."""
        return [
            (
                "questions",
                {
                    "id": blank.id,
                    "quantity": str(blank.name),
                    "points": exact_text(blank.points),
                    "form": blank.form,
                },
            )
            for blank in blanks.blanks
        ]

    def paragraph(self, sentence: str) -> list[Entry]:
        """Return a sentence."""
        return [("remarks", sentence)]

    def formula(self, expression: Expression) -> str:
        """Return an expression in canonical names."""
        return spell(expression)

    def equals(self, name: str) -> str:
        """Return a name and the sign behind it."""
        return f"{name} = "

    def deviations(self, table: Deviations) -> list[Entry]:
        """Return nothing: the sums are among the quantities."""
        return []

    def rule(self, rule: EstimateRule) -> list[Entry]:
        """Return nothing: each estimate has its formula."""
        return []

    def remark(self, parts: Sequence[Inline]) -> list[Entry]:
        """Return a sentence, and the lines in it where they are found nowhere else."""
        claims = [part for part in parts if isinstance(part, Line)] if self.with_claims else []
        return [*(("lines", _line(line)) for line in claims), ("remarks", self.sentence(parts))]

    def text(self, given: str) -> str:
        """Return text as it is: what is unsafe in it is escaped at the end."""
        return given

    def item(self, item: Item) -> str:
        """Return the canonical spelling."""
        return item.spell()

    def label(self, label: str) -> str:
        """Return a class as it is."""
        return label

    def claim(self, line: Line) -> str:
        """Return a line in canonical names."""
        return f"{spell(line.left)} {line.relation} {spell(line.right)}"


def _schema(derivation: Derivation) -> str:
    if any(isinstance(block, Blanks) for step in derivation.steps for block in step.blocks):
        return SHEET_SCHEMA
    return SCHEMA if derivation.models else THEOREM_SCHEMA


def _step(entries: list[Entry]) -> dict[str, Any]:
    """Return the object of a step: its title, its lines, and remarks if there are any."""
    of: dict[str, list[Any]] = {}
    for key, entry in entries:
        of.setdefault(key, []).append(entry)
    out = {"title": of["title"][0], "lines": of.get("lines", [])}
    return out | {key: of[key] for key in ("tables", "questions", "remarks") if key in of}


def _line(line: Line) -> dict[str, Any]:
    return {
        "left": spell(line.left),
        "relation": line.relation,
        "right": spell(line.right),
        "reason": line.reason.words,
        "accepted": line.reason.rule.accepted,
    }


def _distinct(chain: Chain) -> list[Line]:
    """Return the lines of a chain, those that are spelled like the one before left out."""
    lines = list(chain.lines[:1])
    lines += [b for a, b in pairwise(chain.lines) if spell(a.right) != spell(b.right)]
    return lines


def _quantity(quantities: Quantities, quantity: Quantity) -> dict[str, Any]:
    value = quantities.value(quantity.name)
    out = entry_of(value)
    if quantity.reason.rule is not Rule.COUNT:
        if not isinstance(quantity.formula, ArgMax):
            out["as_counted"] = spell(quantities.as_counted(quantity.name))
        if out["kind"] == "rational":
            out["decimal"] = out.pop("decimal")  # behind as_counted, as a reader expects it
        out["formula"] = spell(quantity.formula)
    out["reason"] = quantity.reason.words or quantity.reason.rule.accepted
    if isinstance(quantity.formula, ArgMax):
        out["reason"] = _order(quantities, quantity.formula)
    if isinstance(value, Undefined):
        out["culprits"] = [str(name) for name in quantities.culprits(quantity.name)]
    out["uses"] = [str(name) for name in quantity.uses]
    return out


def _order(quantities: Quantities, formula: ArgMax) -> str:
    """Return the scores from the largest down, with the relation between each two."""
    scores = [quantities.value(name) for name in references(formula)]
    if any(isinstance(score, Undefined | Decision) for score in scores):
        return "a joint is undefined"
    if any(isinstance(score, RationalInLambda) for score in scores):
        return "for every λ that is small enough"
    ordered = descending(scores, lambda score: score)
    text = spell(written(ordered[0])) if ordered else ""
    for before, score in pairwise(ordered):
        relation = "=" if compare(before, score) == 0 else ">"  # type: ignore[arg-type]
        text += f" {relation} {spell(written(score))}"
    return text


def _decision(quantities: Quantities, name: QuantityName) -> dict[str, Any]:
    value = quantities.value(name)
    labels = list(value.labels) if isinstance(value, Decision) else []
    status = {0: "undefined", 1: "decided"}.get(len(labels), "tie")
    return {"value": labels, "status": status, "certificate": "exact"}


FORMAT = Format(".json", "application/json", JsonPrinter)
