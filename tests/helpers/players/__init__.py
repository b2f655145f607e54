"""Readers of exports, with code of their own: they mark answers as the system does that imports it."""

from players.marked import Marked, Player
from players.stack import StackPlayer

__all__ = ["Marked", "Player", "StackPlayer"]
