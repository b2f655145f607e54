"""What is said where something is refused."""

from __future__ import annotations

from collections.abc import Callable

from exactnb.errors import ExactnbError

__all__ = ["told"]


def told(work: Callable[[], object]) -> str:
    """Return the message with which something is refused, "" where it is taken.

    >>> told(lambda: None)
    ''
    """
    try:
        work()
    except ExactnbError as error:
        return str(error)
    return ""
