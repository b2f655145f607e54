"""The public door of `exactnb.core.conventions`, which says what it offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import lazy_exports_of

if TYPE_CHECKING:
    from exactnb.core.conventions import *

__getattr__, __dir__, __all__, __doc__ = lazy_exports_of("exactnb.core.conventions")
