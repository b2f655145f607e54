"""A shell of IPython's, as a notebook runs it, without files of its own."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config


@contextmanager
def shell() -> Iterator[InteractiveShell]:
    """Yield a shell that keeps no history, and forget it afterwards."""
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    made = InteractiveShell(config=config)
    InteractiveShell._instance = made
    try:
        yield made
    finally:
        made.atexit_operations()
        atexit.unregister(made.atexit_operations)
        InteractiveShell.clear_instance()
        InteractiveShell._instance = None


def run(within: InteractiveShell, source: str) -> tuple[dict[str, Any], str, str]:
    """Return what a cell shows by its media types, and what it prints and complains of."""
    shown: list[dict[str, Any]] = []
    hook = within.displayhook
    own = {
        "write_output_prompt": lambda: None,
        "write_format_data": lambda data, md=None: shown.append(data),
        "finish_displayhook": lambda: setattr(hook, "_is_active", False),
    }
    vars(hook).update(own)
    try:
        with capture_output(display=False) as said:
            result = within.run_cell(source)
    finally:
        for name in own:
            vars(hook).pop(name)
    result.raise_error()
    return (shown[-1] if shown else {}), said.stdout, said.stderr
