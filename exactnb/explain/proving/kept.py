"""What was proved before: a digest of each theorem's lines, and of the checker that accepted them.

`kept.txt` lists the files that the checker is made of, one digest of them all, and one of every theorem
as it is written down. A theorem is known by the lines themselves, those that are about to be printed,
so that nothing else can pass for it; where a line or a file is another one, or is not there, proof is
due anew. What python-flint finds is multiplied out by the checker: its version is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path

from exactnb.explain.derivation.lines import Chain, Line, Remark, Step

KEPT = Path(__file__).with_name("kept.txt")
_PACKAGE = Path(__file__).parents[2]


class Accepted:
    """Accept the steps of a theorem that was proved before, in their order and no others."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._rest = iter(steps)

    def step(self, step: Step) -> Iterable[tuple[Line, str]]:
        """Yield each line of a step with what is wrong with it, which may be nothing."""
        problem = "" if next(self._rest, None) is step else "this step was not proved"
        for line in _lines(step):
            yield line, problem


def _lines(step: Step) -> Iterator[Line]:
    for block in step.blocks:
        if isinstance(block, Chain):
            yield from block.lines
        elif isinstance(block, Remark):
            yield from (part for part in block.parts if isinstance(part, Line))


def is_kept(steps: Sequence[Step]) -> bool:
    """Say whether these very steps were accepted by the checker as it is."""
    try:
        entries = [line.split() for line in KEPT.read_text(encoding="ascii").splitlines()]
        known = {kind: [rest[-1] for first, *rest in entries if first == kind] for kind in _KINDS}
        if known["checker"] != [checker_digest(known["file"])]:
            return False
    except (OSError, ValueError, IndexError):  # nothing is kept here, or not by us
        return False
    return digest(steps) in known["theorem"]


_KINDS = ("file", "checker", "theorem")


def checker_digest(files: Iterable[str]) -> str:
    """Return the digest of files of the package, each with its name and its length."""
    out = sha256()
    for name in files:
        data = (_PACKAGE / name).read_bytes()
        out.update(f"{name} {len(data)}\n".encode())
        out.update(data)
    return out.hexdigest()


def digest(steps: Sequence[Step]) -> str:
    """Return the digest of all that a checker sees of some steps: their blocks, in order.

    Raises TypeError for a block that holds anything that could change.
    """
    return sha256("\n".join(_spelled(step.blocks) for step in steps).encode()).hexdigest()


def _spelled(value: object) -> str:
    """Return a value with its types and parts written out, so that no two are spelled alike."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if value is None or type(value) in (str, int, bool):
        return repr(value)
    if type(value) is tuple:
        return f"({','.join(map(_spelled, value))},)"
    if is_dataclass(value):
        kind = type(value)
        parts = (_spelled(getattr(value, field.name)) for field in fields(value))
        return f"{kind.__module__}.{kind.__qualname__}({','.join(parts)})"
    raise TypeError(f"cannot be kept: {value!r}")
