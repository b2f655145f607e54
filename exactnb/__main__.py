"""Run the command line with `python -m exactnb`."""

from __future__ import annotations

import sys

from exactnb.interfaces.cli import main

if __name__ == "__main__":
    sys.exit(main())
