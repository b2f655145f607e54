"""Readers of exports, with code of their own: they mark answers as the system does that imports it."""

from players.marked import Marked, Player
from players.numbas import NumbasPlayer
from players.r_exams import RExamsPlayer
from players.stack import StackPlayer

__all__ = ["Marked", "NumbasPlayer", "Player", "RExamsPlayer", "StackPlayer"]
