"""Digests of theorems that were proved, and of the checker that accepted them.

`proof_digests.txt` lists the files of the checker, one digest of them all, and one digest of every
theorem. A theorem is identified by its own lines, those that are about to be printed, so that nothing
else can pass for it; if a line or a file differs or is missing, the theorem is proved again. The
factorisations of python-flint are multiplied out by the checker, so its version is not included.
Of the latest theorems that a process itself has proved it remembers the digests alike; an earlier one
is proved again, so that a server that runs for years does not grow with its questions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path

from exactnb.explain.derivation.lines import Chain, Line, Remark, Step

DIGESTS = Path(__file__).with_name("proof_digests.txt")
_PACKAGE = Path(__file__).parents[2]
_PROVED: deque[str] = deque(maxlen=1_000)  # the digests of what this process has proved lately


class Accepted:
    """Accept the steps of a theorem that was proved before, in their order and no others."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._rest = iter(steps)

    def step_problems(self, step: Step) -> Iterable[tuple[Line, str]]:
        """Yield each line of a step with what is wrong with it, which may be nothing."""
        # Only the very steps whose digest was compared are accepted.
        problem = "" if next(self._rest, None) is step else "this step was not proved"
        for line in _lines(step):
            yield line, problem


def _lines(step: Step) -> Iterator[Line]:
    for block in step.blocks:
        if isinstance(block, Chain):
            yield from block.lines
        elif isinstance(block, Remark):
            yield from (part for part in block.parts if isinstance(part, Line))


def remember_proved(steps: Sequence[Step]) -> None:
    """Remember that this process has proved exactly these `steps`."""
    _PROVED.append(digest(steps))


def is_recorded(steps: Sequence[Step]) -> bool:
    """Say whether exactly these `steps` were accepted by the present checker."""
    theorem_digest = digest(steps)
    if theorem_digest in _PROVED:
        return True
    try:
        entries = [line.split() for line in DIGESTS.read_text(encoding="ascii").splitlines()]
        recorded = {kind: [rest[-1] for first, *rest in entries if first == kind] for kind in _KINDS}
        if recorded["checker"] != [checker_digest(recorded["file"])]:
            return False
    except (OSError, ValueError, IndexError):  # no list, or one that was not written by us
        return False
    return theorem_digest in recorded["theorem"]


_KINDS = ("file", "checker", "theorem")


def checker_digest(files: Iterable[str]) -> str:
    """Return the digest of `files` of the package, each with its name and length."""
    hash_ = sha256()
    for name in files:
        data = (_PACKAGE / name).read_bytes()
        # With the length, no text can move from one file to the next without a change of the digest.
        hash_.update(f"{name} {len(data)}\n".encode())
        hash_.update(data)
    return hash_.hexdigest()


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
