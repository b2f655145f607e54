"""`exactnb new`: a commented problem file to start from."""

from __future__ import annotations

from pathlib import Path

from exactnb.cli.output import write_bytes, write_screen
from exactnb.errors import InputError, one_of

__all__ = ["kinds", "run_new"]

_FOLDER = Path(__file__).parent / "templates"


def kinds() -> tuple[str, ...]:
    """Return the kinds of problem file there are.

    >>> kinds()
    ('bernoulli', 'categorical', 'counts', 'gaussian', 'multinomial', 'parameters')
    """
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


def run_new(kind: str, output: str | None) -> None:
    """Print a problem file, or write it where no file is yet."""
    try:
        one_of(kind, kinds())
    except InputError as error:
        raise error.under("new") from None
    data = (_FOLDER / f"{kind}.toml").read_bytes()
    if output is None:
        write_screen(data.decode())
        return
    if not output:
        raise InputError("expected a file name", at="-o")
    write_bytes(Path(output), data, new=True)
