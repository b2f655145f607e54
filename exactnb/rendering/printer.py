"""The one walk over what was verified. A printer says what each kind of block becomes, nothing else.

A format is a subclass of `Printer`, in a file of its own in `formats/`. It writes `Part`s: strings,
rows, or entries of a document; the walk hands them to `document` section by section. A printer sees
lines, names and a notation, never a model.

How to read: `Printer.render` walks through a derivation and calls a hook for each kind of block; a
format says in `Format` what its ending and printer are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from exactnb.derivation import Chain, Data, Deviations, EstimateRule, Grid, Line, Remark, Verified
from exactnb.derivation.lines import Block, Inline, Step, Verdict
from exactnb.naming.names import Item
from exactnb.naming.notation import Notation

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Page:
    """What is printed on: a printer reads what concerns it.

    `width` counts the columns of a terminal, without `unicode` only ASCII is printed, and a
    `fragment` is to be put into a document of the reader's own.
    """

    width: int = 80
    unicode: bool = True
    fragment: bool = False


class Printer(ABC, Generic[Part]):
    """Walk a verified derivation; each hook says what one kind of thing becomes.

    Raises TypeError for anything that `verify` has not accepted.
    """

    def __init__(self, verified: Verified, notation: Notation, page: Page) -> None:
        if type(verified) is not Verified:
            got = type(verified).__name__
            raise TypeError(f"only a Verified derivation is printed (got {got})")
        self.derivation = verified.derivation
        self.quantities = verified.quantities
        self.notation = notation
        self.page = page
        self.use_notation(notation.inside(""))

    def render(self) -> str:
        """Return the whole derivation."""
        steps = enumerate(self.derivation.steps, start=1)
        return self.document(self.head(), [self.section(number, step) for number, step in steps])

    def section(self, number: int, step: Step) -> list[Part]:
        """Return one step: its heading, what its model assumes if it opens one, its blocks."""
        self.use_notation(self.notation.inside(step.model or ""))
        out = [self.heading(number, self.title(step))]
        if assumed := self.derivation.setting_of(step):
            out.append(self.setting(assumed))
        for group in _grouped(step.blocks):
            out += self.blocks(group)
        return out

    def blocks(self, group: Sequence[Block]) -> list[Part]:
        """Return chains that follow each other, or grids, or any other block by itself."""
        match group[0]:
            case Chain():
                return self.chains([block for block in group if isinstance(block, Chain)])
            case Grid():
                return self.grids([block for block in group if isinstance(block, Grid)])
            case Data() as data:
                return self.data(data)
            case Deviations() as table:
                return self.deviations(table)
            case EstimateRule() as rule:
                return self.rule(rule)
            case Remark(parts):
                return self.remark(parts)

    # ------------------------------------------------------------ what a document is made of

    @abstractmethod
    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation: that of a part about one model, whose name it need not repeat."""

    @abstractmethod
    def document(self, head: list[Part], sections: list[list[Part]]) -> str:
        """Return the head and the sections, each a heading and what follows, as one text."""

    @abstractmethod
    def head(self) -> list[Part]:
        """Return what stands before the first step: the title, what is assumed, the source."""

    @abstractmethod
    def heading(self, number: int, title: str) -> Part:
        """Return the heading of a step, its title being typeset already."""

    @abstractmethod
    def setting(self, assumed: Sequence[str]) -> Part:
        """Return what is assumed."""

    # ------------------------------------------------------------ kinds of block

    @abstractmethod
    def chains(self, chains: list[Chain]) -> list[Part]:
        """Return chains of lines that are shown together."""

    @abstractmethod
    def grids(self, grids: list[Grid]) -> list[Part]:
        """Return tables of estimates that are shown together."""

    @abstractmethod
    def data(self, data: Data) -> list[Part]:
        """Return the data as it is counted, with the queries."""

    @abstractmethod
    def deviations(self, table: Deviations) -> list[Part]:
        """Return how far numbers lie from their mean."""

    @abstractmethod
    def rule(self, rule: EstimateRule) -> list[Part]:
        """Return the rule of an estimate, in words."""

    @abstractmethod
    def remark(self, parts: Sequence[Inline]) -> list[Part]:
        """Return a sentence; `sentence` writes its parts."""

    # ------------------------------------------------------------ what stands inside a sentence

    @abstractmethod
    def text(self, given: str) -> str:
        """Return text, a user's or the tool's own."""

    @abstractmethod
    def item(self, item: Item) -> str:
        """Return what is observed, or a class, as it stands in a sentence or heading."""

    @abstractmethod
    def label(self, label: str) -> str:
        """Return a class that was decided for."""

    @abstractmethod
    def claim(self, line: Line) -> str:
        """Return a line inside a sentence."""

    def items(self, items: Iterable[Item]) -> str:
        """Return what a decision is about."""
        return ", ".join(map(self.item, items))

    def sentence(self, parts: Sequence[Inline]) -> str:
        """Return words, lines and verdicts as one sentence."""
        return "".join(map(self._inline, parts))

    def title(self, step: Step) -> str:
        """Return the title of a step, with what it is about, and the model where there are several."""
        about = ", ".join(map(self.item, step.about))
        model = self.derivation.model_of(step)
        return self.text(step.title) + step.joint + about + (f" ({self.text(model)})" if model else "")

    def _inline(self, part: Inline) -> str:
        match part:
            case str():
                return self.text(part)
            case Line():
                return self.claim(part)
            case Verdict(decision, labels):
                about = self.items(decision.before)
                return f"{about} is {said_labels([self.label(label) for label in labels])}"


@dataclass(frozen=True, slots=True)
class Format:
    """An output: how its files end, its media type, and its printer.

    `has_fragment` says whether there is less than a whole document to be had, as a `Page` asks.
    """

    ending: str
    media: str
    printer: type[Printer[Any]]
    has_fragment: bool = False


def said_labels(labels: Sequence[str]) -> str:
    """Return what a decision is: a class, or a tie between several.

    >>> said_labels(["a"]), said_labels(["a", "b", "c"])
    ('a', 'tied between a, b and c')
    """
    *others, last = labels
    return f"tied between {', '.join(others)} and {last}" if others else last


def _grouped(blocks: Sequence[Block]) -> list[list[Block]]:
    """Put chains that follow each other together, and grids too; any other block stands alone.

    Chains share their columns, and small tables stand side by side.
    """
    groups: list[list[Block]] = []
    for block in blocks:
        before = groups[-1] if groups else []
        if before and isinstance(block, Chain | Grid) and type(before[0]) is type(block):
            before.append(block)
        else:
            groups.append([block])
    return groups
