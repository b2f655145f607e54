"""The public door of `exactnb.scale.counting`, which says what it offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import door_to

if TYPE_CHECKING:
    from exactnb.scale.counting import *

__getattr__, __dir__, __all__, __doc__ = door_to("exactnb.scale.counting")
