"""Printers. `printer.py` walks a verified derivation; `formats/` has a file for each output.

What formats share is named after its output: `text_*`, `latex_*` (which Markdown uses too),
`markdown_*`, `json_*`; `notation_writer.py` and `text_math.py` write names in a notation.
"""
