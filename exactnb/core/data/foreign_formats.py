"""Files that are not read: how they begin or end, and what to do with them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactnb.core.data.json_lines import JSON_ENDINGS
from exactnb.errors import HERE, InputError

ARFF = ".arff"
_AS_CSV = "save the sheet as .xlsx or .csv"
_IN_PYTHON = "pandas reads it, and Problem takes its DataFrame; or save it as .csv"
_SPARSE = "scikit-learn's load_svmlight_file reads it; save the columns as .csv"
WAYS = {
    **dict.fromkeys((".xlsm", ".xls", ".ods", ".numbers"), _AS_CSV),
    **dict.fromkeys((".feather", ".arrow", ".sav", ".dta", ".sas7bdat", ".h5", ".pkl"), _IN_PYTHON),
    **dict.fromkeys((".rds", ".rdata"), "in R, write.csv(data, file, row.names = FALSE) saves it"),
    **dict.fromkeys((".html", ".htm", ".docx", ".pdf"), "paste its table into a sheet, saved as .csv"),
    **dict.fromkeys((".libsvm", ".svm", ".svmlight"), _SPARSE),
}
"""What to do with files of other programs, by their endings."""

_PAIR = re.compile(r"[^:,;|\t]+: ([^,;|\t]*)\s*")  # a key, or a label, and what it is of
_PAIRS = 3  # of which so many may be titles
_WORDS = 2  # of a text behind its label, on average
PEEKED = _PAIRS + 1
"""Lines with something in them that tell the format of a file."""

_OTHER_FORMATS = tuple(
    (re.compile(pattern, re.IGNORECASE), way)
    for pattern, way in (
        ("@relation", f"this is ARFF; give the file the ending {ARFF}"),
        (
            r"[-+]?[0-9.]+(?: [0-9]+:[-+.0-9e]+)+$",
            f"rows of places and numbers, as libsvm has them, are not read; {_SPARSE}",
        ),
        (r'\{ *"[^"]*" *:', f"this is JSON; give the file the ending {JSON_ENDINGS[0]}"),
        (  # but not [Age], a name in brackets
            r"""\[['"\[]|\{ *["']|\[[^],]*,.*\][ ,]*$""",
            "lists of Python are not read; write the cells alone, with commas between them",
        ),
        (
            r"\\begin\{|\\hline|.*&.*\\\\$",
            r"rows of LaTeX are not read; write commas for & and nothing for \\, \hline and \begin",
        ),
        ("insert +into ", "SQL is not read; write the cells alone, below the names of the columns"),
    )
)
"""How files of other formats begin, and what to do with them."""


def refuse_other_formats(lines: Sequence[str]) -> None:
    """Raise InputError if a file's first `lines`, none of them empty, are of a format without cells."""
    line = lines[0].strip() if lines else ""
    way = next((way for pattern, way in _OTHER_FORMATS if pattern.match(line)), "")
    pairs = list(filter(None, map(_PAIR.fullmatch, lines)))
    if len(lines) == len(pairs) > _PAIRS:
        if sum(len(match[1].split()) for match in pairs) < _WORDS * len(pairs):
            way = "lines such as “sky: sun” are not read; write a row for each record, below the keys"
        else:
            way = 'if each line has a class and then a text, say header = ["class", "text"] and '
            way += 'delimiter = ":"'
    if way:
        raise InputError(way, at=HERE.line(1))
