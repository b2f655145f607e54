"""The tables of what a decision would be otherwise: over λ, and without each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from exactnb.derivation.lines import InLambda, LeftOut
from exactnb.expression.nodes import Expression, Integer, Reference, Special

Part = TypeVar("Part")


class Tables(Protocol[Part]):
    """What typesets cells, and tables of them: a printer."""

    def label(self, label: str) -> str:
        """Return a label."""

    def text(self, text: str) -> str:
        """Return words."""

    def formula(self, expression: Expression) -> str:
        """Return a formula in a table."""

    def tall(self, expression: Expression) -> str:
        """Return a formula in a table that is as tall as on display."""

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], layout: str, below: int = 0
    ) -> list[Part]:
        """Return a table of what is typeset already."""


def in_lambda(printer: Tables[Part], table: InLambda) -> list[Part]:
    """Return the joints with λ in them, and what is decided from one λ to the next."""
    joints = [[printer.label(label), printer.tall(of)] for label, of in table.joints]
    ends = [*map(printer.formula, (Integer(0), *table.flips, Special("∞")))]
    spans = zip(ends, ends[1:], table.decided, strict=False)
    rows = [[low, high, _decided(printer, labels)] for low, high, labels in spans]
    of_joints = printer.table(["", printer.text("joint, with λ")], joints, "lf")
    head = [*map(printer.text, ("from λ =", "to", "decided"))]
    return [*of_joints, *printer.table(head, rows, "lll")]


def left_out(printer: Tables[Part], table: LeftOut) -> list[Part]:
    """Return what follows without each row."""
    rows = [
        [printer.label(row), printer.formula(of), _decided(printer, labels)]
        for row, of, labels in table.rows
    ]
    head = [printer.text("without"), printer.formula(Reference(table.name)), printer.text("decided")]
    return printer.table(head, rows, "lll")


def _decided(printer: Tables[Part], labels: tuple[str, ...]) -> str:
    return ", ".join(map(printer.label, labels)) or printer.text("undefined")
