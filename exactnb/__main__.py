"""Run the command line as a process of its own: `exactnb`, or `python -m exactnb`."""

from __future__ import annotations

import gc
import sys


def run() -> None:
    """Run the command in `sys.argv`, and end the process with its exit code.

    A command ends soon, and what it loads stays until then: a search for cycles of objects among that
    finds none. One comes after many new objects, and none at the end.
    """
    gc.set_threshold(100_000)
    from exactnb.interfaces.cli import main

    try:
        sys.exit(main())
    finally:
        gc.freeze()


if __name__ == "__main__":
    run()
