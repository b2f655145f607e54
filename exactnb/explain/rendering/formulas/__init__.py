"""Formulas, names and values in each notation: LaTeX, MathML, Typst, Markdown, words and plain text."""
