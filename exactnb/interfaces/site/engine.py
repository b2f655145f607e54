"""The files that run in the browser: Pyodide, this package, and the libraries that it needs there."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

import exactnb
from exactnb.errors import InputError, Place, quoted

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of npm's package pyodide that a page needs."""

_LISTS = ("package.json", "pyodide-lock.json")
_OMITTED = (
    "interfaces/cli/", "interfaces/site/static/", "interfaces/sklearn/", "scale/", "teach/exporting/",
    "teach/grading/reports/", "teach/grading/working/report", "teach/grading/working/class_",
    "interfaces/site/building.py", "interfaces/site/compute.py",
    "interfaces/site/engine.py", "interfaces/site/entries.py", "interfaces/site/indexes.py",
)  # fmt: skip
"""The parts of this package that a browser never loads."""

_UNUSED = {
    "tests", "testing", "benchmarks", "physics", "stats", "crypto", "combinatorics", "vector",
    "diffgeom", "holonomic", "categories", "codegen", "liealgebras", "autolev", "_antlr",
}  # fmt: skip
"""Folders of SymPy that polynomials and matrices do not need."""

_LIBMP_FILES = ("mpmath/libmp/", "mpmath/LICENSE")
_LIBMP = "Only mpmath.libmp is here: mpmath's numbers, without its functions and contexts."
_DATE = (1980, 1, 1, 0, 0, 0)  # a fixed date, so that archives are reproducible


def pyodide_files(folder: Path) -> dict[str, bytes]:
    """Return the files of Pyodide in `folder`, that of npm's package, by their names.

    Raises InputError, with the way to get them, if files are missing.
    """
    at = Place.file(folder)
    try:
        package, lock = (json.loads((folder / name).read_bytes()) for name in _LISTS)
        files = {name: (folder / name).read_bytes() for name in PYODIDE}
        name = package["name"]
        lock_settings = {key: lock[key] for key in sorted(lock.keys() - {"packages"})}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        message = "is not the folder of npm's pyodide: npm install pyodide, then node_modules/pyodide"
        raise InputError(message, at=at) from None
    if name != "pyodide":
        raise InputError(f"holds the package {quoted(name)}, not pyodide", at=at)
    return files | {_LISTS[1]: json.dumps(lock_settings | {"packages": {}}, indent=1).encode()}


def package_archive() -> bytes:
    """Return a ZIP archive of this package, without the parts that a browser never loads.

    Raises InputError if the sources are not installed.
    """
    root = Path(exactnb.__file__).parent
    files = {
        f"exactnb/{path.relative_to(root).as_posix()}": path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
        and path.suffix != ".pyc"
        and not path.relative_to(root).as_posix().startswith(_OMITTED)
    }
    if "exactnb/__init__.py" not in files:
        raise InputError("needs the sources of exactnb, which are not installed", at="--pyodide")
    return _archive(files)


def mpmath_archive() -> bytes:
    """Return a ZIP archive of the part of mpmath that ball arithmetic needs, with its licence.

    Raises InputError if mpmath is not installed.
    """
    files = {name: data for name, data in _sources("mpmath").items() if name.startswith(_LIBMP_FILES)}
    return _archive(files | {"mpmath/__init__.py": f'"""{_LIBMP}"""\n'.encode()})


def sympy_archive() -> bytes:
    """Return a ZIP archive of SymPy, without tests and unneeded fields, and of all of mpmath.

    The page fetches it when a computation needs polynomials or matrices. Raises InputError if SymPy
    is not installed.
    """
    return _archive(_sources("sympy") | _sources("mpmath"))


def _sources(library: str) -> dict[str, bytes]:
    """Return the sources of a library that a page may need, and its licence."""
    spec = find_spec(library)
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"needs {library}: pip install sympy", at="--pyodide")
    root = Path(next(iter(spec.submodule_search_locations)))
    files = {
        f"{library}/{path.relative_to(root).as_posix()}": path.read_bytes()
        for path in root.rglob("*.py")
        if _UNUSED.isdisjoint(path.relative_to(root).parts)
    }
    try:
        listed: Iterable[object] = distribution(library).files or ()
    except PackageNotFoundError:
        return files
    paths = (Path(str(distribution(library).locate_file(str(path)))) for path in listed)
    return files | {f"{library}/LICENSE": path.read_bytes() for path in paths if path.name == "LICENSE"}


def _archive(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _DATE), files[name], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
