"""Workings with one planted slip each: a yardstick for whatever judges reasoning line by line."""
