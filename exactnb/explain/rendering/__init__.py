"""Printers. `printer.py` walks what was verified; `formats/` has a file for each output.

What formats share stands here by output: `text_*`, `latex_*` (which Markdown uses too), `markdown_*`,
`json_*`; `notation_writer.py` and `text_math.py` write names in a notation, `widths.py` counts columns.
"""
