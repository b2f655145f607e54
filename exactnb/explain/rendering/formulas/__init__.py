"""Formulas, names and values in LaTeX, MathML, Typst, Markdown, spoken English and plain text."""
