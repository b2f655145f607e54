"""Whole pages: what stands around a solution, users' text in it, fonts, styles and typesetters."""
